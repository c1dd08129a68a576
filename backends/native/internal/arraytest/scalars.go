package arraytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A Scalar is an element as the references see it: an integer or bool in bits,
// a float in re, a complex number in both parts.
type Scalar struct {
	Re, Im float64
	Bits   int64
	Raw    [16]byte // the bytes of the element, and zeros
}

// Scalars reads b's elements in row-major order, index by index.
func Scalars(b *array.Buffer) []Scalar {
	out := make([]Scalar, 0, b.Len())
	for i := range b.Len() {
		at := b.Offset
		for k := len(b.Shape) - 1; k >= 0; k-- {
			at += i % b.Shape[k] * b.Strides[k]
			i /= b.Shape[k]
		}
		out = append(out, scalarAt(b, at))
	}
	return out
}

func scalarAt(b *array.Buffer, at int) Scalar {
	size := b.Dtype.Size()
	whole := array.Buffer{Dtype: b.Dtype, Mem: b.Mem, Size: b.Size, Shape: []int{b.Size}, Strides: []int{1}}
	p := array.BytesOf(&whole)[at*size : (at+1)*size]
	var v Scalar
	copy(v.Raw[:], p)
	le := binary.NativeEndian
	switch b.Dtype {
	case dtype.Bool, dtype.Uint8:
		v.Bits = int64(p[0])
	case dtype.Int8:
		v.Bits = int64(int8(p[0]))
	case dtype.Uint16:
		v.Bits = int64(le.Uint16(p))
	case dtype.Int16:
		v.Bits = int64(int16(le.Uint16(p)))
	case dtype.Uint32:
		v.Bits = int64(le.Uint32(p))
	case dtype.Int32:
		v.Bits = int64(int32(le.Uint32(p)))
	case dtype.Uint64, dtype.Int64:
		v.Bits = int64(le.Uint64(p))
	case dtype.BFloat16:
		v.Re = float64(dtype.Brain(le.Uint16(p)).Float32())
	case dtype.Float16:
		v.Re = float64(dtype.Half(le.Uint16(p)).Float32())
	case dtype.Float32:
		v.Re = float64(math.Float32frombits(le.Uint32(p)))
	case dtype.Float64:
		v.Re = math.Float64frombits(le.Uint64(p))
	case dtype.Complex64:
		v.Re, v.Im = float64(math.Float32frombits(le.Uint32(p))), float64(math.Float32frombits(le.Uint32(p[4:])))
	case dtype.Complex128:
		v.Re, v.Im = math.Float64frombits(le.Uint64(p)), math.Float64frombits(le.Uint64(p[8:]))
	}
	return v
}

// appendScalar appends the bytes of a value of dtype d: re and im rounded, or bits cut.
func appendScalar(p []byte, d dtype.Dtype, v Scalar) []byte {
	le := binary.NativeEndian
	switch d {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		return append(p, byte(v.Bits))
	case dtype.Uint16, dtype.Int16:
		return le.AppendUint16(p, uint16(v.Bits))
	case dtype.Uint32, dtype.Int32:
		return le.AppendUint32(p, uint32(v.Bits))
	case dtype.Uint64, dtype.Int64:
		return le.AppendUint64(p, uint64(v.Bits))
	case dtype.BFloat16:
		return le.AppendUint16(p, uint16(dtype.BrainFromFloat64(v.Re)))
	case dtype.Float16:
		return le.AppendUint16(p, uint16(dtype.HalfFromFloat64(v.Re)))
	case dtype.Float32:
		return le.AppendUint32(p, math.Float32bits(float32(v.Re)))
	case dtype.Float64:
		return le.AppendUint64(p, math.Float64bits(v.Re))
	case dtype.Complex64:
		return le.AppendUint32(le.AppendUint32(p, math.Float32bits(float32(v.Re))), math.Float32bits(float32(v.Im)))
	}
	return le.AppendUint64(le.AppendUint64(p, math.Float64bits(v.Re)), math.Float64bits(v.Im))
}

// ArrayOf returns a contiguous array of the given elements.
func ArrayOf(t require.TestingT, d dtype.Dtype, s []int, vs []Scalar) *array.Buffer {
	var p []byte
	for _, v := range vs {
		p = appendScalar(p, d, v)
	}
	b, err := array.FromHost(backend.Spec{Dtype: d, Shape: s}, p)
	require.NoError(t, err)
	return b.(*array.Buffer)
}

// SomeScalar returns a value of d: half of them edge values if edges.
func SomeScalar(r *rand.Rand, d dtype.Dtype, edges bool) Scalar {
	part := func() float64 {
		if edges && r.IntN(3) == 0 {
			f, _ := dtype.Finfo(d)
			return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), f.Max, f.Min,
				f.SmallestNormal, f.SmallestNormal * f.Eps, 1}[r.IntN(10)]
		}
		if r.IntN(2) == 0 {
			return float64(r.IntN(9) - 4)
		}
		return r.NormFloat64()
	}
	switch {
	case d.IsBool():
		return Scalar{Bits: r.Int64N(2)}
	case d.IsInteger():
		i, _ := dtype.Iinfo(d)
		if edges && r.IntN(3) == 0 {
			return Scalar{Bits: []int64{0, i.Min, int64(i.Max), i.Min + 1, int64(i.Max - 1)}[r.IntN(5)]}
		}
		if r.IntN(2) == 0 {
			return Scalar{Bits: r.Int64N(5)}
		}
		return Scalar{Bits: int64(r.Uint64())}
	}
	v := Scalar{Re: part()}
	if d.IsComplex() {
		v.Im = part()
	}
	return v
}

// SomeArray returns a contiguous array of values that SomeScalar returns.
func SomeArray(t require.TestingT, r *rand.Rand, d dtype.Dtype, s []int, edges bool) *array.Buffer {
	vs := make([]Scalar, shape.Size(s))
	for i := range vs {
		vs[i] = SomeScalar(r, d, edges)
	}
	return ArrayOf(t, d, s, vs)
}

// SomeView returns an array of shape s whose memory is laid out in some way.
func SomeView(t require.TestingT, r *rand.Rand, d dtype.Dtype, s []int, edges bool) *array.Buffer {
	rank := len(s)
	perm := r.Perm(rank)
	base := make([]int, rank)
	ranges := make([]shape.Range, rank)
	for i, p := range perm {
		n := s[p]
		switch r.IntN(5) {
		case 0: // every second, from the end
			base[i], ranges[i] = 2*n+1, shape.Range{Start: max(2*n-1, 0), Step: -2, Len: n}
		case 1:
			base[i], ranges[i] = n+2, shape.Range{Start: 1, Step: 1, Len: n}
		case 2: // broadcast from one element
			base[i], ranges[i] = 1, shape.Range{Start: 0, Step: 1, Len: 1}
		default:
			base[i], ranges[i] = n, shape.Full(n)
		}
	}
	b := SomeArray(t, r, d, base, edges)
	cut := make([]int, rank)
	for i := range cut {
		cut[i] = ranges[i].Len
	}
	v, err := array.Slice(backend.Spec{Dtype: d, Shape: cut}, b, backend.ViewAttrs{Ranges: ranges})
	require.NoError(t, err)
	back := make([]int, rank)
	turned := make([]int, rank)
	for i, p := range perm {
		back[p], turned[p] = i, cut[i]
	}
	v, err = array.Permute(backend.Spec{Dtype: d, Shape: turned}, v, backend.ViewAttrs{Perm: back})
	require.NoError(t, err)
	v, err = array.BroadcastTo(backend.Spec{Dtype: d, Shape: s}, v, backend.ViewAttrs{})
	require.NoError(t, err)
	return v.(*array.Buffer)
}

// InThreads runs f with n threads.
func InThreads(n int, f func()) {
	array.SetThreads(n)
	defer array.SetThreads(0)
	f()
}

// GroupsBy returns, for each element of the result of reducing axes, the indices of
// the elements that it is made of, in row-major order.
func GroupsBy(s, axes []int) [][]int {
	out := make([][]int, shape.Size(shape.Reduce(s, axes, false)))
	for i := range shape.Size(s) {
		to, stride, rest := 0, 1, i
		for k := len(s) - 1; k >= 0; k-- {
			if !slices.Contains(axes, k) {
				to += rest % s[k] * stride
				stride *= s[k]
			}
			rest /= s[k]
		}
		out[to] = append(out[to], i)
	}
	return out
}

// IsNaN reports whether one of v's parts is NaN.
func IsNaN(v Scalar) bool { return math.IsNaN(v.Re) || math.IsNaN(v.Im) }

// IsTrue reports whether v is not 0.
func IsTrue(v Scalar) bool { return v.Bits != 0 || v.Re != 0 || v.Im != 0 }

// Less reports whether v comes before w when values of d are sorted.
func Less(d dtype.Dtype, v, w Scalar) bool { // NaN is the greatest
	switch {
	case d.IsFloat():
		return v.Re < w.Re || IsNaN(w) && !IsNaN(v)
	case d == dtype.Uint64:
		return uint64(v.Bits) < uint64(w.Bits)
	}
	return v.Bits < w.Bits
}

// Compare is −1 where v is less than w, 1 where w is less than v, else 0: NaN is the greatest.
func Compare(d dtype.Dtype, v, w Scalar) int {
	switch {
	case Less(d, v, w):
		return -1
	case Less(d, w, v):
		return 1
	}
	return 0
}

// Sampled returns the dtypes that large arrays are tested with: some of each kind when
// time is short, as it is under the race detector.
func Sampled(in dtype.Set) []dtype.Dtype {
	if testing.Short() {
		in &= dtype.Of(dtype.Bool, dtype.Int8, dtype.BFloat16, dtype.Float32, dtype.Complex64)
	}
	return in.Dtypes()
}

// LanesBy returns, for each lane along axis, the indices of its elements.
func LanesBy(s []int, axis int) [][]int { return GroupsBy(s, []int{axis}) }

// Exactly are an array's values as bits; all NaN are one.
func Exactly(b *array.Buffer) []string {
	bits := func(v float64) uint64 {
		if v != v {
			return math.Float64bits(math.NaN())
		}
		return math.Float64bits(v)
	}
	var out []string
	for _, v := range Scalars(b) {
		out = append(out, fmt.Sprint(v.Bits, bits(v.Re), bits(v.Im)))
	}
	return out
}
