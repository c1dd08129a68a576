import tensorflow as tf

x = tf.constant([[-1.0, 0.0, 2.0]])
print(tf.nn.relu(x), tf.nn.leaky_relu(x, 0.25), tf.nn.relu6(x * 4), sep="\n")
print(tf.one_hot([0, 2], 3))
print(tf.nn.bias_add(x, [1.0, 2.0, 3.0]))
print(tf.math.top_k(tf.constant([1.0, 4.0, 2.0]), 2))
print(tf.nn.l2_loss(x), tf.clip_by_value(x, -0.5, 1.0))
print(tf.where(x > 0, x, tf.zeros_like(x)))
