import numpy as np

a = np.array([20, 30, 40, 50])
b = np.arange(4)
c = a - b
print(*c.tolist())
print((b**2).tolist(), (a < 35).tolist())
A = np.array([[1, 1],
              [0, 1]])
B = np.array([[2, 0],
              [3, 4]])
print((A * B).tolist())     # elementwise product
print((A @ B).tolist())     # matrix product
print(A.dot(B).tolist())
a = np.ones((2, 3), dtype=int)
a *= 3
print(a.tolist(), a.dtype, f"{a.sum()} {a.min()} {a.max()}")
