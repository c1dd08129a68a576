"""Random programs in PyTorch with their gradients: backends/backendtest/testdata/gradient_programs.json.gz.

Run with torch 2.13.0. A program is a list of steps on arrays of float64 or complex128, with views, writes into
them, indices, loops and branches; backends/backendtest/programs.go has the same steps. Of each the parameters, the
results, the gradients of these that are pulled back, and what autograd gives for them. PyTorch's gradient of a real
loss is the conjugate of ours, ∂x − i∂y: what is written here is ours.

Steps end a program's generation where they come near to a point at which they are not smooth, or where
PyTorch refuses to differentiate it (what a backward step needs was written over).
"""

import gzip
import json
import os
import random

import torch

CLEAR = 0.05  # from where a step is not smooth
MOST = 20.0  # of an element
SIZE = 24  # elements of an array


class Unfit(Exception):
    """The step does not fit the arrays, or comes too near to a kink."""


def clear(x):
    if x.numel() and x.real.abs().min() < CLEAR:
        raise Unfit


def apart(x, axis):
    clear(torch.diff(torch.sort(x.detach(), dim=axis).values, dim=axis))


def square(x):
    return (x * x.conj()).real.to(x.dtype)


def spans(ints):
    return tuple(slice(*ints[i : i + 3]) for i in range(0, len(ints), 3))


def mask(ints, x):
    return torch.tensor([n != 0 for n in ints]).reshape(x.shape)


def select(x, y):
    clear(x.detach())
    return torch.where(x.real > 0, x * y, y)


def branch(x, at, bound):
    v = x.detach().real.reshape(-1)[at] - bound
    clear(v)
    return torch.sin(x) if v > 0 else x * x


def repeat(x, y, n):
    for _ in range(n):
        x = torch.sin(x * y) + y
    return x


def largest(x, axis, keep):
    apart(x, axis)
    return torch.amax(x, dim=axis, keepdim=bool(keep))


def ordered(x, axis):
    apart(x, axis)
    return torch.sort(x, dim=axis).values


def maximum(x, y):
    clear((x - y).detach())
    return torch.maximum(x, y)


def absolute(x):
    clear(x.detach().abs())
    return x.abs().to(x.dtype)


STEPS = {
    "zeros": lambda s, x: torch.zeros_like(x),
    "sin": lambda s, x: torch.sin(x),
    "cos": lambda s, x: torch.cos(x),
    "tanh": lambda s, x: torch.tanh(x),
    "sigmoid": lambda s, x: torch.sigmoid(x),
    "negate": lambda s, x: -x,
    "conj": lambda s, x: x.conj().resolve_conj(),
    "real": lambda s, x: x.real.to(x.dtype),
    "imag": lambda s, x: x.imag.to(x.dtype),
    "scale": lambda s, x: x * s["nums"][0],
    "root": lambda s, x: torch.sqrt(square(x) + 1),
    "abs": lambda s, x: absolute(x),
    "add": lambda s, x, y: x + y,
    "subtract": lambda s, x, y: x - y,
    "multiply": lambda s, x, y: x * y,
    "divide": lambda s, x, y: x / (square(y) + 1.5),
    "maximum": lambda s, x, y: maximum(x, y),
    "select": lambda s, x, y: select(x, y),
    "matmul": lambda s, x, y: x @ y,
    "sum": lambda s, x: x.sum(s["ints"][0], keepdim=bool(s["ints"][1])),
    "mean": lambda s, x: x.mean(s["ints"][0], keepdim=bool(s["ints"][1])),
    "product": lambda s, x: x.prod(s["ints"][0], keepdim=bool(s["ints"][1])),
    "max": lambda s, x: largest(x, *s["ints"]),
    "sort": lambda s, x: ordered(x, s["ints"][0]),
    "softmax": lambda s, x: torch.softmax(x, s["ints"][0]),
    "cumulative": lambda s, x: torch.cumsum(x, s["ints"][0]),
    "permute": lambda s, x: x.permute(s["ints"]).clone(),
    "reshape": lambda s, x: x.reshape(s["ints"]).clone(),
    "broadcast": lambda s, x: x.broadcast_to(s["ints"]).clone(),
    "flip": lambda s, x: x.flip(s["ints"][0]),
    "concat": lambda s, *xs: torch.cat(xs, s["ints"][0]),
    "stack": lambda s, *xs: torch.stack(xs, s["ints"][0]),
    "slice": lambda s, x: x[spans(s["ints"])],
    "row": lambda s, x: x[s["ints"][0]],
    "rows": lambda s, x: x[torch.tensor(s["ints"])],
    "take": lambda s, x: x.index_select(s["ints"][0], torch.tensor(s["ints"][1:])),
    "mask": lambda s, x: x[mask(s["ints"], x)],
    "repeat": lambda s, x, y: repeat(x, y, s["ints"][0]),
    "branch": lambda s, x: branch(x, s["ints"][0], s["nums"][0]),
}


def set_(s, x, y):
    x[spans(s["ints"])] = y


def add_(s, x, y):
    x[spans(s["ints"])] += y


def set_rows(s, x, y):
    x[torch.tensor(s["ints"])] = y


def add_rows(s, x, y):
    at = torch.tensor(s["ints"])
    x.index_put_((at,), y.broadcast_to((len(at),) + x.shape[1:]), accumulate=True)


def set_mask(s, x, y):
    x[mask(s["ints"], x)] = y


def times(s, x, y):
    x *= y


def plus(s, x, y):
    x += y


def recur(s, x):
    for k in range(1, x.shape[0]):
        x[k] += torch.sin(x[k - 1].clone()) * s["nums"][0]


WRITES = {"set!": set_, "add!": add_, "setRows!": set_rows, "addRows!": add_rows, "setMask!": set_mask, "times!": times, "plus!": plus, "recur!": recur}

REAL = {"tanh", "sigmoid", "max", "sort", "softmax", "maximum"}  # not of complex numbers
COMPLEX = {"conj", "real", "imag"}


def run(program, params):
    arrays = []
    for s in program["steps"]:
        do(s, arrays, params)
    return arrays


def do(s, arrays, params):
    if s["op"] == "parameter":
        arrays.append(params[s["ints"][0]].clone())
        return
    on = [arrays[i] for i in s["on"]]
    if s["op"] in WRITES:
        WRITES[s["op"]](s, on[0], *[y.clone() for y in on[1:]])  # what is written may be a view of what it is written to
    else:
        arrays.append(STEPS[s["op"]](s, *on))


def numbers(r, dtype, shape):
    n = 1
    for d in shape:
        n *= d
    x = [r.uniform(0.3, 1.5) * r.choice([1, -1]) for _ in range(n)]
    if dtype.is_complex:
        x = [complex(v, r.uniform(-1, 1)) for v in x]
    return torch.tensor(x, dtype=dtype).reshape(shape)


def ranges(r, shape):
    ints, lengths = [], []
    for n in shape:
        start = r.randrange(n)
        stop = r.randint(start + 1, n)
        step = r.choice([1, 1, 2])
        ints += [start, stop, step]
        lengths.append(len(range(start, stop, step)))
    return ints, tuple(lengths)


def draw(r, arrays, is_complex):
    """A step of a random kind, of arrays whose shapes may not fit."""
    op = r.choice([o for o in [*STEPS, *WRITES] if not (is_complex and o in REAL or not is_complex and o in COMPLEX)])
    k = r.randrange(len(arrays))
    x, shape = arrays[k], tuple(arrays[k].shape)
    s = {"op": op, "on": [k], "ints": [], "nums": []}
    axis = r.randrange(len(shape)) if shape else None
    fits = lambda to: [i for i, a in enumerate(arrays) if broadcasts(tuple(a.shape), to)]
    if not shape and op in ("sum", "mean", "product", "max", "sort", "softmax", "cumulative", "flip"):
        raise Unfit  # PyTorch has an axis 0 there
    if op in ("scale", "recur!"):
        s["nums"] = [round(r.uniform(-1.2, 1.2), 3)]
    elif op in ("sum", "mean", "product", "max"):
        s["ints"] = [axis, r.randrange(2)]
    elif op in ("sort", "softmax", "cumulative", "flip"):
        s["ints"] = [axis]
    elif op == "permute":
        s["ints"] = r.sample(range(len(shape)), len(shape))
    elif op == "reshape":
        n = x.numel()
        s["ints"] = r.choice([[n], [1, n], [n, 1], list(reversed(shape)), [2, n // 2] if n % 2 == 0 else [n]])
    elif op == "broadcast":
        s["ints"] = [r.randint(1, 3)] + [r.randint(1, 3) if n == 1 else n for n in shape]
    elif op in ("concat", "stack"):
        s["on"] = [k, r.choice([i for i, a in enumerate(arrays) if a.shape == x.shape])]
        s["ints"] = [axis] if op == "concat" else [r.randint(0, len(shape))]
    elif op == "slice":
        s["ints"], _ = ranges(r, shape)
    elif op == "row":
        s["ints"] = [r.randrange(-shape[0], shape[0])]
    elif op == "rows":
        s["ints"] = [r.randrange(-shape[0], shape[0]) for _ in range(r.randint(1, 4))]
    elif op == "take":
        s["ints"] = [axis] + [r.randrange(shape[axis]) for _ in range(r.randint(1, 4))]
    elif op == "mask":
        s["ints"] = [r.randrange(2) for _ in range(x.numel())]
    elif op == "branch":
        s["ints"], s["nums"] = [r.randrange(x.numel())], [round(r.uniform(-1, 1), 3)]
    elif op in ("set!", "add!"):
        s["ints"], to = ranges(r, shape)
        s["on"].append(r.choice(fits(to)))
    elif op in ("setRows!", "addRows!"):
        count = r.randint(1, shape[0] if op == "setRows!" else 4)
        at = r.sample(range(shape[0]), count) if op == "setRows!" else [r.randrange(shape[0]) for _ in range(count)]
        s["ints"] = [i - shape[0] if r.random() < 0.3 and op == "setRows!" else i for i in at]
        s["on"].append(r.choice(fits((count,) + shape[1:])))
    elif op == "setMask!":
        s["ints"] = [r.randrange(2) for _ in range(x.numel())]
        s["on"].append(r.choice(fits(())))
    elif op in ("times!", "plus!"):
        s["on"].append(r.choice(fits(shape)))
    elif op in ("add", "subtract", "multiply", "divide", "maximum", "select", "matmul", "repeat"):
        s["on"].append(r.randrange(len(arrays)))
        if op == "repeat":
            s["ints"] = [r.randint(1, 4)]
    return s


def broadcasts(shape, to):
    return len(shape) <= len(to) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(to)))


def generate(seed):
    r = random.Random(seed)
    dtype = torch.complex128 if r.random() < 0.4 else torch.float64
    shapes = [r.choice([[3], [4], [2, 3], [3, 2], [3, 1], [1, 4], [2, 2, 3], []]) for _ in range(r.randint(1, 3))]
    params = [numbers(r, dtype, s) for s in shapes]
    program = {"dtype": str(dtype).removeprefix("torch."), "shapes": shapes, "steps": [{"op": "parameter", "on": [], "ints": [i], "nums": []} for i in range(len(shapes))], "results": []}
    want = r.randint(4, 14)
    with torch.no_grad():
        arrays = run(program, params)
        for _ in range(200):
            if len(program["steps"]) >= want + len(shapes):
                break
            try:
                s = draw(r, arrays, dtype.is_complex)
                again = run({"steps": program["steps"] + [s]}, params)
            except (Unfit, RuntimeError, IndexError, ValueError, TypeError):
                continue
            if any(a.numel() > SIZE or a.numel() == 0 or a.abs().max() > MOST or not a.isfinite().all() for a in again):
                continue
            program["steps"].append(s)
            arrays = again
    n = len(arrays)
    program["results"] = sorted(r.sample(range(len(shapes), n), min(r.randint(1, 3), n - len(shapes)))) if n > len(shapes) else [0]
    return program, params, r


def pairs(x):
    x = x.detach().reshape(-1)
    if x.dtype.is_complex:
        return torch.view_as_real(x.resolve_conj()).reshape(-1).tolist()
    return x.tolist()


def record(seed):
    program, params, r = generate(seed)
    leaves = [p.clone().requires_grad_() for p in params]
    arrays = run(program, leaves)
    zs = [arrays[k] for k in program["results"]]
    us = [numbers(r, z.dtype, tuple(z.shape)) for z in zs]
    loss = sum((u * z).real.sum() for u, z in zip(us, zs))
    grads = torch.autograd.grad(loss, leaves, allow_unused=True) if loss.requires_grad else [None] * len(leaves)
    grads = [torch.zeros_like(p) if g is None else g.conj() for g, p in zip(grads, leaves)]
    program.update(params=[pairs(p) for p in params], values=[pairs(z) for z in zs], cotangents=[pairs(u) for u in us], gradients=[pairs(g) for g in grads])
    return program


def main(count=300):
    out, refused, seed = [], 0, 0
    while len(out) < count:
        seed += 1
        try:
            p = record(seed)
        except RuntimeError as e:
            if "modified by an inplace operation" not in str(e):
                raise
            refused += 1
            continue
        if any(v != 0 for g in p["gradients"] for v in g):
            out.append(p)
    path = os.path.join(os.path.dirname(__file__), "..", "..", "backends", "backendtest", "testdata", "gradient_programs.json.gz")
    with gzip.GzipFile(path, "wb", mtime=0) as f:
        f.write(json.dumps(out).encode())
    ops = {}
    for p in out:
        for s in p["steps"]:
            ops[s["op"]] = ops.get(s["op"], 0) + 1
    print(len(out), "programs,", refused, "that PyTorch refuses,", os.path.getsize(path), "bytes;", dict(sorted(ops.items())))


if __name__ == "__main__":
    main()
