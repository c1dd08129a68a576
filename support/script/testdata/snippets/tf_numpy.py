import tensorflow as tf
import tensorflow.experimental.numpy as tnp

tnp.experimental_enable_numpy_behavior()
x = tnp.reshape(tnp.arange(6), (2, 3))
print(x)
print(repr(tnp.ones((2, 2), dtype=tnp.float32)))
print(tnp.transpose(x), tnp.sum(x, axis=0), x / 2, sep="\n")
print(repr(tnp.array([1, 2.5])), tnp.array([1, 2]) + tnp.array([0.5, 0.25]))
print(tnp.concatenate([tnp.zeros(2), tnp.ones(2)]), tnp.where(x > 2, x, -x), sep="\n")
