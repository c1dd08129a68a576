import jax.numpy as jnp
import numpy as np
x = jnp.ones(3)
print(jnp.issubdtype(x.dtype, jnp.floating), jnp.issubdtype(x.dtype, jnp.integer), jnp.issubdtype(jnp.int8, jnp.signedinteger), jnp.floating, isinstance(x, jnp.floating), jnp.dtype('float32'), jnp.dtype(x.dtype) == x.dtype, jnp.issubdtype(jnp.bfloat16, jnp.floating))
