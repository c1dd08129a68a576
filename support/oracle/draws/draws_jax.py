"""Programs that draw from jax.random, for gen_draws.py. Each begins as said; its last line is what it gives."""

# Messages are ours; classes are JAX's.
OTHER_TEXTS = [""]

KEY = "k = jax.random.key(42)\n"
X64 = 'jax.config.update("jax_enable_x64", True)\n'
FLOATS = ["float16", "bfloat16", "float32", "float64"]
SIZES = ["()", "(0,)", "(3,)", "(16,)", "(33,)", "(2, 3)", "(1000,)"]
INTS = {"int8": ["-128, 127", "0, 100", "0, 300", "5, 5"], "uint8": ["0, 256", "3, 9"], "int16": ["-32768, 32767", "0, 1000"], "uint16": ["0, 65536", "0, 50000"],
        "int32": ["-2**31, 2**31-1", "0, 2**31-1", "-7, 3", "3, -7"], "uint32": ["0, 2**31-1", "0, 10"], "int64": ["-2**63, 2**63-1", "0, 2**40", "0, 10"], "uint64": ["0, 2**63-1", "5, 8"]}
LAWS = {
    "beta": ["0.5, 0.7", "2.0, 3", "jax.numpy.array([0.5, 2.0]), jax.numpy.array([[3.0], [0.1]])"],
    "chisquare": ["1", "3.5", "jax.numpy.array([1.0, 20.0])"], "f": ["1, 2", "5.5, 0.7"], "gamma": ["0.3", "1.0", "2.5", "jax.numpy.array([0.5, 1.0, 7.0])"],
    "loggamma": ["0.3", "2.5", "jax.numpy.array([0.01, 1.0])"], "t": ["1", "3.5", "jax.numpy.array([1.0, 30.0])"], "pareto": ["1", "0.3", "jax.numpy.array([2.0, 3.0])"],
    "rayleigh": ["1.0", "jax.numpy.array([1.0, 2.0])"], "wald": ["1.0", "3.5", "jax.numpy.array([1.0, 2.0])"], "triangular": ["0, 1, 2", "-1.5, -1.5, 3.0", "jax.numpy.array([0.0, 1.0]), 2.0, 4.0"],
    "dirichlet": ["jax.numpy.array([1.0, 2.0, 3.0])", "jax.numpy.array([0.1, 0.05])", "jax.numpy.ones((2, 3))"], "lognormal": ["", "jax.numpy.array([0.5, 2.0])"],
    "generalized_normal": ["1.0, (5,)", "2.5, (2, 3)"], "ball": ["3", "2, 1.0, (4,)"], "weibull_min": ["1.0, 2.0, (5,)", "jax.numpy.array([1.0, 2.0]), 0.5, (3, 2)"],
    "double_sided_maxwell": ["0.0, 1.0, (5,)", "jax.numpy.array([1.0, 2.0]), 0.5"], "truncated_normal": ["-1.0, 1.0", "0.0, 2.0, (7,)", "-3.0, 4, (2, 3)", "jax.numpy.array([-1.0, 0.0]), 2.0, (4, 2)", "2.0, 1.0"],
}


def environment():
    import jax

    return jax.__version__, {"jax": jax}


def reset():
    import jax

    jax.config.update("jax_enable_x64", False)


def keys():
    for seed in ["0", "1", "42", "-1", "2**31-1", "2**32+5", "2**63-1", "-2**63", "True", "jax.numpy.int32(7)", "numpy.int64(9)", "jax.numpy.uint32(2**31)"]:
        for first in ("", X64):
            yield f"{first}[jax.random.PRNGKey({seed}), jax.random.key({seed})]"
            yield f"{first}k = jax.random.key({seed})\n[jax.random.key_data(k), jax.random.key_data(jax.random.split(k)), jax.random.split(jax.random.PRNGKey({seed}), 3)]"
    yield KEY + "[str(k), repr(k), str(k.dtype), k.shape, k.ndim, k.size, k.nbytes, k.itemsize, str(jax.random.split(k)), jax.random.key_impl(k)]"
    yield KEY + "a, b = jax.random.split(k)\n[jax.random.key_data(a), jax.random.key_data(b)]"
    yield KEY + "s = jax.random.split(k, (2, 3))\n[s, s[1], s[0, 2], s[:, 1], s[..., 0], s.shape, len(s), s[1, 1] == s[1][1], s == s[0], s != s[0]]"
    yield KEY + "[jax.random.key_data(x) for x in jax.random.split(k, 3)]"
    yield "k = jax.random.PRNGKey(0)\na, b = jax.random.split(k)\n[a, b, jax.random.split(a, (2, 2)), jax.random.split(k, 0).shape]"
    yield KEY + "[jax.random.key_data(jax.random.fold_in(k, i)) for i in [0, 1, 7, 2**31, 2**32-1, True, 1.5]]"
    yield KEY + "jax.random.fold_in(jax.random.PRNGKey(3), jax.numpy.int32(-1))"
    yield KEY + "jax.random.wrap_key_data(jax.random.key_data(jax.random.split(k)))"
    yield "[jax.random.clone(jax.random.PRNGKey(3)), jax.random.clone(jax.random.key(3)), str(jax.random.key_dtype()), jax.random.key(5, impl='threefry2x32')]"
    yield "k = jax.random.PRNGKey(3)\n[jax.random.normal(k, (2,)), jax.random.normal(k, (2,)), jax.random.normal(jax.random.key(3), (2,))]"
    for call in ["key(1.5)", "key('a')", "key(jax.numpy.arange(2))", "key(k)", "key(2**70)", "key(0, impl='foo')", "key(0, impl=3)", "wrap_key_data(jax.numpy.zeros(3, 'uint32'))", "wrap_key_data(jax.numpy.zeros(2))",
                 "wrap_key_data([1, 2])", "wrap_key_data(k)", "split(k, 2.5)", "split(jax.random.split(k))", "fold_in(k, -1)", "fold_in(k, 2**32)", "fold_in(k, jax.numpy.arange(2))", "normal(5)", "normal(None)",
                 "normal(jax.numpy.zeros(3, 'uint32'))", "normal(jax.numpy.zeros((3, 2), 'uint32'))", "normal(jax.random.split(k))", "normal([0, 0])", "normal(k, (2.5,))", "normal(k, (2,), 'int32')", "normal(k, (2,), 'foo')",
                 "uniform(k, (2,), 'complex64')", "uniform(k, (2,), minval=[0, 1])", "uniform(k, (2,), minval=jax.numpy.zeros(3))", "uniform(k, (2,), minval=jax.numpy.zeros((1, 2)))", "randint(k, (3,), 0, 2**40)", "randint(k, (3,), 0, 10, 'float32')",
                 "randint(k, (3,), jax.numpy.zeros((2, 3), int), 10)", "permutation(k, 2.5)", "permutation(k, [1, 2])", "permutation(k, jax.numpy.arange(3), 1)", "choice(k, 5, 3)", "choice(k, 0, (3,))", "choice(k, 5, (7,), False)",
                 "choice(k, 5, (7,), p=jax.numpy.ones(4))", "choice(k, [1, 2, 3], (2,))", "categorical(k, [1., 2.])", "categorical(k, jax.numpy.arange(3))", "categorical(k, jax.numpy.zeros(3), 1)",
                 "categorical(k, jax.numpy.zeros(3), shape=(4,), replace=False)", "bernoulli(k, 1)", "bernoulli(k, 0.5, mode='x')", "gumbel(k, (2,), mode='x')", "bits(k, (2,), 'int32')", "beta(k, jax.numpy.float32(1), 2, dtype='float16')",
                 "lognormal(k, dtype='float16')", "poisson(k, 3, dtype='float32')", "binomial(k, 10, 0.5, dtype='int32')", "orthogonal(k, 2.5)", "dirichlet(k, 1.0)", "gamma(k, jax.numpy.ones(3), (2,))",
                 "multivariate_normal(k, 1.0, jax.numpy.eye(2))", "multivariate_normal(k, jax.numpy.ones(2), jax.numpy.eye(3))", "multivariate_normal(k, jax.numpy.ones(2), jax.numpy.eye(2), method='x')", "geometric(k, 0.5, dtype='float32')"]:
        yield KEY + f"jax.random.{call}"
    for last in ["k[0]", "k + 1", "jax.random.split(k)[5]"]:
        yield KEY + last


def draws():
    for first in ("", X64):
        for d in ["uint8", "uint16", "uint32", "uint64"]:
            yield first + KEY + f"[jax.random.bits(k, s, '{d}') for s in [(), (0,), (7,), (2, 3), (1000,)]]"
        yield first + KEY + "[jax.random.bits(k), jax.random.uniform(k), jax.random.normal(k), jax.random.randint(k, (), 0, 10), jax.random.permutation(k, 5)]"
    sizes = "[" + ", ".join(SIZES) + "]"
    for d in FLOATS:
        for name in ["uniform", "normal", "exponential", "laplace", "gumbel", "logistic"]:
            tolerance = 2e-3 if d == "float16" and name in ("gumbel", "logistic") else 0
            for seed in (0, 42):
                text = X64 + f"k = jax.random.key({seed})\n[jax.random.{name}(k, s, '{d}') for s in {'[(3,), (33,)]' if tolerance else sizes}]"
                yield (text, tolerance) if tolerance else text
        for bounds in ["-1, 1", "2.5, 2.5", "0, 1e-3", "3.0, -2.0", "jax.numpy.array([0.0, 1.0, -5.0]), jax.numpy.array(7, 'int32')"]:
            yield X64 + KEY + f"jax.random.uniform(k, (5, 3), '{d}', {bounds})"
        yield X64 + KEY + f"[jax.random.bernoulli(k, jax.numpy.asarray(p, '{d}'), (3, 4), m) for p in [0.1, 0.5] for m in ['low', 'high']]"
        if d != "float16":
            yield X64 + KEY + f"[jax.random.gumbel(k, (9,), '{d}', m) for m in ['low', 'high', 'highest']]"
        yield X64 + KEY + f"[jax.random.cauchy(k, (20,), '{d}'), jax.random.maxwell(k, (3, 4), '{d}')]", {"float16": 4e-2, "bfloat16": 1e-1, "float32": 2e-4, "float64": 1e-10}[d]
        yield X64 + KEY + f"[jax.random.rademacher(k, (9,), '{d}')]"
    yield KEY + "[jax.random.normal(k, 5), jax.random.normal(k, [2]), jax.random.normal(shape=(2,), key=k), jax.random.uniform(k, (2,), minval=-1.0)]"
    yield (KEY + "jax.numpy.real(jax.random.normal(k, (5,), 'complex64'))", 1e-6)
    yield KEY + "[jax.random.bernoulli(k), jax.random.bernoulli(k, 0.3, (20,)), jax.random.bernoulli(k, jax.numpy.array([0.1, 0.9]), (4, 2)), jax.random.bernoulli(k, 1e-30, (4,), mode='high')]"
    for d, forms in INTS.items():
        for args in forms:
            yield X64 + KEY + f"[jax.random.randint(k, s, {args}, '{d}') for s in [(), (0,), (8,), (500,)]]"
    yield KEY + "[jax.random.randint(k, (6,), 0, 100), jax.random.randint(k, (3,), 0, 10.5), jax.random.randint(k, (2, 3), jax.numpy.array([0, 5, 9]), 10), jax.random.randint(k, (3,), -2**31, 2**31-1)]"
    yield KEY + "[jax.random.randint(k, (4,), jax.numpy.uint32(2**31), jax.numpy.uint32(2**32-1), 'uint32'), jax.random.randint(k, (4,), jax.numpy.array([-5, 0, 100, 7]), jax.numpy.uint32(2**32-1), 'int32')]"
    for n in [0, 1, 2, 8, 100, 5000]:
        yield KEY + f"jax.random.permutation(k, {n})"
    yield KEY + "x = jax.numpy.arange(24).reshape(4, 6)\n[jax.random.permutation(k, x), jax.random.permutation(k, x, 1), jax.random.permutation(k, x, 0, True), jax.random.permutation(k, x, -1, independent=True), jax.random.permutation(k, -3), jax.random.permutation(k, jax.numpy.arange(5.0)), jax.random.permutation(k, x > 3)]"
    for args in ["5", "5, (3,)", "5, (0,)", "5, (4,), False", "5, (2, 2), replace=False", "jax.numpy.arange(10.0), (3,)", "jax.numpy.arange(12).reshape(3, 4), (5,), axis=1", "jax.numpy.arange(12).reshape(3, 4), (2,), False, axis=1",
                 "4, (7,), p=jax.numpy.array([0.1, 0.2, 0.3, 0.4])", "4, (3,), False, jax.numpy.array([0.1, 0.2, 0.3, 0.4])", "4, (3,), False, jax.numpy.array([1, 2, 3, 4])", "4, (3,), False, jax.numpy.array([0.1, 0.2, 0.3, 0.4]), mode='high'",
                 "1000, (50,), False", "2.5, (2,)", "jax.numpy.arange(4), (2, 3), True, jax.numpy.array([1, 0, 0, 0])"]:
        for first in ("", X64):
            yield first + KEY + f"jax.random.choice(k, {args})"
    for args in ["jax.numpy.array([0.1, 0.7, -1.0])", "jax.numpy.array([0.1, 0.7, -1.0]), shape=(5,)", "jax.numpy.arange(6.0).reshape(2, 3)", "jax.numpy.arange(6.0).reshape(2, 3), 0", "jax.numpy.arange(6.0).reshape(2, 3), axis=1, shape=(4, 2)",
                 "jax.numpy.arange(6.0).reshape(2, 3), axis=1, shape=(3, 2), replace=False", "jax.numpy.arange(5.0), shape=(2,), replace=False", "jax.numpy.arange(5.0), mode='high'", "jax.numpy.arange(4.0, dtype='bfloat16'), shape=(9,)"]:
        yield KEY + f"jax.random.categorical(k, {args})"


def laws():
    for name, forms in LAWS.items():
        for args in forms:
            comma = ", " if args else ""
            yield KEY + f"jax.random.{name}(k{comma}{args})", 2e-4
            yield X64 + KEY + f"jax.random.{name}(k{comma}{args})", 1e-9
            if name not in ("lognormal",) and "array" not in args and "ones" not in args:
                yield KEY + f"jax.random.{name}(k{comma}{args}, dtype='bfloat16')", 0.12
    for name in ["gamma", "loggamma", "beta"]:
        yield KEY + f"jax.random.{name}(k, {'0.5, 2.5' if name == 'beta' else '2.5'}, (33,))", 2e-4
    for bounds in ["-1.0, 1.0", "0.5, 3.0", "-0.1, 0.1"]:
        yield KEY + f"[jax.random.truncated_normal(k, {bounds}, s) for s in [(), (3,), (1000,)]]"
    for lam in ["0.0", "0.7", "9.9", "10.0", "250", "3", "-1.0", "jax.numpy.nan", "jax.numpy.array([0.5, 50.0, 0.0])"]:
        yield KEY + f"jax.random.poisson(k, {lam})"
        yield X64 + KEY + f"jax.random.poisson(k, {lam}, (4, 3), 'int16')"
    for p in ["0.5", "0.01", "1.0", "jax.numpy.array([0.3, 0.9])", "2"]:
        yield KEY + f"jax.random.geometric(k, {p})"
    yield KEY + "jax.random.geometric(k, 0.2, (20,), 'int16')"
    for args in ["10, 0.5", "100, 0.9", "1000, 0.3", "0, 0.5", "5, 0.0", "5, 1.0", "jax.numpy.array([1, 100, 1000]), 0.4", "7, jax.numpy.array([0.1, 0.9])", "-1, 0.5", "5.7, 0.5", "3, jax.numpy.nan"]:
        yield KEY + f"jax.random.binomial(k, {args})"
        yield X64 + KEY + f"jax.random.binomial(k, {args}, {'(4, 3)' if '1000]' in args else '(5, 2)'})"
    yield KEY + "[jax.random.multinomial(k, 10, jax.numpy.array([0.5, 0.5])), jax.random.multinomial(k, jax.numpy.array([5, 100]), jax.numpy.array([0.2, 0.3, 0.5]), shape=(2, 3)), jax.random.multinomial(k, 20, jax.numpy.ones((2, 4)) / 4, dtype='int32')]"
    yield KEY + "[jax.random.orthogonal(k, 3), jax.random.orthogonal(k, 2, (2,)), jax.random.orthogonal(k, 2, m=4), jax.random.orthogonal(k, 4, m=2)]", 2e-3
    yield KEY + "m, v = jax.numpy.array([1.0, -1.0]), jax.numpy.array([[2.0, 0.5], [0.5, 1.0]])\n[jax.random.multivariate_normal(k, m, v), jax.random.multivariate_normal(k, m, v, (3,)), jax.random.multivariate_normal(k, jax.numpy.zeros((4, 2)), v)]", 1e-4

    for method in ("svd", "eigh"):
        for first, tolerance in (("", 1e-4), (X64, 1e-9)):
            yield first + KEY + f"m, v = jax.numpy.array([1.0, -1.0, 0.5]), jax.numpy.array([[2.0, 0.5, 0.1], [0.5, 1.0, -0.3], [0.1, -0.3, 3.0]])\n[jax.random.multivariate_normal(k, m, v, (3,), method='{method}'), jax.random.multivariate_normal(k, m[:2], jax.numpy.stack([v[:2, :2], v[1:, 1:]]), method='{method}'), jax.random.multivariate_normal(k, m, v, (2,), 'float32', '{method}')]", tolerance
        yield KEY + f"jax.random.multivariate_normal(k, jax.numpy.zeros(2), jax.numpy.array([[1.0, 2.0], [2.0, 1.0]]), (3,), method='{method}')", 1e-4


def many():
    """A million draws at once, of keys that are negative, wide, split and folded."""
    key = "k = jax.random.fold_in(jax.random.split(jax.random.key(-2**63), 3)[1], 7)\n"
    for d in FLOATS:
        for name in ["uniform", "normal", "exponential", "laplace", "gumbel", "logistic"]:
            if d != "float16" or name not in ("gumbel", "logistic"):
                yield X64 + key + f"jax.random.{name}(k, (10**6,), '{d}')"
    for d, forms in INTS.items():
        yield X64 + key + f"jax.random.randint(k, (10**6,), {forms[-1]}, '{d}')"
    yield X64 + key + "[jax.random.bits(k, (10**6,), d) for d in ['uint8', 'uint16', 'uint32', 'uint64']]"
    yield key + "[jax.random.permutation(k, 10**6), jax.random.bernoulli(k, 0.3, (10**6,)), jax.random.rademacher(k, (10**6,)), jax.random.truncated_normal(k, -1.0, 2.0, (10**6,))]"
    yield key + "[jax.random.choice(k, 1000, (10**6,)), jax.random.choice(k, 4, (10**6,), p=jax.numpy.array([0.1, 0.2, 0.3, 0.4])), jax.random.categorical(k, jax.numpy.array([0.1, 0.7, -1.0]), shape=(10**6,)), jax.random.geometric(k, 0.2, (10**6,))]"
    yield key + "jax.random.poisson(k, 3.0, (10**6,))"
    yield key + "jax.random.binomial(k, 10, 0.3, (10**6,))"
    # Rejection by float32 logarithms is not exact: some of a million differ.
    yield key + "[jax.random.poisson(k, 20.0, (10**6,))[::1000], jax.random.binomial(k, 100, 0.4, (10**6,))[::1000]]"
    for name, args in {"gamma": "2.5", "loggamma": "0.3", "beta": "2.0, 3.0", "t": "3.5", "chisquare": "3.0", "cauchy": "", "maxwell": "", "pareto": "3.0", "rayleigh": "2.0", "wald": "2.0", "lognormal": "0.5", "weibull_min": "1.0, 2.0",
                       "triangular": "0.0, 1.0, 3.0", "double_sided_maxwell": "0.0, 1.0", "generalized_normal": "1.5", "f": "2.0, 5.0"}.items():
        yield key + f"jax.random.{name}(k, {args}{', ' if args else ''}shape=(10**6,))[::1000]", 4e-4


def programs():
    yield from keys()
    yield from draws()
    yield from laws()
    yield from many()
