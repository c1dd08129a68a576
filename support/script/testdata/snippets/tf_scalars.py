import tensorflow as tf

x = tf.constant(0.1)
print(x, repr(x), f"{x} {x:.3f}")
print([tf.constant(1), tf.constant(2.5)], {"loss": tf.constant(0.25)})
print(f"{tf.constant([1.0, 2.0])}", f"{tf.constant([[1, 2], [3, 4]])}", sep="\n")
print(repr(tf.constant(True)), repr(tf.constant(3, tf.int8)), repr(tf.constant(1 - 1j)))
for v in tf.constant([1.5, 2.5]):
    print(v)
print(float(x), int(tf.constant(7)), tf.constant(0.1, tf.float64), tf.constant(1e20))
