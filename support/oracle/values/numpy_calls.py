"""Typical calls of every function of the table of frontends/numpy, for the generators of
golden tables that ask of each function the same question.

A call is (path, arguments, keywords). The operand "X" stands for whatever array, scalar or
number a generator puts in its place, and "@int64[2,3]" for an array by the form that
operand reads:

  dtype[shape]       an array, C-contiguous, of the numbers i·7 mod 11 + 1; bools: true at even i
  dtype[shape]T      the same, but the transpose of an array of the reversed shape
  dtype[shape]S      every second element along the last axis of a longer array
  dtype[shape]R      from the last along the first axis
  dtype[shape]W      not writeable
  dtype$             a scalar, the first of the numbers
"""
import re

import numpy as np

from common import np_dtype

FORM = re.compile(r"^@(\w+)(?:\[([\d,]*)\]([TSRW]?)|(\$))$")


def numbers(dtype, shape):
    n = int(np.prod(shape, dtype=int))
    i = np.arange(n)
    v = i % 2 == 0 if dtype == "bool" else i * 7 % 11 + 1
    return v.astype(np_dtype(dtype)).reshape(shape)


def operand(form):
    """The array or scalar of a form."""
    dtype, dims, layout, scalar = FORM.match(form).groups()
    if scalar:
        return numbers(dtype, ())[()]
    shape = tuple(int(n) for n in dims.split(",")) if dims else ()
    if layout == "T":
        return numbers(dtype, shape[::-1]).T
    if layout == "S":
        return numbers(dtype, (*shape[:-1], 2 * shape[-1]))[..., ::2]
    if layout == "R":
        return numbers(dtype, shape)[::-1]
    x = numbers(dtype, shape)
    if layout == "W":
        x.flags.writeable = False
    return x


def value(a):
    """The value of an argument: forms are operands, in lists too."""
    if isinstance(a, str) and a.startswith("@"):
        return operand(a)
    if isinstance(a, (list, tuple)):
        return type(a)(value(e) for e in a)
    return a


def resolve(path):
    """The function of a path: "linalg.norm"; ".sum" is a method."""
    if path.startswith("."):
        return lambda a, *args, **kw: getattr(a, path[1:])(*args, **kw)
    f = np
    for part in path.split("."):
        f = getattr(f, part)
    return f


UFUNCS = {name: getattr(np, name).nin for name in dir(np) if isinstance(getattr(np, name), np.ufunc) and name != "isnat"}


def one(names, *args, **kw):
    return [(name, args, kw) for name in names.split()]


def calls():
    """The calls of all functions."""
    cs = []
    for name, nin in UFUNCS.items():
        cs += one(name, *["X"] * nin)
    for name in "add sqrt divmod".split():
        cs.append((name, ("X",) * UFUNCS[name], {"where": True}))
    # Reductions.
    reductions = "sum prod max min mean var std all any argmax argmin"
    more = "nansum nanprod amax amin nanmax nanmin ptp nanmean nanvar nanstd average median nanmedian nanargmax nanargmin count_nonzero"
    for name in reductions.split() + ["." + r for r in reductions.split()] + more.split():
        cs += one(name, "X") + one(name, "X", axis=0) + one(name, "X", axis=-1) + one(name, "X", keepdims=True)
    cs += one("sum prod max min", "X", initial=1) + one("sum max all", "X", axis=()) + one("average", "X", returned=True) + one("average", "X", weights="X")
    cs += one("cumsum cumprod nancumsum nancumprod .cumsum .cumprod", "X") + one("cumsum cumprod", "X", axis=0)
    for name in ["quantile", "nanquantile"]:
        cs += one(name, "X", 0.5) + one(name, "X", [0.25, 0.5]) + one(name, "X", 0.5, axis=0) + one(name, "X", "@float64[]")
    cs += one("percentile nanpercentile", "X", 50) + one("percentile nanpercentile", "X", [50], axis=0)
    cs += one("cov corrcoef", "X") + one("cov", "X", "X") + one("bincount", "@int64[3]") + one("histogram histogram_bin_edges", "X", 3)
    # Creation.
    cs += one("array asarray asanyarray ascontiguousarray asarray_chkfinite copy .copy zeros_like ones_like empty_like", "X")
    cs += one("array", "X", copy=False) + one("array", "X", ndmin=2) + one("array asarray", "X", dtype=D("float32")) + one("asarray", "X", copy=True)
    cs += one("ascontiguousarray array asarray copy .copy zeros_like", "X", order="C")[1:] + one("array asarray copy .copy zeros_like", "X", order="F")
    cs += one("zeros ones empty identity tri arange vander", 3)[:5] + one("zeros ones empty", ()) + one("full", (), 2) + one("full", 2, "X") + one("full_like", "X", 2)
    cs += one("zeros ones empty", (2, 3), order="F") + one("eye", 2, 3) + one("vander diagflat", "X") + one("diag tril triu", "X")
    cs += one("linspace logspace geomspace", 1, 2, 3) + one("linspace logspace geomspace", "X", 4, 3) + one("linspace", 1, 2, 3, retstep=True) + one("linspace", "X", 4, 3, retstep=True)
    cs += one("meshgrid", "X", "X") + one("meshgrid", "X", "X", copy=False) + one("meshgrid", "X", "X", sparse=True, copy=False) + one("indices", (2, 3)) + one("indices", (2, 3), sparse=True)
    # dtypes.
    cs += one("can_cast", D("int8"), D("int16")) + one("promote_types", D("int8"), D("int16")) + one("result_type min_scalar_type common_type isscalar iscomplexobj isrealobj", "X")
    cs += one("isdtype", D("int8"), "numeric") + one("finfo", D("float32")) + one("iinfo", D("int8")) + one("issubdtype", D("int8"), D("int8"))
    cs += one("astype .astype", "X", D("float32")) + one("astype .astype", "X", D("float64")) + one("astype .astype", "X", D("float64"), copy=False) + one("astype .astype", "X", D("int64"), copy=False)
    # Indexing.
    cs += one("take .take", "X", 0) + one("take", "X", [0]) + one("take", "X", 0, axis=0) + one("take", "X", "@int64[]") + one("take", "X", [[0, 0]], mode="clip")
    cs += one("take_along_axis", "X", "@int64[2]", 0, ) + one("take_along_axis", "X", [0], None) + one("choose", "@int64[]", ["X", "X", "X"]) + one("choose", 0, ["X", "X"])
    cs += one("compress", [True], "X") + one("extract", "X", "X") + one("diagonal .diagonal linalg.diagonal", "X") + one("select", ["@bool[2]"], ["X"]) + one("select", ["@bool[]"], ["X"])
    cs += one("tril_indices triu_indices diag_indices", 2) + one("unravel_index", 3, (2, 3)) + one("unravel_index", "@int64[]", (2, 3)) + one("unravel_index", [1, 2], (2, 3))
    cs += one("ravel_multi_index", (1, 1), (2, 3)) + one("ravel_multi_index", ([1], [1]), (2, 3)) + one("ix_", "@int64[2]", "@int64[3]")
    cs += one(".__getitem__", "X", ()) + one(".__getitem__", "X", (...,)) + one(".__getitem__", "X", (0,)) + one(".__getitem__", "X", (None,)) + one(".__getitem__", "X", (0, ...))
    cs += one(".__getitem__", "X", (0, 0)) + one(".__getitem__", "X", ([0],)) + one(".__getitem__", "X", (True,)) + one(".__getitem__", "X", ("@int64[]",)) + one(".__getitem__", "X", ([True, False],))
    cs += one(".__getitem__", "X", (S(None, None, 2),)) + one(".__getitem__", "X", (0, S(1, None))) + one(".__getitem__", "X", (0, [0])) + one(".__getitem__", "X", ("@int64[]", "@int64[]"))
    cs += one(".item .tolist", "X")
    # Linear algebra.
    cs += one("matmul linalg.matmul vecdot linalg.vecdot dot vdot inner outer linalg.outer kron cross", "X", "X") + one("tensordot linalg.tensordot", "X", "X", axes=1) + one("tensordot", "X", "X", axes=0)
    cs += one("einsum", "...->...", "X") + one("einsum", "i->", "X") + one("einsum", "ii", "X") + one("einsum", "ij->ji", "X") + one("einsum", "ii->i", "X") + one("einsum", "i,i", "X", "X")
    cs += one("linalg.cross", "@float64[3]", "@float64[3]") + one("trace .trace linalg.trace linalg.norm linalg.vector_norm linalg.matrix_norm linalg.det linalg.slogdet linalg.inv linalg.cholesky", "X")
    cs += one("linalg.qr linalg.svd linalg.svdvals linalg.eigh linalg.eigvalsh linalg.eig linalg.eigvals linalg.matrix_rank linalg.pinv linalg.cond", "X")
    cs += one("linalg.svd", "X", compute_uv=False) + one("linalg.norm", "X", axis=0) + one("linalg.norm", "X", 1) + one("linalg.norm", "X", keepdims=True) + one("linalg.vector_norm", "X", axis=0)
    cs += one("linalg.solve linalg.lstsq", "X", "X") + one("linalg.matrix_power", "X", 1) + one("linalg.matrix_power", "X", 2) + one("linalg.multi_dot", ["X", "X"]) + one("linalg.multi_dot", ["X", "X", "X"])
    # Shapes.
    cs += one("shape ndim size", "X") + one("reshape .reshape", "X", -1) + one("reshape .reshape", "X", (-1, 1)) + one("reshape .reshape", "X", ()) + one("reshape .reshape", "X", (2, 3))
    cs += one("reshape .reshape", "X", (3, -1)) + one("reshape .reshape ravel .ravel .flatten", "X", -1, order="F")[:2] + one("ravel .ravel .flatten", "X", order="F") + one("ravel .ravel .flatten", "X")
    cs += one("transpose .transpose permute_dims matrix_transpose linalg.matrix_transpose squeeze .squeeze", "X") + one("transpose", "X", (1, 0)) + one("swapaxes .swapaxes", "X", 0, -1) + one("moveaxis", "X", 0, -1)
    cs += one("rollaxis", "X", 1) + one("expand_dims", "X", 0) + one("expand_dims", "X", (0, 1)) + one("squeeze", "X", 0)
    cs += one("concatenate concat stack vstack row_stack hstack dstack column_stack", ["X", "X"]) + one("concatenate", ["X"]) + one("concatenate", ["X", "X"], axis=None) + one("append", "X", "X")
    cs += one("split array_split", "X", 1) + one("split array_split", "X", [1]) + one("array_split", "X", 2) + one("vsplit hsplit dsplit", "X", [1])
    cs += one("tile", "X", 1) + one("tile", "X", ()) + one("tile", "X", 2) + one("repeat .repeat", "X", 1) + one("repeat", "X", 2, axis=0) + one("flip fliplr flipud rot90", "X") + one("flip", "X", axis=0) + one("rot90", "X", 2)
    cs += one("rot90", "X", 0) + one("roll", "X", 1) + one("roll", "X", 0) + one("roll", "X", 1, axis=0) + one("broadcast_to", "X", (2, 2, 3)) + one("broadcast_to", "X", ()) + one("broadcast_to", "X", (2, 2)) + one("broadcast_to", "X", (2,))
    cs += one("broadcast_arrays", "X") + one("broadcast_arrays", "X", "@int64[2,2,3]") + one("broadcast_arrays", "X", "X") + one("broadcast_shapes", (2, 1), (3,)) + one("atleast_1d atleast_2d atleast_3d", "X") + one("atleast_1d", "X", "X")
    cs += one("pad", "X", 1) + one("pad", "X", 0) + one("pad", "X", 1, mode="edge") + one("resize", "X", 2) + one("resize", "X", ()) + one("delete", "X", 0) + one("insert", "X", 0, 1) + one("trim_zeros", "X")
    cs += one("real imag", "X") + one("where", True, "X", "X") + one("where", "@bool[]", "X", "X") + one("where", "@bool[2]", "X", "X") + one("where nonzero .nonzero flatnonzero argwhere", "X")
    cs += one("searchsorted .searchsorted", "X", 3) + one("searchsorted", "X", [3]) + one("searchsorted", "@int64[3]", "X") + one("digitize", "X", [1, 3]) + one("digitize", 3, [1, 3])
    cs += one("unique unique_values unique_counts unique_inverse unique_all", "X") + one("unique", "X", return_index=True) + one("intersect1d union1d setdiff1d setxor1d isin in1d", "X", "X")
    cs += one("sort argsort .argsort sort_complex", "X") + one("sort argsort", "X", axis=None) + one("lexsort", ("X", "X")) + one("partition argpartition", "X", 0) + one("partition argpartition", "X", 0, axis=None)
    cs += one("isclose allclose array_equal array_equiv", "X", "X") + one("isposinf isneginf iscomplex isreal nan_to_num real_if_close fix angle sinc", "X") + one("nan_to_num", "X", copy=False)
    cs += one("clip .clip", "X", 0, 3) + one("clip", "X", None, 3) + one("clip", "X", 2, None) + one("round .round around", "X") + one("round", "X", 1) + one("round", "X", -1)
    cs += one("diff", "X") + one("diff", "X", 0) + one("ediff1d gradient trapezoid", "X") + one("trapezoid", "X", axis=0) + one("gradient", "X", axis=0) + one("interp", "X", [1, 2], [3, 4]) + one("unwrap", "X")
    cs += one("convolve correlate", "X", "X") + one("convolve", "X", "X", "same")
    # Operators.
    cs += one(".__pow__", "X", 2) + one(".__pow__", "X", "X") + one(".__pow__", "X", 2.0) + one(".__pow__", "X", 0.5)
    return cs


# Functions that return nothing, or write into their first argument: they have tests of their own.
WRITERS = "put_along_axis put place putmask fill_diagonal copyto .fill .__setitem__ .sort apply_along_axis".split() + [
    f".__i{op}__" for op in "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift".split()]


class D(str):
    """A dtype as an argument."""


class S:
    """A slice as an argument."""

    def __init__(self, *bounds):
        self.bounds = bounds


def filled(a, x):
    """An argument with x in the place of "X"."""
    if isinstance(a, str) and a == "X":
        return x
    if isinstance(a, (list, tuple)):
        return type(a)(filled(e, x) for e in a)
    return a


def written(a):
    """An argument as the tables have it: see common.encode; "e:" is an ellipsis, "slice:1,,2" a slice, and {"tuple": …} a tuple."""
    from common import encode
    if isinstance(a, D):
        return "d:" + a
    if isinstance(a, S):
        return "slice:" + ",".join("" if b is None else str(b) for b in a.bounds)
    if a is Ellipsis:
        return "e:"
    if isinstance(a, str) and a.startswith("@"):
        return a
    if isinstance(a, tuple):
        return {"tuple": [written(e) for e in a]}
    if isinstance(a, list):
        return [written(e) for e in a]
    return encode(a)


def made(a):
    """The value of an argument for NumPy."""
    if isinstance(a, D):
        return np_dtype(a)
    if isinstance(a, S):
        return slice(*a.bounds)
    if isinstance(a, (list, tuple)):
        return type(a)(made(e) for e in a)
    return value(a)
