"""Records what gen_random.py does not: a million draws of each distribution, and sizes around those of vectors from more seeds.

    python support/oracle/gen_random_many.py numpy      # -> ivy/random/testdata/many.json.gz
    python support/oracle/gen_random_many.py legacy     # -> ivy/random/testdata/many_legacy.json.gz
    python support/oracle/gen_random_many.py torch      # -> ivy/random/torchrandom/testdata/many.json.gz
    python support/oracle/gen_random_many.py tensorflow # -> ivy/random/tensorflowrandom/testdata/many.json.gz
    python support/oracle/gen_random_many.py jax        # -> ivy/random/jaxrandom/testdata/many.json.gz

It needs what gen_random.py needs, of the frameworks only the one that is named.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

from gen_random import METHODS, ROOT, compact, generator_calls, jax_calls, legacy_calls, record, text, torch_calls

SIZES = [7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255]
MANY = 10**6

# What gen_draws.py records a million draws of, or what is made of others here.
SLOW = ("choice distinct", "multinomial", "dirichlet", "multivariate", "poisson", "binomial", "hypergeometric", "negative_binomial", "logseries", "zipf", "vonmises", "permutation")
DONE = ("random64", "random32", "standard_normal64", "standard_normal32", "standard_exponential64", "standard_exponential32")  # by gen_random.py


def numpy_cases(calls, make, seeds, full):
    """Cases of a generator: small sizes of the calls that take words in blocks, and a million of each distribution once."""
    for source, seed in seeds:
        for n in SIZES:
            g = make(source, seed)
            for name, parameters, call in calls(n):
                if name.startswith(("random", "standard_normal", "standard_exp", "integers")):
                    yield source, seed, n, name, parameters, call(g), False
    for source, seed in full:
        g, seen = make(source, seed), 0
        for name, parameters, call in calls(MANY):
            if name.startswith(SLOW) or source == "PCG64" and name in DONE or source not in ("PCG64", "RandomState") and not name.startswith(("random", "standard_n", "standard_e", "integers")):
                continue
            rows = METHODS.get(name)
            if rows and parameters != list(rows[min(2, len(rows) - 1)]) or name == "choice weighted" and len(parameters) != 5:
                continue
            if name.startswith("integers") and parameters not in ([], [0, 9]) and not (name.endswith("64") and parameters[1] > 2**31):
                continue
            seen += 1
            yield source, seed, MANY, name, parameters, call(g), seen == 1


def numpy_many():
    def make(source, seed):
        return np.random.Generator(getattr(np.random, source)(seed))

    cases = []
    seeds = [("PCG64", s) for s in (0, 2**32 + 5, 2**64 - 1)] + [("MT19937", 2**64 - 1), ("Philox", 2**32), ("PCG64DXSM", 0)]
    full = [("PCG64", 2**64 - 1), ("MT19937", 3), ("Philox", 2**32 + 1), ("PCG64DXSM", 0)]
    for source, seed, n, name, parameters, result, first in numpy_cases(generator_calls, make, seeds, full):
        cases.append({"source": source, "seed": str(seed), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result), "first": first})
    compact(ROOT / "testdata" / "many.json.gz", cases)


def legacy_many():
    cases = []
    for source, seed, n, name, parameters, result, first in numpy_cases(legacy_calls, lambda _, seed: np.random.RandomState(seed), [("RandomState", s) for s in (0, 2**32 - 1)], [("RandomState", 1)]):
        if result.dtype == np.int_ and not name.startswith("integers"):
            result = result.astype(np.int64)
        cases.append({"source": source, "seed": str(seed), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result), "first": first})
    compact(ROOT / "testdata" / "many_legacy.json.gz", cases)


def torch_many():
    import torch

    torch.set_num_threads(1)
    cases = []
    for seed, sizes in ((0, [32, 63, 64, 65, 255, MANY]), (-1, SIZES), (-(2**63), [16, 255]), (2**32 + 5, SIZES), (2**63, [64, 65]), (2**64 - 1, SIZES)):
        for n in sizes:
            g = torch.Generator().manual_seed(seed)
            for i, (name, parameters, call) in enumerate(torch_calls(torch, n)):
                if i % 13 == 7:
                    g.set_state(g.get_state().clone())
                result = call(g).numpy()
                cases.append({"seed": str(seed % 2**64), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result)})
    compact(ROOT / "torchrandom" / "testdata" / "many.json.gz", cases)


def tensorflow_many():
    import tensorflow as tf

    cases, r = [], tf.random

    def case(kind, seed, n, call, parameters, result):
        cases.append({"kind": kind, "seed": [str(s) for s in seed], "n": n, "call": call, "parameters": [text(v) for v in parameters], "result": record(np.asarray(result))})

    def calls(kind, seed, n, uniform, normal, truncated, integers, full):
        for bits in (32, 64):
            dtype = getattr(tf, f"float{bits}")
            case(kind, seed, n, f"uniform{bits}", [-2.5, 7.0], uniform([n], -2.5, 7.0, dtype))
            case(kind, seed, n, f"normal{bits}", [1.5, 0.25], normal([n], 1.5, 0.25, dtype))
            case(kind, seed, n, f"truncated normal{bits}", [0.0, 1.0], truncated([n], 0.0, 1.0, dtype))
        for name in ("int32", "int64"):
            case(kind, seed, n, name, [-7, 2**30], integers([n], -7, 2**30, getattr(tf, name)))
        for name in ("int32", "int64", "uint32", "uint64"):
            case(kind, seed, n, f"full {name}", [], full([n], getattr(tf, name)))

    for seed, sizes in (((1, 2), [32, 63, 64, 65, 255, MANY]), ((-1, -(2**63)), SIZES), ((2**32 + 5, 2**63 - 1), SIZES)):
        s = tf.constant(seed, tf.int64)
        for _ in range(2):  # a seed, and one that is derived from it
            own = [int(v) for v in s]
            for n in sizes:
                calls("stateless", own, n, lambda n, lo, hi, d: r.stateless_uniform(n, s, lo, hi, d), lambda n, m, sd, d: r.stateless_normal(n, s, m, sd, d),
                      lambda n, m, sd, d: r.stateless_truncated_normal(n, s, m, sd, d), lambda n, lo, hi, d: r.stateless_uniform(n, s, lo, hi, d),
                      lambda n, d: r.stateless_uniform(n, s, None, None, d))
                case("stateless", own, n, "shuffle", [], r.experimental.stateless_shuffle(tf.range(n, dtype=tf.int64), s))
            s, sizes = r.split(r.fold_in(s, tf.constant(3, tf.int64)), 3)[1], [16, 255]
    for seed, sizes in ((0, [*SIZES, MANY]), (2**32 + 5, SIZES), (2**64 - 1, SIZES)):
        g = r.Generator.from_seed(seed)
        for n in sizes:
            g = r.Generator.from_state(g.state.numpy(), alg="philox")  # a saved state
            calls("generator", [seed], n, g.uniform, g.normal, g.truncated_normal, g.uniform, g.uniform_full_int)
    for seed in (0, -1, 2**32 + 5):
        r.set_seed(seed)
        for n in (16, 255, MANY) if seed == 0 else (7, 33, 65):
            for op in (None, 5, 5):
                given = [] if op is None else [op]
                case("seeded", [seed], n, "uniform32", [0.0, 1.0, *given], r.uniform([n], seed=op))
                case("seeded", [seed], n, "normal32", [1.5, 0.1, *given], r.normal([n], 1.5, 0.1, seed=op))
                case("seeded", [seed], n, "truncated normal32", [0.0, 1.0, *given], r.truncated_normal([n], seed=op))
                case("seeded", [seed], n, "int32", [-7, 2**30, *given], r.uniform([n], -7, 2**30, tf.int32, seed=op))
                case("seeded", [seed], n, "shuffle", given, r.shuffle(tf.range(n, dtype=tf.int64), seed=op))
    compact(ROOT / "tensorflowrandom" / "testdata" / "many.json.gz", cases)


def jax_many():
    import jax

    jax.config.update("jax_enable_x64", True)
    cases = []

    def draw(key, original, sizes, derived=True):
        words = [str(k) for k in np.asarray(key)]
        for n in sizes:
            if derived:
                for name, result in (("split", jax.random.split(key, n)), ("fold in", jax.random.fold_in(key, n))):
                    cases.append({"call": name, "key": words, "n": n, "parameters": [], "original": original, "result": record(result)})
            for name, parameters, call in jax_calls(jax, n):
                if n == MANY and (name.startswith(("choice distinct", "permutation")) or name.startswith(("choice weighted", "categorical")) and len(parameters) > 7):
                    continue
                cases.append({"call": name, "key": words, "n": n, "parameters": [text(v) for v in parameters], "original": original, "result": record(np.asarray(call(key)))})

    for original in (False, True):
        jax.config.update("jax_threefry_partitionable", not original)
        key = jax.random.PRNGKey(0)
        draw(key, original, [32, 65, MANY] if not original else [32, 65], False)
        draw(jax.random.PRNGKey(-1), original, [32, 63, 64, 65, 255] if not original else [64])
        draw(jax.random.PRNGKey(2**32 + 5), original, [16, 255] if not original else [15])
        for _ in range(3):  # keys of keys
            key = jax.random.split(jax.random.fold_in(key, 2**32 - 1), 3)[2]
            draw(key, original, [7, 64] if not original else [17])
    compact(ROOT / "jaxrandom" / "testdata" / "many.json.gz", cases)


if __name__ == "__main__":
    {"numpy": numpy_many, "legacy": legacy_many, "torch": torch_many, "tensorflow": tensorflow_many, "jax": jax_many}[sys.argv[1]]()
