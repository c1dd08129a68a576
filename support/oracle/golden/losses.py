"""Rows of the group losses: the definitions in high precision, each number with a bound of the error
that its definition has in floating-point arithmetic."""
import itertools
import math
import random

import numpy as np

from .activations import compute_dtype, floats
from .core import *
from .elementwise import small


class R:
    """A number in high precision, and by how many units of eps a computation of it may be off: the first-order
    error of each step, as in Higham, Accuracy and Stability of Numerical Algorithms."""

    def __init__(self, v, e=0):
        self.v, self.e = mpf(v), mpf(e)

    def __add__(a, b):
        b = b if isinstance(b, R) else R(b)
        return R(a.v + b.v, a.e + b.e + abs(a.v + b.v))

    def __neg__(a):
        return R(-a.v, a.e)

    def __sub__(a, b):
        return a + -(b if isinstance(b, R) else R(b))

    def __rsub__(a, b):
        return R(b) - a

    def __mul__(a, b):
        b = b if isinstance(b, R) else R(b)
        return R(a.v * b.v, abs(a.v) * b.e + abs(b.v) * a.e + abs(a.v * b.v))

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(a, b):
        b = b if isinstance(b, R) else R(b)
        return R(a.v / b.v, a.e / abs(b.v) + abs(a.v) * b.e / b.v**2 + abs(a.v / b.v))

    def __abs__(a):
        return R(abs(a.v), a.e)

    def exp(a):
        return R(mp.exp(a.v), mp.exp(a.v) * (a.e + 2))

    def log(a):
        return R(mp.log(a.v), a.e / abs(a.v) + 2 * abs(mp.log(a.v)))

    def sqrt(a):
        return R(mp.sqrt(a.v), a.e / (2 * mp.sqrt(a.v)) + mp.sqrt(a.v))

    def power(a, p):
        return R(a.v**p, p * a.v ** (p - 1) * a.e + 4 * a.v**p)

    def at_least(a, b):
        return a if a.v > b else R(b)


def log1pexp(x):
    """log(1 + e**x): the error of x comes with the derivative, which is below 1."""
    return R(mp.log1p(mp.exp(x.v)), x.e + 4 * mp.log1p(mp.exp(x.v)))


def total(rs):
    s = R(0)
    for r in rs:
        s = s + r
    return s


def mean(rs):
    return total(rs) / len(rs) if rs else None


def draw(kind, d, n, seed):
    """Numbers of dtype d of a kind that a loss takes."""
    r = random.Random(f"{kind} {d} {n} {seed}")
    if kind == "number":
        return small(d, n, seed)
    if kind == "sign":
        low = 0 if d == "bool" or d[0] == "u" else -1
        return [r.choice([1, low]) for _ in range(n)]
    if kind == "probability":
        return values(build([r.uniform(0.05, 0.95) if d in FLOATS else r.randint(0, 1) for _ in range(n)], d))
    if kind == "logarithm":
        return values(build([-r.uniform(0.1, 3) if d in FLOATS else (0 if d == "bool" or d[0] == "u" else -r.randint(1, 3)) for _ in range(n)], d))
    return [abs(v) if v else 1 for v in small(d, n, seed)]  # "positive"


def numbers(a, c):
    """The elements of an operand in the dtype that the loss computes in."""
    return [R(v) for v in values(cast(a.val, c))]


def put(g, op, args, losses, shape, opts, d, f, reduction="mean", err=None):
    """The row of losses, reduced."""
    if err:
        g.row(op, args, err=err, opts=opts, d=d, f=f)
        return
    how = opts.get("reduction", reduction)
    if how == "mean":
        losses, shape = [mean(losses)], ()
    elif how == "sum":
        losses, shape = [total(losses)], ()
    result(g, op, args, losses, shape, opts, d, f)


def result(g, op, args, rs, shape, opts, d, f):
    c = compute_dtype(d)
    e = eps("float32" if c in ("bfloat16", "float16") else c)
    out = build([nan if r is None else r.v for r in rs], c, shape)
    slack = [0.0 if r is None or mp.isinf(r.v) else 2 * e * float(r.e) for r in rs]
    g.row(op, args, out, opts=opts, d=d, f=f, tol=1, slack=slack, mask=[1] * len(rs))


def forms_and_options(op, options):
    """Each dtype and form without options, and the options with some dtypes."""
    for d in floats(op):
        for f in FORMS:
            yield d, f, {}
        if d in FLOATS or d in ("int8", "uint16", "bool"):
            for o in options:
                yield d, "contiguous", o


REDUCTIONS = [{"reduction": "sum"}, {"reduction": "none"}]


# --- Element by element.


def plain(g, op, kinds, loss, options=(), reduction="mean"):
    for d, f, o in forms_and_options(op, REDUCTIONS + list(options)):
        c = compute_dtype(d)
        args = [form(f, build(draw(k, d, 6, f"{op} {i}"), d, (2, 3))) for i, k in enumerate(kinds)]
        losses = [loss(o, *x) for x in zip(*(numbers(a, c) for a in args))]
        put(g, op, args, losses, args[0].val.shape, o, d, f, reduction)
    # operands that broadcast, of two dtypes
    args = [A(build(draw(k, d, n, op), d, s)) for k, d, n, s in zip(kinds, ("float32", "bfloat16", "float32"), (2, 3, 6), ((2, 1), (3,), (2, 3)))]
    wide = [np.broadcast_to(cast(a.val, "float32"), (2, 3)) for a in args]
    losses = [loss({}, *(R(v) for v in x)) for x in zip(*(values(np.ascontiguousarray(w)) for w in wide))]
    put(g, op, args, losses, (2, 3), {"reduction": "none"}, "float32", None)
    g.row(op, [A(build([1] * 6, "float32", (2, 3)))] + [A(build([1] * 2, "float32"))] * (len(kinds) - 1), err=["shape"], d="float32")
    g.row(op, [A(build([1] * 2, "complex64"))] * len(kinds), err=["dtype"], d="complex64")
    g.row(op, [A(build([1] * 2, "float32"))] * len(kinds), err=["value"], opts={"reduction": "average"}, d="float32")


def smooth_l1(o, x, y):
    d, b = abs(x - y), o.get("beta", 1.0)
    return R(0.5) * d * d / b if d.v < b else d - b / 2


def huber(o, y, x):
    d, b = abs(x - y), o.get("delta", 1.0)
    return R(0.5) * d * d if d.v <= b else (d - b / 2) * b


def kl_div(o, x, y):
    if o.get("log_target"):
        return y.exp() * (y - x)
    return (y * y.log() if y.v else R(0)) - y * x


def stirling(y):
    return y * y.log() - y + R(0.5) * (R(2 * mp.pi) * y).log()


def poisson(o, x, y):
    if o.get("log_input", True):
        z = x.exp() - y * x
    else:
        z = x - y * (x + o.get("eps", 1e-8)).log()
    return z + stirling(y) if o.get("full") and y.v > 1 else z


def log_poisson(o, y, x):
    z = x.exp() - y * x
    return z + stirling(y) if o.get("full") and not 0 <= y.v <= 1 else z


def gaussian(o, x, y, v):
    v = v.at_least(o.get("eps", 1e-6))
    z = R(0.5) * (v.log() + (x - y) * (x - y) / v)
    return z + mp.log(2 * mp.pi) / 2 if o.get("full") else z


def hinge(o, x, y):
    far = (o.get("margin", 1.0) - x).at_least(0)
    return x if y.v == 1 else far if y.v == -1 else far + x


def ranking(o, x1, x2, y):
    return (o.get("margin", 0.0) - y * (x1 - x2)).at_least(0)


def binary_cross_entropy(o, y, p):
    s = o.get("epsilon", 0.0)
    if s:
        y = y * (1 - s) + s / 2
    if o.get("from_logits"):
        w = o["pos_weight"].val.item() if "pos_weight" in o else 1.0
        return (1 - y) * log1pexp(p) + y * log1pexp(-p) * w
    log = lambda p: p.log().at_least(-100) if p.v > 0 else R(-100)
    w = o["pos_weight"].val.tolist()[0] if "pos_weight" in o else 1.0
    return -(y * log(p) * w + (1 - y) * log(1 - p))


def plain_rows(g):
    two = ["number", "number"]
    plain(g, "L1Loss", two, lambda o, x, y: abs(x - y))
    plain(g, "MSELoss", two, lambda o, x, y: (x - y) * (x - y))
    plain(g, "SmoothL1Loss", two, smooth_l1, [{"beta": 2.5}, {"beta": 0.5, "reduction": "none"}])
    plain(g, "HuberLoss", two, huber, [{"delta": 2.5}, {"delta": 0.5, "reduction": "none"}])
    plain(g, "KLDiv", ["logarithm", "probability"], kl_div, [{"reduction": "none"}])
    for d in floats("KLDiv"):
        args = [A(build(draw("logarithm", d, 6, i), d, (2, 3))) for i in "ab"]
        losses = [kl_div({"log_target": True}, *x) for x in zip(*(numbers(a, compute_dtype(d)) for a in args))]
        put(g, "KLDiv", args, losses, (2, 3), {"log_target": True, "reduction": "none"}, d, "contiguous")
        result(g, "KLDiv", args, [total(losses) / 2], (), {"log_target": True, "reduction": "batchmean"}, d, "contiguous")
    plain(g, "PoissonNLLLoss", ["number", "positive"], poisson, [{"full": True}, {"full": True, "reduction": "none"}])
    for d in floats("PoissonNLLLoss"):
        args = [A(build(draw("positive", d, 6, i), d, (2, 3))) for i in "ab"]
        for o in ({"log_input": False, "reduction": "none"}, {"log_input": False, "eps": 0.5, "reduction": "none"}):
            put(g, "PoissonNLLLoss", args, [poisson(o, *x) for x in zip(*(numbers(a, compute_dtype(d)) for a in args))], (2, 3), o, d, "contiguous")
    plain(g, "GaussianNLLLoss", ["number", "number", "positive"], gaussian, [{"full": True}, {"eps": 1.5, "reduction": "none"}])
    plain(g, "SoftMarginLoss", ["number", "sign"], lambda o, x, y: log1pexp(-(x * y)))
    plain(g, "HingeEmbeddingLoss", ["number", "sign"], hinge, [{"margin": 2.0, "reduction": "none"}])
    plain(g, "MarginRankingLoss", ["number", "number", "sign"], ranking, [{"margin": 0.5, "reduction": "none"}])
    plain(g, "BinaryCrossEntropy", ["probability", "probability"], binary_cross_entropy, [{"epsilon": 0.25}, {"pos_weight": A(build([2.5], "float32"))}])
    for d in floats("BinaryCrossEntropy"):
        args = [A(build(draw(k, d, 6, k), d, (2, 3))) for k in ("probability", "number")]
        for o in ({"from_logits": True, "reduction": "none"}, {"from_logits": True, "pos_weight": A(build([2.5], compute_dtype(d), ())), "reduction": "none"}):
            losses = [binary_cross_entropy(o, *x) for x in zip(*(numbers(a, compute_dtype(d)) for a in args))]
            put(g, "BinaryCrossEntropy", args, losses, (2, 3), o, d, "contiguous")
            o = {k: v for k, v in o.items() if k != "reduction"}
            result(g, "BinaryCrossEntropy", args, [mean(losses[i::3]) for i in range(3)], (3,), {**o, "axis": 0}, d, "contiguous")
    log_poisson_rows(g)
    v = A(build([0.5, 0.25], "float32"))
    for op, o in (("SmoothL1Loss", {"beta": -1.0}), ("HuberLoss", {"delta": 0.0}), ("BinaryCrossEntropy", {"epsilon": 1.5})):
        g.row(op, [v, v], err=["value"], opts=o, d="float32")
    g.row("BinaryCrossEntropy", [v, v], err=["shape"], opts={"from_logits": True, "pos_weight": A(build([1] * 3, "float32"))}, d="float32")
    g.row("L1Loss", [v, v], err=["value"], opts={"reduction": "batchmean"}, d="float32")
    # what is 0, and what overflows on the way
    for d in FLOATS:
        z = A(build([0.0, 1.0, 0.0, 1.0], d))
        y = A(build([0.0, 0.0, 1.0, 1.0], d))
        g.row("BinaryCrossEntropy", [y, z], build([0.0, 100.0, 100.0, 0.0], d), opts={"reduction": "none"}, d=d, mask=[1] * 4)
        big = A(build([100.0, -100.0, inf, -inf, nan], d))
        g.row("SoftMarginLoss", [big, A(build([1.0] * 5, d))], build([mp.log1p(mp.exp(-100)), mpf(100), 0.0, inf, nan], d), opts={"reduction": "none"}, d=d, tol=4)
        g.row("KLDiv", [A(build([-1.0, -2.0], d)), A(build([0.0, 1.0], d))], build([0.0, 2.0], d), opts={"reduction": "none"}, d=d)
        g.row("SmoothL1Loss", [A(build([inf, nan, 0.0], d)), A(build([0.0] * 3, d))], build([inf, nan, 0.0], d), opts={"reduction": "none"}, d=d)


def log_poisson_rows(g):
    op = "LogPoissonLoss"
    for d, f, o in forms_and_options(op, [{"full": True}, {"reduction": "sum"}, {"reduction": "mean", "axis": 0}, {"reduction": "mean", "axis": None}]):
        c = compute_dtype(d)
        args = [form(f, build(draw(k, d, 6, f"{op} {i}"), d, (2, 3))) for i, k in enumerate(["positive", "number"])]
        losses = [log_poisson(o, *x) for x in zip(*(numbers(a, c) for a in args))]
        how, axis = o.get("reduction"), o.get("axis", -1)
        if not how:
            put(g, op, args, losses, args[0].val.shape, o, d, f, "none")
        elif axis is None:
            result(g, op, args, [mean(losses)], (), o, d, f)
        elif axis == 0:
            result(g, op, args, [mean(losses[i::3]) for i in range(3)], (3,), o, d, f)
        else:
            result(g, op, args, [total(losses[:3]), total(losses[3:])], (2,), o, d, f)


def wasserstein_rows(g):
    for d in floats("WassersteinLossGenerator"):
        c = compute_dtype(d)
        for f in FORMS:
            a, b = (form(f, build(draw("number", d, 6, i), d, (2, 3))) for i in "ab")
            x, y = mean(numbers(a, c)), mean(numbers(b, c))
            result(g, "WassersteinLossDiscriminator", [a, b], [y and y - x], (), {}, d, f)
            result(g, "WassersteinLossGenerator", [a], [x and -x], (), {}, d, f)
    a, b = (A(build(draw("number", "float32", n, n), "float32")) for n in (4, 3))
    result(g, "WassersteinLossDiscriminator", [a, b], [mean(numbers(b, "float32")) - mean(numbers(a, "float32"))], (), {}, "float32", None)


# --- Of vectors: rows of operands along the last axis.


def vectors(g, op, kinds, loss, options=(), last=None, shape=(2, 3)):
    """loss of rows; the last operand is one number for each row where last says its kind."""
    for d, f, o in forms_and_options(op, REDUCTIONS + list(options)):
        c = compute_dtype(d)
        args = [form(f, build(draw(k, d, math.prod(shape), f"{op} {i}"), d, shape)) for i, k in enumerate(kinds)]
        n = args[0].val.size // shape[-1]
        if last:
            of = build(draw(last, d, shape[0], op), d)
            args.append(A(of[:0] if f == "empty" else of[:1].reshape(()) if f == "zerod" else of))
        if f == "zerod":
            g.row(op, args, err=["shape", "index"], d=d, f=f, why="no axis of the vectors")
            continue
        rows = [[x[i * shape[-1] : (i + 1) * shape[-1]] for x in (numbers(a, c) for a in args[: len(kinds)])] for i in range(n)]
        if last:
            rows = [[*r, y] for r, y in zip(rows, numbers(args[-1], c))]
        put(g, op, args, [loss(o, *r) for r in rows], args[0].val.shape[:-1], o, d, f)
    g.row(op, [A(build([1] * 2, "complex64", (1, 2)))] * (len(kinds) + bool(last)), err=["dtype"], d="complex64")


def cosine(o, a, b, y):
    dot = lambda a, b: total([x * z for x, z in zip(a, b)])
    c = dot(a, b) / ((dot(a, a) + 1e-12).sqrt() * (dot(b, b) + 1e-12).sqrt())
    return 1 - c if y.v == 1 else (c - o.get("margin", 0.0)).at_least(0) if y.v == -1 else R(0)


def triplet(o, a, p, n):
    order, e = o.get("p", 2.0), o.get("eps", 1e-6)

    def distance(a, b):
        d = [abs(x - z + e) for x, z in zip(a, b)]
        if order == 2:
            return total([x * x for x in d]).sqrt()
        return total([x.power(order) for x in d]).power(1 / mpf(order))

    far = distance(a, n)
    if o.get("swap"):
        far = min(far, distance(p, n), key=lambda r: r.v)
    return (distance(a, p) - far + o.get("margin", 1.0)).at_least(0)


def multi_label_soft(o, x, y):
    w = o["weight"].val.tolist() if "weight" in o else [1.0] * len(x)
    return mean([(y * log1pexp(-x) + (1 - y) * log1pexp(x)) * w for x, y, w in zip(x, y, w)])


def vector_rows(g):
    vectors(g, "CosineEmbeddingLoss", ["number", "number"], cosine, [{"margin": 0.25, "reduction": "none"}], last="sign", shape=(4, 3))
    vectors(g, "TripletMarginLoss", ["number"] * 3, triplet, [{"margin": 2.5, "reduction": "none"}, {"p": 3.0, "reduction": "none"}, {"p": 1.0}, {"swap": True, "reduction": "none"}, {"eps": 0.25, "reduction": "none"}])
    weight = A(build([1, 2.5, 0.5], "float32"))
    vectors(g, "MultiLabelSoftMarginLoss", ["number", "probability"], multi_label_soft, [{"weight": weight, "reduction": "none"}, {"weight": weight}])
    x = A(build([1] * 6, "float32", (2, 3)))
    g.row("TripletMarginLoss", [x] * 3, err=["value"], opts={"p": 0.0}, d="float32")
    g.row("TripletMarginLoss", [x, x, A(build([1] * 2, "float32"))], err=["shape"], d="float32")
    g.row("MultiLabelSoftMarginLoss", [x, x], err=["shape"], opts={"weight": x}, d="float32")
    g.row("CosineEmbeddingLoss", [x, x, x], err=["shape"], d="float32")


def window_means(x, h, w):
    """Means of windows of 3 × 3 elements of an image, of those that there are; x maps (i, j)."""
    out = {}
    for i in range(h):
        for j in range(w):
            near = [x[p, q] for p in range(max(0, i - 1), min(h, i + 2)) for q in range(max(0, j - 1), min(w, j + 2))]
            out[i, j] = mean(near)
    return out


def ssim(x, y, h, w):
    mx, my = window_means(x, h, w), window_means(y, h, w)
    cov = lambda a, b, ma, mb: {k: v - ma[k] * mb[k] for k, v in window_means({k: a[k] * b[k] for k in a}, h, w).items()}
    xx, yy, xy = cov(x, x, mx, mx), cov(y, y, my, my), cov(x, y, mx, my)
    c, d = 0.01**2, 0.03**2
    return [1 - (mx[k] * my[k] * 2 + c) * (xy[k] * 2 + d) / ((mx[k] * mx[k] + my[k] * my[k] + c) * (xx[k] + yy[k] + d)) for k in mx]


def ssim_rows(g):
    for d in floats("SSIMLoss"):
        c = compute_dtype(d)
        for f in FORMS:
            a, b = (form(f, build(draw("probability" if d in FLOATS else "number", d, 36, i), d, (2, 3, 3, 2))) for i in "ab")
            if f == "zerod":
                g.row("SSIMLoss", [a, b], err=["shape"], d=d, f=f)
                continue
            n, h, w, ch = a.val.shape
            x, y = (np.array(numbers(v, c), object).reshape(n, h, w, ch) if v.val.size else None for v in (a, b))
            at = lambda x, i, k: {(p, q): x[i, p, q, k] for p in range(h) for q in range(w)}
            losses = [mean([v for k in range(ch) for v in ssim(at(x, i, k), at(y, i, k), h, w)]) for i in range(n)]
            result(g, "SSIMLoss", [a, b], losses, (n,), {}, d, f)
    one = A(build([0.5, 0.25], "float32", (1, 1, 2, 1)))
    two = A(build([0.25, 0.5], "float32", (1, 1, 2, 1)))
    x, y = ({(0, j): R(v) for j, v in enumerate(values(a.val))} for a in (one, two))
    result(g, "SSIMLoss", [one, two], [mean(ssim(x, y, 1, 2))], (1,), {}, "float32", None)
    g.row("SSIMLoss", [A(build([1] * 2, "float32"))] * 2, err=["shape"], d="float32")


# --- Of classes.


def log_softmax(x):
    top = max(r.v for r in x)
    s = total([(r - top).exp() for r in x])
    return [r - top - s.log() for r in x]


def held(p, o):
    e = o.get("epsilon", 1e-7)
    return R(min(max(p.v, mpf(e)), 1 - mpf(e)), p.e + 1)


def class_losses(o, rows, classes, of):
    """Losses of logarithms of probabilities: rows of them, and a class each; of is log_softmax or the identity."""
    w = values(o["weight"].val) if "weight" in o else None
    losses, shares = [], []
    for x, t in zip(rows, classes):
        p = of(x)
        if t == o.get("ignore_index", -100):
            losses.append(R(0))
            shares.append(R(0))
            continue
        weights = w or [1.0] * len(p)
        s = o.get("label_smoothing", 0.0)
        z = -p[t] * weights[t]
        if s:
            z = z * (1 - s) + total([-q * v for q, v in zip(p, weights)]) / len(p) * s
        losses.append(z)
        shares.append(R(weights[t]))
    return losses, shares


def put_classes(g, op, args, losses, shares, shape, o, d, f):
    if o.get("reduction", "mean") != "mean":
        put(g, op, args, losses, shape, o, d, f)
        return
    s = total(shares)
    result(g, op, args, [total(losses) / s if s.v else None], (), o, d, f)


def class_rows(g):
    n, c = 4, 3
    plain_t, negative_t = [2, 0, 1, 2], [2, -100, 0, 1]
    weight = A(build([1, 2.5, 0.5], "float32"))
    for op, of, smoothed in (("NLLLoss", lambda p: p, False), ("SoftmaxCrossEntropy", log_softmax, True)):
        options = REDUCTIONS + [{"weight": weight}, {"weight": weight, "reduction": "none"}, {"ignore_index": 2}, {"ignore_index": 0, "weight": weight, "reduction": "sum"}, {"axis": -1}]
        if smoothed:
            options += [{"label_smoothing": 0.25}, {"label_smoothing": 0.5, "weight": weight}, {"label_smoothing": 0.25, "ignore_index": 2, "reduction": "none"}]
        for d, f, o in forms_and_options(op, options):
            x = form(f, build(draw("number", d, n * c, op), d, (n, c)))
            t = build({"empty": []}.get(f, plain_t), "int64")
            if f == "zerod":
                g.row(op, [x, A(t)], err=["shape", "index"], d=d, f=f, why="no axis of classes")
                continue
            v = numbers(x, compute_dtype(d))
            losses, shares = class_losses(o, [v[i * c : i * c + c] for i in range(len(t))], t.tolist(), of)
            put_classes(g, op, [x, A(t)], losses, shares, t.shape, o, d, f)
        for d in FLOATS:
            x = A(build(draw("number", d, n * c, 1), d, (n, c)))
            v = numbers(x, d)
            for td in ("int8", "int32", "int64"):
                for how in ("mean", "none"):
                    losses, shares = class_losses({}, [v[i * c : i * c + c] for i in range(n)], negative_t, of)
                    put_classes(g, op, [x, A(build(negative_t, td))], losses, shares, (n,), {"reduction": how}, d, None)
            # classes in the middle, (n, c, k); and of one dimension
            y = A(build(draw("number", d, 12, 2), d, (2, 3, 2)))
            v = y.val.astype(np.float64)
            t = np.array([[0, 2], [1, 1]])
            losses, shares = class_losses({}, [[R(q) for q in v[i, :, k].tolist()] for i in range(2) for k in range(2)], t.ravel().tolist(), of)
            put_classes(g, op, [y, A(build(t.ravel().tolist(), "uint8", (2, 2)))], losses, shares, (2, 2), {"reduction": "none"}, d, None)
            line = A(build(draw("number", d, 3, 3), d))
            losses, shares = class_losses({}, [numbers(line, d)], [1], of)
            put_classes(g, op, [line, A(build([1], "int64", ()))], losses, shares, (), {}, d, None)
        x, t = A(build([0.5] * 6, "float32", (2, 3))), A(build([0, 1], "int64"))
        result(g, op, [x, A(build([-100] * 2, "int64"))], [None], (), {}, "float32", None)
        for bad in ([0, 3], [-1, 0], [-3, 0]):
            g.row(op, [x, A(build(bad, "int64"))], err=["index"], d="float32")
        g.row(op, [x, A(build([0] * 3, "int64"))], err=["shape"], d="float32")
        g.row(op, [x, t], err=["shape"], opts={"weight": A(build([1] * 2, "float32"))}, d="float32")
        g.row(op, [x, t], err=["value"], opts={"reduction": "average"}, d="float32")
        g.row(op, [x, A(build([True, False], "bool"))], err=["dtype"], d="float32")
        g.row(op, [A(build([1] * 6, "complex64", (2, 3))), t], err=["dtype"], d="complex64")
    g.row("NLLLoss", [x, A(build([0, 1], "float32"))], err=["dtype"], d="float32")
    probability_rows(g, weight)
    for d in FLOATS:  # far apart: e**x overflows
        x = A(build([100.0, -100.0, 0.0], d, (1, 3)))
        result(g, "SoftmaxCrossEntropy", [x, A(build([1], "int64"))], [R(200, 200)], (), {}, d, None)


def probability_rows(g, weight):
    op = "SoftmaxCrossEntropy"
    for d in FLOATS:
        x, y = A(build(draw("number", d, 6, 4), d, (2, 3))), A(build(draw("probability", d, 6, 5), d, (2, 3)))
        for o in ({}, {"reduction": "none"}, {"reduction": "sum", "weight": weight}, {"label_smoothing": 0.25, "weight": weight}):
            w, s = values(o["weight"].val) if "weight" in o else [1.0] * 3, o.get("label_smoothing", 0.0)
            losses = []
            for i in range(2):
                p = log_softmax(numbers(x, d)[3 * i : 3 * i + 3])
                t = [v * (1 - s) + s / 3 for v in numbers(y, d)[3 * i : 3 * i + 3]]
                losses.append(-total([a * b * v for a, b, v in zip(p, t, w)]))
            put(g, op, [x, y], losses, (2,), o, d, None)
        g.row(op, [x, y], err=["value"], opts={"ignore_index": 0}, d=d)
        g.row(op, [x, A(build([0.5] * 3, d))], err=["shape"], d=d)
    g.row(op, [x, y], err=["value"], opts={"label_smoothing": 1.5}, d="float64")


def cross_entropy_rows(g):
    options = REDUCTIONS + [{"axis": 0, "reduction": "none"}, {"epsilon": 0.25, "reduction": "none"}]
    for d, f, o in forms_and_options("CrossEntropy", options):
        c = compute_dtype(d)
        args = [form(f, build(draw("probability", d, 6, i), d, (2, 3))) for i in "ab"]
        if f == "zerod":
            g.row("CrossEntropy", args, err=["shape", "index"], d=d, f=f, why="no axis of classes")
            continue
        t, p = (numbers(a, c) for a in args)
        terms = [-(a * held(b, o).log()) for a, b in zip(t, p)]
        n = len(terms) // 3
        if o.get("axis") == 0:
            put(g, "CrossEntropy", args, [total(terms[i::3]) for i in range(3)], (3,), o, d, f)
        else:
            put(g, "CrossEntropy", args, [total(terms[3 * i : 3 * i + 3]) for i in range(n)], (n,), o, d, f)
    for d, f, o in forms_and_options("SparseCrossEntropy", options):
        c = compute_dtype(d)
        x = form(f, build(draw("probability", d, 12, 7), d, (3, 4)))
        axis = o.get("axis", -1)
        t = build([] if f == "empty" else [2, 1, 0, 2] if axis == 0 else [3, 0, 1], "int64")
        if f == "zerod":
            g.row("SparseCrossEntropy", [A(t), x], err=["shape", "index"], d=d, f=f, why="no axis of classes")
            continue
        v = numbers(x, c)
        losses = [-held(v[4 * k + i] if axis == 0 else v[4 * i + k], o).log() for i, k in enumerate(t.tolist())]
        put(g, "SparseCrossEntropy", [A(t), x], losses, t.shape, o, d, f)
    x, t = A(build([0.5] * 6, "float32", (2, 3))), A(build([0, 3], "int64"))
    g.row("SparseCrossEntropy", [t, x], err=["index"], d="float32")
    g.row("SparseCrossEntropy", [A(build([0.5] * 2, "float32")), x], err=["dtype"], d="float32")
    g.row("CrossEntropy", [x, x], err=["value"], opts={"epsilon": -1.0}, d="float32")
    g.row("CrossEntropy", [x, x], err=["index"], opts={"axis": 2}, d="float32")


def margins(o, x, t, w):
    m, p = o.get("margin", 1.0), int(o.get("p", 1))
    terms = [(R(m) - x[t] + v).at_least(0) for i, v in enumerate(x) if i != t]
    return total([z * z if p == 2 else z for z in terms]) / len(x) * (w[t] if w else 1.0)


def label_margins(x, t):
    t = t[: t.index(-1)] if -1 in t else t
    return total([(1 - x[j] + v).at_least(0) for j in t for i, v in enumerate(x) if i not in t]) / len(x)


def margin_rows(g):
    weight = A(build([1, 2.5, 0.5], "float32"))
    op = "MultiMarginLoss"
    for d, f, o in forms_and_options(op, REDUCTIONS + [{"p": 2.0, "reduction": "none"}, {"margin": 0.5, "reduction": "none"}, {"weight": weight, "reduction": "none"}]):
        x = form(f, build(draw("number", d, 6, op), d, (2, 3)))
        t = build([] if f == "empty" else [2, 0], "int64")
        if f == "zerod":
            g.row(op, [x, A(t)], err=["shape", "index"], d=d, f=f, why="no axis of classes")
            continue
        v, w = numbers(x, compute_dtype(d)), values(o["weight"].val) if "weight" in o else None
        put(g, op, [x, A(t)], [margins(o, v[3 * i : 3 * i + 3], k, w) for i, k in enumerate(t.tolist())], t.shape, o, d, f)
    op = "MultiLabelMarginLoss"
    for d, f, o in forms_and_options(op, REDUCTIONS):
        x = form(f, build(draw("number", d, 8, op), d, (2, 4)))
        t = form("empty" if f == "empty" else "contiguous", build([3, 0, -1, 1, 2, 1, 0, -1], "int64", (2, 4)))
        if f == "zerod":
            g.row(op, [x, t], err=["shape", "index"], d=d, f=f, why="no axis of classes")
            continue
        v = numbers(x, compute_dtype(d))
        put(g, op, [x, t], [label_margins(v[4 * i : 4 * i + 4], r) for i, r in enumerate(t.val.tolist())], t.val.shape[:1], o, d, f)
    x, t = A(build([0.5] * 6, "float32", (2, 3))), A(build([0, 3], "int64"))
    one = A(build([0.5, 0.25, 1], "float32"))
    result(g, "MultiMarginLoss", [one, A(build([1], "int64", ()))], [margins({}, numbers(one, "float32"), 1, None)], (), {}, "float32", None)
    result(g, "MultiLabelMarginLoss", [one, A(build([1, -1, 0], "int8"))], [label_margins(numbers(one, "float32"), [1])], (), {}, "float32", None)
    g.row("MultiMarginLoss", [x, t], err=["index"], d="float32")
    g.row("MultiMarginLoss", [x, A(build([0, -1], "int64"))], err=["index"], d="float32")
    g.row("MultiMarginLoss", [x, A(build([0, 1], "int64"))], err=["value"], opts={"p": 3.0}, d="float32")
    g.row("MultiMarginLoss", [x, x], err=["dtype"], d="float32")
    g.row("MultiLabelMarginLoss", [one, A(build([1, 3, 0], "int64"))], err=["index"], d="float32")
    g.row("MultiLabelMarginLoss", [x, A(build([1, 0], "int64"))], err=["shape"], d="float32")


# --- Of alignments.


def alignments(p, target, blank):
    """−log of the probability of all paths that become the target: each of them is looked at. p has a row of
    logarithms for each time."""
    prob, size = mpf(0), 0
    for path in itertools.product(range(len(p[0]) if p else 0), repeat=len(p)):
        if [k for k, _ in itertools.groupby(path) if k != blank] == target:
            logs = [p[t][k].v for t, k in enumerate(path)]
            prob += mp.exp(sum(logs, mpf(0)))
            size = max(size, sum(abs(v) for v in logs))
    if prob == 0:
        return R(inf)
    return R(-mp.log(prob), 4 * len(p) * (size + 2))


def ctc(g, lp, targets, times, lengths, o, d, f):
    c = compute_dtype(d)
    steps, n, k = lp.val.shape
    v = np.array(numbers(lp, c) + [None], object)[:-1].reshape(steps, n, k)
    losses = []
    for i in range(n):
        z = alignments([list(v[t, i]) for t in range(times[i])], targets[i][: lengths[i]], o.get("blank", 0))
        if mp.isinf(z.v) and o.get("zero_infinity"):
            z = R(0)
        losses.append(z if mp.isinf(z.v) or o.get("reduction", "mean") != "mean" else z / max(lengths[i], 1))
    args = [lp, *(A(build(list(np.array(a).ravel()), t, np.shape(a))) for a, t in ((targets, "int64"), (times, "int32"), (lengths, "int8")))]
    put(g, "CTCLoss", args, losses, (n,), o, d, f)


def ctc_rows(g):
    op = "CTCLoss"
    targets = [[1, 2], [2, 2]]
    options = REDUCTIONS + [{"blank": 1, "reduction": "none"}, {"zero_infinity": True}]
    for d, f, o in forms_and_options(op, options):
        lp = form(f, build(draw("logarithm", d, 24, op), d, (4, 2, 3)))
        if f == "zerod":
            g.row(op, [lp, *(A(build([1] * 2, "int64"))for _ in range(3))], err=["shape"], d=d, f=f, why="no times")
            continue
        ctc(g, lp, [[0, 2], [2, 2]] if "blank" in o else targets, [0, 0] if f == "empty" else [4, 3], [0, 1] if f == "empty" else [2, 2], o, d, f)
    for d in FLOATS:
        lp = A(build(draw("logarithm", d, 40, 1), d, (5, 2, 4)))
        for times, lengths in (([5, 4], [3, 3]), ([5, 5], [0, 1]), ([0, 2], [0, 2]), ([2, 2], [3, 2]), ([5, 1], [2, 1])):
            for o in ({"reduction": "none"}, {"reduction": "none", "zero_infinity": True}, {}):
                ctc(g, lp, [[1, 2, 1], [3, 3, 2]], times, lengths, o, d, None)
        ctc(g, lp, [[], []], [5, 2], [0, 0], {"reduction": "none"}, d, None)
    i64 = lambda v, *s: A(build(v, "int64", s or None))
    for bad, kind in ((([1, 4, 2, 2], [5, 5], [2, 2]), "index"), (([1, -1, 2, 2], [5, 5], [2, 2]), "index"), (([1, 2, 2, 2], [6, 5], [2, 2]), "index"), (([1, 2, 2, 2], [5, 5], [3, 2]), "index"), (([1, 2, 2, 2], [5, 5], [-1, 2]), "index"), (([1, 2, 2, 2], [5], [2, 2]), "shape")):
        g.row(op, [lp, i64(bad[0], 2, 2), i64(bad[1]), i64(bad[2])], err=[kind], d="float64")
    g.row(op, [lp, i64([1, 2, 2, 2], 2, 2), i64([5, 5]), i64([2, 2])], err=["value"], opts={"blank": 4}, d="float64")
    g.row(op, [lp, lp, i64([5, 5]), i64([2, 2])], err=["dtype"], d="float64")


def rows(g):
    ctc_rows(g)
    plain_rows(g)
    wasserstein_rows(g)
    vector_rows(g)
    ssim_rows(g)
    class_rows(g)
    cross_entropy_rows(g)
    margin_rows(g)
