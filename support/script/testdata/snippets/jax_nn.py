import jax
import jax.numpy as jnp

x = jnp.array([-2.0, -0.5, 0.0, 1.0, 3.0])
print(jax.nn.relu(x))
print(repr(jax.nn.one_hot(jnp.array([0, 2]), 3)))
print(jax.nn.leaky_relu(x, 0.25))
print(jax.nn.relu6(x * 4))
print(jax.nn.hard_tanh(x))
print(repr(jax.nn.softmax(jnp.zeros((2, 4)))))
