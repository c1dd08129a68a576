import torch

tensor = torch.ones(4, 4)
print(f"First row: {tensor[0]}")
print(f"First column: {tensor[:, 0]}")
print(f"Last column: {tensor[..., -1]}")
tensor[:, 1] = 0
print(tensor)
x = torch.arange(12).reshape(3, 4)
print(x[x > 5], x[[0, 2]], x[1:, ::2], sep="\n")
print(torch.index_select(x, 1, torch.tensor([0, 2])))
print(torch.where(x > 5, x, 0))
print(torch.nonzero(x > 8))
