import tensorflow as tf

the_f64_tensor = tf.constant([2.2, 3.3, 4.4], dtype=tf.float64)
the_f16_tensor = tf.cast(the_f64_tensor, dtype=tf.float16)
the_u8_tensor = tf.cast(the_f16_tensor, dtype=tf.uint8)
print(the_u8_tensor)
print(the_f64_tensor, the_f16_tensor, sep="\n")
print(tf.float32, repr(tf.float32), [tf.int8, tf.bool], the_u8_tensor.dtype.name)
print(tf.cast([1.8, 2.2], tf.int32), tf.constant([True, False]), tf.constant(1 + 2j))
print(tf.cast(tf.constant([1.0, 3.14159]), tf.bfloat16))
