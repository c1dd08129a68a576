"""Writes frontends/tensorflow/testdata/values*.json.gz: what TensorFlow answers, plain
and with NumPy's behaviour. Run it in an environment with requirements_tensorflow.txt,
without arguments; every mode needs a process of its own."""
import subprocess
import sys

import numpy as np

from common import COMPLEX, DTYPES, FLOATS, INTS, D, edges, np_dtype

if len(sys.argv) == 1:
    for mode in ["plain", "all", "safe", "legacy"]:
        subprocess.run([sys.executable, __file__, mode], check=True)
    sys.exit()

from tensorflow_common import add, c, of, pool

import tensorflow as tf

mode = sys.argv[1]
tnp = tf.experimental.numpy
if mode != "plain":
    tnp.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)


def first(path):
    return path.split()[0]


X = "experimental.numpy."
SMALL = {d: pool.matrix(d, (2, 3)) for d in DTYPES}
VEC = {d: pool.matrix(d, (4,), 1, -4, 5) for d in DTYPES}
POS = {d: pool.matrix(d, (2, 3), 2, 1, 5) for d in DTYPES}
ZERO = {d: pool.matrix(d, (), 3, 1, 4) for d in DTYPES}
EMPTY = {d: pool.add(f"{d}.empty", np.zeros((0, 3), np_dtype(d))) for d in DTYPES}
SQUARE = {d: pool.matrix(d, (3, 3), 4) for d in DTYPES}
LINE3 = {d: pool.matrix(d, (3,), 5) for d in DTYPES}


def alias(path, *args, **kw):
    """One small case for the other names of a function."""
    for p in path.split()[1:]:
        c.add(p, of(p), *args, **kw)


def nonzero_pairs(d):
    e = edges(d)
    a, b = (x.ravel() for x in np.meshgrid(e, e, indexing="ij"))
    ok = b != 0
    if d.startswith("int"):
        ok &= ~((a == np.iinfo(d).min) & (b == -1))  # ends the process
    return pool.add(f"{d}.dividend", a[ok]), pool.add(f"{d}.divisor", b[ok])


def power_pairs(d):
    e = edges(d)
    a, b = (x.ravel() for x in np.meshgrid(e, np.array([0, 1, 2, 3, 5, 7], e.dtype), indexing="ij"))
    return pool.add(f"{d}.base", a), pool.add(f"{d}.exponent", b)


def unary(path, dtypes, others=True):
    """Edges of all dtypes; where others are refused, that too."""
    for d in DTYPES:
        if d in dtypes:
            c.add(first(path), of(first(path)), pool.edge(d))
        elif others:
            c.add(first(path), of(first(path)), SMALL[d])
    alias(path, SMALL[[d for d in ["float32", "int32", "bool"] if d in dtypes][0]])
    good = [d for d in ["float32", "int32", "bool"] if d in dtypes][0]
    c.add(first(path), of(first(path)), ZERO[good])
    c.add(first(path), of(first(path)), EMPTY[good])
    for s in [True, 2, 2.5, 1 + 2j]:
        c.add(first(path), of(first(path)), s)


def binary(path, dtypes, pairs=None, others=True):
    for d in DTYPES:
        if d in dtypes:
            c.add(first(path), of(first(path)), *(pairs or pool.pairs)(d))
        elif others:
            c.add(first(path), of(first(path)), SMALL[d], SMALL[d])
    good = [d for d in ["float32", "int32", "bool"] if d in dtypes][0]
    alias(path, POS[good], POS[good])
    f = of(first(path))
    c.add(first(path), f, POS[good], LINE3[good] if pairs is None else POS[good])
    c.add(first(path), f, POS[good], ZERO[good])
    c.add(first(path), f, EMPTY[good], POS[good] if False else ZERO[good])
    c.add(first(path), f, POS[good], VEC[good])  # shapes that do not broadcast
    c.add(first(path), f, POS["float32"], POS["int32"])
    for d in ["float32", "float64", "int8", "int32", "uint8", "bool", "complex64"]:
        for s in [True, 2, 2.5]:
            c.add(first(path), f, POS[d], s)
            c.add(first(path), f, s, POS[d])


INEXACT = FLOATS + COMPLEX
SIGNED = [d for d in INTS if not d.startswith("u")]
REAL = INTS + FLOATS
NUMERIC = REAL + COMPLEX
EXACT = ["float32", "float64"]  # whose pairs of edges are written in full

def elementwise():
    for path, dtypes in {"add math.add": NUMERIC, "subtract math.subtract": NUMERIC, "multiply math.multiply": NUMERIC}.items():
        binary(path, dtypes)
    binary("divide math.divide", NUMERIC)
    binary("truediv math.truediv", ["float32", "int8", "int32"], others=False)
    binary("math.floordiv", REAL, lambda d: nonzero_pairs(d) if d in INTS else pool.pairs(d))
    binary("math.floormod math.mod", REAL, lambda d: nonzero_pairs(d) if d in INTS else pool.pairs(d))
    for d in INTS:
        add("math.floordiv", POS[d], VEC[d].replace(".1.", ".1.") if False else pool.add(f"{d}.zeros", np.zeros((2, 3), np_dtype(d))))
        add("math.floormod", POS[d], pool.add(f"{d}.zeros", np.zeros((2, 3), np_dtype(d))))
    binary("pow math.pow", SIGNED + FLOATS, lambda d: power_pairs(d) if d in INTS else pool.pairs(d))
    add("pow", POS["complex64"], POS["complex64"])
    add("pow", POS["int32"], pool.add("int32.minus", np.full((2, 3), -1, np.int32)))
    binary("maximum math.maximum", REAL)
    binary("minimum math.minimum", REAL)
    binary("atan2 math.atan2", FLOATS)
    binary("math.nextafter", EXACT)
    binary("math.squared_difference", ["int32", "int64", "float32", "float64", "complex64"])
    binary("math.divide_no_nan", ["float32", "float64", "complex64"], others=False)
    binary("math.multiply_no_nan", ["float32", "float64"], others=False)
    for f in ["xlogy", "xlog1py", "xdivy"]:
        binary(f"math.{f}", ["float32", "float64"], others=False)
    for op in ["equal", "not_equal"]:
        binary(f"{op} math.{op}", DTYPES)
    for op in ["less", "less_equal", "greater", "greater_equal"]:
        binary(f"{op} math.{op}", REAL)
    for op in ["logical_and", "logical_or"]:
        binary(f"{op} math.{op}", ["bool"])
    binary("math.logical_xor", ["bool"])
    for op in ["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"]:
        binary(f"bitwise.{op}", INTS)
    unary("bitwise.invert", INTS)
    unary("abs math.abs", SIGNED + INEXACT)
    unary("negative math.negative", SIGNED + INEXACT)
    unary("sign math.sign", SIGNED + INEXACT)
    unary("square math.square", INTS + INEXACT)
    unary("math.reciprocal", INEXACT)
    unary("floor math.floor", FLOATS)
    unary("math.ceil", FLOATS)
    unary("round math.round", REAL)
    unary("math.rint", FLOATS)
    for f in ["is_nan", "is_finite", "is_inf"]:
        unary(f"math.{f}", FLOATS)
    unary("math.real", NUMERIC)
    unary("math.imag", NUMERIC)
    unary("math.conj", NUMERIC)
    unary("logical_not math.logical_not", ["bool"])
    for f in ["erf", "erfc", "log_sigmoid"]:
        unary(f"math.{f}", FLOATS)
    unary("math.softplus nn.softplus", FLOATS)
    for f in ["sqrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"]:
        unary(f"{f} math.{f}", FLOATS)
    for f in ["expm1", "log", "log1p", "rsqrt"]:
        unary(f"math.{f}", FLOATS)
    unary("sigmoid math.sigmoid nn.sigmoid", FLOATS)
    for d in COMPLEX:
        for f in ["sqrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "math.expm1", "math.log", "math.log1p", "math.rsqrt"]:
            add(f, pool.normal(d, (8,)))
    for d in DTYPES:
        for e in DTYPES:
            add("cast", pool.edge(d), D(e))
    add("cast", [1, 2], D("int8"))
    add("cast", 300, D("int8"))
    add("cast", 2.7, D("int32"))
    for d in REAL:
        add("clip_by_value", pool.edge(d), 1, 3)
    add("clip_by_value", SMALL["float32"], SMALL["float32"], SMALL["float32"])
    add("clip_by_value", SMALL["float32"], SMALL["float32"], SMALL["int32"])
    add("clip_by_value", SMALL["complex64"], 1, 2)
    for d in DTYPES:
        add("add_n math.add_n", [SMALL[d], POS[d], SMALL[d]])
    add("add_n", [SMALL["int8"], SMALL["int16"]])
    add("complex", SMALL["float32"], POS["float32"])
    add("complex", pool.edge("float64"), pool.edge("float64"))
    add("complex", SMALL["float32"], POS["float64"])


def reductions():
    for f in ["reduce_sum", "reduce_prod", "reduce_mean", "reduce_max", "reduce_min"]:
        for d in DTYPES:
            add(f, SMALL[d])
            add(f, pool.matrix(d, (2, 3, 4), 6), axis=1)
            add(f, SMALL[d], axis=[0, 1], keepdims=True)
            add(f, ZERO[d])
        for d in ["float32", "int32"]:
            add(f"math.{f}", SMALL[d], -1, True)
            add(f, EMPTY[d], 0 if f != "reduce_mean" or d == "float32" else 1)
            add(f, SMALL[d], [])
            add(f, SMALL[d], 2)
            add(f, SMALL[d], [0, 0])
        for s in [True, 2, 2.5, [1, 2, 4], [1.5, 2.0]]:
            add(f, s)
    for f in ["reduce_max", "reduce_min"]:
        for d in FLOATS:
            add(f, pool.add(f"{d}.nans", np.array([[1, np.nan, 3], [2, 5, -1]]).astype(np_dtype(d))), 1)
    for d in INTS:
        add("reduce_mean", pool.add(f"{d}.large", np.full(3, 100, d)))
    for d in SIGNED:
        add("reduce_mean", pool.add(f"{d}.odd", np.array([[-1, -2, 0], [3, 4, -7]], d)), 0)
        add("reduce_sum", pool.edge(d))
    for f in ["math.reduce_std", "math.reduce_variance", "math.reduce_euclidean_norm"]:
        for d in DTYPES:
            add(f, pool.normal(d, (3, 4)) if d in INEXACT else SMALL[d])
            add(f, pool.normal(d, (3, 4)) if d in INEXACT else SMALL[d], 1, True)
        add(f, 2.5)
    for d in DTYPES:
        add("reduce_logsumexp math.reduce_logsumexp", pool.normal(d, (3, 4)) if d in FLOATS else SMALL[d], 0)
    add("reduce_logsumexp", pool.normal("float32", (3, 4)), keepdims=True)
    add("reduce_logsumexp", pool.add("inf4", np.array([-np.inf, -np.inf], np.float32)))
    for f in ["reduce_any", "reduce_all"]:
        for d in DTYPES:
            add(f, SMALL[d])
        add(f"math.{f} {f}", SMALL["bool"], 0, True)
        for s in [True, 2, 2.5]:
            add(f, s)
    for f in ["cumsum math.cumsum", "math.cumprod"]:
        for d in DTYPES:
            add(first(f), POS[d])
            add(first(f), POS[d], 1, exclusive=True)
            add(first(f), POS[d], -1, reverse=True)
        alias(f, SMALL["int32"], 1)
        add(first(f), SMALL["int32"], 2)
        add(first(f), ZERO["int32"])
    for d in DTYPES:
        for f in ["argmax math.argmax", "argmin math.argmin"]:
            add(first(f), SMALL[d])
            add(first(f), SMALL[d], 1, D("int32"))
            alias(f, SMALL[d], -1)
        add("math.count_nonzero", SMALL[d])
        add("math.count_nonzero", SMALL[d], 0, True, D("int32"))
        add("sort", pool.matrix(d, (3, 4), 7))
        add("sort", pool.matrix(d, (3, 4), 7), 0, "DESCENDING")
        add("argsort", pool.matrix(d, (3, 4), 7))
        add("argsort", pool.matrix(d, (3, 4), 7), 0, "DESCENDING")
        add("math.top_k", pool.matrix(d, (3, 4), 7), 2)
        add("unique", VEC[d])
        add("unique_with_counts", VEC[d], D("int64"))
        add("searchsorted", pool.add(f"{d}.sorted", np.sort(np.arange(6)).astype(np_dtype(d))), POS[d] if False else VEC[d])
        add("searchsorted", pool.add(f"{d}.sorted", np.sort(np.arange(6)).astype(np_dtype(d))), VEC[d], "right", D("int64"))
    for d in FLOATS:
        n = pool.add(f"{d}.nan", np.array([[np.nan, 1, 2], [1, np.nan, 0]]).astype(np_dtype(d)))
        for f in ["argmax", "argmin"]:
            add(f, n, 1)
    add("argmax", SMALL["float32"], 2)
    add("argmax", ZERO["float32"])
    add("argmax", EMPTY["float32"])
    add("sort", SMALL["float32"], direction="UP")
    add("math.top_k", SMALL["float32"], 9)


def creation():
    for v in [True, 2, 2.5, 1 + 2j, [1, 2], [[1.5, 2.0]], [True, False], 1 << 40, -(1 << 31), 1 << 31]:
        add("constant", v)
        add("convert_to_tensor", v)
        add("identity", v)
        for d in ["int8", "uint8", "int32", "float16", "float32", "float64", "complex64", "bool"]:
            add("constant", v, D(d))
            add("convert_to_tensor", v, D(d))
    add("constant", [1, 2, 3, 4], shape=[2, 2])
    add("constant", 7, shape=[2, 2])
    add("constant", [1, 2, 3], shape=[2, 2])
    add("convert_to_tensor", 2, dtype_hint=D("float64"))
    add("convert_to_tensor", 2.5, dtype_hint=D("int32"))
    add("convert_to_tensor", SMALL["int8"])
    add("convert_to_tensor", SMALL["int8"], D("int16"))
    for d in DTYPES:
        for f in ["zeros", "ones"]:
            add(f, [2, 0], D(d))
            add(f + "_like", SMALL[d])
            add(f + "_like", SMALL[d], D("int64"))
        add("eye", 2, 3, dtype=D(d))
        add("identity", SMALL[d])
        add("one_hot", SMALL["int32"], 3, dtype=D(d))
        add("one_hot", SMALL[d], 3)
        add("fill", [2], ZERO[d])
        add("range", 1, 7, 2, D(d))
        add("linspace", ZERO[d], POS[d] if False else ZERO[d], 3)
    add("zeros", [])
    add("ones", 3)
    add("zeros", [-1])
    add("eye", 2)
    add("eye", 2, batch_shape=[3])
    add("fill", [2, 3], 9)
    add("fill", [], 1.5)
    add("fill", [2], [1])
    for a in [(5,), (1.5,), (2, 9, 3), (5, 0, -1), (0, 1, 0.1), (1, 5, 2.5), (3, 1), (0, 3, 0)]:
        add("range", *a)
    add("linspace", 0.0, 1.0, 5)
    add("linspace", 1, 10, 4)
    add("linspace", 0.0, 1.0, 1)
    add("linspace", 0.0, 1.0, 0)
    add("linspace", 0.0, 1.0, 2)
    add("linspace", LINE3["float32"], POS["float32"] if False else pool.matrix("float32", (3,), 9), 4, axis=1)
    add("linspace", LINE3["float32"], pool.matrix("float32", (3,), 9), 4)
    add("one_hot", [0, 2, -1, 5], 3, 5.0, 0.5)
    add("one_hot", [0, 1], 2, axis=0)
    add("one_hot", [0, 1], 2, on_value=1, off_value=0)
    for d in ["int32", "float32"]:
        for f in ["shape", "size", "rank"]:
            add(f, SMALL[d])
    add("shape", SMALL["int32"], D("int64"))
    add("size", EMPTY["int32"])
    add("shape", 2)


def manipulation():
    A = {d: pool.matrix(d, (2, 3, 4), 6) for d in DTYPES}
    for d in DTYPES:
        a = A[d]
        add("reshape", a, [4, -1])
        add("transpose", a)
        add("concat", [SMALL[d], POS[d]], 0)
        add("stack", [SMALL[d], POS[d]], 1)
        add("tile", SMALL[d], [2, 1])
        add("pad", SMALL[d], [[1, 0], [0, 2]])
        add("where", SMALL["bool"], SMALL[d], POS[d])
        add("gather", a, [1, 0, 0])
        add("reverse", a, [0, 2])
        add("roll", a, 1, 0)
        add("repeat", SMALL[d], 2, 1)
        add("tensor_scatter_nd_update", SMALL[d], [[0, 1], [1, 2]], pool.matrix(d, (2,), 8))
        add("boolean_mask", SMALL[d], SMALL["bool"])
        add("where", SMALL[d])
    a = A["int32"]
    for s in [[24], [2, 12], [-1], [5, 5], [2, -1, -1], [], 24]:
        add("reshape", a, s)
    for x in [0, 1, 3, -1, 4, -5]:
        add("expand_dims", a, x)
    b = pool.matrix("int32", (1, 3, 1), 1)
    for x in [None, 0, [0, 2], -1, 1, 5]:
        add("squeeze", b, x)
    for p in [[1, 0, 2], [2, 1, 0], [0, 1], [0, 0, 1]]:
        add("transpose", a, p)
    add("transpose", A["complex64"], [1, 0, 2], conjugate=True)
    for x in [0, 1, -1, 2]:
        add("concat", [SMALL["int32"], POS["int32"]], x)
    add("concat", [SMALL["int32"], POS["float32"]], 0)
    add("concat", [], 0)
    add("stack", [SMALL["int32"], POS["float32"]])
    add("stack", [1, 2, 3])
    add("stack", [1.5, 2])
    add("stack", [SMALL["int32"], LINE3["int32"]])
    add("stack", [SMALL["int32"], SMALL["int32"]], 4)
    for x in [0, 1, -1, 3]:
        add("unstack", a, axis=x)
    add("unstack", a, 2)
    add("unstack", a, 5)
    add("split", a, 2)
    add("split", a, 3, 1)
    add("split", a, [1, 3], 2)
    add("split", a, [1, -1], 2)
    add("split", a, 5)
    add("split", a, [1, 1], 2)
    add("tile", SMALL["int32"], [2])
    add("tile", SMALL["int32"], [0, 1])
    add("repeat", SMALL["int32"], 3)
    add("repeat", SMALL["int32"], [1, 2], 0)
    add("repeat", LINE3["int32"], [1, 2, 0])
    for x in [0, 1, [0, 1], -1, 3, []]:
        add("reverse", SMALL["int32"], x if isinstance(x, list) else [x])
    add("roll", SMALL["int32"], [1, 2], [0, 1])
    add("roll", SMALL["int32"], -1, 1)
    add("roll", SMALL["int32"], 1, 5)
    for s in [[2, 3], [4, 2, 3], [2, 2], [3]]:
        add("broadcast_to", SMALL["int32"], s)
    add("broadcast_to", LINE3["int32"], [2, 3])
    add("pad", SMALL["int32"], [[1, 1], [2, 2]], "REFLECT")
    add("pad", SMALL["int32"], [[1, 1], [1, 2]], "SYMMETRIC")
    add("pad", SMALL["int32"], [[1, 1], [1, 2]], "REFLECT")
    add("pad", SMALL["int32"], [[0, 1], [1, 1]], "CONSTANT", 7)
    add("pad", SMALL["int32"], [[1, 1]])
    add("pad", SMALL["int32"], [[1, 1], [1, 2]], "NONE")
    add("meshgrid", [1, 2, 3], [4, 5])
    add("meshgrid", [1, 2, 3], [4, 5], indexing="ij")
    add("meshgrid", [1, 2], [3], [4, 5])
    for i in [[0], [[0, 1], [1, 0]], 1, [2], [-1]]:
        add("gather", a, i)
    add("gather", a, [2, 0], axis=1)
    add("gather", a, [3, 0, 0], axis=-1)
    add("gather", a, [0], axis=3)
    add("gather", a, [0.5])
    for i in [[[0, 1, 2]], [[0], [1]], [[1, 2], [0, 0]], [[[1]]], [[2, 0]], [0, 1, 2]]:
        add("gather_nd", a, i)
    add("boolean_mask", a, [True, False])
    add("boolean_mask", a, [True, False, True], axis=1)
    add("boolean_mask", a, [True, False, True])
    add("slice", a, [0, 1, 1], [2, 2, 3])
    add("slice", a, [0, 1, 1], [-1, -1, -1])
    add("slice", a, [0, 1, 1], [2, 3, 3])
    add("where", SMALL["bool"], 1, 2)
    add("where", SMALL["bool"], SMALL["int32"], 2)
    add("where", SMALL["bool"], SMALL["int32"], 2.5)
    add("where", SMALL["bool"], SMALL["int32"], SMALL["float32"])
    add("where", SMALL["int32"], 1, 2)
    add("where", True, 1, 2)
    add("where", SMALL["bool"], SMALL["int32"])
    add("tensor_scatter_nd_update", SMALL["int32"], [[5, 5]], [1])


def products():
    for d in DTYPES:
        m, n = pool.matrix(d, (2, 3), 1), pool.matrix(d, (3, 4), 2)
        add("matmul linalg.matmul", m, n)
        add("tensordot", m, n, 1)
        add("einsum", "ij,jk->ik", m, n)
        add("linalg.matvec", m, LINE3[d])
        add("linalg.trace", SQUARE[d])
        add("linalg.matrix_transpose", m)
        add("linalg.adjoint", m)
        add("linalg.diag", LINE3[d])
        add("linalg.diag_part", SQUARE[d])
        add("linalg.tensor_diag", LINE3[d])
        add("linalg.band_part", SQUARE[d], 0, 1)
        add("linalg.cross", SMALL[d], POS[d])
        add("norm linalg.norm", SMALL[d])
        for o in [1, 2, "euclidean", float("inf"), 3, "fro"]:
            add("norm", SMALL[d], o)
    f = "float32"
    m, n = pool.matrix(f, (2, 3), 1), pool.matrix(f, (3, 4), 2)
    b = pool.matrix(f, (5, 2, 3), 3)
    add("matmul", b, n)
    add("matmul", m, m, transpose_b=True)
    add("matmul", m, m, transpose_a=True)
    add("matmul", POS["complex64"], POS["complex64"], adjoint_a=True)
    add("matmul", m, m)
    add("matmul", LINE3[f], n)
    add("matmul", m, SMALL["int32"])
    add("matmul", m, m, transpose_a=True, adjoint_a=True)
    for x in [0, 2, [[1], [1]], [[0, 1], [0, 1]], [1, 1], 3]:
        add("tensordot", m, m, x)
    add("einsum", "ii->", SQUARE[f])
    add("einsum", "bij,jk->bik", b, n)
    add("einsum", "i,j->ij", LINE3[f], LINE3[f])
    for k in [-1, 0, 1, 2]:
        add("linalg.diag", LINE3[f], k=k)
        add("linalg.diag_part", SQUARE[f], k=k)
        add("linalg.band_part", SQUARE[f], k, -1)
    add("linalg.diag", SMALL[f])
    add("linalg.diag_part", SMALL[f], k=5)
    for kw in [dict(axis=0), dict(axis=1, ord=1), dict(axis=[0, 1], ord="fro"), dict(axis=-1, keepdims=True), dict(axis=[0, 1], ord=1), dict(axis=[0, 1], ord=np.inf if False else float("inf"))]:
        add("norm", SMALL[f], **kw)
    for d in ["float32", "float64", "complex64", "complex128", "float16", "int32"]:
        s = pool.add(f"{d}.definite", np.array([[4, 1, 0], [1, 5, 2], [0, 2, 6]]).astype(np_dtype(d)))
        add("linalg.det", s)
        add("linalg.inv", s)
        add("linalg.cholesky", s)
        add("linalg.solve", s, SQUARE[d])
    add("linalg.inv", pool.add("singular", np.zeros((2, 2), np.float32)))
    add("linalg.det", SMALL["float32"])


def networks():
    unary("nn.relu", REAL)
    unary("nn.relu6", FLOATS)
    for f in ["elu", "selu", "softsign", "tanh"]:
        unary(f"nn.{f}", FLOATS, others=f != "tanh")
    unary("nn.leaky_relu", FLOATS, others=False)
    add("nn.leaky_relu", SMALL["float32"], 0.1)
    unary("nn.gelu", FLOATS)
    for d in FLOATS:
        add("nn.gelu", pool.normal(d, (8,)), True)
        add("nn.silu nn.swish", pool.normal(d, (8,)))
        add("nn.softmax", pool.normal(d, (3, 4)))
        add("nn.softmax", pool.normal(d, (3, 4)), 0)
        add("nn.log_softmax", pool.normal(d, (3, 4)))
        add("nn.l2_loss", SMALL[d])
        add("nn.l2_normalize math.l2_normalize", pool.normal(d, (3, 4)), 1)
        add("nn.sigmoid_cross_entropy_with_logits", labels=POS[d], logits=SMALL[d])
    for d in DTYPES:
        add("nn.bias_add", SMALL[d], LINE3[d])
        add("nn.softmax", SMALL[d])
        add("nn.silu", SMALL[d])
    add("nn.silu", SMALL["float32"], 2.0)
    add("nn.softmax", SMALL["float32"], 2)
    add("nn.softmax", 2.5)
    add("nn.bias_add", SMALL["float32"], VEC["float32"])
    add("nn.sigmoid_cross_entropy_with_logits", labels=SMALL["float32"], logits=LINE3["float32"])


def numpy_functions(full):
    """tf.experimental.numpy; full with the edges of all dtypes."""
    some = DTYPES if full else ["bool", "int8", "uint8", "int32", "int64", "uint64", "bfloat16", "float16", "float32", "float64", "complex64"]
    for name in ["add", "subtract", "multiply", "divide", "true_divide", "maximum", "minimum", "arctan2", "hypot", "logaddexp", "nextafter",
                 "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor",
                 "bitwise_and", "bitwise_or", "bitwise_xor", "heaviside", "gcd", "lcm", "isclose", "allclose", "array_equal", "outer", "inner", "dot"]:
        for d in some:
            for e in some if not full else [d, "int32", "float32"]:
                add(X + name, POS[d], POS[e])
            for s in [True, 2, 2.5, 1 + 2j]:
                add(X + name, POS[d], s)
                add(X + name, s, POS[d])
        for s in [True, 2, 2.5, 1 + 2j]:
            for u in [True, 2, 2.5]:
                add(X + name, s, u)
    for name in ["floor_divide", "mod", "remainder", "power", "float_power", "divmod"]:
        for d in some:
            add(X + name, POS[d], pool.matrix(d, (2, 3), 3, 1, 3))
            add(X + name, POS[d], 2)
            add(X + name, POS[d], 2.5)
    for name in ["abs", "absolute", "fabs", "negative", "positive", "square", "reciprocal", "real", "imag", "conj", "conjugate", "sign", "bitwise_not", "signbit", "floor", "ceil", "fix",
                 "isnan", "isfinite", "isinf", "isposinf", "isneginf", "iscomplex", "isreal", "iscomplexobj", "isrealobj", "logical_not", "exp2", "deg2rad", "sqrt", "exp", "expm1", "log",
                 "log1p", "log2", "log10", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "around", "round", "sinc", "cbrt"]:
        for d in some:
            add(X + name, POS[d])
        for s in [True, 2, 2.5, 1 + 2j]:
            add(X + name, s)
    for name in ["sum", "prod", "mean", "std", "var", "amax", "amin", "max", "min", "any", "all", "cumsum", "cumprod", "argmax", "argmin", "sort", "argsort", "count_nonzero", "ptp"]:
        for d in some:
            add(X + name, SMALL[d])
            add(X + name, SMALL[d], 1)
        for s in [True, 2, 2.5]:
            add(X + name, s)
    add(X + "sum", SMALL["int8"], dtype=D("float32"))
    add(X + "sum", SMALL["bool"], dtype=D("bool"))
    add(X + "var", SMALL["float32"], ddof=1)
    add(X + "mean", SMALL["int8"], keepdims=True)
    add(X + "round", pool.normal("float32", (8,)), 1)
    for name, args in {"array": (), "asarray": (), "asanyarray": (), "ascontiguousarray": (), "copy": (), "zeros_like": (), "ones_like": (), "empty_like": (), "ravel": (), "transpose": (),
                       "squeeze": (), "flip": (), "flipud": (), "fliplr": (), "tril": (), "triu": (), "diff": (), "atleast_1d": (), "atleast_2d": (), "atleast_3d": (), "shape": (), "ndim": (), "size": (),
                       "isscalar": (), "nonzero": (), "trace": (), "diag": (), "diagonal": (), "reshape": ([3, 2],), "expand_dims": (0,), "swapaxes": (0, 1), "moveaxis": (0, 1), "roll": (1,), "tile": (2,),
                       "repeat": (2,), "split": (2,), "clip": (1, 2)}.items():
        for d in ["int32", "float32", "bool", "uint8"]:
            add(X + name, SMALL[d], *args)
        for s in [2, 2.5]:
            add(X + name, s, *args)
    for d in ["int8", "float64"]:
        add(X + "asarray", SMALL["int32"], D(d))
        add(X + "zeros_like", SMALL["int32"], D(d))
        for name in ["zeros", "ones", "empty"]:
            add(X + name, [2], D(d))
        add(X + "eye", 2, 3, 1, D(d))
        add(X + "identity", 2, D(d))
        add(X + "full", [2], 3, D(d))
        add(X + "arange", 3, dtype=D(d))
        add(X + "tri", 3, 2, 0, D(d))
        add(X + "broadcast_to", LINE3[d], [2, 3])
        add(X + "pad", SMALL[d], [[1, 1], [0, 2]], "constant")
        add(X + "take", SMALL[d], [0, 5, 9])
        add(X + "take", SMALL[d], [0, 2], 1)
        add(X + "take", SMALL[d], [-1, 7], mode="wrap")
        add(X + "take_along_axis", SMALL[d], pool.add("along", np.array([[0, 2], [1, 0]])), 1)
        add(X + "compress", [True, False, True], SMALL[d], 1)
        add(X + "append", SMALL[d], 2)
        add(X + "clip", SMALL[d], None, 1)
        add(X + "tensordot", SMALL[d], SMALL[d], 2)
        add(X + "matmul", SMALL[d], pool.matrix(d, (3, 4), 2))
        add(X + "diag", LINE3[d], 1)
        add(X + "split", VEC[d], [1, 3])
    for name in ["zeros", "ones", "empty"]:
        add(X + name, [2])
    add(X + "eye", 2)
    add(X + "identity", 2)
    for v in [True, 2, 2.5, 1j]:
        add(X + "full", [2], v)
        add(X + "array", v)
        add(X + "asarray", [v, v])
        add(X + "arange", v)
    add(X + "arange", 1, 7, 2)
    add(X + "arange", 0, 1, 0.25)
    add(X + "arange", 5, 1)
    add(X + "arange", 5, 1, -2)
    add(X + "tri", 3)
    for name in ["concatenate", "stack", "hstack", "vstack"]:
        for d in some:
            add(X + name, [SMALL[d], POS[d]])
            add(X + name, [SMALL[d], POS["float32"]])
        add(X + name, [[1, 2], [3.5, 4]])
    for d in some:
        add(X + "where", SMALL["bool"], SMALL[d], POS["int32"])
        add(X + "where", SMALL["bool"], SMALL[d], 2)
        add(X + "where", SMALL["bool"], SMALL[d], 2.5)
        add(X + "where", SMALL["bool"], 2.5, SMALL[d])
    add(X + "where", SMALL["bool"])
    add(X + "broadcast_arrays", LINE3["int32"], SMALL["float32"])
    add(X + "meshgrid", [1, 2], [3, 4, 5])
    for a in some:
        for b in some:
            add(X + "promote_types", D(a), D(b))
            add(X + "result_type", D(a), D(b))
        for s in [True, 2, 2.5, 1j]:
            add(X + "result_type", D(a), s)


if mode == "plain":
    for part in [elementwise, reductions, creation, manipulation, products, networks]:
        part()
    numpy_functions(True)
    c.write("tensorflow", tf.__version__)
else:
    for path in ["add", "subtract", "multiply", "divide", "truediv", "math.floordiv", "math.floormod", "pow", "maximum", "minimum", "equal", "not_equal", "less", "atan2", "matmul", "where", "math.squared_difference"]:
        for d in ["bool", "int8", "int32", "uint8", "float16", "float32", "float64", "complex64"]:
            for e in ["int8", "int32", "float32"]:
                add(path, *((SMALL["bool"],) if path == "where" else ()), pool.matrix(d, (3, 3), 3, 1, 4) if path == "matmul" else POS[d], pool.matrix(e, (3, 3), 3, 1, 4) if path == "matmul" else POS[e])
            if path not in ("where", "matmul"):
                for s in [True, 2, 2.5]:
                    add(path, POS[d], s)
                    add(path, s, POS[d])
    for path in ["abs", "negative", "sqrt", "exp", "sign", "square", "round", "reduce_sum", "reduce_mean", "reduce_max", "zeros_like", "ones_like", "identity", "constant", "nn.relu", "cumsum", "argmax", "sort", "math.is_nan",
                 "math.real", "math.log", "nn.softmax", "transpose", "math.reduce_std"]:
        for s in [2, 2.5, [1, 2], [1.5, 2.5]]:
            add(path, s)
        add(path, POS["float32"])
    # Which functions keep a weak dtype.
    for path in ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "sin", "sinh", "tan", "tanh", "floor", "sigmoid", "math.ceil", "math.conj", "math.erf", "math.expm1", "math.imag", "math.is_finite", "math.is_inf",
                 "math.log1p", "math.log_sigmoid", "math.reciprocal", "math.rint", "math.rsqrt", "math.softplus", "nn.elu", "nn.gelu", "nn.leaky_relu", "nn.log_softmax", "nn.relu6", "nn.selu", "nn.silu", "nn.softsign",
                 "nn.l2_loss", "nn.l2_normalize", "bitwise.invert", "logical_not", "reduce_any", "reduce_logsumexp", "reduce_min", "reduce_prod", "math.reduce_variance", "math.reduce_euclidean_norm", "math.count_nonzero",
                 "math.cumprod", "argmin", "argsort", "unique", "norm", "rank", "shape", "size", "squeeze", "stack", "unstack", "convert_to_tensor", "range", "where", "linalg.tensor_diag", "linalg.diag"]:
        for s in [2, 2.5, [1, 2], [1.5, 2.5]]:
            add(path, s)
    for path, args in {"reshape": ([2, 1],), "expand_dims": (0,), "tile": ([2],), "repeat": (2,), "reverse": ([0],), "roll": (1, 0), "broadcast_to": ([2, 2],), "pad": ([[1, 1]],), "gather": ([0],), "one_hot": (3,), "cast": (D("float32"),),
                       "clip_by_value": (0, 1), "concat": (0,), "split": (2,), "slice": ([0], [1]), "boolean_mask": ([True, False],), "math.top_k": (1,)}.items():
        for s in [[1, 2], [1.5, 2.5]]:
            add(path, [s, s] if path == "concat" else s, *args)
    for d in ["uint32", "uint64"]:
        add("sort", SMALL[d])
        add("argsort", SMALL[d])
        add("math.top_k", SMALL[d])
    for path in ["add", "subtract", "multiply", "divide", "truediv", "pow", "maximum", "minimum", "equal", "not_equal", "less", "math.floordiv", "math.floormod", "math.divide_no_nan", "math.multiply_no_nan", "math.squared_difference",
                 "math.xlogy", "math.xlog1py", "math.xdivy", "math.atan2", "math.nextafter", "bitwise.bitwise_and", "matmul", "tensordot", "complex", "searchsorted", "add_n"]:
        for s in [2, 2.5]:
            add(path, *([[s, s]] if path == "add_n" else [[[s]], [[s]]] if path == "matmul" else [[s], [s], 1] if path == "tensordot" else [s, s]))
    numpy_functions(False)
    c.write("tensorflow", tf.__version__, "values-" + mode)
