package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleEnv_Tidy() {
	e := ivy.Standard()
	x := ivy.Asarray([]float64{3, 4})
	norm := e.Tidy(func(e *ivy.Env) *ivy.Array {
		squares := e.Square(x)
		sum := squares.Sum() // belongs to the scope as squares does
		return e.Sqrt(sum)
	})
	fmt.Println(norm)
	// Output: 5.0
}

func ExampleTidy() {
	w := ivy.Asarray([]float64{0})
	for range 50 { // one scope for each step: memory stays as it is
		last := w
		w = ivy.Tidy(func(e *ivy.Env) *ivy.Array {
			gradient := e.Multiply(e.Subtract(last, 3), 2)
			return e.Subtract(last, e.Multiply(gradient, 0.1))
		})
		last.Free()
	}
	fmt.Printf("%.3f\n", w.Get(0).Float())
	// Output: 3.000
}

func ExampleEnv_TidyMany() {
	x := ivy.Asarray([]float64{1, 2, 3, 6})
	zs := ivy.TidyMany(func(e *ivy.Env) []*ivy.Array {
		mean := e.Mean(x)
		away := e.Abs(e.Subtract(x, mean))
		return []*ivy.Array{mean, e.Max(away)}
	})
	fmt.Println(zs[0], zs[1])
	// Output: 3.0 3.0
}

func ExampleEnv_TidyDo() {
	total := ivy.Asarray([]float64{0, 0})
	for i := range 3 {
		ivy.TidyDo(func(e *ivy.Env) {
			row := e.Arange(i, i+2, ivy.Float64)
			total.IAdd(e.Square(row)) // in place: total is no array of the scope
		})
	}
	fmt.Println(total)
	// Output: [ 5. 14.]
}

func ExampleEnv_TidySteps() {
	// rootMeanSquare frees what it makes on its way, wherever it is called.
	rootMeanSquare := func(e *ivy.Env, x *ivy.Array) (z *ivy.Array) {
		e.TidySteps(func(e *ivy.Env) bool {
			z = e.Keep(e.Sqrt(e.Mean(e.Square(x))))
			return true
		}, x)
		return z
	}
	fmt.Println(rootMeanSquare(ivy.Standard(), ivy.Asarray([]float64{1, 7})))
	// Output: 5.0
}

func ExampleEnv_TidyTree() {
	type model struct{ W, B *ivy.Array }
	step := func(m model, x *ivy.Array) model { // knows of no scope
		y := ivy.Add(ivy.Multiply(m.W, x), m.B)
		return model{ivy.Subtract(m.W, ivy.Multiply(y, 0.5)), m.B}
	}
	m := model{ivy.Asarray([]float64{1, 2}), ivy.Asarray([]float64{0, 1})}
	m = ivy.TidyTree(step, m, ivy.Asarray([]float64{2, 1}))[0].(model)
	fmt.Println(m.W, m.B)
	// Output: [0.  0.5] [0. 1.]
}

func ExampleEnv_Keep() {
	x := ivy.Asarray([]float64{4, 9})
	var roots *ivy.Array
	sum := ivy.Tidy(func(e *ivy.Env) *ivy.Array {
		roots = e.Keep(e.Sqrt(x))
		return e.Sum(roots)
	})
	fmt.Println(sum, roots)
	// Output: 5.0 [2. 3.]
}

func ExampleCompiled_CallInto() {
	f := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Add(ivy.Multiply(x, 2), 1) })
	state := []*ivy.Array{ivy.Asarray([]float64{0, 1})}
	for range 3 {
		f.CallInto(state, state...) // results take the arguments' place
	}
	fmt.Println(state[0])
	// Output: [ 7. 15.]
}
