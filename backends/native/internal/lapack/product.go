package lapack

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
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
const fewTerms = 1024

// size returns the rows and columns of op(a).
func (op Op) size(rows, cols int) (int, int) {
	if op == None {
		return rows, cols
	}
	return cols, rows
}

// subtract subtracts op(a)·op(b) from c.
func subtract[T Scalar](w *Work, c, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	accumulate(w, c, true, a, opA, b, opB)
}

// multiply sets c to op(a)·op(b).
func multiply[T Scalar](w *Work, c, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	n, k := opA.size(a.Rows, a.Cols)
	if m := c.Cols; c.Stride == m && n*k*m > fewTerms && n > 1 && m > 1 && gemm.Has(dtypeOf[T]()) {
		checkSizes(c, a, opA, b, opB)
		w.check()
		defer w.release(w.mark())
		a, b = conjugated(w, a, opA), conjugated(w, b, opB)
		gemm.Multiply(dtypeOf[T](), unsafe.Pointer(&c.Data[0]), operand(a, opA), operand(b, opB), n, k, m, w.split)
		return
	}
	for i := range c.Rows {
		clear(c.Row(i))
	}
	accumulate(w, c, false, a, opA, b, opB)
}

// checkSizes panics if sizes of a product do not agree: the assembly does not look at them.
func checkSizes[T Scalar](c, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	n, k := opA.size(a.Rows, a.Cols)
	if inner, cols := opB.size(b.Rows, b.Cols); c.Rows != n || inner != k || cols != c.Cols {
		panic("lapack: sizes of a product do not agree")
	}
}

// accumulate adds op(a)·op(b) to c, or subtracts it.
func accumulate[T Scalar](w *Work, c Matrix[T], minus bool, a Matrix[T], opA Op, b Matrix[T], opB Op) {
	checkSizes(c, a, opA, b, opB)
	n, k := opA.size(a.Rows, a.Cols)
	m := c.Cols
	if n == 0 || k == 0 || m == 0 {
		return
	}
	w.check()
	defer w.release(w.mark())
	a, b = conjugated(w, a, opA), conjugated(w, b, opB)
	d := dtypeOf[T]()
	if n*k*m <= fewTerms || n == 1 || m == 1 || !gemm.Has(d) {
		accumulateLoop(w, c, minus, a, opA, b, opB, k)
		return
	}
	gemm.Accumulate(d, gemm.Target{At: unsafe.Pointer(&c.Data[0]), Pitch: c.Stride, Subtract: minus}, operand(a, opA), operand(b, opB), n, k, m, w.split)
}

func operand[T Scalar](a Matrix[T], op Op) gemm.Matrix {
	if op == None {
		return gemm.Matrix{At: unsafe.Pointer(&a.Data[0]), Row: a.Stride, Col: 1}
	}
	return gemm.Matrix{At: unsafe.Pointer(&a.Data[0]), Row: 1, Col: a.Stride}
}

// conjugated returns the conjugate of a if op asks for it.
func conjugated[T Scalar](w *Work, a Matrix[T], op Op) Matrix[T] {
	if op != ConjTransposed || !isComplex[T]() {
		return a
	}
	s := take[T](w, a.Rows, a.Cols)
	s.CopyFrom(a)
	conjugate(s.Data)
	return s
}

// accumulateLoop is accumulate by products with vectors: of rows of c where those of b lie together, else of
// dot products. Operands are conjugated already.
func accumulateLoop[T Scalar](w *Work, c Matrix[T], minus bool, a Matrix[T], opA Op, b Matrix[T], opB Op, k int) {
	sign := T(1)
	if minus {
		sign = -1
	}
	if c.Cols == 1 && c.Rows*k > 64 {
		accumulateColumn(w, c, sign, a, opA, b, opB, k)
		return
	}
	row, col := a.Stride, 1
	if opA != None {
		row, col = 1, a.Stride
	}
	w.split(c.Rows, float64(k*c.Cols)/4, func(lo, hi int) {
		var f [4]T
		for i := lo; i < hi; i++ {
			z := c.Row(i)
			if opB == None {
				l := 0
				for ; l+4 <= k; l += 4 {
					for p := range f {
						f[p] = sign * a.Data[i*row+(l+p)*col]
					}
					addTimes4(z, &f, b.Data[l*b.Stride:], b.Stride)
				}
				for ; l < k; l++ {
					simd.AddTimes(z, sign*a.Data[i*row+l*col], b.Row(l))
				}
				continue
			}
			for j := range z {
				if col == 1 {
					z[j] += sign * dot(a.Data[i*row:i*row+k], b.Row(j))
					continue
				}
				var s T
				for l, v := range b.Row(j) {
					s += a.Data[i*row+l*col] * v
				}
				z[j] += sign * s
			}
		}
	})
}

// accumulateColumn is accumulateLoop for one column.
func accumulateColumn[T Scalar](w *Work, c Matrix[T], sign T, a Matrix[T], opA Op, b Matrix[T], opB Op, k int) {
	defer w.release(w.mark())
	x, z := takeLine[T](w, k), takeLine[T](w, c.Rows)
	for l := range x {
		if opB == None {
			x[l] = sign * b.Data[l*b.Stride]
		} else {
			x[l] = sign * b.Data[l]
		}
	}
	if opA == None {
		productOfRows(w, z, a, x)
	} else {
		sumOfRows(w, z, x, a)
	}
	for i, v := range z {
		c.Data[i*c.Stride] += v
	}
}
