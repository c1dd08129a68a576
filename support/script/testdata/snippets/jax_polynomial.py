import jax.numpy as jnp

def f(x):
    return x**3 - 2 * x + 1

xs = jnp.array([-1.0, 0.0, 0.5, 2.0])
ys = f(xs)
print(ys)
for x, y in zip(xs, ys):
    print(f"f({x}) = {y:.3f}")
print(repr(jnp.stack([xs, ys], axis=1)))
print(jnp.allclose(f(xs), ys), repr(jnp.isclose(xs, 0.5)))
