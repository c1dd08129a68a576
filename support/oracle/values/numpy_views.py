"""Writes frontends/numpy/testdata/views.json.gz: random programs of views of views and
writes to them, and what NumPy's arrays hold at the end. Run it in an environment with
requirements.txt.

A program is {"steps": [[path, arguments], ...], "ends": [...]}. Each step's result is a
variable, which later steps name "$0", "$1" and so on; "=T" is an attribute, other arguments
are as numpy_calls.py writes them. A step that raises an exception is [path, arguments,
"!ValueError"] and makes no variable, as one that answers true or false. There is an end for every variable:
[dtype, shape, strides, flags, root, elements], the strides of axes of length 1 as 0 and no strides of one without elements, flags of "cfow" those that are true
(c_contiguous, f_contiguous, owndata, writeable), root the variable that is its base (−1: none
of them), elements as bytes.
"""
import gzip
import json
import random
import warnings

import numpy as np

from common import ROOT
from numpy_calls import D, S, made, operand, resolve, written

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
R = random.Random(18)


def key(x):
    """A random key of basic indexing."""
    k = []
    for n in x.shape:
        r = R.random()
        if r < 0.25 and n:
            k.append(R.randrange(-n, n))
        elif r < 0.75:
            a, b = R.choice([None, 0, 1]), R.choice([None, n, n - 1, -1])
            k.append(S(a, b, R.choice([None, None, 1, 2, -1])) if R.random() < 0.8 else S(None, None, -1))
        elif r < 0.85:
            k.append(...)
            break
        else:
            k += [None, S(None, None)]
    return tuple(k)


def step(xs):
    i = R.randrange(len(xs)) if R.random() < 0.5 else len(xs) - 1
    x, v = xs[i], f"${i}"
    n = x.ndim
    r = R.random()
    if r < 0.03:
        return ".setflags", [v, R.random() < 0.5]
    if r < 0.06:
        return "shares_memory", [v, f"${R.randrange(len(xs))}"]
    if r < 0.4:  # a write
        k = key(x)
        if R.random() < 0.2 and n and x.shape[0]:
            k = ([R.randrange(x.shape[0]) for _ in range(2)],)
        kind = R.randrange(6)
        if kind < 3:
            return ".__setitem__", [v, k, R.randrange(100, 999)]
        if kind == 3:
            return ".__iadd__", [v, R.randrange(5)]
        if kind == 4:
            return ".fill", [v, R.randrange(5)]
        j = R.randrange(len(xs))
        return "copyto", [v, f"${j}"]
    size = x.size
    shapes = [s for s in [(size,), (1, size), (size, 1), (2, -1), (-1, 2), (3, -1), (2, 3, -1), (-1, 2, 2)] if size]
    choices = [
        (".__getitem__", [v, key(x)]), (".__getitem__", [v, key(x)]), ("=T", [v]), ("ravel", [v]), (".reshape", [v, R.choice(shapes or [(0,)])]), ("transpose", [v]),
        ("reshape", [v, R.choice(shapes or [(0,)])]), ("expand_dims", [v, R.randrange(n + 1)]), ("squeeze", [v]), ("flip", [v]), ("broadcast_to", [v, (2, *x.shape)]), ("atleast_2d", [v]),
        ("copy", [v]), ("asarray", [v]), (".copy", [v]), ("real", [v]), ("=real", [v]), (".view", [v, D(R.choice(["int32", "uint8", "int64", "float32", "complex64"]))]),
    ]
    if n > 1:
        choices += [("swapaxes", [v, 0, n - 1]), ("moveaxis", [v, 0, -1]), ("diagonal", [v]), ("rot90", [v]), ("fliplr", [v]), ("matrix_transpose", [v]), ("=mT", [v]), ("rollaxis", [v, 1]), ("ravel", [v])]
    if x.dtype.kind == "c":
        choices += [("=real", [v]), ("=imag", [v]), ("imag", [v])] * 3
    return R.choice(choices)


def run(path, args):
    if path.startswith("="):
        return getattr(args[0], path[1:])
    if path == ".__iadd__":
        return args[0].__iadd__(args[1])
    return resolve(path)(*args)


def value(a, xs):
    if isinstance(a, str) and not isinstance(a, D) and a.startswith("$"):
        return xs[int(a[1:])]
    if isinstance(a, D):
        return made(a)
    return made(a)


def root(x):
    while isinstance(x.base, np.ndarray):
        x = x.base
    return x


def program():
    start = R.choice(["@int64[12]", "@int64[3,4]", "@float32[2,3,2]", "@complex64[2,3]", "@int64[2,3]T", "@int32[4,6]", "@complex128[4]", "@uint8[2,8]"])
    steps, xs = [["=", [start]]], [operand(start).copy()]
    for _ in range(R.randrange(3, 12)):
        path, args = step(xs)
        try:
            r = run(path, [value(a, xs) for a in args])
        except Exception as e:
            if type(e).__name__ == "ValueError" and "divisible" in str(e):
                continue
            steps.append([path, [written(a) if not (isinstance(a, str) and a.startswith("$")) else a for a in args], "!" + type(e).__name__])
            continue
        if isinstance(r, bool):
            steps.append([path, args, r])
            continue
        if not (r is None or isinstance(r, np.ndarray)) or isinstance(r, np.ndarray) and r.size > 200:
            continue
        steps.append([path, [written(a) if not (isinstance(a, str) and a.startswith("$")) else a for a in args]])
        if r is not None:
            xs.append(r)
    ends = []
    for x in xs:
        f = x.flags
        if x.dtype.kind == "f" and not np.isfinite(x).all() or x.dtype.kind == "c" and not np.isfinite(x).all():
            return None
        bits = x.copy().view(np.uint8).ravel().tolist() if x.ndim else np.frombuffer(x.tobytes(), np.uint8).tolist()
        owner = next((i for i, y in enumerate(xs) if root(x) is y), -1)
        ends.append([x.dtype.name, list(x.shape), [s if n > 1 else 0 for s, n in zip(x.strides, x.shape)] if x.size else [], "".join(n for n, v in zip("cfow", [f.c_contiguous, f.f_contiguous, f.owndata, f.writeable]) if v),
                     owner, bits])
    return {"steps": steps, "ends": ends}


programs = [p for p in (program() for _ in range(1500)) if p]
text = json.dumps({"version": np.__version__, "count": len(programs), "programs": programs}, separators=(",", ":"))
path = ROOT / "frontends/numpy/testdata/views.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(text.encode())
print(f"{path.name}: {len(programs)} programs, {sum(len(p['steps']) for p in programs)} steps, {path.stat().st_size >> 10} KiB")
