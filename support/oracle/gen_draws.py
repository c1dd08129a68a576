"""Records what programs that draw random numbers give under the frameworks themselves, for support/script.

    python gen_draws.py numpy    # -> support/script/testdata/draws-numpy.json.gz

Run it with numpy 2.0.2, jax 0.10.2, torch 2.13.0 or tensorflow-cpu 2.18.1, on x86-64 with FMA and glibc 2.36. The file has programs, each with what it
gives. draws_FRAMEWORK.py has them: texts, or texts with the relative tolerance of what is not exact, which is recorded in full. What is exact is recorded as

    ["a", dtype, shape, data]   an array; data are its bytes in hexadecimal, or "sha" and the first half of their SHA-256
    ["c", dtype, shape, numbers, tolerance]   an array of a program with a tolerance
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

FRAMEWORK = sys.argv[1]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def data(array):
    text = array.tobytes()
    return text.hex() if len(text) <= 64 else "sha" + hashlib.sha256(text).hexdigest()[:32]


def host(v, np):
    """An array of a framework as NumPy's, with the name of its dtype; None of what is none."""
    if isinstance(v, np.ndarray):
        return v, v.dtype.name
    name = type(v).__module__.split(".")[0]
    if name == "torch" and hasattr(v, "detach"):
        import torch

        v, kind = v.detach(), str(v.dtype).removeprefix("torch.")
        return (v.contiguous().view(torch.int16) if kind == "bfloat16" else v).numpy(), kind
    if name in ("jax", "jaxlib", "tensorflow") and hasattr(v, "dtype") and hasattr(v, "__array__") and not str(v.dtype).startswith("key<"):
        v = np.array(v.numpy(), v.dtype.as_numpy_dtype) if name == "tensorflow" else np.asarray(v)
        return v, v.dtype.name
    return None


def answer(v, np, tolerance=0):
    array = host(v, np)
    if array is not None and FRAMEWORK != "numpy":
        a, kind = array
        if tolerance and a.dtype.kind == "f" or tolerance and kind == "bfloat16":
            wide = (a.view(np.uint16).astype(np.uint32) << 16).view(np.float32) if kind == "bfloat16" and a.dtype.kind == "i" else a
            return ["c", kind, list(a.shape), [repr(float(x)) for x in wide.astype(np.float64).ravel()], tolerance]
        return ["a", kind, list(a.shape), data(np.ascontiguousarray(a))]
    if type(v).__module__.startswith("torch") and type(v).__name__ == "Size":
        v = tuple(v)
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
        return ["p", *[answer(e, np, tolerance) for e in v]]
    if isinstance(v, list):
        return ["l", *[answer(e, np, tolerance) for e in v]]
    if isinstance(v, dict):
        return ["d", *[[k, answer(e, np, tolerance)] for k, e in v.items()]]
    if isinstance(v, np.ndarray):
        return ["a", v.dtype.name, list(v.shape), data(np.ascontiguousarray(v))]
    if isinstance(v, np.dtype):
        return ["o", v.name]
    return ["o", str(v)]


def run(text, modules, np, tolerance):
    scope = dict(modules)
    *body, last = text.split("\n")
    try:
        exec("\n".join(body), scope)
        return answer(eval(last, scope), np, tolerance)
    except Exception as e:
        return ["e", type(e).__name__, str(e)]


def main():
    framework = FRAMEWORK
    import numpy as np

    programs = importlib.import_module(f"draws_{framework}")
    version, modules = np.__version__, {"numpy": np, "np": np}
    if framework != "numpy":
        version, modules = programs.environment()
        modules = {"numpy": np, **modules}
    out = []
    for text in programs.programs():
        text, tolerance = text if isinstance(text, tuple) else (text, 0)
        if framework != "numpy":
            programs.reset()
        a = run(text, modules, np, tolerance)
        if a[0] == "e" and any(re.search(p, text) for p in programs.OTHER_TEXTS):
            a[2] = None
        out.append([text, a])
    path = ROOT / "support" / "script" / "testdata" / f"draws-{framework}.json.gz"
    with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
        z.write(json.dumps({"framework": framework, "version": version, "count": len(out), "programs": out}, separators=(",", ":")).encode())
    print(f"{path.name}: {len(out)} programs, {sum(a[0] == 'e' for _, a in out)} of them errors, {path.stat().st_size >> 10} KiB")


main()
