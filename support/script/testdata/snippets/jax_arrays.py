import jax
import jax.numpy as jnp

x = jnp.arange(10)
print(x)
print(repr(x))
print(repr(jnp.linspace(0, 1, 5)), repr(jnp.asarray(1.5)), repr(jnp.float32(1.5)))
print(jnp.zeros((2, 3)))
print([x[:2], jnp.asarray(2)])
print(x.dtype, repr(x.dtype), x.shape)
print(repr(jnp.zeros((0, 3))))
