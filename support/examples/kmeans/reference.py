"""Records NumPy's k-means of the digits, each iteration, in testdata/numpy.npz.

    python reference.py    # NumPy 2.0.2

The centres begin as the first ten images, of which there is one of each class. An image belongs to
the nearest centre, the first of those that are equally near; a centre becomes the mean of its
images. It ends when no image changes its centre.
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent

images = np.load(HERE.parent / "digits" / "digits.npz")["images"]
x = images.reshape(len(images), -1).astype(np.float64)
centres, labels, inertia = x[:10], [], []
closest = np.inf
while True:
    distance = ((x[:, None] - centres) ** 2).sum(axis=2)
    label = distance.argmin(axis=1)
    two = np.sort(distance, axis=1)[:, :2]
    if len(labels) > 0:
        closest = min(closest, (two[:, 1] - two[:, 0]).min())
    inertia.append(two[:, 0].sum())
    if labels and (label == labels[-1]).all():
        break
    labels.append(label.astype(np.uint8))
    centres = np.stack([x[label == k].mean(axis=0) for k in range(10)])

np.savez_compressed(HERE / "testdata" / "numpy.npz", labels=np.stack(labels), inertia=np.array(inertia), centres=centres)
print(f"{len(labels)} iterations, inertia {inertia[-1]:.3f}, the two nearest centres of an image differ by {closest:.2g} at least")
