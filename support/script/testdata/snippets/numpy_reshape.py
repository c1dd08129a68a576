import numpy as np

a = np.arange(15).reshape(3, 5)
print(a)
print(a.shape, a.ndim, a.dtype.name, a.itemsize, a.size)
b = np.arange(24).reshape(2, 3, 4)
print(b)
print(repr(b))
print(np.arange(10000))
print(np.arange(10000).reshape(100, 100))
