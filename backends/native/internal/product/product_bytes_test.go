package product

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Filters that one convolution multiplies as bytes are not those of another one that has groups, or moves elements apart.
func TestSharedBytesOfConvolutions(t *testing.T) {
	if !gemm.HasBytes() {
		t.Skip("no loops for bytes")
	}
	filters, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int32, Shape: []int{3, 2, 4}})
	require.NoError(t, err)
	of := func(groups, apart int) *Bytes {
		c := backend.ConvolutionAttrs{Strides: []int{1}, Dilations: []int{1}, Apart: []int{apart}, Padding: make([][2]int, 1), Groups: groups}
		n := &backend.Node{Op: ops.Convolve.Op, Out: backend.Spec{Dtype: dtype.Int32, Shape: []int{1, 5, 4}}, Attrs: c}
		return SharedBytes(n, "filters", []*array.Buffer{filters}, func() *array.Buffer { return filters })
	}
	first := of(1, 1)
	require.NotNil(t, first)
	assert.Same(t, first, of(1, 1))
	assert.Nil(t, of(2, 1))
	assert.Nil(t, of(1, 2))
}
