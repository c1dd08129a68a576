package native_test

import (
	"testing"

	"github.com/goivy/goivy/backends/backendtest"
)

func TestBackend(t *testing.T) { backendtest.Run(t, "native") }

func TestTraps(t *testing.T) { backendtest.Traps(t, "native") }
