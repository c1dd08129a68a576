import torch

A = torch.tensor([[4.0, 2.0], [2.0, 3.0]])
print(torch.linalg.norm(A, dim=1))
print(torch.linalg.multi_dot([A, A, torch.eye(2)]))
print(torch.diag(torch.tensor([1, 2])), torch.trace(A), torch.outer(torch.arange(3), torch.arange(2)), sep="\n")
print(torch.einsum("ij,jk->ik", A, A))
print(torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 1)))
print(torch.linalg.matrix_power(A, 2), torch.kron(A, torch.eye(2)), sep="\n")
