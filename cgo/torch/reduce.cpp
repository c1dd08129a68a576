//go:build libtorch

#include "common.hpp"
#include <numeric>

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
#include <ATen/ops/empty_like.h>
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

// total is the exact sum of integers.
typedef __int128 total;

template <class T> total sum_of(const T *p, int64_t n)
{
	total z = 0;
	while (n > 0) { // neither sum leaves 64 bits
		int64_t part = std::min<int64_t>(n, int64_t(1) << 30), high = 0, low = 0;
		for (int64_t i = 0; i < part; i++) {
			if constexpr (sizeof(T) == 8) {
				high += static_cast<int64_t>(p[i] >> 32);
				low += static_cast<int64_t>(p[i] & 0xffffffff);
			} else {
				low += static_cast<int64_t>(p[i]);
			}
		}
		z += (static_cast<total>(high) << 32) + low;
		p += part, n -= part;
	}
	return z;
}

// over returns t/n rounded to a double: to the nearest one, or to odd, so that a further
// rounding to a narrower type is right, as if it were the only one. Of n = 0 it is NaN.
double over(total t, uint64_t n, bool odd)
{
	if (n == 0 || t == 0)
		return n == 0 ? NAN : 0;
	auto m = static_cast<unsigned __int128>(t < 0 ? -t : t);
	// The quotient of numbers that begin with a set bit has 63 or 64 bits.
	int exp = 0;
	while (!(m >> 127)) {
		int s = m >> 64 ? __builtin_clzll(static_cast<uint64_t>(m >> 64)) : 64;
		m <<= s, exp -= s;
	}
	int s = __builtin_clzll(n);
	n <<= s, exp += s;
	uint64_t rest = 0;
	if (static_cast<uint64_t>(m >> 64) >= n)
		rest = m & 1, m >>= 1, exp++;
	auto q = static_cast<uint64_t>(m / n);
	if (rest | static_cast<uint64_t>(m % n))
		q |= 1;
	if (odd) {
		int cut = 11 - __builtin_clzll(q);
		uint64_t low = (uint64_t(1) << cut) - 1;
		if (q & low)
			q |= low + 1;
		q &= ~low;
	}
	double z = std::ldexp(static_cast<double>(q), exp);
	return t < 0 ? -z : z;
}

// distance is v − m, rounded once.
template <class T> double distance(T v, T m)
{
	uint64_t bits = static_cast<uint64_t>(v) - static_cast<uint64_t>(m);
	auto d = static_cast<int64_t>(bits);
	if ((v < m) == (d < 0))
		return static_cast<double>(d);
	return v < m ? -static_cast<double>(-bits) : static_cast<double>(bits); // it needs more than 63 bits
}

// squares_of fills r with the squared distances of integers to their mean: to its whole
// part, in integers, less what is above it. sum is that of all n, of which p has some.
template <class T> void squares_of(double *r, const T *p, int64_t some, total sum, int64_t n)
{
	total whole = sum / n, rest = sum % n;
	if (rest < 0)
		whole--, rest += n;
	const T m = static_cast<T>(whole);
	const double above = static_cast<double>(static_cast<int64_t>(rest)) / static_cast<double>(n);
	for (int64_t i = 0; i < some; i++) {
		double d = distance(p[i], m) - above;
		r[i] = d * d;
	}
}

// rows_of calls f with each row of a matrix of integers: where it is, and its number.
template <class T, class F> void rows_of(const Tensor &x, int64_t n, F f)
{
	const T *p = static_cast<const T *>(x.const_data_ptr());
	int64_t rows = n ? x.numel() / n : 0;
	at::parallel_for(0, rows, std::max<int64_t>(1, 16384 / std::max<int64_t>(n, 1)), [&](int64_t lo, int64_t hi) {
		for (int64_t i = lo; i < hi; i++)
			f(p + i * n, i);
	});
}

template <class F> void rows_of(const Tensor &x, int64_t n, F f)
{
	switch (x.scalar_type()) {
	case at::kByte: case at::kBool: return rows_of<uint8_t>(x, n, f);
	case at::kUInt16: return rows_of<uint16_t>(x, n, f);
	case at::kUInt32: return rows_of<uint32_t>(x, n, f);
	case at::kUInt64: return rows_of<uint64_t>(x, n, f);
	case at::kChar: return rows_of<int8_t>(x, n, f);
	case at::kShort: return rows_of<int16_t>(x, n, f);
	case at::kInt: return rows_of<int32_t>(x, n, f);
	default: return rows_of<int64_t>(x, n, f);
	}
}

// whole reports whether numbers are integers or bools, whose means and variances are
// computed from the numbers themselves: as floats many are not what they were.
bool whole(const Tensor &x) { return at::isIntegralType(x.scalar_type(), true); }

// matrix makes the elements of each result a row.
Tensor matrix(const Tensor &x, at::IntArrayRef axes)
{
	ScalarType t = x.scalar_type();
	return (wide_unsigned(t) ? flat(bits(x), axes).contiguous().view(t) : flat(x, axes).contiguous());
}

// A long row, if it is the only one, is taken in parts of this many elements.
constexpr int64_t part = 1 << 15;

bool in_parts(const Tensor &m) { return m.numel() == m.size(-1) && m.numel() >= 2 * part; }

// parts_of calls f with the parts of a row: where they are, their numbers and their lengths.
template <class F> void parts_of(const Tensor &m, F f)
{
	Tensor row = m.reshape({-1});
	int64_t n = row.size(0), whole = n / part;
	rows_of(row.slice(0, 0, whole * part), part, [&](auto p, int64_t i) { f(p, i, part); });
	if (n % part)
		rows_of(row.slice(0, whole * part, n), n % part, [&](auto p, int64_t) { f(p, whole, n % part); });
}

total sum_in_parts(const Tensor &m)
{
	std::vector<total> sums((m.numel() + part - 1) / part);
	parts_of(m, [&](auto p, int64_t i, int64_t n) { sums[i] = sum_of(p, n); });
	return std::accumulate(sums.begin(), sums.end(), total(0));
}

Tensor mean_of_integers(ScalarType out, const Tensor &x, at::IntArrayRef axes, bool keepdims)
{
	Tensor m = matrix(x, axes);
	int64_t n = m.size(-1);
	Tensor z = at::full(m.sizes().slice(0, m.dim() - 1), NAN, x.options().dtype(at::kDouble));
	double *r = z.mutable_data_ptr<double>();
	if (in_parts(m))
		r[0] = over(sum_in_parts(m), n, out != at::kDouble);
	else
		rows_of(m, n, [&](auto p, int64_t i) { r[i] = over(sum_of(p, n), n, out != at::kDouble); });
	return kept(cast(z, out), x, axes, keepdims);
}

Tensor variance_of_integers(ScalarType out, const Tensor &x, at::IntArrayRef axes, bool keepdims, double correction, bool root)
{
	Tensor m = matrix(x, axes);
	int64_t n = m.size(-1);
	Tensor squares = at::full(m.sizes(), NAN, x.options().dtype(at::kDouble));
	double *r = squares.mutable_data_ptr<double>();
	if (in_parts(m)) {
		total sum = sum_in_parts(m);
		parts_of(m, [&](auto p, int64_t i, int64_t some) { squares_of(r + i * part, p, some, sum, n); });
	} else {
		rows_of(m, n, [&](auto p, int64_t i) { squares_of(r + i * n, p, n, sum_of(p, n), n); });
	}
	double count = static_cast<double>(n) - correction;
	Tensor z = at::div(at::sum(squares, -1), count > 0 ? count : NAN);
	return kept(cast(root ? at::sqrt(z) : z, out), x, axes, keepdims);
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
	case GT_MEAN: return whole(x) ? mean_of_integers(out, x, axes, keepdims) : mean(x, axes, keepdims);
	case GT_PROD: return prod(x, axes, keepdims);
	case GT_STD:
		if (whole(x))
			return variance_of_integers(out, x, axes, keepdims, correction, true);
		return at::sqrt(var(x, axes, keepdims, correction)).to(out);
	case GT_SUM: return sum(x, axes, keepdims);
	case GT_VAR:
		if (whole(x))
			return variance_of_integers(out, x, axes, keepdims, correction, false);
		return var(x, axes, keepdims, correction).to(out);
	case GT_ALL: return all(x, axes, keepdims, true);
	default: return all(x, axes, keepdims, false);
	}
}

// within_range leaves what is accumulated in a wider type what it is as a T, where that is
// infinite or NaN: a 0 or an infinity that follows makes it NaN.
template <class T> double within_range(double v)
{
	T r = static_cast<T>(v);
	return std::isfinite(r) ? v : r;
}

// Sums of a type that the library accumulates in a wider one are accumulated so here too.
struct running_sum {
	double v;
	explicit running_sum(float x) : v(x) {}
	float add(float x)
	{
		v = within_range<float>(v + x);
		return static_cast<float>(v);
	}
};

struct running_complex_sum {
	running_sum re, im;
	explicit running_complex_sum(c10::complex<float> x) : re(x.real()), im(x.imag()) {}
	c10::complex<float> add(c10::complex<float> x) { return {re.add(x.real()), im.add(x.imag())}; }
};

// Products are rounded to the type at each step: in a wider one, infinities and zeros of
// the type's are numbers.
template <class T> struct running_product {
	T v;
	explicit running_product(T x) : v(x) {}
	T add(T x) { return v = v * x; }
};

template <class T, class R> Tensor running(const Tensor &x, int64_t axis)
{
	Tensor a = x.contiguous(), z = at::empty_like(a);
	int64_t n = a.size(axis), behind = 1;
	for (int64_t i = axis + 1; i < a.dim(); i++)
		behind *= a.size(i);
	if (a.numel() == 0)
		return z;
	const T *p = a.const_data_ptr<T>();
	T *r = z.mutable_data_ptr<T>();
	at::parallel_for(0, a.numel() / n, std::max<int64_t>(1, 8192 / n), [&](int64_t lo, int64_t hi) {
		for (int64_t line = lo; line < hi; line++) {
			int64_t at = line / behind * n * behind + line % behind;
			R so_far(p[at]);
			r[at] = p[at];
			for (int64_t i = 1; i < n; i++) {
				at += behind;
				r[at] = so_far.add(p[at]);
			}
		}
	});
	return z;
}

Tensor accumulated(const Tensor &x, int64_t axis, bool sum)
{
	switch (x.scalar_type()) {
	case at::kFloat: return sum ? running<float, running_sum>(x, axis) : running<float, running_product<float>>(x, axis);
	case at::kComplexFloat:
		return sum ? running<c10::complex<float>, running_complex_sum>(x, axis) : running<c10::complex<float>, running_product<c10::complex<float>>>(x, axis);
	default: return sum ? at::cumsum(x, axis) : at::cumprod(x, axis);
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
	Tensor z = accumulated(a, axis, op == GT_CUMULATIVE_SUM);
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
