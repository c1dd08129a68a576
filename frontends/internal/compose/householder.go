package compose

import "github.com/goivy/goivy/ivy"

// Householder reflections as LAPACK stores them: 1 − tau·v·vᴴ, of which v begins with 1.

// panel is how many columns are reduced one by one before the reflections are applied to the others together.
const panel = 32

// Reflections reduces matrices to R by the reflections 1 − tau·v·vᴴ that LAPACK takes: R's diagonal is real, and of the sign that does not cancel. The vectors
// are below the diagonal, without their first elements, which are 1.
func Reflections(e *ivy.Env, x *ivy.Array) (packed, tau *ivy.Array) {
	s := x.Shape()
	m, n := s[len(s)-2], s[len(s)-1]
	k := min(m, n)
	if k == 0 {
		return e.CopyArray(x), e.Zeros(append(s[:len(s)-2:len(s)-2], 0), x.Dtype())
	}
	if k <= panel {
		return reflectionsOfPanel(e, x)
	}
	left, first := reflectionsOfPanel(e, e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, panel)))
	right := Reflected(e, ReflectionVectors(e, left, panel), first, e.GetItem(x, ivy.Ellipsis, ivy.Slice(panel, n)), true)
	rest, second := Reflections(e, e.GetItem(right, ivy.Ellipsis, ivy.Slice(panel, m), ivy.Colon))
	right = e.Concat([]*ivy.Array{e.GetItem(right, ivy.Ellipsis, ivy.Slice(0, panel), ivy.Colon), rest}, ivy.Axis(-2))
	return e.Concat([]*ivy.Array{left, right}, ivy.Axis(-1)), e.Concat([]*ivy.Array{first, second}, ivy.Axis(-1))
}

func reflectionsOfPanel(e *ivy.Env, x *ivy.Array) (packed, tau *ivy.Array) {
	s := x.Shape()
	lead, m, n := s[:len(s)-2:len(s)-2], s[len(s)-2], s[len(s)-1]
	d := x.Dtype()
	one, zero, real0 := e.Ones(nil, d), e.Zeros(nil, d), e.Zeros(nil, d.Component())
	var taus, rows, columns []*ivy.Array
	for j := range min(m, n) {
		alpha := e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, 1), ivy.Slice(0, 1)) // of one row and one column, as all that follows
		below := e.GetItem(x, ivy.Ellipsis, ivy.Slice(1, m-j), ivy.Slice(0, 1))
		re, clear := alpha, e.Equal(alpha, alpha)
		if d.IsComplex() {
			re, clear = e.Real(alpha), e.Equal(e.Imag(alpha), real0)
		}
		if m-j > 1 {
			clear = e.LogicalAnd(clear, e.LogicalNot(e.Any(e.NotEqual(below, zero), ivy.Axis(-2), ivy.KeepDims(true))))
		}
		column := e.Where(clear, one, e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, 1))) // where nothing is to be done, numbers that do no harm
		beta := e.Negative(e.CopySign(e.VectorNorm(column, ivy.Axis(-2), ivy.KeepDims(true)), re))
		beta = e.Where(clear, alpha, e.Astype(beta, d))
		safe := e.Where(clear, one, beta)
		t := e.Where(clear, zero, e.Divide(e.Subtract(safe, alpha), safe))
		v := e.Divide(below, e.Where(clear, one, e.Subtract(alpha, safe)))
		w := e.Concat([]*ivy.Array{e.BroadcastTo(one, append(lead, 1, 1)), v}, ivy.Axis(-2))
		rest := e.GetItem(x, ivy.Ellipsis, ivy.Slice(1, n-j))
		rest = e.Subtract(rest, e.Multiply(e.Multiply(e.Conj(t), w), e.MatMul(e.Adjoint(w), rest)))
		before := e.Zeros(append(lead, 1, j), d)
		rows = append(rows, e.Concat([]*ivy.Array{before, beta, e.GetItem(rest, ivy.Ellipsis, ivy.Slice(0, 1), ivy.Colon)}, ivy.Axis(-1)))
		columns = append(columns, e.Concat([]*ivy.Array{e.Zeros(append(lead, j+1, 1), d), v}, ivy.Axis(-2)))
		taus = append(taus, e.Squeeze(t, ivy.Axis(-1)))
		x = e.GetItem(rest, ivy.Ellipsis, ivy.Slice(1, m-j), ivy.Colon)
	}
	if m > n {
		rows = append(rows, e.Zeros(append(lead, m-n, n), d))
	} else if n > m {
		columns = append(columns, e.Zeros(append(lead, m, n-m), d))
	}
	return e.Add(e.Concat(rows, ivy.Axis(-2)), e.Concat(columns, ivy.Axis(-1))), e.Concat(taus, ivy.Axis(-1))
}

// ReflectionVectors returns the vectors of k reflections, as [Reflections] packs them, as columns.
func ReflectionVectors(e *ivy.Env, packed *ivy.Array, k int) *ivy.Array {
	s := packed.Shape()
	low := e.Tril(e.GetItem(packed, ivy.Ellipsis, ivy.Slice(0, k)), ivy.K(-1))
	return e.Add(low, e.Eye(s[len(s)-2], packed.Dtype(), ivy.NCols(k)))
}

// Reflected returns the product of reflections, or its adjoint, and x. It is 1 − w·t·wᴴ with the columns w and t = (1 + d·s)⁻¹·d, where d has tau
// on its diagonal and s is wᴴ·w above its own (Joffrain et al., "Accumulating Householder transformations, revisited", 2006).
func Reflected(e *ivy.Env, w, tau, x *ivy.Array, adjoint bool) *ivy.Array {
	k := tau.Shape()[tau.Ndim()-1]
	if k == 0 || x.Size() == 0 {
		return e.CopyArray(x)
	}
	wh := e.Adjoint(w)
	d := e.ExpandDims(tau, ivy.Axis(-1))
	one := e.Eye(k, x.Dtype())
	t := e.Add(e.Multiply(d, e.Triu(e.MatMul(wh, w), ivy.K(1))), one)
	y := e.MatMul(wh, x)
	if adjoint {
		y = e.Multiply(e.Conj(d), e.SolveTriangular(t, y, ivy.Upper(true), ivy.Unit(true), ivy.Adjointed(true)))
	} else {
		y = e.SolveTriangular(t, e.Multiply(d, y), ivy.Upper(true), ivy.Unit(true))
	}
	return e.Subtract(x, e.MatMul(w, y))
}
