import math
import torch

x = torch.linspace(-math.pi, math.pi, 200)
y = torch.sin(x)
a = b = 0.0
learning_rate: float = 1e-3
for t in range(50):
    y_pred = a + b * x
    loss = (y_pred - y).pow(2).sum().item()
    if t % 10 == 9:
        print(f"{t:>3} {loss:9.3f}")
    grad = 2.0 * (y_pred - y)
    a -= learning_rate * grad.sum().item()
    b -= learning_rate * (grad * x).sum().item()
print(f"Result: y = {a:.3f} + {b:.3f} x")
