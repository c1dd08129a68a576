package numpy

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Distributions of integers, and those whose numbers are rows.

// A countLaw is a distribution of integers.
type countLaw struct {
	name   string
	params string
	bounds []bound
	legacy []bound
	whole  int  // so many of the parameters, from the first on, are integers
	early  bool // check goes before the bounds
	draw   func(s stream, dst []int64, p [3]float64) error
	check  func(c *frontend.Call, d drawer, ps []numbersOf[float64])
}

var discrete = []countLaw{
	{name: "poisson", params: "lam=1.0", bounds: []bound{poissonMean}, draw: func(s stream, dst []int64, p [3]float64) error { return s.Poisson(dst, p[0]) }},
	{name: "geometric", params: "p", bounds: []bound{above0UpTo1}, draw: func(s stream, dst []int64, p [3]float64) error { return s.Geometric(dst, p[0]) }},
	{name: "binomial", params: "n, p", bounds: []bound{atLeast0, upTo1}, whole: 1, draw: func(s stream, dst []int64, p [3]float64) error {
		return s.Binomial(dst, int64(p[0]), p[1])
	}},
	{name: "negative_binomial", params: "n, p", bounds: []bound{positiveNumber, above0UpTo1}, legacy: []bound{positiveNumber, upTo1}, check: failures, draw: func(s stream, dst []int64, p [3]float64) error {
		return s.NegativeBinomial(dst, p[0], p[1])
	}},
	{name: "hypergeometric", params: "ngood, nbad, nsample", bounds: []bound{atLeast0, atLeast0, atLeast0}, legacy: []bound{atLeast0, atLeast0, atLeast1}, whole: 3, early: true, check: urns, draw: func(s stream, dst []int64, p [3]float64) error {
		return s.Hypergeometric(dst, int64(p[0]), int64(p[1]), int64(p[2]))
	}},
	{name: "logseries", params: "p", bounds: []bound{below1}, draw: func(s stream, dst []int64, p [3]float64) error { return s.LogSeries(dst, p[0]) }},
	{name: "zipf", params: "a", bounds: []bound{above1}, check: zipfExponents, draw: func(s stream, dst []int64, p [3]float64) error { return s.Zipf(dst, p[0]) }},
}

// urns refuses more draws than there are things, and what a Generator refuses.
func urns(c *frontend.Call, d drawer, ps []numbersOf[float64]) {
	for _, p := range ps[:2] {
		for _, v := range p.values {
			if d == ofGenerator && v >= 1e9 {
				c.Raise("ValueError", "both ngood and nbad must be less than 1000000000")
			}
		}
	}
	dims := drawShape(c, nil, ps)
	index := indexer(dims)
	for i := range shape.Size(dims) {
		if ps[0].at(i, index)+ps[1].at(i, index) < ps[2].at(i, index) {
			c.Raise("ValueError", "ngood + nbad < nsample")
		}
	}
}

// zipfExponents refuses exponents at which hardly any number fits an int64, so that NumPy hardly ends.
func zipfExponents(c *frontend.Call, _ drawer, ps []numbersOf[float64]) {
	for _, v := range ps[0].values {
		if v < 1+1e-6 {
			c.Raise("NotImplementedError", "zipf with a below 1.000001 is not there")
		}
	}
}

// failures refuses a negative binomial distribution whose numbers may not fit an int64.
func failures(c *frontend.Call, d drawer, ps []numbersOf[float64]) {
	if d != ofGenerator {
		return
	}
	dims := drawShape(c, nil, ps)
	index := indexer(dims)
	for i := range shape.Size(dims) {
		n, p := ps[0].at(i, index), ps[1].at(i, index)
		if (1-p)/p*(n+10*math.Sqrt(n)) > poissonMost {
			c.Raise("ValueError", "n too large or p too small, see Generator.negative_binomial Notes")
		}
	}
}

func (k *countLaw) function(d drawer) frontend.Func {
	names, bounds := parameterNames(k.params), k.bounds
	if d != ofGenerator && k.legacy != nil {
		bounds = k.legacy
	}
	return frontend.Func{Path: d.path(k.name), Sig: d.sig(k.params + ", size=None"), Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		ps := make([]numbersOf[float64], len(names))
		for i, name := range names {
			if i < k.whole {
				ps[i] = integerParameter(c, name)
			} else {
				ps[i] = floatParameter(c, name)
			}
		}
		if k.check != nil && k.early {
			k.check(c, d, ps)
		}
		for i, name := range names {
			bounds[i].check(c, name, ps[i])
		}
		if k.check != nil && !k.early {
			k.check(c, d, ps)
		}
		return fillDraws(c, s, ps, 8, k.draw, func(v int64) *frontend.Array { return pythonInt(c, v) })
	}}
}

// integerParameter returns an argument as whole numbers: floats lose what is behind the point, as they do in NumPy. Numbers that a float64
// does not hold are refused.
func integerParameter(c *frontend.Call, name string) numbersOf[float64] {
	p := floatParameter(c, name)
	for i, v := range p.values {
		switch {
		case math.IsNaN(v):
			c.Raise("ValueError", "cannot convert float NaN to integer")
		case math.Abs(v) >= 1<<63:
			c.Raise("OverflowError", "Python int too large to convert to C long")
		case math.Abs(v) > 1<<53:
			c.Raise("NotImplementedError", "%s above 2**53 is not there", name)
		}
		p.values[i] = math.Trunc(v) + 0
	}
	return p
}

// intParameter returns an argument that is one integer of 64 bits.
func intParameter(c *frontend.Call, name string) int64 {
	switch v := c.Arg(name).(type) {
	case float64:
		if v == math.Trunc(v) || !math.IsNaN(v) && math.Abs(v) < 1<<62 {
			return int64(v)
		}
	default:
		if i, ok := indexOf(c, v); ok {
			return int64(i)
		}
	}
	c.Raise("TypeError", "an integer is required")
	return 0
}

// multinomial draws how often each of several outcomes comes up.
func multinomial(d drawer) frontend.Func {
	return frontend.Func{Path: d.path("multinomial"), Sig: d.sig("n, pvals, size=None"), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		if d != ofGenerator {
			return legacyMultinomial(c, s)
		}
		p, n := floatParameter(c, "pvals"), integerParameter(c, "n")
		if len(p.shape) == 0 || p.shape[len(p.shape)-1] == 0 {
			c.Raise("ValueError", "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
		}
		k := p.shape[len(p.shape)-1]
		checkOutcomes(c, p, k)
		atLeast0.check(c, "n", n)
		rows := numbersOf[float64]{shape: p.shape[:len(p.shape)-1]}
		if len(rows.shape) == 0 {
			rows.shape = nil
		}
		size, given := drawSize(c, 8*k)
		shapes := [][]int{n.shape, rows.shape}
		if given {
			shapes = append(shapes, size)
		}
		dims := meetShapes(c, shapes)
		if given {
			checkSize(c, size, dims)
		}
		total := shape.Size(dims)
		c.Room(total, 8*k)
		dst := make([]int64, total*k)
		index := indexer(dims)
		for i := range total {
			row := index(i, rows.shape)
			checkDraw(c, s.Multinomial(dst[i*k:(i+1)*k], int64(n.at(i, index)), within1(p.values[row*k:(row+1)*k])))
		}
		return drawn(c, append(dims, k), dst)
	}}
}

func legacyMultinomial(c *frontend.Call, s stream) any {
	p := floatParameter(c, "pvals")
	n := intParameter(c, "n")
	if len(p.shape) != 1 {
		c.Raise("TypeError", "pvals must be a 1-d sequence")
	}
	k := p.shape[0]
	if k > 0 {
		checkOutcomes(c, p, k)
	}
	if n < 0 {
		c.Raise("ValueError", "n < 0")
	}
	size, given := drawSize(c, 8*max(k, 1))
	if !given {
		size = nil
	}
	dst := make([]int64, shape.Size(size)*k)
	for i := range shape.Size(size) {
		if k > 0 {
			checkDraw(c, s.Multinomial(dst[i*k:(i+1)*k], n, within1(p.values)))
		}
	}
	return drawn(c, append(size, k), dst)
}

// checkOutcomes checks rows of k probabilities.
func checkOutcomes(c *frontend.Call, p numbersOf[float64], k int) {
	for _, v := range p.values {
		if !(v >= 0 && v <= 1) {
			c.Raise("ValueError", "pvals < 0, pvals > 1 or pvals contains NaNs")
		}
	}
	for row := 0; row < len(p.values); row += k {
		if kahan(p.values[row:row+k-1]) > 1+1e-12 {
			c.Raise("ValueError", "sum(pvals[:-1]) > 1.0")
		}
	}
}

// kahan returns the sum of numbers, with what is lost in each step added in the next (W. Kahan, "Further remarks on reducing
// truncation errors", 1965).
func kahan(list []float64) float64 {
	sum, lost := 0.0, 0.0
	for i, v := range list {
		if i == 0 {
			sum = v
			continue
		}
		y := v - lost
		t := sum + y
		lost = t - sum - y
		sum = t
	}
	return sum
}

// within1 returns probabilities of which the last one, which no draw looks at, makes the sum 1.
func within1(p []float64) []float64 {
	out := append([]float64{}, p...)
	sum := 0.0
	for _, v := range out[:len(out)-1] {
		sum += v
	}
	out[len(out)-1] = max(0, 1-sum)
	return out
}

// multivariateHypergeometric draws how many of each kind are among things that are taken.
func multivariateHypergeometric() frontend.Func {
	return frontend.Func{Path: ofGenerator.path("multivariate_hypergeometric"), Sig: "self, colors, nsample, size=None, method='marginals'", Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		s, unlock := ofGenerator.stream(c)
		defer unlock()
		method := c.Arg("method")
		if method != "count" && method != "marginals" {
			c.Raise("ValueError", `method must be "count" or "marginals".`)
		}
		taken, ok := indexOf(c, c.Arg("nsample"))
		switch {
		case !ok:
			c.Raise("ValueError", "nsample must be an integer")
		case taken < 0:
			c.Raise("ValueError", "nsample must be nonnegative.")
		}
		kinds := kindsOf(c)
		total := int64(0)
		for _, n := range kinds {
			if n > math.MaxInt64-total {
				c.Raise("ValueError", "sum(colors) must not exceed the maximum value of a 64 bit signed integer (9223372036854775807)")
			}
			total += n
		}
		switch {
		case method == "count" && total > math.MaxInt64/8:
			c.Raise("ValueError", "When method is 'count', sum(colors) must not exceed %d", int64(math.MaxInt64/8))
		case method == "marginals" && total >= 1e9:
			c.Raise("ValueError", `When method is "marginals", sum(colors) must be less than 1000000000.`)
		case int64(taken) > total:
			c.Raise("ValueError", "nsample > sum(colors)")
		}
		size, given := drawSize(c, 8*max(len(kinds), 1))
		if !given {
			size = nil
		}
		if method == "count" {
			c.Room(int(min(total, math.MaxInt)), 4)
		}
		dst := make([]int64, shape.Size(size)*len(kinds))
		checkDraw(c, s.g.MultivariateHypergeometric(dst, kinds, int64(taken), method == "count"))
		return drawn(c, append(size, len(kinds)), dst)
	}}
}

// kindsOf returns how many there are of each kind.
func kindsOf(c *frontend.Call) []int64 {
	refuse := func() {
		c.Raise("ValueError", "colors must be a one-dimensional sequence of nonnegative integers not exceeding 9223372036854775807.")
	}
	v := c.Arg("colors")
	list, isList := frontend.Sequence(v)
	a := anyArray(v)
	switch {
	case isList && len(list) == 0:
		return nil
	case !isList && (a == nil || a.V.Ndim() != 1):
		refuse()
	case a != nil && !a.V.Dtype().IsInteger() && !a.V.Dtype().IsBool():
		refuse()
	case a != nil:
		reading.Refuse(a.V)
		list = nil
		for _, i := range bigs(a.V) {
			list = append(list, i)
		}
	}
	kinds := make([]int64, len(list))
	for k, e := range list {
		i, ok := bigOf(c, e)
		if !ok || i.Sign() < 0 || !i.IsInt64() {
			refuse()
		}
		kinds[k] = i.Int64()
	}
	return kinds
}

// dirichlet draws rows of numbers that add up to 1.
func dirichlet(d drawer) frontend.Func {
	return frontend.Func{Path: d.path("dirichlet"), Sig: d.sig("alpha, size=None"), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		if _, isList := frontend.Sequence(c.Arg("alpha")); !isList && (anyArray(c.Arg("alpha")) == nil || anyArray(c.Arg("alpha")).V.Ndim() == 0) {
			c.Raise("TypeError", "object of type '%s' has no len()", c.TypeName(c.Arg("alpha")))
		}
		alpha := floatParameter(c, "alpha")
		if len(alpha.shape) > 1 {
			c.Raise("ValueError", "object too deep for desired array")
		}
		for _, v := range alpha.values {
			switch {
			case d == ofGenerator && v < 0:
				c.Raise("ValueError", "alpha < 0")
			case d != ofGenerator && v <= 0:
				c.Raise("ValueError", "alpha <= 0")
			}
		}
		k := len(alpha.values)
		size, given := drawSize(c, 8*max(k, 1))
		if !given {
			size = nil
		}
		dst := make([]float64, shape.Size(size)*k)
		if k > 0 {
			drawDirichlet(c, s, dst, alpha.values)
		}
		return drawn(c, append(size, k), dst)
	}}
}

// drawDirichlet draws rows, in which what has the parameter 0 is 0.
func drawDirichlet(c *frontend.Call, s stream, dst, alpha []float64) {
	var some []float64
	for _, v := range alpha {
		if v > 0 || math.IsNaN(v) {
			some = append(some, v)
		}
	}
	if len(some) == len(alpha) {
		checkDraw(c, s.Dirichlet(dst, alpha))
		return
	}
	if len(some) == 0 || slices.Max(some) < 0.1 {
		c.Raise("NotImplementedError", "dirichlet with parameters of 0 and others below 0.1 alone is not there")
	}
	row := make([]float64, len(some))
	for at := 0; at < len(dst); at += len(alpha) {
		checkDraw(c, s.Dirichlet(row, some))
		next := 0
		for i, v := range alpha {
			if v > 0 {
				dst[at+i] = row[next]
				next++
			}
		}
	}
}

// floatsInto are the functions of a Generator that draw float32 numbers too, and into an array that is there.
func floatsInto() []frontend.Func {
	type fills struct {
		in64 func(s stream, dst []float64)
		in32 func(s stream, dst []float32)
	}
	inverse := func(c *frontend.Call) bool {
		return c.Func.Path == "random.Generator.standard_exponential" && c.Arg("method") != "zig"
	}
	function := func(name, sig string, of func(c *frontend.Call) fills) frontend.Func {
		return frontend.Func{Path: ofGenerator.path(name), Sig: "self, " + sig, Run: func(c *frontend.Call) any {
			s, unlock := ofGenerator.stream(c)
			defer unlock()
			f := of(c)
			d := floatDtype(c, name)
			out := outOf(c, d)
			dims, given := drawSize(c, d.Size())
			switch {
			case out != nil && given && !slices.Equal(dims, out.V.Shape()):
				c.Raise("ValueError", "size must match out.shape when used together")
			case out != nil:
				dims = out.V.Shape()
			case !given && d == Float64:
				return pythonFloat(c, drawOne(func(dst []float64) { f.in64(s, dst) }))
			case !given:
				var x [1]float32
				f.in32(s, x[:])
				return pythonFloat(c, float64(x[0]))
			}
			var z *frontend.Array
			if d == Float64 {
				dst := make([]float64, shape.Size(dims))
				f.in64(s, dst)
				z = drawn(c, dims, dst)
			} else {
				dst := make([]float32, shape.Size(dims))
				f.in32(s, dst)
				z = drawn(c, dims, dst)
			}
			return poured(c, z, out)
		}}
	}
	return []frontend.Func{
		function("random", "size=None, dtype='float64', out=None", func(*frontend.Call) fills {
			return fills{func(s stream, dst []float64) { s.g.Random64(dst) }, func(s stream, dst []float32) { s.g.Random32(dst) }}
		}),
		function("standard_normal", "size=None, dtype='float64', out=None", func(*frontend.Call) fills {
			return fills{func(s stream, dst []float64) { s.g.StandardNormal64(dst) }, func(s stream, dst []float32) { s.g.StandardNormal32(dst) }}
		}),
		function("standard_exponential", "size=None, dtype='float64', method='zig', out=None", func(c *frontend.Call) fills {
			if inverse(c) {
				return fills{func(s stream, dst []float64) { s.g.StandardExponentialInverse64(dst) }, func(s stream, dst []float32) { s.g.StandardExponentialInverse32(dst) }}
			}
			return fills{func(s stream, dst []float64) { s.g.StandardExponential64(dst) }, func(s stream, dst []float32) { s.g.StandardExponential32(dst) }}
		}),
		{Path: ofGenerator.path("standard_gamma"), Sig: "self, shape, size=None, dtype='float64', out=None", Run: generatorGamma},
	}
}

// generatorGamma is standard_gamma of a Generator.
func generatorGamma(c *frontend.Call) any {
	s, unlock := ofGenerator.stream(c)
	defer unlock()
	number := func(v float64) *frontend.Array { return pythonFloat(c, v) }
	if d := floatDtype(c, "standard_gamma"); d == Float32 {
		return gammaInto(c, s, d, standardGamma32, func(v float32) *frontend.Array { return number(float64(v)) })
	}
	return gammaInto(c, s, Float64, standardGamma, number)
}

func gammaInto[T float32 | float64](c *frontend.Call, s stream, d dtype.Dtype, draw func(s stream, dst []T, p [3]float64) error, number func(v T) *frontend.Array) *frontend.Array {
	out := outOf(c, d)
	p := floatParameter(c, "shape")
	atLeast0.check(c, "shape", p)
	if out == nil {
		return fillDraws(c, s, []numbersOf[float64]{p}, d.Size(), draw, number)
	}
	if size, given := drawSize(c, d.Size()); given && !slices.Equal(size, out.V.Shape()) {
		c.Raise("ValueError", "size must match out.shape when used together")
	}
	dims := drawShape(c, out.V.Shape(), []numbersOf[float64]{p})
	index := indexer(dims)
	dst := make([]T, shape.Size(dims))
	for i := range dst {
		checkDraw(c, draw(s, dst[i:i+1], [3]float64{p.at(i, index)}))
	}
	return poured(c, drawn(c, dims, dst), out)
}

// standardGamma32 draws float32 numbers.
func standardGamma32(s stream, dst []float32, p [3]float64) error {
	if !math.IsNaN(p[0]) {
		return s.g.StandardGamma32(dst, float32(p[0]))
	}
	var x, u [1]float32
	for i := range dst {
		for {
			s.g.StandardNormal32(x[:])
			s.g.Random32(u[:])
			if square := float32(x[0] * x[0]); u[0] < 1-float32(float32(0.0331*square)*square) {
				break
			}
		}
		dst[i] = float32(notNumber)
	}
	return nil
}

// floatDtype returns an argument "dtype": float32 or float64.
func floatDtype(c *frontend.Call, name string) dtype.Dtype {
	d := c.Dtype("dtype")
	if d == dtype.Invalid {
		d = Float64
	}
	if d != Float32 && d != Float64 {
		c.Raise("TypeError", "Unsupported dtype dtype('%v') for %s", d, name)
	}
	return d
}

// outOf returns an argument "out", an array of dtype d in one piece; nil for None.
func outOf(c *frontend.Call, d dtype.Dtype) *frontend.Array {
	if c.Arg("out") == nil {
		return nil
	}
	a := arrayValue(c.Arg("out"))
	if a == nil || a.Scalar || !flagged(a, "writeable") || !flagged(a, "c_contiguous") && !flagged(a, "f_contiguous") {
		c.Raise("ValueError", "Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
	}
	if a.V.Dtype() != d {
		c.Raise("TypeError", "Supplied output array has the wrong type. Expected %v, got %v", d, a.V.Dtype())
	}
	return a
}

// flagged reports whether an array has a flag.
func flagged(a *frontend.Array, name string) bool {
	is, _ := Flags{a}.Get(name)
	return is
}

// poured writes what was drawn into out, if there is one, in the order in which its elements lie in memory.
func poured(c *frontend.Call, z, out *frontend.Array) *frontend.Array {
	if out == nil {
		return z
	}
	v := z.V
	if !flagged(out, "c_contiguous") {
		e := c.Env()
		v = e.PermuteDims(e.Reshape(v, backwards(v.Shape())), backwards(shape.All(v.Ndim())))
	}
	assign(c.Namespace, out, v)
	return out
}

// backwards returns a list with its last element first.
func backwards(list []int) []int {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// bytesOf draws bytes.
func bytesOf(d drawer) frontend.Func {
	return frontend.Func{Path: d.path("bytes"), Sig: d.sig("length"), Out: frontend.Value, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		n := int(intParameter(c, "length"))
		count := (n-1)/4 + 1 // as C divides
		if count < 0 {
			c.Raise("ValueError", "negative dimensions are not allowed")
		}
		c.Room(count, 4)
		words := make([]uint32, count)
		s.bits.source.FillUint32(words)
		out := make([]byte, 0, 4*len(words))
		for _, w := range words {
			out = append(out, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
		}
		if n < 0 {
			return out[:max(len(out)+n, 0)]
		}
		return out[:n]
	}}
}

// tomaxint draws integers from 0 to the greatest one of a C long.
func tomaxint(d drawer) frontend.Func {
	return frontend.Func{Path: d.path("tomaxint"), Sig: d.sig("size=None"), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		dims, given := drawSize(c, 8)
		n := 1
		if given {
			n = shape.Size(dims)
		}
		words, dst := make([]uint64, n), make([]int64, n)
		s.bits.source.FillUint64(words)
		for i, w := range words {
			dst[i] = int64(w >> 1)
		}
		if !given {
			return pythonInt(c, dst[0])
		}
		return drawn(c, dims, dst)
	}}
}

// rand and randn take the lengths of the axes as arguments.
func lengthsFunction(d drawer, name string, draw func(s stream, dst []float64)) frontend.Func {
	return frontend.Func{Path: d.path(name), Sig: d.sig("*args"), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		list, _ := c.Arg("args").([]any)
		if len(list) == 0 {
			return pythonFloat(c, drawOne(func(dst []float64) { draw(s, dst) }))
		}
		dims := make([]int, len(list))
		for i, v := range list {
			n, ok := indexOf(c, v)
			if !ok {
				c.Raise("TypeError", "'%s' object cannot be interpreted as an integer", c.TypeName(v))
			}
			dims[i] = n
		}
		n := elementTotal(c, dims, 8)
		c.Room(n, 8)
		dst := make([]float64, n)
		draw(s, dst)
		return drawn(c, dims, dst)
	}}
}

// bigOf returns an argument that is an integer of any size; ok is false for another value.
func bigOf(c *frontend.Call, v any) (i *big.Int, ok bool) {
	switch v := v.(type) {
	case *big.Int:
		return v, true
	case bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case float64, complex128, string, nil, dtype.Dtype:
		return nil, false
	}
	if _, isList := frontend.Sequence(v); isList {
		return nil, false
	}
	o, err := c.Namespace.Operand(v)
	if err != nil {
		return nil, false
	}
	s := o.Value
	if o.A != nil {
		if o.A.V.Ndim() > 0 || !o.A.V.Dtype().IsInteger() && !o.A.V.Dtype().IsBool() {
			return nil, false
		}
		reading.Refuse(o.A.V)
		s = frontend.Peek(o.A)
	}
	return scalarInt(s)
}

func scalarInt(s backend.Scalar) (*big.Int, bool) {
	switch s.Kind {
	case dtype.KindBool:
		if s.Bool() {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case dtype.KindUint:
		return new(big.Int).SetUint64(s.Uint64()), true
	case dtype.KindInt:
		return big.NewInt(s.Int64()), true
	}
	return nil, false
}

// bigs returns the elements of an array of integers.
func bigs(x *ivy.Array) []*big.Int {
	var out []*big.Int
	if x.Dtype() == Uint64 {
		for _, v := range reading.Values[uint64](x) {
			out = append(out, new(big.Int).SetUint64(v))
		}
		return out
	}
	for _, v := range reading.Values[int64](x.Env().Astype(x, Int64)) {
		out = append(out, big.NewInt(v))
	}
	return out
}

// drawerFunctions returns the functions of the distributions.
func drawerFunctions() (fs []frontend.Func) {
	for _, d := range []drawer{ofGenerator, ofState, ofModule} {
		for i := range continuous {
			fs = append(fs, continuous[i].function(d))
		}
		for i := range discrete {
			fs = append(fs, discrete[i].function(d))
		}
		fs = append(fs, multinomial(d), dirichlet(d), multivariateNormal(d), bytesOf(d))
		if d == ofGenerator {
			fs = append(fs, multivariateHypergeometric())
			continue
		}
		for i := range legacyLaws {
			fs = append(fs, legacyLaws[i].function(d))
		}
		fs = append(fs, lengthsFunction(d, "rand", stream.unit), lengthsFunction(d, "randn", stream.normal))
		if d == ofState {
			fs = append(fs, tomaxint(d))
		}
	}
	for _, name := range strings.Fields("ranf sample") {
		f := legacyLaws[0].function(ofModule)
		f.Path, f.Sig = "random."+name, "size=None"
		fs = append(fs, f)
	}
	return append(fs, floatsInto()...)
}
