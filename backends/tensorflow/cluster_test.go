//go:build tensorflow

package tensorflow

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/clustertest"
	"github.com/goivy/goivy/ivy"
)

func TestMain(m *testing.M) {
	clustertest.Main(m, func(cluster string, task int) error {
		c, err := ParseCluster(cluster)
		if err != nil {
			return err
		}
		return Serve(c, "worker", task)
	})
}

// testCluster returns the cluster that the environment names.
func testCluster(t *testing.T) Cluster {
	c, err := ParseCluster(clustertest.Cluster())
	require.NoError(t, err)
	return c
}

// connect joins the test's cluster and returns a new Env.
func connect(t *testing.T) *ivy.Env {
	e := newEnv(t)
	require.NoError(t, Connect(testCluster(t)))
	return e
}

const (
	taskOne = ivy.Device("/job:worker/task:0/device:CPU:0")
	taskTwo = ivy.Device("/job:worker/task:1/device:CPU:0")
)

func TestCluster(t *testing.T) {
	if clustertest.Cluster() == "" {
		cluster, _ := clustertest.Workers(t, 2)
		clustertest.Run(t, "TestCluster", cluster)
		return
	}
	e := newEnv(t)
	before := e.Asarray([]float32{1, 2, 3})
	c := testCluster(t)
	require.NoError(t, Connect(c))
	require.ErrorContains(t, Connect(c), "already")
	assert.Equal(t, []ivy.Device{"cpu", taskOne, taskTwo}, e.Devices())

	x := before.ToDevice(taskOne)
	assert.Equal(t, taskOne, x.Device())
	assert.Equal(t, ivy.Device("cpu"), before.Device())
	assert.Equal(t, ivy.Values[float32](before), ivy.Values[float32](x))
	assert.Equal(t, taskOne, e.Add(x, x).Device())
	assert.Equal(t, taskOne, e.Add(before, x).Device())
	assert.Equal(t, taskOne, e.Add(x, 1.5).Device())
	assert.Equal(t, []float32{2, 4, 6}, ivy.Values[float32](e.Add(before, x)))
	assert.Equal(t, []float32{2, 4, 6}, ivy.Values[float32](e.Add(x, x).ToDevice(taskTwo)))
	assert.Equal(t, ivy.Device("cpu"), x.ToDevice("cpu").Device())
	err := ivy.Try(func() { e.Add(x, before.ToDevice(taskTwo)) })
	assert.ErrorIs(t, err, ivy.ErrDevice)
	assert.ErrorContains(t, err, "ToDevice")
	assert.ErrorIs(t, ivy.Try(func() { x.ToDevice("/job:worker/task:2/device:CPU:0") }), ivy.ErrDevice)

	z := e.Full([]int{2, 2}, 1.5, ivy.BFloat16, taskTwo)
	assert.Equal(t, taskTwo, z.Device())
	assert.Equal(t, []float32{3, 3, 3, 3}, ivy.Values[float32](e.Add(z, z)))
	err = ivy.Try(func() { ivy.Values[float32](e.Take(x, e.Asarray([]int64{0, 3}))) })
	assert.ErrorIs(t, err, ivy.ErrIndex)
	assert.Equal(t, []float32{3, 1}, ivy.Values[float32](e.Take(x, e.Asarray([]int64{-1, 0}).ToDevice(taskOne))))

	f := func(x *ivy.Array) *ivy.Array { return e.Sum(e.Multiply(e.Exp(x), 0.5), ivy.Axis(-1)) }
	big := e.Reshape(e.Asarray(make([]float32, 4000)), []int{1000, 4})
	assert.Equal(t, f(big).Bytes(), f(big.ToDevice(taskTwo)).Bytes())
	g := e.Compile(f)
	for _, d := range []ivy.Device{"cpu", taskOne, taskTwo} {
		z := g.Call(big.ToDevice(d))
		assert.NoError(t, g.Eager())
		assert.Equal(t, d, z.Device())
		assert.Equal(t, f(big).Bytes(), z.Bytes())
	}

	var mu sync.Mutex
	seen := map[ivy.Device]int{}
	spread := ivy.Map(func(x *ivy.Array) *ivy.Array {
		z := f(x)
		mu.Lock()
		defer mu.Unlock()
		seen[z.Device()] += z.Shape()[0]
		return z
	}, big, []ivy.Device{taskOne, taskTwo})
	assert.Equal(t, f(big).Bytes(), spread.Bytes())
	assert.Equal(t, map[ivy.Device]int{taskOne: 500, taskTwo: 500}, seen)

	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			x := e.Full([]int{100}, float64(i), ivy.Float32).ToDevice([]ivy.Device{taskOne, taskTwo}[i%2])
			for range 20 {
				assert.Equal(t, float32(2*i), ivy.Values[float32](e.Add(x, x))[99])
			}
		})
	}
	wg.Wait()
	start, n := time.Now(), 200
	for range n {
		e.Add(x, x)
	}
	ivy.Values[float32](e.Add(x, x))
	t.Logf("an addition there: %v", time.Since(start)/time.Duration(n))
}

// A task that is killed is an error within seconds, and nothing hangs.
func TestKilledWorker(t *testing.T) {
	if clustertest.Cluster() == "" {
		cluster, cmds := clustertest.Workers(t, 2)
		clustertest.Run(t, "TestKilledWorker", cluster, fmt.Sprintf("GOIVY_TEST_KILL=%d", cmds[1].Process.Pid))
		return
	}
	e := connect(t)
	a, b := e.Ones([]int{1000}).ToDevice(taskOne), e.Ones([]int{1000}).ToDevice(taskTwo)
	done := make(chan error, 1)
	go func() {
		done <- ivy.Try(func() {
			for {
				b = e.Add(b, 1.0)
				ivy.Values[float32](b)
			}
		})
	}()
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, exec.Command("kill", "-9", os.Getenv("GOIVY_TEST_KILL")).Run())
	start := time.Now()
	select {
	case err := <-done:
		t.Logf("after %v: %v", time.Since(start), err)
		assert.ErrorIs(t, err, ivy.ErrDevice)
	case <-time.After(20 * time.Second):
		t.Fatal("the loop hangs")
	}
	for name, f := range map[string]func(){
		"an operation":   func() { ivy.Values[float32](e.Add(b, b)) },
		"its elements":   func() { ivy.Values[float32](b) },
		"a copy to it":   func() { ivy.Values[float32](a.ToDevice(taskTwo)) },
		"a copy from it": func() { ivy.Values[float32](b.ToDevice("cpu")) },
	} {
		failed := make(chan error, 1)
		go func() { failed <- ivy.Try(f) }()
		select {
		case err := <-failed:
			assert.ErrorIs(t, err, ivy.ErrDevice, name)
			t.Log(name, err)
		case <-time.After(20 * time.Second):
			t.Fatalf("%s hangs", name)
		}
	}
	assert.Equal(t, float32(2), ivy.Values[float32](e.Add(a, a))[0]) // the others go on
	assert.Equal(t, float32(2), ivy.Values[float32](e.Add(e.Ones([]int{1}), 1.0))[0])
}

func TestClusterErrors(t *testing.T) {
	for _, text := range []string{"", "worker", "worker=", "worker=host", "worker=:1", "client=h:1", "localhost=h:1", "a=h:1;a=h:2", "A B=h:1"} {
		_, err := ParseCluster(text)
		assert.Error(t, err, text)
	}
	c, err := ParseCluster("worker=127.0.0.1:1, 127.0.0.1:2; ps=h:3")
	require.NoError(t, err)
	assert.Equal(t, Cluster{"worker": {"127.0.0.1:1", "127.0.0.1:2"}, "ps": {"h:3"}}, c)
	start := time.Now()
	assert.ErrorContains(t, Connect(Cluster{"worker": {"127.0.0.1:1"}}), "task 0 of the job worker does not answer")
	assert.Less(t, time.Since(start), 10*time.Second)
	assert.ErrorContains(t, Serve(c, "worker", 2), "no task 2")
	assert.ErrorContains(t, Serve(c, "other", 0), "no task 0")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	start = time.Now() // somebody answers, but not as TensorFlow does
	assert.ErrorContains(t, Connect(Cluster{"worker": {l.Addr().String()}}), "not as TensorFlow's servers do")
	assert.Less(t, time.Since(start), 40*time.Second)
	assert.Equal(t, []float32{2}, ivy.Values[float32](newEnv(t).Add(newEnv(t).Ones([]int{1}), 1.0)))
}
