import jax.numpy as jnp

a = jnp.array([[2.0, 1.0], [1.0, 3.0]])
print(jnp.dot(a, a))
print(a @ jnp.ones(2), a.T, sep="\n")
print(jnp.linalg.norm(a, axis=0))
print(jnp.einsum("ij,ij->i", a, a))
print(jnp.outer(jnp.arange(3), jnp.arange(3)))
print(repr(jnp.eye(3, dtype=jnp.int8)))
print(jnp.trace(a), jnp.diag(a))
