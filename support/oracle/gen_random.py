"""Records what the frameworks' random streams give, for the tests of ivy/random.

    python support/oracle/gen_random.py sources    # -> ivy/random/testdata/sources.json
    python support/oracle/gen_random.py libm       # -> ivy/random/internal/libm/ztables.go, testdata/libm.json
    python support/oracle/gen_random.py ziggurat   # -> ivy/random/ztables.go
    python support/oracle/gen_random.py factorials # -> ivy/random/zfactorials.go
    python support/oracle/gen_random.py generator  # -> ivy/random/testdata/generator.json.gz
    python support/oracle/gen_random.py legacy     # -> ivy/random/testdata/randomstate.json.gz
    python support/oracle/gen_random.py torch      # -> ivy/random/torchrandom/testdata/torch.json.gz
    python support/oracle/gen_random.py tensorflow # -> ivy/random/tensorflowrandom/testdata/tensorflow.json.gz
    python support/oracle/gen_random.py jax        # -> ivy/random/jaxrandom/testdata/jax.json.gz

Run it with numpy 2.0.2, jax 0.10.2, torch 2.13.0 and tensorflow 2.18.1 on x86-64 with FMA and glibc 2.36.

A recorded array is its number of elements, its first elements' bits in hexadecimal, and the first half of the
SHA-256 of all elements' bytes in little-endian order.
"""
import ctypes
import gzip
import hashlib
import json
import math
import os
import pathlib
import struct
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2] / "ivy" / "random"
SEEDS = [0, 1, 42, 2**32 - 1, 2**32, 2**32 + 5, 2**63, 2**64 - 1]
SIZES = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 100, 1000]
HEAD = 2


def record(array):
    a = np.ascontiguousarray(array)
    if a.dtype.byteorder == ">":
        a = a.astype(a.dtype.newbyteorder("<"))
    flat = a.reshape(-1)
    head = flat[:HEAD].view(f"u{a.dtype.itemsize}")
    return {"n": flat.size, "head": [f"{int(v):x}" for v in head], "sha": hashlib.sha256(flat.tobytes()).hexdigest()[:32]}


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    # An entry a line: small files whose differences can be read.
    path.write_text("[\n" + ",\n".join(json.dumps(v) for v in value) + "\n]\n")
    print(path.relative_to(ROOT), len(value), "cases", path.stat().st_size, "bytes")


# --- bit generators ----------------------------------------------------------------------------------------------------

def draws(bg, big):
    """Calls of a NumPy bit generator, interleaved: the sizes of words of 64 and of 32 bits."""
    g = np.random.Generator(bg)
    steps = []
    for n in SIZES + [10**6 if big else 5]:
        steps.append(["u64", str(n), record(g.integers(0, 2**64, n, np.uint64))])
        if n % 2 == 1:
            words = [bg.ctypes.next_uint32(bg.ctypes.state) for _ in range(n)]
            steps.append(["u32", str(n), record(np.array(words, np.uint32))])
    return steps


def numpy_sources():
    for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox"):
        make = getattr(np.random, name)
        for seed in SEEDS + [2**130 + 12345, [1, 2**40, 0, 7, 9, 2**64]]:
            numbers = [str(s) for s in (seed if isinstance(seed, list) else [seed])]
            yield {"source": name, "numbers": numbers, "steps": draws(make(seed), seed == 42)}
        bg = make(5)
        steps = [["u64", "3", record(np.random.Generator(bg).integers(0, 2**64, 3, np.uint64))]]
        word = bg.ctypes.next_uint32(bg.ctypes.state)
        steps.append(["u32", "1", record(np.array([word], np.uint32))])
        for jumps in (1, 3):
            bg = bg.jumped(jumps)
            steps.append(["jump", str(jumps)])
            steps += draws(bg, False)
        if hasattr(bg, "advance"):
            for delta in (0, 1, 5, 10**30 + 1, 2**128 - 7):
                bg.advance(delta)
                steps.append(["advance", str(delta)])
                steps += draws(bg, False)
        yield {"source": name, "numbers": ["5"], "steps": steps}
    for seed in [0, 1, 5489, 2**32 - 1]:
        bg = np.random.RandomState(seed)._bit_generator
        yield {"source": "MT19937 int", "numbers": [str(seed)], "steps": draws(bg, seed == 0)}
    for key in [[0], [1, 2, 3], list(range(700))]:
        bg = np.random.RandomState(key)._bit_generator
        yield {"source": "MT19937 key", "numbers": [str(k) for k in key], "steps": draws(bg, False)}
    for key, counter in [(0, 0), (2**128 - 1, 2**256 - 2), (7, 2**64 - 1)]:
        bg = np.random.Philox(key=key, counter=counter)
        yield {"source": "Philox key", "numbers": [str(key), str(counter)], "steps": draws(bg, False)}


def seed_sequences():
    for numbers, key in [([0], []), ([1, 2, 3, 4, 5, 6], []), ([2**200 + 3], []), ([5], [0]), ([5], [1, 2**40, 7]), ([0, 0], [3])]:
        for pool in (4, 8):
            s = np.random.SeedSequence(numbers, spawn_key=tuple(key), pool_size=pool)
            steps = [["u32", "9", record(s.generate_state(9))], ["u64", "9", record(s.generate_state(9, np.uint64))]]
            for child in s.spawn(2) + s.spawn(1)[0].spawn(2):
                steps.append(["spawned", "5", record(child.generate_state(5))])
            yield {"source": "SeedSequence", "numbers": [str(n) for n in numbers], "key": [str(k) for k in key], "pool": pool, "steps": steps}


def tensorflow_sources():
    import tensorflow as tf

    def signed(w):
        return w - 2**64 if w >= 2**63 else w

    for state in [(0, 0, 0), (1, 2, 3), (2**64 - 1, 2**64 - 1, 2**64 - 1), (2**64 - 2, 0, 2**63)]:
        steps = []
        for n in SIZES + [10**5]:
            for bits in (32, 64):
                g = tf.random.Generator(state=tf.constant([signed(w) for w in state], tf.int64), alg="philox")
                words = g.uniform_full_int((n,), getattr(tf, f"uint{bits}")).numpy()
                steps.append([f"u{bits}", str(n), record(words)])
        yield {"source": "Philox4x32", "numbers": [str(w) for w in state], "steps": steps}


def jax_sources():
    import jax

    jax.config.update("jax_enable_x64", True)
    for seed in SEEDS[:-1]:
        seed = seed - 2**64 if seed >= 2**63 else seed
        key = jax.random.PRNGKey(seed)
        steps = []
        for n in SIZES + [10**5]:
            for bits in (32, 64):
                words = jax.random.bits(key, (n,), getattr(np, f"uint{bits}"))
                steps.append([f"u{bits}", str(n), record(words)])
        steps.append(["split", "7", record(jax.random.split(key, 7))])
        for data in (0, 7, 2**32 - 1):
            steps.append(["fold", str(data), record(jax.random.fold_in(key, data))])
        yield {"source": "ThreeFry2x32", "numbers": [str(k) for k in np.asarray(key)], "steps": steps}


def sources():
    cases = [*seed_sequences(), *numpy_sources(), *jax_sources(), *tensorflow_sources()]
    write(ROOT / "testdata" / "sources.json", cases)


# --- the C library's functions -----------------------------------------------------------------------------------------

def library():
    """The path of the mathematical C library that this process has."""
    with open("/proc/self/maps") as maps:
        return next(line.split()[-1] for line in maps if "/libm.so" in line or "/libm-" in line)


def constants(data, pattern, at, count):
    """The count float64 at an offset from the place where the pattern is, which there must be once."""
    found = data.find(pattern)
    assert found >= 0 and data.find(pattern, found + 1) < 0, "another version of the C library"
    return struct.unpack_from(f"<{count}d", data, found + at)


def table(name, comment, values, width):
    lines = [f"// {comment}", f"var {name} = [{len(values) // width}][{width}]float64{{" if width > 1 else f"var {name} = [{len(values)}]float64{{"]
    for i in range(0, len(values), width):
        row = ", ".join(go(v) for v in values[i:i + width])
        lines.append(f"\t{{{row}}}," if width > 1 else f"\t{row},")
    return "\n".join(lines + ["}", ""])


def go(v):
    """A float64 as a Go literal, exactly."""
    mantissa, _, exponent = v.hex().partition("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{int(exponent)}"


def libm_tables():
    data = pathlib.Path(library()).read_bytes()
    ln2 = [float.fromhex("0x1.62e42fefa38p-1"), float.fromhex("0x1.ef35793c7673p-45")]
    log = struct.pack("<3d", *ln2, float.fromhex("-0x1.0000000000001p-1"))
    power = struct.pack("<3d", *ln2, -0.5)
    exp = struct.pack("<2d", 128 / math.log(2), float.fromhex("-0x1.62e42fefa0000p-8"))
    rows = constants(data, power, 9 * 8, 4 * 128)
    rows = [v for i, v in enumerate(rows) if i % 4 != 1]  # the second of a row is nothing
    powers = constants(data, exp, 14 * 8, 2 * 128)
    text = "\n".join([
        "// Code generated by support/oracle/gen_random.py libm. DO NOT EDIT.", "", "package libm", "",
        table("logNear", "logNear has the coefficients of log(1 + r)/r**i for small r, from i = 2.", constants(data, log, 7 * 8, 11), 1),
        table("logPoly", "logPoly has the coefficients of log(1 + r) from that of r**2.", constants(data, log, 2 * 8, 5), 1),
        table("logRows", "logRows has for each 1/128 of an octave the reciprocal of a number in it, and that number's logarithm.", constants(data, log, 18 * 8, 2 * 128), 2),
        table("powPoly", "powPoly has the coefficients of log(1 + r) from that of r**2, in powers of -r*r/2.", constants(data, power, 2 * 8, 7), 1),
        table("powRows", "powRows has what logRows has, with the rest of the logarithm.", rows, 3),
        table("expPoly", "expPoly has the coefficients of exp(r) from that of r**2.", constants(data, exp, 3 * 8, 4), 1),
    ])
    single = constants(data, struct.pack("<d", float.fromhex("-0x1.00ea348b88334p-2")), -33 * 8, 36)
    # The table of log2f comes right before that of powf.
    double = constants(data, struct.pack("<4d", *(float.fromhex(v) for v in ("0x1.715475f35c8b8p+0", "0x1.661ec79f8f3bep+0", "-0x1.efec65b963019p-2", "0x1.571ed4aaf883dp+0"))), 8, 37)
    angle = struct.pack("<3d", float.fromhex("0x1.45f306dc9c883p+23"), math.pi / 2, 1)
    turns = constants(data, angle, 0, 10)
    text += "\n" + "\n".join([
        table("logfRows", "logfRows has for each 1/16 of an octave the reciprocal of a number in it, and that number's logarithm.", single[:32], 2),
        table("powfRows", "powfRows has for each 1/16 of an octave the reciprocal of a number in it, and that number's logarithm to base 2.", double[:32], 2),
        table("powfPoly", "powfPoly has the coefficients of log2(1 + r), highest first.", double[32:], 1),
        table("logfPoly", "logfPoly has the coefficients of log(1 + r), highest first, but the first.", single[33:], 1),
        table("sinfPoly", "sinfPoly has the coefficients of the sine, from that of x**3.", [turns[4], turns[6], turns[8]], 1),
        table("cosfPoly", "cosfPoly has the coefficients of the cosine, from that of x**2.", [turns[3], turns[5], turns[7], turns[9]], 1),
    ])
    near0 = struct.pack("<5d", 0, 0, 1, 0, math.sin(1 / 128))
    text += "\n" + table("sineRows", "sineRows has the sine of k/128 and its rest, and the cosine and its rest.", constants(data, near0, 0, 440), 4)
    text += "\n// expRows has of 2**(i/128) the relative rest, and its bits less i<<45.\nvar expRows = [128][2]uint64{\n"
    for i in range(128):
        text += f"\t{{{struct.unpack('<Q', struct.pack('<d', powers[2 * i]))[0]:#x}, {struct.unpack('<Q', struct.pack('<d', powers[2 * i + 1]))[0]:#x}}},\n"
    import mpmath

    text += "}\n\n// exp2fRows has at i the bits of 2**(i/32) less i<<47.\nvar exp2fRows = [32]uint64{\n"
    for i in range(32):
        text += f"\t{struct.unpack('<Q', struct.pack('<d', float(mpmath.mpf(2) ** (mpmath.mpf(i) / 32))))[0] - (i << 47):#x},\n"
    (ROOT / "internal" / "libm" / "ztables.go").write_text(text + "}\n")


def splitmix(n):
    """The first n words of SplitMix64 from 0."""
    with np.errstate(over="ignore"):
        z = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return z ^ z >> np.uint64(31)


def libm():
    libm_tables()
    n = 200_000
    words = splitmix(n)
    unit = (words >> np.uint64(11)) * 2.0**-53
    wide = words.view(np.float64)  # every exponent
    lib = ctypes.CDLL(library())
    cases = []

    def real(name, inputs, x):
        f = getattr(lib, name)
        single = name.endswith("f")
        f.restype, f.argtypes = (ctypes.c_float, [ctypes.c_float]) if single else (ctypes.c_double, [ctypes.c_double])
        if single:
            x = x.astype(np.float32)
        y = np.array([f(float(v)) for v in x], x.dtype)
        y[np.isnan(y)] = 7  # the bits of a NaN are no matter
        cases.append({"function": name, "inputs": inputs, "result": record(y)})

    with np.errstate(all="ignore"):
        for name in ("log", "exp", "expm1", "log1p", "log1pf"):
            real(name, "unit", unit)
            real(name, "minus", -unit)
            real(name, "wide", wide)
            real(name, "tens", (unit - 0.5) * 40)
        for inputs, x in (("unit", unit), ("minus", -unit), ("wide", wide), ("tens", (unit - 0.5) * 40)):
            real("logf", inputs, x)
        real("cos", "turn", math.pi * unit)
        for name in ("sinf", "cosf"):
            for inputs, x in (("unit", unit), ("minus", -unit), ("tens", (unit - 0.5) * 40)):
                real(name, inputs, x)
        f = lib.pow
        f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double, ctypes.c_double]
        for inputs, x, y in (("unit", unit, unit[::-1] * 20), ("wide", np.abs(wide), (unit[::-1] - 0.5) * 3), ("under", unit, unit[::-1] * 1500)):
            z = np.array([f(float(a), float(b)) for a, b in zip(x, y)])
            z[np.isnan(z)] = 7
            cases.append({"function": "pow", "inputs": inputs, "result": record(z)})
        f = lib.powf
        f.restype, f.argtypes = ctypes.c_float, [ctypes.c_float, ctypes.c_float]
        for inputs, x, y in (("unit", unit, unit[::-1] * 20), ("wide", np.abs(words.astype(np.uint32).view(np.float32)), (unit[::-1] - 0.5) * 3), ("under", unit, unit[::-1] * 150)):
            z = np.array([f(float(np.float32(a)), float(np.float32(b))) for a, b in zip(x, y)], np.float32)
            z[np.isnan(z)] = 7
            cases.append({"function": "powf", "inputs": inputs, "result": record(z)})
    write(ROOT / "internal" / "libm" / "testdata" / "libm.json", cases)


# --- NumPy's ziggurats ---------------------------------------------------------------------------------------------------

def factorials():
    """The logarithms of factorials, rounded correctly."""
    import mpmath

    mpmath.mp.prec = 200
    logs = [float(mpmath.log(mpmath.factorial(k))) for k in range(126)]
    text = "\n".join(["// Code generated by support/oracle/gen_random.py factorials. DO NOT EDIT.", "", "package random", "",
                      table("factorialLogs", "factorialLogs has the logarithm of k! at k.", logs, 1)])
    (ROOT / "zfactorials.go").write_text(text)


def layers(density, inverse, tail, right):
    """The abscissas and ordinates of 256 layers of equal area below a density, the base layer's right end last. Those of index 0
    are the base layer's width and the density at 0."""
    area = right * density(right) + tail(right)
    x = [0.0] * 256
    x[255] = right
    for i in range(254, 0, -1):
        x[i] = inverse(area / x[i + 1] + density(x[i + 1]))
    y = [density(v) for v in x]
    x[0] = area / density(right)
    return np.array(x), np.array(y)


def found(data, dtype, approximate, digits):
    """The table of the type in the data that is like the approximate one, to so many units, which there must be once."""
    size = np.dtype(dtype).itemsize
    probe = approximate[2:8]
    places = set()
    for offset in range(0, size):
        a = np.frombuffer(data[offset:offset + (len(data) - offset) // size * size], dtype)
        with np.errstate(all="ignore"):
            near = np.abs(a[:-256].astype(np.float64) - probe[0]) <= digits * abs(probe[0])
        for at in np.flatnonzero(near):
            if at >= 2 and at + 254 <= a.size:
                t = a[at - 2:at + 254].astype(np.float64)
                with np.errstate(all="ignore"):
                    if np.all(np.abs(t[2:] - approximate[2:]) <= digits * np.abs(approximate[2:])):
                        places.add(a[at - 2:at + 254].tobytes())
    assert len(places) == 1, len(places)
    return np.frombuffer(places.pop(), dtype)


def ziggurat():
    """NumPy's tables of its ziggurats are not its formulas' values rounded, but off by up to 14 units. They are found in its
    library by these values."""
    library = pathlib.Path(np.random._generator.__file__).read_bytes()
    normal = layers(lambda x: math.exp(-x * x / 2), lambda y: math.sqrt(-2 * math.log(y)),
                    lambda x: math.sqrt(math.pi / 2) * math.erfc(x / math.sqrt(2)), 3.6541528853610088)
    exponential = layers(lambda x: math.exp(-x), lambda y: -math.log(y), lambda x: math.exp(-x), 7.69711747013104972)
    text = ["// Code generated by support/oracle/gen_random.py ziggurat. DO NOT EDIT.", "", "package random", ""]

    def tables(name, what, x, y, bits, bits32):
        ratio = np.concatenate([[x[255] / x[0], 0], x[1:255] / x[2:]])
        for dtype, unsigned, suffix, shift, digits in (("f8", "u8", "64", bits, 1e-9), ("f4", "u4", "32", bits32, 1e-5)):
            width = found(library, dtype, x / 2.0**shift, digits)
            height = found(library, dtype, y, digits)
            inside = found(library, unsigned, ratio * 2.0**shift, digits)
            float_type = "float64" if suffix == "64" else "float32"
            for part, values, kind, about in (
                ("Width", width, float_type, f"the width of each layer, divided by 2**{shift}"),
                ("Height", height, float_type, "the density at the right end of each layer"),
                ("Inside", inside, "uint" + suffix, f"how much of each layer's width is inside of the density, in 1/2**{shift}"),
            ):
                literals = [f"{int(v):#x}" for v in values] if kind.startswith("u") else [go(float(v)) for v in values]
                text.append(f"// {name}{part}{suffix} has, of {what}, {about}.\nvar {name}{part}{suffix} = [256]{kind}{{")
                text.extend("\t" + ", ".join(literals[i:i + 4]) + "," for i in range(0, 256, 4))
                text.append("}\n")

    tables("normal", "the normal distribution", *normal, 52, 23)
    tables("exponential", "the exponential distribution", *exponential, 53, 23)
    (ROOT / "ztables.go").write_text("\n".join(text).rstrip("\n") + "\n")


# --- numpy.random.Generator ----------------------------------------------------------------------------------------------

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


def integer_ranges(dtype):
    """Ranges with both ends: of one, of few, odd ones, about half of all, all but one, all, and of more than 32 bits."""
    info = np.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    yield from [(0, 0), (0, 1), (0, 9), (low, low + 2), (high - 99, high), (low, high), (low + 1, high), (low // 2, high // 2 + 1)]
    if info.bits == 64:
        yield from [(0, 2**32 - 2), (0, 2**32 - 1), (0, 2**32), (5, 3 * 2**61)]


WEIGHTS = [[1.0], [0.25, 0.75], [0.1, 0.0, 0.2, 0.3, 0.4], [1 / 7] * 7, [2.0**-i for i in range(1, 40)] + [2.0**-39]]

# The methods with floating-point parameters, and their parameters.
METHODS = {
    "uniform": [(0, 1), (-3.5, 7.25), (5, 5), (-1, 1e300)],
    "normal": [(0, 1), (1.5, 0.1), (3, 0)],
    "exponential": [(1,), (0,), (2.5,)],
    "standard_gamma": [(0,), (1e-5,), (0.3,), (1,), (1.5,), (2.5,), (1000,)],
    "gamma": [(0.5, 2), (3, 0.7), (2, 0)],
    "beta": [(0.5, 0.5), (1, 1), (0.01, 0.002), (2, 3), (0.5, 4), (1e-110, 2e-110), (1e-300, 1)],
    "chisquare": [(0.5,), (3,)],
    "standard_t": [(0.5,), (3,)],
    "lognormal": [(0, 1), (-1, 0.3)],
    "rayleigh": [(1,), (2.5,)],
    "weibull": [(0,), (0.7,), (1,), (5,)],
    "laplace": [(0, 1), (-2, 3)],
    "logistic": [(0, 1), (-2, 3)],
    "gumbel": [(0, 1), (-2, 3)],
    "poisson": [(0,), (0.7,), (9.9,), (10,), (250,), (1e9,), (1e18,)],
    "binomial": [(0, 0.5), (10, 0), (10, 1), (10, 0.3), (100, 0.3), (100, 0.31), (1000, 0.7), (7, 0.9), (10**9, 0.4), (2**62, 1e-18), (60, 0.5)],
    "geometric": [(1,), (0.5,), (1 / 3,), (0.3333333333333333,), (0.01,), (1e-15,), (1e-19,)],
    "negative_binomial": [(1, 0.5), (0.3, 0.1), (20, 0.9), (5, 1)],
    "pareto": [(0.3,), (1,), (3,)],
    "power": [(0.3,), (1,), (5,)],
    "zipf": [(1.01,), (1.5,), (2,), (30,), (1024,)],
    "logseries": [(0.01,), (0.5,), (0.9999,), (1e-10,)],
    "hypergeometric": [(5, 3, 4), (3, 5, 1), (100, 7, 50), (7, 100, 95), (300, 500, 12), (500, 300, 795), (10**8, 10**7, 10**5), (20, 0, 7), (0, 20, 15), (9, 9, 18)],
}

# Angles, of which the last bits depend on the C library's cosine, are recorded as multiples of 2**-40.
ANGLES = [(0, 1), (1, 4), (-2.5, 0.3), (0, 1e-9), (2, 1e-6), (3, 1e4), (100, 2)]

# How many are taken, whether they are counted one by one, and of how many of each kind.
URNS = [(4, 0, 3, 2, 5), (9, 1, 3, 2, 5), (50, 0, 20, 0, 70, 1), (60, 1, 20, 0, 70, 1), (0, 0, 1, 2), (3, 1, 1, 2), (7, 0, 40), (10**5, 0, 10**7, 10**8, 5)]


def generator_calls(n):
    """Calls of a Generator: a name, parameters as numbers, and what they return."""
    for dtype in (np.float64, np.float32):
        bits = np.dtype(dtype).itemsize * 8
        yield f"random{bits}", [], lambda g, d=dtype: g.random(n, d)
        yield f"standard_normal{bits}", [], lambda g, d=dtype: g.standard_normal(n, d)
        yield f"standard_exponential{bits}", [], lambda g, d=dtype: g.standard_exponential(n, d)
        yield f"standard_exponential_inverse{bits}", [], lambda g, d=dtype: g.standard_exponential(n, d, "inv")
    for dtype in INTEGERS:
        for low, high in integer_ranges(dtype):
            yield f"integers {np.dtype(dtype).name}", [low, high], lambda g, d=dtype, lo=low, hi=high: g.integers(lo, hi, n, d, True)
    yield "integers bool", [], lambda g: g.integers(0, 2, n, bool)
    for name, rows in METHODS.items():
        for row in rows:
            yield name, list(row), lambda g, m=name, a=row: getattr(g, m)(*a, n)
    for (shape,) in METHODS["standard_gamma"]:
        yield "standard_gamma32", [shape], lambda g, k=shape: g.standard_gamma(k, n, np.float32)
    for row in ANGLES:
        yield "vonmises", list(row), lambda g, a=row: np.rint(g.vonmises(*a, n) * 2.0**40)
    for taken, count, *kinds in URNS:
        yield "multivariate_hypergeometric", [taken, count, *kinds], lambda g, t=taken, c=count, k=kinds: g.multivariate_hypergeometric(k, t, n, "count" if c else "marginals")
    yield "standard_cauchy", [], lambda g: g.standard_cauchy(n)
    yield "permutation", [], lambda g: g.permutation(n)
    for p in WEIGHTS:
        yield "choice weighted", p, lambda g, p=p: g.choice(len(p), n, p=p)
        yield "multinomial", [50, *p], lambda g, p=p: g.multinomial(50, p, n)
        alpha = [v * 3 for v in p if v > 0]
        yield "dirichlet", alpha, lambda g, a=alpha: g.dirichlet(a, n)
    yield "dirichlet", [0.05, 0.09, 0.001], lambda g: g.dirichlet([0.05, 0.09, 0.001], n)
    for count in (1, 10, 2**33):
        yield "choice", [count], lambda g, c=count: g.choice(c, n)
    for more in (0, 1, 17, 20000):
        for shuffle in (True, False):
            yield "choice distinct", [n + more, int(shuffle)], lambda g, m=more, s=shuffle: g.choice(n + m, n, replace=False, shuffle=s)
    weights = np.arange(1, n + 4) / (n + 3) / (n + 4) * 2
    yield "choice distinct weighted", [n + 3], lambda g: g.choice(n + 3, n, replace=False, p=weights)


def text(v):
    """A parameter exactly, as decimal digits or as a float64 in hexadecimal."""
    return str(v) if isinstance(v, int) else float(v).hex()


def generator():
    cases = []
    for source, seed, sizes in [("PCG64", 0, SIZES), ("PCG64", 42, [5, 100_000]), ("PCG64", 2**32 + 5, [17]), ("PCG64", 2**64 - 1, [1, 333]),
                                ("MT19937", 5, [17, 700]), ("Philox", 5, [33]), ("PCG64DXSM", 5, [33])]:
        for n in sizes:
            g = np.random.Generator(getattr(np.random, source)(seed))
            for name, parameters, call in generator_calls(n):
                if n > 50_000 and (name.startswith("choice distinct") or parameters == [1e18]):
                    continue
                result = call(g)
                cases.append({"source": source, "seed": str(seed), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result)})
    for name in ("random64", "random32", "standard_normal64", "standard_normal32", "standard_exponential64", "standard_exponential32"):
        g = np.random.default_rng(7)
        method, bits = name[:-2], name[-2:]
        result = getattr(g, method)(10**6, "f" + str(int(bits) // 8))
        cases.append({"source": "PCG64", "seed": "7", "n": 10**6, "call": name, "parameters": [], "result": record(result), "first": True})
    compact(ROOT / "testdata" / "generator.json.gz", cases)


# --- numpy.random.RandomState --------------------------------------------------------------------------------------------

def legacy_calls(n):
    """Calls of a RandomState, as generator_calls has them."""
    yield "random", [], lambda r: r.random_sample(n)
    yield "standard_normal", [], lambda r: r.standard_normal(n)
    yield "standard_exponential", [], lambda r: r.standard_exponential(n)
    for dtype in INTEGERS:
        for low, high in integer_ranges(dtype):
            yield f"integers {np.dtype(dtype).name}", [low, high], lambda r, d=dtype, lo=low, hi=high: r.randint(lo, hi + 1, n, d)
    yield "integers bool", [], lambda r: r.randint(0, 2, n, bool)
    for name, rows in METHODS.items():
        for row in rows:
            yield name, list(row), lambda r, m=name, a=row: getattr(r, m)(*a, n)
    for row in ANGLES:
        yield "vonmises", list(row), lambda r, a=row: np.rint(r.vonmises(*a, n) * 2.0**40)
    yield "uniform", [2, -1], lambda r: r.uniform(2, -1, n)
    yield "standard_cauchy", [], lambda r: r.standard_cauchy(n)
    yield "permutation", [], lambda r: r.permutation(n)
    for p in WEIGHTS:
        yield "choice weighted", p, lambda r, p=p: r.choice(len(p), n, p=p)
        yield "multinomial", [50, *p], lambda r, p=p: r.multinomial(50, p, n)
        alpha = [v * 3 for v in p if v > 0]
        yield "dirichlet", alpha, lambda r, a=alpha: r.dirichlet(a, n)
    for count in (1, 10, 2**33):
        yield "choice", [count], lambda r, c=count: r.choice(c, n)
    yield "choice distinct", [n + 17], lambda r: r.choice(n + 17, n, replace=False)
    weights = np.arange(1, n + 4) / (n + 3) / (n + 4) * 2
    yield "choice distinct weighted", [n + 3], lambda r: r.choice(n + 3, n, replace=False, p=weights)


def legacy():
    cases = []
    for seed, sizes in [(0, SIZES), (42, [5, 100_000]), (2**32 - 1, [1, 333])]:
        for n in sizes:
            r = np.random.RandomState(seed)
            for name, parameters, call in legacy_calls(n):
                if n > 50_000 and (name.startswith("choice distinct") or parameters == [1e18]):
                    continue
                result = call(r)
                if result.dtype == np.int_ and not name.startswith("integers"):
                    result = result.astype(np.int64)
                cases.append({"source": "RandomState", "seed": str(seed), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result)})
    r = np.random.RandomState(7)
    cases.append({"source": "RandomState", "seed": "7", "n": 10**6, "call": "standard_normal", "parameters": [], "result": record(r.randn(10**6)), "first": True})
    compact(ROOT / "testdata" / "randomstate.json.gz", cases)


# --- torch ---------------------------------------------------------------------------------------------------------------

def torch_calls(torch, n):
    """Calls on a torch.Generator: a name with the bits of the dtype, parameters, and what they return."""
    for bits in (32, 64):
        dtype = getattr(torch, f"float{bits}")

        def filled(method, dtype=dtype):
            return lambda g, *a: getattr(torch.empty(n, dtype=dtype), method)(*a, generator=g)

        for low, high in ((0.0, 1.0), (-2.5, 7.0), (3.0, 3.0)):
            yield f"uniform{bits}", [low, high], lambda g, f=filled("uniform_"), a=(low, high): f(g, *a)
        for mean, std in ((0.0, 1.0), (1.5, 0.1), (-3.0, 0.0)):
            yield f"normal{bits}", [mean, std], lambda g, f=filled("normal_"), a=(mean, std): f(g, *a)
        for rate in (1.0, 2.5):
            yield f"exponential{bits}", [rate], lambda g, f=filled("exponential_"), a=rate: f(g, a)
        for p in (0.0, 0.3, 1.0):
            given = torch.full((n,), p, dtype=dtype)
            yield f"bernoulli{bits}", [float(given.double().max()) if n else p], lambda g, p=given: torch.bernoulli(p, generator=g).bool()
        for p in WEIGHTS[2:]:
            weights = torch.tensor(p, dtype=dtype)
            rows = [float(v) for v in weights]
            if n > 1:
                yield f"multinomial{bits}", rows, lambda g, w=weights: torch.multinomial(w, n, True, generator=g)
            count = int((weights > 0).sum())
            yield f"multinomial distinct{bits}", [count, *rows], lambda g, w=weights, c=count: torch.multinomial(w, c, False, generator=g)
            yield f"multinomial one{bits}", rows, lambda g, w=weights: torch.multinomial(w, 1, True, generator=g)
    for p in (0.0, 0.3, 1.0):
        yield "bernoulli scalar", [p], lambda g, p=p: torch.empty(n, dtype=torch.float32).bernoulli_(p, generator=g).bool()
    for low, high in ((0, 1), (0, 100), (-5, 2**28 - 6), (-5, 2**28 - 5), (0, 2**40), (-(2**63), 2**63 - 1)):
        yield "randint", [low, high], lambda g, lo=low, hi=high: torch.randint(lo, hi, (n,), generator=g)
    yield "random", [], lambda g: torch.empty(n, dtype=torch.int64).random_(generator=g)
    yield "randperm", [], lambda g: torch.randperm(n, generator=g)
    for p in (0.01, 0.5, 0.9):
        yield "geometric", [p], lambda g, p=p: torch.empty(n, dtype=torch.int64).geometric_(p, generator=g)


def torch_random():
    import torch

    torch.set_num_threads(1)
    cases = []
    for seed, sizes in ((0, SIZES), (42, [5, 100_000]), (-1, [16, 17]), (2**32 + 5, [333]), (2**64 - 1, [3])):
        for n in sizes:
            g = torch.Generator().manual_seed(seed)
            for name, parameters, call in torch_calls(torch, n):
                result = call(g).numpy()
                cases.append({"seed": str(seed % 2**64), "n": n, "call": name, "parameters": [text(v) for v in parameters], "result": record(result)})
    for bits in (32, 64):
        g = torch.Generator().manual_seed(7)
        result = torch.randn(10**6, dtype=getattr(torch, f"float{bits}"), generator=g)
        cases.append({"seed": "7", "n": 10**6, "call": f"normal{bits}", "parameters": ["0x0p0", "0x1p0"], "result": record(result.numpy()), "first": True})
    compact(ROOT / "torchrandom" / "testdata" / "torch.json.gz", cases)


# --- tensorflow ----------------------------------------------------------------------------------------------------------

def tensorflow_random():
    import tensorflow as tf

    cases = []

    def case(kind, seed, n, call, parameters, result):
        a = np.asarray(result)
        cases.append({"kind": kind, "seed": [str(s) for s in seed], "n": n, "call": call, "parameters": [text(v) for v in parameters], "result": record(a)})

    for seed, sizes in (((1, 2), SIZES + [100_000]), ((0, 0), [17]), ((-5, 2**40), [33]), ((2**63 - 1, -(2**63)), [5])):
        s = tf.constant(seed, tf.int64)
        r = tf.random
        case("stateless", seed, 7, "split", [], r.split(s, 7))
        case("stateless", seed, 7, "fold in", [], r.fold_in(s, tf.constant(7, tf.int64)))
        for n in sizes:
            for bits in (32, 64):
                dtype = getattr(tf, f"float{bits}")
                for low, high in ((0.0, 1.0), (-2.5, 7.0)):
                    case("stateless", seed, n, f"uniform{bits}", [low, high], r.stateless_uniform([n], s, low, high, dtype))
                for mean, std in ((0.0, 1.0), (1.5, 0.1)):
                    case("stateless", seed, n, f"normal{bits}", [mean, std], r.stateless_normal([n], s, mean, std, dtype))
                    case("stateless", seed, n, f"truncated normal{bits}", [mean, std], r.stateless_truncated_normal([n], s, mean, std, dtype))
            for name in ("int32", "int64"):
                for low, high in ((0, 100), (-7, 2**30)):
                    case("stateless", seed, n, name, [low, high], r.stateless_uniform([n], s, low, high, getattr(tf, name)))
            for name in ("int32", "int64", "uint32", "uint64"):
                case("stateless", seed, n, f"full {name}", [], r.stateless_uniform([n], s, None, None, getattr(tf, name)))
            if n:
                case("stateless", seed, n, "shuffle", [], r.experimental.stateless_shuffle(tf.range(n, dtype=tf.int64), s))
    for seed in (0, 42, 2**32 + 5, 2**64 - 1, 2**70 + 3):
        g = tf.random.Generator.from_seed(seed)
        for n in SIZES:
            for bits in (32, 64):
                dtype = getattr(tf, f"float{bits}")
                case("generator", [seed], n, f"uniform{bits}", [-2.5, 7.0], g.uniform([n], -2.5, 7.0, dtype))
                case("generator", [seed], n, f"normal{bits}", [1.5, 0.1], g.normal([n], 1.5, 0.1, dtype))
                case("generator", [seed], n, f"truncated normal{bits}", [1.5, 0.1], g.truncated_normal([n], 1.5, 0.1, dtype))
            for name in ("int32", "int64"):
                case("generator", [seed], n, name, [-7, 2**30], g.uniform([n], -7, 2**30, getattr(tf, name)))
                case("generator", [seed], n, f"full {name}", [], g.uniform_full_int([n], getattr(tf, name)))
    for seed in (0, 42, -7, 2**31 + 5, 2**40 + 3, -(2**63)):
        r = tf.random
        r.set_seed(seed)
        for n in (1, 2, 5, 33):
            for op in (None, 5, None, 0, 2**31 - 1, 5, -3, None):
                given = [] if op is None else [op]
                case("seeded", [seed], n, "uniform32", [0.0, 1.0, *given], r.uniform([n], seed=op))
                case("seeded", [seed], n, "normal32", [1.5, 0.1, *given], r.normal([n], 1.5, 0.1, seed=op))
                case("seeded", [seed], n, "truncated normal32", [0.0, 1.0, *given], r.truncated_normal([n], seed=op))
                case("seeded", [seed], n, "uniform64", [-2.5, 7.0, *given], r.uniform([n], -2.5, 7.0, tf.float64, seed=op))
                case("seeded", [seed], n, "int32", [-7, 2**30, *given], r.uniform([n], -7, 2**30, tf.int32, seed=op))
                case("seeded", [seed], n, "shuffle", given, r.shuffle(tf.range(n, dtype=tf.int64), seed=op))
    compact(ROOT / "tensorflowrandom" / "testdata" / "tensorflow.json.gz", cases)


def compact(path, value):
    with gzip.GzipFile(path, "wb", mtime=0) as f:
        f.write(json.dumps(value, separators=(",", ":")).encode())
    print(path.relative_to(ROOT), len(value), "cases", path.stat().st_size, "bytes")


# --- jax.random ----------------------------------------------------------------------------------------------------------

def jax_calls(jax, n):
    """Calls of jax.random: a name with the dtype, parameters, and what a key gives."""
    r = jax.random
    for bits in (8, 16, 32, 64):
        yield f"bits{bits}", [], lambda k, b=bits: r.bits(k, (n,), f"uint{b}")
    for bits in (32, 64):
        dtype = f"float{bits}"
        for low, high in ((0.0, 1.0), (-2.5, 7.0), (3.0, 3.0), (1.0, 1.0000001)):
            yield f"uniform{bits}", [low, high], lambda k, d=dtype, lo=low, hi=high: r.uniform(k, (n,), d, lo, hi)
        for name in ("normal", "exponential", "gumbel", "laplace", "logistic"):
            yield f"{name}{bits}", [], lambda k, d=dtype, m=name: getattr(r, m)(k, (n,), d)
        yield f"gumbel high{bits}", [], lambda k, d=dtype: r.gumbel(k, (n,), d, mode="high")
        for p in (0.0, 0.3, 1.0):
            yield f"bernoulli{bits}", [p], lambda k, d=dtype, p=p: r.bernoulli(k, np.dtype(d).type(p), (n,))
        for p in WEIGHTS[2:]:
            weights = np.array(p, dtype)
            given = [float(v) for v in weights]
            yield f"choice weighted{bits}", given, lambda k, p=weights: r.choice(k, len(p), (n,), p=p)
            logits = np.log(weights + np.dtype(dtype).type(0.125))
            rows = [float(v) for v in logits]
            yield f"categorical{bits}", rows, lambda k, v=logits: r.categorical(k, v, shape=(n,))
        weights = (np.arange(1, n + 4) / (n + 3) / (n + 4) * 2).astype(dtype)
        yield f"choice distinct weighted{bits}", [n + 3], lambda k, p=weights: r.choice(k, len(p), (n,), replace=False, p=p)
    for low, high in ((-1.0, 1.0), (0.5, 3.0), (-4.0, -2.0), (-10.0, 10.0)):
        yield "truncated normal32", [low, high], lambda k, lo=low, hi=high: r.truncated_normal(k, np.float32(lo), np.float32(hi), (n,), "float32")
    for dtype in INTEGERS:
        info = np.iinfo(dtype)
        for low, high in integer_ranges(dtype):
            if high < int(info.max):
                yield f"randint {np.dtype(dtype).name}", [low, high], lambda k, d=dtype, lo=low, hi=high: r.randint(k, (n,), d(lo), d(hi + 1), d)
            elif info.bits < 64 and info.bits != 32:
                yield f"randint {np.dtype(dtype).name}", [low, high], lambda k, d=dtype, lo=low, hi=high: r.randint(k, (n,), lo, hi + 1, d)
    yield "permutation", [], lambda k: r.permutation(k, n)
    for count in (1, 10, 2**31 - 1):
        yield "choice", [count], lambda k, c=count: r.choice(k, c, (n,))
    yield "choice distinct", [n + 17], lambda k: r.choice(k, n + 17, (n,), replace=False)


def jax_random():
    import jax

    cases = []
    for x64 in (True, False):
        jax.config.update("jax_enable_x64", x64)
        for seed in (0, 42, -1, 2**32 + 5, 2**63 - 1, -(2**63)):
            cases.append({"call": "key64" if x64 else "key32", "key": ["0", "0"], "parameters": [str(seed)], "n": 1, "original": False, "result": record(jax.random.key_data(jax.random.key(seed)))})
    jax.config.update("jax_enable_x64", True)
    for original in (False, True):
        jax.config.update("jax_threefry_partitionable", not original)
        for seed, sizes in ((0, SIZES[:-1]), (42, [1000, 100_000]), (-1, [3, 17]), (2**32 + 5, [33])):
            if original and seed not in (0, -1):
                sizes = [31]
            key = jax.random.PRNGKey(seed)
            words = [str(k) for k in np.asarray(key)]
            for n in sizes:
                for name, call in (("split", lambda k: jax.random.split(k, n)), ("fold in", lambda k: jax.random.fold_in(k, n))):
                    cases.append({"call": name, "key": words, "n": n, "parameters": [], "original": original, "result": record(call(key))})
                for name, parameters, call in jax_calls(jax, n):
                    cases.append({"call": name, "key": words, "n": n, "parameters": [text(v) for v in parameters], "original": original, "result": record(np.asarray(call(key)))})
    compact(ROOT / "jaxrandom" / "testdata" / "jax.json.gz", cases)


if __name__ == "__main__":
    {"sources": sources, "libm": libm, "ziggurat": ziggurat, "factorials": factorials, "generator": generator, "legacy": legacy, "torch": torch_random, "tensorflow": tensorflow_random, "jax": jax_random}[sys.argv[1]]()
