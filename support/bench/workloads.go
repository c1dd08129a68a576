package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
)

// A Workload is one line of the table: a call that every side makes on the same inputs.
type Workload struct {
	Name  string  // what --only is held against: "add/float32/1e5"
	Table string  // the part of the table that it is in
	Title string  // "add 10⁵"
	Flops float64 // the operations of one call, where speed is told in GFLOP/s; else 0

	inputs []input
	ours   func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array
	peers  map[string]code // by the peer's name; who is not in it has no such function

	prepares bool // ours does more than returning the call: it compiles, say

	compared func(z *ivy.Array) *ivy.Array // if not nil, what is compared of results: they may differ otherwise
}

// A code is a call in Python: its expression, and statements that run once before it.
type code struct{ setup, call string }

// An input is an array that is made the same way each time.
type input struct {
	name  string
	d     ivy.Dtype
	shape []int
	fill  fill
}

// A fill is how an input's elements are drawn. Those of uniform are between lo and hi,
// those of distinct a permutation of 0 … n−1, divided by n if the dtype is a float's. Of
// bools one half is true.
type fill struct {
	distinct bool
	lo, hi   float64
	pattern  pattern
}

var (
	unit     = fill{lo: 0, hi: 1}
	signed   = fill{lo: -1, hi: 1}
	wide     = fill{lo: -4, hi: 4}
	positive = fill{lo: 0.1, hi: 10}
	small    = fill{lo: 0, hi: 1000} // for integers
	distinct = fill{distinct: true}
)

// bytes returns the elements in row-major order, the same on every machine; number tells
// the inputs of a workload apart.
func (in *input) bytes(e *ivy.Env, number int) []byte {
	n := 1
	for _, k := range in.shape {
		n *= k
	}
	r := rand.New(rand.NewPCG(uint64(n), uint64(number))) //nolint:gosec // no secret
	if in.d.IsComplex() || in.fill.pattern != anyMatrix {
		return e.Astype(e.Asarray(in.matrices(r, n)), in.d).Bytes()
	}
	values := make([]float64, n)
	switch {
	case in.d == ivy.Bool:
		for i := range values {
			values[i] = float64(r.IntN(2))
		}
	case in.fill.distinct:
		for i, v := range r.Perm(n) {
			values[i] = float64(v)
			if in.d.IsFloat() {
				values[i] /= float64(n)
			}
		}
	default:
		for i := range values {
			values[i] = in.fill.lo + (in.fill.hi-in.fill.lo)*r.Float64()
		}
	}
	return e.Astype(e.Asarray(values), in.d).Bytes()
}

// matrices returns n elements that make up matrices of a pattern.
func (in *input) matrices(r *rand.Rand, n int) any {
	values := make([]complex128, n)
	draw := func() float64 { return in.fill.lo + (in.fill.hi-in.fill.lo)*r.Float64() }
	for i := range values {
		values[i] = complex(draw(), 0)
		if in.d.IsComplex() {
			values[i] += complex(0, draw())
		}
	}
	in.fill.pattern.shape(values, in.shape[len(in.shape)-1])
	if in.d.IsComplex() {
		return values
	}
	reals := make([]float64, n)
	for i, v := range values {
		reals[i] = real(v)
	}
	return reals
}

// The parts of the table.
const (
	callTable        = "Calls on a few elements"
	elementwiseTable = "Elementwise"
	functionTable    = "Elementary functions"
	reductionTable   = "Reductions"
	sortingTable     = "Sorting"
	matmulTable      = "Matrix products"
	compiledTable    = "Compiled functions, 10⁶ elements"
)

// A list grows row by row.
type list struct{ rows []Workload }

func (l *list) add(table, name, title string, inputs []input, ours func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array, peers map[string]code) *Workload {
	l.rows = append(l.rows, Workload{Name: name, Table: table, Title: title, inputs: inputs, ours: ours, peers: peers,
		prepares: strings.HasSuffix(name, "/out") || slices.Contains([]string{compiledTable, gradientTable, memoryTable, fileTable, randomTable}, table)})
	return &l.rows[len(l.rows)-1]
}

// arrays are inputs of one shape, by names that commas part.
func arrays(names string, d ivy.Dtype, f fill, shape ...int) []input {
	var list []input
	for _, name := range strings.Split(names, ",") {
		list = append(list, input{name, d, shape, f})
	}
	return list
}

// calls are expressions of NumPy, PyTorch and TensorFlow; "" is none.
func calls(numpy, torch, tensorflow string) map[string]code {
	c := map[string]code{}
	for name, call := range map[string]string{"numpy": numpy, "torch": torch, "tensorflow": tensorflow} {
		if call != "" {
			c[name] = code{call: call}
		}
	}
	return c
}

// withIvy adds a call of Ivy's, in Python.
func withIvy(c map[string]code, call string) map[string]code {
	c["ivy"], c["ivy-torch"] = code{call: call}, code{call: call}
	return c
}

func ofOne(f func(e *ivy.Env, x *ivy.Array) *ivy.Array) func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		a := x[0]
		return func() *ivy.Array { return f(e, a) }
	}
}

func ofTwo(f func(e *ivy.Env, x, y *ivy.Array) *ivy.Array) func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		a, b := x[0], x[1]
		return func() *ivy.Array { return f(e, a, b) }
	}
}

// compiled is a function that ivy.Compile makes one of.
func compiled(f func(e *ivy.Env, x []*ivy.Array) *ivy.Array) func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		c := e.Compile(func(x ...*ivy.Array) *ivy.Array { return f(e, x) })
		return func() *ivy.Array { return c.Call(x...) }
	}
}

var (
	add      = ofTwo(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Add(x, y) })
	addToOut = func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		a, b := x[0], x[1]
		out := ivy.Out(e.Add(a, b))
		return func() *ivy.Array { return e.Add(a, b, out) }
	}
)

// exponents are written in titles.
var exponents = map[int]string{3: "3", 100_000: "10⁵", 1_000_000: "10⁶", 16_000_000: "1.6·10⁷"}

// short is a size in a name: 1.6e7.
func short(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return strings.Replace(strconv.FormatFloat(float64(n), 'e', -1, 64), "e+0", "e", 1)
}

// Workloads returns all lines of the table, in its order.
func Workloads() []Workload {
	l := &list{}
	l.smallCalls()
	l.elementwise()
	l.functions()
	l.reductions()
	l.sorting()
	l.statistics()
	l.random()
	l.matmul()
	l.matrices()
	l.fourier()
	l.layers()
	l.compiled()
	l.gradients()
	l.memory()
	l.files()
	return l.rows
}

func addToOutCode() map[string]code {
	return map[string]code{
		"numpy": {"z = np.add(x, y)", "np.add(x, y, out=z)"},
		"torch": {"z = torch.add(x, y)", "torch.add(x, y, out=z)"},
	}
}

// mixed are the inputs of an addition of two dtypes.
func mixed(x, y ivy.Dtype, n int) []input {
	f := signed
	if x == ivy.Int32 {
		f = small
	}
	return []input{{"x", x, []int{n}, f}, {"y", y, []int{n}, signed}}
}

func (l *list) smallCalls() {
	const n = 3
	pair := arrays("x,y", ivy.Float32, signed, n)
	l.add(callTable, "add/float32/3", "add", pair, add, withIvy(calls("np.add(x, y)", "torch.add(x, y)", "tf.add(x, y)"), "ivy.add(x, y)"))
	l.add(callTable, "add/float32/3/out", "add, into out", pair, addToOut, addToOutCode())
	l.add(callTable, "add/float32/3/scalar", "add a Go float64", pair[:1], ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Add(x, 1.5) }),
		withIvy(calls("np.add(x, 1.5)", "torch.add(x, 1.5)", "tf.add(x, 1.5)"), "ivy.add(x, 1.5)"))
	l.add(callTable, "add/float32+float64/3", "add float32 and float64", mixed(ivy.Float32, ivy.Float64, n), add,
		withIvy(calls("np.add(x, y)", "torch.add(x, y)", "tf.add(tf.cast(x, tf.float64), y)"), "ivy.add(x, y)"))
	l.add(callTable, "add/int32+float32/3", "add int32 and float32: float64", mixed(ivy.Int32, ivy.Float32, n), add,
		withIvy(calls("np.add(x, y)", "torch.add(x, y.double())", "tf.add(tf.cast(x, tf.float64), tf.cast(y, tf.float64))"), "ivy.add(x, y)"))
	l.add(callTable, "negative/float32/3", "negative", pair[:1], ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Negative(x) }),
		withIvy(calls("np.negative(x)", "torch.negative(x)", "tf.negative(x)"), "ivy.negative(x)"))
	l.add(callTable, "less/float32/3", "less", pair, ofTwo(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Less(x, y) }),
		withIvy(calls("np.less(x, y)", "torch.less(x, y)", "tf.less(x, y)"), "ivy.less(x, y)"))
	l.add(callTable, "sum/float32/3", "sum", pair[:1], ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sum(x) }),
		withIvy(calls("np.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)"), "ivy.sum(x)"))
	l.add(callTable, "matmul/float32/3", "matmul 3×3", arrays("x,y", ivy.Float32, signed, n, n), ofTwo(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.MatMul(x, y) }),
		withIvy(calls("np.matmul(x, y)", "torch.matmul(x, y)", "tf.matmul(x, y)"), "ivy.matmul(x, y)"))
}

func (l *list) elementwise() {
	for _, n := range []int{100_000, 1_000_000, 16_000_000} {
		pair := arrays("x,y", ivy.Float32, signed, n)
		c := calls("np.add(x, y)", "torch.add(x, y)", "tf.add(x, y)")
		if n <= 1_000_000 {
			c = withIvy(c, "ivy.add(x, y)")
		}
		l.add(elementwiseTable, "add/float32/"+short(n), "add "+exponents[n]+", new result", pair, add, c)
		l.add(elementwiseTable, "add/float32/"+short(n)+"/out", "add "+exponents[n]+", into out", pair, addToOut, addToOutCode())
	}
	const n = 1_000_000
	for _, d := range []struct {
		d ivy.Dtype
		n int
		f fill
	}{{ivy.Float64, 100_000, signed}, {ivy.Float64, n, signed}, {ivy.Int32, n, small}} {
		l.add(elementwiseTable, fmt.Sprintf("add/%v/%s", d.d, short(d.n)), fmt.Sprintf("add %s, %v", exponents[d.n], d.d), arrays("x,y", d.d, d.f, d.n), add,
			calls("np.add(x, y)", "torch.add(x, y)", "tf.add(x, y)"))
	}
	l.add(elementwiseTable, "add/float32+float64/1e6", "add 10⁶, float32 and float64", mixed(ivy.Float32, ivy.Float64, n), add,
		withIvy(calls("np.add(x, y)", "torch.add(x, y)", "tf.add(tf.cast(x, tf.float64), y)"), "ivy.add(x, y)"))
	l.add(elementwiseTable, "add/int32+float32/1e6", "add 10⁶, int32 and float32", mixed(ivy.Int32, ivy.Float32, n), add,
		withIvy(calls("np.add(x, y)", "torch.add(x, y.double())", "tf.add(tf.cast(x, tf.float64), tf.cast(y, tf.float64))"), "ivy.add(x, y)"))

	pair, x := arrays("x,y", ivy.Float32, positive, n), arrays("x", ivy.Float32, positive, n)
	type two = func(e *ivy.Env, x, y *ivy.Array) *ivy.Array
	for _, r := range []struct {
		name string
		f    two
		c    map[string]code
	}{
		{"multiply", func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Multiply(x, y) }, calls("np.multiply(x, y)", "torch.multiply(x, y)", "tf.multiply(x, y)")},
		{"divide", func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Divide(x, y) }, calls("np.divide(x, y)", "torch.divide(x, y)", "tf.divide(x, y)")},
		{"maximum", func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Maximum(x, y) }, calls("np.maximum(x, y)", "torch.maximum(x, y)", "tf.maximum(x, y)")},
		{"less", func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Less(x, y) }, calls("np.less(x, y)", "torch.less(x, y)", "tf.less(x, y)")},
	} {
		l.add(elementwiseTable, r.name+"/float32/1e6", r.name+" 10⁶", pair, ofTwo(r.f), r.c)
	}
	where := append([]input{{"c", ivy.Bool, []int{n}, unit}}, pair...)
	l.add(elementwiseTable, "where/float32/1e6", "where 10⁶", where, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		c, a, b := x[0], x[1], x[2]
		return func() *ivy.Array { return e.Where(c, a, b) }
	}, calls("np.where(c, x, y)", "torch.where(c, x, y)", "tf.where(c, x, y)"))
	type one = func(e *ivy.Env, x *ivy.Array) *ivy.Array
	for _, r := range []struct {
		name string
		f    one
		c    map[string]code
	}{
		{"sqrt", func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sqrt(x) }, calls("np.sqrt(x)", "torch.sqrt(x)", "tf.sqrt(x)")},
		{"abs", func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Abs(x) }, calls("np.abs(x)", "torch.abs(x)", "tf.abs(x)")},
		{"floor", func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Floor(x) }, calls("np.floor(x)", "torch.floor(x)", "tf.floor(x)")},
		{"astype", func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Astype(x, ivy.Float64) }, calls("x.astype(np.float64)", "x.to(torch.float64)", "tf.cast(x, tf.float64)")},
	} {
		l.add(elementwiseTable, r.name+"/float32/1e6", r.name+" 10⁶", x, ofOne(r.f), r.c)
	}
}

func (l *list) functions() {
	for _, r := range []struct {
		name  string
		fill  fill
		f     func(e *ivy.Env, x *ivy.Array) *ivy.Array
		peers map[string]code // nil for functions that all have under their name
	}{
		{"exp", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Exp(x) }, nil},
		{"log", positive, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Log(x) }, nil},
		{"sin", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sin(x) }, nil},
		{"cos", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Cos(x) }, nil},
		{"tanh", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Tanh(x) }, nil},
		{"erf", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Erf(x) }, calls("", "torch.erf(x)", "tf.math.erf(x)")},
		{"erfinv", signed, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Erfinv(x) }, calls("", "torch.erfinv(x)", "tf.math.erfinv(x)")},
		{"lgamma", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Lgamma(x) }, calls("", "torch.lgamma(x)", "tf.math.lgamma(x)")},
		{"i0e", wide, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.I0e(x) }, calls("", "torch.special.i0e(x)", "tf.math.bessel_i0e(x)")},
	} {
		peers := r.peers
		if peers == nil {
			peers = calls("np."+r.name+"(x)", "torch."+r.name+"(x)", "tf.math."+r.name+"(x)")
		}
		for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
			for _, n := range []int{100_000, 1_000_000} {
				l.add(functionTable, fmt.Sprintf("%s/%v/%s", r.name, d, short(n)), fmt.Sprintf("%s %s, %v", r.name, exponents[n], d),
					arrays("x", d, r.fill, n), ofOne(r.f), peers)
			}
		}
	}
}

func (l *list) reductions() {
	const n = 1_000_000
	x, m := arrays("x", ivy.Float32, unit, n), arrays("x", ivy.Float32, unit, 1024, 1024)
	sum := ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sum(x) })
	for _, n := range []int{n, 16_000_000} {
		l.add(reductionTable, "sum/float32/"+short(n), "sum "+exponents[n], arrays("x", ivy.Float32, unit, n), sum, calls("np.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)"))
	}
	l.add(reductionTable, "sum/float64/1e6", "sum 10⁶, float64", arrays("x", ivy.Float64, unit, n), sum, calls("np.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)"))
	l.add(reductionTable, "sum/int32/1e6", "sum 10⁶, int32 to int64", arrays("x", ivy.Int32, small, n), ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sum(x, ivy.Int64) }),
		calls("np.sum(x, dtype=np.int64)", "torch.sum(x, dtype=torch.int64)", "tf.reduce_sum(tf.cast(x, tf.int64))"))
	for axis, way := range []string{"down", "along"} {
		l.add(reductionTable, fmt.Sprintf("sum/float32/1024x1024/axis%d", axis), "sum 1024×1024, "+way+" the rows", m,
			ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sum(x, ivy.Axis(axis)) }),
			calls(fmt.Sprintf("np.sum(x, axis=%d)", axis), fmt.Sprintf("torch.sum(x, dim=%d)", axis), fmt.Sprintf("tf.reduce_sum(x, axis=%d)", axis)))
	}
	l.add(reductionTable, "max/float32/1e6", "max 10⁶", x, ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Max(x) }), calls("np.max(x)", "torch.max(x)", "tf.reduce_max(x)"))
	l.add(reductionTable, "mean/float32/1e6", "mean 10⁶", x, ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Mean(x) }), calls("np.mean(x)", "torch.mean(x)", "tf.reduce_mean(x)"))
	l.add(reductionTable, "var/float32/1e6", "var 10⁶", x, ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Var(x) }),
		calls("np.var(x)", "torch.var(x, correction=0)", "tf.math.reduce_variance(x)"))
}

func (l *list) sorting() {
	const n = 1_000_000
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.Int32} {
		l.add(sortingTable, fmt.Sprintf("sort/%v/1e6", d), fmt.Sprintf("sort 10⁶, %v", d), arrays("x", d, distinct, n),
			ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sort(x) }), calls("np.sort(x)", "torch.sort(x).values", "tf.sort(x)"))
	}
	// TensorFlow's indices are of int32.
	l.add(sortingTable, "argsort/float32/1e6", "argsort 10⁶, float32", arrays("x", ivy.Float32, distinct, n),
		ofOne(func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.ArgSort(x) }), calls("np.argsort(x)", "torch.argsort(x)", "tf.cast(tf.argsort(x), tf.int64)"))
}

func (l *list) matmul() {
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.BFloat16} {
		numpy := "np.matmul(x, y)"
		if d == ivy.BFloat16 { // NumPy has none
			numpy = ""
		}
		for _, n := range []int{64, 128, 256, 512, 1024, 2048} {
			w := l.add(matmulTable, fmt.Sprintf("matmul/%v/%d", d, n), fmt.Sprintf("%v, %d", d, n), arrays("x,y", d, signed, n, n),
				ofTwo(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.MatMul(x, y) }), calls(numpy, "torch.matmul(x, y)", "tf.matmul(x, y)"))
			w.Flops = 2 * float64(n) * float64(n) * float64(n)
		}
	}
}

// compiled are functions that ivy.Compile, jax.jit and tf.function compile, and PyTorch
// runs call by call.
func (l *list) compiled() {
	const n = 1_000_000
	jit := func(params, jaxBody, torchBody, tfBody string) map[string]code {
		names := strings.Join(strings.Split(params, ","), ", ")
		c := map[string]code{
			"jax":        {fmt.Sprintf("f = jax.jit(lambda %s: %s)", names, jaxBody), "f(" + names + ")"},
			"tensorflow": {fmt.Sprintf("f = tf.function(lambda %s: %s, autograph=False)", names, tfBody), "f(" + names + ")"},
			"torch":      {"", torchBody},
		}
		return c
	}
	l.add(compiledTable, "compiled/multiply-add", "a·b + c·d", arrays("a,b,c,d", ivy.Float32, signed, n),
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.Add(e.Multiply(x[0], x[1]), e.Multiply(x[2], x[3]))
		}),
		jit("a,b,c,d", "a * b + c * d", "a * b + c * d", "a * b + c * d"))
	l.add(compiledTable, "compiled/gelu", "exact gelu", arrays("x", ivy.Float32, wide, n),
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Gelu(x[0]) }),
		jit("x", "jax.nn.gelu(x, approximate=False)", "F.gelu(x)", "tf.nn.gelu(x, approximate=False)"))
	rows := arrays("x", ivy.Float32, wide, 1024, 1024)
	l.add(compiledTable, "compiled/softmax", "softmax, 1024 rows", rows,
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Softmax(x[0], ivy.Axis(-1)) }),
		jit("x", "jax.nn.softmax(x, axis=-1)", "torch.softmax(x, dim=-1)", "tf.nn.softmax(x, axis=-1)"))
	l.add(compiledTable, "compiled/layer_norm", "layer_norm, 1024 rows", rows,
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.LayerNorm(x[0], []int{-1}) }),
		jit("x", "(x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)", "F.layer_norm(x, (1024,))",
			"(x - tf.reduce_mean(x, -1, keepdims=True)) * tf.math.rsqrt(tf.math.reduce_variance(x, -1, keepdims=True) + 1e-5)"))
	steps := func(tanh string) string {
		s := "x"
		for range 5 {
			s = fmt.Sprintf("(lambda x: %s(x * b + a) - x)(%s)", tanh, s)
		}
		return s
	}
	l.add(compiledTable, "compiled/tanh-steps", "five times x = tanh(x·b + a) − x", arrays("x,a,b", ivy.Float32, signed, n),
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			z, a, b := x[0], x[1], x[2]
			for range 5 {
				z = e.Subtract(e.Tanh(e.Add(e.Multiply(z, b), a)), z)
			}
			return z
		}), jit("x,a,b", steps("jnp.tanh"), steps("torch.tanh"), steps("tf.tanh")))
	l.add(compiledTable, "compiled/exp", "exp", arrays("x", ivy.Float32, wide, n),
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Exp(x[0]) }), jit("x", "jnp.exp(x)", "torch.exp(x)", "tf.exp(x)"))
	l.add(compiledTable, "compiled/sum", "sum", arrays("x", ivy.Float32, unit, n),
		compiled(func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Sum(x[0]) }), jit("x", "jnp.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)"))
}
