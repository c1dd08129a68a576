import numpy as np
labels = np.array([0, 1, 1, 2, 0, 1])
counts = {}
for label in labels:
    counts[label] = counts.get(label, 0) + 1
for k in sorted(counts):
    print(f"class {k}: {counts[k]}")
idx = {int(k): v for k, v in counts.items()}
print(idx, max(counts, key=counts.get), min(counts.values()))
names = {0: "cat", 1: "dog", 2: "emu"}
print([names[i] for i in labels], [names[int(i)] for i in labels[::2]])
