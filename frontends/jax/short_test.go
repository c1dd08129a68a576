package jax

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
)

func TestShortWays(t *testing.T) {
	race.Sequential(t)
	for _, c := range []Config{{}, {X64: true}, {Strict: true}, {X64: true, Strict: true}} {
		t.Run(c.rule().Name(), func(t *testing.T) {
			n, err := New(c)
			require.NoError(t, err)
			golden.Short(t, n.Namespace, true)
		})
	}
}
