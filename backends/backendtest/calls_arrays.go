package backendtest

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A form is how the elements of an array reach a call: as Go slices, or as a view of a
// larger array, which the steps of basic indexing, PermuteDims and BroadcastTo make.
type form struct {
	nested    bool   // nested Go slices
	perm      []int  // the order of the axes in memory
	first     []int  // how many elements lie before those of the array, by axis
	step      []int  // how far apart they are, backwards if negative
	broadcast []bool // axes that are one element, broadcast
}

// String returns what differs from a contiguous array.
func (f *form) String() string {
	if f.nested {
		return " as slices"
	}
	var parts []string
	if !slices.IsSorted(f.perm) {
		parts = append(parts, fmt.Sprint("axes in the order ", f.perm))
	}
	parts = append(parts, fmt.Sprintf("from %v by %v", f.first, f.step))
	if slices.Contains(f.broadcast, true) {
		parts = append(parts, fmt.Sprint("broadcast ", f.broadcast))
	}
	return " (a view: " + strings.Join(parts, ", ") + ")"
}

// make returns a as an array of env, or as Go slices.
func (a rawArray) make(env *ivy.Env) any {
	f := a.form
	if f == nil {
		return env.FromBytes(a.dtype, a.shape, native(a))
	}
	if f.nested {
		return env.FromBytes(a.dtype, a.shape, native(a)).Nested()
	}
	rank := len(a.shape)
	room := make([]int, rank) // of each axis in memory
	for i, n := range a.shape {
		switch {
		case f.broadcast[i]:
			room[i] = f.first[i] + 1
		case n == 0:
			room[i] = f.first[i]
		default:
			room[i] = f.first[i] + (n-1)*max(f.step[i], -f.step[i]) + 1
		}
	}
	dims, strides := make([]int, rank), make([]int, rank)
	for k, i := range f.perm {
		dims[k] = room[i]
	}
	for k, n := range shape.Strides(dims) {
		strides[f.perm[k]] = n
	}
	size := a.dtype.Size()
	if len(a.data) == 0 && shape.Size(dims)*size > mostBytes/2 { // room for no element
		return env.FromBytes(a.dtype, a.shape, nil)
	}
	base := make([]byte, shape.Size(dims)*size)
	for i := 0; i < len(base); i += size {
		base[i] = 1 // which is a number of every dtype
	}
	at := make([]int, rank)
	for i := range shape.Size(a.shape) {
		offset := 0
		for k, j := range at {
			switch {
			case f.broadcast[k]:
				j = 0
			case f.step[k] < 0:
				j = (a.shape[k] - 1 - j) * -f.step[k]
			default:
				j *= f.step[k]
			}
			offset += (f.first[k] + j) * strides[k]
		}
		copy(base[offset*size:(offset+1)*size], a.data[i*size:])
		for k := rank - 1; k >= 0; k-- {
			if at[k]++; at[k] < a.shape[k] {
				break
			}
			at[k] = 0
		}
	}
	x := env.FromBytes(a.dtype, dims, native(rawArray{dtype: a.dtype, shape: dims, data: base}))
	back := make([]int, rank)
	for k, i := range f.perm {
		back[i] = k
	}
	x = env.PermuteDims(x, back)
	key := make([]any, rank)
	for i, n := range a.shape {
		last := f.first[i] + (n-1)*max(f.step[i], -f.step[i])
		switch {
		case n == 0:
			key[i] = ivy.Slice(0, 0)
		case f.broadcast[i]:
			key[i] = ivy.Slice(f.first[i], f.first[i]+1)
		case f.step[i] > 0:
			key[i] = ivy.Slice(f.first[i], last+1, f.step[i])
		case f.first[i] > 0:
			key[i] = ivy.Slice(last, f.first[i]-1, f.step[i])
		default:
			key[i] = ivy.Slice(last, nil, f.step[i])
		}
	}
	x = env.GetItem(x, key...)
	if slices.Contains(f.broadcast, true) {
		x = env.BroadcastTo(x, a.shape)
	}
	return x
}

// A style is where the numbers of an array are taken from.
type style int

const (
	small  style = iota // a few whole numbers and halves
	unit                // between −1 and 1
	index               // 0 and 1
	any16               // of any size up to 2**16
	bits                // any bits
	ends                // special values among small ones
	equal               // one number
	rising              // ascending
	styles
)

// lengths are those at which kernels change: vectors, blocks and pages, in elements.
var lengths = []int{8, 16, 32, 64, 128, 256, 512, 1024, 4096}

// length draws the length of an axis for elements of size bytes.
func length(r *rand.Rand, size int) int {
	switch n := r.IntN(100); {
	case n < 55:
		return 1 + r.IntN(7)
	case n < 58:
		return 0
	case n < 90:
		return max(0, lengths[r.IntN(len(lengths)-2)]+r.IntN(3)-1)
	case n < 95:
		return lengths[r.IntN(len(lengths))] + r.IntN(3) - 1
	case n < 98:
		return 8<<10/size + r.IntN(3) - 1
	case n < 99:
		return 64<<10/size + r.IntN(3) - 1
	default:
		return []int{1000, 5000, 100_000}[r.IntN(3)]
	}
}

// mostElements bounds what a call works on, so that many are made.
const mostElements = 120_000

// dims draws a shape of at least rank axes.
func dims(r *rand.Rand, rank int, size int) []int {
	n := []int{0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5}[r.IntN(16)]
	if r.IntN(80) == 0 {
		n = 9 + r.IntN(3)
	}
	n = max(n, rank)
	s := make([]int, n)
	for i := range s {
		switch k := r.IntN(30); {
		case n > 5:
			s[i] = 1 + r.IntN(2)
		case k == 0:
			s[i] = 0
		default:
			s[i] = 1 + r.IntN(5)
		}
	}
	if n > 0 && n <= 5 && (n == 1 || r.IntN(4) == 0) {
		i := r.IntN(n)
		s[i] = 1
		s[i] = min(length(r, size), mostElements/max(1, shape.Size(s)))
	}
	return s
}

// specials are the values of the style ends.
func specials(d dtype.Dtype) []float64 {
	if d == dtype.Bool {
		return []float64{0, 1}
	}
	if d.IsInteger() {
		i, err := dtype.Iinfo(d)
		if err != nil {
			panic(err) // every integer dtype has limits
		}
		return []float64{0, 1, float64(i.Min), float64(i.Max), float64(i.Min) + 1, 2, 3, 63, 64}
	}
	f, err := dtype.Finfo(d)
	if err != nil {
		panic(err) // every inexact dtype has limits
	}
	return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), f.SmallestNormal, f.SmallestNormal / 4, -f.SmallestNormal / 2,
		f.Max, f.Min, 1, -1, 1 + f.Eps, 1 - f.Eps, 1 / f.Eps, 0.5, -0.5, 1.5, 2.5, math.Pi / 2, -math.Pi, 100, -750}
}

// numbersOf draws n elements of dtype d in a style, little-endian.
func numbersOf(r *rand.Rand, d dtype.Dtype, n int, s style) []byte {
	part := d.Component()
	parts := d.Size() / part.Size()
	data := make([]byte, 0, n*d.Size())
	if s == bits && d != dtype.Bool {
		for len(data)+8 <= cap(data) {
			data = binary.LittleEndian.AppendUint64(data, r.Uint64())
		}
		for len(data) < cap(data) {
			data = append(data, byte(r.Uint32()))
		}
		return data
	}
	var some []float64
	if s == ends || s == bits {
		some = specials(part)
	}
	fixed := float64(r.IntN(9) - 4)
	k := 0.0
	for range n * parts {
		x := 0.0
		switch s {
		case small:
			x = float64(r.IntN(25)-8) / 2
		case unit:
			x = 2*r.Float64() - 1
		case index:
			x = float64(r.IntN(2))
		case any16:
			x = math.Ldexp(2*r.Float64()-1, r.IntN(16))
		case ends, bits:
			if x = float64(r.IntN(9) - 3); r.IntN(3) == 0 {
				x = some[r.IntN(len(some))]
			}
		case equal:
			x = fixed
		case rising:
			k += float64(r.IntN(3))
			x = k
		}
		data = appendDrawn(data, part, x)
	}
	return data
}

// appendDrawn is appendNumber with the greatest integers, which no float64 holds.
func appendDrawn(b []byte, d dtype.Dtype, x float64) []byte {
	if d.IsInteger() && x >= 0x1p63 {
		if d == dtype.Uint64 {
			return binary.LittleEndian.AppendUint64(b, math.MaxUint64)
		}
		return binary.LittleEndian.AppendUint64(b, math.MaxInt64)
	}
	return appendNumber(b, d, x)
}

// finite reports whether no element is infinite or NaN.
func (a rawArray) finite() bool {
	part := a.dtype.Component()
	if !part.IsFloat() {
		return true
	}
	for i := 0; i < len(a.data); i += part.Size() {
		if x := float(part, a.data[i:]); x-x != 0 {
			return false
		}
	}
	return true
}

// ascends reports whether the elements of an array of real numbers are in order.
func (a rawArray) ascends() bool {
	v := numbersIn(result{dtype: a.dtype, shape: a.shape, data: a.data})
	return slices.IsSortedFunc(v, func(x, y complex128) int { return cmp.Compare(real(x), real(y)) }) && a.finite()
}

// formOf draws how an array of this shape reaches the call.
func formOf(r *rand.Rand, dims []int) *form {
	rank := len(dims)
	n := shape.Size(dims)
	if rank == 0 || n > 20_000 || r.IntN(10) < 6 {
		return nil
	}
	if r.IntN(6) == 0 && n > 0 && rank <= 3 && n < 200 {
		return &form{nested: true}
	}
	f := &form{perm: shape.All(rank), first: make([]int, rank), step: make([]int, rank), broadcast: make([]bool, rank)}
	if r.IntN(2) == 0 {
		r.Shuffle(rank, func(i, j int) { f.perm[i], f.perm[j] = f.perm[j], f.perm[i] })
	}
	broadcast := r.IntN(5) == 0
	plain := r.IntN(2) == 0 // transposed alone, or an offset alone
	for i := range rank {
		f.step[i] = 1
		if !plain {
			f.step[i] = []int{1, 1, 1, -1, -1, 2, 3, -2}[r.IntN(8)]
			f.first[i] = []int{0, 0, 1, 3}[r.IntN(4)]
		}
		f.broadcast[i] = broadcast && dims[i] > 0 && r.IntN(2) == 0
	}
	if rank > 5 {
		for i := range rank {
			f.step[i], f.first[i] = f.step[i]/max(1, f.step[i], -f.step[i]), 0
		}
	}
	return f
}

// repeatBroadcast makes the elements along the broadcast axes of a's form alike.
func (a rawArray) repeatBroadcast() {
	if a.form == nil || !slices.Contains(a.form.broadcast, true) {
		return
	}
	strides := shape.Strides(a.shape)
	size := a.dtype.Size()
	for i := range shape.Size(a.shape) {
		from := i
		for k, n := range strides {
			if a.form.broadcast[k] {
				from -= i / n % a.shape[k] * n
			}
		}
		copy(a.data[i*size:(i+1)*size], a.data[from*size:(from+1)*size])
	}
}
