import numpy as np


def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)


logits = np.array([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]])
p = softmax(logits)
for i, row in enumerate(p):
    print(f"row {i}: " + " ".join([f"{v:.4f}" for v in row]))
print(f"{p.sum():.6f}", np.argmax(p, axis=1).tolist(), f"{p.dtype!s:>10}")
