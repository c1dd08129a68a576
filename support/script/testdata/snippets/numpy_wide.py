import numpy as np

print(np.arange(40) * 1000)
print(np.linspace(0, 1, 30))
print(np.arange(60).reshape(3, 20) * 12345)
print(repr(np.arange(30, dtype=np.float32) / 7))
print(np.arange(1200).reshape(2, 600))
print(repr(np.zeros((3, 4, 100))))
