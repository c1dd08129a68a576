package backendtest

import (
	"math"

	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

const (
	clearance   = 0.1 // of programs' steps from where they are not smooth
	mostOfValue = 20  // of an element of a program's arrays
	mostOfShape = 24  // elements of one
)

// A drawnProgram is a program and a point, its parameters.
type drawnProgram struct {
	program
	params [][]complex128
}

// programs draws programs that are smooth about their parameters.
func programs() *rapid.Generator[*drawnProgram] {
	return rapid.Custom(func(t *rapid.T) *drawnProgram {
		p := &drawnProgram{}
		p.Dtype = rapid.SampledFrom([]string{"float64", "float64", "complex128"}).Draw(t, "dtype")
		p.Shapes = rapid.SliceOfN(rapid.SampledFrom([][]int{{3}, {4}, {2, 3}, {3, 2}, {3, 1}, {1, 4}, {2, 2, 3}, {}}), 1, 3).Draw(t, "shapes")
		for i, dims := range p.Shapes {
			x := make([]complex128, shape.Size(dims))
			for j := range x { // not near to each other
				re := 0.3 + 1.2*(float64(j)+rapid.Float64Range(0.2, 0.8).Draw(t, "element"))/float64(len(x))
				x[j] = complex(math.Copysign(re, float64(rapid.IntRange(-1, 0).Draw(t, "sign"))), rapid.Float64Range(-1, 1).Draw(t, "imaginary"))
			}
			p.params = append(p.params, x)
			p.Steps = append(p.Steps, step{Op: "parameter", Ints: []int{i}})
		}
		d := &programDrawer{t: t, p: p, kinds: kindsOf(p.Dtype == "complex128")}
		d.arrays, _ = d.tried()
		for range rapid.IntRange(2, 14).Draw(t, "steps") {
			d.step()
		}
		for range rapid.IntRange(1, 3).Draw(t, "results") {
			p.Results = append(p.Results, rapid.IntRange(min(len(p.Shapes), len(d.arrays)-1), len(d.arrays)-1).Draw(t, "result"))
		}
		return p
	})
}

// kindsOf returns the steps that arrays of real or complex numbers can be in.
func kindsOf(isComplex bool) (kinds []string) {
	real := map[string]bool{"tanh": true, "sigmoid": true, "max": true, "sort": true, "softmax": true, "maximum": true}
	complex := map[string]bool{"conj": true, "real": true, "imag": true}
	for _, op := range append(sortedKeys(steps), sortedKeys(writes)...) {
		if op != "parameter" && !(isComplex && real[op]) && (isComplex || !complex[op]) {
			kinds = append(kinds, op)
		}
	}
	return kinds
}

// A programDrawer adds steps to a program.
type programDrawer struct {
	t      *rapid.T
	p      *drawnProgram
	kinds  []string
	arrays []*ivy.Array // after the steps so far
}

// tried returns the program's arrays, and whether all of its steps can be done and differentiated.
func (d *programDrawer) tried() (arrays []*ivy.Array, ok bool) {
	e := drawingEnv()
	m := &machine{e: e, looks: true, clearance: math.Inf(1)}
	of, err := dtype.Parse(d.p.Dtype)
	if err != nil {
		panic(err)
	}
	for i, x := range d.p.params {
		m.params = append(m.params, arrayOf(e, of, d.p.Shapes[i], x, nil))
	}
	err = ivy.Try(func() {
		for i := range d.p.Steps {
			m.step(&d.p.Steps[i])
		}
	})
	if err != nil || m.clearance < clearance || !finite(m.arrays, mostOfValue) {
		return nil, false
	}
	for _, x := range m.arrays {
		if n := elements(x); n == 0 || n > mostOfShape {
			return nil, false
		}
	}
	return m.arrays, true
}

// drawingEnv is where programs are tried as they are drawn.
func drawingEnv() *ivy.Env { return must(ivy.NewEnv("native")) }

// step adds a step, if the one that is drawn can be done.
func (d *programDrawer) step() {
	s := step{Op: rapid.SampledFrom(d.kinds).Draw(d.t, "step"), On: []int{d.number(0, len(d.arrays)-1)}}
	if x := d.arrays[s.On[0]]; !d.complete(&s, x.Shape()) {
		return
	}
	before := d.p.Steps
	d.p.Steps = append(before[:len(before):len(before)], s)
	if arrays, ok := d.tried(); ok {
		d.arrays = arrays
	} else {
		d.p.Steps = before
	}
}

func (d *programDrawer) number(least, most int) int {
	return rapid.IntRange(least, most).Draw(d.t, "number")
}

func (d *programDrawer) numbers(count, least, most int) []int {
	z := make([]int, count)
	for i := range z {
		z[i] = d.number(least, most)
	}
	return z
}

func (d *programDrawer) real() []float64 {
	return []float64{rapid.Float64Range(-1.2, 1.2).Draw(d.t, "real")}
}

// complete draws what a step needs besides its first array, of shape dims; ok is false where that does not do.
func (d *programDrawer) complete(s *step, dims []int) (ok bool) {
	n, rank := shape.Size(dims), len(dims)
	switch s.Op {
	case "scale", "recur!":
		s.Nums = d.real()
	case "sum", "mean", "product", "max", "sort", "softmax", "cumulative", "flip", "take", "permute", "slice", "row", "rows", "setRows!", "addRows!", "concat":
		if rank == 0 {
			return false
		}
		return d.along(s, dims)
	case "reshape":
		s.Ints = rapid.SampledFrom([][]int{{n}, {1, n}, {n, 1}, reverse(dims)}).Draw(d.t, "shape")
	case "broadcast":
		s.Ints = append([]int{d.number(1, 3)}, dims...)
		for i, n := range dims {
			if n == 1 {
				s.Ints[i+1] = d.number(1, 3)
			}
		}
	case "stack":
		s.On, s.Ints = append(s.On, d.other(func(to []int) bool { return shape.Size(to) == n })), []int{d.number(0, rank)}
	case "mask":
		s.Ints = d.numbers(n, 0, 1)
	case "setMask!":
		s.Ints = d.numbers(n, 0, 1)
		s.On = append(s.On, d.other(func(from []int) bool { return len(from) == 0 }))
	case "branch":
		s.Ints, s.Nums = []int{d.number(0, n-1)}, d.real()
	case "set!", "add!":
		s.Ints = d.ranges(dims)
		s.On = append(s.On, d.other(func(from []int) bool { return len(from) <= rank }))
	case "times!", "plus!":
		s.On = append(s.On, d.other(func(from []int) bool { return len(from) <= rank }))
	case "add", "subtract", "multiply", "divide", "maximum", "select", "matmul":
		s.On = append(s.On, d.other(nil))
	case "repeat":
		s.On, s.Ints = append(s.On, d.other(nil)), []int{d.number(1, 4)}
	}
	return true
}

// along is complete of steps that go along axes, of which there are some.
func (d *programDrawer) along(s *step, dims []int) bool {
	axis := d.number(0, len(dims)-1)
	switch s.Op {
	case "sum", "mean", "product", "max":
		s.Ints = []int{axis, d.number(0, 1)}
	case "sort", "softmax", "cumulative", "flip":
		s.Ints = []int{axis}
	case "take":
		s.Ints = append([]int{axis}, d.numbers(d.number(1, 4), 0, dims[axis]-1)...)
	case "permute":
		s.Ints = rapid.Permutation(shape.All(len(dims))).Draw(d.t, "order")
	case "slice":
		s.Ints = d.ranges(dims)
	case "row":
		s.Ints = []int{d.number(-dims[0], dims[0]-1)}
	case "rows":
		s.Ints = d.numbers(d.number(1, 4), -dims[0], dims[0]-1)
	case "setRows!", "addRows!":
		s.Ints = d.numbers(d.number(1, 4), -dims[0], dims[0]-1)
		s.On = append(s.On, d.other(func(from []int) bool { return len(from) <= len(dims) }))
	case "concat":
		s.On, s.Ints = append(s.On, d.other(func(to []int) bool { return len(to) == len(dims) })), []int{axis}
	}
	return true
}

// ranges draws a range for each axis: of one element at least, forwards or backwards.
func (d *programDrawer) ranges(dims []int) (ints []int) {
	for _, n := range dims {
		from := d.number(0, n-1)
		if step := d.number(-1, 2); step > 0 {
			ints = append(ints, from, d.number(from+1, n), step)
		} else { // backwards, down to the first element or one after it
			ints = append(ints, from, d.number(-1, from-1)-n, -1)
		}
	}
	return ints
}

// other draws an array whose shape will do, if there is one.
func (d *programDrawer) other(does func(dims []int) bool) int {
	var all []int
	for i, x := range d.arrays {
		if does == nil || does(x.Shape()) {
			all = append(all, i)
		}
	}
	if all == nil {
		return 0
	}
	return rapid.SampledFrom(all).Draw(d.t, "array")
}

func reverse(dims []int) []int {
	z := make([]int, len(dims))
	for i, n := range dims {
		z[len(dims)-1-i] = n
	}
	return z
}
