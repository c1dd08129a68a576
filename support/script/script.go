// Package script runs programs in Starlark with Python's array syntax over the
// unified API of package ivy.
//
//	s, err := script.New(script.Options{})
//	s.Set("x", x) // an *ivy.Array, a number, …
//	v, err := s.Run(ctx, "demo.star", []byte("(x @ x.T).sum(axis=0)"))
//
// A program sees ivy, whose functions are those of package ops in snake_case, the
// frontends under their frameworks' names (jax, numpy, …), load, Python's own
// functions and its inputs; import binds these and math. Its value is that of its last
// expression. Functions have Python's meaning, also where Starlark's is another: texts
// are of characters, generators and map are lazy, type returns classes. ivy.set_backend
// sets the backend of the Session, and the decorators of Ivy's that declare dtypes hold
// calls of a program's functions to them.
// Python's numbers and bools are scalars without a dtype; complex(re, im) and 2j make
// the complex one. Operators of arrays are ivy's, and the augmented ones write into
// the array that stands on the left.
//
// Programs are not trusted: steps, memory, sizes and output are limited (see
// [Options]), a program reads the files that it is allowed to, and changes the
// settings of its own Env alone. The grammar is that of package syntax.
package script

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/support/script/syntax"
)

// Options say where programs run and how far they may go. The zero value runs on no
// set backend, which is native, with the default limits.
type Options struct {
	Backend string    // as Env.SetBackend takes it; "" sets none
	Output  io.Writer // where print writes; nil drops it

	Steps      uint64 // steps of the interpreter per run; 0 is DefaultSteps
	Memory     int64  // bytes that a run may allocate for values other than arrays; 0 is DefaultMemory
	ArrayBytes int64  // bytes of one array; 0 is DefaultArrayBytes()
	TotalBytes int64  // bytes by which a run may make the process grow; 0 is DefaultTotalBytes()
	MaxOutput  int64  // bytes that a run may print; 0 is DefaultMaxOutput

	// KeepBackend says why programs cannot set another backend; "" if they can.
	KeepBackend string

	// Open returns the file that load names; nil allows none. [OpenIn] makes one.
	Open func(path string) (string, error)
}

// The default limits.
const (
	DefaultSteps     = 50_000_000
	DefaultMemory    = 256 << 20
	DefaultMaxOutput = 64 << 20
)

// A Session runs programs one after the other; each sees the globals that those
// before it left. It has an Env of its own. It is not for several goroutines at once.
type Session struct {
	in      *interp
	globals starlark.StringDict
	own     starlark.StringDict // the names predeclared, as they were
}

// New returns a Session on the backend of the options. The error, an *Error of kind
// "backend", says how to get a backend that is not there.
func New(o Options) (*Session, error) {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.ArrayBytes == 0 {
		o.ArrayBytes = DefaultArrayBytes()
	}
	if o.TotalBytes == 0 {
		o.TotalBytes = DefaultTotalBytes()
	}
	if o.MaxOutput == 0 {
		o.MaxOutput = DefaultMaxOutput
	}
	env, err := ivy.NewEnv(o.Backend)
	if err != nil {
		var e *ivy.Error
		if errors.As(err, &e) { // no function of a program's
			return nil, &Error{Kind: KindOf(err), Msg: e.Err.Error(), Err: err}
		}
		return nil, asError(err)
	}
	frontendEnv, err := ivy.NewEnv(o.Backend)
	if err != nil {
		return nil, asError(err)
	}
	for _, e := range []*ivy.Env{env, frontendEnv} {
		e.SetMaxBytes(int(min(o.ArrayBytes, maxInt)))
	}
	in := &interp{env: env, frontendEnv: frontendEnv, opts: o}
	s := &Session{in: in, globals: starlark.StringDict{}}
	maps.Copy(s.globals, in.builtins())
	maps.Copy(s.globals, syntax.Predeclared(operators{in}))
	s.globals["ivy"] = in.namespace()
	for name := range frameworks {
		s.globals[name] = &space{in: in, of: name}
	}
	s.globals["load"] = in.function("load", in.load)
	s.globals["__name__"] = starlark.String("__main__")
	s.own = maps.Clone(s.globals)
	in.globals, in.own, in.modules = s.globals, s.own, starlark.StringDict{"ivy": s.own["ivy"], "math": in.math()}
	for name := range frameworks {
		in.modules[name] = s.own[name]
	}
	return s, nil
}

// Env returns the Env that programs run in.
func (s *Session) Env() *ivy.Env { return s.in.env }

// Set makes v a global: an *ivy.Array, nil, a bool, int, *big.Int, float64, complex128,
// string or ivy.Dtype, a slice []any for a list, a [Tuple] or a [Dict] of these.
func (s *Session) Set(name string, v any) error {
	x, err := s.in.fromGo(v)
	if err != nil {
		return asError(err)
	}
	s.globals[name] = x
	return nil
}

// Get returns a global that was set or that a program left, as Run returns values.
func (s *Session) Get(name string) (Value, bool) {
	v, ok := s.globals[name]
	if !ok {
		return Value{}, false
	}
	return Value{v, s.in}, true
}

// Names returns the names of the globals that are not predeclared, in order.
func (s *Session) Names() []string {
	var names []string
	for name, v := range s.globals {
		if _, ok := s.own[name]; !ok && name != syntax.ResultName || ok && s.own[name] != v {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Run parses and runs a program, whose positions name it filename, and returns the
// value of its last expression, None if it does not end in one. The error is an
// *Error. When ctx is done the program ends at its next step.
func (s *Session) Run(ctx context.Context, filename string, src []byte) (Value, error) {
	file, err := syntax.Parse(filename, src)
	if err != nil {
		return Value{}, asError(err)
	}
	return s.RunFile(ctx, file)
}

// RunFile is Run of a program that [syntax.Parse] or [syntax.ParseChunk] made, once.
func (s *Session) RunFile(ctx context.Context, file *tree.File) (v Value, err error) {
	hasValue := syntax.Result(file)
	guard(file)
	delete(s.globals, syntax.ResultName)
	defer maps.DeleteFunc(s.globals, func(name string, _ starlark.Value) bool { return syntax.IsTemporary(name) })
	err = s.run(ctx, func(thread *starlark.Thread) error {
		return starlark.ExecREPLChunk(file, thread, s.globals)
	})
	if err != nil {
		return Value{}, err
	}
	result := starlark.Value(starlark.None)
	if hasValue {
		result = s.globals[syntax.ResultName]
		delete(s.globals, syntax.ResultName)
	}
	s.in.start(&starlark.Thread{Name: "result"}) // showing the value is not the program's doing
	return Value{result, s.in}, nil
}

// run calls f, which runs a program, within the limits. The error is an *Error.
func (s *Session) run(ctx context.Context, f func(*starlark.Thread) error) (err error) {
	in := s.in
	thread := &starlark.Thread{Name: "script", Print: func(_ *starlark.Thread, msg string) {}}
	thread.SetMaxExecutionSteps(in.opts.Steps)
	var stopped string
	thread.OnMaxSteps = func(t *starlark.Thread) {
		stopped = fmt.Sprintf("more than %d steps", in.opts.Steps)
		t.Cancel(stopped)
	}
	in.start(thread)
	stop := context.AfterFunc(ctx, func() { thread.Cancel(causeText(ctx)) })
	defer stop()
	defer in.until(ctx)()
	defer in.watch(thread)()
	defer func() {
		if p := recover(); p != nil {
			err = asError(fault(p))
		}
	}()
	if err := f(thread); err != nil {
		if ctx.Err() != nil {
			return asError(errorf("value", "%s", causeText(ctx)))
		}
		e := asError(err)
		if in.failed != nil {
			e.Kind, e.Msg, e.Err = KindOf(in.failed), in.failed.Error(), in.failed
			if placed := asError(in.failed); placed.Line != 0 { // of a generator's element
				e = placed
			}
		}
		if name, ok := strings.CutPrefix(e.Msg, "undefined: "); ok && e.Line != 0 {
			e.Msg += in.undefined(name)
		}
		return e
	}
	return nil
}

// Results returns the value of a program as [Value.Go] does, but what it holds in
// tuples, lists and dicts that is a function without parameters is called, within the
// limits of a run; if it fails, the *[Error] stands in its place.
func (s *Session) Results(ctx context.Context, v Value) (any, error) {
	if v.IsNone() {
		return nil, nil
	}
	if err := s.in.visit(v.v, func(starlark.Value) {}); err != nil {
		return nil, asError(err)
	}
	x, err := toGo(v.v, func(f *starlark.Function) (any, error) {
		if f.NumParams() > 0 {
			return nil, wrong("a function with parameters is no result")
		}
		var z starlark.Value
		if err := s.run(ctx, func(thread *starlark.Thread) (err error) {
			z, err = starlark.Call(thread, f, nil, nil)
			return err
		}); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			return err, nil
		}
		s.in.start(&starlark.Thread{Name: "result"})
		return Value{z, s.in}.Go()
	})
	if err != nil {
		return nil, asError(err)
	}
	return x, nil
}

// until has the calls of programs end when ctx does, until undo is called.
func (in *interp) until(ctx context.Context) (undo func()) {
	env, frontendEnv := in.env, in.frontendEnv
	set := func(env, frontendEnv *ivy.Env) {
		in.env, in.frontendEnv = env, frontendEnv
		for _, f := range in.frames {
			if f.ns != nil {
				f.ns.SetEnv(frontendEnv)
			}
		}
	}
	ctx, cancel := context.WithCancel(ctx) // which forgets the Envs
	set(env.Context(ctx), frontendEnv.Context(ctx))
	return func() {
		set(env, frontendEnv)
		cancel()
	}
}

func causeText(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "time is up"
	}
	return "interrupted"
}

// interp is what the values of one Session share.
type interp struct {
	env  *ivy.Env
	opts Options

	frontendEnv *ivy.Env          // of the frontends: what a program sets for ivy is not theirs
	frames      map[string]*frame // those that were asked for
	inputs      *frame            // whose arrays the inputs are; nil for package ivy's

	globals, own starlark.StringDict // of the Session
	modules      starlark.StringDict // what import finds
	numbers      *ivy.Env            // of the module math; nil until it is asked for

	thread *starlark.Thread
	failed error // what ended the program where no error can be returned
	spent  int64 // bytes of opts.Memory
	output int64

	scalarKeys bool // a NumPy scalar may be a key of a dict

	pulling   int               // iterators that are making an element
	types     map[string]*class // what type has returned, by its name
	declaring []*declaration    // the scopes of functions' declarations that are entered
}

// start begins a run with all of its limits unspent.
func (in *interp) start(thread *starlark.Thread) {
	in.thread, in.failed, in.spent, in.output, in.pulling = thread, nil, 0, 0, 0
}

// fail ends the program where an interface of Starlark's has no error to return.
func (in *interp) fail(err error) {
	in.failed = err
	in.thread.Cancel(err.Error())
}

// charge accounts for n bytes that are about to be allocated.
func (in *interp) charge(n int64) error {
	if n < 0 || n > in.opts.Memory-in.spent { // a product that overflowed is more than any limit
		return limit("memory limit: more than %d bytes of values", in.opts.Memory)
	}
	if err := backend.CheckMemory(uint64(n)); err != nil { // the limit may be larger than what there is
		return limit("memory limit: %v", err)
	}
	in.spent += n
	return nil
}

// work accounts for n steps that a function of ours takes at once.
func (in *interp) work(n int) error {
	in.thread.Steps += uint64(n)
	if in.thread.Steps > in.opts.Steps {
		return limit("more than %d steps", in.opts.Steps)
	}
	return nil
}

const heapMetric = "/memory/classes/heap/objects:bytes"

func heapBytes() int64 {
	sample := []metrics.Sample{{Name: heapMetric}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}

// watch ends the program when the process has grown by more than it may, which what
// charge cannot see (lists that a comprehension makes, many arrays) can do slowly.
func (in *interp) watch(thread *starlark.Thread) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	before := heapBytes()
	go func() {
		defer close(ended)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if heapBytes()-before <= in.opts.TotalBytes {
				continue
			}
			runtime.GC() // what is dead does not count
			if heapBytes()-before > in.opts.TotalBytes {
				thread.Cancel(fmt.Sprintf("memory limit: the program holds more than %d bytes", in.opts.TotalBytes))
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// try calls f, which calls package ivy, and returns the error that it panics with.
func try(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault(p)
		}
	}()
	f()
	return nil
}

// fault makes what was recovered an error: an *ivy.Error stays one, all else is a
// mistake in this library.
func fault(p any) error {
	if e, ok := p.(*ivy.Error); ok {
		return e
	}
	if e, ok := p.(error); ok && !isRuntime(e) {
		return e
	}
	at := ""
	for line := range strings.Lines(string(debug.Stack())) {
		if line = strings.TrimSpace(line); strings.Contains(line, ".go:") && !strings.Contains(line, "/runtime/") && !strings.Contains(line, "script.go") {
			at, _, _ = strings.Cut(line[strings.LastIndexByte(line, '/')+1:], " ")
			break
		}
	}
	return errorf("backend", "%v (a fault in this library at %s: please report it)", p, at)
}

func isRuntime(e error) bool {
	var r runtime.Error
	return errors.As(e, &r)
}

// An Error is a program that failed: where, of which kind, and why. Kind is "dtype",
// "shape", "index", "value", "unsupported", "backend", "device" or "syntax", or inside
// a frontend the framework's class: "TypeError".
type Error struct {
	Kind      string
	Filename  string
	Line, Col int // from 1; 0 if the error has no position
	Msg       string
	Err       error // the cause, or nil
}

// Error returns "file:line:col: message", or the message alone.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Filename, e.Line, e.Col, e.Msg)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// kindError is an error of a kind whose position is not known where it arises.
type kindError struct {
	kind, msg string
	limit     bool // what the program may take is spent: nothing of it goes on
}

func (e *kindError) Error() string { return e.msg }

func errorf(kind, format string, args ...any) error {
	return &kindError{kind: kind, msg: fmt.Sprintf(format, args...)}
}

// limit is a limit that has been reached.
func limit(format string, args ...any) error {
	return &kindError{kind: "value", msg: fmt.Sprintf(format, args...), limit: true}
}

// cancelled begins what Starlark says of a thread that was cancelled.
const cancelled = "Starlark computation cancelled: "

// isLimit reports whether a program cannot go on after err: a limit is reached, or it
// was stopped from outside.
func isLimit(err error) bool {
	var k *kindError
	if errors.As(err, &k) && k.limit {
		return true
	}
	var e *starlark.EvalError
	return errors.As(err, &e) && strings.HasPrefix(e.Msg, cancelled)
}

// wrong is a wrong argument.
func wrong(format string, args ...any) error { return errorf("value", format, args...) }

var kinds = []struct {
	err  error
	name string
}{
	{ivy.ErrDtype, "dtype"}, {ivy.ErrShape, "shape"}, {ivy.ErrIndex, "index"}, {ivy.ErrValue, "value"},
	{ivy.ErrUnsupported, "unsupported"}, {ivy.ErrBackend, "backend"}, {ivy.ErrDevice, "device"},
}

// KindOf returns the kind of an error of this package, of a frontend or of package ivy,
// "value" for any other.
func KindOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	var k *kindError
	if errors.As(err, &k) {
		return k.kind
	}
	var s *syntax.Error
	if errors.As(err, &s) {
		return "syntax"
	}
	if class := frontend.Class(err); class != "" {
		return class
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return k.name
		}
	}
	return "value"
}

// named returns the message of an error of package ivy with the names of functions as
// programs have them: "ivy.matmul on native: …" for "ivy: MatMul on native: …".
func named(msg string, err error) string {
	var e *ivy.Error
	if !errors.As(err, &e) {
		return msg
	}
	msg = goNames.ReplaceAllStringFunc(msg, func(s string) string {
		name := strings.TrimPrefix(s, "ivy: ")
		if op := rowNames[name]; op != "" {
			return "ivy." + op
		}
		if f := methodNames[name]; f != "" {
			return f
		}
		if strings.HasSuffix(name, "Error") { // a class of exceptions
			return s
		}
		return "ivy." + snake(name)
	})
	return hints.ReplaceAllStringFunc(msg, func(s string) string {
		if s == "Astype" {
			return "ivy.astype"
		}
		return "ivy." + snake(s) + "()"
	})
}

var (
	goNames = regexp.MustCompile(`\bivy: [A-Z][A-Za-z0-9]*\b`)
	hints   = regexp.MustCompile(`\b(?:(?:Up|Down|Cross)castDataTypes|CastDataTypes|Astype)\b`)
)

// methodNames are what programs know methods of arrays in Go by that are no functions of
// theirs.
var methodNames = map[string]string{
	"Bool": "bool()", "Int": "int()", "Float": "float()", "Complex": "complex()", "Index": "an index", "Item": "item()",
	"GetItem": "an index", "SetItem": "an index", "DtypeOf": "ivy.dtype", "Get": "an index", "Set": "an index", "Len": "len()",
}

// rowNames are the names of the table's rows as programs have them, by their Go names.
var rowNames = func() map[string]string {
	m := map[string]string{}
	for _, op := range ops.All() {
		m[op.Name] = pathOf(op)
	}
	return m
}()

// asError makes err an *Error with its position.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	e = &Error{Kind: KindOf(err), Msg: err.Error(), Err: err}
	defer func() { e.Msg = named(e.Msg, err) }()
	var s *syntax.Error
	var ev *starlark.EvalError
	var rl resolve.ErrorList
	switch {
	case errors.As(err, &s):
		e.Filename, e.Line, e.Col, e.Msg = s.Filename, s.Line, s.Col, s.Msg
	case errors.As(err, &ev):
		e.Msg = strings.TrimPrefix(ev.Msg, cancelled)
		if of, ok := strings.CutPrefix(e.Msg, "invalid call of non-function ("); ok {
			e.Msg = "TypeError: '" + strings.TrimSuffix(of, ")") + "' object is not callable"
		}
		for i := range len(ev.CallStack) {
			if pos := ev.CallStack.At(i).Pos; pos.Line > 0 {
				e.Filename, e.Line, e.Col = pos.Filename(), int(pos.Line), int(pos.Col)
				break
			}
		}
	case errors.As(err, &rl) && len(rl) > 0:
		e.Msg = rl[0].Msg
		e.Filename, e.Line, e.Col = rl[0].Pos.Filename(), int(rl[0].Pos.Line), int(rl[0].Pos.Col)
	}
	return e
}

// Complete returns the endings of the names that begin with word: of a global, or
// after a dot of an attribute of one. Nothing is run.
func (s *Session) Complete(word string) []string {
	path := strings.Split(word, ".")
	last := path[len(path)-1]
	var names []string
	if len(path) == 1 {
		names = slices.Collect(maps.Keys(s.globals))
	} else {
		v := s.globals[path[0]]
		for _, name := range path[1 : len(path)-1] {
			switch m := v.(type) {
			case *module:
				v = m.members[name]
			case *space:
				v, _ = m.Attr(name) // a space has no errors
			default:
				return nil
			}
		}
		if v == nil {
			return nil
		}
		names = attributeNames(v)
	}
	var out []string
	for _, n := range names {
		if ending, ok := strings.CutPrefix(n, last); ok && !strings.HasPrefix(n, "__") && !strings.HasSuffix(n, "()") {
			out = append(out, ending)
		}
	}
	slices.Sort(out)
	return out
}
