import numpy as np

a = np.arange(15).reshape(3, 5)
print(a.shape, a.ndim, a.dtype, a.size)
b = np.array([6, 7, 8])
print(f"{b.sum()=:d}, {b.mean():.2f}")
c = np.array([(1.5, 2, 3), (4, 5, 6)])
print(f"dtype: {c.dtype}, shape: {c.shape}")
print(np.array([[1, 2], [3, 4]], dtype=complex).dtype)
