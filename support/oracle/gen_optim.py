"""Records what PyTorch's and optax's optimizers do in 20 steps, PyTorch's schedules, its clipping
by norm, and Ivy's update steps, into ivy/optim/testdata/optim.json. Run it with torch 2.13.0,
jax 0.10.2, optax 0.2.8 and ivy 1.0.0.5."""
import json
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parents[2] / "ivy" / "optim" / "testdata" / "optim.json"
STEPS = 20

draw = np.random.default_rng(7)
X = draw.standard_normal((12, 3))
Y = draw.standard_normal((12, 2))
W = draw.standard_normal((3, 2))
B = draw.standard_normal(2)


def torch_runs():
    import torch

    torch.set_num_threads(1)
    x, y = torch.from_numpy(X), torch.from_numpy(Y)
    cases = {
        "GradientDescent": (torch.optim.SGD, dict(lr=0.1)),
        "GradientDescent decay": (torch.optim.SGD, dict(lr=0.1, weight_decay=0.03)),
        "Momentum": (torch.optim.SGD, dict(lr=0.05, momentum=0.9)),
        "Momentum dampening": (torch.optim.SGD, dict(lr=0.05, momentum=0.8, dampening=0.3, weight_decay=0.01)),
        "Momentum nesterov": (torch.optim.SGD, dict(lr=0.05, momentum=0.9, nesterov=True)),
        "Adam": (torch.optim.Adam, dict(lr=0.05)),
        "Adam decay": (torch.optim.Adam, dict(lr=0.05, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1)),
        "Adam amsgrad": (torch.optim.Adam, dict(lr=0.3, betas=(0.5, 0.6), amsgrad=True)),
        "AdamW": (torch.optim.AdamW, dict(lr=0.05)),
        "AdamW decay": (torch.optim.AdamW, dict(lr=0.05, weight_decay=0.4, amsgrad=True)),
        "RMSProp": (torch.optim.RMSprop, dict(lr=0.01)),
        "RMSProp centered": (torch.optim.RMSprop, dict(lr=0.01, alpha=0.9, centered=True, weight_decay=0.02)),
        "RMSProp momentum": (torch.optim.RMSprop, dict(lr=0.01, momentum=0.7)),
        "RMSProp all": (torch.optim.RMSprop, dict(lr=0.01, momentum=0.7, centered=True, eps=1e-3)),
        "Adagrad": (torch.optim.Adagrad, dict(lr=0.1)),
        "Adagrad decay": (torch.optim.Adagrad, dict(lr=0.1, lr_decay=0.2, weight_decay=0.05, initial_accumulator_value=0.1)),
    }
    for name, (make, settings) in cases.items():
        w, b = torch.tensor(W, requires_grad=True), torch.tensor(B, requires_grad=True)
        optimizer = make([w, b], foreach=False, **settings)
        run = {"losses": [], "w": [], "b": []}
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss = (torch.tanh(x @ w + b) - y).square().mean()
            loss.backward()
            optimizer.step()
            run["losses"].append(loss.item())
            run["w"].append(w.detach().flatten().tolist())
            run["b"].append(b.detach().tolist())
        yield name, run


def optax_runs():
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    import optax

    def loss(p):
        return jnp.mean(jnp.square(jnp.tanh(X @ p["w"] + p["b"]) - Y))

    cases = {
        "LARS": optax.lars(2.0),
        "LARS all": optax.lars(2.0, weight_decay=0.1, trust_coefficient=0.01, eps=1e-3, momentum=0.8, nesterov=True),
        "LAMB": optax.lamb(0.02),
        "LAMB decay": optax.lamb(0.02, b1=0.8, b2=0.9, eps=1e-3, weight_decay=0.2),
        "LAMB zero": optax.lamb(0.02),
    }
    for name, optimizer in cases.items():
        p = {"w": jnp.asarray(W), "b": jnp.asarray(B) * (0.0 if name.endswith("zero") else 1.0)}
        state = optimizer.init(p)
        run = {"losses": [], "w": [], "b": []}
        for _ in range(STEPS):
            value, g = jax.value_and_grad(loss)(p)
            updates, state = optimizer.update(g, state, p)
            p = optax.apply_updates(p, updates)
            run["losses"].append(float(value))
            run["w"].append(np.asarray(p["w"]).flatten().tolist())
            run["b"].append(np.asarray(p["b"]).tolist())
        yield name, run


def schedules():
    import torch
    from torch.optim import lr_scheduler as s

    def rates(make, count, lr=0.3):
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=lr)
        schedule = make(optimizer)
        out = []
        for i in range(count):
            out.append(optimizer.param_groups[0]["lr"])
            if i + 1 < count:
                optimizer.step()
                schedule.step()
        return out

    return {
        "StepDecay": rates(lambda o: s.StepLR(o, 4, gamma=0.7), 25),
        "Exponential": rates(lambda o: s.ExponentialLR(o, 0.93), 25),
        "Cosine": rates(lambda o: s.CosineAnnealingLR(o, 24, eta_min=0.02), 25),
        "Warmup": rates(lambda o: s.LinearLR(o, start_factor=0.1, total_iters=8), 25),
        "Piecewise": rates(lambda o: s.MultiStepLR(o, [3, 10, 11], gamma=0.5), 25),
        "OneCycle": rates(lambda o: s.OneCycleLR(o, max_lr=0.3, total_steps=25), 25),
        "OneCycle short": rates(lambda o: s.OneCycleLR(o, max_lr=0.3, total_steps=4), 4),
    }


def clipping():
    import torch

    out = []
    for limit in 0.5, 3.0, 100.0:
        w, b = torch.zeros(3, 2, dtype=torch.float64), torch.zeros(2, dtype=torch.float64)
        w.grad, b.grad = torch.tensor(W), torch.tensor(B)
        norm = torch.nn.utils.clip_grad_norm_([w, b], limit, foreach=False)
        out.append({"limit": limit, "norm": norm.item(), "w": w.grad.flatten().tolist(), "b": b.grad.tolist()})
    return out


def ivy_steps():
    import ivy

    ivy.set_backend("numpy")
    g, m, v = draw.standard_normal((3, 2)), draw.standard_normal((3, 2)), draw.random((3, 2))

    def flat(x):
        return [np.asarray(ivy.to_numpy(a)).flatten().tolist() for a in (x if isinstance(x, tuple) else (x,))]

    a = {k: ivy.array(t, dtype="float64") for k, t in {"w": W, "g": g, "m": m, "v": v}.items()}
    return {
        "g": g.flatten().tolist(), "m": m.flatten().tolist(), "v": v.flatten().tolist(),
        "gradient_descent_update": flat(ivy.gradient_descent_update(a["w"], a["g"], 0.1)),
        "lars_update": flat(ivy.lars_update(a["w"], a["g"], 0.1)),
        "lars_update decay": flat(ivy.lars_update(a["w"], a["g"], 0.1, decay_lambda=0.3)),
        "adam_step": flat(ivy.adam_step(a["g"], a["m"], a["v"], 3)),
        "adam_update": flat(ivy.adam_update(a["w"], a["g"], 0.1, a["m"], a["v"], 3, beta1=0.8, beta2=0.9, epsilon=1e-4)),
        "lamb_update": flat(ivy.lamb_update(a["w"], a["g"], 0.1, a["m"], a["v"], 3)),
        "lamb_update all": flat(ivy.lamb_update(a["w"], a["g"], 0.1, a["m"], a["v"], 3, max_trust_ratio=0.375, decay_lambda=0.3)),
    }


def main():
    data = {
        "x": X.flatten().tolist(), "y": Y.flatten().tolist(), "w": W.flatten().tolist(), "b": B.tolist(),
        "runs": dict([*torch_runs(), *optax_runs()]),
        "schedules": schedules(),
        "clipping": clipping(),
        "ivy": ivy_steps(),
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(OUT, OUT.stat().st_size)


if __name__ == "__main__":
    main()
