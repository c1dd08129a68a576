package ivy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A mode is one of the four casting modes.
type mode struct {
	name  string
	set   func(*ivy.Env, ...bool)
	unset func(*ivy.Env)
	with  func(*ivy.Env, ...bool) func()
	of    func(ivy.CastTargets) ivy.Dtype
}

var modes = []mode{
	{"UpcastDataTypes", (*ivy.Env).UpcastDataTypes, (*ivy.Env).UnsetUpcastDataTypes, (*ivy.Env).WithUpcastDataTypes, func(c ivy.CastTargets) ivy.Dtype { return c.Up }},
	{"DowncastDataTypes", (*ivy.Env).DowncastDataTypes, (*ivy.Env).UnsetDowncastDataTypes, (*ivy.Env).WithDowncastDataTypes, func(c ivy.CastTargets) ivy.Dtype { return c.Down }},
	{"CrosscastDataTypes", (*ivy.Env).CrosscastDataTypes, (*ivy.Env).UnsetCrosscastDataTypes, (*ivy.Env).WithCrosscastDataTypes, func(c ivy.CastTargets) ivy.Dtype { return c.Cross }},
	{"CastDataTypes", (*ivy.Env).CastDataTypes, (*ivy.Env).UnsetCastDataTypes, (*ivy.Env).WithCastDataTypes, func(c ivy.CastTargets) ivy.Dtype { return c.Cast }},
}

// taking returns an Env on a backend where some rows take these dtypes alone.
func taking(t testing.TB, dtypes dtype.Set, rows ...*ops.Op) *ivy.Env {
	var names []string
	for _, d := range dtypes.Dtypes() {
		names = append(names, d.String())
	}
	name := fmt.Sprintf("fake-taking-%x", uint32(dtypes))
	for _, op := range rows {
		name += "-" + op.Snake
	}
	return fakeEnv(t, newFake(name, "1.0", dtype.All, supported(ivy.On("1.0 and above", names...))(rows...)))
}

// What each dtype is cast to, nearest first: up to wider ones of its group that hold all
// of its values, down to narrower ones.
var (
	up = map[ivy.Dtype][]ivy.Dtype{
		ivy.Bool:  nil,
		ivy.Uint8: {ivy.Uint16, ivy.Uint32, ivy.Uint64}, ivy.Uint16: {ivy.Uint32, ivy.Uint64}, ivy.Uint32: {ivy.Uint64}, ivy.Uint64: nil,
		ivy.Int8: {ivy.Int16, ivy.Int32, ivy.Int64}, ivy.Int16: {ivy.Int32, ivy.Int64}, ivy.Int32: {ivy.Int64}, ivy.Int64: nil,
		ivy.BFloat16: {ivy.Float32, ivy.Float64}, ivy.Float16: {ivy.Float32, ivy.Float64}, ivy.Float32: {ivy.Float64}, ivy.Float64: nil,
		ivy.Complex64: {ivy.Complex128}, ivy.Complex128: nil,
	}
	down = map[ivy.Dtype][]ivy.Dtype{
		ivy.Bool:  nil,
		ivy.Uint8: nil, ivy.Uint16: {ivy.Uint8}, ivy.Uint32: {ivy.Uint16, ivy.Uint8}, ivy.Uint64: {ivy.Uint32, ivy.Uint16, ivy.Uint8},
		ivy.Int8: nil, ivy.Int16: {ivy.Int8}, ivy.Int32: {ivy.Int16, ivy.Int8}, ivy.Int64: {ivy.Int32, ivy.Int16, ivy.Int8},
		ivy.BFloat16: nil, ivy.Float16: {ivy.BFloat16}, ivy.Float32: {ivy.Float16, ivy.BFloat16}, ivy.Float64: {ivy.Float32, ivy.Float16, ivy.BFloat16},
		ivy.Complex64: nil, ivy.Complex128: {ivy.Complex64},
	}
)

// The first step of a ladder that is supported is taken, whatever the subset.
func TestCastingLadders(t *testing.T) {
	subsets := []dtype.Set{}
	for _, d := range ivy.AllDtypes() {
		subsets = append(subsets, dtype.Of(d), dtype.All&^dtype.Of(d))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		subsets = append(subsets, dtype.Set(r.Uint32())&dtype.All)
	}
	seen := map[string]bool{}
	for _, set := range subsets {
		e := taking(t, set, ops.CopyArray.Op)
		for _, d := range ivy.AllDtypes() {
			x := e.Asarray(nested(d))
			for _, c := range []struct {
				mode   mode
				ladder []ivy.Dtype
			}{{modes[0], up[d]}, {modes[1], down[d]}} {
				want := dtype.Invalid
				if set.Has(d) {
					want = d
				}
				for _, to := range c.ladder {
					if want == dtype.Invalid && set.Has(to) {
						want = to
						seen[fmt.Sprint(c.mode.name, d, to)] = true
					}
				}
				undo := c.mode.with(e)
				if want == dtype.Invalid {
					assert.ErrorIs(t, ivy.Try(func() { e.CopyArray(x) }), ivy.ErrUnsupported, "%s of %v to %v", c.mode.name, d, set)
				} else {
					assert.Equal(t, want, e.CopyArray(x).Dtype(), "%s of %v to %v", c.mode.name, d, set)
				}
				undo()
			}
		}
	}
	steps := 0
	for _, d := range ivy.AllDtypes() {
		steps += len(up[d]) + len(down[d])
	}
	assert.Len(t, seen, steps, "each step was taken")
}

// Crosscasting goes from a kind that is not supported at all to the default dtype of the
// other, if that is supported.
func TestCastingCross(t *testing.T) {
	on := func(e *ivy.Env, d ivy.Dtype) ivy.Dtype {
		defer e.WithCrosscastDataTypes()()
		z := dtype.Invalid
		err := ivy.Try(func() { z = e.CopyArray(e.Asarray(nested(d))).Dtype() })
		if err != nil {
			assert.ErrorIs(t, err, ivy.ErrUnsupported)
		}
		return z
	}
	for _, d := range ivy.AllIntDtypes() {
		e := taking(t, dtype.Inexact, ops.CopyArray.Op)
		assert.Equal(t, ivy.Float32, on(e, d), d)
		undo := e.WithDefaultFloatDtype(ivy.Float64)
		assert.Equal(t, ivy.Float64, on(e, d), d)
		undo()
		assert.Equal(t, dtype.Invalid, on(taking(t, dtype.Of(ivy.Float64, ivy.Float16), ops.CopyArray.Op), d), "the default float is not supported")
		if d != ivy.Uint8 {
			assert.Equal(t, dtype.Invalid, on(taking(t, dtype.Float|dtype.Of(ivy.Uint8), ops.CopyArray.Op), d), "an integer dtype is supported: %v", d)
		}
	}
	for _, d := range ivy.AllFloatDtypes() {
		e := taking(t, dtype.Integer, ops.CopyArray.Op)
		assert.Equal(t, ivy.Int32, on(e, d), d)
		undo := e.WithDefaultDtype(ivy.Int8)
		assert.Equal(t, ivy.Int8, on(e, d), "the default dtype serves its kind: %v", d)
		undo()
		assert.Equal(t, dtype.Invalid, on(taking(t, dtype.Of(ivy.Int64), ops.CopyArray.Op), d), "the default int is not supported")
		if d != ivy.Float64 {
			assert.Equal(t, dtype.Invalid, on(taking(t, dtype.Integer|dtype.Of(ivy.Float64), ops.CopyArray.Op), d), "a float dtype is supported: %v", d)
		}
	}
	for _, d := range []ivy.Dtype{ivy.Bool, ivy.Complex64, ivy.Complex128} {
		assert.Equal(t, dtype.Invalid, on(taking(t, dtype.Real, ops.CopyArray.Op), d), "of no kind that is crosscast: %v", d)
	}
	e := taking(t, dtype.Integer, ops.CopyArray.Op)
	defer e.WithCrosscastDataTypes()()
	x := e.CopyArray([]float32{2.7, -3.9, 1e30})
	assert.Equal(t, []int32{2, -3, 1<<31 - 1}, ivy.Values[int32](x), "as Astype casts")
}

// All modes together: cross, then up, then down.
func TestCastingOrder(t *testing.T) {
	for _, c := range []struct {
		why   string
		takes dtype.Set
		d     ivy.Dtype
		want  ivy.Dtype
	}{
		{"up before down", dtype.Of(ivy.Int8, ivy.Int64), ivy.Int16, ivy.Int64},
		{"down where up has none", dtype.Of(ivy.Int8, ivy.Uint64, ivy.Float32), ivy.Int16, ivy.Int8},
		{"down of float16", dtype.Of(ivy.BFloat16, ivy.Complex64), ivy.Float16, ivy.BFloat16},
		{"cross first", dtype.Float, ivy.Int16, ivy.Float32},
		{"cross has none: up of a group that is there", dtype.Of(ivy.Float64, ivy.Int64), ivy.Int16, ivy.Int64},
		{"cross is for kinds, not for what is left of one", dtype.Of(ivy.Float32, ivy.Uint8), ivy.Int16, dtype.Invalid},
		{"none", dtype.Of(ivy.Float64), ivy.Int16, dtype.Invalid},
		{"what is supported stays", dtype.All, ivy.Int16, ivy.Int16},
	} {
		e := taking(t, c.takes, ops.CopyArray.Op)
		e.CastDataTypes()
		z := dtype.Invalid
		err := ivy.Try(func() { z = e.CopyArray(e.Asarray(nested(c.d))).Dtype() })
		assert.Equal(t, c.want, z, c.why)
		assert.Equal(t, c.want == dtype.Invalid, errors.Is(err, ivy.ErrUnsupported), c.why)
		e.UnsetCastDataTypes()
		e.DowncastDataTypes()
		e.CrosscastDataTypes()
		e.UpcastDataTypes()
		z = dtype.Invalid
		_ = ivy.Try(func() { z = e.CopyArray(e.Asarray(nested(c.d))).Dtype() })
		assert.Equal(t, c.want, z, "%s, whatever order they are set in", c.why)
	}
}

func TestCastingScopes(t *testing.T) {
	e := newEnv(t)
	is := func(up, down, cross bool, why string) {
		t.Helper()
		assert.Equal(t, ivy.Casting{Up: up, Down: down, Cross: cross}, e.CastingModes(), why)
	}
	is(false, false, false, "off at first")
	e.UpcastDataTypes()
	is(true, false, false, "on")
	e.UpcastDataTypes(false)
	is(false, false, false, "off")
	e.UnsetUpcastDataTypes()
	is(true, false, false, "as before")
	first := e.WithDowncastDataTypes()
	second := e.WithDowncastDataTypes(false)
	third := e.WithCastDataTypes()
	is(true, true, true, "all")
	second()
	is(true, true, true, "an undo takes its own entry off")
	third()
	is(true, true, false, "and leaves the first")
	third()
	first()
	first()
	is(true, false, false, "twice is once")
	e.CastDataTypes(false)
	is(false, false, false, "all off, up too")
	e.CrosscastDataTypes(true)
	is(false, false, true, "the last setting counts")
	e.UnsetCastDataTypes()
	is(true, false, true, "up again")
	e.CastDataTypes()
	e.UpcastDataTypes(false)
	is(false, true, true, "all but up")
	for _, m := range modes {
		m.unset(e)
		m.unset(e)
		m.unset(e)
	}
	is(false, false, false, "nothing is left")
	for _, m := range modes {
		m.unset(e)
	}
	is(false, false, false, "nothing is left to take back")

	for _, m := range modes {
		undo := m.with(e)
		assert.NotEqual(t, ivy.Casting{}, e.CastingModes(), m.name)
		assert.Equal(t, ivy.Casting{}, newEnv(t).CastingModes(), "%s is this Env's alone", m.name)
		undo()
		m.set(e, true)
		m.set(e, false)
		assert.Equal(t, ivy.Casting{}, e.CastingModes(), m.name)
		m.unset(e)
		assert.NotEqual(t, ivy.Casting{}, e.CastingModes(), m.name)
		m.unset(e)
		assert.Equal(t, ivy.Casting{}, e.CastingModes(), m.name)
	}
	assert.Equal(t, ivy.Casting{}, ivy.CastingModes())
	defer ivy.WithUpcastDataTypes()()
	assert.True(t, ivy.CastingModes().Up, "of the standard Env")
}

func TestModesOutliveSetBackend(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	e.UpcastDataTypes()
	e.SetPreciseMode(false)
	x := e.Asarray([]ivy.Half{0})
	for _, name := range []string{"native", "fake-tf", "fake-torch"} {
		require.NoError(t, e.SetBackend(name))
		assert.Equal(t, ivy.Casting{Up: true}, e.CastingModes(), name)
		assert.False(t, e.PreciseMode(), name)
		assert.Equal(t, ivy.Float32, e.PromoteTypes(ivy.Float32, ivy.Int32), name)
		assert.Equal(t, ivy.Float32, e.Expm1(x).Dtype(), "the array's backend is fake-torch: %s", name)
	}
	e.PreviousBackend()
	e.UnsetBackend()
	assert.Equal(t, ivy.Casting{Up: true}, e.CastingModes())
	assert.Equal(t, ivy.Float16, e.Expm1(e.Asarray([]ivy.Half{0})).Dtype(), "native has it")
}

// The usual error names the function, the dtype, the backend, its version, and the modes
// that would help; a mode that has no candidate does not change it.
func TestCastingErrors(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	err := ivy.Try(func() { e.Expm1(e.Asarray([]ivy.Half{1})) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.EqualError(t, err, "ivy: Expm1 on fake-torch: dtype float16 is not supported by fake-torch 2.0.1: declared for versions 2.0.1 and below "+
		"(UpcastDataTypes would compute in float32, DowncastDataTypes would compute in bfloat16, CastDataTypes would compute in float32, or cast with Astype)")

	none := "ivy: Expm1 on fake-torch: dtype complex64 is not supported by fake-torch 2.0.1: declared for versions 2.0.1 and below (cast with Astype)"
	for _, m := range modes {
		undo := m.with(e)
		err = ivy.Try(func() { e.Expm1(e.Asarray([]complex64{1})) })
		require.ErrorIs(t, err, ivy.ErrUnsupported)
		assert.EqualError(t, err, none, m.name)
		undo()
	}

	err = ivy.Try(func() { e.Lcm(e.Asarray([]ivy.Half{1}), e.Asarray([]ivy.Half{1})) })
	require.ErrorIs(t, err, ivy.ErrDtype)
	assert.ErrorContains(t, err, "Lcm on fake-torch: dtype float16, want uint8")
	assert.ErrorContains(t, err, "(CrosscastDataTypes would compute in int32, CastDataTypes would compute in int32, or cast with Astype)")

	err = ivy.Try(func() { e.MatMul([][]int32{{1}}, [][]int32{{1}}) })
	assert.ErrorContains(t, err, "declared for versions 2.0.1 and below, a fault of the library: pytorch/pytorch#84530 (UpcastDataTypes would compute in int64")
	err = ivy.Try(func() { e.Prod([]uint8{2, 3}) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.EqualError(t, err, "ivy: Prod on fake-torch: dtype uint8 is not supported by fake-torch 2.0.1: the result would be uint32, which it has not (cast with Astype)")
}

// Each mode that the error names makes the call work, in the dtype named, and no other
// mode does; what works without modes is the same with them.
func TestCastingHelpIsExact(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 7))
		var ds []declare
		for _, op := range ops.All() {
			if op.Hidden || op.Family == ops.FamilyComposed || r.IntN(3) > 0 {
				continue
			}
			var lacks []string
			for _, d := range op.In.Dtypes() {
				if r.IntN(2) == 0 {
					lacks = append(lacks, d.String())
				}
			}
			ds = append(ds, unsupported(ivy.On("1.0 and above", lacks...))(op))
		}
		f := newFake(fmt.Sprintf("fake-help-%d", seed), "1.0", dtype.All, ds...)
		e := fakeEnv(t, f)
		for _, op := range ops.All() {
			if op.Hidden || op.Family == ops.FamilyComposed {
				continue
			}
			help, err := e.CastingHelp(op.Name)
			require.NoError(t, err)
			for _, d := range ivy.AllDtypes() {
				plain := callRow(e, op, d)
				targets, lacks := help[d]
				assert.Equal(t, lacks, plain != nil, "%s of %v: %v", op.Name, d, plain)
				for _, m := range modes {
					undo := m.with(e)
					err := callRow(e, op, d)
					undo()
					var entered *enteredError
					assert.False(t, errors.As(err, &entered), "%s of %v: %v", op.Name, d, err)
					if works := plain == nil || m.of(targets) != dtype.Invalid; works {
						assert.NoError(t, err, "%s of %v with %s", op.Name, d, m.name)
					} else if assert.Error(t, err, "%s of %v with %s", op.Name, d, m.name) {
						assert.Equal(t, plain.Error(), err.Error(), "the usual error")
					}
				}
			}
		}
	}
	_, err := newEnv(t).CastingHelp("Nonsense")
	assert.ErrorIs(t, err, ivy.ErrValue)
	_, err = newEnv(t).CastingHelp("Slice")
	assert.ErrorIs(t, err, ivy.ErrValue, "no public function")
	assert.Equal(t, "up float32, down bfloat16, cast float32", fakeHelp(t, "expm1", ivy.Float16).String())
	assert.Equal(t, "", fakeHelp(t, "Prod", ivy.Uint8).String())
}

func fakeHelp(t *testing.T, name string, d ivy.Dtype) ivy.CastTargets {
	help, err := fakeEnv(t, fakeTorch).CastingHelp(name)
	require.NoError(t, err)
	require.Contains(t, help, d)
	return help[d]
}

// Modes leave calls alone that are supported: same dtypes, same values.
func TestCastingLeavesTheRest(t *testing.T) {
	plain, e := newEnv(t), fakeEnv(t, fakeTorch)
	e.CastDataTypes()
	for _, d := range allButWideUints.Dtypes() {
		x, y := plain.Asarray(nested(d)), e.Asarray(nested(d))
		for name, f := range map[string]func(e *ivy.Env, x *ivy.Array) *ivy.Array{
			"Exp": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Exp(x) },
			"Add": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Add(x, 1) },
			"Max": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Max(x, ivy.Axis(0)) },
			"Std": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Std(x) },
		} {
			var want, got *ivy.Array
			if err := ivy.Try(func() { want = f(plain, x) }); err != nil {
				assert.Error(t, ivy.Try(func() { f(e, y) }), "%s of %v", name, d)
				continue
			}
			got = f(e, y)
			assert.Equal(t, want.Dtype(), got.Dtype(), "%s of %v", name, d)
			assert.Equal(t, want.String(), got.ToBackend("native").String(), "%s of %v", name, d)
		}
	}
}

// A dtype that the call names is the result's, though a mode computes in another.
func TestCastingExplicitDtype(t *testing.T) {
	rows := []*ops.Op{ops.CumulativeSum.Op, ops.CumulativeProd.Op, ops.Sum.Op, ops.Prod.Op, ops.Full.Op, ops.Arange.Op, ops.Linspace.Op, ops.Eye.Op, ops.Where.Op}
	e := taking(t, dtype.All&^dtype.Of(ivy.BFloat16), rows...)
	x := e.Asarray([]float32{1, 2, 3})
	calls := map[string]func(...ivy.Option) *ivy.Array{
		"CumulativeSum":  func(o ...ivy.Option) *ivy.Array { return e.CumulativeSum(x, o...) },
		"CumulativeProd": func(o ...ivy.Option) *ivy.Array { return e.CumulativeProd(x, o...) },
		"Sum":            func(o ...ivy.Option) *ivy.Array { return e.Sum(x, append(o, ivy.KeepDims(true))...) },
		"Prod":           func(o ...ivy.Option) *ivy.Array { return e.Prod(x, append(o, ivy.KeepDims(true))...) },
		"Full":           func(o ...ivy.Option) *ivy.Array { return e.Full([]int{2}, 6, o...) },
		"FullLike":       func(o ...ivy.Option) *ivy.Array { return e.FullLike(x, 6, o...) },
		"Zeros":          func(o ...ivy.Option) *ivy.Array { return e.Zeros([]int{2}, o...) },
		"OnesLike":       func(o ...ivy.Option) *ivy.Array { return e.OnesLike(x, o...) },
		"Arange":         func(o ...ivy.Option) *ivy.Array { return e.Arange(3, anys(o)...) },
		"Linspace":       func(o ...ivy.Option) *ivy.Array { return e.Linspace(0, 6, 4, o...) },
		"Eye":            func(o ...ivy.Option) *ivy.Array { return e.Eye(2, o...) },
		"OneHot":         func(o ...ivy.Option) *ivy.Array { return e.OneHot([]int{0, 1}, 2, o...) },
	}
	for name, call := range calls {
		assert.ErrorIs(t, ivy.Try(func() { call(ivy.BFloat16) }), ivy.ErrUnsupported, name)
		want := call(ivy.Float32)
		for _, m := range []mode{modes[0], modes[3]} {
			undo := m.with(e)
			z := call(ivy.BFloat16)
			assert.Equal(t, ivy.BFloat16, z.Dtype(), "%s with %s", name, m.name)
			assert.Equal(t, ivy.Values[float32](want), ivy.Values[float32](z.Astype(ivy.Float32)), "%s with %s", name, m.name)
			out := e.Asarray(z, ivy.Copy(true))
			out.Set(9)
			if name != "OnesLike" && name != "FullLike" {
				assert.Same(t, out, call(ivy.BFloat16, ivy.Out(out)), "%s with %s", name, m.name)
				assert.Equal(t, ivy.Values[float32](want), ivy.Values[float32](out.Astype(ivy.Float32)), "%s into Out with %s", name, m.name)
			}
			undo()
		}
	}
	undo := e.WithUpcastDataTypes()
	e.SetDefaultFloatDtype(ivy.BFloat16)
	assert.Equal(t, ivy.Float32, e.Zeros([]int{1}).Dtype(), "a default is cast")
	assert.Equal(t, ivy.Float32, e.CumulativeSum([]ivy.Brain{0}).Dtype(), "and so is an operand")
	undo()
	assert.ErrorIs(t, ivy.Try(func() { e.Zeros([]int{1}) }), ivy.ErrUnsupported)
}

func anys(opts []ivy.Option) (out []any) {
	for _, o := range opts {
		out = append(out, o)
	}
	return out
}

// Functions of several operands promote first and then cast all of them.
func TestCastingOperands(t *testing.T) {
	rows := []*ops.Op{ops.Add.Op, ops.Multiply.Op, ops.Where.Op, ops.MatMul.Op, ops.Concat.Op, ops.Max.Op, ops.Mean.Op, ops.SortOp.Op, ops.SearchSorted.Op,
		ops.IsIn.Op, ops.Take.Op, ops.Reshape.Op, ops.Slice.Op, ops.UniqueAll.Op, ops.Maximum.Op, ops.Exp.Op, ops.Equal.Op}
	e := taking(t, dtype.All&^dtype.Of(ivy.Float16), rows...)
	half := e.Asarray([]ivy.Half{dtype.HalfFromInt64(2), dtype.HalfFromInt64(1)})
	square := e.Asarray([][]ivy.Half{{dtype.HalfFromInt64(1), dtype.HalfFromInt64(2)}, {dtype.HalfFromInt64(3), dtype.HalfFromInt64(4)}})
	ints := e.Asarray([]int8{3, 4})
	calls := map[string]struct {
		f    func() *ivy.Array
		d    ivy.Dtype
		want any
	}{
		"two halfs":        {func() *ivy.Array { return e.Add(half, half) }, ivy.Float32, []float64{4, 2}},
		"a half and int8":  {func() *ivy.Array { return e.Add(half, ints) }, ivy.Float32, []float64{5, 5}},
		"int8 and a half":  {func() *ivy.Array { return e.Multiply(ints, half) }, ivy.Float32, []float64{6, 4}},
		"a half and a num": {func() *ivy.Array { return e.Add(half, 0.5) }, ivy.Float32, []float64{2.5, 1.5}},
		"Where":            {func() *ivy.Array { return e.Where([]bool{true, false}, half, ints) }, ivy.Float32, []float64{2, 4}},
		"MatMul":           {func() *ivy.Array { return e.MatMul(square, half) }, ivy.Float32, []float64{4, 10}},
		"MatMul of two":    {func() *ivy.Array { return e.MatMul(half, ints) }, ivy.Float32, []float64{10}},
		"Concat":           {func() *ivy.Array { return e.Concat([]*ivy.Array{ints, half}) }, ivy.Float32, []float64{3, 4, 2, 1}},
		"Max":              {func() *ivy.Array { return e.Max(square, ivy.Axis(0)) }, ivy.Float32, []float64{3, 4}},
		"Mean":             {func() *ivy.Array { return e.Mean(square, ivy.Axis(1)) }, ivy.Float32, []float64{1.5, 3.5}},
		"Sort":             {func() *ivy.Array { return e.Sort(half) }, ivy.Float32, []float64{1, 2}},
		"SearchSorted":     {func() *ivy.Array { return e.SearchSorted(e.Asarray([]ivy.Half{dtype.HalfFromInt64(1)}), half) }, ivy.Int64, []float64{1, 0}},
		"IsIn":             {func() *ivy.Array { return e.IsIn(half, []ivy.Half{dtype.HalfFromInt64(2)}) }, ivy.Bool, []float64{1, 0}},
		"Take":             {func() *ivy.Array { return e.Take(half, []int{1}) }, ivy.Float32, []float64{1}},
		"Reshape":          {func() *ivy.Array { return e.Reshape(square, []int{4}) }, ivy.Float32, []float64{1, 2, 3, 4}},
		"Flip":             {func() *ivy.Array { return e.Flip(half) }, ivy.Float32, []float64{1, 2}},
		"UniqueValues":     {func() *ivy.Array { return e.UniqueValues(half) }, ivy.Float32, []float64{1, 2}},
		"Clip":             {func() *ivy.Array { return e.Clip(half, 1.5, nil) }, ivy.Float32, []float64{2, 1.5}},
		"Equal":            {func() *ivy.Array { return e.Equal(half, 2) }, ivy.Bool, []float64{1, 0}},
		"Stack":            {func() *ivy.Array { return e.Reshape(e.Stack([]*ivy.Array{half, half}), []int{-1}) }, ivy.Float32, []float64{2, 1, 2, 1}},
	}
	for name, c := range calls {
		assert.ErrorIs(t, ivy.Try(func() { c.f() }), ivy.ErrUnsupported, name)
		undo := e.WithUpcastDataTypes()
		z := c.f()
		assert.Equal(t, c.d, z.Dtype(), name)
		assert.Equal(t, c.want, ivy.Values[float64](z.Astype(ivy.Float64)), name)
		undo()
	}
	assert.Equal(t, ivy.Float16, half.Dtype(), "operands stay what they are")
	undo := e.WithUpcastDataTypes()
	assert.ErrorIs(t, ivy.Try(func() { e.Add(half, half, ivy.Out(half)) }), ivy.ErrDtype, "the result is float32")
	out := e.Zeros([]int{2}, ivy.Float32)
	assert.Same(t, out, e.Add(half, half, ivy.Out(out)))
	undo()
}

// A cast is not itself cast for: where the backend does not cast a dtype there is no
// mode that helps, and no end without return, as there is in Ivy.
func TestCastingDoesNotRecurse(t *testing.T) {
	f := newFake("fake-nocast", "2.2.2", dtype.All, unsupported(ivy.On("2.2 and below", "float16"))(ops.Expm1.Op, ops.Cast.Op))
	e := fakeEnv(t, f)
	half := e.Asarray([]ivy.Half{0})
	for _, m := range modes {
		undo := m.with(e)
		err := ivy.Try(func() { e.Expm1(half) })
		assert.ErrorIs(t, err, ivy.ErrUnsupported, m.name)
		err = ivy.Try(func() { e.Astype(half, ivy.Float32) })
		require.ErrorIs(t, err, ivy.ErrUnsupported, m.name)
		assert.ErrorContains(t, err, "Astype")
		undo()
	}
	assert.NotContains(t, e.FunctionSupportedDtypes("astype"), ivy.Float16)
}

// withoutUint32 is native without the dtype that sums of small unsigned integers have.
type withoutUint32 struct{ backend.Backend }

func (withoutUint32) Name() string      { return "without uint32" }
func (withoutUint32) Dtypes() dtype.Set { return dtype.All &^ dtype.Of(ivy.Uint32) }

// A result dtype that the backend lacks makes a dtype unsupported, and a casting mode
// computes in the one that CastingHelp tells.
func TestCastingWhereTheResultsDtypeIsMissing(t *testing.T) {
	native, err := backend.Lookup("native")
	require.NoError(t, err)
	backend.Register(withoutUint32{native})
	e, err := ivy.NewEnv("without uint32")
	require.NoError(t, err)
	for _, f := range []struct {
		name string
		call func(x *ivy.Array) *ivy.Array
		want []uint64
	}{
		{"Sum", func(x *ivy.Array) *ivy.Array { return e.Sum(x) }, []uint64{500}},
		{"Prod", func(x *ivy.Array) *ivy.Array { return e.Prod(x) }, []uint64{62500}},
		{"CumulativeSum", func(x *ivy.Array) *ivy.Array { return e.CumulativeSum(x) }, []uint64{250, 500}},
	} {
		t.Run(f.name, func(t *testing.T) {
			x := e.Asarray([]uint8{250, 250})
			help, err := e.CastingHelp(f.name)
			require.NoError(t, err)
			assert.Equal(t, ivy.CastTargets{Up: ivy.Uint64, Cast: ivy.Uint64}, help[ivy.Uint8])

			err = ivy.Try(func() { f.call(x) })
			require.ErrorIs(t, err, ivy.ErrUnsupported)
			assert.ErrorContains(t, err, "the result would be uint32, which it has not (UpcastDataTypes would compute in uint64, CastDataTypes would compute in uint64, or cast with Astype)")
			undo := e.WithDowncastDataTypes()
			require.ErrorIs(t, ivy.Try(func() { f.call(x) }), ivy.ErrUnsupported, "nothing is narrower")
			undo()

			defer e.WithUpcastDataTypes()()
			z := f.call(x)
			assert.Equal(t, ivy.Uint64, z.Dtype())
			assert.Equal(t, f.want, ivy.Values[uint64](z))
			assert.NotContains(t, e.FunctionSupportedDtypes(f.name), ivy.Uint8, "casting modes do not count")
		})
	}
	assert.Equal(t, ivy.Uint16, e.Sum(e.Asarray([]uint8{1, 2}), ivy.Uint16).Dtype(), "a dtype that the call names needs no mode")
}
