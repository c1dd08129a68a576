package torch

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// strange are arguments that no function may fall over.
func strange() []any {
	return []any{nil, true, 0, -1, 2, math.MaxInt / 2, math.MinInt, 1.5, math.NaN(), 2i, "mean", "", dtype.Float16, dtype.Int8, Complex32,
		[]any{}, []any{1, 2}, []any{-1}, []int{2, 3}, []any{nil}, []any{"a"}, ivy.Slice(1, nil), ivy.Asarray([]uint16{1, 2}), (*Tensor)(nil),
		NewTensor(1.5), Ones(2), Ones(0), Ones(2, 3), Ones(3, 3), Ones(2, 3, 2), Zeros(2, 2, Kw("dtype", dtype.Int64)), Ones(2, Kw("dtype", dtype.Bool)),
		NewTensor([]any{1i, 2}), NewTensor([]any{1i, 2}).Chalf(), []any{Ones(2), Ones(3)}, []any{Ones(2, 2), Ones(2, 2)}, Ones(3, 1).Expand(3, 4)}
}

// TestRobust calls every function with arguments at random: what comes is a result, or an
// error with a class.
func TestRobust(t *testing.T) {
	all := functions.All()
	n, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	n.Env().SetMaxBytes(1 << 26)
	defer n.Env().SetMaxBytes(0)
	rapid.Check(t, func(r *rapid.T) {
		pool := strange()
		for range 100 {
			f := rapid.SampledFrom(all).Draw(r, "function")
			params := f.Signature().Params
			var args []any
			for range rapid.IntRange(0, len(params)+1).Draw(r, "count") {
				args = append(args, rapid.SampledFrom(pool).Draw(r, "argument"))
			}
			if len(params) > 0 && rapid.Bool().Draw(r, "named") {
				p := rapid.SampledFrom(params).Draw(r, "parameter")
				args = append(args, frontend.Named{Name: p.Name, Value: rapid.SampledFrom(pool).Draw(r, "value")})
			}
			err := ivy.Try(func() { n.Call(f, args...) })
			var e *ivy.Error
			if err != nil && (!errors.As(err, &e) || frontend.Class(err) == "" || frontend.Class(err) == "SystemError") {
				r.Fatalf("%s(%v): %v", f.Path, args, err)
			}
		}
		n.SetDefaultDtype(dtype.Float32)
	})
}

// A matrix that no memory holds is an error with a class.
func TestTooLarge(t *testing.T) {
	for _, k := range []int{math.MaxInt / 2, math.MinInt / 2, math.MaxInt, math.MinInt} {
		for _, f := range []string{"diag", "diagflat", "diag_embed"} {
			err := ivy.Try(func() { std.Call(functions.Must(f), Ones(2), k) })
			assert.Equal(t, "RuntimeError", frontend.Class(err), "%s by %d: %v", f, k, err)
		}
	}
}
