"""Writes support/script/testdata/snippets/*.out: what the programs next to them print with the frameworks themselves.

    python support/oracle/gen_snippets.py [numpy_ jax_ tf_ torch_]

of those whose names begin so, or all, in an environment with numpy 2.0.2, jax 0.10.2, tensorflow 2.18 or torch 2.13, on CPUs. The programs are in the style of
the frameworks' documentation. Those whose frameworks are not installed are left as they are, and named.
"""

import contextlib
import glob
import io
import os
import runpy
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", JAX_PLATFORMS="cpu")

for path in sorted(glob.glob(os.path.join(HERE, "..", "script", "testdata", "snippets", "*.py"))):
    name = os.path.basename(path)
    if sys.argv[1:] and not name.startswith(tuple(sys.argv[1:])):
        continue
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(path, run_name="__main__")
    except ModuleNotFoundError as e:
        print(f"{name}: left: {e}")
        continue
    with open(path[:-3] + ".out", "w", encoding="utf-8") as f:
        f.write(out.getvalue())
