// Train trains five models, each with one command, on any backend:
//
//	go run ./support/examples/train digits --model cnn --backend torch
//	go run ./support/examples/train logistic
//	go run ./support/examples/train text --steps 2000
//	go run ./support/examples/train oscillator
//	go run -tags tensorflow ./support/examples/train parallel --backend tensorflow --cluster worker=host:port,host:port
//
// Each shows its loss and its steps a second while it runs, says how good the result is, and
// with --out FOLDER writes the curve of the loss there, as .svg and .png.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
)

// settings are the flags that all commands have.
type settings struct {
	backend string
	steps   int
	seed    uint64
	out     string
	eager   bool
	env     *ivy.Env
	stdout  io.Writer
	stderr  io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(os.Stdout, os.Stderr).ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func command(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "train",
		Short:         "Trains models with goivy",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.AddCommand(digitsCommand(), logisticCommand(), textCommand(), oscillatorCommand(), parallelCommand())
	return root
}

// subcommand returns a command with the common flags, which runs f with them.
func subcommand(use, short string, steps int, f func(ctx context.Context, s *settings) error) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs}
	c.Flags().StringVar(&s.backend, "backend", "native", "backend: native, torch or tensorflow")
	c.Flags().IntVar(&s.steps, "steps", steps, "training steps")
	c.Flags().Uint64Var(&s.seed, "seed", 1, "seed of weights and batches")
	c.Flags().StringVar(&s.out, "out", "", "folder for the curve of the loss")
	c.Flags().BoolVar(&s.eager, "eager", false, "do not compile the step")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if s.steps < 1 {
			return fmt.Errorf("--steps %d, want at least 1", s.steps)
		}
		var err error
		if s.env, err = ivy.NewEnv(s.backend); err != nil {
			return err
		}
		s.stdout, s.stderr = c.OutOrStdout(), c.ErrOrStderr()
		var failed error
		if err := ivy.Try(func() { failed = f(c.Context(), s) }); err != nil {
			return err
		}
		return failed
	}
	return c
}
