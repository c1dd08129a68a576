"""Computes anew, with NumPy, the values of the cases in backends/native/internal/move/testdata/creation_numpy.json.

The file holds the cases (arange by start and step, linspace by start, stop, num and
endpoint) with their arguments as hexadecimal floats; this fills in what NumPy
gives for them. Run: python gen_creation.py
"""
import json
import pathlib

import numpy as np

path = pathlib.Path(__file__).parents[2] / "backends/native/internal/move/testdata/creation_numpy.json"
data = json.loads(path.read_text())
for row in data["rows"]:
    start = float.fromhex(row["start"])
    with np.errstate(all="ignore"):
        if row["op"] == "arange":
            # NumPy's loop takes the difference of the first two values as its step.
            step = float.fromhex(row["step"])
            values = np.float64(start) + np.arange(len(row["values"])) * ((np.float64(start) + step) - start)
            values = values.astype(row["dtype"])
        else:
            values = np.linspace(start, float.fromhex(row["stop"]), row["num"], endpoint=row["endpoint"], dtype=row["dtype"])
    row["values"] = [float(v).hex() for v in values]
head = json.dumps({"source": "NumPy " + np.__version__, "count": len(data["rows"])})
path.write_text(head[:-1] + ', "rows": [\n' + ",\n".join(json.dumps(r) for r in data["rows"]) + "\n]}\n")
