import numpy as np

x = np.arange(35).reshape(5, 7)
print(x[np.array([0, 2, 4]), np.array([0, 1, 2])].tolist())
print(x[1:5:2, ::3].tolist(), x[..., -1].tolist())
mask = x > 20
print(f"{mask.sum()}", x[mask][:3].tolist())
y = x.copy()
y[y % 2 == 0] = -1
print(int(y[0].sum()), f"{(y == -1).mean():.1%}")
del y
i = j = 2
print(f"{x[i, j]}")
