package ivy

import (
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
)

// The Go number of a call like Add(x, 2.5) becomes an array without axes, which only that
// call needs. A backend that stores small arrays inline, in the Array itself, allocates
// nothing for it: the engine has a pool of such arrays for each dtype, and a call takes one,
// writes the number into it and releases it.

// PooledScalar returns v as an array without axes of dtype d, as Asarray(v, d) does, for one
// call of a function. After the call the caller releases the array with [Array.Free], unless
// the function has returned that array itself.
func (e *Env) PooledScalar(v backend.Scalar, d Dtype) *Array {
	s := e.now.Load()
	if s.be.dtypes.Has(d) {
		if z, ok := s.be.scalar(e, v, d); ok {
			return z
		}
	}
	defer blame("PooledScalar")
	z, err := e.fromGo(s, nil, v, d)
	check(err)
	return z
}

// pooledScalar returns v, which d can hold, as an array without axes of dtype d: one of the
// pool, or a new one. The caller releases it.
func (e *Env) pooledScalar(be *engine, v backend.Scalar, d Dtype) (*Array, error) {
	if err := be.valid(d); err != nil {
		return nil, err
	}
	if z, ok := be.scalar(e, v, d); ok {
		return z, nil
	}
	z := newArray(e, be, d)
	z.setShape(nil)
	var err error
	if z.buf, err = be.full(e.spec(z), v); err != nil {
		return nil, err
	}
	return entered(z), nil
}

// scalar returns an array of the pool with the value v; it makes one if the pool is empty.
// It returns none if the backend does not store small arrays inline, or if d cannot hold v.
func (be *engine) scalar(e *Env, v backend.Scalar, d Dtype) (*Array, bool) {
	z, ok := be.scalars[d].Get().(*Array)
	if !ok {
		if be.noInline.Load() {
			return nil, false
		}
		z = &Array{be: be, dtype: d}
		z.setShape(nil)
		var err error
		z.buf, err = be.full(z.spec(nil), backend.BoolScalar(false))
		if err != nil || z.inline.Mem != unsafe.Pointer(&z.inline.Data) {
			be.noInline.Store(true)
			return nil, false
		}
	}
	if putScalar(unsafe.Slice((*byte)(z.inline.Mem), 16), d, v) != nil {
		be.scalars[d].Put(z)
		return nil, false // the caller makes the error
	}
	if z.env, z.pooled = e, true; e != nil && e.deadline != nil {
		z.env = e.deadline.plain // it may leave the pool, and arrays do not keep a context
	}
	return z, true
}

// release returns an array to the pool that it came from, if no other array shares its
// memory and the backend has not moved its element out of the Array. Else it belongs to the
// scope of its Env.
func (a *Array) release() {
	if !a.pooled {
		return
	}
	a.pooled = false
	if a.mem.Load() == nil && a.group.Load() == nil && a.inline.Mem == unsafe.Pointer(&a.inline.Data) {
		a.env = nil
		a.be.scalars[a.dtype].Put(a)
		return
	}
	entered(a)
}

// owned returns the operands of a call that does not release them: arrays of the pool leave it, and belong to the scope
// of their Env.
func owned(a, b *Array, err error) (*Array, *Array, error) {
	for _, x := range []*Array{a, b} {
		if x != nil && x.pooled {
			x.pooled = false
			entered(x)
		}
	}
	return a, b, err
}
