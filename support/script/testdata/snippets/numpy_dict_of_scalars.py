import numpy as np
pairs = [(np.int64(1), "one"), (np.int64(2), "two")]
d = dict(pairs)
print(d[1], d[np.int32(2)], 1 in d, np.float64(2.0) in d, d)
d[1] = "uno"
print(d, len(d), list(d), [type(k) for k in d])
s = {np.float32(0.5), 0.5, np.float64(0.5)}
print(s, len(s), 0.5 in s)
t = {(np.int64(0), np.int64(1)): "edge"}
print(t[(0, 1)], (0, 1) in t)
g = {}
for i, j in np.argwhere(np.eye(2)):
    g[i, j] = g.get((i, j), 0) + 1
print(g, g[0, 0])
print(set(np.unique([3, 1, 2, 1])) & {1, 2}, {1, 2} - set(np.array([2])), sorted(set(np.array([2, 1])) | {5}))
