// Package tensorflow emulates TensorFlow 2.18 on ivy's arrays: tf's functions, tf.math,
// tf.nn, tf.linalg, tf.bitwise and tf.experimental.numpy, under their own names and
// signatures, with TensorFlow's results, dtypes and classes of errors.
//
// Plain TensorFlow does not promote: operands have one dtype, and a Python scalar, or a
// list of them, becomes the tensor's. Go's bool, int, float64 and complex128 stand for
// those, and so do slices of them. A [Config] with a Mode has NumPy's behaviour with
// that dtype_conversion_mode: "all" and "safe", in which the dtype of a scalar is weak
// ([Tensor.WeakType]), or "legacy", in which operators promote as NumPy does. The
// functions of tf.experimental.numpy promote in every mode.
//
// Operators are methods: x.Add(y) is x + y, and the namespace's Operator takes a
// scalar on either side.
//
// What TensorFlow leaves open is the unified API's here: the cast of a float that an
// integer dtype does not hold, the order of NaNs among sorted elements, complex
// arithmetic with infinities. TensorFlow takes subnormal numbers for zeros in most of its
// kernels; here they are numbers.
//
// # Random numbers
//
// tf.random draws on the host, by package [github.com/goivy/goivy/ivy/random/tensorflowrandom], and so the same on every backend: bit for bit those of TensorFlow 2.18 on a CPU
// but for last bits of gamma. Seeds and counters are those of one [TensorFlow]. mean, stddev, minval, maxval and gamma's beta have derivatives;
// other parameters refuse arrays that are differentiated. The state of a [Generator] is a tensor, no variable. These are not there: the algorithm threefry, which has no kernels
// on CPUs either, seeds of set_seed that are no integers, stateless_parameterized_truncated_normal, index_shuffle and the candidate samplers. categorical of so many rows
// that TensorFlow shares them out to threads has the numbers of one thread.
package tensorflow
