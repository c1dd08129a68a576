//go:build tensorflow

package tensorflow

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/clustertest"
	"github.com/goivy/goivy/ivy"
)

// A model and its batch, for training on several workers.
type (
	twoLayers struct{ W1, B1, W2, B2 *ivy.Array }
	pairs     struct{ X, Y *ivy.Array }
)

// waves returns an array of some length, of numbers that repeat nowhere.
func waves(e *ivy.Env, scale float64, dims ...int) *ivy.Array {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return e.Reshape(e.Multiply(e.Sin(e.Multiply(e.Arange(n, ivy.Float64), 12.9898)), scale), dims)
}

// newTraining returns a model, a batch in two shards, and the value and gradient of the mean
// squared error.
func newTraining(e *ivy.Env, rows, width int) (twoLayers, []ivy.Tree, func(xs ...ivy.Tree) (*ivy.Array, ivy.Tree)) {
	model := twoLayers{waves(e, 0.3, 8, width), e.Zeros([]int{width}, ivy.Float64), waves(e, 0.3, width, 1), e.Zeros([]int{1}, ivy.Float64)}
	batch := pairs{waves(e, 1, rows, 8), waves(e, 1, rows, 1)}
	f := e.ValueAndGrad(func(m twoLayers, b pairs) *ivy.Array {
		h := e.Tanh(e.Add(e.MatMul(b.X, m.W1), m.B1))
		return e.Mean(e.Square(e.Subtract(e.Add(e.MatMul(h, m.W2), m.B2), b.Y)))
	})
	return model, ivy.SplitTree(batch, 2), f
}

// descend returns parameters after a step of gradient descent.
func descend(e *ivy.Env, model twoLayers, grads ivy.Tree) twoLayers {
	return ivy.MapTree(func(x ...*ivy.Array) *ivy.Array { return e.Subtract(x[0], e.Multiply(x[1], 0.1)) }, model, grads).(twoLayers)
}

func bytesOf(t ivy.Tree) (all [][]byte) {
	for _, a := range ivy.Leaves(t) {
		all = append(all, a.Bytes())
	}
	return all
}

// Two workers train as one process does that computes the same two shards: bit for bit, call by
// call and compiled.
func TestTrainingOnWorkers(t *testing.T) {
	if clustertest.Cluster() == "" {
		cluster, _ := clustertest.Workers(t, 2)
		clustertest.Run(t, "TestTrainingOnWorkers", cluster)
		return
	}
	e := connect(t)
	model, shards, f := newTraining(e, 62, 16)
	for name, step := range map[string]any{"call by call": f, "compiled": e.Compile(f)} {
		alone, spread := model, model
		var first, last float64
		for i := range 10 {
			v, g := e.DataParallel(step, []ivy.Device{"cpu"}, shards, alone)
			w, h := e.DataParallel(step, []ivy.Device{taskOne, taskTwo}, shards, spread)
			assert.Equal(t, v.Bytes(), w.Bytes(), "%s, step %d", name, i)
			alone, spread = descend(e, alone, g), descend(e, spread, h)
			require.Equal(t, bytesOf(alone), bytesOf(spread), "%s, step %d", name, i)
			if last = ivy.Item[float64](v); i == 0 {
				first = last
			}
		}
		assert.Less(t, last, first, name)
	}
	model, shards, f = newTraining(e, 4096, 512)
	step := e.Compile(f)
	for _, devices := range [][]ivy.Device{{taskOne}, {taskOne, taskTwo}} {
		var start time.Time
		const n = 10
		for i := range n + 2 {
			if i == 2 { // traced and warm
				start = time.Now()
			}
			_, g := e.DataParallel(step, devices, shards, model)
			model = descend(e, model, g)
		}
		bytesOf(model)
		t.Logf("%d workers: %.1f steps a second of %d rows, 8-512-1", len(devices), n/time.Since(start).Seconds(), 4096)
	}
}

// A worker that is killed in the middle of a step is an error that names it, and training goes on
// without it from the last parameters, to the same bits.
func TestTrainingLosesAWorker(t *testing.T) {
	if clustertest.Cluster() == "" {
		cluster, cmds := clustertest.Workers(t, 2)
		clustertest.Run(t, "TestTrainingLosesAWorker", cluster, fmt.Sprintf("GOIVY_TEST_KILL=%d", cmds[1].Process.Pid))
		return
	}
	e := connect(t)
	model, shards, f := newTraining(e, 62, 16)
	want := model
	for range 8 {
		_, g := e.DataParallel(f, []ivy.Device{"cpu"}, shards, want)
		want = descend(e, want, g)
	}
	devices := []ivy.Device{taskOne, taskTwo}
	compiled := e.Compile(f)
	lost := 0
	for step := 0; step < 8; {
		kills := step == 3 && lost == 0
		g := func(m twoLayers, b pairs) (*ivy.Array, ivy.Tree) {
			if kills && b.X.Device() == taskTwo {
				if err := exec.Command("kill", "-9", os.Getenv("GOIVY_TEST_KILL")).Run(); err != nil {
					panic(err)
				}
			}
			z := compiled.CallTree(m, b)
			return z[0].(*ivy.Array), z[1]
		}
		err := ivy.Try(func() {
			_, grads := e.DataParallel(g, devices, shards, model)
			model = descend(e, model, grads)
		})
		if err == nil {
			step++
			continue
		}
		t.Log(err)
		assert.ErrorIs(t, err, ivy.ErrDevice)
		assert.ErrorContains(t, err, string(taskTwo))
		d, ok := ivy.LostDevice(err)
		require.True(t, ok, err)
		require.Equal(t, taskTwo, d)
		lost++
		devices = slices.DeleteFunc(devices, func(x ivy.Device) bool { return x == d })
	}
	assert.Equal(t, 1, lost)
	assert.NoError(t, compiled.Eager())
	assert.Equal(t, bytesOf(want), bytesOf(model))
}
