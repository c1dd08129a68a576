"""Writes frontends/numpy/testdata/fft.json.gz: what NumPy answers of Fourier transforms and windows. Run it in an
environment with requirements.txt."""
import warnings

import numpy as np

from common import COMPLEX, Cases, encode_array, np_dtype

warnings.filterwarnings("ignore")
np.seterr(all="ignore")

c = Cases(to_array=lambda a: a.copy(), to_dtype=np_dtype, record=encode_array)
p = c.pool
SOME = ["bool", "int8", "uint16", "int64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
ONE = "fft ifft rfft irfft hfft ihfft".split()
MANY = "fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn".split()


def case(path, *args, **kw):
    f = np
    for part in path.split("."):
        f = getattr(f, part)
    c.add(path, f, *args, **kw)


def operand(d, shape):
    return p.normal(d, shape) if d in ["float32", "float64"] + COMPLEX else p.matrix(d, shape)


for d in SOME:
    few = d in ("float16", "float32", "float64", "complex64", "complex128")
    for f in ONE:
        path = "fft." + f
        case(path, operand(d, (6,)))
        case(path, operand(d, (3, 5)))
        for norm in ["backward", "ortho", "forward"]:
            case(path, operand(d, (7,)), norm=norm)
        if not few:
            continue
        case(path, operand(d, (2, 6)), 4)
        case(path, operand(d, (2, 6)), 9)
        case(path, operand(d, (4, 3)), None, 0, "ortho")
        case(path, operand(d, (4, 3)), n=3, axis=-2)
        case(path, operand(d, (1,)))
        case(path, operand(d, (2,)), 1)
        case(path, operand(d, (0, 3)))
        case(path, operand(d, (3, 0)))
        if f not in ("irfft", "hfft"):  # which read beyond an empty spectrum
            case(path, operand(d, (3, 0)), 4)
    for f in MANY:
        path = "fft." + f
        case(path, operand(d, (3, 4)))
        case(path, operand(d, (2, 3, 4)))
        if not few:
            continue
        for norm in ["ortho", "forward"]:
            case(path, operand(d, (2, 3, 4)), norm=norm)
        case(path, operand(d, (3, 4)), (2, 6))
        case(path, operand(d, (3, 4)), (4, -1), (0, 1))
        case(path, operand(d, (3, 4)), (4, 3), (1, 0))
        case(path, operand(d, (2, 3, 4)), None, (0, 2))
        case(path, operand(d, (2, 3, 4)), None, None)
        case(path, operand(d, (2, 3, 4)), None, (1,))
        case(path, operand(d, (3, 4)), None, (1, 1))
        case(path, operand(d, (3, 4)), axes=[])
        case(path, operand(d, (6,)))
        case(path, operand(d, ()))

w, z = operand("float64", (6,)), operand("complex128", (6,))
for f in ONE:
    path = "fft." + f
    for x in [w, z, 3.0, [1, 2, 3], [1.5, 2j], None, "a"]:
        case(path, x)
    for kw in [{"n": 0}, {"n": -2}, {"n": 2.5}, {"n": True}, {"axis": 1}, {"axis": -2}, {"n": 3, "axis": 1}, {"norm": "x"}, {"norm": 1}, {"n": 0, "norm": "x"}, {"axis": 1.5}]:
        case(path, w, **kw)
    for shape in [(6,), (4,), (10,), (7,), (1, 6), (2, 6)]:
        for d in ["float64", "complex64", "complex128"]:
            out = p.add(f"out.{d}.{'x'.join(map(str, shape))}", np.zeros(shape, d))
            case(path, w, out=out)
            if len(shape) == 2:
                case(path, operand("float64", (1, 6)), out=out)
    case(path, w, out=3)
for f in MANY:
    path = "fft." + f
    x = operand("float64", (3, 4))
    for kw in [{"s": 3}, {"s": (3,)}, {"s": (3, 4, 5)}, {"s": (0, 2)}, {"s": (3, 4), "axes": (0,)}, {"axes": 0}, {"axes": (0, 2)}, {"s": (3, 4), "axes": (0, 2)}, {"norm": "x"},
               {"s": (None, 3)}, {"s": (3, None)}, {"s": (2.5, 3)}, {"s": ()}, {"s": (), "axes": ()}, {"s": (-1, -2)}, {"s": (-1, -1), "axes": (0, 3)}, {"axes": None, "s": (3,)}]:
        case(path, x, **kw)
    for shape in [(3, 4), (3, 3), (3, 6), (3,)]:
        for d in ["float32", "float64", "complex64", "complex128"]:
            case(path, x, out=p.add(f"out.{d}.{'x'.join(map(str, shape))}", np.zeros(shape, d)))
    case(path, x, (3, 3), out="@out.complex128.3x3")
    case(path, x, (3, 3), (1, 0), out="@out.complex128.3x3")
    case(path, x, out=3)

for f in ["fft.fftfreq", "fft.rfftfreq"]:
    for n in [1, 2, 5, 8, 9, 0, -1, -4, 2.0, True, "a", None]:
        case(f, n)
    for d in [0.1, 3, 0, 0.0, 1j, "a", None, True, p.matrix("float32", ()), p.add("half.2x1", np.array([[0.5], [0.25]])), p.add("half.f4", np.full((1,), 0.5, "f"))]:
        case(f, 6, d)
    case(f, 6, d=0.3, device="cpu")
    case(f, 6, device="gpu")
    case(f, p.scalar("int64.six", np.int64(6)))
for f in ["fft.fftshift", "fft.ifftshift"]:
    for d in SOME:
        case(f, p.matrix(d, (4, 5)))
    x = p.matrix("float32", (4, 5))
    for axes in [0, 1, -1, (0,), (1, 0), (0, 0), (), 2, (0, 2), 1.5]:
        case(f, x, axes)
    case(f, p.matrix("float32", (0, 3)))
    case(f, 3.0)
    case(f, [1, 2, 3, 4, 5])

for f in "bartlett blackman hamming hanning".split():
    for m in [0, 1, 2, 3, 8, 9, 51, -2, 5.5, 0.5, True, 1j, "a", None, [5], float("nan"), float("inf"), 2.5, p.matrix("float32", ()), p.add("five", np.array(5)), p.add("fives", np.array([5]))]:
        case(f, m)
for m in [0, 1, 2, 3, 8, 9, 51, -2, 5.5, True, 1j, "a", [5], float("nan"), float("inf")]:
    for beta in [0, 1, 5.0, 14, -3.5, 40.0]:
        case("kaiser", m, beta)
for beta in [2j, float("nan"), float("inf"), None, "a", [1.0], p.add("beta", np.array(2.5, "f"))]:
    case("kaiser", 5, beta)
    if beta is not None:  # an array of objects
        case("kaiser", 1, beta)
for d in SOME:
    case("i0", p.matrix(d, (3, 4), low=-30, high=30))
for d in ["float32", "float64", "float16"]:
    case("i0", p.normal(d, (20,)))
    case("i0", p.add(f"{d}.i0", np.array([0, -0.0, 8, 8.0001, 7.9999, 100, 700, 720, -8, np.inf, np.nan, 1e-10, 12.5], d)))
for x in [3, 2.5, True, 1j, [1, 2.5], None, "2.5", "a"]:
    case("i0", x)

c.write("numpy", np.__version__, "fft")
