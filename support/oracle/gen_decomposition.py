"""Records TensorLy's tensor decompositions and the arrays of its factorized forms, into
ivy/decomposition/testdata/tensorly.json. Run it with the packages of requirements_golden.txt."""
import json
import pathlib
import warnings

import numpy as np
import tensorly
from tensorly import decomposition
from tensorly.cp_tensor import cp_normalize, cp_to_tensor
from tensorly.parafac2_tensor import parafac2_normalise, parafac2_to_slices, parafac2_to_tensor
from tensorly.tenalg.svd import make_svd_non_negative, svd_flip, truncated_svd
from tensorly.tr_tensor import tr_to_tensor
from tensorly.tt_matrix import tt_matrix_to_tensor
from tensorly.tt_tensor import tt_to_tensor
from tensorly.tucker_tensor import tucker_to_tensor

warnings.simplefilter("ignore")
OUT = pathlib.Path(__file__).resolve().parents[2] / "ivy" / "decomposition" / "testdata" / "tensorly.json"
draw = np.random.default_rng(11)
cases = {}


def array(x):
    x = np.asarray(x)
    return {"shape": list(x.shape), "data": x.ravel().tolist()}


def arrays(xs):
    return [array(x) for x in xs]


def add(name, args, results, **settings):
    cases[name] = {"args": arrays(args), "results": arrays(results), **settings}


# Tucker: arrays of low rank with noise, for which the iterations end late.
def low(shape, rank, noise):
    x = draw.standard_normal(rank)
    for i, n in enumerate(shape):
        x = np.moveaxis(np.tensordot(x, draw.standard_normal((n, rank[i])), (i, 1)), -1, i)
    return x + noise * draw.standard_normal(shape)


for name, x, rank in (("three", low((5, 6, 4), (2, 3, 2), 0.3), [2, 3, 2]), ("one rank", low((4, 5, 3), (2, 2, 2), 1.0), [2, 2, 2]),
                      ("four", low((3, 4, 2, 3), (2, 2, 1, 2), 0.5), [2, 2, 1, 2]), ("matrix", low((6, 4), (2, 2), 0.1), [2, 2]), ("whole", low((3, 2, 4), (2, 2, 2), 1.0), [3, 2, 4])):
    for most, tol in ((1, 1e-4), (100, 1e-4), (7, 0)):
        (core, factors), errors = decomposition.partial_tucker(x, rank, n_iter_max=most, tol=tol, init="svd")
        add(f"tucker {name} {most}", [x], [core, *factors, tucker_to_tensor((core, factors))], rank=rank, iterations=most, tolerance=tol or -1, errors=[float(e) for e in errors])
x = low((5, 4, 6), (2, 4, 3), 0.3)
(core, factors), errors = decomposition.partial_tucker(x, [2, 3], modes=[0, 2])
add("partial 0 2", [x], [core, *factors], rank=[2, 3], modes=[0, 2], errors=[float(e) for e in errors])
mask = (draw.random(x.shape) > 0.2).astype(float)
x = low((5, 4, 6), (2, 2, 2), 0.01)
(core, factors), errors = decomposition.partial_tucker(x * mask, [2, 2, 2], mask=mask, n_iter_max=30)
add("masked", [x * mask, mask], [core, *factors], rank=[2, 2, 2], iterations=30, errors=[float(e) for e in errors])

for name, x, rank in (("three", draw.standard_normal((4, 5, 3)), [1, 3, 2, 1]), ("most", draw.standard_normal((3, 4, 2, 5)), [1, 100, 100, 100, 1]),
                      ("cut", draw.standard_normal((2, 6, 5)), [1, 2, 3, 1]), ("vector", draw.standard_normal(4), [1, 1])):
    factors = decomposition.tensor_train(x, list(rank)).factors if x.ndim > 1 else [x.reshape(1, -1, 1)]
    add(f"train {name}", [x], [*factors, tt_to_tensor(factors)], rank=rank)

for rows, columns, n in ((5, 3, 2), (5, 3, 3), (3, 5, 4), (5, 3, 0), (4, 4, 9)):
    x = draw.standard_normal((rows, columns))
    u, s, v = truncated_svd(x, n or None)
    u, v = svd_flip(u, v)
    add(f"truncated {rows} {columns} {n}", [x], [u, s, v], n=n)
for rows, columns in ((5, 3), (3, 5), (4, 4)):
    u, v = draw.standard_normal((rows, 3)), draw.standard_normal((3, columns))
    for by_u in (True, False):
        add(f"flip {rows} {columns} {by_u}", [u, v], svd_flip(u, v, u_based_decision=by_u), by_u=by_u)
for rows, columns, n in ((6, 4, 3), (4, 6, 4), (3, 3, 1)):
    x = draw.random((rows, columns))
    u, s, v = truncated_svd(x, n)
    for kind in ("nndsvd", "nndsvda"):
        w, h = make_svd_non_negative(x, u.copy(), s.copy(), v.copy(), kind)
        add(f"nonnegative {rows} {columns} {n} {kind}", [x, u, s, v], [w, h], kind=kind)

for rank in (1, 3):
    factors = [draw.standard_normal((n, rank)) for n in (3, 4, 2)]
    weights = draw.standard_normal(rank)
    w, f = cp_normalize((weights, factors))
    add(f"cp {rank}", [weights, *factors], [cp_to_tensor((weights, factors)), w, *f])
factors = [draw.standard_normal(s) for s in ((2, 3, 4), (4, 2, 3), (3, 5, 2))]
add("ring", factors, [tr_to_tensor(factors)])
factors = [draw.standard_normal(s) for s in ((1, 2, 3, 4), (4, 3, 2, 2), (2, 2, 1, 1))]
add("train matrix", factors, [tt_matrix_to_tensor(factors)])
factors = [draw.standard_normal(s) for s in ((3, 2), (2, 2), (4, 2))]
projections = [np.linalg.qr(draw.standard_normal((n, 2)))[0] for n in (5, 3, 4)]
weights = draw.standard_normal(2)
full = (weights, factors, projections)
w, f, _ = parafac2_normalise(full)
add("parafac2", [weights, *factors, *projections], [parafac2_to_tensor(full), w, *f, *parafac2_to_slices(full)])

OUT.parent.mkdir(exist_ok=True)
OUT.write_text(json.dumps({"tensorly": tensorly.__version__, "cases": cases}, indent=None, separators=(",", ":")) + "\n")
print(len(cases), "cases")
