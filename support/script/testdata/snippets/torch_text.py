import torch

print(torch.tensor([1e-5, 1.0]), torch.tensor([1.0, 1000.5]), torch.tensor([0.1, 10000.0]))
print(torch.tensor([float("nan"), float("inf"), -float("inf"), 1.0]))
print(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.5, -0.0]))
print(torch.tensor([1 + 2j, -0.5j]), torch.tensor(3 + 4j))
print(torch.tensor([True, False]), torch.tensor([[1.5]], dtype=torch.float64))
print(torch.arange(40), torch.arange(2000), torch.arange(30.0) / 7, sep="\n")
print(torch.arange(3000).reshape(30, 100))
