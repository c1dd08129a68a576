package onnx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// What multiplies channels by numbers and adds some behind a convolution is folded into it, unless what the convolution computes is read elsewhere; then, and where it
// is asked for, it is what the convolution alone gives.
func TestFolding(t *testing.T) {
	m, err := Open("testdata/models/folded.onnx")
	require.NoError(t, err)
	outs := map[string]string{}
	for n, f := range m.graph.folded {
		outs[n.name] = f.outs[0]
	}
	assert.Equal(t, map[string]string{"all": "a1", "numbers": "d2", "a line": "line", "by an input": "g"}, outs)
	assert.Len(t, m.graph.merged, 7)

	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Reshape(e.Sin(e.Arange(2*3*6*6, ivy.Float32)), []int{2, 3, 6, 6})
	folded := m.Func()(x)
	names := []string{"y", "z", "line", "c1", "n1", "m1", "c2", "s2"}
	all, err := m.WithOutputs(names...)
	require.NoError(t, err)
	for i, z := range all.Func()(x)[:3] {
		assert.LessOrEqual(t, Distance(folded[i], z), 2e-6, names[i])
		assert.NotEqual(t, z.Bytes(), folded[i].Bytes(), "%s is computed in another way", names[i])
	}
	_, err = m.Cost(nil)
	assert.NoError(t, err)
}

// Constants that nodes make are folded as those of the file are, unless a shape of an input says how large they are.
func TestFoldingOfNodes(t *testing.T) {
	m, err := Open("testdata/models/folded_nodes.onnx")
	require.NoError(t, err)
	outs := map[string]string{}
	for n, f := range m.graph.folded {
		outs[n.name] = f.outs[0]
	}
	assert.Equal(t, map[string]string{"nodes": "d1", "alike": "y"}, outs)
	for _, f := range m.graph.folded {
		assert.Equal(t, f.filters.shape, f.weights()[0].c.shape)
	}
}

// Nodes without the inputs or attributes that they need are no constants: a run says what is wrong with them.
func TestConstantsOfBrokenNodes(t *testing.T) {
	for _, change := range []func(n *node){
		func(n *node) { n.ins = nil },
		func(n *node) { n.ins = make([]string, len(n.ins)) },
		func(n *node) { n.attrs = nil },
		func(n *node) {
			if a := n.attrs["axes"]; a != nil {
				a.proto.ints = []int64{0, 0}
			}
		},
	} {
		m, err := Open("testdata/models/folded_nodes.onnx")
		require.NoError(t, err)
		for _, n := range m.graph.nodes {
			change(n)
		}
		assert.NotPanics(t, func() { m.graph.compute(); m.graph.survey() })
	}
}

// What the file has for inputs is folded, and a run that is given another value does without.
func TestFoldingOfInputs(t *testing.T) {
	m, err := Open("testdata/models/folded.onnx")
	require.NoError(t, err)
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Reshape(e.Sin(e.Arange(2*3*6*6, ivy.Float32)), []int{2, 3, 6, 6})
	folded, err := m.Run(map[string]*ivy.Array{"x": x})
	require.NoError(t, err)
	one, err := m.Run(map[string]*ivy.Array{"x": x, "given": e.Ones([]int{5, 1, 1}, ivy.Float32)})
	require.NoError(t, err)
	two, err := m.Run(map[string]*ivy.Array{"x": x, "given": e.Full([]int{5, 1, 1}, 2, ivy.Float32)})
	require.NoError(t, err)
	assert.Equal(t, e.Multiply(one["g"], 2).Bytes(), two["g"].Bytes())
	assert.Equal(t, one["y"].Bytes(), two["y"].Bytes())

	given, ok := m.Weights()["given"]
	require.True(t, ok)
	same, err := m.Run(map[string]*ivy.Array{"x": x, "given": given.ToBackend("native")})
	require.NoError(t, err)
	for _, name := range []string{"g", "y"} {
		assert.LessOrEqual(t, Distance(folded[name], same[name]), 2e-6, name)
		assert.NotEqual(t, same[name].Bytes(), folded[name].Bytes(), "%s is computed in another way", name)
	}
	again, err := m.Run(map[string]*ivy.Array{"x": x})
	require.NoError(t, err)
	assert.Equal(t, folded["g"].Bytes(), again["g"].Bytes())
}

// A convolution with what is folded into it is named by its own errors.
func TestFoldingErrors(t *testing.T) {
	m, err := Open("testdata/models/folded.onnx")
	require.NoError(t, err)
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	m.inputs[0].Shape[1].Size = 4
	_, err = m.Run(map[string]*ivy.Array{"x": e.Ones([]int{2, 4, 6, 6}, ivy.Float32)})
	var n *NodeError
	if assert.ErrorAs(t, err, &n) {
		assert.Equal(t, "all", n.Node)
	}
}
