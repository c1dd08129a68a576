"""Rows of the group creation."""
import math

import numpy as np

from . import steps
from .core import *
from .elementwise import randoms, small


def ints(*v):
    return {"ints": list(v)}


def scalar_array(v, d, shape=()):
    """A scalar in dtype d as Astype has it: truncated and held in range for integers."""
    src = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}[S(v).kind]
    if src == "int64" and v >= 2**63:
        src = "uint64"
    n = int(np.prod(shape, dtype=int))
    return cast(build([v] * n, src, shape), d)


def cast_values(vals, d):
    """Floats, or pairs, computed in float64, cast as Astype does."""
    if d in PART:
        return build(vals, d)
    return cast(build(vals, "float64"), d)


def arange(g, args, opts=None, why=None):
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (args[0], args[1], 1) if len(args) == 2 else args
    isf = any(isinstance(v, float) for v in (start, stop, step))
    wide = any(isinstance(v, int) and not -(2**31) <= v < 2**31 for v in (start, stop, step))
    d = (opts or {}).get("dtype") or ("float32" if isf else "int64" if wide else "int32")
    if isf:
        n = max(0, math.ceil((stop - start) / step))
        vals = [float(start) + i * float(step) for i in range(n)]
        out = cast_values(vals, d)
        slack = [abs(v) * 2.0**-52 + abs(float(step)) * i * 2.0**-52 for i, v in enumerate(vals)] if d == "float64" else None
        g.row("Arange", [S(a) for a in args], out, opts=opts, d=d, f="contiguous", slack=slack, why=why)
    else:
        vals = list(range(start, stop, step))
        g.row("Arange", [S(a) for a in args], build(vals, d), opts=opts, d=d, f="contiguous", why=why)


def linspace(g, start, stop, num, opts=None):
    opts = opts or {}
    cx = isinstance(start, complex) or isinstance(stop, complex)
    d = opts.get("dtype") or ("complex64" if cx else "float32")
    end = opts.get("endpoint", True)
    n = num - 1 if end else num
    parts = lambda a, b: [a + i * ((b - a) / n) if n > 0 else a for i in range(num)]
    if cx:
        a, b = complex(start), complex(stop)
        re, im = parts(a.real, b.real), parts(a.imag, b.imag)
        if end and num > 1:
            re[-1], im[-1] = b.real, b.imag
        vals = list(zip(re, im))
        e = [4e-16 * (abs(a) + abs(b))] * (2 * num)
    else:
        vals = parts(float(start), float(stop))
        if end and num > 1:
            vals[-1] = float(stop)
        e = [4e-16 * (abs(start) + abs(stop))] * (num * (2 if d in PART else 1))
    out = cast_values(vals, d)
    g.row("Linspace", [S(start), S(stop), {"int": num}], out, opts=opts, d=d, f="contiguous", slack=None if is_int(d) else e)


def rows(g):
    one_hot(g)
    shapes = [(3,), (2, 3), (), (0,), (2, 0, 3), (1, 1, 4)]
    for op, v in (("Zeros", 0), ("Ones", 1), ("Empty", 0)):
        for s in shapes:
            g.row(op, [ints(*s)], build([v] * int(np.prod(s, dtype=int)), "float32", s), d="float32", f="empty" if 0 in s else "zerod" if s == () else "contiguous")
            for d in ALL:
                g.row(op, [ints(*s)], build([v] * int(np.prod(s, dtype=int)), d, s), opts={"dtype": d}, d=d, f="empty" if 0 in s else "zerod" if s == () else "contiguous")
        g.row(op, [ints(-1)], err=["shape", "value"], d="float32")
        g.row(op, [ints(2**40, 2**40)], err=["shape", "value"], d="float32", why="more than memory can be addressed")
    for v in (True, False, 3, -7, 2**40, 2**63, 1.5, nan, -inf, 2.5 - 1j):
        own = S(v).alone()
        for s in shapes[:4]:
            g.row("Full", [ints(*s), S(v)], scalar_array(v, own, s), d=own, f="contiguous")
        for d in ALL:
            if isinstance(v, complex) and d not in PART:
                g.row("Full", [ints(2), S(v)], opts={"dtype": d}, err=["dtype"], d=d)
            elif isinstance(v, int) and not isinstance(v, bool) and is_int(d) and not int_range(d)[0] <= v <= int_range(d)[1]:
                g.row("Full", [ints(2), S(v)], opts={"dtype": d}, err=["value"], d=d)
                g.row("FullLike", [A(build([0], d)), S(v)], err=["value"], d=d)
            else:
                g.row("Full", [ints(2), S(v)], scalar_array(v, d, (2,)), opts={"dtype": d}, d=d, f="contiguous")
                g.row("FullLike", [A(build([0, 1], d)), S(v)], scalar_array(v, d, (2,)), d=d, f="contiguous")
                g.row("FullLike", [A(build([0, 1], "int8")), S(v)], scalar_array(v, d, (2,)), opts={"dtype": d}, d="int8", f="contiguous")
    for d in ALL:
        six = build(small(d, 6, "like"), d, (2, 3))
        for f in FORMS:
            a = form(f, six)
            for op, v in (("ZerosLike", 0), ("OnesLike", 1), ("EmptyLike", 0)):
                g.row(op, [a], build([v] * a.val.size, d, a.val.shape), d=d, f=f)
                g.row(op, [a], build([v] * a.val.size, "float16", a.val.shape), opts={"dtype": "float16"}, d=d, f=f)
            g.row("FullLike", [a, S(True)], build([1] * a.val.size, d, a.val.shape), d=d, f=f)
            g.row("Asarray", [a], a.val, d=d, f=f)
            g.row("Asarray", [a], a.val, opts={"copy": True}, d=d, f=f)
            g.row("FromDlpack", [a], a.val, d=d, f=f)
            g.row("FromDlpack", [a], a.val, opts={"copy": True}, d=d, f=f)
            if d not in PART:
                g.row("Asarray", [a], cast(a.val, "int16"), opts={"dtype": "int16"}, d=d, f=f)
        # Eye
        for n, o in ((3, {}), (0, {}), (3, {"n_cols": 5}), (4, {"n_cols": 2}), (3, {"k": 1}), (3, {"k": -2}), (3, {"n_cols": 4, "k": 3}), (2, {"k": 9}), (2, {"k": -9})):
            g.row("Eye", [{"int": n}], build(np.eye(n, o.get("n_cols"), o.get("k", 0)).ravel().tolist(), d, np.eye(n, o.get("n_cols")).shape), opts={**o, "dtype": d}, d=d, f="contiguous")
        # Tril and Triu
        cube = build([v if v else 1 for v in randoms(d, 24, "tri")], d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            for op, fn in (("Tril", np.tril), ("Triu", np.triu)):
                if f == "zerod":
                    g.row(op, [a], err=["shape"], d=d, f=f)
                    continue
                for k in (0, 1, -1, 3, -3, 10, -10):
                    keep = fn(np.ones(a.val.shape[-2:]), k) != 0
                    g.row(op, [a], np.where(keep, a.val, np.zeros((), a.val.dtype)), opts={"k": k} if k else {}, d=d, f=f)
        g.row("Tril", [A(cube[0, 0])], err=["shape"], d=d)
        g.row("Triu", [A(cube[0, 0])], err=["shape"], d=d)
        # Meshgrid
        x, y, z = build(small(d, 3, "mx"), d), build(small(d, 2, "my"), d), build(small(d, 4, "mz"), d)
        for f in ("contiguous", "strided", "reversed"):
            for arrs in ([x], [x, y], [x, y, z]):
                ops = [form(f, v) for v in arrs]
                for idx in ("xy", "ij"):
                    g.row("Meshgrid", [{"list": ops}], tuple(np.meshgrid(*(o.val for o in ops), indexing=idx)), opts={} if idx == "xy" else {"indexing": "ij"}, d=d, f=f)
        g.row("Meshgrid", [{"list": [A(x), A(y[:0])]}], tuple(np.meshgrid(x, y[:0])), d=d, f="empty")
        g.row("Meshgrid", [{"list": [A(x), A(cube)]}], err=["shape"], d=d)
        g.row("Meshgrid", [{"list": [A(x)]}], opts={"indexing": "yx"}, err=["value"], d=d)
    w = build([nan, inf, nan, nan], "float32", (2, 2))
    g.row("Tril", [A(w)], build([nan, 0, nan, nan], "float32", (2, 2)), d="float32", f="contiguous", why="what is cut off is 0, whatever it was")
    g.row("Eye", [{"int": 2}], np.eye(2, dtype=np.float32), d="float32", f="contiguous")
    g.row("Eye", [{"int": -1}], err=["shape", "value"], d="float32")
    # Arange
    for args in ([5], [0], [-3], [2, 7], [7, 2], [7, 2, -2], [0, 10, 3], [2, 2], [0, 1, 5], [0.0, 1.0, 0.25], [1.5], [0, 2.5], [5.0, 1.0, -1.5], [0, 1, 0.1], [2**40, 2**40 + 3], [-1.0, 1.0, 0.5]):
        arange(g, args)
    for d in REAL:
        arange(g, [5], {"dtype": d})
        arange(g, [1, 20, 4], {"dtype": d})
        arange(g, [20, 1, -7], {"dtype": d})
        arange(g, [0.0, 3.0, 0.5], {"dtype": d}, why="values are computed in float64, then cast")
    for d in ["bool"] + COMPLEX:
        g.row("Arange", [S(3)], opts={"dtype": d}, err=["dtype"], d=d)
    for bad in ([0, 5, 0], [0.0, 5.0, 0.0], [0.0, inf], [nan], [0.0, 1.0, nan]):
        g.row("Arange", [S(v) for v in bad], err=["value"], d="float32" if isinstance(bad[0], float) else "int32")
    # Linspace
    for a, b, n in ((0, 1, 5), (0.0, 1.0, 5), (-2.5, 7.25, 8), (1, 0, 3), (3.0, 3.0, 4), (0, 1, 1), (0, 1, 0), (1j, 2.0, 4), (0.5 - 1j, -2 + 3j, 5), (0.1, 0.7, 7)):
        linspace(g, a, b, n)
        linspace(g, a, b, n, {"endpoint": False})
        for d in NUMERIC:
            if (isinstance(a, complex)) and d not in PART:
                g.row("Linspace", [S(a), S(b), {"int": n}], opts={"dtype": d}, err=["dtype"], d=d)
            elif not (d in UINTS and min(np.real(a), np.real(b)) < 0):
                linspace(g, a, b, n, {"dtype": d})
    g.row("Linspace", [S(0), S(1), {"int": -1}], err=["value", "shape"], d="float32")
    # Asarray of Go's values
    for v, d in ((True, "bool"), (3, "int32"), (2**40, "int64"), (2**63, "uint64"), (1.5, "float32"), (1j, "complex64")):
        g.row("Asarray", [S(v)], scalar_array(v, d), d=d, f="scalar")
        for to in ALL:
            if isinstance(v, complex) and to not in PART:
                continue
            if isinstance(v, float) and is_int(to) or isinstance(v, (int, float)) and to == "bool":
                continue
            if isinstance(v, int) and not isinstance(v, bool) and is_int(to) and not int_range(to)[0] <= v <= int_range(to)[1]:
                if v >= 2**63:
                    continue  # Go has no int for it
                g.row("Asarray", [S(v)], opts={"dtype": to}, err=["value"], d=to, f="scalar")
                continue
            g.row("Asarray", [S(v)], scalar_array(v, to), opts={"dtype": to}, d=to, f="scalar")
    steps.creation(g)


def one_hot(g):
    """Rows of OneHot."""
    for d in INTS:
        idx = [0, 2, 1, 3, 5, 2] if d in UINTS else [0, 2, -1, 3, 5, 2]
        ok = build(idx, d, (2, 3))
        for f in FORMS:
            a = form(f, ok)
            for o in ({}, {"axis": 0}, {"axis": -1}, {"dtype": "int8"}, {"on_value": S(5), "off_value": S(-1)}, {"on_value": S(2.5)}, {"dtype": "float64", "off_value": S(0.5)}, {"dtype": "bool"}):
                on, off = o.get("on_value", S(1)).v, o.get("off_value", S(0)).v
                if "dtype" in o:
                    t = o["dtype"]
                elif "on_value" in o or "off_value" in o:
                    t = common(*(o[k] for k in ("on_value", "off_value") if k in o))
                else:
                    t = "float32"
                hot = a.val.astype(np.int64)[..., None] == np.arange(4)
                r = build([on if h else off for h in hot.ravel().tolist()], t, hot.shape)
                ax = o.get("axis", -1)
                g.row("OneHot", [a, {"int": 4}], np.moveaxis(r, -1, ax), opts=o, d=d, f=f, why="an index that is no place gives no 1" if f == "contiguous" else None)
        g.row("OneHot", [A(ok), {"int": 0}], build([], "float32", (2, 3, 0)), d=d, f="contiguous")
        g.row("OneHot", [A(ok), {"int": -1}], err=["value", "shape"], d=d)
        g.row("OneHot", [A(ok), {"int": 3}], opts={"axis": 3}, err=["index", "shape"], d=d)
    g.row("OneHot", [A(build([0.0], "float32")), {"int": 3}], err=["dtype"], d="float32")
