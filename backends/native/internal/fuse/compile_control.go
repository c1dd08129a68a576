package fuse

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A control is a branch or a loop of a plan, with plans of its own.
type control struct {
	branch *backend.Branch
	loop   *backend.Loop
	batch  *batch

	programs []*executable // of a branch both, of a loop the body, and what says whether there is another iteration, of a batch the body
	outs     []backend.Spec
	pool     chan *iteration // of loops
}

// mostIterations is how many calls of a loop at once find what one needs for it ready.
const mostIterations = 4

// control makes a branch or a loop value i of the program.
func (b *planner) control(i int, n *backend.Node) {
	c := &control{}
	switch a := n.Attrs.(type) {
	case *backend.Branch:
		c.branch, c.outs = a, a.Outs()
		c.programs = []*executable{plan(a.Then, b.kernels), plan(a.Otherwise, b.kernels)}
	case *batch:
		c.batch, c.outs = a, a.outs
		c.programs = []*executable{plan(a.body, b.kernels)}
	case *backend.Loop:
		c.loop, c.outs = a, a.Outs()
		c.programs = []*executable{plan(a.Body, b.kernels)}
		if a.Cond != nil {
			c.programs = append(c.programs, plan(a.Cond, b.kernels))
		}
		c.pool = make(chan *iteration, mostIterations)
	}
	b.ofLoop = c.loop != nil
	defer func() { b.ofLoop = false }()
	x := planned{input: -1, control: c}
	for _, a := range n.Args {
		v := b.whole(a)
		x.args = append(x.args, use{v, b.values[v].spec.Shape})
	}
	v := b.add(x)
	b.elements[i], b.exact[i] = use{v, nil}, v
}

// pick makes a result of a branch or a loop value i of the program.
func (b *planner) pick(i int, n *backend.Node) {
	c := b.exact[n.Args[0]]
	b.made(i, b.once(fmt.Sprint("pick", c, n.Attrs), planned{spec: n.Out, input: -1, picked: true, pick: n.Attrs.(int), args: []use{{c, nil}}}))
}

// plan returns what runs a program of a branch or a loop.
func plan(p *backend.Program, kernels *backend.Table) *executable {
	b := newPlanner(p, kernels)
	e := b.assemble()
	e.owned = make([]bool, len(p.Results))
	for i, r := range p.Results {
		e.owned[i] = b.ownsAlone(b.exact[r])
	}
	return e
}

// ownsAlone reports whether a value has memory that no other value shares, though several results may be it.
func (b *planner) ownsAlone(v int) bool {
	if !b.own(v) || b.values[v].family() == ops.FamilyAssign {
		return false
	}
	for u := range b.values {
		x := &b.values[u]
		if f := x.family(); x.needed && (f == ops.FamilyView || f == ops.FamilyAssign) {
			for _, a := range x.args {
				if a.v == v {
					return false
				}
			}
		}
	}
	return true
}

func (c *control) bytes() int {
	n := int(unsafe.Sizeof(*c))
	for _, e := range c.programs {
		n += e.bytes()
	}
	return n
}

// run returns the results, each in memory that nothing else has.
func (c *control) run(stop *backend.Stop, args []backend.Buffer) ([]*array.Buffer, error) {
	switch {
	case c.branch != nil:
		return c.runBranch(stop, args)
	case c.batch != nil:
		return c.runBatch(stop, args)
	}
	var w *iteration
	select {
	case w = <-c.pool:
	default:
		w = c.newIteration()
	}
	zs, err := w.run(stop, args)
	w.clear()
	select {
	case c.pool <- w:
	default:
	}
	return zs, err
}

func (c *control) runBranch(stop *backend.Stop, args []backend.Buffer) ([]*array.Buffer, error) {
	e := c.programs[1]
	if truth(args[0]) {
		e = c.programs[0]
	}
	results, out := make([]backend.Buffer, len(c.outs)), make([]backend.Spec, len(c.outs))
	for i := range out {
		out[i] = c.outs[i]
		out[i].Stop = stop
	}
	if len(out) == 0 {
		return nil, nil
	}
	if err := e.run(args[1:], results, out); err != nil {
		return nil, err
	}
	zs := make([]*array.Buffer, len(results))
	for i, z := range results {
		zs[i] = z.(*array.Buffer)
		if !e.owned[i] || contains(zs[:i], zs[i]) || !zs[i].Contiguous() {
			var err error
			if zs[i], err = array.Clone(stop, zs[i]); err != nil {
				return nil, err
			}
		}
	}
	return zs, nil
}

func truth(c backend.Buffer) bool {
	b := c.(*array.Buffer)
	return array.Elems[uint8](b)[b.Offset] != 0
}

func contains(list []*array.Buffer, b *array.Buffer) bool {
	for _, x := range list {
		if x == b {
			return true
		}
	}
	return false
}

// An iteration is what a loop needs to run: it goes through all of its iterations, and allocates nothing in one
// that is like the one before. Buffers of the state are not written to while they are the state's: a result of the body
// is made in one that the state had before.
type iteration struct {
	*control
	body, cond  *executable
	inputs      []backend.Buffer // of the body
	condInputs  []backend.Buffer
	results     []backend.Buffer
	out         []backend.Spec
	condResult  [1]backend.Buffer
	condOut     [1]backend.Spec
	condInline  backend.Strided
	state, next []*array.Buffer
	own         []bool // which of state are the loop's
	nextOwn     []bool
	spare       []*array.Buffer // for each result of the body, what it may be made in
	rows        []array.Buffer  // the headers of rows
	places      []array.Buffer  // and of those of the results
	ys          []*array.Buffer
	number      array.Buffer
	first       int // where the state begins in inputs
}

func (c *control) newIteration() *iteration {
	l := c.loop
	w := &iteration{control: c, body: c.programs[0]}
	if l.Counter.IsValid() {
		w.first = 1
	}
	n := len(l.Body.Results)
	w.inputs, w.results, w.out = make([]backend.Buffer, len(l.Body.Inputs)), make([]backend.Buffer, n), make([]backend.Spec, n)
	w.state, w.next = make([]*array.Buffer, l.State), make([]*array.Buffer, l.State)
	w.own, w.nextOwn = make([]bool, l.State), make([]bool, l.State)
	w.spare = make([]*array.Buffer, n)
	w.rows, w.places, w.ys = make([]array.Buffer, l.Rows), make([]array.Buffer, n-l.State), make([]*array.Buffer, n-l.State)
	if l.Cond != nil {
		w.cond = c.programs[1]
		w.condInputs = make([]backend.Buffer, len(l.Cond.Inputs))
	}
	return w
}

// clear lets go of all that is others'.
func (w *iteration) clear() {
	clear(w.inputs)
	clear(w.condInputs)
	clear(w.results)
	clear(w.state)
	clear(w.next)
	clear(w.spare)
	clear(w.rows)
	clear(w.places)
	clear(w.ys)
	clear(w.own)
	w.condResult[0] = nil
	for i := range w.out {
		w.out[i] = backend.Spec{}
	}
}

func (w *iteration) run(stop *backend.Stop, args []backend.Buffer) ([]*array.Buffer, error) {
	l := w.loop
	for i := range w.state {
		w.state[i] = args[i].(*array.Buffer)
	}
	same := args[l.State+l.Rows:]
	copy(w.inputs[w.first+l.State+l.Rows:], same)
	if w.cond != nil {
		copy(w.condInputs[l.State:], same)
	}
	for i := range w.rows {
		x := args[l.State+i].(*array.Buffer)
		r := &w.rows[i]
		*r = array.Buffer{Dtype: x.Dtype, Borrows: true, Mem: x.Mem, Size: x.Size, Shape: x.Shape[1:], Strides: x.Strides[1:]}
		w.inputs[w.first+l.State+i] = r
	}
	for j := range w.ys {
		s := w.outs[l.State+j]
		z, err := array.NewResult(backend.Spec{Dtype: s.Dtype, Shape: s.Shape})
		if err != nil {
			return nil, err
		}
		w.ys[j] = z
		w.places[j] = array.Buffer{Dtype: z.Dtype, Borrows: true, Mem: z.Mem, Size: z.Size, Shape: z.Shape[1:], Strides: z.Strides[1:]}
	}
	if w.first > 0 {
		one, err := array.NewResult(backend.Spec{Dtype: l.Counter})
		if err != nil {
			return nil, err
		}
		w.number = *one
		w.number.Mem = one.Mem
		w.inputs[0] = &w.number
	}
	for i, r := range l.Body.Results {
		w.out[i] = backend.Spec{Dtype: w.outs[i].Dtype, Shape: l.Body.Spec(r).Shape, Stop: stop}
	}
	for k := 0; w.cond != nil || k < l.Trips; k++ {
		if err := stop.Err(); err != nil {
			return nil, err
		}
		if w.cond != nil {
			if holds, err := w.test(stop); err != nil || !holds {
				if err != nil {
					return nil, err
				}
				break
			}
		}
		if err := w.step(stop, args, l.At(k)); err != nil {
			return nil, err
		}
	}
	zs := make([]*array.Buffer, 0, len(w.outs))
	for i, z := range w.state {
		if !w.own[i] || contains(zs, z) || !z.Contiguous() {
			var err error
			if z, err = array.Clone(stop, z); err != nil {
				return nil, err
			}
		}
		zs = append(zs, z)
	}
	return append(zs, w.ys...), nil
}

// test reports whether there is another iteration.
func (w *iteration) test(stop *backend.Stop) (bool, error) {
	for i, b := range w.state {
		w.condInputs[i] = b
	}
	w.condInline = backend.Strided{}
	w.condOut[0] = backend.Spec{Dtype: dtype.Bool, Stop: stop, Inline: &w.condInline}
	if err := w.cond.run(w.condInputs, w.condResult[:], w.condOut[:]); err != nil {
		return false, err
	}
	return truth(w.condResult[0]), nil
}

// step runs the body with row and number at.
func (w *iteration) step(stop *backend.Stop, args []backend.Buffer, at int) error {
	l := w.loop
	if w.first > 0 {
		setNumber(&w.number, l.From+at)
	}
	for i, b := range w.state {
		w.inputs[w.first+i] = b
	}
	for i := range w.rows {
		x := args[l.State+i].(*array.Buffer)
		w.rows[i].Offset = x.Offset + at*x.Strides[0]
	}
	for i := range w.out {
		w.out[i].Into = nil
		if i >= l.State {
			p := &w.places[i-l.State]
			p.Offset = at * w.ys[i-l.State].Strides[0]
			w.out[i].Into = p
		} else if w.spare[i] != nil {
			w.out[i].Into = w.spare[i]
		}
	}
	if len(w.out) > 0 {
		if err := w.body.run(w.inputs, w.results, w.out); err != nil {
			return err
		}
	}
	for i := range w.state {
		if err := w.advance(stop, i); err != nil {
			return err
		}
	}
	for j := range w.ys {
		z, p := w.results[l.State+j].(*array.Buffer), &w.places[j]
		if z != p {
			array.CopyInto(stop, p, z)
			if w.body.owned[l.State+j] && !contains(w.next, z) {
				array.Release(z)
			}
		}
	}
	for i, b := range w.state {
		if w.own[i] && !contains(w.next, b) && !contains(w.state[:i], b) && !w.spares(b) {
			array.Release(b)
		}
	}
	copy(w.state, w.next)
	copy(w.own, w.nextOwn)
	return nil
}

// spares keeps b for the next result that may be made in it, and reports whether there is one.
func (w *iteration) spares(b *array.Buffer) bool {
	for j := range w.state {
		if w.spare[j] == nil && w.loop.Body.Results[j] >= len(w.loop.Body.Inputs) && b.Dtype == w.out[j].Dtype && slices.Equal(b.Shape, w.out[j].Shape) && b.Contiguous() {
			w.spare[j] = b
			return true
		}
	}
	return false
}

// advance sets the next state i.
func (w *iteration) advance(stop *backend.Stop, i int) (err error) {
	z := w.results[i].(*array.Buffer)
	w.nextOwn[i] = w.body.owned[i]
	for k, b := range w.state { // a part of the state as it was
		if z == b {
			w.next[i], w.nextOwn[i] = z, w.own[k]
			return nil
		}
	}
	if w.nextOwn[i] && z == w.spare[i] {
		w.next[i], w.spare[i] = z, nil
		return nil
	}
	for k := range w.spare[:len(w.state)] { // made for another result, which this one is, too
		if w.spare[k] == z {
			w.spare[k] = nil
		}
	}
	for j := range w.places { // a result that is kept among all of the others
		if z == &w.places[j] {
			w.nextOwn[i] = false
		}
	}
	if !w.nextOwn[i] {
		if z, err = w.copied(stop, i, z); err != nil {
			return err
		}
	}
	w.next[i], w.nextOwn[i] = z, true
	return nil
}

// copied returns a copy of z that is the loop's.
func (w *iteration) copied(stop *backend.Stop, i int, z *array.Buffer) (*array.Buffer, error) {
	if to := w.spare[i]; to != nil {
		w.spare[i] = nil
		array.CopyInto(stop, to, z)
		return to, nil
	}
	return array.Clone(stop, z)
}

func setNumber(b *array.Buffer, n int) {
	switch b.Dtype.Size() {
	case 1:
		array.Elems[int8](b)[0] = int8(n)
	case 2:
		array.Elems[int16](b)[0] = int16(n)
	case 4:
		array.Elems[int32](b)[0] = int32(n)
	default:
		array.Elems[int64](b)[0] = int64(n)
	}
}
