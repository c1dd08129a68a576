package bench

import (
	"testing"

	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
)

// BenchmarkFrontend times a frontend's calls beside the unified API's of the same work.
func BenchmarkFrontend(b *testing.B) {
	x := operand(3)
	np, jnp := numpy.Add(x, x), jax.NumPy.Add(x, x)
	for _, f := range []struct {
		name          string
		unified       func()
		numpy, jaxNum func()
	}{
		{"Add", func() { ivy.Add(x, x) }, func() { numpy.Add(np, np) }, func() { jax.NumPy.Add(jnp, jnp) }},
		{"Negative", func() { ivy.Negative(x) }, func() { numpy.Negative(np) }, func() { jax.NumPy.Negative(jnp) }},
		{"Sum", func() { ivy.Sum(x, ivy.Axis(0)) }, func() { numpy.Sum(np, 0) }, func() { jax.NumPy.Sum(jnp, 0) }},
	} {
		for _, side := range []struct {
			name string
			call func()
		}{{"ivy", f.unified}, {"numpy", f.numpy}, {"jax", f.jaxNum}} {
			b.Run(f.name+"/"+side.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					side.call()
				}
			})
		}
	}
}

// BenchmarkTorch times PyTorch's frontend beside the unified API.
func BenchmarkTorch(b *testing.B) {
	x := operand(3)
	t := torch.Add(x, x)
	for _, f := range []struct {
		name          string
		unified, ours func()
	}{
		{"Add", func() { ivy.Add(x, x) }, func() { torch.Add(t, t) }},
		{"Exp", func() { ivy.Exp(x) }, func() { torch.Exp(t) }},
		{"Sum", func() { ivy.Sum(x) }, func() { torch.Sum(t) }},
	} {
		b.Run(f.name+"/ivy", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.unified()
			}
		})
		b.Run(f.name+"/torch", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.ours()
			}
		})
	}
}

// BenchmarkTensorFlowFrontend times TensorFlow's calls beside the unified API's of the same work.
func BenchmarkTensorFlowFrontend(b *testing.B) {
	x := operand(3)
	tf, av := tensorflow.Identity(x), anvil.NvArray(x)
	for _, f := range []struct {
		name          string
		unified, ours func()
	}{
		{"Add", func() { ivy.Add(x, x) }, func() { tensorflow.Add(tf, tf) }},
		{"Operator", func() { ivy.Add(x, x) }, func() { tf.Add(tf) }},
		{"Negative", func() { ivy.Negative(x) }, func() { tensorflow.Negative(tf) }},
		{"Sum", func() { ivy.Sum(x, ivy.Axis(0)) }, func() { tensorflow.ReduceSum(tf, 0) }},
		{"AnvilAdd", func() { ivy.Add(x, x) }, func() { anvil.NvAdd(av, av) }},
	} {
		b.Run(f.name+"/ivy", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.unified()
			}
		})
		b.Run(f.name+"/tensorflow", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.ours()
			}
		})
	}
}
