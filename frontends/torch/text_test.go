package torch

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func TestPrintOptions(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	x := n.NewTensor([]float64{1.12345, 20})
	assert.Equal(t, "tensor([ 1.1235, 20.0000])", x.String())
	n.SetPrintoptions(Kw("precision", 2))
	assert.Equal(t, "tensor([ 1.12, 20.00])", x.String())
	n.SetPrintoptions(Kw("sci_mode", true))
	assert.Equal(t, "tensor([1.12e+00, 2.00e+01])", x.GoString())
	n.SetPrintoptions(Kw("profile", "short"), Kw("threshold", 3))
	assert.Equal(t, "tensor([0, 1,  ..., 8, 9])", n.Arange(10).String())
	n.SetPrintoptions(Kw("profile", "default"), Kw("threshold", math.Inf(1)))
	assert.NotContains(t, n.Arange(2000).String(), "...")
	assert.Equal(t, "tensor([ 1.1235, 20.0000])", NewTensor(x).String(), "another namespace has its own")
	n.SetPrintoptions(Kw("precision", -1)) // which PyTorch takes, and fails when it prints
	assert.Equal(t, "tensor(the print option precision is negative)", x.String())
	double, err := New(Config{DefaultDtype: dtype.Float64, Backend: "native"})
	require.NoError(t, err)
	assert.Equal(t, "tensor([1.])", double.Ones(1).String())
	assert.Equal(t, "tensor([1.], dtype=torch.float32)", double.Ones(1, Kw("dtype", dtype.Float32)).String())
}

func TestDevice(t *testing.T) {
	cuda := NewDevice("cuda:1").(frontend.Object)
	assert.Equal(t, []string{"cuda:1", "device(type='cuda', index=1)", "torch.device"}, []string{cuda.String(), cuda.Repr(), cuda.Class()})
	cpu := NewDevice("cpu")
	assert.Equal(t, Device{"cpu", -1}, cpu)
	assert.Equal(t, cpu, NewDevice(cpu))
	assert.Equal(t, Device{"cuda", 2}, NewDevice("cuda", 2))
	index, ok := cpu.(Device).Attr("index")
	assert.True(t, ok)
	assert.Nil(t, index)
	assert.Equal(t, []int{2}, Ones(2, Kw("device", cpu)).Shape())
	assert.Equal(t, []int{2}, Ones(2).To(cpu).Shape())
	assert.Error(t, ivy.Try(func() { Ones(2, Kw("device", cuda)) }))
}
