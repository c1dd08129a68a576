package product

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// drawn returns an array of small integers whose axes lie in memory in some order, the outermost first.
func drawn(t testing.TB, r *rand.Rand, d dtype.Dtype, s, order []int) *array.Buffer {
	inMemory := make([]int, len(s))
	inverse := make([]int, len(s))
	for i, axis := range order {
		inMemory[i], inverse[axis] = s[axis], i
	}
	b, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: inMemory})
	require.NoError(t, err)
	values := make([]int64, b.Len())
	for i := range values {
		values[i] = r.Int64N(61) - 30
	}
	elementwise.StoreInts(b, 0, values)
	return array.Permuted(b, inverse)
}

// drawnConvolution returns a convolution of r axes, its images' channels planes in memory, with a shape of the result.
func drawnConvolution(t *testing.T, r *rand.Rand, d dtype.Dtype, axes int) (out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) {
	c = backend.ConvolutionAttrs{Groups: 1 + r.IntN(2), Apart: slices.Repeat([]int{1}, axes)}
	images, in, each := 1+r.IntN(3), 1+r.IntN(9), 8+r.IntN(30)
	xs, ws, zs := []int{images}, []int(nil), []int{images}
	for range axes {
		n, k, stride, dilation, pads := 6+r.IntN(20), 1+r.IntN(3), 1+r.IntN(2), 1+r.IntN(2), [2]int{r.IntN(3), r.IntN(3)}
		if axes == 1 {
			n += 60
		}
		xs, ws = append(xs, n), append(ws, k)
		zs = append(zs, (n+pads[0]+pads[1]-(k-1)*dilation-1)/stride+1)
		c.Strides, c.Dilations, c.Padding = append(c.Strides, stride), append(c.Dilations, dilation), append(c.Padding, pads)
	}
	xs, ws, zs = append(xs, in*c.Groups), append(ws, in, each*c.Groups), append(zs, each*c.Groups)
	planes := append([]int{0, axes + 1}, shape.All(axes + 1)[1:]...)
	oihw := append([]int{axes + 1, axes}, shape.All(axes)...)
	return backend.Spec{Dtype: d, Shape: zs}, drawn(t, r, d, xs, planes), drawn(t, r, d, ws, oihw), c
}

// Convolutions of images whose channels are planes, and their results too, are bit for bit those of images with the channels side by side, and
// so they are by filters that were packed before.
func TestPlanarConvolutions(t *testing.T) {
	planar := 0
	defer func(n int) { BandBytes = n }(BandBytes)
	for _, d := range dtype.Numeric.Dtypes() {
		r := rand.New(rand.NewPCG(uint64(d), 3))
		for i := range max(10, 40/race.Sparse(1)) {
			out, x, filters, c := drawnConvolution(t, r, d, 1+i%3)
			BandBytes = []int{1 << 20, 1 << 13}[i%2] // one of all rows, and of some
			if i%3 > 0 && dtype.Inexact.Has(d) {     // sums that depend on their order
				normal(r, x, filters)
			}
			if i%5 == 0 && c.Groups == 1 { // one filter
				out.Shape[len(out.Shape)-1] = 1
				filters = array.Part(filters, len(filters.Shape)-1, 0, 1)
			}
			t.Run(fmt.Sprint(d, x.Shape, filters.Shape, c), func(t *testing.T) {
				last, err := array.Clone(nil, x)
				require.NoError(t, err)
				want, err := convolve(out, []backend.Buffer{last, filters}, c)
				require.NoError(t, err)
				got, err := convolve(out, []backend.Buffer{x, filters}, c)
				require.NoError(t, err)
				if isPlanar(out, x, c) {
					planar++
					assert.Equal(t, 1, got.(*array.Buffer).Strides[len(c.Strides)], "elements of a channel lie together")
				}
				assert.True(t, sameElements(t, want, got))
				n := &backend.Node{Op: ops.Convolve.Op, Out: out, Attrs: c}
				if constant := ConstantOf(n, filters); constant != nil {
					for _, x := range []*array.Buffer{x, last} {
						got, err := constant.Run(n, []backend.Buffer{x}, nil)
						require.NoError(t, err)
						assert.True(t, sameElements(t, want, got), "packed filters")
					}
				}
			})
		}
	}
	if gemm.Has(dtype.Float32) {
		assert.Greater(t, planar, 100)
	}
}

// normal sets the elements of arrays to normally distributed numbers.
func normal(r *rand.Rand, xs ...*array.Buffer) {
	for _, x := range xs {
		x := array.Permuted(x, shape.All(len(x.Shape))) // all of its memory
		x.Offset = 0
		for i := range x.Size {
			elementwise.StoreComplexes(x, i, []complex128{complex(r.NormFloat64(), r.NormFloat64())})
		}
	}
}

// A target gets each element of a convolution once, in its order of axes, wherever the channels of the images lie.
func TestTargets(t *testing.T) {
	defer func(n int) { BandBytes = n }(BandBytes)
	defer array.SetThreads(0)
	planes := 0 // convolutions of planes into planes
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		r := rand.New(rand.NewPCG(uint64(d), 9))
		for i := range max(10, 100/race.Sparse(1)) {
			out, x, filters, c := drawnConvolution(t, r, d, 1+i%3)
			if i%4 == 3 {
				out, x, filters, c = drawnPlanes(t, r, d, 1+i%3)
			}
			if i%8 == 0 && len(c.Strides) == 2 {
				out, x, filters, c = squares(t, r, 2, 12, 15, 32, 48, [][2]int{{1, 1}, {1, 0}}, planesOrder, oihw)
			}
			n := &backend.Node{Op: ops.Convolve.Op, Out: out, Attrs: c}
			if !Targets(n, [][]int{x.Shape, filters.Shape}) {
				continue
			}
			BandBytes = []int{1 << 20, 1 << 12}[i%2]
			array.SetThreads(1 + i%3)
			normal(r, x, filters)
			last, err := array.Clone(nil, x)
			require.NoError(t, err)
			want, err := convolve(out, []backend.Buffer{x, filters}, c)
			require.NoError(t, err)
			for from, x := range map[string]*array.Buffer{"planes": x, "channels last": last} {
				for _, toLast := range []bool{false, true} {
					for _, constant := range []*Constant{nil, ConstantOf(n, filters)} {
						t.Run(fmt.Sprintf("%v %v %s to last %v, packed %v", out, c, from, toLast, constant != nil), func(t *testing.T) {
							memory, err := array.NewBuffer(backend.Spec{Dtype: out.Dtype, Shape: []int{shape.Size(out.Shape)}})
							require.NoError(t, err)
							var lock sync.Mutex
							times := make([]int, memory.Len())
							target := &Target{Into: memory, Last: toLast, Finish: func(first, n, pitch, count int) {
								lock.Lock()
								defer lock.Unlock()
								for j := range count {
									for k := range n {
										times[first+j*pitch+k]++
									}
								}
							}}
							got, err := ConvolveInto(n, []backend.Buffer{x, filters}, constant, nil, target)
							require.NoError(t, err)
							assert.True(t, sameElements(t, want, got))
							if !target.Complete() {
								assert.False(t, toLast)
								return
							}
							if from == "planes" && !toLast {
								planes++
							}
							assert.Equal(t, slices.Repeat([]int{1}, len(times)), times)
							z := array.ContiguousPart(memory, 0, out.Shape)
							if !toLast {
								order := channelsFirst(z).Shape
								z = channelsLast(array.ContiguousPart(memory, 0, order))
							}
							assert.True(t, sameElements(t, want, z), "in the target's memory")
						})
					}
				}
			}
		}
	}
	if gemm.Has(dtype.Float32) {
		assert.Greater(t, planes, 10)
	} else {
		assert.Zero(t, planes, "nothing takes a target")
	}
}

func sameElements(t *testing.T, want, got backend.Buffer) bool {
	a, err := array.Clone(nil, want.(*array.Buffer))
	require.NoError(t, err)
	b, err := array.Clone(nil, got.(*array.Buffer))
	require.NoError(t, err)
	return bytes.Equal(array.BytesOf(a), array.BytesOf(b))
}

// A constant's matrices are packed once for all nodes of one layout, within a bounded memory, which is given back.
func TestConstants(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops of package gemm")
	}
	r := rand.New(rand.NewPCG(1, 2))
	node := func(rows int) *backend.Node {
		return &backend.Node{Op: ops.MatMul.Op, Out: backend.Spec{Dtype: dtype.Float32, Shape: []int{rows, 70}}}
	}
	matrix := func() *array.Buffer { return drawn(t, r, dtype.Float32, []int{50, 70}, []int{1, 0}) }
	y := matrix()
	assert.Nil(t, ConstantOf(node(1), y), "products of vectors read it where it lies")
	c := ConstantOf(node(5), y)
	assert.Same(t, c, ConstantOf(node(40), y))
	assert.NotSame(t, c, ConstantOf(node(40), array.Permuted(array.Permuted(matrix(), []int{1, 0}), []int{1, 0})))
	before := packedNow()
	for _, rows := range []int{5, 40} {
		x := drawn(t, r, dtype.Float32, []int{rows, 50}, []int{0, 1})
		want, err := matmul(node(rows).Out, x, y)
		require.NoError(t, err)
		got, err := c.Run(node(rows), []backend.Buffer{x}, nil)
		require.NoError(t, err)
		assert.True(t, sameElements(t, want, got))
		assert.Equal(t, before+c.as[asSecond].parts[0].Bytes(), packedNow())
	}
	defer func(n int) { MostPacked = n }(MostPacked)
	MostPacked = packedNow()
	other := ConstantOf(node(5), matrix())
	_, err := other.Run(node(5), []backend.Buffer{drawn(t, r, dtype.Float32, []int{5, 50}, []int{0, 1})}, nil)
	require.NoError(t, err)
	assert.Nil(t, other.as[asSecond].parts, "no memory is left")
	runtime.KeepAlive(c)
	assert.Eventually(t, func() bool {
		runtime.GC()
		return packedNow() == 0 && constants.Len() == 0
	}, 10*time.Second, time.Millisecond)
}

func packedNow() int {
	reserved.Lock()
	defer reserved.Unlock()
	return reserved.bytes
}
