import jax.numpy as jnp

a, b = jnp.array([1, 2, 3]), jnp.array([4, 5, 6])
print(jnp.stack([a, b]), jnp.concatenate([a, b]), sep="\n")
print(jnp.vstack([a, b]).T)
print(jnp.split(jnp.arange(6), 3))
print(jnp.where(a > 1, a, b))
print(jnp.tile(a, (2, 1)), jnp.repeat(a, 2), sep="\n")
print(jnp.meshgrid(a, b)[0])
print(jnp.broadcast_to(a, (2, 3)))
print({"params": {"w": a, "b": jnp.zeros(2)}})
