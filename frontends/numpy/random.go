package numpy

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
)

// What is behind numpy.random: objects, and the state that module functions share. Draws are made on the host, by package
// random, and put on the backend then.

// The types of objects of numpy.random.
var (
	generatorType = &frontend.Type{Path: "random.Generator", Class: "numpy.random._generator.Generator",
		Doc: "Generator is numpy.random.Generator: it draws from a bit generator, which default_rng makes of a seed. Several goroutines may use it at once.",
		Str: func(o *frontend.Instance) string { return "Generator(" + bitsOf(o).name + ")" },
		Attributes: map[string]frontend.Attribute{
			"bit_generator": {Get: func(o *frontend.Instance) any { return o.State.(*generator).bits }},
		}}
	stateType = &frontend.Type{Path: "random.RandomState", Class: "numpy.random.mtrand.RandomState",
		Doc: "RandomState is numpy.random.RandomState: the streams of NumPy before its Generator, from an MT19937. Several goroutines may use it at once.",
		Str: func(o *frontend.Instance) string { return "RandomState(" + bitsOf(o).name + ")" }}
	seedType = &frontend.Type{Path: "random.SeedSequence", Class: "numpy.random.bit_generator.SeedSequence",
		Doc:  "SeedSequence is numpy.random.SeedSequence: numbers of any size, mixed into the words that seed bit generators.",
		Repr: func(o *frontend.Instance) string { return o.State.(*seedSequence).text() },
		Attributes: map[string]frontend.Attribute{
			"entropy":            seedAttribute(func(n *frontend.Namespace, s *seedSequence) any { return s.entropy }),
			"spawn_key":          seedAttribute(func(n *frontend.Namespace, s *seedSequence) any { return s.keyTuple() }),
			"pool_size":          seedAttribute(func(n *frontend.Namespace, s *seedSequence) any { return s.poolSize }),
			"n_children_spawned": seedAttribute(func(n *frontend.Namespace, s *seedSequence) any { return s.children() }),
			"pool": seedAttribute(func(n *frontend.Namespace, s *seedSequence) any {
				return n.Wrap(n.Env().Asarray(s.pool()))
			}),
			"state": seedAttribute(func(n *frontend.Namespace, s *seedSequence) any {
				return frontend.Dict{{Name: "entropy", Value: s.entropy}, {Name: "spawn_key", Value: s.keyTuple()}, {Name: "pool_size", Value: s.poolSize}, {Name: "n_children_spawned", Value: s.children()}}
			}),
		}}
	pcg64Type     = bitType("PCG64", "PCG64 is numpy.random.PCG64, the bit generator of default_rng.")
	pcg64DXSMType = bitType("PCG64DXSM", "PCG64DXSM is numpy.random.PCG64DXSM: PCG64 with a stronger output function.")
	mt19937Type   = bitType("MT19937", "MT19937 is numpy.random.MT19937, the Mersenne Twister.")
	philoxType    = bitType("Philox", "Philox is numpy.random.Philox, which makes its words of a counter and a key.")
)

var randomTypes = []*frontend.Type{generatorType, stateType, seedType, pcg64Type, pcg64DXSMType, mt19937Type, philoxType}

// generator is what a Generator is: a bit generator that others may draw from too.
type generator struct{ bits *frontend.Instance }

// randomState is what a RandomState is.
type randomState struct {
	bits *frontend.Instance
	r    *random.RandomState
}

// bitGenerator is what a bit generator is.
type bitGenerator struct {
	mu     sync.Mutex
	name   string // "PCG64"
	source random.Source
	g      *random.Generator
	seed   *frontend.Instance // its SeedSequence; nil if it has none
}

func newBits(n *frontend.Namespace, t *frontend.Type, source random.Source, seed *frontend.Instance) *frontend.Instance {
	return n.New(t, &bitGenerator{name: t.Path[len("random."):], source: source, g: random.New(source), seed: seed})
}

// bitsOf returns the bit generator of a Generator or a RandomState.
func bitsOf(o *frontend.Instance) *bitGenerator {
	if g, ok := o.State.(*generator); ok {
		return g.bits.State.(*bitGenerator)
	}
	return o.State.(*randomState).bits.State.(*bitGenerator)
}

// words returns the state of the source as words.
func (b *bitGenerator) words() []uint64 {
	text, _ := b.source.MarshalText() // does not fail
	_, list, _ := strings.Cut(string(text), ":")
	var out []uint64
	for field := range strings.SplitSeq(list, ",") {
		word, _ := strconv.ParseUint(field, 16, 64)
		out = append(out, word)
	}
	return out
}

// setWords restores a state of words, and reports whether there is such a state.
func (b *bitGenerator) setWords(words []uint64) bool {
	text, _ := b.source.MarshalText()
	name, _, _ := strings.Cut(string(text), ":")
	fields := make([]string, len(words))
	for i, w := range words {
		fields[i] = strconv.FormatUint(w, 16)
	}
	return b.source.UnmarshalText([]byte(name+":"+strings.Join(fields, ","))) == nil
}

// A drawer is whose stream a function draws from.
type drawer uint8

// The drawers.
const (
	ofGenerator drawer = iota
	ofState
	ofModule // the RandomState that the functions of module numpy.random share
)

// path returns the path of a function of the drawer.
func (d drawer) path(name string) string {
	return map[drawer]string{ofGenerator: generatorType.Path + ".", ofState: stateType.Path + ".", ofModule: "random."}[d] + name
}

// sig returns the signature of such a function, a method's with the object first.
func (d drawer) sig(sig string) string {
	if d == ofModule {
		return sig
	}
	return strings.TrimSuffix("self, "+sig, ", ")
}

// laws are the draws that a Generator and a RandomState have in common.
type laws interface {
	Beta(dst []float64, a, b float64) error
	ChiSquare(dst []float64, freedom float64) error
	Dirichlet(dst, alpha []float64) error
	Exponential(dst []float64, scale float64) error
	Gamma(dst []float64, shape, scale float64) error
	Gumbel(dst []float64, mode, scale float64) error
	Laplace(dst []float64, mean, scale float64) error
	LogNormal(dst []float64, mean, scale float64) error
	Logistic(dst []float64, mean, scale float64) error
	Normal(dst []float64, mean, scale float64) error
	Pareto(dst []float64, shape float64) error
	Power(dst []float64, exponent float64) error
	Rayleigh(dst []float64, scale float64) error
	StandardCauchy(dst []float64)
	StandardGamma(dst []float64, shape float64) error
	StandardT(dst []float64, freedom float64) error
	VonMises(dst []float64, mode, concentration float64) error
	Weibull(dst []float64, shape float64) error
	Binomial(dst []int64, n int64, p float64) error
	Geometric(dst []int64, p float64) error
	Hypergeometric(dst []int64, good, bad, taken int64) error
	LogSeries(dst []int64, p float64) error
	Multinomial(dst []int64, n int64, p []float64) error
	NegativeBinomial(dst []int64, n, p float64) error
	Poisson(dst []int64, mean float64) error
	Zipf(dst []int64, exponent float64) error
	Bools(dst []bool)
	Permutation(dst []int64)
	Shuffle(n int, swap func(i, j int))
}

// A stream is what a call draws from.
type stream struct {
	laws
	bits *bitGenerator
	g    *random.Generator
	r    *random.RandomState // of a RandomState, else nil
}

// stream returns what a call draws from, and locks it until unlock is called.
func (d drawer) stream(c *frontend.Call) (s stream, unlock func()) {
	var o *frontend.Instance
	switch d {
	case ofGenerator:
		o = c.Self(generatorType)
	case ofState:
		o = c.Self(stateType)
	default:
		o = sharedState(c.Namespace)
	}
	s.bits = bitsOf(o)
	s.bits.mu.Lock()
	s.g = s.bits.g
	s.laws = s.g
	if d != ofGenerator {
		s.r = o.State.(*randomState).r
		s.laws = s.r
	}
	return s, s.bits.mu.Unlock
}

// unit fills dst with numbers in [0, 1).
func (s stream) unit(dst []float64) { s.g.Random64(dst) }

// normal fills dst with standard normal numbers.
func (s stream) normal(dst []float64) {
	if s.r != nil {
		s.r.StandardNormal(dst)
		return
	}
	s.g.StandardNormal64(dst)
}

// exponential fills dst with standard exponential numbers.
func (s stream) exponential(dst []float64) {
	if s.r != nil {
		s.r.StandardExponential(dst)
		return
	}
	s.g.StandardExponential64(dst)
}

// drawOne returns the number that fill sets.
func drawOne(draw func(dst []float64)) float64 {
	var x [1]float64
	draw(x[:])
	return x[0]
}

// globalKey is where a namespace keeps the RandomState of its module functions.
type globalKey struct{}

// sharedState returns the RandomState of the module functions: of each namespace its own, seeded by the operating system.
func sharedState(n *frontend.Namespace) *frontend.Instance {
	return n.Local(globalKey{}, func() any {
		bits := newBits(n, mt19937Type, random.NewMT19937Sequence(random.NewSeedSequenceRandom()), nil)
		return newState(n, bits)
	}).(*frontend.Instance)
}

func newState(n *frontend.Namespace, bits *frontend.Instance) *frontend.Instance {
	return n.New(stateType, &randomState{bits, random.RandomStateOf(bits.State.(*bitGenerator).source.(*random.MT19937))})
}

// checkDraw raises ValueError with what a draw has against its parameters.
func checkDraw(c *frontend.Call, err error) {
	if e, ok := err.(*random.Error); ok {
		c.Raise("ValueError", "%s", e.Text)
	}
	frontend.Check(err)
}

// drawSize returns an argument "size": the lengths of axes, or that it is None.
func drawSize(c *frontend.Call, itemsize int) (dims []int, given bool) {
	v := c.Arg("size")
	if v == nil {
		return nil, false
	}
	dims = lengths(c, v)
	c.Room(elementTotal(c, dims, itemsize), itemsize)
	return dims, true
}

// elementTotal returns how many elements an array of these lengths has, which an array can have.
func elementTotal(c *frontend.Call, dims []int, itemsize int) int {
	n, most := int64(1), int64(1<<62)/int64(itemsize)
	for _, d := range dims {
		if d < 0 {
			c.Raise("ValueError", "negative dimensions are not allowed")
		}
		if d > 0 && n > most/int64(d) {
			c.Raise("ValueError", "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")
		}
		n *= int64(d)
	}
	return int(min(n, math.MaxInt))
}

// lengths returns an integer, or a sequence of them.
func lengths(c *frontend.Call, v any) []int {
	list, isList := frontend.Sequence(v)
	if !isList {
		if a := anyArray(v); a != nil && a.V.Ndim() == 1 {
			list, isList = elements(c, a), true
		}
	}
	if !isList {
		i, ok := indexOf(c, v)
		if !ok {
			switch v.(type) {
			case string:
				c.Raise("TypeError", "'str' object cannot be interpreted as an integer")
			case float64:
				c.Raise("TypeError", "expected a sequence of integers or a single integer, got '%v'", c.Shown(v))
			}
			c.Raise("TypeError", "expected a sequence of integers or a single integer, got '%s'", c.Shown(v))
		}
		return []int{i}
	}
	dims := make([]int, len(list))
	for i, e := range list {
		n, ok := indexOf(c, e)
		if !ok {
			c.Raise("TypeError", "'%s' object cannot be interpreted as an integer", c.TypeName(e))
		}
		dims[i] = n
	}
	return dims
}

// indexOf returns what Python's operator.index does: an integer, a bool among them.
func indexOf(c *frontend.Call, v any) (int, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case *big.Int:
		c.Raise("OverflowError", "Python int too large to convert to C long")
	case backend.Scalar:
		if v.IsInteger() {
			return c.Size(v), true
		}
	}
	if a := anyArray(v); a != nil && (a.V.Ndim() > 0 || !a.V.Dtype().IsInteger()) {
		return 0, false
	}
	return c.IntOf(v)
}

// anyArray returns v as an array, of whatever it is one; nil if it is none.
func anyArray(v any) *frontend.Array {
	if a := arrayValue(v); a != nil {
		return a
	}
	switch v := v.(type) {
	case *ivy.Array:
		if v != nil {
			return &frontend.Array{V: v}
		}
	case interface{ Ivy() *ivy.Array }:
		if x := reflect.ValueOf(v); x.Kind() != reflect.Pointer || !x.IsNil() {
			return &frontend.Array{V: v.Ivy()}
		}
	}
	return nil
}

// drawn returns an array of numbers that were drawn.
func drawn[T ivy.Element](c *frontend.Call, dims []int, data []T) *frontend.Array {
	if dims == nil {
		dims = []int{}
	}
	return c.Wrap(c.Env().Reshape(c.Env().Asarray(data), dims))
}

// pythonFloat returns a Python float.
func pythonFloat(c *frontend.Call, v float64) *frontend.Array {
	return &frontend.Array{V: zeroD(c.Env(), v, Float64), Number: dtype.KindFloat, NS: c.Namespace}
}

// pythonInt returns a Python int.
func pythonInt(c *frontend.Call, v int64) *frontend.Array {
	return &frontend.Array{V: zeroD(c.Env(), v, Int64), Number: dtype.KindInt, NS: c.Namespace}
}

// A parameter of a distribution is a number, or an array of them.
type numbersOf[T float64 | int64] struct {
	values []T
	shape  []int // nil of a number, which an array without axes is too
}

// at returns the element for position at of an array of shape dims that the parameter broadcasts to.
func (p *numbersOf[T]) at(i int, index func(i int, shape []int) int) T {
	if p.shape == nil {
		return p.values[0]
	}
	return p.values[index(i, p.shape)]
}

// floatParameter returns an argument as float64 numbers.
func floatParameter(c *frontend.Call, name string) numbersOf[float64] {
	v := c.Arg(name)
	switch v := v.(type) {
	case nil:
		c.Raise("TypeError", "must be real number, not NoneType")
	case string:
		c.Raise("ValueError", "could not convert string to float: '%s'", v)
	case *big.Int:
		f, _ := new(big.Float).SetInt(v).Float64()
		return numbersOf[float64]{values: []float64{f}}
	}
	o, err := c.Namespace.Operand(v)
	if err != nil || o.Arg.Dtype.IsComplex() || o.A == nil && o.Value.Kind == dtype.KindComplex {
		of := v
		if o.Arg.Dtype.IsComplex() {
			of = 1i
		}
		c.Raise("TypeError", "float() argument must be a string or a real number, not '%s'", c.TypeName(of))
	}
	if o.A == nil {
		return numbersOf[float64]{values: []float64{o.Value.Float64()}}
	}
	return valuesOf[float64](c, o.A.V, Float64)
}

// valuesOf returns the elements of an array.
func valuesOf[T float64 | int64](c *frontend.Call, x *ivy.Array, d dtype.Dtype) numbersOf[T] {
	reading.Refuse(x)
	p := numbersOf[T]{values: reading.Values[T](c.Cast(c.Namespace, x, d))}
	if x.Ndim() > 0 {
		p.shape = slices.Clone(x.Shape())
	}
	return p
}
