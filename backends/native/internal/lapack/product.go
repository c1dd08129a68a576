package lapack

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/dtype"
)

func dtypeOf[T Scalar]() dtype.Dtype {
	var x T
	switch any(x).(type) {
	case float32:
		return dtype.Float32
	case float64:
		return dtype.Float64
	case complex64:
		return dtype.Complex64
	}
	return dtype.Complex128
}

// fewTerms is how many multiplications are done by a plain loop.
const fewTerms = 2048

// size returns the rows and columns of op(a).
func (op Op) size(rows, cols int) (int, int) {
	if op == None {
		return rows, cols
	}
	return cols, rows
}

// subtract subtracts op(a)·op(b) from c.
func subtract[T Scalar](w *Work, c, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	accumulate(w, c, -1, a, opA, b, opB)
}

// multiply sets c to op(a)·op(b).
func multiply[T Scalar](w *Work, c, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	for i := range c.Rows {
		clear(c.Row(i))
	}
	accumulate(w, c, 1, a, opA, b, opB)
}

// accumulate adds op(a)·op(b), or its negative if sign is −1, to c.
func accumulate[T Scalar](w *Work, c Matrix[T], sign T, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	n, k := opA.size(a.Rows, a.Cols)
	m := c.Cols
	if inner, cols := opB.size(b.Rows, b.Cols); c.Rows != n || inner != k || cols != m {
		panic("lapack: sizes of a product do not agree") // the assembly does not look at them
	}
	if n == 0 || k == 0 || m == 0 {
		return
	}
	w.check()
	a, doneA := conjugated(a, opA)
	defer doneA()
	b, doneB := conjugated(b, opB)
	defer doneB()
	d := dtypeOf[T]()
	if n*k*m <= fewTerms || !gemm.Has(d) {
		accumulateLoop(w, c, sign, a, opA, b, opB, k)
		return
	}
	s, done := scratch[T](n, m)
	defer done()
	gemm.Multiply(d, unsafe.Pointer(&s.Data[0]), operand(a, opA), operand(b, opB), n, k, m, w.split)
	w.split(n, float64(m)/2, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			z, x := c.Row(i), s.Row(i)
			if sign == 1 {
				for j, v := range x {
					z[j] += v
				}
			} else {
				for j, v := range x {
					z[j] -= v
				}
			}
		}
	})
}

func operand[T Scalar](a Matrix[T], op Op) gemm.Matrix {
	if op == None {
		return gemm.Matrix{At: unsafe.Pointer(&a.Data[0]), Row: a.Stride, Col: 1}
	}
	return gemm.Matrix{At: unsafe.Pointer(&a.Data[0]), Row: 1, Col: a.Stride}
}

// conjugated returns the conjugate of a if op asks for it.
func conjugated[T Scalar](a Matrix[T], op Op) (Matrix[T], func()) {
	if op != ConjTransposed || !isComplex[T]() {
		return a, func() {}
	}
	s, done := scratch[T](a.Rows, a.Cols)
	s.CopyFrom(a)
	conjugate(s.Data)
	return s, done
}

func accumulateLoop[T Scalar](w *Work, c Matrix[T], sign T, a Matrix[T], opA Op, b Matrix[T], opB Op, k int) {
	row, col := a.Stride, 1
	if opA != None {
		row, col = 1, a.Stride
	}
	w.split(c.Rows, float64(k*c.Cols), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			z := c.Row(i)
			if opB == None {
				for l := range k {
					addTimes(z, sign*a.Data[i*row+l*col], b.Row(l))
				}
				continue
			}
			for j := range z {
				var s T
				y := b.Row(j)
				for l, v := range y {
					s += a.Data[i*row+l*col] * v
				}
				z[j] += sign * s
			}
		}
	})
}
