package fourier

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

const precision = 200

// pi has 60 digits.
const pi = "3.14159265358979323846264338327950288419716939937510582097494"

// A term is a number as the sum of two float64s.
type term struct{ hi, lo float64 }

func termOf(x *big.Float) term {
	hi, _ := x.Float64()
	lo, _ := new(big.Float).Sub(x, big.NewFloat(hi)).Float64()
	return term{hi, lo}
}

// exactUnits returns cos and sin of 2πk/n for all k below n, by Taylor's series and products of big
// numbers: nothing of what is tested.
func exactUnits(n int) (cos, sin []term) {
	number := func(v int) *big.Float { return new(big.Float).SetPrec(precision).SetInt64(int64(v)) }
	turn, _, _ := big.ParseFloat(pi, 10, precision, big.ToNearestEven)
	// Of the angle over 2**10, then squared ten times.
	const halvings = 10
	angle := new(big.Float).Quo(new(big.Float).Mul(turn, number(2)), number(n))
	angle.SetMantExp(angle, -halvings)
	c, s := number(1), number(0)
	power := number(1)
	for i := 1; i < 40; i++ {
		power = new(big.Float).Quo(new(big.Float).Mul(power, angle), number(i))
		to := c
		if i%2 == 1 {
			to = s
		}
		if i&2 == 0 {
			to.Add(to, power)
		} else {
			to.Sub(to, power)
		}
	}
	times := func(a, b, c, d *big.Float) (re, im *big.Float) {
		mul := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(x, y) }
		return new(big.Float).Sub(mul(a, c), mul(b, d)), new(big.Float).Add(mul(a, d), mul(b, c))
	}
	for range halvings {
		c, s = times(c, s, c, s)
	}
	re, im := number(1), number(0)
	for range n {
		cos, sin = append(cos, termOf(re)), append(sin, termOf(im))
		re, im = times(re, im, c, s)
	}
	return cos, sin
}

// add returns t + x·y with an error far below float64's.
func (t term) add(x float64, y term) term {
	p := x * y.hi
	e := math.FMA(x, y.hi, -p) + x*y.lo
	s := t.hi + p
	b := s - t.hi
	return term{s, t.lo + (t.hi - (s - b)) + (p - b) + e}
}

// exact returns element k of the transform of x, forwards or, with sign 1, backwards.
func exact(x []complex128, k int, sign float64, cos, sin []term) complex128 {
	n := uint64(len(x))
	var re, im term
	for j, v := range x {
		hi, lo := bits.Mul64(uint64(j), uint64(k))
		_, at := bits.Div64(hi%n, lo, n)
		c, s := cos[at], sin[at]
		re = re.add(real(v), c).add(-sign*imag(v), s)
		im = im.add(imag(v), c).add(sign*real(v), s)
	}
	return complex(re.hi+re.lo, im.hi+im.lo)
}

// bound is the relative error in the 2-norm that a transform of length n may have.
func bound(n int, eps float64) float64 {
	b := eps * (2 + 1.5*math.Log2(float64(n)))
	if _, rest := factors(n); rest > 1 {
		b *= 5
	}
	return b
}

// bufferOf returns a contiguous array with these elements in the dtype.
func bufferOf(t testing.TB, d dtype.Dtype, s []int, x []complex128) *array.Buffer {
	b, err := array.NewResult(backend.Spec{Dtype: d, Shape: s})
	require.NoError(t, err)
	for i, v := range x {
		switch d {
		case dtype.Complex64:
			array.Flat[complex64](b)[i] = complex64(v)
		case dtype.Complex128:
			array.Flat[complex128](b)[i] = v
		case dtype.Float32:
			array.Flat[float32](b)[i] = float32(real(v))
		case dtype.Float64:
			array.Flat[float64](b)[i] = real(v)
		}
	}
	return b
}

// elements returns those of a contiguous array.
func elements(b *array.Buffer) []complex128 {
	x := make([]complex128, b.Len())
	for i := range x {
		switch b.Dtype {
		case dtype.Complex64:
			x[i] = complex128(array.Flat[complex64](b)[i])
		case dtype.Complex128:
			x[i] = array.Flat[complex128](b)[i]
		case dtype.Float32:
			x[i] = complex(float64(array.Flat[float32](b)[i]), 0)
		case dtype.Float64:
			x[i] = complex(array.Flat[float64](b)[i], 0)
		}
	}
	return x
}

// drawn returns n numbers that float32 holds.
func drawn(r *rand.Rand, n int) []complex128 {
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(float64(float32(r.NormFloat64())), float64(float32(r.NormFloat64())))
	}
	return x
}

// A precisionOf is a width of components.
type precisionOf struct {
	real, complex dtype.Dtype
	eps           float64
}

var widths = []precisionOf{{dtype.Float32, dtype.Complex64, 0x1p-23}, {dtype.Float64, dtype.Complex128, 0x1p-52}}

// norm returns the 2-norm of x − y.
func norm(x, y []complex128) float64 {
	var s float64
	for i, v := range x {
		if y != nil {
			v -= y[i]
		}
		s += real(v)*real(v) + imag(v)*imag(v)
	}
	return math.Sqrt(s)
}

// bins returns which elements of a transform of length n are compared: all, or some.
func bins(r *rand.Rand, n int) []int {
	if n <= 1024 {
		return shape.All(n)
	}
	ks := []int{0, 1, n / 2, n - 1}
	for range 28 {
		ks = append(ks, r.IntN(n))
	}
	return ks
}

// TestAccuracy compares every length up to 200, or to 300 if tests are thorough, and those at plans' edges, with exact sums.
func TestAccuracy(t *testing.T) {
	var sizes []int
	for n := 1; n <= 300; n++ {
		if n <= 70 || thorough.All() || n <= 200 && !testing.Short() {
			sizes = append(sizes, n)
		}
	}
	sizes = append(sizes, 343, 512, 625, 1000, 1001, 1009, 1024, 1331, 2048, 2187, 2197, 4096, 4099, 16384)
	if !testing.Short() {
		sizes = append(sizes, 251, 256, 257, 300, 65536, 65537, 100000, 1<<18, 999983)
	}
	if thorough.All() {
		sizes = append(sizes, 1<<20)
	}
	for _, n := range sizes {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		cos, sin := exactUnits(n)
		x := drawn(r, n)
		reals := make([]complex128, n)
		for i, v := range x {
			reals[i] = complex(real(v), 0)
		}
		ks := bins(r, n)
		var want, back, ofReal []complex128
		for _, k := range ks {
			want = append(want, exact(x, k, -1, cos, sin))
			back = append(back, exact(x, k, 1, cos, sin))
			ofReal = append(ofReal, exact(reals, k, -1, cos, sin))
		}
		chosen := func(z []complex128) []complex128 {
			c := make([]complex128, len(ks))
			for i, k := range ks {
				if k >= len(z) { // of a real transform, whose second half is the conjugate of the first
					c[i] = complex(real(z[n-k]), -imag(z[n-k]))
					continue
				}
				c[i] = z[k]
			}
			return c
		}
		size := math.Sqrt(float64(len(ks))) * norm(x, nil)
		for _, w := range widths {
			most := bound(n, w.eps) * size
			c := bufferOf(t, w.complex, []int{n}, x)
			spec := backend.Spec{Dtype: w.complex, Shape: []int{n}}
			z := run(t, complexTransform, spec, c, backend.FourierAttrs{Scale: 1})
			assert.LessOrEqual(t, norm(chosen(z), want), most, "%d, %v", n, w.complex)
			z = run(t, complexTransform, spec, c, backend.FourierAttrs{Inverse: true, Scale: 1})
			assert.LessOrEqual(t, norm(chosen(z), back), most, "%d, %v, inverse", n, w.complex)

			half := backend.Spec{Dtype: w.complex, Shape: []int{n/2 + 1}}
			z = run(t, realTransform, half, bufferOf(t, w.real, []int{n}, reals), backend.FourierAttrs{Scale: 1})
			assert.LessOrEqual(t, norm(chosen(z), ofReal), most, "%d, %v", n, w.real)
			assert.Zero(t, imag(z[0]))
			// With the exact transform rounded, the way back ends where it began.
			z[0] += 3i
			if n%2 == 0 {
				z[n/2] -= 5i
			}
			again := run(t, hermitianTransform, backend.Spec{Dtype: w.real, Shape: []int{n}}, bufferOf(t, w.complex, []int{n/2 + 1}, z),
				backend.FourierAttrs{Inverse: true, Scale: 1 / float64(n)})
			assert.LessOrEqual(t, norm(again, reals), 2*bound(n, w.eps)*norm(x, nil), "%d, %v, back", n, w.real)
		}
	}
}

func run(t testing.TB, k backend.FourierKernel, out backend.Spec, x *array.Buffer, a backend.FourierAttrs) []complex128 {
	z, err := k(out, x, a)
	require.NoError(t, err)
	return elements(z.(*array.Buffer))
}

// TestUnit compares the twiddle factors with exact ones.
func TestUnit(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 12, 360, 1009, 4096} {
		cos, sin := exactUnits(n)
		for k := range n {
			re, im := unit(k, n)
			assert.InDelta(t, cos[k].hi, re, 0x1p-52, "%d of %d", k, n)
			assert.InDelta(t, -sin[k].hi, im, 0x1p-52, "%d of %d", k, n)
		}
	}
}

// TestExact has transforms without any rounding: impulses and constants.
func TestExact(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 64, 3, 5, 6, 7, 9, 11, 13, 30, 1000} {
		x := make([]complex128, n)
		x[0] = 2 - 3i
		z := run(t, complexTransform, backend.Spec{Dtype: dtype.Complex64, Shape: []int{n}}, bufferOf(t, dtype.Complex64, []int{n}, x), backend.FourierAttrs{Scale: 1})
		assert.Equal(t, slices.Repeat([]complex128{2 - 3i}, n), z, n)
		for i := range x {
			x[i] = 1
		}
		z = run(t, complexTransform, backend.Spec{Dtype: dtype.Complex64, Shape: []int{n}}, bufferOf(t, dtype.Complex64, []int{n}, x), backend.FourierAttrs{Scale: 1})
		assert.Equal(t, complex(float64(n), 0), z[0], n)
		assert.InDelta(t, 0, norm(z[1:], nil), 1e-5*float64(n), n)
	}
}

// TestLayouts holds that a line's transform is the same bit for bit along every axis of every layout,
// among any other lines, with any number of threads.
func TestLayouts(t *testing.T) {
	defer array.SetThreads(0)
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1, 2, 5, 12, 17, 64, 77, 600} {
		for _, w := range widths {
			for axis := range 3 {
				for _, others := range [][]int{{1, 1}, {3, 5}, {17, 4}} {
					s := slices.Insert(slices.Clone(others), axis, n)
					x := bufferOf(t, w.complex, s, drawn(r, shape.Size(s)))
					for _, view := range viewsOf(x) {
						for _, inverse := range []bool{false, true} {
							a := backend.FourierAttrs{Axis: axis, Inverse: inverse, Scale: 0.5}
							compareLines(t, complexTransform, w.complex, n, view, a)
						}
						compareLines(t, realTransform, w.complex, n/2+1, realPart(view, w.real), backend.FourierAttrs{Axis: axis, Scale: 0.5})
						compareLines(t, hermitianTransform, w.real, 2*n-1, view, backend.FourierAttrs{Axis: axis, Inverse: true, Scale: 0.5})
						if n > 1 {
							compareLines(t, hermitianTransform, w.real, 2*n-2, view, backend.FourierAttrs{Axis: axis, Inverse: true, Scale: 0.5})
						}
					}
				}
			}
		}
	}
}

// viewsOf returns x, and views of it that are reversed or repeat one line.
func viewsOf(x *array.Buffer) []*array.Buffer {
	reversed, repeated := *x, *x
	reversed.Strides, repeated.Strides = slices.Clone(x.Strides), slices.Clone(x.Strides)
	for i, n := range x.Shape {
		reversed.Offset += (n - 1) * x.Strides[i]
		reversed.Strides[i] = -x.Strides[i]
	}
	repeated.Strides[0] = 0
	return []*array.Buffer{x, &reversed, &repeated}
}

// realPart returns the real parts of complex numbers as a view of the same memory.
func realPart(x *array.Buffer, d dtype.Dtype) *array.Buffer {
	z := *x
	z.Dtype, z.Size, z.Offset = d, 2*x.Size, 2*x.Offset
	z.Strides = slices.Clone(x.Strides)
	for i := range z.Strides {
		z.Strides[i] *= 2
	}
	return &z
}

func compareLines(t *testing.T, k backend.FourierKernel, out dtype.Dtype, n int, x *array.Buffer, a backend.FourierAttrs) {
	s := slices.Clone(x.Shape)
	s[a.Axis] = n
	var first []complex128
	for _, threads := range []int{1, 2, 5} {
		array.SetThreads(threads)
		z := run(t, k, backend.Spec{Dtype: out, Shape: s}, x, a)
		if first == nil {
			first = z
		}
		require.True(t, slices.Equal(first, z), "%d threads", threads)
	}
	after := shape.Size(s[a.Axis+1:])
	for i := range shape.Size(s) / n {
		line := *x
		line.Shape, line.Strides = []int{x.Shape[a.Axis]}, []int{x.Strides[a.Axis]}
		at := i
		for j := len(s) - 1; j >= 0; j-- {
			if j != a.Axis {
				line.Offset += at % s[j] * x.Strides[j]
				at /= s[j]
			}
		}
		alone := run(t, k, backend.Spec{Dtype: out, Shape: []int{n}}, &line, backend.FourierAttrs{Inverse: a.Inverse, Scale: a.Scale})
		for j, v := range alone {
			if got := first[(i/after*n+j)*after+i%after]; got != v {
				t.Fatalf("line %d of %v along %d: element %d is %v, alone %v", i, s, a.Axis, j, got, v)
			}
		}
	}
}

// TestPlans holds that what is kept of plans is bounded, and that many goroutines may use them.
func TestPlans(t *testing.T) {
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(g)))
			for n := 1; n < 3*maxPlans; n++ {
				x := bufferOf(t, dtype.Complex64, []int{n}, drawn(r, n))
				run(t, complexTransform, backend.Spec{Dtype: dtype.Complex64, Shape: []int{n}}, x, backend.FourierAttrs{Scale: 1})
			}
		})
	}
	wait.Wait()
	planFor[float64](nil, 1<<20)
	planFor[float64](nil, 1<<21)
	planFor[float64](nil, 3<<20)
	plans.mu.Lock()
	defer plans.mu.Unlock()
	bytes := 0
	for e := plans.used.Front(); e != nil; e = e.Next() {
		bytes += e.Value.(*keptPlan).bytes
	}
	assert.Equal(t, plans.bytes, bytes)
	assert.LessOrEqual(t, bytes, maxPlanBytes)
	assert.LessOrEqual(t, plans.used.Len(), maxPlans)
	assert.Len(t, plans.at, plans.used.Len())
}

// TestStop holds that a transform ends when it is told to.
func TestStop(t *testing.T) {
	stop := &backend.Stop{}
	stop.Set()
	x := bufferOf(t, dtype.Complex64, []int{64}, drawn(rand.New(rand.NewPCG(4, 4)), 64))
	_, err := func() (z backend.Buffer, err error) {
		defer backend.CatchStop(&err)
		return complexTransform(backend.Spec{Dtype: dtype.Complex64, Shape: []int{64}, Stop: stop}, x, backend.FourierAttrs{Scale: 1})
	}()
	assert.ErrorIs(t, err, backend.ErrStopped)
}

func BenchmarkComplex(b *testing.B) {
	for _, n := range []int{64, 1000, 1009, 1024, 65536, 1 << 20} {
		for _, w := range widths {
			b.Run(fmt.Sprint(n, w.complex), func(b *testing.B) {
				x := bufferOf(b, w.complex, []int{n}, drawn(rand.New(rand.NewPCG(5, 5)), n))
				b.SetBytes(int64(n * 2 * int(unsafe.Sizeof(float32(0)))))
				for b.Loop() {
					z, _ := complexTransform(backend.Spec{Dtype: w.complex, Shape: []int{n}}, x, backend.FourierAttrs{Scale: 1})
					array.Release(z.(*array.Buffer))
				}
			})
		}
	}
}
