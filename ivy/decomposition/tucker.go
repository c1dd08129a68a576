package decomposition

import (
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// Options say how Tucker decompositions are computed.
type Options struct {
	// Init is what the iterations begin with. Nil is the decomposition by singular vectors of each
	// unfolding, or a random one if there is a Random.
	Init   *TuckerTensor
	Random *ivy.Generator

	// Mask is broadcast to the array: where it is zero (or false) an element is missing, and is
	// computed from the others.
	Mask        *ivy.Array
	MaskRepeats int // how often missing elements are computed anew for the first singular vectors; 0 is 5 times

	// NonNegative takes the factors and the core that InitializeTucker returns without negative elements. The
	// iterations of the others do not keep to it, so they refuse it.
	NonNegative bool

	// Fixed are modes whose factors in Init stay as they are; Tucker alone takes them.
	Fixed []int

	Iterations int     // at most; 0 is 100
	Tolerance  float64 // iterations end when the error changes by less; 0 is 1e-4, negative is never
}

func (o *Options) check() {
	if o.Iterations < 0 {
		panic(blame.Errorf(ivy.ErrValue, "Iterations is %d, want 1 or more, or 0 for 100", o.Iterations))
	}
	if o.MaskRepeats < 0 {
		panic(blame.Errorf(ivy.ErrValue, "MaskRepeats is %d, want 1 or more, or 0 for 5", o.MaskRepeats))
	}
	if math.IsNaN(o.Tolerance) {
		panic(blame.Errorf(ivy.ErrValue, "Tolerance is NaN"))
	}
}

// InitializeTucker returns what PartialTucker begins with for the modes of x, Ivy's initialize_tucker: the
// first rank[i] left singular vectors of the unfolding of mode modes[i], and the core that is nearest to x with
// them; or uniform random numbers. Nil modes are all; nil ranks are the lengths of the modes, and one rank is
// for all modes.
func InitializeTucker(x *ivy.Array, rank, modes []int, o Options) TuckerTensor {
	defer blame.Named("decomposition.InitializeTucker")
	o.check()
	if o.Fixed != nil {
		panic(blame.Errorf(ivy.ErrValue, "Fixed is for Tucker"))
	}
	x, rank, modes = prepared(x, rank, modes)
	return initialized(x, rank, modes, o)
}

// prepared checks an array, its modes and ranks.
func prepared(x *ivy.Array, rank, modes []int) (*ivy.Array, []int, []int) {
	dims := x.Shape()
	if len(dims) < 2 {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want two axes or more", dims))
	}
	if slices.Contains(dims, 0) {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want elements", dims))
	}
	modes = modesOf(modes, len(dims))
	var lengths []int
	for _, m := range modes {
		lengths = append(lengths, dims[m])
	}
	rank = ranksOf(rank, lengths)
	for i, r := range rank {
		if r > lengths[i] {
			panic(blame.Errorf(ivy.ErrValue, "rank %d of mode %d, which is %d long", r, modes[i], lengths[i]))
		}
	}
	return inexact(x), rank, modes
}

func initialized(x *ivy.Array, rank, modes []int, o Options) TuckerTensor {
	e := x.Env()
	z := TuckerTensor{Modes: modes}
	switch {
	case o.Init != nil:
		z = begun(x, rank, modes, o.Init)
	case o.Random != nil:
		dims := x.Shape()
		for i, m := range modes {
			dims[m] = rank[i]
		}
		z.Core = e.Add(o.Random.Uniform(0, 1, dims, x.Dtype()), 0.01)
		for i, m := range modes {
			z.Factors = append(z.Factors, o.Random.Uniform(0, 1, []int{x.Shape()[m], rank[i]}, x.Dtype()))
		}
	default:
		for i, m := range modes {
			z.Factors = append(z.Factors, firstVectors(x, m, rank[i], o))
		}
		z.Core = e.MultiModeDot(x, z.Factors, ivy.Modes(modes), ivy.Transposed(true))
	}
	if o.NonNegative {
		z.Core = e.Abs(z.Core)
		for i, f := range z.Factors {
			z.Factors[i] = e.Abs(f)
		}
	}
	return z
}

// begun checks an Init.
func begun(x *ivy.Array, rank, modes []int, init *TuckerTensor) TuckerTensor {
	if init.Core == nil || len(init.Factors) != len(modes) || init.Modes != nil && !slices.Equal(modesOf(init.Modes, len(x.Shape())), modes) {
		panic(blame.Errorf(ivy.ErrValue, "Init has %d factors, want a core and one for each of the modes %v", len(init.Factors), modes))
	}
	want := x.Shape()
	for i, m := range modes {
		if s := init.Factors[i].Shape(); !slices.Equal(s, []int{want[m], rank[i]}) {
			panic(blame.Errorf(ivy.ErrShape, "factor %d of Init has shape %v, want %v", i, s, []int{want[m], rank[i]}))
		}
		want[m] = rank[i]
	}
	if !slices.Equal(init.Core.Shape(), want) {
		panic(blame.Errorf(ivy.ErrShape, "the core of Init has shape %v, want %v", init.Core.Shape(), want))
	}
	return TuckerTensor{init.Core, slices.Clone(init.Factors), modes}
}

// firstVectors returns the first singular vectors of an unfolding, whose missing elements are computed from the
// others with as many vectors, some times.
func firstVectors(x *ivy.Array, mode, rank int, o Options) *ivy.Array {
	e := x.Env()
	m := unfolded(x, mode)
	u, s, v := truncated(m, rank)
	if o.Mask != nil {
		repeats := o.MaskRepeats
		if repeats == 0 {
			repeats = 5
		}
		there := present(unfolded(e.BroadcastTo(o.Mask, x.Shape()), mode))
		for range repeats {
			n := s.Shape()[0]
			m = e.Where(there, m, e.MatMul(e.Multiply(u.Get(ivy.Slice(nil, nil), ivy.Slice(nil, n)), s), v.Get(ivy.Slice(nil, n))))
			u, s, v = truncated(m, rank)
		}
	}
	u, v = flipped(u, v, true)
	if o.NonNegative && !x.Dtype().IsComplex() {
		u, _ = nonNegative(m, u, s, v, NNDSVD)
	}
	return u
}

func present(mask *ivy.Array) *ivy.Array { return mask.Env().NotEqual(mask, 0) }

// PartialTucker returns the Tucker decomposition of x along some modes, and the relative error after each
// iteration, Ivy's partial_tucker: by higher-order orthogonal iteration, which computes each factor anew from
// what the others leave. Factors have orthonormal columns. Nil modes are all; nil ranks are the lengths of the modes,
// and one rank is for all modes.
func PartialTucker(x *ivy.Array, rank, modes []int, o Options) (TuckerTensor, []float64) {
	defer blame.Named("decomposition.PartialTucker")
	if o.Fixed != nil {
		panic(blame.Errorf(ivy.ErrValue, "Fixed is for Tucker"))
	}
	o.check()
	x, rank, modes = prepared(x, rank, modes)
	return iterated(x, rank, modes, o)
}

func iterated(x *ivy.Array, rank, modes []int, o Options) (TuckerTensor, []float64) {
	if o.NonNegative {
		panic(blame.Errorf(ivy.ErrValue, "NonNegative is for InitializeTucker"))
	}
	e := x.Env()
	t := initialized(x, rank, modes, o)
	var there *ivy.Array
	if o.Mask != nil {
		there = present(e.BroadcastTo(o.Mask, x.Shape()))
	}
	most, tolerance := o.Iterations, o.Tolerance
	if most == 0 {
		most = 100
	}
	if tolerance == 0 {
		tolerance = 1e-4
	}
	norm := lengthOf(x)
	var errors []float64
	for range most {
		if there != nil {
			x = e.Where(there, x, t.array())
		}
		for i, m := range modes {
			rest := e.MultiModeDot(x, t.Factors, ivy.Modes(modes), ivy.Skip{i}, ivy.Transposed(true))
			t.Factors[i], _, _ = definite(unfolded(rest, m), rank[i])
		}
		t.Core = e.MultiModeDot(x, t.Factors, ivy.Modes(modes), ivy.Transposed(true))
		// The factors are orthonormal: what the core lacks in length is the error.
		core, off := lengthOf(t.Core), 0.
		if norm != 0 {
			off = math.Sqrt(math.Abs(norm*norm-core*core)) / norm
		}
		errors = append(errors, off)
		if n := len(errors); n > 2 && math.Abs(errors[n-2]-errors[n-1]) < tolerance {
			break
		}
	}
	return t, errors
}

// lengthOf returns the root of the sum of squares.
func lengthOf(x *ivy.Array) float64 {
	e := x.Env()
	return e.VectorNorm(e.Reshape(x, []int{x.Size()})).Float()
}

// Tucker returns the Tucker decomposition of x along all modes, and the relative error after each iteration,
// Ivy's tucker: see PartialTucker. With Fixed modes Init has the factors of all modes; those of fixed ones are to
// have orthonormal columns.
func Tucker(x *ivy.Array, rank []int, o Options) (TuckerTensor, []float64) {
	defer blame.Named("decomposition.Tucker")
	o.check()
	x, rank, modes := prepared(x, rank, nil)
	if len(o.Fixed) == 0 {
		return iterated(x, rank, modes, o)
	}
	if o.Init == nil {
		panic(blame.Errorf(ivy.ErrValue, "Fixed modes %v without Init", o.Fixed))
	}
	fixed := modesOf(o.Fixed, len(modes))
	init := begun(x, rank, modes, o.Init)
	e := x.Env()
	var kept, free, freeRank []int
	var keptFactors, freeFactors []*ivy.Array
	for i, m := range modes {
		if slices.Contains(fixed, m) {
			kept, keptFactors = append(kept, m), append(keptFactors, init.Factors[i])
		} else {
			free, freeRank, freeFactors = append(free, m), append(freeRank, rank[i]), append(freeFactors, init.Factors[i])
		}
	}
	if len(free) == 0 {
		return init, nil
	}
	inner := o
	inner.Init = &TuckerTensor{e.MultiModeDot(init.Core, keptFactors, ivy.Modes(kept)), freeFactors, free}
	t, errors := iterated(x, freeRank, free, inner)
	z := TuckerTensor{Core: e.MultiModeDot(t.Core, keptFactors, ivy.Modes(kept), ivy.Transposed(true)), Modes: modes}
	for _, m := range modes {
		if i := slices.Index(kept, m); i >= 0 {
			z.Factors = append(z.Factors, keptFactors[i])
		} else {
			z.Factors = append(z.Factors, t.Factors[slices.Index(free, m)])
		}
	}
	return z, errors
}

// TensorTrain returns the tensor train of x, Ivy's tensor_train: by a singular value decomposition for each axis
// but the last. One rank is the most that is left between two axes, for all of them; or there is one for
// each place, with 1 before the first axis and after the last.
func TensorTrain(x *ivy.Array, rank []int) TTTensor {
	defer blame.Named("decomposition.TensorTrain")
	dims := x.Shape()
	if len(dims) == 0 || slices.Contains(dims, 0) {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want one axis or more, and elements", dims))
	}
	ranks := trainRanks(rank, len(dims))
	x = inexact(x)
	e := x.Env()
	var t TTTensor
	before, rest := 1, x.Size()
	left := x
	for k, n := range dims[:len(dims)-1] {
		rows := before * n
		rest /= n
		r := min(rows, rest, ranks[k+1])
		u, s, v := definite(e.Reshape(left, []int{rows, rest}), r)
		t.Factors = append(t.Factors, e.Reshape(u, []int{before, n, r}))
		left = e.Multiply(e.Reshape(s, []int{r, 1}), v)
		before = r
	}
	t.Factors = append(t.Factors, e.Reshape(left, []int{before, dims[len(dims)-1], 1}))
	return t
}

// trainRanks returns the ranks of a tensor train of so many axes.
func trainRanks(rank []int, axes int) []int {
	if len(rank) == 1 {
		rank = slices.Concat([]int{1}, slices.Repeat(rank, axes-1), []int{1})
	}
	if len(rank) != axes+1 {
		panic(blame.Errorf(ivy.ErrValue, "%d ranks, want 1 or %d", len(rank), axes+1))
	}
	if rank[0] != 1 || rank[axes] != 1 {
		panic(blame.Errorf(ivy.ErrValue, "first and last rank %d and %d, want 1", rank[0], rank[axes]))
	}
	return ranksOf(rank, rank)
}
