package syntax

import (
	"fmt"
	"reflect"

	"go.starlark.net/starlark"
)

// Ops is what a program's operators do. The op of a method is the operator as
// written. Every error ends the program, at the operator's position.
type Ops interface {
	// Truth answers if, while, and, or, not; it fails where x has no truth.
	Truth(thread *starlark.Thread, x starlark.Value) (bool, error)
	// Binary returns x op y for + - * / // % @ ** & | ^ << >>.
	Binary(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error)
	// Unary returns op x for + - ~.
	Unary(thread *starlark.Thread, op string, x starlark.Value) (starlark.Value, error)
	// Compare returns x op y for == != < <= > >= in and "not in"; "is" and
	// "is not" are answered by [Predeclared].
	Compare(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error)
	// Augment returns what x op= y leaves in x's place, x itself when the
	// update is in place; ops as in Binary.
	Augment(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error)
	// GetItem returns x[key]; key may be or hold *Slice and Ellipsis.
	GetItem(thread *starlark.Thread, x, key starlark.Value) (starlark.Value, error)
	// SetItem does x[key] = value for an augmented assignment. A plain
	// assignment calls x's SetKey or SetIndex.
	SetItem(thread *starlark.Thread, x, key, value starlark.Value) error
	// Imaginary returns the complex number im*1j.
	Imaginary(im float64) starlark.Value
	// Format returns the text of a replacement field: x, converted by repr ("r"), str
	// ("s") or ascii ("a"), or not (""), and laid out as spec says.
	Format(thread *starlark.Thread, x starlark.Value, conversion, spec string) (string, error)
	// Join returns the parts of an f-string as one.
	Join(thread *starlark.Thread, parts []string) (starlark.Value, error)
	// Elements returns what x holds, as Python's iteration gives it. The caller does not
	// change the slice.
	Elements(thread *starlark.Thread, x starlark.Value) ([]starlark.Value, error)
	// Set returns the set of the elements.
	Set(thread *starlark.Thread, elements []starlark.Value) (starlark.Value, error)
	// DelItem does del x[key].
	DelItem(thread *starlark.Thread, x, key starlark.Value) error
	// Unbind says that the global of this name has no value any more, which the globals of
	// [starlark.ExecREPLChunk] do not show.
	Unbind(thread *starlark.Thread, name string)
	// Import returns a module, whose path is "a.b", or if name is not "" what it has of
	// that name.
	Import(thread *starlark.Thread, module, name string) (starlark.Value, error)
	// Enter enters the scope of a with; v is what as binds, and leave ends the scope.
	Enter(thread *starlark.Thread, scope starlark.Value) (v starlark.Value, leave func(), err error)
	// Merge returns a dict of what the dicts of parts hold; if unique is true, a key that
	// two of them have is an error.
	Merge(thread *starlark.Thread, parts []starlark.Value, unique bool) (starlark.Value, error)
	// Generator returns the value of a generator expression: what gives, once, the elements
	// of each(e) for the elements e of x, and where flat is true the elements of those.
	// x is asked for its elements now, for each one, and each called, when it is needed.
	Generator(thread *starlark.Thread, x starlark.Value, each starlark.Callable, flat bool) (starlark.Value, error)
	// Defined returns what the name of a function stands for that was defined in a with.
	Defined(thread *starlark.Thread, f starlark.Value) (starlark.Value, error)
	// Failed returns the error of an assertion; msg is nil if it has no message.
	Failed(thread *starlark.Thread, msg starlark.Value) error
}

// Predeclared returns the values that the trees of [Parse] refer to, with ops for
// the meaning. They hold no state of their own and may serve many threads.
func Predeclared(ops Ops) starlark.StringDict {
	c := calls{ops}
	dict := starlark.StringDict{EllipsisName: Ellipsis}
	for _, b := range []struct {
		name string
		args int
		fn   func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error)
	}{
		{CallBinary, 3, c.binary},
		{CallUnary, 2, c.unary},
		{CallNot, 1, c.not},
		{CallCompare, 3, c.compare},
		{CallLink, 3, c.link},
		{CallMore, 0, c.more},
		{CallChain, 3, c.chain},
		{CallTest, 1, c.test},
		{CallValue, 1, c.value},
		{CallTruth, 1, c.truth},
		{CallGetItem, 2, c.getItem},
		{CallSlice, 3, c.slice},
		{CallImag, 1, c.imag},
		{CallAugment, 3, c.augment},
		{CallItem, 2, c.item},
		{CallAttr, 2, c.attr},
		{CallStore, 3, c.store},
		{CallEnter, 0, c.enter},
		{CallFormat, 3, c.format},
		{CallFormatted, 1, c.formatted},
		{CallSet, 1, c.set},
		{CallDisplay, 3, c.display},
		{CallUnpack, 2, c.unpack},
		{CallSame, 2, c.same},
		{CallAssert, 2, c.assert},
		{CallDelItem, 2, c.delItem},
		{CallUnbind, 2, c.unbind},
		{CallImport, 3, c.imports},
		{CallWith, 2, c.with},
		{CallLeave, 1, c.leave},
		{CallLeft, 1, c.left},
		{CallDecorators, 1, c.decorators},
		{CallDecorate, 1, c.decorate},
		{CallMerge, 2, c.merge},
		{CallGenerator, 3, c.generator},
		{CallDefined, 1, c.defined},
		{CallNames, 0, c.names},
		{CallNamed, 3, c.named},
		{CallNameIs, 2, c.nameIs},
		{CallNameOf, 2, c.nameOf},
		{CallNamesEnd, 2, c.namesEnd},
	} {
		dict[b.name] = starlark.NewBuiltin(b.name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if len(args) != b.args || len(kwargs) > 0 {
				return nil, fmt.Errorf("%s: got %d arguments and %d named, want %d", b.name, len(args), len(kwargs), b.args)
			}
			return b.fn(thread, args)
		})
	}
	return dict
}

type calls struct{ ops Ops }

func (c calls) binary(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	op, err := opOf(args)
	if err != nil {
		return nil, err
	}
	return c.ops.Binary(thread, op, args[1], args[2])
}

func (c calls) unary(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	op, err := opOf(args)
	if err != nil {
		return nil, err
	}
	return c.ops.Unary(thread, op, args[1])
}

func (c calls) not(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	truth, err := c.ops.Truth(thread, args[0])
	return starlark.Bool(!truth), err
}

func (c calls) truth(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	truth, err := c.ops.Truth(thread, args[0])
	return starlark.Bool(truth), err
}

func (c calls) compare(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	op, err := opOf(args)
	if err != nil {
		return nil, err
	}
	x, y := args[1], args[2]
	switch op {
	case "is":
		return starlark.Bool(identical(x, y)), nil
	case "is not":
		return starlark.Bool(!identical(x, y)), nil
	}
	return c.ops.Compare(thread, op, x, y)
}

// moreKey is the thread-local variable that holds the truth of the last link.
const moreKey = "github.com/goivy/goivy/support/script/syntax.more"

func (c calls) link(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	l, linked := args[1].(*link)
	if !linked || l.truth {
		result, err := c.chain(thread, args)
		if err != nil {
			return nil, err
		}
		truth, err := c.ops.Truth(thread, result)
		if err != nil {
			return nil, err
		}
		l = &link{hidden{result}, truth, args[2]}
	}
	thread.SetLocal(moreKey, l.truth)
	return l, nil
}

func (c calls) more(thread *starlark.Thread, _ starlark.Tuple) (starlark.Value, error) {
	more, _ := thread.Local(moreKey).(bool)
	return starlark.Bool(more), nil
}

func (c calls) chain(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if l, ok := args[1].(*link); ok {
		if !l.truth {
			return l.Value, nil
		}
		args = starlark.Tuple{args[0], l.y, args[2]}
	}
	return c.compare(thread, args)
}

func (c calls) test(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	truth, err := c.ops.Truth(thread, args[0])
	if err != nil {
		return nil, err
	}
	return tested{hidden{args[0]}, truth}, nil
}

func (c calls) value(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if t, ok := args[0].(tested); ok {
		return t.Value, nil
	}
	return args[0], nil
}

func (c calls) getItem(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return c.ops.GetItem(thread, args[0], args[1])
}

func (c calls) slice(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return &Slice{args[0], args[1], args[2]}, nil
}

func (c calls) imag(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	im, ok := starlark.AsFloat(args[0])
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want float", CallImag, args[0].Type())
	}
	return c.ops.Imaginary(im), nil
}

func (c calls) augment(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	op, err := opOf(args)
	if err != nil {
		return nil, err
	}
	return c.ops.Augment(thread, op, args[1], args[2])
}

func (c calls) item(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	x, key := args[0], args[1]
	old, err := c.ops.GetItem(thread, x, key)
	if err != nil {
		return nil, err
	}
	return &place{hidden{old}, func(v starlark.Value) error { return c.ops.SetItem(thread, x, key, v) }}, nil
}

func (c calls) attr(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	x := args[0]
	attr, ok := starlark.AsString(args[1])
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want string", CallAttr, args[1].Type())
	}
	var old starlark.Value
	if x, ok := x.(starlark.HasAttrs); ok {
		v, err := x.Attr(attr)
		if err != nil {
			return nil, err
		}
		old = v
	}
	if old == nil {
		return nil, fmt.Errorf("%s has no .%s attribute", x.Type(), attr)
	}
	field, ok := x.(starlark.HasSetField)
	if !ok {
		return nil, fmt.Errorf("can't assign to .%s field of %s", attr, x.Type())
	}
	return &place{hidden{old}, func(v starlark.Value) error { return field.SetField(attr, v) }}, nil
}

func (c calls) store(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	op, err := opOf(args)
	if err != nil {
		return nil, err
	}
	p, ok := args[1].(*place)
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want a reference", CallStore, args[1].Type())
	}
	v, err := c.ops.Augment(thread, op, p.Value, args[2])
	if err != nil {
		return nil, err
	}
	return starlark.None, p.set(v)
}

func (c calls) enter(thread *starlark.Thread, _ starlark.Tuple) (starlark.Value, error) {
	if thread.CallStackDepth() > MaxCalls {
		return nil, fmt.Errorf("more than %d calls within one another", MaxCalls)
	}
	return starlark.True, nil
}

func opOf(args starlark.Tuple) (string, error) {
	op, ok := starlark.AsString(args[0])
	if !ok {
		return "", fmt.Errorf("got operator of type %s, want string", args[0].Type())
	}
	return op, nil
}

// An Identity is a value that knows which others are the same object, where several Go
// values stand for one.
type Identity interface{ Identical(y starlark.Value) bool }

// identical is Python's "is": None and the bools are themselves, other values
// are the same if they are one object.
func identical(x, y starlark.Value) bool {
	if x, ok := x.(Identity); ok {
		return x.Identical(y)
	}
	if tx := reflect.TypeOf(x); tx != reflect.TypeOf(y) || !tx.Comparable() {
		return false
	}
	return x == y
}

// hidden is a value that only other calls see.
type hidden struct{ starlark.Value }

// Hash fails, so that no dict can keep the value.
func (h hidden) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: %s", h.Type()) }

// link is the state of a chained comparison: its last result, and the operand
// that the next comparison begins with.
type link struct {
	hidden
	truth bool
	y     starlark.Value
}

func (l *link) Truth() starlark.Bool { return starlark.Bool(l.truth) }

// tested is a value whose truth is known.
type tested struct {
	hidden
	truth bool
}

func (t tested) Truth() starlark.Bool { return starlark.Bool(t.truth) }

// place is where an augmented assignment reads and writes; Value is the old one.
type place struct {
	hidden
	set func(starlark.Value) error
}

// Slice is the key lo:hi:step; a missing bound is None.
type Slice struct{ Lo, Hi, Step starlark.Value }

// String returns "slice(lo, hi, step)", as Python does.
func (s *Slice) String() string {
	return fmt.Sprintf("slice(%s, %s, %s)", s.Lo.String(), s.Hi.String(), s.Step.String())
}

// Type returns "slice".
func (s *Slice) Type() string { return "slice" }

// Freeze freezes the bounds.
func (s *Slice) Freeze() { s.Lo.Freeze(); s.Hi.Freeze(); s.Step.Freeze() }

// Truth returns true.
func (s *Slice) Truth() starlark.Bool { return starlark.True }

// Hash fails: slices are no dict keys.
func (s *Slice) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: slice") }

// EllipsisType is the type of [Ellipsis].
type EllipsisType struct{}

const ellipsisText = "Ellipsis"

// Ellipsis is the value of "...", alone or in a key.
var Ellipsis = EllipsisType{}

// String returns "Ellipsis".
func (EllipsisType) String() string { return ellipsisText }

// Type returns "ellipsis".
func (EllipsisType) Type() string { return "ellipsis" }

// Freeze does nothing.
func (EllipsisType) Freeze() {}

// Truth returns true.
func (EllipsisType) Truth() starlark.Bool { return starlark.True }

// Hash returns a constant.
func (EllipsisType) Hash() (uint32, error) { return starlark.String(ellipsisText).Hash() }
