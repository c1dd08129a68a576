"""Rows of the group activations."""
import math

import numpy as np

from . import functions as fn
from .core import *
from .elementwise import ACTIVATIONS, edges, randoms, small, unary_rows
from .statistical import lines

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
    unary_rows(g, ACTIVATIONS)
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
