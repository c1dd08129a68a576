package onnx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// Products of what is dequantized are ones of integers on native, compiled and operator by operator, and give what the sums of rounded products give but
// for rounding. What is dequantized for them alone is not computed; it is when it is asked for.
func TestQuantizedProducts(t *testing.T) {
	m, err := Open("testdata/models/quantized.onnx")
	require.NoError(t, err)
	found, unread := map[string]bool{}, map[string]bool{}
	for _, n := range m.graph.nodes {
		if n.quantized != nil {
			found[n.name] = true
		}
		if m.graph.unread[n] {
			unread[n.outs[0]] = true
		}
	}
	assert.Equal(t, map[string]bool{"conv": true, "product": true, "by_columns": true, "gemm_sum": true}, found, "not the convolution of groups")
	assert.Equal(t, map[string]bool{"xd": true, "fd": true, "flat": true, "b_numbers": true, "md": true, "columns_d": true, "gd": true, "rd": true}, unread, "not what a sum reads, too")

	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Reshape(e.Sin(e.Arange(7*3*7*8, ivy.Float32)), []int{7, 3, 7, 8})
	got, err := m.Run(map[string]*ivy.Array{"x": x})
	require.NoError(t, err)
	eager := m.Func()(x)
	inner, err := m.WithOutputs("conv", "by_columns", "gemm_sum", "md", "fd")
	require.NoError(t, err)
	more := inner.Func()(x)
	for _, n := range m.graph.nodes {
		n.quantized = nil
	}
	m.graph.unread = nil
	floats := m.Func()(x)
	for i, name := range []string{"conv", "by_columns", "gemm_sum"} {
		assert.Equal(t, eager[i].Bytes(), got[name].Bytes(), name)
		assert.Equal(t, eager[i].Bytes(), more[i].Bytes(), name)
		assert.LessOrEqual(t, Distance(eager[i], floats[i]), 1e-6, name)
		assert.NotEqual(t, eager[i].Bytes(), floats[i].Bytes(), "%s is one of integers", name)
	}
	assert.Equal(t, []int{7, 6, 5}, more[3].Shape())
	assert.Equal(t, []int{6, 3, 3, 3}, more[4].Shape())
	_, err = m.Cost(map[string][]int{"x": {7, 3, 7, 8}})
	assert.NoError(t, err)
}

// What is wrong with the operands of a product of integers is an error of its node.
func TestQuantizedProductErrors(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for node, spoil := range map[string]func(m *Model) error{
		"product":  func(m *Model) error { m.graph.consts["b"].shape = []int{7, 35}; return ivy.ErrShape },
		"gemm_sum": func(m *Model) error { m.graph.consts["c"].elem = elemInt32; return ivy.ErrDtype },
		"conv":     func(m *Model) error { m.graph.consts["filters"].shape = []int{6, 9, 3, 1}; return ivy.ErrShape },
	} {
		m, err := Open("testdata/models/quantized.onnx")
		require.NoError(t, err)
		want := spoil(m)
		_, err = m.Run(map[string]*ivy.Array{"x": e.Zeros([]int{7, 3, 7, 8}, ivy.Float32)})
		assert.ErrorIs(t, err, want)
		var n *NodeError
		if assert.ErrorAs(t, err, &n) {
			assert.Equal(t, node, n.Node)
		}
	}
}
