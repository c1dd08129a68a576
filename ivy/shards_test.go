package ivy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

type batch struct{ X, Y *ivy.Array }

func TestSplitTree(t *testing.T) {
	x := ivy.Reshape(ivy.Arange(14), []int{7, 2})
	shards := ivy.SplitTree(batch{x, ivy.Arange(7)}, 3)
	require.Len(t, shards, 3)
	var xs, ys []*ivy.Array
	for i, s := range shards {
		xs, ys = append(xs, s.(batch).X), append(ys, s.(batch).Y)
		assert.Equal(t, []int{2, 2, 3}[i], ys[i].Shape()[0])
	}
	assert.Equal(t, x.Bytes(), ivy.Concat(xs).Bytes())
	assert.Equal(t, ivy.Arange(7).Bytes(), ivy.Concat(ys).Bytes())
	assert.Len(t, ivy.SplitTree(x, 10), 7)
	assert.Len(t, ivy.SplitTree(ivy.Zeros([]int{0, 2}), 3), 1)
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"no shards": {func() { ivy.SplitTree(x, 0) }, ivy.ErrValue},
		"no arrays": {func() { ivy.SplitTree([]ivy.Tree{}, 2) }, ivy.ErrValue},
		"no axis":   {func() { ivy.SplitTree(ivy.Asarray(1), 2) }, ivy.ErrShape},
		"lengths":   {func() { ivy.SplitTree(batch{x, ivy.Arange(6)}, 2) }, ivy.ErrShape},
		"no tree":   {func() { ivy.SplitTree(7, 2) }, ivy.ErrValue},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}

func TestMapTrees(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	x := e.Reshape(e.Arange(20, ivy.Float64), []int{10, 2})
	shards := ivy.SplitTree(x, 4)
	w := map[string]*ivy.Array{"w": e.Asarray([]float64{1, 2})}
	for _, devices := range [][]ivy.Device{{"cpu:0"}, {"cpu:2"}, {"cpu:1", "cpu:2"}, {"cpu:1", "cpu:1"}, e.Devices(), append(e.Devices(), e.Devices()...)} {
		var mu sync.Mutex
		seen := map[int]ivy.Device{}
		results := e.MapTrees(func(w map[string]*ivy.Array, x *ivy.Array) (*ivy.Array, []*ivy.Array) {
			mu.Lock()
			defer mu.Unlock()
			i := slices.IndexFunc(shards, func(s ivy.Tree) bool { return slices.Equal(s.(*ivy.Array).Bytes(), x.Bytes()) })
			seen[i] = x.Device()
			assert.Equal(t, x.Device(), w["w"].Device())
			return e.Add(x, w["w"]), []*ivy.Array{x, w["w"]}
		}, devices, shards, w)
		require.Len(t, results, 4)
		for i, r := range results {
			assert.Equal(t, devices[i%len(devices)], seen[i])
			require.Len(t, r, 2)
			assert.Equal(t, e.Add(shards[i], w["w"]).Bytes(), r[0].(*ivy.Array).Bytes())
			for _, a := range ivy.Leaves(r) {
				assert.Equal(t, ivy.Device("cpu:0"), a.Device())
			}
		}
	}
	assert.Empty(t, e.MapTrees(func(x *ivy.Array) *ivy.Array { return x }, e.Devices(), nil))
	var none *ivy.Compiled
	same := func(x *ivy.Array) *ivy.Array { return x }
	for name, c := range map[string]struct {
		f    func()
		kind error
		says string
	}{
		"no devices":  {func() { e.MapTrees(same, nil, shards) }, ivy.ErrDevice, "no devices"},
		"no such":     {func() { e.MapTrees(same, []ivy.Device{"gpu"}, shards) }, ivy.ErrDevice, "gpu"},
		"no function": {func() { e.MapTrees(7, e.Devices(), shards) }, ivy.ErrValue, "int"},
		"nil":         {func() { e.MapTrees(none, e.Devices(), shards) }, ivy.ErrValue, "nil"},
		"nil result":  {func() { e.MapTrees(func(x *ivy.Array) *ivy.Array { return nil }, e.Devices(), shards) }, ivy.ErrValue, "shard 0 on cpu:0: "},
		"arguments":   {func() { e.MapTrees(same, e.Devices(), shards, x) }, ivy.ErrValue, "2 arguments"},
		"f's error": {func() {
			e.MapTrees(func(x *ivy.Array) *ivy.Array {
				if x.Device() == "cpu:1" {
					return e.BitwiseAnd(x, x)
				}
				return x
			}, e.Devices(), shards)
		}, ivy.ErrDtype, "MapTrees on placing: shard 1 on cpu:1: BitwiseAnd: "},
		"Map's error": {func() {
			ivy.Map(func(x *ivy.Array) *ivy.Array {
				if x.Device() == "cpu:2" {
					return e.BitwiseAnd(x, x)
				}
				return x
			}, x, e.Devices())
		}, ivy.ErrDtype, "Map on placing: elements 6 to 10 on cpu:2: BitwiseAnd: "},
	} {
		err := ivy.Try(c.f)
		assert.ErrorIs(t, err, c.kind, name)
		assert.ErrorContains(t, err, c.says, name)
		_, ok := ivy.LostDevice(err)
		assert.False(t, ok, name)
	}
}

// Shards of a function that is being compiled are traced by one goroutine.
func TestMapTreesTraced(t *testing.T) {
	f := func(x *ivy.Array) *ivy.Array {
		var sum *ivy.Array
		for _, r := range ivy.MapTrees(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Exp(x)) }, []ivy.Device{"cpu", "cpu"}, ivy.SplitTree(x, 5)) {
			if z := r[0].(*ivy.Array); sum == nil {
				sum = z
			} else {
				sum = ivy.Add(sum, z)
			}
		}
		return sum
	}
	c := ivy.Compile(f)
	x := ivy.Linspace(0, 1, 11)
	assert.Equal(t, f(x).Bytes(), c.Call(x).Bytes())
	assert.NoError(t, c.Eager())
	want := ivy.Exp(x)
	got := ivy.Grad(f)(x).(*ivy.Array)
	assert.Equal(t, want.Bytes(), got.Bytes())
}

func TestDataParallel(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	loss := func(w *ivy.Array, b batch) *ivy.Array {
		return e.Mean(e.Square(e.Subtract(e.Sum(e.Multiply(b.X, w), ivy.Axis(1)), b.Y)))
	}
	vg := e.ValueAndGrad(loss)
	w := e.Asarray([]float64{0.5, -1})
	all := batch{e.Reshape(e.Linspace(0, 1, 14, ivy.Float64), []int{7, 2}), e.Linspace(1, 2, 7, ivy.Float64)}
	value, grads := vg(w, all)
	shards := ivy.SplitTree(all, 3) // of 2, 2 and 3 rows
	first, firstGrads := e.DataParallel(vg, []ivy.Device{"cpu:0"}, shards, w)
	assert.InDelta(t, ivy.Item[float64](value), ivy.Item[float64](first), 1e-15)
	assert.InDeltaSlice(t, ivy.Values[float64](grads.(*ivy.Array)), ivy.Values[float64](firstGrads.(*ivy.Array)), 1e-15)
	for _, devices := range [][]ivy.Device{{"cpu:1"}, {"cpu:1", "cpu:2"}, e.Devices()} {
		for range 5 {
			value, grads := e.DataParallel(vg, devices, shards, w)
			assert.Equal(t, first.Bytes(), value.Bytes())
			assert.Equal(t, firstGrads.(*ivy.Array).Bytes(), grads.(*ivy.Array).Bytes())
			assert.Equal(t, ivy.Device("cpu:0"), value.Device())
		}
	}
	compiled := e.Compile(vg)
	value, grads = e.DataParallel(compiled, e.Devices(), shards, w)
	assert.Equal(t, first.Bytes(), value.Bytes())
	assert.Equal(t, firstGrads.(*ivy.Array).Bytes(), grads.(*ivy.Array).Bytes())

	with := e.ValueAndGrad(func(w *ivy.Array, b batch) (*ivy.Array, *ivy.Array) { return loss(w, b), e.Sum(b.Y) }, ivy.HasAux())
	_, grads = e.DataParallel(with, e.Devices(), shards, w)
	assert.Equal(t, firstGrads.(*ivy.Array).Bytes(), grads.(ivy.WithAux).Grads.(*ivy.Array).Bytes())
	aux := grads.(ivy.WithAux).Aux.([]ivy.Tree)
	require.Len(t, aux, 3)
	for i, a := range aux {
		assert.Equal(t, e.Sum(shards[i].(batch).Y).Bytes(), a.(*ivy.Array).Bytes())
	}
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"no shards":  {func() { e.DataParallel(vg, e.Devices(), nil, w) }, ivy.ErrValue},
		"no rows":    {func() { e.DataParallel(vg, e.Devices(), ivy.SplitTree(e.Zeros([]int{0, 2}), 1), w) }, ivy.ErrShape},
		"lengths":    {func() { e.DataParallel(vg, e.Devices(), []ivy.Tree{batch{all.X, w}}, w) }, ivy.ErrShape},
		"one result": {func() { e.DataParallel(loss, e.Devices(), shards, w) }, ivy.ErrValue},
		"no value": {func() {
			e.DataParallel(func(w *ivy.Array, b batch) (batch, *ivy.Array) { return b, w }, e.Devices(), shards, w)
		}, ivy.ErrValue},
		"no number": {func() {
			e.DataParallel(e.ValueAndGrad(func(w *ivy.Array, b batch) *ivy.Array { return e.Multiply(w, w) }), e.Devices(), shards, w)
		}, ivy.ErrShape},
		"no such":      {func() { e.DataParallel(vg, []ivy.Device{"gpu"}, shards, w) }, ivy.ErrDevice},
		"two backends": {func() { e.DataParallel(vg, e.Devices(), shards, ivy.Asarray([]float64{1, 2})) }, ivy.ErrBackend},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
}

// A device that does not answer is the one that the error names.
func TestLostDevice(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	lose := func(x *ivy.Array) *ivy.Array {
		if x.Device() == "cpu:1" {
			panic(fmt.Errorf("an answer: %w", &backend.LostError{Reason: "silence"}))
		}
		return x
	}
	for name, f := range map[string]func(){
		"MapTrees":     func() { e.MapTrees(lose, e.Devices(), ivy.SplitTree(e.Zeros([]int{5}), 5)) },
		"Map":          func() { ivy.Map(lose, e.Zeros([]int{5}), e.Devices()) },
		"DataParallel": func() { e.DataParallel(lose, e.Devices(), ivy.SplitTree(e.Zeros([]int{5}), 5)) },
	} {
		err := ivy.Try(f)
		assert.ErrorIs(t, err, ivy.ErrDevice, name)
		assert.ErrorContains(t, err, "on cpu:1: an answer: a device does not answer: silence", name)
		d, ok := ivy.LostDevice(err)
		assert.True(t, ok, name)
		assert.Equal(t, ivy.Device("cpu:1"), d, name)
	}
	_, ok := ivy.LostDevice(nil)
	assert.False(t, ok)
	_, ok = ivy.LostDevice(errors.New("another"))
	assert.False(t, ok)
}

func ExampleDataParallel() {
	type examples struct{ X, Y *ivy.Array }
	loss := func(w *ivy.Array, b examples) *ivy.Array {
		return ivy.Mean(ivy.Square(ivy.Subtract(ivy.MatMul(b.X, w), b.Y)))
	}
	step := ivy.Compile(ivy.ValueAndGrad(loss))
	w := ivy.Zeros([]int{2}, ivy.Float64)
	x := ivy.Asarray([][]float64{{1, 0}, {0, 1}, {1, 1}, {1, -1}})
	batch := examples{x, ivy.MatMul(x, ivy.Asarray([]float64{3, -2}))}

	devices := ivy.Devices() // or those of a cluster
	shards := ivy.SplitTree(batch, 2)
	for done := 0; done < 50; {
		var grads ivy.Tree
		err := ivy.Try(func() { _, grads = ivy.DataParallel(step, devices, shards, w) })
		if lost, ok := ivy.LostDevice(err); ok && len(devices) > 1 {
			devices = slices.DeleteFunc(devices, func(d ivy.Device) bool { return d == lost })
			continue // the same step again, from the same w, on the others
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		w = ivy.Subtract(w, ivy.Multiply(grads, 0.5))
		done++
	}
	fmt.Println(ivy.Round(w))
	// Output: [ 3. -2.]
}

// A gradient through MapTrees or Map is the same each time.
func TestGradientsThroughShards(t *testing.T) {
	e, err := ivy.NewEnv("placing")
	require.NoError(t, err)
	n, m := 64, 50
	x := e.Sin(e.Multiply(e.Reshape(e.Arange(n*m, ivy.Float64), []int{n, m}), 1e3))
	w := e.Cos(e.Arange(m, ivy.Float64))
	apply := func(w, x *ivy.Array) *ivy.Array {
		time.Sleep(time.Duration(rand.IntN(100)) * time.Microsecond) // so that goroutines overtake each other
		return e.Exp(e.MatMul(x, e.Tanh(w)))
	}
	one := func(devices []ivy.Device) *ivy.Array {
		return e.Grad(func(w *ivy.Array) *ivy.Array {
			total := e.Sum(e.ZerosLike(w))
			used := e.Tanh(w) // besides its arguments
			for _, z := range e.MapTrees(func(w, x *ivy.Array) *ivy.Array { return apply(e.Add(w, used), x) }, devices, ivy.SplitTree(x, 16), w) {
				total = e.Add(total, e.Sum(z[0]))
			}
			return total
		})(w).(*ivy.Array)
	}
	for _, devices := range [][]ivy.Device{e.Devices()[:1], e.Devices()} {
		want := one(devices)
		for range 20 {
			assert.Equal(t, want.Bytes(), one(devices).Bytes())
		}
	}
	mapped := e.Grad(func(x *ivy.Array) *ivy.Array {
		return e.Sum(ivy.Map(func(x *ivy.Array) *ivy.Array { return apply(w, x) }, x, e.Devices()))
	})(x).(*ivy.Array)
	plain := e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(apply(w, x)) })(x).(*ivy.Array)
	assert.True(t, ivy.Item[bool](e.AllClose(plain, mapped)))
	for name, f := range map[string]func(w *ivy.Array){
		"MapTrees": func(w *ivy.Array) {
			e.MapTrees(func(x *ivy.Array) *ivy.Array { return apply(w, x) }, e.Devices(), ivy.SplitTree(x, 4))
		},
		"Map": func(w *ivy.Array) {
			ivy.Map(func(x *ivy.Array) *ivy.Array { return apply(w, x) }, x, e.Devices())
		},
	} {
		err := ivy.Try(func() { e.VJP(func(w *ivy.Array) *ivy.Array { f(w); return w }, w) })
		assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
		assert.ErrorContains(t, err, name+": the function uses arrays that are being differentiated and are not among its arguments")
	}
}
