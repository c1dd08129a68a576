package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// real draws an array of floats.
func (g *Generator) real(dims []int, opts []Option, f sampler[float64], args ...drawArg) *Array {
	c := g.begin(ops.Draw, dims, opts, args...)
	c.realDtype()
	return sampled(c, f)
}

// Uniform returns numbers that are uniform in [low, high): low + (high − low)·u of a u that is uniform in [0, 1), a multiple of 2⁻⁵³ (float64), 2⁻²⁴
// (float32), 2⁻¹¹ (float16) or 2⁻⁸ (bfloat16), computed in the dtype of the result. What is rounded to high becomes the number before it. It is
// differentiable in low and high, with u as a constant. A high below low, and bounds that are not finite or whose difference is not,
// are errors of kind ErrValue.
func (g *Generator) Uniform(low, high any, dims []int, opts ...Option) *Array {
	defer blame("Uniform")
	return g.uniform(low, high, dims, opts)
}

// Normal returns numbers of the normal distribution: mean + std·z of a z that is drawn by a ziggurat, as a float64 or, for narrower
// dtypes, a float32, computed in the dtype of the result. Complex dtypes get two such numbers, each with std/√2, real part first. It is differentiable in mean and std,
// with z as a constant. A std that is negative or NaN is an error of kind ErrValue.
func (g *Generator) Normal(mean, std any, dims []int, opts ...Option) *Array {
	defer blame("Normal")
	return g.normal(mean, std, dims, opts)
}

// isRecorded reports whether a gradient goes through some x.
func isRecorded(xs ...any) bool {
	for _, x := range xs {
		if a, _, ok := standsFor(x); ok && a.usable() == nil && a.be.level != nil && a.RequiresGradient() {
			return true
		}
	}
	return false
}

// located draws the standard numbers of draw and places them: as they are stored if that is all there is to do, and by rows where a gradient
// goes through a or b.
func (g *Generator) located(a, b drawArg, dims []int, opts []Option, bounds bool, standard func(r *random.Generator, d Dtype, data []byte)) *Array {
	recorded := isRecorded(a.value, b.value)
	x, y := a, b
	if recorded { // values are looked at without the levels
		x.value, y.value = g.env.StopGradient(a.value), g.env.StopGradient(b.value)
	}
	c := g.begin(ops.Draw, dims, opts, x, y)
	c.realDtype()
	first, second, err := c.location(bounds)
	check(err)
	round := rounding(c.d)
	if recorded {
		if c.o.out != nil {
			check(errorf(ErrValue, "Out with parameters that are being differentiated"))
		}
		e := g.env
		u := c.fill(c.dims, func(r *random.Generator, data []byte) error { standard(r, c.d, data); return nil })
		low, high := e.asDtype(e.Asarray(a.value), c.d), e.asDtype(e.Asarray(b.value), c.d)
		if !bounds {
			return e.Add(low, e.Multiply(high, u))
		}
		z := e.Add(low, e.Multiply(e.Subtract(high, low), u))
		last := e.asDtype(e.NextAfter(e.StopGradient(high), e.StopGradient(low)), c.d)
		return e.Where(e.Less(e.StopGradient(z), e.StopGradient(high)), z, last)
	}
	stop := g.env.stop()
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		size := c.d.Size()
		for start := 0; start*size < len(data); start += drawnAtOnce {
			if err := stop.Err(); err != nil {
				return err
			}
			part := data[start*size : min((start+drawnAtOnce)*size, len(data))]
			standard(r, c.d, part)
			place(part, c.d, first.from(start), second.from(start), bounds, round)
		}
		return nil
	})
}

// asDtype returns x as dtype d.
func (e *Env) asDtype(x *Array, d Dtype) *Array {
	if x.dtype == d {
		return x
	}
	return e.Astype(x, d)
}

// A spread is a parameter for each element of a result: one number, or as many as there are.
type spread []float64

func (s spread) from(i int) spread {
	if len(s) == 1 {
		return s
	}
	return s[i:]
}

func (s spread) at(i int) float64 {
	if len(s) == 1 {
		return s[0]
	}
	return s[i]
}

// location returns the two parameters of a location and a scale, rounded to the dtype: low and high, or mean and std.
func (c *drawing) location(bounds bool) (first, second spread, err error) {
	round := rounding(c.d)
	var read [2]spread
	for i := range read {
		v, err := c.params[i].floats()
		if err != nil {
			return nil, nil, err
		}
		for k := range v {
			v[k] = round(v[k])
		}
		if read[i] = v; !c.allNumbers() {
			read[i] = expanded(v, c.params[i].dims, c.dims)
		}
	}
	for i := range max(len(read[0]), len(read[1])) {
		a, b := read[0].at(i), read[1].at(i)
		width := round(b - a)
		switch {
		case !bounds && (!(b >= 0) || math.Signbit(b)):
			return nil, nil, errorf(ErrValue, "%s is %v, want a number >= 0", c.params[1].name, b)
		case bounds && (math.IsNaN(a) || math.IsInf(a, 0)):
			return nil, nil, errorf(ErrValue, "%s is %v, want a finite number", c.params[0].name, a)
		case bounds && !(width >= 0 && !math.IsInf(width, 0)):
			return nil, nil, errorf(ErrValue, "%s is %v, want at least %s (%v), and a finite difference", c.params[1].name, b, c.params[0].name, a)
		}
	}
	return read[0], read[1], nil
}

// place makes standard numbers u into a + (b − a)·u below b, or a + b·u, each step rounded to the dtype.
func place(data []byte, d Dtype, a, b spread, bounds bool, round func(float64) float64) {
	if len(a) == 1 && len(b) == 1 && a[0] == 0 && b[0] == 1 {
		return
	}
	var at func(i int) float64
	var set func(i int, v float64)
	switch d {
	case Float64:
		x := elementsIn[float64](data)
		if len(a) == 1 && len(b) == 1 {
			placeNumbers(x, a[0], b[0], bounds, func(v float64) float64 { return numberBelow(d, v) })
			return
		}
		at, set = func(i int) float64 { return x[i] }, func(i int, v float64) { x[i] = v }
	case Float32:
		x := elementsIn[float32](data)
		if len(a) == 1 && len(b) == 1 {
			placeNumbers(x, float32(a[0]), float32(b[0]), bounds, func(v float32) float32 { return float32(numberBelow(d, float64(v))) })
			return
		}
		at, set = func(i int) float64 { return float64(x[i]) }, func(i int, v float64) { x[i] = float32(v) }
	case Float16:
		x := elementsIn[dtype.Half](data)
		at, set = func(i int) float64 { return float64(x[i].Float32()) }, func(i int, v float64) { x[i] = dtype.HalfFromFloat64(v) }
	default:
		x := elementsIn[dtype.Brain](data)
		at, set = func(i int) float64 { return float64(x[i].Float32()) }, func(i int, v float64) { x[i] = dtype.BrainFromFloat64(v) }
	}
	for i := range len(data) / d.Size() {
		first, factor := a.at(i), b.at(i)
		if bounds {
			factor = round(factor - first)
		}
		v := round(first + round(float64(factor*at(i))))
		if bounds && v >= b.at(i) && b.at(i) > first {
			v = numberBelow(d, b.at(i))
		}
		set(i, v)
	}
}

// placeNumbers is place for one location and scale.
func placeNumbers[T float32 | float64](x []T, a, b T, bounds bool, below func(T) T) {
	factor := b
	if bounds {
		factor = b - a
	}
	for i, u := range x {
		x[i] = a + T(factor*u)
	}
	if !bounds || a == b {
		return
	}
	last := below(b)
	for i, v := range x {
		if v > last {
			x[i] = last
		}
	}
}

// standardUniform sets elements of a float dtype to numbers uniform in [0, 1).
func standardUniform(r *random.Generator, d Dtype, data []byte) {
	switch d {
	case Float64:
		r.Random64(elementsIn[float64](data))
	case Float32:
		r.Random32(elementsIn[float32](data))
	default:
		x, scale, shift := elementsIn[uint16](data), float32(0x1p-11), 21
		if d == BFloat16 {
			scale, shift = 0x1p-8, 24
		}
		for i := range x {
			v := float32(r.Source().Uint32()>>shift) * scale
			if d == Float16 {
				x[i] = uint16(dtype.HalfFromFloat32(v))
			} else {
				x[i] = uint16(dtype.BrainFromFloat32(v))
			}
		}
	}
}

// standardNormal sets elements of a float dtype to standard normal numbers.
func standardNormal(r *random.Generator, d Dtype, data []byte) {
	switch d {
	case Float64:
		r.StandardNormal64(elementsIn[float64](data))
	case Float32:
		r.StandardNormal32(elementsIn[float32](data))
	default:
		x := elementsIn[uint16](data)
		var buffer [drawnAtOnce]float32
		for len(x) > 0 {
			part := buffer[:min(len(x), drawnAtOnce)]
			r.StandardNormal32(part)
			for i, v := range part {
				if d == Float16 {
					x[i] = uint16(dtype.HalfFromFloat32(v))
				} else {
					x[i] = uint16(dtype.BrainFromFloat32(v))
				}
			}
			x = x[len(part):]
		}
	}
}

func (g *Generator) uniform(low, high any, dims []int, opts []Option) *Array {
	return g.located(drawArg{"low", low}, drawArg{"high", high}, dims, opts, true, standardUniform)
}

func (g *Generator) normal(mean, std any, dims []int, opts []Option) *Array {
	for _, o := range opts {
		if d, ok := o.(Dtype); ok && d.IsComplex() {
			return g.complexNormal(mean, std, d, dims, opts)
		}
	}
	return g.located(drawArg{"mean", mean}, drawArg{"std", std}, dims, opts, false, standardNormal)
}

// complexNormal is Normal of a complex dtype.
func (g *Generator) complexNormal(mean, std any, d Dtype, dims []int, opts []Option) *Array {
	c := g.begin(ops.Draw, dims, opts, drawArg{"mean", mean}, drawArg{"std", std})
	c.d = d
	deviations, err := c.params[1].floats()
	check(err)
	for _, v := range deviations {
		if !(v >= 0) || math.Signbit(v) {
			check(errorf(ErrValue, "std is %v, want a number >= 0", v))
		}
	}
	means := expanded(c.params[0].values, c.params[0].dims, c.dims)
	scales := expanded(deviations, c.params[1].dims, c.dims)
	round := rounding(d.Component())
	const half = 0.70710678118654752440 // the root of 1/2
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		standardNormal(r, d.Component(), data)
		for i, m := range means {
			z, s := m.Complex128(), round(scales[i]*half)
			for k, location := range [2]float64{real(z), imag(z)} {
				if d == Complex64 {
					x := &elementsIn[float32](data)[2*i+k]
					*x = float32(location) + float32(float32(s)**x)
				} else {
					x := &elementsIn[float64](data)[2*i+k]
					*x = location + float64(s**x)
				}
			}
		}
		return nil
	})
}

// Exponential returns numbers of the exponential distribution with mean scale, which is not negative.
func (g *Generator) Exponential(scale any, dims []int, opts ...Option) *Array {
	defer blame("Exponential")
	return g.real(dims, opts, func(r *random.Generator, dst, p []float64) error { return r.Exponential(dst, p[0]) }, drawArg{"scale", scale})
}

// Laplace returns numbers of the Laplace distribution around mean. scale, the mean distance from it, is not negative.
func (g *Generator) Laplace(mean, scale any, dims []int, opts ...Option) *Array {
	defer blame("Laplace")
	return g.real(dims, opts, func(r *random.Generator, dst, p []float64) error { return r.Laplace(dst, p[0], p[1]) },
		drawArg{"mean", mean}, drawArg{"scale", scale})
}

// Gamma returns numbers of the gamma distribution with this shape parameter and scale, whose mean is shape·scale. Neither is negative.
func (g *Generator) Gamma(shape, scale any, dims []int, opts ...Option) *Array {
	defer blame("Gamma")
	return g.real(dims, opts, func(r *random.Generator, dst, p []float64) error { return r.Gamma(dst, p[0], p[1]) },
		drawArg{"shape", shape}, drawArg{"scale", scale})
}

// Beta returns numbers of the beta distribution, in [0, 1], whose parameters are above 0.
func (g *Generator) Beta(a, b any, dims []int, opts ...Option) *Array {
	defer blame("Beta")
	return g.real(dims, opts, func(r *random.Generator, dst, p []float64) error { return r.Beta(dst, p[0], p[1]) },
		drawArg{"a", a}, drawArg{"b", b})
}

// TruncatedNormal returns numbers of the normal distribution of this mean and deviation that are between low and high, which may be
// infinite. std is above 0, and low below high.
func (g *Generator) TruncatedNormal(mean, std, low, high any, dims []int, opts ...Option) *Array {
	defer blame("TruncatedNormal")
	return g.real(dims, opts, func(r *random.Generator, dst, p []float64) error {
		if !(p[1] > 0) {
			return errorf(ErrValue, "std is %v, want a number > 0", p[1])
		}
		return r.TruncatedNormal(dst, p[0], p[1], p[2], p[3])
	}, drawArg{"mean", mean}, drawArg{"std", std}, drawArg{"low", low}, drawArg{"high", high})
}

// Dirichlet returns rows of numbers that are not negative and add up to 1. The last axis of alpha has the parameters of a row, all above 0; its
// other axes broadcast to dims, and the result has the shape dims and a last axis of as many elements as alpha's has. A nil dims is the other axes of alpha.
func (g *Generator) Dirichlet(alpha any, dims []int, opts ...Option) *Array {
	defer blame("Dirichlet")
	return g.dirichlet(alpha, dims, opts)
}

func (g *Generator) dirichlet(alpha any, dims []int, opts []Option) *Array {
	c, n := g.rows("alpha", alpha, dims, opts)
	c.realDtype()
	p, err := c.params[0].floats()
	check(err)
	p = expanded(p, c.params[0].dims, c.dims)
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		row, size := make([]float64, n), c.d.Size()
		for i := 0; i < len(p); i += n {
			if err := r.Dirichlet(row, p[i:i+n]); err != nil {
				return err
			}
			if err := store(data[i*size:], c.d, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// rows begins a call whose parameter has a row for each element of the shape dims; n is the row's length.
func (g *Generator) rows(name string, x any, dims []int, opts []Option) (c *drawing, n int) {
	c = g.begin(ops.Draw, nil, opts, drawArg{name, x})
	own := c.params[0].dims
	if len(own) == 0 || own[len(own)-1] == 0 {
		check(errorf(ErrShape, "%s has shape %s, want an axis with elements", name, shape.Text(own)))
	}
	n = own[len(own)-1]
	if dims != nil {
		c.shapeOf(append(append([]int{}, dims...), n), [][]int{own})
	}
	return c, n
}

// MultivariateNormal returns vectors of the normal distribution with these means, of shape (n), and covariances, of shape (n, n): the result has the shape
// dims and a last axis of n elements. A vector is mean + L·z of the lower triangular L with L·Lᵀ = cov, computed in float64. A cov that is not symmetric or that has a
// negative eigenvalue, to 1e-8 of its largest element, is an error of kind ErrValue; zero eigenvalues are fine.
func (g *Generator) MultivariateNormal(mean, cov any, dims []int, opts ...Option) *Array {
	defer blame("MultivariateNormal")
	c := g.begin(ops.Draw, nil, opts, drawArg{"mean", mean})
	c.realDtype()
	n := len(c.params[0].values)
	if len(c.params[0].dims) != 1 || n == 0 {
		check(errorf(ErrShape, "mean has shape %s, want one axis with elements", shape.Text(c.params[0].dims)))
	}
	covariance, err := g.parameter("cov", cov)
	check(err)
	if s := covariance.dims; len(s) != 2 || s[0] != n || s[1] != n {
		check(errorf(ErrShape, "cov has shape %s, want (%d, %d)", shape.Text(s), n, n))
	}
	means, err := c.params[0].floats()
	check(err)
	l, err := covariance.floats()
	check(err)
	check(cholesky(l, n))
	check(shape.Check(dims, 1))
	c.dims = append(append([]int{}, dims...), n)
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		z, row, size := make([]float64, n), make([]float64, n), c.d.Size()
		for at := 0; at < len(data); at += n * size {
			r.StandardNormal64(z)
			for i := range row {
				row[i] = means[i]
				for k := range i + 1 {
					row[i] += float64(l[i*n+k] * z[k])
				}
			}
			if err := store(data[at:], c.d, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// cholesky makes an n×n matrix the lower triangular one whose product with its transpose it is. A pivot that is zero but
// for rounding gives a column of zeros.
func cholesky(a []float64, n int) error {
	largest := 0.0
	for i := range n {
		for k := range n {
			if v := a[i*n+k]; math.IsNaN(v) || math.IsInf(v, 0) {
				return errorf(ErrValue, "cov[%d, %d] is %v, want a finite number", i, k, v)
			}
			largest = max(largest, math.Abs(a[i*n+k]))
		}
	}
	slack := float64(1e-8 * largest)
	bad := func() error { return errorf(ErrValue, "cov is not symmetric and positive semi-definite") }
	for i := range n {
		for k := range i {
			if math.Abs(a[i*n+k]-a[k*n+i]) > slack {
				return bad()
			}
		}
	}
	for j := range n {
		pivot := a[j*n+j]
		for k := range j {
			pivot -= float64(a[j*n+k] * a[j*n+k])
		}
		if pivot < -slack {
			return bad()
		}
		root := 0.0
		if pivot > float64(slack*1e-4) {
			root = math.Sqrt(pivot)
		}
		a[j*n+j] = root
		for i := j + 1; i < n; i++ {
			v := a[i*n+j]
			for k := range j {
				v -= float64(a[i*n+k] * a[j*n+k])
			}
			a[j*n+i] = 0
			switch {
			case root > 0:
				a[i*n+j] = v / root
			case math.Abs(v) > math.Sqrt(slack*largest):
				return bad()
			default:
				a[i*n+j] = 0
			}
		}
	}
	return nil
}
