"""Writes frontends/torch/testdata/values-shared.json.gz: what PyTorch answers where a tensor
that is written to shares memory with others. A case of "shared:f" has the elements of
the memory, the tensors as views of it, each [size, stride, offset], further arguments,
and which of the views is the out= (-1 if none is). Its result is the memory afterwards,
or "done" where the elements depend on the order in which PyTorch takes them. Run it in an
environment with requirements.txt."""
import numpy as np
import torch

from torch_common import P, c, function

MEMORY = {d: P.add(f"memory.{d}", np.arange(1, 13).astype(d)) for d in ("float32", "int64")}


def shared(path, views, *args, out=-1, dtype="float32", defined=True, **kw):
    def f(memory, views, out, *args, **kw):
        views = [memory.as_strided(*v) for v in views]
        if out >= 0:
            kw["out"] = views.pop(out)
        function(path)(*views, *args, **kw)
        return memory if defined else "done"

    if out >= 0 and path not in REDUCING and any(v[0] != views[0][0] for v in views):
        return  # a result of another shape, which the out= gets
    c.add("shared:" + path, f, MEMORY[dtype], views, out, *args, **kw)


REDUCING = ("sum", "mean", "prod", "amax", "std", "nansum", "logsumexp", "all", "any", "take")
LINE = [[6], [1], 0]
PAIRS = [  # the written view, the one that is read, whether the result is defined
    (LINE, LINE, True),
    (LINE, [[6], [1], 6], True),
    ([[5], [1], 0], [[5], [1], 1], False),
    ([[5], [1], 1], [[5], [1], 0], False),
    ([[4], [1], 2], [[1], [1], 3], False),
    ([[3], [2], 0], [[3], [2], 1], True),
    ([[3], [2], 0], [[3], [1], 0], False),
    ([[3], [1], 0], [[3], [2], 0], False),
    ([[3], [2], 0], [[3], [2], 2], False),
    ([[2, 2], [2, 1], 0], [[2, 2], [1, 2], 0], False),
    ([[2, 2], [1, 2], 0], [[2, 2], [1, 2], 0], True),
    ([[2, 2], [1, 2], 4], [[2, 2], [2, 1], 0], True),
    ([[2, 3], [3, 1], 0], [[3], [1], 0], False),
    ([[2, 3], [3, 1], 0], [[3], [1], 6], True),
    ([[2, 3], [3, 1], 0], [[1], [1], 0], False),
    ([[2, 3], [3, 1], 0], [[], [], 0], False),
    ([[2, 3], [6, 1], 0], [[2, 3], [6, 1], 3], True),
    ([[3], [0], 0], [[3], [1], 3], False),
    ([[3], [0], 0], [[1], [1], 3], False),
    ([[1], [0], 0], [[1], [1], 3], True),
    ([[3, 2], [1, 1], 0], [[2], [1], 6], False),
    ([[2, 2, 2], [4, 0, 1], 0], [[2], [1], 8], False),
    ([[0], [1], 0], [[0], [1], 0], True),
]
for a, b, defined in PAIRS:
    for dtype in ("float32", "int64"):
        k = {"dtype": dtype, "defined": defined}
        for f in ("add_", "sub_", "mul_", "copy_", "remainder_", "eq_", "gcd_", "bitwise_and_", "pow_", "hypot_", "atan2_", "fmod_", "floor_divide_", "logical_or_", "xlogy_", "ldexp_", "copysign_", "nextafter_"):
            shared("." + f, [a, b], **k)
        shared(".clamp_min_", [a, b], **k)
        shared(".addcmul_", [a, b, b], **k)
        shared(".addcdiv_", [a, b, b], **k)
        shared(".masked_fill_", [a], P.add("mask.scalar", np.array(True)), 0, **k)
        for f in ("add", "sub", "mul", "maximum", "lt", "atan2", "pow", "logical_and", "copysign"):
            shared(f, [a, b, b], out=0, **k)
            shared(f, [a, b, a], out=0, **k)
        for f in ("neg", "exp", "abs", "sign", "sqrt", "floor", "square", "logical_not", "isposinf", "round", "sigmoid", "erf", "logit", "conj_physical"):
            shared(f, [a, b], out=0, **k)
        shared("clamp", [a, b], 2, 4, out=0, **k)
        shared("clamp", [a, b, b, b], out=0, **k)
        shared("addcmul", [a, b, b, b], out=0, **k)
        shared("float_power", [a, b], 2, out=0, **k)
    shared(".lerp_", [a, b, b], defined=defined)
    shared("lerp", [a, b, b], 0.25, out=0, defined=defined)
    for f in ("frac", "nan_to_num"):
        shared(f, [a, b], out=0, defined=defined)
    shared("hypot", [a, b, b], out=0, defined=defined)
    shared(".fill_", [a], 5, defined=defined)
    shared(".zero_", [a], defined=defined)
    shared(".neg_", [a], defined=defined)
    shared(".exp_", [a], defined=defined)
    shared(".clamp_", [a], 1, 3, defined=defined)
    shared(".add_", [a], 5, defined=defined)
    shared(".mul_", [a, a], defined=defined)
    shared(".round_", [a], defined=defined)
    shared(".nan_to_num_", [a], defined=defined)
ROWS = [  # of reductions and what works along a dimension: the out, the input
    ([[3], [1], 0], [[2, 3], [3, 1], 6], True),
    ([[3], [1], 0], [[2, 3], [3, 1], 0], False),
    ([[3], [1], 4], [[2, 3], [3, 1], 0], False),
    ([[3], [2], 0], [[2, 3], [3, 1], 0], False),
    ([[3], [0], 0], [[2, 3], [3, 1], 6], False),
]
for a, b, defined in ROWS:
    for f in ("sum", "mean", "prod", "amax", "std", "nansum", "logsumexp", "all", "any"):
        shared(f, [a, b], 0, out=0, defined=defined)
GRIDS = [
    ([[2, 2], [2, 1], 0], [[2, 2], [2, 1], 4], True),
    ([[2, 2], [2, 1], 0], [[2, 2], [2, 1], 0], False),
    ([[2, 2], [2, 1], 0], [[2, 2], [2, 1], 2], False),
    ([[2, 2], [1, 2], 0], [[2, 2], [2, 1], 0], False),
    ([[2, 2], [0, 1], 0], [[2, 2], [2, 1], 4], False),
]
for a, b, defined in GRIDS:
    for f in ("cumsum", "cumprod", "logcumsumexp", "softmax", "log_softmax"):
        shared(f, [a, b], 0, out=0, defined=defined)
    for f in ("tril", "triu"):
        shared(f, [a, b], out=0, defined=defined)
    for f in ("mm", "matmul"):
        shared(f, [a, b, b], out=0, defined=defined)
        shared(f, [a, a, b], out=0, defined=False)
    shared("addmm", [a, b, b, b], out=0, defined=defined)
    shared("addmm", [a, a, b, b], out=0, defined=defined)
    shared(".addmm_", [a, b, b], defined=defined)
    shared(".cumsum_", [a], 0, defined=defined)
    shared(".tril_", [a], defined=defined)
ends, one = P.add("ends", np.array([1, 0])), P.add("at.one", np.array([[1, 0]]))
for a, b, defined in (([[2], [1], 0], [[2], [1], 6], True), ([[2], [1], 0], [[2], [1], 0], False), ([[2], [1], 0], [[2], [1], 1], False), ([[4], [1], 0], [[2], [2], 0], False), ([[2], [2], 0], [[2], [1], 0], False), ([[2], [0], 0], [[2], [1], 3], False)):
    shared(".index_copy_", [a], 0, ends, P.add("pair", np.array([7, 8], np.float32)), defined=defined)
    for f in ("scatter_", "scatter_add_", "index_add_", "index_copy_"):
        def g(memory, views, *args, f=f):
            x, y = [memory.as_strided(*v) for v in views]
            getattr(x, f)(0, *args, y)
            return memory if args and defined else "done"
        c.add("written:." + f, g, MEMORY["float32"], [a, b], ends)
    def put(memory, views, at):
        x, y = [memory.as_strided(*v) for v in views]
        x[at] = y
        return memory if defined else "done"
    c.add("setitem:", put, MEMORY["float32"], [a, b], ends)
    def assign(memory, views, at):
        x, y = [memory.as_strided(*v) for v in views]
        x[:2] = y
        return memory if defined else "done"
    c.add("setslice:", assign, MEMORY["float32"], [a, b], ends)
    def select(memory, views, at, f):
        x, y = [memory.as_strided(*v) for v in views]
        {"index_select": torch.index_select, "gather": torch.gather}[f](y, 0, at, out=x)
        return memory if defined else "done"
    if a[0] != b[0]:
        continue
    for f in ("index_select", "gather"):
        c.add("selected:", select, MEMORY["float32"], [a, b], ends, f)
    shared("take", [a, b], ends, out=0, defined=defined)
c.write("torch", torch.__version__.split("+")[0], "values-shared")
