"""Writes frontends/jax/testdata/values-PART.json.gz: what JAX answers on a CPU. Run it in
an environment with requirements.txt, and with JAX_PLATFORMS=cpu. The argument is a part:
unary, binary, bounds, creation, reductions, manipulation, indexing, searching, linear, factorizations, networks,
convolutions, types, lengths, updates, parameters, fourier, signals, matrices, laxmatrices and special_functions, with 64 bits, or x32, fourier32 and
matrices32, without. Each case is a compilation, so these are few."""
import sys
import warnings
import zlib

import jax
import jax.numpy as jnp
import jax.lax.linalg
import jax.scipy.fft
import jax.scipy.linalg
import jax.scipy.signal
import numpy as np
from jax._src.lax.lax import _convert_element_type

from common import COMPLEX, DTYPES, FLOATS, INTS, Cases, D, edges, encode_array, np_dtype

warnings.filterwarnings("ignore")
PART = sys.argv[1]
X64 = not PART.endswith("32")
jax.config.update("jax_enable_x64", X64)
NARROW = [d for d in DTYPES if X64 or d not in ("int64", "uint64", "float64", "complex128")]
REAL = [d for d in NARROW if d not in COMPLEX]


def asked(path):
    """The function of a path."""
    if path == "at.apply":  # the function is a path
        return lambda x, key, function, **kw: x.at[index(key)].apply(asked(function), **kw)
    if path.startswith("at."):
        return lambda x, key, *v, **kw: getattr(x.at[index(key)], path[3:])(*v, **kw)
    if path == ".__getitem__":
        return lambda x, *key: x[index(key)]
    if path.startswith("."):
        return lambda x, *a, **kw: getattr(x, path[1:])(*a, **kw)
    if path.endswith("()"):
        of = PRODUCTS.get(path) or PRODUCTS[path[path.rindex("."):]]
        return of(asked(path[:-2]))
    f = jax
    for name in path.split("."):
        f = getattr(f, name)
    if path == "scipy.linalg.funm":
        return lambda x, function, *a, **kw: f(x, asked(function), *a, **kw)
    if path == "lax.reduce_window":
        return lambda x, init, computation, *a, **kw: f(x, init, asked(computation), *a, **kw)
    if path in ("numpy.promote_types", "numpy.result_type"):
        return lambda *a: np.dtype(f(*a)).name
    return f


def adjoint(x):
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def scaled(v, w):
    """v with its columns times w."""
    return v * w[..., None, :].astype(v.dtype)


def of_svd(f):
    def products(*a, **kw):
        u, s, vh = f(*a, **kw)
        k = s.shape[-1]
        return [s, scaled(u[..., :, :k], s) @ vh[..., :k, :], adjoint(u) @ u, vh @ adjoint(vh)]
    return products


def of_eigh(vectors_first):
    def of(f):
        def products(*a, **kw):
            w, v = f(*a, **kw)[::-1 if vectors_first else 1]
            return [w, scaled(v, w) @ adjoint(v), adjoint(v) @ v]
        return products
    return of


def of_schur(f):
    def products(*a, **kw):
        t, z = f(*a, **kw)
        trace = lambda x: jnp.trace(x, axis1=-2, axis2=-1)
        return [z @ t @ adjoint(z), adjoint(z) @ z, jnp.tril(t, -2), trace(t), trace(t @ t)]
    return products


def of_csf(f):
    def products(*a, **kw):
        t, z = f(*a, **kw)
        w = jnp.diagonal(t, axis1=-2, axis2=-1)
        return [z @ t @ adjoint(z), adjoint(z) @ z, jnp.tril(t, -1), w.sum(-1), (w * w).sum(-1)]
    return products


def of_eig(f):
    def products(*a, **kw):
        w, *v = f(*a, **kw)
        out = [w.sum(-1), (w * w).sum(-1)]
        if len(v) == 2:
            out.append(scaled(v[1], w / (jnp.conj(v[0]) * v[1]).sum(-2)) @ adjoint(v[0]))
        for x in v:
            out.append((jnp.abs(x) ** 2).sum(-2))
        if v and not kw.get("compute_left_eigenvectors"):
            out.append(scaled(v[-1], w) @ jnp.linalg.inv(v[-1]))
        return out
    return products


# What does not depend on signs and orders that are the library's: paths end with "()".
PRODUCTS = {".svd()": of_svd, ".eigh()": of_eigh(False), "lax.linalg.eigh()": of_eigh(True), ".eigh_tridiagonal()": of_eigh(False), ".schur()": of_schur, ".rsf2csf()": of_csf, ".eig()": of_eig}


def index(key):
    """A key of an array: "1:3" is a slice, "..." an ellipsis."""
    def one(k):
        if k == "...":
            return ...
        if isinstance(k, str) and ":" in k:
            return slice(*(int(p) if p else None for p in k.split(":")))
        return k
    return tuple(one(k) for k in key)


# What needs its operands' values, or returns no arrays, is not compiled with others.
ALONE = set("""numpy.power numpy.pow numpy.arange numpy.nonzero numpy.flatnonzero numpy.argwhere numpy.unique numpy.unique_values numpy.unique_counts numpy.unique_inverse
numpy.unique_all numpy.compress numpy.extract numpy.trim_zeros numpy.bincount numpy.delete numpy.union1d numpy.setdiff1d numpy.setxor1d numpy.intersect1d numpy.promote_types
numpy.result_type numpy.issubdtype numpy.isdtype numpy.iscomplexobj numpy.isrealobj numpy.isscalar numpy.ndim numpy.shape numpy.size numpy.broadcast_shapes .item .tolist .nonzero
numpy.geomspace scipy.linalg.cho_factor""".split())


class JaxCases(Cases):
    """Compilation takes nearly all the time: cases that JAX does not refuse are compiled
    many at a time."""

    pending = []

    def value(self, a):
        if isinstance(a, str) and a.startswith("@"):
            x = jnp.asarray(self.pool.get(a))
            return _convert_element_type(x, x.dtype, weak_type=True) if a.endswith("*") else x
        return super().value(a)

    def add(self, path, f, *args, **kw):
        n = len(self.cases)
        if path in ALONE and kw.get("size") is None:
            return super().add(path, f, *args, **kw)
        super().add(path, lambda *a, **k: self.postponed(n, f, a, k), *args, **kw)
        if len(self.pending) >= 64:
            self.flush()

    def postponed(self, n, f, args, kw):
        try:
            jax.eval_shape(lambda: f(*args, **kw))
        except Exception as e:
            if "errors" not in type(e).__module__:
                raise
            return f(*args, **kw)  # it needs values
        self.pending.append((n, f, args, kw))

    def flush(self):
        self.compiled(self.pending)
        self.pending = []
        jax.clear_caches()  # they are large

    def compiled(self, group):
        """Records the answers of a group; of one alone as it is."""
        if len(group) == 1:
            n, f, args, kw = group[0]
            try:
                self.cases[n][3] = self.result(f(*args, **kw))
            except Exception as e:
                self.cases[n][3] = "!" + type(e).__name__
            return
        leaves, tree = jax.tree_util.tree_flatten([(a, k) for _, _, a, k in group], is_leaf=lambda x: x is None)
        arrays = [x for x in leaves if isinstance(x, jax.Array)]

        def all_of_them(arrays):
            given = iter(arrays)
            calls = jax.tree_util.tree_unflatten(tree, [next(given) if isinstance(x, jax.Array) else x for x in leaves])
            return [f(*a, **k) for (_, f, _, _), (a, k) in zip(group, calls)]

        try:
            results = jax.jit(all_of_them)(arrays)
        except Exception:
            half = len(group) // 2
            self.compiled(group[:half])
            self.compiled(group[half:])
            return
        for (n, _, _, _), r in zip(group, results):
            self.cases[n][3] = self.result(r)


def record(r):
    if isinstance(r, np.dtype):
        return "s:" + r.name
    return encode_array(np.asarray(r), getattr(r, "weak_type", False))


c = JaxCases(to_array=jnp.asarray, to_dtype=np_dtype, record=record)


def case(path, *args, **kw):
    if isinstance(kw.get("axis"), list):
        kw["axis"] = tuple(kw["axis"])
    c.add(path, asked(path), *args, **kw)


def arr(values, dtype=None, weak=False):
    """An operand: a list in the pool, int32 or float32 unless told."""
    a = np.array(values)
    if dtype is None:
        dtype = {"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}[a.dtype.kind]
    a = a.astype(np_dtype(dtype))
    name = f"{dtype}.{'x'.join(map(str, a.shape)) or '0d'}.{zlib.crc32(a.tobytes()):08x}" + ("*" if weak else "")
    return c.pool.add(name, a)


def mat(d, *shape, seed=0):
    return c.pool.matrix(d, shape, seed)


def normal(d, *shape, seed=0):
    return c.pool.normal(d, shape, seed)


def few(d):
    """The edge values that make pairs, fewer than all."""
    e = edges(d)
    if d in FLOATS:
        return e[[0, 2, 3, 4, 7, 8, 11, 14, 16, 17, 19, 21, 22, 23, 24, 31, 34, 38, 40, 49, 51]]
    if d in COMPLEX:
        finite = e[np.isfinite(e)]
        return finite[[0, 1, 3, 9, 13, 25, 40, 44, 55, 62, 70, 80]]
    return e


def pairs(d, bounded=False):
    e = few(d)
    if bounded and d in INTS:  # of the least integer JAX's gcd never ends
        e = e[e > np.iinfo(np_dtype(d)).min]
        a, b = np.meshgrid(e, e, indexing="ij")
        return c.pool.add(f"{d}.left bounded", a.ravel()), c.pool.add(f"{d}.right bounded", b.ravel())
    a, b = np.meshgrid(e, e, indexing="ij")
    return c.pool.add(f"{d}.first", a.ravel()), c.pool.add(f"{d}.second", b.ravel())


def values(d):
    """The edge values of a dtype; of complex numbers those with parts from which nothing
    overflows, and zeros."""
    if d in COMPLEX:
        parts = [0.0, 0.5, -1.5, 3.0, -7.0]
        return c.pool.add(f"{d}.parts", np.array([complex(a, b) for a in parts for b in parts], d))
    return c.pool.edge(d)


def special(d):
    """Complex numbers whose parts are zeros of both signs, ones, infinities and NaN: the
    sides of branch cuts, and what C99 says of infinities."""
    parts = [0.0, -0.0, 1.0, -2.0, 2.0, np.inf, -np.inf, np.nan]
    return c.pool.add(f"{d}.special", np.array([complex(a, b) for a in parts for b in parts], d))


GAMMA = ["lax.lgamma", "lax.digamma", "scipy.special.gammaln", "scipy.special.digamma"]


def operand(f, d):
    if f in GAMMA and d in FLOATS:
        return arr([0.25, 0.5, 1.5, 2.5, 3.5, 7.0, 10.0, 100.0, 1e4, 1e-3, -1e-3, 0.0, -0.0, 1.0, 2.0, -1.0, -2.0, -3.0, -0.5, -2.5, -10.5, -100.5, np.inf, -np.inf, np.nan], d)
    if f in GAMMA:
        return arr([False, False], d) if d == "bool" else mat(d, 2, 3) if d in COMPLEX else arr([3, 5, 7], d)
    return values(d)


WEAK = {"int": arr(3, "int64" if X64 else "int32", True), "float": arr(2.5, "float64" if X64 else "float32", True), "complex": arr(1 + 2j, "complex128" if X64 else "complex64", True)}
WEAKROW = arr([1.5, -2.5], "float32", True)
WEAKINTS = arr([1, -2], "int16", True)
SCALARS = [True, 3, 2.5, 1 + 2j]

UNARY = """numpy.negative numpy.positive numpy.sign numpy.abs numpy.absolute numpy.fabs numpy.floor numpy.ceil numpy.trunc numpy.square numpy.sqrt numpy.cbrt
numpy.reciprocal numpy.exp numpy.exp2 numpy.expm1 numpy.log numpy.log1p numpy.log2 numpy.log10 numpy.sin numpy.cos numpy.tan numpy.asin numpy.arcsin numpy.acos
numpy.arccos numpy.atan numpy.arctan numpy.sinh numpy.cosh numpy.tanh numpy.asinh numpy.arcsinh numpy.acosh numpy.arccosh numpy.atanh numpy.arctanh numpy.deg2rad
numpy.radians numpy.rad2deg numpy.degrees numpy.isnan numpy.isfinite numpy.isinf numpy.conj numpy.conjugate numpy.real numpy.imag numpy.bitwise_invert
numpy.bitwise_not numpy.invert numpy.logical_not numpy.signbit numpy.isposinf numpy.isneginf numpy.isreal numpy.iscomplex numpy.rint numpy.round numpy.around
numpy.modf numpy.frexp numpy.sinc numpy.bitwise_count numpy.angle numpy.nan_to_num
lax.neg lax.sign lax.abs lax.floor lax.ceil lax.square lax.sqrt lax.rsqrt lax.cbrt lax.reciprocal lax.exp lax.exp2 lax.expm1 lax.log lax.log1p lax.sin lax.cos lax.tan
lax.asin lax.acos lax.atan lax.sinh lax.cosh lax.tanh lax.asinh lax.acosh lax.atanh lax.logistic lax.erf lax.erfc lax.erf_inv lax.lgamma lax.digamma lax.is_finite
lax.real lax.imag lax.conj lax.bitwise_not lax.population_count lax.clz lax.stop_gradient
nn.identity nn.relu nn.relu6 nn.sigmoid nn.silu nn.swish nn.softplus nn.log_sigmoid nn.soft_sign nn.squareplus nn.sparse_plus nn.sparse_sigmoid nn.tanh nn.mish nn.elu
nn.selu nn.celu nn.leaky_relu nn.hard_tanh nn.hard_sigmoid nn.hard_silu nn.hard_swish nn.gelu
scipy.special.erf scipy.special.erfc scipy.special.erfinv scipy.special.expit scipy.special.gammaln scipy.special.digamma scipy.special.logit scipy.special.entr""".split()
# What of these has the same values under another name is asked less.
LESS = set("""numpy.absolute numpy.arcsin numpy.arccos numpy.arctan numpy.arcsinh numpy.arccosh numpy.arctanh numpy.radians numpy.degrees numpy.conjugate numpy.bitwise_not numpy.invert
numpy.around lax.neg lax.square lax.sqrt lax.cbrt lax.exp lax.exp2 lax.expm1 lax.log lax.log1p lax.sin lax.cos lax.tan lax.asin lax.acos lax.atan lax.sinh lax.cosh lax.tanh lax.asinh
lax.acosh lax.atanh lax.floor lax.ceil lax.bitwise_not lax.erf lax.erfc nn.swish nn.tanh nn.hard_swish scipy.special.expit scipy.special.gammaln scipy.special.digamma scipy.special.erfinv""".split())

BINARY = """numpy.add numpy.subtract numpy.multiply numpy.true_divide numpy.divide numpy.floor_divide numpy.remainder numpy.mod numpy.fmod numpy.divmod numpy.power numpy.pow
numpy.float_power numpy.maximum numpy.minimum numpy.fmax numpy.fmin numpy.arctan2 numpy.atan2 numpy.hypot numpy.copysign numpy.nextafter numpy.logaddexp numpy.logaddexp2
numpy.heaviside numpy.gcd numpy.lcm numpy.ldexp numpy.bitwise_and numpy.bitwise_or numpy.bitwise_xor numpy.left_shift numpy.bitwise_left_shift numpy.right_shift
numpy.bitwise_right_shift numpy.equal numpy.not_equal numpy.less numpy.less_equal numpy.greater numpy.greater_equal numpy.logical_and numpy.logical_or numpy.logical_xor
numpy.isclose
lax.add lax.sub lax.mul lax.div lax.rem lax.max lax.min lax.atan2 lax.nextafter lax.bitwise_and lax.bitwise_or lax.bitwise_xor lax.shift_left lax.shift_right_arithmetic
lax.shift_right_logical lax.eq lax.ne lax.lt lax.le lax.gt lax.ge lax.pow lax.complex scipy.special.xlogy scipy.special.xlog1py scipy.special.rel_entr
scipy.special.kl_div""".split()
LESSB = set("""numpy.divide numpy.mod numpy.pow numpy.atan2 numpy.bitwise_left_shift numpy.bitwise_right_shift lax.add lax.sub lax.mul lax.atan2 lax.nextafter
lax.bitwise_and lax.bitwise_or lax.bitwise_xor lax.shift_left lax.max lax.min lax.eq lax.ne numpy.float_power scipy.special.kl_div""".split())


# Where infinities and NaN of complex numbers count.
SPECIAL = set("""numpy.multiply numpy.true_divide numpy.maximum numpy.less lax.div numpy.logical_and numpy.equal""".split())


SOME = ["bool", "int32", "bfloat16", "float32", "complex64"]
MOST = ["bool", "int8", "int64", "uint32", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
# Where each integer dtype counts.
EACH = set("""numpy.negative numpy.sign numpy.abs numpy.square numpy.bitwise_invert lax.population_count lax.clz numpy.add numpy.subtract numpy.multiply numpy.floor_divide numpy.remainder
numpy.power numpy.maximum numpy.gcd numpy.left_shift numpy.right_shift lax.div lax.rem lax.shift_right_logical numpy.less numpy.bitwise_and numpy.true_divide""".split())


def unary():
    for f in UNARY:
        for d in SOME if f in LESS or not X64 else NARROW if f in EACH else MOST:
            case(f, operand(f, d) if f in GAMMA or X64 and f not in LESS else mat(d, 2, 3))
            if d in COMPLEX and X64 and f not in LESS:
                case(f, special(d))
        for x in [3] if f in LESS or not X64 else [True, 3, WEAK["float"], WEAK["complex"], WEAKROW, None, [1.0, 2.0], "text"]:
            if f != "lax.stop_gradient" or x is not None and not isinstance(x, list):  # of trees it makes trees
                case(f, x)


def binary():
    for f in BINARY:
        for d in SOME if f in LESSB or not X64 else NARROW if f in EACH else MOST:
            case(f, *((mat(d, 2, 3), mat(d, 2, 3, seed=1)) if f in LESSB or not X64 else pairs(d, f in ("numpy.gcd", "numpy.lcm"))))
        if f in SPECIAL and X64:
            for d in COMPLEX:
                s = c.pool.get(special(d))
                case(f, c.pool.add(f"{d}.first special", s[:, None]), c.pool.add(f"{d}.second special", s[None, ::3]))
        case(f, mat("int8", 3), -3), case(f, 2.5, mat("bfloat16", 3)), case(f, WEAKROW, WEAK["float"])
        if f in LESSB or not X64:
            continue
        case(f, 2.5, mat("int32", 3))
        for x, y in [(WEAKROW, mat("float16", 2)), (2, 3)]:
            case(f, x, y)
        for x, y in [((2, 1), (1, 3)), ((2, 3), (2,)), ((2,), (3,)), ((0, 3), (3,))]:
            case(f, mat("float32", *x), mat("float32", *y, seed=1))
        case(f, mat("float16", 3), mat("bfloat16", 3))
        case(f, mat("int32", 2), [1, 2])
        case(f, mat("float32", 2), None)


    bases = [[0j], [complex(-0.0, -0.0)], [-1 + 0j], [complex(-1.0, -0.0)], [-4 + 0j], [complex(-4.0, -0.0)], [2 + 0j], [-1.5j], [1 - 2j]]
    for d in [d for d in COMPLEX if X64]:
        for f in ["numpy.power", "lax.pow"]:
            case(f, arr(bases, d), arr([[0j, 0.5, 2 + 0j, -1 + 0j, -2.5 + 0j, 1j, 1 + 1j, -1 + 2j]], d))


def special_functions():
    """Of jax.scipy.special those on numbers where JAX's have their digits."""
    for f in "erfcx i0 i0e i1 i1e ndtr log_ndtr ndtri".split():
        f = "scipy.special." + f
        x = [0.01, 0.25, 0.5, 0.75, 0.99] if f.endswith("ndtri") else [-5.5, -2.5, -1.0, -0.25, 0.25, 0.5, 1.5, 3.0, 7.0, 9.0, np.nan]
        for d in MOST if f.endswith("ndtr") or f.endswith("ndtri") else [d for d in MOST if d not in COMPLEX]:
            case(f, arr(x, d) if d in FLOATS else mat(d, 2, 3))
        for v in (0.5, WEAK["float"], WEAKROW, None, "text"):
            if v is WEAKROW and f[-3:] in ("tri", ".i0", "i0e") or v is None and "ndtr" in f:
                continue
            case(f, v)
    a, b = np.array([[0.5], [1.5], [2.25], [4.0], [9.5]]), np.array([[0.25, 0.75, 2.5, 4.5, 12.0]])
    for f in "betaln gammainc gammaincc zeta".split():
        f = "scipy.special." + f
        for d in FLOATS:
            case(f, *((arr(a[1:4], d), arr(b[:, :4], d)) if f.endswith("betaln") else (arr(a[1:], d), arr(b, d))))
        for d in ("int8", "uint32", "int64"):
            case(f, arr([2, 3, 5], d), arr([1, 2, 4], d))
        case(f, arr(a[:4], "float32"), arr(b[:, :4], "float16")), case(f, mat("complex64", 2), 2.5), case(f, 2.5, arr([0.5, 1.5], "bfloat16")), case(f, arr([2.5], "float32"), None)
        case(f, mat("float32", 2), mat("float32", 3)), case(f, arr([3], "int32"), 2.5)
    case("scipy.special.zeta", arr([2.5], "float32"))
    for d in FLOATS:
        case("scipy.special.polygamma", arr([0, 1, 2, 3], "int32"), arr([0.75, 2.5, 4.0, 9.5], d))
        for p in (1, 3):
            case("scipy.special.multigammaln", arr([1.5, 2.75, 40.0], d), p)
    case("scipy.special.polygamma", 1, arr([0.75, 2.5], "float32")), case("scipy.special.polygamma", arr([1, 2], "int32"), arr([3, 5], "int8"))
    case("scipy.special.multigammaln", arr([3, 5], "int32"), 2)


def bounds():
    """Further functions element by element."""
    for x, y in [("int8", 300), ("uint8", -1), ("float16", 1e6), ("int8", 1 << 40)]:
        for f in ["add", "maximum", "equal", "bitwise_and"]:
            case("numpy." + f, mat(x, 3), y)
    for d in NARROW:
        for n in [0, 3, -2]:
            case("numpy.power", mat(d, 2, 3) if d in COMPLEX else values(d), n)
        case("lax.integer_pow", mat(d, 2, 3), 7), case("lax.integer_pow", mat(d, 2, 3), -1)
        case("numpy.power", mat(d, 3), mat("int32", 3, seed=1))
        case("numpy.ldexp", mat(d, 3), mat("int32", 3, seed=1))
        case("numpy.clip", mat(d, 2, 3), 0, 1)
        case("numpy.clip", mat(d, 2, 3), None, 1.5)
        case("numpy.clip", mat(d, 2, 3))
        case(".clip", mat(d, 2, 3), min=-1, max=mat(d, 3))
        case("lax.clamp", mat(d, seed=2), mat(d, 2, 3), mat(d, seed=3))
        case("numpy.around", normal(d, 4) if d in FLOATS + COMPLEX else mat(d, 4), 1)
        case(".round", normal(d, 4) if d in FLOATS + COMPLEX else mat(d, 4), decimals=2)
        case("numpy.round", normal(d, 4) if d in FLOATS + COMPLEX else mat(d, 4), -1)
    for d in COMPLEX if X64 else COMPLEX[:1]:  # ties of real parts, and NaN
        n = [complex(a, b) for a in (-1, 1, np.nan) for b in (-1, 2)]
        case("lax.clamp", *(c.pool.add(f"{d}.clamp.{i}", g.ravel().astype(d)) for i, g in enumerate(np.meshgrid(n, n, n, indexing="ij"))))
    for d in SOME:
        case("numpy.allclose", mat(d, 3), mat(d, 3))
        case("numpy.array_equal", mat(d, 3), mat(d, 3))
        case("numpy.array_equiv", mat(d, 3), mat(d, 1, 3))
        case(".conj", mat(d, 3))
        case(".conjugate", mat(d, 3))
    case("numpy.round", 3, 1), case("numpy.round", 2.567, 1), case("numpy.round", WEAKROW, 1), case("numpy.round", mat("float32", 2), 100)
    case("numpy.clip", mat("int32", 3), 1 + 1j), case("numpy.clip"), case("numpy.clip", 5, 0, 3), case("numpy.clip", mat("float32", 2), arr([0.0, np.nan]), 1)
    case("numpy.nan_to_num", c.pool.edge("float32"), nan=7, posinf=8.5, neginf=arr(-9.0)), case("numpy.angle", mat("complex64", 3), deg=True), case("numpy.angle", -1.0, True)
    case("numpy.isclose", normal("float32", 4), normal("float32", 4), rtol=1, equal_nan=True), case("numpy.isclose", c.pool.edge("float32"), c.pool.edge("float32"), equal_nan=True)
    case("numpy.array_equal", [1, 2], [1, 2]), case("numpy.array_equal", arr([np.nan]), arr([np.nan]), equal_nan=True), case("numpy.array_equal", mat("int8", 2), mat("int8", 3))
    case("numpy.array_equiv", mat("int8", 2), mat("int8", 3)), case("numpy.array_equiv", mat("int8", 2, 2), mat("int8", 3)), case("lax.clamp", 0, mat("int8", 3), 1)
    case("lax.clamp", 0.0, WEAK["float"], 1.0), case("lax.clamp", mat("int8", 2), mat("int8", 3), mat("int8")), case("nn.squareplus", mat("float32", 2), 2.0), case("nn.elu", mat("float32", 2), 0.5)
    case("nn.celu", mat("float32", 2), alpha=2.0), case("nn.leaky_relu", mat("float32", 2), 0.2), case("nn.gelu", normal("float32", 5), False), case("nn.gelu", normal("float64", 5), approximate=False)
    case("nn.gelu", mat("int32", 5), False)


def creation():
    for x in SCALARS + [[1, 2], [1, 2.5], [[True, 3], [2, 1]], [], [[]], [1, mat("int8")], [mat("int8", 2), mat("float16", 2)], [[1], [2, 3]], WEAKROW, mat("int8", 2), None, "a", 1 << 40, 1 << 31, [1 << 40], [1j, True], WEAK["int"]]:
        for f in ["numpy.array", "numpy.asarray"]:
            case(f, x)
            for d in ["bool", "int8", "uint8", "int32", "int64", "bfloat16", "float32", "float64", "complex64"]:
                if x != "a" or d == "int8":
                    case(f, x, dtype=D(d))
    for x in [300, -1, 2.7, float("nan"), float("inf")]:
        for d in ["bool", "int8", "uint8", "float16"]:
            case("numpy.asarray", x, dtype=D(d))
    case("numpy.array", 2, ndmin=2), case("numpy.array", [1, 2], "float"), case("numpy.array", [1.5], dtype="int"), case("numpy.array", [1.5], dtype="complex"), case("numpy.array", 1, order="F")
    for d in DTYPES:  # dtypes are functions too
        f = "numpy." + (d if d != "bool" else "bool_")
        for x in [300, -1, 2.7, True, 1 + 2j, None, [1, 2], [1, 2.5], mat("int16", 2), mat("float32", 3), WEAKROW, WEAK["int"]]:
            case(f, x)
        case(f)
    for f in ["zeros", "ones", "empty"]:
        for shape in [2, [2, 3], [], [0], -1, [2.0], "a", None]:
            case("numpy." + f, shape)
        case("numpy." + f, 2, 3), case("numpy." + f, [2], dtype=D("int64")), case("numpy." + f, [2], dtype=D("bfloat16")), case("numpy." + f, [2], "foo")
    for f, name in [("zeros_like", "a"), ("ones_like", "a"), ("empty_like", "prototype")]:
        for x in SCALARS + list(WEAK.values()) + [WEAKROW, mat("int8", 2, 2), None, [1]]:
            case("numpy." + f, x), case("numpy." + f, x, dtype=D("float16"))
        case("numpy." + f, mat("int8", 2), shape=[3]), case("numpy." + f, WEAKROW, shape=[])
    for x in SCALARS + [WEAKROW, WEAK["int"], mat("int8", 2), mat("int8", 3), None, [1]]:
        case("numpy.full", [2, 2], x), case("numpy.full", 2, x, dtype=D("int8")), case("numpy.full_like", mat("int16", 2), x), case("numpy.full_like", WEAKROW, x), case("lax.full", [2], x)
        case("numpy.full_like", mat("int16", 2), x, D("float32")), case("numpy.full_like", mat("int16", 2), x, shape=[2, 2]), case("lax.full_like", mat("int16", 2), x)
    case("numpy.full", 2, 300, dtype=D("int8")), case("lax.full", 2, 300, dtype=D("int8")), case("lax.full_like", WEAKROW, 1, D("int8"), [3]), case("numpy.full", -1, 1)
    for a in [(3,), (2, 3), (2, 3, 1), (3, 2, -1), (0,), (2.0,), (-1,), (3, None, 5), ("a",)]:
        case("numpy.eye", *a), case("numpy.tri", *a)
    case("numpy.eye", 2, dtype=D("int8")), case("numpy.eye", 2, dtype=D("complex64")), case("numpy.identity", 3), case("numpy.identity", 2, D("bool")), case("numpy.identity", -1), case("numpy.tri", 2, dtype=D("int16"))
    for f in ["tril", "triu"]:
        for d in NARROW:
            case("numpy." + f, mat(d, 3, 3))
        case("numpy." + f, mat("int8", 2, 3, 4), 1), case("numpy." + f, mat("int8", 2, 3), k=-1), case("numpy." + f, mat("int8", 3))
    for a in [(5,), (2.5,), (True,), (2j,), (1, 5), (1, 5, 2), (5, 1, -2), (0, 1, 0.25), (5, 1), (0.5, 4), (1, 2, 0), (WEAK["int"],), (mat("int8"), arr(7, "int16")), (mat("int8", 2),), (None,), ("a",), (1 << 33, (1 << 33) + 2), (0, float("nan")), (-3,)]:
        case("numpy.arange", *a)
    for d in ["int8", "uint8", "int64", "bfloat16", "float16", "float32", "float64", "bool", "complex64"]:
        case("numpy.arange", 5, dtype=D(d)), case("numpy.arange", 1, 4, 0.5, D(d)), case("numpy.arange", 1, 6, dtype=D(d)), case("lax.iota", D(d), 4)
    case("lax.iota", D("int32"), -1), case("lax.broadcasted_iota", D("int32"), [2, 3], 1), case("lax.broadcasted_iota", D("float32"), [2, 3], 0), case("lax.broadcasted_iota", D("int32"), [2, 3], 2)
    for a in [(0, 1), (0, 1, 5), (1, 2, 1), (0, 10, 0), (0, 1, -1), (2, -3, 7), (0, 1j, 3), (1, 10.0, 4), (mat("int32", 2), arr([5, 6]), 3), (mat("float16", 2), 3, 4), (0, mat("float32", 2, 2), 3), (mat("bfloat16"), 7, 6)]:
        case("numpy.linspace", *a), case("numpy.linspace", *a, endpoint=False), case("numpy.linspace", *a, retstep=True), case("numpy.logspace", *a)
    case("numpy.linspace", 0, 10, 4, dtype=D("int32")), case("numpy.linspace", 0, 10, 4, dtype=D("float16")), case("numpy.linspace", mat("float32", 2), 1, 3, axis=1), case("numpy.linspace", mat("float32", 2), 1, 3, axis=-1)
    case("numpy.linspace", 0, 1, 3, axis=2), case("numpy.logspace", 0, 2, 3, base=2.0), case("numpy.logspace", 0, 2, 3, dtype=D("int32")), case("numpy.logspace", 0, 2, 3, False)
    case("numpy.geomspace", 1, 100, 3), case("numpy.geomspace", 1.0, 1000.0, 4, False), case("numpy.geomspace", -1.0, -8.0, 4), case("numpy.geomspace", arr([1.0, 2.0]), 16.0, 3, axis=1), case("numpy.geomspace", 1, 64, 3, dtype=D("float16"))
    case("numpy.meshgrid", mat("int8", 2), mat("float32", 3)), case("numpy.meshgrid", mat("int8", 2), mat("float32", 3), indexing="ij"), case("numpy.meshgrid", mat("int8", 2), mat("int8", 3), mat("int8", 1), sparse=True)
    case("numpy.meshgrid", mat("int8", 2), mat("float32", 3), indexing="zz"), case("numpy.meshgrid", mat("int8", 2, 2)), case("numpy.meshgrid", [1, 2]), case("numpy.meshgrid", WEAKROW)
    case("numpy.indices", [2, 3]), case("numpy.indices", [2, 3], D("int8")), case("numpy.indices", [2, 3], sparse=True), case("numpy.indices", [])
    for d in NARROW:
        case("numpy.vander", mat(d, 3)), case("numpy.diag", mat(d, 3)), case("numpy.diag", mat(d, 2, 3)), case("numpy.diagflat", mat(d, 2, 2)), case("numpy.copy", mat(d, 2)), case(".copy", mat(d, 2))
    case("numpy.vander", mat("int32", 3), 2, True), case("numpy.vander", mat("int32", 2, 2)), case("numpy.diag", mat("int32", 3), 1), case("numpy.diag", mat("int32", 3), k=-2), case("numpy.diag", mat("int32", 3, 4), 1)
    case("numpy.diag", mat("int32", 3, 4), -1), case("numpy.diag", mat("int32", 3, 4), 9), case("numpy.diag", mat("int32")), case("numpy.diagflat", mat("int32", 2), 1), case("numpy.diagflat", mat("int32", 2), -1), case("numpy.diagflat", 3)
    case("numpy.diag", WEAKROW), case("numpy.diagflat", WEAKROW), case("numpy.copy", WEAKROW), case("numpy.copy", 3)
    for f in ["bartlett", "blackman", "hamming", "hanning"]:
        for m in [0, 1, 2, 5, 8]:
            case("numpy." + f, m)


REDUCE = "sum prod max min amax amin all any mean var std ptp median count_nonzero nansum nanprod nanmax nanmin nanmean nanvar nanstd nanmedian argmax argmin nanargmax nanargmin".split()


def reductions():
    for f in REDUCE:
        path = "numpy." + f
        for d in NARROW:
            case(path, mat(d, 2, 3))
            if d in FLOATS:
                case(path, normal(d, 4, 5), axis=0)
        for d in ["bool", "int8", "float32"]:
            case(path, mat(d, 0)), case(path, mat(d, 0, 2), 0), case(path, mat(d, 0, 2), 1), case(path, mat(d, 2, 3), axis=1)
        case(path, arr([1.0, np.nan, 3.0])), case(path, arr([[np.nan, 1.0], [np.nan, -2.0]]), axis=0), case(path, arr([np.inf, 1.0, -np.inf], "bfloat16"))
        for x in [3, WEAKROW, [1, 2], None, "a"]:
            case(path, x)
        x = mat("float32", 2, 3, 4)
        case(path, x, axis=-1, keepdims=True), case(path, x, axis=3), case(path, x, axis=1.5), case(path, x, foo=1), case(path, x, keepdims=True)
        if "arg" not in f:
            case(path, x, axis=[0, 2]), case(path, x, axis=[-1, 0], keepdims=True), case(path, x, axis=[0, 0])
        if f not in ("count_nonzero", "median", "nanmedian"):
            case(path, x, out=3)
    for f in ["sum", "prod", "mean", "var", "std", "nansum", "nanprod", "nanmean", "nanvar", "nanstd"]:
        for d in ["bool", "uint8", "float16", "float64"]:
            for x in [mat("int8", 2, 3), mat("complex64", 3)]:
                case("numpy." + f, x, dtype=D(d))
        case("numpy." + f, mat("float32", 2), dtype="float"), case("numpy." + f, mat("float32", 2), dtype="foo")
    mask = arr([[True, False, True], [False, True, True]])
    for f in ["sum", "prod", "max", "min", "all", "any", "mean", "var", "std", "nansum", "nanmax", "nanmean", "nanvar"]:
        kw = {"initial": -9} if f in ("max", "nanmax") else {"initial": 9} if f == "min" else {}
        for x in [mat("float32", 2, 3)]:
            case("numpy." + f, x, axis=0, where=mask, **kw), case("numpy." + f, x, where=arr([True, False, True]), **kw), case("numpy." + f, x, where=mat("int32", 2, 3))
        case("numpy." + f, mat("float32", 2, 3), where=mask)
    for f in ["sum", "prod", "max", "min", "nansum", "nanmax", "nanmin"]:
        case("numpy." + f, mat("int8", 3), initial=5), case("numpy." + f, mat("float32", 0), initial=5), case("numpy." + f, mat("float32", 2), initial=mat("float32", 2)), case("numpy." + f, mat("int8", 3), initial=2.7)
    case("numpy.sum", mat("int8", 3), promote_integers=False), case("numpy.prod", mat("uint8", 3), promote_integers=False), case("numpy.sum", mat("bool", 3), promote_integers=False)
    for f in ["var", "std"]:
        case("numpy." + f, normal("float32", 5), ddof=1), case("numpy." + f, normal("float32", 5), correction=2), case("numpy." + f, normal("float32", 5), ddof=1, correction=1), case("numpy." + f, normal("float32", 1), ddof=1)
        case("numpy." + f, normal("complex64", 5)), case("numpy.nan" + f, normal("float32", 5), ddof=1), case("numpy." + f, normal("float32", 4, 5), axis=0, mean=normal("float32", 5)), case("numpy." + f, normal("float32", 5), correction=0.5)
    for m in ["sum", "prod", "max", "min", "all", "any", "mean", "var", "std", "ptp", "argmax", "argmin", "cumsum", "cumprod"]:
        case("." + m, mat("float32", 2, 3), 1)
    for f in ["cumsum", "cumprod", "nancumsum", "nancumprod"]:
        for d in NARROW:
            case("numpy." + f, mat(d, 2, 3), 1)
        case("numpy." + f, mat("int8", 2, 3)), case("numpy." + f, arr([1.0, np.nan, 3.0]))
        case("numpy." + f, 3), case("numpy." + f, mat("float32", 2), 1), case("numpy." + f, mat("int8", 3), dtype=D("float32")), case("numpy." + f, mat("int8", 3), dtype=D("bool")), case("numpy." + f, WEAKROW), case("numpy." + f, mat("int8", 0)), case("numpy." + f, [1])
    for f in ["cumulative_sum", "cumulative_prod"]:
        for d in NARROW:
            case("numpy." + f, mat(d, 2, 3), axis=-1, include_initial=True)
        case("numpy." + f, mat("int8", 4))
        case("numpy." + f, mat("int8", 2, 3)), case("numpy." + f, 3), case("numpy." + f, mat("int8", 3), dtype=D("float16")), case("numpy." + f, WEAKROW)
    for f in ["cumsum", "cumprod", "cummax", "cummin"]:
        for d in NARROW:
            case("lax." + f, mat(d, 2, 5), 1, True)
        case("lax." + f, mat("int8", 5))
        case("lax." + f, mat("int8", 5), 1), case("lax." + f, mat("int8", 5), -1), case("lax." + f, WEAKROW)
    for f in ["reduce_sum", "reduce_prod", "reduce_max", "reduce_min"]:
        for d in NARROW:
            case("lax." + f, mat(d, 2, 3), [0, 1])
        case("lax." + f, mat("int8", 2, 3), [1])
        case("lax." + f, mat("int8", 2, 3), [2]), case("lax." + f, mat("int8", 2, 3), [0, 0]), case("lax." + f, WEAKROW, [0])
    for d in NARROW:
        case("numpy.average", mat(d, 2, 3)), case("numpy.average", mat(d, 2, 3), 0, weights=arr([1.0, 3.0])), case("numpy.diff", mat(d, 2, 4)), case("numpy.diff", mat(d, 2, 4), 2, 0), case("numpy.ediff1d", mat(d, 2, 2))
        case("numpy.trapezoid", mat(d, 4)), case("numpy.bincount", mat(d, 4)), case("numpy.cov", mat(d, 2, 4)), case("numpy.corrcoef", mat(d, 2, 4, seed=5))
        case("numpy.quantile", mat(d, 2, 5), 0.3)
    for q in [0.5, arr([0.25, 0.75]), 1]:
        case("numpy.quantile", mat("float32", 2, 5), q)
    case("numpy.average", mat("float32", 2, 3), 1, weights=mat("uint8", 2, 3, seed=2), returned=True), case("numpy.average", mat("float32", 2, 3), returned=True, keepdims=True), case("numpy.average", mat("float32", 2, 3), weights=arr([1.0, 3.0]))
    case("numpy.diff", mat("int32", 3), prepend=0, append=mat("int32", 2)), case("numpy.diff", mat("int32", 3), 0), case("numpy.diff", mat("int32", 3), -1), case("numpy.diff", 3), case("numpy.diff", mat("int32", 2), 5), case("numpy.ediff1d", mat("int32", 3), 9, mat("int32", 2))
    case("numpy.trapezoid", mat("float32", 2, 4), arr([0.0, 1.0, 3.0, 4.0])), case("numpy.trapezoid", mat("float32", 2, 4), dx=0.5, axis=0), case("numpy.trapezoid", mat("float32", 2, 4), mat("float32", 2, 4, seed=3), axis=0)
    case("numpy.bincount", arr([0, 3, 3, 1]), minlength=6), case("numpy.bincount", arr([0, 3, 3, 1]), weights=arr([0.5, 1.0, 2.0, 4.0])), case("numpy.bincount", arr([0, -3, 3, 1]), length=2), case("numpy.bincount", mat("int32", 2, 2)), case("numpy.bincount", arr([1]), arr([1, 2]))
    case("numpy.cov", mat("float32", 4, 2), rowvar=False), case("numpy.cov", mat("float32", 4), mat("float32", 4, seed=1)), case("numpy.cov", mat("float32", 2, 4), bias=True), case("numpy.cov", mat("float32", 2, 4), ddof=0), case("numpy.cov", mat("float32", 2, 2, 2)), case("numpy.corrcoef", mat("float32", 4), mat("float32", 4, seed=1))
    for m in ["linear", "lower", "higher", "midpoint", "nearest", "foo"]:
        for x in [normal("float32", 3, 5), arr([[1.0, np.nan, 3.0], [4.0, 5.0, 7.0]]), mat("int8", 2, 4)]:
            for f, q in [("quantile", 0.4), ("quantile", arr([0.1, 0.9])), ("percentile", 40), ("percentile", arr([10.0, 90.0])), ("nanquantile", 0.4), ("nanpercentile", arr([10.0, 60.0]))]:
                case("numpy." + f, x, q, axis=1, method=m)
    case("numpy.quantile", normal("float32", 3, 5), 0.5, keepdims=True), case("numpy.quantile", normal("float32", 3, 5), 0.5, axis=[0, 1]), case("numpy.quantile", mat("float32", 2), mat("float32", 2, 2)), case("numpy.median", normal("float32", 3, 5), axis=1, keepdims=True)
    case("numpy.median", normal("float32", 3, 4), axis=[0, 1]), case("numpy.quantile", mat("float32", 0), 0.5), case("numpy.median", mat("float32", 2), out=3), case("numpy.quantile", mat("float32", 2), 0.5, overwrite_input=True), case("numpy.nanmedian", arr([np.nan, np.nan]))


def manipulation():
    for d in NARROW:
        x = mat(d, 2, 3)
        for f in ["ravel", "transpose", "flip", "fliplr", "flipud", "matrix_transpose", "squeeze", "rot90"]:
            case("numpy." + f, x)
        case("numpy.reshape", x, [3, 2]), case("numpy.concatenate", [x, x]), case("numpy.stack", [x, x]), case("numpy.tile", x, 2), case("numpy.repeat", x, 2), case("numpy.roll", x, 1), case("numpy.pad", x, 1), case("numpy.take", x, arr([0, 9]))
        case("numpy.pad", x, [[1, 0], [2, 1]], mode="constant", constant_values=1), case("numpy.compress", arr([True, False]), x, 0), case("numpy.where", arr([True, False, True]), x, 0), case("numpy.nonzero", x), case("numpy.trim_zeros", arr([0, 1, 0, 2, 0], d))
        case("numpy.astype", x, D("float32")), case(".astype", values(d), D("int8")), case("lax.convert_element_type", values(d), D("float16"))
        if X64:
            for e in DTYPES if d in ("float64", "bfloat16", "int64", "uint64", "complex64") else ["int8", "uint16", "bfloat16", "bool"]:
                case(".astype", values(d), D(e))
    w = WEAKROW
    for f in ["ravel", "transpose", "flip", "flipud", "squeeze"]:
        case("numpy." + f, w), case("numpy." + f, 2.5), case("numpy." + f, [1, 2]), case("numpy." + f, None)
    x = mat("int32", 2, 3)
    y = mat("int32", 2, 3, 4)
    for s in [6, [6], [3, -1], [-1, -1], [4], [2.0, 3], [-2, 3], [1, 2, 3, 1], []]:
        case("numpy.reshape", x, s), case(".reshape", x, s), case("lax.reshape", x, s)
    case("numpy.reshape", x, [3, 2], "F"), case("numpy.reshape", x, [3, 2], order="A"), case("numpy.reshape", mat("int32", 0), [0, 3]), case("numpy.reshape", w, [2, 1]), case(".reshape", x, 3, 2), case("lax.reshape", x, [3, 2], [1, 0]), case("numpy.ravel", x, "F"), case(".ravel", x), case(".flatten", x)
    for a in [[2, 0, 1], [-1, 0, 1], [0, 0, 1], [0, 1], [0, 1, 3], None]:
        case("numpy.transpose", y, a), case(".transpose", y, a), case("numpy.permute_dims", y, a), case("lax.transpose", y, a)
    case(".transpose", y, 2, 1, 0), case(".transpose", y), case("numpy.matrix_transpose", mat("int8", 3))
    for a in [(0, 2), (-1, 0), (0, 3)]:
        case("numpy.swapaxes", y, *a), case(".swapaxes", y, *a), case("numpy.moveaxis", y, *a), case("numpy.rollaxis", y, *a)
    case("numpy.moveaxis", y, [0, 1], [-1, 0]), case("numpy.moveaxis", y, [0, 1], [0]), case("numpy.rollaxis", y, 2), case("numpy.rollaxis", y, 0, 9)
    for a in [0, -1, [0, 2], 5, [0, 0], 1.5, None]:
        case("numpy.expand_dims", x, a), case("lax.expand_dims", x, a), case("numpy.squeeze", mat("int32", 1, 2, 1), a), case("lax.squeeze", mat("int32", 1, 2, 1), a)
    case(".squeeze", mat("int32", 1, 2, 1)), case("numpy.expand_dims", w, 0), case("lax.expand_dims", x, [0, 1]), case("lax.squeeze", mat("int32", 1, 2, 1), [0, 2])
    for s in [[2, 2, 3], [3], [2, 3], [4, 3], 3, [-1, 3]]:
        case("numpy.broadcast_to", x, s), case("numpy.broadcast_to", mat("int32"), s)
    case("numpy.broadcast_arrays", x, mat("int32", 3), 2), case("numpy.broadcast_arrays", x, mat("int32", 2)), case("numpy.broadcast_arrays"), case("numpy.broadcast_arrays", w, [1]), case("numpy.broadcast_shapes", [2, 1], [3]), case("numpy.broadcast_shapes", [2], [3]), case("numpy.broadcast_shapes", 4, [2, 1])
    parts = [[x, x], [x, mat("float32", 1, 3)], [mat("int8", 2), mat("uint8", 3)], [w, w], [w, mat("float16", 2)], [], [2, 3], [x, mat("int32", 3)], x, [[1], [2]], None, [w], [mat("bool", 2), True]]
    for p in parts:
        for f in ["concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "concat"]:
            case("numpy." + f, p)
        case("numpy.concatenate", p, None), case("numpy.concatenate", p, axis=-1), case("numpy.concatenate", p, dtype=D("float16")), case("numpy.stack", p, axis=-1), case("numpy.stack", p, dtype=D("int8")), case("numpy.vstack", p, dtype=D("float32")), case("lax.concatenate", p, 0)
    case("numpy.concat", [x, x], axis=1), case("numpy.stack", [x, x], 3), case("numpy.concatenate", [x, x], 2), case("numpy.append", x, x), case("numpy.append", x, x, 1), case("numpy.append", 1, 2.5), case("numpy.append", x, mat("int32", 3), 0), case("lax.concatenate", [x, x], 1), case("lax.concatenate", [x, x], 2), case("lax.concatenate", [x, mat("int8", 2, 3)], 0)
    case("numpy.unstack", x), case("numpy.unstack", x, axis=1), case("numpy.unstack", 3), case("numpy.unstack", w)
    for f in ["atleast_1d", "atleast_2d", "atleast_3d"]:
        case("numpy." + f, 3), case("numpy." + f, w), case("numpy." + f, x), case("numpy." + f, y, 1, True), case("numpy." + f, [1]), case("numpy." + f)
    for f in ["split", "array_split"]:
        for s in [2, 4, [1, 3], [], 0, [3, 1], arr([1, 2])]:
            case("numpy." + f, mat("int32", 4, 4), s), case("numpy." + f, mat("int32", 4, 4), s, axis=1)
        case("numpy." + f, mat("int32", 5), 3), case("numpy." + f, mat("int32", 4), 2, axis=1), case("numpy." + f, [1, 2], 2)
    case("numpy.vsplit", mat("int32", 4, 4), 2), case("numpy.hsplit", mat("int32", 4, 4), 2), case("numpy.hsplit", mat("int32", 4), 2), case("numpy.dsplit", mat("int32", 2, 2, 4), 2), case("numpy.dsplit", x, 2)
    for a in [0, -1, [0, 1], 2, None]:
        case("numpy.flip", x, a)
    case("numpy.fliplr", mat("int32", 3)), case("lax.rev", x, [0, 1]), case("lax.rev", x, [2]), case("lax.rev", x, [0, 0]), case("lax.rev", x, [])
    for s, a in [(1, None), (-1, 0), (4, 1), ([1, 2], [0, 1]), ([1, 2], 0), (1, [0, 1]), (1, 5), (1.5, None), (-1.5, 0), ([1, 1], None), ([1.5, 2.5], [0, 1]), ([1, 2, 3], [0, 1]), (arr([1, -1]), [0, 1]), (arr(2.7), 1), (True, 1)]:
        case("numpy.roll", x, s, a)
    for k in range(-1, 4):
        case("numpy.rot90", x, k)
    case("numpy.rot90", y, 1, (1, 2)), case("numpy.rot90", mat("int32", 3)), case("numpy.rot90", y, 1, (1, 1))
    for r in [2, [2, 1], [2, 1, 2], 0, [], 1.5]:
        case("numpy.tile", x, r)
    for r, a in [(2, 0), (0, 1), (arr([1, 2]), 0), (arr([1, 2, 0]), -1), (arr([2]), 1), (-1, 0), (arr([1, 2]), 1), (1.5, 0), (2, 5)]:
        case("numpy.repeat", x, r, a)
    case("numpy.repeat", 3, 2), case(".repeat", x, 2, axis=1), case("numpy.repeat", w, 2), case("numpy.resize", x, (2, 2)), case("numpy.resize", x, (3, 5)), case("numpy.resize", x, 0), case("numpy.resize", mat("int32", 0), 3), case("numpy.resize", x, -1)
    for m in ["edge", "reflect", "symmetric", "wrap", "empty", "foo"]:
        case("numpy.pad", x, 1, m), case("numpy.pad", x, [2, 3], mode=m), case("numpy.pad", x, [[0, 1], [4, 7]], m)
    case("numpy.pad", x, -1), case("numpy.pad", x, 1, constant_values=2.7), case("numpy.pad", x, 1, "edge", constant_values=2), case("numpy.pad", x, [[1, 1, 1]]), case("numpy.pad", mat("int32"), 1), case("numpy.pad", w, 1), case("numpy.pad", x, 1.5), case("numpy.pad", [1], 1)
    case("numpy.trim_zeros", arr([0, 1, 0]), "f"), case("numpy.trim_zeros", arr([0, 0, 0])), case("numpy.trim_zeros", arr([0, 1, 0]), "b"), case("numpy.trim_zeros", arr([0, 0]), "f")
    for o, a in [(1, 0), (-1, 1), (5, 0), (arr([0, 2]), 1), (arr([True, False]), 0), (arr([True]), 0), (arr([9]), 0), (1, None), (1.5, 0)]:
        case("numpy.delete", x, o, a)
    case("lax.broadcast", x, [2]), case("lax.broadcast", 2, [2]), case("lax.broadcast", x, []), case("lax.broadcast_in_dim", mat("int32", 3), [2, 3], [1]), case("lax.broadcast_in_dim", mat("int32", 3), [3, 2], [0]), case("lax.broadcast_in_dim", mat("int32", 3), [2, 2], [0])
    case("lax.broadcast_in_dim", 2, [2], []), case("lax.select", arr([True, False]), mat("int8", 2), mat("int8", 2, seed=1)), case("lax.select", True, mat("int8", 2), mat("int8", 2, seed=1)), case("lax.select", arr([True]), mat("int8", 2), mat("int8", 2)), case("lax.select", True, mat("int8", 2), mat("int16", 2))
    case("lax.select", False, 1, 2), case("lax.select", True, 1, 2.5), case("lax.select", arr([1.0, 0.0]), mat("int8", 2), mat("int8", 2))
    case("lax.pad", mat("int32", 3), arr(7), [(1, 2, 0)]), case("lax.pad", mat("int32", 3), arr(7), [(0, 0, 2)]), case("lax.pad", mat("int32", 3), arr(7), [(-1, 1, 1)]), case("lax.pad", mat("int32", 3), 7.5, [(1, 1, 0)]), case("lax.pad", x, arr(0), [(1, 0, 0), (0, 1, 1)])
    case("lax.pad", mat("float32", 2), arr(1.5), [(1, 1, 0), (0, 0, 0)]), case("lax.pad", mat("float32", 2), arr(1), [(1, 1, 0), (0, 0, 0)]), case("lax.pad", mat("float32", 2), arr([1.5]), [(1, 1, 0)]),
    case("lax.pad", mat("float32", 2), arr(1.5), [(1, 1)]), case("lax.pad", mat("float32", 2), arr(1.5), [(1, 1, -1)]), case("lax.pad", mat("float32", 2), arr(1.5), [(-2, -1, 0)]), case("lax.pad", mat("float32", 2), arr(1.5), [(-1, -1, 0)]), case("lax.pad", mat("float32", 2), arr(1.5), [(1.5, 1, 0)]), case("lax.pad", mat("float32", 2), arr(1.5), 3),
    case("numpy.broadcast_to", mat("int32"), -2), case("numpy.broadcast_to", mat("int32", 3), [-1, 3]), case("numpy.broadcast_to", mat("int32", 1), [-1]), case("lax.collapse", y, 1), case("lax.collapse", y, 0, 2), case("lax.collapse", y, 2, 1), case("lax.stop_gradient", x)
    for d, e in [("float32", "int32"), ("int32", "float32"), ("float32", "uint8"), ("int8", "bool"), ("uint8", "int8"), ("float16", "bfloat16"), ("bool", "uint8")]:
        case("lax.bitcast_convert_type", mat(d, 2, 3), D(e))
    case("lax.bitcast_convert_type", mat("uint8", 2, 4), D("float32")), case("lax.bitcast_convert_type", mat("uint8", 2, 3), D("float32")), case("lax.bitcast_convert_type", 1.5, D("int32")), case("lax.convert_element_type", 300, D("int8")), case("lax.convert_element_type", 2, D("float32"))
    case("numpy.astype", mat("complex64", 2), D("bool")), case(".astype", mat("int8", 2), None), case(".astype", mat("int8", 2), "foo"), case(".astype", mat("int8", 2), "float"), case(".astype", WEAKROW, D("float32"))
    case("numpy.astype", 3, D("int8")), case(".item", mat("int8")), case(".item", mat("float32", 1)), case(".item", x), case(".item", x, 1, 1), case(".item", mat("complex64")), case(".item", mat("bool")), case(".tolist", mat("bool", 2))


def indexing():
    x, v = mat("int32", 3, 4), mat("int32", 5, seed=3)
    keys = [[0], [-1], [5], [-9], [0, 1], [0, 1, 2], ["1:"], ["::-1"], ["1:3", "::2"], ["..."], ["...", 0], [None], [0, None, "1:"], [True], [arr([0, 2])], [arr([0, 9, -1, -7])], [arr([0, 2]), arr([1, -1])], ["1:", arr([0, 3])],
            [arr([True, False, True])], [arr([True, False])], [1.5], ["a"], [[0, 1]], [arr([[0, 1], [1, 2]])], [arr([0, 1]), "1:", None], [arr(1)], [arr([0.5])], [mat("bool", 3, 4)], [], [arr([], "int32")], ["...", "..."]]
    for k in keys:
        case(".__getitem__", x, *k)
        case("at.get", x, k), case("at.get", x, k, mode="fill"), case("at.set", x, k, 7), case("at.add", x, k, 2), case("at.set", mat("float32", 3, 4), k, 2)
    case(".__getitem__", WEAKROW, 0), case(".__getitem__", mat("float32"), None), case(".__getitem__", mat("float32")), case(".__getitem__", mat("float32", 0), 0)
    for d in SOME + ["uint8", "float16"]:
        a = mat(d, 4)
        case(".__getitem__", a, 1), case("at.get", a, [arr([0, 7])], mode="fill"), case("at.get", a, [arr([0, 7])], mode="fill", fill_value=1)
        for f in ["set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max"]:
            case("at." + f, a, [arr([0, 1, 0, 9])], mat(d, 4, seed=1)), case("at." + f, a, [1], 2), case("at." + f, a, ["1:3"], 2.5)
    a = mat("int32", 4)
    case("at.set", a, [0], [1, 2]), case("at.set", a, [0], arr([1, 2])), case("at.set", a, ["..."], arr([1, 2])), case("at.set", mat("int8", 4), [0], 300), case("at.add", a, [arr([0, 0, 0])], arr([1, 2, 3])), case("at.set", a, [arr([1, 9])], 5, mode="clip"), case("at.set", WEAKROW, [0], 1)
    case("at.set", mat("int8", 4), [0], mat("float32")), case("at.set", x, [0], arr([1, 2, 3, 4])), case("at.set", x, ["...", 0], arr([1, 2, 3])), case("at.get", a, [arr([1, 9])], mode="foo"), case("at.min", mat("float32", 3), ["..."], arr([np.nan, 0.0, 1.0])), case("at.set", a, [arr([1, 1])], arr([5, 6]))
    for i in [0, -1, 9, arr([0, 2, -1]), arr([[0, 9]]), 1.5, arr([], "int32"), [0], True]:
        for k in [{}, {"mode": "clip"}, {"mode": "wrap"}, {"mode": "fill", "fill_value": 7}, {"axis": 1}, {"axis": 2}, {"mode": "raise"}, {"mode": "foo"}]:
            case("numpy.take", x, i, **k)
    case(".take", x, arr([0, 1]), 0), case("numpy.take", mat("float32", 0), 0), case("numpy.take", 3, 0), case("numpy.take", [1, 2], 0), case("numpy.take", x, arr([1]), out=3)
    for d in NARROW:
        case("numpy.take", mat(d, 3), arr([0, 5])), case("numpy.take_along_axis", mat(d, 2, 3), arr([[0], [4]]), 1), case("numpy.extract", arr([True, False, True]), mat(d, 3)), case("numpy.diagonal", mat(d, 3, 3)), case("numpy.trace", mat(d, 3, 3))
        case("numpy.argwhere", mat(d, 2, 2)), case("numpy.flatnonzero", mat(d, 2, 2)), case(".nonzero", mat(d, 2, 2)), case("numpy.select", [arr([True, False]), arr([True, True])], [mat(d, 2), mat(d, 2, seed=1)], 0), case("numpy.searchsorted", arr([0, 1, 2, 3], d), mat(d, 5, seed=2))
        case("numpy.isin", mat(d, 4), mat(d, 3, seed=1)), case("numpy.unique", mat(d, 7)), case("numpy.argsort", mat(d, 7)), case("numpy.sort", mat(d, 2, 5)), case("numpy.digitize", mat(d, 5), arr([0, 1, 2], d)), case("lax.sort", mat(d, 2, 5)), case("lax.top_k", mat(d, 2, 5), 2), case("numpy.sort_complex", mat(d, 4))
        case("numpy.union1d", mat(d, 4), mat(d, 4, seed=1)), case("numpy.setdiff1d", mat(d, 4), mat(d, 2, seed=1)), case("numpy.setxor1d", mat(d, 4), mat(d, 4, seed=1)), case("numpy.intersect1d", mat(d, 4), mat(d, 4, seed=1)), case("numpy.sort", values(d)) if d in INTS else None
    case("numpy.take_along_axis", x, arr([[0, 1]]), -1), case("numpy.take_along_axis", x, arr([0]), 1), case("numpy.take_along_axis", x, arr([0, 3]), None), case("numpy.take_along_axis", x, arr([[0.5]]), 0), case("numpy.take_along_axis", x, arr([[0, 1, 2, 9]]), 0, mode="clip"), case("numpy.take_along_axis", mat("float32", 2, 3), arr([[0, -1]]), 1)
    case("numpy.compress", arr([True, False, True]), x), case("numpy.compress", arr([False, True, False, True]), x, 1), case("numpy.compress", mat("bool", 2, 2), x), case("numpy.compress", arr([False] * 5 + [True]), arr([1, 2])), case("numpy.extract", x, x), case("numpy.compress", arr([1, 0, 2]), arr([4, 5, 6]))
    for k in [0, 1, -1, 5]:
        case("numpy.diagonal", x, k), case("numpy.trace", x, k), case("numpy.tril_indices", 3, k), case("numpy.triu_indices", 3, k, 4), case("numpy.linalg.diagonal", mat("int32", 2, 3, 4), offset=k), case("numpy.linalg.trace", mat("int32", 2, 3, 4), offset=k)
    case("numpy.diagonal", mat("int32", 2, 3, 4), 0, 0, 2), case("numpy.diagonal", mat("int32", 3)), case(".diagonal", x), case("numpy.diagonal", x, 0, 1, 1), case("numpy.trace", mat("int32", 2, 3, 4), 0, 1, 2), case("numpy.trace", mat("int32", 3)), case(".trace", x), case("numpy.trace", x, dtype=D("float32")), case("numpy.trace", x, 0, 1, 1)
    case("numpy.diag_indices", 3), case("numpy.diag_indices", 2, 3), case("numpy.diag_indices", -1), case("numpy.tril_indices", 2, m=3), case("numpy.unravel_index", arr([5, 11, 99, -1, -50]), [3, 4]), case("numpy.unravel_index", 5, [3, 4]), case("numpy.unravel_index", arr([3], "uint8"), [2, 2])
    case("lax.slice", x, [1, 0], [3, 4]), case("lax.slice", x, [0, 0], [3, 4], [2, 3]), case("lax.slice", x, [0, 0], [9, 4]), case("lax.slice", x, [0], [3]), case("lax.slice_in_dim", x, 1, 3), case("lax.slice_in_dim", x, -2, None, 1, 1), case("lax.slice_in_dim", x, 0, 4, stride=2, axis=1), case("lax.slice_in_dim", x, 0, 9)
    case("lax.index_in_dim", x, 1), case("lax.index_in_dim", x, -1, 1, False), case("lax.index_in_dim", x, 7), case("lax.dynamic_slice", x, [1, 1], [2, 2]), case("lax.dynamic_slice", x, [9, -9], [2, 2]), case("lax.dynamic_slice", x, [0, -2], [2, 2]), case("lax.dynamic_slice", x, [0], [2, 2]), case("lax.dynamic_slice", x, [0, 0], [9, 2])
    case("lax.dynamic_update_slice", x, mat("int32", 2, 2), [1, 1]), case("lax.dynamic_update_slice", x, mat("int32", 2, 2), [9, -9]), case("lax.dynamic_update_slice", x, mat("int8", 2, 2), [0, 0]), case("lax.dynamic_slice", v, arr([2]), [2])


def searching():
    floats = arr([3.0, np.nan, -1.0, 0.0, np.inf, -0.0, 3.0, np.nan, -np.inf])
    for k in [{}, {"descending": True}, {"stable": False}, {"axis": None}, {"axis": 0}, {"axis": 3}, {"kind": "quicksort"}, {"order": "a"}, {"descending": True, "stable": False}]:
        for x in [floats, mat("int32", 3, 4), mat("bool", 2, 3)]:
            if "stable" not in k:
                case("numpy.argsort", x, **k)
            case("numpy.sort", x, **k)
    for f in ["sort", "argsort"]:
        case("numpy." + f, 3), case("numpy." + f, [1, 2]), case("." + f, mat("int32", 3, 4), 0), case("numpy." + f, WEAKROW), case("." + f, floats)
    case("numpy.argsort", mat("int32", 4), dtype=D("int16")), case("lax.sort", floats), case("lax.sort", mat("int32", 2, 3), 0), case("lax.sort", mat("int32", 2, 3), 2), case("lax.sort", WEAKROW)
    case("numpy.lexsort", [mat("int32", 6), mat("int32", 6, seed=1)]), case("numpy.lexsort", [mat("int32", 6), mat("int32", 5)]), case("numpy.lexsort", []), case("numpy.lexsort", mat("int32", 2, 4)), case("numpy.lexsort", [1, 2]), case("numpy.sort_complex", arr([2 + 1j, 2 - 1j, 0j, 1 + 5j]))
    case("lax.top_k", floats, 3), case("lax.top_k", mat("int32", 2, 5), 9), case("lax.top_k", mat("int32", 3, 2), 2, axis=0), case("lax.top_k", arr([1, 1, 2, 2]), 3), case("lax.top_k", 3, 1), case("lax.top_k", mat("int32", 2), -1)
    for f in ["argmax", "argmin"]:
        case("numpy." + f, floats), case("numpy." + f, arr([1 + 1j, 2 - 1j, 2 + 1j]))
        for d in NARROW:
            case("lax." + f, mat(d, 3, 4), 1, D("int32"))
        case("lax." + f, mat("int32", 3, 4), 0, D("uint8")), case("lax." + f, mat("int32", 3, 4), 0, D("float32")), case("lax." + f, mat("int32", 3, 4), 2, D("int32")), case("lax." + f, mat("int32", 0), 0, D("int32"))
    cond = arr([True, False])
    for x, y in [(1, 2), (1, 2.5), (mat("int8", 2), 2), (mat("int8", 2), 2.5), (mat("int8", 2), mat("uint8", 2)), (WEAKROW, 1), (WEAK["int"], WEAK["float"]), (mat("int8", 3), 1), (mat("int8", 3, 1), 1), (None, 1), ([1, 2], 3), (mat("float16", 2), mat("bfloat16", 2))]:
        case("numpy.where", cond, x, y), case("numpy.where", True, x, y), case("numpy.where", mat("int32", 2), x, y)
    case("numpy.where", cond), case("numpy.where", mat("float32", 2, 3)), case("numpy.where", True), case("numpy.where", arr([0.0, np.nan, 1j]), 1, 2)
    case("numpy.select", [cond], [1]), case("numpy.select", [cond, cond], [1]), case("numpy.select", [], []), case("numpy.select", [cond, True], [mat("int8", 2), 2.5], default=mat("int16", 2)), case("numpy.select", [cond], [WEAKROW], 1)
    case("numpy.nonzero", 3), case("numpy.argwhere", 3), case("numpy.argwhere", 0), case("numpy.flatnonzero", 3), case("numpy.argwhere", mat("int32", 0, 2)), case("numpy.nonzero", [1])
    for k in [{}, {"side": "right"}, {"side": "foo"}]:
        case("numpy.searchsorted", arr([1.0, 2.0, 2.0, np.nan]), arr([2.0, np.nan, 0.0, np.inf]), **k), case("numpy.searchsorted", arr([1, 2, 4]), 3, **k), case("numpy.searchsorted", arr([1, 2, 4]), 2.5, **k), case("numpy.searchsorted", arr([4, 1, 2]), arr([[1, 3]]), sorter=arr([1, 2, 0]), **k)
    case("numpy.searchsorted", mat("int32", 2, 2), 1), case("numpy.searchsorted", mat("int32", 0), arr([1])), case("numpy.searchsorted", [1, 2], 1), case("numpy.digitize", floats, arr([3.0, 1.0, -1.0]), True), case("numpy.digitize", 2, arr([1, 2, 3])), case("numpy.digitize", 2, arr([], "int32")), case("numpy.digitize", 2, mat("int32", 2, 2))
    for x in [floats, mat("int32", 3, 4), arr([1 + 1j, 0j, 1 + 1j]), WEAKROW, mat("int32", 0), 3]:
        for f in ["unique_values", "unique_counts", "unique_inverse", "unique_all"]:
            case("numpy." + f, x)
        case("numpy.unique", x, True, True, True), case("numpy.unique", x, equal_nan=False), case("numpy.unique", x, return_counts=True)
    case("numpy.unique", [1, 2]), case("numpy.isin", mat("int32", 2, 3), arr([1.0, 2.0])), case("numpy.isin", mat("int32", 3), mat("int32", 0), invert=True), case("numpy.isin", 1, arr([1, 2])), case("numpy.isin", floats, floats), case("numpy.isin", mat("int8", 3), 1, invert=True)
    for f in ["union1d", "setdiff1d", "setxor1d", "intersect1d"]:
        case("numpy." + f, mat("int32", 2, 3), arr([1.5, 2.0])), case("numpy." + f, mat("int32", 0), mat("int32", 3)), case("numpy." + f, floats, floats), case("numpy." + f, [1], [2])
    case("numpy.setdiff1d", arr([3, 1, 3, 2]), arr([2]), True), case("numpy.setxor1d", arr([3, 1]), arr([2, 3]), assume_unique=True), case("numpy.intersect1d", arr([3, 1]), arr([2, 3]), assume_unique=True)


def linear():
    shapes = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 2, 3), (5, 3, 4)), ((1, 2, 3), (5, 3, 4)), ((2, 3), (2,)), ((), (3,)), ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((), ())]
    for f in ["matmul", "dot", "vdot", "inner", "outer", "kron", "tensordot", "vecdot", "linalg.matmul", "linalg.vecdot", "linalg.outer", "linalg.tensordot"]:
        for p, q in shapes:
            case("numpy." + f, mat("int32", *p), mat("int32", *q, seed=1))
        for d in NARROW:
            case("numpy." + f, mat(d, 3), mat(d, 3, seed=1))
            if d in FLOATS + COMPLEX:
                case("numpy." + f, normal(d, 8), normal(d, 8, seed=1))
        case("numpy." + f, WEAKROW, WEAKROW), case("numpy." + f, WEAKROW, mat("float16", 2)), case("numpy." + f, 2, 3), case("numpy." + f, [1], [2]), case("numpy." + f, WEAKROW, WEAKINTS), case("numpy." + f, mat("int8", 2), mat("uint8", 2))
    for f in ["matmul", "dot", "inner", "tensordot", "vdot", "vecdot"]:
        case("numpy." + f, mat("int8", 2, 2), mat("int8", 2, 2), preferred_element_type=D("int32"))
    case("numpy.vecdot", mat("complex64", 2, 3), mat("complex64", 2, 3, seed=1), axis=0), case("numpy.vecdot", mat("int32", 2, 3), mat("int32", 3)), case(".dot", mat("int32", 2), mat("int32", 2)), case("numpy.outer", mat("int32", 2, 2), mat("int32", 3)), case("numpy.outer", mat("int32", 2), mat("int32", 2), out=1)
    for a in [0, 1, 2, 3, [1, 0], [[0, 1], [1, 0]], [[0], [0, 1]], [[1], [1]], "a", [0]]:
        case("numpy.tensordot", mat("int32", 2, 3), mat("int32", 3, 2), axes=a)
    for s, ops in [("ij,jk->ik", [(2, 3), (3, 4)]), ("ij,jk", [(2, 3), (3, 4)]), ("ii->i", [(3, 3)]), ("ii", [(3, 3)]), ("ij->ji", [(2, 3)]), ("i,j->ij", [(2,), (3,)]), ("bij,bjk->bik", [(2, 2, 3), (2, 3, 2)]), ("...ij,...jk->...ik", [(2, 2, 3), (3, 2)]), ("i,i->", [(3,), (3,)]), ("ij->j", [(2, 3)]), ("ij,jk,kl->il", [(2, 3), (3, 2), (2, 2)]),
                   ("ij", [(2,)]), ("ij,jk", [(2, 3), (2, 3)]), ("i->ii", [(2,)])]:
        case("numpy.einsum", s, *[mat("int32", *p, seed=i) for i, p in enumerate(ops)]), case("numpy.einsum", s, *[mat("float16" if i else "float32", *p, seed=i) for i, p in enumerate(ops)])
    for d in NARROW:
        case("numpy.einsum", "ij,jk->ik", mat(d, 2, 3), mat(d, 3, 2)), case("numpy.cross", mat(d, 3), mat(d, 3, seed=1)), case("numpy.linalg.norm", mat(d, 2, 3)), case("numpy.linalg.vector_norm", mat(d, 2, 3)), case("numpy.linalg.matrix_norm", mat(d, 2, 3)), case("numpy.linalg.matrix_power", mat(d, 2, 2), 3)
        case("numpy.linalg.det", mat(d, 2, 2)), case("numpy.linalg.det", mat(d, 4, 3, 3)), case("numpy.linalg.multi_dot", [mat(d, 2, 3), mat(d, 3, 2), mat(d, 2)]), case("lax.dot", mat(d, 2, 3), mat(d, 3, 2)), case("lax.batch_matmul", mat(d, 4, 2, 3), mat(d, 4, 3, 2)), case("lax.dot_general", mat(d, 4, 2, 3), mat(d, 3, 4), [[[2], [0]], [[0], [1]]])
        case("numpy.linalg.trace", mat(d, 2, 2)), case("numpy.linalg.diagonal", mat(d, 2, 2)), case("numpy.linalg.matrix_transpose", mat(d, 2, 3)), case("numpy.linalg.cross", mat(d, 2, 3), mat(d, 2, 3, seed=1))
    case("numpy.cross", mat("int32", 2), mat("int32", 2, seed=1)), case("numpy.cross", mat("int32", 2), mat("int32", 3, seed=1)), case("numpy.cross", mat("int32", 4), mat("int32", 4)), case("numpy.cross", mat("int32", 3, 2), mat("int32", 3, 2), axis=0), case("numpy.cross", mat("int32", 2, 3), mat("float32", 3), axisc=0), case("numpy.linalg.cross", mat("int32", 2), mat("int32", 2))
    for o in [None, 1, -1, 2, "fro", "f", "foo", float("inf"), float("-inf"), 0, 3, 1.5]:
        for k in [{}, {"axis": 0}, {"axis": 1, "keepdims": True}, {"axis": [0, 1]}]:
            if o != 2 or k.get("axis") in (0, 1):
                case("numpy.linalg.norm", mat("float32", 2, 3), ord=o, **k)
        case("numpy.linalg.norm", mat("float32", 4), o), case("numpy.linalg.vector_norm", mat("float32", 2, 3), ord=o), case("numpy.linalg.vector_norm", mat("float32", 2, 3), axis=0, ord=o, keepdims=True)
        if o != 2:
            case("numpy.linalg.matrix_norm", mat("float32", 4, 2, 3), ord=o)
    case("numpy.linalg.norm", mat("float32", 2, 2, 2), 1), case("numpy.linalg.norm", 3.0), case("numpy.linalg.norm", [1.0]), case("numpy.linalg.norm", mat("float32", 2, 3), axis=5), case("numpy.linalg.norm", WEAKROW), case("numpy.linalg.norm", WEAKROW, 1)
    for n in [0, 1, 2, 3, 5]:
        case("numpy.linalg.matrix_power", mat("int32", 2, 2), n)
    case("numpy.linalg.matrix_power", mat("int32", 2, 3), 2), case("numpy.linalg.matrix_power", mat("int32", 2), 2), case("numpy.linalg.matrix_power", mat("float32", 3, 2, 2), 1.5), case("numpy.linalg.det", mat("float32", 2, 3)), case("numpy.linalg.det", 3.0)
    case("numpy.linalg.multi_dot", [mat("int32", 2)]), case("numpy.linalg.multi_dot", [mat("int32", 2), mat("int32", 2, 3)]), case("numpy.linalg.multi_dot", [mat("int32", 2, 2), mat("int32", 3, 2)]), case("numpy.linalg.matrix_transpose", mat("int32", 2))
    case("lax.dot", mat("int32", 3), mat("int32", 3)), case("lax.dot", mat("int32", 2, 3), mat("int32", 2)), case("lax.dot", mat("int8", 3), mat("int16", 3)), case("lax.dot", mat("float32", 3), mat("int16", 3)), case("lax.dot", mat("float16", 3), mat("bfloat16", 3)), case("lax.dot", mat("int8", 3), mat("int8", 3), preferred_element_type=D("int32"))
    case("lax.dot", mat("int8", 3), mat("int8", 3), preferred_element_type=D("float32")), case("lax.dot", mat("float32", 3), mat("float32", 3), preferred_element_type=D("int32")), case("lax.dot", WEAKROW, WEAKROW), case("lax.batch_matmul", mat("int32", 2, 2), mat("int32", 2, 2, 2)), case("lax.dot_general", mat("int32", 2, 3), mat("int32", 3, 2), [[[1], [0]], [[], []]])
    case("lax.dot_general", mat("int32", 2, 3), mat("int32", 3, 2), [[[1], [1]], [[], []]]), case("lax.dot_general", mat("int32", 2, 3), mat("int32", 3, 2), [[[5], [0]], [[], []]]), case("lax.dot_general", mat("int32", 2, 3), mat("int32", 2, 3), [[[0, 1], [0, 1]], [[], []]])


def factorizations():
    """What is unique: signs of vectors, and the order of eigenvalues, are the library's."""
    L = "numpy.linalg."
    got = lambda x: np.array(c.pool.get(x))
    def solid(d, n, *lead, seed=0):
        x = got(normal("float64", *lead, n, n, seed=seed)) + 4 * np.eye(n)
        if d in COMPLEX:
            x = x + 1j * got(normal("float64", *lead, n, n, seed=seed + 1))
        return arr(x if d in FLOATS or d in COMPLEX else np.round(x).astype("int64"), d)
    def positive(d, n, *lead):
        x = got(solid(d, n, *lead)).astype("complex128" if d in COMPLEX else "float64")
        return arr(x @ np.swapaxes(x, -1, -2).conj(), d)
    for d in ["float32", "float64", "complex64", "complex128", "int32"]:
        for x in [solid(d, 1), solid(d, 2), solid(d, 4), solid(d, 3, 2)]:
            for f in ["inv", "slogdet", "qr", "svdvals", "pinv", "cond", "matrix_rank"]:
                case(L + f, x)
            case(L + "svd", x, compute_uv=False), case(L + "svd", x, False, False), case(L + "qr", x, "r"), case(L + "slogdet", x, method="qr")
        for x in [positive(d, 1), positive(d, 3), positive(d, 2, 2)]:
            case(L + "cholesky", x), case(L + "cholesky", x, upper=True), case(L + "cholesky", x, symmetrize_input=False), case(L + "eigvalsh", x), case(L + "eigvalsh", x, "U"), case(L + "matrix_rank", x, hermitian=True)
            case(L + "pinv", x, hermitian=True), case(L + "svd", x, compute_uv=False, hermitian=True)
        a, w, t = solid(d, 3), mat(d, 2, 4), mat(d, 4, 2)
        case(L + "eigvalsh", a, symmetrize_input=False), case(L + "eigvalsh", a, "U", symmetrize_input=False), case(L + "cholesky", a)
        for x in [w, t]:
            for f in ["qr", "svdvals", "pinv", "matrix_rank", "cond"]:
                case(L + f, x)
            case(L + "qr", x, "complete")
        for b in [mat(d, 3), mat(d, 3, 2), mat(d, 2, 3, 1), mat("float32", 3), mat("int32", 3, 1)]:
            case(L + "solve", a, b), case(L + "solve", solid(d, 3, 2), b)
        case(L + "lstsq", t, mat(d, 4)), case(L + "lstsq", t, mat(d, 4, 2, seed=1)), case(L + "lstsq", w, mat(d, 2)), case(L + "lstsq", t, mat(d, 4), 0.5), case(L + "lstsq", t, mat(d, 4), numpy_resid=True), case(L + "lstsq", t, mat(d, 4), -1.0)
        for p in [None, 1, -1, 2, -2, 2.0, "fro", float("inf"), -float("inf")]:
            case(L + "cond", a, p)
        case(L + "tensorsolve", arr(got(a).reshape(3, 3, 1), d), mat(d, 3)), case(L + "tensorsolve", arr(got(a).reshape(3, 1, 3), d), mat(d, 3), (1,)), case(L + "tensorinv", arr(got(a).reshape(3, 1, 3), d), 1), case(L + "tensorinv", a, 1)
        case(L + "matrix_rank", a, 0.5), case(L + "matrix_rank", a, rtol=3.0), case(L + "matrix_rank", a, tol=4.5), case(L + "matrix_rank", mat(d, 3)), case(L + "pinv", a, 0.9), case(L + "pinv", a, rcond=0.5), case(L + "pinv", solid(d, 3, 2), arr([0.1, 0.9]))
    for d in ["float16", "bfloat16", "bool", "uint8"]:
        for f in ["inv", "slogdet", "qr", "svdvals", "pinv", "cond", "matrix_rank", "cholesky", "eigvalsh", "eigvals", "eig", "eigh", "svd"]:
            if d not in ("bool", "uint8") or f in ("svdvals", "slogdet"):
                case(L + f, arr(np.eye(3), d))
        case(L + "solve", arr(np.eye(3), d), arr(np.eye(3), d))
    one, zero, bad = arr(np.ones((2, 2)), "float32"), arr(np.zeros((2, 2)), "float32"), arr([[np.nan, 1.0], [1.0, 2.0]], "float32")
    for x in [one, zero, arr(-np.eye(2), "float32"), arr(np.stack([np.eye(2), np.zeros((2, 2))]), "float32")]:
        for f in ["inv", "slogdet", "cholesky"] + (["svdvals", "cond"] if x != one else []):  # rounding decides on a value that is nearly 0
            case(L + f, x)
        case(L + "solve", x, arr([1.0, 2.0], "float32"))
    case(L + "slogdet", bad), case(L + "svdvals", bad)  # of others some rows alone are NaN
    for x in [mat("float32", 2, 3), mat("float32", 3), 2.0, mat("float32", 0, 0), mat("float32", 0, 3), mat("float32", 2, 0, 0)]:
        for f in ["inv", "slogdet", "qr", "svdvals", "pinv", "cond", "matrix_rank", "cholesky", "eigvalsh", "eigvals", "eig", "eigh"]:
            case(L + f, x)
        case(L + "solve", x, mat("float32", 3)), case(L + "tensorinv", x), case(L + "tensorsolve", x, mat("float32", 3)), case(L + "lstsq", x, mat("float32", 3))
    x = solid("float32", 3)
    case(L + "qr", x, "odd"), case(L + "qr", x, "full"), case(L + "slogdet", x, method="odd"), case(L + "eigh", x, "X"), case(L + "eigvalsh", x, "X"), case(L + "tensorinv", x, 0), case(L + "pinv", x, 0.1, rcond=0.1), case(L + "matrix_rank", x, 0.1, tol=0.1)
    case(L + "solve", solid("float32", 3, 2), mat("float32", 2, 3)), case(L + "solve", x, mat("float32", 2)), case(L + "solve", x, 1.0), case(L + "lstsq", x, mat("float32", 2)), case(L + "lstsq", x, mat("float32", 3, 1, 1)), case(L + "cond", mat("float32", 2, 3), 1)
    for f in ["eigvals", "eig", "eigh"]:
        case(L + f, solid("float32", 1)), case(L + f, solid("int32", 1))


def matrices():
    """jax.scipy.linalg. A path with "()" is of the products of what it returns."""
    L = "scipy.linalg."
    got = lambda x: np.array(c.pool.get(x))
    wide = lambda d: "complex128" if d in COMPLEX else "float64"
    def draw(d, *shape, seed=0):
        return np.array(c.pool.get(normal(wide(d), *shape, seed=seed)))
    def solid(d, n, *lead, seed=0):
        x = draw(d, *lead, n, n, seed=seed) + 4 * np.eye(n)
        return arr(x if d in FLOATS or d in COMPLEX else np.round(x).astype("int64"), d)
    def loose(d, m, n, *lead, seed=0):
        x = draw(d, *lead, m, n, seed=seed)
        return arr(x if d in FLOATS or d in COMPLEX else np.round(3 * x).astype("int64"), d)
    def positive(d, n, *lead):
        x = got(solid(d, n, *lead)).astype(wide(d))
        return arr(x @ np.swapaxes(x, -1, -2).conj(), d)
    def hermitian(d, n, *lead):
        x = draw(d, *lead, n, n)
        x = x + np.swapaxes(x, -1, -2).conj()
        return arr(x if d in FLOATS or d in COMPLEX else np.round(x).astype("int64"), d)
    main = ["float32", "float64", "complex64", "complex128", "int32", "int64"]
    main = [d for d in main if d in NARROW]
    for d in main:
        whole = d in INTS
        for x in [positive(d, 1), positive(d, 3), positive(d, 2, 2)]:
            case(L + "cholesky", x), case(L + "cholesky", x, lower=True), case(L + "cho_factor", x), case(L + "cho_factor", x, True)
            case(L + "solve", x, mat(d, got(x).shape[-1]), assume_a="pos"), case(L + "solve", x, loose(d, got(x).shape[-1], 2), assume_a="pos", lower=True)
        for x in [solid(d, 1), solid(d, 4), solid(d, 3, 2)]:
            for f in ["inv", "det", "lu_factor", "expm", "qr"] + ["lu"] * (got(x).ndim == 2):
                case(L + f, x)
            case(L + "qr", x, mode="r"), case(L + "qr", x, mode="economic")
            if not whole:  # rounding decides on columns of one length
                case(L + "qr", x, pivoting=True), case(L + "qr", x, mode="r", pivoting=True)
            case(L + "svd", x, compute_uv=False), case(L + "svd()", x), case(L + "svd()", x, False)
            case(L + "lu", x, True), case(L + "expm", x, max_squarings=0)
            if not whole:
                case(L + "schur()", x), case(L + "hessenberg", x), case(L + "hessenberg", x, calc_q=True)
            case(L + "schur()", x, output="complex")
            case(L + "polar", x), case(L + "polar", x, method="svd"), case(L + "polar", x, "left", method="svd"), case(L + "polar", x, "left")
        for x in [hermitian(d, 1), hermitian(d, 4), hermitian(d, 3, 2)]:
            case(L + "eigh()", x), case(L + "eigh()", x, lower=False), case(L + "eigh", x, eigvals_only=True), case(L + "sqrtm", x)
        x = loose(d, 4, 4)
        case(L + "eigh()", x), case(L + "eigh()", x, None, False), case(L + "cholesky", solid(d, 3)), case(L + "sqrtm", x), case(L + "sqrtm", solid(d, 3, seed=2)), case(L + "sqrtm", positive(d, 3))
        for x in [loose(d, 2, 4), loose(d, 4, 2), loose(d, 3, 2, 2)]:
            for f in ["qr", "lu_factor"] + ["lu"] * (got(x).ndim == 2):
                case(L + f, x)
            case(L + "lu", x, True) if got(x).ndim == 2 else None
            case(L + "qr", x, mode="r"), case(L + "qr", x, mode="economic"), case(L + "qr", x, pivoting=True), case(L + "qr", x, mode="economic", pivoting=True)
            case(L + "svd()", x), case(L + "svd()", x, False), case(L + "svd", x, True, False)
            case(L + "polar", x), case(L + "polar", x, "left"), case(L + "polar", x, method="svd"), case(L + "polar", x, "left", method="svd")
            m, n = got(x).shape[-2:]
            k = min(m, n)
            for kw in [{}, {"conjugate": True}, {"pivoting": True}, {"pivoting": True, "conjugate": True}]:
                case(L + "qr_multiply", x, loose(d, 3, m, seed=3), **kw), case(L + "qr_multiply", x, loose(d, k, 3, seed=4), mode="left", **kw)
            if got(x).ndim == 2:
                case(L + "qr_multiply", x, mat(d, m)), case(L + "qr_multiply", x, mat(d, k), "left"), case(L + "qr_multiply", x, loose(d, 2, 3, m))
        a, many = solid(d, 3), solid(d, 3, 2)
        for b in [mat(d, 3), loose(d, 3, 2), loose(d, 3, 1, 2)]:
            for kw in [{}, {"trans": 1}, {"trans": 2}, {"trans": "N"}, {"trans": "T"}, {"trans": "C"}, {"lower": True}, {"lower": True, "trans": 1}, {"lower": True, "trans": 2, "unit_diagonal": True}, {"unit_diagonal": True}]:
                case(L + "solve_triangular", a, b, **kw)
            case(L + "solve_triangular", many, b), case(L + "solve_triangular", many, b, 2, True)
            for lower in [True, False]:
                case(L + "cho_solve", (a, lower), b), case(L + "cho_solve", (many, lower), b)
            for trans in [0, 1, 2]:
                case(L + "lu_solve", (a, arr([2, 2, 2])), b, trans), case(L + "lu_solve", (many, arr([[1, 1, 2], [0, 2, 2]])), b, trans)
            for kind in ["gen", "sym", "her"]:
                case(L + "solve", a, b, assume_a=kind)
            case(L + "solve", many, b)
        case(L + "solve_triangular", many, mat(d, 2, 3)), case(L + "cho_solve", (many, True), mat(d, 2, 3)), case(L + "lu_solve", (many, arr([[1, 1, 2], [0, 2, 2]])), mat(d, 2, 3)), case(L + "solve", many, mat(d, 2, 3))
        case(L + "solve_triangular", a, mat("float32", 3)), case(L + "cho_solve", (a, True), mat("int32", 3, 1)), case(L + "lu_solve", (a, arr([0, 1, 2])), mat("float32", 3)), case(L + "solve", a, mat("float32", 3)), case(L + "solve", positive(d, 3), mat("float32", 3), assume_a="pos")
        case(L + "expm", arr(got(mat(d, 3, 3)) * 20, d)), case(L + "expm", arr(got(mat(d, 3, 3)) * 20, d), max_squarings=3), case(L + "expm", mat(d, 3, 3)), case(L + "expm", arr(np.triu(got(mat(d, 3, 3))), d), upper_triangular=True), case(L + "expm", arr(np.zeros((2, 2)), d))
        if not whole:
            case(L + "expm", arr(got(loose(d, 3, 3)) * 0.001, d)), case(L + "expm", arr(got(loose(d, 3, 3)) * 0.1, d))
        case(L + "expm_frechet", a, loose(d, 3, 3)), case(L + "expm_frechet", a, loose(d, 3, 3), compute_expm=False), case(L + "expm_frechet", many, loose(d, 3, 3, 2)), case(L + "expm_frechet", a, loose(d, 3, 3), method="SPS")
        case(L + "funm", solid(d, 3), "numpy.exp"), case(L + "funm", positive(d, 3), "numpy.sqrt"), case(L + "funm", solid(d, 4, seed=3), "numpy.sin"), case(L + "funm", arr([[2]], d), "numpy.square")
        case(L + "solve_sylvester", a, solid(d, 2), loose(d, 3, 2)), case(L + "solve_sylvester", a, solid(d, 2), loose(d, 3, 2), method="eigen"), case(L + "solve_sylvester", many, solid(d, 2), loose(d, 3, 2)), case(L + "solve_sylvester", a, solid(d, 2), loose(d, 3, 2), tol=100.0)
        t, z = np.triu(got(loose(wide(d), 4, 4)), -1), got(loose(wide(d), 4, 4, seed=5))
        t[1, 0], t[2, 1], t[3, 2], t[0, 0], t[0, 1], t[2, 2], t[2, 3], t[3, 2] = (-2, 0, 1, t[1, 1], 3, t[3, 3], -1, 0.5) if not whole else (-2, 0, 1, t[1, 1], 3, t[3, 3], -1, 1)
        q = np.linalg.qr(z)[0]
        case(L + "rsf2csf()", arr(t, d), arr(q if not whole else np.eye(4), d)), case(L + "rsf2csf()", arr(np.triu(t), d), arr(q, d)), case(L + "rsf2csf()", arr(np.stack([t, np.triu(t)]), d), arr(np.eye(4), d)), case(L + "rsf2csf", arr([[2]], d), arr([[1]], d))
        if not whole:
            for n in [1, 2, 5]:
                diag, off = arr(draw(d, n), d), arr(draw(d, n - 1, seed=1), d)
                case(L + "eigh_tridiagonal", diag, off, eigvals_only=True), case(L + "eigh_tridiagonal()", diag, off)
            case(L + "eigh_tridiagonal", diag, off, eigvals_only=True, select="i", select_range=(1, 3)), case(L + "eigh_tridiagonal()", diag, off, select="i", select_range=(1, 3))
    # Matrices of a form.
    every = [d for d in NARROW if d not in ("int16", "uint16", "uint32")] if X64 else ["bool", "int8", "int32", "bfloat16", "float16", "float32", "complex64"]
    for d in every:
        v, w, many = mat(d, 4), mat(d, 3, seed=1), mat(d, 2, 3)
        case(L + "block_diag", mat(d, 2, 3), v, mat(d, 1, 1)), case(L + "block_diag", mat(d, 2, 2), mat("float32", 1, 2))
        for f in ["toeplitz", "hankel", "circulant", "fiedler", "companion", "fiedler_companion"]:
            case(L + f, v)
            if (f, d) != ("fiedler_companion", "bool"):  # of 0/0 XLA makes −0
                case(L + f, many)
        for f in ["toeplitz", "hankel"]:
            case(L + f, v, w), case(L + f, v, mat("float32", 3)), case(L + f, many, w), case(L + f, w, many)
        case(L + "leslie", v, w), case(L + "leslie", v, mat("float32", 3)), case(L + "leslie", mat(d, 2, 4), w)
        for n, mode in [(3, "full"), (3, "same"), (3, "valid"), (6, "full"), (6, "same"), (6, "valid"), (1, "full")]:
            case(L + "convolution_matrix", v, n, mode)
        case(L + "convolution_matrix", many, 2)
        for n in [1, 2, 4, 8]:
            case(L + "hadamard", n, D(d))
        case(L + "dft", 4, dtype=D(d))
    special = arr([1.0, np.inf, -0.0, np.nan])
    for f in ["toeplitz", "hankel", "circulant", "fiedler", "companion", "fiedler_companion"]:
        for x in [special, arr([0.0, 1.0, 2.0]), arr([1.0]), arr([1.0, 2.0]), arr([1.0, 2.0, 3.0]), 2.5, 3, True, mat("float32", 0), mat("float32", 2, 0), [1.0, 2.0], None, WEAKROW, WEAK["float"], "a"]:
            case(L + f, x)
    for f in ["toeplitz", "hankel"]:
        for x, y in [(special, arr([1.0, 2.0])), (arr([1.0, 2.0]), special), (mat("float32", 2, 1, 3), mat("float32", 4, 2)), (mat("float32", 2, 3), mat("float32", 3, 2)), (mat("float32", 3), mat("float32", 0)), (mat("float32", 3), 2.0), (WEAKROW, WEAKROW), (WEAKROW, mat("float16", 3)), (mat("int32", 3), mat("int8", 2)), (mat("float32", 3), [1.0]), (mat("float16", 2), mat("bfloat16", 2)), (arr([1.0]), arr([2.0])), (1.0, arr([1.0, 3.0]))]:
            case(L + f, x, y)
    for x, y in [(special, arr([1.0, 2.0, np.nan])), (mat("float32", 1), mat("float32", 0)), (mat("float32", 3), mat("float32", 3)), (WEAKROW, WEAK["float"]), (mat("float32", 2, 1, 3), mat("float32", 4, 2)), (2.0, 1.0), (mat("float32", 2), 1.0), (mat("float32", 2), [1.0]), (WEAKROW, arr([2], "int8"))]:
        case(L + "leslie", x, y)
    for n in [0, -1, 1, 2, 5, 2.0, 2.5, "a", None, True, arr(3)]:
        for mode in ["full", "same", "valid", "x"]:
            case(L + "convolution_matrix", mat("float32", 4), n, mode)
    case(L + "convolution_matrix", 1.0, 2), case(L + "convolution_matrix", mat("float32", 0), 2), case(L + "convolution_matrix", [1.0], 2), case(L + "convolution_matrix", WEAKROW, 2), case(L + "convolution_matrix", special, 2), case(L + "convolution_matrix", mat("float32", 2), 2, None), case(L + "convolution_matrix", mat("float32", 2, 3), 2, mode="same")
    case(L + "block_diag"), case(L + "block_diag", 1.0), case(L + "block_diag", 1, 2), case(L + "block_diag", 1, 2.0), case(L + "block_diag", mat("float32", 2, 2, 2)), case(L + "block_diag", WEAKROW, WEAK["int"]), case(L + "block_diag", WEAKROW, mat("int32", 2, 2)), case(L + "block_diag", [1.0]), case(L + "block_diag", None), case(L + "block_diag", mat("float32", 0, 2), mat("float32", 2, 0)), case(L + "block_diag", mat("float32", 0)), case(L + "block_diag", mat("float16", 2), mat("bfloat16", 2))
    for n in [0, 1, 2, 3, 5, 9, 16, -1, 2.0, 2.5, True, "a", None, arr(3)]:
        for f in ["hilbert", "invhilbert", "pascal", "invpascal", "helmert", "hadamard", "dft"]:
            case(L + f, n)
    for n in [1, 4, 7]:
        for kind in ["symmetric", "lower", "upper", None, "x", 3]:
            case(L + "pascal", n, kind), case(L + "invpascal", n, kind=kind)
        case(L + "helmert", n, True), case(L + "helmert", n, full=1)
        for scale in ["sqrtn", "n", None, "x", 2]:
            case(L + "dft", n, scale), case(L + "dft", n, scale, dtype=D("complex64"))
    # What is refused, and what is not finite.
    singular, nan, indefinite = arr(np.ones((2, 2)), "float32"), arr([[np.nan, 1.0], [1.0, 2.0]], "float32"), arr([[1.0, 2.0], [2.0, 1.0]], "float32")
    one = ["cholesky", "cho_factor", "inv", "det", "lu", "lu_factor", "qr", "expm", "schur", "hessenberg", "polar", "sqrtm", "svd", "eigh"]
    for d in ["float16", "bfloat16", "bool", "uint8"]:
        for f in one:
            if d not in ("bool", "uint8") or f not in ("qr", "polar", "svd", "eigh", "hessenberg"):
                case(L + f, arr(np.eye(2), d))
        case(L + "solve", arr(np.eye(2), d), arr(np.eye(2), d)), case(L + "solve_triangular", arr(np.eye(2), d), arr(np.eye(2), d)), case(L + "cho_solve", (arr(np.eye(2), d), True), arr(np.eye(2), d)), case(L + "lu_solve", (arr(np.eye(2), d), arr([0, 1])), arr(np.eye(2), d))
        case(L + "solve_sylvester", arr(np.eye(2), d), arr(np.eye(2), d), arr(np.eye(2), d)), case(L + "expm_frechet", arr(np.eye(2), d), arr(np.eye(2), d)), case(L + "eigh_tridiagonal", arr([1, 1], d), arr([0], d), eigvals_only=True), case(L + "rsf2csf", arr(np.eye(2), d), arr(np.eye(2), d)), case(L + "qr_multiply", arr(np.eye(2), d), arr(np.eye(2), d))
    weak = arr([[2.0]], weak=True)
    case(L + "solve", weak, weak), case(L + "solve", weak, weak, assume_a="pos"), case(L + "solve_triangular", weak, weak), case(L + "qr_multiply", weak, weak), case(L + "expm_frechet", weak, weak), case(L + "rsf2csf", weak, weak), case(L + "cho_solve", (weak, True), weak), case(L + "lu_solve", (weak, arr([0])), weak), case(L + "lu_solve", (weak, arr([0])), mat("float32", 1)), case(L + "solve_sylvester", weak, weak, weak), case(L + "qr", weak, pivoting=True), case(L + "lu", weak, True), case(L + "hessenberg", weak, calc_q=True), case(L + "eigh", weak, eigvals_only=True), case(L + "svd", weak, compute_uv=False), case(L + "polar", weak, method="svd"), case(L + "schur", weak, "complex"), case("numpy.linalg.solve", weak, weak), case("numpy.linalg.det", weak), case("numpy.linalg.det", arr(np.eye(2), weak=True)), case("numpy.linalg.det", arr(np.eye(3), weak=True)), case("numpy.linalg.det", arr(np.eye(4), weak=True)), case("numpy.linalg.cholesky", weak), case("numpy.linalg.inv", weak), case("numpy.linalg.eigh", weak), case("numpy.linalg.svd", weak), case("numpy.linalg.qr", weak), case("numpy.linalg.slogdet", weak), case("numpy.linalg.eigvals", weak), case("numpy.linalg.eigvalsh", weak), case("numpy.linalg.pinv", weak), case("numpy.linalg.svdvals", weak), case("numpy.linalg.cond", weak)
    for x in [mat("float32", 2, 3), mat("float32", 3), 2.0, mat("float32", 0, 0), mat("float32", 0, 3), mat("float32", 2, 0, 0), [[1.0]], None, "a", weak]:
        for f in one:
            if (f, x) != ("hessenberg", [[1.0]]):  # an error of a tracer
                case(L + (f + "()" if f == "svd" and x == mat("float32", 2, 3) else f), x)
        if x == weak:
            continue
        for f in ["solve", "solve_triangular"]:
            case(L + f, x, mat("float32", 3)), case(L + f, mat("float32", 3, 3), x)
        case(L + "cho_solve", (x, True), mat("float32", 3)), case(L + "cho_solve", (mat("float32", 3, 3), True), x), case(L + "lu_solve", (x, arr([0, 1, 2])), mat("float32", 3)), case(L + "lu_solve", (mat("float32", 3, 3), arr([0, 1, 2])), x), case(L + "qr_multiply", x, mat("float32", 3, 3)), case(L + "qr_multiply", mat("float32", 3, 3), x), case(L + "solve_sylvester", x, mat("float32", 3, 3), mat("float32", 3, 3)), case(L + "solve_sylvester", mat("float32", 3, 3), mat("float32", 3, 3), x), case(L + "expm_frechet", x, x), case(L + "rsf2csf", x, x), case(L + "eigh_tridiagonal", x, x, eigvals_only=True)
    for x in [singular, nan, indefinite, arr(-np.eye(2), "float32"), arr(np.stack([np.eye(2), -np.eye(2)]), "float32")]:
        case(L + "cholesky", x), case(L + "cholesky", x, lower=True), case(L + "cho_factor", x)
        if x not in (nan,):
            case(L + "lu_factor", x), case(L + "inv", x), case(L + "det", x)
        case(L + "solve", x, arr([1.0, 2.0], "float32")) if x != nan else None
    zero = arr(np.zeros((2, 2)), "float32")
    case(L + "lu_factor", zero), case(L + "lu", zero), case(L + "sqrtm", zero), case(L + "expm", nan), case(L + "solve_triangular", zero, arr([1.0, 0.0])), case(L + "solve_triangular", arr([[1.0, 2.0], [0.0, 0.0]]), arr([1.0, 1.0])), case(L + "cho_solve", (zero, True), arr([1.0, 2.0])), case(L + "lu_solve", (zero, arr([0, 1])), arr([1.0, 2.0])), case(L + "solve", zero, arr([1.0, 2.0]), assume_a="pos"), case(L + "solve", indefinite, arr([1.0, 2.0]), assume_a="pos")
    for x in [mat("float32", 2, 3), mat("float32", 3), mat("float32", 2, 2, 2), 2.0, [[1.0]], arr(np.eye(2), "float16"), mat("float32", 0, 0), arr(3 * np.eye(3)), arr([[2.0, 1], [0, 2]])]:
        case(L + "funm", x, "numpy.exp")
    x, b = solid("float32", 3), mat("float32", 3)
    case(L + "qr", x, mode="odd"), case(L + "qr", x, False, None, "economic", False, True), case(L + "qr", x, mode="raw"), case(L + "solve", x, b, assume_a="odd"), case(L + "solve_triangular", x, b, "odd"), case(L + "solve_triangular", x, b, 3), case(L + "solve_triangular", x, b, None), case(L + "solve_triangular", x, b, True), case(L + "lu_solve", (x, arr([0, 1, 2])), b, 3), case(L + "lu_solve", (x, arr([0, 1, 2])), b, "T"), case(L + "lu_solve", x, b), case(L + "lu_solve", (x, arr([0.0, 1, 2])), b), case(L + "lu_solve", (x, arr([0, 1, 2], "int64" if X64 else "int16")), b), case(L + "lu_solve", (x, arr([0, 1])), b), case(L + "cho_solve", x, b), case(L + "cho_solve", (x, 1), b), case(L + "cho_solve", (x, None), b), case(L + "cho_solve", (x, "a"), b)
    case(L + "eigh", x, x), case(L + "eigh", x, type=2), case(L + "eigh", x, eigvals=(0, 1)), case(L + "schur", x, "odd"), case(L + "schur", x, None), case(L + "polar", x, "odd"), case(L + "polar", x, method="odd"), case(L + "sqrtm", x, 2), case(L + "sqrtm", x, None), case(L + "svd", x, True, False, False, True, "gesvd"), case(L + "qr_multiply", x, x, "odd"), case(L + "qr_multiply", x, mat("float32", 2, 2)), case(L + "qr_multiply", x, mat("float32", 2, 2), "left"), case(L + "solve_sylvester", x, x, x, method="odd"), case(L + "solve_sylvester", x, x, mat("float32", 2, 3)), case(L + "rsf2csf", x, mat("float32", 2, 2)), case(L + "expm_frechet", x, mat("float32", 2, 2)), case(L + "expm_frechet", x, solid("int32", 3)), case(L + "expm_frechet", mat("float32", 2, 2, 3, 3), mat("float32", 2, 2, 3, 3)), case(L + "expm", x, max_squarings=-1), case(L + "expm", x, max_squarings=None)
    d3, e2 = mat("float32", 3), mat("float32", 2)
    case(L + "eigh_tridiagonal", d3, arr([1, 2]), eigvals_only=True), case(L + "eigh_tridiagonal", d3, e2, eigvals_only=True, select="i"), case(L + "eigh_tridiagonal", d3, e2, eigvals_only=True, select="v"), case(L + "eigh_tridiagonal", d3, e2, eigvals_only=True, select="x"), case(L + "eigh_tridiagonal", d3, e2, eigvals_only=True, select="i", select_range=(2, 1)), case(L + "eigh_tridiagonal", mat("float32", 0), mat("float32", 0), eigvals_only=True), case(L + "eigh_tridiagonal", mat("float32", 0), mat("float32", 0)), case(L + "eigh_tridiagonal", d3, mat("float32", 4), eigvals_only=True), case(L + "eigh_tridiagonal", d3, mat("float32", 3), eigvals_only=True), case(L + "eigh_tridiagonal", d3, mat("float32", 1), eigvals_only=True)


def laxmatrices():
    """jax.lax.linalg. A path with "()" is of the products of what it returns."""
    L = "lax.linalg."
    got = lambda x: np.array(c.pool.get(x))
    wide = lambda d: "complex128" if d in COMPLEX else "float64"
    def draw(d, *shape, seed=0):
        return np.array(c.pool.get(normal(wide(d), *shape, seed=seed)))
    def loose(d, *shape, seed=0):
        return arr(draw(d, *shape, seed=seed), d)
    def solid(d, n, *lead, seed=0):
        return arr(draw(d, *lead, n, n, seed=seed) + 4 * np.eye(n), d)
    def positive(d, n, *lead):
        x = got(solid(d, n, *lead)).astype(wide(d))
        return arr(x @ np.swapaxes(x, -1, -2).conj(), d)
    def hermitian(d, n, *lead):
        x = draw(d, *lead, n, n)
        return arr(x + np.swapaxes(x, -1, -2).conj(), d)
    for d in [d for d in ["float32", "float64"] + COMPLEX if d in NARROW]:
        for x in [positive(d, 1), positive(d, 3), positive(d, 2, 2)]:
            case(L + "cholesky", x), case(L + "cholesky", x, symmetrize_input=False)
        for x in [solid(d, 1), solid(d, 4), solid(d, 3, 2)]:
            for f in ["lu", "hessenberg", "qr", "schur()"]:
                case(L + f, x)
            for kw in [{"full_matrices": False}, {"pivoting": True}, {"pivoting": True, "full_matrices": False}]:
                case(L + "qr", x, **kw)
            case(L + "svd()", x), case(L + "svd()", x, full_matrices=False), case(L + "svd", x, compute_uv=False, full_matrices=False)
            for kw in [{}, {"compute_left_eigenvectors": False}, {"compute_right_eigenvectors": False}, {"compute_left_eigenvectors": False, "compute_right_eigenvectors": False}]:
                case(L + "eig()", x, **kw)
        for x in [hermitian(d, 1), hermitian(d, 4), hermitian(d, 3, 2), solid(d, 3)]:
            for kw in [{}, {"lower": False}, {"symmetrize_input": False}, {"lower": False, "symmetrize_input": False}, {"sort_eigenvalues": False}]:
                case(L + "eigh()", x, **kw)
            case(L + "tridiagonal", x), case(L + "tridiagonal", x, lower=False)
        for x in [loose(d, 2, 4), loose(d, 4, 2), loose(d, 2, 3, 2)]:
            case(L + "lu", x), case(L + "qr", x), case(L + "qr", x, full_matrices=False), case(L + "qr", x, pivoting=True), case(L + "svd()", x), case(L + "svd()", x, full_matrices=False)
        for x, t in [(loose(d, 4, 3), loose(d, 3, seed=1)), (loose(d, 4, 4), loose(d, 2, seed=1)), (loose(d, 2, 3, 3), loose(d, 2, 3, seed=1)), (loose(d, 3, 0), loose(d, 0)), (loose(d, 3, 2), loose(d, 0))]:
            case(L + "householder_product", x, t)
        for m, n, k, lead in [(4, 3, 3, ()), (4, 4, 2, ()), (3, 3, 3, (2,)), (3, 2, 0, ())]:
            for kw in [{}, {"transpose": True}, {"left": False}, {"left": False, "transpose": True}]:
                case(L + "ormqr", loose(d, *lead, m, n), loose(d, *lead, k, seed=1), loose(d, *lead, *((m, 2) if kw.get("left", True) else (2, m)), seed=2), **kw)
        for x in [loose(d, 1, 1), loose(d, 3, 3), loose(d, 5, 3), positive(d, 4), arr(np.zeros((2, 2)), d), arr(np.zeros((3, 0)), d), loose(d, 2, 3), arr(np.diag([1, 1e-3, 1e-6]), d)]:
            case(L + "qdwh", x), case(L + "qdwh", x, max_iterations=6), case(L + "qdwh", x, eps=1e-3)
        case(L + "qdwh", loose(d, 4, 3), dynamic_shape=(3, 2)), case(L + "qdwh", loose(d, 4, 3), max_iterations=1), case(L + "qdwh", loose(d, 4, 3), max_iterations=0), case(L + "qdwh", loose(d, 4, 3), eps=1), case(L + "qdwh", loose(d, 4, 3), is_hermitian=True)
        for a, b, left in [(solid(d, 3), loose(d, 3), True), (solid(d, 3), loose(d, 3, 2), True), (solid(d, 3), loose(d, 2, 3), False), (solid(d, 3), loose(d, 3), False), (solid(d, 3, 2), loose(d, 2, 3, 4), True), (solid(d, 3, 2), loose(d, 2, 3), True), (solid(d, 3, 2), loose(d, 2, 3), False), (solid(d, 3, 2), loose(d, 2, 4, 3), False)]:
            for kw in [{}, {"lower": True}, {"transpose_a": True}, {"conjugate_a": True}, {"transpose_a": True, "conjugate_a": True, "lower": True}, {"unit_diagonal": True}]:
                case(L + "triangular_solve", a, b, left_side=left, **kw)
        for n, lead, k in [(1, (), 1), (2, (), 2), (5, (), 3), (4, (2,), 1)]:
            case(L + "tridiagonal_solve", loose(d, *lead, n, seed=1), arr(draw(d, *lead, n, seed=2) + 3, d), loose(d, *lead, n, seed=3), loose(d, *lead, n, k, seed=4))
        low, mid, up = [0.0, 1, 2, 3], [0.0, 0, 1, 0], [2.0, -1, 1, 0]  # rows are exchanged
        case(L + "tridiagonal_solve", arr(low, d), arr(mid, d), arr(up, d), loose(d, 4, 2)), case(L + "tridiagonal_solve", arr(low, d), arr([0.0, 1, 2, 1], d), arr([0.0, 1, 1, 0], d), loose(d, 4, 2))
        if d not in COMPLEX:
            for n, lead in [(1, ()), (3, ()), (3, (2,))]:
                r = arr(np.triu(draw(d, *lead, n, n)), d)
                case(L + "cholesky_update", r, loose(d, *lead, n, seed=1)), case(L + "cholesky_update", r, arr(np.zeros((*lead, n)), d)), case(L + "cholesky_update", solid(d, n, *lead), loose(d, *lead, n, seed=1))
            for x, s in [(loose(d, 3, 2), solid(d, 3)), (loose(d, 2, 2, 4), solid(d, 2, 2))]:
                for kw in [{}, {"alpha": 2.5, "beta": -0.5}, {"beta": 1, "symmetrize_output": True}, {"alpha": 0.0}, {"symmetrize_output": True}]:
                    case(L + "symmetric_product", x, s, **kw)
    f32 = lambda *shape: mat("float32", *shape)
    for kw in [{"max_iterations": 2.5}, {"max_iterations": -1}, {"eps": 0}, {"eps": "a"}, {"is_hermitian": "a"}, {"dynamic_shape": 3}]:
        case(L + "qdwh", f32(4, 3), **kw)
    for a in [(f32(4, 3), f32(3), f32(3, 2)), (f32(4, 3), f32(3), f32(4)), (f32(4, 3), 1.0, f32(4, 2)), (f32(4, 3), mat("float16", 3), f32(4, 2)), (mat("int32", 4, 3), f32(3), f32(4, 2)), (f32(4, 3), f32(3), f32(1, 4, 2)), (mat("float16", 4, 3), mat("float16", 3), mat("float16", 4, 2)), (f32(4, 3), None, f32(4, 2)), (f32(4, 3), f32(3), [[1.0]] * 4), (f32(4, 3), f32(3), f32(4, 0))]:
        case(L + "ormqr", *a), case(L + "ormqr", *a, left=False), case(L + "ormqr", *a, left=0, transpose=1)
    for p, n in [([0, 1, 2], 3), ([2, 2, 2], 3), ([2, 1, 2], 5), ([[1, 1, 2], [0, 2, 2]], 3), ([], 2)]:
        for d in ["int32", "uint32", "uint8"] + ["int64"] * X64:
            case(L + "lu_pivots_to_permutation", arr(np.array(p, "int32"), d), n)
    case(L + "lu_pivots_to_permutation", arr([0, 1, 2]), 2), case(L + "lu_pivots_to_permutation", arr([0.0, 1.0]), 2), case(L + "lu_pivots_to_permutation", 1, 2), case(L + "lu_pivots_to_permutation", [0, 1], 2), case(L + "lu_pivots_to_permutation", arr([0, 1]), 2.0), case(L + "lu_pivots_to_permutation", arr([0, 1]), None), case(L + "lu_pivots_to_permutation", arr([0, 1]), permutation_size=4), case(L + "lu_pivots_to_permutation", None, 4)
    one = ["cholesky", "eig", "eigh", "hessenberg", "lu", "qdwh", "qr", "schur", "svd", "tridiagonal"]
    eye = lambda d: arr(np.eye(2), d)
    for d in ["float16", "bfloat16", "bool", "int32"]:
        for f in one:
            case(L + f, eye(d))
        case(L + "cholesky_update", eye(d), arr([1, 0], d)), case(L + "householder_product", eye(d), arr([1, 0], d)), case(L + "symmetric_product", eye(d), eye(d)), case(L + "triangular_solve", eye(d), eye(d)), case(L + "tridiagonal_solve", *[arr([1, 1], d)] * 3, eye(d))
    for x in [mat("float32", 2, 3), mat("float32", 3), 2.0, mat("float32", 0, 0), mat("float32", 0, 3), mat("float32", 2, 0, 0), [[1.0]], None, "a", WEAK["float"], arr([[2.0]], weak=True)]:
        for f in one:
            if f == "hessenberg" and x in (mat("float32", 0, 0), mat("float32", 2, 0, 0)):  # an error of the compiler
                continue
            case(L + (f + "()" if f in ("eig", "eigh", "svd", "schur") and x in (mat("float32", 2, 3),) else f), x)
        case(L + "cholesky_update", x, mat("float32", 3)), case(L + "cholesky_update", mat("float32", 3, 3), x), case(L + "householder_product", x, mat("float32", 3)), case(L + "householder_product", mat("float32", 3, 3), x)
        case(L + "symmetric_product", x, mat("float32", 3, 3)), case(L + "symmetric_product", mat("float32", 3, 3), x), case(L + "triangular_solve", x, mat("float32", 3)), case(L + "triangular_solve", mat("float32", 3, 3), x), case(L + "triangular_solve", mat("float32", 3, 3), x, left_side=True)
        case(L + "tridiagonal_solve", x, x, x, mat("float32", 3, 1)), case(L + "tridiagonal_solve", *[mat("float32", 3)] * 3, x)
    nan, indefinite = arr([[np.nan, 1.0], [1.0, 2.0]]), arr([[1.0, 2.0], [2.0, 1.0]])
    for x in [nan, indefinite, arr(np.stack([np.eye(2), -np.eye(2)]))]:
        case(L + "cholesky", x), case(L + "cholesky", x, symmetrize_input=False)
    zero = arr(np.zeros((2, 2)))
    case(L + "lu", zero), case(L + "hessenberg", arr(np.zeros((3, 3)))), case(L + "tridiagonal", arr(np.zeros((3, 3)))), case(L + "triangular_solve", zero, arr([1.0, 0.0])), case(L + "tridiagonal_solve", *[arr([0.0, 0.0])] * 3, arr([[1.0], [2.0]])), case(L + "qr", zero, pivoting=True), case(L + "cholesky_update", zero, arr([1.0, 2.0]))
    f, g = solid("float32", 3), solid("float64" if X64 else "complex64", 3)
    case(L + "triangular_solve", f, g), case(L + "triangular_solve", f, 1.0), case(L + "triangular_solve", f, mat("int32", 3)), case(L + "cholesky_update", f, mat("int32", 3)), case(L + "cholesky_update", g, mat("float32", 3)), case(L + "symmetric_product", f, g), case(L + "symmetric_product", f, mat("complex64", 3, 3)), case(L + "symmetric_product", f, f, alpha=2), case(L + "symmetric_product", f, f, alpha=None), case(L + "symmetric_product", f, f, alpha="a"), case(L + "symmetric_product", f, f, alpha=arr(2.0)), case(L + "symmetric_product", f, f, beta=1j), case(L + "householder_product", f, mat("int32", 3)), case(L + "householder_product", mat("float32", 2, 3), mat("float32", 2)), case(L + "householder_product", f, mat("float32", 4)), case(L + "householder_product", mat("float32", 2, 3, 3), mat("float32", 3))
    case(L + "svd()", f, subset_by_index=(0, 2), full_matrices=False), case(L + "svd()", f, subset_by_index=(0, 3)), case(L + "svd", f, subset_by_index=(0, 2)), case(L + "svd", f, subset_by_index=(1, 2), full_matrices=False), case(L + "svd()", f, subset_by_index=(0, 3), full_matrices=False), case(L + "svd", f, algorithm="qr"), case(L + "svd", f, compute_uv=False, full_matrices=False, subset_by_index=(0, 1))
    case(L + "eigh()", f, subset_by_index=(0, 3)), case(L + "eigh", f, subset_by_index=(0, 2)), case(L + "eigh()", f, implementation="qr"), case(L + "schur()", f, sort_eig_vals=False), case(L + "schur", f, sort_eig_vals=True), case(L + "schur", f, compute_schur_vectors=False), case(L + "eig", f, use_magma=True), case(L + "eig", f, implementation="qr"), case(L + "eig()", f, enable_eigvec_derivs=True), case(L + "qr", f, use_magma=False), case(L + "qr", f, use_magma=True), case(L + "lu", f, 1), case(L + "cholesky", f, False)
    diagonals = [mat("float32", 3)] * 3
    case(L + "tridiagonal_solve", *diagonals, mat("float32", 3)), case(L + "tridiagonal_solve", *diagonals, mat("float32", 4, 1)), case(L + "tridiagonal_solve", mat("float32", 2), *diagonals[1:], mat("float32", 3, 1)), case(L + "tridiagonal_solve", *diagonals, mat("int32", 3, 1)), case(L + "tridiagonal_solve", *[mat("float32", 0)] * 3, mat("float32", 0, 2)), case(L + "tridiagonal_solve", *diagonals, mat("float32", 3, 0))


def networks():
    for d in NARROW:
        x = normal(d, 3, 4) if d in FLOATS + COMPLEX else mat(d, 3, 4)
        for f in ["nn.softmax", "nn.log_softmax", "scipy.special.softmax", "scipy.special.log_softmax", "nn.logsumexp", "scipy.special.logsumexp", "nn.standardize", "nn.glu", "nn.logmeanexp"]:
            case(f, x), case(f, x, axis=0)
        case("nn.one_hot", mat(d, 3), 3)
    big = arr([[1000.0, 1001.0, 999.0], [-np.inf, 0.0, 5.0], [np.nan, 1.0, 2.0], [np.inf, 1.0, -np.inf], [-np.inf, -np.inf, -np.inf]])
    mask = arr([True, False, True])
    for f in ["nn.softmax", "nn.log_softmax", "nn.logsumexp", "nn.logmeanexp"]:
        case(f, big, axis=-1), case(f, big, axis=[0, 1]), case(f, big, axis=2), case(f, mat("float32", 2, 3), axis=1, where=mask), case(f, mat("float32", 0)), case(f, WEAKROW), case(f, 2.5), case(f, [1.0]), case(f, WEAK["float"]), case(f, mat("float32", 2, 3), where=mat("int32", 3))
    for f in ["nn.logsumexp", "scipy.special.logsumexp"]:
        case(f, mat("float32", 2, 3), axis=1, keepdims=True), case(f, mat("float32", 2, 3), b=mat("float32", 2, 3, seed=1)), case(f, mat("float32", 2, 3), b=-1.0), case(f, mat("float32", 2, 3), return_sign=True), case(f, mat("complex64", 3)), case(f, mat("int32", 3), b=2)
    case("nn.standardize", mat("float32", 3, 4), 0), case("nn.standardize", mat("float32", 3, 4), mean=1.0, variance=mat("uint8", 4)), case("nn.standardize", mat("float32", 3, 4), epsilon=0.5, algorithm="stable"), case("nn.standardize", mat("float32", 3, 4), algorithm="foo"), case("nn.standardize", mat("float32", 2, 3), where=mask), case("nn.standardize", [1.0])
    case("nn.glu", mat("float32", 2, 3)), case("nn.glu", mat("float32", 4, 3), axis=0), case("nn.glu", 2.5)
    case("nn.one_hot", arr([0, 2, 5, -1]), 3), case("nn.one_hot", arr([[0, 2]]), 3, dtype=D("int8"), axis=1), case("nn.one_hot", 1, 3), case("nn.one_hot", [0, 1], 2), case("nn.one_hot", arr([0]), 2, axis=2), case("nn.one_hot", arr([0]), 2, axis=0, dtype=D("bool"))


def convolutions():
    plain, general, padded, transposed, window = "lax.conv", "lax.conv_general_dilated", "lax.conv_with_general_padding", "lax.conv_transpose", "lax.reduce_window"
    for d in NARROW:
        x, w = mat(d, 2, 4, 7), mat(d, 6, 4, 3)
        case(plain, x, w, [1], "SAME"), case(plain, x, mat("int8" if d != "int8" else "int16", 6, 4, 3), [1], "SAME")
        case(general, mat(d, 2, 6, 5, 4), mat(d, 3, 2, 4, 8), [2, 1], "SAME", dimension_numbers=["NHWC", "HWIO", "NHWC"]), case(general, mat(d, 2, 4, 6, 5), mat(d, 8, 2, 3, 2), [1, 1], [[1, 0], [-1, 2]], feature_group_count=2)
        case(transposed, mat(d, 2, 4, 3), mat(d, 3, 3, 5), [2], "SAME")
        for f, init in [("add", 0), ("max", 0), ("min", 1), ("mul", 1)]:
            case(window, mat(d, 2, 6), arr(init, d), "lax." + f, [1, 3], [1, 2], "SAME")
        if d in FLOATS + COMPLEX:
            case(plain, normal(d, 2, 4, 9), normal(d, 6, 4, 3), [2], "VALID"), case(window, normal(d, 2, 9), arr(0, d), "lax.add", [1, 4], [1, 2], "SAME"), case(transposed, normal(d, 2, 4, 3), normal(d, 3, 3, 5), [2], "VALID")
        for p in ["int8", "int32", "float16", "float32", "float64", "complex64"]:
            case(plain, x, w, [2], "VALID", preferred_element_type=D(p))
    x, w = mat("float32", 2, 4, 6, 5), mat("float32", 6, 4, 3, 2)
    for f in [plain, general]:
        for s in [[1, 1], [2, 3], [1], [1, 1, 1], [0, 1], [-1, 1], 1, None, [1.5, 1]]:
            case(f, x, w, s, "SAME"), case(f, x, w, s, "VALID")
        for p in ["same", "SAME_LOWER", "valid", "FULL", [[0, 0], [0, 0]], [[1, 2], [0, 3]], [[-1, -1], [0, 0]], [[-9, 0], [0, 0]], [[1, 1]], [1, 1], 1, None, [[1.5, 0], [0, 0]], [[-2, -1], [1, 1]]]:
            case(f, x, w, [1, 2], p)
        for a, b in [(mat("float32", 4, 6), w), (x, mat("float32", 6, 4, 3)), (x, mat("float32", 6, 3, 3, 2)), (mat("float32", 0, 4, 6, 5), w), (x, mat("float32", 6, 4, 9, 9)), (x, mat("float32", 0, 4, 3, 2)), (mat("float32", 2, 0, 6, 5), mat("float32", 6, 0, 3, 2)), (mat("float32", 2, 4, 0, 5), w),
                     (mat("float32", 2, 4), mat("float32", 3, 4)), (mat("float32", 4), mat("float32", 4)), (x, 2.5), (2.5, w), (x, [1.0]), (mat("float32", 2, 4, 4, 3, 3), mat("float32", 3, 4, 2, 2, 2))]:
            case(f, a, b, [1] * (max(np.ndim(c.pool.get(a)), 2) - 2 if isinstance(a, str) else 2), "VALID")
    for k in [{"lhs_dilation": [2, 1]}, {"lhs_dilation": [2, 3], "rhs_dilation": [1, 2]}, {"rhs_dilation": [2, 2]}, {"rhs_dilation": [9, 1]}, {"lhs_dilation": [1]}, {"rhs_dilation": [1]}, {"rhs_dilation": [0, 1]}, {"lhs_dilation": [0, 1]}, {"rhs_dilation": 2}, {"lhs_dilation": [1, 1]},
              {"feature_group_count": 2}, {"feature_group_count": 0}, {"feature_group_count": 3}, {"batch_group_count": 2}, {"batch_group_count": 3}, {"batch_group_count": 0}]:
        case(general, x, w, [1, 1], [[1, 1], [2, 2]], **k), case(general, x, w, [2, 1], "SAME", **k)
    for g in [1, 2, 4]:
        case(general, x, mat("float32", 8, 4 // g, 3, 2), [1, 2], "SAME", feature_group_count=g), case(general, mat("float32", 4, 3, 6, 5), mat("float32", 8, 3, 3, 2), [1, 2], "SAME", batch_group_count=g)
        case(general, mat("float32", 8, 3, 5), mat("float32", 4, 3, 2), [2], "VALID", batch_group_count=g)
    case(general, x, mat("float32", 8, 2, 3, 2), [1, 1], "SAME", feature_group_count=2, batch_group_count=2)
    last = mat("float32", 2, 6, 5, 4)
    for n in [["NCHW", "OIHW", "NCHW"], ["NHWC", "HWIO", "NHWC"], ["NHWC", "HWIO", "NCHW"], ["NHWC", "WHIO", "NHWC"], ["NWHC", "OIHW", "CHWN"], ["NHWC", "HWIO"], ["NHWC", "HWIO", "NHW"], ["NHWC", "HWIO", "NHXC"], ["NHWC", "HWIO", "NHHC"], ["NHWC", "HWCO", "NHWC"], ["NNHC", "HWIO", "NHWC"], "NHWC", [1, 2, 3], None, ["CNWH", "WOHI", "HNWC"]]:
        case(general, last, mat("float32", 3, 2, 4, 8), [2, 1], "SAME", dimension_numbers=n), case(general, mat("float32", 3, 3, 3, 3), mat("float32", 3, 3, 3, 3, seed=1), [2, 1], [[1, 0], [2, 1]], dimension_numbers=n)
        case(transposed, last, mat("float32", 3, 2, 4, 8), [2, 1], "SAME", dimension_numbers=n)
    case(padded, x, w, [1, 2], "SAME", None, None), case(padded, x, w, [1, 2], [[1, 1], [0, 2]], [2, 1], [1, 2]), case(padded, x, w, [1, 2], "VALID", [2, 1], None), case(padded, x, w, [1, 1], "VALID", None, [2, 2])
    y, k = mat("float32", 2, 4, 5, 3), mat("float32", 3, 2, 3, 6)
    for s in [[1, 1], [2, 2], [3, 1], [5, 4], [2], [0, 1]]:
        for p in ["SAME", "VALID", "same", [[0, 0], [1, 2]], [[2, 2], [-1, 1]]]:
            case(transposed, y, k, s, p)
        case(transposed, y, k, s, "SAME", transpose_kernel=True) if s == [2, 2] else case(transposed, y, mat("float32", 3, 2, 6, 3), s, "SAME", transpose_kernel=True)
        case(transposed, y, k, s, "VALID", [2, 2]), case(transposed, y, k, s, "SAME", [1, 3]), case(transposed, y, k, s, ((1, 1), (0, 1)), use_consistent_padding=True), case(transposed, y, k, s, "SAME", use_consistent_padding=True)
    case(transposed, mat("float32", 2, 3), mat("float32", 3, 4), [], "SAME"), case(transposed, mat("float32", 2, 5, 3), mat("float32", 3, 3, 4), [2], "SAME"), case(transposed, mat("float32", 2, 3, 2, 2, 3), mat("float32", 2, 2, 2, 3, 4), [2, 1, 2], "SAME"), case(transposed, y, mat("float32", 3, 3, 4), [1, 1], "SAME")
    case(plain, WEAKROW, WEAKROW, [], "SAME"), case(plain, c.pool.add("float32.weak*", np.ones((1, 2, 3), "float32")), c.pool.add("float32.weak*", np.ones((1, 2, 3), "float32")), [1], "SAME"), case(plain, c.pool.add("float32.weak*", np.ones((1, 2, 3), "float32")), mat("float32", 1, 2, 3), [1], "SAME")

    holes = arr([[np.nan, 1, 2, -np.inf, np.inf, 3, 0], [-np.inf, -np.inf, -np.inf, -np.inf, 1, 2, np.nan]])
    for f, init in [("lax.max", -np.inf), ("lax.max", 0.0), ("lax.max", np.nan), ("lax.min", np.inf), ("lax.add", 0.0), ("lax.add", 5.0), ("lax.mul", 2.0), ("numpy.maximum", 1.0), ("lax.sub", 0.0) if False else ("numpy.add", 0.0)]:
        for p in ["SAME", "VALID", "SAME_LOWER", [[0, 0], [2, 1]], [[0, 0], [-1, 2]], [[1, 0], [0, 0]]]:
            case(window, holes, init, f, [1, 3], [1, 2], p), case(window, holes, arr(init), f, [2, 2], [1, 1], p)
    z = mat("int32", 3, 6, 5)
    for f, init in [("lax.max", -2**31), ("lax.add", 0), ("lax.bitwise_and", -1), ("lax.bitwise_or", 0), ("lax.bitwise_xor", 0), ("lax.mul", 1)]:
        case(window, z, arr(init, "int32"), f, [1, 2, 3], [1, 1, 2], "VALID"), case(window, z, arr(init, "int32"), f, [3, 6, 5], [1, 1, 1], "VALID"), case(window, z, arr(init, "int32"), f, [1, 2, 2], [1, 2, 2], "SAME", [1, 2, 1], [1, 1, 2])
        case(window, z, arr(init, "int32"), f, [1, 9, 1], [1, 1, 1], "VALID"), case(window, z, init, f, [2, 2, 2], [2, 2, 2], "SAME"), case(window, mat("int32", 0, 4), arr(init, "int32"), f, [1, 2], [1, 1], "SAME")
    for w, s in [([1, 2], [1, 1, 1]), ([1, 2, 2], [1, 1]), ([1, 0, 2], [1, 1, 1]), ([1, 2, 2], [1, 0, 1]), (2, [1, 1, 1]), ([1, 2, 2], 1), ([1, 2, 2], None), ([1, -1, 2], [1, 1, 1]), ([1, 1.5, 2], [1, 1, 1])]:
        case(window, z, arr(0, "int32"), "lax.add", w, s, "VALID")
    for p in ["FULL", [[0, 0]], 1, None, [[0, 0], [1, 1], [0, -9]]]:
        case(window, z, arr(0, "int32"), "lax.add", [1, 2, 2], [1, 1, 1], p)
    case(window, z, arr([0, 0], "int32"), "lax.add", [1, 2, 2], [1, 1, 1], "VALID"), case(window, z, arr(0.0), "lax.add", [1, 2, 2], [1, 1, 1], "VALID"), case(window, z, arr(1.0), "lax.add", [1, 2, 2], [1, 1, 1], "VALID"), case(window, z, 0.5, "lax.add", [1, 2, 2], [1, 1, 1], "VALID"), case(window, 3.0, 0.0, "lax.add", [], [], "VALID"), case(window, [1.0], 0.0, "lax.add", [1], [1], "VALID")
    case(window, z, arr(0, "int8"), "lax.max", [1, 2, 2], [1, 1, 1], "VALID"), case(window, z, arr(0, "int32"), "lax.add", [1, 2, 2], [1, 1, 1], "SAME", [1, 2, 2]), case(window, z, arr(0, "int32"), "lax.add", [1, 2, 2], [1, 1, 1], "SAME", [1, 2], [1, 1, 1]), case(window, z, arr(0, "int32"), "lax.add", [1, 2, 2], [1, 1, 1], "SAME", [1, 1, 1], [2, 2])
    case(window, z, arr(0, "int32"), "lax.add", [1, 2, 2], [1, 1, 1], "VALID", [1, 0, 1]), case(window, mat("bool", 2, 5), arr(False), "lax.bitwise_or", [1, 2], [1, 1], "SAME"), case(window, mat("bool", 2, 5), arr(True), "numpy.logical_and", [1, 2], [1, 1], "SAME"), case(window, WEAKROW, 0.0, "lax.add", [2], [1], "SAME")


def types():
    for d in DTYPES:
        for e in DTYPES:
            case("numpy.promote_types", D(d), D(e))
        for k in ["generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating", "bool_"]:
            c.add("numpy.issubdtype", lambda a, b: jnp.issubdtype(a, getattr(jnp, b)), D(d), k)
        for k in ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", "foo"]:
            case("numpy.isdtype", D(d), k)
    case("numpy.isdtype", D("int8"), ("bool", "integral")), case("numpy.isdtype", D("int8"), D("int8")), case("numpy.promote_types", D("int8"), "foo")
    for a in [(1,), (1, 2.5), (D("int8"), 1), (D("int8"), 2.5), (WEAKROW,), (mat("int8", 2), D("uint8")), (WEAK["int"], 1j), (True,), (), (D("float16"), D("bfloat16"), 1), ([1],), (D("int64"),), (D("float64"), mat("int8", 2))]:
        case("numpy.result_type", *a)
    for x in SCALARS + [mat("int8", 2), mat("complex64"), WEAKROW, mat("float32")]:
        for f in ["iscomplexobj", "isrealobj", "isscalar", "ndim", "shape", "size"]:
            case("numpy." + f, x)
    case("numpy.iscomplexobj", None), case("numpy.isscalar", None), case("numpy.isscalar", "a"), case("numpy.isscalar", [1]), case("numpy.size", mat("int8", 2, 3), 1), case("numpy.size", mat("int8", 2, 3), 2), case("numpy.iscomplexobj", [1j])


def narrow():
    """What else depends on 64 bits."""
    for f in REDUCE + ["cumsum", "cumprod", "nonzero", "argsort", "flatnonzero", "diff"]:
        for x in [mat("int8", 5), mat("uint32", 5), mat("float32", 5), mat("bool", 5), mat("complex64", 5)]:
            case("numpy." + f, x)
    case("numpy.sum", mat("int8", 3), dtype=D("int64")), case("numpy.add", mat("int8", 2), 1 << 40), case("numpy.add", 1 << 40, 2.5), case("numpy.zeros", 2, D("float64")), case(".astype", mat("int8", 2), D("float64")), case("nn.one_hot", arr([1]), 2), case("numpy.unique", mat("int32", 4), True)
    case("numpy.linspace", 0, 1, 5), case("lax.iota", D("int64"), 3), case("numpy.indices", [2]), case("numpy.searchsorted", arr([1, 2]), 1.5), case("numpy.where", arr([True]), 1, 2.5), case("numpy.power", 2, -1), case("numpy.power", mat("int32", 3), mat("uint32", 3)), case("lax.top_k", mat("float32", 4), 2)


def lengths():
    """Results of a length that is given."""
    m, v, none = mat("int32", 2, 3), arr([3, 0, 1, 0, 2, 5, 0, 1]), arr([0, 0, 0])
    for d in SOME + ["uint8", "float16"]:
        x = mat(d, 3, 4)
        case("numpy.nonzero", x, size=5), case("numpy.nonzero", x, size=14, fill_value=-1), case("numpy.flatnonzero", x, size=14, fill_value=7), case("numpy.argwhere", x, size=14, fill_value=-1), case("numpy.where", x, size=3)
        case(".nonzero", x, size=3, fill_value=9), case("numpy.unique", mat(d, 7), size=9), case("numpy.unique", mat(d, 7), size=2), case("numpy.unique", mat(d, 7), True, True, True, size=9, fill_value=1), case("numpy.unique", x, axis=0), case("numpy.unique", x, True, True, True, 1)
        case("numpy.union1d", mat(d, 4), mat(d, 4, seed=1), size=9, fill_value=2), case("numpy.setdiff1d", mat(d, 4), mat(d, 2, seed=1), size=5, fill_value=1), case("numpy.setxor1d", mat(d, 4), mat(d, 4, seed=1), size=6, fill_value=1)
        case("numpy.intersect1d", mat(d, 4), mat(d, 4, seed=1), size=6, fill_value=1), case("numpy.intersect1d", mat(d, 6), mat(d, 6, seed=1), return_indices=True), case("numpy.intersect1d", mat(d, 6), mat(d, 6, seed=1), return_indices=True, size=5, fill_value=1)
        case("numpy.compress", arr([True, False, True]), x, 0, size=3, fill_value=1), case("numpy.extract", mat(d, 3, 4, seed=2), x, size=9, fill_value=2)
        case("numpy.repeat", mat(d, 3), arr([2, 0, 1]), total_repeat_length=5), case("numpy.repeat", x, 2, axis=1, total_repeat_length=7)
    plain = [{"size": 0}, {"size": 1}, {"size": 4}, {"size": 9}, {"size": 5, "fill_value": -1}, {"size": 5, "fill_value": 2.5}, {"size": -1}]
    others = [{"fill_value": 7}, {"size": 5, "fill_value": (8, 9)}, {"size": 5, "fill_value": arr([1, 2])}, {"size": 2.0}, {"size": arr(3)}, {"size": 4, "fill_value": 1 + 1j}]
    some = [plain[0], plain[2], plain[4]]
    for x in [m, v, none, arr([1.0, np.nan, 0.0, -0.0]), mat("int32", 0), mat("int32", 0, 3), 3, arr(3), WEAKROW, [1, 0]]:
        for k in plain + others:
            case("numpy.nonzero", x, **k)
            if k in some:
                case("numpy.flatnonzero", x, **k), case("numpy.argwhere", x, **k), case("numpy.where", x, **k)
                case("numpy.unique_values", x, **k), case("numpy.unique_counts", x, **k), case("numpy.unique_inverse", x, **k), case("numpy.unique_all", x, **k)
            if k in plain:
                case("numpy.unique", x, True, True, True, **k)
    case("numpy.where", v, 1, 2, size=3), case("numpy.where", v, 1, 2, fill_value=3), case("numpy.where", v, 1)
    floats = arr([3.0, np.nan, -1.0, 0.0, 3.0, np.nan])
    for f in ["union1d", "setdiff1d", "setxor1d", "intersect1d"]:
        for a, b in [(v, m), (floats, arr([np.nan, 3.0, 7.0])), (mat("int32", 0), v), (v, mat("int32", 0)), (mat("int32", 0), mat("int32", 0)), (mat("int8", 4), arr([1.5, 0.0])), (none, arr([1, 2])), (arr([1, 2]), arr([3, 4])), (WEAKROW, arr([1.5, 0.0])), (WEAKROW, WEAKROW)]:
            for k in [{"size": 0}, {"size": 2}, {"size": 7}, {"size": 7, "fill_value": 2.5}, {"fill_value": 3}] + ([{"size": -1}, {"size": 1.5}] if a == v else []):
                case("numpy." + f, a, b, **k)
            if f == "intersect1d":
                case("numpy." + f, a, b, return_indices=True), case("numpy." + f, a, b, return_indices=True, size=4), case("numpy." + f, arr([3, 1]), arr([2, 3]), True, True), case("numpy." + f, arr([3, 1]), arr([2, 3]), True, True, size=3)
    for f in ["setdiff1d", "setxor1d", "intersect1d"]:
        case("numpy." + f, arr([3, 1, 7]), arr([2, 3]), True, size=4), case("numpy." + f, arr([3, 1, 7]), arr([2, 3]), assume_unique=True, size=4, fill_value=9)
    case("numpy.unique", WEAKROW, size=4), case("numpy.unique", mat("float32", 3, 2), axis=0, size=4, fill_value=9), case("numpy.unique", mat("float32", 3, 2), axis=-1, size=1), case("numpy.unique", m, axis=2), case("numpy.unique", mat("int32", 2, 2, 2), True, True, True, axis=1), case("numpy.unique", arr([[1.0, np.nan], [1.0, np.nan]]), axis=0), case("numpy.unique", arr([[1.0, np.nan], [1.0, np.nan]]), axis=0, equal_nan=False)
    case("numpy.unique", arr([1 + 1j, complex(np.nan, 1), complex(1, np.nan), 0j]), True, True, True), case("numpy.unique", m, sorted=False), case("numpy.unique", mat("int32", 0, 3), axis=0), case("numpy.unique", mat("int32", 0, 3), axis=1), case("numpy.unique", mat("int32", 3, 0), True, True, True, axis=0)
    for x in [m, arr([4, 5, 6]), 7]:
        for r in [2, 0, arr([1, 2]), arr([1, 2, 0]), arr([2])]:
            case("numpy.repeat", x, r, total_repeat_length=3), case("numpy.repeat", x, r, 0, total_repeat_length=9), case("numpy.repeat", x, r, -1, total_repeat_length=0)
    case(".repeat", m, arr([1, 2]), 0, total_repeat_length=4), case("numpy.repeat", m, 2, total_repeat_length=-1), case("numpy.repeat", m, arr([-1, 2]), 0, total_repeat_length=4), case("numpy.repeat", m, 2, total_repeat_length=2.5), case("numpy.repeat", WEAKROW, 2, total_repeat_length=3), case("numpy.repeat", m, 1.5, total_repeat_length=3), case("numpy.repeat", mat("int32", 0), 2, total_repeat_length=3)
    for n in [0, 1, 2, 3, 4, -1]:
        case("numpy.compress", arr([True, False, True]), arr([4, 5, 6]), size=n), case("numpy.compress", arr([True, False, True, True]), m, size=n, fill_value=9), case("numpy.compress", arr([False, True]), m, 0, size=n), case("numpy.compress", arr([1, 0, 2]), m, axis=1, size=n, fill_value=2.7), case("numpy.extract", m, m, size=n), case(".compress", m, arr([True, False, True]), 1, size=n)
    case("numpy.compress", arr([True]), arr([4, 5]), size=1, fill_value=arr([1, 2])), case("numpy.compress", arr([False] * 5 + [True]), arr([1, 2]), size=1), case("numpy.compress", arr([True, False]), 3, size=1), case("numpy.compress", [True], m), case("numpy.compress", arr([True, False, True]), m, 1, out=3), case(".compress", m, arr([True, False]), 0), case(".compress", m, arr([True, False, True]))


def updates():
    """x.at[key] with its modes."""
    keys = [[0], [-1], [5], [-9], [0, 1], ["1:"], ["...", -2], [arr([0, 9, -1, -7, 0])], [arr([0, 2, 0]), arr([1, -1, 1])], [arr([True, False, True])], [None, 0], [arr([[0, 1], [1, 5]])]]
    x = mat("int32", 3, 4)
    for k in keys:
        case("at.apply", x, k, "lax.neg"), case("at.apply", x, k, "numpy.square"), case("at.apply", x, k, "numpy.exp")
        case("at.apply", mat("float32", 3, 4), k, "numpy.exp"), case("at.apply", mat("float32", 3, 4), k, "lax.neg", mode="clip"), case("at.apply", mat("int8", 3, 4), k, "lax.neg", mode="drop", indices_are_sorted=False, unique_indices=False)
        for mode in ["clip", "drop", "fill", "wrap", "promise_in_bounds", "foo", "raise"]:
            if mode != "promise_in_bounds" or k in keys[:2] + keys[4:7]:
                case("at.get", x, k, mode=mode), case("at.set", x, k, 7, mode=mode)
        for f in ["set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max"]:
            case("at." + f, mat("float32", 3, 4), k, 3, mode="clip")
            if f in ("set", "multiply", "power"):
                case("at." + f, x, k, 3), case("at." + f, mat("float32", 3, 4), k, 3, wrap_negative_indices=False)
        case("at.get", x, k, wrap_negative_indices=False), case("at.get", x, k, mode="fill", fill_value=9), case("at.get", x, k, mode="fill", wrap_negative_indices=False), case("at.get", x, k, fill_value=9), case("at.get", x, k, mode="drop", fill_value=-1), case("at.apply", x, k, "lax.neg", wrap_negative_indices=False)
    a = arr([1, 2, 3, 4])
    for f in ["set", "add", "multiply", "min"]:
        case("at." + f, a, [arr([0, 2])], 5, indices_are_sorted=True, unique_indices=True), case("at." + f, a, [0], 5, out_sharding=None), case("at." + f, a, [0], values=5), case("at." + f, a, [0]), case("at." + f, a, [0], 5, fill_value=1), case("at." + f, a, [0], 5, "clip"), case("at." + f, a, [0], None), case("at." + f, a, [0], "a"), case("at." + f, a, [0], [5]), case("at." + f, a, ["1:3"], [5, 6])
    case("at.get", a, [arr([0, 2])], indices_are_sorted=True, unique_indices=True), case("at.get", a, [0], 5), case("at.apply", a, [0], "lax.neg", fill_value=1), case("at.apply", mat("bool", 3), [arr([0, 0, 1])], "numpy.logical_not"), case("at.apply", WEAKROW, [0], "lax.neg"), case("at.apply", a, ["..."], "numpy.sum"), case("at.apply", arr(3), [], "lax.neg")
    for t in [a, mat("float32", 4), mat("bool", 4), mat("uint8", 4)]:
        case("at.get", t, [arr([7])], mode="fill", fill_value=2.5), case("at.get", t, [arr([7])], mode="fill", fill_value=arr([1, 2])), case("at.get", t, [arr([7])], mode="fill", fill_value=1j), case("at.get", t, [arr([7])], mode="fill", fill_value=300), case("at.get", t, [arr([7])], fill_value=1)
    case("numpy.take", x, arr([0, -9, 5]), wrap_negative_indices=False), case("numpy.take_along_axis", x, arr([[0, -1, 5, -9]]), 0, wrap_negative_indices=False), case("numpy.take_along_axis", x, arr([[0, -1, 5, -9]]), 0, mode="wrap"), case("numpy.take_along_axis", x, arr([[0, -1, 5, -9]]), 0, wrap_negative_indices=True), case("numpy.take_along_axis", x, arr([[0, -1, 5, -9]]), 0, "fill", 7)
    case("lax.dynamic_slice", x, [-1, -2], [2, 2], allow_negative_indices=False), case("lax.dynamic_slice", x, [-1, -2], [2, 2], allow_negative_indices=[True, False]), case("lax.dynamic_update_slice", x, mat("int32", 2, 2), [-2, -2], allow_negative_indices=False), case("lax.dynamic_update_slice", x, mat("int32", 2, 2), [-2, -2], allow_negative_indices=(False, True)), case("lax.dynamic_slice", x, [-1, -2], [2, 2], allow_negative_indices=[True])


def parameters():
    """Parameters that are given seldom."""
    m, v, x = mat("int32", 2, 3), arr([3, 0, 1, 0, 2, 5, 0, 1]), mat("int32", 3, 4)
    floats = arr([3.0, np.nan, -1.0, 0.0, 3.0, np.nan])
    # What only None is accepted for.
    for f in REDUCE:
        if f != "count_nonzero":
            case("numpy." + f, normal("float32", 2, 3), axis=0, out=None)
    for f in ["all", "any", "argmax", "argmin", "cumprod", "cumsum", "max", "mean", "min", "prod", "ptp", "round", "std", "sum", "trace", "var", "compress", "take"]:
        args = {"compress": (arr([True, False]), 0), "take": (arr([1, 0]), 0), "trace": ()}.get(f, (0,))
        case("." + f, m, *args, out=None), case("." + f, m, *args, out=m)
    for f in ["cumsum", "cumprod", "nancumsum", "nancumprod", "modf", "isposinf", "isneginf", "round", "around"]:
        case("numpy." + f, normal("float32", 4), out=None), case("numpy." + f, normal("float32", 4), out=normal("float32", 4))
    for f in ["quantile", "percentile", "nanquantile", "nanpercentile"]:
        case("numpy." + f, normal("float32", 4), 0.5, out=None), case("numpy." + f, normal("float32", 3, 4), 0.5, weights=normal("float32", 3, 4)), case("numpy." + f, mat("int32", 3), 0.5, method="inverted_cdf")
    for f, one in [("quantile", 1), ("percentile", 100), ("nanquantile", 1), ("nanpercentile", 100)]:
        def weighed(x, q, *a, **kw):
            case("numpy." + f, x, arr((np.array(q) * one).tolist()), *a, method="inverted_cdf", **kw)
        weighed(arr([3.0, 1.0, 2.0, 5.0]), 0.5, weights=arr([1.0, 2.0, 3.0, 1.0])), weighed(arr([[3.0, 1.0], [2.0, 5.0]]), [0.2, 0.9], 1, weights=arr([1.0, 2.0])), weighed(arr([[3.0, 1.0], [2.0, 5.0]]), [0.2, 0.9], 0, weights=arr([[1.0, 2.0], [0.5, 3.0]]), keepdims=True)
        weighed(arr([3.0, np.nan, 2.0, 5.0]), [0.0, 0.3, 1.0], weights=arr([1.0, 2.0, 0.0, 1.0])), weighed(mat("int32", 2, 3), 0.5, axis=(0, 1), weights=arr([[1, 2, 3], [4, 5, 6]]), keepdims=True), weighed(mat("int32", 2, 3), 0.5, weights=arr([1, 2])), weighed(mat("int32", 2, 3), 0.5, axis=1, weights=arr([1, 2]))
        weighed(mat("int32", 3), 0.5), weighed(mat("float32", 2, 5), [0.1, 0.6], axis=1), weighed(arr([3.0, 1.0, 2.0]), 0.5, weights=arr([1.0, -1.0, 2.0])), weighed(arr([3.0, 1.0, 2.0]), 0.5, weights=arr([1.0, np.nan, 2.0])), weighed(arr([3.0, 1.0]), 0.5, weights=arr([0.0, 0.0])), weighed(arr([3.0, 1.0]), 0.5, weights=arr([1j, 1.0])), weighed(arr([np.nan, np.nan]), 0.5, weights=arr([1.0, 1.0]))
        case("numpy." + f, arr([3.0, 1.0, 2.0]), 0.5 * one, weights=arr([1.0, 1.0, 2.0]), method="inverted_cdf"), weighed(mat("float32", 2, 3, 4), [0.1, 0.6], axis=(0, 2), weights=mat("uint8", 2, 4, seed=5)), weighed(mat("float32", 2, 3), 0.7, axis=0, weights=arr([1.0, 2.0]))
    case("numpy.take", m, arr([0, 1]), out=None), case("numpy.stack", [m, m], out=None), case("numpy.outer", m, m, out=None), case("numpy.trace", m, out=None), case("numpy.einsum", "ij->i", m, out=None), case("numpy.einsum", "ij->i", m, optimize="greedy"), case("numpy.einsum", "ij->i", m, optimize=True), case("numpy.einsum", "ij,kj->ik", m, m, precision="highest")
    case("numpy.argmax", m, 0, None, True), case(".argmax", m, 1, keepdims=True), case("numpy.argmin", m, keepdims=True), case("numpy.select", [arr([True, False])], [arr([1, 2])], 5)
    for f in ["add", "subtract", "multiply", "maximum", "minimum", "bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_or", "logical_xor", "logaddexp", "logaddexp2"]:
        a = mat("float32" if "bit" not in f else "int32", 3)
        case("numpy." + f, a, a, out=None, where=None), case("numpy." + f, a, a, out=a), case("numpy." + f, a, a, where=arr([True, False, True])), case("numpy." + f, a, a, None)
    case("numpy.negative", m, out=None, where=None), case("numpy.negative", m, out=m), case("numpy.negative", m, where=True), case("numpy.trunc", x=normal("float32", 3))
    for f in ["matmul", "dot", "vdot", "inner", "tensordot", "linalg.matmul", "linalg.tensordot", "linalg.vecdot", "vecdot"]:
        for p in [None, "default", "high", "highest", "float32", "bfloat16", "tensorfloat32", "fastest", ("high", "default"), "foo", 1]:
            case("numpy." + f, mat("float32", 3, 3), mat("float32", 3, 3, seed=1), precision=p)
    for f in ["lax.dot", "lax.batch_matmul"]:
        for p in ["highest", "foo", ("high", "highest")]:
            case(f, mat("float32", 3, 3), mat("float32", 3, 3, seed=1), precision=p)
    case("numpy.linalg.multi_dot", [mat("float32", 2, 2), mat("float32", 2, 2)], precision="highest"), case(".dot", mat("float32", 2, 2), mat("float32", 2, 2), precision="high")
    case("lax.dot", mat("int32", 2, 3), mat("int32", 3, 2), dimension_numbers=(((1,), (0,)), ((), ()))), case("lax.dot", mat("int32", 2, 3), mat("int32", 2, 3), dimension_numbers=(((0, 1), (0, 1)), ((), ()))), case("lax.dot", mat("int32", 4, 2, 3), mat("int32", 4, 3), dimension_numbers=(((2,), (1,)), ((0,), (0,)))), case("lax.dot", mat("int32", 4, 2, 3), mat("int32", 4, 3))
    for f in ["cbrt", "cos", "exp", "exp2", "expm1", "log", "log1p", "logistic", "rsqrt", "sin", "sqrt", "tan", "tanh"]:
        case("lax." + f, arr([0.5, 1.0]), accuracy=None)
    case("lax.mul", mat("float32", 3), mat("float32", 3), out_dtype=None), case("lax.nextafter", arr([1.0]), arr([2.0])), case("lax.full", [2], 3, sharding=None), case("lax.full_like", m, 3, sharding=None)
    for f, a in [("zeros", ([2],)), ("ones", ([2],)), ("empty", ([2],)), ("full", ([2], 3)), ("zeros_like", (m,)), ("ones_like", (m,)), ("full_like", (m, 3)), ("arange", (3,)), ("array", ([1, 2],)), ("asarray", ([1, 2],)), ("bincount", (arr([0, 1, 1]),)), ("broadcast_to", (m, [2, 2, 3])),
                 ("ravel", (m,)), ("repeat", (m, 2)), ("reshape", (m, [3, 2])), ("dot", (m, mat("int32", 3))), ("matmul", (m, mat("int32", 3))), ("tensordot", (m, m)), ("linalg.tensordot", (m, m)), ("einsum", ("ij->", m)), ("percentile", (m, 50))]:
        case("numpy." + f, *a, out_sharding=None)
    for f, a in [("flatten", ()), ("ravel", ()), ("repeat", (2,)), ("reshape", (3, 2))]:
        case("." + f, m, *a, out_sharding=None)
    for f, a in [("broadcast", (m, [2])), ("broadcast_in_dim", (m, [4, 2, 3], [1, 2])), ("broadcasted_iota", (D("int32"), [2, 3], 1)), ("dot", (m, mat("int32", 3))), ("dot_general", (m, m, (((0, 1), (0, 1)), ((), ())))), ("reduce_sum", (m, [0])), ("reshape", (m, [3, 2]))]:
        case("lax." + f, *a, out_sharding=None)
    for f, a in [("zeros", ([2],)), ("arange", (3,)), ("asarray", ([1, 2],)), ("astype", (m, D("float32"))), ("linspace", (0, 1, 3)), ("eye", (2,)), ("full_like", (m, 3))]:
        case("numpy." + f, *a, device=None)

    # The rest.
    for k in [{"fweights": arr([1, 2, 1, 3])}, {"aweights": arr([0.5, 1.0, 2.0, 1.0])}, {"fweights": arr([1, 2, 1, 3]), "aweights": arr([0.5, 1.0, 2.0, 1.0])}, {"fweights": arr([1.0, 2.0, 1.0, 3.0])}, {"fweights": arr([1, 2])}, {"aweights": mat("float32", 2, 2)}, {"fweights": arr([1, 2, 1, 3]), "ddof": 0}, {"aweights": arr([1, 1, 1, 1]), "bias": True}, {"dtype": D("float64")}, {"dtype": D("int32")}, {"dtype": D("float16")}, {"aweights": arr([1j, 1, 1, 1])}, {"fweights": arr([1, -2, 1, 3])}]:
        case("numpy.cov", mat("float32", 2, 4), **k), case("numpy.cov", mat("int32", 2, 4), **k)
    case("numpy.corrcoef", mat("float32", 2, 4, seed=5), dtype=D("float64")), case("numpy.corrcoef", mat("float32", 2, 4, seed=5), dtype=D("float16"))
    for a in [0, 1, [0, 1], [], 2, -1]:
        case("numpy.trim_zeros", arr([[0, 0, 0], [0, 1, 2], [0, 0, 0]]), axis=a), case("numpy.trim_zeros", arr([[0, 0, 0], [0, 1, 2], [0, 0, 0]]), "f", a)
    case("numpy.trim_zeros", arr([[0, 0], [0, 3]])), case("numpy.trim_zeros", mat("int32", 0)), case("numpy.trim_zeros", arr(0)), case("numpy.trim_zeros", arr([0, 1, 0]), "x"), case("numpy.trim_zeros", arr([[0, 0], [0, 0]]), "b"), case("numpy.trim_zeros", arr([0.0, np.nan, 0.0]))
    for mode in ["linear_ramp", "maximum", "mean", "median", "minimum"]:
        for y in [m, mat("float32", 3, 4), mat("bool", 2, 2), normal("bfloat16", 3, 2), mat("uint8", 2, 3), mat("complex64", 2, 2)]:
            case("numpy.pad", y, [[1, 0], [2, 3]], mode=mode)
            if mode == "linear_ramp":
                if y not in (m, mat("uint8", 2, 3)):  # between equal ends it depends on one rounding
                    case("numpy.pad", y, 3, mode, end_values=5)
                case("numpy.pad", y, 2, mode, end_values=((1, 2), (3, 4)))
            else:
                case("numpy.pad", y, 2, mode, stat_length=1), case("numpy.pad", y, [[1, 0], [2, 3]], mode, stat_length=((1, 2), (2, 9)))
        case("numpy.pad", m, 1, mode, stat_length=0), case("numpy.pad", m, 1, mode, constant_values=0), case("numpy.pad", WEAKROW, 1, mode), case("numpy.pad", m, 1, mode, end_values=2.5)
    for y in [m, mat("float32", 4)]:
        for mode in ["reflect", "symmetric"]:
            case("numpy.pad", y, 2, mode, reflect_type="odd"), case("numpy.pad", y, 7, mode, reflect_type="odd"), case("numpy.pad", y, 2, mode, reflect_type="even"), case("numpy.pad", y, 2, mode, reflect_type="foo")
        case("numpy.pad", y, 2, constant_values=(1, 2)), case("numpy.pad", y, 1, constant_values=((1, 2),)), case("numpy.pad", y, [1]), case("numpy.pad", y, [(1, 2)], constant_values=[3]), case("numpy.pad", y, arr([1, 2])), case("numpy.pad", y, 1, "edge", foo=1)
    case("numpy.pad", m, 1, constant_values=((1, 2), (3, 4))), case("numpy.pad", m, [[1, 1], [2, 0]], constant_values=arr([[1, 2], [3, 4]])), case("numpy.pad", m, {0: 1}) if False else None
    case("numpy.trapezoid", mat("float32", 2, 4), dx=arr([1.0, 2.0, 0.5])), case("numpy.trapezoid", mat("float32", 2, 4), dx=arr([0.5])), case("numpy.trapezoid", mat("float32", 3, 2), dx=arr([[1.0], [2.0]]), axis=0)
    for mth in ["scan", "scan_unrolled", "sort", "compare_all", "foo"]:
        case("numpy.searchsorted", arr([1, 2, 2, 4]), arr([2, 0, 9]), method=mth), case("numpy.digitize", arr([2, 0, 9]), arr([1, 2, 4]), method=mth)
    case(".searchsorted", arr([1, 2, 2, 4]), arr([2, 0, 9])), case(".searchsorted", arr([1, 2, 2, 4]), 2, "right"), case(".searchsorted", arr([4, 1, 2]), arr([1, 3]), sorter=arr([1, 2, 0]))
    for mth in ["auto", "compare_all", "binary_search", "sort", "foo"]:
        case("numpy.isin", m, arr([1, 2]), method=mth)
    for n in [-1, -2]:
        case("numpy.round", arr([123, 157, -149]), n), case(".round", arr([15, 25], "uint8"), n), case("numpy.round", arr([True]), n)
    for k in [{"order": "C"}, {"order": "F"}, {"order": "A"}, {"order": "K"}, {"order": "Z"}, {"copy": True}, {"copy": False}]:
        case("numpy.array", [1, 2], **k), case("numpy.asarray", [1, 2], **k), case("numpy.ravel", m, **k), case("numpy.reshape", m, [3, 2], **k), case("numpy.copy", m, **k), case(".flatten", m, **k), case("numpy.astype", m, D("float32"), **k), case(".astype", m, D("float32"), **k)
    for k in [1, 2]:
        for y in [[v, v], [arr([2, 1, 2, 1]), arr([4, 3, 2, 1])], [floats, arr([6, 5, 4, 3, 2, 1])], (arr([2, 1, 2]), arr([1.5, 2.5, 0.5])), []]:
            case("lax.sort", y, num_keys=k), case("lax.sort", y, is_stable=False, num_keys=k)
    case("lax.sort", [m, m], 0), case("lax.sort", [m, v]), case("lax.sort", [v, v], num_keys=3), case("lax.sort", v, num_keys=0)
    for d in ["float32", "float64", "complex64", "int32", "bfloat16"]:
        for n in [1, 4, 5]:
            case("numpy.linalg.det", normal(d, n, n) if d != "int32" else mat(d, n, n)), case("numpy.linalg.det", normal(d, 2, n, n) if d != "int32" else mat(d, 2, n, n))
        for n in [-1, -2, -3]:
            case("numpy.linalg.matrix_power", arr([[2, 1], [1, 1]], d), n)
        for o in [2, -2, "nuc"]:
            case("numpy.linalg.norm", mat(d, 2, 3), o), case("numpy.linalg.norm", mat(d, 2, 3, 2), o, axis=(0, 2), keepdims=True), case("numpy.linalg.matrix_norm", mat(d, 2, 2, 3), ord=o)
    case("numpy.linalg.det", mat("float32", 0, 0)), case("numpy.linalg.det", arr([[0.0] * 4] * 4)), case("numpy.take_along_axis", x=m) if False else None
    case("numpy.std", mat("float32", 2, 3), mean=1.0), case(".std", mat("float32", 2, 3), 0, correction=1), case(".var", mat("float32", 2, 3), 0, mean=1.0), case(".var", mat("float32", 2, 3), where=arr([True, False, True])), case("numpy.meshgrid", mat("int8", 2), mat("int8", 3), copy=False), case("numpy.nan_to_num", arr([np.nan, 1.0]), copy=False), case("numpy.nan_to_num", arr([np.nan, np.inf]), False, 1.0, 2.0)
    case("numpy.rot90", mat("int32", 2, 3, 4), axes=(2, 0)), case("numpy.mean", m, None, None, None, True), case("numpy.median", m, overwrite_input=False), case("numpy.unravel_index", arr([5, 1]), 6), case("numpy.delete", m, arr([0, 1]), 1, assume_unique_indices=True), case("numpy.bincount", arr([0, 3]), length=0), case("numpy.argmax", arr([2 + 1j, 3 - 1j])), case("numpy.argmin", arr([2 + 1j, 3 - 1j]), 0)


def fourier():
    """Fourier transforms, windows and their like."""
    operand = lambda d, *shape: normal(d, *shape) if d in ["float32", "float64"] + COMPLEX else mat(d, *shape)
    one, many = "fft ifft rfft irfft hfft ihfft".split(), [f + k for f in "fft ifft rfft irfft".split() for k in "2n"]
    for d in [d for d in ["bool", "int8", "int32", "int64", "uint64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"] if d in NARROW]:
        wide = d in ("float32", "float64", "complex64", "complex128")
        for f in one:
            path = "numpy.fft." + f
            case(path, operand(d, 6))
            if not wide:
                continue
            for norm in ["backward", "ortho", "forward"]:
                case(path, operand(d, 2, 5), norm=norm)
            case(path, operand(d, 2, 6), 4)
            case(path, operand(d, 2, 6), 9)
            case(path, operand(d, 4, 3), None, 0, "ortho")
            case(path, operand(d, 4, 3), n=3, axis=-2)
            case(path, operand(d, 2), 1)
        for f in many:
            path = "numpy.fft." + f
            case(path, operand(d, 3, 4))
            if not wide:
                continue
            for norm in ["ortho", "forward"]:
                case(path, operand(d, 2, 3, 4), norm=norm)
            case(path, operand(d, 3, 4), (2, 6))
            case(path, operand(d, 3, 4), (4, 3), (1, 0))
            case(path, operand(d, 2, 3, 4), None, (0, 2))
    x = operand("float32", 6)
    for f in one:
        path = "numpy.fft." + f
        for a in [3.0, [1, 2], arr([1, 2, 3], weak=True), operand("float32"), operand("float32", 0, 3), operand("float32", 3, 0), operand("float32", 1)]:
            case(path, a)
        for kw in [{"n": 0}, {"n": -2}, {"n": 2.5}, {"axis": 1}, {"axis": -2}, {"n": 3, "axis": 1}, {"norm": "x"}, {"norm": 1}, {"axis": 1.5}, {"axis": None}, {"axis": (0,)}, {"n": 4, "axis": None}]:
            case(path, x, **kw)
        case(path, operand("complex64", 3, 4) if f in ("hfft", "irfft") else operand("float32", 3, 4), 4, None, "ortho")
    for f in many:
        path = "numpy.fft." + f
        y = operand("float32", 3, 4)
        for kw in [{"s": 3}, {"s": (3,)}, {"s": (3, 4, 5)}, {"s": (0, 2)}, {"s": (3, 4), "axes": (0,)}, {"axes": 0}, {"axes": (0, 2)}, {"s": (3, 4), "axes": (0, 2)}, {"norm": "x"}, {"s": (2.5, 3)}, {"axes": (1, 1)}, {"axes": (1, -1)},
                   {"axes": ()}, {"axes": None}, {"s": (3, 5), "axes": None}]:
            case(path, y, **kw)
        case(path, operand("float32"))
        case(path, operand("complex64", 2, 2, 2, 3))
        case(path, operand("float32", 2, 2, 2, 2, 3))
    for f in ["numpy.fft.fftfreq", "numpy.fft.rfftfreq"]:
        for n in [1, 2, 5, 8, 9, 0, -1, -4, [3], "a", None]:
            case(f, n)
        for d in [0.1, 3, -2.5, "a", None, [1.0], arr(0.5)]:
            case(f, 6, d)
        for d in ["bfloat16", "float16", "float32", "float64", "int32"]:
            case(f, 9, 0.25, dtype=D(d))
    for f in ["numpy.fft.fftshift", "numpy.fft.ifftshift"]:
        for d in ["bool", "int32", "bfloat16", "float32", "complex64"]:
            case(f, mat(d, 4, 5))
        for axes in [0, 1, -1, (0,), (1, 0), (0, 0), (), 2, (0, 2), 1.5]:
            case(f, mat("float32", 4, 5), axes)
        for a in [3.0, [1, 2], arr([1, 2, 3], weak=True), operand("float32"), operand("float32", 0, 3)]:
            case(f, a)
    for m in [0, 1, 2, 3, 8, 9, 51, -2, 5.5, "7", "a", None, [5]]:
        for beta in [0, 1, 5.0, 14.5, -3.5]:
            case("numpy.kaiser", m, beta)
    for beta in [2j, float("nan"), None, "a", [1.0], arr(2.5), arr([1.5, 2.5])] + [arr(2.5, "bfloat16")] * X64:  # without 64 bits XLA keeps more digits than bfloat16 has
        case("numpy.kaiser", 5, beta)
    case("numpy.kaiser", 2, arr([1.5, 2.5]))
    for d in [d for d in DTYPES if d in NARROW]:
        case("numpy.i0", c.pool.matrix(d, (3, 4), 0, -30, 30))
    for d in ["bfloat16", "float16", "float32"] + ["float64"] * X64:
        case("numpy.i0", arr([0, -0.0, 8, 8.5, 7.5, 80, -8, np.inf, np.nan, 1e-3, 12.5], d))
    for a in [3, 2.5, True, 1j, [1, 2], None, "a"]:
        case("numpy.i0", a)


def signals():
    """Cosine transforms and convolutions of jax.scipy."""
    operand = lambda d, *shape: normal(d, *shape) if d in ["float32", "float64"] + COMPLEX else mat(d, *shape)
    for d in ["bool", "int32", "int64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]:
        for f in ["dct", "idct"]:
            path = "scipy.fft." + f
            if (f, d) == ("idct", "float16"):  # XLA rounds half precision between some of the steps alone
                continue
            case(path, operand(d, 6))
            if d in ("float32", "float64", "complex128"):
                for kw in [{"norm": "ortho"}, {"norm": "backward"}, {"n": 9}, {"n": 3}, {"axis": 0}, {"axis": -2, "norm": "ortho", "n": 5}]:
                    case(path, operand(d, 4, 5), **kw)
                case(path, operand(d, 1))
        for f in ["dctn", "idctn"]:
            path = "scipy.fft." + f
            if (f, d) == ("idctn", "float16"):
                continue
            case(path, operand(d, 3, 4))
            if d in ("float32", "float64", "complex128"):
                for kw in [{}, {"norm": "ortho"}, {"s": (2, 6)}, {"axes": (0, 2)}, {"axes": (1,), "s": (5,)}, {"axes": (2, 0), "s": (3, 3), "norm": "ortho"}]:
                    case(path, operand(d, 2, 3, 4), **kw)
        for f in ["fftconvolve", "convolve"]:
            path = "scipy.signal." + f
            for mode in ["full", "same", "valid"]:
                case(path, operand(d, 7), normal(d, 3, seed=1) if d in ("float32", "float64", "complex64", "complex128") else mat(d, 3, seed=1), mode)
    x, y, z = operand("float32", 5, 6), normal("float32", 2, 3, seed=1), normal("float32", 3, 2, seed=1)
    for f in ["fftconvolve", "convolve"]:
        path = "scipy.signal." + f
        for mode in ["full", "same", "valid", "x", None]:
            case(path, x, y, mode)
            case(path, y, x, mode)
            case(path, operand("float32", 6), normal("float32", 1, seed=1), mode)
        case(path, y, z, "valid")
        case(path, y, z)
        case(path, x, operand("float32", 5))
        case(path, operand("float32", 0), operand("float32", 3))
        case(path, [1, 2], operand("float32", 3))
        case(path, operand("float32", 7), mat("int32", 3))
    for axes in [0, (1,), (0, 1), 2, ()]:
        case("scipy.signal.fftconvolve", x, normal("float32", 5, 3, seed=1), "same", axes)
        case("scipy.signal.fftconvolve", x, normal("float32", 2, 6, seed=1), axes=axes)
    for m in ["fft", "direct", "x"]:
        case("scipy.signal.convolve", x, y, "same", m)
    for f in ["dct", "idct", "dctn", "idctn"]:
        path = "scipy.fft." + f
        for kw in [{"type": 1}, {"type": 3}, {"norm": "x"}, {"norm": "forward"}]:
            case(path, x, **kw)
        case(path, [1, 2])
        case(path, operand("float32"))
    for kw in [{"axis": 2}, {"n": 0}, {"n": -1}]:
        case("scipy.fft.dct", x, **kw)
    for kw in [{"axes": (0, 2)}, {"s": (3, 4, 5)}, {"axes": (0, 0)}, {"s": 4}, {"axes": 0}]:
        case("scipy.fft.dctn", x, **kw)
    for d in ["float32", "float64", "complex64"]:
        for kw in [{}, {"noverlap": 3}, {"nfft": 12}, {"boundary": None}, {"boundary": "even"}, {"boundary": "odd"}, {"boundary": "constant"}, {"padded": False}, {"fs": 10.0}, {"return_onesided": False}, {"detrend": "constant"}]:
            case("scipy.signal.stft", operand(d, 2, 20), nperseg=8, **kw)
        case("scipy.signal.stft", operand(d, 20, 3), nperseg=7, axis=0)
        case("scipy.signal.stft", operand(d, 20))
    for kw in [{"nperseg": 0}, {"nperseg": 8, "noverlap": 8}, {"nperseg": 8, "nfft": 4}, {"boundary": "x"}, {"axis": 2}, {"window": arr([0.5, 1.0, 0.5]), "nperseg": None}, {"window": arr([0.5, 1.0, 0.5])}, {"window": arr([[1.0]]), "nperseg": None}]:
        case("scipy.signal.stft", operand("float32", 2, 20), **kw)
    for d in ["float32", "complex64", "complex128"]:
        for kw in [{}, {"noverlap": 5}, {"nperseg": 6}, {"nperseg": 9}, {"boundary": False}, {"fs": 10.0}, {"window": arr([0.5, 1.0, 1.5, 1.0, 0.5, 0.25, 0.5, 1.0])}]:
            case("scipy.signal.istft", operand(d, 2, 5, 6), **kw)
        case("scipy.signal.istft", operand(d, 6, 5, 2), time_axis=0, freq_axis=1)
        case("scipy.signal.istft", operand(d, 8, 6), input_onesided=False)
    for kw in [{"nperseg": -1}, {"noverlap": 8}, {"nfft": 4}, {"time_axis": -2}, {"time_axis": 3}, {"window": arr([1.0, 2.0])}]:
        case("scipy.signal.istft", operand("complex64", 2, 5, 6), **kw)
    case("scipy.signal.istft", operand("complex64", 5))


PARTS = {f.__name__: [f] for f in [unary, binary, bounds, creation, reductions, manipulation, indexing, searching, linear, factorizations, networks, convolutions, types, lengths, updates, parameters, fourier, signals, matrices, laxmatrices, special_functions]} | {"x32": [unary, binary, creation, types, narrow], "fourier32": [fourier], "matrices32": [matrices, laxmatrices]}
for part in PARTS[PART]:
    part()
c.flush()
c.write("jax", jax.__version__, "values-" + PART)
