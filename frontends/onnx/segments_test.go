package onnx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// A model that looks at what it has computed runs in compiled segments from its second call on, in bodies of loops too, with the bits that
// its operators give one by one; an error in a segment is the operator's.
func TestSegments(t *testing.T) {
	m, err := Open("testdata/models/detections.onnx")
	require.NoError(t, err)
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for call := range 8 {
		n := []int{9, 9, 9, 40, 1, 9, 200, 0}[call]
		x := e.Reshape(e.Sin(e.Multiply(e.Arange(6*n, ivy.Float32), float32(1.7+0.1*float64(call)))), []int{n, 6})
		x = e.Multiply(x, 3)
		got, err := m.Run(map[string]*ivy.Array{"x": x})
		require.NoError(t, err)
		for i, z := range m.Func()(x) {
			name := m.outputs[i].Name
			assert.Equal(t, z.Shape(), got[name].Shape(), name)
			assert.Equal(t, z.Bytes(), got[name].Bytes(), name)
		}
	}
	b, err := m.on("native")
	require.NoError(t, err)
	nodes := map[*graph]int{}
	for at, all := range b.segments {
		for _, s := range all.kinds {
			if s.f != nil {
				assert.NoError(t, s.f.Eager())
				nodes[at.g] += s.end - at.at
			}
		}
	}
	assert.Len(t, nodes, 2, "graphs with segments")
	assert.GreaterOrEqual(t, nodes[m.graph], 12)
	for range 3 {
		_, err = m.Run(map[string]*ivy.Array{"x": e.Zeros([]int{2, 6}, ivy.Float64)})
		assert.ErrorIs(t, err, ivy.ErrDtype)
	}
}

// A sequence that is read in a later segment is that of the call.
func TestSegmentsOfSequences(t *testing.T) {
	m, err := Open("testdata/models/sequences.onnx")
	require.NoError(t, err)
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for call := range 4 {
		x := e.Astype(e.Add(e.Arange(6), call-3), ivy.Float32)
		got, err := m.Run(map[string]*ivy.Array{"x": x})
		require.NoError(t, err)
		assert.Equal(t, []float64{max(0, float64(call-1))/2 + 0.5, float64(call)/2 + 0.5}, ivy.Values[float64](got["z"].Astype(ivy.Float64)))
	}
}
