import numpy as np
import math

points = np.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])


def pairwise(p: np.ndarray) -> np.ndarray:
    d = p[:, None, :] - p[None, :, :]
    return np.sqrt((d**2).sum(axis=-1))


D = pairwise(points)
assert D.shape == (3, 3) and (D == D.T).all()
print(f"max {D.max():.1f} mean {D.mean():.3f}")
print(math.dist(points[0].tolist(), points[2].tolist()), math.hypot(3, 4))
