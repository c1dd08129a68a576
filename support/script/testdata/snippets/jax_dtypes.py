import jax.numpy as jnp

print(jnp.float32, jnp.int8, jnp.bool_)
print([jnp.ones(1, d).dtype for d in [jnp.int8, jnp.bfloat16, jnp.complex64]])
print(jnp.promote_types("int8", "float16"), jnp.result_type(jnp.int8, jnp.uint8))
print(repr(jnp.array([1.5, 2.5], dtype=jnp.float16)), jnp.array([0.1, 100], dtype=jnp.bfloat16))
print(repr(jnp.array([True, False]).astype(float)))
print(repr(jnp.array([[True], [False]])))
