"""Rows of the group indexing. GetItem and SetItem are x[key] and x[key] = v, whose
expected values are NumPy's indexing."""
import numpy as np

from .core import *
from .elementwise import randoms

I = lambda v: {"i": v}
SL = lambda *v: {"sl": list(v) + [None] * (3 - len(v))}
ELL, NEW = {"ell": True}, {"new": True}
AR = lambda v, d="int64": {"arr": A(build(np.ravel(v).tolist(), d, np.shape(v)))}


def key(items):
    out = []
    for it in items:
        if "i" in it:
            out.append(it["i"])
        elif "sl" in it:
            out.append(slice(*it["sl"]))
        elif "ell" in it:
            out.append(Ellipsis)
        elif "new" in it:
            out.append(None)
        else:
            out.append(it["arr"].val)
    return tuple(out)


BASIC = [[], [I(1)], [I(-1)], [I(0), I(2)], [I(1), I(-1), I(3)], [SL(None, None, 2)], [SL(1, None)], [SL(None, -1)], [SL(None, None, -1)], [SL(2, 0, -1)],
         [SL(0, 0)], [SL(5, 9)], [SL(-100, 100)], [SL(), SL(None, None, -2)], [SL(), I(1)], [SL(), SL(), SL(1, None, 2)], [ELL, I(0)], [ELL], [I(0), ELL, SL(None, None, -1)],
         [NEW], [SL(), NEW, I(1)], [ELL, NEW], [NEW, I(1), ELL, NEW, SL(1, 3)], [SL(), SL(3, 0, -2), SL(3, None, -3)]]
BASIC_BAD = [[I(2)], [I(-3)], [I(0), I(3)], [I(0), I(0), I(0), I(0)], [SL(None, None, 0)], [ELL, ELL]]
ADVANCED = [[AR([1, 0, 1])], [AR([-1, 0])], [AR([[0, 1], [1, 1]])], [SL(), AR([2, 0, 2, 1])], [ELL, AR([3, -4])], [AR([0, 1]), AR([2, 0])], [AR([[0], [1]]), AR([0, 2])],
            [SL(), AR([0, 1]), AR([3, 3])], [AR([0, 1]), SL(), AR([1, 2])], [AR([0, 1]), I(1)], [I(1), AR([0, 2]), SL(None, None, 2)], [SL(None, None, -1), AR([1])],
            [NEW, AR([1, 0])], [AR([0, 1]), NEW, AR([1, 2])], [AR([1, 0], "uint8")], [AR([1, -1], "int8")], [AR(np.zeros((0,), int))], [AR(1)],
            [AR([True, False], "bool")], [SL(), AR([True, False, True], "bool")], [ELL, AR([False, True, True, False], "bool")],
            [AR([[True, False, True], [False, True, True]], "bool")], [AR([False, False], "bool")], [AR([True, True], "bool"), AR([0, 2])],
            [AR([[True, False, True], [False, True, True]], "bool"), I(1)], [AR([[True, False, True], [False, True, True]], "bool"), SL(1, 3)],
            [AR([], "bool")], [AR([[], []], "bool")], [SL(), AR([], "bool")]]
ADVANCED_BAD = [[AR([2])], [AR([-3, 0])], [SL(), AR([0, 3])], [AR([0, 1]), AR([0, 1, 2])], [AR([True, False, True], "bool")], [AR([0.0, 1.0], "float32")]]


def rows(g):
    for d in ALL:
        cube = build(randoms(d, 24, "index"), d, (2, 3, 4))
        kinds = [("contiguous", BASIC + ADVANCED)] + [(f, BASIC[1::3] + ADVANCED[::3]) for f in ("strided", "reversed", "transposed", "broadcast")]
        for f, keys in kinds:
            a = form(f, cube)
            for k in keys:
                g.row("GetItem", [a, {"index": k}], a.val[key(k)], d=d, f=f)
        g.row("GetItem", [form("zerod", cube), {"index": []}], form("zerod", cube).val, d=d, f="zerod")
        g.row("GetItem", [form("zerod", cube), {"index": [NEW, ELL]}], form("zerod", cube).val[None], d=d, f="zerod")
        g.row("GetItem", [form("empty", cube), {"index": [SL(), I(1)]}], cube[:0, 1], d=d, f="empty")
        for k in BASIC_BAD + ADVANCED_BAD:
            g.row("GetItem", [A(cube), {"index": k}], err=["index", "value", "shape"] + (["dtype"] if k is ADVANCED_BAD[-1] else []), d=d)
        for n, k in enumerate(BASIC + ADVANCED):
            part = cube[key(k)]
            vals = build(randoms(d, max(part.size, 1), "set")[: part.size], d, part.shape)
            options = [A(vals)]
            if part.ndim:
                options.append(A(vals[:1]))
            if n % 3 == 0:
                options += [S({"bool": True}.get(d, 7 if d in NUMERIC else True)), A(build(randoms(d, 1, "one"), d, ()))]
                if d in INEXACT:
                    options += [S(0.1), A(build([3], "int8", ()))]
            for v in options:
                x = cube.copy()
                val = cast(v.val, d) if isinstance(v, A) else operand(v, d)
                try:
                    x[key(k)] = val
                except ValueError:
                    continue
                named_twice = any("arr" in it and it["arr"].dtype != "bool" and len(set((it["arr"].val % 12).ravel().tolist())) < it["arr"].val.size for it in k)
                g.row("SetItem", [A(cube), {"index": k}, v], x, d=d, f="contiguous", why="of elements named twice the last value stays" if named_twice else None)
        for f in ("strided", "reversed", "transposed"):
            a = form(f, cube)
            for k in BASIC[1::4] + ADVANCED[1::4]:
                x = np.array(a.val)
                v = np.array(a.val[key(k)])[..., ::-1] if a.val[key(k)].ndim else np.array(cube[0, 0, 0])
                x[key(k)] = v
                g.row("SetItem", [a, {"index": k}, A(v)], x, d=d, f=f)
        for k in (BASIC_BAD + ADVANCED_BAD)[:-1]:
            g.row("SetItem", [A(cube), {"index": k}, A(cube[0, 0, 0].reshape(()))], err=["index", "value", "shape"], d=d)
        g.row("SetItem", [A(cube), {"index": [I(0)]}, A(cube[:, :2])], err=["shape", "value"], d=d, why="the value does not broadcast to what is written")
        if is_int(d) or d == "bool":
            g.row("SetItem", [A(cube), {"index": [I(0)]}, S(2.5)], err=["dtype"], d=d)
        if is_int(d) and d != "int64":
            g.row("SetItem", [A(cube), {"index": [I(0)]}, S(int_range(d)[1] + 1) if bits(d) < 64 else S(-1)], err=["value"], d=d)

        # Take
        line = build(randoms(d, 7, "line"), d)
        for f in FORMS[:5]:
            a = form(f, cube)
            for ax in (0, 1, 2, -1, -3):
                idx = np.array([1, 0, -1, 1, -2])
                i = form("strided", idx) if f == "strided" else A(idx)
                g.row("Take", [a, i], np.take(a.val, idx, ax), opts={"axis": ax}, d=d, f=f)
            i2 = A(np.array([[0, 1, 1], [-1, 0, 0]], np.int32))
            g.row("Take", [a, i2], np.take(a.val, i2.val, 1), opts={"axis": 1}, d=d, f=f)
        for f in ("contiguous", "strided", "reversed"):
            a = form(f, line)
            for t in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
                idx = build([6, 0, 3, 3], t)
                g.row("Take", [a, A(idx)], a.val[idx], d=d, f=f)
        g.row("Take", [A(line), A(np.array(2))], line[2], d=d, f="zerod")
        g.row("Take", [form("zerod", line), A(np.array([0]))], err=["shape", "index", "value"], d=d, f="zerod")
        g.row("Take", [A(line), A(np.zeros((0,), np.int64))], line[:0], d=d, f="empty")
        g.row("Take", [A(line[:0]), A(np.array([0]))], err=["index"], d=d, f="empty")
        g.row("Take", [A(line), A(np.array([7]))], err=["index"], d=d)
        g.row("Take", [A(line), A(np.array([0, -8]))], err=["index"], d=d)
        g.row("Take", [A(cube), A(np.array([0]))], err=["value", "shape", "index"], d=d, why="an axis is needed for several dimensions")
        g.row("Take", [A(cube), A(np.array([0]))], opts={"axis": 3}, err=["index", "shape"], d=d)
        g.row("Take", [A(line), A(np.array([0.0]))], err=["dtype"], d=d)
        g.row("Take", [A(line), A(np.array([True]))], err=["dtype"], d=d, why="a bool is no index")

        taken_anywhere(g, d, cube, line)

        # TakeAlongAxis
        for f in FORMS[:5]:
            a = form(f, cube)
            for ax in (None, 0, 1, -1):
                axis = -1 if ax is None else ax
                n = a.val.shape[axis]
                shape = list(a.val.shape)
                shape[axis] = 3
                idx = (np.arange(np.prod(shape)) * 7 % n).reshape(shape)
                idx = np.where(idx % 2 == 0, idx, idx - n).astype(np.int64)
                o = {} if ax is None else {"axis": ax}
                g.row("TakeAlongAxis", [a, form("transposed", idx) if f == "transposed" else A(idx)], np.take_along_axis(a.val, idx, axis), opts=o, d=d, f=f)
        idx = np.array([[[0, 2, 1]]])
        g.row("TakeAlongAxis", [A(cube), A(idx)], np.take_along_axis(cube, np.broadcast_to(idx, (2, 3, 3)), -1), d=d, f="broadcast", why="the other axes broadcast")
        idx = np.array([[[1, 0, 2, 1]], [[2, 2, 0, 0]]])
        g.row("TakeAlongAxis", [A(cube[:1]), A(idx)], np.take_along_axis(np.broadcast_to(cube[:1], (2, 3, 4)), idx, 1), opts={"axis": 1}, d=d, f="broadcast", why="x broadcasts too")
        g.row("TakeAlongAxis", [form("empty", cube), A(np.zeros((0, 3, 2), np.int64))], cube[:0, :, :2], d=d, f="empty")
        g.row("TakeAlongAxis", [form("zerod", cube), A(np.array(0))], err=["shape", "index"], d=d, f="zerod")
        g.row("TakeAlongAxis", [A(cube), A(np.array([[[4]]]))], err=["index"], d=d)
        g.row("TakeAlongAxis", [A(cube), A(np.array([0]))], err=["shape"], d=d)
    from . import scatters

    scatters.rows(g)


def filled(x, idx, axis, value):
    """x at indices, with the value for those out of range: they are that of one element more."""
    n = x.shape[axis]
    more = np.concatenate([x, np.full_like(np.take(np.zeros_like(x, shape=[max(m, 1) for m in x.shape]), [0], axis), value)], axis)
    idx = np.array([v + n if -n <= v < 0 else v if 0 <= v < n else n for v in idx.ravel().tolist()], np.int64).reshape(idx.shape)
    return np.take(more, idx, axis)


def taken_anywhere(g, d, cube, line):
    missing = True if d == "bool" else np.nan if d in INEXACT else int_range(d)[0 if d.startswith("int") else 1]
    other = True if d == "bool" else 3
    for f in FORMS[:5]:
        a = form(f, cube)
        for ax in (0, 1, -1):
            idx = np.array([[1, 0, -1], [7, -5, 2]])
            i = form("strided", idx) if f == "strided" else A(idx)
            for mode in ("wrap", "clip"):
                g.row("Take", [a, i], np.take(a.val, idx, ax, mode=mode), opts={"axis": ax, "mode": mode}, d=d, f=f)
            g.row("Take", [a, i], filled(a.val, idx, ax, missing), opts={"axis": ax, "mode": "fill"}, d=d, f=f)
            g.row("Take", [a, i], filled(a.val, idx, ax, other), opts={"axis": ax, "mode": "fill", "fill_value": S(other)}, d=d, f=f)
    for t in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
        lo, hi = int_range(t)
        i = A(build([6, lo, 3, hi, 7, 0, max(lo, -7), max(lo, -8)], t))
        at = np.array([int(v) % 7 for v in i.val])
        g.row("Take", [A(line), i], line[at], opts={"mode": "wrap"}, d=d)
        at = np.array([min(max(int(v), 0), 6) for v in i.val])
        g.row("Take", [A(line), i], line[at], opts={"mode": "clip"}, d=d)
        g.row("Take", [A(line), i], filled(line, i.val, 0, missing), opts={"mode": "fill"}, d=d)
    value = A(build([0], d, ()))
    for v in (2, -8):
        g.row("Take", [A(line), A(np.array(v))], filled(line, np.array(v), 0, value.val), opts={"mode": "fill", "fill_value": value}, d=d, f="zerod")
    g.row("Take", [A(line), A(np.array(6))], line[6], opts={"mode": "raise"}, d=d, f="zerod")
    none = A(np.zeros((0,), np.int64))
    for mode in ("wrap", "clip", "fill"):
        g.row("Take", [A(line[:0]), none], line[:0], opts={"mode": mode}, d=d, f="empty")
        g.row("Take", [A(cube[:, :0]), none], np.take(cube, none.val, 1), opts={"axis": 1, "mode": mode}, d=d, f="empty")
        if mode != "fill":
            g.row("Take", [A(line[:0]), A(np.array([0]))], opts={"mode": mode}, err=["index"], d=d, f="empty")
        g.row("Take", [A(cube), A(np.array([0]))], opts={"mode": mode}, err=["value", "shape", "index"], d=d, why="an axis is needed for several dimensions")
        g.row("Take", [A(line), A(np.array([0.0]))], opts={"mode": mode}, err=["dtype"], d=d)
    g.row("Take", [A(line[:0]), A(np.array([0, -1]))], filled(line[:0], np.array([0, -1]), 0, missing), opts={"mode": "fill"}, d=d, f="empty", why="there is no element")
    for mode in ("raise", "wrap", "clip"):
        g.row("Take", [A(line), A(np.array([0]))], opts={"mode": mode, "fill_value": S(other)}, err=["value"], d=d, why="a value to fill with for a mode that fills nothing")
    g.row("Take", [A(line), A(np.array([0]))], opts={"mode": "edge"}, err=["value"], d=d)
    g.row("Take", [A(line), A(np.array([0]))], opts={"mode": "fill", "fill_value": A(line[:2])}, err=["shape"], d=d)
    g.row("Take", [A(line), A(np.array([7]))], opts={"mode": "raise"}, err=["index"], d=d)
    if d in INTS or d == "bool":
        g.row("Take", [A(line), A(np.array([0]))], opts={"mode": "fill", "fill_value": S(0.5)}, err=["dtype"], d=d)
