import numpy as np

xx, yy = np.meshgrid([1, 2, 3], [4, 5])
print(xx, yy, sep="\n")
print(np.indices((2, 3)))
print(np.broadcast_to(np.array([1, 2, 3]), (3, 3)))
print(np.expand_dims(np.array([1, 2]), 0), np.array([1, 2])[:, np.newaxis], sep="\n")
print(np.flip(np.arange(8).reshape((2, 2, 2)), 0))
print(np.rot90(np.array([[1, 2], [3, 4]])))
print(np.roll(np.arange(10).reshape(2, 5), 1, axis=1))
print(np.pad([1, 2, 3], (2, 1), mode="edge"))
