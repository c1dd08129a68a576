import numpy as np
from numpy import linalg as la

A = np.array([[3.0, 1.0], [1.0, 2.0]])
b = np.array([9.0, 8.0])
x = la.solve(A, b)
print(f"x = ({x[0]:.1f}, {x[1]:.1f}), det = {la.det(A):.2f}, norm = {np.linalg.norm(b):.4f}")
assert np.allclose(A @ x, b), "no solution"
print(f"{np.trace(A)=:.0f} {(A.T == A).all()}")
