package native_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/backends/native/internal/fuse"
	"github.com/goivy/goivy/ivy"
)

// Networks that compute each example of a batch by itself run part by part, with the bits of single calls: whatever comes before and after, and whatever
// sums over the batch.
func TestCompiledBatches(t *testing.T) {
	defer func(was float64) { fuse.WorthBatch = was }(fuse.WorthBatch)
	fuse.WorthBatch = 1
	e := newEnv(t)
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.BFloat16} {
		t.Run(d.String(), func(t *testing.T) {
			attention := func(x *ivy.Array, mask *ivy.Array) *ivy.Array {
				heads := func(k int) *ivy.Array {
					w := e.Multiply(ramp(e, d, 64, 64), 0.1+0.1*float64(k))
					return e.PermuteDims(e.Reshape(e.MatMul(x, w), []int{x.Dim(0), x.Dim(1), 4, 16}), []int{0, 2, 1, 3})
				}
				scores := e.MatMul(heads(1), e.MatrixTranspose(heads(2)))
				if mask != nil {
					scores = e.Where(mask, scores, -1e9)
				}
				z := e.MatMul(e.Softmax(scores), heads(3))
				return e.LayerNorm(e.Add(x, e.Reshape(e.PermuteDims(z, []int{0, 2, 1, 3}), x.Shape())), []int{-1})
			}
			dense := func(x *ivy.Array, n int) *ivy.Array {
				return e.Gelu(e.Add(e.MatMul(x, e.Multiply(ramp(e, d, x.Dim(x.Ndim()-1), n), 0.1)), ramp(e, d, n)))
			}
			for name, f := range map[string]func(x ...*ivy.Array) []*ivy.Array{
				"encoder": func(x ...*ivy.Array) []*ivy.Array {
					y := attention(x[0], nil)
					y = e.Add(y, dense(dense(y, 300), 64))
					return []*ivy.Array{y, e.Mean(y, ivy.Axis(1)), e.GetItem(y, ivy.Colon, 0)}
				},
				"indices of the batch before": func(x ...*ivy.Array) []*ivy.Array {
					there := e.Greater(e.GetItem(x[0], ivy.Colon, ivy.Colon, 0), -0.9)
					at := e.Reshape(e.Flip(e.Arange(x[0].Dim(0))), []int{-1, 1, 1, 1})
					mask := e.GetItem(there, at, e.Reshape(e.Arange(x[0].Dim(1)), []int{1, 1, 1, -1}))
					return []*ivy.Array{dense(attention(dense(x[0], 64), mask), 200)}
				},
				"sums over the batch behind": func(x ...*ivy.Array) []*ivy.Array {
					y := dense(dense(x[0], 500), 30)
					return []*ivy.Array{e.Mean(y, ivy.Axis(0)), e.Add(y, e.Flip(y)), e.MatMul(e.Sum(y, ivy.Axis(1)), e.MatrixTranspose(e.Sum(y, ivy.Axis(1))))}
				},
				"rows": func(x ...*ivy.Array) []*ivy.Array {
					y := dense(dense(e.Reshape(x[0], []int{-1, 64}), 300), 10)
					return []*ivy.Array{e.Softmax(y), e.ArgMax(y, ivy.Axis(1))}
				},
				"views and joins": func(x ...*ivy.Array) []*ivy.Array {
					y := dense(x[0], 256)
					left, right := e.GetItem(y, ivy.Colon, ivy.Colon, ivy.Slice(nil, 100)), e.GetItem(y, ivy.Colon, ivy.Slice(nil, nil, -1), ivy.Slice(60, 160))
					return []*ivy.Array{dense(e.Concat([]*ivy.Array{left, right, left}, ivy.Axis(1)), 40), e.Max(right, ivy.Axis(2)), left}
				},
				"convolutions": func(x ...*ivy.Array) []*ivy.Array {
					y := e.Reshape(x[0], []int{x[0].Dim(0), 4, 4, -1})
					for range 3 {
						y = e.Relu(e.ConvGeneralDilated(y, e.Multiply(ramp(e, d, 3, 3, y.Dim(3), 64), 0.1), []int{1, 1}, [][2]int{{1, 1}, {1, 1}}))
					}
					return []*ivy.Array{e.Mean(y, ivy.Axes{1, 2})}
				},
				"planes": func(x ...*ivy.Array) []*ivy.Array {
					y := e.Reshape(x[0], []int{x[0].Dim(0), -1, 8, 8})
					for range 3 {
						y = e.ConvGeneralDilated(y, e.Multiply(ramp(e, d, 48, y.Dim(1), 3, 3), 0.1), []int{1, 1}, [][2]int{{1, 1}, {1, 1}}, ivy.DataFormat("channel_first"), ivy.FilterFormat("channel_first"))
						z, _, _ := e.BatchNorm(y, ramp(e, d, 48), e.Abs(ramp(e, d, 48)), ivy.DataFormat("channel_first"))
						y = e.Relu(z)
					}
					return []*ivy.Array{y, e.Mean(y, ivy.Axes{2, 3})}
				},
				"a table": func(x ...*ivy.Array) []*ivy.Array {
					ids := e.Astype(e.Multiply(e.Abs(e.GetItem(x[0], ivy.Colon, ivy.Colon, 1)), 49), ivy.Int64)
					return []*ivy.Array{dense(dense(e.Take(ramp(e, d, 50, 64), ids, ivy.Axis(0)), 700), 20)}
				},
			} {
				t.Run(name, func(t *testing.T) {
					for _, n := range []int{2, 6, 7, 32} {
						check(t, e, f, ramp(e, d, n, 48, 64))
					}
				})
			}
		})
	}
}

// A batch stops where it is told to.
func TestCompiledBatchStops(t *testing.T) {
	e := newEnv(t)
	w := ramp(e, ivy.Float32, 512, 512)
	g := e.Compile(func(x *ivy.Array) *ivy.Array {
		for range 200 {
			x = e.Tanh(e.MatMul(x, w))
		}
		return x
	})
	x := ramp(e, ivy.Float32, 64, 64, 512)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	err := ivy.Try(func() { g.CallContext(ctx, x) })
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.Less(t, time.Since(start), 10*time.Second)
}
