package native_test

import (
	"fmt"
	"testing"

	"github.com/goivy/goivy/ivy"
)

// What is added to the rows of a product by a constant is added with it, with the bits of both calls: for every way in which products are computed, and where
// the vector is no constant, or does not lie in order.
func TestCompiledBias(t *testing.T) {
	e := newEnv(t)
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.Int16, ivy.Int32, ivy.Int64, ivy.Uint8, ivy.BFloat16} {
		for _, c := range [][3]int{{1, 5, 7}, {2, 3, 2}, {3, 1, 33}, {14, 64, 32}, {29, 700, 65}, {128, 384, 200}, {33, 16, 1}, {1, 900, 300}, {5, 0, 4}, {70, 257, 1100}} {
			t.Run(fmt.Sprint(d, c), func(t *testing.T) {
				n, k, m := c[0], c[1], c[2]
				scaled := func(x *ivy.Array) *ivy.Array {
					if !d.IsFloat() {
						return e.Astype(e.Add(e.Multiply(ramp(e, ivy.Float64, x.Shape()...), 50), 51), d)
					}
					return x
				}
				x, w, b := scaled(ramp(e, d, 2, n, k)), scaled(ramp(e, d, k, m)), scaled(ramp(e, d, m))
				pairs := scaled(ramp(e, d, m, 2))
				for name, f := range map[string]func(x ...*ivy.Array) []*ivy.Array{
					"constant": func(x ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.Relu(e.Add(e.MatMul(x[0], w), b))} },
					"argument": func(x ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.Add(x[1], e.MatMul(x[0], w))} },
					"computed": func(x ...*ivy.Array) []*ivy.Array {
						return []*ivy.Array{e.Add(e.MatMul(x[0], w), e.Multiply(e.Reshape(x[1], []int{1, 1, m}), 3))}
					},
					"a view": func(x ...*ivy.Array) []*ivy.Array {
						return []*ivy.Array{e.Add(e.MatMul(x[0], w), e.GetItem(x[2], ivy.Colon, 1))}
					},
					"the product too": func(x ...*ivy.Array) []*ivy.Array {
						y := e.MatMul(x[0], w)
						return []*ivy.Array{e.Add(y, b), e.Multiply(y, 2)}
					},
					"twice": func(x ...*ivy.Array) []*ivy.Array {
						y := e.MatMul(x[0], w)
						return []*ivy.Array{e.Add(e.Add(y, b), x[1])}
					},
					"one matrix": func(x ...*ivy.Array) []*ivy.Array {
						y := e.GetItem(x[0], 1)
						return []*ivy.Array{e.Add(e.MatMul(y, w), b), e.Add(e.MatMul(y, w), e.Reshape(b, []int{1, m})), e.Add(e.MatMul(y, w), e.MatMul(y, w))}
					},
					"a square": func(x ...*ivy.Array) []*ivy.Array {
						return []*ivy.Array{e.Add(e.MatMul(e.Multiply(e.GetItem(x[0], 0, ivy.Slice(0, 1)), 1), w), x[1])}
					},
				} {
					t.Run(name, func(t *testing.T) { check(t, e, f, x, b, pairs) })
				}
				t.Run("with itself", func(t *testing.T) { // of which half is computed, and the rest copied
					if k > 0 {
						check(t, e, func(x ...*ivy.Array) []*ivy.Array {
							return []*ivy.Array{e.Add(e.MatMul(x[0], e.MatrixTranspose(w)), x[1])}
						}, w, scaled(ramp(e, d, k)))
					}
				})
			})
		}
	}
}
