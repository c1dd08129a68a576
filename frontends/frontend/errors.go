package frontend

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/goivy/goivy/frontends/internal/describe"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/promote"
)

// An Error is a call that the framework refuses. Functions panic with an [ivy.Error]
// around it, so [ivy.Try] makes it an error.
type Error struct {
	Framework string // "jax"
	Class     string // the framework's class of exception: "TypeError"
	Msg       string // what is wrong
	Err       error  // the unified API's error, if it is one of those

	NoOperand bool // that a value is no array or scalar is what is wrong
}

// Error returns "TypeError: …".
func (e *Error) Error() string { return e.Class + ": " + e.Msg }

// Unwrap returns the unified API's error, if it is one of those.
func (e *Error) Unwrap() error { return e.Err }

// Class returns the framework's class of an error that a frontend made, "" for another.
func Class(err error) string {
	var e *Error
	var p *promote.Error
	switch {
	case errors.As(err, &e):
		return e.Class
	case errors.As(err, &p):
		return p.Class
	}
	return ""
}

// Try calls f and returns the error that it ends with, of a frontend or of the unified API. A fault, which
// is a [runtime.Error], stays a panic.
func Try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runtime.Error:
			panic(p)
		case error:
			err = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// ClassOf returns the framework's class of an error that one of its functions ends with, "" for nil.
func (n *Namespace) ClassOf(err error) string {
	var outer *ivy.Error
	if class := Class(err); class != "" || !errors.As(err, &outer) {
		return class
	}
	if class := n.Classes[outer.Kind]; class != "" {
		return class
	}
	return "RuntimeError"
}

// kinds are the unified API's kinds for classes of exceptions; a class that is not
// here is of kind ErrValue.
var kinds = map[string]error{
	"TypeError": ivy.ErrDtype, "UFuncTypeError": ivy.ErrDtype, "DTypePromotionError": ivy.ErrDtype, "TypePromotionError": ivy.ErrDtype,
	"IndexError": ivy.ErrIndex, "AxisError": ivy.ErrIndex, "NotImplementedError": ivy.ErrUnsupported, "NotFoundError": ivy.ErrUnsupported,
}

// raise panics with err as an error of n's function op.
func (n *Namespace) raise(op string, err error) {
	var outer *ivy.Error
	var e *Error
	var p *promote.Error
	name := n.Name + "." + strings.TrimPrefix(op, ".")
	switch {
	case errors.As(err, &e): // of a function inside op, or made there
		kind, ok := kinds[e.Class]
		if !ok {
			kind = ivy.ErrValue
		}
		if errors.As(err, &outer) {
			kind = outer.Kind
		}
		panic(&ivy.Error{Op: name, Kind: kind, Err: e})
	case errors.As(err, &p) && p.Class != "":
		panic(&ivy.Error{Op: name, Kind: ivy.ErrDtype, Err: &Error{Framework: n.Name, Class: p.Class, Msg: p.Error(), Err: p}})
	case errors.As(err, &outer):
		panic(&ivy.Error{Op: name, Backend: outer.Backend, Kind: outer.Kind, Err: &Error{Framework: n.Name, Class: n.ClassOf(outer), Msg: outer.Err.Error(), Err: outer.Err}})
	}
	panic(err)
}

// blame is deferred by calls: it makes an error that a step panicked with one of the
// function's.
func (n *Namespace) blame(f *Func) {
	switch p := recover().(type) {
	case nil:
	case runtime.Error:
		n.raise(f.Path, &Error{Framework: n.Name, Class: "SystemError", Msg: p.Error() + " (a fault in this library: please report it)"})
	case error:
		n.raise(f.Path, p)
	default:
		panic(p)
	}
}

// Raise ends the call with an exception of the framework's class. Arguments are written
// as programs know them: None, True, an array by its shape and dtype, never as Go does.
func Raise(framework, class, format string, args ...any) {
	panic(&Error{Framework: framework, Class: class, Msg: describe.Sprintf(format, args...)})
}

// Check ends the call with err, if there is one.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

func isSlice(x any) bool {
	t := reflect.TypeOf(x)
	return t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array)
}

// isNil reports whether x is a nil pointer.
func isNil(x any) bool {
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func (n *Namespace) noOperand(x any) string {
	return fmt.Sprintf("%s (of type %s) is no array or scalar", n.Shown(x), n.TypeName(x))
}
