#!/usr/bin/env python3
"""Writes ivy/nn/testdata: what PyTorch's modules hold and compute, for the tests of package nn.

    python -m venv VENV && VENV/bin/pip install -r requirements_golden.txt torch==2.13.0 safetensors
    VENV/bin/python gen_nn.py        # -> ../../ivy/nn/testdata/nn.json and net.safetensors

Weights and inputs come from the seed of a case, so that of a large array the file has a hash of the elements,
or a norm, and of the results of small modules the elements.
"""
import base64, hashlib, json, os

import torch
from safetensors.torch import save
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_num_threads(1)
torch.use_deterministic_algorithms(True)


def digest(t):
    """SHA-256 of the elements, little-endian and in row-major order."""
    return hashlib.sha256(t.detach().contiguous().numpy().tobytes()).hexdigest()


def whole(t):
    return {"shape": list(t.shape), "dtype": str(t.dtype).removeprefix("torch."), "data": base64.b64encode(t.detach().contiguous().numpy().tobytes()).decode()}


def norms(named):
    return {k: float(t.detach().double().norm()) for k, t in named}


class Program(nn.Module):
    """A module of each kind that draws initial values in an order of its own."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(7, 5)
        self.conv = nn.Conv2d(4, 6, (3, 2), groups=2)
        self.embedding = nn.Embedding(11, 3, padding_idx=2)
        self.lstm = nn.LSTM(3, 4, num_layers=2, bidirectional=True)
        self.attention = nn.MultiheadAttention(6, 2)
        self.bn = nn.BatchNorm2d(6)
        self.up = nn.ConvTranspose2d(4, 2, 3)
        self.gru = nn.GRU(2, 3, bias=False)
        self.rnn = nn.RNN(2, 3)
        self.norm = nn.LayerNorm((2, 3))
        self.last = nn.Linear(2, 40, bias=False)


def initial():
    out = {}
    for name, d in (("float32", torch.float32), ("float64", torch.float64)):
        torch.set_default_dtype(d)
        torch.manual_seed(17)
        out[name] = {k: digest(t) for k, t in Program().state_dict().items()}
    torch.set_default_dtype(torch.float32)
    w = lambda *dims: torch.empty(dims)
    init = nn.init
    torch.manual_seed(3)
    out["functions"] = {
        "uniform": digest(init.uniform_(w(5, 4), -2, 3)),
        "normal": digest(init.normal_(w(5, 4), 1, 2)),
        "constant": digest(init.constant_(w(5), 0.3)),
        "xavier_uniform": digest(init.xavier_uniform_(w(5, 4, 3), gain=init.calculate_gain("tanh"))),
        "xavier_normal": digest(init.xavier_normal_(w(5, 4, 3), gain=init.calculate_gain("selu"))),
        "kaiming_uniform": digest(init.kaiming_uniform_(w(5, 4, 3), a=0.2)),
        "kaiming_normal": digest(init.kaiming_normal_(w(5, 4, 3), mode="fan_out", nonlinearity="relu")),
        "trunc_normal": digest(init.trunc_normal_(w(50, 4), mean=0.1, std=1.0, a=-1, b=2)),
        "trunc_normal_tail": digest(init.trunc_normal_(w(50, 4), mean=0.0, std=1.0, a=1, b=3)),
    }
    out["orthogonal"] = whole(init.orthogonal_(w(4, 2, 3), gain=1.5))
    return out


def uniform(*dims):
    return torch.rand(dims) * 2 - 1


# Each case: the seed, the module, its inputs, drawn after it, and how it is called.
def cases():
    yield "linear", lambda: nn.Linear(3, 2), [(2, 4, 3)]
    yield "linear without bias", lambda: nn.Linear(3, 2, bias=False), [(3,)]
    yield "conv1d", lambda: nn.Conv1d(2, 4, 3, stride=2, padding=1, dilation=2), [(2, 2, 8)]
    yield "conv2d", lambda: nn.Conv2d(4, 6, (3, 2), stride=(2, 1), padding=(1, 0), groups=2), [(2, 4, 6, 5)]
    yield "conv2d without batch", lambda: nn.Conv2d(2, 3, 3, padding=1, bias=False), [(2, 4, 4)]
    for mode, padding in (("reflect", 2), ("replicate", 3), ("circular", 2)):
        yield "conv2d of padding " + mode, lambda mode=mode, padding=padding: nn.Conv2d(2, 3, 3, stride=2, padding=(padding, 1), padding_mode=mode), [(2, 2, 5, 4)]
    yield "conv1d of padding circular", lambda: nn.Conv1d(2, 3, 3, padding=4, padding_mode="circular"), [(2, 4)]
    yield "conv3d of padding reflect", lambda: nn.Conv3d(1, 2, 2, padding=1, padding_mode="reflect"), [(1, 1, 2, 3, 2)]
    yield "conv3d", lambda: nn.Conv3d(2, 2, 2), [(1, 2, 3, 3, 3)]
    yield "conv_transpose1d", lambda: nn.ConvTranspose1d(2, 3, 3, stride=2, padding=2, output_padding=1), [(2, 2, 4)]
    yield "conv_transpose2d", lambda: nn.ConvTranspose2d(4, 6, (3, 2), stride=(2, 1), padding=(1, 0), groups=2, dilation=(1, 2)), [(2, 4, 3, 4)]
    yield "conv_transpose3d", lambda: nn.ConvTranspose3d(2, 2, 2, stride=2), [(1, 2, 2, 2, 2)]
    yield "batch_norm1d", lambda: nn.BatchNorm1d(3), [(4, 3)]
    yield "batch_norm1d of three axes", lambda: nn.BatchNorm1d(3, momentum=0.3, eps=1e-3), [(2, 3, 5)]
    yield "batch_norm2d", lambda: nn.BatchNorm2d(3), [(2, 3, 4, 4)]
    yield "batch_norm2d without tracking", lambda: nn.BatchNorm2d(3, affine=False, track_running_stats=False), [(2, 3, 4, 4)]
    yield "batch_norm2d of momentum None", lambda: nn.BatchNorm2d(3, momentum=None), [(2, 3, 4, 4)]
    yield "batch_norm3d", lambda: nn.BatchNorm3d(2), [(2, 2, 2, 3, 2)]
    yield "layer_norm", lambda: nn.LayerNorm((2, 3)), [(4, 2, 3)]
    yield "layer_norm without affine", lambda: nn.LayerNorm(3, eps=1e-3, elementwise_affine=False), [(4, 3)]
    yield "group_norm", lambda: nn.GroupNorm(2, 4), [(2, 4, 3, 3)]
    yield "rms_norm", lambda: nn.RMSNorm(6), [(2, 3, 6)]
    yield "max_pool2d", lambda: nn.MaxPool2d(3, stride=2, padding=1), [(2, 2, 7, 6)]
    yield "max_pool2d with ceil mode", lambda: nn.MaxPool2d(2, ceil_mode=True), [(2, 2, 5, 5)]
    yield "avg_pool2d", lambda: nn.AvgPool2d((3, 2), stride=2, padding=1), [(2, 2, 7, 6)]
    yield "avg_pool2d of what is there", lambda: nn.AvgPool2d(3, stride=2, padding=1, count_include_pad=False), [(2, 2, 7, 6)]
    yield "adaptive_avg_pool2d", lambda: nn.AdaptiveAvgPool2d((3, 2)), [(2, 2, 7, 5)]
    yield "flatten", lambda: nn.Flatten(), [(2, 3, 4)]
    yield "sequential", lambda: nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2), nn.Softmax(-1)), [(2, 3)]
    yield "activations", lambda: nn.Sequential(nn.Tanh(), nn.SiLU(), nn.Sigmoid(), nn.ReLU()), [(2, 3)]
    yield "attention", lambda: nn.MultiheadAttention(6, 2), [(3, 2, 6), (4, 2, 6), (4, 2, 6)]
    yield "attention without bias", lambda: nn.MultiheadAttention(6, 3, bias=False, batch_first=True), [(2, 3, 6), (2, 4, 6), (2, 4, 6)]
    yield "attention of other widths", lambda: nn.MultiheadAttention(6, 2, kdim=5, vdim=3), [(3, 2, 6), (4, 2, 5), (4, 2, 3)]
    yield "attention of other keys", lambda: nn.MultiheadAttention(6, 3, bias=False, batch_first=True, kdim=4), [(3, 6), (4, 4), (4, 6)]
    yield "lstm", lambda: nn.LSTM(3, 4, num_layers=2, bidirectional=True), [(5, 2, 3)]
    yield "gru", lambda: nn.GRU(3, 4, num_layers=2, batch_first=True), [(2, 5, 3)]
    yield "rnn", lambda: nn.RNN(3, 4, nonlinearity="relu", bias=False), [(5, 3)]


def modules():
    out = []
    for name, make, shapes in cases():
        torch.manual_seed(5)
        m = make()
        xs = [uniform(*s).requires_grad_() for s in shapes]
        c = {"name": name, "shapes": shapes}

        def first(z):
            return z[0] if isinstance(z, tuple) else z

        z = m(*xs)
        c["train"] = whole(first(z))
        if isinstance(z, tuple) and name != "attention" and not name.startswith("attention"):
            state = z[1] if isinstance(z[1], tuple) else (z[1],)
            c["states"] = [whole(s) for s in state]
        if name.startswith("attention"):
            c["states"] = [whole(z[1])]
        torch.cos(first(z)).sum().backward()
        c["grads"] = norms((k, p.grad) for k, p in m.named_parameters())
        c["input"] = float(xs[0].grad.double().norm())
        c["buffers"] = {k: whole(b) for k, b in m.named_buffers()}
        m.eval()
        c["eval"] = whole(first(m(*xs)))
        out.append(c)
    return out


def embedding():
    torch.manual_seed(5)
    m = nn.Embedding(6, 3, padding_idx=-2)
    z = m(torch.tensor([[0, 4], [5, 4]]))
    torch.cos(z).sum().backward()
    return {"out": whole(z), "grad": whole(m.weight.grad)}


def embedding_bag():
    """Modules of each mode: results of bags with offsets and of rows, and the gradient of the first."""
    out = {}
    for mode in ("mean", "sum", "max"):
        torch.manual_seed(5)
        m = nn.EmbeddingBag(6, 3, mode=mode, padding_idx=-2, include_last_offset=True)
        x, offsets = torch.tensor([0, 4, 5, 4, 1, 1, 3]), torch.tensor([0, 2, 2, 4, 7])
        z = m(x, offsets, **({"per_sample_weights": torch.tensor([1.0, 2, -1, 3, 0.5, 1, 1])} if mode == "sum" else {}))
        torch.cos(z).sum().backward()
        out[mode] = {"out": whole(z), "rows": whole(nn.functional.embedding_bag(x[:6].reshape(2, 3), m.weight, mode=mode, padding_idx=4)), "grad": whole(m.weight.grad)}
    return out


def cumulative():
    """The running statistics of a BatchNorm without a momentum after three batches."""
    torch.manual_seed(5)
    m = nn.BatchNorm1d(3, momentum=None)
    for i in range(3):
        m(uniform(4, 3) * (i + 1) + i)
    return {k: whole(b) for k, b in m.named_buffers()}


def attention_mask():
    torch.manual_seed(5)
    m = nn.MultiheadAttention(4, 2, batch_first=True)
    x = uniform(2, 3, 4)
    causal = torch.triu(torch.ones(3, 3, dtype=torch.bool), 1)
    z, w = m(x, x, x, attn_mask=causal)
    return {"out": whole(z), "weights": whole(w)}


class Block(nn.Module):
    def __init__(self, cin, cout, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(cout)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2d(cout, cout, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(cout)
        self.downsample = None

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet18(nn.Module):
    """The network of K. He et al. (2015) of 18 layers, its modules made in torchvision's order."""

    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        cin = 64
        for i, cout in enumerate((64, 128, 256, 512)):
            stride = 1 if i == 0 else 2
            downsample = None
            if stride != 1:
                downsample = nn.Sequential(nn.Conv2d(cin, cout, 1, stride, bias=False), nn.BatchNorm2d(cout))
            first = Block(cin, cout, stride)
            first.downsample = downsample
            setattr(self, f"layer{i + 1}", nn.Sequential(first, Block(cout, cout, 1)))
            cin = cout
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(512, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 64)
        self.lstm = nn.LSTM(64, 128, num_layers=2)
        self.out = nn.Linear(128, 100)

    def forward(self, tokens):
        return self.out(self.lstm(self.embedding(tokens))[0])


def program(make, inputs, loss):
    """Evaluation before a step of training, then the step: outputs, gradients and running statistics."""
    torch.manual_seed(11)
    m = make()
    x = inputs()
    weights = hashlib.sha256("".join(digest(t) for t in m.state_dict().values()).encode()).hexdigest()
    m.eval()
    before = m(x)
    m.train()
    z = m(x)
    v = loss(z, x)
    v.backward()
    return {"weights": weights, "eval": whole(before), "train": whole(z), "loss": float(v.detach()), "grads": norms((k, p.grad) for k, p in m.named_parameters()),
            "buffers": norms(m.named_buffers())}


def main():
    data = {"torch": torch.__version__, "initial": initial(), "modules": modules(), "embedding": embedding(), "embedding_bag": embedding_bag(), "cumulative": cumulative(), "attention_mask": attention_mask()}
    data["resnet18"] = program(ResNet18, lambda: uniform(2, 3, 64, 64), lambda z, x: torch.logsumexp(z, 1).mean() - z[:, 3].mean())
    tokens = lambda: torch.arange(60).reshape(3, 20).t().contiguous() * 7 % 100
    data["language"] = program(Language, tokens, lambda z, x: nn.functional.cross_entropy(z[:-1].reshape(-1, 100), x[1:].reshape(-1)))
    folder = os.path.join(HERE, "../../ivy/nn/testdata")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "nn.json"), "w") as f:
        json.dump(data, f, separators=(",", ":"))
        f.write("\n")
    torch.manual_seed(2)
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(8, 2))
    with torch.no_grad():
        net(uniform(3, 1, 4, 4))
    with open(os.path.join(folder, "net.safetensors"), "wb") as f:
        f.write(save(net.state_dict()))


if __name__ == "__main__":
    main()
