// What the sources of the shim have in common.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/Parallel.h>
#include <ATen/ops/bitwise_xor.h>
#include <ATen/ops/broadcast_tensors.h>
#include <ATen/ops/empty_like.h>
#include <c10/core/InferenceMode.h>

#include <atomic>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "shim.h"

namespace gt {

using at::Scalar;
using at::ScalarType;
using at::Tensor;

// A Borrowed is a tensor whose reference is the caller's: none is counted.
class Borrowed : public Tensor {
public:
	explicit Borrowed(c10::TensorImpl *t) : Tensor(c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim(t)) {}
	Borrowed() = default;
	Borrowed(const Borrowed &) = delete;
	~Borrowed() { unsafeReleaseTensorImpl(); }
};

// borrow's result is const so that nothing is moved out of it.
inline const Borrowed borrow(gt_tensor t)
{
	TORCH_CHECK(t, "the array's memory has been given back with Free");
	return Borrowed(reinterpret_cast<c10::TensorImpl *>(t));
}

// bytes returns the size of the memory that x is a view of.
inline size_t bytes(const Tensor &x) { return x.has_storage() ? x.storage().nbytes() : 0; }

inline gt_tensor release(Tensor &&t) { return reinterpret_cast<gt_tensor>(t.unsafeReleaseTensorImpl()); }

char *text(const char *s);

// OpenMP and MKL keep for each thread that calls them how many threads may work for it.
// threads is that number for all of them, 0 before anything was set; followed is the one
// that this thread has told the library last.
inline std::atomic<int> threads{0};
inline constinit thread_local int followed = 0;

// follow has the library work for this thread with the threads that were set on any.
inline void follow()
{
	if (int n = threads.load(std::memory_order_relaxed); n != followed) [[unlikely]] {
		at::set_num_threads(n);
		followed = n;
	}
}

// message calls f, which may throw, and returns what it throws as text, or NULL.
template <class Mode = c10::InferenceMode, class F> char *message(F f) noexcept
{
	try {
		[[maybe_unused]] Mode mode;
		follow();
		f();
		return nullptr;
	} catch (const c10::Error &e) {
		return text(e.what_without_backtrace());
	} catch (const std::exception &e) {
		return text(e.what());
	} catch (...) {
		return text("an exception of unknown type");
	}
}

// attempt calls f, and drops the text of what it throws: nobody can be told.
template <class F> void attempt(F f) noexcept { free(message(f)); }

// plain returns z with the values that z has lazily, conjugated ones or negated.
inline Tensor plain(Tensor z)
{
	if (z.is_conj())
		z = z.resolve_conj();
	if (z.is_neg())
		z = z.resolve_neg();
	return z;
}

// result is message of a function that returns a tensor, a new reference to it then.
template <class F> gt_result result(F f) noexcept
{
	gt_result r = {nullptr, nullptr, 0};
	r.error = message([&] {
		Tensor t = plain(f());
		r.bytes = bytes(t);
		r.t = release(std::move(t));
	});
	return r;
}

inline ScalarType dtype(int code) { return static_cast<ScalarType>(code); }

// The unsigned types of 16 bits and more have few kernels; most of what they lack is
// done with the bits as signed numbers.
inline bool wide_unsigned(ScalarType t) { return t == at::kUInt16 || t == at::kUInt32 || t == at::kUInt64; }

inline ScalarType signed_of(ScalarType t)
{
	switch (t) {
	case at::kUInt16: return at::kShort;
	case at::kUInt32: return at::kInt;
	case at::kUInt64: return at::kLong;
	default: return t;
	}
}

inline Tensor bits(const Tensor &x) { return wide_unsigned(x.scalar_type()) ? x.view(signed_of(x.scalar_type())) : x; }

inline Scalar least(ScalarType t)
{
	switch (t) {
	case at::kByte: case at::kBool: return 0;
	case at::kChar: return std::numeric_limits<int8_t>::min();
	case at::kShort: return std::numeric_limits<int16_t>::min();
	case at::kInt: return std::numeric_limits<int32_t>::min();
	default: return std::numeric_limits<int64_t>::min();
	}
}

// ordered returns integers, for a wide unsigned type signed ones in the same order.
inline Tensor ordered(const Tensor &x)
{
	if (!wide_unsigned(x.scalar_type()))
		return x;
	Tensor b = bits(x);
	return at::bitwise_xor(b, least(b.scalar_type()));
}

// disordered is the way back.
inline Tensor disordered(const Tensor &x, ScalarType t)
{
	return wide_unsigned(t) ? at::bitwise_xor(x, least(x.scalar_type())).view(t) : x;
}

inline bool integral(ScalarType t) { return at::isIntegralType(t, /*includeBool=*/false); }

// each applies a function of numbers to every element, on the library's threads: where
// its own kernels are not right to the last place, or with special values.
template <class T, class F> Tensor each(const Tensor &x, F f)
{
	Tensor a = x.contiguous(), z = at::empty_like(a);
	const T *p = a.const_data_ptr<T>();
	T *r = z.mutable_data_ptr<T>();
	at::parallel_for(0, a.numel(), 4096, [&](int64_t lo, int64_t hi) {
		for (int64_t i = lo; i < hi; i++)
			r[i] = f(p[i]);
	});
	return z;
}

template <class T, class F> Tensor each(const Tensor &x, const Tensor &y, F f)
{
	auto both = at::broadcast_tensors({x, y});
	Tensor a = both[0].contiguous(), b = both[1].contiguous(), z = at::empty_like(a);
	const T *p = a.const_data_ptr<T>(), *q = b.const_data_ptr<T>();
	T *r = z.mutable_data_ptr<T>();
	at::parallel_for(0, a.numel(), 4096, [&](int64_t lo, int64_t hi) {
		for (int64_t i = lo; i < hi; i++)
			r[i] = f(p[i], q[i]);
	});
	return z;
}

// scale returns the power of two by which a number of magnitude m (its greater part) is
// multiplied so that products of its parts neither overflow nor underflow.
inline double scale(double m) { return !std::isfinite(m) || m == 0 ? 1 : m >= 0x1p500 ? 0x1p-600 : m < 0x1p-500 ? 0x1p600 : 1; }

Tensor cast(const Tensor &x, ScalarType to);

// pick returns x with v where c holds.
Tensor pick(const Tensor &c, Scalar v, const Tensor &x);

Scalar scalar(gt_scalar v);

} // namespace gt
