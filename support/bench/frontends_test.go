package bench

import (
	"testing"

	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/internal/turns"
	"github.com/goivy/goivy/ivy"
)

// BenchmarkFrontends times calls of every frontend on three elements by turns with the
// unified API's of the same work, and reports the median of these, and of what the
// frontends take beyond it.
func BenchmarkFrontends(b *testing.B) {
	x := ivy.Asarray([]float32{0, 0.25, 0.5})
	np, jx, th, tf, nv := numpy.Asarray(x), jax.NumPy.Asarray(x), torch.AsTensor(x), tensorflow.Identity(x), anvil.NvArray(x)
	names := []string{"numpy:+ns", "jax:+ns", "torch:+ns", "tensorflow:+ns", "anvil:+ns"}
	for _, c := range []struct {
		name    string
		unified func()
		ours    []func()
	}{
		{"Add", func() { ivy.Add(x, x) }, []func(){
			func() { numpy.Add(np, np) }, func() { jax.NumPy.Add(jx, jx) }, func() { torch.Add(th, th) }, func() { tensorflow.Add(tf, tf) }, func() { anvil.NvAdd(nv, nv) }}},
		{"AddScalar", func() { ivy.Add(x, 2) }, []func(){
			func() { numpy.Add(np, 2) }, func() { jax.NumPy.Add(jx, 2) }, func() { torch.Add(th, 2) }, func() { tensorflow.Add(tf, 2) }, func() { anvil.NvAdd(nv, 2) }}},
		{"AddToNumber", func() { ivy.Add(2.0, x) }, []func(){
			func() { numpy.Add(2.0, np) }, func() { jax.NumPy.Add(2.0, jx) }, func() { torch.Add(2.0, th) }, func() { tensorflow.Add(2.0, tf) }, func() { anvil.NvAdd(2.0, nv) }}},
		{"MultiplyFloat", func() { ivy.Multiply(x, 0.5) }, []func(){
			func() { numpy.Multiply(np, 0.5) }, func() { jax.NumPy.Multiply(jx, 0.5) }, func() { torch.Mul(th, 0.5) }, func() { tensorflow.Multiply(tf, 0.5) }, func() { anvil.NvMul(nv, 0.5) }}},
		{"LessFloat", func() { ivy.Less(x, 0.5) }, []func(){
			func() { numpy.Less(np, 0.5) }, func() { jax.NumPy.Less(jx, 0.5) }, func() { torch.Less(th, 0.5) }, func() { tensorflow.Less(tf, 0.5) }, func() { anvil.NvLt(nv, 0.5) }}},
		{"Negative", func() { ivy.Negative(x) }, []func(){
			func() { numpy.Negative(np) }, func() { jax.NumPy.Negative(jx) }, func() { torch.Negative(th) }, func() { tensorflow.Negative(tf) }, func() { anvil.NvNegate(nv) }}},
		{"Exp", func() { ivy.Exp(x) }, []func(){
			func() { numpy.Exp(np) }, func() { jax.NumPy.Exp(jx) }, func() { torch.Exp(th) }, func() { tensorflow.Exp(tf) }, func() { anvil.NvExp(nv) }}},
		{"Sum", func() { ivy.Sum(x, ivy.Axis(0)) }, []func(){
			func() { numpy.Sum(np, 0) }, func() { jax.NumPy.Sum(jx, 0) }, func() { torch.Sum(th, 0) }, func() { tensorflow.ReduceSum(tf, 0) }, func() { anvil.NvReduceSum(nv, 1) }}},
		{"SumAll", func() { ivy.Sum(x) }, []func(){
			func() { numpy.Sum(np) }, func() { jax.NumPy.Sum(jx) }, func() { torch.Sum(th) }, func() { tensorflow.ReduceSum(tf) }, func() { anvil.NvReduceSum(nv) }}},
		{"Max", func() { ivy.Max(x, ivy.Axis(0)) }, []func(){
			func() { numpy.Max(np, 0) }, func() { jax.NumPy.Max(jx, 0) }, func() { torch.Amax(th, 0) }, func() { tensorflow.ReduceMax(tf, 0) }, func() { anvil.NvReduceMax(nv, 1) }}},
		{"Mean", func() { ivy.Mean(x, ivy.Axis(0)) }, []func(){
			func() { numpy.Mean(np, 0) }, func() { jax.NumPy.Mean(jx, 0) }, func() { torch.Mean(th, 0) }, func() { tensorflow.ReduceMean(tf, 0) }, func() { anvil.NvMean(nv, 1) }}},
	} {
		b.Run(c.name, func(b *testing.B) {
			const calls = 50_000 // so many that the collector runs in every turn
			fs := []func() int{}
			for _, f := range append([]func(){c.unified}, c.ours...) {
				fs = append(fs, func() int {
					for range calls {
						f()
					}
					return calls
				})
			}
			ns := turns.Time(b.N, fs...)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(turns.Median(ns[0]), "ivy-ns")
			for i, name := range names {
				b.ReportMetric(turns.Over(ns[i+1], ns[0]), name)
			}
		})
	}
}
