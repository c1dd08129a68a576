package ivy

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	_ "github.com/goivy/goivy/backends/native" // the default backend

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// An Env is a backend and the settings that calls made through it follow:
// promotion, default dtypes. Package-level functions use the standard Env, as
// http.Get uses the default client; a program that needs several settings at once
// makes more Envs. All methods may be called from many goroutines.
//
// An Env that is derived from another, as [Env.Tidy] and [Env.Context] do it, shares its backend, settings
// and limits: what is set through one of them holds for both.
type Env struct {
	*core
	scope    *scope    // what its results belong to; nil if that is nothing
	deadline *deadline // what ends its calls; nil if that is nothing
}

// A core is what an Env and all that are derived from it share.
type core struct {
	now      atomic.Pointer[state] // what calls read
	maxBytes atomic.Int64          // of one array; 0 is no limit

	mu       sync.Mutex // held while settings change
	backends stack[*engine]
	rules    stack[*promote.Table]
	precise  stack[bool]
	casting  stack[castSetting]
	defaults stack[Dtype]
	kinds    [5]stack[Dtype] // the default dtypes of uint, int, float and complex, by kind
	devices  stack[Device]   // the default ones
	states   []*state        // recent ones, the last one first

	maxPlans, maxPlanBytes stack[int]
	planLimits             atomic.Pointer[planLimits]

	random atomic.Pointer[stream] // of the default generator; nil before its first use

	compositesMu sync.RWMutex
	composites   recent[composite, *Compiled] // functions of several steps
}

// mostStates is how many states an Env remembers, to take one of them for settings that
// come back: what was compiled under them is known by the state.
const mostStates = 16

// state is what an Env's settings amount to. It never changes. An Env has one state for
// equal settings, as long as it remembers it.
type state struct {
	be      *engine
	set     bool // be was set, and not taken for want of one
	rule    *promote.Table
	precise bool
	casting castModes
	def     dtype.Defaults
	all     Dtype  // the default dtype
	device  Device // the default device; "" is the backend's first one
}

// A stack holds the values a setting was given. The last counts.
type stack[T any] struct {
	entries []stackEntry[T]
	next    int
}

type stackEntry[T any] struct {
	id    int
	value T
}

func (s *stack[T]) push(v T) (id int) {
	s.next++
	s.entries = append(slices.Clip(s.entries), stackEntry[T]{s.next, v})
	return s.next
}

func (s *stack[T]) pop() {
	if n := len(s.entries); n > 0 {
		s.entries = s.entries[:n-1]
	}
}

func (s *stack[T]) remove(id int) {
	s.entries = slices.DeleteFunc(slices.Clone(s.entries), func(e stackEntry[T]) bool { return e.id == id })
}

func (s *stack[T]) top(otherwise T) T {
	if n := len(s.entries); n > 0 {
		return s.entries[n-1].value
	}
	return otherwise
}

// std is the Env of package-level functions.
var std = newEnv()

// Standard returns the Env that package-level functions use.
func Standard() *Env { return std }

func newEnv() *Env {
	e := &Env{core: &core{}}
	e.refresh()
	return e
}

// NewEnv returns a new Env with the named backend and standard settings; "" sets no backend. A
// backend that is not linked is an error of kind ErrBackend.
func NewEnv(backendName string) (*Env, error) {
	e := newEnv()
	if backendName != "" {
		if err := e.SetBackend(backendName); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// refresh makes the state anew. e.mu is held, or e is not shared yet.
func (e *core) refresh() {
	s := &state{precise: e.precise.top(true), all: e.defaults.top(dtype.Invalid), casting: modesOf(&e.casting), device: e.devices.top("")}
	s.be = e.backends.top(nil)
	s.set = s.be != nil
	if !s.set {
		s.be = nativeEngine()
	}
	of := func(k dtype.Kind, standard Dtype) Dtype {
		if s.all.Kind() == k {
			standard = s.all
		}
		return e.kinds[k-1].top(standard)
	}
	s.def = dtype.Defaults{
		Uint:    of(dtype.KindUint, dtype.StandardDefaults.Uint),
		Int:     of(dtype.KindInt, dtype.StandardDefaults.Int),
		Float:   of(dtype.KindFloat, dtype.StandardDefaults.Float),
		Complex: of(dtype.KindComplex, dtype.StandardDefaults.Complex),
	}
	if s.all == dtype.Invalid {
		s.all = s.def.Float
	}
	if s.rule = e.rules.top(nil); s.rule == nil {
		s.rule = ivyTable(s.precise, s.def)
	}
	e.planLimits.Store(&planLimits{e.maxPlans.top(standardPlans), e.maxPlanBytes.top(standardPlanBytes)})
	e.now.Store(e.remembered(s))
}

// remembered returns the state that is equal to s: an earlier one, if it is remembered.
func (e *core) remembered(s *state) *state {
	i := slices.IndexFunc(e.states, func(old *state) bool { return *old == *s })
	switch {
	case i >= 0:
		s = e.states[i]
		e.states = slices.Delete(e.states, i, i+1)
	case len(e.states) >= mostStates:
		e.states = slices.Delete(e.states, mostStates-1, len(e.states))
	}
	e.states = slices.Insert(e.states, 0, s)
	return s
}

// tableOf returns r compiled: as before, if a state that is remembered has it. e.mu is held.
func (e *core) tableOf(r promote.Rule) *promote.Table {
	if r == nil {
		return nil
	}
	if reflect.ValueOf(r).Comparable() {
		for _, s := range e.states {
			if s.rule.Rule() == r {
				return s.rule
			}
		}
	}
	return promote.Compile(r)
}

type ivyRuleKey struct {
	precise bool
	def     dtype.Defaults
}

var ivyTables sync.Map // of ivyRuleKey: *promote.Table

// ivyTable returns Ivy's rule, compiled once for each of the few settings there are.
func ivyTable(precise bool, def dtype.Defaults) *promote.Table {
	key := ivyRuleKey{precise, def}
	if t, ok := ivyTables.Load(key); ok {
		return t.(*promote.Table)
	}
	t, _ := ivyTables.LoadOrStore(key, promote.Compile(IvyRule(precise, def)))
	return t.(*promote.Table)
}

// An engine is a backend as package ivy uses it: at its library's version.
type engine struct {
	backend.Backend
	name     string
	device   string         // for which table is resolved; "" is the first one
	table    *backend.Table // resolved
	inPlace  bool
	dtypes   dtype.Set
	abstract bool // its arrays have no elements
	probe    bool // calls are made to learn what is supported: nothing is cast for them

	// Of two engines whose arrays meet, that of the greater order takes them: 0 of backends,
	// then abstract arrays, then traces and levels as they were made.
	order int64
	level *level // of arrays that are being differentiated; nil of others
	recordingState

	shadows [2]atomic.Pointer[engine] // its abstract engines, the second one to probe

	scalars  [dtype.Count]sync.Pool // of *Array: released scalars, see pooled.go
	noInline atomic.Bool            // the backend does not store small arrays inline
}

var engines sync.Map // of string: *engine

// SetMaxBytes makes an array of more than n bytes, views included, an error of kind
// ErrValue, which comes before its memory is allocated. 0, the standard, is no limit.
// It is for programs that run what they do not trust.
func (e *Env) SetMaxBytes(n int) { e.maxBytes.Store(int64(max(n, 0))) }

// CheckSize returns an error of kind ErrValue if n elements of size bytes each are more
// than [Env.SetMaxBytes] allows, or than the process can have now: see
// [backend.CheckMemory]. Every function asks before it allocates what an argument decides
// the size of; so should programs that do, because Go does not recover where memory ends.
func (e *Env) CheckSize(n, size int) error {
	if e != nil {
		if most := e.maxBytes.Load(); most > 0 && int64(n) > most/int64(max(size, 1)) {
			return wrap("", nil, errorf(ErrValue, "%d elements of %d bytes are larger than the limit of %d bytes", n, size, most))
		}
	}
	if err := backend.CheckElements(n, size); err != nil {
		return wrap("", nil, err)
	}
	return nil
}

// engineOf returns the engine of a linked backend.
func engineOf(name string) (*engine, error) {
	if e, ok := engines.Load(name); ok {
		return e.(*engine), nil
	}
	b, err := backend.Lookup(name)
	if err != nil {
		return nil, err
	}
	made, err := newEngine(b)
	if err != nil {
		return nil, err
	}
	e, _ := engines.LoadOrStore(name, made)
	return e.(*engine), nil
}

func newEngine(b backend.Backend) (*engine, error) {
	valid := b.Dtypes()
	return newEngineOn(b, b.Devices()[0], valid)
}

// newEngineOn returns an engine with what a backend supports on a device.
func newEngineOn(b backend.Backend, device string, valid dtype.Set) (*engine, error) {
	t, err := b.Kernels().Resolve(b.Version(), device, valid)
	if err != nil {
		return nil, errorf(ErrBackend, "the declarations of backend %s: %v", b.Name(), err)
	}
	return &engine{Backend: b, name: b.Name(), device: device, table: t, inPlace: b.InPlace(), dtypes: valid}, nil
}

func nativeEngine() *engine {
	e, err := engineOf("native")
	if err != nil {
		panic(err) // it is imported above
	}
	return e
}

// change applies f to the settings and makes the state anew.
func (e *Env) change(f func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f()
	e.refresh()
}

// with pushes v onto s and returns what takes that entry, and no other, off again.
func with[T any](e *Env, s *stack[T], v T) (undo func()) {
	var id int
	e.change(func() { id = s.push(v) })
	return sync.OnceFunc(func() { e.change(func() { s.remove(id) }) })
}

// SetBackend makes the named backend the one that new arrays are made on. The
// error, of kind ErrBackend, lists the backends there are and says how to get the rest.
func (e *Env) SetBackend(name string) error {
	be, err := engineOf(name)
	if err != nil {
		return wrap("SetBackend", nil, err)
	}
	e.change(func() { e.backends.push(be) })
	return nil
}

// WithBackend makes the named backend the one that new arrays are made on, until undo is called.
// It panics with the error of [Env.SetBackend] if there is no such backend:
//
//	defer ivy.WithBackend("torch")()
func (e *Env) WithBackend(name string) (undo func()) {
	be, err := engineOf(name)
	if err != nil {
		panic(wrap("WithBackend", nil, err))
	}
	return with(e, &e.backends, be)
}

// PreviousBackend takes back the last [Env.SetBackend] and returns the name of the backend
// that is current then, "" if none is set.
func (e *Env) PreviousBackend() string {
	e.change(e.backends.pop)
	return e.CurrentBackend()
}

// UnsetBackend takes back every [Env.SetBackend]: no backend is set then, and calls run on native.
func (e *Env) UnsetBackend() { e.change(func() { e.backends.entries = nil }) }

// CurrentBackend returns the name of the backend that [Env.SetBackend] set last, "" if none is set.
func (e *Env) CurrentBackend() string {
	if s := e.now.Load(); s.set {
		return s.be.name
	}
	return ""
}

// SetPromotionRule makes r the rule by which operands of several dtypes are promoted to one, instead
// of Ivy's: [ArrayAPIRule], or a rule of package promote.
func (e *Env) SetPromotionRule(r promote.Rule) {
	e.change(func() { e.rules.push(e.tableOf(r)) })
}

// UnsetPromotionRule takes back the last [Env.SetPromotionRule]: the rule is what it was before, or the standard one.
func (e *Env) UnsetPromotionRule() { e.change(e.rules.pop) }

// WithPromotionRule sets the rule of promotion as [Env.SetPromotionRule] does, until undo is called:
//
//	defer ivy.WithPromotionRule(rule)()
func (e *Env) WithPromotionRule(r promote.Rule) (undo func()) {
	e.mu.Lock()
	t := e.tableOf(r)
	e.mu.Unlock()
	return with(e, &e.rules, t)
}

// PromotionRule returns the rule by which operands of several dtypes are promoted to one: Ivy's, or
// the one that [Env.SetPromotionRule] set.
func (e *Env) PromotionRule() promote.Rule { return e.now.Load().rule.Rule() }

// SetPreciseMode sets whether Ivy's rule keeps precision (int32 with float32 gives
// float64), as it does by default, or width (float32).
func (e *Env) SetPreciseMode(on bool) { e.change(func() { e.precise.push(on) }) }

// UnsetPreciseMode takes back the last [Env.SetPreciseMode]: the mode is what it was before, or the standard one.
func (e *Env) UnsetPreciseMode() { e.change(e.precise.pop) }

// WithPreciseMode sets the precise mode as [Env.SetPreciseMode] does, until undo is called:
//
//	defer ivy.WithPreciseMode(false)()
func (e *Env) WithPreciseMode(on bool) (undo func()) { return with(e, &e.precise, on) }

// PreciseMode reports whether Ivy's rule of promotion keeps precision, as it does by default: int32
// with float32 gives float64, and float32 if it does not.
func (e *Env) PreciseMode() bool { return e.now.Load().precise }

// defaultStack returns the stack of a kind's default, for d of that kind.
func (e *Env) defaultStack(op string, k dtype.Kind, d Dtype) *stack[Dtype] {
	if !d.IsValid() || k != dtype.NoKind && d.Kind() != k {
		panic(wrap(op, nil, errorf(ErrDtype, "dtype %v, want %v", d, wantKind(k))))
	}
	if k == dtype.NoKind {
		return &e.defaults
	}
	return &e.kinds[k-1]
}

func wantKind(k dtype.Kind) string {
	switch k {
	case dtype.KindUint:
		return dtype.Unsigned.String()
	case dtype.KindInt:
		return dtype.Signed.String()
	case dtype.KindFloat:
		return dtype.Float.String()
	case dtype.KindComplex:
		return dtype.Complex.String()
	}
	return dtype.All.String()
}

// SetDefaultDtype sets the dtype of arrays that nothing else gives one, such as Zeros(shape): float32
// by default. It is the default dtype of its kind too, unless that is set.
func (e *Env) SetDefaultDtype(d Dtype) {
	s := e.defaultStack("SetDefaultDtype", dtype.NoKind, d)
	e.change(func() { s.push(d) })
}

// UnsetDefaultDtype takes back the last [Env.SetDefaultDtype]: the default dtype is what it was before, or the standard one.
func (e *Env) UnsetDefaultDtype() { e.change(e.defaults.pop) }

// WithDefaultDtype sets the default dtype as [Env.SetDefaultDtype] does, until undo is called:
//
//	defer ivy.WithDefaultDtype(ivy.Float64)()
func (e *Env) WithDefaultDtype(d Dtype) (undo func()) {
	return with(e, e.defaultStack("WithDefaultDtype", dtype.NoKind, d), d)
}

// DefaultDtype returns the dtype that a function with these relevant arguments uses: a
// Dtype (or NativeDtype) among them; else the dtype of the first array; else that of Go
// slices or scalars as [Env.Asarray] makes it, the default of the scalars' kind; else,
// as without arguments, the one set, or the default float dtype. nil counts for nothing.
func (e *Env) DefaultDtype(from ...any) Dtype {
	s := e.now.Load()
	d, err := e.defaultDtype(s, from)
	if err != nil {
		panic(wrap("DefaultDtype", s.be, err))
	}
	return d
}

// defaultOf is DefaultDtype for a kind: arguments of another kind count for nothing.
func (e *Env) defaultOf(k dtype.Kind, from []any) Dtype {
	s := e.now.Load()
	if len(from) > 0 {
		d, err := e.defaultDtype(s, from)
		if err != nil {
			panic(wrap("DefaultDtype", s.be, err))
		}
		if d.Kind() == k {
			return d
		}
	}
	return s.def.Of(k)
}

// SetDefaultIntDtype sets the dtype that Go ints take where no array gives one: int32 by default.
func (e *Env) SetDefaultIntDtype(d Dtype) {
	s := e.defaultStack("SetDefaultIntDtype", dtype.KindInt, d)
	e.change(func() { s.push(d) })
}

// UnsetDefaultIntDtype takes back the last [Env.SetDefaultIntDtype]: the default dtype of ints is what it was before, or the standard one.
func (e *Env) UnsetDefaultIntDtype() { e.change(e.kinds[dtype.KindInt-1].pop) }

// WithDefaultIntDtype sets the default dtype of ints as [Env.SetDefaultIntDtype] does, until undo is called:
//
//	defer ivy.WithDefaultIntDtype(ivy.Int64)()
func (e *Env) WithDefaultIntDtype(d Dtype) (undo func()) {
	return with(e, e.defaultStack("WithDefaultIntDtype", dtype.KindInt, d), d)
}

// DefaultIntDtype returns the dtype that Go ints take where no array gives one: int32, or what
// [Env.SetDefaultIntDtype] set.
//
// With arguments it is the dtype that [Env.DefaultDtype] infers from them, where that is of this kind.
func (e *Env) DefaultIntDtype(from ...any) Dtype { return e.defaultOf(dtype.KindInt, from) }

// SetDefaultUintDtype sets the dtype that Go uints take where no array gives one: uint32 by default.
func (e *Env) SetDefaultUintDtype(d Dtype) {
	s := e.defaultStack("SetDefaultUintDtype", dtype.KindUint, d)
	e.change(func() { s.push(d) })
}

// UnsetDefaultUintDtype takes back the last [Env.SetDefaultUintDtype]: the default dtype of unsigned ints is what it was before, or the standard one.
func (e *Env) UnsetDefaultUintDtype() { e.change(e.kinds[dtype.KindUint-1].pop) }

// WithDefaultUintDtype sets the default dtype of unsigned ints as [Env.SetDefaultUintDtype] does, until undo is called:
//
//	defer ivy.WithDefaultUintDtype(ivy.Uint64)()
func (e *Env) WithDefaultUintDtype(d Dtype) (undo func()) {
	return with(e, e.defaultStack("WithDefaultUintDtype", dtype.KindUint, d), d)
}

// DefaultUintDtype returns the dtype that Go uints take where no array gives one: uint32, or what
// [Env.SetDefaultUintDtype] set.
//
// With arguments it is the dtype that [Env.DefaultDtype] infers from them, where that is of this kind.
func (e *Env) DefaultUintDtype(from ...any) Dtype { return e.defaultOf(dtype.KindUint, from) }

// SetDefaultFloatDtype sets the dtype that Go floats take where no array gives one, and float
// functions of integers: float32 by default.
func (e *Env) SetDefaultFloatDtype(d Dtype) {
	s := e.defaultStack("SetDefaultFloatDtype", dtype.KindFloat, d)
	e.change(func() { s.push(d) })
}

// UnsetDefaultFloatDtype takes back the last [Env.SetDefaultFloatDtype]: the default dtype of floats is what it was before, or the standard one.
func (e *Env) UnsetDefaultFloatDtype() { e.change(e.kinds[dtype.KindFloat-1].pop) }

// WithDefaultFloatDtype sets the default dtype of floats as [Env.SetDefaultFloatDtype] does, until undo is called:
//
//	defer ivy.WithDefaultFloatDtype(ivy.Float64)()
func (e *Env) WithDefaultFloatDtype(d Dtype) (undo func()) {
	return with(e, e.defaultStack("WithDefaultFloatDtype", dtype.KindFloat, d), d)
}

// DefaultFloatDtype returns the dtype that Go floats take where no array gives one: float32, or what
// [Env.SetDefaultFloatDtype] set.
//
// With arguments it is the dtype that [Env.DefaultDtype] infers from them, where that is of this kind.
func (e *Env) DefaultFloatDtype(from ...any) Dtype { return e.defaultOf(dtype.KindFloat, from) }

// SetDefaultComplexDtype sets the dtype that Go complex numbers take where no array gives one:
// complex64 by default.
func (e *Env) SetDefaultComplexDtype(d Dtype) {
	s := e.defaultStack("SetDefaultComplexDtype", dtype.KindComplex, d)
	e.change(func() { s.push(d) })
}

// UnsetDefaultComplexDtype takes back the last [Env.SetDefaultComplexDtype]: the default dtype of complex numbers is what it was before, or the standard one.
func (e *Env) UnsetDefaultComplexDtype() { e.change(e.kinds[dtype.KindComplex-1].pop) }

// WithDefaultComplexDtype sets the default dtype of complex numbers as [Env.SetDefaultComplexDtype] does, until undo is called:
//
//	defer ivy.WithDefaultComplexDtype(ivy.Complex128)()
func (e *Env) WithDefaultComplexDtype(d Dtype) (undo func()) {
	return with(e, e.defaultStack("WithDefaultComplexDtype", dtype.KindComplex, d), d)
}

// DefaultComplexDtype returns the dtype that Go complex numbers take where no array gives one:
// complex64, or what [Env.SetDefaultComplexDtype] set.
//
// With arguments it is the dtype that [Env.DefaultDtype] infers from them, where that is of this kind.
func (e *Env) DefaultComplexDtype(from ...any) Dtype { return e.defaultOf(dtype.KindComplex, from) }
