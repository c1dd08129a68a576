package ivy_test

// Each code example and each rule of the two texts on data types of Ivy, the newer (000)
// and the older (001), with the test that holds ours to it. "torch", "tensorflow",
// "paddle" and "jax" are the backends of fakes_test.go, which have the texts' versions,
// dtypes and declarations.
//
//	000 The data types supported by Ivy                        TestIvyHasFifteenDtypes
//	000 native data types, NativeDtype                         TestNativeDtypesOfBackends
//	000 all_…, valid and invalid tuples; no backend set        TestDtypeTuplesWithoutABackend
//	000 after a backend is set; ivy.uint16 with torch          TestDtypeTuplesOfABackend
//	000 Data Type Module: astype, broadcast_to, result_type,
//	    can_cast, dtype, set_default_dtype, default_dtype      TestAstypeBroadcastToResultTypeAndDefaults
//	000 Data Type Promotion: add; promote_types and its like   TestAddPromotesAsPromoteTypesSays
//	000 promotion never increases precision                    TestPromotionNeverIncreasesPrecision
//	000 PreciseMode(True), the precise table                   TestPromotionInPreciseMode
//	000 PreciseMode(False), the non-precise table              TestPromotionInNonPreciseMode
//	000 Arguments in other Functions: which take dtype         TestFunctionsThatTakeADtype
//	000 how default_dtype infers, 1 to 4                       TestDefaultDtypeInfersFromItsItem
//	000 relevant and irrelevant scalars                        TestScalarsRelevantToTheDtype
//	000 zeros, full                                            TestDtypesOfZerosAndFull
//	000 with_supported_dtypes and with_unsupported_dtypes      TestSupportedAndUnsupportedDtypesAreExclusive
//	000 expm1: for backend functions                           TestSupportedDtypesOfBackendFunctions
//	000 trace: for frontend functions                          TestSupportedDtypesOfFrontendFunctions
//	000 compositional functions                                TestSupportedDtypesOfComposedFunctions
//	000 classes of dtypes                                      TestClassesOfDtypes
//	000 unsupported is not invalid                             TestUnsupportedDtypesAreNotInvalid
//	000 logical_not and abs with tensorflow                    TestLogicalNotAndAbsOfEveryDtype
//	000 gcd with paddle: devices and dtypes                    TestGcdSupportByDeviceAndDtype
//	000 the context manager                                    TestDeclarationsInABlock
//	000 uint8 is not supported for prod with torch             TestProdOfUint8IsUnsupported
//	000 fmin, floor_divide: "float", "complex"                 TestDeclarationsByClassOfDtypes
//	000 the attributes, einops_reduce                          TestSupportAttributesOfFunctions
//	000 Backend Data Type Bugs: tensordot                      TestDeclarationsOfBackendBugs
//	000 cumsum: versions                                       TestDeclarationsByVersion
//	000 supported_devices and unsupported_devices              TestSupportedDevicesOfFunctions
//	000 upcast_data_types, the example                         TestUpcastDataTypes
//	000 downcast_data_types, the example                       TestDowncastDataTypes
//	000 cast_data_types, the example                           TestCastDataTypes
//	000 crosscast_data_types, lcm                              TestCrosscastDataTypesOfLcm
//	000 no other supported dtype: the usual error              TestCastingModesWithoutACandidate
//	000 Superset Data Type Support: cos                        TestCosOfDtypesBeyondTheStandard
//	000 frontends' own promotion                               TestFrontendsPromoteByTheirOwnRules
//	001 The data types supported by Ivy: 13                    TestThirteenDtypesOfTheOlderText
//	001 tuples; ivy.uint16 with torch                          TestDtypeTuplesOfTheOlderText
//	001 Data Type Module                                       TestAstypeBroadcastToResultTypeAndDefaults
//	001 how default_dtype infers; zeros, full                  TestDefaultDtypeOfTheOlderText, TestDtypesOfZerosAndFull
//	001 unsupported_dtypes and invalid_dtypes                  TestUnsupportedAndInvalidDtypesOfTheOlderText

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var half = []ivy.Half{dtype.HalfFromInt64(1)}

func TestIvyHasFifteenDtypes(t *testing.T) {
	names := []string{"bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"}
	var got []string
	for _, d := range ivy.AllDtypes() {
		got = append(got, d.String())
		parsed, err := ivy.ParseDtype(d.String())
		require.NoError(t, err)
		assert.Equal(t, d, parsed)
		assert.Equal(t, d, newEnv(t).Zeros([]int{1}, d).Dtype())
	}
	assert.Equal(t, names, got)
	for _, bad := range []string{"", "float", "Float32", "float 32", "float8", "complex32", "int"} { // the constructor verifies
		_, err := ivy.ParseDtype(bad)
		assert.ErrorIs(t, err, ivy.ErrDtype, bad)
	}
}

func TestNativeDtypesOfBackends(t *testing.T) {
	e := newEnv(t)
	for _, d := range ivy.AllDtypes() { // at first the dtype itself
		assert.Equal(t, d, e.AsNativeDtype(d).Value)
		assert.True(t, e.IsNativeDtype(d))
	}
	require.NoError(t, e.SetBackend("fake-torch"))
	n := e.AsNativeDtype(ivy.Float32)
	assert.Equal(t, "fake-torch.float32", n.Name)
	assert.Equal(t, fakeNative{"fake-torch.float32"}, n.Value)
	assert.False(t, e.IsNativeDtype(ivy.Float32))
	assert.True(t, e.IsNativeDtype(n.Value))
	assert.Equal(t, ivy.Float32, e.AsIvyDtype(n.Value))
	assert.Equal(t, ivy.Float32, e.AsIvyDtype(n))
	assert.Equal(t, ivy.Float32, e.Zeros([]int{1}, n).Dtype(), "accepted wherever a dtype is")
	assert.ErrorIs(t, ivy.Try(func() { e.AsNativeDtype(ivy.Uint16) }), ivy.ErrDtype)
	require.NoError(t, e.SetBackend("native"))
	assert.Equal(t, float32(0), e.AsNativeDtype(ivy.Float32).Value)
	assert.False(t, e.IsNativeDtype(fakeNative{"fake-torch.float32"}), "of another backend")
}

func TestDtypeTuplesWithoutABackend(t *testing.T) {
	e := newEnv(t)
	for _, c := range []struct {
		all            []ivy.Dtype
		valid, invalid func(*ivy.Env) []ivy.Dtype
		class          dtype.Set
	}{
		{ivy.AllDtypes(), (*ivy.Env).ValidDtypes, (*ivy.Env).InvalidDtypes, dtype.All},
		{ivy.AllNumericDtypes(), (*ivy.Env).ValidNumericDtypes, (*ivy.Env).InvalidNumericDtypes, dtype.Numeric},
		{ivy.AllIntDtypes(), (*ivy.Env).ValidIntDtypes, (*ivy.Env).InvalidIntDtypes, dtype.Integer},
		{ivy.AllUintDtypes(), (*ivy.Env).ValidUintDtypes, (*ivy.Env).InvalidUintDtypes, dtype.Unsigned},
		{ivy.AllFloatDtypes(), (*ivy.Env).ValidFloatDtypes, (*ivy.Env).InvalidFloatDtypes, dtype.Float},
		{ivy.AllComplexDtypes(), (*ivy.Env).ValidComplexDtypes, (*ivy.Env).InvalidComplexDtypes, dtype.Complex},
	} {
		assert.Equal(t, c.class.Dtypes(), c.all)
		assert.Equal(t, c.all, c.valid(e), "no backend is set")
		assert.Empty(t, c.invalid(e), "no backend is set")

		torch := fakeEnv(t, fakeTorch)
		assert.Equal(t, (c.class & fakeTorch.valid).Dtypes(), c.valid(torch))
		assert.Equal(t, (c.class &^ fakeTorch.valid).Dtypes(), c.invalid(torch))
		assert.Equal(t, c.class.Dtypes(), c.all, "left as they are")
	}
}

func TestDtypeTuplesOfABackend(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.Equal(t, []ivy.Dtype{ivy.Uint16, ivy.Uint32, ivy.Uint64}, e.InvalidDtypes())
	assert.True(t, e.ValidDtype(ivy.Uint8))
	for _, d := range e.InvalidDtypes() {
		assert.False(t, e.ValidDtype(d))
		assert.True(t, e.InvalidDtype(d))
		for name, f := range map[string]func(){
			"Zeros": func() { e.Zeros([]int{1}, d) }, "Asarray": func() { e.Asarray([]int{1}, d) }, "Astype": func() { e.Astype([]int{1}, d) },
			"Asarray of its own": func() { e.Asarray(nested(d)) }, "Abstract": func() { e.Abstract(d, 1) },
			"ToBackend": func() { newEnv(t).Zeros([]int{1}, d).ToBackend("fake-torch") },
		} {
			err := ivy.Try(f)
			assert.ErrorIs(t, err, ivy.ErrDtype, "%s of %v", name, d)
			assert.ErrorContains(t, err, "fake-torch 2.0.1 has no dtype "+d.String(), name)
		}
	}
	e.UnsetBackend()
	assert.Empty(t, e.InvalidDtypes())
	assert.Equal(t, ivy.Uint16, e.Zeros([]int{1}, ivy.Uint16).Dtype())
}

func TestAstypeBroadcastToResultTypeAndDefaults(t *testing.T) {
	e := newEnv(t)
	x := e.Asarray([]float32{1.5, 2})
	y := e.Astype(x, ivy.Float32)
	y.Set(9)
	assert.Equal(t, []float32{1.5, 2}, ivy.Values[float32](x), "astype copies")
	assert.Equal(t, []int32{1, 2}, ivy.Values[int32](e.Astype(x, ivy.Int32)))
	assert.Equal(t, []int{3, 2}, e.BroadcastTo(x, []int{3, 2}).Shape())
	assert.Equal(t, ivy.Float64, e.ResultType(x, ivy.Int32))
	assert.True(t, e.CanCast(ivy.Int8, ivy.Int32))
	assert.False(t, e.CanCast(ivy.Int32, ivy.Int8))
	assert.False(t, e.CanCast(ivy.Int32, ivy.Float32))
	undo := e.WithPreciseMode(false)
	assert.True(t, e.CanCast(ivy.Int32, ivy.Float32), "by the rules of promotion")
	undo()
	assert.Equal(t, ivy.Float32, e.DtypeOf(x))
	assert.Equal(t, ivy.Float32, e.DefaultDtype())
	e.SetDefaultDtype(ivy.Int64)
	assert.Equal(t, ivy.Int64, e.DefaultDtype())
	e.UnsetDefaultDtype()
	assert.Equal(t, ivy.Float32, e.DefaultDtype())
}

// The same dtype whatever the backend, promoted before the backend is entered.
func TestAddPromotesAsPromoteTypesSays(t *testing.T) {
	for _, f := range []*fake{fakeTorch, fakeTF, fakePaddle, fakeJax} {
		e := fakeEnv(t, f)
		for _, a := range ivy.AllDtypes() {
			for _, b := range ivy.AllDtypes() {
				want := e.PromoteTypes(a, b)
				assert.Equal(t, want, newEnv(t).PromoteTypes(a, b), "whatever the backend")
				assert.Equal(t, want, e.PromoteTypes(b, a))
				assert.Equal(t, want, e.ResultType(a, b))
				if !f.valid.Has(a) || !f.valid.Has(b) {
					continue
				}
				x, y := e.Asarray(nested(a)), e.Asarray(nested(b))
				assert.Equal(t, want, e.Add(x, y).Dtype(), "%v + %v on %s", a, b, f.name)
				p, q := e.TypePromoteArrays(x, y)
				assert.Equal(t, []ivy.Dtype{want, want}, []ivy.Dtype{p.Dtype(), q.Dtype()})
				p, q = e.PromoteTypesOfInputs(x, y)
				assert.Equal(t, []ivy.Dtype{want, want}, []ivy.Dtype{p.Dtype(), q.Dtype()})
			}
		}
		x := e.Asarray([]int8{1})
		p, q := e.PromoteTypesOfInputs(x, 2.5)
		assert.Equal(t, []ivy.Dtype{ivy.Float64, ivy.Float64}, []ivy.Dtype{p.Dtype(), q.Dtype()})
		assert.Equal(t, []int{}, q.Shape())
		p, q = e.PromoteTypesOfInputs(2, x)
		assert.Equal(t, []ivy.Dtype{ivy.Int8, ivy.Int8}, []ivy.Dtype{p.Dtype(), q.Dtype()})
	}
}

// A function of one float dtype gives that dtype, and what the computation loses is lost.
func TestPromotionNeverIncreasesPrecision(t *testing.T) {
	e := newEnv(t)
	for _, op := range ops.All() {
		if op.Group != ops.Elementwise || op.Hidden || op.Out(ivy.Float32, dtype.StandardDefaults) == ivy.Bool {
			continue
		}
		for _, d := range ivy.AllFloatDtypes() {
			if !op.In.Has(d) {
				continue
			}
			args := []any{e.Asarray(nested(d))}
			for range len(op.Params) - 1 {
				args = append(args, args[0])
			}
			switch op {
			case ops.FloatPower: // of 64 bits at least, and nothing else
				assert.Equal(t, ivy.Float64, e.Call(op, args)[0].Dtype(), "FloatPower of %v", d)
				continue
			case ops.Complex: // the parts as they are
				assert.Equal(t, d.WithComplex(), e.Call(op, args)[0].Dtype(), "Complex of %v", d)
				continue
			case ops.Binarizer: // integers
				continue
			case ops.Interp:
				args[1], args[2] = e.GetItem(args[0], 0), e.GetItem(args[0], 1)
			case ops.Ldexp:
				args[1] = 2
			case ops.SparsifyTensor:
				args[1] = 1
			}
			assert.Equal(t, d, e.Call(op, args)[0].Dtype(), "%s of %v", op.Name, d)
		}
	}
	assert.Equal(t, []float64{16777216}, ivy.Values[float64](e.Add([]float32{16777216}, []float32{1}).Astype(ivy.Float64)))
	big := e.Asarray([]ivy.Half{dtype.HalfFromFloat64(60000)})
	assert.True(t, e.IsInf(e.Add(big, big)).Get(0).Bool(), "overflow stays overflow")
}

func TestPromotionInPreciseMode(t *testing.T) {
	e := newEnv(t)
	assert.True(t, e.PreciseMode(), "the default")
	undo := e.WithPreciseMode(true)
	assert.Equal(t, ivy.Float64, e.PromoteTypes(ivy.Float32, ivy.Int32))
	undo()
	// Floats of twice the width for integers, float64 at most. The text has float64 for
	// uint16 with float16, its table float32, which is enough.
	for _, c := range []struct{ a, b, want ivy.Dtype }{
		{ivy.Int16, ivy.Float16, ivy.Float32}, {ivy.Uint16, ivy.Float16, ivy.Float32}, {ivy.Int16, ivy.BFloat16, ivy.Float32},
		{ivy.Int32, ivy.Float16, ivy.Float64}, {ivy.Uint32, ivy.Float32, ivy.Float64}, {ivy.Int64, ivy.Float16, ivy.Float64},
		{ivy.Uint64, ivy.Float32, ivy.Float64}, {ivy.Int8, ivy.Float16, ivy.Float16}, {ivy.Int64, ivy.Complex64, ivy.Complex128},
	} {
		assert.Equal(t, c.want, e.PromoteTypes(c.a, c.b), "%v and %v", c.a, c.b)
	}
}

func TestPromotionInNonPreciseMode(t *testing.T) {
	e := newEnv(t)
	defer e.WithPreciseMode(false)()
	assert.Equal(t, ivy.Float32, e.PromoteTypes(ivy.Float32, ivy.Int32))
	assert.Equal(t, ivy.Float16, e.PromoteTypes(ivy.Int64, ivy.Float16))
	for _, a := range ivy.AllDtypes() {
		for _, b := range ivy.AllDtypes() {
			if a.IsUnsigned() || b.IsUnsigned() {
				continue
			}
			z := e.PromoteTypes(a, b)
			if z == ivy.Float64 {
				assert.Equal(t, 64, max(a.Bits(), b.Bits()), "float64 of %v and %v", a, b)
			}
			if z == ivy.Float32 && dtype.Of(a, b) != dtype.Narrow {
				assert.True(t, a.Component().Bits() == 32 || b.Component().Bits() == 32, "float32 of %v and %v", a, b)
			}
			if a.IsFloat() && !dtype.Inexact.Has(b) {
				assert.Equal(t, a, z, "floats come first: %v and %v", a, b)
			}
		}
	}
}

func TestFunctionsThatTakeADtype(t *testing.T) {
	e := newEnv(t)
	for _, op := range ops.All() {
		switch {
		case op.Hidden:
		case op.Group == ops.Creation:
			// What makes new elements; the others give those of arrays.
			given := slices.Contains([]*ops.Op{ops.FromDlpack, ops.Meshgrid, ops.Polyval, ops.Tril, ops.Trilu, ops.Triu}, op)
			assert.Equal(t, !given, op.Takes(ops.Dtype), op.Name)
		case slices.Contains([]*ops.Op{ops.NanSum, ops.Sum.Op, ops.Prod.Op, ops.CumulativeSum.Op, ops.CumulativeProd.Op, ops.OneHot, ops.FFTFreq, ops.RFFTFreq, ops.Trace, ops.Dropout,
			ops.Cov, ops.CumMax, ops.CumMin, ops.Histogram, ops.NanMean, ops.NanProd,
			ops.HannWindow, ops.HammingWindow, ops.BlackmanWindow, ops.BartlettWindow, ops.KaiserWindow, ops.KaiserBesselDerivedWindow, ops.VorbisWindow}, op):
			assert.True(t, op.Takes(ops.Dtype), op.Name)
		default:
			assert.False(t, op.Takes(ops.Dtype), op.Name)
		}
	}
	// A sum that would overflow, and one that is told a dtype.
	x := e.Asarray([]int32{1 << 30, 1 << 30})
	assert.Equal(t, []int32{-1 << 31}, []int32{ivy.Item[int32](e.Sum(x))})
	assert.Equal(t, int64(1<<31), ivy.Item[int64](e.Sum(x, ivy.Int64)))
	assert.Equal(t, int64(1<<60), ivy.Item[int64](e.Prod(x, ivy.Int64)))
	assert.ErrorIs(t, ivy.Try(func() { e.Add(x, x, ivy.Int64) }), ivy.ErrValue)
}

func TestDefaultDtypeInfersFromItsItem(t *testing.T) {
	e := newEnv(t)
	x := e.Asarray([]int8{1})
	// 1. the dtype argument; 2. an array; 3. a scalar; 4. the global default.
	assert.Equal(t, ivy.Float64, e.DefaultDtype(x, 2.5, ivy.Float64))
	assert.Equal(t, ivy.Int8, e.DefaultDtype(2.5, x))
	assert.Equal(t, ivy.Float32, e.DefaultDtype(2.5))
	assert.Equal(t, ivy.Int32, e.DefaultDtype(2))
	assert.Equal(t, ivy.Bool, e.DefaultDtype(true))
	assert.Equal(t, ivy.Complex64, e.DefaultDtype(2i))
	assert.Equal(t, ivy.Float32, e.DefaultDtype())
	e.SetDefaultIntDtype(ivy.Int16)
	e.SetDefaultFloatDtype(ivy.Float16)
	assert.Equal(t, ivy.Int16, e.DefaultDtype(2))
	assert.Equal(t, ivy.Float16, e.DefaultDtype(2.5))
	assert.Equal(t, ivy.Float16, e.DefaultDtype(), "of nothing, the default float")
	e.SetDefaultDtype(ivy.Uint8)
	assert.Equal(t, ivy.Uint8, e.DefaultDtype(), "an int or float dtype")
	assert.Equal(t, ivy.Uint8, e.Zeros([]int{1}).Dtype())
	assert.Equal(t, ivy.Int8, e.ZerosLike(x).Dtype(), "an array goes before the default")
}

func TestScalarsRelevantToTheDtype(t *testing.T) {
	e := newEnv(t)
	assert.Equal(t, ivy.Int32, e.Arange(3).Dtype())
	assert.Equal(t, ivy.Float32, e.Arange(3.0).Dtype())
	assert.Equal(t, ivy.Float32, e.Arange(0, 3, 0.5).Dtype(), "any of the three")
	assert.Equal(t, ivy.Float64, e.Arange(0, 3, 0.5, ivy.Float64).Dtype())
	assert.Equal(t, ivy.Float32, e.Linspace(0, 3, 4).Dtype())
	assert.Equal(t, ivy.Float32, e.Eye(2, ivy.K(1), ivy.NCols(3)).Dtype(), "what is relevant to the shape alone")
	assert.Equal(t, ivy.Float16, e.Max([]ivy.Half{0}, ivy.Axis(0)).Dtype(), "an axis is not relevant")
	assert.Equal(t, ivy.Int8, e.Roll([]int8{1}, []int{1}, ivy.Axis(0)).Dtype())
}

func TestDtypesOfZerosAndFull(t *testing.T) {
	for _, f := range []*fake{fakeTorch, fakeTF, fakePaddle, fakeJax} {
		e := fakeEnv(t, f)
		assert.Equal(t, ivy.Float32, e.Zeros([]int{2, 3}).Dtype(), f.name)
		assert.Equal(t, ivy.Int16, e.Zeros([]int{2, 3}, ivy.Int16).Dtype(), f.name)
		for want, v := range map[ivy.Dtype]any{ivy.Int32: 1, ivy.Float32: 1.5, ivy.Bool: true, ivy.Complex64: 1i, ivy.Int64: backend.IntScalar(1 << 40)} {
			assert.Equal(t, want, e.Full([]int{2}, v).Dtype(), "%v on %s", v, f.name)
			assert.Equal(t, ivy.Complex128, e.Full([]int{2}, v, ivy.Complex128).Dtype(), f.name)
		}
		undo := e.WithDefaultIntDtype(ivy.Int64)
		assert.Equal(t, ivy.Int64, e.Full([]int{2}, 1).Dtype(), f.name)
		undo()
	}
}

// What a declaration does not mention is the other; of the two kinds a function has one.
func TestSupportedAndUnsupportedDtypesAreExclusive(t *testing.T) {
	listed := dtype.Of(ivy.Float32, ivy.Int8)
	yes := fakeEnv(t, newFake("fake-yes", "2.0.1", dtype.All, supported(ivy.On(below, "float32", "int8"))(ops.Square.Op)))
	no := fakeEnv(t, newFake("fake-no", "2.0.1", dtype.All, unsupported(ivy.On(below, "float32", "int8"))(ops.Square.Op)))
	assert.Equal(t, listed.Dtypes(), yes.FunctionSupportedDtypes("square"))
	assert.Equal(t, (dtype.Numeric &^ listed).Dtypes(), no.FunctionSupportedDtypes("square"))
	assert.PanicsWithValue(t, "backend: two declarations for Square", func() {
		newFake("fake-both", "2.0.1", dtype.All, supported(ivy.On(below, "float32"))(ops.Square.Op), unsupported(ivy.On(below, "int8"))(ops.Square.Op))
	})
}

func TestSupportedDtypesOfBackendFunctions(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	err := ivy.Try(func() { e.Expm1(half) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	for _, part := range []string{"Expm1", "float16", "fake-torch", "2.0.1"} {
		assert.ErrorContains(t, err, part)
	}
	assert.Equal(t, ivy.Float32, e.Expm1([]float32{1}).Dtype())
	assert.Equal(t, ivy.Float16, e.Exp(half).Dtype(), "another function takes it")
	assert.NoError(t, e.SetBackend("native"))
	assert.Equal(t, ivy.Float16, e.Expm1(half).Dtype(), "another backend too")
}

// trace of torch's frontend: the framework's version counts.
func TestSupportedDtypesOfFrontendFunctions(t *testing.T) {
	trace := func(version string) *ivy.Function {
		f, err := ivy.NewFunction("trace", func(x *ivy.Array) *ivy.Array {
			e, target := x.Env(), x.Dtype()
			if x.Dtype().IsInteger() {
				x, target = x.Astype(ivy.Int64), ivy.Int64
			}
			return e.Astype(e.Einsum("ii->", x), target)
		})
		require.NoError(t, err)
		require.NoError(t, f.OfFramework("torch", version, false, ivy.On("2.0.1 and below", "float16", "bfloat16"), ivy.On("2.1 and above")))
		return f
	}
	e := newEnv(t)
	old, now := trace("2.0.1"), trace("2.2.2")
	assert.Equal(t, []ivy.Dtype{ivy.Bool, ivy.BFloat16, ivy.Float16}, e.FunctionUnsupportedDtypes(old))
	assert.Equal(t, []ivy.Dtype{ivy.Bool}, e.FunctionUnsupportedDtypes(now))
	assert.Equal(t, ivy.Int64, e.CallFunction(old, e.Ones([]int{2, 2}, ivy.Int8))[0].Dtype())
	assert.ErrorIs(t, ivy.Try(func() { e.CallFunction(old, e.Ones([]int{2, 2}, ivy.Float16)) }), ivy.ErrUnsupported)
	assert.Equal(t, 2.0, e.CallFunction(now, e.Ones([]int{2, 2}, ivy.Float16))[0].Float())
}

func TestSupportedDtypesOfComposedFunctions(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	elu := func(x *ivy.Array) *ivy.Array { return e.Where(e.Greater(x, 0), x, e.Expm1(x)) }
	want := fakeTorch.valid &^ dtype.Of(ivy.Float16, ivy.Complex64, ivy.Complex128)
	assert.Equal(t, want.Dtypes(), e.FunctionSupportedDtypes(elu))
	assert.Equal(t, (dtype.All &^ want).Dtypes(), e.FunctionUnsupportedDtypes(elu))
	twice := func(x *ivy.Array) *ivy.Array { return elu(elu(x)) }
	assert.Equal(t, want.Dtypes(), e.FunctionSupportedDtypes(twice))
	model := struct{ w *ivy.Array }{e.Ones([]int{3, 3})} // a stateful one
	layer := func(x *ivy.Array) *ivy.Array { return elu(e.MatMul(x, model.w)) }
	// int32 with float32 weights is float64 before the product, which takes no int32.
	assert.Equal(t, fakeTorch.valid&^dtype.Complex, dtype.Of(e.FunctionSupportedDtypes(layer)...))
}

func TestClassesOfDtypes(t *testing.T) {
	e := fakeEnv(t, newFake("fake-classes", "2.0.1", dtype.All, unsupported(ivy.On(below, "unsigned", "bfloat16", "float16"))(ops.Add.Op)))
	assert.Equal(t, []ivy.Dtype{ivy.Uint8, ivy.Uint16, ivy.Uint32, ivy.Uint64, ivy.BFloat16, ivy.Float16}, e.FunctionUnsupportedDtypes("add"))
}

func TestUnsupportedDtypesAreNotInvalid(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.NotContains(t, e.InvalidDtypes(), ivy.Float16, "torch has it, though expm1 does not take it")
	assert.Contains(t, e.FunctionUnsupportedDtypes("expm1"), ivy.Float16)
	assert.Contains(t, e.FunctionUnsupportedDtypes("expm1"), ivy.Uint16, "no function takes it")
	assert.PanicsWithError(t, `Add: uint16 is declared for "2.0.1 and below", and is no valid dtype of this version at all`, func() {
		newFake("fake-again", "2.0.1", allButWideUints, unsupported(ivy.On(below, "uint16"))(ops.Add.Op))
	})
}

// A backend casts, or handles a dtype by itself, so that there is nothing to declare.
func TestLogicalNotAndAbsOfEveryDtype(t *testing.T) {
	e := fakeEnv(t, fakeTF)
	for _, d := range ivy.AllDtypes() {
		x := e.Asarray(nested(d))
		assert.Equal(t, []bool{false, true, false, false}, ivy.Values[bool](e.LogicalNot(x)), "its kernel takes bools alone: %v", d)
		if d.IsUnsigned() || d == ivy.Bool {
			assert.True(t, e.All(e.Equal(x, e.Abs(x))).Bool(), "abs of %v is the value", d)
			assert.Equal(t, d, e.Abs(x).Dtype())
		}
	}
	assert.Equal(t, ivy.AllDtypes(), e.FunctionSupportedDtypes("logical_not"))
	assert.Equal(t, ivy.AllDtypes(), e.FunctionSupportedDtypes("abs"))
}

func TestGcdSupportByDeviceAndDtype(t *testing.T) {
	e := fakeEnv(t, fakePaddle)
	assert.Equal(t, []ivy.Dtype{ivy.Int32, ivy.Int64}, e.FunctionSupportedDtypes("gcd"))
	assert.ErrorIs(t, ivy.Try(func() { e.Gcd([]int8{4}, []int8{6}) }), ivy.ErrUnsupported)
	assert.Equal(t, int64(2), ivy.Item[int64](e.Gcd([]int64{4}, []int64{6})))
}

func TestDeclarationsInABlock(t *testing.T) {
	e := fakeEnv(t, fakeJax)
	for _, name := range []string{"sigmoid", "exp"} {
		assert.Equal(t, []ivy.Dtype{ivy.Complex64, ivy.Complex128}, e.FunctionUnsupportedDtypes(name), name)
	}
	assert.Empty(t, e.FunctionUnsupportedDtypes("sin"), "outside of the block")
	assert.Equal(t, ivy.AllDtypes(), e.FunctionSupportedDtypes("abs"))
}

func TestProdOfUint8IsUnsupported(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.Contains(t, e.FunctionUnsupportedDtypes("prod"), ivy.Uint8)
	err := ivy.Try(func() { e.Prod([]uint8{2, 3}) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "dtype uint8 is not supported by fake-torch 2.0.1: the result would be uint32, which it has not")
	assert.Equal(t, ivy.Int32, e.Prod([]uint8{2, 3}, ivy.Int32).Dtype(), "told another")
	assert.Equal(t, ivy.Int32, e.Prod([]int8{2, 3}).Dtype())
	defer e.WithDefaultIntDtype(ivy.Int8)()
	assert.Equal(t, ivy.Uint8, e.Prod([]uint8{2, 3}).Dtype(), "the unsigned of the default int's width is there")
	assert.NotContains(t, e.FunctionUnsupportedDtypes("prod"), ivy.Uint8)
	assert.Equal(t, ivy.Uint32, fakeEnv(t, fakeTF).Prod([]uint8{2, 3}).Dtype(), "where there is uint32")
}

func TestDeclarationsByClassOfDtypes(t *testing.T) {
	e := fakeEnv(t, fakeTF)
	assert.Equal(t, ivy.AllFloatDtypes(), e.FunctionSupportedDtypes("fmin"))
	assert.ErrorIs(t, ivy.Try(func() { e.Fmin([]int32{1}, []int32{2}) }), ivy.ErrUnsupported)
	assert.Equal(t, []float32{1}, ivy.Values[float32](e.Fmin([]float32{1}, []float32{2})))
	for _, d := range ivy.AllComplexDtypes() {
		assert.Contains(t, e.FunctionUnsupportedDtypes("floor_divide"), d)
	}
	assert.Contains(t, e.FunctionSupportedDtypes("floor_divide"), ivy.Float16)
}

// einops_reduce: a function that is the same on every backend, and takes less on some.
func TestSupportAttributesOfFunctions(t *testing.T) {
	reduce, err := ivy.NewFunction("einops_reduce", func(x *ivy.Array) *ivy.Array { return x.Env().EinopsReduce(x, "... ->", "max") })
	require.NoError(t, err)
	require.NoError(t, reduce.UnsupportedDtypes(map[string][]string{
		"fake-torch":  {"float16"},
		"fake-tf":     {"complex"},
		"fake-paddle": {"complex", "uint8", "int8", "int16", "float16"},
	}))
	for f, lacks := range map[*fake]dtype.Set{fakeTorch: dtype.Of(ivy.Float16), fakeTF: 0, fakePaddle: dtype.Of(ivy.Uint8, ivy.Int8, ivy.Int16, ivy.Float16), fakeJax: 0} {
		e := fakeEnv(t, f)
		assert.Equal(t, (f.valid &^ dtype.Complex &^ lacks).Dtypes(), e.FunctionSupportedDtypes(reduce), f.name) // Max takes no complex anywhere
	}
	e := fakeEnv(t, fakeTorch)
	err = ivy.Try(func() { e.CallFunction(reduce, e.Asarray(half)) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "einops_reduce on fake-torch: dtype float16")
	assert.NoError(t, e.SetBackend("fake-tf"))
	assert.Equal(t, ivy.Float16, e.CallFunction(reduce, e.Asarray(half))[0].Dtype(), "the declaration follows the backend")

	supports, err := ivy.NewFunction("only", func(x *ivy.Array) *ivy.Array { return x })
	require.NoError(t, err)
	require.NoError(t, supports.SupportedDtypes(map[string][]string{"fake-torch": {"float", "bool"}}))
	assert.Equal(t, dtype.Boolean|dtype.Float, dtype.Of(fakeEnv(t, fakeTorch).FunctionSupportedDtypes(supports)...))
	assert.Equal(t, ivy.AllDtypes(), fakeEnv(t, fakeTF).FunctionSupportedDtypes(supports))
}

// tensordot of int32, a fault of the library: declared, with where it is told of.
func TestDeclarationsOfBackendBugs(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	contract := ivy.ContractAxes{{0}, {0}}
	x32, x64 := e.Ones([]int{1, 2, 3}, ivy.Int32), e.Ones([]int{1, 2, 3}, ivy.Int64)
	err := ivy.Try(func() { e.TensorDot(x32, x32, contract) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "declared for versions 2.0.1 and below, a fault of the library: pytorch/pytorch#84530")
	assert.Equal(t, []int{2, 3, 2, 3}, e.TensorDot(x64, x64, contract).Shape())
	assert.Contains(t, e.FunctionUnsupportedDtypes("tensordot"), ivy.Int32)
	assert.NotContains(t, e.FunctionUnsupportedDtypes("tensordot"), ivy.Int64)
}

// cumsum: an error in 1.11.0, from 1.12.1 on none, and for later versions the last known.
func TestDeclarationsByVersion(t *testing.T) {
	cumsum := func() declare {
		return unsupported(ivy.On("2.0.1 and below", "uint8", "bfloat16", "float16"), ivy.On("1.12.1"))(ops.CumulativeSum.Op)
	}
	for version, works := range map[string]bool{"1.11.0": false, "1.12.0": false, "1.12.1": true, "1.13.1+cu117": true, "2.0.1": true, "2.13.0": true} {
		e := fakeEnv(t, newFake("fake-torch-"+version, version, dtype.All, cumsum()))
		x := e.Asarray([]float32{0})
		err := ivy.Try(func() {
			assert.Equal(t, ivy.BFloat16, e.CumulativeSum(x, ivy.Axis(0), ivy.BFloat16).Dtype(), version)
		})
		if works {
			assert.NoError(t, err, version)
		} else {
			require.ErrorIs(t, err, ivy.ErrUnsupported, version)
			assert.ErrorContains(t, err, "dtype bfloat16 is not supported by fake-torch-"+version+" "+version, version)
		}
		assert.Equal(t, works, slices.Contains(e.FunctionSupportedDtypes("cumulative_sum"), ivy.Float16), version)
		assert.Equal(t, []float32{0}, ivy.Values[float32](e.CumulativeSum(x, ivy.Axis(0), ivy.Exclusive(true), ivy.Reverse(true))))
	}
}

func TestSupportedDevicesOfFunctions(t *testing.T) {
	for name, c := range map[string]struct {
		d    func(...*ops.Op) declare
		runs bool
	}{
		"supported":       {on(deviceDeclaration(true, "cpu")), true},
		"unsupported":     {on(deviceDeclaration(false, "cpu")), false},
		"supported-tpu":   {on(deviceDeclaration(true, "tpu:0")), false},
		"unsupported-tpu": {on(deviceDeclaration(false, "tpu:0")), true},
	} {
		e := fakeEnv(t, newFake("fake-device-"+name, "2.0.1", dtype.All, c.d(ops.Exp.Op)))
		err := ivy.Try(func() { e.Exp([]float32{1}) })
		assert.Equal(t, c.runs, err == nil, name)
		assert.Equal(t, c.runs, len(e.FunctionSupportedDtypes("exp")) > 0, name)
		if !c.runs {
			assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
		}
	}
}

func TestUpcastDataTypes(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.ErrorIs(t, ivy.Try(func() { e.Expm1(e.Asarray([]int{1}, ivy.Float16)) }), ivy.ErrUnsupported)
	e.UpcastDataTypes()
	ret := e.Expm1(e.Asarray([]int{1}, ivy.Float16))
	assert.Equal(t, ivy.Float32, ret.Dtype(), "the next that holds its values")
	assert.InDelta(t, 1.7182818, ret.Get(0).Float(), 1e-6)
	e.UpcastDataTypes(false)
	assert.ErrorIs(t, ivy.Try(func() { e.Expm1(e.Asarray([]int{1}, ivy.Float16)) }), ivy.ErrUnsupported)
}

func TestDowncastDataTypes(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.ErrorIs(t, ivy.Try(func() { e.Expm1(e.Asarray([]int{1}, ivy.Float16)) }), ivy.ErrUnsupported)
	e.DowncastDataTypes()
	ret := e.Expm1(e.Asarray([]int{1}, ivy.Float16))
	assert.Equal(t, ivy.BFloat16, ret.Dtype())
	assert.InDelta(t, 1.7182818, ret.Get(0).Float(), 1e-2)
}

func TestCastDataTypes(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	assert.ErrorIs(t, ivy.Try(func() { e.Expm1(e.Asarray([]int{1}, ivy.Float16)) }), ivy.ErrUnsupported)
	e.CastDataTypes()
	assert.Equal(t, ivy.Casting{Up: true, Down: true, Cross: true}, e.CastingModes())
	assert.Equal(t, ivy.Float32, e.Expm1(e.Asarray([]int{1}, ivy.Float16)).Dtype(), "up goes before down")
}

// lcm, which the table has as Lcm.
func TestCrosscastDataTypesOfLcm(t *testing.T) {
	op := ops.Lookup("Lcm")
	require.NotNil(t, op)
	e := fakeEnv(t, fakeTorch)
	lcm := func(v float64) *ivy.Array {
		x, y := e.Asarray([]float64{v}, ivy.Float16), e.Asarray([]float64{4}, ivy.Float16)
		return e.Call(op, []any{x, y})[0]
	}
	assert.Error(t, ivy.Try(func() { lcm(1) }))
	e.CrosscastDataTypes()
	ret := lcm(6)
	assert.Equal(t, ivy.Int32, ret.Dtype(), "the default int dtype")
	assert.Equal(t, []int32{12}, ivy.Values[int32](ret))
	assert.Equal(t, []int32{12}, ivy.Values[int32](lcm(6.9)), "cast, so truncated")
}

func TestCastingModesWithoutACandidate(t *testing.T) {
	e := fakeEnv(t, newFake("fake-none", "2.0.1", dtype.All, supported(ivy.On(below, "bool"))(ops.Add.Op)))
	e.CastDataTypes()
	for _, d := range ivy.AllNumericDtypes() {
		x := e.Asarray(nested(d))
		assert.ErrorIs(t, ivy.Try(func() { e.Add(x, x) }), ivy.ErrUnsupported, d)
	}
}

// Integers and bools into functions of floats: the default float dtype, on every backend.
func TestCosOfDtypesBeyondTheStandard(t *testing.T) {
	for _, f := range []*fake{fakeTF, fakeTorch} {
		e := fakeEnv(t, f)
		for _, d := range (f.valid &^ dtype.Inexact).Dtypes() {
			z := e.Cos(e.Asarray(nested(d)))
			assert.Equal(t, ivy.Float32, z.Dtype(), "cos of %v on %s", d, f.name)
			assert.InDelta(t, 0.5403023, z.Get(0, 0).Float(), 1e-6)
		}
		undo := e.WithDefaultFloatDtype(ivy.Float64)
		assert.Equal(t, ivy.Float64, e.Cos([]int32{1}).Dtype(), f.name)
		undo()
		assert.Contains(t, e.FunctionSupportedDtypes("cos"), ivy.Int32, f.name)
	}
}

func TestThirteenDtypesOfTheOlderText(t *testing.T) {
	for _, name := range []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bfloat16", "float16", "float32", "float64", "bool"} {
		d, err := ivy.ParseDtype(name)
		require.NoError(t, err)
		assert.Contains(t, ivy.AllDtypes(), d)
	}
}

func TestDtypeTuplesOfTheOlderText(t *testing.T) {
	e := newEnv(t)
	assert.Equal(t, ivy.AllDtypes(), e.ValidDtypes())
	assert.Empty(t, e.InvalidDtypes())
	require.NoError(t, e.SetBackend("fake-torch"))
	assert.NotContains(t, e.ValidDtypes(), ivy.Uint16)
	assert.Contains(t, ivy.AllDtypes(), ivy.Uint16, "unmodified")
	assert.Equal(t, "uint16", ivy.Uint16.String())
	assert.Equal(t, ivy.Uint32, e.PromoteTypes(ivy.Uint16, ivy.Uint32), "a fact about dtypes, not about the backend")
}

func TestDefaultDtypeOfTheOlderText(t *testing.T) {
	e := newEnv(t)
	e.SetDefaultIntDtype(ivy.Int64)
	e.SetDefaultFloatDtype(ivy.Float64)
	assert.Equal(t, ivy.Int64, e.Arange(3).Dtype())
	assert.Equal(t, ivy.Float64, e.Arange(3.0).Dtype())
	assert.Equal(t, ivy.Float64, e.Full([]int{1}, 1.5).Dtype())
	assert.Equal(t, ivy.Int8, e.Full([]int{1}, 1, ivy.Int8).Dtype())
	assert.Equal(t, ivy.Float64, e.Zeros([]int{1}).Dtype())
}

func TestUnsupportedAndInvalidDtypesOfTheOlderText(t *testing.T) {
	f, err := ivy.NewFunction("f", func(x *ivy.Array) *ivy.Array { return x })
	require.NoError(t, err)
	require.NoError(t, f.UnsupportedDtypes(map[string][]string{"fake-torch": {"float16"}}))
	e := fakeEnv(t, fakeTorch)
	assert.Equal(t, []ivy.Dtype{ivy.Uint16, ivy.Uint32, ivy.Uint64, ivy.Float16}, e.FunctionUnsupportedDtypes(f))
	g, err := ivy.NewFunction("g", func(x *ivy.Array) *ivy.Array { return x })
	require.NoError(t, err)
	assert.ErrorIs(t, g.UnsupportedDtypes(map[string][]string{"fake-torch": {"uint16"}}), ivy.ErrValue, "what is invalid is not to be repeated")
}

// "Each frontend framework has its own set of rules for how data types should be
// promoted": each package of frontends is held to every cell of its framework's own.
func TestFrontendsPromoteByTheirOwnRules(t *testing.T) {
	types := func(d ivy.Dtype, err error) ivy.Dtype {
		require.NoError(t, err)
		return d
	}
	assert.Equal(t, ivy.Float64, ivy.PromoteTypes(ivy.Int32, ivy.Float32), "Ivy's own")
	assert.Equal(t, ivy.Float32, types(jax.PromoteTypes(jax.X64, ivy.Int32, ivy.Float32)))
	assert.Equal(t, ivy.Float32, types(torch.PromoteTypes(ivy.Int32, ivy.Float32)))
	assert.Equal(t, ivy.Float64, types(numpy.PromoteTypes(ivy.Int32, ivy.Float32)))
	_, err := tensorflow.PromoteTypes(tensorflow.Plain, ivy.Int32, ivy.Float32)
	assert.Error(t, err)

	x := ivy.Ones([]int{2}, ivy.Int32)
	for _, c := range []struct {
		name string
		got  func() (ivy.Dtype, error)
		want ivy.Dtype
	}{
		{"jax", func() (ivy.Dtype, error) { r, err := jax.PromoteTypesOfInputs(jax.X64, x, 1.5); return r.Dtype, err }, ivy.Float64},
		{"torch", func() (ivy.Dtype, error) {
			r, err := torch.PromoteTypesOfInputs(torch.Float32, x, 1.5)
			return r.Dtype, err
		}, ivy.Float32},
		{"numpy", func() (ivy.Dtype, error) { r, err := numpy.PromoteTypesOfInputs(x, 1.5); return r.Dtype, err }, ivy.Float64},
	} {
		assert.Equal(t, c.want, types(c.got()), c.name)
	}
}
