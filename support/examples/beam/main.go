// Beam finds how a steel strip vibrates that is clamped at one end, by the method of finite
// elements:
//
//	go run ./support/examples/beam --backend native
//
// The strip is 1 m long, 30 mm wide and 5 mm thick, and made of 20 Euler-Bernoulli beam elements
// with a deflection and a slope at each node. K·v = ω²·M·v, with the matrices of stiffness and mass,
// becomes a symmetric problem through the Cholesky factor of M = L·Lᵀ: (L⁻¹·K·L⁻ᵀ)·y = ω²·y with
// v = L⁻ᵀ·y, which SolveTriangular and Eigh solve. The test holds frequencies and modes against
// NumPy's on every backend, which reference.py recorded, and the first frequencies against the
// roots of cos(x)·cosh(x) = −1, the analytic solution.
package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

// A beam has a rectangular section and is clamped at its left end. Lengths are in metres.
type beam struct {
	length, width, thickness float64
	young                    float64 // Young's modulus, Pa
	density                  float64 // kg/m³
	elements                 int
}

var steel = beam{length: 1, width: 0.030, thickness: 0.005, young: 210e9, density: 7850, elements: 20}

func main() {
	example.Main("beam", func(e *ivy.Env, out io.Writer) error {
		steel.modes(e).report(out, steel)
		return nil
	})
}

// bending is E·I, and mass the mass of a metre.
func (b beam) bending() float64 { return b.young * b.width * math.Pow(b.thickness, 3) / 12 }
func (b beam) mass() float64    { return b.density * b.width * b.thickness }

// matrices returns the matrices of stiffness and mass, of the deflection and the slope of each node
// but the clamped one.
func (b beam) matrices(e *ivy.Env) (k, m *ivy.Array) {
	h := b.length / float64(b.elements)
	stiff := e.Multiply(e.Asarray([][]float64{
		{12, 6 * h, -12, 6 * h},
		{6 * h, 4 * h * h, -6 * h, 2 * h * h},
		{-12, -6 * h, 12, -6 * h},
		{6 * h, 2 * h * h, -6 * h, 4 * h * h},
	}), b.bending()/(h*h*h))
	inert := e.Multiply(e.Asarray([][]float64{
		{156, 22 * h, 54, -13 * h},
		{22 * h, 4 * h * h, 13 * h, -3 * h * h},
		{54, 13 * h, 156, -22 * h},
		{-13 * h, -3 * h * h, -22 * h, 4 * h * h},
	}), b.mass()*h/420)

	n := 2*b.elements + 2
	k, m = e.Zeros([]int{n, n}, ivy.Float64), e.Zeros([]int{n, n}, ivy.Float64)
	for i := range b.elements {
		nodes := ivy.Slice(2*i, 2*i+4) // those at the element's two ends
		k.Get(nodes, nodes).IAdd(stiff)
		m.Get(nodes, nodes).IAdd(inert)
	}
	free := ivy.Slice(2, nil)
	return k.Get(free, free), m.Get(free, free)
}

// modes are the eigenmodes of a beam.
type modes struct {
	frequencies *ivy.Array // Hz, ascending
	shapes      *ivy.Array // deflections of the nodes but the clamped one, a row for each frequency, 1 at most
}

// modes solves the generalised eigenvalue problem.
func (b beam) modes(e *ivy.Env) modes {
	k, m := b.matrices(e)
	l := e.Cholesky(m)
	half := e.SolveTriangular(l, k)                   // L⁻¹·K
	symmetric := e.SolveTriangular(l, half.T())       // L⁻¹·K·L⁻ᵀ, as K is symmetric
	squares, y := e.Eigh(symmetric)                   // ω², y
	v := e.SolveTriangular(l, y, ivy.Adjointed(true)) // L⁻ᵀ·y
	deflections := v.Get(ivy.Slice(nil, nil, 2)).T()
	return modes{
		frequencies: squares.Sqrt().Divide(2 * math.Pi),
		shapes:      deflections.Divide(deflections.Abs().Max(ivy.Axis(1), ivy.KeepDims(true))),
	}
}

// analytic returns the i-th frequency of the continuous beam, from 0: the root x of
// cos(x)·cosh(x) = −1 near (i+½)·π gives ω = x²·√(E·I/mass)/length².
func (b beam) analytic(i int) float64 {
	x := (float64(i) + 0.5) * math.Pi
	if i == 0 {
		x = 1.9
	}
	for range 20 { // Newton's method, of cos(x) + 1/cosh(x)
		x -= (math.Cos(x) + 1/math.Cosh(x)) / (-math.Sin(x) - math.Tanh(x)/math.Cosh(x))
	}
	return x * x / (b.length * b.length) * math.Sqrt(b.bending()/b.mass()) / (2 * math.Pi)
}

func (m modes) report(out io.Writer, b beam) {
	fmt.Fprintf(out, "steel strip of %g × %g × %g m, clamped at one end, %d elements, on %s\n", b.length, b.width, b.thickness, b.elements, m.shapes.Backend())
	fmt.Fprintln(out, "\nmode  frequency  analytic  difference")
	for i := range 6 {
		f, want := m.frequencies.Get(i).Float(), b.analytic(i)
		fmt.Fprintf(out, "%4d %7.3f Hz %9.3f %+10.1e\n", i+1, f, want, f/want-1)
	}
	for i := range 3 {
		fmt.Fprintf(out, "\nmode %d\n%s", i+1, plot(ivy.Values[float64](m.shapes.Get(i))))
	}
}

// plot draws deflections from −1 to 1, the clamped end first.
func plot(y []float64) string {
	const height = 4
	rows := make([][]byte, 2*height+1)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", 2*len(y)+2))
	}
	copy(rows[height], strings.Repeat("-", 2*len(y)+2))
	rows[height][0] = '|'
	for i, v := range y {
		rows[height-int(math.Round(v*height))][2*i+2] = 'o'
	}
	var s strings.Builder
	for _, r := range rows {
		s.WriteString(strings.TrimRight(string(r), " ") + "\n")
	}
	return s.String()
}
