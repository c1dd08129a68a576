//go:build tensorflow

package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/tensorflow"
)

// The test binary is a worker of a cluster, or joins one and runs a test of it, if these are set.
const (
	clusterVar = "GOIVY_TEST_CLUSTER"
	taskVar    = "GOIVY_TEST_TASK"
)

func TestMain(m *testing.M) {
	if task := os.Getenv(taskVar); task != "" {
		n, _ := strconv.Atoi(task)
		c, err := tensorflow.ParseCluster(os.Getenv(clusterVar))
		if err == nil {
			err = tensorflow.Serve(c, "worker", n)
		}
		fmt.Println("serving", err)
		os.Stdin.Read(make([]byte, 1)) // until the test is over, however it ends
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// workers starts n workers and returns their cluster.
func workers(t *testing.T, n int) string {
	var addresses []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		addresses = append(addresses, l.Addr().String())
		l.Close()
	}
	cluster := "worker=" + strings.Join(addresses, ",")
	for i := range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), clusterVar+"="+cluster, taskVar+"="+strconv.Itoa(i))
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
	}
	return cluster
}

// The command trains on one worker and on two, to the same losses: the batch has as many shards each time.
func TestParallelOnWorkers(t *testing.T) {
	cluster := os.Getenv(clusterVar)
	if cluster == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestParallelOnWorkers$", "-test.v", "-test.timeout=100s")
		cmd.Env = append(os.Environ(), clusterVar+"="+workers(t, 2))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS: TestParallelOnWorkers")
		return
	}
	var text, progress bytes.Buffer
	for _, eager := range []bool{false, true} {
		text.Reset()
		c := command(&text, &progress)
		args := []string{"parallel", "--backend", "tensorflow", "--steps", "20", "--rows", "32", "--width", "16"}
		if eager {
			args = append(args, "--eager")
		} else { // a process joins once
			args = append(args, "--cluster", cluster)
		}
		c.SetArgs(args)
		require.NoError(t, c.ExecuteContext(t.Context()), "%s", progress.String())
		losses := regexp.MustCompile(`parallel, workers: (\d), on tensorflow: loss (\S+) after 20 steps`).FindAllStringSubmatch(text.String(), -1)
		require.Len(t, losses, 2, text.String())
		assert.Equal(t, []string{"1", "2"}, []string{losses[0][1], losses[1][1]})
		assert.Equal(t, losses[0][2], losses[1][2])
	}
	c := command(&text, &progress)
	c.SetArgs([]string{"parallel", "--backend", "tensorflow", "--cluster", cluster})
	assert.ErrorContains(t, c.ExecuteContext(t.Context()), "already")
}
