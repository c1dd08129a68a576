"""Writes frontends/numpy/testdata/sharing.json.gz: which results of NumPy's functions share
their memory with an argument, for typical calls of every function with an array in several
layouts. Run it in an environment with requirements.txt.

Rows are [path, arguments, keywords, results]; arguments are as numpy_calls.py writes
them, and the first array among them, however deep in lists, is the one asked about. Of
each result that is an array there is

  [same, shares, writeable, owndata, base, strides]

whether it is that array itself, and if not, whether it shares its memory, may be written
to, owns its memory, what its base is ("argument", the argument's base; "none"; "other"),
and its strides in bytes. Of one that shares nothing there is only "copy" or, of no array,
"none". An exception is "!ValueError".
"""
import gzip
import json
import warnings

import numpy as np

from common import ROOT
from numpy_calls import calls, filled, made, resolve, written

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
OPERANDS = [f"@{d}[{s}]{l}" for d, s, ls in [
    ("float64", "", ["", "W"]), ("float64", "3", ["", "S", "R", "W"]), ("float64", "1", [""]), ("int64", "2,3", ["", "T", "S", "R", "W"]),
    ("complex64", "2,2", ["", "T"]), ("float64", "2,1,3", ["", "T", "S"]), ("float64", "2,2", ["", "T"]), ("bool", "2", [""]), ("float64", "0", [""]), ("complex128", "2,3", ["S"])] for l in ls]


def first(v):
    if isinstance(v, np.ndarray):
        return v
    if isinstance(v, (list, tuple)):
        for e in v:
            if (x := first(e)) is not None:
                return x
    return None


def told(r, x):
    if isinstance(r, (list, tuple)):
        return [told(e, x) for e in r]
    if not isinstance(r, np.ndarray):
        return "none"
    if r is x:
        return [True]
    if not np.shares_memory(r, x):
        return "copy"
    base = "none" if r.base is None else "argument" if r.base is x or r.base is x.base else "other"
    return [False, True, bool(r.flags.writeable), bool(r.flags.owndata), base, list(r.strides)]


rows, seen = [], set()
for path, args, kw in calls():
    for x in OPERANDS:
        a, k = filled(args, x), {n: filled(v, x) for n, v in kw.items()}
        row = [path, [written(v) for v in a], {n: written(v) for n, v in k.items()}]
        if json.dumps(row) in seen:
            continue
        seen.add(json.dumps(row))
        a = [made(v) for v in a]
        if path.startswith("histogram") and "complex" in x:
            continue
        if (operand := first(a)) is None or path in ("broadcast_arrays", "meshgrid") and len(a) > 1 and "@int64" not in row[1][1]:
            continue
        try:
            r = told(resolve(path)(*a, **{n: made(v) for n, v in k.items()}), operand)
        except Exception as e:
            r = "!" + type(e).__name__
        rows.append(row + [r])

text = json.dumps({"version": np.__version__, "count": len(rows), "rows": rows}, separators=(",", ":"))
path = ROOT / "frontends/numpy/testdata/sharing.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(text.encode())
print(f"{path.name}: {len(rows)} calls, {path.stat().st_size >> 10} KiB")
