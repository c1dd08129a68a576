package torch

import (
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/random/torchrandom"
	"github.com/goivy/goivy/ivy/shape"
)

// What draws random numbers: functions that make tensors, and methods that fill them.

var draws = []frontend.Func{
	{Path: "rand", Sig: "*size, generator=None, " + making, Run: makes(uniformly(0, 1), "check_uniform_bounds")},
	{Path: "randn", Sig: "*size, generator=None, " + making, Run: makes(nil, "normal_kernel_cpu")},
	{Path: "rand_like", Sig: "input, *, generator=None, " + makingLike, Run: makesLike(uniformly(0, 1), "check_uniform_bounds")},
	{Path: "randn_like", Sig: "input, *, generator=None, " + makingLike, Run: makesLike(nil, "normal_kernel_cpu")},
	{Path: "randint", Sig: "*bounds, low=None, high=None, size=None, generator=None, " + making, Run: randint},
	{Path: "randint_like", Sig: "input, *bounds, low=None, high=None, generator=None, " + makingLike, Run: func(c *frontend.Call) any {
		only(c, "memory_format", nil)
		made(c)
		a := tensor(c, "input")
		low, high := boundsLike(c)
		return integersDrawn(c, a.V.Shape(), dtypeOr(c, "dtype", typeOf(a)), low, high)
	}},
	{Path: "randperm", Sig: "n, *, generator=None, " + making, Run: randperm},
	{Path: "normal", Sig: "mean, std=1.0, size=None, *, generator=None, " + making, Run: normal},
	{Path: "bernoulli", Sig: "input, p=None, *, generator=None, out=None", Method: true, Run: bernoulli},
	{Path: "multinomial", Sig: "input, num_samples, replacement=False, *, generator=None, out=None", Method: true, Run: multinomial},
	{Path: "poisson", Sig: "input, generator=None", Run: func(c *frontend.Call) any {
		return sampledFrom(c, "poisson_cpu", []string{"input"}, func(g *torchrandom.Generator, p []float64) float64 {
			if !(p[0] >= 0) {
				c.Raise("RuntimeError", "invalid Poisson rate, expected rate to be non-negative")
			}
			return poisson(g, p[0])
		})
	}},
	{Path: "binomial", Sig: "count, prob, generator=None", Run: func(c *frontend.Call) any {
		d := tensor(c, "count").V.Dtype()
		return sampledFrom(c, "binomial_cpu", []string{"count", "prob"}, func(g *torchrandom.Generator, p []float64) float64 { return binomial(g, d, p[0], p[1]) })
	}},
	{Path: ".uniform_", Sig: "self, from=0.0, to=1.0, *, generator=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		return uniformIn(c, a, realArg(c, "from"), realArg(c, "to"))
	}},
	{Path: ".normal_", Sig: "self, mean=0.0, std=1.0, *, generator=None", Run: func(c *frontend.Call) any {
		return normalIn(c, tensor(c, "self"), realArg(c, "mean"), realArg(c, "std"))
	}},
	{Path: ".exponential_", Sig: "self, lambd=1.0, *, generator=None", Run: func(c *frontend.Call) any {
		a, rate := tensor(c, "self"), realArg(c, "lambd")
		if !(rate > 0) {
			c.Raise("RuntimeError", "exponential_ expects lambda > 0.0, but found lambda=%v", rate)
		}
		continuous(c, a, "Exponential")
		return drawnInto(c, a, exponentially(rate))
	}},
	{Path: ".cauchy_", Sig: "self, median=0.0, sigma=1.0, *, generator=None", Run: func(c *frontend.Call) any {
		a, median, sigma := tensor(c, "self"), realArg(c, "median"), realArg(c, "sigma")
		if !(sigma > 0) {
			c.Raise("RuntimeError", "cauchy_ expects sigma > 0.0, but found sigma=%v", sigma)
		}
		continuous(c, a, "Cauchy")
		return drawnInto(c, a, eachBy(func(g *torchrandom.Generator) float64 {
			return median + float64(sigma*math.Tan(math.Pi*(oneUnit(g)-0.5)))
		}))
	}},
	{Path: ".log_normal_", Sig: "self, mean=1.0, std=2.0, *, generator=None", Run: func(c *frontend.Call) any {
		a, mean, std := tensor(c, "self"), realArg(c, "mean"), realArg(c, "std")
		if !(std > 0) {
			c.Raise("RuntimeError", "log_normal_ expects std > 0.0, but found std=%v", std)
		}
		kernelFor(c, a, "log_normal_cpu", a.V.Dtype().IsFloat())
		return drawnInto(c, a, eachBy(func(g *torchrandom.Generator) float64 {
			var x [1]float64
			frontend.Check(g.Normal64(x[:], mean, std))
			return math.Exp(x[0])
		}))
	}},
	{Path: ".geometric_", Sig: "self, p, *, generator=None", Run: func(c *frontend.Call) any {
		a, p := tensor(c, "self"), realArg(c, "p")
		if !(p > 0 && p < 1) {
			c.Raise("RuntimeError", "geometric_ expects p to be in (0, 1), but got p=%v", p)
		}
		kernelFor(c, a, "geometric_cpu", !a.V.Dtype().IsComplex() && !a.V.Dtype().IsBool() && !isWideUnsigned(a.V.Dtype()))
		return drawnInto(c, a, eachBy(func(g *torchrandom.Generator) float64 {
			var x [1]int64
			frontend.Check(g.Geometric(x[:], p))
			return float64(x[0])
		}))
	}},
	{Path: ".random_", Sig: "self, *bounds, to=None, generator=None", Run: randomIn},
	{Path: ".bernoulli_", Sig: "self, p=0.5, *, generator=None", Run: func(c *frontend.Call) any { return bernoulliIn(c, tensor(c, "self"), "p") }},
}

func isWideUnsigned(d dtype.Dtype) bool { return d.IsUnsigned() && d.Bits() > 8 }

// kernelFor raises NotImplementedError where PyTorch has no code for a dtype. It does not look for any where there are no elements.
func kernelFor(c *frontend.Call, a *frontend.Array, kernel string, has bool) {
	if !has && a.V.Size() > 0 {
		c.Raise("NotImplementedError", "%q not implemented for '%s'", kernel, a.Type())
	}
}

// continuous refuses tensors that are none of floats for a distribution of them. That of Exponential comes with the elements.
func continuous(c *frontend.Call, a *frontend.Array, law string) {
	if !a.V.Dtype().IsFloat() && (a.V.Size() > 0 || law != "Exponential") {
		c.Raise("RuntimeError", "%s distribution is a continuous probability distribution. dtype must be a floating point but you specified %s", law, a.Type())
	}
}

func exponentially(rate float64) fillFunc {
	return func(g *torchrandom.Generator, d dtype.Dtype, dst floatsDrawn, _ bool) {
		frontend.Check(g.Exponential32(dst.narrow, rate))
		frontend.Check(g.Exponential64(dst.wide, rate))
		for i, v := range dst.wide {
			dst.wide[i] = nearest(d, v)
		}
	}
}

// standard returns what fills with standard normal numbers of a type: the parts of complex ones have half the variance.
func standard(r promote.Result) fillFunc {
	if r.Dtype.IsComplex() {
		return normally(0, 1/math.Sqrt(2))
	}
	return normally(0, 1)
}

// makes is a function that makes tensors of a size; without fill they are standard normal.
func makes(fill fillFunc, kernel string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		made(c)
		return out(c, makeDrawn(c, lengths(c, "size"), madeType(c, promote.Result{Dtype: defaultFloat(c.Namespace)}), fill, kernel))
	}
}

func makesLike(fill fillFunc, kernel string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		only(c, "memory_format", nil)
		made(c)
		a := tensor(c, "input")
		return makeDrawn(c, a.V.Shape(), dtypeOr(c, "dtype", typeOf(a)), fill, kernel)
	}
}

func makeDrawn(c *frontend.Call, dims []int, r promote.Result, fill fillFunc, kernel string) *frontend.Array {
	if !isContinuous(r.Dtype) && (fill != nil || shape.Size(dims) > 0) { // uniform ones have their bounds checked first
		c.Raise("NotImplementedError", "%q not implemented for '%v'", kernel, r)
	}
	if fill == nil {
		fill = standard(r)
	}
	g, unlock := drawing(c)
	defer unlock()
	return c.Result(drawnAs(c, g, dims, r, true, fill), r)
}

// uniformIn fills a tensor with numbers between two.
func uniformIn(c *frontend.Call, a *frontend.Array, from, to float64) *frontend.Array {
	generatorOf(c)
	d := a.V.Dtype()
	if !isContinuous(d) { // without elements too
		c.Raise("NotImplementedError", "\"check_uniform_bounds\" not implemented for '%s'", a.Type())
	}
	if d.IsComplex() && a.V.Size() == 0 {
		return a
	}
	info, err := dtype.Finfo(d.Component())
	frontend.Check(err)
	most := info.Max
	if a.Half {
		most = 65504
	}
	for name, v := range map[string]float64{"from": from, "to": to} {
		if !(math.Abs(v) <= most) {
			c.Raise("RuntimeError", "%s is out of bounds for %s", name, a.Type())
		}
	}
	switch {
	case from > to:
		c.Raise("RuntimeError", "uniform_ expects to return a [from, to) range, but found from=%v > to=%v", from, to)
	case to-from > most:
		c.Raise("RuntimeError", "uniform_ expects to-from <= std::numeric_limits<scalar_t>::max(), but found to=%v and from=%v", to, from)
	}
	return drawnInto(c, a, uniformly(from, to))
}

// normalIn fills a tensor with normal numbers.
func normalIn(c *frontend.Call, a *frontend.Array, mean, std float64) *frontend.Array {
	generatorOf(c)
	if !(std >= 0) {
		c.Raise("RuntimeError", "normal expects std >= 0.0, but found std %v", std)
	}
	kernelFor(c, a, "normal_kernel_cpu", isContinuous(a.V.Dtype()))
	if !a.V.Dtype().IsComplex() {
		return drawnInto(c, a, normally(mean, std))
	}
	z := drawnInto(c, a, normally(0, std/math.Sqrt(2)))
	if mean != 0 {
		write(c, z, c.Env().Add(z.V, c.Env().Astype(c.Env().Asarray(complex(mean, 0)), z.V.Dtype())))
	}
	return z
}

// normal is torch.normal: of two numbers and a size, or of tensors.
func normal(c *frontend.Call) any {
	e := c.Env()
	mean, std := ours(c.Namespace, c.Arg("mean")), ours(c.Namespace, c.Arg("std"))
	if c.Has("size") {
		if _, isList := frontend.Sequence(c.Arg("size")); !isList || !c.Given("std") {
			c.Raise("TypeError", "normal() received an invalid combination of arguments")
		}
		made(c)
		r := madeType(c, promote.Result{Dtype: defaultFloat(c.Namespace)})
		m, s := realArg(c, "mean"), realArg(c, "std")
		z := c.Result(e.Zeros(lengths(c, "size"), r.Dtype), r)
		return out(c, normalIn(c, z, m, s))
	}
	for _, name := range []string{"dtype", "layout", "device", "pin_memory", "requires_grad"} { // which go with a size
		if c.Given(name) {
			c.Raise("TypeError", "normal() received an invalid combination of arguments - got %s without size", name)
		}
	}
	if mean == nil && std == nil {
		c.Raise("TypeError", "normal() received an invalid combination of arguments - got (%s, %s)", c.TypeName(c.Arg("mean")), c.TypeName(c.Arg("std")))
	}
	number := func(name string) float64 {
		if v := realArg(c, name); name == "mean" || v >= 0 {
			return v
		}
		c.Raise("RuntimeError", "normal expects std >= 0.0, but found std %v", c.Arg(name))
		return 0
	}
	constant := func(a *frontend.Array) *ivy.Array { return e.StopGradient(a.V) }
	if std == nil {
		s := number("std")
		if target := targetOf(c); target != nil { // PyTorch draws into it, and adds what broadcasts with it
			writable(c, target)
			if dims := broadcastShapes(c, target.V.Shape(), mean.V.Shape()); shape.Size(dims) > 0 {
				target = normalIn(c, target, 0, s)
			}
			return out(c, apply(c, "add", target, c.Wrap(constant(mean))))
		}
		z := normalIn(c, c.Result(e.ZerosLike(constant(mean)), typeOf(mean)), 0, s)
		return out(c, c.Result(e.Add(z.V, constant(mean)), typeOf(mean)))
	}
	if std.V.Dtype().IsComplex() {
		c.Raise("RuntimeError", "normal expects standard deviation to be non-complex")
	}
	if std.V.Size() > 0 && !ivy.Item[bool](e.All(e.GreaterEqual(constant(std), e.ZerosLike(constant(std))))) {
		c.Raise("RuntimeError", "normal expects all elements of std >= 0.0")
	}
	r, dims := typeOf(std), std.V.Shape()
	if mean != nil {
		r, dims = typeOf(mean), broadcastShapes(c, mean.V.Shape(), std.V.Shape())
	}
	z := normalIn(c, c.Result(e.Zeros(dims, r.Dtype), r), 0, 1)
	scaled := e.Multiply(z.V, e.Astype(constant(std), r.Dtype))
	if mean != nil {
		return out(c, c.Result(e.Add(scaled, constant(mean)), r))
	}
	return out(c, c.Result(e.Add(scaled, put(c.Namespace, backend.FloatScalar(realArg(c, "mean")), r.Dtype)), r))
}

func broadcastShapes(c *frontend.Call, a, b []int) []int {
	dims, err := shape.Broadcast(a, b)
	if err != nil {
		c.Raise("RuntimeError", "The size of tensor a %s must match the size of tensor b %s", shape.Text(a), shape.Text(b))
	}
	return dims
}

// integerBounds returns the bounds of randint and its like, and what follows them by position.
func integerBounds(c *frontend.Call, sized bool) (low, high int64, rest []any) {
	list, _ := c.Arg("bounds").([]any)
	number := func(v any) int64 { return wholeBound(c, v) }
	var given []int64
	for len(list) > 0 && len(given) < 2 {
		if _, isList := frontend.Sequence(list[0]); isList {
			break
		}
		given = append(given, number(list[0]))
		list = list[1:]
	}
	lowGiven, highGiven := c.Has("low"), c.Has("high")
	switch {
	case len(given) == 2 && !lowGiven && !highGiven:
		low, high = given[0], given[1]
	case len(given) == 1 && highGiven && !lowGiven:
		low, high = given[0], number(c.Arg("high"))
	case len(given) == 1 && !highGiven:
		high = given[0]
		if lowGiven {
			low = number(c.Arg("low"))
		}
	case len(given) == 0 && highGiven:
		high = number(c.Arg("high"))
		if lowGiven {
			low = number(c.Arg("low"))
		}
	default:
		c.Raise("TypeError", "%s() received an invalid combination of arguments", c.Func.Path)
	}
	if len(list) > 0 && !sized || len(list) > 1 {
		c.Raise("TypeError", "%s() received an invalid combination of arguments", c.Func.Path)
	}
	return low, high, list
}

// wholeBound returns a bound of integers, which is a number or a tensor without axes.
func wholeBound(c *frontend.Call, v any) int64 {
	if a := ours(c.Namespace, v); a != nil && a.V.Size() == 1 {
		switch d := a.V.Dtype(); {
		case d.IsInteger():
			return onlyElement(c, a).Int64()
		case d.IsBool():
			c.Raise("RuntimeError", "%s(): a bound is a tensor of a bool, want an integer", c.Func.Path)
		}
	}
	if o, err := c.Namespace.Operand(v); err == nil && o.A == nil && o.Value.IsInteger() && o.Value.Kind != dtype.KindUint {
		return o.Value.Int64()
	}
	c.Raise("TypeError", "%s(): argument 'high' must be int, not %s", c.Func.Path, c.TypeName(v))
	return 0
}

// boundsLike is integerBounds of randint_like, of which a bound alone may be a tensor of any dtype.
func boundsLike(c *frontend.Call) (low, high int64) {
	list, _ := c.Arg("bounds").([]any)
	if len(list) > 2 { // before they are read
		c.Raise("TypeError", "randint_like() received an invalid combination of arguments")
	}
	var a *frontend.Array
	switch {
	case len(list) == 1 && !c.Has("low") && !c.Has("high"):
		a = ours(c.Namespace, list[0])
	case len(list) == 0 && c.Has("high") && !c.Has("low"):
		a = ours(c.Namespace, c.Arg("high"))
	}
	if a == nil {
		low, high, _ = integerBounds(c, false)
		return low, high
	}
	if a.V.Ndim() > 0 {
		c.Raise("RuntimeError", "high must be a scalar tensor and on CPU")
	}
	return 0, int64(real(onlyElement(c, a).Complex128()))
}

func randint(c *frontend.Call) any {
	made(c)
	list, _ := c.Arg("bounds").([]any)
	isList := func(v any) bool { _, is := frontend.Sequence(v); return is }
	if !isList(c.Arg("size")) && !slices.ContainsFunc(list, isList) { // before the bounds are read
		c.Raise("TypeError", "randint() received an invalid combination of arguments")
	}
	low, high, rest := integerBounds(c, true)
	var dims []int
	switch {
	case len(rest) == 1 && !c.Has("size"):
		dims = listedLengths(c, rest[0])
	case len(rest) == 0 && c.Has("size"):
		dims = listedLengths(c, c.Arg("size"))
	default:
		c.Raise("TypeError", "randint() received an invalid combination of arguments")
	}
	return out(c, integersDrawn(c, dims, madeType(c, promote.Result{Dtype: dtype.Int64}), low, high))
}

// listedLengths returns lengths of axes that are a list.
func listedLengths(c *frontend.Call, v any) []int {
	list, isList := frontend.Sequence(v)
	if !isList {
		c.Raise("TypeError", "%s(): argument 'size' must be tuple of ints, not %s", c.Func.Path, c.TypeName(v))
	}
	dims := make([]int, len(list))
	for i, e := range list {
		n, ok := c.IntOf(e)
		if !ok {
			c.Raise("TypeError", "%s(): argument 'size' must be tuple of ints, but found element of type %s at pos %d", c.Func.Path, c.TypeName(e), i)
		}
		if n < 0 {
			c.Raise("RuntimeError", "Trying to create tensor with negative dimension %d", n)
		}
		dims[i] = n
	}
	return dims
}

func integersDrawn(c *frontend.Call, dims []int, r promote.Result, low, high int64) *frontend.Array {
	z := c.Result(c.Env().Zeros(dims, r.Dtype), r)
	return integersIn(c, z, low, high)
}

// digitsOf returns how many digits floats of a dtype have.
func digitsOf(d dtype.Dtype) int {
	return map[dtype.Dtype]int{dtype.Float16: 11, dtype.BFloat16: 8, dtype.Float32: 24, dtype.Float64: 53}[d]
}

// integersIn fills a tensor with integers from low to high − 1.
func integersIn(c *frontend.Call, a *frontend.Array, low, high int64) *frontend.Array {
	d := a.V.Dtype()
	if low >= high {
		c.Raise("RuntimeError", "random_ expects 'from' to be less than 'to', but got from=%d >= to=%d", low, high)
	}
	if d.IsComplex() {
		c.Raise("RuntimeError", "check_random_bounds handles only integral, floating-point and boolean types")
	}
	if d.IsFloat() {
		low, high = exactFrom(d, low), exactTo(d, high)
		if low >= high {
			c.Raise("RuntimeError", "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got from=%d >= to=%d", low, high)
		}
	}
	for name, v := range map[string]int64{"from": low, "to - 1": high - 1} {
		if !holdsWhole(d, v) {
			c.Raise("RuntimeError", "%s is out of bounds for %s", name, a.Type())
		}
	}
	return drawnWholes(c, a, func(g *torchrandom.Generator, dst []int64) { frontend.Check(g.Integers(dst, low, high-1)) })
}

func holdsWhole(d dtype.Dtype, v int64) bool {
	switch {
	case d.IsFloat():
		info, err := dtype.Finfo(d)
		return err == nil && math.Abs(float64(v)) <= info.Max
	case d.IsBool():
		return v == 0 || v == 1
	}
	return dtype.HoldsInt(d, v)
}

// exactFrom returns the least integer from low on that a dtype of floats holds, as PyTorch finds it.
func exactFrom(d dtype.Dtype, low int64) int64 {
	next := int64(nearest(d, float64(low+1)))
	if next >= low {
		return low
	}
	n := mathbits.Len64(uint64(max(low+1, -(low+1)))) - 1
	return next + 1<<(n-digitsOf(d)+1)
}

// exactTo returns the end below which all integers are held.
func exactTo(d dtype.Dtype, high int64) int64 {
	last := int64(nearest(d, float64(high-1)))
	if last < high {
		return high
	}
	n := mathbits.Len64(uint64(max(high-1, -(high-1)))) - 1
	return last - 1<<(n-digitsOf(d)+1)
}

// drawnWholes fills a tensor with integers in the order in which its elements lie in memory.
func drawnWholes(c *frontend.Call, a *frontend.Array, fill func(g *torchrandom.Generator, dst []int64)) *frontend.Array {
	g, unlock := drawing(c)
	defer unlock()
	writable(c, a)
	e := c.Env()
	return write(c, a, inMemory(c, a, func(dims []int, _ bool) *ivy.Array {
		room(dims, 8)
		dst := make([]int64, shape.Size(dims))
		fill(g, dst)
		x := e.Reshape(e.Asarray(dst), dims)
		if a.V.Dtype().IsBool() {
			return e.NotEqual(x, e.ZerosLike(x))
		}
		return cast(c.Namespace, x, a.V.Dtype())
	}))
}

// randomIn is random_: of a range, below a number, or all that a dtype holds exactly.
func randomIn(c *frontend.Call) any {
	a := tensor(c, "self")
	d := a.V.Dtype()
	list, _ := c.Arg("bounds").([]any)
	to := c.Arg("to")
	if len(list) > 2 || len(list) == 2 && c.Given("to") {
		c.Raise("TypeError", "random_() received an invalid combination of arguments")
	}
	number := func(v any) int64 {
		i, ok := c.IntOf(v)
		if a := ours(c.Namespace, v); !ok || a != nil && a.V.Ndim() > 0 {
			c.Raise("TypeError", "random_(): argument must be int, not %s", c.TypeName(v))
		}
		return int64(i)
	}
	switch {
	case len(list) == 2 && list[1] != nil:
		return integersIn(c, a, number(list[0]), number(list[1]))
	case len(list) == 1 && to != nil:
		return integersIn(c, a, number(list[0]), number(to))
	case len(list) == 0 && to != nil:
		return integersIn(c, a, 0, number(to))
	case len(list) == 1:
		return integersIn(c, a, 0, number(list[0]))
	case len(list) == 2:
		return fromOn(c, a, number(list[0]))
	}
	kernelFor(c, a, "random_", !d.IsComplex() && (!isWideUnsigned(d) || d.Bits() <= 64))
	most := int64(math.MaxInt64)
	switch {
	case d.IsFloat():
		most = 1 << digitsOf(d)
	case d.IsBool():
		most = 1
	case d.Bits() < 64:
		most = 1<<(d.Bits()-1) - 1
		if d.IsUnsigned() {
			most = 1<<d.Bits() - 1
		}
	}
	return drawnWholes(c, a, func(g *torchrandom.Generator, dst []int64) {
		switch {
		case d == dtype.Uint64:
			for i := range dst {
				dst[i] = int64(g.Source().Uint64())
			}
		case d == dtype.Int64:
			g.NotNegative(dst)
		case d == dtype.Float64:
			for i := range dst {
				dst[i] = int64(g.Source().Uint64() % uint64(most+1))
			}
		default:
			for i := range dst {
				dst[i] = int64(uint64(g.Source().Uint32()) % uint64(most+1))
			}
		}
	})
}

// fromOn fills a tensor with integers from a number to the greatest that its dtype holds.
func fromOn(c *frontend.Call, a *frontend.Array, low int64) *frontend.Array {
	d := a.V.Dtype()
	if d.IsComplex() {
		c.Raise("RuntimeError", "random_from_to handles only integral, floating-point and boolean types")
	}
	most := int64(math.MaxInt64)
	switch {
	case d.IsFloat():
		low = exactFrom(d, low)
		most = 1 << digitsOf(d)
	case d.IsBool():
		most = 1
	case d.Bits() < 64 && d.IsUnsigned():
		most = 1<<d.Bits() - 1
	case d.Bits() < 64:
		most = 1<<(d.Bits()-1) - 1
	}
	if !holdsWhole(d, low) || low > most {
		c.Raise("RuntimeError", "from is out of bounds for %s", a.Type())
	}
	return drawnWholes(c, a, func(g *torchrandom.Generator, dst []int64) { frontend.Check(g.Integers(dst, low, most)) })
}

func randperm(c *frontend.Call) any {
	made(c)
	n := integer(c, "n")
	r := madeType(c, promote.Result{Dtype: dtype.Int64})
	d := r.Dtype
	switch {
	case n < 0:
		c.Raise("RuntimeError", "n must be non-negative, got %d", n)
	case d.IsFloat() && n > 1<<digitsOf(d)+1:
		c.Raise("RuntimeError", "n cannot be greater than %d for %v type.", 1<<digitsOf(d)+1, r)
	case d.IsInteger() && !dtype.HoldsInt(d, int64(n)):
		c.Raise("RuntimeError", "value cannot be converted to type %v without overflow", r)
	case d.IsComplex() || d.IsBool() || isWideUnsigned(d):
		c.Raise("NotImplementedError", "\"randperm\" not implemented for '%v'", r)
	}
	room([]int{n}, 8)
	g, unlock := drawing(c)
	defer unlock()
	dst := make([]int64, n)
	g.Permutation(dst)
	return out(c, c.Result(cast(c.Namespace, c.Env().Asarray(dst), d), r))
}

// probabilities returns the elements of a tensor of probabilities, which has no derivative here as in PyTorch.
func probabilities(c *frontend.Call, x *ivy.Array) []float64 {
	return reading.Values[float64](c.Env().Astype(c.Env().StopGradient(x), dtype.Float64))
}

// bernoulli draws zeros and ones with the probabilities that a tensor has, or one of them.
func bernoulli(c *frontend.Call) any {
	a := tensor(c, "input")
	e := c.Env()
	z := c.Result(e.ZerosLike(e.StopGradient(a.V)), typeOf(a))
	target := targetOf(c)
	if c.Has("p") {
		if target != nil {
			c.Raise("TypeError", "bernoulli() received an invalid combination of arguments")
		}
		return bernoulliIn(c, z, "p")
	}
	if target != nil { // which is drawn in its own dtype
		z = c.Result(e.Zeros(a.V.Shape(), target.V.Dtype()), typeOf(target))
		kernelFor(c, z, "bernoulli_tensor_cpu_self_", !target.V.Dtype().IsComplex())
	}
	kernelFor(c, a, "bernoulli_tensor_cpu_p_", a.V.Dtype().IsFloat())
	return out(c, bernoulliOf(c, z, a))
}

func bernoulliIn(c *frontend.Call, a *frontend.Array, name string) *frontend.Array {
	p := ours(c.Namespace, c.Arg(name))
	kernel := "bernoulli_scalar_cpu_"
	if p != nil {
		kernelFor(c, a, "bernoulli_tensor_cpu_self_", !a.V.Dtype().IsComplex())
		if !p.V.Dtype().IsFloat() {
			kernelFor(c, a, "bernoulli_tensor_cpu_p_", false)
		}
		if err := shape.BroadcastTo(p.V.Shape(), a.V.Shape()); err != nil {
			c.Raise("RuntimeError", "The expanded size of the tensor %s must match the existing size %s", shape.Text(a.V.Shape()), shape.Text(p.V.Shape()))
		}
		return bernoulliOf(c, a, p)
	}
	chance := realArg(c, name)
	if !(chance >= 0 && chance <= 1) {
		c.Raise("RuntimeError", "bernoulli_ expects p to be in [0, 1], but got p=%v", chance)
	}
	kernelFor(c, a, kernel, !a.V.Dtype().IsComplex())
	return drawnWholes(c, a, func(g *torchrandom.Generator, dst []int64) {
		for i := range dst {
			if oneUnit(g) < chance {
				dst[i] = 1
			}
		}
	})
}

func bernoulliOf(c *frontend.Call, a, p *frontend.Array) *frontend.Array {
	e := c.Env()
	if a.V.Size() == 0 { // of any dtypes
		writable(c, a)
		return a
	}
	chances := probabilities(c, e.BroadcastTo(p.V, a.V.Shape()))
	if slices.ContainsFunc(chances, func(v float64) bool { return !(v >= 0 && v <= 1) }) {
		c.Raise("RuntimeError", "Expected p_in >= 0 && p_in <= 1 to be true, but got false.")
	}
	wide := p.V.Dtype() == dtype.Float64
	g, unlock := drawing(c)
	defer unlock()
	writable(c, a)
	hits := make([]bool, len(chances))
	if wide {
		frontend.Check(g.Bernoulli64(hits, chances))
	} else {
		narrow := make([]float32, len(chances))
		for i, v := range chances {
			narrow[i] = float32(v)
		}
		frontend.Check(g.Bernoulli32(hits, narrow))
	}
	return write(c, a, cast(c.Namespace, e.Reshape(e.Asarray(hits), a.V.Shape()), a.V.Dtype()))
}

// multinomial draws indices of the rows of weights.
func multinomial(c *frontend.Call) any {
	a, n := tensor(c, "input"), countOf(c, "num_samples")
	replacement := boolean(c, "replacement")
	dims := a.V.Shape()
	if len(dims) != 1 && len(dims) != 2 {
		c.Raise("RuntimeError", "prob_dist must be 1 or 2 dim")
	}
	d, classes := a.V.Dtype(), dims[len(dims)-1]
	switch {
	case !d.IsFloat():
		c.Raise("RuntimeError", "multinomial only supports floating-point dtypes for input, got: %s", a.Type())
	case n <= 0:
		c.Raise("RuntimeError", "cannot sample n_sample <= 0 samples")
	case !replacement && n > classes:
		c.Raise("RuntimeError", "cannot sample n_sample > prob_dist.size(-1) samples without replacement")
	}
	weights := probabilities(c, a.V)
	rows := len(weights) / max(classes, 1)
	for _, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			c.Raise("RuntimeError", "probability tensor contains either `inf`, `nan` or element < 0")
		}
	}
	for i := range rows {
		if !slices.ContainsFunc(weights[i*classes:(i+1)*classes], func(w float64) bool { return w > 0 }) {
			c.Raise("RuntimeError", "invalid multinomial distribution (sum of probabilities <= 0)")
		}
	}
	g, unlock := drawing(c)
	defer unlock()
	dst := make([]int64, rows*n)
	if !replacement || n == 1 {
		q := make([]float64, len(weights))
		exponentially(1)(g, d, floatsDrawn{wide: q}, true)
		for i := range rows {
			greatestIndices(dst[i*n:(i+1)*n], d, weights[i*classes:(i+1)*classes], q[i*classes:])
		}
	} else {
		for i := range rows {
			drawnIndices(g, dst[i*n:(i+1)*n], d, weights[i*classes:(i+1)*classes])
		}
	}
	shape := append(slices.Clone(dims[:len(dims)-1]), n)
	return out(c, c.Wrap(c.Env().Reshape(c.Env().Asarray(dst), shape)))
}

// greatestIndices takes the indices of the greatest quotients.
func greatestIndices(dst []int64, d dtype.Dtype, weights, q []float64) {
	order, quotients := make([]int64, len(weights)), make([]float64, len(weights))
	for i, w := range weights {
		order[i] = int64(i)
		quotients[i] = nearest(d, w/q[i])
	}
	slices.SortStableFunc(order, func(i, j int64) int {
		switch {
		case quotients[i] > quotients[j]:
			return -1
		case quotients[i] < quotients[j]:
			return 1
		}
		return 0
	})
	copy(dst, order)
}

// drawnIndices draws indices, the same one as often as may be.
func drawnIndices(g *torchrandom.Generator, dst []int64, d dtype.Dtype, weights []float64) {
	if d == dtype.Float16 || d == dtype.BFloat16 { // PyTorch adds them up in float32
		d = dtype.Float32
	}
	sums, sum := make([]float64, len(weights)), 0.0
	for i, w := range weights {
		sum = nearest(d, sum+w)
		sums[i] = sum
	}
	for i := range sums {
		sums[i] = nearest(d, sums[i]/sum)
	}
	sums[len(sums)-1] = 1
	for i := range dst {
		u := oneUnit(g)
		at, _ := slices.BinarySearchFunc(sums, u, func(s, u float64) int {
			if s < u {
				return -1
			}
			return 1
		})
		dst[i] = int64(at)
	}
}

// sampledFrom draws a number for each element of parameters, which broadcast.
func sampledFrom(c *frontend.Call, kernel string, names []string, draw func(g *torchrandom.Generator, p []float64) float64) *frontend.Array {
	e := c.Env()
	var dims []int
	ps := make([]*frontend.Array, len(names))
	for i, name := range names {
		ps[i] = tensor(c, name)
		switch {
		case ps[i].V.Dtype().IsFloat() && (kernel != "binomial_cpu" || i == 0 || typeOf(ps[i]) == typeOf(ps[0])):
		case ps[i].V.Dtype().IsFloat():
			c.Raise("RuntimeError", "Found dtype %s but expected %s", ps[i].Type(), ps[0].Type())
		case kernel == "binomial_cpu":
			c.Raise("ValueError", "binomial only supports floating-point dtypes for %s, got: %s", name, ps[i].Type())
		default: // without elements too
			c.Raise("NotImplementedError", "%q not implemented for '%s'", kernel, ps[i].Type())
		}
		dims = broadcastShapes(c, dims, ps[i].V.Shape())
	}
	r := typeOf(ps[0])
	if kernel == "binomial_cpu" && dtype.Narrow.Has(r.Dtype) {
		c.Raise("NotImplementedError", "%q not implemented for '%s'", kernel, ps[0].Type())
	}
	values := make([][]float64, len(ps))
	for i, p := range ps {
		if typeOf(p) != r {
			c.Raise("RuntimeError", "Found dtype %s but expected %v", p.Type(), r)
		}
		values[i] = probabilities(c, e.BroadcastTo(p.V, dims))
	}
	g, unlock := drawing(c)
	defer unlock()
	dst, p := make([]float64, shape.Size(dims)), make([]float64, len(ps))
	for i := range dst {
		for j := range values {
			p[j] = values[j][i]
		}
		dst[i] = draw(g, p)
	}
	return c.Result(e.Astype(e.Reshape(e.Asarray(dst), dims), r.Dtype), r)
}

// poisson draws a number by the transformed rejection of W. Hörmann (1993), of small means by products.
func poisson(g *torchrandom.Generator, lambda float64) float64 {
	switch {
	case lambda == 0:
		return 0
	case lambda < 10:
		limit, product := math.Exp(-lambda), 1.0
		for k := 0.0; ; k++ {
			if product *= oneUnit(g); !(product > limit) {
				return k
			}
		}
	}
	b := 0.931 + float64(2.53*math.Sqrt(lambda))
	a := -0.059 + float64(0.02483*b)
	inverse := 1.1239 + 1.1328/(b-3.4)
	for {
		u, v := oneUnit(g)-0.5, oneUnit(g)
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + lambda + 0.43)
		switch {
		case us >= 0.07 && v <= 0.9277-3.6224/(b-2):
			return k
		case k < 0 || us < 0.013 && v > us:
			continue
		}
		gamma, _ := math.Lgamma(k + 1)
		if math.Log(v)+math.Log(inverse)-math.Log(a/(us*us)+b) <= -lambda+float64(k*math.Log(lambda))-gamma {
			return k
		}
	}
}

// binomial draws how many of n trials succeed.
func binomial(g *torchrandom.Generator, d dtype.Dtype, n, p float64) float64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case p <= 0.5:
		return successes(g, d, n, p)
	case p > 0.5:
		return n - successes(g, d, n, nearest(d, 1-p))
	}
	return math.NaN()
}

// successes computes what depends on n and p alone in the dtype, as PyTorch does.
func successes(g *torchrandom.Generator, d dtype.Dtype, n, p float64) float64 {
	mean, other := nearest(d, n*p), nearest(d, 1-p)
	if mean < 10 {
		sum := 0.0
		for k := 0.0; ; k++ {
			if sum += math.Ceil(math.Log(oneUnit(g)) / math.Log1p(-p)); sum > n {
				return k
			}
		}
	}
	deviation := nearest(d, math.Sqrt(nearest(d, mean*other)))
	b := 1.15 + float64(2.53*deviation)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*p)
	r := nearest(d, p/other)
	m := math.Floor(nearest(d, (n+1)*p))
	for {
		u, v := oneUnit(g)-0.5, oneUnit(g)
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + (mean + 0.5))
		switch {
		case us >= 0.07 && v <= 0.92-4.2/b:
			return k
		case k < 0 || k > n:
			continue
		}
		v = math.Log(v * (2.83 + 5.1/b) * deviation / (a/(us*us) + b))
		bound := float64((m+0.5)*math.Log((m+1)/(r*(n-m+1)))) + float64((n+1)*math.Log((n-m+1)/(n-k+1))) + float64((k+0.5)*math.Log(r*(n-k+1)/(k+1)))
		if v <= bound+stirlingTail(m)+stirlingTail(n-m)-stirlingTail(k)-stirlingTail(n-k) {
			return k
		}
	}
}

// stirlingTail is what Stirling's formula for the logarithm of (k + 1)! leaves out.
func stirlingTail(k float64) float64 {
	if k <= 9 {
		gamma, _ := math.Lgamma(k + 1)
		return gamma - (float64((k+0.5)*math.Log(k+1)) - (k + 1) + float64(0.5*math.Log(2*math.Pi)))
	}
	s := (k + 1) * (k + 1)
	return (1./12 - (1./360-1./1260/s)/s) / (k + 1)
}
