"""Programs that draw random numbers of torch, for gen_draws.py. Each begins as said; its last line is what it gives."""

# Messages are ours; classes are PyTorch's.
OTHER_TEXTS = [""]

SEED = "torch.manual_seed(42)\n"
FLOATS = ["torch.float16", "torch.bfloat16", "torch.float32", "torch.float64"]
INTS = ["torch.uint8", "torch.int8", "torch.int16", "torch.int32", "torch.int64"]
SIZES = [0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 1000]
ERRORS = """torch.manual_seed(2**64)|torch.manual_seed('a')|torch.manual_seed(None)|torch.Generator().manual_seed(1.5)|torch.set_rng_state(torch.zeros(3))|torch.set_rng_state(torch.zeros(3, dtype=torch.uint8))
torch.set_rng_state(5)|torch.rand(2, generator=5)|torch.rand(-1)|torch.rand(2, dtype=torch.int32)|torch.randn(2, dtype=torch.int32)|torch.randint(5, 3, (2,))|torch.randint(0, (2,))|torch.randint(300, (2,), dtype=torch.uint8)
torch.randint(-5, 10, (2,), dtype=torch.uint8)|torch.randint(1.5, (2,))|torch.randint(0, 2, 3)|torch.randint(3, (3,), dtype=torch.bool)|torch.randint(0, 100000, (2,), dtype=torch.float16)|torch.randint(10, (2,), dtype=torch.complex64)
torch.randperm(-1)|torch.randperm(300, dtype=torch.uint8)|torch.randperm(3000, dtype=torch.float16)|torch.randperm(5, dtype=torch.complex64)|torch.randperm(5, dtype=torch.bool)|torch.randperm(1.5)|torch.normal(0.0, 1.0)
torch.normal(0.0, -1.0, (2,))|torch.normal(0.0, -torch.ones(2))|torch.normal(torch.zeros(3), torch.ones(2))|torch.normal(torch.zeros(3, dtype=torch.int64), 1.0)|torch.bernoulli(torch.tensor([2.0]))|torch.bernoulli(torch.tensor([float('nan')]))
torch.bernoulli(torch.tensor([1]))|torch.bernoulli(torch.tensor([True]))|torch.bernoulli(0.5)|torch.multinomial(torch.tensor([1.0, 2.0]), 3)|torch.multinomial(torch.tensor([0.0, 0.0]), 1)|torch.multinomial(torch.tensor([-1.0, 2.0]), 1)
torch.multinomial(torch.tensor([1, 2]), 1)|torch.multinomial(torch.tensor([1.0, 2.0]), 0)|torch.multinomial(torch.ones(2, 2, 2), 1)|torch.multinomial(torch.tensor(1.0), 1)|torch.multinomial(torch.tensor([float('inf'), 2.0]), 1)
torch.multinomial(torch.tensor([0.0, 0.0]), 2, True)|torch.poisson(torch.tensor([-1.0]))|torch.poisson(torch.tensor([1]))|torch.rand_like(torch.ones(2, dtype=torch.int64))|torch.rand_like(3.0)|torch.zeros(3).uniform_(1, 0)
torch.zeros(3).uniform_(0, float('inf'))|torch.zeros(3, dtype=torch.int32).uniform_()|torch.zeros(3, dtype=torch.float16).uniform_(0, 1e6)|torch.zeros(3).normal_(0, -1)|torch.zeros(3, dtype=torch.int64).normal_()|torch.zeros(3).exponential_(0)
torch.zeros(3).exponential_(-1)|torch.zeros(3, dtype=torch.int64).exponential_()|torch.zeros(3).bernoulli_(2)|torch.zeros(3, dtype=torch.complex64).bernoulli_()|torch.zeros(2, 3).bernoulli_(torch.tensor([0.1, 0.2]))|torch.zeros(3).random_(5, 3)
torch.zeros(3, dtype=torch.uint8).random_(300)|torch.zeros(3).cauchy_(0, 0)|torch.zeros(3, dtype=torch.int64).cauchy_()|torch.zeros(3).geometric_(0)|torch.zeros(3).geometric_(1)|torch.zeros(3).log_normal_(1, 0)
torch.zeros(3, dtype=torch.int64).log_normal_()|torch.zeros(3, dtype=torch.complex64).random_()|torch.zeros(1).expand(3).uniform_()|torch.nn.functional.dropout(torch.ones(5), 1.5)|torch.nn.functional.dropout(torch.ones(5, dtype=torch.int64), 0.5)
torch.nn.functional.dropout1d(torch.ones(5))|torch.nn.init.calculate_gain('foo')|torch.nn.init.calculate_gain('leaky_relu', 'a')|torch.nn.init.eye_(torch.zeros(3))|torch.nn.init.sparse_(torch.zeros(3), 0.5)|torch.nn.init.orthogonal_(torch.zeros(3))
torch.nn.init.xavier_uniform_(torch.zeros(3))|torch.nn.init.kaiming_uniform_(torch.zeros(2, 3), mode='foo')|torch.nn.init.dirac_(torch.zeros(3))|torch.nn.init.dirac_(torch.zeros(3, 2, 2), 2)|torch.nn.init.normal_(torch.zeros(3, dtype=torch.int32))"""


def environment():
    import torch

    return torch.__version__.split("+")[0], {"torch": torch}


def reset():
    pass


def states():
    for seed in ["0", "1", "42", "-1", "2**31", "2**32+5", "2**63-1", "-2**63", "2**64-1", "True", "1.5", "'7'", "torch.tensor(9)"]:
        yield f"g = torch.manual_seed({seed})\n[torch.initial_seed(), g.initial_seed(), torch.random.initial_seed(), torch.rand(3), torch.randn(2), torch.randint(10, (3,))]"
    yield SEED + "[torch.get_rng_state(), torch.rand(5), torch.get_rng_state(), torch.randn(3), torch.get_rng_state(), torch.rand(620), torch.get_rng_state(), torch.rand(624), torch.get_rng_state()]"
    yield SEED + "s = torch.get_rng_state()\na = [torch.rand(3), torch.randn(3)]\ntorch.set_rng_state(s)\n[a, torch.rand(3), torch.randn(3)]"
    yield SEED + "x = torch.randn(3)\ns = torch.random.get_rng_state()\na = torch.randn(3)\ntorch.random.set_rng_state(s)\n[a, torch.randn(3), s.shape, s.dtype == torch.uint8]"
    yield "g = torch.Generator()\n[g.initial_seed(), str(g.device), g.get_state(), torch.rand(3, generator=g), torch.randn(3, generator=g), torch.rand(2, generator=g)]"
    yield "g = torch.Generator().manual_seed(5)\nh = g.clone_state()\n[torch.rand(3, generator=g), torch.rand(3, generator=h), g.initial_seed(), torch.rand(2, generator=h.set_state(g.get_state())), torch.rand(2, generator=g)]"
    yield "g = torch.Generator(device='cpu')\ntorch.random.manual_seed(3)\na = g.manual_seed(3)\n[torch.rand(3), torch.rand(3, generator=a)]"
    yield "a = torch.seed()\nb = torch.random.seed()\nc = torch.Generator().seed()\n[a == b, torch.initial_seed() == b, a == c, a >= 0]"
    yield SEED + "x = torch.rand(2)\nwith torch.random.fork_rng():\n    torch.manual_seed(5)\n    y = [torch.rand(2), torch.randn(3)]\n[x, y, torch.rand(2), torch.randn(3), torch.initial_seed()]"
    yield SEED + "torch.randn(3)\nwith torch.random.fork_rng(devices=[], enabled=False):\n    y = torch.rand(2)\nwith torch.random.fork_rng([]):\n    z = [torch.randn(2), torch.randn(20)]\n[y, z, torch.randn(2), torch.rand(2)]"
    yield SEED + "def f():\n    with torch.random.fork_rng():\n        return torch.rand(2)\n[f(), f(), torch.rand(2)]"
    for call in ERRORS.replace("\n", "|").split("|"):
        yield SEED + call


def draws():
    sizes = [str(n) for n in SIZES] + ["2, 3", "4, 5"]
    for d in FLOATS + ["torch.complex64", "torch.complex128"]:
        for name in ["rand", "randn"]:
            for seed in (0, 42):
                yield f"torch.manual_seed({seed})\n[{', '.join(f'torch.{name}({n}, dtype={d})' for n in sizes)}]"
    for d in FLOATS:
        half = 2e-3 if d == "torch.float16" else 1e-2 if d == "torch.bfloat16" else 1e-6 if d == "torch.float32" else 1e-13
        for args in ["", "-1, 1", "2.5, 2.5", "0.1, 0.7"]:
            yield SEED + f"[torch.zeros(n, dtype={d}).uniform_({args}) for n in [1, 5, 20, 100]]"
        for args in ["", "1, 2", "0.1, 0", "-3.3, 0.01"]:
            yield SEED + f"[torch.zeros(n, dtype={d}).normal_({args}) for n in [1, 5, 16, 20, 100]]", 0 if d in ("torch.float32", "torch.float64") or args == "" else half
        for args in ["", "2.5"]:
            yield SEED + f"[torch.zeros(n, dtype={d}).exponential_({args}) for n in [1, 5, 100]]"
        for args in ["", "1, 0.5"]:
            yield SEED + f"[torch.zeros(n, dtype={d}).cauchy_({args}) for n in [1, 5, 30]]", half
            yield SEED + f"[torch.zeros(n, dtype={d}).log_normal_({args}) for n in [1, 5, 30]]", half
        yield SEED + f"[torch.zeros(n, dtype={d}).geometric_(p) for n in [1, 5, 100] for p in [0.1, 0.5]]"
        yield SEED + f"[torch.bernoulli(torch.full((4, 3), 0.3, dtype={d})), torch.bernoulli(torch.ones(3, dtype={d}), 0.6), torch.zeros(3, 4, dtype={d}).bernoulli_(), torch.zeros(3, dtype={d}).bernoulli_(torch.tensor([0.1, 0.5, 0.9]))]"
        yield SEED + f"[torch.zeros(20, dtype={d}).random_(), torch.zeros(20, dtype={d}).random_(10), torch.zeros(20, dtype={d}).random_(-5, 7), torch.zeros(20, dtype={d}).random_(3, None), torch.rand(1)]"
        for args in ["1", "3", "2, True", "7, True"]:
            yield SEED + f"w = torch.tensor([0.1, 0.2, 0.0, 0.3, 0.4], dtype={d})\n[torch.multinomial(w, {args}), torch.multinomial(w.repeat(3, 1), {args}), w.multinomial({args})]"
        yield SEED + f"[torch.poisson(torch.tensor([0.0, 0.5, 5.0, 9.9, 10.0, 50.0, 1000.0], dtype={d})), torch.poisson(torch.full((30,), 20.0, dtype={d})), torch.rand(1)]"
        yield SEED + f"[torch.binomial(torch.tensor([0.0, 1.0, 10.0, 100.0, 100.0, 5.0], dtype={d}), torch.tensor([0.5, 0.3, 0.9, 0.4, 0.7, 1.0], dtype={d}))]" if d in FLOATS[2:] else SEED + "torch.rand(1)"
        yield SEED + f"x = torch.ones(2, 3, dtype={d})\n[torch.rand_like(x), torch.randn_like(x, dtype=torch.float32), torch.randint_like(x, 10), torch.randint_like(x, 3, 10), torch.rand_like(x, dtype=torch.float64)]"
        yield SEED + f"[torch.nn.functional.dropout(torch.ones(n, dtype={d}), p) for n in [3, 20] for p in [0.2, 0.5]]"
        yield SEED + f"[torch.nn.functional.dropout1d(torch.ones(2, 3, 4, dtype={d}), 0.5), torch.nn.functional.dropout1d(torch.ones(3, 4, dtype={d})), torch.nn.functional.dropout2d(torch.ones(2, 3, 2, 2, dtype={d})), torch.nn.functional.dropout3d(torch.ones(2, 3, 2, 2, 1, dtype={d}), 0.3), torch.nn.functional.dropout3d(torch.ones(3, 2, 2, 1, dtype={d}), 0.3)]"
        yield SEED + f"[torch.nn.functional.alpha_dropout(torch.ones(9, dtype={d}), 0.4, True), torch.nn.functional.feature_alpha_dropout(torch.ones(2, 3, 2, dtype={d}), 0.5, True), torch.nn.functional.gumbel_softmax(torch.ones(2, 3, dtype={d})), torch.nn.functional.gumbel_softmax(torch.ones(2, 3, dtype={d}), 0.5, True, dim=0)]", half * 4
    for d in INTS:
        yield SEED + f"[torch.randint(10, (20,), dtype={d}), torch.randint(3, 100, (4, 5), dtype={d}), torch.randint(low=0, high=5, size=(3,), dtype={d}), torch.zeros(20, dtype={d}).random_(), torch.zeros(9, dtype={d}).random_(7), torch.zeros(9, dtype={d}).random_(2, 9), torch.zeros(9, dtype={d}).random_(2, None), torch.rand(1)]"
        yield SEED + f"[torch.zeros(9, dtype={d}).bernoulli_(0.3), torch.zeros(3, dtype={d}).bernoulli_(torch.tensor([0.1, 0.5, 0.9], dtype=torch.float64)), torch.zeros(9, dtype={d}).geometric_(0.3), torch.randperm(20, dtype={d})]"
    yield SEED + "[torch.zeros(20, dtype=torch.bool).random_(), torch.randint(2, (9,), dtype=torch.bool), torch.zeros(9, dtype=torch.bool).bernoulli_()]"
    for args in ["2**27", "2**28-1", "2**28", "2**40", "-2**62, 2**62", "-2**63, 2**63-1", "-7, 3"]:
        yield SEED + f"[torch.randint({args}, (9,)), torch.rand(1)]"
    for d, args in [("float32", "2**62"), ("float32", "-2**30, 2**25+3"), ("float64", "2**60"), ("float16", "3000"), ("bfloat16", "1000")]:
        yield SEED + f"[torch.randint({args}, (9,), dtype=torch.{d}), torch.rand(1)]"
    yield SEED + "[" + ", ".join(f"torch.randperm({n})" for n in SIZES) + "]"
    yield SEED + "[torch.randperm(5, dtype=torch.float32), torch.randperm(7, generator=torch.Generator().manual_seed(1))]"
    yield SEED + "[torch.normal(torch.arange(4.0), torch.arange(4.0)), torch.normal(torch.arange(4.0), 2.0), torch.normal(1.0, torch.arange(4.0)), torch.normal(0.5, 2.0, (3, 2)), torch.normal(torch.zeros(3, 1), torch.ones(20)), torch.normal(mean=0, std=1, size=(2,)), torch.normal(torch.zeros(20))]"
    yield SEED + "[torch.normal(torch.zeros(3, dtype=torch.float64), torch.ones(3)), torch.normal(0.0, torch.ones(3, dtype=torch.float64))]", 1e-14
    yield SEED + "[torch.rand((2, 3)), torch.rand([2]), torch.rand(size=(2,)), torch.randn((2, 3)), torch.rand(()), torch.rand(2, 0), torch.rand(3, out=torch.zeros(3)), torch.randn(3, out=torch.zeros(3)), torch.randint(9, (3,), out=torch.zeros(3, dtype=torch.int64)), torch.randperm(3, out=torch.zeros(3, dtype=torch.int64))]"
    yield SEED + "x = torch.zeros(3, 4)\na = x.t().uniform_()\n[a, x, x[:, 1].normal_(), x, x[:, ::2].random_(), x, torch.zeros(4, 5).t().normal_(), torch.zeros(5, 8)[:, :6].normal_(), torch.rand(1)]"
    yield SEED + "x = torch.zeros(3)\n[x.uniform_() is x, x.normal_() is x, torch.nn.functional.dropout(x, 0.5, False) is x, torch.nn.functional.dropout(x, 0.5, True, True) is x]"
    yield SEED + "[torch.rand(3).bernoulli(), torch.ones(3).bernoulli(0.3), torch.nn.functional.dropout(torch.ones(4), 1.0), torch.nn.functional.dropout(torch.ones(4), 0.0)]"


def inits():
    init = "torch.nn.init."
    for t in ["torch.zeros(3, 5)", "torch.zeros(20, 7)", "torch.zeros(4, 3, 2, 2)", "torch.zeros(3, 5, dtype=torch.float64)"]:
        loose = 1e-13 if "64" in t else 0
        for call in ["uniform_({})", "uniform_({}, -1, 2.5)", "constant_({}, 0.3)", "ones_({})", "zeros_({})", "xavier_uniform_({})", "xavier_uniform_({}, 2.5)", "kaiming_uniform_({})", "kaiming_uniform_({}, 5**0.5)",
                     "kaiming_uniform_({}, mode='fan_out', nonlinearity='relu')"]:
            yield SEED + init + call.format(t)
        for call in ["normal_({})", "normal_({}, 1, 0.2)", "xavier_normal_({})", "kaiming_normal_({}, nonlinearity='relu')", "kaiming_normal_({}, 0.2)"]:
            yield (SEED + init + call.format(t), loose) if loose else SEED + init + call.format(t)
        for call in ["trunc_normal_({})", "trunc_normal_({}, 0, 0.02)", "trunc_normal_({}, 0, 1, -0.5, 0.5)", "trunc_normal_({}, 0, 1, 3, 4)", "trunc_normal_({}, std=0.5, a=-0.1, b=0.2)"]:
            yield SEED + init + call.format(t), loose or 1e-6
        yield SEED + init + f"orthogonal_({t})", 1e-4
        yield SEED + init + f"orthogonal_({t}, 2.5)", 1e-4
    yield SEED + "[torch.nn.init.eye_(torch.zeros(3, 5)), torch.nn.init.dirac_(torch.zeros(3, 2, 3)), torch.nn.init.dirac_(torch.zeros(4, 2, 3, 3), 2), torch.nn.init.dirac_(torch.zeros(2, 2, 3, 3, 2))]"
    yield SEED + "[torch.nn.init.sparse_(torch.zeros(9, 4), 0.3), torch.nn.init.sparse_(torch.zeros(4, 3), 0.5, 1), torch.rand(1)]"
    yield "[torch.nn.init.calculate_gain(n) for n in ['linear', 'conv2d', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu']]"
    yield "[torch.nn.init.calculate_gain('leaky_relu', 0.2), torch.nn.init.calculate_gain('leaky_relu', 3)]"
    yield "g = torch.Generator().manual_seed(3)\n[torch.nn.init.uniform_(torch.zeros(3), generator=g), torch.nn.init.normal_(torch.zeros(3), generator=g), torch.nn.init.xavier_uniform_(torch.zeros(3, 2), generator=g)]"


def many():
    """A million draws at once."""
    for d in FLOATS:
        for seed in ("-1", "2**64-1"):
            yield f"torch.manual_seed({seed})\n[torch.rand(10**6, dtype={d}), torch.randn(10**6, dtype={d}), torch.rand(3)]"
        yield SEED + f"x = torch.zeros(10**6, dtype={d})\n[x.uniform_(-1, 1) + 0, x.exponential_(2.5) + 0, x.geometric_(0.3) + 0, x.bernoulli_(0.3) + 0, x.random_() + 0, x.random_(-5, 7) + 0]"
        yield SEED + f"x = torch.zeros(10**6, dtype={d})\n[(x.cauchy_() + 0)[::1000], (x.log_normal_() + 0)[::1000]]", {"torch.float16": 2e-3, "torch.bfloat16": 1e-2, "torch.float32": 1e-6, "torch.float64": 1e-13}[d]
        yield SEED + f"[torch.poisson(torch.full((10**6,), 20.0, dtype={d})), torch.poisson(torch.full((10**6,), 3.0, dtype={d})), torch.bernoulli(torch.full((10**6,), 0.3, dtype={d})), torch.nn.functional.dropout(torch.ones(10**6, dtype={d}), 0.2)]"
        yield SEED + f"[torch.multinomial(torch.tensor([0.1, 0.2, 0.0, 0.3, 0.4], dtype={d}), 10**6, True), torch.rand(1)]"
    for d in ("torch.float32", "torch.float64"):
        yield SEED + f"[torch.binomial(torch.full((10**6,), 100.0, dtype={d}), torch.full((10**6,), 0.4, dtype={d})), torch.normal(torch.ones(10**6, dtype={d}), 2.0)]"
    for d in INTS:
        yield SEED + f"[torch.randint(3, 100, (10**6,), dtype={d}), torch.zeros(10**6, dtype={d}).random_(), torch.zeros(10**6, dtype={d}).geometric_(0.3)]"
    yield SEED + "[torch.randperm(10**6), torch.randint(2**40, (10**6,)), torch.randn(10**6, dtype=torch.complex64), torch.randn(1000, 1000).t().uniform_()]"


def programs():
    yield from states()
    yield from draws()
    yield from inits()
    yield from many()
