package fourier

import (
	"math/bits"
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

// loadComplex copies n elements of the lines that begin at the positions at into re and im.
func (l *lines[F]) loadComplex(re, im []F, at []int, n int) {
	lanes := len(at)
	if lanes == 1 && l.step == 2 {
		simd.SplitParts(re[:n], im, l.elems[at[0]:])
		return
	}
	if l.apart() {
		for q, pos := range at {
			for j := range n {
				re[j*lanes+q], im[j*lanes+q] = l.elems[pos], l.elems[pos+1]
				pos += l.step
			}
		}
		return
	}
	for j := range n {
		r, i := re[j*lanes:][:lanes], im[j*lanes:][:lanes]
		for q, pos := range at {
			pos += j * l.step
			r[q], i[q] = l.elems[pos], l.elems[pos+1]
		}
	}
}

// storeComplex copies n elements of each line, times scale, to the lines that begin at the positions at.
func (l *lines[F]) storeComplex(re, im []F, at []int, n int, scale F) {
	lanes := len(at)
	if lanes == 1 && l.step == 2 {
		simd.JoinParts(l.elems[at[0]:], re[:n], im, scale)
		return
	}
	if l.apart() {
		for q, pos := range at {
			for j := range n {
				l.elems[pos], l.elems[pos+1] = re[j*lanes+q]*scale, im[j*lanes+q]*scale
				pos += l.step
			}
		}
		return
	}
	for j := range n {
		r, i := re[j*lanes:][:lanes], im[j*lanes:][:lanes]
		for q, pos := range at {
			pos += j * l.step
			l.elems[pos], l.elems[pos+1] = r[q]*scale, i[q]*scale
		}
	}
}

// loadReal copies the elements of real lines from the first one on, every step-th of them, n in number.
func (l *lines[F]) loadReal(to []F, at []int, first, every, n int) {
	lanes := len(at)
	for q, pos := range at {
		pos += first * l.step
		for j := range n {
			to[j*lanes+q] = l.elems[pos]
			pos += every * l.step
		}
	}
}

// storeReal is the inverse of loadReal, times scale.
func (l *lines[F]) storeReal(from []F, at []int, first, every, n int, scale F) {
	lanes := len(at)
	for q, pos := range at {
		pos += first * l.step
		for j := range n {
			l.elems[pos] = from[j*lanes+q] * scale
			pos += every * l.step
		}
	}
}

// groupBytes is how much memory a group of lines and its copy may take.
const groupBytes = 256 << 10

// lanesOf returns how many of the lines, of n complex elements in F, are transformed together.
func lanesOf[F Float](n, lines int, apart bool) int {
	most := groupBytes / (4 * int(unsafe.Sizeof(F(0))) * n)
	if !apart { // at least a cache line
		most = max(most, 8)
	}
	return max(1, min(lines, 16, most))
}

// cost is about how many nanoseconds a line of n complex elements takes.
func cost(n int) float64 { return 10 + 1.5*float64(n)*float64(bits.Len(uint(n))) }

// A group is the lines that are transformed together, and the memory for them.
type group[F Float] struct {
	stop           *backend.Stop
	from, to       []int // where the lines begin
	re, im, sr, si []F
}

// each calls f for groups of the lines of x, whose counterparts are those of z. n is the number of
// complex elements that are to be transformed.
func each[F Float](stop *backend.Stop, z, x *lines[F], n int, f func(g *group[F])) {
	count := shape.Size(x.shape)
	lanes := lanesOf[F](n, count, x.apart())
	groups := array.CeilDiv(count, lanes)
	array.Split(stop, groups, cost(n)*float64(lanes), func(lo, hi int) {
		size := n * lanes
		work, done := array.Scratch[F](4 * size)
		defer done()
		from, to := make([]int, lanes), make([]int, lanes)
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
