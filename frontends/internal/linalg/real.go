package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// general returns a matrix with elements as gonum has it.
func general(a mat[float64]) blas64.General {
	return blas64.General{Rows: a.rows, Cols: a.cols, Stride: max(a.cols, 1), Data: a.data}
}

// work calls one of LAPACK's functions twice: with a length of −1 for the memory that it
// asks for, then with that.
func work(f func(work []float64, n int)) {
	ask := make([]float64, 1)
	f(ask, -1)
	n := int(ask[0])
	f(make([]float64, max(n, 1)), n)
}

func empty[T element](a mat[T]) bool { return a.rows == 0 || a.cols == 0 }

// factor makes a its LU factors and returns the exchanges of rows.
func factor[T element](a mat[T]) []int {
	pivots := make([]int, min(a.rows, a.cols))
	if r, ok := any(a).(mat[float64]); ok && !empty(a) && r.finite() { // gonum's pivots are not LAPACK's where there are NaN
		lapack64.Getrf(general(r), pivots)
		return pivots
	}
	factorAny(a, pivots)
	return pivots
}

// substitute makes b the solution of the factored a.
func substitute[T element](a mat[T], pivots []int, b mat[T]) {
	if r, ok := any(a).(mat[float64]); ok && !empty(a) && !empty(b) && any(b).(mat[float64]).finite() { // gonum's leaves products with zero out
		lapack64.Getrs(blas.NoTrans, general(r), general(any(b).(mat[float64])), pivots)
		return
	}
	substituteAny(a, pivots, b)
}

// cholesky makes a its lower factor, read from the lower triangle; false if there is none.
func cholesky[T element](a mat[T]) bool {
	r, ok := any(a).(mat[float64])
	if !ok || empty(a) || !r.finite() {
		return choleskyAny(a)
	}
	sym := blas64.Symmetric{Uplo: blas.Lower, N: r.rows, Stride: r.rows, Data: r.data}
	if _, ok := lapack64.Potrf(sym); !ok {
		return false
	}
	clearUpper(a)
	return true
}

func clearUpper[T element](a mat[T]) {
	for i := range a.rows {
		clear(a.row(i)[min(i+1, a.cols):])
	}
}

// qr returns Q with k columns and R with k rows; it destroys a.
func qr[T element](a mat[T], k int) (q, r mat[T]) {
	x, ok := any(a).(mat[float64])
	if !ok || empty(a) {
		return qrAny(a, k)
	}
	tau := make([]float64, min(x.rows, x.cols))
	work(func(w []float64, n int) { lapack64.Geqrf(general(x), tau, w, n) })
	qq, rr := newMat[float64](x.rows, k), newMat[float64](k, x.cols)
	for i := range x.rows {
		copy(qq.row(i), x.row(i)[:min(k, x.cols)])
		if i < k {
			copy(rr.row(i)[min(i, x.cols):], x.row(i)[min(i, x.cols):])
		}
	}
	work(func(w []float64, n int) { lapack64.Orgqr(general(qq), tau, w, n) })
	return any(qq).(mat[T]), any(rr).(mat[T])
}

// svd returns u with ku columns, the singular values and vᴴ with kv rows; it destroys a.
func svd[T element](a mat[T], ku, kv int) (u mat[T], s []float64, vh mat[T], ok bool) {
	x, isReal := any(a).(mat[float64])
	if empty(a) {
		u, vh = newMat[T](a.rows, ku), newMat[T](kv, a.cols)
		for i := range min(a.rows, ku) {
			u.set(i, i, 1)
		}
		for i := range min(a.cols, kv) {
			vh.set(i, i, 1)
		}
		return u, nil, vh, true
	}
	if !isReal {
		return svdAny(a, ku, kv)
	}
	s = make([]float64, min(x.rows, x.cols))
	uu, vv := newMat[float64](x.rows, ku), newMat[float64](kv, x.cols)
	job := func(k, full int) lapack.SVDJob {
		if k == full {
			return lapack.SVDAll
		}
		return lapack.SVDStore
	}
	work(func(w []float64, n int) {
		ok = lapack64.Gesvd(job(ku, x.rows), job(kv, x.cols), general(x), general(uu), general(vv), s, w, n)
	})
	return any(uu).(mat[T]), s, any(vv).(mat[T]), ok
}

// eigh returns the eigenvalues and eigenvectors of a Hermitian matrix; it destroys a.
func eigh[T element](a mat[T]) (w []float64, v mat[T], ok bool) {
	x, isReal := any(a).(mat[float64])
	if !isReal || empty(a) {
		return eighAny(a)
	}
	w = make([]float64, x.rows)
	sym := blas64.Symmetric{Uplo: blas.Lower, N: x.rows, Stride: x.rows, Data: x.data}
	work(func(b []float64, n int) { ok = lapack64.Syev(lapack.EVCompute, sym, w, b, n) })
	return w, any(x).(mat[T]), ok
}

// eig returns the eigenvalues and eigenvectors of a matrix; it destroys a.
func eig[T element](a mat[T]) (w []complex128, v mat[complex128], ok bool) {
	x, isReal := any(a).(mat[float64])
	n := a.rows
	if !isReal {
		return eigAny(any(a).(mat[complex128]))
	}
	v = newMat[complex128](n, n)
	if n == 0 {
		return nil, v, true
	}
	wr, wi, vr := make([]float64, n), make([]float64, n), newMat[float64](n, n)
	first := -1
	none := blas64.General{Rows: 0, Cols: 0, Stride: 1, Data: nil}
	work(func(b []float64, k int) {
		first = lapack64.Geev(lapack.LeftEVNone, lapack.RightEVCompute, general(x), wr, wi, none, general(vr), b, k)
	})
	w = make([]complex128, n)
	for j := 0; j < n; j++ {
		w[j] = complex(wr[j], wi[j])
		if wi[j] == 0 || math.IsNaN(wi[j]) || j+1 == n {
			for i := range n {
				v.set(i, j, complex(vr.at(i, j), 0))
			}
			continue
		}
		w[j+1] = complex(wr[j+1], wi[j+1]) // a pair of conjugates: the parts of the vector stand in two columns
		for i := range n {
			re, im := vr.at(i, j), vr.at(i, j+1)
			v.set(i, j, complex(re, im))
			v.set(i, j+1, complex(re, -im))
		}
		j++
	}
	return w, v, first == 0
}
