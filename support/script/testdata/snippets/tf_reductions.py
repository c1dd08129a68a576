import tensorflow as tf

x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(tf.reduce_sum(x), tf.reduce_sum(x, 0), tf.reduce_sum(x, 1, keepdims=True))
print(tf.reduce_mean(x), tf.reduce_mean(x, 1), tf.reduce_prod(x, 0))
print(tf.reduce_all(x > 0), tf.reduce_any(x > 5, axis=1))
print(tf.cumsum(x, axis=1), tf.argmax(x, axis=1), sep="\n")
print(tf.math.reduce_std(x), tf.math.reduce_variance(x, 0))
print(repr(tf.reduce_min(x)))
