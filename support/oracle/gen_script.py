"""Writes support/script/testdata/python.json: programs, and what CPython 3.11 prints when it runs them.

    python3.11 support/oracle/gen_script.py

Format specifications (a sample drawn with a seed, and those that are easily got wrong) of every type of number and
of texts, the functions of math, and the lines of gen_script.txt, where ⏎ is a line end. A row has "printed", or the
name of the exception under "error". Expressions are printed by repr, so that floats are compared digit for digit.
"""

import io
import itertools
import json
import math
import os
import random
import sys
import warnings

assert sys.version_info[:2] == (3, 11), "the values are those of CPython 3.11"
warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))


def run(program):
    printed = []

    def write(*args, **how):
        to = io.StringIO()
        print(*args, **how, file=to)
        printed.append(to.getvalue())

    try:
        exec(compile(program, "golden", "exec"), {"print": write, "__name__": "__main__"})
    except Exception as e:
        return {"program": program, "error": type(e).__name__}
    return {"program": program, "printed": "".join(printed)}


def formats():
    rng = random.Random(18)
    values = [
        "0", "7", "-42", "1234567", "-98765432109876543210", "255", "True", "False",
        "0.0", "-0.0", "1.0", "0.1", "-2.5", "1234.5678", "1e16", "1e-5", "123456789.125", "9.995", "0.0001", "1e300", "5e-324",
        "-0.00001", "float('inf')", "-float('inf')", "float('nan')", "99999.5", "1e22", "100000.0", "999999.5",
        "1+2j", "-1.5j", "(0.1-1e20j)", "complex('nan')", "-0.0+0j", "complex(-0.0, 2)",
        "''", "'abc'", "'é€'", "'a longer text'", "None", "[1, 'a']", "(1,)", "{1: 2}",
    ]
    fills = ["", "", "", "<", ">", "^", "=", "*<", "é>", "0=", "x^", "{<", ">>"]
    for v in values:
        for verb in ["", *"bcdeEfFgGnosxX%", "r", "dd"]:
            yield v, verb
        yield v, ""
    for v in values:
        for _ in range(60):
            spec = rng.choice(fills) + rng.choice(["", "", "", "+", "-", " "]) + rng.choice(["", "", "", "", "z"])
            spec += rng.choice(["", "", "", "#"]) + rng.choice(["", "", "0"]) + rng.choice(["", "", "1", "5", "10", "23"])
            spec += rng.choice(["", "", "", ",", "_"]) + rng.choice(["", "", "", ".0", ".1", ".3", ".10", "."])
            spec += rng.choice(["", "", *"bcdeEfFgGnosxX%"])
            yield v, spec
    for e, p in itertools.product(range(-6, 20), range(0, 8)):
        yield f"{12345678 % 10 ** (p + 1)}e{e}", f".{p}"
        yield f"9.5e{e}", f".{p}g"
    for w in range(0, 16):
        yield "1234567", f"0{w},"
        yield "-1234.5", f"0{w},.2f"
        yield "0xfffff", f"#0{w}_x"


def functions():
    reals = [
        "0", "1", "-1", "2", "0.5", "-0.5", "3.7", "-3.7", "10", "100.25", "1e-10", "1e10", "710", "-745.2", "1e300", "True",
        "float('inf')", "-float('inf')", "float('nan')", "-0.0", "2.5", "170.6", "10**400", "'a'", "None", "1j",
    ]
    one = [
        "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "degrees", "erf", "erfc", "exp", "exp2",
        "expm1", "fabs", "floor", "frexp", "gamma", "isfinite", "isinf", "isnan", "lgamma", "log", "log10", "log1p", "log2", "modf",
        "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc", "ulp",
    ]
    for f, x in itertools.product(one, reals):
        yield f"math.{f}({x})"
    two = ["0", "1", "-1", "2", "0.5", "-3.5", "1e200", "float('inf')", "-float('inf')", "float('nan')", "-0.0"]
    for f, x, y in itertools.product(["atan2", "copysign", "fmod", "remainder", "pow", "nextafter", "log", "hypot", "isclose"], two, two):
        yield f"math.{f}({x}, {y})"
    whole = ["0", "1", "2", "7", "20", "-3", "10**30", "2.0", "True", "'a'"]
    for f, x in itertools.product(["factorial", "isqrt", "perm"], whole):
        if f == "isqrt" or x != "10**30":
            yield f"math.{f}({x})"
    for f, x, y in itertools.product(["gcd", "lcm", "comb", "perm"], whole, whole):
        if f in ("gcd", "lcm") or y != "10**30":
            yield f"math.{f}({x}, {y})"
    for x, n in itertools.product(["1.5", "0.0", "-2", "5e-324", "float('inf')"], ["0", "1", "-1", "1023", "1024", "-1074", "-1075", "10**30", "-10**30", "1.0"]):
        yield f"math.ldexp({x}, {n})"


def programs():
    for v, spec in dict.fromkeys(formats()):
        yield f"print(repr(format({v}, {spec!r})))"
    yield from (f"import math\nprint(repr({x}))" for x in functions())
    with open(os.path.join(HERE, "gen_script.txt"), encoding="utf-8") as f:
        for line in f:
            yield line.rstrip("\n").replace("⏎", "\n")


def main():
    rows = [run(program) for program in dict.fromkeys(programs())]
    path = os.path.join(HERE, "..", "script", "testdata", "python.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    print(f"{len(rows)} programs")


main()
