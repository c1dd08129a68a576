package tensorflow

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// TestRealSignatures compares names, parameters and defaults with TensorFlow's own.
func TestRealSignatures(t *testing.T) {
	s := golden.ReadSignatures(t, 800)
	s.Check(t, functions, otherSignatures)
	s.CheckNames(t, "", Framework.Dtypes)
}

// otherSignatures says why a function takes other parameters than TensorFlow's.
var otherSignatures = map[string]string{}
