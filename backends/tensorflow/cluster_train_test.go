//go:build tensorflow

package tensorflow

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

type rows struct{ X, Y *ivy.Array }

type layers struct{ W1, B1, W2, B2 *ivy.Array }

// newPerceptron returns the loss of a small perceptron, parameters of it, and a batch.
func newPerceptron(e *ivy.Env) (loss func(layers, rows) *ivy.Array, params layers, batch rows) {
	some := func(dims ...int) *ivy.Array {
		n := 1
		for _, d := range dims {
			n *= d
		}
		return e.Reshape(e.Sin(e.Multiply(e.Arange(n, ivy.Float64), 1.7)), dims)
	}
	loss = func(p layers, b rows) *ivy.Array {
		h := e.Tanh(e.Add(e.MatMul(b.X, p.W1), p.B1))
		return e.Mean(e.Square(e.Subtract(e.Add(e.MatMul(h, p.W2), p.B2), b.Y)))
	}
	return loss, layers{some(7, 16), some(16), some(16, 3), some(3)}, rows{some(25, 7), some(25, 3)}
}

// descend returns the parameters and losses after some steps. A device that is lost is left out
// from then on, and the step done again; lost are those.
func descend(e *ivy.Env, f any, devices []ivy.Device, shards []ivy.Tree, p layers, steps int) (params layers, losses []float64, lost []error) {
	for len(losses) < steps {
		var value *ivy.Array
		var grads ivy.Tree
		err := ivy.Try(func() { value, grads = e.DataParallel(f, devices, shards, p) })
		if d, ok := ivy.LostDevice(err); ok && len(devices) > 1 {
			lost = append(lost, err)
			devices = slices.DeleteFunc(slices.Clone(devices), func(x ivy.Device) bool { return x == d })
			continue
		}
		if err != nil {
			panic(err)
		}
		p = ivy.MapTree(func(x ...*ivy.Array) *ivy.Array { return e.Subtract(x[0], e.Multiply(x[1], 0.05)) }, p, grads).(layers)
		losses = append(losses, ivy.Item[float64](value))
	}
	return p, losses, lost
}

func sameParameters(t *testing.T, want, got layers, name string) {
	for i, a := range ivy.Leaves(want) {
		assert.Equal(t, a.Bytes(), ivy.Leaves(got)[i].Bytes(), "%s: %s", name, ivy.TreePaths(want)[i])
	}
}

// Two workers that train together come to the bits of one process that computes the same
// shards; and so they do when one of them is killed in the middle of a step.
func TestDataParallel(t *testing.T) {
	if os.Getenv(clusterVar) == "" {
		cluster, cmds := workers(t, 2)
		inCluster(t, "TestDataParallel", cluster, fmt.Sprintf("GOIVY_TEST_KILL=%d", cmds[1].Process.Pid))
		return
	}
	const steps = 10
	e := newEnv(t)
	loss, params, batch := newPerceptron(e)
	vg := e.ValueAndGrad(loss)
	compiled := e.Compile(vg)
	shards := ivy.SplitTree(batch, 2)
	require.Len(t, shards, 2)
	alone := []ivy.Device{"cpu"}
	want, losses, _ := descend(e, vg, alone, shards, params, steps)
	assert.Less(t, losses[steps-1], losses[0]/2)

	c, err := ParseCluster(os.Getenv(clusterVar))
	require.NoError(t, err)
	require.NoError(t, Connect(c))
	both := []ivy.Device{taskOne, taskTwo}
	for name, f := range map[string]any{"as it is": vg, "compiled": compiled} {
		var mu sync.Mutex
		seen := map[ivy.Device]int{}
		watched := func(p layers, b rows) (*ivy.Array, ivy.Tree) {
			var z []ivy.Tree
			if c, ok := f.(*ivy.Compiled); ok {
				z = c.CallTree(p, b)
			} else {
				v, g := vg(p, b)
				z = []ivy.Tree{v, g}
			}
			mu.Lock()
			defer mu.Unlock()
			for _, a := range ivy.Leaves(z) {
				seen[a.Device()]++
			}
			return z[0].(*ivy.Array), z[1]
		}
		got, l, lost := descend(e, watched, both, shards, params, steps)
		sameParameters(t, want, got, name)
		assert.Equal(t, losses, l, name)
		assert.Empty(t, lost, name)
		assert.Equal(t, map[ivy.Device]int{taskOne: 5 * steps, taskTwo: 5 * steps}, seen, "%s: where results are", name)
	}
	assert.NoError(t, compiled.Eager())

	pid, err := strconv.Atoi(os.Getenv("GOIVY_TEST_KILL"))
	require.NoError(t, err)
	calls := 0 // on the second worker
	killing := func(p layers, b rows) (*ivy.Array, ivy.Tree) {
		if b.X.Device() == taskTwo {
			if calls++; calls == 4 {
				require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			}
		}
		z := compiled.CallTree(p, b)
		return z[0].(*ivy.Array), z[1]
	}
	got, l, lost := descend(e, killing, both, shards, params, steps)
	sameParameters(t, want, got, "with a worker killed")
	assert.Equal(t, losses, l)
	assert.Equal(t, 4, calls)
	if assert.Len(t, lost, 1) {
		t.Log(lost[0])
		assert.ErrorIs(t, lost[0], ivy.ErrDevice)
		var of *ivy.Error
		assert.ErrorAs(t, lost[0], &of)
		assert.ErrorContains(t, lost[0], "shard 1 on "+string(taskTwo))
	}
}
