package script

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

const (
	integers8 = "(uint8, uint16, uint32, uint64, int8, int16, int32, int64)"
	reals12   = "(uint8, uint16, uint32, uint64, int8, int16, int32, int64, bfloat16, float16, float32, float64)"
	dtypes15  = "(bool, uint8, uint16, uint32, uint64, int8, int16, int32, int64, bfloat16, float16, float32, float64, complex64, complex128)"
)

func TestSupportedDtypes(t *testing.T) {
	of := func(f string) string { return "ivy.function_supported_dtypes(" + f + ")" }
	for _, c := range []struct{ src, want, why string }{
		{of("'gcd'"), integers8, ""},
		{of("'FloorDivide'"), reals12, "Go's name"},
		{of("ivy.floor"), reals12, ""},
		{of("ivy.ones(1).floor"), reals12, "a method is its function"},
		{of("fn=ivy.floor, recurse=True"), reals12, ""},
		{"ivy.function_unsupported_dtypes(ivy.floor)", "(bool, complex64, complex128)", ""},
		{of("ivy.array"), dtypes15, ""},
		{of("lambda x: ivy.expm1(ivy.sqrt(x))"), dtypes15, ""},
		{of("lambda x: ivy.gcd(x, 2)"), "(bool, " + integers8[1:], "a bool with an int is one"},
		{of("lambda x: x.floor() if x.ndim == 1 else x"), reals12, "a shape that leads to a refusal counts"},
		{of("lambda x: x if x.dtype == ivy.int8 else ivy.sort(x)"), "(bool, " + reals12[1:], ""},
		{of("lambda x, y: x @ y"), "(uint8, uint16, uint32, uint64, int8, int16, int32, int64, bfloat16, float16, float32, float64, complex64, complex128)", ""},
		{of("lambda x, eps=1e-3: ivy.gcd(x, x) if eps == 1e-3 else x"), integers8, "parameters with defaults are left out"},
		{"def f(x, *a, k, z=0, **kw):\n  return ivy.floor(x + k) + len(a) + len(kw) if len(a) == 2 else None\n" + of("f"), reals12, "*args get two arrays, keywords without a default one"},
		{"def f(x):\n  rows, cols = x.shape\n  x = x.reshape(rows * cols)\n  return ivy.gcd(x, x)\n" + of("f"), integers8, "errors of shapes that do not fit count for nothing"},
		{"def f(x):\n  return ivy.gcd(x, x) if x.shape[1] else x\n" + of("f"), integers8, ""},
		{"w = ivy.ones((3, 3))\n" + of("lambda x: ivy.matmul(x, w)"), dtypes15, "with an array of the program: promoted, so bools too"},
		{of("lambda x: x.reshape(7, 9), shapes=[(63,), (9, 7)]"), dtypes15, ""},
		{"log = []\ndef f(x):\n  log.append(x.dtype)\n  print('never')\n  return x\n" + of("f, shapes=((2,),)") + " == tuple(log)", "True", "dtypes come one by one"},
		{of("lambda x: x, recurse=False") + " == ivy.valid_dtypes", "True", "not looked into"},
		{of("lambda x: ivy.default_dtype(item=x) == x.dtype and ivy.floor(x)"), reals12, ""},
		{of("lambda x: ivy.floor(x) if x.dtype in " + of("ivy.floor") + " else ivy.logical_not(x)"), dtypes15, "a question within"},
		{of("lambda x: str(x.shape) + str(x.dtype)"), dtypes15, ""},
		{"x = ivy.zeros(3)\ndef f(y):\n  z = y + 1\n  z += 1\n  return z\n" + of("f") + " == ivy.valid_dtypes, x", "(True, ivy.array([0., 0., 0.]))", ""},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalText(t, c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got, c.why)
		})
	}
}

func TestSupportedDtypesErrors(t *testing.T) {
	for _, c := range []struct {
		src, kind string
		line, col int
		msg       string
	}{
		{"ivy.function_supported_dtypes(lambda x: nope)", "value", 1, 41, "undefined: nope"},
		{"ivy.function_supported_dtypes(lambda x: ivy.nope(x))", "value", 1, 44, `no "nope"`},
		{"ivy.function_supported_dtypes(lambda x: ivy.nope(x) if x.dtype == ivy.int8 else x)", "value", 1, 44, `no "nope"`},
		{"def f(x):\n  return ivy.sum(x, bogus=1)\nivy.function_unsupported_dtypes(f)", "value", 2, 17, "bogus"},
		{"def f(x):\n  fail('stop')\nivy.function_supported_dtypes(f)", "value", 2, 7, "stop"},
		{"def f(x):\n  return 1 // 0\nivy.function_supported_dtypes(f)", "value", 2, 12, "by zero"},
		{"def f(x):\n  return f(x)\nivy.function_supported_dtypes(f)", "value", 1, 1, "calls within one another"},
		{"ivy.function_supported_dtypes(lambda x: x.astype('float31'))", "dtype", 1, 49, `"float31" is no dtype`},
		{"ivy.function_supported_dtypes(lambda x: ivy.einsum('i', x, x))", "value", 1, 51, "ivy.einsum"},
		{"ivy.function_supported_dtypes(lambda x: x[x > 0])", "unsupported", 1, 30, "looks at values"},
		{"ivy.function_supported_dtypes(lambda x: 1 if x.sum() else 2)", "unsupported", 1, 30, "looks at values"},
		{"ivy.function_supported_dtypes(lambda x: x.reshape(7, 9))", "shape", 1, 30, "none of a few common shapes"},
		{"ivy.function_supported_dtypes(lambda x: x.reshape(7, 9), shapes=[(5,)])", "shape", 1, 30, "none of the shapes given"},
		{"ivy.function_supported_dtypes(lambda x: x, shapes=[])", "value", 1, 30, "shapes"},
		{"ivy.function_supported_dtypes(lambda x: x, shapes=[('a',)])", "value", 1, 30, "got str"},
		{"ivy.function_supported_dtypes('expm')", "value", 1, 30, `no function "expm"`},
		{"ivy.function_supported_dtypes(3)", "value", 1, 30, "got int"},
		{"ivy.function_supported_dtypes(abs)", "value", 1, 30, "lambda"},
		{"ivy.function_supported_dtypes(ivy.result_type)", "value", 1, 30, "lambda"},
		{"ivy.function_supported_dtypes(lambda: 1)", "value", 1, 30, "no parameters"},
		{"ivy.function_supported_dtypes(lambda x=1: 1)", "value", 1, 30, "no parameters"},
		{"ivy.function_supported_dtypes(lambda x: x, recurse='yes')", "value", 1, 30, "want bool"},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := evalText(t, c.src)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.kind, e.Kind, e.Msg)
			assert.Equal(t, [2]int{c.line, c.col}, [2]int{e.Line, e.Col}, e.Error())
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "fault in this library")
		})
	}
}

// What a program may take holds for functions that are looked into.
func TestSupportedDtypesLimits(t *testing.T) {
	race.Sequential(t)
	for _, c := range []struct{ src, msg string }{
		{"def f(x):\n  while True:\n    pass\nivy.function_supported_dtypes(f)", "steps"},
		{"def f(x):\n  return ivy.function_supported_dtypes(f)\nivy.function_supported_dtypes(f)", "steps"},
		{"ivy.function_supported_dtypes(lambda x: list(range(1 << 60)))", "steps"},
		{"ivy.function_supported_dtypes(lambda x: 'a' * (1 << 29))", "memory limit"},
		{"def f(x):\n  print('xy' * 100000)\nivy.function_supported_dtypes(f)", "output limit"},
		{"l = []\ndef f(x):\n  for i in range(1 << 30):\n    l.append(ivy.ones(1 << 17) + i)\nivy.function_supported_dtypes(f)", "memory limit"},
	} {
		t.Run(c.src, func(t *testing.T) {
			var out strings.Builder
			s, err := New(Options{Steps: 5_000_000, Memory: 64 << 20, MaxOutput: 1 << 20, TotalBytes: 64 << 20, Output: &out})
			require.NoError(t, err)
			start := time.Now()
			_, err = s.Run(context.Background(), "t", []byte(c.src))
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "value", e.Kind, e.Msg)
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "none of")
			assert.Less(t, time.Since(start), 20*time.Second)
			assert.Empty(t, out.String())

			_, err = s.Run(context.Background(), "t", []byte("print('on')"))
			require.NoError(t, err, "the session goes on")
			assert.Equal(t, "on\n", out.String())
		})
	}
	s, err := New(Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = s.Run(ctx, "t", []byte("def f(x):\n  while True:\n    pass\nivy.function_supported_dtypes(f)"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "time is up")
}

// A function of a program that is called from Go is held to the limits too.
func TestSupportedDtypesFromGo(t *testing.T) {
	s, err := New(Options{Steps: 100_000})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), "t", []byte("def f(x):\n  while True:\n    pass\ng = lambda x: ivy.gcd(x, x)"))
	require.NoError(t, err)
	f, _ := s.Get("f")
	_, err = s.Call("function_supported_dtypes", []any{f}, nil)
	require.ErrorContains(t, err, "steps")
	g, _ := s.Get("g")
	v, err := s.Call("function_supported_dtypes", []any{g}, []Keyword{{"recurse", true}})
	require.NoError(t, err)
	assert.Equal(t, Tuple{ivy.Uint8, ivy.Uint16, ivy.Uint32, ivy.Uint64, ivy.Int8, ivy.Int16, ivy.Int32, ivy.Int64}, v)
}

// Every row answers, as it does in Go.
func TestSupportedDtypesOfRows(t *testing.T) {
	s, err := New(Options{Backend: "quarry"})
	require.NoError(t, err)
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		got, err := s.Run(context.Background(), "t", []byte("ivy.function_supported_dtypes(ivy."+pathOf(op)+")"))
		require.NoError(t, err, op.Snake)
		x, err := got.Go()
		require.NoError(t, err)
		var ds []ivy.Dtype
		for _, d := range x.(Tuple) {
			ds = append(ds, d.(ivy.Dtype))
		}
		assert.Equal(t, s.Env().FunctionSupportedDtypes(op.Name), ds, op.Snake)
		assert.NotEmpty(t, ds, op.Snake)
	}
}
