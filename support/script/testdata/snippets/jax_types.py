from jax import numpy as jnp, lax

print(jnp.arange(3).dtype, jnp.ones(2).dtype, (jnp.arange(3) / 2).dtype, jnp.promote_types("int8", "uint8"))
print(f"{jnp.add(1, 1.0)}", f"{lax.add(1.0, 2.0):.1f}")
values = [jnp.float32(1.5), jnp.int32(2), 3]
print([f"{v:>6.2f}" for v in values])
