package backendtest

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A program is a function of arrays, its parameters, as a list of steps. It is also what
// support/oracle/gen_gradient_programs.py runs in PyTorch: a step has the same meaning there.
type program struct {
	Dtype   string  `json:"dtype"`   // float64 or complex128: of every array
	Shapes  [][]int `json:"shapes"`  // of the parameters
	Steps   []step  `json:"steps"`   //
	Results []int   `json:"results"` // the arrays that are returned
}

// A step makes an array of others, the next in the list of all, or writes into the first of them.
type step struct {
	Op   string    `json:"op"`
	On   []int     `json:"on"`   // arrays, by their places in the list
	Ints []int     `json:"ints"` // shapes, axes, indices
	Nums []float64 `json:"nums"`
}

func (p *program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, parameters %v\n", p.Dtype, p.Shapes)
	n := 0
	for _, s := range p.Steps {
		to := "     "
		if !strings.HasSuffix(s.Op, "!") {
			to = fmt.Sprintf("a%d = ", n)
			n++
		}
		fmt.Fprintf(&b, "  %s%s of %v %v %v\n", to, s.Op, s.On, s.Ints, s.Nums)
	}
	fmt.Fprintf(&b, "  results %v", p.Results)
	return b.String()
}

// A machine runs a program.
type machine struct {
	e      *ivy.Env
	params []*ivy.Array
	arrays []*ivy.Array

	// If looks is set, clearance is how far the arguments of steps that are not smooth everywhere are
	// from where these are not.
	looks     bool
	clearance float64
}

// run returns the program's results.
func (p *program) run(e *ivy.Env, params []*ivy.Array) []*ivy.Array {
	m := &machine{e: e, params: params}
	for i := range p.Steps {
		m.step(&p.Steps[i])
	}
	z := make([]*ivy.Array, len(p.Results))
	for i, k := range p.Results {
		z[i] = m.arrays[k]
	}
	return z
}

// step does a step. Steps whose names end in "!" write into their first array.
func (m *machine) step(s *step) {
	xs := make([]*ivy.Array, len(s.On))
	for i, k := range s.On {
		xs[i] = m.arrays[k]
	}
	if write := writes[s.Op]; write != nil {
		write(m, s, xs)
		return
	}
	m.arrays = append(m.arrays, steps[s.Op](m, s, xs))
}

// number returns v as an array without axes of x's dtype.
func (m *machine) number(v float64, x *ivy.Array) *ivy.Array { return m.e.Full(nil, v, x.Dtype()) }

// square returns |x|² as x's dtype.
func (m *machine) square(x *ivy.Array) *ivy.Array {
	return m.e.Astype(m.e.Real(m.e.Multiply(x, m.e.Conj(x))), x.Dtype())
}

// keepClear notes how far numbers are from zero, by their real parts.
func (m *machine) keepClear(x *ivy.Array) {
	if !m.looks {
		return
	}
	for _, v := range valuesOf(x) {
		m.clearance = min(m.clearance, math.Abs(real(v)))
	}
}

// keepApart notes how far numbers along an axis are from each other.
func (m *machine) keepApart(x *ivy.Array, axis int) {
	if m.looks && x.Dim(axis) > 1 {
		m.keepClear(m.e.Diff(m.e.Sort(x, ivy.Axis(axis)), ivy.Axis(axis)))
	}
}

// spans reads ranges, three numbers for each axis.
func spans(ints []int) []any {
	var key []any
	for i := 0; i+2 < len(ints); i += 3 {
		key = append(key, ivy.Slice(ints[i], ints[i+1], ints[i+2]))
	}
	return key
}

func bools(ints []int) []bool {
	z := make([]bool, len(ints))
	for i, n := range ints {
		z[i] = n != 0
	}
	return z
}

func (m *machine) indices(ints []int) *ivy.Array {
	at := make([]int64, len(ints))
	for i, n := range ints {
		at[i] = int64(n)
	}
	return m.e.Asarray(at, dtype.Int64)
}

// steps are those that make an array; views share their elements with the first array, as
// basic indices do, and nothing else does.
var steps = map[string]func(m *machine, s *step, x []*ivy.Array) *ivy.Array{
	"parameter": func(m *machine, s *step, _ []*ivy.Array) *ivy.Array { return m.e.CopyArray(m.params[s.Ints[0]]) },
	"zeros":     func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.ZerosLike(x[0]) },

	"sin":     func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Sin(x[0]) },
	"cos":     func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Cos(x[0]) },
	"tanh":    func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Tanh(x[0]) },
	"sigmoid": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Sigmoid(x[0]) },
	"negate":  func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Negative(x[0]) },
	"conj":    func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Conj(x[0]) },
	"real":    func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Astype(m.e.Real(x[0]), x[0].Dtype()) },
	"imag":    func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Astype(m.e.Imag(x[0]), x[0].Dtype()) },
	"scale": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.Multiply(x[0], m.number(s.Nums[0], x[0]))
	},
	"root": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array {
		return m.e.Sqrt(m.e.Add(m.square(x[0]), m.number(1, x[0])))
	},
	"abs": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array {
		if m.looks {
			m.keepClear(m.e.Abs(x[0]))
		}
		return m.e.Astype(m.e.Abs(x[0]), x[0].Dtype())
	},

	"add":      func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Add(x[0], x[1]) },
	"subtract": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Subtract(x[0], x[1]) },
	"multiply": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.Multiply(x[0], x[1]) },
	"divide": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array {
		return m.e.Divide(x[0], m.e.Add(m.square(x[1]), m.number(1.5, x[1])))
	},
	"maximum": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array {
		if m.looks {
			m.keepClear(m.e.Subtract(x[0], x[1]))
		}
		return m.e.Maximum(x[0], x[1])
	},
	"select": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array {
		m.keepClear(x[0])
		return m.e.Where(m.e.Greater(m.e.Real(x[0]), 0.0), m.e.Multiply(x[0], x[1]), x[1])
	},
	"matmul": func(m *machine, _ *step, x []*ivy.Array) *ivy.Array { return m.e.MatMul(x[0], x[1]) },

	"sum": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.Sum(x[0], ivy.Axis(s.Ints[0]), ivy.KeepDims(s.Ints[1] != 0))
	},
	"mean": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.Mean(x[0], ivy.Axis(s.Ints[0]), ivy.KeepDims(s.Ints[1] != 0))
	},
	"product": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.Prod(x[0], ivy.Axis(s.Ints[0]), ivy.KeepDims(s.Ints[1] != 0))
	},
	"max": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		m.keepApart(x[0], s.Ints[0])
		return m.e.Max(x[0], ivy.Axis(s.Ints[0]), ivy.KeepDims(s.Ints[1] != 0))
	},
	"sort": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		m.keepApart(x[0], s.Ints[0])
		return m.e.Sort(x[0], ivy.Axis(s.Ints[0]))
	},
	"softmax": func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.Softmax(x[0], ivy.Axis(s.Ints[0])) },
	"cumulative": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.CumulativeSum(x[0], ivy.Axis(s.Ints[0]))
	},

	"permute": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.CopyArray(m.e.PermuteDims(x[0], s.Ints))
	},
	"reshape": func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.CopyArray(m.e.Reshape(x[0], s.Ints)) },
	"broadcast": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.CopyArray(m.e.BroadcastTo(x[0], s.Ints))
	},
	"flip": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.CopyArray(m.e.Flip(x[0], ivy.Axis(s.Ints[0])))
	},
	"concat": func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.Concat(x, ivy.Axis(s.Ints[0])) },
	"stack":  func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.Stack(x, ivy.Axis(s.Ints[0])) },

	"slice": func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.GetItem(x[0], spans(s.Ints)...) },
	"row":   func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.GetItem(x[0], s.Ints[0]) },

	"rows": func(m *machine, s *step, x []*ivy.Array) *ivy.Array { return m.e.GetItem(x[0], m.indices(s.Ints)) },
	"take": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.Take(x[0], m.indices(s.Ints[1:]), ivy.Axis(s.Ints[0]))
	},
	"mask": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		return m.e.GetItem(x[0], m.e.Reshape(m.e.Asarray(bools(s.Ints)), x[0].Shape()))
	},

	// As often as the first number says.
	"repeat": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		z := x[0]
		for range s.Ints[0] {
			z = m.e.Add(m.e.Sin(m.e.Multiply(z, x[1])), x[1])
		}
		return z
	},
	// One way or another, by an element.
	"branch": func(m *machine, s *step, x []*ivy.Array) *ivy.Array {
		v := m.e.Subtract(m.e.GetItem(m.e.Reshape(m.e.Real(x[0]), []int{-1}), s.Ints[0]), s.Nums[0])
		m.keepClear(v)
		if real(valuesOf(v)[0]) > 0 {
			return m.e.Sin(x[0])
		}
		return m.e.Multiply(x[0], x[0])
	},
}

// writes are the steps that write into their first array.
var writes = map[string]func(m *machine, s *step, x []*ivy.Array){
	"set!":     func(m *machine, s *step, x []*ivy.Array) { m.e.SetItem(x[0], x[1], spans(s.Ints)...) },
	"add!":     func(m *machine, s *step, x []*ivy.Array) { m.e.AddItem(x[0], x[1], spans(s.Ints)...) },
	"setRows!": func(m *machine, s *step, x []*ivy.Array) { m.e.SetItem(x[0], x[1], m.indices(s.Ints)) },
	"addRows!": func(m *machine, s *step, x []*ivy.Array) { m.e.AddItem(x[0], x[1], m.indices(s.Ints)) },
	"setMask!": func(m *machine, s *step, x []*ivy.Array) {
		m.e.SetItem(x[0], x[1], m.e.Reshape(m.e.Asarray(bools(s.Ints)), x[0].Shape()))
	},
	"times!": func(m *machine, s *step, x []*ivy.Array) { m.e.Multiply(x[0], x[1], ivy.Out(x[0])) },
	"plus!":  func(m *machine, s *step, x []*ivy.Array) { m.e.Add(x[0], x[1], ivy.Out(x[0])) },
	// Each row but the first by the one before it.
	"recur!": func(m *machine, s *step, x []*ivy.Array) {
		for k := 1; k < x[0].Dim(0); k++ {
			before := m.e.GetItem(x[0], k-1)
			m.e.AddItem(x[0], m.e.Multiply(m.e.Sin(before), m.number(s.Nums[0], before)), k)
		}
	},
}

// finite reports whether all elements of arrays are at most so large.
func finite(xs []*ivy.Array, most float64) bool {
	for _, x := range xs {
		for _, v := range valuesOf(x) {
			if !(cmplx.Abs(v) <= most) {
				return false
			}
		}
	}
	return true
}

// elements returns how many a shape has.
func elements(x *ivy.Array) int { return shape.Size(x.Shape()) }
