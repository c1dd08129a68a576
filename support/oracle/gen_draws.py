"""Records what programs that draw random numbers give under the frameworks themselves, for support/script.

    python gen_draws.py numpy    # -> support/script/testdata/draws-numpy.json.gz

Run it with numpy 2.0.2 on x86-64 with FMA and glibc 2.36. The file has programs, each with what it gives. What is exact is recorded as

    ["a", dtype, shape, data]   an array; data are its bytes in hexadecimal, or "sha" and the first half of their SHA-256
    ["s", dtype, data]          a NumPy scalar
    ["f", bits] ["i", text] ["b", 0|1] ["t", text] ["n"]   a float, an int, a bool, a str, None of Python's
    ["l", …] ["p", …] ["d", [key, value], …]   a list, a tuple, a dict
    ["o", text]                 another object, by str
    ["e", class, message]       an error; message is null where ours is another text
"""
import gzip
import hashlib
import importlib
import json
import os
import pathlib
import re
import sys
import warnings

warnings.filterwarnings("ignore")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "draws"))

ROOT = pathlib.Path(__file__).resolve().parents[2]


def data(array):
    text = array.tobytes()
    return text.hex() if len(text) <= 64 else "sha" + hashlib.sha256(text).hexdigest()[:32]


def answer(v, np):
    if isinstance(v, bool):
        return ["b", int(v)]
    if isinstance(v, np.generic):
        return ["s", v.dtype.name, v.tobytes().hex()]
    if v is None:
        return ["n"]
    if isinstance(v, int):
        return ["i", str(v)]
    if isinstance(v, float):
        return ["f", np.float64(v).tobytes().hex()]
    if isinstance(v, str):
        return ["t", v]
    if isinstance(v, tuple):
        return ["p", *[answer(e, np) for e in v]]
    if isinstance(v, list):
        return ["l", *[answer(e, np) for e in v]]
    if isinstance(v, dict):
        return ["d", *[[k, answer(e, np)] for k, e in v.items()]]
    if isinstance(v, np.ndarray):
        return ["a", v.dtype.name, list(v.shape), data(np.ascontiguousarray(v))]
    if isinstance(v, np.dtype):
        return ["o", v.name]
    return ["o", str(v)]


def run(text, modules, np):
    scope = dict(modules)
    *body, last = text.split("\n")
    try:
        exec("\n".join(body), scope)
        return answer(eval(last, scope), np)
    except Exception as e:
        return ["e", type(e).__name__, str(e)]


def main():
    framework = sys.argv[1]
    import numpy as np

    programs = importlib.import_module(f"draws_{framework}")
    version, modules = np.__version__, {"numpy": np, "np": np}
    out = []
    for text in programs.programs():
        a = run(text, modules, np)
        if a[0] == "e" and any(re.search(p, text) for p in programs.OTHER_TEXTS):
            a[2] = None
        out.append([text, a])
    path = ROOT / "support" / "script" / "testdata" / f"draws-{framework}.json.gz"
    with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
        z.write(json.dumps({"framework": framework, "version": version, "count": len(out), "programs": out}, separators=(",", ":")).encode())
    print(f"{path.name}: {len(out)} programs, {sum(a[0] == 'e' for _, a in out)} of them errors, {path.stat().st_size >> 10} KiB")


main()
