//go:build libtorch

#include "common.hpp"

#include <ATen/Parallel.h>
#include <torch/headeronly/version.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/bitwise_and.h>
#include <ATen/ops/bitwise_or.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/le.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/real.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>

namespace gt {

char *text(const char *s)
{
	char *copy = strdup(s);
	return copy ? copy : strdup("");
}

Scalar scalar(gt_scalar v)
{
	switch (v.kind) {
	case 0: return Scalar(v.bits != 0);
	case 1: return v.whole > 0 ? Scalar(static_cast<uint64_t>(v.bits)) : Scalar(static_cast<int64_t>(v.bits));
	case 2: return Scalar(v.re);
	default: return Scalar(c10::complex<double>(v.re, v.im));
	}
}

Tensor pick(const Tensor &c, Scalar v, const Tensor &x) { return at::where(c, at::full_like(x, v), x); }

// Floats become integers as truncated, held in range, NaN as 0.
static Tensor float_to_int(const Tensor &x, ScalarType to)
{
	Tensor d = x.to(at::kDouble);
	Tensor nan = at::isnan(d);
	double lo, hi;
	switch (to) {
	case at::kByte: lo = 0, hi = 255; break;
	case at::kUInt16: lo = 0, hi = 65535; break;
	case at::kUInt32: lo = 0, hi = 4294967295.0; break;
	case at::kChar: lo = -128, hi = 127; break;
	case at::kShort: lo = -32768, hi = 32767; break;
	case at::kInt: lo = -2147483648.0, hi = 2147483647; break;
	default: {
		const double half = 9223372036854775808.0; // 2⁶³
		if (to == at::kLong) {
			Tensor above = at::ge(d, half), below = at::lt(d, -half);
			Tensor n = pick(at::bitwise_or(nan, at::bitwise_or(above, below)), 0, d).to(at::kLong);
			n = pick(above, std::numeric_limits<int64_t>::max(), n);
			return pick(below, std::numeric_limits<int64_t>::min(), n);
		}
		Tensor above = at::ge(d, 2 * half), upper = at::ge(d, half);
		Tensor none = at::bitwise_or(nan, at::bitwise_or(above, at::lt(d, 0)));
		Tensor n = pick(none, 0, at::where(upper, at::sub(d, half), d)).to(at::kLong);
		n = at::where(upper, at::bitwise_xor(n, std::numeric_limits<int64_t>::min()), n);
		return pick(above, int64_t(-1), n).view(at::kUInt64);
	}
	}
	return pick(nan, 0, at::clamp(d, lo, hi)).to(at::kLong).to(to);
}

// odd rounds float64 to float32 so that a further rounding is right: what is not exact
// gets an odd last bit.
static Tensor odd(const Tensor &d)
{
	Tensor f = d.to(at::kFloat), back = f.to(at::kDouble);
	Tensor n = f.view(at::kInt);
	n = at::where(at::gt(at::abs(back), at::abs(d)), at::sub(n, 1), n);
	return at::where(at::ne(back, d), at::bitwise_or(n, 1), f.view(at::kInt)).view(at::kFloat);
}

// to_double of 64-bit integers keeps 52 bits, of which the last says whether more were
// set: exact enough to be rounded to a narrower type.
static Tensor to_double(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	if (t != at::kLong && t != at::kUInt64)
		return x.to(at::kDouble);
	Tensor b = bits(x);
	Tensor sticky = at::bitwise_and(b, 0xfff);
	Tensor cut = at::bitwise_or(at::bitwise_and(b, ~int64_t(0xfff)), at::mul(at::ne(sticky, 0).to(at::kLong), 2048));
	if (t == at::kLong) {
		Tensor small = at::lt(at::abs(x), int64_t(1) << 52);
		small = at::bitwise_and(small, at::ne(x, std::numeric_limits<int64_t>::min()));
		return at::where(small, b, cut).to(at::kDouble);
	}
	Tensor upper = at::lt(b, 0);
	Tensor low = at::where(at::bitwise_and(at::ge(b, 0), at::lt(b, int64_t(1) << 52)), b, cut);
	low = at::bitwise_and(low, std::numeric_limits<int64_t>::max());
	return at::add(low.to(at::kDouble), upper.to(at::kDouble), 9223372036854775808.0);
}

Tensor cast(const Tensor &x, ScalarType to)
{
	ScalarType from = x.scalar_type();
	if (from == to)
		return x.clone();
	if (to == at::kBool)
		return wide_unsigned(from) ? at::ne(bits(x), 0) : at::ne(x, 0);
	bool narrow = to == at::kHalf || to == at::kBFloat16;
	if (at::isFloatingType(from)) {
		if (integral(to))
			return float_to_int(x, to);
		if (from == at::kDouble && narrow)
			return odd(x).to(to);
		return x.to(to);
	}
	if (integral(from) && narrow && x.element_size() >= 4)
		return odd(to_double(x)).to(to);
	return x.to(to);
}

} // namespace gt

using namespace gt;

extern "C" {

const char *gt_version(void) { return TORCH_VERSION; }
void gt_set_threads(int n)
{
	threads.store(n, std::memory_order_relaxed);
	attempt([] {}); // this thread follows
}
int gt_threads(void)
{
	int n = 1;
	attempt([&] { n = at::get_num_threads(); });
	return n;
}
void gt_free(gt_tensor t) { c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim(reinterpret_cast<c10::TensorImpl *>(t)); }
void gt_free_text(char *s) { free(s); }

gt_result gt_from_host(int type, const int64_t *dims, int rank, const uint8_t *data, size_t bytes)
{
	return result([&] {
		Tensor t = at::empty(at::IntArrayRef(dims, rank), at::TensorOptions().dtype(dtype(type)));
		TORCH_CHECK(t.nbytes() == bytes, bytes, " bytes for a tensor of ", t.nbytes());
		if (bytes)
			memcpy(t.mutable_data_ptr(), data, bytes);
		return t;
	});
}

char *gt_to_host(gt_tensor t, uint8_t *data, size_t bytes)
{
	return message([&] {
		Tensor x = borrow(t).contiguous();
		TORCH_CHECK(x.nbytes() == bytes, bytes, " bytes for a tensor of ", x.nbytes());
		if (bytes)
			memcpy(data, x.const_data_ptr(), bytes);
	});
}

void *gt_expose(gt_tensor t, int64_t *strides)
{
	void *p = nullptr;
	attempt([&] {
		const Borrowed x = borrow(t);
		auto s = x.strides();
		std::copy(s.begin(), s.end(), strides);
		if (x.numel())
			p = x.mutable_data_ptr();
	});
	return p;
}

int gt_shape(gt_tensor t, int64_t *dims, int room)
{
	if (!t)
		return 0;
	auto sizes = reinterpret_cast<c10::TensorImpl *>(t)->sizes();
	for (int i = 0; i < room && i < static_cast<int>(sizes.size()); i++)
		dims[i] = sizes[i];
	return static_cast<int>(sizes.size());
}

size_t gt_bytes(gt_tensor t)
{
	size_t n = 0;
	attempt([&] { n = bytes(borrow(t)); });
	return n;
}
}
