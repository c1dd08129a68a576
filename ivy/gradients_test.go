package ivy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// Derivatives of first and second order, forwards and backwards, on numbers worked out by hand.
func TestGrad(t *testing.T) {
	x := ivy.Asarray([]float64{1, 2, 3})
	near := func(want []float64, got any) {
		t.Helper()
		assert.InDeltaSlice(t, want, ivy.Values[float64](got.(*ivy.Array)), 1e-9)
	}
	f := func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Multiply(ivy.Exp(x), x)) } // (1 + x)·exp(x)
	e1, e2, e3 := math.Exp(1), math.Exp(2), math.Exp(3)
	near([]float64{2 * e1, 3 * e2, 4 * e3}, ivy.Grad(f)(x))
	twice := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Square(ivy.Grad(f)(x).(*ivy.Array))) })
	near([]float64{2 * 2 * e1 * 3 * e1, 2 * 3 * e2 * 4 * e2, 2 * 4 * e3 * 5 * e3}, twice(x))
	z, tz := ivy.JVP(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(x, x) }, []ivy.Tree{x}, []ivy.Tree{ivy.OnesLike(x)})
	near([]float64{1, 4, 9}, z)
	near([]float64{2, 4, 6}, tz)
	near([]float64{1, 0, 0, 2, 1, 0, 6, 3, 2}, ivy.Jacobian(func(x *ivy.Array) *ivy.Array { return ivy.CumulativeProd(x) })(x))
	near([]float64{0, 3, 2, 3, 0, 1, 2, 1, 0}, ivy.Hessian(func(x *ivy.Array) *ivy.Array { return ivy.Prod(x) })(x))
	near([]float64{7, 8, 5}, ivy.Grad(func(x *ivy.Array) *ivy.Array { // 2·x0·x1 + 2·x1·x2 + x2·x0, by writes
		y := ivy.ZerosLike(x)
		row := y.Get(ivy.Slice(0, 2))
		row.Set(ivy.Multiply(x.Get(ivy.Slice(1, 3)), 2.0))
		y.Set(x.Get(0), 2)
		return ivy.Sum(ivy.Multiply(y, x))
	})(x))
}

// A compiled gradient is that of the calls, bit for bit, in trees like the arguments.
func TestCompiledGrad(t *testing.T) {
	type layer struct{ W, B *ivy.Array }
	params := []layer{{ivy.Full([]int{3, 4}, 0.1, ivy.Float32), ivy.Zeros([]int{4}, ivy.Float32)}, {ivy.Full([]int{4, 2}, 0.2, ivy.Float32), ivy.Zeros([]int{2}, ivy.Float32)}}
	x := ivy.Asarray([][]float32{{1, 2, 3}, {4, 5, 6}})
	loss := func(ps []layer, x *ivy.Array) *ivy.Array {
		for i, p := range ps {
			x = ivy.Add(ivy.MatMul(x, p.W), p.B)
			if i == 0 {
				x = ivy.Tanh(x)
			}
		}
		return ivy.Mean(ivy.LogSoftmax(x).Get(ivy.Colon, 0))
	}
	f := ivy.ValueAndGrad(loss)
	v, g := f(params, x)
	c := ivy.Compile(f)
	for range 3 {
		zs := c.CallTree(params, x)
		assert.NoError(t, c.Eager())
		assert.Equal(t, v.Bytes(), zs[0].(*ivy.Array).Bytes())
		want, got := g.([]layer), zs[1].([]layer)
		for i := range want {
			assert.Equal(t, want[i].W.Bytes(), got[i].W.Bytes())
			assert.Equal(t, want[i].B.Bytes(), got[i].B.Bytes())
		}
	}
}

// The rule of convolutions against differences: strides, padding, dilations of both, groups.
func TestConvGrad(t *testing.T) {
	for _, c := range []struct {
		x, w    []int
		strides []int
		padding any
		opts    []ivy.Option
	}{
		{[]int{2, 7, 1}, []int{3, 1, 2}, []int{1}, "VALID", nil},
		{[]int{2, 7, 3}, []int{3, 3, 2}, []int{2}, "SAME", nil},
		{[]int{2, 8, 9, 2}, []int{3, 2, 2, 3}, []int{2, 3}, [][2]int{{1, 2}, {0, 4}}, []ivy.Option{ivy.Dilations{2, 1}}},
		{[]int{2, 8, 9, 4}, []int{3, 2, 2, 6}, []int{2, 1}, [][2]int{{1, 2}, {0, 1}}, []ivy.Option{ivy.FeatureGroupCount(2), ivy.XDilations{2, 1}}},
		{[]int{1, 4, 4}, []int{2, 4, 1}, []int{3}, 4, []ivy.Option{ivy.XDilations{3}}},
		{[]int{1, 3, 4, 3, 2}, []int{2, 2, 2, 2, 2}, []int{1, 2, 1}, "SAME", nil},
		{[]int{1, 3, 4, 4}, []int{2, 2, 1, 4}, []int{1, 2}, "SAME", []ivy.Option{ivy.FeatureGroupCount(4)}},
		// Batches whose filters' gradient the backend's kernel makes.
		{[]int{9, 6, 2}, []int{3, 2, 3}, []int{1}, "SAME", nil},
		{[]int{8, 6, 5, 2}, []int{3, 2, 2, 3}, []int{2, 1}, [][2]int{{1, 0}, {0, 2}}, []ivy.Option{ivy.Dilations{1, 2}}},
		{[]int{8, 7, 4, 1}, []int{2, 2, 1, 2}, []int{3, 2}, "VALID", nil},
		{[]int{10, 3, 4, 3}, []int{2, 2, 3, 2}, []int{1, 2}, "SAME", []ivy.Option{ivy.XDilations{2, 1}}},
		{[]int{8, 3, 3, 3, 2}, []int{2, 2, 2, 2, 2}, []int{1, 2, 1}, "SAME", nil},
	} {
		mk := func(s []int) *ivy.Array {
			n := 1
			for _, d := range s {
				n *= d
			}
			return ivy.Reshape(ivy.Sin(ivy.Multiply(ivy.Arange(n, ivy.Float64), 1.7)), s)
		}
		x, w := mk(c.x), mk(c.w)
		f := func(x, w *ivy.Array) *ivy.Array {
			z := ivy.ConvGeneralDilated(x, w, c.strides, c.padding, c.opts...)
			return ivy.Sum(ivy.Multiply(z, mk(z.Shape())))
		}
		gs := ivy.Grad(f, ivy.Argnums(0, 1))(x, w).([]ivy.Tree)
		for k, v := range []*ivy.Array{x, w} {
			got := ivy.Values[float64](gs[k].(*ivy.Array))
			assert.Equal(t, v.Shape(), gs[k].(*ivy.Array).Shape())
			flat := ivy.Values[float64](v)
			for i := range flat {
				at := func(h float64) float64 {
					p := append([]float64(nil), flat...)
					p[i] += h
					q := ivy.Reshape(ivy.Asarray(p), v.Shape())
					if k == 0 {
						return ivy.Item[float64](f(q, w))
					}
					return ivy.Item[float64](f(x, q))
				}
				assert.InDelta(t, (at(1e-4)-at(-1e-4))/2e-4, got[i], 1e-8)
			}
		}
	}
}

// A field that is optional has no arrays where it is nil, in whatever a tree is used for.
func TestOptionalFields(t *testing.T) {
	type layer struct {
		W    *ivy.Array
		B    *ivy.Array        `ivy:"optional"`
		More []*ivy.Array      `ivy:"optional"`
		Any  ivy.Tree          `ivy:"optional"`
		Map  map[string]*layer `ivy:"optional"`
		Next *layer            `ivy:"optional"`
		Rows [1]*ivy.Array     `ivy:"optional"` // of arrays of Go all elements are there
		Note string            `ivy:"-"`
	}
	x := ivy.Asarray([]float64{1, 2})
	m := &layer{W: x, Next: &layer{W: x, B: x, Rows: [1]*ivy.Array{x}}, Rows: [1]*ivy.Array{x}, Note: "kept"}
	assert.Equal(t, []string{"W", "Next.W", "Next.B", "Next.Rows.0", "Rows.0"}, ivy.TreePaths(m))
	f := func(m *layer) *ivy.Array {
		z := m.W.Square().Add(m.Next.W)
		for l := m; l != nil; l = l.Next {
			if l.B != nil {
				z = z.Add(l.B.Multiply(3))
			}
		}
		return z.Sum()
	}
	g := ivy.Grad(f)(m).(*layer)
	assert.Equal(t, []float64{2, 4}, g.W.Data())
	assert.Equal(t, []float64{3, 3}, g.Next.B.Data())
	assert.Nil(t, g.B)
	assert.Equal(t, "kept", g.Note)
	c := ivy.Compile(f)
	assert.Equal(t, 5.0+3+9, c.CallTree(m)[0].(*ivy.Array).Float())
	m.B = x // another structure
	assert.Equal(t, 5.0+3+9+9, c.CallTree(m)[0].(*ivy.Array).Float())
	assert.NoError(t, c.Eager())
	assert.ErrorContains(t, ivy.Try(func() { ivy.Leaves(&layer{}) }), `a nil array in a tree, at "W"`)
}
