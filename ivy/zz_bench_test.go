package ivy_test

import (
	"testing"

	"github.com/goivy/goivy/ivy"
)

func BenchmarkRecord(b *testing.B) {
	x := ivy.Asarray([]float32{1, 2, 3})
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			ivy.Multiply(x, x)
		}
	})
	b.Run("recorded", func(b *testing.B) {
		b.ReportAllocs()
		t := ivy.NewTape()
		y := t.Watch(x)
		for range b.N {
			ivy.Multiply(y, y)
		}
	})
	b.Run("plainexp", func(b *testing.B) {
		for range b.N {
			ivy.Exp(x)
		}
	})
	b.Run("recordedexp", func(b *testing.B) {
		b.ReportAllocs()
		t := ivy.NewTape()
		y := t.Watch(x)
		for range b.N {
			ivy.Exp(y)
		}
	})
	b.Run("grad", func(b *testing.B) {
		b.ReportAllocs()
		g := ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Multiply(x, x)) })
		for range b.N {
			g(x)
		}
	})
}

type mlp struct{ W1, B1, W2, B2, W3, B3 *ivy.Array }

func rnd(n int, dims ...int) *ivy.Array {
	x := ivy.Multiply(ivy.Sin(ivy.Multiply(ivy.Arange(n, ivy.Float32), 12.9898)), 0.05)
	return ivy.Reshape(x, dims)
}

func BenchmarkMLP(b *testing.B) {
	p := mlp{rnd(784*512, 784, 512), ivy.Zeros([]int{512}), rnd(512*512, 512, 512), ivy.Zeros([]int{512}), rnd(5120, 512, 10), ivy.Zeros([]int{10})}
	x, y := rnd(64*784, 64, 784), ivy.OneHot(ivy.Remainder(ivy.Arange(64), 10), 10)
	f := ivy.ValueAndGrad(func(p mlp, x, y *ivy.Array) *ivy.Array {
		h := ivy.Relu(ivy.Add(ivy.MatMul(x, p.W1), p.B1))
		h = ivy.Relu(ivy.Add(ivy.MatMul(h, p.W2), p.B2))
		z := ivy.LogSoftmax(ivy.Add(ivy.MatMul(h, p.W3), p.B3))
		return ivy.Negative(ivy.Mean(ivy.Sum(ivy.Multiply(z, y), ivy.Axis(-1))))
	})
	c := ivy.Compile(f)
	b.Run("eager", func(b *testing.B) {
		for range b.N {
			f(p, x, y)
		}
	})
	b.Run("compiled", func(b *testing.B) {
		for range b.N {
			c.CallTree(p, x, y)
		}
		b.Log(c.Eager())
	})
}

type cnn struct{ K1, B1, K2, B2, W, B *ivy.Array }

func BenchmarkCNN(b *testing.B) {
	p := cnn{rnd(3*3*32, 3, 3, 1, 32), ivy.Zeros([]int{32}), rnd(9*32*64, 3, 3, 32, 64), ivy.Zeros([]int{64}), rnd(12*12*64*10, 12*12*64, 10), ivy.Zeros([]int{10})}
	x, y := rnd(8*784, 8, 28, 28, 1), ivy.OneHot(ivy.Remainder(ivy.Arange(8), 10), 10)
	f := ivy.ValueAndGrad(func(p cnn, x, y *ivy.Array) *ivy.Array {
		h := ivy.Relu(ivy.Add(ivy.ConvGeneralDilated(x, p.K1, []int{1}, "VALID"), p.B1))
		h = ivy.Relu(ivy.Add(ivy.ConvGeneralDilated(h, p.K2, []int{1}, "VALID"), p.B2))
		h = ivy.Max(ivy.Reshape(h, []int{8, 12, 2, 12, 2, 64}), ivy.Axes{2, 4})
		z := ivy.LogSoftmax(ivy.Add(ivy.MatMul(ivy.Reshape(h, []int{8, -1}), p.W), p.B))
		return ivy.Negative(ivy.Mean(ivy.Sum(ivy.Multiply(z, y), ivy.Axis(-1))))
	})
	c := ivy.Compile(f)
	b.Run("eager", func(b *testing.B) {
		for range b.N {
			f(p, x, y)
		}
	})
	b.Run("compiled", func(b *testing.B) {
		for range b.N {
			c.CallTree(p, x, y)
		}
		b.Log(c.Eager())
	})
}

type block struct{ G1, O1, Q, K, V, P, G2, O2, U, D *ivy.Array }

func BenchmarkTransformer(b *testing.B) {
	n := 384
	w := func(i, j int) *ivy.Array { return rnd(i*j, i, j) }
	p := block{ivy.Ones([]int{n}), ivy.Zeros([]int{n}), w(n, n), w(n, n), w(n, n), w(n, n), ivy.Ones([]int{n}), ivy.Zeros([]int{n}), w(n, 4*n), w(4*n, n)}
	x := rnd(128*n, 128, n)
	heads := func(x *ivy.Array) *ivy.Array { return ivy.PermuteDims(ivy.Reshape(x, []int{128, 6, 64}), []int{1, 0, 2}) }
	f := ivy.ValueAndGrad(func(p block, x *ivy.Array) *ivy.Array {
		h := ivy.LayerNorm(x, []int{1}, ivy.Scale(p.G1), ivy.Offset(p.O1))
		q, k, v := heads(ivy.MatMul(h, p.Q)), heads(ivy.MatMul(h, p.K)), heads(ivy.MatMul(h, p.V))
		s := ivy.Softmax(ivy.Multiply(ivy.MatMul(q, ivy.MatrixTranspose(k)), 0.125))
		o := ivy.Reshape(ivy.PermuteDims(ivy.MatMul(s, v), []int{1, 0, 2}), []int{128, n})
		x = ivy.Add(x, ivy.MatMul(o, p.P))
		h = ivy.LayerNorm(x, []int{1}, ivy.Scale(p.G2), ivy.Offset(p.O2))
		x = ivy.Add(x, ivy.MatMul(ivy.Gelu(ivy.MatMul(h, p.U)), p.D))
		return ivy.Mean(ivy.Square(x))
	})
	c := ivy.Compile(f)
	b.Run("eager", func(b *testing.B) {
		for range b.N {
			f(p, x)
		}
	})
	b.Run("compiled", func(b *testing.B) {
		for range b.N {
			c.CallTree(p, x)
		}
		b.Log(c.Eager())
	})
}
