package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Factorized tensors by Ivy's names: results are what package decomposition gives, which is compared with TensorLy.
func TestDecompositions(t *testing.T) {
	const x = "x = ivy.reshape(ivy.arange(24.0, dtype='float64'), (2, 3, 4)) ** 2\n"
	for program, want := range map[string]string{
		`t = ivy.tucker(x, [1, 2, 3])
(t.core.shape, [f.shape for f in t.factors])`: "((1, 2, 3), [(2, 1), (3, 2), (4, 3)])",
		`core, factors = ivy.tucker(x)
ivy.allclose(ivy.multi_mode_dot(core, factors), x)`: "ivy.array(True)",
		`t, errors = ivy.tucker(x, 2, return_errors=True, tol=None, n_iter_max=4, verbose=True, svd="truncated_svd")
(len(errors), errors[0] > errors[3] or errors[3] < 1)`: "(4, True)",
		`len(ivy.tucker(x, 2, return_errors=True, tol=0.5)[1])`: "3",
		`first = ivy.tucker(x, [2, 2, 2])
t = ivy.tucker(x, [2, 2, 2], fixed_factors=[0], init=first)
ivy.all(t.factors[0] == first.factors[0])`: "ivy.array(True)",
		`t = ivy.tucker(x, [2, 2, 2], init=(ivy.ones((2, 2, 2), dtype='float64'), [ivy.ones((n, 2), dtype='float64') for n in x.shape]))
t.core.shape`: "(2, 2, 2)",
		`a = ivy.tucker(x, 2, init="random", seed=3, mask=x > 0.0, svd_mask_repeats=2)
b = ivy.tucker(x, 2, init="random", seed=3, mask=x > 0.0, svd_mask_repeats=2)
ivy.all(a.core == b.core)`: "ivy.array(True)",
		`core, factors = ivy.partial_tucker(x, [2], [-1])
(core.shape, [f.shape for f in factors])`: "((2, 3, 2), [(4, 2)])",
		`t = ivy.initialize_tucker(x, [2, 3], [0, 1], init="random", seed=1, non_negative=True)
(t.core.shape, ivy.min(t.core) >= 0.0)`: "((2, 3, 4), ivy.array(True))",
		`[f.shape for f in ivy.tensor_train(x, [1, 2, 3, 1], svd="truncated_svd", verbose=False)]`: "[(1, 2, 2), (2, 3, 3), (3, 4, 1)]",
		`[f.shape for f in ivy.tensor_train(input_tensor=x, rank=1)]`:                              "[(1, 2, 1), (1, 3, 1), (1, 4, 1)]",
		`u, s, vh = ivy.truncated_svd(x[0], True, 2)
(u.shape, s.shape, vh.shape)`: "((3, 2), (2,), (2, 4))",
		`ivy.truncated_svd(x[0], compute_uv=False, n_eigenvecs=1).shape`: "(1,)",
		`ivy.svd_flip([[-3.0], [1.0]], [[1.0, -1.0]])`:                   "(ivy.array([[ 3.],\n           [-1.]]), ivy.array([[-1.,  1.]]))",
		`ivy.svd_flip([[3.0], [1.0]], [[1.0, -2.0]], False)`:             "(ivy.array([[-3.],\n           [-1.]]), ivy.array([[-1.,  2.]]))",
		`u, s, vh = ivy.truncated_svd(x[0])
w, h = ivy.make_svd_non_negative(x[0], u, s, vh, nntype="nndsvda")
ivy.min(w) > 0.0`: "ivy.array(True)",
		`ivy.tt_matrix_to_tensor([ivy.ones((1, 2, 3, 2)), ivy.ones((2, 2, 1, 1))]).shape`: "(2, 2, 3, 1)",
		`ivy.tt_matrix_to_tensor(ivy.ones((2, 1, 2, 2, 1))).shape`:                        "(2, 2, 2, 2)",
		`z = ivy.zeros((2, 2))
ivy.tt_matrix_to_tensor([ivy.ones((1, 2, 2, 1))], out=z)
z`: "ivy.array([[1., 1.],\n           [1., 1.]])",
		`t = ivy.random_tucker((3, 4), [2, 2], dtype='float64', seed=1, orthogonal=True, non_negative=True)
(t.core.shape, t.core.dtype, ivy.min(t.factors[0]) >= 0.0)`: "((2, 2), float64, ivy.array(True))",
		`ivy.all(ivy.random_tucker((3, 4), 2, seed=1, full=True) == ivy.random_tucker((3, 4), 2, seed=1, full=True))`: "ivy.array(True)",
		`t = ivy.random_cp((3, 4), 2, seed=1, orthogonal=True)
(ivy.allclose(t.weights, ivy.ones(2)), [f.shape for f in t.factors])`: "(ivy.array(True), [(3, 2), (4, 2)])",
		`(ivy.random_cp((3, 4), 2, full=True).shape, ivy.random_cp((3, 4), 2, normalise_factors=False).weights)`: "((3, 4), ivy.array([1., 1.]))",
		`([f.shape for f in ivy.random_tt((3, 4), 2)], ivy.random_tt((3, 4), [1, 2, 1], full=True).shape)`:       "([(1, 3, 2), (2, 4, 1)], (3, 4))",
		`([f.shape for f in ivy.random_tr((3, 4), [2, 1, 2])], ivy.random_tr((3, 4), 2, full=True).shape)`:       "([(2, 3, 1), (1, 4, 2)], (3, 4))",
		`t = ivy.random_parafac2([(3, 4), (2, 4)], 2, seed=5)
(t.weights.shape, [f.shape for f in t.factors], [p.shape for p in t.projections])`: "((2,), [(2, 2), (2, 2), (4, 2)], [(3, 2), (2, 2)])",
		`ivy.random_parafac2([(3, 4), (2, 4)], 2, full=True, normalise_factors=False).shape`: "(2, 3, 4)",
	} {
		v, err := evaluated(t, x+program)
		if assert.NoError(t, err, program) {
			assert.Equal(t, want, v.String(), program)
		}
	}
	for program, want := range map[string]string{
		`ivy.tucker("a")`:                                     "x",
		`ivy.tucker(x, "a")`:                                  "rank",
		`ivy.tucker(x, 9)`:                                    "rank 9",
		`ivy.tucker(x, fixed_factors=[0])`:                    "Init",
		`ivy.tucker(x, n_iter_max=0)`:                         "n_iter_max",
		`ivy.tucker(x, init="sv")`:                            "init",
		`ivy.tucker(x, init=(x,))`:                            "init",
		`ivy.tucker(x, svd="numpy_svd")`:                      "svd",
		`ivy.tucker(x, seed=-1)`:                              "seed",
		`ivy.tucker(x, mask="a")`:                             "mask",
		`ivy.tucker(x, svd_mask_repeats=0)`:                   "svd_mask_repeats",
		`ivy.tucker(x, tol="a")`:                              "tol",
		`ivy.partial_tucker(x, None, [3])`:                    "mode 3",
		`ivy.initialize_tucker(x, [2])`:                       "modes",
		`ivy.tensor_train(x, [1, 2])`:                         "ranks",
		`ivy.truncated_svd(x)`:                                "matrix",
		`ivy.truncated_svd(x[0], n_eigenvecs=0)`:              "n_eigenvecs",
		`ivy.svd_flip(x[0], "a")`:                             "V",
		`ivy.make_svd_non_negative(x[0], x[0], x[0], x[0])`:   "shapes",
		`ivy.make_svd_non_negative(x, x, x, x, nntype="nnd")`: "kind",
		`ivy.tt_matrix_to_tensor([x])`:                        "four axes",
		`ivy.tt_matrix_to_tensor([x], out=1)`:                 "out",
		`ivy.random_tucker((3, 0), 1)`:                        "lengths",
		`ivy.random_cp((3, 4), [1, 2])`:                       "rank",
		`ivy.random_cp((3, 4), 2, dtype="int8")`:              "int8",
		`ivy.random_tt((3, 4), [2, 2, 1])`:                    "rank",
		`ivy.random_tr((3, 4), [1, 2, 3])`:                    "rank",
		`ivy.random_parafac2([(3, 4, 5)], 2)`:                 "pairs",
		`ivy.random_parafac2(3, 2)`:                           "shapes",
	} {
		_, err := evaluated(t, x+program)
		require.Error(t, err, program)
		assert.Contains(t, err.Error(), want, program)
		assert.NotContains(t, err.Error(), "fault in this library", program)
	}
}
