"""Rows of the group norms."""
import numpy as np

from .activations import compute_dtype, floats
from .core import *
from .elementwise import small
from .statistical import acc_eps


def rows(g):
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
