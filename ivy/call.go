package ivy

import "github.com/goivy/goivy/ivy/ops"

// Call calls the function of a row with arguments that are only known at run time, as
// a script does: one value for each parameter, of its Go type ([]int for shapes and
// axes), then options. The results are one array, or as many as the row names.
func (e *Env) Call(op *ops.Op, args []any, opts ...Option) []*Array {
	defer blame(op.Name)
	f := invokers[op]
	if f == nil {
		check(errorf(ErrValue, "no public function"))
	}
	a := &arguments{op, args, opts}
	n := len(op.Params)
	if n > 0 && (op.Params[n-1].Kind == ops.Variadic || op.Params[n-1].Kind == ops.Numbers) {
		if len(args) < n-1 {
			check(errorf(ErrValue, "%d arguments, want at least %d", len(args), n-1))
		}
	} else if len(args) != n {
		check(errorf(ErrValue, "%d arguments, want %d", len(args), n))
	}
	if len(op.Opts) == 0 && len(opts) > 0 {
		check(new(options).parse(op, opts))
	}
	return f(e, a)
}

// arguments are those of Call.
type arguments struct {
	op   *ops.Op
	args []any
	opts []Option
}

func argument[T any](a *arguments, i int) T {
	v, ok := a.args[i].(T)
	if !ok {
		var want T
		check(errorf(ErrValue, "%s is a %T, want %T", a.op.Params[i].Name, a.args[i], want))
	}
	return v
}

func (a *arguments) any(i int) any        { return a.args[i] }
func (a *arguments) int(i int) int        { return argument[int](a, i) }
func (a *arguments) ints(i int) []int     { return argument[[]int](a, i) }
func (a *arguments) pairs(i int) [][2]int { return argument[[][2]int](a, i) }
func (a *arguments) text(i int) string    { return argument[string](a, i) }
func (a *arguments) dtype(i int) Dtype    { return argument[Dtype](a, i) }

// arrays returns a parameter of arrays: a slice of them, or all arguments that are left.
func (a *arguments) arrays(i int) []*Array {
	if i < len(a.args) {
		if xs, ok := a.args[i].([]*Array); ok && len(a.args) == i+1 {
			return xs
		}
	}
	if a.op.Params[i].Kind == ops.Arrays {
		return argument[[]*Array](a, i)
	}
	xs := make([]*Array, 0, len(a.args)-i)
	for j := i; j < len(a.args); j++ {
		x, ok := a.args[j].(*Array)
		if !ok {
			check(errorf(ErrValue, "%s is a %T, want an array", a.op.Params[i].Name, a.args[j]))
		}
		xs = append(xs, x)
	}
	return xs
}

// numbers returns the arguments that are left, and the options after them.
func (a *arguments) numbers(i int) []any {
	out := append([]any(nil), a.args[i:]...)
	for _, o := range a.opts {
		out = append(out, o)
	}
	return out
}
