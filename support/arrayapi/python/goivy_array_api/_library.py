"""Calls of the library: arguments into requests, answers into Python's values.

The form of both is described in wire.go.
"""

import ctypes
import importlib.metadata
import json
import math
import os
import pathlib
import sys


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
        ("goivy_versions", ptr, ctypes.POINTER(size)),
        ("goivy_release", None, ctypes.c_uint64),
        ("goivy_to_dlpack", ptr, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ptr), ctypes.POINTER(size)),
        ("goivy_from_dlpack", ptr, ctypes.c_char_p, ptr, ctypes.c_int, ctypes.POINTER(size)),
        ("goivy_delete", None, ptr, ctypes.c_int),
    ):
        f = getattr(lib, name)
        f.restype, f.argtypes = result, args
    return lib


lib = _load()

# The Python packages that bring the C library of a backend, with their distributions.
_PACKAGES = {"torch": ("torch",), "tensorflow": ("tensorflow", "tensorflow-cpu", "tensorflow-intel", "tf-nightly")}


def _versions():
    """Returns the versions of the backends that are built in."""
    length = ctypes.c_size_t()
    p = lib.goivy_versions(ctypes.byref(length))
    try:
        return json.loads(ctypes.string_at(p, length.value))
    finally:
        lib.goivy_free(p)


def _release(version):
    return str(version).partition("+")[0]


class _OneLibrary:
    """Keeps a package out that brings another version of a C library than the one that is
    loaded. The dynamic linker takes libraries of one name for one library, so the package's
    modules would be bound to the functions of another version. It is a finder of sys.meta_path."""

    def __init__(self, versions):
        self.versions = versions
        # Of the backends whose library is another package's, in another version, why.
        self.refused = {}
        m = sys.modules.get("torch")  # the C API of TensorFlow is the same in all versions
        theirs = getattr(m, "__version__", None)
        if theirs and "torch" in versions and _release(theirs) != versions["torch"]:
            self.refused["torch"] = (
                f"goivy's backend torch is built for libtorch {versions['torch']}, and Python's torch has loaded {theirs} "
                f"(install torch=={versions['torch']}, or build the library with its folder: make arrayapi LIBTORCH={pathlib.Path(m.__file__).parent})"
            )

    def find_spec(self, name, path=None, target=None):
        ours = self.versions.get(name)
        if ours is None or name not in _PACKAGES or name in self.refused:
            return None
        for distribution in _PACKAGES[name]:
            try:
                theirs = importlib.metadata.version(distribution)
            except importlib.metadata.PackageNotFoundError:
                continue
            if _release(theirs) != _release(ours):
                raise ImportError(
                    f"{name} {theirs} cannot be loaded beside the library of {name} {ours}, which goivy_array_api has loaded "
                    f"(install {distribution}=={_release(ours)}, or import {name} first)"
                )
            break
        return None


_one_library = _OneLibrary(_versions())
sys.meta_path.insert(0, _one_library)


def check(backend):
    """Raises an ImportError if another package has loaded another version of the backend's library."""
    if backend in _one_library.refused:
        raise ImportError(_one_library.refused[backend])

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
