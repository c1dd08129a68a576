package backend

import (
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Nodes of branches and loops have programs of their own. Such a node's Op is Control, its Attrs are a *Loop or a
// *Branch, and its value is all of the results together: nodes whose Op is Pick, whose only argument it is and whose Attrs
// are the number of a result, an int, are these. Neither is a row of package ops, and no table has a kernel of them.
var (
	Control = &ops.Op{Name: "Control"}
	Pick    = &ops.Op{Name: "Pick"}
)

// A Branch is a node that runs one of two programs. Its arguments are the condition, a bool without axes, and what both
// programs take. Their results have the same Specs.
type Branch struct{ Then, Otherwise *Program }

// A Loop is a node that runs a program again and again. Its arguments are the state, arrays that it takes rows of, and
// what stays the same; its results are the last state, and one array for each result of an iteration.
type Loop struct {
	// Body takes the number of the iteration if Counter is a dtype, the state, a row of each of the arrays, and what
	// stays the same. Its results are the next state, whose Specs are the state's, and the others.
	Body *Program

	// Cond takes the state and what stays the same; its result is a bool without axes: whether there is another iteration.
	// It is nil where Trips says how many there are. A loop with Cond has no rows, no counter, and no results but the state.
	Cond  *Program
	Trips int

	State, Rows int         // how many arguments these are
	Counter     dtype.Dtype // of the number; Invalid if there is none
	From        int         // the first number: of row 0
	Reverse     bool        // from the last row, and number, to the first
}

// At returns which row the iteration k, counted from 0, takes.
func (l *Loop) At(k int) int {
	if l.Reverse {
		return l.Trips - 1 - k
	}
	return k
}

// Outs returns the Specs of the results.
func (l *Loop) Outs() []Spec {
	outs := make([]Spec, len(l.Body.Results))
	for i, r := range l.Body.Results {
		outs[i] = l.Body.Spec(r)
		outs[i].In = dtype.Invalid
		if i >= l.State {
			outs[i].Shape = append([]int{l.Trips}, outs[i].Shape...)
		}
	}
	return outs
}

// Outs returns the Specs of the results.
func (b *Branch) Outs() []Spec {
	outs := make([]Spec, len(b.Then.Results))
	for i, r := range b.Then.Results {
		outs[i] = b.Then.Spec(r)
		outs[i].In = dtype.Invalid
	}
	return outs
}

// An Interpreter runs nodes of branches and loops by a backend's kernels.
type Interpreter struct {
	Backend
	Table *Table
	Stop  *Stop
}

// Run runs p, with its branches and loops.
func (in *Interpreter) Run(p *Program, inputs []Buffer) ([]Buffer, error) {
	return p.RunWith(in.Table, inputs, in.Stop, in.Control)
}

// Control returns the results of a node of a branch or a loop.
func (in *Interpreter) Control(n *Node, args []Buffer) ([]Buffer, error) {
	switch c := n.Attrs.(type) {
	case *Branch:
		holds, err := in.truth(args[0])
		if err != nil {
			return nil, err
		}
		if holds {
			return in.Run(c.Then, args[1:])
		}
		return in.Run(c.Otherwise, args[1:])
	case *Loop:
		return in.loop(c, args)
	}
	return nil, &NodeError{n.Op}
}

func (in *Interpreter) truth(c Buffer) (bool, error) {
	var b [1]byte
	err := in.ToHost(c, b[:])
	return b[0] != 0, err
}

func (in *Interpreter) loop(l *Loop, args []Buffer) ([]Buffer, error) {
	state, rows, rest := args[:l.State], args[l.State:l.State+l.Rows], args[l.State+l.Rows:]
	state = append([]Buffer(nil), state...)
	ys := make([][]Buffer, len(l.Body.Results)-l.State)
	for k := 0; l.Cond != nil || k < l.Trips; k++ {
		if l.Cond != nil {
			c, err := in.Run(l.Cond, append(append([]Buffer(nil), state...), rest...))
			if err != nil {
				return nil, err
			}
			if holds, err := in.truth(c[0]); err != nil || !holds {
				return state, err
			}
		}
		var inputs []Buffer
		if l.Counter.IsValid() {
			i, err := in.Table.Entry(ops.Full.Op).Fill(Spec{Dtype: l.Counter, Stop: in.Stop}, FillAttrs{Value: IntScalar(int64(l.From + l.At(k)))})
			if err != nil {
				return nil, err
			}
			inputs = append(inputs, i)
		}
		inputs = append(inputs, state...)
		for _, x := range rows {
			r, err := in.row(x, l.Body.Inputs[len(inputs)], l, k)
			if err != nil {
				return nil, err
			}
			inputs = append(inputs, r)
		}
		zs, err := in.Run(l.Body, append(inputs, rest...))
		if err != nil {
			return nil, err
		}
		copy(state, zs)
		for j := range ys {
			ys[j] = append(ys[j], zs[l.State+j])
		}
	}
	outs := l.Outs()
	for j, parts := range ys {
		z, err := in.stack(parts, outs[l.State+j], l)
		if err != nil {
			return nil, err
		}
		state = append(state, z)
	}
	return state, nil
}

// row returns the row of x, like out, that the iteration k takes.
func (in *Interpreter) row(x Buffer, out Spec, l *Loop, k int) (Buffer, error) {
	dims := append([]int{l.Trips}, out.Shape...)
	ranges := make([]shape.Range, len(dims))
	for i, n := range dims {
		ranges[i] = shape.Full(n)
	}
	ranges[0] = shape.Range{Start: l.At(k), Step: 1, Len: 1}
	r, err := in.Table.Entry(ops.Slice.Op).View(Spec{Dtype: out.Dtype, Shape: shape.Lens(ranges), Stop: in.Stop}, x, ViewAttrs{Ranges: ranges})
	if err != nil {
		return nil, err
	}
	return in.reshape(r, out)
}

func (in *Interpreter) reshape(x Buffer, out Spec) (Buffer, error) {
	return in.Table.Entry(ops.Reshape.Op).View(Spec{Dtype: out.Dtype, Shape: out.Shape, Stop: in.Stop}, x, ViewAttrs{})
}

// stack returns the results of all iterations, in the order of the rows.
func (in *Interpreter) stack(parts []Buffer, out Spec, l *Loop) (Buffer, error) {
	if l.Trips == 0 {
		return in.Table.Entry(ops.Full.Op).Fill(Spec{Dtype: out.Dtype, Shape: out.Shape, Stop: in.Stop}, FillAttrs{Value: IntScalar(0)})
	}
	rows := make([]Buffer, len(parts))
	for k, y := range parts {
		r, err := in.reshape(y, Spec{Dtype: out.Dtype, Shape: append([]int{1}, out.Shape[1:]...)})
		if err != nil {
			return nil, err
		}
		rows[l.At(k)] = r
	}
	return in.Table.Entry(ops.Concat.Op).Join(Spec{Dtype: out.Dtype, Shape: out.Shape, Stop: in.Stop}, rows, JoinAttrs{})
}
