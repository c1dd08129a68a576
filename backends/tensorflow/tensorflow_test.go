//go:build tensorflow

package tensorflow

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func TestBackend(t *testing.T) { backendtest.Run(t, "tensorflow") }

func TestTraps(t *testing.T) { backendtest.Traps(t, "tensorflow") }

func onTensorFlow(t *testing.T) { t.Cleanup(ivy.WithBackend("tensorflow")) }

// The library's kernels would take subnormal numbers for zeros.
func TestSubnormals(t *testing.T) {
	onTensorFlow(t)
	x := ivy.Full([]int{1 << 20}, 0x1p-140, ivy.Float32) // on all threads
	assert.True(t, ivy.Min(ivy.Equal(ivy.Add(x, x), ivy.Asarray(float32(0x1p-139)))).Bool())
	y := ivy.Full([]int{3}, math.SmallestNonzeroFloat64, ivy.Float64)
	assert.True(t, ivy.Min(ivy.Greater(ivy.Multiply(y, 1), 0)).Bool())
}

// The library says nothing, unless it is asked to.
func TestSilent(t *testing.T) {
	run := func(env ...string) string {
		cmd := exec.Command(os.Args[0], "-test.run=TestBackend/dtypes|TestCompile$", "-test.short")
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	assert.Equal(t, "PASS\n", run())
	assert.Contains(t, run("TF_CPP_MIN_LOG_LEVEL=0"), "tensorflow/core/")
}

func TestNative(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		name, v := Backend{}.Native(d)
		assert.Equal(t, "tf."+d.String(), name)
		assert.IsType(t, tf.Float, v)
	}
	name, v := Backend{}.Native(dtype.Invalid)
	assert.Empty(t, name)
	assert.Nil(t, v)
	assert.Equal(t, "2.18.1", Backend{}.Version())
}

// Errors have TensorFlow's message, and what is wrong with one call is not with the next.
func TestErrors(t *testing.T) {
	x, err := tfeager.FromHost(code(dtype.Float32), []int{2}, make([]byte, 8))
	require.NoError(t, err)
	y, err := tfeager.FromHost(code(dtype.Int32), []int{2}, make([]byte, 8))
	require.NoError(t, err)
	var add, unknown, attribute tfeager.Program
	add.Reset(2)
	add.Return(add.Op("AddV2", add.Operand(0), add.Operand(1)))
	unknown.Reset(1)
	unknown.Return(unknown.Op("NoSuchOp", unknown.Operand(0)))
	attribute.Reset(1)
	z := attribute.Op("Cast", attribute.Operand(0))
	attribute.Return(attribute.Op("Reshape", z, attribute.Int64s(3)))
	var nowhere tfeager.Operand
	of := func(x *tfeager.Tensor) tfeager.Operand { return tfeager.Operand{Tensor: x} }
	for range 3 {
		_, err = add.Run2(nowhere, of(x), of(y))
		var e *tfeager.Error
		require.True(t, errors.As(err, &e))
		assert.Equal(t, 3, e.Code)
		assert.Contains(t, e.Text, "cannot compute AddV2")
		_, err = unknown.Run1(nowhere, of(x))
		assert.ErrorContains(t, err, "NoSuchOp")
		_, err = attribute.Run1(nowhere, of(x))
		assert.Error(t, err)
		_, err = add.Run2(nowhere, of(x), of(x))
		assert.NoError(t, err)
	}
	y.Free()
	y.Free()
	_, err = add.Run2(nowhere, of(x), of(y))
	assert.ErrorContains(t, err, "given back")
}

func TestIndexError(t *testing.T) {
	onTensorFlow(t)
	x := ivy.Asarray([]float32{1, 2, 3})
	assert.Equal(t, []float32{3, 1, 3}, ivy.Values[float32](ivy.Take(x, []int{-1, 0, 2})))
	for _, i := range []int{3, -4} {
		err := ivy.Try(func() { ivy.Take(x, []int{0, i}) })
		assert.ErrorIs(t, err, ivy.ErrIndex)
		var e *backend.IndexError
		if assert.True(t, errors.As(err, &e)) {
			assert.Equal(t, backend.IndexError{Index: i, Axis: 0, Len: 3}, *e)
		}
	}
}

// Any number of axes broadcasts, slices and reduces as in NumPy, where the library's own
// kernels stop at a few that alternate.
func TestManyAxes(t *testing.T) {
	native, err := ivy.NewEnv("native")
	require.NoError(t, err)
	here, err := ivy.NewEnv("tensorflow")
	require.NoError(t, err)
	results := func(e *ivy.Env) []*ivy.Array {
		narrow, wide := []int{}, []int{}
		var steps []any
		for i := range 12 {
			narrow, wide = append(narrow, 1+i%2), append(wide, 2-i%2)
			steps = append(steps, ivy.Slice(nil, nil, -1))
		}
		v := make([]float32, 1<<6)
		for i := range v {
			v[i] = float32(i)
		}
		x, y := e.Reshape(e.Asarray(v), narrow), e.Reshape(e.Asarray(v), wide)
		sum := e.Add(x, y)
		return []*ivy.Array{sum, e.Where(e.Less(x, y), x, y), e.BroadcastTo(x, sum.Shape()), e.Sum(sum, ivy.Axes{1, 4, 7}), e.GetItem(sum, steps...), e.PermuteDims(sum, []int{11, 0, 10, 1, 9, 2, 8, 3, 7, 4, 6, 5})}
	}
	want := results(native)
	for i, got := range results(here) {
		assert.Equal(t, want[i].Shape(), got.Shape(), i)
		assert.Equal(t, want[i].Bytes(), got.Bytes(), i)
	}
}

// A tensor's memory is never written, though no other shares it: an assignment's result
// has its own. Of indices that meet the last one's value stays.
func TestAssignment(t *testing.T) {
	be := Backend{}
	const n = 100_000
	for _, d := range dtype.All.Dtypes() {
		out := backend.Spec{Dtype: d, Shape: []int{n}}
		before := make([]byte, n*d.Size())
		x, err := be.FromHost(out, before)
		require.NoError(t, err)
		one := make([]byte, n*d.Size())
		for i := 0; i < len(one); i += d.Size() {
			one[i] = 1
		}
		one[len(one)-d.Size()] = 0 // the last value is 0
		v, err := be.FromHost(out, one)
		require.NoError(t, err)
		same, err := be.FromHost(backend.Spec{Dtype: dtype.Int64, Shape: []int{n}}, make([]byte, 8*n))
		require.NoError(t, err)
		ranges := []shape.Range{{Start: n - 1, Step: -1, Len: n - 1}}
		part, err := be.Kernels().Entry(ops.Slice.Op).View(backend.Spec{Dtype: d, Shape: []int{n - 1}}, v, backend.ViewAttrs{Ranges: []shape.Range{{Start: 0, Step: 1, Len: n - 1}}})
		require.NoError(t, err)
		set, err := be.Kernels().Entry(ops.SetSlice.Op).Assign(x, part, nil, backend.AssignAttrs{Ranges: ranges})
		require.NoError(t, err)
		index, err := be.Kernels().Entry(ops.SetIndex.Op).Assign(x, v, []backend.Buffer{same}, backend.AssignAttrs{})
		require.NoError(t, err)
		got := make([]byte, len(before))
		require.NoError(t, be.ToHost(x, got))
		assert.True(t, bytes.Equal(before, got), d)
		require.NoError(t, be.ToHost(index, got))
		assert.True(t, bytes.Equal(before, got), "%v: the last value is 0", d)
		require.NoError(t, be.ToHost(set, got))
		assert.Equal(t, n-1, bytes.Count(got, []byte{1}), d)
	}
}

// Memory is counted where it lies, once, and given back.
func TestMemory(t *testing.T) {
	onTensorFlow(t)
	memtest.Settle(tfeager.Live)
	base := tfeager.Live()
	x := ivy.Full([]int{1 << 10, 1 << 10}, 1, ivy.Float32)
	views := []*ivy.Array{ivy.Reshape(x, []int{1 << 20}), ivy.GetItem(x, ivy.Slice(3, 900)), ivy.CopyArray(x)}
	assert.Less(t, tfeager.Live()-base, 5<<20)
	assert.GreaterOrEqual(t, tfeager.Live()-base, 4<<20)
	x.Free()
	assert.GreaterOrEqual(t, tfeager.Live()-base, 4<<20, "views hold it")
	runtime.KeepAlive(views)
	views = nil
	memtest.Settle(tfeager.Live)
	assert.Less(t, tfeager.Live()-base, 1<<20)

	y, most := ivy.Full([]int{1 << 18}, 1, ivy.Float32), 0
	for range 3000 {
		y = ivy.Add(y, 1)
		most = max(most, tfeager.Live())
	}
	assert.Equal(t, 3001.0, y.Get(0).Float())
	assert.Less(t, most, 1<<29, "bytes counted")
}

func TestThreads(t *testing.T) {
	onTensorFlow(t)
	be := Backend{}
	before := be.Threads()
	t.Cleanup(func() { be.SetThreads(0) })
	x := ivy.Add(ivy.Full([]int{1 << 16}, 1, ivy.Float32), 1)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				assert.Equal(t, float64(3<<16), ivy.Sum(ivy.Add(x, 1)).Float())
			}
		})
	}
	for _, n := range []int{1, 2, 1, 3} {
		be.SetThreads(n)
		assert.Equal(t, n, be.Threads())
		assert.Equal(t, float64(3<<16), ivy.Sum(ivy.Add(x, 1)).Float(), "arrays made before")
	}
	wait.Wait()
	be.SetThreads(0)
	assert.Equal(t, before, be.Threads())
}

func TestGraft(t *testing.T) {
	onTensorFlow(t)
	for _, d := range dtype.All.Dtypes() {
		for _, dims := range [][]int{{}, {3}, {2, 3}, {0, 2}} {
			x := ivy.Full(dims, 1, d)
			g, err := ToGraft(x)
			require.NoError(t, err, d)
			assert.Equal(t, natives[d], g.DataType())
			y, err := FromGraft(g)
			require.NoError(t, err, d)
			assert.Equal(t, "tensorflow", y.Backend())
			assert.Equal(t, d, y.Dtype())
			assert.Equal(t, dims, y.Shape())
			assert.Equal(t, x.Bytes(), y.Bytes())
		}
	}
	text, err := tf.NewTensor("text")
	require.NoError(t, err)
	_, err = FromGraft(text)
	assert.ErrorContains(t, err, "dtype")
}

func TestDevices(t *testing.T) {
	names, err := tfeager.Devices()
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(names[0], "/device:CPU:0"), names)
}

func TestHugeArrays(t *testing.T) { backendtest.Huge(t, "tensorflow") }
func TestHugeRows(t *testing.T)   { backendtest.HugeRows(t, "tensorflow") }
