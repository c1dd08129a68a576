"""Dtypes, rounding, promotion, operands with views, and the files' form.

Everything here restates the API's rules in Python: it shares no code and no table with
the Go module. promotion.json is Ivy's own table, taken from Ivy.

A file is gzip of one JSON object per line:

  {"group": …, "rows": N, "defs": M, …}     the first line
  {"def": 3, "a": "float32", "s": [2, 3], "d": base64}   an array that rows share
  {"op": "Add", "d": "float32", "f": "strided", "in": […], "o": {…}, "out": […], "tol": 2, "why": "…"}

"d" is the operands' common dtype, "f" the operand form, "o" options by keyword.
Operands and results:

  {"a": dtype, "s": shape, "d": base64, "v": […]}  an array, little-endian, row-major; v are
                                                   the steps that make the operand of it
  {"p": 3, "v": […]}                               the same by the number of its def
  {"py": "float", "x": "0.5"}                      a scalar without dtype
  {"ints": […]} {"int": n} {"pairs": […]} {"dtype": …} {"text": …} {"list": […]} {"index": […]} null

Steps of a view: ["slice", [[start, stop, step], …]], ["perm", axes], ["to", shape].
A result may have "m", a byte for each number (two for a complex one): 1 the sign
of zero is open, 2 the number is open, 3 one unit in the last place more, 4 the sign is open; and "e", a float64
for each number: an absolute error allowed. "tol" is in units in the last place of
the result's dtype; of complex results, in those of the larger part. 0 means equal,
signs of zeros included. NaN equals NaN. A row with "err" in place of "out" wants an
error of one of those kinds.
"""
import base64, gzip, json, math, os
from fractions import Fraction

import ml_dtypes
import mpmath
import numpy as np

mp = mpmath.mp
mp.prec = 400
mpf, mpc = mpmath.mpf, mpmath.mpc
nan, inf = math.nan, math.inf

UINTS = ["uint8", "uint16", "uint32", "uint64"]
SINTS = ["int8", "int16", "int32", "int64"]
INTS = UINTS + SINTS
FLOATS = ["bfloat16", "float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
ALL = ["bool"] + INTS + FLOATS + COMPLEX
INEXACT = FLOATS + COMPLEX
REAL = INTS + FLOATS
NUMERIC = INTS + INEXACT
ORDERED = ["bool"] + REAL
BITWISE = ["bool"] + INTS
DEFAULT = {"bool": "bool", "int": "int32", "uint": "uint32", "float": "float32", "complex": "complex64"}
PART = {"complex64": "float32", "complex128": "float64"}
# digits, exponent of the smallest normal, exponent of the largest
FORMAT = {"bfloat16": (8, -126, 127), "float16": (11, -14, 15), "float32": (24, -126, 127), "float64": (53, -1022, 1023)}


def part(d):
    return PART.get(d, d)


def np_dtype(d):
    return np.dtype(ml_dtypes.bfloat16) if d == "bfloat16" else np.dtype(d)


def bits(d):
    return int(d.lstrip("uintfloabcmpex"))


def is_int(d):
    return d in INTS


def int_range(d):
    b = bits(d)
    return (0, 2**b - 1) if d[0] == "u" else (-(2 ** (b - 1)), 2 ** (b - 1) - 1)


def wrap(v, d):
    lo, hi = int_range(d)
    return (v - lo) % (hi - lo + 1) + lo


def eps(d):
    return 2.0 ** (1 - FORMAT[part(d)][0])


def largest(d):
    p, _, hi = FORMAT[part(d)]
    return math.ldexp(2 - 2.0 ** (1 - p), hi)


def smallest_normal(d):
    return math.ldexp(1.0, FORMAT[part(d)][1])


def smallest(d):
    p, lo, _ = FORMAT[part(d)]
    return math.ldexp(1.0, lo - p + 1)


def as_fraction(v):
    """An exact finite number as a Fraction; mpf, int, bool or float."""
    if isinstance(v, mpmath.mpf):
        sign, man, exp, _ = v._mpf_
        f = Fraction(man) * (Fraction(2) ** exp if exp >= 0 else Fraction(1, 2 ** (-exp)))
        return -f if sign else f
    return Fraction(v)


def round_float(v, d):
    """v, exact or in high precision, rounded once to nearest even in dtype d; a Python float."""
    if isinstance(v, float) and (d == "float64" or v != v or math.isinf(v) or v == 0):
        return v
    p, lo, hi = FORMAT[d]
    if isinstance(v, mpmath.mpf):
        if mpmath.isnan(v):
            return nan
        if mpmath.isinf(v):
            return inf if v > 0 else -inf
        sign, man, exp, bc = v._mpf_
        man = int(man)
        if man == 0:
            return 0.0
        e = exp + bc - 1  # of the leading bit
        if e > hi + 1:
            return -inf if sign else inf
        if e < lo - p - 1:
            return -0.0 if sign else 0.0
        q = max(e, lo) - p + 1  # weight of the last place
        shift = q - exp
        if shift <= 0:
            n = man << -shift
        else:
            n, rest = man >> shift, man & ((1 << shift) - 1)
            half = 1 << (shift - 1)
            n += rest > half or (rest == half and n & 1)
    else:
        f = Fraction(v)
        sign, f = f < 0, abs(f)
        if f == 0:
            return 0.0
        e = f.numerator.bit_length() - f.denominator.bit_length()
        if Fraction(2) ** e > f:
            e -= 1
        if e > hi + 1:
            return -inf if sign else inf
        if e < lo - p - 1:
            return -0.0 if sign else 0.0
        q = max(e, lo) - p + 1
        g = f / Fraction(2) ** q
        n = g.numerator // g.denominator
        rest = g - n
        n += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n & 1)
    if n.bit_length() + q - 1 > hi:
        r = inf
    else:
        r = math.ldexp(n, q)
    return -r if sign else r


def values(arr):
    """The elements as Python numbers, exact, in row-major order."""
    if arr.dtype == np_dtype("bfloat16"):
        arr = arr.astype(np.float64)
    return arr.ravel().tolist()


def build(vals, d, shape=None):
    """An array of dtype d of Python numbers, each rounded once; complex ones may be pairs."""
    if d == "bool":
        out = np.array([bool(v) for v in vals], np.bool_)
    elif is_int(d):
        out = np.array([wrap(int(v), d) for v in vals], np_dtype(d))
    elif d in PART:
        p = PART[d]
        flat = []
        for v in vals:
            if isinstance(v, (complex, np.complexfloating)):
                v = (float(v.real), float(v.imag))
            elif not isinstance(v, tuple):
                v = (v, 0.0)
            flat += [round_float(v[0], p), round_float(v[1], p)]
        out = np.array(flat, np_dtype(p)).view(np_dtype(d))
    else:
        # NumPy rounds float64 to the narrower dtypes; all values are exact in them already.
        out = np.array([round_float(v, d) for v in vals], np.float64).astype(np_dtype(d))
    return out.reshape((len(vals),) if shape is None else shape)


def dtype_of(arr):
    return "bfloat16" if arr.dtype == np_dtype("bfloat16") else arr.dtype.name


def cast(arr, d):
    """Astype's values: truncated and held in range, integers wrapped, floats rounded once."""
    s = dtype_of(arr)
    if s == d:
        return arr.copy()
    vals = values(arr)
    if d == "bool":
        return build([v != 0 for v in vals], d, arr.shape)
    if is_int(d):
        if s in PART:
            raise Fails("dtype")
        if s in FLOATS:
            lo, hi = int_range(d)
            vals = [0 if v != v else lo if v < lo else hi if v > hi else int(v) for v in vals]
        return build(vals, d, arr.shape)
    if s in PART and d not in PART:
        raise Fails("dtype")
    return build(vals, d, arr.shape)


# Promotion.

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "promotion.json")) as f:
    _table = json.load(f)
PRECISE = {a: dict(zip(_table["dtypes"], row)) for a, row in _table["table"].items()}


def promote(a, b):
    return PRECISE[a][b]


class S:
    """A scalar without dtype: Go's bool, int, float64 or complex128."""

    def __init__(self, v):
        self.v = v
        self.kind = type(v).__name__

    def alone(self):
        if self.kind == "int" and not -(2**31) <= self.v < 2**31:
            return "int64" if self.v < 2**63 else "uint64"
        return DEFAULT[self.kind]

    def beside(self, d):
        if self.kind == "bool" or d in PART:
            return d
        if d == "bool":
            return self.alone()
        if self.kind == "int":
            return d
        if self.kind == "float":
            return d if d in FLOATS else "float64"
        return "complex128" if is_int(d) or d == "float64" else "complex64"

    def spec(self, w):
        if self.kind == "complex":
            return {"py": "complex", "x": [repr(self.v.real), repr(self.v.imag)]}
        return {"py": self.kind, "x": repr(self.v).lower()}


class Fails(Exception):
    """The call is an error of one of these kinds."""

    def __init__(self, *kinds):
        self.kinds = list(kinds)


ORDER = {d: i for i, d in enumerate(ALL)}


def common(*ops):
    """The common dtype of arrays and scalars, in canonical order."""
    arrays = sorted((o.dtype for o in ops if isinstance(o, A)), key=ORDER.get)
    kinds = ["bool", "int", "float", "complex"]
    scalars = sorted((o for o in ops if isinstance(o, S)), key=lambda s: kinds.index(s.kind))
    if arrays:
        d = arrays[0]
        for a in arrays[1:]:
            d = promote(d, a)
    else:
        d = scalars[0].alone()
        for s in scalars[1:]:
            d = promote(d, s.alone())
    if arrays:
        for s in scalars:
            d = promote(d, s.beside(d))
    return d


def operand(o, d):
    """An operand as an array of dtype d."""
    if isinstance(o, A):
        return cast(o.val, d)
    if o.kind == "int" and is_int(d):
        lo, hi = int_range(d)
        if not lo <= o.v <= hi:
            raise Fails("value")
    return build([o.v], d, ())


class A:
    """An array operand: a base array and the steps of a view of it."""

    def __init__(self, base, steps=()):
        self.base = np.ascontiguousarray(base).reshape(np.shape(base))
        self.steps = list(steps)
        v = self.base
        for kind, arg in self.steps:
            if kind == "slice":
                v = v[tuple(slice(*s) for s in arg)]
            elif kind == "perm":
                v = v.transpose(arg)
            else:
                v = np.broadcast_to(v, arg)
        self.val = v
        self.dtype = dtype_of(self.base)

    def spec(self, w):
        s = w.array(self.base)
        if self.steps:
            s["v"] = [[k, a] for k, a in self.steps]
        return s


# Operand forms: the same elements behind other strides.

FORMS = ["contiguous", "strided", "reversed", "transposed", "broadcast", "zerod", "empty"]


def form(name, arr):
    """arr, of at least one dimension, as an operand of that form. zerod takes the first
    element, empty none, broadcast the first along the first axis."""
    n = arr.ndim
    full = [[None, None, None]] * (n - 1)
    if name == "contiguous":
        return A(arr)
    if name == "strided":
        base = np.repeat(arr, 2, axis=-1)
        other = arr[..., ::-1]
        base[..., 1::2] = other  # what is skipped must not be taken
        return A(base, [("slice", full + [[None, None, 2]])])
    if name == "reversed":  # and not from the first element of what lies there
        base = np.concatenate([arr[-1:], arr[..., ::-1], arr[:1]])
        if n == 1:
            return A(base, [("slice", [[len(arr), 0, -1]])])
        return A(base, [("slice", [[1, -1, None]] + full[1:] + [[None, None, -1]])])
    if name == "transposed":
        axes = list(range(n))[::-1]
        return A(arr.transpose(axes), [("perm", axes)])
    if name == "broadcast":
        return A(arr[:1], [("to", list(arr.shape))])
    if name == "zerod":
        return A(arr.ravel()[:1].reshape(()))
    return A(arr[:0])


# Writing.


class Group:
    """The rows of one group, and the arrays they share."""

    def __init__(self, name):
        self.name, self.lines, self.defs, self.rows = name, [], {}, 0

    def array(self, arr):
        arr = np.asarray(arr)
        raw = np.ascontiguousarray(arr).tobytes()
        spec = {"a": dtype_of(arr), "s": list(arr.shape), "d": base64.b64encode(raw).decode()}
        if len(raw) < 24:
            return spec
        key = (spec["a"], arr.shape, raw)
        if key not in self.defs:
            self.defs[key] = len(self.defs)
            self.lines.append({"def": self.defs[key], **spec})
        return {"p": self.defs[key]}

    def spec(self, v):
        if isinstance(v, (A, S)):
            return v.spec(self)
        if isinstance(v, np.ndarray):
            return self.array(v)
        if isinstance(v, dict) and "list" in v:
            return {"list": [self.spec(x) for x in v["list"]]}
        if isinstance(v, dict) and "index" in v:
            return {"index": [{"arr": self.spec(x["arr"])} if "arr" in x else x for x in v["index"]]}
        return v

    def row(self, op, args, out=None, opts=None, tol=0, d=None, f=None, why=None, err=None, mask=None, slack=None):
        """One row. out is an array or a tuple of them; mask and slack belong to the first, or are tuples too."""
        r = {"op": op}
        if d is None:
            d = next((a.dtype for a in args if isinstance(a, A)), None)
        if d:
            r["d"] = d
        if f:
            r["f"] = f
        r["in"] = [self.spec(a) for a in args]
        if opts:
            r["o"] = {k: self.spec(v) if isinstance(v, (A, S, dict)) else str(v) if isinstance(v, float) and not math.isfinite(v) else v for k, v in opts.items()}  # JSON has no infinity
        if err:
            r["err"] = err
        else:
            outs = out if isinstance(out, tuple) else (out,)
            r["out"] = [self.array(np.asarray(x)) for x in outs]
            for o, m in zip(r["out"], mask if isinstance(mask, tuple) else (mask,)):
                if m is not None and any(m):
                    o["m"] = base64.b64encode(bytes(m)).decode()
            for o, e in zip(r["out"], slack if isinstance(slack, tuple) else (slack,)):
                if e is not None:
                    o["e"] = base64.b64encode(np.asarray(e, np.float64).tobytes()).decode()
            if tol:
                r["tol"] = tol
        if why:
            r["why"] = why
        self.rows += 1
        self.lines.append(r)

    def write(self, folder, about):
        head = {"group": self.name, "rows": self.rows, "defs": len(self.defs), **about}
        text = "\n".join(json.dumps(x, separators=(",", ":"), ensure_ascii=False) for x in [head] + self.lines) + "\n"
        path = os.path.join(folder, self.name + ".jsonl.gz")
        with open(path, "wb") as f:  # no name and no time inside, so that equal data is an equal file
            with gzip.GzipFile(filename="", mode="wb", fileobj=f, compresslevel=9, mtime=0) as z:
                z.write(text.encode())
        return os.path.getsize(path)
