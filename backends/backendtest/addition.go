package backendtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// An additionCase is an addition of values to elements that a key names. Each slice of
// int64 in the key is made an array of index, and each slice of bools an array.
type additionCase struct {
	name   string
	x      []int // shapes
	key    []any
	v      []int
	index  dtype.Dtype // int64 if it is not set
	of     []any       // what x is a view by, of an array of that shape
	stride bool        // v's elements are apart in memory, in another order
}

// repeated returns n indices below an axis's length, of which many occur again.
func repeated(n, length int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64((i*i+3*i)%length) - int64(i%2*length)
	}
	return out
}

var additionCases = []additionCase{
	{name: "repeated", x: []int{6}, key: []any{[]int64{0, -1, 2, 2, 5, 0, 0, -4}}, v: []int{8}},
	{name: "one value", x: []int{6}, key: []any{[]int64{1, 1, -5, 3}}, v: []int{}},
	{name: "a value of more axes", x: []int{6}, key: []any{[]int64{1, 1, 3}}, v: []int{1, 1, 3}},
	{name: "indices of two axes", x: []int{6}, key: []any{[][]int64{{1, 1, 3}, {-5, 0, 1}}}, v: []int{3}},
	{name: "an index without axes", x: []int{6}, key: []any{int64(2)}, v: []int{}},
	{name: "uint8 indices", x: []int{6}, key: []any{[]int64{1, 1, 5}}, v: []int{3}, index: dtype.Uint8},
	{name: "int32 indices", x: []int{6}, key: []any{[]int64{1, 1, -6}}, v: []int{3}, index: dtype.Int32},
	{name: "rows", x: []int{4, 5}, key: []any{[]int64{1, 3, 1, -1, 1}}, v: []int{5, 5}},
	{name: "one row", x: []int{4, 5}, key: []any{[]int64{1, 3, 1, -1, 1}}, v: []int{5}},
	{name: "a column", x: []int{4, 5}, key: []any{[]int64{1, 3, 1, -1, 1}}, v: []int{5, 1}},
	{name: "one value for rows", x: []int{4, 5}, key: []any{[]int64{1, 3, 1}}, v: []int{}},
	{name: "columns", x: []int{4, 5}, key: []any{ivy.Colon, []int64{2, -3, 2, 0}}, v: []int{4, 4}},
	{name: "arrays together", x: []int{4, 5}, key: []any{[]int64{1, 3, 1, -3}, []int64{0, 4, 0, 0}}, v: []int{4}},
	{name: "arrays that broadcast", x: []int{4, 5, 3}, key: []any{[][]int64{{1}, {-3}}, []int64{0, 4, 0}}, v: []int{3, 3}},
	{name: "arrays apart", x: []int{4, 5, 3}, key: []any{[]int64{1, 1, 1}, ivy.Slice(1, 4), []int64{0, 2, 0}}, v: []int{3, 3}},
	{name: "steps back", x: []int{4, 5, 3}, key: []any{ivy.Slice(nil, nil, -1), []int64{1, 1, 4}, ivy.Slice(nil, nil, 2)}, v: []int{4, 3, 2}},
	{name: "a mask", x: []int{2, 3}, key: []any{[][]bool{{true, false, true}, {false, true, true}}}, v: []int{4}},
	{name: "a range", x: []int{4, 5}, key: []any{ivy.Slice(1, 3), ivy.Slice(nil, nil, -2)}, v: []int{3}},
	{name: "a number", x: []int{4, 5}, key: []any{-1}, v: []int{5}},
	{name: "all", x: []int{4, 5}, v: []int{4, 1}},
	{name: "no axes", x: []int{}, key: []any{ivy.Ellipsis}, v: []int{}},
	{name: "no axes, a mask", x: []int{}, key: []any{true}, v: []int{1}},
	{name: "no indices", x: []int{3, 2}, key: []any{[]int64{}}, v: []int{0, 2}},
	{name: "no rows", x: []int{0, 2}, key: []any{[]int64{}}, v: []int{2}},
	{name: "rows of nothing", x: []int{3, 0}, key: []any{[]int64{1, 1}}, v: []int{2, 0}},
	{name: "a view", x: []int{4, 6}, of: []any{ivy.Slice(nil, nil, -2), ivy.Slice(1, nil, 2)}, key: []any{[]int64{1, 0, 1}}, v: []int{3, 3}},
	{name: "a column of an array", x: []int{4, 6}, of: []any{ivy.Colon, 2}, key: []any{[]int64{1, 0, 1, -1}}, v: []int{4}},
	{name: "values apart", x: []int{4, 5}, key: []any{[]int64{1, 3, 1}}, v: []int{3, 5}, stride: true},
	{name: "values apart, one axis", x: []int{4}, key: []any{[]int64{1, 3, 1, 0, 0}}, v: []int{5}, stride: true},
	{name: "long rows", x: []int{3, 7, 11}, key: []any{repeated(40, 3)}, v: []int{40, 7, 11}},
	{name: "far apart", x: []int{4000, 3}, key: []any{[]int64{3999, 0, 3999, 77, 3999}}, v: []int{5, 3}},
	{name: "far apart, one axis", x: []int{40000}, key: []any{[]int64{39999, 0, 39999, 77, 39999}}, v: []int{5}},
	{name: "many", x: []int{50}, key: []any{repeated(1000, 50)}, v: []int{1000}},
	{name: "rows for several threads", x: []int{5, 30000}, key: []any{repeated(12, 5)}, v: []int{12, 30000}},
	{name: "columns for several threads", x: []int{30000, 5}, key: []any{ivy.Colon, repeated(12, 5)}, v: []int{30000, 12}},
}

// additions holds that AddItem adds every value to its element, one after the other, as a
// loop over them does.
func (s *suite) additions(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		if s.gap("SetItem", d) != nil {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			for _, c := range additionCases {
				s.addition(t, d, c)
			}
			s.additionsInPlace(t, d)
		})
	}
	s.additionErrors(t)
	s.lastStays(t)
}

// someNumbers returns an array of numbers of d, which add up to more than integers of 8 bits
// hold, and to sums of floats that are rounded.
func (s *suite) someNumbers(d dtype.Dtype, r *rand.Rand, dims []int) *ivy.Array {
	n := max(1, shape.Size(dims))
	re, im := make([]float64, n), make([]float64, n)
	for i := range n {
		re[i], im[i] = float64(r.IntN(200)-99), r.NormFloat64()
		if d == dtype.Bool {
			re[i] = float64(r.IntN(4) / 3)
		} else if dtype.Inexact.Has(d) {
			re[i] = r.NormFloat64()
		}
	}
	return s.env.FromBytes(d, dims, native(sample(d, dims, re, im)))
}

// keyOf returns the key of a case, with arrays on an Env's backend.
func (c *additionCase) keyOf(e *ivy.Env) []any {
	key := slices.Clone(c.key)
	for i, k := range key {
		switch k.(type) {
		case []int64, [][]int64, int64:
			d := c.index
			if d == dtype.Invalid {
				d = dtype.Int64
			}
			key[i] = e.Asarray(k, d)
		case [][]bool:
			key[i] = e.Asarray(k)
		}
	}
	return key
}

// addition runs one case, as a call and compiled.
func (s *suite) addition(t *testing.T, d dtype.Dtype, c additionCase) {
	e, what := s.env, fmt.Sprintf("%v, %s", d, c.name)
	r := rand.New(rand.NewPCG(uint64(d), uint64(len(c.name))))
	x := s.someNumbers(d, r, c.x)
	v := s.someNumbers(d, r, c.v)
	if c.stride {
		dims := slices.Clone(c.v)
		slices.Reverse(dims)
		dims[len(dims)-1] *= 2
		wide := s.someNumbers(d, r, dims)
		perm := shape.All(len(dims))
		slices.Reverse(perm)
		v = e.GetItem(e.PermuteDims(wide, perm), ivy.Slice(nil, nil, -2))
	}
	// Where in x each element is to which a value is added.
	plain := must(ivy.NewEnv("native"))
	at := plain.GetItem(plain.Reshape(plain.Arange(shape.Size(c.x), dtype.Int64), c.x), c.of...)
	at = plain.GetItem(at, c.keyOf(plain)...)
	values := plain.FromBytes(d, v.Shape(), v.Bytes())
	for values.Ndim() > at.Ndim() {
		values = plain.GetItem(values, 0)
	}
	want := sums(d, x.Bytes(), ivy.Values[int64](at), plain.BroadcastTo(values, at.Shape()).Bytes())

	key := c.keyOf(e)
	before := v.Bytes()
	add := func(x, v *ivy.Array) *ivy.Array {
		z := e.CopyArray(x)
		e.AddItem(e.GetItem(z, c.of...), v, key...)
		return z
	}
	got := add(x, v)
	if !assert.Equal(t, want, got.Bytes(), what) {
		return
	}
	assert.Equal(t, before, v.Bytes(), "%s: v is changed", what)
	if f := e.Compile(add); assert.Equal(t, want, f.Call(x, v).Bytes(), "%s, compiled", what) {
		assert.Equal(t, want, f.Call(x, v).Bytes(), "%s, compiled, the second time", what)
	}
}

// sums adds values v of dtype d, one after the other, to the elements at positions of x. Floats
// of 16 bits are added in float32.
func sums(d dtype.Dtype, x []byte, at []int64, v []byte) []byte {
	part := d.Component()
	n, per := part.Size(), d.Size()/part.Size()
	z := slices.Clone(x)
	totals := map[int]float64{} // of floats
	for i, p := range at {
		for k := range per {
			from, to := v[(i*per+k)*n:], int(p)*per+k
			switch {
			case part == dtype.Bool:
				z[to] |= from[0]
			case part.IsInteger():
				putWord(z[to*n:], n, word(z[to*n:], n)+word(from, n))
			default:
				total, ok := totals[to]
				if !ok {
					total = floatOf(part, z[to*n:])
				}
				if total += floatOf(part, from); part != dtype.Float64 {
					total = float64(float32(total))
				}
				totals[to] = total
			}
		}
	}
	for to, total := range totals {
		copy(z[to*n:(to+1)*n], native(rawArray{dtype: part, data: appendNumber(nil, part, total)}))
	}
	return z
}

// word reads an integer of n bytes, and putWord writes one.
func word(b []byte, n int) uint64 {
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.NativeEndian.Uint16(b))
	case 4:
		return uint64(binary.NativeEndian.Uint32(b))
	}
	return binary.NativeEndian.Uint64(b)
}

func putWord(b []byte, n int, v uint64) {
	switch n {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(b, uint16(v))
	case 4:
		binary.NativeEndian.PutUint32(b, uint32(v))
	default:
		binary.NativeEndian.PutUint64(b, v)
	}
}

// floatOf reads a float of dtype d.
func floatOf(d dtype.Dtype, b []byte) float64 {
	bits := word(b, d.Size())
	switch d {
	case dtype.Float16:
		return float64(dtype.Half(bits).Float32())
	case dtype.BFloat16:
		return float64(dtype.Brain(bits).Float32())
	case dtype.Float32:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// additionsInPlace holds that AddItem writes into its array alone, which may be its values.
func (s *suite) additionsInPlace(t *testing.T, d dtype.Dtype) {
	e := s.env
	r := rand.New(rand.NewPCG(uint64(d), 1))
	x := s.someNumbers(d, r, []int{4, 3})
	old := x.Bytes()
	kept, view := e.Reshape(x, []int{12}), e.GetItem(x, 1)
	e.AddItem(x, e.GetItem(x, ivy.Slice(nil, nil, -1)), e.Asarray([]int64{1, 1, 0, 1}))
	at := []int64{3, 4, 5, 3, 4, 5, 0, 1, 2, 3, 4, 5}
	width := 3 * d.Size()
	want := sums(d, old, at, slices.Concat(old[3*width:], old[2*width:3*width], old[width:2*width], old[:width]))
	assert.Equal(t, want, x.Bytes(), "%v: values of x itself", d)
	assert.Equal(t, want[width:2*width], view.Bytes(), "%v: a view", d)
	assert.Equal(t, old, kept.Bytes(), "%v: a result made before", d)
	if d == dtype.Int64 {
		x := e.Asarray([]int64{3, 2, 0, 3})
		e.AddItem(x, e.Asarray([]int64{10, 20, 30, 40}), x)
		assert.Equal(t, []int64{33, 2, 20, 53}, ivy.Values[int64](x), "indices of x itself")
	}
}

// additionErrors holds that what AddItem refuses is an error, of which x knows nothing.
func (s *suite) additionErrors(t *testing.T) {
	e := s.env
	for _, c := range []struct {
		name string
		kind error
		v    any
		key  []any
	}{
		{"an index beyond", ivy.ErrIndex, 1, []any{e.Asarray([]int64{0, 3})}},
		{"an index before", ivy.ErrIndex, 1, []any{e.Asarray([]int64{0, -4})}},
		{"the least index", ivy.ErrIndex, 1, []any{e.Asarray([]int64{0, math.MinInt64})}},
		{"the greatest index", ivy.ErrIndex, 1, []any{e.Asarray([]int64{0, math.MaxInt64})}},
		{"an index of the second axis", ivy.ErrIndex, 1, []any{ivy.Colon, e.Asarray([]int64{0, 2})}},
		{"indices that are floats", ivy.ErrIndex, 1, []any{e.Asarray([]float64{0})}},
		{"too many indices", ivy.ErrIndex, 1, []any{0, 0, 0}},
		{"shapes of indices", ivy.ErrIndex, 1, []any{e.Asarray([]int64{0, 1}), e.Asarray([]int64{0, 1, 1})}},
		{"the shape of values", ivy.ErrShape, e.Ones([]int{3}, dtype.Int32), []any{e.Asarray([]int64{0, 1})}},
		{"the shape of values, without arrays", ivy.ErrShape, e.Ones([]int{3}, dtype.Int32), []any{0}},
		{"floats to integers", ivy.ErrDtype, 1.5, []any{e.Asarray([]int64{0, 1})}},
	} {
		x := e.Ones([]int{3, 2}, dtype.Int32)
		err := ivy.Try(func() { e.AddItem(x, c.v, c.key...) })
		require.ErrorIs(t, err, c.kind, c.name)
		assert.ErrorContains(t, err, "AddItem", c.name)
		assert.Equal(t, e.Ones([]int{3, 2}, dtype.Int32).Bytes(), x.Bytes(), "%s: x is changed", c.name)
	}
}

// lastStays holds that of many values for one element the last stays, whatever the threads.
func (s *suite) lastStays(t *testing.T) {
	const n = 200_000
	e := s.env
	values, at := e.Arange(n, dtype.Int64), e.Zeros([]int{n}, dtype.Int64)
	for range 20 {
		x := e.Zeros([]int{2}, dtype.Int64)
		e.SetItem(x, values, at)
		require.Equal(t, []int64{n - 1, 0}, ivy.Values[int64](x))
	}
}
