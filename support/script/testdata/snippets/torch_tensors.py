import torch
import torch.nn.functional as F

data = [[1, 2], [3, 4]]
x_data = torch.tensor(data)
x_ones = torch.ones_like(x_data)
x_rand = torch.full((2, 3), 0.25)
print(f"float32: {x_rand.dtype == torch.float32}")
print(x_data.tolist(), x_ones.sum().item(), f"{x_rand.sum():.2f}")
t1 = torch.cat([x_rand, x_rand], dim=1)
print(t1.size(0), t1.size(1), t1.dim())
agg = t1.sum()
agg_item = agg.item()
print(agg_item, isinstance(agg_item, float), isinstance(agg, torch.Tensor))
print(F.relu(torch.tensor([-1.0, 2.0])).tolist())
