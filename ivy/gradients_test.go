package ivy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

func TestGradSimple(t *testing.T) {
	x := ivy.Asarray([]float64{1, 2, 3})
	g := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Multiply(ivy.Exp(x), x)) })(x).(*ivy.Array)
	t.Log(g)
	gg := ivy.Grad(func(x *ivy.Array) *ivy.Array {
		return ivy.Sum(ivy.Square(ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Multiply(ivy.Exp(x), x)) })(x).(*ivy.Array)))
	})(x)
	t.Log(gg)
	z, tz := ivy.JVP(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(x, x) }, []ivy.Tree{x}, []ivy.Tree{ivy.OnesLike(x)})
	t.Log(z, tz)
	t.Log(ivy.Jacobian(func(x *ivy.Array) *ivy.Array { return ivy.CumulativeProd(x) })(x))
	t.Log(ivy.Hessian(func(x *ivy.Array) *ivy.Array { return ivy.Prod(x) })(x))
	w := ivy.Grad(func(x *ivy.Array) *ivy.Array {
		y := ivy.ZerosLike(x)
		row := y.Get(ivy.Slice(0, 2))
		row.Set(ivy.Multiply(x.Get(ivy.Slice(1, 3)), 2.0))
		y.Set(x.Get(0), 2)
		return ivy.Sum(ivy.Multiply(y, x))
	})(x)
	t.Log(w)
	assert.Equal(t, 1, 1)
}

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
	t.Log(g)
}
