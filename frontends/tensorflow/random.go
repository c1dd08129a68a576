package tensorflow

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/tensorflowrandom"
	"github.com/goivy/goivy/ivy/shape"
)

// tf.random. Numbers are drawn on the host, by package tensorflowrandom, and put on the backend then, which scales and moves them.

// generatorType is the type tf.random.Generator.
var generatorType = &frontend.Type{Path: "random.Generator", Class: "tensorflow.python.ops.stateful_random_ops.Generator",
	Doc:  "Generator is tf.random.Generator with the algorithm philox. Its attributes are state, key and algorithm. Several goroutines may use it at once.",
	Repr: func(*frontend.Instance) string { return "<tensorflow.python.ops.stateful_random_ops.Generator object>" },
	Attributes: map[string]frontend.Attribute{
		"state": {Get: func(o *frontend.Instance) any { return wordsTensor(o.NS, o.State.(*generator).state()) }},
		"key": {Get: func(o *frontend.Instance) any {
			return o.NS.Wrap(o.NS.Env().Asarray(int64(o.State.(*generator).state()[2]), dtype.Int64))
		}},
		"algorithm": {Get: func(*frontend.Instance) any { return philox }},
	}}

// philox is the number of the algorithm.
const philox = 1

// generator is what a Generator is.
type generator struct {
	mu sync.Mutex
	g  *tensorflowrandom.Generator
}

func (g *generator) state() [3]uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.g.State()
}

func (g *generator) reset(state [3]uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.g = tensorflowrandom.FromState(state)
}

func (g *generator) next(n int) *random.Philox4x32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.g.Next(n)
}

func wordsTensor(n *frontend.Namespace, words [3]uint64) *frontend.Array {
	return n.Wrap(n.Env().Asarray([]int64{int64(words[0]), int64(words[1]), int64(words[2])}))
}

func newGenerator(n *frontend.Namespace, state [3]uint64) *frontend.Instance {
	return n.New(generatorType, &generator{g: tensorflowrandom.FromState(state)})
}

// anyWords returns words of the operating system.
func anyWords(n int) []uint64 { return random.NewSeedSequenceRandom().GenerateUint64(n) }

// seedState is what a namespace keeps of the seeds of functions: what set_seed set, or before that seeds of the operating system, and those
// of functions with a seed of their own.
type seedState struct {
	mu    sync.Mutex
	seeds *tensorflowrandom.Seeds
	own   *tensorflowrandom.Seeds
}

type (
	seedsKey  struct{}
	globalKey struct{}
)

// graphSeed is TensorFlow's global seed for functions with a seed of their own where none was set.
const graphSeed = 87654321

func seedsOf(n *frontend.Namespace) *seedState {
	return n.Local(seedsKey{}, func() any {
		return &seedState{seeds: tensorflowrandom.SetSeed(int64(anyWords(1)[0] >> 1)), own: tensorflowrandom.SetSeed(graphSeed)}
	}).(*seedState)
}

// words returns the stream of a call of an operation that draws n elements, by its argument seed.
func words(c *frontend.Call, op string, n int) *random.Philox4x32 {
	s := seedsOf(c.Namespace)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.Has("seed") {
		return s.seeds.Next()
	}
	seed := seedArg(c)
	if strings.HasPrefix(op, "RandomShuffle") {
		return s.own.NextShuffle(op, seed, n)
	}
	return s.own.NextOf(op, seed, n)
}

// seedArg returns the argument seed as an integer.
func seedArg(c *frontend.Call) int64 {
	v, err := c.Namespace.Operand(c.Arg("seed"))
	if _, isText := c.Arg("seed").(string); isText || err != nil {
		c.Raise(typeError, "%s(): seed is %s, want an integer", c.Func.Path, c.Shown(c.Arg("seed")))
	}
	s := v.Value
	if v.A != nil {
		s = frontend.Number(v.A)
	}
	if s.Kind == dtype.KindComplex {
		c.Raise(typeError, "%s(): seed is %s, want an integer", c.Func.Path, c.Shown(c.Arg("seed")))
	}
	return s.Int64()
}

// lengthsArg returns the argument shape, a list of lengths.
func lengthsArg(c *frontend.Call) []int {
	v := c.Arg("shape")
	_, isList := frontend.Sequence(v)
	if o, err := c.Namespace.Operand(v); !isList && v != nil && (err != nil || o.A == nil || o.A.V.Ndim() != 1) {
		c.Raise(invalidArgument, "shape must be a vector of {int32,int64}, got %s", c.Shown(v))
	} else if !isList && v != nil {
		dims := []int{}
		for _, n := range ivy.Values[int64](o.A.V) {
			dims = append(dims, int(n))
		}
		return checkedLengths(c, dims)
	}
	if list, _ := frontend.Sequence(v); slices.ContainsFunc(list, func(e any) bool { _, isFloat := e.(float64); return isFloat }) {
		c.Raise(invalidArgument, "shape must be of int32 or int64, got %s", c.Shown(v))
	}
	return checkedLengths(c, shapeArg(c, "shape"))
}

func checkedLengths(c *frontend.Call, dims []int) []int {
	n := 1
	for _, d := range dims {
		if d < 0 {
			c.Raise(invalidArgument, "Dimension %d must be >= 0", d)
		}
		if d > 0 && n > math.MaxInt/16/d {
			c.Raise(invalidArgument, "the shape %v is too large", dims)
		}
		n *= max(d, 1)
	}
	c.Room(n, 8)
	return dims
}

// A law is what numbers are drawn of.
type law uint8

const (
	uniformLaw law = iota
	normalLaw
	truncatedLaw
)

// drawn returns numbers of a law that a stream gives, of dtype d: uniform in [0, 1), or standard normal ones.
func drawn(c *frontend.Call, p *random.Philox4x32, l law, dims []int, d dtype.Dtype) *ivy.Array {
	e, n := c.Env(), shape.Size(dims)
	var flat *ivy.Array
	if d == dtype.Float64 {
		dst := make([]float64, n)
		map[law]func(p *random.Philox4x32, dst []float64, a, b float64){uniformLaw: tensorflowrandom.Uniform64, normalLaw: tensorflowrandom.Normal64, truncatedLaw: tensorflowrandom.TruncatedNormal64}[l](p, dst, 0, 1)
		flat = e.Asarray(dst)
	} else {
		dst := make([]float32, n)
		switch {
		case l == uniformLaw && d == dtype.Float16:
			for i := range dst {
				dst[i] = float32(p.Uint32()&0x3ff) / 1024
			}
		case l == uniformLaw && d == dtype.BFloat16:
			for i := range dst {
				dst[i] = float32(p.Uint32()&0x7f) / 128
			}
		default:
			map[law]func(p *random.Philox4x32, dst []float32, a, b float32){uniformLaw: tensorflowrandom.Uniform32, normalLaw: tensorflowrandom.Normal32, truncatedLaw: tensorflowrandom.TruncatedNormal32}[l](p, dst, 0, 1)
		}
		flat = e.Astype(e.Asarray(dst), d)
	}
	return e.Reshape(flat, dims)
}

// numberOf returns a parameter as a tensor of dtype d.
func numberOf(c *frontend.Call, name string, d dtype.Dtype) *ivy.Array {
	return call(c, "convert_to_tensor", c.Arg(name), d).V
}

// scaledNormals are numbers of a normal law with the arguments mean and stddev.
func scaledNormals(c *frontend.Call, l law, next func(d dtype.Dtype, n int) *random.Philox4x32) *frontend.Array {
	dims, d := lengthsArg(c), dtypeOr(c, dtype.Float32)
	mean, deviation := numberOf(c, "mean", d), numberOf(c, "stddev", d)
	if !d.IsFloat() {
		c.Raise(invalidArgument, "%s(): dtype %v is none of half, bfloat16, float, double", c.Func.Path, d)
	}
	e := c.Env()
	x := drawn(c, next(d, shape.Size(dims)), l, dims, d)
	return result(c, e.Add(e.Multiply(x, deviation), mean), false)
}

// uniformFloats are numbers between the arguments minval and maxval.
func uniformFloats(c *frontend.Call, d dtype.Dtype, p func(n int) *random.Philox4x32) *frontend.Array {
	dims := lengthsArg(c)
	e := c.Env()
	high := put(c.Namespace, backend.IntScalar(1), d)
	if c.Has("maxval") {
		high = numberOf(c, "maxval", d)
	}
	low := numberOf(c, "minval", d)
	x := drawn(c, p(shape.Size(dims)), uniformLaw, dims, d)
	return result(c, e.Add(e.Multiply(x, e.Subtract(high, low)), low), false)
}

// uniformIntegers are integers from minval to maxval, which is excluded.
func uniformIntegers(c *frontend.Call, d dtype.Dtype, p func(n int) *random.Philox4x32) *frontend.Array {
	dims := lengthsArg(c)
	bound := func(name string) int64 {
		x := numberOf(c, name, d)
		if x.Ndim() > 0 {
			c.Raise(invalidArgument, "%s must be 0-D, got shape %v", name, x.Shape())
		}
		return ivy.Item[int64](x)
	}
	low, high := bound("minval"), bound("maxval")
	if low >= high {
		c.Raise(invalidArgument, "Need minval < maxval, got %d >= %d", low, high)
	}
	n := shape.Size(dims)
	if d == dtype.Int32 {
		return result(c, c.Env().Reshape(integersOf(c, p(n), n, int32(low), int32(high-1)), dims), false)
	}
	return result(c, c.Env().Reshape(integersOf(c, p(n), n, low, high-1), dims), false)
}

func integersOf[T int32 | int64 | uint32 | uint64](c *frontend.Call, p *random.Philox4x32, n int, low, high T) *ivy.Array {
	dst := make([]T, n)
	frontend.Check(tensorflowrandom.Integers(p, dst, low, high))
	return c.Env().Asarray(dst)
}

// fullIntegers are integers of all that a dtype holds.
func fullIntegers(c *frontend.Call, d dtype.Dtype, dims []int, p *random.Philox4x32) *frontend.Array {
	n := shape.Size(dims)
	var x *ivy.Array
	switch d {
	case dtype.Int32:
		x = integersOf[int32](c, p, n, math.MinInt32, math.MaxInt32)
	case dtype.Int64:
		x = integersOf[int64](c, p, n, math.MinInt64, math.MaxInt64)
	case dtype.Uint32:
		x = integersOf[uint32](c, p, n, 0, math.MaxUint32)
	case dtype.Uint64:
		x = integersOf[uint64](c, p, n, 0, math.MaxUint64)
	default:
		c.Raise(invalidArgument, "dtype %v is not in the list of allowed values: int32, int64, uint32, uint64", d)
	}
	return result(c, c.Env().Reshape(x, dims), false)
}

// algorithm refuses an argument alg that is not philox.
func algorithm(c *frontend.Call) {
	switch alg := c.Arg("alg"); alg {
	case nil, "auto_select", "philox", 1, 3:
	case "threefry", 2:
		c.Raise(invalidArgument, "%s(): the algorithm threefry is not there on a CPU", c.Func.Path)
	default:
		c.Raise(valueError, "Argument `alg` got unsupported value %s. Supported values are philox, threefry and auto_select.", c.Shown(alg))
	}
}

// statelessSeed returns the argument seed of stateless functions, and its dtype.
func statelessSeed(c *frontend.Call) ([2]int64, dtype.Dtype) {
	x := tensor(c, "seed").V
	d := x.Dtype()
	if d != dtype.Int32 && d != dtype.Int64 {
		c.Raise(invalidArgument, "seed must be of int32 or int64, got %v", d)
	}
	if !slices.Equal(x.Shape(), []int{2}) {
		c.Raise(invalidArgument, "seed must have shape [2], not %v", x.Shape())
	}
	return [2]int64(ivy.Values[int64](c.Env().Astype(x, dtype.Int64))), d
}

func stateless(c *frontend.Call) *random.Philox4x32 {
	if slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool { return p.Name == "alg" }) {
		algorithm(c)
	}
	seed, _ := statelessSeed(c)
	return tensorflowrandom.Stateless(seed)
}

// accepted refuses a dtype that is not in the set.
func accepted(c *frontend.Call, d dtype.Dtype, set dtype.Set) {
	if !set.Has(d) {
		c.Raise(valueError, "Argument `dtype` got invalid value %v. Accepted dtypes are %v.", d, set)
	}
}

// statefulDtypes are those of tf.random.uniform.
var statefulDtypes = dtype.Float | dtype.Of(dtype.Int32) | dtype.Of(dtype.Int64)

func uniform(c *frontend.Call) any {
	d := dtypeOr(c, dtype.Float32)
	accepted(c, d, statefulDtypes)
	if d.IsFloat() {
		return uniformFloats(c, d, func(n int) *random.Philox4x32 { return words(c, "RandomUniform "+d.String(), n) })
	}
	if !c.Has("maxval") {
		c.Raise(valueError, "Must specify maxval for integer dtype %v", d)
	}
	return uniformIntegers(c, d, func(n int) *random.Philox4x32 { return words(c, "RandomUniformInt "+d.String(), n) })
}

func statelessUniform(c *frontend.Call) any {
	d := dtypeOr(c, dtype.Float32)
	accepted(c, d, statefulDtypes|dtype.Of(dtype.Uint32)|dtype.Of(dtype.Uint64))
	next := func(int) *random.Philox4x32 { return stateless(c) }
	switch {
	case d.IsFloat():
		return uniformFloats(c, d, next)
	case c.Has("minval") != c.Has("maxval"):
		c.Raise(valueError, "For integer `dtype` argument %v, argument `minval` and `maxval` must be both None or not None.", d)
	case !c.Has("minval"):
		return fullIntegers(c, d, lengthsArg(c), stateless(c))
	case d.IsUnsigned():
		c.Raise(valueError, "Argument `dtype` got invalid value %v when argument `minval` is not None. Please don't use unsigned integers in this case.", d)
	}
	return uniformIntegers(c, d, next)
}

// shuffled returns the slices along the first axis in random order.
func shuffled(c *frontend.Call, next func(x *ivy.Array) *random.Philox4x32) any {
	x := tensor(c, "value")
	if x.V.Ndim() == 0 {
		next(x.V)
		return x
	}
	order := make([]int64, x.V.Shape()[0])
	for i := range order {
		order[i] = int64(i)
	}
	tensorflowrandom.Shuffle(next(x.V), order)
	return result(c, c.Env().Take(x.V, c.Env().Asarray(order), ivy.Axis(0)), false)
}

// categorical draws indices of the rows of logits.
func categorical(c *frontend.Call, next func(d dtype.Dtype, n int) *random.Philox4x32) any {
	x := tensor(c, "logits").V
	d := dtypeOr(c, dtype.Int64)
	accepted(c, d, dtype.Of(dtype.Int32)|dtype.Of(dtype.Int64))
	samples := c.Int("num_samples")
	switch {
	case !x.Dtype().IsFloat():
		c.Raise(notFound, "there is no Multinomial of %v", x.Dtype())
	case x.Ndim() != 2:
		c.Raise(invalidArgument, "logits should be a matrix, got shape %v", x.Shape())
	case samples < 0:
		c.Raise(invalidArgument, "num_samples should be nonnegative, got %d", samples)
	case x.Shape()[1] == 0 && samples > 0 && x.Shape()[0] > 0:
		c.Raise(invalidArgument, "num_classes should be positive, got 0")
	}
	rows, classes := x.Shape()[0], x.Shape()[1]
	c.Room(shape.Product(rows, samples), 8)
	dst := make([]int64, rows*samples)
	logits := reading.Values[float64](c.Env().Astype(x, dtype.Float64))
	tensorflowrandom.Categorical(next(x.Dtype(), rows*(samples+3)/4*4*2), dst, logits, classes)
	return result(c, c.Env().Astype(c.Env().Reshape(c.Env().Asarray(dst), []int{rows, samples}), d), false)
}

// gammas are numbers of the gamma distribution, of shape dims, which ends with that of alpha and beta.
func gammas(c *frontend.Call, ends bool, next func(d dtype.Dtype, n int) *random.Philox4x32) any {
	d := dtypeOr(c, dtype.Float32)
	if d == dtype.BFloat16 || !d.IsFloat() {
		c.Raise(valueError, "data type %v not inexact", d)
	}
	e := c.Env()
	alpha := numberOf(c, "alpha", d)
	beta := put(c.Namespace, backend.IntScalar(1), d)
	if c.Has("beta") {
		beta = numberOf(c, "beta", d)
	}
	params := broadcastOf(c, alpha.Shape(), beta.Shape())
	dims := endingWith(c, params, ends)
	values := reading.Values[float64](e.Astype(e.BroadcastTo(alpha, params), dtype.Float64))
	dst := make([]float64, shape.Size(dims))
	tensorflowrandom.Gamma(next(d, len(dst)), dst, values)
	x := e.Astype(e.Reshape(e.Asarray(dst), dims), d)
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	return result(c, e.Maximum(put(c.Namespace, backend.FloatScalar(info.SmallestNormal), d), e.Divide(x, beta)), false)
}

func broadcastOf(c *frontend.Call, a, b []int) []int {
	e := c.Env()
	return e.Add(e.Zeros(a), e.Zeros(b)).Shape()
}

// endingWith returns the shape of what is drawn: the argument shape, which must end with that of parameters, or goes before it.
func endingWith(c *frontend.Call, params []int, ends bool) []int {
	dims := lengthsArg(c)
	switch {
	case !ends:
		return checkedLengths(c, slices.Concat(dims, params))
	case len(dims) < len(params) || !slices.Equal(dims[len(dims)-len(params):], params):
		c.Raise(invalidArgument, "Shape passed in must end with broadcasted shape %v, got %v", params, dims)
	}
	return dims
}

// countDtypes are those of counts.
var countDtypes = dtype.Of(dtype.Float16) | dtype.Of(dtype.Float32) | dtype.Of(dtype.Float64) | dtype.Of(dtype.Int32) | dtype.Of(dtype.Int64)

func countDtype(c *frontend.Call, name string, otherwise dtype.Dtype) dtype.Dtype {
	d := dtypeArg(c, name)
	if d == dtype.Invalid {
		d = otherwise
	}
	if !countDtypes.Has(d) {
		c.Raise(invalidArgument, "dtype %v is not in the list of allowed values: half, float, double, int32, int64", d)
	}
	return d
}

func poissons(c *frontend.Call, ends bool, otherwise dtype.Dtype, next func(rate, d dtype.Dtype, n int) *random.Philox4x32) any {
	d := countDtype(c, "dtype", otherwise)
	e := c.Env()
	rate := tensor(c, "lam").V
	if !countDtypes.Has(rate.Dtype()) {
		c.Raise(invalidArgument, "lam is of %v", rate.Dtype())
	}
	dims := endingWith(c, rate.Shape(), ends)
	most := math.MaxFloat64
	switch {
	case d.IsFloat():
		info, err := dtype.Finfo(d)
		frontend.Check(err)
		most = info.Max
	case d == dtype.Int32:
		most = math.MaxInt32
	default:
		most = math.MaxInt64
	}
	dst := make([]float64, shape.Size(dims))
	tensorflowrandom.Poisson(next(rate.Dtype(), d, len(dst)), dst, reading.Values[float64](e.Astype(rate, dtype.Float64)), most)
	return result(c, e.Astype(e.Reshape(e.Asarray(dst), dims), d), false)
}

func binomials(c *frontend.Call, dtypeName string, next func(n int) *random.Philox4x32) any {
	d := countDtype(c, dtypeName, dtype.Int32)
	e := c.Env()
	probs := call(c, "convert_to_tensor", c.Arg("probs"), Kw("dtype_hint", dtype.Float32)).V
	counts := call(c, "convert_to_tensor", c.Arg("counts"), Kw("dtype_hint", probs.Dtype())).V
	if counts.Dtype() != probs.Dtype() {
		c.Raise(invalidArgument, "counts are of %v and probs of %v", counts.Dtype(), probs.Dtype())
	}
	params := broadcastOf(c, counts.Shape(), probs.Shape())
	dims := endingWith(c, params, true)
	values := func(x *ivy.Array) []float64 {
		return reading.Values[float64](e.Astype(e.BroadcastTo(x, params), dtype.Float64))
	}
	dst := make([]float64, shape.Size(dims))
	batches := max(shape.Size(params), 1)
	tensorflowrandom.Binomial(next(batches*2*100*(len(dst)/batches+3)/4), dst, values(counts), values(probs))
	return result(c, e.Astype(e.Reshape(e.Asarray(dst), dims), d), false)
}

// parameterizedTruncatedNormal draws normal numbers between bounds, which are all of one dtype and broadcast.
func parameterizedTruncatedNormal(c *frontend.Call) any {
	names := [...]string{"means", "stddevs", "minvals", "maxvals"}
	var given [len(names)]*ivy.Array
	for i, name := range names {
		given[i] = call(c, "convert_to_tensor", c.Arg(name)).V
	}
	d := given[0].Dtype()
	if !d.IsFloat() || d == dtype.BFloat16 {
		c.Raise(invalidArgument, "dtype %v is not in the list of allowed values: half, float, double", d)
	}
	params := given[0].Shape()
	for i, x := range given {
		if x.Dtype() != d {
			c.Raise(invalidArgument, "%s are of %v and %s of %v", names[i], x.Dtype(), names[0], d)
		}
		params = broadcastOf(c, params, x.Shape())
	}
	p := stateless(c)
	dims := endingWith(c, params, true)
	e := c.Env()
	var values [len(names)][]float64
	for i, x := range given {
		values[i] = reading.Values[float64](e.Astype(e.BroadcastTo(x, params), dtype.Float64))
	}
	of := make([]tensorflowrandom.Between, shape.Size(params))
	for i := range of {
		of[i] = tensorflowrandom.Between{Mean: values[0][i], Std: values[1][i], Low: values[2][i], High: values[3][i]}
	}
	n := shape.Size(dims)
	var z *ivy.Array
	var err error
	switch d {
	case dtype.Float32:
		dst := make([]float32, n)
		err = tensorflowrandom.ParameterizedTruncatedNormal32(p, dst, of)
		z = e.Asarray(dst)
	case dtype.Float64:
		dst := make([]float64, n)
		err = tensorflowrandom.ParameterizedTruncatedNormal64(p, dst, of)
		z = e.Asarray(dst)
	default:
		dst := make([]float64, n)
		err = tensorflowrandom.ParameterizedTruncatedNormal16(p, dst, of, func(x float64) float64 { return float64(dtype.HalfFromFloat64(x).Float32()) })
		z = e.Astype(e.Asarray(dst), d)
	}
	if err != nil {
		c.Raise(invalidArgument, "%s(): %v", c.Func.Path, err)
	}
	return result(c, e.Reshape(z, dims), false)
}

// stateWords returns an argument that is a state, or a part of one, as so many words.
func stateWords(c *frontend.Call, name string, n int) []uint64 {
	x := call(c, "convert_to_tensor", c.Arg(name)).V
	if n == 1 && x.Ndim() != 0 || n > 1 && !slices.Equal(x.Shape(), []int{n}) {
		c.Raise(valueError, "Shapes %v and [%d] are incompatible", x.Shape(), n)
	}
	if !x.Dtype().IsInteger() {
		c.Raise(typeError, "%s(): %s is of %v, want integers", c.Func.Path, name, x.Dtype())
	}
	return ivy.Values[uint64](c.Env().Astype(x, dtype.Uint64))
}

// seedWords returns the state that a seed makes: of an integer of any size, or of a list of them.
func seedWords(c *frontend.Call) [3]uint64 {
	v := c.Arg("seed")
	var s *big.Int
	switch v := v.(type) {
	case string:
		c.Raise(unimplemented, "Cast string to int64 is not supported")
	case *big.Int:
		s = v
	default:
		if list, isList := frontend.Sequence(v); isList {
			var out [3]uint64
			for i, e := range list[:min(len(list), 3)] {
				n, ok := c.IntOf(e)
				if !ok {
					c.Raise(valueError, "from_seed(): %s is no integer", c.Shown(e))
				}
				out[3-min(len(list), 3)+i] = uint64(n)
			}
			return out
		}
		o, err := c.Namespace.Operand(v)
		frontend.Check(err)
		x := o.Value
		if o.A != nil {
			x = frontend.Number(o.A)
		}
		if s = big.NewInt(x.Int64()); x.Kind == dtype.KindUint {
			s = new(big.Int).SetUint64(x.Uint64())
		}
	}
	return tensorflowrandom.FromSeed(s).State()
}

func self(c *frontend.Call) *generator { return c.Self(generatorType).State.(*generator) }
