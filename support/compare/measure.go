package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A Tolerance is what two values may differ by: an element agrees if the difference
// is at most Atol + Rtol·|want|, or at most ULP units in the last place.
type Tolerance struct {
	Rtol float64 `json:"rtol"`
	Atol float64 `json:"atol"`
	ULP  float64 `json:"ulp"`
}

// String returns the limits that are not 0.
func (t Tolerance) String() string {
	s := ""
	add := func(name string, v float64) {
		if v != 0 {
			if s != "" {
				s += ", "
			}
			s += fmt.Sprintf("%s %.2g", name, v)
		}
	}
	add("rtol", t.Rtol)
	add("atol", t.Atol)
	add("ulp", t.ULP)
	if s == "" {
		return "exact"
	}
	return s
}

// DefaultTolerance returns what results of dtype d that reach up to scale in size may
// differ by. Integers and bools must be equal. Two right programs in floating point
// differ by their rounding: each of n operations in a chain adds up to half a unit in
// the last place of the terms, and the units of random errors add up as √n (Higham,
// Accuracy and Stability of Numerical Algorithms, 2.8). So the relative part is 64
// units, some thousands of operations deep, and the absolute part 16 units of the
// largest element, since a sum of large terms that cancel keeps their errors. In half
// precision, where results are usually rounded once from wider sums, both are 4 units.
func DefaultTolerance(d ivy.Dtype, scale float64) Tolerance {
	f, err := dtype.Finfo(d)
	if err != nil {
		return Tolerance{}
	}
	if math.IsInf(scale, 0) || math.IsNaN(scale) {
		scale = 0
	}
	if d == ivy.Float16 || d == ivy.BFloat16 {
		return Tolerance{Rtol: 4 * f.Eps, Atol: 4 * f.Eps * scale}
	}
	return Tolerance{Rtol: 64 * f.Eps, Atol: 16 * f.Eps * scale}
}

// parts are the numbers of an array, complex ones by their parts.
type parts struct {
	d      ivy.Dtype
	perElt int
	n      int
	float  []float64 // of floats and complex numbers
	int    []int64
	uint   []uint64
}

// partsOf returns the numbers of an array; float asks for floats, whatever its dtype,
// and perElt for as many of them for each element.
func partsOf(a *ivy.Array, float bool, perElt int) (p parts, err error) {
	p = parts{d: a.Dtype(), perElt: perElt}
	err = ivy.Try(func() {
		switch k := a.Dtype().Kind(); {
		case k == dtype.KindComplex:
			zs := ivy.Values[complex128](a)
			p.float = make([]float64, 0, 2*len(zs))
			for _, z := range zs {
				p.float = append(p.float, real(z), imag(z))
			}
		case k == dtype.KindFloat:
			p.float = ivy.Values[float64](a)
		case k == dtype.KindUint:
			p.uint = ivy.Values[uint64](a)
		default:
			p.int = ivy.Values[int64](a)
		}
	})
	if err != nil {
		return p, err
	}
	if float && p.float == nil {
		for _, v := range p.int {
			p.float = append(p.float, float64(v))
		}
		for _, v := range p.uint {
			p.float = append(p.float, float64(v))
		}
		p.int, p.uint = nil, nil
	}
	if perElt == 2 && a.Dtype().Kind() != dtype.KindComplex {
		wide := make([]float64, 2*len(p.float))
		for i, v := range p.float {
			wide[2*i] = v
		}
		p.float = wide
	}
	p.n = len(p.float) + len(p.int) + len(p.uint)
	return p, nil
}

// text returns element i.
func (p *parts) text(i int) string {
	switch {
	case p.uint != nil:
		return fmt.Sprint(p.uint[i])
	case p.int != nil && p.d == ivy.Bool:
		return map[int64]string{0: "False", 1: "True"}[p.int[i]]
	case p.int != nil:
		return fmt.Sprint(p.int[i])
	case p.perElt == 2:
		return fmt.Sprintf("%s%+.9gj", p.number(p.float[2*i]), p.float[2*i+1])
	}
	return p.number(p.float[i])
}

func (p *parts) number(f float64) string {
	if p.d == ivy.Float64 || p.d == ivy.Complex128 {
		return fmt.Sprintf("%.17g", f)
	}
	return fmt.Sprintf("%.9g", f)
}

// measure fills in by how much got differs from want, which has its shape.
// engines are the backends, or the frameworks, that they come from.
func measure(r *Result, got, want *ivy.Array, o *Options, engines ...string) error {
	perElt := 1
	if got.Dtype().IsComplex() || want.Dtype().IsComplex() {
		perElt = 2
	}
	float := perElt == 2 || got.Dtype().IsFloat() || want.Dtype().IsFloat() || got.Dtype() != want.Dtype()
	g, err := partsOf(got, float, perElt)
	if err != nil {
		return err
	}
	w, err := partsOf(want, float, perElt)
	if err != nil {
		return err
	}
	m := meter{r: r, g: &g, w: &w, shape: got.Shape(), unit: want.Dtype().Component()}
	if !m.unit.IsFloat() {
		m.unit = got.Dtype().Component()
	}
	if o.Frontends != nil {
		engines = []string{got.Backend(), want.Backend()}
	}
	if slices.Contains(engines, "tensorflow") {
		// TensorFlow flushes subnormals of these to zero, and nothing keeps it from it.
		if f, err := dtype.Finfo(m.unit); err == nil && m.unit != ivy.Float16 {
			m.flush = f.SmallestNormal
		}
	}
	scale := 0.0
	for _, v := range w.float {
		if a := math.Abs(v); a > scale && !math.IsInf(a, 0) {
			scale = a
		}
	}
	r.Tolerance = tolerance(want.Dtype(), scale, o)
	m.run()
	return nil
}

func tolerance(d ivy.Dtype, scale float64, o *Options) Tolerance {
	t := DefaultTolerance(d, scale)
	if o.ULP != nil {
		t = Tolerance{ULP: *o.ULP} // alone it is the only measure
	}
	if o.Rtol != nil {
		t.Rtol = *o.Rtol
	}
	if o.Atol != nil {
		t.Atol = *o.Atol
	}
	return t
}

// profileLen is the number of points that a plot along the index has at most.
const profileLen = 1000

// A meter goes through the numbers of two arrays.
type meter struct {
	r     *Result
	g, w  *parts
	shape []int
	unit  ivy.Dtype
	flush float64 // values below this count as 0
	worst int     // the element that is worst
	score float64 // and how bad it is
}

func (m *meter) run() {
	r := m.r
	r.OK, m.worst = true, -1
	elements := r.Elements
	buckets := min(elements, profileLen)
	r.Profile = make([]float64, buckets)
	r.Histogram = Histogram{}
	for i := range m.g.n {
		d, want, ulp, special := m.difference(i)
		elt := i / m.g.perElt
		rel := 0.0
		switch {
		case special != "":
			if special == "nan" {
				r.NaNMismatch++
			} else {
				r.InfMismatch++
			}
			r.Histogram.Special++
			ulp = math.Inf(1)
		case d == 0:
			r.Histogram.Equal++
		default:
			rel = d / max(math.Abs(want), m.tiny())
			r.Histogram.add(d)
			r.MaxAbs, r.MaxRel = Number(max(float64(r.MaxAbs), d)), Number(max(float64(r.MaxRel), rel))
			if b := elt * buckets / elements; d > r.Profile[b] {
				r.Profile[b] = d
			}
		}
		if u := float64(r.MaxULP); ulp > u {
			r.MaxULP = Number(ulp)
		}
		limit := r.Tolerance.Atol + r.Tolerance.Rtol*math.Abs(want)
		score := 0.0
		switch {
		case special != "":
			score = math.Inf(1)
		case d != 0 && limit > 0:
			score = d / limit
		case d != 0 && r.Tolerance.ULP > 0:
			score = ulp / r.Tolerance.ULP
		case d != 0:
			score = d * 1e300
		}
		agrees := special == "" && (d <= limit || r.Tolerance.ULP > 0 && ulp <= r.Tolerance.ULP)
		if !agrees {
			r.Outside++
			r.OK = false
		}
		if score > m.score || m.worst < 0 && score > 0 {
			m.score, m.worst = score, elt
		}
	}
	if m.worst >= 0 {
		r.Worst = &Worst{Index: unravel(m.worst, m.shape), Got: m.g.text(m.worst), Want: m.w.text(m.worst)}
	}
	if !r.OK {
		r.Note = fmt.Sprintf("%d of %d elements out of tolerance", r.Outside, r.Elements)
	}
}

// tiny is the least size that relative differences are taken of.
func (m *meter) tiny() float64 {
	if f, err := dtype.Finfo(m.unit); err == nil {
		return f.SmallestNormal
	}
	return 1
}

// difference returns |got − want| of a number, want, and the units in the last place
// between them. special says that one is NaN, or infinite, and the other is not so.
func (m *meter) difference(i int) (d, want, ulp float64, special string) {
	switch {
	case m.w.uint != nil:
		x, y := m.g.uint[i], m.w.uint[i]
		return exact(max(x, y)-min(x, y), float64(y))
	case m.w.int != nil:
		x, y := m.g.int[i], m.w.int[i]
		return exact(uint64(max(x, y))-uint64(min(x, y)), float64(y))
	}
	x, y := m.g.float[i], m.w.float[i]
	switch {
	case x != x || y != y:
		if x != x && y != y {
			return 0, 0, 0, ""
		}
		return 0, 0, 0, "nan"
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		if x == y {
			return 0, 0, 0, ""
		}
		return 0, 0, 0, "inf"
	}
	if m.flush > 0 {
		if math.Abs(x) < m.flush {
			x = 0
		}
		if math.Abs(y) < m.flush {
			y = 0
		}
	}
	if x == y {
		return 0, y, 0, ""
	}
	d = math.Abs(x - y)
	if math.IsInf(d, 0) { // the difference of the largest float64s
		d = math.MaxFloat64
	}
	if !m.unit.IsFloat() {
		return d, y, math.Inf(1), ""
	}
	return d, y, ulps(m.unit, x, y), ""
}

// exact is the difference of integers, which is 0 or beyond any unit.
func exact(d uint64, want float64) (float64, float64, float64, string) {
	if d == 0 {
		return 0, want, 0, ""
	}
	return float64(d), want, math.Inf(1), ""
}

// ulps returns how many values of dtype d lie from x to y.
func ulps(d ivy.Dtype, x, y float64) float64 {
	var a, b int64
	switch d {
	case ivy.Float16:
		a, b = ordered(uint64(dtype.HalfFromFloat64(x)), 16), ordered(uint64(dtype.HalfFromFloat64(y)), 16)
	case ivy.BFloat16:
		a, b = ordered(uint64(dtype.BrainFromFloat64(x)), 16), ordered(uint64(dtype.BrainFromFloat64(y)), 16)
	case ivy.Float32:
		a, b = ordered(uint64(math.Float32bits(float32(x))), 32), ordered(uint64(math.Float32bits(float32(y))), 32)
	default:
		a, b = ordered(math.Float64bits(x), 64), ordered(math.Float64bits(y), 64)
	}
	return float64(uint64(max(a, b)) - uint64(min(a, b)))
}

// ordered maps the bits of a float to integers in the order of its values; both zeros
// are 0.
func ordered(bits uint64, width int) int64 {
	sign := uint64(1) << (width - 1)
	if bits&sign != 0 {
		return -int64(bits &^ sign)
	}
	return int64(bits)
}

// unravel returns the index of element i of a shape.
func unravel(i int, shape []int) []int {
	out := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		out[k] = i % shape[k]
		i /= shape[k]
	}
	return out
}

// A Histogram counts differences by their decade.
type Histogram struct {
	Equal   int         `json:"equal"`             // no difference
	Special int         `json:"special"`           // NaN or infinite on one side alone
	Decades map[int]int `json:"decades,omitempty"` // decade k: 10^k <= difference < 10^(k+1)
}

func (h *Histogram) add(d float64) {
	if h.Decades == nil {
		h.Decades = map[int]int{}
	}
	h.Decades[int(math.Floor(math.Log10(d)))]++
}
