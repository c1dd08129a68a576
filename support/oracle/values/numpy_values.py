"""Writes frontends/numpy/testdata/values.json.gz: what NumPy answers. Run it in an
environment with requirements.txt."""
import warnings

import numpy as np

from common import COMPLEX, DTYPES, FLOATS, INTS, Cases, D, encode_array, np_dtype, edges

warnings.filterwarnings("ignore")
np.seterr(all="ignore")


def record(v):
    if isinstance(v, np.dtype):
        return "s:" + v.name
    if isinstance(v, type) and issubclass(v, np.generic):
        return "s:" + np.dtype(v).name
    if isinstance(v, np.finfo):
        return c.result([v.bits] + [float(f) for f in (v.eps, v.max, v.min, v.smallest_normal)])
    if isinstance(v, np.iinfo):
        return c.result([v.bits, int(v.min), int(v.max)])
    return encode_array(v)


c = Cases(to_array=lambda a: a.copy(), to_dtype=np_dtype, record=record)
p = c.pool
SOME = ["bool", "int8", "uint16", "int64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
FEW = ["int32", "float32", "complex128"]
REAL = ["int8", "uint8", "int64", "float16", "float32", "float64"]
UNARY = [u for u in dir(np) if isinstance(getattr(np, u), np.ufunc) and getattr(np, u).nin == 1 and u != "isnat"]
BINARY = [u for u in dir(np) if isinstance(getattr(np, u), np.ufunc) and getattr(np, u).nin == 2 and u not in ("matmul", "vecdot")]


def resolve(path):
    """The function of a path: "linalg.norm"; ".sum" is a method."""
    if path.startswith("."):
        return lambda a, *args, **kw: getattr(a, path[1:])(*args, **kw)
    f = np
    for part in path.split("."):
        f = getattr(f, part)
    return f


# Results in which rounding shows, and eigenvalues, whose order LAPACK leaves open: they
# are rounded, and eigenvalues sorted, on both sides.
ROUNDED = {"linalg." + f for f in "inv solve tensorsolve tensorinv cholesky qr svd svdvals eigvals eigvalsh pinv lstsq matrix_power det slogdet cond norm matrix_norm".split()} | {"cov", "corrcoef"}


def rounded(r):
    if isinstance(r, (list, tuple)):
        return [rounded(e) for e in r]
    if not isinstance(r, (np.ndarray, np.generic)) or r.dtype.kind not in "fc":
        return r
    r = np.asarray(r)
    with np.errstate(all="ignore"):
        return (np.round(r, 3 if r.dtype in (np.float16, np.float32, np.complex64) else 8) + 0).astype(r.dtype)


def case(path, *args, **kw):
    f = resolve(path)
    if path == "linalg.eigvals":
        c.add(path, lambda *args, **kw: np.sort(rounded(f(*args, **kw)), axis=-1), *args, **kw)
    elif path in ROUNDED:
        c.add(path, lambda *args, **kw: rounded(f(*args, **kw)), *args, **kw)
    else:
        c.add(path, f, *args, **kw)


def changes(path, *args, **kw):
    """A function that writes into its first argument, which is the answer."""
    f = resolve(path)

    def call(a, *rest, **kw):
        a = a.copy()
        f(a, *rest, **kw)
        return a

    c.add(path, call, *args, **kw)


def each(paths, *args, **kw):
    for path in paths.split():
        case(path, *args, **kw)


def distinct(d):
    """Edge values without -0, whose order with 0 is undefined, and without bfloat16's NaN,
    to which ml_dtypes gives none."""
    e = edges(d)
    e = e[~((e == 0) & (np.signbit(e.real.astype(np.float64)) | np.signbit(e.imag.astype(np.float64))))]
    if d in COMPLEX:
        e = e[~((e.real == 0) & np.signbit(e.real)) & ~((e.imag == 0) & np.signbit(e.imag))]
    if d == "bfloat16":
        e = e[e == e]
    return e


# Ufuncs: every edge value of every dtype, and pairs of them.
def chosen(d):
    e = edges(d)
    if d in FLOATS:
        f = e.astype(np.float64)
        keep = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 7.0, 10.0, 88.0, 1e4]
        tiny = [v for v in f if 0 < abs(v) < 1e-4] if d == "float16" else [v for v in f if 0 < abs(v) < 1e-30]
        v = keep + [-x for x in keep] + tiny + [f[np.isfinite(f)].max(), f[np.isfinite(f)].min(), np.inf, -np.inf, np.nan, 0.1, np.pi]
        return np.array(v).astype(np_dtype(d))
    return e[::7] if d in COMPLEX else e


# Aliases are the same object: one dtype is enough.
seen = set()
for name in UNARY + BINARY:
    u = getattr(np, name)
    first = u not in seen and name == u.__name__
    if first:
        seen.add(u)
    for d in DTYPES if first else ["int8", "float32"]:
        if u.nin == 1:
            case(name, p.edge(d))
            continue
        e = chosen(d)
        a, b = np.meshgrid(e, e, indexing="ij")
        x, y = p.add(f"{d}.x", a.ravel()), p.add(f"{d}.y", b.ravel())
        if not first:
            x, y = p.matrix(d, (3,)), p.matrix(d, (3,), 1, 1)
        if name in ("power", "pow") and d in INTS:  # a negative exponent anywhere is an error
            y = p.add(f"{d}.exponents", np.resize(np.array([0, 1, 2, 3, 5, 7, 31, 63, 64, 100]).astype(np_dtype(d)), b.size))
        if name in ("gcd", "lcm") and d in INTS and first:
            safe = e[e != np.iinfo(np_dtype(d)).min] if np.iinfo(np_dtype(d)).min < 0 else e
            a, b = np.meshgrid(safe, safe, indexing="ij")
            x, y = p.add(f"{d}.x0", a.ravel()), p.add(f"{d}.y0", b.ravel())
        if name == "ldexp" and d in FLOATS:
            y = p.add("exponents", np.resize(np.array([0, 1, -1, 5, -20, 200, -200, 2000], np.int32), p.get(x).size))
        case(name, x, y)
for d in ["int32", "int64"]:  # left operand wide, exponent out of its range
    case("power", p.matrix(d, (3,)), p.add(f"{d}.minus", np.array([1, -1, 2], np_dtype(d))))
for name in ["add", "less", "logical_and", "arctan2", "left_shift", "power", "divide"]:  # mixed, broadcast, 0-d, scalars, lists
    for a, b in [("int8", "uint8"), ("int8", "float32"), ("uint64", "int8"), ("bool", "int16"), ("float32", "complex64"), ("bfloat16", "float32"), ("float16", "bfloat16")]:
        case(name, p.matrix(a, (2, 1, 3), low=1), p.matrix(b, (4, 1), low=1))
        case(name, p.matrix(a, (), low=1), p.matrix(b, (3,), low=1))
    for d in DTYPES:
        for s in [True, 3, 2.5, 1 + 2j, 300, -1]:
            if name == "power" and s in (300, -1) and d in COMPLEX:
                continue
            case(name, p.matrix(d, (3,), low=1), s)
            case(name, s, p.matrix(d, (), low=1))
    case(name, [1, 2, 3], [[1], [2]])
    case(name, p.matrix("int8", (0, 3)), 1)
    case(name, p.matrix("int8", (2,)), p.matrix("int8", (3,)))
for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:  # Python integers out of range
    for d in INTS + ["bool"]:
        for s in [300, -300, 1 << 40, -(1 << 40), (1 << 64) - 1]:
            case(name, p.edge(d), s)
            case(name, s, p.edge(d))
    case(name, p.edge("uint64"), p.add("int64.long", np.resize(edges("int64"), edges("uint64").size)))
for name in ["add", "multiply", "maximum", "bitwise_and", "left_shift"]:
    for d in INTS:
        for s in [127, 128, 255, 256, -128, -129, 32768, 65535, 65536, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]:
            case(name, p.matrix(d, (2,), low=1), s)
for d in ["float16", "float32", "bfloat16", "complex64"]:
    for s in [70000, 1 << 40, 1e39, 1e-50, float("inf"), float("nan")]:
        case("add", p.matrix(d, (2,)), s)
# keywords of ufuncs
m = p.add("mask", np.array([True, False, True]))
for d in SOME:
    x, y, z = p.matrix(d, (3,), 0, 1), p.matrix(d, (3,), 1, 1), p.matrix(d, (3,), 2, 1)
    for name in ["add", "multiply", "true_divide", "maximum", "equal"]:
        for o in SOME:
            case(name, x, y, out=p.matrix(o, (3,), 3))
            case(name, x, y, dtype=D(o))
        for how in ["no", "equiv", "safe", "same_kind", "unsafe"]:
            case(name, x, p.matrix("int16", (3,), 1, 1), casting=how)
            case(name, x, y, dtype=D("int8"), casting=how)
            case(name, x, y, out=p.matrix("float32", (3,), 3), casting=how)
        case(name, x, y, where=m, out=z)
        case(name, x, y, out=p.matrix(d, (2, 3), 4))
        case(name, x, y, out=p.matrix(d, (1,), 4))
        case(name, x, y, out=(z,))
    for name in ["sqrt", "negative", "isnan", "absolute"]:
        for o in SOME:
            case(name, x, out=p.matrix(o, (3,), 3))
            case(name, x, dtype=D(o))
        case(name, x, where=m, out=z)
        case(name, x, casting="no")
    case("divmod", x, y, out=(p.matrix(d, (3,), 3), p.matrix(d, (3,), 4)))
    case("modf", x, p.matrix("float64", (3,), 3), p.matrix("float64", (3,), 4))
case("add", p.matrix("int8", (3,)), 1, casting="sure")
case("add", p.matrix("int8", (3,)), 1, where=[1, 0, 1])
case("add", p.matrix("int8", (3,)), None)
case("add", p.matrix("int8", (3,)), out=3)
case("add", p.matrix("int8", (3,)), "x")
case("add", p.matrix("int8", (3,)), 1, out=3)

# Operators that write into their left operand, and what else a method does alone.
for op in ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "iand", "ior", "ixor", "ilshift", "irshift"]:
    for d in SOME:
        for o in SOME:
            changes(f".__{op}__", p.matrix(d, (3,), 0, 1), p.matrix(o, (3,), 1, 1))
        for s in [True, 2, 2.5, 1j, 300]:
            if op != "ipow" or s != 300 or d not in COMPLEX:
                changes(f".__{op}__", p.matrix(d, (3,), 0, 1), s)
for d in SOME:
    changes(".__imatmul__", p.matrix(d, (2, 2)), p.matrix("int8", (2, 2), 1))
    for s in [0, 1, 2, 3, -1, 0.5, 2.0, -1.0, 2.5, True, 1j, 300]:
        if s != 300 or d not in COMPLEX:
            case(".__pow__", p.matrix(d, (4,), low=1), s)
    x = p.matrix(d, (2, 3))
    case(".tolist", x)
    case(".item", x, 4)
    case(".item", x, 1, 2)
    case(".item", p.matrix(d, ()))
    case(".item", x)
    case(".item", x, 9)
    case(".flatten", x)
    case(".copy", x)
    for o in DTYPES:
        case(".astype", p.matrix(d, (2, 3), low=0), D(o))
        for how in ["no", "safe", "same_kind"]:
            case(".astype", p.matrix(d, (2, 3), low=0), D(o), casting=how)
    for v in [1, 2.5, 1j, True, float("nan"), 300, -1]:
        changes(".fill", x, v)
    for key in [0, -1, [0, 1], [0], None, [[1, 0]], [[0, 1], [1, 2]], [True, False], [m]]:
        key = tuple(key) if isinstance(key, list) else key
        case(".__getitem__", x, key)
        changes(".__setitem__", x, key, 1)
    changes(".__setitem__", x, 0, p.matrix("float64", (3,)))
    changes(".__setitem__", x, 0, p.matrix("float64", (2,)))
    case(".__getitem__", x, 2)
    case(".__getitem__", x, 1.5)
    changes(".sort", p.add(f"{d}.distinct", distinct(d)))
    changes(".sort", x, 0)

# Creation.
for d in DTYPES:
    D_ = D(d)
    each("zeros ones empty", [2, 3], dtype=D_)
    each("zeros_like ones_like empty_like", p.matrix(d, (2, 3)))
    each("zeros_like ones_like empty_like", p.matrix("int8", (2, 3)), D_, shape=[4])
    for v in [True, 3, 2.5, 1 + 2j, -1, 300, float("nan"), float("inf")]:
        if np.isfinite(v) or d not in INTS:  # C leaves open what becomes of them
            case("full", [2], v, D_)
            case("full_like", p.matrix(d, (2,)), v)
        case("asarray", v, D_)
        case("array", [v, 1], D_)
    if d != "bfloat16":
        case("array", [p.matrix(d, (2,)), [1, 2]])
    case("array", [[1, 2], [3, 4.5]], D_)
    case("array", p.matrix(d, (2,)), ndmin=3)
    case("eye", 3, 4, 1, D_)
    case("identity", 2, D_)
    case("tri", 3, 4, -1, D_)
    case("arange", 5, dtype=D_)
    case("arange", 1, 7, 2, D_)
    case("arange", 0.5, 3, 0.75, dtype=D_)
    case("linspace", 0, 10, 5, dtype=D_)
    case("linspace", p.matrix(d, (2,)), 4, 3)
    each("tril triu", p.matrix(d, (3, 4)))
    each("tril triu", p.matrix(d, (2, 3, 3)), 1)
    each("tril triu", p.matrix(d, (3,)), -1)
    each("diag diagflat", p.matrix(d, (3,)))
    each("diag diagflat", p.matrix(d, (2,)), -1)
    each("diag diagflat", p.matrix(d, (3, 4)), 1)
    each("asanyarray ascontiguousarray copy asarray_chkfinite", p.matrix(d, ()))
    each("asanyarray ascontiguousarray copy asarray_chkfinite asarray", p.edge(d))
    case("vander", p.matrix(d, (3,)))
    case("vander", p.matrix(d, (3,)), 2, True)
each("zeros ones empty", 3)
each("zeros ones", -1)
each("zeros ones", 2.5)
for args in [(3,), (True,), (2.5,), (1, 4), (4, 1), (0, 1, 0.1), (5, 0, -2), (1, 2, 0), (0,), (3.5, 0.5, -0.75), (1 + 2j,), (-3, 3), (1, 5, 2.0)]:
    case("arange", *args)
case("arange", p.matrix("int8", (), low=3))
case("arange", p.matrix("float32", (), low=3))
for args in [(0, 1), (0, 1, 1), (0, 1, 0), (2, 3, 5), (1, -1, 4), (0, 1 + 1j, 3), (5, 5, 3), ([1, 2], [3, 5], 3), (0, 1, -1)]:
    each("linspace", *args)
    case("linspace", *args, endpoint=False)
case("linspace", 0, 1, 5, retstep=True)
case("linspace", [1, 2], [3, 5], 3, axis=-1)
for args in [(0, 3, 4), (1, 2, 3), (0, 1, 1)]:
    case("logspace", *args)
    case("logspace", *args, base=2.0, dtype=D("float32"))
for args in [(1, 1000, 4), (1, 256, 9), (8, 1, 4), (-1, -16, 5), (1, 0, 3)]:
    case("geomspace", *args)
case("geomspace", 1, 1000, 3, endpoint=False)
case("meshgrid", p.matrix("int8", (3,)), p.matrix("float32", (2,)))
case("meshgrid", p.matrix("int8", (3,)), p.matrix("float32", (2,)), indexing="ij", sparse=True)
case("meshgrid", 1, [2, 3], indexing="xx")
case("indices", [2, 3])
case("indices", [2, 3], D("float32"), True)
for v in [[1, 2.5], [[1], [2]], [], [[]], [True, False], [1, True], [1j, 2], [[1, 2], [3]], [(1 << 63)], 5]:
    each("array asarray", v)

# Shapes.
for d in FEW:
    x = p.matrix(d, (2, 3, 4))
    each("shape ndim size", x)
    case("size", x, 1)
    case("size", x, 3)
    for s in [[6, 4], [-1], [2, -1], 24, [5, 5], [-1, -1], [2, 3, 4, 1]]:
        case("reshape", x, s)
        case(".reshape", x, s)
    case(".reshape", x, 4, 6)
    each("ravel .ravel squeeze .squeeze transpose .transpose permute_dims matrix_transpose linalg.matrix_transpose", x)
    each("transpose .transpose permute_dims", x, [2, 0, 1])
    each("transpose permute_dims", x, [0, 1])
    case("matrix_transpose", p.matrix(d, (3,)))
    case(".transpose", x, 1, 0, 2)
    each("swapaxes .swapaxes moveaxis rollaxis", x, 0, 2)
    each("swapaxes moveaxis rollaxis", x, 0, 5)
    case("moveaxis", x, [0, 1], [-1, 0])
    case("rollaxis", x, 2)
    case("squeeze", p.matrix(d, (1, 3, 1)))
    case("squeeze", p.matrix(d, (1, 3, 1)), 0)
    case("squeeze", p.matrix(d, (1, 3, 1)), 1)
    for a in [0, -1, [0, 2], 5]:
        case("expand_dims", x, a)
    a, b = p.matrix(d, (2, 3)), p.matrix("int8", (2, 3), 1)
    each("concatenate concat stack vstack row_stack hstack dstack column_stack", [a, b])
    each("concatenate concat stack", [a, b], 1)
    each("concatenate concat stack", [a, b], -1)
    each("concatenate stack", [a, b], 5)
    case("concatenate", [a, b], None)
    case("concatenate", [a, b], dtype=D("float64"))
    case("concatenate", [a, b], dtype=D("int8"))
    case("concatenate", [a, b], dtype=D("int8"), casting="unsafe")
    case("concatenate", [a, b], out=p.matrix("float64", (4, 3), 5))
    case("concatenate", [a, p.matrix(d, (2, 2))])
    each("vstack hstack dstack column_stack stack", [p.matrix(d, (3,)), p.matrix(d, (3,), 1)])
    each("vstack hstack dstack column_stack stack", [1, 2.5])
    each("vstack hstack concatenate stack", [])
    case("vstack", [a, b], dtype=D("complex128"))
    case("append", a, b)
    case("append", a, b, 0)
    case("append", a, 5)
    case("append", a, [1], 0)
    for k in [2, [1, 2], 5, 0]:
        each("split array_split", p.matrix(d, (6, 4)), k)
        each("split array_split", p.matrix(d, (6, 4)), k, 1)
        each("vsplit hsplit dsplit", p.matrix(d, (4, 4, 4)), k)
    each("hsplit vsplit dsplit", p.matrix(d, (4,)), 2)
    for r in [2, [2, 1], [1, 2, 2], 0, -1]:
        case("tile", a, r)
    case("repeat", a, 2)
    case("repeat", a, [1, 2], 0)
    case("repeat", a, [1, 2], 1)
    case(".repeat", a, 2, 1)
    case("repeat", a, -1)
    case("repeat", a, 1.5)
    each("flip fliplr flipud", a)
    case("flip", x, [0, 2])
    case("flip", x, 7)
    each("fliplr flipud", p.matrix(d, (3,)))
    for s, ax in [(1, None), (-2, 0), ([1, 2], [0, 1]), (1, [0, 1]), (5, 1), ([1, 1], 0)]:
        case("roll", a, s, ax)
    for k in [0, 1, 2, 3, -1, 7]:
        case("rot90", a, k)
    case("rot90", x, 1, [1, 2])
    case("rot90", x, 1, [1, 1])
    case("broadcast_to", a, [4, 2, 3])
    case("broadcast_to", a, [2, 4])
    case("broadcast_arrays", a, p.matrix(d, (3,)), 1)
    case("broadcast_arrays", a, p.matrix(d, (4,)))
    each("atleast_1d atleast_2d atleast_3d", p.matrix(d, ()))
    each("atleast_1d atleast_2d atleast_3d", p.matrix(d, (3,)))
    each("atleast_1d atleast_2d atleast_3d", a, 1)
    for mode in ["constant", "edge", "reflect", "symmetric", "wrap", "no"]:
        for w in [1, [1, 2], [[1, 2], [0, 1]], -1, [[1, 2, 3]]]:
            case("pad", a, w, mode)
    case("pad", a, 1, constant_values=7)
    case("pad", a, 1, "constant", constant_values=[[1, 2], [3, 4]])
    for s in [[3, 2], 10, [0], [2, 2]]:
        case("resize", a, s)
    for o in [0, [0, 2], -1, 9, [True, False, True], []]:
        case("delete", a, o, 1)
        case("delete", a, o)
    for o, v in [(0, 7), (1, [7, 8, 9]), ([0, 1], 7), ([0, 2], [7, 8]), (-1, 7), (9, 1), ([1, 1], [7, 8])]:
        case("insert", p.matrix(d, (5,)), o, v)
    case("insert", a, 1, 7, axis=1)
    case("insert", a, 1, [7, 8], axis=1)
    case("insert", a, [0, 2], 7, axis=1)
    case("trim_zeros", p.add(f"{d}.zeros", np.array([0, 0, 1, 0, 2, 0]).astype(d)))
    case("trim_zeros", p.add(f"{d}.zeros", np.array([0, 0, 1, 0, 2, 0]).astype(d)), "f")
    changes("copyto", a, p.matrix("int8", (3,), 2))
    changes("copyto", a, p.matrix("complex128", (3,), 2))
    changes("copyto", a, 7, where=p.matrix("bool", (2, 3)))
    changes("copyto", a, p.matrix("int8", (2,), 2))
for args in [([2, 1], [3]), (3, [2, 1], [1, 1, 1]), ([2], [3])]:
    case("broadcast_shapes", *args)
for d in DTYPES:
    each("real imag iscomplex isreal iscomplexobj isrealobj", p.edge(d))
each("real imag", 2)
each("real imag", 2.5)
each("real imag", 1 + 2j)

# Indexing and searching.
for d in SOME:
    a, v = p.matrix(d, (3, 4)), p.matrix(d, (6,))
    each("take .take", a, [0, 2])
    case("take", a, [[0, 2], [1, 1]], 0)
    case("take", a, 1, 1)
    case("take", a, [7, -9], mode="wrap")
    case("take", a, [77, -9], mode="clip")
    case("take", a, [77])
    case("take", a, 1.5)
    case("take_along_axis", a, p.add("at", np.array([[0, 2, 1, 0]])), 0)
    case("take_along_axis", a, p.add("at0", np.array([5, 1])), None)
    changes("put_along_axis", a, p.add("at", np.array([[0, 2, 1, 0]])), 1, 0)
    changes("put", a, [0, 5, -1], [7, 8])
    changes("put", a, [99], 7)
    changes("put", a, [99], 7, mode="clip")
    mask = p.matrix("bool", (3, 4))
    changes("place", a, mask, [1, 0])
    changes("putmask", a, mask, [1, 0, 1])
    changes("fill_diagonal", a, 1)
    changes("fill_diagonal", p.matrix(d, (5, 2)), 1, True)
    case("choose", [0, 1, 0], [p.matrix(d, (3,)), p.matrix("int8", (3,), 1)])
    case("choose", [0, 5, 0], [p.matrix(d, (3,)), p.matrix("int8", (3,), 1)])
    case("choose", [0, 5, 0], [p.matrix(d, (3,)), p.matrix("int8", (3,), 1)], mode="clip")
    case("compress", [True, False, True], a, 0)
    case("compress", [True, False, True], a)
    case("extract", mask, a)
    each("diagonal .diagonal linalg.diagonal", a)
    case("diagonal", a, 1)
    case("linalg.diagonal", a, offset=-1)
    case("diagonal", v)
    if d != "bfloat16":
        case("select", [mask, p.matrix("bool", (3, 4), 1)], [a, p.matrix("int8", (3, 4), 1)], 5)
    case("where", mask, a, 1)
    case("where", mask, a, p.matrix("int8", (4,), 1))
    each("where nonzero .nonzero flatnonzero argwhere count_nonzero", a)
    each("nonzero argwhere flatnonzero count_nonzero", p.matrix(d, ()))
    case("count_nonzero", a, 0)
    case("count_nonzero", a, 1, keepdims=True)
    for f in ["argmax", "argmin", ".argmax", ".argmin", "nanargmax", "nanargmin"]:
        case(f, a)
        case(f, a, 1)
        case(f, p.edge(d))
        case(f, a, 0, keepdims=True)
        case(f, p.matrix(d, (0, 3)))
        case(f, p.matrix(d, ()))
        case(f, a, 5)
    s = p.add(f"{d}.sorted", np.sort(p.get(v)))
    for side in ["left", "right", "middle"]:
        case("searchsorted", s, v, side)
    case(".searchsorted", s, 1)
    case("searchsorted", v, v, sorter=p.add(f"{d}.sorter", np.argsort(p.get(v), kind="stable")))
    case("digitize", v, s)
    case("digitize", v, s, True)
    case("digitize", v, p.add(f"{d}.down", np.sort(p.get(v))[::-1]))
    case("digitize", s, v)
    # sorting and sets
    e = p.add(f"{d}.distinct", distinct(d))
    for f in ["sort", "argsort", ".argsort"]:
        case(f, e, kind="stable")
        case(f, a, 0, kind="stable")
        case(f, a, None, kind="stable")
    case("sort", p.matrix(d, (0, 2)))
    case("sort", a, 5)
    case("sort", a, kind="odd")
    case("lexsort", [v, p.matrix(d, (6,), 1)])
    case("lexsort", [])
    case("sort_complex", v)
    case("partition", s, 2)
    case("argpartition", s, 99)
    w = p.matrix(d, (5,), 1)
    each("unique_values", e)
    case("unique", e)
    case("unique", e, True, True, True)
    case("unique", a, True, True, True)
    case("unique", e, equal_nan=False)
    case("unique", p.matrix(d, (6, 2), low=0, high=2), True, True, True, axis=0)
    each("unique_all unique_counts unique_inverse unique_values unique", a)
    each("intersect1d union1d setdiff1d setxor1d isin in1d", v, w)
    each("intersect1d union1d setdiff1d setxor1d", p.matrix(d, (0,)), w)
    case("intersect1d", v, w, return_indices=True)
    case("isin", a, v, invert=True)
    case("isin", a, [1, 2])
each("tril_indices triu_indices", 3)
each("tril_indices triu_indices", 3, 1, 4)
case("diag_indices", 3)
case("diag_indices", 2, 3)
case("unravel_index", [1, 5], [2, 3])
case("unravel_index", 4, [2, 3])
case("unravel_index", 9, [2, 3])
case("ravel_multi_index", [[0, 1], [1, 2]], [2, 3])
case("ravel_multi_index", [[0, 5], [1, 2]], [2, 3])
case("ravel_multi_index", [[0, 5], [1, 2]], [2, 3], mode="wrap")
case("ravel_multi_index", [[0, 5], [1, 2]], [2, 3], mode="clip")
case("ix_", [0, 1], [True, False, True])

# Statistics.
REDUCE = "sum prod nansum nanprod max min amax amin nanmax nanmin mean nanmean var std nanvar nanstd median nanmedian ptp all any cumsum cumprod nancumsum nancumprod average"
for d in DTYPES:
    a = p.matrix(d, (2, 3, 4))
    n = p.add(f"{d}.nan", np.where(p.get(p.matrix("bool", (2, 3, 4), 3)), np.nan, p.get(a)).astype(np_dtype(d))) if d in FLOATS[1:] + COMPLEX else a
    for f in REDUCE.split():
        if d == "bfloat16" and f == "nanmedian":  # goes another way for what is no float of NumPy's
            continue
        case(f, a)
        case(f, a, 1)
        case(f, n, 0)
        case(f, n)
        case(f, p.matrix(d, ()))
        case(f, a, 7)
        if f not in ("cumsum", "cumprod", "nancumsum", "nancumprod"):
            case(f, a, (0, 2))
            case(f, a, -1, keepdims=True)
            case(f, a, (1, 1))
        if f not in ("average", "median", "nanmedian"):
            case(f, p.matrix(d, (0, 3)))
            case(f, p.matrix(d, (0, 3)), 0)
            case(f, p.matrix(d, (0, 3)), 1)
            if d not in COMPLEX or f not in ("std", "nanstd", "var", "nanvar"):  # out holds the means on the way
                case(f, a, 0, out=p.matrix("float64", (2, 3, 4) if "cum" in f else (3, 4), 5))
        if f not in ("average", "median", "nanmedian", "max", "min", "amax", "amin", "nanmax", "nanmin", "ptp", "all", "any"):
            for o in ["bool", "int8", "float16", "float32", "complex64"]:
                case(f, a, 1, dtype=D(o))
    w = p.matrix("bool", (2, 3, 4), 8)
    for f in ["sum", "prod", "nansum", "mean", "var", "std", "all", "any", "nanmean"]:
        case(f, a, 1, where=w)
    for f in ["sum", "prod", "max", "min"]:
        case(f, a, 1, initial=2)
        case(f, a, 1, initial=2, where=w)
        case(f, a, initial=3)
    case("max", a, where=w)
    for f in [".sum", ".prod", ".max", ".min", ".mean", ".var", ".std", ".cumsum", ".cumprod", ".all", ".any"]:
        case(f, a)
        case(f, a, 0)
    each("var std nanvar nanstd", a, 1, ddof=1)
    each("var std", a, 1, correction=1)
    each("var std", a, ddof=24)
    case("average", a, 1, [1, 2, 3])
    case("average", a, None, a)
    case("average", a, 1, [1, 2, 3], returned=True)
    case("average", a, 1, [1, -1, 0])
    case("average", a, None, [1, 2, 3])
    v = p.matrix(d, (7,), 3)
    for f, q in [("quantile", 0.5), ("quantile", [0.0, 0.25, 1.0]), ("percentile", 50), ("percentile", [10, 75]), ("nanquantile", 0.25), ("nanpercentile", 30), ("quantile", 1.5)]:
        if d == "bfloat16":
            continue
        case(f, a, q)
        case(f, a, q, 1)
        case(f, v, q, keepdims=True)
        if d in FLOATS:
            case(f, n, q, 0)
    case("diff", a)
    case("diff", a, 2, 1)
    case("diff", a, 0)
    case("diff", a, 9)
    case("diff", a, -1)
    case("diff", v, prepend=1)
    case("diff", v, append=[1, 2])
    case("ediff1d", v)
    case("ediff1d", v, 1, [2, 3])
    case("gradient", v)
    case("gradient", v, 2)
    case("gradient", p.matrix(d, (3, 4)))
    case("gradient", p.matrix(d, (3, 4)), axis=1)
    case("gradient", v, edge_order=2)
    case("gradient", v, p.add("places", np.array([0.0, 1, 3, 4, 6, 7, 9])))
    case("gradient", v, p.add("places", np.array([0.0, 1, 3, 4, 6, 7, 9])), edge_order=2)
    case("trapezoid", v)
    case("trapezoid", a, dx=2.0, axis=1)
    case("trapezoid", v, p.add("places", np.array([0.0, 1, 3, 4, 6, 7, 9])))
    for mode in ["full", "same", "valid"]:
        each("convolve correlate", v, p.matrix(d, (3,), 2), mode)
        each("convolve correlate", p.matrix(d, (4,), 2), v, mode)
    each("convolve correlate", v, p.matrix(d, (0,)))
    if d != "bfloat16":  # goes through float64 here and there
        case("unwrap", p.add(f"{d}.turns", (p.get(v) * 5).astype(np_dtype(d))))
    case("unwrap", p.add(f"{d}.turns", (p.get(v) * 5).astype(np_dtype(d))), period=4)
    case("cov", p.matrix(d, (3, 4)))
    case("cov", p.matrix(d, (4,)), p.matrix(d, (4,), 2))
    case("cov", p.matrix(d, (3, 4)), rowvar=False)
    case("cov", p.matrix(d, (3, 4)), bias=True)
    case("cov", p.matrix(d, (3, 4)), ddof=0)
    case("corrcoef", p.normal(d, (3, 5)) if d in FLOATS else p.add(f"{d}.two", np.array([[1, 0, 1, 1], [0, 1, 1, 0]]).astype(np_dtype(d))))
    case("bincount", p.matrix(d, (6,), low=0))
    case("bincount", p.matrix("int64", (6,), low=0), p.matrix(d, (6,)))
    case("bincount", p.matrix(d, (6,), low=0), minlength=9)
    case("bincount", [-1])
    # elementwise functions that are no ufuncs
    e = p.edge(d)
    each("round around .round fix angle sinc isposinf isneginf nan_to_num real_if_close", e)
    r = p.add(f"{d}.round", np.array([0.125, 2.5, -1.25, 12345, 0.05, 15] if d in FLOATS + COMPLEX else [0, 1, 15, 25, 35, 104]).astype(np_dtype(d)))
    each("round around", r, 1)
    each("round around", r, -1)
    case("angle", e, True)
    case("nan_to_num", e, nan=1.0, posinf=2.0, neginf=-3.0)
    x = p.matrix(d, (2, 3))
    each("clip .clip", x, 0, 2)
    case("clip", x, 1)
    case("clip", x, None, 1)
    case("clip", x)
    case("clip", x, 0.5, 1.5)
    case("clip", x, -300, 300)
    case("clip", x, p.matrix("int16", (3,)), 3)
    case("clip", x, 0, 1, out=p.matrix("float32", (2, 3), 3))
    case("clip", x, 0, 1, dtype=D("float64"))
    if d in FLOATS:
        case("clip", e, -1, 1)
        case("clip", e, float("nan"), 1)
    y = p.add(f"{d}.near", (p.get(x) + 1e-6).astype(np_dtype(d)))
    each("isclose allclose array_equal array_equiv", x, y)
    each("isclose allclose", e, e)
    each("isclose allclose", e, e, equal_nan=True)
    each("isclose", x, y, 0.5, 0.5)
    each("array_equal array_equiv", e, e)
    case("array_equal", e, e, True)
    each("array_equal array_equiv", x, p.matrix(d, (3,)))
    case("min_scalar_type", p.matrix(d, (2,)))
    case("finfo", D(d))
    case("iinfo", D(d))
    for o in DTYPES:
        each("promote_types can_cast issubdtype", D(d), D(o))
        for how in ["no", "equiv", "same_kind", "unsafe"]:
            case("can_cast", D(d), D(o), how)
    each("result_type", D(d), 1, 2.5)
    each("result_type common_type", p.matrix(d, (2,)), p.matrix("float32", (2,)))
    for k in ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", "odd"]:
        case("isdtype", D(d), k)
    case("astype", p.matrix(d, (3,)), D("float32"))
    case("astype", p.matrix(d, (3,)), D("int8"))
for d in DTYPES:
    v = p.matrix(d, (7,), 3)
    if d in COMPLEX + ["bfloat16"]:
        continue
    case("histogram", v)
    case("histogram", v, 4, [0, 2])
    case("histogram", v, [0, 1, 3])
    case("histogram", v, [0, 3, 1])
    case("histogram", v, 4, density=True)
    case("histogram", p.matrix("float64", (7,), 3), 4, weights=v)
    case("histogram_bin_edges", v, 5)
case("can_cast", 1, D("int8"))
case("can_cast", D("int8"), D("int8"), "sure")
for v in [0, 255, 256, -1, -129, 1 << 40, 2.5, 1e10, 1e40, 1 + 1j, True, 70000.0]:
    case("min_scalar_type", v)
    case("isscalar", v)
case("isscalar", [1])
case("result_type")
for d in REAL:
    x = p.add(f"{d}.at", np.array([0, 1, 2, 3, 5]).astype(d))
    case("interp", x, [1, 2, 4], [10, 20, 30])
    case("interp", x, [1, 2, 4], [10, 20, 30], -1, -2)
    case("interp", x, [1, 2, 4], [10, 20, 30], period=3)
    case("interp", 2.5, x, x)
case("interp", [1.5, float("nan")], [1, 2], [1j, 2])
case("interp", 1, [1, 2], [1])
case("interp", 1, [], [])

# Linear algebra.
for d in SOME:
    a, b, v, w = p.matrix(d, (3, 4)), p.matrix(d, (4, 2), 1), p.matrix(d, (4,)), p.matrix(d, (4,), 1)
    for f in ["matmul", "dot", ".dot", "linalg.matmul"]:
        case(f, a, b)
        case(f, a, v)
        case(f, v, b)
        case(f, v, w)
        case(f, p.matrix(d, (2, 3, 4)), b)
        case(f, a, a)
        case(f, p.matrix(d, (0, 4)), b)
        if d != "bfloat16":  # becomes an array of objects
            case(f, a, 2)
    case("matmul", a, b, out=p.matrix("float64", (3, 2), 5))
    case("matmul", a, b, dtype=D("float64"))
    case("matmul", a, p.matrix("int8", (4, 2)))
    each("vdot inner outer linalg.outer vecdot linalg.vecdot", v, w)
    each("vecdot linalg.vecdot", a, v)
    case("vecdot", p.matrix(d, (4, 2), 1), p.matrix(d, (4, 2), 2), axis=0)
    case("linalg.vecdot", p.matrix(d, (4, 2), 1), p.matrix(d, (4, 2), 2), axis=0)
    case("inner", a, a)
    case("inner", a, b)
    case("outer", a, b)
    case("linalg.outer", a, b)
    case("tensordot", a, b, 1)
    case("tensordot", a, a)
    case("tensordot", a, b, [[1], [0]])
    case("tensordot", a, b, [0, 0])
    case("linalg.tensordot", a, b, axes=1)
    for eq in ["ij,jk->ik", "ij,jk", "ij->ji", "ij->", "ij,jk->k"]:
        case("einsum", eq, *([a, b] if "," in eq else [a]))
    case("einsum", "ij,jk", a)
    case("kron", a, p.matrix(d, (2, 2)))
    case("kron", v, 2)
    x, y = p.matrix(d, (2, 3)), p.matrix(d, (2, 3), 1)
    each("cross linalg.cross", x, y)
    case("cross", p.matrix(d, (2, 2)), p.matrix(d, (2, 2), 1))
    case("cross", v, v)
    each("trace .trace linalg.trace", a)
    case("trace", a, 1, dtype=D("float32"))
    case("trace", p.matrix(d, (2, 3, 3)), 0, 1, 2)
    case("linalg.trace", p.matrix(d, (2, 3, 3)), offset=1)
    # decompositions, of matrices far from singular
    if d == "bool":
        each("linalg.det linalg.inv linalg.slogdet linalg.cholesky", p.add("bool.eye", np.eye(3, dtype=bool)))
        continue
    n = 3
    g = p.add(f"{d}.solid", (np.eye(n) * 4 + np.arange(n * n).reshape(n, n) % 3 * (1 + (0.5j if d in COMPLEX else 0))).astype(np_dtype(d)))
    k = np.arange(2 * n * n).reshape(2, n, n) % 4 + np.eye(n) * 5
    h = p.add(f"{d}.stack", (k + (1j * (np.arange(n) - 1) if d in COMPLEX else 0)).astype(np_dtype(d)))
    s = np.array(p.get(g)).astype(np.complex128 if d in COMPLEX else np.float64)
    pos = p.add(f"{d}.positive", (s @ s.conj().T).astype(np_dtype(d)) if d != "bool" else np.eye(n, dtype=bool))
    singular = p.add(f"{d}.singular", np.ones((2, 2)).astype(np_dtype(d)))
    for f in ["linalg.det", "linalg.inv", "linalg.slogdet", "linalg.eigvals"]:
        case(f, g)
        case(f, h)
        case(f, a)
        case(f, v)
    each("linalg.det linalg.inv linalg.slogdet", singular)
    each("linalg.det linalg.inv linalg.slogdet", p.matrix(d, (0, 3, 3)))
    case("linalg.solve", g, p.matrix(d, (3,)))
    case("linalg.solve", g, p.matrix(d, (3, 2)))
    case("linalg.solve", h, p.matrix(d, (3, 2)))
    case("linalg.solve", g, p.matrix(d, (4, 2)))
    case("linalg.solve", singular, p.matrix(d, (2,)))
    case("linalg.tensorsolve", p.add(f"{d}.cube", np.array(p.get(g)).reshape(3, 3, 1)), p.matrix(d, (3,)))
    case("linalg.tensorsolve", p.add(f"{d}.turned", np.array(p.get(g)).reshape(3, 1, 3)), p.matrix(d, (3,)), (1,))
    case("linalg.tensorsolve", a, v)
    case("linalg.tensorinv", p.add(f"{d}.wide", np.array(p.get(g)).reshape(3, 3, 1)), 1)
    case("linalg.tensorinv", g, 0)
    case("linalg.tensorinv", p.matrix(d, (2, 3, 3)))
    case("linalg.cholesky", pos)
    case("linalg.cholesky", pos, upper=True)
    case("linalg.cholesky", p.add(f"{d}.minus", (-np.eye(2)).astype(np_dtype(d)) if d != "bool" and not d.startswith("uint") else np.zeros((2, 2)).astype(np_dtype(d))))
    for mode in ["reduced", "complete", "r", "odd"]:
        case("linalg.qr", b, mode)
    case("linalg.qr", h)
    case("linalg.svd", g, compute_uv=False)
    case("linalg.svdvals", h)
    for f in ["linalg.matrix_rank", "linalg.pinv"]:
        case(f, pos, hermitian=True)
        case(f, a, hermitian=True)
    case("linalg.svd", pos, compute_uv=False, hermitian=True)
    case("linalg.eigvalsh", pos)
    case("linalg.eigvalsh", pos, "U")
    case("linalg.eigvalsh", pos, "X")
    for f in ["linalg.eigh", "linalg.eig", "linalg.svd"]:
        case(f, v)
    each("linalg.eigh linalg.eig", a)
    for f in ["linalg.matrix_rank", "linalg.pinv", "linalg.cond"]:
        case(f, g)
        case(f, h)
    case("linalg.matrix_rank", singular)
    case("linalg.matrix_rank", v)
    case("linalg.matrix_rank", g, 4.5)
    case("linalg.pinv", singular)
    for o in [1, -1, 2, -2, "fro", float("inf"), -float("inf")]:
        case("linalg.cond", g, o)
    case("linalg.lstsq", b, v)
    case("linalg.lstsq", b, a)
    for k in [0, 1, 2, 3, 5, -1]:
        case("linalg.matrix_power", g, k)
    case("linalg.matrix_power", a, 2)
    case("linalg.multi_dot", [a, b, p.matrix(d, (2, 3))])
    case("linalg.multi_dot", [a])
    for o in [None, 0, 1, 2, 3, -1, 0.5, float("inf"), -float("inf"), "fro", "nuc", "odd"]:
        case("linalg.norm", v, o)
        case("linalg.norm", a, o)
        case("linalg.norm", a, o, 1)
        case("linalg.norm", p.matrix(d, (2, 3, 4)), o, (0, 2), True)
    case("linalg.norm", p.matrix(d, (2, 3, 4)), 1)
    for o in [1, 2, 3, 0, float("inf")]:
        case("linalg.vector_norm", a, ord=o)
        case("linalg.vector_norm", a, axis=0, keepdims=True, ord=o)
    for o in ["fro", "nuc", 1, 2, float("inf"), "odd"]:
        case("linalg.matrix_norm", p.matrix(d, (2, 3, 4)), ord=o)
nan = p.add("nan", np.array([[np.nan, 1], [1, 2]]))
each("linalg.det linalg.svdvals linalg.eig linalg.eigvals linalg.svd", nan)

c.write("numpy", np.__version__)
