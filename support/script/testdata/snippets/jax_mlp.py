import jax.numpy as jnp
from jax.nn import relu, softmax

params = [
    (jnp.ones((4, 8)) * 0.1, jnp.zeros(8)),
    (jnp.ones((8, 3)) * 0.2, jnp.arange(3.0)),
]


def predict(params, x):
    *hidden, (w_last, b_last) = params
    for w, b in hidden:
        x = relu(x @ w + b)
    return softmax(x @ w_last + b_last)


out = predict(params, jnp.ones((2, 4)))
print(out.shape, f"{out[0].sum():.2f}", [f"{v:.3f}" for v in out[0].tolist()])
