import torch

x = torch.arange(6)
print(x.view(2, 3), x.reshape(3, 2).t(), x.unsqueeze(0), x[:, None].shape)
t = torch.tensor([[1, 2], [3, 4]])
print(torch.cat([t, t], dim=1), torch.stack([t, t]), sep="\n")
print(torch.chunk(x, 3), torch.split(x, [1, 5]))
print(t.repeat(2, 2), t.expand(2, 2, 2), sep="\n")
print(torch.flatten(torch.stack([t, t]), 1), t.permute(1, 0).is_contiguous())
print(torch.flip(t, [0, 1]), torch.roll(x, 2), torch.tril(torch.ones(3, 3)), sep="\n")
