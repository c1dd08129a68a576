import numpy as np
print(hash(np.int64(3)), hash(np.float32(1.5)), hash(np.float64(0.1)), hash(np.bool_(True)), hash(np.complex64(1+2j)), hash(np.float32(0.1)))
d = {np.int64(3): 'a', np.float32(1.5): 'b', np.float64(0.1): 'c'}
print(d[3], d[1.5], d[0.1], np.int8(3) in d, {np.int32(1), 1, np.float64(1), True}, len({np.float32(0.1), 0.1}))
print(d)
s = set(np.array([1, 2, 1]))
print(len(s), 2 in s)
x = np.array([3, 1, 3, 2])
c = {}
for v in x:
    c[v] = c.get(v, 0) + 1
print(c)
