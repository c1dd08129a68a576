package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// withQuarry, in the environment, has the test's binary be the command with one more
// backend: a backend cannot be taken back, and other tests run on all there are.
const withQuarry = "IVY_TEST_QUARRY"

func TestMain(m *testing.M) {
	if os.Getenv(withQuarry) != "" {
		registerQuarry()
		main()
	}
	os.Exit(m.Run())
}

// quarry is native with fewer dtypes, dtypes of its own and gaps.
type quarry struct {
	backend.Backend
	kernels *backend.Table
}

func (quarry) Name() string    { return "quarry" }
func (quarry) Version() string { return "1.5" }
func (quarry) Dtypes() dtype.Set {
	return dtype.All &^ dtype.Of(ivy.BFloat16, ivy.Uint32, ivy.Complex128)
}
func (q quarry) Kernels() *backend.Table { return q.kernels }
func (quarry) Native(d ivy.Dtype) (string, any) {
	return "quarry." + d.String(), "native " + d.String()
}

func registerQuarry() {
	native, err := backend.Lookup("native")
	if err != nil {
		panic(err)
	}
	declared := map[*ops.Op]backend.Declaration{
		ops.Expm1.Op: backend.Must(backend.UnsupportedDtypes(backend.On("1.0 and above", "float16"))),
		ops.Gcd.Op:   backend.Must(backend.SupportedDtypes(backend.On("1.0 and above", "int32", "int64"))).Because("its registers are wide"),
		ops.Sqrt.Op:  backend.Must(backend.SupportedDtypes(backend.On("1.0 and above", "float64"))),
	}
	var entries []backend.Entry
	for _, op := range ops.All() {
		e := native.Kernels().Entry(op)
		switch d, ok := declared[op]; {
		case op == ops.Hypot.Op || e.Op == nil:
		case ok:
			entries = append(entries, backend.Declare(d, *e)...)
		default:
			entries = append(entries, *e)
		}
	}
	backend.Register(quarry{native, backend.NewTable(entries)})
}

// quarryCommand runs the command in a process that has the backend quarry.
func quarryCommand(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), withQuarry+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

func TestSupport(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"gcd BitwiseInvert", `gcd (Gcd) on quarry 1.5
  supported: int32, int64
  not supported upcast     downcast   crosscast  cast       why
  bool          -          -          -          -          the function is not defined for it
  uint8         -          -          -          -          declared for versions 1.0 and above, its registers are wide
  uint16        -          -          -          -          declared for versions 1.0 and above, its registers are wide
  uint32        -          -          -          -          quarry has no such dtype (the nearest is uint64)
  uint64        -          -          -          -          declared for versions 1.0 and above, its registers are wide
  int8          int32      -          -          int32      declared for versions 1.0 and above, its registers are wide
  int16         int32      -          -          int32      declared for versions 1.0 and above, its registers are wide
  bfloat16      -          -          -          -          quarry has no such dtype (the nearest is float32)
  float16       -          -          int32      int32      the function is not defined for it
  float32       -          -          int32      int32      the function is not defined for it
  float64       -          -          int32      int32      the function is not defined for it
  complex64     -          -          -          -          the function is not defined for it
  complex128    -          -          -          -          quarry has no such dtype (the nearest is complex64)

bitwise_invert (BitwiseInvert) on quarry 1.5
  supported: bool, uint8, uint16, uint64, int8, int16, int32, int64
  not supported upcast     downcast   crosscast  cast       why
  uint32        -          -          -          -          quarry has no such dtype (the nearest is uint64)
  bfloat16      -          -          -          -          quarry has no such dtype (the nearest is float32)
  float16       -          -          int32      int32      the function is not defined for it
  float32       -          -          int32      int32      the function is not defined for it
  float64       -          -          int32      int32      the function is not defined for it
  complex64     -          -          -          -          the function is not defined for it
  complex128    -          -          -          -          quarry has no such dtype (the nearest is complex64)
`},
		{"prod", `prod (Prod) on quarry 1.5
  supported: bool, uint64, int8, int16, int32, int64, float16, float32, float64, complex64
  not supported upcast     downcast   crosscast  cast       why
  uint8         uint64     -          -          uint64     the result would be uint32, which quarry does not have
  uint16        uint64     -          -          uint64     the result would be uint32, which quarry does not have
  uint32        -          -          -          -          quarry has no such dtype (the nearest is uint64)
  bfloat16      -          -          -          -          quarry has no such dtype (the nearest is float32)
  complex128    -          -          -          -          quarry has no such dtype (the nearest is complex64)
`},
		{"--json expm1", `[{"op":"expm1","go":"Expm1","backend":"quarry","version":"1.5",` +
			`"supported":["bool","uint8","uint16","uint64","int8","int16","int32","int64","float32","float64","complex64"],"unsupported":[` +
			`{"dtype":"uint32","reason":"backend","why":"quarry has no such dtype (the nearest is uint64)","upcast":null,"downcast":null,"crosscast":null,"cast":null},` +
			`{"dtype":"bfloat16","reason":"backend","why":"quarry has no such dtype (the nearest is float32)","upcast":null,"downcast":null,"crosscast":null,"cast":null},` +
			`{"dtype":"float16","reason":"gap","why":"declared for versions 1.0 and above","upcast":"float32","downcast":null,"crosscast":null,"cast":"float32"},` +
			`{"dtype":"complex128","reason":"backend","why":"quarry has no such dtype (the nearest is complex64)","upcast":null,"downcast":null,"crosscast":null,"cast":null}]}]
`},
	} {
		t.Run(c.args, func(t *testing.T) {
			assert.Equal(t, c.want, quarryCommand(t, append([]string{"support", "-b", "quarry"}, strings.Fields(c.args)...)...))
		})
	}

	table := quarryCommand(t, "support", "-b", "quarry")
	for _, row := range []string{
		"                                bool u8   u16  u32  u64  i8   i16  i32  i64  bf16 f16  f32  f64  c64  c128",
		"expm1                           +    +    +    .    +    +    +    +    +    .    !    +    +    +    .",
		"gcd                             -    !    !    .    !    !    !    +    +    .    -    -    -    -    .",
		"hypot                           !    !    !    .    !    !    !    !    !    .    !    !    !    -    .", // no kernel at all
		"prod                            +    !    !    .    +    +    +    +    +    .    +    +    +    +    .", // of uint8 it would be uint32
		"sqrt                            !    !    !    .    !    !    !    !    !    .    !    !    +    !    .", // integers are taken as float32
		"+ is supported on quarry 1.5, . no dtype of this backend, - no dtype of the function, ! a gap of this backend; ivy support OP says more.",
	} {
		assert.Contains(t, "\n"+table, "\n"+row+"\n")
	}
}

// On native nothing is missing but what functions are not defined for.
func TestSupportNative(t *testing.T) {
	code, out, errOut := ivyCommand("", "support", "--json")
	require.Zero(t, code, errOut)
	var list []opSupport
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	names := map[string]bool{}
	for _, f := range list {
		names[f.Op] = true
		assert.Len(t, append(f.Supported, dtypesOf(f.Unsupported)...), int(dtype.Count)-1, f.Op)
		for _, u := range f.Unsupported {
			assert.Equal(t, byFunction, u.Reason, "%s of %v: %s", f.Op, u.Dtype, u.Why)
		}
	}
	for _, op := range ops.All() {
		assert.Equal(t, !op.Hidden, names[op.Snake], op.Snake)
	}
	assert.Len(t, list, len(names))

	code, out, errOut = ivyCommand("", "support")
	require.Zero(t, code, errOut)
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len(line), 120, line)
	}
	assert.Contains(t, out, "\nceil                            -    +    +    +    +    +    +    +    +    +    +    +    +    -    -\n")
}

func dtypesOf(us []unsupportedType) (ds []dtype.Dtype) {
	for _, u := range us {
		ds = append(ds, u.Dtype)
	}
	return ds
}

func TestBackendsOfSeveral(t *testing.T) {
	assert.Contains(t, quarryCommand(t, "backends"), `quarry 1.5
  devices: cpu
  valid:   bool, uint8, uint16, uint64, int8, int16, int32, int64, float16, float32, float64,
           complex64
  invalid: uint32, bfloat16, complex128
  native:  quarry.bool, quarry.uint8, quarry.uint16, quarry.uint64, quarry.int8, quarry.int16,
           quarry.int32, quarry.int64, quarry.float16, quarry.float32, quarry.float64,
           quarry.complex64
`)
	assert.Contains(t, quarryCommand(t, "backends", "--json"), `{"name":"quarry","linked":true,"version":"1.5","devices":["cpu"],"valid":["bool","uint8","uint16","uint64",`+
		`"int8","int16","int32","int64","float16","float32","float64","complex64"],"invalid":["uint32","bfloat16","complex128"],"native":{"bool":"quarry.bool",`)
}
