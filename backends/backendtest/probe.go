package backendtest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Probe calls the kernels of a backend with every dtype, to hold its declarations true.
type Probe struct {
	Backend backend.Backend
	Seen    func(backend.Buffer) (dtype.Dtype, []int) // of a Buffer as the library has it
}

// Declarations calls every kernel with every dtype of its row on the library: those that
// succeed and those that the declarations leave must be the same. With kernels of native
// it compares what is exact: results of and from bools and integers.
func (b Probe) Declarations(t *testing.T) {
	if testing.Short() {
		t.Skip("calls every kernel with every dtype")
	}
	table := b.resolved(t, b.Backend.Kernels())
	native, err := backend.Lookup("native")
	require.NoError(t, err)
	var unsupported []string
	for _, op := range ops.All() {
		e := table.Entry(op)
		if op.Family == ops.FamilyComposed || op.Optional && e.Op == nil {
			continue
		}
		require.NotNil(t, e.Op, op.Name)
		for _, d := range (op.In & b.Backend.Dtypes()).Dtypes() {
			if !e.Dtypes.Has(d) {
				unsupported = append(unsupported, fmt.Sprintf("%v of %v: %s", op, d, e.Gap))
			}
			if wrong := b.disagreement(e, native.Kernels().Entry(op), d); wrong != "" {
				t.Error(wrong)
			}
		}
	}
	t.Logf("%s %s, unsupported operations and dtypes: %d\n%s", b.Backend.Name(), b.Backend.Version(), len(unsupported), strings.Join(unsupported, "\n"))
}

// resolved returns a table of kernels as the front uses it.
func (b Probe) resolved(t *testing.T, table *backend.Table) *backend.Table {
	r, err := table.Resolve(b.Backend.Version(), b.Backend.Devices()[0], b.Backend.Dtypes())
	require.NoError(t, err)
	return r
}

// disagreement says what is wrong with a kernel's declared dtypes, after trying d. With a
// kernel of native it compares results too.
func (b Probe) disagreement(e, native *backend.Entry, d dtype.Dtype) string {
	p := prober{Probe: b, e: e, native: native, d: d}
	err := p.probe()
	switch declared := e.Dtypes.Has(d); {
	case declared && err != nil:
		return fmt.Sprintf("%v of %v is not declared unsupported: %v", e.Op, d, err)
	case !declared && err == nil:
		return fmt.Sprintf("%v of %v is declared unsupported (%s), and succeeds", e.Op, d, e.Gap)
	}
	return ""
}

// A prober calls a kernel with operands of dtype d, until something is wrong.
type prober struct {
	Probe
	e, native *backend.Entry
	d         dtype.Dtype
	err       error
}

// A layout is a shape and a way to lie in memory.
type layout struct {
	name  string
	shape []int
}

var (
	plain   = layout{"contiguous", []int{3, 4}}
	layouts = []layout{
		plain, {"permuted", []int{4, 3}}, {"stepped", []int{2, 3}}, {"broadcast", []int{3, 4}}, {"without axes", nil}, {"empty", []int{0, 3}}, {"empty", []int{3, 0}},
		{"long", []int{40_000}}, {"permuted long", []int{200, 300}},
	}
	line   = layout{"contiguous", []int{6}}
	long   = layout{"long", []int{40_000}}
	noAxes = layout{"without axes", nil}
	lines  = []layout{line, long, {"empty", []int{0}}}
)

// An operand is the same array on the backend and on native.
type operand struct{ here, native backend.Buffer }

// elementsMade are the results of elementsOf.
var elementsMade = map[dtype.Dtype]map[int][]byte{}

// elementsOf returns n elements of dtype d: ascending where their type has room.
func elementsOf(d dtype.Dtype, n int) []byte {
	if data, ok := elementsMade[d][n]; ok {
		return data
	}
	v := make([]float64, n)
	for i := range v {
		switch {
		case d == dtype.Bool:
			v[i] = float64(i * 2 / max(n, 1))
		case n > 100 && (d.Size() == 1 || d == dtype.Float16 || d == dtype.BFloat16):
			v[i] = math.Floor(float64(i) * 127 / float64(n))
		default:
			v[i] = float64(i)
		}
	}
	env := must(ivy.NewEnv("native"))
	if elementsMade[d] == nil {
		elementsMade[d] = map[int][]byte{}
	}
	elementsMade[d][n] = env.Astype(env.Asarray(v), d).Bytes()
	return elementsMade[d][n]
}

// operand makes an array of a layout. Its numbers do not depend on the layout.
func (p *prober) operand(d dtype.Dtype, l layout) operand {
	return operand{p.on(p.Backend, d, l), p.on(nil, d, l)}
}

// on makes the operand on a backend, nil for native.
func (p *prober) on(b backend.Backend, d dtype.Dtype, l layout) backend.Buffer {
	if b == nil {
		if p.native == nil {
			return nil
		}
		b = must(backend.Lookup("native"))
	}
	host := func(dims []int) backend.Buffer {
		return must(b.FromHost(backend.Spec{Dtype: d, Shape: dims}, elementsOf(d, shape.Size(dims))))
	}
	view := func(r ops.View, dims []int, x backend.Buffer, a backend.ViewAttrs) backend.Buffer {
		return must(b.Kernels().Entry(r.Op).View(backend.Spec{Dtype: d, Shape: dims}, x, a))
	}
	switch l.name {
	case "permuted", "permuted long":
		turned, perm := slices.Clone(l.shape), shape.All(len(l.shape))
		slices.Reverse(turned)
		slices.Reverse(perm)
		return view(ops.PermuteDims, l.shape, host(turned), backend.ViewAttrs{Perm: perm})
	case "stepped":
		return view(ops.Slice, l.shape, host([]int{5, 7}), backend.ViewAttrs{Ranges: []shape.Range{{Start: 1, Step: 2, Len: 2}, {Step: 3, Len: 3}}})
	case "broadcast":
		return view(ops.BroadcastTo, l.shape, host(l.shape[1:]), backend.ViewAttrs{})
	}
	return host(l.shape)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func elementsIn(b backend.Backend, x backend.Buffer, d dtype.Dtype, dims []int) ([]byte, error) {
	data := make([]byte, shape.Size(dims)*d.Size())
	return data, b.ToHost(x, data)
}

// try makes one call, on the backend and on native, and looks at what it gives: the Spec's
// dtype and shape, memory of its own, the operands unchanged, native's elements.
func (p *prober) try(what string, out backend.Spec, xs []operand, call func(e *backend.Entry, side func(operand) backend.Buffer) (backend.Buffer, error)) {
	if p.err != nil {
		return
	}
	here := func(o operand) backend.Buffer { return o.here }
	before := make([][]byte, len(xs))
	look := func(x operand) []byte {
		d, dims := p.Seen(x.here)
		return must(elementsIn(p.Backend, x.here, d, dims))
	}
	for i, x := range xs {
		before[i] = look(x)
	}
	z, err := call(p.e, here)
	if err != nil {
		p.err = fmt.Errorf("%s: %w", what, err)
		return
	}
	if d, dims := p.Seen(z); d != out.Dtype || !slices.Equal(dims, out.Shape) {
		p.err = fmt.Errorf("%s: %v of shape %v, want %v of shape %v", what, d, dims, out.Dtype, out.Shape)
		return
	}
	data, err := elementsIn(p.Backend, z, out.Dtype, out.Shape)
	if err != nil {
		p.err = fmt.Errorf("%s: %w", what, err)
		return
	}
	if p.native != nil && (!dtype.Inexact.Has(p.d) || p.e.Op.Family == ops.FamilyView) && !dtype.Inexact.Has(out.Dtype) {
		want, err := call(p.native, func(o operand) backend.Buffer { return o.native })
		if err != nil {
			panic(fmt.Errorf("%v of %v on native: %w", p.e.Op, p.d, err))
		}
		if w := must(elementsIn(must(backend.Lookup("native")), want, out.Dtype, out.Shape)); !bytes.Equal(w, data) {
			p.err = fmt.Errorf("%s: other elements than native's", what)
		}
	}
	if f := p.e.Op.Family; f != ops.FamilyView && f != ops.FamilyAssign && shape.Size(out.Shape) > 0 {
		fill := must(p.Backend.FromHost(backend.Spec{Dtype: out.Dtype}, slices.Repeat([]byte{1}, out.Dtype.Size())))
		rs := make([]shape.Range, len(out.Shape))
		for i, n := range out.Shape {
			rs[i] = shape.Full(n)
		}
		must(p.Backend.Kernels().Entry(ops.SetSlice.Op).Assign(z, fill, nil, backend.AssignAttrs{Ranges: rs}))
	}
	for i, x := range xs {
		if p.e.Op.Family != ops.FamilyAssign && !bytes.Equal(before[i], look(x)) {
			p.err = fmt.Errorf("%s: operand %d is changed by the call, or by a write to its result", what, i)
		}
	}
}

// probe calls the kernel in every way of its family.
func (p *prober) probe() error {
	op, d := p.e.Op, p.d
	out := op.Out(d, dtype.StandardDefaults)
	if op.Takes(ops.Dtype) { // the operands have the result's dtype
		out = d
	}
	spec := func(dims []int) backend.Spec { return backend.Spec{Dtype: out, Shape: dims} }
	switch op.Family {
	case ops.FamilyFill:
		p.fill(spec)
	case ops.FamilyUnary:
		p.unary(spec)
	case ops.FamilyBinary:
		p.binary(spec)
	case ops.FamilyTernary:
		p.ternary(spec)
	case ops.FamilyReduce:
		p.reduce(spec)
	case ops.FamilyScan:
		p.scan(spec)
	case ops.FamilySort:
		p.sort(spec)
	case ops.FamilyView:
		p.view(spec)
	case ops.FamilyJoin:
		p.join(spec)
	case ops.FamilyGather:
		p.gather(spec)
	case ops.FamilyAssign:
		p.assign(spec)
	case ops.FamilyProduct:
		p.product(spec)
	case ops.FamilyLayer:
		p.layer(spec)
	case ops.FamilySearch:
		p.search(spec)
	case ops.FamilyFourier:
		p.fourier(spec)
	case ops.FamilyMatrix:
		p.matrix(spec)
	case ops.FamilyFind:
		p.find()
	default:
		panic("no probe of family " + op.Family.String())
	}
	return p.err
}

func (p *prober) unary(spec func([]int) backend.Spec) {
	outs := []dtype.Dtype{spec(nil).Dtype}
	if p.e.Op == ops.Cast.Op {
		outs = dtype.All.Dtypes()
	}
	for _, out := range outs {
		if p.e.Op == ops.Cast.Op && p.d.IsComplex() && !out.IsComplex() && out != dtype.Bool {
			continue
		}
		for _, l := range layouts {
			x, s := p.operand(p.d, l), backend.Spec{Dtype: out, Shape: l.shape}
			p.try(fmt.Sprintf("%s, to %v", l.name, out), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Unary(s, of(x))
			})
		}
	}
}

func (p *prober) binary(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for _, other := range []layout{l, noAxes, {"ones", slices.Repeat([]int{1}, len(l.shape))}} {
			x, y, s := p.operand(p.d, l), p.operand(p.d, other), spec(l.shape)
			for i, pair := range [][]operand{{x, y}, {y, x}} {
				p.try(fmt.Sprintf("%s, %s, order %d", l.name, other.name, i), s, pair, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
					return e.Binary(s, of(pair[0]), of(pair[1]))
				})
			}
		}
	}
}

func (p *prober) ternary(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for _, other := range []layout{l, noAxes} {
			c, x, y, s := p.operand(dtype.Bool, other), p.operand(p.d, l), p.operand(p.d, other), spec(l.shape)
			p.try(l.name+", "+other.name, s, []operand{c, x, y}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Ternary(s, of(c), of(x), of(y))
			})
		}
	}
}

func (p *prober) scan(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for axis := range l.shape {
			for bits := range 6 { // Initial and Exclusive do not go together
				a := backend.ScanAttrs{Axis: axis, Initial: bits%3 == 1, Exclusive: bits%3 == 2, Reverse: bits > 2}
				dims := slices.Clone(l.shape)
				if a.Initial {
					dims[axis]++
				}
				x, s := p.operand(p.d, l), spec(dims)
				p.try(fmt.Sprintf("%s, %+v", l.name, a), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
					return e.Scan(s, of(x), a)
				})
			}
		}
	}
}

func (p *prober) sort(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for axis := range l.shape {
			for _, down := range []bool{false, true} {
				x, s := p.operand(p.d, l), spec(l.shape)
				p.try(fmt.Sprintf("%s, axis %d, descending %t", l.name, axis, down), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
					return e.Sort(s, of(x), backend.SortAttrs{Axis: axis, Descending: down})
				})
			}
		}
	}
}

func (p *prober) join(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for axis := range l.shape {
			dims := slices.Clone(l.shape)
			dims[axis] *= 2
			x, s := p.operand(p.d, l), spec(dims)
			p.try(fmt.Sprintf("%s, axis %d", l.name, axis), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Join(s, []backend.Buffer{of(x), of(x)}, backend.JoinAttrs{Axis: axis})
			})
			one := spec(l.shape)
			p.try(fmt.Sprintf("one, %s", l.name), one, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Join(one, []backend.Buffer{of(x)}, backend.JoinAttrs{Axis: axis})
			})
		}
	}
}

func (p *prober) fill(spec func([]int) backend.Spec) {
	number := backend.IntScalar
	attrs := []backend.FillAttrs{
		{Value: number(1), Start: number(1), Stop: number(5), Step: number(2), Endpoint: true},
		{Value: backend.FloatScalar(2), Start: backend.FloatScalar(1), Stop: backend.FloatScalar(3), Step: backend.FloatScalar(0.5), K: 1},
		{Value: backend.BoolScalar(true), Start: number(0), Stop: number(2), Step: number(0), K: -2},
		{Value: backend.UintScalar(7), Start: backend.UintScalar(7), Stop: number(2), Step: number(0), K: -9},
	}
	shapes := map[ops.ID][][]int{ops.Full.ID: {{}, {0}, {3, 4}, {0, 3}, {40_000}}, ops.Arange.ID: {{0}, {1}, {5}, {40_000}}, ops.Linspace.ID: {{0}, {1}, {5}, {40_000}}, ops.Eye.ID: {{0, 3}, {3, 0}, {3, 4}, {200, 200}}}
	for i, a := range attrs {
		for _, dims := range shapes[p.e.Op.ID] {
			if slices.Contains(dims, 40_000) && p.e.Op != ops.Full.Op && i != 2 && p.d.Bits() < 32 {
				continue // beyond what the dtype holds
			}
			s := spec(dims)
			p.try(fmt.Sprintf("%v, attributes %d", dims, i), s, nil, func(e *backend.Entry, _ func(operand) backend.Buffer) (backend.Buffer, error) { return e.Fill(s, a) })
		}
	}
}

func (p *prober) reduce(spec func([]int) backend.Spec) {
	op := p.e.Op
	for _, l := range layouts {
		sets := [][]int{{}, shape.All(len(l.shape))}
		for axis := range l.shape {
			sets = append(sets, []int{axis})
		}
		for _, axes := range sets {
			n := 1
			for _, a := range axes {
				n *= l.shape[a]
			}
			switch {
			case n == 0 && (op == ops.Max.Op || op == ops.Min.Op || op == ops.ArgMax.Op || op == ops.ArgMin.Op):
				continue // of no elements: the front refuses
			case len(axes) == 0 && len(l.shape) > 0 && (op == ops.ArgMax.Op || op == ops.ArgMin.Op):
				continue // they have one axis, or all
			}
			for _, keep := range []bool{false, true} {
				var dims []int
				for i, n := range l.shape {
					switch {
					case !slices.Contains(axes, i):
						dims = append(dims, n)
					case keep:
						dims = append(dims, 1)
					}
				}
				x, s := p.operand(p.d, l), spec(dims)
				p.try(fmt.Sprintf("%s, axes %v", l.name, axes), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
					return e.Reduce(s, of(x), backend.ReduceAttrs{Axes: axes, KeepDims: keep})
				})
			}
		}
	}
}

func (p *prober) view(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		x, n := p.operand(p.d, l), len(l.shape)
		var s backend.Spec
		var a backend.ViewAttrs
		switch p.e.Op {
		case ops.Reshape.Op:
			s = spec([]int{shape.Size(l.shape), 1})
		case ops.PermuteDims.Op:
			a.Perm = shape.All(n)
			slices.Reverse(a.Perm)
			dims := slices.Clone(l.shape)
			slices.Reverse(dims)
			s = spec(dims)
		case ops.BroadcastTo.Op:
			s = spec(append([]int{2}, l.shape...))
		default: // Slice, from behind
			for _, n := range l.shape {
				a.Ranges = append(a.Ranges, shape.Range{Start: max(0, n-1), Step: -1, Len: n})
			}
			s = spec(l.shape)
		}
		p.try(l.name, s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
			return e.View(s, of(x), a)
		})
	}
}

// index returns int64 indices 0, −1, 0, … of a shape.
func (p *prober) index(dims ...int) operand {
	v := make([]int64, shape.Size(dims))
	for i := range v {
		v[i] = -int64(i % 2)
	}
	env := must(ivy.NewEnv("native"))
	data := env.Asarray(v).Bytes()
	s := backend.Spec{Dtype: dtype.Int64, Shape: dims}
	return operand{must(p.Backend.FromHost(s, data)), must(must(backend.Lookup("native")).FromHost(s, data))}
}

func (p *prober) gather(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for axis, n := range l.shape {
			if n == 0 {
				continue
			}
			x, idx, dims := p.operand(p.d, l), p.index(2, 2), slices.Clone(l.shape)
			switch p.e.Op {
			case ops.Take.Op:
				dims = slices.Concat(dims[:axis], []int{2, 2}, dims[axis+1:])
			case ops.TakeAlongAxis.Op:
				one := slices.Repeat([]int{1}, len(l.shape))
				one[axis] = 3
				idx = p.index(one...)
				dims[axis] = 3
			default:
				if axis > 0 {
					continue
				}
				dims = append([]int{2, 2}, dims[1:]...)
			}
			s := spec(dims)
			p.try(fmt.Sprintf("%s, axis %d", l.name, axis), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Gather(s, of(x), []backend.Buffer{of(idx)}, backend.GatherAttrs{Axis: axis})
			})
		}
	}
}

func (p *prober) assign(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		if l.name == "broadcast" { // one element with several indices
			continue
		}
		x, v, s := p.operand(p.d, l), p.operand(p.d, noAxes), spec(l.shape)
		var a backend.AssignAttrs
		idx := p.index(2)
		for _, n := range l.shape {
			a.Ranges = append(a.Ranges, shape.Range{Start: max(0, n-1), Step: -1, Len: n})
		}
		atIndices := p.e.Op != ops.SetSlice.Op
		if atIndices && (len(l.shape) == 0 || l.shape[0] == 0) {
			continue
		}
		p.try(l.name, s, []operand{x, v}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
			if atIndices {
				return e.Assign(of(x), of(v), []backend.Buffer{of(idx)}, a)
			}
			return e.Assign(of(x), of(v), nil, a)
		})
	}
}

func (p *prober) product(spec func([]int) backend.Spec) {
	for _, c := range []struct{ x, y layout }{
		{plain, layout{"permuted", []int{4, 3}}}, {layout{"permuted", []int{4, 3}}, plain}, {layout{"broadcast", []int{3, 4}}, layout{"stepped", []int{4, 3}}},
		{layout{"batched", []int{2, 1, 3, 4}}, layout{"batched", []int{5, 4, 2}}}, {layout{"empty", []int{3, 0}}, layout{"empty", []int{0, 2}}},
		{layout{"empty", []int{0, 3}}, layout{"contiguous", []int{3, 2}}}, {layout{"long", []int{200, 200}}, layout{"permuted long", []int{200, 300}}},
	} {
		if c.y.name == "stepped" {
			c.y = layout{"contiguous", c.y.shape}
		}
		x, y := p.operand(p.d, c.x), p.operand(p.d, c.y)
		n, m := len(c.x.shape), len(c.y.shape)
		lead := must(shape.Broadcast(c.x.shape[:n-2], c.y.shape[:m-2]))
		s := spec(slices.Concat(lead, []int{c.x.shape[n-2], c.y.shape[m-1]}))
		p.try(c.x.name+" by "+c.y.name, s, []operand{x, y}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
			return e.Product(s, of(x), of(y))
		})
	}
}

func (p *prober) layer(spec func([]int) backend.Spec) {
	switch p.e.Op {
	case ops.Convolve.Op, ops.ConvolveFilters.Op:
		p.convolution(spec)
	case ops.Attend.Op:
		p.attention(spec)
	case ops.SoftmaxAlong.Op:
		p.along(spec, func(axis int) backend.LayerAttrs { return backend.SoftmaxAttrs{Axis: axis, Log: axis == 0} }, 0)
	case ops.NormalizeChannels.Op:
		p.along(spec, func(axis int) backend.LayerAttrs { return backend.NormalizationAttrs{Axis: axis, Eps: 1e-5} }, 2)
		p.along(spec, func(axis int) backend.LayerAttrs {
			return backend.NormalizationAttrs{Axis: axis, Eps: 1e-5, Scale: true, Offset: true}
		}, 4)
	case ops.NormalizeGroups.Op:
		p.groups(spec)
	case ops.NormalizeLast.Op:
		p.last(spec)
	case ops.Recur.Op:
		p.recurrent(spec)
	case ops.PoolWindows.Op:
		p.windows(spec)
	case ops.OrderStatistics.Op, ops.TopIndices.Op, ops.PartitionAround.Op, ops.CumulativeExtremes.Op, ops.CountIntervals.Op, ops.CountIntegers.Op, ops.ScatterReduced.Op:
		p.statistic(spec)
	default:
		panic("no probe of layer " + p.e.Op.Name)
	}
}

func (p *prober) convolution(spec func([]int) backend.Spec) {
	one, none := []int{1}, [][2]int{{}}
	for _, c := range []struct {
		x, y layout
		out  []int
		a    backend.ConvolutionAttrs
	}{
		{layout{"contiguous", []int{2, 7, 3}}, layout{"contiguous", []int{2, 3, 4}}, []int{2, 3, 4}, backend.ConvolutionAttrs{Strides: []int{2}, Dilations: []int{2}, Apart: one, Padding: none, Groups: 1}},
		{layout{"contiguous", []int{1, 2, 3}}, layout{"contiguous", []int{2, 3, 4}}, []int{1, 1, 4}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: one, Padding: none, Groups: 1}},
		{layout{"contiguous", []int{2, 5, 6, 2}}, layout{"contiguous", []int{3, 2, 2, 1}}, []int{2, 3, 5, 1}, backend.ConvolutionAttrs{Strides: []int{1, 1}, Dilations: []int{1, 1}, Apart: []int{1, 1}, Padding: [][2]int{{}, {}}, Groups: 1}},
		{layout{"permuted", []int{3, 5, 4}}, layout{"permuted", []int{2, 4, 3}}, []int{3, 4, 3}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: one, Padding: none, Groups: 1}},
		{layout{"permuted", []int{3, 5, 4}}, layout{"contiguous", []int{2, 4, 3}}, []int{3, 5, 3}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: one, Padding: [][2]int{{1, 0}}, Groups: 1}},
		{layout{"contiguous", []int{3, 5, 4}}, layout{"contiguous", []int{3, 4, 3}}, []int{3, 9, 3}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: []int{2}, Padding: [][2]int{{1, 1}}, Groups: 1}},
		{layout{"permuted", []int{3, 5, 4}}, layout{"permuted", []int{2, 1, 4}}, []int{3, 4, 4}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: one, Padding: none, Groups: 4}},
		{layout{"contiguous", []int{2, 5, 4}}, layout{"contiguous", []int{2, 2, 18}}, []int{2, 3, 18}, backend.ConvolutionAttrs{Strides: []int{2}, Dilations: one, Apart: one, Padding: [][2]int{{1, 0}}, Groups: 2}},
		{layout{"empty", []int{0, 5, 4}}, layout{"contiguous", []int{2, 4, 3}}, []int{0, 4, 3}, backend.ConvolutionAttrs{Strides: one, Dilations: one, Apart: one, Padding: none, Groups: 1}},
	} {
		y, out := c.y, c.out
		if p.e.Op == ops.ConvolveFilters.Op {
			y, out = layout{c.y.name, c.out}, c.y.shape
		}
		p.layerOf(c.x.name+" under "+y.name, spec(out), []layout{c.x, y}, c.a)
	}
}

// along tries a layer along each axis, which takes vectors of a number for each index along it.
func (p *prober) along(spec func([]int) backend.Spec, attrs func(axis int) backend.LayerAttrs, vectors int) {
	for _, l := range layouts {
		if shape.Size(l.shape) == 0 {
			continue
		}
		for axis, n := range l.shape {
			if vectors > 0 && (axis == 0 || len(l.shape) < 2) { // the first is that of the batch
				continue
			}
			operands := append([]layout{l}, slices.Repeat([]layout{{"a vector", []int{n}}}, vectors)...)
			p.layerOf(fmt.Sprintf("%s, axis %d", l.name, axis), spec(l.shape), operands, attrs(axis))
		}
	}
}

// groups tries groups of channels, which are along the second or the last axis.
func (p *prober) groups(spec func([]int) backend.Spec) {
	for _, l := range []layout{{"contiguous", []int{2, 4, 3, 6}}, {"permuted", []int{2, 4, 3, 6}}, {"contiguous", []int{3, 4}}, {"contiguous", []int{2, 40, 700}}} {
		for _, axis := range []int{1, len(l.shape) - 1} {
			n := l.shape[axis]
			for _, groups := range []int{1, 2, n} {
				for k := range 4 {
					a := backend.GroupNormalizationAttrs{Axis: axis, Groups: groups, Eps: 1e-5, Scale: k&1 > 0, Offset: k&2 > 0}
					p.layerOf(fmt.Sprintf("%s %v, %+v", l.name, l.shape, a), spec(l.shape), append([]layout{l}, slices.Repeat([]layout{{"a vector", []int{n}}}, k&1+k>>1)...), a)
				}
			}
		}
	}
}

// last tries the last axes.
func (p *prober) last(spec func([]int) backend.Spec) {
	for _, l := range []layout{{"contiguous", []int{2, 4, 3, 6}}, {"permuted", []int{2, 4, 3, 6}}, {"contiguous", []int{5}}} {
		for first := range l.shape {
			for k := range 4 {
				a := backend.LayerNormalizationAttrs{First: first, Eps: 1e-5, Scale: k&1 > 0, Offset: k&2 > 0}
				p.layerOf(fmt.Sprintf("%s %v, %+v", l.name, l.shape, a), spec(l.shape), append([]layout{l}, slices.Repeat([]layout{{"contiguous", l.shape[first:]}}, k&1+k>>1)...), a)
			}
		}
	}
}

// layerOf tries a layer if the kernel takes such operands.
func (p *prober) layerOf(name string, s backend.Spec, layouts []layout, a backend.LayerAttrs) {
	shapes, operands := make([][]int, len(layouts)), make([]operand, len(layouts))
	for i, l := range layouts {
		shapes[i], operands[i] = l.shape, p.operand(p.d, l)
	}
	if p.e.Takes != nil && !p.e.Takes(s, shapes, a) {
		return
	}
	p.try(name, s, operands, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
		xs := make([]backend.Buffer, len(operands))
		for i, x := range operands {
			xs[i] = of(x)
		}
		return e.Layer(s, xs, a)
	})
}

func (p *prober) windows(spec func([]int) backend.Spec) {
	two := func(v int) []int { return []int{v, v} }
	for _, l := range []layout{{"contiguous", []int{2, 3, 7, 6}}, {"permuted", []int{2, 3, 7, 6}}} {
		for _, sum := range []bool{false, true} {
			if sum && p.d == dtype.Bool { // no row has sums of these
				continue
			}
			name := fmt.Sprintf("%s, sum %v", l.name, sum)
			a := backend.WindowAttrs{First: 2, Kernel: two(3), Strides: two(2), Dilations: two(1), Before: two(1), Sum: sum}
			p.layerOf("planes, "+name, spec([]int{2, 3, 4, 3}), []layout{l}, a)
			a = backend.WindowAttrs{First: 1, Kernel: two(2), Strides: two(1), Dilations: two(2), Before: two(0), Sum: sum}
			p.layerOf("vectors, "+name, spec([]int{2, 1, 5, 6}), []layout{l}, a)
		}
	}
}

func (p *prober) recurrent(spec func([]int) backend.Spec) {
	const t, n, k, m = 3, 2, 5, 4
	of := func(name string, dims ...int) layout { return layout{name, dims} }
	for cell, gates := range map[string]int{"lstm": 4, "gru": 3, "tanh": 1, "relu": 1} {
		size := t * n * m
		states := []layout{of("contiguous", n, m)}
		if cell == "lstm" {
			size, states = size+n*m, append(states, of("permuted", n, m))
		}
		weights := []layout{of("contiguous", gates*m, k), of("permuted", gates*m, m)}
		p.layerOf(cell, spec([]int{size}), slices.Concat([]layout{of("contiguous", t, n, k)}, weights, states), backend.RecurrentAttrs{Cell: cell})
		weights = append(weights, of("contiguous", gates*m), of("contiguous", gates*m))
		p.layerOf(cell+" with summands", spec([]int{size}), slices.Concat([]layout{of("permuted", t, n, k)}, weights, states), backend.RecurrentAttrs{Cell: cell})
	}
}

func (p *prober) attention(spec func([]int) backend.Spec) {
	for _, c := range []struct {
		q, k, v layout
		out     []int
		a       backend.AttentionAttrs
	}{
		{layout{"contiguous", []int{2, 3, 4}}, layout{"contiguous", []int{2, 5, 4}}, layout{"contiguous", []int{2, 5, 6}}, []int{2, 3, 6}, backend.AttentionAttrs{Scale: 0.5}},
		{layout{"permuted", []int{3, 4}}, layout{"permuted", []int{5, 4}}, layout{"permuted", []int{5, 2}}, []int{3, 2}, backend.AttentionAttrs{Scale: 1, Causal: true}},
		{layout{"batched", []int{2, 1, 3, 4}}, layout{"batched", []int{3, 5, 4}}, layout{"batched", []int{3, 5, 4}}, []int{2, 3, 3, 4}, backend.AttentionAttrs{Scale: 2}},
	} {
		p.layerOf(c.q.name+" to "+c.k.name, spec(c.out), []layout{c.q, c.k, c.v}, c.a)
	}
}

func (p *prober) search(spec func([]int) backend.Spec) {
	for _, first := range lines {
		for _, l := range layouts {
			x, y := p.operand(p.d, first), p.operand(p.d, l)
			for _, flag := range []bool{false, true} {
				s := spec(l.shape)
				if p.e.Op == ops.IsIn.Op {
					p.try(l.name+" in "+first.name, s, []operand{x, y}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
						return e.Search(s, of(y), of(x), backend.SearchAttrs{Invert: flag})
					})
					continue
				}
				p.try(l.name+" in "+first.name, s, []operand{x, y}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
					return e.Search(s, of(x), of(y), backend.SearchAttrs{Right: flag})
				})
			}
		}
	}
}

func (p *prober) fourier(spec func([]int) backend.Spec) {
	for _, l := range layouts {
		for axis, n := range l.shape {
			if n == 0 {
				continue
			}
			lengths := []int{n}
			switch p.e.Op {
			case ops.FourierReal.Op:
				lengths = []int{n/2 + 1}
			case ops.FourierHermitian.Op:
				lengths = []int{2*n - 1}
				if n > 1 {
					lengths = append(lengths, 2*n-2)
				}
			}
			for _, inverse := range []bool{false, true} {
				if inverse && p.e.Op == ops.FourierReal.Op || !inverse && p.e.Op == ops.FourierHermitian.Op {
					continue
				}
				for _, m := range lengths {
					dims := slices.Clone(l.shape)
					dims[axis] = m
					x, s := p.operand(p.d, l), spec(dims)
					p.try(fmt.Sprintf("%s, axis %d, inverse %v", l.name, axis, inverse), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
						return e.Fourier(s, of(x), backend.FourierAttrs{Axis: axis, Inverse: inverse, Scale: 0.5})
					})
				}
			}
		}
	}
}

// matrixLayouts are of matrices that are regular, and of some without elements.
var matrixLayouts = []layout{{"regular", []int{4, 4}}, {"regular", []int{2, 3, 3}}, {"regular, permuted", []int{3, 4, 4}}, {"regular", []int{0, 3, 3}}, {"regular", []int{2, 0, 0}}}

// regular returns matrices with a dominant diagonal, that is Hermitian in one of them.
func (p *prober) regular(b backend.Backend, l layout) backend.Buffer {
	n := l.shape[len(l.shape)-1]
	var data []byte
	for i := range shape.Size(l.shape) {
		x := float64(i % 7)
		if i%(n*n)%(n+1) == 0 {
			x = float64(40 + i)
		}
		data = appendNumber(data, p.d.Component(), x)
		if p.d.IsComplex() {
			data = appendNumber(data, p.d.Component(), float64(i%3)*min(1, math.Abs(x-40)))
		}
	}
	x := must(b.FromHost(backend.Spec{Dtype: p.d, Shape: l.shape}, native(rawArray{dtype: p.d, shape: l.shape, data: data})))
	if l.name == "regular" {
		return x
	}
	perm := shape.All(len(l.shape))
	last := len(perm) - 1
	perm[last-1], perm[last] = last, last-1
	return must(b.Kernels().Entry(ops.PermuteDims.Op).View(backend.Spec{Dtype: p.d, Shape: l.shape}, x, backend.ViewAttrs{Perm: perm}))
}

// sizeOf returns how many elements a kernel of matrices has for each of n rows and columns.
func sizeOf(op *ops.Op, n int) int {
	switch op {
	case ops.FactorLU.Op, ops.HermitianEigen.Op, ops.GeneralEigen.Op:
		return n*n + n
	case ops.FactorQR.Op, ops.SchurForm.Op, ops.HessenbergForm.Op:
		return 2 * n * n
	case ops.SingularVectors.Op:
		return 2*n*n + n
	case ops.Determinant.Op:
		return 1
	case ops.LogDeterminant.Op:
		return 2
	case ops.HermitianEigenvalues.Op, ops.GeneralEigenvalues.Op, ops.SingularValues.Op:
		return n
	}
	return n * n
}

func (p *prober) matrix(spec func([]int) backend.Spec) {
	for _, l := range matrixLayouts {
		n, lead := l.shape[len(l.shape)-1], l.shape[:len(l.shape)-2]
		x := operand{here: p.regular(p.Backend, l)}
		if p.native != nil {
			x.native = p.regular(must(backend.Lookup("native")), l)
		}
		xs := []operand{x}
		if p.e.Op == ops.SolveMatrix.Op || p.e.Op == ops.SolveTriangle.Op {
			xs = append(xs, x)
		}
		for bits := range 8 {
			a := backend.MatrixAttrs{Upper: bits&1 != 0, Unit: bits&2 != 0, Full: bits&4 != 0}
			s := spec(append(slices.Clone(lead), sizeOf(p.e.Op, n)))
			p.try(fmt.Sprintf("%s %v, %+v", l.name, l.shape, a), s, xs, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				bufs := make([]backend.Buffer, len(xs))
				for i, x := range xs {
					bufs[i] = of(x)
				}
				return e.Matrix(s, bufs, a)
			})
		}
	}
}

func (p *prober) find() {
	for _, l := range layouts {
		x := p.operand(p.d, l)
		if p.e.Op == ops.Nonzero.Op && len(l.shape) == 0 {
			continue // which the front refuses
		}
		bufs, specs, err := p.e.Find(x.here, nil)
		if err != nil {
			p.err = fmt.Errorf("%s: %w", l.name, err)
			return
		}
		for i, s := range specs {
			p.try(fmt.Sprintf("%s, result %d", l.name, i), s, []operand{x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				if e == p.e {
					return bufs[i], nil
				}
				all, _, err := e.Find(of(x), nil)
				if err != nil {
					return nil, err
				}
				return all[i], nil
			})
		}
	}
}

// SupportQueries makes a real call of every public function with every dtype: it
// succeeds where FunctionSupportedDtypes says so, and nowhere else.
func (b Probe) SupportQueries(t *testing.T) {
	env, err := ivy.NewEnv(b.Backend.Name())
	require.NoError(t, err)
	var unsupported []string
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		supported := env.FunctionSupportedDtypes(op.Name)
		for _, d := range dtype.All.Dtypes() {
			args, opts := argumentsFor(env, op, d)
			err := ivy.Try(func() {
				for _, z := range env.Call(op, args, opts...) {
					z.Bytes()
				}
			})
			said := slices.Contains(supported, d)
			switch {
			case said && err != nil:
				t.Errorf("%v of %v is said to be supported: %v", op, d, err)
			case !said && err == nil:
				t.Errorf("%v of %v is said to be unsupported, and succeeds", op, d)
			case err != nil && !errors.Is(err, ivy.ErrDtype) && !errors.Is(err, ivy.ErrUnsupported):
				t.Errorf("%v of %v fails, but for another reason than its dtype: %v", op, d, err)
			case err != nil && !errors.Is(err, ivy.ErrDtype):
				unsupported = append(unsupported, err.Error())
			}
		}
	}
	t.Logf("calls that %s %s does not support: %d\n%s", b.Backend.Name(), b.Backend.Version(), len(unsupported), strings.Join(unsupported, "\n"))
}

// argumentsFor returns those of a call of op about arrays of dtype d.
func argumentsFor(env *ivy.Env, op *ops.Op, d dtype.Dtype) (args []any, opts []ivy.Option) {
	if args, opts = creationArguments(op, d); args != nil {
		return args, opts
	}
	x := env.FromBytes(d, []int{3, 3}, must(ivy.NewEnv("native")).Astype(must(ivy.NewEnv("native")).Asarray([]float64{0, 1, 2, 1, 0, 2, 1, 1, 0}), d).Bytes())
	row := env.GetItem(x, 0)
	indices := env.Asarray([]int64{0, 1, 2})
	switch op {
	case ops.Einsum:
		return []any{"ij,jk->ik", x, x}, nil
	case ops.Repeat:
		return []any{x, 2}, nil
	case ops.HSplit, ops.VSplit:
		return []any{x, 1}, nil
	case ops.DSplit:
		return []any{x.Reshape([]int{3, 1, 3}), 1}, nil
	case ops.Choose:
		return []any{indices, []*ivy.Array{row, row, row}}, nil
	case ops.PutAlongAxis:
		return []any{x, env.Asarray([][]int64{{0, 1, 2}}), row, 0}, nil
	case ops.ModeDot:
		return []any{x, x, 0}, nil
	case ops.EighTridiagonal:
		return []any{row, env.GetItem(row, ivy.Slice(1, nil))}, nil
	case ops.TensorSolve:
		return []any{x, row}, nil
	case ops.HigherOrderMoment:
		return []any{x, 2}, nil
	case ops.VectorToSkewSymmetricMatrix:
		return []any{row}, nil
	case ops.AsStrided:
		return []any{x, []int{2}, []int{d.Size()}}, nil
	case ops.Expand:
		return []any{x, []int{2, -1, -1}}, nil
	case ops.Unflatten:
		return []any{x, 0, []int{3, 1}}, nil
	case ops.SwapAxes:
		return []any{x, 0, 1}, nil
	case ops.TrimZeros, ops.Bincount, ops.InvertPermutation:
		return []any{row}, nil
	case ops.Digitize:
		return []any{row, row}, nil
	case ops.GatherOp:
		return []any{x, indices}, nil
	case ops.GatherND:
		return []any{x, indices.Reshape([]int{3, 1})}, nil
	case ops.Quantile, ops.NanQuantile:
		return []any{x, 0.5}, nil
	case ops.RavelMultiIndex:
		return []any{[]*ivy.Array{row, row}, []int{3, 3}}, nil
	case ops.UnravelIndex:
		return []any{row, []int{3, 3}}, nil
	case ops.ScatterFlat:
		return []any{indices, row}, []ivy.Option{ivy.Size(3)}
	case ops.ScatterND:
		return []any{indices.Reshape([]int{3, 1}), row}, []ivy.Option{ivy.Shape{3}}
	case ops.UnsortedSegmentMax, ops.UnsortedSegmentMean, ops.UnsortedSegmentMin, ops.UnsortedSegmentSum:
		return []any{x, indices, 3}, nil
	case ops.PartialUnfold:
		return []any{x, 0}, nil
	case ops.PartialFold:
		return []any{x, 0, []int{3, 3, 1}}, nil
	case ops.PartialVecToTensor:
		return []any{x, []int{3, 1, 3}}, nil
	case ops.EinopsRearrange:
		return []any{x, "... -> (...)"}, nil
	case ops.EinopsReduce:
		return []any{x, "... ->", "sum"}, nil
	case ops.EinopsRepeat:
		return []any{x, "... -> ... 2"}, nil
	case ops.Astype:
		return []any{x, dtype.Bool}, nil
	case ops.OneHot:
		return []any{x, 3}, nil
	case ops.Interp:
		return []any{x, row, row}, nil
	case ops.Ldexp:
		return []any{x, indices}, nil
	case ops.Polyval:
		return []any{row, x}, nil
	case ops.SoftThresholding:
		return []any{x, 1}, nil
	case ops.Meshgrid:
		return []any{[]*ivy.Array{row, row}}, nil
	case ops.ConvGeneralDilated:
		cube := x.Reshape([]int{1, 3, 3})
		return []any{cube, cube, []int{1}, "SAME"}, nil
	case ops.LSTM, ops.GRU, ops.RNN:
		n := map[*ops.Op]int{ops.LSTM: 4, ops.GRU: 3, ops.RNN: 1}[op]
		weight := env.Concat(slices.Repeat([]*ivy.Array{x}, n))
		return []any{x, []*ivy.Array{weight, weight}}, nil
	case ops.Take.Op:
		return []any{row, indices}, nil
	case ops.TakeAlongAxis.Op:
		return []any{row, indices}, nil
	case ops.SearchSorted.Op:
		return []any{row, x}, nil
	case ops.Where.Op:
		return []any{true, x, x}, nil
	case ops.CumulativeProd.Op, ops.CumulativeSum.Op:
		return []any{row}, nil
	case ops.PermuteDims.Op:
		return []any{x, []int{1, 0}}, nil
	case ops.Reshape.Op:
		return []any{x, []int{9}}, nil
	case ops.BroadcastTo.Op:
		return []any{x, []int{2, 3, 3}}, nil
	case ops.STFT, ops.ISTFT:
		return []any{x, 4, 2}, nil
	case ops.ExpandDims:
		return []any{x}, []ivy.Option{ivy.Axis(0)}
	}
	switch op { // of x, 3×3: three of three classes each
	case ops.Glu:
		return []any{env.FromBytes(d, []int{2, 4}, sample(d, []int{2, 4}, []float64{1, 0, 2, 1}, []float64{0}).data)}, nil
	case ops.NLLLoss, ops.MultiMarginLoss, ops.SoftmaxCrossEntropy:
		return []any{x, indices}, nil
	case ops.SparseCrossEntropy:
		return []any{indices, x}, nil
	case ops.MultiLabelMarginLoss:
		return []any{x, env.Asarray([][]int64{{0, 1, -1}, {2, -1, -1}, {0, 1, 2}})}, nil
	case ops.SSIMLoss:
		image := x.Reshape([]int{1, 3, 3, 1})
		return []any{image, image}, nil
	case ops.CTCLoss:
		return []any{x.Reshape([]int{3, 1, 3}), env.Asarray([][]int64{{1}}), env.Asarray([]int64{3}), env.Asarray([]int64{1})}, nil
	}
	if args := layerArguments(env, op, d); args != nil {
		return args, nil
	}
	if args := matrixArguments(env, op, row, indices); args != nil {
		return args, nil
	}
	return operandsOf(op, x), nil
}

// matrixArguments returns arguments of functions of vectors, and of matrices that have a result; nil of others.
func matrixArguments(env *ivy.Env, op *ops.Op, row, indices *ivy.Array) []any {
	one := func() *ivy.Array { return env.Eye(3, row.Dtype()) }
	switch op {
	case ops.Outer:
		return []any{row, row}
	case ops.Vander:
		return []any{row}
	case ops.Cholesky, ops.Logm, ops.Sqrtm:
		return []any{one()}
	case ops.SolveTriangular:
		return []any{one(), one()}
	case ops.LUSolve:
		return []any{one(), indices, one()}
	}
	return nil
}

// creationArguments returns what makes op create an array of dtype d; nil if it creates none.
func creationArguments(op *ops.Op, d dtype.Dtype) ([]any, []ivy.Option) {
	opts := []ivy.Option{d}
	switch op {
	case ops.Arange.Op:
		return []any{0, 5}, opts
	case ops.Linspace.Op:
		return []any{0, 5, 6}, opts
	case ops.HannWindow, ops.HammingWindow, ops.BlackmanWindow, ops.BartlettWindow, ops.KaiserWindow, ops.KaiserBesselDerivedWindow, ops.VorbisWindow:
		return []any{4}, opts
	case ops.Eye.Op, ops.FFTFreq, ops.RFFTFreq:
		return []any{3}, opts
	case ops.Indices, ops.SparseIndices:
		return []any{[]int{3}}, opts
	case ops.TrilIndices, ops.TriuIndices:
		return []any{3}, opts
	case ops.MelWeightMatrix:
		return []any{2, 16, 8000}, opts
	case ops.Full.Op:
		return []any{[]int{3}, 1}, opts
	case ops.Zeros, ops.Ones, ops.Empty:
		return []any{[]int{3}}, opts
	}
	return nil, nil
}

// operandsOf returns arguments of op by its parameters: x for each operand.
func operandsOf(op *ops.Op, x *ivy.Array) (args []any) {
	for _, p := range op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			args = append(args, x)
		case ops.Arrays:
			args = append(args, []*ivy.Array{x, x})
		case ops.Variadic:
			args = append(args, x, x)
		case ops.Int, ops.Scalar:
			args = append(args, 1)
		case ops.Ints:
			args = append(args, []int{1})
		case ops.IntPairs:
			args = append(args, [][2]int{{1, 1}})
		default:
			panic(fmt.Sprintf("no argument for %s of %v", p.Name, op))
		}
	}
	return args
}
