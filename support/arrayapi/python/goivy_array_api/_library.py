"""Calls of the library: arguments into requests, answers into Python's values.

The form of both is described in wire.go.
"""

import ctypes
import json
import math
import os
import pathlib


def _load():
    path = os.environ.get("GOIVY_LIBRARY") or pathlib.Path(__file__).with_name("libgoivy.so")
    try:
        lib = ctypes.CDLL(str(path))
    except OSError as e:
        raise ImportError(f"{e} (build the library with: make arrayapi)") from None
    size, ptr = ctypes.c_size_t, ctypes.c_void_p
    for name, result, *args in (
        ("goivy_call", ptr, ctypes.c_char_p, size, ptr, size, ctypes.POINTER(size)),
        ("goivy_free", None, ptr),
        ("goivy_release", None, ctypes.c_uint64),
        ("goivy_to_dlpack", ptr, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ptr), ctypes.POINTER(size)),
        ("goivy_from_dlpack", ptr, ctypes.c_char_p, ptr, ctypes.c_int, ctypes.POINTER(size)),
        ("goivy_delete", None, ptr, ctypes.c_int),
    ):
        f = getattr(lib, name)
        f.restype, f.argtypes = result, args
    return lib


lib = _load()

# The kinds of the library's errors.
_EXCEPTIONS = {
    "dtype": TypeError,
    "shape": ValueError,
    "index": IndexError,
    "value": ValueError,
    "device": ValueError,
    "unsupported": NotImplementedError,
    "backend": RuntimeError,
}


class Dtype:
    """A data type. There is one object for each."""

    __slots__ = ("name",)
    _all = {}

    def __new__(cls, name):
        d = cls._all.get(name)
        if d is None:
            d = cls._all[name] = super().__new__(cls)
            d.name = name
        return d

    def __repr__(self):
        return f"goivy_array_api.{self.name}"

    def __str__(self):
        return self.name

    def __reduce__(self):
        return Dtype, (self.name,)


class Data:
    """An argument that is an array of elements in memory, in row-major order."""

    def __init__(self, dtype, shape, data):
        self.dtype, self.shape, self.data = dtype, shape, data


def _encode(x, data):
    """Returns x as JSON has it; elements in memory come into the list data."""
    if x is None or x is True or x is False:
        return x
    t = type(x)
    if t is int or t is str:
        return x
    handle = getattr(x, "_handle", None)
    if handle is not None:
        return {"array": handle}
    if t is Dtype:
        return {"dtype": x.name}
    if isinstance(x, bool):
        return bool(x)
    if isinstance(x, float):
        x = float(x)
        if math.isfinite(x):
            return x
        return {"float": ("-" if math.copysign(1, x) < 0 else "") + repr(abs(x))}
    if isinstance(x, int):
        return int(x)
    if isinstance(x, complex):
        return {"complex": [_encode(x.real, data), _encode(x.imag, data)]}
    if isinstance(x, str):
        return str(x)
    if t is tuple or isinstance(x, tuple):
        return {"tuple": [_encode(y, data) for y in x]}
    if isinstance(x, (list, range)):
        return [_encode(y, data) for y in x]
    if t is slice:
        return {"slice": [_encode(y, data) for y in (x.start, x.stop, x.step)]}
    if x is ...:
        return {"ellipsis": 0}
    if t is Data:
        data.append(x.data)
        return {"data": [x.dtype, list(x.shape)]}
    if hasattr(x, "__index__"):
        return x.__index__()
    raise TypeError(f"goivy takes no {t.__module__}.{t.__qualname__}")


def _decode(v, array):
    t = type(v)
    if t is dict:
        if "array" in v:
            return array(v["array"], Dtype(v["dtype"]), tuple(v["shape"]))
        ((tag, x),) = v.items()
        if tag == "tuple":
            return tuple([_decode(y, array) for y in x])
        if tag == "dtype":
            return Dtype(x)
        if tag == "float":
            return math.copysign(float(x), -1 if x[0] == "-" else 1)
        if tag == "complex":
            return complex(_decode(x[0], array), _decode(x[1], array))
        if tag == "dict":
            return {k: _decode(y, array) for k, y in x}
        raise RuntimeError(f"goivy answered with a value of tag {tag!r}")
    if t is list:
        return [_decode(y, array) for y in v]
    return v


def answer(pointer, length, array):
    """Returns the value of an answer, or raises its error, and frees it."""
    try:
        text = ctypes.string_at(pointer, length.value)
    finally:
        lib.goivy_free(pointer)
    v = json.loads(text)
    if "error" in v:
        kind, message = v["error"]
        raise _EXCEPTIONS.get(kind, ValueError)(message)
    return _decode(v["ok"], array)


def call(array, backend, kind, name, args, kwargs={}):
    """Returns the value of a call. array makes what stands for an array, of its number,
    dtype and shape."""
    data = []
    request = [backend, kind, name, [_encode(x, data) for x in args], {k: _encode(x, data) for k, x in kwargs.items()}]
    if len(data) > 1:
        raise TypeError("a call takes the elements of one array at most")
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()
    elements = data[0] if data else b""
    length = ctypes.c_size_t()
    p = lib.goivy_call(text, len(text), ctypes.cast(ctypes.c_char_p(elements), ctypes.c_void_p), len(elements), ctypes.byref(length))
    return answer(p, length, array)
