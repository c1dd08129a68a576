import torch

print(torch.tensor([[1., -1.], [1., -1.]]))
print(torch.zeros(2, 3), torch.ones(5), torch.empty(0), torch.zeros(0, 3))
print(torch.arange(1, 2.5, 0.5), torch.arange(5))
print(torch.linspace(-10, 10, steps=5))
print(torch.logspace(start=-10, end=10, steps=5))
print(torch.full((2, 3), 3.141592))
print(torch.eye(3))
print(torch.tensor([]), torch.tensor(2), torch.tensor([1, 2], dtype=torch.int8))
