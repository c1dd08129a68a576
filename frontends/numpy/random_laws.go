package numpy

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/shape"
)

// The distributions of numpy.random whose parameters are numbers or arrays of them, which broadcast: an array is drawn element by
// element in row-major order.

// A bound is what a parameter of a distribution must hold.
type bound uint8

// The bounds.
const (
	anyNumber bound = iota
	atLeast0
	above0 // or NaN
	positiveNumber
	above1
	below1
	atLeast1
	upTo1
	above0UpTo1
	poissonMean
)

// poissonMost is the greatest mean of the Poisson distribution.
var poissonMost = float64(math.MaxInt64) - math.Sqrt(math.MaxInt64)*10

// A rule is what a bound asks for, and NumPy's text where a parameter is not so: %[1]s stands for its name, %[2]s and
// %[3]s for what is said of NaN.
type rule struct {
	holds func(v float64) bool
	text  string
}

// rules have those of a bound, in the order in which they are checked.
var rules = map[bound][]rule{
	atLeast0:       {{func(v float64) bool { return math.IsNaN(v) || !math.Signbit(v) }, "%[1]s < 0"}},
	above0:         {notAbove0},
	positiveNumber: {notAbove0, {func(v float64) bool { return !math.IsNaN(v) }, "%[1]s %[3]s"}},
	above1:         {{func(v float64) bool { return v > 1 }, "%[1]s <= 1 or %[1]s %[2]s"}},
	atLeast1:       {{func(v float64) bool { return v >= 1 }, "%[1]s < 1 or %[1]s %[2]s"}},
	below1:         {{func(v float64) bool { return v >= 0 && v < 1 }, "%[1]s < 0, %[1]s >= 1 or %[1]s %[2]s"}},
	upTo1:          {{func(v float64) bool { return v >= 0 && v <= 1 }, "%[1]s < 0, %[1]s > 1 or %[1]s %[2]s"}},
	above0UpTo1:    {{func(v float64) bool { return v > 0 && v <= 1 }, "%[1]s <= 0, %[1]s > 1 or %[1]s contains NaNs"}},
	poissonMean: {
		{func(v float64) bool { return v >= 0 }, "%[1]s < 0 or %[1]s %[2]s"},
		{func(v float64) bool { return v <= poissonMost }, "%[1]s value too large"},
	},
}

var notAbove0 = rule{func(v float64) bool { return !(v <= 0) }, "%[1]s <= 0"}

// check raises ValueError unless all values are within the bound, with the text that NumPy has for a number, or an array.
func (b bound) check(c *frontend.Call, name string, p numbersOf[float64]) {
	isNaN, mustNot := "is NaN", "must not be NaN"
	if p.shape != nil {
		isNaN, mustNot = "contains NaNs", "contains NaNs"
	}
	for _, v := range p.values {
		for _, r := range rules[b] {
			if !r.holds(v) {
				c.Raise("ValueError", "%s", strings.NewReplacer("%[1]s", name, "%[2]s", isNaN, "%[3]s", mustNot).Replace(r.text))
			}
		}
	}
}

// A law is a distribution of floats.
type law struct {
	name   string
	params string    // "loc=0.0, scale=1.0"
	bounds []bound   // of each parameter
	nan    []float64 // numbers that are drawn with where a parameter is NaN, whose results are NaN; nil if draw knows NaN
	check  func(c *frontend.Call, d drawer, ps []numbersOf[float64])
	draw   func(s stream, dst []float64, p [3]float64) error
}

var continuous = []law{
	{name: "beta", params: "a, b", bounds: []bound{above0, above0}, draw: beta},
	{name: "chisquare", params: "df", bounds: []bound{above0}, draw: func(s stream, dst []float64, p [3]float64) error {
		if math.IsNaN(p[0]) {
			err := gammaOfNaN(s, dst, p[0])
			fillNaN(dst)
			return err
		}
		return s.ChiSquare(dst, p[0])
	}},
	{name: "exponential", params: "scale=1.0", bounds: []bound{atLeast0}, nan: []float64{1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Exponential(dst, p[0]) }},
	{name: "f", params: "dfnum, dfden", bounds: []bound{above0, above0}, draw: eachOf(fisher)},
	{name: "gamma", params: "shape, scale=1.0", bounds: []bound{atLeast0, atLeast0}, draw: func(s stream, dst []float64, p [3]float64) error {
		if math.IsNaN(p[0]) || math.IsNaN(p[1]) {
			err := gammaOfNaN(s, dst, p[0])
			fillNaN(dst)
			return err
		}
		return s.Gamma(dst, p[0], p[1])
	}},
	{name: "gumbel", params: "loc=0.0, scale=1.0", bounds: []bound{anyNumber, atLeast0}, nan: []float64{0, 1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Gumbel(dst, p[0], p[1]) }},
	{name: "laplace", params: "loc=0.0, scale=1.0", bounds: []bound{anyNumber, atLeast0}, nan: []float64{0, 1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Laplace(dst, p[0], p[1]) }},
	{name: "logistic", params: "loc=0.0, scale=1.0", bounds: []bound{anyNumber, atLeast0}, nan: []float64{0, 1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Logistic(dst, p[0], p[1]) }},
	{name: "lognormal", params: "mean=0.0, sigma=1.0", bounds: []bound{anyNumber, atLeast0}, nan: []float64{0, 1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.LogNormal(dst, p[0], p[1]) }},
	{name: "noncentral_chisquare", params: "df, nonc", bounds: []bound{above0, atLeast0}, draw: eachOf(func(s stream, p [3]float64) (float64, error) { return noncentral(s, p[0], p[1]) })},
	{name: "noncentral_f", params: "dfnum, dfden, nonc", bounds: []bound{above0, above0, atLeast0}, draw: eachOf(noncentralFisher)},
	{name: "normal", params: "loc=0.0, scale=1.0", bounds: []bound{anyNumber, atLeast0}, nan: []float64{0, 1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Normal(dst, p[0], p[1]) }},
	{name: "pareto", params: "a", bounds: []bound{above0}, nan: []float64{1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Pareto(dst, p[0]) }},
	{name: "power", params: "a", bounds: []bound{above0}, nan: []float64{1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Power(dst, p[0]) }},
	{name: "rayleigh", params: "scale=1.0", bounds: []bound{atLeast0}, nan: []float64{1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Rayleigh(dst, p[0]) }},
	{name: "standard_cauchy", params: "", draw: func(s stream, dst []float64, _ [3]float64) error { s.StandardCauchy(dst); return nil }},
	{name: "standard_t", params: "df", bounds: []bound{above0}, draw: studentT},
	{name: "triangular", params: "left, mode, right", bounds: []bound{anyNumber, anyNumber, anyNumber}, check: triangleCorners, draw: eachOf(triangular)},
	{name: "uniform", params: "low=0.0, high=1.0", bounds: []bound{anyNumber, anyNumber}, check: interval, draw: func(s stream, dst []float64, p [3]float64) error {
		s.unit(dst)
		for i, u := range dst {
			dst[i] = p[0] + float64((p[1]-p[0])*u)
		}
		return nil
	}},
	{name: "vonmises", params: "mu, kappa", bounds: []bound{anyNumber, atLeast0}, check: concentrations, draw: vonMises},
	{name: "wald", params: "mean, scale", bounds: []bound{above0, above0}, draw: eachOf(wald)},
	{name: "weibull", params: "a", bounds: []bound{atLeast0}, nan: []float64{1}, draw: func(s stream, dst []float64, p [3]float64) error { return s.Weibull(dst, p[0]) }},
}

// legacyLaws are the distributions of a RandomState that a Generator has in another form.
var legacyLaws = []law{
	{name: "random_sample", draw: func(s stream, dst []float64, _ [3]float64) error { s.unit(dst); return nil }},
	{name: "random", draw: func(s stream, dst []float64, _ [3]float64) error { s.unit(dst); return nil }},
	{name: "standard_exponential", draw: func(s stream, dst []float64, _ [3]float64) error { s.exponential(dst); return nil }},
	{name: "standard_normal", draw: func(s stream, dst []float64, _ [3]float64) error { s.normal(dst); return nil }},
	{name: "standard_gamma", params: "shape", bounds: []bound{atLeast0}, draw: standardGamma},
}

func standardGamma(s stream, dst []float64, p [3]float64) error {
	if math.IsNaN(p[0]) {
		err := gammaOfNaN(s, dst, p[0])
		fillNaN(dst)
		return err
	}
	return s.StandardGamma(dst, p[0])
}

// eachOf is a law that is drawn number by number.
func eachOf(draw func(s stream, p [3]float64) (float64, error)) func(s stream, dst []float64, p [3]float64) error {
	return func(s stream, dst []float64, p [3]float64) (err error) {
		for i := range dst {
			if dst[i], err = draw(s, p); err != nil {
				return err
			}
			if math.IsNaN(dst[i]) { // with the bits of C's
				dst[i] = notNumber
			}
		}
		return nil
	}
}

// notNumber is the NaN of C.
var notNumber = math.Float64frombits(0x7ff8 << 48)

func fillNaN(dst []float64) {
	for i := range dst {
		dst[i] = notNumber
	}
}

// gammaOfNaN draws what NumPy draws for a gamma distribution whose shape, or else whose scale, is NaN.
func gammaOfNaN(s stream, dst []float64, shape float64) error {
	if !math.IsNaN(shape) {
		return s.StandardGamma(dst, shape)
	}
	for range dst {
		for {
			x := drawOne(s.normal)
			if u := drawOne(s.unit); u < 1-float64(float64(0.0331*float64(x*x))*float64(x*x)) {
				break
			}
		}
	}
	return nil
}

// chiSquare returns a number of the chi-square distribution.
func chiSquare(s stream, freedom float64) (float64, error) {
	var x [1]float64
	if math.IsNaN(freedom) {
		return notNumber, gammaOfNaN(s, x[:], freedom)
	}
	err := s.ChiSquare(x[:], freedom)
	return x[0], err
}

func beta(s stream, dst []float64, p [3]float64) error {
	if !math.IsNaN(p[0]) && !math.IsNaN(p[1]) {
		return s.Beta(dst, p[0], p[1])
	}
	for i := range dst {
		for _, shape := range p[:2] {
			if err := gammaOfNaN(s, dst[i:i+1], shape); err != nil {
				return err
			}
		}
	}
	fillNaN(dst)
	return nil
}

func studentT(s stream, dst []float64, p [3]float64) error {
	if !math.IsNaN(p[0]) {
		return s.StandardT(dst, p[0])
	}
	for i := range dst {
		drawOne(s.normal)
		if err := gammaOfNaN(s, dst[i:i+1], p[0]); err != nil {
			return err
		}
	}
	fillNaN(dst)
	return nil
}

// fisher returns a number of the F distribution, a quotient of two chi-square numbers.
func fisher(s stream, p [3]float64) (float64, error) {
	above, err := chiSquare(s, p[0])
	if err != nil {
		return 0, err
	}
	below, err := chiSquare(s, p[1])
	return float64(above*p[1]) / float64(below*p[0]), err
}

// noncentral returns a number of the noncentral chi-square distribution.
func noncentral(s stream, freedom, center float64) (float64, error) {
	legacy := s.r != nil
	switch {
	case math.IsNaN(center) && !legacy:
		return notNumber, nil
	case center == 0:
		return chiSquare(s, freedom)
	case freedom > 1:
		x, err := chiSquare(s, freedom-1)
		if math.IsNaN(center) {
			center = notNumber
		}
		n := drawOne(s.normal) + math.Sqrt(center)
		return x + float64(n*n), err
	}
	if math.IsNaN(center) {
		drawOne(s.unit) // of a Poisson number, which is 0
		_, err := chiSquare(s, freedom)
		return notNumber, err
	}
	var i [1]int64
	if err := s.Poisson(i[:], center/2); err != nil {
		return 0, err
	}
	return chiSquare(s, freedom+float64(2*i[0]))
}

// noncentralFisher returns a number of the noncentral F distribution.
func noncentralFisher(s stream, p [3]float64) (float64, error) {
	above, err := noncentral(s, p[0], p[2])
	if err != nil {
		return 0, err
	}
	below, err := chiSquare(s, p[1])
	return float64(above*p[1]) / float64(below*p[0]), err
}

// triangular returns a number of the triangular distribution, by its inverse distribution function.
func triangular(s stream, p [3]float64) (float64, error) {
	base := p[2] - p[0]
	left := p[1] - p[0]
	u := drawOne(s.unit)
	if u <= left/base {
		return p[0] + math.Sqrt(float64(u*float64(left*base))), nil
	}
	return p[2] - math.Sqrt(float64((1-u)*float64((p[2]-p[1])*base))), nil
}

// wald returns a number of the inverse Gaussian distribution (J. R. Michael, W. R. Schucany and R. W. Haas, "Generating random variates using
// transformations with multiple roots", 1976).
func wald(s stream, p [3]float64) (float64, error) {
	mean, scale := p[0], p[1]
	y := drawOne(s.normal)
	y = float64(float64(mean*y) * y)
	x := mean + float64(mean/float64(2*scale)*(y-math.Sqrt(float64(float64(4*scale)*y)+float64(y*y))))
	if u := drawOne(s.unit); u <= mean/(mean+x) {
		return x, nil
	}
	return float64(mean*mean) / x, nil
}

// concentrations refuses what NumPy never ends to draw for.
func concentrations(c *frontend.Call, d drawer, ps []numbersOf[float64]) {
	for _, v := range ps[1].values {
		if d != ofGenerator && v > 1e15 {
			c.Raise("NotImplementedError", "vonmises of a RandomState with kappa above 1e15 is not there")
		}
	}
}

func vonMises(s stream, dst []float64, p [3]float64) error {
	switch {
	case math.IsNaN(p[1]):
		fillNaN(dst)
		return nil
	case math.IsNaN(p[0]):
		err := s.VonMises(dst, 0, p[1])
		fillNaN(dst)
		return err
	}
	return s.VonMises(dst, p[0], p[1])
}

// interval checks the bounds of a uniform distribution.
func interval(c *frontend.Call, d drawer, ps []numbersOf[float64]) {
	numbers := ps[0].shape == nil && ps[1].shape == nil
	dims := drawShape(c, nil, ps)
	index := indexer(dims)
	for i := range shape.Size(dims) {
		width := ps[1].at(i, index) - ps[0].at(i, index)
		switch {
		case (math.IsInf(width, 0) || math.IsNaN(width)) && numbers && d == ofGenerator:
			c.Raise("OverflowError", "high - low range exceeds valid bounds")
		case math.IsInf(width, 0) || math.IsNaN(width):
			c.Raise("OverflowError", "Range exceeds valid bounds")
		}
	}
	for i := range shape.Size(dims) {
		if d == ofGenerator && math.Signbit(ps[1].at(i, index)-ps[0].at(i, index)) {
			c.Raise("ValueError", "high - low < 0")
		}
	}
}

// triangleCorners checks the corners of a triangular distribution.
func triangleCorners(c *frontend.Call, _ drawer, ps []numbersOf[float64]) {
	dims := drawShape(c, nil, ps)
	index := indexer(dims)
	at := func(k, i int) float64 { return ps[k].at(i, index) }
	for _, rule := range []struct {
		text   string
		broken func(i int) bool
	}{
		{"left > mode", func(i int) bool { return at(0, i) > at(1, i) }},
		{"mode > right", func(i int) bool { return at(1, i) > at(2, i) }},
		{"left == right", func(i int) bool { return at(0, i) == at(2, i) }},
	} {
		for i := range shape.Size(dims) {
			if rule.broken(i) {
				c.Raise("ValueError", "%s", rule.text)
			}
		}
	}
}

// parameterNames returns the names of parameters: "loc" and "scale" of "loc=0.0, scale=1.0".
func parameterNames(params string) (names []string) {
	for p := range strings.SplitSeq(params, ", ") {
		if name, _, _ := strings.Cut(p, "="); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// function returns the function of the law.
func (l *law) function(d drawer) frontend.Func {
	sig, names := strings.TrimPrefix(l.params+", size=None", ", "), parameterNames(l.params)
	return frontend.Func{Path: d.path(l.name), Sig: d.sig(sig), Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		ps := make([]numbersOf[float64], len(names))
		for i, name := range names {
			ps[i] = floatParameter(c, name)
		}
		if l.check != nil {
			l.check(c, d, ps)
		}
		for i, name := range names {
			l.bounds[i].check(c, name, ps[i])
		}
		return fillDraws(c, s, ps, 8, l.numbers, func(v float64) *frontend.Array { return pythonFloat(c, v) })
	}}
}

// numbers draws numbers with parameters, of which some may be NaN.
func (l *law) numbers(s stream, dst []float64, p [3]float64) error {
	isNaN := false
	if l.nan != nil {
		for i, v := range l.nan {
			if math.IsNaN(p[i]) {
				isNaN = true
				p[i] = v
			}
		}
	}
	err := l.draw(s, dst, p)
	if isNaN {
		fillNaN(dst)
	}
	return err
}

// fill draws an array of the size that the call asks for, or to which the parameters broadcast; without either a number.
func fillDraws[T float32 | float64 | int64](c *frontend.Call, s stream, ps []numbersOf[float64], itemsize int, draw func(s stream, dst []T, p [3]float64) error, number func(v T) *frontend.Array) *frontend.Array {
	var p [3]float64
	numbers := true
	for i := range ps {
		numbers = numbers && ps[i].shape == nil
		if len(ps[i].values) > 0 {
			p[i] = ps[i].values[0]
		}
	}
	dims, given := drawSize(c, itemsize)
	if numbers {
		if !given {
			var x [1]T
			checkDraw(c, draw(s, x[:], p))
			return number(x[0])
		}
		dst := make([]T, shape.Size(dims))
		checkDraw(c, draw(s, dst, p))
		return drawn(c, dims, dst)
	}
	if !given {
		dims = nil
	}
	dims = drawShape(c, dims, ps)
	n := shape.Size(dims)
	c.Room(n, itemsize)
	dst := make([]T, n)
	index := indexer(dims)
	for i := range dst {
		for k := range ps {
			p[k] = ps[k].at(i, index)
		}
		checkDraw(c, draw(s, dst[i:i+1], p))
	}
	return drawn(c, dims, dst)
}

// drawShape returns the shape to which parameters broadcast, and which a size that is not nil must have.
func drawShape(c *frontend.Call, size []int, ps []numbersOf[float64]) []int {
	var shapes [][]int
	if size != nil {
		shapes = append(shapes, size)
	}
	for _, p := range ps {
		shapes = append(shapes, p.shape)
	}
	dims := meetShapes(c, shapes)
	if size != nil {
		checkSize(c, size, dims)
	}
	return dims
}

// checkSize refuses a size that is not the shape to which parameters and it broadcast.
func checkSize(c *frontend.Call, size, dims []int) {
	if !slices.Equal(dims, size) {
		c.Raise("ValueError", "Output size %s is not compatible with broadcast dimensions of inputs %s.", shape.Text(size), shape.Text(dims))
	}
}

// meetShapes broadcasts shapes.
func meetShapes(c *frontend.Call, shapes [][]int) []int {
	rank := 0
	for _, s := range shapes {
		rank = max(rank, len(s))
	}
	dims, from := make([]int, rank), make([]int, rank)
	for axis := range dims {
		dims[axis], from[axis] = 1, -1
		for k, s := range shapes {
			i := axis - rank + len(s)
			if i < 0 || s[i] == 1 {
				continue
			}
			if from[axis] >= 0 && s[i] != dims[axis] {
				a := from[axis]
				c.Raise("ValueError", "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg %d with shape %s and arg %d with shape %s.",
					a, shape.Text(shapes[a]), k, shape.Text(s))
			}
			if from[axis] < 0 {
				dims[axis], from[axis] = s[i], k
			}
		}
	}
	return dims
}

// indexer returns a function that finds the element of an array of some shape that is at a position of one of shape dims, to
// which the shape broadcasts.
func indexer(dims []int) func(i int, s []int) int {
	return func(i int, s []int) int {
		at, step := 0, 1
		for axis := len(dims) - 1; axis >= 0; axis-- {
			k := i % dims[axis]
			i /= dims[axis]
			if own := axis - len(dims) + len(s); own >= 0 {
				if s[own] != 1 {
					at += k * step
				}
				step *= s[own]
			}
		}
		return at
	}
}
