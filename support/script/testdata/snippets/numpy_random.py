import numpy as np

rng = np.random.default_rng(12345)
print(rng)
rfloat = rng.random()
print(rfloat)
print(type(rfloat))
rints = rng.integers(low=0, high=10, size=3)
print(rints)
print(rints[0], type(rints[0]))
print(rng.standard_normal(10))
print(rng.random(size=3, dtype=np.float32))
print(rng.choice([10, 20, 30], size=5, p=[0.1, 0.3, 0.6]))
print(rng.permutation(10))

deck = list(range(8))
rng.shuffle(deck)
print(deck)

# A random walk.
steps = np.where(rng.integers(0, 2, size=1000) == 0, -1, 1)
walk = steps.cumsum()
print(walk.min(), walk.max(), walk[-1], int((np.abs(walk) >= 10).argmax()))

# The price of a call option by Monte Carlo, and what Black and Scholes have.
spot, strike, rate, sigma, years = 100.0, 105.0, 0.05, 0.2, 1.0
z = rng.standard_normal(100_000)
ends = spot * np.exp((rate - 0.5 * sigma**2) * years + sigma * np.sqrt(years) * z)
price = np.exp(-rate * years) * np.maximum(ends - strike, 0).mean()
print(f"{price:.4f}")

# Streams of their own.
children = rng.spawn(3)
print([child.integers(0, 100, 4).tolist() for child in children])
seq = np.random.SeedSequence(42, spawn_key=(1, 2))
print(seq)
print(np.random.Generator(np.random.PCG64(seq)).normal(5, 2, (2, 3)))
print(np.random.Generator(np.random.Philox(7).jumped()).poisson(4, 10))

# A state that is saved and restored.
bits = np.random.PCG64(1)
state = bits.state
print(state)
first = np.random.Generator(bits).random(2)
bits.state = state
print(np.array_equal(first, np.random.Generator(bits).random(2)))

# The older functions.
np.random.seed(0)
print(np.random.rand(3, 2))
print(np.random.randn(4))
print(np.random.randint(0, 10, size=(2, 5)))
print(np.random.choice(5, 3, replace=False))
print(np.random.RandomState(3).uniform(-1, 1, 4))
print(np.random.RandomState(3).multivariate_normal([0, 1], [[2, 1], [1, 2]]).round(6))
