package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleIfElse() {
	root := func(x *ivy.Array) *ivy.Array {
		return ivy.IfElse(x.Min().GreaterEqual(0), func(x *ivy.Array) *ivy.Array { return x.Sqrt() },
			func(x *ivy.Array) *ivy.Array { return x.Subtract(x.Min()).Sqrt() }, x).(*ivy.Array)
	}
	compiled := ivy.Compile(root) // with both branches
	fmt.Println(root(ivy.Asarray([]float64{4, 9})), compiled.Call(ivy.Asarray([]float64{-4, 5})))
	// Output: [2. 3.] [0. 3.]
}

func ExampleWhile() {
	type state struct{ X, Step *ivy.Array }
	root := func(a *ivy.Array) *ivy.Array { // by Newton's iteration
		last := ivy.While(
			func(s state) *ivy.Array { return s.Step.Abs().Max().Greater(1e-12) },
			func(s state) state {
				x := a.Divide(s.X).Add(s.X).Divide(2)
				return state{x, x.Subtract(s.X)}
			},
			state{a, ivy.OnesLike(a)}).(state)
		return last.X
	}
	fmt.Println(ivy.Compile(root).Call(ivy.Asarray([]float64{4, 9, 2})))
	// Output: [2.         3.         1.41421356]
}

func ExampleForRange() {
	m := ivy.Asarray([][]float64{{2, 1}, {1, 2}})
	v := ivy.ForRange(0, 40, func(_, v *ivy.Array) *ivy.Array { // power iteration
		w := ivy.MatMul(m, v)
		return w.Divide(w.Square().Sum().Sqrt())
	}, ivy.Asarray([]float64{1, 0})).(*ivy.Array)
	fmt.Printf("%.4f\n", v.Get(0).Float())
	// Output: 0.7071
}

func ExampleScan() {
	// A recurrent network, and its gradient, compiled: a loop for the states, and one back through them.
	type cell struct{ Input, State *ivy.Array }
	loss := func(c cell, xs *ivy.Array) *ivy.Array {
		_, hs := ivy.Scan(func(h, x *ivy.Array) (*ivy.Array, *ivy.Array) {
			h = h.Multiply(c.State).Add(x.Multiply(c.Input)).Tanh()
			return h, h
		}, ivy.Zeros([]int{}, ivy.Float64), xs)
		return hs.(*ivy.Array).Square().Mean()
	}
	gradient := ivy.Compile(ivy.Grad(loss))
	c := cell{ivy.Asarray(0.5), ivy.Asarray(-0.25)}
	for _, n := range []int{3, 1000} {
		g := gradient.CallTree(c, ivy.Linspace(0, 1, n, ivy.Float64))[0].(cell)
		fmt.Printf("%.4f %.4f\n", g.Input.Float(), g.State.Float())
	}
	fmt.Println(gradient.Eager())
	// Output:
	// 0.2782 0.0559
	// 0.1929 0.0752
	// <nil>
}

func ExampleScan_reverse() {
	// What is yet to come, discounted.
	rewards := ivy.Asarray([]float64{1, 0, 2})
	_, returns := ivy.Scan(func(later, r *ivy.Array) (*ivy.Array, *ivy.Array) {
		now := later.Multiply(0.5).Add(r)
		return now, now
	}, ivy.Zeros([]int{}, ivy.Float64), rewards, ivy.Reverse(true))
	fmt.Println(returns)
	// Output: [1.5 1.  2. ]
}

func ExampleMapRows() {
	points := ivy.Asarray([][]float64{{3, 4}, {6, 8}})
	fmt.Println(ivy.MapRows(func(p *ivy.Array) *ivy.Array { return p.Square().Sum().Sqrt() }, points))
	// Output: [ 5. 10.]
}
