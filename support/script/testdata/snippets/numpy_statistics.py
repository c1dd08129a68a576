import math

import numpy as np


def describe(x: np.ndarray, name: str = "x") -> dict:
    """Return the usual numbers."""
    assert isinstance(x, np.ndarray), f"{name} is no array"
    return {"mean": float(x.mean()), "std": float(x.std()), "n": x.size}


x = np.linspace(0, 2 * math.pi, 101)
stats = describe(np.sin(x) + 1)
for key, value in stats.items():
    print(f"{key:<6}{value:>10.4f}" if isinstance(value, float) else f"{key:<6}{value:>10d}")
print(f"{math.isclose(stats['mean'], 1.0)}")
