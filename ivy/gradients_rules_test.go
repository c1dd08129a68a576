package ivy_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// The rule of every row that has one gives each operand a gradient of its dtype and shape, for
// every inexact dtype, whichever operands are watched, and reads nothing that its node has not
// kept.
func TestRulesOfAllDtypes(t *testing.T) {
	e := ivy.Standard()
	options := map[string][][]ivy.Option{
		"CumulativeSum":  {{ivy.Axis(1)}, {ivy.Axis(0), ivy.Reverse(true)}, {ivy.Axis(0), ivy.IncludeInitial(true)}, {ivy.Axis(1), ivy.Exclusive(true)}},
		"CumulativeProd": {{ivy.Axis(1)}, {ivy.Axis(0), ivy.Reverse(true)}, {ivy.Axis(0), ivy.IncludeInitial(true)}, {ivy.Axis(1), ivy.Exclusive(true)}},
		"Sort":           {{ivy.Axis(0)}, {ivy.Descending(true)}},
	}
	overAxes := [][]ivy.Option{{}, {ivy.Axis(1)}, {ivy.Axes{0, 1}, ivy.KeepDims(true)}}
	rows := 0
	for _, op := range ops.All() {
		if op.Diff != ops.DiffRule || op.Hidden {
			continue
		}
		operands := 1
		opts := options[op.Name]
		switch op.Family {
		case ops.FamilyUnary:
		case ops.FamilyBinary, ops.FamilyProduct:
			operands = 2
		case ops.FamilyReduce:
			opts = overAxes
		case ops.FamilyScan, ops.FamilySort:
		default:
			continue
		}
		if opts == nil {
			opts = [][]ivy.Option{nil}
		}
		rows++
		for _, d := range (op.In & dtype.Inexact).Dtypes() {
			for _, o := range opts {
				for watched := 1; watched < 1<<operands; watched++ {
					rule(t, e, op, d, operands, watched, o)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, rows, 60)
}

// rule pulls a gradient through a row of abstract arrays.
func rule(t *testing.T, e *ivy.Env, op *ops.Op, d ivy.Dtype, operands, watched int, opts []ivy.Option) {
	shapes := [][]int{{2, 3, 3}, {3, 3}} // the second is broadcast
	var xs []ivy.Tree
	all := make([]any, operands)
	for i := range operands {
		a := e.Abstract(d, shapes[i]...)
		all[i] = a
		if watched&(1<<i) != 0 {
			xs = append(xs, a)
		}
	}
	err := ivy.Try(func() {
		z, pull := e.VJP(func(ws ...ivy.Tree) ivy.Tree {
			args := append([]any(nil), all...)
			for i := range args {
				if watched&(1<<i) != 0 {
					args[i], ws = ws[0], ws[1:]
				}
			}
			return e.Call(op, args, opts...)[0]
		}, xs...)
		w := z.(*ivy.Array)
		if !dtype.Inexact.Has(w.Dtype()) {
			return
		}
		for i, g := range pull(e.Abstract(w.Dtype(), w.Shape()...)) {
			x := xs[i].(*ivy.Array)
			assert.Equal(t, x.Dtype(), g.(*ivy.Array).Dtype(), "%v of %v, watched %b", op, d, watched)
			assert.Equal(t, x.Shape(), g.(*ivy.Array).Shape(), "%v of %v, watched %b", op, d, watched)
		}
	})
	if (op == ops.Zeta.Op || op == ops.Igamma.Op || op == ops.Igammac.Op) && watched&1 != 0 {
		assert.ErrorIs(t, err, ivy.ErrUnsupported, "no kernel has the derivative of %v by its first operand", op)
		return
	}
	assert.NoError(t, err, "%v of %v, watched %b", op, d, watched)
}

// An array that is being differentiated does not leave its backend, and what is computed after
// Stop, or while a tape pauses, is a constant.
func TestWhatIsNotRecorded(t *testing.T) {
	x := ivy.Asarray([]float64{1, 2})
	err := ivy.Try(func() {
		ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(x.ToBackend("plain")) })(x)
	})
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "take StopGradient of it first")
	same := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(x.ToBackend("native")) })(x).(*ivy.Array)
	assert.Equal(t, []float64{1, 1}, ivy.Values[float64](same))

	tape := ivy.NewTape()
	y := tape.Watch(x)
	before := ivy.Sum(ivy.Square(y))
	resume := tape.Pause()
	paused := ivy.Sum(ivy.Square(y))
	resume()
	again := ivy.Sum(ivy.Multiply(y, 3.0))
	tape.Stop()
	after := ivy.Sum(ivy.Square(y))
	assert.Equal(t, []bool{true, false, true, false}, []bool{before.RequiresGradient(), paused.RequiresGradient(), again.RequiresGradient(), after.RequiresGradient()})
	for _, z := range []*ivy.Array{paused, after} {
		assert.Nil(t, tape.Gradients([]*ivy.Array{z}, nil, y)[0])
	}
	assert.Equal(t, []float64{2, 4}, ivy.Values[float64](tape.Gradients([]*ivy.Array{before}, nil, y)[0]))
	assert.Equal(t, []float64{5, 7}, ivy.Values[float64](tape.Gradients([]*ivy.Array{before, again}, nil, y)[0]))
}

// What slices and writes in a loop copy grows with the number of their elements, not with its square, in gradients of both orders.
func TestLoopsOfSlicesCopyLittle(t *testing.T) {
	var copied atomic.Int64
	f := newFake("counting copies", "1", dtype.All)
	k := f.table.Entry(ops.CopyArray.Op)
	plain := k.Unary
	k.Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		copied.Add(int64(shape.Size(out.Shape)))
		return plain(out, x)
	}
	e := fakeEnv(t, f)
	const n = 200
	for name, loop := range map[string]func(x *ivy.Array) *ivy.Array{
		"reads": func(x *ivy.Array) *ivy.Array {
			z := e.Sum(e.ZerosLike(x))
			for i := range n {
				z = e.Add(z, e.Square(e.Square(x.Get(i))))
			}
			return z
		},
		"writes": func(x *ivy.Array) *ivy.Array {
			z := e.ZerosLike(x)
			for i := range n {
				z.Set(e.Square(e.Square(x.Get(i))), i)
			}
			return e.Sum(z)
		},
		"both": func(x *ivy.Array) *ivy.Array {
			z := e.CopyArray(x)
			for i := 1; i < n; i++ {
				e.AddItem(z, e.Multiply(z.Get(i-1), 0.1), i)
			}
			return e.Sum(e.Square(e.Square(z)))
		},
	} {
		x := e.Asarray(slices.Repeat([]float64{0.5}, n))
		gradient := func(x *ivy.Array) *ivy.Array { return e.Grad(loop)(x).(*ivy.Array) }
		for order, f := range []func(x *ivy.Array) *ivy.Array{gradient, func(x *ivy.Array) *ivy.Array {
			return e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Square(gradient(x))) })(x).(*ivy.Array)
		}} {
			copied.Store(0)
			f(x)
			assert.Less(t, copied.Load(), int64(30*n), "%s, order %d", name, order+1)
		}
	}
}
