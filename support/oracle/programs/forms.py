"""What functions need beyond their parameters' names: shapes, dtypes, arguments.

FORMS maps a function's last name, or "framework:path", to a Form. A Form's text is a
whole argument list instead, for functions whose arguments hang together.
"""
import math

from arguments import MATRICES, SHAPES, SQUARES, VECTORS, Draw, choice, fraction, ints, one_or_per_axis, percent, sections, torch_pad


class Form:
    def __init__(self, shapes=None, dtypes=None, text=None, spread=None, **kinds):
        self.shapes, self.dtypes, self.text, self.spread, self.kinds = shapes, dtypes, text, spread, kinds


FLOATS = ["float32", "float64"]
HALF = FLOATS + ["float32", "float16", "bfloat16"]
INEXACT = FLOATS + ["complex64", "complex128"]
ANY = [(3,), (4,), (2, 3), (3, 3), (2, 3, 4), (1, 3)]
FULL = [s for s in SHAPES if 0 not in s]


def product(g):
    """Two operands of a matrix product."""
    r = g.rng
    k = r.choice([1, 2, 3, 3, 4])
    a = r.choice([(k,), (2, k), (3, k), (2, 2, k), (1, k), (k, k)])
    b = r.choice([(k,), (k, 2), (k, 3), (2, k, 2), (k, 1), (k, k)])
    if g.wrong:
        b = (k + 1,) + b[1:]
    return g.array(a), g.array(b)


def two(kind):
    def text(g):
        return ", ".join(kind(g))
    return Form(text=text)


def of_shapes(*shapes, rest="", dtypes=None, spread=None):
    """Operands of these shapes; a letter is a length that is drawn."""
    def text(g):
        n = {c: g.rng.choice([1, 2, 3, 4]) for c in "ijkbn"}
        args = []
        for s in shapes:
            shape = [n[c] if c in n else int(c) for c in s]
            if g.wrong and g.rng.random() < 0.4:
                shape = shape[:-1] if g.rng.random() < 0.5 else shape + [2]
            args.append(g.array(shape))
        more = rest(g) if callable(rest) else rest
        return ", ".join(args) + (", " + more if more else "")
    return Form(text=text, dtypes=dtypes, spread=spread)


def vectors(g):
    n = g.rng.choice([0, 1, 3, 4])
    return g.array((n,)), g.array((n,))


def einsum(g):
    k = g.rng.randint(1, 3)
    cases = [("ij,jk->ik", (2, k), (k, 3)), ("ij,jk", (2, k), (k, 3)), ("i,i->", (k,), (k,)), ("i,j->ij", (2,), (k,)), ("ij->ji", (2, k)), ("ii->i", (k, k)), ("ii", (k, k)), ("ij->", (2, k)),
             ("bij,bjk->bik", (2, 2, k), (2, k, 2)), ("...ij,...jk->...ik", (2, 2, k), (k, 3)), ("ij,ij->i", (2, k), (2, k)), ("i...->...", (2, k)), ("ijk,k->ij", (2, 2, k), (k,))]
    spec, *shapes = g.rng.choice(cases)
    return f"{spec!r}, " + ", ".join(g.array(s) for s in shapes)


def tensordot(g):
    k = g.rng.randint(1, 3)
    how = g.rng.choice([((2, k), (k, 3), "1"), ((2, k), (2, k), "2"), ((2, k), (3, k), "([1], [1])"), ((2,), (3,), "0"), ((2, k), (k, 2), "((0, 1), (1, 0))"), ((k, 2), (k, 3), "[[0], [0]]")])
    return f"{g.array(how[0])}, {g.array(how[1])}, {how[2]}"


def scatter(value):
    def text(g):
        s = g.shape
        dim = g.rng.randrange(len(s))
        k = tuple(g.rng.randint(1, n) for n in s)
        i = g.array(k, "int64", lambda: str(g.rng.randrange(s[dim] + g.wrong)), view=False)
        src = g.array(k, g.dtype) if value != "any" or g.rng.random() < 0.6 else g.scalar()
        if value == "reduce":
            return f"{g.array(d=g.dtype)}, {dim}, {i}, {src}, {g.rng.choice(['sum', 'prod', 'amax', 'amin', 'mean'])!r}" + g.rng.choice(["", ", include_self=False"])
        return f"{g.array(d=g.dtype)}, {dim}, {i}, {src}"
    return Form(text=text, shapes=[(3,), (2, 3), (3, 3), (2, 3, 4)])


def along_dim(source):
    def text(g):
        s = g.shape
        dim = g.rng.randrange(len(s))
        k = g.rng.randint(1, 3)
        i = g.array((k,), "int64", iter([str(x) for x in g.rng.sample(range(max(s[dim], k)), k)]).__next__, view=False)
        t = s[:dim] + (k,) + s[dim + 1:]
        last = {"source": lambda: g.array(t, g.dtype), "value": g.scalar}[source]()
        return f"{g.array(d=g.dtype)}, {dim}, {i}, {last}"
    return Form(text=text, shapes=[(3,), (2, 3), (3, 3), (2, 3, 4)])


def take_along(name="indices"):
    def text(g):
        s = g.shape
        dim = g.rng.randrange(len(s))
        k = tuple(g.rng.randint(1, 3) if i == dim else n for i, n in enumerate(s))
        d = "int64" if g.framework != "jax" else "int32"
        return f"{g.array()}, {g.array(k, d, lambda: str(g.rng.randrange(s[dim] + g.wrong)), view=False)}, {dim if name != 'gather' else dim}"
    return Form(text=text, shapes=[(3,), (2, 3), (3, 3), (2, 3, 4)])


def gather(g):
    s = g.shape
    dim = g.rng.randrange(len(s))
    k = tuple(g.rng.randint(1, n) for n in s)
    return f"{g.array()}, {dim}, {g.array(k, 'int64', lambda: str(g.rng.randrange(s[dim] + g.wrong)), view=False)}"


def conv(n, transpose=False):
    """Arguments of PyTorch's convolutions of n dimensions."""
    def text(g):
        r = g.rng
        groups, ci, co = r.choice([(1, 1, 1), (1, 2, 3), (2, 2, 4), (1, 3, 2)])
        k = tuple(r.randint(1, 3) for _ in range(n))
        x = tuple(r.randint(3, 5) for _ in range(n))
        batch = (r.randint(1, 2),) if r.random() < 0.8 else ()
        w = (ci, co // groups) + k if transpose else (co, ci // groups) + k
        d = g.dtype
        args = [g.array(batch + (ci,) + x, d), g.array(w, d)]
        if r.random() < 0.5:
            args.append(g.array((co,), d))
        s = [1] * n
        if r.random() < 0.6:
            s = [r.randint(1, 2) for _ in range(n)]
            args.append(f"stride={tuple(s)}" if r.random() < 0.6 else f"stride={s[0]}")
            s = s if args[-1].endswith(")") else [s[0]] * n
        if r.random() < 0.6:
            args.append(f"padding={tuple(r.randint(0, 2) for _ in range(n))}" if transpose or r.random() < 0.7 else r.choice(["padding='same'", "padding='valid'"]))
        if r.random() < 0.3:
            args.append("dilation=2")
        if transpose and r.random() < 0.3 and max(s) > 1:
            args.append("output_padding=" + repr(tuple(v - 1 for v in s)))
        if groups > 1 or r.random() < 0.2:
            args.append(f"groups={groups}")
        return ", ".join(args)
    return Form(text=text, dtypes=FLOATS + ["complex64", "bfloat16", "int32"], spread="small")


def pool(n, kind):
    """Arguments of PyTorch's pooling of n dimensions."""
    def text(g):
        r = g.rng
        lead = r.choice([(1, 2), (2,), (2, 1)])
        x = g.array(lead + tuple(r.randint(4, 6) for _ in range(n)))
        if kind == "adaptive":
            return f"{x}, {r.choice([str(r.randint(1, 4)), repr(tuple(r.randint(1, 4) for _ in range(n)))])}"
        k = r.randint(1, 3)
        args = [x] + ([r.choice(["1", "2.0", "3"])] if kind == "lp" else []) + [r.choice([str(k), repr((k,) * n)])]
        if r.random() < 0.5:
            args.append(f"stride={r.randint(1, 3)}")
        if kind != "lp" and r.random() < 0.4:
            args.append(f"padding={k // 2}")
        if r.random() < 0.3:
            args.append("ceil_mode=True")
        if kind == "max" and r.random() < 0.3:
            args.append("dilation=2")
        if kind == "avg" and r.random() < 0.4:
            args.append(f"count_include_pad={r.choice([True, False])}")
        return ", ".join(args)
    return Form(text=text, dtypes=FLOATS + ["bfloat16", "float16", "int64"], spread="small")


def tf_conv(n, kind="conv"):
    def text(g):
        r = g.rng
        ci, co = r.choice([(1, 1), (2, 3), (3, 2)])
        b, x, k = r.randint(1, 2), tuple(r.randint(3, 6) for _ in range(n)), tuple(r.randint(1, 3) for _ in range(n))
        stride = r.choice([1, 1, 2])
        strides = {1: str(stride), 2: r.choice([str(stride), repr([1, stride, stride, 1])]), 3: repr([1, stride, stride, stride, 1])}[n]
        pad = r.choice(["'SAME'", "'VALID'"])
        if kind == "transpose":
            out = tuple(v * stride for v in x) if pad == "'SAME'" else tuple(v * stride + max(w - stride, 0) for v, w in zip(x, k))
            return f"{g.array((b,) + x + (ci,), g.dtype)}, {g.array(k + (co, ci), g.dtype)}, {(b,) + out + (co,)}, {strides}, {pad}"
        if kind == "depthwise":
            return f"{g.array((b,) + x + (ci,), g.dtype)}, {g.array(k + (ci, 2), g.dtype)}, {[1, stride, stride, 1]}, {pad}"
        if kind == "separable":
            return f"{g.array((b,) + x + (ci,), g.dtype)}, {g.array(k + (ci, 2), g.dtype)}, {g.array((1, 1, 2 * ci, co), g.dtype)}, {[1, stride, stride, 1]}, {pad}"
        rest = f", dilations={r.choice([1, 2])}" if stride == 1 and n < 3 and r.random() < 0.3 else ""
        if kind == "convolution":
            return f"{g.array((b,) + x + (ci,), g.dtype)}, {g.array(k + (ci, co), g.dtype)}, padding={pad}" + r.choice(["", f", strides={[stride] * n}"])
        return f"{g.array((b,) + x + (ci,), g.dtype)}, {g.array(k + (ci, co), g.dtype)}, {strides}, {pad}{rest}"
    return Form(text=text, dtypes=FLOATS + ["bfloat16", "float16"], spread="small")


def tf_pool(n, general=False):
    def text(g):
        r = g.rng
        x = g.array((r.randint(1, 2),) + tuple(r.randint(3, 6) for _ in range(n)) + (r.randint(1, 2),))
        if general:
            return f"{x}, {[r.randint(1, 3)] * n}, {r.choice(['MAX', 'AVG'])!r}, padding={r.choice(['SAME', 'VALID'])!r}"
        return f"{x}, {r.randint(1, 3)}, {r.randint(1, 2)}, {r.choice(['SAME', 'VALID'])!r}"
    return Form(text=text, dtypes=FLOATS + ["bfloat16", "float16"], spread="small")


def lax_conv(kind):
    def text(g):
        r = g.rng
        n = r.randint(1, 2)
        ci, co = r.choice([(1, 1), (2, 3)])
        x, k = tuple(r.randint(3, 5) for _ in range(n)), tuple(r.randint(1, 3) for _ in range(n))
        if kind == "transpose":
            return f"{g.array((1,) + x + (ci,), g.dtype)}, {g.array(k + (ci, co), g.dtype)}, {(r.randint(1, 2),) * n}, {r.choice(['SAME', 'VALID'])!r}"
        a, w, s = g.array((r.randint(1, 2), ci) + x, g.dtype), g.array((co, ci) + k, g.dtype), (r.randint(1, 2),) * n
        pads = repr([(r.randint(0, 2), r.randint(0, 2)) for _ in range(n)])
        if kind == "conv":
            return f"{a}, {w}, {s}, {r.choice(['SAME', 'VALID'])!r}"
        if kind == "padding":
            return f"{a}, {w}, {s}, {pads}, {(r.randint(1, 2),) * n}, {(r.randint(1, 2),) * n}"
        rest = "".join(t for t in [f", lhs_dilation={(2,) * n}", f", rhs_dilation={(2,) * n}"] if r.random() < 0.3)
        return f"{a}, {w}, {s}, {r.choice([repr('SAME'), repr('VALID'), pads])}{rest}"
    return Form(text=text, dtypes=["float32", "bfloat16", "float16", "int32", "float64"], spread="small")


def reduce_window(g):
    r = g.rng
    n = len(g.shape)
    op, init = r.choice([("add", "0"), ("max", "-inf"), ("min", "inf"), ("mul", "1")])
    x = g.array()
    d = g.arrays[x][1]
    if "inf" in init and "float" not in d:
        init = str(-100 if init[0] == "-" else 100)
    if "float" in d:
        init += ".0" if "inf" not in init else ""
    return f"{x}, {init}, jax.lax.{op}, {tuple(r.randint(1, 2) for _ in range(n))}, {tuple(r.randint(1, 2) for _ in range(n))}, {r.choice(['SAME', 'VALID'])!r}"


def lax_slice(g):
    lo = [g.rng.randint(0, n) for n in g.shape]
    hi = [g.rng.randint(a, n + g.wrong) for a, n in zip(lo, g.shape)]
    return f"{g.array()}, {tuple(lo)}, {tuple(hi)}" + g.rng.choice(["", f", {tuple(g.rng.randint(1, 2) for _ in g.shape)}"])


def dynamic(update):
    def text(g):
        k = tuple(g.rng.randint(0, n) for n in g.shape)
        starts = tuple(g.rng.randint(-1, 3) for _ in g.shape)
        x = g.array(d=g.dtype)
        return f"{x}, {g.array(k, g.dtype)}, {starts}" if update else f"{x}, {starts}, {k}"
    return Form(text=text, shapes=ANY)


def dot_general(g):
    r = g.rng
    k = r.randint(1, 3)
    a, b, how = r.choice([((2, k), (k, 3), "(((1,), (0,)), ((), ()))"), ((2, 2, k), (2, k, 3), "(((2,), (1,)), ((0,), (0,)))"), ((k,), (k,), "(((0,), (0,)), ((), ()))"), ((2, k), (3, k), "(((1,), (1,)), ((), ()))")])
    return f"{g.array(a, g.dtype)}, {g.array(b, g.dtype)}, {how}"


def lax_pad(g):
    x = g.array(d=g.dtype)
    return f"{x}, {g.array((), g.dtype, view=False)}, {[(g.rng.randint(-1, 2), g.rng.randint(0, 2), g.rng.randint(0, 1)) for _ in g.shape]}"


def broadcast_in_dim(g):
    s = g.shape
    return f"{g.array()}, {(2,) + s}, {tuple(range(1, len(s) + 1))}" if g.rng.random() < 0.6 else f"{g.array()}, {s + (3,)}, {tuple(range(len(s)))}"


def same_dtype(k):
    """k operands of one dtype and shape, of which scalars may be one."""
    def text(g):
        args = [g.array(d=g.dtype) if not g.wrong or g.rng.random() < 0.6 else g.operand() for _ in range(k)]
        if g.rng.random() < 0.15:
            args[-1] = g.scalar()
        return ", ".join(args)
    return Form(text=text)


def attention(g):
    r = g.rng
    b, l, s, e, v = r.randint(1, 2), r.randint(1, 3), r.randint(1, 3), r.randint(1, 3), r.randint(1, 3)
    args = [g.array((b, l, e), g.dtype), g.array((b, s, e), g.dtype), g.array((b, s, v), g.dtype)]
    k = r.random()
    if k < 0.3:
        args.append("attn_mask=" + g.array((l, s), r.choice(["bool", g.dtype]), view=False))
    elif k < 0.5:
        args.append("is_causal=True")
    if r.random() < 0.3:
        args.append("scale=0.5")
    return ", ".join(args)


def norm_args(kind):
    def text(g):
        r = g.rng
        c = r.choice([2, 4])
        x = g.array((r.randint(1, 3), c, r.randint(2, 4)), g.dtype)
        w = lambda *s: g.array(s, g.dtype)
        if kind == "group":
            return f"{x}, {r.choice([1, 2])}" + r.choice(["", f", {w(c)}, {w(c)}", ", eps=0.1"])
        if kind == "batch":
            pos = lambda: g.array((c,), g.dtype, lambda: str(r.choice([0.5, 1.0, 2.0])), view=False)
            return f"{x}, {pos()}, {pos()}" + r.choice(["", f", {w(c)}, {w(c)}", ", eps=0.1"])
        return x + r.choice(["", f", weight={w(c)}", ", eps=0.1"])
    return Form(text=text, dtypes=FLOATS + ["bfloat16"], spread="small")


def layer_norm(g):
    k = g.rng.randint(1, len(g.shape))
    tail = g.shape[-k:]
    return f"{g.array(d=g.dtype)}, {list(tail)}" + g.rng.choice(["", f", {g.array(tail, g.dtype)}", ", eps=0.1"])


def nll(kind):
    def text(g):
        r = g.rng
        n, c = r.randint(1, 3), r.randint(2, 4)
        x = g.array((n, c), g.dtype)
        t = g.array((n,), "int64", lambda: str(r.randrange(c + g.wrong)), view=False)
        rest = r.choice(["", ", reduction='sum'", ", reduction='none'", ", ignore_index=0", f", weight={g.array((c,), g.dtype)}"])
        return f"{x}, {t}{rest}"
    return Form(text=text, dtypes=FLOATS + ["bfloat16"], spread="small")


def probabilities(g):
    p = lambda: g.array(element=lambda: str(g.rng.choice([0.0, 0.25, 0.5, 0.75, 1.0])), d=g.dtype, view=False)
    return f"{p()}, {p()}" + g.rng.choice(["", ", reduction='sum'", ", reduction='none'"])


def loss(g):
    return f"{g.array(d=g.dtype)}, {g.array(d=g.dtype)}" + g.rng.choice(["", ", reduction='sum'", ", reduction='none'", ", reduction='mean'"])


def spread_ints(kind):
    """An argument that is a tuple, or spread."""
    def text(g):
        t = text_kind(kind, g)
        return t.strip("()[]") if g.rng.random() < 0.5 and len(t) > 2 else t
    return text


def text_kind(kind, g):
    return kind(g)


def repeats(g):
    return ", ".join(str(g.rng.randint(0, 2)) for _ in range(len(g.shape) + g.rng.randint(0, 1)))


def positive_definite(g):
    n = g.rng.randint(1, 3)
    k = iter([str(4.0 + i) if i == j else "1.0" for i in range(n) for j in range(n)])
    d = g.dtype if "complex" in g.dtype or "float" in g.dtype else "float32"
    return g.array((n, n), d, k.__next__, view=False)


def regular(g, n=None, lead=()):
    """A square matrix far from singular."""
    n = n or g.rng.randint(1, 3)
    k = iter([str(float(5 + i) if i == j else float(g.rng.randint(-1, 1))) for _ in range(math.prod(lead)) for i in range(n) for j in range(n)])
    d = g.dtype if "complex" in g.dtype or "float" in g.dtype else "float32"
    return g.array(tuple(lead) + (n, n), d, k.__next__, view=False)


def regular_or_any(g):
    if g.wrong:
        return g.array(g.rng.choice([(3,), (2, 3), ()]))
    return regular(g, lead=g.rng.choice([(), (), (2,)]))


def solve(g):
    n = g.rng.randint(1, 3)
    b = g.array(g.rng.choice([(n, 1), (n, 2)]) if g.framework == "tensorflow" or g.rng.random() < 0.6 else (n + g.wrong,), g.dtype)
    return f"{regular(g, n)}, {b}"


def sorted_and(g):
    s = g.sorted_array()
    v = g.array(d=g.arrays[s][1])
    return s, v


def interp(g):
    s = g.sorted_array("float64" if g.framework == "numpy" else "float32")
    g.lines[-1] = g.lines[-1].replace("[", "[-1.5, ", 1)[: len(g.lines[-1]) + 6]
    y = g.array((5,), "float64", view=False)
    return f"{g.array()}, {s}, {y}" + g.rng.choice(["", ", left=-1.0", ", right=7.0", ", period=4"])


def select(g):
    k = g.rng.randint(1, 3)
    return f"[{', '.join(g.mask() for _ in range(k))}], [{', '.join(g.array() for _ in range(k))}]" + g.rng.choice(["", ", 7", ", default=-1"])


def choose(g):
    k = g.rng.randint(1, 3)
    return f"{g.indices(g.shape, k, 'int64')}, [{', '.join(g.array() for _ in range(k))}]" + g.rng.choice(["", ", mode='clip'", ", mode='wrap'"])


def compress(g):
    n = g.shape[0]
    return f"{g.mask((n,))}, {g.array()}, 0" if g.rng.random() < 0.5 else f"{g.mask((math.prod(g.shape),))}, {g.array()}"


def put_along(g):
    s = g.shape
    dim = g.rng.randrange(len(s))
    k = tuple(1 if i == dim else n for i, n in enumerate(s))
    return f"{g.array(d=g.dtype, view=False)}, {g.array(k, 'int64', lambda: str(g.rng.randrange(s[dim] + g.wrong)), view=False)}, {g.scalar()}, {dim}"


def writes(mask):
    def text(g):
        n = math.prod(g.shape)
        first = g.array(d=g.dtype, view=False)
        i = g.mask() if mask else g.indices((2,), n)
        return f"{first}, {i}, {g.array((2,))}" if g.rng.random() < 0.7 else f"{first}, {i}, {g.scalar()}"
    return Form(text=text, shapes=[s for s in ANY])


def multi_dot(g):
    k = [g.rng.randint(1, 3) for _ in range(4)]
    return "[" + ", ".join(g.array((k[i], k[i + 1])) for i in range(g.rng.randint(2, 3))) + "]"


def ravel_multi(g):
    i = ", ".join(g.array((3,), "int64", lambda: str(g.rng.randint(0, 2 + g.wrong)), view=False) for _ in range(2))
    return f"({i}), (3, 4)" + g.rng.choice(["", ", mode='clip'", ", mode='wrap'", ", order='F'"])


def cross(g):
    n = g.rng.choice([3, 3, 2]) if g.framework in ("numpy", "jax") else 3
    s = g.rng.choice([(n,), (2, n), (1, n)])
    return f"{g.array(s)}, {g.array(s)}"


def where_text(g):
    if g.rng.random() < 0.15:
        return g.mask()
    return f"{g.mask()}, {g.operand()}, {g.operand()}"


def gather_nd(g):
    k = g.rng.randint(1, len(g.shape))
    lead = g.rng.choice([(), (2,), (3,)])
    cells = iter([str(g.rng.randrange(g.shape[j] + g.wrong)) for _ in range(math.prod(lead)) for j in range(k)])
    return f"{g.array()}, {g.array(lead + (k,), g.rng.choice(['int32', 'int64']), cells.__next__, view=False)}"


def scatter_nd(g):
    k, n = g.rng.randint(1, len(g.shape)), g.rng.randint(1, 2)
    cells = iter([str(g.rng.randrange(g.shape[j] + g.wrong)) for _ in range(n) for j in range(k)])
    return f"{g.array(d=g.dtype)}, {g.array((n, k), 'int32', cells.__next__, view=False)}, {g.array((n,) + g.shape[k:], g.dtype)}"


def tf_slice(g):
    b = [g.rng.randint(0, n) for n in g.shape]
    return f"{g.array()}, {b}, {[g.rng.choice([-1, g.rng.randint(0, n - a + g.wrong)]) for a, n in zip(b, g.shape)]}"


def index_put(g):
    s = g.shape
    k = g.rng.randint(1, len(s))
    ix = ", ".join(g.array((2,), "int64", lambda i=i: str(g.rng.randrange(s[i])), view=False) for i in range(k))
    return f"{g.array(d=g.dtype)}, ({ix},), {g.array((), g.dtype, view=False)}" + g.rng.choice(["", ", accumulate=True"])


def slice_scatter(g):
    s = g.shape
    dim = g.rng.randrange(len(s))
    return f"{g.array(d=g.dtype)}, {g.array(s[:dim] + (1,) + s[dim + 1:], g.dtype)}, {dim}, 0, 1"


def select_scatter(g):
    s = g.shape
    dim = g.rng.randrange(len(s))
    return f"{g.array(d=g.dtype)}, {g.array(s[:dim] + s[dim + 1:], g.dtype)}, {dim}, {g.rng.randrange(s[dim])}"


def unflatten(g):
    n = g.rng.choice([4, 6])
    return f"{g.array((2, n))}, 1, {g.rng.choice([(2, n // 2), (-1, 2), (n, 1)])}"


def as_strided(g):
    return f"{g.array((3, 4), view=False)}, {g.rng.choice(['(2, 2), (1, 2)', '(3,), (4,)', '(2, 3), (4, 1), 1', '(2, 2), (0, 1)'])}"


def narrow(g):
    dim = g.rng.randrange(len(g.shape))
    a = g.rng.randint(0, g.shape[dim])
    return f"{g.array()}, {dim}, {a}, {g.rng.randint(0, g.shape[dim] - a + g.wrong)}"


def embedding(g):
    return f"{g.indices(g.rng.choice([(3,), (2, 2)]), 4, 'int64')}, {g.array((4, 2))}"


def one_index(g):
    dim = g.rng.randrange(len(g.shape)) if g.shape else 0
    n = g.shape[dim] if g.shape else 1
    return f"{g.array()}, {dim}, {g.rng.randint(-n, n - 1 + g.wrong)}"


def view_as_complex(g):
    return g.array((g.rng.randint(1, 3), 2), g.rng.choice(["float32", "float64"]), view=False)


def apply_along(g):
    return f"{g.rng.choice(['lambda v: v.sum()', 'lambda v: v * 2', 'numpy.cumsum', 'lambda v: v[::-1]'])}, {g.axis()}, {g.array()}"


def finfo(g):
    return g.dtype_name()


def quantile_form(g):
    return fraction(g)


def complex_parts(g):
    d = g.rng.choice([d for d in ("float32", "float64", "float32", "float16") if d in g.dtypes])
    return f"{g.array(d=d)}, {g.array(d=d)}"


def searchsorted(g):
    s, v = sorted_and(g)
    if g.framework == "tensorflow":
        v = g.array((3,), g.arrays[s][1])
    rest = {"numpy": ["", ", 'right'", ", side='right'"], "jax": ["", ", side='right'"], "tensorflow": ["", ", side='right'"], "torch": ["", ", right=True", ", side='right'", ", out_int32=True"]}
    return f"{s}, {v}" + g.rng.choice(rest[g.framework])


def flipped(g):
    s, v = sorted_and(g)
    return f"{v}, {s}" + g.rng.choice(["", ", right=True"])


def nonneg(shape=None):
    return lambda g: g.array(shape or g.rng.choice([(4,), (6,), (0,)]), g.rng.choice(["int64", "int32", "uint8"] if g.framework != "jax" else ["int32", "uint8"]), lambda: str(g.rng.randint(0 - g.wrong, 5)), view=False)


def bincount(g):
    x = nonneg((4,))(g)
    return x + g.rng.choice(["", ", minlength=8", f", weights={g.array((4,))}"])


def update(g):
    return g.array(d=g.dtype)


def pad_form(g):
    from arguments import pad_width
    mode = g.rng.choice(["", ", 'edge'", ", 'reflect'", ", 'symmetric'", ", 'wrap'", ", mode='constant', constant_values=7", ", 'mean'", ", 'linear_ramp'", ", 'maximum'", ", 'minimum'", ", 'median'"])
    if g.framework == "tensorflow":
        mode = g.rng.choice([", 'constant'", ", 'reflect'", ", 'symmetric'"])
        return f"{g.array()}, {[[g.rng.randint(0, 2), g.rng.randint(0, 2)] for _ in g.shape]}{mode}"
    return f"{g.array()}, {pad_width(g)}{mode}"


def torch_pad_form(g):
    g.shape = g.rng.choice([(3,), (2, 3), (1, 2, 4)])
    if g.rng.random() < 0.4:
        g.shape = (1, 2, 4)
        return f"{g.array()}, ({g.rng.randint(0, 2)}, {g.rng.randint(0, 2)}), mode={g.rng.choice(['reflect', 'replicate', 'circular'])!r}"
    return f"{g.array()}, {torch_pad(g)}" + g.rng.choice(["", ", value=3", ", mode='constant', value=-1.5"])


def table(names, form):
    return {n: form for n in names.split()}


FORMS = {
    **table("matmul dot inner __matmul__", two(product)), **table("vdot", two(vectors)), **table("vecdot", two(lambda g: (g.array(), g.array()))), "torch:dot": two(vectors),
    "einsum": Form(text=einsum), "tensordot": Form(text=tensordot), "kron": Form(shapes=[(2,), (3,), (2, 2), (), (2, 3)]), "outer": Form(shapes=[(2,), (3,), (2, 2), (1,)]),
    "torch:outer": of_shapes("i", "j"), "ger": of_shapes("i", "j"), "mm": of_shapes("ij", "jk"), "bmm": of_shapes("bij", "bjk"), "mv": of_shapes("ij", "j"), "batch_matmul": of_shapes("bij", "bjk"),
    "lax.dot": two(product), "dot_general": Form(text=dot_general), "addmm": of_shapes("ik", "ij", "jk"), "addmv": of_shapes("i", "ij", "j"), "baddbmm": of_shapes("bik", "bij", "bjk"),
    "addbmm": of_shapes("ik", "bij", "bjk"), "addr": of_shapes("ij", "i", "j"), "addmm_": of_shapes("ik", "ij", "jk"), "addmv_": of_shapes("i", "ij", "j"), "baddbmm_": of_shapes("bik", "bij", "bjk"),
    "addbmm_": of_shapes("ik", "bij", "bjk"), "addr_": of_shapes("ij", "i", "j"), "matvec": of_shapes("ij", "j"), "cdist": of_shapes("ik", "jk"), "linear": of_shapes("ik", "jk"),
    "bilinear": of_shapes("bi", "bj", "nij", dtypes=FLOATS), "chain_matmul": of_shapes("ij", "jk"), "multi_dot": Form(text=multi_dot), "cross": Form(text=cross),
    **table("det inv slogdet eigvals pinv cond matrix_rank", Form(text=regular_or_any, dtypes=INEXACT)), **table("cholesky eigvalsh", Form(text=positive_definite, dtypes=INEXACT)),
    **table("svdvals", Form(text=regular_or_any, dtypes=INEXACT)), "solve": Form(text=solve, dtypes=INEXACT), "matrix_power": Form(text=lambda g: f"{regular_or_any(g)}, {g.rng.choice([0, 1, 2, 3])}"),
    **table("svd qr eigh eig lstsq", Form(text=regular_or_any, dtypes=INEXACT)), "lstsq": Form(text=solve, dtypes=INEXACT),
    "matrix_norm": Form(shapes=MATRICES, ord=choice("'fro'", "'nuc'", "1", "2", "inf", "-inf", "-1")), "matrix_transpose": Form(shapes=MATRICES), "trace": Form(shapes=MATRICES), "diagonal": Form(shapes=MATRICES),
    "vander": Form(shapes=VECTORS), "tril": Form(shapes=MATRICES), "triu": Form(shapes=MATRICES), "torch:mH": Form(shapes=MATRICES), "adjoint": Form(shapes=MATRICES), "t": Form(shapes=VECTORS + MATRICES[:6]),
    "reshape": Form(shape=Draw.new_shape), "view": Form(shape=spread_ints(Draw.new_shape)), "lax.reshape": Form(new_sizes=Draw.new_shape), "broadcast_to": Form(shape=Draw.wider_shape, size=Draw.wider_shape),
    "expand": Form(size=spread_ints(Draw.wider_shape)), "torch:reshape": Form(shape=Draw.new_shape), "repeat": Form(shapes=FULL), "torch:.repeat": Form(repeats=repeats), "tile": Form(dims=repeats, shapes=ANY), "torch:tile": Form(dims=ints(0, 3), shapes=ANY),
    "torch:device": Form(text=choice("'cpu'", "'cpu:0'", "'cpu', 0", "'cpu', index=0", "type='cpu'", "torch.device('cpu')", "'cpu', None", "'a'", "'cpu', -2", "'cpu:0', 0", "None", "1.5")),
    "transpose": Form(axes=Draw.permutation, shapes=ANY), "permute_dims": Form(axes=Draw.permutation, shapes=ANY), "permute": Form(dims=spread_ints(Draw.permutation), shapes=ANY), "torch:flip": Form(dims=Draw.axes, shapes=ANY),
    "squeeze": Form(shapes=[(1,), (1, 3), (2, 1, 3), (3, 1), (3,)], dimensions=Draw.axes), "squeeze_": Form(shapes=[(1,), (1, 3), (2, 1, 3)]), "expand_dims": Form(dimensions=Draw.axes), "rev": Form(dimensions=Draw.axes),
    "broadcast": Form(sizes=Draw.small_shape), "broadcast_in_dim": Form(text=broadcast_in_dim), "concatenate": Form(dimension=Draw.axis), "take_along_axis": take_along(), "take_along_dim": take_along(),
    "gather": Form(indices=Draw.indices), "torch:gather": Form(text=gather, shapes=ANY), **table("scatter scatter_", scatter("any")), **table("scatter_add scatter_add_", scatter("src")),
    **table("scatter_reduce scatter_reduce_", scatter("reduce")), **table("index_add index_add_ index_copy index_copy_", along_dim("source")), **table("index_fill index_fill_", along_dim("value")),
    **table("index_put index_put_", Form(text=index_put, shapes=ANY)), "index_select": Form(text=lambda g: f"{g.array()}, 0, {g.indices((2,), g.shape[0], 'int64')}", shapes=ANY),
    **table("masked_scatter masked_scatter_", Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.mask()}, {g.array(d=g.dtype)}", shapes=ANY)), **table("torch:put torch:.put_", Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.indices((2,), math.prod(g.shape), 'int64')}, {g.array((2,), g.dtype)}", shapes=ANY)),
    "select_scatter": Form(text=select_scatter, shapes=ANY), "slice_scatter": Form(text=slice_scatter, shapes=ANY), "diagonal_scatter": Form(text=lambda g: f"{g.array((3, 3), g.dtype)}, {g.array((3,), g.dtype)}"),
    "torch:select": Form(text=one_index, shapes=ANY), "index_in_dim": Form(text=lambda g: f"{g.array()}, {g.rng.randint(-1, g.shape[0])}" + g.rng.choice(["", ", keepdims=False", ", axis=-1"]), shapes=ANY),
    "narrow": Form(text=narrow, shapes=ANY), "as_strided": Form(text=as_strided), "unfold": Form(text=lambda g: f"{g.array((5,))}, 0, 2, {g.rng.randint(1, 2)}"), "unflatten": Form(text=unflatten),
    "view_as_complex": Form(text=view_as_complex), "view_as_real": Form(dtypes=["complex64", "complex128"]), "embedding": Form(text=embedding, dtypes=FLOATS), "one_hot": Form(x=nonneg(), tensor=lambda g: nonneg()(g) if g.framework != "torch" else g.array((3,), "int64", lambda: str(g.rng.randint(0, 4)), view=False), indices=nonneg(), axis=choice("-1", "0")),
    **table("conv1d torch:nn.functional.conv1d", conv(1)), **table("conv2d", conv(2)), **table("conv3d", conv(3)), **table("conv_transpose1d", conv(1, True)), **table("conv_transpose2d", conv(2, True)), **table("conv_transpose3d", conv(3, True)),
    **{f"{p}{n}d{s}": pool(n, k) for n in (1, 2, 3) for p, k in [("max_pool", "max"), ("avg_pool", "avg"), ("adaptive_max_pool", "adaptive"), ("adaptive_avg_pool", "adaptive"), ("lp_pool", "lp")] for s in ["", "_with_indices"]},
    **{f"tensorflow:nn.conv{n}d": tf_conv(n) for n in (1, 2, 3)}, **{f"tensorflow:nn.conv{n}d_transpose": tf_conv(n, "transpose") for n in (1, 2, 3)}, "convolution": tf_conv(2, "convolution"), "depthwise_conv2d": tf_conv(2, "depthwise"),
    "separable_conv2d": tf_conv(2, "separable"), **{f"tensorflow:nn.{k}_pool{n}d": tf_pool(n) for k in ("max", "avg") for n in (1, 2, 3)}, **table("tensorflow:nn.max_pool tensorflow:nn.avg_pool", tf_pool(2)), "tensorflow:nn.pool": tf_pool(2, True),
    "lax.conv": lax_conv("conv"), "conv_general_dilated": lax_conv("general"), "conv_with_general_padding": lax_conv("padding"), "jax:lax.conv_transpose": lax_conv("transpose"), "reduce_window": Form(text=reduce_window, shapes=ANY, spread="small", dtypes=["float32", "int32", "bfloat16", "uint8"]),
    "lax.slice": Form(text=lax_slice, shapes=ANY), "slice_in_dim": Form(text=lambda g: f"{g.array()}, {g.rng.choice(['0, 2', '1, None', '-1, None', 'None, -1', '0, 9'])}" + g.rng.choice(["", ", stride=2", ", axis=-1"]), shapes=ANY),
    "dynamic_slice": dynamic(False), "dynamic_update_slice": dynamic(True), "lax.pad": Form(text=lax_pad), "lax.full_like": Form(), "lax.iota": Form(text=lambda g: f"{g.dtype_name()}, {g.rng.randint(0, 4)}"),
    "broadcasted_iota": Form(text=lambda g: f"{g.dtype_name()}, {g.rng.choice(['(2, 3), 0', '(2, 3), 1', '(4,), 0', '(2,), 1'])}"), "lax.select": Form(text=lambda g: f"{g.mask()}, {g.array(d=g.dtype)}, {g.array(d=g.dtype)}"),
    "clamp": Form(x=Draw.operand), "lax.clamp": same_dtype(3), "lax.convert_element_type": Form(), "bitcast_convert_type": Form(new_dtype=Draw.dtype_name), "lax.top_k": Form(text=lambda g: f"{g.array()}, {g.rng.randint(0, 3)}", shapes=[(3,), (4,), (2, 3)]),
    "top_k": Form(text=lambda g: f"{g.array()}, {g.rng.randint(0, 3)}", shapes=[(3,), (4,), (2, 3)]), "topk": Form(text=lambda g: f"{g.array()}, {g.rng.randint(0, 3)}" + g.rng.choice(["", ", largest=False", ", dim=0"]), shapes=[(3,), (4,), (3, 3)]),
    **table("lax.reduce_sum lax.reduce_prod lax.reduce_max lax.reduce_min", Form(text=lambda g: f"{g.array()}, {tuple(g.rng.sample(range(len(g.shape)), g.rng.randint(0, len(g.shape))))}")), "collapse": Form(text=lambda g: f"{g.array((2, 3, 2))}, {g.rng.choice(['0', '1', '0, 2', '1, 3', '1, 2'])}"),
    **table("lax.argmax lax.argmin", Form(shapes=FULL[1:])), "lax.complex": Form(text=complex_parts), "complex": Form(text=complex_parts), "polar": Form(text=complex_parts), "integer_pow": Form(text=lambda g: f"{g.array()}, {g.rng.randint(-1, 4)}"),
    "scaled_dot_product_attention": Form(text=attention, dtypes=FLOATS, spread="small"), "layer_norm": Form(text=layer_norm, shapes=ANY, dtypes=FLOATS + ["bfloat16"]), "rms_norm": Form(text=layer_norm, shapes=ANY, dtypes=FLOATS + ["bfloat16"]),
    "group_norm": norm_args("group"), "batch_norm": norm_args("batch"), "instance_norm": norm_args("instance"), "nll_loss": nll("nll"), "cross_entropy": nll("cross"), "binary_cross_entropy": Form(text=probabilities, dtypes=FLOATS, spread="small"),
    **table("mse_loss l1_loss smooth_l1_loss huber_loss kl_div binary_cross_entropy_with_logits hinge_embedding_loss soft_margin_loss poisson_nll_loss", Form(text=loss, dtypes=FLOATS + ["bfloat16", "int64"])),
    **table("cosine_similarity pairwise_distance", Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.array(d=g.dtype)}" + g.rng.choice(["", ", eps=0.1"]), shapes=[(2, 3), (3, 3), (1, 4)], dtypes=FLOATS)), "pixel_shuffle": Form(text=lambda g: f"{g.array((1, 4, 2, 3))}, {g.rng.choice([1, 2])}"),
    "prelu": Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.array((1,), g.dtype)}", dtypes=FLOATS), "glu": Form(shapes=[(4,), (2, 4), (2, 2)], dtypes=HALF), "dropout": Form(text=lambda g: f"{g.array()}, {g.rng.choice(['0.5, training=False', '0.5, False', '0.0'])}", dtypes=FLOATS), "threshold": Form(value=Draw.float), "threshold_": Form(value=Draw.float),
    "torch:nn.functional.pad": Form(text=torch_pad_form), "normalize": Form(dtypes=FLOATS, shapes=[(2, 3), (3, 3)]), "nn.functional.softmax": Form(dim=Draw.axis, dtypes=HALF), **table("softmax log_softmax softmin logsumexp", Form(dtypes=HALF)),
    "searchsorted": Form(text=searchsorted), "digitize": Form(text=flipped), "bucketize": Form(text=flipped), "interp": Form(text=interp, dtypes=["float64", "float32", "int64"]), "bincount": Form(text=bincount), "histogram": Form(shapes=FULL, dtypes=["float64", "float32", "int64", "bool"]), "histogram_bin_edges": Form(shapes=FULL, dtypes=["float64", "float32", "int64"]),
    "torch:histc": Form(dtypes=FLOATS, shapes=FULL, min=choice("0", "-2"), max=choice("0", "4")), "quantile": Form(dtypes=FLOATS + ["int64", "float16"]), "percentile": Form(q=percent, dtypes=FLOATS + ["int64", "float16"]), "nanpercentile": Form(q=percent, dtypes=FLOATS + ["int64", "float16"]), "select": Form(text=select), "choose": Form(text=choose),
    "compress": Form(text=compress, shapes=ANY), "extract": Form(text=lambda g: f"{g.mask()}, {g.array()}"), "place": writes(True), "putmask": writes(True), "numpy:put": writes(False), "put_along_axis": Form(text=put_along, shapes=ANY), "fill_diagonal": Form(shapes=[(2, 2), (3, 3), (3, 2)], val=Draw.scalar),
    "ravel_multi_index": Form(text=ravel_multi), "unravel_index": Form(text=lambda g: f"{g.indices((3,), 12, 'int64' if g.framework == 'numpy' else 'int32')}, (3, 4)"), "ix_": Form(text=lambda g: f"{g.array((2,), 'int32')}, {g.array((3,), 'int32')}"), "where": Form(text=where_text), "pad": Form(text=pad_form, shapes=FULL[1:]),
    "delete": Form(obj=choice("0", "1", "-1", "[0, 2]", "[True, False, True]")), "insert": Form(obj=choice("0", "1", "[0, 1]", "-1"), values=Draw.scalar), "partition": Form(shapes=[(3,), (4,), (2, 3)]), "argpartition": Form(shapes=[(3,), (4,), (2, 3)]), "kthvalue": Form(k=choice("1", "2"), shapes=[(3,), (4,), (2, 3)]),
    "lexsort": Form(keys=Draw.arrays_list), "apply_along_axis": Form(text=apply_along, shapes=ANY), "meshgrid": Form(shapes=[(2,), (3,), ()]), "resize": Form(shapes=FULL), "torch:bincount": Form(text=bincount), "isdtype": Form(dtype=Draw.dtype_name, kind=choice("'bool'", "'integral'", "'real floating'", "'numeric'", "numpy.float32", "('integral', 'bool')", "'signed integer'")),
    "issubdtype": Form(arg1=Draw.dtype_name, arg2=Draw.dtype_name), "promote_types": Form(a=Draw.dtype_name, b=Draw.dtype_name, type1=Draw.dtype_name, type2=Draw.dtype_name), "boolean_mask": Form(text=lambda g: f"{g.array()}, {g.mask(g.rng.choice([g.shape, g.shape[:1]]))}", shapes=ANY), "gather_nd": Form(text=gather_nd, shapes=ANY),
    "tensor_scatter_nd_update": Form(text=scatter_nd, shapes=ANY), "tensorflow:slice": Form(text=tf_slice), "tensorflow:gather": Form(shapes=ANY), "tensorflow:split": Form(value=Draw.array, num_or_size_splits=choice("1", "2", "3", "[1, 2]", "[1, 1]")), "tensorflow:fill": Form(dims=Draw.small_shape), "split": Form(shapes=[(3,), (4,), (2, 4), (3, 2)], split_size_or_sections=choice("1", "2", "[1, 2]", "[2, 2]", "3")),
    "split_with_sizes": Form(shapes=[(3,)], split_sizes=choice("[1, 2]", "[3]", "[0, 3]")), "chunk": Form(chunks=Draw.positive, shapes=ANY), "unstack": Form(shapes=ANY), "tensorflow:unstack": Form(shapes=ANY, value=Draw.array, num=choice("None", "2", "3")), "tensorflow:linalg.diag": Form(diagonal=Draw.array, k=choice("0", "1", "-1"), num_rows=choice("-1"), num_cols=choice("-1")), "tensorflow:linalg.tensor_diag": Form(diagonal=Draw.array), "unbind": Form(shapes=ANY), "bias_add": Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.array(g.shape[-1:], g.dtype)}", shapes=ANY[2:]), "diag_part": Form(shapes=MATRICES), "tensorflow:linalg.cross": Form(text=cross),
    "linspace": Form(start=choice("0", "1.5", "-2", "0.0"), stop=choice("1", "5.0", "-1"), end=choice("1", "5.0", "-1")), "logspace": Form(start=choice("0", "1.5", "-2"), stop=choice("1", "2.5"), end=choice("1", "2.5")), "geomspace": Form(start=choice("1", "2.5"), stop=choice("8", "100.0")), "tensorflow:linspace": Form(start=choice("0.0", "1.5"), stop=choice("1.0", "5.0")),
    "arange": Form(text=lambda g: g.rng.choice(["4", "2.5", "1, 5", "0, 10, 3", "5, 0, -2", "0, 1, 0.3", "0.5, 3", "0", "3, 1"]) + (f", dtype={g.dtype_name()}" if g.rng.random() < 0.5 else "")), "torch:range": Form(text=lambda g: g.rng.choice(["4", "1, 5", "0, 10, 3", "0, 1, 0.25"]) + (f", dtype={g.dtype_name()}" if g.rng.random() < 0.5 else "")),
    "tensorflow:range": Form(start=choice("4", "1", "0.0", "2.5")), "indices": Form(dimensions=lambda g: repr(g.rng.choice([(2, 3), (3,), (1, 2, 2), (0,)]))), "broadcast_shapes": Form(text=lambda g: g.rng.choice(["(2, 3), (3,)", "(1,), (4, 1), (5,)", "(2,), (3,)", "()", "(2, 1), (1, 3)"])), "convolve": Form(text=lambda g: f"{g.array((g.rng.randint(1, 4),))}, {g.array((g.rng.randint(1, 4),))}" + g.rng.choice(["", ", 'same'", ", mode='valid'"])),
    "correlate": Form(text=lambda g: f"{g.array((g.rng.randint(1, 4),))}, {g.array((g.rng.randint(1, 4),))}" + g.rng.choice(["", ", 'same'", ", mode='full'"])), "trapezoid": Form(shapes=ANY), "gradient": Form(shapes=[(3,), (4,), (2, 3), (3, 3)]), "cov": Form(shapes=[(4,), (2, 3), (3, 3)]), "corrcoef": Form(shapes=[(4,), (2, 3), (3, 3)]), "average": Form(weights=Draw.array),
    "copyto": Form(text=lambda g: f"{g.array(view=False)}, {g.operand()}"), "tensor_split": Form(shapes=ANY), "hsplit": Form(shapes=[(2, 2), (3, 4), (4,)]), "vsplit": Form(shapes=[(2, 2), (4, 3)]), "dsplit": Form(shapes=[(2, 2, 2), (1, 2, 4)]), "moveaxis": Form(shapes=ANY), "rollaxis": Form(start=choice("0", "1", "2"), shapes=ANY), "rot90": Form(shapes=MATRICES, axes=choice("(0, 1)", "(1, 0)"), dims=choice("(0, 1)", "[1, 0]")),
    "astype": Form(dtype=Draw.dtype_name), "type": Form(dtype=Draw.dtype_name), "to": Form(text=lambda g: f"{g.array()}, " + g.rng.choice([g.dtype_name(), "dtype=" + g.dtype_name(), g.array(), "'cpu'"])), "can_cast": Form(from_=Draw.dtype_name, to=Draw.dtype_name), "result_type": Form(text=lambda g: ", ".join(g.rng.choice([g.dtype_name, g.array, g.scalar])() for _ in range(2))),
    "set_default_dtype": Form(text=choice("torch.float64", "torch.float16", "torch.bfloat16", "torch.float32", "torch.int32")), "block_diag": Form(shapes=[(2,), (2, 2), ()]), "cartesian_prod": Form(shapes=[(2,), (3,)]), "combinations": Form(shapes=[(3,), (4,)], r=choice("1", "2", "3")), "eye": Form(num_rows=Draw.positive, num_columns=Draw.positive, batch_shape=choice("[2]", "None"), N=Draw.positive, n=Draw.positive, m=Draw.positive),
    "band_part": Form(shapes=MATRICES), "dim": Form(), "bitwise_count": Form(dtypes=["int8", "uint8", "int32", "int64"]), "resize_": Form(sizes=choice("2", "(2, 2)", "3")), "copy_": Form(src=Draw.operand), "fill_": Form(value=Draw.scalar), "masked_fill": Form(value=Draw.scalar), "new_full": Form(size=Draw.small_shape, fill_value=Draw.scalar), "constant": Form(value=Draw.operand, shape=Draw.small_shape),
    "jax:numpy.searchsorted": Form(text=searchsorted), "one_hot_": Form(), "standardize": Form(dtypes=HALF), "cumulative_sum": Form(shapes=[(3,), (4,)]), "cumulative_prod": Form(shapes=[(3,), (4,)]), "tril_indices": Form(n=Draw.positive, row=Draw.positive, col=Draw.positive, m=Draw.positive), "triu_indices": Form(n=Draw.positive, row=Draw.positive, col=Draw.positive, m=Draw.positive),
    "tensorflow:experimental.numpy.take": Form(mode=choice("'clip'", "'wrap'")), "tensorflow:clip_by_value": Form(text=lambda g: f"{g.array(d=g.dtype)}, {g.scalar()}, {g.scalar()}"), "tensorflow:add_n": Form(inputs=lambda g: "[" + ", ".join(g.array(d=g.dtype) for _ in range(g.rng.randint(1, 3))) + "]"), "tensorflow:math.add_n": Form(inputs=lambda g: "[" + ", ".join(g.array(d=g.dtype) for _ in range(g.rng.randint(1, 3))) + "]"),
    "torch:as_tensor": Form(data=Draw.operand), "new_tensor": Form(data=Draw.operand), "take": Form(shapes=ANY), "torch:take": Form(text=lambda g: f"{g.array()}, {g.indices(None, math.prod(g.shape), 'int64')}", shapes=ANY), "torch:is_tensor": Form(), "svd_": Form(), "repeat_interleave": Form(shapes=ANY, repeats=choice("0", "1", "2")), "diag_embed": Form(shapes=[(2,), (2, 3)]), "flatten": Form(shapes=ANY),
    "addcmul": Form(tensor1=Draw.array, tensor2=Draw.array), "addcdiv": Form(tensor1=Draw.array, tensor2=Draw.array), "lerp": Form(end=Draw.array, weight=choice("0.5", "0.25")), "lerp_": Form(end=Draw.array, weight=choice("0.5", "0.25")),
}
SAME = {"tensorflow": 2, "lax": 2}


def form_of(framework, path, sig=()):
    leaf = path.rsplit(".", 1)[-1]
    for key in (f"{framework}:{path}", path, ".".join(path.rsplit(".", 2)[-2:]), leaf):
        if key in FORMS and not (":" not in key and framework == "tensorflow" and leaf in ("repeat_",)):
            return FORMS[key]
    operands = [p for p in sig if p in ("x", "y", "x1", "x2")]
    if len(operands) == 2 and (framework == "tensorflow" or path.startswith("lax.")):
        return same_dtype(2)
    return Form()
