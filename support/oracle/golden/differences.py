"""Where NumPy 2 gives other values or dtypes than the unified API, with the reason.

The expected values of these follow the API's rules. check() holds that each line is
still true of both sides, so that the list does not outlive its reasons.
"""
import warnings

import numpy as np

from . import functions as fn
from .core import *
from .elementwise import BINARY, UNARY
from .set import unique
from .statistical import accumulated, total, variance


def one(v, d):
    return build([v], d)


def error(f):
    """The kind or class of the error that f ends in, or its value."""
    try:
        return f()
    except Fails as e:
        return e.kinds[0]
    except Exception as e:
        return type(e).__name__


def ours(op, x, y, d1, d2=None):
    return BINARY[op].call(A(one(x, d1)), A(one(y, d2 or d1)))[2]


def beside(d, v):
    return common(A(one(1, d)), S(v))


# What, NumPy's, the API's, why.
DIFFERENCES = [
    ("dtype of int32 / int32", lambda: (one(1, "int32") / one(2, "int32")).dtype.name, lambda: dtype_of(ours("Divide", 1, 2, "int32")), "integers go into float functions as the default float, float32"),
    ("dtype of cos(int8)", lambda: np.cos(one(1, "int8")).dtype.name, lambda: dtype_of(UNARY["Cos"].call(A(one(1, "int8")))[2]), "the same"),
    ("dtype of float16 + bfloat16", lambda: error(lambda: np.result_type(np_dtype("float16"), np_dtype("bfloat16")).name), lambda: promote("float16", "bfloat16"), "Ivy's table is total"),
    ("dtype of bool array + int", lambda: (one(True, "bool") + 3).dtype.name, lambda: beside("bool", 3), "the default int is int32"),
    ("dtype of sum(int8)", lambda: np.sum(one(1, "int8")).dtype.name, lambda: accumulated("int8"), "sums are of the default int"),
    ("dtype of sum(uint8)", lambda: np.sum(one(1, "uint8")).dtype.name, lambda: accumulated("uint8"), "the unsigned of the default int's width"),
    ("dtype of sum(bool)", lambda: np.sum(one(True, "bool")).dtype.name, lambda: accumulated("bool"), "a bool counts as an int"),
    ("sum of bfloat16", lambda: float(np.sum(np.ones(1000, np_dtype("bfloat16")))), lambda: float(total([1.0] * 1000, "bfloat16")[0]), "16-bit floats accumulate in float32"),
    ("float → int out of range", lambda: int(one(300.0, "float32").astype(np.int8)[0]), lambda: int(cast(one(300.0, "float32"), "int8")[0]), "floats are held in range"),
    ("NaN → int", lambda: int(one(nan, "float64").astype(np.int64)[0]), lambda: int(cast(one(nan, "float64"), "int64")[0]), "NaN becomes 0"),
    ("complex → float", lambda: one(1 + 2j, "complex64").astype(np.float32).dtype.name, lambda: error(lambda: cast(one(1j, "complex64"), "float32")), "an error, which says to take Real"),
    ("floor_divide(inf, 1)", lambda: float(np.floor_divide(inf, 1.0)), lambda: fn.floor_divide(inf, 1.0, "float64")[0], "the standard's rule; Python's NaN is a note beside it"),
    ("floor_divide(1, −inf)", lambda: float(np.floor_divide(1.0, -inf)), lambda: fn.floor_divide(1.0, -inf, "float64")[0], "the standard's rule; Python's −1 is a note beside it"),
    ("an integer to a negative power", lambda: error(lambda: int(np.power(one(2, "int8"), one(-1, "int8"))[0])), lambda: int(ours("Pow", 2, -1, "int8")[0]), "1/xⁿ, truncated"),
    ("floor_divide of bools", lambda: np.floor_divide(np.True_, np.True_).dtype.name, lambda: error(lambda: ours("FloorDivide", True, True, "bool")), "the row takes integers and floats"),
    ("several NaNs in unique", lambda: len(np.unique(np.array([nan, nan]))), lambda: len(unique([nan, nan])[0]), "each NaN is distinct"),
    ("var without degrees of freedom", lambda: float(np.var(np.array([1.0, 2.0]), correction=2)), lambda: variance([1.0, 2.0], "float64", 2)[0], "NaN where n − correction is not above 0, by the standard"),
    ("linspace of integers", lambda: int(np.linspace(-2.5, 7.0, 8, dtype=np.int8)[0]), lambda: int(cast(one(-2.5, "float64"), "int8")[0]), "truncated as every cast is, not floored"),
    ("dtype of full(1.5)", lambda: np.full(2, 1.5).dtype.name, lambda: S(1.5).alone(), "the default float is float32"),
    ("matmul of bools", lambda: np.matmul(np.ones((1, 1), bool), np.ones((1, 1), bool)).dtype.name, lambda: "dtype", "the row takes numbers"),
]


def check():
    """Raises if NumPy and the API agree on a line after all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for what, theirs, own, why in DIFFERENCES:
            x, y = theirs(), own()
            assert x != y, f"{what}: both give {x}"
