import jax.numpy as jnp

x = jnp.array([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
print(x.mean(axis=0), x.sum(axis=1), x.max(), x.argmax(axis=1))
print(jnp.cumsum(x, axis=1))
print(jnp.sort(x, axis=1), jnp.argsort(x, axis=1), sep="\n")
print(jnp.var(x), jnp.median(x, axis=1))
print(jnp.ptp(x, axis=0), repr(jnp.ptp(x)))
print(repr(jnp.clip(x, 2, 5)))
print(repr(x > 2.5))
