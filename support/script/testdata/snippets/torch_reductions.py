import torch

a = torch.tensor([[0.5, 2.0, 1.0], [3.0, 0.25, 4.0]])
print(torch.max(a, dim=1))
print(torch.sort(a, dim=1))
print(torch.topk(a, 2))
values, indices = a.min(0)
print(values, indices)
print(a.argmax(), a.cumsum(1), torch.std(a, dim=1, unbiased=False), sep="\n")
print(torch.median(a, 1), a.aminmax())
print(torch.unique(torch.tensor([1, 3, 2, 3]), return_counts=True))
