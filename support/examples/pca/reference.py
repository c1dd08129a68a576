"""Records NumPy's principal components of the digits in testdata/numpy.npz.

    python reference.py    # NumPy 2.0.2

The centred images are X = U·diag(s)·Vᵀ: the rows of Vᵀ are the components, s²/(n−1) the variances
along them, and X·V the projections.
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent

images = np.load(HERE.parent / "digits" / "digits.npz")["images"]
x = images.reshape(len(images), -1).astype(np.float64)
mean = x.mean(axis=0)
centred = x - mean
u, s, vt = np.linalg.svd(centred, full_matrices=False)
variance = s**2 / (len(x) - 1)
components = vt[:10]
projections = centred @ components.T
first = centred[0] @ vt[:20].T @ vt[:20] + mean

np.savez_compressed(
    HERE / "testdata" / "numpy.npz",
    mean=mean,
    variance=variance,
    ratio=variance / variance.sum(),
    components=components,
    projections=projections[::8].T.copy(),  # of every eighth image, one component a row
    restored=first,  # the first image from 20 components
)
print("variance ratios", np.round(variance[:5] / variance.sum(), 4), "rank", np.linalg.matrix_rank(centred))
