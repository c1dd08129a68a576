import torch

w = torch.tensor([0.0, 0.0])
X = torch.tensor([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
y = torch.tensor([3.0, 5.0, 7.0])
for step in range(3):
    error = X @ w - y
    w -= 0.125 * X.T @ error
    print(f"step {step}: w = {w}, loss = {(error ** 2).mean():.4f}")
print(w, X @ w)
