"""Rows of the group manipulation: NumPy moves the elements, of every dtype alike."""
import itertools

import numpy as np

from . import patterns, shaping
from .core import *
from .elementwise import mixed, randoms, unary_rows

INDEX = ["index", "shape", "value"]


def ints(*v):
    return {"ints": list(v)}


def rows(g):
    unary_rows(g, ["CopyArray"])
    for d in ALL:
        cube = build(randoms(d, 24, "move"), d, (2, 3, 4))
        thin = build(randoms(d, 6, "thin"), d, (1, 3, 1, 2))
        forms = [(f, form(f, cube)) for f in FORMS]
        for f, a in forms:
            x, n = a.val, a.val.ndim
            def row(op, args, out, opts=None):
                g.row(op, [a, *args], out, opts=opts, d=d, f=f)

            def fails(op, args, kinds, opts=None, why=None):
                g.row(op, [a, *args], opts=opts, err=kinds, d=d, why=why)

            # ExpandDims
            row("ExpandDims", [], np.expand_dims(x, 0))
            for ax in [0, -1, n] + ([1, -2, (0, 2), (0, -1), (-1, -2), (n + 1, 0)] if n else [(0, 1)]):
                row("ExpandDims", [], np.expand_dims(x, ax), {"axis": list(ax) if isinstance(ax, tuple) else ax})
            # Flip
            row("Flip", [], np.flip(x))
            for ax in ([0, 1, -1, (0, 2), (-1, 1), ()] if n else [()]):
                row("Flip", [], np.flip(x, ax), {"axis": list(ax) if isinstance(ax, tuple) else ax})
            # Reshape
            for s in [(x.size,), (-1,), (x.size, 1)] + ([(3, 8), (4, -1), (2, 2, 3, 2), (24, 1, 1), (1, -1, 6)] if x.size == 24 else [(1, 1, 1), ()] if x.size == 1 else [(0, 5), (2, 0, 3)]):
                if not (-1 in s and x.size == 0 and len(s) > 1):
                    row("Reshape", [ints(*s)], x.reshape(s))
                    row("Reshape", [ints(*s)], x.reshape(s), {"copy": True})
            row("Reshape", [ints(1, *x.shape, 1)], x[None, ..., None], {"copy": False})
            fails("Reshape", [ints(7)], ["shape", "value"])
            fails("Reshape", [ints(-1, -1)], ["shape", "value"])
            fails("Reshape", [ints(-1, 7)] if x.size else [ints(-1, 0)], ["shape", "value"])
            # PermuteDims
            for p in itertools.permutations(range(n)):
                row("PermuteDims", [ints(*p)], x.transpose(p))
            if n:
                row("PermuteDims", [ints(-1, 0, 1)], x.transpose(-1, 0, 1))
                fails("PermuteDims", [ints(0, 0, 1)], INDEX)
                fails("PermuteDims", [ints(0, 1)], INDEX)
            # MoveAxis
            for s, t in [((0,), (-1,)), ((0, 1), (1, 2)), ((2, 0), (0, 1)), ((-1,), (0,)), ((0, 1, 2), (2, 0, 1)), ((), ())] if n else [((), ())]:
                row("MoveAxis", [ints(*s), ints(*t)], np.moveaxis(x, s, t))
            # Roll
            row("Roll", [ints(1)], np.roll(x, 1))
            row("Roll", [ints(-5)], np.roll(x, -5))
            row("Roll", [ints(29)], np.roll(x, 29))
            if n:
                for s, ax in [((1,), 0), ((-1,), 1), ((7,), -1), ((1, 2), (0, 1)), ((1, -1), (2, 0)), ((1, 2), (1, 1)), ((1,), (0, 2))]:
                    row("Roll", [ints(*s)], np.roll(x, s[0] if len(s) == 1 else s, ax), {"axis": list(ax) if isinstance(ax, tuple) else ax})
                fails("Roll", [ints(1)], INDEX, {"axis": 3})
            # Tile
            for r in [(2,), (1, 2), (2, 1, 3), (2, 1, 1, 2), (0,), ()]:
                row("Tile", [ints(*r)], np.tile(x, r))
            fails("Tile", [ints(-1)], ["value", "shape"])
            # Repeat
            row("Repeat", [S(2)], np.repeat(x, 2))
            row("Repeat", [S(0)], np.repeat(x, 0))
            fails("Repeat", [S(-1)], ["value"])
            if n:
                for ax in (0, 1, -1):
                    row("Repeat", [S(3)], np.repeat(x, 3, ax), {"axis": ax})
                    k = (np.arange(x.shape[ax]) % 3).astype(np.int64)
                    row("Repeat", [A(k)], np.repeat(x, k, ax), {"axis": ax})
                    row("Repeat", [form("strided", k.astype(np.uint8)) if k.size else A(k)], np.repeat(x, k, ax), {"axis": ax})
                    row("Repeat", [A(np.array([2], np.int32))], np.repeat(x, 2, ax), {"axis": ax})
                fails("Repeat", [A(np.array([1, 2, 3, 4, 5]))], ["shape", "value"], {"axis": 1})
            # Unstack
            if n:
                for o in ({}, {"axis": 1}, {"axis": -1}):
                    parts = tuple(np.moveaxis(x, o.get("axis", 0), 0))
                    if parts:
                        row("Unstack", [], parts, o)
                fails("Unstack", [], INDEX, {"axis": 3})
            else:
                g.row("Unstack", [a], err=INDEX, d=d, f=f, why="no axis to split")
            # Concat and Stack
            other = build(randoms(d, 24, "other"), d, (2, 3, 4))
            if n and x.size:
                for ax in (0, 1, -1):
                    o = {"axis": ax} if ax else {}
                    g.row("Concat", [{"list": [a, A(other), a]}], np.concatenate([x, other, x], ax), opts=o, d=d, f=f)
                    g.row("Stack", [{"list": [a, A(other)]}], np.stack([x, other], ax), opts=o, d=d, f=f)
                g.row("Stack", [{"list": [a, A(other)]}], np.stack([x, other], 3), opts={"axis": 3}, d=d, f=f)
                g.row("Concat", [{"list": [a, A(other[:1])]}], np.concatenate([x, other[:1]]), d=d, f=f)
                g.row("Concat", [{"list": [a, A(other[0])]}], np.concatenate([x, other[0]], None), opts={"axis": None}, d=d, f=f)
            elif n:
                g.row("Concat", [{"list": [a, A(other)]}], np.concatenate([x, other]), d=d, f=f)
                g.row("Stack", [{"list": [a, a]}], np.stack([x, x]), d=d, f=f)
            else:
                g.row("Stack", [{"list": [a, a, a]}], np.stack([x, x, x]), d=d, f=f)
                g.row("Concat", [{"list": [a, A(other[0])]}], np.concatenate([x, other[0]], None), opts={"axis": None}, d=d, f=f)
                g.row("Concat", [{"list": [a, a]}], err=["shape", "index"], d=d, f=f, why="no axis to join along")
            # Pad
            pad(g, d, f, a)
        # Squeeze
        for f in ("contiguous", "strided", "reversed", "transposed", "broadcast", "empty", "zerod"):
            a = form(f, thin)
            for ax in [None] + ([0, 2, -2, (0, 2), (-4, -2)] if a.val.shape == (1, 3, 1, 2) else []):
                o = {} if ax is None else {"axis": list(ax) if isinstance(ax, tuple) else ax}
                g.row("Squeeze", [a], np.squeeze(a.val, ax), opts=o, d=d, f=f)
        g.row("Squeeze", [A(thin)], opts={"axis": 1}, err=["shape", "value"], d=d)
        g.row("Squeeze", [A(thin)], opts={"axis": 4}, err=INDEX, d=d)
        g.row("ExpandDims", [A(thin)], opts={"axis": 5}, err=INDEX, d=d)
        g.row("ExpandDims", [A(thin)], opts={"axis": [0, 0]}, err=INDEX, d=d)
        g.row("Flip", [A(thin)], opts={"axis": 4}, err=INDEX, d=d)
        g.row("Concat", [{"list": [A(cube), A(thin)]}], err=["shape"], d=d)
        g.row("Concat", [{"list": [A(cube), A(cube[:, :2])]}], err=["shape"], d=d)
        g.row("Stack", [{"list": [A(cube), A(thin)]}], err=["shape"], d=d)
    for op in ("Concat", "Stack"):
        g.row(op, [{"list": []}], err=["shape", "value"], d="float32", why="nothing to join")
    for d1, d2 in itertools.product(ALL, ALL):
        c = promote(d1, d2)
        x, y = mixed(d1, "join", 1), mixed(d2, "join", 2)
        g.row("Concat", [{"list": [A(x), A(y)]}], np.concatenate([cast(x, c), cast(y, c)]), d=c, f="mixed")
        if (ALL.index(d1) + ALL.index(d2)) % 3 == 0:
            g.row("Stack", [{"list": [A(x), A(y)]}], np.stack([cast(x, c), cast(y, c)]), d=c, f="mixed")
    three = [mixed(t, "join", 1) for t in ("int8", "uint8", "bfloat16")]
    for p in itertools.permutations(three):
        c = common(*(A(t) for t in p))
        g.row("Concat", [{"list": [A(t) for t in p]}], np.concatenate([cast(t, c) for t in p]), d=c, f="mixed", why="three dtypes are promoted in one canonical order")
    patterns.rows(g)
    shaping.rows(g)


def pad(g, d, f, a):
    x, n = a.val, a.val.ndim
    if n == 0:
        g.row("Pad", [a, {"pairs": []}], x, d=d, f=f)
        return
    widths = [[[1, 2]], [[0, 1], [2, 0], [1, 3]], [[0, 0]]]
    for w in widths:
        full = w * n if len(w) == 1 else w
        g.row("Pad", [a, {"pairs": w}], np.pad(x, full), d=d, f=f)
        if x.size:
            for mode in ("edge", "reflect", "symmetric", "wrap"):
                g.row("Pad", [a, {"pairs": w}], np.pad(x, full, mode), opts={"mode": mode}, d=d, f=f)
    v = {"bool": S(True)}.get(d, S(7) if d in INTS else S(1.5))
    g.row("Pad", [a, {"pairs": [[1, 1]]}], np.pad(x, 1, constant_values=operand(v, d)), opts={"constant_values": v}, d=d, f=f)
    if f == "contiguous":
        for mode in ("reflect", "symmetric", "wrap"):
            g.row("Pad", [a, {"pairs": [[5, 7]]}], np.pad(x, [(5, 7)] * n, mode), opts={"mode": mode}, d=d, f=f, why="further than the array is long")
        g.row("Pad", [a, {"pairs": [[-1, 0]]}], err=["value", "shape"], d=d)
        g.row("Pad", [a, {"pairs": [[1, 0], [1, 0]]}], err=["value", "shape"], d=d, why="pairs for two of three axes")
        g.row("Pad", [a, {"pairs": [[1, 0]]}], opts={"mode": "mirror"}, err=["value"], d=d)
    if f == "empty":
        g.row("Pad", [a, {"pairs": [[1, 0]]}], opts={"mode": "edge"}, err=["value", "shape"], d=d, why="there is no element to repeat")
