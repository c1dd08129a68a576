"""Writes frontends/torch/testdata/values-decompositions.json.gz: what PyTorch answers of factorizations in LAPACK's forms, of the older names of svd, qr and
lu, and of functions that approximate factors. A path with "()" is of what does not depend on the signs of vectors: the products of factors. Run it in an environment
with requirements.txt."""
import numpy as np
import torch

from common import COMPLEX, DTYPES, np_dtype
from torch_common import P, add, c, function

L = "linalg."
TESTED = ["float32", "float64", "complex64", "complex128"]
SEED = np.random.RandomState(11)


def arr(values, d):
    a = np.array(values).astype(np_dtype(d))
    return P.add(f"{d}.{'x'.join(map(str, a.shape))}.{len(P.arrays)}.factors", a)


def draw(d, *shape):
    """Normal numbers of a few binary digits."""
    x = np.round(64 * SEED.standard_normal(shape)) / 64
    return x + 1j * np.round(64 * SEED.standard_normal(shape)) / 64 if d in COMPLEX else x


def mat(d, *shape, seed=0):
    return P.matrix(d, shape, seed)


def symmetric(d, n, *lead, hermitian=False):
    x = draw(d, *lead, n, n)
    t = np.swapaxes(x, -1, -2)
    return (x + (t.conj() if hermitian else t)) / 2


def made(f, *args, **kw):
    """What PyTorch returns of operands of the pool, as operands."""
    out = f(*[c.value(a) for a in args], **kw)
    return [arr(x.numpy(), str(x.dtype)[6:]) for x in out]


def svd(x, *args, **kw):
    u, s, v = torch.svd(x, *args, **kw)
    k = s.shape[-1]
    return [s, u[..., :k] @ torch.diag_embed(s).to(u.dtype) @ v[..., :k].mH, torch.tensor(u.shape), torch.tensor(v.shape)]


def seeded(f, product):
    """f after manual_seed, with what does not depend on signs."""
    def call(*args, **kw):
        torch.manual_seed(5)
        return product(*f(*args, **kw))
    return call


def singular(u, s, v):
    return [s, u @ torch.diag_embed(s).to(u.dtype) @ v.mH, torch.tensor(u.shape), torch.tensor(v.shape)]


def eigen(w, v):
    return [w, v @ torch.diag_embed(w) @ v.mT]


def lowrank(f, *args, **kw):
    c.add(f"seeded:{f}()", seeded(function(f), singular), *args, **kw)


def lobpcg(*args, **kw):
    c.add("seeded:lobpcg()", seeded(torch.lobpcg, eigen), *args, **kw)


ONE = ["svd", ".svd", "qr", ".qr", "lu", ".lu", "linalg.lu_factor_ex", "geqrf", ".geqrf", "linalg.ldl_factor", "linalg.ldl_factor_ex"]
pivots = P.add("pivots", np.array([2, 3, 3], dtype=np.int32))
for d in DTYPES:  # what has no kernels
    eye, line = arr(np.eye(3), d), arr(np.ones(3), d)
    for f in ONE:
        if f.strip(".") != "svd":
            add(f, eye)
        elif d not in TESTED:
            c.add("svd()", svd, eye)
    add(L + "householder_product", eye, line), add("ormqr", eye, line, eye), add(L + "ldl_solve", eye, P.add("ones", np.array([1, 2, 3], dtype=np.int32)), eye)
    for f in ["lu", "linalg.lu_factor_ex", "geqrf", "qr", "linalg.ldl_factor", "linalg.lu", "linalg.lu_factor", "linalg.inv", "linalg.det", "linalg.cholesky"]:
        add(f, line), add(f, arr(np.zeros((0, 3)), d)), add(f, arr(np.zeros((2, 0)), d)), add(f, arr(np.ones((2, 3)), d)) if d not in TESTED else None
    add("lu_unpack", arr([[1, 0, 1], [1, 0, 1], [1, 1, 1]], d), pivots)
    add(L + "ldl_solve", arr(np.eye(3), "float32"), arr([1, 2, 3], d), arr(np.eye(3), "float32"))

for d in TESTED:
    sizes = [(1, 1), (4, 4), (5, 3), (3, 5), (2, 3, 3), (2, 1, 4, 2), (0, 0), (3, 0), (0, 3), (2, 0, 3), (0, 3, 3)]
    for size in sizes:
        x = arr(draw(d, *size), d)
        # What is greatest in a column is so by every measure of complex numbers.
        y = arr(draw(d, *size) + 8 * np.roll(np.eye(*size[-2:]), 1, -2), d) if 0 not in size else x
        for f, z in [("geqrf", x), ("qr", x), ("lu", y), ("linalg.lu_factor_ex", y)]:
            add(f, z)
        add("qr", x, False), add("lu", y, get_infos=True), add(".lu", y, True, True), c.add("svd()", svd, x)
        if 0 not in size:
            c.add("svd()", svd, x, False)
        add("svd", x, compute_uv=False) if d != "float64" else None
        lu, p = made(torch.linalg.lu_factor, y)
        add("lu_unpack", lu, p)
        a, tau = made(torch.geqrf, x)
        if size[-2] >= size[-1]:
            add(L + "householder_product", a, tau)
        q = arr(draw(d, *size[:-2], size[-2], 2), d)
        add("ormqr", a, tau, q), add("ormqr", a, tau, q, transpose=True)
        q = arr(draw(d, *size[:-2], 2, size[-2]), d)
        add("ormqr", a, tau, q, False), add("ormqr", a, tau, q, left=False, transpose=True)
    add(L + "lu_factor_ex", arr([[1, 2, 3], [2, 4, 6], [1, 1, 1]], d)), add(L + "lu_factor_ex", arr(np.zeros((2, 2)), d)), add("lu", arr(np.zeros((2, 2)), d), get_infos=True)
    add("lu_unpack", lu := arr(draw(d, 4, 3), d), pivots), add("lu_unpack", lu, pivots, False), add("lu_unpack", lu, pivots, unpack_pivots=False), add("lu_unpack", lu, pivots, False, False)
    add("lu_unpack", arr(draw(d, 3, 4), d), pivots), add("lu_unpack", arr(draw(d, 4, 2), d), P.add("two pivots", np.array([3, 2], dtype=np.int32)))
    add("geqrf", arr(np.triu(draw(d, 4, 3)), d)), add("geqrf", arr(np.zeros((3, 3)), d)), add("geqrf", arr([[0, 1], [0, 2], [3, 4]], d)), add(".geqrf", arr(draw(d, 3, 3), d))
    a = arr(draw(d, 5, 3) / 2, d)  # vectors and factors of no reflections
    for tau in [arr(draw(d, 3), d), arr(draw(d, 2), d), arr(draw(d, 0), d)]:
        add(L + "householder_product", a, tau), add("orgqr", a, tau), add(".orgqr", a, tau)
    add("orgqr", a, input2=arr(draw(d, 3), d)), add(".ormqr", a, arr(draw(d, 3), d), arr(draw(d, 5, 1), d)), add("ormqr", a, input2=arr(draw(d, 3), d), input3=arr(draw(d, 5, 1), d))
    wide = arr(draw(d, 40, 35), d)
    if d in ("float64", "complex64"):
        add("geqrf", wide)
        add(L + "householder_product", *made(torch.geqrf, wide))
    for n, lead in [(1, ()), (2, ()), (5, ()), (9, ()), (40, ()), (4, (2, 1)), (0, ()), (3, (0,))]:
        for hermitian in [False, True]:
            if n == 40 and (d, hermitian) not in (("float64", False), ("complex64", True)):
                continue
            x = arr(symmetric(d, n, *lead, hermitian=hermitian), d)
            add(L + "ldl_factor", x, hermitian=hermitian), add(L + "ldl_factor_ex", x, hermitian=hermitian)
            ld, p = made(torch.linalg.ldl_factor, x, hermitian=hermitian)
            add(L + "ldl_solve", ld, p, arr(draw(d, *lead, n, 2), d), hermitian=hermitian)
            if not lead:  # a batch of factors that broadcasts crashes PyTorch
                add(L + "ldl_solve", ld, p, arr(draw(d, 3, *[1] * len(lead), n, 1), d), hermitian=hermitian)
    x = arr(symmetric(d, 4), d)
    ld, p = made(torch.linalg.ldl_factor, x)
    add(L + "ldl_solve", ld, p, arr(draw(d, 4, 1), d), hermitian=True)
    for x in [[[0, 1, 2], [1, 0, 3], [2, 3, 0]], [[0, 1], [1, 0]], np.zeros((3, 3)), np.ones((3, 3)), np.diag([1, 0, 2]), np.diag([1e-9, 3, 0, 2]), [[1e-3, 1], [1, 1e-3]], [[1, 2, 0], [2, 1, 5], [0, 5, 1]], [[0, 1, 0], [1, 0, 0], [0, 0, 0]]]:
        for hermitian in [False, True]:
            add(L + "ldl_factor_ex", arr(x, d), hermitian=hermitian)
    add(L + "ldl_factor", arr(np.zeros((3, 3)), d)), add(L + "ldl_factor_ex", arr(np.zeros((3, 3)), d), check_errors=True), add(L + "ldl_factor", arr(draw(d, 3, 3), d))

for f in ONE:
    for x in [arr(draw("float32", 2, 3), "float32"), arr(draw("float32", 3), "float32"), 2.0]:
        if not (f[0] == "." and x == 2.0) and not ("svd" in f and "2x3" in str(x)):  # whose signs are the library's
            add(f, x)
add("svd", arr([1.0, 2], "float32")), add("svd", arr([[np.nan, 1.0], [1.0, 2.0]], "float32")), add("svd", arr(np.eye(2), "float32"), 1), add("qr", arr(np.eye(2), "float32"), some=1), add("svd", arr(np.eye(2), "float32"), some=False, compute_uv=False)
a, tau = arr(draw("float32", 4, 3), "float32"), arr(draw("float32", 3), "float32")
for path in [L + "householder_product", "orgqr"]:
    add(path, arr(draw("float32", 3, 4), "float32"), tau), add(path, a, arr(draw("float32", 4), "float32")), add(path, a, arr(draw("float32", 3), "float64")), add(path, a, arr(draw("float32", 1, 3), "float32")), add(path, tau, tau)
    add(path, a, 1.0), add(path, a, arr(1.0, "float32")), add(path, 1.0, tau), add(path, a), add(path, arr(draw("float32", 2, 4, 3), "float32"), arr(draw("float32", 1, 3), "float32")), add(path, arr(draw("float32", 2, 4, 3), "float32"), tau)
o = arr(draw("float32", 4, 2), "float32")
add("ormqr", arr(draw("float32", 3, 4), "float32"), tau, arr(draw("float32", 3, 2), "float32")), add("ormqr", a, tau, arr(draw("float32", 3, 2), "float32")), add("ormqr", a, tau, tau), add("ormqr", tau, tau, o), add("ormqr", a, arr(draw("float32", 4), "float32"), o), add("ormqr", a, arr(draw("float32", 2), "float32"), o)
add("ormqr", a, tau, arr(draw("float32", 2, 4, 2), "float32")), add("ormqr", a, tau, arr(draw("float32", 4, 2), "float64")), add("ormqr", a, arr(draw("float32", 3), "float64"), o), add("ormqr", a, tau, o, 1), add("ormqr", a, tau, o, False), add("ormqr", a, tau, 1.0), add("ormqr", a, arr(1.0, "float32"), o)
lu = arr(draw("float32", 3, 3), "float32")
for p in [np.array([2, 3, 3]), np.array([0, 2, 3], np.int32), np.array([1, 4, 3], np.int32), np.array([1, 2, 3], np.float32)]:
    p = P.add(f"odd {p.dtype} {p.tolist()}", p)
    add("lu_unpack", lu, p), add("lu_unpack", lu, p, True, False)
add("lu_unpack", tau, pivots), add("lu_unpack", 1.0, pivots), add("lu_unpack", lu, 1), add("lu", lu, False), add("lu", lu, pivot=False, get_infos=True), add(L + "lu_factor_ex", lu, pivot=False), add(L + "lu_factor_ex", lu, check_errors=True), add(L + "lu_factor_ex", arr(np.zeros((2, 2)), "float32"), check_errors=True)
ld, p, b = arr(np.eye(3), "float32"), P.add("ones", np.array([1, 2, 3], dtype=np.int32)), arr(draw("float32", 3, 2), "float32")
add(L + "ldl_solve", ld, p, arr(draw("float32", 3), "float32")), add(L + "ldl_solve", ld, p, arr(draw("float32", 2, 2), "float32")), add(L + "ldl_solve", ld, p, arr(draw("float32", 3, 2), "float64")), add(L + "ldl_solve", ld, P.add("two", np.array([1, 2], np.int32)), b), add(L + "ldl_solve", ld, P.add("long", np.array([1, 2, 3])), b), add(L + "ldl_solve", ld, P.add("far", np.array([7, 8, 9], np.int32)), b)
add(L + "ldl_solve", tau, p, b), add(L + "ldl_solve", a, p, b), add(L + "ldl_solve", ld, p, 1.0), add(L + "ldl_solve", ld, 1, b), add(L + "ldl_solve", arr(np.zeros((3, 3)), "float32"), p, b), add(L + "ldl_factor", ld, hermitian=1)

for d in DTYPES:
    y, x, one = mat(d, 3, 4), mat(d, 4), mat(d, 1, 4, seed=1)
    for f in ["trapezoid", "trapz", "cumulative_trapezoid"]:
        add(f, y), add(f, y, x), add(f, y, dx=0.5), add(f, y, dim=0), add(f, y, one), add(f, y, mat("float32", 4)), add(f, y, mat("int32", 4)), add(f, mat(d, 2, 3, 4), mat(d, 3, seed=2), dim=1)
    add("nuclear_norm", y), add("frobenius_norm", y, [0, 1]), add("frobenius_norm", y, 1, True)
y, x = mat("float32", 3, 4), mat("float32", 4)
for f in ["trapezoid", "trapz", "cumulative_trapezoid"]:
    for args, kw in [((y,), {"dx": 2}), ((y,), {"dx": True}), ((y,), {"dx": 1j}), ((y,), {"dx": "a"}), ((y,), {"dx": None}), ((y, None), {}), ((y, 1.0), {}), ((y, x), {"dx": 1.0}), ((y,), {"x": x, "dim": -1}), ((y, mat("float32", 3)), {"dim": -2}), ((y, mat("float32", 3)), {}), ((y, mat("float32", 2, 1, 4)), {}), ((y, mat("float32", 2, 3, 4)), {"dim": 1}), ((y, mat("float32")), {}),
                     ((mat("float32", 0),), {}), ((mat("int32", 2, 0),), {}), ((mat("float32", 0), mat("float32", 0)), {}), ((mat("float32", 2, 1),), {}), ((mat("float32"),), {}), ((y,), {"dim": 2}), ((y,), {"dim": -3}), ((y,), {"dim": 1.0}), ((2.0,), {}), ((y, mat("float32", 3, 1)), {"dim": 0}), ((mat("float32", 0, 3), mat("bool", 3)), {}), ((mat("bool", 0),), {}), ((mat("float32", 0), mat("float32", 3)), {}),
                     ((mat("int64", 5),), {"dx": 3}), ((mat("float32", 1, 4), mat("float32", 3, 4)), {})]:
        add(f, *args, **kw)
for d in ["float32", "float64", "complex64", "complex128"]:
    x = arr(draw(d, 3, 4), d)
    for args in [(), (True,), ([0, 1],), ((-1, 0), True), ((0,),), ([],), ([0, 0],), (1,), ([0, 5],)]:
        add("nuclear_norm", x, *args), add("frobenius_norm", x, *args)
    add("nuclear_norm", x, keepdim=True), add("nuclear_norm", x, dim=[0, 1]), add("frobenius_norm", x, dim=-1), add("nuclear_norm", arr(draw(d, 2, 3, 4), d), [0, 2]), add("nuclear_norm", arr(draw(d, 2, 3, 4), d)), add("frobenius_norm", arr(draw(d, 2, 3, 4), d), [0, 2]), add("frobenius_norm", arr(draw(d, 2, 3, 4), d), [0, 1, 2])
    add("nuclear_norm", x, out=arr(0.0, d)), add("nuclear_norm", x, out=arr(0.0, "float32")), add("nuclear_norm", x, out=arr(0.0, "float64")), add("frobenius_norm", x, [0], out=arr(np.zeros(4), "float32")), add("frobenius_norm", x, [0], out=arr(np.zeros(4), "float64")), add("frobenius_norm", x, [0, 1], False, out=arr(0.0, d))
    a, b, ps = arr(draw(d, 3, 3) + 4 * np.eye(3), d), arr(draw(d, 3, 2), d), P.add("pivots", np.array([2, 3, 3], dtype=np.int32))
    add(".triangular_solve", b, a), add(".triangular_solve", b, a, False, True), add(".cholesky_solve", b, a), add(".cholesky_solve", b, a, True), add(".lu_solve", b, a, ps), add(".cholesky_inverse", arr(np.tril(draw(d, 3, 3), -1) + 4 * np.eye(3), d), False)
for args in [(arr(1.0, "float32"),), (arr(draw("float32", 3), "float32"),), (2.0,), (arr(draw("float32", 2, 2), "float32"), None), (arr(draw("float32", 2, 2), "float32"), 1.5), (arr(draw("float32", 2, 2), "float32"), [0, 1], 1), (arr(draw("float32", 0, 3), "float32"),)]:
    add("nuclear_norm", *args), add("frobenius_norm", *args), add("frobenius_norm", args[0], [])

for d in TESTED:
    for size in [(7, 5), (5, 8), (2, 6, 7), (3, 2), (9, 1)]:
        x = arr(draw(d, *size), d)
        lowrank("svd_lowrank", x), lowrank("svd_lowrank", x, 3), lowrank("svd_lowrank", x, q=2, niter=0), lowrank("svd_lowrank", x, 2, 1, arr(draw(d, size[-1]), d)), lowrank("svd_lowrank", x, None, None)
        lowrank("pca_lowrank", x), lowrank("pca_lowrank", x, 2) if min(size[-2:]) > 1 else None, lowrank("pca_lowrank", x, 1, False), lowrank("pca_lowrank", x, q=1, niter=0), lowrank("pca_lowrank", x, 0)
for d in DTYPES:
    x = arr(np.eye(3), d)
    if d not in TESTED:
        add("svd_lowrank", x), add("pca_lowrank", x), add("pca_lowrank", x, center=False)
    if d not in ("float32", "float64"):
        add("lobpcg", x), add("lobpcg", x, tol=0.1)
x = arr(draw("float32", 4, 3), "float32")
for f in ["svd_lowrank", "pca_lowrank"]:
    for args in [(arr(1.0, "float32"),), (arr(draw("float32", 3), "float32"),), (2.0,), ([1.0, 2.0],), (x, -1), (x, 4), (x, 2.5)]:
        if not (f == "svd_lowrank" and args[1:] == (4,)):
            add(f, *args)
add("pca_lowrank", x, 2, niter=-1), add("svd_lowrank", x, M=1.0), add("svd_lowrank", x, M=arr(draw("float32", 4), "float32")), add("svd_lowrank", x, M=arr(draw("float64", 3), "float64")), add("svd_lowrank", arr([[np.nan, 1.0], [1.0, 2.0]], "float32"))
for d in ["float32", "float64"]:
    for n, lead in [(9, ()), (10, ()), (9, (2,)), (24, ())]:
        if (n, d) in ((24, "float32"), (10, "float64")):
            continue
        q = np.linalg.qr(SEED.standard_normal((*lead, n, n)))[0]
        a = arr(q @ (np.arange(1, n + 1)[:, None] ** 1.5 * np.swapaxes(q, -1, -2)), d)
        b = draw(d, *lead, n, n)
        b = arr(b @ np.swapaxes(b, -1, -2) / n + np.eye(n), d)
        x = arr(draw(d, *lead, n, 2), d)
        pre = arr(np.diag(1 / np.arange(1, n + 1)), d)
        some = [{"k": 2, "B": b}, {"X": x, "largest": False}]
        if not lead and n == 9:
            some += [{}, {"X": x, "k": 1}, {"B": b, "X": x, "largest": False}, {"k": 1, "niter": 1}, {"k": 2, "niter": 3}]
        if n == 10:
            some = [{"k": 1, "n": 3}, {"k": 2, "tol": 1e-2}, {"k": 2, "iK": pre}, {"k": 3, "X": x}]
        for method in ["ortho", "basic"]:
            for kw in some:
                lobpcg(a, method=method, **kw)
a = arr(np.diag([5.0, 4, 3, 2, 1]), "float32")
for args, kw in [((a, 2), {}), ((arr(draw("float32", 4, 3), "float32"),), {}), ((arr(draw("float32", 4), "float32"),), {}), ((2.0,), {}), ((a,), {"B": arr(np.eye(4), "float32")}), ((a,), {"B": arr(np.eye(5), "float64")}), ((a,), {"X": arr(np.ones((4, 1)), "float32")}), ((a,), {"X": arr(np.ones((5, 1)), "float64")}), ((a,), {"X": arr(1.0, "float32")}), ((a,), {"X": arr(np.ones(5), "float32")}), ((a, 0), {"n": 4}), ((a,), {"X": arr(np.ones((5, 2)), "float32")})]:
    add("lobpcg", *args, **kw)

x, tau3, lu, piv, sym = arr(draw("float32", 3, 3) + 8 * np.roll(np.eye(3), 1, -2), "float32"), arr(draw("float32", 3), "float32"), arr(draw("float32", 3, 3), "float32"), P.add("pivots", np.array([2, 3, 3], dtype=np.int32)), arr(symmetric("float32", 3), "float32")
ints, info, mats = P.add("ints", np.zeros(3, dtype=np.int32)), P.add("info", np.zeros((), dtype=np.int32)), {d: arr(np.zeros((3, 3)), d) for d in ["float32", "float64", "complex64", "int32"]}
for d in mats:
    out = mats[d]
    for path, args, others in [("geqrf", [x], [arr(np.zeros(3), d)]), ("qr", [x], [out]), ("svd", [x], [arr(np.zeros(3), d), out]), ("lu_unpack", [lu, piv], [out, out]), (L + "lu_factor_ex", [x], [ints, info]), ("lu", [x], [ints]), (L + "ldl_factor", [sym], [ints]), (L + "ldl_factor_ex", [sym], [ints, info])]:
        if path != "svd":
            if (path, d) != ("geqrf", "float64"):  # numbers of float32, whose last places would be compared as those of float64
                add(path, *args, out=(out, *others))
        add(path, *args, out=(out,)), add(path, *args, out=out)
    for path, args in [(L + "householder_product", [x, tau3]), ("orgqr", [x, tau3]), ("ormqr", [x, tau3, lu]), (L + "ldl_solve", [lu, P.add("ones", np.array([1, 2, 3], dtype=np.int32)), x])]:
        if d != "float64" or path not in (L + "householder_product", "orgqr"):
            add(path, *args, out=out)
        add(path, *args, out=(out,))
for path in [L + "lu_factor_ex", L + "ldl_factor_ex"]:
    add(path, sym, out=(mats["float32"], arr(np.zeros(3), "int64"), info)), add(path, sym, out=(mats["float32"], ints, arr(0, "int64")))

c.write("torch", torch.__version__.split("+")[0], "values-decompositions")
