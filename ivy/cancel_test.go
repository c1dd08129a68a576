package ivy_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// canceledCalls are calls that take 300 ms or more on a machine of 2026, one or more of each family of
// kernels and of each loop that looks at a stop by itself. n is a number of elements.
var canceledCalls = []struct {
	name string
	make func(e *ivy.Env) *ivy.Array
	call func(e *ivy.Env, x *ivy.Array)
}{
	{"matmul float32", square(ivy.Float32, 3072), func(e *ivy.Env, x *ivy.Array) { e.MatMul(e.MatMul(x, x), x) }},
	{"matmul int64", square(ivy.Int64, 1280), func(e *ivy.Env, x *ivy.Array) { e.MatMul(x, x) }},
	{"matmul complex128", square(ivy.Complex128, 1280), func(e *ivy.Env, x *ivy.Array) { e.MatMul(x, x) }},
	{"sort", line(ivy.Float32, 1<<25), func(e *ivy.Env, x *ivy.Array) { e.Sort(x) }},
	{"sort uint8", line(ivy.Uint8, 1<<25), func(e *ivy.Env, x *ivy.Array) {
		for range 8 {
			e.Sort(x)
		}
	}},
	{"argsort", line(ivy.Float64, 1<<23), func(e *ivy.Env, x *ivy.Array) { e.ArgSort(x) }},
	{"unique", line(ivy.Int32, 1<<23), func(e *ivy.Env, x *ivy.Array) { e.UniqueAll(x) }},
	{"unique complex", line(ivy.Complex64, 1<<22), func(e *ivy.Env, x *ivy.Array) { e.UniqueAll(x) }},
	{"nonzero", line(ivy.Uint8, 1<<25), func(e *ivy.Env, x *ivy.Array) {
		for range 8 {
			e.Nonzero(x)
		}
	}},
	{"search sorted", line(ivy.Float32, 1<<22), func(e *ivy.Env, x *ivy.Array) { e.SearchSorted(e.Arange(1<<22, ivy.Float32), x) }},
	{"is in", line(ivy.Float32, 1<<22), func(e *ivy.Env, x *ivy.Array) { e.IsIn(x, x) }},
	{"elementwise", line(ivy.Float64, 1<<25), func(e *ivy.Env, x *ivy.Array) { e.Pow(e.Tan(x), e.Sin(e.Cos(x))) }},
	{"cumulative sum", line(ivy.Float32, 1<<25), func(e *ivy.Env, x *ivy.Array) {
		for range 8 {
			e.CumulativeSum(x, ivy.Float64)
		}
	}},
	{"cumulative product", line(ivy.Int64, 1<<26), func(e *ivy.Env, x *ivy.Array) { e.CumulativeProd(e.CumulativeProd(x)) }},
	{"variance", line(ivy.Complex128, 1<<25), func(e *ivy.Env, x *ivy.Array) { e.Var(x) }},
	{"arg max", line(ivy.Float16, 1<<24), func(e *ivy.Env, x *ivy.Array) { e.ArgMax(e.BroadcastTo(x, []int{64, 1 << 24}), ivy.Axis(1)) }},
	{"transpose", square(ivy.Float32, 8192), func(e *ivy.Env, x *ivy.Array) {
		for range 4 {
			e.CopyArray(e.MatrixTranspose(x))
		}
	}},
	{"take", line(ivy.Int64, 1<<24), func(e *ivy.Env, x *ivy.Array) {
		for range 8 {
			e.Take(x, x)
		}
	}},
	{"fill", line(ivy.Int8, 1), func(e *ivy.Env, x *ivy.Array) { e.Linspace(0, 1, 1<<27, ivy.Float64) }},
	{"convolution", func(e *ivy.Env) *ivy.Array { return e.Ones([]int{1, 1024, 1024, 32}) }, func(e *ivy.Env, x *ivy.Array) {
		e.ConvGeneralDilated(x, e.Ones([]int{5, 5, 32, 64}), []int{1, 1}, "SAME")
	}},
	{"depthwise convolution", func(e *ivy.Env) *ivy.Array { return e.Ones([]int{1, 2, 4096, 4096}) }, func(e *ivy.Env, x *ivy.Array) {
		e.ConvGeneralDilated(x, e.Ones([]int{7, 7, 1, 2}), []int{1}, "SAME", ivy.FeatureGroupCount(2), ivy.DataFormat("channel_first"))
	}},
	{"transposed convolution", func(e *ivy.Env) *ivy.Array { return e.Ones([]int{1, 512, 512, 64}) }, func(e *ivy.Env, x *ivy.Array) {
		e.ConvGeneralTranspose(x, e.Ones([]int{3, 3, 64, 64}), []int{2}, "SAME")
	}},
	{"attention", func(e *ivy.Env) *ivy.Array { return e.Ones([]int{2, 8192, 64}) }, func(e *ivy.Env, x *ivy.Array) { e.ScaledDotProductAttention(x, x, x) }},
	{"composition", line(ivy.Float32, 1<<24), func(e *ivy.Env, x *ivy.Array) {
		for range 8 {
			e.Softmax(x)
		}
	}},
	{"gradient", square(ivy.Float32, 2048), func(e *ivy.Env, x *ivy.Array) {
		e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.MatMul(e.MatMul(x, x), e.MatMul(x, x))) })(x)
	}},
	{"compiled function", line(ivy.Float64, 1<<24), func(e *ivy.Env, x *ivy.Array) {
		f := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Sin(e.Exp(e.Tan(e.Add(x, 1)))) })
		for range 4 {
			f.Call(x)
		}
	}},
	{"solve", square(ivy.Float64, 2048), func(e *ivy.Env, x *ivy.Array) { e.Solve(dominant(e, x), x) }},
	{"inverse of complex", square(ivy.Complex64, 1024), func(e *ivy.Env, x *ivy.Array) { e.Inv(dominant(e, x)) }},
	{"cholesky", square(ivy.Float64, 2560), func(e *ivy.Env, x *ivy.Array) { e.Cholesky(dominant(e, x)) }},
	{"qr", square(ivy.Float32, 1536), func(e *ivy.Env, x *ivy.Array) { e.QR(x) }},
	{"eigh", square(ivy.Float64, 1024), func(e *ivy.Env, x *ivy.Array) { e.Eigh(x) }},
	{"svd", square(ivy.Float64, 768), func(e *ivy.Env, x *ivy.Array) { e.SVD(x) }},
	{"eig", square(ivy.Float64, 512), func(e *ivy.Env, x *ivy.Array) { e.Eig(x) }},
	{"eig of complex", square(ivy.Complex128, 256), func(e *ivy.Env, x *ivy.Array) { e.Eig(x) }},
	{"determinants", line(ivy.Float32, 1<<24), func(e *ivy.Env, x *ivy.Array) { e.Det(e.Reshape(x, []int{1 << 20, 4, 4})) }},
	{"matrix exponential", square(ivy.Float64, 768), func(e *ivy.Env, x *ivy.Array) { e.MatrixExp(e.Divide(x, 1e6)) }},
	{"fft", line(ivy.Complex64, 1<<24), func(e *ivy.Env, x *ivy.Array) { e.FFT(x) }},
	{"fft of a prime", line(ivy.Float64, 4194301), func(e *ivy.Env, x *ivy.Array) { e.FFT(x) }},
	{"fft of two axes", square(ivy.Complex128, 2048), func(e *ivy.Env, x *ivy.Array) { e.FFTN(x) }},
	{"random normal", line(ivy.Int8, 1), func(e *ivy.Env, x *ivy.Array) { e.RandomNormal(0, 1, ivy.Shape{1 << 26}) }},
	{"random gamma", line(ivy.Int8, 1), func(e *ivy.Env, x *ivy.Array) { e.Gamma(2, 3, ivy.Shape{1 << 23}) }},
	{"shuffle", line(ivy.Float32, 1<<24), func(e *ivy.Env, x *ivy.Array) { e.Shuffle(x) }},
	{"loop of small calls", line(ivy.Float32, 3), func(e *ivy.Env, x *ivy.Array) {
		for {
			x = e.Add(x, x)
		}
	}},
}

func square(d ivy.Dtype, n int) func(e *ivy.Env) *ivy.Array {
	return func(e *ivy.Env) *ivy.Array { return e.Reshape(line(d, n*n)(e), []int{n, n}) }
}

// line returns n numbers in no order.
func line(d ivy.Dtype, n int) func(e *ivy.Env) *ivy.Array {
	return func(e *ivy.Env) *ivy.Array {
		x := e.Remainder(e.Multiply(e.Arange(n, ivy.Int64), 7919), min(n, 1<<20)+1)
		return e.Astype(e.Minimum(x, n-1), d)
	}
}

func TestContext(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for _, c := range canceledCalls {
		t.Run(c.name, func(t *testing.T) {
			x := c.make(e)
			defer x.Free()
			took := time.Hour
			for attempt := 0; attempt < 3 && took >= 500*time.Millisecond; attempt++ { // a machine with much else to do may stand still for long
				ctx, cancel := context.WithCancel(context.Background())
				var canceled time.Time
				timer := time.AfterFunc(20*time.Millisecond, func() { canceled = time.Now(); cancel() })
				err := ivy.Try(func() { c.call(e.Context(ctx), x) })
				timer.Stop()
				ended := ctx.Err() != nil
				cancel()
				if !ended || err == nil && time.Since(canceled) < 100*time.Millisecond {
					t.Skip("this machine had finished by then")
				}
				took = time.Since(canceled)
				require.ErrorIs(t, err, ivy.ErrCanceled)
				assert.ErrorIs(t, err, context.Canceled)
				t.Logf("%.1f ms", took.Seconds()*1e3)
			}
			assert.Less(t, took, 500*time.Millisecond)
			assert.NoError(t, ivy.Try(func() { e.Sum(x) }), "the operand is as it was")
		})
	}
}

// The error is of the context, and of its cause.
func TestContextErrors(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	why := errors.New("no more")
	ctx, cancel := context.WithCancelCause(context.Background())
	c := e.Context(ctx)
	z := c.Add([]float32{1, 2}, 1)
	cancel(why)
	for name, f := range map[string]func(){
		"a call":       func() { c.Context(ctx).Add(z, 1) },
		"creation":     func() { e.Context(ctx).Zeros([]int{2}) },
		"a scope":      func() { e.Context(ctx).TidyDo(func(e *ivy.Env) { e.Add(z, 1) }) },
		"in a scope":   func() { e.TidyDo(func(e *ivy.Env) { e.Context(ctx).Add(z, 1) }) },
		"compiled":     func() { e.Compile(func(x *ivy.Array) *ivy.Array { return e.Exp(e.Add(x, 1)) }).CallContext(ctx, z) },
		"in place":     func() { e.Context(ctx).Add(z, 1, ivy.Out(e.CopyArray(z))) },
		"no operation": func() { e.Context(ctx).Asarray([]float32{1}) },
	} {
		err := ivy.Try(f)
		var of *ivy.Error
		require.ErrorAs(t, err, &of, name)
		assert.ErrorIs(t, err, ivy.ErrCanceled, name)
		assert.ErrorIs(t, err, context.Canceled, name)
		assert.ErrorIs(t, err, why, name)
		assert.Contains(t, err.Error(), "no more", name)
	}
	assert.Equal(t, "[3. 4.]", z.Add(1).String(), "an array does not take the context along")

	late, cancelLate := context.WithTimeout(context.Background(), 0)
	defer cancelLate()
	err = ivy.Try(func() { e.Context(late).Add(1, 1) })
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.NoError(t, ivy.Try(func() { e.Context(context.Background()).Add(1, 1) }))
}

// dominant returns a symmetric matrix of x's shape that is positive definite.
func dominant(e *ivy.Env, x *ivy.Array) *ivy.Array {
	n := x.Shape()[0]
	return e.Add(e.Multiply(e.Eye(n, x.Dtype()), 2*n), e.Ones([]int{n, n}, x.Dtype()))
}

// An array that a function makes of a number comes from the pool of such arrays, and does not keep the
// context either.
func TestContextOfNumbers(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	x, y := e.Context(ctx).PromoteTypesOfInputs(e.Ones([]int{2}), 2)
	cancel()
	ended := e.Context(ctx)
	assert.ErrorIs(t, ivy.Try(func() { ended.Add(x, 1) }), context.Canceled)
	for range 100 { // the context is told of by a goroutine
		require.NoError(t, ivy.Try(func() { y.Reshape([]int{1}); x.Reshape([]int{2, 1}) }))
		time.Sleep(100 * time.Microsecond)
	}
}
