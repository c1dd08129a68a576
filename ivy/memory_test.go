package ivy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// SetMaxBytes holds for what is made on the way, and for what leaves the backend.
func TestMaxBytesOfCopies(t *testing.T) {
	e, err := ivy.NewEnv("")
	require.NoError(t, err)
	e.SetMaxBytes(1 << 10)
	x := e.Asarray([]int8{1, 2})
	for name, f := range map[string]func(){
		"Repeat": func() { e.Repeat(x, []int{1000, 1}) }, // 1001 bytes, of which its indices are eight times as many
		"Pad":    func() { e.Pad(x, [][2]int{{0, 1000}}, ivy.Mode("edge")) },
		"Values": func() { ivy.Values[int64](e.BroadcastTo(x, []int{500, 2})) },
		"DLPack": func() { e.FromDlpack(wide{}) },
		"CheckSize": func() {
			if err := e.CheckSize(129, 8); err != nil {
				panic(err)
			}
		},
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrValue, name)
	}
	assert.NoError(t, e.CheckSize(128, 8))
	assert.NoError(t, (*ivy.Env)(nil).CheckSize(129, 8))
}

// wide is a byte 4096 times.
type wide struct{}

func (wide) DLPackDevice() [2]int { return [2]int{1, 0} }
func (wide) DLPack() *ivy.DLTensor {
	return &ivy.DLTensor{Data: []byte{1}, Device: [2]int{1, 0}, Bits: 8, Lanes: 1, Shape: []int{4096}, Strides: []int{0}}
}

// A slice that is in many places counts as often.
func TestSharedSlices(t *testing.T) {
	x := any([]int8{1, 2, 3, 4, 5, 6, 7, 8})
	for range 14 {
		x = []any{x, x, x, x, x, x, x, x}
	}
	err := ivy.Try(func() { ivy.Asarray(x) }) // 8^15 numbers
	assert.ErrorIs(t, err, ivy.ErrValue)
}

// A filter without channels is not listed place by place, and lengths do not overflow.
func TestLongConvolutions(t *testing.T) {
	huge := math.MaxInt / 1024
	z := ivy.ConvGeneralDilated(ivy.Zeros([]int{1, huge, 0}), ivy.Zeros([]int{huge, 0, 2}), []int{1}, "VALID")
	assert.Equal(t, []int{1, 1, 2}, z.Shape())
	assert.Equal(t, []float32{0, 0}, ivy.Values[float32](z))
	x := ivy.BroadcastTo(ivy.Ones(nil, ivy.Int8), []int{1, math.MaxInt / 2, 1})
	for _, padding := range []any{"SAME", "VALID", math.MaxInt32} {
		err := ivy.Try(func() {
			ivy.ConvGeneralDilated(x, ivy.Ones([]int{2, 1, 1}, ivy.Int8), []int{1}, padding, ivy.XDilations{math.MaxInt32})
		})
		assert.ErrorIs(t, err, ivy.ErrShape, padding)
	}
}
