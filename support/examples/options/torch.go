package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

func withTorch(backend string, out io.Writer) error {
	t, err := torch.New(torch.Config{Backend: backend})
	if err != nil {
		return err
	}
	t.ManualSeed(2)
	z := t.Randn(paths, months)
	fmt.Fprintln(out, "first draws:", example.List(z.Get(0, ivy.Slice(nil, 4)).Tolist()))
	growth := t.Add(t.Mul(z, scale), drift)
	prices := t.Mul(t.Exp(t.Cumsum(growth, 1)), spot)
	last := prices.Get(ivy.Colon, -1)

	price := func(name string, payoff *torch.Tensor) {
		values := t.Mul(payoff, discount)
		report(out, name, 3, float(values.Mean().Item()), float(values.Std().Item()))
	}
	price("European call", t.Clamp(last.Sub(strike), torch.Kw("min", 0)))
	price("Asian call", t.Clamp(prices.Mean(1).Sub(strike), torch.Kw("min", 0)))

	gains := t.Where(t.Gt(last, strike), t.Div(last, spot), 0.0)
	fmt.Fprintf(out, "delta of the European call: %.4f\n", float(t.Mul(t.Mean(gains), discount).Item()))
	formula(out, 3, 4)
	return nil
}
