"""Writes frontends/torch/testdata/values.json.gz: what PyTorch answers. Run it in an
environment with requirements.txt."""
import numpy as np
import torch

from common import COMPLEX, DTYPES, FLOATS, INTS, D, edges, np_dtype
from torch_common import P, add, c, function

ALL = DTYPES


def edge(d):
    if d in COMPLEX:
        e = edges(d)[::5]
        return P.add(f"{d}.thin", e)
    return P.edge(d)


def pair(d):
    """Two operands of the values that matter, every pair of them."""
    e = edges(d)
    if d in COMPLEX:
        e = e[::11]
    elif len(e) > 24:
        e = e[::2] if d in INTS else e[[0, 2, 3, 6, 9, 12, 16, 17, 19, 21, 22, 23, 25, 27, 31, 34, 37, 40, 43, 47, 48, 50, 52, 53]]
    a, b = np.meshgrid(e, e, indexing="ij")
    return P.add(f"{d}.a", a.ravel()), P.add(f"{d}.b", b.ravel())


def val(name, values, d):
    return P.add(f"{name}.{d}", np.array(values).astype(np_dtype(d)))


def zero(d):
    return val("zero-d", 2, d)


SOME = ["bool", "uint8", "int32", "int64", "float16", "float32", "complex64"]  # one of each kind
LITTLE = ["int64", "float32", "float64"]

# Element by element.
UNARY = """abs absolute neg negative sign sgn square sqrt rsqrt reciprocal exp exp2 special.exp2 expm1 special.expm1 log log1p special.log1p log2 log10
 sin cos tan asin arcsin acos arccos atan arctan sinh cosh tanh asinh arcsinh acosh arccosh atanh arctanh sigmoid special.expit sinc special.sinc
 floor ceil trunc fix frac logical_not bitwise_not deg2rad rad2deg erf special.erf erfc special.erfc erfinv special.erfinv lgamma special.gammaln
 digamma special.psi special.digamma i0 special.i0 relu isnan isinf isfinite isposinf isneginf isreal signbit angle special.ndtr special.entr
 special.i0e special.i1 special.i1e special.erfcx special.log_ndtr special.ndtri
 round special.round nan_to_num logit special.logit real imag conj conj_physical resolve_conj resolve_neg positive
 nn.functional.relu nn.functional.relu6 nn.functional.elu nn.functional.selu nn.functional.celu nn.functional.leaky_relu nn.functional.silu nn.functional.mish
 nn.functional.gelu nn.functional.softplus nn.functional.logsigmoid nn.functional.hardtanh nn.functional.hardsigmoid nn.functional.hardswish
 nn.functional.hardshrink nn.functional.softshrink nn.functional.tanh nn.functional.sigmoid nn.functional.softsign nn.functional.tanhshrink""".split()
SAME = {"absolute", "negative", "fix", "special.round", "resolve_conj", "resolve_neg"}  # names of the same
for f in UNARY:
    alias = f in SAME or f.startswith("arc") or f.startswith("special.") and f.split(".")[1] in UNARY
    for d in (SOME if alias else ALL):
        add(f, edge(d))
    add(f, P.matrix("float32", (2, 0)))
    add(f, zero("float32"))
    add(f, 2.5)
IN_PLACE = [f for f in UNARY if "." not in f and hasattr(torch.Tensor, f + "_") and f not in ("real", "imag", "conj", "resolve_conj", "resolve_neg", "positive")]
for f in IN_PLACE:
    for d in SOME:
        add(f".{f}_", val("small", [0, 1, 1, 0, 3], d))
for f in "relu elu selu celu leaky_relu hardtanh threshold".split():
    for d in ("int64", "float32", "complex64"):
        args = (1, 2) if f == "threshold" else ()
        add(f"nn.functional.{f}_", P.matrix(d, (3, 2)), *args)
        if f != "threshold":
            add(f"nn.functional.{f}", P.matrix(d, (3, 2)), inplace=True)
for f in "relu6 silu mish hardsigmoid hardswish".split():
    add(f"nn.functional.{f}", P.matrix("float32", (3, 2)), inplace=True)
for d in FLOATS:
    add("nn.functional.elu", edge(d), alpha=2.5)
    add("nn.functional.celu", edge(d), alpha=2.0)
    add("nn.functional.leaky_relu", edge(d), 0.5)
    add("nn.functional.gelu", edge(d), approximate="tanh")
    add("nn.functional.softplus", edge(d), 2, 1)
    add("nn.functional.hardtanh", edge(d), -2, 0.5)
    add("nn.functional.hardshrink", edge(d), 2.0)
    add("nn.functional.softshrink", edge(d), 1.5)
    add("nn.functional.threshold", edge(d), 0.5, 7)
    add("round", edge(d), decimals=1)
    add("round", edge(d), decimals=-1)
    add("special.round", edge(d), decimals=1)
    add("logit", edge(d), eps=0.25)
    add("special.logit", edge(d), 0.25)
    add("nan_to_num", edge(d), 1.5, posinf=3.0, neginf=-3.0)
add("nn.functional.gelu", P.matrix("float32", (2,)), approximate="bad")
add("nn.functional.celu", P.matrix("float32", (2,)), alpha=0)
add("nn.functional.softshrink", P.matrix("float32", (2,)), -1.0)
add("nn.functional.hardtanh", P.matrix("float32", (2,)), 1, -1)
for d in SOME:
    add("nn.functional.threshold", P.matrix(d, (5,)), 1, 7)
add(".round_", val("halves", [0.5, 1.5, 2.25], "float32"), decimals=1)

for d in ALL:
    for n in (0, 2, -1) if d == "float64" else (0, 1, 2, -1):  # the first derivative has ten digits
        add("special.polygamma", n, edge(d))
    for p in (1, 3, 0):
        add("special.multigammaln", val("above", [1.5, 3, 2.25, 40, 7], d), p)

# Of two operands.
BINARY = """add sub mul div true_divide floor_divide remainder fmod pow maximum minimum fmax fmin atan2 hypot logaddexp logaddexp2 copysign nextafter gcd lcm
 eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift heaviside xlogy
 special.xlog1py special.gammainc special.gammaincc special.zeta float_power isclose""".split()
ALIASES = """subtract multiply divide arctan2 not_equal less less_equal greater greater_equal special.xlogy ldexp""".split()
small = lambda d: (val("left", [-3 if "u" not in d else 3, 0, 1, 2, 5], d), val("right", [2, 1, 3, 2, 1], d))
for f in BINARY:
    for d in ALL:
        a, b = pair(d)
        if f in ("floor_divide", "remainder", "fmod") and d in INTS:
            b = P.add(f"{d}.nonzero", np.where(P.get(b) == 0, np_dtype(d).type(1), P.get(b)))
        if f in ("pow", "float_power") and d in INTS:
            b = P.add(f"{d}.exponents", np.resize(np.array([0, 1, 2, 3, 5, 7, 8, 63], dtype=np_dtype(d)), P.get(a).shape))
        if f == "lcm" and d.startswith("int"):
            a = P.add(f"{d}.above", np.maximum(P.get(a), np.iinfo(np_dtype(d)).min + 1))
            b = P.add(f"{d}.above.b", np.maximum(P.get(b), np.iinfo(np_dtype(d)).min + 1))
        if f == "gcd" and d.startswith("int"):
            a = P.add(f"{d}.above", np.maximum(P.get(a), np.iinfo(np_dtype(d)).min + 1))
            b = P.add(f"{d}.above.b", np.maximum(P.get(b), np.iinfo(np_dtype(d)).min + 1))
        add(f, a, b)
for f in BINARY + ALIASES:
    for d in (SOME if f in BINARY else LITTLE + ["complex64"]):
        a, b = small(d)
        add(f, a, b)
        for s in (2, 2.5, True, 1 + 2j):
            add(f, a, s)
            add(f, s, b)
        add(f, a, zero(d))
        add(f, zero("float64"), b)
        add(f, P.matrix(d, (3, 1)), P.matrix(d, (1, 4)))
        add(f, P.matrix(d, (2, 3)), P.matrix(d, (2,)))
        add(f, P.matrix(d, (0, 3)), P.matrix(d, (3,)))
    add(f, P.matrix("float32", (2, 2)), P.matrix("int8", (2,)))
    add(f, P.matrix("uint16", (2,)), P.matrix("int8", (2,)))
    add(f, 2, 3)
for f in (BINARY + ALIASES):
    if "." in f or not hasattr(torch.Tensor, f + "_"):
        continue
    for d in LITTLE + ["bool"]:
        a, b = small(d)
        add(f".{f}_", a, b)
        add(f".{f}_", a, 2)
        add(f".{f}_", P.matrix(d, (2, 3)), P.matrix(d, (1, 3), low=1, high=4))
        add(f".{f}_", P.matrix(d, (3,)), P.matrix(d, (2, 3), low=1, high=4))
for d in INTS + ["bool"]:
    add("div", *small(d), rounding_mode="floor")
    add("div", *small(d), rounding_mode="trunc")
    add("add", val("one", [1], d), 300)
    add("mul", val("one", [1], d), -1)
    add("eq", val("one", [44], d), 300)
    for f in ("floor_divide", "remainder", "fmod"):
        add(f, P.matrix(d, (3,)), 0)
for d in FLOATS:
    for mode in ("floor", "trunc", None):
        add("div", *pair(d), rounding_mode=mode)
    a = edge(d)
    for s in (0.1, 1e-8, 70000.0, -3):
        for f in ("add", "sub", "mul", "div", "pow", "remainder"):
            add(f, a, s)
    for s in (0.1, 3):
        c.add(".__truediv__", lambda x, y: x / y, s, a)
        c.add(".__mul__", lambda x, y: x * y, s, a)
add("div", P.matrix("int64", (2,)), 2, rounding_mode="bad")
add(".div_", P.matrix("int64", (2,)), 2, rounding_mode="floor")
for d in ALL:
    a, b = small(d)
    add("add", a, b, alpha=2)
    add("sub", a, b, alpha=3)
    add("add", a, b, alpha=1.5)
    add("subtract", a, b, alpha=1j)
    add("rsub", a, b, alpha=2)
    add("rsub", a, 2)
    add(".add_", a, b, alpha=2)
    for o, n in (("==", "eq"), ("!=", "ne"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge")):
        for x, y in ((a, b), (2, b), (a, 2), (a, 1.5)):
            c.add(f".__{n}__", lambda x, y, o=o: eval(f"x {o} y"), x, y)
    c.add(".__lshift__", lambda x, y: x << y, a, 1)
    c.add(".__rshift__", lambda x, y: x >> y, a, 1)
    c.add(".__invert__", lambda x: ~x, a)
    c.add(".__truediv__", lambda x, y: x / y, a, b)
    c.add(".__mul__", lambda x, y: x * y, a, b)
    add("clamp", a, 1, 3)
    add("clip", a, max=2)
    add("clamp", a, b)
    add("clamp", a, 0.5, 2.5)
    add("clamp_min", a, 1)
    add("clamp_max", a, b)
    add(".clamp_", a, 1, 2)
    add("clip", a)
    add("lerp", a, b, 0.25)
    add("lerp", a, b, 0.75)
    add("addcmul", a, b, b, value=2)
    add("addcdiv", a, b, b, value=2)
    add("equal", a, b)
    add("equal", a, a)
    add("allclose", a, b)
    add("allclose", a, a, equal_nan=True)
    add("isclose", a, b, 0.5, 0.5)
    add("complex", a, b)
    add("polar", a, b)
    add(".__eq__" if False else "is_same_size", a, b)
for d in ("float32", "int64"):
    a, b = small(d)
    for f in ("lerp", "addcmul", "addcdiv"):
        add(f".{f}_", a, b, b)
    for f in ("clamp_min", "clamp_max", "clip"):
        add(f".{f}_", a, 1)
    add(".logit_", val("half", [0.25, 0.5], d), 0.1)
    add(".conj_physical_", a)
    add(".nan_to_num_", a)
    add("clamp", a, b, 3)
    add("lerp", a, b, b)
    add(".ldexp_", a, P.matrix("int64", (5,)))
c.add(".__lt__", lambda x, y: x < y, P.matrix("int64", (2,)), "a")
add("add", P.matrix("int64", (2,)), "a")
add("add", P.matrix("int64", (2,)), None)
add("add", P.matrix("int64", (2,)), [1, 2])
add("sin", [1.0])
add("isclose", P.matrix("float32", (2,)), P.matrix("int64", (2,)))

# Casts: every dtype to every other one.
NAMES = {"bool": "bool", "byte": "uint8", "char": "int8", "short": "int16", "int": "int32", "long": "int64", "half": "float16", "bfloat16": "bfloat16", "float": "float32", "double": "float64"}
for d in ALL:
    for e in ALL:
        add(".to", edge(d), D(e))
    for n in NAMES:
        add(f".{n}", P.matrix(d, (3,)))
    add(".cfloat", P.matrix(d, (3,)))
    add(".cdouble", P.matrix(d, (3,)))
    add(".chalf", P.matrix(d, (3,)))
    add(".type", P.matrix(d, (3,)))
    add(".type", P.matrix(d, (3,)), D("float32"))
    add(".type_as", P.matrix(d, (3,)), P.matrix("float64", (1,)))
    add("is_complex", P.matrix(d, (3,)))
    add("is_floating_point", P.matrix(d, (3,)))
    add(".is_signed", P.matrix(d, (3,)))
    add(".element_size", P.matrix(d, (3,)))
    for e in ALL:
        add("promote_types", D(d), D(e))
        add("can_cast", D(d), D(e))
        add("result_type", P.matrix(d, (1,)), zero(e))
add(".to", P.matrix("int64", (2,)), "cpu")
add(".to", P.matrix("int64", (2,)), P.matrix("float32", (1,)))
add(".to", P.matrix("int64", (2,)), dtype=D("float32"), copy=True)
add("is_tensor", P.matrix("int64", (2,)))
add("is_tensor", 2)
add("get_default_dtype")
add("set_default_dtype", D("float32"))
add("set_default_dtype", D("int64"))

# Creation.
for d in [None] + ALL:
    kw = {} if d is None else {"dtype": D(d)}
    for f in ("zeros", "ones", "empty"):
        if f != "empty":
            add(f, 2, 3, **kw)
            add(f, [2, 3], **kw)
        add(f, 0, **kw)
    for v in (True, 3, 2.5, 1 + 2j, -1, 300, 1e6, float("inf")):
        if d not in INTS or v != float("inf"):
            add("full", [2], v, **kw)
    for args in ((5,), (1, 5), (1, 6, 2), (5, 1, -1), (0.5, 3), (0, 1, 0.3), (3, 3), (5, 1), (1, 2, 0)):
        if d in INTS and len(args) == 3 and int(args[2]) == 0:
            continue  # PyTorch divides by 0 there, which ends the process
        add("arange", *args, **kw)
        if len(args) > 1:
            add("range", *args, **kw)
    for args in ((0, 4, 5), (0, 1, 1), (0, 1, 0), (1, 10, 4), (5.5, -5.5, 7)):
        add("linspace", *args, **kw)
    add("logspace", 0, 3, 4, **kw)
    add("logspace", 0, 4, 5, 2.0, **kw)
    add("eye", 2, 3, **kw)
    add("eye", 2, **kw)
    add("tensor", [[1, 2], [0, 4]], **kw)
    add("tensor", [1.9, -1.5], **kw)
    add("tensor", [True, False], **kw)
    add("tensor", [1j, 2], **kw)
    add("tensor", 300, **kw)
    add("tensor", [], **kw)
    add("as_tensor", [1, 2.5], **kw)
    add("asarray", [1, 2.5], **kw)
    x = P.matrix("float32", (2, 2))
    for f in ("zeros_like", "ones_like"):
        add(f, x, **kw)
    add("full_like", x, 2, **kw)
    add(".new_zeros", x, 2, 3, **kw)
    add(".new_ones", x, [2], **kw)
    add(".new_full", x, [2], 3, **kw)
    add(".new_tensor", x, [1, 2], **kw)
    if d is not None:
        for f in ("zeros_like", "ones_like"):
            add(f, P.matrix(d, (2,)))
        add("full_like", P.matrix(d, (2,)), 2.5)
        add(".new_full", P.matrix(d, (2,)), [2], 2.5)
        add("tensor", P.matrix(d, (2,)))
        add("as_tensor", P.matrix(d, (2,)))
add("empty_like", P.matrix("float32", (0, 2)))
add(".new_empty", P.matrix("float32", (0, 2)), 0)
for v in ([[1, 2], [3]], [1, [2]], [[1], 2], "a", None, [None], ["a"], [2**63], 2**62):
    add("tensor", v)
add("asarray", [1, 2], copy=False)
add("tril_indices", 3, 4)
add("triu_indices", 3, 4, -1)
add("tril_indices", 2, 3, 1, dtype=D("int32"))
add("triu_indices", 2, 3, dtype=D("float32"))
add("zeros", -1)
add("zeros", 2.5)
add("ones", 2, dtype="float32")
add("eye", -1)
add("linspace", 0, 1, -1)
for f in ("tril", "triu"):
    for d in ALL:
        add(f, P.matrix(d, (3, 4)))
    add(f, P.matrix("int64", (2, 3, 3)), 1)
    add(f, P.matrix("int64", (3, 3)), diagonal=-1)
    add(f, P.matrix("int64", (3,)))
    add(f".{f}_", P.matrix("int64", (3, 3)))
for ix in ("ij", "xy", "bad"):
    add("meshgrid", P.matrix("int64", (2,)), P.matrix("int64", (3,)), indexing=ix)
add("meshgrid", [P.matrix("int64", (2,)), P.matrix("float32", (3,))])

# Reductions.
NAN = val("nan", [[1, np.nan, 3, 2], [0, 5, np.nan, np.nan], [4, 4, 1, 2]], "float32")
for f in "sum nansum prod mean nanmean amax amin std var all any count_nonzero".split():
    for d in ALL:
        x = P.matrix(d, (3, 4))
        add(f, x)
        add(f, x, 0)
        add(f, x, dim=-1)
        if f != "prod":
            add(f, x, (0, 1))
        add(f, P.matrix(d, (2, 3, 2)), 1, **({} if f == "count_nonzero" else {"keepdim": True}))
        add(f, zero(d))
        add(f, P.matrix(d, (0, 3)), 0)
        add(f, P.matrix(d, (3, 0)))
        if f in ("sum", "prod", "mean", "nansum"):
            for e in ("float32", "int64", "complex64", "float16", "bool", "uint16"):
                add(f, x, dtype=D(e))
    add(f, P.matrix("float32", (3, 4)), 5)
    add(f, P.matrix("float32", (3, 4)), 1.5)
    add(f, NAN, 1)
    add(f, 3)
for f in ("sum", "mean", "prod", "std", "var"):
    for d in FLOATS + COMPLEX:
        add(f, P.normal(d, (8, 5)), 0)
        add(f, P.normal(d, (8, 5)))
add("sum", P.matrix("float32", (3, 4)), (0, 0))
add("sum", P.matrix("float32", (3, 4)), keepdim="a")
add("sum", P.matrix("float32", (3, 4)), ())
for f in ("std", "var", "std_mean", "var_mean"):
    for d in ("float32", "float64", "complex64", "int64", "float16"):
        x = P.normal(d, (4, 5)) if d != "int64" else P.matrix(d, (4, 5))
        add(f, x, 0, correction=0)
        add(f, x, unbiased=False)
        add(f, x, False)
        add(f, x, 1, True, True)
        add(f, P.matrix(d, (1,)))
for f in ("max", "min", "median", "nanmedian"):
    for d in ALL:
        x = P.add(f"{d}.distinct", np.array([[0, 7, 1], [5, 4, 9]]).astype(np_dtype(d)))
        add(f, x)
        if d != "bool" or "median" not in f:
            add(f, x, 0)
            add(f, x, dim=1, keepdim=True)
        add(f, zero(d))
        add(f, zero(d), 0)
        add(f, P.matrix(d, (0, 3)), 0)
        add(f, P.matrix(d, (0, 3)), 1)
        if f in ("max", "min"):
            add(f, x, P.add(f"{d}.distinct2", np.array([[3, 7, 2], [5, 1, 1]]).astype(np_dtype(d))))
            add(f, P.matrix(d, (0,)))
    add(f, NAN)
    if "nan" not in f:
        add(f, val("nan1", [[1, np.nan, 3], [0, 5, 2]], "float32"), 1)
for f in ("argmax", "argmin"):
    for d in ALL:
        x = P.matrix(d, (3, 4))
        add(f, x)
        add(f, x, 0)
        add(f, x, 1, True)
        add(f, x, keepdim=True)
        add(f, zero(d), 0)
        add(f, P.matrix(d, (0, 3)))
        add(f, P.matrix(d, (0, 3)), 0)
    add(f, NAN, 1)
for d in ALL:
    x = P.matrix(d, (3, 4))
    add("aminmax", x)
    add("aminmax", x, dim=0, keepdim=True)
    add("mode", val("modes", [[1, 3, 3, 2, 2, 3], [5, 5, 1, 1, 0, 0]], d))
    add("mode", val("modes", [[1, 3, 3, 2, 2, 3], [5, 5, 1, 1, 0, 0]], d), 0, True)
    add("kthvalue", P.add(f"{d}.distinct", np.array([[0, 7, 1], [5, 4, 9]]).astype(np_dtype(d))), 2)
    add("kthvalue", P.add(f"{d}.distinct", np.array([[0, 7, 1], [5, 4, 9]]).astype(np_dtype(d))), 1, 0, True)
    for f in ("cummax", "cummin", "cumsum", "cumprod", "logcumsumexp", "logsumexp", "special.logsumexp", "softmax", "log_softmax", "special.softmax",
              "special.log_softmax", "nn.functional.softmax", "nn.functional.log_softmax", "nn.functional.softmin"):
        add(f, x, 0)
        add(f, x, -1)
        add(f, zero(d), 0)
        add(f, P.matrix(d, (0, 2)), 1)
    for f in ("cumsum", "cumprod"):
        add(f, x, 0, dtype=D("float32"))
        add(f".{f}_", x, 1)
    add("bincount", P.matrix(d, (6,), low=0, high=5))
    add("histc", P.matrix(d, (9,)), 4)
    if d in FLOATS:
        add("histc", P.matrix(d, (9,)), 4, -2, 2)
    add("cov", P.matrix(d, (3, 5)))
    add("cov", P.matrix(d, (5,)), correction=0)
    add("corrcoef", P.matrix(d, (3, 5)))
    add("diff", x)
    add("diff", x, 2, 0)
    add("diff", x, prepend=P.matrix(d, (3, 1)), append=P.matrix(d, (3, 2)))
    for interpolation in ("linear", "lower", "higher", "nearest", "midpoint", "bad"):
        add("quantile", x, 0.3, interpolation=interpolation)
    add("quantile", x, 0.5, 0)
    add("quantile", x, P.add("q", np.array([0, 0.25, 1], np.float32)), 1, True)
for f in ("softmax", "log_softmax", "nn.functional.softmax"):
    add(f, P.matrix("int64", (2, 3)), 1, dtype=D("float32"))
    for d in FLOATS:
        add(f, edge(d), 0)
        add(f, P.normal(d, (4, 6)), 1)
for d in FLOATS + COMPLEX:
    add("logsumexp", P.normal(d, (4, 6)), (0, 1))
    add("logsumexp", P.normal(d, (4, 6)), 1, True)
    add("logcumsumexp", P.normal(d, (4, 6)), 1)
for f in ("cummax", "cummin"):
    add(f, NAN, 1)
    add(f, P.matrix("float32", (0,)), 0)
add("quantile", NAN, 0.5)
add("quantile", P.matrix("float32", (3,)), 1.5)
add("kthvalue", P.matrix("float32", (3,)), 4)
add("bincount", P.matrix("int64", (4,), low=0), P.matrix("float32", (4,)))
add("bincount", P.matrix("int64", (4,), low=0), minlength=9)
add("bincount", val("neg", [-1, 2], "int64"))

# Searching, sorting, sets.
for d in ALL:
    x = P.matrix(d, (3, 6))
    for f in ("sort", "argsort"):
        add(f, x, stable=True)
        add(f, x, dim=0, descending=True, stable=True)
        add(f, zero(d), stable=True)
        add(f, edge(d), stable=True)
    add("msort", x)
    y = P.add(f"{d}.distinct", np.array([[0, 7, 1], [5, 4, 9]]).astype(np_dtype(d)))
    if d != "bool":
        add("topk", y, 2)
        add("topk", y, 1, 0, False)
    add("topk", zero(d), 1)
    add("unique", x)
    add("unique", x, return_inverse=True, return_counts=True)
    add("unique_consecutive", val("runs", [1, 1, 2, 2, 2, 0, 1], d), True, True)
    add("nonzero", x)
    add("nonzero", zero(d))
    add("nonzero", x, as_tuple=True)
    add("argwhere", x)
    add("where", x)
    s = P.add(f"{d}.sorted", np.array([0, 1, 1, 3, 5]).astype(np_dtype(d)))
    v = P.add(f"{d}.find", np.array([[0, 1], [4, 9]]).astype(np_dtype(d)))
    add("searchsorted", s, v)
    add("searchsorted", s, v, right=True)
    add("searchsorted", s, v, side="right", out_int32=True)
    add("bucketize", v, s)
    add("bucketize", v, s, right=True)
    add("isin", x, v)
    add("isin", x, v, invert=True)
    add("isin", x, 1)
    m = P.matrix("bool", (3, 6))
    add("where", m, x, P.matrix(d, (6,), seed=1))
    add("where", m, x, 2)
    add("where", m, 2.5, x)
    add(".where", x, m, 0)
    add("count_nonzero", edge(d))
    add("take", x, P.add("at", np.array([[0, 5], [-1, 2]])))
    add("take_along_dim", x, P.add("order", np.array([[0, 1], [5, -1], [2, 2]])), 1)
    add("take_along_dim", x, P.add("at", np.array([[0, 5], [-1, 2]])))
    add("masked_select", x, m)
    add("masked_fill", x, m, 1)
    add(".masked_fill_", x, m, 1.5)
    add("masked_fill", x, m, 300)
    add("index_select", x, 1, P.add("line", np.array([5, 0, 0])))
    add("index_select", zero(d), 0, P.add("first", np.array([0])))
    at = P.add("places", np.array([[0, 2, 1], [1, 0, 2]]))
    src = P.matrix(d, (2, 3), seed=2)
    add("gather", x, 1, at)
    add("gather", x, 0, at)
    add("scatter", x, 0, at, src)
    add("scatter", x, 1, at, 2)
    add(".scatter_", x, 1, at, src)
    add("scatter_add", x, 1, P.add("twice", np.array([[0, 0, 1], [1, 1, 1]])), src)
    add(".scatter_add_", x, 0, at, src)
    for how in ("sum", "prod", "amax", "amin", "mean"):
        if d == "bool" and how == "mean":
            continue
        add("scatter_reduce", x, 1, P.add("twice", np.array([[0, 0, 1], [1, 1, 1]])), src, how)
    add("scatter_reduce", x, 1, at, src, "sum", include_self=False)
    add(".scatter_reduce_", x, 1, at, src, "sum")
    lines = P.matrix(d, (2, 6), seed=3)
    add("index_add", x, 0, P.add("ends", np.array([2, 0])), lines)
    add("index_add", x, 0, P.add("same", np.array([1, 1])), lines, alpha=2)
    add(".index_add_", x, 0, P.add("ends", np.array([2, 0])), lines)
    add("index_copy", x, 0, P.add("ends", np.array([2, 0])), lines)
    add(".index_copy_", x, 0, P.add("ends", np.array([2, 0])), lines)
    add("index_fill", x, 1, P.add("line", np.array([5, 0, 0])), 2)
    add(".index_fill_", x, 1, P.add("line", np.array([5, 0, 0])), 2)
    add("index_put", x, (P.add("ends", np.array([2, 0])), P.add("cols", np.array([1, 1]))), P.matrix(d, (2,)))
    add("index_put", x, (P.add("same", np.array([1, 1])), P.add("cols", np.array([1, 1]))), P.matrix(d, (2,)), True)
    add(".index_put_", x, (P.add("ends", np.array([2, 0])),), P.matrix(d, (6,)))
    add("masked_scatter", x, m, P.matrix(d, (3, 6), seed=4))
    add(".masked_scatter_", x, m, P.matrix(d, (3, 6), seed=4))
    add("put", x, P.add("ends", np.array([2, 0])), P.matrix(d, (2,)))
    add(".put_", x, P.add("same", np.array([1, 1])), P.matrix(d, (2,)), True)
    add("select_scatter", x, P.matrix(d, (6,), seed=5), 0, 1)
    add("slice_scatter", x, P.matrix(d, (3, 2), seed=5), 1, 1, 5, 2)
    add("diagonal_scatter", x, P.matrix(d, (3,), seed=5))
    for path, key in ((".__getitem__", [1]), (".__getitem__", [-1, 2]), (".__getitem__", [None, 0]), (".__getitem__", [[0, 2]]), (".__getitem__", [m]),
                      (".__getitem__", [P.add("ends", np.array([2, 0])), P.add("cols", np.array([1, 1]))]), (".__getitem__", [0, P.add("line", np.array([5, 0, 0]))])):
        c.add(path, lambda x, k: x[tuple(k)], x, key)
    for key, v in (([1], 1), ([0, 2], 2.5), ([m], 1), ([P.add("ends", np.array([2, 0]))], P.matrix(d, (6,))), ([0], P.matrix("float32", (6,)))):
        def assign(x, k, v):
            x[tuple(k)] = v
            return x
        c.add("setitem", assign, x, key, v)
for key in ([5], [0, 0, 0], [1.5], [P.add("far", np.array([0, 9]))], [P.matrix("bool", (2,))], [P.matrix("float32", (2,))], [None, None, 0]):
    c.add(".__getitem__", lambda x, k: x[tuple(k)], P.matrix("int64", (3, 6)), key)
x3 = P.matrix("int64", (2, 3, 4))
for key in ([0, None, P.add("cols", np.array([1, 1]))], [P.add("cols", np.array([1, 1])), None, P.add("cols", np.array([1, 1]))], [P.matrix("bool", (2, 3))], [True], [False]):
    c.add(".__getitem__", lambda x, k: x[tuple(k)], x3, key)
add("topk", P.matrix("float32", (3,)), 4)
add("sort", NAN, stable=True)
add("sort", NAN, descending=True, stable=True)
add("unique", val("nan1", [[1, np.nan, 3], [0, 5, 2]], "float32"))
add("searchsorted", P.add("rows", np.array([[1, 3, 5], [2, 4, 6]])), P.add("rows2", np.array([[3, 9], [0, 4]])))
add("searchsorted", P.matrix("int64", (3,)), P.matrix("float32", (2,)))
add("searchsorted", P.add("sortedi", np.array([1, 3, 5])), 3)
add("searchsorted", P.add("unsorted", np.array([5, 1, 3])), P.add("rows2", np.array([[3, 9], [0, 4]])), sorter=P.add("sorter", np.array([1, 2, 0])))
add("where", P.matrix("int64", (2,)), 1, 2)
add("where", P.matrix("bool", (2,)), 1)
add("where", P.matrix("bool", (2,)), 1, 2.5)
add("take", P.matrix("int64", (3,)), P.add("far", np.array([0, 9])))
add("gather", P.matrix("int64", (2, 3)), 0, P.add("far2", np.array([[0, 9]])))
add("index_select", P.matrix("int64", (3,)), 0, P.add("far", np.array([0, 9])))
add("index_select", P.matrix("int64", (3,)), 0, P.matrix("float32", (2,)))
add("scatter", P.matrix("int64", (3,)), 0, P.add("first", np.array([0])), P.matrix("float32", (1,)))
add("masked_fill", P.matrix("int64", (3,)), P.matrix("int64", (3,)), 1)

# Shapes.
for d in SOME + ["uint16"]:
    x = P.matrix(d, (2, 3, 4))
    y = P.matrix(d, (2, 3))
    for f, args in {"reshape": ((4, 6), (-1,), (3, -1), (5,), (-1, -1)), ".view": ((4, 6), (-1,), (3, -1), (5,))}.items():
        for a in args:
            add(f, x, a)
    add("reshape", y, 3, 2) if False else None
    add(".view", y, 3, 2)
    add(".view_as", y, P.matrix(d, (3, 2)))
    add(".reshape_as", y, P.matrix(d, (3, 2)))
    add("flatten", x)
    add("flatten", x, 1)
    add("flatten", zero(d))
    add("ravel", x)
    add("unflatten", x, 2, (2, -1))
    add("unflatten", x, 2, (3, 2))
    add("squeeze", P.matrix(d, (1, 3, 1)))
    add("squeeze", P.matrix(d, (1, 3, 1)), 0)
    add("squeeze", P.matrix(d, (1, 3, 1)), (0, 2))
    add("squeeze", x, 1)
    for i in (0, 2, -1, 5):
        add("unsqueeze", y, i)
    add("permute", x, (2, 0, 1))
    add("permute", x, (0, 0, 1))
    add(".permute", x, 2, 0, 1)
    for f in ("transpose", "swapaxes", "swapdims"):
        add(f, x, 0, -1)
    add("transpose", x, 0, 3)
    add("t", y)
    add("t", x)
    add("adjoint", x)
    add("movedim", x, 0, 2)
    add("moveaxis", x, (0, 1), (2, 0))
    add("movedim", x, (0, 0), (1, 2))
    add(".expand", P.matrix(d, (3, 1)), 2, -1, 4)
    add(".expand", y, 4, 3)
    add(".expand_as", P.matrix(d, (3, 1)), P.matrix(d, (3, 2)))
    add("broadcast_to", P.matrix(d, (3, 1)), (2, 3, 4))
    add("narrow", x, 1, 1, 2)
    add("narrow", x, 1, -1, 1)
    add("narrow", x, 1, 2, 3)
    add("select", x, 1, -1)
    add("select", x, 1, 3)
    add("diagonal", x)
    add("diagonal", x, 1, 1, 2)
    add("linalg.diagonal", x)
    add("diagonal", P.matrix(d, (3,)))
    add("as_strided", x, (2, 2), (1, 4), 1)
    add("as_strided", x, (9, 9), (9, 9))
    add(".unfold", x, 2, 2, 1)
    add(".unfold", P.matrix(d, (7,)), 0, 3, 2)
    add("view_as_real", P.matrix(d, (2, 2)))
    add("view_as_complex", P.matrix(d, (3, 2)))
    add("flip", x, (0, 2))
    add("flip", x, (0, 0))
    add("fliplr", y)
    add("flipud", y)
    add("fliplr", P.matrix(d, (3,)))
    add("roll", x, 2)
    add("roll", x, (1, -1), (0, 2))
    add("roll", x, 1, (0, 2))
    for k in (1, 2, 3, 0, -1):
        add("rot90", y, k)
    add("rot90", x, 1, (1, 2))
    add("tile", y, (2,))
    add("tile", y, (2, 1, 2))
    add(".repeat", y, 2, 1, 2)
    add(".repeat", y, 2)
    add("repeat_interleave", y, 2)
    add("repeat_interleave", y, 3, 1)
    add("repeat_interleave", y, P.add("counts", np.array([0, 1, 3])), 1)
    add("repeat_interleave", y, P.add("counts2", np.array([1, 2])), 1)
    for f in ("clone", ".contiguous", "detach", ".storage_offset", ".stride", ".is_contiguous", "numel", ".nelement", ".dim", ".ndimension", ".size", ".tolist", ".item", "is_nonzero"):
        add(f, y)
        add(f, zero(d))
    add(".tolist", P.matrix(d, (2, 0, 3)))
    add(".size", y, 1)
    add(".size", y, 2)
    add(".stride", y, 0)
    add(".item", P.matrix(d, (1, 1)))
    add("is_nonzero", P.matrix(d, (1, 1)))
    c.add(".__bool__", bool, P.matrix(d, (1, 1)))
    c.add(".__bool__", bool, y)
    c.add(".__len__", len, y)
    c.add(".__len__", len, zero(d))
    add("diag", P.matrix(d, (3,)), 1)
    add("diag", y)
    add("diag", y, -1)
    add("diag", x)
    add("diagflat", y, -1)
    add("diag_embed", y)
    add("diag_embed", y, 1, 0, 2)
    for f in ("cat", "concat", "concatenate"):
        add(f, [y, P.matrix(d, (1, 3))])
        add(f, [y, P.matrix("float32", (2, 1))], 1)
    add("cat", [y, P.matrix(d, (0,))])
    add("cat", [y, x])
    add("cat", [zero(d)])
    add("stack", [y, y], 1)
    add("stack", [y, P.matrix("float32", (2, 3))], -1)
    add("stack", [y, x])
    for f in ("hstack", "vstack", "row_stack", "dstack", "column_stack"):
        add(f, [P.matrix(d, (3,)), P.matrix(d, (3,), seed=1)])
        add(f, [y, P.matrix(d, (2, 3), seed=1)])
        add(f, [zero(d), zero(d)])
    add("split", x, 2, 2)
    add("split", x, [1, 3], 2)
    add("split", x, [1, 1], 2)
    add("split_with_sizes", x, [1, 3], 2) if False else None
    add(".split_with_sizes", x, [1, 3], 2)
    add("chunk", x, 3, 2)
    add("chunk", x, 0)
    add("tensor_split", x, 3, 2)
    add("tensor_split", x, (1, 3), 2)
    add("hsplit", P.matrix(d, (4,)), 2)
    add("hsplit", y, (1,))
    add("vsplit", P.matrix(d, (4, 2)), 2)
    add("vsplit", P.matrix(d, (4,)), 2)
    add("dsplit", x, 2)
    add("hsplit", y, 2)
    add("unbind", x)
    add("unbind", x, 2)
    add("unbind", zero(d))
    add("broadcast_tensors", P.matrix(d, (3, 1)), P.matrix(d, (2,)))
    for f in ("atleast_1d", "atleast_2d", "atleast_3d"):
        for v in (zero(d), P.matrix(d, (3,)), y):
            add(f, v)
        add(f, zero(d), y)
    add("block_diag", y, P.matrix(d, (3,)), zero(d))
    add("cartesian_prod", P.matrix(d, (2,)), P.matrix(d, (3,)))
    add("combinations", P.matrix(d, (4,)))
    add("combinations", P.matrix(d, (3,)), 2, True)
    add(".t_", y)
    add(".squeeze_", P.matrix(d, (1, 3, 1)))
    add(".unsqueeze_", y, 1)
    add(".transpose_", x, 0, 2)
    add(".copy_", y, P.matrix("float64", (3,)))
    add(".copy_", y, x)
    add(".fill_", y, 2)
    add(".fill_", y, 300)
    add(".fill_", y, 1.5)
    add(".zero_", y)
    add(".resize_", y, 2, 2)
add("split_with_sizes" if hasattr(torch, "split_with_sizes") else ".split_with_sizes", P.matrix("int64", (4,)), [1, 3])
add("broadcast_shapes", (3, 1), (2,))
add("broadcast_shapes", (3, 1), (2, 2))
add("cat", [])
add("stack", [])
add(".view", P.matrix("int32", (2, 2)), D("float32"))
add(".view", P.matrix("float32", (2, 2)), D("int32"))

# Linear algebra.
for d in ALL:
    a, b, v, w = P.matrix(d, (3, 4)), P.matrix(d, (4, 2)), P.matrix(d, (4,)), P.matrix(d, (4,), seed=1)
    for f in ("matmul", "linalg.matmul"):
        add(f, a, b)
        add(f, v, w)
        add(f, a, v)
        add(f, v, b)
        add(f, P.matrix(d, (2, 3, 4)), b)
        add(f, a, a)
        add(f, a, zero(d))
    add("mm", a, b)
    add("mm", a, v)
    add("bmm", P.matrix(d, (2, 3, 4)), P.matrix(d, (2, 4, 2)))
    add("mv", a, v)
    add("dot", v, w)
    add("vdot", v, w)
    add("inner", v, w)
    add("inner", a, P.matrix(d, (2, 4)))
    add("inner", a, zero(d))
    add("outer", v, P.matrix(d, (3,)))
    add("ger", v, P.matrix(d, (3,)))
    add("kron", P.matrix(d, (2, 2)), P.matrix(d, (3,)))
    add("einsum", "ij,jk->ik", a, b)
    add("einsum", "ii", P.matrix(d, (3, 3)))
    add("einsum", "ij->ji", a)
    add("tensordot", a, b, 1)
    add("tensordot", P.matrix(d, (2, 3, 4)), P.matrix(d, (4, 3)), ([2, 1], [0, 1]))
    add("trace", P.matrix(d, (3, 3)))
    add("cross", P.matrix(d, (2, 3)), P.matrix(d, (2, 3), seed=1))
    add("linalg.cross", P.matrix(d, (2, 3)), P.matrix(d, (2, 3), seed=1))
    add("linalg.vecdot", a, P.matrix(d, (3, 4), seed=1))
    add("linalg.multi_dot", [a, b, P.matrix(d, (2, 3))])
    add("chain_matmul", a, b, P.matrix(d, (2, 3)))
    for n in (0, 1, 2, 3, 5):
        add("matrix_power", P.matrix(d, (2, 2)), n)
    add("linalg.matrix_power", P.matrix(d, (2, 2)), 3)
    for o in (2, 1, 0, 3, float("inf"), -float("inf"), 0.5):
        add("linalg.vector_norm", a, o)
        add("linalg.vector_norm", a, o, 1, True)
        add("norm", a, o)
    add("norm", a)
    add("norm", a, dim=1)
    for o in ("fro", 1, -1, float("inf"), -float("inf")):
        add("linalg.matrix_norm", a, o)
        add("linalg.matrix_norm", P.matrix(d, (2, 3, 4)), o, (0, 1), True)
        add("linalg.norm", a, o)
    add("linalg.norm", a)
    add("linalg.norm", v, 1)
    add("dist", a, P.matrix(d, (3, 4), seed=1))
    add("dist", a, P.matrix(d, (3, 4), seed=1), 1)
    add("cdist", a, P.matrix(d, (2, 4)))
    add("cdist", a, P.matrix(d, (2, 4)), 1.0)
    add("vander", v)
    add("vander", v, 3, True)
    add("linalg.vander", v)
    add("addmm", P.matrix(d, (2,)), a, b)
    add("addmm", P.matrix(d, (3, 2)), a, b, beta=2, alpha=3)
    add(".addmm_", P.matrix(d, (3, 2)), a, b)
    add("addmv", P.matrix(d, (3,)), a, v)
    add(".addmv_", P.matrix(d, (3,)), a, v)
    add("baddbmm", P.matrix(d, (2, 3, 2)), P.matrix(d, (2, 3, 4)), P.matrix(d, (2, 4, 2)))
    add(".baddbmm_", P.matrix(d, (2, 3, 2)), P.matrix(d, (2, 3, 4)), P.matrix(d, (2, 4, 2)))
    add("addbmm", P.matrix(d, (3, 2)), P.matrix(d, (2, 3, 4)), P.matrix(d, (2, 4, 2)))
    add(".addbmm_", P.matrix(d, (3, 2)), P.matrix(d, (2, 3, 4)), P.matrix(d, (2, 4, 2)))
    add("addr", P.matrix(d, (4, 3)), v, P.matrix(d, (3,)))
    add(".addr_", P.matrix(d, (4, 3)), v, P.matrix(d, (3,)))
add("matmul", P.matrix("float32", (2, 2)), P.matrix("float64", (2, 2)))
add("matmul", P.matrix("float32", (2, 2)), 2)
add("dot", P.matrix("float32", (2,)), P.matrix("float32", (3,)))

# Neural networks.
for d in ALL:
    x = P.normal(d, (4, 6)) if d in FLOATS + COMPLEX else P.matrix(d, (4, 6))
    y = P.normal(d, (4, 6), seed=1) if d in FLOATS + COMPLEX else P.matrix(d, (4, 6), seed=1)
    w = P.normal(d, (3, 6), seed=2) if d in FLOATS + COMPLEX else P.matrix(d, (3, 6), seed=2)
    k = P.matrix(d, (3,))
    g = P.normal(d, (6,)) if d in FLOATS + COMPLEX else P.matrix(d, (6,))
    g2 = P.normal(d, (6,), seed=9) if d in FLOATS + COMPLEX else P.matrix(d, (6,), seed=9)
    F = "nn.functional."
    for f in (F + "prelu", "prelu"):
        add(f, x, P.matrix(d, (1,)))
        add(f, x, g)
    add(F + "glu", x)
    add(F + "glu", x, 0)
    add(F + "normalize", x)
    add(F + "normalize", x, 1.0, 0)
    add(F + "linear", P.matrix(d, (4, 6)), P.matrix(d, (3, 6)))
    add(F + "linear", P.matrix(d, (2, 4, 6)), P.matrix(d, (3, 6)), k)
    add(F + "bilinear", P.matrix(d, (4, 2)), P.matrix(d, (4, 3)), P.matrix(d, (2, 2, 3)))
    add(F + "embedding", P.add("tokens", np.array([[0, 2], [1, 1]])), w)
    add(F + "layer_norm", x, (6,))
    add(F + "layer_norm", x, (4, 6))
    add(F + "layer_norm", x, (6,), g, g2, 0.1)
    add(F + "rms_norm", x, (6,))
    add(F + "rms_norm", x, (6,), g, 0.1)
    add(F + "group_norm", x, 2)
    add(F + "group_norm", x, 3, g, g2)
    add(F + "instance_norm", P.matrix(d, (2, 3, 4)))
    add(F + "batch_norm", x, g, P.add(f"{d}.ones6", np.ones(6).astype(np_dtype(d))))
    add(F + "batch_norm", x, g, P.add(f"{d}.ones6", np.ones(6).astype(np_dtype(d))), g, g2)
    add(F + "dropout", x, 0.5, False)
    add(F + "pad", P.matrix(d, (2, 3)), (1, 2))
    add(F + "pad", P.matrix(d, (2, 3)), (1, -1, 0, 1), value=2)
    for mode in ("reflect", "replicate", "circular"):
        add(F + "pad", P.matrix(d, (2, 3)), (1, 2), mode)
        add(F + "pad", P.matrix(d, (1, 3, 4)), (1, 2), mode)
    q = P.normal(d, (2, 3, 4)) if d in FLOATS + COMPLEX else P.matrix(d, (2, 3, 4))
    add(F + "scaled_dot_product_attention", q, q, q)
    add(F + "scaled_dot_product_attention", q, q, q, is_causal=True)
    add(F + "scaled_dot_product_attention", q, q, q, scale=0.5)
    for f in (F + "cosine_similarity", "cosine_similarity"):
        add(f, x, y)
    for f in (F + "pairwise_distance", "pairwise_distance"):
        add(f, x, y)
        add(f, x, y, 1.0)
    for f in (F + "pixel_shuffle", "pixel_shuffle"):
        add(f, P.matrix(d, (8, 2, 3)), 2)
        add(f, P.matrix(d, (2, 2, 3)), 2)
    for f in "mse_loss l1_loss smooth_l1_loss huber_loss hinge_embedding_loss soft_margin_loss poisson_nll_loss kl_div".split():
        if d not in FLOATS and f in ("hinge_embedding_loss", "soft_margin_loss", "poisson_nll_loss", "kl_div"):
            continue  # of integers they are compositions, which the frontend does not follow
        for r in ("mean", "sum", "none"):
            add(F + f, x, y, reduction=r)
    add(F + "mse_loss", x, y, reduction="bad")
    add(F + "smooth_l1_loss", x, y, beta=0.5)
    add(F + "huber_loss", x, y, delta=0.5)
    if d in FLOATS:
        add(F + "kl_div", x, y, reduction="batchmean", log_target=True)
    p, q = val("p", [0.25, 0.5, 0.75, 1, 0], d), val("t", [0, 1, 0.5, 1, 1], d)
    add(F + "binary_cross_entropy", p, q)
    add(F + "binary_cross_entropy", p, q, reduction="none")
    add(F + "binary_cross_entropy_with_logits", x, y)
    add(F + "binary_cross_entropy_with_logits", x, y, pos_weight=g, reduction="none")
    cls = P.add("classes", np.array([0, 5, 2, -100]))
    for r in ("mean", "sum", "none"):
        add(F + "nll_loss", x, cls, reduction=r)
        add(F + "cross_entropy", x, cls, reduction=r)
    add(F + "nll_loss", x, cls, P.add(f"{d}.weights", np.arange(1, 7).astype(np_dtype(d))))
    if d in FLOATS:
        add(F + "cross_entropy", x, P.add(f"{d}.probs", np.full((4, 6), 0.25).astype(np_dtype(d))))
    add(F + "one_hot", val("cls", [0, 2, 1], d), 4)
add("nn.functional.one_hot", P.add("classes2", np.array([0, 5, 2])))
add("nn.functional.one_hot", P.add("classes2", np.array([0, 5, 2])), 3)
add("nn.functional.dropout", P.matrix("float32", (2,)), 0.0)
add("nn.functional.dropout", P.matrix("float32", (2,)), 1.5)
add("nn.functional.embedding", P.add("far", np.array([0, 9])), P.matrix("float32", (3, 2)))
add("nn.functional.pad", P.matrix("float32", (2, 3)), (1,))
add("nn.functional.scaled_dot_product_attention", P.normal("float32", (2, 3, 4)), P.normal("float32", (2, 5, 4)), P.normal("float32", (2, 5, 4)), P.matrix("bool", (3, 5), seed=3))

# complex32: of float16 with a complex number. Operands become complex32 first.
h, h2 = P.normal("complex64", (6,)), P.normal("complex64", (6,), seed=1)
half = lambda f: lambda *a: function(f)(*[x.to(torch.complex32) if isinstance(x, torch.Tensor) and x.is_complex() else x for x in a])
for f in "add sub mul div neg abs sgn sum real imag eq conj sin exp sqrt tensor lt mean cumsum is_complex equal".split():
    args = {"add": (h2,), "sub": (h2,), "mul": (h2,), "div": (h2,), "eq": (h2,), "lt": (h2,), "equal": (h2,), "cumsum": (0,)}.get(f, ())
    c.add("half:" + f, half(f), h, *args)
for f in ("add", "mul", "pow", "div"):
    add(f, P.normal("float16", (6,)), 1 + 2j)
    c.add("half:" + f, half(f), h, 0.1)
    c.add("half:" + f, half(f), h, P.normal("float16", (6,)))
    c.add("half:" + f, half(f), h, P.normal("bfloat16", (6,)))

# out=
for f, args in {"add": (P.matrix("float32", (3,)), 1), "exp": (P.matrix("float32", (3,)),), "sum": (P.matrix("float32", (3, 2)), 0), "matmul": (P.matrix("float32", (2, 2)), P.matrix("float32", (2, 2)))}.items():
    for d in ("float64", "float32", "int64", "complex64"):
        add(f, *args, out=P.add(f"{d}.out.{f}", np.zeros((2, 2) if f == "matmul" else {"sum": 2}.get(f, 3)).astype(np_dtype(d))))

c.write("torch", torch.__version__.split("+")[0])
