"""Rows of the group elementwise, and of the elementwise rows of nn."""
import itertools, math, random

import numpy as np

from . import functions as fn
from . import standard
from .core import *

# --- Operands.


def edges(d):
    """Numbers of dtype d where things go wrong."""
    if d == "bool":
        return [False, True]
    if is_int(d):
        lo, hi = int_range(d)
        b = bits(d)
        v = [0, 1, 2, 3, 5, 7, 10, b - 1, b, 100, hi, hi - 1, lo, lo + 1, hi // 2, -1, -2, -3, -7, -b]
        return [x for x in dict.fromkeys(v) if lo <= x <= hi]
    if d in FLOATS:
        p = FORMAT[d][0]
        pos = [smallest(d), smallest_normal(d), largest(d), 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.1, 1 / 3, 10.0, 0.99, 1 + eps(d), 1 - eps(d) / 2,
               math.pi, 2.0**p - 1, 88.5, 1e-3]
        v = [nan, inf, -inf, 0.0, -0.0] + pos + [-x for x in pos]
        return values(build(v, d))
    parts = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0]
    return [complex(a, b) for a in parts for b in parts] + [complex(1e-6, -1e-7), complex(-20.25, 0.125), complex(0.75, -30.5), complex(-1e4, 1e-3)]


def randoms(d, n, seed):
    r = random.Random(f"{d} {n} {seed}")
    if d == "bool":
        return [r.random() < 0.5 for _ in range(n)]
    if is_int(d):
        lo, hi = int_range(d)
        return [r.randint(lo, hi) if r.random() < 0.4 else r.randint(max(lo, -20), 20) for _ in range(n)]
    if d in FLOATS:
        return values(build([r.choice([-1, 1]) * math.exp(r.uniform(-3, 3)) for _ in range(n)], d))
    return values(build([complex(r.uniform(-3, 3), r.uniform(-3, 3)) for _ in range(n)], d))


def small(d, n, seed):
    """Numbers whose sums, products and powers stay in range."""
    r = random.Random(f"small {d} {n} {seed}")
    if d == "bool":
        return [r.random() < 0.5 for _ in range(n)]
    if d in UINTS:
        return [r.randint(0, 9) for _ in range(n)]
    if is_int(d):
        return [r.randint(-9, 9) for _ in range(n)]
    if d in FLOATS:
        return values(build([r.choice([-1, 1]) * r.uniform(0.25, 4) for _ in range(n)], d))
    return values(build([complex(r.uniform(-2, 2), r.uniform(-2, 2)) for _ in range(n)], d))


# --- What the rows say: dtypes accepted, whether others are lifted, result, function, tolerance.

LIFTED_ULPS = {"bfloat16": 1, "float16": 1, "float32": 2, "float64": 2, "complex64": 4, "complex128": 4}


class Row:
    def __init__(self, name, accepts, f, out="same", lift=False, truth=False, tol=0, arity=1):
        self.name, self.accepts, self.f, self.out, self.lift, self.truth, self.tol, self.arity = name, accepts, f, out, lift, truth, tol, arity

    def out_dtype(self, d):
        return {"same": d, "bool": "bool", "part": part(d)}[self.out]

    def ulps(self, d):
        return self.tol(d) if callable(self.tol) else self.tol

    def settle(self, *ops):
        """The dtype in which the values are computed, of the operands' common one."""
        d = common(*ops)
        if self.lift and d not in self.accepts and (d == "bool" or is_int(d)):
            return d, DEFAULT["float"]
        if d not in self.accepts:
            raise Fails("dtype")
        return d, d

    def call(self, *ops):
        """(common dtype, result, mask)."""
        if self.truth:
            arrs = [operand(o, o.dtype if isinstance(o, A) else o.alone()) for o in ops]
            arrs = [cast(a, "bool") for a in arrs]
            d = c = "bool"
            label = next((o.dtype for o in ops if isinstance(o, A)), "bool")
        else:
            d, c = self.settle(*ops)
            label = d
            arrs = [operand(o, d) for o in ops]
            arrs = [cast(a, c) for a in arrs]
        shape = np.broadcast_shapes(*(a.shape for a in arrs))
        cols = [values(np.broadcast_to(a, shape)) for a in arrs]
        out, mask = [], []
        for xs in zip(*cols):
            v = self.f(*xs, c)
            m = 0
            if isinstance(v, Masked):
                v, m = v.v, v.m
            out.append(v)
            if isinstance(m, int) and self.out_dtype(c) in PART:
                m = [m, m]
            mask += m if isinstance(m, list) else [m]
        return label, c, build(out, self.out_dtype(c), shape), mask


class Masked:
    def __init__(self, v, m):
        self.v, self.m = v, m


def by_part(f):
    def g(x, d):
        if isinstance(x, complex):
            return (f(x.real), f(x.imag))
        return x if isinstance(x, (int, bool)) else f(x)

    return g


def absolute(x, d):
    if isinstance(x, complex):
        return fn.hypot(x.real, x.imag)
    return abs(x) if not isinstance(x, bool) else x


def sign(x, d):
    if isinstance(x, complex):
        return special_or_finite("Sign", x)
    if isinstance(x, float):
        return nan if x != x else 0.0 if x == 0 else math.copysign(1.0, x)
    return (x > 0) - (x < 0)


def special_or_finite(op, z):
    """Finite numbers only: others come from the standard's tables."""
    assert math.isfinite(z.real) and math.isfinite(z.imag)
    v, m = fn.complex_finite(op, z)
    return Masked(v, m)


def inexact(op):
    def g(x, d):
        return special_or_finite(op, x) if isinstance(x, complex) else fn.real(op, x)

    return g


def sqrt(x, d):
    if isinstance(x, complex):
        return special_or_finite("Sqrt", x)
    if x == 0 or x != x or x == inf:
        return x
    return nan if x < 0 else mp.sqrt(mpf(x))


def reciprocal(x, d):
    return special_or_finite("Reciprocal", x) if isinstance(x, complex) else fn.divide(1.0, x)


def square(x, d):
    if isinstance(x, complex):
        return special_or_finite("Square", x)
    return x * x if isinstance(x, int) else fn.multiply(x, x)


def negative(x, d):
    if isinstance(x, complex):
        return (-x.real, -x.imag)
    return -x


def ulps_if_complex(n):
    return lambda d: n if d in PART else 0


def inexact_ulps(d):
    return LIFTED_ULPS[d]


any_part = lambda f: lambda x, d: f(x.real) or f(x.imag) if isinstance(x, complex) else f(x) if isinstance(x, float) else f(0.0)

UNARY = {r.name: r for r in [
    Row("Abs", ALL, absolute, out="part", tol=ulps_if_complex(2)),
    Row("BitwiseInvert", BITWISE, lambda x, d: (not x) if d == "bool" else ~x),
    Row("Ceil", REAL, by_part(fn.ceil)), Row("Floor", REAL, by_part(fn.floor)), Row("Trunc", REAL, by_part(fn.trunc)),
    Row("Round", NUMERIC, by_part(fn.rint)),
    Row("Conj", NUMERIC, lambda x, d: (x.real, -x.imag) if d in PART else x),
    Row("Imag", NUMERIC, lambda x, d: x.imag if d in PART else 0, out="part"),
    Row("Real", NUMERIC, lambda x, d: x.real if d in PART else x, out="part"),
    Row("IsFinite", ALL, lambda x, d: (math.isfinite(x.real) and math.isfinite(x.imag)) if isinstance(x, complex) else math.isfinite(x), out="bool"),
    Row("IsInf", ALL, any_part(math.isinf), out="bool"), Row("IsNan", ALL, any_part(math.isnan), out="bool"),
    Row("LogicalNot", ALL, lambda x, d: not x, out="bool", truth=True),
    Row("Negative", NUMERIC, negative), Row("Positive", NUMERIC, lambda x, d: x),
    Row("Reciprocal", INEXACT, reciprocal, lift=True, tol=ulps_if_complex(4)),
    Row("Sign", NUMERIC, sign, tol=ulps_if_complex(4)),
    Row("SignBit", REAL, lambda x, d: math.copysign(1.0, x) < 0 if isinstance(x, float) else x < 0, out="bool"),
    Row("Sqrt", INEXACT, sqrt, lift=True, tol=ulps_if_complex(4)),
    Row("Square", NUMERIC, square, tol=ulps_if_complex(2)),
    Row("CopyArray", ALL, lambda x, d: x),
    Row("Relu", ORDERED, lambda x, d: x if isinstance(x, bool) else max(x, 0) if isinstance(x, int) else x if x != x or x > 0 else Masked(0.0, 1)),
    Row("Erf", FLOATS, inexact("Erf"), lift=True, tol=inexact_ulps), Row("Erfc", FLOATS, inexact("Erfc"), lift=True, tol=inexact_ulps),
    Row("Silu", FLOATS, inexact("Silu"), lift=True, tol=lambda d: 2 * LIFTED_ULPS[d]),
] + [Row(n, INEXACT, inexact(n), lift=True, tol=inexact_ulps) for n in
     ("Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Cos", "Cosh", "Exp", "Expm1", "Log", "Log1p", "Log2", "Log10", "Sin", "Sinh", "Tan", "Tanh",
      "Sigmoid", "Expit")]}
ACTIVATIONS = ["Sigmoid", "Expit", "Silu", "Relu"]
MANIPULATION = ["CopyArray"]


def two(f_int, f_float, f_complex=None, f_bool=None):
    def g(x, y, d):
        if d == "bool":
            return f_bool(x, y)
        if d in PART:
            return f_complex(x, y)
        return (f_int if is_int(d) else f_float)(x, y)

    return g


def cadd(x, y):
    return (fn.add(x.real, y.real), fn.add(x.imag, y.imag))


def csub(x, y):
    return (fn.add(x.real, -y.real), fn.add(x.imag, -y.imag))


def cmul(x, y):
    if not all(map(math.isfinite, (x.real, x.imag, y.real, y.imag))):
        return Masked((nan, nan), 0 if all(map(math.isnan, (x.real, x.imag, y.real, y.imag))) else 2)
    p = lambda a, b: as_fraction(a) * as_fraction(b)
    re, im = p(x.real, y.real) - p(x.imag, y.imag), p(x.real, y.imag) + p(x.imag, y.real)
    return Masked((re, im), [1 if re == 0 else 0, 1 if im == 0 else 0])


def cdiv(x, y):
    fin = all(map(math.isfinite, (x.real, x.imag, y.real, y.imag)))
    if not fin or y == 0:
        return Masked((nan, nan), 0 if all(map(math.isnan, (x.real, x.imag, y.real, y.imag))) else 2)
    F = as_fraction
    n = F(y.real) ** 2 + F(y.imag) ** 2
    re = (F(x.real) * F(y.real) + F(x.imag) * F(y.imag)) / n
    im = (F(x.imag) * F(y.real) - F(x.real) * F(y.imag)) / n
    return Masked((re, im), [1 if re == 0 else 0, 1 if im == 0 else 0])


def cpow(x, y):
    if not all(map(math.isfinite, (x.real, x.imag, y.real, y.imag))):
        return Masked((nan, nan), 2)
    v, m = fn.complex_pow(x, y)
    return Masked(v, m)


def floor_divide(x, y, d):
    v, m = fn.floor_divide(x, y, d)
    return Masked(v, m)


def tie(f):
    """The sign of the greater or lesser of +0 and −0 is open."""
    def g(x, y, d):
        v = f(x, y) if isinstance(x, float) else (max(x, y) if f in (fn.maximum, fn.fmax) else min(x, y))
        return Masked(v, 1) if isinstance(x, float) and x == 0 and y == 0 else v

    return g


def lcm(x, y, d):
    return 0 if x == 0 or y == 0 else abs(x * y) // math.gcd(x, y)


compare = lambda f: lambda x, y, d: f(x, y)
BINARY = {r.name: r for r in [
    Row("Add", ALL, two(lambda x, y: x + y, fn.add, cadd, lambda x, y: x or y), arity=2),
    Row("Subtract", NUMERIC, two(lambda x, y: x - y, lambda x, y: fn.add(x, -y), csub), arity=2),
    Row("Multiply", ALL, two(lambda x, y: x * y, fn.multiply, cmul, lambda x, y: x and y), tol=ulps_if_complex(2), arity=2),
    Row("Divide", INEXACT, two(None, fn.divide, cdiv), lift=True, tol=ulps_if_complex(4), arity=2),
    Row("FloorDivide", REAL, floor_divide, arity=2),
    Row("Remainder", REAL, fn.remainder, arity=2),
    Row("Pow", NUMERIC, two(fn.pow_int, fn.pow_float, cpow), tol=lambda d: 0 if is_int(d) else 8 if d in PART else LIFTED_ULPS[d], arity=2),
    Row("Atan2", FLOATS, lambda x, y, d: fn.atan2(x, y), lift=True, tol=inexact_ulps, arity=2),
    Row("Hypot", FLOATS, lambda x, y, d: fn.hypot(x, y), lift=True, tol=inexact_ulps, arity=2),
    Row("LogAddExp", FLOATS, lambda x, y, d: Masked(fn.logaddexp(x, y), 1), lift=True, tol=inexact_ulps, arity=2),
    Row("CopySign", FLOATS, lambda x, y, d: math.copysign(x, y), lift=True, arity=2),
    Row("NextAfter", FLOATS, fn.nextafter, lift=True, arity=2),
    Row("Maximum", ORDERED, tie(fn.maximum), arity=2), Row("Minimum", ORDERED, tie(fn.minimum), arity=2),
    Row("Fmax", ORDERED, tie(fn.fmax), arity=2), Row("Fmin", ORDERED, tie(fn.fmin), arity=2),
    Row("Gcd", INTS, lambda x, y, d: math.gcd(x, y), arity=2), Row("Lcm", INTS, lcm, arity=2),
    Row("BitwiseAnd", BITWISE, lambda x, y, d: x & y, arity=2), Row("BitwiseOr", BITWISE, lambda x, y, d: x | y, arity=2),
    Row("BitwiseXor", BITWISE, lambda x, y, d: x ^ y, arity=2),
    Row("BitwiseLeftShift", INTS, fn.shift_left, arity=2), Row("BitwiseRightShift", INTS, fn.shift_right, arity=2),
    Row("Equal", ALL, compare(lambda x, y: x == y), out="bool", arity=2), Row("NotEqual", ALL, compare(lambda x, y: x != y), out="bool", arity=2),
    Row("Less", ORDERED, compare(lambda x, y: x < y), out="bool", arity=2), Row("LessEqual", ORDERED, compare(lambda x, y: x <= y), out="bool", arity=2),
    Row("Greater", ORDERED, compare(lambda x, y: x > y), out="bool", arity=2), Row("GreaterEqual", ORDERED, compare(lambda x, y: x >= y), out="bool", arity=2),
    Row("LogicalAnd", ALL, lambda x, y, d: x and y, out="bool", truth=True, arity=2),
    Row("LogicalOr", ALL, lambda x, y, d: x or y, out="bool", truth=True, arity=2),
    Row("LogicalXor", ALL, lambda x, y, d: x != y, out="bool", truth=True, arity=2),
]}
ALL_PAIRS = ["Add", "Multiply", "Divide", "Equal", "Less", "LogicalAnd", "Pow", "Maximum", "BitwiseXor"]
SCALARS = [S(True), S(3), S(2.5), S(complex(1.5, -0.5))]


# --- Rows.


def emit(g, row, ops, f=None, why=None):
    try:
        label, c, out, mask = row.call(*ops)
    except Fails as e:
        g.row(row.name, ops, err=e.kinds, d=common(*ops), f=f, why=why)
        return
    g.row(row.name, ops, out, tol=row.ulps(c), d=label, f=f, why=why, mask=mask)


def dtypes_of(row):
    return [d for d in ALL if d in row.accepts or row.lift and (d == "bool" or is_int(d))]


def unary_rows(g, names):
    for name in names:
        row = UNARY[name]
        for d in dtypes_of(row):
            vals = edges(d) + ([] if d == "bool" else randoms(d, 24, name))
            emit(g, row, [A(build(vals, d))], "contiguous")
            six = build(randoms(d, 6, "forms"), d, (2, 3))
            for f in FORMS[1:]:
                emit(g, row, [form(f, six)], f)
        if not row.truth and not row.lift or row.lift:
            for s in SCALARS:
                emit(g, row, [S(s.v)], "scalar")
        if name in standard.UNARY:
            for d in FLOATS:
                cases = list(standard.unary(name, d))
                special(g, row, d, [[x for x, _, _ in cases]], [r for _, r, _ in cases], [m for _, _, m in cases])
        for d in COMPLEX:
            if d in row.accepts:
                cases = list(standard.complex_cases(name, d))
                if cases:
                    special(g, row, d, [[complex(*z) for z, _, _ in cases]], [r if len(r) > 1 else r[0] for _, r, _ in cases], sum((m for _, _, m in cases), []))


def special(g, row, d, cols, results, mask):
    """The standard's lines as one row; what this generator computes must agree with them."""
    out = build(results, row.out_dtype(d))
    arrs = [build(c, d) for c in cols]
    if d not in PART:
        _, _, own, _ = row.call(*(A(a) for a in arrs))
        for i, (w, o, m) in enumerate(zip(values(out), values(own), mask)):
            same = (w != w and o != o) or w == o and (m or math.copysign(1, w) == math.copysign(1, o)) or abs(w - o) <= eps(d) * abs(w)
            assert same, (row.name, d, [c[i] for c in cols], w, o)
    mask = [4 if m else 0 for m in mask]
    g.row(row.name, [A(a) for a in arrs], out, tol=row.ulps(d), d=d, f="contiguous", mask=mask, why="special cases of the Array API 2025.12")


def pairs(name, d):
    v = edges(d)
    if d in PART:
        v = v[::4] + v[-4:] + randoms(d, 4, name)
        if name == "Pow":
            v = [z for z in v if abs(z) < 10]
    elif d in FLOATS:
        v += randoms(d, 3, name)
    return v


def binary_rows(g, names):
    for name in names:
        row = BINARY[name]
        for d in dtypes_of(row):
            v = pairs(name, d)
            x, y = build(v, d, (len(v), 1)), build(v, d, (1, len(v)))
            emit(g, row, [A(x), A(y)], "outer")
            a, b = build(small(d, 6, "x1"), d, (2, 3)), build(small(d, 6, "x2"), d, (2, 3))
            emit(g, row, [A(a), A(b)], "contiguous")
            for f in FORMS[1:]:
                emit(g, row, [form(f, a), A(b if f != "empty" else b[:0])], f)
                emit(g, row, [A(a if f != "empty" else a[:0]), form(f, b)], f)
                emit(g, row, [form(f, a), form(f, b)], f)
            emit(g, row, [form("transposed", a), form("strided", b)], "strided")
            emit(g, row, [A(a[:, :1]), A(b[0])], "broadcast")
            emit(g, row, [A(a[None]), A(b[:, None])], "broadcast")
            emit(g, row, [A(a.reshape(2, 1, 3, 1)), A(b.reshape(1, 3, 1, 2))], "broadcast")
            emit(g, row, [form("transposed", a.reshape(3, 1, 2, 1, 1)), A(b.reshape(1, 2, 1, 1, 3)[..., :2])], "broadcast")
            for s, t in (((2, 3), (4,)), ((2, 3), (3, 2)), ((2, 1, 3), (2, 4)), ((0,), (2,))):
                g.row(name, [A(build([1] * int(np.prod(s)), d, s)), A(build([1] * int(np.prod(t)), d, t))], err=["shape"], d=d)
            for s in SCALARS + ([S(-1), S(300), S(2**40)] if is_int(d) or d == "bool" else []):
                arr = A(a[0])
                for ops in ([arr, s], [s, arr]):
                    emit(g, row, ops, "scalar")
            emit(g, row, [A(a[0, 0].reshape(())), S(2)], "scalar")
        for s, t in ((S(2), S(3)), (S(2.5), S(True)), (S(2**40), S(1)), (S(1), S(1j))):
            emit(g, row, [s, t], "scalar")
        if name in standard.BINARY:
            for d in FLOATS:
                cases = list(standard.binary(name, d))
                special(g, row, d, [[c[0] for c in cases], [c[1] for c in cases]], [c[2] for c in cases], [0] * len(cases))
        if name in ALL_PAIRS:
            for d1, d2 in itertools.product(ALL, ALL):
                if d1 != d2:
                    emit(g, row, [A(mixed(d1, name, 1)), A(mixed(d2, name, 2))], "mixed")
            for d1, d2 in (("float64", "float32"), ("int64", "float16"), ("int8", "uint8")):
                emit(g, row, [A(mixed(d1, name, 1)[0].reshape(())), A(mixed(d2, name, 2))], "mixed", "a 0-d array's dtype counts as any other's")


def complex_powers(g):
    """Powers of complex numbers whose logarithm times the exponent is large, or whose digits cancel."""
    for d in COMPLEX:
        r = random.Random(f"powers {d}")
        far = 30 if d == "complex64" else 300
        turned = lambda m: (lambda t: complex(m * math.cos(t), m * math.sin(t)))(r.uniform(-math.pi, math.pi))
        sign = lambda: r.choice([-1, 1])
        bases = {
            "ordinary": lambda: turned(r.uniform(0.1, 5)),
            "near the unit circle": lambda: turned(1 + sign() * 10 ** r.uniform(-16, -2)),
            "near 1": lambda: complex(1 + sign() * 10 ** r.uniform(-12, -2), sign() * 10 ** r.uniform(-12, -2)),
            "near 0": lambda: turned(10 ** r.uniform(-far, -1)),
            "near overflow": lambda: turned(10 ** r.uniform(1, far)),
            "on the real axis": lambda: complex(sign() * 10 ** r.uniform(-3, 3), r.choice([0.0, -0.0])),
            "on the imaginary axis": lambda: complex(r.choice([0.0, -0.0]), sign() * 10 ** r.uniform(-3, 3)),
            "on the unit circle": lambda: r.choice([1j, -1j, complex(-1, 0.0), complex(-1, -0.0), complex(0.6, 0.8), complex(0.6, -0.8)]),
        }
        exponents = {
            "small integers": lambda: complex(sign() * r.randint(1, 40), 0),
            "large integers": lambda: complex(sign() * round(10 ** r.uniform(1, 7)), 0),
            "fractions": lambda: complex(r.uniform(-20, 20), 0),
            "large fractions": lambda: complex(sign() * 10 ** r.uniform(1, 10), 0),
            "complex": lambda: complex(r.uniform(-4, 4), r.uniform(-4, 4)),
            "large complex": lambda: complex(sign() * 10 ** r.uniform(0, 9), sign() * 10 ** r.uniform(-2, 9)),
            "imaginary": lambda: complex(0, sign() * 10 ** r.uniform(0, 6)),
        }
        most = 87 if d == "complex64" else 700
        for b, base in bases.items():
            for e, exponent in exponents.items():
                xs, ys = [], []
                for _ in range(4000):
                    x, y = (values(build([v()], d))[0] for v in (base, exponent))
                    if x == 0 or y == 0:
                        continue
                    z = mpc(mpf(y.real), mpf(y.imag)) * mp.log(mpc(mpf(x.real), mpf(x.imag)))
                    # Neither part may be subnormal or overflow.
                    if abs(z.real) < most - 10:
                        xs.append(x), ys.append(y)
                    if len(xs) == 24:
                        break
                if xs:
                    emit(g, BINARY["Pow"], [A(build(xs, d)), A(build(ys, d))], "contiguous", f"a base {b} to {e}")


def mixed(d, name, which):
    """Six numbers which the dtypes beside them may not hold."""
    if is_int(d):
        lo, hi = int_range(d)
        v = ([hi, 3, 0, lo, hi - 1, 2] if which == 1 else [1, hi, 2, 3, lo, 0])
        if name == "Pow":
            v = [3, 2, 1, 5, 0, 2]
    elif d == "bool":
        v = [True, False, True, True, False, False] if which == 1 else [True, True, False, True, False, True]
    elif d in FLOATS:
        v = [2.5, -1.25, 0.1, 3, -0.0, 2] if which == 1 else [0.5, 2, -3, 0.3, 1.5, -2]
    else:
        v = [1 + 2j, -0.5j, 3, 0.1 - 0.1j, -1, 2j] if which == 1 else [2, 1 - 1j, 0.5, -1.5j, 1 + 0.5j, -2]
    return build(v, d)


def clip_rows(g):
    def clip(x, lo, hi, d):
        if isinstance(x, float):
            if x != x or lo is not None and lo != lo or hi is not None and hi != hi:
                return nan
        if lo is not None and x < lo:
            x = lo
        if hi is not None and x > hi:
            x = hi
        return x

    for d in ORDERED:
        vals = edges(d)
        x = build(vals, d)
        six = build(small(d, 6, "clip"), d, (2, 3))
        lo, hi = (False, True) if d == "bool" else (1, 5) if d in UINTS else (-2, 5)

        def run(xa, a, b, f, why=None):
            shape = np.broadcast_shapes(xa.val.shape, *(o.val.shape for o in (a, b) if isinstance(o, A)))
            cols = [values(np.broadcast_to(xa.val, shape))]
            for o in (a, b):
                cols.append([None] * len(cols[0]) if o is None else values(np.broadcast_to(operand(o, d), shape)))
            out = [clip(*c, d) for c in zip(*cols)]
            mask = [1 if v == 0 and isinstance(v, float) else 0 for v in out]
            g.row("Clip", [xa, a, b], build(out, d, shape), d=d, f=f, mask=mask, why=why)

        bounds = [(None, None)] if d == "bool" else [(S(lo), S(hi)), (None, S(hi)), (S(lo), None), (None, None)]
        for a, b in bounds:
            run(A(x), a, b, "scalar" if a or b else "contiguous")
        for f in FORMS:
            run(form(f, six), A(build([lo], d, ())), A(build([hi], d, ())), f)
            if f not in ("empty",):
                run(form(f, six), form(f, build([lo] * 6, d, (2, 3))), A(build([hi] * 3, d)), f)
        run(A(six), A(build([lo] * 3, d)), A(build([hi, lo], d, (2, 1))), "broadcast")
        if d in FLOATS:
            n = build([nan, 0.5, nan], d)
            run(A(six), A(n), None, "broadcast", "a bound that is NaN gives NaN")
            run(A(six), None, A(n), "broadcast", "a bound that is NaN gives NaN")
        g.row("Clip", [A(six), A(build([lo] * 4, d)), None], err=["shape"], d=d)
        g.row("Clip", [A(six), None, A(build([hi] * 4, d))], err=["shape"], d=d)


def close_rows(g):
    def close(x, y, rtol, atol, equal_nan):
        if isinstance(x, complex):
            nx, ny = x != x, y != y
            inf_any = any(math.isinf(p) for p in (x.real, x.imag, y.real, y.imag))
        else:
            nx, ny, inf_any = x != x, y != y, isinstance(x, float) and (math.isinf(x) or math.isinf(y))
        if nx or ny:
            return equal_nan and nx and ny
        if inf_any:
            return x == y
        d = abs(x - y) if not isinstance(x, bool) else abs(int(x) - int(y))
        return d <= atol + rtol * abs(y)

    for d in ALL:
        if d in FLOATS:
            e = max(eps(d), 1e-6)
            x = [nan, inf, inf, -inf, 1.0, 1.0, 0.0, 2.0, nan, 100.0]
            y = [nan, inf, -inf, -inf, 1.0, 1.0 + 4e4 * e if d in ("float32", "float64") else 2.0, -0.0, 2.5, 1.0, 100.0]
        elif d in PART:
            x = [complex(nan, 1), complex(inf, 0), 1 + 1j, 1 + 1j, 0j, 2j]
            y = [complex(nan, 1), complex(inf, 0), 1 + 1j, 1 + 1.5j, -0j, 2.5j]
        elif d == "bool":
            x, y = [True, True, False, False], [True, False, True, False]
        else:
            hi = int_range(d)[1]
            x, y = [0, 1, 5, hi, 100, 3], [0, 1, 6, hi, 101, hi]
        x, y = build(x, d), build(y, d)
        for o in ({}, {"rtol": 0.3}, {"atol": 0.75, "rtol": 0.0}, {"equal_nan": True}):
            args = (o.get("rtol", 1e-5), o.get("atol", 1e-8), o.get("equal_nan", False))
            for fx, fy, f in ((A(x), A(y), "contiguous"), (form("strided", x), form("reversed", y), "strided")):
                out = [close(a, b, *args) for a, b in zip(values(fx.val), values(fy.val))]
                g.row("IsClose", [fx, fy], build(out, "bool"), opts=o, d=d, f=f)
                g.row("AllClose", [fx, fy], build([all(out)], "bool", ()), opts=o, d=d, f=f)
        if d not in FLOATS + COMPLEX:
            g.row("AllClose", [A(x), A(x)], build([True], "bool", ()), d=d, f="contiguous")
        z = build(small(d, 6, "close"), d, (2, 3))
        for op in ("IsClose", "AllClose"):
            g.row(op, [A(z), A(z.reshape(3, 2))], err=["shape"], d=d)
        for f in FORMS:
            a = form(f, z)
            g.row("IsClose", [a, a], np.ones(a.val.shape, bool), d=d, f=f)
            g.row("AllClose", [a, a], np.array(True), d=d, f=f)


def nan_to_num_rows(g):
    def fix(x, d, o):
        if not isinstance(x, float):
            return x
        if x != x:
            return o.get("nan", 0.0)
        if x == inf:
            return o.get("posinf", largest(d))
        if x == -inf:
            return o.get("neginf", -largest(d))
        return x

    for d in ALL:
        v = edges(d)
        if d in PART:
            v = v[:3] + [complex(a, b) for a in (nan, inf, -inf, 1.5) for b in (nan, inf, -inf, -0.0)]
        six = build(small(d, 6, "nan"), d, (2, 3))
        for f in FORMS:
            a = A(build(v, d)) if f == "contiguous" else form(f, six)
            for o in [{}] + ([{"nan": 1.5, "posinf": 2.0, "neginf": -3.0}, {"posinf": 7.0}, {"copy": True}, {"copy": False}] if f in ("contiguous", "strided") else []):
                out = [(fix(x.real, d, o), fix(x.imag, d, o)) if isinstance(x, complex) else fix(x, d, o) for x in values(a.val)]
                g.row("NanToNum", [a], build(out, d, a.val.shape), opts=o, d=d, f=f)


def rows(g):
    unary_rows(g, [n for n in UNARY if n not in ACTIVATIONS + MANIPULATION])
    binary_rows(g, list(BINARY))
    complex_powers(g)
    clip_rows(g)
    close_rows(g)
    nan_to_num_rows(g)
    from . import steps  # which needs this module

    steps.elementwise(g)
