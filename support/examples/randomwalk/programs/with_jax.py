# Where random walks in the plane end, with JAX.
import math

import jax
import jax.numpy as jnp

paths, steps = 2000, 400

# A step goes one to the east, north, west or south.
key = jax.random.key(2026)
direction = jax.random.randint(key, (paths, steps), 0, 4)
print("first directions:", direction[0, :12])
dx = jnp.array([1, 0, -1, 0])[direction]
dy = jnp.array([0, 1, 0, -1])[direction]
x, y = dx.cumsum(axis=1), dy.cumsum(axis=1)

ends = jnp.stack([x[:, -1], y[:, -1]], axis=1)
print("first ends:", ends[:3].tolist())
squared = (ends**2).sum(axis=1)
print(f"mean end: {ends[:, 0].mean():.4f} {ends[:, 1].mean():.4f}")
print(f"mean squared distance: {squared.mean():.3f} after {steps} steps")
print(f"mean distance: {jnp.sqrt(squared).mean():.4f}, expected {math.sqrt(math.pi * steps) / 2:.4f}")
quarter = (x**2 + y**2).mean(axis=0)[steps // 4 - 1 :: steps // 4]
print("mean squared distance after each quarter:", [round(float(q), 3) for q in quarter])
home = ((x == 0) & (y == 0)).any(axis=1)
print("back at the start at some time:", home.sum())
print("within 10, 20 and 30 of it at the end:", [int((squared <= r * r).sum()) for r in (10, 20, 30)])
order = jnp.argsort(squared)
print("the nearest and the farthest ends:", ends[order[0]], ends[order[-1]])
