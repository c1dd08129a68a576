package ivy_test

import (
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

func gradOfSum(f func(x *ivy.Array) *ivy.Array) func(x *ivy.Array) *ivy.Array {
	g := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(f(x)) })
	return func(x *ivy.Array) *ivy.Array { return g(x).(*ivy.Array) }
}

// What cannot be differentiated says so, by kind and by name.
func TestGradientErrors(t *testing.T) {
	x := ivy.Asarray([]float64{1, 2, 3})
	whole := ivy.Asarray([]int64{1, 2, 3})
	plain := ivy.Zeros([]int{3})
	number := ivy.Asarray(2.0, ivy.Float64)
	stopped := ivy.NewTape()
	stopped.Stop()
	type model struct {
		W    *ivy.Array
		Name string
	}
	var escaped *ivy.Array
	custom := func(gs ...*ivy.Array) func(x *ivy.Array) *ivy.Array {
		f := ivy.CustomGradient(func(xs ...*ivy.Array) (*ivy.Array, func(*ivy.Array) []*ivy.Array) {
			return ivy.Exp(xs[0]), func(*ivy.Array) []*ivy.Array { return gs }
		})
		return func(x *ivy.Array) *ivy.Array { return f(x) }
	}
	grad := func(f func(x *ivy.Array) *ivy.Array) func() { return func() { gradOfSum(f)(x) } }
	for _, c := range []struct {
		name string
		f    func()
		kind error
		text string
	}{
		{"an integer argument", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(x) })(whole) }, ivy.ErrDtype, "Grad: a gradient with respect to an array of int64"},
		{"a bool argument", func() { ivy.VJP(func(x *ivy.Array) *ivy.Array { return x }, ivy.Asarray([]bool{true})) }, ivy.ErrDtype, "VJP: a gradient with respect to an array of bool"},
		{"a watched integer", func() { ivy.NewTape().Watch(whole) }, ivy.ErrDtype, "Watch: a gradient with respect to an array of int64"},
		{"NextAfter", grad(func(x *ivy.Array) *ivy.Array { return ivy.NextAfter(x, 5.0) }), ivy.ErrUnsupported, "NextAfter has no derivative"},
		{"UniqueValues", grad(func(x *ivy.Array) *ivy.Array { return ivy.UniqueValues(x) }), ivy.ErrUnsupported, "UniqueAll has no derivative"},
		{"no number", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return x })(x) }, ivy.ErrShape, "a result of shape (3,), want a number"},
		{"an integer result", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.ArgMax(x) })(x) }, ivy.ErrDtype, "a result of dtype int64"},
		{"a complex result", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Astype(x, ivy.Complex128)) })(x) }, ivy.ErrDtype, "a result of dtype complex128"},
		{"a gradient of another shape", func() { _, pull := ivy.VJP(exp1, x); pull(number) }, ivy.ErrShape, "a gradient of shape () for a result of shape (3,)"},
		{"a gradient of another dtype", func() { _, pull := ivy.VJP(exp1, x); pull(ivy.Zeros([]int{3}, ivy.Float32)) }, ivy.ErrDtype, "a gradient of dtype float32 for a result of float64"},
		{"a direction of another shape", func() { ivy.JVP(exp1, []ivy.Tree{x}, []ivy.Tree{number}) }, ivy.ErrShape, "of shape ()"},
		{"DLPack", grad(func(x *ivy.Array) *ivy.Array { x.DLPack(); return x }), ivy.ErrUnsupported, "the array is being differentiated (take StopGradient of it first)"},
		{"Full of a tracked number", grad(func(x *ivy.Array) *ivy.Array { return ivy.Full([]int{2}, ivy.Sum(x)) }), ivy.ErrUnsupported, "the array is being differentiated"},
		{"a tracked array among slices", grad(func(x *ivy.Array) *ivy.Array { return ivy.Asarray([]any{ivy.Sum(x), 1.0}) }), ivy.ErrUnsupported, "the array is being differentiated"},
		{"nothing recorded", func() { stopped.Gradients([]*ivy.Array{number}, nil, x) }, ivy.ErrValue, "the tape has recorded nothing"},
		{"another number of gradients", func() {
			tape := ivy.NewTape()
			y := tape.Watch(number)
			tape.Gradients([]*ivy.Array{y}, []*ivy.Array{}, y)
		}, ivy.ErrValue, "0 gradients of 1 results"},
		{"no gradient for a result with axes", func() { tape := ivy.NewTape(); y := tape.Watch(x); tape.Gradients([]*ivy.Array{y}, nil, y) }, ivy.ErrShape, "a result of shape (3,)"},
		{"Out below the level", grad(func(x *ivy.Array) *ivy.Array { return ivy.Exp(x, ivy.Out(plain)) }), ivy.ErrBackend, "what is being differentiated is written into an array that is no part of it"},
		{"written into a constant", grad(func(x *ivy.Array) *ivy.Array { plain.Set(x); return plain }), ivy.ErrBackend, "what is being differentiated is written into an array"},
		{"added to a constant", grad(func(x *ivy.Array) *ivy.Array { ivy.AddItem(plain, ivy.Sum(x), 1); return plain }), ivy.ErrBackend, "what is being differentiated is written into an array"},
		{"no gradient of two operands", grad(custom()), ivy.ErrValue, "a pull gives 0 gradients for 1 operands"},
		{"too many gradients", grad(custom(x, x)), ivy.ErrValue, "a pull gives 2 gradients for 1 operands"},
		{"another shape", grad(custom(number)), ivy.ErrShape, "a gradient of float64 and shape ()"},
		{"another dtype", grad(custom(ivy.Zeros([]int{3}, ivy.Float32))), ivy.ErrShape, "a gradient of float32"},
		{"a nil in a tree", func() { ivy.Leaves([]ivy.Tree{x, nil}) }, ivy.ErrValue, "a nil in a tree"},
		{"a nil array in a tree", func() { ivy.Leaves(model{}) }, ivy.ErrValue, `a nil array in a tree, at "W"`},
		{"a foreign value in a tree", func() { ivy.Leaves(model{W: x}) }, ivy.ErrValue, `a string in a tree, at "Name"`},
		{"a number in a tree", func() { ivy.Leaves(map[string]any{"a": 3}) }, ivy.ErrValue, `a int in a tree, at "a"`},
		{"no function", func() { ivy.Grad(3) }, ivy.ErrValue, "Grad: a int is no function of trees"},
		{"too many arguments", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return x })(x, x) }, ivy.ErrValue, "2 arguments"},
		{"an argument of another type", func() { ivy.Grad(func(x []*ivy.Array) *ivy.Array { return x[0] })(x) }, ivy.ErrValue, "argument 1 is a *ivy.Array, want []*ivy.Array"},
		{"argnums too great", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return x }, ivy.Argnums(1))(x) }, ivy.ErrValue, "argnums [1] of 1 arguments"},
		{"negative argnums", func() { ivy.Grad(func(x *ivy.Array) *ivy.Array { return x }, ivy.Argnums(-1)) }, ivy.ErrValue, "argnums [-1]"},
		{"two results", func() { ivy.Grad(func(x *ivy.Array) (*ivy.Array, *ivy.Array) { return x, x })(number) }, ivy.ErrValue, "the function has 2 results, want 1"},
		{"a function in it", grad(func(x *ivy.Array) *ivy.Array { return ivy.MatMul(x, number) }), ivy.ErrShape, ": MatMul: matmul of shapes"},
		{"a function in one in it", grad(func(x *ivy.Array) *ivy.Array {
			return gradOfSum(func(y *ivy.Array) *ivy.Array { return ivy.Reshape(y, []int{7}) })(x)
		}), ivy.ErrShape, ": Grad: Reshape: "},
		{"an array of an inner gradient", func() {
			gradOfSum(func(x *ivy.Array) *ivy.Array {
				inner := gradOfSum(func(y *ivy.Array) *ivy.Array { escaped = ivy.Multiply(y, y); return escaped })(x)
				return ivy.Add(inner, ivy.NewTape().Watch(ivy.Add(escaped, x)))
			})(x)
			tape := ivy.NewTape()
			y := tape.Watch(x)
			result := gradOfSum(func(z *ivy.Array) *ivy.Array { escaped = ivy.Multiply(z, y); return escaped })(y)
			tape.Gradients([]*ivy.Array{ivy.Sum(escaped)}, nil, y)
			tape.Watch(result)
			tape.Watch(escaped)
		}, ivy.ErrUnsupported, "an array of an inner gradient is used in an outer one"},
	} {
		err := ivy.Try(c.f)
		if assert.Error(t, err, c.name) {
			assert.ErrorIs(t, err, c.kind, c.name)
			assert.ErrorContains(t, err, c.text, c.name)
		}
	}
	assert.Equal(t, []float64{0, 0, 0}, ivy.Values[float64](plain), "a write that fails writes nothing")
}

// Values may be read, printed and branched on; what is read is a constant.
func TestTrackedValuesAreRead(t *testing.T) {
	x := ivy.Asarray([]float64{1, -2, 3})
	g := gradOfSum(func(x *ivy.Array) *ivy.Array {
		assert.True(t, x.RequiresGradient())
		assert.NotEmpty(t, x.String())
		z := ivy.Multiply(x, ivy.Item[float64](x.Get(2)))
		if ivy.Item[bool](ivy.Less(x.Get(1), 0.0)) {
			z = ivy.Multiply(z, ivy.StopGradient(x))
		}
		assert.False(t, ivy.StopGradient(x).RequiresGradient())
		assert.False(t, ivy.Greater(x, 0.0).RequiresGradient())
		assert.False(t, ivy.Floor(ivy.ZerosLike(x)).RequiresGradient())
		return z
	})(x)
	assert.Equal(t, []float64{3, -6, 9}, ivy.Values[float64](g))
	assert.False(t, g.RequiresGradient())
	assert.False(t, x.RequiresGradient())
}

// What is recorded depends on the tape too.
func TestIsRecorded(t *testing.T) {
	x := ivy.Asarray([]float64{1, -2, 3})
	assert.False(t, x.IsRecorded())
	outer, inner := ivy.NewTape(), ivy.NewTape()
	y := outer.Watch(x)
	z := ivy.Multiply(y, inner.Watch(x))
	assert.True(t, y.IsRecorded())
	assert.True(t, z.IsRecorded())
	assert.False(t, ivy.ZerosLike(z).IsRecorded())
	resume := inner.Pause()
	assert.True(t, z.IsRecorded(), "the outer tape goes on")
	outer.Stop()
	assert.False(t, z.IsRecorded())
	assert.True(t, z.RequiresGradient())
	resume()
	assert.True(t, z.IsRecorded())
	inner.Stop()
	assert.False(t, z.IsRecorded())
}

// A view of what was written to is recorded when it is read, though the tape pauses then or has stopped.
func TestViewsOfWhatWasWritten(t *testing.T) {
	x := ivy.Asarray([]float64{1, -2, 3})
	square := func(x *ivy.Array) (view *ivy.Array) {
		y := ivy.CopyArray(x)
		view = y.Get(ivy.Slice(1, nil))
		y.Set(ivy.Multiply(x, x))
		return view
	}
	_, pull := ivy.VJP(square, x)
	assert.Equal(t, []float64{0, -4, 6}, ivy.Values[float64](pull(ivy.Ones([]int{2}, ivy.Float64))[0].(*ivy.Array)))
	tape := ivy.NewTape()
	y := tape.Watch(x)
	view := square(y)
	resume := tape.Pause()
	assert.Equal(t, "[4. 9.]", view.String())
	resume()
	z := ivy.Sum(ivy.Multiply(view, y.Get(1)))
	number := square(y).Get(1)
	tape.Stop()
	gs := tape.Gradients([]*ivy.Array{z, number}, nil, y) // of x₁(x₁² + x₂²) and x₂²
	assert.Equal(t, []float64{0, 3*4 + 9, -2*2*3 + 2*3}, ivy.Values[float64](gs[0]))
	second := ivy.Hessian(func(x *ivy.Array) *ivy.Array { return square(square(x)).Get(0) })(x).(*ivy.Array)
	assert.Equal(t, []float64{0, 0, 0, 0, 0, 0, 0, 0, 12 * 9}, ivy.Values[float64](second))
}

// Constants that were computed of what is being differentiated can be written into other arrays.
func TestConstantsAreWritten(t *testing.T) {
	x := ivy.Asarray([]float64{1, -2, 3})
	signs, places := ivy.Zeros([]int{3}), ivy.Zeros([]int{3}, ivy.Int64)
	g := gradOfSum(func(x *ivy.Array) *ivy.Array {
		ivy.SetItem(places, ivy.ArgSort(x))
		ivy.SetItem(signs, ivy.ZerosLike(x))
		ivy.AddItem(signs, ivy.StopGradient(x))
		inner := gradOfSum(func(y *ivy.Array) *ivy.Array {
			ivy.SetItem(places, ivy.ArgSort(ivy.Multiply(x, y)), ivy.Slice(0, 3))
			return ivy.Multiply(x, y)
		})(x)
		return ivy.Multiply(inner, signs)
	})(x)
	assert.Equal(t, []float64{1, -2, 3}, ivy.Values[float64](signs))
	assert.Equal(t, []int64{0, 1, 2}, ivy.Values[int64](places))
	assert.Equal(t, []float64{1, -2, 3}, ivy.Values[float64](g))
}

// Operands of several dtypes have gradients of their own dtypes.
func TestGradientsOfSeveralDtypes(t *testing.T) {
	x, y := ivy.Asarray([]float32{1, 2, 3}), ivy.Asarray([]float64{4, 5, 6})
	z := ivy.Asarray([]complex128{1i, 2, 3})
	half := ivy.Astype(x, ivy.Float16)
	gs := ivy.Grad(func(x, y, z, half *ivy.Array) *ivy.Array {
		return ivy.Sum(ivy.Real(ivy.Multiply(ivy.Multiply(ivy.Multiply(x, y), z), half)))
	}, ivy.Argnums(0, 1, 2, 3))(x, y, z, half).([]ivy.Tree)
	for i, a := range []*ivy.Array{x, y, z, half} {
		g := gs[i].(*ivy.Array)
		assert.Equal(t, a.Dtype(), g.Dtype())
		assert.Equal(t, a.Shape(), g.Shape())
	}
	assert.Equal(t, []float32{0, 20, 54}, ivy.Values[float32](gs[0].(*ivy.Array)))
	assert.Equal(t, []complex128{4, 20, 54}, ivy.Values[complex128](gs[2].(*ivy.Array)))
}

// Gradients of one function, of shared arrays and of one tape may be taken by many goroutines.
func TestConcurrentGradients(t *testing.T) {
	w := ivy.Asarray([][]float64{{0.1, 0.2}, {0.3, -0.4}})
	f := ivy.ValueAndGrad(func(w, x *ivy.Array) *ivy.Array {
		h := ivy.Tanh(ivy.MatMul(x, w))
		h.Set(ivy.Multiply(h.Get(0), 2.0), 0)
		return ivy.Mean(ivy.Square(ivy.LogSoftmax(h)))
	})
	x := ivy.Asarray([][]float64{{1, 2}, {3, 4}, {-1, 0.5}})
	value, grad := f(w, x)
	tape := ivy.NewTape()
	shared := tape.Watch(w)
	_, pull := ivy.VJP(func(w *ivy.Array) *ivy.Array { return ivy.MatMul(x, ivy.Exp(w)) }, w)
	u := ivy.OnesLike(x)
	pulled := pull(u)[0].(*ivy.Array)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				v, g := f(w, x)
				assert.Equal(t, value.Bytes(), v.Bytes())
				assert.Equal(t, grad.(*ivy.Array).Bytes(), g.(*ivy.Array).Bytes())
				assert.Equal(t, pulled.Bytes(), pull(u)[0].(*ivy.Array).Bytes())
				z := ivy.Sum(ivy.Multiply(shared, shared))
				got := tape.Gradients([]*ivy.Array{z}, nil, shared)[0]
				assert.Equal(t, ivy.Multiply(w, 2.0).Bytes(), got.Bytes())
			}
		})
	}
	wg.Wait()
}

// A graph as deep as a million nodes is gone through without recursion.
func TestDeepGraph(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	x := ivy.Asarray(1.0)
	g := ivy.Grad(func(x *ivy.Array) *ivy.Array {
		z := x
		for range n {
			z = ivy.Negative(z)
		}
		return z
	})(x).(*ivy.Array)
	assert.Equal(t, math.Pow(-1, float64(n%2)), ivy.Item[float64](g))
}

// The memory that training takes does not grow with the number of steps.
func TestTrainingIsFlat(t *testing.T) {
	steps := 100_000
	if testing.Short() {
		steps = 5_000
	}
	w := ivy.Asarray([]float64{0.5, -0.5})
	x := ivy.Asarray([][]float64{{1, 2}, {3, -1}, {0, 1}})
	y := ivy.Asarray([]float64{3, 2, 1})
	f := ivy.ValueAndGrad(func(w *ivy.Array) *ivy.Array { return ivy.Mean(ivy.Square(ivy.Subtract(ivy.MatMul(x, w), y))) })
	rate := ivy.Asarray(1e-2)
	first, last := 0.0, 0.0
	step := func(n int) {
		for range n {
			v, g := f(w)
			w = ivy.Subtract(w, ivy.Multiply(g.(*ivy.Array), rate))
			last = ivy.Item[float64](v)
		}
	}
	inUse := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	step(200)
	first = last
	before := inUse()
	step(steps)
	require.Less(t, last, first)
	assert.Less(t, int64(inUse())-int64(before), int64(2<<20), "after %d steps", steps)
}

func exp1(x *ivy.Array) *ivy.Array { return ivy.Exp(x) }
