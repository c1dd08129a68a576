import numpy as np

print(np.array([[1, 2], [3, 4]]))
print(repr(np.array([1.5, 2, 3])))
print(np.zeros((2, 3)))
print(np.ones((2, 3, 4), dtype=np.int16))
print(np.full((2, 2), np.inf))
print(np.eye(3))
print(np.arange(10, 30, 5), np.arange(0, 2, 0.3))
print(np.linspace(0, 2, 9))
print(repr(np.empty((0, 3))), repr(np.array([], dtype=np.int8)))
