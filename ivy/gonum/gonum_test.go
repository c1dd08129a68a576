package gonum_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/gonum"
)

// matrix returns an array 0, 1, … of float64.
func matrix(dims ...int) *ivy.Array {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return ivy.Reshape(ivy.Arange(n, ivy.Float64), dims)
}

// layouts are arrays of two dimensions that lie in memory in different ways.
func layouts() map[string]*ivy.Array {
	x := matrix(6, 8)
	return map[string]*ivy.Array{
		"whole": x, "rows": x.Get(ivy.Slice(1, 4)), "columns": x.Get(ivy.Colon, ivy.Slice(2, 5)), "every second row": x.Get(ivy.Slice(nil, nil, 2)),
		"every second column": x.Get(ivy.Colon, ivy.Slice(nil, nil, 2)), "transposed": x.T(), "rows backwards": x.Get(ivy.Slice(nil, nil, -1)),
		"columns backwards": x.Get(ivy.Colon, ivy.Slice(nil, nil, -2)), "both backwards": x.Get(ivy.Slice(nil, nil, -1), ivy.Slice(nil, 2, -1)),
		"a row": x.Get(ivy.Slice(2, 3)), "a column": x.Get(ivy.Colon, ivy.Slice(2, 3)), "a column backwards": x.Get(ivy.Slice(nil, nil, -1), ivy.Slice(2, 3)),
		"broadcast": ivy.BroadcastTo(matrix(1, 3), []int{4, 3}), "one": matrix(1, 1), "column by column": gonum.ArrayView(gonum.Dense(x).T()),
	}
}

func equal(t *testing.T, x *ivy.Array, m mat.Matrix, what string) {
	t.Helper()
	r, c := m.Dims()
	require.Equal(t, x.Shape(), []int{r, c}, what)
	for i := range r {
		for j := range c {
			require.Equal(t, x.Get(i, j).Float(), m.At(i, j), "%s: %d, %d", what, i, j)
		}
	}
}

func TestCopies(t *testing.T) {
	for name, x := range layouts() {
		m := gonum.Dense(x)
		equal(t, x, m, name)
		equal(t, gonum.Array(m), m, name)
		m.Set(0, 0, math.Pi)
		assert.NotEqual(t, math.Pi, x.Get(0, 0).Float(), name)
		equal(t, gonum.Array(m.T()), m.T(), name)

		v := gonum.VecDense(x.Get(0))
		assert.Equal(t, x.Dim(1), v.Len())
		back := gonum.Array(v)
		assert.Equal(t, x.Get(0).Shape(), back.Shape())
		assert.Equal(t, ivy.Values[float64](x.Get(0)), ivy.Values[float64](back))
		assert.Equal(t, []int{1, v.Len()}, gonum.Array(v.T()).Shape())
	}
	s := mat.NewSymDense(2, []float64{1, 2, 2, 3})
	equal(t, gonum.Array(s), s, "symmetric")
	d := mat.NewDiagDense(3, []float64{1, 2, 3})
	equal(t, gonum.Array(d), d, "diagonal")
}

func TestViews(t *testing.T) {
	shares := map[string]bool{"whole": true, "rows": true, "columns": true, "every second row": true, "a row": true, "a column": true, "one": true, "transposed": true,
		"broadcast": true /* which is copied before it is written to */}
	for name, x := range layouts() {
		m := gonum.MatrixView(x)
		equal(t, x, m, name)
		for i := range x.Dim(0) {
			for j := range x.Dim(1) {
				require.Equal(t, m.At(i, j), m.T().At(j, i), name)
			}
		}
		x.Set(-7, 0, 0)
		assert.Equal(t, -7.0, m.At(0, 0), name)

		var d *mat.Dense
		err := ivy.Try(func() { d = gonum.DenseView(x) })
		require.Equal(t, shares[name], err == nil, "%s: %v", name, err)
		if err != nil {
			assert.ErrorIs(t, err, ivy.ErrValue)
			continue
		}
		equal(t, x, d, name)
		d.Set(0, 0, -8)
		assert.Equal(t, -8.0, x.Get(0, 0).Float(), name)
		y := gonum.ArrayView(d)
		equal(t, y, d, name)
		y.Set(-9, 0, 0)
		assert.Equal(t, -9.0, x.Get(0, 0).Float(), name)
		z := gonum.ArrayView(d.T())
		equal(t, z, d.T(), name)
		z.Set(-10, 0, 0)
		assert.Equal(t, -10.0, d.At(0, 0), name)
	}
	x := matrix(5, 4)
	v := gonum.VecDenseView(x.Get(ivy.Colon, 1))
	v.SetVec(2, 99)
	assert.Equal(t, 99.0, x.Get(2, 1).Float())
	w := gonum.ArrayView(v)
	assert.Equal(t, []float64{1, 5, 99, 13, 17}, ivy.Values[float64](w))
	w.Set(-1, 0)
	assert.Equal(t, -1.0, x.Get(0, 1).Float())
	assert.Equal(t, []int{1, 5}, gonum.ArrayView(v.T()).Shape())
	one := gonum.VecDenseView(x.Get(0, ivy.Slice(3, 4)))
	assert.Equal(t, 3.0, one.AtVec(0))
	assert.ErrorIs(t, ivy.Try(func() { gonum.VecDenseView(x.Get(0, ivy.Slice(nil, nil, -1))) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { gonum.ArrayView(mat.NewSymDense(1, nil)) }), ivy.ErrValue)
}

// A result that is written to does not change its operand, whose memory a matrix shares.
func TestViewOfShared(t *testing.T) {
	x := matrix(3, 3)
	y := ivy.Reshape(x, []int{9})
	m := gonum.DenseView(x)
	m.Set(0, 0, 5)
	assert.Equal(t, 5.0, x.Get(0, 0).Float())
	assert.Equal(t, 0.0, y.Get(0).Float())
}

// What is shared stays when the other side is gone.
func TestLifetime(t *testing.T) {
	const n = 200
	var all []*mat.Dense
	var arrays []*ivy.Array
	for i := range 20 {
		x := ivy.Full([]int{n, n}, float64(i), ivy.Float64)
		all = append(all, gonum.DenseView(x))
		if i%2 == 0 {
			x.Free()
		}
		arrays = append(arrays, gonum.ArrayView(mat.NewDense(n, n, gonum.Dense(ivy.Full([]int{n, n}, float64(i), ivy.Float64)).RawMatrix().Data)))
	}
	for range 3 {
		runtime.GC()
		for range 20 {
			ivy.Ones([]int{n, n}, ivy.Float64).Free()
		}
	}
	for i := range all {
		assert.Equal(t, float64(i*n*n), mat.Sum(all[i]))
		assert.Equal(t, float64(i*n*n), arrays[i].Sum().Float())
	}
	y := gonum.ArrayView(all[3])
	y.Free()
	assert.Equal(t, 3.0, all[3].At(0, 0))
}

func TestErrors(t *testing.T) {
	freed := ivy.Ones([]int{2, 2}, ivy.Float64)
	freed.Free()
	for name, c := range map[string]struct {
		kind error
		f    func()
	}{
		"dtype":                   {ivy.ErrDtype, func() { gonum.Dense(ivy.Ones([]int{2, 2})) }},
		"dtype of a view":         {ivy.ErrDtype, func() { gonum.MatrixView(ivy.Ones([]int{2, 2})) }},
		"rank":                    {ivy.ErrShape, func() { gonum.Dense(matrix(3)) }},
		"rank of a vector":        {ivy.ErrShape, func() { gonum.VecDense(matrix(1, 3)) }},
		"rows without columns":    {ivy.ErrShape, func() { gonum.DenseView(matrix(3, 0)) }},
		"nil":                     {ivy.ErrValue, func() { gonum.Dense(nil) }},
		"zero":                    {ivy.ErrValue, func() { gonum.VecDenseView(&ivy.Array{}) }},
		"freed":                   {ivy.ErrValue, func() { gonum.Dense(freed) }},
		"a view of what is freed": {ivy.ErrValue, func() { gonum.MatrixView(freed) }},
		"no matrix":               {ivy.ErrValue, func() { gonum.Array(nil) }},
		"a view of no matrix":     {ivy.ErrValue, func() { gonum.ArrayView(nil) }},
	} {
		err := ivy.Try(c.f)
		assert.ErrorIs(t, err, c.kind, name)
	}
	assert.ErrorContains(t, ivy.Try(func() { gonum.MatrixView(freed) }), "was freed")
	assert.PanicsWithValue(t, mat.ErrRowAccess, func() { gonum.MatrixView(matrix(2, 2)).At(2, 0) })
	assert.PanicsWithValue(t, mat.ErrColAccess, func() { gonum.MatrixView(matrix(2, 2)).At(0, -1) })
	ivy.Grad(func(x *ivy.Array) *ivy.Array {
		assert.ErrorIs(t, ivy.Try(func() { gonum.MatrixView(x) }), ivy.ErrUnsupported)
		return x.Sum()
	})(matrix(2, 2))

	assert.True(t, gonum.Dense(matrix(0, 0)).IsEmpty())
	assert.True(t, gonum.DenseView(matrix(0, 0)).IsEmpty())
	assert.Zero(t, gonum.VecDense(matrix(0)).Len())
	assert.Equal(t, []int{0, 0}, gonum.Array(&mat.Dense{}).Shape())
	assert.Equal(t, []int{0, 0}, gonum.ArrayView(&mat.Dense{}).Shape())
	assert.Equal(t, []int{0}, gonum.Array(&mat.VecDense{}).Shape())
}

func Example() {
	x := ivy.Asarray([][]float64{{4, 1}, {1, 3}})

	// gonum solves x z = (1, 2) in the array's memory.
	var z mat.VecDense
	if err := z.SolveVec(gonum.DenseView(x), mat.NewVecDense(2, []float64{1, 2})); err != nil {
		panic(err)
	}
	fmt.Println(ivy.Round(ivy.Multiply(gonum.Array(&z), 11)))

	gonum.DenseView(x).Set(0, 0, 100) // a write goes through
	fmt.Println(x)

	fmt.Println(ivy.Try(func() { gonum.Dense(ivy.Ones([]int{2, 2})) }))
	// Output:
	// [1. 7.]
	// [[100.   1.]
	//  [  1.   3.]]
	// ivy: gonum.Dense: dtype float32, want float64 (cast with Astype)
}
