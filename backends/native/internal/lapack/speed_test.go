package lapack

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkFactorizations(b *testing.B) {
	benchmarkFactorizations[float32](b, "float32")
	benchmarkFactorizations[float64](b, "float64")
}

func benchmarkFactorizations[T Real](b *testing.B, name string) {
	for _, n := range []int{32, 100, 500, 1000} {
		a, s := NewMatrix[T](n, n), NewMatrix[T](n, n)
		r := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // no secret
		for i := range n {
			for j := range n {
				a.Set(i, j, T(r.Float64()-0.5))
				s.Set(i, j, T(r.Float64()-0.5))
			}
			s.Set(i, i, T(n))
		}
		x, z := NewMatrix[T](n, n), NewMatrix[T](n, n)
		w := &Work{Serial: true}
		pivots, tau := make([]int, n), make([]T, n)
		run := func(what string, f func()) {
			b.Run(fmt.Sprintf("%s/%s/%d", what, name, n), func(b *testing.B) {
				for b.Loop() {
					f()
				}
			})
		}
		run("copy", func() { x.CopyFrom(a) })
		run("lu", func() { x.CopyFrom(a); LU(w, x, pivots) })
		run("cholesky", func() { x.CopyFrom(s); Cholesky(w, x) })
		run("qr", func() { x.CopyFrom(a); QR(w, x, tau); FormQ(w, z, x, tau) })
		run("inverse", func() { x.CopyFrom(a); Inverse(w, z, x) })
	}
}

func BenchmarkSpectra(b *testing.B) {
	for _, n := range []int{32, 100, 500, 1000} {
		a := NewMatrix[float64](n, n)
		r := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // no secret
		for i := range a.Data {
			a.Data[i] = r.Float64() - 0.5
		}
		x, d := NewMatrix[float64](n, n), make([]float64, n)
		w := &Work{Serial: true}
		u, v := NewMatrix[float64](n, n), NewMatrix[float64](n, n)
		c := make([]complex128, n)
		for what, f := range map[string]func(){
			"eigh": func() { Eigh(w, x, d) }, "svd": func() { SVD(w, x, d, u, v) }, "eig": func() { EigValues(w, x, c) },
		} {
			b.Run(fmt.Sprintf("%s/%d", what, n), func(b *testing.B) {
				for b.Loop() {
					x.CopyFrom(a)
					f()
				}
			})
		}
	}
}
