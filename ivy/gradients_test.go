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
