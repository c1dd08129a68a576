"""Records what numpy.linalg.lstsq gives for the design of this example in testdata/numpy.npz.

    python reference.py    # NumPy 2.0.2

A row is an image of the digits. The columns of the design are an intercept, one indicator for each
of ten classes, and two for the parts of the data (trained on, held out): 13 columns of rank 11, as
the indicators of the classes and those of the parts each add up to the intercept.
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent

data = np.load(HERE.parent / "digits" / "digits.npz")
images, labels, held = data["images"].astype(np.float64), data["labels"], data["held_out"]
n = len(images)
a = np.column_stack([np.ones(n), labels[:, None] == np.arange(10), ~held, held])

# What is explained: the ink, and the position of its centre in columns and in rows.
ink = images.sum(axis=(1, 2))
at = np.arange(8.0)
b = np.column_stack([ink, (images.sum(axis=1) @ at) / ink, (images.sum(axis=2) @ at) / ink])

x, residuals, rank, s = np.linalg.lstsq(a, b)
assert residuals.shape == (0,)  # NumPy gives none for a matrix that lacks rank
left = b - a @ x
np.savez_compressed(
    HERE / "testdata" / "numpy.npz",
    solution=x,
    rank=np.int64(rank),
    singular_values=s,
    left=(left**2).sum(axis=0),
    norm=np.linalg.norm(x, axis=0),
    # The default of NumPy 2.0, 1e-15, takes singular values of 1e-14 for more than 0.
    pinv=np.linalg.pinv(a, rcond=n * np.finfo(float).eps) @ b,
)
print("rank", rank, "of", a.shape, "norms", np.linalg.norm(x, axis=0))
