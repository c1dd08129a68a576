package product

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Attention over several blocks of queries and of keys is that of one matrix, whichever thread has packed the keys of which matrix.
func TestAttentionInBlocks(t *testing.T) {
	defer array.SetThreads(0)
	r := rand.New(rand.NewPCG(1, 2))
	const queries, keys = 2*queryBlock + 30, keyBlock + 70
	const out = 5
	for threads := 1; threads <= 3; threads++ {
		array.SetThreads(threads)
		for _, causal := range []bool{false, true} {
			for _, shared := range []bool{false, true} { // all matrices of queries have one of keys
				in, scale := 9, 0.5
				if shared { // products that are not small
					in, scale = 150, 0.1
				}
				t.Run(fmt.Sprintf("%d threads, causal %v, shared %v", threads, causal, shared), func(t *testing.T) {
					matrices := 3
					if shared {
						matrices = 1
					}
					order := []int{0, 1, 2}
					q, k, v := drawn(t, r, dtype.Float32, []int{3, queries, in}, order), drawn(t, r, dtype.Float32, []int{matrices, keys, in}, order),
						drawn(t, r, dtype.Float32, []int{matrices, keys, out}, order)
					normal(r, q, k, v)
					if shapes := [][]int{q.Shape, k.Shape, v.Shape}; !takesAttention(backend.Spec{Dtype: dtype.Float32}, shapes, backend.AttentionAttrs{}) {
						t.Skip("no loops here")
					}
					y, err := attend(backend.Spec{Dtype: dtype.Float32, Shape: []int{3, queries, out}}, []backend.Buffer{q, k, v}, backend.AttentionAttrs{Scale: scale, Causal: causal})
					require.NoError(t, err)
					got := array.Flat[float32](y.(*array.Buffer))
					for i := range 3 {
						m := i % matrices
						for row := 0; row < queries; row += 37 {
							want := attended(array.Flat[float32](q)[(i*queries+row)*in:][:in], array.Flat[float32](k)[m*keys*in:][:keys*in], array.Flat[float32](v)[m*keys*out:][:keys*out], scale, map[bool]int{false: keys, true: min(keys, row+1)}[causal])
							for j, w := range want {
								require.InDelta(t, w, float64(got[(i*queries+row)*out+j]), 1e-5, "matrix %d, query %d", i, row)
							}
						}
					}
				})
			}
		}
	}
}

// attended returns the attention of one query to the first of some keys, in float64.
func attended(q, k, v []float32, scale float64, keys int) []float64 {
	in, out := len(q), len(v)/(len(k)/len(q))
	scores, most := make([]float64, keys), math.Inf(-1)
	for i := range scores {
		for j, x := range q {
			scores[i] += scale * float64(x) * float64(k[i*in+j])
		}
		most = max(most, scores[i])
	}
	z, total := make([]float64, out), 0.0
	for i, s := range scores {
		e := math.Exp(s - most)
		total += e
		for j := range z {
			z[j] += e * float64(v[i*out+j])
		}
	}
	for j := range z {
		z[j] /= total
	}
	return z
}
