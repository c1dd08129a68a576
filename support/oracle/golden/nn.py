"""Rows of the group nn."""
import math

import numpy as np

from . import functions as fn
from .core import *
from .elementwise import NN, edges, randoms, small, unary_rows
from .linalg import contract
from .statistical import acc_eps, lines

ULPS = {"bfloat16": 1, "float16": 1, "float32": 4, "float64": 4}


def compute_dtype(d):
    return d if d in FLOATS else "float32"


def floats(name):
    return [d for d in ALL if d in FLOATS or d == "bool" or is_int(d)]


def elementwise(g, op, d, f, opts, absolute=lambda x: 0.0):
    """f of each number; absolute(x) is an error in units of the dtype's eps."""
    c = compute_dtype(d)
    v = edges(d) + ([] if d == "bool" else randoms(d, 12, op))
    six = build(randoms(d, 6, op), d, (2, 3))
    for ff in FORMS:
        a = A(build(v, d)) if ff == "contiguous" else form(ff, six)
        xs = values(cast(a.val, c))
        out = [f(x) for x in xs]
        slack = [absolute(x) * eps(c) if math.isfinite(x) else 0.0 for x in xs]
        # exact arithmetic has one zero
        g.row(op, [a], build(out, c, a.val.shape), opts=opts, d=d, f=ff, tol=ULPS[c], slack=slack if any(slack) else None, mask=[1] * len(out))


def softplus(x, beta, threshold):
    if x != x:
        return nan
    b = mpf(beta) * mpf(x) if math.isfinite(x) else beta * x
    if threshold is not None and b > threshold:
        return x
    if math.isinf(x):
        return fn.real("Softplus", beta * x) / beta
    if abs(b) > 1e5:
        return x if b > 0 else mpf(0)
    return mp.log1p(mp.exp(b)) / mpf(beta)


def softmax(l, log):
    if any(x != x for x in l) or inf in l or all(x == -inf for x in l):
        return [nan] * len(l)
    m = max(l)
    ex = [mp.exp(mpf(x) - mpf(m)) if x != -inf else mpf(0) for x in l]
    s = sum(ex, mpf(0))
    return [(mpf(x) - mpf(m) - mp.log(s) if x != -inf else -inf) if log else e / s for x, e in zip(l, ex)]


def along(arr, axis, f, d):
    """f of each line of the array along axis."""
    axis %= arr.ndim
    outs = [f(l) for l in lines(arr, (axis,))]
    t = np.moveaxis(arr, axis, -1).shape
    return np.moveaxis(build([v for o in outs for v in o], d).reshape(t), -1, axis)


def rows(g):
    unary_rows(g, NN)
    for d in floats("Gelu"):
        elementwise(g, "Gelu", d, lambda x: fn.real("Gelu", x), {}, lambda x: 2 * abs(x) if abs(x) < 40 else 0.0)
        elementwise(g, "Gelu", d, lambda x: fn.real("GeluTanh", x), {"approximate": True}, lambda x: 2 * abs(x) if abs(x) < 40 else 0.0)
        for o in ({}, {"beta": 2.0}, {"beta": 0.5, "threshold": 3.0}, {"threshold": 20.0}):
            elementwise(g, "Softplus", d, lambda x: softplus(x, o.get("beta", 1.0), o.get("threshold")), o)
        c = compute_dtype(d)
        cube = build(small(d, 24, "softmax"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            for op, log in (("Softmax", False), ("LogSoftmax", True)):
                if f == "zerod":
                    g.row(op, [a], err=["shape", "index"], d=d, f=f)
                    continue
                for o in ({}, {"axis": 0}, {"axis": 1}, {"axis": -2}):
                    x = cast(a.val, c)
                    # The largest cancels against the sum: an error of a few units of it.
                    big = max([abs(v) for v in values(x)], default=0.0)
                    g.row(op, [a], along(x, o.get("axis", -1), lambda l: softmax(l, log), c), opts=o, d=d, f=f, tol=8 if c in ("float32", "float64") else 1,
                          slack=[4 * eps(c) * (big + 1)] * x.size if log else None)
        g.row("Softmax", [A(cube)], opts={"axis": 3}, err=["index", "shape"], d=d)
        if d in FLOATS:
            top = largest(d)
            for l in ([0.0, 0.0], [1000.0, 1000.0, -1000.0], [top, 0.0, -top], [-inf, 1.0, 2.0], [nan, 1.0], [inf, 1.0], [-inf, -inf], [-30.0, 30.0, 0.0]):
                x = build(l, d)
                for op, log in (("Softmax", False), ("LogSoftmax", True)):
                    g.row(op, [A(x)], along(x, -1, lambda v: softmax(v, log), d), d=d, f="contiguous", tol=8 if d in ("float32", "float64") else 1, mask=[1] * x.size,
                          slack=[8 * eps(d)] * x.size if log else None)
        # LayerNorm
        for f in FORMS:
            a = form(f, cube)
            for axes, o in (((-1,), {}), ((1, 2), {}), ((0,), {"eps": 0.5}), ((-2, -1), {"new_std": 2.0}), ((2,), {"scale": A(build([1, 2, -1, 0.5], c)), "offset": A(build([0.5, 0, 1, -2], c))})):
                if f == "zerod":
                    g.row("LayerNorm", [a, {"ints": list(axes)}], err=["index", "shape"], d=d, f=f, why="no axis to normalise over")
                    continue
                layer_norm(g, a, axes, o, d, c, f)
        g.row("LayerNorm", [A(cube), {"ints": [3]}], err=["index", "shape"], d=d)
    for d in NUMERIC:
        x, w, b = build(small(d, 6, "lx"), d, (2, 3)), build(small(d, 12, "lw"), d, (4, 3)), build(small(d, 4, "lb"), d)
        for f in ("contiguous", "strided", "reversed", "transposed", "broadcast"):
            linear(g, form(f, x), form(f, w), None, d, f)
            linear(g, form(f, x), A(w), form("strided", b), d, f)
        linear(g, A(x[0]), A(w), A(b), d, "contiguous")
        linear(g, A(x[None]), A(w), A(b), d, "contiguous")
        linear(g, A(x[:0]), A(w), A(b), d, "empty")
        g.row("Linear", [A(x), A(w[:, :2])], err=["shape"], d=d)
        g.row("Linear", [form("zerod", x), A(w)], err=["shape"], d=d, f="zerod")
        g.row("Linear", [A(x), A(w)], opts={"bias": A(b[:3])}, err=["shape"], d=d)
        convolutions(g, d)
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


def layer_norm(g, a, axes, o, d, c, f):
    x = cast(a.val, c)
    ep, std = as_fraction(o.get("eps", 1e-5)), mpf(o.get("new_std", 1.0))
    axes = tuple(i % x.ndim for i in axes)
    out = np.empty(x.shape, object)
    err = np.zeros(x.shape)
    rest = [i for i in range(x.ndim) if i not in axes]
    for at in np.ndindex(*(x.shape[i] for i in rest)):
        sel = [slice(None)] * x.ndim
        for i, p in zip(rest, at):
            sel[i] = p
        sub = x[tuple(sel)]
        v = [as_fraction(p) for p in values(sub)]
        if not v:
            continue
        m = sum(v) / len(v)
        var = sum((p - m) ** 2 for p in v) / len(v) + ep
        s = mp.sqrt(mpf(var.numerator) / var.denominator)
        res = [mpf((p - m).numerator) / (p - m).denominator / s * std for p in v]
        # The mean's rounding, relative to the deviation: large where the elements are equal but for it.
        e = [(len(v) + 4) * acc_eps(c) * (float(max(abs(p) for p in v)) / float(s) * float(std) + abs(float(r))) for r in res]
        out[tuple(sel)] = np.array(res, object).reshape(sub.shape)
        err[tuple(sel)] = np.array(e).reshape(sub.shape)
    if "scale" in o:
        sc, of = (np.array(values(o[k].val)) for k in ("scale", "offset"))
        for p in np.ndindex(*x.shape):
            out[p] = out[p] * mpf(sc[p[-1]]) + mpf(of[p[-1]])
            err[p] = err[p] * abs(sc[p[-1]]) + eps(c) * (abs(of[p[-1]]) + 2 * abs(float(out[p])))
    if c in ("bfloat16", "float16"):
        # Intermediate results may be of the narrow dtype.
        err = err + np.array([8 * eps(c) * (abs(float(v)) + 1) for v in out.ravel()]).reshape(err.shape) if out.size else err
    flat = [v if v is not None else 0.0 for v in out.ravel()]
    g.row("LayerNorm", [a, {"ints": list(axes)}], build(flat, c, x.shape), opts=o, d=d, f=f, tol=8 if c in ("float32", "float64") else 2, slack=err, mask=[1] * x.size)


def linear(g, x, w, b, d, f):
    lead = "" if x.val.ndim == 1 else "abc"[: x.val.ndim - 1]
    out, err = contract(operand(x, d), operand(w, d), f"{lead}n,mn->{lead}m", d)
    if b is not None:
        if is_int(d):
            out = build([p + q for p, q in zip(values(out), values(np.broadcast_to(b.val, out.shape)))], d, out.shape)
        else:
            # Once more in exact arithmetic: the product unrounded, then the sum.
            one = np.concatenate([operand(w, d), np.ascontiguousarray(b.val)[:, None]], 1)
            xo = np.concatenate([operand(x, d), np.ones(x.val.shape[:-1] + (1,), np_dtype(d))], -1)
            out, err = contract(xo, one, f"{lead}n,mn->{lead}m", d)
            err = err * 2  # the product may be rounded before the sum
    m = None if is_int(d) else [1] * (out.size * (2 if d in PART else 1))
    g.row("Linear", [x, w], out, opts={"bias": b} if b is not None else None, d=d, f=f, slack=err, mask=m, tol=0 if is_int(d) else 1)


def windows(x, kernel, strides, pads, apart, dilations):
    """What lies under each place of the filter, x (n, d…, c) among zeros: (n, e…, k, c), k over all of kernel."""
    r = x.ndim - 2
    lens = [max(0, (x.shape[i + 1] - 1) * apart[i] + 1) for i in range(r)]
    wide = np.zeros([x.shape[0]] + [pads[i][0] + lens[i] + pads[i][1] for i in range(r)] + [x.shape[-1]], x.dtype)
    if x.size:
        wide[(slice(None), *(slice(pads[i][0], pads[i][0] + lens[i], apart[i]) for i in range(r)))] = x
    outer = [(wide.shape[i + 1] - (kernel[i] - 1) * dilations[i] - 1) // strides[i] + 1 for i in range(r)]
    at = [wide[(slice(None), *(slice(p[i] * dilations[i], p[i] * dilations[i] + (outer[i] - 1) * strides[i] + 1, strides[i]) for i in range(r)))] for p in np.ndindex(*kernel)]
    return np.stack(at, -2)


def convolution(g, x, w, strides, padding, o, d, f, why=None):
    """x and w as the call has them; o may have a format, groups, dilations and a bias."""
    xv, wv = operand(x, d), operand(w, d)
    first = o.get("data_format") == "channel_first"
    if first:
        xv = np.moveaxis(xv, 1, -1)
    if o.get("filter_format") == "channel_first":
        wv = np.moveaxis(wv, (1, 0), (-2, -1))
    r, groups, m = xv.ndim - 2, o.get("feature_group_count", 1), wv.shape[-1]
    spread = lambda v: list(v) * r if len(v) == 1 else list(v)
    st, apart, dil = spread(strides), spread(o.get("x_dilations", [1])), spread(o.get("dilations", [1]))
    kernel = wv.shape[:r]
    if padding == "VALID":
        pads = [(0, 0)] * r
    elif padding == "SAME":
        pads = []
        for i in range(r):
            n = max(0, (xv.shape[i + 1] - 1) * apart[i] + 1)
            p = max(0, (-(-n // st[i]) - 1) * st[i] + (kernel[i] - 1) * dil[i] + 1 - n)
            pads.append((p // 2, p - p // 2))
    else:
        pads = [(padding, padding)] * r if isinstance(padding, int) else spread(padding)
    under = windows(xv, kernel, st, pads, apart, dil)
    b = o.get("bias")
    outs, errs = [], []
    for i in range(groups):
        c, q = xv.shape[-1] // groups, m // groups
        xs = under[..., i * c : (i + 1) * c]
        xs = xs.reshape(xs.shape[:-2] + (xs.shape[-2] * xs.shape[-1],))
        ws = wv[..., i * q : (i + 1) * q].reshape(int(np.prod(wv.shape[:-1])), q)
        if b is not None:  # in exact arithmetic with the products
            xs = np.concatenate([xs, np.ones(xs.shape[:-1] + (1,), np_dtype(d))], -1)
            ws = np.concatenate([ws, np.ascontiguousarray(b.val)[None, i * q : (i + 1) * q]])
        out, err = contract(np.ascontiguousarray(xs), np.ascontiguousarray(ws), "abcd"[: xs.ndim - 1] + "z,zy->" + "abcd"[: xs.ndim - 1] + "y", d)
        outs.append(out)
        if err is not None:
            errs.append(np.reshape(err, out.shape + ((2,) if d in PART else ())))
    out = np.concatenate(outs, -1)
    err = np.concatenate(errs, out.ndim - 1) if errs else None
    if first:
        out = np.ascontiguousarray(np.moveaxis(out, -1, 1))
        err = None if err is None else np.moveaxis(err, out.ndim - 1, 1)
    if err is not None:
        err = np.ravel(err) * (1 if b is None else 2)  # the product may be rounded before the sum
    pad = {"text": padding} if isinstance(padding, str) else {"int": padding} if isinstance(padding, int) else {"pairs": padding}
    mask = None if is_int(d) else [1] * (out.size * (2 if d in PART else 1))
    g.row("ConvGeneralDilated", [x, w, {"ints": list(strides)}, pad], out, opts=o, d=d, f=f, slack=err, mask=mask, tol=0 if is_int(d) else 1, why=why)


def convolutions(g, d):
    line, filt = build(small(d, 20, "cx"), d, (2, 5, 2)), build(small(d, 18, "cw"), d, (3, 2, 3))
    b = A(build(small(d, 3, "cb"), d))
    v = {"ints": [1]}, {"text": "VALID"}
    for f in FORMS:
        x, w = form(f, line), form(f, filt) if f not in ("zerod", "empty") else A(filt)
        if f == "zerod":
            g.row("ConvGeneralDilated", [x, w, *v], err=["shape"], d=d, f=f)
            continue
        for strides, padding, o in (([1], "VALID", {}), ([2], "SAME", {}), ([1], 2, {"dilations": [2]}), ([1], [[1, 0]], {"x_dilations": [2], "bias": b})):
            convolution(g, x, w, strides, padding, o, d, f)
    image, square = build(small(d, 48, "ix"), d, (1, 4, 3, 4)), build(small(d, 32, "iw"), d, (2, 2, 2, 4))
    planes = A(np.ascontiguousarray(np.moveaxis(image, -1, 1)))
    oihw = A(np.ascontiguousarray(np.moveaxis(square, (-2, -1), (1, 0))))
    for o in ({"feature_group_count": 2}, {"feature_group_count": 2, "dilations": [2, 1], "bias": A(build(small(d, 4, "ib"), d))}):
        convolution(g, A(image), A(square), [1, 2], "SAME", o, d, "contiguous")
        convolution(g, planes, A(square), [2, 1], [[0, 1], [2, 0]], {"data_format": "channel_first", **o}, d, "contiguous")
        convolution(g, planes, oihw, [1], "SAME", {"data_format": "channel_first", "filter_format": "channel_first", **o}, d, "contiguous")
    cube, deep = build(small(d, 54, "dx"), d, (1, 3, 3, 3, 2)), build(small(d, 16, "dw"), d, (2, 1, 2, 2, 2))
    convolution(g, A(cube), A(deep), [1, 2, 1], "SAME", {"x_dilations": [1, 2, 1]}, d, "contiguous")
    convolution(g, A(line[:, :0]), A(filt), [1], 2, {}, d, "contiguous", why="zeros alone")
    convolution(g, A(line), A(filt[..., :0]), [1], "VALID", {}, d, "contiguous", why="no filter")
    wrong = lambda args, kinds, opts=None, why=None: g.row("ConvGeneralDilated", args, err=kinds, opts=opts, d=d, why=why)
    wrong([A(line), A(filt[:, :1]), *v], ["shape"], why="channels")
    wrong([A(line[:, :2]), A(filt), *v], ["shape"], why="a filter longer than x")
    wrong([A(line), A(filt[0]), *v], ["shape"], why="axes")
    wrong([A(line), A(filt), {"ints": [0]}, v[1]], ["value"])
    wrong([A(line), A(filt), {"ints": [1, 1]}, v[1]], ["value"])
    wrong([A(line), A(filt), v[0], {"text": "same"}], ["value"])
    wrong([A(line), A(filt), v[0], {"int": -1}], ["value"])
    wrong([A(line), A(filt), *v], ["shape"], {"feature_group_count": 2})
    wrong([A(line), A(filt), *v], ["value"], {"data_format": "NWC"})
    wrong([A(line), A(filt), *v], ["shape"], {"bias": A(build([1, 1], d))})
