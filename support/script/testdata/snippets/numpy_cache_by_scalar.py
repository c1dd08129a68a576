import numpy as np
print(hash(np.int64(5)) == hash(5), hash(np.float32(0.5)) == hash(0.5), {np.int64(1): 1} == {1: 1}, {np.float64(1)} == {1}, np.int64(1) == True)
cache = {}
def fib(n):
    if n in cache:
        return cache[n]
    cache[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
    return cache[n]
print(fib(np.int64(20)), len(cache), cache[20])
