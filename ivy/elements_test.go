package ivy_test

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

func TestNew(t *testing.T) {
	x := ivy.New([]int{2, 3}, float32(1), 2, 3, 4, 5, 6)
	assert.Equal(t, ivy.Float32, x.Dtype())
	assert.Equal(t, [][]float32{{1, 2, 3}, {4, 5, 6}}, x.Nested())
	for want, x := range map[ivy.Dtype]*ivy.Array{
		ivy.Bool: ivy.New[bool]([]int{2}), ivy.Int32: ivy.New[int]([]int{2}), ivy.Uint32: ivy.New[uint]([]int{2}), ivy.Int8: ivy.New[int8]([]int{2}),
		ivy.BFloat16: ivy.New[ivy.Brain]([]int{2}), ivy.Float16: ivy.New[ivy.Half]([]int{2}), ivy.Float64: ivy.New[float64]([]int{2}), ivy.Complex64: ivy.New[complex64]([]int{2}),
	} {
		assert.Equal(t, want, x.Dtype())
		assert.False(t, x.Any().Bool())
	}
	assert.Equal(t, ivy.Int64, ivy.New([]int{1}, int64(math.MaxInt32+1)).Dtype(), "as Asarray has it")
	assert.Equal(t, 7, ivy.New(nil, 7).Int())
	assert.Equal(t, []int{0, 2}, ivy.New[int16]([]int{0, 2}).Shape())
	data := []float64{1, 2}
	x = ivy.New([]int{2}, data...)
	data[0] = 5
	assert.Equal(t, 1.0, x.At(0), "a copy")
	assert.ErrorIs(t, ivy.Try(func() { ivy.New([]int{2}, 1.5) }), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { ivy.New([]int{0}, 1.5) }), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { ivy.New[int8]([]int{-1}) }), ivy.ErrShape)
	tooLarge := ivy.ErrValue // for the memory there is
	if strconv.IntSize == 32 {
		tooLarge = ivy.ErrShape // for an int
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.New[int8]([]int{1 << 30, 1 << 30}) }), tooLarge)
}

// An index is the caller's: it stays as it is.
func TestIndexStays(t *testing.T) {
	index := []int{-1, -2}
	x := ivy.New([]int{2, 2}, 1, 2, 3, 4)
	assert.Equal(t, int32(3), x.At(index...))
	x.SetAt(7, index...)
	assert.Equal(t, []int{-1, -2}, index)
	assert.Equal(t, int32(7), x.At(1, 0))
}

// The panics of a loop's body pass through iterators as they are.
func TestIteratorPanics(t *testing.T) {
	own := errors.New("own")
	x := ivy.Ones([]int{2, 2})
	assert.PanicsWithError(t, "own", func() {
		for range ivy.Elements[float32](x) {
			panic(own)
		}
	})
	assert.PanicsWithValue(t, own, func() {
		for range x.Rows() {
			panic(own)
		}
	})
}

// A stand is an Operand.
type stand struct {
	x    *ivy.Array
	weak bool
}

func (s *stand) Operand() (*ivy.Array, bool) { return s.x, s.weak }

func TestOperand(t *testing.T) {
	f := ivy.Asarray([]float32{1, 2})
	of := func(x any, weak bool, d ivy.Dtype) *stand { return &stand{ivy.Asarray(x, d), weak} }
	for name, c := range map[string]struct {
		got  *ivy.Array
		want ivy.Dtype
	}{
		"an array":                      {ivy.Add(f, of([]float64{1, 2}, false, ivy.Float64)), ivy.Float64},
		"a weak array":                  {ivy.Add(f, of([]float64{1, 2}, true, ivy.Float64)), ivy.Float32},
		"a weak array in front":         {ivy.Add(of([]int{1, 2}, true, ivy.Int64), f), ivy.Float32},
		"a weak array of a higher kind": {ivy.Add(ivy.Arange(2), of([]float64{1, 2}, true, ivy.Float64)), ivy.Add(ivy.Arange(2), 1.5).Dtype()},
		"a weak number":                 {ivy.Add(ivy.Asarray([]int8{1}), of(1, true, ivy.Int64)), ivy.Int8},
		"a number":                      {ivy.Add(ivy.Asarray([]int8{1}), of(1, false, ivy.Int64)), ivy.Int64},
		"two weak arrays":               {ivy.Add(of([]int{1}, true, ivy.Int32), of([]float64{1}, true, ivy.Float32)), ivy.Float64},
		"a weak number and a Go number": {ivy.Add(of(1, true, ivy.Int64), 2), ivy.Int32},
		"a weak array and a Go number":  {ivy.Add(of([]int{1}, true, ivy.Int64), 2), ivy.Int64},
		"in a method":                   {f.Multiply(of(2.0, true, ivy.Float64)), ivy.Float32},
		"of one operand":                {ivy.Exp(of([]float64{1}, true, ivy.Float64)), ivy.Float64},
		"a reduction":                   {ivy.Sum(of([]float64{1}, false, ivy.Float64)), ivy.Float64},
		"a product":                     {ivy.MatMul(f, of([]float64{1, 2}, true, ivy.Float64)), ivy.Float32},
		"Where":                         {ivy.Where(of([]bool{true, false}, false, ivy.Bool), f, of(0.0, true, ivy.Float64)), ivy.Float32},
		"Asarray":                       {ivy.Asarray(of([]float64{1}, true, ivy.Float64)), ivy.Float64},
		"Asarray of slices":             {ivy.Asarray([]any{of([]float32{1}, false, ivy.Float32), f.Get(ivy.Slice(0, 1))}), ivy.Float32},
		"GetItem":                       {ivy.GetItem(of([]float64{1, 2}, true, ivy.Float64), 1), ivy.Float64},
		"as an index":                   {f.Get(of([]int{1}, false, ivy.Int64)), ivy.Float32},
		"as a mask":                     {f.Get(of([]bool{true, false}, false, ivy.Bool)), ivy.Float32},
		"Full":                          {ivy.Full([]int{2}, of(1.0, true, ivy.Float64)), ivy.Float32},
		"Clip":                          {ivy.Clip(f, of(0.0, true, ivy.Float64), of(1.5, true, ivy.Float64)), ivy.Float32},
	} {
		assert.Equal(t, c.want, c.got.Dtype(), name)
	}
	assert.Equal(t, ivy.Float32, ivy.ResultType(f, of([]float64{1}, true, ivy.Float64)))
	assert.Equal(t, ivy.Float64, ivy.ResultType(f, of([]float64{1}, false, ivy.Float64)))
	assert.Equal(t, ivy.Float64, ivy.DtypeOf(of([]float64{1}, true, ivy.Float64)))
	assert.Equal(t, []float32{2, 4}, ivy.Values[float32](ivy.Add(f, &stand{f, false})))

	x := ivy.Arange(3)
	x.Set(of([]int{7}, true, ivy.Int64), 1)
	x.SetAt(of(8, false, ivy.Int64), 2)
	x.IAdd(of([]int{1, 1, 1}, true, ivy.Int64))
	assert.Equal(t, []int32{1, 8, 9}, ivy.Values[int32](x))

	freed := ivy.Ones([]int{1})
	freed.Free()
	for _, bad := range []*stand{{nil, false}, {nil, true}, {freed, false}, {freed, true}, {&ivy.Array{}, true}} {
		for name, call := range map[string]func(){
			"Add": func() { ivy.Add(f, bad) }, "in front": func() { ivy.Add(bad, f) }, "with a number": func() { ivy.Add(bad, 1) }, "Exp": func() { ivy.Exp(bad) },
			"Sum": func() { ivy.Sum(bad) }, "Asarray": func() { ivy.Asarray(bad) }, "slices": func() { ivy.Asarray([]any{bad}) }, "Get": func() { f.Get(bad) },
			"Set": func() { f.Set(bad, 0) }, "Full": func() { ivy.Full([]int{1}, bad) }, "FromDlpack": func() { ivy.FromDlpack(bad) }, "ResultType": func() { ivy.ResultType(bad, f) },
		} {
			err := ivy.Try(call)
			require.ErrorIs(t, err, ivy.ErrValue, name)
		}
	}

	// Weak arrays are part of what is differentiated.
	g := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(f, &stand{x, true}).Sum() })(ivy.Asarray([]float64{3, 4}))
	assert.Equal(t, []float64{1, 2}, ivy.Values[float64](g.(*ivy.Array)))
	g = ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(f, &stand{x, true}).Sum() })(ivy.Asarray(3.0, ivy.Float64))
	assert.Equal(t, 3.0, g.(*ivy.Array).Float())
}
