"""Rows of the group dtypes: casts of every dtype to every other."""
import numpy as np

from .core import *
from .elementwise import edges, randoms


def sources(d):
    v = edges(d)
    if d in FLOATS:
        v += [127.5, -128.5, 255.9, 256.0, 32767.5, 65535.5, 2.0**31, -(2.0**31), 2.0**32, 2.0**63, -(2.0**63), 2.0**64, 1e10, -1.9, 1.9, 65519.0, 65520.0, 0.49]
        if d == "float64":
            # Halfway between two narrower floats, and a little beyond: rounded twice they would differ.
            v += [1 + 2.0**-11, 1 + 2.0**-11 + 2.0**-40, 1 + 3 * 2.0**-11, 1 + 2.0**-8, 1 + 2.0**-8 + 2.0**-40, 1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-50,
                  3.4028235677973366e38, 3.3895313892515355e38, 3.4e38, 1e-45, 7e-46, 6e-8, 2.9e-8, 1e-40, 9.2e-41]
    if d in ("int32", "uint32", "int64", "uint64"):
        v += [2**24 + 1, 2**25 + 3, 65519, 65520, 65504, 2**16 + 2**7, 2**16 + 2**8, 2**16 + 2**8 + 1]
    if d in ("int64", "uint64"):
        v += [2**53 + 1, 2**54 + 3, 2**40 + 2**32, 2**40 + 2**32 + 1, 2**40 + 2**16 + 1]
    if d in PART:
        v += [complex(0, 1), complex(0, -0.0), complex(1e-30, 0), complex(nan, 0), complex(0, inf), complex(inf, nan)]
    return v + (randoms(d, 12, "cast") if d != "bool" else [])


def rows(g):
    for d in ALL:
        x = build(sources(d), d)
        six = build(randoms(d, 6, "forms"), d, (2, 3))
        for to in ALL:
            if d in PART and to not in PART and to != "bool":
                g.row("Astype", [A(six), {"dtype": to}], err=["dtype"], d=d, why="take Real")
                continue
            g.row("Astype", [A(x), {"dtype": to}], cast(x, to), d=d, f="contiguous")
            for f in FORMS[1:]:
                a = form(f, six)
                g.row("Astype", [a, {"dtype": to}], cast(a.val, to), d=d, f=f)
                if f == "strided":
                    g.row("Astype", [a, {"dtype": to}], cast(a.val, to), opts={"copy": True}, d=d, f=f)
                    g.row("Astype", [a, {"dtype": to}], cast(a.val, to), opts={"copy": False}, d=d, f=f)
        for f in FORMS:
            a = form(f, six)
            shapes = {"zerod": [[], [3], [2, 1, 3], [0]], "empty": [[0, 3], [2, 0, 3]]}.get(f, [[2, 3], [4, 2, 3], [1, 0, 2, 3]])
            for s in shapes:
                g.row("BroadcastTo", [a, {"ints": s}], np.broadcast_to(a.val, s), d=d, f=f)
            for s in ([3, 2], [3], [1]) if f not in ("zerod",) else ([-1],):
                g.row("BroadcastTo", [a, {"ints": s}], err=["shape", "value"], d=d)
            others = [A(six[:1, :1]), A(six[0])]
            if f != "empty":
                g.row("BroadcastArrays", [a, *others], tuple(np.broadcast_arrays(a.val, *(o.val for o in others))), d=d, f=f)
            g.row("BroadcastArrays", [a], (a.val,), d=d, f=f)
            g.row("BroadcastArrays", [a, A(build([0, 1], "int8", (2, 1, 1)))], tuple(np.broadcast_arrays(a.val, build([0, 1], "int8", (2, 1, 1)))), d=d, f=f, why="dtypes stay")
        g.row("BroadcastTo", [A(six[:, :1]), {"ints": [2, 5]}], np.broadcast_to(six[:, :1], (2, 5)), d=d, f="contiguous")
        g.row("BroadcastArrays", [A(six), A(six[:, :2])], err=["shape"], d=d)
    for v, to in ((1.9, "int8"), (300.5, "int8"), (-1, "float16"), (True, "complex64"), (2.5, "bool")):
        x = build([v], S(v).alone(), ())
        g.row("Astype", [S(v), {"dtype": to}], cast(x, to), d=S(v).alone(), f="scalar")
