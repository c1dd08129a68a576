"""Rows of the functions of Ivy, NumPy, PyTorch and tensorly that split, join, turn and fill arrays, in the group manipulation:
NumPy or tensorly moves the elements, statistical.py says what sums and products of them are."""
import numpy as np
from tensorly import base

from .core import *
from .elementwise import mixed, randoms, small
from .statistical import extreme, mean, product, total

INDEX = ["index", "shape", "value"]


def ints(*v):
    return {"ints": list(v)}


def rows(g):
    for d in ALL:
        cube = build(randoms(d, 24, "shaping"), d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            splits(g, d, f, a)
            joins(g, d, f, a, A(build(randoms(d, 24, "joined"), d, (2, 3, 4))))
            turns(g, d, f, a)
            folds(g, d, f, a)
            pads(g, d, f, a)
            strides(g, d, f, a)
            diagonals(g, d, f, a)
        chosen(g, d)
        sequences(g, d)
        consecutive(g, d)
        put(g, d)
    promoted(g)


def splits(g, d, f, a):
    x, n = a.val, a.val.ndim
    def row(op, args, out, opts=None):
        g.row(op, [a, *args], tuple(out), opts=opts, d=d, f=f)

    def fails(op, args, kinds, opts=None):
        g.row(op, [a, *args], opts=opts, err=kinds, d=d, f=f)

    if n == 0:
        row("Split", [], [x])
        row("Split", [], [x], {"num_or_size_splits": S(1)})
        fails("Split", [], ["value"], {"num_or_size_splits": S(2)})
        fails("Split", [], INDEX, {"axis": 0})
        for op in ("HSplit", "VSplit", "DSplit"):
            fails(op, [S(1)], INDEX)
        return
    for axis in (0, 1, -1):
        o = {"axis": axis} if axis else {}
        k = x.shape[axis]
        if k:
            row("Split", [], np.split(x, k, axis), o)
            row("Split", [], np.split(x, k, axis), {**o, "num_or_size_splits": S(k)})
        row("Split", [], [x], {**o, "num_or_size_splits": S(1)})
        for m in (2, 3, 7):
            row("Split", [], np.array_split(x, m, axis), {**o, "num_or_size_splits": S(m), "with_remainder": True})
            if k % m:
                fails("Split", [], ["value"], {**o, "num_or_size_splits": S(m)})
        for lengths in ([k], [0, k], [min(1, k), k - min(1, k)]):
            parts = np.split(x, np.cumsum(lengths)[:-1], axis)
            row("Split", [], parts, {**o, "num_or_size_splits": A(np.array(lengths))})
            row("Split", [], parts, {**o, "num_or_size_splits": A(np.array(lengths[:-1] + [-1], np.int8))})
        for bad in ([k + 1], [k, 1], [-1, -1], [-2, k + 2], [k + 1, -1]):
            fails("Split", [], ["value"], {**o, "num_or_size_splits": A(np.array(bad))})
    for v in (S(0), S(-1)):
        fails("Split", [], ["value"], {"num_or_size_splits": v})
    fails("Split", [], ["dtype"], {"num_or_size_splits": S(1.0)})
    fails("Split", [], ["shape", "value"], {"num_or_size_splits": A(np.array([[2]]))})
    fails("Split", [], INDEX, {"axis": 3})
    for op, by, axis in (("HSplit", np.hsplit, 1), ("VSplit", np.vsplit, 0), ("DSplit", np.dsplit, 2)):
        k = x.shape[axis]
        for m in {1, max(1, k)}:
            row(op, [S(m)], by(x, m))
        for where in ([], [1], [0, 2], [1, -1], [2, 1], [-7, 9, 9]):
            at = A(np.array(where, np.int64))
            row(op, [at], by(x, where))
        row(op, [A(np.array([1, 1], np.uint8))], by(x, [1, 1]))
        for bad, kind in ((S(0), ["value"]), (S(-2), ["value"]), (S(5), ["value"]), (S(1.0), ["dtype"]), (A(np.array([True])), ["dtype"]), (A(np.array([[1]])), ["shape", "value"])):
            if not (bad is not None and isinstance(bad, S) and bad.v == 5 and k == 0):
                fails(op, [bad], kind)
    if not x.size:
        return
    line = A(x[:, 0, 0])
    g.row("HSplit", [line, A(np.array([1]))], tuple(np.hsplit(line.val, [1])), d=d, f=f)
    g.row("VSplit", [line, S(1)], err=INDEX, d=d)
    g.row("DSplit", [A(x[0]), S(1)], err=INDEX, d=d)


def joins(g, d, f, a, other):
    x, n = a.val, a.val.ndim
    def row(op, args, out, opts=None):
        g.row(op, args, out, opts=opts, d=d, f=f)

    many = [a, A(other.base[0, 0]), A(other.base[1]), A(other.base[0, 1, 2])]
    for op, by in (("Atleast1D", np.atleast_1d), ("Atleast2D", np.atleast_2d), ("Atleast3D", np.atleast_3d)):
        row(op, [a], by(x))
        row(op, many, tuple(by(*(m.val for m in many))))
    if n:
        whole = [a, other] if x.size else [a, a]
    else:
        whole = [a, A(other.base[0, 0, 1])]
    lists = [[a], whole, whole + [a]]
    for list_ in lists:
        vs = [m.val for m in list_]
        for op, by in (("HStack", np.hstack), ("VStack", np.vstack), ("DStack", np.dstack), ("ColumnStack", np.column_stack)):
            row(op, [{"list": list_}], by(vs))
    lines = [A(other.base[0, 0]), A(other.base[0, 1])]
    vs = [m.val for m in lines]
    for op, by in (("HStack", np.hstack), ("VStack", np.vstack), ("DStack", np.dstack), ("ColumnStack", np.column_stack)):
        row(op, [{"list": lines}], by(vs))
        g.row(op, [{"list": []}], err=["value", "shape"], d=d)
    row("ColumnStack", [{"list": [A(other.base[0]), A(other.base[1, :, 1])]}], np.column_stack([other.base[0], other.base[1, :, 1]]))
    g.row("HStack", [{"list": [A(other.base), lines[0]]}], err=["shape"], d=d)
    g.row("VStack", [{"list": [lines[0], A(other.base[0, 0, :3])]}], err=["shape"], d=d)
    vs = [m.val for m in whole]
    for axis in (0, 1, -1) if n else ():
        o = {"axis": axis} if axis else {}
        row("ConcatFromSequence", [{"list": whole}], np.concatenate(vs, axis), o)
        if x.size:
            row("ConcatFromSequence", [{"list": whole}], np.stack(vs, axis), {**o, "new_axis": 1})
        row("ConcatFromSequence", [{"list": [a, a]}], np.stack([x, x], axis), {**o, "new_axis": 1})
    if n == 0:
        row("ConcatFromSequence", [{"list": whole}], np.stack(vs), {"new_axis": 1})
        g.row("ConcatFromSequence", [{"list": whole}], err=INDEX, d=d, f=f)
    g.row("ConcatFromSequence", [{"list": whole}], err=["value"], opts={"new_axis": 2}, d=d)
    g.row("ConcatFromSequence", [{"list": []}], err=["value", "shape"], d=d)


def turns(g, d, f, a):
    x, n = a.val, a.val.ndim
    def row(op, args, out, opts=None):
        g.row(op, [a, *args], out, opts=opts, d=d, f=f)

    def fails(op, args, kinds, opts=None):
        g.row(op, [a, *args], opts=opts, err=kinds, d=d, f=f)

    for shape in [x.shape, (1,) + x.shape, (2, 3) + x.shape]:
        row("Expand", [ints(*shape)], np.broadcast_to(x, shape))
    if n == 0:
        for op in ("FlipUD", "FlipLR", "Rot90"):
            fails(op, [], INDEX)
        fails("SwapAxes", [{"int": 0}, {"int": 0}], INDEX)
        fails("Expand", [ints(-1)], ["value", "shape"])
        return
    row("FlipUD", [], np.flipud(x))
    row("FlipLR", [], np.fliplr(x))
    row("Rot90", [], np.rot90(x))
    for k in (0, 1, 2, 3, 4, -1, -6, 9):
        row("Rot90", [], np.rot90(x, k), {"k": k})
        for axes in ((1, 0), (0, 2), (-1, 1)):
            row("Rot90", [], np.rot90(x, k, axes), {"k": k, "axis": list(axes)})
    fails("Rot90", [], INDEX, {"axis": [0, 3]})
    fails("Rot90", [], INDEX, {"axis": [1, 1]})
    fails("Rot90", [], ["value"], {"axis": [0, 1, 2]})
    for i, j in ((0, 1), (0, -1), (2, 1), (1, 1), (-3, 2)):
        row("SwapAxes", [{"int": i}, {"int": j}], np.swapaxes(x, i, j))
    fails("SwapAxes", [{"int": 0}, {"int": 3}], INDEX)
    fails("SwapAxes", [{"int": -4}, {"int": 1}], INDEX)
    row("Expand", [ints(-1, 3, -1)], x)
    row("Expand", [ints(5, -1, -1, -1)], np.broadcast_to(x, (5,) + x.shape))
    row("Expand", [ints(0, -1, -1, -1)], np.broadcast_to(x, (0,) + x.shape))
    fails("Expand", [ints(-1, -1, -1, -1)], ["value", "shape"])
    fails("Expand", [ints(-2, -1, -1)], ["value", "shape"])
    fails("Expand", [ints(3, 4)], ["shape"])
    fails("Expand", [ints(2, 2, 4)], ["shape"])
    thin = A(x[:, :1])
    g.row("Expand", [thin, ints(-1, 5, -1)], np.broadcast_to(thin.val, (x.shape[0], 5, 4)), d=d)


def folds(g, d, f, a):
    x, n = a.val, a.val.ndim
    def row(op, args, out, opts=None):
        g.row(op, [a, *args], out, opts=opts, d=d, f=f)

    def fails(op, args, kinds, opts=None):
        g.row(op, [a, *args], opts=opts, err=kinds, d=d, f=f)

    row("Flatten", [], x.ravel())
    row("Flatten", [], x.ravel("F"), {"order": "F"})
    row("Flatten", [], x.reshape(x.shape or (1,)), {"start_dim": -1})
    fails("Flatten", [], ["value"], {"order": "A"})
    fails("Flatten", [], INDEX, {"start_dim": 4})
    fails("Flatten", [], INDEX, {"end_dim": -4})
    s = x.shape
    if n == 0:
        row("PartialTensorToVec", [], x.reshape(1), {"skip_begin": 0})
        row("PartialVecToTensor", [ints()], x, {"skip_begin": 0})
        row("PartialVecToTensor", [ints(1, 1)], x.reshape(1, 1))
        row("PartialFold", [{"int": 0}, ints(1)], x.reshape(1), {"skip_begin": 0})
        row("Matricize", [ints()], x.reshape(1, 1))
        fails("PartialUnfold", [{"int": 0}], INDEX)
        fails("PartialTensorToVec", [], INDEX)
        fails("Unflatten", [{"int": 0}, ints(1)], INDEX)
        return
    row("Flatten", [], x.reshape(s[0], -1) if x.size else x.reshape(s[0], 12), {"start_dim": 1})
    row("Flatten", [], x.reshape(s[0] * 3, 4), {"end_dim": 1})
    row("Flatten", [], x.transpose(0, 2, 1).reshape(s[0], 12), {"start_dim": -2, "order": "F"})
    row("Flatten", [], x.transpose(1, 0, 2).reshape(s[0] * 3, 4), {"end_dim": -2, "order": "F"})
    row("Flatten", [], x, {"start_dim": 1, "end_dim": 1, "order": "F"})
    fails("Flatten", [], ["value"], {"start_dim": 2, "end_dim": 1})
    for dim, shape in ((2, (2, 2)), (-1, (1, 4, 1)), (1, (3,)), (1, (3, -1)), (2, (-1, 2)), (0, (1, s[0]))):
        out = list(s)
        known = [k for k in shape if k > 0]
        full = [s[dim] // int(np.prod(known)) if k == -1 else k for k in shape]
        i = dim % 3
        row("Unflatten", [{"int": dim}, ints(*shape)], x.reshape(out[:i] + full + out[i + 1:]))
    fails("Unflatten", [{"int": 3}, ints(2)], INDEX)
    fails("Unflatten", [{"int": 2}, ints(3)], ["shape", "value"])
    fails("Unflatten", [{"int": 2}, ints(-1, -1)], ["shape", "value"])
    fails("Unflatten", [{"int": 2}, ints()], ["shape", "value"])
    # tensorly leaves lengths to −1, which NumPy cannot tell where there are no elements, and reverses the axes that
    # stay at the back: those are reshaped here.
    for mode in (0, 1, -1):
        for begin, end in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (2, 0)):
            inner = 3 - begin - end
            if not -inner <= mode < inner:
                continue
            m = mode % inner
            moved = np.moveaxis(x, m + begin, begin)
            front, back = moved.shape[:begin], moved.shape[3 - end:] if end else ()
            middle = moved.shape[begin:3 - end]
            out = moved.reshape(front + (middle[0], int(np.prod(middle[1:], dtype=int))) + back)
            flat = moved.reshape(front + (int(np.prod(middle, dtype=int)),) + back)
            if x.size and end < 2:
                out, flat = base.partial_unfold(x, m, begin, end), base.partial_unfold(x, m, begin, end, ravel_tensors=True)
            o = {"skip_begin": begin, "skip_end": end}
            row("PartialUnfold", [{"int": mode}], out, o)
            row("PartialUnfold", [{"int": mode}], flat, {**o, "ravel_tensors": True})
            if end == 0:
                g.row("PartialFold", [A(np.ascontiguousarray(out)), {"int": mode}, ints(*s)], x, opts={"skip_begin": begin}, d=d, f=f)
                g.row("PartialFold", [A(np.ascontiguousarray(flat)), {"int": mode}, ints(*s)], x, opts={"skip_begin": begin}, d=d, f=f)
    row("PartialUnfold", [{"int": 0}], x.reshape(s[0], 3, 4))
    row("PartialFold", [{"int": 1}, ints(s[0], 4, 3)], np.moveaxis(x.reshape(s[0], 3, 4), 1, 2))
    for begin, end in ((0, 0), (1, 0), (1, 1), (0, 2), (3, 0), (1, 2)):
        middle = s[begin:3 - end]
        out = x.reshape(s[:begin] + (int(np.prod(middle, dtype=int)),) + (s[3 - end:] if end else ()))
        row("PartialTensorToVec", [], out, {"skip_begin": begin, "skip_end": end})
    row("PartialTensorToVec", [], x.reshape(s[0], 12))
    row("PartialVecToTensor", [ints(s[0], 2, 6)], x.reshape(s[0], 2, 6))
    row("PartialVecToTensor", [ints(s[0], 2, 6)], x.reshape(s[0], 2, 6), {"skip_begin": 2})
    for o in ({"skip_begin": -1}, {"skip_begin": 4}, {"skip_begin": 2, "skip_end": 2}):
        fails("PartialTensorToVec", [], ["value"], o)
        fails("PartialUnfold", [{"int": 0}], ["value"], o)
    fails("PartialUnfold", [{"int": 2}], INDEX)
    fails("PartialFold", [{"int": 2}, ints(*s)], INDEX)
    fails("PartialFold", [{"int": 0}, ints(s[0] + 1, 5, 3)], ["shape"])
    fails("PartialVecToTensor", [ints(s[0] + 1, 5, 3)], ["shape"])
    for rows_, columns in (((0,), (1, 2)), ((1, 0), (2,)), ((2,), (0, 1)), ((), (2, 0, 1)), ((2, 1, 0), ()), ((-1, 0), (1,))):
        out = x.transpose(rows_ + columns).reshape(int(np.prod([s[i] for i in rows_], dtype=int)), int(np.prod([s[i] for i in columns], dtype=int)))
        if x.size and min(rows_ + columns) >= 0:
            out = base.matricize(x, list(rows_), list(columns))
        row("Matricize", [ints(*rows_)], out, {"column_modes": list(columns)})
        if tuple(columns) == tuple(sorted(columns)):
            row("Matricize", [ints(*rows_)], out)
    fails("Matricize", [ints(3)], INDEX)
    fails("Matricize", [ints(0, 0)], INDEX)
    fails("Matricize", [ints(0)], INDEX, {"column_modes": [0, 1, 2]})
    fails("Matricize", [ints(0)], ["value"], {"column_modes": [1]})


def pads(g, d, f, a):
    x, n = a.val, a.val.ndim
    v = {"bool": S(True)}.get(d, S(7) if d in INTS else S(1.5))
    for w in ([[1, 2]], [[0, 1], [2, 0], [1, 3]], [[0, 0]]) if n else ([],):
        full = (w * n if len(w) == 1 else w) if n else []
        out = np.pad(x, full) if n else x
        g.row("ZeroPad", [a, {"pairs": w}], out, d=d, f=f)
        g.row("ConstantPad", [a, {"pairs": w}], out, d=d, f=f)
        out = np.pad(x, full, constant_values=operand(v, d)) if n else x
        g.row("ConstantPad", [a, {"pairs": w}], out, opts={"value": v}, d=d, f=f)
        g.row("ConstantPad", [a, {"pairs": w}], out, opts={"value": A(operand(v, d))}, d=d, f=f)
    for op in ("ZeroPad", "ConstantPad"):
        g.row(op, [a, {"pairs": [[-1, 0]]}], err=["value", "shape"], d=d)
        g.row(op, [a, {"pairs": [[1, 0], [1, 0]]}], err=["value", "shape"], d=d)
    g.row("ConstantPad", [a, {"pairs": [[1, 0]] if n else []}], opts={"value": A(build([1, 1], d))}, err=["shape"], d=d)


def strides(g, d, f, a):
    x = np.ascontiguousarray(a.val)
    size = x.itemsize
    def row(shape, steps):
        out = np.lib.stride_tricks.as_strided(x, shape, [s * size for s in steps]).copy()
        g.row("AsStrided", [a, ints(*shape), ints(*(s * size for s in steps))], out, d=d, f=f)

    def fails(shape, steps):
        g.row("AsStrided", [a, ints(*shape), ints(*steps)], err=["value"], d=d, f=f)

    if x.size:
        row((), ())
        row((1, 1), (5, 7))
        row((3,), (0,))
        fails((2,), (-size,))
    else:
        fails((1,), (size,))
    row((0,), (size,))
    row((3, 0), (7, -7))
    if x.size == 24:
        row((24,), (1,))
        row((22, 3), (1, 1))
        row((2, 3, 2), (12, 4, 2))
        row((4, 6), (1, 4))
        row((2, 2, 2, 4), (0, 12, 5, 1))
        row((6,), (4,))
        fails((25,), (size,))
        fails((4, 7), (size, 4 * size))
    if size > 1:
        fails((2,), (size + 1,))
    fails((2,), (size, size))
    g.row("AsStrided", [a, ints(-1), ints(size)], err=["shape", "value"], d=d, f=f)
    fails((2**30,), (2**61,))


def filled(x, v, wrap):
    z = np.array(x)
    np.fill_diagonal(z, v, wrap=wrap)
    return z


def diagonals(g, d, f, a):
    if a.val.ndim == 0:
        g.row("FillDiagonal", [a, S(1)], err=["shape"], d=d, f=f)
        return
    v = build(randoms(d, 7, "diagonal"), d)
    n = S(True) if d == "bool" else S(3)
    x = a.val
    if f == "contiguous":
        matrices = [A(x[0]), A(x[:, 0].T), A(x.reshape(-1, 2)), A(x.reshape(8, 3)), A(x.reshape(1, 24)), A(x[:, :2, :2]), A(x.reshape(24, 1))]
    else:  # a matrix in the form
        matrices = [form(f, build(randoms(d, 15, "fill"), d, (5, 3)))]
    for m in matrices:
        for wrap in (False, True):
            o = {"wrap": True} if wrap else {}
            g.row("FillDiagonal", [m, n], filled(m.val, operand(n, d), wrap), opts=o, d=d, f=f)
            for k in (1, 2, 7):
                g.row("FillDiagonal", [m, A(v[:k])], filled(m.val, v[:k], wrap), opts=o, d=d, f=f)
    if f == "contiguous":
        m = A(x[0])
        g.row("FillDiagonal", [m, A(v[:4].reshape(2, 2))], filled(m.val, v[:4], False), d=d)
        g.row("FillDiagonal", [m, A(v[:0])], err=["value", "shape"], d=d)
        g.row("FillDiagonal", [A(x), n], err=["shape", "value"], d=d)
        g.row("FillDiagonal", [A(x[0, 0]), n], err=["shape", "value"], d=d)
        g.row("FillDiagonal", [A(x[0]), A(build([1], "complex64"))], filled(x[0], build([1], d), False) if d in COMPLEX else None, err=None if d in COMPLEX else ["dtype"], d=d)


def chosen(g, d):
    if d not in INTS:
        for f in FORMS:
            a = form(f, build([0, 1, 1, 0, 1, 0], d, (2, 3)))
            g.row("Choose", [a, {"list": [A(a.val)]}], err=["dtype"], d=d, f=f)
        return
    rng = np.random.default_rng(5)
    base_ = rng.integers(0, 3, 12).astype(np_dtype(d)).reshape(3, 4)
    for f in FORMS:
        a = form(f, base_)
        for c in ALL if f == "contiguous" else ("float32", "int8"):
            choices = [A(build(randoms(c, 12, f"choice {i}"), c, (3, 4))) for i in range(3)]
            if f == "empty":
                choices = [A(x.base[:0]) for x in choices]
            vals = [x.val for x in choices]
            picked = lambda at: np.choose(at.astype(np.int64), [np.broadcast_to(v, np.broadcast_shapes(at.shape, v.shape)) for v in vals])
            g.row("Choose", [a, {"list": choices}], picked(a.val), d=d, f=f)
            for mode in ("raise", "wrap", "clip"):
                g.row("Choose", [a, {"list": choices}], picked(a.val), opts={"mode": mode}, d=d, f=f)
            if f == "contiguous":
                lo, hi = int_range(d)
                odd = build([lo, hi, 2, max(lo, -1), 3, 0, max(lo, -4), 100, 1, 4, 5, 6], d, (3, 4))
                at = np.array([int(v) % 3 for v in odd.ravel()]).reshape(3, 4)
                g.row("Choose", [A(odd), {"list": choices}], picked(at), opts={"mode": "wrap"}, d=d)
                at = np.array([min(max(int(v), 0), 2) for v in odd.ravel()]).reshape(3, 4)
                g.row("Choose", [A(odd), {"list": choices}], picked(at), opts={"mode": "clip"}, d=d)
                g.row("Choose", [A(odd), {"list": choices}], err=["index"], d=d)
                wide = [A(x.base[:1]) for x in choices]
                vals = [x.val for x in wide]
                g.row("Choose", [A(base_), {"list": wide}], picked(base_), d=d)
                g.row("Choose", [A(base_[:, 0]), {"list": choices}], err=["shape"], d=d)
    one = A(build([0], d, ()))
    g.row("Choose", [one, {"list": []}], err=["value", "shape"], d=d)
    g.row("Choose", [one, {"list": [A(build([1], "float32"))]}], opts={"mode": "fill"}, err=["value"], d=d)
    mixed_ = [A(mixed(t, "choose", 1)) for t in ("int8", "uint8", "float16")]
    c = common(*mixed_)
    g.row("Choose", [A(build([2], d, ())), {"list": mixed_}], cast(mixed_[2].val, c), d=d, f="mixed")


def sequences(g, d):
    x = build(randoms(d, 40, "sequences"), d, (5, 4, 2))
    for f in FORMS:
        if f == "zerod":
            a = form(f, x)
            g.row("PadSequence", [{"list": [a]}], err=["shape"], d=d, f=f)
            continue
        a = form(f, x)
        v = {"bool": S(True)}.get(d, S(7) if d in INTS else S(1.5))
        for list_ in ([a], [A(x[:2]), a, A(x[1:4])], [A(x[:0]), A(x[:1]), a]):
            longest = max(s.val.shape[0] for s in list_)
            for o in ({}, {"batch_first": True}, {"padding_value": v}, {"padding_value": A(operand(v, d)), "batch_first": True}):
                fill = operand(v, d) if "padding_value" in o else build([0], d, ())
                out = np.broadcast_to(fill, (len(list_), longest, 4, 2)).copy()
                for i, s in enumerate(list_):
                    out[i, :s.val.shape[0]] = s.val
                g.row("PadSequence", [{"list": list_}], out if o.get("batch_first") else out.swapaxes(0, 1), opts=o, d=d, f=f)
    g.row("PadSequence", [{"list": []}], err=["value", "shape"], d=d)
    g.row("PadSequence", [{"list": [A(x), A(x[:, 0])]}], err=["shape"], d=d)
    g.row("PadSequence", [{"list": [A(x), A(x[:, :3])]}], err=["shape"], d=d)
    g.row("PadSequence", [{"list": [A(x)]}], opts={"padding_value": A(build([1, 1], d))}, err=["shape"], d=d)
    line = A(x[:, 0, 0])
    g.row("PadSequence", [{"list": [line, A(x[:2, 0, 0])]}], np.stack([line.val, np.concatenate([line.val[:2], build([0] * 3, d)])], 1), d=d)


def equal(x, y):
    return bool(np.all(x == y))


def consecutive(g, d):
    few = build([0, 0, 1, 1, 1, 0, 1, 1], d)
    if d in INEXACT:
        few[5:7] = build([nan, nan] if d in FLOATS else [complex(nan, 1), complex(nan, 1)], d)
    cube = build([0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0], d, (3, 4, 2))

    def unique(a, axis=None):
        x = a.val
        rows_ = list(x.ravel()) if axis is None else list(np.moveaxis(x, axis, 0))
        first, at = [], []
        for i, r in enumerate(rows_):
            if i == 0 or not equal(r, rows_[i - 1]):
                first.append(i)
            at.append(len(first) - 1)
        counts = np.diff(first + [len(rows_)]) if first else np.zeros(0, int)
        if axis is None:
            return x.ravel()[np.array(first, int)], np.array(at, np.int64).reshape(x.shape), counts.astype(np.int64)
        return np.take(x, np.array(first, int), axis), np.array(at, np.int64), counts.astype(np.int64)

    for f in FORMS:
        for base_ in (few, cube):
            a = form(f, base_)
            g.row("UniqueConsecutive", [a], unique(a), d=d, f=f)
            for axis in (0, 1, -1) if a.val.ndim == 3 else (0,) if a.val.ndim else ():
                g.row("UniqueConsecutive", [a], unique(a, axis), opts={"axis": axis}, d=d, f=f)
    g.row("UniqueConsecutive", [A(cube)], opts={"axis": 3}, err=INDEX, d=d)
    line = build([0, 0, 1, 0, 1, 0], d)
    nans = line.copy()
    if d in FLOATS:
        nans[0] = nan
        nans[1] = -0.0
    for f in FORMS:
        a = form(f, line)
        if f == "zerod":
            g.row("TrimZeros", [a], err=["shape"], d=d, f=f)
            continue
        for base_ in (line, nans, line[:2], line[2:3]):
            a = form(f, base_)
            if a.val.size == 0 and f != "empty":
                continue
            g.row("TrimZeros", [a], np.trim_zeros(a.val), d=d, f=f)
            for trim in ("f", "b", "fb"):
                g.row("TrimZeros", [a], np.trim_zeros(a.val, trim), opts={"trim": trim}, d=d, f=f)
    g.row("TrimZeros", [A(line)], opts={"trim": "x"}, err=["value"], d=d)
    g.row("TrimZeros", [A(cube)], err=["shape"], d=d)


MODES = ["replace", "sum", "mul", "amin", "amax", "mean", "min", "max"]


def put(g, d):
    cube = build(small(d, 24, "put"), d, (2, 3, 4))

    def expected(x, at, v, axis, mode):
        """The result, and what may be wrong of it, by lists of what each element is made of."""
        lines, axis = list(x.shape), axis % x.ndim
        lines[axis] = at.shape[axis]
        dims = np.broadcast_shapes(tuple(lines), at.shape)
        at, v = np.broadcast_to(at, dims), np.broadcast_to(v, dims)
        parts = {i: [e] for i, e in zip(np.ndindex(x.shape), values(np.ascontiguousarray(x)))}
        for i, e in zip(np.ndindex(dims), values(np.ascontiguousarray(v))):
            j = tuple(k if s > 1 or n == axis else 0 for n, (k, s) in enumerate(zip(i, x.shape)))
            parts[j[:axis] + (int(at[i]) % x.shape[axis],) + j[axis + 1:]].append(e)
        res = []
        for l in parts.values():
            if len(l) == 1 or mode == "replace":
                res.append((l[-1], [0, 0] if d in PART else 0, [0.0, 0.0] if d in PART else 0.0))
            elif d == "bool":
                res.append(((any if mode in ("sum", "amax", "max") else all)(l), 0, 0.0))
            elif mode in ("amin", "amax", "min", "max"):
                res.append((*extreme("max" in mode)(l, d), 0.0))
            elif mode == "mean" and d in INTS:
                res.append((sum(map(int, l)) // len(l), 0, 0.0))
            else:
                res.append({"sum": total, "mul": product, "mean": mean}[mode](l, d))
        k = 2 if d in PART else 1
        flat = lambda i: [w for r in res for w in (r[i] if isinstance(r[i], list) else [r[i]] * k)]
        exact = d in INTS or d == "bool" or mode in ("replace", "amin", "amax", "min", "max")
        return build([r[0] for r in res], d, x.shape), flat(1), None if exact else flat(2), 0 if exact else 1

    def row(a, at, v, axis, mode, f):
        o = {"mode": mode} if mode != "replace" or f == "strided" else {}
        if mode in ("amin", "amax", "min", "max") and d in PART or mode == "mean" and d == "bool":
            g.row("PutAlongAxis", [a, at, v, {"int": axis}], opts=o, err=["dtype"], d=d, f=f)
            return
        val = operand(v, d) if isinstance(v, S) else cast(v.val, d)
        out, mask, slack, tol = expected(a.val, at.val, val, axis, mode)
        g.row("PutAlongAxis", [a, at, v, {"int": axis}], out, opts=o, d=d, f=f, mask=mask, slack=slack, tol=tol)

    for f in FORMS:
        a = form(f, cube)
        if f == "zerod":
            g.row("PutAlongAxis", [a, S(0), S(1 if d != "bool" else True), {"int": 0}], err=INDEX, d=d, f=f)
            continue
        for axis in (0, 1, -1):
            n = a.val.shape[axis]
            dims = list(a.val.shape)
            dims[axis] = 5 if n else 0
            size = int(np.prod(dims))
            at = A((np.arange(size) * 7 % 11 % max(n, 1)).astype(np.int64).reshape(dims))
            v = A(build(small(d, 60, "values")[:size], d, dims))
            for mode in MODES if a.val.size else MODES[:1]:
                row(a, at, v, axis, mode, f)
        if f == "contiguous":
            signed = A(np.array([[[-1, 0, 1, -2, -4]]], np.int8))
            thin = A(np.array([[[1], [0], [1]]], np.int32))
            one = S(True) if d == "bool" else S(3)
            for mode in MODES:
                row(a, signed, A(build(small(d, 5, "line"), d)), 2, mode, f)
                row(a, thin, one, 0, mode, f)
                row(A(cube[:1]), A(np.zeros((2, 3, 4), np.uint8)), A(build(small(d, 24, "two"), d, (2, 3, 4))), 0, mode, f)
            for bad in (A(np.array([[[2]]])), A(np.array([[[-3]]]))):
                for mode in ("replace", "sum", "mul"):
                    g.row("PutAlongAxis", [a, bad, one, {"int": 0}], opts={"mode": mode}, err=["index"], d=d)
            g.row("PutAlongAxis", [a, A(np.array([0])), one, {"int": 0}], err=["shape"], d=d)
            g.row("PutAlongAxis", [a, A(np.zeros((2, 2, 4), int)), one, {"int": 0}], err=["shape"], d=d)
            g.row("PutAlongAxis", [a, thin, A(cube), {"int": 0}], err=["shape"], d=d)
            g.row("PutAlongAxis", [a, thin, one, {"int": 3}], err=INDEX, d=d)
            g.row("PutAlongAxis", [a, A(build([0], "float32", (1, 1, 1))), one, {"int": 0}], err=["dtype"], d=d)
            g.row("PutAlongAxis", [a, thin, one, {"int": 0}], opts={"mode": "multiply"}, err=["value"], d=d)
            if d not in COMPLEX:
                g.row("PutAlongAxis", [a, thin, A(build([1], "complex64", ())), {"int": 0}], err=["dtype"], d=d)


def promoted(g):
    """Joins of two dtypes."""
    for n, d1 in enumerate(ALL):
        for m, d2 in enumerate(ALL):
            if (n + m) % 4:
                continue
            c = promote(d1, d2)
            x, y = mixed(d1, "join", 1), mixed(d2, "join", 2)
            args = [{"list": [A(x), A(y)]}]
            vs = [cast(x, c), cast(y, c)]
            g.row("HStack", args, np.hstack(vs), d=c, f="mixed")
            g.row("VStack", args, np.vstack(vs), d=c, f="mixed")
            g.row("DStack", args, np.dstack(vs), d=c, f="mixed")
            g.row("ColumnStack", args, np.column_stack(vs), d=c, f="mixed")
            g.row("PadSequence", args, np.stack(vs, 1), d=c, f="mixed")
            g.row("ConcatFromSequence", args, np.concatenate(vs), d=c, f="mixed")
            g.row("Atleast2D", [A(x), A(y)], (np.atleast_2d(x), np.atleast_2d(y)), d=d1, f="mixed")
