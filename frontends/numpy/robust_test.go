package numpy

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// odd are arguments that most functions have no use for.
func odd(n *frontend.Namespace) []any {
	e := n.Env()
	a := func(x any, opts ...ivy.Option) any { return (*NDArray)(n.Wrap(e.Asarray(x, opts...))) }
	return []any{
		nil, true, 0, 1, -1, 3, 1 << 20, math.MaxInt/2 + 1, math.MinInt, 2.5, -1e300, math.NaN(), math.Inf(1), 1i, "s", "float32", "L", "same_kind",
		[]any{}, []any{1, nil}, []any{[]any{1}, []any{1, 2}}, []any{"x"}, []int{0, 1}, []int{5, -9}, []float32{1, 2}, [][]int8{{1, 2}, {3, 4}}, [3]int{1, 2, 3},
		dtype.Int8, dtype.Invalid, dtype.Complex128, ivy.Slice(nil, nil, -1), ivy.Ellipsis, (*NDArray)(nil), (*ivy.Array)(nil), struct{}{}, func() {}, map[string]int{}, uint64(1 << 63), int8(3),
		a(1), a([]float32{1, 2, 3}), a([]bool{true, false}), a([][]float64{{1, 2}, {3, 4}}), a([]float64{}), a([][]complex64{{1, 2i}}), a([]int64{9, -9, 1 << 40}), a([]uint8{0, 255}),
		a([]float32{1, 2, 3}, dtype.BFloat16), a([][][]float64{{{1, math.NaN()}, {math.Inf(1), 4}}}), Kw("axis", 7), Kw("nonsense", 1), Kw("out", 3), Kw("dtype", "none"),
	}
}

// calls f and fails unless it ends with a result or an error that has a class of NumPy's.
func survive(t interface{ Errorf(string, ...any) }, n *frontend.Namespace, f *frontend.Func, args ...any) {
	err := ivy.Try(func() { n.Call(f, args...) })
	if err == nil {
		return
	}
	var outer *ivy.Error
	if class := frontend.Class(err); !errors.As(err, &outer) || class == "" || class == "SystemError" {
		t.Errorf("%s%v: %v (class %q)", f.Path, args, err, class)
	}
}

func small(t testing.TB) *frontend.Namespace {
	np, err := New("native")
	require.NoError(t, err)
	np.Env().SetMaxBytes(1 << 22)
	return np.Namespace
}

// TestOddArguments gives every function odd arguments at every place, and by every name.
func TestOddArguments(t *testing.T) {
	race.Sequential(t)
	n := small(t)
	x := func() any {
		return (*NDArray)(n.Wrap(n.Env().Reshape(n.Env().Arange(0, 9, dtype.Float64), []int{3, 3})))
	}
	values := odd(n)
	for _, f := range functions.All() {
		survive(t, n, f)
		for _, v := range values {
			survive(t, n, f, v)
			survive(t, n, f, v, x())
			survive(t, n, f, x(), v)
			survive(t, n, f, x(), x(), v)
			for _, p := range f.Signature().Params {
				survive(t, n, f, x(), Kw(p.Name, v))
				survive(t, n, f, x(), x(), Kw(p.Name, v))
			}
		}
	}
}

// TestAnyArguments gives functions any number of odd arguments.
func TestAnyArguments(t *testing.T) {
	n := small(t)
	values := odd(n)
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom(functions.All()).Draw(rt, "function")
		args := rapid.SliceOfN(rapid.SampledFrom(values), 0, 6).Draw(rt, "arguments")
		survive(rt, n, f, args...)
	})
}

// Attributes and operators do not fail either.
func TestOddOperands(t *testing.T) {
	n := small(t)
	values := odd(n)
	for op := range Framework.Operators {
		f := functions.Lookup(Framework.Operators[op])
		if f == nil {
			f = functions.Method(Framework.Operators[op])
		}
		require.NotNil(t, f, op)
		for _, v := range values {
			x := (*NDArray)(n.Wrap(n.Env().Ones([]int{2, 2}, dtype.Float32)))
			survive(t, n, f, x, v)
			survive(t, n, f, v, x)
		}
	}
	for name, get := range attributes {
		for _, x := range []*ivy.Array{ivy.Asarray(1.5), ivy.Asarray([]complex64{1}), ivy.Empty([]int{0, 2, 3}, dtype.Bool)} {
			if err := ivy.Try(func() { get(n.Wrap(x)) }); err != nil {
				require.Equal(t, "ValueError", frontend.Class(err), "%s: %v", name, err)
			}
		}
	}
}
