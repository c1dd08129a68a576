package backendtest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// inPlaceForms are the methods that write a function's result over their array.
var inPlaceForms = []struct {
	name string
	of   func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
	in   func(x *ivy.Array, y any)
}{
	{"IAdd", (*ivy.Env).Add, (*ivy.Array).IAdd},
	{"ISubtract", (*ivy.Env).Subtract, (*ivy.Array).ISubtract},
	{"IMultiply", (*ivy.Env).Multiply, (*ivy.Array).IMultiply},
	{"IDivide", (*ivy.Env).Divide, (*ivy.Array).IDivide},
	{"IFloorDivide", (*ivy.Env).FloorDivide, (*ivy.Array).IFloorDivide},
	{"IRemainder", (*ivy.Env).Remainder, (*ivy.Array).IRemainder},
	{"IPow", (*ivy.Env).Pow, (*ivy.Array).IPow},
	{"IMatMul", (*ivy.Env).MatMul, (*ivy.Array).IMatMul},
	{"IBitwiseAnd", (*ivy.Env).BitwiseAnd, (*ivy.Array).IBitwiseAnd},
	{"IBitwiseOr", (*ivy.Env).BitwiseOr, (*ivy.Array).IBitwiseOr},
	{"IBitwiseXor", (*ivy.Env).BitwiseXor, (*ivy.Array).IBitwiseXor},
	{"IBitwiseLeftShift", (*ivy.Env).BitwiseLeftShift, (*ivy.Array).IBitwiseLeftShift},
	{"IBitwiseRightShift", (*ivy.Env).BitwiseRightShift, (*ivy.Array).IBitwiseRightShift},
}

// inPlace holds that the methods that write in place do what function and assignment do, or
// refuse it and change nothing, on every dtype and for views that overlap.
func (s *suite) inPlace(t *testing.T) {
	for _, d := range ivy.AllDtypes() {
		t.Run(d.String(), func(t *testing.T) {
			done := 0
			for _, f := range inPlaceForms {
				for name, pair := range s.overlapping(d) {
					x, y, base := pair()
					done += s.checkInPlace(t, f.name+" "+name, f.of, f.in, x, y, base)
				}
			}
			assert.GreaterOrEqual(t, done, 15, "calls that succeed")
		})
	}
	t.Run("errors", s.inPlaceErrors)
	t.Run("gradients", s.inPlaceGradients)
	t.Run("compiled", s.inPlaceCompiled)
}

// overlapping returns what makes an array to write to, an operand, and the array whose memory it lies in.
func (s *suite) overlapping(d dtype.Dtype) map[string]func() (x *ivy.Array, y any, base *ivy.Array) {
	e := s.env
	matrix := func() *ivy.Array {
		return e.Astype(e.Add(e.Reshape(e.Remainder(e.Arange(16), 5), []int{4, 4}), 1), d)
	}
	own := func(y any) func() (*ivy.Array, any, *ivy.Array) {
		return func() (*ivy.Array, any, *ivy.Array) { x := matrix(); return x, y, x }
	}
	with := func(x, y func(b *ivy.Array) *ivy.Array) func() (*ivy.Array, any, *ivy.Array) {
		return func() (*ivy.Array, any, *ivy.Array) { b := matrix(); return x(b), y(b), b }
	}
	get := func(key ...any) func(b *ivy.Array) *ivy.Array {
		return func(b *ivy.Array) *ivy.Array { return b.Get(key...) }
	}
	itself := func(b *ivy.Array) *ivy.Array { return b }
	backwards := ivy.Slice(nil, nil, -1)
	return map[string]func() (*ivy.Array, any, *ivy.Array){
		"another":           own(e.Astype(e.Remainder(e.Reshape(e.Arange(16), []int{4, 4}), 3), d)),
		"a row":             own(e.Astype(e.Arange(4), d)),
		"a number":          own(2),
		"a float":           own(1.5),
		"a list":            own([][]int{{1}, {2}, {0}, {1}}),
		"a wider dtype":     own(e.Ones([]int{4, 4}, ivy.Float64)),
		"more axes":         own(e.Ones([]int{1, 4, 4}, d)),
		"a longer axis":     own(e.Ones([]int{5, 4}, d)),
		"itself":            with(itself, itself),
		"backwards":         with(itself, get(backwards)),
		"both backwards":    with(itself, get(backwards, backwards)),
		"its row":           with(itself, get(1)),
		"its column":        with(itself, get(ivy.Colon, ivy.Slice(1, 2))),
		"a row of a row":    with(get(1), get(2)),
		"the same row":      with(get(1), get(1)),
		"shifted":           with(get(ivy.Slice(1, nil)), get(ivy.Slice(0, -1))),
		"shifted back":      with(get(ivy.Slice(0, -1)), get(ivy.Slice(1, nil))),
		"columns":           with(get(ivy.Colon, ivy.Slice(nil, nil, 2)), get(ivy.Colon, ivy.Slice(1, nil, 2))),
		"columns backwards": with(get(ivy.Colon, ivy.Slice(nil, nil, -1)), itself),
		"transposed":        with(itself, (*ivy.Array).T),
		"an element":        with(get(1, 2), get(2, 1)),
		"reshaped":          with(itself, func(b *ivy.Array) *ivy.Array { return b.Env().Reshape(b, []int{4, 4}) }),
	}
}

// checkInPlace returns 1 if the call succeeds.
func (s *suite) checkInPlace(t *testing.T, what string, of func(*ivy.Env, any, any, ...ivy.Option) *ivy.Array, in func(*ivy.Array, any), x *ivy.Array, y any, base *ivy.Array) int {
	t.Helper()
	copied := y
	if a, ok := y.(*ivy.Array); ok {
		copied = s.env.CopyArray(a)
	}
	before := s.env.CopyArray(base)
	operand := s.env.CopyArray(x)
	var want *ivy.Array
	err := ivy.Try(func() { want = of(s.env, operand, copied) })
	got := ivy.Try(func() { in(x, y) })
	switch {
	case err != nil:
		require.Error(t, got, what)
		var a, b *ivy.Error
		require.True(t, errors.As(err, &a) && errors.As(got, &b), what)
		require.Equal(t, a.Kind, b.Kind, "%s: %v", what, got)
	case want.Dtype() != x.Dtype():
		require.ErrorIs(t, got, ivy.ErrDtype, what)
	case fmt.Sprint(want.Shape()) != fmt.Sprint(x.Shape()):
		require.ErrorIs(t, got, ivy.ErrShape, what)
	default:
		require.NoError(t, got, what)
		requireBits(t, want, x, true, what)
		return 1
	}
	requireBits(t, before, base, false, what+": changed by a call that fails")
	return 0
}

func (s *suite) inPlaceErrors(t *testing.T) {
	e := s.env
	ints := e.Arange(3)
	for _, f := range inPlaceForms {
		freed := e.Ones([]int{2, 2})
		freed.Free()
		for name, call := range map[string]func(){
			"nil": func() { f.in(nil, 1) }, "zero": func() { f.in(&ivy.Array{}, 1) }, "freed": func() { f.in(freed, 1) },
			"nil operand": func() { f.in(ints, (*ivy.Array)(nil)) }, "text": func() { f.in(ints, "x") }, "freed operand": func() { f.in(ints, freed) },
		} {
			err := ivy.Try(call)
			var own *ivy.Error
			require.True(t, errors.As(err, &own), "%s: %s: %v", f.name, name, err)
			assert.Equal(t, ivy.ErrValue, own.Kind, "%s: %s: %v", f.name, name, err)
			assert.Equal(t, f.name, own.Op)
		}
	}
	err := ivy.Try(func() { ints.IAdd(0.5) })
	assert.EqualError(t, err, "ivy: IAdd on "+s.name+": the array has dtype int32, the result float64 (cast with Astype)")
	err = ivy.Try(func() { ints.IAdd(e.Ones([]int{2, 3}, ivy.Int32)) })
	assert.EqualError(t, err, "ivy: IAdd on "+s.name+": the array has shape (3,), the result (2, 3)")
}

// inPlaceGradients compares derivatives with those of functions that write nothing in place.
func (s *suite) inPlaceGradients(t *testing.T) {
	e := s.env
	x := e.Asarray([][]float64{{0.5, 1.5, 2}, {3, 0.25, 1}, {1, 2, 3}})
	for name, f := range map[string][2]func(x *ivy.Array) *ivy.Array{
		"IAdd": {func(x *ivy.Array) *ivy.Array { y := x.Multiply(2); y.IAdd(x); return y }, func(x *ivy.Array) *ivy.Array { return x.Multiply(2).Add(x) }},
		"IMultiply of itself": {func(x *ivy.Array) *ivy.Array { y := x.Multiply(2); y.IMultiply(y); return y },
			func(x *ivy.Array) *ivy.Array { y := x.Multiply(2); return y.Multiply(y) }},
		"IPow and IDivide": {func(x *ivy.Array) *ivy.Array { y := x.Add(1); y.IPow(x); y.IDivide(3.0); return y },
			func(x *ivy.Array) *ivy.Array { return x.Add(1).Pow(x).Divide(3.0) }},
		"IMatMul": {func(x *ivy.Array) *ivy.Array { y := x.Multiply(1); y.IMatMul(x); return y }, func(x *ivy.Array) *ivy.Array { return x.MatMul(x) }},
		"a row": {func(x *ivy.Array) *ivy.Array { y := x.Multiply(3); y.Row(1).IMultiply(y.Row(0)); return y },
			func(x *ivy.Array) *ivy.Array {
				y := x.Multiply(3)
				return x.Env().Stack([]*ivy.Array{y.Get(0), y.Get(1).Multiply(y.Get(0)), y.Get(2)})
			}},
		"rows": {func(x *ivy.Array) *ivy.Array {
			y := x.Multiply(1)
			for i, row := range y.Rows() {
				row.ISubtract(float64(i))
				row.IMultiply(x.Row(i))
			}
			return y
		}, func(x *ivy.Array) *ivy.Array {
			return x.Subtract(x.Env().Asarray([][]float64{{0}, {1}, {2}})).Multiply(x)
		}},
		"SetAt": {func(x *ivy.Array) *ivy.Array {
			y := x.Multiply(x)
			y.SetAt(x.Get(0, 1), 2, 2)
			y.SetAt(7, 0, 0)
			return y
		},
			func(x *ivy.Array) *ivy.Array {
				keep := x.Env().Asarray([][]float64{{0, 1, 1}, {1, 1, 1}, {1, 1, 0}})
				put := x.Env().Asarray([][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 1}})
				return x.Multiply(x).Multiply(keep).Add(x.Get(0, 1).Multiply(put))
			}},
	} {
		weights := e.Reshape(e.Add(e.Arange(9, ivy.Float64), 1), []int{3, 3})
		grad := func(f func(x *ivy.Array) *ivy.Array) *ivy.Array {
			return e.Grad(func(x *ivy.Array) *ivy.Array { return f(x).Multiply(weights).Sum() })(x).(*ivy.Array)
		}
		got, want := grad(f[0]), grad(f[1])
		assert.True(t, e.AllClose(got, want, ivy.Rtol(1e-12)).Bool(), "%s: %v, want %v", name, got, want)
	}
	// What is being differentiated is not written into what is not.
	plain := e.Zeros([]int{3, 3}, ivy.Float64)
	e.Grad(func(x *ivy.Array) *ivy.Array {
		assert.ErrorIs(t, ivy.Try(func() { plain.IAdd(x) }), ivy.ErrBackend)
		return x.Sum()
	})(x)
	assert.Zero(t, plain.Sum().Float())
}

func (s *suite) inPlaceCompiled(t *testing.T) {
	f := func(x *ivy.Array) *ivy.Array {
		y := x.Multiply(2)
		y.IAdd(1)
		y.Row(0).IMultiply(y.Row(1))
		return y
	}
	x := s.env.Reshape(s.env.Arange(6, ivy.Float32), []int{2, 3})
	requireBits(t, f(x), s.env.Compile(f).Call(x), false, "compiled")
}

// elements holds that single elements, rows and iterators are those that indexing has.
func (s *suite) elements(t *testing.T) {
	for _, d := range ivy.AllDtypes() {
		t.Run(d.String(), func(t *testing.T) {
			for name, x := range s.encoded(d) {
				if x.Size() == 0 || x.Size() > 200 {
					continue
				}
				s.eachElement(t, name, x)
			}
		})
	}
	e := s.env
	x := e.Reshape(e.Arange(24), []int{2, 3, 4})
	for axis := -3; axis < 3; axis++ {
		n := 0
		for i, part := range x.Along(axis) {
			require.Equal(t, n, i)
			n++
			requireBits(t, e.Take(x, i, ivy.Axis(axis)), part, false, fmt.Sprint("axis ", axis))
		}
		require.Equal(t, x.Shape()[(axis+3)%3], n)
	}
	for _, row := range x.Rows() {
		row.Set(-1, 0, 0)
		break
	}
	assert.Equal(t, int32(-1), x.At(0, 0, 0))
	x.Row(-1).Set(5)
	assert.Equal(t, int32(5), x.At(-1, 2, 3))
	assert.Equal(t, 60, x.Row(1).Sum().Int())

	// A result that shares the memory does not see a write to an element.
	flat := e.Reshape(x, []int{24})
	x.SetAt(77, 1, 0, 0)
	assert.Equal(t, 77, ivy.At[int](x, 1, 0, 0))
	assert.Equal(t, 5, ivy.At[int](flat, 12))

	large := e.Reshape(e.Arange(70_000, ivy.Float32), []int{7, 100, 100})
	for name, x := range map[string]*ivy.Array{"large": large, "transposed": e.PermuteDims(large, []int{2, 0, 1}), "rows": e.Reshape(large, []int{2, 35_000}), "one axis": e.Reshape(large, []int{70_000})} {
		var all []float64
		for v := range ivy.Elements[float64](x) {
			all = append(all, v)
		}
		require.Equal(t, ivy.Values[float64](x), all, name)
	}
	for name, c := range map[string]struct {
		kind error
		f    func()
	}{
		"range": {ivy.ErrIndex, func() { x.At(2, 0, 0) }}, "below": {ivy.ErrIndex, func() { x.SetAt(1, 0, 0, -5) }}, "too few": {ivy.ErrIndex, func() { x.At(0, 0) }},
		"too many": {ivy.ErrIndex, func() { x.SetAt(1, 0, 0, 0, 0) }}, "float": {ivy.ErrDtype, func() { x.SetAt(0.5, 0, 0, 0) }}, "does not fit": {ivy.ErrValue, func() { e.Zeros([]int{1}, ivy.Int8).SetAt(300, 0) }},
		"many": {ivy.ErrShape, func() { x.SetAt([]int{1, 2}, 0, 0, 0) }}, "dtype": {ivy.ErrDtype, func() { ivy.At[float32](x, 0, 0, 0) }}, "elements": {ivy.ErrDtype, func() { ivy.Elements[int8](x) }},
		"row": {ivy.ErrIndex, func() { x.Row(2) }}, "no rows": {ivy.ErrIndex, func() { e.Ones(nil).Row(0) }}, "no axis": {ivy.ErrIndex, func() { e.Ones(nil).Rows() }},
		"axis": {ivy.ErrIndex, func() { x.Along(3) }}, "nil": {ivy.ErrValue, func() { (*ivy.Array)(nil).At(0) }}, "zero": {ivy.ErrValue, func() { new(ivy.Array).Rows() }},
	} {
		var own *ivy.Error
		err := ivy.Try(c.f)
		require.ErrorAs(t, err, &own, name)
		assert.ErrorIs(t, err, c.kind, "%s: %v", name, err)
	}
}

// eachElement compares every element of x with its Data, writes over it and looks at its views.
func (s *suite) eachElement(t *testing.T, name string, x *ivy.Array) {
	x = s.env.CopyArray(x)
	data := x.Data()
	index := make([]int, x.Ndim())
	view := x.Get(ivy.Ellipsis)
	other := s.env.Zeros(x.Shape(), x.Dtype())
	for i := range x.Size() {
		v := x.At(index...)
		require.Equal(t, fmt.Sprint(elementOf(data, i)), fmt.Sprint(v), "%s at %v", name, index)
		require.IsType(t, elementOf(data, i), v)
		other.SetAt(v, index...)
		view.SetAt(1, index...)
		one := x.At(index...)
		require.Equal(t, fmt.Sprint(s.env.Ones(nil, x.Dtype()).At()), fmt.Sprint(one), name)
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < x.Dim(k) {
				break
			}
			index[k] = 0
		}
	}
	if x.Dtype().IsFloat() || x.Dtype().IsComplex() {
		require.True(t, s.env.AllClose(other, s.env.Reshape(s.env.Asarray(data), x.Shape()), ivy.EqualNaN(true), ivy.Rtol(0), ivy.Atol(0)).Bool(), name)
		return
	}
	requireBits(t, s.env.Reshape(s.env.Asarray(data), x.Shape()), other, true, name)
}

// elementOf returns an element of the slice of an array's Data.
func elementOf(data any, i int) any {
	switch x := data.(type) {
	case []bool:
		return x[i]
	case []uint8:
		return x[i]
	case []uint16:
		return x[i]
	case []uint32:
		return x[i]
	case []uint64:
		return x[i]
	case []int8:
		return x[i]
	case []int16:
		return x[i]
	case []int32:
		return x[i]
	case []int64:
		return x[i]
	case []ivy.Brain:
		return x[i]
	case []ivy.Half:
		return x[i]
	case []float32:
		return x[i]
	case []float64:
		return x[i]
	case []complex64:
		return x[i]
	default:
		return x.([]complex128)[i]
	}
}
