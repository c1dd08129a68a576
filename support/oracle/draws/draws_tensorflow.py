"""Programs that draw random numbers of tf.random, for gen_draws.py. Each begins as said; its last line is what it gives."""
import itertools

# Messages are ours; classes are TensorFlow's.
OTHER_TEXTS = [""]

FLOATS = ["float16", "bfloat16", "float32", "float64"]
SEED = "tf.random.set_seed(42)\n"
GEN = "g = tf.random.Generator.from_seed(42)\n"
SIZES = "[[], [0], [1], [2], [3], [7], [16], [33], [2, 3]]"
ERRORS = """uniform([2], seed='a')|uniform(2)|uniform([-1])|uniform([2.5])|uniform(None)|uniform([2], dtype=tf.int32)|uniform([2], 0, 5, dtype=tf.uint8)|uniform([2], 5, 3, dtype=tf.int32)|uniform([2], 5, 5, dtype=tf.int32)
uniform([2], 0, [1, 2], dtype=tf.int32)|uniform([2], 0, 1.5, dtype=tf.int32)|uniform([3], [1., 2.], 2.)|normal([2], dtype=tf.int32)|normal([2], [0., 1.], [1., 1., 1.])|normal([2], tf.constant(1.0, tf.float64))|categorical([1., 2.], 3)
categorical([[1, 2]], 3)|categorical([[1., 2.]], -1)|categorical([[1., 2.]], 2, dtype=tf.float32)|gamma([2], 1, dtype=tf.int32)|gamma([2], 1., dtype=tf.bfloat16)|poisson([2], 5., dtype=tf.int16)|stateless_uniform([2], [1, 2, 3])
stateless_uniform([2], [1., 2.])|stateless_uniform([2], 5)|stateless_uniform([2], tf.constant([1, 2], tf.uint32))|stateless_uniform([2], [1, 2], alg='foo')|stateless_uniform([2], [1, 2], alg='threefry')|stateless_uniform([2], [1, 2], 0, None, tf.int32)
stateless_uniform([2], [1, 2], 0, 10, tf.uint32)|stateless_uniform([2], [1, 2], 10, 0, tf.int32)|stateless_uniform([2], [1, 2], None, None)|stateless_binomial([3], [1, 2], [10., 20.], 0.5)|stateless_binomial([2], [1, 2], 10, 0.5, output_dtype=tf.int8)
stateless_gamma([2], [1, 2], [0.5, 2., 3.])|stateless_poisson([2], [1, 2], [5., 6., 7.])|fold_in([1, 2], 5.0)|stateless_parameterized_truncated_normal([4, 3], [1, 2], means=[0., 1.])|stateless_parameterized_truncated_normal([3], [1, 2], tf.constant(0., tf.float64))|stateless_parameterized_truncated_normal([3], [1, 2], 0, 1, -1, 1)
stateless_parameterized_truncated_normal([3], [1, 2], 0., -1.)|stateless_parameterized_truncated_normal([3], [1, 2], 0., 1., 1., -1.)|stateless_parameterized_truncated_normal([3], [1, 2], 0., 1., float('-inf'), float('inf'))|stateless_parameterized_truncated_normal(3, [1, 2])
stateless_parameterized_truncated_normal([3], [1])|stateless_parameterized_truncated_normal([3], [1., 2.])|stateless_parameterized_truncated_normal([3], [1, 2], 'a')|stateless_parameterized_truncated_normal([3], [1, 2], None)|stateless_parameterized_truncated_normal([-1], [1, 2])|stateless_parameterized_truncated_normal([3], [1, 2], 0., 1., float('nan'))
Generator.from_state([1, 2], 'philox')|Generator.from_state([1, 2, 3], 'foo')|Generator.from_seed('a')|Generator()"""


def environment():
    import os

    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)  # stateless_parameterized_truncated_normal draws other numbers with more
    return tf.__version__, {"tensorflow": tf, "tf": tf}


def reset():
    pass


def stateful():
    for g in ["0", "1", "42", "-1", "2**31", "2**40+5"]:
        first = f"tf.random.set_seed({g})\n"
        yield first + "[tf.random.uniform([3]), tf.random.uniform([3]), tf.random.normal([3]), tf.random.uniform([3], seed=5), tf.random.uniform([3], seed=5), tf.random.shuffle(tf.range(5)), tf.random.uniform([3])]"
    for d in FLOATS:
        for name, forms in {"uniform": ["", ", -1, 1", ", 2.5, 3.5", ", 0, [0.5]", ", 3, 1"], "normal": ["", ", 1, 2.5", ", [0.5], 0.1"], "truncated_normal": ["", ", 1, 2.5"]}.items():
            for form in forms:
                sizes = "[[1], [9]]" if "[" in form else SIZES
                for seed in ["", ", seed=7"]:
                    text = SEED + f"[tf.random.{name}(s{form}, dtype=tf.{d}{seed}) for s in {sizes}]"
                    yield text
    for d in ["int32", "int64"]:
        for args in ["0, 10", "-5, 7", "0, 2**31-1", "-2**31, 2**31-1"] + (["0, 2**40", "-2**63, 2**63-1"] if d == "int64" else []):
            yield SEED + f"[tf.random.uniform(s, {args}, dtype=tf.{d}) for s in {SIZES}] + [tf.random.uniform([3], {args}, dtype=tf.{d}, seed=3), tf.random.uniform([3], {args}, tf.{d}, 3)]"
    yield SEED + "[tf.random.shuffle(tf.range(n)) for n in [0, 1, 2, 9, 33]] + [tf.random.shuffle(tf.range(9), seed=4), tf.random.shuffle(tf.range(9), seed=4), tf.random.shuffle(tf.reshape(tf.range(12), [6, 2])), tf.random.shuffle(tf.range(5.0), seed=4), tf.random.shuffle(5)]"
    yield SEED + "x = [[0.1, 0.7, -1.0], [2.0, 0.0, 1.0]]\n[tf.random.categorical(x, 5), tf.random.categorical(x, 3, dtype=tf.int32), tf.random.categorical(x, 5, seed=3), tf.random.categorical(x, 5, seed=3), tf.random.categorical(tf.cast(x, tf.float64), 4), tf.random.categorical(tf.cast(x, tf.float16), 4), tf.random.categorical(x, 0), tf.random.categorical([[float('-inf'), 1.0]], 4)]"
    for d, tolerance in [("float16", 2e-3), ("float32", 1e-6), ("float64", 1e-12)]:
        yield SEED + f"[tf.random.gamma([5], a, dtype=tf.{d}) for a in [0.3, 1.0, 2.5]] + [tf.random.gamma([3], [0.5, 1.0, 7.0], dtype=tf.{d}), tf.random.gamma([2], [0.5, 1.5], beta=[[3.0], [4.0]], dtype=tf.{d}), tf.random.gamma([4], 2.5, dtype=tf.{d}, seed=3), tf.random.gamma([4], 2.5, dtype=tf.{d}, seed=3), tf.random.gamma([], 0.5, dtype=tf.{d}), tf.random.gamma([2], 0.0, dtype=tf.{d})]", tolerance
    for d in ["float16", "float32", "float64", "int32", "int64"]:
        yield SEED + f"[tf.random.poisson([5], l, dtype=tf.{d}) for l in [0.0, 0.7, 9.9, 10.0, 250.0, -5.0]] + [tf.random.poisson([3], [0.5, 20.0], dtype=tf.{d}), tf.random.poisson([3], 5, tf.{d}, seed=3), tf.random.poisson([3], 5, tf.{d}, seed=3), tf.random.poisson([2], tf.constant([3.0, 30.0], tf.float64), tf.{d})]"


def stateless():
    for seed in ["[1, 2]", "[0, 0]", "[-1, 5]", "tf.constant([2**40, -7], tf.int64)", "(3, 4)"]:
        for d in FLOATS:
            yield f"[tf.random.stateless_uniform(s, {seed}, dtype=tf.{d}) for s in {SIZES}]"
            for name in ["normal", "truncated_normal"]:
                text = f"[tf.random.stateless_{name}(s, {seed}, dtype=tf.{d}) for s in {SIZES}]"
                yield text
        yield f"[tf.random.stateless_uniform([9], {seed}, None, None, d) for d in [tf.int32, tf.int64, tf.uint32, tf.uint64]] + [tf.random.stateless_uniform([9], {seed}, -3, 100, d) for d in [tf.int32, tf.int64]] + [tf.random.split({seed}), tf.random.split({seed}, 5), tf.random.fold_in({seed}, 5), tf.random.fold_in({seed}, tf.constant(7, tf.int64)), tf.random.experimental.stateless_split({seed}), tf.random.experimental.stateless_fold_in({seed}, 1), tf.random.experimental.stateless_shuffle(tf.range(9), {seed})]"
        yield f"[tf.random.stateless_categorical([[0.1, 0.7, -1.0], [2.0, 0.0, 1.0]], 5, {seed}), tf.random.stateless_categorical([[0.1, 0.7]], 3, {seed}, tf.int32), tf.random.stateless_poisson([5], {seed}, 5.0), tf.random.stateless_poisson([4, 2], {seed}, [0.5, 50.0], tf.float32)]"
        yield f"[tf.random.stateless_binomial([5], {seed}, n, p) for n in [0, 10, 100, 1000] for p in [0.0, 0.3, 0.5, 0.9, 1.0]] + [tf.random.stateless_binomial([4, 2], {seed}, [10.0, 100.0], [0.3, 0.7]), tf.random.stateless_binomial([3], {seed}, 10.0, 0.5, tf.float64)]"
        for d in ["float16", "float32", "float64"]:  # each way to draw, with either bound turned round
            bounds = "[(-2, 2), (-0.5, 9), (0.5, 1), (3, 5), (-10, -4), (-1, 1), (-100, 1.4), (-0.5, 0.25), (0, 1.2), (1, 8), (-np.inf, 1), (-1, np.inf)]".replace("np.inf", "float('inf')")
            yield f"[tf.random.stateless_parameterized_truncated_normal([n], {seed}, *[tf.constant(v, tf.{d}) for v in (m, 1.5, m + a, m + b)]) for a, b in {bounds} for n in [1, 5, 64] for m in [0, -3]]"
        yield f"[tf.random.stateless_parameterized_truncated_normal(s, {seed}) for s in {SIZES}] + [tf.random.stateless_parameterized_truncated_normal([4, 2, 3], {seed}, [0., 1., 2.], [[1.], [0.5]], -3., [2.5, 9., 3.]), tf.random.stateless_parameterized_truncated_normal([0, 3], {seed}, 0., -1.)]"
        yield f"[tf.random.stateless_gamma([4], {seed}, a) for a in [0.3, 1.0, 2.5]] + [tf.random.stateless_gamma([2, 3], {seed}, [0.5, 2.0, 3.0]), tf.random.stateless_gamma([2, 2], {seed}, [0.5, 2.0], 3.0, tf.float64)]", 1e-6
    yield "[tf.random.stateless_uniform([3], [1, 2], -1, 1, alg=a) for a in ['philox', 'auto_select', 1]] + [tf.random.stateless_normal([3], [1, 2], [1.0, 2.0, 3.0], 0.5), tf.random.stateless_truncated_normal([3], [1, 2], 5, 0.5)]"


def generators():
    for seed in ["0", "1", "42", "-1", "2**63", "2**70+3", "[1, 2]", "[1, 2, 3]"]:
        yield f"g = tf.random.Generator.from_seed({seed})\n[g.state + 0, g.uniform([3]), g.normal([3]), g.uniform([3], 0, 10, tf.int32), g.truncated_normal([3]), g.uniform_full_int([2]), g.state + 0, g.key, g.algorithm, tf.random.create_rng_state({seed}, 'philox')]"
    for d in FLOATS:
        text = GEN + f"[g.uniform(s, dtype=tf.{d}) for s in {SIZES}] + [g.uniform([3], -1, 1, dtype=tf.{d}), g.state + 0]"
        yield text
        text = GEN + f"[g.normal(s, dtype=tf.{d}) for s in {SIZES}] + [g.normal([3], 1, 2, dtype=tf.{d}), g.truncated_normal([9], dtype=tf.{d}), g.truncated_normal([9], 1, 2, tf.{d})]"
        yield text
    yield GEN + "[g.uniform([5], None, None, d) for d in [tf.int32, tf.int64, tf.uint32, tf.uint64]] + [g.uniform_full_int([5], d) for d in [tf.int32, tf.int64, tf.uint32, tf.uint64]] + [g.uniform([5], -3, 9, d) for d in [tf.int32, tf.int64]]"
    yield GEN + "[g.skip(3), g.state + 0, g.make_seeds(), g.make_seeds(3), [h.state + 0 for h in g.split(2)], g.split()[0].uniform([2]), g.state + 0]"
    yield GEN + "[g.binomial([5], n, p) for n in [0.0, 10.0, 100.0] for p in [0.0, 0.3, 0.9]] + [g.binomial([2], [10., 20.], [0.5, 0.3]), g.state + 0, g.binomial([7, 2], [10., 20.], [0.5, 0.3]), g.state + 0, g.binomial([3], 50., 0.4, tf.float32)]"
    yield GEN + "g.reset([1, 2, 3])\na = g.state + 0\ng.reset_from_seed(5)\nb = g.state + 0\ng.reset_from_key_counter(7, [1, 2])\n[a, b, g.state + 0, g.uniform([2])]"
    yield "[tf.random.Generator.from_state([1, 2, 3], 'philox').uniform([3]), tf.random.Generator.from_state([1, 2, 3], 1).state + 0, tf.random.Generator.from_key_counter(5, [1, 2], 'philox').state + 0, tf.random.Generator(state=[4, 5, 6], alg='philox').uniform([2])]"
    yield GEN + "tf.random.set_global_generator(g)\nh = tf.random.get_global_generator()\na = tf.random.Generator(copy_from=g)\n[h.uniform([2]), g.uniform([2]), a.uniform([2]), tf.random.Generator.from_non_deterministic_state().uniform([2]).shape == [2]]"
    for last in ["g.uniform([2], dtype=tf.int32)", "g.uniform([2], 0, 10, dtype=tf.uint32)", "g.uniform([2], 0, 10, dtype=tf.int8)", "g.uniform_full_int([2], tf.float32)", "g.normal([2], dtype=tf.int32)", "g.normal(2)", "g.binomial([3], [1., 2.], 0.5)"]:
        yield GEN + last


def many():
    """A million draws at once."""
    for d in FLOATS:
        for seed in ("[-1, 5]", "tf.constant([2**40, -2**63], tf.int64)"):
            yield f"[tf.random.stateless_uniform([10**6], {seed}, dtype=tf.{d}), tf.random.stateless_normal([10**6], {seed}, dtype=tf.{d}), tf.random.stateless_truncated_normal([10**6], {seed}, dtype=tf.{d})]"
        yield "tf.random.set_seed(-7)\n" + f"[tf.random.uniform([10**6], -1, 1, dtype=tf.{d}), tf.random.normal([10**6], 1, 2, dtype=tf.{d}), tf.random.truncated_normal([10**6], dtype=tf.{d}), tf.random.uniform([3])]"
        yield f"g = tf.random.Generator.from_seed(2**64-1)\n[g.uniform([10**6], dtype=tf.{d}), g.normal([10**6], dtype=tf.{d}), g.truncated_normal([10**6], dtype=tf.{d}), g.state + 0]"
    for d in ("int32", "int64"):
        yield f"[tf.random.stateless_uniform([10**6], [3, 4], -5, 1000, tf.{d}), tf.random.stateless_uniform([10**6], [3, 4], None, None, tf.{d})]"
        yield SEED + f"[tf.random.uniform([10**6], -5, 1000, tf.{d}), tf.random.poisson([10**6], 20.0, tf.{d}), tf.random.poisson([10**6], 3.0, tf.{d})]"
    yield SEED + "[tf.random.shuffle(tf.range(10**6)), tf.random.experimental.stateless_shuffle(tf.range(10**6), [1, 2]), tf.random.categorical([[0.1, 0.7, -1.0]], 10**6)]"
    yield "[tf.random.stateless_binomial([10**6], [1, 2], 100, 0.4), tf.random.stateless_binomial([10**6], [1, 2], 10, 0.3), tf.random.stateless_poisson([10**6], [1, 2], 5.0), tf.random.stateless_categorical([[0.1, 0.7, -1.0]], 10**6, [1, 2])]"
    yield "[tf.random.stateless_parameterized_truncated_normal([10**6], [1, 2], 0., 1., a, b) for a, b in [(-2., 2.), (0.5, 1.), (3., 9.)]]"
    for d, tolerance in [("float16", 2e-3), ("float32", 1e-6), ("float64", 1e-12)]:
        yield SEED + f"[tf.random.gamma([10**6], a, dtype=tf.{d})[::1000] for a in [0.3, 2.5]]", tolerance


def programs():
    listed = (SEED + f"tf.random.{call}" for call in ERRORS.replace("\n", "|").split("|"))
    for program in itertools.chain(listed, stateful(), stateless(), generators(), many()):
        text, tolerance = program if isinstance(program, tuple) else (program, 0)
        yield "import tensorflow as tf\n" + text, tolerance
