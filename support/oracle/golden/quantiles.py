"""Rows of the group statistical that the standard does not have. What quantiles, covariances and counts are is NumPy's."""
import bisect
import math
import statistics
import warnings

import numpy as np

from .core import *
from .elementwise import edges, randoms, small
from .statistical import AXES, accumulated, acc_eps, extreme, fsum, lines, mean, product, reduce_rows, reduce_shape

METHODS = ["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
           "median_unbiased", "normal_unbiased"]
PICKS = {"lower", "higher", "nearest", "nearest_jax", "inverted_cdf", "closest_observation"}
LIFTED = ["bool"] + INTS + FLOATS


def lifted(d):
    return d if d in INEXACT else "float32"


def plain(l):
    """Numbers without NaN."""
    return [x for x in l if x == x]


def middle(l):
    """The median of numbers, exact."""
    if not l or any(x != x for x in l):
        return nan
    if all(math.isfinite(x) for x in l):
        return statistics.median([as_fraction(x) for x in l])
    return statistics.median(l)


def nearest_jax(x, q):
    at = q * (len(x) - 1)
    low = math.floor(at)
    return sorted(x)[low if at - low <= 0.5 else low + 1]


def quantile(x, q, method):
    """The quantile of floats, and whether it is one of them."""
    if not x or any(v != v for v in x):
        return nan
    if method == "nearest_jax":
        return nearest_jax(x, q)
    return float(np.quantile(np.array(x, np.float64), q, method=method))


def quantile_row(g, op, a, q, o, c, d, f, why=None):
    """A row of quantiles q, an array or a number, in dtype c."""
    keep = o.get("keepdims", False)
    axes, shape = reduce_shape(a.val.shape, o.get("axis"), keep)
    method = o.get("interpolation", "linear")
    qs = [q.v] if isinstance(q, S) else values(q.val)
    ls = lines(cast(a.val, c), axes)
    if op == "NanQuantile":
        ls = [plain(l) for l in ls]
    out = [quantile(l, v, method) for v in qs for l in ls]
    most = [max([abs(v) for v in plain(l) if math.isfinite(v)], default=0.0) for _ in qs for l in ls]
    e = [0.0 if method in PICKS else (2 * eps(c) + 4 * eps("float32" if c in ("bfloat16", "float16") else c)) * m for m in most]
    where = ([] if isinstance(q, S) else list(q.val.shape)) + shape
    g.row(op, [a, q], build(out, c, where), opts=o, d=d, f=f, mask=[1] * len(out), slack=e if any(e) else None, why=why)


def quantiles(g):
    q = A(build([0.0, 0.3, 0.5, 0.125, 1.0, 0.9], "float64"))
    for d in LIFTED:
        c = lifted(d)
        cube = build(small(d, 24, "quantile"), d, (2, 3, 4))
        spotted = cube.copy()
        if d in FLOATS:
            spotted[0, 1, 2] = spotted[1, 0, 0] = nan
            spotted[1, 2] = nan
        for op in ("Quantile", "NanQuantile"):
            for f in FORMS:
                for x in (cube, spotted) if d in FLOATS else (cube,):
                    a = form(f, x)
                    for o in ({}, {"keepdims": True}) + (() if f == "zerod" else ({"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": [0, 2]})):
                        quantile_row(g, op, a, q, o, c, d, f)
                        quantile_row(g, op, a, S(0.25), o, c, d, f)
            for method in METHODS + ["nearest_jax"]:
                quantile_row(g, op, A(spotted), q, {"interpolation": method, "axis": -1}, c, d, "contiguous")
                quantile_row(g, op, A(cube), A(build([0.0, 0.1, 0.25, 0.5, 0.7, 1.0], "float64", (2, 3))), {"interpolation": method, "axis": [0, 2]}, c, d, "contiguous")
                quantile_row(g, op, A(cube[0, 0]), S(0.6), {"interpolation": method}, c, d, "contiguous")
                quantile_row(g, op, A(cube[0, 0, :1]), q, {"interpolation": method}, c, d, "contiguous")
            quantile_row(g, op, A(cube), A(build([0.5], "float32")), {"axis": 1}, c, d, "contiguous")
            quantile_row(g, op, A(cube), A(build([0, 1], "int8")), {"axis": 1}, c, d, "contiguous")
            quantile_row(g, op, A(cube[:, :0]), q, {"axis": 1}, c, d, "empty", why="of no elements NaN")
            g.row(op, [A(cube), S(1.5)], err=["value"], d=d, f="contiguous")
            g.row(op, [A(cube), A(build([0.5, -0.25], "float64"))], err=["value"], d=d, f="contiguous")
            g.row(op, [A(cube), S(nan)], err=["value"], d=d, f="contiguous")
            g.row(op, [A(cube), S(0.5)], err=["value"], opts={"interpolation": "cubic"}, d=d, f="contiguous")
            g.row(op, [A(cube), S(0.5)], err=["index", "shape"], opts={"axis": 3}, d=d, f="contiguous")
            g.row(op, [A(cube), A(build([0.5], "complex64"))], err=["dtype"], d=d, f="contiguous")
        many = build(randoms(d, 300, "quantiles"), d, (3, 100))
        for o in ({"axis": -1}, {}):
            quantile_row(g, "Quantile", A(many), q, o, c, d, "contiguous")
        if d in FLOATS:
            far = build([inf, 1.0, -inf, 2.0, inf], d)
            for v, want in ((0.0, -inf), (0.25, 1.0), (0.5, 2.0), (0.875, inf), (1.0, inf), (0.375, 1.5), (0.125, -inf)):
                g.row("Quantile", [A(far), S(v)], build([want], d, ()), d=d, f="contiguous", why="what has no share has no say")
                g.row("NanQuantile", [A(far), S(v)], build([want], d, ()), d=d, f="contiguous")
            g.row("Quantile", [A(build([-inf, inf], d)), S(0.5)], build([nan], d, ()), d=d, f="contiguous")


def medians(g):
    for d in LIFTED:
        c = lifted(d)
        lift = lambda l: values(cast(build(l, d), c))
        # The halves of two subnormal numbers are rounded.
        e = smallest(c)
        reduce_rows(g, "Median", d, lambda l, _: (middle(lift(l)), 1, e), c, AXES, 0, edge=True, slack=True)
        reduce_rows(g, "NanMedian", d, lambda l, _, **o: (middle(plain(lift(l))), 1, e), c, AXES, 0, edge=True, slack=True, extra=[{"overwrite_input": True}, {"overwrite_input": False, "axis": 1}])
        many = build(randoms(d, 300, "medians"), d, (3, 100))
        for op, f in (("Median", lift), ("NanMedian", lambda l: plain(lift(l)))):
            g.row(op, [A(many)], build([middle(f(l)) for l in lines(many, (1,))], c), opts={"axis": 1}, d=d, f="contiguous", mask=[1] * 3)


def with_mask(g, op, d, out, f, cube, mask, slack):
    """Rows of a reduction with Initial and Only."""
    for init in (None, S(2)) + ((S(0.5),) if d in FLOATS else ()) + (A(build([1], d, ())),):
        for m in (None, mask, np.array(True), mask[0, 0]):
            for axis in (None, 1, (0, 2)):
                o = {} if axis is None else {"axis": axis if isinstance(axis, int) else list(axis)}
                if init is not None:
                    o["initial"] = init
                if m is not None:
                    o["where"] = A(np.array(m))
                if op != "NanProd" and m is not None and init is None:
                    g.row(op, [A(cube)], opts=o, err=["value"], d=d, f="contiguous")
                    continue
                start = [] if init is None else values(operand(init, out))
                some = np.broadcast_to(True if m is None else m, cube.shape)
                axes, shape = reduce_shape(cube.shape, axis, False)
                res = []
                for l, k in zip(lines(cube, axes), lines(some, axes)):
                    res.append(f(start + [v for v, b in zip(l, k) if b], out))
                n = 2 if out in PART else 1
                ms, es = [], []
                for r in res:
                    ms += r[1] if isinstance(r[1], list) else [r[1]] * n
                    if slack:
                        es += [4 * x for x in (r[2] if isinstance(r[2], list) else [r[2]] * n)]
                g.row(op, [A(cube)], build([r[0] for r in res], out, shape), opts=o, d=d, f="contiguous", mask=ms, slack=es if slack else None, tol=1 if slack else 0)


def reductions(g):
    mask = np.array([[[True, False, True, True], [False, True, True, False], [True, True, False, True]], [[False, False, True, True], [True, False, False, True], [True, True, True, True]]])
    for d in ALL:
        c = lifted(d)
        lift = lambda l, to=c: values(cast(build(l, d), to))
        extra = [{"dtype": to, **o} for to in INEXACT if not (d in PART and to not in PART) for o in ({}, {"axis": 1})]
        cube = build(small(d, 24, "nan"), d, (2, 3, 4))
        if d in INEXACT:
            cube[0, 1, 2] = cube[1, 0, 0] = cube[1, 1, 3] = nan
            cube[0, 0] = nan
        reduce_rows(g, "NanMean", d, lambda l, _: mean(plain(lift(l)), c), c, AXES, 0, slack=True, tol=1)
        for axis in (None, 0, 1, 2, (0, 2)):
            axes, shape = reduce_shape(cube.shape, axis, False)
            for to in [None] + [t for t in INEXACT if not (d in PART and t not in PART)]:
                res = [mean(plain(values(cast(build(l, d), to or c))), to or c) for l in lines(cube, axes)]
                n = 2 if (to or c) in PART else 1
                o = {**({} if axis is None else {"axis": axis if isinstance(axis, int) else list(axis)}), **({"dtype": to} if to else {})}
                e = [x for r in res for x in (r[2] if isinstance(r[2], list) else [r[2]] * n)]
                g.row("NanMean", [A(cube)], build([r[0] for r in res], to or c, shape), opts=o, d=d, f="contiguous", mask=[1] * len(e), slack=e, tol=1)
        g.row("NanMean", [A(cube)], opts={"dtype": "int32"}, err=["dtype"], d=d, f="contiguous")
        out = accumulated(d)
        f = lambda l, o: product(plain(values(cast(build(l, d), o))), o)
        reduce_rows(g, "NanProd", d, lambda l, _: f(l, out), out, AXES, 0, slack=not is_int(out), tol=0 if is_int(out) else 1)
        wide = {"bool": "int64", "float32": "float64", "complex64": "complex128"}.get(d, "complex128" if d in PART else "float64")
        res = [f(l, wide) for l in lines(cube, (1,))]
        n = 2 if wide in PART else 1
        e = [x for r in res for x in (r[2] if isinstance(r[2], list) else [r[2]] * n)]
        g.row("NanProd", [A(cube)], build([r[0] for r in res], wide, (2, 4)), opts={"axis": 1, "dtype": wide}, d=d, f="contiguous", mask=[1] * len(e), slack=e, tol=1)
        if d == out:
            with_mask(g, "NanProd", d, out, lambda l, o: product(plain(l), o), cube, mask, not is_int(out))
        g.row("NanProd", [A(cube)], opts={"where": A(np.ones((2, 3, 4), np.int8))}, err=["dtype"], d=d, f="contiguous")
        g.row("NanProd", [A(cube)], opts={"where": A(np.array([True, False]))}, err=["shape"], d=d, f="contiguous")
        if d not in ORDERED:
            continue
        for op, greatest in (("NanMax", True), ("NanMin", False)):
            pick = lambda l, _: (lambda p: (nan, 0) if l and not p else extreme(greatest)(p, d))(plain(l))
            reduce_rows(g, op, d, pick, d, AXES, "value", edge=True)
            with_mask(g, op, d, d, pick, cube, mask, False)
            for axis in (None, 0, 1, 2):
                axes, shape = reduce_shape(cube.shape, axis, False)
                res = [pick(l, d) for l in lines(cube, axes)]
                g.row(op, [A(cube)], build([r[0] for r in res], d, shape), opts={} if axis is None else {"axis": axis}, d=d, f="contiguous", mask=[r[1] for r in res])
            g.row(op, [A(cube[:, :0])], build([1] * 8, d, (2, 4)), opts={"axis": 1, "initial": S(1) if d != "bool" else S(True)}, d=d, f="empty", why="of no elements the initial one")


def running(l, greatest, reverse):
    """The extremes up to each element, and the last place of each; NaN is the most extreme."""
    idx = range(len(l))
    best, out = None, {}
    for i in reversed(idx) if reverse else idx:
        if best is None or l[i] != l[i] or not l[best] != l[best] and (l[i] >= l[best] if greatest else l[i] <= l[best]):
            best = i
        out[i] = best
    return [out[i] for i in idx]


def cumulative(g):
    for d in ORDERED:
        cube = build(randoms(d, 24, "running"), d, (2, 3, 4))
        line = build(edges(d) + randoms(d, 9, "running") + [0, 0, 1], d)
        if d in FLOATS:
            line = np.concatenate([build([1.0, 0.0, -0.0, 2.0, inf, 2.0, -inf], d), line])
            cube[0, 1, 2] = cube[1, 0, 0] = nan
        end = {True: False if d == "bool" else -inf if d in FLOATS else int_range(d)[0] if is_int(d) else None, False: True if d == "bool" else inf if d in FLOATS else int_range(d)[1] if is_int(d) else None}
        for op, greatest in (("CumMax", True), ("CumMin", False)):
            for f in FORMS:
                if f == "zerod":
                    g.row(op, [form(f, cube)], err=["shape", "index"], d=d, f=f)
                    continue
                cases = [(form(f, cube), ax) for ax in (None, 0, 1, -1)] + ([(A(line), None)] if f == "contiguous" else [])
                for a, ax in cases:
                    axis = (0 if ax is None else ax) % a.val.ndim
                    for o in ({}, {"reverse": True}, {"exclusive": True}, {"exclusive": True, "reverse": True}):
                        t = np.moveaxis(a.val, axis, -1)
                        vals, places = [], []
                        for l in lines(a.val, (axis,)):
                            at = running(l, greatest, o.get("reverse", False))
                            v = [l[i] for i in at]
                            if o.get("exclusive"):
                                at, v = (at[1:] + [-1], v[1:] + [end[greatest]]) if o.get("reverse") else ([-1] + at[:-1], [end[greatest]] + v[:-1])
                                at, v = at[: len(l)], v[: len(l)]
                            vals += v
                            places += at
                        outs = tuple(np.moveaxis(build(x, to).reshape(t.shape), -1, axis) for x, to in ((vals, d), (places, "int64")))
                        g.row(op, [a], outs, opts={**o, **({} if ax is None else {"axis": ax})}, d=d, f=f)
            to = {"float64": "float32", "int64": "float64"}.get(d, "float64")
            ls = values(cast(line, to))
            at = running(ls, greatest, False)
            g.row(op, [A(line)], (build([ls[i] for i in at], to), build(at, "int64")), opts={"dtype": to}, d=d, f="contiguous", why="elements are cast before they are compared")
            g.row(op, [A(cube)], opts={"axis": 3}, err=["index", "shape"], d=d, f="contiguous")
            g.row(op, [A(cube)], opts={"dtype": "complex64"}, err=["dtype"], d=d, f="contiguous")


def numbers(arr):
    """Elements in float64 or complex128."""
    d = dtype_of(arr)
    return np.array(values(arr), np.complex128 if d in PART else np.float64).reshape(arr.shape)


def near(g, op, args, z, c, d, f, size, opts=None, why=None):
    z = np.asarray(z)
    n = 2 if c in PART else 1
    big = eps(c) * 8 * (1 + size)
    g.row(op, args, build(list(z.ravel()), c, z.shape), opts=opts, d=d, f=f, mask=[1] * z.size * n, slack=[big] * z.size * n, tol=4, why=why)


def covariances(g):
    for d in ALL:
        c = lifted(d)
        x = build(small(d, 15, "cov"), d, (3, 5))
        y = build(small(d, 10, "cov y"), d, (2, 5))
        fw, aw = build([1, 0, 2, 3, 1], "int32"), build([0.5, 1.0, 0.25, 2.0, 1.5], "float64")
        for f in FORMS:
            a = form(f, x)
            v = numbers(cast(a.val, c))
            size = float(np.abs(v).max(initial=0.0)) ** 2
            rows = v if v.ndim == 2 else v.reshape(1, -1)
            with np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                near(g, "Cov", [a, None], np.cov(v) if v.size else np.zeros((0, 0)), c, d, f, size)
                if f == "zerod":
                    near(g, "CorrCoef", [a], complex(nan, nan) if c in PART else nan, c, d, f, 1)
                    continue
                if v.size:
                    near(g, "CorrCoef", [a], np.corrcoef(v), c, d, f, 1)
                else:
                    near(g, "CorrCoef", [a], np.zeros((0, 0)), c, d, f, 1)
                    continue
                for o, k in (({"rowvar": False}, {"rowvar": False}), ({"bias": S(True)}, {"bias": True}), ({"bias": S(False)}, {}), ({"ddof": 0}, {"ddof": 0}), ({"ddof": 2, "bias": S(True)}, {"ddof": 2}),
                             ({"fweights": A(fw)}, {"fweights": fw}), ({"aweights": A(aw)}, {"aweights": aw}), ({"fweights": A(fw), "aweights": A(aw), "ddof": 1}, {"fweights": fw, "aweights": aw}),
                             ({"aweights": A(aw), "bias": S(True)}, {"aweights": aw, "bias": True})):
                    if v.shape != (3, 5) and "weights" in str(k):
                        continue
                    near(g, "Cov", [a, None], np.cov(v, **k), c, d, f, size * 4, opts=o)
                if f == "contiguous":
                    yy = numbers(cast(y, c))
                    near(g, "Cov", [a, A(y)], np.cov(v, yy), c, d, f, size)
                    near(g, "Cov", [a, A(y[0])], np.cov(v, yy[0]), c, d, f, size)
                    near(g, "Cov", [A(x[0]), A(y[0])], np.cov(v[0], yy[0]), c, d, f, size)
                    near(g, "Cov", [A(x[0]), None], np.cov(v[0]), c, d, f, size)
                    near(g, "Cov", [A(x.T), A(y.T)], np.cov(v.T, yy.T, rowvar=False), c, d, f, size, opts={"rowvar": False})
                    if c not in PART:
                        near(g, "Cov", [a, None], np.cov(v, ddof=9), c, d, f, size, opts={"ddof": 9}, why="divided by 0, not by less")
                    near(g, "CorrCoef", [a], np.corrcoef(v, yy), c, d, f, 1, opts={"y": A(y)})
                    near(g, "CorrCoef", [A(x.T)], np.corrcoef(v.T, yy.T, rowvar=False), c, d, f, 1, opts={"y": A(y.T), "rowvar": False})
                    near(g, "CorrCoef", [A(x[0])], 1.0, c, d, f, 1) if d != "bool" or len(set(values(x[0]))) > 1 else None
                    for to in INEXACT:
                        if not (d in PART and to not in PART):
                            near(g, "Cov", [a, None], np.cov(numbers(cast(x, to))), to, d, f, size, opts={"dtype": to})
        for o in ({"fweights": A(aw)}, {"dtype": "int32"}, {"aweights": A(build([1j] * 5, "complex64"))}):
            g.row("Cov", [A(x), None], opts=o, err=["dtype"], d=d, f="contiguous")
        for o in ({"fweights": A(fw[:4])}, {"aweights": A(aw.reshape(5, 1))}):
            g.row("Cov", [A(x), None], opts=o, err=["shape"], d=d, f="contiguous")
        for o in ({"fweights": A(-fw)}, {"aweights": A(-aw)}, {"bias": S(1)}):
            g.row("Cov", [A(x), None], opts=o, err=["value"], d=d, f="contiguous")
        g.row("Cov", [A(x.reshape(1, 3, 5)), None], err=["shape"], d=d, f="contiguous")
        g.row("Cov", [A(x), A(y[:, :4])], err=["shape"], d=d, f="contiguous")
        g.row("CorrCoef", [A(x.reshape(1, 3, 5))], err=["shape"], d=d, f="contiguous")
        g.row("CorrCoef", [A(x)], opts={"y": A(y[:, :4])}, err=["shape"], d=d, f="contiguous")


def weighed(d, n, seed):
    """Weights whose sums are exact."""
    return build([v // 1 if d in INTS or d == "bool" else round(v) / 2 for v in small(d, n, seed)], d)


def bincounts(g):
    for d in BITWISE:
        x = build([abs(v) if d != "bool" else v for v in small(d, 12, "bincount")], d)
        for f in FORMS:
            a = form(f, x)
            if f == "zerod":
                g.row("Bincount", [a], err=["shape"], d=d, f=f)
                continue
            v = np.array(values(a.val), np.int64)
            for o, k in (({}, {}), ({"minlength": 15}, {"minlength": 15}), ({"minlength": 3}, {"minlength": 3})):
                g.row("Bincount", [a], np.bincount(v, **k).astype(np.int64), opts=o, d=d, f=f)
            for w in ("bool", "int8", "uint16", "int64", "float16", "float32", "float64"):
                ws = weighed(w, len(v), "weights")
                z = np.bincount(v, weights=numbers(ws))
                g.row("Bincount", [a], build(list(z), accumulated(w), z.shape), opts={"weights": A(ws)}, d=d, f=f, mask=[1] * z.size)
        g.row("Bincount", [A(x)], opts={"minlength": -1}, err=["value"], d=d, f="contiguous")
        g.row("Bincount", [A(x)], opts={"weights": A(x[:3])}, err=["shape"], d=d, f="contiguous")
        g.row("Bincount", [A(x.reshape(3, 4))], err=["shape"], d=d, f="contiguous")
        if d in SINTS:
            g.row("Bincount", [A(build([1, -1], d))], err=["value"], d=d, f="contiguous")
    ws = build([1 + 2j, 0.5, -1j], "complex64")
    g.row("Bincount", [A(np.array([2, 0, 2]))], build([0.5, 0, 1 + 1j], "complex64"), opts={"weights": A(ws)}, d="int64", f="contiguous")


def intervals(g):
    for d in ORDERED:
        x = build(edges(d) + [0, 1, 2, 3, 1, 4], d)
        up = build([False, True] if d == "bool" else [0, 1, 1, 3, 7], d)
        for bins in (up, up[::-1].copy(), up[:1], up[:0]):
            for o, right in (({}, False), ({"right_end": False}, False), ({"right_end": True}, True)):
                for f in FORMS:
                    a = form(f, build(small(d, 12, "digitize"), d, (3, 4))) if f != "contiguous" else A(x)
                    want = np.digitize(numbers(a.val), numbers(bins), right) if d not in ("int64", "uint64") else np.array([digit(v, values(bins), right) for v in values(a.val)]).reshape(a.val.shape)
                    g.row("Digitize", [a, A(bins)], np.asarray(want, np.int64).reshape(a.val.shape), opts=o, d=d, f=f)
        if d != "bool":
            g.row("Digitize", [A(x), A(build([1, 3, 2], d))], err=["value"], d=d, f="contiguous")
        g.row("Digitize", [A(x), A(up.reshape(1, -1))], err=["shape"], d=d, f="contiguous")
    for d1, d2 in (("int8", "float32"), ("uint8", "int16"), ("float16", "bfloat16"), ("bool", "int32")):
        x, b = cast(build([0, 1, 3, 5], "int16"), d1), build([-1, 1, 4], d2)
        g.row("Digitize", [A(x), A(b)], np.digitize(numbers(cast(x, promote(d1, d2))), numbers(cast(b, promote(d1, d2)))).astype(np.int64), d=promote(d1, d2), f="mixed")


def digit(v, bins, right):
    """np.digitize of exact integers."""
    if len(bins) > 1 and bins[0] > bins[-1]:
        return len(bins) - digit(v, bins[::-1], right)
    return bisect.bisect_left(bins, v) if right else bisect.bisect_right(bins, v)


def compared(d):
    """The dtype of ends of intervals."""
    return "float32" if d in ("bfloat16", "float16") else d if d in FLOATS else "float64"


def ends_of(d, lo, hi, n):
    if lo == hi:
        lo, hi = lo - 0.5, hi + 0.5
    e = [lo + i * ((hi - lo) / n) for i in range(n)] + [hi]
    return build(e, compared(d))


def count(l, ends, w, lower, upper):
    """np.histogram of floats, with intervals that may be extended."""
    keep = [v == v and (lower or v >= ends[0]) and (upper or v <= ends[-1]) for v in l]
    held = np.array([min(max(v, ends[0]), ends[-1]) for v, k in zip(l, keep) if k], np.float64)
    ws = None if w is None else np.array([x for x, k in zip(w, keep) if k], np.float64)
    return np.histogram(held, bins=np.array(ends, np.float64), weights=ws)[0]


def histogram_row(g, a, o, ends, d, f, weights=None, why=None):
    axes, shape = reduce_shape(a.val.shape, o.get("axis"), False)
    ls = lines(numbers(a.val), axes)
    ws = [None] * len(ls) if weights is None else lines(numbers(weights.val), axes)
    e = values(ends)
    zs = [count(l, e, w, o.get("extend_lower_interval", False), o.get("extend_upper_interval", False)) for l, w in zip(ls, ws)]
    out = "int64" if weights is None else accumulated(weights.dtype)
    slack, tol = None, 0
    if o.get("density"):
        out = lifted(d)
        with np.errstate(all="ignore"):
            zs = [z / z.sum() / np.diff(e) for z in zs]
        tol = 2
    if "dtype" in o:
        out, tol = o["dtype"], 2
    z = np.array(zs, np.float64).reshape([len(ls), len(e) - 1])
    z = z.T.reshape([len(e) - 1] + shape)
    g.row("Histogram", [a], build(list(z.ravel()), out, z.shape), opts={**o, **({"weights": weights} if weights is not None else {})} or None, d=d, f=f, tol=tol, mask=[1] * z.size, why=why)


def histograms(g):
    for d in ORDERED:
        x = build(small(d, 24, "histogram"), d, (2, 3, 4))
        vals = values(x)
        up = build([False, True], d) if d == "bool" else build([0, 1, 2, 4], d)
        wide = build([-1.5, 0.0, 0.5, 3.0], "float32")
        w = A(weighed("float32", 24, "histogram weights").reshape(2, 3, 4))
        for f in FORMS:
            a = form(f, x)
            v = numbers(a.val)
            auto = ends_of(d, float(v.min()), float(v.max()), 10) if v.size else ends_of(d, 0.0, 1.0, 10)
            histogram_row(g, a, {}, auto, d, f)
            if f == "zerod":
                continue
            for o in ({"axis": 0}, {"axis": -1}, {"axis": [0, 2]}):
                histogram_row(g, a, o, auto, d, f)
            histogram_row(g, a, {"bins": A(up)}, up, d, f)
            histogram_row(g, a, {"bins": A(up), "axis": 1, "extend_lower_interval": True, "extend_upper_interval": True}, up, d, f)
            histogram_row(g, a, {"bins": S(3), "range": A(build([0.25, 2.5], "float64"))}, ends_of(d, 0.25, 2.5, 3), d, f)
            histogram_row(g, a, {"bins": S(4), "range": A(build([1, 1], "int32")), "axis": 2}, ends_of(d, 1.0, 1.0, 4), d, f)
        lo, hi = float(min(vals)), float(max(vals))
        a = A(x)
        for o in ({"extend_lower_interval": True}, {"extend_upper_interval": True}, {"density": True}, {"density": True, "axis": 0}, {"dtype": "float32"}, {"dtype": "int8", "axis": 1}, {"extend_upper_interval": True, "density": True}):
            histogram_row(g, a, {**o, "bins": S(3), "range": A(build([-0.5, 1.5], "float64"))}, ends_of(d, -0.5, 1.5, 3), d, "contiguous")
        for t in ("bool", "int8", "uint64", "float16", "float32", "float64"):
            ws = A(weighed(t, 24, "w").reshape(2, 3, 4))
            for o in ({}, {"axis": 1}):
                histogram_row(g, a, {**o, "bins": A(up)}, up, d, "contiguous", weights=ws)
        histogram_row(g, a, {"bins": A(wide), "density": True}, wide, d, "contiguous", weights=A(np.abs(w.val) + 1))
        if d in FLOATS:
            odd = build([nan, inf, -inf, 0.5, 1.0, 2.0, 4.0, nan], d)
            for o in ({}, {"extend_lower_interval": True}, {"extend_upper_interval": True}):
                histogram_row(g, A(odd), {**o, "bins": A(up)}, up, d, "contiguous", why="NaN is in no interval")
            g.row("Histogram", [A(odd)], err=["value"], d=d, f="contiguous", why="there is no range")
        many = build([v for v in randoms(d, 400, "many")], d)
        histogram_row(g, A(many), {"bins": S(17), "range": A(build([-7.0, 9.0], "float64"))}, ends_of(d, -7.0, 9.0, 17), d, "contiguous")
        for o, err in (({"bins": S(0)}, "value"), ({"bins": A(up[:1])}, "value"), ({"bins": A(build([1, 0] if d == "bool" else [2, 1], d))}, "value"), ({"bins": A(up), "range": A(build([0.0, 1.0], "float64"))}, "value"),
                       ({"range": A(build([1.0, 0.0], "float64"))}, "value"), ({"range": A(build([0.0, inf], "float64"))}, "value"), ({"weights": A(x[0])}, "shape"), ({"weights": A(np.ones((2, 3, 4), np.complex64))}, "dtype"),
                       ({"axis": 3}, "index"), ({"bins": A(up.reshape(1, -1))}, "value"), ({"range": A(build([0.0], "float64"))}, "shape")):
            g.row("Histogram", [a], opts=o, err=[err], d=d, f="contiguous")


def grids(g):
    for d in ORDERED:
        x = build(small(d, 16, "grid"), d, (8, 2))
        for f in FORMS:
            a = form(f, x)
            if f == "zerod":
                g.row("HistogramDD", [a], err=["shape"], d=d, f=f)
                continue
            if f == "transposed":
                a = form(f, x)
            v = numbers(a.val)
            for o, n, limits in (({}, (10, 10), None), ({"bins": S(3)}, (3, 3), None), ({"bins": {"ints": [2, 4]}}, (2, 4), None), ({"bins": S(2), "range": A(build([0.0, 2.0], "float64"))}, (2, 2), [(0.0, 2.0)] * 2),
                                 ({"bins": S(2), "range": A(build([0.0, 2.0, -1.0, 3.0], "float64", (2, 2)))}, (2, 2), [(0.0, 2.0), (-1.0, 3.0)])):
                es = []
                for i in range(2):
                    lo, hi = limits[i] if limits else (float(v[:, i].min()), float(v[:, i].max())) if v.size else (0.0, 1.0)
                    es.append(ends_of(d, lo, hi, n[i]))
                bins = [np.array(values(e), np.float64) for e in es]
                z = np.histogramdd(v, bins=bins)[0] if v.size else np.zeros(n)
                g.row("HistogramDD", [a], (build(list(z.ravel()), "int64", z.shape), *es), opts=o or None, d=d, f=f)
                if f == "contiguous":
                    w = weighed("float32", 8, "grid weights")
                    z = np.histogramdd(v, bins=bins, weights=numbers(w))[0]
                    g.row("HistogramDD", [a], (build(list(z.ravel()), "float32", z.shape), *es), opts={**o, "weights": A(w)}, d=d, f=f, mask=([1] * z.size, None, None))
                    z = np.histogramdd(v, bins=bins)[0]
                    with np.errstate(all="ignore"):
                        z = z / z.sum() / np.multiply.outer(np.diff(bins[0]), np.diff(bins[1]))
                    g.row("HistogramDD", [a], (build(list(z.ravel()), lifted(d), z.shape), *es), opts={**o, "density": True}, d=d, f=f, tol=4, mask=([1] * z.size, None, None))
        up = build([0.0, 1.0, 4.0], "float32")
        both = np.stack([up, up + 1])
        t = promote(d, "float32")
        es = tuple(cast(cast(e, t), compared(t)) for e in both)
        z = np.histogramdd(numbers(x), bins=[numbers(e) for e in es])[0]
        g.row("HistogramDD", [A(x)], (build(list(z.ravel()), "int64", z.shape), *es), opts={"bins": A(both)}, d=d, f="contiguous")
        g.row("HistogramDD", [A(x[:, :1])], err=["value", "shape"], opts={"bins": A(both)}, d=d, f="contiguous")
        g.row("HistogramDD", [A(x.ravel())], err=["shape"], d=d, f="contiguous")
        g.row("HistogramDD", [A(x)], opts={"weights": A(np.ones(3, np.float32))}, err=["shape"], d=d, f="contiguous")


def rows(g):
    quantiles(g)
    medians(g)
    reductions(g)
    cumulative(g)
    covariances(g)
    bincounts(g)
    intervals(g)
    histograms(g)
    grids(g)
