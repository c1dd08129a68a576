package script

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

// namespace returns the module ivy: the rows of the table, and what is no row.
func (in *interp) namespace() *module {
	m := &module{"ivy", starlark.StringDict{}}
	inner := map[string]*module{}
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		f := in.row(op, nil)
		if op.Main() {
			m.members[op.Snake] = f
		}
		name := extensions[op.Group]
		if name == "" || op == ops.Einsum {
			continue
		}
		if inner[name] == nil {
			inner[name] = &module{"ivy." + name, starlark.StringDict{}}
			m.members[name] = inner[name]
		}
		inner[name].members[op.Snake] = f // linalg has those of the main namespace too
	}
	for name, f := range in.byHand() {
		m.members[name] = in.function("ivy."+name, f)
	}
	for _, sub := range inner { // Ivy has them by their names alone; its fft is the module here
		for name, f := range sub.members {
			if m.members[name] == nil {
				m.members[name] = f
			}
		}
	}
	m.members["array"] = m.members["asarray"]
	m.members["Array"] = &class{name: "ivy.Array", is: func(x starlark.Value) bool { return isArray(x) }}
	for name, v := range map[string]starlark.Value{
		"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E), "inf": starlark.Float(math.Inf(1)),
		"nan": starlark.Float(frontend.NaN), "newaxis": starlark.None,
	} {
		m.members[name] = v
	}
	for _, functions := range []map[string]function{in.gradients(), in.controls(), in.overElements(), in.decompositions(), in.backends(m)} {
		for name, f := range functions {
			m.members[name] = in.function("ivy."+name, f)
		}
	}
	wrappers := &module{"ivy.func_wrapper", starlark.StringDict{}}
	for name, f := range in.declarations() {
		m.members[name] = in.function("ivy."+name, f)
		wrappers.members[name] = m.members[name]
	}
	m.members["func_wrapper"] = wrappers
	m.members["Dtype"] = in.dtypeClass()
	in.dtypesOf(m)
	return m
}

func dtypeTuple(ds []ivy.Dtype) starlark.Tuple {
	t := make(starlark.Tuple, len(ds))
	for i, d := range ds {
		t[i] = dtypeValue{d: d}
	}
	return t
}

// pathOf returns the name below ivy that programs have a row's function by.
func pathOf(op *ops.Op) string {
	if !op.Main() {
		return extensions[op.Group] + "." + op.Snake
	}
	return op.Snake
}

// extensions are the namespaces below ivy of groups that have one, which are the standard's extensions.
var extensions = map[ops.Group]string{ops.FFTs: "fft", ops.Linalg: "linalg"}

// rowAt returns the row of a path below ivy, nil if it is none's.
func rowAt(path string) *ops.Op {
	name := path[strings.LastIndexByte(path, '.')+1:]
	if op := ops.Lookup(name); op != nil && !op.Hidden && pathOf(op) == path {
		return op
	}
	return nil
}

// row returns the function of a row of the table, or with self the method of an array.
func (in *interp) row(op *ops.Op, self *array) *starlark.Builtin {
	name := "ivy." + pathOf(op)
	return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if self != nil {
			args = append(starlark.Tuple{self}, args...)
			if last := len(op.Params) - 1; last == 1 && op.Params[1].Kind == ops.Ints && len(args) > 2+op.ByPos && allInts(args[1:]) {
				args = starlark.Tuple{self, args[1:]} // x.reshape(2, 3)
			}
		}
		c := call{in: in, op: op, name: name}
		if err := c.bind(args, kwargs); err != nil {
			return nil, err
		}
		var zs []*ivy.Array
		if err := try(func() { zs = in.env.Call(op, c.args, c.opts...) }); err != nil {
			return nil, err
		}
		if op.Names == nil {
			return in.wrap(zs[0]), nil
		}
		t := make(starlark.Tuple, len(zs))
		for i, z := range zs {
			t[i] = in.wrap(z)
		}
		if op.Names[0] == "*" {
			return t, nil
		}
		return &Results{name: op.Snake, names: op.Names, values: t}, nil
	})
}

func allInts(args starlark.Tuple) bool {
	for _, a := range args {
		if _, ok := a.(starlark.Int); !ok {
			return false
		}
	}
	return true
}

// A call is the arguments of a row's function being sorted out.
type call struct {
	in   *interp
	op   *ops.Op
	name string
	args []any
	opts []ivy.Option
}

// bind sorts the arguments of a call into those of the row and its options.
func (c *call) bind(args starlark.Tuple, kwargs []starlark.Tuple) error {
	g := given{call: c, params: c.op.Params, set: map[string]starlark.Value{}}
	if err := g.byPosition(args); err != nil {
		return err
	}
	for _, kv := range kwargs {
		if err := g.byName(string(kv[0].(starlark.String)), kv[1]); err != nil {
			return err
		}
	}
	if c.op == ops.Arange.Op {
		if err := g.bounds(); err != nil {
			return err
		}
	}
	if err := g.parameters(); err != nil {
		return err
	}
	return g.options()
}

// given is the arguments that a call was given, before they are converted.
type given struct {
	*call
	params  []ops.Param               // those that are given by position
	values  []starlark.Value          // theirs, nil where none was given
	rest    starlark.Tuple            // of a variadic parameter
	set     map[string]starlark.Value // of options
	lengths ivy.AxesLengths           // of the axes of a pattern

	stop, step starlark.Value // of arange
}

func (g *given) byPosition(args starlark.Tuple) error {
	if n := len(g.params); n > 0 {
		switch last := g.params[n-1].Kind; {
		case last == ops.Variadic || last == ops.Numbers:
			g.params = g.params[:n-1]
			if len(args) >= n {
				args, g.rest = args[:n-1], args[n-1:]
			}
		case g.op == ops.Meshgrid && (len(args) != 1 || isArray(plain(args[0]))): // meshgrid(*arrays)
			args = starlark.Tuple{args}
		}
	}
	g.values = make([]starlark.Value, len(g.params))
	if most := len(g.params) + g.op.ByPos; len(args) > most {
		names := g.names()
		return wrong("%s() takes at most %d positional arguments, got %d (by keyword: %s)", g.name, most, len(args), strings.Join(names[min(most, len(names)):], ", "))
	}
	n := copy(g.values, args)
	for i, a := range args[n:] {
		g.set[g.op.Keyword(g.op.Opts[i])] = a
	}
	return nil
}

func (g *given) byName(name string, v starlark.Value) error {
	i := slices.IndexFunc(g.params, func(p ops.Param) bool { return p.Name == name })
	// The axes of a pattern may have the names of parameters that positions gave.
	if g.op.Takes(ops.AxesLengths) && (i < 0 || g.values[i] != nil) && name != ops.Out.String() {
		return g.length(name, v)
	}
	isArange := g.op == ops.Arange.Op
	switch {
	case i >= 0 && g.values[i] != nil, g.set[name] != nil, name == "stop" && g.stop != nil:
		return g.twice(name)
	case i >= 0:
		g.values[i] = v
	case isArange && name == "stop":
		g.stop = v
	case isArange && name == "step":
		g.step = v
	case slices.ContainsFunc(g.op.Opts, func(o ops.Opt) bool { return g.op.Keyword(o) == name }):
		g.set[name] = v
	default:
		near := ""
		if s := nearest(name, g.names()); s != "" {
			near = fmt.Sprintf(" (did you mean %q?)", s)
		}
		return wrong("%s() has no parameter %q%s; it takes %s", g.name, name, near, strings.Join(g.names(), ", "))
	}
	return nil
}

func (g *given) twice(name string) error { return wrong("%s() got %q twice", g.name, name) }

// length takes the length of an axis of a pattern.
func (g *given) length(name string, v starlark.Value) error {
	n, err := toInt(v)
	if err != nil {
		return g.about(name, err)
	}
	if _, twice := g.lengths[name]; twice {
		return g.twice(name)
	}
	if g.lengths == nil {
		g.lengths = ivy.AxesLengths{}
	}
	g.lengths[name] = n
	return nil
}

// bounds puts arange's stop and step, which names gave, behind what positions gave.
func (g *given) bounds() error {
	if len(g.rest) > 2 || len(g.rest) > 0 && g.stop != nil || len(g.rest) > 1 && g.step != nil {
		return wrong("%s() takes start, stop and step", g.name)
	}
	if g.stop == nil && g.step != nil && len(g.rest) == 0 {
		g.stop = starlark.None
	}
	if g.stop != nil {
		g.rest = starlark.Tuple{g.stop}
	}
	if g.step != nil {
		g.rest = append(slices.Clip(g.rest), g.step)
	}
	return nil
}

// parameters converts the arguments of the row's parameters.
func (g *given) parameters() error {
	for i, p := range g.params {
		v := g.values[i]
		switch {
		case v != nil:
		case p.Kind == ops.Optional:
			g.args = append(g.args, nil)
			continue
		case p.Kind == ops.Arrays && g.op == ops.Meshgrid:
			v = starlark.Tuple{}
		default:
			return wrong("%s() needs %q", g.name, p.Name)
		}
		a, err := g.parameter(p, v)
		if err != nil {
			return g.about(p.Name, err)
		}
		g.args = append(g.args, a)
	}
	if n := len(g.params); n < len(g.op.Params) {
		return g.variadic(g.op.Params[n], g.rest)
	}
	return nil
}

// options converts the options, in the table's order.
func (g *given) options() error {
	if g.lengths != nil {
		g.opts = append(g.opts, g.lengths)
	}
	for _, o := range g.op.Opts {
		v, ok := g.set[g.op.Keyword(o)]
		if !ok {
			continue
		}
		opt, err := g.option(o, v)
		if err != nil {
			return g.about(g.op.Keyword(o), err)
		}
		if opt != nil {
			g.call.opts = append(g.call.opts, opt)
		}
	}
	return nil
}

// about says which argument an error of ours is about.
func (c *call) about(parameter string, err error) error { return about(c.name, parameter, err) }

// about says which function's argument an error of ours is about.
func about(function, parameter string, err error) error {
	if k, ok := err.(*kindError); ok {
		return errorf(k.kind, "%s(): %s: %s", function, parameter, k.msg)
	}
	return err
}

// names returns the keywords that the function takes.
func (c *call) names() []string {
	var out []string
	for _, p := range c.op.Params {
		if p.Kind == ops.Numbers {
			out = append(out, "stop", "step")
		} else {
			out = append(out, p.Name)
		}
	}
	for _, o := range c.op.Opts {
		if o == ops.AxesLengths {
			out = append(out, "**axes_lengths")
		} else {
			out = append(out, c.op.Keyword(o))
		}
	}
	return out
}

func (c *call) variadic(p ops.Param, rest starlark.Tuple) error {
	if p.Kind == ops.Numbers {
		for _, v := range rest {
			if v == starlark.None {
				c.args = append(c.args, nil)
				continue
			}
			a, err := c.number(v)
			if err != nil {
				return c.about(p.Name, err)
			}
			c.args = append(c.args, a)
		}
		return nil
	}
	if len(rest) == 1 { // broadcast_arrays([x, y])
		switch list := rest[0].(type) {
		case *starlark.List, starlark.Tuple:
			e, err := c.in.elements(list)
			if err != nil {
				return err
			}
			rest = e
		}
	}
	for _, v := range rest {
		a, err := c.in.toArray(v)
		if err != nil {
			return c.about(p.Name, err)
		}
		c.args = append(c.args, a)
	}
	return nil
}

// number returns a number or an array without axes.
func (c *call) number(v starlark.Value) (any, error) {
	if a, ok := plain(v).(*array); ok {
		return a.a, nil
	}
	s, ok, err := scalar(v)
	if !ok {
		return nil, wrong("got %s, want a number", typeName(v))
	}
	return s, err
}

func (c *call) parameter(p ops.Param, v starlark.Value) (any, error) {
	switch p.Kind {
	case ops.Operand:
		if c.op == ops.Asarray {
			if d, ok := v.(dtypeValue); ok {
				return nil, wrong("%s is a dtype", d)
			}
		}
		if c.op == ops.FromDlpack && !isArray(plain(v)) {
			return nil, wrong("got %s, want an array", typeName(v))
		}
		return c.in.operand(v)
	case ops.Optional:
		if v == starlark.None {
			return nil, nil
		}
		return c.in.operand(v)
	case ops.Arrays:
		e, err := c.in.elements(v)
		if err != nil {
			return nil, err
		}
		zs := make([]*ivy.Array, len(e))
		for i, x := range e {
			if zs[i], err = c.in.toArray(x); err != nil {
				return nil, err
			}
		}
		return zs, nil
	case ops.Int:
		return toInt(v)
	case ops.Ints:
		return c.in.toInts(v)
	case ops.IntPairs:
		return c.in.pairs(v)
	case ops.DtypeKind:
		return c.in.toDtype(v)
	case ops.Text:
		return toText(v)
	case ops.Scalar:
		return c.number(v)
	case ops.Padding:
		switch v.(type) {
		case starlark.String:
			return toText(v)
		case starlark.Int:
			return toInt(v)
		}
		return c.in.pairs(v)
	}
	return nil, wrong("a parameter of an unknown kind")
}

// pairs returns pad_width: one number, a pair, or a pair for each axis.
func (in *interp) pairs(v starlark.Value) ([][2]int, error) {
	list, ok := sequence(v)
	if !ok {
		n, err := toInt(v)
		return [][2]int{{n, n}}, err
	}
	pair := func(x starlark.Value) ([2]int, error) {
		n, err := in.toInts(x)
		switch {
		case err != nil:
			return [2]int{}, err
		case len(n) == 1:
			return [2]int{n[0], n[0]}, nil
		case len(n) != 2:
			return [2]int{}, wrong("%d numbers, want a pair", len(n))
		}
		return [2]int{n[0], n[1]}, nil
	}
	if list.Len() == 2 && isNumber(list.Index(0)) && isNumber(list.Index(1)) {
		p, err := pair(v)
		return [][2]int{p}, err
	}
	if list.Len() > ivyMaxRank {
		return nil, wrong("%d pairs", list.Len())
	}
	out := make([][2]int, list.Len())
	for i := range out {
		p, err := pair(list.Index(i))
		if err != nil {
			return nil, err
		}
		out[i] = p
	}
	return out, nil
}

const ivyMaxRank = 1 << 10

// wholeAxis reports whether the function works on the flattened array, or on all axes,
// when it is given no axis: None is what it has by default.
func wholeAxis(op *ops.Op) bool {
	switch op.Family {
	case ops.FamilyReduce, ops.FamilyScan:
		return true
	}
	switch op {
	case ops.UniqueConsecutive, ops.Take.Op, ops.Repeat, ops.Roll, ops.Flip, ops.Squeeze, ops.FFTN, ops.IFFTN, ops.RFFTN, ops.IRFFTN, ops.FFTConvolve, ops.FFTShift, ops.IFFTShift, ops.VectorNorm,
		ops.Histogram, ops.Median, ops.NanMax, ops.NanMean, ops.NanMedian, ops.NanMin, ops.NanProd, ops.NanQuantile, ops.Quantile:
		return true
	}
	return false
}

// option returns an option of the row, nil where None says that it is not given.
func (c *call) option(o ops.Opt, v starlark.Value) (ivy.Option, error) {
	if v == starlark.None {
		if o == ops.Axis && !wholeAxis(c.op) {
			return ivy.NoAxis{}, nil
		}
		return nil, nil
	}
	in := c.in
	switch o {
	case ops.Axis:
		if _, ok := sequence(v); ok {
			axes, err := in.toInts(v)
			return ivy.Axes(axes), err
		}
		n, err := toInt(v)
		return ivy.Axis(n), err
	case ops.Dtype:
		d, err := in.toDtype(v)
		return d, err
	case ops.Out:
		a, ok := v.(*array)
		if !ok {
			return nil, wrong("got %s, want an array", typeName(v))
		}
		return ivy.Out(a.a), nil
	case ops.AxesPairs:
		return in.contraction(v)
	case ops.S:
		n, err := in.toInts(v)
		return ivy.S(n), err
	case ops.Rtol:
		if _, list := sequence(v); list || isArray(v) {
			x, err := in.operand(v)
			return ivy.Rtols(x), err
		}
	case ops.Ord:
		if s, ok := v.(starlark.String); ok {
			return ivy.Ord(string(s)), nil
		}
		p, err := toFloat(v)
		return ivy.Ord(p), err
	case ops.XDilations:
		n, err := in.toInts(v)
		return ivy.XDilations(n), err
	case ops.Dilations:
		n, err := in.toInts(v)
		return ivy.Dilations(n), err
	case ops.FromSeed:
		n, err := toInt(v)
		return ivy.FromSeed(n), err
	case ops.Shape:
		n, err := in.toInts(v)
		return ivy.Shape(n), err
	case ops.NoiseShape:
		n, err := in.toInts(v)
		return ivy.NoiseShape(n), err
	case ops.OutputPadding:
		n, err := in.toInts(v)
		return ivy.OutputPadding(n), err
	case ops.Modes:
		n, err := in.toInts(v)
		return ivy.Modes(n), err
	case ops.Skip:
		n, err := in.toInts(v)
		return ivy.Skip(n), err
	case ops.ColumnModes:
		n, err := in.toInts(v)
		return ivy.ColumnModes(n), err
	}
	if f, ok := boolOptions[o]; ok {
		b, err := toBool(v)
		return f(b), err
	}
	if f, ok := intOptions[o]; ok {
		to := toInt
		if _, ok := v.(starlark.Int); ok && o == ops.K {
			to = clampedInt // a diagonal beyond all
		}
		n, err := to(v)
		return f(n), err
	}
	if f, ok := floatOptions[o]; ok {
		x, err := toFloat(v)
		return f(x), err
	}
	if f, ok := textOptions[o]; ok {
		s, err := toText(v)
		return f(s), err
	}
	if f, ok := valueOptions[o]; ok {
		x, err := in.operand(v)
		if err != nil {
			return nil, err
		}
		return f(x), nil
	}
	return nil, wrong("the script does not know this option")
}

// The options by the type of their value.
var (
	boolOptions = map[ops.Opt]func(bool) ivy.Option{
		ops.KeepDims:          func(b bool) ivy.Option { return ivy.KeepDims(b) },
		ops.Copy:              func(b bool) ivy.Option { return ivy.Copy(b) },
		ops.Descending:        func(b bool) ivy.Option { return ivy.Descending(b) },
		ops.Stable:            func(b bool) ivy.Option { return ivy.Stable(b) },
		ops.IncludeInitial:    func(b bool) ivy.Option { return ivy.IncludeInitial(b) },
		ops.Exclusive:         func(b bool) ivy.Option { return ivy.Exclusive(b) },
		ops.Reverse:           func(b bool) ivy.Option { return ivy.Reverse(b) },
		ops.Invert:            func(b bool) ivy.Option { return ivy.Invert(b) },
		ops.Endpoint:          func(b bool) ivy.Option { return ivy.Endpoint(b) },
		ops.EqualNaN:          func(b bool) ivy.Option { return ivy.EqualNaN(b) },
		ops.Approximate:       func(b bool) ivy.Option { return ivy.Approximate(b) },
		ops.Upper:             func(b bool) ivy.Option { return ivy.Upper(b) },
		ops.Unit:              func(b bool) ivy.Option { return ivy.Unit(b) },
		ops.Adjointed:         func(b bool) ivy.Option { return ivy.Adjointed(b) },
		ops.FullMatrices:      func(b bool) ivy.Option { return ivy.FullMatrices(b) },
		ops.Bidirectional:     func(b bool) ivy.Option { return ivy.Bidirectional(b) },
		ops.BatchFirst:        func(b bool) ivy.Option { return ivy.BatchFirst(b) },
		ops.PadEnd:            func(b bool) ivy.Option { return ivy.PadEnd(b) },
		ops.Periodic:          func(b bool) ivy.Option { return ivy.Periodic(b) },
		ops.Increasing:        func(b bool) ivy.Option { return ivy.Increasing(b) },
		ops.Training:          func(b bool) ivy.Option { return ivy.Training(b) },
		ops.CeilMode:          func(b bool) ivy.Option { return ivy.CeilMode(b) },
		ops.CountIncludePad:   func(b bool) ivy.Option { return ivy.CountIncludePad(b) },
		ops.IsCausal:          func(b bool) ivy.Option { return ivy.IsCausal(b) },
		ops.AlignCorners:      func(b bool) ivy.Option { return ivy.AlignCorners(b) },
		ops.Aligned:           func(b bool) ivy.Option { return ivy.Aligned(b) },
		ops.Antialias:         func(b bool) ivy.Option { return ivy.Antialias(b) },
		ops.FromLogits:        func(b bool) ivy.Option { return ivy.FromLogits(b) },
		ops.LogTarget:         func(b bool) ivy.Option { return ivy.LogTarget(b) },
		ops.LogInput:          func(b bool) ivy.Option { return ivy.LogInput(b) },
		ops.FullLoss:          func(b bool) ivy.Option { return ivy.FullLoss(b) },
		ops.Deg:               func(b bool) ivy.Option { return ivy.Deg(b) },
		ops.EqualityMatrix:    func(b bool) ivy.Option { return ivy.EqualityMatrix(b) },
		ops.FlattenBands:      func(b bool) ivy.Option { return ivy.FlattenBands(b) },
		ops.IncludeInfs:       func(b bool) ivy.Option { return ivy.IncludeInfs(b) },
		ops.LinearBands:       func(b bool) ivy.Option { return ivy.LinearBands(b) },
		ops.Swap:              func(b bool) ivy.Option { return ivy.Swap(b) },
		ops.ZeroInfinity:      func(b bool) ivy.Option { return ivy.ZeroInfinity(b) },
		ops.IncludeLastOffset: func(b bool) ivy.Option { return ivy.IncludeLastOffset(b) },
		ops.TimeMajor:         func(b bool) ivy.Option { return ivy.TimeMajor(b) },
		ops.OverwriteInput:    func(b bool) ivy.Option { return ivy.OverwriteInput(b) },
		ops.RowVar:            func(b bool) ivy.Option { return ivy.RowVar(b) },
		ops.RightEnd:          func(b bool) ivy.Option { return ivy.RightEnd(b) },
		ops.Density:           func(b bool) ivy.Option { return ivy.Density(b) },
		ops.Largest:           func(b bool) ivy.Option { return ivy.Largest(b) },
		ops.Sorted:            func(b bool) ivy.Option { return ivy.Sorted(b) },

		ops.ExtendLowerInterval: func(b bool) ivy.Option { return ivy.ExtendLowerInterval(b) },
		ops.ExtendUpperInterval: func(b bool) ivy.Option { return ivy.ExtendUpperInterval(b) },
		ops.WithRemainder:       func(b bool) ivy.Option { return ivy.WithRemainder(b) },
		ops.Wrap:                func(b bool) ivy.Option { return ivy.Wrap(b) },
		ops.Transposed:          func(b bool) ivy.Option { return ivy.Transposed(b) },
		ops.RavelTensors:        func(b bool) ivy.Option { return ivy.RavelTensors(b) },
	}
	intOptions = map[ops.Opt]func(int) ivy.Option{
		ops.PaddingIdx:        func(n int) ivy.Option { return ivy.PaddingIdx(n) },
		ops.IgnoreIndex:       func(n int) ivy.Option { return ivy.IgnoreIndex(n) },
		ops.Blank:             func(n int) ivy.Option { return ivy.Blank(n) },
		ops.FFTLength:         func(n int) ivy.Option { return ivy.FFTLength(n) },
		ops.DCTType:           func(n int) ivy.Option { return ivy.DCTType(n) },
		ops.N:                 func(n int) ivy.Option { return ivy.N(n) },
		ops.K:                 func(n int) ivy.Option { return ivy.K(n) },
		ops.EdgeOrder:         func(n int) ivy.Option { return ivy.EdgeOrder(n) },
		ops.NumBands:          func(n int) ivy.Option { return ivy.NumBands(n) },
		ops.NCols:             func(n int) ivy.Option { return ivy.NCols(n) },
		ops.NumRows:           func(n int) ivy.Option { return ivy.NumRows(n) },
		ops.NumCols:           func(n int) ivy.Option { return ivy.NumCols(n) },
		ops.Columns:           func(n int) ivy.Option { return ivy.Columns(n) },
		ops.SamplingRatio:     func(n int) ivy.Option { return ivy.SamplingRatio(n) },
		ops.MaxOutputSize:     func(n int) ivy.Option { return ivy.MaxOutputSize(n) },
		ops.FeatureGroupCount: func(n int) ivy.Option { return ivy.FeatureGroupCount(n) },
		ops.DDof:              func(n int) ivy.Option { return ivy.DDof(n) },
		ops.MinLength:         func(n int) ivy.Option { return ivy.MinLength(n) },
		ops.BatchDims:         func(n int) ivy.Option { return ivy.BatchDims(n) },
		ops.Size:              func(n int) ivy.Option { return ivy.Size(n) },
		ops.WithNewAxis:       func(n int) ivy.Option { return ivy.WithNewAxis(n) },
		ops.StartDim:          func(n int) ivy.Option { return ivy.StartDim(n) },
		ops.EndDim:            func(n int) ivy.Option { return ivy.EndDim(n) },
		ops.SkipBegin:         func(n int) ivy.Option { return ivy.SkipBegin(n) },
		ops.SkipMatrix:        func(n int) ivy.Option { return ivy.SkipMatrix(n) },
		ops.NModes:            func(n int) ivy.Option { return ivy.NModes(n) },
		ops.SkipEnd:           func(n int) ivy.Option { return ivy.SkipEnd(n) },
	}
	floatOptions = map[ops.Opt]func(float64) ivy.Option{
		ops.Correction:     func(f float64) ivy.Option { return ivy.Correction(f) },
		ops.Rtol:           func(f float64) ivy.Option { return ivy.Rtol(f) },
		ops.Atol:           func(f float64) ivy.Option { return ivy.Atol(f) },
		ops.Alpha:          func(f float64) ivy.Option { return ivy.Alpha(f) },
		ops.Beta:           func(f float64) ivy.Option { return ivy.Beta(f) },
		ops.Threshold:      func(f float64) ivy.Option { return ivy.Threshold(f) },
		ops.Eps:            func(f float64) ivy.Option { return ivy.Eps(f) },
		ops.Spacing:        func(f float64) ivy.Option { return ivy.Spacing(f) },
		ops.Dx:             func(f float64) ivy.Option { return ivy.Dx(f) },
		ops.Left:           func(f float64) ivy.Option { return ivy.Left(f) },
		ops.LowerEdgeHertz: func(f float64) ivy.Option { return ivy.LowerEdgeHertz(f) },
		ops.MinBase:        func(f float64) ivy.Option { return ivy.MinBase(f) },
		ops.Period:         func(f float64) ivy.Option { return ivy.Period(f) },
		ops.Right:          func(f float64) ivy.Option { return ivy.Right(f) },
		ops.UpperEdgeHertz: func(f float64) ivy.Option { return ivy.UpperEdgeHertz(f) },
		ops.NewStd:         func(f float64) ivy.Option { return ivy.NewStd(f) },
		ops.Momentum:       func(f float64) ivy.Option { return ivy.Momentum(f) },
		ops.DropoutP:       func(f float64) ivy.Option { return ivy.DropoutP(f) },
		ops.MaxNorm:        func(f float64) ivy.Option { return ivy.MaxNorm(f) },
		ops.MinVal:         func(f float64) ivy.Option { return ivy.MinVal(f) },
		ops.MaxVal:         func(f float64) ivy.Option { return ivy.MaxVal(f) },
		ops.Lambd:          func(f float64) ivy.Option { return ivy.Lambd(f) },
		ops.LabelSmoothing: func(f float64) ivy.Option { return ivy.LabelSmoothing(f) },
		ops.Margin:         func(f float64) ivy.Option { return ivy.Margin(f) },
		ops.Delta:          func(f float64) ivy.Option { return ivy.Delta(f) },
		ops.Epsilon:        func(f float64) ivy.Option { return ivy.Epsilon(f) },
		ops.SpatialScale:   func(f float64) ivy.Option { return ivy.SpatialScale(f) },
		ops.IOUThreshold:   func(f float64) ivy.Option { return ivy.IOUThreshold(f) },
		ops.ScoreThreshold: func(f float64) ivy.Option { return ivy.ScoreThreshold(f) },
		ops.NormOrder:      func(f float64) ivy.Option { return ivy.NormOrder(f) },
	}
	textOptions = map[ops.Opt]func(string) ivy.Option{
		ops.Reduction:     func(s string) ivy.Option { return ivy.Reduction(s) },
		ops.Device:        func(s string) ivy.Option { return ivy.Device(s) },
		ops.GridIndexing:  func(s string) ivy.Option { return ivy.Indexing(s) },
		ops.Side:          func(s string) ivy.Option { return ivy.Side(s) },
		ops.Nonlinearity:  func(s string) ivy.Option { return ivy.Nonlinearity(s) },
		ops.Norm:          func(s string) ivy.Option { return ivy.Norm(s) },
		ops.Mode:          func(s string) ivy.Option { return ivy.Mode(s) },
		ops.DataFormat:    func(s string) ivy.Option { return ivy.DataFormat(s) },
		ops.PaddingMode:   func(s string) ivy.Option { return ivy.PaddingMode(s) },
		ops.FilterFormat:  func(s string) ivy.Option { return ivy.FilterFormat(s) },
		ops.Interpolation: func(s string) ivy.Option { return ivy.Interpolation(s) },
		ops.Order:         func(s string) ivy.Option { return ivy.Order(s) },
		ops.Trim:          func(s string) ivy.Option { return ivy.Trim(s) },
	}
	valueOptions = map[ops.Opt]func(any) ivy.Option{
		ops.Mask: ivy.Mask, ops.InProjWeight: ivy.InProjWeight, ops.InProjBias: ivy.InProjBias, ops.OutProjWeight: ivy.OutProjWeight, ops.OutProjBias: ivy.OutProjBias,
		ops.Sorter: ivy.Sorter, ops.Prepend: ivy.Prepend, ops.Append: ivy.Append, ops.ScaleOpt: ivy.Scale,
		ops.OffsetOpt: ivy.Offset, ops.Bias: ivy.Bias, ops.Weight: ivy.Weight, ops.PosWeight: ivy.PosWeight, ops.Window: ivy.Window, ops.ConstantValues: ivy.ConstantValues, ops.OnValue: ivy.OnValue,
		ops.Base: ivy.Base, ops.Distances: ivy.Distances, ops.MinDenominator: ivy.MinDenominator, ops.Points: ivy.Points,
		ops.Offsets: ivy.Offsets, ops.PerSampleWeights: ivy.PerSampleWeights, ops.RecurrentBias: ivy.RecurrentBias,
		ops.InitialState: ivy.InitialState, ops.InitialCell: ivy.InitialCell, ops.Lengths: ivy.Lengths, ops.Scores: ivy.Scores,
		ops.OffValue: ivy.OffValue, ops.Nan: ivy.Nan, ops.PosInf: ivy.PosInf, ops.NegInf: ivy.NegInf,
		ops.Initial: ivy.Initial, ops.Only: ivy.Only, ops.FWeights: ivy.FWeights, ops.AWeights: ivy.AWeights, ops.MoreVariables: ivy.MoreVariables, ops.Weights: ivy.Weights, ops.Bins: ivy.Bins, ops.Range: ivy.Range,
		ops.NumOrSizeSplits: ivy.NumOrSizeSplits, ops.Value: ivy.Value, ops.PaddingValue: ivy.PaddingValue, ops.FillValue: ivy.FillValue,
	}
)

// contraction returns tensordot's axes: a number of them, or a pair of lists.
func (in *interp) contraction(v starlark.Value) (ivy.Option, error) {
	list, ok := sequence(v)
	if !ok {
		n, err := toInt(v)
		return ivy.Contract(n), err
	}
	if list.Len() != 2 {
		return nil, wrong("%d lists of axes, want two", list.Len())
	}
	var axes [2][]int
	for i := range axes {
		var err error
		if axes[i], err = in.toInts(list.Index(i)); err != nil {
			return nil, err
		}
	}
	return ivy.ContractAxes(axes), nil
}

// byHand returns the functions of the module that are no rows.
func (in *interp) byHand() map[string]function {
	e := in.env
	m := map[string]function{
		"broadcast_shapes": in.broadcastShapes,
		"get_item":         in.getItemFunction,
		"set_item":         in.setItemFunction,
		"to_device":        in.toDevice,
	}
	onArray := func(name string, f func(x *array) (starlark.Value, error)) {
		m[name] = unary(name, func(v starlark.Value) (starlark.Value, error) {
			a, err := in.toArray(v)
			if err != nil {
				return nil, err
			}
			return f(in.wrap(a))
		})
	}
	onArray("tolist", in.tolist)
	onArray("to_list", in.tolist)
	onArray("shape", func(x *array) (starlark.Value, error) { return ints(x.a.Shape()), nil })
	onArray("device", func(x *array) (starlark.Value, error) { return starlark.String(x.a.Device()), nil })
	onArray("ndim", func(x *array) (starlark.Value, error) { return starlark.MakeInt(x.a.Ndim()), nil })
	onArray("size", func(x *array) (starlark.Value, error) { return starlark.MakeInt(x.a.Size()), nil })
	m["is_array"] = unary("is_array", func(x starlark.Value) (starlark.Value, error) { return starlark.Bool(isArray(x)), nil })

	m["set_precise_mode"] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var mode starlark.Value
		if err := unpack("set_precise_mode", args, kwargs, "mode", &mode); err != nil {
			return nil, err
		}
		on, err := toBool(mode)
		if err != nil {
			return nil, err
		}
		e.SetPreciseMode(on)
		return starlark.None, nil
	}
	m["unset_precise_mode"] = nullary("unset_precise_mode", e.UnsetPreciseMode)
	m["precise_mode"] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return starlark.Bool(e.PreciseMode()), unpack("precise_mode", args, kwargs, "")
	}
	maps.Copy(m, in.dataTypes())
	maps.Copy(m, in.scopes())
	maps.Copy(m, in.aliases())
	return m
}

func ints(s []int) starlark.Tuple {
	t := make(starlark.Tuple, len(s))
	for i, n := range s {
		t[i] = starlark.MakeInt(n)
	}
	return t
}

func (in *interp) broadcastShapes(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 {
		return nil, wrong("ivy.broadcast_shapes() takes shapes alone")
	}
	shapes := make([][]int, len(args))
	for i, a := range args {
		var err error
		if shapes[i], err = in.toInts(a); err != nil {
			return nil, err
		}
	}
	var z []int
	err := try(func() { z = ivy.BroadcastShapes(shapes...) })
	return ints(z), err
}

func (in *interp) getItemFunction(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, key starlark.Value
	if err := unpack("get_item", args, kwargs, "x query", &x, &key); err != nil {
		return nil, err
	}
	return in.getItem(x, key)
}

func (in *interp) setItemFunction(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, key, val starlark.Value
	if err := unpack("set_item", args, kwargs, "x query val", &x, &key, &val); err != nil {
		return nil, err
	}
	a, ok := x.(*array)
	if !ok {
		return nil, wrong("ivy.set_item() of %s, want an array", typeName(x))
	}
	return a, in.setArray(a, key, val)
}

func (in *interp) toDevice(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, device starlark.Value
	if err := unpack("to_device", args, kwargs, "x device", &x, &device); err != nil {
		return nil, err
	}
	a, err := in.toArray(x)
	if err != nil {
		return nil, err
	}
	name, err := toText(device)
	if err != nil {
		return nil, err
	}
	var z *ivy.Array
	if err := try(func() { z = a.ToDevice(ivy.Device(name)) }); err != nil {
		return nil, err
	}
	return in.wrap(z), nil
}

// facts are values that have names alone.
type facts struct {
	r         Results
	str, repr string // a framework's own texts; "" where it has none
}

func (f *facts) String() string {
	if f.repr != "" {
		return f.repr
	}
	return f.r.String()
}

func (f *facts) Type() string                             { return f.r.name }
func (f *facts) Freeze()                                  {}
func (f *facts) Truth() starlark.Bool                     { return starlark.True }
func (f *facts) Hash() (uint32, error)                    { return 0, wrong("unhashable type: '%s'", f.r.name) }
func (f *facts) Attr(name string) (starlark.Value, error) { return f.r.Attr(name) }
func (f *facts) AttrNames() []string                      { return f.r.AttrNames() }

// methods holds the rows that are methods of arrays.
var methods = func() map[string]*ops.Op {
	m := map[string]*ops.Op{}
	for _, op := range ops.All() {
		if op.HasMethod() {
			m[op.Snake] = op
		}
	}
	return m
}()

// Attr returns an attribute or a method.
func (x *array) Attr(name string) (starlark.Value, error) {
	a := x.a
	view := func(f func() *ivy.Array) (starlark.Value, error) {
		var z *ivy.Array
		err := try(func() { z = f() })
		if err != nil {
			return nil, err
		}
		return x.in.wrap(z), nil
	}
	switch name {
	case "dtype":
		return dtypeValue{d: a.Dtype()}, nil
	case "shape":
		return ints(a.Shape()), nil
	case "ndim":
		return starlark.MakeInt(a.Ndim()), nil
	case "size":
		return starlark.MakeInt(a.Size()), nil
	case "itemsize":
		return starlark.MakeInt(a.Dtype().Size()), nil
	case "nbytes":
		return starlark.MakeInt(a.Nbytes()), nil
	case "device":
		return starlark.String(a.Device()), nil
	case "T":
		return view(a.T)
	case "mT":
		return view(a.MT)
	case "real": // attributes in Python, though functions of the namespace too
		return view(func() *ivy.Array { return a.Real() })
	case "imag":
		return view(func() *ivy.Array { return a.Imag() })
	case "item":
		return x.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack(name, args, kwargs, ""); err != nil {
				return nil, err
			}
			return item(x)
		}), nil
	case "tolist", "to_list":
		return x.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack(name, args, kwargs, ""); err != nil {
				return nil, err
			}
			return x.in.tolist(x)
		}), nil
	case "to_device":
		return x.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return x.in.toDevice(append(starlark.Tuple{x}, args...), kwargs)
		}), nil
	}
	if op := methods[name]; op != nil {
		return x.in.row(op, x), nil
	}
	return x.in.dataTypeMethod(x, name), nil
}

// AttrNames returns the names of attributes and methods.
func (x *array) AttrNames() []string {
	names := []string{"dtype", "shape", "ndim", "size", "itemsize", "nbytes", "device", "T", "mT", "item", "tolist", "to_list", "to_device"}
	for n := range methods {
		names = append(names, n)
	}
	names = append(names, arrayDataTypes...)
	slices.Sort(names)
	return names
}

// Nearest returns the names that differ least from name, none if none is near.
func Nearest(name string, names []string) []string {
	var near []string
	least := 3
	for _, n := range names {
		switch d := distance(name, n, least); {
		case d < least:
			near, least = []string{n}, d
		case near != nil && distance(name, n, least+1) == least:
			near = append(near, n)
		}
	}
	return near
}

// nearest returns the first of the nearest names, "" if none is near.
func nearest(name string, names []string) string {
	if near := Nearest(name, names); near != nil {
		return near[0]
	}
	return ""
}

// distance returns the edits that lead from a to b, at least limit if there are as many.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 64 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
