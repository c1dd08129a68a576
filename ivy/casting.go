package ivy

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Casting modes: operands of a dtype that a function does not support on a backend are
// cast to one near it that it does, where a mode that is on has one:
//
//   - up: the next wider dtype of its group that holds all of its values, bfloat16 and
//     float16 float32
//   - down: the next narrower one, in the order float64, float32, float16, bfloat16
//   - cross: where the function supports no integers at all the default float dtype,
//     where it supports no floats the default int dtype
//
// tried in the order cross, up, down. The result has the dtype that the function gives
// for the dtype in its place, but where the call names a dtype it has that one.

// castModes are the modes that are on.
type castModes uint8

const (
	castUp castModes = 1 << iota
	castDown
	castCross
	castAll = castUp | castDown | castCross
)

// castSettings are the modes that may be set, in the order of castNames.
var castSettings = [4]castModes{castUp, castDown, castCross, castAll}

// A castSetting turns modes on or off.
type castSetting struct {
	modes castModes
	on    bool
}

// modesOf returns the modes that are on: of each the last setting counts, its own or that
// of all three.
func modesOf(settings *stack[castSetting]) castModes {
	var m castModes
	for _, e := range settings.entries {
		m &^= e.value.modes
		if e.value.on {
			m |= e.value.modes
		}
	}
	return m
}

// wider and narrower are the ladders of casting up and down.
var (
	wider = map[Dtype][]Dtype{
		Uint8: {Uint16, Uint32, Uint64}, Uint16: {Uint32, Uint64}, Uint32: {Uint64},
		Int8: {Int16, Int32, Int64}, Int16: {Int32, Int64}, Int32: {Int64},
		BFloat16: {Float32, Float64}, Float16: {Float32, Float64}, Float32: {Float64}, Complex64: {Complex128},
	}
	narrower = map[Dtype][]Dtype{
		Uint64: {Uint32, Uint16, Uint8}, Uint32: {Uint16, Uint8}, Uint16: {Uint8},
		Int64: {Int32, Int16, Int8}, Int32: {Int16, Int8}, Int16: {Int8},
		Float64: {Float32, Float16, BFloat16}, Float32: {Float16, BFloat16}, Float16: {BFloat16}, Complex128: {Complex64},
	}
)

// target returns the dtype that modes put in the place of d, Invalid if there is none,
// for a function that supports these dtypes.
func (m castModes) target(d Dtype, supported, valid dtype.Set, def dtype.Defaults) Dtype {
	if m&castCross != 0 {
		for _, c := range []struct {
			group dtype.Set
			to    Dtype
		}{{dtype.Integer, def.Float}, {dtype.Float, def.Int}} {
			if c.group.Has(d) && c.group&supported == dtype.None && supported.Has(c.to) && valid.Has(c.to) {
				return c.to
			}
		}
	}
	for _, l := range []struct {
		mode   castModes
		ladder map[Dtype][]Dtype
	}{{castUp, wider}, {castDown, narrower}} {
		if m&l.mode == 0 {
			continue
		}
		for _, c := range l.ladder[d] {
			if supported.Has(c) {
				return c
			}
		}
	}
	return dtype.Invalid
}

// fit returns the dtype in which a function computes operands of dtype d: d itself, the
// default float dtype for integers of float functions, or what a casting mode puts in
// its place.
func fit(s *state, be *engine, op *ops.Op, k *backend.Entry, d Dtype) (Dtype, error) {
	if op.Lift && !dtype.Inexact.Has(d) {
		d = s.def.Float
		if err := be.valid(d); err != nil {
			return d, err
		}
	}
	supported := op.In & k.Dtypes
	if supported.Has(d) {
		return d, nil
	}
	if s.casting != 0 && !be.probe {
		if t := s.casting.target(d, supported, be.dtypes, s.def); t != dtype.Invalid {
			return t, nil
		}
	}
	return d, unsupported(s, be, op, k, d)
}

// unsupported says why op does not take dtype d on this backend, and what would help.
func unsupported(s *state, be *engine, op *ops.Op, k *backend.Entry, d Dtype) error {
	switch {
	case !op.In.Has(d):
		return errorf(ErrDtype, "dtype %v, want %v%s", d, op.In, cure(op, d, helpfulModes(s, be, op.In&k.Dtypes, d)))
	case op.Family == ops.FamilyComposed:
		return errorf(ErrUnsupported, "dtype %v", d)
	case k.Op == nil:
		return errorf(ErrUnsupported, "%s %s has no kernel for it", be.name, be.Version())
	}
	return errorf(ErrUnsupported, "dtype %v is not supported by %s %s: %s (%scast with Astype)", d, be.name, be.Version(), k.Gap,
		helpfulModes(s, be, op.In&k.Dtypes, d))
}

// step returns the kernel of a row that another function needs on its way, for operands
// of dtype d. Steps are held to declarations as calls are, but no casting mode helps them.
func (be *engine) step(op *ops.Op, d Dtype) (*backend.Entry, error) {
	k := be.table.Entry(op)
	switch {
	case k.Dtypes.Has(d):
		return k, nil
	case k.Op == nil:
		return nil, errorf(ErrUnsupported, "%s %s has no kernel %s, which is a step of it", be.name, be.Version(), op.Name)
	}
	return nil, errorf(ErrUnsupported, "dtype %v is not supported by %s %s in its step %s: %s", d, be.name, be.Version(), op.Name, k.Gap)
}

// helpfulModes names the casting modes that would put another dtype in d's place.
func helpfulModes(s *state, be *engine, supported dtype.Set, d Dtype) string {
	var b strings.Builder
	for i, m := range castSettings {
		if t := m.target(d, supported, be.dtypes, s.def); t != dtype.Invalid {
			fmt.Fprintf(&b, "%s would compute in %v, ", castNames[i], t)
		}
	}
	if b.Len() > 0 {
		b.WriteString("or ")
	}
	return b.String()
}

var castNames = [4]string{"UpcastDataTypes", "DowncastDataTypes", "CrosscastDataTypes", "CastDataTypes"}

func cure(op *ops.Op, d Dtype, modes string) string {
	switch {
	case d.IsComplex() && op.In.Has(Float32):
		return " (take Real, Imag or Abs)"
	case op.In != dtype.None:
		return " (" + modes + "cast with Astype)"
	}
	return ""
}

func (e *Env) setCasting(m castModes, on []bool) {
	e.change(func() { e.casting.push(castSetting{m, optionalBool(on)}) })
}

// unsetCasting takes back the last setting of these modes.
func (e *Env) unsetCasting(m castModes) {
	e.change(func() {
		for i := len(e.casting.entries) - 1; i >= 0; i-- {
			if s := e.casting.entries[i]; s.value.modes == m {
				e.casting.remove(s.id)
				return
			}
		}
	})
}

func (e *Env) withCasting(m castModes, on []bool) (undo func()) {
	return with(e, &e.casting, castSetting{m, optionalBool(on)})
}

// optionalBool is an optional bool, true if it is left out.
func optionalBool(on []bool) bool { return len(on) == 0 || on[0] }

// UpcastDataTypes sets whether operands of a dtype that a function does not support are
// cast to the next wider dtype of their group that it does, and that holds all of their
// values: the casting mode up. true if on is left out; a call without the mode is an error of
// kind ErrUnsupported.
func (e *Env) UpcastDataTypes(on ...bool) { e.setCasting(castUp, on) }

// UnsetUpcastDataTypes takes back the last [Env.UpcastDataTypes]: the casting mode up is what it was before, or the standard one.
func (e *Env) UnsetUpcastDataTypes() { e.unsetCasting(castUp) }

// WithUpcastDataTypes sets the casting mode up as [Env.UpcastDataTypes] does, until undo is called:
//
//	defer ivy.WithUpcastDataTypes()()
func (e *Env) WithUpcastDataTypes(on ...bool) (undo func()) {
	return e.withCasting(castUp, on)
}

// DowncastDataTypes sets whether operands of a dtype that a function does not support
// are cast to the next narrower dtype of their group that it does: the casting mode down, true
// if on is left out.
func (e *Env) DowncastDataTypes(on ...bool) { e.setCasting(castDown, on) }

// UnsetDowncastDataTypes takes back the last [Env.DowncastDataTypes]: the casting mode down is what it was before, or the standard one.
func (e *Env) UnsetDowncastDataTypes() { e.unsetCasting(castDown) }

// WithDowncastDataTypes sets the casting mode down as [Env.DowncastDataTypes] does, until undo is called:
//
//	defer ivy.WithDowncastDataTypes()()
func (e *Env) WithDowncastDataTypes(on ...bool) (undo func()) {
	return e.withCasting(castDown, on)
}

// CrosscastDataTypes sets whether integers become the default float dtype for a function
// that supports no integers, and floats the default int dtype for one that supports no
// floats: the casting mode cross, true if on is left out.
func (e *Env) CrosscastDataTypes(on ...bool) { e.setCasting(castCross, on) }

// UnsetCrosscastDataTypes takes back the last [Env.CrosscastDataTypes]: the casting mode cross is what it was before, or the standard one.
func (e *Env) UnsetCrosscastDataTypes() { e.unsetCasting(castCross) }

// WithCrosscastDataTypes sets the casting mode cross as [Env.CrosscastDataTypes] does, until undo is called:
//
//	defer ivy.WithCrosscastDataTypes()()
func (e *Env) WithCrosscastDataTypes(on ...bool) (undo func()) {
	return e.withCasting(castCross, on)
}

// CastDataTypes sets all three casting modes at once, which are tried in the order cross,
// up, down. What is set after it of one mode alone counts for that one.
func (e *Env) CastDataTypes(on ...bool) { e.setCasting(castAll, on) }

// UnsetCastDataTypes takes back the last [Env.CastDataTypes]: every casting mode is what it was before, or the standard one.
func (e *Env) UnsetCastDataTypes() { e.unsetCasting(castAll) }

// WithCastDataTypes sets all three casting modes as [Env.CastDataTypes] does, until undo is called:
//
//	defer ivy.WithCastDataTypes()()
func (e *Env) WithCastDataTypes(on ...bool) (undo func()) {
	return e.withCasting(castAll, on)
}

// Casting says which casting modes are on.
type Casting struct{ Up, Down, Cross bool }

// CastingModes returns which of the casting modes up, down and cross are on: all are off by default.
func (e *Env) CastingModes() Casting {
	m := e.now.Load().casting
	return Casting{m&castUp != 0, m&castDown != 0, m&castCross != 0}
}
