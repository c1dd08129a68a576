import torch

src = torch.arange(1, 11).reshape((2, 5))
index = torch.tensor([[0, 1, 2, 0]])
print(src)
print(torch.zeros(3, 5, dtype=src.dtype).scatter_(0, index, src))
t = torch.tensor([[1, 2], [3, 4]])
print(torch.gather(t, 1, torch.tensor([[0, 0], [1, 0]])))
x = torch.ones(5, 3)
x.index_add_(0, torch.tensor([0, 4, 2]), torch.tensor([[1, 2, 3], [4, 5, 6], [7, 8, 9]], dtype=torch.float))
print(x)
print(t.masked_fill(t > 2, 0), torch.masked_select(t, t > 1), torch.take(t, torch.tensor([0, 3])))
