package jax

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func TestConfig(t *testing.T) {
	j := newJAX(t, Config{}, "native")
	assert.Equal(t, "int32*", golden.Call(j.Namespace, func(a ...any) any { return j.NumPy().Asarray(1) }))
	j.Settings().Update("jax_enable_x64", true)
	assert.Equal(t, Config{X64: true, Backend: "native"}, j.Namespace.Settings())
	assert.Equal(t, "int64*", golden.Call(j.Namespace, func(a ...any) any { return j.NumPy().Asarray(1) }))
	assert.Equal(t, dtype.Float64, j.NumPy().Sqrt(2.0).Dtype())
	j.Settings().Update("jax_numpy_dtype_promotion", "strict")
	assert.Equal(t, "!TypePromotionError", golden.Call(j.Namespace, func(a ...any) any { return j.NumPy().Add(int8(1), int16(1)) }))
	j.Settings().Update("jax_numpy_dtype_promotion", "standard")
	assert.Equal(t, dtype.Int16, j.NumPy().Add(int8(1), int16(1)).Dtype())
	for _, c := range []struct {
		name string
		val  any
		want string
	}{{"jax_enable_x64", 1, "!ValueError"}, {"jax_numpy_dtype_promotion", "lax", "!ValueError"}, {"jax_debug_nans", true, "!AttributeError"}} {
		err := ivy.Try(func() { j.Settings().Update(c.name, c.val) })
		assert.Equal(t, c.want, golden.ErrorText(err))
	}
	_, err := New(Config{Backend: "abacus"})
	assert.ErrorIs(t, err, ivy.ErrBackend)
}

// TestForeign takes arrays from outside: without 64 bits they are made narrower.
func TestForeign(t *testing.T) {
	wide := ivy.Asarray([]float64{1, 2})
	j := newJAX(t, Config{}, "")
	assert.Equal(t, dtype.Float32, j.NumPy().Add(wide, wide).Dtype())
	assert.Equal(t, dtype.Int32, j.NumPy().Negative(int64(5)).Dtype())
	assert.Equal(t, dtype.Float64, newJAX(t, Config{X64: true}, "").NumPy().Add(wide, wide).Dtype())
	assert.Equal(t, dtype.Float32, j.NumPy().Exp([]float64{1}).Dtype())
}

func TestAttributes(t *testing.T) {
	x := NumPy.Array([]any{[]any{1, 2, 3}, []any{4, 5, 6}})
	assert.Equal(t, []int{2, 3}, x.Shape())
	assert.Equal(t, 2, x.Ndim())
	assert.Equal(t, 6, x.Size())
	assert.Equal(t, 4, x.Itemsize())
	assert.Equal(t, 24, x.Nbytes())
	assert.False(t, x.WeakType())
	assert.Equal(t, []int{3, 2}, x.T().Shape())
	assert.Equal(t, []int{3, 2}, x.MT().Shape())
	assert.Equal(t, []any{[]any{1, 4}, []any{2, 5}, []any{3, 6}}, x.T().Tolist())
	assert.Equal(t, []any{[]any{0, 0, 0}, []any{0, 0, 0}}, x.Imag().Tolist())
	assert.Equal(t, x.Tolist(), x.Real().Tolist())
	assert.Equal(t, 6, x.GetItem(1, 2).Item())
	for name, attribute := range Framework.Attributes {
		assert.NotNil(t, attribute((*frontend.Array)(x)), name)
	}
	for op, path := range Framework.Operators {
		assert.True(t, Framework.Functions.Lookup(path) != nil, "%s: %s", op, path)
	}
}

// TestImmutable finds functions that write into their operands.
func TestImmutable(t *testing.T) {
	x := NumPy.Array([]any{3, 1, 2})
	for _, f := range []func() *Array{
		func() *Array { return x.At(0).Set(9) }, func() *Array { return x.At(ivy.Ellipsis).Add(1) }, func() *Array { return x.At(0).Min(0) },
		func() *Array { return x.Sort() }, func() *Array { return NumPy.Sort(x) }, func() *Array { return x.At(1).Divide(2) },
	} {
		f()
		assert.Equal(t, []any{3, 1, 2}, x.Tolist())
	}
	assert.Equal(t, []any{9, 1, 2}, x.At(0).Set(9).Tolist())
}

// wrong are arguments of all kinds.
func wrong() []any {
	np := NumPy
	return []any{
		nil, true, 0, 1, -1, math.MaxInt/2 + 1, math.MinInt, 2.5, math.NaN(), math.Inf(1), 1i, "", "ij,jk", "float32", "foo",
		[]int{}, []int{0}, []int{-1, 7}, []int{math.MaxInt/2 + 1, 4}, []any{}, []any{1, 2.5}, []any{nil}, []any{[]any{1}, []any{1, 2}}, []any{"a"}, []any{[]any{}},
		[]float64{1, 2}, [][]float64{{1}, {2}}, []string{"a"}, struct{}{}, map[string]int{}, (*Array)(nil), (*ivy.Array)(nil), dtype.Int8, dtype.Invalid, dtype.Bool,
		np.Array([]any{1, 2, 3}), np.Zeros(0), np.Zeros([]int{2, 3}), np.Zeros([]int{2, 2}), np.Asarray(2), np.Asarray(1i), np.Ones([]int{2, 3, 4}, Kw("dtype", "complex64")),
		np.Array([]any{true, false}), np.Ones(3, Kw("dtype", "bfloat16")), np.Zeros([]int{0, 2}, Kw("dtype", "uint8")), ivy.Asarray([]float64{1, math.NaN()}), int8(3), float32(1),
		ivy.Slice(1, nil), ivy.Ellipsis, ivy.NewAxis, func() {}, []any{np.Zeros(2), np.Zeros(3)},
	}
}

// TestWrongArguments throws arguments at every function: what is refused is an error of
// package ivy with a class, and nothing else happens.
func TestWrongArguments(t *testing.T) {
	args := wrong()
	n := newJAX(t, Config{}, "native").Namespace
	n.Env().SetMaxBytes(1 << 28)
	for _, f := range n.Functions.All() {
		if f.Path == "config.update" {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			list := rapid.SliceOfN(rapid.SampledFrom(args), 0, 4).Draw(t, "arguments")
			if params := f.Signature().Params; rapid.Bool().Draw(t, "named") && len(params) > 0 {
				p := rapid.SampledFrom(params).Draw(t, "parameter")
				list = append(list, Kw(p.Name, rapid.SampledFrom(args).Draw(t, "value")))
			}
			refused(t, f.Path, func() { n.Call(f, list...) })
		})
	}
	for op := range Framework.Operators {
		for _, a := range args {
			for _, b := range args {
				refused(t, op, func() { n.Operator(op, a, b) })
			}
		}
	}
}

func refused(t require.TestingT, name string, f func()) {
	if why := golden.Wrong(f); why != "" {
		t.Errorf("%s: %s", name, why)
		t.FailNow()
	}
}

// TestSizesBeyondMemory asks for results of more elements than memory has: errors, before anything is made.
func TestSizesBeyondMemory(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("every int is a size there")
	}
	const size = 1 << (strconv.IntSize - 24)
	x := NumPy.Arange(3)
	for name, call := range map[string]func() *Array{
		"setdiff1d": func() *Array { return NumPy.Setdiff1d(x, x, Kw("assume_unique", true), Kw("size", size)) },
		"setxor1d":  func() *Array { return NumPy.Setxor1d(x, x, Kw("size", size)) },
		"union1d":   func() *Array { return NumPy.Union1d(x, x, Kw("size", size)) },
	} {
		assert.Error(t, ivy.Try(func() { call() }), name)
	}
}

// TestHugeNumbers finds functions that a huge argument makes run without end, or out of memory.
func TestHugeNumbers(t *testing.T) {
	golden.CheckHuge(t, newJAX(t, Config{}, "native").Namespace)
}
