"""Rows of the groups searching and sorting that the standard does not have."""
import numpy as np

from .core import *
from .elementwise import edges, randoms, small
from .sorting import along, order


def key(v):
    return (v != v, 0 if v != v else v)


def parted(l, kth):
    """The order of a partition: what the elements at the places kth, in ascending order, cut apart, each part in its own order."""
    s = sorted(l, key=key)
    cuts = [key(s[k]) for k in kth]
    part = lambda v: sum((key(v) >= c) + (key(v) > c) for c in cuts)
    return sorted(range(len(l)), key=lambda i: part(l[i]))


def cases(d, name):
    cube = build(randoms(d, 24, name), d, (2, 3, 4))
    line = build(edges(d) + randoms(d, 9, name) + [1, 0, 1], d)
    if d in FLOATS:
        cube[0, 1, 2] = cube[1, 0, 0] = nan
        line = np.concatenate([line, build([nan, 0.0, -0.0, 1.0, nan, -0.0], d)])
    return cube, line


def sorting(g):
    for d in ORDERED:
        cube, line = cases(d, "part")
        many = build([x % 7 if isinstance(x, int) else x for x in randoms(d, 700, "many")], d)
        for f in FORMS:
            a = form(f, cube)
            if f == "zerod":
                for op, rest in (("Partition", [{"ints": [0]}]), ("ArgPartition", [{"ints": [0]}]), ("TopK", [{"int": 0}]), ("MSort", []), ("LexSort", [])):
                    g.row(op, [a] + rest, err=["shape", "index"], d=d, f=f)
                continue
            for b, kth, axis in [(a, [1], None), (a, [2, 0], 1), (a, [-1], -1), (a, [0] if a.val.shape[0] else [], 0), (a, [], None)] + ([(A(line), [5], None), (A(line), [3, -4, 9], 0), (A(many), [350], None), (A(many), [0, 100, 699], None)] if f == "contiguous" else []):
                ax = -1 if axis is None else axis
                o = None if axis is None else {"axis": axis}
                n = b.val.shape[ax]
                ks = sorted({k % n for k in kth}) if n else []
                g.row("Partition", [b, {"ints": kth}], along(b.val, ax, lambda l: [l[i] for i in parted(l, ks)], d), opts=o, d=d, f=f)
                g.row("ArgPartition", [b, {"ints": kth}], along(b.val, ax, lambda l: parted(l, ks), "int64"), opts=o, d=d, f=f)
            for b, k, axis in [(a, 2, None), (a, 1, 1), (a, a.val.shape[0], 0), (a, 0, -1)] + ([(A(line), 7, None), (A(line), len(line), 0), (A(many), 11, None), (A(many), 300, None)] if f == "contiguous" else []):
                ax = -1 if axis is None else axis
                for o in ({}, {"largest": False}, {"sorted": False}, {"largest": True, "sorted": True}):
                    first = lambda l: order(l, o.get("largest", True))[:k]
                    if b.val.size == 0:
                        dims = list(b.val.shape)
                        dims[ax] = k
                        outs = (np.zeros(dims, b.val.dtype), np.zeros(dims, np.int64))
                    else:
                        outs = (along(b.val, ax, lambda l: [l[i] for i in first(l)], d), along(b.val, ax, first, "int64"))
                    g.row("TopK", [b, {"int": k}], outs, opts={**o, **({} if axis is None else {"axis": axis})} or None, d=d, f=f)
            g.row("MSort", [a], along(a.val, 0, lambda l: [l[i] for i in order(l, False)], d) if a.val.size else a.val, d=d, f=f)
            keys = form(f, build([v % 3 if isinstance(v, int) else v for v in small(d, 24, "keys")], d, (2, 3, 4)))
            if keys.val.shape[0] == 0:
                g.row("LexSort", [keys], err=["value"], d=d, f=f)
                continue
            if d in FLOATS:
                keys = form(f, build([float(round(v)) for v in small(d, 24, "keys")], d, (2, 3, 4)))
            k64 = np.array(values(keys.val), object if d in ("int64", "uint64") else np.float64).reshape(keys.val.shape)
            for axis in (None, 0, -1):
                ax = -1 if axis is None else axis
                g.row("LexSort", [keys], np.lexsort([k.astype(np.float64) for k in k64], axis=ax).astype(np.int64), opts=None if axis is None else {"axis": axis}, d=d, f=f)
        g.row("MSort", [A(line)], along(line, 0, lambda l: [l[i] for i in order(l, False)], d), d=d, f="contiguous")
        three = np.stack([line[:12], line[1:13], line[:12]])
        want = order(values(three[0]), False)
        for k in three[1:]:
            v = values(k)
            want = [want[i] for i in order([v[j] for j in want], False)]
        g.row("LexSort", [A(three)], build(want, "int64"), d=d, f="contiguous")
        g.row("LexSort", [A(line)], err=["shape"], d=d, f="contiguous")
        g.row("LexSort", [A(cube)], opts={"axis": 2}, err=["index", "shape"], d=d, f="contiguous")
        for op in ("Partition", "ArgPartition"):
            for kth, o, err in (([4], {}, "index"), ([0, -5], {}, "index"), ([0], {"axis": 3}, "index")):
                g.row(op, [A(cube), {"ints": kth}], opts=o or None, err=[err, "shape"], d=d, f="contiguous")
        for k, o, err in ((5, {}, "value"), (-1, {}, "value"), (1, {"axis": -4}, "index")):
            g.row("TopK", [A(cube), {"int": k}], opts=o or None, err=[err], d=d, f="contiguous")
    for d in INTS:
        perm = build([4, 0, 3, 1, 2], d)
        for f in FORMS:
            a = form(f, perm)
            if f == "zerod":
                g.row("InvertPermutation", [a], err=["shape"], d=d, f=f)
            elif f == "broadcast":
                g.row("InvertPermutation", [a], err=["value"], d=d, f=f)
                g.row("InvertPermutation", [form(f, perm[1:2])], np.zeros(1, np.int64), d=d, f=f)
            else:
                g.row("InvertPermutation", [a], np.argsort(a.val).astype(np.int64), d=d, f=f)
        for bad in ([0, 0], [1, 2], [0, 5] if d[0] == "u" else [0, -1], [int_range(d)[1], 0]):
            g.row("InvertPermutation", [A(build(bad, d))], err=["value"], d=d, f="contiguous")
        g.row("InvertPermutation", [A(perm[:1].reshape(1, 1))], err=["shape"], d=d, f="contiguous")


def searching(g):
    for d in ALL:
        v = edges(d) + [0, 0]
        sparse = build([x if i % 3 else 0 for i, x in enumerate((randoms(d, 24, "argwhere")))], d, (2, 3, 4))
        for f in FORMS:
            a = form(f, sparse)
            g.row("ArgWhere", [a], np.argwhere(cast(a.val, "bool")).astype(np.int64), d=d, f=f)
        one = build([1], d, ())
        g.row("ArgWhere", [A(one)], np.argwhere(True).astype(np.int64), d=d, f="zerod")
        g.row("ArgWhere", [A(build(v, d))], np.argwhere(cast(build(v, d), "bool")).astype(np.int64), d=d, f="contiguous")
    for d in INTS:
        at = build([0, 5, 23, 7, 12, 1], d, (2, 3))
        for f in FORMS:
            a = form(f, at)
            i = a.val.astype(np.int64)
            for dims in ([2, 3, 4], [24], [4, 1, 6]):
                outs = tuple(np.asarray(x, np.int64) for x in np.unravel_index(i, dims))
                g.row("UnravelIndex", [a, {"ints": dims}], outs, d=d, f=f)
                some = {"list": [A(cast(np.asarray(o), d)) for o in outs]}
                g.row("RavelMultiIndex", [some, {"ints": dims}], np.asarray(np.ravel_multi_index(outs, dims), np.int64), d=d, f=f)
            x, y = form(f, build([0, 7, 3, 2, 100, 1], d, (2, 3))), A(build([2, 0, 9], d))
            for mode in ("wrap", "clip"):
                z = np.ravel_multi_index((x.val.astype(np.int64), y.val.astype(np.int64)), (3, 4), mode=mode)
                g.row("RavelMultiIndex", [{"list": [x, y]}, {"ints": [3, 4]}], np.asarray(z, np.int64), opts={"mode": mode}, d=d, f=f)
        if d in SINTS:
            x = build([-1, -5, 4, int_range(d)[0], int_range(d)[1]], d)
            for mode in ("wrap", "clip"):
                z = np.ravel_multi_index((x.astype(np.int64),), (3,), mode=mode) if d != "int64" else [int(v) % 3 if mode == "wrap" else min(max(int(v), 0), 2) for v in values(x)]
                g.row("RavelMultiIndex", [{"list": [A(x)]}, {"ints": [3]}], np.asarray(z, np.int64), opts={"mode": mode}, d=d, f="contiguous")
            g.row("UnravelIndex", [A(build([-1], d)), {"ints": [3]}], err=["index"], d=d, f="contiguous")
            g.row("RavelMultiIndex", [{"list": [A(build([-1], d))]}, {"ints": [3]}], opts={"mode": "raise"}, err=["index"], d=d, f="contiguous")
        big = build([int_range(d)[1]], d)
        z = [int(v) % 5 for v in values(big)]
        g.row("RavelMultiIndex", [{"list": [A(big)]}, {"ints": [5]}], build(z, "int64"), opts={"mode": "wrap"}, d=d, f="contiguous")
        g.row("RavelMultiIndex", [{"list": [A(big)]}, {"ints": [5]}], build([4], "int64"), opts={"mode": "clip"}, d=d, f="contiguous")
        g.row("RavelMultiIndex", [{"list": [A(big)]}, {"ints": [5]}], err=["index"], d=d, f="contiguous")
        g.row("UnravelIndex", [A(big), {"ints": [5]}], err=["index"], d=d, f="contiguous")
        one = A(build([0, 1], d))
        for dims, o, err in (([2, 3], {}, "shape"), ([-1], {}, "shape"), ([2**40, 2**40], {}, "shape"), ([5], {"mode": "reflect"}, "value"), ([0], {"mode": "wrap"}, "value"), ([0], {}, "index")):
            g.row("RavelMultiIndex", [{"list": [one]}, {"ints": dims}], opts=o or None, err=[err], d=d, f="contiguous")
        for dims, err in (([0, 3], "index"), ([-1], "shape"), ([2**40, 2**40], "shape"), ([], "index")):
            g.row("UnravelIndex", [one, {"ints": dims}], err=[err], d=d, f="contiguous")
