"""Writes frontends/numpy/testdata/scalars.json.gz: of what type NumPy's results are, a
scalar, an array without axes or another, for typical calls of every function. Run it in an
environment with requirements.txt.

Rows are [path, arguments, keywords, type]; arguments and types are as numpy_calls.py
writes them: "float64$" is a scalar, "float64[]" an array without axes, "float64[2]" one
with two elements, "py:float" a Python number, a list several results, "!TypeError" an
exception.
"""
import gzip
import json
import warnings

import numpy as np

from common import ROOT
from numpy_calls import calls, filled, made, resolve, written

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
KINDS = ["@float64[]", "@float64$", "@float64[3]", "@float64[2,2]", "@int64[]", "@int64$", "@int64[2]", 2.5, 3]


def kind(v):
    if isinstance(v, np.generic):
        return v.dtype.name + "$"
    if isinstance(v, np.ndarray):
        return f"{v.dtype.name}[{','.join(map(str, v.shape))}]"
    if isinstance(v, (list, tuple)):
        return [kind(e) for e in v]
    if v is None:
        return "none"
    if isinstance(v, (bool, int, float, complex)):
        return "py:" + type(v).__name__
    return "other"


rows, seen = [], set()
for path, args, kw in calls():
    for x in KINDS:
        if path.startswith(".") and not isinstance(x, str) and args[0] == "X":
            continue
        a, k = filled(args, x), {n: filled(v, x) for n, v in kw.items()}
        row = [path, [written(v) for v in a], {n: written(v) for n, v in k.items()}]
        if json.dumps(row) in seen:
            continue
        seen.add(json.dumps(row))
        try:
            r = kind(resolve(path)(*[made(v) for v in a], **{n: made(v) for n, v in k.items()}))
        except Exception as e:
            r = "!" + type(e).__name__
        if path == "apply_along_axis" or r == "other":
            continue
        rows.append(row + [r])

text = json.dumps({"version": np.__version__, "count": len(rows), "rows": rows}, separators=(",", ":"))
path = ROOT / "frontends/numpy/testdata/scalars.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(text.encode())
print(f"{path.name}: {len(rows)} calls, {path.stat().st_size >> 10} KiB")
