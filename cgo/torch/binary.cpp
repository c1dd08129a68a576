//go:build libtorch

#include "small.hpp"

#include <array>

#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/any.h>
#include <ATen/ops/atan2.h>
#include <ATen/ops/bitwise_and.h>
#include <ATen/ops/bitwise_left_shift.h>
#include <ATen/ops/bitwise_or.h>
#include <ATen/ops/bitwise_right_shift.h>
#include <ATen/ops/broadcast_tensors.h>
#include <ATen/ops/ceil.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/copysign.h>
#include <ATen/ops/div.h>
#include <ATen/ops/div_cpu_dispatch.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/eq_cpu_dispatch.h>
#include <ATen/ops/floor.h>
#include <ATen/ops/fmax.h>
#include <ATen/ops/fmin.h>
#include <ATen/ops/fmod.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/gcd.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/ge_cpu_dispatch.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/gt_cpu_dispatch.h>
#include <ATen/ops/hypot.h>
#include <ATen/ops/isinf.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/item.h>
#include <ATen/ops/le.h>
#include <ATen/ops/le_cpu_dispatch.h>
#include <ATen/ops/logaddexp.h>
#include <ATen/ops/logical_and.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logical_or.h>
#include <ATen/ops/logical_xor.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/lt_cpu_dispatch.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/maximum_cpu_dispatch.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/minimum_cpu_dispatch.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/mul_cpu_dispatch.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/ne_cpu_dispatch.h>
#include <ATen/ops/nextafter.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/reciprocal.h>
#include <ATen/ops/remainder.h>
#include <ATen/ops/rsub.h>
#include <ATen/ops/special_zeta.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sub_cpu_dispatch.h>
#include <ATen/ops/view_as_complex.h>
#include <ATen/ops/view_as_real.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>

using namespace gt;

namespace {

typedef Tensor (*binary)(const Tensor &, const Tensor &);

// by_bits is f of the bits as signed numbers, which wrap alike.
template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor by_bits(const Tensor &x, const Tensor &y)
{
	if (!wide_unsigned(x.scalar_type()))
		return f(x, y);
	return f(bits(x), bits(y)).view(x.scalar_type());
}

Tensor plus(const Tensor &x, const Tensor &y) { return at::add(x, y); }
Tensor minus(const Tensor &x, const Tensor &y) { return at::sub(x, y); }

// by_parts is f of real and imaginary parts: the library's own multiplies by 1+0j.
template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor by_parts(const Tensor &x, const Tensor &y)
{
	if (!x.is_complex())
		return by_bits<f>(x, y);
	return at::view_as_complex(f(at::view_as_real(x), at::view_as_real(y)).contiguous());
}

Tensor multiply(const Tensor &x, const Tensor &y) { return at::mul(x, y); }

double greater_part(c10::complex<double> z) { return std::max(std::abs(z.real()), std::abs(z.imag())); }

// quotient of complex numbers: the library's overflows for what is near the ends of the
// range.
template <class T> c10::complex<T> quotient(c10::complex<T> x, c10::complex<T> y)
{
	c10::complex<double> a(x), b(y);
	if constexpr (std::is_same_v<T, float>) // in double precision nothing overflows
		return c10::complex<T>(a / b);
	double u = scale(greater_part(a)), v = scale(greater_part(b));
	if (u == 1 && v == 1)
		return c10::complex<T>(a / b);
	c10::complex<double> q = (a * u) / (b * v);
	return c10::complex<T>(u == v ? q : q / u * v); // u and v are far apart: not v / u
}

Tensor divide(const Tensor &x, const Tensor &y)
{
	if (x.scalar_type() == at::kComplexFloat)
		return each<c10::complex<float>>(x, y, quotient<float>);
	if (x.scalar_type() == at::kComplexDouble)
		return each<c10::complex<double>>(x, y, quotient<double>);
	return at::div(x, y);
}

// below is x < y of unsigned 64-bit numbers.
Tensor below(const Tensor &x, const Tensor &y) { return at::lt(ordered(x), ordered(y)); }

// quotient of unsigned 64-bit numbers, y not 0: half of x divided, twice, and mended.
Tensor quotient64(const Tensor &x, const Tensor &y)
{
	Tensor a = bits(x), b = bits(y);
	Tensor large = at::lt(b, 0); // 2⁶³ and more: the quotient is 0 or 1
	Tensor small = pick(large, 1, b);
	Tensor half = at::bitwise_and(at::bitwise_right_shift(a, at::full_like(a, 1)), std::numeric_limits<int64_t>::max());
	Tensor q = at::mul(at::div(half, small, "trunc"), 2);
	Tensor r = at::sub(a, at::mul(q, small));
	q = at::add(q, at::logical_not(below(r.view(at::kUInt64), small.view(at::kUInt64))).to(at::kLong));
	return at::where(large, at::logical_not(below(x, y)).to(at::kLong), q).view(at::kUInt64);
}

// signed_wide returns a type that has all values of an unsigned one.
ScalarType wider(ScalarType t) { return t == at::kUInt16 ? at::kInt : at::kLong; }

Tensor floor_divide_ints(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	Tensor zero = at::eq(bits(y), 0);
	if (t == at::kUInt64) {
		Tensor q = quotient64(x, pick(zero, 1, bits(y)).view(t));
		return pick(zero, 0, bits(q)).view(t);
	}
	if (wide_unsigned(t))
		return cast(floor_divide_ints(x.to(wider(t)), y.to(wider(t))), t);
	return pick(zero, 0, at::div(x, pick(zero, 1, y), "floor"));
}

Tensor in_float(Tensor (*f)(const Tensor &, const Tensor &), const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	if (t == at::kHalf || t == at::kBFloat16)
		return f(x.to(at::kFloat), y.to(at::kFloat)).to(t);
	return f(x, y);
}

// remainder of floats, exact, with y's sign.
template <class T> T remainder_of(T x, T y)
{
	T r = std::fmod(x, y);
	if (r != 0 && (r < 0) != (y < 0))
		r += y;
	return r == 0 ? std::copysign(T(0), y) : r;
}

// floor of the exact quotient, in a wider type W; with infinities the quotient itself.
template <class T, class W> T floor_quotient(T x, T y)
{
	if (y == 0 || !std::isfinite(x) || !std::isfinite(y))
		return x / y;
	W r = std::fmod(W(x), W(y)), q = (W(x) - r) / W(y);
	if (r != 0 && (r < 0) != (y < 0))
		q -= 1;
	return q == 0 ? std::copysign(T(0), x / y) : T(std::rint(q));
}

Tensor remainder_floats(const Tensor &x, const Tensor &y)
{
	return x.scalar_type() == at::kDouble ? each<double>(x, y, remainder_of<double>) : each<float>(x, y, remainder_of<float>);
}

Tensor floor_divide_floats(const Tensor &x, const Tensor &y)
{
	return x.scalar_type() == at::kDouble ? each<double>(x, y, floor_quotient<double, long double>) : each<float>(x, y, floor_quotient<float, double>);
}

Tensor floor_divide(const Tensor &x, const Tensor &y)
{
	return integral(x.scalar_type()) ? floor_divide_ints(x, y) : in_float(floor_divide_floats, x, y);
}

Tensor remainder(const Tensor &x, const Tensor &y)
{
	if (!integral(x.scalar_type()))
		return in_float(remainder_floats, x, y);
	Tensor q = floor_divide_ints(x, y);
	Tensor r = at::sub(bits(x), at::mul(bits(q), bits(y))).view(x.scalar_type());
	return pick(at::eq(bits(y), 0), 0, bits(r)).view(x.scalar_type());
}

Tensor power(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	if (!wide_unsigned(t))
		return at::pow(x, y);
	if (t != at::kUInt64)
		return cast(at::pow(x.to(at::kLong), y.to(at::kLong)), t);
	// Powers of odd numbers come round after 2⁶² at most; of even ones nothing is left by then.
	Tensor a = bits(x), n = bits(y);
	Tensor many = at::logical_or(at::lt(n, 0), at::ge(n, int64_t(1) << 62));
	Tensor z = at::pow(a, at::bitwise_and(n, (int64_t(1) << 62) - 1));
	Tensor even = at::eq(at::bitwise_and(a, 1), 0);
	return pick(at::logical_and(many, even), 0, z).view(t);
}

Tensor left_shift(const Tensor &x, const Tensor &y)
{
	Tensor z = at::bitwise_left_shift(bits(x), bits(y));
	Tensor none = at::logical_or(at::lt(bits(y), 0), at::ge(bits(y), int64_t(8 * x.element_size())));
	return (x.scalar_type() == at::kByte ? pick(at::ge(y, 8), 0, z) : pick(none, 0, z)).view(x.scalar_type());
}

Tensor right_shift(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	if (!wide_unsigned(t))
		return at::bitwise_right_shift(x, y);
	if (t != at::kUInt64) {
		Tensor n = at::clamp_max(y.to(at::kLong), 63);
		return cast(at::bitwise_right_shift(x.to(at::kLong), n), t);
	}
	Tensor a = bits(x), n = bits(y);
	Tensor none = at::logical_or(at::lt(n, 0), at::ge(n, 64));
	Tensor m = pick(at::logical_or(none, at::eq(n, 0)), 1, n);
	Tensor mask = at::bitwise_right_shift(at::full_like(m, std::numeric_limits<int64_t>::max()), at::sub(m, 1));
	Tensor z = at::bitwise_and(at::bitwise_right_shift(a, m), mask);
	z = at::where(at::eq(n, 0), a, z);
	return pick(none, 0, z).view(t);
}

template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor in_order(const Tensor &x, const Tensor &y) { return f(ordered(x), ordered(y)); }

template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor of_order(const Tensor &x, const Tensor &y)
{
	return disordered(f(ordered(x), ordered(y)), x.scalar_type());
}

template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor float32(const Tensor &x, const Tensor &y) { return in_float(f, x, y); }

template <Tensor (*f)(const Tensor &, const Tensor &)> Tensor bool_bits(const Tensor &x, const Tensor &y) { return f(bits(x), bits(y)); }

#define B(f) [](const Tensor &x, const Tensor &y) -> Tensor { return at::f(x, y); }

Tensor eq(const Tensor &x, const Tensor &y) { return at::eq(x, y); }
Tensor ne(const Tensor &x, const Tensor &y) { return at::ne(x, y); }
Tensor lt(const Tensor &x, const Tensor &y) { return at::lt(x, y); }
Tensor le(const Tensor &x, const Tensor &y) { return at::le(x, y); }
Tensor gt_(const Tensor &x, const Tensor &y) { return at::gt(x, y); }
Tensor ge(const Tensor &x, const Tensor &y) { return at::ge(x, y); }
Tensor maximum(const Tensor &x, const Tensor &y) { return at::maximum(x, y); }
Tensor minimum(const Tensor &x, const Tensor &y) { return at::minimum(x, y); }
Tensor fmax(const Tensor &x, const Tensor &y) { return at::fmax(x, y); }
Tensor fmin(const Tensor &x, const Tensor &y) { return at::fmin(x, y); }
Tensor atan2(const Tensor &x, const Tensor &y) { return at::atan2(x, y); }
Tensor hypot(const Tensor &x, const Tensor &y) { return at::hypot(x, y); }
// The greater, and what the other adds: in a wider type, since the two may cancel.
template <class T, class W> T log_add_exp(T x, T y)
{
	if (x != x || y != y)
		return x + y;
	T hi = std::max(x, y), lo = std::min(x, y);
	if (lo == -INFINITY || hi == INFINITY)
		return hi;
	return T(W(hi) + std::log1p(std::exp(W(lo) - W(hi))));
}

Tensor logaddexp(const Tensor &x, const Tensor &y)
{
	return x.scalar_type() == at::kDouble ? each<double>(x, y, log_add_exp<double, long double>) : each<float>(x, y, log_add_exp<float, double>);
}

// nextafter of the 16-bit floats, by their bits.
Tensor nextafter(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	if (t == at::kFloat || t == at::kDouble)
		return at::nextafter(x, y);
	auto both = at::broadcast_tensors({x, y});
	Tensor a = both[0].contiguous(), b = both[1].contiguous();
	Tensor n = a.view(at::kShort);
	Tensor zero = at::eq(a, 0), nan = at::logical_or(at::isnan(a), at::isnan(b));
	Tensor outward = at::eq(at::gt(b, a), at::gt(a, 0)); // away from 0
	Tensor step = at::where(outward, at::add(n, 1), at::sub(n, 1));
	Tensor first = at::where(at::gt(b, 0), at::full_like(n, 1), at::full_like(n, -32767));
	step = at::where(zero, first, step).view(t);
	step = at::where(at::eq(a, b), b, step);
	return pick(nan, NAN, step);
}

Tensor complex(const Tensor &x, const Tensor &y) { return at::complex(x, y); }

// zeta_above is Hurwitz's function of positive y. Of a large x one term is all of the sum, which the library makes NaN;
// of a large y it is nearly an integral, of which the library's factors underflow.
Tensor zeta_above(const Tensor &x, const Tensor &y)
{
	Tensor z = at::where(at::gt(x, 1e4), at::pow(y, at::mul(x, -1.)), at::special_zeta(x, y));
	Tensor far = at::logical_and(at::gt(y, 1e13), at::gt(x, 1.));
	if (!at::any(far).item<bool>())
		return z;
	Tensor less = at::sub(x, 1.), factor = at::add(at::reciprocal(less), at::reciprocal(at::mul(y, 2.)));
	return at::where(far, at::mul(factor, at::pow(y, at::mul(less, -1.))), z);
}

// zeta is Hurwitz's function in float64. The library adds up a term for each integer between a
// negative y and 0, which may take for ever: here sums of positive numbers stand for them.
Tensor zeta(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	Tensor s = x.to(at::kDouble), q = y.to(at::kDouble), negative = at::lt(q, 0);
	Tensor z = zeta_above(s, pick(negative, 1., q));
	if (at::any(negative).item<bool>()) {
		Tensor n = at::where(negative, q, -.5); // of a great q that is positive 1-q would take for ever
		// With f the fraction of n, Σ (n+k)^-s = Σ (f+k)^-s + (-1)^s (Σ (1-f+k)^-s - Σ (1-n+k)^-s).
		Tensor f = at::sub(n, at::floor(n)), beyond = zeta_above(s, at::rsub(n, 1.));
		Tensor above = zeta_above(s, f), below = at::sub(zeta_above(s, at::sub(at::ceil(n), n)), beyond);
		Tensor odd = at::eq(at::remainder(s, 2.), 1.), sum = at::where(odd, at::sub(above, below), at::add(above, below));
		// Both may overflow: the greater one decides, and of two that are the same the rest is left.
		sum = at::where(at::isnan(sum), at::where(at::lt(f, .5), above, at::mul(above, -1.)), sum);
		sum = at::where(at::logical_and(at::eq(f, .5), odd), beyond, sum);
		z = at::where(negative, pick(at::ne(at::floor(s), s), NAN, sum), z);
	}
	z = pick(at::logical_and(at::le(q, 0.), at::eq(at::floor(q), q)), INFINITY, z); // a term is
	z = pick(at::eq(q, INFINITY), 0., z);
	z = pick(at::eq(s, 1.), INFINITY, z);
	z = pick(at::logical_or(at::lt(s, 1.), at::logical_or(at::isnan(s), at::isnan(q))), NAN, z);
	return cast(z, t);
}

uint64_t euclid(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;
		a = b, b = r;
	}
	return a;
}

// The library's gcd is wrong for the least of the signed numbers, and lcm may divide it
// by −1. In 64 bits with signs apart both are right, and wrap as they are cast back.
template <bool lcm> Tensor euclidean(const Tensor &x, const Tensor &y)
{
	ScalarType t = x.scalar_type();
	auto both = at::broadcast_tensors({x, y});
	Tensor a = (t == at::kUInt64 ? bits(both[0]) : both[0].to(at::kLong)).contiguous();
	Tensor b = (t == at::kUInt64 ? bits(both[1]) : both[1].to(at::kLong)).contiguous();
	Tensor z = at::empty_like(a);
	const int64_t *p = a.const_data_ptr<int64_t>(), *q = b.const_data_ptr<int64_t>();
	int64_t *r = z.mutable_data_ptr<int64_t>();
	auto magnitude = [&](int64_t v) { return v < 0 && t != at::kUInt64 ? -static_cast<uint64_t>(v) : static_cast<uint64_t>(v); };
	for (int64_t i = 0, n = a.numel(); i < n; i++) {
		uint64_t u = magnitude(p[i]), v = magnitude(q[i]), g = euclid(u, v);
		r[i] = static_cast<int64_t>(!lcm ? g : g ? u / g * v : 0);
	}
	return t == at::kUInt64 ? z.view(t) : z.to(t);
}

// The functions by operation.
const std::array<binary, GT_BINARY_COUNT> functions = [] {
	std::array<binary, GT_BINARY_COUNT> f{};
	f[GT_ADD] = by_parts<plus>;
	f[GT_ATAN2] = float32<atan2>;
	f[GT_BITWISE_AND] = B(bitwise_and);
	f[GT_BITWISE_LEFT_SHIFT] = left_shift;
	f[GT_BITWISE_OR] = B(bitwise_or);
	f[GT_BITWISE_RIGHT_SHIFT] = right_shift;
	f[GT_BITWISE_XOR] = B(bitwise_xor);
	f[GT_COPYSIGN] = B(copysign);
	f[GT_DIVIDE] = divide;
	f[GT_EQUAL] = bool_bits<eq>;
	f[GT_FLOOR_DIVIDE] = floor_divide;
	f[GT_GREATER] = in_order<gt_>;
	f[GT_GREATER_EQUAL] = in_order<ge>;
	f[GT_HYPOT] = float32<hypot>;
	f[GT_LESS] = in_order<lt>;
	f[GT_LESS_EQUAL] = in_order<le>;
	f[GT_LOGADDEXP] = float32<logaddexp>;
	f[GT_LOGICAL_AND] = B(logical_and);
	f[GT_LOGICAL_OR] = B(logical_or);
	f[GT_LOGICAL_XOR] = B(logical_xor);
	f[GT_MAXIMUM] = of_order<maximum>;
	f[GT_MINIMUM] = of_order<minimum>;
	f[GT_MULTIPLY] = multiply;
	f[GT_NEXTAFTER] = nextafter;
	f[GT_NOT_EQUAL] = bool_bits<ne>;
	f[GT_POW] = power;
	f[GT_REMAINDER] = remainder;
	f[GT_SUBTRACT] = by_parts<minus>;
	f[GT_JOIN_COMPLEX] = complex;
	f[GT_FMAX] = of_order<fmax>;
	f[GT_FMIN] = of_order<fmin>;
	f[GT_GCD] = euclidean<false>;
	f[GT_LCM] = euclidean<true>;
	f[GT_ZETA] = zeta;
	return f;
}();

// Kernels of the library's that fill a tensor, without a way through its dispatcher: what
// the functions come to but for complex and wide unsigned numbers.
typedef Tensor &(*filling)(Tensor &, const Tensor &, const Tensor &);
#define D(f) [](Tensor &z, const Tensor &x, const Tensor &y) -> Tensor & { return at::cpu::f##_out(z, x, y); }

const std::array<filling, GT_BINARY_COUNT> direct = [] {
	std::array<filling, GT_BINARY_COUNT> f{};
	f[GT_ADD] = D(add);
	f[GT_DIVIDE] = D(div);
	f[GT_EQUAL] = D(eq);
	f[GT_GREATER] = D(gt);
	f[GT_GREATER_EQUAL] = D(ge);
	f[GT_LESS] = D(lt);
	f[GT_LESS_EQUAL] = D(le);
	f[GT_MAXIMUM] = D(maximum);
	f[GT_MINIMUM] = D(minimum);
	f[GT_MULTIPLY] = D(mul);
	f[GT_NOT_EQUAL] = D(ne);
	f[GT_SUBTRACT] = D(sub);
	return f;
}();

} // namespace

extern "C" char *gt_binary_small(int op, gt_tensor a, int akind, const int64_t *adims, const uint8_t *adata, gt_tensor b, int bkind, const int64_t *bdims,
	const uint8_t *bdata, int zkind, const int64_t *zdims, uint8_t *zdata)
{
	const Outline out{zkind, zdims};
	auto both = [&](auto f) {
		const Operand x(0, a, {akind, adims}, adata), y(1, b, {bkind, bdims}, bdata);
		f(static_cast<const Tensor &>(x), static_cast<const Tensor &>(y));
	};
	ScalarType t = a ? reinterpret_cast<c10::TensorImpl *>(a)->dtype().toScalarType() : Outline{akind, adims}.type();
	if (direct[op] && !at::isComplexType(t) && !wide_unsigned(t))
		return message<Direct>([&] {
			both([&](const Tensor &x, const Tensor &y) { scratch(2, out).filled(out, zdata, [&](Tensor &z) { direct[op](z, x, y); }); });
		});
	return message([&] { both([&](const Tensor &x, const Tensor &y) { deliver(functions[op](x, y), out, zdata); }); });
}

extern "C" gt_result gt_binary(int op, int out, gt_tensor x, gt_tensor y)
{
	(void)out;
	return result([&] { return functions[op](borrow(x), borrow(y)); });
}

extern "C" gt_result gt_where(gt_tensor c, gt_tensor x, gt_tensor y)
{
	return result([&] { return at::where(borrow(c), borrow(x), borrow(y)); });
}
