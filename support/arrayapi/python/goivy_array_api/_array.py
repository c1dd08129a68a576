"""The array object."""

import ctypes
import operator
import sys

from . import _library
from ._library import lib

_CPU = (1, 0)  # kDLCPU
_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype, _capsule_new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
_capsule_name = ctypes.pythonapi.PyCapsule_SetName
_capsule_name.restype, _capsule_name.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]
_capsule_is = ctypes.pythonapi.PyCapsule_IsValid
_capsule_is.restype, _capsule_is.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]
_OLD, _VERSIONED = b"dltensor", b"dltensor_versioned"
_USED = {_OLD: b"used_dltensor", _VERSIONED: b"used_dltensor_versioned"}  # consumed; for ever
_destructor = ctypes.cast(lib.goivy_capsule_destructor, ctypes.c_void_p)
_IS_COPIED = 2  # DLPACK_FLAG_BITMASK_IS_COPIED


class _Tensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [("version", ctypes.c_uint32 * 2), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", _Tensor)]


class Array:
    """An array of the backend that its class belongs to. Functions of the namespace
    make arrays."""

    __slots__ = ("_handle", "_dtype", "_shape", "__weakref__")
    __hash__ = None
    _backend = _namespaces = None  # set in the class of each backend

    def __new__(cls, *args, **kwargs):
        raise TypeError("functions of the namespace, as asarray, make arrays")

    @classmethod
    def _of(cls, handle, dtype, shape):
        self = object.__new__(cls)
        self._handle, self._dtype, self._shape = handle, dtype, shape
        return self

    def __del__(self, release=lib.goivy_release):
        release(self._handle)

    @classmethod
    def _call(cls, kind, name, /, *args, **kwargs):
        return _library.call(cls._of, cls._backend, kind, name, args, kwargs)

    # Attributes.

    @property
    def dtype(self):
        return self._dtype

    @property
    def device(self):
        return self._call("attribute", "device", self)

    @property
    def mT(self):
        return self._call("attribute", "mT", self)

    @property
    def ndim(self):
        return len(self._shape)

    @property
    def shape(self):
        return self._shape

    @property
    def size(self):
        return self._call("attribute", "size", self)

    @property
    def T(self):
        return self._call("attribute", "T", self)

    def to_device(self, device, /, *, stream=None):
        if stream is not None:
            raise ValueError("no device has streams")
        return self._call("method", "to_device", self, device)

    def __array_namespace__(self, /, *, api_version=None):
        return self._namespaces(self._call("info", "version", api_version or ""))

    # Numbers of Python's.

    def _item(self):
        return self._call("method", "item", self)

    def __bool__(self, /):
        return bool(self._item())

    def __complex__(self, /):
        return complex(self._item())

    def __float__(self, /):
        return float(self._item())

    def __int__(self, /):
        return int(self._item())

    def __index__(self, /):
        if not self._call("function", "isdtype", self._dtype, "integral"):
            raise TypeError(f"an array of dtype {self._dtype} is no index")
        return operator.index(self._item())

    # Text.

    def __repr__(self):
        return f"Array({self._call('method', 'tolist', self)}, dtype={self._dtype})"

    # Elements.

    def __getitem__(self, key, /):
        return self._call("get", "", self, key)

    def __setitem__(self, key, value, /):
        self._call("set", "", self, key, value)

    def __len__(self):
        if not self._shape:
            raise TypeError("an array without axes has no length")
        return self._shape[0]

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    # DLPack.

    def __dlpack_device__(self, /):
        return _CPU

    def __dlpack__(self, /, *, stream=None, max_version=None, dl_device=None, copy=None):
        if stream is not None:
            raise ValueError("no device has streams")
        if dl_device is not None and (int(dl_device[0]), int(dl_device[1])) != _CPU:
            raise BufferError(f"arrays are on the CPU, device {_CPU}, not {tuple(dl_device)}")
        source = self
        if copy:
            source = self._call("function", "asarray", self, copy=True)
        versioned = max_version is not None and max_version[0] >= 1
        failure, length = ctypes.c_void_p(), ctypes.c_size_t()
        p = lib.goivy_to_dlpack(source._handle, versioned, -1 if copy is False else bool(copy), ctypes.byref(failure), ctypes.byref(length))
        if not p:
            try:
                return _library.answer(failure.value, length, self._of)
            except ValueError as e:
                if copy is False:
                    raise BufferError(str(e)) from None
                raise
        return _capsule_new(p, _VERSIONED if versioned else _OLD, _destructor)

    # NumPy, which is not needed for anything else.

    def _memory(self, copy=None):
        """Returns the memory of the elements, None if there are none, with their strides
        in bytes, and whether it is a copy that nobody else has. copy is __dlpack__'s."""
        capsule = self.__dlpack__(max_version=(1, 0), copy=copy)
        m = _Managed.from_address(_capsule_pointer(capsule, _VERSIONED))
        t = m.tensor
        size = (t.bits * t.lanes + 7) // 8
        shape, strides = t.shape[: t.ndim], tuple(n * size for n in t.strides[: t.ndim])
        copied = bool(m.flags & _IS_COPIED)
        if 0 in shape:
            return None, strides, copied
        n = size + sum((d - 1) * st for d, st in zip(shape, strides))  # no stride is negative
        block = (ctypes.c_char * n).from_address(t.data + t.byte_offset)
        block.capsule = capsule  # whose end is the memory's
        return block, strides, copied

    def __array__(self, dtype=None, copy=None):
        """The elements as an array of NumPy's, in the memory of this one where the backend
        shares it. bfloat16, which NumPy lacks, is ml_dtypes' if that is installed."""
        import numpy

        name = str(self._dtype)
        if name == "bfloat16":
            try:
                import ml_dtypes
            except ImportError:
                raise TypeError("NumPy has no bfloat16: install ml_dtypes, or cast with astype(x, float32)") from None
            own = numpy.dtype(ml_dtypes.bfloat16)
        else:
            own = numpy.dtype(name)
        cast = dtype is not None and numpy.dtype(dtype) != own
        if cast and copy is False:
            raise ValueError(f"{name} becomes {numpy.dtype(dtype)} by copying alone")
        try:
            block, strides, copied = self._memory(False if copy is False else None)
        except BufferError as e:
            raise ValueError(str(e)) from None
        if block is None:
            z = numpy.empty(self._shape, own)
        else:
            z = numpy.ndarray(self._shape, own, block, 0, strides)
        if cast:
            return z.astype(dtype)
        return z.copy() if copy and not copied else z

    @classmethod
    def _from_dlpack(cls, x, copy):
        if copy is False:
            raise BufferError("memory of another library is copied")
        if copy is not None:
            try:
                capsule = x.__dlpack__(max_version=(1, 0), copy=copy)
            except TypeError:  # from before these arguments
                capsule = x.__dlpack__()
        else:
            try:
                capsule = x.__dlpack__(max_version=(1, 0))
            except TypeError:
                capsule = x.__dlpack__()
        for name in (_VERSIONED, _OLD):
            if _capsule_is(capsule, name):
                p = _capsule_pointer(capsule, name)
                _capsule_name(capsule, _USED[name])  # the library deletes it now
                length = ctypes.c_size_t()
                return _library.answer(lib.goivy_from_dlpack(cls._backend.encode(), p, name == _VERSIONED, ctypes.byref(length)), length, cls._of)
        raise BufferError("a capsule that is no DLPack tensor, or has been consumed")

    # Operators.

    def __abs__(self, /):
        return self._call("function", "abs", self)


_SCALARS = (bool, int, float, complex)


def _operators():
    def takes(other):
        return isinstance(other, (Array, *_SCALARS))

    def unary(op):
        return lambda self, /: self._call("operator", op, self)

    def binary(op):
        return lambda self, other, /: self._call("operator", op, self, other) if takes(other) else NotImplemented

    def reflected(op):
        return lambda self, other, /: self._call("operator", op, other, self) if takes(other) else NotImplemented

    def augmented(op):
        def f(self, other, /):
            if not takes(other):
                return NotImplemented
            self._call("augment", op, self, other)
            return self

        return f

    def add(name, f):
        f.__name__, f.__qualname__ = name, "Array." + name
        setattr(Array, name, f)

    for name, op in (("neg", "-"), ("pos", "+"), ("invert", "~")):
        add(f"__{name}__", unary(op))
    for name, op in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
        add(f"__{name}__", binary(op))
    for name, op in (
        ("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"),
        ("matmul", "@"), ("and", "&"), ("or", "|"), ("xor", "^"), ("lshift", "<<"), ("rshift", ">>"),
    ):
        add(f"__{name}__", binary(op))
        add(f"__r{name}__", reflected(op))
        add(f"__i{name}__", augmented(op))


_operators()
del _operators


def buffer(x):
    """Returns the Data of an object with Python's buffer protocol, None for another."""
    try:
        m = memoryview(x)
    except TypeError:
        return None
    f = m.format
    if f[0] in "<>=@!":
        swapped = f[0] in "<>!" and (f[0] == "<") != (sys.byteorder == "little")
        f = f[1:]
        if swapped and m.itemsize > 1:
            raise TypeError(f"a buffer of format {m.format!r} has another byte order")
    kind = "bool" if f == "?" else "int" if f in tuple("bhilqn") else "uint" if f in tuple("BHILQN") else "float" if f in tuple("efd") else "complex" if f in ("Zf", "Zd") else None
    if kind is None:
        raise TypeError(f"a buffer of format {m.format!r}")
    name = kind if kind == "bool" else f"{kind}{8 * m.itemsize}"
    return _library.Data(name, m.shape, m.tobytes())
