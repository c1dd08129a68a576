//go:build tensorflow

package tensorflow

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/clustertest"
	"github.com/goivy/goivy/ivy"
)

// callLimit is how long a call may take on a device that does not answer.
const callLimit = 10 * time.Second

// A remoteCall is one call with operands on a worker; elements says that its result's
// elements are read too, so that work that is under way there must end.
type remoteCall struct {
	name string
	f    func()
}

// remoteCalls are calls of every family of operations, with operands on a device.
func remoteCalls(e *ivy.Env, device ivy.Device) []remoteCall {
	there := func(x *ivy.Array) *ivy.Array { return x.ToDevice(device) }
	x := there(e.Reshape(e.Astype(e.Arange(12), ivy.Float32), []int{4, 3}))
	y := there(e.Ones([]int{4, 3}))
	v := there(e.Asarray([]float32{3, 1, 2}))
	i := there(e.Asarray([]int64{2, 0, 1}))
	n := there(e.Asarray([]int32{6, 2, 3}))
	mask := there(e.Asarray([]bool{true, false, true}))
	large := there(e.Ones([]int{400, 400}))
	bf := there(e.Ones([]int{3}, ivy.BFloat16))
	z := there(e.Asarray([]complex64{1 + 2i, 3}))
	here := e.Ones([]int{4, 3})
	compiled := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Multiply(e.Exp(x), 0.5), ivy.Axis(-1)) })
	compiled.Call(x)
	captured := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(e.MatMul(x, there(e.Ones([]int{3, 3}))), x) })

	var calls []remoteCall
	add := func(name string, f func() *ivy.Array) {
		calls = append(calls, remoteCall{name, func() { f().Bytes() }})
	}
	add("unary", func() *ivy.Array { return e.Exp(x) })
	add("unary of bfloat16", func() *ivy.Array { return e.Sin(bf) })
	add("unary of complex", func() *ivy.Array { return e.Tanh(z) })
	add("binary", func() *ivy.Array { return e.Add(x, y) })
	add("binary with a scalar", func() *ivy.Array { return e.Multiply(x, 2.5) })
	add("binary with a local array", func() *ivy.Array { return e.Subtract(x, here) })
	add("integers", func() *ivy.Array { return e.FloorDivide(n, 2) })
	add("power", func() *ivy.Array { return e.Pow(x, y) })
	add("comparison", func() *ivy.Array { return e.Less(x, y) })
	add("ternary", func() *ivy.Array { return e.Where(e.Greater(x, 1.0), x, y) })
	add("reduce", func() *ivy.Array { return e.Sum(x) })
	add("reduce an axis", func() *ivy.Array { return e.Mean(x, ivy.Axis(1)) })
	add("reduce large", func() *ivy.Array { return e.Sum(large, ivy.Axis(0)) })
	add("max", func() *ivy.Array { return e.Max(x) })
	add("any", func() *ivy.Array { return e.Any(x) })
	add("var", func() *ivy.Array { return e.Var(x) })
	add("argmax", func() *ivy.Array { return e.ArgMax(x) })
	add("scan", func() *ivy.Array { return e.CumulativeSum(v) })
	add("sort", func() *ivy.Array { return e.Sort(v) })
	add("argsort", func() *ivy.Array { return e.ArgSort(v) })
	add("view", func() *ivy.Array { return e.Reshape(x, []int{3, 4}) })
	add("transpose", func() *ivy.Array { return e.PermuteDims(x, []int{1, 0}) })
	add("flip", func() *ivy.Array { return e.Flip(x) })
	add("broadcast", func() *ivy.Array { return e.BroadcastTo(v, []int{4, 3}) })
	add("get", func() *ivy.Array { return x.Get(1) })
	add("get a slice", func() *ivy.Array { return x.Get(ivy.Slice(1, 3), 0) })
	add("get by indices", func() *ivy.Array { return v.Get([]int{2, 0}) })
	add("get by a mask", func() *ivy.Array { return v.Get(mask) })
	add("join", func() *ivy.Array { return e.Concat([]*ivy.Array{x, y}) })
	add("stack", func() *ivy.Array { return e.Stack([]*ivy.Array{x, y}) })
	add("gather", func() *ivy.Array { return e.Take(v, i) })
	add("gather along an axis", func() *ivy.Array { return e.TakeAlongAxis(v, i) })
	add("product", func() *ivy.Array { return e.MatMul(x, e.PermuteDims(y, []int{1, 0})) })
	add("product large", func() *ivy.Array { return e.MatMul(large, large) })
	add("search", func() *ivy.Array { return e.SearchSorted(e.Sort(v), x) })
	add("find", func() *ivy.Array { return e.Nonzero(x)[0] })
	add("unique", func() *ivy.Array { return e.UniqueValues(v) })
	add("softmax", func() *ivy.Array { return e.Softmax(x) })
	add("cast", func() *ivy.Array { return e.Astype(x, ivy.Int16) })
	add("cast to bool", func() *ivy.Array { return e.Astype(x, ivy.Bool) })
	add("copy", func() *ivy.Array { return e.Asarray(x, ivy.Copy(true)) })
	add("fill there", func() *ivy.Array { return e.Full([]int{3}, 1.5, device) })
	add("fill like", func() *ivy.Array { return e.OnesLike(x, device) })
	add("random order of work", func() *ivy.Array { return e.Add(e.Exp(x), e.Sum(e.Multiply(y, x))) })
	add("ToDevice there", func() *ivy.Array { return here.ToDevice(device) })
	add("ToDevice back", func() *ivy.Array { return x.ToDevice("cpu") })
	add("ToBackend", func() *ivy.Array { return x.ToBackend("native") })
	add("compiled", func() *ivy.Array { return compiled.Call(x) })
	add("compiled, new", func() *ivy.Array {
		return e.Compile(func(x *ivy.Array) *ivy.Array { return e.Sin(e.Add(x, 1.0)) }).Call(x)
	})
	add("compiled, a constant there", func() *ivy.Array { return captured.Call(x) })
	add("assign", func() *ivy.Array {
		a := e.Add(x, 0.0)
		a.Set(7, 1)
		return a
	})
	add("assign at indices", func() *ivy.Array {
		a := e.Add(v, 0.0)
		a.Set(y.Get(0, ivy.Slice(0, 2)), []int{2, 0})
		return a
	})
	for name, f := range map[string]func(){
		"Values": func() { _ = ivy.Values[float32](x) },
		"Item":   func() { _ = ivy.Item[float32](x.Get(0, 0)) },
		"Nested": func() { _ = x.Nested() },
	} {
		calls = append(calls, remoteCall{name, f})
	}
	return calls
}

// outcome is what a call came to.
type outcome struct {
	name string
	err  error
	took time.Duration
	hung bool
}

// tryAll makes all calls at once, or one after the other, each with the limit.
func tryAll(calls []remoteCall, atOnce bool) []outcome {
	outcomes := make([]outcome, len(calls))
	var wg sync.WaitGroup
	for k, c := range calls {
		one := func() {
			start, done := time.Now(), make(chan error, 1)
			go func() { done <- ivy.Try(c.f) }()
			select {
			case err := <-done:
				outcomes[k] = outcome{c.name, err, time.Since(start), false}
			case <-time.After(callLimit):
				outcomes[k] = outcome{c.name, nil, time.Since(start), true}
			}
		}
		if atOnce {
			wg.Go(one)
		} else {
			one()
		}
	}
	wg.Wait()
	return outcomes
}

// standsStill reports whether no thread of the process runs: each is stopped, or has ended.
func standsStill(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, path := range threads {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		_, after, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
		if after == "" || !strings.Contains("TZX", after[:1]) { // stopped, a zombie, dead
			return false
		}
	}
	return true
}

// Every call on a worker that was killed, or that stands still, is an error of kind
// ErrDevice within the limit; the process and its other devices go on.
func TestLostWorker(t *testing.T) {
	how := os.Getenv("GOIVY_TEST_LOSE")
	if clustertest.Cluster() == "" {
		for _, how := range []string{"KILL", "STOP"} {
			t.Run(how, func(t *testing.T) {
				cluster, cmds := clustertest.Workers(t, 2)
				clustertest.Run(t, "TestLostWorker", cluster, "GOIVY_TEST_LOSE="+how, fmt.Sprintf("GOIVY_TEST_KILL=%d", cmds[1].Process.Pid))
			})
		}
		return
	}
	e, c := connect(t), testCluster(t)
	calls := remoteCalls(e, taskTwo)
	others := remoteCalls(e, taskOne)
	for _, o := range append(tryAll(calls, true), tryAll(others, true)...) {
		require.False(t, o.hung, o.name)
		require.NoError(t, o.err, o.name)
	}
	pid, err := strconv.Atoi(os.Getenv("GOIVY_TEST_KILL"))
	require.NoError(t, err)
	signal := map[string]syscall.Signal{"KILL": syscall.SIGKILL, "STOP": syscall.SIGSTOP}[how]
	require.NoError(t, syscall.Kill(pid, signal))
	if _, err := os.Stat("/proc/self/task"); err == nil { // its threads may answer another call before the signal reaches them
		require.Eventually(t, func() bool { return standsStill(pid) }, callLimit, time.Millisecond)
	}
	if how == "STOP" {
		defer syscall.Kill(pid, syscall.SIGCONT)
	}
	var longest time.Duration
	for round, atOnce := range []bool{true, false} {
		for _, o := range tryAll(calls, atOnce) {
			if assert.False(t, o.hung, "%s hangs (round %d)", o.name, round) {
				assert.ErrorIs(t, o.err, ivy.ErrDevice, "%s (round %d)", o.name, round)
			}
			longest = max(longest, o.took)
		}
		for _, o := range tryAll(others, atOnce) {
			assert.False(t, o.hung, "%s on another worker hangs", o.name)
			assert.NoError(t, o.err, "%s on another worker", o.name)
		}
	}
	t.Logf("the longest of %d calls took %v", 2*len(calls), longest)
	runtime.GC() // finalizers of tensors that lie there do not wait
	collected := make(chan struct{})
	runtime.SetFinalizer(new([64]int), func(*[64]int) { close(collected) })
	runtime.GC()
	select {
	case <-collected:
	case <-time.After(callLimit):
		t.Fatal("finalizers hang")
	}
	assert.Equal(t, []float32{2}, ivy.Values[float32](e.Add(e.Ones([]int{1}), 1.0)))

	before := runtime.NumGoroutine()
	if how == "STOP" {
		assert.ErrorContains(t, Connect(c), "none of its tasks has ended")
		require.NoError(t, syscall.Kill(pid, syscall.SIGCONT))
		assert.Eventually(t, func() bool { return ivy.Try(calls[0].f) == nil }, callLimit, 50*time.Millisecond, "it answers again")
		for _, o := range append(tryAll(calls, true), tryAll(others, true)...) {
			assert.False(t, o.hung, o.name)
			assert.NoError(t, o.err, "%s after the worker goes on", o.name)
		}
		assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= 10 }, callLimit, 50*time.Millisecond, "abandoned calls end")
		t.Logf("%d goroutines while it stood, %d after", before, runtime.NumGoroutine())
		return
	}
	assert.ErrorContains(t, Connect(Cluster{"worker": c["worker"][:1]}), "joined a cluster already")
	assert.ErrorContains(t, Connect(c), "task 1 of the job worker does not answer")
	clustertest.Serve(t, clustertest.Cluster(), 1)
	require.NoError(t, Connect(c))
	for _, o := range tryAll(calls, false) {
		assert.False(t, o.hung, o.name)
		if slices.Contains([]string{"fill there", "fill like", "ToDevice there"}, o.name) { // none of what lay there
			assert.NoError(t, o.err, o.name)
			continue
		}
		assert.ErrorIs(t, o.err, ivy.ErrDevice, "%s on what was lost", o.name)
	}
	for _, o := range append(tryAll(remoteCalls(e, taskTwo), true), tryAll(others, true)...) {
		assert.False(t, o.hung, o.name)
		assert.NoError(t, o.err, "%s after joining again", o.name)
	}
}

// What TensorFlow and gRPC log does not reach the terminal.
func TestQuietServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	for _, verbosity := range []string{"", "ERROR"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GRPC_VERBOSITY=") })
		cmd.Env = append(cmd.Env, clustertest.ClusterVar+"=worker="+l.Addr().String(), clustertest.TaskVar+"=0") // where somebody is
		if verbosity != "" {
			cmd.Env = append(cmd.Env, "GRPC_VERBOSITY="+verbosity)
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Contains(t, string(out), "Could not start gRPC server")
		if verbosity == "" {
			assert.Empty(t, errs.String())
		} else {
			assert.Contains(t, errs.String(), "No address added", "the user has asked for it")
		}
	}
}

func TestDeviceTimeout(t *testing.T) {
	assert.Equal(t, DefaultDeviceTimeout, DeviceTimeout())
	for _, d := range []time.Duration{0, -1, 99 * time.Millisecond} {
		assert.ErrorIs(t, SetDeviceTimeout(d), ivy.ErrValue)
	}
	require.NoError(t, SetDeviceTimeout(3*time.Second))
	assert.Equal(t, 3*time.Second, DeviceTimeout())
	require.NoError(t, SetDeviceTimeout(DefaultDeviceTimeout))
}

// A worker that is busy, or that nobody asks for long, is not lost: its answers are many.
func TestAnswers(t *testing.T) {
	if clustertest.Cluster() == "" {
		cluster, _ := clustertest.Workers(t, 1)
		clustertest.Run(t, "TestAnswers", cluster)
		return
	}
	require.NoError(t, SetDeviceTimeout(1500*time.Millisecond))
	e := connect(t)
	x := e.Ones([]int{1500, 1500}).ToDevice(taskOne)
	y := x
	start := time.Now()
	for range 20 { // which takes as long as the timeout, or longer
		y = e.Divide(e.MatMul(y, x), 1500.0)
	}
	assert.Equal(t, float32(1), ivy.Item[float32](e.Max(y)))
	t.Logf("computed for %v", time.Since(start))
	time.Sleep(3 * time.Second)
	assert.Greater(t, tasks[0].heard.Load(), int64(10))
	assert.Equal(t, float32(1), ivy.Item[float32](e.Max(y)))
}
