"""Writes frontends/tensorflow/testdata/values-parameters*.json.gz: what TensorFlow answers where
parameters are given that are given seldom, to the methods that tensors have with NumPy's behaviour
alone, and to Python's types as dtypes. Run it in an environment with requirements_tensorflow.txt,
without arguments; every mode needs a process of its own."""
import subprocess
import sys

import numpy as np

from common import COMPLEX, DTYPES, FLOATS, INTS, D, P, np_dtype

if len(sys.argv) == 1:
    for mode in ["plain", "all", "safe", "legacy"]:
        subprocess.run([sys.executable, __file__, mode], check=True)
    sys.exit()

from tensorflow_common import add, c, pool

import tensorflow as tf

mode = sys.argv[1]
if mode != "plain":
    tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
X = "experimental.numpy."
SOME = ["bool", "int8", "int32", "uint8", "bfloat16", "float32", "complex64"]
LARGE = {"int8": -(1 << 7), "int16": -(1 << 15), "int32": -(1 << 31), "int64": -(1 << 63)}


def mat(d, *shape, seed=0):
    return pool.matrix(d, shape, seed)


def arr(values, d=None):
    a = np.array(values)
    if d is None:
        d = {"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}[a.dtype.kind]
    a = a.astype(np_dtype(d))
    return pool.add(f"{d}.{'x'.join(map(str, a.shape)) or '0d'}.{a.tobytes().hex()[:80]}", a)


def method(name, *args, **kw):
    """A method of the first argument, or an attribute."""
    def f(x, *a, **k):
        m = getattr(x, name)
        r = m(*a, **k) if callable(m) else m
        return r.item() if isinstance(r, np.generic) else r
    c.add("." + name, f, *args, **kw)


def operator(name, *args):
    c.add(f".__{name}__", lambda x, y: {"eq": lambda: x == y, "ne": lambda: x != y}[name](), *args)


def methods():
    for d in DTYPES:
        x = mat(d, 2, 3)
        for name, args in {"clip": (0, 2), "flatten": (), "max": (), "mean": (), "min": (), "ravel": (), "reshape": (3, 2), "tolist": (), "transpose": (), "astype": (D("float32"),)}.items():
            method(name, x, *args)
        if mode != "plain":
            method("max", x, 1), method("mean", x, 0, keepdims=True), method("min", x, axis=0, keepdims=True), method("flatten", x, "F"), method("mean", x, dtype=D("float16"))
            for t in ["bool", "int", "float", "complex"]:
                method("astype", x, P(t)), method("mean", x, dtype=P(t))
            for t in DTYPES:
                method("astype", x, D(t))
    if mode == "plain":
        return
    x, y = mat("int32", 2, 3), mat("float32", 2, 3, 4)
    for a in [(), (1,), (-1,), ((0, 2),), (None,), (3,)]:
        for name in ["max", "min", "mean"]:
            method(name, y, *a), method(name, y, *a, keepdims=True)
    method("max", y, 0, None, True), method("max", y, out=x), method("mean", y, out=x), method("mean", y, 0, None, None, True), method("mean", x, 0, D("float32"), None, True), method("max", y, foo=1)
    for s in [(6,), (3, -1), ((3, 2),), ([2, 3],), (-1,), (4,), ((-1,),), (), ((),)]:
        method("reshape", x, *s), method("reshape", x, *s, order="F")
    method("reshape", x, 3, 2, order="C"), method("reshape", x, 3, 2, order="A"), method("reshape", x, 3, 2, foo=1), method("reshape", arr([1, 2])), method("reshape", arr(5), 1, 1)
    for o in ["C", "F", "A", "K", "Z"]:
        method("flatten", y, o), method("flatten", x, order=o)
    method("flatten", arr(5)), method("ravel", y), method("ravel", x, "F"), method("ravel", arr(5))
    for a in [(), (None,), ([2, 0, 1],), ((1, 0, 2),), ([0, 1],), (1, 0, 2)]:  # a negative one ends the process
        method("transpose", y, *a)
    method("transpose", y, axes=[2, 1, 0])
    for a in [(0, 2), (None, 1), (1, None), (None, None), (0.5, 2), (arr([0, 1, 2]), 2), (), (1,), (3, 1)]:
        method("clip", x, *a), method("clip", mat("float32", 2, 3), *a)
    method("clip", x, a_min=0, a_max=1), method("clip", x, 0, 1, 2), method("astype", x, "float32"), method("astype", x, "int"), method("astype", x, "foo"), method("astype", x), method("astype", x, D("int8"), "a name"), method("astype", arr([300, -1, 70000]), D("uint8")), method("astype", arr([1.9, -1.9]), D("int32"))
    for name in ["T", "size", "data"]:
        method(name, x), method(name, arr(5)), method(name, y)
    method("tolist", x), method("tolist", arr(True)), method("tolist", mat("complex64", 2)), method("tolist", arr([1.5])), method("sum", x), method("item", arr(5)), method("copy", x), method("argmax", x)


def pythons():
    """Python's types as dtypes."""
    x = mat("float32", 2, 3)
    for t in ["bool", "int", "float", "complex"]:
        for path, args in {"zeros": ([2],), "ones": ([2],), "cast": (x,), "constant": ([1, 2],), "convert_to_tensor": ([1, 2],), "eye": (2,), "range": (3,), "zeros_like": (x,), "one_hot": ([0, 1], 2)}.items():
            add(path, *args, dtype=P(t))
        for name, args in {"zeros": ([2],), "ones": ([2],), "empty": ([2],), "eye": (2,), "identity": (2,), "full": ([2], 3), "array": ([1, 2],), "asarray": (x,), "arange": (3,), "tri": (2,), "zeros_like": (x,), "ones_like": (x,), "sum": (x,), "prod": (x,), "mean": (x,), "cumsum": (x,), "cumprod": (x,),
                           "trace": (x,), "var": (x,)}.items():
            add(X + name, *args, dtype=P(t))
        add(X + "result_type", P(t), arr([1], "int8")), add(X + "promote_types", P(t), D("int8")), add(X + "result_type", P(t))
    for t in ["int", "float", "int32", "f4", "i8", "foo"]:
        add("zeros", [2], dtype=t)
        if mode in ("plain", "legacy"):  # else the result has the dtype object
            add(X + "zeros", [2], dtype=t)


def equality():
    for d in DTYPES:
        x = mat(d, 3)
        for y in [[1, 2, 3], [1, 2], [[1], [2]], [], "a", None, mat(d, 3), mat(d, 2), mat(d, 2, 3), True, 2, 2.5]:
            operator("eq", x, y), operator("ne", x, y)
    operator("eq", mat("float32", 3), mat("int32", 3)), operator("eq", mat("float32", 2, 3), [1.0, 2.0]), operator("ne", mat("float32", 2, 3), [[1.0, 2.0]]), operator("eq", mat("int32", 2, 3), ["a"])
    for d in DTYPES:
        add("add_n", [mat(d, 2, 3)]), add("math.add_n", [mat(d, 2, 3)]), add("add_n", mat(d, 2, 3)) if mode == "plain" else None
    add("add_n", []), add("add_n", [1]), add("add_n", [2.5, 1]), add("add_n", [[1, 2]]), add("add_n", [arr([1, 2]), [3, 4]]), add("add_n", [mat("int32", 2), mat("int32", 3)]), add("add_n", [True])
    for d in FLOATS:
        for approximate in [False, True]:
            add("nn.gelu", pool.normal(d, (8,)), approximate), add("nn.gelu", mat(d, 2, 3), approximate=approximate)
        add("nn.silu", mat(d, 3)), add("nn.silu", mat(d, 3), 1.5), add("nn.leaky_relu", mat(d, 3)), add("nn.softsign", mat(d, 3)), add("nn.l2_normalize", mat(d, 3)), add("reduce_logsumexp", mat(d, 3))
        add("nn.sigmoid_cross_entropy_with_logits", mat(d, 3), mat(d, 3, seed=1)), add("math.log_sigmoid", mat(d, 3)), add("math.softplus", mat(d, 3)), add("math.reduce_std", mat(d, 4)), add("math.l2_normalize", mat(d, 3))
    for d, low in LARGE.items():
        for values in [[low], [low, 0], [low, low], [low, -1], [low, 3, 2], [low, low, low], [-low - 1, -low - 1], [low, -low - 1, 0]]:
            add("reduce_mean", arr(values, d)), add("reduce_mean", arr([values, values], d), 1)
            add(X + "mean", arr(values, d))
    for d in ["uint8", "uint16", "uint32", "uint64"]:
        high = int(np.iinfo(d).max)
        for values in [[high, high], [high, 0, 1], [high]]:
            add("reduce_mean", arr(values, d))


def gathers():
    p = {d: mat(d, 2, 3, 4) for d in DTYPES}
    for d in DTYPES:
        add("gather", p[d], arr([[1, 0], [2, 2]]), batch_dims=1), add("gather", p[d], arr([[0, 1], [2, 2]]), axis=2, batch_dims=1), add("gather_nd", p[d], arr([[[1], [0]], [[2], [2]]]), 1)
        add("linalg.tensor_diag", mat(d, 2, 3)), add("linalg.tensor_diag", mat(d, 2, 1, 2)), add("linalg.tensor_diag", mat(d)), add("linalg.tensor_diag", mat(d, 0))
        s = np.sort(np.arange(8).reshape(2, 4) % 7, axis=1)
        if d != "bool" and d not in COMPLEX:
            for side in ["left", "right"]:
                add("searchsorted", arr(s, d), mat(d, 2, 3, seed=1), side), add("searchsorted", arr(s.reshape(1, 2, 4), d), mat(d, 1, 2, 5, seed=1), side, D("int64"))
        else:
            add("searchsorted", arr(s, d), mat(d, 2, 3))
    x = p["int32"]
    for i in [arr([[1, 0], [0, 1]]), arr([1, 0]), arr([[[1, 0, 2], [0, 1, 1], [3, 3, 3]], [[1, 0, 2], [0, 1, 1], [3, 3, 3]]]), arr([[1], [0], [2]]), arr(1), arr([[-1, 0], [0, 5]]), arr([[0, 1]], "int64"), [[0, 1], [1, 0]], arr([[0, 1], [1, 0]], "int16"), arr([[0, 1], [1, 0]], "uint8")]:
        for b in [0, 1, 2, -1, -2, 3]:
            add("gather", x, i, batch_dims=b)
            for axis in [0, 1, 2, -1]:
                add("gather", x, i, axis=axis, batch_dims=b)
        add("gather_nd", x, i, 0), add("gather_nd", x, i, 1), add("gather_nd", x, i, 2), add("gather_nd", x, i, -1)
    add("gather", x, [0, 1], None, None, 0), add("gather", x, [0, 1], True), add("gather", x, [0, 1], False), add("gather", x, [0, 1], validate_indices=None, name="g"), add("gather", x, [0, 1], batch_dims=None), add("gather", x, [0, 1], batch_dims=1.5), add("gather", arr(5), [0])
    for policy in ["", "DEFAULT", "ERROR", "IGNORE", "foo"]:
        add("gather_nd", x, [[0, 1], [1, 9]], bad_indices_policy=policy), add("gather_nd", x, [[0, 1], [1, 2]], bad_indices_policy=policy), add("gather_nd", x, [[[0], [9]], [[1], [2]]], 1, None, policy)
    for a, b in [((2, 4), (2, 3)), ((2, 4), (3, 3)), ((2, 4), (3,)), ((4,), (2, 3)), ((4,), (3,)), ((2, 0), (2, 3)), ((2, 4), (2, 0)), ((2, 2, 3), (2, 2, 2)), ((2, 2, 3), (2, 3, 2)), ((), (3,)), ((3,), ())]:
        v = np.sort(np.arange(int(np.prod(a))).reshape(a) % 5, axis=-1) if a else np.array(3)
        add("searchsorted", arr(v), mat("int32", *b)), add("searchsorted", arr(v), mat("int32", *b), side="right", out_type=D("int64"))
    add("searchsorted", [1, 2, 3], [2, 9]), add("searchsorted", [1.5, 2.5], [2.0]), add("searchsorted", arr([1, 2]), [2.5]), add("searchsorted", arr([1, 2]), [2], out_type=D("int16")), add("searchsorted", arr([1, 2]), [2], out_type=D("float32")), add("searchsorted", arr([1, 2]), [2], side="foo")
    for axes in [(2,), (2, 2), (3, 2), ()]:
        add("linalg.tensor_diag", mat("float32", *axes), "a name")


def diagonals():
    v, w = mat("int32", 3), mat("int32", 2, 3)
    for k in [0, 1, -1, 2, (0, 0), (-1, 1), (-1, 0), (0, 2), (1, 0), [1]]:
        for kw in [{}, {"num_rows": 4}, {"num_cols": 5}, {"num_rows": 4, "num_cols": 5}, {"padding_value": 9}, {"num_rows": 3, "num_cols": 3, "padding_value": 7}]:
            if not isinstance(k, tuple) or k[1] == k[0]:  # a band of a vector ends the process
                add("linalg.diag", v, k=k, **kw)
            add("linalg.diag", w, k=k, **kw)
            if isinstance(k, tuple) and len(k) == 2 and k[1] >= k[0]:
                add("linalg.diag", mat("int32", k[1] - k[0] + 1, 3), k=k, **kw)
        for a in ["RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT", "foo"]:
            if isinstance(k, tuple) and len(k) == 2 and k[1] >= k[0]:
                add("linalg.diag", mat("int32", 2, k[1] - k[0] + 1, 3), k=k, align=a)
            add("linalg.diag_part", mat("int32", 3, 4), k=k, align=a), add("linalg.diag_part", mat("int32", 2, 4, 3), k=k, align=a, padding_value=9)
        add("linalg.diag_part", mat("float32", 3, 3), k=k, padding_value=2.5)
    for d in DTYPES:
        add("linalg.diag", mat(d, 3), k=1, padding_value=1), add("linalg.diag_part", mat(d, 3, 4), k=(-1, 1), padding_value=1), add("linalg.diag", mat(d, 2, 3), k=(0, 1))
    add("linalg.diag", v, "name", 1), add("linalg.diag", arr(3)), add("linalg.diag_part", v), add("linalg.diag", v, padding_value=2.5), add("linalg.diag", v, k=1.5), add("linalg.diag_part", mat("int32", 3, 4), k=9), add("linalg.diag_part", mat("int32", 3, 4), k=(-9, 1))


def others():
    x, f = mat("int32", 2, 3), mat("float32", 2, 3)
    for path in ["nn.l2_normalize", "math.l2_normalize"]:
        add(path, f, dim=1), add(path, f, 1), add(path, f, axis=0, dim=1), add(path, f, epsilon=2.0, dim=0), add(path, f, axis=[0, 1])
    for t in ["int16", "int32", "int64", "float32"]:
        add("math.top_k", f, 2, index_type=D(t))
    add("math.top_k", f, sorted=True, name="k"), add("math.softplus", features=f), add("nn.softplus", features=f), add("math.argmax", f, 1, D("int16")), add("argmax", f, 1, D("uint16")), add("argmax", f, 1, D("uint8"))
    for name in ["zeros", "ones"]:
        add(name, [2], layout=None), add(name + "_like", x, layout=None), add(name, [2], D("int8"), "name", None)
    add("fill", [2], 3, layout=None), add("shape", x, None), add("size", x, None), add("shape", x, out_type=D("int64")), add("size", x, out_type=D("float32")), add("shape", x, out_type=D("int64"), name="s")
    add("meshgrid", [1, 2], [3, 4], indexing="ij", name="m"), add("meshgrid", [1, 2], [3, 4], foo=1), add("meshgrid", [1, 2], sparse=True), add(X + "meshgrid", [1, 2], [3, 4], indexing="ij"), add(X + "meshgrid", [1, 2], [3, 4], sparse=False, copy=True), add(X + "meshgrid", [1, 2], [3, 4], sparse=True), add(X + "meshgrid", [1, 2], [3, 4], copy=False), add(X + "meshgrid", [1, 2], [3, 4], foo=1)
    for name in ["atleast_1d", "atleast_2d", "atleast_3d"]:
        add(X + name), add(X + name, x, 2, arr(3.5)), add(X + name, [1, 2], 3), add(X + name, x)
    add(X + "broadcast_arrays", x, 1), add(X + "broadcast_arrays", x, 1, subok=False), add(X + "broadcast_arrays", x, 1, subok=True), add(X + "broadcast_arrays", x, 1, foo=1)
    for m in ["constant", "reflect", "symmetric", "edge"]:
        add(X + "pad", x, [[1, 1], [0, 2]], m), add(X + "pad", x, [[1, 1], [0, 2]], mode=m, constant_values=7), add(X + "pad", x, 1, m), add(X + "pad", x, (1, 2), m), add(X + "pad", x, [[1, 1]], m)
    add(X + "pad", x, [[1, 1], [0, 2]], "constant", foo=1), add(X + "sign", x, None), add(X + "sign", x, None, None), add(X + "sign", x, out=None, where=None), add(X + "sign", x, out=x), add(X + "sign", x, foo=1)
    for name in ["max", "min", "amax", "amin", "mean", "var"]:
        add(X + name, f, axis=0, out=None), add(X + name, f, out=f), add(X + name, f, 0, keepdims=True)
    add(X + "real", val=f), add(X + "imag", val=f), add(X + "size", x, 1), add(X + "take", x, [0], out=None), add(X + "take", x, [0], out=x), add(X + "take", x, [0], mode="raise"), add(X + "sort", x, kind="stable"), add(X + "sort", x, order="a"), add(X + "argsort", x, kind="stable"), add(X + "argsort", x, kind="foo"), add(X + "reshape", x, [3, 2], "F"), add(X + "reshape", x, [3, 2], "A"), add(X + "reshape", x, [3, 2], "K")
    for kw in [{"a_is_sparse": True}, {"b_is_sparse": True}, {"output_type": D("float32")}, {"grad_a": True}, {"name": "m"}, {"transpose_b": True, "a_is_sparse": True}]:
        add("matmul", mat("float32", 3, 3), mat("float32", 3, 3, seed=1), **kw), add("linalg.matmul", mat("float32", 3, 3), mat("float32", 3, 3, seed=1), **kw)
    for a in ["int8", "uint8"]:
        for o in ["int32", "int8", "float32", "int64"]:
            add("matmul", mat(a, 3, 3), mat(a, 3, 3, seed=1), output_type=D(o))
    for kw in [{"a_is_sparse": True}, {"b_is_sparse": True}, {"transpose_a": True}, {"adjoint_a": True}]:
        add("linalg.matvec", mat("float32", 3, 3), mat("float32", 3), **kw)
    for d in ["N...C", "NC...", "NHWC", "NCHW", "foo", None]:
        add("nn.bias_add", mat("float32", 2, 3, 3), arr([1.0, 2.0, 3.0]), d), add("nn.bias_add", mat("float32", 2, 3, 2, 2), arr([1.0, 2.0, 3.0]), data_format=d), add("nn.bias_add", mat("int32", 2, 3), arr([1, 2, 3]), d)
    for path, args in {"abs": (f,), "add": (f, f), "argmax": (f,), "cast": (f, D("int32")), "clip_by_value": (f, 0, 1), "concat": ([f, f], 0), "cumsum": (f,), "einsum": ("ij->ji", f), "eye": (2,), "expand_dims": (f, 0), "matmul": (f, mat("float32", 3, 2)), "norm": (f,), "nn.relu": (f,), "one_hot": ([0], 2), "pad": (f, [[1, 1], [0, 0]]), "range": (3,),
                       "reduce_sum": (f,), "reshape": (f, [3, 2]), "reverse": (f, [0]), "roll": (f, 1, 0), "sort": (f,), "split": (f, 2), "squeeze": (f,), "stack": ([f, f],), "tile": (f, [1, 2]), "transpose": (f,), "unique": (arr([1, 1]),), "unstack": (f,), "where": (f,), "zeros": ([2],), "boolean_mask": (f, arr([True, False])), "gather": (f, [0]), "linspace": (0.0, 1.0, 3)}.items():
        add(path, *args, name="a name"), add(path, *args, name=3), add(path, *args, foo=1)
    add("einsum", "ij,jk->ik", f, mat("float32", 3, 2), optimize="optimal"), add("einsum", "ij->i", f, foo=1), add("linspace", 0.0, 1.0, 3, axis=0, name="l"), add("where", condition=f), add("cumsum", f, 0, True, True), add("norm", f, 2, 1, True), add("pad", f, [[1, 1], [0, 0]], "constant"), add("eye", 2, None, [2]), add("linalg.inv", arr([[2.0, 1.0], [1.0, 1.0]]), True), add("linalg.solve", arr([[2.0, 1.0], [0.0, 1.0]]), arr([[1.0], [2.0]]), adjoint=True)


methods(), pythons(), equality()
if mode == "plain":
    gathers(), diagonals(), others()
c.write("tensorflow", tf.__version__, "values-parameters" + ("" if mode == "plain" else "-" + mode))
