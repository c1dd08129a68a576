import jax.numpy as jnp

x = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
print(x.mean(axis=0).tolist(), x.sum(axis=1).tolist(), f"{x.std():.4f}")
print(jnp.linalg.norm(x).dtype, f"{jnp.linalg.norm(x):.4f}", jnp.dot(x, x.T).shape)
best, *_ = sorted(x.ravel().tolist(), reverse=True)
print(f"{best = }")
