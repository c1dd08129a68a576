"""The namespace of a backend: what the standard lists, and nothing else."""

import importlib
import math
import types
from collections import namedtuple

from . import _library
from ._array import Array, buffer
from ._library import Dtype

# The functions as the standard writes them (sections "Creation functions" to "Utility
# functions" of the specification).
_SIGNATURES = """
arange(start, /, stop=None, step=1, *, dtype=None, device=None)
empty(shape, *, dtype=None, device=None)
empty_like(x, /, *, dtype=None, device=None)
eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)
full(shape, fill_value, *, dtype=None, device=None)
full_like(x, /, fill_value, *, dtype=None, device=None)
linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True)
meshgrid(*arrays, indexing="xy")
ones(shape, *, dtype=None, device=None)
ones_like(x, /, *, dtype=None, device=None)
tril(x, /, *, k=0)
triu(x, /, *, k=0)
zeros(shape, *, dtype=None, device=None)
zeros_like(x, /, *, dtype=None, device=None)
astype(x, dtype, /, *, copy=True, device=None)
can_cast(from_, to, /)
isdtype(dtype, kind)
result_type(*arrays_and_dtypes)
clip(x, /, min=None, max=None)
broadcast_arrays(*arrays)
broadcast_shapes(*shapes)
broadcast_to(x, /, shape)
concat(arrays, /, *, axis=0)
expand_dims(x, /, axis)
flip(x, /, *, axis=None)
moveaxis(x, source, destination, /)
permute_dims(x, /, axes)
repeat(x, repeats, /, *, axis=None)
reshape(x, /, shape, *, copy=None)
roll(x, /, shift, *, axis=None)
squeeze(x, /, axis)
stack(arrays, /, *, axis=0)
tile(x, repetitions, /)
unstack(x, /, *, axis=0)
take(x, indices, /, *, axis=None)
take_along_axis(x, indices, /, *, axis=-1)
argmax(x, /, *, axis=None, keepdims=False)
argmin(x, /, *, axis=None, keepdims=False)
count_nonzero(x, /, *, axis=None, keepdims=False)
nonzero(x, /)
searchsorted(x1, x2, /, *, side="left", sorter=None)
where(condition, x1, x2, /)
isin(x1, x2, /, *, invert=False)
unique_all(x, /)
unique_counts(x, /)
unique_inverse(x, /)
unique_values(x, /)
argsort(x, /, *, axis=-1, descending=False, stable=True)
sort(x, /, *, axis=-1, descending=False, stable=True)
cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False)
cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False)
max(x, /, *, axis=None, keepdims=False)
mean(x, /, *, axis=None, keepdims=False)
min(x, /, *, axis=None, keepdims=False)
prod(x, /, *, axis=None, dtype=None, keepdims=False)
std(x, /, *, axis=None, correction=0.0, keepdims=False)
sum(x, /, *, axis=None, dtype=None, keepdims=False)
var(x, /, *, axis=None, correction=0.0, keepdims=False)
all(x, /, *, axis=None, keepdims=False)
any(x, /, *, axis=None, keepdims=False)
diff(x, /, *, axis=-1, n=1, prepend=None, append=None)
matmul(x1, x2, /)
matrix_transpose(x, /)
tensordot(x1, x2, /, *, axes=2)
vecdot(x1, x2, /, *, axis=-1)
""".split("\n")[1:-1]
_SIGNATURES += [
    f"{name}(x, /)"
    for name in (
        "abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag isfinite isinf isnan log log1p "
        "log2 log10 logical_not negative positive real reciprocal round sign signbit sin sinh square sqrt tan tanh trunc"
    ).split()
]
_SIGNATURES += [
    f"{name}(x1, x2, /)"
    for name in (
        "add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal floor_divide greater "
        "greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter not_equal "
        "pow remainder subtract"
    ).split()
]

# The extension fft (section "Fourier transform functions").
_FFT = [f"{name}(x, /, *, n=None, axis=-1, norm='backward')" for name in "fft ifft rfft irfft hfft ihfft".split()]
_FFT += [f"{name}(x, /, *, s=None, axes=None, norm='backward')" for name in "fftn ifftn rfftn irfftn".split()]
_FFT += [f"{name}(n, /, *, d=1.0, dtype=None, device=None)" for name in ("fftfreq", "rfftfreq")]
_FFT += [f"{name}(x, /, *, axes=None)" for name in ("fftshift", "ifftshift")]

# The extension linalg (section "Linear Algebra Extension").
_LINALG = """
cholesky(x, /, *, upper=False)
cross(x1, x2, /, *, axis=-1)
det(x, /)
diagonal(x, /, *, offset=0)
eig(x, /)
eigh(x, /)
eigvals(x, /)
eigvalsh(x, /)
inv(x, /)
matmul(x1, x2, /)
matrix_norm(x, /, *, keepdims=False, ord='fro')
matrix_power(x, n, /)
matrix_rank(x, /, *, rtol=None)
matrix_transpose(x, /)
outer(x1, x2, /)
pinv(x, /, *, rtol=None)
qr(x, /, *, mode='reduced')
slogdet(x, /)
solve(x1, x2, /)
svd(x, /, *, full_matrices=True)
svdvals(x, /)
tensordot(x1, x2, /, *, axes=2)
trace(x, /, *, offset=0, dtype=None)
vecdot(x1, x2, /, *, axis=-1)
vector_norm(x, /, *, axis=None, keepdims=False, ord=2)
""".split("\n")[1:-1]

_RESULTS = {
    name: namedtuple(name.split(".")[-1] + "_result", fields)
    for name, fields in (
        ("linalg.eig", "eigenvalues eigenvectors"),
        ("linalg.eigh", "eigenvalues eigenvectors"),
        ("linalg.qr", "Q R"),
        ("linalg.slogdet", "sign logabsdet"),
        ("linalg.svd", "U S Vh"),
        ("unique_all", "values indices inverse_indices counts"),
        ("unique_counts", "values counts"),
        ("unique_inverse", "values inverse_indices"),
    )
}

_LISTS = ("broadcast_arrays", "meshgrid")  # what these return was a list, and is a tuple since 2025.12

_FINFO = namedtuple("finfo_object", "bits eps max min smallest_normal dtype")
_IINFO = namedtuple("iinfo_object", "bits max min dtype")



def _parameters(signature):
    """Returns the name of a signature, its parameters by position alone or variadic, and
    the others with their defaults."""
    name, rest = signature.rstrip(")").split("(", 1)
    parts = [p.strip() for p in rest.split(",")]
    first = parts.index("/") if "/" in parts else 0
    positional = [p.split("=")[0] for p in parts[:first]]
    if parts[0].startswith("*") and parts[0] != "*":
        positional, parts = [parts[0]], parts[1:]
    named = [p.split("=")[0] for p in parts[first:] if p not in ("/", "*")]
    return name, positional, named


def _define(signature, call):
    """Returns the function of a signature. What it is called with goes to call: the
    positional arguments, and those with names that are not the default."""
    name, positional, named = _parameters(signature)
    scope = {"call": call, "defaults": {}}
    source = f"def {name}{signature[len(name):]}:\n"
    source += f"    return call({name!r}, [{', '.join(positional)}], {{{', '.join(f'{n!r}: {n}' for n in named)}}}, defaults)\n"
    exec(source, scope)
    f = scope[name]
    f.__doc__ = f"{name} of the array API standard."
    scope["defaults"].update(f.__kwdefaults__ or {})
    if f.__defaults__:
        code = f.__code__
        names = code.co_varnames[: code.co_argcount]
        scope["defaults"].update(zip(names[-len(f.__defaults__) :], f.__defaults__))
    return f


class _Info:
    """What __array_namespace_info__ returns."""

    def __init__(self, array, version):
        self._array, self._version = array, version

    def _ask(self, name, *args):
        return self._array._call("info", name, *args)

    def capabilities(self):
        return self._ask("capabilities")

    def default_device(self):
        return self._ask("default_device")

    def default_dtypes(self, *, device=None):
        return self._ask("default_dtypes", device)

    def devices(self):
        devices = self._ask("devices")
        return devices if self._version >= "2025.12" else list(devices)  # as _LISTS

    def dtypes(self, *, device=None, kind=None):
        return self._ask("dtypes", device, kind)


_arrays = {}  # the class of arrays of each backend


def _array_class(backend):
    if backend not in _arrays:
        def namespaces(version):
            suffix = "" if version == "2025.12" else "_" + version.replace(".", "_")
            return importlib.import_module(f"{__package__}.{backend}{suffix}")

        _arrays[backend] = type("Array", (Array,), {"__slots__": (), "_backend": backend, "_namespaces": staticmethod(namespaces), "__module__": f"{__package__}.{backend}"})
    return _arrays[backend]


def fill(module, backend, version):
    """Makes a module the namespace of a backend."""
    _library.check(backend)
    array = _array_class(backend)
    try:
        array._call("info", "devices")
    except RuntimeError as e:
        raise ImportError(str(e)) from None

    lists = _LISTS if version < "2025.12" else ()

    def call(name, args, kwargs, defaults):
        kwargs = {k: v for k, v in kwargs.items() if k not in defaults or v is not defaults[k]}
        z = array._call("function", name, *args, **kwargs)
        if name in _RESULTS:
            return _RESULTS[name](*z)
        return list(z) if name in lists else z

    own = {}
    for signature in _SIGNATURES:
        f = _define(signature, call)
        f.__module__ = module["__name__"]
        own[f.__name__] = f

    def extension(extension, signatures):
        inner = {}
        for signature in signatures:
            f = _define(signature, lambda name, *rest: call(f"{extension}.{name}", *rest))
            f.__module__ = f"{module['__name__']}.{extension}"
            inner[f.__name__] = f
        own[extension] = types.SimpleNamespace(**inner)

    extension("fft", _FFT)
    extension("linalg", _LINALG)

    def asarray(obj, /, *, dtype=None, device=None, copy=None):
        """asarray of the array API standard. Objects with the buffer protocol, and those
        that give their elements by DLPack alone, are copied."""
        if not isinstance(obj, (Array, bool, int, float, complex, list, tuple, range)):
            data = buffer(obj)
            if data is None and hasattr(obj, "__dlpack__"):
                data = array._from_dlpack(obj, copy)
            if data is not None:
                if copy is False:
                    raise ValueError("memory of another library is copied")
                obj, copy = data, None
        return call("asarray", [obj], {"dtype": dtype, "device": device, "copy": copy}, {"dtype": None, "device": None, "copy": None})

    def from_dlpack(x, /, *, device=None, copy=None):
        """from_dlpack of the array API standard. Memory of other libraries is copied."""
        if not isinstance(x, array):
            x = array._from_dlpack(x, copy)
            copy = None
        elif copy is None:
            copy = False
        return call("from_dlpack", [x], {"device": device, "copy": copy}, {"device": None, "copy": None})

    def finfo(type, /):
        """finfo of the array API standard."""
        return _FINFO(**array._call("function", "finfo", type))

    def iinfo(type, /):
        """iinfo of the array API standard."""
        return _IINFO(**array._call("function", "iinfo", type))

    def __array_namespace_info__():
        """What the namespace can do."""
        return _Info(array, version)

    for f in (asarray, from_dlpack, finfo, iinfo, __array_namespace_info__):
        own[f.__name__] = f
    for name in array._call("info", "dtypes", None, None):
        own[name] = Dtype(name)
    own.update(e=math.e, inf=math.inf, nan=math.nan, newaxis=None, pi=math.pi)
    module.update(own)
    module.update(__array_api_version__=version, __all__=sorted(own))
