import numpy as np

a = np.array([[1.0, 2.0], [3.0, 4.0]])
print(a.transpose())
print(np.linalg.inv(a))
print(np.linalg.solve(a, np.array([[5.0], [7.0]])))
print(a @ a, a * a, sep="\n")
print(np.outer([1, 2, 3], [4, 5]))
print(np.kron([1, 10], [[1, 2], [3, 4]]))
print(np.einsum("ij,kj->ik", a, a))
print(np.tril(np.arange(9).reshape(3, 3)))
print(np.diag([1, 2, 3], k=1))
