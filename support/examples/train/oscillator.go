package main

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"github.com/goivy/goivy/ivy"
)

func oscillatorCommand() *cobra.Command {
	return subcommand("oscillator", "A damped oscillation fitted to noisy measurements, by Levenberg and Marquardt's method", 20, func(ctx context.Context, s *settings) error {
		_, err := s.oscillator(ctx)
		return err
	})
}

// truth is what the measurements are made of: amplitude (m), damping (1/s), angular frequency
// (rad/s), phase (rad).
var truth = []float64{1.5, 0.3, 4, 0.5}

// oscillator returns the parameters that it finds. A step solves (JᵀJ + λ·diag JᵀJ)·d = −Jᵀr
// for the residuals r and their Jacobian J; λ goes down while the sum of squares does, and up
// when it does not.
func (s *settings) oscillator(ctx context.Context) ([]float64, error) {
	const n = 200
	t := s.env.Linspace(0.0, 10.0, n, ivy.Float64)
	position := func(p *ivy.Array) *ivy.Array {
		swing := t.Multiply(p.Get(2)).Add(p.Get(3)).Cos()
		return t.Multiply(p.Get(1)).Negative().Exp().Multiply(swing).Multiply(p.Get(0))
	}
	measured := position(s.env.Asarray(truth)).Add(s.source().uniform(0.05, ivy.Float64, n))
	residuals := func(p *ivy.Array) *ivy.Array { return position(p).Subtract(measured) }
	jacobian := s.env.Compile(s.env.Jacobian(residuals))

	p := []float64{1, 0.1, 3.8, 0} // about what the eye sees
	cost := func(p []float64) (float64, []float64) {
		r := ivy.Values[float64](residuals(s.env.Asarray(p)))
		sum := 0.0
		for _, v := range r {
			sum += v * v
		}
		return sum / 2, r
	}
	lambda := 1e-2
	now, r := cost(p)
	losses := []float64{now}
	show := newProgress(s.stderr, "oscillator", s.steps)
	defer show.close()
	for range s.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j := mat.NewDense(n, len(p), ivy.Values[float64](jacobian.CallTree(s.env.Asarray(p))[0].(*ivy.Array)))
		var jj, jr, d mat.Dense
		jj.Mul(j.T(), j)
		jr.Mul(j.T(), mat.NewDense(n, 1, r))
		for i := range p {
			jj.Set(i, i, jj.At(i, i)*(1+lambda))
		}
		if err := d.Solve(&jj, &jr); err != nil {
			return nil, err
		}
		next := make([]float64, len(p))
		for i := range p {
			next[i] = p[i] - d.At(i, 0)
		}
		if c, rn := cost(next); c < now {
			p, now, r, lambda = next, c, rn, lambda/10
		} else {
			lambda *= 10
		}
		losses = append(losses, now)
		show.step(now)
	}
	show.close()
	fmt.Fprintf(s.stdout, "oscillator on %s: half the sum of squares %.6g, %.0f steps/s\n", s.backend, now, show.rate())
	for i, name := range []string{"amplitude", "damping", "frequency", "phase"} {
		fmt.Fprintf(s.stdout, "oscillator: %-9s %8.5f (measured with %v), off by %.5f\n", name, p[i], truth[i], math.Abs(p[i]-truth[i]))
	}
	return p, s.chart("oscillator", losses)
}
