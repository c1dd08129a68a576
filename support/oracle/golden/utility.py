"""Rows of the group utility."""
import numpy as np

from . import steps
from .core import *
from .elementwise import BINARY, edges, small
from .statistical import AXES, reduce_rows


def diff(arr, axis, d):
    n = arr.shape[axis]
    hi = np.take(arr, range(1, n), axis) if n else arr
    lo = np.take(arr, range(0, n - 1), axis) if n else arr
    _, _, out, _ = BINARY["Subtract"].call(A(hi), A(lo))
    return out


def rows(g):
    for d in ALL:
        reduce_rows(g, "All", d, lambda l, _: (all(v != 0 for v in l), 0), "bool", AXES, 0, edge=True)
        reduce_rows(g, "Any", d, lambda l, _: (any(v != 0 for v in l), 0), "bool", AXES, 0, edge=True)
        z = build([0] * 24, d, (2, 3, 4))
        for o in ({}, {"axis": 1}, {"axis": [0, 2], "keepdims": True}):
            shape = np.any(z.astype(bool), axis=tuple(o["axis"]) if isinstance(o.get("axis"), list) else o.get("axis"), keepdims=o.get("keepdims", False)).shape
            g.row("Any", [A(z)], np.zeros(shape, bool), opts=o, d=d, f="contiguous")
    for d in NUMERIC:
        sq = build(small(d, 12, "diff"), d, (3, 4))
        cases = [("contiguous", A(sq), {**o}) for o in ({}, {"axis": 0}, {"axis": -2}, {"n": 0}, {"n": 2}, {"n": 3, "axis": 1}, {"n": 5}, {"n": 2, "axis": 0})]
        for f in ("strided", "reversed", "transposed", "broadcast", "empty"):
            cases += [(f, form(f, sq), {}), (f, form(f, sq), {"axis": 0} if f != "empty" else {"axis": 1})]
        col, row2 = build(small(d, 3, "p"), d, (3, 1)), build(small(d, 8, "a"), d, (2, 4))
        cases += [("contiguous", A(sq), {"prepend": A(col)}), ("contiguous", A(sq), {"append": A(col)}), ("contiguous", A(sq), {"prepend": A(col), "append": A(col), "n": 2}),
                  ("contiguous", A(sq), {"prepend": A(row2), "axis": 0}), ("strided", A(sq), {"append": form("strided", row2), "axis": 0}), ("contiguous", A(build(edges(d)[:9], d)), {})]
        for f, a, o in cases:
            axis = o.get("axis", -1) % a.val.ndim
            v = np.concatenate([x for x in (o["prepend"].val if "prepend" in o else None, a.val, o["append"].val if "append" in o else None) if x is not None], axis=axis)
            for _ in range(min(o.get("n", 1), 50)):
                v = diff(v, axis, d)
            g.row("Diff", [a], v, opts=o, d=d, f=f)
        g.row("Diff", [form("zerod", sq)], err=["shape", "index"], d=d, f="zerod", why="no axis to take differences along")
        g.row("Diff", [A(sq)], opts={"n": -1}, err=["value"], d=d)
        g.row("Diff", [A(sq)], opts={"axis": 2}, err=["index", "shape"], d=d)
    steps.utility(g)
