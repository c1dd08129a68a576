import torch

t = torch.ones(2, 2)
t.add_(5)
print(t.tolist())
y = t.view(4)
y[0] = 0
print(t[0, 0].item(), f"{t.mean():.3f}")
a, *b = torch.arange(4).tolist()
print(a, b)
for i, row in enumerate(t):
    print(f"{i}: {row.sum():5.1f}")
