"""Rows of functions of several steps: element by element, of samples, new arrays, Ivy's general functions."""
import itertools
import math
from fractions import Fraction

import numpy as np

from . import functions as fn
from .core import *
from .elementwise import LIFTED_ULPS, SCALARS, Masked, Row, cpow, dtypes_of, edges, pairs, randoms, small

NARROW_ULPS = {"bfloat16": 1, "float16": 1, "float32": 1, "float64": 2, "complex64": 4, "complex128": 4}


def computed(d):
    return d if d in INEXACT else "float32"


def lifting(accepts):
    return [d for d in ALL if d in accepts or d == "bool" or is_int(d)]


def wide(a):
    """An array as float64 or complex128."""
    return np.asarray(values(a), np.complex128 if dtype_of(a) in PART else np.float64).reshape(a.shape)


def plain(x):
    """Whether x has nothing of what decides a result by itself."""
    return math.isfinite(x) and x != 0


def scaled(c):
    return lambda x, d: mpf(x) * c if plain(x) else x


def angle(x, d, turn=None):
    turn = mpf(turn or mp.pi)
    if isinstance(x, complex):
        v = fn.atan2(x.imag, x.real)
        return v if v == 0 or v != v else mpf(v) * turn / mp.pi
    return nan if x != x else turn if math.copysign(1, x) < 0 else 0.0


def fmod(x, y, d):
    if is_int(d):
        return 0 if y == 0 else int(math.copysign(1, x)) * (abs(x) % abs(y))
    return nan if x != x or y != y or math.isinf(x) or y == 0 else math.fmod(x, y)


def heaviside(x, y, d):
    return x if x != x else y if x == 0 else type(x)(x > 0)


def logaddexp2(x, y, d):
    if x != x or y != y:
        return nan
    hi, lo = max(x, y), min(x, y)
    if math.isinf(hi) or lo == -inf:
        return hi
    t = mpf(lo) - mpf(hi)
    return mpf(hi) if t < -4000 else mpf(hi) + mp.log1p(mp.power(2, t)) / mp.ln2


def trunc_divide(x, y, d):
    q = fn.divide(x, y)
    if isinstance(q, Fraction):
        q = round_float(q, d) if d == "float64" else q
        n = math.trunc(q) if not isinstance(q, float) or math.isfinite(q) else q
        return Masked(n if n else 0.0, 1 if n == 0 else 0)
    return q


def float_power(x, y, d):
    if d in PART:
        return cpow(complex(x), complex(y))
    return fn.pow_float(float(x), float(y))


class Doubled(Row):
    def out_dtype(self, d):
        return "complex128" if d in PART else "float64"


class Joined(Row):
    def out_dtype(self, d):
        return "complex128" if d == "float64" else "complex64"


def ulps(table):
    return lambda d: table.get(d, 2)


UNARY = [
    Row("Angle", INEXACT, angle, out="part", lift=True, tol=ulps(LIFTED_ULPS)),
    Row("Deg2rad", FLOATS, scaled(mp.pi / 180), lift=True, tol=ulps(NARROW_ULPS)),
    Row("Rad2deg", FLOATS, scaled(180 / mp.pi), lift=True, tol=ulps(NARROW_ULPS)),
    Row("Fix", FLOATS, lambda x, d: fn.trunc(x), lift=True),
    Row("IsReal", ALL, lambda x, d: x.imag == 0 if isinstance(x, complex) else True, out="bool"),
]
BINARY = [
    Joined("Complex", FLOATS, lambda x, y, d: complex(x, y), lift=True, arity=2),
    Row("Fmod", REAL, fmod, arity=2),
    Row("Heaviside", ORDERED, heaviside, arity=2),
    Row("LogAddExp2", FLOATS, lambda x, y, d: Masked(logaddexp2(x, y, d), 1), lift=True, tol=ulps(LIFTED_ULPS), arity=2),
    Row("TruncDivide", FLOATS, trunc_divide, lift=True, arity=2),
    Doubled("FloatPower", ALL, float_power, tol=lambda d: 8 if d in PART else 2, arity=2),
]


def unary(g, row, opts=None):
    for d in dtypes_of(row):
        v = edges(d) + ([] if d == "bool" else randoms(d, 24, row.name))
        if d in PART:
            v += [complex(inf, -inf), complex(-inf, 0.0), complex(nan, 1.0), complex(-0.0, -0.0), complex(0.0, inf)]
        six = build(randoms(d, 6, "forms"), d, (2, 3))
        for f in FORMS:
            a = A(build(v, d)) if f == "contiguous" else form(f, six)
            label, c, out, mask = row.call(a)
            g.row(row.name, [a], out, opts=opts, tol=row.ulps(c), d=label, f=f, mask=mask)
    for s in SCALARS:
        try:
            label, c, out, mask = row.call(S(s.v))
        except Fails as e:
            g.row(row.name, [S(s.v)], err=e.kinds, opts=opts, d=common(S(s.v)), f="scalar")
            continue
        g.row(row.name, [S(s.v)], out, opts=opts, tol=row.ulps(c), d=label, f="scalar", mask=mask)


def binary(g, row):
    for d in dtypes_of(row):
        v = pairs(row.name, d)
        if row.name == "FloatPower" and d in PART:
            v = [z for z in v if 0.3 < abs(z) < 5]
        def emit(g, row, ops, f):
            try:
                label, c, out, mask = row.call(*ops)
            except Fails as e:
                g.row(row.name, ops, err=e.kinds, d=common(*ops), f=f)
                return
            # Of two terms that cancel the error of the greater one is left.
            slack = [4 * eps("float64")] * out.size if row.name == "LogAddExp2" else None
            g.row(row.name, ops, out, tol=row.ulps(c), d=label, f=f, mask=mask, slack=slack)

        emit(g, row, [A(build(v, d, (len(v), 1))), A(build(v, d, (1, len(v))))], "outer")
        a, b = build(small(d, 6, "x1"), d, (2, 3)), build(small(d, 6, "x2"), d, (2, 3))
        for f in FORMS:
            emit(g, row, [form(f, a), A(b if f != "empty" else b[:0])], f)
            emit(g, row, [form(f, a), form(f, b)], f)
        emit(g, row, [A(a[:, :1]), A(b[0])], "broadcast")
        g.row(row.name, [A(a), A(b.reshape(3, 2))], err=["shape"], d=d)
        for s in SCALARS[:3]:
            emit(g, row, [A(a[0]), s], "scalar")
            emit(g, row, [s, A(a[0])], "scalar")


def with_two_results(g, name, f, second):
    """Rows of Frexp and Modf; second is the dtype of the second result, that of x if it is None."""
    for d in lifting(FLOATS):
        c = computed(d)
        six = build(randoms(d, 6, name), d, (2, 3))
        for ff in FORMS:
            a = A(build(edges(d) + ([] if d == "bool" else randoms(d, 12, name)), d)) if ff == "contiguous" else form(ff, six)
            both = [f(x) for x in values(cast(a.val, c))]
            out = (build([p for p, _ in both], c, a.val.shape), build([q for _, q in both], second or c, a.val.shape))
            g.row(name, [a], out, d=d, f=ff)
    g.row(name, [A(build([1j], "complex64"))], err=["dtype"], d="complex64")


def frexp(x):
    return math.frexp(x) if math.isfinite(x) else (x, 0)


def modf(x):
    return math.modf(x) if math.isfinite(x) else (math.copysign(0.0, x) if math.isinf(x) else x, x)


def ldexp_rows(g):
    for d in lifting(FLOATS):
        c = computed(d)
        p, lo, hi = FORMAT[c]
        v = edges(d)
        n = [0, 1, -1, 3, 40, -40, hi, lo, hi - lo + p, lo - hi - p, hi + p, 2 * hi + p, lo - 1, lo - p // 2, lo - p, 2**31 - 1, -(2**31)]
        for k, dims in (("int32", None), ("int64", None), ("int16", 10), ("int8", 6), ("uint8", 5), ("uint64", 5)):
            m = [t for t in n if int_range(k)[0] <= t <= int_range(k)[1]]
            if k in ("int64", "uint64"):
                m += [t for t in (2**62, -(2**62), 2**64 - 1) if int_range(k)[0] <= t <= int_range(k)[1]]
            ldexp(g, A(build(v, d, (len(v), 1))), A(build(m, k, (1, len(m)))), d, "outer")
        six, by = build(small(d, 6, "x"), d, (2, 3)), build([1, -2, 3, 0, 5, -7], "int32", (2, 3))
        for f in FORMS:
            ldexp(g, form(f, six), form(f, by), d, f)
        ldexp(g, A(six[:, :1]), A(by[0]), d, "broadcast")
        ldexp(g, A(six), S(3), d, "scalar")
        g.row("Ldexp", [A(six), A(by.reshape(3, 2))], err=["shape"], d=d)
        g.row("Ldexp", [A(six), A(build([1, 2, 3], "float32"))], err=["dtype"], d=d)


def ldexp(g, x, n, d, f):
    c = computed(d)
    shape = np.broadcast_shapes(x.val.shape, n.val.shape if isinstance(n, A) else ())
    xs = values(np.broadcast_to(cast(x.val, c), shape))
    ns = values(np.broadcast_to(n.val, shape)) if isinstance(n, A) else [n.v] * len(xs)
    out = []
    for v, k in zip(xs, ns):
        k = max(-5000, min(5000, k))
        out.append(mp.ldexp(mpf(v), k) if plain(v) else v)
    g.row("Ldexp", [x, n], build(out, c, shape), d=d, f=f)


def three(g, name, f, slack, accepts, draws):
    """Rows of a function of three operands that broadcast."""
    for d in lifting(accepts):
        sides = [build(draws(d, 6, s), d, (2, 3)) for s in ("a", "b", "w")]
        for ff in FORMS:
            cases = [[form(ff, s) for s in sides], [form(ff, sides[0]), A(sides[1] if ff != "empty" else sides[1][:0]), S(0.25)]]
            for ops in cases:
                c = common(*ops)
                c = c if c in INEXACT else "float32"
                shape = np.broadcast_shapes(*(o.val.shape for o in ops if isinstance(o, A)))
                cols = [values(np.broadcast_to(cast(operand(o, common(*ops)), c), shape)) for o in ops]
                out = [f(*t) for t in zip(*cols)]
                err = [slack(*t) * eps("float64" if part(c) == "float64" else c) for t in zip(*cols)]
                g.row(name, ops, build(out, c, shape), d=d if c == computed(d) or d in INEXACT else d, f=ff, tol=1 if c in FLOATS else 4, slack=[e for e in err for _ in range(2 if c in PART else 1)], mask=[1] * len(out) * (2 if c in PART else 1))
        g.row(name, [A(sides[0]), A(sides[1].reshape(3, 2)), S(0.5)], err=["shape"], d=d)
    a = build([1, 2], "int16")
    g.row(name, [A(a), A(build([0.5, 3], "float16")), A(build([0.5, 1], "float64"))], build([f(1.0, 0.5, 0.5), f(2.0, 3.0, 1.0)], "float64"), d="float64", f="mixed", tol=1)


def exact(z):
    if isinstance(z, complex):
        return mpc(mpf(z.real), mpf(z.imag))
    return mpf(z)


def pair(z):
    return (z.real, z.imag) if isinstance(z, mpmath.mpc) else z


def lerp(a, b, w):
    return pair(exact(a) + exact(w) * (exact(b) - exact(a)))


def lerp_slack(a, b, w):
    return 6 * (abs(a) + abs(b)) * (1 + abs(w))


def thresholds(g):
    for d in lifting(INEXACT):
        c = computed(d)
        six = build(edges(d) + small(d, 6, "soft") if d in FLOATS else small(d, 6, "soft"), d)
        six = six.reshape((2, -1)) if six.size % 2 == 0 else six[1:].reshape((2, -1))
        for t in (1.0, 0.0, -0.5):
            for f in FORMS:
                soft(g, form(f, six), S(t), d, f)
        if d in FLOATS:
            for f in FORMS:
                soft(g, form(f, build([1.5, -2.0, 0.25, 3.0, -0.5, 1.0], d, (2, 3))), A(build([1.0, 0.5, 0.25], d)), d, f)
    g.row("SoftThresholding", [A(build([1.0], "float32")), S(1j)], err=["dtype"], d="float32")
    g.row("SoftThresholding", [A(build([1.0, 2.0], "float32")), A(build([1.0, 2.0, 3.0], "float32"))], err=["shape"], d="float32")


def soft(g, x, t, d, f):
    c = common(x, t)
    c = c if c in INEXACT else "float32"
    shape = np.broadcast_shapes(x.val.shape, t.val.shape if isinstance(t, A) else ())
    xs = values(np.broadcast_to(cast(x.val, c), shape))
    ts = values(np.broadcast_to(cast(t.val, part(c)), shape)) if isinstance(t, A) else [round_float(t.v, part(c))] * len(xs)
    out, mask = [], []
    for v, w in zip(xs, ts):
        if isinstance(v, complex):
            size = mp.sqrt(mpf(v.real) ** 2 + mpf(v.imag) ** 2)
            z = exact(v) / size * (size - mpf(w)) if size > w and size > 0 else mpc(0)
            out.append(pair(z))
        elif v != v:
            out.append(nan)
        elif abs(v) <= w or v == 0:
            out.append(0.0)
        elif math.isinf(v):
            out.append(v)
        else:
            out.append(as_fraction(math.copysign(1, v)) * (as_fraction(abs(v)) - as_fraction(w)))
        mask += [1] * (2 if c in PART else 1)
    slack = [4 * eps(c) * (abs(v) + abs(w)) for v, w in zip(xs, ts) for _ in range(2)] if c in PART else None
    g.row("SoftThresholding", [x, t], build(out, c, shape), d=d, f=f, mask=mask, tol=4 if c in PART else 0, slack=slack)


def binarizer_rows(g):
    for d in ALL:
        v = edges(d) + ([] if d == "bool" else randoms(d, 12, "binarizer"))
        six = build(small(d, 6, "binarizer"), d, (2, 3))
        for o in ({}, {"threshold": 1.5}, {"threshold": -2.0}, {"threshold": 300.0}, {"threshold": 1e30}, {"threshold": -inf}):
            t = o.get("threshold", 0.0)
            t = round_float(t, part(d)) if d in INEXACT else t
            for f in FORMS:
                a = A(build(v, d)) if f == "contiguous" else form(f, six)
                out = [(abs(x) if isinstance(x, complex) else x) > t for x in values(a.val)]
                g.row("Binarizer", [a], build([int(x) for x in out], "int32", a.val.shape), opts=o, d=d, f=f)


def sparsify_rows(g):
    for d in ALL:
        for f in FORMS:
            v = [3, 1, 3, 2, 0, 1] if d in UINTS or d == "bool" else [3, -1, -3, 2, 0, 1]
            if d in SINTS:
                v[0] = int_range(d)[0]
            if d in FLOATS:
                v[3] = nan
            a = form(f, build(v, d, (2, 3)))
            n = a.val.size
            for card in (0, 1, 2, 3, 6, 9):
                xs = values(a.val)
                key = [inf if x != x else abs(x) for x in xs]
                kept = sorted(range(n), key=lambda i: (key[i] == inf and 0 or 1, -key[i]) if key[i] != inf else (0, 0))[:card]
                g.row("SparsifyTensor", [a, {"int": card}], build([x if i in kept else 0 for i, x in enumerate(xs)], d, a.val.shape), d=d, f=f)
        g.row("SparsifyTensor", [a, {"int": -1}], err=["value"], d=d)


def sample_rows(g):
    """Rows of Trapz, Gradient and Interp, whose values are NumPy's in float64."""
    for d in lifting(INEXACT):
        c = computed(d)
        cube = build(small(d, 24, "samples"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            w = wide(cast(a.val, c))
            if f == "zerod":
                g.row("Trapz", [a], err=["shape", "index"], d=d, f=f)
                g.row("Gradient", [a], (), d=d, f=f)
                continue
            top = float(np.abs(w).max()) if w.size else 0.0
            at = [0.0, 0.5, 2.0, 2.25]
            for o, kw in (({}, {}), ({"axis": 0}, {"axis": 0}), ({"dx": 0.5, "axis": 1}, {"dx": 0.5, "axis": 1}),
                          ({"x": A(build(at, "float32"))}, {"x": np.array(at)}), ({"x": A(build([2.0, -1.0, 0.5], "float64")), "axis": -2}, {"x": np.array([2.0, -1.0, 0.5]), "axis": -2})):
                if f == "empty" and "x" in o and o.get("axis") == -2 and w.shape[-2] != 3:
                    continue
                r = np.trapezoid(w, **kw)
                k = c
                if "x" in o:
                    k = common(A(cast(a.val, c)), o["x"]) if d not in ("bool",) and not is_int(d) else common(a, o["x"])
                    k = k if k in INEXACT else "float32"
                    k = promote(c, o["x"].dtype) if d in INEXACT else k
                g.row("Trapz", [a], build(r.ravel().tolist(), k, r.shape), opts=o, d=d, f=f, tol=1 if k in FLOATS else 2, slack=[16 * eps("float64") * (top + 1) * 12] * r.size * (2 if k in PART else 1))
            if f == "empty":
                g.row("Gradient", [a], err=["shape"], d=d, f=f)
                continue
            for o, spaces, kw in (({"axis": 1}, [], {"axis": 1}), ({}, [], {}), ({"axis": [0, 2], "spacing": S(0.5)}, [0.5], {"axis": (0, 2)}),
                                  ({"edge_order": 2, "axis": 2}, [], {"axis": 2, "edge_order": 2}),
                                  ({"axis": 2, "edge_order": 2, "spacing": {"list": [A(build(at, "float64"))]}}, [np.array(at)], {"axis": 2, "edge_order": 2}),
                                  ({"axis": [0, 2], "spacing": {"list": [A(build([0.25], "float64", ())), A(build(at, "float32"))]}}, [0.25, np.array(at)], {"axis": (0, 2)}),
                                  ({"axis": [0, 2], "spacing": A(build([0.5, 4.0], "float32"))}, [0.5, 4.0], {"axis": (0, 2)})):
                r = np.gradient(w, *spaces, **kw)
                r = r if isinstance(r, tuple) else (r,)
                n = 2 if c in PART else 1
                g.row("Gradient", [a], tuple(build(x.ravel().tolist(), c, x.shape) for x in r), opts=o, d=d, f=f, tol=1 if c in FLOATS else 2,
                      slack=tuple([64 * eps("float64") * (top + 1) * 8] * x.size * n for x in r), mask=tuple([1] * x.size * n for x in r))
        for o in ({"axis": 2, "edge_order": 3}, {"axis": [0, 2], "spacing": A(build([1.0, 2.0, 3.0], "float32"))}):
            g.row("Gradient", [A(cube)], err=["value"], opts=o, d=d)
        g.row("Gradient", [A(cube)], err=["shape"], opts={"axis": 2, "spacing": {"list": [A(build([1.0, 2.0], "float32"))]}}, d=d)
        g.row("Gradient", [A(cube[:1])], err=["shape"], opts={"axis": 0}, d=d)
        g.row("Trapz", [A(cube)], err=["shape"], opts={"x": A(build([1.0, 2.0], "float32"))}, d=d)
    interp_rows(g)


def interp_rows(g):
    for d in lifting(FLOATS):
        c = computed(d)
        v = [x for x in edges(d) if not math.isfinite(x) or abs(x) < 1e4] + ([] if d == "bool" else small(d, 12, "interp"))
        six = build(small(d, 6, "interp"), d, (2, 3))
        xp, fp = ([0, 1], [1, 0]) if d == "bool" else ([0, 1, 3, 5], [2, 5, 1, 1]) if d in UINTS else ([-3, -1, 0.5, 2] if d in FLOATS else [-3, -1, 0, 2], [2, -5, 1, 1])
        for f in FORMS:
            x = A(build(v, d)) if f == "contiguous" else form(f, six)
            for p, q in ((xp, fp), (xp[:1], fp[:1])):
                for o in ({}, {"left": -1.5, "right": 7.0}, {"period": 2.5}, {"period": -4.0, "left": 9.0}):
                    w = wide(cast(x.val, c))
                    ok = np.isfinite(w) if "period" in o else np.ones(w.shape, bool)
                    r = np.interp(np.where(ok, w, 0.0), p, q, **o)
                    r = np.where(ok & ~np.isnan(w), r, nan)  # numpy.interp of one point alone gives numbers for NaN
                    g.row("Interp", [x, A(build(p, d)), A(build(q, d))], build(r.ravel().tolist(), c, x.val.shape), opts=o, d=d, f=f, tol=1, slack=[64 * eps("float64") * 8] * r.size, mask=[1] * r.size)
        g.row("Interp", [A(six), A(build(xp, d)), A(build(fp[:1], d))], err=["shape"], d=d)
        g.row("Interp", [A(six), A(build([], d)), A(build([], d))], err=["shape"], d=d)
        g.row("Interp", [A(six), A(build(xp, d)), A(build(fp, d))], err=["value"], opts={"period": 0.0}, d=d)
    # Lines that overflow from one end are taken from the other.
    g.row("Interp", [A(build([0.5, 2.0, nan], "float64")), A(build([0.0, 1.0, 3.0], "float64")), A(build([1.0, inf, inf], "float64"))], build(np.interp([0.5, 2.0, nan], [0, 1, 3], [1, inf, inf]).tolist(), "float64"), d="float64", f="contiguous")


def elementwise(g):
    for row in UNARY:
        unary(g, row)
    turn = mpf(180)
    unary(g, Row("Angle", INEXACT, lambda x, d: angle(x, d, turn), out="part", lift=True, tol=ulps(LIFTED_ULPS)), {"deg": True})
    for row in BINARY:
        binary(g, row)
    with_two_results(g, "Frexp", frexp, "int32")
    with_two_results(g, "Modf", modf, None)
    ldexp_rows(g)
    three(g, "Lerp", lerp, lerp_slack, INEXACT, small)
    thresholds(g)
    binarizer_rows(g)
    sparsify_rows(g)
    sample_rows(g)


def accumulated(d):
    return "int32" if d == "bool" or d in SINTS and bits(d) <= 32 else "uint32" if d in UINTS and bits(d) <= 32 else d


def nansum(g):
    for d in ALL:
        v = small(d, 24, "nansum")
        if d in INEXACT:
            v[3], v[11], v[17] = nan, nan, inf if d in FLOATS else complex(nan, 2)
        cube = build(v, d, (2, 3, 4))
        cases = [{}, {"axis": 0}, {"axis": [0, 2]}, {"axis": -1, "keepdims": True}, {"dtype": "complex128" if d in PART else "float64"}]
        for f in FORMS:
            a = form(f, cube)
            for o in cases if f != "zerod" else cases[:1]:
                out = o.get("dtype", accumulated(d))
                axis = o.get("axis")
                axis = tuple(axis) if isinstance(axis, list) else axis
                w = np.array(values(a.val), object).reshape(a.val.shape)
                w = np.vectorize(lambda x: 0 if x != x else x, otypes=[object])(w) if w.size else w
                r = np.asarray(w.sum(axis=axis, keepdims=o.get("keepdims", False)), object)
                top = [64 * eps(out) * 8] * r.size * (2 if out in PART else 1) if out in INEXACT else None
                g.row("NanSum", [a], build([t if t else 0 for t in r.ravel().tolist()], out, r.shape), opts=o, d=d, f=f, tol=2 if out in INEXACT else 0, slack=top)


def normalizations(g):
    for d in lifting(INEXACT):
        c = computed(d)
        cube = build(small(d, 24, "normalize"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            w = wide(cast(a.val, c))
            for name, p, po in (("L1Normalize", 1, {}), ("L2Normalize", 2, {}), ("LpNormalize", 2, {}), ("LpNormalize", 3, {"p": 3.0}), ("LpNormalize", inf, {"p": inf}), ("LpNormalize", 0.5, {"p": 0.5})):
                for ao in ({}, {"axis": 1}, {"axis": [0, -1]}) if f != "zerod" else ({},):
                    axis = ao.get("axis", list(range(w.ndim)))
                    axis = tuple(axis) if isinstance(axis, list) else (axis,)
                    size = np.abs(w)
                    if w.size == 0:
                        norm = np.ones([1] * w.ndim)
                    elif p == inf:
                        norm = size.max(axis=axis, keepdims=True)
                    else:
                        norm = (size**p).sum(axis=axis, keepdims=True) ** (1 / p)
                    r = w / np.maximum(norm, 1e-12)
                    n = 2 if c in PART else 1
                    g.row(name, [a], build(r.ravel().tolist(), c, r.shape), opts={**po, **ao}, d=d, f=f, tol=2 if c in ("bfloat16", "float16") else 16, mask=[1] * r.size * n)
        g.row("LpNormalize", [A(cube)], err=["value"], opts={"p": 0.0}, d=d)
    g.row("L2Normalize", [A(build([0, 0], "float32"))], build([0, 0], "float32"), d="float32", f="contiguous", why="zeros are divided by 1e-12")


def creation(g):
    for d in ALL:
        for f in FORMS:
            a = form(f, build(small(d, 12, "eye"), d, (2, 2, 3)) if f != "transposed" else build(small(d, 6, "eye"), d, (2, 3)))
            if f == "zerod":
                for op in ("EyeLike", "Trilu"):
                    g.row(op, [a], err=["shape"], d=d, f=f)
                continue
            for o in ({}, {"k": 1}, {"k": -1}, {"k": 9}, {"dtype": "float64"}):
                out = o.get("dtype", d)
                e = np.broadcast_to(np.eye(a.val.shape[-2], a.val.shape[-1], o.get("k", 0)), a.val.shape)
                g.row("EyeLike", [a], build(e.ravel().tolist(), out, e.shape), opts=o, d=d, f=f)
            for o in ({}, {"k": 1}, {"upper": False}, {"upper": False, "k": -1}, {"upper": True, "k": -9}):
                t = (np.triu if o.get("upper", True) else np.tril)(np.asarray(a.val), o.get("k", 0))
                g.row("Trilu", [a], t, opts=o, d=d, f=f)
    for n, o in itertools.product((0, 1, 3), ({}, {"n_cols": 4}, {"k": 1}, {"k": -1, "n_cols": 2}, {"k": 9}, {"k": -9}, {"n_cols": 0})):
        m, k = o.get("n_cols", n), o.get("k", 0)
        for op, f in (("TriuIndices", np.triu_indices), ("TrilIndices", np.tril_indices)):
            g.row(op, [{"int": n}], f(n, k, m), opts=o, d="int64")
            for d in INTS:
                g.row(op, [{"int": n}], tuple(build(values(x), d) for x in f(n, k, m)), opts={**o, "dtype": d}, d=d)
    for op in ("TriuIndices", "TrilIndices"):
        g.row(op, [{"int": -1}], err=["shape"], d="int64")
        g.row(op, [{"int": 2}], err=["shape"], opts={"n_cols": -1}, d="int64")
        g.row(op, [{"int": 2}], err=["dtype"], opts={"dtype": "float32"}, d="float32")
    for d in REAL:
        for dims in ([], [0], [3], [2, 3], [2, 0, 4], [1, 2, 3]):
            o = {"dtype": d}
            r = np.indices(dims)
            g.row("Indices", [{"ints": dims}], build(r.ravel().tolist(), d, r.shape), opts=o, d=d)
            g.row("SparseIndices", [{"ints": dims}], tuple(build(x.ravel().tolist(), d, x.shape) for x in np.indices(dims, sparse=True)), opts=o, d=d)
    g.row("Indices", [{"ints": [2, 2]}], np.indices((2, 2)), d="int64")
    for op in ("Indices", "SparseIndices"):
        g.row(op, [{"ints": [-1]}], err=["shape"], d="int64")
        g.row(op, [{"ints": [2]}], err=["dtype"], opts={"dtype": "complex64"}, d="complex64")
    logspace_rows(g)
    polyval_rows(g)
    mel_rows(g)


def logspace_rows(g):
    for d in lifting(INEXACT):
        c = computed(d)
        a, b = build([0, 1, 0] if d in UINTS + ["bool"] else [0, 1, -1], d), build([1, 1, 1] if d == "bool" else [2, 3, 1], d)
        for (x, y), o in itertools.product(((A(a), A(b)), (A(a[0].reshape(())), A(b[0].reshape(()))), (A(a.reshape(3, 1)), S(2))), ({}, {"base": S(2.0)}, {"endpoint": False}, {"axis": -1, "base": S(0.5)})):
            for n in (0, 1, 5):
                k = common(x, y)
                k = k if k in INEXACT else "float32"
                u, v = wide(operand(x, k)), wide(operand(y, k))
                r = np.logspace(u, v, n, endpoint=o.get("endpoint", True), base=o["base"].v if "base" in o else 10.0, axis=o.get("axis", 0))
                g.row("Logspace", [x, y, {"int": n}], build(r.ravel().tolist(), k, r.shape), opts=o, d=d, tol=2 if k in ("bfloat16", "float16") else 8 if k in FLOATS else 32, mask=[1] * r.size * (2 if k in PART else 1), slack=[1e-12 * 1000] * r.size * 2 if k in PART else None)
        base = build([2.0, 10.0, 3.0] if d in INEXACT else [1, 1, 1] if d == "bool" else [2, 10, 3], d)
        r = np.logspace(wide(cast(a, c)), wide(cast(b, c)), 3, base=wide(cast(base, c)))
        g.row("Logspace", [A(a), A(b), {"int": 3}], build(r.ravel().tolist(), c, r.shape), opts={"base": A(base)}, d=d, tol=2 if c in ("bfloat16", "float16") else 8 if c in FLOATS else 32, mask=[1] * r.size * (2 if c in PART else 1), slack=[1e-9] * r.size * 2 if c in PART else None)
        g.row("Logspace", [A(a), A(b[:2]), {"int": 3}], err=["shape"], d=d)
        g.row("Logspace", [A(a), A(b), {"int": -3}], err=["value"], d=d)
        g.row("Logspace", [A(a), A(b), {"int": 3}], err=["dtype"], opts={"dtype": "int32"}, d=d)
    for k in FLOATS:
        g.row("Logspace", [S(0), S(3), {"int": 4}], build([1, 10, 100, 1000], k), opts={"dtype": k}, d="float32", tol=1)
    g.row("Logspace", [S(0.5), S(1j), {"int": 2}], err=["dtype"], opts={"dtype": "float32"}, d="float32")


def polyval_rows(g):
    for d in NUMERIC:
        for f in FORMS:
            x = form(f, build(small(d, 6, "polyval"), d, (2, 3)))
            for n in (0, 1, 4):
                c = build(small(d, n, "coefficients"), d)
                out, err = [], []
                for v in values(x.val):
                    s, t = (mpc(0), 0.0) if d in PART else (0, 0.0)
                    for k in values(c):
                        s = s * (exact(v) if d in PART else Fraction(v)) + (exact(k) if d in PART else Fraction(k))
                        t = t * abs(v) + abs(k)
                    out.append(pair(s) if d in PART else int(s) if is_int(d) else s)
                    err += [2 * n * eps(d) * t] * (2 if d in PART else 1) if d in INEXACT else []
                g.row("Polyval", [A(c), x], build(out, d, x.val.shape), d=d, f=f, tol=2 if d in INEXACT else 0, slack=err or None, mask=[1] * len(out) * (2 if d in PART else 1))
        g.row("Polyval", [A(build(small(d, 4, "c"), d, (2, 2))), x], err=["shape"], d=d)
        g.row("Polyval", [form("strided", build(small(d, 3, "c"), d)), A(build([0, 1], d))], build([np.array(small(d, 3, "c"), object)[-1], sum(np.array(values(build(small(d, 3, "c"), d)), object))], d) if not d in INEXACT else polynomial(build(small(d, 3, "c"), d), d), d=d, f="strided", tol=4, slack=[4 * eps(d) * sum(abs(v) for v in values(build(small(d, 3, "c"), d)))] * 2 * (2 if d in PART else 1) if d in INEXACT else None)


def polynomial(c, d):
    v = [exact(t) for t in values(c)]
    return build([pair(v[-1]) if d in PART else v[-1], pair(sum(v)) if d in PART else sum(v)], d)


def mel_rows(g):
    for d in FLOATS:
        for bins, length, rate, o in ((8, 32, 16000, {}), (4, 33, 8000, {"lower_edge_hertz": 100.0}), (6, 64, 8192, {"lower_edge_hertz": 0.0, "upper_edge_hertz": 8192 / 2.0}), (1, 1, 16000, {"upper_edge_hertz": 0.0})):
            low, high = o.get("lower_edge_hertz", 0.0), o.get("upper_edge_hertz", 3000.0)
            edge = mel_edges(bins, length, rate, low, high)
            m = np.zeros((length // 2 + 1, bins))
            for i in range(bins):  # as the definition of the operator says
                a, b, c = edge[i : i + 3]
                if a == b:
                    m[b, i] = 1
                for j in range(a, b + 1):
                    if a != b:
                        m[j, i] = (j - a) / (b - a)
                for j in range(b, c):
                    m[j, i] = (c - j) / (c - b)
            g.row("MelWeightMatrix", [{"int": bins}, {"int": length}, {"int": rate}], build(m.ravel().tolist(), d, m.shape), opts={**o, "dtype": d}, d=d)
    for args, o in (((0, 8, 8000), {}), ((2, 0, 8000), {}), ((2, 8, 0), {}), ((2, 8, 8000), {"lower_edge_hertz": -1.0}), ((2, 8, 8000), {"lower_edge_hertz": 4000.0}), ((2, 8, 100), {})):
        g.row("MelWeightMatrix", [{"int": n} for n in args], err=["value"], opts=o, d="float32")


def mel_edges(bins, length, rate, low, high):
    mel = lambda f: 2595 * mp.log10(1 + mpf(f) / 700)
    step = (mel(high) - mel(low)) / (bins + 2)
    return [int(mp.floor((length + 1) * 700 * (mp.power(10, (mel(low) + step * i) / 2595) - 1) / rate + mpf(10) ** -30)) for i in range(bins + 2)]


def utility(g):
    for d in ALL:
        six = build(small(d, 6, "equal"), d, (2, 3))
        other = six.copy()
        other[1, 2] = 1 if values(six)[-1] != 1 else 0
        odd = six.copy()
        if d in INEXACT:
            odd[0, 1] = nan
        for f in FORMS:
            a, b, n = form(f, six), form(f, other), form(f, odd)
            for x, y in ((a, a), (a, b), (a, n), (n, n), (a, A(six.reshape(3, 2))), (a, A(six[:1]))):
                same = x.val.shape == y.val.shape and bool(np.array_equal(np.asarray(x.val), np.asarray(y.val)))
                g.row("ArrayEqual", [x, y], np.array(same), d=d, f=f)
            bad = np.isnan(wide(n.val)).any() if d in INEXACT and n.val.size else False
            g.row("HasNans", [n], np.array(bool(bad)), d=d, f=f)
            g.row("HasNans", [a], np.array(False), d=d, f=f)
            if d in INEXACT:
                i = n.val.copy()
                i[...] = complex(0, -inf) if d in PART else inf
                g.row("HasNans", [A(i)], np.array(bool(i.size)), d=d, f=f)
                g.row("HasNans", [A(i)], np.array(False), opts={"include_infs": False}, d=d, f=f)
                g.row("HasNans", [n], np.array(bool(bad)), opts={"include_infs": False}, d=d, f=f)
            xs = [a, b, a, A(six[0])]
            eq = [[x.val.shape == y.val.shape and bool(np.array_equal(np.asarray(x.val), np.asarray(y.val))) for y in xs] for x in xs]
            as_list = lambda l: [{"list": l}]
            g.row("AllEqual", as_list(xs), np.array(all(eq[0])), d=d, f=f)
            g.row("AllEqual", as_list([a, a]), np.array(True), d=d, f=f)
            g.row("AllEqual", as_list(xs), np.array(eq), opts={"equality_matrix": True}, d=d, f=f)
    g.row("AllEqual", [{"list": []}], err=["value"], d="float32")
    norms(g)
    stable(g)
    encodings(g)


def norms(g):
    for d in lifting(INEXACT):
        c = computed(d)
        cube = build(small(d, 12, "clip"), d, (2, 2, 3))
        for f in FORMS:
            a = form(f, cube)
            w = wide(cast(a.val, c))
            for p, most in ((2, 1.5), (2, 1e3), (1, 2.0), (inf, 0.5), (2, 0.0)):
                o = {} if p == 2 and most != 0 else {"p": float(p)}
                n = 2 if c in PART else 1
                put = lambda op, r: g.row(op, [a, S(most)], build(r.ravel().tolist(), c, r.shape), opts=o, d=d, f=f, tol=2 if c in ("bfloat16", "float16") else 32, slack=[32 * eps(c) * 4] * r.size * n if c in ("float32", "float64") + tuple(COMPLEX) else [eps(c) * 4] * r.size * n, mask=[1] * r.size * n)
                put("ClipVectorNorm", w if w.size == 0 or (t := np.linalg.norm(w.ravel(), p)) <= most else w * (most / (t + 1e-12)))
                if f == "zerod":
                    g.row("ClipMatrixNorm", [a, S(most)], err=["shape"], opts=o, d=d, f=f)
                elif w.size == 0:
                    put("ClipMatrixNorm", w)
                else:
                    t = np.linalg.norm(w, p, axis=(-2, -1), keepdims=True)
                    put("ClipMatrixNorm", np.where(t <= most, w, w * (most / (t + 1e-12))))
        g.row("ClipVectorNorm", [A(cube), S(1.0)], err=["value"], opts={"p": -1.0}, d=d)
        g.row("ClipMatrixNorm", [A(cube), S(1.0)], err=["value"], opts={"p": 3.0}, d=d)
        for op in ("ClipVectorNorm", "ClipMatrixNorm"):
            g.row(op, [A(cube), S(-1.0)], err=["value"], d=d)
            g.row(op, [A(cube), S(1j)], err=["dtype"], d=d)


def stable(g):
    for d in lifting(INEXACT):
        c = computed(d)
        n = 2 if c in PART else 1
        a, b = build(small(d, 6, "numerator"), d, (2, 3)), build(small(d, 6, "denominator"), d, (2, 3))
        for f in FORMS:
            x, y = form(f, a), form(f, b)
            u, v = wide(cast(x.val, c)), wide(cast(y.val, c))
            r = u / (v + 1e-12)
            # of a denominator 0 the summand is what is left, of which narrow floats have none
            mask = [2 if t == 0 else 1 for t in v.ravel() for _ in range(n)]
            g.row("StableDivide", [x, y], build(r.ravel().tolist(), c, r.shape), d=d, f=f, tol=4, mask=mask, slack=[8 * eps(c) * abs(t) for t in r.ravel() for _ in range(n)])
            more = A(build([8.5, 9.0, 10.0], part(c)))
            k = "float64" if d in ("int32", "int64", "uint32", "uint64") else c  # by promotion with float32
            r = wide(cast(x.val, k)) / (wide(cast(y.val, k)) + wide(more.val))
            g.row("StableDivide", [x, y], build(r.ravel().tolist(), k, r.shape), opts={"min_denominator": more}, d=d, f=f, tol=4, mask=[1] * r.size * n, slack=[8 * eps(c) * (abs(t) + 1) for t in r.ravel() for _ in range(n)])
            for o, least in (({}, 1e-5), ({"min_base": 5.0}, 5.0)):
                if d not in UINTS and "min_base" not in o:
                    u1, x1 = np.abs(u), None
                    ops = [A(build(np.abs(values(x.val)).tolist() if d not in PART else [abs(t) for t in values(x.val)], d, x.val.shape)), y]
                    u1 = wide(cast(ops[0].val, c))
                else:
                    ops, u1 = [x, y], u
                base = u1 + least
                r = np.power(base, v)
                g.row("StablePow", ops, build(r.ravel().tolist(), c, r.shape), opts=o, d=d, f=f, tol=8, mask=[2 if abs(t) < 0.1 or not np.isfinite(q) else 1 for t, q in zip(u1.ravel(), r.ravel()) for _ in range(n)],
                      slack=[64 * eps(c) * (abs(q) * (1 + abs(p)) if np.isfinite(q) else 1) for q, p in zip(r.ravel(), v.ravel()) for _ in range(n)])
        for op in ("StableDivide", "StablePow"):
            g.row(op, [A(a), A(b.reshape(3, 2))], err=["shape"], d=d)
    g.row("StableDivide", [S(1.0), S(0.0)], build([1e12], "float32", ()), d="float32", f="scalar", tol=1)


def encodings(g):
    for d in lifting(FLOATS):
        c = computed(d)
        six = build(small(d, 6, "encode"), d, (2, 3))
        for f in FORMS:
            a = form(f, six)
            for most, o in ((8.0, {}), (3.0, {"num_bands": 2, "linear": True}), (5, {"flatten": True, "num_bands": 3}), (2.5, {"num_bands": 1})):
                if f == "zerod":
                    g.row("FourierEncode", [a, S(most)], err=["shape"], opts=o, d=d, f=f)
                    continue
                n = o.get("num_bands", 4)
                t = [mpf(i) / max(n - 1, 1) for i in range(n)]
                scale = [1 + (mpf(most) / 2 - 1) * u for u in t] if o.get("linear") else [mp.power(mpf(most) / 2, u) for u in t]
                rows, xs = [], values(cast(a.val, c))
                parts = [[[x], [mp.sin(mp.pi * s * mpf(x)) for s in scale], [mp.cos(mp.pi * s * mpf(x)) for s in scale]] for x in xs]
                lead, last = a.val.shape[:-1], a.val.shape[-1]
                if o.get("flatten"):
                    for i in range(0, len(parts), last):
                        for k in range(3):
                            rows += [v for p in parts[i : i + last] for v in p[k]]
                    dims = lead + (last * (1 + 2 * n),)
                else:
                    rows, dims = [v for p in parts for q in p for v in q], a.val.shape + (1 + 2 * n,)
                g.row("FourierEncode", [a, S(most)], build(rows, c, dims), opts=o, d=d, f=f, tol=1, slack=[200 * eps("float64")] * len(rows), mask=[1] * len(rows))
        g.row("FourierEncode", [A(six), S(8.0)], err=["value"], opts={"num_bands": 0}, d=d)
        g.row("FourierEncode", [A(six), S(-1.0)], err=["value"], d=d)
        g.row("FourierEncode", [A(six), S(1j)], err=["dtype"], d=d)
