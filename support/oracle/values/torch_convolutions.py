"""Writes frontends/torch/testdata/values-convolutions.json.gz: what PyTorch answers of
convolutions and poolings. Run it in an environment with requirements.txt."""
import numpy as np
import torch

from common import DTYPES, FLOATS, np_dtype
from torch_common import P, add, c

F = "nn.functional."
SHAPES = {1: (2, 4, 7), 2: (2, 4, 6, 5), 3: (1, 4, 4, 4, 3)}
KERNELS = {1: (3,), 2: (3, 2), 3: (2, 3, 2)}


def mat(d, *shape, seed=0):
    return P.matrix(d, shape, seed)


def normal(d, *shape, seed=0):
    return P.normal(d, shape, seed)


def holes(name, d, values):
    """An operand of values that are not numbers, or the least ones."""
    return P.add(f"{d}.{name}", np.array(values).astype(np_dtype(d)))


for r in (1, 2, 3):
    s, k = SHAPES[r], KERNELS[r]
    conv, transposed = f"{F}conv{r}d", f"{F}conv_transpose{r}d"
    for d in DTYPES:
        x, w, b = mat(d, *s), mat(d, 6, 4, *k), mat(d, 6)
        back = mat(d, 4, 3, *k)
        add(conv, x, w, b, 2, 1)
        add(transposed, x, back, mat(d, 3), 2, 1)
        add(f"conv{r}d", x, w)
        add(f"conv_transpose{r}d", x, back)
        if d in FLOATS:
            add(conv, normal(d, *s), normal(d, 6, 4, *k), normal(d, 6), padding=1)
            add(transposed, normal(d, *s), normal(d, 4, 3, *k), normal(d, 3), 2)
        add(conv, x, mat("float32" if d != "float32" else "float64", 6, 4, *k))
        add(conv, x, w, mat("float32" if d != "float32" else "float64", 6))
    x, w, one = mat("float32", *s), mat("float32", 6, 4, *k), mat("float32", *s[1:])
    add(conv, one, w)
    add(conv, one, w, mat("float32", 6), padding="same")
    for padding in ("same", "valid", "full", "SAME", 0, 1, 2, -1, (1,), (1,) * r, [0] * (r + 1), 1.5, (), None):
        add(conv, x, w, padding=padding)
    for kw in ({"stride": 2}, {"stride": (2,) * r}, {"stride": tuple(range(1, r + 1))}, {"stride": 0}, {"stride": -1}, {"stride": 9, "padding": 1}, {"stride": (1,) * (r + 1)}, {"stride": 1.0},
               {"dilation": 2}, {"dilation": 2, "padding": 2, "stride": 2}, {"dilation": 0}, {"dilation": 9}, {"padding": "same", "stride": 2}, {"padding": "same", "dilation": 2},
               {"padding": "same", "dilation": tuple(range(1, r + 1))}, {"padding": tuple(range(r))}, {"groups": 2}, {"groups": 0}, {"groups": -1}, {"groups": 3}, {"groups": True}):
        add(conv, x, w, **kw)
    for g in (1, 2, 4):
        add(conv, x, mat("float32", 8, 4 // g, *k), mat("float32", 8), padding=1, groups=g)
        add(conv, x, mat("float32", 8, 4 // g, *k), None, 2, 1, 1, g)
        add(transposed, x, mat("float32", 4, 3, *k), mat("float32", 3 * g), padding=1, groups=g)
        add(transposed, x, mat("float32", 4, 3, *k), None, 2, 1, 1, g)
    add(conv, x, mat("float32", 6, 3, *k))
    add(conv, x, mat("float32", 6, 4, *k[1:]))
    add(conv, x, mat("float32", 6, 4, *k, 1))
    add(conv, mat("float32", 4), w)
    add(conv, mat("float32", *s, 1, 1), w)
    add(conv, x, w, mat("float32", 5))
    add(conv, x, w, mat("float32", 1))
    add(conv, x, w, mat("float32", 6, 1))
    add(conv, x, mat("float32", 6, 4, *[9] * r))
    add(conv, x, mat("float32", 6, 4, *[9] * r), padding=2)
    add(conv, mat("float32", 0, *s[1:]), w)
    add(conv, mat("float32", 0, *s[1:]), w, mat("float32", 6), 2, 1)
    add(conv, mat("float32", *s[:-1], 0), w, padding=2)
    add(conv, mat("float32", *s), mat("float32", 0, 4, *k))
    add(conv, x, mat("float32", 6, 4, *[1] * r))
    add(conv, x, [1, 2])
    add(conv, 2.5, w)
    add(conv, x, w, 1.0)
    add(transposed, one, mat("float32", 4, 3, *k))
    back = mat("float32", 4, 3, *k)
    for kw in ({"stride": 2, "output_padding": 1}, {"stride": 3, "output_padding": 2, "padding": 1}, {"stride": tuple(range(1, r + 1))}, {"dilation": 2}, {"dilation": 3, "output_padding": 2, "stride": 2, "padding": 2}, {"output_padding": 1},
               {"output_padding": -1}, {"padding": 5}, {"padding": -1}, {"stride": 0}, {"dilation": 0}, {"padding": "same"}, {"groups": 0}, {"groups": 3}, {"padding": (1,) * r}, {"stride": (2,), "padding": (1,)}, {"stride": (1,) * (r + 1)},
               {"stride": 4, "padding": 2, "output_padding": 3}):
        add(transposed, x, back, **kw)
    add(transposed, x, mat("float32", 5, 3, *k))
    add(transposed, x, back, mat("float32", 5))
    add(transposed, mat("float32", 0, *s[1:]), back)
    add(transposed, x, mat("float64", 4, 3, *k))

    # Poolings.
    most, mean, adaptive_most, adaptive = f"{F}max_pool{r}d", f"{F}avg_pool{r}d", f"{F}adaptive_max_pool{r}d", f"{F}adaptive_avg_pool{r}d"
    for d in DTYPES:
        x = mat(d, *s)
        add(most, x, 2)
        add(most, x, 3, 2, 1, return_indices=True)
        add(f"max_pool{r}d", x, 2)
        add(mean, x, 2)
        add(mean, x, 3, 2, 1)
        add(mean, x, 3, 2, 1, count_include_pad=False)
        add(adaptive, x, 3)
        add(adaptive, x, 1)
        add(adaptive_most, x, 3)
        add(adaptive_most, x, 2, True)
        add(f"{F}lp_pool{r}d", x, 2, 2)
        if d in FLOATS:
            n = normal(d, *s)
            add(mean, n, 3, 1, 1)
            add(adaptive, n, 3)
            add(adaptive, n, 1)
            add(adaptive, n, [2] + [None] * (r - 1) if r > 1 else 2)
            add(f"{F}lp_pool{r}d", n, 2, 3, 2)
            add(f"{F}lp_pool{r}d", n, 1, 2)
            add(f"{F}lp_pool{r}d", n, 2.0, 2, 2, True)
    x, one = mat("float32", *s), mat("float32", *s[1:])
    for f in (most, mean, adaptive_most, adaptive):
        add(f, one, 2)
        add(f, mat("float32", 0, *s[1:]), 2)
        add(f, mat("float32", *s[:-1], 0), 2)
        add(f, mat("float32", s[0], 0, *s[2:]), 2)
        add(f, mat("float32", 4), 2)
        add(f, mat("float32", *s, 1, 1), 2)
        add(f, x, (2,) * r)
        add(f, x, tuple(range(1, r + 1)))
        add(f, x, (2,))
        add(f, x, (2,) * (r + 1))
        add(f, x, 0)
        add(f, x, -1)
        add(f, x, 9)
        add(f, x, 2.5)
        add(f, x, None)
        add(f, 2.5, 2)
        add(f, x)
        add(f, x, ())
    for f in (most, mean):
        for kw in ({"stride": 1}, {"stride": 3}, {"stride": (2,)}, {"stride": tuple(range(1, r + 1))}, {"stride": ()}, {"stride": 0}, {"stride": -1}, {"stride": (1,) * (r + 1)}, {"padding": 1}, {"padding": 2}, {"padding": -1}, {"padding": (1,) * r},
                   {"ceil_mode": True}, {"stride": 1, "ceil_mode": True}, {"stride": 2, "padding": 1, "ceil_mode": True}, {"stride": 5, "ceil_mode": True}, {"stride": 3, "padding": 1, "ceil_mode": True}, {"stride": 4, "padding": 1, "ceil_mode": True}):
            add(f, x, 3, **kw)
            if f == most:
                add(f, x, 3, **kw, return_indices=True)
            if f == mean:
                add(f, x, 3, **kw, count_include_pad=False)
                if r > 1:
                    add(f, x, 3, **kw, divisor_override=5)
        for size in (1, 2, 4, 5):
            for stride in (1, 2, 3):
                for padding in range(size // 2 + 1):
                    add(f, x, size, stride, padding, ceil_mode=True)
    for kw in ({"dilation": 2}, {"dilation": 2, "stride": 1, "padding": 1}, {"dilation": 3, "kernel_size": 2, "stride": 1}, {"dilation": 0}, {"dilation": 9}, {"dilation": 2, "stride": 2, "padding": 1, "ceil_mode": True}):
        kw = {"kernel_size": 2} | kw
        add(most, x, **kw)
        add(most, x, **kw, return_indices=True)
    add(f"{most}_with_indices", x, 2)
    add(f"{adaptive_most}_with_indices", x, 2)
    if r == 1:
        add("max_pool1d_with_indices", x, 2)
        add("adaptive_max_pool1d", x, 2)
        add("avg_pool1d", x, 2)
        add("adaptive_avg_pool1d", x, 2)
    else:
        for n in (0, -3, 2.5):
            add(mean, x, 2, divisor_override=n)
            add(mean, mat("int64", *s), 2, divisor_override=n)
    for size in (0, 4, 5, 7, (None,) * r, [None, 2, 3][:r], 1.5, "a"):
        add(adaptive, x, size)
        add(adaptive_most, x, size)
        add(adaptive_most, x, size, True)
    for d in FLOATS:
        nans = holes(f"nans{r}", d, np.where(np.arange(np.prod(s)) % 5 == 0, np.nan, np.arange(np.prod(s)) % 7 - 3).reshape(s))
        infs = holes(f"infs{r}", d, np.where(np.arange(np.prod(s)) % 4 < 3, -np.inf, np.arange(np.prod(s)) % 7 - 3).reshape(s))
        low = holes(f"low{r}", d, np.full(s, -np.inf))
        for x in (nans, infs, low):
            add(most, x, 2)
            add(most, x, 3, 1, 1, return_indices=True)
            add(adaptive_most, x, 3, True)
            add(adaptive_most, x, 2)
            add(mean, x, 2)
    for p in (0, 0.5, 3, -1, float("inf")):
        add(f"{F}lp_pool{r}d", mat("float32", *s), p, 2)
    for size in ((2,) * r, (2,), 0, [2, 3, 1][:r]):
        add(f"{F}lp_pool{r}d", mat("float32", *s), 2, size)
    for d in ("int8", "uint8", "int64"):
        lo = np.iinfo(d).min
        x = holes(f"least{r}", d, np.where(np.arange(np.prod(s)) % 2 == 0, lo, lo + 1).reshape(s))
        add(most, x, 3, 1, 1)
        add(most, x, 3, 1, 1, return_indices=True)

c.write("torch", torch.__version__.split("+")[0], "values-convolutions")
