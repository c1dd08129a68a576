"""Rows of the group norms."""
import numpy as np

from . import reference_layers as ref
from .activations import compute_dtype, floats
from . import steps
from .core import *
from .elementwise import small
from .layers import doubles
from .statistical import acc_eps


def rows(g):
    batches(g)
    groups(g)
    responses(g)
    for d in floats("LayerNorm"):
        c = compute_dtype(d)
        cube = build(small(d, 24, "softmax"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            for axes, o in (((-1,), {}), ((1, 2), {}), ((0,), {"eps": 0.5}), ((-2, -1), {"new_std": 2.0}), ((2,), {"scale": A(build([1, 2, -1, 0.5], c)), "offset": A(build([0.5, 0, 1, -2], c))})):
                if f == "zerod":
                    g.row("LayerNorm", [a, {"ints": list(axes)}], err=["index", "shape"], d=d, f=f, why="no axis to normalise over")
                    continue
                layer_norm(g, a, axes, o, d, c, f)
        g.row("LayerNorm", [A(cube), {"ints": [3]}], err=["index", "shape"], d=d)
    steps.normalizations(g)


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


def close(g, op, args, out, opts, c, d, f, factor=1.0):
    """A row of results that are about 1 times factor, or means and variances."""
    outs = out if isinstance(out, tuple) else (out,)
    arrays = tuple(build(list(z.ravel()), c, z.shape) for z in outs)
    # Means of elements that are nearly equal, divided by a small deviation, lose digits: operands here are not nearly equal.
    slack = tuple([40 * eps(c if c in ("float32", "float64") else c) * factor * (1 + abs(float(v))) for v in z.ravel()] for z in outs)
    masks = tuple([1] * z.size for z in outs)
    one = not isinstance(out, tuple)
    g.row(op, args, arrays[0] if one else arrays, opts=opts, d=d, f=f, tol=4, slack=slack[0] if one else slack, mask=masks[0] if one else masks)


def batches(g):
    for d in floats("BatchNorm"):
        c = compute_dtype(d)
        x, m, v = build(small(d, 24, "batch"), d, (2, 4, 3)), build(small(d, 3, "mean"), d), build([1.0, 2.0, 1.25], d)
        scale, offset = A(build([1.0, 2.0, -0.5], c)), A(build([0.5, -1.0, 0.0], c))
        for first, o in ((False, {}), (True, {"scale": scale, "offset": offset, "eps": 0.25}), (False, {"training": True}), (True, {"training": True, "momentum": 0.25, "scale": scale, "offset": offset})):
            xs = np.moveaxis(x, -1, 1) if first else x
            opts = {**o, "data_format": "channel_first"} if first else o
            for name in FORMS:
                a = form(name, xs)
                if name == "zerod" or name == "empty" and "training" in o:
                    g.row("BatchNorm", [a, A(m), A(v)], err=["shape", "value"], opts=opts, d=d, f=name)
                    continue
                t = doubles(cast(a.val, c))
                t = np.moveaxis(t, 1, -1) if first else t
                md, vd = doubles(m), doubles(v)
                by, of = md, vd
                if "training" in o:
                    by, of = t.mean((0, 1)), t.var((0, 1))
                    n, p = t.shape[0] * t.shape[1], o.get("momentum", 0.1)
                    md, vd = (1 - p) * md + p * by, (1 - p) * vd + p * of * n / (n - 1)
                z = (t - by) / np.sqrt(of + o.get("eps", 1e-5))
                if "scale" in o:
                    z = z * doubles(scale.val) + doubles(offset.val)
                z = np.moveaxis(z, -1, 1) if first else z
                close(g, "BatchNorm", [a, A(m), A(v)], (z, md, vd), opts, c, d, name, 4.0)
        g.row("BatchNorm", [A(x), A(m[:2]), A(v)], err=["shape"], d=d, f="contiguous")
        g.row("BatchNorm", [A(x[:1, :1]), A(m), A(v)], opts={"training": True}, err=["value"], d=d, f="contiguous")


def groups(g):
    for d in floats("GroupNorm"):
        c = compute_dtype(d)
        x = build(small(d, 48, "group"), d, (2, 4, 6))
        scale, offset = A(build([1.0, 2.0, -0.5, 1.0, 0.25, 3.0], c)), A(build([0.5, -1.0, 0.0, 2.0, 0.0, 1.0], c))
        for op, count, first, o in (("GroupNorm", 3, False, {}), ("GroupNorm", 2, True, {"scale": scale, "offset": offset, "eps": 0.25}), ("InstanceNorm", 6, False, {"scale": S(2)}), ("InstanceNorm", 6, True, {"offset": offset, "eps": 0.5})):
            xs = np.moveaxis(x, -1, 1) if first else x
            opts = {**o, "data_format": "channel_first"} if first else o
            args = [{"int": count}] if op == "GroupNorm" else []
            for name in FORMS:
                a = form(name, xs)
                if name == "zerod":
                    g.row(op, [a] + args, err=["shape"], opts=opts, d=d, f=name)
                    continue
                t = doubles(cast(a.val, c))
                t = np.moveaxis(t, 1, -1) if first else t
                z = t
                if t.size:
                    apart = t.reshape(*t.shape[:2], count, 6 // count)
                    z = ref.normalized(apart, (1, 3), o.get("eps", 1e-5)).reshape(t.shape)
                if "scale" in o:
                    z = z * (doubles(o["scale"].val) if isinstance(o["scale"], A) else o["scale"].v)
                if "offset" in o:
                    z = z + doubles(o["offset"].val)
                z = np.moveaxis(z, -1, 1) if first else z
                # Where instances are nearly constant their deviation is small.
                close(g, op, [a] + args, z, opts or None, c, d, name, 16.0)
        g.row("GroupNorm", [A(x), {"int": 4}], err=["value"], d=d, f="contiguous")
        g.row("GroupNorm", [A(x), {"int": 2}], opts={"scale": A(scale.val[:2])}, err=["shape"], d=d, f="contiguous")
        g.row("InstanceNorm", [A(x[0, 0])], err=["shape"], d=d, f="contiguous")
        cube = build(small(d, 24, "rms"), d, (2, 3, 4))
        w = A(build([1.0, 2.0, -0.5, 1.0], c))
        for name in FORMS:
            a = form(name, cube)
            for axes, o in (((-1,), {}), ((1, 2), {"eps": 0.5}), ((2,), {"scale": w})):
                if name == "zerod":
                    g.row("RMSNorm", [a, {"ints": list(axes)}], err=["index", "shape"], opts=o, d=d, f=name)
                    continue
                t = doubles(cast(a.val, c))
                z = t / np.sqrt((t * t).mean(axes, keepdims=True) + o.get("eps", 1e-5)) if t.size else t
                close(g, "RMSNorm", [a, {"ints": list(axes)}], z * doubles(w.val) if "scale" in o else z, o or None, c, d, name)
        g.row("RMSNorm", [A(cube), {"ints": [3]}], err=["index", "shape"], d=d, f="contiguous")


def responses(g):
    for d in floats("LocalResponseNorm"):
        c = compute_dtype(d)
        x = build(small(d, 2 * 3 * 5, "response"), d, (2, 3, 5))
        for first, size, o in ((False, 3, {}), (True, 2, {"alpha": 0.5, "beta": 0.5}), (False, 4, {"alpha": 0.25, "bias": S(2.0)}), (False, 100, {"beta": 1.0, "alpha": 2.0})):
            how = (size, o.get("alpha", 1e-4), o.get("beta", 0.75), o["bias"].v if "bias" in o else 1.0, first)
            opts = {**o, "data_format": "channel_first"} if first else o or None
            for f in FORMS:
                a = form(f, np.moveaxis(x, -1, 1) if first else x)
                if f == "zerod":
                    g.row("LocalResponseNorm", [a, {"int": size}], err=["shape"], opts=opts, d=d, f=f)
                    continue
                z = ref.response(doubles(cast(a.val, c)), *how)
                g.row("LocalResponseNorm", [a, {"int": size}], build(list(z.ravel()), c, z.shape), opts=opts, d=d, f=f, tol=8 if c in ("float32", "float64") else 1, mask=[1] * z.size)
        g.row("LocalResponseNorm", [A(x), {"int": 0}], err=["value"], d=d, f="contiguous")
        g.row("LocalResponseNorm", [A(x), {"int": 1}], opts={"bias": A(x[0, 0])}, err=["value"], d=d, f="contiguous")
