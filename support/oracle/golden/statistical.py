"""Rows of the group statistical, and what other reductions share."""
import math

import numpy as np

from . import steps
from .core import *
from .elementwise import edges, randoms, small

AXES = [None, 0, 1, 2, -1, -3, (0, 1), (0, -1), (2, 0), (0, 1, 2), ()]


def reduce_shape(shape, axis, keep):
    n = len(shape)
    axes = tuple(range(n)) if axis is None else tuple(a % n for a in ((axis,) if isinstance(axis, int) else axis))
    out = [1 if i in axes else s for i, s in enumerate(shape) if keep or i not in axes]
    return axes, out


def lines(arr, axes):
    """The elements that each result is made of, in row-major order of the axes."""
    rest = [i for i in range(arr.ndim) if i not in axes]
    t = arr.transpose(rest + sorted(axes))
    n = int(np.prod([arr.shape[i] for i in axes], dtype=int))
    m = int(np.prod([arr.shape[i] for i in rest], dtype=int))
    return [values(l) for l in np.ascontiguousarray(t).reshape(m, n)]


def one(g, op, a, f, out, opts, d, label, ff, tol=0, slack=False, why=None):
    """A reduction's row. f(line, dtype of the result) gives (value, mask, [absolute error])."""
    axis, keep = opts.get("axis"), opts.get("keepdims", False)
    axes, shape = reduce_shape(a.val.shape, axis, keep)
    res = [f(l, d) for l in lines(a.val, axes)]
    mask, errs = [], []
    for r in res:
        n = 2 if out in PART else 1
        mask += r[1] if isinstance(r[1], list) else [r[1]] * n
        if slack:
            errs += r[2] if isinstance(r[2], list) else [r[2]] * n
    g.row(op, [a], build([r[0] for r in res], out, shape), opts=opts, d=label, f=ff, mask=mask, slack=errs if slack else None, tol=tol, why=why)


def reduce_rows(g, op, d, f, out, axes, empty, edge=False, extra=(), **kw):
    """Rows of a reduction of dtype d over axes, in every form. empty is "value" where a
    reduction of nothing is an error."""
    cube = build(small(d, 24, op), d, (2, 3, 4))
    for i, axis in enumerate(axes):
        for keep in (False, True):
            o = {} if axis is None else {"axis": axis if isinstance(axis, int) else list(axis)}
            if keep:
                o["keepdims"] = True
            one(g, op, A(cube), f, out, o, d, d, "contiguous", **kw)
    for o in extra:
        one(g, op, A(cube), lambda l, dd: f(l, dd, **{k: v for k, v in o.items() if k not in ("axis", "keepdims")}), out, o, d, d, "contiguous", **kw)
    for ff in ("strided", "reversed", "transposed", "broadcast"):
        for axis in (None, 0, 1, -1):
            one(g, op, form(ff, cube), f, out, {} if axis is None else {"axis": axis}, d, d, ff, **kw)
    one(g, op, form("zerod", cube), f, out, {}, d, d, "zerod", **kw)
    one(g, op, form("zerod", cube), f, out, {"keepdims": True}, d, d, "zerod", **kw)
    none = form("empty", cube)
    if empty == "value":
        for o in ({}, {"axis": 0}):
            g.row(op, [none], opts=o, err=["value", "shape"], d=d, f="empty", why="no greatest or least of nothing")
        one(g, op, A(cube[:0]), f, out, {"axis": 1}, d, d, "empty", **kw)
    else:
        for o in ({}, {"axis": 0}, {"axis": 1}, {"axis": 0, "keepdims": True}):
            one(g, op, none, f, out, o, d, d, "empty", **kw)
    if edge:
        v = edges(d) + randoms(d, 11, op)
        for k in range(4):  # parts without and with NaN
            w = v[k::4]
            one(g, op, A(build(w, d)), f, out, {}, d, d, "contiguous", **kw)
            w = [x for x in w if x == x]
            one(g, op, A(build(w + w[::-1], d)), f, out, {}, d, d, "contiguous", **kw)
        if d in FLOATS:
            for w in ([0.0, -0.0, 0.0], [-0.0, 0.0], [nan, 1.0, nan], [inf, -inf], [-inf, -inf]):
                one(g, op, A(build(w, d)), f, out, {}, d, d, "contiguous", **kw)
    g.row(op, [A(cube)], opts={"axis": 3}, err=["index", "shape"], d=d)
    g.row(op, [A(cube)], opts={"axis": -4}, err=["index", "shape"], d=d)
    if (0, 1) in axes:
        g.row(op, [A(cube)], opts={"axis": [0, -3]}, err=["index", "value", "shape"], d=d, why="an axis named twice")


def accumulated(d):
    if d == "bool" or d in SINTS and bits(d) <= 32:
        return "int32"
    return "uint32" if d in UINTS and bits(d) <= 32 else d


def acc_eps(d):
    """The unit of the sums: 16-bit floats accumulate in float32."""
    return eps("float32") if d in ("bfloat16", "float16") else eps(d)


def fsum(xs):
    """The exact sum, a Fraction, unless infinities or NaN are among the numbers."""
    if any(not math.isfinite(x) for x in xs):
        return math.nan if any(x != x for x in xs) or (inf in xs and -inf in xs) else inf if inf in xs else -inf
    return sum((as_fraction(x) for x in xs), as_fraction(0))


def bound(xs, d):
    fin = [abs(x) for x in xs if math.isfinite(x)]
    return float(len(xs) * acc_eps(d) * sum(fin)) + (eps(d) * abs(sum(x for x in xs if math.isfinite(x))) if d in ("bfloat16", "float16") else 0.0)


def total(l, d):
    if d in PART:
        re, im = [z.real for z in l], [z.imag for z in l]
        return (fsum(re), fsum(im)), [1, 1], [bound(re, d), bound(im, d)]
    if is_int(d):
        return sum(int(v) for v in l), 0, 0.0
    return fsum(l), 1, bound(l, d)


def cprod(l):
    re, im = as_fraction(1), as_fraction(0)
    for z in l:
        a, b = as_fraction(z.real), as_fraction(z.imag)
        re, im = re * a - im * b, re * b + im * a
    return re, im


def product(l, d):
    if d in PART:
        re, im = cprod(l)
        e = 4 * (len(l) + 1) * acc_eps(d) * math.prod([abs(z) for z in l])
        return (re, im), [1, 1], [e, e]
    if is_int(d):
        return math.prod([int(v) for v in l]), 0, 0.0
    if any(not math.isfinite(x) for x in l):
        return float(np.prod(np.array(l, np.float64))), 1, 0.0
    p = math.prod((as_fraction(x) for x in l), start=as_fraction(1))
    r = abs(float(p))
    return p, 1, (len(l) + 1) * acc_eps(d) * r + (eps(d) * r if d in ("bfloat16", "float16") else 0.0)


def mean(l, d):
    n = len(l)
    if n == 0:
        return ((nan, nan) if d in PART else nan), 0, 0.0
    v, m, e = total(l, d)
    q = lambda x: x / n
    return (tuple(map(q, v)) if d in PART else q(v)), m, ([x / n for x in e] if d in PART else e / n)


def variance(l, d, correction=0, root=False):
    n = len(l)
    if n - correction <= 0:
        return nan, 0, 0.0
    if any(not (math.isfinite(x.real) and math.isfinite(x.imag)) for x in map(complex, l)):
        return nan, 0, 0.0
    if d in PART:
        re, im = [as_fraction(z.real) for z in l], [as_fraction(z.imag) for z in l]
    else:
        re, im = [as_fraction(x) for x in l], [as_fraction(0)] * n
    mr, mi = sum(re) / n, sum(im) / n
    v = sum((a - mr) ** 2 + (b - mi) ** 2 for a, b in zip(re, im)) / as_fraction(n - correction)
    big = max((abs(float(a)) for a in re + im), default=0.0)
    # The mean is off by up to n units of the largest; its square enters.
    e = (n + 6) * acc_eps(d) * float(v) + 2 * (n * acc_eps(d) * big) ** 2 + (eps(d) * float(v) if d in ("bfloat16", "float16") else 0)
    if root:
        s = mp.sqrt(mpf(v.numerator) / v.denominator)
        return s, 0, (e / (2 * float(s)) + 2 * eps(d) * float(s) if s else math.sqrt(e))
    return v, 0, e


def extreme(greatest):
    def f(l, d):
        if any(v != v for v in l):
            return nan, 0
        r = max(l) if greatest else min(l)
        return r, int(isinstance(r, float) and r == 0)

    return f


def scan(l, d, f, o):
    """Values and absolute errors of a cumulative function of one line."""
    if o.get("reverse"):
        l = l[::-1]
    stops = list(range(1, len(l) + 1)) if not o.get("exclusive") else list(range(len(l)))
    if o.get("include_initial"):
        stops = [0] + stops
    res = [f(l[:k], d) for k in stops]
    return res[::-1] if o.get("reverse") else res


def scan_rows(g, op, f):
    for d in ALL:
        out = accumulated(d)
        cube = build(small(d, 12, op), d, (3, 4))
        line = build(small(d, 7, op), d)
        base = [{}, {"include_initial": True}, {"exclusive": True}, {"reverse": True}, {"exclusive": True, "reverse": True}, {"include_initial": True, "reverse": True}]
        cases = [("contiguous", A(line), o, None) for o in base + [{"axis": 0}, {"axis": -1}]]
        cases += [("contiguous", A(cube), {**o, "axis": ax}, None) for o in base for ax in (0, 1)] + [("contiguous", A(cube), {"axis": -2}, None)]
        for ff in ("strided", "reversed", "transposed", "broadcast", "empty"):
            cases += [(ff, form(ff, cube), {"axis": ax, **o}, None) for ax in (0, 1) for o in ({}, {"include_initial": True}, {"reverse": True})]
        wide = {"bool": "int64", "float32": "float64", "complex64": "complex128", "complex128": "complex128", "float64": "float64", "bfloat16": "float32", "float16": "float32"}.get(d, "float64" if d in UINTS else "int64")
        cases += [("contiguous", A(line), {"dtype": wide}, wide)]
        if d in FLOATS and op == "CumulativeSum":
            cases += [("contiguous", A(build([1.0, inf, -2.0, -inf, 3.0], d)), {}, None), ("contiguous", A(build([1.0, nan, 2.0], d)), {}, None)]
        for ff, a, o, to in cases:
            res_d = to or out
            v = cast(a.val, res_d)
            axis = o.get("axis", 0) % v.ndim
            t = np.moveaxis(v, axis, -1)
            outs = [scan(l, res_d, f, o) for l in lines(v, (axis,))]
            k = t.shape[-1] + (1 if o.get("include_initial") else 0)
            shape = list(t.shape[:-1]) + [k]
            flat = [r for ls in outs for r in ls]
            z = 2 if res_d in PART else 1
            res = np.moveaxis(build([r[0] for r in flat], res_d).reshape(shape), -1, axis)
            err = np.array([x for r in flat for x in (r[2] if isinstance(r[2], list) else [r[2]] * z)], float).reshape(shape + [z])
            err = np.moveaxis(err, -2, axis) if not is_int(res_d) else None
            mask = [1] * (res.size * z) if not is_int(res_d) else None
            g.row(op, [a], res, opts=o, d=d, f=ff, tol=0 if is_int(res_d) else 1, slack=err, mask=mask)
        g.row(op, [A(cube)], err=["value", "shape", "index"], d=d, why="an axis is needed for two dimensions")
        g.row(op, [A(line)], opts={"include_initial": True, "exclusive": True}, err=["value"], d=d, why="the neutral element would come twice")
        g.row(op, [A(line)], opts={"axis": 1}, err=["index", "shape"], d=d)
        z = form("zerod", line)
        g.row(op, [z], err=["shape", "index"], d=d, f="zerod", why="no axis to go along")


def rows(g):
    for d in ALL:
        out = accumulated(d)
        tol = 0 if is_int(out) else 1
        for op, f in (("Sum", total), ("Prod", product)):
            h = lambda l, _, f=f: f(values(cast(build(l, d), out)), out)
            reduce_rows(g, op, d, h, out, AXES, 0, slack=not is_int(out), tol=tol)
            if is_int(d):
                v = edges(d)
                one(g, op, A(build(v, d)), h, out, {}, d, d, "contiguous", why="integers wrap in the result's dtype")
            if d in FLOATS and op == "Sum":
                for w in ([inf, 1.0, -2.0], [inf, -inf], [nan, 1.0], [1.0, -inf], [-0.0], [largest(d), -largest(d), 1.0]):
                    one(g, op, A(build(w, d)), h, out, {}, d, d, "contiguous", slack=True, tol=1)
            for to in ALL:
                if d in PART and to not in PART and to != "bool":
                    g.row(op, [A(build(small(d, 3, op), d))], opts={"dtype": to}, err=["dtype"], d=d)
                elif to != "bool":
                    x = build(small(d, 5, "dtype"), d)
                    one(g, op, A(x), lambda l, _: f(values(cast(build(l, d), to)), to), to, {"dtype": to}, d, d, "contiguous", slack=not is_int(to), tol=0 if is_int(to) else 1,
                        why="the elements are cast before they are summed" if op == "Sum" else None)
    n = build([1.0] * 3000, "float16")
    one(g, "Sum", A(n), lambda l, _: (3000.0, 0), "float16", {}, "float16", "float16", "contiguous", why="float16 accumulates in float32")
    n = build([1.0] * 1000, "bfloat16")
    one(g, "Sum", A(n), lambda l, _: (1000.0, 0), "bfloat16", {}, "bfloat16", "bfloat16", "contiguous", why="bfloat16 accumulates in float32")
    n = build([65504.0] * 64, "float16")
    one(g, "Mean", A(n), lambda l, _: (65504.0, 0), "float16", {}, "float16", "float16", "contiguous", why="the sum in between overflows float16")
    for d in ORDERED:
        for op, greatest in (("Max", True), ("Min", False)):
            reduce_rows(g, op, d, extreme(greatest), d, AXES, "value", edge=True)
    for d in ALL:
        c = d if d in INEXACT else "float32"
        lift = lambda l: values(cast(build(l, d), c))
        reduce_rows(g, "Mean", d, lambda l, _: mean(lift(l), c), c, AXES, 0, slack=True, tol=1)
        if d in FLOATS:
            for w in ([nan, 1.0], [inf, 1.0], [inf, -inf]):
                one(g, "Mean", A(build(w, d)), lambda l, _: mean(l, d), d, {}, d, d, "contiguous", slack=True, tol=1)
        extra = [{"correction": k, **o} for k in (1, 0.5, 2.5, 3, 24, -1) for o in ({}, {"axis": 1}, {"axis": [0, 2], "keepdims": True})]
        for op, root in (("Var", False), ("Std", True)):
            h = lambda l, _, correction=0: variance(lift(l), c, correction, root)
            reduce_rows(g, op, d, h, part(c), AXES, 0, extra=extra, slack=True, tol=2)
            if d in FLOATS:
                for w in ([nan, 1.0], [inf, 1.0], [3.0, 3.0, 3.0]):
                    one(g, op, A(build(w, d)), h, d, {}, d, d, "contiguous", slack=True, tol=2)
    off = build([10000.0, 10001.0, 9999.0, 10002.5], "float32")
    one(g, "Var", A(off), lambda l, _: variance(l, "float32"), "float32", {}, "float32", "float32", "contiguous", slack=True, tol=2, why="a mean far from 0 must not cancel")
    scan_rows(g, "CumulativeSum", total)
    scan_rows(g, "CumulativeProd", product)
    from . import quantiles

    quantiles.rows(g)
    steps.nansum(g)
