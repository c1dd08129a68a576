package ops

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
