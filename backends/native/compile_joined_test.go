package native_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy"
)

// Attention that is written out runs as one kernel, with the bits of its parts: for every length at which that cuts its rows otherwise, masks that broadcast in
// every way, operands that lie in memory in every way, and heads that are put side by side behind it.
func TestCompiledAttention(t *testing.T) {
	array.Poison = true
	defer func() { array.Poison = false }()
	e := newEnv(t)
	turned := func(x *ivy.Array) *ivy.Array { return e.MatrixTranspose(e.Multiply(e.MatrixTranspose(x), 1)) }
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
		for i, c := range []struct{ batch, heads, rows, keys, depth, columns int }{
			{1, 1, 2, 2, 1, 2}, {2, 3, 3, 31, 5, 33}, {1, 2, 15, 33, 64, 32}, {2, 1, 29, 129, 32, 64}, {1, 3, 128, 128, 32, 32},
			{1, 1, 300, 300, 64, 64}, {1, 2, 257, 641, 16, 3}, {1, 1, 70, 1300, 700, 5}, {1, 1, 9, 4100, 3, 31}, {5, 2, 16, 16, 16, 16},
		} {
			t.Run(fmt.Sprint(d, c), func(t *testing.T) {
				q, k, v := ramp(e, d, c.batch, c.heads, c.rows, c.depth), ramp(e, d, c.batch, c.heads, c.keys, c.depth), ramp(e, d, c.batch, c.heads, c.keys, c.columns)
				q = e.Multiply(q, 3)
				bias, row := ramp(e, d, c.batch, 1, 1, c.keys), ramp(e, d, c.heads, c.rows, 1)
				hidden := e.Greater(ramp(e, d, c.batch, 1, c.rows, c.keys), 0.5)
				scores := func(q, k *ivy.Array) *ivy.Array {
					return e.Multiply(e.MatMul(q, e.MatrixTranspose(k)), 1/math.Sqrt(float64(c.depth)))
				}
				for name, f := range map[string]func(x ...*ivy.Array) []*ivy.Array{
					"plain": func(x ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.MatMul(e.Softmax(scores(x[0], x[1])), x[2])} },
					"masks": func(x ...*ivy.Array) []*ivy.Array {
						return []*ivy.Array{e.MatMul(e.Softmax(e.Where(x[5], math.Inf(-1), e.Add(e.Add(scores(x[0], x[1]), x[3]), x[4]))), x[2])}
					},
					"heads side by side": func(x ...*ivy.Array) []*ivy.Array {
						z := e.MatMul(e.Softmax(e.Add(x[3], scores(x[0], x[1]))), x[2])
						return []*ivy.Array{e.Tanh(e.Reshape(e.PermuteDims(z, []int{0, 2, 1, 3}), []int{c.batch, c.rows, -1}))}
					},
					"turned operands": func(x ...*ivy.Array) []*ivy.Array {
						w := e.Divide(e.Exp(e.MatMul(turned(x[0]), turned(e.MatrixTranspose(x[1])))), 7)
						return []*ivy.Array{e.MatMul(e.Divide(w, e.Sum(w, ivy.Axis(-1), ivy.KeepDims(true))), turned(x[2])), e.Sum(x[0])}
					},
					"keys of all heads": func(x ...*ivy.Array) []*ivy.Array {
						k, v := e.GetItem(x[1], ivy.Colon, ivy.Slice(nil, 1)), e.GetItem(x[2], 0, ivy.Slice(nil, 1))
						return []*ivy.Array{e.MatMul(e.Softmax(scores(x[0], k)), v)}
					},
					"layers": func(x ...*ivy.Array) []*ivy.Array {
						y := x[0]
						for range 2 {
							y = e.Add(y, e.MatMul(e.Softmax(scores(y, x[1])), x[1]))
						}
						return []*ivy.Array{y}
					},
				} {
					if i > 5 && name != "masks" && name != "plain" && name != "turned operands" {
						continue
					}
					t.Run(name, func(t *testing.T) { check(t, e, f, q, k, v, bias, row, hidden) })
				}
			})
		}
	}
}

// Joined products stop where they are told to.
func TestCompiledAttentionStops(t *testing.T) {
	e := newEnv(t)
	x := ramp(e, ivy.Float32, 1, 4, 4096, 64)
	g := e.Compile(func(x *ivy.Array) *ivy.Array {
		for range 20 {
			x = e.MatMul(e.Softmax(e.MatMul(x, e.MatrixTranspose(x))), x)
		}
		return x
	})
	g.Call(e.GetItem(x, ivy.Colon, ivy.Colon, ivy.Slice(nil, 64))) // compiled
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	err := ivy.Try(func() { g.CallContext(ctx, x) })
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.Less(t, time.Since(start), 5*time.Second)
}
