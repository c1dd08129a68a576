"""What the generators of TensorFlow's values share: how operands become tensors, and
results are written."""
import os
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
warnings.filterwarnings("ignore")
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.weak_tensor import WeakTensor

from common import Cases, encode, encode_array


def record(r):
    if isinstance(r, (tf.Tensor, WeakTensor)):
        return encode_array((r.to_tensor() if isinstance(r, WeakTensor) else r).numpy(), isinstance(r, WeakTensor))
    if isinstance(r, tf.DType):
        return encode(r.name)
    if isinstance(r, (np.dtype, type)):
        return encode(np.dtype(r).name)
    if isinstance(r, tf.TensorShape):
        return c.result(tuple(r))
    if isinstance(r, np.integer):
        return encode(int(r))
    if isinstance(r, np.generic):
        return encode_array(r)
    return encode_array(r)


def tensor(a):
    with tf.device("/CPU:0"):
        return tf.convert_to_tensor(a)


c = Cases(to_array=tensor, to_dtype=lambda n: getattr(tf, n), record=record)
pool = c.pool


def of(path):
    f = tf
    for part in path.split("."):
        f = getattr(f, part)
    return f


def add(path, *args, **kw):
    """A case of every path: all of them are names of one function."""
    for p in path.split():
        c.add(p, of(p), *args, **kw)
