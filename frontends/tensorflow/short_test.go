package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
)

func TestShortWays(t *testing.T) {
	for _, mode := range []string{"off", "all", "safe", "legacy"} {
		t.Run(mode, func(t *testing.T) {
			n, err := New(Config{Mode: mode})
			require.NoError(t, err)
			golden.Short(t, n.Namespace, true)
		})
	}
}
