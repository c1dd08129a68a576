package decomposition

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// RandomOptions say what random tensors are like.
type RandomOptions struct {
	Dtype       ivy.Dtype // a float; the default float dtype of the generator's Env if it is not given
	Orthogonal  bool      // factors have orthonormal columns: of RandomTucker and RandomCP, with ranks up to the lengths
	NonNegative bool      // no negative elements: of RandomTucker
	Raw         bool      // factors are not normalized: of RandomCP and RandomParafac2
}

// drawer makes the factors, uniform in [0, 1).
type drawer struct {
	g    *ivy.Generator
	opts []ivy.Option
}

func newDrawer(g *ivy.Generator, shape []int, o RandomOptions, takes RandomOptions) drawer {
	if g == nil {
		g = ivy.DefaultGenerator()
	}
	if o.Orthogonal && !takes.Orthogonal || o.NonNegative && !takes.NonNegative || o.Raw && !takes.Raw {
		panic(blame.Errorf(ivy.ErrValue, "options %+v, of which some are for other random tensors", o))
	}
	if len(shape) == 0 {
		panic(blame.Errorf(ivy.ErrShape, "a shape without axes"))
	}
	for _, n := range shape {
		if n < 1 {
			panic(blame.Errorf(ivy.ErrShape, "shape %v, want lengths of 1 or more", shape))
		}
	}
	d := drawer{g: g}
	if o.Dtype.IsValid() {
		d.opts = append(d.opts, o.Dtype)
	}
	return d
}

func (d drawer) uniform(dims ...int) *ivy.Array { return d.g.Uniform(0, 1, dims, d.opts...) }

// orthonormal returns the first n columns of an orthonormal basis that begins with those of a random matrix.
func (d drawer) orthonormal(rows, n int) *ivy.Array {
	if n > rows {
		panic(blame.Errorf(ivy.ErrValue, "%d orthonormal columns of length %d", n, rows))
	}
	x := d.uniform(rows, n)
	q, _ := x.Env().QR(x)
	return q
}

// RandomTucker returns a TuckerTensor of a shape whose core and factors are uniform in [0, 1), Ivy's
// random_tucker. There is a rank for each axis, or one for all. A nil generator is the default one.
func RandomTucker(g *ivy.Generator, shape, rank []int, o RandomOptions) TuckerTensor {
	defer blame.Named("decomposition.RandomTucker")
	d := newDrawer(g, shape, o, RandomOptions{Orthogonal: true, NonNegative: true})
	rank = ranksOf(rank, shape)
	var t TuckerTensor
	for i, n := range shape {
		if o.Orthogonal {
			t.Factors = append(t.Factors, d.orthonormal(n, rank[i]))
		} else {
			t.Factors = append(t.Factors, d.uniform(n, rank[i]))
		}
	}
	t.Core = d.uniform(rank...)
	if o.NonNegative {
		for i, f := range t.Factors {
			t.Factors[i] = f.Env().Abs(f)
		}
	}
	return t
}

// RandomCP returns a CPTensor of a shape and so many terms whose factors are uniform in [0, 1), then normalized
// unless Raw, Ivy's random_cp. A nil generator is the default one.
func RandomCP(g *ivy.Generator, shape []int, terms int, o RandomOptions) CPTensor {
	defer blame.Named("decomposition.RandomCP")
	d := newDrawer(g, shape, o, RandomOptions{Orthogonal: true, Raw: true})
	return d.cp(shape, terms, o)
}

func (d drawer) cp(shape []int, terms int, o RandomOptions) CPTensor {
	ranksOf([]int{terms}, shape)
	var t CPTensor
	for _, n := range shape {
		if o.Orthogonal {
			t.Factors = append(t.Factors, d.orthonormal(n, terms))
		} else {
			t.Factors = append(t.Factors, d.uniform(n, terms))
		}
	}
	f := t.Factors[0]
	t.Weights = f.Env().Ones([]int{terms}, f.Dtype())
	if !o.Raw {
		t = t.normalized()
	}
	return t
}

// RandomTT returns a TTTensor of a shape whose factors are uniform in [0, 1), Ivy's random_tt. One rank is for
// all places between axes; or there is one for each place, with 1 before the first axis and after the last. A
// nil generator is the default one.
func RandomTT(g *ivy.Generator, shape, rank []int, o RandomOptions) TTTensor {
	defer blame.Named("decomposition.RandomTT")
	d := newDrawer(g, shape, o, RandomOptions{})
	return TTTensor{d.chain(shape, trainRanks(rank, len(shape)))}
}

// RandomTR returns a TRTensor of a shape whose factors are uniform in [0, 1), Ivy's random_tr. One rank is for all
// places; or there is one for each, the last of which is the first. A nil generator is the default one.
func RandomTR(g *ivy.Generator, shape, rank []int, o RandomOptions) TRTensor {
	defer blame.Named("decomposition.RandomTR")
	d := newDrawer(g, shape, o, RandomOptions{})
	n := len(shape)
	if len(rank) == 1 {
		rank = slices.Repeat(rank, n+1)
	}
	if len(rank) != n+1 {
		panic(blame.Errorf(ivy.ErrValue, "%d ranks, want 1 or %d", len(rank), n+1))
	}
	if rank[0] != rank[n] {
		panic(blame.Errorf(ivy.ErrValue, "first and last rank %d and %d, want the same", rank[0], rank[n]))
	}
	return TRTensor{d.chain(shape, ranksOf(rank, rank))}
}

func (d drawer) chain(shape, rank []int) []*ivy.Array {
	var factors []*ivy.Array
	for i, n := range shape {
		factors = append(factors, d.uniform(rank[i], n, rank[i+1]))
	}
	return factors
}

// RandomParafac2 returns a Parafac2Tensor of matrices of the shapes, which have as many columns each and at least
// as many rows as there are terms: its projections are orthonormal, its factors uniform in [0, 1), then
// normalized unless Raw, Ivy's random_parafac2. A nil generator is the default one.
func RandomParafac2(g *ivy.Generator, shapes [][2]int, terms int, o RandomOptions) Parafac2Tensor {
	defer blame.Named("decomposition.RandomParafac2")
	if len(shapes) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no shapes"))
	}
	d := newDrawer(g, shapes[0][:], o, RandomOptions{Raw: true})
	ranksOf([]int{terms}, shapes[0][:])
	var t Parafac2Tensor
	for _, s := range shapes {
		if s[1] != shapes[0][1] {
			panic(blame.Errorf(ivy.ErrShape, "shapes %v, want as many columns each", shapes))
		}
		t.Projections = append(t.Projections, d.orthonormal(s[0], terms))
	}
	cp := d.cp([]int{len(shapes), terms, shapes[0][1]}, terms, o)
	t.Weights, t.Factors = cp.Weights, [3]*ivy.Array(cp.Factors)
	return t
}
