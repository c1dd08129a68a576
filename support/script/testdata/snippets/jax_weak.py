import jax.numpy as jnp

print(repr(jnp.asarray(2)), repr(jnp.asarray(2.0)), repr(jnp.asarray(2j)), repr(jnp.asarray(True)))
print(repr(jnp.int8(2) + 1), repr(jnp.arange(3, dtype=jnp.int8) * 1.5))
print(repr(jnp.asarray(2) * jnp.asarray(2.0)))
print(repr(jnp.ones(2, dtype=jnp.bfloat16) / 3))
print(f"{jnp.asarray(2.5)} {jnp.asarray(2.5)!r} {jnp.asarray(2.5):.3f}")
print([jnp.float32(1) / 3, jnp.int32(7)])
