package simd

import "unsafe"

//go:generate go run -C _gen ./reduce -group reduction -out ../zreduction_amd64.s -stubs ../zreduction_amd64.go -pkg simd

// A Reduction reduces elements X to values A by one operation. The order in which elements
// meet is the same wherever there is assembly, and stated here for loops in Go that are
// to give the same results:
//
// Of the inner axis, along a row, there are as many lanes of A as fill 256 bytes (of complex
// numbers: as fill 256 bytes with both parts). Element i goes to lane i modulo their number,
// in ascending order. The lanes are then reduced by halves: lane i with lane i+h, for h from
// half their number down to 1. Lanes without elements hold a neutral value.
//
// Of the outer axis, across rows, eight rows are reduced in pairs, ((0 1)(2 3))((4 5)(6 7)), and
// the result with what there is; rows that are left after the eights are taken in one by one.
//
// A maximum or minimum is IEEE 754-2019's: NaN if there is one, of which no payload is
// kept, and −0 is less than +0.
type Reduction[A, X any] struct {
	inner   func(z, x unsafe.Pointer, rows, n, step int)
	rows    func(acc, x unsafe.Pointer, w, rows, step int)
	columns int // rows takes a multiple of them
}

// OK reports whether there are loops: on this machine, and allowed.
func (f *Reduction[A, X]) OK() bool { return f.inner != nil }

// callBytes is about how much memory one call of assembly reads, during which no
// goroutine can be stopped: tens of microseconds.
const callBytes = 1 << 18

// Inner sets z[i] to the reduction of the n elements x[at+i*step:], n > 0.
func (f *Reduction[A, X]) Inner(z []A, x []X, at, n, step int) {
	var one X
	most := max(1, callBytes/(n*int(unsafe.Sizeof(one))+32))
	for len(z) > 0 {
		k := min(most, len(z))
		f.callInner(z[:k], x, at, n, step)
		z, at = z[k:], at+k*step
	}
}

//go:noinline
func (f *Reduction[A, X]) callInner(z []A, x []X, at, n, step int) {
	f.inner(unsafe.Pointer(&z[0]), unsafe.Pointer(&x[at]), len(z), n, step)
}

// Rows reduces rows into acc, x[at+i*step:] for i < rows, and returns how many of the
// columns it did; the others, fewer than a register holds, are the caller's.
func (f *Reduction[A, X]) Rows(acc []A, x []X, at, rows, step int) (done int) {
	done = len(acc) - len(acc)%f.columns
	if done == 0 {
		return 0
	}
	var one X
	most := max(8, callBytes/(done*int(unsafe.Sizeof(one)))&^7)
	for rows > 0 {
		k := min(most, rows)
		f.callRows(acc[:done], x, at, k, step)
		rows, at = rows-k, at+k*step
	}
	return done
}

//go:noinline
func (f *Reduction[A, X]) callRows(acc []A, x []X, at, rows, step int) {
	f.rows(unsafe.Pointer(&acc[0]), unsafe.Pointer(&x[at]), len(acc), rows, step)
}

// Squares is a Reduction that adds the squared distances of elements to means.
type Squares[A, X any] struct {
	inner   func(z *A, x *X, rows, n, step int, m *A, mstep int)
	rows    func(acc *A, x *X, w, rows, step int, m *A)
	columns int
}

// OK reports whether there are loops: on this machine, and allowed.
func (f *Squares[A, X]) OK() bool { return f.inner != nil }

// Inner is Reduction.Inner; the mean of row i is m[mate+i*mateStep].
func (f *Squares[A, X]) Inner(z []A, x []X, at, n, step int, m []A, mate, mateStep int) {
	var one X
	most := max(1, callBytes/(n*int(unsafe.Sizeof(one))+32))
	for len(z) > 0 {
		k := min(most, len(z))
		f.callInner(z[:k], x, at, n, step, m, mate, mateStep)
		z, at, mate = z[k:], at+k*step, mate+k*mateStep
	}
}

//go:noinline
func (f *Squares[A, X]) callInner(z []A, x []X, at, n, step int, m []A, mate, mateStep int) {
	f.inner(&z[0], &x[at], len(z), n, step, &m[mate], mateStep)
}

// Rows is Reduction.Rows; the mean of column i is m[i].
func (f *Squares[A, X]) Rows(acc []A, x []X, at, rows, step int, m []A) (done int) {
	done = len(acc) - len(acc)%f.columns
	if done == 0 {
		return 0
	}
	var one X
	most := max(8, callBytes/(done*int(unsafe.Sizeof(one)))&^7)
	for rows > 0 {
		k := min(most, rows)
		f.callRows(acc[:done], x, at, k, step, m[:done])
		rows, at = rows-k, at+k*step
	}
	return done
}

//go:noinline
func (f *Squares[A, X]) callRows(acc []A, x []X, at, rows, step int, m []A) {
	f.rows(&acc[0], &x[at], len(acc), rows, step, &m[0])
}
