"""What the generators of frontends' golden values share: a pool of operands with the
edge values of each dtype, and the writing of cases.

A case is a call of a function of the framework with operands of the pool, scalars and
keywords, and what the framework itself answered: an array, bit by bit, or the class of
its exception. The file is gzipped JSON:

  pool   name -> [dtype, shape, base64 of the little-endian bytes]
  cases  [path, [argument, ...], {keyword: argument}, result]

A name of the pool that ends in "*" is of an array of a weak type, a dtype that ends in "$"
of one of NumPy's scalars. An argument is "@name" (of the pool), "i:2", "f:0x1.8p+1", "f:nan", "c:re,im", "b:1",
"s:text", "d:float32" (a dtype), "p:int" (Python's own type), null (None), or a list of arguments. A result is
[dtype, shape, data] (a "*" after the dtype is weak, a "$" a scalar of NumPy's), {"list": [result, ...]}, a scalar
as an argument, or "!Class". Count says how many cases there are, so that a truncated
file is found out.
"""
import base64
import gzip
import json
import pathlib

import ml_dtypes
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
INTS = [d for d in DTYPES if "int" in d]
FLOATS = ["bfloat16", "float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]


def np_dtype(name):
    return np.dtype(getattr(ml_dtypes, name) if name == "bfloat16" else name)


def edges(name):
    """The values of a dtype at which functions go wrong."""
    dt = np_dtype(name)
    if name == "bool":
        return np.array([False, True])
    if name in INTS:
        lo, hi, bits = np.iinfo(dt).min, np.iinfo(dt).max, dt.itemsize * 8
        values = [0, 1, 2, 3, 5, 7, 10, 63, 64, 100, bits - 1, bits, bits + 1, lo, lo + 1, hi, hi - 1, hi // 2, hi // 3]
        if lo < 0:
            values += [-1, -2, -3, -7, -10, -100, lo // 2]
        return np.array([v for v in values if lo <= v <= hi], dtype=dt)
    if name in FLOATS:
        f = ml_dtypes.finfo(dt)
        tiny, sub, big, eps = (float(v) for v in (f.smallest_normal, f.smallest_subnormal, f.max, f.eps))
        values = [0.0, 0.25, 0.5, 1.0, 1 + eps, 1 - eps / 2, 1.5, 2.0, 2.5, 3.0, 3.5, 7.0, 10.0, 88.0, 100.0, 1e4,
                  tiny, sub, 3 * sub, big, big / 2, float("inf"), float("nan"), 0.1, np.pi, np.e, 1e-3, 127.5, 128.0, 32768.0, 65504.0]
        values += [-v for v in values if v == v]
        with np.errstate(all="ignore"):
            return np.array(values).astype(dt)
    part = edges("float32" if name == "complex64" else "float64")[[0, 3, 6, 9, 16, 19, 21, 22, 23, 24, 31, 34]].astype(np.float64)
    with np.errstate(all="ignore"):
        return np.array([complex(a, b) for a in part for b in part]).astype(dt)


class Pool:
    """The operands of cases, each written once."""

    def __init__(self):
        self.arrays = {}

    def add(self, name, array):
        array = np.asarray(array)
        self.arrays.setdefault(name, array)
        return "@" + name

    def scalar(self, name, value):
        """One of NumPy's scalars."""
        self.arrays.setdefault(name, value)
        return "@" + name

    def edge(self, dtype):
        """All edge values of a dtype, one axis."""
        return self.add(f"{dtype}.edge", edges(dtype))

    def pairs(self, dtype):
        """Two operands that hold every pair of edge values."""
        e = edges(dtype)
        if len(e) > 80:
            e = e[:: 3]
        a, b = np.meshgrid(e, e, indexing="ij")
        return self.add(f"{dtype}.left", a.ravel()), self.add(f"{dtype}.right", b.ravel())

    def matrix(self, dtype, shape, seed=0, low=-3, high=4):
        """Small whole numbers (bools: both), exact in every dtype; unsigned from 0."""
        rng = np.random.default_rng(seed + sum(shape) * 31)
        if dtype.startswith("uint"):
            low = 0
        if dtype == "bool":
            low, high = 0, 2
        v = rng.integers(low, high, shape)
        if dtype in COMPLEX:
            v = v + 1j * rng.integers(low, high, shape)
        name = f"{dtype}.{'x'.join(map(str, shape)) or '0d'}.{seed}.{low}.{high}"
        return self.add(name, v.astype(np_dtype(dtype)))

    def normal(self, dtype, shape, seed=0):
        """Numbers of the normal distribution, rounded to the dtype."""
        rng = np.random.default_rng(seed + sum(shape) * 17)
        v = rng.standard_normal(shape)
        if dtype in COMPLEX:
            v = v + 1j * rng.standard_normal(shape)
        return self.add(f"{dtype}.normal.{'x'.join(map(str, shape)) or '0d'}.{seed}", v.astype(np_dtype(dtype)))

    def get(self, ref):
        return self.arrays[ref[1:]]


def encode_array(a, weak=False, scalar=False):
    a = np.asarray(a)
    return [a.dtype.name + ("*" if weak else "$" if scalar else ""), list(a.shape), base64.b64encode(np.ascontiguousarray(a).tobytes()).decode()]


def encode(v):
    """A Python value as an argument or result; None, bools and numbers, strings, lists."""
    if v is None:
        return None
    if isinstance(v, bool):
        return f"b:{int(v)}"
    if isinstance(v, int):
        return f"i:{v}"
    if isinstance(v, float):
        return "f:" + (v.hex() if np.isfinite(v) else repr(v))
    if isinstance(v, complex):
        return f"c:{encode(v.real)[2:]},{encode(v.imag)[2:]}"
    if isinstance(v, str):
        return "s:" + v
    if isinstance(v, (list, tuple)):
        return [encode(e) for e in v]
    raise TypeError(f"{v!r} is not written")


class D(str):
    """A dtype as an argument."""


class P(str):
    """Python's bool, int, float or complex as an argument."""


class Cases:
    """to_array(numpy array) makes the framework's array, to_dtype(name) its dtype;
    record(value) writes a result that is no Python scalar, string or list."""

    def __init__(self, to_array, to_dtype, record):
        self.pool, self.cases, self.seen = Pool(), [], set()
        self.to_array, self.to_dtype, self.record = to_array, to_dtype, record

    def value(self, a):
        """The framework's value of an argument: "@name" is an operand of the pool."""
        if isinstance(a, D):
            return self.to_dtype(str(a))
        if isinstance(a, P):
            return {"bool": bool, "int": int, "float": float, "complex": complex}[a]
        if isinstance(a, str) and a.startswith("@"):
            return self.to_array(self.pool.get(a))
        if isinstance(a, (list, tuple)):
            return type(a)(self.value(e) for e in a)
        return a

    def written(self, a):
        if isinstance(a, D):
            return "d:" + a
        if isinstance(a, P):
            return "p:" + a
        if isinstance(a, str) and a.startswith("@"):
            return str(a)
        if isinstance(a, (list, tuple)):
            return [self.written(e) for e in a]
        return encode(a)

    def result(self, r):
        if r is None or isinstance(r, (bool, int, float, complex, str)) and not isinstance(r, np.generic):
            return encode(r)
        if isinstance(r, (list, tuple)):
            return {"list": [self.result(e) for e in r]}
        return self.record(r)

    def add(self, path, f, /, *args, **kw):
        """Calls f and writes what it answered as a case of the function path."""
        written = [path, [self.written(a) for a in args], {k: self.written(v) for k, v in kw.items()}]
        key = json.dumps(written)
        if key in self.seen:
            return
        self.seen.add(key)
        try:
            r = self.result(f(*[self.value(a) for a in args], **{k: self.value(v) for k, v in kw.items()}))
        except Exception as e:  # its class is the answer
            r = "!" + type(e).__name__
        self.cases.append(written + [r])

    def write(self, framework, version, name="values"):
        used = json.dumps(self.cases)
        pool = {n: encode_array(a, n.endswith("*"), isinstance(a, np.generic)) for n, a in self.pool.arrays.items() if f'"@{n}"' in used}
        path = ROOT / "frontends" / framework / "testdata" / f"{name}.json.gz"
        text = json.dumps({"framework": framework, "version": version, "count": len(self.cases), "pool": pool, "cases": self.cases}, separators=(",", ":"))
        with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
            z.write(text.encode())
        errors = sum(1 for c in self.cases if isinstance(c[3], str) and c[3].startswith("!"))
        print(f"{path.name} of {framework}: {len(self.cases)} cases, {errors} of them errors, {len({c[0] for c in self.cases})} functions, {path.stat().st_size >> 10} KiB")
