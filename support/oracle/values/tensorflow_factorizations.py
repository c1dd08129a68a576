"""Writes frontends/tensorflow/testdata/values-factorizations.json.gz: what TensorFlow answers of tf.linalg's functions that
factorize matrices. Where signs of vectors or an order are the library's, a path with "()" is of what does not depend on them: the
products of factors. Run it in an environment with requirements_tensorflow.txt."""
import numpy as np

from common import COMPLEX, DTYPES, D, np_dtype
from tensorflow_common import add, c, pool, tf

L = "linalg."
TESTED = ["float32", "float64"] + COMPLEX
OTHER = [d for d in DTYPES if d not in TESTED]


def arr(values, d):
    a = np.array(values).astype(np_dtype(d))
    return pool.add(f"{d}.{'x'.join(map(str, a.shape))}.{len(pool.arrays)}.factors", a)


SEED = np.random.RandomState(7)


def draw(d, *shape):
    x = SEED.standard_normal(shape)
    return x + 1j * SEED.standard_normal(shape) if d in COMPLEX else x


def solid(d, n, *lead):
    return draw(d, *lead, n, n) + 4 * np.eye(n)


def positive(d, n, *lead):
    x = draw(d, *lead, n, n)
    return x @ np.swapaxes(x, -1, -2).conj() + np.eye(n)


def hermitian(d, n, *lead):
    x = draw(d, *lead, n, n)
    return x + np.swapaxes(x, -1, -2).conj()


def adjoint(x):
    return tf.linalg.adjoint(x)


def svd(x, full_matrices=False):
    s, u, v = tf.linalg.svd(x, full_matrices)
    k = s.shape[-1]
    return [s, u[..., :k] @ tf.linalg.diag(tf.cast(s, x.dtype)) @ adjoint(v[..., :k])]


def eigh(x):
    w, v = tf.linalg.eigh(x)
    return [w, v @ tf.linalg.diag(w) @ adjoint(v)]


def eig(x):
    w, v = tf.linalg.eig(x)
    return [tf.reduce_sum(w, -1), tf.reduce_sum(w * w, -1), v @ tf.linalg.diag(w) @ tf.linalg.inv(v)]


def eigvals(x):
    w = tf.linalg.eigvals(x)
    return [tf.reduce_sum(w, -1), tf.reduce_sum(w * w, -1), tf.reduce_sum(w * w * w, -1)]


ONE = ["eigh", "eigvalsh", "eig", "eigvals", "svd", "qr", "slogdet", "logdet", "pinv", "matrix_rank", "lu", "expm", "logm", "sqrtm"]
for d in OTHER:  # what has no kernels
    eye = arr(np.eye(2), d)
    for f in ONE:
        if f not in ("eigh", "eig", "svd"):
            add(L + f, eye)
    for f in ["lstsq", "triangular_solve", "cholesky_solve"]:
        add(L + f, eye, eye)
    add(L + "tensor_diag_part", arr([[1, 0], [1, 1]], d))
    add(L + "set_diag", eye, arr([1, 0], d))
    add(L + "normalize", eye)
    add(L + "global_norm", [eye, eye])

for d in TESTED:
    for x in [solid(d, 1), solid(d, 4), solid(d, 3, 2)]:
        x = arr(x, d)
        for f in ["qr", "slogdet", "pinv", "matrix_rank", "lu", "expm"]:
            add(L + f, x)
        c.add(L + "svd()", svd, x)
        c.add(L + "eigvals()", eigvals, x)
        c.add(L + "eig()", eig, x)
        add(L + "svd", x, compute_uv=False)
        add(L + "lu", x, output_idx_type=D("int64"))
    for x in [positive(d, 1), positive(d, 4), positive(d, 3, 2)]:
        x = arr(x, d)
        for f in ["logdet", "sqrtm", "logm"]:
            add(L + f, x)
    for x in [hermitian(d, 1), hermitian(d, 4), hermitian(d, 3, 2)]:
        x = arr(x, d)
        add(L + "eigvalsh", x)
        c.add(L + "eigh()", eigh, x)
    for m, n in [(5, 3), (3, 5)]:
        x = arr(draw(d, m, n), d)
        add(L + "qr", x), add(L + "qr", x, True), add(L + "pinv", x), add(L + "matrix_rank", x)
        c.add(L + "svd()", svd, x), c.add(L + "svd()", svd, x, True)
        add(L + "svd", x, False, False)
        b = arr(draw(d, m, 2), d)
        for kw in [{}, {"l2_regularizer": 0.5}, {"fast": False}]:
            add(L + "lstsq", x, b, **kw)
    low = np.array([[2.0, 5], [1, 4]])
    x = arr(np.diag([3.0, 1e-9, 0]), d)
    add(L + "matrix_rank", x), add(L + "matrix_rank", x, 1e-12), add(L + "matrix_rank", x, 2.0), add(L + "pinv", x, 0.1)
    a, b = arr(solid(d, 3), d), arr(draw(d, 3, 2), d)
    many, right = arr(solid(d, 3, 2), d), arr(draw(d, 2, 3, 2), d)
    for lower in [True, False]:
        for adj in [False, True]:
            add(L + "triangular_solve", a, b, lower, adj)
            add(L + "triangular_solve", many, right, lower=lower, adjoint=adj)
    add(L + "cholesky_solve", arr(np.linalg.cholesky(positive(d, 3)), d), b)
    add(L + "cholesky_solve", arr(np.linalg.cholesky(positive(d, 3, 2)), d), right)
    for x, p, b in [(arr(solid(d, 3), d), arr([2, 0, 1], "int32"), arr(draw(d, 3, 2), d)),
                    (arr(solid(d, 3, 2), d), arr([[2, 0, 1], [0, 1, 2]], "int32"), arr(draw(d, 2, 3, 1), d))]:
        add(L + "lu_reconstruct", x, p), add(L + "lu_matrix_inverse", x, p), add(L + "lu_solve", x, p, b)
    x = arr(draw(d, 3, 4), d)
    for k, diagonal in [(0, draw(d, 3)), (1, draw(d, 3)), (-1, draw(d, 2)), (3, draw(d, 1)), (-2, draw(d, 1))]:
        add(L + "set_diag", x, arr(diagonal, d), k=k)
    for align in ["RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT"]:
        add(L + "set_diag", x, arr(draw(d, 3, 3), d), k=(-1, 1), align=align)
    add(L + "set_diag", arr(draw(d, 2, 3, 3), d), arr(draw(d, 2, 3), d))
    add(L + "tensor_diag_part", arr(draw(d, 3, 3), d)), add(L + "tensor_diag_part", arr(draw(d, 2, 3, 2, 3), d))
    x = arr(draw(d, 3, 4), d)
    for args in [(), (1,), (2,), (np.inf,), ("euclidean", 0), (1, 1), (2, [0])]:
        add(L + "normalize", x, *args)
    add(L + "global_norm", [x, arr(draw(d, 2), d)]), add(L + "global_norm", [x, None])
    add(L + "einsum", "ij,kj->ik", x, x)
    add(L + "tensordot", x, arr(draw(d, 4, 2), d), 1)
    add(L + "eye", 3, dtype=D(d)), add(L + "eye", 2, 3, [2], D(d))
    if d not in COMPLEX:
        add(L + "l2_normalize", x, 1)

for f in ONE + ["tensor_diag_part"]:
    x = arr(np.ones((2, 3)), "float32")
    if f not in ("svd", "qr", "pinv", "matrix_rank"):
        add(L + f, x)
    add(L + f, arr([1.0, 2], "float32"))
    add(L + f, arr(1.0, "float32"))
zero = arr(np.zeros((2, 2)), "float32")
add(L + "lu", zero), add(L + "slogdet", zero), add(L + "triangular_solve", zero, zero), add(L + "logdet", arr([[1.0, 2], [2, 1]], "float32"))
add(L + "triangular_solve", arr(np.eye(2), "float32"), arr([1.0, 2], "float32"))
add(L + "triangular_solve", arr(np.eye(2), "float32"), arr(np.eye(3), "float32"))
add(L + "triangular_solve", arr(np.eye(2), "float32"), arr(np.eye(2), "float64"))
add(L + "cholesky_solve", arr(np.eye(2), "float32"), arr(np.eye(3), "float32"))
add(L + "set_diag", arr(np.eye(3), "float32"), arr([1.0, 2], "float32")), add(L + "set_diag", arr(np.eye(3), "float32"), arr([1.0], "float32"), k=5)
add(L + "lu", arr(np.eye(2), "float32"), output_idx_type=D("float32"))
add(L + "global_norm", []), add(L + "global_norm", arr([1.0], "float32"))
add(L + "tensor_diag_part", arr(np.ones((2, 3, 4)), "float32"))
add(L + "normalize", arr([1.0, 2], "float32"), "x"), add(L + "lstsq", arr([1.0], "float32"), arr([1.0], "float32"))

c.write("tensorflow", tf.__version__, "values-factorizations")
