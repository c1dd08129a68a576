package backendtest

import (
	"math"

	"github.com/goivy/goivy/ivy"
)

// matrixGradients are cases of functions of matrices, which are made regular, Hermitian or positive definite of the
// operands.
func matrixGradients() (out []*gradientCase) {
	type env = *ivy.Env
	regular := func(e env, x *ivy.Array) *ivy.Array { // far from singular
		n := x.Shape()[len(x.Shape())-1]
		return e.Add(x, e.Astype(e.Multiply(e.Eye(n), 5), x.Dtype()))
	}
	positive := func(e env, x *ivy.Array) *ivy.Array { return regular(e, e.MatMul(x, e.Adjoint(x))) }
	symmetric := func(e env, x *ivy.Array) *ivy.Array { return e.Add(x, e.Adjoint(x)) }
	one, batch := [][][]int{{{3, 3}}, {{2, 2, 2}}, {{0, 0}}}, [][][]int{{{2, 3, 3}}}
	wide, tall := [][][]int{{{2, 3}}}, [][][]int{{{2, 4, 2}}}
	with := func(rows, name string, shapes [][][]int, f func(e env, x []*ivy.Array) ivy.Tree) {
		out = append(out, &gradientCase{rows: rows, name: name, shapes: shapes, f: f})
	}
	tree := func(xs ...*ivy.Array) ivy.Tree {
		t := make([]ivy.Tree, len(xs))
		for i, x := range xs {
			t[i] = x
		}
		return t
	}
	with("Cholesky FactorCholesky", "", one, func(e env, x []*ivy.Array) ivy.Tree { return e.Cholesky(positive(e, x[0])) })
	with("Cholesky FactorCholesky", "upper", batch, func(e env, x []*ivy.Array) ivy.Tree { return e.Cholesky(positive(e, x[0]), ivy.Upper(true)) })
	with("Det Determinant", "", one, func(e env, x []*ivy.Array) ivy.Tree { return e.Det(regular(e, x[0])) })
	with("Det Determinant", "singular", one[:1], func(e env, x []*ivy.Array) ivy.Tree {
		return e.Det(e.Multiply(x[0], []float64{1, 1, 0})) // with a column of zeros
	})
	with("Slogdet LogDeterminant", "", one, func(e env, x []*ivy.Array) ivy.Tree { return tree(two(e.Slogdet(regular(e, x[0])))...) })
	with("Inv InvertMatrix", "", one, func(e env, x []*ivy.Array) ivy.Tree { return e.Inv(regular(e, x[0])) })
	with("Solve SolveMatrix", "", [][][]int{{{3, 3}, {3, 2}}, {{2, 3, 3}, {3, 1}}, {{2, 2}, {2}}, {{2, 2}, {3, 2, 2}}}, func(e env, x []*ivy.Array) ivy.Tree {
		return e.Solve(regular(e, x[0]), x[1])
	})
	for name, opts := range map[string][]ivy.Option{
		"": nil, "upper": {ivy.Upper(true)}, "adjoint": {ivy.Adjointed(true)}, "unit": {ivy.Unit(true)}, "upper unit": {ivy.Upper(true), ivy.Unit(true)},
	} {
		with("SolveTriangular SolveTriangle", name, [][][]int{{{3, 3}, {3, 2}}, {{2, 2, 2}, {2}}}, func(e env, x []*ivy.Array) ivy.Tree {
			return e.SolveTriangular(regular(e, x[0]), x[1], opts...)
		})
	}
	for _, shapes := range [][][][]int{one[:2], wide, tall} {
		with("QR FactorQR", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return tree(two(e.QR(x[0]))...) })
		with("SVD SingularVectors", "", shapes, func(e env, x []*ivy.Array) ivy.Tree {
			u, s, vh := e.SVD(x[0], ivy.FullMatrices(false))
			return tree(u, s, vh)
		})
		with("Svdvals SingularValues", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Svdvals(x[0]) })
		with("Pinv", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Pinv(x[0]) })
		with("LU FactorLU", "", shapes, func(e env, x []*ivy.Array) ivy.Tree {
			_, l, u := e.LU(x[0])
			return tree(l, u)
		})
		with("MatrixNorm", "fro", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixNorm(x[0]) })
		with("MatrixNorm", "nuc", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixNorm(x[0], ivy.Ord("nuc")) })
		with("MatrixNorm", "1", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixNorm(x[0], ivy.Ord(1), ivy.KeepDims(true)) })
		with("Cond", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Cond(x[0]) })
		with("Adjoint", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Adjoint(x[0]) })
		with("Diagonal", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Diagonal(x[0], ivy.K(1)) })
		with("Trace", "", shapes, func(e env, x []*ivy.Array) ivy.Tree { return e.Trace(x[0], ivy.K(-1)) })
	}
	with("Eigh HermitianEigen", "", one[:2], func(e env, x []*ivy.Array) ivy.Tree { return tree(two(e.Eigh(symmetric(e, x[0])))...) })
	with("Eigh HermitianEigen", "upper", batch, func(e env, x []*ivy.Array) ivy.Tree {
		return tree(two(e.Eigh(symmetric(e, x[0]), ivy.Upper(true)))...)
	})
	with("Eigvalsh HermitianEigenvalues", "", one[:2], func(e env, x []*ivy.Array) ivy.Tree { return e.Eigvalsh(symmetric(e, x[0])) })
	with("Eig GeneralEigen", "", one[:2], func(e env, x []*ivy.Array) ivy.Tree { return tree(two(e.Eig(x[0]))...) })
	with("Eigvals GeneralEigenvalues", "", one[:2], func(e env, x []*ivy.Array) ivy.Tree { return e.Eigvals(x[0]) })
	with("Cond", "1", batch, func(e env, x []*ivy.Array) ivy.Tree { return e.Cond(regular(e, x[0]), ivy.Ord(1)) })
	with("MatrixPower", "", batch, func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixPower(x[0], 3) })
	with("MatrixPower", "negative", batch, func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixPower(regular(e, x[0]), -2) })
	with("MatrixExp", "", append(batch, [][]int{{2, 2}}), func(e env, x []*ivy.Array) ivy.Tree { return e.MatrixExp(x[0]) })
	with("Sqrtm RootOfMatrix", "", append(batch, [][]int{{2, 2}}), func(e env, x []*ivy.Array) ivy.Tree { return e.Sqrtm(regular(e, x[0])) })
	with("Logm LogarithmOfMatrix", "", append(batch, [][]int{{2, 2}}), func(e env, x []*ivy.Array) ivy.Tree { return e.Logm(regular(e, x[0])) })
	with("LUFactor LUSolve", "", [][][]int{{{3, 3}, {3, 2}}}, func(e env, x []*ivy.Array) ivy.Tree {
		lu, p := e.LUFactor(regular(e, x[0]))
		return e.LUSolve(lu, p, x[1])
	})
	with("Lstsq", "", [][][]int{{{4, 2}, {4, 3}}, {{2, 3}, {2}}}, func(e env, x []*ivy.Array) ivy.Tree {
		z, r, _, s := e.Lstsq(x[0], x[1])
		return tree(z, r, s)
	})
	vectors := [][][]int{{{2, 3}}}
	for name, opts := range map[string][]ivy.Option{
		"": nil, "1": {ivy.Ord(1), ivy.Axis(0)}, "3": {ivy.Ord(3), ivy.Axis(-1), ivy.KeepDims(true)}, "inf": {ivy.Ord(math.Inf(1)), ivy.Axis(1)},
	} {
		with("VectorNorm", name, vectors, func(e env, x []*ivy.Array) ivy.Tree { return e.VectorNorm(x[0], opts...) })
	}
	with("Cross", "", [][][]int{{{2, 3}, {3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Cross(x[0], x[1]) })
	with("Outer", "", [][][]int{{{3}, {2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Outer(x[0], x[1]) })
	with("GeneralInnerProduct", "", [][][]int{{{2, 3}, {2, 3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.GeneralInnerProduct(x[0], x[1]) })
	with("Kronecker", "", [][][]int{{{2, 2}, {1, 2}, {2, 1}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Kronecker(x) })
	with("KhatriRao", "", [][][]int{{{2, 2}, {3, 2}, {1, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.KhatriRao(x) })
	with("TensorSolve", "", [][][]int{{{4, 2, 2}, {2, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.TensorSolve(x[0], x[1], ivy.Axis(0)) })
	with("Diagflat", "", [][][]int{{{2, 2}}, {{3}}}, func(e env, x []*ivy.Array) ivy.Tree {
		return e.Diagflat(x[0], ivy.K(1), ivy.NumRows(3), ivy.PaddingValue(2))
	})
	with("EighTridiagonal", "", [][][]int{{{3}, {2}}}, func(e env, x []*ivy.Array) ivy.Tree {
		w, v := e.EighTridiagonal(x[0], x[1])
		return []*ivy.Array{w, e.Abs(v)}
	})
	with("ModeDot", "", [][][]int{{{2, 3, 2}, {3, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.ModeDot(x[0], x[1], 1, ivy.Transposed(true)) })
	with("MultiModeDot", "", [][][]int{{{2, 3, 2}, {3}, {2, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.MultiModeDot(x[0], x[1:], ivy.Modes{1, 2}) })
	with("Inner", "", [][][]int{{{2, 3}, {2, 3}}, {{}, {3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Inner(x[0], x[1]) })
	with("Dot", "", [][][]int{{{2, 3}, {3, 2}}, {{2, 3}, {3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Dot(x[0], x[1]) })
	with("BatchedOuter", "", [][][]int{{{2, 3}, {2}, {2, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.BatchedOuter(x) })
	with("HigherOrderMoment", "", [][][]int{{{3, 2}}, {{3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.HigherOrderMoment(x[0], 3) })
	with("VectorToSkewSymmetricMatrix", "", [][][]int{{{2, 3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.VectorToSkewSymmetricMatrix(x[0]) })
	with("Kron", "", [][][]int{{{2, 3}, {2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Kron(x[0], x[1]) })
	with("Diag", "", [][][]int{{{3}}, {{3, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Diag(x[0], ivy.K(-1)) })
	with("BlockDiag", "", [][][]int{{{2, 1}, {1, 3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.BlockDiag(x) })
	with("MultiDot", "", [][][]int{{{2, 3}, {3, 4}, {4, 2}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.MultiDot(x) })
	with("Vander", "", [][][]int{{{3}}}, func(e env, x []*ivy.Array) ivy.Tree { return e.Vander(x[0], ivy.Columns(4)) })
	for _, c := range out {
		c.units = 16 // of several solutions, each as good as the matrix's condition
	}
	return out
}

func two(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{x, y} }
