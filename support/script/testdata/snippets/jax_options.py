import jax.numpy as jnp

x = jnp.array([1.23456789, 1e-9, 3.0])
print(x)
jnp.set_printoptions(precision=3, suppress=True)
print(x)
print(repr(x))
with jnp.printoptions(precision=1):
    print(x)
jnp.set_printoptions(precision=8, suppress=False)
print(x)
