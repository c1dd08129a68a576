package lapack

import (
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
)

// A Work has memory of its own for what algorithms need on their way: a stack, which costs less than
// an allocation for each of the many small parts that they work on. It is of one goroutine: functions that
// a Work splits have a Work of their own.

// stackWords is how many words a stack has, of which the greatest part goes elsewhere.
const (
	stackWords = 1 << 14
	greatPart  = stackWords / 4
)

var stacks = sync.Pool{New: func() any { return new([stackWords]uint64) }}

// A stack is the memory of a Work.
type stack struct {
	block *[stackWords]uint64
	used  int
	great []func() // what frees the parts that are too large
}

// A mark is a height of the stack.
type mark struct{ used, great int }

func (w *Work) mark() mark { return mark{w.stack.used, len(w.stack.great)} }

// release frees what was taken since the mark.
func (w *Work) release(m mark) {
	s := &w.stack
	for _, done := range s.great[m.great:] {
		done()
	}
	s.great, s.used = s.great[:m.great], m.used
	if s.used == 0 && s.block != nil {
		stacks.Put(s.block)
		s.block = nil
	}
}

// inner returns the Work of a piece of w that is split.
func (w *Work) inner() Work { return Work{Stop: w.Stop, Serial: true} }

// take returns a matrix of undefined elements, which ends with a release.
func take[T Scalar](w *Work, rows, cols int) Matrix[T] {
	return Matrix[T]{takeLine[T](w, rows*cols), rows, cols, cols}
}

// takeZeros is take of zeros.
func takeZeros[T Scalar](w *Work, rows, cols int) Matrix[T] {
	a := take[T](w, rows, cols)
	clear(a.Data)
	return a
}

// takeLine returns n undefined elements, which end with a release.
func takeLine[T Scalar](w *Work, n int) []T {
	var one T
	words := (n*int(unsafe.Sizeof(one)) + 7) / 8
	s := &w.stack
	if words > greatPart || s.used+words > stackWords {
		z, done := array.Scratch[T](n)
		s.great = append(s.great, done)
		return z
	}
	if words == 0 {
		return nil
	}
	if s.block == nil {
		s.block = stacks.Get().(*[stackWords]uint64)
	}
	p := unsafe.Pointer(&s.block[s.used])
	s.used += (words + 7) &^ 7 // to the next cache line
	s.used = min(s.used, stackWords)
	return unsafe.Slice((*T)(p), n)
}
