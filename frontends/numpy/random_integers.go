package numpy

import (
	"math"
	"math/big"
	mathbits "math/bits"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// Integers between bounds: integers of a Generator, randint and random_integers of a RandomState.

// An endpoint is a bound of integers: a number, or an array of them.
type endpoint struct {
	values []*big.Int
	shape  []int // nil of a number
}

func (p *endpoint) at(i int, index func(i int, shape []int) int) *big.Int {
	if p.shape == nil {
		return p.values[0]
	}
	return p.values[index(i, p.shape)]
}

// endpointOf returns a value as integers, floats without what is behind their point.
func endpointOf(c *frontend.Call, v any) endpoint {
	switch v := v.(type) {
	case nil:
		c.Raise("TypeError", "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
	case string:
		c.Raise("ValueError", "invalid literal for int() with base 10: '%s'", v)
	}
	if i, ok := bigOf(c, v); ok {
		return endpoint{values: []*big.Int{i}}
	}
	if list, isList := frontend.Sequence(v); isList && len(list) > 0 { // whose integers may have any size
		p := endpoint{shape: []int{len(list)}}
		for _, e := range list {
			i, ok := bigOf(c, e)
			if !ok {
				p.values = nil
				break
			}
			p.values = append(p.values, i)
		}
		if p.values != nil {
			return p
		}
	}
	o, err := c.Namespace.Operand(v)
	if err != nil || o.Arg.Dtype.IsComplex() || o.A == nil && o.Value.Kind == dtype.KindComplex {
		c.Raise("TypeError", "int() argument must be a string, a bytes-like object or a real number, not '%s'", c.TypeName(v))
	}
	var p endpoint
	x := arrayOf(c, o)
	if x.Ndim() > 0 {
		p.shape = x.Shape()
	}
	if !x.Dtype().IsFloat() {
		p.values = bigs(x)
		return p
	}
	for _, f := range valuesOf[float64](c, x, Float64).values {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			c.Raise(map[bool]string{true: "ValueError", false: "OverflowError"}[math.IsNaN(f)], "cannot convert float %s to integer", map[bool]string{true: "NaN", false: "infinity"}[math.IsNaN(f)])
		}
		i, _ := big.NewFloat(f).Int(nil)
		p.values = append(p.values, i)
	}
	return p
}

// integersFunction is integers, or randint.
func integersFunction(d drawer) frontend.Func {
	name, sig := "randint", "low, high=None, size=None, dtype='int'"
	if d == ofGenerator {
		name, sig = "integers", "low, high=None, size=None, dtype='int64', endpoint=False"
	}
	return frontend.Func{Path: d.path(name), Sig: d.sig(sig), Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		closed := d == ofGenerator && c.Bool("endpoint")
		to, python := integerDtype(c, d, name)
		low, high := endpoint{values: []*big.Int{new(big.Int)}}, endpoint{}
		if c.Has("high") {
			low, high = endpointOf(c, c.Arg("low")), endpointOf(c, c.Arg("high"))
		} else {
			high = endpointOf(c, c.Arg("low"))
		}
		return integersBetween(c, s, low, high, closed, to, python)
	}}
}

// integerDtype returns the dtype of integers, and of which of Python's types a single one is, NoKind of none.
func integerDtype(c *frontend.Call, d drawer, name string) (to dtype.Dtype, python dtype.Kind) {
	switch v := c.Arg("dtype").(type) {
	case frontend.PythonType:
		python = dtype.Kind(v)
	case string:
		if v == "int" && d != ofGenerator && !c.Given("dtype") {
			return Int64, dtype.KindInt
		}
		if c.Dtypes[v] == nil {
			c.Raise("TypeError", "data type '%s' not understood", v)
		}
	}
	to = c.Dtype("dtype")
	if to == dtype.Invalid {
		to = Float64 // as numpy.dtype(None)
	}
	if !to.IsInteger() && !to.IsBool() {
		c.Raise("TypeError", "Unsupported dtype dtype('%v') for %s", to, name)
	}
	return to, python
}

// limits returns the least and the greatest value of a dtype of integers, or of bools.
func limits(d dtype.Dtype) (least, most *big.Int) {
	info, err := dtype.Iinfo(d)
	if err != nil {
		return new(big.Int), big.NewInt(1)
	}
	return big.NewInt(info.Min), new(big.Int).SetUint64(info.Max)
}

// integersBetween draws integers in [low, high), or in [low, high] if it is closed.
func integersBetween(c *frontend.Call, s stream, low, high endpoint, closed bool, d dtype.Dtype, python dtype.Kind) any {
	last := endpoint{shape: high.shape}
	for _, v := range high.values {
		if !closed {
			v = new(big.Int).Sub(v, big.NewInt(1))
		}
		last.values = append(last.values, v)
	}
	size, given := drawSize(c, max(d.Size(), 1))
	numbers := low.shape == nil && high.shape == nil
	shapes := [][]int{low.shape, high.shape}
	if given {
		shapes = append([][]int{size}, shapes...)
	}
	if given && shape.Size(size) == 0 { // no bounds are looked at
		return integersOf(c, s, d, size, nil, nil, nil)
	}
	checkEnds(c, low, last, closed, d)
	dims := meetShapes(c, shapes)
	if given {
		checkSize(c, size, dims)
	}
	c.Room(shape.Size(dims), max(d.Size(), 1))
	z := integersOf(c, s, d, dims, &low, &last, indexer(dims))
	if given || !numbers {
		return z
	}
	switch {
	case python == dtype.KindInt || python == dtype.KindBool:
		z.Number = python
	default:
		z.Scalar = true
	}
	return z
}

// checkEnds checks bounds, of which the last is included.
func checkEnds(c *frontend.Call, low, last endpoint, closed bool, d dtype.Dtype) {
	least, most := limits(d)
	for _, v := range low.values {
		if v.Cmp(least) < 0 {
			c.Raise("ValueError", "low is out of bounds for %s", d)
		}
	}
	for _, v := range last.values {
		if v.Cmp(most) > 0 {
			c.Raise("ValueError", "high is out of bounds for %s", d)
		}
	}
	dims := meetShapes(c, [][]int{low.shape, last.shape})
	index := indexer(dims)
	for i := range shape.Size(dims) {
		if low.at(i, index).Cmp(last.at(i, index)) <= 0 {
			continue
		}
		switch {
		case closed:
			c.Raise("ValueError", "low > high")
		case low.at(i, index).Sign() == 0 && low.shape == nil:
			c.Raise("ValueError", "high <= 0")
		}
		c.Raise("ValueError", "low >= high")
	}
}

// integersOf draws an array of dtype d; the bounds may be nil if it has no elements.
func integersOf(c *frontend.Call, s stream, d dtype.Dtype, dims []int, low, last *endpoint, index func(int, []int) int) *frontend.Array {
	switch d {
	case Bool:
		n := shape.Size(dims)
		dst := make([]bool, n)
		p := bitPieces{source: s.bits.source, width: 1}
		for i := range dst {
			if l, h := low.at(i, index), last.at(i, index); l.Cmp(h) == 0 {
				dst[i] = l.Sign() > 0
			} else {
				dst[i] = p.next() != 0
			}
		}
		return drawn(c, dims, dst)
	case Int8:
		return integersAs[int8](c, s, d, dims, low, last, index)
	case Int16:
		return integersAs[int16](c, s, d, dims, low, last, index)
	case Int32:
		return integersAs[int32](c, s, d, dims, low, last, index)
	case Int64:
		return integersAs[int64](c, s, d, dims, low, last, index)
	case Uint8:
		return integersAs[uint8](c, s, d, dims, low, last, index)
	case Uint16:
		return integersAs[uint16](c, s, d, dims, low, last, index)
	case Uint32:
		return integersAs[uint32](c, s, d, dims, low, last, index)
	}
	return integersAs[uint64](c, s, d, dims, low, last, index)
}

func integersAs[T interface {
	random.Integer
	ivy.Element
}](c *frontend.Call, s stream, d dtype.Dtype, dims []int, low, last *endpoint, index func(int, []int) int) *frontend.Array {
	dst := make([]T, shape.Size(dims))
	from := func(b *big.Int) T {
		if b.IsInt64() {
			return T(b.Int64())
		}
		return T(b.Uint64())
	}
	draw := func(dst []T, low, last *big.Int) error {
		if s.r != nil {
			return random.RandomIntegers(s.r, dst, from(low), from(last))
		}
		return random.Integers(s.g, dst, from(low), from(last))
	}
	width := d.Bits()
	switch {
	case len(dst) == 0:
	case low.shape == nil && last.shape == nil:
		checkDraw(c, draw(dst, low.values[0], last.values[0]))
	case width < 32: // what is left of a word is for the next element
		p := bitPieces{source: s.bits.source, width: width}
		for i := range dst {
			l := low.at(i, index)
			span := uint32(new(big.Int).Sub(last.at(i, index), l).Uint64())
			if s.r != nil {
				dst[i] = from(l) + T(p.masked(span))
			} else {
				dst[i] = from(l) + T(p.bounded(span))
			}
		}
	default:
		for i := range dst {
			checkDraw(c, draw(dst[i:i+1], low.at(i, index), last.at(i, index)))
		}
	}
	return drawn(c, dims, dst)
}

// pieces takes numbers of few bits from words of 32 bits, the lowest first, as NumPy does for integers of 8 and 16 bits, and bools.
type bitPieces struct {
	source random.Source
	width  int
	word   uint32
	left   int // bits of word that are not taken
}

func (p *bitPieces) next() uint32 {
	if p.left == 0 {
		p.word, p.left = p.source.Uint32(), 32
	}
	w := p.word & (1<<p.width - 1)
	p.word >>= p.width
	p.left -= p.width
	return w
}

// bounded returns a number in [0, span], by products (D. Lemire, "Fast random integer generation in an interval", 2019).
func (p *bitPieces) bounded(span uint32) uint32 {
	all := uint32(1)<<p.width - 1
	switch span {
	case 0:
		return 0
	case all:
		return p.next()
	}
	count := span + 1
	m := p.next() * count
	if m&all < count {
		for least := (all - span) % count; m&all < least; {
			m = p.next() * count
		}
	}
	return m >> p.width
}

// masked returns a number in [0, span], by drawing as many bits as it has until they are one.
func (p *bitPieces) masked(span uint32) uint32 {
	if span == 0 {
		return 0
	}
	mask := uint32(1)<<mathbits.Len32(span) - 1
	for {
		if w := p.next() & mask; w <= span {
			return w
		}
	}
}

// randomIntegers draws integers in [low, high], or in [1, low].
func randomIntegers(d drawer) frontend.Func {
	return frontend.Func{Path: d.path("random_integers"), Sig: d.sig("low, high=None, size=None"), Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		low, high := endpoint{values: []*big.Int{big.NewInt(1)}}, endpointOf(c, c.Arg("low"))
		if c.Has("high") {
			low, high = high, endpointOf(c, c.Arg("high"))
		}
		unit := big.NewInt(1)
		above := endpoint{shape: high.shape}
		for _, v := range high.values {
			above.values = append(above.values, new(big.Int).Add(v, unit))
		}
		return integersBetween(c, s, low, above, false, Int64, dtype.NoKind)
	}}
}
