import tensorflow as tf

y, idx = tf.unique(tf.constant([1, 1, 2, 4, 4, 4, 7, 8, 8]))
print(y, idx)
print(tf.unique_with_counts([1, 1, 2]))
print(tf.sort([1, 10, 26.9, 2.8], direction="DESCENDING"), tf.argsort([3, 1, 2]))
print(tf.searchsorted([1, 3, 5, 7], [0, 4, 8]))
print(tf.where([True, False, True]), tf.math.count_nonzero([[1, 0], [2, 3]], axis=0))
print(tf.tensor_scatter_nd_update(tf.zeros([4], tf.int32), [[1], [3]], [9, 10]))
