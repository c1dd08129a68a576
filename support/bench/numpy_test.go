package bench

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/goivy/goivy/ivy"
)

// warmUp is how many calls go before those that are timed, as in against_numpy.py: until
// results take memory that was used before.
const warmUp = 32

// BenchmarkAgainstNumPy prints the median time of each operation of
// against_numpy.py, which times NumPy's beside it.
func BenchmarkAgainstNumPy(b *testing.B) {
	const n = 1_000_000
	x := operand(n)
	y := ivy.Add(x, 1)
	d := ivy.Astype(x, ivy.Float64)
	i := ivy.Arange(n)
	m := ivy.Astype(ivy.Reshape(ivy.Arange(1024*1024), []int{1024, 1024}), ivy.Float32)
	c := ivy.Greater(x, 0.5)
	backwards := ivy.CopyArray(ivy.Flip(x))
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"Add", func() { ivy.Add(x, x) }}, {"Multiply", func() { ivy.Multiply(x, x) }}, {"Divide", func() { ivy.Divide(x, y) }},
		{"Less", func() { ivy.Less(x, 0.5) }}, {"Maximum", func() { ivy.Maximum(x, 0.5) }}, {"Sqrt", func() { ivy.Sqrt(x) }}, {"Abs", func() { ivy.Abs(x) }},
		{"Exp", func() { ivy.Exp(x) }}, {"Log", func() { ivy.Log(x) }}, {"Sin", func() { ivy.Sin(x) }}, {"Tanh", func() { ivy.Tanh(x) }},
		{"Where", func() { ivy.Where(c, x, 0.5) }}, {"Astype", func() { ivy.Astype(x, ivy.Float64) }}, {"AddInt32", func() { ivy.Add(i, i) }},
		{"AddFloat64", func() { ivy.Add(d, d) }}, {"ExpFloat64", func() { ivy.Exp(d) }}, {"Floor", func() { ivy.Floor(x) }},
		{"Sum", func() { ivy.Sum(x) }}, {"SumAxis0", func() { ivy.Sum(m, ivy.Axis(0)) }}, {"SumAxis1", func() { ivy.Sum(m, ivy.Axis(1)) }},
		{"SumInt32", func() { ivy.Sum(i) }}, {"Max", func() { ivy.Max(x) }}, {"Mean", func() { ivy.Mean(x) }}, {"Var", func() { ivy.Var(x) }},
		{"Sort", func() { ivy.Sort(backwards) }},
	} {
		for range warmUp {
			op.f()
		}
		times := make([]time.Duration, 31)
		for k := range times {
			start := time.Now()
			op.f()
			times[k] = time.Since(start)
		}
		slices.Sort(times)
		fmt.Printf("median %s %.1f\n", op.name, float64(times[len(times)/2].Nanoseconds())/1e3)
	}
}
