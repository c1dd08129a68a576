"""Rows of the group fft that are no Fourier transforms: windows, and what is computed by transforms. Those are sums of
products in long doubles of 64 bits, rounded, with the slack of the transforms."""
import itertools
import math

from .core import *
from .elementwise import small
from .fft import FORMS_WITH_AXES, NORMS, along, exact, factor, long, mirrored, resized, spectral


def kaiser(k, p, beta):
    return mp.besseli(0, beta * mp.sqrt(1 - (mpf(2 * k) / p - 1) ** 2)) / mp.besseli(0, beta)


def derived(n, beta):
    """The Kaiser-Bessel-derived window."""
    h = n // 2
    sums = [mpf(0)]
    for k in range(h + 1):
        sums.append(sums[-1] + (kaiser(k, h, beta) if h else 0))
    z = [mp.sqrt(v / sums[-1]) for v in sums[1:h + 1]]
    return z + z[::-1]


# Of a number k and a period p, with the options' values.
WINDOWS = {
    "HannWindow": lambda k, p: (1 - mp.cospi(mpf(2 * k) / p)) / 2,
    "HammingWindow": lambda k, p, alpha=0.54, beta=0.46: mpf(alpha) - mpf(beta) * mp.cospi(mpf(2 * k) / p),
    "BlackmanWindow": lambda k, p: mpf("0.42") - mp.cospi(mpf(2 * k) / p) / 2 + mpf("0.08") * mp.cospi(mpf(4 * k) / p),
    "BartlettWindow": lambda k, p: 1 - abs(mpf(2 * k) / p - 1),
    "KaiserWindow": lambda k, p, beta=12.0: kaiser(k, p, mpf(beta)),
    "KaiserBesselDerivedWindow": None,
    "VorbisWindow": lambda k, p: mp.sin(mp.pi / 2 * mp.sinpi((k + mpf(1) / 2) / p) ** 2),
}


def window(op, n, opts):
    if op == "KaiserBesselDerivedWindow":
        return derived(n, mpf(opts.get("beta", 12.0)))
    if n == 1:
        return [mpf(1)]
    p = n if op == "VorbisWindow" or opts.get("periodic", True) else n - 1
    return [WINDOWS[op](k, p, **{o: v for o, v in opts.items() if o in ("alpha", "beta")}) for k in range(n)]


def windows(g):
    """Rows of windows. Exponents of great numbers, and differences, have an error in proportion to those."""
    for op in WINDOWS:
        kinds = [{}]
        if op not in ("KaiserBesselDerivedWindow", "VorbisWindow"):
            kinds.append({"periodic": False})
        if "Kaiser" in op:
            kinds += [{"beta": b} for b in (0.0, 0.5, -3.0, 40.0, 300.0)]
        if op == "HammingWindow":
            kinds += [{"alpha": 0.5}, {"alpha": 0.25, "beta": -0.5, "periodic": False}]
        lengths = [0, 2, 4, 8, 34] if op == "KaiserBesselDerivedWindow" else [0, 1, 2, 3, 7, 8, 33]
        for opts, n in itertools.product(kinds, lengths):
            vals = [v if "Kaiser" in op or abs(v) > mpf(2) ** -300 else mpf(0) for v in window(op, n, opts)]  # what 400 bits leave of 0
            more = abs(opts.get("beta", 12.0)) if "Kaiser" in op else 4
            e = [0.0 if op in ("HannWindow", "BlackmanWindow", "BartlettWindow", "VorbisWindow") else eps("float64") * (1 + more) * max(abs(float(v)), 0.0 if "Kaiser" in op else 1.0) for v in vals]
            for d in FLOATS:
                g.row(op, [{"int": n}], build(vals, d), opts={"dtype": d, **opts}, d=d, tol=4 if d == "float64" else 1, slack=e if n else None)
        g.row(op, [{"int": 2}], build(window(op, 2, {}), DEFAULT["float"]), d=DEFAULT["float"], tol=1)
        for n in (-1, -4):
            g.row(op, [{"int": n}], err=["value"], d=DEFAULT["float"])
        for d in ("bool", "int32", "complex64"):
            g.row(op, [{"int": 4}], opts={"dtype": d}, err=["dtype"], d=DEFAULT["float"])
    g.row("KaiserBesselDerivedWindow", [{"int": 3}], err=["value"], d=DEFAULT["float"])


def cosine_matrix(kind, n):
    """What a cosine transform multiplies element j by for its element k, in long doubles."""
    m = np.zeros((n, n), np.longdouble)
    for k in range(n):
        for j in range(n):
            if kind == 1:
                m[j, k] = 2 * long(mp.cospi(mpf(j * k) / (n - 1))) if 0 < j < n - 1 else (-1) ** k if j else 1
            elif kind == 2:
                m[j, k] = 2 * long(mp.cospi(mpf(k * (2 * j + 1)) / (2 * n)))
            elif kind == 3:
                m[j, k] = 2 * long(mp.cospi(mpf(j * (2 * k + 1)) / (2 * n))) if j else 1
            else:
                m[j, k] = 2 * long(mp.cospi(mpf((2 * j + 1) * (2 * k + 1)) / (4 * n)))
    return m


def cosine(op, x, kind, n, axis, norm):
    """The cosine transform of length n along an axis, by the sums themselves."""
    x = np.moveaxis(resized(x, axis, n), axis, -1)
    inverse = op == "IDCT"
    if inverse:
        kind = {2: 3, 3: 2}.get(kind, kind)
    period = 2 * (n - 1) if kind == 1 else 2 * n
    m = cosine_matrix(kind, n) * factor(norm, period, inverse)
    root = np.sqrt(np.longdouble(2))
    if norm == "ortho" and kind == 1:
        m[[0, -1], :] *= root
        m[:, [0, -1]] /= root
    if norm == "ortho" and kind == 2:
        m[:, 0] /= root
    if norm == "ortho" and kind == 3:
        m[0, :] *= root
    return np.moveaxis(x @ m, -1, axis)


def narrow(d):
    """The dtype that a cosine transform of d has."""
    return d if d in FLOATS else DEFAULT["float"]


def direct(n):
    """What the error of a transform of length n grows by: libraries sum directly along a factor of it that is a greater prime (MKL: 17)."""
    p = 2
    while n > 1:
        p += n % p > 0
        while n % p == 0:
            n //= p
    return 2 if p > 7 else 1


def steps(d):
    """The dtype that its steps have."""
    return "float64" if narrow(d) == "float64" else "float32"


def real(x):
    return np.real(exact(x)).astype(np.longdouble)


def cosine_row(g, op, a, d, f, opts=None):
    opts = opts or {}
    x = real(a.val)
    axis = opts.get("axis", -1) % x.ndim
    n, norm, kind = opts.get("n", x.shape[axis]), opts.get("norm", "backward"), opts.get("type", 2)
    z = cosine(op, x, kind, n, axis, norm)
    period = 2 * (n - 1) if kind == 1 else 2 * n
    e = 2 * direct(period) * float(np.sqrt((x * x).sum())) * math.sqrt(2) * eps(steps(d)) * (2 + 1.5 * math.log2(max(period, 2))) * float(factor(norm, period, op == "IDCT"))
    g.row(op, [a], build([float(v) for v in z.ravel()], narrow(d), z.shape), opts=opts, d=d, f=f, tol=2, slack=[e] * z.size if z.size else None, mask=[1] * z.size)


def cosines(g):
    for op in ("DCT", "IDCT"):
        for d in ORDERED:
            cube = build(small(d, 30, "fft"), d, (2, 3, 5))
            for f in FORMS_WITH_AXES:
                cosine_row(g, op, form(f, cube), d, f)
            cosine_row(g, op, form("empty", cube), d, "empty")
            wide = d in FLOATS
            for kind in (1, 2, 3, 4) if wide else (1, 4):
                for norm in NORMS if wide else NORMS[1:2]:
                    cosine_row(g, op, A(cube), d, "contiguous", {"type": kind, "norm": norm, "axis": 1})
            if d not in ("float32", "float64"):
                continue
            for kind in (1, 2, 3, 4):
                for n in (1, 2, 3, 8, 17):
                    line = A(build(small(d, n, f"line{n}"), d, (n,)))
                    if kind > 1 or n > 1:
                        cosine_row(g, op, line, d, "contiguous", {"type": kind, "norm": "ortho"})
                for n, axis in [(4, 0), (2, 1), (7, -1)]:
                    cosine_row(g, op, A(cube), d, "contiguous", {"n": n, "axis": axis, "type": kind})
            for o in [{"norm": "none"}, {"axis": 3}, {"n": 0}, {"n": -1}, {"type": 0}, {"type": 5}, {"type": 1, "n": 1}]:
                g.row(op, [A(cube)], opts=o, err=["index"] if "axis" in o else ["value"], d=d)
        for d in COMPLEX:
            g.row(op, [A(build(small(d, 6, "fft"), d, (2, 3)))], err=["dtype"], d=d)
        g.row(op, [form("empty", build(small("float32", 6, "fft"), "float32", (2, 3)))], opts={"axis": 0}, err=["value"], d="float32")


def folded(x, y, axes, mode):
    """The convolution over axes, by the sums themselves."""
    dims = [x.shape[i] + y.shape[i] - 1 if i in axes else np.broadcast_shapes(x.shape[i:i + 1], y.shape[i:i + 1])[0] for i in range(x.ndim)]
    z = np.zeros(dims, np.clongdouble)
    for at in itertools.product(*[range(y.shape[i]) if i in axes else [None] for i in range(x.ndim)]):
        part = tuple(slice(None) if k is None else slice(k, k + 1) for k in at)
        to = tuple(slice(None) if k is None else slice(k, k + x.shape[i]) for i, k in enumerate(at))
        z[to] += x * y[part]
    for i in axes:
        p, q = x.shape[i], y.shape[i]
        first, n = {"full": (0, p + q - 1), "same": ((q - 1) // 2, p), "valid": (min(p, q) - 1, abs(p - q) + 1)}[mode]
        z = z[(slice(None),) * i + (slice(first, first + n),)]
    return z


def fold(g, a, b, d, f, opts=None):
    opts = opts or {}
    out = d if d in INEXACT else DEFAULT["float"]
    x, y = exact(a.val), exact(b.val)
    axes = opts.get("axis", list(range(x.ndim)))
    axes = [i % x.ndim for i in (axes if isinstance(axes, list) else [axes])]
    z = folded(x, y, axes, opts.get("mode", "full"))
    vals = [(float(v.real), float(v.imag)) for v in z.ravel()] if out in PART else [float(v.real) for v in z.ravel()]
    norms = float(np.sqrt((abs(x) ** 2).sum()) * np.sqrt((abs(y) ** 2).sum()))
    e = 2 * norms * (eps(out) if out not in ("float16", "bfloat16") else eps("float32")) * (2 + 1.5 * math.log2(max(2, 2 * z.size)))
    count = z.size * (2 if out in PART else 1)
    g.row("FFTConvolve", [a, b], build(vals, out, z.shape), opts=opts, d=d, f=f, tol=2, slack=[e] * count if count else None, mask=[1] * count)


def foldings(g):
    for d in ALL:
        cube, other = build(small(d, 30, "fft"), d, (2, 3, 5)), build(small(d, 12, "fold"), d, (2, 2, 3))
        for f in FORMS_WITH_AXES:
            fold(g, form(f, cube), form(f, other), d, f)
        fold(g, form("zerod", cube), form("zerod", other), d, "zerod")
        fold(g, form("empty", cube), form("empty", other), d, "empty", {"axis": [1, 2]})
        for mode in ("full", "same", "valid"):
            fold(g, A(cube), A(other), d, "contiguous", {"mode": mode})
            fold(g, A(other), A(cube), d, "contiguous", {"mode": mode})
            if d not in ("float32", "float64", "complex64", "complex128"):
                continue
            fold(g, A(cube), A(other[:1]), d, "contiguous", {"mode": mode, "axis": [-1, 1]})
            fold(g, A(cube[:1, :, :1]), A(other), d, "contiguous", {"mode": mode, "axis": 1})
            for m, n in [(1, 1), (1, 4), (7, 2), (17, 13)]:
                line, more = build(small(d, m, f"line{m}"), d, (m,)), build(small(d, n, f"line{n}"), d, (n,))
                fold(g, A(line), A(more), d, "contiguous", {"mode": mode})
        if d in ("float32", "complex128"):
            g.row("FFTConvolve", [A(cube), A(other)], opts={"mode": "whole"}, err=["value"], d=d)
            g.row("FFTConvolve", [A(cube), A(other)], opts={"axis": 3}, err=["index"], d=d)
            g.row("FFTConvolve", [A(cube), A(other)], opts={"axis": [1, 1]}, err=["index"], d=d)
            g.row("FFTConvolve", [A(cube), A(other)], opts={"axis": 0}, err=["shape"], d=d)
            g.row("FFTConvolve", [A(cube), A(other[0])], err=["shape"], d=d)
            g.row("FFTConvolve", [A(cube[:, :1]), A(other)], opts={"mode": "valid"}, err=["shape"], d=d)
            g.row("FFTConvolve", [A(cube), A(other[:0])], err=["value"], d=d)


def hann(n):
    return [np.longdouble(1)] if n == 1 else [long((1 - mp.cospi(mpf(2 * k) / n)) / 2) for k in range(n)]


def power(n):
    return 1 << (n - 1).bit_length()


def short_time(op, x, length, step, n, w, opts):
    """The result of a short-time transform, by the sums themselves, and the least weight that it divides by."""
    if op == "STFT":
        size = x.shape[-1]
        count = -(-size // step) if opts.get("pad_end") else max(0, 1 + (size - length) // step)
        x = resized(x, -1, max(size, (count - 1) * step + length))
        z = np.zeros(x.shape[:-1] + (count, n // 2 + 1), np.clongdouble)
        for i in range(count):
            z[..., i, :] = along(x[..., i * step:i * step + length] * w, -1, n, False, "backward")[..., :n // 2 + 1]
        return z, 1.0
    count = x.shape[-2]
    size = (count - 1) * step + length if count else 0
    z, weights = np.zeros(x.shape[:-2] + (size,), np.longdouble), np.zeros(size, np.longdouble)
    y = along(mirrored(x, -1, n), -1, n, True, "backward").real[..., :length] if count else None
    for i in range(count):
        z[..., i * step:i * step + length] += y[..., i, :] * w
        weights[i * step:i * step + length] += w * w
    positive = weights[weights > 0]
    z = z / np.where(weights > 0, weights, 1)
    return resized(z, -1, opts.get("n", size)), float(np.sqrt(positive.min())) if len(positive) else 1.0


def short_time_row(g, op, a, length, step, d, f, opts=None):
    opts = opts or {}
    c = spectral(d)
    out = c if op == "STFT" else part(c)
    w = opts["window"].val if "window" in opts else hann(length)
    w = np.array([np.longdouble(float(v)) if "window" in opts else v for v in w], np.longdouble)
    n = opts.get("fft_length", power(length))
    x = exact(a.val)
    z, least = short_time(op, x, length, step, n, w, opts)
    vals = [(float(v.real), float(v.imag)) for v in z.ravel()] if out in PART else [float(v) for v in z.ravel()]
    e = 4 * float(np.sqrt((abs(x) ** 2).sum())) * max(1.0, float(abs(w).max())) ** 2 * eps(c) * (2 + 1.5 * math.log2(max(n, 2))) / min(least, least ** 2)
    count = z.size * (2 if out in PART else 1)
    g.row(op, [a, {"int": length}, {"int": step}], build(vals, out, z.shape), opts=opts, d=d, f=f, tol=2, slack=[e] * count if count else None, mask=[1] * count)


def short_times(g):
    for op, dtypes in (("STFT", ORDERED), ("ISTFT", ALL)):
        for d in dtypes:
            cube = build(small(d, 30, "fft"), d, (2, 3, 5))
            length, step = (3, 2) if op == "STFT" else (8, 3)
            for f in FORMS_WITH_AXES:
                short_time_row(g, op, form(f, cube), length if f != "transposed" or op == "STFT" else 8, step, d, f)
            short_time_row(g, op, form("empty", cube), length, step, d, "empty")
            if d not in ("float32", "float64", "complex64", "complex128"):
                continue
            for e in ("float16", "float64", "int32"):
                more = {"window": A(build([1, 3, 2, 1, 2, 3, 1, 1][:length], e))}
                short_time_row(g, op, A(cube), length, step, d, "contiguous", more)
            if op == "STFT":
                for n, length, step in [(1, 1, 1), (7, 4, 3), (8, 4, 2), (13, 5, 1), (17, 7, 9), (3, 5, 2), (0, 2, 1)]:
                    line = A(build(small(d, n, f"line{n}"), d, (n,)))
                    for opts in ({}, {"pad_end": True}, {"fft_length": length}, {"fft_length": length + 4}):
                        short_time_row(g, op, line, length, step, d, "contiguous", opts)
            else:
                for length, step, n in [(8, 1, 8), (8, 4, 8), (9, 2, 9), (5, 2, 8), (5, 7, 9)]:
                    for opts in ({}, {"n": 4}, {"n": 40}, {"n": 0}):
                        short_time_row(g, op, A(cube), length, step, d, "contiguous", {**opts, "fft_length": n})
                short_time_row(g, op, A(cube[:, :0]), length, step, d, "contiguous", {"fft_length": 8, "n": 3})
            ask = lambda err, args, opts=None: g.row(op, [A(cube)] + [{"int": v} for v in args], opts=opts, err=[err], d=d)
            ask("value", (0, 1))
            ask("value", (8, 0))
            ask("value", (8, -2))
            ask("value", (8, 2), {"fft_length": 7})
            ask("shape", (8, 2), {"window": A(build([1, 2], "float32"))})
            ask("dtype", (2, 2), {"window": A(build([1, 2], "complex64")), "fft_length": 8})
            if op == "ISTFT":
                ask("value", (8, 2), {"n": -1})
                ask("shape", (9, 2))
                g.row(op, [A(cube[0, 0]), {"int": 8}, {"int": 2}], err=["shape"], d=d)
            else:
                g.row(op, [form("zerod", cube), {"int": 8}, {"int": 2}], err=["shape"], d=d)
        for d in COMPLEX if op == "STFT" else []:
            g.row(op, [A(build(small(d, 6, "fft"), d, (2, 3))), {"int": 2}, {"int": 1}], err=["dtype"], d=d)


def rows(g):
    windows(g)
    cosines(g)
    foldings(g)
    short_times(g)
