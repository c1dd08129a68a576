"""Trains the network of classify.star with PyTorch and records what PyTorch answers.

    python train.py

Reads digits.npz; writes digits-model.safetensors (the weights) and logits.npz
(PyTorch's results for all 1,797 images, under the keys of classify.star's
result). Needs torch, numpy and safetensors. Seeds are fixed and one thread is
used, so a second run on one machine gives the same bytes; another processor
may round differently and so end in other weights.
"""

import argparse
import hashlib
import pathlib

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F

HERE = pathlib.Path(__file__).parent
SEED = 20
EPOCHS = 80
BATCH = 32


class Classifier(nn.Module):
    """A perceptron, 64 → 64 → 32 → 10, with layer norm and exact gelu after the hidden layers."""

    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 64)
        self.norm1 = nn.LayerNorm(64)
        self.fc2 = nn.Linear(64, 32)
        self.norm2 = nn.LayerNorm(32)
        self.fc3 = nn.Linear(32, 10)

    def forward(self, images):
        x = images.to(torch.float32).reshape(-1, 64) / 16
        x = F.gelu(self.norm1(self.fc1(x)))
        x = F.gelu(self.norm2(self.fc2(x)))
        return self.fc3(x)


def train(images, labels):
    """Returns a Classifier fitted to images and labels, in eval mode."""
    model = Classifier()
    steps = EPOCHS * -(-len(images) // BATCH)
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=steps)
    for epoch in range(EPOCHS):
        total = 0.0
        for batch in torch.randperm(len(images)).split(BATCH):
            loss = F.cross_entropy(model(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch)
        if (epoch + 1) % 20 == 0:
            print(f"epoch {epoch + 1}: mean loss {total / len(images):.4f}")
    return model.eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "digits.npz")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE, help="folder of the two files written")
    args = parser.parse_args()

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)

    with np.load(args.data) as data:
        images = torch.from_numpy(data["images"])
        labels = torch.from_numpy(data["labels"]).to(torch.int64)
        held_out = torch.from_numpy(data["held_out"])

    model = train(images[~held_out], labels[~held_out])

    with torch.inference_mode():
        logits = model(images)  # one batch of all images
        probabilities = F.softmax(logits, dim=-1)
        classes = logits.argmax(dim=-1)
        correct = classes == labels
        accuracy = correct[held_out].to(torch.float32).mean()

    weights, reference = args.output / "digits-model.safetensors", args.output / "logits.npz"
    save_file(model.state_dict(), weights, metadata={"format": "pt"})
    np.savez(
        reference,
        logits=logits.numpy(),
        probabilities=probabilities.numpy(),
        classes=classes.numpy(),
        accuracy=accuracy.numpy(),
    )

    for name, part in ("train", ~held_out), ("held-out", held_out):
        right, count = int(correct[part].sum()), int(part.sum())
        print(f"{name}: {right} of {count} right, {right / count:.4%}")
    best = logits.topk(2).values
    print(f"smallest gap between the best two logits: {(best[:, 0] - best[:, 1]).min():.5f}")
    print(f"largest absolute logit: {logits.abs().max():.5f}")
    for path in weights, reference:
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


if __name__ == "__main__":
    main()
