// Package arrayapi lets Python use the unified API as a namespace of the Array API
// standard, on which the standard's official test suite runs.
//
//   - [Bridge] does what requests ask for, with the names and arguments that programs of
//     package script have. Requests and answers are JSON (see wire.go).
//   - lib is the C library around it.
//   - python/goivy_array_api is the namespace. It puts arguments into requests and makes
//     answers Python's; all that is computed or decided is on this side.
package arrayapi

import (
	"fmt"
	"math"
	"runtime/debug"
	"sync"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/script"
)

// A Bridge keeps the arrays that the other side holds by their numbers. It is for
// several goroutines at once.
type Bridge struct {
	calls    sync.Mutex
	sessions map[string]*script.Session // by backend

	mu     sync.Mutex
	arrays map[uint64]*ivy.Array
	last   uint64
}

// New returns a Bridge without arrays.
func New() *Bridge {
	return &Bridge{sessions: map[string]*script.Session{}, arrays: map[uint64]*ivy.Array{}}
}

// hold gives an array a number.
func (b *Bridge) hold(x *ivy.Array) uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	b.arrays[b.last] = x
	return b.last
}

// Array returns the array that has a number.
func (b *Bridge) Array(handle uint64) (*ivy.Array, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if x := b.arrays[handle]; x != nil {
		return x, nil
	}
	return nil, fmt.Errorf("no array has number %d", handle)
}

// Release forgets an array.
func (b *Bridge) Release(handle uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.arrays, handle)
}

// session returns the session of a backend. What a caller in Python may do is not
// limited as a program's work is, but for what one array may take.
func (b *Bridge) session(backend string) (*script.Session, error) {
	s := b.sessions[backend]
	if s == nil {
		var err error
		if s, err = script.New(script.Options{Backend: backend, Steps: math.MaxUint64 / 2, Memory: math.MaxInt64 / 2}); err != nil {
			return nil, err
		}
		b.sessions[backend] = s
	}
	return s, nil
}

// Call does what a request asks for and returns the answer. data are the elements that
// the request refers to.
func (b *Bridge) Call(request, data []byte) (answer []byte) {
	b.calls.Lock()
	defer b.calls.Unlock()
	defer func() {
		if p := recover(); p != nil {
			answer = Failure(fmt.Errorf("%v\n%s", p, debug.Stack()))
		}
	}()
	r, err := b.parse(request, data)
	if err != nil {
		return Failure(err)
	}
	z, err := r.do()
	if err != nil {
		return Failure(err)
	}
	return b.success(z)
}

// Import returns the answer with an array on a backend that has a copy of t's elements.
func (b *Bridge) Import(backend string, t *ivy.DLTensor) []byte {
	b.calls.Lock()
	defer b.calls.Unlock()
	s, err := b.session(backend)
	if err != nil {
		return Failure(err)
	}
	var x *ivy.Array
	if err := ivy.Try(func() { x = s.Env().FromDlpack(foreign{t}) }); err != nil {
		return Failure(err)
	}
	return b.success(x)
}

// foreign hands out what another library has handed out.
type foreign struct{ t *ivy.DLTensor }

func (f foreign) DLPack() *ivy.DLTensor { return f.t }
func (f foreign) DLPackDevice() [2]int  { return f.t.Device }

// A request is one call.
type request struct {
	s          *script.Session
	kind, name string
	args       []any
	kwargs     []script.Keyword
}

func (r *request) do() (any, error) {
	want := map[string]int{"method": 1, "attribute": 1, "augment": 2, "get": 2, "set": 3}[r.kind]
	if len(r.args) < want {
		return nil, fmt.Errorf("a request of kind %q has %d arguments, want %d", r.kind, len(r.args), want)
	}
	var self *ivy.Array
	if want > 0 {
		var ok bool
		if self, ok = r.args[0].(*ivy.Array); !ok {
			return nil, fmt.Errorf("a request of kind %q is about a %T, want an array", r.kind, r.args[0])
		}
	}
	switch r.kind {
	case "function":
		return r.s.Call(r.name, r.args, r.kwargs)
	case "method":
		return r.s.Method(self, r.name, r.args[1:], r.kwargs)
	case "attribute":
		return r.s.Attr(self, r.name)
	case "operator":
		return r.s.Operator(r.name, r.args...)
	case "augment":
		return nil, r.s.Augment(r.name, self, r.args[1])
	case "get":
		return r.s.GetItem(self, r.args[1])
	case "set":
		return nil, r.s.SetItem(self, r.args[1], r.args[2])
	case "info":
		return r.info()
	}
	return nil, fmt.Errorf("no request of kind %q", r.kind)
}

// info answers what __array_namespace_info__ is asked, and which version of the standard
// there is.
func (r *request) info() (z any, err error) {
	e := r.s.Env()
	arg := func(i int) any {
		if i < len(r.args) {
			return r.args[i]
		}
		return nil
	}
	device, _ := arg(0).(string)
	known := true
	err = ivy.Try(func() {
		i := e.ArrayNamespaceInfo()
		switch r.name {
		case "version":
			z = e.Zeros([]int{}).ArrayNamespace(device)
		case "capabilities":
			c := i.Capabilities()
			most := any(nil)
			if c.MaxDimensions > 0 {
				most = c.MaxDimensions
			}
			z = script.Dict{Keys: []string{"boolean indexing", "data-dependent shapes", "max dimensions"},
				Values: []any{c.BooleanIndexing, c.DataDependentShapes, most}}
		case "devices":
			t := script.Tuple{}
			for _, d := range i.Devices() {
				t = append(t, string(d))
			}
			z = t
		case "default_device":
			z = string(i.DefaultDevice())
		case "default_dtypes":
			d := i.DefaultDtypes(ivy.Device(device))
			z = script.Dict{Keys: []string{"real floating", "complex floating", "integral", "indexing"},
				Values: []any{d.RealFloating, d.ComplexFloating, d.Integral, d.Indexing}}
		case "dtypes":
			kind := arg(1)
			if t, ok := kind.(script.Tuple); ok {
				kind = []any(t)
			}
			d := script.Dict{}
			for _, t := range i.Dtypes(ivy.Device(device), kind) {
				d.Keys, d.Values = append(d.Keys, t.String()), append(d.Values, any(t))
			}
			z = d
		default:
			known = false
		}
	})
	if !known {
		err = fmt.Errorf("no information %q", r.name)
	}
	return z, err
}
