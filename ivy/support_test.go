package ivy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// nested returns 0 and 1 of dtype d in nested slices, which need no cast.
func nested(d ivy.Dtype) any {
	switch d {
	case ivy.Bool:
		return [][]bool{{true, false}, {true, true}}
	case ivy.Uint8:
		return ones[uint8]()
	case ivy.Uint16:
		return ones[uint16]()
	case ivy.Uint32:
		return ones[uint32]()
	case ivy.Uint64:
		return ones[uint64]()
	case ivy.Int8:
		return ones[int8]()
	case ivy.Int16:
		return ones[int16]()
	case ivy.Int32:
		return ones[int32]()
	case ivy.Int64:
		return ones[int64]()
	case ivy.BFloat16:
		return [][]ivy.Brain{{dtype.BrainFromInt64(1), 0}, {dtype.BrainFromInt64(1), dtype.BrainFromInt64(1)}}
	case ivy.Float16:
		return [][]ivy.Half{{dtype.HalfFromInt64(1), 0}, {dtype.HalfFromInt64(1), dtype.HalfFromInt64(1)}}
	case ivy.Float32:
		return ones[float32]()
	case ivy.Float64:
		return ones[float64]()
	case ivy.Complex64:
		return ones[complex64]()
	}
	return ones[complex128]()
}

func ones[T uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 | float32 | float64 | complex64 | complex128]() [][]T {
	return [][]T{{1, 0}, {1, 1}}
}

// callRow calls a function of ours with arrays of dtype d, as a program would.
func callRow(e *ivy.Env, op *ops.Op, d ivy.Dtype) error {
	x := e.Asarray(nested(d))
	line := e.Asarray(rows(nested(d)))
	if x.Dtype() != d || line.Dtype() != d {
		panic(fmt.Sprintf("%v became %v", d, x.Dtype()))
	}
	args, opts := []any{}, []ivy.Option{}
	switch op {
	case ops.Arange.Op:
		args, opts = []any{3}, []ivy.Option{d}
	case ops.Linspace.Op:
		args, opts = []any{0, 1, 2}, []ivy.Option{d}
	case ops.Eye.Op:
		args, opts = []any{2}, []ivy.Option{d}
	case ops.Zeros, ops.Ones, ops.Empty:
		args, opts = []any{[]int{2}}, []ivy.Option{d}
	case ops.Full.Op:
		args, opts = []any{[]int{2}, 1}, []ivy.Option{d}
	case ops.FullLike:
		args = []any{x, 1}
	case ops.Astype:
		args = []any{x, ivy.Bool}
	case ops.Einsum:
		args = []any{"ij,jk->ki", x, x}
	case ops.Meshgrid:
		args = []any{[]*ivy.Array{line, line}}
	case ops.SearchSorted.Op:
		args = []any{line, x}
	case ops.Take.Op:
		args, opts = []any{x, []int64{0, 1}}, []ivy.Option{ivy.Axis(0)}
	case ops.TakeAlongAxis.Op:
		args, opts = []any{x, [][]int64{{0, 1}}}, []ivy.Option{ivy.Axis(0)}
	case ops.CumulativeSum.Op, ops.CumulativeProd.Op:
		args, opts = []any{x}, []ivy.Option{ivy.Axis(0)}
	case ops.Repeat:
		args = []any{x, 3}
	case ops.OneHot:
		args = []any{x, 2}
	case ops.Reshape.Op:
		args = []any{x, []int{4, 1}}
	case ops.BroadcastTo.Op:
		args = []any{x, []int{3, 2, 2}}
	case ops.PermuteDims.Op:
		args = []any{x, []int{1, 0}}
	case ops.MoveAxis:
		args = []any{x, []int{0}, []int{1}}
	case ops.Where.Op:
		args = []any{e.Asarray([]bool{true, false}), x, x}
	case ops.Squeeze:
		args = []any{e.ExpandDims(x)}
	default:
		for _, p := range op.Params {
			switch p.Kind {
			case ops.Operand, ops.Optional:
				args = append(args, x)
			case ops.Variadic:
				args = append(args, x, x)
			case ops.Arrays:
				args = append(args, []*ivy.Array{x, x})
			case ops.Ints:
				args = append(args, []int{1})
			case ops.IntPairs:
				args = append(args, [][2]int{{1, 0}})
			default:
				panic("no arguments for " + op.Name)
			}
		}
	}
	return ivy.Try(func() { e.Call(op, args, opts...) })
}

func rows(x any) any {
	switch x := x.(type) {
	case [][]bool:
		return x[1]
	case [][]ivy.Brain:
		return x[1]
	case [][]ivy.Half:
		return x[1]
	case [][]uint8:
		return x[1]
	case [][]uint16:
		return x[1]
	case [][]uint32:
		return x[1]
	case [][]uint64:
		return x[1]
	case [][]int8:
		return x[1]
	case [][]int16:
		return x[1]
	case [][]int32:
		return x[1]
	case [][]int64:
		return x[1]
	case [][]float32:
		return x[1]
	case [][]float64:
		return x[1]
	case [][]complex64:
		return x[1]
	}
	return x.([][]complex128)[1]
}

// sparse returns a backend whose kernels lack dtypes at random, one in four of the rows.
func sparse(seed uint64, valid dtype.Set) *fake {
	r := rand.New(rand.NewPCG(seed, 0))
	var ds []declare
	for _, op := range ops.All() {
		if op.Family == ops.FamilyComposed || r.IntN(4) > 0 {
			continue
		}
		var lacks []string
		for _, d := range (valid & op.In).Dtypes() {
			if r.IntN(3) == 0 {
				lacks = append(lacks, d.String())
			}
		}
		ds = append(ds, unsupported(ivy.On("1.0 and above", lacks...))(op))
	}
	return newFake(fmt.Sprintf("fake-sparse-%d", seed), "1.2.3", valid, ds...)
}

// What is reported as supported is what a call takes, for every function and dtype, and
// no kernel is entered that does not take its operands.
func TestSupportIsExact(t *testing.T) {
	fakes := []*fake{fakeTorch, fakeTF, fakePaddle, fakeJax}
	for seed := range uint64(12) {
		valid := dtype.All
		if seed%3 == 1 {
			valid = allButWideUints
		}
		fakes = append(fakes, sparse(seed, valid))
	}
	for _, f := range fakes {
		t.Run(f.name, func(t *testing.T) {
			e := fakeEnv(t, f)
			for _, op := range ops.All() {
				if op.Hidden {
					continue
				}
				reported := e.FunctionSupportedDtypes(op.Name)
				assert.Equal(t, reported, e.FunctionSupportedDtypes(op.Snake))
				lacks := e.FunctionUnsupportedDtypes(op.Name)
				assert.Len(t, append(lacks, reported...), len(ivy.AllDtypes()), op.Name)
				for _, d := range f.valid.Dtypes() {
					var err error
					if try := ivy.Try(func() { err = callRow(e, op, d) }); try != nil {
						continue // the operand itself cannot be made
					}
					var entered *enteredError
					assert.False(t, errors.As(err, &entered), "%s of %v: %v", op.Name, d, err)
					assert.Equal(t, slices.Contains(reported, d), err == nil, "%s of %v: %v", op.Name, d, err)
					if err != nil {
						assert.True(t, errors.Is(err, ivy.ErrDtype) || errors.Is(err, ivy.ErrUnsupported), "%s of %v: %v", op.Name, d, err)
					}
				}
			}
		})
	}
	require.Greater(t, len(fakes), 4)
}
