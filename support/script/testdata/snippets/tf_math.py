import math
import tensorflow as tf

a = tf.range(5)
b = tf.cast(a, tf.float32) * 2
print(a.dtype == tf.int32, b.dtype == tf.float32, f"{tf.reduce_sum(tf.math.square(b)):g}")
print(f"{math.sqrt(tf.reduce_sum(b * b)):.6f}", isinstance(b, tf.Tensor), isinstance(1.0, tf.Tensor))
one_hot = tf.one_hot([0, 2], depth=3)
print([[int(v) for v in row] for row in one_hot])
