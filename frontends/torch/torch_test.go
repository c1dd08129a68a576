package torch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func floats(a *Tensor) []float64 { return ivy.Values[float64](ivy.Astype(a.V, dtype.Float64)) }

// The expressions of "Demystifying Dtype Promotion in PyTorch", and its answers.
func TestPromotionText(t *testing.T) {
	one := func(d any) *Tensor { return Ones(1, Kw("dtype", d)) }
	float, double, cfloat, cdouble := one(dtype.Float32), one(dtype.Float64), one(dtype.Complex64), one(dtype.Complex128)
	integer, long, uint8s, boolean := one(dtype.Int32), one(dtype.Int64), one(dtype.Uint8), one(dtype.Bool)
	longZeroDim := NewTensor(1, Kw("dtype", dtype.Int64))
	for _, c := range []struct {
		got  *Tensor
		want dtype.Dtype
	}{
		{Add(integer, 5), dtype.Int32},
		{Add(integer, 5.5), dtype.Float32},
		{TrueDivide(integer, 5), dtype.Float32},
		{Add(integer, longZeroDim), dtype.Int32},
		{Add(long, integer), dtype.Int64},
		{Add(boolean, long), dtype.Int64},
		{Add(boolean, uint8s), dtype.Uint8},
		{Add(float, double), dtype.Float64},
		{Add(cfloat, cdouble), dtype.Complex128},
		{Add(boolean, integer), dtype.Int32},
		{Add(long, float), dtype.Float32},
	} {
		assert.Equal(t, c.want, c.got.Dtype())
	}
}

func TestConfig(t *testing.T) {
	f64, err := New(Config{DefaultDtype: dtype.Float64, Backend: "native"})
	require.NoError(t, err)
	f32, err := New(Config{})
	require.NoError(t, err)
	assert.Equal(t, dtype.Float64, f64.Zeros(2).Dtype())
	assert.Equal(t, dtype.Float64, f64.NewTensor([]any{1.5}).Dtype())
	assert.Equal(t, dtype.Complex128, f64.NewTensor(1i).Dtype())
	assert.Equal(t, dtype.Float64, f64.Sqrt(f64.Arange(3)).Dtype())
	f32.SetDefaultDtype(dtype.BFloat16)
	assert.Equal(t, dtype.BFloat16, f32.GetDefaultDtype())
	assert.Equal(t, dtype.BFloat16, f32.Ones(1).Dtype())
	assert.Equal(t, dtype.Float32, Ones(1).Dtype(), "another namespace's setting")
	f32.SetDefaultDtype(dtype.Float16)
	assert.Equal(t, "complex32", (*frontend.Array)(f32.Add(f32.Ones(2), 1i)).Type())
	_, err = New(Config{DefaultDtype: dtype.Int8})
	assert.Equal(t, "TypeError", frontend.Class(err))
	_, err = New(Config{Backend: "none"})
	assert.ErrorIs(t, err, ivy.ErrBackend)
}

// A write to a view is seen in what it was taken of, and in other views of it.
func TestViews(t *testing.T) {
	fresh := func() *Tensor { return Arange(6, Kw("dtype", dtype.Float32)).Reshape(2, 3).Clone() }
	for _, c := range []struct {
		name string
		view func(x *Tensor) *Tensor
		want []float64 // x after view.fill_(9)
	}{
		{"whole", func(x *Tensor) *Tensor { return x.Detach() }, []float64{9, 9, 9, 9, 9, 9}},
		{"select", func(x *Tensor) *Tensor { return x.Select(1, -1) }, []float64{0, 1, 9, 3, 4, 9}},
		{"narrow", func(x *Tensor) *Tensor { return x.Narrow(1, 0, 2) }, []float64{9, 9, 2, 9, 9, 5}},
		{"t", func(x *Tensor) *Tensor { return x.T().Select(0, 0) }, []float64{9, 1, 2, 9, 4, 5}},
		{"permute", func(x *Tensor) *Tensor { return x.Permute(1, 0).Get(1, 0) }, []float64{0, 9, 2, 3, 4, 5}},
		{"view", func(x *Tensor) *Tensor { return x.View(-1).Get(ivy.Slice(1, nil, 2)) }, []float64{0, 9, 2, 9, 4, 9}},
		{"unsqueeze", func(x *Tensor) *Tensor { return x.Unsqueeze(1).Select(0, 0) }, []float64{9, 9, 9, 3, 4, 5}},
		{"diagonal", func(x *Tensor) *Tensor { return x.Diagonal() }, []float64{9, 1, 2, 3, 9, 5}},
		{"unbind", func(x *Tensor) *Tensor { return x.Unbind()[1] }, []float64{0, 1, 2, 9, 9, 9}},
		{"chunk", func(x *Tensor) *Tensor { return x.Chunk(3, 1)[2] }, []float64{0, 1, 9, 3, 4, 9}},
		{"expand", func(x *Tensor) *Tensor { return x.Get(0, ivy.Slice(0, 1)).Expand(4) }, []float64{9, 1, 2, 3, 4, 5}},
		{"as_strided", func(x *Tensor) *Tensor { return x.AsStrided([]int{2}, []int{5}) }, []float64{9, 1, 2, 3, 4, 9}},
		{"unfold", func(x *Tensor) *Tensor { return x.View(6).Unfold(0, 2, 4) }, []float64{9, 9, 2, 3, 9, 9}},
		{"flatten", func(x *Tensor) *Tensor { return x.Flatten() }, []float64{9, 9, 9, 9, 9, 9}},
		{"copy", func(x *Tensor) *Tensor { return x.T().Reshape(-1) }, []float64{0, 1, 2, 3, 4, 5}},
		{"clone", func(x *Tensor) *Tensor { return x.Clone() }, []float64{0, 1, 2, 3, 4, 5}},
		{"index", func(x *Tensor) *Tensor { return x.Get([]int{0, 1}) }, []float64{0, 1, 2, 3, 4, 5}},
	} {
		x := fresh()
		row := x.Get(1)
		v := c.view(x)
		v.Fill_(9)
		assert.Equal(t, c.want, floats(x), c.name)
		assert.Equal(t, c.want[3:], floats(row), "%s: another view", c.name)
		x.Zero_()
		if c.name != "copy" && c.name != "clone" && c.name != "index" {
			assert.Equal(t, make([]float64, v.V.Size()), floats(v), "%s: the other way", c.name)
		}
	}
	z := NewTensor([]any{1 + 2i, 3 + 4i})
	z.Real().Add_(10)
	z.Imag().Neg_()
	ViewAsReal(z).Select(1, 1).Mul_(2)
	assert.Equal(t, []complex128{11 - 4i, 13 - 8i}, ivy.Values[complex128](z.V))
	h := z.Chalf()
	h.Real().Fill_(1.0001)
	assert.Equal(t, []complex128{1 - 4i, 1 - 8i}, ivy.Values[complex128](h.V), "complex32 has parts of float16")
}

func TestLayout(t *testing.T) {
	x := Arange(24).View(2, 3, 4)
	y := x.Transpose(0, 2).Get(ivy.Slice(1, nil, 2))
	assert.Equal(t, []int{2, 4, 12}, y.Stride())
	assert.Equal(t, 1, y.StorageOffset())
	assert.Equal(t, false, y.IsContiguous())
	assert.Equal(t, true, y.Contiguous().IsContiguous())
	err := ivy.Try(func() { y.View(-1) })
	assert.Equal(t, "RuntimeError", frontend.Class(err))
	assert.Equal(t, []int{12}, y.Reshape(-1).Shape())
}

func TestInPlace(t *testing.T) {
	x := NewTensor([]any{1, 2})
	same := x.Add_(1)
	assert.Same(t, x, same)
	assert.Equal(t, []float64{2, 3}, floats(x))
	x.Set(7, 0)
	x.Set(NewTensor([]any{1.9}), ivy.Slice(1, nil)) // an assignment casts
	assert.Equal(t, []float64{7, 1}, floats(x))
	for name, f := range map[string]func(){
		"result type":  func() { x.Add_(1.5) },
		"true div":     func() { x.Div_(2) },
		"float exp":    func() { x.Exp_() },
		"shape":        func() { x.Add_(Ones(2, 2, Kw("dtype", dtype.Int64))) },
		"overlap":      func() { x.Expand(2, 2).Add_(1) },
		"out of range": func() { NewTensor([]any{1}, Kw("dtype", dtype.Int8)).Fill_(300) },
		"out":          func() { Add(x, 1.5, Kw("out", x)) },
	} {
		assert.Equal(t, "RuntimeError", frontend.Class(ivy.Try(f)), name)
	}
	assert.Equal(t, []float64{7, 1}, floats(x), "a failure changes nothing")
	target := Empty(0)
	assert.Same(t, target, Add(x, 1, Kw("out", target)))
	assert.Equal(t, []float64{8, 2}, floats(target))
}

func TestTensor(t *testing.T) {
	x := FromNumpy(ivy.Asarray([]int16{1, 2}))
	assert.Equal(t, dtype.Int16, x.Dtype())
	assert.Equal(t, "tensor([1, 2], dtype=torch.int16)", x.String())
	assert.Equal(t, "tensor([1.5000])", NewTensor([]float64{1.5}).String())
	assert.Equal(t, []any{[]any{1, 2}, []any{3, 4}}, NewTensor([]any{[]any{1, 2}, []any{3, 4}}).Tolist())
	assert.Equal(t, 2.5, NewTensor(2.5).Item())
	assert.Equal(t, "torch.ShortTensor", x.Type())
	values, indices := MaxDim(NewTensor([]any{[]any{1, 5}, []any{7, 2}}), 1)
	assert.Equal(t, []float64{5, 7}, floats(values))
	assert.Equal(t, []float64{1, 0}, floats(indices))
	assert.Equal(t, Complex32, Framework.Attributes["dtype"]((*frontend.Array)(x.Chalf())))
	for name, want := range map[string]any{"shape": []int{2}, "ndim": 1, "itemsize": 2, "nbytes": 4, "device": Device{"cpu", -1}, "requires_grad": false, "grad": nil} {
		assert.Equal(t, want, Framework.Attributes[name]((*frontend.Array)(x)), name)
	}
	for _, name := range []string{"T", "mT", "H", "mH", "real", "data"} {
		m := Ones(2, 3)
		got := Framework.Attributes[name]((*frontend.Array)(m)).(*frontend.Array)
		assert.Equal(t, 6, got.V.Size(), name)
	}
	assert.Equal(t, "NotImplementedError", frontend.Class(ivy.Try(func() { Floor(NewTensor(1i)) })))
	assert.Equal(t, "TypeError", frontend.Class(ivy.Try(func() { Sin(1.5) })))
	assert.Equal(t, "IndexError", frontend.Class(ivy.Try(func() { x.Get(5) })))
}

// Where a result has no elements, indices out of range count in axes without elements alone, as
// PyTorch 2.13 has it.
func TestIndexWithoutElements(t *testing.T) {
	at := func(i ...int) *Tensor { return NewTensor(i, Kw("dtype", dtype.Int64)) }
	mask := func(b ...bool) *Tensor { return NewTensor(b) }
	ones := func(dims ...int) *Tensor { return Ones(dims, Kw("dtype", dtype.Bool)) }
	key := func(items ...any) []any { return items }
	colon, dots := ivy.Colon, ivy.Ellipsis
	for _, c := range []struct {
		dims []int
		key  []any
		want []int // nil is an IndexError
	}{
		{[]int{0, 3}, key(at(5)), nil},
		{[]int{0, 3}, key(colon, at(5)), []int{0, 1}},
		{[]int{0, 3}, key(dots, at(5)), []int{0, 1}},
		{[]int{3, 0}, key(at(5)), []int{1, 0}},
		{[]int{3, 0}, key(at(5), dots), []int{1, 0}},
		{[]int{3, 0}, key(dots, at(5)), nil},
		{[]int{3, 0}, key(nil, at(5)), []int{1, 1, 0}},
		{[]int{3, 0}, key(nil, dots, at(5)), nil},
		{[]int{2, 3, 0}, key(1, at(5)), []int{1, 0}},
		{[]int{2, 3, 0}, key(mask(true, false), at(5)), []int{1, 0}},
		{[]int{2, 3, 0}, key(at(5), mask(true, false, true)), []int{2, 0}},
		{[]int{2, 3, 0}, key(at(5), at(-9)), []int{1, 0}},
		{[]int{2, 3, 0}, key(at(5), colon, at(0)), nil},
		{[]int{2, 0, 3}, key(at(5), dots, at(7)), []int{1, 0}},
		{[]int{2, 0, 3}, key(NewTensor(true), at(7)), []int{1, 0, 3}},
		{[]int{2, 0, 3}, key(mask(true, true), colon, at(7)), []int{2, 0}},
		{[]int{2, 3, 0}, key(ones(2, 3), at(5)), nil},
		{[]int{3, 2, 0}, key(ones(3, 2)), []int{6, 0}},
		{[]int{2, 3}, key(ivy.Slice(2, nil), at(7)), []int{0, 1}},
	} {
		var got []int
		err := ivy.Try(func() { got = Zeros(c.dims).Get(c.key...).Shape() })
		written := ivy.Try(func() { Zeros(c.dims).Set(1, c.key...) })
		if c.want == nil {
			assert.Equal(t, "IndexError", frontend.Class(err), "%v[%v]", c.dims, c.key)
			assert.Equal(t, "IndexError", frontend.Class(written), "%v[%v] = 1", c.dims, c.key)
			continue
		}
		assert.NoError(t, err, "%v[%v]", c.dims, c.key)
		assert.NoError(t, written, "%v[%v] = 1", c.dims, c.key)
		assert.Equal(t, c.want, got, "%v[%v]", c.dims, c.key)
	}
}

// What PyTorch 2.13 gives where many small 16-bit floats are added to a large one: the exact sum
// where it adds in float32, else the large one.
func TestAdditionsOfNarrowFloats(t *testing.T) {
	for d, large := range map[dtype.Dtype]float64{dtype.Float16: 2048, dtype.BFloat16: 256} {
		to := func(dims ...int) *Tensor { return Full(dims, large, Kw("dtype", d)) }
		ones := func(dims ...int) *Tensor { return Ones(dims, Kw("dtype", d)) }
		at := Zeros(4, Kw("dtype", dtype.Int64))
		exact := large + 4
		for name, c := range map[string]struct {
			got  *Tensor
			want float64
		}{
			"scatter_add":              {ScatterAdd(to(2), 0, at, ones(4)), exact},
			"scatter_reduce":           {ScatterReduce(to(2), 0, at, ones(4), "sum"), exact},
			"scatter_reduce, no self":  {ScatterReduce(to(2), 0, at, to(4), "sum", Kw("include_self", false)), 4 * large},
			"index_add":                {IndexAdd(to(2), 0, at, ones(4)), large},
			"index_add, first axis":    {IndexAdd(to(2, 3, 2), 0, at, ones(4, 3, 2)), exact},
			"index_add, middle axis":   {IndexAdd(to(2, 3, 2), 1, at, ones(2, 4, 2)), large},
			"index_add, last axis":     {IndexAdd(to(2, 3, 2), 2, at, ones(2, 3, 4)), exact},
			"index_put":                {IndexPut(to(2), []any{at}, ones(4), Kw("accumulate", true)), large},
			"put":                      {Put(to(2), at, ones(4), Kw("accumulate", true)), large},
			"index_put, each its turn": {IndexPut(to(2), []any{at}, to(4), Kw("accumulate", true)), 5 * large},
		} {
			assert.Equal(t, c.want, floats(c.got)[0], "%v, %s", d, name)
		}
	}
}
