# Prices of a European and an Asian call option by Monte Carlo, with numpy.random's RandomState.
import math

import numpy as np

spot, strike, rate, volatility, years = 100.0, 105.0, 0.03, 0.2, 1.0
paths, months = 20000, 12

# Logarithms of prices at the end of each month are sums of normal numbers.
rng = np.random.RandomState(2026)
z = rng.standard_normal((paths, months))
print("first draws:", z[0, :4])
step = years / months
growth = (rate - volatility**2 / 2) * step + volatility * math.sqrt(step) * z
prices = spot * np.exp(np.cumsum(growth, axis=1))
last = prices[:, -1]
discount = math.exp(-rate * years)


def report(name, payoff):
    values = discount * payoff
    error = values.std(ddof=1) / math.sqrt(paths)
    print(f"{name}: {values.mean():.6f}, standard error {error:.6f}")


report("European call", np.maximum(last - strike, 0))
report("Asian call", np.maximum(prices.mean(axis=1) - strike, 0))

# The derivative of the price by the spot: a path that ends above the strike gains last / spot.
delta = discount * np.where(last > strike, last / spot, 0.0).mean()
print(f"delta of the European call: {delta:.6f}")

# What the European call costs by the formula of Black and Scholes.
d1 = (math.log(spot / strike) + (rate + volatility**2 / 2) * years) / (volatility * math.sqrt(years))
d2 = d1 - volatility * math.sqrt(years)
normal = lambda x: (1 + math.erf(x / math.sqrt(2))) / 2
print(f"Black-Scholes: {spot * normal(d1) - strike * discount * normal(d2):.6f}, delta {normal(d1):.6f}")
