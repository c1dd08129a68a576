package script

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
)

// The examples of Ivy's two texts on data types that call Ivy, as programs; the rules
// themselves are held by the tests of package ivy.
//
//	set_backend('torch'): ivy.uint16 goes, native dtypes and tuples change   TestTextsBackends
//	previous_backend, unset_backend                                          TestTextsBackends
//	with ivy.PreciseMode(True), with ivy.PreciseMode(False)                  TestTextsPrograms
//	Dtype, NativeDtype, native_float32, the tuples                           TestTextsPrograms
//	the module of dtypes: astype … set_default_dtype, default_dtype          TestTextsPrograms
//	zeros, full, prod, sum, cumsum with their dtypes                         TestTextsPrograms
//	upcast_data_types … crosscast_data_types                                 TestTextsCastingModes
//	cos of integers                                                          TestTextsPrograms
//
// The texts show parts of Ivy's own source. Their like here is a function of the program
// with the same declaration, in TestTextsDeclarations:
//
//	@with_unsupported_dtypes(…, backend_version) def expm1, lcm, floor_divide, cumsum
//	@with_supported_dtypes({"2.13.0 and below": ("float",)}, …) def fmin
//	@with_unsupported_dtypes(…, "torch") def trace
//	@with_unsupported_device_and_dtypes(…) def gcd
//	@with_unsupported_dtypes({…: ("unsigned", "bfloat16", "float16")}, …)
//	with with_unsupported_dtypes(…): def f1 …, def f2 …
//	einops_reduce.unsupported_dtypes = {…}
//	def logical_not, def abs: functions that handle a dtype themselves
//
// What is left of their source (the signatures of zeros and full in each backend, add in
// each backend, infer_dtype) computes nothing: it says which arguments functions have,
// which the tests of package ivy hold.
func TestTextsPrograms(t *testing.T) {
	for _, row := range []struct{ src, want string }{
		{"with ivy.PreciseMode(True):\n    print(ivy.promote_types(\"float32\",\"int32\"))\n# float64", "float64\n"},
		{"with ivy.PreciseMode(False):\n    print(ivy.promote_types(\"float32\",\"int32\"))\n# float32", "float32\n"},
		{"import ivy\nprint(isinstance(ivy.float32, ivy.Dtype), isinstance(ivy.float32, str), ivy.Dtype('float32') == ivy.float32, ivy.float32 == 'float32', 'int' in ivy.uint8)", "True True True True True\n"},
		{"print(isinstance(ivy.native_float32, ivy.Dtype), ivy.native_float32 == ivy.float32, isinstance(ivy.float32, ivy.NativeDtype))", "True True False\n"},
		{"print(len(ivy.all_dtypes), len(ivy.all_numeric_dtypes), len(ivy.all_int_dtypes), len(ivy.all_float_dtypes))", "15 14 8 4\n"},
		{"print(ivy.valid_dtypes == ivy.all_dtypes, ivy.valid_int_dtypes == ivy.all_int_dtypes, ivy.invalid_dtypes, ivy.invalid_numeric_dtypes, ivy.invalid_float_dtypes)", "True True () () ()\n"},
		{"x = ivy.array([1.5, 2.])\nprint(ivy.astype(x, 'int32'), ivy.broadcast_to(x, (2, 2)).shape, ivy.result_type(x, ivy.int32), ivy.can_cast('int8', 'int16'), ivy.dtype(x))", "[1 2] (2, 2) float64 True float32\n"},
		{"ivy.set_default_dtype('float64')\nprint(ivy.default_dtype(), ivy.zeros(2).dtype)\nivy.unset_default_dtype()\nprint(ivy.default_dtype())", "float64 float64\nfloat32\n"},
		{"print(ivy.default_dtype(dtype='int8', item=2.5), ivy.default_dtype(item=ivy.ones(1, dtype='int16')), ivy.default_dtype(item=1), ivy.default_dtype(item=1.5, as_native=True))", "int8 int16 int32 float32\n"},
		{"ivy.set_default_int_dtype('int64')\nprint(ivy.arange(3).dtype, ivy.default_int_dtype())\nivy.set_default_float_dtype('float16')\nprint(ivy.arange(3.).dtype, ivy.full((2,), 1).dtype, ivy.full((2,), 1.5).dtype)", "int64 int64\nfloat16 int64 float16\n"},
		{"print([d.dtype for d in ivy.type_promote_arrays(ivy.ones(1, dtype='int8'), ivy.ones(1, dtype='int16'))], [d.dtype for d in ivy.promote_types_of_inputs(ivy.ones(1, dtype='int8'), 1.5)])", "[int16, int16] [float64, float64]\n"},
		{"x = ivy.array([100, 100], dtype='int8')\nprint(ivy.sum(x).dtype, ivy.prod(x, dtype='int64'), ivy.prod(ivy.array([2, 3], dtype='uint8')).dtype, ivy.zeros(2, dtype='int8').dtype)", "int32 10000 uint32 int8\n"},
		{"print(ivy.cumsum(ivy.array([[1, 2], [3, 4]])), ivy.cumsum([1, 2, 3], exclusive=True, reverse=True), ivy.cumprod([1, 2, 3]), ivy.cumsum([1, 2], dtype='float64').dtype)", "[[1 2]\n [4 6]] [5 3 0] [1 2 6] float64\n"},
		{"print(ivy.cos(ivy.array([0, 0])).dtype, ivy.cos(ivy.array([0], dtype='int64')))", "float32 [1.]\n"},
		{"def logical_not(x, /, *, out=None):\n    return ivy.equal(ivy.astype(x, ivy.bool), False)\ndef abs(x: float, /, *, out: Optional[ivy.Array] = None):\n    if \"uint\" in ivy.dtype(x):\n        return x\n    else:\n        return ivy.abs(x)\nx = ivy.array([3], dtype='uint8')\nprint(logical_not(ivy.array([0, 2])), abs(x) is x, abs(ivy.array([-3])))", "[ True False] True [3]\n"},
	} {
		got, err := printed(t, row.src)
		require.NoError(t, err, row.src)
		assert.Equal(t, row.want, got, row.src)
	}
}

// printedOn is printed on a backend that is set by the command, or none.
func printedOn(t *testing.T, name, src string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	s, err := New(Options{Backend: name, Output: &out})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), "p.py", []byte(src))
	return out.String(), err
}

func TestTextsBackends(t *testing.T) {
	got, err := printed(t, `import ivy
print(hasattr(ivy, 'uint16'), ivy.NativeDtype, repr(ivy.current_backend()))
ivy.set_backend('quarry')
print(hasattr(ivy, 'uint16'), hasattr(ivy, 'native_uint16'), 'uint16' in ivy.invalid_dtypes, len(ivy.valid_dtypes), len(ivy.all_dtypes))
print(ivy.float32, ivy.native_float32, isinstance(ivy.native_float32, ivy.NativeDtype), isinstance(ivy.native_float32, ivy.Dtype), isinstance(ivy.float32, ivy.NativeDtype))
print(ivy.current_backend(), ivy.backend_version, ivy.ones(1, dtype=ivy.native_int8).dtype)
ivy.set_backend('native')
print(ivy.current_backend(), hasattr(ivy, 'uint16'), ivy.as_native_dtype('int8'))
print(ivy.previous_backend(), hasattr(ivy, 'uint16'))
x = numpy.ones(2, dtype='float32')
print((x + 1).dtype)
ivy.unset_backend()
print(repr(ivy.current_backend()), hasattr(ivy, 'uint16'), ivy.invalid_dtypes)
`)
	require.NoError(t, err)
	assert.Equal(t, `True <class 'ivy.NativeDtype'> ''
False False True 12 15
float32 quarry.float32 True False False
quarry {'version': '1.5'} int8
native True int8
quarry False
float32
'' True ()
`, got)

	_, err = printed(t, "ivy.set_backend('quarry')\nivy.uint16")
	assert.ErrorContains(t, err, `p.py:2:4: ivy has no "uint16"`)
	if !slices.Contains(backend.Linked(), "torch") {
		_, err = printed(t, "ivy.set_backend('torch')")
		assert.ErrorContains(t, err, `p.py:1:16: ivy.set_backend: backend "torch" is not linked in (`)
		assert.Equal(t, "backend", KindOf(err))
	}
	s, err := New(Options{KeepBackend: "it is another's"})
	require.NoError(t, err)
	for _, src := range []string{"ivy.set_backend('native')", "ivy.unset_backend()", "ivy.previous_backend()"} {
		_, err = s.Run(context.Background(), "p", []byte(src))
		assert.ErrorContains(t, err, "(): it is another's", src)
	}
}

// The examples of the casting modes; the test's backend stands for torch, whose expm1
// of float16 it lacks too.
func TestTextsCastingModes(t *testing.T) {
	const first = "import ivy\nivy.set_backend('quarry')\n"
	const expm1 = "ret = ivy.expm1(ivy.array([1], dtype='float16'))\n"
	const lcm = "ret = ivy.gcd(ivy.array([1], dtype='float16'),ivy.array([1], dtype='float16'))\n"
	for _, row := range []struct{ mode, call, want string }{
		{"ivy.upcast_data_types()\n", expm1, "float32\n"},
		{"ivy.upcast_data_types(val=True)\n", expm1, "float32\n"},
		{"ivy.cast_data_types()\n", expm1, "float32\n"},
		{"ivy.crosscast_data_types()\n", lcm, "int32\n"},
		{"ivy.cast_data_types()\n", lcm, "int32\n"},
		{"with ivy.UpcastDataTypes():\n    ", expm1, "float32\n"},
		{"with ivy.CrosscastDataTypes():\n    ", lcm, "int32\n"},
		{"ivy.downcast_data_types()\n", expm1, ""}, // there is no narrower float
	} {
		_, err := printed(t, first+row.call)
		require.Error(t, err, "raises an exception")
		assert.Contains(t, err.Error(), "data_types() would compute in", "the modes by the names that programs have")
		got, err := printed(t, first+row.mode+row.call+"print(ret.dtype)")
		if row.want == "" {
			assert.ErrorContains(t, err, "is not supported", row.mode)
			continue
		}
		require.NoError(t, err, row.mode)
		assert.Equal(t, row.want, got, row.mode+row.call)
	}
}

// Declarations as decorators, as functions, for a block of functions, and as attributes
// hold calls, cast under the modes, and are known.
func TestTextsDeclarations(t *testing.T) {
	const imports = "from ivy.func_wrapper import with_unsupported_dtypes, with_supported_dtypes, with_unsupported_device_and_dtypes, with_unsupported_devices\nfrom ivy import backend_version\n"
	for _, row := range []struct{ src, want, err string }{
		{`@with_unsupported_dtypes({"2.0.1 and below": ("float16",)}, backend_version)
def expm1(x: torch.Tensor, /, *, out: Optional[torch.Tensor] = None) -> torch.Tensor:
    return ivy.expm1(x, out=out)
print(expm1.unsupported_dtypes, ivy.function_unsupported_dtypes(expm1), expm1(ivy.zeros(2)), expm1.__name__)
expm1(ivy.zeros(2, dtype='float16'))`, "(float16,) (float16,) [0. 0.] expm1\n", "p.py:7:6: ivy: expm1 on native: dtype float16 is not supported on native"},
		{`@with_unsupported_dtypes({"2.0.1 and below": ("float",)}, backend_version)
def lcm(x1, x2, /, *, out=None):
    x1, x2 = ivy.promote_types_of_inputs(x1, x2)
    return ivy.lcm(x1, x2, out=out)
ivy.crosscast_data_types()
print(lcm(ivy.array([4], dtype='float16'), ivy.array([6], dtype='float16')), lcm.unsupported_dtypes)`, "[12] (bfloat16, float16, float32, float64)\n", ""},
		{`@with_supported_dtypes({"2.13.0 and below": ("float",)}, backend_version)
def fmin(x1, x2, /, *, out=None):
    return ivy.where(x1 < x2, x1, x2)
print(fmin.supported_dtypes, ivy.function_supported_dtypes(fmin), fmin(ivy.ones(1), ivy.zeros(1)))
fmin(ivy.array([1]), ivy.array([2]))`, "(bfloat16, float16, float32, float64) (bfloat16, float16, float32, float64) [0.]\n", "dtype int32 is not supported"},
		{`@with_unsupported_dtypes({"2.13.0 and below": ("complex",)}, backend_version)
def floor_divide(x1, x2, /, *, out=None):
    x1, x2 = ivy.promote_types_of_inputs(x1, x2)
    return ivy.floor(x1 / x2)
print(floor_divide.unsupported_dtypes, floor_divide(7, 2), floor_divide(x2=ivy.array([2.]), x1=ivy.array([7.])) if False else "")`, "(complex64, complex128) 3.0 \n", ""},
		{`@with_unsupported_dtypes({"2.0.1 and below": ("unsigned", "bfloat16", "float16")}, backend_version)
def f(x): return x
print(f.unsupported_dtypes)`, "(uint8, uint16, uint32, uint64, bfloat16, float16)\n", ""},
		{`@with_unsupported_dtypes({"2.0.1 and below": ("uint8", "bfloat16", "float16"), "1.12.1": ()}, "1.12.1")
def cumsum(x, axis: int = 0, exclusive: bool = False, reverse: bool = False, *, dtype=None, out=None):
    return ivy.cumsum(x, axis, exclusive, reverse, dtype=dtype, out=out)
print(cumsum.unsupported_dtypes, cumsum(ivy.array([1, 2]), 0))`, "() [1 3]\n", ""},
		{`@with_unsupported_dtypes({"2.0.1 and below": ("uint8", "bfloat16", "float16"), "1.12.1": ()}, "1.11.0")
def cumsum(x): return x
print(cumsum.unsupported_dtypes)`, "(uint8, bfloat16, float16)\n", ""},
		{`@with_unsupported_dtypes({"9.0 and below": ("float16", "bfloat16")}, "torch")
def trace(input):
    if "int" in input.dtype:
        input = input.astype("int64")
    target_type = "int64" if "int" in input.dtype else input.dtype
    return ivy.astype(ivy.einsum('ii->', input), target_type)
print(trace(ivy.ones((2, 2), dtype='int8')).dtype, trace.unsupported_dtypes)
trace(ivy.ones((2, 2), dtype='bfloat16'))`, "int64 (bfloat16, float16)\n", "dtype bfloat16 is not supported on torch 2.13.0"},
		{`@with_unsupported_device_and_dtypes({"2.6.0 and below": {"cpu": ("int8", "int16", "uint8")}}, backend_version)
def gcd(x1, x2, /, *, out=None):
    return ivy.gcd(x1, x2, out=out)
print(gcd.unsupported_dtypes, gcd(ivy.array([4]), ivy.array([6])))`, "(uint8, int8, int16) [2]\n", ""},
		{`with with_unsupported_dtypes({"0.4.11 and below": ("complex",)}, backend_version):
    def f1(*args,**kwargs):
        pass
    def f2(*args,**kwargs):
        pass
def f3(x): pass
print(f1.unsupported_dtypes, f2.unsupported_dtypes, hasattr(f3, 'nope'))
f1(ivy.ones(1, dtype='complex64'))`, "(complex64, complex128) (complex64, complex128) False\n", "f1 on native: dtype complex64"},
		{`def einops_reduce(x):
    return ivy.einops_reduce(x, '... ->', 'sum')
einops_reduce.unsupported_dtypes = {
"torch": ("float16",),
"tensorflow": ("complex",),
"native": ("complex", "uint8", "int8", "int16", "float16"),
}
print(einops_reduce.unsupported_dtypes, einops_reduce(ivy.ones(3)))
ivy.upcast_data_types()
print(einops_reduce(ivy.ones(3, dtype='float16')).dtype)
einops_reduce(ivy.ones(3, dtype='complex64'))`, "(uint8, int8, int16, float16, complex64, complex128) 3.0\nfloat32\n", "dtype complex64 is not supported"},
		{`g = with_supported_dtypes({"9.0 and below": ("float32",)}, backend_version)(lambda x, n=2: x * n)
print(g(ivy.ones(1)), g(ivy.ones(1), n=3), g(5), g(x=ivy.ones(1)))
g([1])
g(torch.ones(2, dtype=torch.float64))`, "[2.] [3.] 10 [2.]\n", "dtype float64 is not supported"},
		{`@with_unsupported_devices({"9.0 and below": ("gpu",)}, backend_version)
def h(x): return x
print(h(ivy.ones(1)))`, "[1.]\n", ""},
		{`@with_unsupported_dtypes({"9.0 and below": ("float16",)}, backend_version)
@with_supported_dtypes({"9.0 and below": ("float32",)}, backend_version)
def h(x): return x`, "", "has a declaration for native already"},
		{`with_unsupported_dtypes({"9.0 and below": ("flaot16",)}, backend_version)(lambda x: x)`, "", "flaot16"},
		{`with_unsupported_dtypes({"9.0 and below": "float16"}, backend_version)(lambda x: x)`, "", "got str, want a tuple of names"},
		{`with_unsupported_dtypes(("float16",), backend_version)`, "", "want a dict of versions"},
		{`with_unsupported_dtypes({"9.0 and below": ("float16",)}, backend_version)(ivy.sin)`, "", "ivy.sin has its own declarations"},
		{`with_unsupported_dtypes({"9.0 and below": ("float16",)}, 5)`, "", "version: got int"},
		{`ivy.sin.unsupported_dtypes = {"native": ("float16",)}`, "", "ivy.sin has its own declarations"},
		{`def f(x): pass
f.unsupported_dtypes`, "", "has no declaration, so no attribute"},
		{`print(ivy.gcd.unsupported_dtypes, ivy.gcd.supported_dtypes == ivy.function_supported_dtypes(ivy.gcd))`, "(bool, bfloat16, float16, float32, float64, complex64, complex128) True\n", ""},
	} {
		got, err := printed(t, imports+row.src)
		assert.Equal(t, row.want, got, row.src)
		if row.err == "" {
			assert.NoError(t, err, row.src)
			continue
		}
		if assert.Error(t, err, row.src) {
			assert.Contains(t, err.Error(), row.err, row.src)
		}
	}
	got, err := printedOn(t, "quarry", "print(ivy.expm1.unsupported_dtypes)") // of those that the backend has
	require.NoError(t, err)
	assert.Equal(t, "(float16,)\n", got)
}
