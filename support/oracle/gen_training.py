"""Trains the perceptron of support/examples/train on the digits in float64 with PyTorch: weights,
and the loss before each of 100 steps of Adam, go into support/examples/train/testdata/mlp.safetensors.
The batches are those of ivy/optim's Batches, whose generator is written here once more. Run it with
torch 2.13.0, numpy and safetensors."""
import pathlib

import numpy as np
import torch
from safetensors.numpy import save_file

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
MASK64, MASK128 = (1 << 64) - 1, (1 << 128) - 1
STEPS, SIZE, SEED = 100, 32, 5


def pcg(seed1, seed2):
    """PCG-DXSM with 128 bits of state, as Go's math/rand/v2 has it."""
    state = seed1 << 64 | seed2
    while True:
        state = (state * (2549297995355413924 << 64 | 4865540595714422341) + (6364136223846793005 << 64 | 1442695040888963407)) & MASK128
        high, low = state >> 64, state & MASK64
        high ^= high >> 32
        high = high * 0xDA942042E4DD58B5 & MASK64
        high ^= high >> 48
        yield high * (low | 1) & MASK64


def order(n, epoch):
    draw, out = pcg(SEED, epoch), list(range(n))
    for i in range(n - 1, 0, -1):
        while True:
            product = next(draw) * (i + 1)
            if product & MASK64 >= (1 << 64) % (i + 1):
                break
        j = product >> 64
        out[i], out[j] = out[j], out[i]
    return out


def main():
    torch.set_num_threads(1)
    torch.manual_seed(3)
    data = np.load(EXAMPLES / "digits" / "digits.npz")
    train = ~data["held_out"]
    x = torch.from_numpy(data["images"][train].reshape(-1, 64) / 16.0)
    y = torch.from_numpy(data["labels"][train].astype(np.int64))
    sizes = {"First": (64, 64), "Second": (64, 32), "Last": (32, 10)}
    layers = {k: torch.nn.Linear(*s, dtype=torch.float64) for k, s in sizes.items()}
    saved = {}
    for k, layer in layers.items():
        saved[f"Params.{k}.Weight"] = layer.weight.detach().numpy().T.copy()
        saved[f"Params.{k}.Bias"] = layer.bias.detach().numpy().copy()
    optimizer = torch.optim.Adam([p for layer in layers.values() for p in layer.parameters()], lr=3e-3, foreach=False)
    losses, per_epoch = [], -(-len(x) // SIZE)
    for step in range(STEPS):
        epoch, i = divmod(step, per_epoch)
        at = order(len(x), epoch)[i * SIZE : (i + 1) * SIZE]
        h = torch.relu(layers["First"](x[at]))
        h = torch.relu(layers["Second"](h))
        loss = torch.nn.functional.cross_entropy(layers["Last"](h), y[at])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    saved["Losses"] = np.array(losses)
    out = EXAMPLES / "train" / "testdata" / "mlp.safetensors"
    save_file(saved, out)
    print(out, out.stat().st_size, losses[0], losses[-1])


if __name__ == "__main__":
    main()
