package native_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// Long channels are normalized by a kernel of their own, with the bits of the steps that a compiled function fuses.
func TestNormalizedChannels(t *testing.T) {
	e := newEnv(t)
	defer native.Backend{}.SetThreads(0)
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
		for _, dims := range [][]int{{2, 3, 4, 8}, {3, 5, 33}, {1, 2, 31}, {8, 64, 30, 31}, {2, 3, 1, 2, 70_001}, {1, 5, 6, 9}, {1, 7, 64}, {1, 3, 41}, {1, 1, 300}, {1, 20, 50, 61}} {
			n, c := 1, dims[1]
			for _, m := range dims {
				n *= m
			}
			line := e.Astype(e.Sin(e.Multiply(e.Arange(n, ivy.Float64), 12.9898)), d)
			plain := e.Reshape(line, dims)
			channels := func(at float64) *ivy.Array { return e.Astype(e.Add(e.Sin(e.Arange(c, ivy.Float64)), at), d) }
			mean, variance, scale, offset := channels(0), channels(1.5), channels(0.3), channels(-0.2)
			mean.Set(0, 0)
			plain.Set(math.Copysign(0, -1), 0) // less 0, it stays −0 unless a number is added
			for what, x := range map[string]*ivy.Array{"contiguous": plain, "backwards": e.Flip(plain), "in another order": e.PermuteDims(e.CopyArray(e.PermuteDims(plain, reversed(len(dims)))), reversed(len(dims)))} {
				for given, opts := range map[string][]ivy.Option{"neither": nil, "a scale": {ivy.Scale(scale)}, "an offset": {ivy.Offset(offset)}, "both": {ivy.Scale(scale), ivy.Offset(offset)}} {
					opts = append(opts, ivy.DataFormat("channel_first"))
					f := func(e *ivy.Env, x *ivy.Array) *ivy.Array {
						z, _, _ := e.BatchNorm(x, mean, variance, opts...)
						return e.Maximum(e.Multiply(z, 0.5), -0.4) // which stays −0, too
					}
					native.Backend{}.SetThreads(1)
					want := e.Compile(func(x ...*ivy.Array) *ivy.Array { return f(e, x[0]) }).Call(x)
					for threads := 1; threads <= 2; threads++ {
						native.Backend{}.SetThreads(threads)
						got := f(e, x)
						require.Equal(t, want.Shape(), got.Shape())
						require.Equal(t, want.Bytes(), got.Bytes(), "%v %v %s, %s, %d threads", d, dims, what, given, threads)
					}
				}
			}
		}
	}
}

func reversed(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = n - 1 - i
	}
	return s
}
