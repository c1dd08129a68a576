package frontend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A Func is a function of a framework: a row of a frontend's table.
type Func struct {
	// Path is the function's name in the framework's namespace: "add", "nn.relu". One
	// that begins with "." is a method of arrays alone, its first parameter the array.
	// Indexing is ".__getitem__" of "self, key" and ".__setitem__" of "self, key, value";
	// key is a []any of the indices, as package ivy's GetItem takes them.
	Path string
	// Go is the Go name, if it is not the last part of Path in camel case.
	Go string
	// Sig is the signature: "x1, x2, /, out=None".
	Sig string
	// Also are further keywords by which parameters are known: "axis" of "dim". One of a
	// parameter "*name", which else has no keyword, takes its list: "dims" of "dims".
	Also map[string]string
	// Forms are further ways in which the function takes its arguments, tried in their
	// order before the signature.
	Forms []Form
	// Method makes it a method of arrays too, of the same name; its first parameter is
	// the array.
	Method bool
	// Doc says what the framework's documentation would, in our own words; "" for a
	// function whose name says it.
	Doc string
	// Calls says that an argument is a function: of Go, a row of the table, or a Callable.
	Calls bool
	// Takes are the values among the arguments that other functions do not know.
	Takes Takes
	// Out is what Run returns, and the Go function does.
	Out Out
	// Makes is the type of the object that Run returns, of a function whose Out is Made.
	Makes *Type

	// Static says of a function whose path is below a type's that it takes no object: it is a function of the class.
	Static bool

	// A function of one or two arrays element by element needs a Typing and the unified
	// API's function, and nothing else. Operands of one dtype in Same, that are not weak
	// numbers with others, need no Typing either: the function's result is as the
	// framework has it, and weak if all operands are. A Python scalar with an array goes
	// by what Typing says of the two, which is asked once for each kind of them.
	Typing Typing
	Unary  func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	Binary func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
	Same   dtype.Set

	// Check, of such a function without Run, looks at the arguments that are no operands. A
	// call of the operands alone on the short ways above leaves it out.
	Check func(c *Call)

	// Before, if it is there, looks at the arguments of a call before they are bound to parameters. A call of
	// arrays alone on the short ways leaves it out.
	Before func(n *Namespace, f *Func, args []any)

	// Reduction is what a function over axes needs no more than, where it is called with
	// an array, one axis or None, its second parameter, and a bool "keepdims" or "keepdim".
	Reduction Reduction

	// Scalars says which results without axes are scalars, as NumPy's are.
	Scalars Scalars

	// Run is a function of any other kind, or, in addition to the fields above, what is called
	// where operands of one dtype in Same, scalars among them, are not all there is.
	Run func(c *Call) any

	sig   Signature
	table *Table
	at    int // its index in the table
}

// A Reduction is the unified API's function over axes that a function of the framework
// is, for arrays of some dtypes that have axes and elements. Its result is as the framework
// has it.
type Reduction struct {
	F     func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	Of    dtype.Set
	Weak  bool // the result is weak if the array is; else it never is
	First int  // the number of the first axis; only if it is 0 are there negative ones
	Given bool // None is no axis: the function takes an axis, or has no argument
}

// Scalars says which of a function's results without axes are scalars; one that is an
// argument of the call, as "out" may be, stays what it is.
type Scalars uint8

// The kinds of results without axes.
const (
	ArraysStay   Scalars = iota // they are arrays
	MakesScalars                // they are scalars
	KeepsScalars                // they are scalars if the first argument is one
)

// Out is what a function returns.
type Out uint8

// The kinds of results.
const (
	One   Out = iota // *Array, or what becomes one: an argument that the framework returns as it is
	List             // []*Array
	Value            // any: a Go bool, int, string, dtype, …, or what depends on the arguments
	None             // nothing
	Made             // *Instance: an object
)

// A Typing says of operands in which dtype a function computes them, and of what type
// its result is; of an invalid dtype, if that is for the function of the unified API to
// say. It may panic with what it has for an error. It goes by the operands alone and the
// namespace's settings and rule.
type Typing func(n *Namespace, operands ...promote.Arg) (in dtype.Dtype, out promote.Result, err error)

// A Table is the functions of a framework by their paths.
type Table struct {
	funcs   []*Func
	byPath  map[string]*Func
	methods map[string]*Func
}

// NewTable returns the table of lists of functions. It panics on a mistake in them,
// which a package's initialisation finds.
func NewTable(lists ...[]Func) *Table {
	t := &Table{byPath: map[string]*Func{}, methods: map[string]*Func{}}
	for _, list := range lists {
		for i := range list {
			f := &list[i]
			var err error
			if f.sig, err = parseSignature(f.Sig); err != nil {
				panic(fmt.Sprintf("frontend: %s: %v", f.Path, err))
			}
			for j := range f.Forms {
				if err = f.Forms[j].parse(f); err != nil {
					panic(fmt.Sprintf("frontend: %s: %v", f.Path, err))
				}
			}
			for keyword, name := range f.Also {
				i := f.sig.index(name)
				if i < 0 || f.sig.index(keyword) >= 0 && (keyword != name || !f.sig.Params[i].Rest) {
					panic(fmt.Sprintf("frontend: %s: %q cannot stand for %q", f.Path, keyword, name))
				}
			}
			name := f.Path[strings.LastIndex(f.Path, ".")+1:]
			onlyMethod := strings.HasPrefix(f.Path, ".")
			if t.byPath[f.Path] != nil || (f.Method || onlyMethod) && t.methods[name] != nil {
				panic("frontend: " + f.Path + " is there twice")
			}
			if mapped := f.Unary != nil || f.Binary != nil; f.Run == nil && (f.Typing == nil || !mapped) || f.Same != 0 && !mapped {
				panic("frontend: " + f.Path + " needs Run, or Typing and a function of the unified API")
			}
			if f.Method || onlyMethod {
				t.methods[name] = f
			}
			t.byPath[f.Path] = f
			f.table, f.at = t, len(t.funcs)
			t.funcs = append(t.funcs, f)
		}
	}
	return t
}

// All returns the functions in the order they were given.
func (t *Table) All() []*Func { return slices.Clone(t.funcs) }

// Lookup returns the function of a path, nil if there is none.
func (t *Table) Lookup(path string) *Func { return t.byPath[path] }

// Must is Lookup for a path that is there.
func (t *Table) Must(path string) *Func {
	f := t.byPath[path]
	if f == nil {
		panic("frontend: no function " + path)
	}
	return f
}

// Method returns the method of arrays of that name, nil if there is none.
func (t *Table) Method(name string) *Func { return t.methods[name] }

// Names returns the names that a path has below it, sorted: functions and further
// namespaces.
func (t *Table) Names(path string) []string {
	seen := map[string]bool{}
	for p := range t.byPath {
		if path != "" {
			var ok bool
			if p, ok = strings.CutPrefix(p, path+"."); !ok {
				continue
			}
		}
		name, _, _ := strings.Cut(p, ".")
		if name != "" {
			seen[name] = true
		}
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Signature returns the function's parameters.
func (f *Func) Signature() Signature { return f.sig }
