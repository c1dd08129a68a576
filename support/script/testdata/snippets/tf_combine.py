import tensorflow as tf

t1 = [[1, 2, 3], [4, 5, 6]]
t2 = [[7, 8, 9], [10, 11, 12]]
print(tf.concat([t1, t2], 0))
print(tf.stack([t1, t2]))
print(tf.unstack(tf.constant([[1, 2], [3, 4]])))
print(tf.split(tf.range(6), 3))
print(tf.tile(tf.constant([[1, 2]]), [2, 2]))
print(tf.expand_dims(tf.constant([1, 2]), 0), tf.squeeze(tf.ones([1, 2, 1])))
print(tf.transpose(tf.constant(t1)), tf.reverse(tf.constant(t1), [1]), tf.pad(tf.constant([[1]]), [[1, 1], [0, 2]]), sep="\n")
