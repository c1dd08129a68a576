"""Writes the texts that the frameworks give arrays, for the tests of frontends/internal/text.

    python support/oracle/gen_text.py numpy|jax|torch|tensorflow

in an environment with numpy 2.0.2 and, for the others, jax 0.10.2, torch 2.13 or tensorflow 2.18 on CPUs. It
writes frontends/internal/text/testdata/FRAMEWORK.json.gz, one JSON object:

    versions  of the packages
    count     number of cases
    cases     [dtype, shape, elements, options, str, repr, formats]

    singles   for numpy alone: [function, dtype, value as float.hex writes it, keywords, text or the class of the exception]

A dtype that ends in "*" is weak, one that ends in "()" a scalar of NumPy's. Elements are little endian, row-major, in
base64; of complex32 they are complex64. Options are those that the framework was told to print with. Formats are of
arrays without axes: what format(x, spec) gives, or the class of its exception.
"""

import base64
import gzip
import json
import os
import pathlib
import sys

import ml_dtypes
import numpy as np

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", JAX_PLATFORMS="cpu")
OUT = pathlib.Path(__file__).resolve().parents[2] / "frontends" / "internal" / "text" / "testdata"
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
SHAPES = [(), (1,), (2,), (3,), (7,), (0,), (0, 3), (2, 0, 3), (1, 1), (2, 3), (3, 2), (30,), (64,), (3, 40), (2, 3, 4), (2, 2, 2, 2), (1, 3, 1, 2)]
LARGE = [(1000,), (1001,), (40, 40), (3, 4, 100), (1200, 2), (2, 600), (11, 10, 10), (7, 6, 5, 8), (1, 2000), (4, 3, 2, 60)]
SPECS = ["", ".2f", ">12", "8.3e", "d", "g", "^9", "+.1f", "010.2f", "x", ",", "s"]
rng = np.random.default_rng(20261123)


def np_dtype(name):
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


def reals(kind, n, d):
    """n float64 values of a kind."""
    info = ml_dtypes.finfo(np_dtype(d))
    big, tiny = float(info.max), float(info.smallest_normal)
    if kind == "whole":
        return rng.integers(-20, 100, n).astype(float)
    if kind == "unit":
        return rng.random(n)
    if kind == "normal":
        return rng.standard_normal(n) * 10.0 ** rng.integers(-3, 4)
    if kind == "scale":
        return rng.standard_normal(n) * 10.0 ** rng.integers(-12, 13)
    if kind == "mixed":
        return rng.standard_normal(n) * 10.0 ** rng.integers(-6, 8, n)
    if kind == "short":
        return np.round(rng.standard_normal(n) * 10, rng.integers(0, 4))
    if kind == "halves":
        return rng.integers(-9, 10, n) / 2.0 ** rng.integers(0, 8)
    if kind == "powers":
        return np.ldexp(1.0, rng.integers(-24, 30, n))
    if kind == "edges":
        return rng.choice([big, -big, tiny, -tiny, float(info.smallest_subnormal), 1.0, 0.0, big / 3, tiny * 7], n)
    if kind == "limits":
        return rng.choice([1e8, 99999999.0, 1e-4, 9.9e-5, 1e16, 9999999999999998.0, 1e5, 1e3, 1.0, 0.1, 1e-5, 123456.0, 1e6, 1e7], n)
    if kind == "special":
        return rng.choice([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.5, 2.25, 100.0], n)
    if kind == "not finite":
        return rng.choice([np.nan, np.inf, -np.inf], n)
    return rng.choice([0.0, -0.0], n)


KINDS = ["whole", "unit", "normal", "scale", "mixed", "short", "halves", "powers", "edges", "limits", "special", "not finite", "zero"]


def sample(d, shape, kind):
    n = int(np.prod(shape))
    m = min(n, 48)  # large arrays repeat themselves
    dt = np_dtype(d)
    with np.errstate(all="ignore"):
        if d == "bool":
            v = rng.integers(0, 2, m).astype(dt)
        elif dt.kind in "iu":
            info = np.iinfo(dt)
            lo, hi = {"whole": (-9, 10), "unit": (0, 2), "zero": (0, 1)}.get(kind, (-120, 1000))
            if kind in ("edges", "limits", "mixed", "special", "scale"):
                v = rng.choice([info.min, info.max, 0, 1, 7, info.max // 3], m).astype(dt)
            else:
                v = rng.integers(max(lo, info.min), min(hi, int(info.max)), m).astype(dt)
        elif dt.kind == "c":
            part = "float32" if d == "complex64" else "float64"
            other = kind if rng.random() < 0.7 else KINDS[rng.integers(len(KINDS))]
            v = np.empty(m, dt)
            v.real, v.imag = reals(kind, m, part), reals(other, m, part)
        else:
            v = reals(kind, m, d).astype(dt)
    if n > m:
        v = np.resize(v, n)
    return v.reshape(shape)


def data(x):
    return base64.b64encode(np.ascontiguousarray(x).tobytes()).decode()


def formats(x):
    if x.ndim:
        return {}
    out = {}
    for spec in SPECS:
        try:
            out[spec] = format(x, spec)
        except Exception as e:
            out[spec] = "!" + type(e).__name__
    return out


def cases(per_kind, options):
    """The arrays, with options for some."""
    for d in DTYPES:
        for kind in KINDS:
            for _ in range(per_kind):
                large = rng.random() < 0.1
                shape = LARGE[rng.integers(len(LARGE))] if large else SHAPES[rng.integers(len(SHAPES))]
                yield d, sample(d, shape, kind), {}
            for _ in range(per_kind // 3 if options else 0):
                shape = (LARGE if rng.random() < 0.2 else SHAPES)[rng.integers(10)]
                yield d, sample(d, shape, kind), options()


def pick(**choices):
    """Some of the options, each of the values that it may have."""
    def options():
        out = {}
        for name, values in choices.items():
            if rng.random() < 0.35:
                out[name] = values[rng.integers(len(values))]
        return out
    return options


def numpy_cases():
    options = pick(precision=[0, 1, 2, 4, 12, 20], threshold=[0, 5, 100, 5000], edgeitems=[1, 2, 5], linewidth=[20, 40, 75, 120],
                   suppress=[True, False], sign=["+", " ", "-"], floatmode=["fixed", "unique", "maxprec", "maxprec_equal"],
                   nanstr=["NA", "not a number"], infstr=["oo", "infinity"])
    for d, x, o in cases(12, options):
        with np.printoptions(**o):
            yield [d, x.shape, data(x), o, str(x), repr(x), formats(x)]
        if not x.ndim and not o:
            s = x[()]
            yield [d + "()", (), data(x), o, str(s), repr(s), formats(s)]


def jax_cases():
    import jax
    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from jax._src.lax import lax
    for d, x, o in cases(8, pick(precision=[2, 10], linewidth=[30, 100], threshold=[10], suppress=[True])):
        a = jnp.asarray(x)
        assert a.dtype == x.dtype
        weak = d in ("int64", "float64", "complex128") and rng.random() < 0.5
        if weak:
            a = lax._convert_element_type(a, weak_type=True)
            assert a.weak_type
        with np.printoptions(**o):
            yield [d + "*" * weak, x.shape, data(x), o, str(a), repr(a), formats(a)]


def torch_cases():
    import torch
    defaults = torch._tensor_str.get_printoptions()
    options = pick(precision=[0, 1, 2, 8], threshold=[0, 5, 100, float("inf")], edgeitems=[0, 1, 2, 5], linewidth=[20, 40, 120], sci_mode=[True, False])

    def tensor(d, x):
        if d == "bfloat16":
            return torch.from_numpy(x.reshape(-1).view(np.uint16).copy()).view(torch.bfloat16).reshape(x.shape)
        return torch.from_numpy(x.copy())

    for d, x, o in cases(10, options):
        a = tensor(d, x)
        if d == "complex64" and rng.random() < 0.3:
            d, a = "complex32", a.to(torch.complex32)
            x = a.to(torch.complex64).numpy()
        torch.set_printoptions(**o)
        if not o.get("sci_mode", None) and "sci_mode" in o:
            o["sci_mode"] = False
        yield [d, x.shape, data(x), o, str(a), repr(a), formats(a)]
        torch.set_printoptions(**defaults)


def tensorflow_cases():
    import tensorflow as tf
    import tensorflow.experimental.numpy as tnp
    from tensorflow.python.framework import weak_tensor
    for d, x, o in cases(8, pick(precision=[2, 10], linewidth=[30, 100], threshold=[10], suppress=[True])):
        a = tf.constant(x)
        assert a.dtype.as_numpy_dtype == x.dtype
        with np.printoptions(**o):
            if d in ("int32", "int64", "float32", "float64", "complex128") and rng.random() < 0.4:
                a = weak_tensor.WeakTensor.from_tensor(a)
                d += "*"
            yield [d, x.shape, data(x), o, str(a), repr(a), formats(a)]


def single_cases():
    """Calls of format_float_positional and format_float_scientific."""
    for d in ("float16", "float32", "float64"):
        values = np.concatenate([sample(d, (6,), kind) for kind in KINDS])
        for _ in range(500):
            v = values[rng.integers(len(values))]
            scientific = rng.random() < 0.5
            keywords = pick(precision=[0, 1, 3, 8, 17], unique=[True, False], trim=["k", ".", "0", "-"], sign=[True, False], pad_left=[0, 1, 5],
                            min_digits=[0, 1, 4, 12], **({"exp_digits": [0, 1, 3, 4]} if scientific else {"fractional": [True, False], "pad_right": [0, 2, 9]}))()
            function = "format_float_scientific" if scientific else "format_float_positional"
            try:
                text = getattr(np, function)(v, **keywords)
            except Exception as e:
                text = "!" + type(e).__name__
            yield [function, d, float(v).hex(), keywords, text]


name = sys.argv[1]
rows = [c for c in {"numpy": numpy_cases, "jax": jax_cases, "torch": torch_cases, "tensorflow": tensorflow_cases}[name]()]
versions = {p: sys.modules[p].__version__ for p in ("numpy", "ml_dtypes", "jax", "torch", "tensorflow") if p in sys.modules}
content = {"versions": versions, "count": len(rows), "cases": rows}
if name == "numpy":
    content["singles"] = list(single_cases())
text = json.dumps(content, separators=(",", ":"))
OUT.mkdir(parents=True, exist_ok=True)
with open(OUT / f"{name}.json.gz", "wb") as f, gzip.GzipFile("", "wb", 9, f, mtime=0) as z:
    z.write(text.encode())
print(name, len(rows), "cases")
