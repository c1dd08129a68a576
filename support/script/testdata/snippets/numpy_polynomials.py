import numpy as np


def squared(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs) ** 2
    return inner


@squared
def poly(x, *coefficients, scale: float = 1.0):
    y = 0 * x
    for c in coefficients:
        y = y * x + c
    return y * scale


x = np.array([0.0, 1.0, 2.0])
print(poly(x, 1, 2, 3).tolist(), poly(x, 1, scale=0.5).tolist())
names = {"a", "b"} | {"c"}
print(len(names), sorted(names))
