"""Rows of the group searching."""
import bisect

import numpy as np

from .core import *
from .elementwise import edges, mixed, randoms, small
from .statistical import AXES, reduce_rows


def arg(vals, greatest):
    """The first NaN, else the first of the greatest or least."""
    for i, v in enumerate(vals):
        if v != v:
            return i
    best = 0
    for i, v in enumerate(vals):
        if v > vals[best] if greatest else v < vals[best]:
            best = i
    return best


def key(v):
    return (v != v, 0 if v != v else v)


def rows(g):
    for d in ORDERED:
        for op, greatest in (("ArgMax", True), ("ArgMin", False)):
            reduce_rows(g, op, d, lambda l, _: (arg(l, greatest), 0), "int64", axes=[None, 0, 1, 2, -1, -3], empty="value", edge=True)
        x = sorted(edges(d) + randoms(d, 6, "sorted"), key=key)
        v = edges(d) + randoms(d, 8, "looked up")
        y = build(v + [v[0]], d)
        perm = np.argsort(np.random.default_rng(3).random(len(x)))
        shuffled = build(x, d)[perm]
        where = np.argsort(perm)  # shuffled[where] ascends
        two = build(v[:2] * 3, d, (2, 3))
        for side in ("left", "right"):
            find = bisect.bisect_left if side == "left" else bisect.bisect_right
            ref = lambda xs, ys: build([find([key(a) for a in values(xs)], key(b)) for b in values(ys)], "int64", ys.shape)
            o = {} if side == "left" else {"side": "right"}
            xs = build(x, d)
            g.row("SearchSorted", [A(xs), A(y)], ref(xs, y), opts=o, d=d, f="contiguous")
            g.row("SearchSorted", [A(shuffled), A(y)], ref(xs, y), opts={**o, "sorter": A(where.astype(np.int64))}, d=d, f="contiguous")
            g.row("SearchSorted", [A(xs[:0]), A(y)], ref(xs[:0], y), opts=o, d=d, f="empty")
            for f in FORMS[1:]:
                b = form(f, two)
                g.row("SearchSorted", [form("strided", xs), b], ref(xs, b.val), opts=o, d=d, f=f)
            g.row("SearchSorted", [form("reversed", xs), A(y)], ref(xs, y), opts=o, d=d, f="reversed")
        g.row("SearchSorted", [A(two), A(y)], err=["shape"], d=d, why="x1 must have one dimension")
    for d1, d2 in (("int8", "float32"), ("uint8", "int16"), ("float16", "bfloat16"), ("bool", "int32")):
        x = cast(build([0, 1, 3, 5], "int16"), d1)
        x = np.sort(x)
        y = build([1, 0, 4, 6, 1], d2)
        d = promote(d1, d2)
        out = [bisect.bisect_left(values(cast(x, d)), b) for b in values(cast(y, d))]
        g.row("SearchSorted", [A(x), A(y)], build(out, "int64"), d=d, f="mixed")
    for s in (S(2), S(2.5)):
        xs = build([1, 2, 3], "float32")
        g.row("SearchSorted", [A(xs), s], build([bisect.bisect_left([1, 2, 3], s.v)], "int64", ()), d="float32", f="scalar")

    for d in ALL:
        reduce_rows(g, "CountNonzero", d, lambda l, _: (sum(v != 0 for v in l), 0), "int64", axes=AXES, empty=0, edge=True)
        v = edges(d) + [0, 0]
        sparse = build([x if i % 3 else 0 for i, x in enumerate((randoms(d, 24, "nonzero")))], d, (2, 3, 4))
        for f in FORMS:
            a = form(f, sparse)
            if f == "zerod":
                g.row("Nonzero", [a], err=["shape", "index"], d=d, f=f, why="no axis to give indices of")
                continue
            g.row("Nonzero", [a], tuple(i.astype(np.int64) for i in np.nonzero(cast(a.val, "bool"))), d=d, f=f)
        g.row("Nonzero", [A(build(v, d))], tuple(i.astype(np.int64) for i in np.nonzero(cast(build(v, d), "bool"))), d=d, f="contiguous")

        # Where
        cond = np.array([[True, False, True], [False, False, True]])
        a, b = build(small(d, 6, "w1"), d, (2, 3)), build(small(d, 6, "w2"), d, (2, 3))
        for f in FORMS:
            fa, fb, fc = form(f, a), form("contiguous" if f != "empty" else f, b), form(f, cond)
            for x, y, c in ((fa, fb, fc), (fb, fa, fc), (fa, fb, A(cond if f != "empty" else cond[:0]))):
                g.row("Where", [c, x, y], np.where(c.val, x.val, y.val), d=d, f=f)
        g.row("Where", [A(cond[:, :1]), A(a[0]), A(b[:1, :1])], np.where(cond[:, :1], a[0], b[:1, :1]), d=d, f="broadcast")
        for c, x, y in ((cond.reshape(3, 2), a, b), (cond, a.reshape(3, 2), b), (cond, a, b[:, :2])):
            g.row("Where", [A(c), A(x), A(y)], err=["shape"], d=d)
        g.row("Where", [A(cond.reshape(2, 1, 3, 1)), A(a.reshape(1, 2, 1, 3)), A(b.reshape(2, 3)[:1, :1])],
              np.where(cond.reshape(2, 1, 3, 1), a.reshape(1, 2, 1, 3), b[:1, :1]), d=d, f="broadcast")
        # The condition is taken as bools, whatever its dtype.
        t = build([v for v in edges(d)[:6]] + [0] * (6 - len(edges(d)[:6])), d, (2, 3))
        g.row("Where", [A(t), A(a), A(b)], np.where(cast(t, "bool"), a, b), d=d, f="contiguous", why="the condition is taken as bools")
        for s in (S(True), S(3), S(2.5), S(1 - 2j), S(300), S(-1)):
            for ops in ((A(a), s), (s, A(a))):
                c = common(*ops)
                try:
                    vs = [operand(o, c) for o in ops]
                    g.row("Where", [A(cond), *ops], np.where(cond, *vs), d=c, f="scalar")
                except Fails as e:
                    g.row("Where", [A(cond), *ops], err=e.kinds, d=c, f="scalar")
    for d1 in ALL:
        for d2 in ALL:
            c = promote(d1, d2)
            x, y = mixed(d1, "Where", 1), mixed(d2, "Where", 2)
            g.row("Where", [A(cond.reshape(6)), A(x), A(y)], np.where(cond.reshape(6), cast(x, c), cast(y, c)), d=c, f="mixed")
    g.row("Where", [A(cond), S(1), S(2.5)], np.where(cond, 1.0, 2.5), d="float64", f="scalar", why="int32 with float32 is float64 in precise mode")
    from . import partitions

    partitions.searching(g)
