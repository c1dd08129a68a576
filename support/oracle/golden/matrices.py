"""Rows of functions of matrices, computed at 400 bits by the textbook's algorithms, or mpmath's.

How far a result may be off follows from how much it changes when the operands do: an algorithm that
is backward stable gives the exact result of operands that differ by a small multiple of n·ε of their
greatest element. Narrow floats are computed in float32 and rounded once."""
import itertools
import math
import random

import mpmath
import numpy as np

from .core import *

STABLE = 40  # n·ε of a backward error, and the constant in front


def working(d):
    """The dtype that is computed in."""
    d = d if d in INEXACT else DEFAULT["float"]
    return "float32" if d in ("bfloat16", "float16") else d


def result(d):
    return d if d in INEXACT else DEFAULT["float"]


# Matrices as lists of rows of mpf or mpc.


def exact(x):
    """The elements of an array as nested lists of mpmath's numbers."""
    flat = [mpc(v.real, v.imag) if isinstance(v, complex) else mpf(float(v)) if isinstance(v, (float, bool)) else mpf(v) for v in values(x)]
    return np.array(flat, object).reshape(x.shape)


def dot(a, b):
    return np.array(a, object).dot(np.array(b, object))


def h(a):
    return np.array([[mpmath.conj(v) for v in row] for row in a], object).reshape(a.shape).T


def eye(n, m=None):
    return np.array([[mpf(i == j) for j in range(n if m is None else m)] for i in range(n)], object).reshape(n, n if m is None else m)


def lu_of(a):
    """l and u in one matrix, and the rows."""
    a, (m, n) = a.copy(), a.shape
    rows = list(range(m))
    for k in range(min(m, n)):
        size = lambda v: abs(mpmath.re(v)) + abs(mpmath.im(v))  # LAPACK's of complex numbers
        p = max(range(k, m), key=lambda i: (size(a[i, k]), -i))
        a[[k, p]] = a[[p, k]]
        rows[k], rows[p] = rows[p], rows[k]
        if a[k, k] == 0:
            continue
        for i in range(k + 1, m):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a, rows


def det_of(a):
    lu, rows = lu_of(a)
    d, seen = mpf(1), list(rows)
    for i in range(len(rows)):
        d *= lu[i, i]
        while seen[i] != i:
            j = seen[i]
            seen[i], seen[j] = seen[j], seen[i]
            d = -d
    return d


def solve_of(a, b):
    n = len(a)
    lu, rows = lu_of(a)
    x = b[rows].copy()
    for i in range(n):
        for j in range(i):
            x[i] = x[i] - lu[i, j] * x[j]
    for i in reversed(range(n)):
        for j in range(i + 1, n):
            x[i] = x[i] - lu[i, j] * x[j]
        x[i] = x[i] / lu[i, i]
    return x


def inverse_of(a):
    return solve_of(a, eye(len(a)))


def cholesky_of(a):
    n = len(a)
    z = np.array([[mpf(0)] * n for _ in range(n)], object).reshape(n, n)
    for j in range(n):
        for i in range(j, n):
            s = a[i, j] if i != j else mpmath.re(a[i, j])
            for k in range(j):
                s = s - z[i, k] * mpmath.conj(z[j, k])
            z[i, j] = mpmath.sqrt(mpmath.re(s)) if i == j else s / z[j, j]
    return z


def qr_of(a, full):
    """By reflections with LAPACK's signs."""
    r, (m, n) = a.copy(), a.shape
    q = eye(m)
    for k in range(min(m, n)):
        x = r[k:, k].copy()
        rest = mpmath.sqrt(sum((abs(v) ** 2 for v in x[1:]), mpf(0)))
        if rest == 0 and mpmath.im(x[0]) == 0:
            continue
        size = mpmath.sqrt(abs(x[0]) ** 2 + rest**2)
        beta = -size if mpmath.re(x[0]) >= 0 else size
        tau = (beta - x[0]) / beta
        v = x / (x[0] - beta)
        v[0] = mpf(1)
        w = np.array([mpmath.conj(t) for t in v], object)
        r[k:] = r[k:] - np.outer(v, mpmath.conj(tau) * w.dot(r[k:]))
        r[k + 1:, k] = mpf(0)
        q[:, k:] = q[:, k:] - np.outer(q[:, k:].dot(v), tau * w)
    return (q, r) if full else (q[:, : min(m, n)], r[: min(m, n)])


def phased(v):
    """The factor of each column that makes its first great element positive."""
    f = []
    for j in range(v.shape[1]):
        most = max(abs(x) for x in v[:, j])
        pivot = next(x for x in v[:, j] if abs(x) >= most * mpf(9) / 10)
        f.append(mpmath.conj(pivot) / abs(pivot))
    return np.array(f, object)


def matrix(a):
    return mp.matrix(a.tolist())


def array(m):
    return np.array([[m[i, j] for j in range(m.cols)] for i in range(m.rows)], object).reshape(m.rows, m.cols)


def eigh_of(a):
    n = len(a)
    low = a.copy()
    for i in range(n):
        low[i, i] = mpmath.re(a[i, i])
        for j in range(i):
            low[j, i] = mpmath.conj(a[i, j])
    w, v = mp.eighe(matrix(low))
    order = sorted(range(n), key=lambda i: w[i])
    v = array(v)[:, order]
    return np.array([mpmath.re(w[i]) for i in order], object), v * phased(v)


def eig_of(a):
    w, v = mp.eig(matrix(a))
    n = len(w)
    scale = max(abs(x) for x in w) or mpf(1)
    order = sorted(range(n), key=lambda i: (mpmath.nint(mpmath.re(w[i]) / scale * 2**40), mpmath.im(w[i])))
    v = array(v)[:, order]
    v = v / np.array([mpmath.sqrt(sum(abs(x) ** 2 for x in v[:, j])) for j in range(n)], object)
    return np.array([mpc(w[i]) for i in order], object), v * phased(v) * mpc(1)


def svd_of(a, full):
    m, n = a.shape
    u, s, vh = (mp.svd_c if a.dtype == object and any(isinstance(v, mpmath.mpc) for v in a.ravel()) else mp.svd_r)(matrix(a), full_matrices=full)
    u, vh, s = array(u), array(vh), [s[i] for i in range(min(m, n))]
    order = sorted(range(len(s)), key=lambda i: -s[i])
    k = len(s)
    u[:, :k], vh[:k] = u[:, order], vh[order]
    f = phased(u[:, :k])
    u[:, :k] = u[:, :k] * f
    vh[:k] = vh[:k] * np.array([[mpmath.conj(x)] for x in f], object)
    return u, np.array([s[i] for i in order], object), vh


def pinv_of(a, rtol):
    u, s, vh = svd_of(a, False)
    f = np.array([1 / x if x > rtol * s[0] else mpf(0) for x in s], object)
    return dot(h(vh) * f, h(u))


def exp_of(a):
    return array(mp.expm(matrix(a), method="taylor"))


def hessenberg_of(a):
    """By reflections with LAPACK's signs: h and q."""
    n = len(a)
    x, q = a.copy(), eye(n)
    for k in range(n - 2):
        below, _ = qr_of(x[k + 1:, k:k + 1], True)
        whole = eye(n)
        whole[k + 1:, k + 1:] = below
        x, q = dot(dot(h(whole), x), whole), dot(q, whole)
        x[k + 2:, k] = mpf(0)
    if n > 1 and any(isinstance(v, mpmath.mpc) for v in a.ravel()):  # the last is real too
        below, _ = qr_of(x[n - 1:, n - 2:n - 1], True)
        whole = eye(n)
        whole[n - 1:, n - 1:] = below
        x, q = dot(dot(h(whole), x), whole), dot(q, whole)
    return x, q


# Rows.


def numbers(z, d):
    z = np.asarray(z, object)
    if d in PART:
        return build([(mpmath.re(v), mpmath.im(v)) for v in z.ravel().tolist()], d, z.shape)
    return build([mpmath.re(v) for v in z.ravel().tolist()], d, z.shape)


def perturbed(arrays, seed):
    """Arrays with elements moved by 2**-100 of the greatest, and how much that is."""
    r = random.Random(seed)
    out = []
    for x in arrays:
        most = max([abs(v) for v in x.ravel()] + [mpf(0)])
        step = lambda v: mpf(r.choice([-1, 1])) * most * mpf(2) ** -100 * (mpc(1, 1) if isinstance(v, mpmath.mpc) else 1)
        out.append(np.array([v + step(v) for v in x.ravel()], object).reshape(x.shape))
    return out


def order(k):
    """An order as the files have it: JSON has no infinity."""
    return k if isinstance(k, str) else str(k) if math.isinf(k) else float(k)


def results(f, arrays, lead):
    """f of each matrix of a batch: a tuple of arrays."""
    per = [f(*[x.reshape((-1,) + x.shape[len(lead):])[i] for x in arrays]) for i in range(math.prod(lead))]
    per = [z if isinstance(z, tuple) else (z,) for z in per]
    outs = []
    for k in range(len(per[0])):
        parts = [np.asarray(z[k], object) for z in per]
        outs.append(np.array([v for p in parts for v in p.ravel()], object).reshape(tuple(lead) + parts[0].shape))
    return outs


def row(g, op, operands, f, d, form_name, outs, shape=None, opts=None, args=None, leads=None, exact_outs=(), open_outs=None):
    """A row of a function f of matrices of the operands, whose results have dtypes outs. shape gives the results'
    of an empty batch. open_outs are masks, by result, of elements that are open."""
    arrays = [exact(o.val) for o in operands]
    lead = operands[0].val.shape[:-2] if leads is None else leads
    if math.prod(lead) == 0:
        out = tuple(np.zeros(tuple(lead) + s, np_dtype(o)) for s, o in zip(shape, outs))
        g.row(op, args or operands, out, opts=opts, d=d, f=form_name)
        return
    z = results(f, arrays, lead)
    moved = [results(f, perturbed(arrays, seed), lead) for seed in range(3)]
    n = max(max(o.val.shape[-2:]) if o.val.ndim > 1 else 1 for o in operands)
    e = STABLE * n * eps(working(d))
    out, slack, mask = [], [], []
    for k, o in enumerate(outs):
        out.append(numbers(z[k], o) if o in INEXACT else build([int(v) for v in z[k].ravel()], o, z[k].shape))
        flat = z[k].ravel().tolist()
        change = [max(abs(m[k].ravel()[i] - v) for m in moved) for i, v in enumerate(flat)]
        # What the others of a result may be off by, as norms are what a bound holds for.
        most = max([float(c * mpf(2) ** 100) for c in change] + [0.0])
        size = max([float(abs(v)) for v in flat] + [0.0])
        twice = 2 if o in PART else 1
        exactly = k in exact_outs or o not in INEXACT
        slack.append(None if exactly else [e * (most + size)] * (len(flat) * twice))
        m = [1] * (len(flat) * twice)
        if open_outs and k in open_outs:
            m = [2 if v else 1 for v in open_outs[k](z[k].shape) for _ in range(twice)]
        mask.append(None if exactly else m)
    g.row(op, args or operands, tuple(out), opts=opts, d=d, f=form_name, tol=1 if d in ("bfloat16", "float16") else 2, slack=tuple(slack), mask=tuple(mask))


def full(shape):
    return [0] * math.prod(shape)


# Operands: of bools zeros and ones; regular, with distinct singular values and eigenvalues.

GENERAL = [[[2, 1, 0], [1, 3, 1], [0, 2, 5]], [[1, 2, 4], [3, 1, 0], [2, 5, 7]]]
GENERAL_BOOL = [[[1, 1, 0], [0, 1, 1], [1, 0, 0]], [[1, 1, 1], [1, 0, 1], [0, 1, 1]]]
GENERAL_IM = [[[1, 0, 2], [-1, 1, 0], [1, 1, -2]], [[0, 1, 1], [2, -1, 0], [1, 0, 1]]]
DOMINANT = [[[4, 1, 0], [1, 3, 1], [0, 2, 5]], [[6, 2, 1], [1, 4, 0], [2, 1, 7]]]
POSITIVE = [[[5, 9, 8], [1, 4, 7], [2, 1, 6]], [[3, 7, 9], [0, 5, 8], [1, 2, 7]]]
POSITIVE_BOOL = [[[1, 1, 1], [0, 1, 1], [0, 0, 1]]] * 2
POSITIVE_IM = [[[0, 4, 3], [1, 0, 2], [-1, 0, 0]], [[0, 4, 3], [1, 0, 2], [0, 1, 0]]]
SYMMETRIC_BOOL = [[[1, 0, 0], [1, 0, 1], [0, 1, 1]], [[0, 0, 0], [1, 1, 0], [1, 1, 0]]]
WIDE = [[[1, 2, 4], [3, 1, 0]], [[2, 0, 1], [1, 5, 3]]]
WIDE_BOOL = [[[1, 1, 0], [0, 1, 1]], [[1, 0, 1], [1, 1, 1]]]
WIDE_BOOL[0][1] = [1, 0, 0]
RIGHT = [[[1, 2], [0, 1], [3, 1]], [[2, 1], [1, 1], [0, 4]]]
EIGEN_BOOL = [[[1, 1, 0], [1, 1, 1], [0, 1, 0]], [[0, 1, 0], [1, 0, 1], [1, 1, 1]]]


def make(numbers_, im, d, bools=None):
    x = np.array(numbers_)
    if d == "bool":
        x = np.array(bools if bools is not None else numbers_) != 0
    vals = x.ravel().tolist()
    if d in PART:
        i = np.resize(np.array(im), x.shape).ravel().tolist()
        vals = [(a + (b != 0) * 0.5, b) for a, b in zip(vals, i)]
    elif d in FLOATS:
        vals = [v * 1.25 if v > 4 else v for v in vals]
    return build(vals, d, x.shape)


def hermitian(d, bools=POSITIVE_BOOL):
    """The lower triangle counts, and has a real diagonal."""
    x = np.array(bools if d == "bool" else POSITIVE)
    vals = x.ravel().tolist()
    if d in PART:
        vals = list(zip(vals, np.array(POSITIVE_IM).ravel().tolist()))
    return build(vals, d, x.shape)


FORMS_OF_MATRICES = ["contiguous", "strided", "reversed", "transposed", "broadcast", "empty"]


def tensors(g, d, r):
    """Equations of tensors: of 16 coefficients."""
    m = [[5, 1, 0, 2], [1, 6, 1, 0], [0, 2, 7, 1], [1, 0, 1, 5]]
    im = [[1, 0, 0, 1], [0, 2, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    x = make(m, im, d, [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]).reshape(2, 2, 4)
    right = make([3, 1, 2, 4], [1, 0, 2, 1], d)
    solved = lambda dims: lambda a, b: solve_of(a.reshape(4, 4), b.reshape(4, 1)).reshape(dims)
    row1 = A(right.reshape(1, 4))
    for f in FORMS:
        a = form(f, x.reshape(1, 4, 4))
        if a.val.shape != (1, 4, 4):
            g.row("TensorSolve", [a, row1], err=["shape"], d=d, f=f)
            continue
        row(g, "TensorSolve", [a, row1], solved((4,)), d, f, [r], leads=())
    moved = A(np.ascontiguousarray(np.moveaxis(x, 2, 0)))
    for axes in ([0], [-3]):
        row(g, "TensorSolve", [A(x), A(right.reshape(2, 2))], solved((4,)), d, "contiguous", [r], leads=(), opts={"axis": axes}, args=[moved, A(right.reshape(2, 2))])
    four = A(x.reshape(2, 2, 2, 2).copy())
    b = A(right.reshape(2, 2))
    row(g, "TensorSolve", [four, b], solved((2, 2)), d, "contiguous", [r], leads=())
    swapped = A(np.ascontiguousarray(np.moveaxis(x.reshape(2, 2, 2, 2), (2, 3), (1, 0))))
    row(g, "TensorSolve", [four, b], solved((2, 2)), d, "contiguous", [r], leads=(), opts={"axis": [1, 0]}, args=[swapped, b])
    g.row("TensorSolve", [four, A(right)], err=["shape"], d=d)
    g.row("TensorSolve", [A(x), b], opts={"axis": [3]}, err=["index"], d=d)
    g.row("TensorSolve", [A(x), b], opts={"axis": [0, 0]}, err=["index", "value"], d=d)
    g.row("TensorSolve", [A(np.zeros((2, 2, 4), np_dtype(d))), b], err=["linalg"], d=d)


def tridiagonal(g, d, r, p):
    alpha = make([[1, 4, 9], [2, 3, 7]], [[3, 0, 1], [1, 2, 0]], d, [[1, 0, 1], [0, 0, 1]])
    beta = make([[1, 2], [3, 1]], [[1, 2], [-1 if d in PART else 1, 0]], d, [[1, 1], [1, 1]])

    def f(a, b):
        n = len(a)
        m = np.array([[mpf(0)] * n for _ in range(n)], object)
        for i in range(n):
            m[i, i] = mpmath.re(a[i])
            if i:
                m[i, i - 1], m[i - 1, i] = b[i - 1], mpmath.conj(b[i - 1])
        return eigh_of(m)

    for name in FORMS:
        a = form(name, alpha)
        s = a.val.shape
        if len(s) == 0 or s[-1] != 3:
            g.row("EighTridiagonal", [a, A(beta)], err=["shape"], d=d, f=name)
            if len(s) == 0 or s[-1] != 2:
                continue
            row(g, "EighTridiagonal", [a, A(beta[0, :1])], f, d, name, [p, r], [(2,), (2, 2)], leads=s[:-1]) if len(s) == 1 else row(
                g, "EighTridiagonal", [a, A(np.broadcast_to(beta[0, :1], s[:-1] + (1,)).copy())], f, d, name, [p, r], [(2,), (2, 2)], leads=s[:-1])
            continue
        row(g, "EighTridiagonal", [a, A(beta[:1] if s[:-1] == (1,) else np.broadcast_to(beta[: s[0]], s[:-1] + (2,)).copy() if s[0] <= 2 else beta)], f, d, name, [p, r], [(3,), (3, 3)], leads=s[:-1])
    row(g, "EighTridiagonal", [A(alpha), A(np.broadcast_to(beta[:1], (2, 2)).copy())], f, d, "broadcast", [p, r], leads=(2,), args=[A(alpha), A(beta[0])])
    one = exact(alpha[0, :1])
    g.row("EighTridiagonal", [A(alpha[0, :1]), A(beta[0, :0])], (numbers([mpmath.re(one[0])], p), numbers([[mpf(1)]], r)), d=d, f="contiguous")
    g.row("EighTridiagonal", [A(alpha), A(alpha)], err=["shape"], d=d)
    g.row("EighTridiagonal", [A(alpha), A(np.concatenate([beta, beta[:1]]))], err=["shape"], d=d)


def squares(g, d):
    r, p = result(d), part(result(d))
    c = "complex128" if r in ("float64", "complex128") else "complex64"
    general, herm = make(GENERAL, GENERAL_IM, d, GENERAL_BOOL), hermitian(d)
    eigen, sym = make(GENERAL, GENERAL_IM, d, EIGEN_BOOL), hermitian(d, SYMMETRIC_BOOL)
    triangle = make([[[2, 9, 9], [1, 3, 9], [1, 2, 4]], [[1, 9, 9], [2, 2, 9], [0, 1, 5]]], GENERAL_IM, d, [[[1, 1, 1], [1, 1, 1], [0, 1, 1]]] * 2)
    lower = lambda a: np.array([[a[i, j] if j <= i else mpf(0) for j in range(3)] for i in range(3)], object)
    for f in FORMS_OF_MATRICES:
        # Reversed and transposed operands are others: of those for which the triangle counts, the elements stay.
        a, e, t = form(f, general), form(f, eigen), form(f, triangle)
        w, s = form(f, herm), form(f, sym)
        row(g, "Det", [a], lambda a: np.array(det_of(a), object), d, f, [r], [()])
        row(g, "Inv", [a], inverse_of, d, f, [r], [(3, 3)])
        sign = lambda a: (np.array(det_of(a) / abs(det_of(a)), object), np.array(mpmath.log(abs(det_of(a))), object))
        row(g, "Slogdet", [a], sign, d, f, [r, p], [(), ()])
        row(g, "Cholesky", [w], cholesky_of, d, f, [r], [(3, 3)])
        row(g, "Eigh", [s], eigh_of, d, f, [p, r], [(3,), (3, 3)])
        row(g, "Eigvalsh", [s], lambda a: eigh_of(a)[0], d, f, [p], [(3,)])
        row(g, "Eig", [e], eig_of, d, f, [c, c], [(3,), (3, 3)])
        row(g, "Eigvals", [e], lambda a: eig_of(a)[0], d, f, [c], [(3,)])
        row(g, "MatrixExp", [a], exp_of, d, f, [r], [(3, 3)])
        row(g, "Hessenberg", [a], hessenberg_of, d, f, [r, r], [(3, 3), (3, 3)])
        # Schur forms are not unique: that of a triangle is itself. Others are tested by their product.
        row(g, "Schur", [form(f, np.triu(general))], lambda a: (a, eye(3)), d, f, [r, r], [(3, 3), (3, 3)])
        q = form(f, make(DOMINANT, GENERAL_IM, d, POSITIVE_BOOL))
        row(g, "Sqrtm", [q], lambda a: array(mp.sqrtm(matrix(a))), d, f, [r], [(3, 3)])
        row(g, "Logm", [q], lambda a: array(mp.logm(matrix(a))), d, f, [r], [(3, 3)])
        row(g, "Cond", [a], lambda a: np.array(svd_of(a, False)[1][0] / svd_of(a, False)[1][-1], object), d, f, [p], [()])
        b = form("contiguous" if f == "empty" else f, make(RIGHT, GENERAL_IM, d, RIGHT)[: 0 if f == "empty" else 2])
        row(g, "Solve", [a, b], solve_of, d, f, [r], [(3, 2)])
        row(g, "SolveTriangular", [t, b], lambda a, b: solve_of(lower(a), b), d, f, [r], [(3, 2)])
    up = A(np.ascontiguousarray(np.swapaxes(herm, -1, -2)).conj() if d in PART else np.swapaxes(herm, -1, -2))
    row(g, "Cholesky", [up], lambda a: h(cholesky_of(h(a))), d, "contiguous", [r], opts={"upper": True})
    up = A(np.ascontiguousarray(np.swapaxes(sym, -1, -2)).conj() if d in PART else np.swapaxes(sym, -1, -2))
    row(g, "Eigh", [up], lambda a: eigh_of(h(a)), d, "contiguous", [p, r], opts={"upper": True})
    row(g, "Eigvalsh", [up], lambda a: eigh_of(h(a))[0], d, "contiguous", [p], opts={"upper": True})
    b = A(make(RIGHT, GENERAL_IM, d, RIGHT))
    ones = lambda a: np.array([[mpf(1) if i == j else a[i, j] for j in range(3)] for i in range(3)], object)
    upper = lambda a: np.array([[a[i, j] if j >= i else mpf(0) for j in range(3)] for i in range(3)], object)
    t = A(triangle)
    row(g, "SolveTriangular", [t, b], lambda a, b: solve_of(upper(a), b), d, "contiguous", [r], opts={"upper": True})
    row(g, "SolveTriangular", [t, b], lambda a, b: solve_of(h(lower(a)), b), d, "contiguous", [r], opts={"adjoint": True})
    row(g, "SolveTriangular", [t, b], lambda a, b: solve_of(ones(lower(a)), b), d, "contiguous", [r], opts={"unit_diagonal": True})
    row(g, "SolveTriangular", [t, b], lambda a, b: solve_of(h(ones(upper(a))), b), d, "contiguous", [r], opts={"unit_diagonal": True, "upper": True, "adjoint": True})
    # A vector as the right side, and one matrix for several.
    v = A(make([1, 2, 3], [1, 0, 2], d))
    one = lambda a, b: solve_of(a, b.reshape(3, 1)).reshape(3)
    g1 = A(general[0])
    row(g, "Solve", [g1, v], one, d, "contiguous", [r], leads=())
    row(g, "SolveTriangular", [A(triangle[0]), v], lambda a, b: one(lower(a), b), d, "contiguous", [r], leads=())
    tensors(g, d, r)
    tridiagonal(g, d, r, p)
    wide = A(np.broadcast_to(general[:1], (2, 3, 3)).copy())
    row(g, "Solve", [wide, b], solve_of, d, "broadcast", [r], args=[g1, b])
    for k in (1, -1, inf, -inf, "fro", "nuc", -2):
        cond = lambda a: np.array(norm_of(a, k) * norm_of(inverse_of(a), k), object) if k != -2 else np.array(svd_of(a, False)[1][-1] / svd_of(a, False)[1][0], object)
        row(g, "Cond", [A(general)], cond, d, "contiguous", [p], opts={"ord": order(k)})
    for f in FORMS_OF_MATRICES:
        a = form(f, general)
        if d != "bool":
            powers(g, a, d, f)
        factors(g, a, d, f)
    solve_with_factors(g, general, d)


def powers(g, a, d, f):
    n = 3
    if d in INEXACT:
        for k in (0, 1, 2, 3, -1, -2):
            def power(x):
                y, z = x if k >= 0 else inverse_of(x), eye(3)
                for _ in range(abs(k)):
                    z = dot(z, y)
                return z
            row(g, "MatrixPower", [a], power, d, f, [d], [(3, 3)], args=[a, {"int": k}])
        return
    ints = np.array(values(a.val), object).reshape(a.val.shape)
    for k in (0, 1, 2, 5):
        z = []
        for x in ints:
            y = np.array([[int(i == j) for j in range(n)] for i in range(n)], object)
            for _ in range(k):
                y = y.dot(x)
            z += y.ravel().tolist()
        g.row("MatrixPower", [a, {"int": k}], build(z, d, a.val.shape), d=d, f=f)
    g.row("MatrixPower", [a, {"int": -1}], err=["dtype"], d=d)


def factors(g, a, d, f):
    r = result(d)
    if f == "empty":
        g.row("LUFactor", [a], (np.zeros((0, 3, 3), np_dtype(r)), np.zeros((0, 3), np.int64)), d=d, f=f)
        g.row("LU", [a], tuple(np.zeros((0, 3, 3), np_dtype(r)) for _ in range(3)), d=d, f=f)
        return
    row(g, "LUFactor", [a], lambda a: (lu_of(a)[0], np.array(lu_of(a)[1], object)), d, f, [r, "int64"], exact_outs=(1,))
    row(g, "LU", [a], lu_parts, d, f, [r, r, r], exact_outs=(0,))


def lu_parts(a):
    lu, rows = lu_of(a)
    m, n = a.shape
    k = min(m, n)
    p = np.array([[mpf(rows[j] == i) for j in range(m)] for i in range(m)], object)
    l = np.array([[lu[i, j] if j < i else mpf(i == j) for j in range(k)] for i in range(m)], object)
    u = np.array([[lu[i, j] if j >= i else mpf(0) for j in range(n)] for i in range(k)], object)
    return p, l, u


def solve_with_factors(g, general, d):
    r = result(d)
    b = make(RIGHT, GENERAL_IM, d, RIGHT)
    for f in FORMS_OF_MATRICES:
        if f == "empty":
            args = [A(np.zeros((0, 3, 3), np_dtype(d))), A(np.zeros((0, 3), np.int64)), A(np.zeros((0, 3, 2), np_dtype(d)))]
            g.row("LUSolve", args, np.zeros((0, 3, 2), np_dtype(r)), d=d, f=f)
            continue
        lu = form(f, general)  # any regular u will do
        rows = A(np.array([[1, 2, 0], [2, 0, 1]], np.int64))
        def f_of(a, b, p):
            l = np.array([[a[i, j] if j < i else mpf(i == j) for j in range(3)] for i in range(3)], object)
            u = np.array([[a[i, j] if j >= i else mpf(0) for j in range(3)] for i in range(3)], object)
            return solve_of(dot(l, u), b[[int(mpmath.nint(x)) for x in p]])
        if any(x == 0 for x in np.diagonal(lu.val, 0, -2, -1).ravel().tolist()):
            continue
        row(g, "LUSolve", [lu, A(b), rows], f_of, d, f, [r], args=[lu, rows, A(b)])


def norm_of(a, k):
    sums = lambda x: [sum((abs(v) for v in line), mpf(0)) for line in x]
    if k == "fro":
        return mpmath.sqrt(sum((abs(v) ** 2 for v in a.ravel()), mpf(0)))
    if k == "nuc":
        return sum(svd_of(a, False)[1], mpf(0))
    if abs(k) == 2:
        return (max if k > 0 else min)(svd_of(a, False)[1])
    return (max if k > 0 else min)(sums(a.T if abs(k) == 1 else a))


def vector_of(v, k):
    v = [abs(x) for x in v]
    if k == 0:
        return mpf(sum(x != 0 for x in v))
    if math.isinf(k):
        return (max if k > 0 else min)(v)
    return sum((x ** mpf(k) for x in v), mpf(0)) ** (1 / mpf(k))


def rectangles(g, d):
    r, p = result(d), part(result(d))
    wide = make(WIDE, GENERAL_IM, d, WIDE_BOOL)
    tall = np.ascontiguousarray(np.swapaxes(wide, -1, -2))
    for x in (wide, tall):
        m, n = x.shape[-2:]
        for f in FORMS_OF_MATRICES:
            a = form(f, x)
            k = 2
            row(g, "QR", [a], lambda a: qr_of(a, False), d, f, [r, r], [(m, k), (k, n)])
            row(g, "Svdvals", [a], lambda a: svd_of(a, False)[1], d, f, [p], [(k,)])
            row(g, "Pinv", [a], lambda a: pinv_of(a, mpf(2) ** -40), d, f, [r], [(n, m)])
            row(g, "MatrixRank", [a], lambda a: np.array(2, object), d, f, ["int64"], [()], exact_outs=(0,))
            row(g, "MatrixNorm", [a], lambda a: np.array(norm_of(a, "fro"), object), d, f, [p], [()])
            extra_u = lambda s: [j >= k for _ in range(s[0] * m) for j in range(s[-1])]
            extra_v = lambda s: [i >= k for _ in range(s[0]) for i in range(s[-2]) for _ in range(n)]
            row(g, "SVD", [a], lambda a: svd_of(a, True), d, f, [r, p, r], [(m, m), (k,), (n, n)], open_outs={0: extra_u, 2: extra_v})
        a = A(x)
        row(g, "SVD", [a], lambda a: svd_of(a, False), d, "contiguous", [r, p, r], opts={"full_matrices": False})
        row(g, "QR", [a], lambda a: qr_of(a, True), d, "contiguous", [r, r], opts={"mode": "complete"}, open_outs={0: lambda s: [j >= 2 for _ in range(s[0] * m) for j in range(s[-1])]})
        row(g, "MatrixRank", [a], lambda a: np.array(1, object), d, "contiguous", ["int64"], opts={"rtol": 0.875}, exact_outs=(0,))
        row(g, "Pinv", [a], lambda a: pinv_of(a, mpf(0.875)), d, "contiguous", [r], opts={"rtol": 0.875})
        for k in (1, -1, 2, -2, inf, -inf, "fro", "nuc"):
            row(g, "MatrixNorm", [a], lambda a: np.array(norm_of(a, k), object), d, "contiguous", [p], opts={"ord": order(k)})
        row(g, "MatrixNorm", [a], lambda a: np.array([[norm_of(a, 1)]], object), d, "contiguous", [p], opts={"ord": 1.0, "keepdims": True})
        if d != "bool":
            row(g, "LU", [a], lu_parts, d, "contiguous", [r, r, r], exact_outs=(0,))
    vectors(g, d, r, p)
    squares_of_rest(g, d, r, p)


def squares_of_rest(g, d, r, p):
    a = make(np.swapaxes(np.array(WIDE), -1, -2), GENERAL_IM, d, np.swapaxes(np.array(WIDE_BOOL), -1, -2))
    b = make(RIGHT, GENERAL_IM, d, RIGHT)

    def least(a, b, rtol=mpf(2) ** -40):
        x = dot(pinv_of(a, rtol), b)
        rest = b - dot(a, x)
        s = svd_of(a, False)[1]
        return x, np.array([sum((abs(v) ** 2 for v in rest[:, j]), mpf(0)) for j in range(b.shape[1])], object), np.array(sum(v > rtol * s[0] for v in s), object), s
    for f in FORMS_OF_MATRICES:
        x, y = form(f, a), form("contiguous" if f == "empty" else f, b[: 0 if f == "empty" else 2])
        row(g, "Lstsq", [x, y], least, d, f, [r, p, "int64", p], [(2, 2), (2,), (), (2,)], exact_outs=(2,))
    row(g, "Lstsq", [A(a), A(b)], lambda a, b: least(a, b, mpf(0.875)), d, "contiguous", [r, p, "int64", p], opts={"rtol": 0.875}, exact_outs=(2,))


def vectors(g, d, r, p):
    cube = make([[[1, 2, 0], [3, 1, 2]], [[2, 4, 1], [0, 1, 3]]], GENERAL_IM, d, [[[1, 1, 0], [1, 0, 1]], [[0, 1, 1], [0, 1, 1]]])
    for f in FORMS:
        a = form(f, cube)
        x = exact(a.val)
        for axes, keep, k in [(None, False, None), (1, False, 1.0), ([0, 2], True, 3.0), (-1, False, inf), (-1, True, -inf), (0, False, 0.0), (2, False, 0.5)]:
            if f == "zerod" and axes is not None or f == "empty" and k is not None and k not in (1.0,):
                continue
            at = tuple(range(x.ndim)) if axes is None else tuple(i % x.ndim for i in np.atleast_1d(axes))
            kept = [i for i in range(x.ndim) if i not in at]
            y = x.transpose(kept + list(at)).reshape([x.shape[i] for i in kept] + [-1]) if x.size else x
            if x.size:
                z = [vector_of(v, 2 if k is None else k) for v in y.reshape(-1, y.shape[-1])]
            else:
                z = [mpf(0)] * math.prod(x.shape[i] for i in kept)
            shape = [1 if i in at else n for i, n in enumerate(x.shape)] if keep else [x.shape[i] for i in kept]
            opts = {}
            if axes is not None:
                opts["axis"] = axes
            if keep:
                opts["keepdims"] = True
            if k is not None:
                opts["ord"] = order(k)
            size = float(max([abs(v) for v in z] + [mpf(0)]))
            g.row("VectorNorm", [a], build(z, p, shape), opts=opts, d=d, f=f, tol=1 if p in ("bfloat16", "float16") else 2, slack=[16 * eps(working(d)) * size] * len(z))


def moved(g, d):
    """Functions that move elements, add and multiply them."""
    x = make(WIDE, GENERAL_IM, d, WIDE_BOOL)
    conj = lambda x: np.conj(x) if d in PART else x
    zero = lambda *s: np.zeros(s, np_dtype(d))
    for f in FORMS_OF_MATRICES:
        a = form(f, x)
        g.row("Adjoint", [a], conj(np.swapaxes(a.val, -1, -2)), d=d, f=f)
        for k in (0, 1, -1, 2, -2, 5, -7):
            g.row("Diagonal", [a], np.diagonal(a.val, k, -2, -1), opts={"k": k} if k else None, d=d, f=f)
    line = x[0, 0]
    for f in FORMS[:5] + ["empty"]:
        a = form(f, line)
        for k in (0, 2, -1):
            g.row("Diag", [a], np.diag(a.val, k), opts={"k": k} if k else None, d=d, f=f)
        b = form(f, x[0])
        g.row("Diag", [b], np.diag(b.val, 1), opts={"k": 1}, d=d, f=f)
    for bad in (A(x), form("zerod", x)):
        g.row("Diag", [bad], err=["shape"], d=d, f="zerod" if bad.val.ndim == 0 else None)
    for f in FORMS:
        a = form(f, x)
        for k in (0, 2, -1):
            g.row("Diagflat", [a], np.diagflat(a.val, k), opts={"k": k} if k else None, d=d, f=f)
    v, one = x[0, 0], S(True) if d == "bool" else S(1)
    for k, more in ((0, {"num_rows": 2}), (0, {"num_cols": 2}), (1, {"num_rows": 5}), (1, {"num_cols": 3}), (-2, {"num_rows": 4, "num_cols": 6, "padding_value": one}), (0, {"padding_value": one}), (-9, {"num_rows": 2}), (9, {"num_cols": 0})):
        rows, columns = len(v) + max(-k, 0), len(v) + max(k, 0)
        if "num_rows" not in more and "num_cols" not in more:
            rows = columns = max(rows, columns)
        rows, columns = more.get("num_rows", rows), more.get("num_cols", columns)
        z = np.full((rows, columns), np.array(more["padding_value"].v if "padding_value" in more else 0).astype(np_dtype(d)), np_dtype(d))
        for i, e in enumerate(v):
            if i + max(-k, 0) < rows and i + max(k, 0) < columns:
                z[i + max(-k, 0), i + max(k, 0)] = e
        g.row("Diagflat", [A(v)], z, opts={**({"k": k} if k else {}), **more}, d=d, f="contiguous")
    g.row("Diagflat", [A(v)], opts={"num_rows": -1}, err=["value"], d=d)
    g.row("Diagflat", [A(v)], opts={"num_cols": -1}, err=["value"], d=d)
    a, b = x[0], x[1][:, :1]
    block = np.concatenate([np.concatenate([a, zero(2, 1)], 1), np.concatenate([zero(2, 3), b], 1)])
    g.row("BlockDiag", [{"list": [A(a), A(b)]}], block, d=d, f="contiguous")
    g.row("BlockDiag", [{"list": [A(a)]}], a, d=d, f="contiguous")
    g.row("BlockDiag", [{"list": [A(line), form("transposed", b)]}], np.concatenate([np.concatenate([line[None], zero(1, 1)], 1), np.concatenate([zero(2, 3), b], 1)]), d=d, f="transposed")
    g.row("BlockDiag", [{"list": []}], err=["value"], d=d)
    g.row("BlockDiag", [{"list": [A(x)]}], err=["shape"], d=d)


def exact_numbers(x, d):
    if is_int(d) or d == "bool":
        return np.array([int(v) for v in values(x)], object).reshape(x.shape)
    return exact(x)


def products(g, d):
    """Of two operands: a few products of small numbers, which are exact."""
    a, b = make([1, 2, 3], [1, 0, 2], d), make([4, 1, 2], [0, 1, -1], d)
    out = lambda z: numbers(z, d) if d in INEXACT else build([int(v) for v in np.asarray(z, object).ravel()], d, np.asarray(z).shape)
    few = dict(tol=2 if d in INEXACT else 0, d=d)
    for f in FORMS[:5] + ["empty"]:
        x, y = form(f, a), form(f, b)
        ex, ey = exact_numbers(x.val, d), exact_numbers(y.val, d)
        g.row("Outer", [x, y], out(np.outer(ex, ey)) if ex.size else np.zeros((0, 0), np_dtype(d)), f=f, **few)
        g.row("Kron", [x, y], out(np.kron(ex, ey)) if ex.size else np.zeros(0, np_dtype(d)), f=f, **few)
        if f != "empty":
            g.row("Cross", [x, y], out(cross(ex, ey)), f=f, slack=None if d not in INEXACT else [40 * eps(d)] * (3 * (2 if d in PART else 1)), mask=None if d not in INEXACT else [1] * (3 * (2 if d in PART else 1)), **few)
        for n, up in ((None, False), (2, False), (4, True)):
            if ex.size:
                cols = n or 3
                z = np.array([[v ** (j if up else cols - 1 - j) for j in range(cols)] for v in ex], object)
            else:
                z = np.zeros((0, n or 0), object)
            opts = {**({"N": n} if n else {}), **({"increasing": True} if up else {})}
            g.row("Vander", [x], out(z) if ex.size else np.zeros(z.shape, np_dtype(d)), opts=opts, f=f, **few)
    for op in ("Outer", "Vander"):
        z = form("zerod", a)
        g.row(op, [z, A(b)] if op == "Outer" else [z], err=["shape"], d=d, f="zerod")
    z = form("zerod", a)
    g.row("Kron", [z, A(b)], out(exact_numbers(z.val, d) * exact_numbers(b, d)), f="zerod", **few)
    g.row("Cross", [z, A(b)], err=["shape", "index"], d=d, f="zerod")
    g.row("Cross", [A(a[:2]), A(b[:2])], err=["shape"], d=d)
    m = make(GENERAL, GENERAL_IM, d)
    ex, ey = exact_numbers(m, d), exact_numbers(b, d)
    wide = dict(slack=None if d not in INEXACT else [200 * eps(d)] * (18 * (2 if d in PART else 1)), mask=None if d not in INEXACT else [1] * (18 * (2 if d in PART else 1)))
    g.row("Cross", [A(m), A(b)], out(np.array([[cross(v, ey) for v in x] for x in ex], object)), f="broadcast", **wide, **few)
    t = exact_numbers(np.ascontiguousarray(np.swapaxes(m, -1, -2)), d)
    z = np.array([[cross(v, ey) for v in x] for x in t], object)
    g.row("Cross", [A(m), A(b.reshape(3, 1))], out(np.swapaxes(z, -1, -2)), opts={"axis": -2}, f="broadcast", **wide, **few)
    g.row("Cross", [form("empty", m), A(b)], np.zeros((0, 3, 3), np_dtype(d)), f="empty", d=d)
    chain(g, m, d, out)
    traces(g, m, d)


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], object)


def chain(g, m, d, out):
    x, y = m[0], m[1]
    ex, ey = exact_numbers(x, d), exact_numbers(y, d)
    v, ev = x[0], ex[0]
    for f in FORMS[:5]:
        a = form(f, x)
        ea = exact_numbers(a.val, d)
        z = ea.dot(ey).dot(ex)
        size = 4000 * eps(d) if d in INEXACT else None
        row_ = lambda args, z, f: g.row("MultiDot", [{"list": args}], out(z), d=d, f=f, slack=None if size is None else [size] * (np.asarray(z).size * (2 if d in PART else 1)),
                                        mask=None if size is None else [1] * (np.asarray(z).size * (2 if d in PART else 1)))
        row_([a, A(y), A(x)], z, f)
        row_([A(v), a, A(v)], np.array(ev.dot(ea).dot(ev), object), f)
        row_([A(v), a], ev.dot(ea), f)
        row_([a, A(v)], ea.dot(ev), f)
    g.row("MultiDot", [{"list": [A(x[:0]), A(y)]}], np.zeros((0, 3), np_dtype(d)), d=d, f="empty")
    g.row("MultiDot", [{"list": [A(x)]}], err=["value"], d=d)
    g.row("MultiDot", [{"list": [A(x), A(y[:2])]}], err=["shape"], d=d)
    g.row("MultiDot", [{"list": [A(x), form("zerod", y)]}], err=["shape"], d=d, f="zerod")


def traces(g, m, d):
    width = bits(DEFAULT["int"])
    acc = d if not is_int(d) or bits(d) > width else DEFAULT["int"] if d[0] == "i" else DEFAULT["uint"]
    for f in FORMS_OF_MATRICES:
        a = form(f, m)
        x = exact_numbers(a.val, d)
        for k in (0, 1, -2):
            z = np.array([sum((x[i, j, j + k] for j in range(max(0, -k), min(3, 3 - k))), mpf(0) if d in INEXACT else 0) for i in range(len(x))], object)
            o = (numbers(z, d) if d in INEXACT else build([int(v) for v in z], acc)) if len(x) else np.zeros(0, np_dtype(acc))
            g.row("Trace", [a], o, opts={"k": k} if k else None, d=d, f=f, tol=2 if d in INEXACT else 0)
        if f == "contiguous":
            o = "complex128" if d in PART else "float64"
            z = np.array([x[i, 0, 0] + x[i, 1, 1] + x[i, 2, 2] for i in range(2)], object)
            g.row("Trace", [a], numbers(z, o), opts={"dtype": o}, d=d, f=f, tol=2)


ONE_SQUARE = ["Det", "Inv", "Slogdet", "Cholesky", "Eigh", "Eigvalsh", "Eig", "Eigvals", "MatrixExp", "Hessenberg", "Schur", "Sqrtm", "Logm"]
ANY_SHAPE = ["QR", "Svdvals", "Pinv", "MatrixRank", "MatrixNorm", "SVD", "LU", "LUFactor", "Cond"]


def errors(g, d):
    x = make(WIDE, GENERAL_IM, d, WIDE_BOOL)
    for op in ONE_SQUARE:
        g.row(op, [A(x)], err=["shape"], d=d)
    for op in ONE_SQUARE + ANY_SHAPE:
        g.row(op, [form("zerod", x)], err=["shape"], d=d, f="zerod")
        g.row(op, [A(x[0, 0])], err=["shape"], d=d)
    right = A(make(RIGHT, GENERAL_IM, d, RIGHT))
    for op, args in (("Solve", [right]), ("SolveTriangular", [right]), ("Lstsq", [right]), ("Adjoint", []), ("Diagonal", [])):
        g.row(op, [form("zerod", x)] + args, err=["shape"], d=d, f="zerod")
    if d != "bool":
        g.row("MatrixPower", [form("zerod", x), {"int": 2}], err=["shape"], d=d, f="zerod")
        g.row("Trace", [form("zerod", x)], err=["shape"], d=d, f="zerod")
        g.row("MatrixPower", [A(x), {"int": 2}], err=["shape"], d=d)
        g.row("Trace", [A(x[0, 0])], err=["shape"], d=d)
    g.row("MatrixNorm", [A(x)], opts={"ord": 3.0}, err=["value"], d=d)
    g.row("VectorNorm", [A(x)], opts={"ord": "fro"}, err=["value"], d=d)
    g.row("QR", [A(x)], opts={"mode": "raw"}, err=["value"], d=d)
    zero = A(np.zeros((2, 3, 3), np_dtype(d)))
    b = A(make(RIGHT, GENERAL_IM, d, RIGHT))
    for op, args in (("Inv", [zero]), ("Solve", [zero, b]), ("SolveTriangular", [zero, b]), ("Cholesky", [zero]), ("Logm", [zero])):
        g.row(op, args, err=["linalg"], d=d)
    g.row("Solve", [A(x), b], err=["shape"], d=d)
    g.row("Solve", [zero, A(b.val[:, :2])], err=["shape"], d=d)
    g.row("Lstsq", [A(x), b], err=["shape"], d=d)
    if d in ("float32", "complex128"):
        one = A(np.stack([np.eye(2, dtype=np_dtype(d)), np.full((2, 2), nan, np_dtype(d)), np.eye(2, dtype=np_dtype(d)) * inf]))
        with np.errstate(all="ignore"):
            one = A(np.array([[[1, 0], [0, 2]], [[nan, 1], [1, 1]], [[1, 0], [1, inf]]], np_dtype(d)))
        n = complex(nan, nan) if d in PART else nan
        r, p = d, part(d)
        m = lambda z, o: np.array(z, np_dtype(o))
        all_nan = [[n, n], [n, n]]
        why = "of a matrix with NaN or infinity all is NaN"
        g.row("Inv", [one], m([[[1, 0], [0, 0.5]], all_nan, all_nan], r), d=d, f="contiguous", mask=[1] * (12 * (2 if d in PART else 1)), why=why)
        g.row("Det", [one], m([2, n, n], r), d=d, f="contiguous", mask=[1] * (3 * (2 if d in PART else 1)), why=why)
        g.row("Cholesky", [one], m([[[1, 0], [0, math.sqrt(2)]], all_nan, all_nan], r), d=d, f="contiguous", tol=2, mask=[1] * (12 * (2 if d in PART else 1)), why=why)
        g.row("Svdvals", [one], m([[2, 1], [nan, nan], [nan, nan]], p), d=d, f="contiguous", tol=2, why=why)
        g.row("Eigvalsh", [one], m([[1, 2], [nan, nan], [nan, nan]], p), d=d, f="contiguous", tol=2, why=why)


def rows(g):
    for d in ALL:
        squares(g, d)
        rectangles(g, d)
        moved(g, d)
        errors(g, d)
        if d != "bool":
            products(g, d)
