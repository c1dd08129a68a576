package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

// A task is what is trained: parameters, and a loss of these and of two arrays of examples.
type task struct {
	name      string
	params    ivy.Tree // which train takes over
	optimizer optim.Optimizer
	loss      func(params ivy.Tree, x, y *ivy.Array) *ivy.Array
	batch     func(step int) (x, y *ivy.Array)
}

// train runs the steps and returns the parameters and the loss of each step.
func (s *settings) train(ctx context.Context, t task) (ivy.Tree, []float64, error) {
	gradient := s.env.ValueAndGrad(t.loss)
	whole := func(params, state ivy.Tree, x, y *ivy.Array) (loss, newParams, newState ivy.Tree) {
		value, grads := gradient(params, x, y)
		p, st := t.optimizer.Update(params, grads, state.(optim.State))
		return value, p, st
	}
	compiled := s.env.Compile(whole)
	params := t.params
	var state ivy.Tree = t.optimizer.Init(params)
	var losses []float64
	show := newProgress(s.stderr, t.name, s.steps)
	defer show.close()
	for i := range s.steps {
		if err := ctx.Err(); err != nil {
			return nil, losses, err
		}
		x, y := t.batch(i)
		var loss, newParams, newState ivy.Tree
		if s.eager {
			loss, newParams, newState = whole(params, state, x, y)
		} else {
			z := compiled.CallTree(params, state, x, y)
			loss, newParams, newState = z[0], z[1], z[2]
		}
		for _, old := range []ivy.Tree{params, state} {
			for _, a := range ivy.Leaves(old) {
				a.Free()
			}
		}
		params, state = newParams, newState
		value := loss.(*ivy.Array).Float()
		losses = append(losses, value)
		show.step(value)
	}
	show.close()
	if err := compiled.Eager(); err != nil && !s.eager {
		fmt.Fprintf(s.stderr, "%s: the step ran call by call: %v\n", t.name, err)
	}
	fmt.Fprintf(s.stdout, "%s on %s: loss %.6g after %d steps, %.0f steps/s\n", t.name, s.backend, losses[len(losses)-1], s.steps, show.rate())
	return params, losses, s.chart(t.name, losses)
}

// A progress shows how far a run is: as a bar on a terminal, else as a line for each tenth.
type progress struct {
	w     io.Writer
	name  string
	bar   *progressbar.ProgressBar
	of    int
	done  int
	start time.Time
	took  time.Duration // without what comes before the end of the first step, which is traced
}

func newProgress(w io.Writer, name string, of int) *progress {
	p := &progress{w: w, name: name, of: of, start: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(w), progressbar.OptionShowIts(), progressbar.OptionSetItsString("steps"),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return p
}

func (p *progress) step(loss float64) {
	if p.done++; p.done == 1 {
		p.start = time.Now()
	}
	p.took = time.Since(p.start)
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s: loss %.4f", p.name, loss))
		_ = p.bar.Add(1) // the terminal may be gone
		return
	}
	if p.done*10/p.of != (p.done-1)*10/p.of {
		fmt.Fprintf(p.w, "%s: step %d of %d, loss %.4f, %.0f steps/s\n", p.name, p.done, p.of, loss, p.rate())
	}
}

func (p *progress) rate() float64 {
	if p.took == 0 {
		return 0
	}
	return float64(p.done-1) / p.took.Seconds()
}

func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}

// chart writes the curve of the loss as .svg and .png, if a folder is named.
func (s *settings) chart(name string, losses []float64) error {
	if s.out == "" {
		return nil
	}
	if err := os.MkdirAll(s.out, 0o777); err != nil { //nolint:gosec // others may read it
		return err
	}
	p := plot.New()
	p.Title.Text = name + " on " + s.backend
	p.X.Label.Text, p.Y.Label.Text = "step", "loss"
	points := make(plotter.XYs, 0, len(losses))
	for i, l := range losses {
		if !math.IsNaN(l) && !math.IsInf(l, 0) {
			points = append(points, plotter.XY{X: float64(i), Y: l})
		}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	p.Add(plotter.NewGrid(), line)
	base := filepath.Join(s.out, strings.ReplaceAll(name, " ", "-")+"-"+s.backend)
	for _, ext := range []string{".svg", ".png"} {
		if err := p.Save(16*vg.Centimeter, 10*vg.Centimeter, base+ext); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.stdout, "%s: the curve is in %s.svg and .png\n", name, base)
	return nil
}

// A source draws weights, the same on every machine.
type source struct {
	pcg *rand.PCG
	env *ivy.Env
}

func (s *settings) source() *source { return &source{rand.NewPCG(s.seed, 0), s.env} }

// unit returns a number in [0, 1).
func (r *source) unit() float64 { return float64(r.pcg.Uint64()>>11) / (1 << 53) }

// uniform returns an array of numbers in [−bound, bound).
func (r *source) uniform(bound float64, d ivy.Dtype, dims ...int) *ivy.Array {
	n := 1
	for _, k := range dims {
		n *= k
	}
	v := make([]float64, n)
	for i := range v {
		v[i] = (2*r.unit() - 1) * bound
	}
	return r.env.Asarray(v, d).Reshape(dims)
}

// A layer is an affine one: x·Weight + Bias.
type layer struct{ Weight, Bias *ivy.Array }

// layer returns one with uniform weights in ±1/√in.
func (r *source) layer(d ivy.Dtype, in, out int) layer {
	bound := 1 / math.Sqrt(float64(in))
	return layer{r.uniform(bound, d, in, out), r.uniform(bound, d, out)}
}

func (l layer) of(x *ivy.Array) *ivy.Array { return x.MatMul(l.Weight).Add(l.Bias) }

// crossEntropy returns the mean of −log p of the right class, over all but the last axis of
// logits; want has 1 for that class and 0 for the others.
func crossEntropy(logits, want *ivy.Array) *ivy.Array {
	return logits.LogSoftmax(ivy.Axis(-1)).Multiply(want).Sum(ivy.Axis(-1)).Mean().Negative()
}

// right returns the share of rows whose greatest logit is that of the label.
func right(logits, labels *ivy.Array) float64 {
	return logits.ArgMax(ivy.Axis(-1)).Equal(labels).Astype(ivy.Float64).Mean().Float()
}
