import torch

x = torch.tensor([1, 2, 3], dtype=torch.int8)
dtypes = [x.dtype, (x / 2).dtype, (x + 1).dtype, (x * 1.5).dtype, (x > 1).dtype]
assert dtypes == [torch.int8, torch.float32, torch.int8, torch.float32, torch.bool], dtypes
print(x.float().mean().item(), x.sum().dtype == torch.int64, torch.promote_types(torch.int8, torch.uint8) == torch.int16)
h = x.to(torch.float16)
print(f"{h.sum():.1f} {h.element_size()=}")
