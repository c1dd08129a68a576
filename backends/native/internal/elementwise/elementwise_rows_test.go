package elementwise

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// layouts returns, over ascending elements of dtype d, Buffers that broadcast to shape s of three axes and lie in memory
// in ways that loops and copies tell apart.
func layouts(t *testing.T, d dtype.Dtype, s []int) map[string]*array.Buffer {
	t.Helper()
	all := arraytest.Ascending(t, d, 2*s[0]*(s[1]+1)*(s[2]+3)+7)
	view := func(shape []int, strides ...int) *array.Buffer {
		v := all.View(shape, 5)
		copy(v.Strides, strides)
		return v
	}
	wide := s[2] + 3
	return map[string]*array.Buffer{
		"in order":     view(s, s[1]*s[2], s[2], 1),
		"part":         view(s, (s[1]+1)*wide, wide, 1),
		"row":          view(s[2:], 1),
		"column":       view([]int{s[1], 1}, 1, 1),
		"apart column": view([]int{s[0], s[1], 1}, 2*s[1], 2, 1),
		"plane":        view([]int{s[0], 1, s[2]}, wide, 1, 1),
		"repeated":     view(s, 0, wide, 1),
		"every second": view(s, s[1]*2*s[2], 2*s[2], 2),
		"one":          view([]int{1, 1, 1}, 1, 1, 1),
	}
}

// TestRows holds results whose operands lie in rows to those of operands in order, on one thread and three, by
// non-temporal and by ordinary stores.
func TestRows(t *testing.T) {
	race.CoveredBy(t, "TestElementwiseThreads")
	normally := array.StreamFrom
	defer func() { array.StreamFrom = normally; array.SetThreads(0) }()
	dtypes := []dtype.Dtype{dtype.Uint8, dtype.Float32, dtype.Int16, dtype.BFloat16, dtype.Float64, dtype.Complex128}
	if testing.Short() {
		dtypes = dtypes[:2]
	}
	for _, s := range [][]int{{3, 5, longRow}, {2, 40, 101}, {5, 9, 2*streamBytes + 1}, {4, 30, 16}, {3, 50, 3}} {
		for _, d := range dtypes {
			for _, op := range []*ops.Op{ops.Subtract.Op, ops.Less.Op, ops.Negative.Op} {
				if !op.In.Has(d) || s[2] > 1000 && op != ops.Subtract.Op {
					continue
				}
				out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: s}
				operands := layouts(t, d, s)
				for nameX, x := range operands {
					for nameY, y := range operands {
						if op == ops.Negative.Op && (nameX != nameY || nameX == "one" || len(x.Shape) < 3) || s[2] > 1000 && nameX != "part" && nameY != "part" {
							continue
						}
						what := fmt.Sprintf("%v of %v, %s and %s, shape %v", op, d, nameX, nameY, s)
						array.StreamFrom = math.MaxInt
						array.SetThreads(1)
						want, err := call(op, out, plainCopy(t, x, s), plainCopy(t, y, s))
						require.NoError(t, err)
						for _, n := range []int{1, 3} {
							array.SetThreads(n)
							got, err := call(op, out, x, y)
							require.NoError(t, err)
							requireSame(t, want, got, "%s, %d threads", what, n)
						}
						if !simd.Streams {
							continue
						}
						array.StreamFrom = 0
						given := out
						block := arraytest.Ascending(t, out.Dtype, want.Len()+3)
						given.Into = arraytest.InOrder(block.View(s, 3))
						got, err := call(op, given, x, y)
						require.NoError(t, err)
						requireSame(t, want, got, "%s, by non-temporal stores", what)
					}
				}
			}
		}
	}
}

// TestCopyLayouts holds copies of all layouts, of elements of each size, to the elements one by one.
func TestCopyLayouts(t *testing.T) {
	race.Sequential(t)
	for _, s := range [][]int{{3, 5, 4}, {2, 300, 16}, {3, 40, 333}, {40, 3, 2}, {2, 3, 5000}, {1, 2, 1 << 15}} {
		for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128} {
			for name, x := range layouts(t, d, s) {
				block := arraytest.Ascending(t, d, elementsOf(s)+9)
				z := arraytest.InOrder(block.View(s, 4))
				array.CopyInto(nil, z, x)
				want := plainCopy(t, x, s)
				assert.Equal(t, array.BytesOf(want), array.BytesOf(z), "%v, %s, shape %v", d, name, s)
				for _, at := range []int{0, 3, elementsOf(s) + 4, elementsOf(s) + 8} {
					assert.Equal(t, rawElement(arraytest.Ascending(t, d, elementsOf(s)+9), at), rawElement(block, at), "%v, %s, shape %v: place %d is not the copy's", d, name, s, at)
				}
			}
		}
	}
}
