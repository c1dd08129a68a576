# Where random walks in the plane end, with PyTorch.
import math

import torch

paths, steps = 2000, 400

# A step goes one to the east, north, west or south.
torch.manual_seed(2026)
direction = torch.randint(0, 4, (paths, steps))
print("first directions:", direction[0, :12])
dx = torch.tensor([1, 0, -1, 0])[direction]
dy = torch.tensor([0, 1, 0, -1])[direction]
x, y = dx.cumsum(dim=1), dy.cumsum(dim=1)

ends = torch.stack([x[:, -1], y[:, -1]], dim=1)
print("first ends:", ends[:3].tolist())
squared = (ends**2).sum(dim=1)
middle = ends.double().mean(dim=0)
print(f"mean end: {middle[0]:.4f} {middle[1]:.4f}")
print(f"mean squared distance: {squared.double().mean().item():.4f} after {steps} steps")
print(f"mean distance: {squared.double().sqrt().mean().item():.5f}, expected {math.sqrt(math.pi * steps) / 2:.5f}")
quarter = (x**2 + y**2).double().mean(dim=0)[steps // 4 - 1 :: steps // 4]
print("mean squared distance after each quarter:", quarter)
home = ((x == 0) & (y == 0)).any(dim=1)
print("back at the start at some time:", home.sum().item())
print("within 10, 20 and 30 of it at the end:", [(squared <= r * r).sum().item() for r in (10, 20, 30)])
order = torch.argsort(squared, stable=True)
print("the nearest and the farthest ends:", ends[order[0]], ends[order[-1]])
