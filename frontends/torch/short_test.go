package torch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/dtype"
)

func TestShortWays(t *testing.T) {
	race.Sequential(t)
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.Float16, dtype.BFloat16} {
		t.Run(d.String(), func(t *testing.T) {
			n, err := New(Config{DefaultDtype: d})
			require.NoError(t, err)
			golden.Short(t, n.Namespace, false)
		})
	}
}
