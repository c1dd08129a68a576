import tensorflow as tf

rank_4_tensor = tf.zeros([3, 2, 4, 5])
print("Type of every element:", rank_4_tensor.dtype)
print("Number of axes:", rank_4_tensor.ndim)
print("Shape of tensor:", rank_4_tensor.shape)
print("Elements along axis 0 of tensor:", rank_4_tensor.shape[0])
print("Elements along the last axis of tensor:", rank_4_tensor.shape[-1])
print(tf.rank(rank_4_tensor), tf.shape(rank_4_tensor), tf.size(rank_4_tensor))
x = tf.constant([[1], [2], [3]])
print(x.shape, repr(x.shape), x.shape.as_list(), x.shape.rank, [x.shape])
reshaped = tf.reshape(x, [1, 3])
print(reshaped)
print(tf.TensorShape([2, 3]), repr(tf.TensorShape([])), x.shape == [3, 1])
