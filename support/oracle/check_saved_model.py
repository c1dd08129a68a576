"""Loads a model that backends/tensorflow's TestSaveModel wrote into a folder, with Python's
TensorFlow, and compares what its signatures return with the answers stored next to it:

    GOIVY_SAVED_MODEL=/tmp/model go test -tags tensorflow -run 'TestSaveModel$' ./backends/tensorflow
    python check_saved_model.py /tmp/model

Run it with values/requirements_tensorflow.txt. TensorFlow's optimizer may round otherwise:
floats are to be within some units in the last place, the rest equal."""
import base64
import json
import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import ml_dtypes
import numpy as np
import tensorflow as tf

MOST_ULP = 2

folder = pathlib.Path(sys.argv[1])
answers = json.loads((folder / "answers.json").read_text())


def array(t):
    dtype = tf.as_dtype(t["Dtype"]).as_numpy_dtype
    return np.frombuffer(base64.b64decode(t["Data"]), dtype).reshape(t["Shape"])


def ulps(x, y):
    if x.dtype.kind in "?biu":
        return 0 if np.array_equal(x, y) else np.inf
    if x.dtype.kind == "c":
        part = np.float32 if x.dtype == np.complex64 else np.float64
        return max(ulps(x.real.astype(part), y.real.astype(part)), ulps(x.imag.astype(part), y.imag.astype(part)))
    eps = float(ml_dtypes.finfo(x.dtype).eps)
    a, b = x.astype(np.float64), y.astype(np.float64)
    d = np.abs(a - b) / np.maximum(np.abs(b) * eps, np.finfo(np.float64).tiny)
    return float(np.max(np.where(a == b, 0, d), initial=0))


model = tf.saved_model.load(str(folder))
assert set(model.signatures) == set(answers), (set(model.signatures), set(answers))
worst, outputs = 0, 0
for name, answer in answers.items():
    f = model.signatures[name]
    got = f(**{n: tf.constant(array(t)) for n, t in answer["Inputs"].items()})
    assert set(got) == set(answer["Outputs"]), (name, set(got), set(answer["Outputs"]))
    for n, t in answer["Outputs"].items():
        want, z = array(t), got[n].numpy()
        assert z.dtype == want.dtype and z.shape == want.shape, (name, n, z.dtype, z.shape, want.dtype, want.shape)
        off = ulps(z, want)
        assert off <= MOST_ULP, (name, n, z, want)
        worst, outputs = max(worst, off), outputs + 1
print(f"{len(answers)} signatures, {outputs} outputs: equal, at most {worst:.3g} ulp apart (TensorFlow {tf.__version__})")
