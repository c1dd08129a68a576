package native

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// drawOperand draws a Buffer of dtype d that stretches to shape s: a part of a block, its
// axes in any order, forwards or backwards, with steps, of length 1, or left out.
func drawOperand(t *rapid.T, d dtype.Dtype, s []int, broadcast bool, label string) *Buffer {
	own := append([]int(nil), s...)
	if broadcast {
		own = own[rapid.IntRange(0, len(own)).Draw(t, label+" left out"):]
	}
	for i := range own {
		if broadcast && rapid.IntRange(0, 3).Draw(t, label+" stretched") == 0 {
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
	values := edges(d)
	block := make([]any, size)
	at := rapid.IntRange(0, len(values)-1).Draw(t, label+" first value")
	for i := range block {
		block[i] = values[(at+i*7)%len(values)]
	}
	b := bufferOf(t, d, block)
	v := b.view(own, 0)
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
	if v.len() == 0 {
		v.Offset = 0
	}
	return v
}

// roomOf is the size of shape s, or if it is empty of what else it has.
func roomOf(s []int) int {
	size := 1
	for _, n := range s {
		size *= max(n, 1)
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

// plainCopy returns b stretched to s, in row-major order.
func plainCopy(t require.TestingT, b *Buffer, s []int) *Buffer {
	v, err := broadcastTo(backend.Spec{Dtype: b.Dtype, Shape: s}, b, backend.ViewAttrs{})
	require.NoError(t, err)
	z, err := newBuffer(backend.Spec{Dtype: b.Dtype, Shape: s})
	require.NoError(t, err)
	// Element by element: not the way of the code under test.
	index := make([]int, len(s))
	x := v.(*Buffer)
	for i := range z.len() {
		rest, at := i, x.Offset
		for k := len(s) - 1; k >= 0; k-- {
			index[k] = rest % s[k]
			rest /= s[k]
			at += index[k] * x.Strides[k]
		}
		copy(bytesOf(z)[i*b.Dtype.Size():], rawElement(x, at))
	}
	return z
}

// rawElement returns the bytes of the element of b at that place of its block.
func rawElement(b *Buffer, at int) []byte {
	e := *b
	e.Shape, e.Strides, e.Offset = []int{1}, []int{1}, at
	return bytesOf(&e)
}

// requireSame fails if two results have other bits, any NaN being as good as another: the
// processor takes its sign from one operand or the other.
func requireSame(t require.TestingT, want, got *Buffer, format string, args ...any) {
	if !bytes.Equal(bytesOf(want), bytesOf(got)) {
		require.Equal(t, exactly(want), exactly(got), append([]any{format}, args...)...)
	}
}

// TestElementwiseLayout is the property that a result does not depend on how its
// operands lie in memory, nor on where it is written.
func TestElementwiseLayout(t *testing.T) {
	type kernel struct {
		name string
		in   []dtype.Dtype // nil: any
		out  func(dtype.Dtype) dtype.Dtype
		run  func(out backend.Spec, bs []*Buffer) (backend.Buffer, error)
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
			func(out backend.Spec, bs []*Buffer) (backend.Buffer, error) {
				return call(op, out, bs[0], bs[len(bs)-1])
			}, n})
	}
	for _, to := range dtype.All.Dtypes() {
		in := dtype.All
		if !to.IsComplex() && !to.IsBool() {
			in = dtype.All &^ dtype.Complex
		}
		ks = append(ks, kernel{"Cast to " + to.String(), in.Dtypes(), func(dtype.Dtype) dtype.Dtype { return to },
			func(out backend.Spec, bs []*Buffer) (backend.Buffer, error) { return cast(out, bs[0]) }, 1})
	}
	ks = append(ks, kernel{"Where", dtype.All.Dtypes(), func(d dtype.Dtype) dtype.Dtype { return d },
		func(out backend.Spec, bs []*Buffer) (backend.Buffer, error) {
			return whereKernel(out, bs[0], bs[1], bs[2])
		}, 3})

	check := func(t *rapid.T) {
		k := ks[rapid.IntRange(0, len(ks)-1).Draw(t, "kernel")]
		d := rapid.SampledFrom(k.in).Draw(t, k.name+" dtype")
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 1, 2, 2, 3, 4, 5, 9, 40}), 0, 10).Draw(t, "shape")
		for roomOf(s) > 6000 {
			s = s[1:]
		}
		out := backend.Spec{Dtype: k.out(d), Shape: s}
		var views, plains []*Buffer
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
		want, err := clone(z.(*Buffer))
		require.NoError(t, err)
		for i, v := range plains {
			require.Equal(t, bytesOf(plainCopy(t, views[i], s)), bytesOf(v), "an operand has changed")
		}

		z, err = k.run(out, views)
		require.NoError(t, err)
		requireSame(t, want, z.(*Buffer), "%s of %v, shape %v", k.name, d, s)
		require.True(t, slices.Equal(s, z.(*Buffer).Shape))

		into, err := newBuffer(out)
		require.NoError(t, err)
		for i := range bytesOf(into) {
			bytesOf(into)[i] = 0xa5
		}
		for _, bs := range [][]*Buffer{views, plains} {
			given := out
			given.Into = into
			z, err = k.run(given, bs)
			require.NoError(t, err)
			require.True(t, z == backend.Buffer(into) || want.len() == 0, "Into was not used")
			requireSame(t, want, into, "%s of %v into other memory", k.name, d)
		}

		// Into an operand: each in turn, the others as they lie.
		for i := range plains {
			if plains[i].Dtype != out.Dtype {
				continue
			}
			given, bs := out, append([]*Buffer(nil), views...)
			bs[i] = plainCopy(t, views[i], s)
			given.Into = bs[i]
			z, err = k.run(given, bs)
			require.NoError(t, err)
			require.True(t, z == backend.Buffer(bs[i]) || want.len() == 0, "Into was not used")
			requireSame(t, want, z.(*Buffer), "%s of %v into operand %d", k.name, d, i)
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
	defer setThreads(0)
	const n = 300
	for _, op := range []*ops.Op{ops.Add.Op, ops.Less.Op, ops.Exp.Op, ops.Pow.Op, ops.Abs.Op} {
		for _, d := range []dtype.Dtype{dtype.BFloat16, dtype.Float32, dtype.Complex128} {
			if !op.In.Has(d) {
				continue
			}
			values := edges(d)
			block := make([]any, n*n)
			for i := range block {
				at := i % len(values) // squared it is an int of 32 bits, too
				block[i] = values[at*at%len(values)]
			}
			flatX := bufferOf(t, d, block)
			x := flatX.view([]int{n, n}, 0)
			copy(x.Strides, []int{n, 1})
			turned := x.view([]int{n, n}, 0)
			copy(turned.Strides, []int{1, n})
			row := x.view([]int{n}, n)
			copy(row.Strides, []int{1})
			one := x.view([]int{1, 1}, 5)
			for name, pair := range map[string][2]*Buffer{"same": {x, x}, "turned": {turned, turned}, "row": {x, row}, "one": {one, x}} {
				if op.Family == ops.FamilyUnary && name == "one" {
					continue
				}
				t.Run(fmt.Sprintf("%v/%v/%s", op, d, name), func(t *testing.T) {
					out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: []int{n, n}}
					setThreads(1)
					want, err := call(op, out, pair[0], pair[1])
					require.NoError(t, err)
					setThreads(3)
					got, err := call(op, out, pair[0], pair[1])
					require.NoError(t, err)
					assert.Equal(t, bytesOf(want), bytesOf(got))
				})
			}
		}
	}
}

// TestElementwiseAllocations holds small operations to one object, their result.
func TestElementwiseAllocations(t *testing.T) {
	three := []any{1., 2., 3.}
	x, y := bufferOf(t, dtype.Float32, three), bufferOf(t, dtype.Float32, three)
	one := bufferOf(t, dtype.Float32, three[:1])
	for _, c := range []struct {
		op   *ops.Op
		x, y *Buffer
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
