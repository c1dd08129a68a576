package ivy_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

type celsius float64

func TestAsarray(t *testing.T) {
	one := 1
	for _, c := range []struct {
		in    any
		dtype ivy.Dtype
		shape []int
		want  string
		why   string
	}{
		{true, ivy.Bool, []int{}, "True", ""},
		{3, ivy.Int32, []int{}, "3", ""},
		{backend.IntScalar(1 << 40), ivy.Int64, []int{}, "1099511627776", "the default int does not hold it"},
		{backend.IntScalar(-1 << 40), ivy.Int64, []int{}, "-1099511627776", "nor this"},
		{2.5, ivy.Float32, []int{}, "2.5", ""},
		{2i, ivy.Complex64, []int{}, "2j", ""},
		{uint(7), ivy.Uint32, []int{}, "7", "an unsized unsigned is the default uint"},
		{uint64(math.MaxUint64), ivy.Uint64, []int{}, "18446744073709551615", ""},
		{float32(0.5), ivy.Float32, []int{}, "0.5", "a sized number is an array without axes"},
		{int8(-3), ivy.Int8, []int{}, "-3", ""},
		{dtype.BrainFromFloat32(1.5), ivy.BFloat16, []int{}, "1.5", ""},
		{dtype.HalfFromFloat32(1.5), ivy.Float16, []int{}, "1.5", ""},
		{complex64(1i), ivy.Complex64, []int{}, "1j", ""},
		{celsius(1.5), ivy.Float64, []int{}, "1.5", "a named type is of its underlying type"},
		{[]int{1, 2}, ivy.Int32, []int{2}, "[1 2]", ""},
		{[]int{1, math.MaxInt}, widestInt, []int{2}, fmt.Sprintf("[%*d %d]", len(strconv.Itoa(math.MaxInt)), 1, math.MaxInt), ""},
		{[]float64{1, 2}, ivy.Float64, []int{2}, "[1. 2.]", "a slice's element type is a dtype"},
		{[][]float64{{1, 2}, {3, 4}}, ivy.Float64, []int{2, 2}, "[[1. 2.]\n [3. 4.]]", ""},
		{[2][1]bool{{true}, {false}}, ivy.Bool, []int{2, 1}, "[[ True]\n [False]]", ""},
		{[]any{1, 2.5, true}, ivy.Float32, []int{3}, "[1.  2.5 1. ]", "scalars have the default dtype of the highest kind"},
		{[]any{true, backend.IntScalar(1 << 40)}, ivy.Int64, []int{2}, "[            1 1099511627776]", ""},
		{[]any{backend.IntScalar(1 << 40), 1.5}, ivy.Float32, []int{2}, "[1.0995116e+12 1.5000000e+00]", ""},
		{[]any{1.5, 2.5}, ivy.Float32, []int{2}, "[1.5 2.5]", ""},
		{[]any{int8(1), 2}, ivy.Int32, []int{2}, "[1 2]", ""},
		{[]any{[]any{1}, []any{2i}}, ivy.Complex64, []int{2, 1}, "[[1.+0.j]\n [0.+2.j]]", ""},
		{[]*int{&one}, ivy.Int32, []int{1}, "[1]", ""},
		{[]celsius{1}, ivy.Float64, []int{1}, "[1.]", ""},
		{[]float32{}, ivy.Float32, []int{0}, "[]", ""},
		{[][]int8{}, ivy.Int8, []int{0, 0}, "[]", ""},
		{[][]int8{{}, {}}, ivy.Int8, []int{2, 0}, "[]", ""},
		{[]any{}, ivy.Float32, []int{0}, "[]", "the default dtype"},
		{[]*ivy.Array{ivy.Ones([]int{2}), ivy.Zeros([]int{2}, ivy.Int8)}, ivy.Float32, []int{2, 2}, "[[1. 1.]\n [0. 0.]]", ""},
		{[]any{ivy.Ones([]int{2}, ivy.Int8), []any{3, 4}}, ivy.Int32, []int{2, 2}, "[[1 1]\n [3 4]]", ""},
	} {
		t.Run(fmt.Sprintf("%T %v", c.in, c.in), func(t *testing.T) {
			x := ivy.Asarray(c.in)
			assert.Equal(t, c.dtype, x.Dtype(), c.why)
			assert.Equal(t, c.shape, x.Shape())
			assert.Equal(t, c.want, x.String())
		})
	}
}

func TestAsarrayErrors(t *testing.T) {
	for _, c := range []struct {
		in   any
		kind error
	}{
		{nil, ivy.ErrValue}, {"abc", ivy.ErrValue}, {[]string{"a"}, ivy.ErrValue}, {map[string]int{}, ivy.ErrValue}, {struct{}{}, ivy.ErrValue},
		{[]any{1, nil}, ivy.ErrValue}, {[]any{1, []int{2}}, ivy.ErrShape}, {[]any{[]int{1}, 2}, ivy.ErrShape}, {[][]int{{1}, {2, 3}}, ivy.ErrShape},
		{[][]int{{}, {2}}, ivy.ErrShape}, {(*ivy.Array)(nil), ivy.ErrValue}, {[]*ivy.Array{nil}, ivy.ErrValue}, {func() {}, ivy.ErrValue}, {make(chan int), ivy.ErrValue},
	} {
		err := ivy.Try(func() { ivy.Asarray(c.in) })
		require.ErrorIs(t, err, c.kind, "%v", c.in)
		var e *ivy.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "Asarray", e.Op)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray([]int{300}, ivy.Int8) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray(1i, ivy.Float32) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray([]complex64{1}, ivy.Float32) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray([]int{1}, ivy.Copy(false)) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray([]int{1}, ivy.Device("gpu")) }), ivy.ErrDevice)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray([]int{1}, ivy.Axis(0)) }), ivy.ErrValue)
	assert.Equal(t, []int8{44, -56}, ivy.Values[int8](ivy.Asarray([]int32{300, 200}, ivy.Int8)), "a sized slice is cast, and wraps")
}

func TestExtraction(t *testing.T) {
	x := ivy.Asarray([][]int16{{1, -2}, {3, 4}})
	assert.Equal(t, []int16{1, -2, 3, 4}, ivy.Values[int16](x))
	assert.Equal(t, []int{1, -2, 3, 4}, ivy.Values[int](x))
	assert.Equal(t, []float32{1, -2, 3, 4}, ivy.Values[float32](x))
	assert.Equal(t, []complex128{1, -2, 3, 4}, ivy.Values[complex128](x))
	assert.Equal(t, []int16{3, 1}, ivy.Values[int16](x.Get(ivy.Slice(nil, nil, -1), 0)), "strided views too")
	for _, f := range []func(){func() { ivy.Values[int8](x) }, func() { ivy.Values[uint32](x) }, func() { ivy.Values[ivy.Half](x) }, func() { ivy.Values[bool](x) }} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrDtype)
	}
	assert.Equal(t, [][]int16{{1, -2}, {3, 4}}, x.Nested())
	assert.Equal(t, []int16{1, -2, 3, 4}, x.Data())
	assert.Equal(t, float32(2.5), ivy.Asarray(2.5).Nested())
	assert.Equal(t, 2.5, ivy.Item[float64](ivy.Asarray(2.5)))
	assert.ErrorIs(t, ivy.Try(func() { ivy.Item[int16](x) }), ivy.ErrShape)

	assert.True(t, ivy.Asarray(math.NaN()).Bool())
	assert.False(t, ivy.Asarray(0i).Bool())
	assert.Equal(t, -2, ivy.Asarray(-2.9).Int())
	assert.Equal(t, 2i, ivy.Asarray(2i).Complex())
	assert.Equal(t, 7, ivy.Asarray([]uint8{7}).Index())
	for _, f := range []func(){func() { x.Bool() }, func() { x.Float() }} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrShape)
	}
	for _, f := range []func(){func() { ivy.Asarray(1i).Int() }, func() { ivy.Asarray(1i).Float() }, func() { ivy.Asarray(1.5).Index() }} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrDtype)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), 1e30} {
		assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray(v).Int() }), ivy.ErrValue)
	}
	for _, d := range ivy.AllDtypes() {
		y := ivy.Ones([]int{3}, d)
		z := ivy.FromBytes(d, []int{3}, y.Bytes())
		assert.True(t, ivy.All(ivy.Equal(y, z)).Bool(), d)
		assert.Equal(t, d, z.Dtype())
		assert.True(t, ivy.All(ivy.Equal(ivy.Asarray(y.Data()), y)).Bool(), d)
		assert.Equal(t, d, ivy.Asarray(y.Data()).Dtype())
	}
	assert.Equal(t, []bool{true, false, true}, ivy.Values[bool](ivy.FromBytes(ivy.Bool, []int{3}, []byte{2, 0, 255})))
	assert.ErrorIs(t, ivy.Try(func() { ivy.FromBytes(ivy.Int32, []int{3}, make([]byte, 11)) }), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { ivy.FromBytes(0, []int{3}, nil) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { ivy.FromBytes(ivy.Int8, []int{-3}, nil) }), ivy.ErrShape)
}

func TestMembers(t *testing.T) {
	x := ivy.Ones([]int{2, 3}, ivy.Float16)
	assert.Equal(t, 2, x.Ndim())
	assert.Equal(t, 6, x.Size())
	assert.Equal(t, 12, x.Nbytes())
	assert.Equal(t, ivy.Device("cpu"), x.Device())
	assert.Equal(t, []int{3, 2}, x.T().Shape())
	assert.Equal(t, []int{3, 2}, x.MT().Shape())
	assert.Equal(t, "2025.12", x.ArrayNamespace(""))
	assert.ErrorIs(t, ivy.Try(func() { x.ArrayNamespace("2020.01") }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Ones([]int{2, 2, 2}).T() }), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { x.ToDevice("gpu:0") }), ivy.ErrDevice)
	assert.Equal(t, "[[1. 1. 1.]\n [1. 1. 1.]]", x.ToDevice("cpu").String())
	s := x.Shape()
	s[0] = 99
	assert.Equal(t, []int{2, 3}, x.Shape(), "Shape is a copy")
	x.Free()
	var none *ivy.Array
	assert.Equal(t, "<nil>", none.String())
}

func TestDLPack(t *testing.T) {
	x := ivy.Reshape(ivy.Arange(6), []int{2, 3})
	p := x.Get(ivy.Colon, ivy.Slice(nil, nil, 2)).DLPack()
	assert.Equal(t, []int{2, 2}, p.Shape)
	assert.Equal(t, []int{3, 2}, p.Strides)
	p = x.Get(ivy.Colon, ivy.Slice(nil, nil, -2)).DLPack()
	assert.Equal(t, []int{2, 2}, p.Shape)
	assert.Equal(t, []int{2, 1}, p.Strides, "a copy: importers take no negative strides")
	assert.Equal(t, [2]int{1, 0}, x.DLPackDevice())
	y := ivy.FromDlpack(packer{p})
	assert.Equal(t, []int32{2, 0, 5, 3}, ivy.Values[int32](y))
	assert.Equal(t, ivy.Int32, y.Dtype())
	z := ivy.FromDlpack(x)
	z.Set(100, 0, 0)
	assert.Equal(t, 0, x.Get(0, 0).Int())
	for _, bad := range []*ivy.DLTensor{nil, {Device: [2]int{2, 0}}, {Device: [2]int{1, 0}, Code: 9, Bits: 8, Lanes: 1},
		{Device: [2]int{1, 0}, Code: 0, Bits: 8, Lanes: 1, Shape: []int{4}, Strides: []int{1}, Data: make([]byte, 3)},
		{Device: [2]int{1, 0}, Code: 0, Bits: 8, Lanes: 1, Shape: []int{2}, Strides: []int{-1}, Data: make([]byte, 3)}} {
		var e *ivy.Error
		assert.ErrorAs(t, ivy.Try(func() { ivy.FromDlpack(packer{bad}) }), &e)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.FromDlpack(3) }), ivy.ErrValue)
	for _, d := range ivy.AllDtypes() {
		assert.Equal(t, d, ivy.FromDlpack(packer{ivy.Ones([]int{1}, d).DLPack()}).Dtype())
	}
}

// Memory that is Go's is shared where that is asked for.
func TestDLPackShared(t *testing.T) {
	x := ivy.Reshape(ivy.Arange(6), []int{2, 3}).Get(ivy.Ellipsis, ivy.Slice(1, nil))
	y := ivy.FromDlpack(packer{x.DLPack()}, ivy.Copy(false))
	assert.Equal(t, []int32{1, 2, 4, 5}, ivy.Values[int32](y))
	y.Set(-1, 0, 0)
	x.Set(-2, 1, 1)
	assert.Equal(t, []int32{-1, 2, 4, -2}, ivy.Values[int32](x))
	assert.Equal(t, []int32{-1, 2, 4, -2}, ivy.Values[int32](y))
	y.Free()
	assert.Equal(t, []int32{-1, 2, 4, -2}, ivy.Values[int32](x))
	assert.Zero(t, ivy.FromDlpack(packer{ivy.Zeros([]int{0, 2}).DLPack()}, ivy.Copy(false)).Size())

	good := func() *ivy.DLTensor {
		return &ivy.DLTensor{Device: [2]int{1, 0}, Bits: 32, Lanes: 1, Shape: []int{2}, Strides: []int{1}, Data: make([]byte, 8), InGo: true}
	}
	require.NotPanics(t, func() { ivy.FromDlpack(packer{good()}, ivy.Copy(false)) })
	for name, change := range map[string]func(d *ivy.DLTensor){
		"foreign": func(d *ivy.DLTensor) { d.InGo = false }, "behind the end": func(d *ivy.DLTensor) { d.ByteOffset = 4 },
		"before the beginning": func(d *ivy.DLTensor) { d.Strides[0] = -1 }, "negative offset": func(d *ivy.DLTensor) { d.ByteOffset = -4 },
		"unaligned": func(d *ivy.DLTensor) { d.Data = make([]byte, 16)[1:] }, "unaligned offset": func(d *ivy.DLTensor) { d.ByteOffset, d.Data = 2, make([]byte, 16) },
		"too far": func(d *ivy.DLTensor) { d.Strides[0] = math.MaxInt },
	} {
		d := good()
		change(d)
		assert.ErrorIs(t, ivy.Try(func() { ivy.FromDlpack(packer{d}, ivy.Copy(false)) }), ivy.ErrValue, name)
	}
}

type packer struct{ t *ivy.DLTensor }

func (p packer) DLPack() *ivy.DLTensor { return p.t }
func (p packer) DLPackDevice() [2]int  { return p.t.Device }

func TestOut(t *testing.T) {
	x, z := ivy.Asarray([]float32{1, 2, 3}), ivy.Zeros([]int{3})
	assert.Same(t, z, ivy.Add(x, 1, ivy.Out(z)))
	assert.Equal(t, []float32{2, 3, 4}, ivy.Values[float32](z))
	ivy.Multiply(z, z, ivy.Out(z))
	assert.Equal(t, []float32{4, 9, 16}, ivy.Values[float32](z), "the target may be an operand")

	m := ivy.Reshape(ivy.Arange(9, ivy.Float32), []int{3, 3})
	m = ivy.CopyArray(m)
	ivy.Add(m.Get(ivy.Slice(1, nil)), 100, ivy.Out(m.Get(ivy.Slice(nil, -1))))
	assert.Equal(t, []float32{103, 104, 105, 106, 107, 108, 6, 7, 8}, ivy.Values[float32](m), "or overlap one")
	ivy.MatMul(m, m, ivy.Out(m))
	assert.Equal(t, []float32{103*103 + 104*106 + 105*6}, ivy.Values[float32](m.Get(0, 0)))
	ivy.Sum(m, ivy.Axis(0), ivy.Out(m.Get(0)))
	ivy.Sort(z, ivy.Descending(true), ivy.Out(z))
	assert.Equal(t, []float32{16, 9, 4}, ivy.Values[float32](z))

	shared := ivy.Reshape(z, []int{3, 1})
	ivy.Negative(z, ivy.Out(z))
	assert.Equal(t, []float32{16, 9, 4}, ivy.Values[float32](shared), "a result does not alias its operand")

	for _, c := range []struct {
		out  *ivy.Array
		kind error
	}{{ivy.Zeros([]int{3}, ivy.Float64), ivy.ErrDtype}, {ivy.Zeros([]int{1}), ivy.ErrShape}, {nil, ivy.ErrValue}, {ivy.Zeros([]int{3, 1}), ivy.ErrShape}} {
		for name, f := range map[string]func(){
			"Add": func() { ivy.Add(x, 1, ivy.Out(c.out)) }, "Exp": func() { ivy.Exp(x, ivy.Out(c.out)) },
			"CumulativeSum": func() { ivy.CumulativeSum(x, ivy.Out(c.out)) }, "Softmax": func() { ivy.Softmax(x, ivy.Out(c.out)) },
			"Zeros": func() { ivy.Zeros([]int{3}, ivy.Float32, ivy.Out(c.out)) },
		} {
			assert.ErrorIs(t, ivy.Try(f), c.kind, name)
		}
	}
}

// Out is taken by every function that says so, with the result that it has without.
func TestOptionErrors(t *testing.T) {
	x := ivy.Ones([]int{2, 2})
	for name, f := range map[string]func(){
		"not taken":   func() { ivy.Add(x, x, ivy.Axis(0)) },
		"twice":       func() { ivy.Sum(x, ivy.Axis(0), ivy.Axis(1)) },
		"two kinds":   func() { ivy.Sum(x, ivy.Axis(0), ivy.Axes{1}) },
		"nil":         func() { ivy.Sum(x, nil) },
		"dtype twice": func() { ivy.Sum(x, ivy.Float32, ivy.Float64) },
		"no axis":     func() { ivy.Sort(x, ivy.NoAxis{}) },
		"two axes":    func() { ivy.Sort(x, ivy.Axes{0, 1}) },
		"argmax":      func() { ivy.ArgMax(x, ivy.Axes{0, 1}) },
		"side":        func() { ivy.SearchSorted(ivy.Ones([]int{2}), x, ivy.Side("up")) },
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrValue, name)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Sum(x, ivy.Dtype(99)) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Sum(x, ivy.Axis(2)) }), ivy.ErrIndex)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Sum(x, ivy.Axes{0, -2}) }), ivy.ErrIndex)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Max(ivy.Zeros([]int{0, 2}), ivy.Axis(0)) }), ivy.ErrValue)
}

func TestTryPassesOtherPanicsOn(t *testing.T) {
	assert.PanicsWithValue(t, "mine", func() { _ = ivy.Try(func() { panic("mine") }) })
	assert.NoError(t, ivy.Try(func() {}))
}

func TestErrorsName(t *testing.T) {
	err := ivy.Try(func() { ivy.Linear(ivy.Ones([]int{2, 3}), ivy.Ones([]int{4, 5})) })
	var e *ivy.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "Linear", e.Op)
	assert.Contains(t, err.Error(), "(2, 3)")
	err = ivy.Try(func() { ivy.BitwiseAnd(ivy.Ones([]int{2}), 1) })
	assert.EqualError(t, err, "ivy: BitwiseAnd on native: dtype float32, want bool, uint8, uint16, uint32, uint64, int8, int16, int32, int64 (CrosscastDataTypes would compute in int32, CastDataTypes would compute in int32, or cast with Astype)")
}

func TestPrinting(t *testing.T) {
	assert.Equal(t, "[   0    1    2 ... 9997 9998 9999]", ivy.Arange(10000).String())
	big := ivy.BroadcastTo(ivy.Arange(1000), []int{100000, 1000})
	assert.Equal(t, "[[  0   1   2 ... 997 998 999]\n [  0   1   2 ... 997 998 999]\n [  0   1   2 ... 997 998 999]\n ...\n [  0   1   2 ... 997 998 999]\n [  0   1   2 ... 997 998 999]\n [  0   1   2 ... 997 998 999]]", big.String(), "only the edges are read")
	assert.Equal(t, "[ 1. nan inf]", ivy.Asarray([]float64{1, math.NaN(), math.Inf(1)}).String())
	assert.Equal(t, "ivy.array([1, 2], dtype=int8)", fmt.Sprintf("%#v", ivy.Asarray([]int8{1, 2})))
	assert.Equal(t, "[0.333]", ivy.Asarray([]float64{1. / 3}).Text(ivy.PrintOptions{Precision: 3, Threshold: 10, EdgeItems: 3, LineWidth: 75}))
}

// Bounds and values with a shape broadcast with the operand.
func TestValuesThatBroadcast(t *testing.T) {
	values := func(z *ivy.Array) []float64 { return ivy.Values[float64](z.Astype(ivy.Float64)) }
	z := ivy.Clip(ivy.Multiply(ivy.Ones([]int{3, 1}), 3), 0, []float64{1, 2})
	assert.Equal(t, []int{3, 2}, z.Shape())
	assert.Equal(t, []float64{1, 2, 1, 2, 1, 2}, values(z))
	assert.Equal(t, []float64{1, 2}, values(ivy.Clip(5.0, 0.0, []float64{1, 2})))
	assert.Equal(t, []float64{1, 1, 1}, values(ivy.Clip([]float32{0, 1, 3}, []float32{1}, 1)))
	assert.Equal(t, []float64{1, 2}, values(ivy.NanToNum(ivy.Asarray([]float32{float32(math.Inf(1))}), ivy.PosInf([]float64{1, 2}))))
}

// An axis without elements has none to take, in whatever blocks they lie.
func TestTakeOfNothing(t *testing.T) {
	for _, dims := range [][]int{{2, 0}, {2, 0, 1}, {2, 0, 2}, {2, 0, 3}} {
		x := ivy.Zeros(dims)
		assert.ErrorIs(t, ivy.Try(func() { ivy.Take(x, []int64{0}, ivy.Axis(1)) }), ivy.ErrIndex, "%v", dims)
		dims[0] = 3
		assert.Equal(t, dims, ivy.Take(x, []int64{0, 1, 0}, ivy.Axis(0)).Shape())
	}
}
