package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// A dropping is how elements are made 0 at random.
type dropping struct {
	prob   float64 // of each
	factor float64 // of those that are kept
}

// newDropping returns a dropping with a probability, which an argument of that name gave.
func newDropping(name string, prob float64) dropping {
	if !(prob >= 0 && prob <= 1) {
		check(errorf(ErrValue, "%s is %v, want a number in [0, 1]", name, prob))
	}
	if prob == 1 { // none is kept
		return dropping{prob, 1}
	}
	return dropping{prob, 1 / (1 - prob)}
}

// of returns x with 0 where kept is false, which broadcasts to x.
func (d dropping) of(e *Env, x, kept *Array) *Array {
	if d.factor != 1 {
		x = e.scaled(x, d.factor)
	}
	return e.choice(kept, x, e.numberLike(x, 0))
}

// kept draws which elements are kept, on an engine that is no level; those of an abstract engine are not drawn.
func (d dropping) kept(g *Generator, be *engine, dims []int) *Array {
	check(notTraced())
	if be.abstract {
		return g.env.zerosAt(be, Bool, dims...)
	}
	c := g.begin(ops.Draw, append([]int{}, dims...), nil)
	c.be, c.d = be, Bool
	stop := g.env.stop()
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		for dst := elementsIn[bool](data); len(dst) > 0; {
			if err := stop.Err(); err != nil {
				return err
			}
			n := min(drawnAtOnce, len(dst))
			if err := r.Bernoulli(dst[:n], 1-d.prob); err != nil {
				return err
			}
			dst = dst[n:]
		}
		return nil
	})
}

// seedOf returns the seed that options have, else one that the default generator draws.
func (e *Env) seedOf(opts []Option) uint64 {
	for _, opt := range opts {
		if v, ok := opt.(FromSeed); ok {
			return uint64(v)
		}
	}
	var word [1]uint64
	check(e.defaultStream().use(func(r *random.Generator) error { return random.Integers(r, word[:], 0, math.MaxUint64) }))
	return word[0]
}

func (e *Env) dropout(x, prob any, opts []Option) *Array {
	a, o, _ := e.use(ops.Dropout, x, opts)
	p := goNumber("prob", prob)
	if p.Kind == dtype.KindComplex {
		check(errorf(ErrValue, "prob is %v, want a number in [0, 1]", prob))
	}
	d := newDropping("prob", p.Float64())
	if v := valueOf(opts, ops.ScaleOpt); v != nil {
		scales := goNumber("scale", v)
		if scales.Kind != dtype.KindBool {
			check(errorf(ErrValue, "scale is %v, want a bool", v))
		}
		if !scales.Bool() {
			d.factor = 1
		}
	}
	if o.has(ops.Dtype) {
		if !ops.Dropout.In.Has(o.dtype) {
			check(errorf(ErrDtype, "dtype %v, want %v", o.dtype, ops.Dropout.In))
		}
		a = e.Astype(a, o.dtype)
	}
	dims := a.shape
	if noise := []int(get(opts, NoiseShape(nil))); noise != nil {
		dims = noiseShape(noise, a.shape)
	}
	e.room(a, a.dtype, a.shape...)
	switch {
	case !bool(get(opts, Training(true))) || d.prob == 0:
		return e.toOut(e.CopyArray(a), &o)
	case d.prob == 1:
		return e.toOut(d.of(e, a, e.zerosAt(a.be.rootEngine(), Bool)), &o)
	}
	g := e.DefaultGenerator()
	if o.has(ops.FromSeed) {
		g = e.NewGenerator(e.seedOf(opts))
	}
	return e.toOut(d.of(e, a, d.kept(g, a.be.rootEngine(), dims)), &o)
}

// goNumber returns a number, or a bool, of Go's.
func goNumber(name string, x any) backend.Scalar {
	if a, _, ok := standsFor(x); ok {
		check(a.usable())
	}
	v, _, ok := backend.ScalarOf(x)
	if !ok {
		check(errorf(ErrValue, "%s is a %T, want a number or a bool", name, x))
	}
	return v
}

// noiseShape returns the shape of what is drawn for x of shape s: −1 is the length of x.
func noiseShape(noise, s []int) []int {
	dims := slices.Clone(noise)
	for i, n := range dims {
		if at := len(s) - len(dims) + i; n == -1 && at >= 0 {
			dims[i] = s[at]
		}
	}
	if len(dims) > 0 && slices.Min(dims) < 0 || shape.BroadcastTo(dims, s) != nil {
		check(errorf(ErrShape, "noise_shape %v for x of shape %s, want what broadcasts to it", noise, shape.Text(s)))
	}
	return dims
}
