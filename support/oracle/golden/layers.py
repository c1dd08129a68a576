"""Rows of the group layers."""
import numpy as np

from .core import *
from .elementwise import small
from .linalg import contract


def rows(g):
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
