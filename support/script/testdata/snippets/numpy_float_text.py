import numpy as np

print(np.array([1e-10, 1, 1000]))
print(np.array([0.1, 0.25, 1 / 3]))
print(np.array([np.nan, np.inf, -np.inf, -0.0]))
print(np.array([1e8, 1]), np.array([99999999.0, 1]))
print(np.array([1 / 3, 2 / 3], dtype=np.float32), np.array([1 / 3, 2 / 3], dtype=np.float16))
print(repr(np.array([1 + 2j, 3.5 - 0.25j])))
print(np.array([[True, False], [False, True]]))
print(np.sin(np.linspace(0, 3, 20)))
