"""Derivatives at the edges, as JAX and PyTorch give them: gradients.json.gz and gradients_complex.json.gz in
ivy/testdata.

Run with jax 0.10.2 and torch 2.13.0. Everything is float64, or complex128; numbers are written as texts, so
that NaN and infinities survive. For each function the gradients of the sum of its result; of
complex numbers what is pulled back of 1 and of i, in JAX's convention, which is the conjugate of PyTorch's.
"""

import gzip
import itertools
import json
import os

os.environ["JAX_ENABLE_X64"] = "1"

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import numpy as np
import torch

POINTS = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.25, 30.0, -30.0, 800.0, -800.0, 1e-310, 1e300, float("inf"), float("-inf"), float("nan")]

UNARY = {
    "Abs": (jnp.abs, torch.abs), "Acos": (jnp.arccos, torch.acos), "Acosh": (jnp.arccosh, torch.acosh), "Asin": (jnp.arcsin, torch.asin),
    "Asinh": (jnp.arcsinh, torch.asinh), "Atan": (jnp.arctan, torch.atan), "Atanh": (jnp.arctanh, torch.atanh), "Cos": (jnp.cos, torch.cos),
    "Cosh": (jnp.cosh, torch.cosh), "Erf": (special.erf, torch.erf), "Erfc": (special.erfc, torch.erfc), "Exp": (jnp.exp, torch.exp),
    "Expm1": (jnp.expm1, torch.expm1), "Log": (jnp.log, torch.log), "Log10": (jnp.log10, torch.log10), "Log1p": (jnp.log1p, torch.log1p),
    "Log2": (jnp.log2, torch.log2), "Negative": (jnp.negative, torch.neg), "Reciprocal": (jnp.reciprocal, torch.reciprocal),
    "Relu": (jax.nn.relu, torch.relu), "Sigmoid": (jax.nn.sigmoid, torch.sigmoid), "Sign": (jnp.sign, torch.sign), "Silu": (jax.nn.silu, torch.nn.functional.silu),
    "Sin": (jnp.sin, torch.sin), "Sinh": (jnp.sinh, torch.sinh), "Sqrt": (jnp.sqrt, torch.sqrt), "Square": (jnp.square, torch.square),
    "Tan": (jnp.tan, torch.tan), "Tanh": (jnp.tanh, torch.tanh), "Softplus": (jax.nn.softplus, torch.nn.functional.softplus),
    "Gelu": (lambda x: jax.nn.gelu(x, approximate=False), torch.nn.functional.gelu),
    "Floor": (jnp.floor, torch.floor), "Round": (jnp.round, torch.round),
}

BINARY = {
    "Add": (jnp.add, torch.add), "Atan2": (jnp.arctan2, torch.atan2), "CopySign": (jnp.copysign, torch.copysign), "Divide": (jnp.divide, torch.div),
    "Hypot": (jnp.hypot, torch.hypot), "LogAddExp": (jnp.logaddexp, torch.logaddexp), "Maximum": (jnp.maximum, torch.maximum),
    "Minimum": (jnp.minimum, torch.minimum), "Multiply": (jnp.multiply, torch.mul), "Pow": (jnp.power, torch.pow),
    "Remainder": (jnp.remainder, torch.remainder), "Subtract": (jnp.subtract, torch.sub), "Fmax": (jnp.fmax, torch.fmax), "Fmin": (jnp.fmin, torch.fmin),
}

# Activation functions and losses by PyTorch alone, whose definitions they follow: with the points where their slopes jump.
F = torch.nn.functional
JUMPS = POINTS + [3.0, -3.0, 6.0]
ACTIVATIONS = {
    "Celu": F.celu, "Elu": F.elu, "Hardshrink": F.hardshrink, "Hardsigmoid": F.hardsigmoid, "Hardswish": F.hardswish, "Hardtanh": F.hardtanh, "LeakyRelu": lambda x: F.leaky_relu(x, 0.2),
    "LogSigmoid": F.logsigmoid, "Mish": F.mish, "Relu6": F.relu6, "Selu": F.selu, "Softshrink": F.softshrink, "Softsign": F.softsign, "Tanhshrink": F.tanhshrink,
    "ThresholdedRelu": lambda x: F.threshold(x, 0.0, 0.0),
}
LOSSES = {
    "HingeEmbeddingLoss": F.hinge_embedding_loss, "HuberLoss": F.huber_loss, "L1Loss": F.l1_loss, "MSELoss": F.mse_loss, "SmoothL1Loss": F.smooth_l1_loss,
}

LINES = [[1.0, 2.0, 3.0], [2.0, 2.0, 1.0], [0.0, 3.0, 2.0], [0.0, 3.0, 0.0], [3.0, 0.0, 2.0], [2.0, 2.0, 2.0], [0.0, 0.0, 0.0], [1.0, float("inf"), 2.0],
         [float("-inf"), 1.0, 2.0], [1.0, float("nan"), 2.0], [5.0], [-0.0, 0.0]]

WEIGHTS = [1.0, -2.0, 0.5]

ALONG = {
    "Sum": (jnp.sum, torch.sum), "Mean": (jnp.mean, torch.mean), "Prod": (jnp.prod, torch.prod), "Max": (jnp.max, torch.amax), "Min": (jnp.min, torch.amin),
    "Var": (jnp.var, lambda x: torch.var(x, correction=0)), "Std": (jnp.std, lambda x: torch.std(x, correction=0)),
    "CumulativeSum": (jnp.cumsum, lambda x: torch.cumsum(x, 0)), "CumulativeProd": (jnp.cumprod, lambda x: torch.cumprod(x, 0)),
    "Sort": (jnp.sort, lambda x: torch.sort(x, stable=True).values), "Softmax": (jax.nn.softmax, lambda x: torch.softmax(x, 0)),
    "LogSoftmax": (jax.nn.log_softmax, lambda x: torch.log_softmax(x, 0)),
}


def weighted(z, like):
    """The sum of a result's elements, each times a weight of its own."""
    return (z * like(WEIGHTS)[: z.shape[0]]).sum() if z.ndim else z


def by_jax(f, *xs):
    grads = jax.grad(lambda *v: weighted(f(*v), jnp.asarray) if f(*v).shape == v[0].shape and v[0].shape[0] <= 3 else f(*v).sum(), tuple(range(len(xs))))(*[jnp.asarray(x) for x in xs])
    return [np.asarray(g).tolist() for g in grads]


def by_torch(f, *xs):
    vs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in xs]
    z = f(*vs)
    loss = weighted(z, lambda w: torch.tensor(w, dtype=torch.float64)) if z.shape == vs[0].shape and vs[0].shape[0] <= 3 else z.sum()
    return [g.tolist() if g is not None else [0.0] * len(x) for g, x in zip(torch.autograd.grad(loss, vs, allow_unused=True) if loss.requires_grad else [None] * len(vs), xs)]


def text(values):
    return [repr(float(v)) for v in values]


def cases():
    for name, (j, t) in UNARY.items():
        yield name, [POINTS], j, t
    left, right = zip(*itertools.product(POINTS, POINTS))
    for name, (j, t) in BINARY.items():
        yield name, [list(left), list(right)], j, t
    for name, (j, t) in ALONG.items():
        for line in LINES:
            yield name, [line], j, t
    for name, t in ACTIVATIONS.items():
        yield name, [JUMPS], None, t
    for name, t in LOSSES.items():
        yield name, [list(left), list(right)], None, t


PARTS = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 800.0, -800.0, 1e-200, 1e200, float("inf"), float("-inf"), float("nan")]
COMPLEX_POINTS = [complex(a, b) for a in PARTS for b in PARTS]
FEW = [complex(a, b) for a, b in [(0, 0), (0.0, -0.0), (-0.0, 0.0), (1, 0), (-1, 0.0), (-1, -0.0), (2, 1), (-2, -1), (0, 2), (0.5, -0.5), (float("inf"), 0), (1, float("-inf")), (float("nan"), 1), (30, 1)]]

COMPLEX_UNARY = {
    "Abs": (jnp.abs, torch.abs), "Acos": (jnp.arccos, torch.acos), "Acosh": (jnp.arccosh, torch.acosh), "Asin": (jnp.arcsin, torch.asin),
    "Asinh": (jnp.arcsinh, torch.asinh), "Atan": (jnp.arctan, torch.atan), "Atanh": (jnp.arctanh, torch.atanh), "Conj": (jnp.conj, torch.conj),
    "Cos": (jnp.cos, torch.cos), "Cosh": (jnp.cosh, torch.cosh), "Exp": (jnp.exp, torch.exp), "Expm1": (jnp.expm1, torch.expm1),
    "Imag": (jnp.imag, torch.imag), "Log": (jnp.log, torch.log), "Log10": (jnp.log10, torch.log10), "Log1p": (jnp.log1p, torch.log1p),
    "Log2": (jnp.log2, torch.log2), "Negative": (jnp.negative, torch.neg), "Real": (jnp.real, torch.real), "Reciprocal": (jnp.reciprocal, torch.reciprocal),
    "Sigmoid": (jax.nn.sigmoid, torch.sigmoid), "Sign": (jnp.sign, torch.sgn), "Sin": (jnp.sin, torch.sin), "Sinh": (jnp.sinh, torch.sinh), "Sqrt": (jnp.sqrt, torch.sqrt),
    "Square": (jnp.square, torch.square), "Tan": (jnp.tan, torch.tan), "Tanh": (jnp.tanh, torch.tanh),
}

COMPLEX_BINARY = {"Add": (jnp.add, torch.add), "Divide": (jnp.divide, torch.div), "Multiply": (jnp.multiply, torch.mul), "Pow": (jnp.power, torch.pow), "Subtract": (jnp.subtract, torch.sub)}

COMPLEX_LINES = [[1, 2j, 3], [0, 3j, 2], [0, 3, 0j], [2 + 1j, 2 + 1j, -1j], [0, 0, 0], [1j, complex("inf"), 2], [1, complex("nan"), 2j], [5j]]

COMPLEX_ALONG = {
    "Sum": (jnp.sum, torch.sum), "Mean": (jnp.mean, torch.mean), "Prod": (jnp.prod, torch.prod), "Var": (jnp.var, lambda x: torch.var(x, correction=0)),
    "Std": (jnp.std, lambda x: torch.std(x, correction=0)), "CumulativeSum": (jnp.cumsum, lambda x: torch.cumsum(x, 0)), "CumulativeProd": (jnp.cumprod, lambda x: torch.cumprod(x, 0)),
}


def pulled_by_jax(f, u, *xs):
    z, pull = jax.vjp(f, *[jnp.asarray(x, dtype=jnp.complex128) for x in xs])
    return [np.asarray(g).tolist() for g in pull(jnp.full(z.shape, u if jnp.iscomplexobj(z) else 1.0, z.dtype))]


def pulled_by_torch(f, u, *xs):
    vs = [torch.tensor(x, dtype=torch.complex128, requires_grad=True) for x in xs]
    z = f(*vs)
    gs = torch.autograd.grad(z, vs, torch.full_like(z, u.conjugate() if z.dtype.is_complex else 1.0))
    return [g.conj().tolist() for g in gs]


def complex_text(values):
    return [repr(float(p)) for v in values for p in (complex(v).real, complex(v).imag)]


def complex_cases():
    for name, (j, t) in COMPLEX_UNARY.items():
        yield name, [COMPLEX_POINTS], j, t
    left, right = zip(*itertools.product(FEW, FEW))
    for name, (j, t) in COMPLEX_BINARY.items():
        yield name, [list(left), list(right)], j, t
    for name, (j, t) in COMPLEX_ALONG.items():
        for line in COMPLEX_LINES:
            yield name, [line], j, t


def write(name, out):
    path = os.path.join(os.path.dirname(__file__), "..", "..", "ivy", "testdata", name + ".json.gz")
    with gzip.GzipFile(path, "wb", mtime=0) as f:
        f.write(json.dumps(out).encode())
    print(name, len(out), "cases", os.path.getsize(path), "bytes")


def main():
    write("gradients", [{"row": name, "x": [text(x) for x in xs], "jax": [text(g) for g in (by_jax(j, *xs) if j else by_torch(t, *xs))], "torch": [text(g) for g in by_torch(t, *xs)]} for name, xs, j, t in cases()])
    out = []
    for name, xs, j, t in complex_cases():
        for u in (1, 1j):
            out.append({"row": name, "u": complex_text([u]), "x": [complex_text(x) for x in xs], "jax": [complex_text(g) for g in pulled_by_jax(j, complex(u), *xs)],
                        "torch": [complex_text(g) for g in pulled_by_torch(t, complex(u), *xs)]})
    write("gradients_complex", out)


if __name__ == "__main__":
    main()
