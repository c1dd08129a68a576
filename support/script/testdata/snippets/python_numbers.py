import math

for n in (3, 12, 1_000_000):
    print(f"{n:>10,d} {n:#06x} {n:b} {n:e} {math.sqrt(n):.5f}")
print(f"{math.comb(10, 3)} {math.factorial(20):,} {math.gcd(84, 36)} {divmod(-7, 3)}")
print(f"{0.1 + 0.2} {0.1 + 0.2:.2f} {1/3:.3%} {2.5e-7:g} {1e16} {-0.0}")
print(f"{1 + 2j} {(1 + 2j) * 1j:.1f} {abs(3 + 4j)}")
print(*[f"{math.degrees(math.atan2(y, 1)):.1f}" for y in (-1, 0, 1)], sep=", ")
