package anvil

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // likewise
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

func each(t *testing.T, f func(t *testing.T, n *Anvil)) {
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			n, err := New(name)
			require.NoError(t, err)
			f(t, n)
		})
	}
}

// show writes a result: type, shape, elements.
func show(z any) string {
	switch z := z.(type) {
	case *frontend.Array:
		return fmt.Sprint((*Tensor)(z).Type(), z.V.Shape(), " ", ivyText(z.V))
	case []*frontend.Array:
		s := ""
		for _, a := range z {
			s += show(a) + "; "
		}
		return s
	}
	return fmt.Sprint(z)
}

func ivyText(x *ivy.Array) string {
	s := ""
	flat := x.Env().Reshape(x, []int{-1})
	for i := range x.Size() {
		s += fmt.Sprint(frontend.Number(&frontend.Array{V: flat.Get(i)}), " ")
	}
	return s
}

// The examples of anvil's text "Type Promotion Rules".
func TestText(t *testing.T) {
	each(t, func(t *testing.T, n *Anvil) {
		z := n.NvAdd(n.NvScalar(1.0, Kw("dtype", "f32")), n.NvScalar(1.0, Kw("dtype", "f64")))
		assert.Equal(t, "AnvilTensor\n 2.0000\n[ CPUf64{} ]", z.String())
		for _, c := range []struct {
			args []any
			want []any
		}{
			{[]any{"f64", "f32"}, []any{"f64", false}},
			{[]any{"i64", "f32"}, []any{"f32", false}},
			{[]any{"f32", "f64", false, true}, []any{"f32", false}},
			{[]any{"f32", "f64", true, true}, []any{"f64", true}},
			{[]any{"f32", "f64", false, false}, []any{"f64", false}},
		} {
			assert.Equal(t, c.want, n.CommonDtypeOf(c.args[0], c.args[1], c.args[2:]...), "%v", c.args)
		}
		for _, c := range []struct {
			literal any
			text    string
		}{{1, "AnvilTensor\n 1\n[ CPUi32{} ]"}, {1.0, "AnvilTensor\n 1.0000\n[ CPUf32{} ]"}, {true, "AnvilTensor\n 1\n[ CPUpred{} ]"}} {
			assert.Equal(t, c.text, n.NvArray(c.literal).String())
		}
		x, y := n.NvScalar(true), n.NvScalar(2, Kw("dtype", "i16"))
		sum := n.NvAdd(x, 1)
		assert.Equal(t, "i32?", sum.Type())
		w := n.NvMul(sum, y)
		assert.Equal(t, "i16", w.Type())
		assert.Equal(t, "AnvilTensor\n 4\n[ CPUi16{} ]", w.String())
	})
}

// The rule decides what functions of two tensors give, whatever their operands.
func TestCells(t *testing.T) {
	table := golden.Read(t, "anvil", 0, 484)
	each(t, func(t *testing.T, n *Anvil) {
		operand := func(text string) any {
			a, err := Parse(text)
			require.NoError(t, err)
			x := n.Wrap(n.Env().Ones([]int{2}, a.Dtype))
			x.Weak = a.Weak
			return x
		}
		for i, row := range table.ResultType {
			for j, want := range row {
				x, y := operand(table.Operands[i]), operand(table.Operands[j])
				assert.Equal(t, want, n.NvAdd(x, y).Type(), "nv_add(%s, %s)", table.Operands[i], table.Operands[j])
				assert.Equal(t, want, n.NvMax(x, y).Type(), "nv_max(%s, %s)", table.Operands[i], table.Operands[j])
				assert.Equal(t, want, n.NvIfelse(true, x, y).Type(), "nv_ifelse(%s, %s)", table.Operands[i], table.Operands[j])
				assert.Equal(t, want, n.NvConcatenate(x, y).Type(), "nv_concatenate(%s, %s)", table.Operands[i], table.Operands[j])
			}
		}
	})
}

// A functionCase is a call of a function, and what it gives.
type functionCase struct {
	path string
	args []any
	want string
}

// operandsOf returns what makes tensors of a namespace, one of the default dtype or of i16, and a matrix.
func operandsOf(n *Anvil) (a, i16 func(x any) any, m *Tensor) {
	return func(x any) any { return n.NvArray(x) }, func(x any) any { return n.NvArray(x, Kw("dtype", "i16")) },
		n.NvArray([]int{1, 2, 3, 4, 5, 6}, Kw("shape", []int{2, 3}))
}

// creationCases are calls of functions that make tensors.
func creationCases(n *Anvil) []functionCase {
	_, i16, _ := operandsOf(n)
	return []functionCase{
		{"nv_array", []any{[]int{1, 2, 3, 4, 5, 6}, Kw("shape", []int{2, 3})}, "i32[2 3] 1 3 5 2 4 6 "},
		{"nv_array", []any{[]int{1, 2, 3, 4}, Kw("shape", []int{2, 2}), Kw("byrow", true)}, "i32[2 2] 1 2 3 4 "},
		{"nv_array", []any{[][]float64{{1, 2}, {3, 4}}, Kw("shape", []int{4})}, "f32[4] 1 2 3 4 "},
		{"nv_array", []any{[]any{true, 2, 2.5}}, "f32[3] 1 2 2.5 "},
		{"nv_array", []any{[]any{1, true}, Kw("ambiguous", true)}, "i32?[2] 1 1 "},
		{"nv_array", []any{[]int8{1}}, "i8[1] 1 "},
		{"nv_array", []any{0.1, "f64"}, "f64[] 0.1 "},
		{"nv_scalar", []any{[]float64{2}}, "f32[] 2 "},
		{"nv_scalar", []any{[]float64{2, 3}}, "!rlang_error"},
		{"nv_fill", []any{3, []int{2}}, "i32[2] 3 3 "},
		{"nv_fill", []any{3, 2, "ui8", true}, "ui8?[2] 3 3 "},
		{"nv_fill_like", []any{i16([]int{1, 2}), 7}, "i16[2] 7 7 "},
		{"nv_empty", []any{"f64", []int{0}}, "f64[0] "},
		{"nv_empty", []any{"f16", []int{0}}, "!TypeError"},
		{"nv_eye", []any{2}, "f32[2 2] 1 0 0 1 "},
		{"nv_iota", []any{1, "i32", []int{2, 2}}, "i32[2 2] 1 1 2 2 "},
		{"nv_iota", []any{2, "f32", []int{1, 3}, 0}, "f32[1 3] 0 1 2 "},
		{"nv_iota", []any{3, "f32", []int{1, 3}}, "!rlang_error"},
		{"nv_seq", []any{3, 6}, "i32[4] 3 4 5 6 "},
		{"nv_seq", []any{0, 1, 3}, "f32[3] 0 0.5 1 "},
		{"nv_seq", []any{3, 1}, "!rlang_error"},
	}
}

// elementwiseCases are calls of functions that compute each element by itself.
func elementwiseCases(n *Anvil) []functionCase {
	a, i16, m := operandsOf(n)
	return []functionCase{
		{"nv_div", []any{a([]int{7, -7, 7, -7, 5, -1 << 31}), a([]int{2, 2, -2, -2, 0, -1})}, "i32[6] 3 -3 -3 3 -1 -2147483648 "},
		{"nv_div", []any{n.NvArray([]uint8{7, 9}), n.NvArray([]uint8{2, 0})}, "ui8[2] 3 255 "},
		{"nv_remainder", []any{a([]int{7, -7, 7, -7, 5, -1 << 31}), a([]int{3, 3, -3, -3, 0, -1})}, "i32[6] 1 -1 1 -1 5 0 "},
		{"nv_mod", []any{a([]int{7, -7, 7, -7}), a([]int{3, 3, -3, -3})}, "i32[4] 1 2 -2 -1 "},
		{"nv_remainder", []any{a([]float64{7.5, -7.5}), a([]float64{2, 2})}, "f32[2] 1.5 -1.5 "},
		{"nv_add", []any{i16([]int{1, 2}), 1.5}, "f32?[2] 2.5 3.5 "},
		{"nv_add", []any{i16([]int{1, 2}), 300}, "i16[2] 301 302 "},
		{"nv_add", []any{n.NvArray([]int8{1}), 300}, "i8[1] 45 "},
		{"nv_add", []any{a([]int{1, 2}), a([]int{1, 2, 3})}, "!rlang_error"},
		{"nv_add", []any{m, a([]int{1, 2, 3})}, "!rlang_error"},
		{"nv_add", []any{1i, 1}, "!rlang_error"},
		{"nv_sub", []any{true, true}, "!rlang_error"},
		{"nv_mul", []any{a([]bool{true, false}), true}, "i1[2] true false "},
		{"nv_pow", []any{a([]int{2, 3}), 3}, "i32[2] 8 27 "},
		{"nv_max", []any{a([]bool{true, false}), false}, "i1[2] true false "},
		{"nv_min", []any{1, 2.5}, "f32?[] 1 "},
		{"nv_eq", []any{1, 1.0}, "i1?[] true "},
		{"nv_lt", []any{a([]int{1, 3}), 2}, "i1[2] true false "},
		{"nv_and", []any{a([]int{6, 5}), 3}, "i32[2] 2 1 "},
		{"nv_and", []any{1.5, 1}, "!rlang_error"},
		{"nv_not", []any{a([]bool{true})}, "i1[1] false "},
		{"nv_shift_left", []any{a([]int{1, 1, -1}), a([]int{3, 32, 1})}, "i32[3] 8 0 -2 "},
		{"nv_shift_right_arithmetic", []any{a([]int{-8, -8}), a([]int{1, 40})}, "i32[2] -4 -1 "},
		{"nv_shift_right_logical", []any{a([]int{-8, -8, -1, 8}), a([]int{1, 40, 0, 2})}, "i32[4] 2147483644 0 -1 2 "},
		{"nv_exp", []any{0.0}, "f32?[] 1 "},
		{"nv_exp", []any{1}, "!rlang_error"},
		{"nv_sign", []any{a([]float64{-2, 0, 3})}, "f32[3] -1 0 1 "},
		{"nv_abs", []any{n.NvArray([]uint8{1})}, "!rlang_error"},
		{"nv_is_nan", []any{a([]float64{1})}, "i1[1] false "},
		{"nv_is_finite", []any{1.0}, "i1[] true "},
		{"nv_rsqrt", []any{4.0}, "f32?[] 0.5 "},
		{"nv_round", []any{a([]float64{0.5, 1.5, -2.5})}, "f32[3] 0 2 -2 "},
		{"nv_round", []any{a([]float64{0.5, 1.5, -2.5, 0.25}), "afz"}, "f32[4] 1 2 -3 0 "},
		{"nv_round", []any{1.5, "up"}, "!rlang_error"},
		{"nv_clamp", []any{1, a([]int{0, 2, 9}), 5}, "i32[3] 1 2 5 "},
		{"nv_ifelse", []any{a([]bool{true, false}), 1, i16([]int{5, 6})}, "i16[2] 1 6 "},
		{"nv_ifelse", []any{1, 1, 2}, "!rlang_error"},
	}
}

// reductionCases are calls of functions that reduce, accumulate or sort.
func reductionCases(n *Anvil) []functionCase {
	a, _, m := operandsOf(n)
	return []functionCase{
		{"nv_reduce_sum", []any{m}, "i32[] 21 "},
		{"nv_reduce_sum", []any{m, 1}, "i32[3] 3 7 11 "},
		{"nv_reduce_sum", []any{m, []int{1, 2}, false}, "i32[1 1] 21 "},
		{"nv_reduce_sum", []any{m, 3}, "!rlang_error"},
		{"nv_reduce_sum", []any{m, 0}, "!rlang_error"},
		{"nv_reduce_sum", []any{n.NvArray([]int8{100, 100})}, "i8[] -56 "},
		{"nv_reduce_prod", []any{m, 2}, "i32[2] 15 48 "},
		{"nv_reduce_max", []any{m, 2}, "i32[2] 5 6 "},
		{"nv_reduce_min", []any{m}, "i32[] 1 "},
		{"nv_reduce_any", []any{a([]bool{true, false})}, "i1[] true "},
		{"nv_reduce_all", []any{a([]bool{true, false})}, "i1[] false "},
		{"nv_reduce_all", []any{1}, "!rlang_error"},
		{"nv_mean", []any{m, 1}, "f32?[3] 1.5 3.5 5.5 "},
		{"nv_mean", []any{n.NvArray([]float64{1, 2}, "f64")}, "f64[] 1.5 "},
		{"nv_var", []any{a([]float64{1, 2, 3}), 1}, "f32[] 1 "},
		{"nv_sd", []any{a([]float64{1, 3}), 1, true, 0}, "f32[] 1 "},
		{"nv_cumsum", []any{a([]int{1, 2, 3})}, "i32[3] 1 3 6 "},
		{"nv_cumprod", []any{m, 2}, "i32[2 3] 1 3 15 2 8 48 "},
		{"nv_cumsum", []any{1}, "i32?[1] 1 "},
		{"nv_argmax", []any{m, 2}, "i32[2] 3 3 "},
		{"nv_argmin", []any{a([]int{3, 1, 2}), 1, false}, "i32[1] 2 "},
		{"nv_argmax", []any{n.NvEmpty("f32", []int{0}), 1}, "!rlang_error"},
		{"nv_sort", []any{a([]int{3, 1, 2})}, "i32[3] 1 2 3 "},
		{"nv_argsort", []any{a([]int{3, 1, 2}), nil, true}, "i32[3] 1 3 2 "},
	}
}

// shapeCases are calls of functions of shapes and of matrices, and of those that describe a tensor.
func shapeCases(n *Anvil) []functionCase {
	a, i16, m := operandsOf(n)
	return []functionCase{
		{"nv_reshape", []any{m, []int{3, 2}}, "i32[3 2] 1 3 5 2 4 6 "},
		{"nv_reshape", []any{m, []int{4}}, "!rlang_error"},
		{"nv_flatten", []any{m}, "i32[6] 1 3 5 2 4 6 "},
		{"nv_transpose", []any{m}, "i32[3 2] 1 2 3 4 5 6 "},
		{"nv_transpose", []any{m, []int{1, 2}}, "i32[2 3] 1 3 5 2 4 6 "},
		{"nv_concatenate", []any{a([]int{1, 2}), 9, 2.5}, "f32?[4] 1 2 9 2.5 "},
		{"nv_concatenate", []any{m, m, Kw("dimension", 2)}, "i32[2 6] 1 3 5 1 3 5 2 4 6 2 4 6 "},
		{"nv_concatenate", []any{m, m}, "!rlang_error"},
		{"nv_rbind", []any{a([]int{1, 2}), a([]int{3, 4})}, "i32[2 2] 1 2 3 4 "},
		{"nv_cbind", []any{a([]int{1, 2}), a([]int{3, 4})}, "i32[2 2] 1 3 2 4 "},
		{"nv_cbind", []any{1, 2}, "i32?[1 2] 1 2 "},
		{"nv_broadcast_to", []any{a([]int{1, 2}), []int{2, 2}}, "i32[2 2] 1 2 1 2 "},
		{"nv_broadcast_scalars", []any{a([]int{1, 2}), 2.5}, "i32[2] 1 2 ; f32?[2] 2.5 2.5 ; "},
		{"nv_broadcast_scalars", []any{a([]int{1, 2}), m}, "!rlang_error"},
		{"nv_broadcast_arrays", []any{a([]int{1, 2, 3}), m}, "i32[2 3] 1 2 3 1 2 3 ; i32[2 3] 1 3 5 2 4 6 ; "},
		{"nv_promote_to_common", []any{i16([]int{1}), 2.5, 1}, "f32?[1] 1 ; f32?[] 2.5 ; f32?[] 1 ; "},
		{"nv_convert", []any{a([]float64{1.9, -1.9}), "i8"}, "i8[2] 1 -1 "},
		{"nv_convert", []any{1, "i32"}, "i32?[] 1 "},
		{"nv_convert", []any{1, "f32"}, "f32[] 1 "},
		{"nv_squeeze", []any{n.NvArray([][]int{{1}, {2}})}, "i32[2] 1 2 "},
		{"nv_squeeze", []any{m, 1}, "!rlang_error"},
		{"nv_unsqueeze", []any{a([]int{1, 2}), 1}, "i32[1 2] 1 2 "},
		{"nv_reverse", []any{m, 2}, "i32[2 3] 5 3 1 6 4 2 "},
		{"nv_static_slice", []any{m, []int{1, 2}, []int{2, 3}, []int{1, 1}}, "i32[2 2] 3 5 4 6 "},
		{"nv_static_slice", []any{m, []int{0, 2}, []int{2, 3}, []int{1, 1}}, "!rlang_error"},
		{"nv_matmul", []any{m, n.NvTranspose(m)}, "i32[2 2] 35 44 44 56 "},
		{"nv_matmul", []any{n.NvArray([][]int{{1}}, Kw("ambiguous", true)), n.NvArray([][]int{{2}}, Kw("ambiguous", true))}, "i32[1 1] 2 "},
		{"nv_matmul", []any{m, a([]int{1})}, "!rlang_error"},
		{"nv_crossprod", []any{m}, "i32[3 3] 5 11 17 11 25 39 17 39 61 "},
		{"nv_tcrossprod", []any{m, m}, "i32[2 2] 35 44 44 56 "},
		{"nv_outer", []any{a([]int{1, 2}), a([]int{3, 4})}, "i32[2 2] 3 4 6 8 "},
		{"nv_tril", []any{m}, "i32[2 3] 1 0 0 2 4 0 "},
		{"nv_triu", []any{m, 1}, "i32[2 3] 0 3 5 0 0 6 "},
		{"nv_extract_diag", []any{m}, "i32[2] 1 4 "},
		{"nv_trace", []any{m}, "i32[] 5 "},
		{"dtype", []any{1.5}, "f32"},
		{"ambiguous", []any{1.5}, "true"},
		{"shape", []any{m}, "[2 3]"},
		{"ndims", []any{m}, "2"},
	}
}

func TestFunctions(t *testing.T) {
	each(t, func(t *testing.T, n *Anvil) {
		for _, c := range slices.Concat(creationCases(n), elementwiseCases(n), reductionCases(n), shapeCases(n)) {
			f := Framework.Functions.Lookup(c.path)
			if !assert.NotNil(t, f, c.path) {
				continue
			}
			var got string
			if err := ivy.Try(func() { got = show(n.Call(f, c.args...)) }); err != nil {
				got = golden.ErrorText(err)
				if c.want == "!TypeError" { // f16 is no name of a dtype
					assert.Equal(t, c.want, got)
					continue
				}
			}
			assert.Equal(t, c.want, got, "%s%v", c.path, c.args)
		}
	})
}

func TestOperators(t *testing.T) {
	each(t, func(t *testing.T, n *Anvil) {
		x := n.NvArray([]int{7, 8})
		for _, c := range []struct {
			op   string
			args []any
			want string
		}{
			{"+", []any{1, x}, "i32[2] 8 9 "}, {"-", []any{x, 1}, "i32[2] 6 7 "}, {"*", []any{2.5, x}, "f32?[2] 17.5 20 "}, {"/", []any{x, 2}, "i32[2] 3 4 "},
			{"**", []any{x, 2}, "i32[2] 49 64 "}, {"%", []any{-1, x}, "i32[2] 6 7 "}, {"neg", []any{x}, "i32[2] -7 -8 "}, {"==", []any{x, 7}, "i1[2] true false "},
			{"<", []any{x, 8}, "i1[2] true false "}, {"&", []any{x, 3}, "i32[2] 3 0 "}, {"|", []any{x, 1}, "i32[2] 7 9 "}, {"~", []any{x}, "i32[2] -8 -9 "}, {"//", []any{x, 1}, "!TypeError"},
		} {
			var got string
			if err := ivy.Try(func() { got = show(n.Operator(c.op, c.args...)) }); err != nil {
				got = golden.ErrorText(err)
			}
			assert.Equal(t, c.want, got, c.op)
		}
	})
}

func TestTensor(t *testing.T) {
	x := NvArray([][]float64{{1, 2.5}, {-3, 4}}, Kw("ambiguous", true))
	assert.Equal(t, "AnvilTensor\n  1.0000   2.5000\n -3.0000   4.0000\n[ CPUf32{2,2} ]", x.String())
	assert.Equal(t, dtype.Float32, x.Dtype())
	assert.True(t, x.Ambiguous())
	assert.Equal(t, 2, x.Ndims())
	assert.Equal(t, []int{2, 2}, x.Shape())
	assert.Equal(t, "f32?", x.NvExp().Type())
	assert.Equal(t, "AnvilTensor\n[ CPUi8{0} ]", NvEmpty("i8", 0).String())
	for _, f := range []func(){
		func() { NvArray(ivy.Asarray([]float64{1}, dtype.Float16)) },
		func() { NvArray(backend.IntScalar(1 << 40)) },
		func() { NvArray(1, Kw("device", "cuda")) },
		func() { NvArray([]any{1, []int{2}}) },
		func() { NvArray("x") },
	} {
		assert.Error(t, ivy.Try(f))
	}
	_, err := New("no such backend")
	assert.ErrorIs(t, err, ivy.ErrBackend)
}

func TestRobust(t *testing.T) {
	each(t, func(t *testing.T, n *Anvil) { golden.CheckRobust(t, n.Namespace, 200) })
}

// TestHugeNumbers finds functions that a huge argument makes run without end, or out of memory.
func TestHugeNumbers(t *testing.T) {
	n, err := New("native")
	require.NoError(t, err)
	golden.CheckHuge(t, n.Namespace)
}
