package ivy_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Where Ivy 1.0.0.5 breaks what its texts promise about data types, ours keeps it. What
// is not here is in casting_test.go (modes that recur without end, a mode that makes
// float16 of bfloat16), support_test.go (declarations that nothing enforces, or that are
// not true; sum taken for ivy.sum; aliases missed) and backend/version_test.go (versions
// with suffixes, 2.2.2 outside of "2.2 and below", the example of cumsum the wrong way round).

// Ivy's dtypes compare by promotion, which is no order: float16 < int32 < float16.
func TestIvyFailure_DtypesHaveAnOrder(t *testing.T) {
	ds := ivy.AllDtypes()
	slices.Reverse(ds)
	slices.Sort(ds)
	assert.Equal(t, ivy.AllDtypes(), ds)
	for i, a := range ds {
		for _, b := range ds[i+1:] {
			assert.True(t, a < b && !(b < a), "%v and %v", a, b)
		}
	}
}

// set_backend puts back the flags that were there at import, and keeps the promotion
// table of before.
func TestIvyFailure_SettingsOutliveSetBackend(t *testing.T) {
	e := newEnv(t)
	e.SetPreciseMode(false)
	e.UpcastDataTypes()
	e.SetDefaultFloatDtype(ivy.Float16)
	e.SetDefaultIntDtype(ivy.Int8)
	for _, name := range []string{"fake-torch", "native", "fake-tf"} {
		require.NoError(t, e.SetBackend(name))
		assert.False(t, e.PreciseMode(), name)
		assert.Equal(t, ivy.Float32, e.PromoteTypes(ivy.Float32, ivy.Int32), "flag and table agree on %s", name)
		assert.Equal(t, ivy.Float32, e.Add([]float32{1}, []int32{1}).Dtype(), name)
		assert.True(t, e.CastingModes().Up, name)
		assert.Equal(t, []ivy.Dtype{ivy.Float16, ivy.Int8}, []ivy.Dtype{e.DefaultFloatDtype(), e.DefaultIntDtype()}, name)
	}
}

// result_type asks the backend, folds from the left, and fails for one argument.
func TestIvyFailure_ResultType(t *testing.T) {
	for _, precise := range []bool{true, false} {
		e, torch := newEnv(t), fakeEnv(t, fakeTorch)
		e.SetPreciseMode(precise)
		torch.SetPreciseMode(precise)
		ds := ivy.AllDtypes()
		for _, a := range ds {
			assert.Equal(t, a, e.ResultType(a))
			for _, b := range ds {
				assert.Equal(t, e.PromoteTypes(a, b), e.ResultType(a, b), "%v and %v", a, b)
				for _, c := range ds {
					z := e.ResultType(a, b, c)
					same := z == e.ResultType(a, c, b) && z == e.ResultType(b, a, c) && z == e.ResultType(c, b, a) && z == e.ResultType(b, c, a) && z == e.ResultType(c, a, b)
					if !same || z != torch.ResultType(a, b, c) {
						t.Errorf("ResultType of %v, %v and %v depends on their order or on the backend", a, b, c)
					}
				}
			}
		}
		x := e.Asarray([]int8{1})
		assert.Equal(t, e.ResultType(x, ivy.Uint8, ivy.Float16), e.ResultType(ivy.Float16, x, ivy.Uint8))
		assert.Equal(t, e.ResultType(x, 1.5, ivy.Float16), e.ResultType(1.5, ivy.Float16, x))
	}
}

// Predicates answer. Ivy's raise for unknown names, are true of no dtype (valid_dtype is
// never False), or give lists of indices.
func TestIvyFailure_PredicatesAnswer(t *testing.T) {
	torch := fakeEnv(t, fakeTorch)
	var nilArray *ivy.Array
	odd := []any{nil, "nonsense", "", "float", struct{}{}, []any{"x"}, [][]int{{1}, {1, 2}}, map[string]int{}, func() {}, math.NaN(), nilArray, ivy.Dtype(99),
		dtype.Invalid, ivy.NativeDtype{}, make(chan int), []any{nil}, uintptr(3), [2]string{"a"}}
	for _, e := range []*ivy.Env{newEnv(t), torch} {
		for _, x := range odd {
			assert.NotPanics(t, func() {
				for _, is := range []func(any) bool{e.IsBoolDtype, e.IsIntDtype, e.IsUintDtype, e.IsFloatDtype, e.IsComplexDtype, e.IsNativeDtype, ivy.CheckFloat} {
					is(x)
				}
				assert.NotEqual(t, e.ValidDtype(x), e.InvalidDtype(x), "%T", x)
			}, "%T %v", x, x)
		}
		assert.False(t, e.ValidDtype("nonsense"))
		assert.True(t, e.InvalidDtype("nonsense"))
		assert.True(t, e.ValidDtype("float32"))
	}
	assert.False(t, torch.ValidDtype("uint16"))
	assert.True(t, torch.InvalidDtype("uint16"))
	assert.True(t, newEnv(t).ValidDtype("uint16"))

	e := newEnv(t)
	for _, c := range []struct {
		x                       any
		b, i, u, f, c, isNumber bool
	}{
		{x: true, b: true},
		{x: []bool{true}, b: true},
		{x: []any{true}, b: true},
		{x: 1, i: true, isNumber: true},
		{x: []int{1}, i: true},
		{x: []uint8{1}, i: true, u: true},
		{x: "uint8", i: true, u: true},
		{x: ivy.Int8, i: true},
		{x: 1.5, f: true, isNumber: true},
		{x: []any{1.0, 2}, f: true},
		{x: []any{2, 1.0}, f: true},
		{x: ivy.BFloat16, f: true},
		{x: "bfloat16", f: true},
		{x: 1i, c: true},
		{x: []complex128{1i}, c: true},
		{x: e.Ones([]int{2}, ivy.Complex64), c: true},
	} {
		assert.Equal(t, []bool{c.b, c.i, c.u, c.f, c.c}, []bool{e.IsBoolDtype(c.x), e.IsIntDtype(c.x), e.IsUintDtype(c.x), e.IsFloatDtype(c.x), e.IsComplexDtype(c.x)}, "%T %v", c.x, c.x)
		assert.Equal(t, c.isNumber, ivy.CheckFloat(c.x), "%T %v", c.x, c.x)
	}
}

// The edges of casts are the backend's in Ivy: NaN as int32 is −2147483648 or 0, −1.0 as
// uint8 255 or 0, the imaginary part is dropped.
func TestIvyFailure_AstypeEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, name := range []string{"", "native", "fake-torch", "fake-tf"} {
		e, err := ivy.NewEnv(name)
		require.NoError(t, err)
		x := e.Asarray([]float64{nan, inf, -inf, 1e30, -1e30, -1, 2.9, -2.9, 300})
		assert.Equal(t, []int32{0, math.MaxInt32, math.MinInt32, math.MaxInt32, math.MinInt32, -1, 2, -2, 300}, ivy.Values[int32](x.Astype(ivy.Int32)))
		assert.Equal(t, []int8{0, 127, -128, 127, -128, -1, 2, -2, 127}, ivy.Values[int8](x.Astype(ivy.Int8)))
		assert.Equal(t, []uint8{0, 255, 0, 255, 0, 0, 2, 0, 255}, ivy.Values[uint8](x.Astype(ivy.Uint8)))
		assert.Equal(t, []bool{true, true, true, true, true, true, true, true, true}, ivy.Values[bool](x.Astype(ivy.Bool)))
		assert.Equal(t, []int8{44, -1, -128}, ivy.Values[int8](e.Astype([]int32{300, 255, 128}, ivy.Int8)), "integers wrap")
		err = ivy.Try(func() { e.Astype([]complex64{1i}, ivy.Float32) })
		require.ErrorIs(t, err, ivy.ErrDtype)
		assert.ErrorContains(t, err, "take Real")
	}
}

// default_int_dtype does not look at negative numbers, and default_float_dtype goes by
// magnitude.
func TestIvyFailure_DefaultsOfNumbers(t *testing.T) {
	e := newEnv(t)
	for _, c := range []struct {
		x    any
		want ivy.Dtype
	}{
		{backend.IntScalar(-1 << 40), ivy.Int64}, {backend.IntScalar(1 << 40), ivy.Int64}, {math.MinInt32, ivy.Int32}, {backend.IntScalar(math.MinInt32 - 1), ivy.Int64}, {math.MaxInt32, ivy.Int32},
		{backend.IntScalar(math.MaxInt32 + 1), ivy.Int64}, {backend.IntScalar(math.MinInt64), ivy.Int64}, {[]any{1, backend.IntScalar(-1 << 40)}, ivy.Int64}, {math.MinInt, widestInt}, {[]int{1, math.MinInt}, widestInt}, {uint64(math.MaxUint64), ivy.Uint64},
		{0.1, ivy.Float32}, {1e-40, ivy.Float32}, {1e300, ivy.Float32}, {53.234, ivy.Float32}, {1e300 + 1i, ivy.Complex64},
	} {
		assert.Equal(t, c.want, e.DefaultDtype(c.x), "%v", c.x)
		assert.Equal(t, c.want, e.Asarray(c.x).Dtype(), "%v", c.x)
	}
	assert.Equal(t, int64(-1<<40), ivy.Item[int64](e.Asarray(backend.IntScalar(-1<<40))))
	assert.Equal(t, ivy.Int64, e.DefaultIntDtype(backend.IntScalar(-1<<40)))
	assert.Equal(t, ivy.Int32, e.InferDefaultDtype(ivy.Int8))
	torch := fakeEnv(t, fakeTorch) // where uint32 is no dtype, default_uint_dtype() raises
	assert.Equal(t, ivy.Uint32, torch.DefaultUintDtype())
	assert.Equal(t, ivy.Uint32, torch.InferDefaultDtype(ivy.Uint8))
	torch.SetDefaultIntDtype(ivy.Int64) // arange(3) is int32 on torch, whatever is set
	assert.Equal(t, ivy.Int64, torch.Arange(3).Dtype())

	for name, set := range map[string]func(ivy.Dtype){"int": e.SetDefaultIntDtype, "uint": e.SetDefaultUintDtype, "float": e.SetDefaultFloatDtype, "complex": e.SetDefaultComplexDtype} {
		for _, d := range append(ivy.AllDtypes(), dtype.Invalid) {
			kind := d.Kind().String()
			assert.Equal(t, kind == name, ivy.Try(func() { set(d) }) == nil, "%v as the default %s", d, name)
		}
	}
}

// torch's uint16, uint32 and uint64 become uint8 in Ivy, and numpy's bfloat16 float16.
func TestIvyFailure_ClosestValidDtype(t *testing.T) {
	torch := fakeEnv(t, fakeTorch)
	for d, want := range map[any]ivy.Dtype{ivy.Uint16: ivy.Int32, ivy.Uint32: ivy.Int64, ivy.Uint64: ivy.Int64, "uint16": ivy.Int32, ivy.Uint8: ivy.Uint8, ivy.Float16: ivy.Float16, nil: ivy.Float32} {
		assert.Equal(t, want, torch.ClosestValidDtype(d), "%v", d)
	}
	numpy := fakeEnv(t, newFake("fake-numpy", "1.26.4", dtype.All&^dtype.Of(ivy.BFloat16)))
	assert.Equal(t, ivy.Float32, numpy.ClosestValidDtype(ivy.BFloat16))
	for _, d := range ivy.AllDtypes() {
		assert.Equal(t, d, newEnv(t).ClosestValidDtype(d))
	}
	few := fakeEnv(t, newFake("fake-few", "1", dtype.Of(ivy.Bool, ivy.Uint16, ivy.Int16, ivy.Int32, ivy.Float32)))
	for d, want := range map[ivy.Dtype]ivy.Dtype{ivy.Uint8: ivy.Uint16, ivy.Int8: ivy.Int16, ivy.Uint32: ivy.Int32, ivy.Uint64: ivy.Int32, ivy.Int64: ivy.Int32, ivy.Float64: ivy.Float32, ivy.BFloat16: ivy.Float32} {
		assert.Equal(t, want, few.ClosestValidDtype(d), "%v", d)
	}
	assert.ErrorIs(t, ivy.Try(func() { few.ClosestValidDtype(ivy.Complex64) }), ivy.ErrDtype, "nothing is near")
	assert.ErrorIs(t, ivy.Try(func() { few.ClosestValidDtype("nonsense") }), ivy.ErrDtype)
}

// finfo and iinfo raise one error or another by backend, and bfloat16 is rounded.
func TestIvyFailure_Limits(t *testing.T) {
	e := newEnv(t)
	for _, d := range ivy.AllDtypes() {
		for _, x := range []any{d, e.Ones([]int{1}, d), e.AsNativeDtype(d)} {
			err := ivy.Try(func() { ivy.Finfo(x) })
			assert.Equal(t, dtype.Inexact.Has(d), err == nil, "finfo of %v", d)
			if err != nil {
				assert.ErrorIs(t, err, ivy.ErrDtype)
			}
			err = ivy.Try(func() { ivy.Iinfo(x) })
			assert.Equal(t, d.IsInteger(), err == nil, "iinfo of %v", d)
			if err != nil {
				assert.ErrorIs(t, err, ivy.ErrDtype)
			}
		}
	}
	assert.Equal(t, 3.3895313892515355e38, ivy.Finfo(ivy.BFloat16).Max)
	assert.Equal(t, 0.0078125, ivy.Finfo(ivy.BFloat16).Eps)
	assert.Equal(t, ivy.Finfo(ivy.Float32), ivy.Finfo(ivy.Complex64))
	assert.Equal(t, uint64(math.MaxUint64), ivy.Iinfo(ivy.Uint64).Max)
	for _, x := range []any{nil, 3, "float32x", dtype.Invalid} {
		assert.ErrorIs(t, ivy.Try(func() { ivy.Finfo(x) }), ivy.ErrDtype, "%v", x)
		assert.ErrorIs(t, ivy.Try(func() { ivy.Iinfo(x) }), ivy.ErrDtype, "%v", x)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Finfo((*ivy.Array)(nil)) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Iinfo((*ivy.Array)(nil)) }), ivy.ErrValue)
}

// The domain of pure functions of dtypes shrinks with the backend in Ivy.
func TestIvyFailure_PureFunctionsKeepTheirDomain(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.Equal(t, ivy.Uint16, e.PromoteTypes(ivy.Uint8, ivy.Uint16))
	assert.True(t, e.CanCast(ivy.Uint16, ivy.Uint32))
	assert.False(t, e.CanCast(ivy.Uint16, ivy.Uint8))
	assert.True(t, e.CanCast(ivy.Int8, ivy.Int32))
	assert.Equal(t, ivy.Uint16, e.AsIvyDtype("uint16"))
	assert.Equal(t, 16, e.DtypeBits("uint16"))
	assert.True(t, e.IsUintDtype("uint16"))
	ds := ivy.AllDtypes()
	slices.Sort(ds)
	assert.Len(t, ds, 15)
	for _, x := range []any{3, "f4", nil, struct{}{}} { // as_native_dtype(3) is 3
		err := ivy.Try(func() { e.AsIvyDtype(x) })
		require.ErrorIs(t, err, ivy.ErrDtype)
		assert.ErrorContains(t, err, fmt.Sprint(x))
	}
}

// Scalars with arrays: bool stays bool on torch, 300 wraps into int8 or not, int32 and
// 1.5 are float64 in either mode, float32 and 1j complex128.
func TestIvyFailure_ScalarsWithArrays(t *testing.T) {
	for _, name := range []string{"native", "fake-torch", "fake-tf", "fake-jax", "fake-paddle"} {
		e, err := ivy.NewEnv(name)
		require.NoError(t, err)
		z := e.Add([]bool{true, false}, 2)
		assert.Equal(t, ivy.Int32, z.Dtype(), name)
		assert.Equal(t, []int32{3, 2}, ivy.Values[int32](z), name)
		assert.Equal(t, ivy.Float32, e.Add([]bool{true}, 2.5).Dtype(), name)
		for _, v := range []any{300, -200, backend.IntScalar(1 << 40)} {
			assert.ErrorIs(t, ivy.Try(func() { e.Add([]int8{1}, v) }), ivy.ErrValue, "%v on %s", v, name)
		}
		assert.ErrorIs(t, ivy.Try(func() { e.Add([]uint8{1}, -1) }), ivy.ErrValue, name)
		assert.Equal(t, ivy.Int8, e.Add([]int8{1}, true).Dtype(), name)
		assert.Equal(t, ivy.Complex64, e.Add([]float32{1}, 1i).Dtype(), name)
		assert.Equal(t, ivy.Complex128, e.Add([]float64{1}, 1i).Dtype(), name)
		assert.Equal(t, ivy.Float64, e.Add([]int32{1}, 1.5).Dtype(), name)
		undo := e.WithPreciseMode(false)
		assert.Equal(t, ivy.Float32, e.Add([]int32{1}, 1.5).Dtype(), name)
		assert.Equal(t, ivy.Complex64, e.Add([]int32{1}, 1i).Dtype(), name)
		undo()
	}
}

// One rule for integers in functions of floats and in sums: 338 of 1,232 calls differ
// between Ivy's backends.
func TestIvyFailure_OneDtypeOnEveryBackend(t *testing.T) {
	native := newEnv(t)
	for _, name := range []string{"fake-torch", "fake-tf", "fake-jax", "fake-paddle"} {
		e, err := ivy.NewEnv(name)
		require.NoError(t, err)
		for _, d := range e.ValidDtypes() {
			for f, call := range map[string]func(*ivy.Env) *ivy.Array{
				"Acos":          func(e *ivy.Env) *ivy.Array { return e.Acos(nested(d)) },
				"Std":           func(e *ivy.Env) *ivy.Array { return e.Std(nested(d)) },
				"Var":           func(e *ivy.Env) *ivy.Array { return e.Var(nested(d)) },
				"Mean":          func(e *ivy.Env) *ivy.Array { return e.Mean(nested(d)) },
				"Sum":           func(e *ivy.Env) *ivy.Array { return e.Sum(nested(d)) },
				"CumulativeSum": func(e *ivy.Env) *ivy.Array { return e.CumulativeSum(nested(d), ivy.Axis(0)) },
				"Sqrt":          func(e *ivy.Env) *ivy.Array { return e.Sqrt(nested(d)) },
			} {
				want := call(native)
				var got *ivy.Array
				if err := ivy.Try(func() { got = call(e) }); err != nil {
					assert.ErrorIs(t, err, ivy.ErrUnsupported, "a declared gap: %s of %v on %s", f, d, name)
					continue
				}
				assert.Equal(t, want.Dtype(), got.Dtype(), "%s of %v on %s", f, d, name)
				assert.Equal(t, want.String(), got.ToBackend("native").String(), "%s of %v on %s", f, d, name)
			}
		}
	}
	assert.Equal(t, 1.5, native.Mean([]int32{1, 2}).Float(), "no truncated mean")
	assert.Equal(t, ivy.Int32, native.Sum([]bool{true}).Dtype())
}

// What raises KeyError in Ivy, or an error with a bare tuple.
func TestIvyFailure_ErrorsSayWhatIsWrong(t *testing.T) {
	e := newEnv(t)
	e.SetPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults))
	err := ivy.Try(func() { e.PromoteTypes(ivy.Uint64, ivy.Int8) })
	require.ErrorIs(t, err, ivy.ErrDtype)
	assert.ErrorContains(t, err, "uint64")
	assert.ErrorContains(t, err, "int8")

	torch, native := fakeEnv(t, fakeTorch).Ones([]int{2}), newEnv(t).Ones([]int{2})
	err = ivy.Try(func() { native.Add(torch) })
	require.ErrorIs(t, err, ivy.ErrBackend)
	assert.ErrorContains(t, err, "native and fake-torch")
	wide := newEnv(t).Ones([]int{2}, ivy.Uint16) // converted or not, never half
	require.ErrorIs(t, ivy.Try(func() { wide.ToBackend("fake-torch") }), ivy.ErrDtype)
	assert.Equal(t, []uint16{1, 1}, ivy.Values[uint16](wide))
	assert.Equal(t, "native", wide.Backend())
	assert.Empty(t, newEnv(t).BroadcastArrays())
	assert.Equal(t, []int{2, 2}, newEnv(t).BroadcastTo([]complex64{1i, 1}, []int{2, 2}).Shape())
}

// Settings of one goroutine's Env are not another's. In Ivy defaults and modes are
// the process's, and set_backend in one thread breaks calls in another.
func TestIvyFailure_SettingsStayWithTheirEnv(t *testing.T) {
	backends := []string{"", "native", "fake-torch", "fake-tf", "fake-jax", "fake-paddle", "native", "fake-torch"}
	floats := []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.BFloat16, ivy.Float16}
	ints := []ivy.Dtype{ivy.Int8, ivy.Int16, ivy.Int32, ivy.Int64}
	standard := ivy.DefaultDtype()
	var wg sync.WaitGroup
	for i, name := range backends {
		wg.Go(func() {
			e, err := ivy.NewEnv("")
			if !assert.NoError(t, err) {
				return
			}
			precise, float, integer := i%2 == 0, floats[i%4], ints[i/2]
			for range 30 {
				undo := []func(){
					e.WithPreciseMode(precise), e.WithDefaultFloatDtype(float), e.WithDefaultIntDtype(integer), e.WithUpcastDataTypes(i < 4), e.WithCrosscastDataTypes(i >= 4),
				}
				if name != "" {
					undo = append(undo, e.WithBackend(name))
				}
				runtime.Gosched()
				assert.Equal(t, name, e.CurrentBackend())
				assert.Equal(t, precise, e.PreciseMode())
				assert.Equal(t, ivy.Casting{Up: i < 4, Cross: i >= 4}, e.CastingModes())
				want := ivy.Float32
				if precise {
					want = ivy.Float64
				}
				assert.Equal(t, want, e.Add([]float32{1}, []int32{1}).Dtype())
				assert.Equal(t, float, e.Cos([]int32{1}).Dtype())
				assert.Equal(t, float, e.Full([]int{1}, 1.5).Dtype())
				assert.Equal(t, integer, e.Arange(3).Dtype())
				assert.Equal(t, name == "fake-torch" || name == "fake-paddle", e.InvalidDtype(ivy.Uint16))
				computed := ivy.Float16
				if name == "fake-torch" {
					computed = ivy.Float32 // where upcasting is on
				}
				err := ivy.Try(func() { assert.Equal(t, computed, e.Expm1(half).Dtype()) })
				assert.Equal(t, name == "fake-torch" && i >= 4, err != nil)
				assert.Equal(t, name == "fake-torch", slices.Contains(e.FunctionUnsupportedDtypes("expm1"), ivy.Float16))
				for _, u := range undo {
					u()
				}
				assert.Equal(t, []any{"", true, ivy.Float32, ivy.Int32, ivy.Casting{}},
					[]any{e.CurrentBackend(), e.PreciseMode(), e.DefaultFloatDtype(), e.DefaultIntDtype(), e.CastingModes()})
			}
		})
	}
	wg.Wait()
	assert.Equal(t, standard, ivy.DefaultDtype(), "nor the standard Env's")
	assert.True(t, ivy.PreciseMode())
	assert.Equal(t, ivy.Casting{}, ivy.CastingModes())
}

// One Function, asked about and called by many.
func TestFunctionConcurrently(t *testing.T) {
	f, err := ivy.NewFunction("shared", func(x *ivy.Array) *ivy.Array { return x.Env().Expm1(x) })
	require.NoError(t, err)
	var wg sync.WaitGroup
	refused := make([]int, 8)
	for i := range 8 {
		wg.Go(func() {
			e, err := ivy.NewEnv([]string{"fake-torch", "fake-tf", "native"}[i%3])
			if !assert.NoError(t, err) {
				return
			}
			for j := range 20 {
				if f.WithUnsupportedDtypes(fmt.Sprintf("nowhere-%d", j), ivy.On("1.0", "float16")) != nil {
					refused[i]++
				}
				assert.Equal(t, i%3 == 0, slices.Contains(e.FunctionUnsupportedDtypes(f), ivy.Float16))
				assert.Equal(t, ivy.Float32, e.CallFunction(f, e.Asarray([]float32{0}))[0].Dtype())
			}
		})
	}
	wg.Wait()
	total := 0
	for _, n := range refused {
		total += n
	}
	assert.Equal(t, 7*20, total, "one of eight declares each")
}
