import numpy as np

a = np.array([[1, -2], [-3, 4]])
b = np.where(a > 0, a, 0)
print(b.tolist(), np.clip(a, -2, 2).tolist(), f"{np.abs(a).sum()}")
print(np.concatenate([a, b], axis=1).shape, np.stack([a, b]).shape, np.vstack((a, b)).shape)
rows, cols = np.nonzero(a < 0)
for r, c in zip(rows.tolist(), cols.tolist()):
    print(f"a[{r}, {c}] = {a[r, c]:+d}")
