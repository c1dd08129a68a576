package script

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// quarry is native with fewer dtypes, dtypes of its own and a gap.
type quarry struct {
	backend.Backend
	kernels *backend.Table
}

func (quarry) Name() string    { return "quarry" }
func (quarry) Version() string { return "1.5" }
func (quarry) Dtypes() dtype.Set {
	return dtype.All &^ dtype.Of(ivy.BFloat16, ivy.Uint16, ivy.Complex128)
}
func (q quarry) Kernels() *backend.Table { return q.kernels }
func (quarry) Native(d ivy.Dtype) (string, any) {
	return "quarry." + d.String(), "native " + d.String()
}

func init() {
	native, err := backend.Lookup("native")
	if err != nil {
		panic(err)
	}
	gap := backend.Must(backend.UnsupportedDtypes(backend.On("1.0 and above", "float16")))
	var rest, declared []backend.Entry
	for _, op := range ops.All() {
		switch e := native.Kernels().Entry(op); {
		case e.Op == ops.Expm1.Op:
			declared = append(declared, *e)
		case e.Op != nil:
			rest = append(rest, *e)
		}
	}
	backend.Register(quarry{native, backend.NewTable(rest, backend.Declare(gap, declared...))})
}

// evalOn runs a program on a backend and returns the repr of its value.
func evalOn(t *testing.T, name, src string) (string, error) {
	t.Helper()
	s, err := New(Options{Backend: name})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte(src))
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func TestDataTypes(t *testing.T) {
	for _, c := range []struct{ src, want, why string }{
		// Their order.
		{"sorted([ivy.float32, ivy.int8, ivy.complex64, ivy.bool, ivy.bfloat16, ivy.uint64])", "[bool, uint64, int8, bfloat16, float32, complex64]", "it is that of ivy.AllDtypes, not the names'"},
		{"sorted([ivy.int8, ivy.float16, ivy.bool], reverse=True), min(ivy.int64, ivy.uint8), max([ivy.int8, ivy.bool])", "([float16, int8, bool], uint8, int8)", ""},
		{"ivy.int8 < ivy.float16, ivy.int8 <= ivy.int8, ivy.int8 < ivy.int8, ivy.int64 > ivy.uint64, ivy.bool >= ivy.uint8, (1, ivy.int8) < (1, ivy.int16)", "(True, True, False, True, False, True)", ""},
		{"sorted([torch.complex128, torch.complex32, torch.complex64, torch.int8])", "[torch.int8, torch.complex64, torch.complex32, torch.complex128]", "a framework's own dtype is next to the one that holds its values"},
		// What has a dtype.
		{"ivy.dtype(ivy.ones(1, dtype='int8')), ivy.dtype_of(2), ivy.dtype([1.5]), ivy.dtype(x=1j), ivy.dtype('int8'), ivy.dtype([True, 2])", "(int8, int32, float32, complex64, int8, int32)", ""},
		{"ivy.dtype_bits('bool'), ivy.dtype_bits(ivy.bfloat16), ivy.dtype_bits(ivy.ones(1, dtype='complex128'))", "(1, 16, 128)", ""},
		{"ivy.is_int_dtype('uint8'), ivy.is_uint_dtype(ivy.uint8), ivy.is_uint_dtype('int8'), ivy.is_bool_dtype([True]), ivy.is_float_dtype(2.5), ivy.is_complex_dtype(1j)", "(True, True, False, True, True, True)", ""},
		{"ivy.is_float_dtype(None), ivy.is_int_dtype('no dtype'), ivy.is_int_dtype({}), ivy.is_bool_dtype(len), ivy.is_int_dtype(int)", "(False, False, False, False, True)", "they answer, and never fail"},
		{"ivy.check_float(1), ivy.check_float(2 ** 99), ivy.check_float(0.5), ivy.check_float(1j), ivy.check_float('1'), ivy.check_float(ivy.ones(1))", "(True, True, True, False, False, False)", ""},
		{"x = ivy.ones(2, dtype='int8')\nx.can_cast('int16'), x.is_int_dtype(), x.is_float_dtype(), x.result_type(ivy.int16, 2.5), x.iinfo().max, x.astype('float16').finfo().bits", "(True, True, False, float64, 127, 16)", "methods of arrays"},
		// Names and natives, where no backend is set.
		{"ivy.as_ivy_dtype('int8'), ivy.as_ivy_dtype(ivy.int8), ivy.as_ivy_dtype(float)", "(int8, int8, float32)", ""},
		{"ivy.as_native_dtype('int8'), ivy.is_native_dtype(ivy.int8), ivy.is_native_dtype('int8'), ivy.is_native_dtype(3)", "(int8, True, False, False)", "with no backend set the native dtype is the dtype"},
		{"ivy.valid_dtype('bfloat16'), ivy.invalid_dtype('bfloat16'), ivy.valid_dtype('float31'), ivy.invalid_dtype(3), ivy.valid_dtype(None), ivy.invalid_dtype(None)", "(True, False, False, True, True, False)", "None: no dtype given"},
		{"ivy.closest_valid_dtype('bfloat16'), ivy.closest_valid_dtype(None)", "(bfloat16, float32)", ""},
		// Defaults.
		{"ivy.default_dtype(), ivy.default_dtype(dtype='int8', item=2.5), ivy.default_dtype(item=[1, 2.5]), ivy.default_dtype(item=True), ivy.default_dtype(item=1 << 40)", "(float32, int8, float32, bool, int64)", ""},
		{"ivy.default_int_dtype(input=ivy.ones(1, dtype='int8')), ivy.default_int_dtype(int_dtype='int16', input=2), ivy.default_int_dtype(input=2.5)", "(int8, int16, int32)", "arguments of another kind count for nothing"},
		{"ivy.default_uint_dtype(uint_dtype='uint8'), ivy.default_float_dtype(float_dtype=ivy.float16), ivy.default_complex_dtype(complex_dtype='complex128'), ivy.default_complex_dtype(input=None)", "(uint8, float16, complex128, complex64)", ""},
		{"ivy.set_default_int_dtype(int_dtype='int8')\nivy.set_default_uint_dtype('uint8')\nivy.set_default_float_dtype('float64')\nivy.set_default_complex_dtype('complex128')\na = ivy.default_int_dtype(), ivy.default_uint_dtype(), ivy.default_float_dtype(), ivy.default_complex_dtype(), ivy.infer_default_dtype('float16')\nivy.unset_default_float_dtype()\na, ivy.infer_default_dtype('float16'), ivy.infer_default_dtype(ivy.bool)", "((int8, uint8, float64, complex128, float64), float32, bool)", ""},
		// Promotion.
		{"ivy.promote_types('uint8', 'int8'), ivy.promote_types('int8', 'int16', array_api_promotion=True), ivy.promote_types('int32', 'float32')", "(int16, int16, float64)", "the rule is back in place"},
		{"a, b = ivy.type_promote_arrays(ivy.ones(1, dtype='uint8'), ivy.ones(1, dtype='int8'))\na.dtype, b.dtype", "(int16, int16)", ""},
		{"a, b = ivy.promote_types_of_inputs(ivy.ones(2, dtype='int8'), 2.5)\na.dtype, b.dtype, b.shape, ivy.promote_types_of_inputs(1, 2.5)[0]", "(float64, float64, (), ivy.array(1., dtype=float64))", ""},
		{"ivy.promote_types_of_inputs(ivy.ones(1), 1j, array_api_promotion=True)[0].dtype", "complex64", ""},
		// Casting modes: gcd takes integers alone.
		{"ivy.crosscast_data_types()\na = ivy.gcd(ivy.asarray(12.0), ivy.asarray(18.0))\nivy.crosscast_data_types(False)\nb = ivy.function_supported_dtypes(ivy.gcd)\nivy.unset_crosscast_data_types()\na, ivy.gcd(ivy.asarray(12.0), 18.0), len(b)", "(ivy.array(6), ivy.array(6), 8)", "modes are a stack, and do not count for what is supported"},
		{"ivy.cast_data_types(val=True)\na = ivy.gcd(ivy.asarray(4.0), 6)\nivy.unset_cast_data_types()\nivy.upcast_data_types()\nivy.downcast_data_types()\nivy.unset_upcast_data_types()\nivy.unset_downcast_data_types()\na", "ivy.array(2)", ""},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalText(t, c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got, c.why)
		})
	}
	for _, c := range []struct{ src, kind, msg string }{
		{"ivy.dtype(None)", "value", "NoneType"},
		{"ivy.dtype_bits(3)", "dtype", "want a dtype"},
		{"ivy.as_native_dtype('float31')", "dtype", `"float31" is no dtype`},
		{"ivy.default_int_dtype(dtype='int8')", "value", "int_dtype"},
		{"ivy.default_dtype(item={})", "value", "got dict"},
		{"ivy.set_default_int_dtype('float32')", "dtype", "float32"},
		{"ivy.promote_types('int8', 'float32', array_api_promotion=True)", "dtype", "no common dtype"},
		{"ivy.promote_types('int8', 'float32', array_api_promotion='a')", "value", "want bool"},
		{"ivy.type_promote_arrays(1)", "value", `needs "x2"`},
		{"ivy.gcd(ivy.asarray(12.0), 18)", "dtype", "float32"},
		{"ivy.cast_data_types(1, 2)", "value", "at most 1"},
		{"ivy.is_int_dtype(range(1 << 60))", "value", "steps"},
		{"ivy.ones(1).can_cast()", "value", `needs "to"`},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := evalText(t, c.src)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.kind, e.Kind, e.Msg)
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "fault in this library")
		})
	}
}

// A backend with dtypes of its own, and without some.
func TestDataTypesOfABackend(t *testing.T) {
	for _, c := range []struct{ src, want, why string }{
		{"hasattr(ivy, 'bfloat16'), hasattr(ivy, 'float16'), len(ivy.valid_dtypes), ivy.invalid_dtypes, len(ivy.all_dtypes)", "(False, True, 12, (uint16, bfloat16, complex128), 15)", "names of dtypes that it lacks are not there"},
		{"n = ivy.as_native_dtype('int8')\nn, type(n), n == ivy.as_native_dtype(ivy.int8), n == ivy.as_native_dtype('int16'), n == ivy.int8, {n: 1}[n]", "(quarry.int8, <class 'ivy.NativeDtype'>, True, False, False, 1)", ""},
		{"n = ivy.as_native_dtype('int8')\nivy.is_native_dtype(n), ivy.is_native_dtype(ivy.int8), ivy.as_ivy_dtype(n), ivy.dtype_bits(n), ivy.ones(1, dtype=n).dtype, ivy.isdtype(n, 'integral'), ivy.isdtype('int8', (n,)), ivy.result_type(n, ivy.int16), ivy.is_int_dtype(n)", "(True, False, int8, 8, int8, True, True, int16, True)", "natives stand wherever a dtype does"},
		{"ivy.dtype(ivy.ones(1), as_native=True), ivy.default_dtype(item=1, as_native=True), ivy.default_float_dtype(as_native=True), ivy.infer_default_dtype('int8', as_native=True)", "(quarry.float32, quarry.int32, quarry.float32, quarry.int32)", ""},
		{"ivy.valid_dtype('bfloat16'), ivy.invalid_dtype('bfloat16'), ivy.closest_valid_dtype('bfloat16'), ivy.closest_valid_dtype('uint16'), ivy.closest_valid_dtype('complex128')", "(False, True, float32, uint32, complex64)", ""},
		{"ivy.promote_types('uint8', 'bfloat16')", "bfloat16", "promotion is the rule's, whatever the backend"},
		{"ivy.function_unsupported_dtypes(ivy.expm1)", "(uint16, bfloat16, float16, complex128)", ""},
		{"ivy.function_unsupported_dtypes(lambda x: ivy.expm1(ivy.sqrt(x)))", "(uint16, bfloat16, float16, complex128)", ""},
		{"ivy.function_unsupported_dtypes(lambda x: x, recurse=False)", "(uint16, bfloat16, complex128)", ""},
		{"x = ivy.ones(1, dtype='float16')\nivy.upcast_data_types()\nivy.expm1(x).dtype", "float32", ""},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalOn(t, "quarry", c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got, c.why)
		})
	}
	for _, c := range []struct{ src, kind, msg string }{
		{"ivy.bfloat16", "value", "bfloat16"},
		{"ivy.as_native_dtype('bfloat16')", "dtype", "bfloat16"},
		{"ivy.expm1(ivy.ones(1, dtype='float16'))", "unsupported", "ivy.upcast_data_types() would compute in float32"},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := evalOn(t, "quarry", c.src)
			require.Error(t, err)
			assert.Equal(t, c.kind, KindOf(err), err)
			assert.Contains(t, err.Error(), c.msg)
		})
	}
	s, err := New(Options{Backend: "quarry"})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte("[ivy.as_native_dtype('int8'), ivy.int8]"))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, v.WriteJSON(&b))
	assert.Equal(t, `["quarry.int8","int8"]`, b.String())
	native, err := s.Call("as_native_dtype", []any{"int16"}, nil)
	require.NoError(t, err)
	assert.Equal(t, "quarry.int16", native.(ivy.NativeDtype).Name)
	again, err := s.Call("as_ivy_dtype", []any{native}, nil)
	require.NoError(t, err)
	assert.Equal(t, ivy.Int16, again)
}
