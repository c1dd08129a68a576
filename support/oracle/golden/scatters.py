"""Rows of the group indexing that gather and scatter: NumPy's indexing, and its ufunc.at."""
import numpy as np

from .core import *
from .elementwise import randoms, small
from .quantiles import numbers
from .statistical import lines

INDEX = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def gather(x, i, axis, b):
    """TensorFlow's tf.gather, each part of the first b axes by itself."""
    if b == 0:
        return np.take(x, i, axis)
    return np.stack([gather(u, v, axis - 1, b - 1) for u, v in zip(x, i)]) if len(x) else np.zeros(x.shape[:axis] + i.shape[b:] + x.shape[axis + 1 :], x.dtype)


def gather_nd(x, i, b):
    if b == 0:
        return x[tuple(np.moveaxis(i, -1, 0))] if i.shape[-1] else np.broadcast_to(x, i.shape[:-1] + x.shape)
    return np.stack([gather_nd(u, v, b - 1) for u, v in zip(x, i)]) if len(x) else np.zeros(i.shape[:-1] + x.shape[b + i.shape[-1] :], x.dtype)


def gathers(g):
    for d in ALL:
        cube = build(randoms(d, 24, "gather"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            if f == "zerod":
                g.row("Gather", [a, A(np.array([0]))], err=["shape"], d=d, f=f)
                g.row("GatherND", [a, A(np.zeros((2, 0), np.int64))], np.broadcast_to(a.val, (2,)), d=d, f=f)
                g.row("GatherND", [a, A(np.zeros((2, 1), np.int64))], err=["shape"], d=d, f=f)
                continue
            n = a.val.shape[0]
            for i, o in ((np.array([3, 0, -1]), {}), (np.array([[2, 1], [0, 0]]), {"axis": 1}), (np.array(1), {"axis": -1}), (np.array([[0, 3]] * n, np.int32).reshape(n, 2), {"batch_dims": 1}),
                         (np.array([[0, 2]] * n, np.int8).reshape(n, 2), {"batch_dims": 1, "axis": 1}), (np.array([[[0, 3], [1, 1], [2, -4]]] * n, np.int64).reshape(n, 3, 2), {"batch_dims": 2, "axis": 2}),
                         (np.array([[[0, 3], [1, 1], [2, -4]]] * n, np.int64).reshape(n, 3, 2), {"batch_dims": 1}), (np.array([1] * n, np.int64), {"batch_dims": 1})):
                g.row("Gather", [a, A(i)], gather(a.val, i, o.get("axis", -1) % 3, o.get("batch_dims", 0)), opts=o or None, d=d, f=f)
            if n:
                for i, o in ((np.array([[1, 2], [0, -3]]), {}), (np.array([[[1], [0]]]), {}), (np.array([1, 0, 3]), {}), (np.zeros((2, 0), int), {}), (np.array([[2], [0]]), {"batch_dims": 1}),
                             (np.array([[[2, 3], [0, 0]], [[1, 1], [-1, 2]]]), {"batch_dims": 1}), (np.array([[[2], [0], [1]]] * 2), {"batch_dims": 2})):
                    g.row("GatherND", [a, A(i)], gather_nd(a.val, i, o.get("batch_dims", 0)), opts=o or None, d=d, f=f)
            else:
                g.row("GatherND", [a, A(np.zeros((0, 2), np.int64))], np.zeros((0, 4), a.val.dtype), d=d, f=f)
        for t in INDEX:
            i = build([2, 0, 1], t)
            g.row("Gather", [A(cube), A(i)], np.take(cube, i.astype(np.int64), 1), opts={"axis": 1}, d=d, f="contiguous")
            g.row("GatherND", [A(cube), A(build([1, 2, 0, 1], t, (2, 2)))], cube[[1, 0], [2, 1]], d=d, f="contiguous")
        bad = A(np.array([4]))
        g.row("Gather", [A(cube), bad], err=["index"], d=d, f="contiguous")
        g.row("Gather", [A(cube), A(np.array([[0], [9]]))], opts={"batch_dims": 1}, err=["index"], d=d, f="contiguous")
        for o, i, err in (({"batch_dims": -1}, np.array([[0]]), "value"), ({"batch_dims": 2, "axis": 1}, np.zeros((2, 3), int), "value"), ({"batch_dims": 1}, np.zeros((3, 1), int), "shape"), ({"axis": 3}, np.array([0]), "index")):
            g.row("Gather", [A(cube), A(i)], opts=o, err=[err], d=d, f="contiguous")
        for i, o, err in ((np.array([[2]]), {}, "index"), (np.array([[0, 0, 0, 0]]), {}, "shape"), (np.array(0), {}, "shape"), (np.array([[0]]), {"batch_dims": 2}, "value"), (np.zeros((3, 1), int), {"batch_dims": 1}, "shape")):
            g.row("GatherND", [A(cube), A(i)], opts=o or None, err=[err], d=d, f="contiguous")
        for op in ("Gather", "GatherND"):
            g.row(op, [A(cube), A(np.array([0.0]))], err=["dtype"], d=d, f="contiguous")


def exact(d, n, seed):
    """Numbers of which sums, and products of a few, are exact."""
    if d == "bool" or d in INTS:
        return [v for v in small(d, n, seed)]
    if d in PART:
        return [complex(round(v.real), round(v.imag)) for v in small(d, n, seed)]
    return [float(round(v)) / 2 for v in small(d, n, seed)]


REDUCTIONS = {"sum": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def reduced(how, indices, updates, dims, base, d):
    """What numpy.ufunc.at makes of updates, in the dtype d, in which all of it is exact."""
    w = np.float64 if d in FLOATS else np_dtype(d)
    to = lambda x: np.array(values(x), w).reshape(x.shape)
    at = tuple(np.moveaxis(indices, -1, 0))
    up = np.broadcast_to(to(updates), indices.shape[:-1] + tuple(dims[indices.shape[-1] :]))
    z = np.zeros(dims, w) if base is None else to(base).copy()
    if how == "replace":
        flat = [t.ravel() for t in at]
        rows = up.reshape((len(flat[0]) if flat else 1, *dims[len(flat) :])) if flat else up
        for k in range(len(rows)):
            z[tuple(t[k] for t in flat)] = rows[k]
        return build(list(z.ravel()), d, dims)
    if base is None:  # what nothing is written to is 0
        start = {"sum": 0, "mul": 1}.get(how)
        with np.errstate(all="ignore"):
            if start is None:
                start = (True if how == "min" else False) if d == "bool" else (np.iinfo(w).max if how == "min" else np.iinfo(w).min) if is_int(d) else (np.inf if how == "min" else -np.inf)
            y = np.full(dims, start, w)
        REDUCTIONS[how].at(y, at, up)
        hit = np.zeros(dims, bool)
        hit[at] = True
        z = np.where(hit, y, z)
    else:
        REDUCTIONS[how].at(z, at, up)
    return build(list(z.ravel()), d, dims)


def scatters(g):
    for d in ALL:
        hows = ["sum", "mul", "replace"] + ([] if d in PART else ["min", "max"])
        line = np.array([3, 0, -1, 3, 1, 0, 3])
        for how in hows:
            o = {} if how == "sum" else {"reduction": how}
            base = build(exact(d, 5, "base"), d)
            for f in FORMS:
                u = form(f, build(exact(d, 7, "updates"), d))
                if f == "zerod":
                    g.row("ScatterFlat", [A(np.array(0)), u], opts={**o, "size": 5}, err=["shape"], d=d, f=f)
                    g.row("ScatterND", [A(np.array([2])), u], reduced(how, np.array([2]), u.val, (5,), None, d), opts={**o, "shape": [5]}, d=d, f=f)
                    continue
                i = line[: u.val.shape[0]]
                at = i[:, None]
                for b, more in ((None, {"size": 5}), (base, {"initial": A(base)})):
                    g.row("ScatterFlat", [form("strided", i) if f == "strided" else A(i), u], reduced(how, at, u.val, (5,), b, d), opts={**o, **more}, d=d, f=f, mask=[1] * 5 * (2 if d in PART else 1))
                rest = form(f, build(exact(d, 21, "rows"), d, (7, 3)))
                many = build(exact(d, 15, "many"), d, (5, 3))
                for b, more in ((None, {"shape": [5, 3]}), (many, {"initial": A(many)}), (many, {"initial": A(many), "shape": [5, 3]})):
                    g.row("ScatterND", [A(at), rest], reduced(how, at, rest.val, (5, 3), b, d), opts={**o, **more}, d=d, f=f, mask=[1] * 15 * (2 if d in PART else 1))
            pairs = np.array([[[0, 1], [2, -1]], [[0, 1], [1, 0]], [[2, 2], [0, 1]]])
            u = build(exact(d, 6, "pairs"), d, (3, 2))
            g.row("ScatterND", [A(pairs), A(u)], reduced(how, pairs, u, (3, 3), None, d), opts={**o, "shape": [3, 3]}, d=d, f="contiguous", mask=[1] * 9 * (2 if d in PART else 1))
            g.row("ScatterND", [A(pairs), A(u[0, 0].reshape(()))], reduced(how, pairs, u[:1, :1], (3, 3), None, d), opts={**o, "shape": [3, 3]}, d=d, f="broadcast", why="updates broadcast", mask=[1] * 9 * (2 if d in PART else 1))
            all_of = build(exact(d, 8, "all"), d, (2, 4))
            whole = np.zeros((2, 0), np.int64)
            for b in (None, build(exact(d, 4, "all base"), d)):
                w = reduced(how, np.zeros((2, 1), np.int64), all_of, (1, 4), None if b is None else b.reshape(1, 4), d).reshape(4)
                g.row("ScatterND", [A(whole), A(all_of)], w, opts={**o, **({"shape": [4]} if b is None else {"initial": A(b)})}, d=d, f="contiguous", why="no index names all", mask=[1] * 4 * (2 if d in PART else 1))
            g.row("ScatterND", [A(np.zeros((0, 1), np.int64)), A(u[:0, :0].reshape(0))], build([0] * 4, d), opts={**o, "shape": [4]}, d=d, f="empty")
        if d in FLOATS:
            u = build([1.0, nan, 2.0, -inf, inf, 5.0], d)
            for how, want in (("min", [nan, -inf, inf]), ("max", [nan, 5.0, inf])):
                g.row("ScatterFlat", [A(np.array([0, 0, 0, 1, 2, 1])), A(u)], build(want, d), opts={"size": 3, "reduction": how}, d=d, f="contiguous", why="NaN of NaN")
        for t in INDEX:
            i = build([2, 0, 1], t)
            u = build(exact(d, 3, "t"), d)
            z = reduced("sum", i.astype(np.int64)[:, None], u, (3,), None, d)
            g.row("ScatterFlat", [A(i), A(u)], z, opts={"size": 3}, d=d, f="contiguous", mask=[1] * 3 * (2 if d in PART else 1))
        u = build(exact(d, 2, "bad"), d)
        i, at = A(np.array([0, 3])), A(np.array([[0], [3]]))
        for how in hows:
            g.row("ScatterFlat", [i, A(u)], opts={"size": 3, "reduction": how}, err=["index"], d=d, f="contiguous")
            g.row("ScatterND", [at, A(u)], opts={"shape": [3], "reduction": how}, err=["index"], d=d, f="contiguous")
        for o, err in (({}, "value"), ({"size": 4, "reduction": "mean"}, "value"), ({"size": -1}, "shape"), ({"size": 5, "initial": A(build([0] * 4, d))}, "shape"), ({"initial": A(build([0] * 4, d, (2, 2)))}, "shape"),
                       ({"initial": A(build([0] * 4, "int16" if d != "int16" else "int8"))}, "dtype")):
            g.row("ScatterFlat", [i, A(u)], opts=o or None, err=[err], d=d, f="contiguous")
        for o, err in (({}, "value"), ({"shape": [4], "reduction": ""}, "value"), ({"shape": [-1]}, "shape"), ({"shape": [5], "initial": A(build([0] * 4, d))}, "shape"), ({"shape": []}, "shape"), ({"shape": [4, 3, 7]}, "shape"),
                       ({"initial": A(build([0] * 4, "int16" if d != "int16" else "int8"))}, "dtype")):
            g.row("ScatterND", [at, A(u)], opts=o or None, err=[err], d=d, f="contiguous")
        g.row("ScatterFlat", [A(np.array([0.0, 1.0])), A(u)], opts={"size": 3}, err=["dtype"], d=d, f="contiguous")
        g.row("ScatterND", [A(np.array(0)), A(u)], opts={"shape": [3]}, err=["shape"], d=d, f="contiguous")
        if d in PART:
            g.row("ScatterFlat", [A(np.array([0, 1])), A(u)], opts={"size": 3, "reduction": "min"}, err=["dtype"], d=d, f="contiguous")


def segments(g):
    for d in ALL:
        x = build(exact(d, 28, "segments"), d, (7, 4))
        ids = np.array([2, 0, -1, 2, 4, 0, -3])
        ends = {"min": int_range(d)[1] if is_int(d) else largest(d) if d in FLOATS else None, "max": int_range(d)[0] if is_int(d) else -largest(d) if d in FLOATS else None}
        for op, how in (("UnsortedSegmentSum", "sum"), ("UnsortedSegmentMean", "mean"), ("UnsortedSegmentMin", "min"), ("UnsortedSegmentMax", "max")):
            takes = {"sum": NUMERIC, "mean": ALL, "min": REAL, "max": REAL}[how]
            if d not in takes:
                continue
            out = d if how != "mean" or d in INEXACT else "float32"
            for f in FORMS:
                a = form(f, x)
                if f == "zerod":
                    g.row(op, [a, A(ids), {"int": 5}], err=["shape"], d=d, f=f)
                    continue
                for n in (5, 7):
                    cases = [(a, ids[: a.val.shape[0]])] + ([(A(x[:, 0]), ids), (A(x.reshape(7, 2, 2)), build([1] * 7, "uint8"))] if f == "contiguous" else [])
                    for b, i in cases:
                        v = numbers(b.val)
                        z, e = [], []
                        for k in range(n):
                            part = v[np.asarray(i, np.int64) == k]
                            exactly = b.val[np.asarray(i, np.int64) == k]
                            if how == "sum":
                                r = part.sum(0)
                            elif how == "mean":
                                r = part.sum(0) / max(1, len(part))
                            elif len(part) == 0:
                                z += [ends[how]] * int(np.prod(v.shape[1:], dtype=int))
                                continue
                            else:
                                z += values(np.asarray((exactly.min if how == "min" else exactly.max)(0)))
                                continue
                            z += list(np.asarray(r).ravel())
                        dims = (n, *v.shape[1:])
                        g.row(op, [b, A(i), {"int": n}], build(z, out, dims), d=d, f=f, tol=2 if how == "mean" else 0, mask=[1] * len(z) * (2 if out in PART else 1))
            g.row(op, [A(x), A(ids), {"int": 0}], err=["index"], d=d, f="contiguous")
            g.row(op, [A(x[:0]), A(ids[:0]), {"int": 0}], np.zeros((0, 4), np_dtype(out)), d=d, f="empty")
            g.row(op, [A(x), A(ids), {"int": 4}], err=["index"], d=d, f="contiguous")
            g.row(op, [A(x[:, :0]), A(ids), {"int": 4}], err=["index"], d=d, f="contiguous")
            g.row(op, [A(x), A(ids), {"int": -1}], err=["value"], d=d, f="contiguous")
            g.row(op, [A(x), A(ids[:3]), {"int": 5}], err=["shape"], d=d, f="contiguous")
            g.row(op, [A(x), A(ids.astype(np.float32)), {"int": 5}], err=["dtype"], d=d, f="contiguous")
            if d in FLOATS and how in ("min", "max"):
                y = build([1.0, nan, inf, -inf, 2.0], d)
                g.row(op, [A(y), A(np.array([0, 0, 1, 2, 1])), {"int": 3}], build([nan, 2.0 if how == "min" else inf, -inf], d), d=d, f="contiguous")


def rows(g):
    gathers(g)
    scatters(g)
    segments(g)
