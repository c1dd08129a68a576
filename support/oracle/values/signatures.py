"""Writes frontends/FRAMEWORK/testdata/signatures.json.gz: the names that a framework has in
the namespaces and on the arrays of its frontend, and the signatures of the functions among
them. The argument is numpy or jax, in an environment with requirements.txt and with JAX_PLATFORMS=cpu, or
tensorflow, in one with requirements_tensorflow.txt; TensorFlow's methods are those with NumPy's
behaviour, and "plain" lists the ones there without it. NumPy's ufuncs and functions in C have the form that their
documentation begins with.

  names  path -> signature: a list of [name, kind, default], or null where there is none

A path without namespace, ".sum", is an attribute of arrays, "at.set" of x.at[key]. A kind is one of
positional, both, keyword, rest (*args) and more (**kwargs). A default is written as an argument of
values' cases, "?" for what is no scalar, string, dtype or empty tuple; it is missing where the
parameter is required."""
import gzip
import inspect
import json
import os
import re
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
warnings.filterwarnings("ignore")
from common import ROOT, encode

KINDS = {inspect.Parameter.POSITIONAL_ONLY: "positional", inspect.Parameter.POSITIONAL_OR_KEYWORD: "both", inspect.Parameter.KEYWORD_ONLY: "keyword",
         inspect.Parameter.VAR_POSITIONAL: "rest", inspect.Parameter.VAR_KEYWORD: "more"}


def default(v, to_dtype):
    if isinstance(v, tuple) and not v:
        return []
    if isinstance(v, type) and v in (bool, int, float, complex):
        return "s:" + v.__name__
    try:
        return encode(v)
    except TypeError:
        pass
    try:
        return "s:" + to_dtype(v)
    except Exception:
        return "?"


def documented(f):
    """The parameters of the form that the documentation of a function in C begins with, None if there is none."""
    name = getattr(f, "__name__", "")
    m = re.match(rf"\s*(?:a\.)?{re.escape(name)}\(((?:[^()]|\([^()]*\))*)\)", getattr(f, "__doc__", None) or "")
    if not name or not m or framework != "numpy":
        return None
    text = re.sub(r"\s+", " ", m[1]).replace("[start,] stop[, step,]", "start=None, stop=None, step=None").replace("[dtype][, type]", "dtype=None, type=None")
    text = re.sub(r"\[([^\]]*)\]", lambda m: ", ".join("" if not n.strip() else n if "=" in n or n.strip() == "/" else n + "=None" for n in m[1].split(",")) if "(" not in m[1] else ", out=None", text)
    scope = {}
    try:
        exec(f"def f({re.sub(r', *,', ',', text).strip(', ')}): pass", {"float": float, "int": int, "bool": bool}, scope)
    except SyntaxError:
        return None
    return inspect.signature(scope["f"]).parameters.values()


def signature(f, to_dtype):
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        parameters = documented(f)
    if parameters is None:
        return None
    return [[p.name, KINDS[p.kind]] + ([] if p.default is p.empty else [default(p.default, to_dtype)]) for p in parameters]


def names(module):
    return [n for n in dir(module) if not n.startswith("_")]


def of_module(found, prefix, module, to_dtype):
    for n in names(module):
        f = getattr(module, n)
        if not inspect.ismodule(f):
            found[prefix + n] = signature(f, to_dtype)


SPECIAL = ["__getitem__", "__pos__"] + [f"__{n}__" for n in "add sub mul truediv floordiv mod pow matmul and or xor eq ne lt le gt ge neg abs invert divmod".split()]


def of_array(found, prefix, array, to_dtype):
    """The attributes of an array; methods have it among their parameters as self."""
    for name in dir(array):
        if name.startswith("_") and name not in SPECIAL and framework != "numpy":
            continue
        try:
            f = getattr(array, name)
        except (AttributeError, NotImplementedError):  # it only says so
            continue
        s = signature(f, to_dtype) if callable(f) else None
        found[prefix + name] = None if s is None else [["self", "both"]] + s


found, more = {}, {}
framework = sys.argv[1]
if framework == "numpy":
    import numpy as np

    version = np.__version__
    to_dtype = lambda v: np.dtype(v).name
    for prefix, module in {"": np, "linalg.": np.linalg, "fft.": np.fft}.items():
        of_module(found, prefix, module, to_dtype)
    of_array(found, ".", np.ones((2, 2)), to_dtype)
    of_module(found, "random.", np.random, to_dtype)
    for name in ("Generator", "RandomState", "SeedSequence", "PCG64", "PCG64DXSM", "MT19937", "Philox"):
        of_module(found, f"random.{name}.", getattr(np.random, name), to_dtype)
elif framework == "jax":
    import jax
    import jax.numpy as jnp
    import jax.lax.linalg
    import jax.scipy.fft
    import jax.scipy.linalg
    import jax.scipy.signal
    import jax.scipy.special
    import numpy as np

    version = jax.__version__
    to_dtype = lambda v: np.dtype(v).name
    for prefix, module in {"numpy.": jnp, "numpy.linalg.": jnp.linalg, "numpy.fft.": jnp.fft, "scipy.fft.": jax.scipy.fft, "scipy.linalg.": jax.scipy.linalg, "lax.linalg.": jax.lax.linalg, "scipy.signal.": jax.scipy.signal, "lax.": jax.lax, "nn.": jax.nn, "scipy.special.": jax.scipy.special, "config.": jax.config, "random.": jax.random}.items():
        of_module(found, prefix, module, to_dtype)
    x = jnp.ones((2, 2))
    of_array(found, ".", x, to_dtype)
    of_array(found, "at.", x.at[0], to_dtype)
else:
    import tensorflow as tf

    version = tf.__version__
    to_dtype = lambda v: tf.as_dtype(v).name
    for prefix, module in {"": tf, "math.": tf.math, "nn.": tf.nn, "linalg.": tf.linalg, "bitwise.": tf.bitwise, "signal.": tf.signal, "experimental.numpy.": tf.experimental.numpy, "random.": tf.random, "random.experimental.": tf.random.experimental, "random.Generator.": tf.random.Generator}.items():
        of_module(found, prefix, module, to_dtype)
    x, plain = tf.ones((2, 2)), {}
    of_array(plain, "", x, to_dtype)
    more["plain"] = sorted(plain)
    tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="all")
    of_array(found, ".", tf.ones((2, 2)), to_dtype)

path = ROOT / "frontends" / framework / "testdata" / "signatures.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(json.dumps({"framework": framework, "version": version, "count": len(found), "names": found} | more, separators=(",", ":"), sort_keys=True).encode())
print(f"{path.name} of {framework}: {len(found)} names, {sum(s is not None for s in found.values())} signatures, {path.stat().st_size >> 10} KiB")
