//go:build libtorch

package libtorch

import (
	"testing"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

var probe = backendtest.Probe{Backend: Backend{}, Seen: func(b backend.Buffer) (dtype.Dtype, []int) { return b.(*buffer).Dtype, of(b).Shape() }}

func TestDeclarations(t *testing.T)   { probe.Declarations(t) }
func TestSupportQueries(t *testing.T) { probe.SupportQueries(t) }
