# Where random walks in the plane end, with numpy.random's Generator.
import numpy as np

paths, steps = 2000, 400

# A step goes one to the east, north, west or south.
rng = np.random.default_rng(2026)
direction = rng.integers(0, 4, size=(paths, steps))
print("first directions:", direction[0, :12])
dx = np.array([1, 0, -1, 0])[direction]
dy = np.array([0, 1, 0, -1])[direction]
x, y = dx.cumsum(axis=1), dy.cumsum(axis=1)

ends = np.stack([x[:, -1], y[:, -1]], axis=1)
print("first ends:", ends[:3].tolist())
squared = (ends**2).sum(axis=1)
print(f"mean end: {ends[:, 0].mean():.4f} {ends[:, 1].mean():.4f}")
print(f"mean squared distance: {squared.mean():.4f} after {steps} steps")
print(f"mean distance: {np.sqrt(squared).mean():.5f}, expected {np.sqrt(np.pi * steps) / 2:.5f}")
quarter = (x**2 + y**2).mean(axis=0)[steps // 4 - 1 :: steps // 4]
print("mean squared distance after each quarter:", quarter)
home = ((x == 0) & (y == 0)).any(axis=1)
print("back at the start at some time:", home.sum())
print("within 10, 20 and 30 of it at the end:", [int((squared <= r * r).sum()) for r in (10, 20, 30)])
order = np.argsort(squared, kind="stable")
print("the nearest and the farthest ends:", ends[order[0]], ends[order[-1]])
