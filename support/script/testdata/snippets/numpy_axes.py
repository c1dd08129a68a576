import numpy as np

b = np.arange(12).reshape(3, 4)
for axis in (0, 1):
    print(f"{axis=}: sum {b.sum(axis=axis).tolist()}, min {b.min(axis=axis).tolist()}")
print(b.cumsum(axis=1).tolist())
total: float = 0.0
for row in b:
    first, *rest = row.tolist()
    total += first
    print(f"{first:>3} | {rest}")
print(f"{total = }")
