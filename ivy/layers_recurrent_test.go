package ivy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// Steps of much to do are compiled, and layers without lengths are whole where the backend has a kernel for them: with bit for bit the results of
// the calls, which they are where a gradient is asked for.
func TestRecurrentStepsAreCompiled(t *testing.T) {
	g := ivy.Standard().NewGenerator(1)
	const steps, batch, width, hidden = 20, 64, 8, 24
	x := g.Normal(0, 1, []int{steps, batch, width}, ivy.Float32)
	lengths := g.Integers(0, steps+2, []int{batch}, ivy.Int64)
	for _, c := range []struct {
		name  string
		gates int
		f     func(x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array
	}{
		{"LSTM", 4, func(x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h, c := ivy.LSTM(x, ws, o...)
			return []*ivy.Array{z, h, c}
		}},
		{"GRU", 3, func(x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h := ivy.GRU(x, ws, o...)
			return []*ivy.Array{z, h}
		}},
		{"RNN", 3, func(x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h := ivy.RNN(x, ws, append(o, ivy.Nonlinearity("relu"))...)
			return []*ivy.Array{z, h}
		}},
	} {
		rows, m := c.gates*hidden, hidden
		if c.name == "RNN" {
			m = rows
		}
		bound := 0.1
		var ws []*ivy.Array
		for _, dims := range [][]int{{rows, width}, {rows, m}, {rows}, {rows}} {
			ws = append(ws, g.Uniform(-bound, bound, dims, ivy.Float32))
		}
		for _, o := range [][]ivy.Option{nil, {ivy.Lengths(lengths)}} {
			got := c.f(x, ws, o...)
			var want []*ivy.Array
			ivy.Grad(func(x *ivy.Array) *ivy.Array {
				sum := ivy.Zeros([]int{})
				for _, z := range c.f(x, ws, o...) {
					want = append(want, ivy.StopGradient(z))
					sum = sum.Add(z.Sum())
				}
				return sum
			})(x)
			for i := range want {
				assert.Equal(t, want[i].Bytes(), got[i].Bytes(), "%s %v result %d", c.name, o, i)
			}
		}
	}
}
