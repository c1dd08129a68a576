package ivy

import (
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
)

// A number beside an array is an array without axes for as long as the call lasts. On a
// backend that makes small arrays in the room they have, such arrays go from hand to
// hand: each is one of its engine's and dtype's that was given back, with another value.

// Lend returns v, which a function is about to be called with, as an array without axes
// of dtype d: the same as Asarray(v, d). The caller gives it back with [Array.Free] when
// the function has returned, unless the function's result is that very array.
func (e *Env) Lend(v backend.Scalar, d Dtype) *Array {
	s := e.now.Load()
	if s.be.dtypes.Has(d) {
		if z, ok := s.be.number(e, v, d); ok {
			return z
		}
	}
	defer blame("Lend")
	z, err := e.fromGo(s, nil, v, d)
	check(err)
	return z
}

// lend makes v, to which d is no limit, an array without axes of dtype d, for giveBack.
func (e *Env) lend(be *engine, v backend.Scalar, d Dtype) (*Array, error) {
	if err := be.valid(d); err != nil {
		return nil, err
	}
	if z, ok := be.number(e, v, d); ok {
		return z, nil
	}
	z := newArray(e, be, d)
	z.setShape(nil)
	var err error
	z.buf, err = be.full(z.spec(), v)
	return z, err
}

// number returns an array to lend with the value v: one that was given back, or a new
// one. It does not where the backend makes arrays elsewhere, or v does not go into d.
func (be *engine) number(e *Env, v backend.Scalar, d Dtype) (*Array, bool) {
	z, ok := be.numbers[d].Get().(*Array)
	if !ok {
		if be.elsewhere.Load() {
			return nil, false
		}
		z = newArray(nil, be, d)
		z.setShape(nil)
		var err error
		z.buf, err = be.full(z.spec(), backend.BoolScalar(false))
		if err != nil || z.room.Mem != unsafe.Pointer(&z.room.Data) {
			be.elsewhere.Store(true)
			return nil, false
		}
	}
	if putScalar(unsafe.Slice((*byte)(z.room.Mem), 16), d, v) != nil {
		be.numbers[d].Put(z)
		return nil, false // the error is the caller's to make
	}
	z.env, z.lent = e, true
	return z, true
}

// giveBack takes a number that was lent back, if nothing else has its memory and the
// backend has not made it an array elsewhere.
func (a *Array) giveBack() {
	if a.lent {
		a.lent = false
		if !a.cow.Load() && a.group.Load() == nil && a.room.Mem == unsafe.Pointer(&a.room.Data) {
			a.env = nil
			a.be.numbers[a.dtype].Put(a)
		}
	}
}
