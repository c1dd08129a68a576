"""Writes support/script/syntax/testdata/golden.json: programs, and what CPython 3.11 makes of them.

    python3.11 support/oracle/gen_syntax.py

A program is run as a module; its value is that of its last expression. a … g and z are symbols that write down
what is done to them: an operator on symbols gives a symbol whose name is the parenthesized expression, so that
the value shows how the program was parsed. A symbol is false if "z" is in its name. log shows what was asked
for its truth, indexed, compared by "in", stored to, deleted from, formatted or entered, in order; t("a") gives the
symbol a and logs "t a". The modules m, m.n and m.n.o are symbols too.
The programs are the combinations below and the lines of gen_syntax.txt, where ⏎ is a line end. Values are
written as JSON with their type, floats in hexadecimal; a program that fails has the name of its exception.
"""

import ast
import itertools
import json
import os
import sys
import warnings

assert sys.version_info[:2] == (3, 11), "the values are those of CPython 3.11"
warnings.simplefilter("ignore")

HERE = os.path.dirname(os.path.abspath(__file__))
LOG = []


def show(k):
    if isinstance(k, S):
        return k._name
    if isinstance(k, tuple):
        return "(" + ", ".join(show(x) for x in k) + ("," if len(k) == 1 else "") + ")"
    if isinstance(k, list):
        return "[" + ", ".join(show(x) for x in k) + "]"
    if isinstance(k, slice):
        return f"slice({show(k.start)}, {show(k.stop)}, {show(k.step)})"
    return repr(k)


class S:
    def __init__(self, name):
        object.__setattr__(self, "_name", name)

    def __bool__(self):
        LOG.append("bool " + self._name)
        return "z" not in self._name

    def __contains__(self, x):
        LOG.append(f"{show(x)} in {self._name}")
        return "z" not in self._name

    def __getitem__(self, k):
        LOG.append(f"get {self._name}[{show(k)}]")
        return S(f"{self._name}[{show(k)}]")

    def __setitem__(self, k, v):
        LOG.append(f"set {self._name}[{show(k)}] = {show(v)}")

    def __delitem__(self, k):
        LOG.append(f"del {self._name}[{show(k)}]")

    def __repr__(self):
        LOG.append("repr " + self._name)
        return f"<{self._name}>"

    def __str__(self):
        LOG.append("str " + self._name)
        return f"<{self._name}>"

    def __format__(self, spec):
        LOG.append(f"format {self._name} {spec}")
        return f"[{self._name}:{spec}]"

    def __enter__(self):
        LOG.append("enter " + self._name)
        return S(self._name + ".entered")

    def __exit__(self, *error):
        LOG.append("exit " + self._name)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return S(f"{self._name}.{name}")

    def __setattr__(self, name, v):
        LOG.append(f"set {self._name}.{name} = {show(v)}")

    def __call__(self, *args, **kwargs):
        shown = [show(x) for x in args] + [f"{k}={show(v)}" for k, v in kwargs.items()]
        return S(f"{self._name}({', '.join(shown)})")

    __hash__ = object.__hash__


BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "matmul": "@", "pow": "**",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}
COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
for method, op in BINARY.items():
    setattr(S, f"__{method}__", lambda x, y, op=op: S(f"({x._name} {op} {show(y)})"))
    setattr(S, f"__r{method}__", lambda x, y, op=op: S(f"({show(y)} {op} {x._name})"))
    setattr(S, f"__i{method}__", lambda x, y, op=op: S(f"({x._name} {op}= {show(y)})"))
for method, op in COMPARE.items():
    setattr(S, f"__{method}__", lambda x, y, op=op: S(f"({x._name} {op} {show(y)})"))
for method, op in {"neg": "-", "pos": "+", "invert": "~"}.items():
    setattr(S, f"__{method}__", lambda x, op=op: S(f"({op}{x._name})"))


def encode(v):
    if v is None:
        return {"none": True}
    if v is Ellipsis:
        return {"ellipsis": True}
    if isinstance(v, bool):
        return {"bool": v}
    if isinstance(v, int):
        return {"int": str(v)}
    if isinstance(v, float):
        return {"float": v.hex()}
    if isinstance(v, complex):
        return {"complex": [v.real.hex(), v.imag.hex()]}
    if isinstance(v, str):
        return {"str": v}
    if isinstance(v, bytes):
        return {"bytes": list(v)}
    if isinstance(v, list):
        return {"list": [encode(x) for x in v]}
    if isinstance(v, tuple):
        return {"tuple": [encode(x) for x in v]}
    if isinstance(v, dict):
        return {"dict": [[encode(k), encode(x)] for k, x in v.items()]}
    if isinstance(v, set):
        return {"set": [encode(x) for x in sorted(v)]}
    if isinstance(v, S):
        return {"symbol": v._name}
    raise TypeError(type(v))


def run(program):
    LOG.clear()
    env = {name: S(name) for name in "abcdefgz"}

    def t(name):
        LOG.append("t " + name)
        return S(name)

    env["t"] = t
    try:
        tree = ast.parse(program)
    except SyntaxError as e:
        return {"program": program, "error": type(e).__name__}
    if isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        tree.body[-1] = ast.copy_location(ast.Assign([ast.Name("__result__", ast.Store())], last.value), last)
        ast.fix_missing_locations(tree)
    env["__result__"] = None
    try:
        exec(compile(tree, "golden", "exec"), env)
    except Exception as e:
        return {"program": program, "error": type(e).__name__}
    return {"program": program, "value": encode(env["__result__"]), "log": list(LOG)}


for module in ["m", "m.n", "m.n.o"]:
    sys.modules[module] = S(module)


def programs():
    binary = list(BINARY.values())
    compare = list(COMPARE.values()) + ["in", "not in", "is", "is not"]
    infix = binary + compare + ["and", "or"]
    # How any two operators bind, and with a conditional and a lambda around them.
    for x, y in itertools.product(infix, infix):
        yield f"a {x} b {y} c"
    for u, x in itertools.product(["-", "+", "~", "not "], infix):
        yield f"{u}a {x} b"
        if u != "not " or x in ("and", "or"):
            yield f"a {x} {u}b"
        yield f"({u}a) {x} ({u}b)"
    for x in infix:
        yield f"a {x} b if c {x} d else e {x} f"
        yield f"a {x} b if c {x} z else e {x} f"
        yield f"(lambda p: p {x} b)(a)"
        yield f"a.f(b)[c] {x} d.g[e](f)"
        yield f"[p {x} a for p in [b, c] if p {x} d]"
    for x, y in itertools.product(["and", "or"], repeat=2):
        for operands in itertools.product("az", repeat=3):
            p, q, r = (f't("{o}{i}")' for i, o in enumerate(operands))
            yield f"{p} {x} {q} {y} {r}"
            yield f"{p} {x} ({q} {y} {r})"
            yield f"not {p} {x} not {q} {y} not {r}"
            yield f"1 if {p} {x} {q} {y} {r} else 2"
            yield f"1 if not ({p} {x} {q}) {y} {r} else 2"
            yield f"[n for n in range(2) if {p} {x} {q} {y} {r}]"
            yield f"r = 0\nif {p} {x} {q} {y} {r}:\n    r = 1\nelse:\n    r = 2\nr"
            yield f"n = 0\nwhile n < 2 and ({p} {x} {q} {y} {r}):\n    n += 1\nn"
    for x, y in itertools.product(["<", "==", "in", "not in", "is", "is not"], repeat=2):
        for operands in itertools.product("az", repeat=3):
            yield " ".join([f't("{operands[0]}")', x, f't("{operands[1]}")', y, f't("{operands[2]}")'])
    for operands in itertools.product("az", repeat=4):
        p, q, r, s = (f't("{o}{i}")' for i, o in enumerate(operands))
        yield f"{p} < {q} <= {r} != {s}"
        yield f"({p} < {q} < {r}) < {s}"
        yield f"{p} < ({q} < {r} < {s}) < a"
        yield f"{p} < {q} < {r} and {s} < a > b"
    with open(os.path.join(HERE, "gen_syntax.txt"), encoding="utf-8") as f:
        for line in f:
            yield line.rstrip("\n").replace("⏎", "\n")


def main():
    rows = [run(program) for program in dict.fromkeys(programs())]
    path = os.path.join(HERE, "..", "script", "syntax", "testdata", "golden.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    print(f"{len(rows)} programs")


main()
