//go:build libtorch

package libtorch

import (
	"testing"

	"github.com/goivy/goivy/backends/backendtest"
)

func TestBackend(t *testing.T) { backendtest.Run(t, "torch") }

func TestTraps(t *testing.T) { backendtest.Traps(t, "torch") }

func TestConsistent(t *testing.T) { backendtest.Consistent(t, "native", "torch") }
