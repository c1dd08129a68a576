//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var linalgKernels = []backend.Entry{
	backend.Product(ops.MatMul, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		t, err := torch.MatMul(of(x), of(y))
		return made(out, t, err)
	}),
	matrix(ops.FactorLU, torch.MatrixLU),
	matrix(ops.SolveMatrix, torch.MatrixSolve),
	matrix(ops.SolveTriangle, torch.MatrixTriangle),
	matrix(ops.InvertMatrix, torch.MatrixInverse),
	matrix(ops.Determinant, torch.MatrixDet),
	matrix(ops.LogDeterminant, torch.MatrixLogDet),
	matrix(ops.FactorCholesky, torch.MatrixCholesky),
	matrix(ops.FactorQR, torch.MatrixQR),
	matrix(ops.HermitianEigen, torch.MatrixEigh),
	matrix(ops.HermitianEigenvalues, torch.MatrixEigvalsh),
	matrix(ops.GeneralEigen, torch.MatrixEig),
	matrix(ops.GeneralEigenvalues, torch.MatrixEigvals),
	matrix(ops.SingularVectors, torch.MatrixSVD),
	matrix(ops.SingularValues, torch.MatrixSvdvals),
}

func matrix(r ops.Matrix, step torch.MatrixOp) backend.Entry {
	return backend.Matrix(r, func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
		var y *torch.Tensor
		if len(xs) > 1 {
			y = of(xs[1])
		}
		t, err := torch.Matrix(step, of(xs[0]), y, a.Upper, a.Unit, a.Full)
		return made(out, t, err)
	})
}
