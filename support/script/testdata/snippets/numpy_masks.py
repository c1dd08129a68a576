import numpy as np

rows = np.array([[1, 5, 9], [2, 6, 1], [8, 0, 3]])
print(rows > 4)
print(rows[rows > 4])
print(rows[[0, 2]], rows[:, [0, 2]], sep="\n")
rows[rows > 4] = 0
print(rows)
print(rows.any(axis=0), rows.all(axis=1))
print(np.clip(rows, 1, 2))
print(np.select([rows < 2, rows > 2], [rows, -rows], 7))
