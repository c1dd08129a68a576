package ops_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy/ops"
)

// A new row is not whole without what is known of its derivative.
func TestEveryRowHasADiff(t *testing.T) {
	for _, op := range ops.All() {
		assert.NotZero(t, op.Diff, "%s is in no list of gradients.go", op.Name)
	}
	assert.Equal(t, ops.DiffSteps, ops.Einsum.Diff)
	assert.Equal(t, ops.DiffNone, ops.ArgMax.Diff)
	assert.Equal(t, "rule", ops.MatMul.Diff.String())
}
