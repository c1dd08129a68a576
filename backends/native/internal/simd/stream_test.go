package simd_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Stream copies whatever begins and ends anywhere in a cache line, and nothing else.
func TestStream(t *testing.T) {
	src := make([]byte, 1000)
	for i := range src {
		src[i] = byte(i*7 + 1)
	}
	for from := range 3 {
		for to := range 130 {
			for _, n := range []int{0, 1, 15, 64, 127, 128, 129, 300, 640, 850} {
				got := make([]byte, 1000)
				simd.Stream(got[to:to+n], src[from:from+n])
				simd.Fence()
				want := make([]byte, 1000)
				copy(want[to:], src[from:from+n])
				require.True(t, bytes.Equal(want, got), fmt.Sprintf("%d bytes from %d to %d", n, from, to))
			}
		}
	}
}
