"""Writes frontends/torch/testdata/values-complex.json.gz: arithmetic of complex numbers whose
parts are zeros of both signs, infinities and NaNs, with each other, with real tensors
and with Python's numbers. The answers of PyTorch are the same in the vector body of an
array and in its tail: what is not is left out. Run it in an environment with
requirements.txt."""
import numpy as np
import torch

from torch_common import P, c, function

PARTS = [0.0, -0.0, 1.0, -2.0, float("inf"), float("-inf"), float("nan")]
ALL = [complex(a, b) for a in PARTS for b in PARTS]
left, right = [a for a in ALL for _ in ALL], [b for _ in ALL for b in ALL]
SCALARS = [0.0, -0.0, 1.0, -2.0, float("inf"), float("-inf"), float("nan"), 0, 3, True, complex("inf"), complex(float("-inf"), float("nan")), complex(0.0, float("inf")), complex(-0.0, -0.0), 1j, complex(float("nan"), 2)]
left_out = 0


def array(values, d):
    z = np.empty(len(values), complex)
    z.real, z.imag = [complex(v).real for v in values], [complex(v).imag for v in values]
    with np.errstate(all="ignore"):
        return z.astype(d) if "complex" in d else z.real.astype(d)


def bits(z):
    return [str(p) for p in torch.view_as_real(z.resolve_conj()).flatten().tolist()] if z.is_complex() else [str(p) for p in z.flatten().tolist()]


def add(path, *args, **kw):
    """A case, unless the elements of tensors one by one give something else."""
    global left_out
    f = function(path)
    values = [c.value(a) for a in args]
    try:
        whole = f(*values, **kw)
    except Exception:
        whole = None
    n = max([v.numel() for v in values if isinstance(v, torch.Tensor)])
    if whole is not None:
        values = [c.value(a) for a in args]
        each = [f(*[v[i:i + 1].clone() if isinstance(v, torch.Tensor) and v.dim() and len(v) == n else v for v in values], **kw) for i in range(n)]
        if bits(whole) != bits(torch.cat(each)):
            left_out += 1
            print("differs:", path, args, kw)
            return
    c.add(path, f, *args, **kw)


for d in ("complex64", "complex128"):
    every, a, b = P.add(f"{d}.every", array(ALL, d)), P.add(f"{d}.left", array(left, d)), P.add(f"{d}.right", array(right, d))
    for f in ("add", "sub", "mul", "div", "true_divide", "eq", "ne"):
        add(f, a, b)
        for e in ("float32", "float64", "int64", "bool", "float16"):
            values = [v.real if not (e in ("int64", "bool") and not np.isfinite(v.real)) else 5 for v in right]
            add(f, a, P.add(f"{e}.right", array(values, e)))
            add(f, P.add(f"{e}.right", array(values, e)), a)
        for s in SCALARS:
            add(f, every, s)
            if f not in ("eq", "ne"):
                add(f, s, every)
        for s in (0.0, -0.0, float("inf"), -2.0, float("nan")):
            for e in ("float32", "float64", "complex64", "complex128"):
                add(f, every, P.add(f"{e}.{s}", np.array(s).astype(e)))
                add(f, P.add(f"{e}.{s}", np.array(s).astype(e)), every)
    for f in (".add_", ".sub_", ".mul_", ".div_"):
        add(f, a, b)
        for s in SCALARS:
            add(f, every, s)
    for s in SCALARS:
        c.add(".__truediv__", lambda x, y: x / y, s, every)
        c.add(".__truediv__", lambda x, y: x / y, every, s)
        add("rsub", every, s)
    for s in (0, 1, 2, 2.5, float("inf"), float("nan"), -1, 1j, True):
        add("add", a, b, alpha=s)
        add("sub", a, b, alpha=s)
        add("add", every, 2.5, alpha=s)
        add("addcmul", a, b, b, value=s)
        add("addcdiv", a, b, b, value=s)
    for f in ("neg", "conj_physical", "square", "reciprocal", "abs", "angle", "sgn", "isnan", "isinf", "isfinite", "real", "imag", "isreal", "logical_not", "positive", "nan_to_num"):
        add(f, every)
    for s in (0, 1, 2, 3, -1, -2, 0.5, 2.0):
        add("pow", every, s)
print(left_out, "cases differ between arrays and their elements")
c.write("torch", torch.__version__.split("+")[0], "values-complex")
