//go:build tensorflow

package main

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/tensorflow"
	"github.com/goivy/goivy/internal/clustertest"
)

func TestMain(m *testing.M) {
	clustertest.Main(m, func(cluster string, task int) error {
		c, err := tensorflow.ParseCluster(cluster)
		if err != nil {
			return err
		}
		return tensorflow.Serve(c, "worker", task)
	})
}

// The command trains on one worker and on two, to the same losses: the batch has as many shards each time.
func TestParallelOnWorkers(t *testing.T) {
	cluster := clustertest.Cluster()
	if cluster == "" {
		cluster, _ := clustertest.Workers(t, 2)
		clustertest.Run(t, "TestParallelOnWorkers", cluster)
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
