package frontend

import (
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// The scalar fast path: a function of an array and a Python scalar is called without binding arguments and
// without promotion. What promotion comes to is found once, and kept as a plan.

// scalarPlans are the plans of a function under a namespace's settings: by the side of the scalar, whether the
// array has axes, the scalar's kind and the array's dtype, a weak one dtype.Count further on. A plan is 0 until
// it is asked for.
type scalarPlans [2][2][dtype.KindComplex + 1][2 * dtype.Count]atomic.Uint32

// A plan is the dtype in which a function computes and the dtype of its result.
type plan struct {
	in, out dtype.Dtype
	weak    bool
	fast    bool // else the call binds its arguments and promotes them
}

const (
	planKnown = 1 << (16 + iota)
	planFast
	planWeak
)

// bits returns the plan as scalarPlans keep it.
func (p plan) bits() uint32 {
	c := uint32(p.in) | uint32(p.out)<<8 | planKnown
	if p.fast {
		c |= planFast
	}
	if p.weak {
		c |= planWeak
	}
	return c
}

// callScalar calls a function of an array and v on its left or right by the fast path; it returns nil if v is no
// Python scalar or the call needs more.
func (n *Namespace) callScalar(f *Func, a *Array, v any, left bool) *Array {
	var s backend.Scalar
	switch v := v.(type) {
	case int:
		if v != int(int32(v)) { // some Typings go by the value then
			return nil
		}
		s = backend.IntScalar(int64(v))
	case float64:
		s = backend.FloatScalar(v)
	case bool:
		s = backend.BoolScalar(v)
	case complex128:
		s = backend.ComplexScalar(v)
	default:
		return nil
	}
	if f.Typing == nil || f.table != n.Functions || n.Element == nil || a.Number != dtype.NoKind || a.Half || n.arranges(a) {
		return nil
	}
	p := n.planOf(f, a, s.Kind, left)
	if p&planFast == 0 {
		return nil
	}
	in, out := dtype.Dtype(p), dtype.Dtype(p>>8)
	e, ok := n.Element(n, s, in)
	if !ok {
		return nil
	}
	x := a.V
	if x.Dtype() != in {
		x = n.Cast(n, x, in)
	}
	y := n.env.PooledScalar(e, in)
	z := y
	if left {
		z = f.Binary(n.env, y, x)
	} else {
		z = f.Binary(n.env, x, y)
	}
	if z != y {
		y.Free()
	}
	if x != a.V && x != z {
		end(x)
	}
	if out != dtype.Invalid && z.Dtype() != out {
		wide := z
		z = n.Cast(n, wide, out)
		end(wide)
	}
	r := &Array{V: z, Weak: p&planWeak != 0, Scalar: f.Scalars != ArraysStay && z.Ndim() == 0, NS: n}
	if n.Finish != nil {
		n.Finish(n, r)
	}
	return r
}

func (n *Namespace) planOf(f *Func, a *Array, kind dtype.Kind, left bool) uint32 {
	s := n.state.Load()
	t := s.scalarPlans[f.at].Load()
	if t == nil {
		s.scalarPlans[f.at].CompareAndSwap(nil, new(scalarPlans))
		t = s.scalarPlans[f.at].Load()
	}
	d := a.V.Dtype()
	if a.Weak {
		d += dtype.Count
	}
	side, axes := 0, 0
	if left {
		side = 1
	}
	if a.V.Ndim() > 0 {
		axes = 1
	}
	cell := &t[side][axes][kind][d]
	p := cell.Load()
	if p == 0 {
		p = n.plan(f, a, kind, left).bits()
		cell.Store(p)
	}
	return p
}

// plan asks the function's Typing.
func (n *Namespace) plan(f *Func, a *Array, kind dtype.Kind, left bool) (p plan) {
	defer func() {
		if recover() != nil { // the whole call comes to it again
			p = plan{}
		}
	}()
	x, y := a.Arg(), promote.Scalar(kind)
	if left {
		x, y = y, x
	}
	in, out, err := f.Typing(n, x, y)
	switch {
	case err != nil || !in.IsValid() || out.Half:
	case f.Run != nil && (in != a.V.Dtype() || !f.Same.Has(in)):
	default:
		p = plan{in: in, out: out.Dtype, weak: out.Weak, fast: true}
	}
	return p
}
