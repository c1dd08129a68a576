import torch

x = torch.tensor([0.5, 1.0, 4.0])
print(torch.sqrt(x), torch.rsqrt(x), torch.reciprocal(x), sep="\n")
print(torch.clamp(x, min=0.75, max=2), torch.round(x), torch.sign(-x), torch.floor(x))
print(torch.logical_and(x > 0.6, x < 2), torch.eq(x, 1), x.ne(1))
print(torch.bitwise_xor(torch.tensor([1, 2]), torch.tensor([3, 3])), torch.tensor([5]) << 2)
print(torch.isnan(torch.tensor([1, float("nan")])), torch.nan_to_num(torch.tensor([float("nan"), float("inf")])))
print(torch.cumprod(torch.tensor([1, 2, 3, 4]), 0), torch.diff(x))
