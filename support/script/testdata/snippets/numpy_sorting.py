import numpy as np

x = np.array([[3, 1, 2], [9, 7, 8]])
print(np.sort(x, axis=1))
print(np.argsort(x, axis=1))
print(np.sort(x, axis=None))
u, counts = np.unique(np.array([1, 1, 2, 3, 3, 3]), return_counts=True)
print(u, counts)
print(np.unique_counts(np.array([1, 1, 2])))
print(np.where(x > 2, x, -1))
print(np.nonzero(x > 7))
print(np.argwhere(x > 7))
print(np.searchsorted([1, 2, 3, 4, 5], [-10, 10, 2, 3]))
