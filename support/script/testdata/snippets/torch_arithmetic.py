import torch

tensor = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y1 = tensor @ tensor.T
y2 = tensor.matmul(tensor.T)
print(y1, torch.equal(y1, y2))
print(tensor * tensor, tensor.mul(2), tensor.pow(2), sep="\n")
print(tensor.sum(), tensor.mean(), tensor.sum().item())
print(f"{tensor} \n")
tensor.add_(5)
print(tensor)
print(tensor / 3, tensor // 2, tensor % 4, sep="\n")
print(torch.add(tensor, 1, alpha=10))
