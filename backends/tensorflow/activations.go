//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var activationRows = []*row{
	unary(ops.Expit, sigmoid.through(dtype.Float32, dtype.Narrow).through(dtype.Float64, float32s).of(complexes, byParts(complexSigmoid))),
	unary(ops.Sigmoid, sigmoid.through(dtype.Float32, dtype.Narrow).through(dtype.Float64, float32s).of(complexes, byParts(complexSigmoid))),
	unary(ops.Silu, formula(silu).double()),
	unary(ops.Relu, op("Relu").of(dtype.Float, relu).of(orBool, same)),
	unary(ops.GeluErf, formula(geluErf).double()),
	unary(ops.GeluTanh, formula(geluTanh).double()),
	unary(ops.SoftplusOne, formula(softplus).double().of(dtype.Of(dtype.Float16), op("Softplus"))),
}

var activationKernels = entries(activationRows)

// relu has one zero: TensorFlow's keeps −0.
func relu(g *graph, x ...value) value { return g.add(g.Op("Relu", x[0]), g.number(g.in, 0)) }

// sigmoid is 1/(1 + e**−x), and e**x where that is as near: TensorFlow's has no subnormal
// results.
var sigmoid = op("Sigmoid").of(dtype.Of(dtype.Float64), func(g *graph, x ...value) value { return g.sigmoid(x[0]) })

// sigmoid is that of float64s.
func (g *graph) sigmoid(x value) value {
	return g.where(g.less(x, g.float64(-40)), g.exp(x), g.Op("Sigmoid", x))
}

// unlessFar is z, and −0 where x is so far to the left that z is 0 or NaN.
func (g *graph) unlessFar(x, z value, end float64) value {
	return g.where(g.less(x, g.float64(end)), g.float64(math.Copysign(0, -1)), z)
}

// timesSigmoid is x/(1 + e**−u).
func (g *graph) timesSigmoid(x, u value) value {
	e, by := g.powers(u)
	return g.where(g.less(u, g.float64(-40)), g.mul(g.mul(x, e), by), g.mul(x, g.Op("Sigmoid", u)))
}

func silu(g *graph, x ...value) value {
	return g.unlessFar(x[0], g.timesSigmoid(x[0], x[0]), -800)
}

// geluErf is x·Φ(x), Φ by the complementary error function, which is exact to the left.
func geluErf(g *graph, x ...value) value {
	phi := g.Op("Erfc", g.mul(x[0], g.float64(-math.Sqrt2/2)))
	return g.unlessFar(x[0], g.mul(g.mul(x[0], g.float64(0.5)), phi), -40)
}

// geluTanh goes by the sigmoid of twice the tangent's argument.
func geluTanh(g *graph, x ...value) value {
	cube := g.add(g.mul(g.mul(x[0], x[0]), g.float64(0.044715)), g.float64(1))
	u := g.mul(g.mul(x[0], g.float64(2*math.Sqrt2/math.SqrtPi)), cube)
	return g.unlessFar(x[0], g.timesSigmoid(x[0], u), -30)
}

// softplus is the greater of x and 0, and the logarithm of what the other adds.
func softplus(g *graph, x ...value) value {
	return g.add(g.Op("Maximum", x[0], g.float64(0)), g.Op("Log1p", g.exp(g.neg(g.abs(x[0])))))
}
