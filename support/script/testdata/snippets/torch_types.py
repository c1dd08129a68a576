import torch

x = torch.tensor([1.7, -1.7, 300.0])
print(x.int(), x.long(), x.half(), x.double(), x.bool(), sep="\n")
print(x.to(torch.bfloat16), x.to(torch.complex64))
print(torch.tensor([1, 2]) + 1.5, torch.tensor([1, 2], dtype=torch.uint8) + torch.tensor([1, 2], dtype=torch.int16))
print(torch.result_type(torch.tensor([1, 2]), 1.0), torch.get_default_dtype())
print(torch.tensor(5).type(), x.type())
