package script

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// A setting holds within its block, and what was before holds after it: at its end,
// after return, break and continue, after an error, and after a limit was reached.
func TestScopes(t *testing.T) {
	const check = "assert ivy.promote_types('float32', 'int32') == 'float64' and ivy.default_float_dtype() == 'float32'\n"
	for _, row := range []struct{ src, err string }{
		{"with ivy.PreciseMode(False):\n    assert ivy.promote_types('float32', 'int32') == 'float32'\n" + check, ""},
		{"with ivy.PreciseMode(False):\n    with ivy.PreciseMode(True):\n        assert ivy.promote_types('float32', 'int32') == 'float64'\n    assert ivy.promote_types('float32', 'int32') == 'float32'\n", ""},
		{"with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64') as d:\n    assert ivy.default_float_dtype() == 'float64' and ivy.ones(2).dtype == ivy.float64, d\n" + check, ""},
		{"def f():\n    with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n        return ivy.promote_types('float32', 'int32')\nassert f() == 'float32'\n" + check, ""},
		{"for i in range(3):\n    with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n        if i == 1: break\n" + check, ""},
		{"for i in range(3):\n    with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n        if i < 2: continue\n    " + check, ""},
		{"with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n    1 / 0", "division by zero"},
		{"with ivy.DefaultFloatDtype('int8'): pass", "int8"},
		{"with ivy.PreciseMode(False), ivy.DefaultFloatDtype('int8'): pass", "int8"},
		{"def f(n):\n    with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n        return f(n + 1)\nf(0)", "more than 1000 calls"},
		{"def f():\n    with ivy.DefaultFloatDtype('float64'):\n        ivy.matmul(ivy.ones(2), ivy.ones(3))\nwith ivy.PreciseMode(False): f()", "ivy.matmul"},
		{"with ivy.PreciseMode(False), ivy.DefaultFloatDtype('float64'):\n    while True: pass", "steps"},
		{"with ivy.PreciseMode(False):\n    f'{1:1000000000}'", "width"},
		{"with ivy.PreciseMode: pass", "no scope for with"},
	} {
		s, err := New(Options{Steps: 100_000})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), "p", []byte(row.src))
		if row.err == "" {
			require.NoError(t, err, row.src)
		} else {
			require.ErrorContains(t, err, row.err, row.src)
		}
		_, err = s.Run(context.Background(), "p", []byte(check))
		assert.NoError(t, err, "after %s", row.src)
	}
}

// The casting modes hold in their blocks alone: the test's backend has no expm1 of
// float16, and gcd is none of floats.
func TestCastingScopes(t *testing.T) {
	const expm1 = "ivy.expm1(ivy.ones(2, dtype='float16'))"
	const gcd = "ivy.gcd(ivy.asarray(12.0), ivy.asarray(18.0))"
	for _, row := range []struct{ name, does, not string }{
		{"UpcastDataTypes", expm1, gcd},
		{"CrosscastDataTypes", gcd, expm1},
		{"CastDataTypes", gcd, ""},
		{"CastDataTypes", expm1, ""},
	} {
		s, err := New(Options{Backend: "quarry"})
		require.NoError(t, err)
		run := func(src string) error {
			_, err := s.Run(context.Background(), "p", []byte(src))
			return err
		}
		in := "with ivy." + row.name + "():\n    "
		assert.Error(t, run(row.does), row.does)
		assert.NoError(t, run(in+row.does), row.name)
		assert.Error(t, run(row.does), "after %s", row.name)
		assert.Error(t, run(in+"with ivy."+row.name+"(val=False):\n        "+row.does), row.name)
		if row.not != "" {
			assert.Error(t, run(in+row.not), row.name)
		}
	}
	assert.Equal(t, ivy.Float64, ivy.PromoteTypes(ivy.Float32, ivy.Int32), "the process's own settings are as they were")
}
