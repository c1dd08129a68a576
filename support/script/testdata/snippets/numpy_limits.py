import numpy as np

print(np.finfo(np.float32))
print(np.finfo(float), np.finfo(np.float16))
print([np.finfo(np.float32), np.finfo(np.float16), np.finfo(np.float64)])
print(np.iinfo(np.int8))
print(repr(np.iinfo(np.uint64)), np.iinfo(np.int64).max)
print(np.finfo(np.float64).eps, np.nextafter(np.array([1.0, 2.0]), 3))
