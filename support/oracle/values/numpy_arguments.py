"""Writes frontends/numpy/testdata/arguments.json.gz: what NumPy answers to arguments in the
forms that programs use and values.json.gz does not have: scalars with lists and strings,
orders of memory, names of dtypes, every mode of a function. Results say which are scalars.
Run it in an environment with requirements.txt.
"""
import warnings

import numpy as np

from common import DTYPES, Cases, D, encode_array, np_dtype
from numpy_calls import resolve

warnings.filterwarnings("ignore")
np.seterr(all="ignore")


def record(v):
    if isinstance(v, np.dtype):
        return "s:" + v.name
    return encode_array(v, scalar=isinstance(v, np.generic))


c = Cases(to_array=lambda a: a.copy() if isinstance(a, np.ndarray) else a, to_dtype=np_dtype, record=record)
p = c.pool


def case(path, *args, **kw):
    c.add(path, resolve(path), *args, **kw)


def scalar(dtype, v):
    return p.scalar(f"{dtype}.{v}", np.array(v, np_dtype(dtype))[()])


# Operators of scalars: with each other, lists, strings and None.
OPERATORS = {".__mul__": "mul", ".__pow__": "pow", ".__matmul__": "matmul", ".__eq__": "eq", ".__ne__": "ne"}
OTHERS = [[1, 2], [], [[1, 2], [3, 4]], [1.5], "ab", None, 2, 2.5, True]
import operator

for path, name in OPERATORS.items():
    f = getattr(operator, name)
    for d in DTYPES:
        s, zero, v = scalar(d, 2), p.add(f"{d}.0d", np.array(2, np_dtype(d))), p.add(f"{d}.1d", np.array([1, 2], np_dtype(d)))
        for x in [s, zero, v]:
            for y in OTHERS:
                strange = x != s and (y == "ab" and path not in (".__eq__", ".__ne__") or y is None and path == ".__matmul__")
                if not strange and (d != "bfloat16" or path == ".__mul__" and y != "ab" or y is None):
                    c.add(path, f, x, y)
                    if x == s:
                        c.add(path, f, y, x)
    for a, b in [("int8", "float32"), ("float16", "float32"), ("bool", "int8"), ("uint64", "int64"), ("int64", "complex64"), ("float32", "float32")]:
        for x in [scalar(a, 2), p.add(f"{a}.0d", np.array(2, a))]:
            for y in [scalar(b, 2), p.add(f"{b}.0d", np.array(2, b))]:
                c.add(path, f, x, y)
    c.add(path, f, scalar("int8", 100), scalar("float32", 2))

# Memory.
for d in DTYPES:
    v, m = p.matrix(d, (4,)), p.matrix(d, (2, 8))
    for to in DTYPES + [None]:
        for x in [v, m, p.matrix(d, ())]:
            case(".view", x, to and D(to)) if to else case(".view", x)
    case("shares_memory", v, v)
    case("may_share_memory", v, m)
    c.add(".setflags", lambda a, **kw: (a.setflags(**kw), a)[1], v, write=False)
    c.add(".setflags", lambda a, **kw: (a.setflags(**kw), a)[1], v, uic=True)

# What the types of scalars make of values.
TEXTS = ["1.5", "12", " 12 ", "x", "1_0", "nan", "-inf", "0x1", "", "1e400", "300", "-1", "1+2j", "9223372036854775808", "99999999999999999999"]
VALUES = [1, -1, 300, 1.9, -1.9, True, 1e6, 1j, float("nan"), float("inf"), 2**63, [1, 2], [[1.5]], []] + TEXTS
for d in DTYPES:
    t = np_dtype(d).type
    if d == "bfloat16":
        continue
    for v in VALUES + [scalar("float64", 30.7), scalar("int64", 300), p.matrix("float64", (3,)), p.add("float64.0d.2", np.array(2.0)), None]:
        if not (v is None and d not in ("bool", "float16", "float32", "float64")) and not (d.startswith("complex") and v in TEXTS and v not in ("1.5", "12", "x", "1+2j", "nan")):
            c.add(".__scalar__", lambda v, d: np.dtype(d).type(v), v, D(d))

# Names of dtypes, with an order of bytes.
for code in "? b h i l q B H I L Q e f d F D b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 p P".split():
    for order in ["", "<", "=", "|"]:
        if order != "|" or len(code) > 1 or np.dtype(code).itemsize == 1:
            case(".astype", p.matrix("int64", (3,)), order + code)
            case("zeros", 2, order + code)
for name in ["Float32", "i3", "<i3", "none", "f16x", "<int8", "|float"]:
    case("zeros", 2, name)

# Arrays as shapes, indices and sections.
ints = p.add("ints", np.array([2, 3]))
more, empty = p.add("more", np.array([1, 2, 4])), p.add("no ints", np.array([], int))
m, v = p.matrix("float32", (2, 3)), p.matrix("int32", (6,))
for f in "zeros ones".split():
    for s in [ints, scalar("int64", 3), [scalar("int64", 2), 3], p.add("floats", np.array([2.0, 3.0])), empty]:
        case(f, s)
case("full", ints, 7)
case("reshape", v, ints)
case(".reshape", v, ints)
case("broadcast_to", p.matrix("int32", (3,)), ints)
case("resize", v, ints)
case("tile", v, ints)
case("split", v, more)
case("array_split", v, more)
case("array_split", v, scalar("int64", 4))
case("hsplit", m, p.add("one", np.array([1])))
case("roll", m, ints, (0, 1))
case("roll", m, scalar("int64", 2))
case("unravel_index", 4, ints)
case("ravel_multi_index", (1, 2), ints)
case("indices", ints)
case("zeros_like", v, shape=ints)
case("take", m, more)
case("take", m, scalar("int64", 2))
case("eye", scalar("int64", 3))
case("arange", scalar("int64", 3))
case("sum", m, axis=scalar("int64", 1))
case("expand_dims", m, scalar("int64", 1))

# Orders of memory, where the values go by them.
for d in ["int32", "complex64"]:
    for x in [p.matrix(d, (2, 3)), p.matrix(d, (2, 3, 4)), p.matrix(d, (4,)), p.matrix(d, ())]:
        for o in ["C", "F", "A", "K", "c", "f", "X", None]:
            for f in ["ravel", ".ravel", ".flatten", "copy", ".copy"]:
                case(f, x, order=o)
            case("array", x, order=o)
            case("asarray", x, order=o)
            case("zeros_like", x, order=o)
            case("reshape", x, -1, order=o)
            case("reshape", x, (2, -1), order=o)
            case(".reshape", x, (-1, 2), order=o)
            case("zeros", (2, 3), order=o)

# Quantiles by every method.
METHODS = ["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased",
           "lower", "higher", "midpoint", "nearest", "odd"]
QS = [0.0, 0.1, 0.25, 0.3, 0.5, 0.625, 0.9, 1.0]
for method in METHODS:
    for d in ["int8", "int64", "uint16", "float16", "float32", "float64", "bool", "complex64"]:
        for n in [1, 2, 5, 8]:
            for f in ["quantile", "nanquantile"]:
                case(f, p.matrix(d, (n,), seed=n), QS, method=method)
                case(f, p.matrix(d, (n,), seed=n), 0.4, method=method)
        case("quantile", p.matrix(d, (3, 5)), QS, axis=1, method=method)
        case("percentile", p.matrix(d, (3, 5)), 30, axis=0, keepdims=True, method=method)
    hole = p.add("hole", np.array([[3.0, np.nan, 1.0, 2.0, 7.0], [5.0, 4.0, 3.0, 2.0, 1.0]]))
    for f in ["quantile", "nanquantile"]:
        case(f, hole, QS, axis=1, method=method)
        case(f, hole, 0.4, axis=1, method=method)
        case(f, hole, p.add("qs", np.array([0.1, 0.7], np.float32)), method=method)

# pad's modes.
for d in ["int8", "uint8", "int64", "float16", "float32", "float64", "complex64", "bool"]:
    for x in [p.matrix(d, (4,), low=0), p.matrix(d, (3, 4), low=0), p.matrix(d, (2, 1, 3), low=0)]:
        for w in [2, (1, 3), 0, 9]:
            for mode in ["maximum", "minimum", "mean", "median", "linear_ramp", "reflect", "symmetric", "wrap", "edge", "constant"]:
                if not (d == "bool" and mode == "linear_ramp"):
                    case("pad", x, w, mode)
            for mode in ["maximum", "mean", "median", "minimum"]:
                case("pad", x, w, mode, stat_length=2)
                case("pad", x, w, mode, stat_length=(1, 2))
            if d != "bool":
                case("pad", x, w, "linear_ramp", end_values=5)
                case("pad", x, w, "linear_ramp", end_values=(5, 2))
                for mode in ["reflect", "symmetric"]:
                    case("pad", x, w, mode, reflect_type="odd")
    v = p.matrix(d, (4,), low=0)
    case("pad", v, 1, "mean", end_values=1)
    case("pad", v, 1, "maximum", stat_length=0)
    case("pad", v, 1, "minimum", stat_length=-1)
    case("pad", v, 1, "odd")
    case("pad", p.matrix(d, (0,)), 1, "mean")
    case("pad", p.matrix(d, (0, 3)), ((0, 0), (1, 1)), "mean")

# The rest of what parted.
for a, b in [("complex64", -1), ("int8", 1.5), ("uint8", 300), ("float32", 1), ("bool", 2)]:
    case("union1d", p.matrix(a, (4,)), b)
    case("union1d", b, p.matrix(a, (4,)))
    case("concatenate", [p.matrix(a, (4,)), b], axis=None)
for a in ["bfloat16", "float16", "float32", "float64", "int8", "int64", "complex64", "bool"]:
    for b in ["bfloat16", "float16", "float32", "float64", "int8", "complex64"]:
        case("isclose", p.matrix(a, (4,)), p.matrix(b, (4,)))
    for s in [1, 1.5]:
        case("isclose", p.matrix(a, (4,)), s)
for d in DTYPES:
    x = p.matrix(d, (3,))
    for v in [0, 1, 2, -1, 300, True, 2.5, 1j, scalar("int64", 1), scalar("int64", -1), scalar("float64", 2.5)]:
        if d != "bfloat16":
            c.add("copyto", lambda a, v: (np.copyto(a, v), a)[1], x, v)
    if "int" in d:
        case("reciprocal", p.edge(d))

c.write("numpy", np.__version__, "arguments")
