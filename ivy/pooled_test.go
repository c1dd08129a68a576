package ivy_test

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// A Go number with an array gives what an array without axes gives, of the dtype that the
// two have in common, however often the pool's array was used before.
func TestGoNumbersWithArrays(t *testing.T) {
	numbers := []any{true, false, 0, 1, -3, 100, 300, backend.IntScalar(1 << 40), 0.5, -2.75, 1e300, math.NaN(), math.Inf(-1), 2i, complex(1, -3)}
	for _, d := range ivy.AllDtypes() {
		x := ivy.Astype(ivy.Asarray([]int{0, 1, 3}), d)
		for _, v := range numbers {
			var direct *ivy.Array
			err := ivy.Try(func() { direct = ivy.Add(x, v) })
			common := ivy.Try(func() {
				in := ivy.ResultType(x, v)
				want := ivy.Add(ivy.Astype(x, in), ivy.Full(nil, v, in))
				require.NoError(t, err, "%v + %v", d, v)
				assert.Equal(t, want.Dtype(), direct.Dtype(), "%v + %v", d, v)
				assert.Equal(t, want.Bytes(), direct.Bytes(), "%v + %v", d, v)
				assert.Equal(t, want.Bytes(), ivy.Add(v, x).Bytes(), "%v + %v", v, d)
				out := ivy.EmptyLike(want)
				assert.Equal(t, want.Bytes(), ivy.Add(x, v, ivy.Out(out)).Bytes(), "%v + %v with Out", d, v)
			})
			assert.Equal(t, common == nil, err == nil, "%v + %v: %v, %v", d, v, common, err)
		}
	}
}

func TestPooledScalar(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for _, d := range ivy.AllDtypes() {
		for i := range 3 { // the second is the first's memory
			v := backend.IntScalar(int64(i))
			z := e.PooledScalar(v, d)
			assert.Equal(t, e.Asarray(v, d).Bytes(), z.Bytes(), "%v", d)
			assert.Equal(t, d, z.Dtype())
			assert.Empty(t, z.Shape())
			z.Free()
			z.Free() // is nothing
		}
		two, three := e.PooledScalar(backend.IntScalar(2), d), e.PooledScalar(backend.IntScalar(3), d)
		assert.Equal(t, e.Asarray(backend.IntScalar(2), d).Bytes(), two.Bytes(), "%v: two at once", d)
		three.Free()
		two.Free()
	}
	assert.ErrorIs(t, ivy.Try(func() { e.PooledScalar(backend.IntScalar(300), ivy.Int8) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { e.PooledScalar(backend.ComplexScalar(2i), ivy.Float32) }), ivy.ErrDtype)

	// A view keeps the memory of its pooled scalar.
	z := e.PooledScalar(backend.IntScalar(7), ivy.Int32)
	view := e.Reshape(z, []int{1})
	z.Free()
	e.PooledScalar(backend.IntScalar(8), ivy.Int32).Free()
	assert.Equal(t, "[7]", view.String())
}

func TestPooledScalarsOfGoroutines(t *testing.T) {
	x := ivy.Asarray([]float64{1, 2, 3})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 200 {
				v := float64(i*1000 + j)
				if got, want := ivy.Values[float64](ivy.Multiply(x, v)), []float64{v, 2 * v, 3 * v}; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%v · %v = %v, want %v", x, v, got, want)
				}
			}
		})
	}
	wg.Wait()
}
