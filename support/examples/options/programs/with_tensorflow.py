# Prices of a European and an Asian call option by Monte Carlo, with TensorFlow.
import math

import tensorflow as tf

spot, strike, rate, volatility, years = 100.0, 105.0, 0.03, 0.2, 1.0
paths, months = 20000, 12

# Logarithms of prices at the end of each month are sums of normal numbers.
generator = tf.random.Generator.from_seed(2026)
z = generator.normal([paths, months])
print("first draws:", z[0, :4].numpy())
step = years / months
growth = (rate - volatility**2 / 2) * step + volatility * math.sqrt(step) * z
prices = spot * tf.exp(tf.cumsum(growth, axis=1))
last = prices[:, -1]
discount = math.exp(-rate * years)


def report(name, payoff):
    values = discount * payoff
    variance = tf.reduce_sum(tf.square(values - tf.reduce_mean(values))) / (paths - 1)
    print(f"{name}: {tf.reduce_mean(values):.3f}, standard error {tf.sqrt(variance / paths):.3f}")


report("European call", tf.nn.relu(last - strike))
report("Asian call", tf.nn.relu(tf.reduce_mean(prices, axis=1) - strike))

# The derivative of the price by the spot: a path that ends above the strike gains last / spot.
delta = discount * tf.reduce_mean(tf.where(last > strike, last / spot, 0.0))
print(f"delta of the European call: {delta:.4f}")

# What the European call costs by the formula of Black and Scholes.
d1 = (math.log(spot / strike) + (rate + volatility**2 / 2) * years) / (volatility * math.sqrt(years))
d2 = d1 - volatility * math.sqrt(years)
normal = lambda x: (1 + math.erf(x / math.sqrt(2))) / 2
print(f"Black-Scholes: {spot * normal(d1) - strike * discount * normal(d2):.3f}, delta {normal(d1):.4f}")
