package numpy

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

func TestShortWays(t *testing.T) { golden.Short(t, std.Namespace, false) }
