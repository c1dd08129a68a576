"""Checks logits.npz and classify.star against each other with NumPy alone.

    python check_reference.py

classify.star is at once a Python program, so it is run here over a stand-in for
ivy: the dozen functions it calls, in NumPy's float32, from their definitions.
Needs neither PyTorch nor goivy. Exits 1, saying where, if a result differs.
"""

import ast
import json
import math
import pathlib
import struct
import types

import numpy as np

HERE = pathlib.Path(__file__).parent
TOLERANCE = 1e-4  # absolute; PyTorch, too, works in float32, so neither side is exact


def load_safetensors(path):
    """Returns the tensors of a safetensors file, which must all be float32, by name."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8 : 8 + size]), raw[8 + size :]
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] != "F32":
            raise SystemExit(f"{path.name}: {name} is {entry['dtype']}, want F32")
        begin, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return tensors


def gelu(x):
    erf = np.vectorize(math.erf, otypes=[np.float64])
    return (x * 0.5 * (1 + erf(x / math.sqrt(2)))).astype(x.dtype)


def layer_norm(x, normalized_idxs, *, scale, offset, eps):
    axes = tuple(normalized_idxs)
    variance = x.var(axis=axes, keepdims=True)
    return (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(variance + np.float32(eps)) * scale + offset


def softmax(x, *, axis):
    exp = np.exp(x - x.max(axis=axis, keepdims=True))
    return exp / exp.sum(axis=axis, keepdims=True)


IVY = types.SimpleNamespace(
    float32=np.float32,
    argmax=np.argmax,
    astype=np.ndarray.astype,
    equal=np.equal,
    gelu=gelu,
    layer_norm=layer_norm,
    linear=lambda x, weight, *, bias: x @ weight.T + bias,
    mean=np.mean,
    reshape=np.reshape,
    softmax=softmax,
)


def evaluate(path, names):
    """Runs the program at path with names predeclared and returns its last expression's value."""
    *statements, last = ast.parse(path.read_text(), path.name).body
    exec(compile(ast.Module(statements, []), path.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), path.name, "eval"), names)


def difference(got, want):
    """Returns how got differs from want, or "" when it does not, and the largest absolute difference."""
    if (got.dtype, got.shape) != (want.dtype, want.shape):
        return f"{got.dtype} {got.shape}, want {want.dtype} {want.shape}", math.inf
    gap = np.abs(got.astype(np.float64) - want)
    allowed = TOLERANCE if want.dtype == np.float32 else 0
    # The negation makes NaN a difference.
    return "" if np.all(gap <= allowed) else f"differs, allowed is {allowed}", gap.max()


def main():
    with np.load(HERE / "digits.npz") as data, np.load(HERE / "logits.npz") as reference:
        names = {"ivy": IVY, "digits": dict(data), "model": load_safetensors(HERE / "digits-model.safetensors")}
        result, want = evaluate(HERE / "classify.star", names), dict(reference)
    failures = []
    if result.keys() != want.keys():
        raise SystemExit(f"keys {sorted(result)}, want {sorted(want)}")
    for key, value in result.items():
        problem, gap = difference(np.asarray(value), want[key])
        print(f"{key}: {want[key].dtype} {want[key].shape}, largest absolute difference {gap:.2e} {problem}")
        if problem:
            failures.append(key)
    if failures:
        raise SystemExit(f"differ: {', '.join(failures)}")


if __name__ == "__main__":
    main()
