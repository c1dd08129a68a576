import numpy as np

a = np.array([[1, 2], [3, 4]])
b = np.array([[5, 6], [7, 8]])
print(np.vstack((a, b)))
print(np.hstack((a, b)))
print(np.stack([a, b], axis=-1))
print(np.concatenate([a, b], axis=None))
print(np.split(np.arange(9.0), 3))
print(np.hsplit(np.arange(12).reshape(2, 6), 3))
print(np.tile(a, (1, 2)), np.repeat(a, 2, axis=0), sep="\n")
