"""Records NumPy's eigenmodes of the beam of this example in testdata/numpy.npz.

    python reference.py    # NumPy 2.0.2

A steel strip, 1 m long, 30 mm wide and 5 mm thick, is clamped at one end: 20 Euler-Bernoulli beam
elements with a deflection and a slope at each node. K·v = ω²·M·v becomes a symmetric problem
through the Cholesky factor of M = L·Lᵀ: (L⁻¹·K·L⁻ᵀ)·y = ω²·y with v = L⁻ᵀ·y.
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
LENGTH, WIDTH, THICKNESS = 1.0, 0.030, 0.005
YOUNG, DENSITY = 210e9, 7850.0
ELEMENTS = 20

h = LENGTH / ELEMENTS
ei = YOUNG * WIDTH * THICKNESS**3 / 12
mass = DENSITY * WIDTH * THICKNESS
stiff = ei / h**3 * np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h], [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h * h, -6 * h, 4 * h * h]])
inert = mass * h / 420 * np.array([[156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h], [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]])
k, m = np.zeros((2, 2 * ELEMENTS + 2, 2 * ELEMENTS + 2))
for i in range(ELEMENTS):
    at = slice(2 * i, 2 * i + 4)
    k[at, at] += stiff
    m[at, at] += inert
k, m = k[2:, 2:], m[2:, 2:]  # the first node is clamped

low = np.linalg.cholesky(m)
reduced = np.linalg.solve(low, np.linalg.solve(low, k).T)
w2, y = np.linalg.eigh((reduced + reduced.T) / 2)
v = np.linalg.solve(low.T, y)
np.savez_compressed(
    HERE / "testdata" / "numpy.npz",
    frequencies=np.sqrt(w2) / (2 * np.pi),
    modes=(v[0::2, :6] / np.abs(v[0::2, :6]).max(axis=0)).T.copy(),  # deflections, one mode a row
)
print(np.sqrt(w2[:6]) / (2 * np.pi))
