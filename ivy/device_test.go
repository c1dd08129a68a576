package ivy_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// placing is native with three devices: a buffer's is noted in a map.
type placing struct {
	native.Backend
	table *backend.Table
	at    sync.Map // of backend.Buffer: string
}

var placer = func() *placing {
	p := &placing{}
	var es []backend.Entry
	for _, op := range ops.All() {
		k := *native.Backend{}.Kernels().Entry(op)
		if k.Op == nil {
			continue
		}
		if add := k.Binary; add != nil {
			k.Binary = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				out.Inline = nil
				z, err := add(out, x, y)
				a, b := p.Device(x), p.Device(y)
				if a == "cpu:0" {
					a = b
				}
				if b != "cpu:0" && a != b {
					return nil, &backend.DeviceError{A: a, B: b}
				}
				p.at.Store(z, a)
				return z, err
			}
		}
		es = append(es, k)
	}
	p.table = backend.NewTable(es)
	return p
}()

func init() { backend.Register(placer) }

func (*placing) Name() string              { return "placing" }
func (*placing) Devices() []string         { return []string{"cpu:0", "cpu:1", "cpu:2"} }
func (p *placing) Kernels() *backend.Table { return p.table }
func (p *placing) Device(b backend.Buffer) string {
	if d, ok := p.at.Load(b); ok {
		return d.(string)
	}
	return "cpu:0"
}

func (p *placing) Place(out backend.Spec, b backend.Buffer, device string) (backend.Buffer, error) {
	out.Inline = nil
	z, err := p.table.Entry(ops.CopyArray.Op).Unary(out, b)
	p.at.Store(z, device)
	return z, err
}

func TestDevices(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	assert.Equal(t, []ivy.Device{"cpu:0", "cpu:1", "cpu:2"}, e.Devices())
	assert.Equal(t, []ivy.Device{"cpu"}, ivy.Devices())
	x := e.Asarray([]float32{1, 2, 3})
	y := x.ToDevice("cpu:1")
	assert.Equal(t, ivy.Device("cpu:0"), x.Device())
	assert.Equal(t, ivy.Device("cpu:1"), y.Device())
	assert.Equal(t, ivy.Values[float32](x), ivy.Values[float32](y))
	assert.Equal(t, ivy.Device("cpu:1"), e.Add(x, y).Device())
	assert.Equal(t, ivy.Device("cpu:1"), e.Add(y, 1.5).Device())
	for name, z := range map[string]*ivy.Array{
		"Zeros": e.Zeros([]int{2}, ivy.Device("cpu:2")), "Arange": e.Arange(3, ivy.Device("cpu:2")), "Asarray": e.Asarray([]int8{1}, ivy.Device("cpu:2")),
		"of an array": e.Asarray(y, ivy.Device("cpu:2")), "OnesLike": e.OnesLike(y, ivy.Device("cpu:2")), "Astype": e.Astype(x, ivy.Int8, ivy.Device("cpu:2")),
	} {
		assert.Equal(t, ivy.Device("cpu:2"), z.Device(), name)
	}
	for _, f := range []func(){
		func() { x.ToDevice("cpu:3") }, func() { e.Zeros([]int{2}, ivy.Device("gpu")) }, func() { ivy.Ones([]int{1}).ToDevice("cpu:1") },
		func() { e.Add(y, x.ToDevice("cpu:2")) }, // neither is on the first
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrDevice)
	}
}

func TestMap(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	double := func(x *ivy.Array) *ivy.Array { return e.Add(x, x) }
	for _, n := range []int{0, 1, 2, 3, 10} {
		x := e.Reshape(e.Arange(2*n), []int{n, 2})
		var mu sync.Mutex
		seen := map[ivy.Device]int{}
		z := ivy.Map(func(x *ivy.Array) *ivy.Array {
			mu.Lock()
			defer mu.Unlock()
			seen[x.Device()] += x.Shape()[0]
			return double(x)
		}, x, e.Devices())
		assert.Equal(t, double(x).Bytes(), z.Bytes())
		assert.Equal(t, x.Shape(), z.Shape())
		assert.Equal(t, ivy.Device("cpu:0"), z.Device())
		if n == 10 {
			assert.Equal(t, map[ivy.Device]int{"cpu:0": 3, "cpu:1": 3, "cpu:2": 4}, seen)
		}
	}
	x := e.Zeros([]int{4})
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"no devices":    {func() { ivy.Map(double, x, nil) }, ivy.ErrDevice},
		"no such":       {func() { ivy.Map(double, x, []ivy.Device{"gpu"}) }, ivy.ErrDevice},
		"no axis":       {func() { ivy.Map(double, e.Asarray(1), e.Devices()) }, ivy.ErrShape},
		"nil":           {func() { ivy.Map(nil, x, e.Devices()) }, ivy.ErrValue},
		"nil result":    {func() { ivy.Map(func(*ivy.Array) *ivy.Array { return nil }, x, e.Devices()) }, ivy.ErrValue},
		"f's error":     {func() { ivy.Map(func(x *ivy.Array) *ivy.Array { return e.BitwiseAnd(x, x) }, x, e.Devices()) }, ivy.ErrDtype},
		"f's panic":     {func() { ivy.Map(func(x *ivy.Array) *ivy.Array { panic("boo") }, x, e.Devices()) }, ivy.ErrValue},
		"f's fault":     {func() { ivy.Map(func(x *ivy.Array) *ivy.Array { return []*ivy.Array{}[x.Ndim()] }, x, e.Devices()) }, ivy.ErrBackend},
		"no first axis": {func() { ivy.Map(func(x *ivy.Array) *ivy.Array { return e.Sum(x) }, x, e.Devices()) }, ivy.ErrIndex},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}
