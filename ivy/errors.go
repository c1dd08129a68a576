package ivy

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// The kinds of errors, for errors.Is.
var (
	ErrDtype       = errors.New("dtype")          // a dtype that the function does not take, or dtypes without a common one
	ErrShape       = errors.New("shape")          // shapes that do not fit
	ErrIndex       = errors.New("index")          // an index or axis that is not there
	ErrValue       = errors.New("value")          // an argument or option of no use here
	ErrUnsupported = errors.New("unsupported")    // what this backend cannot do
	ErrBackend     = errors.New("backend")        // no such backend, arrays of two backends, or a failure inside one
	ErrDevice      = errors.New("device")         // no such device
	ErrLinAlg      = errors.New("linear algebra") // a matrix without a result: singular, or not positive definite
	ErrCanceled    = errors.New("canceled")       // the context of the Env is done: see Env.Context
)

// An Error is a call that failed. Operations panic with it; [Try] makes it an error.
//
// What functions fail for is in their documentation, by kind. All have in common:
//   - ErrValue for an option that the function does not take, or one given twice; for what
//     is no array, number or slice; for an array that was freed; for a result of more bytes
//     than [Env.SetMaxBytes] or the memory allows.
//   - ErrDtype and ErrShape for an Out of another dtype or shape than the result.
//   - ErrShape for nested slices that are ragged.
//   - ErrBackend for arrays of two backends, ErrDevice for arrays on two devices.
//   - ErrUnsupported and ErrDtype for what the backend cannot do: see [Env.FunctionSupportedDtypes].
type Error struct {
	Op      string // the function's Go name
	Backend string // the backend it was to run on; empty if it did not come so far
	Kind    error  // one of ErrDtype, ErrShape, …
	Err     error  // what is wrong, and the cure
}

// Error returns "ivy: Add on native: …".
func (e *Error) Error() string {
	where := ""
	if e.Op != "" {
		where = e.Op
		if e.Backend != "" {
			where += " on " + e.Backend
		}
		where += ": "
	}
	return "ivy: " + where + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's kind.
func (e *Error) Is(target error) bool { return target == e.Kind }

// Try runs f and returns the *Error that an operation in it panicked with, or nil.
// Any other panic goes on.
func Try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Error:
			err = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// kindError is an error whose kind is known where it arises.
type kindError struct {
	kind error
	msg  string
}

func (e *kindError) Error() string { return e.msg }

func errorf(kind error, format string, args ...any) error {
	return &kindError{kind, fmt.Sprintf(format, args...)}
}

// wrap makes err the *Error of a call of op. It is the one place where Errors are made.
func wrap(op string, be *engine, err error) *Error {
	name := ""
	if be != nil {
		name = be.name
	}
	if e := (*Error)(nil); errors.As(err, &e) { // of a step of op
		if e.Backend != "" {
			name = e.Backend
		}
		return &Error{Op: op, Backend: name, Kind: e.Kind, Err: e.Err}
	}
	return &Error{Op: op, Backend: name, Kind: kindOf(err), Err: err}
}

func kindOf(err error) error {
	var (
		k  *kindError
		s  *shape.Error
		a  *shape.AxisError
		i  *backend.IndexError
		p  *promote.Error
		d  *dtype.ParseError
		nb *backend.NameError
		sz *backend.SizeError
		dv *backend.DeviceError
		ls *backend.LostError
		sh *shardError
		fe *files.Error
		oe *outError
		mx *backend.MatrixError
	)
	switch {
	case errors.Is(err, backend.ErrStopped):
		return ErrCanceled
	case errors.As(err, &oe):
		return oe.kind
	case errors.As(err, &sh):
		return sh.kind
	case errors.As(err, &k):
		return k.kind
	case errors.As(err, &s):
		return ErrShape
	case errors.As(err, &a), errors.As(err, &i):
		return ErrIndex
	case errors.As(err, &p), errors.As(err, &d):
		return ErrDtype
	case errors.As(err, &fe) && errors.Is(err, files.ErrUnsupported):
		return ErrUnsupported
	case errors.As(err, &sz), fe != nil:
		return ErrValue
	case errors.As(err, &mx):
		return ErrLinAlg
	case errors.As(err, &nb):
		return ErrBackend
	case errors.As(err, &dv), errors.As(err, &ls):
		return ErrDevice
	}
	return ErrBackend
}

// blame is deferred by every public function: it makes any panic in it, of a step or
// of a kernel, the panic with the function's *Error.
func blame(op string) {
	switch p := recover().(type) {
	case nil:
	case runtime.Error:
		panic(wrap(op, nil, errorf(ErrBackend, "%v (a fault in this library: please report it)", p)))
	case error:
		panic(wrap(op, nil, p))
	default:
		panic(p)
	}
}

// one ends every dispatch path: it returns the array, or panics with the error.
func one(op *ops.Op, z *Array, be *engine, err error) *Array {
	if err != nil {
		panic(wrap(op.Name, be, err))
	}
	return entered(z)
}

// check panics with err, for the steps of composed functions.
func check(err error) {
	if err != nil {
		panic(err)
	}
}
