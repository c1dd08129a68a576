"""Writes frontends/tensorflow/testdata/values-signal.json.gz: what TensorFlow answers of tf.signal. Run it in an
environment with requirements_tensorflow.txt."""
import numpy as np

from common import COMPLEX, D
from tensorflow_common import add, c, of, pool, tf

FEW = ["float32", "float64"] + COMPLEX
SOME = ["bool", "uint8", "int32", "int64", "bfloat16", "float16"] + FEW


def operand(d, *shape):
    return pool.normal(d, shape) if d in FEW else pool.matrix(d, shape)


S = "signal."
for k, rank in (("", 1), ("2d", 2), ("3d", 3)):
    full = (2, 3, 4, 5)[-rank - 1:]
    for f in ["fft", "ifft", "rfft", "irfft"]:
        for d in SOME:
            add(S + f + k, operand(d, *full[1:]))
            add(S + f + k, operand(d, *full))
        d = "float64" if f == "rfft" else "complex128"
        add(S + f + k, operand(d, *(3,) * (rank - 1)))
        add(S + f + k, [[[1.0, 2.0, 3.0]]])
        add(S + f + k, [[[1, 2, 3]]])
        add(S + f + k, 2.0)
        add(S + f + k, operand(d, *(0,) + full[1:]))
        if f in ("rfft", "irfft"):
            for d in ["float32", "float64"] if f == "rfft" else COMPLEX:
                x = operand(d, *full)
                for n in [[4] * rank, [3] * rank, [9] * rank, [1] * rank, [2, 3, 6][-rank:]]:
                    add(S + f + k, x, n)
            for n in [4, 4.0, [4.0] * rank, [4] * (rank + 1), [-1] * rank, pool.add(f"int64.n{rank}", np.full(rank, 4)), pool.add(f"int32.n{rank}", np.full(rank, 4, "i4"))]:
                add(S + f + k, x, n)
for f in ["fftshift", "ifftshift"]:
    for d in SOME:
        add(S + f, pool.matrix(d, (4, 5)))
    for axes in [0, 1, -1, [0], [1, 0], [-1], 2, [0, 2]]:
        add(S + f, pool.matrix("float32", (4, 5)), axes)
    add(S + f, pool.matrix("float32", ()))
    add(S + f, [1, 2, 3])

WINDOWS = ["hann_window", "hamming_window", "kaiser_window", "kaiser_bessel_derived_window", "vorbis_window"]
for f in WINDOWS:
    for n in [0, 1, 2, 3, 8, 9, 51, -2, 5.5, "a", None, [5], pool.add("int32.5", np.array(5, "i4"))]:
        add(S + f, n)
    for d in ["bfloat16", "float16", "float64", "complex64", "int32", "bool"]:
        for n in [1, 12, 13]:
            add(S + f, n, dtype=D(d))
for f in WINDOWS[:2]:
    for n in [1, 2, 8, 9]:
        add(S + f, n, False)
        add(S + f, n, periodic=False, dtype=D("float64"))
    add(S + f, 8, 1)
    add(S + f, 8, "a")
for f in WINDOWS[2:4]:
    for beta in [0.0, 1.5, 12, 40.0, -3.0]:
        add(S + f, 9, beta)
        add(S + f, 10, beta=beta, dtype=D("float64"))

for d in SOME:
    add(S + "frame", pool.matrix(d, (11,)), 4, 2)
    add(S + "frame", pool.matrix(d, (2, 11)), 4, 3, True)
    add(S + "overlap_and_add", pool.matrix(d, (2, 3, 4)), 3)
x = pool.matrix("float32", (2, 11, 3))
for kw in [{"axis": 1}, {"axis": 0}, {"axis": -2}, {"axis": 3}, {"axis": 1, "pad_end": True}, {"axis": -2, "pad_end": True, "pad_value": 2}, {"pad_end": True, "pad_value": 2.5}, {"pad_end": True, "pad_value": "a"}]:
    add(S + "frame", x, 2, 3, **kw)
for n, step in [(3, 1), (11, 4), (12, 4), (4, 7), (5, 5), (4.0, 2), (4, 2.0), ([4], 2), (4, [2])]:
    for pad in [False, True]:
        add(S + "frame", pool.matrix("float32", (11,)), n, step, pad)
add(S + "frame", pool.matrix("float32", ()), 2, 1)
add(S + "frame", pool.matrix("int32", (6,)), 2, 4, True, 1.5)
add(S + "frame", [1, 2, 3, 4], 2, 1)
for step in [1, 2, 3, 4, 5, 7, 2.0, [2], "a"]:
    add(S + "overlap_and_add", operand("float32", 3, 4), step)
    add(S + "overlap_and_add", operand("float64", 2, 3, 4), step)
add(S + "overlap_and_add", operand("float32", 4), 2)
add(S + "overlap_and_add", operand("float32", 1, 4), 2)

for d in SOME:
    add(S + "stft", operand(d, 20), 8, 3)
for d in ["float32", "float64"]:
    y = operand(d, 2, 21)
    for kw in [{}, {"fft_length": 8}, {"fft_length": 6}, {"fft_length": 16}, {"pad_end": True}, {"window_fn": None}, {"window_fn": None, "pad_end": True, "fft_length": 9}]:
        add(S + "stft", y, 8, 3, **kw)
        add(S + "stft", y, 6, 2, **kw)
add(S + "stft", operand("float32", 5), 8, 3)
add(S + "stft", operand("float32"), 8, 3)
add(S + "stft", operand("float32", 20), 8.0, 3)
add(S + "stft", operand("float32", 20), 8, 3, 2.5)
add(S + "stft", operand("float32", 20), 8, 3, window_fn=3)
for d in SOME:
    add(S + "inverse_stft", operand(d, 4, 5), 8, 3)
for d in COMPLEX:
    y = operand(d, 2, 4, 5)
    for kw in [{}, {"fft_length": 8}, {"fft_length": 6}, {"fft_length": 16}, {"window_fn": None}, {"window_fn": None, "fft_length": 9}]:
        add(S + "inverse_stft", y, 8, 3, **kw)
        add(S + "inverse_stft", y, 6, 2, **kw)
add(S + "inverse_stft", operand("complex64", 5), 8, 3)
add(S + "inverse_stft", operand("complex64", 4, 5), 8, 2.0)
for n, step, d in [(8, 2, "float32"), (8, 3, "float64"), (9, 4, "float32"), (8, 8, "float64"), (8, 10, "float32"), (12, 3, "float16"), (8, 2, "int32")]:
    c.add(S + "inverse_stft_window_fn()", lambda n, step, d: tf.signal.inverse_stft_window_fn(step)(n, d), n, step, D(d))

for f in ["dct", "idct"]:
    for d in SOME:
        for t in [1, 2]:
            add(S + f, operand(d, 6), t)
    for d in ["float32", "float64"]:
        for t in [1, 2, 3, 4]:
            for norm in [None, "ortho"]:
                for shape in [(6,), (2, 5), (2, 1)]:
                    add(S + f, operand(d, *shape), t, norm=norm)
                for n in [3, 9]:
                    add(S + f, operand(d, 2, 6), type=t, n=n, norm=norm)
    y = operand("float32", 2, 6)
    for kw in [{"type": 0}, {"type": 5}, {"n": 0}, {"n": -1}, {"axis": 0}, {"axis": 1}, {"norm": "x"}, {"norm": "backward"}]:
        add(S + f, y, **kw)
for d in ["float32", "float64"]:
    y = operand(d, 2, 21)
    for kw in [{}, {"norm": "ortho"}, {"pad_end": True}, {"window_fn": None}, {"window_fn": None, "norm": "ortho"}, {"norm": "x"}]:
        add(S + "mdct", y, 8, **kw)
    y = operand(d, 2, 4, 6)
    for kw in [{}, {"norm": "ortho"}, {"window_fn": None}, {"window_fn": None, "norm": "ortho"}, {"norm": "x"}]:
        add(S + "inverse_mdct", y, **kw)
add(S + "mdct", operand("float32", 20), 6)
add(S + "mdct", operand("float32"), 8)
add(S + "mdct", operand("float32", 20), 8.0)
add(S + "inverse_mdct", operand("float32", 6))
add(S + "inverse_mdct", operand("float32", 2, 5))
M = S + "linear_to_mel_weight_matrix"
add(M)
for kw in [{"num_mel_bins": 5}, {"num_spectrogram_bins": 33}, {"sample_rate": 16000}, {"lower_edge_hertz": 0.0, "upper_edge_hertz": 4000.0}, {"dtype": D("float64")}, {"dtype": D("int32")}, {"num_mel_bins": 0}, {"lower_edge_hertz": -1.0},
           {"lower_edge_hertz": 4000.0}, {"sample_rate": 0}, {"upper_edge_hertz": 5000.0}, {"sample_rate": 7000.5, "upper_edge_hertz": 3000.0}]:
    add(M, **({"num_spectrogram_bins": 17, "num_mel_bins": 6} | kw))

c.write("tensorflow", tf.__version__, "values-signal")
