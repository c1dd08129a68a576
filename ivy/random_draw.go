package ivy

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// errDraws is the error of a draw in a function that is being traced.
var errDraws = errorf(ErrUnsupported, "random numbers are drawn")

// tracesRunning is how many functions are being traced.
var tracesRunning atomic.Int32

// notTraced returns errDraws if the caller is called by a function that is being traced: its
// numbers would be constants of the program.
func notTraced() error {
	if tracesRunning.Load() == 0 {
		return nil
	}
	var pcs [64]uintptr
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for n > 0 {
			f, more := frames.Next()
			if strings.HasSuffix(f.Function, "/ivy.(*Compiled).traced") {
				return errDraws
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return nil
		}
	}
}

// traced calls the function on arrays of a trace. Its frame is what [notTraced] looks for.
//
//go:noinline
func (c *Compiled) traced(args []*Array, tree *[]Tree) (zs []*Array, err error) {
	tracesRunning.Add(1)
	defer tracesRunning.Add(-1)
	err = Try(func() { zs = c.do(args, tree) })
	return zs, err
}

// asArgument returns an error of package random as one of kind ErrValue.
func asArgument(err error) error {
	if e := (*random.Error)(nil); errors.As(err, &e) {
		return errorf(ErrValue, "%s", e.Text)
	}
	return err
}

// A parameter is what a draw is given: a number, or an array of them.
type parameter struct {
	name   string
	dims   []int
	values []backend.Scalar
	dtype  Dtype // Invalid of Go's own numbers
	array  bool
}

// parameter reads an argument.
func (g *Generator) parameter(name string, x any) (p parameter, err error) {
	if v, d, ok := backend.ScalarOf(x); ok {
		return parameter{name: name, values: []backend.Scalar{v}, dtype: d}, nil
	}
	a, err := g.env.asArray(g.env.now.Load(), nil, x)
	if err == nil {
		err = a.refuseTracked()
	}
	if err == nil {
		a = a.untracked()
		p = parameter{name: name, dims: a.shape, dtype: a.dtype, array: true}
		p.values, err = scalarsOf(a)
	}
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// scalarsOf returns the elements of a.
func scalarsOf(a *Array) ([]backend.Scalar, error) {
	n, size := shape.Size(a.shape), a.dtype.Size()
	if err := a.env.CheckSize(n, int(unsafe.Sizeof(backend.Scalar{}))); err != nil {
		return nil, err
	}
	data, err := a.bytes()
	if err != nil {
		return nil, err
	}
	values := make([]backend.Scalar, n)
	for i := range values {
		values[i] = getScalar(data[i*size:], a.dtype)
	}
	return values, nil
}

// floats returns the values as float64.
func (p *parameter) floats() ([]float64, error) {
	out := make([]float64, len(p.values))
	for i, v := range p.values {
		if v.Kind == dtype.KindComplex {
			return nil, errorf(ErrDtype, "%s is the complex number %v, want a real one", p.name, v)
		}
		out[i] = v.Float64()
	}
	return out, nil
}

// A drawArg is a parameter that is yet to be read.
type drawArg struct {
	name  string
	value any
}

// A drawing is a call of a Generator.
type drawing struct {
	g      *Generator
	s      *state
	be     *engine
	o      options
	opts   []Option
	params []parameter
	dims   []int // of the result, as far as the parameters have a say in it
	d      Dtype
}

// begin reads the arguments and options of a call.
func (g *Generator) begin(op *ops.Op, dims []int, opts []Option, args ...drawArg) *drawing {
	check(g.usable())
	check(notTraced())
	c := &drawing{g: g, opts: opts, s: g.env.now.Load()}
	check(c.o.parse(op, opts))
	c.be = c.s.be
	if c.o.out != nil {
		c.be = c.o.out.be
	}
	shapes := make([][]int, 0, len(args))
	for _, a := range args {
		p, err := g.parameter(a.name, a.value)
		check(err)
		c.params = append(c.params, p)
		shapes = append(shapes, p.dims)
	}
	c.shapeOf(dims, shapes)
	return c
}

// shapeOf sets the shape of the result: dims, or what the shapes broadcast to if it is nil.
func (c *drawing) shapeOf(dims []int, shapes [][]int) {
	if dims == nil {
		var err error
		c.dims, err = shape.Broadcast(shapes...)
		check(err)
		return
	}
	check(shape.Check(dims, 1))
	for i, s := range shapes {
		if err := shape.BroadcastTo(s, dims); err != nil {
			check(fmt.Errorf("%s: %w", c.params[i].name, err))
		}
	}
	c.dims = dims
}

// realDtype sets the dtype of a real draw: what is told, else that of the parameters that are
// arrays of floats, else the default.
func (c *drawing) realDtype() {
	if c.o.has(ops.Dtype) {
		c.d = c.o.dtype
	} else {
		for _, p := range c.params {
			switch {
			case p.dtype == dtype.Invalid || !p.dtype.IsFloat():
			case c.d == dtype.Invalid:
				c.d = p.dtype
			default:
				c.d = c.g.env.ResultType(c.d, p.dtype)
			}
		}
		if c.d == dtype.Invalid {
			c.d = c.s.def.Float
		}
	}
	if !c.d.IsFloat() {
		check(errorf(ErrDtype, "dtype %v, want %v", c.d, dtype.Float))
	}
}

// told sets the dtype to what is told, else to the one given.
func (c *drawing) told(otherwise Dtype, among dtype.Set) {
	if c.d = otherwise; c.o.has(ops.Dtype) {
		c.d = c.o.dtype
	}
	if !among.Has(c.d) {
		check(errorf(ErrDtype, "dtype %v, want %v", c.d, among))
	}
}

// allNumbers reports whether no parameter has more than one value.
func (c *drawing) allNumbers() bool {
	for _, p := range c.params {
		if len(p.values) != 1 {
			return false
		}
	}
	return true
}

// fill makes an array of the shape and dtype of the call, whose elements draw sets.
func (c *drawing) fill(dims []int, draw func(r *random.Generator, data []byte) error) *Array {
	e, d := c.g.env, c.d
	if e.deadline != nil {
		e.deadline.check(c.be)
		e = e.deadline.plain
	}
	check(c.be.onDevice(get(c.opts, Device(""))))
	check(c.be.valid(d))
	check(shape.Check(dims, d.Size()))
	n := shape.Size(dims)
	check(e.CheckSize(n, d.Size()))
	spec := backend.Spec{Dtype: d, Shape: dims}
	var data []byte
	b, err := backend.Buffer(nil), error(nil)
	allocator, ours := c.be.Backend.(backend.Allocator)
	if ours {
		b, err = allocator.Allocate(spec)
		check(err)
		data, ours = c.be.contiguous(b, d, dims)
	}
	if !ours {
		data = newBytes(n * d.Size())
	}
	check(asArgument(c.g.stream.use(func(r *random.Generator) error { return draw(r, data) })))
	if !ours {
		b, err = c.be.FromHost(spec, data)
		check(err)
	}
	return entered(e.toOut(wrapBuffer(e, c.be, b, d, dims), &c.o))
}

// drawnAtOnce is how many numbers are drawn at a time: a context that ends is seen between two chunks.
const drawnAtOnce = 1 << 10

// A sampler sets the elements of dst to draws with these parameters.
type sampler[T float64 | int64] func(r *random.Generator, dst []T, p []float64) error

// sampled draws an array of the call's dtype.
func sampled[T float64 | int64](c *drawing, f sampler[T]) *Array {
	n := shape.Size(c.dims)
	values := make([][]float64, len(c.params))
	one := make([]float64, len(c.params))
	numbers := c.allNumbers()
	for i := range c.params {
		v, err := c.params[i].floats()
		check(err)
		if len(v) == 1 {
			one[i] = v[0]
		}
		if !numbers {
			v = expanded(v, c.params[i].dims, c.dims)
		}
		values[i] = v
	}
	stop, size := c.g.env.stop(), c.d.Size()
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		if n == 0 && numbers { // the parameters are checked all the same
			return f(r, nil, one)
		}
		var buffer [drawnAtOnce]T
		for start := 0; start < n; start += drawnAtOnce {
			if err := stop.Err(); err != nil {
				return err
			}
			part := buffer[:min(drawnAtOnce, n-start)]
			if numbers {
				if err := f(r, part, one); err != nil {
					return err
				}
			} else {
				for i := range part {
					for k := range values {
						one[k] = values[k][start+i]
					}
					if err := f(r, part[i:i+1], one); err != nil {
						return err
					}
				}
			}
			if err := store(data[start*size:], c.d, part); err != nil {
				return err
			}
		}
		return nil
	})
}

// expanded returns the elements of an array of shape from as broadcast to shape to.
func expanded[T any](v []T, from, to []int) []T {
	n := shape.Size(to)
	out := make([]T, n)
	if len(v) == 1 {
		for i := range out {
			out[i] = v[0]
		}
		return out
	}
	strides := make([]int, len(to))
	own := shape.Strides(from)
	for i := range from {
		if from[i] > 1 {
			strides[len(to)-len(from)+i] = own[i]
		}
	}
	at, index := 0, make([]int, len(to))
	for i := range out {
		out[i] = v[at]
		for axis := len(to) - 1; axis >= 0; axis-- {
			index[axis]++
			at += strides[axis]
			if index[axis] < to[axis] {
				break
			}
			at -= strides[axis] * to[axis]
			index[axis] = 0
		}
	}
	return out
}

// elementsIn returns the elements that lie in data.
func elementsIn[T any](data []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/int(unsafe.Sizeof(zero)))
}

// store sets the first elements of data, of dtype d, to values, rounded. Integers that d does not hold are an error.
func store[T float64 | int64](data []byte, d Dtype, values []T) error {
	switch d {
	case Float64:
		out := elementsIn[float64](data)
		for i, v := range values {
			out[i] = float64(v)
		}
	case Float32:
		out := elementsIn[float32](data)
		for i, v := range values {
			out[i] = float32(v)
		}
	case Int64:
		out := elementsIn[int64](data)
		for i, v := range values {
			out[i] = int64(v)
		}
	default:
		size := d.Size()
		for i, v := range values {
			if err := putScalar(data[i*size:(i+1)*size], d, scalarOf(v)); err != nil {
				return fmt.Errorf("dtype: the draw %w", err)
			}
		}
	}
	return nil
}

func scalarOf[T float64 | int64](v T) backend.Scalar {
	if i, ok := any(v).(int64); ok {
		return backend.IntScalar(i)
	}
	return backend.FloatScalar(float64(v))
}

// rounding returns what rounds a number to dtype d.
func rounding(d Dtype) func(float64) float64 {
	switch d {
	case Float32:
		return func(v float64) float64 { return float64(float32(v)) }
	case Float16:
		return func(v float64) float64 { return float64(dtype.HalfFromFloat64(v).Float32()) }
	case BFloat16:
		return func(v float64) float64 { return float64(dtype.BrainFromFloat64(v).Float32()) }
	}
	return func(v float64) float64 { return v }
}

// numberBelow returns the greatest number of dtype d below v, which is finite.
func numberBelow(d Dtype, v float64) float64 {
	switch d {
	case Float64:
		return math.Nextafter(v, math.Inf(-1))
	case Float32:
		return float64(math.Nextafter32(float32(v), float32(math.Inf(-1))))
	}
	var bits uint16
	if d == Float16 {
		bits = uint16(dtype.HalfFromFloat64(v))
	} else {
		bits = uint16(dtype.BrainFromFloat64(v))
	}
	switch {
	case bits<<1 == 0:
		bits = 0x8001
	case bits>>15 == 0:
		bits--
	default:
		bits++
	}
	if d == Float16 {
		return float64(dtype.Half(bits).Float32())
	}
	return float64(dtype.Brain(bits).Float32())
}
