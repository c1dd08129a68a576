package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// An array that is being differentiated is refused where its elements are read, and not while the tape pauses.
func TestRecordedArraysAreRefused(t *testing.T) {
	tape := ivy.NewTape()
	x := tape.Watch(ivy.Asarray(0.5, ivy.Float64))
	err := ivy.Try(func() { Values[float64](x) })
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "it is computed outside of the backends")
	resume := tape.Pause()
	y := ivy.Asarray(Values[float64](ivy.Multiply(x, 2.0)))
	assert.False(t, y.RequiresGradient())
	assert.Equal(t, []float64{1}, ivy.Values[float64](y))
	resume()
}
