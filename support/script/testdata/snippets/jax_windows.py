import jax.numpy as jnp

x = jnp.arange(12.0).reshape(3, 4)
print(x[1], x[:, 1], x[-1, ::2], x[..., None].shape)
print(x[jnp.array([0, 2])], x[x[:, 0] > 3], sep="\n")
print(jnp.take(x, jnp.array([0, 3]), axis=1))
print(jnp.roll(x, 1, axis=0), jnp.flip(x, axis=1), sep="\n")
print(jnp.pad(jnp.ones((2, 2)), 1))
print(jnp.tril(x[:, :3]))
