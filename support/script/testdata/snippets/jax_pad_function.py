import jax.numpy as jnp
def pad_with(vector, pad_width, iaxis, kwargs):
    v = kwargs.get('padder', 10)
    n = vector.shape[0]
    i = jnp.arange(n)
    return jnp.where((i < pad_width[0]) | (i >= n - pad_width[1]), v, vector)
a = jnp.arange(6).reshape(2, 3)
print(jnp.pad(a, 2, pad_with))
print(jnp.pad(a, ((1, 0), (0, 2)), mode=pad_with, padder=7))
