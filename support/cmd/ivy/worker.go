package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/backends/tensorflow"
)

func workerCommand(s *streams) *cobra.Command {
	var cluster, job string
	var task int
	cmd := &cobra.Command{
		Use:   "worker --cluster SPEC [--job J] [--task N]",
		Short: "Give a cluster of TensorFlow's this machine's devices",
		Long: "worker runs a server of TensorFlow's until it is interrupted. SPEC names the addresses of all\ntasks by job: worker=host:port,host:port. " +
			"A program that joins the cluster with\ntensorflow.Connect has this machine's devices among its own.\n\nTensorFlow's protocol knows no passwords and no encryption: whoever reaches the port can read\n" +
			"and run what they like in this process. It belongs on a network whose every member is trusted.",
		Example: "  ivy worker --cluster worker=10.0.0.1:2222,10.0.0.2:2222 --task 1",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := tensorflow.ParseCluster(cluster)
			if err != nil {
				return usage("%w", err)
			}
			if task < 0 || task >= len(c[job]) {
				return usage("the cluster has no task %d of the job %q", task, job)
			}
			if err := tensorflow.Serve(c, job, task); err != nil {
				return failed(err)
			}
			if _, err := fmt.Fprintf(s.out, "task %d of the job %s serves at %s\n", task, job, c[job][task]); err != nil {
				return failed(err)
			}
			<-cmd.Context().Done()
			return nil
		},
	}
	cmd.Flags().StringVar(&cluster, "cluster", "", "the addresses of all tasks: job=host:port,host:port;job=…")
	cmd.Flags().StringVar(&job, "job", "worker", "this task's job")
	cmd.Flags().IntVar(&task, "task", 0, "this task's number in its job")
	return cmd
}
