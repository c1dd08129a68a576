package backend

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// ErrStopped is what errors of calls that were stopped are, for errors.Is.
var ErrStopped = errors.New("stopped")

// A StoppedError is the error of a kernel whose [Stop] was set before it had finished. It is
// [ErrStopped], and its causes.
type StoppedError struct{ causes []error }

// Error gives the last of the causes, the most precise one.
func (e *StoppedError) Error() string {
	if n := len(e.causes); n > 0 {
		return fmt.Sprintf("the call was stopped: %v", e.causes[n-1])
	}
	return "the call was stopped"
}

// Is reports whether target is ErrStopped.
func (e *StoppedError) Is(target error) bool { return target == ErrStopped }

// Unwrap returns the causes.
func (e *StoppedError) Unwrap() []error { return e.causes }

// A Stop tells kernels that are under way that nobody waits for their results any more. A nil
// *Stop is never set.
type Stop struct{ err atomic.Pointer[StoppedError] }

// Set has the kernels that were given s end soon, with a [*StoppedError] of these causes. It may be
// called at any time, from any goroutine; only the first call counts.
func (s *Stop) Set(causes ...error) { s.err.CompareAndSwap(nil, &StoppedError{causes}) }

// Err returns the [*StoppedError] if s is set, else nil.
func (s *Stop) Err() error {
	if s != nil {
		if err := s.err.Load(); err != nil {
			return err
		}
	}
	return nil
}

// Check panics with the error if s is set: for loops deep in a kernel. [CatchStop] makes the
// panic an error again.
func (s *Stop) Check() {
	if s != nil {
		if err := s.err.Load(); err != nil {
			panic(err)
		}
	}
}

// CatchStop is deferred where a kernel is called that calls Check: it turns that panic into err.
func CatchStop(err *error) {
	if p := recover(); p != nil {
		stopped, ok := p.(*StoppedError)
		if !ok {
			panic(p)
		}
		*err = stopped
	}
}
