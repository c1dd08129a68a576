from jax import lax
import jax.numpy as jnp

print(lax.add(jnp.ones(2), jnp.ones(2)))
print(repr(lax.broadcast(jnp.arange(3), (2,))))
print(lax.select(jnp.array([True, False]), jnp.array([1, 2]), jnp.array([3, 4])))
print(lax.iota(jnp.int32, 5), lax.rsqrt(jnp.array([4.0, 16.0])))
print(lax.dot(jnp.ones((2, 3)), jnp.ones((3, 2))))
print(lax.clamp(0.0, jnp.array([-1.0, 0.5, 2.0]), 1.0))
print(repr(lax.convert_element_type(jnp.array([1.7, -1.7]), jnp.int32)))
