// Package gemm multiplies matrices with the processor's vector instructions: those of
// AVX2, AVX-512, AVX-512 BF16 and AMX. Package simd says which of them there are; where
// there is none, callers have loops in Go.
//
// A product is cut into tiles of a few rows and a strip of columns, whose sums stay in
// registers along the whole summed axis (Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication"). Which terms are added in which order depends
// on the sizes and the machine, never on the number of threads.
//
// Sums of float16 and bfloat16 are float32 and rounded once, to nearest even; sums of
// integers wrap. Floats are added with fused multiplications, in blocks of the summed
// axis, so that the error of a sum of k products stays below k·eps·Σ|x·y|.
package gemm

import "unsafe"

//go:generate go run -C ../simd/_gen ./gemm -out ../../gemm/zgemm_amd64.s -stubs ../../gemm/zgemm_amd64.go -pkg gemm

// A Matrix is a matrix anywhere in memory.
type Matrix struct {
	At       unsafe.Pointer // the first element
	Row, Col int            // elements from one row to the next, from one column to the next

	Packed *Packed // the same matrix as Pack or PackFirst wrote it, or nil
}

// A Target is where a product goes: rows of Pitch elements, to which it is added, or from which it is
// subtracted.
type Target struct {
	At       unsafe.Pointer // the first element
	Pitch    int            // elements from one row to the next
	Subtract bool
}

// Windows is a matrix of an array's elements, which may be in it several times: its rows
// and its columns go over axes of the array, the last of each fastest.
type Windows struct {
	At         unsafe.Pointer // the first element
	Rows, Cols []Axis

	Packed *Packed // the same matrix as PackWindows or PackWindowsFirst wrote it, or nil

	// InPlace says of a second operand, whose columns are one axis of step 1, that it is better to read it where it lies than to copy it,
	// where the loops can.
	InPlace bool
}

// across reports whether it is elements of a row that are not contiguous: then those of a column are.
func (w *Windows) across() bool { return w.Cols[len(w.Cols)-1].Step != 1 }

// A Bias is a number for each column of a product.
type Bias struct{ whole []int32 }

// biasLine is how many numbers are read at a time.
const biasLine = 32

// NewBias returns a bias of m numbers, which are 0, and these numbers.
func NewBias(m int) (b *Bias, columns []int32) {
	whole := make([]int32, BiasLen(m))
	return &Bias{whole}, whole[:m]
}

// BiasOf returns a bias of these numbers, of which there are [BiasLen] for m.
func BiasOf(numbers []int32) *Bias { return &Bias{numbers} }

// BiasLen returns how many numbers are read of a bias of m.
func BiasLen(m int) int { return (m + biasLine - 1) / biasLine * biasLine }

// An Axis is so many elements, so far apart.
type Axis struct{ Len, Step int }

// Split calls f on pieces of 0 … n, which together cover it, on several threads if it
// likes. cost is what one of n takes, in nanoseconds.
type Split func(n int, cost float64, f func(lo, hi int))

// InOne is a [Split] of one thread.
func InOne(n int, _ float64, f func(lo, hi int)) { f(0, n) }
