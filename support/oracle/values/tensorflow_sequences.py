"""Records what NumPy's rule, as tf.experimental.numpy asks it, makes of three to six operands with a bfloat16 among them.

    python support/oracle/values/tensorflow_sequences.py > frontends/tensorflow/testdata/sequences-legacy.json.gz
"""
import gzip
import itertools
import json
import os
import random
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
from tensorflow.python.ops.numpy_ops import np_utils

tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="legacy")

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bfloat16", "float16",
          "float32", "float64", "complex64", "complex128"]
OPERANDS = {d: tf.cast(tf.constant([1]), d) for d in DTYPES} | {"py:bool": True, "py:int": 1, "py:float": 1.0, "py:complex": 1j}


def result(names):
    try:
        return np_utils.result_type(*[OPERANDS[n] for n in names]).name
    except Exception as e:
        return "!" + type(e).__name__


draw = random.Random(1)
lists = [list(p) for p in itertools.product(OPERANDS, repeat=3)]
lists += [[draw.choice(list(OPERANDS)) for _ in range(draw.randint(4, 6))] for _ in range(12000)]
lists = [names for names in lists if "bfloat16" in names]
table = {"version": tf.__version__, "lists": [" ".join(names + [result(names)]) for names in lists]}
sys.stdout.buffer.write(gzip.compress(json.dumps(table, separators=(",", ":")).encode(), mtime=0))
