//go:build tensorflow

package tensorflow

import (
	"errors"
	"math"
	"sync/atomic"

	"github.com/goivy/goivy/backends/internal/bynative"
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A formula writes the operations that compute a result of operands of dtype g.in, which
// it may broadcast; the result has dtype g.out.
type formula func(g *graph, x ...value) value

// op is the formula of one operation.
func op(name string) formula {
	return func(g *graph, x ...value) value { return g.Op(name, x...) }
}

// same is the formula of the operand itself.
func same(_ *graph, x ...value) value { return x[0] }

// of returns f but for operands of the dtypes given, for which it is other.
func (f formula) of(dtypes dtype.Set, other formula) formula {
	return func(g *graph, x ...value) value {
		if dtypes.Has(g.in) {
			return other(g, x...)
		}
		return f(g, x...)
	}
}

// through returns f computed in dtype d for operands of the dtypes given, cast there and
// back by TensorFlow's cast. A result of the operands' dtype is computed in d, too, one of
// another (bool) is left.
func (f formula) through(d dtype.Dtype, dtypes dtype.Set) formula {
	return f.detour(dtypes, func(dtype.Dtype) dtype.Dtype { return d }, (*graph).cast)
}

// signed returns f computed with the bits of unsigned integers as signed ones.
func (f formula) signed() formula { return f.detour(dtype.Unsigned, signedOf, (*graph).bitcast) }

func (f formula) detour(dtypes dtype.Set, by func(dtype.Dtype) dtype.Dtype, convert func(*graph, value, dtype.Dtype) value) formula {
	return func(g *graph, x ...value) value {
		if !dtypes.Has(g.in) {
			return f(g, x...)
		}
		in, out := g.in, g.out
		g.in = by(in)
		ys := make([]value, len(x))
		for i := range x {
			ys[i] = convert(g, x[i], g.in)
		}
		if out != in {
			z := f(g, ys...)
			g.in = in
			return z
		}
		g.out = g.in
		z := f(g, ys...)
		g.in, g.out = in, out
		return convert(g, z, out)
	}
}

// A row is a formula and its programs, for each dtype of the operands and the result.
type row struct {
	op       *ops.Op
	f        formula
	operands int
	programs [dtype.Count][dtype.Count]atomic.Pointer[tfeager.Program]
}

// program returns the program for operands that TensorFlow broadcasts by itself.
func (r *row) program(in, out dtype.Dtype) *tfeager.Program {
	if p := r.programs[in][out].Load(); p != nil {
		return p
	}
	g := &graph{in: in, out: out}
	g.Reset(r.operands)
	xs := make([]value, r.operands)
	for i := range xs {
		xs[i] = g.Operand(i)
	}
	g.Return(r.f(g, xs...))
	r.programs[in][out].Store(&g.Program)
	return &g.Program
}

// broadcast is the kernel for shapes that not every operation of TensorFlow's broadcasts.
func (r *row) broadcast(out backend.Spec, in dtype.Dtype, xs ...backend.Buffer) (backend.Buffer, error) {
	shapes := make([][]int, len(xs))
	for i, x := range xs {
		shapes[i] = shapeOf(x)
	}
	return compose(out, in, func(g *graph) value {
		return g.alongside(out.Shape, shapes, func(x ...value) value { return r.f(g, x...) })
	}, xs...)
}

func unary(o ops.Unary, f formula) *row { return &row{op: o.Op, f: f, operands: 1} }

func binary(o ops.Binary, f formula) *row { return &row{op: o.Op, f: f, operands: 2} }

func (r *row) unary(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
	b := x.(*buffer)
	if len(b.Shape) > mostAxes { // of an operand and constants, which broadcast
		return r.broadcast(out, b.Dtype, x)
	}
	return run1(r.program(b.Dtype, out.Dtype), out, x)
}

func (r *row) binary(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
	a, b := x.(*buffer), y.(*buffer)
	if err := inline.Limit(out); err != nil {
		return nil, err
	}
	if !direct(out.Shape, a.Shape, b.Shape) {
		return r.broadcast(out, a.Dtype, x, y)
	}
	return run2(r.program(a.Dtype, out.Dtype), out, x, y)
}

// entries are the kernels of rows.
func entries(rows []*row) []backend.Entry {
	es := make([]backend.Entry, len(rows))
	for i, r := range rows {
		if r.operands == 1 {
			es[i] = backend.Unary(ops.Unary{Op: r.op}, r.unary)
		} else {
			es[i] = backend.Binary(ops.Binary{Op: r.op}, r.binary)
			if r.op == ops.Pow.Op {
				es[i].Binary = complexByNative(ops.Pow, r.binary)
			}
		}
	}
	return es
}

var errByNative = errors.New("the native backend computes it, outside of graphs: TensorFlow's is far off")

// complexByNative is the kernel k, but of complex numbers the native backend's: the library's
// power is off by as many units in the last place as the logarithm is long.
func complexByNative(o ops.Binary, k backend.BinaryKernel) backend.BinaryKernel {
	native := byNative(o)
	return func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		if !out.Dtype.IsComplex() {
			return k(out, x, y)
		}
		return native(out, x, y)
	}
}

// byNative is the native backend's kernel of a row. A graph cannot contain it.
func byNative(o ops.Binary) backend.BinaryKernel {
	return func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		device := localDevice
		for _, b := range []backend.Buffer{x, y} {
			if _, here := inline.Host(b.(*buffer).strided()); !here && of(b).IsSymbol() {
				return nil, errByNative
			}
			switch d := (Backend{}).Device(b); {
			case device == localDevice:
				device = d
			case d != localDevice && d != device:
				return nil, &backend.DeviceError{A: device, B: d}
			}
		}
		z, err := bynative.Binary(Backend{}, o, out, x, y, shapeOf(x), shapeOf(y))
		if err == nil && device != localDevice {
			z, err = Backend{}.Place(out, z, device)
		}
		return z, err
	}
}

var (
	orBool    = dtype.Boolean
	unsigned  = dtype.Unsigned
	integers  = dtype.Integer | dtype.Boolean
	complexes = dtype.Complex

	float16s           = dtype.Of(dtype.Float16)
	float32s, float64s = dtype.Of(dtype.Float32), dtype.Of(dtype.Float64)
	belowFloat64       = dtype.Float &^ float64s
	complex64s         = dtype.Of(dtype.Complex64)
)

// copied is the row that compiled graphs use too.
var copied = unary(ops.CopyArray, same)

// casts is the row that reductions use too.
var casts = unary(ops.Cast, cast)

var elementwiseRows = []*row{
	casts,
	copied,
	unary(ops.Positive, same),
	unary(ops.Abs, op("Abs").of(unsigned|orBool, same).of(complexes, magnitude)),
	unary(ops.Acos, op("Acos").through(dtype.Float64, float32s)),
	unary(ops.Acosh, op("Acosh")),
	unary(ops.Asin, op("Asin").through(dtype.Float64, float32s)),
	unary(ops.Asinh, op("Asinh")),
	unary(ops.Atan, op("Atan").through(dtype.Float64, float32s)),
	unary(ops.Atanh, op("Atanh")),
	unary(ops.BitwiseInvert, op("Invert").of(orBool, op("LogicalNot"))),
	unary(ops.Ceil, op("Ceil").of(integers, same)),
	unary(ops.Conj, op("Conj").of(dtype.Real, same)),
	unary(ops.Cos, op("Cos")),
	unary(ops.Cosh, op("Cosh")),
	unary(ops.Erf, op("Erf").through(dtype.Float64, float32s)),
	unary(ops.Erfc, op("Erfc")),
	unary(ops.Exp, op("Exp").of(float64s, exp).through(dtype.Complex128, complex64s)),
	unary(ops.Expm1, op("Expm1").through(dtype.Float64, float32s).of(complexes, byParts(complexExpm1))),
	unary(ops.Floor, op("Floor").of(integers, same)),
	unary(ops.Imag, op("ZerosLike").of(complexes, part("Imag"))),
	unary(ops.IsFinite, op("IsFinite").of(integers, everywhere).of(complexes, bothParts("IsFinite"))),
	unary(ops.IsInf, op("IsInf").of(integers, nowhere).of(complexes, eitherPart("IsInf"))),
	unary(ops.IsNan, op("IsNan").of(integers, nowhere).of(complexes, eitherPart("IsNan"))),
	unary(ops.Log, op("Log").through(dtype.Float64, float32s).of(complexes, byParts(complexLog))),
	unary(ops.Log1p, op("Log1p").through(dtype.Float64, float32s).of(complexes, byParts(complexLog1p))),
	unary(ops.Log2, formula(log2).of(belowFloat64, logScaled(math.Ln2).double()).of(complexes, byParts(complexLogBase(math.Log2E)))),
	unary(ops.Log10, formula(log10).of(belowFloat64, logScaled(math.Ln10).double()).of(complexes, byParts(complexLogBase(math.Log10E)))),
	unary(ops.LogicalNot, op("LogicalNot")),
	unary(ops.Negative, op("Neg").signed()),
	unary(ops.Real, formula(same).of(complexes, part("Real"))),
	unary(ops.Reciprocal, op("Reciprocal").of(float32s|dtype.Of(dtype.BFloat16), reciprocal).of(complexes, byParts(complexReciprocal))),
	unary(ops.Round, op("Round").of(integers, same).of(complexes, byParts(roundedParts))),
	unary(ops.Sign, op("Sign").of(unsigned, formula(signUnsigned)).of(complexes, byParts(complexSign))),
	unary(ops.SignBit, formula(negativeBit).of(dtype.Signed, negative).of(unsigned, nowhere)),
	unary(ops.Sin, op("Sin")),
	unary(ops.Sinh, op("Sinh")),
	unary(ops.Sqrt, op("Sqrt").of(complexes, byParts(complexSqrt))),
	unary(ops.Square, op("Square").through(dtype.Complex128, complex64s)),
	unary(ops.Tan, op("Tan").of(complexes, atInfinity("Tan", 1)).through(dtype.Complex128, complex64s)),
	unary(ops.Tanh, op("Tanh").through(dtype.Float64, float32s).of(complexes, atInfinity("Tanh", 0))),
	unary(ops.Trunc, formula(trunc).of(integers, same)),

	binary(ops.Add, op("AddV2").of(orBool, op("LogicalOr"))),
	binary(ops.Atan2, op("Atan2").through(dtype.Float64, float32s)),
	binary(ops.BitwiseAnd, op("BitwiseAnd").of(orBool, op("LogicalAnd"))),
	binary(ops.BitwiseLeftShift, leftShift),
	binary(ops.BitwiseOr, op("BitwiseOr").of(orBool, op("LogicalOr"))),
	binary(ops.BitwiseRightShift, rightShift),
	binary(ops.BitwiseXor, op("BitwiseXor").of(orBool, op("NotEqual"))),
	binary(ops.CopySign, copySign),
	binary(ops.Divide, op("RealDiv").of(complexes, byParts(complexDivide))),
	binary(ops.Equal, op("Equal")),
	binary(ops.FloorDivide, formula(floorDivide).double().of(integers, floorDivideIntegers)),
	binary(ops.Fmax, unlessNaN("Maximum").of(integers, op("Maximum")).of(orBool, op("LogicalOr"))),
	binary(ops.Fmin, unlessNaN("Minimum").of(integers, op("Minimum")).of(orBool, op("LogicalAnd"))),
	binary(ops.Gcd, gcd),
	binary(ops.Greater, op("Greater").through(dtype.Uint8, orBool)),
	binary(ops.GreaterEqual, op("GreaterEqual").through(dtype.Uint8, orBool)),
	binary(ops.Hypot, formula(hypot).narrow()),
	binary(ops.JoinComplex, joinComplex),
	binary(ops.Lcm, lcm),
	binary(ops.Less, op("Less").through(dtype.Uint8, orBool)),
	binary(ops.LessEqual, op("LessEqual").through(dtype.Uint8, orBool)),
	binary(ops.LogAddExp, formula(logAddExp).of(belowFloat64, formula(logAddExpPlain).double())),
	binary(ops.LogicalAnd, op("LogicalAnd")),
	binary(ops.LogicalOr, op("LogicalOr")),
	binary(ops.LogicalXor, op("NotEqual")),
	binary(ops.Maximum, op("Maximum").of(orBool, op("LogicalOr"))),
	binary(ops.Minimum, op("Minimum").of(orBool, op("LogicalAnd"))),
	binary(ops.Multiply, op("Mul").of(orBool, op("LogicalAnd")).of(complexes, byParts(complexMultiply))),
	binary(ops.NextAfter, op("NextAfter").of(dtype.Narrow, nextAfter)),
	binary(ops.NotEqual, op("NotEqual")),
	binary(ops.Pow, op("Pow").of(float64s, power).
		of(integers, formula(powerIntegers).through(dtype.Int64, unsigned)).of(dtype.Of(dtype.Uint64), powerUint64)),
	binary(ops.Remainder, formula(remainder).narrow().of(integers, remainderIntegers)),
	binary(ops.Subtract, op("Sub")),
}

var elementwiseKernels = entries(elementwiseRows)

// everywhere is true for every element.
func everywhere(g *graph, x ...value) value { return g.equal(x[0], x[0]) }

func signUnsigned(g *graph, x ...value) value { return g.Op("Minimum", x[0], g.integer(g.in, 1)) }

// negative is whether integers are.
func negative(g *graph, x ...value) value { return g.less(x[0], g.integer(g.in, 0)) }

// nowhere is false for every element.
func nowhere(g *graph, x ...value) value { return g.Op("NotEqual", x[0], x[0]) }

// parts returns the real and the imaginary parts of complex numbers.
func (g *graph) parts(x value) (re, im value) {
	re = g.Op("Real", x)
	g.Type("Tout", code(g.in.Component()))
	im = g.Op("Imag", x)
	g.Type("Tout", code(g.in.Component()))
	return re, im
}

// eitherPart is whether a predicate holds of a part of complex numbers.
func eitherPart(name string) formula {
	return func(g *graph, x ...value) value {
		re, im := g.parts(x[0])
		return g.Op("LogicalOr", g.Op(name, re), g.Op(name, im))
	}
}

// magnitude is |x| of complex numbers.
func magnitude(g *graph, x ...value) value {
	z := g.Op("ComplexAbs", x[0])
	g.Type("Tout", code(g.out))
	return z
}

// cast is the contract's Cast: floats become integers as truncated and held in range, NaN
// as 0; everything else is rounded once.
func cast(g *graph, xs ...value) value {
	x := xs[0]
	narrow := dtype.Narrow.Has(g.out)
	switch {
	case g.in == g.out:
		return x
	case g.out == dtype.Bool && g.in.IsComplex():
		return g.Op("NotEqual", x, g.number(g.in, 0))
	case g.in.IsFloat() && g.out.IsInteger():
		return g.truncated(x)
	case g.in == dtype.Float64 && narrow:
		return g.cast(g.odd(x), g.out)
	case g.in.IsInteger() && g.in.Bits() >= 32 && narrow:
		return g.cast(g.odd(g.double(x)), g.out)
	}
	return g.cast(x, g.out)
}

// truncated makes floats integers.
func (g *graph) truncated(x value) value {
	if g.in != dtype.Float64 {
		x = g.cast(x, dtype.Float64)
	}
	number := func(v float64) value { return g.number(dtype.Float64, v) }
	nan := g.Op("IsNan", x)
	if g.out.Bits() < 64 {
		lo, hi := 0.0, math.Ldexp(1, g.out.Bits())-1
		if g.out.IsSigned() {
			lo, hi = -math.Ldexp(1, g.out.Bits()-1), math.Ldexp(1, g.out.Bits()-1)-1
		}
		x = g.Op("Minimum", g.Op("Maximum", x, number(lo)), number(hi))
		return g.cast(g.cast(g.where(nan, number(0), x), dtype.Int64), g.out)
	}
	const half = 0x1p63
	if g.out == dtype.Int64 {
		above, below := g.Op("GreaterEqual", x, number(half)), g.Op("Less", x, number(-half))
		outside := g.Op("LogicalOr", nan, g.Op("LogicalOr", above, below))
		n := g.cast(g.where(outside, number(0), x), dtype.Int64)
		n = g.where(above, g.integer(dtype.Int64, math.MaxInt64), n)
		return g.where(below, g.integer(dtype.Int64, math.MinInt64), n)
	}
	above, upper := g.Op("GreaterEqual", x, number(2*half)), g.Op("GreaterEqual", x, number(half))
	outside := g.Op("LogicalOr", nan, g.Op("LogicalOr", above, g.Op("Less", x, number(0))))
	n := g.cast(g.where(outside, number(0), g.where(upper, g.Op("Sub", x, number(half)), x)), dtype.Int64)
	n = g.where(upper, g.Op("BitwiseXor", n, g.integer(dtype.Int64, math.MinInt64)), n)
	n = g.where(nan, g.integer(dtype.Int64, 0), n)
	return g.bitcast(g.where(above, g.integer(dtype.Int64, -1), n), dtype.Uint64)
}

// odd rounds float64 to float32 so that a further rounding is right: what is not exact
// gets an odd last bit.
func (g *graph) odd(x value) value {
	f := g.cast(x, dtype.Float32)
	back := g.cast(f, dtype.Float64)
	bits := g.bitcast(f, dtype.Int32)
	one := g.integer(dtype.Int32, 1)
	toZero := g.where(g.Op("Greater", g.Op("Abs", back), g.Op("Abs", x)), g.Op("Sub", bits, one), bits)
	inexact := g.Op("LogicalAnd", g.Op("NotEqual", back, x), g.Op("Equal", x, x))
	return g.bitcast(g.where(inexact, g.Op("BitwiseOr", toZero, one), bits), dtype.Float32)
}

// double makes integers of 32 and 64 bits float64, exact enough to be rounded to a
// narrower type: of those that do not fit, the last of 52 bits says whether more were set.
func (g *graph) double(x value) value {
	if g.in.Bits() < 64 {
		return g.cast(x, dtype.Float64)
	}
	integer := func(v int64) value { return g.integer(g.in, v) }
	if g.in == dtype.Uint64 {
		// The upper half is halved, its last bit kept; then all are int64.
		low := g.Op("BitwiseOr", g.Op("RightShift", x, integer(1)), g.Op("BitwiseAnd", x, integer(1)))
		upper := g.Op("Less", g.bitcast(x, dtype.Int64), g.integer(dtype.Int64, 0))
		h := g.bitcast(g.where(upper, low, x), dtype.Int64)
		in := g.in
		g.in = dtype.Int64
		d := g.double(h)
		g.in = in
		return g.where(upper, g.Op("Mul", d, g.number(dtype.Float64, 2)), d)
	}
	sticky := g.Op("NotEqual", g.Op("BitwiseAnd", x, integer(0xfff)), integer(0))
	cut := g.Op("BitwiseOr", g.Op("BitwiseAnd", x, integer(^int64(0xfff))), g.Op("Mul", g.cast(sticky, dtype.Int64), integer(2048)))
	small := g.Op("LogicalAnd", g.Op("Less", x, integer(1<<52)), g.Op("Greater", x, integer(-1<<52)))
	return g.cast(g.where(small, x, cut), dtype.Float64)
}
