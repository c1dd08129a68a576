"""Rows of the group linalg: sums of products are exact, with the error that any order of
adding them may have."""
import numpy as np

from .core import *
from .elementwise import edges, mixed, small
from .statistical import acc_eps
from . import matrices, tensors


def dot_error(mags, k, d):
    """What adding k products of those magnitudes in any order may be off, rounding to d included."""
    e = (k + 2) * acc_eps(d) * mags
    return e + eps(d) * mags if d in ("bfloat16", "float16") else e


def contract(x, y, expr, d, conj=False):
    """np.einsum(expr) of two arrays of dtype d in exact arithmetic: result, errors."""
    if is_int(d):
        ox, oy = (np.array(values(a), object).reshape(a.shape) for a in (x, y))
        out = np.einsum(expr, ox, oy) if ox.size and oy.size else np.zeros(np.einsum(expr, x, y).shape, object)
        out = np.asarray(out, object)
        return build(out.ravel().tolist(), d, out.shape), None
    parts = lambda a, f: np.array([f(v) for v in values(a)], object).reshape(a.shape)
    shape = np.einsum(expr, np.zeros(x.shape), np.zeros(y.shape)).shape
    if x.size == 0 or y.size == 0:
        out = np.zeros(shape)
        return build(out.ravel().tolist(), d, shape), np.zeros(out.size * (2 if d in PART else 1))
    terms = np.einsum(expr, np.ones(x.shape), np.ones(y.shape))
    mag = np.einsum(expr, np.abs(np.array(values(x))).reshape(x.shape), np.abs(np.array(values(y))).reshape(y.shape))
    err = np.vectorize(lambda m, n: dot_error(float(m), float(n), d))(mag, terms).ravel()
    if d in PART:
        s = -1 if conj else 1
        xr, xi, yr, yi = (parts(x, lambda v: as_fraction(v.real)), parts(x, lambda v: s * as_fraction(v.imag)),
                          parts(y, lambda v: as_fraction(v.real)), parts(y, lambda v: as_fraction(v.imag)))
        e = lambda p, q: np.asarray(np.einsum(expr, p, q), object)
        re, im = e(xr, yr) - e(xi, yi), e(xr, yi) + e(xi, yr)
        return build(list(zip(np.ravel(re).tolist(), np.ravel(im).tolist())), d, shape), np.repeat(2 * err, 2)
    out = np.asarray(np.einsum(expr, parts(x, as_fraction), parts(y, as_fraction)), object)
    return build(out.ravel().tolist(), d, shape), err


def matmul_expr(x, y):
    a = "ik" if x.ndim > 1 else "k"
    b = "kj" if y.ndim > 1 else "k"
    out = ("i" if x.ndim > 1 else "") + ("j" if y.ndim > 1 else "")
    return f"...{a},...{b}->...{out}"


def product(g, op, a, b, expr, d, f, args=None, opts=None, conj=False, why=None):
    c = common(a, b)
    out, err = contract(operand(a, c), operand(b, c), expr, c, conj)
    m = None if is_int(c) else [1] * (out.size * (2 if c in PART else 1))
    g.row(op, args or [a, b], out, opts=opts, d=c, f=f, slack=err, mask=m, tol=0 if is_int(c) else 1, why=why)


def rows(g):
    for d in NUMERIC:
        x, y = build(small(d, 6, "x"), d, (2, 3)), build(small(d, 12, "y"), d, (3, 4))
        sq = build(small(d, 9, "sq"), d, (3, 3))
        mm = lambda a, b, f: product(g, "MatMul", a, b, matmul_expr(a.val, b.val), d, f)
        mm(A(x), A(y), "contiguous")
        for f in FORMS[1:5]:
            mm(form(f, x), A(y), f)
            mm(A(x), form(f, y), f)
            mm(form(f, x), form(f, y), f)
        mm(A(x[0]), A(y), "contiguous")
        mm(A(x), A(y[:, 0]), "contiguous")
        mm(A(x[0]), A(y[:, 0]), "contiguous")
        mm(A(x[0]), form("strided", y[:, 1]), "strided")
        bx, by = build(small(d, 12, "bx"), d, (2, 1, 2, 3)), build(small(d, 36, "by"), d, (3, 3, 4))
        mm(A(bx), A(by), "broadcast")
        mm(A(bx), A(y), "broadcast")
        mm(A(x[0]), A(by), "broadcast")
        mm(A(bx), A(y[:, 0]), "broadcast")
        mm(A(x[:, :0]), A(y[:0]), "empty")
        mm(A(x[:0]), A(y), "empty")
        mm(A(x), A(y[:, :0]), "empty")
        mm(A(bx[:0]), A(y), "empty")
        big = build(small(d, 40 * 17, "big"), d, (17, 40)), build(small(d, 40 * 9, "big2"), d, (40, 9))
        mm(A(big[0]), A(big[1]), "contiguous")
        if is_int(d):
            e = edges(d)
            e = build((e * 3)[:24], d)
            mm(A(e.reshape(4, 6)), A(e.reshape(6, 4)), "contiguous")
        for bad in ((A(x), A(x)), (form("zerod", x), A(x)), (A(x), form("zerod", x)), (A(build([1, 2], d)), A(y))):
            g.row("MatMul", list(bad), err=["shape"], d=d, f="zerod" if any(o.val.ndim == 0 for o in bad) else None)
        g.row("MatMul", [A(build(small(d, 12, "bad"), d, (2, 2, 3))), A(by)], err=["shape"], d=d)

        # TensorDot
        td = lambda a, b, expr, f, o: product(g, "TensorDot", a, b, expr, d, f, opts=o)
        u, v = build(small(d, 24, "u"), d, (2, 3, 4)), build(small(d, 24, "v"), d, (3, 4, 2))
        td(A(u), A(v), "abc,bcd->ad", "contiguous", {})
        td(A(x), A(y), "ab,bc->ac", "contiguous", {"axes": 1})
        td(A(x), A(y), "ab,cd->abcd", "contiguous", {"axes": 0})
        td(A(u), A(v), "abc,bda->cd", "contiguous", {"axes": [[0, 1], [2, 0]]})
        td(A(u), A(v), "abc,bda->cd", "contiguous", {"axes": [[-3, -2], [-1, 0]]})
        for f in FORMS[1:5]:
            td(form(f, u), form(f, v), "abc,bcd->ad", f, {"axes": 2})
        td(A(u[:, :, :0]), A(v[:, :0]), "abc,bcd->ad", "empty", {})
        td(form("zerod", x), A(y), ",ab->ab", "zerod", {"axes": 0})
        g.row("TensorDot", [A(u), A(u)], err=["shape"], d=d)
        g.row("TensorDot", [A(x), A(y)], opts={"axes": 3}, err=["shape", "value", "index"], d=d)
        g.row("TensorDot", [A(x), A(y)], opts={"axes": [[0], [0, 1]]}, err=["shape", "value", "index"], d=d)

        # VecDot
        vd = lambda a, b, expr, f, o={}: product(g, "VecDot", a, b, expr, d, f, opts=o, conj=True)
        x2 = build(small(d, 6, "x2"), d, (2, 3))
        vd(A(x), A(x2), "ab,ab->a", "contiguous")
        vd(A(x), A(x2), "ab,ab->b", "contiguous", {"axis": -2})
        vd(A(x[0]), A(x2[0]), "a,a->", "contiguous")
        vd(A(x), A(x2[0]), "ab,b->a", "broadcast")
        vd(A(x[:, None]), A(x2), "acb,db->ad", "broadcast")
        for f in FORMS[1:5]:
            vd(form(f, x), form(f, x2), "ab,ab->a", f)
            vd(form(f, x), A(x2), "ab,ab->b", f, {"axis": -2})
        vd(A(x[:, :0]), A(x2[:, :0]), "ab,ab->a", "empty")
        g.row("VecDot", [A(x), A(y)], err=["shape"], d=d)
        g.row("VecDot", [form("zerod", x), A(x)], err=["shape", "index"], d=d, f="zerod")

        # Einsum
        es = lambda eq, ops, f, two=None: product(g, "Einsum", ops[0], ops[1], two or eq, d, f, args=[{"text": eq}, *ops])
        es("ij,jk->ik", [A(x), A(y)], "contiguous")
        es("ij,jk", [A(x), A(y)], "contiguous")
        es("ij,jk->ki", [A(x), A(y)], "contiguous")
        es("ij,kl->", [A(x), A(y)], "contiguous")
        es("i,i", [A(x[0]), A(x2[0])], "contiguous")
        es("i,j->ji", [A(x[0]), A(y[0])], "contiguous")
        es("ij,ij->j", [A(x), A(x2)], "contiguous")
        es("...ij,...jk->...ik", [A(bx), A(by)], "broadcast")
        es("...j,jk", [A(x), A(y)], "contiguous", "...j,jk->...k")
        es(" i j , j k -> i k ", [A(x), A(y)], "contiguous", "ij,jk->ik")
        es("ii,ij->j", [A(sq), A(y)], "contiguous")
        for f in FORMS[1:5]:
            es("ij,jk->ik", [form(f, x), form(f, y)], f)
        es("ij,jk->ik", [A(x[:, :0]), A(y[:0])], "empty")
        es(",ij->ij", [form("zerod", x), A(y)], "zerod")
        one = A(build([1], d, ()))
        for eq, a, two in (("ij->ji", A(x), ",ij->ji"), ("ii->i", A(sq), ",ii->i"), ("ii", A(sq), ",ii->"), ("ij->", A(x), ",ij->"), ("ba", A(x), ",ba->ab"), ("...->...", A(x), ",...->...")):
            out, err = contract(one.val, a.val, two, d)
            m = None if is_int(d) else [1] * (out.size * (2 if d in PART else 1))
            g.row("Einsum", [{"text": eq}, a], out, d=d, f="contiguous", slack=err, mask=m, tol=0 if is_int(d) else 1)
        for eq, ops in (("ij,jk->ik", [A(x), A(x)]), ("ij->ik", [A(x)]), ("ij,jk", [A(x)]), ("ijk->i", [A(x)]), ("i1->i", [A(x)]), ("ij->ii", [A(x)]), ("ij->i->j", [A(x)]), ("ii->i", [A(x)]), ("", [A(x)])):
            g.row("Einsum", [{"text": eq}, *ops], err=["value", "shape"], d=d)
    x3 = [build(small("float64", n, "three"), "float64", s) for n, s in ((6, (2, 3)), (12, (3, 4)), (4, (4,)))]
    out, _ = contract(contract(x3[0], x3[1], "ab,bc->ac", "float64")[0], x3[2], "ac,c->a", "float64")
    g.row("Einsum", [{"text": "ab,bc,c->a"}, *(A(x) for x in x3)], out, d="float64", f="contiguous", slack=np.full(2, 1e-12), tol=8)
    for d in ALL:
        cube = build([v for v in edges(d)[:2] * 12], d, (2, 3, 4))
        for f in FORMS:
            a = form(f, cube)
            if f == "zerod":
                g.row("MatrixTranspose", [a], err=["shape", "index"], d=d, f=f)
            else:
                g.row("MatrixTranspose", [a], np.swapaxes(a.val, -1, -2), d=d, f=f)
        g.row("MatrixTranspose", [A(cube[0, 0])], err=["shape", "index"], d=d)
    for d1, d2 in (("int8", "float32"), ("uint8", "int8"), ("float16", "bfloat16"), ("int64", "float16"), ("complex64", "float64"), ("bool", "int16"), ("uint64", "int8")):
        a, b = A(mixed(d1, "linalg", 1)), A(mixed(d2, "linalg", 2))
        product(g, "MatMul", a, b, "k,k->", d1, "mixed")
        product(g, "VecDot", a, b, "k,k->", d1, "mixed", conj=True)
        product(g, "TensorDot", a, b, "k,k->", d1, "mixed", opts={"axes": 1})
        product(g, "Einsum", a, b, "k,k->", d1, "mixed", args=[{"text": "k,k->"}, a, b])
    b = A(build([True, False], "bool"))
    for op, args in (("MatMul", [b, b]), ("VecDot", [b, b]), ("TensorDot", [b, b]), ("Einsum", [{"text": "i,i"}, b, b])):
        g.row(op, args, opts={"axes": 1} if op == "TensorDot" else None, err=["dtype"], d="bool")
    w = A(build([1.0, inf, nan, 0.0], "float32", (2, 2)))
    g.row("MatMul", [w, w], build([nan, nan, nan, nan], "float32", (2, 2)), d="float32", f="contiguous", why="NaN and infinity times zero are not skipped")
    matrices.rows(g)
    tensors.rows(g)
