import torch
import torch.nn.functional as F

x = torch.tensor([[-1.0, 0.0, 2.0]])
print(F.relu(x), F.leaky_relu(x, 0.25), F.hardtanh(x), sep="\n")
print(F.one_hot(torch.arange(0, 5) % 3))
print(F.linear(x, torch.ones(2, 3), torch.tensor([0.5, -0.5])))
print(F.mse_loss(x, torch.zeros(1, 3)), F.l1_loss(x, torch.zeros(1, 3), reduction="none"))
print(F.pad(x, (1, 2)), F.softmax(torch.zeros(1, 4), dim=-1))
print(F.max_pool1d(torch.arange(6.0).reshape(1, 1, 6), 2), F.avg_pool1d(torch.arange(6.0).reshape(1, 1, 6), 3))
