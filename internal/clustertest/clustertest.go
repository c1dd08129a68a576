// Package clustertest starts the workers of a cluster for tests: processes of the test binary
// itself. A process joins one cluster, once, so that the tests that do run in processes of their
// own too. Only tests import it.
package clustertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A process whose environment has ClusterVar is to join that cluster; one that has TaskVar too is
// to be the worker of this number.
const (
	ClusterVar = "GOIVY_TEST_CLUSTER"
	TaskVar    = "GOIVY_TEST_TASK"
)

// Main runs the tests of a package, or the worker that the environment names.
func Main(m *testing.M, serve func(cluster string, task int) error) {
	if text := os.Getenv(TaskVar); text != "" {
		task, err := strconv.Atoi(text)
		if err == nil {
			err = serve(Cluster(), task)
		}
		fmt.Println("serving", err)
		os.Stdin.Read(make([]byte, 1)) // until the test is over, however it ends
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Cluster returns the cluster that this process is to join, "" if there is none.
func Cluster() string { return os.Getenv(ClusterVar) }

// Workers starts n workers and returns their cluster and processes.
func Workers(t *testing.T, n int) (cluster string, cmds []*exec.Cmd) {
	// Ports below those that the kernel gives to connections: one of these might take a worker's place before the worker does.
	var addresses []string
	var taken []net.Listener
	for tries := 0; len(addresses) < n; tries++ {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 12_000+rand.IntN(20_000)))
		if err != nil {
			require.Less(t, tries, 1000, err)
			continue
		}
		taken, addresses = append(taken, l), append(addresses, l.Addr().String())
	}
	for _, l := range taken {
		l.Close()
	}
	cluster = "worker=" + strings.Join(addresses, ",")
	return cluster, Start(t, cluster, n)
}

// Start starts the first n workers of a cluster.
func Start(t *testing.T, cluster string, n int) (cmds []*exec.Cmd) {
	for i := range n {
		cmds = append(cmds, Serve(t, cluster, i))
	}
	return cmds
}

// Serve starts one worker of a cluster. It ends with the test.
func Serve(t *testing.T, cluster string, task int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), ClusterVar+"="+cluster, TaskVar+"="+strconv.Itoa(task))
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	line := make([]byte, 100)
	k, _ := out.Read(line)
	require.Equal(t, "serving <nil>\n", string(line[:k]))
	return cmd
}

// Run runs the test of this name in a process that can join the cluster.
func Run(t *testing.T, test, cluster string, env ...string) {
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v", "-test.timeout=100s")
	cmd.Env = append(append(os.Environ(), ClusterVar+"="+cluster), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	t.Logf("%s", out)
	require.NoError(t, err, errs.String())
	assert.Empty(t, errs.String(), "nothing is logged")
	assert.Contains(t, string(out), "--- PASS: "+test)
}
