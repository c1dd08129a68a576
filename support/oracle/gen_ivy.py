"""Writes support/script/testdata/ivy.json.gz: expressions, and what the real Ivy makes of them on its numpy backend.

    pip install -r support/oracle/requirements_ivy.txt
    python support/oracle/gen_ivy.py          # the lines of ivy_expressions.txt
    python support/oracle/gen_ivy.py new      # those of them that the file has not got, with the "let" lines as they were
    python support/oracle/gen_ivy.py names    # prints the functions that Ivy defines, sorted, and the SHA-256 of the lines

A row has the expression and "results": the arrays and numbers that it gives, lists and tuples taken apart, each with dtype, shape and
values; or "error", the name and the beginning of the exception. Numbers of Python have no dtype.
"""

import ast
import glob
import gzip
import hashlib
import importlib.util
import itertools
import json
import math
import os
import re
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "../script/testdata/ivy.json.gz")


def names():
    at = os.path.join(os.path.dirname(importlib.util.find_spec("ivy").origin), "functional/ivy")
    lines = []
    for path in glob.glob(at + "/*.py") + glob.glob(at + "/experimental/*.py"):
        module = os.path.relpath(path, at)[: -len(".py")]
        for node in ast.parse(open(path).read()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                lines.append(f"{module}.{node.name}\n")
    lines.sort()
    sys.stdout.writelines(lines)
    print(len(lines), hashlib.sha256("".join(lines).encode()).hexdigest())


def expressions():
    """Returns the prelude and the expressions, braces taken apart."""
    prelude, rows = [], []
    for line in open(os.path.join(HERE, "ivy_expressions.txt")):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        if line.startswith("let "):
            prelude.append(line[len("let ") :])
            continue
        parts = re.split(r"(\{\w+(?:,\w+)*\})", line)
        choices = [p[1:-1].split(",") if i % 2 else [p] for i, p in enumerate(parts)]
        rows += ["".join(c) for c in itertools.product(*choices)]
    return "\n".join(prelude), list(dict.fromkeys(rows))


def number(x):
    if isinstance(x, complex):
        return [number(x.real), number(x.imag)]
    if isinstance(x, float) and not math.isfinite(x):
        return str(x)
    return x


def flat(x, out):
    import ivy
    import numpy as np

    if isinstance(x, ivy.Array):
        x = x.data
    if isinstance(x, (np.ndarray, np.generic)):
        if x.dtype.kind not in "biufc":
            raise TypeError("an array of " + str(x.dtype))
        out.append({"dtype": str(x.dtype), "shape": list(x.shape), "values": [number(v) for v in x.reshape(-1).tolist()]})
    elif isinstance(x, (ivy.Shape, list, tuple)):
        for v in x:
            flat(v, out)
    elif isinstance(x, dict):
        for v in x.values():
            flat(v, out)
    elif x is not None:
        if not isinstance(x, (bool, int, float, complex)):
            raise TypeError("a result " + str(type(x)))
        out.append({"shape": [], "values": [number(x)]})
    return out


def main():
    import ivy

    ivy.set_backend("numpy")
    prelude, texts = expressions()
    known = {}
    if sys.argv[1:] == ["new"]:
        old = json.load(gzip.open(OUT))
        assert old["prelude"] == prelude
        known = {r["expression"]: r for r in old["rows"]}
    rows = []
    for text in texts:
        if text in known:
            rows.append(known[text])
            continue
        scope = {"ivy": ivy}
        exec(prelude, scope)
        row = {"expression": text}
        try:
            row["results"] = flat(eval(text, scope), [])
        except Exception as e:
            message = str(e).strip().split("\n")[0]
            row["error"] = f"{type(e).__name__}: {message}"[:160]
        rows.append(row)
    data = json.dumps({"ivy": ivy.__version__, "prelude": prelude, "rows": rows}, separators=(",", ":"))
    with open(OUT, "wb") as f, gzip.GzipFile("", "wb", 9, f, 0) as z:
        z.write(data.encode())
    print(len(rows), "expressions,", sum("error" in r for r in rows), "fail in Ivy")


warnings.simplefilter("ignore")
if __name__ == "__main__":
    names() if sys.argv[1:] == ["names"] else main()
