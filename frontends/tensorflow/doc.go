// Package tensorflow emulates TensorFlow on ivy's arrays. There are its promotion
// rules: none at all, as plain TensorFlow 2 has it, and those of
// tf.experimental.numpy's dtype conversion modes: all, safe and legacy.
package tensorflow
