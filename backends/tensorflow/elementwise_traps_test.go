//go:build tensorflow

package tensorflow

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Arrays of many axes, and operands that broadcast along every other one, give what the same
// elements do along one axis: the library's kernels stop at a few axes, some with
// constants, too.
func TestElementwiseAxes(t *testing.T) {
	race.Sequential(t)
	narrow, wide, whole := []int{}, []int{}, []int{}
	for i := range 12 {
		narrow, wide, whole = append(narrow, 1+i%2), append(wide, 2-i%2), append(whole, 2)
	}
	// The offsets in whole of the elements of an operand.
	offsets := func(dims []int) []int {
		at := make([]int, shape.Size(whole))
		for i := range at {
			k := 0
			for axis, n := range dims {
				k = k*n + i>>(len(dims)-1-axis)&1*(n-1)
			}
			at[i] = k
		}
		return at
	}
	for _, r := range slices.Concat(elementwiseRows, activationRows, specialRows) {
		for _, d := range r.op.In.Dtypes() {
			out := r.op.Out(d, dtype.StandardDefaults)
			if r.op == ops.Cast.Op {
				out = dtype.Float16
				if d.IsComplex() {
					continue
				}
			}
			// call runs the row on operands of these shapes, of which it returns the bytes.
			call := func(dims []int, data [][]byte, shapes ...[]int) []byte {
				xs := make([]backend.Buffer, len(data))
				for i := range xs {
					xs[i] = must(Backend{}.FromHost(backend.Spec{Dtype: d, Shape: shapes[i]}, data[i]))
				}
				spec := backend.Spec{Dtype: out, Shape: dims}
				var z backend.Buffer
				var err error
				if r.operands == 1 {
					z, err = r.unary(spec, xs[0])
				} else {
					z, err = r.binary(spec, xs[0], xs[1])
				}
				require.NoError(t, err, "%v of %v", r.op, d)
				_, got := shapeOf(z), must(of(z).Shape())
				require.Equal(t, dims, got, "%v of %v", r.op, d)
				data0 := make([]byte, shape.Size(dims)*out.Size())
				require.NoError(t, Backend{}.ToHost(z, data0))
				return data0
			}
			all := operandsOf(r.op, d)
			taken := func(x []byte, n int) []byte {
				for len(x) < n*d.Size() {
					x = append(x, x...)
				}
				return x[:n*d.Size()]
			}
			n := shape.Size(whole)
			flat, data := []int{n}, make([][]byte, len(all))
			for i, x := range all {
				data[i] = taken(x, n)
			}
			want := call(flat, data, flat, flat)
			assert.Equal(t, want, call(whole, data, whole, whole), "%v of %v", r.op, d)
			if r.operands == 1 {
				continue
			}
			few := [][]byte{taken(all[0], shape.Size(narrow)), taken(all[1], shape.Size(wide))}
			full := make([][]byte, 2)
			for i, dims := range [][]int{narrow, wide} {
				for _, k := range offsets(dims) {
					full[i] = append(full[i], few[i][k*d.Size():(k+1)*d.Size()]...)
				}
			}
			want = call(flat, full, flat, flat)
			got := call(whole, few, narrow, wide)
			for i := 0; i < len(want); i += out.Size() {
				if u := apart(r.op, out, got[i:i+out.Size()], want[i:i+out.Size()]); u > allowed(out) {
					t.Errorf("%v of %v: element %d is %.3g units in the last place away", r.op, d, i/out.Size(), u)
					break
				}
			}
		}
	}
}

// One element on which the library's kernel refuses the whole call, or that it gets wrong,
// with others that it does not.
func TestElementwiseTraps(t *testing.T) {
	onTensorFlow(t)
	for _, d := range dtype.Integer.Dtypes() {
		t.Run(d.String(), func(t *testing.T) {
			array := func(v ...int64) *ivy.Array { return ivy.Astype(ivy.Asarray(v), d) }
			equal := func(want, got *ivy.Array) {
				t.Helper()
				assert.Equal(t, d, got.Dtype())
				assert.Equal(t, ivy.Values[int64](ivy.Astype(want, dtype.Int64)), ivy.Values[int64](ivy.Astype(got, dtype.Int64)))
			}
			w := int64(d.Bits())
			equal(array(0, 3, 0), ivy.FloorDivide(array(7, 7, 0), array(0, 2, 0)))
			equal(array(0, 1, 0), ivy.Remainder(array(7, 7, 0), array(0, 2, 0)))
			equal(array(0, 2, 0), ivy.BitwiseLeftShift(array(1, 1, 1), array(w, 1, w+1)))
			equal(array(0, 2, 0), ivy.BitwiseRightShift(array(1, 4, 1), array(w, 1, w+1)))
			equal(array(12, 0, 6), ivy.Lcm(array(4, 0, 6), array(6, 5, 3)))
			if d.IsUnsigned() {
				top := ivy.BitwiseInvert(array(0, 0, 0))
				equal(top, ivy.Gcd(top, array(0, 0, 0)))
				equal(top, ivy.Gcd(top, top))
				equal(array(1, 1, 1), ivy.Pow(top, array(0, 2, 2)))
				equal(array(1, 1, 1), ivy.Sign(top))
				return
			}
			least := ivy.BitwiseLeftShift(array(1), array(w-1))
			equal(least, ivy.FloorDivide(least, array(-1)))
			equal(array(0), ivy.Remainder(least, array(-1)))
			equal(least, ivy.Gcd(least, array(0)))
			equal(least, ivy.Abs(least))
			equal(array(-4, -1), ivy.FloorDivide(array(-7, -1), array(2, 8)))
			equal(array(1, -1), ivy.Remainder(array(-7, 7), array(2, -8)))
			equal(array(0, 1, -1, 1, 0, 9), ivy.Pow(array(2, 1, -1, -1, 0, -3), array(-1, -5, -3, -2, -1, 2)))
			equal(array(0, -1, 0), ivy.BitwiseRightShift(array(1, -1, 5), array(-1, -1, w)))
			equal(array(0, 0), ivy.BitwiseLeftShift(array(1, -1), array(-1, w)))
		})
	}
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		t.Run(d.String(), func(t *testing.T) {
			array := func(v ...float64) *ivy.Array { return ivy.Astype(ivy.Asarray(v), d) }
			is := func(x *ivy.Array, want ...float64) {
				t.Helper()
				assert.Equal(t, fmt.Sprint(want), fmt.Sprint(ivy.Values[float64](ivy.Astype(x, dtype.Float64))))
			}
			minus0 := math.Copysign(0, -1)
			is(ivy.LogAddExp(array(inf, -inf, nan, 0), array(inf, -inf, 0, -inf)), inf, -inf, nan, 0)
			is(ivy.Silu(array(-inf, inf, nan)), minus0, inf, nan)
			is(ivy.Gelu(array(-inf, inf, nan)), minus0, inf, nan)
			is(ivy.Gelu(array(-inf, inf, nan), ivy.Approximate(true)), minus0, inf, nan)
			is(ivy.Remainder(array(0, -1, 5, -5), array(-1, 1, inf, inf)), minus0, 0, 5, inf)
			is(ivy.FloorDivide(array(-1, 1, inf, 1), array(inf, inf, 1, 0)), minus0, 0, inf, inf)
			is(ivy.Log2(array(8, 0.125, 1<<20, 0, -1, inf)), 3, -3, 20, -inf, nan, inf)
			is(ivy.Log10(array(1000, 1, 100)), 3, 0, 2)
			is(ivy.Pow(array(3, 10, 2, 0, -8, 0, 1, -1), array(2, 3, -1, -1, 1, 0, nan, inf)), 9, 1000, 0.5, inf, -8, 1, 1, 1)
			is(ivy.NextAfter(array(0, 0, 1), array(-1, 0, 1)), -math.Abs(tiny(d)), 0, 1)
			is(ivy.CopySign(array(1, -1, 0, nan), array(0, 1, minus0, 1)), 1, 1, minus0, nan)
		})
	}
	big := ivy.Asarray([]complex128{complex(math.MaxFloat64, 0), complex(0, 0x1p-1074), complex(math.Inf(-1), math.Copysign(0, -1))})
	root := ivy.Values[complex128](ivy.Sqrt(big))
	assert.Equal(t, complex(math.Sqrt(math.MaxFloat64), 0), root[0])
	assert.InEpsilon(t, math.Sqrt2/2*0x1p-537, real(root[1]), 1e-15)
	assert.Equal(t, complex(0, math.Inf(-1)), root[2])
}

// tiny is the least positive number.
func tiny(d dtype.Dtype) float64 {
	if d == dtype.Float32 {
		return math.SmallestNonzeroFloat32
	}
	return math.SmallestNonzeroFloat64
}
