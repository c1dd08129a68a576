package native_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/fuse"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// A network is a random one, of images with the channels first. Its choices are those of a seed, so that it is the same each time.
type network struct {
	e    *ivy.Env
	r    *rand.Rand
	d    ivy.Dtype
	done []string
}

var channelFirst = ivy.DataFormat("channel_first")

// drawn returns an array that the seed says, of elements about as large as scale.
func (n *network) drawn(scale float64, s ...int) *ivy.Array {
	return n.e.Multiply(n.e.Sin(n.e.Add(ramp(n.e, n.d, s...), 10*n.r.Float64())), scale)
}

func (n *network) convolution(x *ivy.Array, channels int) *ivy.Array {
	s := x.Shape()
	k, stride, dilation := []int{1, 3, 3, 5, 2}[n.r.IntN(5)], 1+n.r.IntN(4)/3, 1+n.r.IntN(5)/4
	pad := n.r.IntN((k-1)*dilation/2 + 1)
	for _, length := range s[2:] {
		if length+2*pad < (k-1)*dilation+1 {
			k, pad = 1, 0
		}
	}
	groups, in := 1, s[1]
	switch {
	case n.r.IntN(4) == 0:
		groups, in, channels = s[1], 1, s[1]*(1+n.r.IntN(6)/5)
	case s[1]%2 == 0 && channels%2 == 0 && n.r.IntN(6) == 0:
		groups, in = 2, s[1]/2
	}
	filters := n.drawn(1/math.Sqrt(float64(in*k*k)), channels, in, k, k)
	n.done = append(n.done, fmt.Sprintf("convolution %v by %v, %d apart, dilation %d, padding %d, %d groups", s, filters.Shape(), stride, dilation, pad, groups))
	pads := [2]int{pad, pad}
	return n.e.ConvGeneralDilated(x, filters, []int{stride, stride}, [][2]int{pads, pads}, channelFirst, ivy.FilterFormat("channel_first"),
		ivy.FeatureGroupCount(groups), ivy.Dilations{dilation, dilation})
}

// step returns what the next layer makes of some images; older are others of the network.
func (n *network) step(x *ivy.Array, older []*ivy.Array) *ivy.Array {
	e, s := n.e, x.Shape()
	channels := s[1]
	alike := func() *ivy.Array { // images of the same size
		for _, i := range n.r.Perm(len(older)) {
			if o := older[i].Shape(); o[0] == s[0] && o[2] == s[2] && o[3] == s[3] {
				return older[i]
			}
		}
		return e.Tanh(x)
	}
	k := n.r.IntN(20)
	n.done = append(n.done, fmt.Sprint("step ", k, " of ", s))
	switch k {
	default:
		return n.convolution(x, []int{1, 2, 7, 16, 24, 32, 33, 48}[n.r.IntN(8)])
	case 8:
		return e.Relu(e.Add(n.convolution(x, 16), n.drawn(1, 1)))
	case 9:
		return e.Relu(e.Add(x, n.drawn(1, channels, 1, 1)))
	case 10:
		return e.Multiply(x, e.Sigmoid(e.Add(x, n.drawn(1, 1, channels, 1, 1))))
	case 11:
		if y := alike(); y.Shape()[1] == channels {
			return e.Add(e.Relu(x), y)
		}
		return e.Subtract(1, x)
	case 12:
		return e.Concat([]*ivy.Array{x, alike(), x}, ivy.Axis(1))
	case 13: // a gate for each channel
		gate := e.Mean(x, ivy.Axes{2, 3}, ivy.KeepDims(true))
		gate = e.Sigmoid(e.ConvGeneralDilated(gate, n.drawn(0.5, channels, channels, 1, 1), []int{1, 1}, make([][2]int, 2), channelFirst, ivy.FilterFormat("channel_first")))
		return e.Multiply(x, gate)
	case 14:
		size := 1 + n.r.IntN(min(3, s[2], s[3]))
		stride := 1 + n.r.IntN(2)
		if n.r.IntN(2) == 0 {
			return e.MaxPool(x, []int{size, size}, []int{stride, stride}, size/2, channelFirst)
		}
		return e.AvgPool(x, []int{size, size}, []int{stride, stride}, size/2, channelFirst)
	case 15: // larger images, of the nearest elements
		axis, index := 2+n.r.IntN(2), []int{}
		for i := range min(2*s[axis], 30) {
			index = append(index, i/2)
		}
		return e.Take(x, index, ivy.Axis(axis))
	case 16:
		z, _, _ := e.BatchNorm(x, n.drawn(1, channels), e.Add(n.drawn(0.4, channels), 1), ivy.Scale(n.drawn(1, channels)), ivy.Offset(n.drawn(1, channels)), channelFirst)
		return z
	case 17:
		return e.GetItem(x, ivy.Slice(nil, nil), ivy.Slice(channels/3, nil), ivy.Slice(nil, nil, 1+n.r.IntN(2)))
	case 18: // elements for each row and each column
		return e.Multiply(e.Add(x, n.drawn(1, s[2], 1)), n.drawn(1, s[3]))
	case 19: // height and width exchanged
		return e.Relu(e.PermuteDims(x, []int{0, 1, 3, 2}))
	}
}

// run returns some results of the network of images x.
func (n *network) run(x *ivy.Array) []*ivy.Array {
	values := []*ivy.Array{x}
	for range 3 + n.r.IntN(12) {
		y := n.step(values[len(values)-1-n.r.IntN(min(2, len(values)))], values)
		if y.Size() > 1<<17 {
			y = n.e.MaxPool(y, []int{2, 2}, []int{2, 2}, 0, channelFirst)
		}
		values = append(values, y)
	}
	last := values[len(values)-1]
	results := []*ivy.Array{last, values[1+n.r.IntN(len(values)-1)]}
	switch n.r.IntN(3) {
	case 0:
		results = append(results, n.e.Mean(last, ivy.Axes{2, 3}))
	case 1:
		results = append(results, n.e.Reshape(last, []int{last.Shape()[0], -1}))
	}
	return results
}

// Networks of images give bit for bit what they give call by call, wherever the channels lie between their nodes.
func TestCompiledNetworks(t *testing.T) {
	defer func(bytes int, poison bool, gain, batch float64) {
		product.BandBytes, array.Poison, fuse.LeastGain, fuse.WorthBatch = bytes, poison, gain, batch
	}(product.BandBytes, array.Poison, fuse.LeastGain, fuse.WorthBatch)
	array.Poison = true
	e := newEnv(t)
	for seed := range 600 / race.Sparse(1) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		d := []ivy.Dtype{ivy.Float32, ivy.Float32, ivy.Float64}[seed%3]
		product.BandBytes = []int{1 << 20, 1 << 12}[r.IntN(2)]
		fuse.LeastGain = []float64{math.Inf(-1), math.Inf(-1), 0}[r.IntN(3)]
		fuse.WorthBatch = []float64{1, 300_000}[r.IntN(2)]
		x := ramp(e, d, 1+r.IntN(4)/2*r.IntN(4), []int{3, 16, 8, 1}[r.IntN(4)], 6+r.IntN(20), 5+r.IntN(25))
		var done []string
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			check(t, e, func(x ...*ivy.Array) []*ivy.Array {
				n := &network{e: e, r: rand.New(rand.NewPCG(uint64(seed), 6)), d: d}
				z := n.run(x[0])
				done = n.done
				return z
			}, x)
			if t.Failed() {
				for _, s := range done {
					t.Log(s)
				}
			}
		})
	}
}
