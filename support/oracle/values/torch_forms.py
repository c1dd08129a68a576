"""Writes frontends/torch/testdata/values-forms.json.gz: the forms of calls that PyTorch takes
and refuses. Most are calls of values.json.gz with their arguments given otherwise: by
the keywords of PyTorch's own signatures, by those in NumPy's words, as methods. Run it
after torch_values.py in the same environment."""
import ast
import base64
import gzip
import inspect
import json
import pathlib

import numpy as np
import torch

from common import D, ROOT, np_dtype
from torch_common import P, add, c, function, to_tensor

c.to_array = lambda a: to_tensor(a).clone()  # what out= is may get another size

# The signatures: of functions in C++ from the stubs that come with PyTorch.


def stubs(name, of=None):
    body = ast.parse((pathlib.Path(torch.__path__[0]) / "_C" / name).read_text()).body
    if of:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == of).body
    found = {}
    for n in body:
        if isinstance(n, ast.FunctionDef):
            found.setdefault(n.name, []).append([p.arg for p in n.args.posonlyargs + n.args.args])
    return found


FUNCTIONS, METHODS, NEURAL = stubs("_VariableFunctions.pyi"), stubs("__init__.pyi", "TensorBase"), stubs("_nn.pyi")
NUMPY = {"input": ["x", "a", "x1"], "other": ["x2"], "dim": ["axis"], "keepdim": ["keepdims"]}


def signatures(path):
    """Lists of the names of positional parameters, one for each overload."""
    f = getattr(torch.Tensor, path[1:], None) if path.startswith(".") else function(path)
    if inspect.isfunction(f):
        return [[p.name for p in inspect.signature(f).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]]
    name = path.split(".")[-1]
    found = (METHODS if path.startswith(".") else FUNCTIONS).get(name) or NEURAL.get(name) or FUNCTIONS.get(path.replace(".", "_"))
    return [["input" if p == "self" and i == 0 else p for i, p in enumerate(s)] for s in found or []]


def decoded(v):
    """An argument as it is written, back as the generators have it."""
    if v is None or isinstance(v, list):
        return v if v is None else [decoded(e) for e in v]
    kind, text = v[0], v[2:]
    if v.startswith("@"):
        return v
    if kind == "d":
        return D(text)
    if kind == "f":
        return float.fromhex(text) if "0x" in text else float(text)
    if kind == "c":
        return complex(*[decoded("f:" + t) for t in text.split(",")])
    return {"i": int, "b": lambda t: t == "1", "s": str}[kind](text)


def plain(args):
    """Whether the operands are small whole or normal numbers."""
    text = json.dumps(args)
    return not any(e in text for e in ("edge", ".thin", '.a"', '.b"', "nan", ".above", "exponents", "nonzero", "uint16", "uint32", "uint64"))


with gzip.open(ROOT / "frontends" / "torch" / "testdata" / "values.json.gz") as f:
    values = json.load(f)
for name, (dtype, shape, data) in values["pool"].items():
    P.add(name, np.frombuffer(base64.b64decode(data), dtype=np_dtype(dtype)).reshape(shape).copy())
bases = {}
for path, args, kw, result in values["cases"]:
    if isinstance(result, str) and result.startswith("!") or path == "setitem" or ":" in path or not plain([args, kw]) or not args and not kw:
        continue
    shape = (len(args), tuple(sorted(kw)), tuple("@" if isinstance(a, str) and a.startswith("@") else type(a).__name__ + str(a)[:2] for a in args))
    bases.setdefault(path, {}).setdefault(shape, (args, kw))


def renamed(kw):
    """Keywords in NumPy's words, one at a time."""
    for name in kw:
        for other in NUMPY.get(name, []):
            yield {other if k == name else k: v for k, v in kw.items()}




def form(path, *args, **kw):
    """A case of a form, unless it is refused because an argument goes by another keyword
    where it is of another type: of torch.pow(2, x) the number is "self"."""
    f = getattr(torch.Tensor, path[1:], None) if path.startswith(".") else function(path)
    if not inspect.isfunction(f):
        try:
            f(*[c.value(a) for a in args], **{k: c.value(v) for k, v in kw.items()})
        except TypeError:
            return
        except Exception:
            pass
    add(path, *args, **kw)


def assigned(x, key, v):
    x[tuple(key)] = v
    return x


for path, found in bases.items():
    if path.startswith(".__"):
        continue
    for args, kw in list(found.values())[:6]:
        args, kw = [decoded(a) for a in args], {k: decoded(v) for k, v in kw.items()}
        forms = []
        for names in signatures(path):
            for i in range(1 if path.startswith(".") else 0, len(args)):
                if len(names) >= len(args) and not set(names[i:len(args)]) & set(kw):
                    forms.append((args[:i], {**dict(zip(names[i:], args[i:])), **kw}))
        for a, k in forms + [(args, kw)]:
            if k:
                form(path, *a, **k)
            for other in renamed(k):
                form(path, *a, **other)
        if not path.startswith(".") and "." not in path and hasattr(torch.Tensor, path) and args and isinstance(args[0], str) and args[0].startswith("@") and "out" not in kw:
            form("." + path, *args, **kw)


x, y, i = P.matrix("float32", (4,)), P.matrix("float32", (4,), seed=1), P.matrix("int64", (4,))
m, b, h, z = P.matrix("float32", (2, 2)), P.matrix("float32", (2, 2, 2)), P.matrix("bool", (4,)), P.normal("complex64", (4,))
n = P.matrix("float32", (3, 4))
one, onef, two = P.add("scalar.int64", np.array(1)), P.add("scalar.float32", np.array(1.5, np.float32)), P.add("two.float64", np.array(2.0))
F = "nn.functional."

# A number before a tensor: forms that are deprecated, but taken.
for f in ("add", "sub", ".add", ".sub", ".add_", ".sub_"):
    for first in (x, i, z, h):
        for alpha in (2, 2.5, True, 1j, one, onef):
            for other in (x, i, 3, 2.5, onef):
                add(f, first, alpha, other)
    add(f, x, 2, other=y)
    add(f, x, alpha=2, other=y)
    add(f, x, 2, y, alpha=3)
    add(f, x, 2, "a")
    add(f, x, "a", y)
    add(f, x, [1], y)
    add(f, x, 2, y, 3)
    add(f, x, y, 2)
for f in ("subtract", ".subtract", ".subtract_", "rsub"):
    for second, alpha in ((2, 3), (2, 1.5), (2, y), (y, 3), (True, 2), (2, True), (one, 2)):
        add(f, x, second, alpha)
        add(f, i, second, alpha)
    add(f, x, 2, alpha=3)
    add(f, x, other=2, alpha=3)
for f in ("addcmul", "addcdiv"):
    for v in (2, 2.5, 1j, one, "a"):
        for d in ("float32", "int64", "complex64"):
            t = [P.matrix(d, (3,), seed=k, low=1, high=5) for k in range(3)]
            add(f, t[0], v, t[1], t[2])
            add("." + f, t[0], v, t[1], t[2])
            add("." + f + "_", t[0], v, t[1], t[2])
            add(f, t[0], v, t[1], tensor2=t[2])
            add(f, t[0], t[1], v, t[2])
        add(f, x, v, y)
for f, args in {"addmm": (m, m, m), "addmv": (P.matrix("float32", (2,)), m, P.matrix("float32", (2,))), "addr": (m, P.matrix("float32", (2,)), P.matrix("float32", (2,))),
                "baddbmm": (b, b, b), "addbmm": (m, b, b)}.items():
    t, rest = args[0], args[1:]
    for beta, alpha in ((2, 3), (0.5, 2.5), (True, 2), (0, 1), (one, onef)):
        add(f, beta, t, alpha, *rest)
        add(f, beta, t, *rest)
        for g in (f, f + "_"):
            add("." + g, t, beta, alpha, *rest)
            add("." + g, t, beta, *rest)
        add(f, t, *rest, beta=beta, alpha=alpha)
    add(f, "a", t, *rest)
    add(f, 2, t, 3, *rest, beta=2)
    add(f, 2, t, rest[0])
    add(f, t, *rest, 2)
for f, args in {"mm": (m, m), "bmm": (b, b), "addmm": (m, m, m), "baddbmm": (b, b, b)}.items():
    add(f, *args, D("float32"))
    add(f, *args, out_dtype=D("float64"))

# Tensor.to
for first in (x, i):
    for args in ((), ("cpu",), ("cpu", D("float16")), ("cpu", D("int8"), True), ("cpu", D("int8"), False, True), (D("float64"), True, True), (D("float64"), False), (D("int8"), D("int8")),
                 ("cpu", "cpu"), (y,), (i, False, True), (y, D("int8")), (None,), (None, D("int8")), ([1],), (D("int8"), "cpu"), ("nope",), (D("bool"), 1), (D("bool"), "a"), ("cpu", None), (i, True, False, True)):
        add(".to", first, *args)
    for kw in ({"device": "cpu"}, {"dtype": D("float64")}, {"device": "cpu", "dtype": D("complex64")}, {"copy": True}, {"dtype": D("int32"), "copy": True, "non_blocking": True}, {"tensor": i}, {"other": i}, {"device": None, "dtype": None},
               {"tensor": i, "dtype": D("int8")}, {"memory_format": None}, {"axis": 1}):
        add(".to", first, **kw)
    add(".to", first, "cpu", dtype=D("float16"))
    add(".to", first, "cpu", copy=True)
    add(".to", first, D("float16"), device="cpu")
    add(".to", first, D("float16"), copy=False)
    add(".to", first, D("float16"), dtype=D("float16"))
    add(".to", first, i, copy=True)

# Numbers with tensors without dimensions, lists of integers, what may be None.
for f in ("clamp", "clip", ".clamp", ".clamp_", ".clip"):
    for first in (x, i, onef, one):
        for lo, hi in ((one, 2), (onef, 2), (0, onef), (1.5, one), (one, onef), (y, 2), (0, y), (y, i), (y, None), (None, i), (None, 2), (None, None), (True, 2), (1, 2.5), ("a", 2), (y, one), (1, 0)):
            add(f, first, lo, hi)
            add(f, first, min=lo, max=hi)
    add(f, x)
    add(f, x, 1, 2, 3)
for f in ("clamp_min", "clamp_max", ".clamp_min_", ".clamp_max_"):
    for first in (x, i):
        for v in (1, 1.5, y, i, one, onef, None, "a"):
            add(f, first, v)
            add(f, first, **{f.strip("._")[6:]: v})
for size in ((2, 2), [4], 4, (2, -1), [2, one], 2.5, "a", None, ((2, 2),), (2.0, 2), (True, 4), onef, one):
    for f, name in {"reshape": "shape", ".view": "size", "broadcast_to": "size", ".expand": "size", ".repeat": "repeats", "tile": "dims", ".new_zeros": "size"}.items():
        add(f, x, size)
        add(f, x, **{name: size})
        if isinstance(size, (tuple, list)):
            add(f, x, *size)
            if "." not in f:
                add("." + f, x, *size)
    for f in ("zeros", "ones", "empty"):
        if f == "empty" and size not in (2.5, "a", None):
            continue
        add(f, size)
        add(f, size=size)
        if isinstance(size, (tuple, list)):
            add(f, *size)
    add("full", size, 2)
    add("full", size=size, fill_value=2)
for dims in ((0, 1), [1, 0], [0], 0, (), -1, "a", None, 2.5, (0, 0), (0, 5), one, (True, 0)):
    for f in ("flip", "permute"):
        add(f, n, dims)
        add(f, n, dims=dims)
        add("." + f, n, dims)
        if isinstance(dims, (tuple, list)):
            add(f, n, *dims)
            add("." + f, n, *dims)
    for f in ("sum", "mean", "prod", "amax", "amin", "std", "var", "all", "any", "nansum", "logsumexp", "count_nonzero", "argmax", "max", "min", "median", "squeeze", "unsqueeze", "cumsum", "sort", "softmax", "unbind", "diff",
              "std_mean", "aminmax", "mode", "cummax", "norm", "nanmean", "argsort", "cumprod", "logcumsumexp", "nanmedian", "var_mean"):
        for name in ("dim", "axis"):
            add(f, n, **{name: dims})
            if hasattr(torch.Tensor, f):
                add("." + f, n, **{name: dims, **({"keepdims": True} if name == "axis" else {})})
        if f != "aminmax":
            add(f, n, dims)
for f in ("sum", "mean", "prod", "amax", "std", "var", "all", "nansum", "argmax", "max", "min", "median", "logsumexp"):
    for kw in ({"keepdim": True}, {"keepdims": True}, {"dim": None}, {"dim": None, "keepdim": True}, {"axis": None}, {"dim": 0, "axis": 0}, {"dtype": D("float64")}, {"dtype": D("float64"), "dim": 0}, {"dim": 0, "keepdim": 1}, {"dim": 0, "keepdim": None}, {"nope": 1}):
        add(f, n, **kw)
        add("." + f, n, **kw)
        add(f, x=n, **kw)
    add(f, n, None, True)
    add(f, n, 0, True)
    add(f, n, 0, True, True)
for f in ("std", "var", "std_mean", "var_mean"):
    for kw in ({"unbiased": False}, {"dim": 0, "unbiased": False}, {"dim": None, "unbiased": False}, {"correction": 2}, {"correction": None}, {"correction": 0.5, "dim": 0}, {"correction": 0, "keepdim": True}, {"unbiased": True, "keepdim": True}, {"dim": (0, 1), "correction": 2, "keepdims": True},
               {"unbiased": False, "correction": 1}):
        add(f, n, **kw)
    for args in ((False,), (True,), (0, False), (0, False, True), (None, False), ((0, 1), True), ((), False), (0, 1), (1, None)):
        add(f, n, *args)
add(".hsplit", n, 1, 2)
add(".hsplit", n, 2)
add(".hsplit", n, [1, 3])
add(".vsplit", n, 1, 2)
add(".dsplit", b, 1, 2)
add("hsplit", n, 1, 2)
for f in ("tensor_split", ".tensor_split"):
    for v in (2, (1, 2), [1], one, P.add("splits", np.array([1, 2])), 2.5, None, 0, -1):
        add(f, n, v)
    add(f, n, indices=(1, 2))
    add(f, n, sections=2, dim=1)
    add(f, n, sections=2, axis=1)
for f in ("split", ".split"):
    for v in (2, (1, 2), [3], 2.5, None, one):
        add(f, n, v)
        add(f, n, v, 1)
        add(f, n, v, dim=-1)
add("split", n, split_size_or_sections=2)
add("split", tensor=n, split_size_or_sections=2)
add(".split", n, split_size=2)
add("repeat_interleave", P.add("counts", np.array([1, 0, 2])))
add("repeat_interleave", repeats=P.add("counts", np.array([1, 0, 2])))
add("repeat_interleave", P.add("counts", np.array([1, 0, 2])), output_size=3)
add("repeat_interleave", P.add("counts", np.array([1, 0, 2])), output_size=4)
add("repeat_interleave", P.add("negative", np.array([1, -2])))
add("repeat_interleave", x)
add("repeat_interleave", n, 2, axis=1)
add("repeat_interleave", P.matrix("int64", (2, 2)))

# einsum with lists of subscripts.
for args in ((m, [0, 1], m, [1, 2], [0, 2]), (m, [0, 1], m, [1, 2]), (m, [0, 0]), (m, [0, 1], [1, 0]), (m, [51, 0]), (m, [52]), (m, [0, 1], m), ("ij,jk", m, m), ("ij,jk->ik", [m, m]), ("ij", [m]), (m, [0, "a"]), (b, [0, 1, 2], [2, 0]), ("ij,jk",)):
    add("einsum", *args)

# Along a dimension, and with the other options.
t = P.add("repeats", np.array([[1, 2, 1], [0, 2, 0], [1, 2, 1], [0, 2, 0]]))
for d in ("int64", "float32", "bool", "uint8", "float64", "int8", "complex64", "uint16", "float16", "bfloat16"):
    t = P.add(f"repeats.{d}", np.array([[1, 2, 1], [0, 2, 0], [1, 2, 1], [0, 2, 0], [0, 2, 0]]).astype(np_dtype(d)))
    cube = P.add(f"cube.{d}", np.array([[[1, 2], [1, 2]], [[0, 1], [0, 1]], [[1, 2], [1, 2]]]).astype(np_dtype(d)))
    for f in ("unique", "unique_consecutive"):
        for dim in (0, 1, -1, 2, None):
            for kw in ({}, {"return_inverse": True}, {"return_counts": True}, {"return_inverse": True, "return_counts": True}):
                add(f, t, dim=dim, **kw)
                add(f, cube, dim=dim, **kw)
                add("." + f, t, dim=dim, **kw)
    add("unique", t, False, True, True, 0)
    add("unique", t, sorted=False)
    add("unique_consecutive", t, True, True, 1)
for shape in ((0, 3), (3, 0), (0,), (1,), (2, 0, 2)):
    for dim in range(-1, len(shape)):
        add("unique", P.matrix("float32", shape), dim=dim, return_inverse=True, return_counts=True)
        add("unique_consecutive", P.matrix("float32", shape), dim=dim, return_inverse=True, return_counts=True)
add("unique", P.add("nans", np.array([[1, np.nan], [1, np.nan], [0, 2.0]])), dim=0, return_inverse=True, return_counts=True)
add("unique", one, dim=0)
add("unique", one)
add("unique", x, axis=0)
add("unique", "a")
classes, weights = P.add("classes.three", np.array([0, 2, 1])), P.add("class.weights", np.array([0.5, 1, 2], np.float32))
scores = P.normal("float32", (3, 3))
deep, deepest = P.normal("float32", (2, 3, 4)), P.add("classes.deep", np.array([[0, 1, 2, 1], [2, 2, 0, 1]]))
chances = P.add("chances", np.array([[0.2, 0.3, 0.5], [1, 0, 0], [0.1, 0.1, 0.8]], np.float32))
for kw in ({}, {"weight": weights}, {"ignore_index": 2}, {"weight": weights, "ignore_index": 1}):
    for reduction in ("mean", "sum", "none", "bad"):
        for smoothing in (0.0, 0.1, 0.9, 1.0, 1.5, -0.1):
            add(F + "cross_entropy", scores, classes, label_smoothing=smoothing, reduction=reduction, **kw)
            add(F + "cross_entropy", deep, deepest, label_smoothing=smoothing, reduction=reduction, **kw)
            if "ignore_index" not in kw:
                add(F + "cross_entropy", scores, chances, label_smoothing=smoothing, reduction=reduction, **kw)
for d in ("float64", "float16", "bfloat16", "int64"):
    add(F + "cross_entropy", P.normal(d, (3, 3)) if d != "int64" else P.matrix(d, (3, 3)), classes, label_smoothing=0.25)
add(F + "cross_entropy", P.normal("float32", (3,)), P.add("class", np.array(1)), label_smoothing=0.25)
add(F + "cross_entropy", P.normal("float32", (3,)), P.add("class", np.array(1)), weight=weights, label_smoothing=0.25)

# size_average and reduce, which came before reduction.
for f in ("mse_loss", "l1_loss", "smooth_l1_loss", "binary_cross_entropy_with_logits", "kl_div", "hinge_embedding_loss", "soft_margin_loss", "poisson_nll_loss"):
    for kw in ({"size_average": False}, {"size_average": True}, {"reduce": False}, {"reduce": True}, {"size_average": False, "reduce": True}, {"size_average": None, "reduce": False, "reduction": "sum"}):
        add(F + f, scores, chances, **kw)
for kw in ({"size_average": False}, {"reduce": False}, {"size_average": True, "reduce": True}):
    add(F + "nll_loss", scores, classes, **kw)
    add(F + "cross_entropy", scores, classes, **kw)
    add(F + "binary_cross_entropy", chances, chances, **kw)
for f in ("mse_loss", "l1_loss", "huber_loss"):
    for reduction in ("mean", "sum", "none"):
        add(F + f, scores, chances, weight=chances, reduction=reduction)
for full in (True, False):
    for log_input in (True, False):
        add(F + "poisson_nll_loss", scores if log_input else chances, P.add("rates", np.array([[0, 1, 2], [3, 4, 5], [1, 1, 0]], np.float32)), log_input, full)

# What is neither a tensor, a number nor a list, and lists that are none of a tensor's.
for v in ([[1, 2], [3]], [1, [2]], [[1], 2], [[[1]], [[2, 3]]], "a", None, [None], ["a"], [[1, "a"]], [1, None], [[]], [[], []], [[1], []], [x, y], [[one, 2]], [onef, 1], [True, 2.5], [1, 1j], 2**63, [2**63], 1e400, [x, 1]):
    add("tensor", v)
    add("as_tensor", v)
    add(".new_tensor", x, v)
    add("tensor", v, dtype=D("int8"))
add("tensor")
add("tensor", 1, 2)
add("tensor", 1, nope=2)
add("tensor", [1], dtype="float32")
add("tensor", [1], dtype=None)
add("tensor", [1], device="cpu")
add("tensor", [1], device="nope")
add("tensor", [1], requires_grad=False)
for v in ("a", None, [1.0], 1.5, D("float32")):
    for f in ("sin", "sum", "abs", "relu", "softmax", F + "relu", F + "softmax", F + "gelu", "matmul", "cat", "stack", "sort", "argmax", "reshape", "transpose", "where", "isnan", "clone", "nonzero", "numel", "flatten"):
        add(f, v)
        add(f, v, 0)
    for f in ("add", "mul", "sub", "div", "pow", "eq", "lt", "matmul", "maximum", "bitwise_and", "logical_and", "floor_divide", "remainder", "atan2"):
        add(f, x, v)
        add("." + f, x, v)
        if hasattr(torch.Tensor, f + "_") and f != "matmul":
            add("." + f + "_", x, v)
        add(f, v, x)
for v in ("a", None, [0], 1.5, 7, -7, True, onef, one, x):
    for f in ("sum", "softmax", "cumsum", "sort", "argmax", "squeeze", "unsqueeze", "flatten", "unbind", "max", "transpose", "cat", "stack", "select", "flip", "roll", "chunk", "split", "topk", "diagonal", "tril", "mean", "norm", "index_select"):
        args = {"cat": ([n, n], v), "stack": ([n, n], v), "transpose": (n, 0, v), "select": (n, v, 0), "index_select": (n, v, one)}.get(f, (n, v))
        if (f, v) != ("split", onef):  # whose bits PyTorch takes for a length
            add(f, *args)
for keys in ("a", 1.5, [1.5], [[0, 1], [0, 1]], [0, 1, 2], 9, -9, [None], [True], [h], [x], [None, 0, None], [[0, 9]], [], [[]], ["a"], [i, i, i]):
    keys = keys if isinstance(keys, list) else [keys]
    c.add(".__getitem__", lambda x, k: x[tuple(k)], n, keys)
    for v in (0, x, "a", None, [1.0], 1j):
        c.add("setitem", assigned, n, keys, v)

# out= of several tensors, and of functions that write parts of a tensor.
def empty(d, *shape):
    return P.add(f"empty.{d}.{'x'.join(map(str, shape))}", np.zeros(shape, d))


for f, args in {"max": (1,), "min": (0,), "median": (1,), "nanmedian": (1,), "mode": (1,), "kthvalue": (2, 1), "cummax": (1,), "cummin": (0,), "sort": (), "topk": (2,)}.items():
    n = P.add("shuffled", np.array([[5, 1, 9, 3], [0, 7, 2, 11], [8, 4, 10, 6]], np.float32))
    for v, at in (("float32", "int64"), ("float64", "int64"), ("float32", "int32")):
        for shape in ((0,), (3, 4)):
            add(f, n, *args, out=(empty(v, *shape), empty(at, *shape)))
    add(f, n, *args, out=(empty("float32", 0),))
    add(f, n, *args, out=[empty("float32", 0), empty("int64", 0)])
    add(f, n, *args, out=empty("float32", 0))
    add(f, n, *args, out=None)
for v in ("float32", "float64"):
    add("aminmax", n, out=(empty(v, 0), empty(v, 0)))
    add("aminmax", n, dim=1, out=(empty(v, 0), empty(v, 0)))
    add("diff", n, out=empty(v, 0))
    at = P.add("at", np.array([[1, 0, 2, 1]]))
    add("scatter", n, 0, at, 9, out=empty(v, 0))
    add("scatter", n, 0, at, n, out=empty(v, 3, 4))
    add("scatter_add", n, 0, at, n, out=empty(v, 0))
    add("scatter_reduce", n, 0, at, n, "sum", out=empty(v, 0))
    add("index_add", n, 0, P.add("at.rows", np.array([1, 0, 2])), n, out=empty(v, 0))
    add("index_copy", n, 0, P.add("at.rows", np.array([1, 0, 2])), n, out=empty(v, 0))
    add("slice_scatter", n, P.matrix("float32", (1, 4)), 0, 0, 1, out=empty(v, 0))
add("argsort", n, out=empty("int64", 0))
add("argsort", n, dim=0, stable=True, out=empty("int64", 0))
add(F + "hardshrink", x, out=empty("float32", 0))
add(F + "hardshrink", x, 1.0, out=empty("int64", 0))
add("tril_indices", 2, 3, pin_memory=False, requires_grad=False)
add(".expand", x, 2, 4, implicit=True)
add(".new_tensor", x, [1], pin_memory=False)
add("isin", n, n, out=empty("bool", 0))
add("isin", n, n, out=empty("float32", 0))
add("isin", n, 2, out=empty("bool", 3, 4))

# The bits of a tensor as those of another dtype, in place and of parts.
WIDTHS = ["bool", "uint8", "int8", "int16", "float16", "bfloat16", "int32", "float32", "int64", "float64", "complex64", "complex128"]
for d in WIDTHS:
    for e in WIDTHS:
        if e == "bool" and d != "bool":
            continue  # bools that are neither 0 nor 1
        for shape in ((2, 8), (3,), (), (2, 1)):
            add(".view", P.matrix(d, shape), D(e))
        add(".view", P.matrix(d, (2, 8)), dtype=D(e))
        c.add(".view:t", lambda x, e: x.t().view(e), P.matrix(d, (8, 2)), D(e))
        c.add(".view:part", lambda x, e: x[:, 2:6].view(e), P.matrix(d, (2, 8)), D(e))
        c.add(".view:odd", lambda x, e: x[:, 1:5].view(e), P.matrix(d, (2, 8)), D(e))
        def through(x, e):
            x[:, 4:].view(e)[0] = 0
            return x
        c.add(".view:write", through, P.matrix(d, (2, 8)), D(e))

# Running statistics, in training and without it.
def trained(f):
    def call(x, mean, var, **kw):
        return [f(x, mean, var, **kw), mean, var]
    return call


mean3, var3 = P.add("running.mean", np.array([0.5, -1, 2], np.float32)), P.add("running.var", np.array([1, 0.25, 4], np.float32))
w3, b3 = P.add("scale", np.array([1, 2, -1], np.float32)), P.add("shift", np.array([0, 1, 0.5], np.float32))
for shape in ((4, 3), (2, 3, 4), (2, 3, 2, 2), (1, 3, 4)):
    for mean, var in ((mean3, var3), (None, None)):
        for kw in ({}, {"momentum": 0.5}, {"weight": w3, "bias": b3}, {"eps": 0.1}):
            for training in (True, False):
                c.add("trained:nn.functional.batch_norm", trained(torch.nn.functional.batch_norm), P.normal("float32", shape), mean, var, training=training, **kw)
                c.add("trained:nn.functional.instance_norm", trained(torch.nn.functional.instance_norm), P.normal("float32", shape), mean, var, use_input_stats=training, **kw)
for training in (True, False):
    for f in ("batch_norm", "instance_norm"):
        key = "training" if f == "batch_norm" else "use_input_stats"
        c.add("trained:nn.functional." + f, trained(getattr(torch.nn.functional, f)), P.normal("float32", (2, 4, 3)), mean3, var3, **{key: training})
        c.add("trained:nn.functional." + f, trained(getattr(torch.nn.functional, f)), P.normal("float32", (1, 3)), mean3, var3, **{key: training})
        c.add("trained:nn.functional." + f, trained(getattr(torch.nn.functional, f)), P.normal("float32", (3,)), mean3, var3, **{key: training})

# Weights of observations.
often, much = P.add("often", np.array([1, 2, 1, 3])), P.add("much", np.array([1, 0.5, 2, 0.25], np.float32))
for d in ("float32", "float64", "int64", "complex64", "float16"):
    obs = P.matrix(d, (3, 4))
    for correction in (1, 0, 2, 10)[:3 if d == "complex64" else 4]:  # rounded parts with a zero divisor are left out
        for w in ({"fweights": often}, {"aweights": much}, {"fweights": often, "aweights": much}, {}):
            add("cov", obs, correction=correction, **w)
            add(".cov", obs, correction=correction, **w)
add("cov", x, fweights=often)
add("cov", n, fweights=much)
add("cov", n, aweights=often)
add("cov", n, fweights=P.add("short", np.array([1, 2])))
add("cov", n, fweights=P.add("few", np.array([1, -2, 1, 1])))
add("cov", n, aweights=P.add("less", np.array([1, -2, 1, 1.0])))
add("cov", n, fweights=P.add("no", np.array([0, 0, 0, 0])))
add("cov", n, fweights=n)

c.write("torch", torch.__version__.split("+")[0], "values-forms")
