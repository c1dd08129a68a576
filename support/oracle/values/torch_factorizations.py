"""Writes frontends/torch/testdata/values-factorizations.json.gz: what PyTorch answers of functions that factorize matrices, where it
is unique: signs of vectors, and the order of eigenvalues, are the library's. Run it in an environment with requirements.txt."""
import numpy as np
import torch

from common import COMPLEX, DTYPES, FLOATS, np_dtype
from torch_common import P, add, c

L = "linalg."
TESTED = ["float32", "float64", "complex64", "complex128"]


def arr(values, d):
    a = np.array(values).astype(np_dtype(d))
    return P.add(f"{d}.{'x'.join(map(str, a.shape))}.{len(P.arrays)}.normal", a)


def mat(d, *shape, seed=0):
    return P.matrix(d, shape, seed)


def got(x):
    return np.array(P.get(x))


def solid(d, n, *lead, seed=0):
    x = got(P.normal("float64", (*lead, n, n), seed)) + 4 * np.eye(n)
    if d in COMPLEX:
        x = x + 1j * got(P.normal("float64", (*lead, n, n), seed + 1))
    return arr(x, d)


def positive(d, n, *lead):
    x = got(solid(d, n, *lead)).astype("complex128" if d in COMPLEX else "float64")
    return arr(x @ np.swapaxes(x, -1, -2).conj(), d)


ONE = """linalg.det det .det linalg.slogdet slogdet .slogdet logdet .logdet linalg.inv inverse .inverse linalg.inv_ex linalg.svdvals linalg.qr linalg.lu_factor linalg.lu linalg.pinv pinverse .pinverse
linalg.matrix_rank linalg.matrix_exp matrix_exp .matrix_exp linalg.cond linalg.cholesky linalg.cholesky_ex cholesky .cholesky linalg.eigvalsh linalg.eigvals linalg.eigh linalg.eig linalg.svd
linalg.tensorinv""".split()
VECTORS = {"linalg.eigh", "linalg.eig", "linalg.svd"}

for d in DTYPES:  # what has no kernels
    eye = arr(np.eye(3), d)
    for f in ONE:
        if (d not in TESTED or f not in VECTORS) and not (d in ("bfloat16", "float16") and "matrix_exp" in f):  # of which PyTorch makes -1e30
            add(f, eye, **({"ind": 1} if f.endswith("tensorinv") else {}))
    for f in ["linalg.solve", "linalg.solve_ex", "linalg.lstsq"]:
        add(f, eye, eye)
    add("linalg.solve_triangular", eye, eye, upper=True), add("linalg.tensorsolve", eye, mat(d, 3))
    add("linalg.solve", eye, arr(np.eye(3), "float64"))

for d in TESTED:
    for x in [solid(d, 1), solid(d, 4), solid(d, 3, 2)]:
        for f in ONE:
            if f not in VECTORS and f not in ("linalg.eigvals", "linalg.eigvalsh", "linalg.tensorinv") and "cholesky" not in f:
                add(f, x)
        add(L + "qr", x, "r"), add(L + "qr", x, mode="complete"), add(L + "lu", x, pivot=True)
    for x in [positive(d, 1), positive(d, 3), positive(d, 2, 2)]:
        for f in ["linalg.cholesky", "linalg.cholesky_ex", "cholesky", ".cholesky"]:
            add(f, x), add(f, x, upper=True)
        add(L + "eigvalsh", x), add(L + "eigvalsh", x, "U"), add(L + "matrix_rank", x, hermitian=True), add(L + "pinv", x, hermitian=True)
    a, w, t = solid(d, 3), mat(d, 2, 4), mat(d, 4, 2)
    add(L + "eigvalsh", a), add(L + "cholesky", a)
    for x in [w, t]:
        for f in ["qr", "svdvals", "pinv", "matrix_rank", "cond", "lu_factor", "lu"]:
            add(L + f, x)
        add(L + "qr", x, "complete"), add(L + "qr", x, "r")
    for b in [mat(d, 3), mat(d, 3, 2), mat(d, 2, 3, 1)]:
        add(L + "solve", a, b), add(L + "solve", solid(d, 3, 2), b), add(L + "solve_ex", a, b)
    add(L + "solve", a, mat(d, 2, 3), left=False), add(L + "solve", solid(d, 3, 2), mat(d, 2, 3))
    for k in [{"upper": True}, {"upper": False}, {"upper": True, "unitriangular": True}, {"upper": False, "left": False}]:
        add(L + "solve_triangular", a, mat(d, 3, 3), **k)
    add("triangular_solve", mat(d, 3, 2), a), add("triangular_solve", mat(d, 3, 2), a, False, True, True), add("cholesky_solve", mat(d, 3, 2), a), add("cholesky_solve", mat(d, 3, 2), a, upper=True), add("cholesky_inverse", positive(d, 3)), add("cholesky_inverse", positive(d, 3), True)
    piv = P.add("pivots", np.array([2, 3, 3], dtype=np.int32))
    add(L + "lu_solve", a, piv, mat(d, 3, 2)), add(L + "lu_solve", a, piv, mat(d, 2, 3), left=False), add(L + "lu_solve", a, piv, mat(d, 3, 2), adjoint=True), add("lu_solve", mat(d, 3, 2), a, piv)
    add(L + "lstsq", t, mat(d, 4, 1)), add(L + "lstsq", t, mat(d, 4, 2, seed=1)), add(L + "lstsq", w, mat(d, 2, 1)), add(L + "lstsq", t, mat(d, 4, 1), driver="gelsd"), add(L + "lstsq", t, mat(d, 4, 1), driver="gelss"), add(L + "lstsq", t, mat(d, 4, 1), 0.5, driver="gelsd"), add(L + "lstsq", t, mat(d, 4, 1), driver="gels")
    for p in [None, 1, -1, 2, -2, "fro", "nuc", float("inf"), -float("inf")]:
        add(L + "cond", a, p)
    add(L + "tensorsolve", arr(got(a).reshape(3, 3, 1), d), mat(d, 3)), add(L + "tensorsolve", arr(got(a).reshape(3, 1, 3), d), mat(d, 3), (1,)), add(L + "tensorinv", arr(got(a).reshape(3, 1, 3), d), 1), add(L + "tensorinv", a, 1)
    add(L + "matrix_rank", a, 0.5), add(L + "matrix_rank", a, rtol=0.9), add(L + "matrix_rank", a, atol=3.0), add(L + "matrix_rank", a, tol=4.5), add(L + "pinv", a, 0.9), add(L + "pinv", a, rtol=0.5), add(L + "pinv", a, atol=3.5), add("pinverse", a, 0.9), add(L + "pinv", solid(d, 3, 2), rcond=0.5)
    add(L + "pinv", a, rtol=P.add("rtols", np.array(0.9, dtype="float64"))), add(L + "matrix_rank", solid(d, 3, 2), rtol=P.add("two", np.array([0.1, 0.9], dtype="float64")))
for f in ONE:
    for x in [mat("float32", 2, 3), mat("float32", 3), 2.0, mat("float32", 0, 0), mat("float32", 0, 3), mat("float32", 2, 0, 0)]:
        if not (f == "linalg.svd" and x == mat("float32", 2, 3) or f[0] == "." and x == 2.0):
            add(f, x)
one, zero, bad, two = arr(np.ones((2, 2)), "float32"), arr(np.zeros((2, 2)), "float32"), arr([[np.nan, 1.0], [1.0, 2.0]], "float32"), arr(np.stack([np.eye(2), np.zeros((2, 2))]), "float32")
for x in [one, zero, arr(-np.eye(2), "float32"), two]:
    for f in ["det", "linalg.slogdet", "logdet", "linalg.inv", "linalg.cholesky", "linalg.matrix_rank", "linalg.lu_factor"]:
        add(f, x)
    add(L + "solve", x, mat("float32", 2, 1)), add(L + "solve_triangular", x, mat("float32", 2, 1), upper=True)
for f in ["linalg.svdvals", "linalg.svd", "linalg.pinv", "linalg.matrix_rank", "linalg.cond"]:  # eigvals kills the process
    add(f, bad)
add(L + "svdvals", zero), add(L + "cond", zero), add(L + "cond", zero, 1), add(L + "cond", two, 1)
x = solid("float32", 3)
add(L + "qr", x, "odd"), add(L + "eigh", x, "X"), add(L + "eigvalsh", x, "X"), add(L + "eigvalsh", x, "u"), add(L + "tensorinv", x, 0), add(L + "tensorinv", x, 2), add(L + "cond", x, 3), add(L + "cond", x, "odd"), add(L + "lstsq", x, mat("float32", 3, 1), driver="odd"), add(L + "lu", x, pivot=False), add(L + "lu_factor", x, pivot=False)
add(L + "solve", x, mat("float32", 2)), add(L + "solve", x, mat("float32", 2, 3)), add(L + "solve", x, 1.0), add(L + "lstsq", x, mat("float32", 2)), add(L + "lstsq", x, mat("float32", 3)), add(L + "lstsq", x, mat("float32", 2, 1)), add(L + "cond", mat("float32", 2, 3), 1), add(L + "solve_triangular", x, mat("float32", 2, 1), upper=True), add(L + "solve_triangular", x, mat("float32", 3), upper=True), add(L + "tensorsolve", x, mat("float32", 2))
add(L + "lu_solve", x, P.add("odd pivots", np.array([0, 3, 3], dtype=np.int32)), mat("float32", 3, 2)), add(L + "lu_solve", x, P.add("long pivots", np.array([2, 3, 3], dtype=np.int64)), mat("float32", 3, 2))
for d in ["float32", "complex64"]:
    add(L + "eigvals", solid(d, 1)), add(L + "eig", solid(d, 1)), add(L + "eigh", solid(d, 1))

c.write("torch", torch.__version__.split("+")[0], "values-factorizations")
