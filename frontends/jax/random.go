package jax

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random/jaxrandom"
)

// jax.random. Numbers are drawn on the host, by package jaxrandom, and put on the backend then; what distributions
// make of them is computed there.

// keyType is the type of arrays of typed keys, which random.key makes.
var keyType = &frontend.Type{Path: "random.PRNGKeyArray", Class: "PRNGKeyArray",
	Doc:  "PRNGKeyArray is an array of keys of jax.random, of dtype key<fry>: what jax.random.key and split return. It never changes, and has the attributes shape, dtype, ndim, size, itemsize and nbytes.",
	Repr: func(o *frontend.Instance) string { return o.State.(*keys).text(o.NS) },
	Len: func(o *frontend.Instance) int {
		k := o.State.(*keys)
		if len(k.shape) == 0 {
			frontend.Raise(o.NS.Name, "TypeError", "len() of unsized object")
		}
		return k.shape[0]
	},
	Attributes: map[string]frontend.Attribute{
		"shape":    keyAttribute(func(k *keys) any { return slices.Clone(k.shape) }),
		"dtype":    keyAttribute(func(*keys) any { return keyDtype{} }),
		"ndim":     keyAttribute(func(k *keys) any { return len(k.shape) }),
		"size":     keyAttribute(func(k *keys) any { return len(k.words) / 2 }),
		"itemsize": keyAttribute(func(*keys) any { return 8 }),
		"nbytes":   keyAttribute(func(k *keys) any { return 4 * len(k.words) }),
	}}

func init() { keyType.Operator = operateKeys } // which refers to keyType

func keyAttribute(get func(k *keys) any) frontend.Attribute {
	return frontend.Attribute{Get: func(o *frontend.Instance) any { return get(o.State.(*keys)) }}
}

// keyDtype is the dtype of typed keys.
type keyDtype struct{}

func (keyDtype) String() string { return "key<fry>" }
func (keyDtype) Repr() string   { return "key<fry>" }
func (keyDtype) Class() string  { return "KeyTy" }

// Attr returns an attribute.
func (keyDtype) Attr(name string) (any, bool) {
	v, ok := map[string]any{"name": "key<fry>", "itemsize": 8}[name]
	return v, ok
}

// keys are the words of an array of keys, two for each, and its shape.
type keys struct {
	words []uint32
	shape []int
	typed bool // they are a typed array, not one of uint32
}

func (k *keys) data(n *frontend.Namespace) *ivy.Array {
	e := n.Env()
	return e.Reshape(e.Asarray(slices.Clone(k.words), dtype.Uint32), append(slices.Clone(k.shape), 2))
}

func (k *keys) text(n *frontend.Namespace) string {
	var shape []string
	for _, d := range k.shape {
		shape = append(shape, n.Shown(d))
	}
	list := strings.Join(shape, ", ")
	if len(shape) == 1 {
		list += ","
	}
	return "Array((" + list + "), dtype=key<fry>) overlaying:\n" + n.Wrap(k.data(n)).Text(frontend.Str)
}

// operateKeys compares and indexes arrays of keys.
func operateKeys(n *frontend.Namespace, op string, args ...any) any {
	c := calcOf(n)
	o := frontend.InstanceOf(args[0])
	switch op {
	case "[]":
		k := o.State.(*keys)
		places := c.wrap(c.e.Reshape(c.e.Arange(len(k.words)/2, dtype.Int32), k.shape), false)
		index, _ := frontend.Sequence(args[1])
		at := c.do(".__getitem__", append([]any{places}, index...)...)
		out := &keys{shape: at.V.Shape(), typed: true}
		for _, i := range ivy.Values[int64](at.V) {
			out.words = append(out.words, k.words[2*i], k.words[2*i+1])
		}
		return n.New(keyType, out)
	case "==", "!=":
		if other := frontend.InstanceOf(args[1]); o != nil && other != nil && o.Of == keyType && other.Of == keyType {
			equal := c.e.All(c.e.Equal(o.State.(*keys).data(n), other.State.(*keys).data(n)), ivy.Axis(-1))
			if op == "!=" {
				equal = c.e.LogicalNot(equal)
			}
			return c.wrap(equal, false)
		}
	}
	frontend.Raise(n.Name, "TypeError", "%s does not accept dtypes key<fry>", op)
	return nil
}

// made returns keys as a function does that was given keys, or numbers, of the same kind.
func (k *keys) result(n *frontend.Namespace) any {
	if k.typed {
		return n.New(keyType, k)
	}
	return n.Wrap(k.data(n))
}

// keysOf returns an argument that is an array of keys, typed or of uint32.
func (c call) keysOf(name string) *keys {
	v := c.Arg(name)
	if o := frontend.InstanceOf(v); o != nil && o.Of == keyType {
		return o.State.(*keys)
	}
	x := c.keyData(v)
	shape := x.V.Shape()
	return &keys{words: ivy.Values[uint32](x.V), shape: shape[:len(shape)-1]}
}

// keyData returns numbers of which keys consist.
func (c call) keyData(v any) value {
	if _, isList := frontend.Sequence(v); isList || v == nil {
		c.Raise("TypeError", "%s(): unexpected PRNG key type %s", c.Func.Path, c.TypeName(v))
	}
	x := c.calc.array(v)
	shape := x.V.Shape()
	switch {
	case x.Weak && len(shape) == 0:
		c.Raise("TypeError", "JAX encountered invalid PRNG key data: %s is no array", c.Shown(v))
	case len(shape) == 0:
		c.Raise("TypeError", "JAX encountered invalid PRNG key data: expected key_data.ndim >= 1; got ndim=0")
	case shape[len(shape)-1] != 2:
		c.Raise("TypeError", "JAX encountered invalid PRNG key data: expected key_data.shape to end with (2,); got shape=%v", shape)
	case x.V.Dtype() != dtype.Uint32:
		c.Raise("TypeError", "JAX encountered invalid PRNG key data: expected key_data.dtype = uint32; got dtype=%v", x.V.Dtype())
	}
	return x
}

// key returns the argument "key", which must be a single one, and whether it is typed.
func (c call) key() (k jaxrandom.Key, typed bool) {
	all := c.keysOf("key")
	if len(all.shape) > 0 {
		c.Raise("ValueError", "%s accepts a single key, but was given a key array of shape %v. Use jax.vmap for batching.", strings.TrimPrefix(c.Func.Path, "random."), all.shape)
	}
	return jaxrandom.Key{Words: [2]uint32(all.words)}, all.typed
}

func keysMade(list []jaxrandom.Key, shape []int, typed bool) *keys {
	out := &keys{shape: shape, typed: typed}
	for _, k := range list {
		out.words = append(out.words, k.Words[0], k.Words[1])
	}
	return out
}

// implementation refuses arguments that name another generator than threefry2x32.
func (c call) implementation(names ...string) {
	given := 0
	for _, name := range names {
		if c.Has(name) {
			given++
		}
	}
	if given > 1 {
		c.Raise("ValueError", "Cannot specify both `impl` and `dtype` arguments to jax.%s", c.Func.Path)
	}
	for _, name := range names {
		switch v := c.Arg(name).(type) {
		case nil, keyDtype:
		case string:
			switch v {
			case "threefry2x32":
			case "rbg", "unsafe_rbg", "philox2x32", "philox4x32", "threefry4x32":
				c.Raise("NotImplementedError", "%s(): the generator %s is not supported, only threefry2x32", c.Func.Path, v)
			default:
				c.Raise("ValueError", "unrecognized PRNG implementation %q", v)
			}
		default:
			c.Raise("TypeError", "unrecognized type %s for specifying PRNG implementation.", c.TypeName(v))
		}
	}
}

// seeded returns the key of the argument "seed".
func (c call) seeded() jaxrandom.Key {
	v := c.Arg("seed")
	if frontend.InstanceOf(v) != nil {
		c.Raise("TypeError", "%s accepts a scalar seed, but was given a PRNG key.", c.Func.Path)
	}
	if _, isList := frontend.Sequence(v); isList {
		c.Raise("TypeError", "%s accepts a scalar seed, but was given a list", c.Func.Path)
	}
	var seed backend.Scalar
	o, err := c.Namespace.Operand(v)
	frontend.Check(err)
	seed = o.Value
	if o.A != nil {
		if o.A.V.Ndim() > 0 {
			c.Raise("TypeError", "%s accepts a scalar seed, but was given an array of shape %v. Use jax.vmap for batching", c.Func.Path, o.A.V.Shape())
		}
		seed = frontend.Number(o.A)
	}
	if seed.Kind == dtype.KindBool {
		seed = backend.IntScalar(seed.Int64())
	}
	if !seed.IsInteger() {
		c.Raise("TypeError", "PRNG key seed must be an integer; got %s", c.Shown(v))
	}
	if o.A == nil && seed.Kind == dtype.KindUint && seed.Uint64() > math.MaxInt64 {
		c.Raise("OverflowError", "Python int too large to convert to C long")
	}
	n := seed.Int64()
	if seed.Kind == dtype.KindUint {
		n = int64(seed.Uint64())
	}
	if c.config.X64 && (o.A == nil || o.A.V.Dtype().Bits() == 64) {
		return jaxrandom.NewKey64(n)
	}
	return jaxrandom.NewKey(n)
}

var randomKeys = []frontend.Func{
	{Path: "random.key", Sig: "seed, *, impl=None, dtype=None", Out: frontend.Made, Makes: keyType, Run: run(func(c call) any {
		c.implementation("impl", "dtype")
		return c.Namespace.New(keyType, keysMade([]jaxrandom.Key{c.seeded()}, []int{}, true))
	})},
	{Path: "random.PRNGKey", Sig: "seed, *, impl=None", Run: run(func(c call) any {
		c.implementation("impl")
		return keysMade([]jaxrandom.Key{c.seeded()}, []int{}, false).result(c.Namespace)
	})},
	{Path: "random.key_data", Sig: "keys", Run: run(func(c call) any {
		return c.wrap(c.keysOf("keys").data(c.Namespace), false)
	})},
	{Path: "random.wrap_key_data", Sig: "key_bits_array, *, impl=None, dtype=None", Out: frontend.Made, Makes: keyType, Run: run(func(c call) any {
		c.implementation("impl", "dtype")
		v := c.Arg("key_bits_array")
		if frontend.InstanceOf(v) != nil {
			c.Raise("TypeError", "JAX encountered invalid PRNG key data: they are keys already")
		}
		x := c.keyData(v)
		shape := x.V.Shape()
		return c.Namespace.New(keyType, &keys{words: ivy.Values[uint32](x.V), shape: shape[:len(shape)-1], typed: true})
	})},
	{Path: "random.key_impl", Sig: "keys", Out: frontend.Value, Run: run(func(c call) any {
		c.keysOf("keys")
		return "threefry2x32"
	})},
	{Path: "random.key_dtype", Sig: "impl_spec=None", Out: frontend.Value, Run: run(func(c call) any {
		c.implementation("impl_spec")
		return keyDtype{}
	})},
	{Path: "random.clone", Sig: "key", Out: frontend.Value, Run: run(func(c call) any {
		k := c.keysOf("key")
		return (&keys{words: slices.Clone(k.words), shape: slices.Clone(k.shape), typed: k.typed}).result(c.Namespace)
	})},
	{Path: "random.split", Sig: "key, num=2", Out: frontend.Value, Run: run(func(c call) any {
		k, typed := c.key()
		shape := c.shape("num")
		n := 1
		for _, d := range shape {
			n *= d
		}
		c.Room(n, 8)
		return keysMade(k.Split(n), shape, typed).result(c.Namespace)
	})},
	{Path: "random.fold_in", Sig: "key, data", Out: frontend.Value, Run: run(func(c call) any {
		k, typed := c.key()
		v := c.Arg("data")
		if _, isList := frontend.Sequence(v); isList {
			c.Raise("TypeError", "fold_in accepts a scalar, but was given a list. Use jax.vmap for batching.")
		}
		var word uint32
		o, err := c.Namespace.Operand(v)
		frontend.Check(err)
		switch {
		case o.A != nil && o.A.V.Ndim() > 0:
			c.Raise("TypeError", "fold_in accepts a scalar, but was given an array of shape %v. Use jax.vmap for batching.", o.A.V.Shape())
		case o.A == nil && o.Value.IsInteger() && !o.Value.Fits(dtype.Uint32):
			c.Raise("OverflowError", "Python integer %v out of bounds for uint32", o.Value)
		}
		word = ivy.Item[uint32](c.madeTo(v, dtype.Uint32).V)
		return keysMade([]jaxrandom.Key{k.FoldIn(word)}, []int{}, typed).result(c.Namespace)
	})},
}

// floats are the dtypes of floats, as package jaxrandom has them.
var floats = map[dtype.Dtype]jaxrandom.Float{dtype.Float16: jaxrandom.Float16, dtype.BFloat16: jaxrandom.BFloat16, dtype.Float32: jaxrandom.Float32, dtype.Float64: jaxrandom.Float64}

// A sample is what a distribution draws: numbers of a dtype, of a shape, of a key.
type sample struct {
	key   jaxrandom.Key
	d     dtype.Dtype
	shape []int
}

func (s sample) with(k jaxrandom.Key, shape ...int) sample {
	s.key = k
	if shape != nil {
		s.shape = shape
	}
	return s
}

// pair returns s with the two keys that its own is split into.
func (s sample) pair() (sample, sample) {
	list := s.key.Split(2)
	return s.with(list[0]), s.with(list[1])
}

func elementsIn(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// sampled returns numbers that fill draws.
func (k calc) sampled(s sample, fill func(f jaxrandom.Float, dst []float64)) value {
	n := elementsIn(s.shape)
	frontend.Room(k.e, n, 8)
	dst := make([]float64, n)
	fill(floats[s.d], dst)
	return k.floatsAs(dst, s)
}

// typed is sampled of numbers that package jaxrandom fills slices of float32 or of float64 with; others are for fill.
func (k calc) typed(s sample, narrow func(k jaxrandom.Key, dst []float32), wide func(k jaxrandom.Key, dst []float64), fill func(f jaxrandom.Float, dst []float64)) value {
	n := elementsIn(s.shape)
	frontend.Room(k.e, n, 8)
	switch s.d {
	case dtype.Float32:
		dst := make([]float32, n)
		narrow(s.key, dst)
		return k.wrap(k.e.Reshape(k.e.Asarray(dst), s.shape), false)
	case dtype.Float64:
		dst := make([]float64, n)
		wide(s.key, dst)
		return k.wrap(k.e.Reshape(k.e.Asarray(dst), s.shape), false)
	}
	return k.sampled(s, fill)
}

func (k calc) floatsAs(dst []float64, s sample) value {
	return k.wrap(k.e.Astype(k.e.Reshape(k.e.Asarray(dst), s.shape), s.d), false)
}

// The numbers of distributions without parameters.
func (k calc) unit(s sample) value {
	return k.evenly(s, 0, 1)
}

// evenly draws numbers uniform between two.
func (k calc) evenly(s sample, low, high float64) value {
	return k.typed(s, func(key jaxrandom.Key, dst []float32) { jaxrandom.Uniform32(key, dst, float32(low), float32(high)) },
		func(key jaxrandom.Key, dst []float64) { jaxrandom.Uniform64(key, dst, low, high) },
		func(f jaxrandom.Float, dst []float64) { f.Uniform(s.key, dst, []float64{low}, []float64{high}) })
}

func (k calc) normal(s sample) value {
	if !s.d.IsComplex() {
		return k.typed(s, jaxrandom.Normal32, jaxrandom.Normal64, func(f jaxrandom.Float, dst []float64) { f.Normal(s.key, dst) })
	}
	re, im := s.pair()
	re.d, im.d = s.d.Component(), s.d.Component()
	z := joined(k.e, k.normal(re).V, k.normal(im).V)
	return k.wrap(k.e.Divide(z, k.e.Astype(k.e.Asarray(math.Sqrt2, dtype.Float64), s.d)), false)
}

func (k calc) exponential(s sample) value {
	return k.typed(s, jaxrandom.Exponential32, jaxrandom.Exponential64, func(f jaxrandom.Float, dst []float64) { f.Exponential(s.key, dst) })
}

func (k calc) gumbel(s sample, mode string) value {
	if mode == "highest" && s.d == dtype.Float32 {
		dst := make([]float32, elementsIn(s.shape))
		jaxrandom.GumbelHighest32(s.key, dst)
		return k.wrap(k.e.Reshape(k.e.Asarray(dst), s.shape), false)
	}
	fill := func(f jaxrandom.Float, dst []float64) { f.Gumbel(s.key, dst, mode != "low") }
	if mode == "low" {
		return k.typed(s, jaxrandom.Gumbel32, jaxrandom.Gumbel64, fill)
	}
	return k.typed(s, jaxrandom.GumbelHigh32, jaxrandom.GumbelHigh64, fill)
}

// numbersFor returns the elements of a parameter for draws of a shape that it broadcasts to: one of a single number.
func (k calc) numbersFor(p value, shape []int) []float64 {
	reading.Refuse(p.V)
	if p.V.Size() != 1 {
		p = k.broadcastTo(p, shape)
	}
	return reading.Values[float64](k.e.Astype(p.V, dtype.Float64))
}

func (k calc) gamma(s sample, a value, logarithm bool) value {
	alpha := k.numbersFor(a, s.shape)
	return k.sampled(s, func(f jaxrandom.Float, dst []float64) { f.Gamma(s.key, dst, alpha, logarithm) })
}

func (k calc) bernoulli(s sample, p value, high bool) value {
	n, chance := elementsIn(s.shape), k.numbersFor(p, s.shape)
	frontend.Room(k.e, n, 8)
	dst := make([]bool, n)
	floats[p.V.Dtype()].Bernoulli(s.key, dst, chance, high)
	return k.wrap(k.e.Reshape(k.e.Asarray(dst), s.shape), false)
}

// between draws numbers uniform between two that may have derivatives.
func (k calc) uniformBetween(s sample, low, high value) value {
	draw := func(xs []*ivy.Array) *ivy.Array {
		l, h := k.numbersFor(k.wrap(xs[0], false), s.shape), k.numbersFor(k.wrap(xs[1], false), s.shape)
		if len(l) == 1 && len(h) == 1 {
			return k.evenly(s, l[0], h[0]).V
		}
		return k.sampled(s, func(f jaxrandom.Float, dst []float64) { f.Uniform(s.key, dst, l, h) }).V
	}
	return k.wrap(reading.As(k.e, draw, func(xs []*ivy.Array) *ivy.Array {
		u := k.unit(s).V
		return k.e.Maximum(xs[0], k.e.Add(k.e.Multiply(u, k.e.Subtract(xs[1], xs[0])), xs[0]))
	}, low.V, high.V), false)
}

// sampler is a function that draws of a dtype: of one in the set, or it raises an error of the class.
func sampler(set dtype.Set, class string, f func(c call, s sample) any) func(*frontend.Call) any {
	return run(func(c call) any {
		def := c.defaults().Float
		if set == dtype.Integer {
			def = c.defaults().Int
		}
		key, _ := c.key()
		d := c.dtype("dtype", def)
		if !set.Has(d) {
			c.Raise(class, "dtype argument to `%s` must be one of %v, got %v", strings.TrimPrefix(c.Func.Path, "random."), set, d)
		}
		s := sample{key: key, d: d}
		if c.Has("shape") {
			s.shape = c.shape("shape")
		}
		return f(c, s)
	})
}

// param returns a parameter of a distribution as an array of the dtype that is drawn.
func (c call) param(name string, d dtype.Dtype) value { return c.to(c.arr(name), d, false) }

// shaped returns s with the shape that is asked for, which parameters must broadcast to, or that they have in common.
func (c call) shaped(s sample, params ...value) sample {
	shapes := make([][]int, len(params))
	for i, p := range params {
		shapes[i] = p.V.Shape()
	}
	if s.shape == nil {
		s.shape = c.broadcast(shapes...)
		return s
	}
	if all := c.broadcast(append(shapes, s.shape)...); !slices.Equal(all, s.shape) {
		c.Raise("ValueError", "%s parameter shapes must be broadcast-compatible with shape argument, but got result %v for shape argument %v.", c.Func.Path, all, s.shape)
	}
	return s
}

// safe refuses parameters whose dtypes promote beyond that which is drawn.
func (c call) safe(d dtype.Dtype, params ...value) {
	for _, p := range params {
		r, err := commonType(c.Namespace, p.Arg(), dtypeArg(d))
		if err != nil || r.Dtype != d {
			c.Raise("TypePromotionError", "In arguments to %s, cannot safely cast argument of type %v to %v", c.Func.Path, p.V.Dtype(), d)
		}
	}
}
