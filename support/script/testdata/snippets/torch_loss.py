import torch
from torch.nn import functional as F

logits = torch.tensor([[2.0, 0.5, -1.0], [0.1, 0.2, 3.0]])
target = torch.tensor([0, 2])
loss = F.cross_entropy(logits, target)
pred = logits.argmax(dim=1)
acc = (pred == target).float().mean()
print(f"loss {loss.item():.4f} accuracy {acc:.0%}")
probs = torch.softmax(logits, dim=-1)
assert torch.allclose(probs.sum(-1), torch.ones(2)), probs
print([round(p, 3) for p in probs[0].tolist()])
