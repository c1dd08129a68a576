import jax.numpy as jnp

print(repr(jnp.arange(40)))
print(jnp.arange(2000))
print(repr(jnp.arange(1200).reshape(30, 40)))
print(repr(jnp.sqrt(jnp.arange(16.0))))
print(jnp.array([1e-8, 1.0, 1e4]), jnp.array([jnp.nan, jnp.inf, -1.0]))
print(repr(jnp.array([[1 + 2j, 0.5], [3j, 4]])))
