"""Writes frontends/torch/testdata/values-fft.json.gz: what PyTorch answers of Fourier transforms, windows and
short-time transforms. Run it in an environment with requirements.txt."""
import numpy as np
import torch

from common import COMPLEX, D
from torch_common import P, add, c, to_tensor

c.to_array = lambda a: to_tensor(a).clone()  # which out= may resize
SOME = ["bool", "uint8", "int64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
FEW = ["float32", "float64", "complex64", "complex128"]
ONE = "fft ifft rfft irfft hfft ihfft".split()
MANY = [f + k for f in ONE for k in "2n"]


def operand(d, shape, seed=0):
    return P.normal(d, shape, seed) if d in FEW else P.matrix(d, shape)


for d in SOME:
    for f in ONE:
        path = "fft." + f
        add(path, operand(d, (6,)))
        for norm in ["backward", "ortho", "forward"]:
            add(path, operand(d, (2, 5)), norm=norm)
        if d not in FEW:
            continue
        add(path, operand(d, (2, 6)), 4)
        add(path, operand(d, (2, 6)), 9)
        add(path, operand(d, (4, 3)), None, 0, "ortho")
        add(path, operand(d, (4, 3)), n=3, dim=-2)
        add(path, operand(d, (1,)))
        add(path, operand(d, (2,)), 1)
        add(path, operand(d, (0, 3)))
        add(path, operand(d, (3, 0)))
    for f in MANY:
        path = "fft." + f
        add(path, operand(d, (3, 4)))
        if d not in FEW:
            continue
        for norm in ["ortho", "forward"]:
            add(path, operand(d, (2, 3, 4)), norm=norm)
        add(path, operand(d, (2, 3, 4)))
        add(path, operand(d, (3, 4)), (2, 6))
        add(path, operand(d, (3, 4)), (4, -1), (0, 1))
        add(path, operand(d, (3, 4)), (-1, 3), (0, 1))
        add(path, operand(d, (3, 4)), (4, 3), (1, 0))
        add(path, operand(d, (2, 3, 4)), None, (0, 2))
        add(path, operand(d, (2, 3, 4)), None, (1,))
        add(path, operand(d, (2, 3, 4)), None, (2, 0, 1), "ortho")
        add(path, operand(d, (3, 4)), None, (1, 1))
        add(path, operand(d, (3, 4)), dim=())
        add(path, operand(d, (3, 4)), 5, 1)
        add(path, operand(d, (6,)))
        add(path, operand(d, ()))

w, z = operand("float64", (6,)), operand("complex128", (6,))
for f in ONE:
    path = "fft." + f
    for x in [3.0, [1, 2], None, operand("float32", ())]:
        add(path, x)
    for kw in [{"n": 0}, {"n": -2}, {"n": 2.5}, {"n": True}, {"dim": 1}, {"dim": -2}, {"n": 3, "dim": 1}, {"norm": "x"}, {"norm": 1}, {"n": 0, "norm": "x"}, {"dim": 1.5}, {"dim": None}]:
        add(path, w, **kw)
    for shape in [(6,), (4,), (10,), (2, 6), (0,)]:
        for d in ["float32", "float64", "complex64", "complex128"]:
            add(path, w, out=P.add(f"out.{d}.{'x'.join(map(str, shape))}", np.zeros(shape, d)))
    add(path, w, out=3)
for f in MANY:
    path = "fft." + f
    x = operand("float64", (3, 4))
    for kw in [{"s": 3}, {"s": (3,)}, {"s": (3, 4, 5)}, {"s": (0, 2)}, {"s": (3, 4), "dim": (0,)}, {"dim": 0}, {"dim": (0, 2)}, {"s": (3, 4), "dim": (0, 2)}, {"norm": "x"}, {"norm": 2},
               {"s": (2.5, 3)}, {"s": ()}, {"s": (), "dim": ()}, {"s": (-1, -2)}, {"s": (-1, -1), "dim": (0, 3)}, {"dim": None, "s": (3,)}, {"dim": None}]:
        add(path, x, **kw)
    for shape in [(3, 4), (3, 3)]:
        for d in ["float64", "complex64", "complex128"]:
            add(path, x, out=P.add(f"out.{d}.{'x'.join(map(str, shape))}", np.zeros(shape, d)))

for f in ["fft.fftfreq", "fft.rfftfreq"]:
    for n in [1, 2, 5, 8, 9, 0, -1, -4, 2.0, True, "a", None]:
        add(f, n)
    for d in [0.1, 3, 0, -2.5, 1j, "a", None, True]:
        add(f, 6, d)
    for d in ["bfloat16", "float16", "float32", "float64", "complex64", "int64"]:
        add(f, 9, 0.3, dtype=D(d))
        add(f, 7, out=P.add(f"freq.{d}", np.zeros((0,), "float32" if d == "bfloat16" else d)))
    add(f, 6, d=0.3, device="cpu")
for f in ["fft.fftshift", "fft.ifftshift"]:
    for d in SOME:
        add(f, P.matrix(d, (4, 5)))
    for dim in [0, 1, -1, (0,), (1, 0), (0, 0), (), 2, (0, 2), 1.5]:
        add(f, P.matrix("float32", (4, 5)), dim)
    add(f, P.matrix("float32", (0, 3)))
    add(f, P.matrix("float32", ()))
    add(f, [1, 2, 3])

for f in "bartlett blackman hamming hann kaiser".split():
    path = f + "_window"
    for n in [0, 1, 2, 3, 8, 9, 51, -2, 5.5, True, "a", None, P.matrix("int64", ())]:
        add(path, n)
        add(path, n, False)
        add(path, n, periodic=False, dtype=D("float64"))
    for d in ["bfloat16", "float16", "float64", "complex64", "int64", "bool"]:
        for n in [0, 1, 12]:
            add(path, n, dtype=D(d))
    add(path, 5, 1)
    add(path, 5, None)
    add(path, 5, device="cpu")
for kw in [{"alpha": 0.3}, {"alpha": 0.3, "beta": 0.7}, {"alpha": 1, "beta": 0}]:
    add("hamming_window", 7, False, **kw)
    add("hamming_window", 8, True, *kw.values())
for beta in [0, 1.5, 12.0, 40.0, -3]:
    add("kaiser_window", 9, False, beta)
    add("kaiser_window", 9, True, beta=beta, dtype=D("float64"))

hann = {n: P.add(f"hann.{n}", np.hanning(n + 2)[1:-1]) for n in (4, 6, 8)}
hann32 = P.add("hann32.8", np.hanning(10)[1:-1].astype("f4"))
phase = P.add("phase.8", np.hanning(10)[1:-1] * np.exp(1j * np.arange(8)))
for d in ["float32", "float64", "complex64", "complex128", "bool", "uint8", "int64", "float16", "bfloat16"]:
    few = d in FEW
    for x in [operand(d, (20,)), operand(d, (2, 21))]:
        add("stft", x, 8, return_complex=True)
        add("stft", x, 8)
        add("stft", x, 8, return_complex=False)
        if not few or x.endswith("2x21.0") and d != "float64":
            continue
        for kw in [{"hop_length": 3}, {"hop_length": 8, "normalized": True}, {"win_length": 6}, {"win_length": 5, "hop_length": 4}, {"window": hann[8]}, {"window": hann32}, {"window": phase}, {"window": hann[6], "win_length": 6},
                   {"center": False}, {"pad_mode": "constant"}, {"pad_mode": "replicate"}, {"pad_mode": "circular"}, {"onesided": False}, {"onesided": True}, {"center": False, "align_to_window": True, "win_length": 6},
                   {"center": False, "align_to_window": True, "win_length": 5, "window": None}, {"center": False, "align_to_window": False, "win_length": 6}, {"window": phase, "onesided": False}]:
            add("stft", x, 8, return_complex=True, **kw)
    add("stft", operand(d, (20,)), 7, 2, return_complex=True)
x = operand("float64", (20,))
for kw in [{"hop_length": 0}, {"hop_length": -1}, {"win_length": 0}, {"win_length": 9}, {"window": hann[6]}, {"align_to_window": True}, {"align_to_window": False}, {"pad_mode": "x"}, {"window": P.add("w.2d", np.ones((2, 4)))}, {"hop_length": 2.5},
           {"center": 1}, {"onesided": 1}, {"normalized": 1}, {"window": [1, 2]}, {"center": None}]:
    add("stft", x, 8, return_complex=True, **kw)
for n in [0, -1, 1, 2, 19, 20, 21, 40, 41, 2.0]:
    add("stft", x, n, return_complex=True)
    add("stft", x, n, 3, center=False, return_complex=True)
for shape in [(), (2, 3, 20), (1, 2, 3, 20), (0,), (0, 20)]:
    add("stft", operand("float64", shape), 8, return_complex=True)
    add("stft", operand("float64", shape), 8, center=False, return_complex=True)
add(".stft", x, 8, return_complex=True)


def spectrum(d, shape, n, hop, seed=0):
    """The short-time transform of a signal."""
    r = "float32" if d == "complex64" else "float64"
    s = torch.from_numpy(np.array(P.get(operand(r, shape, seed))))
    return P.add(f"{d}.stft.{'x'.join(map(str, shape))}.{n}.{hop}", torch.stft(s, n, hop, window=torch.hann_window(n, dtype=s.dtype), return_complex=True).numpy().astype(d))


periodic = P.add("periodic.8", torch.hann_window(8, dtype=torch.float64).numpy())
for d in COMPLEX:
    for x in [spectrum(d, (20,), 8, 2)] + [spectrum(d, (2, 21), 8, 2)] * (d == "complex128"):
        add("istft", x, 8)
        for kw in [{"window": periodic}, {"hop_length": 3}, {"hop_length": 2, "window": hann[8]}, {"window": hann32}, {"win_length": 6}, {"win_length": 6, "window": hann[6]}, {"normalized": True}, {"onesided": True}, {"onesided": False},
                   {"length": 15}, {"length": 20}, {"length": 30}, {"length": 0}, {"center": False}, {"center": False, "window": hann[8]}, {"center": False, "window": periodic}, {"return_complex": True}, {"window": phase}, {"length": 10, "center": False}]:
            add("istft", x, 8, **kw)
    full = operand(d, (8, 6))
    add("istft", full, 8)
    add("istft", full, 8, onesided=False)
    add("istft", full, 8, onesided=False, return_complex=True)
    add("istft", full, 8, window=phase, return_complex=True)
    add("istft", full, 8, window=phase, return_complex=True, onesided=True)
    add("istft", full, 8, 2, return_complex=True, length=12)
    add("istft", full, 14, 3)
    add("istft", operand(d, (4, 6)), 7, 3)
x = spectrum("complex128", (20,), 8, 2)
for kw in [{"hop_length": 0}, {"hop_length": 9}, {"hop_length": 7, "win_length": 6}, {"win_length": 0}, {"win_length": 9}, {"window": hann[6]}, {"window": P.add("zeros.8", np.zeros(8))}, {"length": -3}, {"length": 2.5}, {"hop_length": 8, "window": periodic}]:
    add("istft", x, 8, **kw)
for n in [0, -1, 7, 9, 10, 16]:
    add("istft", x, n)
for shape in [(5,), (2, 2, 5, 6), (5, 0), (0, 5, 6)]:
    add("istft", operand("complex128", shape), 8)
add("istft", operand("float64", (5, 6)), 8)
add("istft", operand("int64", (5, 6)), 8)
add(".istft", x, 8)

c.write("torch", torch.__version__.split("+")[0], "values-fft")
