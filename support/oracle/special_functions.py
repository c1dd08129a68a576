"""Special functions of finite numbers at the precision of mpmath, for the generators of golden data."""
import functools
import math

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


def xlogy(x, y):
    return x * mp.log(y)


def entr(x):
    return -x * mp.log(x)


def ndtr(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def log_ndtr(x):
    if x < -1e4:
        return mp.log(erfcx(-x / mp.sqrt(2)) / 2) - x * x / 2
    p = mp.erfc(abs(x) / mp.sqrt(2)) / 2
    return mp.log(p) if x < 0 else mp.log1p(-p)


def logit(p):
    with mp.workprec(mp.mp.prec + 1100):
        return mp.log(p / (1 - p))


def sinc(x):
    return mp.sinpi(x) / (mp.pi * x)


def betaln(a, b):
    """log |B(a, b)|."""
    with mp.workprec(mp.mp.prec + 1200):
        if a > 0 and b > 0:
            return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
        return lgamma(a) + lgamma(b) - lgamma(a + b)


# P(a, x) and Q(a, x) = 1 - P(a, x), the regularised incomplete gamma functions.

@functools.cache
def nodes():
    """Gauss and Legendre's nodes and weights of 30 terms on [-1, 1]."""
    out, n = [], 30
    with mp.workprec(400):
        for i in range(n):
            x = mp.cos(mp.pi * (i + mp.mpf(3) / 4) / (n + mp.mpf(1) / 2))
            for _ in range(9):
                p, q = mp.mpf(1), x
                for k in range(2, n + 1):
                    p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
                slope = n * (x * q - p) / (x * x - 1)
                x -= q / slope
            out.append((x, 2 / ((1 - x * x) * slope * slope)))
    return out


def igamma_by_integral(a, x):
    """The lesser one of P and Q of a large a, by quadrature of exp(-a (s - log(1+s))) from s = (x-a)/a outwards."""
    with mp.workprec(200 + 3 * int(math.log2(a))):
        factor = mp.exp(a * mp.log(a) - a - mp.loggamma(a)) / mp.sqrt(a)
        u = (x - a) / mp.sqrt(a)
        side = 1 if u >= 0 else -1
        total, h = mp.mpf(0), side * mp.mpf(2) / (1 + abs(u))
        while True:
            part = mp.mpf(0)
            for t, w in nodes():
                s = (u + h * (1 + t) / 2) / mp.sqrt(a)
                if s > -1:
                    part += w * mp.exp(-a * (s - mp.log1p(s))) / (1 + s)
            part *= abs(h) / 2
            total += part
            u += h
            if part < total * mp.mpf(2) ** -110 or u < -mp.sqrt(a):
                return total * factor, side


@functools.cache
def gamma1(a, prec):
    """log gamma(a+1), which takes as long as all else."""
    with mp.workprec(prec):
        return mp.loggamma(a + 1)


def igamma_by_series(a, x):
    """P(a, x) with bits enough for 1 - P(a, x)."""
    with mp.workprec(mp.mp.prec + 1300):
        total = term = mp.mpf(1)
        k = 0
        while k < x - a or term > total * mp.mpf(2) ** -mp.mp.prec:
            k += 1
            term *= x / (a + k)
            total += term
        return total * mp.exp(a * mp.log(x) - x - gamma1(a, mp.mp.prec))


def igamma_both(a, x):
    return both_at(mp.mpf(a), mp.mpf(x), mp.mp.prec)


@functools.cache
def both_at(a, x, prec):
    """(P, Q) of finite a > 0 and x > 0; what is below the numbers of float64 may be any number below them."""
    tiny = mp.ldexp(1, -5000)
    far = (x - a) / mp.sqrt(a) if a > 1 else mp.mpf(0)
    if x > 1e4 and x > 3 * a or far > 1e3:
        return 1 - tiny, tiny
    if a > 1e4 and x < a / 3 or far < -1e3:
        return tiny, 1 - tiny
    with mp.workprec(prec + 1300):
        if a > 2000:
            v, side = igamma_by_integral(a, x)
            return (1 - v, v) if side > 0 else (v, 1 - v)
        p = igamma_by_series(a, x)
        return p, 1 - p


def igamma(a, x):
    return igamma_both(a, x)[0]


def igammac(a, x):
    return igamma_both(a, x)[1]


def temme(orders, terms):
    """The Taylor coefficients of the functions c[k] of eta in Temme's uniform expansion of P(a, x) and Q(a, x)
    (DLMF 8.12): of 1/mu - 1/eta, and of c'/eta + g/mu for those after it, eta**2/2 = mu - log(1+mu)."""
    n = terms + 2 * orders + 2
    m = [mp.mpf(0), mp.mpf(1)]  # mu in powers of eta
    for k in range(2, n + 1):
        m.append((2 * m[k - 1] / (k + 1) - sum(m[i] * m[k + 1 - i] for i in range(2, k))) / 2)
    r = [mp.mpf(1)]  # eta/mu
    for k in range(1, n):
        r.append(-sum(m[i + 1] * r[k - i] for i in range(1, k + 1)))
    log = [mp.bernoulli(j + 1) / (j * (j + 1)) if j % 2 else mp.mpf(0) for j in range(1, orders + 1)]  # of the gamma function in powers of 1/a
    g = [mp.mpf(1)]
    for k in range(1, orders + 1):
        g.append(sum(j * log[j - 1] * g[k - j] for j in range(1, k + 1)) / k)
    out = [r[1:]]
    for k in range(1, orders):
        c, f = out[-1], (-1) ** k * g[k]
        assert abs(c[1] + f) < mp.mpf(2) ** -200, k
        out.append([(i + 2) * c[i + 2] + f * r[i + 1] for i in range(len(c) - 2)])
    return [c[:terms] for c in out]
