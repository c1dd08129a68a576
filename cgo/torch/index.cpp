//go:build libtorch

#include "common.hpp"

#include <ATen/Parallel.h>
#include <ATen/TensorGeometry.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/eye.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/flip.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gather.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/index.h>
#include <ATen/ops/index_put.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/any.h>
#include <ATen/ops/isin.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logical_or.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/nonzero.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/searchsorted.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/real.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/isnan.h>

#include <atomic>

using namespace gt;

namespace {

// from_start reports whether indices are known to be from 0 to below n: in memory, one look at each is less than the
// operations of the library that otherwise wrap them.
bool from_start(const Tensor &i, int64_t n)
{
	if (!i.is_cpu() || i.scalar_type() != at::kLong || !i.is_contiguous())
		return false;
	const int64_t *p = i.const_data_ptr<int64_t>();
	std::atomic<bool> good{true};
	at::parallel_for(0, i.numel(), 1 << 15, [&](int64_t lo, int64_t hi) {
		bool all = true;
		for (int64_t k = lo; k < hi; k++)
			all &= static_cast<uint64_t>(p[k]) < static_cast<uint64_t>(n);
		if (!all)
			good.store(false, std::memory_order_relaxed);
	});
	return good.load(std::memory_order_relaxed);
}

// picked stores the element of each row that an index, which is in range, says: the rows' reads are independent of each
// other, where gather's wait.
template <class T> void picked(const Tensor &x, const Tensor &i, Tensor &z)
{
	const T *from = static_cast<const T *>(x.const_data_ptr());
	const int64_t *at = i.const_data_ptr<int64_t>(), row = x.size(-1);
	T *to = static_cast<T *>(z.mutable_data_ptr());
	at::parallel_for(0, i.numel(), 1 << 11, [&](int64_t lo, int64_t hi) {
		for (int64_t k = lo; k < hi; k++)
			to[k] = from[k * row + at[k]];
	});
}

// of_rows returns an element of each row of x, along its last axis, undefined if that is not how x and the indices lie.
Tensor of_rows(const Tensor &x, const Tensor &i)
{
	if (!x.is_cpu() || !i.is_cpu() || !x.is_contiguous() || !i.is_contiguous() || i.scalar_type() != at::kLong || i.size(-1) != 1 || x.sizes().slice(0, x.dim() - 1) != i.sizes().slice(0, x.dim() - 1))
		return Tensor();
	Tensor z = at::empty(i.sizes(), x.options());
	switch (x.element_size()) {
	case 1:
		picked<uint8_t>(x, i, z);
		break;
	case 2:
		picked<uint16_t>(x, i, z);
		break;
	case 4:
		picked<uint32_t>(x, i, z);
		break;
	case 8:
		picked<uint64_t>(x, i, z);
		break;
	case 16:
		picked<c10::complex<double>>(x, i, z);
		break;
	default:
		return Tensor();
	}
	return z;
}

// wrapped makes negative indices count from the end. What is out of range is an error
// of its own, "index I axis A length N", which Go reads.
Tensor wrapped(const Tensor &i, int64_t axis, int64_t n)
{
	if (from_start(i, n))
		return i;
	Tensor bad = at::logical_or(at::lt(i, -n), at::ge(i, n));
	if (bad.any().item<bool>()) {
		int64_t first = i.reshape({-1}).index_select(0, at::nonzero(bad.reshape({-1})).reshape({-1}).slice(0, 0, 1)).item<int64_t>();
		TORCH_CHECK(false, "goivy index ", first, " axis ", axis, " length ", n);
	}
	return at::where(at::lt(i, 0), at::add(i, n), i);
}

// part returns a view of x's ranges, with steps made positive, and which axes were
// turned round for that.
Tensor part(const Tensor &x, const int64_t *r, int n, std::vector<int64_t> &turned)
{
	Tensor z = x;
	for (int i = 0; i < n; i++, r += 3) {
		int64_t start = r[0], step = r[1], len = r[2];
		if (len == 0) {
			z = z.slice(i, 0, 0);
			continue;
		}
		if (len == 1)
			step = 1;
		if (step < 0) {
			start += (len - 1) * step;
			step = -step;
			turned.push_back(i);
		}
		z = z.slice(i, start, start + (len - 1) * step + 1, step);
	}
	return z;
}

// same_bits returns x as a type of the same size for which everything that moves
// elements has a kernel.
Tensor moved(const Tensor &x) { return bits(x); }

std::vector<Tensor> unsigned_free(const gt_tensor *xs, int n)
{
	std::vector<Tensor> out;
	for (int i = 0; i < n; i++)
		out.push_back(moved(borrow(xs[i])));
	return out;
}

c10::List<std::optional<Tensor>> lists(const Tensor &x, const gt_tensor *idx, int n)
{
	c10::List<std::optional<Tensor>> out;
	for (int i = 0; i < n; i++)
		out.push_back(wrapped(borrow(idx[i]), i, x.size(i)));
	return out;
}

// What is written: v at the blocks of x that indices over its first axes name, in their order.
// The library's index_put_ writes from several threads at once, in any order.
class written {
	Tensor x, v;                // v: the values of one block after the other
	Tensor starts;              // where each block begins, in elements from x's first
	int64_t width;              // elements of a block
	std::vector<int64_t> block; // where each of them is, from the first; empty if they are contiguous

	// parts divides the elements of a block among threads.
	template <class F> void parts(F f) const
	{
		static constexpr int64_t grain = 1 << 15; // additions that a thread is worth
		if (width > 0 && starts.numel() > 0)
			at::parallel_for(0, width, std::max<int64_t>(1, grain / starts.numel()), f);
	}

public:
	written(const Tensor &x, const Tensor &value, const gt_tensor *indices, int n) : x(x)
	{
		TORCH_CHECK(value.scalar_type() == x.scalar_type(), "values of ", value.scalar_type(), " into elements of ", x.scalar_type());
		starts = at::zeros({}, at::kLong);
		for (int i = 0; i < n; i++)
			starts = at::add(starts, at::mul(wrapped(borrow(indices[i]), i, x.size(i)), x.stride(i)));
		TORCH_CHECK(starts.scalar_type() == at::kLong, "indices that are no integers");
		auto shape = starts.sizes().vec();
		starts = starts.reshape({-1}).contiguous();

		auto sizes = x.sizes().slice(n), strides = x.strides().slice(n);
		width = c10::multiply_integers(sizes);
		shape.insert(shape.end(), sizes.begin(), sizes.end());
		if (!at::geometry_is_contiguous(sizes, strides)) {
			block = {0};
			for (size_t i = 0; i < sizes.size(); i++) {
				std::vector<int64_t> longer;
				for (int64_t at : block)
					for (int64_t k = 0; k < sizes[i]; k++)
						longer.push_back(at + k * strides[i]);
				block = std::move(longer);
			}
		}
		v = (value.is_alias_of(x) ? value.clone() : value).expand(shape).contiguous();
	}

	// one_by_one calls f for each value and its element, for those of one element in order.
	template <class T, class F> void one_by_one(F f) const
	{
		T *to = static_cast<T *>(x.data_ptr());
		const T *from = static_cast<const T *>(v.const_data_ptr());
		const int64_t *start = starts.const_data_ptr<int64_t>(), *element = block.data();
		int64_t count = starts.numel();
		parts([&](int64_t lo, int64_t hi) {
			for (int64_t p = 0; p < count; p++) {
				T *z = to + start[p];
				const T *y = from + p * width;
				if (block.empty())
					for (int64_t k = lo; k < hi; k++)
						f(z[k], y[k]);
				else
					for (int64_t k = lo; k < hi; k++)
						f(z[element[k]], y[k]);
			}
		});
	}

	// rounded_once adds floats of 16 bits in float32, all values of an element, and rounds their sum.
	template <class T> void rounded_once() const
	{
		T *to = static_cast<T *>(x.data_ptr());
		const T *from = static_cast<const T *>(v.const_data_ptr());
		auto [sorted, order] = at::sort(starts, /*stable=*/true, 0, false);
		const int64_t *start = sorted.const_data_ptr<int64_t>(), *position = order.const_data_ptr<int64_t>();
		int64_t count = starts.numel();
		auto element = [&](int64_t k) { return block.empty() ? k : block[k]; };
		parts([&](int64_t lo, int64_t hi) {
			std::vector<float> sums(hi - lo);
			for (int64_t p = 0, end; p < count; p = end) {
				for (int64_t k = lo; k < hi; k++)
					sums[k - lo] = to[start[p] + element(k)];
				for (end = p; end < count && start[end] == start[p]; end++)
					for (int64_t k = lo; k < hi; k++)
						sums[k - lo] += static_cast<float>(from[position[end] * width + k]);
				for (int64_t k = lo; k < hi; k++)
					to[start[p] + element(k)] = sums[k - lo];
			}
		});
	}
};

// groups of equal elements of a line, by a stable sort: order sorts it, and where a value
// differs from the one before it, a group begins, whose first element is the first in the
// line. A NaN differs from every other. Complex numbers are sorted by their imaginary
// parts and then by their real ones.
struct groups {
	Tensor order, sorted, begins;

	explicit groups(const Tensor &f)
	{
		if (f.is_complex()) {
			// One with a NaN in either part goes to the end, in the order in which they stand.
			Tensor nan = at::isnan(f);
			order = std::get<1>(at::sort(pick(nan, NAN, at::imag(f)), /*stable=*/true, 0, false));
			Tensor re = pick(nan, NAN, at::real(f)).index_select(0, order);
			order = order.index_select(0, std::get<1>(at::sort(re, true, 0, false)));
		} else {
			order = std::get<1>(at::sort(ordered(f), /*stable=*/true, 0, false));
		}
		int64_t n = f.numel();
		sorted = moved(f).index_select(0, order);
		begins = at::ones({n}, at::TensorOptions().dtype(at::kBool));
		if (n > 1)
			begins.slice(0, 1, n).copy_(at::ne(sorted.slice(0, 1, n), sorted.slice(0, 0, n - 1)));
	}

	// of returns the number of each element's group.
	Tensor of() const
	{
		Tensor numbers = at::zeros(order.sizes(), order.options());
		numbers.index_put_({order}, at::sub(at::cumsum(begins.to(at::kLong), 0), 1));
		return numbers;
	}
};

// number is a number without axes, cast to a type.
Tensor number(gt_scalar v, ScalarType t)
{
	// Through the widest type of its kind, so that casts are this shim's.
	if (v.kind == 1 && v.whole > 0)
		return cast(at::full({}, static_cast<int64_t>(v.bits), at::TensorOptions().dtype(at::kLong)).view(at::kUInt64), t);
	ScalarType own = v.kind == 0 ? at::kBool : v.kind == 1 ? at::kLong : v.kind == 2 ? at::kDouble : at::kComplexDouble;
	return cast(at::full({}, scalar(v), at::TensorOptions().dtype(own)), t);
}

// real is a number, or its real part, as a double.
double real(gt_scalar v)
{
	if (v.kind >= 2)
		return v.re;
	return v.whole > 0 ? static_cast<double>(v.bits) : static_cast<double>(static_cast<int64_t>(v.bits));
}

} // namespace

extern "C" {

gt_result gt_full(int type, const int64_t *dims, int rank, gt_scalar value)
{
	return result([&] { return number(value, dtype(type)).expand(at::IntArrayRef(dims, rank)).clone(at::MemoryFormat::Contiguous); });
}

// Integers wrap in 64 bits; those before index lo are replaced by first, those from hi on by last.
gt_result gt_arange(int type, int64_t n, gt_scalar start, gt_scalar step, int64_t lo, int64_t hi, int64_t first, int64_t last)
{
	return result([&] {
		ScalarType t = dtype(type);
		Tensor i = at::arange(n, at::TensorOptions().dtype(at::kLong));
		if (start.kind < 2 && step.kind < 2) {
			Tensor z = at::add(at::mul(i, static_cast<int64_t>(step.bits)), static_cast<int64_t>(start.bits));
			if (lo > 0)
				z.slice(0, 0, lo).fill_(first);
			if (hi < n)
				z.slice(0, hi, n).fill_(last);
			return t == at::kUInt64 ? z.view(t) : cast(z, t);
		}
		return cast(at::add(at::mul(i.to(at::kDouble), real(step)), real(start)), t);
	});
}

gt_result gt_linspace(int type, int64_t n, gt_scalar start, gt_scalar stop, int endpoint)
{
	return result([&] {
		ScalarType t = dtype(type);
		TORCH_CHECK(n >= 0, n, " numbers");
		int64_t steps = endpoint ? n - 1 : n;
		Tensor at = at::arange(n, at::TensorOptions().dtype(at::kLong)).to(at::kDouble);
		auto line = [&](double a, double b) {
			double step = steps > 0 ? (b - a) / static_cast<double>(steps) : 0;
			if (step == 0 && steps > 0) // it underflows, or there is no distance
				return at::add(at::mul(at::div(at, static_cast<double>(steps)), b - a), a);
			return at::add(at::mul(at, step), a);
		};
		auto imag = [](gt_scalar v) { return v.kind == 3 ? v.im : 0.0; };
		Tensor z = start.kind == 3 || stop.kind == 3 ? cast(at::complex(line(real(start), real(stop)), line(imag(start), imag(stop))), t)
		                                             : cast(line(real(start), real(stop)), t);
		if (endpoint && n > 1)
			z.slice(0, n - 1, n).copy_(number(stop, t));
		return z;
	});
}

gt_result gt_eye(int type, int64_t rows, int64_t cols, int64_t k)
{
	return result([&] {
		Tensor z = at::zeros({rows, cols}, at::TensorOptions().dtype(signed_of(dtype(type))));
		if (k < cols && k > -rows)
			z.diagonal(k).fill_(1);
		return z.view(dtype(type));
	});
}

gt_result gt_broadcast(gt_tensor x, const int64_t *dims, int rank)
{
	return result([&] { return borrow(x).expand(at::IntArrayRef(dims, rank)); });
}

gt_result gt_permute(gt_tensor x, const int64_t *perm, int n)
{
	return result([&] { return borrow(x).permute(at::IntArrayRef(perm, n)); });
}

gt_result gt_reshape(gt_tensor x, const int64_t *dims, int rank)
{
	return result([&] { return borrow(x).reshape(at::IntArrayRef(dims, rank)); });
}

gt_result gt_slice(gt_tensor x, const int64_t *ranges, int n)
{
	return result([&] {
		std::vector<int64_t> turned;
		Tensor z = part(borrow(x), ranges, n, turned);
		return turned.empty() ? z : at::flip(moved(z), turned).view(z.scalar_type());
	});
}

gt_result gt_concat(const gt_tensor *xs, int n, int64_t axis)
{
	return result([&] {
		auto parts = unsigned_free(xs, n);
		return at::cat(parts, axis).view(borrow(xs[0]).scalar_type());
	});
}

gt_result gt_take(gt_tensor t, gt_tensor indices, int64_t axis)
{
	return result([&] {
		Tensor x = borrow(t), i = borrow(indices);
		TORCH_CHECK(axis >= 0 && axis < x.dim(), "axis ", axis, " of ", x.dim());
		Tensor z = at::index_select(moved(x), axis, wrapped(i, axis, x.size(axis)).reshape({-1}));
		auto sizes = x.sizes().vec();
		sizes.erase(sizes.begin() + axis);
		sizes.insert(sizes.begin() + axis, i.sizes().begin(), i.sizes().end());
		return z.reshape(sizes).view(x.scalar_type());
	});
}

gt_result gt_take_along(gt_tensor t, gt_tensor indices, int64_t axis)
{
	return result([&] {
		Tensor x = borrow(t), i = borrow(indices);
		TORCH_CHECK(axis >= 0 && axis < x.dim() && i.dim() == x.dim(), "axis ", axis, " of ", x.dim(), ", indices of ", i.dim());
		int64_t n = x.size(axis);
		i = wrapped(i, axis, n);
		if (Tensor z; axis == x.dim() - 1 && (z = of_rows(x, i)).defined())
			return z;
		auto xs = x.sizes().vec(), is = i.sizes().vec();
		for (size_t k = 0; k < xs.size(); k++)
			if (static_cast<int64_t>(k) != axis) {
				int64_t d = xs[k] == 1 ? is[k] : xs[k];
				xs[k] = is[k] = d;
			}
		return at::gather(moved(x).expand(xs), axis, i.expand(is)).view(x.scalar_type());
	});
}

gt_result gt_index(gt_tensor t, const gt_tensor *indices, int n)
{
	return result([&] {
		Tensor x = borrow(t);
		return at::index(moved(x), lists(x, indices, n)).view(x.scalar_type());
	});
}

char *gt_set_slice(gt_tensor t, gt_tensor value, const int64_t *ranges, int n)
{
	return message([&] {
		std::vector<int64_t> turned;
		Tensor x = borrow(t), v = moved(borrow(value)).clone();
		Tensor z = part(moved(x), ranges, n, turned);
		if (!turned.empty())
			v = at::flip(v.expand(z.sizes()), turned);
		z.copy_(v);
	});
}

char *gt_set_index(gt_tensor t, gt_tensor value, const gt_tensor *indices, int n)
{
	return message([&] {
		Tensor x = borrow(t), v = borrow(value);
		written w(x, v, indices, n);
		auto set = [](auto &z, auto y) { z = y; };
		switch (x.element_size()) {
		case 1: return w.one_by_one<uint8_t>(set);
		case 2: return w.one_by_one<uint16_t>(set);
		case 4: return w.one_by_one<uint32_t>(set);
		case 8: return w.one_by_one<uint64_t>(set);
		default: return w.one_by_one<c10::complex<double>>(set);
		}
	});
}

char *gt_add_index(gt_tensor t, gt_tensor value, const gt_tensor *indices, int n)
{
	return message([&] {
		Tensor x = borrow(t), v = borrow(value);
		written a(x, v, indices, n);
		switch (x.scalar_type()) {
		case at::kBool: return a.one_by_one<uint8_t>([](uint8_t &z, uint8_t y) { z |= y; });
		case at::kByte: case at::kChar: return a.one_by_one<uint8_t>([](uint8_t &z, uint8_t y) { z += y; });
		case at::kShort: case at::kUInt16: return a.one_by_one<uint16_t>([](uint16_t &z, uint16_t y) { z += y; });
		case at::kInt: case at::kUInt32: return a.one_by_one<uint32_t>([](uint32_t &z, uint32_t y) { z += y; });
		case at::kLong: case at::kUInt64: return a.one_by_one<uint64_t>([](uint64_t &z, uint64_t y) { z += y; });
		case at::kFloat: return a.one_by_one<float>([](float &z, float y) { z += y; });
		case at::kDouble: return a.one_by_one<double>([](double &z, double y) { z += y; });
		case at::kComplexFloat: return a.one_by_one<c10::complex<float>>([](auto &z, auto y) { z += y; });
		case at::kComplexDouble: return a.one_by_one<c10::complex<double>>([](auto &z, auto y) { z += y; });
		case at::kHalf: return a.rounded_once<at::Half>();
		case at::kBFloat16: return a.rounded_once<at::BFloat16>();
		default: TORCH_CHECK(false, "no addition of ", x.scalar_type());
		}
	});
}

// The 16-bit floats are multiplied in float32 and integers in their own wrapping type.
gt_result gt_matmul(gt_tensor a, gt_tensor b)
{
	return result([&] {
		Tensor x = borrow(a), y = borrow(b);
		ScalarType t = x.scalar_type();
		if (t == at::kHalf || t == at::kBFloat16)
			return at::matmul(x.to(at::kFloat), y.to(at::kFloat)).to(t);
		return at::matmul(bits(x), bits(y)).view(t);
	});
}

// NaN, the greatest, is at the end of x, where the library does not see it: the search
// is among the numbers.
gt_result gt_searchsorted(gt_tensor a, gt_tensor b, int right)
{
	return result([&] {
		Tensor x = ordered(borrow(a)), y = ordered(borrow(b));
		if (x.scalar_type() == at::kBool)
			x = x.to(at::kByte), y = y.to(at::kByte);
		int64_t n = x.numel(), numbers = n;
		if (at::isFloatingType(x.scalar_type()))
			numbers -= at::isnan(x).sum().item<int64_t>();
		Tensor z = at::searchsorted(x.slice(0, 0, numbers).contiguous(), y.contiguous(), /*out_int32=*/false, right != 0);
		return numbers == n && !at::isFloatingType(y.scalar_type()) ? z : at::where(at::isnan(y), at::full_like(z, right ? n : numbers), z);
	});
}

gt_result gt_isin(gt_tensor a, gt_tensor b, int invert)
{
	return result([&] {
		Tensor x = ordered(borrow(a)).contiguous(), y = ordered(borrow(b)).contiguous();
		if (x.scalar_type() == at::kBool)
			x = x.to(at::kByte), y = y.to(at::kByte);
		if (!x.is_complex())
			return at::isin(x, y, /*assume_unique=*/false, invert != 0);
		// Complex numbers by the groups that those of both are in.
		Tensor both = groups(at::cat({x.reshape({-1}), y.reshape({-1})}, 0)).of();
		int64_t n = x.numel();
		return at::isin(both.slice(0, 0, n), both.slice(0, n, both.numel()), false, invert != 0).reshape(x.sizes());
	});
}

gt_result gt_nonzero(gt_tensor x)
{
	return result([&] { return at::nonzero(moved(borrow(x))); });
}

gt_results gt_unique(gt_tensor t)
{
	gt_results r = {{nullptr, nullptr, nullptr, nullptr}, nullptr};
	r.error = message([&] {
		Tensor x = borrow(t), f = x.reshape({-1});
		int64_t n = f.numel();
		auto longs = at::TensorOptions().dtype(at::kLong);
		groups g(f);
		Tensor at_ = at::nonzero(g.begins).reshape({-1});
		Tensor inverse = g.of();
		Tensor ends = at::cat({at_.slice(0, 1, at_.numel()), at::full({at_.numel() ? 1 : 0}, n, longs)}, 0);
		r.t[0] = release(g.sorted.index_select(0, at_).view(x.scalar_type()));
		r.t[1] = release(g.order.index_select(0, at_));
		r.t[2] = release(inverse.reshape(x.sizes()));
		r.t[3] = release(at::sub(ends, at_));
	});
	if (r.error)
		for (gt_tensor &z : r.t)
			if (z)
				gt_free(z), z = nullptr;
	return r;
}
}
