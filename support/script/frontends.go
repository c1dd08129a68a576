package script

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/support/script/syntax"
)

// A framework is a frontend as programs have it. What it can do is read from its
// table of functions; here is what Python has in addition.
type framework struct {
	*frontend.Framework

	// open returns a namespace with the settings that the framework starts with.
	open func(e *ivy.Env) *frontend.Namespace

	version string            // of the framework that it is like
	array   string            // what the text of an array begins with, where the framework has no text of its own
	class   string            // the type of arrays: "ndarray"
	weak    string            // what that of a weak one ends with: "ambiguous=True"
	xp      string            // the path of the array namespace: "numpy" of JAX
	prefix  string            // of the functions' names: "nv_" of anvil
	modules []string          // the paths that have the dtypes; "" is the framework itself
	codes   *regexp.Regexp    // names of dtypes that are strings alone: "i4"
	numbers map[string]string // the constants that a path has
	classes map[string]string // the names that a path has for the type of arrays
	scalars map[string]string // the paths whose dtypes are functions, numpy.float32(1), to the path of what they call
	python  map[string]string // the dtypes that Python's types stand for, where they are not the widest
	fields  map[string]string // the names of what a function returns, by its path
	shapes  []string          // the paths of functions that return shapes
	lists   []string          // the paths of functions that return several arrays as a list; others return a tuple
	more    *frontend.Table   // functions that only programs need; nil if there are none
	errors  classes           // where they are not the commonest
	truth0  bool              // no elements are false

	scalarTypes bool // the first of modules has NumPy's types: floating, dtype
	flat        bool // only arrays without axes are numbers
	named       bool // dtypes have names of their own: "f32"
	mutable     bool // arrays take values at their indices
	tupled      bool // a list is no key unless it is in a tuple
	outless     bool // methods have no parameter out
	yields      bool // in operations with arrays of another framework, that one's operators count
	children    func() map[string][]string
	dtypes      func() map[string]any
}

// classes are the classes of a framework's errors for what arrays are not.
type classes struct{ truth, number, real, big, index, text string }

var commonest = classes{truth: "ValueError", number: "TypeError", real: "TypeError", big: "OverflowError", index: "IndexError", text: "IndexError"}

// frameworks are those that programs see, by their names.
var frameworks = map[string]*framework{}

func init() {
	register(&framework{
		Framework: numpy.Framework,
		open:      func(e *ivy.Env) *frontend.Namespace { return frontend.New(numpy.Framework, e, nil, numpy.Rule) },
		version:   "2.0.2",
		class:     "ndarray", classes: map[string]string{"": "ndarray"}, modules: []string{""}, scalars: map[string]string{"": "asarray"},
		codes:   regexp.MustCompile(`^([<=|>]?.\d*|int|float|complex|bfloat16)$`),
		numbers: map[string]string{"": "e euler_gamma inf nan newaxis pi"},
		lists:   strings.Fields("split array_split hsplit vsplit dsplit"),
		fields:  standardFields(""), mutable: true, yields: true, truth0: true, scalarTypes: true,
	})
	register(&framework{
		Framework: jax.Framework,
		open:      func(e *ivy.Env) *frontend.Namespace { return frontend.New(jax.Framework, e, jax.Config{}, jax.X32) },
		version:   "0.10.2",
		class:     "Array", classes: map[string]string{"": "Array", "numpy": "ndarray"}, xp: "numpy", modules: []string{"numpy"},
		scalars: map[string]string{"numpy": "numpy.asarray"},
		codes:   regexp.MustCompile(`^half$`),
		numbers: map[string]string{"numpy": "e euler_gamma inf nan newaxis pi"},
		lists: strings.Fields("numpy.split numpy.array_split numpy.hsplit numpy.vsplit numpy.dsplit numpy.meshgrid numpy.broadcast_arrays " +
			"numpy.atleast_1d numpy.atleast_2d numpy.atleast_3d"),
		fields: standardFields("numpy."), flat: true, tupled: true, scalarTypes: true, errors: classes{index: "TypeError", text: "TypeError"},
	})
	register(&framework{
		Framework: torch.Framework,
		open: func(e *ivy.Env) *frontend.Namespace {
			n, err := torch.New(torch.Config{}) // whose settings are its own to make
			frontend.Check(err)
			return frontend.New(torch.Framework, e, n.Settings(), n.Rule().Rule())
		},
		version: "2.13.0",
		class:   "Tensor", classes: map[string]string{"": "Tensor"}, modules: []string{""},
		numbers: map[string]string{"": "e inf nan newaxis pi"},
		shapes:  []string{".size", "broadcast_shapes", "Size"},
		more:    torchShapes,
		mutable: true, outless: true, errors: classes{truth: "RuntimeError", number: "ValueError", real: "RuntimeError", text: "TypeError"},
		fields: map[string]string{
			"max": "values indices", "min": "values indices", "median": "values indices", "nanmedian": "values indices", "mode": "values indices",
			"kthvalue": "values indices", "topk": "values indices", "sort": "values indices", "cummax": "values indices", "cummin": "values indices",
			"aminmax": "min max", "frexp": "mantissa exponent", "svd": "U S V", "linalg.svd": "U S Vh", "qr": "Q R", "linalg.qr": "Q R",
			"slogdet": "sign logabsdet", "linalg.slogdet": "sign logabsdet", "linalg.eigh": "eigenvalues eigenvectors", "linalg.eig": "eigenvalues eigenvectors",
			"linalg.lstsq": "solution residuals rank singular_values", "linalg.lu": "P L U", "linalg.inv_ex": "inverse info", "linalg.cholesky_ex": "L info",
		},
	})
	register(&framework{
		Framework: tensorflow.Framework,
		open: func(e *ivy.Env) *frontend.Namespace {
			return frontend.New(tensorflow.Framework, e, tensorflow.Config{}, tensorflow.Plain)
		},
		version: "2.18.1",
		class:   "Tensor", classes: map[string]string{"": "Tensor", "experimental.numpy": "ndarray"}, xp: "experimental.numpy",
		modules: []string{"", "experimental.numpy"}, scalars: map[string]string{"experimental.numpy": "experimental.numpy.asarray"},
		numbers: map[string]string{"": "newaxis", "experimental.numpy": "e inf newaxis pi"}, python: map[string]string{"float": "float32"},
		truth0: true, errors: classes{big: "ValueError", index: "TypeError", text: "TypeError"},
		fields: map[string]string{"math.top_k": "values indices", "nn.top_k": "values indices", "unique": "y idx", "unique_with_counts": "y idx count",
			"linalg.slogdet": "sign log_abs_determinant", "linalg.qr": "q r"},
		lists: strings.Fields("split unstack meshgrid experimental.numpy.split experimental.numpy.hsplit experimental.numpy.vsplit experimental.numpy.dsplit " +
			"experimental.numpy.meshgrid experimental.numpy.broadcast_arrays experimental.numpy.atleast_1d experimental.numpy.atleast_2d " +
			"experimental.numpy.atleast_3d experimental.numpy.nonzero"),
		shapes: []string{"TensorShape", "broadcast_static_shape"},
		more:   tensorflowSettings,
	})
	register(&framework{
		Framework: anvil.Framework,
		open:      func(e *ivy.Env) *frontend.Namespace { return frontend.New(anvil.Framework, e, nil, anvil.Rule) },
		array:     "anvil.nv_array", class: "AnvilTensor", weak: "ambiguous=True", prefix: "nv_", modules: []string{""},
		python: map[string]string{"int": "int32", "float": "float32"}, named: true,
		errors: classes{"rlang_error", "rlang_error", "rlang_error", "rlang_error", "rlang_error", "rlang_error"},
	})
}

func register(f *framework) {
	f.children, f.dtypes = sync.OnceValue(f.namespaces), sync.OnceValue(f.attributes)
	for to, from := range map[*string]string{&f.errors.truth: commonest.truth, &f.errors.number: commonest.number, &f.errors.real: commonest.real,
		&f.errors.big: commonest.big, &f.errors.index: commonest.index, &f.errors.text: commonest.text} {
		if *to == "" {
			*to = from
		}
	}
	frameworks[f.Name] = f
}

// Frontends returns the names of the frontends that programs see, in order.
func Frontends() []string { return slices.Sorted(maps.Keys(frameworks)) }

// constants are what Python's array modules have in addition to functions and dtypes.
var constants = starlark.StringDict{
	"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E), "inf": starlark.Float(math.Inf(1)),
	"nan": starlark.Float(frontend.NaN), "newaxis": starlark.None, "euler_gamma": starlark.Float(0.57721566490153286),
}

// standardFields are those of NumPy and of what follows it.
func standardFields(under string) map[string]string {
	m := map[string]string{}
	for path, names := range map[string]string{
		"linalg.eig": "eigenvalues eigenvectors", "linalg.eigh": "eigenvalues eigenvectors", "linalg.svd": "U S Vh", "linalg.qr": "Q R",
		"linalg.slogdet": "sign logabsdet", "unique_all": "values indices inverse_indices counts", "unique_counts": "values counts",
		"unique_inverse": "values inverse_indices",
	} {
		m[under+path] = names
	}
	return m
}

// tensorflowSettings is how a program changes TensorFlow's mode; Go has it in Config.
var tensorflowSettings = frontend.NewTable([]frontend.Func{
	{Path: "experimental.numpy.experimental_enable_numpy_behavior", Sig: "prefer_float32=False, dtype_conversion_mode='legacy'", Out: frontend.None,
		Run: func(c *frontend.Call) any {
			if c.Bool("prefer_float32") {
				c.Raise("NotImplementedError", "prefer_float32 is not there: cast to float32")
			}
			n, err := tensorflow.New(tensorflow.Config{Mode: c.Text("dtype_conversion_mode")})
			frontend.Check(err)
			c.Set(n.Settings(), n.Rule().Rule())
			return nil
		}},
	{Path: "TensorShape", Sig: "dims", Out: frontend.Value, Run: func(c *frontend.Call) any { return dimsOf(c, "dims") }},
})

// torchShapes has PyTorch's type of shapes.
var torchShapes = frontend.NewTable([]frontend.Func{
	{Path: "Size", Sig: "iterable=()", Out: frontend.Value, Run: func(c *frontend.Call) any { return dimsOf(c, "iterable") }},
})

func dimsOf(c *frontend.Call, name string) []int {
	dims, one, ok := c.Ints(name)
	if !ok || one {
		c.Raise("TypeError", "%s() takes a sequence of integers", c.Func.Path)
	}
	return dims
}

// lookup returns the function of a path, nil if there is none.
func (f *framework) lookup(path string) *frontend.Func {
	fn := f.Functions.Lookup(path)
	if fn == nil && f.more != nil {
		fn = f.more.Lookup(path)
	}
	return fn
}

// all returns the functions.
func (f *framework) all() []*frontend.Func {
	list := f.Functions.All()
	if f.more != nil {
		list = append(list, f.more.All()...)
	}
	return list
}

// namespaces returns the names below every path that leads to functions.
func (f *framework) namespaces() map[string][]string {
	below := map[string][]string{"": nil}
	var paths []string
	for _, t := range f.Types {
		paths = append(paths, t.Path)
	}
	for _, fn := range f.all() {
		if strings.HasPrefix(fn.Path, ".") || fn.Static || f.TypeOf(fn) != nil {
			continue
		}
		paths = append(paths, fn.Path)
	}
	for _, path := range paths {
		for path != "" {
			parent, name := "", path
			if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
				parent, name = path[:dot], path[dot+1:]
			}
			if slices.Contains(below[parent], name) {
				break
			}
			below[parent] = append(below[parent], name)
			path = parent
		}
	}
	for path, names := range below {
		if slices.Contains(f.modules, path) {
			names = slices.AppendSeq(names, maps.Keys(f.dtypes()))
		}
		if f.scalarTypes && path == f.modules[0] {
			names = append(names, numpyTypeNames()...)
		}
		names = append(names, strings.Fields(f.numbers[path]+" "+f.classes[path])...)
		slices.Sort(names)
		below[path] = slices.Compact(names)
	}
	return below
}

// attributes returns the dtypes by the names that they have as attributes.
func (f *framework) attributes() map[string]any {
	all := map[string]any{}
	if len(f.Dtypes) == 0 {
		for _, d := range dtype.All.Dtypes() {
			all[d.String()] = d
		}
	}
	for name, d := range f.Dtypes {
		if f.codes == nil || !f.codes.MatchString(name) {
			all[name] = d
		}
	}
	return all
}

// A frame is a framework in a Session: with settings of the Session's own.
type frame struct {
	*framework
	in     *interp
	ns     *frontend.Namespace
	rows   map[*starlark.Builtin]*frontend.Func // the functions among values
	values map[string]starlark.Value            // functions, dtypes and namespaces that were asked for, by path
}

// UseFrontend makes the global xp the array namespace of a frontend (jax.numpy, numpy,
// …), and arrays that are set afterwards arrays of the framework.
func (s *Session) UseFrontend(name string) error {
	f := s.in.frame(name)
	if f == nil {
		return asError(wrong("no frontend %q (there is %s)", name, strings.Join(Frontends(), ", ")))
	}
	s.in.inputs = f
	s.globals["xp"] = &space{in: s.in, of: name, path: f.xp, prefix: f.prefix}
	return nil
}

// adopt returns an array as one of the framework's own, of a dtype that it can have.
func (f *frame) adopt(x *ivy.Array) (starlark.Value, error) {
	return f.run("asarray", func() any {
		o, err := f.ns.Operand(x)
		frontend.Check(err)
		return o.A
	})
}

// frame returns a framework's frame, which it makes when it is first asked for.
func (in *interp) frame(name string) *frame {
	fw := frameworks[name]
	if fw == nil {
		return nil
	}
	f := in.frames[name]
	if f == nil {
		f = &frame{framework: fw, in: in, ns: fw.open(in.frontendEnv), values: map[string]starlark.Value{}, rows: map[*starlark.Builtin]*frontend.Func{}}
		if name == "jax" || name == "tensorflow" { // which print with NumPy's options
			f.ns.SharePrintOptions(in.frame("numpy").ns)
		}
		if in.frames == nil {
			in.frames = map[string]*frame{}
		}
		in.frames[name] = f
	}
	return f
}

// A space is a namespace of a framework: jax.numpy.
type space struct {
	in     *interp
	of     string // the framework
	path   string
	prefix string // a name that is not there is looked for with it
}

func (s *space) String() string        { return "<module '" + s.name() + "'>" }
func (s *space) Type() string          { return "module" }
func (s *space) Freeze()               {}
func (s *space) Truth() starlark.Bool  { return starlark.True }
func (s *space) Hash() (uint32, error) { return starlark.String(s.name()).Hash() }

func (s *space) name() string {
	if s.path == "" {
		return s.of
	}
	return s.of + "." + s.path
}

func (s *space) AttrNames() []string { return slices.Clone(frameworks[s.of].children()[s.path]) }

// Attr returns a function, a dtype, a constant or a namespace below.
func (s *space) Attr(name string) (starlark.Value, error) {
	f := s.in.frame(s.of)
	path := name
	if s.path != "" {
		path = s.path + "." + name
	}
	if v, ok := f.values[path]; ok {
		return v, nil
	}
	v := f.member(s.path, path, name)
	switch {
	case v != nil:
		f.values[path] = v
	case s.prefix != "" && !strings.HasPrefix(name, s.prefix):
		return s.Attr(s.prefix + name)
	}
	return v, nil
}

func (f *frame) member(parent, path, name string) starlark.Value {
	fn := f.lookup(path)
	if t := f.typeAt(path); t != nil {
		return f.objectClass(t)
	}
	if slices.Contains(f.modules, parent) {
		if d, ok := f.dtypes()[name]; ok {
			v := f.dtype(d)
			if f.named {
				v.name = name
			}
			if f.scalars[parent] != "" {
				if v.class = name; parent != f.modules[0] {
					v.class = "." + name
				}
			}
			switch {
			case fn != nil:
				v.call = f.function(fn, nil)
			case f.scalars[parent] != "" && v.own == nil:
				v.call = f.scalarType(v.d, f.Functions.Lookup(f.scalars[parent]))
			}
			return v
		}
	}
	if fn != nil {
		b := f.function(fn, nil)
		f.rows[b] = fn
		return b
	}
	if slices.Contains(strings.Fields(f.numbers[parent]), name) {
		return constants[name]
	}
	if f.scalarTypes && parent == f.modules[0] {
		if c := f.in.numpyType(name); c != nil {
			return c
		}
	}
	if slices.Contains(strings.Fields(f.classes[parent]), name) {
		return arrayClass(f.Name, name)
	}
	if _, ok := f.children()[path]; ok {
		return &space{in: f.in, of: f.Name, path: path}
	}
	return nil
}

// function returns a function of the table, or with self a method of that array or object.
func (f *frame) function(fn *frontend.Func, self any) *starlark.Builtin {
	name := f.Name + "." + strings.TrimPrefix(fn.Path, ".")
	return f.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		list := make([]any, 0, len(args)+len(kwargs)+1)
		if self != nil {
			list = append(list, self)
		}
		own := f.own
		switch {
		case fn.Calls:
			own = f.functions
		case fn.Takes != 0:
			own = func(x starlark.Value) (any, error) { return f.taken(x, fn.Takes) }
		}
		for _, a := range args {
			v, err := own(a)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		for _, kv := range kwargs {
			own := own
			if d, ok := kv[1].(*starlark.Dict); ok && kv[0] == starlark.String("formatter") {
				own = func(starlark.Value) (any, error) { return f.dictArgument(d) }
			}
			v, err := own(kv[1])
			if err != nil {
				return nil, err
			}
			name := string(kv[0].(starlark.String))
			if _, isArray := self.(*frontend.Array); isArray && f.outless && name == "out" {
				return nil, f.raise("TypeError", "%s() of a tensor has no parameter \"out\": call the function", strings.TrimPrefix(fn.Path, "."))
			}
			list = append(list, frontend.Named{Name: name, Value: v})
		}
		return f.call(fn, list...)
	})
}

// scalarType is numpy.float32 as a function: what maker gives for its argument.
func (f *frame) scalarType(d ivy.Dtype, maker *frontend.Func) *starlark.Builtin {
	if own := f.method("__scalar__"); own != nil {
		maker = own
	}
	name := f.Name + "." + d.String()
	return f.in.function(name, unary(name, func(x starlark.Value) (starlark.Value, error) {
		v, err := f.argument(x)
		if err != nil {
			return nil, err
		}
		if maker != nil {
			return f.call(maker, v, frontend.Named{Name: "dtype", Value: d})
		}
		return f.run(d.String(), func() any {
			o, err := f.ns.Operand(v)
			frontend.Check(err)
			return f.ns.Wrap(f.ns.As(o, d))
		})
	}))
}

// call calls a function of the table.
func (f *frame) call(fn *frontend.Func, args ...any) (starlark.Value, error) {
	var z any
	if err := try(func() { z = f.ns.Call(fn, args...) }); err != nil {
		return nil, err
	}
	v, err := f.value(z)
	if t, ok := v.(starlark.Tuple); ok && f.fields[fn.Path] != "" {
		if names := strings.Fields(f.fields[fn.Path]); len(names) == len(t) {
			return &Results{name: fn.Path[strings.LastIndexByte(fn.Path, '.')+1:], names: names, values: t, of: f, path: fn.Path}, err
		}
	}
	if t, ok := v.(starlark.Tuple); ok && slices.Contains(f.lists, fn.Path) {
		return starlark.NewList(t), err
	}
	if t, ok := v.(starlark.Tuple); ok && slices.Contains(f.shapes, fn.Path) {
		return f.shape((&Results{values: t}).dims()), err
	}
	return v, err
}

// run calls what is no function of the table, so that its errors are the framework's.
func (f *frame) run(name string, do func() any) (starlark.Value, error) {
	return f.call(&frontend.Func{Path: name, Run: func(*frontend.Call) any { return do() }})
}

// raise returns an error of the framework's class.
func (f *frame) raise(class, format string, args ...any) error {
	return &ivy.Error{Op: f.Name, Kind: ivy.ErrValue, Err: &frontend.Error{Framework: f.Name, Class: class, Msg: fmt.Sprintf(format, args...)}}
}

// own is argument of a function that may return a view of it: an array that changes in
// place does not become part of one that never does, nor the other way round.
func (f *frame) own(x starlark.Value) (any, error) {
	mutable := f.mutable
	switch x := x.(type) {
	case *array:
		mutable = true
	case *tensor:
		mutable = x.f.mutable
	}
	if mutable == f.mutable {
		return f.argument(x)
	}
	return f.in.copied(plain(x).(*array).a)
}

// copied returns an array that shares a's elements until one of them is written to.
func (in *interp) copied(a *ivy.Array) (z *ivy.Array, err error) {
	err = try(func() { z = in.env.Asarray(a) })
	return z, err
}

// argument returns a value as a frontend takes it.
func (f *frame) argument(x starlark.Value) (any, error) {
	switch x.(type) {
	case *starlark.List, starlark.Tuple, *Results:
		if err := f.in.visit(x, func(starlark.Value) {}); err != nil {
			return nil, err
		}
	}
	return f.argument1(x)
}

// argument1 is argument of a part of what was visited already.
func (f *frame) argument1(x starlark.Value) (any, error) {
	in := f.in
	switch x := x.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(x), nil
	case starlark.Int:
		return f.integer(x)
	case starlark.Float:
		return float64(x), nil
	case Complex:
		return complex128(x), nil
	case starlark.String:
		return string(x), nil
	case *tensor:
		return x.a, nil
	case *array:
		return x.a, nil
	case dtypeValue:
		if x.own != nil {
			return x.own, nil
		}
		return x.d, nil
	case foreign:
		return x.v, nil
	case *object:
		return x.o, nil
	case nativeDtype:
		return in.toDtype(x)
	case syntax.EllipsisType:
		return ivy.Ellipsis, nil
	case *syntax.Slice:
		return in.span(x)
	case *starlark.List:
		return f.list(x)
	case starlark.Tuple:
		list, err := f.list(x)
		if err != nil || !f.ns.Tuples {
			return list, err
		}
		return frontend.Tuple(list.([]any)), nil
	case *Results:
		return f.list(x.values)
	case *class, *starlark.Builtin:
		if t := f.typeArgument(x); t != nil {
			return t, nil
		}
	case starlark.Indexable:
		if x.Type() == "range" {
			if err := in.work(x.Len()); err != nil {
				return nil, err
			}
			return f.list(x)
		}
	}
	return nil, f.raise("TypeError", "a %s is no argument here", typeName(x))
}

// integer returns an int as a frontend takes it.
func (f *frame) integer(x starlark.Int) (any, error) {
	if i, ok := x.Int64(); ok && i >= math.MinInt && i <= math.MaxInt {
		return int(i), nil
	}
	if u, ok := x.Uint64(); ok {
		return backend.UintScalar(u), nil
	}
	return nil, f.raise(f.errors.big, "an integer of %d bits: no dtype holds it", x.BigInt().BitLen())
}

// typeArgument returns a type of NumPy's or Python's as a frontend takes it, nil if it
// takes none for x.
func (f *frame) typeArgument(x starlark.Value) any {
	switch x := x.(type) {
	case *class:
		if x.passes != "" && f.Framework == numpy.Framework {
			return numpy.Class(x.passes)
		}
		if x.passes != "" {
			return x.passes
		}
	case *starlark.Builtin:
		d := f.pythonType(x.Name())
		switch {
		case !d.IsValid():
		case f.Python != nil: // the function says what it takes the type for
			return frontend.PythonType(d.Kind())
		default:
			return d
		}
	}
	return nil
}

// functions is own of an argument that may be a function: of the framework, or of the
// program.
func (f *frame) functions(x starlark.Value) (any, error) {
	switch fn := x.(type) {
	case *starlark.Builtin:
		if row := f.rows[fn]; row != nil {
			return row, nil
		}
		return f.callable(fn), nil
	case *starlark.Function:
		return f.callable(fn), nil
	}
	return f.own(x)
}

// callable returns a function as a frontend takes it.
func (f *frame) callable(fn starlark.Callable) frontend.Callable {
	return func(args ...any) any {
		values := make(starlark.Tuple, len(args))
		for i, a := range args {
			v, err := f.value(a)
			frontend.Check(err)
			values[i] = v
		}
		z, err := starlark.Call(f.in.thread, fn, values, nil)
		frontend.Check(err)
		out, err := f.argument(z)
		frontend.Check(err)
		return out
	}
}

func (f *frame) list(x starlark.Indexable) (any, error) {
	if err := f.in.charge(64 * int64(x.Len())); err != nil {
		return nil, err
	}
	out := make([]any, x.Len())
	for i := range out {
		v, err := f.argument1(x.Index(i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// pythonType returns the dtype that Python's bool, int, float or complex stands for.
func (f *frame) pythonType(name string) ivy.Dtype {
	if d, err := dtype.Parse(f.python[name]); err == nil {
		return d
	}
	return map[string]ivy.Dtype{"bool": ivy.Bool, "int": ivy.Int64, "float": ivy.Float64, "complex": ivy.Complex128}[name]
}

// value returns what a frontend gave as a program has it.
func (f *frame) value(z any) (starlark.Value, error) {
	switch z := z.(type) {
	case nil:
		return starlark.None, nil
	case *frontend.Array:
		return f.arrayValue(z)
	case []*frontend.Array:
		return f.tuple(len(z), func(i int) any { return z[i] })
	case []int:
		return ints(z), nil
	case frontend.Tuple:
		return f.tuple(len(z), func(i int) any { return z[i] })
	case []byte:
		return starlark.Bytes(z), f.in.charge(int64(len(z)))
	case []any:
		holds := slices.ContainsFunc(z, func(e any) bool { return f.isArray(e) })
		t, err := f.tuple(len(z), func(i int) any { return z[i] })
		if err != nil || holds {
			return t, err
		}
		return starlark.NewList(t), nil
	case bool, int, int64, uint64, float64, complex128, backend.Scalar:
		return numberValue(z), nil
	case string:
		return starlark.String(z), nil
	case *ivy.Array:
		return &tensor{f, f.ns.Wrap(z)}, nil
	case dtype.Dtype:
		return f.dtype(z), nil
	case frontend.Dict:
		return f.dict(z)
	case frontend.Scope:
		return &block{f, z}, nil
	case *frontend.Instance:
		return f.objectValue(z), nil
	case *big.Int:
		return starlark.MakeBigInt(z), f.in.charge(int64(z.BitLen()))
	case frontend.Object:
		return foreign{z}, nil
	}
	return f.ownValue(z)
}

// arrayValue returns an array as a program has it, or the number that it is.
func (f *frame) arrayValue(z *frontend.Array) (starlark.Value, error) {
	if z == nil {
		return starlark.None, nil
	}
	if z.Number != dtype.NoKind {
		return item(f.in.wrap(z.V))
	}
	if g := f.in.frame(z.NS.Name); g != nil {
		f = g
	}
	return &tensor{f, z}, nil
}

// ownValue is value of a type of the framework's own.
func (f *frame) ownValue(z any) (starlark.Value, error) {
	if a := f.Own(z); a != nil {
		return f.value(a)
	}
	if flags, ok := z.(numpy.Flags); ok {
		return &memoryFlags{f, flags}, nil
	}
	if d, ok := z.(interface{ Ivy() dtype.Dtype }); ok {
		return dtypeValue{d: d.Ivy(), own: z, f: f}, nil
	}
	for _, d := range f.Dtypes {
		if reflect.TypeOf(d) == reflect.TypeOf(z) {
			return dtypeValue{own: z, f: f}, nil
		}
	}
	if v, err := f.record(z); v != nil || err != nil {
		return v, err
	}
	return foreign{z}, nil
}

// dtype returns a dtype of the framework: package ivy's, or one of its own.
func (f *frame) dtype(d any) dtypeValue {
	switch d := d.(type) {
	case dtype.Dtype:
		return dtypeValue{d: d, f: f}
	case interface{ Ivy() dtype.Dtype }:
		return dtypeValue{d: d.Ivy(), own: d, f: f}
	}
	return dtypeValue{own: d, f: f}
}

func (f *frame) isArray(z any) bool {
	switch z := z.(type) {
	case *frontend.Array, []*frontend.Array, *ivy.Array:
		return true
	default:
		return f.Own(z) != nil
	}
}

func (f *frame) tuple(n int, at func(int) any) (starlark.Tuple, error) {
	if err := f.in.charge(48 * int64(n)); err != nil {
		return nil, err
	}
	t := make(starlark.Tuple, n)
	for i := range t {
		var err error
		if t[i], err = f.value(at(i)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// record returns the fields of a struct under their names in Python; of arrays alone a
// tuple with names, as a framework's own. It returns nil for what has no fields.
func (f *frame) record(z any) (starlark.Value, error) {
	r := reflect.Indirect(reflect.ValueOf(z))
	if r.Kind() != reflect.Struct {
		return nil, nil
	}
	out := Results{name: snake(r.Type().Name())}
	arrays := true
	for i := range r.NumField() {
		field := r.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		of := r.Field(i).Interface()
		if info, ok := z.(dtype.FloatInfo); ok && f.ns.Name == "numpy" {
			if limit, isFloat := of.(float64); isFloat { // one of NumPy's scalars, of the dtype itself
				of = &frontend.Array{V: f.ns.Env().Full(nil, limit, info.Dtype), Scalar: true, NS: f.ns}
			}
		}
		v, err := f.value(of)
		if err != nil {
			return nil, err
		}
		_, isTensor := v.(*tensor)
		arrays = arrays && isTensor
		out.names, out.values = append(out.names, snake(field.Name)), append(out.values, v)
	}
	switch {
	case out.names == nil:
		return nil, nil
	case arrays:
		return &out, nil
	}
	about := &facts{r: out}
	if f.Texts.Info != nil {
		about.str, about.repr = f.Texts.Info(z)
	}
	return about, nil
}

// snake returns a Go name as Python writes it: "SmallestNormal" is "smallest_normal".
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(name[i-1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// foreign is a frontend's own value, which goes back to it.
type foreign struct{ v any }

func (f foreign) String() string {
	if o := f.object(); o != nil {
		return o.String()
	}
	return "<" + f.Type() + ">"
}

func (f foreign) Type() string {
	if o := f.object(); o != nil {
		return o.Class()
	}
	return "object"
}
func (f foreign) Freeze()              {}
func (f foreign) Truth() starlark.Bool { return starlark.True }

func (f foreign) Hash() (uint32, error) {
	if o := f.object(); o != nil {
		return starlark.String(o.Repr()).Hash()
	}
	return 0, wrong("unhashable type: '%s'", f.Type())
}

// numberValue returns a number of Go's as Python's.
func numberValue(z any) starlark.Value {
	switch z := z.(type) {
	case bool:
		return starlark.Bool(z)
	case int:
		return starlark.MakeInt(z)
	case int64:
		return starlark.MakeInt64(z)
	case uint64:
		return starlark.MakeUint64(z)
	case float64:
		return starlark.Float(z)
	case complex128:
		return Complex(z)
	}
	return scalarValue(z.(backend.Scalar))
}

func scalarValue(s backend.Scalar) starlark.Value {
	switch {
	case s.Kind == dtype.KindBool:
		return starlark.Bool(s.Bool())
	case s.Kind == dtype.KindUint:
		return starlark.MakeUint64(s.Uint64())
	case s.IsInteger():
		return starlark.MakeInt64(s.Int64())
	case s.Kind == dtype.KindComplex:
		return Complex(s.Complex128())
	}
	return starlark.Float(s.Float64())
}
