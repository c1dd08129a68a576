package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
)

func TestShortWays(t *testing.T) {
	race.Sequential(t)
	for _, mode := range []string{"off", "all", "safe", "legacy"} {
		t.Run(mode, func(t *testing.T) {
			n, err := New(Config{Mode: mode})
			require.NoError(t, err)
			golden.Short(t, n.Namespace, true)
		})
	}
}
