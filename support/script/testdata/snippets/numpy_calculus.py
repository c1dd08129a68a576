import numpy as np

x = np.array([1.0, 2, 4, 7, 11])
print(np.diff(x), np.diff(x, n=2))
print(np.gradient(x))
print(np.cumsum(x), np.cumprod(x))
print(np.convolve([1, 2, 3], [0, 1, 0.5]))
print(np.interp([1.5, 2.5], [1, 2, 3], [3, 2, 0]))
print(np.exp(x), np.log(x), sep="\n")
print(np.round(x / 3, 2))
print(np.sqrt(np.array([1, 4, 9], dtype=np.float32)))
