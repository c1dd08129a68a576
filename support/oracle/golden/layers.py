"""Rows of the group layers."""
import math
import random

import numpy as np

from . import reference_layers as ref
from .activations import compute_dtype, floats
from .core import *
from .elementwise import small
from .linalg import contract


def rows(g):
    pools(g)
    norm_pools(g)
    unpools(g)
    samples(g)
    regions(g)
    separable(g)
    folds(g)
    transposed(g)
    embeddings(g)
    embedding_bags(g)
    dropouts(g)
    interpolations(g)
    attentions(g)
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
    for d in FLOATS:
        recurrences(g, d)
        quantized_recurrences(g, d)
    for d in floats("LSTMUpdate"):
        lstm_updates(g, d)


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


def padding_spec(p):
    return {"text": p} if isinstance(p, str) else {"int": p} if isinstance(p, int) else {"pairs": [list(v) for v in p]}


def options(o, first):
    """Options by keyword, with data_format."""
    o = {k: list(v) if isinstance(v, tuple) else v for k, v in o.items()}
    return {**o, "data_format": "channel_first"} if first else o


def objects(arr):
    """The elements of an array as Python numbers, in its shape."""
    z = np.empty(arr.shape, object)
    for at, v in zip(np.ndindex(*arr.shape), values(arr)):
        z[at] = v
    return z


def per_part(d, errors):
    """The errors of numbers of dtype d, of both parts of complex ones."""
    return [e for e in errors for _ in range(2 if d in PART else 1)]


def doubles(arr):
    """The elements of an array of real dtype in float64."""
    return np.array(values(arr), np.float64).reshape(arr.shape)


def emit(g, op, d, x, rest, opts, f, c, why=None, slack=None):
    """Rows of a function of one operand in each form: f of its elements in dtype c is the result's elements, slack of them how far off they may be."""
    for form_name in FORMS:
        a = form(form_name, x)
        if form_name == "zerod":
            g.row(op, [a] + rest, err=["shape", "index"], opts=opts, d=d, f=form_name)
            continue
        xs = cast(a.val, c)
        if form_name == "empty":
            whole = f(objects(cast(x, c)))
            outs = tuple(build([], "int64" if i else c, (0,) + o.shape[1:]) for i, o in enumerate(whole if isinstance(whole, tuple) else (whole,)))
            g.row(op, [a] + rest, outs if isinstance(whole, tuple) else outs[0], opts=opts, d=d, f=form_name)
            continue
        z = f(objects(xs))
        if isinstance(z, tuple):
            g.row(op, [a] + rest, (build(list(z[0].ravel()), c, z[0].shape), build(list(z[1].ravel()), "int64", z[1].shape)), opts=opts, d=d, f=form_name, why=why)
        else:
            e = slack(objects(xs), z) if slack and c in FLOATS else None
            g.row(op, [a] + rest, build(list(z.ravel()), c, z.shape), opts=opts, d=d, f=form_name, why=why, slack=e, mask=[1] * z.size if c in FLOATS else None, tol=1 if slack and c in FLOATS else 0)


def of_most(n, c):
    """An error of n units of the greatest operand."""
    return lambda x, z: [n * eps(c) * max([abs(float(v)) for v in x.ravel()] or [0.0])] * z.size


def mean(l):
    return sum(map(as_fraction, l)) / len(l)


POOLS = [
    (False, dict(kernel=(2,), strides=(2,), padding="VALID"), {}),
    (False, dict(kernel=(3, 2), strides=(2, 1), padding="SAME"), {}),
    (True, dict(kernel=(2, 3), strides=(3, 2), padding=1), dict(ceil_mode=True)),
    (False, dict(kernel=(2,), strides=(1,), padding=((1, 0), (0, 1))), dict(dilations=(2, 1))),
]


def pool_args(how):
    return [{"ints": list(how["kernel"])}, {"ints": list(how["strides"])}, padding_spec(how["padding"])]


def pools(g):
    for d in ORDERED:
        x = build(small(d, 2 * 5 * 4 * 2, "pool"), d, (2, 5, 4, 2))
        for first, how, o in POOLS:
            args, opts = pool_args(how), options(o, first)
            found = dict(first=first, **how)
            if "ceil_mode" in o:
                found["ceil"] = True
            if "dilations" in o:
                found["dilations"] = o["dilations"]
            emit(g, "MaxPool", d, x, args, opts, lambda v: ref.pooled(v, lambda l, n: ref.greatest(l)[1], **found), d)
            emit(g, "MaxPoolWithIndices", d, x, args, opts, lambda v: (ref.pooled(v, lambda l, n: ref.greatest(l)[1], **found), ref.pooled(v, lambda l, n: ref.greatest(l)[0], **found)), d)
        for first, size in ((False, (2,)), (True, (3, 1)), (False, (1,)), (False, (5, 4))):
            emit(g, "AdaptiveMaxPool", d, x, [{"ints": list(size)}], options({}, first), lambda v: ref.adaptive(v, size, lambda l: ref.greatest(list(enumerate(l)))[1], first), d)
        line = build(small(d, 6, "line"), d, (1, 6, 1))
        emit(g, "MaxPool", d, line, pool_args(dict(kernel=(6,), strides=(1,), padding="VALID")), {}, lambda v: ref.pooled(v, lambda l, n: ref.greatest(l)[1], kernel=(6,), strides=(1,), padding="VALID"), d)
        if d in FLOATS:
            bad = build([1.0, nan, 3.0, -inf, nan, inf], d, (1, 6, 1))
            for op in ("MaxPool", "MaxPoolWithIndices"):
                how = dict(kernel=(3,), strides=(1,), padding=1)
                v = objects(bad)
                z = build(list(ref.pooled(v, lambda l, n: ref.greatest(l)[1], **how).ravel()), d, (1, 6, 1))
                i = build(list(ref.pooled(v, lambda l, n: ref.greatest(l)[0], **how).ravel()), "int64", (1, 6, 1))
                g.row(op, [A(bad)] + pool_args(how), z if op == "MaxPool" else (z, i), d=d, f="contiguous", why="NaN is the greatest; the last one")
        for op in ("MaxPool", "MaxPoolWithIndices"):
            g.row(op, [A(x)] + pool_args(dict(kernel=(9,), strides=(1,), padding="VALID")), err=["shape"], d=d, f="contiguous")
            g.row(op, [A(x)] + pool_args(dict(kernel=(2,), strides=(0,), padding="VALID")), err=["value"], d=d, f="contiguous")
            g.row(op, [A(x)] + pool_args(dict(kernel=(2,), strides=(1,), padding=2)), err=["value"], d=d, f="contiguous")
            g.row(op, [A(x)] + pool_args(dict(kernel=(2, 2, 2), strides=(1,), padding="VALID")), err=["value"], d=d, f="contiguous")
        g.row("AdaptiveMaxPool", [A(x), {"ints": [-1]}], err=["value"], d=d, f="contiguous")
    for d in floats("AvgPool"):
        c = compute_dtype(d)
        x = build(small(d, 2 * 5 * 4 * 2, "pool"), d, (2, 5, 4, 2))
        for first, how, o in POOLS[:3]:
            for whole in (False, True):
                found = dict(first=first, ceil="ceil_mode" in o, **how)
                f = lambda l, n: sum(as_fraction(v) for _, v in l) / (n if whole else len(l))
                opts = options({**o, "count_include_pad": True} if whole else o, first)
                emit(g, "AvgPool", d, x, pool_args(how), opts, lambda v: ref.pooled(v, f, **found), c, slack=of_most(6, c))
        for first, size in ((False, (2,)), (True, (3, 1)), (False, (1,)), (False, (5, 4))):
            emit(g, "AdaptiveAvgPool", d, x, [{"ints": list(size)}], options({}, first), lambda v: ref.adaptive(v, size, mean, first), c, slack=of_most(6, c))
        g.row("AvgPool", [A(x)] + pool_args(dict(kernel=(9,), strides=(1,), padding="VALID")), err=["shape"], d=d, f="contiguous")
        g.row("AdaptiveAvgPool", [A(x), {"ints": [2, 2, 2]}], err=["value"], d=d, f="contiguous")


def norm_pools(g):
    for d in floats("LPPool"):
        c = compute_dtype(d)
        v = small(d, 2 * 5 * 4 * 2, "lp")
        x, positive = build(v, d, (2, 5, 4, 2)), build([abs(t) for t in v], d, (2, 5, 4, 2))
        for first, how, o in POOLS[:3]:
            found = dict(first=first, ceil="ceil_mode" in o, **how)
            for p, a in ((2.0, x), (1.0, x), (3.0, positive), (1.5, positive), (inf, x)):
                opts = options(o if p == 2 else {**o, "p": p}, first)
                emit(g, "LPPool", d, a, pool_args(how), opts, lambda t: ref.pooled(t, ref.lp_norm(p), **found), c, slack=of_most(24, c))
        if d in FLOATS:
            line = build([-2.0, 1.0, 0.0, 0.0, 0.5, -0.5, 2.0, nan], d, (1, 8, 1))
            for p in (3.0, 2.0, 0.5):
                how = dict(kernel=(2,), strides=(2,), padding="VALID")
                z = ref.pooled(objects(line), ref.lp_norm(p), **how)
                g.row("LPPool", [A(line)] + pool_args(how), build(list(z.ravel()), d, z.shape), opts={"p": p}, d=d, f="contiguous", tol=2, why="sums that are negative and zero")
        two = pool_args(dict(kernel=(2,), strides=(1,), padding="VALID"))
        g.row("LPPool", [A(x)] + pool_args(dict(kernel=(9,), strides=(1,), padding="VALID")), err=["shape"], d=d, f="contiguous")
        for p in (0.0, -1.0, nan):
            g.row("LPPool", [A(x)] + two, opts={"p": p}, err=["value"], d=d, f="contiguous")


def unpools(g):
    for d in ALL:
        x = build(small(d, 2 * 2 * 3 * 2, "unpool"), d, (2, 2, 3, 2))
        r = random.Random(f"unpool {d}")
        for first, size in ((False, (5, 4)), (True, (4,)), (False, (1, 2))):
            at = np.array([r.randrange(math.prod(ref.each(size, 2))) for _ in range(x.size)], np.int64).reshape(x.shape)
            for name in FORMS:
                a, i = form(name, x), form(name, at.astype(np.int32) if first else at)
                rest = [i, {"ints": list(size)}]
                if name == "zerod":
                    g.row("MaxUnpool", [a] + rest, err=["shape"], opts=options({}, first), d=d, f=name)
                    continue
                z = ref.unpooled(objects(a.val), i.val, size, first)
                g.row("MaxUnpool", [a] + rest, build(list(z.ravel()), d, z.shape), opts=options({}, first), d=d, f=name)
        for bad, kind in ((at * 0 + 2, "index"), (at * 0 - 1, "index"), (at[:, :1], "shape"), (np.ones(at.shape, np.float32), "dtype")):
            g.row("MaxUnpool", [A(x), A(bad), {"ints": [1, 2]}], err=[kind], d=d, f="contiguous")
        g.row("MaxUnpool", [A(x), A(at), {"ints": [-1]}], err=["value"], d=d, f="contiguous")
        g.row("MaxUnpool", [A(x), A(at), {"ints": [1, 2, 3]}], err=["value"], d=d, f="contiguous")


def places(d, shape, seed):
    """Coordinates of a grid, of which sums with small numbers are exact."""
    r = random.Random(f"places {seed}")
    v = [r.randint(-22, 22) / 16 for _ in range(math.prod(shape))]
    if d not in FLOATS:
        v = [max(round(t), 0) if d in UINTS or d == "bool" else round(t) for t in v]
    return build(v, d, shape)


def samples(g):
    for d in floats("GridSample"):
        c = compute_dtype(d)
        x, cube = build(small(d, 2 * 4 * 3 * 2, "grid"), d, (2, 4, 3, 2)), build(small(d, 1 * 3 * 2 * 3 * 2, "cube"), d, (1, 3, 2, 3, 2))
        flat, deep = places(d, (2, 3, 2, 2), "flat"), places(d, (1, 2, 2, 3, 3), "deep")
        modes = [(mode, outside, corners) for mode in ("linear", "nearest", "cubic") for outside in ("zeros", "border", "reflection") for corners in (False, True)]
        for i, (mode, outside, corners) in enumerate(modes):
            first, how = i % 2 == 1, dict(mode=mode, outside=outside, corners=corners)
            o = {k: v for k, v in (("mode", mode), ("padding_mode", outside), ("align_corners", corners)) if v not in ("linear", "zeros", False)}
            for a, grid in ((x, flat), (cube, deep)) if mode != "cubic" else ((x, flat),):
                for name in FORMS:
                    if name not in ("contiguous", "zerod") and (a is cube or i % 3):
                        continue
                    args = [form(name, np.moveaxis(a, -1, 1) if first else a), form(name if name != "zerod" else "contiguous", grid)]
                    if name == "zerod":
                        g.row("GridSample", args, err=["shape"], opts=options(o, first), d=d, f=name)
                        continue
                    z = ref.grid_sampled(objects(cast(args[0].val, c)), doubles(args[1].val), first=first, **how)
                    most = max([abs(float(v)) for v in values(args[0].val)] or [0.0])
                    close(g, "GridSample", args, z, 2 * most, c, d, name, options(o, first))
        if d in FLOATS:
            odd = build([nan, 0.0, inf, 0.5, -inf, 1.0, 3e4, -1.0], d, (1, 4, 1, 2))
            for mode in ("linear", "nearest", "cubic"):
                for outside in ("zeros", "border", "reflection"):
                    held = np.array([t if math.isfinite(t) else -1.0 if outside == "reflection" or math.isnan(t) else math.copysign(1e3, t) for t in values(odd)]).reshape(odd.shape)
                    z = ref.grid_sampled(objects(x[:1]), held, mode=mode, outside=outside)
                    close(g, "GridSample", [A(x[:1]), A(odd)], z, 16.0, c, d, "contiguous", {"mode": mode, "padding_mode": outside})
        for args, kind, o in (([x, flat[:1]], "shape", {}), ([x, flat[..., :1]], "shape", {}), ([x, deep], "shape", {}), ([x[:, :0], flat], "shape", {}), ([x, flat], "value", {"mode": "area"}), ([x, flat], "value", {"padding_mode": "wrap"}), ([cube, deep], "value", {"mode": "cubic"})):
            g.row("GridSample", [A(t) for t in args], err=[kind], opts=o or None, d=d, f="contiguous")


def regions(g):
    for d in floats("ROIAlign"):
        c = compute_dtype(d)
        x = build(small(d, 2 * 5 * 4 * 2, "roi"), d, (2, 5, 4, 2))
        rows_of = [[0, 0.5, 1.25, 3, 3.5], [1, 1, 0, 2, 4], [1, -1.5, -2, 7, 9], [0, 3, 3, 3.25, 3]] if d in FLOATS else [[0, 0, 1, 3, 3], [1, 1, 0, 2, 4], [1, 0, 2, 7, 9], [0, 3, 3, 3, 3]]
        boxes = build([v for b in rows_of for v in b], d, (4, 5))
        for first, size, o in ((False, (2, 3), {}), (True, (2,), {"sampling_ratio": 2}), (False, (1, 2), {"aligned": True}), (True, (3, 1), {"spatial_scale": 0.5, "sampling_ratio": 3, "aligned": True})):
            how = dict(scale=o.get("spatial_scale", 1.0), ratio=o.get("sampling_ratio", 1), aligned=o.get("aligned", False))
            for name in FORMS:
                a, b = form(name, np.moveaxis(x, -1, 1) if first else x), form(name if name != "zerod" else "contiguous", boxes)
                args = [a, b, {"ints": list(size)}]
                if name == "zerod":
                    g.row("ROIAlign", args, err=["shape"], opts=options(o, first), d=d, f=name)
                    continue
                z = ref.roi_aligned(objects(cast(a.val, c)), doubles(b.val), size, first=first, **how)
                close(g, "ROIAlign", args, z, 2 * max([abs(float(v)) for v in values(a.val)] or [0.0]), c, d, name, options(o, first))
        if d != "bool":
            g.row("ROIAlign", [A(x), A(build([2, 0, 0, 1, 1], d, (1, 5))), {"ints": [2]}], err=["index"], d=d, f="contiguous")
        if d in FLOATS:
            for n in (-1.0, nan, inf):
                g.row("ROIAlign", [A(x), A(build([n, 0, 0, 1, 1], d, (1, 5))), {"ints": [2]}], err=["index"], d=d, f="contiguous")
        for args, kind, o in (([x, boxes[:, :4]], "shape", {}), ([x[0], boxes], "shape", {}), ([x, boxes], "value", {"sampling_ratio": 0})):
            g.row("ROIAlign", [A(t) for t in args] + [{"ints": [2]}], err=[kind], opts=o or None, d=d, f="contiguous")
        g.row("ROIAlign", [A(x), A(boxes), {"ints": [0]}], err=["value"], d=d, f="contiguous")
        overlaps(g, d)


def overlaps(g, d):
    corners = [[0, 0, 4, 4], [1, 0, 4, 4], [0, 0, 2, 4], [6, 6, 8, 8], [6, 6, 8, 7], [3, 3, 3, 3], [0, 0, 4, 3]]
    boxes = build([v for b in corners for v in b], d, (7, 4))
    scores = build([0.5, 0.75, 0.25, 1.0, 1.0, 0.125, 0.75], "float32")
    for name in FORMS:
        a = form(name, boxes)
        if name == "zerod":
            g.row("NMS", [a], err=["shape"], d=d, f=name)
            continue
        n = len(a.val)
        s = form(name, scores)
        for o in ({}, {"scores": s}, {"scores": s, "iou_threshold": 0.25}, {"scores": s, "iou_threshold": 0.75, "max_output_size": 3}, {"scores": s, "score_threshold": 0.5, "iou_threshold": 1.0}):
            how = dict(overlap=o.get("iou_threshold", 0.5), most=o.get("max_output_size"), least=o.get("score_threshold"))
            z = ref.left_of_boxes(doubles(a.val), doubles(s.val) if "scores" in o else None, **how)
            g.row("NMS", [a], np.array(z, np.int64), opts=o or None, d=d, f=name)
    some = A(build([nan, 1, inf, -inf, nan, 2, 0], "float64"))
    g.row("NMS", [A(boxes)], np.array([2, 5, 1, 6, 3, 0, 4], np.int64), opts={"scores": some, "iou_threshold": 1.0}, d=d, f="contiguous", why="NaN is the least score")
    g.row("NMS", [A(boxes)], np.array([2, 5, 1, 6], np.int64), opts={"scores": some, "iou_threshold": 1.0, "score_threshold": -1.0}, d=d, f="contiguous")
    for o, kind in (({"scores": A(build([1.0, 2.0], "float32"))}, "shape"), ({"scores": A(build([1] * 7, "complex64"))}, "dtype"), ({"max_output_size": -1}, "value"), ({"score_threshold": 0.5}, "value"), ({"iou_threshold": nan}, "value")):
        g.row("NMS", [A(boxes)], err=[kind], opts=o, d=d, f="contiguous")
    g.row("NMS", [A(boxes[:, :3])], err=["shape"], d=d, f="contiguous")


def separable(g):
    for d in NUMERIC:
        x, w, m = build(small(d, 2 * 4 * 3 * 2, "sx"), d, (2, 4, 3, 2)), build(small(d, 2 * 2 * 2 * 3, "sw"), d, (2, 2, 2, 3)), build(small(d, 6 * 3, "sm"), d, (6, 3))
        b = build(small(d, 3, "sb"), d)
        inexact = d in INEXACT
        for first, how, o in ((False, dict(strides=(1,), padding="SAME"), {}), (True, dict(strides=(2, 1), padding=1), {"bias": A(b)}), (False, dict(strides=(1,), padding="VALID", dilations=(2, 1)), {"dilations": (2, 1)})):
            for name in FORMS:
                a, k, p = form(name, np.moveaxis(x, -1, 1) if first else x), *(form(name if name not in ("zerod", "empty") else "contiguous", t) for t in (w, m))
                args = [a, k, p, {"ints": list(how["strides"])}, padding_spec(how["padding"])]
                if name == "zerod":
                    g.row("SeparableConv", args, err=["shape"], opts=options(o, first), d=d, f=name)
                    continue
                xl, kv, pv = objects(np.moveaxis(a.val, 1, -1) if first else a.val), objects(k.val), objects(p.val)
                found = dict(kernel=(2, 2), **how)
                strides, dilations = ref.each(how["strides"], 2), ref.each(how.get("dilations", (1,)), 2)
                outer = ref.positions(xl.shape[1:3], ref.padding_of(how["padding"], xl.shape[1:3], (2, 2), strides, dilations), (2, 2), strides, dilations)
                z = np.full((xl.shape[0], *outer, 3), 0, object)
                big = z.copy()
                for n, at, c, under, _, _ in ref.windows(xl, **found):
                    for q in range(3):
                        terms = [v * kv[(*tap, c, q)] for tap, i, v in under if i >= 0]
                        for f in range(3):
                            z[(n, *at, f)] += sum(terms) * pv[3 * c + q, f]
                            big[(n, *at, f)] += sum(map(abs, terms)) * abs(pv[3 * c + q, f])
                if "bias" in o:
                    z, big = z + objects(b), big + abs(objects(b))
                z, big = ref.back(z, first), ref.back(big, first)
                g.row("SeparableConv", args, build(list(z.ravel()), d, z.shape), opts=options(o, first), d=d, f=name, tol=2 if inexact else 0,
                      slack=per_part(d, [16 * eps(d) * float(v) for v in big.ravel()]) if inexact else None, mask=[1] * (z.size * (2 if d in PART else 1)) if inexact else None)
        one = [{"ints": [1]}, {"text": "SAME"}]
        for args in ([x, w[:, :, :1], m], [x, w, m[:4]], [x, w[0], m], [x, w, m[0]]):
            g.row("SeparableConv", [A(t) for t in args] + one, err=["shape"], d=d, f="contiguous")


def folds(g):
    for d in NUMERIC:
        x = build(small(d, 2 * 4 * 3 * 2, "unfold"), d, (2, 4, 3, 2))
        for first, how, o in ((False, dict(kernel=(2,), strides=(1,), padding="VALID"), {}), (True, dict(kernel=(2,), strides=(2, 1), padding=1), {}), (False, dict(kernel=(2, 3), strides=(1,), padding="SAME"), dict(dilations=(2, 1)))):
            opts = options(o, first)
            more = dict(dilations=o["dilations"]) if o else {}
            emit(g, "Unfold", d, x, pool_args(how), opts, lambda v: ref.unfold(v, first=first, **how, **more), d)
            u = ref.unfold(objects(x), first=first, **how, **more)
            size = x.shape[2:] if first else x.shape[1:3]
            y = build(small(d, u.size, "fold"), d, u.shape)
            for name in FORMS:
                a = form(name, y)
                if name == "zerod":
                    g.row("Fold", [a, {"ints": list(size)}] + pool_args(how), err=["shape"], opts=opts, d=d, f=name)
                    continue
                z = ref.fold(objects(a.val), size, first=first, **how, **more)
                big = ref.fold(np.abs(objects(a.val)) if a.val.size else objects(a.val), size, first=first, **how, **more)
                g.row("Fold", [a, {"ints": list(size)}] + pool_args(how), build(list(z.ravel()), d, z.shape), opts=opts, d=d, f=name,
                      slack=per_part(d, [4 * eps(d) * float(v) for v in big.ravel()]) if d in INEXACT else None, mask=[1] * (z.size * (2 if d in PART else 1)) if d in INEXACT else None, tol=1 if d in INEXACT else 0)
        g.row("Fold", [A(build([1] * 12, d, (1, 3, 4))), {"ints": [9]}] + pool_args(dict(kernel=(2,), strides=(1,), padding="VALID")), err=["shape"], d=d, f="contiguous")
        g.row("Unfold", [A(x)] + pool_args(dict(kernel=(9,), strides=(1,), padding="VALID")), err=["shape"], d=d, f="contiguous")


def transposed(g):
    for d in NUMERIC:
        x, w, b = build(small(d, 2 * 3 * 2 * 4, "tx"), d, (2, 3, 2, 4)), build(small(d, 2 * 3 * 3 * 4, "tw"), d, (2, 3, 3, 4)), build(small(d, 3, "tb"), d)
        two = build(small(d, 2 * 3 * 2 * 4, "tg"), d, (2, 3, 2, 4))
        for first, filters, how, o, bias in ((False, w, dict(strides=(2, 1), padding="SAME"), {}, None), (True, w, dict(strides=(2,), padding=1, more=(1, 0)), {"output_padding": (1, 0)}, b),
                                             (False, w, dict(strides=(1, 3), padding="VALID", dilations=(2, 1)), {"dilations": (2, 1)}, None), (False, two, dict(strides=(1,), padding=((0, 1), (1, 0)), groups=2), {"feature_group_count": 2}, None)):
            xf = np.moveaxis(x, -1, 1) if first else x
            wf = np.moveaxis(filters, (-1, -2), (0, 1)) if first else filters
            opts = options({**o, **({"filter_format": "channel_first"} if first else {})}, first)
            args = [{"ints": list(how["strides"])}, padding_spec(how["padding"])]
            for name in FORMS:
                a, k = form(name, xf), form(name if name not in ("zerod", "empty") else "contiguous", wf)
                if name == "zerod":
                    g.row("ConvGeneralTranspose", [a, k] + args, err=["shape"], opts=opts, d=d, f=name)
                    continue
                kv = np.moveaxis(k.val, (0, 1), (-1, -2)) if first else k.val
                z, big = ref.transposed(objects(a.val), objects(kv), first=first, **how)
                given = dict(opts)
                if bias is not None:
                    given["bias"] = A(bias)
                    add = objects(bias).reshape((1, -1, 1, 1) if first else (-1,))
                    z, big = z + add, big + abs(add)
                inexact = d in INEXACT
                g.row("ConvGeneralTranspose", [a, k] + args, build(list(z.ravel()), d, z.shape), opts=given, d=d, f=name, tol=2 if inexact else 0,
                      slack=per_part(d, [12 * eps(d) * float(v) for v in big.ravel()]) if inexact else None, mask=[1] * (z.size * (2 if d in PART else 1)) if inexact else None)
        g.row("ConvGeneralTranspose", [A(x), A(w[..., :2]), {"ints": [1]}, {"text": "SAME"}], err=["shape"], d=d, f="contiguous")
        g.row("ConvGeneralTranspose", [A(x), A(w), {"ints": [1]}, {"int": 9}], err=["shape"], d=d, f="contiguous")
        g.row("ConvGeneralTranspose", [A(x), A(w), {"ints": [2]}, {"int": 0}], opts={"output_padding": [2]}, err=["value"], d=d, f="contiguous")
        deep = build(small(d, 2 * 3 * 4, "dw"), d, (2, 3, 4))
        for first, how, o in ((False, dict(strides=(1,), padding="SAME"), {}), (True, dict(strides=(2, 1), padding=1), {"dilations": (1, 1)})):
            xf = np.moveaxis(x, -1, 1) if first else x
            for name in FORMS:
                a, k = form(name, xf), form(name if name not in ("zerod", "empty") else "contiguous", deep)
                args = [{"ints": list(how["strides"])}, padding_spec(how["padding"])]
                if name == "zerod":
                    g.row("DepthwiseConv", [a, k] + args, err=["shape"], opts=options(o, first), d=d, f=name)
                    continue
                xl = objects(np.moveaxis(a.val, 1, -1) if first else a.val)
                z = big = None
                found = dict(kernel=(2, 3), **how)
                kv = objects(k.val)
                for n, at, c, under, _, outer in ref.windows(xl, **found):
                    if z is None:
                        z = np.full((xl.shape[0], *outer, 4), 0, object)
                        big = z.copy()
                    terms = [v * kv[(*tap, c)] for tap, i, v in under if i >= 0]
                    z[(n, *at, c)], big[(n, *at, c)] = sum(terms), sum(map(abs, terms))
                if z is None:
                    outer = ref.positions(xl.shape[1:3], ref.padding_of(how["padding"], xl.shape[1:3], (2, 3), ref.each(how["strides"], 2), (1, 1)), (2, 3), ref.each(how["strides"], 2), (1, 1))
                    z = big = np.full((0, *outer, 4), 0, object)
                z, big = ref.back(z, first), ref.back(big, first)
                inexact = d in INEXACT
                g.row("DepthwiseConv", [a, k] + args, build(list(z.ravel()), d, z.shape), opts=options(o, first), d=d, f=name, tol=2 if inexact else 0,
                      slack=per_part(d, [8 * eps(d) * float(v) for v in big.ravel()]) if inexact else None, mask=[1] * (z.size * (2 if d in PART else 1)) if inexact else None)
        g.row("DepthwiseConv", [A(x), A(deep[..., :2]), {"ints": [1]}, {"text": "SAME"}], err=["shape"], d=d, f="contiguous")


def embeddings(g):
    for d in FLOATS:
        w = build(small(d, 15, "embedding"), d, (5, 3))
        idx = np.array([[0, 4, -1], [2, 2, 1]], np.int64)
        for name in FORMS:
            a = form(name, w)
            if name == "zerod":
                g.row("Embedding", [a, A(idx)], err=["shape", "index"], d=d, f=name)
                continue
            i = form("transposed", idx) if name != "empty" else A(idx[:0])
            g.row("Embedding", [a, i], a.val[i.val], d=d, f=name)
        v = doubles(w)[idx]
        norm = np.sqrt((v * v).sum(-1, keepdims=True))
        z = np.where(norm > 3.0, v * (3.0 / norm), v)
        g.row("Embedding", [A(w), A(idx.astype(np.int32))], build(list(z.ravel()), d, z.shape), opts={"max_norm": 3.0}, d=d, f="contiguous", tol=4)
        g.row("Embedding", [A(w), A(idx + 3)], err=["index"], d=d, f="contiguous")
        g.row("Embedding", [A(w), A(build([1.0], "float32"))], err=["dtype"], d=d, f="contiguous")
        g.row("Embedding", [A(w), A(idx)], opts={"max_norm": -1.0}, err=["value"], d=d, f="contiguous")


def embedding_bags(g):
    for d in FLOATS:
        w = build(small(d, 15, "bag"), d, (5, 3))
        idx = np.array([[0, 4, -1], [2, 2, 1]], np.int64)
        flat = np.array([0, 4, -1, 2, 2, 1, 3], np.int64)
        begins = np.array([0, 2, 2, 5], np.int64)
        cut = lambda l, at, end: [list(l[a:b]) for a, b in zip(at, list(at[1:]) + [end])]

        def row(a, i, z, opts, f):
            most = max([abs(float(t)) for t in doubles(a.val).ravel()] or [0.0])
            g.row("EmbeddingBag", [a, i], build(list(z.ravel()), d, z.shape), opts=opts, d=d, f=f, tol=1, slack=[16 * eps("float32" if d in ("bfloat16", "float16") else d) * most] * z.size, mask=[1] * z.size)

        for name in FORMS:
            a = form(name, w)
            if name == "zerod":
                g.row("EmbeddingBag", [a, A(idx)], err=["shape", "index"], d=d, f=name)
                continue
            i = form("transposed", idx) if name != "empty" else A(idx[:0])
            for mode in ("mean", "sum", "max"):
                row(a, i, ref.bags(doubles(a.val), None, mode)([list(l) for l in i.val]) if name != "empty" else np.zeros((0, 3)), {"mode": mode} if mode != "mean" else None, name)
        for mode in ("mean", "sum", "max"):
            of = lambda padding, factors=None: ref.bags(doubles(w), padding, mode, factors)
            row(A(w), A(idx), of(2)([list(l) for l in idx]), {"mode": mode, "padding_idx": 2}, "contiguous")
            row(A(w), A(np.array([[1, 1], [0, 1]], np.int32)), of(-4)([[1, 1], [0, 1]]), {"mode": mode, "padding_idx": -4}, "contiguous")
            row(A(w), A(flat), of(None)(cut(flat, begins, 7)), {"mode": mode, "offsets": A(begins)}, "contiguous")
            row(A(w), A(flat), of(None)(cut(flat, begins, 7)), {"mode": mode, "offsets": A(begins[[1, 0, 3, 2]])}, "contiguous")
            row(A(w), A(flat), of(-1)(cut(flat[1:], [0, 2], 4)), {"mode": mode, "offsets": A(np.array([1, 3, -3], np.int32)), "include_last_offset": True, "padding_idx": 4}, "contiguous")
            row(A(w), A(flat[:0]), np.zeros((2, 3)), {"mode": mode, "offsets": A(np.array([0, 0], np.uint8))}, "contiguous")
            row(A(w), A(idx[:, :0]), np.zeros((2, 3)), {"mode": mode}, "contiguous")
        factors = build(small(d, 6, "factors"), d, (2, 3))
        row(A(w), A(idx), ref.bags(doubles(w), 1, "sum", [list(t) for t in doubles(factors)])([list(l) for l in idx]), {"mode": "sum", "per_sample_weights": A(factors), "padding_idx": 1}, "contiguous")
        v = doubles(w)
        norm = np.sqrt((v * v).sum(-1, keepdims=True))
        row(A(w), A(idx), ref.bags(np.where(norm > 3.0, v * (3.0 / norm), v), None, "mean")([list(l) for l in idx]), {"max_norm": 3.0}, "contiguous")
        bad = lambda kinds, i, **o: g.row("EmbeddingBag", [A(w), A(i)], err=kinds, opts=o or None, d=d, f="contiguous")
        bad(["index"], idx + 3)
        bad(["index"], flat, offsets=A(np.array([0, 8])))
        bad(["index"], idx, padding_idx=5)
        bad(["dtype"], build([1.0], "float32"), offsets=A(begins[:1]))
        bad(["dtype"], flat, offsets=A(np.array([0.0])))
        bad(["shape"], idx[None])
        bad(["shape"], flat, offsets=A(idx))
        bad(["shape"], flat, offsets=A(begins[:0]), include_last_offset=True)
        bad(["shape"], idx, mode="sum", per_sample_weights=A(factors[:1]))
        bad(["value"], flat)
        bad(["value"], idx, offsets=A(begins))
        bad(["value"], idx, include_last_offset=True)
        bad(["value"], idx, mode="median")
        bad(["value"], idx, max_norm=-1.0)
        bad(["value"], idx, per_sample_weights=A(factors))


def dropouts(g):
    for d in floats("Dropout"):
        c = compute_dtype(d)
        x = build(small(d, 24, "dropout"), d, (2, 3, 4))

        def row(a, prob, keep, opts, f, out=c, scale=True):
            v = values(cast(cast(a.val, c), out))
            factor = values(build([1 / (1 - prob)], out))[0] if scale else 1.0
            k = np.broadcast_to(keep, a.val.shape).ravel()
            g.row("Dropout", [a, S(prob)], build([as_fraction(t) * as_fraction(factor) if on else 0.0 for t, on in zip(v, k)], out, a.val.shape), opts=opts, d=d, f=f)

        for name in FORMS:
            a = form(name, x)
            row(a, 0.5, ref.kept(7, 0.5, a.val.shape), {"seed": 7}, name)
            row(a, 0.5, True, {"training": False}, name, scale=False)
        row(A(x), 0.25, ref.kept(3, 0.25, x.shape), {"seed": 3}, "contiguous")
        row(A(x), 0.25, ref.kept(3, 0.25, x.shape), {"seed": 3, "scale": S(False)}, "contiguous", scale=False)
        row(A(x), 0.5, ref.kept(5, 0.5, (2, 3, 1)), {"seed": 5, "noise_shape": [-1, 3, 1]}, "contiguous")
        row(A(x), 0.5, ref.kept(5, 0.5, (4,)), {"seed": 5, "noise_shape": [-1]}, "contiguous")
        row(A(x), 0.5, ref.kept(5, 0.5, x.shape), {"seed": 5, "dtype": "float64"}, "contiguous", out="float64")
        row(A(x), 0.0, True, None, "contiguous")
        g.row("Dropout", [A(x), S(1)], build([0.0] * 24, c, x.shape), d=d, f="contiguous")
        bad = lambda kind, prob=0.5, **o: g.row("Dropout", [A(x), S(prob)], err=[kind], opts={"seed": 1, **o}, d=d, f="contiguous")
        bad("value", 1.5)
        bad("value", nan)
        bad("value", 1j)
        bad("value", scale=S(2.0))
        bad("dtype", dtype="int32")
        bad("shape", noise_shape=[2, 1, 4, 1])
        bad("shape", noise_shape=[2])
        bad("shape", noise_shape=[-2, 3, 4])
    for d in COMPLEX:
        g.row("Dropout", [A(build([1 + 1j], d)), S(0.5)], err=["dtype"], d=d, f="contiguous")


def interpolations(g):
    for d in floats("Interpolate"):
        c = compute_dtype(d)
        x = build(small(d, 2 * 4 * 3 * 2, "interpolate"), d, (2, 4, 3, 2))
        for first, size, o in ((False, (7, 2), {}), (True, (5,), {"mode": "nearest-exact"}), (False, (6, 5), {"mode": "linear"}), (False, (7, 3), {"mode": "linear", "align_corners": True}), (True, (3, 5), {"mode": "cubic"}),
                               (False, (7, 1), {"mode": "cubic", "align_corners": True}), (False, (2, 2), {"mode": "linear", "antialias": True}), (False, (3, 4), {"mode": "cubic", "antialias": True}), (False, (3, 2), {"mode": "area"})):
            f = lambda v: ref.resampled(v, size, o.get("mode", "nearest"), o.get("align_corners", False), o.get("antialias", False), first).astype(object)
            emit(g, "Interpolate", d, x, [{"ints": list(size)}], options(o, first), f, c, slack=of_most(16, c))
        g.row("Interpolate", [A(x), {"ints": [2]}], opts={"mode": "wrap"}, err=["value"], d=d, f="contiguous")
        g.row("Interpolate", [A(x), {"ints": [2]}], opts={"align_corners": True}, err=["value"], d=d, f="contiguous")
        g.row("Interpolate", [A(x), {"ints": [0]}], err=["value"], d=d, f="contiguous")


def close(g, op, args, z, size, c, d, f, opts=None):
    """A row whose result may be off by some units of its greatest terms, size."""
    g.row(op, args, build(list(z.ravel()), c, z.shape), opts=opts, d=d, f=f, tol=2, slack=[32 * eps(c) * size] * z.size, mask=[1] * z.size)


def attentions(g):
    for d in floats("ScaledDotProductAttention"):
        c = compute_dtype(d)
        shapes = ((2, 3, 4), (2, 5, 4), (2, 5, 2))
        q, k, v = (build(small(d, math.prod(s), f"attention{i}"), d, s) for i, s in enumerate(shapes))
        keep = np.array([True, False, True, True, False])
        some = build([0.5, -inf, 0.0, 1.0, -2.0], "float32")
        none = np.array([[True] * 5, [False] * 5, [True] * 5])
        for name in FORMS:
            if name == "zerod":
                g.row("ScaledDotProductAttention", [form(name, q), A(k), A(v)], err=["shape"], d=d, f=name)
                g.row("MultiHeadAttention", [form(name, q), A(k), A(v), {"int": 2}], err=["shape"], d=d, f=name)
                continue
            ops = [form(name, t) for t in (q, k, v)]
            qs, ks, vs = (doubles(cast(o.val, c)) for o in ops)
            most = max([abs(float(t)) for t in vs.ravel()] or [0.0]) * (1 + max([abs(float(t)) for t in qs.ravel()] or [0.0]) * 16)
            cases = [({}, {}), ({"is_causal": True}, {"causal": True}), ({"scale": S(0.25)}, {"scale": 0.25}), ({"dropout_p": 0.5, "training": True, "seed": 7}, {"dropout": (7, 0.5)}), ({"dropout_p": 0.5, "seed": 7}, {}), ({"mask": A(keep)}, {"mask": keep}), ({"mask": A(none)}, {"mask": none})]
            if c in ("float32", "float64"):
                cases.append(({"mask": A(some), "is_causal": True}, {"mask": doubles(some), "causal": True}))
            for o, how in cases:
                close(g, "ScaledDotProductAttention", ops, ref.attention(qs, ks, vs, **how), most, c, d, name, o or None)
            w, b = build(small(c, 48, "w"), c, (12, 4)), build(small(c, 12, "b"), c)
            wo, bo = build(small(c, 12, "wo"), c, (3, 4)), build(small(c, 3, "bo"), c)
            heads = lambda t: np.moveaxis(t.reshape(*t.shape[:-1], 2, 2), -2, -3)
            kv = [form(name, k), form(name, k)]
            ks2 = doubles(cast(kv[0].val, c))
            z = np.moveaxis(ref.attention(heads(qs), heads(ks2), heads(ks2)), -3, -2).reshape(*qs.shape)
            close(g, "MultiHeadAttention", [ops[0], *kv, {"int": 2}], z, most * 4, c, d, name)
            wd, bd = doubles(w), doubles(b)
            p = [t @ wd[i * 4 : i * 4 + 4].T + bd[i * 4 : i * 4 + 4] for i, t in enumerate((qs, ks2, ks2))]
            for o, how in (({"is_causal": True}, {"causal": True}), ({"mask": A(keep), "scale": S(0.5)}, {"mask": keep, "scale": 0.5}), ({"dropout_p": 0.25, "training": True, "seed": 9}, {"dropout": (9, 0.25)})):
                z = np.moveaxis(ref.attention(*(heads(t) * (0.25 if i == 0 else 1) for i, t in enumerate(p)), **how), -3, -2).reshape(*qs.shape)
                # Scores of projections are large: a quarter of the query's keeps them in the range where rounding is small.
                wq, bq = w.copy(), b.copy()
                wq[:4], bq[:4] = wq[:4] * wq.dtype.type(0.25), bq[:4] * bq.dtype.type(0.25)
                z = z @ doubles(wo).T + doubles(bo)
                most2 = 16 * max([abs(float(t)) for t in p[2].ravel()] or [0.0]) * max([abs(float(t)) for t in p[1].ravel()] or [1.0]) * max([1.0] + [abs(float(t)) for t in p[0].ravel()])
                close(g, "MultiHeadAttention", [ops[0], *kv, {"int": 2}], z, most2, c, d, name, {"in_proj_weight": A(wq), "in_proj_bias": A(bq), "out_proj_weight": A(wo), "out_proj_bias": A(bo), **o})
        many = build(small(d, 2 * 4 * 3 * 2, "heads"), d, (2, 4, 3, 2))
        few = build(small(d, 2 * 2 * 3 * 2, "keys"), d, (2, 2, 3, 2))
        z = ref.attention(doubles(cast(many, c)), doubles(cast(few, c)), doubles(cast(few, c)))
        close(g, "ScaledDotProductAttention", [A(many), A(few), A(few)], z, 256.0, c, d, "contiguous")
        g.row("ScaledDotProductAttention", [A(q), A(k[..., :2]), A(v)], err=["shape"], d=d, f="contiguous")
        g.row("ScaledDotProductAttention", [A(q), A(k), A(v)], opts={"mask": A(np.array([1, 0, 1, 1, 0], np.int32))}, err=["dtype"], d=d, f="contiguous")
        g.row("MultiHeadAttention", [A(q), A(k), A(k), {"int": 3}], err=["value"], d=d, f="contiguous")
        g.row("ScaledDotProductAttention", [A(q), A(k), A(v)], opts={"dropout_p": 1.5}, err=["value"], d=d, f="contiguous")
        g.row("MultiHeadAttention", [A(q), A(k), A(k), {"int": 2}], opts={"dropout_p": -0.5, "training": True}, err=["value"], d=d, f="contiguous")


GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}


def sigmoid(v):
    return 1 / (1 + mp.exp(-v))


def step(op, relu, x, w, v, b, a, state):
    """A step of one element of the batch, in high precision; b and a may be None."""
    dot = lambda rows, y: [mp.fsum(p * q for p, q in zip(row, y)) for row in rows]
    return gated(op, relu, dot(w, x), dot(v, state[0]), b, a, state)


def gated(op, relu, gx, gh, b, a, state):
    """A step of the products of the input and of the state with their weights."""
    m = len(state[0])
    plus = lambda y, z: y if z is None else [p + q for p, q in zip(y, z)]
    gx, gh = plus(gx, b), plus(gh, a)
    gate = lambda g, i: g[i * m : (i + 1) * m]
    both = [p + q for p, q in zip(gx, gh)]
    if op == "LSTM":
        i, f, o = ([sigmoid(t) for t in gate(both, k)] for k in (0, 1, 3))
        c = [p * q + r * mp.tanh(t) for p, q, r, t in zip(f, state[1], i, gate(both, 2))]
        return [[p * mp.tanh(q) for p, q in zip(o, c)], c]
    if op == "GRU":
        r, z = ([sigmoid(t) for t in gate(both, k)] for k in (0, 1))
        n = [mp.tanh(p + q * t) for p, q, t in zip(gate(gx, 2), r, gate(gh, 2))]
        return [[(1 - q) * p + q * t for p, q, t in zip(n, z, state[0])]]
    return [[max(t, mpf(0)) if relu else mp.tanh(t) for t in both]]


def recurrent(g, op, x, weights, d, f, opts=None, biases=True):
    """x (t, n, k), or (n, t, k) with batch_first, or (t, k), as the call has it. Equations and the order of weights are those of
    torch.nn.LSTM, GRU and RNN; support/oracle/gen_nn.py compares modules with PyTorch itself."""
    o = dict(opts or {})
    exact = lambda arr: np.array([mpf(t) for t in values(arr)] + [None], object)[:-1].reshape(arr.shape)
    xv = exact(operand(x, d))
    single = xv.ndim == 2
    if single:
        xv = xv[:, None]
    if o.get("batch_first") and not single:
        xv = xv.swapaxes(0, 1)
    steps, n, _ = xv.shape
    both = 2 if o.get("bidirectional") else 1
    per = 4 if biases else 2
    ws = [exact(w) for w in weights]
    layers, m = len(ws) // per // both, weights[1].shape[1]
    kinds = ["initial_state", "initial_cell"] if op == "LSTM" else ["initial_state"]
    state = []
    for k in kinds:
        v = exact(o[k].val) if k in o else np.full((layers * both, n, m), mpf(0), object)
        state.append(v.reshape(layers * both, n, m).copy())
    lengths = [steps] * n
    if "lengths" in o:
        lengths = [int(v) for v in np.ravel(o["lengths"].val)]
    for layer in range(layers):
        outs = []
        for direction in range(both):
            k = layer * both + direction
            w, v, *rest = ws[k * per : (k + 1) * per]
            b, a = rest or (None, None)
            out = np.full((steps, n, m), mpf(0), object)
            for j in range(n):
                now = [list(s[k, j]) for s in state]
                order = range(min(steps, lengths[j]))
                for t in reversed(order) if direction else order:
                    now = step(op, o.get("nonlinearity") == "relu", list(xv[t, j]), w, v, b, a, now)
                    out[t, j] = now[0]
                for s, y in zip(state, now):
                    s[k, j] = y
            outs.append(out)
        xv = np.concatenate(outs, -1)
    if single:
        xv, state = xv[:, 0], [s[:, 0] for s in state]
    elif o.get("batch_first"):
        xv = xv.swapaxes(0, 1)
    results = [np.ascontiguousarray(r) for r in (xv, *state)]
    c = "float32" if d in ("bfloat16", "float16") else d  # in which the steps are rounded
    # Each of the steps that a result depends on rounds some sums and functions, whose errors hardly grow from step to step.
    slack = [np.full(r.size, eps(c) * 16 * max(1, steps * layers)) for r in results]
    g.row(op, [x, {"list": [A(w) for w in weights]}], tuple(build(list(r.ravel()), d, r.shape) for r in results), opts=o, d=d, f=f,
          tol=1, slack=tuple(slack), mask=tuple([1] * r.size for r in results))


def quantized(rows):
    """Rows of numbers as multiples of a step from the least to the greatest of them and 0, of which there are 255."""
    every = [v for row in rows for v in row] + [mpf(0)]
    unit = (max(every) - min(every)) / 255 or mpf(1)
    zero = mp.nint(-min(every) / unit)
    for v in every:
        assert abs(v / unit - mp.floor(v / unit) - 0.5) > 1e-3, "a number that rounding errors may quantize otherwise"
    return [[(min(max(mp.nint(v / unit) + zero, 0), 255) - zero) * unit for v in row] for row in rows]


def quantized_recurrent(g, op, x, weights, scales, d, opts=None):
    """recurrent, for weights that are integers: one layer, with summands."""
    o = dict(opts or {}, weight_scales=A(scales))
    exact = lambda arr: np.array([mpf(t) for t in values(arr)] + [None], object)[:-1].reshape(arr.shape)
    xv, ws, factors = exact(x), [exact(w) for w in weights], exact(scales)
    steps, n, k = xv.shape
    both = 2 if o.get("bidirectional") else 1
    m = weights[1].shape[1]
    kinds = ["initial_state", "initial_cell"] if op == "LSTM" else ["initial_state"]
    state = [exact(o[kind].val).copy() if kind in o else np.full((both, n, m), mpf(0), object) for kind in kinds]
    lengths = [int(v) for v in np.ravel(o["lengths"].val)] if "lengths" in o else [steps] * n
    dot = lambda rows, y: [mp.fsum(p * q for p, q in zip(row, y)) for row in rows]
    inputs = np.array(quantized(xv.reshape(-1, k)), object).reshape(xv.shape)
    outs = []
    for direction in range(both):
        w, v, b, a = ws[4 * direction : 4 * direction + 4]
        w, v = ((y.T * np.broadcast_to(factors[2 * direction + i], y.shape[:1])).T if factors.ndim > 1 else y * factors[2 * direction + i] for i, y in enumerate((w, v)))
        out = np.full((steps, n, m), mpf(0), object)
        for t in reversed(range(steps)) if direction else range(steps):
            hs = quantized(state[0][direction])
            for j in range(n):
                if t < lengths[j]:
                    now = gated(op, o.get("nonlinearity") == "relu", dot(w, inputs[t, j]), dot(v, hs[j]), b, a, [list(s[direction, j]) for s in state])
                    out[t, j] = now[0]
                    for s, y in zip(state, now):
                        s[direction, j] = y
        outs.append(out)
    results = [np.ascontiguousarray(r) for r in (np.concatenate(outs, -1), *state)]
    c = "float32" if d in ("bfloat16", "float16") else d
    slack = [np.full(r.size, eps(c) * 16 * steps) for r in results]
    g.row(op, [A(x), {"list": [A(w) for w in weights]}], tuple(build(list(r.ravel()), d, r.shape) for r in results), opts=o, d=d, tol=1, slack=tuple(slack), mask=tuple([1] * r.size for r in results))


def quantized_recurrences(g, d):
    for op, gates in GATES.items():
        m, k = 3, 2
        numbers = lambda tag, n: [v / 4 for v in values(build(small("float64", n, op + "q" + tag), "float64"))]
        x = build([v * 3 + mpf(i % 7) / 8 for i, v in enumerate(numbers("x", 12))], d, (3, 2, k))
        integers = lambda tag, n, dims, of: np.array([int(97 * v + 13 * i) % 251 - 125 for i, v in enumerate(numbers(tag, n))], of).reshape(dims)
        weights = lambda tag, of: [integers(tag + "w", gates * m * k, (gates * m, k), of), integers(tag + "v", gates * m * m, (gates * m, m), of),
                                   build(numbers(tag + "b", gates * m), d), build(numbers(tag + "a", gates * m), d)]
        one = weights("one", np.int8)
        scales = build([mpf(1) / 256, mpf(3) / 512], d)
        quantized_recurrent(g, op, x, one, scales, d)
        wide = [w * 2 if i < 2 else w for i, w in enumerate(weights("wide", np.int32))] # from −250 to 250: less a zero point
        quantized_recurrent(g, op, x, wide, build([mpf(1 + i % 5) / 1024 for i in range(2 * gates * m)], d, (2, gates * m)), d)
        state = lambda t: A(build([v * 2 + mpf(i % 5) / 16 for i, v in enumerate(numbers(t, 4 * m))], d, (2, 2, m)))
        initial = {"initial_state": state("h"), **({"initial_cell": state("c")} if op == "LSTM" else {})}
        both = build([mpf(i + 1) / 512 for i in range(4)], d)
        quantized_recurrent(g, op, x, one + weights("back", np.int8), both, d, {"bidirectional": True, "lengths": A(np.array([3, 1], np.int64)), **initial})
        if op == "RNN":
            quantized_recurrent(g, op, x, one, scales, d, {"nonlinearity": "relu"})
        wrong = lambda ws, kinds, scales: g.row(op, [A(x), {"list": [A(w) for w in ws]}], err=kinds, opts={"weight_scales": A(scales)}, d=d)
        wrong(one, ["shape"], build([mpf(1)], d))
        wrong(one, ["shape"], build([mpf(1)] * 4, d, (2, 2)))
        wrong([build(numbers("f", gates * m * k), d, (gates * m, k))] + one[1:], ["dtype"], scales)


def recurrences(g, d):
    for op, gates in GATES.items():
        def weights(name, k, m, layers=1, both=1, biases=True):
            ws = []
            for layer in range(layers):
                for direction in range(both):
                    width = k if layer == 0 else both * m
                    tag = f"{op}{name}{layer}{direction}"
                    ws += [build([v / 4 for v in values(build(small("float64", gates * m * width, tag + "w"), "float64"))], d, (gates * m, width)),
                           build([v / 4 for v in values(build(small("float64", gates * m * m, tag + "v"), "float64"))], d, (gates * m, m))]
                    if biases:
                        ws += [build([v / 4 for v in values(build(small("float64", gates * m, tag + t), "float64"))], d) for t in "ba"]
            return ws

        x = build([v / 2 for v in values(build(small("float64", 12, op + "x"), "float64"))], d, (3, 2, 2))
        state = lambda n, t: A(build([v / 2 for v in values(build(small("float64", n * 4, op + t), "float64"))], d, (n, 2, 2)))
        one = weights("one", 2, 2)
        for f in FORMS:
            if f == "zerod":
                g.row(op, [form(f, x), {"list": [A(w) for w in one]}], err=["shape"], d=d, f=f)
            else:
                recurrent(g, op, form(f, x), one, d, f)
        initial = {"initial_state": state(4, "h"), **({"initial_cell": state(4, "c")} if op == "LSTM" else {})}
        recurrent(g, op, A(x), weights("deep", 2, 2, 2, 2), d, "contiguous", {"bidirectional": True, **initial})
        recurrent(g, op, A(x), weights("plain", 2, 2, 2, 1, False), d, "contiguous", biases=False)
        lengths = A(np.array([1, 2, 5], np.int64))
        recurrent(g, op, A(np.ascontiguousarray(x.reshape(3, 2, 2))), weights("both", 2, 1, 1, 2), d, "contiguous", {"bidirectional": True, "batch_first": True, "lengths": lengths})
        recurrent(g, op, A(np.ascontiguousarray(x[:, 0])), one, d, "contiguous", {"lengths": A(np.array(2, np.int32))})
        if op == "RNN":
            recurrent(g, op, A(x), one, d, "contiguous", {"nonlinearity": "relu"})
            g.row(op, [A(x), {"list": [A(w) for w in one]}], opts={"nonlinearity": "gelu"}, err=["value"], d=d)
        wrong = lambda ws, kinds, opts=None, y=x: g.row(op, [A(y), {"list": [A(w) for w in ws]}], err=kinds, opts=opts, d=d)
        wrong(one[:3], ["value"])
        wrong([], ["value"])
        wrong(one, ["value"], {"bidirectional": True})
        wrong(one, ["shape"], y=np.ascontiguousarray(x[..., :1]))
        wrong([one[0], one[1], one[2], one[3][:1]], ["shape"])
        wrong(one, ["shape"], {"initial_state": state(1, "h2"), "lengths": A(np.array([1], np.int64))})
        wrong(one, ["shape"], {"initial_state": state(2, "h3")})
        wrong(one, ["dtype"], {"lengths": A(np.array([1.0, 2.0]))})


def lstm_updates(g, d):
    """x (…, t, k), states (…, m), kernels (k, 4·m) and (m, 4·m): the equations of step."""
    c = compute_dtype(d)
    t, k, m = 3, 2, 2
    quarter = lambda name, s: cast(build([v / 4 for v in values(build(small("float64", math.prod(s), "update" + name), "float64"))], "float64", s), d) if d in FLOATS else build([round(v) // 4 for v in values(build(small("float64", math.prod(s), "update" + name), "float64"))], "int8", s).astype(np_dtype(d))
    if is_int(d) and d[0] == "u" or d == "bool":
        quarter = lambda name, s: build([v != 0 and i % 3 == 0 for i, v in enumerate(small("float64", math.prod(s), "update" + name))], "bool", s).astype(np_dtype(d))
    exact = lambda arr: np.array([mpf(v) for v in values(cast(arr, c))] + [None], object)[:-1].reshape(arr.shape)

    def row(x, h, cell, w, v, o, f):
        xv = exact(x.val)
        major = o.get("time_major", False)
        xv = np.moveaxis(xv, 0, -2) if major else xv
        hv, cv = exact(h.val), exact(cell.val)
        wv, vv = exact(w.val).T, exact(v.val).T
        b, a = (list(exact(o[n].val)) if n in o else None for n in ("bias", "recurrent_bias"))
        lead, steps = xv.shape[:-2], xv.shape[-2]
        ht, ct = np.full((*lead, steps, m), mpf(0), object), np.full((*lead, m), mpf(0), object)
        for at in np.ndindex(*lead):
            now = [list(hv[at]), list(cv[at])]
            for i in range(steps):
                now = step("LSTM", False, list(xv[at][i]), wv, vv, b, a, now)
                ht[at][i] = now[0]
            ct[at] = now[1]
        ht = np.moveaxis(ht, -2, 0) if major else ht
        wide = "float32" if c in ("bfloat16", "float16") else c
        results = [np.ascontiguousarray(r) for r in (ht, ct)]
        g.row("LSTMUpdate", [x, h, cell, w, v], tuple(build(list(r.ravel()), c, r.shape) for r in results), opts=o or None, d=d, f=f, tol=1,
              slack=tuple([eps(wide) * 16 * max(1, steps)] * r.size for r in results), mask=tuple([1] * r.size for r in results))

    x, h, cell = quarter("x", (2, t, k)), quarter("h", (2, m)), quarter("c", (2, m))
    w, v, b, a = quarter("w", (k, 4 * m)), quarter("v", (m, 4 * m)), quarter("b", (4 * m,)), quarter("a", (4 * m,))
    for f in FORMS:
        if f == "zerod":
            g.row("LSTMUpdate", [form(f, x), A(h), A(cell), A(w), A(v)], err=["shape"], d=d, f=f)
        elif f == "empty":
            row(A(x[:0]), A(h[:0]), A(cell[:0]), A(w), A(v), {}, f)
        else:
            row(form(f, x), A(h), A(cell), A(w), A(v), {}, f)
            row(A(x), form(f, h), form(f, cell), form(f, w), form(f, v), {"bias": form(f, b), "recurrent_bias": A(a)}, f)
    row(A(x), A(quarter("h3", (t, m))), A(quarter("c3", (t, m))), A(w), A(v), {"time_major": True, "recurrent_bias": A(a)}, "contiguous")
    row(A(np.ascontiguousarray(x[0])), A(h[0]), A(cell[0]), A(w), A(v), {"bias": A(b)}, "contiguous")
    row(A(x[:, :0]), A(h), A(cell), A(w), A(v), {}, "empty")
    wrong = lambda *args, **o: g.row("LSTMUpdate", [A(y) for y in args], err=["shape"], opts=o or None, d=d)
    wrong(x, h[:1], cell, w, v)
    wrong(x, h, cell[:, :1], w, v)
    wrong(x, h, cell, w[:1], v)
    wrong(x, h, cell, w[:, :4], v)
    wrong(x, h, cell, w, v[:, :4])
    wrong(x, h, cell, w[0], v)
    wrong(x, h, cell, w, v, bias=A(b[:4]))
    wrong(x, h, cell, w, v, recurrent_bias=A(a[:1]))
