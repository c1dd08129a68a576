package ivy_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

func TestVmap(t *testing.T) {
	e := ivy.Standard()
	x := e.Reshape(e.Arange(6.0), []int{2, 3})
	y := e.Asarray([]float32{10, 20, 30})
	sum := func(x *ivy.Array) *ivy.Array { return e.Sum(x) }
	assert.Equal(t, []float32{3, 12}, e.Vmap(sum)(x)[0].Nested())
	assert.Equal(t, []float32{3, 5, 7}, e.Vmap(sum, ivy.InAxes(1))(x)[0].Nested())
	assert.Equal(t, []float32{3, 5, 7}, e.Vmap(sum, ivy.InAxes(-1))(x)[0].Nested())
	dot := func(x, y *ivy.Array) *ivy.Array { return e.VecDot(x, y) }
	assert.Equal(t, []float32{80, 260}, e.Vmap(dot, ivy.InAxes(0, ivy.NotMapped))(x, y)[0].Nested())
	double := func(x *ivy.Array) *ivy.Array { return e.Multiply(x, 2) }
	assert.Equal(t, e.MatrixTranspose(double(x)).Nested(), e.Vmap(double, ivy.OutAxes(1))(x)[0].Nested())
	two := func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{x, e.Outer(x, x)} }
	zs := e.Vmap(two, ivy.OutAxes(1, -1))(x)
	assert.Equal(t, [][]int{{3, 2}, {3, 3, 2}}, [][]int{zs[0].Shape(), zs[1].Shape()})
	// Of Vmap, forwards and backwards, compiled and of Vmap again.
	outer := e.Vmap(func(x *ivy.Array) *ivy.Array {
		return e.Vmap(func(y *ivy.Array) *ivy.Array { return e.Multiply(x, y) })(x)[0]
	})
	assert.Equal(t, e.Multiply(e.ExpandDims(x, ivy.Axis(1)), e.ExpandDims(x, ivy.Axis(2))).Nested(), outer(x)[0].Nested())
	loss := func(x *ivy.Array) *ivy.Array {
		return e.Sum(e.Vmap(func(x *ivy.Array) *ivy.Array { return e.Prod(x) })(x)[0])
	}
	assert.True(t, e.AllClose(e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Prod(x, ivy.Axis(1))) })(x).(*ivy.Array), e.Grad(loss)(x).(*ivy.Array)).Bool())
	assert.Equal(t, loss(x).Float(), e.Compile(loss).Call(x).Float())

	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"no function":     {func() { e.Vmap(3) }, ivy.ErrValue},
		"nil option":      {func() { e.Vmap(sum, nil) }, ivy.ErrValue},
		"an axis":         {func() { e.Vmap(sum, ivy.InAxes(2))(x) }, ivy.ErrIndex},
		"an output axis":  {func() { e.Vmap(sum, ivy.OutAxes(1))(x) }, ivy.ErrIndex},
		"zero dimensions": {func() { e.Vmap(sum)(e.Asarray(1.0)) }, ivy.ErrIndex},
		"nil argument":    {func() { e.Vmap(sum)(nil) }, ivy.ErrValue},
		"lengths":         {func() { e.Vmap(dot)(x, y) }, ivy.ErrShape},
		"counts":          {func() { e.Vmap(dot, ivy.InAxes(0, 0))(x) }, ivy.ErrValue},
		"output counts":   {func() { e.Vmap(two, ivy.OutAxes(0, 0, 0))(x) }, ivy.ErrValue},
		"none is mapped":  {func() { e.Vmap(sum, ivy.InAxes(ivy.NotMapped))(x) }, ivy.ErrValue},
		"empty":           {func() { e.Vmap(sum)(e.Zeros([]int{0, 2})) }, ivy.ErrValue},
		"shapes": {func() {
			n := 0
			e.Vmap(func(x *ivy.Array) *ivy.Array { n++; return e.Zeros([]int{n}) })(x)
		}, ivy.ErrShape},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}

func TestReduce(t *testing.T) {
	e := ivy.Standard()
	add := func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) }
	x := e.Reshape(e.Arange(24), []int{2, 3, 4})
	for _, axes := range [][]int{{0}, {1}, {-1}, {0, 2}, {2, 0}, {2, 1, 0}, {-1, 0}} {
		for _, keep := range []bool{false, true} {
			assert.Equal(t, e.Sum(x, ivy.Axes(axes), ivy.KeepDims(keep)).Nested(), e.Reduce(x, 0, add, ivy.Axes(axes), ivy.KeepDims(keep)).Nested(), "%v %v", axes, keep)
		}
	}
	assert.Equal(t, e.Sum(x, ivy.Axis(0)).Nested(), e.Reduce(x, 0, add).Nested())
	less := func(x, y *ivy.Array) *ivy.Array { return e.Subtract(y, x) } // neither commutes nor associates
	assert.Equal(t, []int32{3 - (2 - (1 - 100))}, e.Reduce(e.Reshape(e.Asarray([]int{1, 2, 3}), []int{3, 1}), 100, less).Nested())
	assert.Equal(t, []int32{7, 7}, e.Reduce(e.Zeros([]int{0, 2}, ivy.Int32), 7, add).Nested())
	assert.Equal(t, []int32{7, 7}, e.Reduce(e.Zeros([]int{2, 3, 0}, ivy.Int32), 7, add, ivy.Axes{1, 2}).Nested())
	assert.Equal(t, []float32{5, 7}, e.Reduce(e.Ones([]int{3, 2}), []float32{2, 4}, add).Nested())
	assert.Equal(t, ivy.Int8, e.Reduce(e.Ones([]int{3}, ivy.Int8), 0, add).Dtype())
	f := func(x *ivy.Array) *ivy.Array {
		return e.Reduce(x, 1.0, func(x, y *ivy.Array) *ivy.Array { return e.Multiply(x, y) })
	}
	v := e.Asarray([]float64{2, 3, 4})
	assert.Equal(t, []float64{12.0, 8.0, 6.0}, e.Grad(f)(v).(*ivy.Array).Nested())
	assert.Equal(t, 24.0, e.Compile(f).Call(v).Float())
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"nil function":    {func() { e.Reduce(x, 0, nil) }, ivy.ErrValue},
		"an axis":         {func() { e.Reduce(x, 0, add, ivy.Axis(3)) }, ivy.ErrIndex},
		"an axis twice":   {func() { e.Reduce(x, 0, add, ivy.Axes{0, -3}) }, ivy.ErrValue},
		"zero dimensions": {func() { e.Reduce(1.0, 0, add) }, ivy.ErrIndex},
		"an option":       {func() { e.Reduce(x, 0, add, ivy.Descending(true)) }, ivy.ErrValue},
		"a shape":         {func() { e.Reduce(x, 0, func(x, y *ivy.Array) *ivy.Array { return e.Sum(x) }) }, ivy.ErrShape},
		"no array":        {func() { e.Reduce(x, 0, func(x, y *ivy.Array) *ivy.Array { return nil }) }, ivy.ErrShape},
		"init":            {func() { e.Reduce(x, []int{1, 2, 3}, add) }, ivy.ErrShape},
		"no array given":  {func() { e.Reduce("x", 0, add) }, ivy.ErrValue},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}

func TestIsScalar(t *testing.T) {
	for _, x := range []any{1, int8(2), uint64(3), 1.5, float32(1), true, 1i, complex64(1), ivy.Asarray(1), ivy.Asarray([]int{1}).Get(0)} {
		assert.True(t, ivy.IsScalar(x), "%v", x)
	}
	freed := ivy.Asarray(1)
	freed.Free()
	for _, x := range []any{nil, (*ivy.Array)(nil), "1", []int{1}, ivy.Ones([]int{1}), struct{}{}, freed} {
		assert.False(t, ivy.IsScalar(x))
	}
}

func ExampleVmap() {
	scale := func(x *ivy.Array) *ivy.Array { return x.Divide(x.Max()) } // of one vector
	x := ivy.Asarray([][]float32{{1, 2, 4}, {5, 10, 5}})
	fmt.Println(ivy.Vmap(scale)(x)[0])
	// Output:
	// [[0.25 0.5  1.  ]
	//  [0.5  1.   0.5 ]]
}
