"""Random programs for the frontends, and what the frameworks themselves answer.

    python random_programs.py numpy|jax|torch|tensorflow --functions FILE --out FILE [--count 10000] [--seed 0] [--only REGEXP] [--found]

FILE of --functions is what "go test ./support/script -run TestFunctionTables -functions FILE" writes: every
function that is here. Each program calls one of them, or one of their operators, with arguments
that programs/arguments.py and programs/forms.py draw; one in six is meant to be wrong. The
answer is that of gen_frontend_programs.py, with "scalar" true of NumPy's scalars, and
{"undefined": reason} where programs/undefined.py says that the framework leaves it open.

programs/found-*.txt has programs that once parted, which --found runs too. The files that
are checked in, support/script/testdata/random-*.json.gz, are samples of what does not part:
"go test ./support/script -run TestRandomPrograms -programs FILE -sample FILE" writes them.

The output is gzipped JSON: framework, version, seed, count and the programs, each
[function, program, answer]. TestRandomPrograms of support/script compares them.
"""
import argparse
import ast
import gzip
import inspect
import json
import os
import pathlib
import random
import re
import select
import signal
import sys
import time
import warnings

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "programs")]

import gen_frontend_programs
import undefined
from arguments import LEFT, NAMES, Draw, Skip, text_of
from forms import form_of

WRONG = 1 / 6
ATTEMPTS = 30


def resolve(module, path):
    for part in path.split("."):
        module = getattr(module, part)
    return module


class Param:
    def __init__(self, name, required, rest=False, keyword=True, positional=True, default=None):
        self.name, self.required, self.rest, self.keyword, self.positional, self.default = name, required, rest, keyword, positional, default


def ours(text):
    """The parameters of a signature of the tables."""
    out, positional = [], True
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, _, default = part.partition("=")
        if part == "/":
            for p in out:
                p.keyword = False
        elif part == "*":
            positional = False
        elif part.startswith("**"):
            continue
        elif part.startswith("*"):
            out.append(Param(name[1:], True, rest=True, keyword=False))
            positional = False
        else:
            out.append(Param(name, "=" not in part, positional=positional, default=default))
    return out


def theirs(f):
    """The parameters of the framework's own function, None where Python does not know them."""
    try:
        sig = inspect.signature(f)
    except (TypeError, ValueError):
        return None
    P, out = inspect.Parameter, []
    for p in sig.parameters.values():
        if p.kind == P.VAR_KEYWORD:
            continue
        if p.kind == P.VAR_POSITIONAL and p.name in ("args", "a", "kwargs"):
            return None
        out.append(Param(p.name, p.default is P.empty and p.kind != P.VAR_POSITIONAL, p.kind == P.VAR_POSITIONAL,
                         p.kind in (P.POSITIONAL_OR_KEYWORD, P.KEYWORD_ONLY), p.kind in (P.POSITIONAL_ONLY, P.POSITIONAL_OR_KEYWORD), repr(p.default)))
        out[-1].required |= out[-1].rest
    return out


def argument(g, p, form, first):
    kind = form.kinds.get(p.name, NAMES.get(p.name))
    if p.rest and kind is Draw.arrays_list:
        kind = None
    if kind is not None:
        return text_of(kind, g)
    if p.default in ("True", "False"):
        return g.boolean()
    if not p.required and p.default is not None and re.fullmatch(r"-?\d+", p.default):
        return g.int(0, 3)
    if not p.required and p.default is not None and re.fullmatch(r"-?[\d.e-]+", p.default):
        return g.float()
    if p.rest:
        return ", ".join(g.array() for _ in range(g.rng.randint(1, 3)))
    return g.operand(first)


def arguments(g, f, form):
    """The arguments of a call as text, the first by itself."""
    if form.text:
        text = text_of(form.text, g)
        first, _, rest = text.partition(", ")
        if not re.fullmatch(r"[a-z]", first):
            return None, text
        return first, rest
    args, named, first = [], False, None
    for i, p in enumerate(f["params"]):
        if p.name in LEFT or not p.required and g.rng.random() < 0.75:
            named = named or not p.required
            continue
        text = argument(g, p, form, i == 0)
        if i == 0:
            first = text
            continue
        if p.rest:
            args.append(text)
            continue
        if named and not p.keyword:
            continue
        if p.keyword and (named or not p.positional or (not p.required and g.rng.random() < 0.6)):
            name = p.name
            if g.framework == "torch" and g.rng.random() < 0.08:
                name = {"dim": "axis", "keepdim": "keepdims", "input": "x", "other": "x2"}.get(name, name)
            text, named = f"{name}={text}", True
        args.append(text)
    if g.wrong and g.rng.random() < 0.15:
        args.append("nope=1")
    return first, ", ".join(args)


def call(g, f):
    """The expression that calls a function of the table."""
    path = f["path"]
    leaf = path.rsplit(".", 1)[-1]
    form = form_of(g.framework, path, [p.name for p in f["params"]])
    g.leaf, g.path = leaf, path
    if form.shapes and not (g.wrong and g.rng.random() < 0.5):
        g.shape = g.rng.choice(form.shapes)
    if form.dtypes and g.rng.random() < 0.85:
        g.dtype = g.rng.choice([d for d in form.dtypes if d in g.dtypes] or g.dtypes)
    if form.spread and g.rng.random() < 0.9:
        g.spread = form.spread
    if leaf in ("__getitem__", "__setitem__"):
        return indexing(g, leaf)
    if m := re.fullmatch(r"__i?(\w+?)__", leaf):
        return operator(g, leaf)
    first, rest = arguments(g, f, form)
    if leaf in ("partition", "argpartition") and not re.fullmatch(r"[a-z]", first or ""):
        first = g.array()
    method = path.startswith(".") or f["method"] and g.rng.random() < 0.35
    if method:
        if first is None or not re.fullmatch(r"[a-z]", first):
            first = g.array()
        text = f"{first}.{leaf}({rest})"
    else:
        text = f"{g.root}.{path}({', '.join(t for t in (first, rest) if t)})"
    if g.framework == "numpy" and f["ufunc"] and "where=" in text and len(re.findall(r"\bout", f["sig"])) > 1:
        text = re.sub(r",? ?where=[a-z]", "", text)
    if g.framework == "numpy" and f["ufunc"] and "where=" in text and "out" not in text and len(re.findall(r"\bout", f["sig"])) == 1:
        text = f"{text[:-1]}, out={g.let(f'numpy.zeros({g.shape!r}, dtype={g.dtype_name(g.dtype)})')})"
    outs = re.findall(r"\bout=([a-z])\b", text)
    if f["out"] == "none":
        g.lines.append(text)
        return first if first else "None"
    if leaf in ("empty", "empty_like", "new_empty", "resize_"):
        g.lines.append(f"z = {text}")
        return "z.shape, z.dtype"
    if leaf.endswith("_") and first and re.fullmatch("[a-z]", first):
        return f"{text}, {first}"
    if outs:
        return f"{text}, {outs[0]}"
    if leaf == "eigvals":  # in whatever order
        g.lines.append(f"w = {text}")
        return "w.dtype, w.shape, w.sum(axis=-1), w.prod(axis=-1)"
    if leaf in ("partition", "argpartition") and "out=" not in text and first and re.fullmatch("[a-z]", first):
        k, axis = re.search(r", (-?\d+)", text), re.search(r"axis=(-?\d+|None)|, -?\d+, (-?\d+|None)", text)
        at = (axis[1] or axis[2]) if axis else "-1"
        if k and at != "None":  # the order on both sides of the place is open
            g.lines.append(f"z = {text}")
            return f"z.dtype, z.shape, {g.root}.take({'z' if leaf == 'partition' else f'{g.root}.take_along_axis({g.root}.asarray({first}), z, {at})'}, {k[1]}, axis={at})"
    if leaf in ("eig", "eigh") and not path.startswith("lax.") and first and re.fullmatch("[a-z]", first):  # the order of eigenvalues is open, and the length of vectors
        g.lines.append(f"w, v = {text}")
        return f"w.dtype, v.dtype, w.shape, v.shape, abs({first} @ v - v * w[..., None, :]) < 1e-2"
    if leaf == "svd" and f["out"] != "one" and first and "compute_uv=False" not in text and "full" not in text and re.fullmatch("[a-z]", first):  # the signs of singular vectors are open
        g.lines.append(f"u, s, v = {text}")
        adjoint = "v" if "linalg." in path or g.framework != "torch" else "v.mH"  # which torch.svd does not take
        return f"u.dtype, u.shape, v.dtype, v.shape, s, abs((u * s[..., None, :]) @ {adjoint} - {first}) < 1e-2"
    if leaf == "device":
        return f"str({text})"
    if leaf in ("finfo", "iinfo"):
        g.lines.append(f"z = {text}")
        return "z.bits, z.max, z.min" + (", z.eps" if leaf == "finfo" else "")
    if f["out"] == "one" and g.rng.random() < 0.08 and not re.search(r"\bNone\b|'a'", text):  # not of objects and texts
        return f"({text}) {g.rng.choice(['+', '*', '-', '<', '=='])} {g.operand()}"
    return text


BINARY = "+ - * / // % ** @ & | ^ << >> < <= > >= == !=".split()
INPLACE = "+ - * / // % ** & | ^ << >>".split()


def operator(g, leaf=""):
    op = g.rng.choice(BINARY)
    if leaf:
        op = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
              "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.get(re.sub(r"^__i(?!nvert)|__", "", leaf), op)
    r = g.rng.random()
    if r < 0.12 or leaf in ("__neg__", "__pos__", "__abs__", "__invert__"):
        op = {"__neg__": "-", "__pos__": "+", "__abs__": "abs", "__invert__": "~"}.get(leaf) or g.rng.choice(["-", "+", "~", "abs"])
        return f"abs({g.array()})" if op == "abs" else f"{op}{g.array()}"
    if leaf.startswith("__i") and leaf != "__invert__" or r < 0.3 and op in INPLACE:
        x = g.array()
        g.lines.append(f"{x} {op}= {g.operand()}")
        return x
    if op == "@":
        from forms import product
        a, b = product(g)
        return f"{a} @ {b}"
    a, b = g.array(), g.operand()
    return f"{a} {op} {b}" if g.rng.random() < 0.7 else f"{b} {op} {a}"


def indexing(g, leaf):
    if not g.shape or g.rng.random() < 0.5:
        g.shape = g.rng.choice([(4,), (3, 4), (2, 3, 4), (2, 3), (1, 3)])
    x = g.array(view=g.rng.random() < 0.3)
    key = g.index()
    if leaf == "__setitem__" and g.framework in ("numpy", "torch"):
        g.lines.append(f"{x}[{key}] {g.rng.choice(['=', '=', '=', '+=', '*='])} {g.scalar() if g.rng.random() < 0.5 else g.operand()}")
        return x
    return f"{x}[{key}]"


def at(g):
    g.shape = g.rng.choice([(4,), (3, 4), (2, 3, 4), (2, 3)])
    x = g.array()
    key = g.index()
    how = g.rng.choice("set add multiply divide min max power get".split())
    return f"{x}.at[{key}].{how}({'' if how == 'get' else g.scalar() if g.rng.random() < 0.6 else g.operand()})"


def attribute(g, names):
    x = g.array()
    return f"{x}.{g.rng.choice(names)}"


def program(framework, f, table, rng, wrong, mode):
    g = Draw(framework, rng, x64=mode == "x64", wrong=wrong)
    g.root = {"tensorflow": "tf"}.get(framework, framework)
    head = {"jax": ["jnp = jax.numpy"], "tensorflow": ["tf = tensorflow"]}.get(framework, [])
    if mode == "x64":
        head.insert(0, 'jax.config.update("jax_enable_x64", True)')
    elif mode == "strict":
        head.insert(0, 'jax.config.update("jax_numpy_dtype_promotion", "strict")')
    elif framework == "tensorflow" and mode:
        head.append(f'tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="{mode}")')
    if f is OPERATOR:
        last = operator(g)
    elif f is INDEX:
        last = indexing(g, "__getitem__")
    elif f is SETITEM:
        last = indexing(g, "__setitem__") if framework != "jax" else at(g)
    elif f is ATTRIBUTE:
        last = attribute(g, table["attributes"])
    else:
        last = call(g, f)
    lines = head + g.lines + [last]
    if re.search(r"\binf\b|\bnan\b", "\n".join(g.lines + [last])):
        lines.insert(len(head), "inf, nan = float('inf'), float('nan')")
    return "\n".join(lines)


OPERATOR, INDEX, SETITEM, ATTRIBUTE = ({"path": p} for p in ("operator", "index", "setitem", "attribute"))


def answer(v, modules):
    np = modules["numpy"]
    if isinstance(v, (np.generic, np.ndarray)) and v.dtype.kind in "OSU":
        raise Skip  # objects and texts, which the frontends do not have
    if isinstance(v, np.generic):
        return {**gen_frontend_programs.array(v, v.dtype.name, False, []), "scalar": True}
    if isinstance(v, (list, tuple)):
        return [answer(e, modules) for e in v]
    if isinstance(v, complex):
        return {"complex": [gen_frontend_programs.answer(p, modules) for p in (v.real, v.imag)]}
    if "torch" in modules and isinstance(v, modules["torch"].Tensor):
        v = v.detach().resolve_conj().resolve_neg().contiguous()
        if str(v.dtype) in ("torch.uint16", "torch.uint32", "torch.uint64"):
            raise Skip
    if "tensorflow" in modules and isinstance(v, modules["tensorflow"].TensorShape):
        return v.as_list()
    if "tensorflow" in modules and isinstance(v, modules["tensorflow"].Tensor) and v.dtype == modules["tensorflow"].string:
        raise Skip  # there are no tensors of strings here
    if "tensorflow" in modules and v is modules["tensorflow"].string:
        raise Skip
    if type(v).__name__ == "slice" or callable(v) and not isinstance(v, type):
        raise Skip
    if isinstance(v, np.flatiter) or v is NotImplemented:
        raise Skip
    return gen_frontend_programs.answer(v, modules)


def run(text, modules):
    """The answer of a program and its variables."""
    tree = ast.parse(text)
    last = tree.body.pop()
    scope = dict(modules)
    try:
        exec(compile(tree, "<program>", "exec"), scope)
        value = eval(compile(ast.Expression(last.value), "<program>", "eval"), scope)
    except Exception as e:
        name = type(e).__name__.lstrip("_")
        if name.startswith("UFunc"):
            name = "UFuncTypeError"
        return {"error": name}, scope
    return answer(value, modules), scope


def restore(modules):
    """The framework as it starts."""
    if "numpy" in modules:
        modules["numpy"].set_printoptions(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False, nanstr="nan", infstr="inf", sign="-", floatmode="maxprec", legacy=False)
    if "jax" in modules:
        modules["jax"].config.update("jax_enable_x64", False)
        modules["jax"].config.update("jax_numpy_dtype_promotion", "standard")
    if "torch" in modules:
        modules["torch"].set_default_dtype(modules["torch"].float32)
        modules["torch"].set_printoptions(profile="default")  # texts of tensors are in messages
    if "tensorflow" in modules:  # which keeps tensors of scalars, and finds one of +0 equal to −0
        from tensorflow.python.eager import context
        context.context()._clear_caches()


def is_error(a):
    return isinstance(a, dict) and "error" in a


class TooLong(BaseException):
    pass


def slots(framework, table, count, seed):
    """What each program is of: a function of the table, or an operator, an index, …"""
    rng = random.Random(f"{seed} {framework} slots")
    out = []
    special = [(OPERATOR, 0.08), (INDEX, 0.03), (SETITEM, 0.03), (ATTRIBUTE, 0.01)]
    for f, share in special:
        out += [f] * int(count * share)
    fs = []
    while len(out) < count:
        if not fs:
            fs = list(table["functions"])
            rng.shuffle(fs)
        out.append(fs.pop())
    rng.shuffle(out)
    return out


def mode_of(framework, f, i, seed):
    r = random.Random(f"{seed} {framework} mode {i}").random()
    if framework == "jax":
        return "x64" if r < 0.25 else "strict" if r < 0.28 else ""
    if framework == "tensorflow":
        return "all" if r < 0.12 else "legacy" if r < 0.22 else "safe" if r < 0.3 else ""
    return ""


def opened(framework, text, a, scope, chosen=False):
    """An answer with what the framework leaves open of it; chosen is whether the program is one of found-*.txt."""
    if is_error(a):
        why = undefined.of_error(framework, text, a["error"], scope)
    else:
        undefined.elements(framework, text, a, scope, chosen)
        why = undefined.reason(framework, text, a, scope, chosen)
    return {"undefined": why} if why else a


def one(framework, f, table, i, seed, modules, mode, seen):
    """The slot's program and its answer: it is drawn until it is valid, or, if it is to be wrong, an error."""
    name = f["path"]
    if f.get("text"):
        try:
            a, scope = run(f["text"], modules)
        except Skip:
            return None
        finally:
            restore(modules)
        return [name, f["text"], opened(framework, f["text"], a, scope, chosen=True)]
    want = random.Random(f"{seed} {framework} wrong {i}").random() < WRONG
    last = None
    for k in range(8 if want else ATTEMPTS):
        rng = random.Random(f"{seed} {framework} {i} {k}")
        try:
            text = program(framework, f, table, rng, want, mode)
        except (Skip, IndexError, ValueError, KeyError):
            continue
        if text in seen:
            continue
        try:
            a, scope = run(text, modules)
        except (Skip, TypeError, SyntaxError):
            continue
        finally:
            restore(modules)
        if is_error(a) and a["error"] in ("TypeError", "SyntaxError") and not want and k < ATTEMPTS - 1:
            pass
        if framework == "numpy" and not is_error(a) and re.search(r"[(\[ ]'a'[,)\]]|\(None[,)]", text):
            continue  # an array of texts or objects, which the frontends do not have
        last = [name, text, a, scope]
        if is_error(a) == want:
            break
    if last is None:
        return None
    name, text, a, scope = last
    return [name, text, opened(framework, text, a, scope)]


def work(framework, todo, table, seed, modules, out):
    """A process's part of the slots; the number of each is written before it is begun."""
    def alarm(*_):
        raise TooLong
    signal.signal(signal.SIGALRM, alarm)
    seen = set()
    for n, (i, f, mode) in enumerate(todo):
        out.write(json.dumps(i) + "\n")
        out.flush()
        signal.alarm(60)
        try:
            p = one(framework, f, table, i, seed, modules, mode, seen)
        except TooLong:
            p = None
        signal.alarm(0)
        if p:
            seen.add(p[1])
            out.write(json.dumps(p) + "\n")
            out.flush()
        if "jax" in modules and n % 400 == 399:
            modules["jax"].clear_caches()


def drive(framework, todo, table, seed, modules, until):
    """Runs the slots in a process apart, and another one from behind a slot that ends it; until then."""
    programs, left = [], list(todo)
    while left:
        r, w = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(r)
            devnull = os.open(os.devnull, os.O_WRONLY)
            os.dup2(devnull, 2)
            with os.fdopen(w, "w") as out:
                try:
                    work(framework, left, table, seed, modules, out)
                    out.write('"done"\n')
                except BaseException as e:
                    out.write(json.dumps(f"{type(e).__name__}: {e}") + "\n")
            os._exit(0)
        os.close(w)
        at, done, buffer = None, False, b""
        while True:
            ready, _, _ = select.select([r], [], [], 150)
            chunk = os.read(r, 1 << 16) if ready else b""
            over = time.time() > until
            if over or not chunk:
                if over or not ready:
                    os.kill(pid, signal.SIGKILL)
                    done = over
                break
            buffer += chunk
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                v = json.loads(line)
                if isinstance(v, int):
                    at = v
                elif isinstance(v, list):
                    programs.append(v)
                    if len(programs) % 1000 == 0:
                        print(f"{framework}: {len(programs)} programs", file=sys.stderr, flush=True)
                elif v == "done":
                    done = True
                else:
                    print(f"{framework}: slot {at}: {v}", file=sys.stderr, flush=True)
        os.close(r)
        os.waitpid(pid, 0)
        if done:
            break
        place = next((k for k, (i, _, _) in enumerate(left) if i == at), None)
        if place is None:
            break
        print(f"{framework}: the process ended in slot {at}, of {left[place][1]['path']}", file=sys.stderr, flush=True)
        left = left[place + 1:]
    return programs


def main():
    p = argparse.ArgumentParser()
    p.add_argument("framework", choices=["numpy", "jax", "torch", "tensorflow"])
    p.add_argument("--functions", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--count", type=int, default=10000)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--found", action="store_true", help="the programs of programs/found-*.txt too, which once parted")
    p.add_argument("--only", default="", help="functions alone whose names have this regular expression")
    p.add_argument("--seconds", type=float, default=float("inf"), help="fewer programs, if there is no more time")
    o = p.parse_args()
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    warnings.simplefilter("ignore")
    import numpy
    numpy.seterr(all="ignore")
    modules = {"numpy": numpy}
    if o.framework != "numpy":
        modules[o.framework] = __import__(o.framework)
    if o.framework == "jax":
        import jax.nn
        import jax.numpy
        import jax.scipy.special
    if o.framework == "torch":
        modules["torch"].broadcast_shapes((1,))  # imports more, once: in no program's time
    module = modules[o.framework]
    table = json.loads(pathlib.Path(o.functions).read_text())[o.framework]
    lacking = []
    for f in table["functions"]:
        f["params"] = ours(f["sig"])
        f["ufunc"] = "where=" in f["sig"] and "casting=" in f["sig"]
        if f["path"].startswith("."):
            continue
        try:
            real = theirs(resolve(module, f["path"]))
        except AttributeError:
            lacking.append(f["path"])
            continue
        if real is not None:
            f["params"] = real
    table["functions"] = [f for f in table["functions"] if f["path"] not in lacking and f["path"] not in undefined.APART and re.search(o.only, f["path"])]
    if lacking:
        print(f"{o.framework} has no {' '.join(lacking)}", file=sys.stderr)
    todo = [(i, f, mode_of(o.framework, f, i, o.seed)) for i, f in enumerate(slots(o.framework, table, o.count, o.seed))]
    found = HERE / "programs" / f"found-{o.framework}.txt"
    if o.found:
        for text in found.read_text().strip().split("\n\n"):
            mode = re.search(r'dtype_conversion_mode="(\w+)"', text)
            todo.append((len(todo), {"path": "found", "text": text, "sig": ""}, mode[1] if mode else ""))
    if o.only:
        todo = [t for t in todo if "sig" in t[1]]
    programs = []
    for mode in sorted({m for _, _, m in todo}) if o.framework == "tensorflow" else [None]:
        programs += drive(o.framework, [t for t in todo if mode is None or t[2] == mode], table, o.seed, modules, time.time() + o.seconds)
    text = json.dumps({"framework": o.framework, "version": module.__version__, "seed": o.seed, "count": len(programs), "programs": programs}, separators=(",", ":"))
    with open(o.out, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
        z.write(text.encode())
    errors = sum(is_error(a) for _, _, a in programs)
    good = {n for n, _, a in programs if not is_error(a)}
    never = sorted({n for n, _, _ in programs} - good)
    print(f"{o.framework} {module.__version__}: {len(programs)} programs of {len({n for n, _, _ in programs})} functions, {errors} of them errors; never valid: {' '.join(never)}")


if __name__ == "__main__":
    main()
