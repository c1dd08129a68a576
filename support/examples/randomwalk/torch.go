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
	t.ManualSeed(2026)
	direction := t.Randint(0, 4, []int{paths, steps})
	fmt.Fprintln(out, "first directions:", direction.Get(0, ivy.Slice(nil, 12)))
	x := t.Cumsum(t.NewTensor(eastward).Get(direction), 1)
	y := t.Cumsum(t.NewTensor(northward).Get(direction), 1)

	ends := t.Stack([]any{x.Get(ivy.Colon, -1), y.Get(ivy.Colon, -1)}, 1)
	fmt.Fprintln(out, "first ends:", example.List(ends.Get(ivy.Slice(nil, 3)).Tolist()))
	squared := t.Square(ends).Sum(1)
	middle := ends.Double().Mean(0)
	fmt.Fprintf(out, "mean end: %.4f %.4f\n", middle.Get(0).Item(), middle.Get(1).Item())
	fmt.Fprintf(out, "mean squared distance: %.4f after %d steps\n", squared.Double().Mean().Item(), steps)
	fmt.Fprintf(out, "mean distance: %.5f, expected %.5f\n", squared.Double().Sqrt().Mean().Item(), expected())
	quarter := t.Add(t.Square(x), t.Square(y)).Double().Mean(0).Get(ivy.Slice(steps/4-1, nil, steps/4))
	fmt.Fprintln(out, "mean squared distance after each quarter:", quarter)
	home := t.Any(t.BitwiseAnd(t.Eq(x, 0), t.Eq(y, 0)), 1)
	fmt.Fprintln(out, "back at the start at some time:", home.Sum().Item())
	var within []any
	for _, r := range []int{10, 20, 30} {
		within = append(within, t.Le(squared, r*r).Sum().Item())
	}
	fmt.Fprintln(out, "within 10, 20 and 30 of it at the end:", example.List(within))
	order := t.Argsort(squared, torch.Kw("stable", true))
	fmt.Fprintln(out, "the nearest and the farthest ends:", ends.Get(order.Get(0)), ends.Get(order.Get(-1)))
	return nil
}
