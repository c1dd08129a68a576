"""Rows of EinopsRearrange, EinopsReduce and EinopsRepeat, in the group manipulation: the
einops package moves the elements, statistical.py says what reductions of them are."""
import einops
import numpy as np

from .core import *
from .elementwise import randoms, small
from .statistical import accumulated, extreme, lines, mean, product, total

# (shape, pattern, lengths); the kind of error comes first where there is one. Each is given
# to the package too, which must agree.
REARRANGE = [
    ((2, 3, 4), "a b c -> c a b", {}),
    ((2, 3, 4), "a b c->c(b a)", {}),
    ((2, 3, 4), "  a b c  ->  ( a   b ) c ", {}),
    ((2, 3, 4), "a b c -> (a b c)", {}),
    ((2, 3, 4), "a b (c d) -> a d c b", {"c": 2}),
    ((2, 3, 4), "a b (c d) -> a d c b", {"d": 2}),
    ((2, 3, 4), "a b (c d) -> (b d) a c", {"c": 2, "d": 2}),
    ((2, 3, 4), "a b c -> b c a", {"a": 2, "b": 3, "c": 4}),
    ((2, 3, 4), "a b (c) -> (a) c (b)", {}),
    ((2, 6, 8), "b (h h1) (w w1) -> (b h1 w1) h w", {"h1": 2, "w1": 4}),
    ((4, 2, 6), "(b1 b2) h (w d e) -> (b2 h d) b1 (e w)", {"b1": 2, "d": 3, "e": 1}),
    ((2, 3, 4), "a b c -> a 1 b c", {}),
    ((2, 3, 4), "a b c -> a () b 1 c 1 ()", {}),
    ((2, 3, 4), "a b c -> (1 a 1) 01 b c", {}),
    ((2, 1, 3, 1), "a 1 b 1 -> b a", {}),
    ((2, 1, 3, 1), "a () b (1) -> b (1 a ) 1", {}),
    ((2, 1, 3, 1), "a x b y -> y b (x a)", {}),
    ((2, 3, 4), "... -> ...", {}),
    ((2, 3, 4), "... -> (...)", {}),
    ((2, 3, 4), "a ... -> ... a", {}),
    ((2, 3, 4), "... a -> a (...)", {}),
    ((2, 3, 4), "a ... b -> (b ... a)", {}),
    ((2, 3, 4), "a b c ... -> c ... b a", {}),
    ((2, 3, 4), "a b c ... -> c (b ...) a", {}),
    ((2, 3, 4), "a b c ... -> c (...) b a", {}),
    ((2, 3, 4, 5), "(a x) ... (b y) -> x ... (a b) y", {"a": 2, "y": 5}),
    ((2, 3, 4, 5), "a ... (b y) -> (a b) ... y", {"b": 5}),
    ((), "->", {}),
    ((), " -> 1 ()", {}),
    ((), "... -> ...", {}),
    ((), "... -> (...) 1", {}),
    ((1,), "1 ->", {}),
    ((1, 1), "a () ->a", {}),
    ((0, 3), "a b -> (a b)", {}),
    ((0, 3), "(a c) b -> c (a b)", {"a": 2}),
    ((0, 3), "(a c) b -> b c a", {"a": 0, "c": 5}),
    ((2, 0), "a (b c) -> c (a b)", {"c": 7}),
    ((2, 3), "é b_1 -> b_1 é", {}),
    ((2, 3), "long_name2 X -> X long_name2", {}),
    ((2, 3), "x pattern -> pattern x", {"x": 2}),
    ((2,) * 8, "a b c d e f g h -> h g f e d c b a", {}),
    ((2,) * 8, "a b c d e f g h -> (h g f e) (a b c d)", {}),
    ("value", (2, 3, 4), "", {}),
    ("value", (2, 3, 4), "a b c", {}),
    ("value", (2, 3, 4), "a b c -> a b c -> a b c", {}),
    ("value", (2, 3, 4), "a b c - > a b c", {}),
    ("value", (2, 3, 4), "a b c -> a b", {}),
    ("value", (2, 3, 4), "a b -> a b c", {}),
    ("value", (2, 3, 4), "a b c -> a b c d", {"d": 1}),
    ("value", (2, 3, 4), "a b c -> a b c", {"d": 1}),
    ("value", (2, 3, 4), "a b c -> a b c", {"_a": 1}),
    ("value", (2, 3, 4), "a b c -> a b c", {"...": 1}),
    ("value", (2, 3, 4), "a b c -> a b c", {"": 1}),
    ("value", (2, 3, 4), "a a c -> a c", {}),
    ("value", (2, 3, 4), "a b c -> a b c c", {}),
    ("value", (2, 3, 4), "a (b c b2 b) -> a b c b2", {}),
    ("value", (2, 3, 4), "a ((b) c) -> a b c", {}),
    ("value", (2, 3, 4), "a (b c -> a b c", {}),
    ("value", (2, 3, 4), "a b) c -> a b c", {}),
    ("value", (2, 3, 4), "a ) b ( c -> a b c", {}),
    ("value", (2, 3, 4), "a b c -> a, b, c", {}),
    ("value", (2, 3, 4), "a\tb c -> c a b", {}),
    ("value", (2, 3, 4), "_a b c -> c _a b", {}),
    ("value", (2, 3, 4), "a_ b c -> c a_ b", {}),
    ("value", (2, 3, 4), "_ b c -> c _ b", {}),
    ("value", (2, 3, 4), "1a b c -> c 1a b", {}),
    ("value", (2, 3, 4), "a-b c -> c a", {}),
    ("value", (2, 3, 4), "a b 4 -> a b 4", {}),
    ("value", (2, 3, 4), "a b c -> a b c 2", {}),
    ("value", (2, 3, 4), "a b c -> a b c 0", {}),
    ("value", (2, 3, 4), "a (b d) c -> a b c d", {}),
    ("value", (2, 3, 4), "a ... ... -> a ... ", {}),
    ("value", (2, 3, 4), "a .. -> a ..", {}),
    ("value", (2, 3, 4), "a .... -> a ....", {}),
    ("value", (2, 3, 4), "a . . . -> a ...", {}),
    ("value", (2, 3, 4), "...a -> ... a", {}),
    ("value", (2, 3, 4), "a b c -> a ... b c", {}),
    ("value", (2, 3, 4), "a b ... -> a b", {}),
    ("value", (2, 3, 4), "a (b ...) -> a b ...", {"b": 3}),
    ("value", (2, 3, 4), "a b (c d) -> a b c d", {"c": -2}),
    ("shape", (2, 3, 4), "a b -> b a", {}),
    ("shape", (2, 3, 4), "a b c d -> b a d c", {}),
    ("shape", (2, 3, 4), "a b c d ... -> ... b a d c", {}),
    ("shape", (2, 3, 4), "a b c -> a b c", {"a": 3}),
    ("shape", (2, 3, 4), "a b 1 -> a b", {}),
    ("shape", (2, 3, 4), "a b () -> a b", {}),
    ("shape", (2, 3, 4), "a b (c d) -> a b c d", {"c": 3}),
    ("shape", (2, 3, 4), "a b (c d) -> a b c d", {"c": 2, "d": 3}),
    ("shape", (2, 3, 4), "a b (c d) -> a b c d", {"c": 0}),
    ("shape", (2, 0, 4), "a (b d) c -> a b c d", {"b": 0}),
    ("shape", (), "a -> a", {}),
    ("shape", (2,), "->", {}),
]
REPEAT = [
    ((2, 3), "a b -> a b c", {"c": 4}),
    ((2, 3), "a b -> c b a", {"c": 4}),
    ((2, 3), "a b -> (a 2) b", {}),
    ((2, 3), "a b -> (2 a) b", {}),
    ((2, 3), "a b -> 2 (b 3 a c) 02", {"c": 2}),
    ((2, 3), "a b -> (a c) (b d)", {"c": 2, "d": 3}),
    ((2, 3), "a b -> a b c 1 ()", {"c": 1}),
    ((2, 3), "a b -> a b c", {"c": 0}),
    ((2, 3), "a b -> (a b c)", {"c": 0}),
    ((2, 3), "a b -> b a", {}),
    ((2, 6), "a (b c) -> (a b) c d", {"b": 2, "d": 2}),
    ((2, 3, 4), "... -> 2 ... 3", {}),
    ((2, 3, 4), "... a -> a (... b)", {"b": 2}),
    ((2, 3, 4), "a ... -> (a n) ...", {"n": 2}),
    ((), "-> 3 a", {"a": 2}),
    ((), "... -> ... 2 2", {}),
    ((1, 3), "1 b -> b 5", {}),
    ((1, 3), "a b -> (a 2) b", {}),
    ((0, 3), "a b -> a (b 2)", {}),
    ("value", (2, 3), "a b -> a b c", {}),
    ("value", (2, 3), "a b -> a b", {"c": 2}),
    ("value", (2, 3), "a b -> a", {}),
    ("value", (2, 3), "a 3 -> a 3", {}),
    ("value", (2, 3), "a 3 -> a", {}),
    ("value", (2, 3), "... -> a", {"a": 2}),
    ("value", (2, 3), "a b -> a b 0", {}),
    ("value", (2, 3), "a b -> a b c c", {"c": 2}),
    ("value", (2, 3), "a b -> a b c", {"c": -1}),
    ("shape", (2, 3), "a b -> a b c", {"c": 2, "a": 3}),
    ("shape", (2, 3), "a -> a 2", {}),
    ("shape", (2, 3), "a 1 -> a 2", {}),
]
REDUCE = [
    ((2, 3, 4), "a b c -> b", {}),
    ((2, 3, 4), "a b c -> c a", {}),
    ((2, 3, 4), "a b c -> (c a) 1", {}),
    ((2, 3, 4), "a b c ->", {}),
    ((2, 3, 4), "a b c -> 1 () 1", {}),
    ((2, 3, 4), "a b c -> c b a", {}),
    ((2, 3, 4), "a b c -> a b c", {"a": 2}),
    ((2, 3, 4), "a b (c d) -> d a", {"c": 2}),
    ((2, 3, 4), "a b (c 2) -> a b c", {}),
    ((2, 3, 4), "2 b (2 d) -> b d", {}),
    ((2, 3, 4), "a 3 4 -> a", {}),
    ((2, 3, 4), "2 b ... -> b", {}),
    ((2, 3, 4), "... -> ", {}),
    ((2, 3, 4), "a ... -> ...", {}),
    ((2, 3, 4), "a ... -> a", {}),
    ((2, 3, 4), "... c -> (...)", {}),
    ((2, 4, 6, 3), "b (h h1) (w w1) c -> b h w c", {"h1": 2, "w1": 3}),
    ((2, 4, 6, 3), "b (h 2) (w 2) c -> b (c w) h", {}),
    ((2, 1, 3), "a 1 b -> b", {}),
    ((2, 1, 3), "a x b -> a b", {}),
    ((2, 1, 3), "a (x 1) b -> a", {}),
    ((), "->", {}),
    ((), "... -> 1", {}),
    ((0, 3), "a b -> a", {}),
    ((0, 3), "(a 2) b -> a 1", {}),
    ("value", (2, 3), "a b -> a c", {}),
    ("value", (2, 3), "a b -> a c", {"c": 2}),
    ("value", (2, 3), "a b -> a 2", {}),
    ("value", (2, 3), "a 3 -> a 3", {}),
    ("value", (2, 3), "a b -> a ...", {}),
    ("value", (2, 3), "(...) -> 1", {}),
    ("value", (2, 3), "a (b c) -> a", {}),
    ("value", (2, 3), "a b -> a", {"q": 2}),
    ("shape", (2, 3), "a 2 -> a", {}),
    ("shape", (2, 3), "a (b 2) -> a b", {}),
    ("shape", (2, 3), "a -> a", {}),
    ("shape", (2, 3), "a b c ... -> a", {}),
]
REDUCTIONS = ["all", "any", "max", "mean", "min", "prod", "sum"]


def text(s):
    return {"text": s}


def options(lengths):
    return {"axes_lengths": lengths} if lengths else None


def refused(f, *args, **lengths):
    """Whether the package does not take a call."""
    try:
        f(*args, **lengths)
    except (einops.EinopsError, ValueError, ZeroDivisionError):
        return True
    return False


def moves(g, op, f, a, cases, d, ff):
    for pattern, lengths in cases:
        g.row(op, [a, text(pattern)], f(a.val, pattern, **lengths), opts=options(lengths), d=d, f=ff)


def reduction(name, d):
    """The dtype of a reduction of dtype d, and f(line) giving (value, mask, absolute errors)."""
    if name in ("all", "any"):
        return "bool", lambda l: ((all if name == "all" else any)(v != 0 for v in l), 0, 0.0)
    if name in ("max", "min"):
        return d, lambda l: (*extreme(name == "max")(l, d), 0.0)
    out = accumulated(d) if name != "mean" else d if d in INEXACT else "float32"
    f = {"mean": mean, "prod": product, "sum": total}[name]
    return out, lambda l: f(values(cast(build(l, d), out)), out)


def reduced(g, a, pattern, name, lengths, d, ff):
    """A row of EinopsReduce. The package says which elements each result is made of."""
    out, f = reduction(name, d)
    groups = []

    def number(x, axes):
        groups.extend(lines(x, axes))
        rest = [n for i, n in enumerate(x.shape) if i not in axes]
        return np.arange(len(groups)).reshape(rest)

    z = einops.reduce(a.val, pattern, number, **lengths)
    parts = [groups[i] for i in z.ravel()] if groups else [[v] for v in values(z)]
    res = [f(l) for l in parts]
    k = 2 if out in PART else 1
    flat = lambda i: [v for r in res for v in (r[i] if isinstance(r[i], list) else [r[i]] * k)]
    exact = is_int(out) or out == "bool" or name in ("max", "min")
    g.row("EinopsReduce", [a, text(pattern), text(name)], build([r[0] for r in res], out, z.shape), opts=options(lengths), d=d, f=ff,
          mask=flat(1), slack=None if exact else flat(2), tol=0 if exact else 1)


def rows(g):
    for d in ALL:
        cube = build(small(d, 24, "patterns"), d, (2, 3, 4))
        for ff in FORMS:
            a = form(ff, cube)
            whole = [] if ff == "zerod" else [("a b c -> a b c", {}), ("a b c -> c b a", {}), ("a b (c d) -> (a c) d b", {"c": 2})]
            moves(g, "EinopsRearrange", einops.rearrange, a, whole + [("... -> (...) 1", {})], d, ff)
            whole = [] if ff == "zerod" else [("a b c -> a b c", {}), ("a b c -> a (c n) b", {"n": 2}), ("a b c -> 2 c a b", {})]
            moves(g, "EinopsRepeat", einops.repeat, a, whole + [("... -> ... n", {"n": 3})], d, ff)
            for name in REDUCTIONS:
                for pattern, lengths in [("... -> ...", {})] if ff == "zerod" else [("a b c -> c a", {}), ("a (b 3) (c d) -> d", {"c": 2}), ("... -> 1", {})]:
                    if name in ("max", "min") and (d in PART or ff == "empty" and pattern != "a b c -> c a"):
                        continue
                    if name in ("max", "min") and ff == "empty":
                        pattern = "a b c -> a c"  # nothing has no greatest element
                    reduced(g, a, pattern, name, lengths, d, ff)
        if d in PART:
            for name in ("max", "min"):
                g.row("EinopsReduce", [A(cube), text("a b c -> a"), text(name)], err=["dtype"], d=d)
        for name in ("max", "min") if d not in PART else ():
            g.row("EinopsReduce", [A(cube[:0]), text("a b c -> c"), text(name)], err=["value", "shape"], d=d, why="no greatest or least of nothing")
    for op, f, cases in (("EinopsRearrange", einops.rearrange, REARRANGE), ("EinopsRepeat", einops.repeat, REPEAT)):
        for d in ("float32", "int16"):
            for c in cases:
                kind = [c[0]] if isinstance(c[0], str) else None
                dims, pattern, lengths = c[1:] if kind else c
                x = build(randoms(d, int(np.prod(dims, dtype=int)), "table"), d, dims)
                if kind:
                    assert refused(f, x, pattern, **lengths), (op, c)
                    g.row(op, [A(x), text(pattern)], opts=options(lengths), err=kind, d=d)
                else:
                    moves(g, op, f, A(x), [(pattern, lengths)], d, "contiguous")
    for c in REDUCE:
        kind = [c[0]] if isinstance(c[0], str) else None
        dims, pattern, lengths = c[1:] if kind else c
        for d, name in (("float32", "sum"), ("int8", "sum"), ("bool", "mean"), ("uint16", "prod"), ("float64", "max"), ("complex64", "any")):
            x = build(small(d, int(np.prod(dims, dtype=int)), "table"), d, dims)
            if kind:
                assert refused(einops.reduce, x, pattern, lambda x, axes: x.sum(axes), **lengths), c
                g.row("EinopsReduce", [A(x), text(pattern), text(name)], opts=options(lengths), err=kind, d=d)
            elif name != "max" or 0 not in dims:
                reduced(g, A(x), pattern, name, lengths, d, "contiguous")
    x = A(build(small("float32", 6, "table"), "float32", (2, 3)))
    for name in ("", "Max", "std", "median", "max "):
        assert refused(einops.reduce, x.val, "a b -> a", name)
        g.row("EinopsReduce", [x, text("a b -> a"), text(name)], err=["value"], d="float32")
    for op in ("EinopsRearrange", "EinopsRepeat"):
        g.row(op, [S(2.5), text("-> 1 1")], build([2.5], "float32", (1, 1)), d="float32", f="scalar")
    g.row("EinopsReduce", [S(7), text("->"), text("mean")], build([7], "float32", ()), d="int32", f="scalar")
