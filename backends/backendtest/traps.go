package backendtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Traps calls a backend with what libraries under backends do otherwise, get wrong or die
// of, measured on libtorch 2.13.0 and TensorFlow 2.18.1, by a case for each: the values
// must be those stated here, and what cannot be is an error.
func Traps(t *testing.T, backendName string) {
	e, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	for _, part := range []struct {
		name string
		run  func(t *testing.T, e *ivy.Env)
	}{
		{"IntegerDivision", trapsIntegerDivision},
		{"Unsigned", trapsUnsigned},
		{"Casts", trapsCasts},
		{"FloatSpecials", trapsFloatSpecials},
		{"ComplexSpecials", trapsComplexSpecials},
		{"OrderAndIndices", trapsOrderAndIndices},
		{"NothingAliases", trapsNothingAliases},
		{"Limits", trapsLimits},
		{"IntegerEnds", trapsIntegerEnds},
		{"EmptyAxes", trapsEmptyAxes},
		{"Overflow", trapsOverflow},
		{"Subnormal", trapsSubnormal},
		{"ComplexOrder", trapsComplexOrder},
		{"MeansOfIntegers", trapsMeansOfIntegers},
		{"Zeta", trapsZeta},
		{"Calls", trapsCalls},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, e) })
	}
}

var (
	inf, nan = math.Inf(1), math.NaN()
	minus0   = math.Copysign(0, -1)
	signed   = []dtype.Dtype{dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64}
	floats   = []dtype.Dtype{dtype.BFloat16, dtype.Float16, dtype.Float32, dtype.Float64}
)

// least returns the least number of a signed dtype.
func least(d dtype.Dtype) int64 { return math.MinInt64 >> (64 - d.Bits()) }

// most returns all bits set, but for the sign.
func most(d dtype.Dtype) int64 { return -(least(d) + 1) }

// array makes an array of dtype d of a slice of int64, uint64, float64, complex128 or bool
// that it holds.
func array(e *ivy.Env, d dtype.Dtype, v any) *ivy.Array { return e.Astype(e.Asarray(v), d) }

// A trap is a call, and what it must give: a slice of elements.
type trap struct {
	name string
	call func(e *ivy.Env) *ivy.Array
	want any
	ulps float64 // how far the elements may be away, in units of float32's last place, or in their own where they are wider
}

// spread repeats elements, so that the library's loops over whole vectors and over the
// rest both meet each of them.
func spread[T any](v []T, times int) []T { return slices.Repeat(v, times) }

// holds compares elements: to the last bit (NaNs are alike) but for ulps.
func (c *trap) holds(t *testing.T, x *ivy.Array) {
	switch want := c.want.(type) {
	case []bool:
		assert.Equal(t, want, ivy.Values[bool](x))
	case []int64:
		assert.Equal(t, want, ivy.Values[int64](x))
	case []uint64:
		assert.Equal(t, want, ivy.Values[uint64](x))
	case []float64:
		c.near(t, x, want, ivy.Values[float64](x))
	case []complex128:
		flat := func(v []complex128) (out []float64) {
			for _, z := range v {
				out = append(out, real(z), imag(z))
			}
			return out
		}
		c.near(t, x, flat(want), flat(ivy.Values[complex128](x)))
	default:
		t.Fatalf("no comparison with %T", want)
	}
}

func (c *trap) near(t *testing.T, x *ivy.Array, want, got []float64) {
	require.Len(t, got, len(want))
	eps := map[dtype.Dtype]float64{dtype.BFloat16: 0x1p-8, dtype.Float16: 0x1p-11, dtype.Float32: 0x1p-24, dtype.Float64: 0x1p-53}[x.Dtype().Component()]
	for i, w := range want {
		g := got[i]
		if w != w && g != g || math.Float64bits(w) == math.Float64bits(g) {
			continue
		}
		if diff := math.Abs(w - g); c.ulps > 0 && diff <= c.ulps*eps*2*math.Abs(w) || c.ulps > 0 && diff <= c.ulps*0x1p-149 && x.Dtype() == dtype.Float32 {
			continue
		}
		assert.Failf(t, "another value", "element %d is %v, want %v", i, g, w)
		return
	}
}

func runTraps(t *testing.T, e *ivy.Env, traps []trap) {
	for _, c := range traps {
		t.Run(c.name, func(t *testing.T) {
			var x *ivy.Array
			require.NoError(t, ivy.Try(func() { x = c.call(e) }))
			assert.Equal(t, e.CurrentBackend(), x.Backend())
			c.holds(t, x)
		})
	}
}

// trapsIntegerDivision divides the least integer by −1, which ends the process in libraries, as lcm of it does; its gcd is wrong; one zero among the divisors fails the whole call.
func trapsIntegerDivision(t *testing.T, e *ivy.Env) {
	var traps []trap
	add := func(name string, d dtype.Dtype, f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array, x, y, want []int64) {
		for _, times := range []int{1, 21} {
			traps = append(traps, trap{name: fmt.Sprintf("%s of %v, %d times", name, d, times), want: spread(want, times), call: func(e *ivy.Env) *ivy.Array {
				return f(e, array(e, d, spread(x, times)), array(e, d, spread(y, times)))
			}})
		}
	}
	for _, d := range signed {
		m, n := least(d), most(d)
		add("FloorDivide", d, (*ivy.Env).FloorDivide, []int64{m, m, m, n, 7, -7, 7, 0}, []int64{-1, 1, m, -1, 0, 0, -2, 0}, []int64{m, m, 1, -n, 0, 0, -4, 0})
		add("Remainder", d, (*ivy.Env).Remainder, []int64{m, m, m, n, 7, -7, 7, 0}, []int64{-1, n, m, -1, 0, 0, -2, 0}, []int64{0, n - 1, 0, 0, 0, 0, -1, 0})
		add("Gcd", d, (*ivy.Env).Gcd, []int64{m, m, m, m, m, m, 0, 5, 7, -6, m}, []int64{5, -5, 7, 3, 0, m, 0, m, m, 4, 6}, []int64{1, 1, 1, 1, m, m, 0, 1, 1, 2, 2})
		add("Lcm", d, (*ivy.Env).Lcm, []int64{m, m, m, m, m, m, 0, 5, -4, m}, []int64{5, -5, 7, 3, 0, -1, m, m, 6, 2}, []int64{m, m, m, m, 0, m, 0, m, 12, m})
		add("Pow", d, (*ivy.Env).Pow, []int64{2, 1, -1, -1, 0, -2, 2, m}, []int64{-1, -5, -3, -2, 0, 3, 0, 1}, []int64{0, 1, -1, 1, 1, -8, 1, m})
		add("Negative and Abs", d, func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
			return e.Concat([]*ivy.Array{e.Negative(x), e.Abs(y)})
		}, []int64{m}, []int64{m}, []int64{m, m})
		w := int64(d.Bits())
		add("BitwiseLeftShift", d, (*ivy.Env).BitwiseLeftShift, []int64{1, 1, 1, -1, 3, 1}, []int64{w, w + 1, -1, n, 1, w - 1}, []int64{0, 0, 0, 0, 6, m})
		add("BitwiseRightShift", d, (*ivy.Env).BitwiseRightShift, []int64{n, -1, m, 5, -5, m}, []int64{w, w, n, -1, -1, w - 1}, []int64{0, -1, -1, 0, -1, -1})
	}
	traps = append(traps,
		trap{name: "a power to a Go scalar", want: []int64{1, 0, -1}, call: func(e *ivy.Env) *ivy.Array { return e.Pow(array(e, dtype.Int32, []int64{1, 2, -1}), -1) }},
		trap{name: "division by a Go scalar 0", want: []int64{0, 0}, call: func(e *ivy.Env) *ivy.Array { return e.FloorDivide(array(e, dtype.Int64, []int64{1, -2}), 0) }},
		trap{name: "a mean of integers", want: []float64{1.5}, call: func(e *ivy.Env) *ivy.Array { return e.Mean(array(e, dtype.Int32, []int64{1, 2})) }},
		trap{name: "a mean of none", want: []float64{nan}, call: func(e *ivy.Env) *ivy.Array { return e.Mean(array(e, dtype.Int32, []int64{})) }},
	)
	runTraps(t, e, traps)
}

// trapsUnsigned calls functions of unsigned integers of 16 bits and more, for which libtorch has few kernels: it sorts
// those that ascend only up to 32,767 elements.
func trapsUnsigned(t *testing.T, e *ivy.Env) {
	var traps []trap
	for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64} {
		top := uint64(math.MaxUint64) >> (64 - d.Bits())
		high := top/2 + 1
		for _, times := range []int{1, 21} {
			pair := func(name string, f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array, x, y []uint64, want any) {
				traps = append(traps, trap{name: fmt.Sprintf("%s of %v, %d times", name, d, times), want: want, call: func(e *ivy.Env) *ivy.Array {
					return f(e, array(e, d, spread(x, times)), array(e, d, spread(y, times)))
				}})
			}
			x, y := []uint64{top, top, high, 7, 0, top - 1, high}, []uint64{top, 1, 3, 0, 5, high, high - 1}
			same := func(want ...uint64) []uint64 { return spread(want, times) }
			pair("FloorDivide", (*ivy.Env).FloorDivide, x, y, same(1, top, high/3, 0, 0, 1, 1))
			pair("Remainder", (*ivy.Env).Remainder, x, y, same(0, 0, high%3, 0, 0, high-2, 1))
			pair("Maximum", (*ivy.Env).Maximum, x, y, same(top, top, high, 7, 5, top-1, high))
			pair("Minimum", (*ivy.Env).Minimum, x, y, same(top, 1, 3, 0, 0, high, high-1))
			pair("Gcd", (*ivy.Env).Gcd, []uint64{top, high, 0}, []uint64{top, 6, top}, same(top, 2, top))
			pair("BitwiseRightShift", (*ivy.Env).BitwiseRightShift, []uint64{top, top, top}, []uint64{1, uint64(d.Bits()), top}, same(high-1, 0, 0))
			pair("BitwiseLeftShift", (*ivy.Env).BitwiseLeftShift, []uint64{1, 1, 1}, []uint64{uint64(d.Bits()) - 1, uint64(d.Bits()), top}, same(high, 0, 0))
			pair("Less", (*ivy.Env).Less, x, y, spread([]bool{false, false, false, false, true, false, false}, times))
			pair("Subtract", (*ivy.Env).Subtract, []uint64{0, 5}, []uint64{1, 7}, same(top, top-1))
		}
		traps = append(traps,
			trap{name: fmt.Sprintf("extremes of %v", d), want: []uint64{top, 0, 1, 2}, call: func(e *ivy.Env) *ivy.Array {
				x := array(e, d, []uint64{3, top, 0, high})
				return e.Concat([]*ivy.Array{e.Astype(e.Stack([]*ivy.Array{e.Max(x), e.Min(x)}), dtype.Uint64), e.Astype(e.Stack([]*ivy.Array{e.ArgMax(x), e.ArgMin(x)}), dtype.Uint64)})
			}},
			trap{name: fmt.Sprintf("a sum of %v in its own dtype", d), want: []uint64{4, top - 4, top, top - 1}, call: func(e *ivy.Env) *ivy.Array {
				x := array(e, d, []uint64{top, 5})
				return e.Concat([]*ivy.Array{e.Reshape(e.Sum(x, d), []int{1}), e.Reshape(e.Prod(x, d), []int{1}), e.CumulativeSum(array(e, d, []uint64{top, top}), d)})
			}},
			trap{name: fmt.Sprintf("indices in %v", d), want: []int64{0, 1, 3, 3}, call: func(e *ivy.Env) *ivy.Array {
				return e.SearchSorted(array(e, d, []uint64{1, high, top - 1}), array(e, d, []uint64{0, 2, top, top}))
			}},
		)
		n := 40_000
		if d == dtype.Uint8 {
			n = 256
		}
		up := make([]uint64, n)
		for i := range up {
			up[i] = uint64(i)
		}
		down := slices.Clone(up)
		slices.Reverse(down)
		indices, back := make([]int64, n), make([]int64, n)
		for i := range n {
			indices[i], back[i] = int64(i), int64(n-1-i)
		}
		for _, c := range []struct {
			name        string
			from        []uint64
			opts        []ivy.Option
			sorted      []uint64
			permutation []int64
		}{{"ascending", up, nil, up, indices}, {"descending", down, nil, up, back}, {"ascending, to descend", up, []ivy.Option{ivy.Descending(true)}, down, back}} {
			traps = append(traps,
				trap{name: fmt.Sprintf("Sort of %v, %s", d, c.name), want: c.sorted, call: func(e *ivy.Env) *ivy.Array { return e.Sort(array(e, d, c.from), c.opts...) }},
				trap{name: fmt.Sprintf("ArgSort of %v, %s", d, c.name), want: c.permutation, call: func(e *ivy.Env) *ivy.Array { return e.ArgSort(array(e, d, c.from), c.opts...) }})
		}
	}
	runTraps(t, e, traps)
}

// trapsCasts casts what is out of range, which is undefined in C, and to 16 bits, where libraries round twice.
func trapsCasts(t *testing.T, e *ivy.Env) {
	var traps []trap
	for _, from := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		for _, times := range []int{1, 21} {
			for _, to := range signed {
				traps = append(traps, trap{name: fmt.Sprintf("%v to %v, %d times", from, to, times),
					want: spread([]int64{most(to), least(to), 0, most(to), least(to), -1, 1, 0, 0}, times), call: func(e *ivy.Env) *ivy.Array {
						return e.Astype(array(e, from, spread([]float64{inf, -inf, nan, 0x1p64, -0x1p64, -1.9, 1.9, -0.5, minus0}, times)), to)
					}})
			}
			for _, to := range []dtype.Dtype{dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64} {
				top := uint64(math.MaxUint64) >> (64 - to.Bits())
				traps = append(traps, trap{name: fmt.Sprintf("%v to %v, %d times", from, to, times),
					want: spread([]uint64{top, 0, 0, top, 0, 0, 1, top/2 + 1}, times), call: func(e *ivy.Env) *ivy.Array {
						return e.Astype(array(e, from, spread([]float64{inf, -inf, nan, 0x1p65, -1, -0.5, 1.9, float64(top/2 + 1)}, times)), to)
					}})
			}
		}
	}
	convert := func(name string, from, to dtype.Dtype, v, want any) {
		traps = append(traps, trap{name: fmt.Sprintf("%s: %v to %v", name, from, to), want: want, call: func(e *ivy.Env) *ivy.Array { return e.Astype(array(e, from, v), to) }})
	}
	convert("wrapping", dtype.Int32, dtype.Int8, []int64{300, -129, 128}, []int64{44, 127, -128})
	convert("wrapping", dtype.Int64, dtype.Uint64, []int64{-1}, []uint64{math.MaxUint64})
	convert("imaginary", dtype.Complex64, dtype.Bool, []complex128{1i, 0, 1}, []bool{true, false, true})
	convert("small", dtype.Float64, dtype.Bool, []float64{1e-310, minus0, nan}, []bool{true, false, true})
	convert("small", dtype.Float32, dtype.Bool, []float64{1e-40, minus0, nan}, []bool{true, false, true})
	convert("once rounded", dtype.Float64, dtype.Float16, []float64{1 + 0x1p-11 + 0x1p-40, 65519.9999999, 65520}, []float64{1 + 0x1p-10, 65504, inf})
	convert("once rounded", dtype.Float64, dtype.BFloat16, []float64{1 + 0x1p-8 + 0x1p-40, 0x1p-134 * (1 + 0x1p-40)}, []float64{1 + 0x1p-7, 0x1p-133})
	convert("once rounded", dtype.Int64, dtype.BFloat16, []int64{1<<40 + 1<<32 + 1, -(1<<40 + 1<<32 + 1), math.MinInt64}, []float64{0x1p40 + 0x1p33, -0x1p40 - 0x1p33, -0x1p63})
	convert("once rounded", dtype.Uint64, dtype.Float32, []uint64{1<<63 + 1<<39 + 1, math.MaxUint64}, []float64{0x1p63 + 0x1p40, 0x1p64})
	convert("once rounded", dtype.Int32, dtype.Float16, []int64{2049, 65519, 65520, math.MinInt32}, []float64{2048, 65504, inf, -inf})
	traps = append(traps, trap{name: "any byte is a bool", want: []int64{1, 0, 1, 2}, call: func(e *ivy.Env) *ivy.Array {
		x := e.FromBytes(dtype.Bool, []int{3}, []byte{2, 0, 255})
		return e.Concat([]*ivy.Array{e.Astype(x, dtype.Int64), e.Reshape(e.Sum(x, dtype.Int64), []int{1})})
	}})
	runTraps(t, e, traps)
}

func trapsFloatSpecials(t *testing.T, e *ivy.Env) {
	var traps []trap
	one := func(name string, d dtype.Dtype, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, ulps float64, x, want []float64, opts ...ivy.Option) {
		for _, times := range []int{1, 21} {
			traps = append(traps, trap{name: fmt.Sprintf("%s of %v, %d times", name, d, times), ulps: ulps, want: spread(want, times),
				call: func(e *ivy.Env) *ivy.Array { return f(e, array(e, d, spread(x, times)), opts...) }})
		}
	}
	two := func(name string, d dtype.Dtype, f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array, ulps float64, x, y, want []float64) {
		for _, times := range []int{1, 21} {
			traps = append(traps, trap{name: fmt.Sprintf("%s of %v, %d times", name, d, times), ulps: ulps, want: spread(want, times),
				call: func(e *ivy.Env) *ivy.Array { return f(e, array(e, d, spread(x, times)), array(e, d, spread(y, times))) }})
		}
	}
	for _, d := range floats {
		one("Sign", d, (*ivy.Env).Sign, 0, []float64{nan, minus0, 0, -inf, 2}, []float64{nan, 0, 0, -1, 1})
		one("Gelu", d, (*ivy.Env).Gelu, 4, []float64{inf, -inf, 0, nan, 100, -100}, []float64{inf, minus0, 0, nan, 100, minus0})
		one("Gelu by tanh", d, (*ivy.Env).Gelu, 4, []float64{inf, -inf, 0, nan, 100, -100}, []float64{inf, minus0, 0, nan, 100, minus0}, ivy.Approximate(true))
		one("Silu", d, (*ivy.Env).Silu, 4, []float64{inf, -inf, 0, nan, 200}, []float64{inf, minus0, 0, nan, 200})
		one("Sigmoid", d, (*ivy.Env).Sigmoid, 4, []float64{inf, -inf, 0, nan, 200}, []float64{1, 0, 0.5, nan, 1})
		one("Softplus", d, (*ivy.Env).Softplus, 4, []float64{inf, -inf, nan, 0, 1000}, []float64{inf, 0, nan, math.Ln2, 1000})
		one("Relu", d, (*ivy.Env).Relu, 0, []float64{inf, -inf, minus0, -1}, []float64{inf, 0, 0, 0})
		one("Max", d, func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
			a := x.(*ivy.Array)
			return e.Stack([]*ivy.Array{e.Max(a), e.Min(a)})
		}, 0, []float64{1, nan, 2}, []float64{nan, nan})
		traps = traps[:len(traps)-1] // of one length
		one("Sort", d, (*ivy.Env).Sort, 0, []float64{nan, 1, -inf, inf}, []float64{-inf, 1, inf, nan})
		traps = traps[:len(traps)-1]
		one("Sort to descend", d, (*ivy.Env).Sort, 0, []float64{1, nan, -inf, inf}, []float64{nan, inf, 1, -inf}, ivy.Descending(true))
		traps = traps[:len(traps)-1]
		two("Remainder", d, (*ivy.Env).Remainder, 0, []float64{0, 0, 1, -1, 5, 5, 5, inf, minus0, nan}, []float64{-1, 1, -1, 1, 0, inf, -inf, 2, 3, 1}, []float64{minus0, 0, minus0, 0, nan, 5, -inf, nan, 0, nan})
		two("FloorDivide", d, (*ivy.Env).FloorDivide, 0, []float64{5, -5, 5, 0, 7, -7, nan}, []float64{0, 0, -2, 0, inf, 2, 1}, []float64{inf, -inf, -3, nan, 0, -4, nan})
		two("LogAddExp", d, (*ivy.Env).LogAddExp, 4, []float64{inf, -inf, inf, -inf, 0, 60000}, []float64{inf, -inf, -inf, 1, 0, 60000}, []float64{inf, -inf, inf, 1, math.Ln2, 60000 + math.Ln2})
		two("Hypot", d, (*ivy.Env).Hypot, 4, []float64{inf, nan, 30000}, []float64{nan, -inf, 40000}, []float64{inf, inf, 50000})
		two("Maximum", d, (*ivy.Env).Maximum, 0, []float64{nan, 1}, []float64{1, nan}, []float64{nan, nan})
		two("Fmax", d, (*ivy.Env).Fmax, 0, []float64{nan, 1, nan}, []float64{1, nan, nan}, []float64{1, 1, nan})
		for _, side := range []string{"left", "right"} {
			want := []int64{2, 4, 0}
			if side == "left" {
				want = []int64{2, 2, 0}
			}
			traps = append(traps, trap{name: fmt.Sprintf("SearchSorted of %v, %s", d, side), want: want, call: func(e *ivy.Env) *ivy.Array {
				return e.SearchSorted(array(e, d, []float64{1, 2, nan, nan}), array(e, d, []float64{3, nan, -inf}), ivy.Side(side))
			}})
		}
		traps = append(traps, trap{name: fmt.Sprintf("ArgMax and ArgMin of %v", d), want: []int64{1, 1}, call: func(e *ivy.Env) *ivy.Array {
			x := array(e, d, []float64{1, nan, 2, nan})
			return e.Stack([]*ivy.Array{e.ArgMax(x), e.ArgMin(x)})
		}})
	}
	f32, f64, bf16, f16 := dtype.Float32, dtype.Float64, dtype.BFloat16, dtype.Float16
	const least32 = 0x1p-149
	one("Multiply of subnormals", f32, func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return e.Multiply(x, 1) }, 0, []float64{0x1p-140, least32}, []float64{0x1p-140, least32})
	one("Log1p of subnormals", f32, (*ivy.Env).Log1p, 4, []float64{least32, 0x1p-140, -0x1p-140}, []float64{least32, 0x1p-140, -0x1p-140})
	one("Cosh beyond 89", f32, (*ivy.Env).Cosh, 4, []float64{89, -89, 90}, []float64{2.2448061909416193e38, 2.2448061909416193e38, inf})
	one("Sinh beyond 89", f32, (*ivy.Env).Sinh, 4, []float64{89, -89, 90}, []float64{2.2448061909416193e38, -2.2448061909416193e38, inf})
	var exponents, powers []float64
	for k := -1080; k <= 1030; k++ {
		exponents, powers = append(exponents, float64(k)), append(powers, math.Ldexp(1, k))
	}
	one("Exp2 of integers", f64, (*ivy.Env).Exp2, 0, exponents, powers)
	one("Ndtr of the tail", f64, (*ivy.Env).Ndtr, 8, []float64{-20, -37.5, -38.48, -39, 9, inf}, []float64{2.7536241186062337e-89, 4.6053530095819548e-308, 5e-324, 0, 1, 1})
	one("LogNdtr of the tails", f64, (*ivy.Env).LogNdtr, 8, []float64{-1e5, -3, 8, -1e200, 40}, []float64{-5000000012.431864, -6.6077262215103495, -6.2209605742717861e-16, -inf, minus0})
	one("Logit near 1/2", f64, (*ivy.Env).Logit, 2, []float64{0.5 + 0x1p-50, 0.5, 1.5}, []float64{3.5527136788005009e-15, 0, nan})
	one("Sinc of large numbers", f64, (*ivy.Env).Sinc, 4, []float64{1e6 + 0.5, 1e6, -3, inf}, []float64{3.1830972702892716e-7, 0, 0, nan})
	two("XLog1pY of subnormals", f64, (*ivy.Env).XLog1pY, 0, []float64{inf, 1, -2, 0}, []float64{0x1p-1074, 0x1p-1074, -0x1p-1070, -1}, []float64{inf, 0x1p-1074, 0x1p-1069, 0})
	two("BetaLn of large numbers", f64, (*ivy.Env).BetaLn, 8, []float64{1e-3, 2e8, 12, 0, 2, inf}, []float64{1e8, 1e8, 1e300, 1e308, inf, inf}, []float64{6.8887582046448963, -190954258.57711313, -8271.8040269326906, inf, -inf, -inf})
	two("Igamma of large numbers", f64, (*ivy.Env).Igamma, 4, []float64{1e15, 1e6, 200}, []float64{1e15 + 1e8, 1e6 - 500, 2}, []float64{0.99921729861598771, 0.30862555689081532, 2.7852507050626024e-316})
	two("Igammac of small numbers", f64, (*ivy.Env).Igammac, 4, []float64{1e-280, 1e15}, []float64{1.25, 1e15 + 1e8}, []float64{1.4641337252591017e-281, 0.00078270138401229487})
	one("Erf near 0", bf16, (*ivy.Env).Erf, 1, []float64{0x1p-22, 0x1p-16, -0x1p-30}, []float64{0x1p-22 * math.Sqrt(4/math.Pi), 0x1p-16 * math.Sqrt(4/math.Pi), -0x1p-30 * math.Sqrt(4/math.Pi)})
	one("Erf near 0", f16, (*ivy.Env).Erf, 1, []float64{0x1p-12}, []float64{0x1p-12 * math.Sqrt(4/math.Pi)})
	one("Erfc of the tail", f64, (*ivy.Env).Erfc, 2, []float64{9, 26, 26.5, 27, 28, -5, -7}, []float64{4.13703174651381e-37, 5.663192408856143e-296, 2.2109076642637343e-307, 5.23705e-319, 0, 1.9999999999984626, 2})
	one("Erfc of the tail", f32, (*ivy.Env).Erfc, 2, []float64{4, 9, 9.5, 10, 10.5, -3}, []float64{1.541725790028002e-08, 4.13703174651381e-37, 3.7692144856548797e-41, 2.088487583762545e-45, 0, 1.9999779095030015})
	one("Erfc of the tail", bf16, (*ivy.Env).Erfc, 1, []float64{4, 9, 9.5}, []float64{1.541725790028002e-08, 4.13703174651381e-37, 0})
	one("Erfc of the tail", f16, (*ivy.Env).Erfc, 1, []float64{2.5, 3.5, 4}, []float64{0.0004069520174449589, 7.152557373046875e-07, 0})
	one("Sigmoid below", f32, (*ivy.Env).Sigmoid, 4, []float64{-88, -100, -103}, []float64{math.Exp(-88), math.Exp(-100), math.Exp(-103)})
	one("Sigmoid below", f64, (*ivy.Env).Sigmoid, 4, []float64{-708, -700.5}, []float64{math.Exp(-708), math.Exp(-700.5)})
	one("Silu below", f32, (*ivy.Env).Silu, 4, []float64{-88, -100}, []float64{-88 * math.Exp(-88), -100 * math.Exp(-100)})
	one("Silu below", bf16, (*ivy.Env).Silu, 2, []float64{-87, -60}, []float64{-87 * math.Exp(-87), -60 * math.Exp(-60)})
	one("Gelu above", f32, (*ivy.Env).Gelu, 0, []float64{0x1p127}, []float64{0x1p127})
	one("Gelu by tanh above", f32, (*ivy.Env).Gelu, 0, []float64{0x1p127}, []float64{0x1p127}, ivy.Approximate(true))
	one("Softplus", f64, (*ivy.Env).Softplus, 4, []float64{21, -21, -700}, []float64{21 + math.Log1p(math.Exp(-21)), math.Log1p(math.Exp(-21)), math.Exp(-700)})
	one("Sqrt", f32, (*ivy.Env).Sqrt, 0, []float64{2, 3, minus0, -1, least32}, []float64{float64(float32(math.Sqrt2)), float64(float32(math.Sqrt(3))), minus0, nan, float64(float32(math.Sqrt(least32)))})
	two("Remainder by little", f32, (*ivy.Env).Remainder, 0, []float64{1, 5, -1}, []float64{least32, 0x1p-126, 3 * least32}, []float64{0, 0, least32}) // 2¹⁴⁹ is 2 modulo 3
	two("Hypot", f32, (*ivy.Env).Hypot, 4, []float64{3e30}, []float64{4e30}, []float64{5e30})
	two("NextAfter", bf16, (*ivy.Env).NextAfter, 0, []float64{0, 1, 1, minus0, nan}, []float64{1, 2, 0, -1, 1}, []float64{0x1p-133, 1 + 0x1p-7, 1 - 0x1p-8, -0x1p-133, nan})
	two("NextAfter", f16, (*ivy.Env).NextAfter, 0, []float64{0, 65504, 0x1p-24}, []float64{1, inf, 0}, []float64{0x1p-24, inf, 0})
	mean := func(name string, d dtype.Dtype, v float64, n int, want []float64, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) {
		traps = append(traps, trap{name: name, want: want, call: func(e *ivy.Env) *ivy.Array { return f(e, e.Full([]int{n}, v, d)) }})
	}
	mean("a mean of large float16", f16, 65504, 1000, []float64{65504}, (*ivy.Env).Mean)
	mean("a sum of 1000 ones in bfloat16", bf16, 1, 1000, []float64{1000}, (*ivy.Env).Sum)
	mean("a sum of 80,000 halves in float16", f16, 0.5, 80_000, []float64{40000}, (*ivy.Env).Sum)
	mean("cumulative sum of 1000 ones in bfloat16", bf16, 1, 1000, []float64{1000}, func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.GetItem(e.CumulativeSum(x), ivy.Slice(-1, nil))
	})
	mean("all of uint8", dtype.Uint8, 3, 5, []float64{1}, func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.Astype(e.Equal(e.All(x), true), dtype.Float32)
	})
	runTraps(t, e, traps)
}

func trapsComplexSpecials(t *testing.T, e *ivy.Env) {
	i := func(re, im float64) complex128 { return complex(re, im) }
	var traps []trap
	for _, d := range []dtype.Dtype{dtype.Complex64, dtype.Complex128} {
		for _, times := range []int{1, 21} {
			two := func(name string, f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array, x, y, want []complex128) {
				traps = append(traps, trap{name: fmt.Sprintf("%s of %v, %d times", name, d, times), want: spread(want, times),
					call: func(e *ivy.Env) *ivy.Array { return f(e, array(e, d, spread(x, times)), array(e, d, spread(y, times))) }})
			}
			two("Add", (*ivy.Env).Add, []complex128{0, i(1, -inf)}, []complex128{i(1, inf), i(inf, 0)}, []complex128{i(1, inf), i(inf, -inf)})
			two("Subtract", (*ivy.Env).Subtract, []complex128{0, i(1, 2)}, []complex128{i(1, inf), i(-inf, 1)}, []complex128{i(-1, -inf), i(inf, 1)})
			two("Negative", func(e *ivy.Env, x, _ any, _ ...ivy.Option) *ivy.Array { return e.Negative(x) }, []complex128{i(0, 0), i(minus0, 1)}, []complex128{0, 0}, []complex128{i(minus0, minus0), i(0, -1)})
			two("Conj", func(e *ivy.Env, x, _ any, _ ...ivy.Option) *ivy.Array { return e.Conj(x) }, []complex128{i(1, 2), i(minus0, 0)}, []complex128{0, 0}, []complex128{i(1, -2), i(minus0, minus0)})
			two("Tanh", func(e *ivy.Env, x, _ any, _ ...ivy.Option) *ivy.Array { return e.Tanh(x) }, []complex128{i(inf, 2), i(inf, -2), i(-inf, 1e10), i(-inf, 4)}, []complex128{0, 0, 0, 0}, []complex128{1, i(1, minus0), -1, -1})
			two("Tan", func(e *ivy.Env, x, _ any, _ ...ivy.Option) *ivy.Array { return e.Tan(x) }, []complex128{i(2, inf), i(-2, inf), i(1e10, -inf), i(4, -inf)}, []complex128{0, 0, 0, 0}, []complex128{i(0, 1), i(minus0, 1), i(0, -1), i(0, -1)})
			two("Sign", func(e *ivy.Env, x, _ any, _ ...ivy.Option) *ivy.Array { return e.Sign(x) }, []complex128{i(nan, 0), i(0, nan), 0, i(-3, 4)}, []complex128{0, 0, 0, 0}, []complex128{i(nan, nan), i(nan, nan), 0, i(-0.6, 0.8)})
			traps[len(traps)-1].ulps = 1
		}
		// Near the ends of the range products of the parts overflow, or underflow.
		big, small := 0x1p127, 0x1p-149
		if d == dtype.Complex128 {
			big, small = 0x1p1023, 0x1p-1074
		}
		x := []complex128{i(big, big), i(big, big), i(big, 0), i(small, small), i(small, 0), i(-big, big), i(1, 1), i(big, 0)}
		y := []complex128{i(big, big), i(big/2, 0), i(big, big), i(small, -small), i(4*small, 0), i(big/2, big/2), i(big/4, big/4), i(big/2, -big/2)}
		traps = append(traps,
			trap{name: fmt.Sprintf("Divide of the greatest and least %v", d), want: []complex128{1, i(2, 2), i(0.5, -0.5), i(0, 1), 0.25, i(0, 2), i(4/big, 0), i(1, 1)}, ulps: 4, call: func(e *ivy.Env) *ivy.Array {
				return e.Add(e.Divide(array(e, d, x), array(e, d, y)), 0) // of zeros the sign is open
			}},
			trap{name: fmt.Sprintf("Reciprocal of the greatest %v", d), want: []complex128{i(1/big, -1/big), i(2/big, 2/big), i(0.5/small*0x1p-24, 0.5/small*0x1p-24)}, ulps: 4, call: func(e *ivy.Env) *ivy.Array {
				return e.Reciprocal(array(e, d, []complex128{i(big/2, big/2), i(big/4, -big/4), i(small*0x1p24, -small*0x1p24)}))
			}},
			trap{name: fmt.Sprintf("Sign of the greatest and least %v", d), want: []complex128{i(math.Sqrt2/2, math.Sqrt2/2), 1, i(math.Sqrt2/2, -math.Sqrt2/2), 1}, ulps: 4, call: func(e *ivy.Env) *ivy.Array {
				return e.Sign(array(e, d, []complex128{i(big, big), i(big, 0), i(small, -small), i(small, 0)}))
			}})
	}
	traps = append(traps,
		trap{name: "Add of a Go scalar", want: []complex128{i(1, inf)}, call: func(e *ivy.Env) *ivy.Array { return e.Add(array(e, dtype.Complex64, []complex128{0}), i(1, inf)) }},
		trap{name: "the conjugate's bytes", want: []float64{1, -2}, call: func(e *ivy.Env) *ivy.Array {
			return e.FromBytes(dtype.Float64, []int{2}, e.Conj(array(e, dtype.Complex128, []complex128{i(1, 2)})).Bytes())
		}},
		trap{name: "IsIn", want: spread([]bool{true, false, true, true, false}, 21), call: func(e *ivy.Env) *ivy.Array {
			x := array(e, dtype.Complex64, spread([]complex128{i(1, 2), i(nan, 0), i(minus0, 0), i(2, 1), i(1, 3)}, 21))
			return e.IsIn(x, array(e, dtype.Complex64, []complex128{i(2, 1), i(nan, 0), i(0, minus0), i(1, 2), i(1, nan)}))
		}},
		trap{name: "IsIn of nothing", want: []bool{false, false}, call: func(e *ivy.Env) *ivy.Array {
			return e.IsIn(array(e, dtype.Complex64, []complex128{1, 2}), array(e, dtype.Complex64, []complex128{}))
		}},
		trap{name: "NanMean", want: []complex128{i(inf, 1.5), i(2, 4), i(-inf, inf), i(nan, nan)}, call: func(e *ivy.Env) *ivy.Array {
			x := []complex128{i(inf, 1), i(1, 2), i(1, nan), i(2, 4), i(-inf, 0), i(3, inf), i(nan, 0), i(0, nan)}
			return e.NanMean(e.Reshape(array(e, dtype.Complex64, x), []int{4, 2}), ivy.Axis(1))
		}},
		trap{name: "UniqueValues", want: []complex128{1, i(1, 2), i(2, -1), i(nan, 0), i(nan, 0)}, call: func(e *ivy.Env) *ivy.Array {
			return e.UniqueValues(array(e, dtype.Complex64, []complex128{i(nan, 0), i(1, 2), 1, i(2, -1), i(nan, 0), i(1, 2)}))
		}},
	)
	runTraps(t, e, traps)
}

// trapsOrderAndIndices sorts, which libtorch does unstably from 17 elements on unless told, in topk and argsort too,
// and indexes by uint8, which are masks to it, and by 0-d indices, which keep an axis there.
func trapsOrderAndIndices(t *testing.T, e *ivy.Env) {
	var traps []trap
	n := 40_000
	for _, d := range dtype.All.Dtypes() {
		if d.IsComplex() {
			continue
		}
		keys := make([]float64, n)
		var zeros, ones, oddFirst []int64
		for k := range keys {
			keys[k] = float64(k % 2)
			if k%2 == 0 {
				zeros = append(zeros, int64(k))
			} else {
				ones = append(ones, int64(k))
			}
		}
		oddFirst = slices.Concat(ones, zeros)
		traps = append(traps,
			trap{name: fmt.Sprintf("ties of %v ascending", d), want: slices.Concat(zeros, ones), call: func(e *ivy.Env) *ivy.Array { return e.ArgSort(array(e, d, keys)) }},
			trap{name: fmt.Sprintf("ties of %v descending", d), want: oddFirst, call: func(e *ivy.Env) *ivy.Array { return e.ArgSort(array(e, d, keys), ivy.Descending(true)) }},
			trap{name: fmt.Sprintf("the first of equal %v", d), want: []int64{1, 0}, call: func(e *ivy.Env) *ivy.Array {
				x := array(e, d, slices.Concat(keys, keys, keys, keys, keys, keys))
				return e.Stack([]*ivy.Array{e.ArgMax(x), e.ArgMin(x)})
			}})
	}
	traps = append(traps,
		trap{name: "zeros of both signs and NaNs are told apart", want: []float64{0, 1, nan, nan}, call: func(e *ivy.Env) *ivy.Array {
			return e.Abs(e.UniqueValues(array(e, dtype.Float32, []float64{nan, minus0, 1, 0, nan, 1})))
		}},
		trap{name: "GetItem by uint8", want: []float64{7, 7, 6}, call: func(e *ivy.Env) *ivy.Array {
			return e.GetItem(array(e, dtype.Float32, []float64{6, 7, 8}), array(e, dtype.Uint8, []uint64{1, 1, 0}))
		}},
		trap{name: "Take by uint8", want: []float64{7, 7, 6}, call: func(e *ivy.Env) *ivy.Array {
			return e.Take(array(e, dtype.Float32, []float64{6, 7, 8}), array(e, dtype.Uint8, []uint64{1, 1, 0}))
		}},
		trap{name: "SetItem by uint8", want: []float64{0, 0, 8}, call: func(e *ivy.Env) *ivy.Array {
			x := array(e, dtype.Float32, []float64{6, 7, 8})
			e.SetItem(x, 0, array(e, dtype.Uint8, []uint64{1, 1, 0}))
			return x
		}},
		trap{name: "Take by an index without axes", want: []int64{2}, call: func(e *ivy.Env) *ivy.Array {
			return e.Asarray([]int64{int64(e.Take(e.Zeros([]int{5, 2, 3}), e.Asarray(int64(-1)), ivy.Axis(0)).Ndim())})
		}},
		trap{name: "no elements of Arange", want: []int64{0, 0, 0}, call: func(e *ivy.Env) *ivy.Array {
			return e.Asarray([]int64{int64(e.Arange(5, 1, 1).Size()), int64(e.Arange(0).Size()), int64(e.Arange(1, 5, -1).Size())})
		}},
		trap{name: "negative steps", want: []float64{8, 6}, call: func(e *ivy.Env) *ivy.Array {
			return e.GetItem(array(e, dtype.Float32, []float64{6, 7, 8}), ivy.Slice(nil, nil, -2))
		}},
	)
	// Writes whose source and target overlap.
	for _, d := range dtype.All.Dtypes() {
		overlap := func(name string, want []float64, to, from ivy.Span) {
			traps = append(traps, trap{name: fmt.Sprintf("%s of %v", name, d), want: want, call: func(e *ivy.Env) *ivy.Array {
				x := array(e, d, []float64{0, 1, 1, 0, 0, 1})
				e.SetItem(x, e.GetItem(x, from), to)
				return e.Astype(e.NotEqual(x, e.Zeros([]int{6}, d)), dtype.Float64)
			}})
		}
		overlap("x[1:] = x[:-1]", []float64{0, 0, 1, 1, 0, 0}, ivy.Slice(1, nil), ivy.Slice(nil, -1))
		overlap("x[:-1] = x[1:]", []float64{1, 1, 0, 0, 1, 1}, ivy.Slice(nil, -1), ivy.Slice(1, nil))
		overlap("x[:] = x[::-1]", []float64{1, 0, 0, 1, 1, 0}, ivy.Slice(nil, nil), ivy.Slice(nil, nil, -1))
		overlap("x[::-1] = x", []float64{1, 0, 0, 1, 1, 0}, ivy.Slice(nil, nil, -1), ivy.Slice(nil, nil))
	}
	runTraps(t, e, traps)
}

// trapsNothingAliases writes to results and operands: what a library returns as the very operand, or a view of it,
// must not be seen as such from either.
func trapsNothingAliases(t *testing.T, e *ivy.Env) {
	many := func(f func(...*ivy.Array) []*ivy.Array) func(x *ivy.Array) []*ivy.Array {
		return func(x *ivy.Array) []*ivy.Array { return f(x) }
	}
	calls := map[string]func(x *ivy.Array) []*ivy.Array{
		"Positive": nil, "Reshape": nil, "Real": nil, "Conj": nil, "Abs": nil, "Round": nil, "Ceil": nil, "Squeeze": nil, "CopyArray": nil, "NanToNum": nil, "Asarray": nil,
		"MatrixTranspose": nil, "Sort": nil, "EmptyLike": nil, "Relu": nil, "Flip": nil, "Unstack": nil, "Floor": nil, "Trunc": nil, "Imag": nil, "Tril": nil,

		"Reshape to the same":  func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Reshape(x, x.Shape())} },
		"PermuteDims":          func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.PermuteDims(x, []int{0, 1})} },
		"BroadcastTo":          func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.BroadcastTo(x, []int{2, 3, 3})} },
		"BroadcastTo the same": func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.BroadcastTo(x, x.Shape())} },
		"BroadcastArrays":      many(e.BroadcastArrays),
		"ExpandDims":           func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.ExpandDims(x, ivy.Axis(0))} },
		"Squeeze of an axis": func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Squeeze(e.ExpandDims(x, ivy.Axis(1)), ivy.Axis(1))}
		},
		"Astype to the same": func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Astype(x, x.Dtype()), e.Astype(x, x.Dtype(), ivy.Copy(false))}[:1]
		},
		"Concat of one":         func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Concat([]*ivy.Array{x})} },
		"Stack of one":          func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Stack([]*ivy.Array{x})} },
		"Tile once":             func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Tile(x, []int{1, 1})} },
		"Repeat once":           func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Repeat(x, 1, ivy.Axis(0))} },
		"Roll by none":          func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Roll(x, []int{0})} },
		"Pad with none":         func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Pad(x, [][2]int{{0, 0}})} },
		"MoveAxis":              func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.MoveAxis(x, []int{0}, []int{0})} },
		"Einsum of one":         func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Einsum("ij->ij", x)} },
		"Einsum, transposed":    func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Einsum("ij->ji", x)} },
		"EinopsRearrange":       func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.EinopsRearrange(x, "a b -> a b")} },
		"Sum over no axes":      func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Sum(x, ivy.Axes{})} },
		"Max over no axes":      func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Max(x, ivy.Axes{})} },
		"Mean over no axes":     func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Mean(x, ivy.Axes{})} },
		"Sum over a short axis": func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Sum(e.ExpandDims(x, ivy.Axis(0)), ivy.Axis(0))} },
		"Clip of nothing":       func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Clip(x, nil, nil)} },
		"Meshgrid":              func(x *ivy.Array) []*ivy.Array { return e.Meshgrid([]*ivy.Array{e.GetItem(x, 0), e.GetItem(x, 1)}) },
		"Where":                 func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Where(true, x, x)} },
	}
	for name, f := range calls {
		if f == nil {
			f = func(x *ivy.Array) []*ivy.Array {
				op := lookup(t, name)
				args := []any{x}
				if name == "Reshape" {
					args = append(args, []int{9})
				}
				return e.Call(op, args)
			}
		}
		t.Run(name, func(t *testing.T) {
			start := func() (*ivy.Array, []byte) {
				x := e.Reshape(array(e, dtype.Float32, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}), []int{3, 3})
				return x, x.Bytes()
			}
			x, before := start()
			for _, z := range f(x) {
				for _, other := range []*ivy.Array{z, e.GetItem(z, 0)} { // a view of the result too
					e.SetItem(other, 77, ivy.Ellipsis)
					assert.Equal(t, before, x.Bytes(), "a write to the result shows in the operand")
				}
			}
			x, _ = start()
			zs := f(x)
			var was [][]byte
			for _, z := range zs {
				was = append(was, z.Bytes())
			}
			e.SetItem(x, 77, ivy.Ellipsis)
			e.SetItem(e.GetItem(x, 1), 78, ivy.Ellipsis)
			for i, z := range zs {
				assert.Equal(t, was[i], z.Bytes(), "a write to the operand shows in result %d", i)
			}
		})
	}
	t.Run("views are seen", func(t *testing.T) {
		x := e.Zeros([]int{2, 3})
		row := e.GetItem(x, 1)
		back := e.GetItem(row, ivy.Slice(nil, nil, -1))
		e.SetItem(back, 5, 0)
		assert.Equal(t, []float64{0, 0, 0, 0, 0, 5}, ivy.Values[float64](x))
		e.SetItem(x, 4, 1, 0)
		assert.Equal(t, []float64{5, 0, 4}, ivy.Values[float64](back))
	})
}

// trapsLimits asks for what cannot be: it is an error, and never the end of the process.
func trapsLimits(t *testing.T, e *ivy.Env) {
	race.Sequential(t)
	many := slices.Repeat([]int{1}, 64)
	deep := e.Ones(many)
	const long = 1 << 28
	wide, tall := e.Ones([]int{1 << 20, 1}), e.BroadcastTo(e.Ones([]int{1, 1}), []int{1, long})
	far := e.Asarray([]uint64{math.MaxUint64}) // −1 as int64
	for _, c := range []struct {
		name string
		kind error // nil: any
		call func()
	}{
		{"65 axes", ivy.ErrShape, func() { e.Ones(append(many, 1)) }},
		{"65 axes by ExpandDims", ivy.ErrShape, func() { e.ExpandDims(deep, ivy.Axis(0)) }},
		{"65 axes by Stack", ivy.ErrShape, func() { e.Stack([]*ivy.Array{deep, deep}) }},
		{"65 axes by Reshape", ivy.ErrShape, func() { e.Reshape(deep, append(many, 1)) }},
		{"65 axes by BroadcastTo", ivy.ErrShape, func() { e.BroadcastTo(deep, append(many, 1)) }},
		{"65 axes by NewAxis", nil, func() { e.GetItem(deep, ivy.NewAxis) }},
		{"65 axes by Take", ivy.ErrShape, func() { e.Take(deep, e.Zeros([]int{1, 1}, dtype.Int64), ivy.Axis(0)) }},
		{"4 EiB of Zeros", nil, func() { e.Zeros([]int{sized(1 << 60)}) }},
		{"256 TiB of Full", nil, func() { e.Full([]int{sized(1 << 46)}, 1.5) }},
		{"256 TiB of Arange", nil, func() { e.Arange(sized(1<<46), dtype.Float32) }},
		{"256 TiB of Eye", nil, func() { e.Eye(1 << 23) }},
		{"more than an int counts", nil, func() { e.Zeros([]int{sized(1 << 62), sized(1 << 62)}) }},
		{"more than an int counts, and 0", nil, func() { e.Zeros([]int{sized(1 << 62), 4, 0}) }},
		{"1 PiB of Add", nil, func() { e.Add(wide, tall) }},
		{"1 PiB of Multiply", nil, func() { e.Multiply(e.BroadcastTo(wide, []int{1 << 20, long}), tall) }},
		{"1 PiB of Where", nil, func() { e.Where(true, wide, tall) }},
		{"4 PiB of Repeat", nil, func() { e.Repeat(e.Ones([]int{1}), sized(1<<50)) }},
		{"1 PiB of MatMul", nil, func() { e.MatMul(e.BroadcastTo(wide, []int{1 << 20, 1}), e.BroadcastTo(tall, []int{1, long})) }},
		{"a negative length", ivy.ErrShape, func() { e.Zeros([]int{-1}) }},
		{"ArgMax of nothing", nil, func() { e.ArgMax(e.Zeros([]int{0})) }},
		{"ArgMax of no rows", nil, func() { e.ArgMax(e.Zeros([]int{0, 3}), ivy.Axis(0)) }},
		{"Max of nothing", nil, func() { e.Max(e.Zeros([]int{2, 0})) }},
		{"an index beyond", ivy.ErrIndex, func() { e.Take(e.Ones([]int{3}), e.Asarray([]int64{0, 3})) }},
		{"an index far beyond", ivy.ErrIndex, func() { e.Take(e.Ones([]int{3}), e.Asarray([]int64{math.MinInt64})) }},
		{"an index that int64 does not hold", ivy.ErrIndex, func() { e.Take(e.Ones([]int{3}), far) }},
		{"an element at such an index", ivy.ErrIndex, func() { e.TakeAlongAxis(e.Ones([]int{3}), far) }},
		{"a key of such an index", ivy.ErrIndex, func() { e.GetItem(e.Ones([]int{3}), far) }},
		{"a key of such a number", ivy.ErrIndex, func() { e.GetItem(e.Ones([]int{3}), e.Reshape(far, []int{})) }},
		{"a write to such an index", ivy.ErrIndex, func() { e.SetItem(e.Ones([]int{3}), 1, far) }},
		{"a sum at such an index", ivy.ErrIndex, func() { e.ScatterFlat(far, e.Ones([]int{1}), ivy.Size(3)) }},
		{"a write beyond", ivy.ErrIndex, func() { e.SetItem(e.Ones([]int{3}), 1, e.Asarray([]int64{-4})) }},
		{"an index into nothing", ivy.ErrIndex, func() { e.Take(e.Ones([]int{0}), e.Asarray([]int64{0})) }},
		{"300 with int8", nil, func() { e.Add(e.Ones([]int{1}, dtype.Int8), 300) }},
		{"a full 300 of int8", nil, func() { e.Full([]int{2}, 300, dtype.Int8) }},
		{"shapes that do not fit", ivy.ErrShape, func() { e.Add(e.Ones([]int{2}), e.Ones([]int{3})) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := ivy.Try(c.call)
			var ours *ivy.Error
			require.True(t, errors.As(err, &ours), "%v", err)
			if c.kind != nil {
				assert.ErrorIs(t, err, c.kind)
			}
		})
	}
	t.Run("64 axes", func(t *testing.T) {
		assert.Equal(t, []float64{2}, ivy.Values[float64](e.Add(deep, deep)))
		assert.Equal(t, 1.0, ivy.Item[float64](e.Sum(deep)))
		assert.Equal(t, many, e.Flip(e.PermuteDims(deep, slices.Collect(func(yield func(int) bool) {
			for i := 63; i >= 0 && yield(i); i-- {
			}
		}))).Shape())
	})
	t.Run("no elements", func(t *testing.T) {
		x := e.Zeros([]int{0, 3})
		assert.Equal(t, []int{3}, e.Sum(x, ivy.Axis(0)).Shape())
		assert.Equal(t, []int{0, 2}, e.MatMul(x, e.Ones([]int{3, 2})).Shape())
		assert.Equal(t, []float64{0, 0, 0, 0}, ivy.Values[float64](e.MatMul(e.Ones([]int{2, 0}), e.Ones([]int{0, 2}))))
		assert.Equal(t, []int{0, 3}, e.Sort(x).Shape())
		assert.Equal(t, []int{0}, e.ArgMax(x, ivy.Axis(1)).Shape())
		assert.Equal(t, []int{0}, e.UniqueValues(x).Shape())
		assert.Equal(t, []int{0}, e.Nonzero(x)[1].Shape())
		assert.Equal(t, 1.0, ivy.Item[float64](e.Prod(x)))
		assert.True(t, ivy.Item[bool](e.All(x)))
	})
}

func lookup(t *testing.T, name string) *ops.Op {
	op := ops.Lookup(name)
	require.NotNil(t, op, name)
	return op
}

// trapsZeta: libtorch's zeta function adds up a term for each integer between a negative q and 0, which for great ones takes for ever.
func trapsZeta(t *testing.T, e *ivy.Env) {
	start := time.Now()
	x := e.Zeta(array(e, dtype.Float64, []float64{3, 2, 3}), array(e, dtype.Float64, []float64{3e9 + 0.5, -0.5, -3e9 - 0.5}))
	far := func(q float64) float64 { return (0.5 + 0.5/q) / q / q } // of 3, but for terms of q⁻⁴; terms of a negative half and of a positive one cancel
	for i, want := range []float64{far(3e9 + 0.5), 4 + math.Pi*math.Pi/2, far(3e9 + 1.5)} {
		assert.InEpsilon(t, want, ivy.Values[float64](x)[i], 1e-14)
	}
	assert.Less(t, time.Since(start), 10*time.Second)
}
