package simd

import "unsafe"

//go:generate go run -C _gen ./reduce -group logical -out ../zlogical_amd64.s -stubs ../zlogical_amd64.go -pkg simd
//go:generate go run -C _gen ./reduce -group scan -out ../zscan_amd64.s -stubs ../zscan_amd64.go -pkg simd

// Logical operations on elements X of 1, 2, 4, 8 or 16 bytes. An element is true if it has a
// bit that mask has; mask is repeated over the element, so that the sign of −0 may count or
// not. See [AVX2].

// sizeClass returns the index of X in tables by size.
func sizeClass[X any]() (class, size int) {
	var one X
	size = int(unsafe.Sizeof(one))
	for 1<<class < size {
		class++
	}
	return class, size
}

// AnyRows sets z[i] to 1 if one of the n elements x[at+i*step:] is true, else to 0.
func AnyRows[X any](z []uint8, x []X, at, n, step int, mask uint64) {
	_, size := sizeClass[X]()
	most := max(1, callBytes/(n*size+32))
	for len(z) > 0 {
		k := min(most, len(z))
		callLogical(anyRows, &z[0], &x[at], k, n*size, step*size, mask)
		z, at = z[k:], at+k*step
	}
}

// AllRows sets z[i] to 1 if all n elements x[at+i*step:] are true, else to 0.
func AllRows[X any](z []uint8, x []X, at, n, step int, mask uint64) {
	class, size := sizeClass[X]()
	most := max(1, callBytes/(n*size+32))
	for len(z) > 0 {
		k := min(most, len(z))
		callLogical(allRows[class], &z[0], &x[at], k, n, step*size, mask)
		z, at = z[k:], at+k*step
	}
}

// CountRows sets z[i] to how many of the n elements x[at+i*step:] are true.
func CountRows[X any](z []int64, x []X, at, n, step int, mask uint64) {
	class, size := sizeClass[X]()
	most := max(1, callBytes/(n*size+32))
	for len(z) > 0 {
		k := min(most, len(z))
		callLogical(countRows[class], &z[0], &x[at], k, n, step*size, mask)
		z, at = z[k:], at+k*step
	}
}

//go:noinline
func callLogical[Z, X any](f func(z *Z, x *uint8, rows, n, step int, mask uint64), z *Z, x *X, rows, n, step int, mask uint64) {
	f(z, (*uint8)(unsafe.Pointer(x)), rows, n, step, mask)
}

// Booleans sets z[i] to 1 where x[i] is true, else to 0, for the first of z's elements, and
// returns for how many.
func Booleans[X any](z []uint8, x []X, mask uint64) (done int) {
	class, size := sizeClass[X]()
	if class >= len(nonzero) || nonzero[class] == nil {
		return 0
	}
	n := len(z)
	if !AVX512 {
		n -= n % 32
	}
	for done < n {
		k := min(n-done, callBytes/4/size)
		callNonzero(nonzero[class], z[done:done+k], &x[done], mask)
		done += k
	}
	return done
}

//go:noinline
func callNonzero[X any](f func(z, x *uint8, n int, mask uint64), z []uint8, x *X, mask uint64) {
	f(&z[0], (*uint8)(unsafe.Pointer(x)), len(z), mask)
}

// ExtremeIndices finds the first of the most extreme elements of columns, of which NaN is one, with
// their rows' numbers P.
type ExtremeIndices[A, P any] struct {
	rows func(top *A, best *P, x *A, w, rows, step, first int)
}

// OK reports whether there are loops: on this machine, and allowed.
func (f *ExtremeIndices[A, P]) OK() bool { return f.rows != nil }

// Rows takes in rows, x[at+i*step:] for i < rows: where an element is more extreme than
// top's it replaces it, and first+i replaces best's. A NaN stays.
func (f *ExtremeIndices[A, P]) Rows(top []A, best []P, x []A, at, rows, step, first int) {
	var one A
	most := max(4, callBytes/(len(top)*int(unsafe.Sizeof(one)))&^3)
	for rows > 0 {
		k := min(most, rows)
		f.call(top, best, x, at, k, step, first)
		rows, at, first = rows-k, at+k*step, first+k
	}
}

//go:noinline
func (f *ExtremeIndices[A, P]) call(top []A, best []P, x []A, at, rows, step, first int) {
	f.rows(&top[0], &best[0], &x[at], len(top), rows, step, first)
}

// A Scan accumulates elements in groups as many as fill 64 bytes. In a group, for each
// power of two h below its length, the elements with bit h in their index take in that
// which ends the h before them; and then all of them take in the last result before the
// group. The carry is accumulated apart: each group adds its last element to it.
type Scan[A any] struct {
	groups func(z, x *A, n int, carry *A)
}

// OK reports whether there are loops: on this machine, and allowed.
func (f *Scan[A]) OK() bool { return f.groups != nil }

// Groups sets z to the accumulation of x, which has its length and may be the same, from
// carry on, which is set to the last result; for the whole groups, of which it returns
// the number of elements.
func (f *Scan[A]) Groups(z, x []A, carry *A) (done int) {
	var one A
	size := int(unsafe.Sizeof(one))
	n := len(z) &^ (64/size - 1)
	for done < n {
		k := min(n-done, callBytes/4/size)
		f.call(z[done:done+k], x[done:done+k], carry)
		done += k
	}
	return done
}

//go:noinline
func (f *Scan[A]) call(z, x []A, carry *A) { f.groups(&z[0], &x[0], len(z), carry) }
