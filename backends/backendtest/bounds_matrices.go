package backendtest

import (
	"bytes"
	"errors"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// stable reports whether a row's algorithms are backward stable and no more: the result is that of operands
// that differ from those given by a small multiple of n·ε of their greatest element.
func stable(op *ops.Op) bool {
	return op.Group == ops.Linalg && !op.Main() && !movesMatrices[op] || layerCalls[op] != nil && !choosesElements[op]
}

// choosesElements are the layers that compute nothing of elements.
var choosesElements = map[*ops.Op]bool{ops.AdaptiveMaxPool: true, ops.MaxPool: true, ops.MaxPoolWithIndices: true, ops.MaxUnpool: true, ops.NMS: true, ops.Unfold: true}

// movesMatrices are the rows of group linalg that compute nothing.
var movesMatrices = map[*ops.Op]bool{ops.Adjoint: true, ops.BlockDiag: true, ops.Diag: true, ops.Diagonal: true}

// perturbed returns the bound of functions of matrices: how much the result changes when each element of
// the operands is moved by a little of the greatest. Where eigenvectors are of equal eigenvalues, say, that is all of it.
func (e *estimate) perturbed(at int) *bound {
	allOpen := func() *bound {
		b := e.none()
		for i := range b.open {
			b.open[i] = true
		}
		return b
	}
	if e.undecided() {
		return allOpen()
	}
	const step = 0x1p-26
	r := rand.New(rand.NewPCG(1, uint64(e.n)))
	n := 1
	var (
		open    []bool
		results []*ivy.Array
	)
	call := func(by float64) []complex128 {
		args := make([]any, len(e.t.args))
		for i, x := range e.t.args {
			switch x := x.(type) {
			case rawArray:
				n = max(n, shape.Size(x.shape))
				if e.chooses(i) {
					args[i] = x.make(e.env)
					continue
				}
				args[i] = e.moved(r, x, by)
			case []rawArray:
				list := make([]*ivy.Array, len(x))
				for j, a := range x {
					n = max(n, shape.Size(a.shape))
					list[j] = e.moved(r, a, by)
				}
				args[i] = list
			default:
				args[i] = x
			}
		}
		var opts []ivy.Option
		for _, o := range e.t.opts {
			switch v := o.(type) {
			case variant:
				if v.opt != ops.Dtype {
					opts = append(opts, v.Option)
				}
			case valued:
				x := v.v
				if v.opt == ops.Out {
					continue
				}
				if a, ok := x.(rawArray); ok {
					x = e.moved(r, a, by)
				}
				opts = append(opts, valuedOptions[v.opt](x))
			}
		}
		zs := e.env.Call(e.t.op, args, opts...)
		if by == 0 {
			results = zs
			open = openColumns(e.t.op, zs, at)
		}
		return numbersIn(elementsOfArray(zs[at]))
	}
	base := call(0)
	most, size, decided := changes(base, step, call)
	if !decided {
		return allOpen()
	}
	b := e.none()
	over, finite := false, e.finiteOperands() // a result is, and all that is computed with it
	for _, z := range base {
		over = over || cmplx.Abs(z) >= e.limits.Max/4 || finite && cmplx.IsNaN(z)
	}
	for i := range b.slack {
		b.slack[i] = 64 * math.Sqrt(float64(n)) * e.eps * (most + size)
		b.open[i] = over || open != nil && open[i]
	}
	if e.t.op == ops.Cond { // of a matrix that is singular but for rounding
		for i := range b.open {
			b.open[i] = b.open[i] || !(cmplx.Abs(base[i]) < 0.01/e.eps)
		}
	}
	if e.t.op == ops.Lstsq && at == 1 { // squares of what is nearly nothing
		rest := 64 * float64(n) * e.eps * (1 + greatestOf(elementsOfArray(results[0]))) * e.greatestOperand()
		for i := range b.slack {
			b.slack[i] += rest*rest + 2*rest*math.Sqrt(cmplx.Abs(base[i]))
		}
	}
	return b
}

// changes returns how much a result changes with a small change of the operands, and its greatest magnitude; not where the
// operands are next to a matrix without a result.
func changes(base []complex128, step float64, call func(by float64) []complex128) (most, size float64, decided bool) {
	for range 3 {
		var near []complex128
		if errors.Is(ivy.Try(func() { near = call(step) }), ivy.ErrLinAlg) {
			return 0, 0, false
		}
		for i, z := range near {
			if change := cmplx.Abs(z - base[i]); change-change == 0 {
				most = max(most, change/step)
			}
			if s := cmplx.Abs(base[i]); s-s == 0 {
				size = max(size, s)
			}
		}
	}
	return most, size, true
}

// undecided reports whether a result is the library's choice: of numbers near the ends of their range, which not all scale; of
// a complex LU factorization, for which not all measure the pivots alike; of a rank that rounding decides.
func (e *estimate) undecided() bool {
	complexes := false
	for _, x := range e.t.args {
		a, ok := x.(rawArray)
		if !ok {
			continue
		}
		complexes = complexes || a.dtype.IsComplex()
		for _, z := range numbersIn(result{dtype: a.dtype, shape: a.shape, data: a.data}) {
			if m := cmplx.Abs(z); m != 0 && m-m == 0 && (m*m > e.limits.Max || m*m < e.limits.SmallestNormal) {
				return true
			}
		}
	}
	switch e.t.op {
	case ops.LU, ops.LUFactor:
		return complexes || e.equalPivots()
	case ops.Lstsq, ops.MatrixRank, ops.Pinv:
		return !e.clearRank()
	case ops.Hessenberg, ops.Schur: // which are not unique, and computed by the same kernels everywhere
		return true
	}
	return false
}

// equalPivots reports whether rounding decides which of several rows an LU factorization takes.
func (e *estimate) equalPivots() bool {
	a := e.t.args[0].(rawArray)
	r := rand.New(rand.NewPCG(1, 1))
	rows := func(by float64) []byte {
		_, p := e.env.LUFactor(e.moved(r, a, by))
		return p.Bytes()
	}
	first := rows(0)
	for range 20 { // half of which move one that is as great as another
		if !bytes.Equal(rows(64*e.eps), first) {
			return true
		}
	}
	return false
}

// clearRank reports whether no singular value of the first operand is near the tolerance.
func (e *estimate) clearRank() bool {
	a := e.t.args[0].(rawArray)
	s := e.env.Svdvals(e.moved(rand.New(rand.NewPCG(1, 1)), a, 0))
	k := s.Shape()[len(s.Shape())-1]
	rtol := float64(max(a.shape[len(a.shape)-1], a.shape[len(a.shape)-2])) * e.eps
	for _, o := range e.t.opts {
		switch v := o.(type) {
		case variant:
			if v.opt == ops.Rtol {
				rtol = float64(v.Option.(ivy.Rtol))
			}
		case misfit:
			if v.opt == ops.Rtol { // of any size
				return false
			}
		}
	}
	if rtol < float64(k)*e.eps {
		return false
	}
	v := numbersIn(elementsOfArray(s))
	for i := range v {
		limit := rtol * real(v[i/k*k])
		if x := real(v[i]); limit > 0 && x > limit/32 && x < 32*limit && i%k > 0 {
			return false
		}
	}
	return true
}

// elementsOfArray returns what is in an array.
func elementsOfArray(x *ivy.Array) result {
	return result{dtype: x.Dtype(), shape: x.Shape(), data: native(rawArray{dtype: x.Dtype(), data: x.Bytes()})}
}

// greatestOf returns the greatest magnitude of finite elements.
func greatestOf(x result) (most float64) {
	for _, z := range numbersIn(x) {
		if m := cmplx.Abs(z); m-m == 0 {
			most = max(most, m)
		}
	}
	return most
}

// greatestOperand returns the greatest magnitude of finite elements of the operands.
func (e *estimate) greatestOperand() (most float64) {
	for _, x := range e.t.args {
		if a, ok := x.(rawArray); ok {
			most = max(most, greatestOf(result{dtype: a.dtype, shape: a.shape, data: a.data}))
		}
	}
	return most
}

// openColumns tells which elements of vectors, of the result at of a decomposition, are not unique: vectors without a
// singular value, or of one that is nearly 0 or nearly another one. nil is none.
func openColumns(op *ops.Op, zs []*ivy.Array, at int) []bool {
	values, byRows := zs[0], false
	switch {
	case op == ops.QR:
		return openOfQR(zs, at)
	case op == ops.SVD && at != 1:
		values, byRows = zs[1], at == 2
	case (op == ops.Eigh || op == ops.Eig) && at == 1:
	default:
		return nil
	}
	const near = 1e-3
	s := values.Shape()
	k := s[len(s)-1]
	v := numbersIn(elementsOfArray(values))
	dims := zs[at].Shape()
	rows, columns := dims[len(dims)-2], dims[len(dims)-1]
	open := make([]bool, shape.Size(dims))
	for i := range open {
		matrix, j := i/(rows*columns), i%columns
		if byRows {
			j = i / columns % rows
		}
		if j >= k {
			open[i] = true
			continue
		}
		of := v[matrix*k : (matrix+1)*k]
		most := 0.0
		for _, z := range of {
			most = max(most, cmplx.Abs(z))
		}
		open[i] = op == ops.SVD && !(cmplx.Abs(of[j]) > near*most)
		for l, z := range of {
			open[i] = open[i] || l != j && !(cmplx.Abs(z-of[j]) > near*most)
		}
	}
	return open
}

// finiteOperands reports whether no element of an operand is NaN or infinite: a result that is NaN has come of
// numbers that overflowed, in one order or another.
func (e *estimate) finiteOperands() bool {
	for _, x := range e.t.args {
		list, _ := x.([]rawArray)
		if a, isArray := x.(rawArray); isArray {
			list = []rawArray{a}
		}
		if slices.ContainsFunc(list, func(a rawArray) bool { return !a.finite() }) {
			return false
		}
	}
	return true
}

// chooses reports whether an operand of a loss says which term counts, by a class or by its equality with a number:
// such a one is not moved.
func (e *estimate) chooses(i int) bool {
	switch p := e.t.op.Params[min(i, len(e.t.op.Params)-1)].Name; e.t.op {
	case ops.CosineEmbeddingLoss, ops.HingeEmbeddingLoss:
		return p == "target"
	case ops.CTCLoss:
		return i > 0
	case ops.MultiLabelMarginLoss, ops.MultiMarginLoss, ops.NLLLoss, ops.SoftmaxCrossEntropy, ops.SparseCrossEntropy:
		a, ok := e.t.args[i].(rawArray)
		return p == "target" && ok && a.dtype.IsInteger()
	}
	return false
}

// moved returns an operand in float64 or complex128, each element moved by a part of the greatest.
func (e *estimate) moved(r *rand.Rand, x rawArray, by float64) *ivy.Array {
	if x.dtype.IsInteger() && e.t.op == ops.LUSolve {
		return e.env.Asarray(x.make(e.env))
	}
	v := numbersIn(result{dtype: x.dtype, shape: x.shape, data: x.data})
	most := 0.0
	for _, z := range v {
		if m := cmplx.Abs(z); m-m == 0 {
			most = max(most, m)
		}
	}
	for i := range v {
		v[i] += complex(by*most*float64(2*r.IntN(2)-1), 0)
		if x.dtype.IsComplex() {
			v[i] += complex(0, by*most*float64(2*r.IntN(2)-1))
		}
	}
	z := e.env.Reshape(e.env.Asarray(v), x.shape)
	if !x.dtype.IsComplex() {
		return e.env.Real(z)
	}
	return z
}

// openOfQR is openColumns of QR: from the first column on that depends on those before it.
func openOfQR(zs []*ivy.Array, at int) []bool {
	r := numbersIn(elementsOfArray(zs[1]))
	dims := zs[1].Shape()
	rows, columns := dims[len(dims)-2], dims[len(dims)-1]
	k := min(rows, columns)
	own := zs[at].Shape()
	open := make([]bool, shape.Size(own))
	m, n := own[len(own)-2], own[len(own)-1]
	for i := range open {
		matrix, j := i/(m*n), i%n
		if at == 1 {
			j = i / n % m
		}
		of := r[matrix*rows*columns : (matrix+1)*rows*columns]
		most := 0.0
		for _, z := range of {
			most = max(most, cmplx.Abs(z))
		}
		open[i] = j >= k
		for l := range min(j+1, k) {
			open[i] = open[i] || !(cmplx.Abs(of[l*columns+l]) > 1e-3*most)
		}
	}
	return open
}
