import torch

state = {"weight": torch.ones(2, 2), "bias": torch.zeros(2), "steps": 3}
print(state)
print([torch.tensor(1), torch.tensor([2.5])], (torch.arange(3),))
for name, value in state.items():
    print(name, value)
for row in torch.arange(6).reshape(2, 3):
    print(row, row.tolist(), row.sum().item())
print(str(torch.tensor([1, 2])), repr(torch.tensor(1.5)), f"{torch.tensor(1.5)} {torch.tensor(2.5):.2f}")
