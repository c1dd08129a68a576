#!/usr/bin/env python3
"""Writes the golden files of backends/backendtest.

    python -m venv VENV && VENV/bin/pip install -r requirements_golden.txt
    VENV/bin/python gen_golden.py [GROUP …]     # -> ../../backends/backendtest/testdata/GROUP.jsonl.gz

The expected values are computed by NumPy, or einops, where it only moves elements, and
otherwise in exact arithmetic or at 400 bits, rounded once. See golden/core.py for the form
of the files and golden/differences.py for where NumPy's results are not the ones expected.
"""
import importlib, os, sys, time

import ml_dtypes, mpmath, numpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from golden import differences  # noqa: E402
from golden.core import Group  # noqa: E402

GROUPS = ["activations", "creation", "dtypes", "elementwise", "fft", "indexing", "layers", "linalg", "losses", "manipulation", "norms", "searching", "set", "signal", "sorting", "special", "statistical", "utility"]

if __name__ == "__main__":
    differences.check()
    folder = os.path.join(HERE, "../../backends/backendtest/testdata")
    os.makedirs(folder, exist_ok=True)
    about = {"numpy": numpy.__version__, "ml_dtypes": ml_dtypes.__version__, "mpmath": mpmath.__version__}
    for name in sys.argv[1:] or GROUPS:
        t = time.time()
        g = Group(name)
        importlib.import_module("golden." + name).rows(g)
        size = g.write(folder, about)
        print(f"{name:12} {g.rows:6} rows {len(g.defs):5} defs {size:8} bytes {time.time() - t:5.1f} s", flush=True)
