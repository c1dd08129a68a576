"""Rows of the group set: NaNs are each distinct, −0 equals 0."""
from .core import *
from .elementwise import edges, mixed, randoms, small


def unique(vals):
    """values, first indices, inverse, counts of Python numbers, NaN last and each for itself."""
    bad = lambda v: v != v
    key = lambda v: (v.real, v.imag) if isinstance(v, complex) else v
    good = sorted({v for v in vals if not bad(v)}, key=key)
    reps, first, counts = [], [], []
    where = {}
    for v in good:
        at = [i for i, x in enumerate(vals) if x == v]
        for i in at:
            where[i] = len(reps)
        reps.append(vals[at[0]])
        first.append(at[0])
        counts.append(len(at))
    for i, v in enumerate(vals):
        if bad(v):
            where[i] = len(reps)
            reps.append(v)
            first.append(i)
            counts.append(1)
    return reps, first, [where[i] for i in range(len(vals))], counts


def rows(g):
    i8 = lambda v, s=None: build(v, "int64", s)
    for d in ALL:
        v = edges(d)
        if d in PART:
            v = v[::2] + [complex(inf, 1), complex(1, inf), complex(-inf, 0), complex(nan, nan)]
        mixed_up = v[::2] + v[::-3] + v[1::2]
        few = build([x for x in (randoms(d, 4, "unique") * 6)][:24], d, (2, 3, 4))
        if d in FLOATS:
            few.reshape(-1)[[3, 9, 14]] = nan
        arrs = [("contiguous", A(build(mixed_up, d))), ("contiguous", A(few)), ("zerod", form("zerod", few)), ("empty", A(few[:, :0]))]
        arrs += [(f, form(f, few)) for f in FORMS[1:5]]
        for f, a in arrs:
            vals, first, inverse, counts = unique(values(a.val))
            u = build(vals, d)
            m = [int(isinstance(p, float) and p == 0) for x in vals for p in ((x.real, x.imag) if d in PART else (x,))]
            inv = i8(inverse, a.val.shape)
            g.row("UniqueAll", [a], (u, i8(first), inv, i8(counts)), d=d, f=f, mask=m)
            g.row("UniqueCounts", [a], (u, i8(counts)), d=d, f=f, mask=m)
            g.row("UniqueInverse", [a], (u, inv), d=d, f=f, mask=m)
            g.row("UniqueValues", [a], u, d=d, f=f, mask=m)

        x, y = build(mixed_up, d), build(v[1::2] + v[1::2][:2], d)
        six = build(small(d, 6, "isin"), d, (2, 3))
        two = build(values(six)[1:5], d, (2, 2))
        isin = lambda a, b: build([any(p == q for q in values(b)) for p in values(a)], "bool", a.shape)
        for inv in (False, True):
            o = {"invert": True} if inv else {}
            fix = (lambda r: ~r) if inv else (lambda r: r)
            g.row("IsIn", [A(x), A(y)], fix(isin(x, y)), opts=o, d=d, f="contiguous", why="NaN is in no set" if d in INEXACT else None)
            for f in FORMS:
                a = form(f, six)
                g.row("IsIn", [a, A(two)], fix(isin(a.val, two)), opts=o, d=d, f=f)
                b = form(f, two)
                g.row("IsIn", [A(six), b], fix(isin(six, b.val)), opts=o, d=d, f=f)
        for s in (S(True), S(2), S(2.5)):
            c = common(A(six), s)
            g.row("IsIn", [A(six), s], isin(cast(six, c), operand(s, c)), d=c, f="scalar")
            g.row("IsIn", [s, A(six)], isin(operand(s, c), cast(six, c)), d=c, f="scalar")
    for d1 in ALL:
        for d2 in ALL:
            if d1 != d2:
                c = promote(d1, d2)
                x, y = mixed(d1, "IsIn", 1), mixed(d2, "IsIn", 2)
                g.row("IsIn", [A(x), A(y)], isin(cast(x, c), cast(y, c)), d=c, f="mixed")
