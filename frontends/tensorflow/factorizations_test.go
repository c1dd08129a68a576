package tensorflow

import (
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestFactorizations compares what of tf.linalg factorizes matrices with TensorFlow's, to some units in the last place of the
// greatest element; where signs and orders are the library's, by what does not depend on them.
func TestFactorizations(t *testing.T) {
	all := []*golden.Values{golden.ReadValues(t, "values-factorizations", 500), golden.ReadValues(t, "values-banded", 950)}
	each(t, "", func(t *testing.T, n *TensorFlow) {
		e := n.Env()
		list := func(path string, args ...any) (arrays []*ivy.Array) {
			for _, x := range n.Call(n.Functions.Must(path), args...).([]*frontend.Array) {
				arrays = append(arrays, x.V)
			}
			return arrays
		}
		wrap := func(xs ...*ivy.Array) any {
			var z []*frontend.Array
			for _, x := range xs {
				z = append(z, n.Wrap(x))
			}
			return z
		}
		diagonal := func(w *ivy.Array, d dtype.Dtype) *ivy.Array {
			k := w.Shape()[w.Ndim()-1]
			return e.Multiply(e.Astype(e.ExpandDims(w, ivy.Axis(-2)), d), e.Eye(k, d))
		}
		power := func(w *ivy.Array, times int) *ivy.Array {
			z := w
			for range times - 1 {
				z = e.Multiply(z, w)
			}
			return e.Sum(z, ivy.Axis(-1))
		}
		first := func(x *ivy.Array, k int) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, k)) }
		check := golden.Check{
			Near: golden.Transformed(2000),
			Function: func(path string) golden.Caller {
				return map[string]golden.Caller{
					"linalg.svd()": func(args ...any) any {
						z := list("linalg.svd", args...)
						k := z[0].Shape()[z[0].Ndim()-1]
						u, w := first(z[1], k), first(z[2], k)
						return wrap(z[0], e.MatMul(e.MatMul(u, diagonal(z[0], u.Dtype())), e.Adjoint(w)))
					},
					"linalg.eigh()": func(args ...any) any {
						z := list("linalg.eigh", args...)
						return wrap(z[0], e.MatMul(e.MatMul(z[1], diagonal(z[0], z[1].Dtype())), e.Adjoint(z[1])))
					},
					"linalg.eig()": func(args ...any) any {
						z := list("linalg.eig", args...)
						return wrap(power(z[0], 1), power(z[0], 2), e.MatMul(e.MatMul(z[1], diagonal(z[0], z[1].Dtype())), e.Inv(z[1])))
					},
					"linalg.eigvals()": func(args ...any) any {
						w := n.Call(n.Functions.Must("linalg.eigvals"), args...).(*frontend.Array).V
						return wrap(power(w, 1), power(w, 2), power(w, 3))
					},
					"linalg.eigh_tridiagonal()": func(args ...any) any {
						z := list("linalg.eigh_tridiagonal", append(args, frontend.Named{Name: "eigvals_only", Value: false})...)
						return wrap(z[0], e.MatMul(e.MatMul(z[1], diagonal(z[0], z[1].Dtype())), e.Adjoint(z[1])))
					},
				}[path]
			},
		}
		for _, v := range all {
			v.Run(t, n.Namespace, check)
		}
	})
}
