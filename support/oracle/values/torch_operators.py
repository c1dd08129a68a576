"""Writes frontends/torch/testdata/operators.json.gz: of what dtype the results of
Python's operators and of methods in place are for operands of every dtype, 1-d, 0-d and
Python's scalars on both sides, or which exceptions they raise. It is a table as the
golden tables of frontends are. Run it in an environment with requirements.txt."""
import gzip
import json
import operator
import warnings

import torch

from common import DTYPES, ROOT

warnings.filterwarnings("ignore")
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"] + DTYPES[9:]
SCALARS = {"py:bool": True, "py:int": 2, "py:float": 2.5, "py:complex": 1 + 2j}
NAMES = DTYPES + [d + "[]" for d in DTYPES] + list(SCALARS)


def make(name):
    if name in SCALARS:
        return SCALARS[name]
    shape = () if name.endswith("[]") else (2,)
    return torch.ones(shape).to(getattr(torch, name.removesuffix("[]")))


def cell(f, *names):
    if all(n in SCALARS for n in names):
        return "?"  # no tensor is there: that is Python's own
    try:
        r = f(*[make(n) for n in names])
    except Exception as e:
        return "!" + type(e).__name__
    return "py:" + type(r).__name__ if isinstance(r, (bool, int, float, complex)) else str(r.dtype)[6:]


BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
          "**": operator.pow, "@": operator.matmul, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
          "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
          "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "/=": operator.itruediv, "//=": operator.ifloordiv, "%=": operator.imod,
          "**=": operator.ipow, "&=": operator.iand, "|=": operator.ior, "^=": operator.ixor, "<<=": operator.ilshift, ">>=": operator.irshift}
UNARY = {"neg": operator.neg, "pos": operator.pos, "~": operator.invert, "abs": operator.abs}
PLACE2 = """add sub mul div true_divide floor_divide remainder fmod pow float_power atan2 hypot copysign nextafter gcd lcm eq ne lt le gt ge
    logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift heaviside xlogy ldexp
    clamp_min clamp_max copy fill""".split()
PLACE1 = """abs neg sign sgn square sqrt rsqrt reciprocal exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh
    asinh acosh atanh sigmoid sinc floor ceil trunc frac round logical_not bitwise_not deg2rad rad2deg erf erfc erfinv lgamma digamma i0
    relu nan_to_num logit conj_physical zero t""".split()
for n in PLACE2:
    BINARY[f".{n}_"] = getattr(torch.Tensor, n + "_")
for n in PLACE1:
    UNARY[f".{n}_"] = getattr(torch.Tensor, n + "_")

for default in (torch.float32, torch.float64):
    torch.set_default_dtype(default)
    table = {
        "dtypes": [], "promote_types": [], "operands": NAMES,
        "result_type": [[cell(lambda x, y: torch.empty(0, dtype=torch.result_type(x, y)), a, b) for b in NAMES] for a in NAMES],
        "binary": {o: [[cell(f, a, b) for b in NAMES] for a in NAMES] for o, f in BINARY.items()},
        "unary": {o: [cell(f, a) for a in NAMES] for o, f in UNARY.items()},
    }
    name = "operators" if default == torch.float32 else "operators-f64"
    path = ROOT / "frontends" / "torch" / "testdata" / f"{name}.json.gz"
    with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
        z.write(json.dumps(table, separators=(",", ":")).encode())
    cells = (len(BINARY) * len(NAMES) + len(UNARY)) * len(NAMES)
    print(f"{path.name}: {cells} cells, {path.stat().st_size >> 10} KiB")
