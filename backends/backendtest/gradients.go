package backendtest

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// gradients holds, for every row that has a derivative, that its gradients are those that
// differences of results show, also of the gradients themselves, that the derivative in a
// direction is their transpose, and that narrow dtypes agree with wide ones.
func (s *suite) gradients(t *testing.T) {
	t.Run("complete", func(t *testing.T) { gradientsComplete(t) })
	for _, c := range gradientCases() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			for i := range c.shapes {
				s.gradientCase(t, c, i)
			}
		})
	}
}

// gradientsComplete holds that every row with a derivative has a case.
func gradientsComplete(t *testing.T) {
	have := map[string]bool{}
	for _, c := range gradientCases() {
		for _, name := range strings.Fields(c.rows) {
			if ops.Lookup(name) == nil {
				t.Errorf("the case %v is of a row %s, which there is not", c, name)
			}
			have[name] = true
		}
	}
	for _, op := range ops.All() {
		why, without := withoutGradient[op.Name]
		switch {
		case without && have[op.Name]:
			t.Errorf("%v has a case, and a reason for none", op)
		case without && why == "":
			t.Errorf("%v has no case, without a reason", op)
		case (op.Diff == ops.DiffRule || op.Diff == ops.DiffSteps) && !without && !have[op.Name]:
			t.Errorf("%v has a derivative (%v), but no case", op, op.Diff)
		}
	}
}

// withoutGradient are rows of steps whose results do not depend on an operand's elements, or
// jump with them.
var withoutGradient = map[string]string{
	"AllClose": "bool", "IsClose": "bool",
	"Empty": "no operand", "Ones": "no operand", "Zeros": "no operand",
	"EmptyLike": "constant", "FullLike": "constant of a Go number", "OnesLike": "constant", "ZerosLike": "constant",
	"AllEqual": "bool", "ArrayEqual": "bool", "HasNans": "bool", "IsReal": "bool",
	"Binarizer": "integers", "EyeLike": "constant", "Indices": "no operand", "MelWeightMatrix": "no operand", "SparseIndices": "no operand", "TrilIndices": "no operand", "TriuIndices": "no operand",
	"MatrixRank": "integers", "NMS": "integers",
	"ArgPartition": "integers", "ArgWhere": "integers", "Digitize": "integers", "InvertPermutation": "integers", "LexSort": "integers", "RavelMultiIndex": "integers", "UnravelIndex": "integers",
	"FFTFreq": "no operand", "RFFTFreq": "no operand",
	"HannWindow": "no operand", "HammingWindow": "no operand", "BlackmanWindow": "no operand", "BartlettWindow": "no operand",
	"KaiserWindow": "no operand", "KaiserBesselDerivedWindow": "no operand", "VorbisWindow": "no operand",
	"FromDlpack": "memory of another library", "OneHot": "integer operand",
	"UniqueCounts": "refused", "UniqueInverse": "refused", "UniqueValues": "refused",
}

// A gradientCase is a function of arrays to differentiate.
type gradientCase struct {
	rows    string     // the names of the rows that the function is of
	name    string     // what it is about, if there are several of the rows
	shapes  [][][]int  // of the operands, for each run
	from    []interval // where the operands' elements are, of each; the last one holds for the others
	real    bool       // not for complex dtypes, even if the rows take them
	rounded bool       // a backend may have a kernel for all steps, which gradients are not computed by
	units   float64    // how many times narrowUnits the gradients in narrow dtypes may be off; 0 is 1
	f       func(e *ivy.Env, x []*ivy.Array) ivy.Tree
}

func (c *gradientCase) String() string {
	if c.name == "" {
		return strings.ReplaceAll(c.rows, " ", "+")
	}
	return strings.ReplaceAll(c.rows, " ", "+") + "/" + strings.ReplaceAll(c.name, " ", "_")
}

// takes reports whether all rows of the case take a dtype.
func (c *gradientCase) takes(d dtype.Dtype) bool {
	for _, name := range strings.Fields(c.rows) {
		if op := ops.Lookup(name); !op.In.Has(d) && op.Name != "JoinComplex" {
			return false
		}
	}
	return !c.real || !d.IsComplex()
}

// An interval says where elements lie.
type interval struct {
	lo, hi float64
	gap    float64 // none is nearer to 0 than this
}

var (
	anyNumbers = interval{-2, 2, 0.15}
	positives  = interval{0.4, 2.4, 0}
	inUnit     = interval{-0.85, 0.85, 0.05}
	fractions  = interval{0.05, 0.95, 0}
	above1     = interval{1.3, 3, 0}
)

// operands returns numbers for the operands, no two of which are near to each other.
func (c *gradientCase) operands(r *rand.Rand, dims [][]int) [][]complex128 {
	n := 0
	for _, d := range dims {
		n += shape.Size(d)
	}
	slots := max(24, n)
	perm := r.Perm(slots)
	out := make([][]complex128, len(dims))
	for i, d := range dims {
		from := anyNumbers
		if len(c.from) > 0 {
			from = c.from[min(i, len(c.from)-1)]
		}
		out[i] = make([]complex128, shape.Size(d))
		for j := range out[i] {
			u := (float64(perm[0]) + 0.2 + 0.6*r.Float64()) / float64(slots)
			perm = perm[1:]
			x := from.lo + u*(from.hi-from.lo)
			if math.Abs(x) < from.gap {
				x = math.Copysign(from.gap+math.Abs(x)*0.3, x)
			}
			y := 0.25 + 0.7*r.Float64()
			if r.IntN(2) == 0 {
				y = -y
			}
			out[i][j] = complex(x, y)
		}
	}
	return out
}

// arrayOf returns an array of d with these numbers, of complex ones the real parts where d is
// none.
func arrayOf(e *ivy.Env, d dtype.Dtype, dims []int, v []complex128, f *form) *ivy.Array {
	a := rawArray{dtype: d, shape: dims, data: []byte{}, form: f}
	for _, x := range v {
		a.data = appendNumber(a.data, d.Component(), real(x))
		if d.IsComplex() {
			a.data = appendNumber(a.data, d.Component(), imag(x))
		}
	}
	return a.make(e).(*ivy.Array)
}

// numbersIn returns an array's elements.
func valuesOf(a *ivy.Array) []complex128 {
	return numbersIn(result{dtype: a.Dtype(), data: native(rawArray{dtype: a.Dtype(), data: a.Bytes()})})
}

// inexactLeaves returns the arrays of a tree that a gradient may come from.
func inexactLeaves(t ivy.Tree) []*ivy.Array {
	return slices.DeleteFunc(ivy.Leaves(t), func(a *ivy.Array) bool { return !dtype.Inexact.Has(a.Dtype()) })
}

// A reporter is a test, or one of rapid's.
type reporter interface {
	Errorf(format string, args ...any)
}

// A differential is a function of arrays at a point, in one dtype, with a gradient of its
// results.
type differential struct {
	e  *ivy.Env
	d  dtype.Dtype
	f  func(x []*ivy.Array) ivy.Tree
	x  [][]complex128 // the point
	s  [][]int        // its shapes
	fs []*form
	u  [][]complex128 // the gradient of the results

	// rounded says that the result with gradients may be rounded otherwise than that without.
	rounded bool

	// wary says that the function may have higher derivatives for which differences are too far apart.
	wary bool

	// few says that gradients are compared in a few random directions, not element by element.
	few bool
}

func (p *differential) arrays(x [][]complex128) []*ivy.Array {
	out := make([]*ivy.Array, len(x))
	for i := range x {
		out[i] = arrayOf(p.e, p.d, p.s[i], x[i], p.fs[i])
	}
	return out
}

// weighed returns the real part of Σ u·f(x).
func (p *differential) weighed(x [][]complex128) float64 {
	sum := 0.0
	for i, z := range inexactLeaves(p.f(p.arrays(x))) {
		sum += weighed(p.u[i], valuesOf(z))
	}
	return sum
}

// weighed returns the real part of Σ u·z.
func weighed(u, z []complex128) float64 {
	sum := 0.0
	for i := range z {
		sum += real(u[i] * z[i])
	}
	return sum
}

// along returns the derivative of weighed in a direction, from differences of fourth order.
func (p *differential) along(v [][]complex128) float64 { return p.over(1e-3, v) }

// over is along by differences over a distance.
func (p *differential) over(h float64, v [][]complex128) float64 {
	at := func(k float64) float64 {
		x := make([][]complex128, len(p.x))
		for i := range x {
			x[i] = slices.Clone(p.x[i])
			for j := range x[i] {
				x[i][j] += complex(k*h, 0) * v[i][j]
			}
		}
		return p.weighed(x)
	}
	return (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * h)
}

// excused reports whether what along returned is itself as far off: differences over twice the distance, whose error
// is sixteen times as large, are further away from it than the gradient is.
func (p *differential) excused(gradient, along float64, v [][]complex128) bool {
	return p.wary && math.Abs(p.over(2e-3, v)-along) > math.Abs(gradient-along)
}

// randomLike returns random numbers as those of arrays; where they are real in d, real ones.
func randomLike(r *rand.Rand, arrays []*ivy.Array) [][]complex128 {
	out := make([][]complex128, len(arrays))
	for i, a := range arrays {
		out[i] = make([]complex128, shape.Size(a.Shape()))
		for j := range out[i] {
			out[i][j] = complex(r.NormFloat64(), 0)
			if a.Dtype().IsComplex() {
				out[i][j] += complex(0, r.NormFloat64())
			}
		}
	}
	return out
}

// pulled returns the results and the gradients that a pull gives.
func (p *differential) pulled(xs []*ivy.Array) (zs, gs []*ivy.Array) {
	z, pull := p.e.VJP(func(x []*ivy.Array) ivy.Tree { return p.f(x) }, xs)
	zs = ivy.Leaves(z)
	us := make([]*ivy.Array, len(zs))
	k := 0
	for i, z := range zs {
		if !dtype.Inexact.Has(z.Dtype()) {
			us[i] = p.e.ZerosLike(z)
			continue
		}
		us[i] = arrayOf(p.e, z.Dtype(), z.Shape(), p.u[k], nil)
		k++
	}
	return inexactLeaves(z), ivy.Leaves(pull(ivy.Replace(z, us))[0])
}

// gradientForms are the forms that operands of a shape have: plain, and strided, backwards and
// in another order of axes.
func gradientForms(dims []int, plain bool) *form {
	if plain || len(dims) == 0 {
		return nil
	}
	f := &form{perm: reversed(len(dims))}
	for i := range dims {
		f.step, f.first, f.broadcast = append(f.step, -1-i%2), append(f.first, i%2), append(f.broadcast, false)
	}
	return f
}

// gradientCase runs a case with one of its shapes.
func (s *suite) gradientCase(t *testing.T, c *gradientCase, which int) {
	dims := c.shapes[which]
	r := rand.New(rand.NewPCG(uint64(which), uint64(len(c.String()))))
	x := c.operands(r, dims)
	few := testing.Short() || s.name != "native" && !thorough.All()
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		if !c.takes(d) {
			continue
		}
		for _, plain := range []bool{true, false} {
			p := &differential{e: s.env, d: d, f: func(x []*ivy.Array) ivy.Tree { return c.f(s.env, x) }, x: x, s: dims, rounded: c.rounded, few: few}
			for _, dims := range dims {
				p.fs = append(p.fs, gradientForms(dims, plain))
			}
			what := fmt.Sprintf("%v %v", d, dims)
			if !plain {
				what += ", strided"
			}
			if err := ivy.Try(func() { p.check(t, what, r, plain) }); err != nil {
				t.Errorf("%s: %v", what, err)
				return
			}
		}
	}
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float16, dtype.BFloat16, dtype.Complex64} {
		if c.takes(d) {
			s.narrowGradient(t, c, d, dims, x)
		}
	}
}

// nearTo reports whether two numbers are equal but for tol, relative to scale.
func nearTo(x, y, scale, tol float64) bool {
	return math.Abs(x-y) <= tol*math.Max(1, scale)
}

// same reports whether the values of a result with gradients and of that without are the same.
func (p *differential) same(x, y []complex128) bool {
	if !p.rounded {
		return slices.Equal(x, y)
	}
	return slices.EqualFunc(x, y, func(x, y complex128) bool {
		return nearTo(real(x), real(y), math.Abs(real(y)), 1e-14) && nearTo(imag(x), imag(y), math.Abs(imag(y)), 1e-14)
	})
}

// check holds all that is to be held of a function at a point.
func (p *differential) check(t reporter, what string, r *rand.Rand, full bool) {
	plain := inexactLeaves(p.f(p.arrays(p.x)))
	p.u = randomLike(r, plain)
	xs := p.arrays(p.x)
	zs, gs := p.pulled(xs)
	for i, z := range zs {
		if z.Dtype() != plain[i].Dtype() || !slices.Equal(z.Shape(), plain[i].Shape()) || !p.same(valuesOf(z), valuesOf(plain[i])) {
			t.Errorf("%s: the result with gradients is %v, without %v", what, z, plain[i])
		}
	}
	for i, x := range xs {
		if gs[i].Dtype() != x.Dtype() || !slices.Equal(gs[i].Shape(), x.Shape()) {
			t.Errorf("%s: the gradient of operand %d is of %v %v", what, i, gs[i].Dtype(), gs[i].Shape())
			return
		}
		if got := valuesOf(x); p.d == dtype.Float64 && !slices.EqualFunc(got, p.x[i], func(a, b complex128) bool { return real(a) == real(b) }) {
			t.Errorf("%s: operand %d was written to", what, i)
		}
	}
	p.firstOrder(t, what, gs)
	p.transpose(t, what, r, plain, gs)
	if full {
		p.secondOrder(t, what, r)
	}
}

// fewDirections are the directions in which a gradient is compared: an element that is wrong shows in each but by chance.
const fewDirections = 2

// firstOrder compares gradients with differences, element by element or in a few random directions.
func (p *differential) firstOrder(t reporter, what string, gs []*ivy.Array) {
	if p.few {
		r := rand.New(rand.NewPCG(uint64(p.d), uint64(len(gs))))
		for range fewDirections {
			v := randomLike(r, gs)
			longest := complex(largest(slices.Concat(v...)), 0)
			for i := range v {
				for j := range v[i] {
					v[i][j] /= longest // no element goes further than alone
				}
			}
			p.inDirection(t, what+": the gradient", gs, v)
		}
		return
	}
	directions := []complex128{1}
	if p.d.IsComplex() {
		directions = append(directions, 1i)
	}
	zero := make([][]complex128, len(p.x))
	for i := range zero {
		zero[i] = make([]complex128, len(p.x[i]))
	}
	for i := range p.x {
		got := valuesOf(gs[i])
		scale := largest(got)
		for j := range p.x[i] {
			for _, v := range directions {
				zero[i][j] = v
				want := p.along(zero)
				if g := real(got[j] * v); !nearTo(g, want, scale, 1e-6) && !p.excused(g, want, zero) {
					t.Errorf("%s: element %d of operand %d in direction %v: gradient %v, differences %v", what, j, i, v, g, want)
				}
				zero[i][j] = 0
			}
		}
	}
}

func largest(v []complex128) float64 {
	m := 0.0
	for _, x := range v {
		m = math.Max(m, cmplx.Abs(x))
	}
	return m
}

// transpose holds that ⟨u, Jv⟩ = ⟨Jᵀu, v⟩.
func (p *differential) transpose(t reporter, what string, r *rand.Rand, zs, gs []*ivy.Array) {
	xs := p.arrays(p.x)
	v := randomLike(r, xs)
	vs := make([]*ivy.Array, len(xs))
	for i, x := range xs {
		vs[i] = arrayOf(p.e, p.d, x.Shape(), v[i], nil)
	}
	_, tz := p.e.JVP(func(x []*ivy.Array) ivy.Tree { return p.f(x) }, []ivy.Tree{xs}, []ivy.Tree{vs})
	left, right, scale := 0.0, 0.0, 0.0
	for i, z := range inexactLeaves(tz) {
		jv := valuesOf(z)
		left += weighed(p.u[i], jv)
		for k := range jv {
			scale += cmplx.Abs(p.u[i][k] * jv[k])
		}
		if z.Dtype() != zs[i].Dtype() || !slices.Equal(z.Shape(), zs[i].Shape()) {
			t.Errorf("%s: the derivative in a direction is of %v %v", what, z.Dtype(), z.Shape())
		}
	}
	for i, g := range gs {
		jtu := valuesOf(g)
		right += weighed(jtu, v[i])
		for k := range jtu {
			scale += cmplx.Abs(jtu[k] * v[i][k])
		}
	}
	if !nearTo(left, right, scale, 1e-12) {
		t.Errorf("%s: ⟨u, Jv⟩ = %v, ⟨Jᵀu, v⟩ = %v", what, left, right)
	}
}

// secondOrder compares the gradient of the gradient with its differences in one direction.
func (p *differential) secondOrder(t reporter, what string, r *rand.Rand) {
	second := *p
	second.f = func(x []*ivy.Array) ivy.Tree {
		_, gs := p.pulled(x)
		return gs
	}
	xs := p.arrays(p.x)
	second.u = randomLike(r, xs)
	v := randomLike(r, xs)
	_, gs := second.pulled(xs)
	second.inDirection(t, what+": the second derivative", gs, v)
}

// inDirection compares gradients with differences in one direction.
func (p *differential) inDirection(t reporter, what string, gs []*ivy.Array, v [][]complex128) {
	got, scale := 0.0, 0.0
	for i, g := range gs {
		n := valuesOf(g)
		got += weighed(n, v[i])
		scale += largest(n)
	}
	if want := p.along(v); !nearTo(got, want, scale, 1e-6) && !p.excused(got, want, v) {
		t.Errorf("%s in direction %v is %v, differences %v", what, v, got, want)
	}
}

// narrowGradient compares the gradients of a dtype with those of float64 or complex128 at the
// same numbers.
func (s *suite) narrowGradient(t *testing.T, c *gradientCase, d dtype.Dtype, dims [][]int, x [][]complex128) {
	wide := dtype.Float64
	if d.IsComplex() {
		wide = dtype.Complex128
	}
	r := rand.New(rand.NewPCG(uint64(d), 7))
	f := func(x []*ivy.Array) ivy.Tree { return c.f(s.env, x) }
	p := &differential{e: s.env, d: d, f: f, s: dims, fs: make([]*form, len(dims))}
	for i := range x {
		p.x = append(p.x, valuesOf(arrayOf(s.env, d, dims[i], x[i], nil)))
	}
	var plain []*ivy.Array
	err := ivy.Try(func() { plain = inexactLeaves(f(p.arrays(p.x))) })
	if errors.Is(err, ivy.ErrUnsupported) || errors.Is(err, ivy.ErrDtype) {
		return // the function itself is not there for the dtype
	}
	what := fmt.Sprintf("%v %v", d, dims)
	if err == nil {
		err = ivy.Try(func() {
			p.u = randomLike(r, plain)
			for i, z := range plain {
				p.u[i] = valuesOf(arrayOf(s.env, z.Dtype(), z.Shape(), p.u[i], nil))
			}
			q := *p
			q.d = wide
			_, got := p.pulled(p.arrays(p.x))
			_, want := q.pulled(q.arrays(q.x))
			unit := must(dtype.Finfo(d)).Eps
			for i := range got {
				if got[i].Dtype() != d || !slices.Equal(got[i].Shape(), dims[i]) {
					t.Errorf("%s: the gradient of operand %d is of %v %v", what, i, got[i].Dtype(), got[i].Shape())
					continue
				}
				a, b := valuesOf(got[i]), valuesOf(want[i])
				scale := largest(b)
				for j := range a {
					if cmplx.Abs(a[j]-b[j]) > narrowUnits*max(c.units, 1)*unit*math.Max(1, scale) {
						t.Errorf("%s: element %d of operand %d: gradient %v, in %v %v", what, j, i, a[j], wide, b[j])
					}
				}
			}
		})
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// narrowUnits is how far a gradient in a narrow dtype may be from that in a wide one, in units of
// the largest element: a rule has up to a dozen steps, and their operands are rounded results.
const narrowUnits = 16
