package simd

import "unsafe"

// Loops over the contiguous rows of a matrix, with one or two numbers for each row.

// A RowOp is an operation of the elements x of a row and the row's numbers, a and b.
type RowOp uint8

// Operations on rows.
const (
	RowAdd              RowOp = iota // x + a
	RowSubtract                      // x − a
	RowMultiply                      // x · a
	RowDivide                        // x / a
	RowSubtractSubtract              // (x − a) − b
	RowSubtractMultiply              // (x − a) · b
	RowSubtractDivide                // (x − a) / b
	rowOps
)

// Rows is a loop over rows of elements T. The zero Rows has no loop; see [Rows.OK].
type Rows[T float32 | float64] struct {
	run rowLoop
	two bool
}

// RowsOf returns the loop of o, or the zero Rows if there is none on this machine.
func RowsOf[T float32 | float64](o RowOp) Rows[T] {
	var one T
	r := Rows[T]{rows32[o], o >= RowSubtractSubtract}
	if unsafe.Sizeof(one) == 8 {
		r.run = rows64[o]
	}
	return r
}

// OK reports whether r has a loop.
func (r *Rows[T]) OK() bool { return r.run != nil }

// Run applies the operation to rows of n elements, n > 0, of x, and stores the results in z, which may be x. The
// numbers of row i are a[i·aStep] and b[i·bStep]; b is nil for operations with one number.
func (r *Rows[T]) Run(z, x []T, n int, a []T, aStep int, b []T, bStep int) {
	var one T
	rows := len(z) / n
	most := max(1, callBytes/(n*int(unsafe.Sizeof(one))+32))
	for i := 0; i < rows; i += most {
		k := min(most, rows-i)
		part := a[i*aStep : i*aStep+(k-1)*aStep+1]
		second := part
		if r.two {
			second = b[i*bStep : i*bStep+(k-1)*bStep+1]
		}
		r.call(z[i*n:(i+k)*n], x[i*n:(i+k)*n], k, n, part, aStep, second, bStep)
	}
}

//go:noinline
func (r *Rows[T]) call(z, x []T, rows, n int, a []T, aStep int, b []T, bStep int) {
	at := func(p []T) *byte { return (*byte)(unsafe.Pointer(&p[0])) }
	r.run(at(z), at(x), rows, n, at(a), aStep, at(b), bStep)
}

// HasExpSums reports whether the machine has [ExpSums] and IVY_SIMD allows it.
func HasExpSums() bool { return expSums != nil }

// ExpSums sets row i of z to exp(x − m[i·mStep]) of row i of x, and s[i] to the sum of that
// row: the same bits as [Exp32] and [SumFloat32]. Rows have n elements, n > 0; z may be x.
func ExpSums(z, x []float32, n int, m []float32, mStep int, s []float32) {
	most := max(1, callBytes/4/(4*n+32))
	for i := 0; i < len(s); i += most {
		k := min(most, len(s)-i)
		callExpSums(z[i*n:(i+k)*n], x[i*n:(i+k)*n], n, m[i*mStep:i*mStep+(k-1)*mStep+1], mStep, s[i:i+k])
	}
}

//go:noinline
func callExpSums(z, x []float32, n int, m []float32, mStep int, s []float32) {
	expSums(&z[0], &x[0], len(s), n, &m[0], mStep, &s[0])
}
