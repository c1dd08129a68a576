// Package blame has what packages on top of package ivy need to report errors as that package does: panics with an *ivy.Error.
package blame

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

// Errorf returns an error of a kind; Named adds the caller's name.
func Errorf(kind error, format string, args ...any) *ivy.Error {
	return &ivy.Error{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// Named is deferred by a public function, "optim.Step": an *ivy.Error that goes through it has its name.
func Named(op string) {
	p := recover()
	if err, ok := p.(*ivy.Error); ok {
		if err.Op != "" {
			op += ": " + err.Op
		}
		panic(&ivy.Error{Op: op, Backend: err.Backend, Kind: err.Kind, Err: err.Err})
	}
	if p != nil {
		panic(p)
	}
}
