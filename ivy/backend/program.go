package backend

import "github.com/goivy/goivy/ivy/ops"

// A Program is a computation recorded: what a function of arrays did, kernel by kernel.
// Values are numbered: first the inputs, then the constants, then a result of each node.
type Program struct {
	Inputs    []Spec
	Constants []Buffer // the backend's own
	Specs     []Spec   // of the constants
	Nodes     []Node
	Results   []int // the values that the program returns; inputs and constants may be among them
}

// A Node is one kernel's work.
type Node struct {
	Op   *ops.Op
	Args []int // values; of the family Gather x and then the indices, of Assign x, v and the indices
	Out  Spec

	// Attrs are the attributes of the family: a FillAttrs, ReduceAttrs, ScanAttrs,
	// SortAttrs, ViewAttrs, JoinAttrs, GatherAttrs, AssignAttrs, LayerAttrs, SearchAttrs, FourierAttrs or MatrixAttrs; nil for
	// families that have none. Those of branches and loops are said at Control.
	Attrs any
}

// Spec returns the dtype and shape of a value.
func (p *Program) Spec(value int) Spec {
	switch n := value - len(p.Inputs); {
	case n < 0:
		return p.Inputs[value]
	case n < len(p.Specs):
		return p.Specs[n]
	default:
		return p.Nodes[n-len(p.Specs)].Out
	}
}

// A Compiler is a Backend that can run a recorded computation as a whole.
type Compiler interface {
	// Compile returns what runs p, which it may keep. An error says why it cannot, and has
	// the computation run kernel by kernel instead.
	Compile(p *Program) (*Plan, error)
}

// A Plan is a Program that is ready to run.
type Plan struct {
	Run Executable

	// Own tells which results are in memory that nothing else shares, neither another
	// result nor a constant; nil if that is known of none.
	Own []bool

	// Bytes is about how much memory the plan keeps between calls: constants, buffers, and
	// what the program itself takes, in a library too.
	Bytes int

	// Close gives that memory back, where the collector alone would not, or only after long; nil if
	// there is nothing to do. It is called once. Calls of Run may be under way, and some
	// may begin yet, on goroutines that found the plan before: they give their results all
	// the same. It does not wait for them.
	Close func()
}

// An Executable runs a Program on inputs of its dtypes and shapes and sets results to its
// results, whose memory is their own, or that of the input or constant that a result is.
// out are their Specs, for whom their Inline is of use; all have one Stop. It keeps none of the slices. It is
// called from many goroutines at once.
type Executable func(inputs, results []Buffer, out []Spec) error

// Run runs p, which has no branches and loops (see [Interpreter]), by the kernels of a table, one node after the
// other, until stop is set.
func (p *Program) Run(t *Table, inputs []Buffer, stop *Stop) ([]Buffer, error) {
	return p.RunWith(t, inputs, stop, nil)
}

// RunWith is [Program.Run] with what runs the nodes of branches and loops, and returns all of their results.
func (p *Program) RunWith(t *Table, inputs []Buffer, stop *Stop, control func(n *Node, args []Buffer) ([]Buffer, error)) ([]Buffer, error) {
	values := append(append(make([]Buffer, 0, len(inputs)+len(p.Constants)+len(p.Nodes)), inputs...), p.Constants...)
	for i := range p.Nodes {
		if err := stop.Err(); err != nil {
			return nil, err
		}
		n := &p.Nodes[i]
		args := make([]Buffer, len(n.Args))
		for j, v := range n.Args {
			args[j] = values[v]
		}
		var z Buffer
		var err error
		switch {
		case n.Op == Pick:
			z = args[0].([]Buffer)[n.Attrs.(int)]
		case n.Op == Control && control != nil:
			var zs []Buffer
			zs, err = control(n, args)
			z = zs
		case n.Op == Control:
			err = &NodeError{n.Op}
		default:
			z, err = n.Run(t.Entry(n.Op), args, stop)
		}
		if err != nil {
			return nil, err
		}
		values = append(values, z)
	}
	results := make([]Buffer, len(p.Results))
	for i, v := range p.Results {
		results[i] = values[v]
	}
	return results, nil
}

// Run calls the kernel k of the node's row on x, the values that n.Args number.
func (n *Node) Run(k *Entry, x []Buffer, stop *Stop) (Buffer, error) {
	out := n.Out
	out.Stop = stop
	switch n.Op.Family {
	case ops.FamilyFill:
		return k.Fill(out, n.Attrs.(FillAttrs))
	case ops.FamilyUnary:
		return k.Unary(out, x[0])
	case ops.FamilyBinary:
		return k.Binary(out, x[0], x[1])
	case ops.FamilyTernary:
		return k.Ternary(out, x[0], x[1], x[2])
	case ops.FamilyReduce:
		return k.Reduce(out, x[0], n.Attrs.(ReduceAttrs))
	case ops.FamilyScan:
		return k.Scan(out, x[0], n.Attrs.(ScanAttrs))
	case ops.FamilySort:
		return k.Sort(out, x[0], n.Attrs.(SortAttrs))
	case ops.FamilyView:
		return k.View(out, x[0], n.Attrs.(ViewAttrs))
	case ops.FamilyJoin:
		return k.Join(out, x, n.Attrs.(JoinAttrs))
	case ops.FamilyGather:
		return k.Gather(out, x[0], x[1:], n.Attrs.(GatherAttrs))
	case ops.FamilyAssign:
		a := n.Attrs.(AssignAttrs)
		a.Stop = stop
		return k.Assign(x[0], x[1], x[2:], a)
	case ops.FamilyProduct:
		return k.Product(out, x[0], x[1])
	case ops.FamilyLayer:
		return k.Layer(out, x, n.Attrs.(LayerAttrs))
	case ops.FamilySearch:
		return k.Search(out, x[0], x[1], n.Attrs.(SearchAttrs))
	case ops.FamilyFourier:
		return k.Fourier(out, x[0], n.Attrs.(FourierAttrs))
	case ops.FamilyMatrix:
		return k.Matrix(out, x, n.Attrs.(MatrixAttrs))
	}
	return nil, &NodeError{n.Op}
}

// A NodeError is an operation that no Program has.
type NodeError struct{ Op *ops.Op }

// Error names it.
func (e *NodeError) Error() string { return "a program has no " + e.Op.Name }
