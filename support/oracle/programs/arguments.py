"""Random arguments of the frameworks' functions, as text of programs.

A Draw makes the lines of one program. Its operands share a shape and mostly a dtype; an
argument is drawn by the parameter's name, and where that does not say enough by the
function's (FORMS). Whether a call is valid is for the framework to say: random_programs.py
draws again until it is.
"""
import math
import random
import re

DTYPES = {
    "numpy": "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split(),
    "jax": "bool int8 int16 int32 uint8 uint16 uint32 bfloat16 float16 float32 complex64".split(),
    "torch": "bool uint8 int8 int16 int32 int64 bfloat16 float16 float32 float64 complex64 complex128".split(),
    "tensorflow": "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64 complex64 complex128".split(),
}
WIDE = "int64 uint64 float64 complex128".split()  # of JAX with x64
COMMON = "float32 float64 int32 int64 bool complex64".split()
SHAPES = [(), (1,), (3,), (4,), (5,), (2, 3), (3, 2), (3, 3), (2, 2), (1, 3), (3, 1), (2, 1, 3), (2, 3, 4), (2, 2, 2), (0,), (0, 3), (2, 0)]
SQUARES = [(1, 1), (2, 2), (3, 3), (4, 4), (2, 2, 2), (2, 3, 3), (0, 0)]
MATRICES = [(2, 3), (3, 2), (3, 3), (2, 2), (1, 3), (4, 2), (2, 2, 3), (0, 3)]
VECTORS = [(1,), (3,), (4,), (5,), (6,), (0,)]


class Skip(Exception):
    """There is no argument of this kind here."""


def is_float(d):
    return "float" in d


def limits(d):
    bits = int(re.sub(r"\D", "", d))
    return (0, 2**bits - 1) if d.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


class Draw:
    """What one program is made of. x64 says whether JAX has 64 bits."""

    def __init__(self, framework, rng, x64=False, wrong=False):
        self.framework, self.rng, self.wrong = framework, rng, wrong
        self.lines, self.names, self.arrays = [], [], {}
        self.dtypes = DTYPES[framework] + (WIDE if x64 else [])
        self.np = {"numpy": "numpy", "jax": "jnp", "torch": "torch", "tensorflow": "tf"}[framework]
        self.same = rng.random() < 0.7
        self.dtype = self.any_dtype()
        self.shape = rng.choice(SHAPES)
        self.spread = rng.choices(["small", "wide", "special"], [70, 20, 10])[0]
        self.leaf = self.path = ""

    # dtypes and numbers

    def any_dtype(self):
        r = self.rng
        return r.choice([d for d in COMMON if d in self.dtypes]) if r.random() < 0.4 else r.choice(self.dtypes)

    def own_dtype(self):
        return self.dtype if self.same or self.rng.random() < 0.4 else self.any_dtype()

    def dtype_name(self, d=None):
        d = d or self.any_dtype()
        r = self.rng.random()
        if self.framework in ("numpy", "jax") and r < 0.15:
            return repr(d)
        if r < 0.2 and self.framework != "tensorflow" and d in ("bool", "float64", "int64", "complex128"):
            return {"bool": "bool", "float64": "float", "int64": "int", "complex128": "complex"}[d]
        if d == "bool" and self.framework in ("numpy", "jax"):
            d = "bool_"
        return f"{self.np}.{d}"

    def number(self, d):
        """An element of a dtype, as text."""
        r = self.rng
        if d == "bool":
            return r.choice(["True", "False"])
        if d.startswith("complex"):
            re_, im = self.real("float32"), self.real("float32")
            return f"complex({re_}, {im})"
        return self.real(d)

    def real(self, d):
        r = self.rng
        if is_float(d):
            if self.spread == "special" and r.random() < 0.5:
                return r.choice(["inf", "-inf", "nan", "0.0", "-0.0", "1e-30", "1e30"] if d in ("float32", "float64") else ["inf", "-inf", "nan", "0.0", "-0.0", "100.0"])
            if self.spread == "wide":
                return repr(round(r.uniform(-100, 100), 2))
            return repr(r.randint(-6, 8) / 2)
        lo, hi = limits(d)
        if self.spread == "special" and r.random() < 0.4:
            return str(r.choice([lo, hi, hi - 1, 0, 1]))
        if self.spread == "wide":
            return str(r.randint(max(lo, -100), min(hi, 100)))
        return str(r.randint(max(lo, -3), 6))

    def nested(self, shape, element):
        if not shape:
            return element()
        return "[" + ", ".join(self.nested(shape[1:], element) for _ in range(shape[0])) + "]"

    # arrays

    def name(self):
        return "abcdefghijklmnopqrs"[len(self.names)]

    def let(self, text):
        n = self.name()
        self.names.append(n)
        self.lines.append(f"{n} = {text}")
        return n

    def literal(self, shape, d, element=None):
        """The text of an array of a shape and dtype."""
        dt = self.np + "." + ("bool_" if d == "bool" and self.framework in ("numpy", "jax") else d)
        if 0 in shape:
            return f"{self.np}.zeros({tuple(shape)!r}, dtype={dt})"
        maker = {"numpy": "numpy.array", "jax": "jnp.array", "torch": "torch.tensor", "tensorflow": "tf.constant"}[self.framework]
        return f"{maker}({self.nested(shape, element or (lambda: self.number(d)))}, dtype={dt})"

    def array(self, shape=None, d=None, element=None, view=True):
        """The name of a new array."""
        r = self.rng
        shape = self.shape if shape is None else tuple(shape)
        d = d or self.own_dtype()
        if view and shape and 0 not in shape and r.random() < 0.15:
            how = r.choice(["step", "transposed", "rest"] + (["reversed"] if self.framework != "torch" else []))
            if how == "transposed" and len(shape) == 2:
                n = self.let(self.literal(shape[::-1], d, element) + (".T" if self.framework in ("numpy", "jax", "torch") else ""))
                if self.framework == "tensorflow":
                    self.lines[-1] = f"{n} = tf.transpose({self.lines[-1][4:]})"
            elif how == "step":
                n = self.let(self.literal(shape[:-1] + (2 * shape[-1],), d, element) + "[..., ::2]")
            elif how == "reversed":
                n = self.let(self.literal(shape, d, element) + "[::-1]")
            else:
                n = self.let(self.literal((shape[0] + 1,) + shape[1:], d, element) + "[1:]")
        else:
            n = self.let(self.literal(shape, d, element))
        self.arrays[n] = (shape, d)
        return n

    def partner(self):
        """A shape that broadcasts with the program's."""
        s = self.shape
        return self.rng.choice([s, s[-1:], (), tuple(1 if self.rng.random() < 0.5 else n for n in s), s[1:], (2,) + s if len(s) < 3 else s])

    def scalar(self):
        r = self.rng
        if r.random() < 0.05:
            return r.choice(["300", "-129", "70000", "1 << 40", "1e10"])
        return r.choice(["0", "1", "2", "3", "-1", "-2", "0.5", "1.5", "2.0", "-2.5", "True", "False", "1j", "(2+1j)"])

    def operand(self, first=False):
        r = self.rng.random()
        if self.wrong and r > 0.93:
            return self.rng.choice(["None", "'a'", "[[1, 2], [3]]", f"{self.np}.zeros((7, 5))"])
        if r < (0.85 if first else 0.55):
            return self.array()
        if r < 0.7:
            return self.array(self.partner())
        if r < 0.75:
            return self.array(())
        if r < 0.85 or self.framework == "torch":
            return self.scalar()
        if r < 0.92:
            d = self.own_dtype()
            return self.nested(self.shape or (2,), lambda: self.number(d))
        if self.framework == "tensorflow":
            return self.scalar()
        d = self.own_dtype()
        if d == "bool":
            d = "float32"
        return f"{self.np}.{d}({self.number(d)})"

    def indices(self, shape=None, n=None, d=None):
        """An array of integers that index an axis of n."""
        n = n if n is not None else (self.shape[0] if self.shape else 1)
        lo = -n if self.framework in ("numpy", "jax") else 0
        if self.wrong:
            n += 2
        shape = shape if shape is not None else self.rng.choice([(2,), (3,), (), (2, 2), (1,)])
        d = d or ("int64" if self.framework == "torch" else self.rng.choice(["int32", "int32", "int64", "int8", "uint8"]))
        if d not in self.dtypes:
            d = "int32"
        if d.startswith("u"):
            lo = 0
        return self.array(shape, d, lambda: str(self.rng.randint(lo, max(n - 1, lo))), view=False)

    def mask(self, shape=None):
        return self.array(self.shape if shape is None else shape, "bool", view=False)

    # the kinds of arguments

    def axis(self):
        n = len(self.shape)
        if self.wrong and self.rng.random() < 0.4:
            return str(self.rng.choice([n, -n - 1, 7, 0.5]))
        return str(self.rng.randint(-n, n - 1)) if n else str(self.rng.choice([0, -1]))

    def axes(self):
        n = len(self.shape)
        if n and self.rng.random() < 0.6:
            return self.axis()
        some = self.rng.sample(range(n), self.rng.randint(0 if self.rng.random() < 0.2 else min(1, n), n))
        some = [a - n if self.rng.random() < 0.3 else a for a in some]
        return self.tuple(some)

    def tuple(self, items):
        items = list(items)
        if self.rng.random() < 0.3:
            return repr(items)
        return repr(tuple(items))

    def permutation(self):
        n = len(self.shape)
        p = self.rng.sample(range(n), n)
        if self.wrong and n:
            p[0] = p[-1]
        return self.tuple(a - n if self.rng.random() < 0.2 and self.framework != "jaxlax" else a for a in p)

    def new_shape(self):
        n = math.prod(self.shape)
        ways = [(n,), (1, n), (n, 1), self.shape[::-1], self.shape]
        if n:
            ways += [(-1,), (-1, 1)] + [(k, n // k) for k in range(2, n) if n % k == 0] + [(k, -1) for k in range(2, n) if n % k == 0]
        if self.wrong:
            ways += [(n + 1,), (-1, -1), (7, -1)]
        return self.tuple(self.rng.choice(ways))

    def wider_shape(self):
        s = tuple(n if n != 1 else self.rng.choice([1, 4]) for n in self.shape)
        return self.tuple(self.rng.choice([s, (2,) + s, (3, 1) + s, self.shape]))

    def small_shape(self):
        return self.tuple(self.rng.choice([(2,), (3,), (2, 3), (1,), (), (0,), (2, 0), (2, 1, 2)])) if self.rng.random() < 0.8 else str(self.rng.randint(0, 4))

    def boolean(self):
        return self.rng.choice(["True", "False"])

    def int(self, lo=-2, hi=3):
        return str(self.rng.randint(lo, hi))

    def positive(self):
        return str(self.rng.randint(0 if self.wrong else 1, 4))

    def float(self):
        return self.rng.choice(["0.5", "1.0", "1.5", "0.1", "2.0", "-1.0", "2", "3"])

    def arrays_list(self, least=1):
        k = self.rng.randint(least, 3)
        items = [self.array() for _ in range(k)]
        if self.wrong and self.rng.random() < 0.5:
            items.append(self.array(self.shape + (2,)))
        text = ", ".join(items)
        return f"({text},)" if self.rng.random() < 0.3 else f"[{text}]"

    def sorted_array(self, d=None):
        d = d or (self.own_dtype() if self.rng.random() < 0.7 else "float32")
        if d.startswith("complex") or d == "bool":
            d = "float32"
        v = sorted(self.rng.randint(0, 9) for _ in range(4))
        return self.array((4,), d, iter([str(x) + (".0" if is_float(d) else "") for x in v]).__next__, view=False)

    def out(self):
        return self.let(f"{self.np}.zeros({self.rng.choice([self.shape, self.partner(), self.shape[1:], self.shape[:-1]])!r}, dtype={self.dtype_name(self.dtype)})")

    def index(self, shape=None):
        """A key, as between brackets."""
        shape = self.shape if shape is None else shape
        r = self.rng
        if r.random() < 0.1 and shape:
            return self.mask(shape if r.random() < 0.6 else shape[:1])
        keys, axis, ellipsis = [], 0, False
        while axis < len(shape):
            n, k = shape[axis], r.random()
            if k < 0.25:
                keys.append(str(r.randint(-n, n - 1) if n and not self.wrong else r.choice([n, -n - 1])))
            elif k < 0.6:
                a = [r.choice(["", str(r.randint(-n - 1, n + 1))]) for _ in range(2)]
                step = r.choice(["", "", ":2", ":-1" if self.framework != "torch" else ":1", ":3"])
                keys.append(f"{a[0]}:{a[1]}{step}")
            elif k < 0.68:
                keys.append("None")
                continue
            elif k < 0.75 and not ellipsis:
                keys.append("...")
                ellipsis = True
                axis = r.randint(axis, len(shape))
                continue
            elif k < 0.9:
                keys.append(self.indices(r.choice([(2,), (2,), (), (1,)]), n))
            elif k < 0.95 and self.framework not in ("jax", "tensorflow"):
                keys.append("[" + ", ".join(str(r.randrange(max(n, 1))) for _ in range(2)) + "]")
            else:
                break
            axis += 1
            if r.random() < 0.3:
                break
        if not keys:
            keys = [r.choice(["...", "()", "None"])]
        return ", ".join(keys)


# Arguments by a parameter's name: a method of Draw, or text to choose from.
def choice(*texts):
    return lambda g: g.rng.choice(texts)


def operands(g):
    return ", ".join(g.array() for _ in range(g.rng.randint(1, 3)))


def ints(lo, hi, least=1, most=None):
    return lambda g: g.tuple(g.rng.randint(lo, hi) for _ in range(g.rng.randint(least, most or max(len(g.shape), least))))


def per_axis(lo, hi):
    return lambda g: g.tuple(g.rng.randint(lo, hi) for _ in g.shape)


def one_or_per_axis(lo, hi):
    return lambda g: g.int(lo, hi) if g.rng.random() < 0.5 else per_axis(lo, hi)(g)


def sections(g):
    n = g.shape[0] if g.shape else 1
    return g.rng.choice(["1", "2", "3", str(max(n, 1)), "[1]", "[1, 2]", "(0, 2)", "[]"])


def pad_width(g):
    w = lambda: (g.rng.randint(0, 2), g.rng.randint(0, 2))
    return g.rng.choice(["1", "(1, 2)", "[[1, 0]]"] + [repr([w() for _ in g.shape])] * 3)


def roll_shift(g):
    return g.int(-4, 4)


def torch_pad(g):
    n = g.rng.randint(0, len(g.shape))
    return g.tuple(g.rng.randint(-1 if g.rng.random() < 0.2 else 0, 2) for _ in range(2 * n))


def fraction(g):
    d = "float32" if g.framework != "numpy" else "float64"
    if g.rng.random() < 0.6:
        return g.rng.choice(["0.5", "0.25", "0.0", "1.0", "0.3"] + (["[0.25, 0.75]"] if g.framework != "torch" else []))
    return g.array((2,), d, lambda: str(g.rng.choice([0.0, 0.25, 0.5, 0.9, 1.0])), view=False)


def percent(g):
    return g.rng.choice(["50", "25.0", "0", "100", "[25, 75]", "33.3"])


NAMES = {
    "axis": Draw.axis, "axes": Draw.axes, "dim": Draw.axis, "dims": Draw.axes, "dtype": Draw.dtype_name, "output_type": choice("tf.int32", "tf.int64"),
    "out_type": choice("tf.int32", "tf.int64"), "out_idx": choice("tf.int32", "tf.int64"), "index_dtype": choice("jnp.int32", "jnp.int8", "jnp.uint32"), "new_dtype": Draw.dtype_name,
    "keepdims": Draw.boolean, "keepdim": Draw.boolean, "shape": Draw.small_shape, "size": Draw.small_shape, "newshape": Draw.new_shape, "new_shape": Draw.small_shape,
    "out": Draw.out, "where": Draw.mask, "mask": Draw.mask, "condition": Draw.mask, "pred": Draw.mask, "casting": choice("'unsafe'", "'same_kind'", "'safe'", "'no'", "'equiv'"),
    "order": choice("'C'", "'F'", "'A'", "'K'"), "fill_value": Draw.scalar, "initial": Draw.scalar, "k": Draw.int, "offset": Draw.int, "diagonal": Draw.int, "N": Draw.positive,
    "M": Draw.positive, "n": Draw.positive, "m": Draw.operand, "num": Draw.positive, "steps": Draw.positive, "ddof": choice("0", "1", "1.5", "2"), "correction": choice("0", "1", "1.5"),
    "decimals": choice("0", "1", "2", "-1"), "side": choice("'left'", "'right'"), "kind": choice("'stable'", "None", "'mergesort'"), "name": choice("'x'"),
    "stable": choice("True"), "descending": Draw.boolean, "copy": choice("True"), "return_index": Draw.boolean, "return_inverse": Draw.boolean, "return_counts": Draw.boolean,
    "nan": Draw.float, "posinf": Draw.float, "neginf": Draw.float, "rtol": choice("0.1", "1e-05"), "atol": choice("0.5", "1e-08"), "arrays": Draw.arrays_list, "tensors": Draw.arrays_list,
    "values": Draw.operand, "tup": Draw.arrays_list, "inputs": Draw.arrays_list, "arys": Draw.arrays_list, "operands": Draw.arrays_list, "indices": Draw.indices, "index": Draw.indices,
    "repeats": one_or_per_axis(0, 3), "reps": ints(0, 3), "multiples": per_axis(0, 3), "shift": roll_shift, "shifts": roll_shift, "axis1": Draw.axis, "axis2": Draw.axis, "dim0": Draw.axis,
    "dim1": Draw.axis, "dim2": Draw.axis, "source": Draw.axis, "destination": Draw.axis, "indices_or_sections": sections, "ndmin": choice("0", "1", "2", "3"),
    "mode": choice("'clip'", "'wrap'", "'raise'"), "bins": choice("1", "3", "5", "[0, 1, 2]", "[0.0, 2.5, 4.0]"), "range": choice("(0, 4)", "(-1.5, 3.0)"), "minlength": choice("0", "4", "9"),
    "weights": Draw.operand, "q": fraction, "method": choice("'linear'", "'lower'", "'higher'", "'nearest'", "'midpoint'"), "interpolation": choice("'linear'", "'lower'", "'higher'", "'nearest'", "'midpoint'"),
    "ord": choice("1", "2", "inf", "-inf", "0", "3", "-1", "0.5", "None", "'fro'"), "p": choice("1", "2", "inf", "3", "0.5", "2.0"), "perm": Draw.permutation, "permutation": Draw.permutation,
    "dimensions": Draw.permutation, "alpha": Draw.float, "beta": Draw.float, "value": Draw.scalar, "min": Draw.scalar, "max": Draw.scalar, "a_min": Draw.operand, "a_max": Draw.operand,
    "clip_value_min": Draw.scalar, "clip_value_max": Draw.scalar, "eps": choice("1e-05", "0.1"), "epsilon": choice("1e-05", "0.1"), "depth": Draw.positive, "num_classes": choice("7", "9"),
    "device": choice("None"), "base": choice("2.0", "10.0", "2", "3"), "start": Draw.scalar, "stop": Draw.scalar, "step": choice("1", "2", "0.5", "-1"), "end": Draw.scalar,
    "limit": choice("1", "4", "5", "2.5"), "delta": choice("1", "2", "0.5"), "indexing": choice("'ij'", "'xy'"), "sparse": Draw.boolean, "right": Draw.boolean, "increasing": Draw.boolean,
    "rcond": choice("0.1", "1e-06"), "approximate": Draw.boolean, "promote_integers": Draw.boolean, "direction": choice("'ASCENDING'", "'DESCENDING'"), "reverse": Draw.boolean, "exclusive": Draw.boolean,
    "conjugate": Draw.boolean, "prepend": Draw.operand, "append": Draw.operand, "trim": choice("'f'", "'b'", "'fb'"), "pad_width": pad_width, "from_": Draw.dtype_name, "to": Draw.dtype_name,
    "type1": Draw.dtype_name, "type2": Draw.dtype_name, "d": Draw.dtype_name, "b": Draw.operand, "reduction": choice("'mean'", "'sum'", "'none'"), "initial_value": Draw.scalar,
    "rounding_mode": choice("'trunc'", "'floor'", "None"), "largest": Draw.boolean, "sorted": choice("True"), "unbiased": Draw.boolean, "to_end": Draw.operand, "to_begin": Draw.operand,
    "other": Draw.operand, "exponent": Draw.operand, "batch_dims": choice("0", "1"), "total_repeat_length": choice("3", "6"), "include_initial": Draw.boolean, "nanok": Draw.boolean,
    "dx": Draw.float, "period": choice("3", "6.5", "360"), "left": Draw.float, "right_": Draw.float, "equal_nan": Draw.boolean, "assume_unique": choice("False"), "invert": Draw.boolean,
    "isreal": Draw.boolean, "rowvar": Draw.boolean, "bias": Draw.boolean, "density": Draw.boolean, "hermitian": choice("False"), "return_sign": Draw.boolean, "return_indices": Draw.boolean,
    "kth": choice("0", "1", "-1"), "axisa": Draw.axis, "axisb": Draw.axis, "axisc": Draw.axis, "edge_order": choice("1", "2"), "discont": choice("1.0", "4"), "tol": choice("100", "0.5"),
    "subscripts": None, "endpoint": Draw.boolean, "retstep": Draw.boolean, "upper": Draw.boolean, "UPLO": choice("'L'", "'U'"), "full_matrices": Draw.boolean, "return_inverse_": Draw.boolean,
    "start_dim": Draw.axis, "end_dim": Draw.axis, "target": Draw.operand, "margin": Draw.float, "delta_": Draw.float, "lambd": Draw.float, "negative_slope": Draw.float, "threshold": Draw.float,
    "min_val": choice("-1.0", "-2.0", "0.0"), "max_val": choice("1.0", "2.0"), "as_tuple": Draw.boolean, "accumulate": Draw.boolean, "include_self": Draw.boolean, "reduce": choice("'sum'", "'prod'", "'amax'", "'amin'", "'mean'"),
    "on_value": choice("5", "1.5", "True"), "off_value": choice("-1", "0.5", "False"), "reciprocal": Draw.boolean, "wrap": Draw.boolean, "sizes": Draw.new_shape, "size_": Draw.small_shape,
    "num_lower": choice("0", "1", "-1"), "num_upper": choice("0", "1", "-1"), "paddings": lambda g: repr([[g.rng.randint(0, 2), g.rng.randint(0, 2)] for _ in g.shape]),
    "is_stable": choice("True"), "log_input": Draw.boolean, "full": Draw.boolean, "log_target": Draw.boolean, "training": choice("False", "True"), "label_smoothing": choice("0.1", "0.0"),
    "padding_value": Draw.scalar, "align": choice("'RIGHT_LEFT'", "'LEFT_RIGHT'"), "transpose_a": Draw.boolean, "transpose_b": Draw.boolean, "adjoint_a": Draw.boolean, "adjoint": Draw.boolean,
    "value_dtype": Draw.dtype_name, "maxnorm": Draw.float, "seed": choice("0"), "rate": Draw.float, "method_": choice("'scan'"), "size1": Draw.positive, "fweights": None, "aweights": None,
}
# What programs here leave alone: no semantics of arrays.
LEFT = set("""like subok signature name layout pin_memory requires_grad memory_format device out_sharding sharding precision optimize interpolate overwrite_input non_blocking
    a_is_sparse b_is_sparse grad_a grad_b sparse_grad scale_grad_by_freq max_norm norm_type inplace _stacklevel algorithm unique_indices indices_are_sorted validate_indices
    size_average compute_mode enable_gqa dropout_p use_consistent_padding wrap_negative_indices mode_ extra_args args kwargs dtype_hint output_size_ use_stable_""".split())


def text_of(value, g):
    """An argument of a table's kind: a function of the draw, or text."""
    return value(g) if callable(value) else value
