package decomposition

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A TuckerTensor is an array as the product of a core with a matrix along each mode: Factors[i] is
// (length of the array, length of the core) of mode Modes[i]. Nil Modes are all in their order.
type TuckerTensor struct {
	Core    *ivy.Array
	Factors []*ivy.Array
	Modes   []int
}

// Array multiplies the factors out.
func (t TuckerTensor) Array() *ivy.Array {
	defer blame.Named("decomposition.TuckerTensor.Array")
	return t.array()
}

func (t TuckerTensor) array() *ivy.Array {
	e := t.Core.Env()
	return e.MultiModeDot(t.Core, t.Factors, ivy.Modes(modesOf(t.Modes, len(t.Core.Shape()))))
}

// A CPTensor is an array as a sum of outer products: Weights has a number for each term, and each factor is
// (length of its axis, terms). Nil Weights are ones.
type CPTensor struct {
	Weights *ivy.Array
	Factors []*ivy.Array
}

// Array adds the terms up.
func (t CPTensor) Array() *ivy.Array {
	defer blame.Named("decomposition.CPTensor.Array")
	dims, _ := t.lengths()
	e := t.Factors[0].Env()
	z := t.weighted(t.Factors[0])
	if len(t.Factors) == 1 {
		return e.Sum(z, ivy.Axis(1))
	}
	return e.Reshape(e.MatMul(z, turned(e.KhatriRao(t.Factors[1:]))), dims)
}

func (t CPTensor) weighted(f *ivy.Array) *ivy.Array {
	if t.Weights == nil {
		return f
	}
	return f.Env().Multiply(f, t.Weights)
}

// lengths checks the shapes, and returns the array's, and the number of terms.
func (t CPTensor) lengths() (dims []int, terms int) {
	if len(t.Factors) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no factors"))
	}
	for i, f := range t.Factors {
		s := f.Shape()
		if len(s) != 2 || s[1] != t.Factors[0].Shape()[1] {
			panic(blame.Errorf(ivy.ErrShape, "shape %v of factor %d, want matrices with as many columns each", s, i))
		}
		dims = append(dims, s[0])
	}
	terms = t.Factors[0].Shape()[1]
	if t.Weights != nil && !slices.Equal(t.Weights.Shape(), []int{terms}) {
		panic(blame.Errorf(ivy.ErrShape, "weights of shape %v for %d terms", t.Weights.Shape(), terms))
	}
	return dims, terms
}

// Normalized returns the same array with columns of length 1 in the factors, whose lengths are in the
// weights then. Columns of zeros stay.
func (t CPTensor) Normalized() CPTensor {
	defer blame.Named("decomposition.CPTensor.Normalized")
	return t.normalized()
}

func (t CPTensor) normalized() CPTensor {
	_, terms := t.lengths()
	e := t.Factors[0].Env()
	z := CPTensor{Weights: e.Ones([]int{terms}, t.Factors[0].Dtype())}
	for i, f := range t.Factors {
		if i == 0 {
			f = t.weighted(f)
		}
		f, norm := unitColumns(f)
		z.Weights = e.Multiply(z.Weights, norm)
		z.Factors = append(z.Factors, f)
	}
	return z
}

// unitColumns returns a matrix with columns of length 1, and what their lengths were; columns of zeros stay.
func unitColumns(f *ivy.Array) (unit, norm *ivy.Array) {
	e := f.Env()
	norm = e.VectorNorm(f, ivy.Axis(0))
	norm = e.Where(e.Equal(norm, 0), e.OnesLike(norm), norm)
	return e.Divide(f, norm), norm
}

// A TTTensor is a tensor train, also called a matrix product state: factor k is (rank k, length of axis k,
// rank k + 1), and the first and the last rank are 1.
type TTTensor struct{ Factors []*ivy.Array }

// Array multiplies the factors out.
func (t TTTensor) Array() *ivy.Array {
	defer blame.Named("decomposition.TTTensor.Array")
	z, dims := chained(t.Factors)
	s := z.Shape()
	if s[0] != 1 || s[2] != 1 {
		panic(blame.Errorf(ivy.ErrShape, "first and last rank %d and %d, want 1", s[0], s[2]))
	}
	return z.Env().Reshape(z, dims)
}

// A TRTensor is a tensor ring: factor k is (rank k, length of axis k, rank k + 1), and the last rank is the
// first one.
type TRTensor struct{ Factors []*ivy.Array }

// Array multiplies the factors out.
func (t TRTensor) Array() *ivy.Array {
	defer blame.Named("decomposition.TRTensor.Array")
	z, dims := chained(t.Factors)
	if s := z.Shape(); s[0] != s[2] {
		panic(blame.Errorf(ivy.ErrShape, "first and last rank %d and %d, want the same", s[0], s[2]))
	}
	e := z.Env()
	return e.Reshape(e.Trace(e.MoveAxis(z, []int{1}, []int{0})), dims)
}

// chained returns the product of factors of three axes over the ranks between them, (first rank, elements,
// last rank), and the lengths of their middle axes.
func chained(factors []*ivy.Array) (z *ivy.Array, dims []int) {
	if len(factors) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no factors"))
	}
	for i, f := range factors {
		s := f.Shape()
		if len(s) != 3 {
			panic(blame.Errorf(ivy.ErrShape, "shape %v of factor %d, want three axes", s, i))
		}
		dims = append(dims, s[1])
		if i == 0 {
			z = f
			continue
		}
		e, before := z.Env(), z.Shape()
		if before[2] != s[0] {
			panic(blame.Errorf(ivy.ErrShape, "factor %d of shape %v after a rank of %d", i, s, before[2]))
		}
		left := e.Reshape(z, []int{before[0] * before[1], s[0]})
		right := e.Reshape(f, []int{s[0], s[1] * s[2]})
		z = e.Reshape(e.MatMul(left, right), []int{before[0], before[1] * s[1], s[2]})
	}
	return z, dims
}

// TTMatrixToTensor returns the array of a matrix in the form of a tensor train, Ivy's tt_matrix_to_tensor:
// factor k is (rank k, rows k, columns k, rank k + 1), the first and the last rank are 1, and the result is
// (rows 0, rows 1, …, columns 0, columns 1, …).
func TTMatrixToTensor(factors []*ivy.Array) *ivy.Array {
	defer blame.Named("decomposition.TTMatrixToTensor")
	n := len(factors)
	flat := make([]*ivy.Array, n)
	var between []int // rows 0, columns 0, rows 1, columns 1, …
	for i, f := range factors {
		s := f.Shape()
		if len(s) != 4 {
			panic(blame.Errorf(ivy.ErrShape, "shape %v of factor %d, want four axes", s, i))
		}
		flat[i] = f.Env().Reshape(f, []int{s[0], s[1] * s[2], s[3]})
		between = append(between, s[1], s[2])
	}
	z, _ := chained(flat)
	if s := z.Shape(); s[0] != 1 || s[2] != 1 {
		panic(blame.Errorf(ivy.ErrShape, "first and last rank %d and %d, want 1", s[0], s[2]))
	}
	order := make([]int, 2*n)
	for i := range n {
		order[i], order[n+i] = 2*i, 2*i+1
	}
	e := z.Env()
	return e.PermuteDims(e.Reshape(z, between), order)
}

// A Parafac2Tensor is a list of matrices with as many columns each: matrix i is
// Projections[i]·B·diag(Weights·A[i])·Cᵀ of the factors A (matrices, terms), B (terms, terms) and C (columns,
// terms); a projection is (rows, terms) with orthonormal columns. Nil Weights are ones.
type Parafac2Tensor struct {
	Weights     *ivy.Array
	Factors     [3]*ivy.Array
	Projections []*ivy.Array
}

// Slices returns the matrices.
func (t Parafac2Tensor) Slices() []*ivy.Array {
	defer blame.Named("decomposition.Parafac2Tensor.Slices")
	return t.slices()
}

func (t Parafac2Tensor) slices() []*ivy.Array {
	cp := CPTensor{t.Weights, t.Factors[:]}
	cp.lengths()
	a, b, c := cp.weighted(t.Factors[0]), t.Factors[1], t.Factors[2]
	if len(t.Projections) != a.Shape()[0] || len(t.Projections) == 0 {
		panic(blame.Errorf(ivy.ErrShape, "%d projections for a first factor of shape %v", len(t.Projections), a.Shape()))
	}
	e := a.Env()
	var all []*ivy.Array
	for i, p := range t.Projections {
		all = append(all, e.MatMul(e.MatMul(p, e.Multiply(b, a.Get(i))), turned(c)))
	}
	return all
}

// Array returns the matrices as one array (matrices, most rows, columns), with zeros below those that have fewer
// rows.
func (t Parafac2Tensor) Array() *ivy.Array {
	defer blame.Named("decomposition.Parafac2Tensor.Array")
	all := t.slices()
	most := 0
	for _, x := range all {
		most = max(most, x.Shape()[0])
	}
	e := all[0].Env()
	for i, x := range all {
		if less := most - x.Shape()[0]; less > 0 {
			all[i] = e.Concat([]*ivy.Array{x, e.Zeros([]int{less, x.Shape()[1]}, x.Dtype())}, ivy.Axis(0))
		}
	}
	return e.Stack(all, ivy.Axis(0))
}

// Normalized returns the same matrices with columns of length 1 in the factors, whose lengths are in the weights
// then. Columns of zeros stay.
func (t Parafac2Tensor) Normalized() Parafac2Tensor {
	defer blame.Named("decomposition.Parafac2Tensor.Normalized")
	cp := CPTensor{t.Weights, t.Factors[:]}.normalized()
	return Parafac2Tensor{cp.Weights, [3]*ivy.Array(cp.Factors), slices.Clone(t.Projections)}
}
