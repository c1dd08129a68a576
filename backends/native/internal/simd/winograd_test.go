package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// convolved returns the 2·2 elements of the convolution of one tile and one filter.
func convolved(tile [4][4]float32, filter [9]float32) (z [2][2]float32) {
	for i := range z {
		for j := range z[i] {
			for t, f := range filter {
				z[i][j] += f * tile[i+t/3][j+t%3]
			}
		}
	}
	return z
}

// transformedFilter returns the filter of 3·3 elements in 16 matrices of lanes equal elements.
func transformedFilter(filter [9]float32) (u [16]float32) {
	src, dst := make([]float32, 9*WinogradLanes), make([]float32, 16*WinogradLanes)
	for t, f := range filter {
		for i := range WinogradLanes {
			src[t*WinogradLanes+i] = f
		}
	}
	WinogradFilters(dst, WinogradLanes, src, WinogradLanes, WinogradLanes)
	for m := range u {
		u[m] = dst[m*WinogradLanes+3]
	}
	return u
}

// The transforms give the sums of products, exactly for small integers; of planes with any number of tiles and elements, and nothing else is written.
func TestWinogradPlanes(t *testing.T) {
	if !HasWinograd {
		t.Skip("no transforms here")
	}
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	for _, cols := range []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 40, 47, 48, 49, 64, 65, 90} {
		tiles := (cols + 1) / 2
		pitch := 2*WinogradWhole(tiles) + 2 + cols%3
		src := make([]float32, 4*pitch)
		for i := range src {
			src[i] = float32(r.IntN(41) - 20)
		}
		var filter [9]float32
		for i := range filter {
			filter[i] = float32(r.IntN(21) - 10)
		}
		u, step := transformedFilter(filter), WinogradWhole(tiles)+cols%5
		v := make([]float32, 16*step)
		WinogradInputPlane(v, step, src, pitch, tiles)
		for m := range 16 {
			for i := range step {
				v[m*step+i] *= u[m]
			}
		}
		for m := range 16 { // what is not a tile counts for nothing
			for i := tiles; i < step; i++ {
				v[m*step+i] = float32(math.NaN())
			}
		}
		var flags WinogradFlags
		lines := [2][]float32{make([]float32, cols+3), make([]float32, cols+3)}
		WinogradOutputPlane(lines[0][:cols], lines[1][:cols], v, step, &flags)
		// an odd line's last tile has an element behind the line's end, which is not written
		for j := range cols {
			var tile [4][4]float32
			for i := range tile {
				copy(tile[i][:], src[i*pitch+j/2*2:])
			}
			want := convolved(tile, filter)
			for i := range lines {
				require.Equal(t, want[i][j%2], lines[i][j], "line %d, element %d of %d", i, j, cols)
			}
		}
		for _, line := range lines {
			assert.Equal(t, make([]float32, 3), line[cols:])
		}
		require.True(t, flags.Finite())
		only := make([]float32, cols)
		WinogradOutputPlane(only, nil, v, step, &flags)
		assert.Equal(t, lines[0][:cols], only)
		for _, odd := range []float32{float32(math.Inf(1)), float32(math.NaN())} {
			for _, m := range []int{0, 5, 15} {
				broken := append([]float32(nil), v...)
				broken[m*step+tiles-1] = odd
				var flags WinogradFlags
				WinogradOutputPlane(make([]float32, cols), make([]float32, cols), broken, step, &flags)
				assert.Equal(t, m == 15 && cols%2 == 1, flags.Finite(), "element %d of the last of %d tiles is %v", m, tiles, odd)
			}
		}
	}
}

func TestWinogradChannels(t *testing.T) {
	if !HasWinograd {
		t.Skip("no transforms here")
	}
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	for _, n := range []int{16, 32, 48, 160} {
		pixel := n + 5
		pitch := 4*pixel + 3
		src := make([]float32, 3*pitch+3*pixel+n)
		for i := range src {
			src[i] = float32(r.IntN(41) - 20)
		}
		var filter [9]float32
		for i := range filter {
			filter[i] = float32(r.IntN(21) - 10)
		}
		u, step := transformedFilter(filter), n+7
		v := make([]float32, 15*step+n)
		WinogradInputChannels(v, step, src, pitch, pixel, n)
		for m := range 16 {
			for i := range n {
				v[m*step+i] *= u[m]
			}
		}
		element := func() []float32 { return make([]float32, n) }
		z := [4][]float32{element(), element(), element(), element()}
		var flags WinogradFlags
		WinogradOutputChannels(z, v, step, &flags)
		require.True(t, flags.Finite())
		for c := range n {
			var tile [4][4]float32
			for i := range 4 {
				for j := range 4 {
					tile[i][j] = src[i*pitch+j*pixel+c]
				}
			}
			want := convolved(tile, filter)
			for i, line := range z {
				require.Equal(t, want[i/2][i%2], line[c])
			}
		}
		for _, there := range [][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 2, 2}} { // fewer elements
			some := [4][]float32{element(), element(), element(), element()}
			WinogradOutputChannels([4][]float32{some[there[0]], some[there[1]], some[there[2]], some[there[3]]}, v, step, &flags)
			for i := range 4 {
				if there[i] == i {
					assert.Equal(t, z[i], some[i])
				}
			}
		}
		v[5*step+n-1] = float32(math.Inf(-1))
		WinogradOutputChannels(z, v, step, &flags)
		assert.False(t, flags.Finite())
	}
}

func TestWinogradTaps(t *testing.T) {
	if !HasWinograd {
		t.Skip("no transforms here")
	}
	for _, n := range []int{16, 32, 80} {
		src, line := make([]float32, 9*n), n+3
		for i := range src {
			src[i] = float32(i)
		}
		dst := make([]float32, 9*line)
		WinogradTaps(dst, src, line)
		want := make([]float32, 9*line)
		for i, v := range src {
			want[i%9*line+i/9] = v
		}
		assert.Equal(t, want, dst)
	}
}

func TestWinogradOutOfRange(t *testing.T) {
	x := make([]float32, 16*16)
	for name, f := range map[string]func(){
		"matrices":     func() { WinogradInputPlane(x[:200], 16, make([]float32, 200), 40, 3) },
		"lines":        func() { WinogradInputPlane(x, 16, make([]float32, 100), 40, 3) },
		"no tiles":     func() { WinogradInputPlane(x, 16, make([]float32, 200), 40, 0) },
		"second line":  func() { WinogradOutputPlane(x[:9], x[:8], x, 16, &WinogradFlags{}) },
		"products":     func() { WinogradOutputPlane(x[:40], x[:40], x, 16, &WinogradFlags{}) },
		"channels":     func() { WinogradInputChannels(x, 16, x, 60, 10, 10) },
		"pixels":       func() { WinogradInputChannels(x, 16, x, 80, 16, 16) },
		"elements":     func() { WinogradOutputChannels([4][]float32{x[:16], x[:16], x[:16], x[:15]}, x, 16, &WinogradFlags{}) },
		"taps":         func() { WinogradTaps(make([]float32, 143), make([]float32, 144), 16) },
		"some taps":    func() { WinogradTaps(make([]float32, 144), make([]float32, 72), 16) },
		"filters":      func() { WinogradFilters(x, 16, x, 16, 15) },
		"filter's tap": func() { WinogradFilters(x, 16, x[:100], 16, 16) },
	} {
		assert.Panics(t, f, name)
	}
}
