package backendtest

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Consistent holds that backends, all that are linked if none is named, agree with one
// another, with inference and with the promotion rule. It is [Consistency] without
// exceptions.
func Consistent(t *testing.T, backends ...string) { Consistency{Backends: backends}.Run(t) }

// A Consistency is a run of every public function on several backends and on abstract
// arrays, with every dtype and kind of operand: arrays with axes, arrays without, Go's
// bool, int, float64 and complex128; of two operands every pair, of one the ends of
// its dtype too; with every option; and with other default dtypes and promotion rules.
//
// All must answer a call in the same way: with results of the same dtypes and shapes,
// which are those of abstract arrays and of the table's row, or with an *ivy.Error of
// the same kind; never with another panic or a failure inside. Values must be those of
// the first backend, to the last bit if they are no floats, and of functions that move,
// choose or cast, or are rounded as IEEE 754 says (Add, Sqrt); of other elementwise
// functions up to 4 units in the last place away, of sums and functions of several steps
// 16; of float16 and bfloat16, which are rounded once, 1 and 2; where terms cancel, up to
// an error that follows from the operands (see bounds).
//
// What a backend says that it lacks (a dtype, or an error of kind ErrUnsupported that
// names it) is a gap, which is counted, and no disagreement.
type Consistency struct {
	Backends []string         // the first one's values are compared with; all linked ones if empty
	Gaps     map[string][]Gap // of each backend
	Flush    bool             // subnormals count as zero, and are no operands
}

// mostBytes is what an array of a call may take: what is meant to be too much is refused, and Bincount of the greatest int32
// does not take 16 GiB where a machine has them.
const mostBytes = 1 << 26

// boundedEnv returns an Env on a backend, of arrays of up to mostBytes.
func boundedEnv(backendName string) (*ivy.Env, error) {
	e, err := ivy.NewEnv(backendName)
	if err == nil {
		e.SetMaxBytes(mostBytes)
	}
	return e, err
}

// every returns of how many calls one is made, always the same: all if tests are thorough, else one of three with one backend, one of 36 with
// several, and a tenth with -short.
func (c *comparison) every() int {
	switch {
	case testing.Short():
		return race.Sparse(10)
	case thorough.All():
		return 1
	case len(c.backends) > 1:
		return 36
	}
	return 3
}

// Run runs the comparison, a subtest for each function. It makes a part of the calls, always the same, with -short, or
// unless the environment variable GOIVY_CONSISTENCY is "all".
func (c Consistency) Run(t *testing.T) {
	r, err := c.prepare()
	require.NoError(t, err)
	var mu sync.Mutex
	total := newTally()
	report := func(t *testing.T, one *tally) {
		for i, d := range one.disagreements {
			if i == failuresShown {
				t.Errorf("and %d more of %d calls", len(one.disagreements)-i, one.calls)
				break
			}
			t.Error(d)
		}
		mu.Lock()
		defer mu.Unlock()
		total.add(one)
	}
	t.Run("functions", func(t *testing.T) {
		for _, op := range ops.All() {
			if !op.Hidden {
				t.Run(op.Name, func(t *testing.T) {
					t.Parallel()
					report(t, r.function(op, r.every()))
				})
			}
		}
	})
	t.Run("promotion", func(t *testing.T) { report(t, r.promotion(r.every())) })
	t.Log(total)
}

// A tally is what came out of some trials.
type tally struct {
	calls         int
	cells         map[string]bool // function, dtypes and kinds of operands
	gaps          map[string]int  // of each backend
	disagreements []string
}

func newTally() *tally { return &tally{cells: map[string]bool{}, gaps: map[string]int{}} }

func (t *tally) add(u *tally) {
	t.calls += u.calls
	t.disagreements = append(t.disagreements, u.disagreements...)
	maps.Copy(t.cells, u.cells)
	for b, n := range u.gaps {
		t.gaps[b] += n
	}
}

func (t *tally) fault(format string, args ...any) {
	t.disagreements = append(t.disagreements, fmt.Sprintf(format, args...))
}

// String returns the totals in a line.
func (t *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d cases of function, dtypes and kinds of operands in %d calls: %d disagreements", len(t.cells), t.calls, len(t.disagreements))
	for _, name := range sortedKeys(t.gaps) {
		fmt.Fprintf(&b, ", %d gaps of %s", t.gaps[name], name)
	}
	return b.String()
}

// A setting is what an Env is told before the calls.
type setting struct {
	name  string
	apply func(*ivy.Env) // nil: nothing
}

var settings = []setting{
	{},
	{"precise mode off", func(e *ivy.Env) { e.SetPreciseMode(false) }},
	{"wide defaults", wideDefaults},
	{"wide defaults, precise mode off", func(e *ivy.Env) { wideDefaults(e); e.SetPreciseMode(false) }},
	{"narrow defaults", func(e *ivy.Env) {
		e.SetDefaultIntDtype(dtype.Int8)
		e.SetDefaultUintDtype(dtype.Uint8)
		e.SetDefaultFloatDtype(dtype.BFloat16)
	}},
	{"default dtype float64", func(e *ivy.Env) { e.SetDefaultDtype(dtype.Float64) }},
	{"default dtype int64", func(e *ivy.Env) { e.SetDefaultDtype(dtype.Int64) }},
	{"the rule array-api", func(e *ivy.Env) { e.SetPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults)) }},
}

func wideDefaults(e *ivy.Env) {
	e.SetDefaultIntDtype(dtype.Int64)
	e.SetDefaultUintDtype(dtype.Uint64)
	e.SetDefaultFloatDtype(dtype.Float64)
	e.SetDefaultComplexDtype(dtype.Complex128)
}

// A subject is one that calls are made on: a backend, or abstract arrays.
type subject struct {
	name   string
	dtypes dtype.Set
	gaps   []Gap
	envs   map[*setting]*ivy.Env
	odd    map[*setting]*suite // which make options, nil where none are odd
}

const abstractName = "inference"

// A comparison is a Consistency made ready.
type comparison struct {
	backends   []*subject
	abstract   *subject
	subnormals bool
}

func (c Consistency) prepare() (*comparison, error) {
	names := c.Backends
	if len(names) == 0 {
		names = backend.Linked()
	}
	r := &comparison{subnormals: !c.Flush}
	subjectOf := func(name, backendName string) (*subject, error) {
		b, err := backend.Lookup(backendName)
		if err != nil {
			return nil, err
		}
		s := &subject{name: name, dtypes: b.Dtypes(), gaps: c.Gaps[name], envs: map[*setting]*ivy.Env{}}
		for i := range settings {
			env, err := boundedEnv(backendName)
			if err != nil {
				return nil, err
			}
			if settings[i].apply != nil {
				settings[i].apply(env)
			}
			s.envs[&settings[i]] = env
		}
		return s, nil
	}
	for _, name := range names {
		s, err := subjectOf(name, name)
		if err != nil {
			return nil, err
		}
		r.backends = append(r.backends, s)
	}
	var err error
	r.abstract, err = subjectOf(abstractName, "native") // which has every dtype
	return r, err
}

// function makes the trials of a function on every subject, or one of so many.
func (c *comparison) function(op *ops.Op, every int) *tally {
	total := newTally()
	answered := map[dtype.Dtype]bool{} // operands that had a result
	with := map[ops.Opt]bool{}         // options that a result had
	for i := range settings {
		s := &sampler{op: op, setting: &settings[i], subnormals: c.subnormals}
		n := 0
		for t := range s.trials() {
			if n++; n%every != 1%every {
				continue
			}
			if c.try(t, total) {
				for _, x := range t.operands {
					if a, ok := x.(rawArray); ok && len(a.shape) > 0 {
						answered[a.dtype] = true
					}
				}
				for _, o := range t.options() {
					with[o] = true
				}
			}
		}
		if s.err != nil {
			total.fault("%v: %v", op, s.err)
			return total
		}
		if n == 0 {
			total.fault("%v: no sample", op)
		}
	}
	if every > 1 {
		return total
	}
	if len(op.Params) > 0 && op.Params[0].Kind != ops.Ints && op.Params[0].Kind != ops.Int && op.Params[0].Kind != ops.Scalar {
		for _, d := range taken(op).Dtypes() {
			if !answered[d] {
				total.fault("%v: no sample of operands of %v has a result", op, d)
			}
		}
	}
	for _, o := range op.Opts {
		if o != ops.Out && o != ops.Device && !with[o] {
			total.fault("%v: no sample with option %v has a result", op, o)
		}
	}
	return total
}

// taken returns the dtypes that a function takes, in whatever dtype it works then.
func taken(op *ops.Op) dtype.Set {
	switch {
	case op.Logical:
		return dtype.All
	case op.Lift:
		return op.In | dtype.Integer | dtype.Boolean
	}
	return op.In
}

// An outcome is what a call gave.
type outcome struct {
	results []result
	err     error
	panic   any // another panic than an *ivy.Error
}

// A result is one array of an outcome; data is nil if it is abstract.
type result struct {
	dtype dtype.Dtype
	shape []int
	data  []byte
}

// kind returns the kind of outcome, "" for results.
func (o *outcome) kind() string {
	switch {
	case o.panic != nil:
		return "panic"
	case o.err == nil:
		return ""
	case errors.Is(o.err, ivy.ErrBackend):
		return "backend"
	case errors.Is(o.err, ivy.ErrDevice):
		return "device"
	}
	for name, k := range kinds {
		if errors.Is(o.err, k) {
			return name
		}
	}
	return "none"
}

// String returns what a call gave: dtypes and shapes, or the error.
func (o *outcome) String() string {
	switch {
	case o.panic != nil:
		return fmt.Sprintf("panics with %v", o.panic)
	case o.err != nil:
		return fmt.Sprintf("fails: %v (an error of kind %s)", o.err, o.kind())
	}
	parts := make([]string, len(o.results))
	for i, r := range o.results {
		parts[i] = r.dtype.String() + shape.Text(r.shape)
	}
	return "gives " + strings.Join(parts, ", ")
}

// run makes a call.
func (s *subject) run(t *trial, args []any) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{panic: p}
		}
	}()
	o.err = ivy.Try(func() {
		g := s.given(t, args)
		zs := g.on(s.envs[t.setting], g.args)
		if g.out != nil && (len(zs) != 1 || zs[0] != g.out) {
			panic("the result is not the array that Out gives")
		}
		o.results = s.results(zs)
	})
	return o
}

// results returns what is in arrays.
func (s *subject) results(zs []*ivy.Array) (out []result) {
	for _, x := range zs {
		r := result{dtype: x.Dtype(), shape: x.Shape()}
		if !x.IsAbstract() {
			r.data = native(rawArray{dtype: r.dtype, shape: r.shape, data: x.Bytes()})
		} else if s.name != abstractName {
			panic("an abstract result")
		}
		out = append(out, r)
	}
	return out
}

// given are the arguments of a trial as they are on a subject.
type given struct {
	call              // its args are the arguments, then the values of options
	n    int          // how many of them are arguments
	out  *ivy.Array   // of the option Out
	rest []ivy.Option // the options; nil where one is made of the next of the values
	made []func(any) ivy.Option
}

// on makes the call with args instead of g's.
func (g *given) on(env *ivy.Env, args []any) []*ivy.Array {
	opts := slices.Clone(g.rest)
	for i, k := 0, g.n; i < len(opts); i++ {
		if g.made[i] != nil {
			opts[i] = g.made[i](args[k])
			k++
		}
	}
	return env.Call(g.op, args[:g.n:g.n], opts...)
}

// given makes the arrays of a trial.
func (s *subject) given(t *trial, args []any) *given {
	env := s.envs[t.setting]
	g := &given{n: len(args)}
	g.op = t.op
	add := func(x any) any {
		switch v := x.(type) {
		case rawArray:
			x = s.array(env, v)
		case []rawArray:
			xs := make([]*ivy.Array, len(v))
			for i, a := range v {
				xs[i] = s.array(env, a).(*ivy.Array)
			}
			x = xs
		}
		g.args = append(g.args, x)
		return x
	}
	for _, x := range args {
		add(x)
	}
	for _, opt := range t.opts {
		var o ivy.Option
		var make func(any) ivy.Option
		switch opt := opt.(type) {
		case variant:
			o = opt.Option
		case misfit:
			o = s.misfit(t.setting, opt)
		case valued:
			make = valuedOptions[opt.opt]
			if x := add(opt.v); opt.opt == ops.Out {
				g.out, _ = x.(*ivy.Array)
			}
		}
		g.rest, g.made = append(g.rest, o), append(g.made, make)
	}
	return g
}

func (s *subject) array(env *ivy.Env, a rawArray) any {
	if s.name == abstractName {
		return env.Abstract(a.dtype, a.shape...)
	}
	return a.make(env)
}

// try makes a trial on every subject and notes what they disagree about. ok is whether
// there is a result.
func (c *comparison) try(t *trial, total *tally) (ok bool) {
	total.calls++
	total.cells[t.cell()] = true
	ref := c.inferred(t, total)
	if regular := c.compareBackends(t, &ref, total); !regular || ref.outcome == nil {
		return false
	}
	if wrong := c.row(t, ref.outcome); wrong != "" {
		total.fault("%v: %s %v, but %s", t, ref.name, ref.outcome, wrong)
	}
	if t.mirror != nil {
		c.compareMirror(t, ref, total)
	}
	return ref.kind() == ""
}

// A reference is the outcome that others are compared with, and the name of its subject.
type reference struct {
	*outcome // nil if there is none yet
	name     string
}

// inferred returns the outcome of a trial with abstract arrays, if there is one to compare with.
func (c *comparison) inferred(t *trial, total *tally) (ref reference) {
	if !hasArray(t.args) || t.op == ops.FromDlpack { // which leaves the abstract
		return ref
	}
	o := c.abstract.run(t, t.args)
	switch k := o.kind(); {
	case k == "panic" || k == "backend":
		total.fault("%v: %s %v", t, abstractName, &o)
	case k == "unsupported" && needsValues(t):
	case k == "" && needsValues(t):
		total.fault("%v: %s %v, and the shape depends on values", t, abstractName, &o)
	default:
		ref = reference{&o, abstractName}
	}
	return ref
}

// compareBackends makes a trial on every backend and notes which ones have another kind of outcome,
// dtype or shape than ref, and other values than the first backend with a result. If
// there is no ref, it becomes the outcome of the first backend that has the function. regular is false for
// matrices without a result, and other elements that there is none of, of which inference knows nothing, and all backends the same.
func (c *comparison) compareBackends(t *trial, ref *reference, total *tally) (regular bool) {
	var first, failed reference // whose values count, and a backend that finds a matrix without a result
	defer func() {
		if failed.outcome != nil && first.outcome != nil && !t.loose {
			total.fault("%v: %s %v, but %s has a result", t, failed.name, failed.outcome, first.name)
		}
	}()
	for _, s := range c.backends {
		o := s.run(t, t.args)
		k := o.kind()
		if k != "" && k != "panic" && s.lacks(t, ref.outcome, &o) {
			total.gaps[s.name]++
			continue
		}
		if k == "panic" || k == "backend" {
			total.fault("%v: %s %v", t, s.name, &o)
			continue
		}
		if (k == "linalg" || refusesElements(t.op, k)) && (ref.outcome == nil || ref.kind() == "") {
			failed = reference{&o, s.name}
			continue
		}
		if ref.outcome == nil {
			*ref = reference{&o, s.name}
		}
		if differ(ref.outcome, &o) {
			total.fault("%v: %s %v, but %s %v", t, s.name, &o, ref.name, ref.outcome)
			continue
		}
		if k != "" {
			continue
		}
		if first.outcome == nil {
			first = reference{&o, s.name}
		} else if diff := c.values(t, first.outcome, &o); diff != "" {
			total.fault("%v: %s gives another value than %s: %s", t, s.name, first.name, diff)
		}
	}
	return failed.outcome == nil
}

// compareMirror makes a trial with its operands exchanged, and notes another dtype than ref has.
func (c *comparison) compareMirror(t *trial, ref reference, total *tally) {
	s := c.backends[0]
	if ref.name == abstractName {
		s = c.abstract
	}
	o := s.run(t, t.mirror)
	both := []string{ref.kind(), o.kind()}
	slices.Sort(both) // an error of another kind than dtype says nothing of dtypes
	if both[0] == "" && (both[1] == "dtype" || both[1] == "" && o.results[0].dtype != ref.results[0].dtype) {
		total.fault("%v: %s %v, but with its operands exchanged %v", t, ref.name, ref.outcome, &o)
	}
}

// hasArray reports whether there are arrays among the arguments, so that abstract ones
// can replace them.
func hasArray(args []any) bool {
	return slices.ContainsFunc(args, func(x any) bool {
		switch x.(type) {
		case rawArray, []rawArray:
			return true
		}
		return false
	})
}

// refusesElements reports whether an error of this kind may be one of the elements of op's operands, not of their dtypes and shapes.
func refusesElements(op *ops.Op, kind string) bool {
	switch op {
	case ops.Digitize, ops.Histogram, ops.HistogramDD, ops.InvertPermutation, ops.RavelMultiIndex, ops.UnravelIndex:
		return kind == "value" || kind == "index"
	}
	return false
}

// needsValues reports whether the shape of a result depends on the elements of arrays.
func needsValues(t *trial) bool {
	switch t.op {
	case ops.ArgWhere, ops.Bincount, ops.NMS, ops.Nonzero.Op, ops.TrimZeros, ops.UniqueAll.Op, ops.UniqueConsecutive, ops.UniqueCounts, ops.UniqueInverse, ops.UniqueValues:
		return true
	case ops.Split:
		return slices.ContainsFunc(t.opts, func(o any) bool {
			v, ok := o.(valued)
			if ok {
				_, ok = v.v.(rawArray)
			}
			return ok
		})
	case ops.DSplit, ops.HSplit, ops.NanQuantile, ops.Quantile, ops.Repeat, ops.VSplit:
		if len(t.args) < 2 {
			return false
		}
		_, ok := t.args[1].(rawArray)
		return ok
	}
	return false
}

// differ reports whether two outcomes are of different kinds, or have results of
// different dtypes or shapes.
func differ(x, y *outcome) bool {
	return x.kind() != y.kind() || !slices.EqualFunc(x.results, y.results, func(a, b result) bool {
		return a.dtype == b.dtype && slices.Equal(a.shape, b.shape)
	})
}

// lacks reports whether a failure is what the backend says that it cannot do: an error
// of kind ErrUnsupported that names it, a dtype that it does not have, or a Gap.
func (s *subject) lacks(t *trial, ref, o *outcome) bool {
	if o.kind() == "unsupported" && (ref == nil || ref.kind() != "unsupported") {
		return strings.Contains(o.err.Error(), s.name)
	}
	used := t.dtypes(s.envs[t.setting])
	if ref != nil {
		for _, r := range ref.results {
			used |= dtype.Of(r.dtype)
		}
	}
	if o.kind() == "dtype" && used&^s.dtypes != 0 {
		return true
	}
	return slices.ContainsFunc(s.gaps, func(g Gap) bool { return g.Op == t.op.Name && g.Dtypes&used != 0 })
}

// dtypes returns the dtypes that a trial has to do with: those of its operands, of what
// they are promoted to, and of its arguments.
func (t *trial) dtypes(env *ivy.Env) (used dtype.Set) {
	given := slices.Clone(t.args)
	for _, o := range t.opts {
		if v, ok := o.(valued); ok {
			given = append(given, v.v)
		}
	}
	if d, ok := t.explicit(); ok {
		given = append(given, d)
	}
	for _, x := range given {
		switch x := x.(type) {
		case dtype.Dtype:
			used |= dtype.Of(x)
		case rawArray:
			used |= dtype.Of(x.dtype)
		case []rawArray:
			for _, a := range x {
				used |= dtype.Of(a.dtype)
			}
		}
	}
	xs, ok := t.promoted()
	if !ok {
		xs = t.operands
	}
	if d, err := common(env, xs); err == nil {
		used |= dtype.Of(d)
		if t.op.Lift && !dtype.Inexact.Has(d) {
			used |= dtype.Of(env.DefaultFloatDtype())
		}
	}
	return used
}

// joined returns the dtype that Concat and Stack promote arrays to: none, where all have one.
func joined(env *ivy.Env, arrays []any) (d dtype.Dtype, err error) {
	for i, x := range arrays {
		switch a, ok := x.(rawArray); {
		case !ok || i > 0 && a.dtype != d:
			return common(env, arrays)
		default:
			d = a.dtype
		}
	}
	return d, nil
}

// common returns the dtype that operands are promoted to.
func common(env *ivy.Env, operands []any) (d dtype.Dtype, err error) {
	args := make([]any, len(operands))
	for i, x := range operands {
		if a, ok := x.(rawArray); ok {
			x = a.dtype
		}
		args[i] = x
	}
	err = ivy.Try(func() { d = env.ResultType(args...) })
	return d, err
}

// promoted returns the operands of a trial that are promoted together; ok is whether
// the result's dtype follows from what they become.
func (t *trial) promoted() (xs []any, ok bool) {
	switch t.op.Family {
	case ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary, ops.FamilyReduce, ops.FamilyScan, ops.FamilySort, ops.FamilyJoin, ops.FamilyProduct, ops.FamilySearch:
	default:
		switch t.op {
		case ops.AllClose, ops.Clip, ops.ConvGeneralDilated, ops.Diff, ops.Einsum, ops.IsClose, ops.LayerNorm, ops.Linear, ops.Stack, ops.TensorDot, ops.VecDot,
			ops.ColumnStack, ops.ConcatFromSequence, ops.DStack, ops.HStack, ops.PadSequence, ops.VStack,
			ops.BatchedOuter, ops.Dot, ops.GeneralInnerProduct, ops.Inner, ops.ModeDot,
			ops.ArrayEqual, ops.FloatPower, ops.Fmod, ops.Heaviside, ops.Interp, ops.Lerp, ops.LogAddExp2, ops.Polyval, ops.StablePow, ops.TruncDivide,
			ops.Cross, ops.FFTConvolve, ops.Kron, ops.Outer, ops.Solve, ops.SolveTriangular:
		default:
			return nil, false
		}
	}
	for i, p := range t.op.Params {
		if len(t.args) == 0 {
			return nil, false
		}
		switch x := t.args[min(i, len(t.args)-1)].(type) {
		case []rawArray:
			for _, a := range x {
				xs = append(xs, a)
			}
		case nil:
		default:
			if p.Kind == ops.Operand || p.Kind == ops.Optional {
				xs = append(xs, x)
			}
		}
	}
	if t.op == ops.Where.Op && len(xs) > 0 {
		xs = xs[1:]
	}
	for _, o := range t.opts {
		if v, ok := o.(valued); ok {
			switch v.opt {
			case ops.Append, ops.Bias, ops.OffsetOpt, ops.Prepend, ops.ScaleOpt:
				xs = append(xs, v.v)
			}
		}
	}
	return xs, true
}

// unpromoted returns the dtype of the (first) result of a trial of a function that
// promotes nothing: the one asked for, the operand's, or a default; ok is false for
// trials about which it does not know.
func (t *trial) unpromoted(env *ivy.Env, def dtype.Defaults) (d dtype.Dtype, ok bool) {
	if d, ok := t.explicit(); ok {
		return d, true
	}
	has := func(kind func(any) bool) bool { return slices.ContainsFunc(t.args, kind) }
	isFloat := func(x any) bool { _, ok := x.(float64); return ok }
	isComplex := func(x any) bool { _, ok := x.(complex128); return ok }
	isSized := func(x any) bool { _, ok := x.(int8); return ok }
	switch t.op {
	case ops.Astype:
		return t.args[1].(dtype.Dtype), true
	case ops.Empty, ops.Ones, ops.Zeros:
		return env.DefaultDtype(), true
	case ops.Eye.Op, ops.FFTFreq, ops.RFFTFreq,
		ops.HannWindow, ops.HammingWindow, ops.BlackmanWindow, ops.BartlettWindow, ops.KaiserWindow, ops.KaiserBesselDerivedWindow, ops.VorbisWindow:
		return def.Float, true
	case ops.Full.Op:
		d, err := common(env, t.args[1:])
		return d, err == nil
	case ops.Arange.Op:
		if has(isFloat) {
			return def.Float, !has(isSized)
		}
		return def.Int, !has(isSized)
	case ops.Linspace.Op:
		if has(isComplex) {
			return def.Complex, true
		}
		return def.Float, true
	case ops.OneHot:
		return def.Float, len(t.opts) == 0
	case ops.Indices, ops.SparseIndices, ops.TrilIndices, ops.TriuIndices:
		return dtype.Int64, true
	case ops.MelWeightMatrix:
		return def.Float, true
	case ops.Logspace:
		return dtype.Invalid, false
	case ops.NMS, ops.Nonzero.Op:
		return dtype.Int64, true
	case ops.ScatterFlat, ops.ScatterND, ops.UnsortedSegmentMean: // of another operand, or lifted
		return dtype.Invalid, false
	case ops.Choose:
		if len(t.args) < 2 {
			return dtype.Invalid, false
		}
		list, ok := t.args[1].([]rawArray)
		if !ok || len(list) == 0 {
			return dtype.Invalid, false
		}
		xs := make([]any, len(list))
		for i, a := range list {
			xs[i] = a
		}
		d, err := joined(env, xs)
		return d, err == nil
	case ops.EinopsReduce: // as the function that it reduces by
		d, err := common(env, t.args[:1])
		if a, ok := t.args[0].(rawArray); ok {
			d, err = a.dtype, nil
		}
		by := ops.Lookup(t.args[2].(string))
		if by.Lift && !dtype.Inexact.Has(d) {
			d = def.Float
		}
		return by.Out(d, def), err == nil
	}
	switch t.op.Group {
	case ops.Creation, ops.Dtypes, ops.Indexing, ops.Manipulation, ops.Sets:
		if list, ok := t.args[0].([]rawArray); ok {
			return list[0].dtype, true
		}
		if a, ok := t.args[0].(rawArray); ok {
			return a.dtype, true
		}
		d, err := common(env, t.args[:1])
		return d, err == nil
	}
	return dtype.Invalid, false
}

// row returns what the table's row, and the promotion of all operands at once, say
// about a trial's dtype, where that is something else than the outcome.
func (c *comparison) row(t *trial, o *outcome) string {
	k := o.kind()
	env := c.backends[0].envs[t.setting]
	def := dtype.Defaults{Int: env.DefaultIntDtype(), Uint: env.DefaultUintDtype(), Float: env.DefaultFloatDtype(), Complex: env.DefaultComplexDtype()}
	xs, ok := t.promoted()
	if _, explicit := t.explicit(); explicit || !ok {
		if d, ok := t.unpromoted(env, def); ok && k == "" && len(o.results) > 0 && o.results[0].dtype != d {
			return fmt.Sprintf("%v is promised", d)
		}
		return ""
	}
	if k != "" && k != "dtype" {
		return ""
	}
	d, err := computed(t.op, env, def, xs)
	switch {
	case err != nil:
		if k == "" {
			return fmt.Sprintf("its operands have no dtype in common: %v", err)
		}
	case !t.op.In.Has(d):
		if k == "" {
			return fmt.Sprintf("its row does not take %v", d)
		}
	case k != "" && t.op != ops.Diff && !slices.Contains(t.options(), ops.Sorter) && !slices.Contains(t.options(), ops.PaddingValue): // which have a dtype of their own
		return fmt.Sprintf("its row takes %v, which its operands have in common", d)
	case k == "" && t.op.Out(d, def) != o.results[0].dtype:
		return fmt.Sprintf("its row says %v of %v, which its operands have in common", t.op.Out(d, def), d)
	}
	return ""
}

// computed returns the dtype that op computes in with operands xs: what they have in common,
// and a float dtype where op lifts integers.
func computed(op *ops.Op, env *ivy.Env, def dtype.Defaults, xs []any) (dtype.Dtype, error) {
	if op == ops.LayerNorm { // scale and offset meet a normalized x
		if d, err := common(env, xs[:1]); err == nil && !dtype.Inexact.Has(d) {
			xs[0] = def.Float
		}
	}
	d, err := common(env, xs)
	if a, single := xs[0].(rawArray); single && len(xs) == 1 && !listed(op) { // no rule is asked
		d, err = a.dtype, nil
	}
	if op.Family == ops.FamilyJoin || op == ops.Stack || op == ops.BatchedOuter || op.Group == ops.Manipulation && listed(op) {
		d, err = joined(env, xs)
	}
	switch {
	case op.Logical:
		return dtype.Bool, nil
	case err == nil && op.Lift && !dtype.Inexact.Has(d):
		return def.Float, nil
	}
	return d, err
}

// values returns how the values of got differ from those of want, or "".
func (c *comparison) values(t *trial, want, got *outcome) string {
	if t.loose {
		return ""
	}
	for i, w := range want.results {
		g, x := got.results[i].data, w.data
		part := w.dtype.Component()
		if !c.subnormals && part.IsFloat() {
			g, x = flushed(part, g), flushed(part, x)
		}
		if string(g) == string(x) {
			continue
		}
		n := len(x) / part.Size()
		open := make([]byte, n)
		if zerosOpen[t.op.Name] || t.op.Group == ops.Losses || w.dtype.IsComplex() || stable(t.op) || t.op.Group == ops.FFTs {
			for j := range open {
				open[j] = openZero
			}
		}
		if w.dtype.IsComplex() { // a part that overflows leaves the other one open
			for j := 0; j+1 < n; j += 2 {
				size := part.Size()
				if re, im := float(part, x[j*size:]), float(part, x[(j+1)*size:]); re-re != 0 || im-im != 0 {
					open[j], open[j+1] = openNumber, openNumber
				}
			}
		}
		slack := make([]float64, n)
		differ := func() string {
			return compareData(g, rawArray{dtype: w.dtype, shape: w.shape, data: x}, open, slack, allowance(t, part))
		}
		diff := differ()
		if diff == "" {
			continue
		}
		if dtype.Inexact&dtype.Of(w.dtype) == 0 && c.open(t, w) { // a rank, or the order of rows
			continue
		}
		b := c.bounds(t, want, i) // which takes a while
		if b == nil {
			return diff
		}
		parts := n / max(len(b.slack), 1)
		for j := range slack {
			slack[j] = b.slack[j/parts]
			if b.open[j/parts] {
				open[j] = openNumber
			}
		}
		if diff := differ(); diff != "" {
			return diff
		}
	}
	return ""
}

// open reports whether the integers that a function of matrices returns depend on rounding.
func (c *comparison) open(t *trial, w result) (open bool) {
	if !stable(t.op) {
		return false
	}
	e := &estimate{env: c.abstract.envs[&settings[0]], t: t, dtype: dtype.Float32, n: shape.Size(w.shape)}
	for _, x := range t.operands {
		if a, ok := x.(rawArray); ok && a.dtype.Component() == dtype.Float64 {
			e.dtype = dtype.Float64
		}
	}
	e.limits, _ = dtype.Finfo(e.dtype)
	e.eps = e.limits.Eps
	err := ivy.Try(func() { open = e.undecided() })
	return open || err != nil
}

// zerosOpen are the functions for which the standard leaves open which of two zeros
// they choose, whether a sum begins with +0, or what remains of terms that cancel. So it
// does for arithmetic of complex numbers.
var zerosOpen = map[string]bool{
	"Clip": true, "CumulativeSum": true, "Trapz": true, "Fmax": true, "Fmin": true, "LayerNorm": true, "Mean": true, "Maximum": true, "Minimum": true, "Max": true, "Min": true, "Sum": true, "EinopsReduce": true,
	"MatMul": true, "TensorDot": true, "VecDot": true, "Einsum": true, "Linear": true, "ConvGeneralDilated": true,
	"AdaptiveAvgPool": true, "AdaptiveMaxPool": true, "AvgPool": true, "MaxPool": true, "MaxPoolWithIndices": true, "Fold": true, "ConvGeneralTranspose": true, "DepthwiseConv": true, "Interpolate": true, "LPPool": true, "GridSample": true, "ROIAlign": true, "SeparableConv": true, "LocalResponseNorm": true,
	"EmbeddingBag": true, "MultiHeadAttention": true, "ScaledDotProductAttention": true, "BatchNorm": true, "GroupNorm": true, "InstanceNorm": true, "RMSNorm": true,
}

// rounded are the functions whose results IEEE 754 fixes to the last bit, for real
// operands.
var rounded = map[string]bool{
	"Abs": true, "Add": true, "Ceil": true, "Clip": true, "Conj": true, "CopySign": true, "Diff": true, "Divide": true, "Floor": true, "Max": true, "Min": true, "Fmax": true, "Fmin": true,
	"Imag": true, "Maximum": true, "Minimum": true, "Multiply": true, "NanToNum": true, "Negative": true, "NextAfter": true, "Positive": true, "Real": true,
	"Reciprocal": true, "Relu": true, "Round": true, "Sign": true, "Sqrt": true, "Square": true, "Subtract": true, "Trunc": true,
}

// moved are the rows of group fft that compute nothing of elements.
var moved = map[*ops.Op]bool{
	ops.FFTFreq: true, ops.RFFTFreq: true, ops.FFTShift: true, ops.IFFTShift: true,
	ops.HannWindow: true, ops.HammingWindow: true, ops.BlackmanWindow: true, ops.BartlettWindow: true,
	ops.KaiserWindow: true, ops.KaiserBesselDerivedWindow: true, ops.VorbisWindow: true,
}

// allowance returns by how many units in the last place a float of dtype d, part of a
// trial's result, may differ between backends. Functions that move, choose or cast
// elements, and those that are rounded as IEEE 754 says, may not. Others round once to
// the narrow floats, which are computed in float32; of wider ones the libraries'
// elementary functions are a few units apart, sums and functions of several steps more.
func allowance(t *trial, d dtype.Dtype) float64 {
	narrow := dtype.Narrow.Has(d)
	steps := func(few, many float64) float64 {
		if narrow {
			return few
		}
		return many
	}
	complexes := slices.ContainsFunc(t.operands, func(x any) bool {
		a, ok := x.(rawArray)
		if ok {
			return a.dtype.IsComplex()
		}
		v, _, ok := backend.ScalarOf(x)
		return ok && v.Kind == dtype.KindComplex
	})
	switch {
	case rounded[t.op.Name] && !complexes:
		return 0
	case t.op == ops.Pow.Op && complexes: // an exponential of a product
		return 64
	case t.op.Group == ops.Elementwise && complexes && !rounded[t.op.Name]: // several elementary functions make one of complex numbers
		return steps(1, 8)
	case t.op.Group == ops.Elementwise, t.op.Group == ops.FFTs && !moved[t.op]:
		return steps(1, 4)
	case t.op.Group == ops.Special: // of several steps in float64
		if d != dtype.Float64 {
			return 1
		}
		return 16
	case t.op == ops.EinopsReduce, t.op.Group == ops.Linalg, neural(t.op.Group), t.op.Group == ops.Statistical, t.op.Group == ops.Utility:
		return steps(2, 16)
	case t.op == ops.Linspace.Op, t.op == ops.Arange.Op:
		return 2
	}
	return 0
}

// flushed returns floats, little-endian, with subnormals as zeros of their sign.
func flushed(d dtype.Dtype, data []byte) []byte {
	f, err := dtype.Finfo(d)
	if err != nil {
		return data
	}
	data = slices.Clone(data)
	size := d.Size()
	for i := 0; i < len(data); i += size {
		if math.Abs(float(d, data[i:])) < f.SmallestNormal {
			sign := data[i+size-1] & 0x80
			clear(data[i : i+size])
			data[i+size-1] = sign
		}
	}
	return data
}

// promotion holds that the functions of promotion agree with one another and with what
// arrays become, with each setting: PromoteTypes, PromoteTypesOfInputs, TypePromoteArrays,
// ResultType in any order of the arguments, Add, and Concat of three arrays.
func (c *comparison) promotion(every int) *tally {
	total := newTally()
	all := dtype.All.Dtypes()
	for i := range settings {
		set := &settings[i]
		env := c.backends[0].envs[set]
		ask := func(f func() dtype.Dtype) (d dtype.Dtype) { // Invalid for an error of kind ErrDtype
			total.calls++
			if err := ivy.Try(func() { d = f() }); err != nil && !errors.Is(err, ivy.ErrDtype) {
				total.fault("%s: %v", set.name, err)
			}
			return d
		}
		same := func(what string, xs []any, want, got dtype.Dtype) {
			if want != got {
				total.fault("%s of %v is %v, but %v is promised with setting %q", what, xs, got, want, set.name)
			}
		}
		resultType := func(xs ...any) dtype.Dtype { return ask(func() dtype.Dtype { return env.ResultType(xs...) }) }
		inputs := func(x, y any) dtype.Dtype {
			return ask(func() dtype.Dtype {
				x, y := env.PromoteTypesOfInputs(x, y)
				if x.Dtype() != y.Dtype() {
					total.fault("PromoteTypesOfInputs gives %v and %v with setting %q", x.Dtype(), y.Dtype(), set.name)
				}
				return x.Dtype()
			})
		}
		add := func(x, y any) dtype.Dtype { return ask(func() dtype.Dtype { return env.Add(x, y).Dtype() }) }
		for _, d1 := range all {
			x, x0 := env.Abstract(d1, 2), env.Abstract(d1)
			for _, d2 := range all {
				total.cells[fmt.Sprint("promotion ", d1, d2)] = true
				y, y0 := env.Abstract(d2, 2), env.Abstract(d2)
				want := ask(func() dtype.Dtype { return env.PromoteTypes(d1, d2) })
				pair := []any{d1, d2}
				same("PromoteTypes in the other order", pair, want, ask(func() dtype.Dtype { return env.PromoteTypes(d2, d1) }))
				same("ResultType of dtypes", pair, want, resultType(d1, d2))
				for _, z := range [][2]any{{x, y}, {x0, y}, {x, y0}, {x0, y0}, {d1, y}, {x, d2}} {
					same("ResultType of arrays", pair, want, resultType(z[0], z[1]))
					same("ResultType of arrays in the other order", pair, want, resultType(z[1], z[0]))
				}
				for _, z := range [][2]*ivy.Array{{x, y}, {x0, y}, {x, y0}, {x0, y0}} {
					same("the dtype of Add", pair, want, add(z[0], z[1]))
					same("PromoteTypesOfInputs", pair, want, inputs(z[0], z[1]))
					same("TypePromoteArrays", pair, want, ask(func() dtype.Dtype {
						_, y := env.TypePromoteArrays(z[0], z[1])
						return y.Dtype()
					}))
				}
				for i, d3 := range all {
					if (int(d1)+int(d2)+i)%min(every, 10) != 0 {
						continue
					}
					want := resultType(d1, d2, d3)
					triple := []any{d1, d2, d3}
					same("ResultType in another order", triple, want, resultType(d3, d1, d2))
					same("ResultType in another order", triple, want, resultType(d2, d1, d3))
					if d1 == d2 && d2 == d3 {
						want = d1
					}
					same("the dtype of Concat", triple, want, ask(func() dtype.Dtype {
						return env.Concat([]*ivy.Array{x, y, env.Abstract(d3, 1)}).Dtype()
					}))
				}
			}
			scalars := goScalars
			if d1 == dtype.Bool { // with which an int may need more than the default
				scalars = append(scalars[:len(scalars):len(scalars)], backend.IntScalar(1<<40), uint64(math.MaxUint64))
			}
			for _, v := range scalars {
				total.cells[fmt.Sprintf("promotion %v %T", d1, v)] = true
				want := add(x, v)
				pair := []any{d1, v}
				same("the dtype of Add in the other order", pair, want, add(v, x))
				same("PromoteTypesOfInputs", pair, want, inputs(x, v))
				same("PromoteTypesOfInputs in the other order", pair, want, inputs(v, x0))
				same("the dtype of Add without axes", pair, want, add(x0, v))
				same("the dtype of Add without axes, in the other order", pair, want, add(v, x0))
				for _, z := range []any{x, x0, d1} {
					same("ResultType", pair, want, resultType(z, v))
					same("ResultType in the other order", pair, want, resultType(v, z))
				}
			}
		}
		for _, v := range goScalars {
			for _, w := range goScalars {
				total.cells[fmt.Sprintf("promotion %T %T", v, w)] = true
				want := add(v, w)
				same("the dtype of Add in the other order", []any{v, w}, want, add(w, v))
				same("ResultType", []any{v, w}, want, resultType(v, w))
				same("PromoteTypesOfInputs", []any{v, w}, want, inputs(v, w))
			}
		}
	}
	return total
}

// neural reports whether a group is of functions of neural networks.
func neural(g ops.Group) bool {
	return g == ops.Activations || g == ops.Layers || g == ops.Losses || g == ops.Norms
}
