import jax.numpy as jnp

x = jnp.arange(10)
y = x.at[0].set(10)
print(x)
print(y)
print(repr(x.at[1:3].add(5)), repr(x.at[::2].multiply(3)))
jax_array = jnp.zeros((3, 3), dtype=jnp.float32)
updated_array = jax_array.at[1, :].set(1.0)
print("original array unchanged:\n", jax_array)
print("updated array:\n", updated_array)
print("new array post-addition:")
new_jax_array = jax_array.at[::2, 1:].add(7.)
print(new_jax_array)
