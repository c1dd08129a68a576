package main

import (
	"fmt"
	"io"
	"math"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

func withJAX(backend string, out io.Writer) error {
	j, err := jax.New(jax.Config{Backend: backend})
	if err != nil {
		return err
	}
	jnp, random := j.NumPy(), j.Random()
	axis := func(i int) any { return jax.Kw("axis", i) }
	direction := random.Randint(random.Key(2026), []int{paths, steps}, 0, 4)
	fmt.Fprintln(out, "first directions:", direction.GetItem(0, ivy.Slice(nil, 12)))
	x := jnp.Array(eastward).GetItem(direction).Cumsum(axis(1))
	y := jnp.Array(northward).GetItem(direction).Cumsum(axis(1))

	ends := jnp.Stack([]any{x.GetItem(ivy.Colon, -1), y.GetItem(ivy.Colon, -1)}, axis(1))
	fmt.Fprintln(out, "first ends:", example.List(ends.GetItem(ivy.Slice(nil, 3)).Tolist()))
	squared := jnp.Square(ends).Sum(axis(1))
	fmt.Fprintf(out, "mean end: %.4f %.4f\n", ends.GetItem(ivy.Colon, 0).Mean().Item(), ends.GetItem(ivy.Colon, 1).Mean().Item())
	fmt.Fprintf(out, "mean squared distance: %.3f after %d steps\n", squared.Mean().Item(), steps)
	fmt.Fprintf(out, "mean distance: %.4f, expected %.4f\n", jnp.Mean(jnp.Sqrt(squared)).Item(), expected())
	quarter := jnp.Add(jnp.Square(x), jnp.Square(y)).Mean(axis(0)).GetItem(ivy.Slice(steps/4-1, nil, steps/4))
	var quarters []any
	for _, q := range quarter.Tolist().([]any) {
		quarters = append(quarters, math.Round(q.(float64)*1000)/1000)
	}
	fmt.Fprintln(out, "mean squared distance after each quarter:", example.List(quarters))
	home := jnp.BitwiseAnd(jnp.Equal(x, 0), jnp.Equal(y, 0)).Any(axis(1))
	fmt.Fprintln(out, "back at the start at some time:", home.Sum())
	var within []any
	for _, r := range []int{10, 20, 30} {
		within = append(within, jnp.LessEqual(squared, r*r).Sum().Item())
	}
	fmt.Fprintln(out, "within 10, 20 and 30 of it at the end:", example.List(within))
	order := jnp.Argsort(squared)
	fmt.Fprintln(out, "the nearest and the farthest ends:", ends.GetItem(order.GetItem(0)), ends.GetItem(order.GetItem(-1)))
	return nil
}
