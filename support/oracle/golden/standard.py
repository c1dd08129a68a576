"""The special cases of the Array API 2025.12 (the stubs' elementwise_functions.py), as data.

A line reads "operand > result" or "first, second > result"; parts of complex numbers are
written a|b. Operands:

  nan inf -inf 0 -0 1 …   that number
  +-0 +-inf               both signs
  f+ f- f                 finite numbers that are positive, negative, either sign or zero
  n n+                    finite, not zero
  a                       any number, NaN and infinities included
  >1 <-1 >0 <0 …          numbers beyond it, infinities included
  odd+ even+ odd- even-   integers, or not odd ones, of that sign
Results: a number, pi with a factor and divisor ("3pi/4"), x, y, |x|, |y|, and "?" before a
number whose sign is unspecified.
"""
import itertools, math

import mpmath

from .core import eps, inf, largest, mp, nan, smallest, smallest_normal

UNARY = {
    "Abs": "nan > nan; -0 > 0; -inf > inf",
    "Acos": "nan > nan; >1 > nan; <-1 > nan; 1 > 0",
    "Acosh": "nan > nan; <1 > nan; 1 > 0; inf > inf",
    "Asin": "nan > nan; >1 > nan; <-1 > nan; 0 > 0; -0 > -0",
    "Asinh": "nan > nan; 0 > 0; -0 > -0; inf > inf; -inf > -inf",
    "Atan": "nan > nan; 0 > 0; -0 > -0; inf > pi/2; -inf > -pi/2",
    "Atanh": "nan > nan; <-1 > nan; >1 > nan; -1 > -inf; 1 > inf; 0 > 0; -0 > -0",
    "Ceil": "inf > inf; -inf > -inf; 0 > 0; -0 > -0; nan > nan; 3 > 3; -3 > -3",
    "Cos": "nan > nan; 0 > 1; -0 > 1; inf > nan; -inf > nan",
    "Cosh": "nan > nan; 0 > 1; -0 > 1; inf > inf; -inf > inf",
    "Exp": "nan > nan; 0 > 1; -0 > 1; inf > inf; -inf > 0",
    "Expm1": "nan > nan; 0 > 0; -0 > -0; inf > inf; -inf > -1",
    "Floor": "inf > inf; -inf > -inf; 0 > 0; -0 > -0; nan > nan; 3 > 3; -3 > -3",
    "IsFinite": "inf > 0; -inf > 0; nan > 0; f > 1",
    "IsInf": "inf > 1; -inf > 1; nan > 0; f > 0",
    "IsNan": "nan > 1; inf > 0; -inf > 0; f > 0",
    "Log": "nan > nan; <0 > nan; +-0 > -inf; 1 > 0; inf > inf",
    "Log1p": "nan > nan; <-1 > nan; -1 > -inf; -0 > -0; 0 > 0; inf > inf",
    "Log2": "nan > nan; <0 > nan; +-0 > -inf; 1 > 0; inf > inf",
    "Log10": "nan > nan; <0 > nan; +-0 > -inf; 1 > 0; inf > inf",
    "Round": "inf > inf; -inf > -inf; 0 > 0; -0 > -0; nan > nan; 0.5 > 0; 1.5 > 2; 2.5 > 2; -0.5 > -0; -1.5 > -2; -2.5 > -2; 3 > 3",
    "Sign": "<0 > -1; +-0 > 0; >0 > 1; nan > nan",
    "SignBit": "0 > 0; -0 > 1; inf > 0; -inf > 1; f+ > 0; f- > 1; nan > 0; -nan > 1",
    "Sin": "nan > nan; 0 > 0; -0 > -0; +-inf > nan",
    "Sinh": "nan > nan; 0 > 0; -0 > -0; inf > inf; -inf > -inf",
    "Sqrt": "nan > nan; <0 > nan; 0 > 0; -0 > -0; inf > inf",
    "Tan": "nan > nan; 0 > 0; -0 > -0; +-inf > nan",
    "Tanh": "nan > nan; 0 > 0; -0 > -0; inf > 1; -inf > -1",
    "Trunc": "inf > inf; -inf > -inf; 0 > 0; -0 > -0; nan > nan; 3 > 3; -3 > -3",
}

BINARY = {
    "Add": "nan,a > nan; a,nan > nan; inf,-inf > nan; -inf,inf > nan; inf,inf > inf; -inf,-inf > -inf; inf,f > inf; -inf,f > -inf; "
           "f,inf > inf; f,-inf > -inf; -0,-0 > -0; -0,0 > 0; 0,-0 > 0; 0,0 > 0; +-0,n > y; n,+-0 > x; n,=-x > 0",
    "Atan2": "nan,a > nan; a,nan > nan; >0,+-0 > pi/2; 0,>0 > 0; 0,0 > 0; 0,-0 > pi; 0,<0 > pi; -0,>0 > -0; -0,0 > -0; -0,-0 > -pi; "
             "-0,<0 > -pi; <0,+-0 > -pi/2; f+,inf > 0; f+,-inf > pi; f-,inf > -0; f-,-inf > -pi; inf,f > pi/2; -inf,f > -pi/2; "
             "inf,inf > pi/4; inf,-inf > 3pi/4; -inf,inf > -pi/4; -inf,-inf > -3pi/4",
    "CopySign": "a,<0 > -|x|; a,-0 > -|x|; a,0 > |x|; a,>0 > |x|; a,-nan > -|x|; a,nan > |x|; nan,f > nan",
    "Divide": "nan,a > nan; a,nan > nan; +-inf,+-inf > nan; +-0,+-0 > nan; 0,>0 > 0; -0,>0 > -0; 0,<0 > -0; -0,<0 > 0; >0,0 > inf; "
              ">0,-0 > -inf; <0,0 > -inf; <0,-0 > inf; inf,f+ > inf; inf,f- > -inf; -inf,f+ > -inf; -inf,f- > inf; f+,inf > 0; "
              "f+,-inf > -0; f-,inf > -0; f-,-inf > 0",
    "Equal": "nan,a > 0; a,nan > 0; inf,inf > 1; -inf,-inf > 1; +-0,+-0 > 1; n,=x > 1; inf,-inf > 0; -inf,f > 0; 1,2 > 0",
    "FloorDivide": "nan,a > nan; a,nan > nan; +-inf,+-inf > nan; +-0,+-0 > nan; 0,>0 > 0; -0,>0 > -0; 0,<0 > -0; -0,<0 > 0; >0,0 > inf; "
                   ">0,-0 > -inf; <0,0 > -inf; <0,-0 > inf; inf,f+ > inf; inf,f- > -inf; -inf,f+ > -inf; -inf,f- > inf; f+,inf > 0; "
                   "f+,-inf > -0; f-,inf > -0; f-,-inf > 0",
    "Greater": "nan,a > 0; a,nan > 0; inf,f > 1; f,-inf > 1; +-0,+-0 > 0; -inf,f > 0; 2,1 > 1; 1,2 > 0",
    "GreaterEqual": "nan,a > 0; a,nan > 0; inf,f > 1; f,-inf > 1; +-0,+-0 > 1; -inf,f > 0; n,=x > 1; 1,2 > 0",
    "Hypot": "+-inf,a > inf; a,+-inf > inf; +-0,a > |y|; a,+-0 > |x|; f,nan > nan; nan,f > nan; nan,nan > nan",
    "Less": "nan,a > 0; a,nan > 0; -inf,f > 1; f,inf > 1; +-0,+-0 > 0; inf,f > 0; 1,2 > 1; 2,1 > 0",
    "LessEqual": "nan,a > 0; a,nan > 0; -inf,f > 1; f,inf > 1; +-0,+-0 > 1; inf,f > 0; n,=x > 1; 2,1 > 0",
    "LogAddExp": "nan,a > nan; a,nan > nan; inf,f > inf; inf,-inf > inf; f,inf > inf; -inf,inf > inf; inf,inf > inf; -inf,-inf > -inf; -inf,f > y",
    "Maximum": "nan,a > nan; a,nan > nan; inf,f > inf; -inf,f > y",
    "Minimum": "nan,a > nan; a,nan > nan; -inf,f > -inf; inf,f > y",
    "Multiply": "nan,a > nan; a,nan > nan; +-inf,+-0 > nan; +-0,+-inf > nan; inf,inf > inf; inf,-inf > -inf; -inf,-inf > inf; -inf,inf > -inf; "
                "inf,f+ > inf; inf,f- > -inf; -inf,f+ > -inf; -inf,f- > inf; f+,inf > inf; f-,inf > -inf; 0,f+ > 0; 0,f- > -0; -0,f- > 0; -0,f+ > -0",
    "NextAfter": "nan,a > nan; a,nan > nan; -0,0 > 0; 0,-0 > -0",
    "NotEqual": "nan,a > 1; a,nan > 1; inf,-inf > 1; +-0,+-0 > 0; n,=x > 0; inf,inf > 0; 1,2 > 1",
    "Pow": "0,nan > nan; 2,nan > nan; inf,nan > nan; nan,0 > 1; nan,-0 > 1; a,+-0 > 1; nan,n > nan; nan,+-inf > nan; >1,inf > inf; <-1,inf > inf; "
           ">1,-inf > 0; <-1,-inf > 0; 1,+-inf > 1; -1,+-inf > 1; 1,a > 1; 0.5,inf > 0; -0.5,inf > 0; +-0,inf > 0; 0.5,-inf > inf; -0.5,-inf > inf; "
           "+-0,-inf > inf; inf,>0 > inf; inf,<0 > 0; -inf,odd+ > -inf; -inf,even+ > inf; -inf,odd- > -0; -inf,even- > 0; 0,>0 > 0; 0,<0 > inf; "
           "-0,odd+ > -0; -0,even+ > 0; -0,odd- > -inf; -0,even- > inf; -2,0.5 > nan; -2,-1.5 > nan; -0.5,2.5 > nan",
    "Remainder": "nan,a > nan; a,nan > nan; +-inf,+-inf > nan; +-0,+-0 > nan; 0,>0 > 0; -0,>0 > 0; 0,<0 > -0; -0,<0 > -0; >0,+-0 > nan; <0,+-0 > nan; "
                 "+-inf,f+ > nan; +-inf,f- > nan; f+,inf > x; f+,-inf > y; f-,inf > y; f-,-inf > x; 5,3 > 2; -5,3 > 1; 5,-3 > -1; -5,-3 > -2; 6,3 > 0; -6,3 > 0; 6,-3 > -0",
    "Subtract": "nan,a > nan; a,nan > nan; inf,inf > nan; -inf,-inf > nan; inf,-inf > inf; -inf,inf > -inf; inf,f > inf; -inf,f > -inf; f,inf > -inf; "
                "f,-inf > inf; -0,0 > -0; -0,-0 > 0; 0,0 > 0; 0,-0 > 0; n,+-0 > x; n,=x > 0",
}

# Each line holds for the conjugates too. Functions of i·x follow from these: see COMPLEX_BY.
COMPLEX = {
    "Acos": "+-0|0 > pi/2|-0; +-0|nan > pi/2|nan; f|inf > pi/2|-inf; n|nan > nan|nan; -inf|f+ > pi|-inf; inf|f+ > 0|-inf; -inf|inf > 3pi/4|-inf; "
            "inf|inf > pi/4|-inf; +-inf|nan > nan|?inf; nan|f > nan|nan; nan|inf > nan|-inf; nan|nan > nan|nan",
    "Acosh": "+-0|0 > 0|pi/2; f|inf > inf|pi/2; n|nan > nan|nan; 0|nan > nan|?pi/2; -inf|f+ > inf|pi; inf|f+ > inf|0; -inf|inf > inf|3pi/4; "
             "inf|inf > inf|pi/4; +-inf|nan > inf|nan; nan|f > nan|nan; nan|inf > inf|nan; nan|nan > nan|nan",
    "Asinh": "0|0 > 0|0; f+|inf > inf|pi/2; f|nan > nan|nan; inf|f+ > inf|0; inf|inf > inf|pi/4; nan|0 > nan|0; nan|n > nan|nan; nan|inf > ?inf|nan; nan|nan > nan|nan",
    "Atanh": "0|0 > 0|0; 0|nan > 0|nan; 1|0 > inf|0; f+|inf > 0|pi/2; n|nan > nan|nan; inf|f+ > 0|pi/2; inf|inf > 0|pi/2; inf|nan > 0|nan; "
             "nan|f > nan|nan; nan|inf > ?0|pi/2; nan|nan > nan|nan",
    "Cosh": "0|0 > 1|0; 0|inf > nan|?0; 0|nan > nan|?0; n|inf > nan|nan; n|nan > nan|nan; inf|0 > inf|0; inf|n > inf*cis; inf|inf > inf|nan; inf|nan > inf|nan; "
            "nan|+-0 > nan|?0; nan|n > nan|nan; nan|nan > nan|nan",
    "Exp": "+-0|0 > 1|0; f|inf > nan|nan; f|nan > nan|nan; inf|0 > inf|0; -inf|f > 0*cis; inf|n > inf*cis; -inf|inf > ?0|?0; inf|inf > ?inf|nan; "
           "-inf|nan > ?0|?0; inf|nan > ?inf|nan; nan|0 > nan|0; nan|n > nan|nan; nan|inf > nan|nan; nan|nan > nan|nan",
    "Expm1": "+-0|0 > 0|0; f|inf > nan|nan; f|nan > nan|nan; inf|0 > inf|0; -inf|f > 0*cis-1; inf|n > inf*cis-1; -inf|inf > -1|?0; inf|inf > ?inf|nan; "
             "-inf|nan > -1|?0; inf|nan > ?inf|nan; nan|0 > nan|0; nan|n > nan|nan; nan|inf > nan|nan; nan|nan > nan|nan",
    "Log": "-0|0 > -inf|pi; 0|0 > -inf|0; f|inf > inf|pi/2; f|nan > nan|nan; -inf|f+ > inf|pi; inf|f+ > inf|0; -inf|inf > inf|3pi/4; inf|inf > inf|pi/4; "
           "+-inf|nan > inf|nan; nan|f > nan|nan; nan|inf > inf|nan; nan|nan > nan|nan",
    "Log1p": "-1|0 > -inf|0; f|inf > inf|pi/2; f|nan > nan|nan; -inf|f+ > inf|pi; inf|f+ > inf|0; -inf|inf > inf|3pi/4; inf|inf > inf|pi/4; "
             "+-inf|nan > inf|nan; nan|f > nan|nan; nan|inf > inf|nan; nan|nan > nan|nan",
    "Sinh": "0|0 > 0|0; 0|inf > ?0|nan; 0|nan > ?0|nan; f+|inf > nan|nan; f+|nan > nan|nan; inf|0 > inf|0; inf|f+ > inf*cis; inf|inf > ?inf|nan; "
            "inf|nan > ?inf|nan; nan|0 > nan|0; nan|n > nan|nan; nan|nan > nan|nan",
    "Sqrt": "+-0|0 > 0|0; a|inf > inf|inf; f|nan > nan|nan; -inf|f+ > 0|inf; inf|f+ > inf|0; -inf|nan > nan|?inf; inf|nan > inf|nan; nan|f > nan|nan; nan|nan > nan|nan",
    "Tanh": "0|0 > 0|0; n|inf > nan|nan; 0|inf > 0|nan; n|nan > nan|nan; 0|nan > 0|nan; inf|f+ > 1|?0; inf|inf > 1|?0; inf|nan > 1|?0; nan|0 > nan|0; nan|n > nan|nan; nan|nan > nan|nan",
    "Abs": "+-inf|a > inf; a|+-inf > inf; nan|f > nan; f|nan > nan; nan|nan > nan",
    "Sign": "+-0|+-0 > ?0|?0; nan|f > nan|nan; f|nan > nan|nan; nan|nan > nan|nan",
    "IsNan": "nan|a > 1; a|nan > 1; f|f > 0; inf|f > 0; f|-inf > 0",
    "IsInf": "+-inf|a > 1; a|+-inf > 1; f|f > 0; nan|f > 0; f|nan > 0; nan|nan > 0",
    "IsFinite": "nan|a > 0; a|nan > 0; +-inf|a > 0; a|+-inf > 0; f|f > 1",
    "Round": "nan|inf > nan|inf; -0|0.5 > -0|0; 1.5|2.5 > 2|2; -0.5|-inf > -0|-inf",
}
# f(z) = −i·g(iz), and cos(z) = cosh(iz).
COMPLEX_BY = {"Asin": "Asinh", "Atan": "Atanh", "Sin": "Sinh", "Tan": "Tanh", "Cos": "Cosh"}
BY_BASE = {"Log2": 2, "Log10": 10}


def classes(d):
    tiny, norm, big, e = smallest(d), smallest_normal(d), largest(d), eps(d)
    pos = [tiny, norm, 0.5, 1.0, 2.5, big]
    c = {"f+": pos, "f-": [-v for v in pos], "n": pos + [-v for v in pos], "f": [0.0, -0.0] + pos + [-v for v in pos], "+-0": [0.0, -0.0], "+-inf": [inf, -inf],
         ">1": [1 + e, 2.5, big, inf], "<-1": [-1 - e, -2.5, -big, -inf], ">0": pos + [inf], "<0": [-v for v in pos] + [-inf],
         "<1": [1 - e / 2, 0.0, -0.0, -1.0, -inf, tiny], "odd+": [1.0, 3.0], "odd-": [-1.0, -3.0], "even+": [2.0, 0.5, 2.5, inf], "even-": [-2.0, -0.5, -2.5, -inf]}
    c["a"] = [nan, inf, -inf, 0.0, -0.0, 1.0, -2.5, big, -tiny]
    return c


# The same for one part of a complex number: fewer, as every pair is taken.
def complex_classes(d):
    return {"f+": [0.5, 1.0, 2.5], "n": [0.5, -1.0, 2.5, -2.5], "n+": [0.5, 2.5], "f": [0.0, -0.0, 1.0, -2.5], "+-0": [0.0, -0.0], "+-inf": [inf, -inf],
            "a": [nan, inf, -inf, 0.0, -0.0, 1.0, -2.5]}


def number(t):
    """A result's number: exact, or in high precision."""
    if "pi" in t:
        sign = -1 if t[0] == "-" else 1
        factor, _, divisor = t.lstrip("-").partition("pi")
        return sign * mp.pi * int(factor or 1) / int(divisor[1:] or 1)
    if t in ("nan", "inf", "-inf", "-nan"):
        return float(t)
    return float(t)


def operands(t, c):
    if t == "-nan":
        return [math.copysign(nan, -1.0)]
    return c[t] if t in c else [number(t)]


def unary(op, d):
    """(x, result, mask) of every case."""
    for line in UNARY[op].split(";"):
        x, r = (s.strip() for s in line.strip().rsplit(" > ", 1))
        for v in operands(x, classes(d)):
            yield v, number(r.lstrip("?")), 1 if r[0] == "?" else 0


def binary(op, d):
    c = classes(d)
    for line in BINARY[op].split(";"):
        xy, r = line.strip().rsplit(" > ", 1)
        tx, ty = xy.split(",")
        for x in operands(tx.strip(), c):
            ys = [x] if ty == "=x" else [-x] if ty == "=-x" else operands(ty.strip(), c)
            for y in ys:
                v = {"x": x, "y": y, "|x|": abs(x), "|y|": abs(y), "-|x|": -abs(x)}.get(r)
                yield x, y, number(r) if v is None else v


def cis(r, b):
    k = inf if r.startswith("inf") else 0.0
    re, im = math.copysign(k, math.cos(b)), math.copysign(k, math.sin(b)) if b else math.copysign(0.0 if k == 0 else k, b)
    if r.endswith("-1"):
        re -= 1
    return re, im


def complex_lines(op, d):
    """((a, b), (re, im), mask) of every case, conjugates included; a real result has one part."""
    c = complex_classes(d)
    for line in COMPLEX[op].split(";"):
        ab, r = line.strip().rsplit(" > ", 1)
        ta, tb = ab.split("|")
        for a, b in itertools.product(operands(ta, c), operands(tb, c)):
            if op in ("IsNan", "IsInf", "IsFinite", "Abs"):
                yield (a, b), (number(r),), [0]
                continue
            if "cis" in r:
                if b == 0 and "inf" in r:
                    continue
                re, im = cis(r, b)
                mask = [0, 0]
            else:
                tr, ti = r.split("|")
                re, im, mask = number(tr.lstrip("?")), number(ti.lstrip("?")), [int(tr[0] == "?"), int(ti[0] == "?")]
            yield (a, b), (re, im), mask
            # f(conj z) = conj f(z). For b = NaN there is no conjugate to tell.
            if b == b and not (op == "Sqrt" and a != a):
                yield (a, -b), (re, -im), mask


def complex_cases(op, d):
    if op in COMPLEX_BY:
        for (a, b), (re, im), m in complex_lines(COMPLEX_BY[op], d):
            # iz = a + bj, so z = b − aj.
            z = (b, -a)
            yield (z, (re, im), m) if op == "Cos" else (z, (im, -re), m[::-1])
    elif op in BY_BASE:
        for z, (re, im), m in complex_lines("Log", d):
            k = mp.log(BY_BASE[op])
            yield z, (re, im / k if im == im and im != 0 and not mpmath.isinf(im) else im), m
    elif op in COMPLEX:
        yield from complex_lines(op, d)
