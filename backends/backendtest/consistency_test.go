package backendtest

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// nudged returns a kernel that moves each float64 of another's result.
func nudged(b backend.Backend, k backend.UnaryKernel, move func(float64) float64) backend.UnaryKernel {
	return func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		z, err := k(out, x)
		if err != nil || out.Dtype != dtype.Float64 {
			return z, err
		}
		data := make([]byte, 8*shape.Size(out.Shape))
		if err := b.ToHost(z, data); err != nil {
			return nil, err
		}
		for i := 0; i < len(data); i += 8 {
			x := math.Float64frombits(binary.NativeEndian.Uint64(data[i:]))
			binary.NativeEndian.PutUint64(data[i:], math.Float64bits(move(x)))
		}
		return b.FromHost(backend.Spec{Dtype: out.Dtype, Shape: out.Shape}, data)
	}
}

func units(n int) func(float64) float64 {
	return func(x float64) float64 {
		for range n {
			x = math.Nextafter(x, math.Inf(1))
		}
		return x
	}
}

func newOdd(t *testing.T) altered {
	return alter(t, "odd", func(b backend.Backend, entry func(*ops.Op) *backend.Entry) {
		// Faults, in functions that no others are made of.
		entry(ops.Hypot.Op).Binary = entry(ops.Add.Op).Binary
		entry(ops.Sinh.Op).Unary = func(backend.Spec, backend.Buffer) (backend.Buffer, error) { return nil, errors.New("out of order") }
		entry(ops.Trunc.Op).Unary = func(backend.Spec, backend.Buffer) (backend.Buffer, error) { panic("a fault") }
		entry(ops.Lcm.Op).Binary = func(_ backend.Spec, x, _ backend.Buffer) (backend.Buffer, error) { return x, nil }
		// No other row is of Acosh: its steps would read these elements as those of another dtype.
		entry(ops.Acosh.Op).Unary = func(out backend.Spec, _ backend.Buffer) (backend.Buffer, error) {
			return b.FromHost(backend.Spec{Dtype: dtype.Complex128, Shape: out.Shape}, make([]byte, 16*shape.Size(out.Shape)))
		}
		entry(ops.Sin.Op).Unary = nudged(b, entry(ops.Sin.Op).Unary, units(9))
		entry(ops.ArgMax.Op).Reduce = entry(ops.ArgMin.Op).Reduce
		entry(ops.Positive.Op).Unary = nudged(b, entry(ops.Positive.Op).Unary, func(x float64) float64 {
			if math.Abs(x) < 0x1p-1022 {
				return math.Copysign(0, x)
			}
			return x
		})
		// These are none: a gap that is declared, and rounding.
		without := backend.Must(backend.UnsupportedDtypes(backend.On("0 and above", "float16"))).Because("the library has no such kernel")
		*entry(ops.Erf.Op) = backend.Declare(without, *entry(ops.Erf.Op))[0]
		entry(ops.Cos.Op).Unary = nudged(b, entry(ops.Cos.Op).Unary, units(2))
	})
}

func TestDisagreementsAreNamed(t *testing.T) {
	race.Sequential(t)
	backend.Register(newOdd(t))
	r, err := Consistency{Backends: []string{"native", "odd"}}.prepare()
	require.NoError(t, err)
	all := []*ops.Op{ops.Hypot.Op, ops.Sinh.Op, ops.Trunc.Op, ops.Lcm.Op, ops.Acosh.Op, ops.Sin.Op, ops.Erf.Op, ops.Cos.Op, ops.Positive.Op, ops.ArgMax.Op, ops.EmbeddingBag}
	found := map[string]string{}
	gaps := map[string]int{}
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		every := race.Sparse(10)
		if slices.Contains(all, op) {
			every = 1
		}
		tally := r.function(op, every)
		assert.Positive(t, tally.calls, op.Name)
		if len(tally.disagreements) > 0 {
			found[op.Name] = strings.Join(tally.disagreements, "\n")
		}
		assert.Zero(t, tally.gaps["native"])
		if n := tally.gaps["odd"]; n > 0 {
			gaps[op.Name] = n
		}
	}
	// The four of eigenvectors find the element that is to be positive by ArgMax, EmbeddingBag the greatest of a bag; Sinc is of Sin.
	assert.Equal(t, []string{"Acosh", "ArgMax", "Eig", "Eigh", "EighTridiagonal", "EmbeddingBag", "Fix", "Hypot", "Lcm", "Modf", "Positive", "SVD", "Sin", "Sinc", "Sinh", "Trunc", "TruncDivide"}, sortedKeys(found))
	assert.Equal(t, []string{"Erf"}, sortedKeys(gaps))
	assert.Contains(t, found["Hypot"], "another value than native: element [0, 0] is ")
	assert.Contains(t, found["Sinh"], "odd fails: ivy: Sinh on odd: out of order (an error of kind backend)")
	assert.Contains(t, found["Trunc"], "odd panics with a fault")
	assert.Contains(t, found["Lcm"], "(an error of kind backend)")
	assert.Contains(t, found["Acosh"], "(an error of kind backend)")
	assert.Contains(t, found["Sin"], "9 units in the last place, 4 allowed")
	assert.Contains(t, found["Positive"], "float64(4,)")
	assert.Contains(t, found["ArgMax"], "element []")

	// One backend of two is enough for a fault inside; alone its values are its own.
	r, err = Consistency{Backends: []string{"odd"}}.prepare()
	require.NoError(t, err)
	assert.NotEmpty(t, r.function(ops.Sinh.Op, race.Sparse(10)).disagreements)
	assert.Empty(t, r.function(ops.Hypot.Op, race.Sparse(10)).disagreements)

	// A Gap that is given is none either, for its function and dtypes.
	r, err = Consistency{Backends: []string{"odd"}, Gaps: map[string][]Gap{"odd": {{Op: "Sinh", Dtypes: dtype.All}}}}.prepare()
	require.NoError(t, err)
	tally := r.function(ops.Sinh.Op, race.Sparse(10))
	assert.Empty(t, tally.disagreements)
	assert.Positive(t, tally.gaps["odd"])
	assert.NotEmpty(t, r.function(ops.Trunc.Op, race.Sparse(10)).disagreements)
	r.backends[0].gaps[0].Dtypes = dtype.Of(dtype.Float16)
	assert.NotEmpty(t, r.function(ops.Sinh.Op, race.Sparse(10)).disagreements)

	// Where subnormals count as zero, nothing is wrong with what makes them zeros.
	r, err = Consistency{Backends: []string{"native", "odd"}, Flush: true}.prepare()
	require.NoError(t, err)
	assert.Empty(t, r.function(ops.Positive.Op, 1).disagreements)
	assert.NotEmpty(t, r.function(ops.Sin.Op, 1).disagreements)
}

func TestFlushed(t *testing.T) {
	var data, want []byte
	for _, c := range [][2]float64{{1, 1}, {0x1p-1022, 0x1p-1022}, {-0x1p-1023, math.Copysign(0, -1)}, {5e-324, 0}, {math.Inf(-1), math.Inf(-1)}} {
		data, want = appendNumber(data, dtype.Float64, c[0]), appendNumber(want, dtype.Float64, c[1])
	}
	assert.Equal(t, want, flushed(dtype.Float64, data))
}

// A backend without some dtypes has gaps where they are used, and nowhere else.
func TestDtypesThatABackendLacks(t *testing.T) {
	b, err := backend.Lookup("native")
	require.NoError(t, err)
	backend.Register(poor{altered{b, "poor", b.Kernels()}})
	r, err := Consistency{Backends: []string{"native", "poor"}}.prepare()
	require.NoError(t, err)
	for _, op := range []*ops.Op{ops.Less.Op, ops.Astype, ops.Sum.Op, ops.Sqrt.Op} {
		tally := r.function(op, 1)
		assert.Empty(t, tally.disagreements, op.Name)
		assert.Positive(t, tally.gaps["poor"], op.Name)
		assert.Less(t, tally.gaps["poor"], tally.calls/2, op.Name)
		assert.Zero(t, tally.gaps["native"], op.Name)
	}
}

type poor struct{ altered }

func (poor) Dtypes() dtype.Set { return dtype.All &^ dtype.Of(dtype.Uint16, dtype.BFloat16) }

func TestInferenceIsCompared(t *testing.T) {
	r, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	r.abstract.envs[&settings[0]].SetDefaultFloatDtype(dtype.Float64)
	assert.Contains(t, strings.Join(r.function(ops.Mean.Op, race.Sparse(10)).disagreements, "\n"), "Mean(bool(3,)[true true true]): native gives float32(), but inference gives float64()")
	assert.Empty(t, r.function(ops.Negative.Op, 1).disagreements)
}

func TestPromotionIsCompared(t *testing.T) {
	r, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	assert.Empty(t, r.promotion(r.every()).disagreements)

	// A rule for which the order counts.
	rule := *ivy.IvyRule(true, dtype.StandardDefaults).(*promote.Pairs)
	rule.Of[dtype.Int8][dtype.Uint8] = dtype.Int64
	for _, s := range []*subject{r.abstract, r.backends[0]} {
		s.envs[&settings[0]].SetPromotionRule(&rule)
	}
	wrong := strings.Join(r.promotion(r.every()).disagreements, "\n")
	assert.Contains(t, wrong, "PromoteTypes in the other order of [uint8 int8] is int64, but int16 is promised")
	assert.Contains(t, wrong, "ResultType of arrays in the other order of [int8 uint8]")
	add := strings.Join(r.function(ops.Add.Op, 1).disagreements, "\n")
	assert.Contains(t, add, "Add(uint8(2, 3)[1 2 3 0 2 5], int8(2, 3)[3 1 2 -1 4 2]): inference gives int16(2, 3), but with its operands exchanged gives int64(2, 3)")
	assert.NotContains(t, add, "int32(2, 3)[")
}

func TestRowsAreCompared(t *testing.T) {
	r, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	array := func(d dtype.Dtype) rawArray { return sample(d, []int{2}, firstReal, firstImag) }
	gives := func(d dtype.Dtype) *outcome { return &outcome{results: []result{{dtype: d, shape: []int{2}}}} }
	fails := &outcome{err: ivy.Try(func() { ivy.Sin(ivy.Ones([]int{1}), ivy.KeepDims(true)) })}
	refuses := &outcome{err: ivy.Try(func() { ivy.Atan2(1i, 1) })}
	require.Equal(t, "value", fails.kind())
	require.Equal(t, "dtype", refuses.kind())
	for _, c := range []struct {
		op    *ops.Op
		args  []any
		opts  []any
		o     *outcome
		wrong string
	}{
		{ops.Add.Op, []any{array(ivy.Int8), array(ivy.Uint8)}, nil, gives(ivy.Int16), ""},
		{ops.Add.Op, []any{array(ivy.Int8), array(ivy.Uint8)}, nil, gives(ivy.Int8), "its row says int16"},
		{ops.Add.Op, []any{array(ivy.Int8), 1.5}, nil, gives(ivy.Float64), ""},
		{ops.Less.Op, []any{array(ivy.Int8), 1.5}, nil, gives(ivy.Float64), "its row says bool of float64"},
		{ops.Less.Op, []any{array(ivy.Int8), 1i}, nil, gives(ivy.Bool), "its row does not take complex128"},
		{ops.Less.Op, []any{array(ivy.Int8), 1i}, nil, refuses, ""},
		{ops.Less.Op, []any{array(ivy.Int8), 1}, nil, refuses, "its row takes int8"},
		{ops.Less.Op, []any{array(ivy.Int8), 1}, nil, fails, ""},
		{ops.Sin.Op, []any{array(ivy.Int8)}, nil, gives(ivy.Float32), ""},
		{ops.Sin.Op, []any{array(ivy.Int8)}, nil, gives(ivy.Int8), "its row says float32"},
		{ops.Sum.Op, []any{array(ivy.Int8)}, nil, gives(ivy.Int32), ""},
		{ops.Sum.Op, []any{array(ivy.Int8)}, []any{variant{ops.Dtype, ivy.Int8}}, gives(ivy.Int8), ""},
		{ops.Sum.Op, []any{array(ivy.Int8)}, []any{variant{ops.Dtype, ivy.Int8}}, gives(ivy.Int32), "int8 is promised"},
		{ops.ZerosLike, []any{array(ivy.Int8)}, []any{variant{ops.Dtype, ivy.Int8}}, gives(ivy.Int32), "int8 is promised"},
		{ops.LogicalAnd.Op, []any{array(ivy.Complex64), true}, nil, gives(ivy.Bool), ""},
		{ops.Where.Op, []any{array(ivy.Complex64), array(ivy.Int8), 1.5}, nil, gives(ivy.Float64), ""},
		{ops.Concat.Op, []any{[]rawArray{array(ivy.BFloat16), array(ivy.Uint8), array(ivy.Int8)}}, nil, gives(ivy.BFloat16), "its row says float32"},
		{ops.Linear, []any{array(ivy.Int8), array(ivy.Int8)}, []any{valued{ops.Bias, array(ivy.Float64)}}, gives(ivy.Int8), "its row says float64"},
		{ops.Clip, []any{array(ivy.Int8), nil, array(ivy.Float64)}, nil, gives(ivy.Int8), "its row says float64"},
		{ops.Take.Op, []any{array(ivy.Int8), array(ivy.Int64)}, nil, gives(ivy.Int8), ""},
		{ops.Take.Op, []any{array(ivy.Int8), array(ivy.Int64)}, nil, gives(ivy.Int64), "int8 is promised"},
		{ops.Astype, []any{array(ivy.Int8), ivy.Bool}, nil, gives(ivy.Int64), "bool is promised"},
		{ops.Zeros, []any{[]int{2}}, nil, gives(ivy.Int64), "float32 is promised"},
		{ops.Eye.Op, []any{2}, nil, gives(ivy.Int64), "float32 is promised"},
		{ops.Full.Op, []any{[]int{2}, 1i}, nil, gives(ivy.Int64), "complex64 is promised"},
		{ops.Arange.Op, []any{2, 1.5}, nil, gives(ivy.Int64), "float32 is promised"},
		{ops.Arange.Op, []any{2, 1}, nil, gives(ivy.Int64), "int32 is promised"},
		{ops.Linspace.Op, []any{2, 1i, 3}, nil, gives(ivy.Float32), "complex64 is promised"},
		{ops.Linspace.Op, []any{2, 1, 3}, nil, gives(ivy.Int32), "float32 is promised"},
		{ops.OneHot, []any{array(ivy.Int8), 3}, nil, gives(ivy.Int8), "float32 is promised"},
		{ops.Nonzero.Op, []any{array(ivy.Int8)}, nil, gives(ivy.Int32), "int64 is promised"},
		{ops.EinopsReduce, []any{array(ivy.Int8), "a ->", "sum"}, nil, gives(ivy.Int32), ""},
		{ops.EinopsReduce, []any{array(ivy.Int8), "a ->", "mean"}, nil, gives(ivy.Int32), "float32 is promised"},
		{ops.Flip, []any{2}, nil, gives(ivy.Int64), "int32 is promised"},
		{ops.Meshgrid, []any{[]rawArray{array(ivy.Int8)}}, nil, gives(ivy.Int64), "int8 is promised"},
	} {
		trial := &trial{op: c.op, args: c.args, opts: c.opts, setting: &settings[0], operands: c.args}
		wrong := r.row(trial, c.o)
		if c.wrong == "" {
			assert.Empty(t, wrong, "%v", trial)
		} else {
			assert.Contains(t, wrong, c.wrong, "%v", trial)
		}
	}
}

// A row of the table without samples, or without one that has a result, is a fault.
func TestRowsWithoutSamplesAreFound(t *testing.T) {
	r, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	x := ops.Param{Name: "x", Kind: ops.Operand}
	for _, c := range []struct {
		params []ops.Param
		want   string
	}{
		{[]ops.Param{x, {Name: "words", Kind: ops.Text}}, "no sample of parameter words"},
		{[]ops.Param{x, {Name: "widths", Kind: ops.IntPairs}}, "no sample of parameter widths"},
		{[]ops.Param{x, x, x}, "no sample of 3 operands"},
		{[]ops.Param{x}, "no sample of operands of int8 has a result"},
	} {
		tally := r.function(&ops.Op{Name: "Strange", In: dtype.All, Params: c.params}, 1)
		assert.Contains(t, strings.Join(tally.disagreements, "\n"), c.want)
	}
	tally := r.function(&ops.Op{Name: "Strange", In: dtype.All, Params: []ops.Param{x}, Opts: []ops.Opt{ops.K}}, 1)
	assert.Contains(t, strings.Join(tally.disagreements, "\n"), "no sample with option k has a result")
	for _, o := range ops.Options() {
		if o != ops.Out && o != ops.Device && optionTaken(o) {
			assert.NotEmpty(t, variants(ops.Sum.Op, o, dtype.Float32, [][]int{{2, 3}}), "option %v", o)
		}
	}
}

func TestAllowance(t *testing.T) {
	real, im := sample(dtype.Float64, nil, firstReal, nil), sample(dtype.Complex128, nil, firstReal, firstImag)
	for _, c := range []struct {
		op   *ops.Op
		args []any
		d    dtype.Dtype
		want float64
	}{
		{ops.Add.Op, []any{real, 1}, dtype.Float64, 0},
		{ops.Multiply.Op, []any{real, im}, dtype.Float64, 4},
		{ops.Multiply.Op, []any{real, 1i}, dtype.Float64, 4},
		{ops.Sin.Op, []any{real}, dtype.Float32, 4},
		{ops.Sin.Op, []any{real}, dtype.Float16, 1},
		{ops.Sum.Op, []any{real}, dtype.Float32, 16},
		{ops.Softmax, []any{real}, dtype.BFloat16, 2},
		{ops.Astype, []any{real}, dtype.BFloat16, 0},
		{ops.Linspace.Op, nil, dtype.Float32, 2},
	} {
		assert.Equal(t, c.want, allowance(&trial{op: c.op, operands: c.args}, c.d), "%v of %v", c.op, c.d)
	}
	for name := range rounded {
		assert.NotNil(t, ops.Lookup(name), name)
	}
}

func TestTally(t *testing.T) {
	total, one := newTally(), newTally()
	one.calls, one.cells["Add int8 int8"], one.gaps["odd"] = 3, true, 2
	one.fault("%s is wrong", "Add")
	total.add(one)
	total.add(one)
	assert.Equal(t, "1 cases of function, dtypes and kinds of operands in 6 calls: 2 disagreements, 4 gaps of odd", total.String())
}

func TestSamples(t *testing.T) {
	assert.Equal(t, "uint8(4,)[1 2 3 0]", sample(dtype.Uint8, []int{4}, firstReal, firstImag).text())
	assert.Equal(t, "int64(5,)[1 2 3 0 -2]", sample(dtype.Int64, []int{5}, firstReal, firstImag).text())
	assert.Equal(t, "bfloat16()[1]", sample(dtype.BFloat16, nil, firstReal, firstImag).text())
	assert.Equal(t, "complex64(2,)[1+1i 2-1i]", sample(dtype.Complex64, []int{2}, firstReal, firstImag).text())
	ends := func(d dtype.Dtype, subnormals bool) (texts []string) {
		for _, e := range edges(d, subnormals) {
			texts = append(texts, e.text())
		}
		return texts
	}
	assert.Equal(t, []string{"int8(4,)[0 1 -1 -128]", "int8(4,)[127 1 127 -1]"}, ends(dtype.Int8, true))
	assert.Equal(t, "uint64(4,)[0 1 18446744073709551615 9223372036854775808]", ends(dtype.Uint64, true)[0])
	assert.Equal(t, []string{"float16(4,)[NaN 0 -0 1]", "float16(4,)[+Inf 65504 6.103515625e-05 3.0517578125e-05]",
		"float16(4,)[-Inf -65504 -6.103515625e-05 -3.0517578125e-05]"}, ends(dtype.Float16, true))
	assert.NotContains(t, strings.Join(ends(dtype.Float16, false), ""), "3.05")
	for _, d := range dtype.All.Dtypes() {
		for _, e := range edges(d, true) {
			assert.Len(t, e.data, 4*d.Size(), d)
		}
	}
}

// A backend agrees with itself under another name: nothing is compared that is not to be.
func TestConsistent(t *testing.T) {
	backend.Register(alter(t, "same", func(backend.Backend, func(*ops.Op) *backend.Entry) {}))
	Consistent(t, "native", "same")
}
