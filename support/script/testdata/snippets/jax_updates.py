import jax
import jax.numpy as jnp
from jax import nn

x = jnp.zeros((3, 3), dtype=jnp.float32)
y = x.at[1, :].set(1.0)
z = y.at[::2, 1].add(7)
print(float(y.sum()), z[0].tolist(), isinstance(z, jax.Array), isinstance(z, jnp.ndarray))
p = nn.softmax(jnp.array([1.0, 2.0, 3.0]))
print(f"{p.sum():.1f} {p.max():.4f} {int(p.argmax())=}")
print(int(jnp.int8(3) + 1), (jnp.int8(3) + 1).dtype, (jnp.float32(1) + 1j).dtype)
