"""Writes frontends/tensorflow/testdata/operators-*.json.gz: the types that Python's
operators give on TensorFlow's tensors, for every pair of operands, or the class of the
error. Run it in an environment with requirements_tensorflow.txt, without arguments.

Operands are written as in the golden tables: int8 is an array of ones of shape (2,),
(2, 2) for @; int8[] is 0-d, py:int a Python scalar; int32* a WeakTensor, as eager operations make them. A result's "*"
is weak. Every mode needs a process of its own."""
import gzip
import json
import operator
import os
import subprocess
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
warnings.filterwarnings("ignore")
from common import DTYPES, ROOT

BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
          "**": operator.pow, "@": operator.matmul, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift,
          ">>": operator.rshift, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
UNARY = {"neg": operator.neg, "pos": operator.pos, "~": operator.inv, "abs": operator.abs}
SCALARS = {"py:bool": True, "py:int": 2, "py:float": 2.5, "py:complex": 1 + 2j}

if len(sys.argv) == 1:
    for mode in ["plain", "all", "safe", "legacy"]:
        subprocess.run([sys.executable, __file__, mode], check=True)
    sys.exit()

import tensorflow as tf
from tensorflow.python.framework.weak_tensor import WeakTensor

mode = sys.argv[1]
if mode != "plain":
    tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)


def operands(shape):
    made = {}
    for d in DTYPES:
        made[d] = tf.cast(tf.ones(shape), getattr(tf, d))
        made[d + "[]"] = tf.cast(tf.ones(()), getattr(tf, d))
    made.update(SCALARS)
    if mode in ("all", "safe"):
        for d in ["int32", "int64", "float32", "float64", "complex128"]:
            made[d + "*"] = WeakTensor.from_tensor(tf.cast(tf.ones(shape), getattr(tf, d)))
    return made


def text(f, *args):
    try:
        r = f(*args)
    except Exception as e:  # its class is the answer
        return "!" + type(e).__name__
    if isinstance(r, (bool, int, float, complex)):
        return "py:" + type(r).__name__
    return r.dtype.name + ("*" if isinstance(r, WeakTensor) else "")


vectors, matrices = operands((2,)), operands((2, 2))
names = list(vectors)
binary, count = {}, 0
for op, f in BINARY.items():
    of = matrices if op == "@" else vectors
    rows = binary[op] = []
    for a in names:
        # Two Python scalars are no business of TensorFlow's.
        rows.append([None if a in SCALARS and b in SCALARS else text(f, of[a], of[b]) for b in names])
        count += sum(c is not None for c in rows[-1])
unary = {op: [None if a in SCALARS else text(f, vectors[a]) for a in names] for op, f in UNARY.items()}
count += sum(c is not None for row in unary.values() for c in row)
path = ROOT / "frontends" / "tensorflow" / "testdata" / f"operators-{mode}.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(json.dumps({"version": tf.__version__, "count": count, "operands": names, "binary": binary, "unary": unary}, separators=(",", ":")).encode())
print(path.name, count, "cells", path.stat().st_size >> 10, "KiB")
