import jax.numpy as jnp

x = jnp.array([100, 200, 255], dtype=jnp.uint8)
print(x + x, repr(x + 1), repr(x.astype(jnp.int8)))
print(repr(x // 7), repr(x % 7), repr(x / 8))
print(jnp.bitwise_and(x, 15), x << 1, ~x)
print(jnp.bincount(jnp.array([0, 1, 1, 3])))
print(repr(jnp.unique(jnp.array([3, 1, 3, 2]))))
print(jnp.count_nonzero(x > 150), repr(jnp.gcd(x, 50)))
