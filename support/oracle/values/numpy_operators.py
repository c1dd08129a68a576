"""Writes frontends/numpy/testdata/operators.json.gz: the dtype that each operator's and
ufunc's result has in NumPy, or the class of its exception. Run it in an environment with
requirements.txt.

  operands   "int8" an array of shape (2,), "int8[]" 0-d, "int8$" a scalar, "py:int" a Python scalar
  binary     operator -> a row per left operand, with a cell per right one
  in_place   operator -> the same; left operands are arrays and scalars
  unary      operator -> a cell per operand
  plain      ufunc -> cells per operands (1-d and scalars)
  dtype      ufunc -> cells of dtype=: per operands, then per dtype
  casting    ufunc -> casting -> cells per operands
  out        ufunc -> cells of out=: per operands, then per dtype of out
"""
import gzip
import itertools
import json
import operator
import warnings

import numpy as np

from common import DTYPES, ROOT, np_dtype

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
SCALARS = {"py:bool": True, "py:int": 2, "py:float": 2.5, "py:complex": 1 + 2j}
MAKE = {d: (lambda d=d: np.ones(2, np_dtype(d))) for d in DTYPES}
MAKE |= {d + "[]": (lambda d=d: np.ones((), np_dtype(d))) for d in DTYPES}
MAKE |= {d + "$": (lambda d=d: np.ones((), np_dtype(d))[()]) for d in DTYPES}
MAKE |= {s: (lambda v=v: v) for s, v in SCALARS.items()}
FLAT = DTYPES + list(SCALARS)
BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul", "&": "and_", "|": "or_", "^": "xor",
          "<<": "lshift", ">>": "rshift", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
UNARY = {"neg": "neg", "pos": "pos", "~": "invert", "abs": "abs"}
UFUNCS = sorted({u.__name__: u for u in vars(np).values() if isinstance(u, np.ufunc) and u.__name__ != "isnat"}.items())


def cell(f, *args, **kw):
    try:
        r = f(*args, **kw)
    except Exception as e:
        return "!" + type(e).__name__
    return ",".join(np.asarray(x).dtype.name for x in r) if isinstance(r, tuple) else np.asarray(r).dtype.name


binary, in_place, unary, plain, dtype, casting, out = {}, {}, {}, {}, {}, {}, {}
for op, name in BINARY.items():
    f = getattr(operator, name)
    # Of two Python scalars the operator is Python's.
    binary[op] = [[cell(f, MAKE[a](), MAKE[b]()) if not (a in SCALARS and b in SCALARS) else "" for b in MAKE] for a in MAKE]
    if hasattr(operator, "i" + name.strip("_")):
        f = getattr(operator, "i" + name.strip("_"))
        in_place[op + "="] = [[cell(f, MAKE[a](), MAKE[b]()) for b in MAKE] for a in MAKE if a not in SCALARS]
for op, name in UNARY.items():
    unary[op] = [cell(getattr(operator, name), MAKE[a]()) for a in MAKE if a not in SCALARS]
for name, u in UFUNCS:
    names = DTYPES if name in ("matmul", "vecdot") else FLAT
    pairs = list(itertools.product(names, repeat=u.nin))
    plain[name] = [cell(u, *[MAKE[a]() for a in p]) for p in pairs]
    dtype[name] = [[cell(u, *[MAKE[a]() for a in p], dtype=np_dtype(d)) for d in DTYPES] for p in pairs]
for name in ["add", "true_divide", "less", "sqrt", "negative", "arctan2", "bitwise_and"]:
    u = getattr(np, name)
    pairs = list(itertools.product(FLAT, repeat=u.nin))
    casting[name] = {how: [cell(u, *[MAKE[a]() for a in p], casting=how) for p in pairs] for how in ["no", "equiv", "safe", "same_kind", "unsafe"]}
    out[name] = [[cell(u, *[MAKE[a]() for a in p], out=np.ones(2, np_dtype(d))) for d in DTYPES] for p in pairs]

count = sum(len(r) for t in (binary, in_place, dtype, out) for rows in t.values() for r in rows) + sum(len(r) for t in (unary, plain) for r in t.values()) + sum(len(r) for t in casting.values() for r in t.values())
text = json.dumps({"version": np.__version__, "count": count, "dtypes": DTYPES, "operands": list(MAKE), "flat": FLAT, "binary": binary, "in_place": in_place, "unary": unary,
                   "plain": plain, "dtype": dtype, "casting": casting, "out": out}, separators=(",", ":"))
path = ROOT / "frontends/numpy/testdata/operators.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(text.encode())
print(f"{path.name}: {count} cells, {path.stat().st_size >> 10} KiB")
