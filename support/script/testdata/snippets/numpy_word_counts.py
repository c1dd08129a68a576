import numpy as np
try_values = ["1.5", "x2"]
words = "the quick brown the lazy the dog".split()
freq = {}
for w in words:
    freq[w] = freq.get(w, 0) + 1
vals = np.array(list(freq.values()))
keys = list(freq)
order = np.argsort(-vals, kind="stable")
for i in order[:2]:
    print(keys[i], vals[i])
table = [[c, *r] for c, r in zip("ab", [[1, 2], [3, 4]])]
print(table, [c for row in table for c in row], [[r[i] for r in table] for i in range(3)])
(x1, y1), (x2, y2) = [(0, 0), (3, 4)]
print(np.hypot(x2 - x1, y2 - y1))
