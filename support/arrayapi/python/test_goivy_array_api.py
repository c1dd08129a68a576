"""Tests of the namespace with Python's own library alone. The Go test of
support/arrayapi/lib builds the library and runs them."""

import array as memory
import ctypes
import gc
import importlib
import importlib.util
import inspect
import itertools
import math
import operator
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

try:
    import numpy
except ImportError:  # the rest is tested without it
    numpy = None
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

import goivy_array_api.native as xp
import goivy_array_api.native_2024_12 as xp24
from goivy_array_api import _array, _library


def tolist(x):
    return x._call("method", "tolist", x)


class Stale:
    """Stands for an array that the library does not hold any more."""

    def __init__(self, handle):
        self._handle = handle


class Calls(unittest.TestCase):
    def same(self, x, elements, dtype=None):
        self.assertEqual(tolist(x), elements)
        if dtype is not None:
            self.assertIs(x.dtype, dtype)

    def test_creation(self):
        self.same(xp.asarray([1, 2, 3]), [1, 2, 3], xp.int32)
        self.same(xp.asarray([[True], [False]]), [[True], [False]], xp.bool)
        self.same(xp.asarray((1.5, 2)), [1.5, 2.0], xp.float32)
        self.same(xp.asarray([xp.asarray(1), 2]), [1, 2])
        self.same(xp.asarray(2**64 - 1, dtype=xp.uint64), 2**64 - 1, xp.uint64)
        self.same(xp.asarray(1 + 2j, dtype=xp.complex128), 1 + 2j, xp.complex128)
        self.same(xp.arange(5, step=2), [0, 2, 4])
        self.same(xp.arange(3, 0, -1), [3, 2, 1])
        self.same(xp.linspace(0, 1, num=3, endpoint=True), [0.0, 0.5, 1.0])
        self.same(xp.full((2,), -0.5, dtype=xp.float64, device="cpu"), [-0.5, -0.5], xp.float64)
        self.same(xp.eye(2, 3, k=1), [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        self.same(xp.zeros(0), [])

    def test_floats(self):
        values = [math.inf, -math.inf, -0.0, 5e-324, 1.7976931348623157e308, 0.1, 1e16]
        back = tolist(xp.asarray(values, dtype=xp.float64))
        self.assertEqual([v.hex() for v in back], [v.hex() for v in values])
        nans = tolist(xp.asarray([math.nan, -math.nan], dtype=xp.float64))
        self.assertTrue(all(v != v for v in nans))
        self.assertEqual([math.copysign(1, v) for v in nans], [1, -1])
        self.same(xp.signbit(xp.asarray(-math.nan)), True)

    def test_arguments(self):
        x = xp.reshape(xp.arange(6), (2, 3))
        self.same(xp.sum(x), 15)
        self.same(xp.sum(x, axis=0, keepdims=True), [[3, 5, 7]])
        self.same(xp.sum(x, axis=(0, 1), dtype=xp.float64), 15.0, xp.float64)
        self.same(xp.sum(x, axis=()), [[0, 1, 2], [3, 4, 5]])
        self.same(xp.concat([x, x], axis=None), [0, 1, 2, 3, 4, 5] * 2)
        self.same(xp.concat((x, x)), [[0, 1, 2], [3, 4, 5]] * 2)
        self.same(xp.var(xp.asarray([1.0, 3.0]), correction=1), 2.0, xp.float32)
        self.same(xp.permute_dims(x, axes=(1, 0)), [[0, 3], [1, 4], [2, 5]])
        self.same(xp.clip(x, 1, max=4), [[1, 1, 2], [3, 4, 4]])
        self.same(xp.clip(x, max=2), [[0, 1, 2], [2, 2, 2]])
        self.same(xp.searchsorted(xp.asarray([1, 2, 3]), xp.asarray([2]), side="right"), [2])
        self.same(xp.tensordot(x, x, axes=((0, 1), (0, 1))), 55)
        self.same(xp.repeat(xp.asarray([1, 2]), xp.asarray([2, 1])), [1, 1, 2])
        self.same(xp.where(x > 2, x, 0), [[0, 0, 0], [3, 4, 5]])
        self.same(xp.diff(xp.asarray([1, 4, 9]), n=1, prepend=xp.asarray([0])), [1, 3, 5])
        self.same(xp.take(x, xp.asarray([2, 0]), axis=1), [[2, 0], [5, 3]])

    def test_results(self):
        x = xp.asarray([3, 1, 3])
        u = xp.unique_all(x)
        self.assertEqual([tolist(r) for r in u], [[1, 3], [1, 0], [1, 0, 1], [1, 2]])
        self.same(u.inverse_indices, [1, 0, 1])
        self.assertEqual(xp.unique_counts(x)._fields, ("values", "counts"))
        self.assertIs(type(xp.unstack(x)), tuple)
        self.assertIs(type(xp.meshgrid(x, x)), tuple)
        self.assertEqual(xp.broadcast_shapes((2, 1), (3,)), (2, 3))
        self.assertIs(xp.result_type(xp.int8, xp.float32, 1), xp.float32)
        self.assertIs(xp.isdtype(xp.int8, ("bool", "integral")), True)
        self.assertIs(xp.can_cast(xp.int8, xp.int16), True)
        f = xp.finfo(xp.float64)
        self.assertEqual((f.bits, f.eps, f.dtype), (64, 2.0**-52, xp.float64))
        self.assertEqual(xp.iinfo(xp.asarray([1], dtype=xp.uint64)).max, 2**64 - 1)

    def test_array(self):
        x = xp.reshape(xp.arange(6, dtype=xp.float32), (2, 3))
        self.assertEqual((x.shape, x.ndim, x.size, x.device), ((2, 3), 2, 6, "cpu"))
        self.same(x.T, [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]])
        self.same(x.mT, [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]])
        self.same(x.to_device("cpu"), tolist(x))
        self.assertEqual(len(x), 2)
        self.assertEqual([tolist(row) for row in x], tolist(x))
        self.assertEqual(repr(xp.asarray([1, 2])), "Array([1, 2], dtype=int32)")
        with self.assertRaises(TypeError):
            hash(x)
        with self.assertRaises(TypeError):
            type(x)()

    def test_operators(self):
        x, y = xp.asarray([5, -3]), xp.asarray([2, 2])
        for name, op in (("add", "__add__"), ("sub", "__sub__"), ("mul", "__mul__"), ("floordiv", "__floordiv__"), ("mod", "__mod__"),
                         ("and_", "__and__"), ("or_", "__or__"), ("xor", "__xor__"), ("lshift", "__lshift__"), ("rshift", "__rshift__")):
            f = getattr(operator, name)
            want = [f(5, 2), f(-3, 2)]
            self.same(f(x, y), want, xp.int32)
            self.same(f(x, 2), want, xp.int32)
            self.same(getattr(x, op)(y), want)
            z = xp.asarray(x, copy=True)
            kept = z
            z = getattr(operator, "i" + name.rstrip("_"))(z, y)
            self.assertIs(z, kept)
            self.same(kept, want)
        self.same(7 - x, [2, 10])
        self.same(7 // y, [3, 3])
        self.same(2.0 ** xp.asarray([1.0, 3.0]), [2.0, 8.0])
        self.same(xp.asarray([1.0, 3.0]) / 2, [0.5, 1.5])
        self.same(xp.asarray([[1, 2]]) @ xp.asarray([[3], [4]]), [[11]])
        self.same(-x, [-5, 3])
        self.same(+x, [5, -3])
        self.same(~x, [-6, 2])
        self.same(abs(x), [5, 3])
        self.same(x == y, [False, False], xp.bool)
        self.same(x != 5, [False, True])
        self.same(2 < x, [True, False])
        self.same(x >= -3, [True, True])
        self.assertIs(x == "text", False)
        with self.assertRaises(TypeError):
            x + "text"
        with self.assertRaises(TypeError):
            x += None

    def test_numbers(self):
        self.assertIs(bool(xp.asarray(1.5)), True)
        self.assertEqual(int(xp.asarray(-2.9)), -2)
        self.assertEqual(float(xp.asarray(True)), 1.0)
        self.assertEqual(complex(xp.asarray(1 - 2j)), 1 - 2j)
        self.assertEqual([10, 20, 30][xp.asarray(1)], 20)
        for f, x, error in ((operator.index, xp.asarray(1.0), TypeError), (operator.index, xp.asarray(True), TypeError),
                            (float, xp.asarray(1j), TypeError), (int, xp.asarray(math.nan), ValueError),
                            (int, xp.asarray(math.inf), OverflowError), (bool, xp.asarray([1, 2]), (TypeError, ValueError))):
            with self.assertRaises(error):
                f(x)

    def test_indexing(self):
        x = xp.reshape(xp.arange(12), (3, 4))
        self.same(x[1], [4, 5, 6, 7])
        self.same(x[-1, ::2], [8, 10])
        self.same(x[..., 0], [0, 4, 8])
        self.same(x[None, 2, 1:3], [[9, 10]])
        self.same(x[xp.asarray([0, 2]), xp.asarray([1, 3])], [1, 11])
        self.same(x[x > 9], [10, 11])
        self.same(x[xp.zeros(0, dtype=xp.bool)], [])
        self.same(x[5:], [])
        x[0, :] = xp.asarray([9, 9, 9, 9])
        x[x == 9] = -1
        x[2, 3] = 100
        self.same(x, [[-1, -1, -1, -1], [4, 5, 6, 7], [8, -1, 10, 100]])
        for key in (3, (0, 4), (0, 0, 0), xp.asarray([True])):
            with self.assertRaises(IndexError):
                x[key]

    def test_errors(self):
        x = xp.ones((2, 3))
        for error, f in (
            (ValueError, lambda: xp.matmul(x, x)),
            (ValueError, lambda: xp.reshape(x, (4,))),
            (TypeError, lambda: xp.bitwise_and(x, x)),
            (IndexError, lambda: xp.sum(x, axis=2)),
            (ValueError, lambda: xp.zeros(2, device="cuda:0")),
            (ValueError, lambda: xp.asarray([[1], [2, 3]])),
            (ValueError, lambda: xp.asarray(2**70)),
            (ValueError, lambda: x.__array_namespace__(api_version="1999.01")),
            (ValueError, lambda: x.to_device("cpu", stream=1)),
            (TypeError, lambda: xp.sum(x, 0)),
            (TypeError, lambda: xp.add(x)),
            (TypeError, lambda: xp.asarray(object())),
            (TypeError, lambda: xp.asarray({})),
            (TypeError, lambda: xp.zeros(2, nosuch=1)),
            (ImportError, lambda: importlib.import_module("goivy_array_api.nosuch")),
        ):
            with self.assertRaises(error, msg=inspect.getsource(f)):
                f()
        with self.assertRaisesRegex(ValueError, r"shapes \(2, 3\) and \(2, 3\)"):
            xp.matmul(x, x)

    def test_signatures(self):
        for name in xp.__all__:
            f = getattr(xp, name)
            if inspect.isfunction(f):
                inspect.signature(f)
                self.assertEqual(f.__name__, name)
        p = inspect.signature(xp.std).parameters
        self.assertEqual([(n, q.kind.name, q.default) for n, q in p.items()],
                         [("x", "POSITIONAL_ONLY", inspect.Parameter.empty), ("axis", "KEYWORD_ONLY", None),
                          ("correction", "KEYWORD_ONLY", 0.0), ("keepdims", "KEYWORD_ONLY", False)])

    def test_info(self):
        info = xp.__array_namespace_info__()
        self.assertEqual(info.capabilities(), {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None})
        self.assertEqual(info.devices(), ("cpu",))
        self.assertEqual(info.default_device(), "cpu")
        self.assertEqual(info.default_dtypes()["real floating"], xp.float32)
        self.assertEqual(list(info.dtypes(kind="real floating", device="cpu")), ["float32", "float64"])
        self.assertEqual((xp.__array_api_version__, xp24.__array_api_version__), ("2025.12", "2024.12"))
        x = xp.ones(2)
        self.assertIs(x.__array_namespace__(), xp)
        self.assertIs(x.__array_namespace__(api_version="2024.12"), xp24)
        # What changed from 2024.12 to 2025.12.
        self.assertEqual(xp24.__array_namespace_info__().devices(), ["cpu"])
        self.assertIs(type(xp24.broadcast_arrays(x, x)), list)
        self.assertIs(type(xp24.meshgrid(x, x)), list)

    def test_buffers(self):
        self.same(xp.asarray(memory.array("d", [1.5, 2.5])), [1.5, 2.5], xp.float64)
        self.same(xp.asarray(memory.array("h", [-1, 2]), dtype=xp.int64), [-1, 2], xp.int64)
        self.same(xp.asarray(memoryview(b"\x01\x00\x02\x00").cast("B", (2, 2))), [[1, 0], [2, 0]], xp.uint8)
        self.same(xp.asarray(memoryview(bytes(range(6)))[::-2]), [5, 3, 1])
        with self.assertRaises(ValueError):
            xp.asarray(memory.array("d", [1]), copy=False)
        with self.assertRaises(TypeError):
            xp.asarray((ctypes.c_double.__ctype_be__ * 2)(1, 2))

    def test_copies(self):
        x = xp.arange(4)
        y, z = xp.asarray(x, copy=True), xp.asarray(x, copy=False)
        x[0] = 9
        self.same(y, [0, 1, 2, 3])
        self.same(z, [9, 1, 2, 3])
        with self.assertRaises(ValueError):
            xp.asarray(x, dtype=xp.float32, copy=False)

    def test_released(self):
        x = xp.ones(3)
        handle = x._handle
        del x
        gc.collect()
        with self.assertRaisesRegex(ValueError, "no array has number"):
            _library.call(None, "native", "attribute", "size", [Stale(handle)])

    def test_threads(self):
        wrong = []

        def work(i):
            for _ in range(100):
                if tolist(xp.full((3,), i) + 1) != [i + 1] * 3:
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])


@unittest.skipIf(numpy is None, "needs NumPy")
class NumPy(unittest.TestCase):
    def test_dtypes(self):
        for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "complex64", "complex128"):
            x = xp.reshape(xp.arange(12), (3, 4))
            x = x._call("function", "astype", x, _library.Dtype(name))  # float16 is none of the namespace's
            for y in (x, x.T, x[::-1, ::2], x[1, 2], x[1:1], x[:, None]):
                z = numpy.asarray(y)
                self.assertEqual((str(z.dtype), z.shape, z.tolist()), (name, y.shape, tolist(y)))

    def test_copies(self):
        x = xp.asarray([1, 2, 3])
        shared, copied, cast = numpy.asarray(x), numpy.array(x), numpy.asarray(x, dtype=numpy.float64)
        x[0] = 9
        shared[1] = 8
        self.assertEqual((tolist(x), copied.tolist(), cast.tolist(), str(cast.dtype)), ([9, 8, 3], [1, 2, 3], [1.0, 2.0, 3.0], "float64"))
        del x
        for _ in range(50):
            xp.ones(100000) + 1
        gc.collect()
        self.assertEqual(shared.tolist(), [9, 8, 3])
        x = xp.asarray([1, 2, 3])
        self.assertEqual(x.__array__(copy=False).tolist(), [1, 2, 3])
        for f in (lambda: x.__array__(dtype="float32", copy=False), lambda: x[::-1].__array__(copy=False)):
            with self.assertRaises(ValueError):
                f()
        self.assertEqual(numpy.asarray([x, x]).dtype, numpy.int32)
        self.assertEqual(float(numpy.sum(xp.asarray([1.5, 2.5]))), 4.0)

    def test_bfloat16(self):
        x = xp.ones(2)
        x = x._call("function", "asarray", [1.5, -2.0], dtype=_library.Dtype("bfloat16"))
        if ml_dtypes is None:
            with self.assertRaisesRegex(TypeError, "ml_dtypes"):
                numpy.asarray(x)
        else:
            z = numpy.asarray(x)
            self.assertEqual((z.dtype, z.tolist()), (numpy.dtype(ml_dtypes.bfloat16), [1.5, -2.0]))


class Foreign:
    """Hands out what another object does, by DLPack alone."""

    def __init__(self, x, old=False, **kw):
        self.x, self.old, self.kw = x, old, kw

    def __dlpack_device__(self):
        return self.x.__dlpack_device__()

    def __dlpack__(self, **kw):
        if self.old and kw:
            raise TypeError("no such arguments")
        return self.x.__dlpack__(**{**kw, **self.kw})


class DLPack(unittest.TestCase):
    def test_round_trip(self):
        for dtype in ("bool", "int8", "uint16", "int64", "float32", "float64", "complex64", "complex128"):
            d = getattr(xp, dtype)
            x = xp.astype(xp.reshape(xp.arange(6), (2, 3)), d)
            for old in (False, True):
                for y in (x, x.T, x[:, ::-1], x[1:1]):
                    z = xp.from_dlpack(Foreign(y, old))
                    self.assertIs(z.dtype, d)
                    self.assertEqual((z.shape, tolist(z)), (y.shape, tolist(y)))
        self.assertEqual(tolist(xp.asarray(Foreign(xp.asarray([1, 2])))), [1, 2])
        self.assertEqual(tolist(xp.from_dlpack(Foreign(xp.asarray(3)))), 3)

    def test_shared(self):
        """The memory that is handed out is the array's own, and lives on without it."""
        x = xp.asarray([1, 2, 3])
        capsule = x.__dlpack__()
        p = _array._capsule_pointer(capsule, b"dltensor")
        data = ctypes.cast(ctypes.c_void_p.from_address(p).value, ctypes.POINTER(ctypes.c_int32))
        x[1] = 20
        self.assertEqual(data[:3], [1, 20, 3])
        data[0] = 10
        self.assertEqual(tolist(x), [10, 20, 3])
        del x
        for _ in range(50):
            xp.ones(100000) + 1
        gc.collect()
        self.assertEqual(data[:3], [10, 20, 3])
        del capsule  # which its destructor deletes

        y = xp.asarray([1, 2, 3])
        capsule = y.__dlpack__(copy=True, max_version=(1, 0))
        y[0] = 9
        p = _array._capsule_pointer(capsule, b"dltensor_versioned")
        version, flags = ctypes.cast(p, ctypes.POINTER(ctypes.c_uint32))[0], ctypes.cast(p + 24, ctypes.POINTER(ctypes.c_uint64))[0]
        self.assertEqual((version, flags), (1, 2))
        data = ctypes.cast(ctypes.c_void_p.from_address(p + 32).value, ctypes.POINTER(ctypes.c_int32))
        self.assertEqual(data[:3], [1, 2, 3])

    def test_memory(self):
        """What NumPy is given: the elements where they are, with strides that are not negative."""
        def elements(x, block, strides):
            at = [0]
            for d, st in zip(x.shape, strides):
                self.assertGreaterEqual(st, 0)
                at = [i + st * k for i in at for k in range(d)]
            return [ctypes.c_int32.from_buffer_copy(block.raw[i:i + 4]).value for i in at]

        x = xp.reshape(xp.arange(24), (2, 3, 4))
        for y, shared in ((x, True), (x.mT, True), (x[:, 1:, ::2], True), (x[1, 2, 3], True), (x[::-1], False), (x[:1:-1, ::-1][..., ::-2], False)):
            block, strides, copied = y._memory()
            if y.size == 0:
                self.assertIsNone(block)
                continue
            self.assertEqual(elements(y, block, strides), tolist(xp.reshape(y, (-1,))))
            self.assertEqual(copied, not shared)
            if shared:
                y._memory(copy=False)
            else:
                with self.assertRaises(BufferError):
                    y._memory(copy=False)
            self.assertTrue(y._memory(copy=True)[2])
        block, _, _ = x._memory()
        x[0, 0, 0] = 77
        del x
        for _ in range(50):
            xp.ones(100000) + 1
        gc.collect()
        self.assertEqual(ctypes.c_int32.from_buffer(block).value, 77)
        self.assertIsNone(xp.zeros((2, 0, 3))._memory()[0])

    def test_own(self):
        x = xp.asarray([1, 2])
        shared, copied = xp.from_dlpack(x), xp.from_dlpack(x, copy=True)
        x[0] = 5
        self.assertEqual((tolist(shared), tolist(copied)), ([5, 2], [1, 2]))

    def test_errors(self):
        x = xp.ones(2)
        with self.assertRaises(BufferError):
            x.__dlpack__(dl_device=(2, 0))
        with self.assertRaises(ValueError):
            x.__dlpack__(stream=3)
        with self.assertRaises(BufferError):
            xp.from_dlpack(Foreign(x), copy=False)
        capsule = x.__dlpack__()

        class Once:
            def __dlpack__(self, **kw):
                return capsule

        self.assertEqual(tolist(xp.from_dlpack(Once())), [1.0, 1.0])
        with self.assertRaises(BufferError):
            xp.from_dlpack(Once())
        with self.assertRaises(ValueError):
            xp.from_dlpack(Foreign(x), device="cuda:0")


# What a process of its own does with each library: it computes something that needs the
# library's kernels and threads, and checks it.
_WORK = {
    "goivy": """
import goivy_array_api.{backend} as xp
x = xp.reshape(xp.arange(12, dtype=xp.float64), (3, 4))
y = xp.matmul(x, x.T)
assert [[float(v) for v in row] for row in y] == [[14.0, 38.0, 62.0], [38.0, 126.0, 214.0], [62.0, 214.0, 366.0]], y
assert abs(float(xp.sum(xp.exp(xp.ones(200000, dtype=xp.float64)))) - 200000 * 2.718281828459045) < 1e-4
assert float(xp.sum(xp.ones(300000))) == 300000
try:
    xp.reshape(x, (5,))
    raise AssertionError("no error")
except ValueError:
    pass
""",
    "torch": """
import torch
x = torch.arange(12, dtype=torch.float64).reshape(3, 4)
assert (x @ x.T).tolist() == [[14.0, 38.0, 62.0], [38.0, 126.0, 214.0], [62.0, 214.0, 366.0]]
assert abs(torch.exp(torch.ones(200000, dtype=torch.float64)).sum().item() - 200000 * 2.718281828459045) < 1e-4
w = torch.ones(300, requires_grad=True)
(w * 3).sum().backward()
assert w.grad.sum().item() == 900
try:
    x.reshape(5)
    raise AssertionError("no error")
except RuntimeError:
    pass
""",
    "tensorflow": """
import tensorflow as tf
x = tf.reshape(tf.range(12, dtype=tf.float64), (3, 4))
assert tf.matmul(x, x, transpose_b=True).numpy().tolist() == [[14.0, 38.0, 62.0], [38.0, 126.0, 214.0], [62.0, 214.0, 366.0]]
assert abs(tf.reduce_sum(tf.exp(tf.ones(200000, tf.float64))).numpy() - 200000 * 2.718281828459045) < 1e-4
assert tf.function(lambda v: v * v + 1)(tf.constant(3.0)).numpy() == 10
try:
    tf.reshape(x, (5,))
    raise AssertionError("no error")
except tf.errors.InvalidArgumentError:
    pass
""",
}


class Loading(unittest.TestCase):
    """The library beside the Python packages that bring the same C libraries."""

    backends = [b for b in os.environ.get("GOIVY_TEST_BACKENDS", "").split(",") if b] or ["native"]

    def works(self, *names):
        """Loads libraries in this order in a process of its own, and then uses each again."""
        with self.subTest(order=names):
            code = "".join(_WORK["goivy" if name in self.backends else name.partition(" ")[2]].format(backend=name) for name in names * 2)
            p = subprocess.run([sys.executable, "-c", code + "print('all well', flush=True)"], capture_output=True, text=True, timeout=300)
            self.assertEqual((p.returncode, p.stdout.strip().endswith("all well")), (0, True), p.stderr[-3000:])

    def test_alone(self):
        for backend in self.backends:
            self.works(backend)
        self.works(*self.backends)

    def test_beside_frameworks(self):
        """In every order with Python's torch and tensorflow, of those that are installed."""
        frameworks = [f"Python's {name}" for name in ("torch", "tensorflow") if importlib.util.find_spec(name)]
        if not frameworks:
            self.skipTest("neither torch nor tensorflow is installed")
        for name in frameworks:
            own = name.partition(" ")[2]
            backend = own if own in self.backends else "native"
            self.works(name, backend)
            self.works(backend, name)
        if len(frameworks) > 1:
            for order in itertools.permutations([*frameworks, "goivy"]):
                at = order.index("goivy")
                self.works(*order[:at], *self.backends, *order[at + 1:])

    def test_other_versions(self):
        """A package with another version of a C library is refused, with what to do."""
        for name in ("torch", "tensorflow"):
            if name not in self.backends:
                continue
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                info = pathlib.Path(folder, f"{name}-1.2.3.dist-info")
                info.mkdir()
                (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2.3\n")
                pathlib.Path(folder, name).mkdir()
                pathlib.Path(folder, name, "__init__.py").write_text("__version__ = '1.2.3'\n")

                def after(code):
                    start = f"import sys; sys.path.insert(0, {folder!r})\n"
                    p = subprocess.run([sys.executable, "-B", "-c", start + code], capture_output=True, text=True, timeout=300)
                    return p.stdout + p.stderr

                self.assertIn(f"ImportError: {name} 1.2.3 cannot be loaded beside", after(f"import goivy_array_api.native\nimport {name}"))
                said = after(f"import {name}\nimport goivy_array_api.native as xp\nprint('here is', int(xp.sum(xp.ones(3))))\nimport goivy_array_api.{name}")
                self.assertIn("here is 3", said)
                if name == "torch":  # TensorFlow is used by its C API, which has stayed the same
                    self.assertIn("ImportError: goivy's backend torch is built for libtorch", said)


if __name__ == "__main__":
    unittest.main()
