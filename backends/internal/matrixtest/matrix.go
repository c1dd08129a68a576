package matrixtest

import (
	"encoding/binary"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"github.com/goivy/goivy/ivy/dtype"
)

// A matrix has its elements in row-major order.
type matrix struct {
	rows, cols int
	v          []complex128
}

func zeros(rows, cols int) matrix { return matrix{rows, cols, make([]complex128, rows*cols)} }

func identity(n int) matrix {
	a := zeros(n, n)
	for i := range n {
		a.set(i, i, 1)
	}
	return a
}

func (a matrix) at(i, j int) complex128     { return a.v[i*a.cols+j] }
func (a matrix) set(i, j int, v complex128) { a.v[i*a.cols+j] = v }

// mapped returns the matrix of f of each element.
func (a matrix) mapped(f func(i, j int, v complex128) complex128) matrix {
	z := zeros(a.rows, a.cols)
	for i := range a.rows {
		for j := range a.cols {
			z.set(i, j, f(i, j, a.at(i, j)))
		}
	}
	return z
}

func (a matrix) adjoint() matrix {
	return zeros(a.cols, a.rows).mapped(func(i, j int, _ complex128) complex128 { return cmplx.Conj(a.at(j, i)) })
}

func (a matrix) sub(b matrix) matrix {
	return a.mapped(func(i, j int, v complex128) complex128 { return v - b.at(i, j) })
}

func (a matrix) mul(b matrix) matrix {
	z := zeros(a.rows, b.cols)
	for i := range a.rows {
		for k := range a.cols {
			for j := range b.cols {
				z.v[i*z.cols+j] += a.at(i, k) * b.at(k, j)
			}
		}
	}
	return z
}

// norm is that of Frobenius.
func (a matrix) norm() float64 {
	sum := 0.0
	for _, v := range a.v {
		sum += real(v)*real(v) + imag(v)*imag(v)
	}
	return math.Sqrt(sum)
}

// far is how far a is from b, in units of a norm.
func (a matrix) far(b matrix, unit float64) float64 {
	d := a.sub(b).norm()
	if d == 0 {
		return 0
	}
	return d / unit
}

// orthonormal is how far the columns are from it.
func (a matrix) orthonormal() float64 { return a.adjoint().mul(a).far(identity(a.cols), 1) }

// diagonal is the matrix with v on its diagonal.
func diagonal(rows, cols int, v []complex128) matrix {
	a := zeros(rows, cols)
	for i, x := range v {
		a.set(i, i, x)
	}
	return a
}

// logDet is the determinant, divided by its magnitude, and the magnitude's logarithm.
func (a matrix) logDet() (sign complex128, log float64) {
	a = a.mapped(func(_, _ int, v complex128) complex128 { return v })
	sign = 1
	for k := range a.rows {
		p := k
		for i := k; i < a.rows; i++ {
			if cmplx.Abs(a.at(i, k)) > cmplx.Abs(a.at(p, k)) {
				p = i
			}
		}
		if p != k {
			sign = -sign
			for j := range a.cols {
				x, y := a.at(k, j), a.at(p, j)
				a.set(k, j, y)
				a.set(p, j, x)
			}
		}
		pivot := a.at(k, k)
		if pivot == 0 {
			return 0, math.Inf(-1)
		}
		sign *= pivot / complex(cmplx.Abs(pivot), 0)
		log += math.Log(cmplx.Abs(pivot))
		for i := k + 1; i < a.rows; i++ {
			l := a.at(i, k) / pivot
			for j := k; j < a.cols; j++ {
				a.set(i, j, a.at(i, j)-l*a.at(k, j))
			}
		}
	}
	return sign, log
}

// random returns a matrix of normally distributed numbers that dtype d holds.
func random(r *rand.Rand, d dtype.Dtype, rows, cols int) matrix {
	return zeros(rows, cols).mapped(func(int, int, complex128) complex128 {
		v := complex(r.NormFloat64(), 0)
		if d.IsComplex() {
			v += complex(0, r.NormFloat64())
		}
		return held(d, v)
	})
}

// held is v rounded to dtype d.
func held(d dtype.Dtype, v complex128) complex128 {
	if d == dtype.Float32 || d == dtype.Complex64 {
		v = complex128(complex64(v))
	}
	return v
}

// hermitian is a matrix with these eigenvalues at least, which have all magnitudes from least to least + rows.
func hermitian(r *rand.Rand, d dtype.Dtype, n int, least float64) matrix {
	b := random(r, d, n, n)
	a := b.mul(b.adjoint())
	return a.mapped(func(i, j int, v complex128) complex128 {
		if i == j {
			return held(d, complex(real(v)+least, 0))
		}
		return held(d, v)
	})
}

// bytesOf are elements as a backend takes them.
func bytesOf(d dtype.Dtype, vs []complex128) []byte {
	var p []byte
	little := binary.LittleEndian
	for _, v := range vs {
		parts := []float64{real(v), imag(v)}
		if !d.IsComplex() {
			parts = parts[:1]
		}
		for _, f := range parts {
			if d == dtype.Float32 || d == dtype.Complex64 {
				p = little.AppendUint32(p, math.Float32bits(float32(f)))
			} else {
				p = little.AppendUint64(p, math.Float64bits(f))
			}
		}
	}
	return p
}

// elementsOf is the way back.
func elementsOf(d dtype.Dtype, p []byte) []complex128 {
	var fs []float64
	for len(p) > 0 {
		if d == dtype.Float32 || d == dtype.Complex64 {
			fs, p = append(fs, float64(math.Float32frombits(binary.LittleEndian.Uint32(p)))), p[4:]
		} else {
			fs, p = append(fs, math.Float64frombits(binary.LittleEndian.Uint64(p))), p[8:]
		}
	}
	var vs []complex128
	for i := 0; i < len(fs); i++ {
		if !d.IsComplex() {
			vs = append(vs, complex(fs[i], 0))
			continue
		}
		vs = append(vs, complex(fs[i], fs[i+1]))
		i++
	}
	return vs
}
