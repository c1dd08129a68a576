//go:build tensorflow

package tensorflow

import (
	"bytes"
	endian "encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// libraryOps are TensorFlow's own operations of the name of a row's, but for what is in
// the comment: the formulas that a row would be if the library had every dtype, and right.
var libraryOps = map[*ops.Op]formula{
	ops.CopyArray.Op: same, ops.Positive.Op: same,
	ops.Cast.Op:  nil, // TestBackend holds it
	ops.Abs.Op:   op("Abs"),
	ops.Acos.Op:  op("Acos"),
	ops.Acosh.Op: op("Acosh"), ops.Asin.Op: op("Asin"), ops.Asinh.Op: op("Asinh"), ops.Atan.Op: op("Atan"), ops.Atanh.Op: op("Atanh"),
	ops.BitwiseInvert.Op: op("Invert"), ops.Ceil.Op: op("Ceil"), ops.Conj.Op: op("Conj"), ops.Cos.Op: op("Cos"), ops.Cosh.Op: op("Cosh"), ops.Erf.Op: op("Erf"), ops.Erfc.Op: op("Erfc"),
	ops.Exp.Op: op("Exp"), ops.Expm1.Op: op("Expm1"), ops.Floor.Op: op("Floor"), ops.Imag.Op: part("Imag"), ops.IsFinite.Op: op("IsFinite"), ops.IsInf.Op: op("IsInf"),
	ops.IsNan.Op: op("IsNan"), ops.Log.Op: op("Log"), ops.Log1p.Op: op("Log1p"), ops.LogicalNot.Op: op("LogicalNot"), ops.Negative.Op: op("Neg"), ops.Real.Op: part("Real"),
	ops.Reciprocal.Op: op("Reciprocal"), ops.Round.Op: op("Round"), ops.Sign.Op: op("Sign"), ops.Sin.Op: op("Sin"), ops.Sinh.Op: op("Sinh"), ops.Sqrt.Op: op("Sqrt"),
	ops.Square.Op: op("Square"), ops.Tan.Op: op("Tan"), ops.Tanh.Op: op("Tanh"),

	ops.Add.Op: op("AddV2"), ops.Atan2.Op: op("Atan2"), ops.BitwiseAnd.Op: op("BitwiseAnd"), ops.BitwiseLeftShift.Op: op("LeftShift"), ops.BitwiseOr.Op: op("BitwiseOr"),
	ops.BitwiseRightShift.Op: op("RightShift"), ops.BitwiseXor.Op: op("BitwiseXor"), ops.Divide.Op: op("RealDiv"), ops.Equal.Op: op("Equal"), ops.FloorDivide.Op: op("FloorDiv"),
	ops.Greater.Op: op("Greater"), ops.GreaterEqual.Op: op("GreaterEqual"), ops.JoinComplex.Op: joinComplex, ops.Less.Op: op("Less"), ops.LessEqual.Op: op("LessEqual"),
	ops.LogicalAnd.Op: op("LogicalAnd"), ops.LogicalOr.Op: op("LogicalOr"), ops.LogicalXor.Op: op("NotEqual"), ops.Maximum.Op: op("Maximum"), ops.Minimum.Op: op("Minimum"),
	ops.Multiply.Op: op("Mul"), ops.NextAfter.Op: op("NextAfter"), ops.NotEqual.Op: op("NotEqual"), ops.Pow.Op: op("Pow"), ops.Remainder.Op: op("FloorMod"),
	ops.Subtract.Op: op("Sub"),

	ops.Expit.Op: op("Sigmoid"), ops.Sigmoid.Op: op("Sigmoid"), ops.Relu.Op: op("Relu"), ops.SoftplusOne.Op: op("Softplus"),

	ops.Digamma.Op: op("Digamma"), ops.Erfinv.Op: op("Erfinv"), ops.I0.Op: op("BesselI0"), ops.I0e.Op: op("BesselI0e"), ops.I1.Op: op("BesselI1"), ops.I1e.Op: op("BesselI1e"),
	ops.Lgamma.Op: op("Lgamma"), ops.Ndtri.Op: op("Ndtri"), ops.Zeta.Op: op("Zeta"),

	// The library has none of these.
	ops.CopySign.Op: nil, ops.Erfcx.Op: nil, ops.Fmax.Op: nil, ops.Fmin.Op: nil, ops.Gcd.Op: nil, ops.GeluErf.Op: nil, ops.GeluTanh.Op: nil, ops.Hypot.Op: nil, ops.Lcm.Op: nil,
	ops.Log10.Op: nil, ops.Log2.Op: nil, ops.LogAddExp.Op: nil, ops.SignBit.Op: nil, ops.Silu.Op: nil, ops.Trunc.Op: nil,
}

var allDtypes = flag.Bool("all-dtypes", false, "TestDetours takes every dtype, not only float32 and those of one and two bytes")

// TestDetours holds that each row gives what native gives (but for some of which golden
// rows allow more). It tries TensorFlow's own operation for each row and dtype: where that
// is there and gives the same, the row must be it, and where not, something else. "make
// detours" does so for every dtype.
func TestDetours(t *testing.T) {
	race.Sequential(t)
	var table []string
	for _, r := range slices.Concat(elementwiseRows, activationRows, specialRows) {
		own, listed := libraryOps[r.op]
		require.True(t, listed, r.op.Name)
		var detours []string
		for _, d := range r.op.In.Dtypes() {
			if !*allDtypes && d.Size() > 2 && d != dtype.Float32 {
				continue
			}
			if r.op != ops.Cast.Op && r.op != ops.GeluErf.Op && r.op != ops.GeluTanh.Op && !(r.op == ops.Pow.Op && d.IsComplex()) {
				if wrong := difference(r, d, r.op.Out(d, dtype.StandardDefaults)); wrong != "" {
					t.Errorf("%v of %v: %s", r.op, d, wrong)
				}
			}
			if own == nil {
				continue
			}
			wrong, verdict := detour(r, own, d)
			if wrong != "" {
				t.Error(wrong)
			}
			if verdict != "" {
				detours = append(detours, d.String()+": "+verdict)
			}
		}
		if detours != nil {
			table = append(table, r.op.Name+"\n\t"+strings.Join(detours, "\n\t"))
		}
	}
	t.Logf("detours on TensorFlow %s\n%s", Backend{}.Version(), strings.Join(table, "\n"))
}

// TestDetoursAreProbed holds that a detour that is wrong is found, whichever way.
func TestDetoursAreProbed(t *testing.T) {
	race.Sequential(t)
	for _, c := range []struct {
		name string
		op   ops.Unary
		f    formula
		d    dtype.Dtype
		want string
	}{
		{"none, and none needed", ops.Floor, op("Floor"), dtype.Float32, ""},
		{"needed for the dtype", ops.Floor, op("Floor").of(integers, same), dtype.Int8, ""},
		{"needed for the values", ops.Asin, op("Asin").through(dtype.Float64, float32s), dtype.Float32, ""},
		{"missing for the dtype", ops.Floor, op("Floor"), dtype.Int8, "Floor of int8 needs a detour"},
		{"missing for the values", ops.Asin, op("Asin"), dtype.Float32, "Asin of float32 needs a detour"},
		{"not needed", ops.Floor, op("Floor").double(), dtype.Float32, "Floor of float32 needs no detour"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := detour(unary(c.op, c.f), op(c.op.Name), c.d)
			if c.want == "" {
				assert.Empty(t, got)
			} else {
				assert.Contains(t, got, c.want)
			}
		})
	}
}

// detour returns what is wrong with a row of dtype d, compared with the library's own operation,
// and what is wrong with that, "" if nothing is.
func detour(r *row, own formula, d dtype.Dtype) (wrong, verdict string) {
	out := r.op.Out(d, dtype.StandardDefaults)
	raw := &row{op: r.op, f: own, operands: r.operands}
	straight := reflect.DeepEqual(raw.program(d, out), r.program(d, out))
	if r.op == ops.Pow.Op && d.IsComplex() { // see complexByNative
		straight = false
	}
	verdict = difference(raw, d, out)
	switch {
	case straight && verdict != "":
		return fmt.Sprintf("%v of %v needs a detour: %s", r.op, d, verdict), verdict
	case !straight && verdict == "":
		return fmt.Sprintf("%v of %v needs no detour: TensorFlow's own is right", r.op, d), verdict
	}
	return "", verdict
}

// difference returns how a row fails, or differs from native, "" if it does not. In addition to
// long arrays it tries short ones: the library's loops over whole vectors and over the
// rest are not the same.
func difference(r *row, d, out dtype.Dtype) string {
	xs := operandsOf(r.op, d)
	if diff := differenceOf(r, d, out, xs); diff != "" {
		return diff
	}
	const few = 3
	size := few * d.Size()
	for i := 0; i < 100 && (i+1)*size <= len(xs[0]); i++ {
		part := make([][]byte, len(xs))
		for j := range xs {
			part[j] = xs[j][i*size : (i+1)*size]
		}
		if diff := differenceOf(r, d, out, part); diff != "" {
			return diff + ", in a short array"
		}
	}
	return ""
}

func differenceOf(r *row, d, out dtype.Dtype, xs [][]byte) string {
	native := must(backend.Lookup("native"))
	ref := native.Kernels().Entry(r.op)
	n := len(xs[0]) / d.Size()
	spec, result := backend.Spec{Dtype: d, Shape: []int{n}}, backend.Spec{Dtype: out, Shape: []int{n}}
	var here, there [2]backend.Buffer
	for i, x := range xs {
		here[i], there[i] = must(Backend{}.FromHost(spec, x)), must(native.FromHost(spec, x))
	}
	var got, want backend.Buffer
	var err error
	if r.operands == 1 {
		got, err = r.unary(result, here[0])
		want = must(ref.Unary(result, there[0]))
	} else {
		got, err = r.binary(result, here[0], here[1])
		want = must(ref.Binary(result, there[0], there[1]))
	}
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), ":")
		return "TensorFlow does not take it: " + text
	}
	g, w := make([]byte, n*out.Size()), make([]byte, n*out.Size())
	if err := (Backend{}).ToHost(got, g); err != nil {
		return err.Error()
	}
	if err := native.ToHost(want, w); err != nil {
		panic(err)
	}
	bad, first, worst := 0, -1, 0.0
	for i := range n {
		u := apart(r.op, out, g[i*out.Size():(i+1)*out.Size()], w[i*out.Size():(i+1)*out.Size()])
		if u > allowed(out) {
			if bad++; first < 0 || u > worst {
				first, worst = i, u
			}
		}
	}
	if bad == 0 || d.Size() > 2 && bad <= n/50_000 && worst <= allowed(out)+1 { // the library's functions have one unit more at a few arguments in a million
		return ""
	}
	env := must(ivy.NewEnv("native"))
	element := func(d dtype.Dtype, data []byte) string {
		return fmt.Sprint(env.FromBytes(d, nil, data[first*d.Size():(first+1)*d.Size()]))
	}
	args := element(d, xs[0])
	if len(xs) > 1 {
		args += ", " + element(d, xs[1])
	}
	text := fmt.Sprintf("f(%s) = %s, want %s", args, element(out, g), element(out, w))
	if worst < inf {
		text += fmt.Sprintf(" (%.3g units in the last place)", worst)
	}
	return fmt.Sprintf("%s, %d of %d", text, bad, n)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// allowed is how many units in the last place a result may be away. The library's
// functions of float64 have 3 at a few arguments in a million, and what is made of two of
// them, for complex numbers, has 6.
func allowed(d dtype.Dtype) float64 {
	return [dtype.Count]float64{dtype.BFloat16: 1, dtype.Float16: 1, dtype.Float32: 2, dtype.Float64: 3, dtype.Complex64: 6, dtype.Complex128: 6}[d]
}

// exactOps are rounded as IEEE 754 says.
var exactOps = map[*ops.Op]bool{ops.Add.Op: true, ops.Subtract.Op: true, ops.Multiply.Op: true, ops.Divide.Op: true, ops.Sqrt.Op: true, ops.Reciprocal.Op: true, ops.Square.Op: true}

// openZeros are those of which the standard leaves open which zero they give.
var openZeros = map[*ops.Op]bool{ops.Fmax.Op: true, ops.Fmin.Op: true, ops.Maximum.Op: true, ops.Minimum.Op: true}

// definiteZeros are those of complex numbers whose zeros' signs the standard states.
var definiteZeros = map[*ops.Op]bool{ops.Tan.Op: true, ops.Tanh.Op: true}

// apart is the distance of two elements in units in the last place, of complex numbers of
// the greater part; infinite if they are of different kinds.
func apart(o *ops.Op, d dtype.Dtype, g, w []byte) float64 {
	if bytes.Equal(g, w) {
		return 0
	}
	if !dtype.Inexact.Has(d) {
		return inf
	}
	c := d.Component()
	worst, unit, signs := 0.0, 0.0, true
	for i := 0; i < len(w); i += c.Size() {
		y := floatOf(c, w[i:])
		unit = max(unit, spacing(c, math.Abs(y)))
		signs = signs && y == y // with NaN the sign of an infinity is open
	}
	for i := 0; i < len(w); i += c.Size() {
		x, y := floatOf(c, g[i:]), floatOf(c, w[i:])
		switch {
		case x != x && y != y, !signs && math.Abs(x) == math.Abs(y):
		case x == y && (x != 0 || d.IsComplex() && !definiteZeros[o] || openZeros[o] || math.Signbit(x) == math.Signbit(y)):
		case !d.IsComplex() && math.IsInf(x, 0) && y == math.Copysign(must(dtype.Finfo(d)).Max, x):
			worst = max(worst, 1)
		case x != x || y != y || x == y || math.IsInf(x, 0) || math.IsInf(y, 0) || exactOps[o] && !d.IsComplex():
			return inf
		default:
			worst = max(worst, math.Abs(x-y)/unit)
		}
	}
	return worst
}

func floatOf(d dtype.Dtype, data []byte) float64 {
	switch d {
	case dtype.BFloat16:
		return float64(dtype.Brain(endian.LittleEndian.Uint16(data)).Float32())
	case dtype.Float16:
		return float64(dtype.Half(endian.LittleEndian.Uint16(data)).Float32())
	case dtype.Float32:
		return float64(math.Float32frombits(endian.LittleEndian.Uint32(data)))
	}
	return math.Float64frombits(endian.LittleEndian.Uint64(data))
}

// spacing is the unit in the last place of x, 0 if it is not finite.
func spacing(d dtype.Dtype, x float64) float64 {
	f := must(dtype.Finfo(d))
	if math.IsInf(x, 0) || x != x {
		return 0
	}
	_, e := math.Frexp(max(x, f.SmallestNormal))
	return math.Ldexp(f.Eps, e-1)
}

// operandsOf returns the elements to try an operation with: of one, every number of 16
// bits; of two of 8 bits, every pair; otherwise the ends of the dtype with one another,
// and random numbers.
func operandsOf(o *ops.Op, d dtype.Dtype) [][]byte {
	h := fnv.New64()
	h.Write([]byte(o.Name)) // the same numbers whatever rows there are
	r := rand.New(rand.NewSource(int64(h.Sum64())))
	binary := o.Family == ops.FamilyBinary
	var x, y []byte
	add := func(a, b []byte) { x, y = append(x, a...), append(y, b...) }
	switch {
	case d.Size() == 1 || d.Size() == 2 && !binary:
		for i := range 1 << d.Bits() {
			a := endian.LittleEndian.AppendUint16(nil, uint16(i))[:d.Size()]
			if d == dtype.Bool && i > 1 {
				break
			}
			for j := range 1 << d.Bits() {
				if !binary || d == dtype.Bool && j > 1 {
					break
				}
				add(a, []byte{byte(j)})
			}
			if !binary {
				add(a, nil)
			}
		}
	default:
		ends := endsOf(d)
		for _, a := range ends {
			for _, b := range ends {
				add(a, b)
			}
		}
		for range 100_000 {
			add(randomOf(r, d), randomOf(r, d))
		}
	}
	if binary {
		return [][]byte{x, y}
	}
	return [][]byte{x}
}

// endsOf are elements where things go wrong.
func endsOf(d dtype.Dtype) (all [][]byte) {
	if d.IsInteger() {
		for _, v := range []int64{0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 63, 64, -1, -2, -3, -8, math.MaxInt64 >> (64 - d.Bits()), math.MinInt64 >> (64 - d.Bits()), math.MaxInt64>>(64-d.Bits()) - 1} {
			all = append(all, endian.LittleEndian.AppendUint64(nil, uint64(v))[:d.Size()])
		}
		return all
	}
	c := d.Component()
	f := must(dtype.Finfo(c))
	var parts [][]byte
	for _, v := range []float64{0, 1, 0.5, 2, 3, 1.5, 2.5, 0.1, 10, 88.5, 100, 745, f.Eps, f.Max, f.SmallestNormal, f.SmallestNormal / 2, f.SmallestNormal * f.Eps, inf} {
		parts = append(parts, appendElement(nil, c, backend.FloatScalar(v)), appendElement(nil, c, backend.FloatScalar(-v)))
	}
	parts = append(parts, appendElement(nil, c, backend.FloatScalar(nan)))
	if !d.IsComplex() {
		return parts
	}
	for _, a := range []int{0, 1, 2, 3, 6, 19, 26, 34, 35, 36} {
		for _, b := range []int{0, 1, 2, 3, 7, 19, 27, 34, 35, 36} {
			all = append(all, slices.Concat(parts[a], parts[b]))
		}
	}
	return all
}

// randomOf is a random element: of integers any, and small ones; of floats some of every
// magnitude, and many near 1.
func randomOf(r *rand.Rand, d dtype.Dtype) []byte {
	if d.IsInteger() {
		v := r.Uint64()
		if r.Intn(2) == 0 {
			v = uint64(r.Intn(41) - 20)
		}
		return endian.LittleEndian.AppendUint64(nil, v)[:d.Size()]
	}
	number := func() float64 {
		v := math.Exp(r.Float64()*2 - 1)
		switch r.Intn(4) {
		case 0:
			v = math.Exp(r.Float64()*16 - 8)
		case 1:
			v = r.Float64() * 800
		case 2:
			v = math.Exp(r.Float64()*80 - 40)
		}
		return math.Copysign(v, r.Float64()-0.5)
	}
	if d.IsComplex() {
		return appendElement(nil, d, backend.ComplexScalar(complex(number(), number())))
	}
	return appendElement(nil, d, backend.FloatScalar(number()))
}
