"""Times goivy's native backend against NumPy, alternating, and prints medians and ratios.

    go test -c -o bin/bench.test ./support/bench
    python support/bench/against_numpy.py bin/bench.test [rounds]

Each round times every operation once on either side (each the median of several
repeats), so that what else the machine does meets both alike.
"""
import re
import statistics
import subprocess
import sys
import time

import numpy as np

binary, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
N = 1_000_000
x = (np.arange(N) / N).astype(np.float32)
d = x.astype(np.float64)
m = np.arange(1024 * 1024).reshape(1024, 1024).astype(np.float32)
i = np.arange(N, dtype=np.int32)
b = x > 0.5
y = x + 1
OPS = {
    "Add": lambda: x + x, "Multiply": lambda: x * x, "Divide": lambda: x / y, "Less": lambda: x < 0.5, "Maximum": lambda: np.maximum(x, 0.5),
    "Sqrt": lambda: np.sqrt(x), "Abs": lambda: np.abs(x), "Exp": lambda: np.exp(x), "Log": lambda: np.log(x), "Sin": lambda: np.sin(x),
    "Tanh": lambda: np.tanh(x), "Where": lambda: np.where(b, x, 0.5), "Astype": lambda: x.astype(np.float64),
    "AddInt32": lambda: i + i, "AddFloat64": lambda: d + d, "ExpFloat64": lambda: np.exp(d), "Floor": lambda: np.floor(x),
    "Sum": lambda: np.sum(x), "SumAxis0": lambda: np.sum(m, axis=0), "SumAxis1": lambda: np.sum(m, axis=1), "SumInt32": lambda: np.sum(i),
    "Max": lambda: np.max(x), "Mean": lambda: np.mean(x), "Var": lambda: np.var(x), "Sort": lambda: np.sort(x[::-1]),
}


def numpy_time(f, repeats=15, warm_up=32):
    for _ in range(warm_up):
        f()
    times = []
    for _ in range(repeats):
        t = time.perf_counter()
        f()
        times.append(time.perf_counter() - t)
    return statistics.median(times) * 1e6


def go_times():
    out = subprocess.run([binary, "-test.run=^$", "-test.bench=^BenchmarkAgainstNumPy$", "-test.benchtime=1x"], capture_output=True, text=True, check=True).stdout
    return {name: float(us) for name, us in re.findall(r"^median (\w+) ([\d.]+)$", out, re.M)}


ours, theirs = {}, {}
for _ in range(rounds):
    for name, us in go_times().items():
        ours.setdefault(name, []).append(us)
    for name, f in OPS.items():
        theirs.setdefault(name, []).append(numpy_time(f))
print(f"10^6 elements, float32 unless named; medians of {rounds} alternating rounds, microseconds; NumPy {np.__version__}")
print(f"{'operation':12} {'goivy':>9} {'NumPy':>9} {'ratio':>7}")
for name in OPS:
    a, n = statistics.median(ours[name]), statistics.median(theirs[name])
    print(f"{name:12} {a:9.0f} {n:9.0f} {a / n:7.2f}")
