"""Writes the texts that NumPy gives arrays, for the tests of internal/format.

    python support/oracle/gen_print.py internal/format/testdata/print.json.gz

Needs numpy==2.4.6 and ml_dtypes==0.6.0. The file is one JSON object:

    numpy, ml_dtypes  versions
    rows              number of cases
    cases             list of objects
        d     dtype
        s     shape
        v     elements, little endian, row-major, base64
        o     options that differ from NumPy's: precision, threshold, edgeitems, linewidth, suppress, sign
        str   str(a)
        repr  repr(a), of a subclass called ivy.array and with ivy's default dtypes for NumPy's
        text  optional: [separator, prefix, suffix, array2string(a, ...)]

NumPy has no printing of bfloat16 as a float. Here its own FloatingFormat is
given one: the digits come from brute force over exact fractions, the number of
decimal digits from ml_dtypes.finfo, comparisons and divisions from ml_dtypes.
"""

import base64
import gzip
import json
import sys
from fractions import Fraction

import ml_dtypes
import numpy as np
from numpy._core import arrayprint

assert np.__version__ == "2.4.6" and ml_dtypes.__version__ == "0.6.0"
BF16 = np.dtype(ml_dtypes.bfloat16)
rng = np.random.default_rng(20260101)


# bfloat16 ------------------------------------------------------------------

def value(bits):
    return Fraction(float(np.uint16(bits).view(BF16)))


def magnitude(v):
    """The power of ten of the first digit of v > 0."""
    top = 0
    while Fraction(10) ** (top + 1) <= v:
        top += 1
    while Fraction(10) ** top > v:
        top -= 1
    return top


def interval(x):
    """x > 0 exactly, and the ends of the interval that rounds to it, and whether they do too."""
    bits = int(np.asarray(x, BF16).view(np.uint16))
    v = value(bits)
    low = (v + value(bits - 1)) / 2
    high = v + (value(bits + 1) - v) / 2 if bits + 1 < 0x7F80 else v + (v - value(bits - 1)) / 2
    return v, low, high, bits % 2 == 0


def shortest(x):
    """Digits and exponent of the shortest decimal in the rounding interval of x > 0, the nearest such."""
    v, low, high, even = interval(x)
    top = magnitude(v)
    for n in range(1, 8):
        unit = Fraction(10) ** (top - n + 1)
        floor = v // unit
        best = None
        for d in (floor, floor + 1):
            inside = low <= d * unit <= high if even else low < d * unit < high
            key = (abs(d * unit - v), d % 2)
            if inside and (best is None or key < best[0]):
                best = (key, d)
        if best:
            return int(best[1]), top - n + 1  # digits as an integer, power of its last digit
    raise AssertionError


def rounded(x, last):
    """x > 0 as an integer multiple of 10**last, ties to even."""
    return round(value(int(np.asarray(x, BF16).view(np.uint16))) / Fraction(10) ** last), last


def extended(x, last):
    """x > 0 as an integer multiple of 10**last, where the shortest decimal is shorter.

    Dragon4 rounds up if only the number above is in the interval, even if it is the farther
    (which happens below powers of two, where the interval is lopsided)."""
    v, low, high, even = interval(x)
    unit = Fraction(10) ** last
    floor = v // unit
    down, up = ((low <= d * unit <= high) if even else (low < d * unit < high) for d in (floor, floor + 1))
    if down != up:
        return int(floor if down else floor + 1), last
    return rounded(x, last)


def fixed(d, last):
    """Decimal digits before and after the point of d * 10**last, the fraction without trailing zeros."""
    if last >= 0:
        return str(d * 10 ** last), ""
    s = str(d).rjust(1 - last, "0")
    return s[:last], s[last:].rstrip("0")


def bf_positional(x, precision=-1, unique=True, fractional=True, trim=".", sign=False,
                  pad_left=-1, pad_right=-1, min_digits=-1):
    assert unique and fractional and trim in (".", "0", "-")
    a = abs(float(x))
    d, last = shortest(a) if a else (0, 0)
    if precision is not None and 0 <= precision < -last:
        d, last = rounded(a, -precision)
    whole, frac = fixed(d, last)
    whole = ("-" if np.signbit(np.float32(x)) else "+" if sign else "") + whole
    dot = "." if frac or trim != "-" else ""
    if trim == "0":
        frac = frac or "0"
    return whole.rjust(max(pad_left, 0)) + dot + frac.ljust(max(pad_right, 0))


def bf_scientific(x, precision=-1, unique=True, trim=".", sign=False, pad_left=-1,
                  exp_digits=-1, min_digits=-1):
    assert unique
    a = abs(float(x))
    d, last = shortest(a) if a else (0, 0)
    if a:
        n = len(str(d).rstrip("0"))
        first = magnitude(Fraction(a))
        if precision is not None and 0 <= precision < n - 1:
            d, last = rounded(a, first - precision)
        elif min_digits > n - 1:
            d, last = extended(a, first - min_digits)
    s = str(d)
    exp = last + len(s) - 1
    frac = s[1:].rstrip("0")
    if trim == "k":
        frac = frac.ljust(max(min_digits, 0), "0")
    head = ("-" if np.signbit(np.float32(x)) else "+" if sign else "") + s[0]
    dot = "." if frac or trim != "-" else ""
    return head.rjust(max(pad_left, 0)) + dot + frac + "e" + "-+"[exp >= 0] + str(abs(exp)).rjust(
        exp_digits if exp_digits >= 0 else 2, "0")


def patched(name, mine):
    theirs = getattr(arrayprint, name)

    def f(x, *args, **kwargs):
        return (mine if getattr(x, "dtype", None) == BF16 else theirs)(x, *args, **kwargs)
    setattr(arrayprint, name, f)


patched("dragon4_positional", bf_positional)
patched("dragon4_scientific", bf_scientific)
numpy_finfo, numpy_function = np.finfo, arrayprint._get_format_function
np.finfo = lambda d: ml_dtypes.finfo(d) if d == BF16 else numpy_finfo(d)


def format_function(data, **o):
    if data.dtype == BF16:
        return arrayprint.FloatingFormat(data, o["precision"], o["floatmode"], o["suppress"], o["sign"], legacy=o["legacy"])
    return numpy_function(data, **o)


arrayprint._get_format_function = format_function
short_repr = arrayprint.dtype_short_repr
arrayprint.dtype_short_repr = lambda d: "bfloat16" if d == BF16 else short_repr(d)
arrayprint._typelessdata[:] = [np.bool, np.int32, np.float32, np.complex64]
named = type("ivy.array", (np.ndarray,), {})


def text_of(a):
    if a.dtype == BF16 and a.shape == ():
        x = a[()]
        v = abs(float(x))
        if v != v or v == np.inf:
            return "nan" if v != v else "inf" if x > 0 else "-inf"
        if v == 0 or 1e-4 <= v < 10 ** ml_dtypes.finfo(BF16).precision:
            return bf_positional(x, trim="0")
        return bf_scientific(x, trim="-")
    return str(a)


# arrays --------------------------------------------------------------------

SHAPES = [(), (), (1,), (2,), (3,), (5,), (8,), (13,), (20,), (33,), (1, 1), (2, 3), (3, 2), (4, 4), (1, 12), (12, 1),
          (7, 8), (2, 2, 2), (3, 1, 4), (1, 1, 1), (2, 3, 4), (2, 1, 3, 2), (1, 2, 1, 9), (2, 2, 1, 2, 3), (1, 1, 1, 1, 1)]
EMPTY = [(0,), (0, 3), (3, 0), (0, 0), (2, 0, 3), (0, 1, 2, 3), (1, 2, 3, 4, 0)]
BIG = [(1001,), (1000,), (40, 30), (3, 400), (400, 3), (11, 10, 10), (2, 5, 101), (6, 6, 6, 6), (7, 7, 7, 7), (2, 3, 2, 2, 50)]
DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
          "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
LIMITS = {"bfloat16": (8, -126, 127), "float16": (11, -14, 15), "float32": (24, -126, 127), "float64": (53, -1022, 1023)}


def dt(name):
    return BF16 if name == "bfloat16" else np.dtype(name)


def some(n, k):
    return rng.integers(0, k, n)


def floats(name, n, flavour):
    p, lo, hi = LIMITS[name]
    t = dt(name)
    normal = rng.standard_normal(n)
    sign = rng.choice([-1.0, 1.0], n)
    with np.errstate(all="ignore"):
        if flavour == "normal":
            v = normal
        elif flavour == "integers":
            v = np.round(normal * 10 ** rng.integers(0, 4))
        elif flavour == "small integers":
            v = some(n, 10).astype(float)
        elif flavour == "halves":
            v = np.round(normal * 20) / 2 ** rng.integers(0, 6)
        elif flavour == "decimals":
            k = rng.integers(0, 7)
            v = np.round(normal * 10, k)
        elif flavour == "wide":
            v = sign * 2.0 ** rng.uniform(lo, hi, n)
        elif flavour == "narrow":
            v = normal * 10.0 ** rng.uniform(-12, 18)
        elif flavour == "near cutoffs":
            c = 10.0 ** rng.choice([-4, -3, -1, 0, 1, 2, 3, 5, 6, 7, 8, 15, 16])
            ulps = (1 + (some(n, 9) - 4) * 2.0 ** (1 - p))
            v = sign * c * ulps * rng.choice([1, 1, 1, 1e-3, 1e3], n)
        elif flavour == "subnormal":
            v = sign * (some(n, 2 ** min(p, 40)) + (some(n, 2) - 1)) * 2.0 ** (lo - p + 1)
        elif flavour == "powers of two":
            v = sign * 2.0 ** rng.integers(max(lo - p + 1, -1074), hi + 1, n)
        elif flavour == "powers of ten":
            v = sign * 10.0 ** rng.integers(-6, 10, n)
        elif flavour == "halfway":
            v = sign * (some(n, 200) + 0.5) / 10.0 ** rng.integers(0, 3) * 2.0 ** -rng.integers(0, 8)
        elif flavour == "extremes":
            f = ml_dtypes.finfo(t)
            pool = [float(f.max), float(f.min), float(f.smallest_normal), float(f.smallest_subnormal), float(f.eps), 0.0, -0.0, 1.0]
            v = rng.choice(pool, n)
        elif flavour == "zeros":
            v = rng.choice([0.0, -0.0], n)
        elif flavour == "only special":
            v = rng.choice([np.nan, np.inf, -np.inf][: rng.integers(1, 4)], n)
        elif flavour == "special":
            v = rng.choice([1.0, 100.0, 1e-5])
            v = np.where(rng.random(n) < 0.4, rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0], n), normal * v)
        elif flavour == "bits":
            b = rng.integers(0, 256, n * t.itemsize, dtype=np.uint8)
            v = b.view(t).astype(np.float64)
            v[np.isnan(v)] = np.nan
        return v.astype(t)


FLAVOURS = ["normal", "integers", "small integers", "halves", "decimals", "wide", "narrow", "near cutoffs", "subnormal",
            "powers of two", "powers of ten", "halfway", "extremes", "zeros", "only special", "special", "bits"]


def elements(name, n, flavour):
    t = dt(name)
    if name == "bool":
        return rng.random(n) < rng.choice([0, 0.5, 0.5, 1])
    if t.kind in "iu":
        info = np.iinfo(t)
        kind = rng.integers(0, 4)
        if kind == 0:
            return rng.integers(info.min, info.max, n, dtype=t, endpoint=True)
        if kind == 1:
            return rng.choice(np.array([info.min, info.max, 0, 1], t), n)
        if kind == 2:
            return some(n, 10 ** rng.integers(1, 3)).astype(t)
        return (some(n, 100) - 50).astype(t) if t.kind == "i" else some(n, 200).astype(t)
    if t.kind == "c":
        part = "float32" if name == "complex64" else "float64"
        a = np.empty(n, t)
        a.real = floats(part, n, flavour)
        a.imag = floats(part, n, flavour if rng.random() < 0.5 else str(rng.choice(FLAVOURS)))
        return a
    return floats(name, n, flavour)


def options():
    o = {}
    if rng.random() < 0.45:
        return o
    if rng.random() < 0.4:
        o["precision"] = int(rng.choice([0, 1, 2, 3, 4, 5, 6, 10, 12, 17, 20, 30]))
    if rng.random() < 0.4:
        o["threshold"] = int(rng.choice([0, 1, 2, 5, 10, 20]))
    if rng.random() < 0.4:
        o["edgeitems"] = int(rng.choice([1, 1, 2, 4, 5]))
    if rng.random() < 0.4:
        o["linewidth"] = int(rng.choice([0, 1, 5, 10, 20, 40, 60, 100, 200]))
    if rng.random() < 0.3:
        o["suppress"] = True
    if rng.random() < 0.25:
        o["sign"] = str(rng.choice(["+", " "]))
    return o


cases = []


def add(name, a, o, text=False):
    a = np.asarray(a)  # a view of a 0-d array can be a scalar
    row = {"d": name, "s": list(a.shape), "v": base64.b64encode(np.ascontiguousarray(a).tobytes()).decode()}
    if o:
        row["o"] = o
    with np.printoptions(**o):
        row["str"] = text_of(a)
        row["repr"] = repr(a.view(named))
        if text:
            sep = str(rng.choice([" ", ", ", ",", "; ", "", " | ", "·"]))
            prefix = "p" * int(rng.choice([0, 0, 3, 10, 30]))
            suffix = "s" * int(rng.choice([0, 0, 1, 12]))
            # prefix and suffix count in characters, not in bytes
            if rng.random() < 0.3:
                prefix, suffix = prefix.replace("p", "ü"), suffix.replace("s", "ß")
            row["text"] = [sep, prefix, suffix, np.array2string(a, separator=sep, prefix=prefix, suffix=suffix)]
    cases.append(row)


for name in DTYPES:
    inexact = name in LIMITS or name.startswith("complex")
    for flavour in FLAVOURS if inexact else ["any"] * 4:
        for k in range(13 if inexact else 25):
            shape = SHAPES[rng.integers(0, len(SHAPES))]
            n = int(np.prod(shape))
            add(name, elements(name, n, flavour).reshape(shape), options() if k else {}, text=rng.random() < 0.25)
        if inexact:  # numbers on their own
            for v in elements(name, 4, flavour):
                add(name, np.array(v), {})
    for shape in EMPTY:
        add(name, np.empty(shape, dt(name)), options(), text=True)
    for k in range(4 if inexact else 2):
        shape = BIG[rng.integers(0, len(BIG))]
        n = int(np.prod(shape))
        flavour = ["small integers", "zeros", "normal", "special"][k]
        a = elements(name, n, flavour)
        if n > 1000 and k:  # the same numbers again and again take little space
            a = np.resize(a[: 37], n)
        add(name, a.reshape(shape), options())

# all powers of two, whose neighbours are at unequal distances, with more and fewer digits than they need
for name, (p, lo, hi) in LIMITS.items():
    powers = 2.0 ** np.arange(lo - p + 1, hi + 1)
    for k in range(0, len(powers), 7):
        for o in [{}, {"precision": 20}] if name == "float64" else [{}]:
            add(name, powers[k: k + 7].astype(dt(name)), o)
for c in ["complex64", "complex128"]:
    add(c, (2.0 ** -np.arange(40)).astype(dt(c)) * (1 - 1j), {"precision": 30})

# every side of the cutoffs of each float dtype
for name, (p, lo, hi) in LIMITS.items():
    t = dt(name)
    for c in [1e-4, 1.0, 10.0, 1e2, 1e3, 1e5, 1e6, 1e7, 1e8, 1e15, 1e16]:
        with np.errstate(over="ignore"):
            x = np.array(c, t)
        if not np.isfinite(x):
            continue
        u = np.dtype(f"u{t.itemsize}")
        for step in (-1, 0, 1):
            y = (x.view(u) + np.array(step).astype(u)).astype(u).view(t)
            add(name, y, {})
            add(name, y.reshape(1), {})
            with np.errstate(over="ignore"):
                z = (y.astype(np.float64) * 1000).astype(t)
            if np.isfinite(z):
                for other in (-1, 0, 1):
                    w = (z.view(u) + np.array(other).astype(u)).astype(u).view(t)
                    if np.isfinite(w):
                        add(name, np.array([y, w], t), {})
                        add(name, np.array([y, w], t), {"suppress": True})

with open(sys.argv[1], "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=9, mtime=0, filename="") as z:
        z.write(json.dumps({"numpy": np.__version__, "ml_dtypes": ml_dtypes.__version__, "rows": len(cases), "cases": cases},
                           separators=(",", ":"), ensure_ascii=False).encode())
print(len(cases), "cases")
