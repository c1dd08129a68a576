package jax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Factors whose signs and order are ours make the matrix again.
func TestFactorsMultiply(t *testing.T) {
	j := newJAX(t, Config{X64: true}, "native")
	e := j.Env()
	l := j.NumPy().Linalg()
	for _, d := range []dtype.Dtype{ivy.Float64, ivy.Complex128} {
		x := e.Astype(e.Asarray([][]float64{{4, 1, -2}, {1, 2, 0.5}, {-2, 0.25, 3}}), d)
		near := func(want, got *ivy.Array) {
			t.Helper()
			assert.Less(t, e.Max(e.Abs(e.Subtract(want, got))).Float(), 1e-13)
		}
		eig := l.Eig(x)
		w, v := eig[0].V, eig[1].V
		assert.Equal(t, ivy.Complex128, w.Dtype())
		near(e.MatMul(e.Astype(x, ivy.Complex128), v), e.Multiply(v, w))
		symmetric := e.Divide(e.Add(x, e.Adjoint(x)), 2)
		eigh := l.Eigh(x)
		w, v = eigh[0].V, eigh[1].V
		near(e.MatMul(symmetric, v), e.Multiply(v, e.Astype(w, d)))
		for _, hermitian := range []bool{false, true} {
			of := x
			if hermitian {
				of = symmetric
			}
			svd := j.Call(functions.Must("numpy.linalg.svd"), x, Kw("hermitian", hermitian)).([]*frontend.Array)
			near(of, e.MatMul(e.Multiply(svd[0].V, e.Astype(svd[1].V, d)), svd[2].V))
		}
	}
	turned := l.Eigvals(e.Asarray([][]float64{{0, 1}, {-1, 0}}, ivy.Float64)).V
	assert.Equal(t, []complex128{1i, -1i}, ivy.Values[complex128](turned))
}

// What jax.scipy.linalg and jax.lax.linalg compute in steps is right for larger matrices than the recorded ones too.
func TestFunctionsOfMatrices(t *testing.T) {
	j := newJAX(t, Config{X64: true}, "native")
	n, e := j.Namespace, j.Env()
	const size = 24
	call := func(path string, args ...any) []*ivy.Array {
		t.Helper()
		switch z := n.Call(n.Functions.Must(path), args...).(type) {
		case *frontend.Array:
			return []*ivy.Array{z.V}
		case []*frontend.Array:
			var out []*ivy.Array
			for _, x := range z {
				out = append(out, x.V)
			}
			return out
		}
		t.Fatalf("%s returns neither an array nor a list", path)
		return nil
	}
	near := func(want, got *ivy.Array) {
		t.Helper()
		assert.Less(t, e.Max(e.Abs(e.Subtract(want, got))).Float(), 1e-11)
	}
	mul := func(xs ...*ivy.Array) *ivy.Array {
		z := xs[0]
		for _, x := range xs[1:] {
			z = e.MatMul(z, x)
		}
		return z
	}
	for _, d := range []dtype.Dtype{ivy.Float64, ivy.Complex128} {
		g := e.NewGenerator(3)
		draw := func(dims ...int) *ivy.Array {
			x := g.Normal(0, 1, dims, ivy.Float64)
			if d.IsComplex() {
				x = e.Add(x, e.Multiply(g.Normal(0, 1, dims, ivy.Float64), 1i))
			}
			return e.Astype(x, d)
		}
		x := draw(size, size)
		hermitian := e.Add(x, e.Adjoint(x))
		eye := e.Eye(size, d)

		z := call("scipy.linalg.hessenberg", x, Kw("calc_q", true))
		near(x, mul(z[1], z[0], e.Adjoint(z[1])))
		near(eye, mul(e.Adjoint(z[1]), z[1]))
		for _, lower := range []bool{true, false} {
			z = call("lax.linalg.tridiagonal", hermitian, Kw("lower", lower))
			band := e.Add(e.Diag(z[1]), e.Add(e.Diag(z[2], ivy.K(1)), e.Diag(z[2], ivy.K(-1))))
			near(e.Eigvalsh(hermitian), e.Eigvalsh(band))
			if lower {
				v := e.GetItem(z[0], ivy.Slice(1, nil), ivy.Slice(0, size-1))
				q := e.BlockDiag([]*ivy.Array{e.Eye(1, d), call("lax.linalg.householder_product", v, z[3])[0]})
				near(hermitian, mul(q, e.Astype(band, d), e.Adjoint(q)))
			}
		}
		z = call("lax.linalg.qr", x, Kw("pivoting", true))
		near(e.Take(x, z[2], ivy.Axis(1)), mul(z[0], z[1]))
		diagonal := ivy.Values[float64](e.Abs(e.Diagonal(z[1])))
		for i := range size - 1 {
			assert.GreaterOrEqual(t, diagonal[i]+1e-12, diagonal[i+1])
		}
		z = call("scipy.linalg.lu_factor", x)
		b := draw(size, 2)
		for trans, of := range []*ivy.Array{x, e.MatrixTranspose(x), e.Adjoint(x)} {
			solution := n.Call(n.Functions.Must("scipy.linalg.lu_solve"), frontend.Tuple{z[0], z[1]}, b, trans).(*frontend.Array).V
			near(b, mul(of, solution))
		}
		rows := call("lax.linalg.lu_pivots_to_permutation", z[1], size)[0]
		lower := e.Add(e.Tril(z[0], ivy.K(-1)), eye)
		near(e.Take(x, rows, ivy.Axis(0)), mul(lower, e.Triu(z[0])))

		low, middle, up := draw(size), draw(size), draw(size)
		near(b, mul(bands(e, low, middle, up), call("lax.linalg.tridiagonal_solve", low, middle, up, b)[0]))
		y := call("scipy.linalg.solve_sylvester", x, e.GetItem(hermitian, ivy.Slice(0, 2), ivy.Slice(0, 2)), b)[0]
		near(b, e.Add(mul(x, y), mul(y, e.GetItem(hermitian, ivy.Slice(0, 2), ivy.Slice(0, 2)))))
		small := e.Multiply(x, number(e, 0.2, d))
		near(e.Astype(e.MatrixExp(small), ivy.Complex128), call("scipy.linalg.funm", small, functions.Must("numpy.exp"))[0])
		z = call("scipy.linalg.schur", x)
		z = call("scipy.linalg.rsf2csf", z[0], z[1])
		near(e.Astype(x, ivy.Complex128), mul(z[1], z[0], e.Adjoint(z[1])))
		near(z[0], e.Triu(z[0]))
	}
	rows := []int64{2, 0, 1, 7, -1, 0} // the second is no order
	assert.Equal(t, []int32{2, 2, 2, 0, 1, 2}, exchanges(rows, 3, 3))
	assert.Equal(t, []int64{2, 0, 1, 0, 1, 2}, rows)
	assert.Equal(t, []int32{2, 0, 1}, orders([]int32{2, 2, 2}, 3, 3, 1))
	for _, outside := range [][2][]int32{{{5, 1}, {2, 1, 2}}, {{0, 5}, {0, 2, 2}}, {{0, -5}, {0, 0, 2}}, {{0, -1}, {0, 2, 1}}} { // as JAX gives
		assert.Equal(t, outside[1], orders(outside[0], 2, 3, 1))
	}
	z := n.Call(n.Functions.Must("scipy.linalg.funm"), e.Eye(2, ivy.Float64), functions.Must("numpy.exp"), Kw("disp", false)).([]*frontend.Array)
	assert.Len(t, z, 2)
	assert.Less(t, z[1].V.Float(), 1e-12)
	assert.ErrorContains(t, ivy.Try(func() { n.Call(n.Functions.Must("scipy.linalg.funm"), e.Eye(2, ivy.Float64), 3) }), "TypeError")
}

// productsOf returns the function of a path that ends with "()": what does not depend on signs and orders that are the library's, as the
// generator of the recorded results has it. It returns nil for other paths.
func productsOf(n *frontend.Namespace, path string) golden.Caller {
	name, ok := strings.CutSuffix(path, "()")
	if !ok {
		return nil
	}
	e := n.Env()
	scaled := func(v, w *ivy.Array) *ivy.Array {
		return e.Multiply(v, e.Astype(e.ExpandDims(w, ivy.Axis(-2)), v.Dtype()))
	}
	product := func(xs ...*ivy.Array) *ivy.Array {
		z := xs[0]
		for _, x := range xs[1:] {
			z = e.MatMul(z, x)
		}
		return z
	}
	diagonalSum := func(x *ivy.Array) *ivy.Array { return e.Sum(e.Diagonal(x), ivy.Axis(-1)) }
	part := func(x *ivy.Array, k int, columns bool) *ivy.Array {
		if columns {
			return e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, k))
		}
		return e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, k), ivy.Colon)
	}
	of := func(z []*ivy.Array, left bool) []*ivy.Array {
		switch {
		case strings.HasSuffix(name, ".svd"):
			k := z[1].Shape()[z[1].Ndim()-1]
			return []*ivy.Array{z[1], product(scaled(part(z[0], k, true), z[1]), part(z[2], k, false)), product(e.Adjoint(z[0]), z[0]), product(z[2], e.Adjoint(z[2]))}
		case name == "lax.linalg.eigh":
			return []*ivy.Array{z[1], product(scaled(z[0], z[1]), e.Adjoint(z[0])), product(e.Adjoint(z[0]), z[0])}
		case strings.Contains(name, ".eigh"):
			return []*ivy.Array{z[0], product(scaled(z[1], z[0]), e.Adjoint(z[1])), product(e.Adjoint(z[1]), z[1])}
		case strings.HasSuffix(name, ".schur"):
			return []*ivy.Array{product(z[1], z[0], e.Adjoint(z[1])), product(e.Adjoint(z[1]), z[1]), e.Tril(z[0], ivy.K(-2)), diagonalSum(z[0]), diagonalSum(product(z[0], z[0]))}
		case strings.HasSuffix(name, ".rsf2csf"):
			w := e.Diagonal(z[0])
			return []*ivy.Array{product(z[1], z[0], e.Adjoint(z[1])), product(e.Adjoint(z[1]), z[1]), e.Tril(z[0], ivy.K(-1)), e.Sum(w, ivy.Axis(-1)), e.Sum(e.Multiply(w, w), ivy.Axis(-1))}
		}
		w, vs := z[0], z[1:]
		out := []*ivy.Array{e.Sum(w, ivy.Axis(-1)), e.Sum(e.Multiply(w, w), ivy.Axis(-1))}
		if len(vs) == 2 {
			f := e.Divide(w, e.Sum(e.Multiply(e.Conj(vs[0]), vs[1]), ivy.Axis(-2)))
			out = append(out, product(scaled(vs[1], f), e.Adjoint(vs[0])))
		}
		for _, v := range vs {
			out = append(out, e.Sum(e.Square(e.Abs(v)), ivy.Axis(-2)))
		}
		if len(vs) > 0 && !left {
			v := vs[len(vs)-1]
			out = append(out, product(scaled(v, w), e.Inv(v)))
		}
		return out
	}
	return func(args ...any) any {
		left := false
		for _, a := range args {
			if kw, isKw := a.(frontend.Named); isKw && kw.Name == "compute_left_eigenvectors" {
				left = kw.Value.(bool)
			}
		}
		var xs []*ivy.Array
		for _, z := range n.Call(n.Functions.Must(name), args...).([]*frontend.Array) {
			xs = append(xs, z.V)
		}
		var out []*frontend.Array
		for _, z := range of(xs, left) {
			out = append(out, n.Wrap(z))
		}
		return out
	}
}
