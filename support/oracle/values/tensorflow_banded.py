"""Writes frontends/tensorflow/testdata/values-banded.json.gz: what TensorFlow answers of tf.linalg's functions of matrices with few
diagonals. A path with "()" is of what does not depend on the signs of vectors: the products of factors. Run it in an environment with
requirements_tensorflow.txt."""
import numpy as np

from common import COMPLEX, DTYPES, np_dtype
from tensorflow_common import add, c, pool, tf

L = "linalg."
TESTED = ["float32", "float64"] + COMPLEX
SEED = np.random.RandomState(9)


def arr(values, d):
    a = np.array(values).astype(np_dtype(d))
    return pool.add(f"{d}.{'x'.join(map(str, a.shape))}.{len(pool.arrays)}.bands", a)


def draw(d, *shape):
    """Normal numbers of a few binary digits."""
    x = np.round(64 * SEED.standard_normal(shape)) / 64
    return x + 1j * np.round(64 * SEED.standard_normal(shape)) / 64 if d in COMPLEX else x


def eigh(alpha, beta, **kw):
    w, v = tf.linalg.eigh_tridiagonal(alpha, beta, eigvals_only=False, **kw)
    return [w, v @ tf.linalg.diag(tf.cast(w, v.dtype)) @ tf.linalg.adjoint(v)]


SOLVE, MUL, BANDED, EIGH = L + "tridiagonal_solve", L + "tridiagonal_matmul", L + "banded_triangular_solve", L + "eigh_tridiagonal"
for d in DTYPES:
    if d == "bool":
        continue
    a, b, m = arr([[1, 2, 0], [4, 5, 6], [0, 1, 2]], d), arr([[1], [2], [3]], d), arr([[4, 1, 0], [1, 5, 2], [0, 1, 6]], d)
    add(SOLVE, a, b), add(MUL, a, b), add(BANDED, arr([[4, 5, 6], [0, 1, 2]], d), b)
    add(SOLVE, m, b, "matrix"), add(MUL, m, b, "matrix"), add(SOLVE, [b, b, b], b, "sequence")
    if d not in TESTED:
        add(EIGH, arr([1, 2, 3], d), arr([1, 1], d)) if d != "float16" else None
        add(EIGH, arr([1], d), arr([], d))

for d in TESTED:
    for lead, n, k in [((), 1, 1), ((), 2, 2), ((), 3, 1), ((), 7, 3), ((2,), 5, 2), ((2, 1), 3, 1), ((), 0, 2), ((), 3, 0), ((0,), 3, 2), ((), 150, 1)]:
        if n == 150 and d not in ("float64", "complex64"):
            continue
        a, b = draw(d, *lead, 3, n), arr(draw(d, *lead, n, k), d)
        a[..., 1, :] += 3
        a = arr(a, d)
        for kw in [{}, {"partial_pivoting": False}, {"perturb_singular": True}]:
            if n * k > 0 or not kw.get("perturb_singular"):  # which crashes TensorFlow
                add(SOLVE, a, b, **kw)
        add(MUL, a, b)
        if n > 0:
            parts = [arr(x, d) for x in np.moveaxis(pool.get(a), -2, 0)]
            add(SOLVE, parts, b, "sequence"), add(MUL, parts, b, "sequence"), add(SOLVE, parts, b, diagonals_format="sequence", conjugate_rhs=True)
            short = [arr(pool.get(parts[0])[..., :-1], d), parts[1], arr(pool.get(parts[2])[..., 1:], d)]
            add(SOLVE, short, b, "sequence") if n > 1 else None
        if 0 < n < 100:
            m = arr(draw(d, *lead, n, n) + 4 * np.eye(n), d)
            add(SOLVE, m, b, "matrix"), add(MUL, m, b, "matrix")
            add(SOLVE, a, arr(draw(d, *lead, k, n), d), transpose_rhs=True), add(SOLVE, a, arr(draw(d, *lead, k, n), d), transpose_rhs=True, conjugate_rhs=True)
            add(SOLVE, a, arr(draw(d, *lead, n), d)), add(SOLVE, a, arr(draw(d, *lead, n), d), conjugate_rhs=True, transpose_rhs=True)
    b = arr([1, 2, 3], d)
    pivoted = [[[1, 1, 0], [0, 1, 1], [0, 1, 1]], [[1, 1, 0], [1, 1, 1], [0, 1, 1]], [[1, 0, 0], [1, 1, 0], [0, 0, 0]], np.zeros((3, 3)), [[2, 9, 0], [0.001, 1, 5], [0, 7, 3]], [[1, 1, 0], [0, 0, 0], [0, 1, 1]]]
    for a in pivoted:
        add(SOLVE, arr(a, d), b), add(SOLVE, arr(a, d), b, partial_pivoting=False)
    for a in [pivoted[0], pivoted[2], pivoted[4]] + [np.zeros((3, 3))] * (d not in COMPLEX):
        add(SOLVE, arr(a, d), b, perturb_singular=True)
    add(SOLVE, arr([[0], [0], [0]], d), arr([2], d), perturb_singular=True), add(SOLVE, arr([[0], [0], [0]], d), arr([2], d)), add(SOLVE, arr([[0], [1e-30], [0]], d), arr([2], d), perturb_singular=True)
    add(SOLVE, arr([[[1, 2, 0], [4, 5, 6], [0, 1, 2]], np.zeros((3, 3))], d), arr(np.ones((2, 3)), d))
    for lead, other, n, k in [((), (), 1, 1), ((), (), 4, 2), ((2,), (2,), 5, 3), ((2, 1), (3,), 3, 2), ((), (2,), 4, 6), ((), (), 70, 3)]:
        if n == 70 and d not in ("float64", "complex64"):
            continue
        a, b = draw(d, *lead, k, n) / 2, arr(draw(d, *other, n, 2), d)
        for lower in [True, False]:
            bands = a.copy()
            bands[..., 0 if lower else -1, :] += 3
            add(BANDED, arr(bands, d), b, lower), add(BANDED, arr(bands, d), b, lower=lower, adjoint=True)
    for n in [0, 1, 2, 3, 6, 40]:
        real = "float32" if d == "complex64" else "float64" if d == "complex128" else d
        alpha, beta = arr(draw(real, n), d), arr(draw(d, max(n - 1, 0)), d)
        add(EIGH, alpha, beta)
        if n > 1:
            c.add(EIGH + "()", eigh, alpha, beta)
            add(EIGH, alpha, beta, select="i", select_range=[0, 0]), add(EIGH, alpha, beta, True, "i", (n // 2, n - 1))
            add(EIGH, alpha, beta, select="v", select_range=arr([-0.75, 0.625], real)), add(EIGH, alpha, beta, select="v", select_range=arr([50, 60], real))
            c.add(EIGH + "()", eigh, alpha, beta, select="i", select_range=[1, n - 1])
    add(EIGH, arr([1, 2, 2, 1], d), arr([0, 0, 0], d)), add(EIGH, arr([0, 0, 0], d), arr([1, 1], d), select="i", select_range=[-1, 4]), add(EIGH, arr([0, 0, 0], d), arr([1, 1], d), select="i", select_range=[4, 5])
    add(EIGH, arr([3], d), arr([], d), False), add(EIGH, arr([0, 0, 0], d), arr([1, 1], d), select="v", select_range=arr([0, 2], real))
    if d in COMPLEX:
        add(EIGH, arr([1 + 2j, 3 - 1j], d), arr([1j], d))

d, r, b = arr([[1, 2, 9], [4, 5, 6], [9, 1, 2]], "float32"), arr([1, 2, 3], "float32"), arr([[0, 1], [2, 3], [4, 5]], "float32")
two, big, wide, rows, ones3, double = arr([1, 2], "float32"), arr(np.ones((2, 3, 3)), "float32"), arr(np.ones((2, 3)), "float32"), arr(np.ones((2, 2)), "float32"), arr(np.ones((1, 3, 2)), "float32"), arr([1, 2, 3], "float64")
scalar = arr(2, "float32")
for args in [(d, r, "odd"), ([[1.0, 2, 9], [4, 5, 6], [9, 1, 2]], r), (d, [1.0, 2, 3]), (wide, r), (r, r), (scalar, r), (d, scalar), (d, two), (d, rows), (big, r), (big, ones3), (d, arr(np.ones((2, 2, 3, 1)), "float32")), (d, double), ([two, r, two], r, "sequence"),
             ([r, r, r], r, "sequence"), ([scalar, r, r], r, "sequence"), ([r, scalar, r], r, "sequence"), ([arr([1], "float32"), r, r], r, "sequence"), ([r, r], r, "sequence"), (d, r, "sequence"), ([[1.0, 2], [3.0, 4, 5], [1.0, 2]], r, "sequence"), ([wide, r, r], r, "sequence"), ([double, r, r], r, "sequence"),
             (wide, r, "matrix"), (r, r, "matrix"), (scalar, r, "matrix"), (arr([[3]], "float32"), arr([1], "float32"), "matrix"), ([[1.0, 2], [3, 4]], two, "matrix"), (arr(np.ones((4, 3)), "float32"), b), (d, 1.0), (arr(np.ones((3, 0)), "float32"), b), (d, arr(np.ones((0, 2)), "float32"))]:
    add(SOLVE, *args)
    if not (args[-1] == "sequence" and len(args[0]) == 2):
        add(MUL, *args)
    add(MUL, args[0], b, *args[2:])
add(SOLVE, d, r, partial_pivoting=False, perturb_singular=True), add(MUL, big, b), add(MUL, big, arr(np.ones((2, 3, 2)), "float32")), add(MUL, [[1.0, 2, 0], [3.0, 4, 5], [0, 1.0, 2]], b, "sequence"), add(MUL, d, b, "sequence"), add(MUL, 1.0, b, "sequence"), add(MUL, [r, r], b, "sequence"), add(MUL, [two, r, two], b, "sequence")
for args in [(d, r), (r, b), (d, rows), (arr(np.ones((0, 3)), "float32"), b), (d, arr(np.ones((3, 0)), "float32")), (arr(np.ones((1, 0)), "float32"), arr(np.ones((0, 2)), "float32")), (arr([[1, 0, 2]], "float32"), b), (arr([[1, 2, 3], [1, 1, 0]], "float32"), b), (arr([[1, 2, 3], [1, 1, 0]], "float32"), b, False), (d, arr([[1], [2], [3]], "float64")), ([[1.0, 1, 1]], [[1.0], [2.0], [3.0]]), (d, 1.0), (big, arr(np.ones((3, 3, 2)), "float32")), (1.0, b)]:
    add(BANDED, *args)
for args, kw in [((scalar, r), {}), ((r, r), {}), ((r, arr([1], "float32")), {}), ((rows, two), {}), ((r, arr([1, 2], "float64")), {}), ((r, two), {"select": "odd"}), ((r, two), {"select": "i"}), ((r, two), {"select": "v"}), ((r, two), {"select": "i", "select_range": [2, 1]}),
                 ((r, two), {"select": "v", "select_range": [2.0, 1.0]}), ((r, two), {"select": "v", "select_range": [1.0, 1.0]}), ((r, two), {"select": "v", "select_range": [0, 3]}), (([1.0, 2, 3], [1.0, 2]), {}), (([1, 2, 3], [1, 2]), {}), (([3.0], []), {"select": "odd"}), ((r, two), {"tol": "x"})]:
    add(EIGH, *args, **kw)

c.write("tensorflow", tf.__version__, "values-banded")
