"""Rows of the products of tensors, in the group linalg: NumPy and tensorly compute them of small whole numbers, which is exact."""
import numpy as np
from tensorly import tenalg

from .core import *


def whole(d, dims, seed):
    """Small whole numbers of dtype d, and the same as NumPy computes with them exactly."""
    r = np.random.default_rng(seed)
    lo = 0 if d in UINTS or d == "bool" else -3
    x = r.integers(lo, 2 if d == "bool" else 4, dims)
    if d in PART:
        x = x + 1j * r.integers(-2, 3, dims)
    return build(x.ravel().tolist(), d, dims)


def exactly(x, d):
    return np.array(values(np.ascontiguousarray(x)), np.complex128 if d in PART else np.float64 if d in FLOATS else np.int64).reshape(x.shape)


def rows(g):
    for d in NUMERIC:
        a, b = whole(d, (2, 3, 3), 1), whole(d, (2, 3, 3), 2)
        out = lambda z: build(np.asarray(z).ravel().tolist(), d, np.shape(z))
        def row(op, args, z, f=None):
            z = out(z)
            g.row(op, args, z, d=d, f=f, tol=2 if d in INEXACT else 0, mask=[1] * (z.size * (2 if d in PART else 1)) if d in INEXACT else None)

        for f in FORMS:
            x, y = form(f, a), form(f, b)
            ex, ey = exactly(x.val, d), exactly(y.val, d)
            row("Inner", [x, y], np.inner(ex, ey), f)
            row("Dot", [x, y], np.dot(ex, ey), f)
            few = A(b[0, 0])
            if f != "zerod":
                row("Inner", [x, few], np.inner(ex, exactly(few.val, d)), f)
                row("Dot", [x, few], np.dot(ex, exactly(few.val, d)), f)
                matrix = A(b[1])
                row("Dot", [x, matrix], np.dot(ex, exactly(matrix.val, d)), f)
                w = ex
                skew = np.zeros(w.shape + (3,), w.dtype)
                skew[..., 0, 1], skew[..., 0, 2], skew[..., 1, 2] = -w[..., 2], w[..., 1], -w[..., 0]
                skew[..., 1, 0], skew[..., 2, 0], skew[..., 2, 1] = w[..., 2], -w[..., 1], w[..., 0]
                if w.size:
                    assert np.allclose(skew @ np.ones(3), np.cross(w, np.ones(3)))
                row("VectorToSkewSymmetricMatrix", [x], skew, f)
            else:
                g.row("VectorToSkewSymmetricMatrix", [x], err=["shape"], d=d, f=f)
                row("Inner", [x, A(b)], np.inner(ex, exactly(b, d)), f)
                row("Dot", [x, A(b)], np.dot(ex, exactly(b, d)), f)
                row("Dot", [A(b), x], np.dot(exactly(b, d), ex), f)
                row("Dot", [x, few], ex * exactly(few.val, d), f)
            if f != "zerod":
                for list_ in ([x], [x, y], [x, A(b[:x.val.shape[0], 0, 0]), y]):
                    row("BatchedOuter", [{"list": list_}], tenalg.batched_outer([exactly(v.val, d) for v in list_]), f)
        modes(g, d, a, b, out)
        g.row("Inner", [A(a), A(b[0, :, :2])], err=["shape"], d=d)
        g.row("Dot", [A(a), A(b[0, :2])], err=["shape"], d=d)
        g.row("BatchedOuter", [{"list": []}], err=["value", "shape"], d=d)
        g.row("BatchedOuter", [{"list": [A(a), A(b[:1])]}], err=["shape"], d=d)
        g.row("BatchedOuter", [{"list": [A(a[0, 0, 0])]}], err=["shape"], d=d)
        g.row("VectorToSkewSymmetricMatrix", [A(a[..., :2])], err=["shape"], d=d)
    for d in ALL:
        x = whole(d, (4, 2), 3)
        to = d if d in INEXACT else "float32"
        for f in FORMS:
            a = form(f, x)
            if f == "zerod":
                g.row("HigherOrderMoment", [a, {"int": 1}], err=["shape"], d=d, f=f)
                continue
            e = exactly(a.val, d)
            for order in (1, 2, 3):
                if e.size:
                    z = np.einsum({1: "ni->i", 2: "ni,nj->ij", 3: "ni,nj,nk->ijk"}[order], *[e] * order) / len(e)  # tensorly 0.9 fails above order 1
                else:
                    z = np.full((2,) * order, complex(nan, nan) if d in PART else nan)
                g.row("HigherOrderMoment", [a, {"int": order}], build(z.ravel().tolist(), to, z.shape), d=d, f=f, tol=2)
        line = A(x[:, 0])
        e = exactly(line.val, d)
        for order in (1, 4, 5):
            z = np.mean(e.astype(np.complex128 if d in PART else np.float64) ** order)
            g.row("HigherOrderMoment", [line, {"int": order}], build([z], to, ()), d=d, tol=4, mask=[1] * (2 if d in PART else 1), slack=[64 * eps(to) * 16] * (2 if d in PART else 1))
        g.row("HigherOrderMoment", [A(x), {"int": 0}], err=["value"], d=d)
        g.row("HigherOrderMoment", [A(x), {"int": 70}], err=["shape", "value"], d=d)


def modes(g, d, a, b, out):
    """Of the axes of tensors, and of several matrices."""
    kw = dict(d=d, tol=2 if d in INEXACT else 0)

    def emit(op, args, z, **more):  # the sign of a sum that is zero is open
        g.row(op, args, z, mask=[1] * (z.size * (2 if d in PART else 1)) if d in INEXACT else None, **more)

    m, v = A(b[0, :2]), A(b[1, 0])
    em, ev = exactly(m.val, d), exactly(v.val, d)
    two = A(b[:, 1, 0])
    for f in FORMS:
        x = form(f, a)
        e = exactly(x.val, d)
        if f == "zerod":
            g.row("ModeDot", [x, m, {"int": 0}], err=["index"], d=d, f=f)
            emit("MultiModeDot", [x, {"list": []}], out(e), f=f, **kw)
            emit("GeneralInnerProduct", [x, A(b[0, 0, 0])], out(e * exactly(b[0, 0, 0], d)), f=f, **kw)
            continue
        for mode in (1, 2, -1):
            z = np.moveaxis(np.tensordot(e, em, (mode, 1)), -1, mode)
            if e.size:
                assert np.array_equal(z, tenalg.mode_dot(e, em, mode % 3))
            emit("ModeDot", [x, m, {"int": mode}], out(z), f=f, **kw)
            emit("ModeDot", [x, A(np.ascontiguousarray(b[0, :2].T)), {"int": mode}], out(np.moveaxis(np.tensordot(e, em.conj(), (mode, 1)), -1, mode)), opts={"transpose": True}, f=f, **kw)
            emit("ModeDot", [x, v, {"int": mode}], out(np.tensordot(e, ev, (mode, 0))), f=f, **kw)
        k = x.val.shape[0]
        first = A(b[:, :k, 0])
        ef = exactly(first.val, d)
        for list_, at, skip in (([first, m], None, None), ([m, first], [1, 0], None), ([v, m], [1, 2], None), ([v, m], [-1, 1], None), ([first, v, m], None, [1]), ([first, v, m], [0, 1, 2], [0, -1]), ([], None, None)):
            z, left = e, [0, 1, 2]
            for i, w in enumerate(list_):
                if skip and i in [s % len(list_) for s in skip]:
                    continue
                axis = (at[i] if at else i) % 3
                n = left.index(axis)
                ew = exactly(w.val, d)
                z = np.tensordot(z, ew, (n, ew.ndim - 1))
                if ew.ndim == 2:
                    z = np.moveaxis(z, -1, n)
                else:
                    left.remove(axis)
            o = {**({"modes": at} if at else {}), **({"skip": skip} if skip else {})}
            emit("MultiModeDot", [x, {"list": list_}], out(z), opts=o, f=f, **kw)
        if e.size:
            z = tenalg.multi_mode_dot(e, [ef, ev], modes=[0, 2])
            emit("MultiModeDot", [x, {"list": [first, v]}], out(z), opts={"modes": [0, 2]}, f=f, **kw)
            z = tenalg.multi_mode_dot(e, [em.conj(), em.conj()], modes=[1, 2])
            t = A(np.ascontiguousarray(b[0, :2].T))
            emit("MultiModeDot", [x, {"list": [t, t]}], out(z), opts={"modes": [1, 2], "transpose": True}, f=f, **kw)
        y = A(np.ascontiguousarray(b[:k]))
        ey = exactly(y.val, d)
        emit("GeneralInnerProduct", [x, y], out(np.sum(e * ey)), f=f, **kw)
        w = A(b[1])
        for n, y in ((0, v), (1, A(b[0])), (2, A(b[0]))):
            emit("GeneralInnerProduct", [x, y], out(np.tensordot(e, exactly(y.val, d), n)), opts={"n_modes": n}, f=f, **kw)
    e0, e1, e2 = (exactly(x, d) for x in (b[0, :2], b[1, :1], b[0, 1:, :2]))
    list_ = [A(b[0, :2]), A(b[1, :1]), form("transposed", b[0, 1:, :2])]
    for o in ({}, {"reverse": True}, {"skip_matrix": 1}, {"skip_matrix": -1, "reverse": True}):
        kept = [x for i, x in enumerate((e0, e1, e2)) if "skip_matrix" not in o or i != o["skip_matrix"] % 3]
        z = tenalg.kronecker(kept, reverse=o.get("reverse", False))
        emit("Kronecker", [{"list": list_}], out(z), opts=o, f="transposed", **kw)
    emit("Kronecker", [{"list": list_[:1]}], out(e0), f="contiguous", **kw)
    g.row("Kronecker", [{"list": []}], err=["value"], d=d)
    g.row("Kronecker", [{"list": list_}], opts={"skip_matrix": 3}, err=["index"], d=d)
    g.row("Kronecker", [{"list": list_[:1]}], opts={"skip_matrix": 0}, err=["value"], d=d)
    g.row("Kronecker", [{"list": [A(a)]}], err=["shape"], d=d)
    list_ = [A(b[0, :2]), form("transposed", b[1]), A(b[1, :1])]
    columns = [exactly(x.val, d) for x in list_]
    for o in ({}, {"skip_matrix": 0}, {"skip_matrix": -1}):
        kept = [x for i, x in enumerate(columns) if "skip_matrix" not in o or i != o["skip_matrix"] % 3]
        emit("KhatriRao", [{"list": list_}], out(tenalg.khatri_rao(kept)), opts=o, f="transposed", **kw)
    emit("KhatriRao", [{"list": list_[:1]}], out(columns[0]), f="contiguous", **kw)
    emit("KhatriRao", [{"list": [v, two]}], out(tenalg.khatri_rao([ev.reshape(-1, 1), exactly(two.val, d).reshape(-1, 1)])), f="contiguous", **kw)
    emit("KhatriRao", [{"list": [A(b[0]), A(b[1, :0])]}], out(np.zeros((0, 3))), f="empty", **kw)
    g.row("KhatriRao", [{"list": []}], err=["value"], d=d)
    g.row("KhatriRao", [{"list": list_}], opts={"skip_matrix": 3}, err=["index"], d=d)
    g.row("KhatriRao", [{"list": list_[:1]}], opts={"skip_matrix": 0}, err=["value"], d=d)
    g.row("KhatriRao", [{"list": [A(b[0]), A(b[0, :, :2])]}], err=["shape"], d=d)
    g.row("KhatriRao", [{"list": [A(a)]}], err=["shape"], d=d)
    g.row("ModeDot", [A(a), m, {"int": 0}], err=["shape"], d=d)
    g.row("ModeDot", [A(a), m, {"int": 3}], err=["index"], d=d)
    g.row("ModeDot", [A(a), A(a), {"int": 1}], err=["shape"], d=d)
    g.row("MultiModeDot", [A(a), {"list": [m]}], opts={"modes": [1, 2]}, err=["value"], d=d)
    g.row("MultiModeDot", [A(a), {"list": [v, v]}], opts={"modes": [1, 1]}, err=["index"], d=d)
    g.row("MultiModeDot", [A(a), {"list": [m]}], opts={"modes": [1], "skip": [1]}, err=["index"], d=d)
    g.row("GeneralInnerProduct", [A(a), A(b[0])], err=["shape"], d=d)
    g.row("GeneralInnerProduct", [A(a), A(b)], opts={"n_modes": -1}, err=["value"], d=d)
    g.row("GeneralInnerProduct", [A(a), A(b)], opts={"n_modes": 4}, err=["shape"], d=d)
