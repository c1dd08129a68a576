import tensorflow as tf

x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(x.shape[0], x.shape[1], x.dtype == tf.float32)
print(f"{tf.reduce_sum(x):.1f} {tf.reduce_mean(x):.2f} {float(tf.reduce_max(x))}")
y = tf.nn.softmax(x, axis=-1)
print([f"{v:.4f}" for v in y[0]])
z = x @ tf.transpose(x)
for row in z:
    print(" ".join([f"{v:5.1f}" for v in row]))
