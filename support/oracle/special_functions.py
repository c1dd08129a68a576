"""Special functions of finite numbers at the precision of mpmath, for the generators of golden data."""
import mpmath as mp


def bessel_e(order):
    """e**-|x| I(x) of an order."""
    def f(x):
        x = mp.mpf(x)
        a = abs(x)
        if a < 200:
            return mp.besseli(order, x) * mp.exp(-a)
        total, term, k = mp.mpf(0), mp.mpf(1), 0
        while abs(term) > mp.mpf(2) ** -330:  # e**(-2x) is the least term
            total += term
            k += 1
            term *= ((2 * k - 1) ** 2 - 4 * order * order) / (8 * k * a)
        v = total / mp.sqrt(2 * mp.pi * a)
        return -v if order and x < 0 else v
    return f


def bessel(order):
    return lambda x: bessel_e(order)(x) * mp.exp(abs(x))


def inverse_tail(t):
    """The y with erfc(y) = exp(-t*t), for t > 0, by Newton's method for its logarithm."""
    t = mp.mpf(t)
    y = t if t > 1 else mp.erfinv(1 - mp.exp(-t * t))
    for _ in range(60):
        c = mp.erfc(y)
        step = (mp.log(c) + t * t) * c * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        y += step
        if abs(step) < abs(y) * mp.mpf(2) ** -280:
            return y
    raise ArithmeticError(t)


def erfcx(x):
    if x < -1000:
        return mp.ldexp(1, 5000)
    if x < 1000:
        return mp.erfc(x) * mp.exp(x * x)
    u = 1 / (2 * x * x)
    return (1 - u * (1 - 3 * u * (1 - 5 * u))) / (x * mp.sqrt(mp.pi))


def ndtri(p):
    """The inverse of the normal distribution function."""
    if p <= 0 or p >= 1:
        return mp.nan if p < 0 or p > 1 else mp.inf if p == 1 else -mp.inf
    if p > 0.25:
        with mp.workprec(mp.mp.prec + 100):
            return mp.sqrt(2) * mp.erfinv(2 * p - 1)
    return -mp.sqrt(2) * inverse_tail(mp.sqrt(-mp.log(2 * p)))


def lgamma(x):
    return mp.log(abs(mp.gamma(x))) if abs(x) < 1e6 else mp.loggamma(x) if x > 0 else mp.log(mp.pi / abs(mp.sinpi(x))) - mp.loggamma(1 - x)


def digamma(x):
    return mp.psi(0, x) if x > 0 else mp.psi(0, 1 - x) - mp.pi * mp.cospi(x) / mp.sinpi(x)


def zeta(s, q):
    """Hurwitz's function for s > 1 by Euler and Maclaurin's formula; mpmath's own loses digits of large s and q."""
    if q < 0:  # the terms of negative numbers are a sum of their own, without those beyond 1 - q
        f = q - mp.floor(q)
        if f == 0.5 and s % 2 == 1:  # the others cancel, however large
            return zeta(s, 1 - q)
        return zeta(s, f) + (-1) ** int(s) * (zeta(s, 1 - f) - zeta(s, 1 - q))
    with mp.workprec(mp.mp.prec + 200):
        total, a = mp.mpf(0), mp.mpf(q)
        power = lambda a, n: mp.exp(n * mp.log(a))  # ** of an integer multiplies it out
        while a < 100 + s:
            term = power(a, -s)
            total += term
            if term < total * mp.mpf(2) ** -500:
                return total
            a += 1
        total += power(a, 1 - s) / (s - 1) + power(a, -s) / 2
        term = s * power(a, -s - 1)
        for k in range(1, 80):
            total += term * mp.bernoulli(2 * k) / mp.factorial(2 * k)
            term *= (s + 2 * k - 1) * (s + 2 * k) / a ** 2
        return total
