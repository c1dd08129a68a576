"""Programs that draw from numpy.random, for gen_draws.py. Each begins as said; its last line is what it gives."""

# Messages that ours says in other words.
OTHER_TEXTS = [r"multivariate_normal\(.*nan", r"size=\[2,1.5\]", r"choice\(2.5\)"]

SEEDS = ["0", "1", "42", "2**32-1", "2**32", "2**32+5", "2**63", "2**64-1", "2**130+7", "[1, 2, 3]", "[0]", "[]", "[2**40, 5, 0]", "(7, 2**70)", "numpy.array([3, 4])", "numpy.int64(9)", "True"]
LEGACY_SEEDS = ["0", "1", "42", "2**32-1", "[1, 2, 3]", "[0]", "list(range(700))", "numpy.array([3, 4], dtype=numpy.uint32)", "numpy.array(5)", "numpy.array([5])", "True"]
SIZES = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 1000]

# Arguments of the distributions, of both a Generator and a RandomState.
LAWS = {
    "beta": ["0.5, 0.7", "2.0, 3", "1, 1", "[0.5, 2.0], [[3.0], [0.1]]"],
    "chisquare": ["1", "3.5", "0.3", "[1.0, 20.0]"],
    "exponential": ["", "2.5", "0", "[1.0, 2.0, 3.0]", "float('nan')", "scale=numpy.float32(3)"],
    "f": ["1, 2", "5.5, 0.7", "[1.0, 2.0], 3"],
    "gamma": ["0.3", "1", "2.5, 3", "0", "[0.5, 1.0, 7.0]", "2, [[1.0], [2.0]]", "float('nan')", "2, float('nan')"],
    "gumbel": ["", "1, 2", "0, 0", "[0.0, 5.0], 2", "float('nan')"],
    "laplace": ["", "1, 2", "[0.0, 5.0], [1.0, 0.0]", "0, float('nan')"],
    "logistic": ["", "1, 2", "[0.0, 5.0], 2"],
    "lognormal": ["", "1, 0.5", "[0.0, 1.0], 0.25", "mean=2, sigma=0"],
    "noncentral_chisquare": ["3, 2", "0.5, 2", "1, 0", "[0.5, 3.0], 4", "2, float('nan')", "0.5, float('nan')"],
    "noncentral_f": ["3, 2, 1", "0.5, 4, 2.5", "[0.5, 3.0], 4, 1"],
    "normal": ["", "1, 2", "[0.0, 5.0], 2", "[[1.0], [2.0]], [1.0, 10.0, 0.0]", "float('inf')", "0, float('nan')", "loc=numpy.array(3.0)", "True, False", "2**70"],
    "rayleigh": ["", "2.5", "[1.0, 2.0]"],
    "standard_cauchy": [""],
    "standard_t": ["1", "3.5", "[1.0, 30.0]"],
    "triangular": ["0, 1, 2", "-1.5, -1.5, 3", "0, 2, 2", "[0.0, 1.0], 2, [3.0, 4.0]"],
    "uniform": ["", "-1, 1", "2.5, 2.5", "[0.0, 1.0], [[2.0], [3.0]]"],
    "wald": ["1, 1", "3.5, 0.2", "[1.0, 2.0], 3"],
    "weibull": ["1", "0.5", "0", "[2.0, 3.0]"],
    "poisson": ["", "0.7", "9.9", "10", "250", "0", "1e9", "[0.5, 50.0]"],
    "geometric": ["0.5", "0.01", "1", "[0.3, 0.9]"],
    "binomial": ["10, 0.5", "100, 0.9", "1000, 0.3", "0, 0.5", "5, 0", "5, 1", "[1, 100, 1000], 0.4", "7, [0.1, 0.9]", "1.5, 0.5", "2**40, 1e-11"],
    "negative_binomial": ["1, 0.5", "5.5, 0.2", "[1.0, 20.0], 0.3", "3, 1"],
    "pareto": ["1", "0.3", "[2.0, 3.0]", "float('nan')"],
    "power": ["1", "0.3", "[2.0, 5.0]", "float('nan')"],
    "hypergeometric": ["5, 3, 4", "100, 7, 50", "7, 100, 95", "300, 500, 12", "20, 0, 7", "[5, 50], 8, [[3], [12]]", "2.9, 3.9, 1.9"],
    "logseries": ["0.5", "0.99", "0", "[0.1, 0.9]"],
    "zipf": ["2", "1.1", "30.5", "[1.5, 4.0]"],
}
ROWS = {
    "multinomial": ["5, [0.2, 0.3, 0.5]", "100, [0.5, 0.5]", "0, [1.0]", "20, [0.1]*10", "5, [0.25, 0.25]"],
    "dirichlet": ["[1.0, 2.0, 3.0]", "[0.1, 0.05]", "[0.01, 0.02, 0.03]", "[5]"],
}
DTYPES = {"bool": ["0, 2", "1, 2"], "int8": ["-128, 128", "0, 100", "-3, 1", "5, 6"], "uint8": ["0, 256", "0, 255", "3, 9"], "int16": ["-32768, 32768", "0, 1000"], "uint16": ["0, 65536", "0, 50000"],
          "int32": ["-2**31, 2**31", "0, 2**31-1", "-7, 3"], "uint32": ["0, 2**32", "0, 3000000000"], "int64": ["-2**63, 2**63", "0, 2**32", "0, 2**32-1", "0, 10", "0, 2**40"], "uint64": ["0, 2**64", "0, 2**63+2", "5, 8"]}



def calls(of, name, args, sizes=("", "size=None", "size=5", "size=(2, 3)")):
    """Calls of a function with arguments, one after the other."""
    broadcasts = "[" in args and name not in ROWS
    forms = ["", "size=(2, 1, 2, 3)" if "[1.0, 10.0, 0.0]" in args or "0, [1.0, 2.0, 3.0]" in args else "size=(4, 1, 2, 2)"] if broadcasts else sizes
    if broadcasts and ("[1.0, 2.0, 3.0]" in args or "[0.5, 1.0, 7.0]" in args or "[1, 100, 1000]" in args or "10.0, 0.0" in args):
        forms = ["", "size=(5, 2, 3)"]
    return "[" + ", ".join(f"{of}.{name}({', '.join(a for a in (args, size) if a)})" for size in forms) + "]"


def laws():
    for name, forms in {**LAWS, **ROWS}.items():
        for i, args in enumerate(forms):
            seed = SEEDS[(i * 3 + len(name)) % 9]
            yield f"rng = numpy.random.default_rng({seed})\n({calls('rng', name, args)}, rng.random(), rng.integers(0, 100))"
            yield f"rs = numpy.random.RandomState({LEGACY_SEEDS[(i + len(name)) % 4]})\n({calls('rs', name, args)}, rs.random_sample(), rs.standard_normal(), rs.randint(100))"
            yield f"numpy.random.seed({i})\n({calls('numpy.random', name, args)}, numpy.random.random())"
            if "[" not in args or name in ROWS:
                for bits in ("PCG64DXSM", "MT19937", "Philox"):
                    yield f"rng = numpy.random.Generator(numpy.random.{bits}({seed}))\nrng.{name}({', '.join(a for a in (args, 'size=33') if a)}), rng.random()"
        if name == "dirichlet":
            for args in ("beta(nan, 1", "beta(0.5, nan", "chisquare(nan", "standard_t(nan", "wald(nan, 1", "wald(1, nan", "f(nan, 2", "f(2, nan", "noncentral_chisquare(nan, 0", "noncentral_f(2, nan, 1"):
                for of, last in (("default_rng", "random"), ("RandomState", "random_sample")):
                    yield f"nan = float('nan')\ng = numpy.random.{of}(2)\ng.{args}), g.{args}, size=3), g.{last}()"
            for mode in ("", "0, 1", "1, 4", "-2.5, 0.3", "0, 1e-9", "2, 1e-6", "[0.0, 1.0], [[1.0], [9.0]]", "3, float('nan')", "float('nan'), 1"):
                if mode:  # whose last bits may differ
                    more = "" if "[" in mode else ", size=(5, 7)"
                    yield f"rng = numpy.random.default_rng(9)\n(numpy.round(rng.vonmises({mode}{more}), 12), rng.random())"
                    yield f"rs = numpy.random.RandomState(9)\n(numpy.round(rs.vonmises({mode}{more}), 12), rs.random_sample())"
                    yield f"numpy.random.seed(9)\n(numpy.round(numpy.random.vonmises({mode}{more}), 12), numpy.random.random_sample())"
            yield "rng = numpy.random.default_rng(9)\n(numpy.round(rng.vonmises(0, 1e7, size=9), 12), rng.vonmises(0, float('inf')), rng.random())"
            for args in ("[3, 2, 5], 4", "[3, 2, 5], 9", "[20, 0, 70, 1], 50", "[1, 2], 0", "[40], 7", "[], 0", "numpy.array([3, 4], dtype=numpy.uint8), True", "[10**5, 10**6, 5], 10**4"):
                for method in ("", ", method='count'"):
                    yield f"rng = numpy.random.default_rng(9)\nrng.multivariate_hypergeometric({args}{method}), rng.multivariate_hypergeometric({args}, size=(3, 2){method}), rng.multivariate_hypergeometric({args}, size=(){method}), rng.random()"
            for cov in ("[[1, 0.5], [0.5, 1]]", "[[4, 2], [2, 3]]", "numpy.diag([3.0, 1.0])", "[[1, 2], [2, 1]]", "numpy.eye(2)"):
                for more in ("", ", size=3", ", size=(2, 2)", ", size=()", ", check_valid='ignore'"):
                    yield f"rng = numpy.random.default_rng(9)\n(numpy.round(rng.multivariate_normal([1, -2], {cov}{more}), 10), rng.random())"
                    yield f"rs = numpy.random.RandomState(9)\n(numpy.round(rs.multivariate_normal([1, -2], {cov}{more}), 10), rs.random_sample())"
                if cov != "[[1, 2], [2, 1]]":
                    yield f"rng = numpy.random.default_rng(9)\n(numpy.round(rng.multivariate_normal([1, -2], {cov}, 5, method='cholesky'), 10), numpy.round(rng.multivariate_normal([1, -2], {cov}, 5, method='eigh'), 10), rng.random())"
                yield f"numpy.random.seed(4)\n(numpy.round(numpy.random.multivariate_normal([0, 0.5], {cov}, 4), 10), numpy.random.random())"
            for n in (1, 3, 8, 25):
                yield f"rng = numpy.random.default_rng(2)\na = rng.standard_normal(({n}, {n}))\nnumpy.round(rng.multivariate_normal(numpy.arange({n}), a @ a.T, 6), 8), numpy.round(rng.multivariate_normal(numpy.arange({n}), a @ a.T, 6, method='cholesky'), 8), rng.random()"
        if name in ("multinomial",):
            yield "rng = numpy.random.default_rng(3)\nrng.multinomial([5, 6], [0.5, 0.5]), rng.multinomial([[1], [7]], [0.2, 0.8]), rng.multinomial([5, 6], [[0.5, 0.5], [0.1, 0.9]]), rng.multinomial([5, 6], [0.5, 0.5], size=(3, 2)), rng.random()"


def many():
    """A million draws at once."""
    for name, args in {"random": "", "standard_normal": "", "standard_exponential": "", "normal": "1, 2", "uniform": "-1, 1", "exponential": "2", "gamma": "2.5", "beta": "2, 3", "poisson": "20", "binomial": "100, 0.3", "integers": "0, 1000",
                       "laplace": "", "lognormal": "", "logistic": "", "gumbel": "", "standard_t": "5", "chisquare": "3", "geometric": "0.2", "weibull": "2", "wald": "1, 2", "triangular": "0, 1, 3", "permutation": ""}.items():
        if name == "permutation":
            yield "numpy.random.default_rng(7).permutation(10**6)"
            continue
        yield f"numpy.random.default_rng(7).{name}({', '.join(a for a in (args, 'size=10**6') if a)})"
        if name != "integers":
            yield f"numpy.random.RandomState(7).{name}({', '.join(a for a in (args, 'size=10**6') if a)})"
    for of in ("default_rng", "RandomState"):
        for text in ("f(2, 3.5)", "noncentral_chisquare(3, 2)", "noncentral_f(3, 2, 1)", "rayleigh(2)", "standard_cauchy()", "negative_binomial(5, 0.3)", "standard_gamma(0.3)", "standard_gamma(4)", "pareto(3)", "power(3)",
                     "zipf(2)", "logseries(0.7)", "hypergeometric(50, 60, 40)", "choice(1000)", "beta(0.5, 0.5)", "binomial(20, 0.4)", "poisson(3)"):
            yield f"numpy.random.{of}(7).{text[:-1]}{'' if text.endswith('()') else ', '}size=10**6)"
        yield f"numpy.random.{of}(7).multinomial(20, [0.2, 0.5, 0.3], size=10**6 // 3)"
        yield f"numpy.random.{of}(7).dirichlet([0.5, 3.0], size=10**6 // 2)"
        yield f"numpy.random.{of}(7).choice(3, p=[0.2, 0.5, 0.3], size=10**6)"
        yield f"numpy.random.{of}(7).choice(10**6, 10**5, replace=False)"
    yield "numpy.random.default_rng(7).standard_gamma(2.5, size=10**6, dtype=numpy.float32)"
    yield "numpy.random.default_rng(7).standard_gamma(0.3, size=10**6, dtype=numpy.float32)"
    yield "numpy.random.default_rng(7).multivariate_hypergeometric([30, 40, 50], 60, size=10**5)"
    yield "numpy.random.default_rng(7).permuted(numpy.arange(10**6).reshape(1000, 1000), axis=1)"
    yield "numpy.random.RandomState(7).permutation(10**6)"
    yield "numpy.random.RandomState(7).randint(0, 1000, size=10**6)"
    for name in ("random", "standard_normal", "standard_exponential"):
        yield f"numpy.random.default_rng(7).{name}(size=10**6, dtype=numpy.float32)"
    for d in ("int8", "uint16", "int32", "bool"):
        yield f"numpy.random.default_rng(7).integers(0, {2 if d == 'bool' else 100}, size=10**6, dtype=numpy.{d})"


def sizes():
    for seed in SEEDS:
        for what in ("rng.random({n})", "rng.standard_normal({n})", "rng.standard_exponential({n})", "rng.integers(0, 10, {n})", "rng.integers(0, 2**40, {n})", "rng.random({n}, dtype=numpy.float32)", "rng.standard_normal({n}, dtype='float32')", "rng.standard_exponential({n}, dtype='f4')", "rng.permutation({n})",
                     "rng.standard_exponential({n}, method='inv')", "rng.standard_exponential({n}, dtype='float32', method='inv')", "rng.integers(0, 200, {n}, dtype=numpy.uint8)"):
            yield f"rng = numpy.random.default_rng({seed})\n[{', '.join(what.format(n=n) for n in SIZES)}, rng.random()]"
    for seed in LEGACY_SEEDS:
        for what in ("rs.random_sample({n})", "rs.rand({n})", "rs.randn({n})", "rs.standard_normal({n})", "rs.standard_exponential({n})", "rs.standard_gamma(2.5, {n})", "rs.randint(0, 10, {n})", "rs.randint(0, 2**40, {n})", "rs.permutation({n})", "rs.tomaxint({n})", "rs.random_integers(3, 9, {n})", "rs.random({n})"):
            yield f"rs = numpy.random.RandomState({seed})\n[{', '.join(what.format(n=n) for n in SIZES)}, rs.random_sample()]"


def integers():
    for d, forms in DTYPES.items():
        for i, args in enumerate(forms):
            yield f"rng = numpy.random.default_rng({i})\n[rng.integers({args}, size=n, dtype=numpy.{d}) for n in {SIZES}], rng.integers({args}, dtype=numpy.{d}), rng.integers({args}, dtype='{d}'), rng.random()"
            yield f"rs = numpy.random.RandomState({i})\n[rs.randint({args}, size=n, dtype=numpy.{d}) for n in {SIZES}], rs.randint({args}, dtype=numpy.{d}), rs.random_sample()"
            yield f"numpy.random.seed({i})\nnumpy.random.randint({args}, size=(3, 5), dtype=numpy.{d}), numpy.random.random_sample()"
            lo, hi = args.split(", ")
            yield f"rng = numpy.random.default_rng({i})\nrng.integers({lo}, {hi}-1, size=33, dtype=numpy.{d}, endpoint=True), rng.random()"
            yield f"rng = numpy.random.default_rng({i})\nrng.integers([{lo}, {lo}], {hi}, size=(7, 2), dtype=numpy.{d}), rng.random()"
            yield f"rs = numpy.random.RandomState({i})\nrs.randint([{lo}, {lo}], {hi}, size=(7, 2), dtype=numpy.{d}), rs.random_sample()"
    for d in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"):
        top = "[1, 2, 2]" if d == "bool" else "[[1, 5, 100], [2, 50, 7]]"
        yield f"rng = numpy.random.default_rng(5)\nrng.integers(0, {top}, dtype=numpy.{d}), rng.integers(numpy.array([0, 1]), [[1], [2]] if False else 2, dtype=numpy.{d}), rng.random()"
        yield f"rs = numpy.random.RandomState(5)\nrs.randint(0, {top}, dtype=numpy.{d}), rs.random_sample()"
    yield "rng = numpy.random.default_rng(5)\n[rng.integers(5), rng.integers(5, dtype=int), rng.integers(2, dtype=bool), rng.integers(2, dtype=numpy.bool_), rng.integers(5, size=()), rng.integers(5, 6), rng.integers(numpy.int8(5)), rng.integers(3.7)]"
    yield "rs = numpy.random.RandomState(5)\n[rs.randint(5), rs.randint(5, dtype=numpy.int64), rs.randint(2, dtype=bool), rs.randint(5, size=()), rs.random_integers(5), rs.random_integers(2, 9, size=4), rs.tomaxint(), rs.tomaxint((2, 2))]"
    yield "numpy.random.seed(5)\nnumpy.random.randint(5), numpy.random.random_integers(5), numpy.random.random_integers([2, 3], 9)"
    yield "rng = numpy.random.default_rng(5)\nrng.integers(0, [2**63, 2**64], dtype=numpy.uint64), rng.integers([-2**63, 0], 2**63), rng.integers([0, 2**63], 2**64, dtype='uint64')"


def orders():
    for of, head in {"rng": "rng = numpy.random.default_rng({s})", "rs": "rs = numpy.random.RandomState({s})", "numpy.random": "numpy.random.seed({s})"}.items():
        tail = f"{of}.random()"
        for s in (0, 1, 12345):
            h = head.format(s=s)
            for x in ("list(range(10))", "[]", "[1]", "['a', 2, None, [3]]", "numpy.arange(33)", "numpy.arange(12.0).reshape(4, 3)", "numpy.arange(24).reshape(2, 3, 4)", "numpy.zeros((0, 3))", "numpy.arange(1000)", "numpy.arange(20)[::2]", "numpy.arange(20)[::-3]", "numpy.arange(6).reshape(2, 3).T"):
                yield f"{h}\nx = {x}\n{of}.shuffle(x)\n(x, {tail})"
            yield f"{h}\nx = numpy.arange(10)\ny = x[2:8]\n{of}.shuffle(y)\n(x, y, {tail})"
            for x in ("0", "1", "7", "1000", "[3, 1, 2]", "numpy.arange(12.0).reshape(4, 3)", "numpy.array([True, False, True])", "[[1, 2], [3, 4], [5, 6]]", "numpy.int64(5)", "numpy.zeros((0, 3))", "(1, 2, 3)"):
                yield f"{h}\n({of}.permutation({x}), {tail})"
            for a in ("5", "1", "1000", "20000", "[1.5, 2.5, 3.5]", "numpy.arange(7)", "numpy.int64(6)", "[True, False]"):
                for more in ("", "size=3", "size=(2, 2)", "size=()", "size=0", "replace=False", "size=1, replace=False"):
                    yield f"{h}\n({of}.choice({a}{', ' if more else ''}{more}), {tail})"
            for more in ("300, replace=False", "1000, replace=False", "3, False"):
                yield f"{h}\n({of}.choice(20000, {more}), {of}.choice(1000, {more}), {tail})"
            for p in ("[0.2, 0.3, 0.5]", "[0, 0.5, 0.5]", "numpy.array([0.25, 0.25, 0.5], dtype=numpy.float32)", "numpy.array([0.3, 0.3, 0.4], dtype=numpy.float32)"):
                for more in ("", ", size=2, replace=False", ", size=(3, 5)", ", size=1000", ", size=()"):
                    yield f"{h}\n({of}.choice(3{more}, p={p}), {of}.choice([7, 8, 9]{more}, p={p}), {tail})"
            yield f"{h}\np = numpy.arange(1.0, 101)\n({of}.choice(100, 50, replace=False, p=p / p.sum()), {tail})"
    for s in (0, 5):
        h = f"rng = numpy.random.default_rng({s})"
        for axis in (0, 1, 2, -1):
            yield f"{h}\nx = numpy.arange(24).reshape(2, 3, 4)\nrng.shuffle(x, axis={axis})\n(x, rng.random())"
            yield f"{h}\nx = numpy.arange(24).reshape(2, 3, 4)\n(rng.permutation(x, axis={axis}), rng.permuted(x, axis={axis}), rng.permuted(x.T, axis={axis}), rng.choice(x, 5, axis={axis}), rng.choice(x, axis={axis}), rng.choice(x, (2, 2), False if False else True, axis={axis}), rng.random())"
            yield f"{h}\nx = numpy.arange(24).reshape(2, 3, 4)\nz = numpy.zeros((2, 3, 4))\n(rng.permuted(x, axis={axis}, out=z), z, rng.permuted(x, axis={axis}, out=x), x, rng.random())"
        yield f"{h}\nrng.permuted(numpy.arange(10)), rng.permuted([[1, 2], [3, 4]]), rng.permuted([]), rng.random()"
        for n, k in ((20000, 300), (20000, 500), (20000, 2000), (10001, 1000), (100, 100), (5, 5)):
            for shuffled in (True, False):
                yield f"{h}\n(rng.choice({n}, {k}, replace=False, shuffle={shuffled}), rng.random())"


def into():
    """Arrays that are filled."""
    for name in ("random", "standard_normal", "standard_exponential"):
        for d in ("float64", "float32"):
            yield f"rng = numpy.random.default_rng(3)\nx = numpy.zeros((3, 4), dtype='{d}')\ny = rng.{name}(out=x, dtype='{d}')\n(x is y, x, rng.{name}((3, 4), out=x, dtype='{d}'), rng.{name}(dtype='{d}'), rng.random())"
            yield f"rng = numpy.random.default_rng(3)\nx = numpy.zeros((3, 4), dtype='{d}').T\nrng.{name}(out=x, dtype='{d}')\n(x, rng.random())"
    yield "rng = numpy.random.default_rng(3)\nx = numpy.zeros(3)\n(rng.standard_gamma([0.5, 1.0, 7.0], out=x), x, rng.standard_gamma(2, out=x), x, rng.standard_gamma(0.3), rng.standard_gamma(2.5, size=33), rng.standard_gamma([1.0, 2.0], size=(3, 2)), rng.standard_gamma(float('nan')))"
    for more in ("", "size=33", "size=(2, 3)"):
        for k in ("0", "0.3", "1", "1.5", "40", "1e-4"):
            yield f"rng = numpy.random.default_rng(3)\nrng.standard_gamma({k}{', ' if more else ''}{more}, dtype=numpy.float32), rng.random()"
    yield "rng = numpy.random.default_rng(3)\nx = numpy.zeros(3, dtype='f4')\n(rng.standard_gamma([0.5, 1.0, 7.0], out=x, dtype='f4'), x, rng.standard_gamma([[0.5], [2.0]], size=(2, 3), dtype='float32'), rng.standard_gamma(float('nan'), dtype='f4'), rng.random(dtype='f4'), rng.random())"


def states():
    for bits in ("PCG64", "PCG64DXSM", "MT19937", "Philox"):
        for seed in ("0", "12345", "2**64-1", "[1, 2]", "numpy.random.SeedSequence(7)", "numpy.random.SeedSequence(7, spawn_key=(3, 2**40))", "numpy.random.SeedSequence([1, 2**90], pool_size=8)"):
            yield f"b = numpy.random.{bits}({seed})\n(b.state, b.random_raw(), b.random_raw(5), b.random_raw((2, 2)), b.random_raw(3, output=False), b.random_raw(3, False), b.random_raw())"
        yield f"rng = numpy.random.Generator(numpy.random.{bits}(9))\nrng.random(3)\ns = rng.bit_generator.state\nx = rng.normal(size=5)\nrng.bit_generator.state = s\n(x, rng.normal(size=5), s['bit_generator'])"
        yield f"b = numpy.random.{bits}(1)\nc = numpy.random.{bits}(2)\nb.state = c.state\n(b.random_raw(3), c.random_raw(3), type(b) is type(c), isinstance(b, numpy.random.{bits}))"
        for jumps in (0, 1, 2, 3):
            yield f"b = numpy.random.{bits}(5)\nb.random_raw(3)\n(b.jumped({jumps}).random_raw(3), b.jumped({jumps}).jumped().random_raw(2), b.random_raw(2))"
        if bits != "MT19937":
            for delta in ("0", "1", "5", "-1", "2**64", "2**127+3", "-2**100", "2**140"):
                yield f"b = numpy.random.{bits}(5)\nc = b.advance({delta})\n(c is b, b.random_raw(3), b.state)"
        yield f"b = numpy.random.{bits}(5)\nx = b.spawn(3)\n([c.random_raw(2) for c in x], b.spawn(1)[0].random_raw(), b.seed_seq.n_children_spawned, b.random_raw())"
        yield f"rng = numpy.random.Generator(numpy.random.{bits}(5))\n[g.random(2) for g in rng.spawn(2)], rng.spawn(1)[0].integers(0, 10, 5), rng.random(), str(rng), str(rng.spawn(1)[0])"
        yield f"b = numpy.random.{bits}(5)\nb.state = {{'bit_generator': 'no'}}\n1"
        yield f"b = numpy.random.{bits}(5)\nb.state = 3\n1"
        yield f"b = numpy.random.{bits}(5)\nb.state = {{'bit_generator': '{bits}'}}\n1"
        yield f"numpy.random.{bits}('x')"
        yield f"numpy.random.{bits}(-1)"
        yield f"numpy.random.{bits}(1.5)"
    yield "[numpy.random.Philox(key=5).random_raw(3), numpy.random.Philox(key=2**128-1, counter=2**256-1).random_raw(6), numpy.random.Philox(key=[1, 2], counter=[3, 4, 5, 6]).random_raw(6), numpy.random.Philox(1, counter=9).random_raw(3), numpy.random.Philox(numpy.random.SeedSequence(1)).random_raw(3)]"
    yield "numpy.random.Philox(counter=-1)"
    yield "numpy.random.Philox(counter=2**256)"
    for s in ("5", "0", "2**200", "[5, 6]", "[[5], [6, 7]]", "[2**32, 1]", "numpy.array([1, 2], dtype=numpy.uint64)", "range(3)", "[]"):
        yield f"s = numpy.random.SeedSequence({s})\n(s.generate_state(9), s.generate_state(5, numpy.uint64), s.generate_state(0), s.pool, s.spawn_key, s.pool_size, [c.generate_state(3) for c in s.spawn(3)], [c.spawn_key for c in s.spawn(2)], s.n_children_spawned, s.spawn(1)[0].spawn(2)[1].generate_state(4))"
    yield "s = numpy.random.SeedSequence(5, spawn_key=(1, 2), pool_size=6)\n(s.pool, s.generate_state(13), s.state, str(s), s.spawn(1)[0].state, str(s))"
    yield "s = numpy.random.SeedSequence(5)\ns.pool_size = 3\n1"
    yield "s = numpy.random.SeedSequence()\n(s.entropy == s.entropy, s.entropy >= 0, s.entropy < 2**128, numpy.random.SeedSequence().entropy == s.entropy, numpy.random.SeedSequence(s.entropy).generate_state(3).tolist() == s.generate_state(3).tolist())"
    yield "a, b = numpy.random.default_rng(), numpy.random.default_rng()\n(a.random() == b.random(), numpy.random.RandomState().rand() == numpy.random.RandomState(None).rand(), 0 <= numpy.random.rand() < 1)"
    yield "rng = numpy.random.default_rng(3)\n(numpy.random.default_rng(rng) is rng, numpy.random.default_rng(rng.bit_generator).bit_generator is rng.bit_generator, numpy.random.Generator(rng.bit_generator).random(), rng.random())"
    yield "rs = numpy.random.RandomState(numpy.random.MT19937(5))\nrs.rand(3), rs.randn(), str(rs), isinstance(rs, numpy.random.RandomState), isinstance(rs, numpy.random.Generator)"
    for seed in ("0", "[1, 2, 3]"):
        yield f"rs = numpy.random.RandomState({seed})\nrs.randn(3)\ns = rs.get_state()\nd = rs.get_state(legacy=False)\nx = rs.randn(4)\nrs.set_state(s)\ny = rs.randn(4)\nrs.set_state(d)\n(s, d, x, y, rs.randn(4), rs.get_state()[2:])"
        yield f"numpy.random.seed({seed})\nnumpy.random.randn(3)\ns = numpy.random.get_state()\nd = numpy.random.get_state(legacy=False)\nx = numpy.random.randn(4)\nnumpy.random.set_state(s)\ny = numpy.random.randn(4)\nnumpy.random.set_state(d)\n(s, d, x, y, numpy.random.randn(4))"
    yield "numpy.random.seed(3)\nnumpy.random.randn()\nnumpy.random.seed(3)\n(numpy.random.randn(2), numpy.random.ranf(2), numpy.random.sample(), numpy.random.random((2, 2)), str(numpy.random.bytes(7)), numpy.random.standard_normal(3), numpy.random.standard_exponential(2), numpy.random.standard_gamma([1.0, 2.0]), numpy.random.rand(2, 0), numpy.random.rand())"
    yield "b = numpy.random.get_bit_generator()\nnumpy.random.set_bit_generator(numpy.random.MT19937(4))\nx = numpy.random.rand(3)\nnumpy.random.set_bit_generator(b)\nx"
    yield "rs = numpy.random.RandomState(3)\nrs.seed(4)\n(rs.rand(), rs.seed([1, 2]), rs.rand(), str(rs.bytes(9)), str(rs.bytes(0)), rs.rand())"
    yield "rng = numpy.random.default_rng(3)\n[str(rng.bytes(n)) for n in range(10)], rng.random()"
    yield "numpy.random.RandomState(5).set_state(('MT19937', numpy.arange(624), 3))"
    yield "rs = numpy.random.RandomState(5)\nrs.set_state(('MT19937', list(range(624)), 3, 1, 0.5))\nrs.randn(3), rs.get_state()[1]"
    yield "from numpy.random import default_rng\nfrom numpy import random\nimport numpy.random as r\n(default_rng(1).random(), random.default_rng(1).random(), r.default_rng(1).random(), numpy.random.Generator.random(default_rng(1)))"


def errors():
    for line in ERRORS.strip().split("\n"):
        yield "rng, rs = numpy.random.default_rng(1), numpy.random.RandomState(1)\nnumpy.random.seed(1)\n" + line.replace("np.", "numpy.")


def programs():
    for part in (laws, sizes, integers, orders, into, states, errors, many):
        yield from part()


ERRORS = """
rng.normal(0,-1)
rng.normal(0,[1,-1])
rng.normal('a')
rng.normal(None)
rng.normal(1j)
rng.normal([1j,2])
rng.normal([1,2],[1,2,3])
rng.normal([1,2],1,size=3)
rng.normal([1,2],1,size=(3,2))
rng.normal(size=-1)
rng.normal(size=2.5)
rng.normal(size='a')
rng.normal(size=(2,-1))
rng.normal(size=[2,1.5])
rng.normal(size=())
rng.normal(np.array(1.0))
rng.normal(np.array([1.0]))
rng.normal(np.float32(3))
rng.normal(True, True)
rng.normal([])
rng.normal(1<<70)
rng.normal(0, float('nan'))
rng.exponential(-1)
rng.gamma(-1)
rng.gamma(1,-1)
rng.gamma(float('nan'))
rng.beta(0,1)
rng.beta(1,[1,0])
rng.uniform(2,1)
rng.uniform(0,float('inf'))
rng.uniform([0],[float('inf')])
rng.uniform([3],[2])
rs.uniform(3,2)
rs.uniform(0,float('inf'))
rng.poisson(-1)
rng.poisson(1e20)
rng.poisson(float('nan'))
rng.poisson([1,-1])
rng.poisson([1,1e20])
rs.poisson(1e20)
rs.poisson(-1)
rng.binomial(-1,.5)
rng.binomial(1,2)
rng.binomial(1.5,.5)
rng.binomial([1.5],.5)
rng.binomial([1],[2.0])
rng.binomial([-1],[.2])
rng.binomial(5,float('nan'))
rs.binomial(5,2)
rs.binomial(1.5,.5)
rs.binomial(-1,.5)
rng.negative_binomial(0,.5)
rng.negative_binomial(1,0)
rng.negative_binomial(1,1.5)
rng.negative_binomial(1e18,1e-10)
rs.negative_binomial(0,.5)
rng.geometric(0)
rng.geometric(2)
rng.geometric([0.5,0])
rng.chisquare(0)
rng.standard_t(0)
rng.weibull(-1)
rng.rayleigh(-1)
rng.rayleigh([-1])
rng.laplace(0,-1)
rng.gumbel(0,-1)
rng.logistic(0,-1)
rng.lognormal(0,-1)
rng.triangular(3,2,1)
rng.triangular(0,3,1)
rng.triangular(1,1,1)
rng.triangular([3],[2],[1])
rng.triangular([0],[3],[1])
rng.triangular([1],[1],[1])
rng.f(0,1)
rng.f(1,0)
rng.noncentral_chisquare(0,1)
rng.noncentral_chisquare(1,-1)
rng.noncentral_f(0,1,1)
rng.noncentral_f(1,0,1)
rng.noncentral_f(1,1,-1)
rng.wald(0,1)
rng.wald(1,0)
rng.integers(0)
rng.integers(-5)
rng.integers(5,5)
rng.integers(5,4,endpoint=True)
rng.integers(5,5,endpoint=True)
rng.integers(0,300,dtype=np.uint8)
rng.integers(-1,3,dtype=np.uint8)
rng.integers([0,-1],3,dtype=np.uint8)
rng.integers(0,[3,300],dtype=np.uint8)
rng.integers([0,5],[3,5])
rng.integers(2.5)
rng.integers(0.5,2.5)
rng.integers([0.5],[2.5])
rng.integers('a')
rng.integers(None)
rng.integers(5,dtype=float)
rng.integers(5,dtype='float32')
rng.integers(5,dtype='no')
rng.integers(5,dtype=int)
rng.integers(5,dtype=np.int64)
rng.integers(5,dtype='int8')
rng.integers(2,dtype=bool)
rng.integers(2,dtype=np.bool_)
rng.integers(3,dtype=bool)
rng.integers(1<<64,dtype=np.uint64)
rng.integers((1<<64)+1,dtype=np.uint64)
rng.integers(1<<63)
rng.integers((1<<63)+1)
rng.integers(-(1<<63),1<<63)
rng.integers(-(1<<63)-1,0)
rs.randint(0)
rs.randint(5,5)
rs.randint(0,300,dtype=np.uint8)
rs.randint(5,dtype=float)
rs.randint(2.5)
rs.randint([0,3],[3,3])
rs.randint(5)
rs.randint(5,dtype=np.int64)
rs.randint(5,dtype=bool)
rs.randint(2,dtype=bool)
rs.random_integers(5)
rs.random_integers(5,3)
rng.random(dtype=int)
rng.random(dtype='float16')
rng.random(dtype=np.float32)
rng.random(3,dtype='f4')
rng.random(out=np.zeros(3))
rng.random(out=np.zeros(3,dtype='f4'))
rng.random(out=np.zeros(3,dtype='f4'),dtype='f4')
rng.random(4,out=np.zeros(3))
rng.random(out=np.zeros((3,4))[:,1])
rng.random(out=[1,2])
rng.random(out=np.zeros((3,4)).T)
rng.random(3,out=np.zeros(3))
rng.random((3,),out=np.zeros((3,1)))
rng.standard_normal(dtype=int)
rng.standard_exponential(method='x')
rng.standard_exponential(dtype=int)
rng.standard_gamma(-1)
rng.standard_gamma(1,dtype=int)
rng.standard_gamma([1,2,3],out=np.zeros(3))
rng.standard_gamma([1,2,3],out=np.zeros(4))
rng.standard_gamma([1,-1])
rng.standard_gamma(1,size=3,out=np.zeros(4))
rng.choice(0)
rng.choice(0,0)
rng.choice(-1)
rng.choice([])
rng.choice([],0)
rng.choice(2.5)
rng.choice('a')
rng.choice(5,3,p=[.2]*4)
rng.choice(5,3,p=[.2]*5)
rng.choice(5,3,p=[.3]*5)
rng.choice(2,3,p=[-1,2])
rng.choice(2,3,p=[float('nan'),1])
rng.choice(2,3,p=[[.5,.5]])
rng.choice(2,3,p=.5)
rng.choice(2,3,replace=False)
rng.choice(3,3,replace=False,p=[0,.5,.5])
rng.choice(3,-1)
rng.choice(3,-1,replace=False)
rng.choice(3,())
rng.choice([3,4],())
rng.choice([3,4])
rng.choice(3)
rng.choice([[1,2],[3,4]],axis=1)
rng.choice([[1,2],[3,4]],axis=2)
rng.choice(3,2,p=[.5,.25,.25])
rng.choice(3,p=[.5,.25,.25])
rng.choice(3,replace=False)
rng.choice([1.5,2.5],3)
rs.choice(0)
rs.choice([[1,2]])
rs.choice(2.5)
rs.choice([])
rs.choice(3)
rs.choice([3,4])
rs.choice(3,())
rs.choice([3,4],())
rs.choice(3,4,replace=False)
rs.choice(3,-1,replace=False)
rs.choice(3,2,p=[.3]*3)
rs.choice(3,3,False,p=[0,.5,.5])
rng.shuffle(5)
rng.shuffle(np.array(5))
rng.shuffle([1,2,3])
rng.shuffle([1,2,3],axis=1)
rng.shuffle(np.arange(3),axis=1)
rng.shuffle((1,2,3))
rng.shuffle('abc')
rs.shuffle(5)
rs.shuffle((1,2))
rs.shuffle([1,2])
rng.permutation(5)
rng.permutation(-1)
rng.permutation(2.5)
rng.permutation('abc')
rng.permutation(np.array(4))
rng.permutation([3,4,5])
rng.permutation([[1,2],[3,4]],axis=1)
rng.permutation([[1,2],[3,4]],axis=2)
rs.permutation(2.5)
rs.permutation(4)
rs.permutation(np.array(4))
rng.permuted([[1,2],[3,4]])
rng.permuted([[1,2],[3,4]],axis=1)
rng.permuted([[1,2],[3,4]],axis=2)
rng.permuted([1,2,3],out=np.zeros(3))
rng.permuted([1,2,3],out=np.zeros(3,dtype=int))
rng.permuted([1,2,3],out=np.zeros(2,dtype=int))
rng.permuted([1,2,3],out=[1,2,3])
rng.permuted(5)
rng.dirichlet([1,2,3])
rng.dirichlet([1,-1])
rng.dirichlet([0,1])
rng.dirichlet([[1,2]])
rng.dirichlet(1)
rng.dirichlet([])
rs.dirichlet([0,1])
rs.dirichlet(1)
rs.dirichlet([[1.0]])
rng.dirichlet([1,2],size=2)
rng.dirichlet([1,2],size=())
rng.multinomial(5,[.5,.5])
rng.multinomial(5,[.5,.6])
rng.multinomial(5,[.9,.6,.2])
rng.multinomial(5,[-.1,1.1])
rng.multinomial(-1,[.5,.5])
rng.multinomial([5,6],[.5,.5])
rng.multinomial([5,6],[[.5,.5],[.1,.9]])
rng.multinomial([5,6],[.5,.5],size=3)
rng.multinomial([5,6],[.5,.5],size=(3,2))
rng.multinomial(5.5,[.5,.5])
rng.multinomial(5,.5)
rng.multinomial(5,[])
rng.multinomial(5,[.5,float('nan')])
rng.multinomial(5,np.array([.9,.6],dtype='f4'))
rng.multinomial(5,np.array([.9,.6,.1],dtype='f4'))
rs.multinomial(5,[.5,.5])
rs.multinomial(5,[.9,.6,.1])
rs.multinomial(5,[-1,.6,.1])
rs.multinomial(-1,[.5,.5])
rs.multinomial([5,6],[.5,.5])
rs.multinomial(5,[])
rs.multinomial(5,0.5)
str(rng.bytes(5))
str(rng.bytes(-1))
str(rng.bytes(0))
str(rng.bytes(2.5))
rng.spawn(-1)
np.random.default_rng(-1)
np.random.default_rng('a')
np.random.default_rng(2.5)
np.random.default_rng([1,-1])
np.random.default_rng([1,2.5])
np.random.default_rng(True)
np.random.default_rng(np.array([1,2]))
np.random.default_rng([])
np.random.default_rng([[1,2],[3,4]])
np.random.Generator(5)
np.random.Generator(rng)
np.random.RandomState(-1)
np.random.RandomState(1<<32)
np.random.RandomState('a')
np.random.RandomState(2.5)
np.random.RandomState([])
np.random.RandomState([1,-1])
np.random.RandomState([[1]])
np.random.seed(-1)
np.random.seed([1,2.5])
np.random.seed(np.array(5))
np.random.seed(np.array([5]))
np.random.seed(True)
np.random.set_state(5)
np.random.set_state(('PCG64',1,2,3,4))
np.random.set_state(('MT19937',[1,2],2,3,4))
np.random.set_state({})
np.random.set_state({'bit_generator':'PCG64'})
np.random.SeedSequence(-1)
np.random.SeedSequence(1,pool_size=2)
np.random.SeedSequence('a')
np.random.SeedSequence([1,2]).entropy
np.random.SeedSequence(5).generate_state(3)
np.random.SeedSequence(5).generate_state(3,np.uint64)
np.random.SeedSequence(5).generate_state(3,np.int32)
np.random.SeedSequence(5).state
np.random.SeedSequence(5).pool
np.random.SeedSequence(5).spawn(2)
np.random.SeedSequence(5,spawn_key=(1,2))
np.random.SeedSequence(5,spawn_key=(1,2)).state
np.random.PCG64(5).state
np.random.PCG64(5).advance(-1).state
np.random.PCG64(5).advance(1<<130).state
np.random.PCG64(5).advance(1.5)
np.random.PCG64(5).jumped(2).state
np.random.PCG64(5).jumped(-2).state
np.random.PCG64DXSM(5).state
np.random.PCG64DXSM(5).jumped().state
np.random.MT19937(5).state['state']['pos']
np.random.MT19937(5).jumped(2).state['state']['key'][:3]
np.random.Philox(5).state
np.random.Philox(5).jumped(2).state
np.random.Philox(key=5).state
np.random.Philox(key=5,counter=7).state
np.random.Philox(key=[5,6],counter=[7,8,9,10]).state
np.random.Philox(5,key=5)
np.random.Philox(key=-1)
np.random.Philox(key=1<<130)
np.random.Philox(5).advance(5).state
np.random.PCG64(5).random_raw()
np.random.PCG64(5).random_raw(3)
np.random.PCG64(5).random_raw(3,output=False)
np.random.PCG64(5).seed_seq
np.random.PCG64(np.random.SeedSequence(5)).state['state']['state']
np.random.rand()
np.random.rand(2)
np.random.rand(2,1.5)
np.random.rand(-1)
np.random.randn(2,2)
np.random.randn()
rs.random_sample()
rs.tomaxint()
rs.tomaxint(2)
str(rs.bytes(3))
rs.standard_normal()
rs.standard_gamma(-1)
rs.get_state()[0],rs.get_state()[2:]
rs.get_state(legacy=False)['state']['pos']
str(rng)
rng.bit_generator.state
np.random.ranf(2)
np.random.sample(2)
rng.pareto(0)
rng.pareto([1,0])
rng.power(-1)
rs.power(0)
rng.vonmises(0,-1)
rng.vonmises(0,[1,-1])
rng.zipf(1)
rng.zipf(float('nan'))
rng.zipf([2,1])
rs.zipf(1)
rng.logseries(0)
rng.logseries(1)
rng.logseries(-1)
rng.logseries(float('nan'))
rng.logseries([.5,1])
rng.logseries([0,.5])
rng.hypergeometric(-1,1,1)
rng.hypergeometric(-1,5,1)
rng.hypergeometric(5,-1,1)
rng.hypergeometric(1,1,-1)
rng.hypergeometric(1,1,0)
rng.hypergeometric(1,1,3)
rng.hypergeometric([1,2],1,3)
rng.hypergeometric([1,-2],1,3)
rng.hypergeometric(10**9,1,3)
rng.hypergeometric(5,10**9,3)
rng.hypergeometric([10**9],1,3)
rng.hypergeometric(1.5,1,1)
rng.hypergeometric(1,1,[0,1])
rng.hypergeometric(1,1,[-1])
rng.hypergeometric(2**63,1,1)
rng.hypergeometric(float('nan'),1,1)
rs.logseries(0)
rs.logseries(1)
rs.logseries(-1)
rs.logseries(float('nan'))
rs.logseries([.5,1])
rs.logseries([0,.5])
rs.hypergeometric(-1,1,1)
rs.hypergeometric(-1,5,1)
rs.hypergeometric(5,-1,1)
rs.hypergeometric(1,1,-1)
rs.hypergeometric(1,1,0)
rs.hypergeometric(1,1,3)
rs.hypergeometric([1,2],1,3)
rs.hypergeometric([1,-2],1,3)
rs.hypergeometric(10**9,1,3)
rs.hypergeometric(5,10**9,3)
rs.hypergeometric([10**9],1,3)
rs.hypergeometric(1.5,1,1)
rs.hypergeometric(1,1,[0,1])
rs.hypergeometric(1,1,[-1])
rs.hypergeometric(2**63,1,1)
rs.hypergeometric(float('nan'),1,1)
rng.multivariate_hypergeometric([1,2],2)
rng.multivariate_hypergeometric([1,2],4)
rng.multivariate_hypergeometric([1,2],-1)
rng.multivariate_hypergeometric([1,-2],1)
rng.multivariate_hypergeometric([],0)
rng.multivariate_hypergeometric([],0,size=3)
rng.multivariate_hypergeometric([],1)
rng.multivariate_hypergeometric(5,1)
rng.multivariate_hypergeometric([[1,2]],1)
rng.multivariate_hypergeometric([1.5,2.5],1)
rng.multivariate_hypergeometric([1,2],1.5)
rng.multivariate_hypergeometric([1,2],1,method='x')
rng.multivariate_hypergeometric([1,10**9],1)
rng.multivariate_hypergeometric([2**62,2**62],1)
rng.multivariate_hypergeometric([2**62,2**60],1,method='count')
rng.multivariate_hypergeometric([1,2],2,size=(2,2))
rng.multivariate_hypergeometric([1,2],2,size=())
rng.multivariate_hypergeometric([1,2],2,size=-1)
rng.multivariate_hypergeometric(np.array([1,2],dtype=np.int8),2,2)
rng.multivariate_hypergeometric([True,2],True)
rng.standard_gamma(1.5,dtype='f4')
rng.standard_gamma([1.5,2],dtype='f4')
rng.standard_gamma([1.5,-2],dtype='f4')
rng.standard_gamma(-1,dtype='f4')
rng.standard_gamma(1.5,dtype='f4',out=np.zeros(3,dtype='f4'))
rng.standard_gamma(1.5,dtype='f4',out=np.zeros(3))
rng.standard_gamma(1e30,dtype='f4')
rng.multivariate_normal([0,0],[[1,2],[2,1]],check_valid='raise')
rng.multivariate_normal([0,0],[[1,2],[2,1]],check_valid='x')
rng.multivariate_normal([0,0],[[1,0,0],[0,1,0]])
rng.multivariate_normal([0,0,0],[[1,0],[0,1]])
rng.multivariate_normal([[0,0]],[[1,0],[0,1]])
rng.multivariate_normal([0,0],[1,0])
rng.multivariate_normal([0,0],[[1,0],[0,1]],method='x')
rng.multivariate_normal([0,0],[[1,2],[2,1]],method='cholesky')
rng.multivariate_normal([0,0],[[1,2],[2,1]],method='eigh',check_valid='raise')
rng.multivariate_normal([0,0],[[1j,0],[0,1]])
rng.multivariate_normal([0j,0],[[1,0],[0,1]])
rng.multivariate_normal([0,0],[[1,0],[0,1]],size=-1)
rng.multivariate_normal([],np.zeros((0,0)))
rng.multivariate_normal([0,0],[[1,float('nan')],[0,1]])
rs.multivariate_normal([0,0],[[1,2],[2,1]],check_valid='raise')
rs.multivariate_normal([0,0],[[1,2],[2,1]],check_valid='x')
rs.multivariate_normal([0,0],[[1,0,0],[0,1,0]])
rs.multivariate_normal([0,0,0],[[1,0],[0,1]])
rs.multivariate_normal([[0,0]],[[1,0],[0,1]])
rs.multivariate_normal([0,0],[1,0])
rs.multivariate_normal([0,0],[[1,float('nan')],[0,1]])
"""
