"""Rows of the group special."""
import math

from special_functions import bessel, bessel_e, betaln, digamma, entr, erfcx, igamma, igammac, lgamma, log_ndtr, logit, ndtr, ndtri, sinc, zeta

from .core import *
from .elementwise import LIFTED_ULPS, SCALARS, Masked, Row, build, common, edges, form, pairs, randoms, small


def over(f, at_inf, at_minus_inf, at_zero=None):
    """f of a float; at 0 what at_zero says of it."""
    def g(x, d):
        if x != x:
            return nan
        if math.isinf(x):
            return at_inf if x > 0 else at_minus_inf
        if x == 0 and at_zero:
            return at_zero(x)
        return f(mpf(x))

    return g


def of_erfinv(x, d):
    if x != x or abs(x) > 1:
        return nan
    return x if x == 0 else math.copysign(inf, x) if abs(x) == 1 else mp.erfinv(mpf(x))


def of_ndtri(p, d):
    if not 0 <= p <= 1:
        return nan
    return -inf if p == 0 else inf if p == 1 else ndtri(mpf(p))


def of_lgamma(x):
    return inf if x <= 0 and x == mp.floor(x) else 0.0 if x in (1, 2) else lgamma(x)


def of_digamma(x):
    return nan if x < 0 and x == mp.floor(x) else digamma(x)


def of_zeta(s, q, d):
    if s != s or q != q or s < 1:
        return nan
    if s == 1:
        return inf
    if q == inf:
        return 0.0
    if q <= 0 and (q == -inf or q == math.floor(q)):
        return inf
    if s == inf:
        return inf if q < 1 else 1.0 if q == 1 else 0.0
    if q < 0 and s != math.floor(s):
        return nan
    return zeta(mpf(s), mpf(q))


def of_entr(x, d):
    return nan if x != x else 0.0 if x == 0 else -inf if x < 0 or x == inf else entr(mpf(x))


def of_logit(p, d):
    if not 0 <= p <= 1:
        return nan
    return -inf if p == 0 else inf if p == 1 else 0.0 if p == 0.5 else logit(mpf(p))


def of_sinc(x, d):
    if x != x or math.isinf(x):
        return nan
    return 1.0 if x == 0 else 0.0 if x == math.floor(x) else sinc(mpf(x))


def times_log(pole, log, mplog):
    """x times a logarithm of y, -inf at a pole."""
    def g(x, y, d):
        if x != x or y != y:
            return nan
        if x == 0:
            return 0.0
        if y < pole:
            return nan
        if y in (pole, inf) or math.isinf(x) or y == pole + 1:
            return x * (-inf if y == pole else inf if y == inf else log(y))
        return mpf(x) * mplog(mpf(y))

    return g


def exact_log1p(y):
    with mp.workprec(mp.prec + 1100):
        return mp.log(1 + y)


def incomplete(f, below, above):
    """P or Q; below and above are its limits for small and large x2."""
    def g(a, x, d):
        if a != a or x != x or a < 0 or x < 0 or a == x and a in (0, inf):
            return nan
        if a == 0 or x == inf:
            return above
        return below if x == 0 or a == inf else f(a, x)

    return g


def is_pole(x):
    return x == -inf or x <= 0 and x == math.floor(x)


def of_betaln(a, b, d):
    if a != a or b != b:
        return nan
    if a > 0 and b > 0:
        return -inf if math.isinf(a) or math.isinf(b) else betaln(mpf(a), mpf(b))
    if a + b != a + b:
        return nan
    if min(a, b) < 0 and 1e3 < max(abs(a), abs(b)) < inf or math.isfinite(a + b) and is_pole(a + b) != is_pole(mpf(a) + mpf(b)):
        return Masked(0.0, 2)  # what the terms are left with
    infinite, below = is_pole(a) or is_pole(b) or inf in (a, b), is_pole(a + b) or inf in (a, b)
    if infinite or below:
        return nan if infinite and below else inf if infinite else -inf
    return betaln(mpf(a), mpf(b))


def of_polygamma(n):
    def g(x, d):
        if n == 0:
            return UNARY["Digamma"].f(x, d)
        if x != x:
            return nan
        v = of_zeta(n + 1.0, x, d)
        return v * math.copysign(1, 2 * (n % 2) - 1) if isinstance(v, float) and (v != v or math.isinf(v) or v == 0) else (-1) ** (n + 1) * mp.factorial(n) * v

    return g


def ulps(d):
    """Computed in float64 for narrower floats; there the libraries' own, of several steps."""
    return LIFTED_ULPS[d] if d != "float64" else 12


def row(name, f, arity=1, tol=ulps):
    return Row(name, FLOATS, f, lift=True, tol=tol, arity=arity)


def within(most, f, below, above):
    """f of numbers up to most, its limits beyond."""
    def g(x):
        return f(x) if abs(x) < most else above if x > 0 else below

    return g


TINY = mp.ldexp(1, -5000)


UNARY = {r.name: r for r in [
    row("Digamma", over(of_digamma, inf, nan, lambda x: math.copysign(inf, -x))),
    row("Entr", of_entr),
    row("Erfcx", over(erfcx, 0.0, inf)),
    row("Erfinv", of_erfinv),
    row("Exp2", over(within(5000, lambda x: mp.power(2, x), TINY, 1 / TINY), inf, 0.0), tol=LIFTED_ULPS.get),
    row("I0", over(bessel(0), inf, inf)),
    row("I0e", over(bessel_e(0), 0.0, 0.0)),
    row("I1", over(bessel(1), inf, -inf, lambda x: x)),
    row("I1e", over(bessel_e(1), 0.0, -0.0, lambda x: x)),
    row("Lgamma", over(of_lgamma, inf, inf)),
    row("LogNdtr", over(within(1e200, log_ndtr, -1 / TINY, -TINY), -0.0, -inf)),
    row("Logit", of_logit),
    row("Ndtr", over(within(1e4, ndtr, TINY, 1 - TINY), 1.0, 0.0)),
    row("Ndtri", of_ndtri),
    row("Sinc", of_sinc),
]}
BINARY = [
    row("BetaLn", of_betaln, arity=2),
    row("Igamma", incomplete(igamma, 0.0, 1.0), arity=2),
    row("Igammac", incomplete(igammac, 1.0, 0.0), arity=2),
    row("XLog1pY", times_log(-1, math.log1p, exact_log1p), arity=2),
    row("XLogY", times_log(0, math.log, mp.log), arity=2),
    row("Zeta", of_zeta, arity=2),
]


def betaln_terms(a, b):
    """|x f'(x)| of both operands; of negative ones those of each logarithm, and these themselves."""
    if a == 0 or b == 0:
        return 0.0
    psi = lambda x: of_digamma(mpf(x))
    c = mpf(a) + mpf(b)
    if a > 0 and b > 0:
        with mp.workprec(mp.prec + 1200):
            return abs(a * (psi(a) - psi(c))) + abs(b * (psi(b) - psi(c)))
    return sum(abs(of_lgamma(v)) + abs(v * psi(v)) for v in (mpf(a), mpf(b), c) if v != 0)


def density(a, x):
    """x times the gamma distribution's density."""
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a)) if a > 0 and x > 0 and max(a, x) < 1e30 else 0.0


# |x·f'(x)|: what an error of one unit in an operand makes. Where it is more than the result terms cancel.
SENSITIVE = {
    "BetaLn": betaln_terms,
    "Digamma": lambda x: x * of_zeta(2.0, float(x), None),
    "Igamma": density,
    "Igammac": density,
    "Lgamma": lambda x: x * UNARY["Digamma"].f(float(x), None),
    "Zeta": lambda s, q: s * q * of_zeta(float(s) + 1, float(q), None),
}


def slack(name, d, cols):
    f = SENSITIVE.get(name)
    if f is None:
        return None
    out = []
    for xs in zip(*cols):
        v = abs(float(f(*map(mpf, xs)) if name in ("BetaLn", "Igamma", "Igammac") else f(*xs))) if all(map(math.isfinite, xs)) else 0.0
        out.append(8 * eps("float64") * v if math.isfinite(v) else 0.0)
    return out


def emit(g, row, ops, f=None):
    label, c, out, mask = row.call(*ops)
    arrs = [cast(operand(o, common(*ops)), c) for o in ops]
    cols = [values(np.broadcast_to(a, out.shape)) for a in arrs]
    g.row(row.name, ops, out, tol=row.ulps(c), d=label, f=f, mask=mask, slack=slack(row.name, c, cols))


def dtypes_of(row):
    return [d for d in ALL if d in row.accepts or d == "bool" or is_int(d)]


def near(d):
    """Numbers about zeros, poles and where algorithms change."""
    v = [-0.5, -1.5, -2.25, -3.75, -10.5, -0.001, 0.25, 0.501, 0.75, 0.999, 1.001, 1.4616321449683622, 1.999, 2.001, 4.0, 9.5, 12.0, 26.0, 30.0, 63.9, 64.0, 1e3]
    v += [-38.4, -37.5, -30.25, -20.25, -5.5, -1.0, -0.98, 0.1, 5.5, 8.25, 37.5, 38.75, -1022.5, -1073.5, 1023.5]
    return values(build(v, d)) if d in FLOATS else []


def rows(g):
    for row in UNARY.values():
        for d in dtypes_of(row):
            emit(g, row, [A(build(edges(d) + ([] if d == "bool" else randoms(d, 24, row.name)) + near(d), d))], "contiguous")
            six = build(randoms(d, 6, "forms"), d, (2, 3))
            for f in FORMS[1:]:
                emit(g, row, [form(f, six)], f)
        for s in SCALARS[:3]:
            emit(g, row, [S(s.v)], "scalar")
        for d in COMPLEX:
            g.row(row.name, [A(build([1 + 1j], d))], err=["dtype"], d=d, f="contiguous")
    logit_rows(g)
    for row in BINARY:
        pair_rows(g, row)
    polygamma_rows(g)


def logit_rows(g):
    """Logit of numbers held between Eps and 1 − it."""
    for d in dtypes_of(UNARY["Logit"]):
        c = d if d in FLOATS else "float32"
        x = build(edges(d) + near(d), d)
        for e in (0.0, 0.001, 0.25, 0.5):
            v = values(cast(x, c))
            out = [t if t != t else of_logit(min(max(t, e), 1 - e), None) for t in v]
            g.row("Logit", [A(x)], build(out, c), tol=UNARY["Logit"].ulps(c), opts={"eps": e}, d=d, f="contiguous", mask=[1] * len(out))
        for e in (-0.5, 0.75):
            g.row("Logit", [A(x)], err=["value"], opts={"eps": e}, d=d, f="contiguous")


MORE = {
    "BetaLn": [-2.25, -7.5, 4.0, 9.5, 12.25, 300.5, 1e8],
    "Igamma": [0.75, 4.0, 12.25, 19.5, 30.0, 33.5, 400.0, 420.0],
    "Zeta": [-2.25, -7.5, 4.0, 12.25, 30.0],
}
MORE["Igammac"] = MORE["Igamma"]


def pair_rows(g, row):
    name = row.name
    for d in dtypes_of(row):
        v = pairs(name, d)
        if d in FLOATS:
            v = [x for x in v if name != "Zeta" or not 1 < x < 1.01] + values(build(MORE.get(name, []), d))
        emit(g, row, [A(build(v, d, (len(v), 1))), A(build(v, d, (1, len(v))))], "outer")
        a, b = build(small(d, 6, "x1"), d, (2, 3)), build(small(d, 6, "x2"), d, (2, 3))
        emit(g, row, [A(a), A(b)], "contiguous")
        for f in FORMS[1:]:
            emit(g, row, [form(f, a), A(b if f != "empty" else b[:0])], f)
            emit(g, row, [form(f, a), form(f, b)], f)
        emit(g, row, [A(a[:, :1]), A(b[0])], "broadcast")
        g.row(name, [A(a), A(b.reshape(3, 2))], err=["shape"], d=d)
        for s in SCALARS[:3]:
            emit(g, row, [A(a[0]), s], "scalar")
            emit(g, row, [s, A(a[0])], "scalar")
    emit(g, row, [S(2), S(3)], "scalar")
    for d in COMPLEX:
        g.row(name, [A(build([2 + 1j], d)), A(build([2.0], d))], err=["dtype"], d=d, f="contiguous")


def polygamma_rows(g):
    for n in (0, 1, 2, 5):
        r = row("Polygamma", of_polygamma(n))
        for d in dtypes_of(r):
            v = near(d) if d in FLOATS else edges(d)
            cases = [(A(build(v, d)), "contiguous")]
            six = build(small(d, 6, "forms"), d, (2, 3))
            cases += [(form(f, six), f) for f in FORMS[1:]]
            for x, f in cases:
                label, c, out, mask = r.call(x)
                col = values(np.broadcast_to(cast(operand(x, common(x)), c), out.shape))
                bend = [8 * eps("float64") * abs(float(t * of_polygamma(n + 1)(float(t), c))) if math.isfinite(t) else 0.0 for t in col]
                g.row("Polygamma", [{"int": n}, x], out, tol=r.ulps(c), d=label, f=f, mask=mask, slack=[b if math.isfinite(b) else 0.0 for b in bend])
    g.row("Polygamma", [{"int": -1}, A(build([1.0], "float32"))], err=["value"], d="float32", f="contiguous")
