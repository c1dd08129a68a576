import tensorflow as tf

print(tf.range(40))
print(tf.range(2000))
print(repr(tf.reshape(tf.range(1200), [30, 40])))
print(tf.linspace(0.0, 1.0, 12))
print(tf.constant([1e-8, 1.0, 1e4]), tf.constant([float("nan"), float("inf")]))
print(repr(tf.zeros([0, 3])), tf.zeros([2, 0]))
print(repr(tf.constant([[[1.5, 2.0]], [[0.25, 100.0]]])))
