package elementwise

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// drawOperand draws a Buffer of dtype d that broadcasts to shape s: a part of a block, its
// axes in any order, forwards or backwards, with steps, of length 1, or left out.
func drawOperand(t *rapid.T, d dtype.Dtype, s []int, broadcast bool, label string) *array.Buffer {
	own := append([]int(nil), s...)
	if broadcast {
		own = own[rapid.IntRange(0, len(own)).Draw(t, label+" left out"):]
	}
	for i := range own {
		if broadcast && rapid.IntRange(0, 3).Draw(t, label+" broadcast") == 0 {
			own[i] = 1
		}
	}
	// The block: an axis for each of own, in another order, with room between elements.
	order := rapid.Permutation(indices(len(own))).Draw(t, label+" order")
	step, lead := make([]int, len(own)), make([]int, len(own))
	size := 1
	for i := range own {
		if size*own[i] > 20_000 { // many axes: no more room between elements
			step[i] = 1
			size *= max(own[i], 1)
			continue
		}
		step[i] = rapid.SampledFrom([]int{1, 1, 1, 2, 3, -1, -2}).Draw(t, label+" step")
		lead[i] = rapid.SampledFrom([]int{0, 0, 1}).Draw(t, label+" lead")
		size *= own[i]*max(step[i], -step[i]) + lead[i]
	}
	values := arraytest.Edges(d)
	block := make([]any, size)
	at := rapid.IntRange(0, len(values)-1).Draw(t, label+" first value")
	for i := range block {
		block[i] = values[(at+i*7)%len(values)]
	}
	b := arraytest.BufferOf(t, d, block)
	v := b.View(own, 0)
	run := 1
	for _, axis := range order {
		n, st := own[axis], step[axis]
		v.Strides[axis] = st * run
		v.Offset += lead[axis] * run
		if st < 0 {
			v.Offset += (n - 1) * -st * run
		}
		run *= n*max(st, -st) + lead[axis]
	}
	for i := range own {
		if broadcast && own[i] > 1 && rapid.IntRange(0, 5).Draw(t, label+" repeated") == 0 {
			v.Strides[i] = 0
		}
	}
	if v.Len() == 0 {
		v.Offset = 0
	}
	return v
}

// elementsOf is the size of shape s, or if it is empty of what else it has; the largest int if that is less.
func elementsOf(s []int) int {
	size := 1
	for _, n := range s {
		size = shape.Product(size, max(n, 1))
	}
	return size
}

func indices(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// plainCopy returns b broadcast to s, in row-major order.
func plainCopy(t require.TestingT, b *array.Buffer, s []int) *array.Buffer {
	v, err := array.BroadcastTo(backend.Spec{Dtype: b.Dtype, Shape: s}, b, backend.ViewAttrs{})
	require.NoError(t, err)
	z, err := array.NewBuffer(backend.Spec{Dtype: b.Dtype, Shape: s})
	require.NoError(t, err)
	// Element by element: not the way of the code under test.
	index := make([]int, len(s))
	x := v.(*array.Buffer)
	for i := range z.Len() {
		rest, at := i, x.Offset
		for k := len(s) - 1; k >= 0; k-- {
			index[k] = rest % s[k]
			rest /= s[k]
			at += index[k] * x.Strides[k]
		}
		copy(array.BytesOf(z)[i*b.Dtype.Size():], rawElement(x, at))
	}
	return z
}

// rawElement returns the bytes of the element of b at that index of its block.
func rawElement(b *array.Buffer, at int) []byte {
	e := *b
	e.Shape, e.Strides, e.Offset = []int{1}, []int{1}, at
	return array.BytesOf(&e)
}

// requireSame fails if two results have other bits, any NaN being as good as another: the
// processor takes its sign from one operand or the other.
func requireSame(t require.TestingT, want, got *array.Buffer, format string, args ...any) {
	if !bytes.Equal(array.BytesOf(want), array.BytesOf(got)) {
		require.Equal(t, arraytest.Exactly(want), arraytest.Exactly(got), append([]any{format}, args...)...)
	}
}

// TestElementwiseLayout is the property that a result does not depend on how its
// operands lie in memory, nor on where it is written.
func TestElementwiseLayout(t *testing.T) {
	race.Sequential(t)
	type kernel struct {
		name string
		in   []dtype.Dtype // nil: any
		out  func(dtype.Dtype) dtype.Dtype
		run  func(out backend.Spec, bs []*array.Buffer) (backend.Buffer, error)
		n    int
	}
	var ks []kernel
	for _, op := range elementwiseRows() {
		n := 1
		if op.Family == ops.FamilyBinary {
			n = 2
		}
		ks = append(ks, kernel{op.Name, op.In.Dtypes(),
			func(d dtype.Dtype) dtype.Dtype { return op.Out(d, dtype.StandardDefaults) },
			func(out backend.Spec, bs []*array.Buffer) (backend.Buffer, error) {
				return call(op, out, bs[0], bs[len(bs)-1])
			}, n})
	}
	for _, to := range dtype.All.Dtypes() {
		in := dtype.All
		if !to.IsComplex() && !to.IsBool() {
			in = dtype.All &^ dtype.Complex
		}
		ks = append(ks, kernel{"Cast to " + to.String(), in.Dtypes(), func(dtype.Dtype) dtype.Dtype { return to },
			func(out backend.Spec, bs []*array.Buffer) (backend.Buffer, error) { return Cast(out, bs[0]) }, 1})
	}
	ks = append(ks, kernel{"Where", dtype.All.Dtypes(), func(d dtype.Dtype) dtype.Dtype { return d },
		func(out backend.Spec, bs []*array.Buffer) (backend.Buffer, error) {
			return where(out, bs[0], bs[1], bs[2])
		}, 3})

	check := func(t *rapid.T) {
		k := ks[rapid.IntRange(0, len(ks)-1).Draw(t, "kernel")]
		d := rapid.SampledFrom(k.in).Draw(t, k.name+" dtype")
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 1, 2, 2, 3, 4, 5, 9, 40}), 0, 10).Draw(t, "shape")
		for elementsOf(s) > 6000 {
			s = s[1:]
		}
		out := backend.Spec{Dtype: k.out(d), Shape: s}
		var views, plains []*array.Buffer
		for i := range k.n {
			in := d
			if k.n == 3 && i == 0 {
				in = dtype.Bool
			}
			v := drawOperand(t, in, s, k.n > 1, fmt.Sprint("operand ", i))
			views, plains = append(views, v), append(plains, plainCopy(t, v, s))
		}
		z, err := k.run(out, plains)
		require.NoError(t, err)
		want, err := array.Clone(nil, z.(*array.Buffer))
		require.NoError(t, err)
		for i, v := range plains {
			require.Equal(t, array.BytesOf(plainCopy(t, views[i], s)), array.BytesOf(v), "an operand has changed")
		}

		z, err = k.run(out, views)
		require.NoError(t, err)
		requireSame(t, want, z.(*array.Buffer), "%s of %v, shape %v", k.name, d, s)
		require.True(t, slices.Equal(s, z.(*array.Buffer).Shape))

		into, err := array.NewBuffer(out)
		require.NoError(t, err)
		for i := range array.BytesOf(into) {
			array.BytesOf(into)[i] = 0xa5
		}
		for _, bs := range [][]*array.Buffer{views, plains} {
			given := out
			given.Into = into
			z, err = k.run(given, bs)
			require.NoError(t, err)
			require.True(t, z == backend.Buffer(into) || want.Len() == 0, "Into was not used")
			requireSame(t, want, into, "%s of %v into other memory", k.name, d)
		}

		// Into an operand: each in turn, the others as they lie.
		for i := range plains {
			if plains[i].Dtype != out.Dtype {
				continue
			}
			given, bs := out, append([]*array.Buffer(nil), views...)
			bs[i] = plainCopy(t, views[i], s)
			given.Into = bs[i]
			z, err = k.run(given, bs)
			require.NoError(t, err)
			require.True(t, z == backend.Buffer(bs[i]) || want.Len() == 0, "Into was not used")
			requireSame(t, want, z.(*array.Buffer), "%s of %v into operand %d", k.name, d, i)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			check(t)
		}
	})
}

// TestElementwiseThreads compares one thread with three, for arrays that are worth it.
func TestElementwiseThreads(t *testing.T) {
	defer array.SetThreads(0)
	const n = 300
	for _, op := range []*ops.Op{ops.Add.Op, ops.Less.Op, ops.Exp.Op, ops.Pow.Op, ops.Abs.Op} {
		for _, d := range []dtype.Dtype{dtype.BFloat16, dtype.Float32, dtype.Complex128} {
			if !op.In.Has(d) {
				continue
			}
			values := arraytest.Edges(d)
			block := make([]any, n*n)
			for i := range block {
				at := i % len(values) // squared it is an int of 32 bits, too
				block[i] = values[at*at%len(values)]
			}
			flatX := arraytest.BufferOf(t, d, block)
			x := flatX.View([]int{n, n}, 0)
			copy(x.Strides, []int{n, 1})
			turned := x.View([]int{n, n}, 0)
			copy(turned.Strides, []int{1, n})
			row := x.View([]int{n}, n)
			copy(row.Strides, []int{1})
			one := x.View([]int{1, 1}, 5)
			for name, pair := range map[string][2]*array.Buffer{"same": {x, x}, "turned": {turned, turned}, "row": {x, row}, "one": {one, x}} {
				if op.Family == ops.FamilyUnary && name == "one" {
					continue
				}
				t.Run(fmt.Sprintf("%v/%v/%s", op, d, name), func(t *testing.T) {
					out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: []int{n, n}}
					array.SetThreads(1)
					want, err := call(op, out, pair[0], pair[1])
					require.NoError(t, err)
					array.SetThreads(3)
					got, err := call(op, out, pair[0], pair[1])
					require.NoError(t, err)
					assert.Equal(t, array.BytesOf(want), array.BytesOf(got))
				})
			}
		}
	}
}

// TestElementwiseAllocations holds small operations to one object, their result.
func TestElementwiseAllocations(t *testing.T) {
	three := []any{1., 2., 3.}
	x, y := arraytest.BufferOf(t, dtype.Float32, three), arraytest.BufferOf(t, dtype.Float32, three)
	one := arraytest.BufferOf(t, dtype.Float32, three[:1])
	for _, c := range []struct {
		op   *ops.Op
		x, y *array.Buffer
	}{{ops.Add.Op, x, y}, {ops.Add.Op, x, one}, {ops.Subtract.Op, one, x}, {ops.Less.Op, x, y}, {ops.Exp.Op, x, nil}, {ops.Abs.Op, x, nil}} {
		out := backend.Spec{Dtype: c.op.Out(dtype.Float32, dtype.StandardDefaults), Shape: []int{3}}
		got := testing.AllocsPerRun(100, func() {
			if _, err := call(c.op, out, c.x, c.y); err != nil {
				t.Error(err)
			}
		})
		assert.LessOrEqual(t, got, 1., "%v", c.op)
	}
}
