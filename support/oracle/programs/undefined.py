"""What the frameworks themselves leave undefined.

APART are functions that no random program calls, and why. RULES are programs whose
answer is not compared: the frameworks, when, and why; a rule asks for what makes the
answer open, never for a function alone. elements writes into an array which of its
elements are not compared, "open", and which are compared but for the sign of a zero,
"unsigned".
"""
import ast
import base64
import inspect
import math
import re

import numpy as np

APART = {
    "from_numpy": "takes arrays of another package",
    "config.update": "a setting, which every program of JAX in x64 makes",
    "seed": "draws a seed from the system",
    "initial_seed": "is that of the system until a program sets one",
    "set_default_dtype": "a setting; programs of gen_frontend_programs.py make it",
}

CASTS = re.compile(r"astype|dtype=(?!\w+\.b?(?:float|complex))|casting=|\.to\(|cast\(|\.(byte|char|short|int|long|type|type_as|copy_|fill_?)\(|[-+*/%&|^<>]=|convert_element_type|asanyarray|ascontiguousarray|asarray|copyto|put|place|\] = |out=|(numpy|jnp|tf)\.u?int\d+[,)]|tril?_indices|arange|full|array\(.*\bu?int|where|ldexp|new_tensor|clip|clamp")


def last_lines(text):
    """A program without the lines that make its operands."""
    return "\n".join(line for line in text.split("\n") if not re.match(r"[a-s] = |\w+, nan = ", line))


def arrays_of(answer):
    if isinstance(answer, list):
        return [a for e in answer for a in arrays_of(e)]
    return [answer] if isinstance(answer, dict) and "dtype" in answer else []


def floats_in(scope):
    """The real elements of the variables of inexact dtypes."""
    for name, v in scope.items():
        if len(name) != 1:
            continue
        try:
            if type(v).__module__.startswith("torch"):
                if not (v.dtype.is_floating_point or v.dtype.is_complex):
                    continue
                v = v.detach().resolve_conj().to(v.dtype if v.dtype.is_complex else v.double().dtype)
            a = np.asarray(v)
            if a.dtype.name == "bfloat16":
                a = a.astype(np.float32)
            if a.dtype.kind in "fcV":
                yield a.astype(np.complex128).real.ravel()
        except (TypeError, ValueError, AttributeError, RuntimeError):
            continue


# The parameters of NumPy's methods behind the array.
METHODS = {"sum prod": "axis dtype out keepdims initial where", "max min": "axis out keepdims initial where", "any all mean": "axis dtype out keepdims where",
           "std var": "axis dtype out ddof keepdims where mean", "cumsum cumprod": "axis dtype out", "argsort": "axis kind order stable", "clip": "min max out"}


def called(text, scope):
    """NumPy's function that a program ends with a call of, or with an operator behind one in brackets, and its
    arguments as texts by their parameters, the array of a method as the first one; None where it ends with
    something else."""
    try:
        call = ast.parse(last_lines(text).split("\n")[-1], mode="eval").body
        if isinstance(call, ast.Tuple) and call.elts:
            call = call.elts[0]
        elif isinstance(call, (ast.BinOp, ast.Compare)) and last_lines(text).split("\n")[-1].startswith("("):
            call = call.left
        path = [call.func.attr]
        on = call.func.value
        while isinstance(on, ast.Attribute):
            path.insert(0, on.attr)
            on = on.value
        given = [ast.unparse(a) for a in call.args]
        if on.id == "numpy":
            f = np
            for name in path:
                f = getattr(f, name)
            names = [f"x{i}" for i in range(f.nin)] + ["out"] if isinstance(f, np.ufunc) else list(inspect.signature(f).parameters)
        else:
            f = getattr(np, path[-1])
            names = ["a"] + next(v.split() for k, v in METHODS.items() if path[-1] in k.split())
            given.insert(0, ast.unparse(on))
    except (AttributeError, SyntaxError, StopIteration, TypeError, ValueError):
        return None
    return f, dict(zip(names, given), **{k.arg: ast.unparse(k.value) for k in call.keywords})


def evaluated(f, args, scope, *without, **changed):
    """What a call gives with other arguments; ValueError where it fails."""
    args = {**{k: v for k, v in args.items() if k not in without}, **changed}
    at = f.nin if isinstance(f, np.ufunc) else 1
    parts = [v if i < at else f"{k}={v}" for i, (k, v) in enumerate(args.items())]
    try:
        return np.asarray(eval(f"FUNCTION({', '.join(parts)})", {**scope, "FUNCTION": f}))
    except Exception as e:
        raise ValueError from e


def outside(z, dtype):
    """Whether C leaves open what casts of elements of z to an integer dtype give."""
    info = np.iinfo(dtype)
    z = z.real if z.dtype.kind == "c" else z
    if z.dtype.kind != "f":
        return False
    t = np.trunc(z.astype(np.float64))
    return bool(np.any(~np.isfinite(t) | (t < float(info.min)) | (t >= float(info.max + 1))))


def parts_in(scope):
    """The real and the imaginary parts of the variables of inexact dtypes, and the numbers of lists."""
    for name, v in scope.items():
        if len(name) == 1 and getattr(getattr(v, "dtype", None), "kind", "") in "fc":
            a = np.asarray(v)
            yield a.real
            yield a.imag


def cast_of_what_does_not_fit(text, answer, scope):
    whole = [a["dtype"] for a in arrays_of(answer) if "int" in a["dtype"]]
    named = re.findall(r"\bu?int\d+\b|\bint\b", last_lines(text))
    if not whole and not named or not CASTS.search(last_lines(text)):
        return False
    for a in arrays_of(answer):
        if a["dtype"] in ("int32", "int64", "int16", "int8") and np.any(np.frombuffer(base64.b64decode(a["data"]), a["dtype"]) == np.iinfo(a["dtype"]).min):
            return True  # what a NaN that came on the way becomes
    for d in whole + named:
        info = np.iinfo("int64" if d == "int" else d)
        for x in floats_in(scope):
            t = np.trunc(x)
            if not np.all(np.isfinite(x)) or np.any((t < info.min) | (t > info.max)):
                return True
        for n in re.findall(r"(?<![\w.])-\d+\.\d+|\b\d+e\d+|-?\binf\b|\bnan\b", last_lines(text)):
            if not info.min <= np.nan_to_num(float(n), nan=1e300) <= info.max:
                return True
    return False


def median_of_nothing(text, answer, scope):
    return any(m in last_lines(text) for m in ("median(",)) and any("int" in a["dtype"] for a in arrays_of(answer)) and "zeros((" in text


def tied(text, answer, scope):
    """Operands with elements that are equal."""
    return any(type(v).__module__.startswith("torch") and v.dim() and (v.numel() > len(set(v.flatten().tolist()))) for n, v in scope.items() if len(n) == 1)


def nans(text, answer, scope):
    return any(np.isnan(x).any() for x in floats_in(scope))


def unsafe_result(text, answer, scope):
    """A float result that casting='unsafe' writes into integers which do not hold it."""
    last = text.split("\n")[-1].rsplit("), ", 1)[0]
    whole = [a["dtype"] for a in arrays_of(answer) if "int" in a["dtype"]]
    if "casting='unsafe'" not in last or not whole:
        return False
    call = re.sub(r", (out|dtype|casting|where)=[^,()]+", "", last)
    try:
        z = np.asarray(eval(call + ")" * (call.count("(") - call.count(")")), scope))
    except Exception:
        return True
    info = np.iinfo(whole[0])
    z = z.real if z.dtype.kind == "c" else z
    return z.dtype.kind == "f" and bool(np.any(~np.isfinite(z) | (np.trunc(z) < info.min) | (np.trunc(z) > info.max)))


def powers_of_infinities(text, answer, scope):
    """A complex power of what is not finite, or to it."""
    return re.search(r"\*\*|pow|exp2|ldexp", last_lines(text)) and any(a["dtype"].startswith("complex") for a in arrays_of(answer)) and (re.search(r"\b(inf|nan)\b|1e30j", text) or any(not np.isfinite(x).all() or (abs(x) > 1000).any() for x in floats_in(scope)) or re.search(r"\b1e30\)", text))


def tied_points(text, answer, scope):
    """Points of interp that are one point when the period is taken from them."""
    m = re.search(r"interp\([^,]+, ([a-z]), .*period=([-\d.]+)", last_lines(text))
    if not m or m[1] not in scope:
        return False
    points = np.asarray(scope[m[1]], np.float64) % abs(float(m[2]))
    return len(set(points.tolist())) < points.size


def windows(text, scope):
    """The shapes of a convolution's operands, its filter's with its dilations, as far as the program names them."""
    m = re.search(r"\bconv(?:olution|\dd)?\(([a-z]), ([a-z]),", last_lines(text))
    if not m or m[1] not in scope or m[2] not in scope:
        return None
    x, w = (tuple(scope[n].shape) for n in m.groups())
    d = re.search(r"dilations=(\[[\d, ]*\]|\([\d, ]*\)|\d+)", text)
    r = len(w) - 2
    dilations = eval(d[1]) if d else 1
    dilations = [dilations] * r if isinstance(dilations, int) else list(dilations)
    dilations = dilations * r if len(dilations) == 1 else dilations
    first = 2 if re.search(r"data_format='NC", text) else 1
    if len(dilations) == r + 2:
        dilations = dilations[first:first + r]
    return x[first:first + r], [(k - 1) * a + 1 for k, a in zip(w, dilations)]


def no_window(text, answer, scope):
    both = windows(text, scope) if "VALID" in text else None
    return both and any(k > n for n, k in zip(*both))


def infinite_window(text, answer, scope):
    return re.search(r"\bconv|\bseparable_conv|depthwise_conv", last_lines(text)) and any(not np.isfinite(x).all() for x in floats_in(scope))


def near_zero(text, answer, scope):
    return "nextafter(" in text and any((x == 0).any() for x in floats_in(scope))


# Why the class of error of a text's sum in a dtype is open.
REMEMBERED = "whether a text's sum or product in a dtype casts the text first: NumPy's dispatch does so once an earlier call has"

# Why a SystemError is no answer.
BROKEN = "the framework's binding fails in itself: it returns with an error of Python's set, which some of its callers look at, and others do not (a negative integer as a uint64: OverflowError, SystemError or 2**64 less)"

def cancelled(text, answer, scope):
    """A standardize of elements that are all but equal."""
    return "standardize(" in text and any(np.any(abs(np.frombuffer(base64.b64decode(a["data"]), a["dtype"])) > 1e3) for a in arrays_of(answer) if re.fullmatch(r"float(16|32|64)|complex\d+", a["dtype"]))


def values_of(a):
    """The elements of an answer of float32 or float64; those of narrow floats as 0."""
    return np.frombuffer(base64.b64decode(a["data"]), a["dtype"]) if a["dtype"] in ("float32", "float64") else np.zeros(1)


def spaced_down(text, answer, scope):
    """A linspace or logspace of uint8 whose numbers, or exponents, fall."""
    m = re.search(r"(?:lin|log)space\(([^,]+), ([^,)]+)", last_lines(text))
    if not m or "uint8" not in text:
        return False
    try:
        start, end = (float(eval(re.sub(r"^\w+=", "", e), scope)) for e in m.groups())
    except Exception:
        return False
    return start < 0 or end < start


def negative(scope, whole=False):
    if whole and any(isinstance(v, np.ndarray) and v.dtype.kind == "i" and (v < 0).any() for v in scope.values()):
        return True
    return any((x < 0).any() or np.signbit(x).any() for x in floats_in(scope))


def zeros_of(a):
    """The indices of zeros of either sign in an array of real floats."""
    bits = {"float16": "u2", "bfloat16": "u2", "float32": "u4", "float64": "u8"}.get(a["dtype"])
    return np.flatnonzero(np.frombuffer(base64.b64decode(a["data"]), bits) << 1 == 0).tolist() if bits else []


def without_output(text, answer, scope):
    """A transposed convolution whose result has no elements, of operands that have some."""
    return "conv_transpose" in text and "zeros((" not in text and any(0 in a["shape"] for a in arrays_of(answer))


def squares_overflow(scope):
    """Floats whose squares, or whose dtype, do not hold what a variance is made of."""
    return any((~np.isfinite(x)).any() or (abs(x) > 1e18).any() for x in floats_in(scope))


def product_overflows(scope):
    """Factors of which some order overflows before a zero."""
    return any((x == 0).any() and not np.isfinite(np.prod(np.where(x == 0, 1, abs(x)), dtype=np.float32)) for x in floats_in(scope))


def multiplies(text, scope):
    return "prod(" in last_lines(text) and "cumprod" not in last_lines(text) and product_overflows(scope)


def by_element(text, answer):
    """Whether an answer is of float32 or float64 and of a call alone, so that an element says itself whether it is open."""
    all_of = {a["dtype"] for a in arrays_of(answer)}
    return bool(all_of) and all_of <= {"float32", "float64"} and not last_lines(text).split("\n")[-1].startswith("(") and "out=" not in text


def unchecked_accumulation(text, answer, scope):
    """cumsum and its like into an array of another shape than the result's."""
    f, args = called(text, scope) or (None, {})
    if getattr(f, "__name__", "") not in ("cumsum", "cumprod", "nancumsum", "nancumprod") or args.get("out", "None") == "None":
        return False
    try:
        x, out = np.asarray(eval(args["a"], scope)), eval(args["out"], scope)
    except Exception:
        return False
    return out.shape != ((x.size,) if args.get("axis", "None") == "None" else x.shape)


def both_zeros(text, answer, scope):
    """Zeros of both signs, which are equal, in something to sort."""
    numbers = [float(n) for n in re.findall(r"(?<![\w.])-?0\.0(?![\d.])", last_lines(text))]
    x = np.concatenate([numbers, *floats_in(scope)])
    if re.search(r"\b(f?m(ax|in)|(max|min)imum|clip)\(", last_lines(text)) and any(isinstance(v, np.ndarray) and v.dtype.kind in "biu" and (v == 0).any() for n, v in scope.items() if len(n) == 1):
        x = np.append(x, 0.0)  # with floats, an integer becomes one
    if re.search(r"\b(f?a?m(ax|in)|(max|min)imum|clip|nanm(ax|in))\(.*(initial=|[(, ])(0|False)[,)]", last_lines(text)):
        x = np.append(x, 0.0)
    return re.search(r"sort|partition|unique|median|quantile|percentile|max|min|1d\(", last_lines(text)) and np.any((x == 0) & np.signbit(x)) and np.any((x == 0) & ~np.signbit(x))


def spaced_beyond(text, answer, scope):
    """Numbers of linspace, rounded down, and of logspace and geomspace that an integer dtype does not hold."""
    m = re.search(r"numpy\.(?:log|geom|lin)space\(.*dtype=[\w.']*?(u?int\d*)", last_lines(text))
    if not m:
        return False
    try:
        z = np.asarray(eval(re.sub(r", dtype=[\w.']+", "", last_lines(text).split("\n")[-1]), scope))
    except Exception:
        return True
    z = z.real if z.dtype.kind == "c" else z
    return outside(np.floor(z) if "linspace(" in last_lines(text) else z, "int64" if m[1] == "int" else m[1])


def weighed_beyond(text, answer, scope):
    """A histogram's sums of integer weights, which are made in floats, that the weights' dtype does not hold."""
    f, args = called(text, scope) or (None, {})
    try:
        weights = np.asarray(eval(args["weights"], scope)) if f is np.histogram and "weights" in args else np.zeros(0)
        return weights.dtype.kind in "iu" and outside(np.sum(np.abs(weights.astype(np.float64))), weights.dtype)
    except Exception:
        return False


def rounded_beyond(text, answer, scope):
    """A float result, or the sum that it is a quotient of, that an integer array for the result does not hold."""
    f, args = called(text, scope) or (None, {})
    try:
        out = eval(args.get("out", "None"), scope) if f else None
        if not isinstance(out, np.ndarray) or out.dtype.kind not in "iu":
            return False
        z = evaluated(f, args, scope, "out")
        if f.__name__ in ("max", "min", "amax", "amin", "nanmax", "nanmin"):  # computed in the dtype that the two have in common
            z = z.astype(np.result_type(z.dtype, out.dtype))
        total = z
        if f.__name__ in ("mean", "nanmean"):
            total = evaluated(getattr(np, f.__name__.replace("mean", "sum")), args, scope, "out", **{"dtype": "'float64'"} if "dtype" not in args else {})
        elif f.__name__ in ("var", "nanvar", "std", "nanstd"):
            spread = evaluated(getattr(np, f.__name__.replace("std", "var")), args, scope, "out", "ddof", "correction")
            total = spread * (np.asarray(eval(args["a"], scope)).size / max(spread.size, 1))
    except ValueError:
        return False
    return outside(z, out.dtype) or outside(np.asarray(total), out.dtype)


def cast_from_beyond(text, answer, scope):
    """A mean or a variance, as an integer that does not hold it or what it is made of."""
    f, args = called(text, scope) or (None, {})
    if getattr(f, "__name__", "") not in ("mean", "nanmean", "std", "nanstd", "var", "nanvar") or args.get("dtype", "None") == "None":
        return False
    try:
        d = np.dtype(eval(args["dtype"], scope))
        if d.kind == "b" and args.get("out", "None") != "None":  # a variance of nothing, as what out= holds
            return eval(args["out"], scope).dtype.kind in "iu" and outside(evaluated(f, args, scope, "dtype", "out"), eval(args["out"], scope).dtype)
        if d.kind not in "iu":
            return False
        if "mean" not in f.__name__ and d.kind == "u" and negative(scope, whole=True):
            return True  # the mean from which the differences are
        z = evaluated(f, args, scope, "dtype", "out")
        if "mean" in f.__name__:
            return outside(z, d)
        mean = evaluated(getattr(np, f.__name__[:-3] + "mean"), args, scope, "dtype", "out", "ddof", "correction", "mean", keepdims="True")
        squares = np.square(np.abs(np.asarray(eval(args["a"], scope), np.complex128) - mean))
        return outside(z, d) or outside(squares, d) or outside(np.sum(squares), d)
    except Exception:
        return False


def unstable(text, answer, scope):
    """The order of equal elements of 32 and 64 bits, by a sort that is not said to be stable, as an operand."""
    last = last_lines(text)
    if not re.search(r"^\(.*argsort\(", last, re.M) or re.search(r"stable|mergesort|radix|heap", last):
        return False
    return any(isinstance(v, np.ndarray) and v.dtype.itemsize in (4, 8) and v.dtype.kind in "iuf" and np.unique(v).size < v.size for n, v in scope.items() if len(n) == 1)


def ordered_otherwise(framework, text, answer, scope):
    """The elements of an argsort of NumPy's that are in another order than that of a stable sort, among equal ones."""
    f, args = called(text, scope) or (None, {})
    if framework != "numpy" or f is not np.argsort or not isinstance(answer, dict) or "data" not in answer or re.search(r"stable|mergesort|radix|heap", last_lines(text)):
        return []
    try:
        x, axis = np.asarray(eval(args["a"], scope)), eval(args.get("axis", "-1"), scope)
        ours = np.argsort(x, axis=axis, kind="stable")
        if axis is None:
            x, axis = x.ravel(), 0
        theirs = np.frombuffer(base64.b64decode(answer["data"]), np.int64).reshape(ours.shape)
        other = (ours != theirs) & (np.take_along_axis(x, ours, axis) == np.take_along_axis(x, theirs, axis))
    except Exception:
        return []
    return np.flatnonzero(other).tolist()


def padded_beyond(text, answer, scope):
    """Means and medians of 64-bit integers that a float64 does not hold, as integers."""
    return bool(re.search(r"pad\(.*'(mean|median)'", last_lines(text))) and any(isinstance(v, np.ndarray) and v.dtype.kind in "iu" and v.size and max(abs(int(v.min())), abs(int(v.max()))) > 2**62 for n, v in scope.items() if len(n) == 1)


def skips_rows(text, answer, scope):
    """A maximum or minimum that is written into an array, and another one where it is not."""
    f, args = called(text, scope) or (None, {})
    if getattr(f, "__name__", "") not in ("max", "min", "amax", "amin", "ptp") or args.get("out", "None") == "None":
        return False
    try:
        z, out = evaluated(f, args, scope, "out"), eval(args["out"], scope)
    except ValueError:
        return False
    return not np.array_equal(z.astype(out.dtype), out, equal_nan=z.dtype.kind in "fc")


def complex_infinities(scope):
    """Whether a variable has complex elements with an infinite part."""
    for name, v in scope.items():
        if len(name) == 1 and hasattr(v, "dtype") and "complex" in str(v.dtype) and np.isinf(np.asarray(v)).any():
            return True
    return False


def finite(framework, text, scope):
    """Whether all elements of the variables, and all numbers of the last lines, are finite."""
    if re.search(r"(?<![\w.])(inf|nan)\b", last_lines(text)):
        return False
    for name, v in scope.items():
        if len(name) != 1 or not hasattr(v, "dtype"):
            continue
        if framework == "torch":
            if (v.dtype.is_floating_point or v.dtype.is_complex) and not np.isfinite(v.detach().resolve_conj().resolve_neg().to(v.dtype if v.dtype.is_complex else v.double().dtype).numpy()).all():
                return False
        elif getattr(v.dtype, "kind", "") in "fc" and not np.isfinite(v).all():
            return False
    return True


ELIMINATES = re.compile(r"\b(?:lstsq|lu|lu_factor|lu_factor_ex|ldl_factor|ldl_factor_ex|cholesky|cholesky_ex|inv|inv_ex|inverse|solve|solve_ex|tensorsolve|tensorinv|det|slogdet|logdet)\(")
ELIMINATED = "an elimination with infinities or NaN: LAPACK's order of operations decides which rows are exchanged, and where it fails"


def eliminates_infinities(text, answer, scope):
    m = ELIMINATES.search(last_lines(text))
    if not m or m[0] == "lstsq(" and any(hasattr(v, "isnan") and v.isnan().any() for n, v in scope.items() if len(n) == 1):
        return False  # MKL refuses a NaN of lstsq
    return not finite("torch", text, scope)


NEARLY_SINGULAR = "a factorization of a matrix that is singular but for rounding, which decides whether a pivot is zero"


def singular_but_for_rounding(text, answer, scope):
    """Symmetric matrices that are factorized, and singular but for rounding."""
    if not re.search(r"\bldl_factor(?:_ex)?\(", last_lines(text)):
        return False
    for name, v in scope.items():
        if len(name) == 1 and hasattr(v, "is_complex") and v.dim() >= 2 and v.shape[-1] == v.shape[-2] and v.numel() and finite("torch", "", {name: v}):
            x = np.tril(v.resolve_conj().to(v.dtype if v.is_complex() else v.double().dtype).numpy())
            for y in (x + np.swapaxes(np.tril(x, -1), -1, -2), x + np.swapaxes(np.tril(x, -1), -1, -2).conj()):
                s = np.linalg.svd(y, compute_uv=False)
                if (s.min(-1) <= 1e-5 * s.max(-1)).any():
                    return True
    return False


def doubled_eigenvalues(text, answer, scope):
    """Real matrices with eigenvalues that are one but for rounding."""
    if not re.search(r"\blinalg\.eig(?:vals)?\(", last_lines(text)):
        return False
    for name, v in scope.items():
        if len(name) == 1 and isinstance(v, np.ndarray) and v.dtype.kind != "c" and v.ndim >= 2 and v.shape[-1] == v.shape[-2] and v.size:
            w = np.linalg.eigvals(v.astype(np.float64)).reshape(-1, v.shape[-1])
            gaps = abs(w[:, :, None] - w[:, None, :]) + np.where(np.eye(w.shape[-1]), np.inf, 0)
            if gaps.min() < 0.02 * max(1, abs(w).max()):
                return True
    return False


def empty_lengths(text, answer, scope):
    """A transform whose lengths are arrays without elements."""
    m = re.search(r"\bfft\.\w+\([^()]*?(?:, |s=)([a-z])\b", last_lines(text))
    return bool(m) and getattr(scope.get(m[1]), "ndim", 0) > 1 and 0 in scope[m[1]].shape[1:]


EMPTY_LENGTHS = "lengths that are arrays without elements: NumPy takes their truth, which it warns will be an error"


def singular_values_of_infinities(text, scope):
    """A function of singular values, or of eigenvalues of symmetric matrices, of a matrix with infinities."""
    last = last_lines(text)
    return bool(re.search(r"\b(svd|svdvals|matrix_rank|cond|pinv|lstsq|eigh|eigvalsh)\(|norm\(.*(\b2\b|'nuc')", last)) and any(np.isinf(x).any() for x in parts_in(scope))


def odd_bools(text, answer, scope):
    """Bytes of a view that are neither of bool's, as an operand."""
    m = re.match(r"\((.*\.view\([^()]*\bbool.*)\) [^()]*$", last_lines(text).split("\n")[-1])
    try:
        return bool(m) and bool((eval(m[1], scope).view(np.uint8) > 1).any())
    except Exception:
        return False


def filled_beyond(text, answer, scope):
    """A number with which take and its like fill integers that do not hold it."""
    m = re.search(r"fill_value=(-?[\w.+-]+)", last_lines(text))
    try:
        fill = np.asarray(float(m[1])) if m else None
    except ValueError:
        return False
    return fill is not None and any("int" in a["dtype"] and outside(fill, a["dtype"]) for a in arrays_of(answer)) and "." in m[1] + "." * bool(re.search(r"e|inf|nan", m[1]))


def beyond_buffer(text, answer, scope):
    """format_float_positional or format_float_scientific with more characters than NumPy's buffer has."""
    numbers = [int(n) for n in re.findall(r"\b\d{5,18}\b", text)]
    return "format_float_" in text and any(n > 16000 for n in numbers)


def turned_by_negatives(text, answer, scope):
    """A transposition that names an axis from the end."""
    return re.search(r"\btranspose\((?:.*, |\w+=|.*\w+=)?[\[(](?:-?\d+, ?)*-\d", last_lines(text).split("\n")[-1]) is not None


def padded_infinities(text, answer, scope):
    """A padded convolution by weights that are not finite."""
    m = re.search(r"\bconv\dd\((?:input=)?[a-z], (?:weight=)?([a-z])\b.*padding=(?!0\b|'valid')", last_lines(text))
    return bool(m) and m[1] in scope and not finite("torch", "", {m[1]: scope[m[1]]})


def rounded_to_beyond(text, answer, scope):
    """Integers that are rounded as floats, to what their dtype does not hold."""
    m = re.search(r"^.*\.(?:around|round)\((.*)\)$", last_lines(text), re.M)
    if not m or not all("int" in a["dtype"] for a in arrays_of(answer)):
        return False
    try:
        z = eval(f"(lambda a, decimals=0: (a, decimals))({m[1]})", scope)
        z, info = np.around(np.asarray(z[0]).astype(np.float32), int(z[1])), np.iinfo(arrays_of(answer)[0]["dtype"])
    except Exception:
        return False
    return bool(np.any((z < info.min) | (z >= float(info.max) + 1)))


def spread_beyond(text, answer, scope):
    """A variance that the integer dtype asked for does not hold."""
    last = last_lines(text).split("\n")[-1]
    m = re.search(r"\.(?:std|var)\(.*, (?:dtype=)?tf\.(u?int\d+)", last)
    if not m:
        return False
    try:
        z = np.asarray(eval(re.sub(r", (?:dtype=)?tf\.u?int\d+", "", last), scope))
    except Exception:
        return True
    info = np.iinfo(m[1])
    return bool(np.any(~np.isfinite(z) | (np.trunc(z.real) < info.min) | (np.trunc(z.real) > info.max)))


SINGULAR = "singular values, and eigenvalues of symmetric matrices, with infinities: LAPACK's iteration ends with an error, with numbers, or never"

RESIZED = "elements that resize_ adds"

RULES = [
    ("jax", cancelled, "quotients by a deviation that is the rounding of a difference of equal numbers"),
    ("tensorflow", lambda t, a, s: re.search(r"\b(solve|inv|det|slogdet|cholesky|lu)\(", last_lines(t)) and any(not np.isfinite(x).all() for x in floats_in(s)), "an elimination with infinities or NaN: which rows are exchanged, and what is subtracted first"),
    ("tensorflow", lambda t, a, s: re.search(r"\b(std|var|reduce_std|reduce_variance)\(", last_lines(t)) and complex_infinities(s), "the spread of complex infinities: C++'s product makes an infinity of what is NaN in the product of vector units, and the place decides which it is"),
    ("tensorflow", turned_by_negatives, "a transposition by an axis below 0: TensorFlow finds it in range, and then computes with the negative number: other elements, or the end of the process (measured for half of the permutations of 2 to 4 axes)"),
    ("tensorflow", lambda t, a, s: re.search(r"swapaxes\(.*-\d", last_lines(t)), "a transposition by an axis below 0: TensorFlow's process may end by it"),
    ("tensorflow", lambda t, a, s: re.search(r"\bsoftmax\(", last_lines(t)) and nans(t, a, s), "softmax of NaN: oneDNN, which TensorFlow takes on some processors, has zeros beside it, and Eigen has NaN (measured with TF_ENABLE_ONEDNN_OPTS=0)"),
    ("tensorflow", rounded_to_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("torch", padded_infinities, "a padded convolution by weights that are not finite: oneDNN leaves the padding out, PyTorch's own kernels multiply it: batch and dtype decide which runs (measured: float32 of 1 input and of 2)"),
    ("tensorflow", spread_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("tensorflow", no_window, "a convolution with a filter that is longer than its input: oneDNN gives memory that it never wrote, of the input's shape"),
    ("tensorflow", infinite_window, "a convolution with infinities or NaN: some kernels multiply the zeros of the padding with them, others leave these out"),
    ("tensorflow", near_zero, "what is next to 0: whether TensorFlow takes subnormal numbers for zeros"),
    ("jax", infinite_window, "a convolution with infinities or NaN: XLA multiplies the zeros of paddings and dilations with them in float32, and leaves these out in float64"),
    ("numpy", lambda t, a, s: singular_values_of_infinities(t, s), SINGULAR),
    ("torch", eliminates_infinities, ELIMINATED),
    ("torch", singular_but_for_rounding, NEARLY_SINGULAR),
    ("numpy", doubled_eigenvalues, "eigenvalues of a real matrix that are one but for rounding, which decides whether they are real or a pair, and with it the dtype"),
    ("numpy", empty_lengths, EMPTY_LENGTHS),
    ("numpy", odd_bools, "a bool whose byte is neither 0 nor 1"),
    ("jax", filled_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", weighed_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", rounded_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", cast_from_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", skips_rows, "a maximum or minimum of a view into an array: NumPy leaves rows out that it looks at without one"),
    ("numpy", unstable, "the order of equal elements: NumPy's default sort is documented not to be stable, and is not where vector units sort"),
    ("numpy", padded_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", beyond_buffer, "a text that is longer than NumPy's buffer of 16,384 characters, beyond which it writes: the process may end"),
    ("numpy", unchecked_accumulation, "an accumulation into an array of another shape, which NumPy does not check: it reads and writes beyond it"),
    ("numpy", lambda t, a, s: re.search(r"max_line_width=[a-z]\b", last_lines(t)), "a line's width in an array: NumPy subtracts from it in place while it formats"),
    ("numpy", both_zeros, "which of two zeros of unlike signs comes first, where vector units sort"),
    ("numpy", spaced_beyond, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy", tied_points, "which of several equal points interp takes, which its unstable sort of them decides"),
    ("numpy", unsafe_result, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
    ("numpy jax torch tensorflow", powers_of_infinities, "complex powers of or to numbers that are not finite, or beyond 1000: their parts are differences of what overflows"),
    ("tensorflow", lambda t, a, s: re.search(r"sort\(|top_k\(", last_lines(t)) and (nans(t, a, s) or re.search(r"\bnan\b", last_lines(t))), "where a NaN is in an order: TensorFlow's top_k finds it neither less nor greater"),
    ("torch", median_of_nothing, "the median of no integers: a NaN as an integer"),
    ("torch", lambda t, a, s: "kthvalue(" in t and tied(t, a, s), "which of several equal elements kthvalue gives the index of"),
    ("torch", lambda t, a, s: "topk(" in t and tied(t, a, s), "which of several equal elements topk gives the indices of"),
    ("torch", lambda t, a, s: re.search(r"(?<!r)gelu\(", last_lines(t)) and any(np.isinf(x).any() for x in floats_in(s)), "gelu of infinities: oneDNN's kernel gives NaN, PyTorch's own does not; memory layout, size and dtype decide which runs"),
    ("torch", lambda t, a, s: re.search(r"(layer|group|instance|rms)_norm\(|(std|var)_mean\(", last_lines(t)) and squares_overflow(s), "means and variances of what is infinite or whose squares are: Welford's steps give NaN or not by their order, which lanes and threads decide"),
    ("torch", lambda t, a, s: multiplies(t, s) and not by_element(t, a), "a product that overflows before it meets a zero, or after: lanes and threads decide the order"),
    ("torch", lambda t, a, s: re.search(r"\bmode\(", last_lines(t)) and nans(t, a, s), "the mode beside NaN: std::sort's comparison is no order of them"),
    ("torch", lambda t, a, s: "conv_transpose" in last_lines(t) and any(not np.isfinite(x).all() for x in floats_in(s)), "transposed convolutions of what is not finite: oneDNN multiplies by zeros that PyTorch's own kernels leave out"),
    ("torch", lambda t, a, s: re.search(r"alpha=(?!-?[01](\.0)?[,)])", last_lines(t)) and re.search(r"\b(add|sub|subtract|rsub)_?\(", last_lines(t)) and any(x["dtype"] in ("float16", "bfloat16") for x in arrays_of(a)), "alpha times narrow floats: fused in whole vector registers, rounded in between in what is left"),
    ("torch", lambda t, a, s: "logaddexp2(" in last_lines(t) and not by_element(t, a) and any((np.abs(x) < 1e-6).any() for x in map(values_of, arrays_of(a))), "logaddexp2 where it cancels: the product is fused in whole vector registers alone"),
    ("torch", spaced_down, "a step below 0 as a uint8, which C leaves open"),
    ("torch", without_output, "a transposed convolution without output: oneDNN's gives an empty tensor, PyTorch's own refuses; batch, groups, dtype and threads decide which runs"),
    ("torch", lambda t, a, s: ".resize_(" in t and "out=" not in t and ".shape" not in t, RESIZED),
    ("torch", lambda t, a, s: re.search(r"\.empty\w*\(.*out=", t), "what empty tensors hold"),
    ("numpy torch tensorflow", cast_of_what_does_not_fit, "a cast of a float to an integer dtype that does not hold it: C leaves it open"),
]


NEGATIVE = re.compile(r"(?<![\w.\])-])-\d+(?![\d.])")


FIRST = "a float as the axis of concat of numbers: the first such call of a process has an InvalidArgumentError, those after it a TypeError"


LOWERED = "ihfft of no elements: JAX divides by their number, a ZeroDivisionError, unless the transform fails to compile before, a ValueError (both measured with one version)"


def of_error(framework, text, name, scope):
    """Why a program's error is open, "" if it is not."""
    if framework == "jax" and "ihfft(" in last_lines(text) and name in ("ValueError", "ZeroDivisionError") and any(np.size(v) == 0 for n, v in scope.items() if len(n) == 1 and hasattr(v, "dtype")):
        return LOWERED
    if framework == "numpy" and singular_values_of_infinities(text, scope):
        return SINGULAR
    if framework == "torch" and eliminates_infinities(text, None, scope):
        return ELIMINATED
    if framework == "torch" and singular_but_for_rounding(text, None, scope):
        return NEARLY_SINGULAR
    if framework == "numpy" and empty_lengths(text, None, scope):
        return EMPTY_LENGTHS
    if name == "SystemError" or framework == "tensorflow" and name == "OverflowError" and "uint64" in text and NEGATIVE.search(last_lines(text)):
        return BROKEN
    remembered = re.search(r"\b(nan)?(cum)?(sum|prod)\('a'.*dtype=", text)
    if framework == "numpy" and remembered and (remembered[3] == "sum") != ("out=" in text):
        return REMEMBERED
    if framework == "tensorflow" and re.search(r"\bconcat\(\[[^\[\]]*\], (?:axis=)?0\.5", last_lines(text)):
        return FIRST
    return ""


DEFECTIVE = "eigenvectors of which the framework's own do not satisfy the equation within the program's bound: those of a matrix that lacks some"


def reason(framework, text, answer, scope, chosen=False):
    """Why a program's answer is open, "" if it is not; of one that was chosen, by no reason of BY_NAME."""
    if re.search(r"abs\(\w @ v - v \* w\[", text) and any(a["dtype"] == "bool" and 0 in base64.b64decode(a["data"]) for a in arrays_of(answer)[-1:]):
        return DEFECTIVE
    for of, when, why in RULES:
        if framework in of.split() and not (chosen and why in BY_NAME) and when(text, answer, scope):
            return why
    return ""


COMPLEX = "the parts of complex numbers that are not finite: compilers and vector units order and fuse the products of which they are sums differently"


ZEROS = "the sign of a zero among zeros of both signs: whole vector registers take one operand's, what is left the other's (PyTorch: n of 16 and 17 float32, 8 and 9 float64, 32 and 33 half; TensorFlow: Eigen's)"
ROOTS = "the root of a negative number with an imaginary part of -0: below the cut in whole vector registers, above it in what is left (TensorFlow: 3 and 4 complex64, 1 and 2 complex128)"
INFINITE = "a product that overflows beside an infinity of the other sign: NaN where it is rounded before the sum, that infinity where it is fused, which MKL's kernels do for some shapes (measured: 40 rows do, 4 do not)"
SHRUNK = "the sign of softshrink's zeros: +0 in whole vector registers, x·0 in what is left"
PRODUCT = "a product that overflows before it meets a zero, or after: NaN or 0 by the order, which lanes and threads decide"
CANCELS = "the last places of logaddexp2 where it cancels: the product is fused in whole vector registers alone"
EXPONENTIALS = "the real part of a complex sinh next to 0: a difference of exponentials, which cancels, and which XLA's compiler rounds as the device does"
ROUNDED = "logaddexp2 where it cancels: the last places of its two terms, which XLA's compiler rounds as the device does"
PARTED = "numbers that are counted in a 16-bit dtype, of more than 32,768 elements: each thread begins with a register of its own, whose first element is rounded"
FUSED = "alpha times an operand is fused in whole vector registers, rounded before the sum in what is left"
LEAST = "the greatest of bfloat16 elements among which there is no finite one: -inf by oneDNN's kernel, the least finite number by TensorFlow's own, which processors without AVX-512 run (measured with TF_ENABLE_ONEDNN_OPTS=0)"
FLOORED = "an integer of a float that is so near to it that its last place decides"


# The functions whose zeros of either sign lanes decide, and those that do so for half dtypes too.
OF_ZEROS = {"tensorflow": ("max|min|maximum|minimum|clip|clip_by_value|relu6?|amax|amin|reduce_max|reduce_min|ptp", "max|min|amax|amin|reduce_max|reduce_min|ptp"),
            "torch": ("max|min|maximum|minimum|clamp_?|clip_?|clamp_(?:min|max)_?|amax|amin|aminmax",) * 2}


def of_both_zeros(framework, text, scope, halves):
    if framework not in OF_ZEROS or not re.search(rf"\b({OF_ZEROS[framework][halves]})\(", last_lines(text)):
        return False
    return any(((x == 0) & np.signbit(x)).any() for x in floats_in(scope)) or "-0.0" in text


def floored(framework, text, answer, scope):
    """The elements of numbers at equal distances, as integers, that are near to one before, where XLA fuses what they
    are computed with or where it does not."""
    m = re.search(r"^.*\b((?:log|lin|geom)space\(.*)$", last_lines(text), re.M)
    if framework != "jax" or not m or not re.search(r"dtype='?(jnp\.)?u?int", m[1]) or not isinstance(answer, dict) or "int" not in answer.get("dtype", ""):
        return []
    import jax
    near = []
    for apart in (False, True):
        try:
            with jax.disable_jit(apart):
                z = eval("jnp." + re.sub(r", dtype='?[\w.]+'?", "", m[1]), scope)
            z = np.asarray(z[0] if isinstance(z, tuple) else z, np.float64).ravel()
        except Exception:
            return []
        most = max(1, np.abs(z).max(initial=0))
        near.append((np.abs(z - np.round(z)) <= 1e-6 * most) & (z != np.round(z)))
    return np.flatnonzero(near[0] | near[1]).tolist()


CHOSEN = "a product of a bool with what is not finite: XLA chooses with the bool in place of it where it is in no library's hands"
TIED = "the order of equal elements: NumPy's default sort is documented not to be stable, and is not where vector units sort"
SIDE = "the side of a branch cut on which a quotient lies that is on it but for its last place"


def on_branch_cut(framework, text, answer):
    """The elements of a complex angle that are at the cut of the logarithm that XLA makes of it."""
    if framework != "jax" or not re.search(r"\b(arc|a)tan2\(", last_lines(text)) or not isinstance(answer, dict) or not answer.get("dtype", "").startswith("complex"):
        return []
    z = np.frombuffer(base64.b64decode(answer["data"]), answer["dtype"])
    return np.flatnonzero(abs(abs(z.real) - np.pi) < 1e-5).tolist()


FLUSHED = "the product of a number with a factor that is subnormal, which XLA's CPU takes for 0"


def of_subnormal_factor(framework, text, answer, scope):
    """Where the gate of an activation, a factor of its result, is subnormal: as jax.nn.silu(-88.5), whose logistic is 4e-39."""
    m = re.search(r"\b(?:silu|swish|mish|gelu)\(([a-z])[,)]", last_lines(text).split("\n")[-1])
    if framework != "jax" or not m or not isinstance(answer, dict) or answer.get("dtype") not in ("float32", "float64", "complex64", "complex128"):
        return []
    x, z = np.asarray(scope[m[1]]).ravel(), np.frombuffer(base64.b64decode(answer["data"]), answer["dtype"])
    if x.size != z.size:
        return []
    tiny = np.finfo(answer["dtype"]).tiny
    return np.flatnonzero((x != 0) & np.isfinite(x) & (np.abs(z) <= np.abs(x) * tiny)).tolist()


SQUARED = "erfc of large numbers: XLA rounds the square in exp(-x²), which costs it x² units in the last place"


def of_rounded_square(framework, text, answer, scope):
    """Where XLA's erfc is off by no more than the rounding of the square in it."""
    m = re.search(r"\berfc\(([a-z])\)", last_lines(text).split("\n")[-1])
    if framework != "jax" or not m or not isinstance(answer, dict) or answer.get("dtype") not in ("float32", "float64"):
        return []
    x, z = np.asarray(scope[m[1]], np.float64).ravel(), values_of(answer).astype(np.float64)
    if x.size != z.size:
        return []
    off = np.abs(z - [math.erfc(v) for v in x])
    return np.flatnonzero((x > 4) & (off > 0) & (off <= x * x * np.finfo(answer["dtype"]).eps * np.abs(z))).tolist()


SUMS = re.compile(r"(?:numpy|jax\.numpy|torch)\.(?:linalg\.)?(?:sum|nansum|mean|nanmean|trace|cumsum|cumulative_sum|dot|vdot|vecdot|matvec|inner|matmul|tensordot|einsum|convolve|correlate|average|bmm|mm|mv|baddbmm|addbmm|addmm|addmv)\([^=]*(?:, dtype=[\w.]+)?\)|[a-z] @ [a-z]|jax\.nn\.squareplus\([a-z](?:, (?:b=)?[^=]*)?\)")


def terms_of(framework, text, scope):
    """The greatest sum of magnitudes behind an element of a sum of products, or of a number and its root, None where
    it is not known: the error of a sum in whatever order is a part of it, and so is that of products that are fused."""
    last = last_lines(text).split("\n")[-1]
    if framework not in ("numpy", "jax", "torch") or not SUMS.fullmatch(last):
        return None
    into = np.asarray
    if framework == "jax":
        import jax.numpy as jnp
        into = jnp.asarray
    elif framework == "torch":
        import torch
        into = torch.tensor
    try:
        positive = {n: into(np.abs(np.asarray(v)).astype(np.float64)) if len(n) == 1 else v for n, v in scope.items() if n != "__builtins__"}
        z = np.asarray(eval(re.sub(r", dtype=[\w.]+", "", last), positive), np.float64)
    except Exception:
        return None
    return float(np.max(z[z < np.finfo(np.float32).max], initial=0))  # those beyond have no finite sum in float32


FOURIER = re.compile(r"\bfft\.\w+\(|\b(stft|istft)\(")
FACTORS = re.compile(r"\b(?:scipy|lax)\.linalg\.|\blinalg\.(?!diagonal|cross|outer|matmul|matrix_transpose|trace|vecdot|tensordot|multi_dot|vector_norm|diag|band_part|eye|set_diag|tensor_diag|adjoint|l2_normalize|norm)\w+\(|\b(?:svd|qr|lu|geqrf|orgqr|ormqr|svd_lowrank|pca_lowrank|lobpcg|pinverse|inverse|det|logdet|slogdet|cholesky\w*|matrix_exp|matrix_power|lu_solve|triangular_solve|nuclear_norm|polar|signal\.\w+|qdwh|lstsq|cond)\(")
DRAWS = re.compile(r"\b(?:rand|randn|randint|randperm|rand_like|randn_like|randint_like|normal|normal_|uniform_|bernoulli_?|binomial|poisson|multinomial|cauchy_|exponential_|geometric_|log_normal_|random_|seed|initial_seed|get_rng_state|init\.\w+_|(?:feature_)?(?:alpha_)?dropout[123]d|dropout|(?:feature_)?alpha_dropout|rrelu_?|gumbel_softmax|svd_lowrank|pca_lowrank|lobpcg|fractional_max_pool\d[\w]*)\(|\brandom\.(?!stateless)\w+\(|\bnn\.dropout\(")
UNSEEDED = "numbers drawn from a generator that no seed began: what is drawn after one is in draws-*.json.gz"
FACTORED = "what a factorization gives: signs, the order of sums and the condition of the matrix decide its places; values-*.json.gz and backendtest compare them by what does not depend on these"
BY_NAME = (FACTORED, UNSEEDED, RESIZED)  # which go by the functions that a program names, whatever they are given
NOT_FINITE = "a transform of what is not finite: infinities meet zeros of the factors, or are added where a factor is 1, as the algorithm has it for the length"
NO_INPUT = "a transform of no elements: numpy.fft leaves the result as it was allocated"


def of_transform(framework, text, answer, scope):
    """Writes the greatest sum of magnitudes behind an element of a Fourier transform, and leaves open what is transformed of nothing."""
    last = last_lines(text).split("\n")[-1]
    if not FOURIER.search(last) or framework == "tensorflow":
        return
    sizes = [np.size(v) for n, v in scope.items() if len(n) == 1 and hasattr(v, "dtype")]
    total = 0.0
    for x in floats_in(scope):
        total += float(np.sum(np.abs(x[np.isfinite(x)])))
    for n, v in scope.items():
        if len(n) == 1 and hasattr(v, "dtype") and "int" in str(v.dtype):
            total += float(np.sum(np.abs(np.asarray(v).astype(np.float64))))
    for a in arrays_of(answer):
        if a["dtype"].startswith(("float", "complex")):
            a["terms"] = max(total, float(abs(values_of(a)[np.isfinite(values_of(a))]).max(initial=0)))
            every = np.ones(int(np.prod(a["shape"], dtype=int)), bool)
            if not finite(framework, text, scope):
                leave_open(a, NOT_FINITE, every)
            elif 0 in sizes:
                leave_open(a, NO_INPUT, every)


def of_integral(framework, text, answer, scope):
    """Writes a sum of magnitudes behind an element of an integral by the trapezoidal rule: the samples times twice the greatest of the rest."""
    last = last_lines(text).split("\n")[-1]
    m = re.match(r"\(?torch\.(?:trapz|trapezoid|cumulative_trapezoid)\((?:y=)?([a-z])\b", last)
    if framework != "torch" or not m:
        return
    sizes = {n: np.abs(v.resolve_conj().to(v.dtype if v.is_complex() else v.double().dtype).numpy()) for n, v in scope.items() if len(n) == 1 and hasattr(v, "is_complex")}
    if m[1] not in sizes:
        return
    steps = [1.0] + [float(x.max(initial=0)) for n, x in sizes.items() if n != m[1]] + [abs(float(n)) for n in re.findall(r"\d+\.?\d*", last)]
    total = float(sizes[m[1]].sum()) * 2 * max(steps)
    for a in arrays_of(answer):
        if a["dtype"].startswith(("float", "bfloat", "complex")) and math.isfinite(total):
            a["terms"] = total


def chosen_by_bools(framework, text, answer, scope):
    """The elements of JAX's sums of products of which a factor is False, and the other one not finite."""
    last = last_lines(text).split("\n")[-1]
    names = sorted({n for n in re.findall(r"\b[a-z]\b", last) if hasattr(scope.get(n), "dtype")})
    if framework != "jax" or not SUMS.fullmatch(last) or len(names) != 2 or not isinstance(answer, dict):
        return []
    x, y = (np.asarray(scope[n]) for n in names)
    if x.dtype != bool:
        names, x, y = names[::-1], y, x
    if x.dtype != bool or y.dtype.kind not in "fcV":
        return []
    import jax.numpy as jnp
    others = {names[0]: jnp.asarray(~x, jnp.float32), names[1]: jnp.asarray(~np.isfinite(y), jnp.float32)}
    try:
        z = np.asarray(eval(last, {**scope, **others}))
    except Exception:
        return []
    return np.flatnonzero(z).tolist() if list(z.shape) == answer.get("shape") else []


def weighted_terms(framework, text, answer, scope):
    """The terms behind a mean by weights, whose sum may cancel: None where it is none."""
    m = re.search(r"(?:nll_loss|cross_entropy)\(([a-z]), ([a-z]), (?:weight=)?([a-z])\b", last_lines(text))
    if framework != "torch" or not m or "reduction=" in text or not arrays_of(answer) or arrays_of(answer)[0]["dtype"] not in ("float32", "float64"):
        return None
    try:
        w = scope[m[3]].double()[scope[m[2]].long().flatten()]
    except (IndexError, RuntimeError):
        return None
    z = float(abs(values_of(arrays_of(answer)[0])).max(initial=0) * w.abs().sum() / max(abs(w.sum()), 1e-30))
    return z if math.isfinite(z) else None


def negative_zero_parts(scope):
    """Whether each of the complex variables has an imaginary part that is -0."""
    for name, v in scope.items():
        if len(name) == 1:
            try:
                a = np.asarray(v)
            except (TypeError, ValueError, RuntimeError):
                continue
            if a.dtype.kind == "c":
                yield ((a.imag == 0) & np.signbit(a.imag)).any()


PRODUCTS = re.compile(r"\b(matmul|mm|bmm|mv|dot|vdot|inner|tensordot|einsum|addmm_?|addmv_?|addbmm_?|baddbmm_?|linear|bilinear|conv\dd|multi_dot|chain_matmul|matrix_power|vecdot)\(|[a-z] @ [a-z]")


def products_overflow(text, scope):
    """Products of finite factors that overflow, beside factors that are infinite."""
    if not PRODUCTS.search(last_lines(text)):
        return False
    xs = list(floats_in(scope))
    most = max((np.abs(x[np.isfinite(x)]).max(initial=0) for x in xs), default=0)
    return any(np.isinf(x).any() for x in xs) and most > 1e19


def leave_open(a, why, where):
    """Leaves elements open, and those that are already so, for the first reason."""
    if where.any():
        before = a.get("open", [why, []])
        a["open"] = [before[0], sorted({*before[1], *np.flatnonzero(where).tolist()})]


def unsigned(answer, why, dtypes):
    """Leaves open the sign of the zeros of an answer's arrays of some dtypes."""
    for a in arrays_of(answer):
        at = zeros_of(a) if a["dtype"] in dtypes else []
        if at:
            a["unsigned"] = [why, at]


def rounded_between(text, scope):
    """The result of PyTorch's add or sub with alpha, the product rounded before the sum, and a unit in the last place of the product."""
    m = re.search(r"^torch\.(add|sub|subtract)\(([a-z]), ([a-z]), alpha=([-\d.]+)\)$|^([a-z])\.(add|sub|subtract)\(([a-z]), alpha=([-\d.]+)\)$", last_lines(text))
    if not m:
        return None
    name, a, b, alpha = m.groups()[:4] if m[1] else (m[6], m[5], m[7], m[8])
    a, b = scope[a].numpy(), scope[b].numpy()
    if a.dtype not in (np.float32, np.float64) or b.dtype != a.dtype:
        return None
    with np.errstate(all="ignore"):
        product = b * b.dtype.type(float(alpha))
        return (a + product if name == "add" else a - product).ravel(), np.broadcast_to(np.spacing(abs(product)), np.broadcast_shapes(a.shape, b.shape)).ravel()


def elements(framework, text, answer, scope, chosen=False):
    """Writes into the arrays of an answer which elements are open, and why: of a program that was chosen because what
    it gives is known, by no reason of BY_NAME."""
    first = answer[0] if isinstance(answer, list) and answer else answer  # with retstep the step is the second
    if at := floored(framework, text, first, scope):
        first["open"] = [FLOORED, at]
    if at := ordered_otherwise(framework, text, answer, scope):
        answer["open"] = [TIED, at]
    if at := chosen_by_bools(framework, text, answer, scope):
        answer["open"] = [CHOSEN, at]
    if at := on_branch_cut(framework, text, answer):
        answer["open"] = [SIDE, at]
    if at := of_rounded_square(framework, text, answer, scope):
        answer["open"] = [SQUARED, at]
    if at := of_subnormal_factor(framework, text, answer, scope):
        answer["open"] = [FLUSHED, at]
    if (terms := weighted_terms(framework, text, answer, scope) or terms_of(framework, text, scope)) is not None:
        for a in arrays_of(answer):
            a["terms"] = terms
    of_transform(framework, text, answer, scope)
    of_integral(framework, text, answer, scope)
    last = last_lines(text)
    why = UNSEEDED if framework in ("torch", "tensorflow") and DRAWS.search(last) else FACTORED if FACTORS.search(last) else ""
    compared = why == FACTORED and re.match(r"\(.*\) [<>=!]=? [^\n]*$", last.split("\n")[-1])
    for a in arrays_of(answer) if why and not chosen else []:
        if why == UNSEEDED or compared or a["dtype"].startswith(("float", "bfloat", "complex")):
            leave_open(a, why, np.ones(int(np.prod(a["shape"], dtype=int)), bool))
    if framework == "tensorflow" and re.search(r"max_pool|pool\(.*'MAX'", last_lines(text)):
        for a in arrays_of(answer):
            if a["dtype"] == "bfloat16":
                leave_open(a, LEAST, np.isin(np.frombuffer(base64.b64decode(a["data"]), np.uint16), (0xFF80, 0xFF7F)))
    if of_both_zeros(framework, text, scope, False):
        unsigned(answer, ZEROS, ("float32", "float64"))
    if of_both_zeros(framework, text, scope, True):
        unsigned(answer, ZEROS, ("float16", "bfloat16"))
    if framework == "tensorflow" and re.search(r"\bsqrt\(", last_lines(text)) and any(negative_zero_parts(scope)):
        for a in arrays_of(answer):
            if a["dtype"].startswith("complex"):
                z = np.frombuffer(base64.b64decode(a["data"]), a["dtype"])
                leave_open(a, ROOTS, (z.real == 0) & (z.imag != 0))
    if framework == "torch" and "softshrink(" in last_lines(text) and negative(scope):
        unsigned(answer, SHRUNK, ("float16", "bfloat16", "float32", "float64"))
    if framework == "jax" and by_element(text, answer) and "logaddexp2(" in last_lines(text):
        for a in arrays_of(answer):
            leave_open(a, ROUNDED, abs(values_of(a)) < 1e-6)
    if framework == "jax" and by_element(text, answer) and "sinh(" in last_lines(text):
        for a in arrays_of(answer):
            if a["dtype"].startswith("complex"):
                z = np.frombuffer(base64.b64decode(a["data"]), a["dtype"])
                leave_open(a, EXPONENTIALS, abs(z.real) < 1e-4)
    if framework == "torch" and re.search(r"\b(arange|\w+_window|r?fftfreq)\(", last):
        for a in arrays_of(answer):
            if a["dtype"] in ("float16", "bfloat16"):
                size = int(np.prod(a["shape"], dtype=int))
                leave_open(a, PARTED, (np.arange(size) >= 1 << 14) & (size > 1 << 15))
    if framework == "torch" and products_overflow(text, scope):
        for a in arrays_of(answer):
            if a["dtype"] in ("float32", "float64"):
                leave_open(a, INFINITE, ~np.isfinite(values_of(a)))
    if framework == "torch" and by_element(text, answer):
        for a in arrays_of(answer):
            x = values_of(a)
            if multiplies(text, scope):
                leave_open(a, PRODUCT, (x == 0) | np.isnan(x))
            elif "logaddexp2(" in last_lines(text):
                leave_open(a, CANCELS, abs(x) < 0.25)
            elif (separate := rounded_between(text, scope)) is not None and separate[0].shape == x.shape and separate[0].dtype == x.dtype:
                leave_open(a, FUSED, (x != separate[0]) & (abs(x - separate[0]) <= separate[1]))
    for a in arrays_of(answer):
        if a["dtype"].startswith("complex") and a["dtype"] != "complex32":
            leave_open(a, COMPLEX, ~np.isfinite(np.frombuffer(base64.b64decode(a["data"]), a["dtype"])))
