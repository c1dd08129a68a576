"""Writes frontends/tensorflow/testdata/values-convolutions.json.gz: what TensorFlow answers
of convolutions and poolings on a CPU. Run it in an environment with
requirements_tensorflow.txt. With oneDNN's kernels some calls that are mistaken end the
process, as inputs without their batch do without."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np
import tensorflow as tf

from common import DTYPES, FLOATS, np_dtype
from tensorflow_common import add, c, pool

SHAPES = {1: (2, 7, 4), 2: (2, 6, 5, 4), 3: (1, 4, 4, 3, 4)}
KERNELS = {1: (3,), 2: (3, 2), 3: (2, 3, 2)}
FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def mat(d, *shape, seed=0):
    return pool.matrix(d, shape, seed)


def normal(d, *shape, seed=0):
    return pool.normal(d, shape, seed)


for r in (1, 2, 3):
    s, k = SHAPES[r], KERNELS[r]
    conv, back, first = f"nn.conv{r}d", f"nn.conv{r}d_transpose", {1: "stride", 2: "strides", 3: "strides"}[r]
    ones = [1] * (r + 2)
    stride = lambda n: n if r < 3 else [1] + [n] * r + [1]
    for d in DTYPES:
        x, w = mat(d, *s), mat(d, *k, 4, 6)
        add(conv, x, w, stride(1), "SAME")
        add(conv, x, w, stride(2), "VALID")
        add("nn.convolution", x, w, padding="SAME")
        out = [s[0]] + [2 * n for n in s[1:-1]] + [3]
        add(back, x, mat(d, *k, 3, 4), out, 2)
        if d in FLOATS:
            add(conv, normal(d, *s), normal(d, *k, 4, 6), stride(1), "SAME")
            add(back, normal(d, *s), normal(d, *k, 3, 4), out, 2)
        add(conv, x, mat("float32" if d != "float32" else "float64", *k, 4, 6), stride(1), "SAME")
    x, w = mat("float32", *s), mat("float32", *k, 4, 6)
    for f in (conv, "nn.convolution"):
        name = first if f == conv else "strides"
        for v in (1, 2, [2], [2] * r, list(range(1, r + 1)), ones, [1] + [2] * r + [1], [2] * (r + 2), [1] * (r + 3), 0, -1, None, 9):
            for p in ("SAME", "VALID"):
                add(f, x, w, **{name: v}, padding=p)
        for p in ("same", "FULL", 1, None, [[0, 0]] + [[1, 2]] * r + [[0, 0]], [[0, 0]] + [[1, 0]] * r + [[0, 0]], [[1, 0]] + [[1, 2]] * r + [[0, 0]], [[1, 2]] * r, [[0, 0]] + [[-1, 2]] * r + [[0, 0]], [], [1] * (r + 2)):
            add(f, x, w, **{name: stride(1)}, padding=p)
        for v in (1, 2, [2], [2] * r, [1] + [2] * r + [1], [2] * (r + 2), 0, -1, 9, list(range(1, r + 1)), None):
            for p in ("SAME", "VALID"):
                add(f, x, w, **{name: stride(1)}, padding=p, dilations=v)
        add(f, x, w, **{name: stride(2)}, padding="SAME", dilations=stride(2))
        for v in FORMATS[r] + ("NHW", None):
            add(f, x, w, **{name: stride(1)}, padding="SAME", data_format=v)
    for a, b in ((mat("float32", 0, *s[1:]), w), (mat("float32", 2, 0, *s[2:]), w), (x, mat("float32", *k, 3, 6)), (x, mat("float32", *k, 2, 6)), (x, mat("float32", *k, 1, 8)), (x, mat("float32", *k, 2, 5)), (x, mat("float32", *k, 4, 0)), (x, mat("float32", *[9] * r, 4, 6)),
                 (mat("float32", 3, *s), w), (mat("float32", 3, 2, *s), w), (x, mat("float32", *[1] * r, 4, 6)), (x, mat("float32", *k, 0, 6))):
        for p in ("SAME", "VALID"):
            add(conv, a, b, stride(1), p)
        add("nn.convolution", a, b)
    # The transpose: every length whose convolution has the input's.
    y, u = mat("float32", 2, *[3] * r, 4), mat("float32", *k, 3, 4)
    for n in (1, 2, 3):
        for p in ("SAME", "VALID"):
            for more in (-1, 0, 1, 2, 3):
                size = [2] + [(3 - 1) * n + (m if p == "VALID" else 1) + more for m in k] + [3]
                add(back, y, u, size, n, p)
    for p in ([[0, 0]] + [[1, 0]] * r + [[0, 0]], "FULL", None, 1):
        add(back, y, u, [2] + [2 + m for m in (k if r > 1 else (3,))] + [3], 1, p)
        add(back, y, u, [2] + [1 + m for m in k] + [3], 1, p)
    for v in ([2] + [3] * r + [2], [1] + [3] * r + [3], [2] + [3] * r, [3] * r, [2] + [3] * r + [6], 3, None, [-1] + [3] * r + [3], [2] + [-1] * r + [3]):
        add(back, y, u, v, 1)
    for kw in ({"dilations": 2}, {"dilations": 1}, {"data_format": FORMATS[r][1]}, {"data_format": "NHW"}):
        add(back, y, u, [2] + [3] * r + [3], 1, **kw)
    for v in (1, [1], [1] * r, ones, [2] * (r + 2), 0, None):
        add(back, y, u, [2] + [3] * r + [3], v)
    for d in ("int32", "float64"):
        add(back, y, mat(d, *k, 3, 4), [2] + [3] * r + [3], 1)
    add(back, mat("float32", 0, *[3] * r, 4), u, [0] + [3] * r + [3], 1)
    add(back, y, mat("float32", *k, 3, 2), [2] + [3] * r + [3], 1)
    add(back, y, mat("float32", *k, 3, 4), [2] + [3] * r + [6], 1)

    # Poolings.
    for kind in ("max", "avg"):
        for f in (f"nn.{kind}_pool{r}d", f"nn.{kind}_pool"):
            for d in DTYPES:
                add(f, mat(d, *s), 2, 2, "VALID")
                add(f, mat(d, *s), 3, 2, "SAME")
                if d in FLOATS:
                    add(f, normal(d, *s), 3, 1, "SAME")
                    wide = np.where(np.arange(np.prod(s)) % 5 == 0, np.nan, np.arange(np.prod(s)) % 7 - 3).reshape(s).astype(np_dtype(d))
                    low = np.where(np.arange(np.prod(s)) % 4 < 3, -np.inf, np.arange(np.prod(s)) % 7 - 3).reshape(s).astype(np_dtype(d))
                    for name, v in (("nans", wide), ("infs", low), ("low", np.full(s, -np.inf).astype(np_dtype(d)))):
                        add(f, pool.add(f"{d}.{name}{r}", v), 2, 1, "SAME")
            for size in (1, 2, 3, [2], [2] * r, list(range(1, r + 1)), [1] + [2] * r + [1], [1] * (r + 1) + [2], [2] + [1] * (r + 1), [2] * (r + 3), 0, -1, 9, None):
                for step in (1, 3):
                    for p in ("SAME", "VALID"):
                        add(f, x, size, step, p)
            for step in ([2], [2] * r, [1] + [2] * r + [1], [2] * (r + 2), [1] * (r + 3), 0, None):
                add(f, x, 2, step, "SAME")
            add(f, x, [1] * (r + 1) + [2], [1] * (r + 1) + [2], "VALID")
            for p in ("same", "FULL", None, 1, [[0, 0]] + [[1, 1]] * r + [[0, 0]], [[0, 0]] + [[1, 0]] * r + [[0, 0]], [[0, 0]] + [[2, 2]] * r + [[0, 0]], [[1, 1]] * r, [[1, 0]] + [[1, 0]] * r + [[0, 0]]):
                add(f, x, 2, 1, p)
            for v in FORMATS[r] + ("NHW",):
                add(f, x, 2, 1, "SAME", data_format=v)
            for y in (mat("float32", 0, *s[1:]), mat("float32", 2, 0, *s[2:]), mat("float32", *s[:-1], 0), mat("float32", 4), mat("float32", *s[1:]), mat("float32", *s, 2)):
                for p in ("SAME", "VALID"):
                    add(f, y, 2, 1, p)
        for kw in ({}, {"strides": [2] * r}, {"strides": 2}, {"dilations": [2] * r}, {"dilations": [2] * r, "strides": [2] * r}, {"dilations": 2}, {"data_format": FORMATS[r][0]}, {"data_format": FORMATS[r][1]}, {"strides": [1] + [2] * r + [1]}):
            for p in ("SAME", "VALID"):
                add("nn.pool", x, [2] * r, kind.upper(), padding=p, **kw)
        add("nn.pool", x, [3] * r, kind, [2] * r)
        add("nn.pool", x, 2, kind.upper())
        add("nn.pool", x, [2] * (r + 1), kind.upper())
        add("nn.pool", x, [2] * r, "MIN")
        add("nn.pool", x, [2] * r, kind.upper(), padding=[[0, 0]] + [[1, 1]] * r + [[0, 0]])
        add("nn.pool", mat("int32", *s), [2] * r, kind.upper())

x, w = mat("float32", 2, 6, 5, 4), mat("float32", 3, 2, 4, 2)
for f, more in (("nn.depthwise_conv2d", ()), ("nn.separable_conv2d", (mat("float32", 1, 1, 8, 3),))):
    for d in DTYPES:
        typed = (mat(d, 1, 1, 8, 3),) if more else ()
        add(f, mat(d, 2, 6, 5, 4), mat(d, 3, 2, 4, 2), *typed, [1, 1, 1, 1], "SAME")
        if d in FLOATS:
            typed = (normal(d, 1, 1, 8, 3),) if more else ()
            add(f, normal(d, 2, 6, 5, 4), normal(d, 3, 2, 4, 2), *typed, [1, 2, 2, 1], "SAME")
    for v in ([1, 1, 1, 1], [1, 2, 2, 1], [1, 2, 1, 1], [2, 1, 1, 1], [1, 1], 1, [1, 0, 0, 1], [1, 9, 9, 1], None):
        for p in ("SAME", "VALID"):
            add(f, x, w, *more, v, p)
    for p in ("same", None, [[0, 0], [1, 2], [0, 1], [0, 0]], [[1, 1], [1, 1]], [[0, 0], [-1, 1], [0, 0], [0, 0]], [[1, 0], [1, 1], [0, 0], [0, 0]]):
        add(f, x, w, *more, [1, 1, 1, 1], p)
    for v in ([1, 1], [2, 2], [1, 2], [2, 3], 2, [1, 2, 2, 1], [0, 1], None):
        for p in ("SAME", "VALID"):
            add(f, x, w, *more, [1, 1, 1, 1], p, dilations=v)
            if v in ([1, 1], None):  # with others TensorFlow takes steps over the batch that it makes of distances
                add(f, x, w, *more, [1, 2, 2, 1], p, dilations=v)
    for v in ("NHWC", "NCHW", "NHW"):
        add(f, x, w, *more, [1, 1, 1, 1], "SAME", data_format=v)
    for a, b in ((mat("float32", 0, 6, 5, 4), w), (x, mat("float32", 3, 2, 3, 2)), (x, mat("float32", 3, 2, 4)), (mat("float32", 6, 5, 4), w), (x, mat("float32", 9, 9, 4, 2)), (x, mat("float64", 3, 2, 4, 2)), (mat("float32", 3, 2, 6, 5, 4), w)):
        for p in ("SAME", "VALID"):
            add(f, a, b, *more, [1, 1, 1, 1], p)
    add(f, x, mat("float32", 3, 2, 4, 1), *([mat("float32", 1, 1, 4, 3)] if more else []), [1, 1, 1, 1], "SAME")
add("nn.separable_conv2d", x, w, mat("float32", 1, 1, 7, 3), [1, 1, 1, 1], "SAME")
add("nn.separable_conv2d", x, w, mat("float32", 1, 2, 8, 3), [1, 1, 1, 1], "SAME")
add("nn.separable_conv2d", x, w, mat("float32", 8, 3), [1, 1, 1, 1], "SAME")
add("nn.separable_conv2d", x, w, mat("float64", 1, 1, 8, 3), [1, 1, 1, 1], "SAME")

c.write("tensorflow", tf.__version__, "values-convolutions")
