import torch
x = torch.arange(4)
d = {x: 1}
print(isinstance(x, torch.Tensor), d[x], x in d, len({x, x}))
