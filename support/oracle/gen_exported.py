"""Writes programs of torch.export and PyTorch's outputs of them into ../../frontends/torch/testdata/exported.

    python gen_exported.py

Needs torch 2.13.0 and numpy. A program name.pt2 has its inputs and outputs in name.npz: "in:0", "out:0". Each is there twice, as it is exported and,
name_core.pt2, in core ATen's functions.
"""
import json
import os
import warnings
import zipfile

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "frontends", "torch", "testdata", "exported")
BATCH = torch.export.Dim("batch", min=1, max=64)


class Images(nn.Module):
    """Convolutions, transposed and grouped ones, normalizations and pooling."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.depth = nn.Conv2d(4, 4, 3, padding=2, dilation=2, groups=4)
        self.up, self.group = nn.ConvTranspose2d(4, 4, 2, stride=2), nn.GroupNorm(2, 4)
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        x = F.hardswish(self.depth(x)) + F.leaky_relu(x, 0.1)
        x = self.group(self.up(x))
        x = F.avg_pool2d(x, 2) + F.interpolate(x, scale_factor=0.5, mode="nearest")
        x = F.pad(x, (1, 0, 0, 1), value=0.5)
        return torch.softmax(self.out(F.adaptive_avg_pool2d(x, 1).flatten(1)), -1), x.amax((2, 3))


class Words(nn.Module):
    """A transformer, with indices, masks, casts and views; the number of rows is not fixed."""

    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(20, 16)
        self.layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, activation="gelu")
        self.norm = nn.LayerNorm(16)
        self.register_buffer("scale", torch.arange(1, 17) / 16)

    def forward(self, ids, mask):
        b, n = ids.shape
        x = self.emb(ids) * 4.0 + torch.arange(n, dtype=torch.float32)[None, :, None]
        x = self.layer(x, src_key_padding_mask=~mask) * self.scale
        v = self.norm(x).view(b, n, 2, 8).permute(0, 2, 1, 3)
        v = F.scaled_dot_product_attention(v, v, v, is_causal=True)
        w = torch.where(v > 0, v, v.abs() * 0.5).masked_fill(v < -1, 0.0)
        q, k = x.chunk(2, -1)
        pooled = (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return pooled, w[:, 0, 1:, ::2], torch.cat([q, k.flip(1)], -1).argmax(-1), w.sum(-1).topk(2).values, torch.einsum("bhld,bhmd->bhlm", v, v), x[:, [0, 2]].std(-1), (x.to(torch.float64) > 0).to(torch.int32)


class Sequences(nn.Module):
    """Recurrent layers."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, num_layers=2, bidirectional=True)
        self.gru = nn.GRU(8, 5, batch_first=True)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        z, last = self.gru(y)
        return y, h, c, z, last


def write(path, program):
    """Saves a program without what says where its source was, and without sample inputs."""
    torch.export.save(program, path)
    with zipfile.ZipFile(path) as z:
        entries = {name: z.read(name) for name in z.namelist() if "sample_inputs" not in name}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as z:
        for name, data in entries.items():
            if name.endswith("models/model.json"):
                model = json.loads(data)
                for node in model["graph_module"]["graph"]["nodes"]:
                    node["metadata"] = {}
                model["graph_module"]["module_call_graph"] = []
                data = json.dumps(model).encode()
            z.writestr(zipfile.ZipInfo(name), data)


def save(name, module, inputs, dynamic):
    module.eval()
    program = torch.export.export(module, inputs, dynamic_shapes=dynamic)
    with torch.no_grad():
        outputs = module(*inputs)
    arrays = {f"in:{i}": x.numpy() for i, x in enumerate(inputs)}
    arrays |= {f"out:{i}": x.numpy() for i, x in enumerate(outputs)}
    np.savez_compressed(os.path.join(FOLDER, name + ".npz"), **arrays)
    write(os.path.join(FOLDER, name + ".pt2"), program)
    write(os.path.join(FOLDER, name + "_core.pt2"), program.run_decompositions())
    print(name, sorted({str(n.target) for p in (program, program.run_decompositions()) for n in p.graph.nodes if n.op == "call_function"}))


def main():
    warnings.filterwarnings("ignore")
    os.makedirs(FOLDER, exist_ok=True)
    torch.manual_seed(0)
    save("images", Images(), (torch.randn(2, 1, 8, 8),), ({0: BATCH},))
    ids, mask = torch.randint(0, 20, (3, 5)), torch.arange(5)[None] < torch.tensor([[5], [3], [4]])
    save("words", Words(), (ids, mask), ({0: BATCH}, {0: BATCH}))
    save("sequences", Sequences(), (torch.randn(6, 2, 3),), None)


if __name__ == "__main__":
    main()
