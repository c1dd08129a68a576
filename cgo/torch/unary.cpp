//go:build libtorch

#include "small.hpp"

#include <array>

#include <ATen/ops/abs.h>
#include <ATen/ops/acos.h>
#include <ATen/ops/acosh.h>
#include <ATen/ops/add.h>
#include <ATen/ops/any.h>
#include <ATen/ops/asin.h>
#include <ATen/ops/asinh.h>
#include <ATen/ops/atan.h>
#include <ATen/ops/atan2.h>
#include <ATen/ops/atanh.h>
#include <ATen/ops/bitwise_and.h>
#include <ATen/ops/bitwise_not.h>
#include <ATen/ops/ceil.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/conj_physical.h>
#include <ATen/ops/copysign.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/cosh.h>
#include <ATen/ops/digamma.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/erf.h>
#include <ATen/ops/erfc.h>
#include <ATen/ops/erfinv.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/expm1.h>
#include <ATen/ops/floor.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/i0.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/isinf.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/item.h>
#include <ATen/ops/lgamma.h>
#include <ATen/ops/log.h>
#include <ATen/ops/log10.h>
#include <ATen/ops/log1p.h>
#include <ATen/ops/log2.h>
#include <ATen/ops/logaddexp.h>
#include <ATen/ops/logical_and.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logical_or.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/real.h>
#include <ATen/ops/reciprocal.h>
#include <ATen/ops/round.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sign.h>
#include <ATen/ops/signbit.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/sinh.h>
#include <ATen/ops/special_erfcx.h>
#include <ATen/ops/special_i0e.h>
#include <ATen/ops/special_i1.h>
#include <ATen/ops/special_i1e.h>
#include <ATen/ops/special_ndtri.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/tan.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/threshold.h>
#include <ATen/ops/trunc.h>
#include <ATen/ops/view_as_complex.h>
#include <ATen/ops/view_as_real.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>

using namespace gt;

namespace {

typedef Tensor (*unary)(const Tensor &);

bool integral_or_bool(const Tensor &x) { return at::isIntegralType(x.scalar_type(), true); }

Tensor copy(const Tensor &x) { return x.clone(); }

// whole is f of floats; integers are whole.
template <Tensor (*f)(const Tensor &)> Tensor whole(const Tensor &x) { return integral_or_bool(x) ? x.clone() : f(x); }

// wide computes the 16-bit floats in float32, where the library's own are wrong.
template <Tensor (*f)(const Tensor &)> Tensor wide(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	return t == at::kHalf || t == at::kBFloat16 ? f(x.to(at::kFloat)).to(t) : f(x);
}

// double_ computes floats up to float32 in float64.
template <Tensor (*f)(const Tensor &)> Tensor double_(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	return t == at::kDouble || at::isComplexType(t) ? f(x) : cast(f(x.to(at::kDouble)), t);
}

// hyperbolic is sinh or cosh, f, also where the library's loop over whole registers has an
// infinity: from 709.8 on, where e**x is one but half of it is not.
template <Tensor (*f)(const Tensor &)> Tensor hyperbolic(const Tensor &x)
{
	Tensor z = double_<f>(x);
	if (x.scalar_type() != at::kDouble)
		return z;
	Tensor magnitude = at::abs(x), far = at::gt(magnitude, 709.);
	if (!at::any(far).item<bool>())
		return z;
	Tensor root = at::exp(at::mul(magnitude, .5));
	return at::where(far, at::copysign(at::mul(at::mul(root, .5), root), z), z);
}

// bessel is a modified Bessel function, f, also where e**|x| overflows and it does not: scaled is e**-|x| f. The sign
// of an infinity is left to signed_.
template <Tensor (*f)(const Tensor &), Tensor (*scaled)(const Tensor &)> Tensor bessel(const Tensor &x)
{
	Tensor magnitude = at::abs(x), z = f(x), far = at::gt(magnitude, 700.);
	if (!at::any(far).item<bool>())
		return z;
	Tensor root = at::exp(at::mul(magnitude, .5));
	z = at::where(far, at::mul(at::mul(root, scaled(x)), root), z);
	return at::where(at::isinf(x), magnitude, z);
}

// signed_ is f, an odd function, with the sign of x where it is 0, too.
template <Tensor (*f)(const Tensor &)> Tensor signed_(const Tensor &x) { return at::copysign(f(x), x); }

// erfcx is the library's, but of negative x by e**(x*x) with the square in two parts.
Tensor erfcx(const Tensor &x)
{
	Tensor z = at::special_erfcx(x), negative = at::lt(x, -1.);
	if (!at::any(negative).item<bool>())
		return z;
	Tensor h = x.to(at::kFloat).to(at::kDouble), rest = at::mul(at::sub(x, h), at::add(x, h));
	Tensor grown = at::mul(at::mul(at::exp(at::mul(h, h)), 2.), at::exp(rest));
	grown = at::where(at::lt(x, -27.), at::full_like(x, INFINITY), grown);
	return at::where(negative, at::sub(grown, at::special_erfcx(at::neg(x))), z);
}

Tensor absolute(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	return t == at::kBool || t == at::kByte || wide_unsigned(t) ? x.clone() : at::abs(x);
}

Tensor invert(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	return at::bitwise_not(bits(x)).view(t);
}

Tensor conj(const Tensor &x) { return x.is_complex() ? at::conj_physical(x) : x.clone(); }
Tensor real(const Tensor &x) { return x.is_complex() ? at::real(x).clone() : x.clone(); }
Tensor imag(const Tensor &x) { return x.is_complex() ? at::imag(x).clone() : at::zeros_like(x); }

Tensor truth(const Tensor &x, bool v) { return at::full_like(x, v, x.options().dtype(at::kBool)); }
Tensor is_finite(const Tensor &x) { return integral_or_bool(x) ? truth(x, true) : at::isfinite(x); }
Tensor is_inf(const Tensor &x) { return integral_or_bool(x) ? truth(x, false) : at::isinf(x); }
Tensor is_nan(const Tensor &x) { return integral_or_bool(x) ? truth(x, false) : at::isnan(x); }

Tensor negative(const Tensor &x)
{
	if (x.is_complex()) // its own gives +0 for +0
		return at::view_as_complex(at::neg(at::view_as_real(x)).contiguous());
	return at::neg(bits(x)).view(x.scalar_type());
}

// complexes applies a function of complex numbers in double precision.
template <class F> Tensor complexes(const Tensor &x, F f)
{
	Tensor z = each<c10::complex<double>>(x.to(at::kComplexDouble), [&](c10::complex<double> v) {
		return c10::complex<double>(f(std::complex<double>(v.real(), v.imag())));
	});
	return z.to(x.scalar_type());
}

Tensor sign(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	if (wide_unsigned(t))
		return at::ne(bits(x), 0).to(t);
	if (integral_or_bool(x))
		return at::sign(x);
	if (x.is_complex()) // the library's overflows, and is infinite for subnormal numbers
		return complexes(x, [](std::complex<double> z) -> std::complex<double> {
			double a = z.real(), b = z.imag(), u = scale(std::max(std::abs(a), std::abs(b)));
			if (!std::isfinite(a) || !std::isfinite(b))
				return {NAN, NAN};
			double r = std::hypot(a * u, b * u);
			return r == 0 ? std::complex<double>(0, 0) : std::complex<double>(a * u / r, b * u / r);
		});
	return at::where(at::isnan(x), x, at::sign(x));
}

Tensor sign_bit(const Tensor &x)
{
	return wide_unsigned(x.scalar_type()) || x.scalar_type() == at::kByte || x.scalar_type() == at::kBool ? truth(x, false) : at::signbit(x);
}

// The library's reciprocal of complex numbers overflows for what is near the ends of the
// range.
Tensor reciprocal(const Tensor &x)
{
	if (!x.is_complex())
		return at::reciprocal(x);
	Tensor z = complexes(x, [](std::complex<double> z) -> std::complex<double> {
		double u = scale(std::max(std::abs(z.real()), std::abs(z.imag()))), a = z.real() * u, b = z.imag() * u, r = a * a + b * b;
		return {a / r * u, -b / r * u};
	});
	return at::where(at::logical_or(at::logical_not(at::isfinite(x)), at::eq(x, 0)), at::reciprocal(x), z);
}

Tensor square(const Tensor &x) { return at::mul(x, x); }

Tensor relu(const Tensor &x)
{
	if (wide_unsigned(x.scalar_type()) || x.scalar_type() == at::kBool)
		return x.clone();
	return at::threshold(x, 0, 0); // which makes −0 +0
}

// Of −∞ the limit is −0, not 0·∞.
Tensor without_infinity(const Tensor &x, const Tensor &z)
{
	return at::where(at::eq(x, -INFINITY), at::full_like(z, -0.0), z);
}

// times_sigmoid returns x·sigmoid(u) of float64. Where the sigmoid would be subnormal it
// is e**u, in two factors: the product need not be.
Tensor times_sigmoid(const Tensor &x, const Tensor &u)
{
	Tensor z = at::mul(x, at::sigmoid(u)), low = at::lt(u, -700);
	if (!low.any().item<bool>())
		return z;
	Tensor h = at::exp(at::mul(u, 0.5));
	return at::where(low, at::mul(at::mul(x, h), h), z);
}

Tensor silu(const Tensor &x) { return x.is_complex() ? at::mul(x, at::sigmoid(x)) : without_infinity(x, times_sigmoid(x, x)); }

Tensor gelu_erf(const Tensor &x) { return without_infinity(x, at::mul(at::mul(x, 0.5), at::erfc(at::mul(x, -M_SQRT1_2)))); }

Tensor gelu_tanh(const Tensor &x)
{
	Tensor u = at::mul(at::mul(x, 2 * M_2_SQRTPI * M_SQRT1_2), at::add(at::mul(at::mul(x, x), 0.044715), 1));
	return without_infinity(x, times_sigmoid(x, u));
}

Tensor softplus(const Tensor &x) { return at::logaddexp(x, at::zeros_like(x)); }

Tensor logical_not(const Tensor &x) { return at::logical_not(x); }

// complex_sigmoid goes by e = exp(−|a| + b·i): the result is (1 + e)/|1 + e|² on the right
// and (e + |e|²)/|1 + e|² on the left. What 1 + e cancels near the poles is computed apart.
std::complex<double> complex_sigmoid(std::complex<double> z)
{
	double a = z.real(), b = z.imag();
	if (std::isinf(a) && !std::isfinite(b))
		return a > 0 ? std::complex<double>(1, std::copysign(0.0, b)) : std::complex<double>(0, std::copysign(0.0, b));
	double n = -std::abs(a), e = std::exp(n), less = std::expm1(n);
	double h = std::cos(b / 2), turn = 2 * h * h; // 1 + cos b
	double w = e * turn - less, s = e * std::sin(b), r = w * w + s * s;
	double left = e < 0.5 ? std::cos(b) + e : turn + less;
	return {(a < 0 ? e * left : w) / r, b == 0 ? b : s / r};
}

// The library's sigmoid has no subnormal results; of complex numbers it overflows.
Tensor sigmoid(const Tensor &x)
{
	ScalarType t = x.scalar_type();
	if (x.is_complex())
		return complexes(x, complex_sigmoid);
	if (t == at::kDouble)
		return at::where(at::lt(x, -700), at::exp(x), at::sigmoid(x));
	Tensor a = x.to(at::kFloat);
	return at::where(at::lt(a, -80), at::exp(a), at::sigmoid(a)).to(t);
}

// The library's square root is off by a unit in the last place here and there.
Tensor square_root(const Tensor &x)
{
	switch (x.scalar_type()) {
	case at::kFloat: return each<float>(x, [](float v) { return std::sqrt(v); });
	case at::kDouble: return each<double>(x, [](double v) { return std::sqrt(v); });
	case at::kHalf: case at::kBFloat16: return square_root(x.to(at::kFloat)).to(x.scalar_type());
	default: return at::sqrt(x);
	}
}

Tensor rounded(const Tensor &x)
{
	if (x.is_complex())
		return at::view_as_complex(at::round(at::view_as_real(x)).contiguous());
	return whole<at::round>(x);
}

Tensor arc_cosine(const Tensor &x)
{
	return x.is_complex() ? complexes(x, [](std::complex<double> z) { return std::acos(z); }) : at::acos(x);
}

// A tangent, whose limit where a part of z (the real one of the hyperbolic tangent's) is
// infinite is 1 in that part, and 0 in the other, with the signs of z's parts: C takes the
// sign of a sine.
template <Tensor (*f)(const Tensor &), bool hyperbolic> Tensor tangent(const Tensor &x)
{
	if (!x.is_complex())
		return f(x);
	Tensor re = at::real(x), im = at::imag(x), part = hyperbolic ? re : im, zero = at::zeros_like(part);
	Tensor one = at::copysign(at::add(zero, 1), part), rest = at::copysign(zero, hyperbolic ? im : re);
	return at::where(at::isinf(part), hyperbolic ? at::complex(one, rest) : at::complex(rest, one), f(x));
}

// e to the power z, less 1, with the standard's special cases.
Tensor exp_minus_1(const Tensor &x)
{
	if (!x.is_complex())
		return at::expm1(x);
	return complexes(x, [](std::complex<double> z) -> std::complex<double> {
		double a = z.real(), b = z.imag();
		if (b == 0)
			return {std::expm1(a) + 0, b};
		if (!std::isfinite(b)) {
			if (a == -INFINITY)
				return {-1, 0};
			if (a == INFINITY)
				return {INFINITY, NAN};
			return {NAN, NAN};
		}
		if (a == INFINITY || a == -INFINITY || a != a)
			return a == -INFINITY ? std::complex<double>(-1, std::copysign(0.0, std::sin(b))) : std::exp(z);
		double s = std::sin(b), h = std::sin(b / 2);
		// e to the a in two factors where it overflows though the product does not.
		double e = a > 700 ? std::exp(a - 600) : std::exp(a), up = a > 700 ? std::exp(600) : 1;
		return {a > 700 ? e * std::cos(b) * up - 1 : std::expm1(a) * std::cos(b) - 2 * h * h, e * s * up};
	});
}

// The library's is NaN where a part of a number that is not large is subnormal. Of float32's
// such parts a double makes normal ones. A double's are left out, and added afterwards.
Tensor log_plus_1(const Tensor &x)
{
	if (!x.is_complex())
		return at::log1p(x);
	if (x.scalar_type() == at::kComplexFloat)
		return log_plus_1(x.to(at::kComplexDouble)).to(at::kComplexFloat);
	Tensor a = at::real(x), b = at::imag(x);
	constexpr double least = std::numeric_limits<double>::min();
	// With their signs, which zeros have too.
	Tensor tiny_a = at::lt(at::abs(a), least), tiny_b = at::lt(at::abs(b), least), none_a = at::mul(a, 0), none_b = at::mul(b, 0);
	Tensor z = at::log1p(at::complex(at::where(tiny_a, none_a, a), at::where(tiny_b, none_b, b)));
	Tensor re = at::real(z), im = at::imag(z);
	re = at::where(tiny_a, at::add(re, a), re);
	im = at::where(at::logical_and(tiny_b, at::gt(a, -1)), at::div(b, at::add(a, 1)), im);
	im = at::where(at::logical_and(tiny_b, at::lt(a, -1)), at::copysign(at::full_like(b, M_PI), b), im);
	Tensor at_pole = at::logical_and(at::logical_and(tiny_b, at::ne(b, 0)), at::eq(a, -1));
	re = at::where(at_pole, at::log(at::abs(b)), re);
	im = at::where(at_pole, at::copysign(at::full_like(b, M_PI / 2), b), im);
	Tensor infinite = at::logical_or(at::isinf(a), at::isinf(b));
	re = at::where(infinite, INFINITY, re);
	im = at::where(infinite, at::atan2(b, at::add(a, 1)), im);
	return at::complex(re, im);
}

#define F(f) [](const Tensor &x) -> Tensor { return at::f(x); }

// The functions by operation.
const std::array<unary, GT_UNARY_COUNT> functions = [] {
	std::array<unary, GT_UNARY_COUNT> f{};
	f[GT_ABS] = absolute;
	f[GT_ACOS] = arc_cosine;
	f[GT_ACOSH] = F(acosh);
	f[GT_ASIN] = F(asin);
	f[GT_ASINH] = F(asinh);
	f[GT_ATAN] = F(atan);
	f[GT_ATANH] = F(atanh);
	f[GT_BITWISE_INVERT] = invert;
	f[GT_CEIL] = whole<at::ceil>;
	f[GT_CONJ] = conj;
	f[GT_COS] = F(cos);
	f[GT_COSH] = hyperbolic<at::cosh>;
	f[GT_EXP] = F(exp);
	f[GT_EXPM1] = exp_minus_1;
	f[GT_FLOOR] = whole<at::floor>;
	f[GT_IMAG] = imag;
	f[GT_ISFINITE] = is_finite;
	f[GT_ISINF] = is_inf;
	f[GT_ISNAN] = is_nan;
	f[GT_LOG] = F(log);
	f[GT_LOG1P] = log_plus_1;
	f[GT_LOG2] = F(log2);
	f[GT_LOG10] = F(log10);
	f[GT_LOGICAL_NOT] = logical_not;
	f[GT_NEGATIVE] = negative;
	f[GT_POSITIVE] = copy;
	f[GT_REAL] = real;
	f[GT_RECIPROCAL] = reciprocal;
	f[GT_ROUND] = rounded;
	f[GT_SIGN] = sign;
	f[GT_SIGNBIT] = sign_bit;
	f[GT_SIN] = F(sin);
	f[GT_SINH] = hyperbolic<at::sinh>;
	f[GT_SQRT] = square_root;
	f[GT_SQUARE] = square;
	f[GT_TAN] = tangent<at::tan, false>;
	f[GT_TANH] = tangent<at::tanh, true>;
	f[GT_TRUNC] = whole<at::trunc>;
	f[GT_ERF] = wide<at::erf>;
	f[GT_ERFC] = wide<at::erfc>;
	f[GT_COPY_ARRAY] = copy;
	f[GT_SIGMOID] = sigmoid;
	f[GT_EXPIT] = sigmoid;
	f[GT_SILU] = double_<silu>;
	f[GT_RELU] = relu;
	f[GT_GELU_ERF] = double_<gelu_erf>;
	f[GT_GELU_TANH] = double_<gelu_tanh>;
	f[GT_SOFTPLUS_ONE] = double_<softplus>;
	f[GT_DIGAMMA] = double_<at::digamma>;
	f[GT_ERFCX] = double_<erfcx>;
	f[GT_ERFINV] = double_<at::erfinv>;
	f[GT_I0] = double_<bessel<at::i0, at::special_i0e>>;
	f[GT_I0E] = double_<at::special_i0e>;
	f[GT_I1] = double_<signed_<bessel<at::special_i1, at::special_i1e>>>;
	f[GT_I1E] = double_<signed_<at::special_i1e>>;
	f[GT_LGAMMA] = double_<at::lgamma>;
	f[GT_NDTRI] = double_<at::special_ndtri>;
	return f;
}();

Tensor call(int op, ScalarType out, const Tensor &x) { return op == GT_CAST ? cast(x, out) : functions[op](x); }

} // namespace

extern "C" gt_result gt_unary(int op, int out, gt_tensor x)
{
	return result([&] { return call(op, dtype(out), borrow(x)); });
}

extern "C" char *gt_unary_small(int op, gt_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata, int zkind, const int64_t *zdims, uint8_t *zdata)
{
	const Outline out{zkind, zdims};
	return message([&] { deliver(call(op, out.type(), Operand(0, x, {xkind, xdims}, xdata)), out, zdata); });
}
