package ivy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

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
