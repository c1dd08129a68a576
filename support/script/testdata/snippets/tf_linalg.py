import tensorflow as tf

a = tf.constant([[4.0, 2.0], [2.0, 3.0]])
print(tf.linalg.matmul(a, a), tf.linalg.inv(a), sep="\n")
print(tf.linalg.det(a), tf.linalg.trace(a), tf.norm(a))
print(tf.linalg.diag([1, 2]), tf.linalg.diag_part(a), tf.eye(2, dtype=tf.int32), sep="\n")
print(tf.tensordot(a, a, 1), tf.einsum("ij->ji", a), sep="\n")
print(tf.linalg.matvec(a, [1.0, 2.0]), tf.linalg.band_part(a, 0, -1))
