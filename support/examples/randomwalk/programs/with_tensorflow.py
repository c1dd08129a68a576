# Where random walks in the plane end, with TensorFlow.
import math

import tensorflow as tf

paths, steps = 2000, 400

# A step goes one to the east, north, west or south.
generator = tf.random.Generator.from_seed(2026)
direction = generator.uniform([paths, steps], maxval=4, dtype=tf.int32)
print("first directions:", direction[0, :12])
dx = tf.gather([1, 0, -1, 0], direction)
dy = tf.gather([0, 1, 0, -1], direction)
x, y = tf.cumsum(dx, axis=1), tf.cumsum(dy, axis=1)

ends = tf.stack([x[:, -1], y[:, -1]], axis=1)
print("first ends:", ends[:3].numpy().tolist())
squared = tf.reduce_sum(ends**2, axis=1)
middle = tf.reduce_mean(tf.cast(ends, tf.float64), axis=0)
print(f"mean end: {middle[0]:.4f} {middle[1]:.4f}")
print(f"mean squared distance: {tf.reduce_mean(tf.cast(squared, tf.float64)):.4f} after {steps} steps")
distance = tf.sqrt(tf.cast(squared, tf.float64))
print(f"mean distance: {tf.reduce_mean(distance):.5f}, expected {math.sqrt(math.pi * steps) / 2:.5f}")
quarter = tf.reduce_mean(tf.cast(x**2 + y**2, tf.float64), axis=0)[steps // 4 - 1 :: steps // 4]
print("mean squared distance after each quarter:", quarter.numpy())
home = tf.reduce_any((x == 0) & (y == 0), axis=1)
print("back at the start at some time:", tf.math.count_nonzero(home).numpy())
print("within 10, 20 and 30 of it at the end:", [int(tf.math.count_nonzero(squared <= r * r)) for r in (10, 20, 30)])
order = tf.argsort(squared, stable=True)
print("the nearest and the farthest ends:", ends[order[0]].numpy(), ends[order[-1]].numpy())
