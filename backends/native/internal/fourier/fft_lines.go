package fourier

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// lines are those of an array along an axis, seen as components: a complex element is two.
type lines[F Float] struct {
	elems  []F
	offset int
	shape  []int // without the axis
	steps  []int // of those axes, in components
	step   int   // along the axis, in components
}

func linesOf[F Float](b *array.Buffer, axis int) lines[F] {
	parts := b.Dtype.Size() / int(unsafe.Sizeof(F(0)))
	l := lines[F]{elems: unsafe.Slice((*F)(b.Base()), b.Size*parts), offset: b.Offset * parts, step: b.Strides[axis] * parts}
	for i, n := range b.Shape {
		if i != axis {
			l.shape = append(l.shape, n)
			l.steps = append(l.steps, b.Strides[i]*parts)
		}
	}
	return l
}

// starts fills at with where the lines from first on begin.
func (l *lines[F]) starts(at []int, first int) {
	for k := range at {
		pos, i := l.offset, first+k
		for a := len(l.shape) - 1; a >= 0; a-- {
			pos += i % l.shape[a] * l.steps[a]
			i /= l.shape[a]
		}
		at[k] = pos
	}
}

// apart reports whether elements of one line are nearer to each other than to those of the next.
func (l *lines[F]) apart() bool {
	if len(l.steps) == 0 {
		return true
	}
	return abs(l.step) <= abs(l.steps[len(l.steps)-1])
}

func abs(n int) int { return max(n, -n) }

// pairs reports whether elements of lines, of two components each, lie one behind the other: complex numbers, or a real line's
// even and odd elements.
func (l *lines[F]) pairs(step int) bool { return l.step == step && l.apart() }

// sideBySide reports whether the complex elements of one index lie one behind the other.
func sideBySide(at []int) bool {
	for q, pos := range at {
		if pos != at[0]+2*q {
			return false
		}
	}
	return true
}

// loadComplex copies n elements of the lines that begin at the positions at into re and im. sr and si are as long, and
// memory for it.
func (l *lines[F]) loadComplex(re, im, sr, si []F, at []int, n int) {
	lanes := len(at)
	switch {
	case l.pairs(2):
		l.loadPairs(re, im, sr, si, at, n)
	case l.apart():
		for q, pos := range at {
			for j := range n {
				re[j*lanes+q], im[j*lanes+q] = l.elems[pos], l.elems[pos+1]
				pos += l.step
			}
		}
	case sideBySide(at):
		for j := range n {
			simd.SplitParts(re[j*lanes:][:lanes], im[j*lanes:], l.elems[at[0]+j*l.step:])
		}
	default:
		for j := range n {
			r, i := re[j*lanes:][:lanes], im[j*lanes:][:lanes]
			for q, pos := range at {
				pos += j * l.step
				r[q], i[q] = l.elems[pos], l.elems[pos+1]
			}
		}
	}
}

// loadPairs is loadComplex of numbers that lie one behind the other.
func (l *lines[F]) loadPairs(re, im, sr, si []F, at []int, n int) {
	if len(at) == 1 {
		simd.SplitParts(re[:n], im, l.elems[at[0]:])
		return
	}
	for q, pos := range at {
		simd.SplitParts(sr[q*n:][:n], si[q*n:], l.elems[pos:])
	}
	transpose(re, sr, len(at), n)
	transpose(im, si, len(at), n)
}

// storeComplex copies n elements of each line, times scale, to the lines that begin at the positions at. sr and si are memory
// for it.
func (l *lines[F]) storeComplex(re, im, sr, si []F, at []int, n int, scale F) {
	lanes := len(at)
	switch {
	case l.pairs(2):
		l.storePairs(re, im, sr, si, at, n, scale)
	case l.apart():
		for q, pos := range at {
			for j := range n {
				l.elems[pos], l.elems[pos+1] = re[j*lanes+q]*scale, im[j*lanes+q]*scale
				pos += l.step
			}
		}
	case sideBySide(at):
		for j := range n {
			simd.JoinParts(l.elems[at[0]+j*l.step:], re[j*lanes:][:lanes], im[j*lanes:], scale)
		}
	default:
		for j := range n {
			r, i := re[j*lanes:][:lanes], im[j*lanes:][:lanes]
			for q, pos := range at {
				pos += j * l.step
				l.elems[pos], l.elems[pos+1] = r[q]*scale, i[q]*scale
			}
		}
	}
}

// storePairs is storeComplex of numbers that lie one behind the other.
func (l *lines[F]) storePairs(re, im, sr, si []F, at []int, n int, scale F) {
	lanes := len(at)
	if lanes == 1 {
		simd.JoinParts(l.elems[at[0]:], re[:n], im, scale)
		return
	}
	transpose(sr, re, n, lanes)
	transpose(si, im, n, lanes)
	for q, pos := range at {
		simd.JoinParts(l.elems[pos:], sr[q*n:][:n], si[q*n:], scale)
	}
}

// transpose sets the columns of z to the rows of x, of cols elements each.
func transpose[F Float](z, x []F, rows, cols int) {
	const side = simd.TransposeSide
	for i := 0; i < rows; i += side {
		high := min(side, rows-i)
		for j := 0; j < cols; j += side {
			wide := min(side, cols-j)
			down, across := simd.Transpose(z[j*rows+i:], x[i*cols+j:], rows, cols, high, wide)
			for r := range high {
				from := across
				if r >= down {
					from = 0
				}
				for c := from; c < wide; c++ {
					z[(j+c)*rows+i+r] = x[(i+r)*cols+j+c]
				}
			}
		}
	}
}

// loadReal copies the elements of real lines.
func (l *lines[F]) loadReal(to []F, at []int, n int) {
	lanes := len(at)
	for q, pos := range at {
		for j := range n {
			to[j*lanes+q] = l.elems[pos]
			pos += l.step
		}
	}
}

// loadHalves copies the even elements of real lines to even and the odd ones to odd, n of each.
func (l *lines[F]) loadHalves(even, odd, sr, si []F, at []int, n int) {
	if l.pairs(1) {
		l.loadPairs(even, odd, sr, si, at, n)
		return
	}
	lanes := len(at)
	for q, pos := range at {
		for j := range n {
			even[j*lanes+q], odd[j*lanes+q] = l.elems[pos], l.elems[pos+l.step]
			pos += 2 * l.step
		}
	}
}

// storeReal is the inverse of loadReal, times scale.
func (l *lines[F]) storeReal(from []F, at []int, n int, scale F) {
	lanes := len(at)
	for q, pos := range at {
		for j := range n {
			l.elems[pos] = from[j*lanes+q] * scale
			pos += l.step
		}
	}
}

// storeHalves is the inverse of loadHalves, times scale.
func (l *lines[F]) storeHalves(even, odd, sr, si []F, at []int, n int, scale F) {
	if l.pairs(1) {
		l.storePairs(even, odd, sr, si, at, n, scale)
		return
	}
	lanes := len(at)
	for q, pos := range at {
		for j := range n {
			l.elems[pos], l.elems[pos+l.step] = even[j*lanes+q]*scale, odd[j*lanes+q]*scale
			pos += 2 * l.step
		}
	}
}

// How many lines are transformed together at most, and how much memory they and their copy may take. Lines side by side, as the
// columns of a matrix, are more: a row of them is read at once, and where that is two cache lines half of the time goes into memory.
const (
	apartLanes = 16 // of lines that lie apart
	apartBytes = 256 << 10
	mostLanes  = 128 // of lines side by side
	mostBytes  = 2 << 20
)

// lanesOf returns how many of the lines, of n complex elements in F, are transformed together.
func lanesOf[F Float](n, lines int, apart bool) int {
	bytes := 4 * int(unsafe.Sizeof(F(0))) * n
	if apart {
		if n >= leastHalf*leastHalf { // its passes go along whole registers
			return 1
		}
		return max(1, min(lines, apartLanes, apartBytes/bytes))
	}
	each := array.CeilDiv(lines, 2*array.ThreadCount()) // so that all threads have some
	return max(1, min(lines, max(8, min(mostLanes, mostBytes/bytes, max(each, apartLanes)))))
}

// cost is about how many nanoseconds a line of n complex elements takes.
func cost(n int) float64 { return 10 + 1.5*float64(n)*float64(bits.Len(uint(n))) }

// A group is the lines that are transformed together, and the memory for them.
type group[F Float] struct {
	stop           *backend.Stop
	from, to       []int // where the lines begin
	re, im, sr, si []F
}

// A memory is what groups are transformed in: small ones use it again and again.
type memory struct {
	words    []uint64
	from, to [mostLanes]int
}

var memories = sync.Pool{New: func() any { return new(memory) }}

// memoryFor returns n undefined elements, and what gives them back.
func memoryFor[F Float](m *memory, n int) (work []F, done func()) {
	words := (n*int(unsafe.Sizeof(F(0))) + 7) / 8
	if words*8 > apartBytes {
		return array.Scratch[F](n)
	}
	if cap(m.words) < words {
		m.words = make([]uint64, words)
	}
	return unsafe.Slice((*F)(unsafe.Pointer(unsafe.SliceData(m.words))), n), func() {}
}

// free returns the memory of the group that does not have re.
func (g *group[F]) free(re []F) (sr, si []F) {
	if p := &re[0]; p == &g.re[0] || p == &g.im[0] {
		return g.sr, g.si
	}
	return g.re, g.im
}

// each calls f for groups of the lines of x, whose counterparts are those of z. n is the number of
// complex elements that are to be transformed.
func each[F Float](stop *backend.Stop, z, x *lines[F], n int, f func(g *group[F])) {
	count := shape.Size(x.shape)
	lanes := lanesOf[F](n, count, x.apart())
	groups := array.CeilDiv(count, lanes)
	array.Split(stop, groups, cost(n)*float64(lanes), func(lo, hi int) {
		m := memories.Get().(*memory)
		defer memories.Put(m)
		work, done := memoryFor[F](m, 4*n*lanes)
		defer done()
		from, to := m.from[:lanes], m.to[:lanes]
		for i := lo; i < hi; i++ {
			k := min(lanes, count-i*lanes)
			g := group[F]{stop: stop, from: from[:k], to: to[:k]}
			x.starts(g.from, i*lanes)
			z.starts(g.to, i*lanes)
			size := n * k
			g.re, g.im, g.sr, g.si = work[:size], work[size:2*size], work[2*size:3*size], work[3*size:4*size]
			f(&g)
		}
	})
}
