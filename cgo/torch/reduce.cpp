//go:build libtorch

#include "common.hpp"

#include <ATen/ops/all.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/any.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/argmin.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cumprod.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/flip.h>
#include <ATen/ops/full.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/narrow.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/prod.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/var.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/square.h>
#include <ATen/ops/real.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/add.h>

using namespace gt;

namespace {

// accumulator returns the type in which sums of a type are accumulated: float32 for the
// 16-bit floats.
ScalarType accumulator(ScalarType t) { return t == at::kHalf || t == at::kBFloat16 ? at::kFloat : t; }

// flat joins the axes into one, the last, for functions that reduce over one.
Tensor flat(const Tensor &x, at::IntArrayRef axes)
{
	std::vector<int64_t> order, sizes;
	int64_t n = 1;
	for (int64_t i = 0; i < x.dim(); i++)
		if (std::find(axes.begin(), axes.end(), i) == axes.end())
			order.push_back(i), sizes.push_back(x.size(i));
	for (int64_t i : axes)
		order.push_back(i), n *= x.size(i);
	sizes.push_back(n);
	return x.permute(order).reshape(sizes);
}

// kept gives a result over the last axis the axes of length 1 that keepdims asks for.
Tensor kept(const Tensor &z, const Tensor &x, at::IntArrayRef axes, bool keepdims)
{
	if (!keepdims)
		return z;
	std::vector<int64_t> sizes = x.sizes().vec();
	for (int64_t i : axes)
		sizes[i] = 1;
	return z.reshape(sizes);
}

Tensor sum(const Tensor &x, at::IntArrayRef axes, bool keepdims)
{
	ScalarType t = x.scalar_type();
	if (axes.empty())
		return x.clone();
	if (t == at::kUInt64)
		return at::sum(bits(x), axes, keepdims, at::kLong).view(t);
	if (at::isIntegralType(t, true))
		return at::sum(x.to(at::kLong), axes, keepdims, at::kLong).to(t);
	return at::sum(x, axes, keepdims, accumulator(t)).to(t); // its own partial sums of several threads are narrow
}

Tensor prod(const Tensor &x, at::IntArrayRef axes, bool keepdims)
{
	ScalarType t = x.scalar_type();
	if (axes.empty())
		return x.clone();
	Tensor f = flat(t == at::kUInt64 ? bits(x) : integral(t) ? x.to(at::kLong) : x.to(accumulator(t)), axes);
	Tensor z = at::prod(f, -1);
	z = t == at::kUInt64 ? z.view(t) : z.to(t);
	return kept(z, x, axes, keepdims);
}

// count is how many elements one result is made of.
int64_t count(const Tensor &x, at::IntArrayRef axes)
{
	int64_t n = 1;
	for (int64_t i : axes)
		n *= x.size(i);
	return n;
}

Tensor mean(const Tensor &x, at::IntArrayRef axes, bool keepdims)
{
	ScalarType t = x.scalar_type();
	return axes.empty() ? x.clone() : at::mean(x, axes, keepdims, accumulator(t)).to(t);
}

Tensor var(const Tensor &x, at::IntArrayRef axes, bool keepdims, double correction)
{
	ScalarType t = x.scalar_type();
	double n = count(x, axes) - correction;
	Tensor a = x.to(t == at::kHalf || t == at::kBFloat16 ? at::kFloat : t);
	Tensor d = axes.empty() ? at::sub(a, a) : at::sub(a, at::mean(a, axes, true));
	Tensor squares = d.is_complex() ? at::add(at::square(at::real(d)), at::square(at::imag(d))) : at::square(d);
	Tensor z = axes.empty() ? squares : at::sum(squares, axes, keepdims);
	if (n <= 0)
		return at::full_like(z, NAN);
	return at::div(z, n);
}

Tensor extreme(const Tensor &x, at::IntArrayRef axes, bool keepdims, bool greatest)
{
	if (axes.empty())
		return x.clone();
	ScalarType t = x.scalar_type();
	Tensor o = ordered(x);
	return disordered(greatest ? at::amax(o, axes, keepdims) : at::amin(o, axes, keepdims), t);
}

Tensor arg(const Tensor &x, at::IntArrayRef axes, bool keepdims, bool greatest)
{
	Tensor o = ordered(x);
	if (o.scalar_type() == at::kBool)
		o = o.to(at::kByte);
	if (static_cast<int64_t>(axes.size()) == x.dim() && x.dim() != 1) {
		Tensor f = o.reshape({-1});
		return kept(greatest ? at::argmax(f, 0) : at::argmin(f, 0), x, axes, keepdims);
	}
	TORCH_CHECK(axes.size() == 1, "the index of an extreme over ", axes.size(), " axes of ", x.dim());
	return greatest ? at::argmax(o, axes[0], keepdims) : at::argmin(o, axes[0], keepdims);
}

Tensor truth(const Tensor &x) { return x.scalar_type() == at::kBool ? x : at::ne(bits(x), 0); }

Tensor all(const Tensor &x, at::IntArrayRef axes, bool keepdims, bool every)
{
	Tensor t = truth(x);
	if (axes.empty())
		return t.is_same(x) ? t.clone() : t;
	Tensor f = flat(t, axes);
	return kept(every ? at::all(f, -1) : at::any(f, -1), x, axes, keepdims);
}

Tensor reduce(int op, ScalarType out, const Tensor &x, at::IntArrayRef axes, bool keepdims, double correction)
{
	for (size_t i = 0; i < axes.size(); i++)
		TORCH_CHECK(axes[i] < x.dim() && axes[i] > (i ? axes[i - 1] : -1), "axes ", axes, " of ", x.dim());
	switch (op) {
	case GT_ARGMAX: return arg(x, axes, keepdims, true);
	case GT_ARGMIN: return arg(x, axes, keepdims, false);
	case GT_COUNT_NONZERO: {
		Tensor t = truth(x).to(at::kLong);
		return axes.empty() ? t : at::sum(t, axes, keepdims);
	}
	case GT_MAX: return extreme(x, axes, keepdims, true);
	case GT_MIN: return extreme(x, axes, keepdims, false);
	case GT_MEAN: return mean(x, axes, keepdims);
	case GT_PROD: return prod(x, axes, keepdims);
	case GT_STD: return at::sqrt(var(x, axes, keepdims, correction)).to(out);
	case GT_SUM: return sum(x, axes, keepdims);
	case GT_VAR: return var(x, axes, keepdims, correction).to(out);
	case GT_ALL: return all(x, axes, keepdims, true);
	default: return all(x, axes, keepdims, false);
	}
}

Tensor scan(int op, const Tensor &x, int64_t axis, bool initial, bool exclusive, bool reverse)
{
	ScalarType t = x.scalar_type();
	TORCH_CHECK(axis >= 0 && axis < x.dim(), "axis ", axis, " of ", x.dim());
	Tensor a = t == at::kUInt64 ? bits(x) : integral(t) ? x.to(at::kLong) : x.to(accumulator(t));
	if (reverse)
		a = at::flip(a, {axis});
	auto sizes = x.sizes().vec();
	sizes[axis] = 1;
	auto neutral = [&] { return op == GT_CUMULATIVE_SUM ? at::zeros(sizes, a.options()) : at::ones(sizes, a.options()); };
	if (exclusive && x.size(axis) > 0)
		a = at::cat({neutral(), at::narrow(a, axis, 0, x.size(axis) - 1)}, axis);
	Tensor z = op == GT_CUMULATIVE_SUM ? at::cumsum(a, axis) : at::cumprod(a, axis);
	if (initial)
		z = at::cat({neutral(), z}, axis);
	if (reverse)
		z = at::flip(z, {axis});
	return t == at::kUInt64 ? z.view(t) : z.to(t);
}

} // namespace

extern "C" gt_result gt_reduce(int op, int out, gt_tensor x, const int64_t *axes, int n, int keepdims, double correction)
{
	return result([&] { return reduce(op, dtype(out), borrow(x), at::IntArrayRef(axes, n), keepdims, correction); });
}

extern "C" gt_result gt_scan(int op, int out, gt_tensor x, int64_t axis, int initial, int exclusive, int reverse)
{
	(void)out;
	return result([&] { return scan(op, borrow(x), axis, initial, exclusive, reverse); });
}

// Sorted ascending NaN is last, descending it is first.
extern "C" gt_result gt_sort(gt_tensor t, int64_t axis, int descending, int indices)
{
	return result([&] {
		Tensor x = borrow(t);
		if (x.dim() == 0)
			return indices ? at::zeros({}, x.options().dtype(at::kLong)) : x.clone();
		auto z = at::sort(ordered(x), /*stable=*/true, axis, descending != 0);
		return indices ? std::get<1>(z) : disordered(std::get<0>(z), x.scalar_type());
	});
}
