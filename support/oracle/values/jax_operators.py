"""Writes frontends/jax/testdata/operators*.json.gz: what type Python's operators give for
JAX's arrays, with 64 bits, without, and with strict promotion. Run it in an environment
with requirements.txt, and with JAX_PLATFORMS=cpu; the argument is x64, x32 or strict.

Operands and results are written as in the golden tables: "int8" is an array of one axis,
"int8[]" of none, "int8*" of one axis and a weak type, "weak-int*" a weak number,
"py:int" a Python scalar; "!TypeError" is an exception. Two Python scalars have no
operators of JAX: what stands there is its function's answer."""
import gzip
import json
import operator as op
import sys
import warnings

import jax
import jax.numpy as jnp
from jax._src.lax.lax import _convert_element_type

from common import DTYPES, ROOT

warnings.filterwarnings("ignore")
MODE = sys.argv[1]
jax.config.update("jax_enable_x64", MODE != "x32")
if MODE == "strict":
    jax.config.update("jax_numpy_dtype_promotion", "strict")

BINARY = {"+": (op.add, jnp.add), "-": (op.sub, jnp.subtract), "*": (op.mul, jnp.multiply), "/": (op.truediv, jnp.true_divide), "//": (op.floordiv, jnp.floor_divide),
          "%": (op.mod, jnp.remainder), "**": (op.pow, jnp.power), "@": (op.matmul, jnp.matmul), "&": (op.and_, jnp.bitwise_and), "|": (op.or_, jnp.bitwise_or),
          "^": (op.xor, jnp.bitwise_xor), "<<": (op.lshift, jnp.left_shift), ">>": (op.rshift, jnp.right_shift), "==": (op.eq, jnp.equal), "!=": (op.ne, jnp.not_equal),
          "<": (op.lt, jnp.less), "<=": (op.le, jnp.less_equal), ">": (op.gt, jnp.greater), ">=": (op.ge, jnp.greater_equal), "divmod": (divmod, jnp.divmod)}
UNARY = {"neg": (op.neg, jnp.negative), "pos": (op.pos, jnp.positive), "~": (op.invert, jnp.bitwise_invert), "abs": (abs, jnp.abs)}
WIDE = {"int64", "uint64", "float64", "complex128"}
PY = {"py:bool": True, "py:int": 2, "py:float": 2.5, "py:complex": 1 + 2j}

operands = {}
for d in DTYPES:
    if MODE == "x32" and d in WIDE:
        continue
    t = jnp.dtype(d)
    operands[d] = jnp.ones(2, t)
    if MODE == "x32" or d in ("int8", "float32"):  # they are like any others but as exponents
        operands[d + "[]"] = jnp.ones((), t)
    if d != "bool":
        operands[d + "*"] = _convert_element_type(jnp.ones(2, t), t, weak_type=True)
operands |= {"weak-int*": jnp.asarray(2), "weak-float*": jnp.asarray(2.5), "weak-complex*": jnp.asarray(1 + 2j)} | PY


def answer(names, pair):
    f = pair[all(n in PY for n in names)]
    try:
        r = jax.eval_shape(lambda: f(*(operands[n] for n in names)))
    except Exception as e:
        return "!" + type(e).__name__
    if isinstance(r, tuple):
        r = r[0]
    return f"{r.dtype}{'*' if r.weak_type else ''}"


names = list(operands)
binary = {o: [[answer((a, b), f) for b in names] for a in names] for o, f in BINARY.items()}
unary = {o: [answer((a,), f) for a in names] for o, f in UNARY.items()}
table = {"dtypes": [], "operands": names, "promote_types": [], "result_type": binary["+"], "binary": binary, "unary": unary, "reductions": {}, "creation": {}}
path = ROOT / "frontends/jax/testdata" / f"operators-{MODE}.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(json.dumps(table, separators=(",", ":")).encode())
print(path.name, len(names), "operands", sum(len(r) for t in binary.values() for r in t) + sum(map(len, unary.values())), "cells", path.stat().st_size >> 10, "KiB")
