"""Records what the frameworks' random streams give, for the tests of ivy/random.

    python support/oracle/gen_random.py sources    # -> ivy/random/testdata/sources.json

Run it with numpy 2.0.2, jax 0.10.2, torch 2.13.0 and tensorflow 2.18.1 on x86-64 with FMA and glibc 2.36.

A recorded array is its number of elements, its first elements' bits in hexadecimal, and the first half of the
SHA-256 of all elements' bytes in little-endian order.
"""
import hashlib
import json
import os
import pathlib
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


if __name__ == "__main__":
    {"sources": sources}[sys.argv[1]]()
