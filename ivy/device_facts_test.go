package ivy_test

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// monitored is the backend placing with other devices' names, and what they do.
type monitored struct {
	*placing
	freed []string
}

func (*monitored) Name() string      { return "monitored" }
func (*monitored) Devices() []string { return []string{"cpu", "cuda:0", "cuda:1", "xla:0"} }
func (m *monitored) Device(b backend.Buffer) string {
	if d, ok := m.at.Load(b); ok {
		return d.(string)
	}
	return "cpu"
}

func (m *monitored) DeviceMemory(device string) (backend.Memory, error) {
	if device == "xla:0" {
		return backend.Memory{}, nil
	}
	return backend.Memory{Total: 8000, Used: 2000, Process: 500}, nil
}
func (m *monitored) DeviceBusy(string) (float64, error) { return 0.25, nil }
func (m *monitored) FreeDevice(device string) error     { m.freed = append(m.freed, device); return nil }

var monitor = &monitored{placing: placer}

func init() { backend.Register(monitor) }

func TestDeviceMemory(t *testing.T) {
	e, err := ivy.NewEnv("monitored")
	require.NoError(t, err)
	assert.Equal(t, 8000, e.TotalMemOnDev("cuda:0"))
	assert.Equal(t, 2000, e.UsedMemOnDev("cuda:1", false))
	assert.Equal(t, 500, e.UsedMemOnDev("cuda:1", true))
	assert.Equal(t, 25.0, e.PercentUsedMemOnDev("cuda:0", false))
	assert.Equal(t, 6.25, e.PercentUsedMemOnDev("cuda:0", true))
	assert.Zero(t, e.PercentUsedMemOnDev("xla:0", true))
	assert.Equal(t, 25.0, e.DevUtil("cuda:0"))
	e.ClearCachedMemOnDev("cuda:1")
	assert.Equal(t, []string{"cuda:1"}, monitor.freed)
	assert.True(t, e.GPUIsAvailable())
	assert.Equal(t, 2, e.NumGPUs())
	assert.True(t, e.TPUIsAvailable())
	ivy.ClearCachedMemOnDev("cpu")

	none, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	assert.False(t, none.GPUIsAvailable())
	assert.Zero(t, none.NumGPUs())
	assert.False(t, none.TPUIsAvailable())
	for _, f := range []func(){
		func() { none.TotalMemOnDev("cpu:1") }, func() { none.UsedMemOnDev("cpu:1", true) }, func() { none.PercentUsedMemOnDev("cpu:2", true) },
		func() { none.DevUtil("cpu:1") }, func() { none.ClearCachedMemOnDev("cpu:1") },
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrUnsupported)
	}
	for _, f := range []func(){
		func() { e.TotalMemOnDev("cuda:2") }, func() { e.UsedMemOnDev("", true) }, func() { e.PercentUsedMemOnDev("gpu", true) },
		func() { e.DevUtil("x") }, func() { e.ClearCachedMemOnDev("") },
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrDevice)
	}
}

func TestHostMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		assert.ErrorIs(t, ivy.Try(func() { ivy.TotalMemOnDev("cpu") }), ivy.ErrUnsupported)
		t.Skip("/proc is Linux's")
	}
	total, used, ours := ivy.TotalMemOnDev("cpu"), ivy.UsedMemOnDev("cpu", false), ivy.UsedMemOnDev("cpu", true)
	assert.Greater(t, total, 64<<20)
	assert.LessOrEqual(t, used, total)
	assert.Greater(t, ours, 1<<20)
	assert.Less(t, ours, total)
	if total < math.MaxInt { // of more bytes than an int counts it is the greatest int, and what is used may be too
		assert.Less(t, used, total)
		assert.InDelta(t, 100*float64(ours)/float64(total), ivy.PercentUsedMemOnDev("cpu", true), 5)
	}
	busy := ivy.DevUtil("cpu")
	assert.GreaterOrEqual(t, busy, 0.0)
	assert.LessOrEqual(t, busy, 100.0)
	assert.Equal(t, runtime.NumCPU(), ivy.NumCPUCores(true))
	if err := ivy.Try(func() { assert.Positive(t, ivy.NumCPUCores(false)) }); err != nil {
		assert.ErrorIs(t, err, ivy.ErrUnsupported, "a machine whose processors say nothing of cores")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, ivy.Try(func() { ivy.Context(ctx).DevUtil("cpu") }), ivy.ErrCanceled)
}

func TestAsIvyDev(t *testing.T) {
	e, err := ivy.NewEnv("monitored")
	require.NoError(t, err)
	for x, want := range map[any]ivy.Device{
		"cpu": "cpu", "CPU:0": "cpu", "gpu": "cuda:0", "GPU:1": "cuda:1", "cuda": "cuda:0", ivy.Device("cuda:1"): "cuda:1", "tpu:0": "xla:0", "xla:0": "xla:0",
	} {
		assert.Equal(t, want, e.AsIvyDev(x), x)
	}
	assert.Equal(t, ivy.Device("cuda:1"), e.AsIvyDev(e.Ones([]int{2}, ivy.Device("cuda:1"))))
	for _, x := range []any{"gpu:2", "", "disk", "gpu:-1", 3, nil, ivy.Device("cpu:1")} {
		assert.ErrorIs(t, ivy.Try(func() { e.AsIvyDev(x) }), ivy.ErrDevice, x)
	}
	assert.ErrorIs(t, ivy.Try(func() { e.AsIvyDev((*ivy.Array)(nil)) }), ivy.ErrValue)
	assert.Equal(t, ivy.Device("cpu"), ivy.AsIvyDev("cpu:0"))
}

func TestDefaultDevice(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	assert.Equal(t, ivy.Device("cpu:0"), e.DefaultDevice())
	x := e.Asarray([]float32{1, 2})
	e.SetDefaultDevice("cpu:1")
	undo := e.WithDefaultDevice("cpu:2")
	assert.Equal(t, ivy.Device("cpu:2"), e.DefaultDevice())
	assert.Equal(t, ivy.Device("cpu:2"), e.ArrayNamespaceInfo().DefaultDevice())
	assert.Equal(t, ivy.Device("cpu:2"), e.Zeros([]int{1}).Device())
	undo()
	out := e.Ones([]int{3}, ivy.Device("cpu:0"))
	for name, z := range map[string]*ivy.Array{
		"Zeros": e.Zeros([]int{2}), "Ones": e.Ones([]int{2}), "Empty": e.Empty([]int{2}), "Full": e.Full([]int{2}, 3), "Eye": e.Eye(2), "Arange": e.Arange(0, 3, 1),
		"Linspace": e.Linspace(0.0, 1.0, 3), "Asarray": e.Asarray([]int8{1}), "HannWindow": e.HannWindow(3), "FFTFreq": e.FFTFreq(4),
		"of an array there": e.OnesLike(e.Zeros([]int{1})).Add(e.Zeros([]int{1})), "sum with one on the first": e.Add(x, e.Ones([]int{2})),
	} {
		assert.Equal(t, ivy.Device("cpu:1"), z.Device(), name)
	}
	assert.Equal(t, []float32{0, 0}, ivy.Values[float32](e.Zeros([]int{2})))
	for name, z := range map[string]*ivy.Array{
		"the option": e.Zeros([]int{2}, ivy.Device("cpu:0")), "of an array": e.Asarray(x), "Astype": e.Astype(x, ivy.Int8), "ZerosLike": e.ZerosLike(x), "OneHot": e.OneHot(e.Asarray([]int{1}, ivy.Device("cpu:0")), 2),
		"the option of Arange": e.Arange(3, ivy.Device("cpu:0")), "Out": e.Arange(0.0, 3.0, ivy.Out(out)),
	} {
		assert.Equal(t, ivy.Device("cpu:0"), z.Device(), name)
	}
	assert.Same(t, out, e.Ones([]int{3}, ivy.Out(out)))
	traced := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(x, e.Ones([]int{2})) })
	assert.Equal(t, []float32{2, 3}, ivy.Values[float32](traced.Call(x)))
	e.UnsetDefaultDevice()
	assert.Equal(t, ivy.Device("cpu:0"), e.DefaultDevice())
	assert.Equal(t, ivy.Device("cpu:0"), e.Zeros([]int{2}).Device())
	e.SetDefaultDevice("cpu:1")
	require.NoError(t, e.SetBackend("native"))
	assert.Equal(t, ivy.Device("cpu"), e.DefaultDevice(), "native has no such device")
	assert.Equal(t, ivy.Device("cpu"), e.Zeros([]int{2}).Device())
	for _, d := range []ivy.Device{"gpu", "", "cpu:1"} {
		assert.ErrorIs(t, ivy.Try(func() { e.SetDefaultDevice(d) }), ivy.ErrDevice, d)
		assert.ErrorIs(t, ivy.Try(func() { e.WithDefaultDevice(d) }), ivy.ErrDevice, d)
	}
}

func TestFunctionDevices(t *testing.T) {
	e, err := ivy.NewEnv("devices")
	require.NoError(t, err)
	assert.Equal(t, []ivy.Device{"cpu:0", "cpu:1", "cpu:2"}, e.FunctionSupportedDevices("Add"))
	assert.Empty(t, e.FunctionUnsupportedDevices("Add"))
	assert.Equal(t, []ivy.Device{"cpu:0", "cpu:2"}, e.FunctionSupportedDevices("expm1"))
	assert.Equal(t, []ivy.Device{"cpu:1"}, e.FunctionUnsupportedDevices("Expm1"))
	on := e.FunctionSupportedDevicesAndDtypes("Sin")
	assert.NotContains(t, on["cpu:2"], ivy.Float16)
	assert.Contains(t, on["cpu:0"], ivy.Float16)
	off := e.FunctionUnsupportedDevicesAndDtypes("Sin")
	assert.Contains(t, off["cpu:2"], ivy.Float16)
	assert.NotContains(t, off["cpu:0"], ivy.Float16)
	for d := range on {
		assert.Len(t, append(on[d], off[d]...), len(ivy.AllDtypes()), d)
	}
	twice := func(x *ivy.Array) *ivy.Array { return x.Expm1().Sin() }
	assert.Equal(t, []ivy.Device{"cpu:1"}, e.FunctionUnsupportedDevices(twice))
	assert.NotContains(t, e.FunctionSupportedDevicesAndDtypes(twice)["cpu:2"], ivy.Float16)
	f, err := ivy.NewFunction("f", func(x *ivy.Array) *ivy.Array { return x.Add(1) })
	require.NoError(t, err)
	require.NoError(t, f.WithUnsupportedDevices("devices", ivy.On("0 and above", "cpu:2")))
	assert.Equal(t, []ivy.Device{"cpu:2"}, e.FunctionUnsupportedDevices(f))
	assert.ErrorIs(t, ivy.Try(func() { e.FunctionSupportedDevices("nope") }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { e.FunctionSupportedDevicesAndDtypes(3) }), ivy.ErrValue)
}

func TestSplitFuncCall(t *testing.T) {
	e := ivy.Standard()
	x := e.Reshape(e.Arange(12.0), []int{4, 3})
	y := e.Reshape(e.Arange(4.0), []int{4, 1})
	var lengths []int
	f := func(x, y *ivy.Array) []*ivy.Array {
		lengths = append(lengths, x.Dim(0))
		return []*ivy.Array{e.Add(x, y), e.Sum(x, ivy.Axis(1))}
	}
	want := f(x, y)
	for _, c := range []struct {
		opts    []ivy.SplitOption
		lengths []int
	}{
		{nil, []int{1, 1, 1, 1}}, {[]ivy.SplitOption{ivy.ChunkSize(3)}, []int{3, 1}}, {[]ivy.SplitOption{ivy.ChunkSize(2), ivy.OutputAxes(0)}, []int{2, 2}},
		{[]ivy.SplitOption{ivy.ChunkSize(100)}, []int{4}}, {[]ivy.SplitOption{ivy.SplitFactor(1)}, []int{4}}, {[]ivy.SplitOption{ivy.SplitFactor(0.5), ivy.OutputAxes(0, 0)}, []int{2, 2}},
		{[]ivy.SplitOption{ivy.SplitFactor(0)}, []int{1, 1, 1, 1}},
	} {
		lengths = nil
		got := e.SplitFuncCall(f, []*ivy.Array{x, y}, c.opts...)
		assert.Equal(t, c.lengths, lengths)
		for j := range want {
			assert.Equal(t, want[j].Nested(), got[j].Nested())
		}
	}
	columns := e.SplitFuncCall(func(x *ivy.Array) *ivy.Array { return e.MatrixTranspose(x) }, []*ivy.Array{x}, ivy.InputAxes(1), ivy.OutputAxes(0), ivy.ChunkSize(2))
	assert.Equal(t, e.MatrixTranspose(x).Nested(), columns[0].Nested())
	columns = e.SplitFuncCall(func(x *ivy.Array) *ivy.Array { return e.Multiply(x, 2) }, []*ivy.Array{x}, ivy.InputAxes(-1))
	assert.Equal(t, e.Multiply(x, 2).Nested(), columns[0].Nested())
	empty := e.SplitFuncCall(func(x *ivy.Array) *ivy.Array { return e.Multiply(x, 2) }, []*ivy.Array{e.Zeros([]int{0, 2})})
	assert.Equal(t, []int{0, 2}, empty[0].Shape())
	loss := func(x *ivy.Array) *ivy.Array { return e.Mean(e.Square(x)) }
	split := func(x *ivy.Array) *ivy.Array {
		return e.SplitFuncCall(loss, []*ivy.Array{x}, ivy.ChunkSize(3), ivy.MeanOfChunks(true))[0]
	}
	assert.InDelta(t, loss(x).Float(), split(x).Float(), 1e-5)
	g, h := e.Grad(loss)(x).(*ivy.Array), e.Grad(split)(x).(*ivy.Array)
	assert.True(t, e.AllClose(g, h).Bool())
	assert.InDelta(t, loss(x).Float(), e.Compile(split).Call(x).Float(), 1e-5)
	ctx, cancel := context.WithCancel(context.Background())
	canceled := e.Context(ctx)
	assert.ErrorIs(t, ivy.Try(func() {
		canceled.SplitFuncCall(func(x *ivy.Array) *ivy.Array {
			cancel()
			for ivy.Try(func() { canceled.Ones([]int{1}) }) == nil { // until it is seen
				runtime.Gosched()
			}
			return x
		}, []*ivy.Array{x})
	}), ivy.ErrCanceled)

	one := func(x *ivy.Array) *ivy.Array { return x }
	calls := 0
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"no inputs":       {func() { e.SplitFuncCall(one, nil) }, ivy.ErrValue},
		"nil input":       {func() { e.SplitFuncCall(one, []*ivy.Array{nil}) }, ivy.ErrValue},
		"no function":     {func() { e.SplitFuncCall(3, []*ivy.Array{x}) }, ivy.ErrValue},
		"chunk size":      {func() { e.SplitFuncCall(one, []*ivy.Array{x}, ivy.ChunkSize(0)) }, ivy.ErrValue},
		"factor":          {func() { e.SplitFuncCall(one, []*ivy.Array{x}, ivy.SplitFactor(1.5)) }, ivy.ErrValue},
		"both":            {func() { e.SplitFuncCall(one, []*ivy.Array{x}, ivy.SplitFactor(1), ivy.ChunkSize(1)) }, ivy.ErrValue},
		"nil option":      {func() { e.SplitFuncCall(one, []*ivy.Array{x}, nil) }, ivy.ErrValue},
		"axis":            {func() { e.SplitFuncCall(one, []*ivy.Array{x}, ivy.InputAxes(2)) }, ivy.ErrIndex},
		"zero dimensions": {func() { e.SplitFuncCall(one, []*ivy.Array{e.Asarray(1)}) }, ivy.ErrIndex},
		"axes":            {func() { e.SplitFuncCall(f, []*ivy.Array{x, y}, ivy.InputAxes(0, 0, 0)) }, ivy.ErrValue},
		"no axes":         {func() { e.SplitFuncCall(f, []*ivy.Array{x, y}, ivy.InputAxes()) }, ivy.ErrValue},
		"lengths":         {func() { e.SplitFuncCall(f, []*ivy.Array{x, e.Ones([]int{3, 1})}) }, ivy.ErrShape},
		"output axes":     {func() { e.SplitFuncCall(f, []*ivy.Array{x, y}, ivy.OutputAxes(0, 0, 0)) }, ivy.ErrValue},
		"results": {func() {
			e.SplitFuncCall(func(x *ivy.Array) []*ivy.Array { calls++; return make([]*ivy.Array, calls) }, []*ivy.Array{x})
		}, ivy.ErrValue},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}

// devices is a backend with declarations by device.
type devices struct {
	*placing
	table *backend.Table
}

func (*devices) Name() string              { return "devices" }
func (d *devices) Kernels() *backend.Table { return d.table }

func init() {
	d := &devices{placing: placer}
	var es []backend.Entry
	for _, op := range ops.All() {
		if k := *placer.Kernels().Entry(op); k.Op != nil {
			es = append(es, k)
		}
	}
	for row, off := range map[*ops.Op]backend.Declaration{
		ops.Expm1.Op: backend.Must(backend.UnsupportedDevices(ivy.On("0 and above", "cpu:1"))),
		ops.Sin.Op:   backend.Must(backend.UnsupportedDtypes(ivy.OnDevice("0 and above", "cpu:2", "float16"))),
	} {
		i := slices.IndexFunc(es, func(e backend.Entry) bool { return e.Op == row })
		es[i] = backend.Declare(off, es[i])[0]
	}
	d.table = backend.NewTable(es)
	backend.Register(d)
}
