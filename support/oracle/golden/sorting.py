"""Rows of the group sorting: NaN is the greatest, equal elements stay in their order."""
import numpy as np

from .core import *
from .elementwise import edges, randoms


def order(vals, descending):
    """Indices that sort Python numbers."""
    idx = range(len(vals))
    key = lambda i: (vals[i] != vals[i], 0 if vals[i] != vals[i] else vals[i])
    if not descending:
        return sorted(idx, key=key)
    # Reversed twice, so that equal elements stay in their order.
    return sorted(list(idx)[::-1], key=key)[::-1]


def along(arr, axis, f, d):
    """f of each line of Python numbers along axis, a list of the same or another length."""
    n = arr.shape[axis]
    rest = [s for i, s in enumerate(arr.shape) if i != axis % arr.ndim]
    lines = np.moveaxis(arr, axis, -1).reshape(-1, n) if arr.size else []
    outs = [f(values(np.ascontiguousarray(l))) for l in lines]
    k = len(outs[0]) if outs else len(f([])) if n == 0 else n
    out = build([v for o in outs for v in o], d).reshape(*rest, k)
    return np.moveaxis(out, -1, axis)


def rows(g):
    for d in ORDERED:
        e = edges(d) + randoms(d, 20, "sort")
        if d in FLOATS:
            e += [nan, 0.0, -0.0, 1.0, nan, -0.0]
        e = e[::3] + e[1::3] + e[2::3]
        vals = build(e, d)
        cube = build(randoms(d, 24, "cube"), d, (2, 3, 4))
        if d in FLOATS:
            cube[0, 1, 2] = cube[1, 0, 0] = cube[1, 1, 3] = nan
        many = build([x % 7 if isinstance(x, int) else x for x in randoms(d, 300, "many")], d)
        cases = [("contiguous", A(vals), {}), ("contiguous", A(many), {}), ("contiguous", A(cube), {}), ("contiguous", A(cube), {"axis": 0}), ("contiguous", A(cube), {"axis": 1}),
                 ("contiguous", A(cube), {"axis": -2}), ("empty", A(cube[:, :0]), {"axis": 1}), ("contiguous", A(cube), {"stable": False})]
        for f in ("strided", "reversed", "transposed", "broadcast", "empty"):
            cases += [(f, form(f, cube), {}), (f, form(f, cube), {"axis": 0})]
        cases.append(("strided", form("strided", many), {}))
        for f, a, o in cases:
            for desc in (False, True):
                opts = {**o, "descending": True} if desc else o
                axis = o.get("axis", -1)
                g.row("ArgSort", [a], along(a.val, axis, lambda l: order(l, desc), "int64"), opts=opts, d=d, f=f)
                g.row("Sort", [a], along(a.val, axis, lambda l: [l[i] for i in order(l, desc)], d), opts=opts, d=d, f=f)
        for op in ("Sort", "ArgSort"):
            z = form("zerod", vals)
            g.row(op, [z], err=["index", "shape"], d=d, f="zerod", why="no axis to sort along")
            g.row(op, [A(cube)], opts={"axis": 3}, err=["index", "shape"], d=d)
    from . import partitions

    partitions.sorting(g)
