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


def expm1(x):
    """e**x − 1 of a float that is not positive."""
    return mpf(-1) if x < -1e5 else mp.expm1(mpf(x))


def unit(alpha, beta, scale=1):
    """x where it is positive and α(e**(x/β) − 1) elsewhere, times a scale."""
    return lambda x: x if x != x or x == inf else (mpf(x) if x > 0 else mpf(alpha) * expm1(mpf(x) / mpf(beta))) * scale


def clamp(x, lo, hi):
    return min(max(x, lo), hi)


def hardswish(x):
    if math.isinf(x) or x != x:
        return 0.0 if x == -inf else x
    return mpf(x) * clamp(mpf(x) + 3, 0, 6) / 6


def mish(x):
    if x != x or x == inf:
        return x
    if x < -1e5:
        return 0.0
    e = mp.exp(min(mpf(x), mpf(1e5)))
    return mpf(x) * ((1 + e) ** 2 - 1) / ((1 + e) ** 2 + 1)


def log_sigmoid(x):
    if math.isinf(x) or x != x:
        return 0.0 if x == inf else x
    return mpf(x) if x < -1e5 else -mp.log1p(mp.exp(-mpf(min(x, 1e5))))


def softsign(x):
    return math.copysign(1, x) if math.isinf(x) else x if x != x else mpf(x) / (1 + abs(mpf(x)))


def tanh(x):
    return math.copysign(1, x) if abs(x) > 1e5 else mp.tanh(mpf(x))


def tanhshrink(x):
    return x if x != x or math.isinf(x) else mpf(x) - tanh(x)


def shrink(x, l, soft):
    if x != x or abs(x) > l:
        return x if x != x or math.isinf(x) or not soft else mpf(x) - mpf(math.copysign(l, x))
    return 0.0


SELU_ALPHA, SELU_SCALE = mpf("1.6732632423543772848170429916717"), mpf("1.0507009873554804934193349852946")

# Functions of one number with each set of options; the error relative to |x| where terms cancel.
OF_ONE = {
    "Elu": [({}, unit(1, 1)), ({"alpha": 0.5}, unit(0.5, 1))],
    "Celu": [({}, unit(1, 1)), ({"alpha": 2.0}, unit(2, 2))],
    "Selu": [({}, unit(SELU_ALPHA, 1, SELU_SCALE))],
    "LeakyRelu": [({}, lambda x: x if not x < 0 else 0.2 * mpf(x)), ({"alpha": 0.5}, lambda x: x if not x < 0 else 0.5 * mpf(x))],
    "Relu6": [({}, lambda x: x if x != x else clamp(x, 0.0, 6.0))],
    "Hardtanh": [({}, lambda x: x if x != x else clamp(x, -1.0, 1.0)), ({"min_val": -0.5, "max_val": 2.5}, lambda x: x if x != x else clamp(x, -0.5, 2.5))],
    "Hardsigmoid": [({}, lambda x: x if x != x else 1.0 if x > 3 else 0.0 if x < -3 else clamp(mpf(x) + 3, 0, 6) / 6)],
    "Hardswish": [({}, hardswish)],
    "Hardshrink": [({}, lambda x: shrink(x, 0.5, False)), ({"lambd": 2.0}, lambda x: shrink(x, 2.0, False))],
    "Softshrink": [({}, lambda x: shrink(x, 0.5, True)), ({"lambd": 2.0}, lambda x: shrink(x, 2.0, True))],
    "Tanhshrink": [({}, tanhshrink)],
    "ThresholdedRelu": [({}, lambda x: x if not x <= 0 else 0.0), ({"threshold": 1.5}, lambda x: x if not x <= 1.5 else 0.0)],
    "Mish": [({}, mish)],
    "LogSigmoid": [({}, log_sigmoid)],
    "Softsign": [({}, softsign)],
    "ScaledTanh": [({}, lambda x: x if x != x else mpf(1.7159) * tanh(0.67 * mpf(x) if math.isfinite(x) else x)),
                   ({"alpha": 2.0, "beta": 0.5}, lambda x: x if x != x else 2 * tanh(x / 2))],
}


def absolute(op):
    """The absolute error of x, in units of its eps, where terms cancel."""
    if op == "Tanhshrink":
        return lambda x: 2 * min(abs(x), 1.0)
    if op in ("Hardsigmoid", "Hardswish"):
        return lambda x: 2.0 if abs(x) < 4 else 0.0
    return lambda x: 0.0


def activations(g):
    for op, cases in OF_ONE.items():
        for d in floats(op):
            for o, f in cases:
                elementwise(g, op, d, f, o, absolute(op))
    for d in floats("PRelu"):
        c = compute_dtype(d)
        for f in FORMS:
            x, s = form(f, build(small(d, 6, "x"), d, (2, 3))), form(f, build(small(d, 6, "slope"), d, (2, 3)))
            out = [mpf(v) if v > 0 else mpf(v) * mpf(w) for v, w in zip(values(cast(x.val, c)), values(cast(s.val, c)))]
            g.row("PRelu", [x, s], build(out, c, x.val.shape), d=d, f=f, tol=ULPS[c], mask=[1] * len(out))
            v = values(cast(x.val, c))
            g.row("Thresholded", [x, S(1), S(-2.5)], build([t if t > 1 else -2.5 for t in v], c, x.val.shape), d=d, f=f)
        x = A(build(small(d, 24, "softmax"), d, (2, 3, 4)))
        slopes = (0.5, -1, 2) if d in FLOATS else (1, 0, 2)
        s = A(build(slopes, d, (3, 1)))
        out = [mpf(v) * (slopes[i // 4 % 3] if v < 0 else 1) for i, v in enumerate(values(cast(x.val, c)))]
        g.row("PRelu", [x, s], build(out, c, (2, 3, 4)), d=d, tol=ULPS[c], mask=[1] * 24)
        for f in FORMS:
            a = form(f, x.val)
            for op in ("Softmin", "Glu"):
                if f == "zerod":
                    g.row(op, [a], err=["shape", "index"], d=d, f=f)
                    continue
                v = cast(a.val, c)
                if op == "Softmin":
                    for o in ({}, {"axis": 1}):
                        g.row(op, [a], along(v, o.get("axis", -1), lambda l: softmax([-t for t in l], False), c), opts=o, d=d, f=f, tol=8 if c in ("float32", "float64") else 1)
                    continue
                for o in ({}, {"axis": 0}):
                    axis = o.get("axis", -1)
                    if f == "empty" and axis == 0:
                        continue
                    left, right = np.split(v, 2, axis)
                    out = [mpf(p) * fn.real("Sigmoid", q) for p, q in zip(values(np.ascontiguousarray(left)), values(np.ascontiguousarray(right)))]
                    g.row(op, [a], build(out, c, left.shape), opts=o, d=d, f=f, tol=ULPS[c], mask=[1] * len(out))
    x = A(build([1, -1, 0.5], "float32"))
    g.row("Glu", [x], err=["shape"], d="float32")
    g.row("Celu", [x], err=["value"], opts={"alpha": 0.0}, d="float32")
    g.row("Hardtanh", [x], err=["value"], opts={"min_val": 2.0}, d="float32")
    g.row("Hardshrink", [x], err=["value"], opts={"lambd": -1.0}, d="float32")
    g.row("Softshrink", [x], err=["value"], opts={"lambd": -1.0}, d="float32")
    g.row("PRelu", [x, A(build([1, 2], "float32"))], err=["shape"], d="float32")
    g.row("PRelu", [x, A(build([1, 2], "float32", (2, 1)))], err=["shape"], d="float32")
    g.row("Thresholded", [x, S(1j), S(0)], err=["dtype"], d="float32")


def rows(g):
    activations(g)
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
