"""Writes frontends/numpy/testdata/arguments.json.gz: what NumPy answers to arguments in the
forms that programs use and values.json.gz does not have: scalars beside lists and strings,
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


# Operators of scalars: beside each other, lists, strings and None.
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

c.write("numpy", np.__version__, "arguments")
