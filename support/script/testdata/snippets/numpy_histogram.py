import numpy as np

x = np.array([1, 2, 2, 3, 3, 3, 9])
counts, edges = np.histogram(x, bins=4)
for n, lo, hi in zip(counts.tolist(), edges[:-1].tolist(), edges[1:].tolist()):
    print(f"[{lo:4.1f}, {hi:4.1f}) {'#' * n}")
values, n = np.unique(x, return_counts=True)
print(dict(zip(values.tolist(), n.tolist())))
print(f"{np.median(x):g} {np.percentile(x, 75):g} {np.std(x):.4f}")
