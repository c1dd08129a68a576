package frontend

import (
	"strconv"
	"sync"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy/dtype"
)

// Texts are a framework's own texts of its values. A field that is nil stands for a
// framework without a text of its own.
type Texts struct {
	// Array returns the text of an array.
	Array func(a *Array, form TextForm) string

	// Dtype returns the text of a dtype as str writes it, or with repr as repr does. name is
	// not "" for what a namespace of the framework has under that name, numpy.float32, which
	// may be another thing than the dtype of an array.
	Dtype func(d any, name string, repr bool) string

	// Shape returns the text of a shape.
	Shape func(shape []int, repr bool) string

	// Fields returns the text of a tuple whose elements have names. path is the function's
	// that returned it, and texts are those that repr gives the elements.
	Fields func(path string, names, texts []string) string

	// Info returns the texts that str and repr give the limits of a dtype, a
	// [dtype.FloatInfo] or a [dtype.IntInfo].
	Info func(info any) (str, repr string)

	// Unformatted names the class of arrays in the error that format gives for one with axes,
	// which no format specification fits.
	Unformatted string
}

// A TextForm is one of the texts of an array.
type TextForm uint8

// The forms.
const (
	Str       TextForm = iota // what str returns and print writes
	Repr                      // what repr returns
	Formatted                 // what format returns of an array that has axes, without a specification
)

// An Object is a value of a framework that is no array, dtype or number: a device.
type Object interface {
	String() string // the text that str returns
	Repr() string   // the text that repr returns
	Class() string  // the name of its type
	Attr(name string) (value any, ok bool)
}

// A Dict is a Python dict whose keys are texts.
type Dict []Named

// A Scope is what a with block can enter. It returns what leaves the block again.
type Scope func() (leave func())

// Printing holds the options with which a framework prints arrays, once they were set.
type Printing struct {
	mu      sync.Mutex
	options any
}

// PrintOptions returns what [Namespace.SetPrintOptions] was called with last, nil before that.
func (n *Namespace) PrintOptions() any {
	p := n.printing.Load()
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.options
}

// SetPrintOptions sets the frontend's own options for the text of arrays. They hold for all
// namespaces that share them.
func (n *Namespace) SetPrintOptions(options any) {
	n.printing.CompareAndSwap(nil, new(Printing))
	p := n.printing.Load()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.options = options
}

// SharePrintOptions makes the print options of n those of another namespace from now on, as
// JAX and TensorFlow print with NumPy's.
func (n *Namespace) SharePrintOptions(with *Namespace) {
	with.printing.CompareAndSwap(nil, new(Printing))
	n.printing.Store(with.printing.Load())
}

// Text returns the framework's own text of an array; package ivy's where it has none.
func (a *Array) Text(form TextForm) string {
	switch {
	case a.NS == nil || a.NS.Texts.Array == nil:
		return a.V.String()
	case a.Number != dtype.NoKind:
		return pythonNumber(a)
	}
	return a.NS.Texts.Array(a, form)
}

// pythonNumber returns a plain number as Python writes it.
func pythonNumber(a *Array) string {
	switch v := Peek(a); {
	case v.Kind == dtype.KindBool && v.Bool():
		return "True"
	case v.Kind == dtype.KindBool:
		return "False"
	case v.Kind == dtype.KindFloat:
		return format.PythonFloat(v.Float64())
	case v.Kind == dtype.KindComplex:
		return format.PythonComplex(v.Complex128())
	case v.Kind == dtype.KindUint:
		return strconv.FormatUint(v.Uint64(), 10)
	default:
		return strconv.FormatInt(v.Int64(), 10)
	}
}
