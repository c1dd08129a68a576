// Package spectral has eigenvectors and singular vectors with LAPACK's signs, for draws that depend on these.
package spectral

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Eigenvectors returns the eigenvectors, as columns, and the eigenvalues, in increasing order, of a symmetric matrix in row-major
// order, whose lower triangle is read. They are gonum's and not the unified API's: the signs of the vectors are LAPACK's.
func Eigenvectors(a []float64, n int) (vectors, values []float64) {
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, a[i*n+j])
		}
	}
	var f mat.EigenSym
	var v mat.Dense
	f.Factorize(s, true)
	f.VectorsTo(&v)
	return v.RawMatrix().Data, f.Values(nil)
}

// SingularVectors returns the left singular vectors, as columns, the singular values, in decreasing order, and the right vectors, as
// columns, with LAPACK's signs: see [Eigenvectors].
func SingularVectors(a []float64, n int) (left, values, right []float64) {
	var f mat.SVD
	var u, v mat.Dense
	f.Factorize(mat.NewDense(n, n, slices.Clone(a)), mat.SVDFull)
	f.UTo(&u)
	f.VTo(&v)
	return u.RawMatrix().Data, f.Values(nil), v.RawMatrix().Data
}
