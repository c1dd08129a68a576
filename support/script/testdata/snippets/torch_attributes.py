import torch

tensor = torch.ones(3, 4)
print(f"Shape of tensor: {tensor.shape}")
print(f"Datatype of tensor: {tensor.dtype}")
print(f"Device tensor is stored on: {tensor.device}")
print(tensor.size(), tensor.shape[:1], tensor.shape == (3, 4), tensor.shape.numel())
print([tensor.device, tensor.dtype, tensor.shape], torch.device("cuda:0"))
print(torch.Size([2, 3]), len(tensor.shape), tuple(tensor.shape))
a, b = tensor.shape
print(a, b, tensor.reshape(tensor.shape[1], -1).shape)
