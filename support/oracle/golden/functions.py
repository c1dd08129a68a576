"""Functions of single numbers, exact or at 400 bits; the caller rounds once.

Real ones take and return Python numbers (or mpf), complex ones take a Python
complex, exact in float64, and return a pair.
"""
import math
from fractions import Fraction

import numpy as np

from .core import as_fraction, bits, inf, is_int, mp, mpc, mpf, nan, np_dtype, round_float

np.seterr(all="ignore")


def copysign(x, s):
    return -abs(x) if math.copysign(1.0, s) < 0 else abs(x)


# --- Real functions without an exact result. NumPy's float64 decides what is NaN, infinite or
# a signed zero for special operands; every other value is mpmath's.


def sigmoid(x):
    return 1 / (1 + mp.exp(-x))


def gelu(x):
    return x * mp.erfc(-x / mp.sqrt(2)) / 2


def gelu_tanh(x):
    return x * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (x + mpf("0.044715") * x**3))) / 2


def np_sigmoid(x):
    return 1 / (1 + np.exp(-x))


def np_tail(x):  # of silu and gelu: their limits
    return np.float64(inf if x == inf else -0.0 if x == -inf else x)


MP_REAL = {
    "Acos": (np.arccos, mp.acos), "Acosh": (np.arccosh, mp.acosh), "Asin": (np.arcsin, mp.asin),
    "Asinh": (np.arcsinh, mp.asinh), "Atan": (np.arctan, mp.atan), "Atanh": (np.arctanh, mp.atanh),
    "Cos": (np.cos, mp.cos), "Cosh": (np.cosh, mp.cosh), "Exp": (np.exp, mp.exp), "Expm1": (np.expm1, mp.expm1),
    "Log": (np.log, mp.log), "Log1p": (np.log1p, mp.log1p), "Log2": (np.log2, lambda x: mp.log(x) / mp.ln2),
    "Log10": (np.log10, mp.log10), "Sin": (np.sin, mp.sin), "Sinh": (np.sinh, mp.sinh),
    "Tan": (np.tan, mp.tan), "Tanh": (np.tanh, mp.tanh),
    "Erf": (lambda x: np.float64(math.erf(x)), mp.erf), "Erfc": (lambda x: np.float64(math.erfc(x)), mp.erfc),
    "Sigmoid": (np_sigmoid, sigmoid), "Expit": (np_sigmoid, sigmoid),
    "Silu": (np_tail, lambda x: x * sigmoid(x)), "Gelu": (np_tail, gelu),
    "GeluTanh": (np_tail, gelu_tanh),
    "Softplus": (lambda x: np.logaddexp(0.0, x), lambda x: mp.log1p(mp.exp(x))),
}


def real(op, x):
    """op of a float, as a float or mpf."""
    ref, exact = MP_REAL[op]
    r = float(ref(np.float64(x)))
    if x != x or r != r:
        return nan
    if math.isinf(x) and (r == 0 or math.isinf(r)) or x == 0 and (r == 0 or math.isinf(r)):
        return r
    if abs(r) == inf and op in ("Atanh", "Log1p"):
        return r  # at ±1, −1
    if op in ("Exp", "Expm1", "Sinh", "Cosh", "Sigmoid", "Expit", "Softplus", "Silu") and abs(x) > 1e5 and math.isfinite(x):
        if op in ("Softplus", "Silu") and x > 0:
            return r
        x = math.copysign(1e5, x)  # far beyond every dtype's overflow and underflow
    if op == "Erfc" and abs(x) > 1e3:
        return 0.0 if x > 0 else 2.0
    if op in ("Gelu", "GeluTanh") and abs(x) > 1e4 and math.isfinite(x):
        return x if x > 0 else -0.0
    return exact(mpf(x))


def atan2(y, x):
    r = math.atan2(y, x)
    if r == 0 or r != r:
        if y != y or x != x or y == 0 or math.isinf(x):
            return r
        return copysign(mp.atan2(mpf(abs(y)), mpf(abs(x))), y)  # underflows: rounded by the caller
    if math.isinf(x) or math.isinf(y) or x == 0 or y == 0:
        k = round(r / (math.pi / 4))
        return mp.pi * k / 4
    return mp.atan2(mpf(y), mpf(x))


def hypot(x, y):
    if math.isinf(x) or math.isinf(y):
        return inf
    if x != x or y != y:
        return nan
    return mp.sqrt(mpf(x) ** 2 + mpf(y) ** 2)


def logaddexp(x, y):
    if x != x or y != y:
        return nan
    hi, lo = max(x, y), min(x, y)
    if math.isinf(hi) or lo == -inf:
        return hi
    d = mpf(lo) - mpf(hi)
    if d < -3000:
        return mpf(hi)
    return mpf(hi) + mp.log1p(mp.exp(d))


def pow_float(x, y):
    """The standard's special cases are C's; Python's pow raises where C divides by zero."""
    if y == 0 or x == 1:
        return 1.0
    if x != x or y != y:
        return nan
    odd = math.isfinite(y) and y == math.floor(y) and math.fmod(y, 2) != 0
    if x == 0:
        r = 0.0 if y > 0 else inf
        return copysign(r, x) if odd else r
    if math.isinf(y):
        if abs(x) == 1:
            return 1.0
        return inf if (abs(x) > 1) == (y > 0) else 0.0
    if math.isinf(x):
        r = inf if y > 0 else 0.0
        return copysign(r, x) if odd else r
    if x < 0 and y != math.floor(y):
        return nan
    e = mpf(y) * mp.log(mpf(abs(x)))
    if abs(e) > 1e6:
        r = inf if e > 0 else 0.0
    else:
        r = mp.exp(e)
        if y == math.floor(y) and abs(y) <= 64:  # exact where it can be
            f = as_fraction(abs(x)) ** int(y)
            r = mp.mpf(f.numerator) / f.denominator if f.numerator.bit_length() > 390 or f.denominator.bit_length() > 390 else f
    return -r if x < 0 and odd else r


def nextafter(x, y, d):
    if x != x or y != y:
        return nan
    if x == y:
        return y
    t = np.uint16 if bits(d) == 16 else np.uint32 if bits(d) == 32 else np.uint64
    if x == 0:
        b = 1 | (0 if y > 0 else 1 << (bits(d) - 1))
    else:
        b = int(np.array(x, np.float64).astype(np_dtype(d)).view(t))
        b += 1 if (y > x) == (x > 0) else -1
    return float(np.array(b, t).view(np_dtype(d)).astype(np.float64))


# --- Exact real functions.


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def pow_int(x, n):
    """An integer to a negative power is 1/xⁿ truncated, and 1/0 is 0 as every division by 0."""
    if n >= 0:
        return pow(x, n, 1 << 64)  # the caller wraps; the low 64 bits are enough
    if x == 1:
        return 1
    if x == -1:
        return 1 if n % 2 == 0 else -1
    return 0


def floor_divide(x, y, d):
    """The greatest integer not above the exact quotient; with its mask."""
    if is_int(d):
        return (0 if y == 0 else x // y), 0
    if x != x or y != y or math.isinf(x) and math.isinf(y) or x == 0 and y == 0:
        return nan, 0
    sign = math.copysign(1.0, x) * math.copysign(1.0, y)
    if y == 0 or math.isinf(x):
        return sign * inf, 0
    if x == 0 or math.isinf(y):
        return math.copysign(0.0, sign), 0
    q = as_fraction(x) / as_fraction(y)
    n = q.numerator // q.denominator
    r = round_float(n, d)
    if r == 0:
        r = math.copysign(0.0, sign)
    if round_float(q, d) == 0 and sign < 0:
        return r, 2  # the quotient underflows: −0 by the standard's text, −1 by its floor
    # A quotient that rounds to an integer above it, or is too large to be exact.
    exact = math.isfinite(r) and Fraction(r) == n
    return r, 0 if exact else 3


def remainder(x, y, d):
    if is_int(d):
        return 0 if y == 0 else x % y
    if x != x or y != y or math.isinf(x) or y == 0:
        return nan
    if math.isinf(y):
        if x == 0:
            return math.copysign(0.0, y)
        return x if (x < 0) == (y < 0) else y
    a, b = as_fraction(x), as_fraction(y)
    m = a - b * (a // b)
    return round_float(m, d) if m else math.copysign(0.0, y)


def shift_left(x, n, d):
    return 0 if n < 0 or n >= bits(d) else x << n


def shift_right(x, n, d):
    return (-1 if x < 0 else 0) if n < 0 or n >= bits(d) else x >> n


def rint(x):
    if x != x or math.isinf(x) or x == 0:
        return x
    return math.copysign(float(round(x)) if abs(x) < 2**52 else x, x)


def whole(f):
    def g(x):
        if x != x or math.isinf(x) or x == 0 or abs(x) >= 2**52:
            return x
        return math.copysign(float(f(x)), x)

    return g


ceil, floor, trunc = whole(math.ceil), whole(math.floor), whole(math.trunc)


def maximum(x, y):
    if x != x or y != y:
        return nan
    return x if x >= y else y


def minimum(x, y):
    if x != x or y != y:
        return nan
    return x if x <= y else y


def fmax(x, y):
    return y if x != x else x if y != y else maximum(x, y)


def fmin(x, y):
    return y if x != x else x if y != y else minimum(x, y)


def add(x, y):
    """Exact sum of finite numbers as a Fraction; IEEE's result otherwise."""
    if isinstance(x, float) and not (math.isfinite(x) and math.isfinite(y)) or isinstance(x, float) and x == 0 and y == 0:
        return x + y
    s = as_fraction(x) + as_fraction(y)
    return s if s else 0.0


def multiply(x, y):
    if isinstance(x, float) and (not (math.isfinite(x) and math.isfinite(y)) or x == 0 or y == 0):
        return x * y
    return as_fraction(x) * as_fraction(y)


def divide(x, y):
    if y == 0 or not (math.isfinite(x) and math.isfinite(y)) or x == 0:
        return float(np.float64(x) / np.float64(y))
    return as_fraction(x) / as_fraction(y)


# --- Complex functions of finite numbers.

C_NUMPY = {"Acos": np.arccos, "Acosh": np.arccosh, "Asin": np.arcsin, "Asinh": np.arcsinh, "Atan": np.arctan, "Atanh": np.arctanh,
           "Cos": np.cos, "Cosh": np.cosh, "Exp": np.exp, "Log": np.log, "Sin": np.sin, "Sinh": np.sinh, "Sqrt": np.sqrt, "Tan": np.tan, "Tanh": np.tanh}
C_MP = {"Acos": mp.acos, "Acosh": mp.acosh, "Asin": mp.asin, "Asinh": mp.asinh, "Atan": mp.atan, "Atanh": mp.atanh, "Cos": mp.cos,
        "Cosh": mp.cosh, "Exp": mp.exp, "Log": mp.log, "Sin": mp.sin, "Sinh": mp.sinh, "Sqrt": mp.sqrt, "Tan": mp.tan, "Tanh": mp.tanh,
        "Expm1": lambda z: mp.exp(z) - 1, "Log1p": lambda z: mp.log(1 + z), "Log2": lambda z: mp.log(z) / mp.ln2,
        "Log10": lambda z: mp.log(z) / mp.ln10, "Sigmoid": sigmoid, "Expit": sigmoid, "Reciprocal": lambda z: 1 / z, "Sign": lambda z: z / abs(z),
        "Square": lambda z: z * z}


def complex_finite(op, z):
    """op of a finite z: a pair and the mask of the two.

    mpmath knows no signed zeros, so which side of a branch cut and which zero it is
    come from the C library's long double functions through NumPy; the parts' magnitudes
    are the same on both sides of every cut. Where C has no such function (expm1, log1p,
    log2, log10, sigmoid) signs of zeros are left open (but of expm1(0), the standard's), and the cut's side is the
    imaginary part's sign.
    """
    poles = {"Atanh": (1, -1), "Atan": (1j, -1j), "Log": (0,), "Log2": (0,), "Log10": (0,), "Log1p": (-1,)}
    if z in poles.get(op, ()):
        return pole(op, z)
    if z == 0 and op == "Expm1":
        return (0.0, copysign(0.0, z.imag)), [0, 0]
    if z == 0 and op == "Sign":
        return (0.0, 0.0), [0, 0]
    if z == 0 and op == "Reciprocal":
        return (nan, nan), [2, 2]
    zz = mpc(mpf(z.real), mpf(z.imag))
    w = C_MP[op](zz)
    re, im = w.real, w.imag
    # Parts that cancel to nothing at this precision are zeros.
    scale = max(abs(re), abs(im))
    tiny = mpf(2) ** -340 * scale if op not in ("Asin", "Asinh", "Atan", "Atanh", "Sin", "Sinh", "Tan", "Tanh") else 0
    if abs(re) <= tiny:
        re = mpf(0)
    if abs(im) <= tiny:
        im = mpf(0)
    if op in C_NUMPY:
        c = C_NUMPY[op](np.clongdouble(complex(z)))
        sr, si = np.signbit(c.real), np.signbit(c.imag)
        re = -abs(re) if sr else abs(re)
        im = -abs(im) if si else abs(im)
        return (float("-0.0") if re == 0 and sr else re, float("-0.0") if im == 0 and si else im), [0, 0]
    if op in ("Log1p", "Log2", "Log10"):
        im = copysign(abs(im), z.imag)
    return (re, im), [1 if re == 0 else 0, 1 if im == 0 else 0]


def pole(op, z):
    b = z.imag
    if op == "Atanh":
        return (copysign(inf, z.real), copysign(0.0, b)), [0, 0]
    if op == "Atan":
        return (copysign(0.0, z.real), copysign(inf, b)), [2, 0]  # π/4·0 or 0 as the limit is taken
    if op == "Log1p":
        return (-inf, copysign(0.0, b)), [0, 0]
    im = copysign(mp.pi if math.copysign(1.0, z.real) < 0 else 0.0, b)
    if im != 0:
        im = im / {"Log": 1, "Log2": mp.ln2, "Log10": mp.ln10}[op]
    return (-inf, im), [0, 0]


def complex_pow(z, w):
    """exp(w·log(z)); 1 for w = 0 and open for z = 0."""
    if w == 0:
        return (1.0, 0.0), [0, 1]
    if z == 0:
        return (nan, nan), [2, 2]
    lz = mp.log(mpc(mpf(z.real), mpf(z.imag)))
    if z.imag == 0 and z.real < 0:
        lz = mpc(lz.real, copysign(abs(lz.imag), z.imag))
    r = mp.exp(mpc(mpf(w.real), mpf(w.imag)) * lz)
    return (r.real, r.imag), [1, 1]
