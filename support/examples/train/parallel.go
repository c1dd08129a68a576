package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/backends/tensorflow"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

func parallelCommand() *cobra.Command {
	var cluster string
	p := parallel{}
	c := subcommand("parallel", "A perceptron, on several devices at once", 50, func(ctx context.Context, s *settings) error {
		if cluster != "" {
			if s.backend != "tensorflow" {
				return fmt.Errorf("--cluster is of --backend tensorflow, not %s", s.backend)
			}
			c, err := tensorflow.ParseCluster(cluster)
			if err == nil {
				err = tensorflow.Connect(c)
			}
			if err != nil {
				return err
			}
		}
		_, err := s.parallel(ctx, p)
		return err
	})
	c.Flags().StringVar(&cluster, "cluster", "", "TensorFlow's workers: worker=host:port,host:port")
	c.Flags().IntVar(&p.rows, "rows", 4096, "rows of a batch")
	c.Flags().IntVar(&p.width, "width", 512, "width of the hidden layers")
	return c
}

// A parallel is what data-parallel training is measured with.
type parallel struct{ rows, width int }

// A regressor is a perceptron 64 → width → width → 1 with tanh.
type regressor struct{ First, Second, Last layer }

func (m regressor) of(x *ivy.Array) *ivy.Array {
	return m.Last.of(m.Second.of(m.First.of(x).Tanh()).Tanh())
}

type examples struct{ X, Y *ivy.Array }

// parallel trains the same model on the first device, on the first two, and so on. The batch has
// as many shards each time, so that the result is the same. It returns the losses of the last run.
func (s *settings) parallel(ctx context.Context, p parallel) (losses []float64, err error) {
	if p.rows < 1 || p.width < 1 {
		return nil, fmt.Errorf("--rows %d --width %d, want at least 1", p.rows, p.width)
	}
	r := s.source()
	params := regressor{r.layer(ivy.Float32, 64, p.width), r.layer(ivy.Float32, p.width, p.width), r.layer(ivy.Float32, p.width, 1)}
	x := r.uniform(1, ivy.Float32, p.rows, 64)
	batch := examples{x, x.Multiply(3.0).Sin().Mean(ivy.Axis(1), ivy.KeepDims(true))}
	step := s.env.ValueAndGrad(func(m regressor, b examples) *ivy.Array { return m.of(b.X).Subtract(b.Y).Square().Mean() })
	var f any = step
	if !s.eager {
		f = s.env.Compile(step)
	}
	devices := s.env.Devices()
	if len(devices) > 1 {
		devices = devices[1:] // this process leads
	}
	shards := ivy.SplitTree(batch, len(devices))
	for n := 1; n <= len(devices); n++ { // fewer, if some are lost
		var left []ivy.Device
		if left, losses, err = s.descend(ctx, f, devices[:n], shards, params); err != nil {
			return losses, err
		}
		devices = slices.Concat(left, devices[n:])
	}
	return losses, nil
}

// descend trains on devices and returns those that are left, and the losses. One that is lost in a step is left
// out from then on, and the step is done again from the same parameters.
func (s *settings) descend(ctx context.Context, f any, devices []ivy.Device, shards []ivy.Tree, params ivy.Tree) ([]ivy.Device, []float64, error) {
	optimizer := optim.NewAdam(optim.Constant(1e-3))
	update := s.env.Compile(func(p, g, state ivy.Tree) (newParams, newState ivy.Tree) {
		return optimizer.Update(p, g, state.(optim.State))
	})
	var state ivy.Tree = optimizer.Init(params)
	name := fmt.Sprintf("parallel, workers: %d", len(devices))
	show := newProgress(s.stderr, name, s.steps)
	defer show.close()
	var losses []float64
	for len(losses) < s.steps {
		if err := ctx.Err(); err != nil {
			return devices, losses, err
		}
		var value *ivy.Array
		var grads ivy.Tree
		err := ivy.Try(func() { value, grads = s.env.DataParallel(f, devices, shards, params) })
		if lost, ok := ivy.LostDevice(err); ok && len(devices) > 1 {
			devices = slices.DeleteFunc(slices.Clone(devices), func(d ivy.Device) bool { return d == lost })
			fmt.Fprintf(s.stderr, "%s: goes on without %s: %v\n", name, lost, err)
			continue
		}
		if err != nil {
			return devices, losses, err
		}
		z := update.CallTree(params, grads, state)
		params, state = z[0], z[1]
		losses = append(losses, value.Float())
		show.step(losses[len(losses)-1])
	}
	show.close()
	fmt.Fprintf(s.stdout, "%s, on %s: loss %.9g after %d steps, %.1f steps/s\n", name, s.backend, losses[len(losses)-1], s.steps, show.rate())
	return devices, losses, s.chart(name, losses)
}
