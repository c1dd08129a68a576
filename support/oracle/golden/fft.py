"""Rows of the group fft: sums of products with roots of unity in long doubles of 64 bits, rounded. A
transform in a dtype of precision ε may be off by ε·(2 + 1.5·log2 n) in the 2-norm of its line."""
import itertools
import math

import mpmath
import numpy as np

from .core import *
from .elementwise import small

WIDE = {"bfloat16": "complex64", "float16": "complex64", "float32": "complex64", "complex64": "complex64",
        "float64": "complex128", "complex128": "complex128"}
NORMS = ["backward", "ortho", "forward"]
ROOTS = {}


def spectral(d):
    return WIDE[d if d in WIDE else DEFAULT["float"]]


def root(k, n):
    """e**(2πi·k/n), to the 64 bits of this machine's long double."""
    k %= n
    if (k, n) not in ROOTS:
        z = mp.expjpi(mpf(2 * k) / n)
        ROOTS[k, n] = np.clongdouble(long(z.real)) + np.clongdouble(1j) * long(z.imag)
    return ROOTS[k, n]


def long(v):
    return np.longdouble(mpmath.nstr(v, 30))


def factor(norm, n, inverse):
    if norm == "ortho":
        return 1 / np.sqrt(np.longdouble(n))
    return 1 / np.longdouble(n) if (norm == "forward") != inverse else np.longdouble(1)


def resized(x, axis, n):
    """x with n elements along an axis: cut, or filled up with zeros."""
    x = np.moveaxis(x, axis, -1)
    z = np.zeros(x.shape[:-1] + (n,), x.dtype)
    m = min(n, x.shape[-1])
    z[..., :m] = x[..., :m]
    return np.moveaxis(z, -1, axis)


def along(x, axis, n, inverse, norm):
    """The transform of length n along an axis, by the sums themselves."""
    x = np.moveaxis(resized(x, axis, n), axis, -1)
    sign = 1 if inverse else -1
    w = np.array([[root(sign * j * k, n) for k in range(n)] for j in range(n)], np.clongdouble)
    return np.moveaxis((x[..., None] * w).sum(-2) * factor(norm, n, inverse), -1, axis)


def mirrored(x, axis, n):
    """All n elements of which x has those up to n/2; the others are conjugates."""
    x = np.moveaxis(resized(x, axis, n // 2 + 1), axis, -1)
    z = np.zeros(x.shape[:-1] + (n,), x.dtype)
    for k in range(n // 2 + 1):
        if k == 0 or 2 * k == n:
            z[..., k] = x[..., k].real
        else:
            z[..., k], z[..., n - k] = x[..., k], np.conj(x[..., k])
    return np.moveaxis(z, -1, axis)


def exact(x):
    return (x.astype(np.float64) if dtype_of(x) == "bfloat16" else x).astype(np.clongdouble)


def part_of(x, axis, n):
    """The first n elements along an axis."""
    return x[(slice(None),) * (axis % x.ndim) + (slice(n),)]


def transform(op, x, lengths, axes, norm):
    """The exact result of a function over axes of an array."""
    inverse = op in ("IFFT", "IFFTN", "IRFFT", "IRFFTN", "IHFFT")
    if op in ("IRFFT", "IRFFTN", "HFFT"):
        if op == "HFFT":
            x = resized(x, axes[-1], lengths[-1] // 2 + 1)
            x = np.conj(x)
        for a, n in zip(axes[:-1], lengths[:-1]):
            x = along(x, a, n, True, norm)
        # A transform backwards, with the factor of the function's own direction.
        z = along(mirrored(x, axes[-1], lengths[-1]), axes[-1], lengths[-1], True, "forward")
        return z * factor(norm, lengths[-1], inverse)
    for a, n in reversed(list(zip(axes, lengths))):
        x = along(x, a, n, inverse, norm)
    if op in ("RFFT", "RFFTN", "IHFFT"):
        x = part_of(x, axes[-1], lengths[-1] // 2 + 1)
    return x


def slack(x, lengths, axes, norm, inverse, d):
    """An absolute error for each element: that of the 2-norm, of all that x has."""
    size = np.sqrt((abs(x) ** 2).sum())
    n = math.prod(lengths)
    e = float(size) * eps(d) * (2 + 1.5 * math.log2(max(n, 2)))
    return e * math.sqrt(2) * float(factor(norm, n, inverse))


def one(g, op, a, d, f, opts=None):
    """A row of a transform."""
    opts = opts or {}
    norm = opts.get("norm", "backward")
    ndim = a.val.ndim
    half = op in ("IRFFT", "IRFFTN", "HFFT")
    many = op.endswith("N")
    axes, s = opts.get("axis"), opts.get("s")
    if many and axes is None:
        axes = list(range(ndim))[ndim - len(s):] if s else list(range(ndim))
    elif axes is None:
        axes = -1
    axes = [i % ndim for i in (axes if isinstance(axes, list) else [axes])]
    if many:
        lengths = s
    else:
        lengths = [opts["n"]] if "n" in opts else None
    if lengths is None:
        lengths = [a.val.shape[i] for i in axes]
        if half:
            lengths[-1] = 2 * (lengths[-1] - 1)
    c = spectral(d)
    out = part(c) if half else c
    x = exact(a.val)
    z = transform(op, x, lengths, axes, norm)
    vals = [(float(v.real), float(v.imag)) for v in z.ravel()] if out in PART else [float(v.real) for v in z.ravel()]
    inverse = op in ("IFFT", "IFFTN", "IRFFT", "IRFFTN", "IHFFT")
    e = slack(x, lengths, axes, norm, inverse, c) * (2 if half else 1)
    count = z.size * (2 if out in PART else 1)
    g.row(op, [a], build(vals, out, z.shape), opts=opts, d=d, f=f, tol=2, slack=[e] * count, mask=[1] * count)


FORMS_WITH_AXES = ["contiguous", "strided", "reversed", "transposed", "broadcast"]


def rows(g):
    one_axis = {"FFT": None, "IFFT": None, "RFFT": ORDERED, "IRFFT": None, "HFFT": None, "IHFFT": ORDERED}
    many_axes = {"FFTN": None, "IFFTN": None, "RFFTN": ORDERED, "IRFFTN": None}
    for op, dtypes in {**one_axis, **many_axes}.items():
        many = op in many_axes
        for d in dtypes or ALL:
            cube = build(small(d, 30, "fft"), d, (2, 3, 5))
            for f in FORMS_WITH_AXES:
                one(g, op, form(f, cube), d, f)
            none = form("empty", cube)
            one(g, op, none, d, "empty", {"axis": [1, 2]} if many else None)
            wide = d in ("float32", "float64", "complex64", "complex128")
            for norm in NORMS if wide else NORMS[1:2]:
                if many:
                    one(g, op, A(cube), d, "contiguous", {"norm": norm, "s": [4, 6], "axis": [1, -1]})
                    one(g, op, A(cube), d, "contiguous", {"norm": norm, "s": [3, 4]})
                else:
                    for n, axis in [(4, 0), (2, 1), (7, 2)]:
                        one(g, op, A(cube), d, "contiguous", {"n": n, "norm": norm, "axis": axis})
            if not wide:
                continue
            if many:
                one(g, op, A(cube), d, "contiguous", {"axis": [2, 0]})
                one(g, op, A(cube), d, "contiguous", {"axis": 1, "s": [1]})
            for n in [] if many else [1, 2, 3, 8, 17, 24, 35]:
                line = A(build(small(d, n, f"line{n}"), d, (n,)))
                one(g, op, line, d, "contiguous", {"n": n})
            errors = [{"norm": "none"}, {"axis": [3] if many else 3}]
            errors += [{"axis": [1, 1]}, {"s": [0, 2], "axis": [0, 1]}, {"s": [2], "axis": [0, 1]}] if many else [{"n": 0}, {"n": -1}]
            for o in errors:
                g.row(op, [A(cube)], opts=o, err=["index"] if "axis" in o and "s" not in o else ["value"], d=d)
        for d in COMPLEX if dtypes else []:
            g.row(op, [A(build(small(d, 6, "fft"), d, (2, 3)))], err=["dtype"], d=d)
        for d in (dtypes or ALL)[:1]:
            g.row(op, [form("empty", build(small(d, 6, "fft"), d, (2, 3)))], opts={"axis": [0] if many else 0}, err=["value"], d=d)
    for op, half in [("FFTFreq", False), ("RFFTFreq", True)]:
        for d in FLOATS:
            for n, s in itertools.product([1, 2, 5, 8], [None, 0.25, 3.0]):
                ks = list(range(n // 2 + 1)) if half else [k if k <= (n - 1) // 2 else k - n for k in range(n)]
                vals = [mpf(k) / (n * mpf(s or 1)) for k in ks]
                opts = {"dtype": d} if s is None else {"dtype": d, "d": s}
                g.row(op, [{"int": n}], build(vals, d), opts=opts, d=d, tol=1)
        g.row(op, [{"int": 4}], build([mpf(k) / 4 for k in ([0, 1, 2] if half else [0, 1, -2, -1])], DEFAULT["float"]), d=DEFAULT["float"])
        for n in (0, -3):
            g.row(op, [{"int": n}], err=["value"], d=DEFAULT["float"])
        g.row(op, [{"int": 4}], opts={"d": 0.0}, err=["value"], d=DEFAULT["float"])
    for op, f in [("FFTShift", np.fft.fftshift), ("IFFTShift", np.fft.ifftshift)]:
        for d in ALL:
            cube = build(small(d, 30, "fft"), d, (2, 3, 5))
            for ff in FORMS:
                a = form(ff, cube)
                g.row(op, [a], f(a.val) if a.val.ndim else a.val, d=d, f=ff)
                for axis in ([0, 2, -2, [0, 2], [1, -1]] if a.val.ndim else []):
                    g.row(op, [a], f(a.val, axis), opts={"axis": axis}, d=d, f=ff)
            g.row(op, [A(cube)], opts={"axis": 3}, err=["index"], d=d)
