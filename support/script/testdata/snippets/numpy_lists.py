import numpy as np

data = {"weights": np.array([0.5, 1.5]), "ids": np.array([1, 2, 3])}
print(data)
print([np.array([1, 2]), np.array([[1.0], [2.0]])])
for name, value in data.items():
    print(f"{name:>10}: {value} {value.mean():.2f}")
print((np.zeros(2), "text", None))
print(np.array([[1.0, 2.0], [3.0, 4.0]]).tolist())
print(str(np.arange(3)) + "!", len(repr(np.arange(3))))
