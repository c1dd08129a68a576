package ops

import "github.com/goivy/goivy/ivy/dtype"

// Sums of products.
var (
	MatMul = Product{row(Op{Name: "MatMul", Group: Linalg, Family: FamilyProduct, In: numeric, Params: x1x2, Opts: opts(Out),
		Doc: "MatMul returns the matrix product of x1 (…, n, k) and x2 (…, k, m), the leading axes broadcast; a one-dimensional x1 is a row, x2 a column, whose axis the result lacks. float16 and bfloat16 accumulate in float32."})}
	MatrixTranspose = row(Op{Name: "MatrixTranspose", Group: Linalg, In: anyDtype, Params: x, Opts: opts(Out), Doc: "MatrixTranspose returns x with its last two axes exchanged."})
	TensorDot       = row(Op{Name: "TensorDot", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(AxesPairs, Out), Doc: "TensorDot returns the sum of products over the last n axes of x1 and the first n of x2 (Contract(n), 2 by default), or over the pairs of axes of ContractAxes."})
	VecDot          = row(Op{Name: "VecDot", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(Axis, Out), Doc: "VecDot returns the sum of conj(x1)·x2 along an axis, the last by default; the other axes broadcast."})
	Einsum          = row(Op{Name: "Einsum", Group: Linalg, In: numeric, Params: params(Param{"equation", Text}, Param{"operands", Variadic}), Extra: true,
		Doc: "Einsum returns the sums of products that an equation in Einstein's notation names, as in \"ij,jk->ik\"; \"...\" stands for axes that broadcast, and an equation without \"->\" keeps the letters that occur once, in alphabetical order."})
)

// wholeMatrices is the set of dtypes that kernels of matrices compute in; 16-bit floats are computed in float32.
const wholeMatrices = wideFloats | complexFloats

// ofMatrices is a row of functions of inexact matrices.
func ofMatrices(name string, out OutRule, os []Opt, results []string, doc string) *Op {
	return row(Op{Name: name, Group: Linalg, In: inexact, Lift: true, Out: out, Params: x, Opts: os, Names: results, Doc: doc})
}

// noMethod marks a row without a method of arrays.
func noMethod(op *Op) *Op { op.NoMethod = true; return op }

// offset has Python's functions name K "offset".
func offset(op *Op) *Op { op.Offset = true; return op }

// withAxes has Python's functions name Axis "axes".
func withAxes(op *Op) *Op { op.Axes = true; return op }

// complexOf is the rule of eigenvalues of any matrices.
func complexOf(d dtype.Dtype, def dtype.Defaults) dtype.Dtype { return spectral(d, def) }

// Functions of matrices, which are the last two axes of their operands.
var (
	Cholesky        = ofMatrices("Cholesky", same, opts(Upper, Out), nil, "Cholesky returns the lower triangular matrix L with real positive diagonal of which x is L·Lᴴ, or the upper one with Uᴴ·U. x is Hermitian and positive definite; its lower triangle, or with Upper(true) its upper one, is read.")
	Cross           = row(Op{Name: "Cross", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(Axis, Out), Doc: "Cross returns the cross products of vectors of three elements along an axis, the last by default."})
	Det             = ofMatrices("Det", same, opts(Out), nil, "Det returns the determinant; that of an empty matrix is 1.")
	Diagonal        = offset(row(Op{Name: "Diagonal", Group: Linalg, In: anyDtype, Params: x, Opts: opts(K, Out), Doc: "Diagonal returns the elements of a diagonal of each matrix."}))
	Eig             = ofMatrices("Eig", complexOf, nil, []string{"eigenvalues", "eigenvectors"}, "Eig returns the eigenvalues of square matrices and the right eigenvectors, which are the columns of the second result: x·v = λ·v. Eigenvalues ascend by their real part, equal ones by the imaginary part; what differs by rounding alone counts as equal. Each vector has length 1, and its first element of at least nine tenths of the greatest magnitude is positive and real. Both are complex64, or complex128 of float64 and complex128.")
	Eigh            = ofMatrices("Eigh", same, opts(Upper), []string{"eigenvalues", "eigenvectors"}, "Eigh returns the eigenvalues of Hermitian matrices, which are real and ascend, and orthonormal eigenvectors, the columns of the second result. The first element of each vector that has at least nine tenths of the greatest magnitude is positive and real. The lower triangle, or with Upper(true) the upper one, is read, of the diagonal the real part.")
	Eigvals         = ofMatrices("Eigvals", complexOf, opts(Out), nil, "Eigvals returns the eigenvalues of square matrices in the order of Eig, complex64, or complex128 of float64 and complex128.")
	Eigvalsh        = ofMatrices("Eigvalsh", component, opts(Upper, Out), nil, "Eigvalsh returns the eigenvalues of Hermitian matrices, which are real and ascend. The lower triangle, or with Upper(true) the upper one, is read.")
	Inv             = ofMatrices("Inv", same, opts(Out), nil, "Inv returns the inverse of square matrices.")
	MatrixNorm      = ofMatrices("MatrixNorm", component, opts(KeepDims, Ord, Out), nil, "MatrixNorm returns a norm of each matrix: \"fro\" (the default) the root of the sum of |xᵢⱼ|², \"nuc\" the sum of the singular values, 2 and −2 the greatest and the least of these, 1 and −1 the greatest and the least sum of magnitudes of a column, math.Inf(1) and math.Inf(−1) of a row.")
	MatrixPower     = row(Op{Name: "MatrixPower", Group: Linalg, In: numeric, Params: params(Param{"x", Operand}, Param{"n", Int}), Opts: opts(Out), Doc: "MatrixPower returns square matrices multiplied n times by themselves; for negative n their inverse."})
	MatrixRank      = ofMatrices("MatrixRank", index, opts(Rtol, Out), nil, "MatrixRank returns how many singular values are greater than rtol times the greatest: max(m, n)·ε by default, ε that of the dtype.")
	Outer           = row(Op{Name: "Outer", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(Out), Doc: "Outer returns the matrix of all products of an element of x1 and one of x2, without conjugates."})
	Pinv            = ofMatrices("Pinv", same, opts(Rtol, Out), nil, "Pinv returns the pseudoinverse of Moore and Penrose. Singular values up to rtol times the greatest count as 0: max(m, n)·ε by default, ε that of the dtype.")
	QR              = ofMatrices("QR", same, opts(Mode), []string{"q", "r"}, "QR returns q with orthonormal columns and the upper triangular r whose product is x: with k = min(m, n) columns of q (\"reduced\", the default), or m (\"complete\"). The signs are those of LAPACK's Householder reflections.")
	Slogdet         = ofMatrices("Slogdet", same, nil, []string{"sign", "logabsdet"}, "Slogdet returns the determinant divided by its magnitude, and the natural logarithm of the magnitude, which is real; 0 and −∞ of a singular matrix.")
	Solve           = row(Op{Name: "Solve", Group: Linalg, In: inexact, Lift: true, Params: x1x2, Opts: opts(Out), Doc: "Solve returns the x of x1·x = x2 with square matrices x1. x2 is a vector if it has one dimension, else matrices."})
	SVD             = ofMatrices("SVD", same, opts(FullMatrices), []string{"u", "s", "vh"}, "SVD returns the singular value decomposition u·diag(s)·vh: s real, not negative and descending, u and vh with orthonormal columns and rows. The first element of each column of u that has at least nine tenths of the greatest magnitude is positive and real, but for the columns without a singular value.")
	Svdvals         = ofMatrices("Svdvals", component, opts(Out), nil, "Svdvals returns the singular values, which are real and descend.")
	Trace           = offset(row(Op{Name: "Trace", Group: Linalg, In: numeric, Out: accumulated, Params: x, Opts: opts(K, Dtype, Out), Doc: "Trace returns the sum of a diagonal of each matrix; integers are summed in the default integer dtype or their own, whichever is wider."}))
	VectorNorm      = ofMatrices("VectorNorm", component, opts(Axis, KeepDims, Ord, Out), nil, "VectorNorm returns a norm of the vectors along axes: of p (2 by default) the pth root of the sum of |x|**p, of 0 the number of elements that are not 0, of math.Inf(1) and math.Inf(−1) the greatest and the least magnitude.")
	Adjoint         = extra(row(Op{Name: "Adjoint", Group: Linalg, In: anyDtype, Params: x, Opts: opts(Out), Doc: "Adjoint returns the conjugate transpose of matrices."}))
	BlockDiag       = extra(row(Op{Name: "BlockDiag", Group: Linalg, In: anyDtype, Params: arrays, Opts: opts(Out), Doc: "BlockDiag returns the matrix with the given ones along its diagonal and zeros elsewhere."}))
	Cond            = extra(ofMatrices("Cond", component, opts(Ord, Out), nil, "Cond returns the condition number: the norm of x times that of its inverse, which is ∞ of a singular matrix; by default the ratio of the greatest and the least singular value. Orders are those of MatrixNorm."))
	Diag            = extra(row(Op{Name: "Diag", Group: Linalg, In: anyDtype, Params: x, Opts: opts(K, Out), Doc: "Diag returns the matrix with x on a diagonal and zeros elsewhere if x has one dimension, or that diagonal if it has two."}))
	Diagflat        = offset(extra(row(Op{Name: "Diagflat", Group: Linalg, In: anyDtype, Params: x, Opts: opts(K, PaddingValue, NumRows, NumCols, Out), Doc: "Diagflat returns the matrix with the elements of x, in their order, on a diagonal and PaddingValue elsewhere: square and as small as may be, or of NumRows and NumCols, which cut off what has no place."})))
	EighTridiagonal = extra(row(Op{Name: "EighTridiagonal", Group: Linalg, In: inexact, Lift: true, Params: params(Param{"alpha", Operand}, Param{"beta", Operand}), Names: []string{"eigenvalues", "eigenvectors"}, Doc: "EighTridiagonal returns Eigh of Hermitian matrices with alpha on their diagonal, of which the real part is read, and beta below it."}))
	Kron            = extra(row(Op{Name: "Kron", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(Out), Doc: "Kron returns the Kronecker product: blocks of x2 times each element of x1. Of two shapes the shorter has ones put in front."}))
	Lstsq           = extra(row(Op{Name: "Lstsq", Group: Linalg, In: inexact, Lift: true, Params: x1x2, Opts: opts(Rtol), Names: []string{"solution", "residuals", "rank", "singular_values"}, Doc: "Lstsq returns the x of least length for which x1·x is nearest to x2, the sums of squares of what is left for each column, which are real, the rank of x1 (int64) and its singular values. Singular values up to rtol times the greatest count as 0: max(m, n)·ε by default."}))
	LU              = extra(ofMatrices("LU", same, nil, []string{"p", "l", "u"}, "LU returns the permutation matrix p, the lower triangular l with ones on its diagonal and the upper triangular u whose product p·l·u is x, by partial pivoting."))
	LUFactor        = extra(ofMatrices("LUFactor", same, nil, []string{"lu", "p"}, "LUFactor returns l below the diagonal and u on and above it as one matrix, and which row of x is each row of l·u, as int64."))
	LUSolve         = noMethod(extra(row(Op{Name: "LUSolve", Group: Linalg, In: inexact, Lift: true, Params: params(Param{"lu", Operand}, Param{"p", Operand}, Param{"b", Operand}), Opts: opts(Out), Doc: "LUSolve returns the x of a·x = b, of whose a LUFactor has returned lu and p."})))
	MatrixExp       = extra(ofMatrices("MatrixExp", same, opts(Out), nil, "MatrixExp returns the exponential of square matrices. In a function that is compiled it is NaN of matrices whose 1-norm is above 2³²."))
	MultiDot        = extra(row(Op{Name: "MultiDot", Group: Linalg, In: numeric, Params: arrays, Opts: opts(Out), Doc: "MultiDot returns the product of two or more matrices in the order of the fewest operations. The first may be a row vector and the last a column, of one dimension."}))
	TensorSolve     = withAxes(extra(row(Op{Name: "TensorSolve", Group: Linalg, In: inexact, Lift: true, Params: x1x2, Opts: opts(Axis, Out), Doc: "TensorSolve returns the x of TensorDot(x1, x) = x2 over all axes of x. Axes of x1 are moved to its end before."})))
	SolveTriangular = extra(row(Op{Name: "SolveTriangular", Group: Linalg, In: inexact, Lift: true, Params: x1x2, Opts: opts(Upper, Adjointed, Unit, Out), Doc: "SolveTriangular returns the x of x1·x = x2 with lower triangular matrices x1, or upper ones with Upper(true); the other triangle is not read. x2 is a vector if it has one dimension, else matrices."}))
	Schur           = extra(ofMatrices("Schur", same, nil, []string{"t", "z"}, "Schur returns the Schur form of square matrices: x = z·t·zᴴ with a unitary z and an upper triangular t, whose diagonal has the eigenvalues. Of real matrices t is real, and a 2×2 block on its diagonal, with equal diagonal elements, stands for a pair of conjugate eigenvalues. It is the same on every backend; the eigenvalues have no particular order."))
	Hessenberg      = extra(ofMatrices("Hessenberg", same, nil, []string{"h", "q"}, "Hessenberg returns x = q·h·qᴴ with a unitary q and an h that is zero below the first subdiagonal. It is the same on every backend."))
	Sqrtm           = extra(ofMatrices("Sqrtm", same, opts(Out), nil, "Sqrtm returns the principal square root of square matrices: that whose eigenvalues have no negative real part."))
	Logm            = extra(ofMatrices("Logm", same, opts(Out), nil, "Logm returns the principal logarithm of square matrices: that whose eigenvalues have imaginary parts above −π, up to π."))
	Vander          = extra(row(Op{Name: "Vander", Group: Linalg, In: numeric, Params: x, Opts: opts(Columns, Increasing, Out), Doc: "Vander returns the matrix whose columns are powers of x, which go down to 0."}))
)

// Functions of tensors that NumPy and tensorly have.
var (
	BatchedOuter                = extra(row(Op{Name: "BatchedOuter", Group: Linalg, In: numeric, Params: params(Param{"tensors", Arrays}), Opts: opts(Out), Doc: "BatchedOuter returns, for each position along the first axis, all products of an element of each of the arrays. Their dtypes are promoted."}))
	Dot                         = extra(row(Op{Name: "Dot", Group: Linalg, In: numeric, Params: params(Param{"a", Operand}, Param{"b", Operand}), Opts: opts(Out), Doc: "Dot returns the sums of products over the last axis of a and the axis before the last of b, or its only one, without conjugates; the product, if one of them has no axes."}))
	GeneralInnerProduct         = extra(row(Op{Name: "GeneralInnerProduct", Group: Linalg, In: numeric, Params: params(Param{"a", Operand}, Param{"b", Operand}), Opts: opts(NModes, Out), ByPos: 1, Doc: "GeneralInnerProduct returns the sum of the products of the elements of a and b, without conjugates, or with NModes(n) the sums over the last n axes of a and the first n of b."}))
	Kronecker                   = extra(row(Op{Name: "Kronecker", Group: Linalg, In: numeric, Params: params(Param{"x", Arrays}), Opts: opts(SkipMatrix, Reverse, Out), ByPos: 2, Doc: "Kronecker returns the Kronecker product of several matrices, Kron of the first and of what comes of the others."}))
	KhatriRao                   = extra(row(Op{Name: "KhatriRao", Group: Linalg, In: numeric, Params: params(Param{"x", Arrays}), Opts: opts(SkipMatrix, Out), Doc: "KhatriRao returns the Khatri-Rao product of matrices with as many columns each: of each column the Kronecker product of those of the matrices. A vector is a matrix of one column."}))
	ModeDot                     = extra(row(Op{Name: "ModeDot", Group: Linalg, In: numeric, Params: params(Param{"x", Operand}, Param{"matrix_or_vector", Operand}, Param{"mode", Int}), Opts: opts(Transposed, Out), ByPos: 1, Doc: "ModeDot returns the products of a matrix and the vectors that x has along an axis, which stand in their place, or of a vector and these, which the result lacks the axis for."}))
	MultiModeDot                = extra(row(Op{Name: "MultiModeDot", Group: Linalg, In: numeric, Params: params(Param{"x", Operand}, Param{"mat_or_vec_list", Arrays}), Opts: opts(Modes, Skip, Transposed, Out), ByPos: 3, Doc: "MultiModeDot returns ModeDot of x with several matrices or vectors, one after the other, each along an axis that is counted in x."}))
	HigherOrderMoment           = extra(row(Op{Name: "HigherOrderMoment", Group: Linalg, In: inexact, Lift: true, Params: params(Param{"x", Operand}, Param{"order", Int}), Opts: opts(Out), Doc: "HigherOrderMoment returns the mean, over the first axis of x, of BatchedOuter of as many times x as the order says: the moments of the order of what the other axes have."}))
	Inner                       = extra(row(Op{Name: "Inner", Group: Linalg, In: numeric, Params: x1x2, Opts: opts(Out), Doc: "Inner returns the sums of products over the last axes of x1 and x2, without conjugates; the product, if one of them has no axes."}))
	VectorToSkewSymmetricMatrix = extra(row(Op{Name: "VectorToSkewSymmetricMatrix", Group: Linalg, In: numeric, Params: params(Param{"vector", Operand}), Opts: opts(Out), Doc: "VectorToSkewSymmetricMatrix returns the matrices whose product with a vector is Cross of the given vectors of three elements and it."}))
)

func matrix(name string, out OutRule, ps []Param, doc string) Matrix {
	return hidden(Matrix{row(Op{Name: name, Group: Linalg, Family: FamilyMatrix, In: wholeMatrices, Out: out, Params: ps, Extra: true, Doc: doc})})
}

// The kernels of matrices. Several results of one lie one after the other along the last axis of its result.
var (
	FactorLU             = matrix("FactorLU", same, x, "FactorLU is the step of an LU factorization: l and u in one matrix, and the rows' indices.")
	SolveMatrix          = matrix("SolveMatrix", same, x1x2, "SolveMatrix is the step of the solution with a square matrix.")
	SolveTriangle        = matrix("SolveTriangle", same, x1x2, "SolveTriangle is the step of the solution with a triangular matrix.")
	InvertMatrix         = matrix("InvertMatrix", same, x, "InvertMatrix is the step of the inverse.")
	Determinant          = matrix("Determinant", same, x, "Determinant is the step of the determinant.")
	LogDeterminant       = matrix("LogDeterminant", same, x, "LogDeterminant is the step of a determinant's sign and logarithm.")
	FactorCholesky       = matrix("FactorCholesky", same, x, "FactorCholesky is the step of the Cholesky factorization.")
	FactorQR             = matrix("FactorQR", same, x, "FactorQR is the step of the QR factorization.")
	HermitianEigen       = matrix("HermitianEigen", same, x, "HermitianEigen is the step of the eigenvalues and eigenvectors of a Hermitian matrix.")
	HermitianEigenvalues = matrix("HermitianEigenvalues", component, x, "HermitianEigenvalues is the step of the eigenvalues of a Hermitian matrix.")
	GeneralEigen         = matrix("GeneralEigen", withComplex, x, "GeneralEigen is the step of the eigenvalues and eigenvectors of any square matrix.")
	GeneralEigenvalues   = matrix("GeneralEigenvalues", withComplex, x, "GeneralEigenvalues is the step of the eigenvalues of any square matrix.")
	SingularVectors      = matrix("SingularVectors", same, x, "SingularVectors is the step of the singular value decomposition.")
	SingularValues       = matrix("SingularValues", component, x, "SingularValues is the step of the singular values.")
	SchurForm            = matrix("SchurForm", same, x, "SchurForm is the step of the Schur form.")
	HessenbergForm       = matrix("HessenbergForm", same, x, "HessenbergForm is the step of the Hessenberg form.")
	RootOfMatrix         = matrix("RootOfMatrix", same, x, "RootOfMatrix is the step of the square root of a matrix.")
	LogarithmOfMatrix    = matrix("LogarithmOfMatrix", same, x, "LogarithmOfMatrix is the step of the logarithm of a matrix.")
)

func (m Matrix) op() *Op { return m.Op }

// Main reports whether the row is in the main namespace: of group linalg some are not, of fft the Array API's.
func (op *Op) Main() bool {
	switch op {
	case MatMul.Op, MatrixTranspose, TensorDot, VecDot, Einsum:
		return true
	}
	return op.Group != Linalg && (op.Group != FFTs || op.Extra)
}
