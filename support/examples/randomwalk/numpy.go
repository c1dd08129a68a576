package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

func withGenerator(backend string, out io.Writer) error {
	np, err := numpy.New(backend)
	if err != nil {
		return err
	}
	rng := np.Random().DefaultRng(2026)
	return withNumPy(np, rng.Integers(0, 4, numpy.Kw("size", []int{paths, steps})), out)
}

func withRandomState(backend string, out io.Writer) error {
	np, err := numpy.New(backend)
	if err != nil {
		return err
	}
	rng := np.Random().RandomState(2026)
	return withNumPy(np, rng.Randint(0, 4, numpy.Kw("size", []int{paths, steps})), out)
}

func withNumPy(np *numpy.NumPy, direction *numpy.NDArray, out io.Writer) error {
	axis := func(i int) any { return numpy.Kw("axis", i) }
	fmt.Fprintln(out, "first directions:", direction.Get(0, ivy.Slice(nil, 12)))
	x := np.Array(eastward).Get(direction).Cumsum(axis(1))
	y := np.Array(northward).Get(direction).Cumsum(axis(1))

	ends := np.Stack([]any{x.Get(ivy.Colon, -1), y.Get(ivy.Colon, -1)}, axis(1))
	fmt.Fprintln(out, "first ends:", example.List(ends.Get(ivy.Slice(nil, 3)).Tolist()))
	squared := np.Square(ends).Sum(axis(1))
	fmt.Fprintf(out, "mean end: %.4f %.4f\n", ends.Get(ivy.Colon, 0).Mean().Item(), ends.Get(ivy.Colon, 1).Mean().Item())
	fmt.Fprintf(out, "mean squared distance: %.4f after %d steps\n", squared.Mean().Item(), steps)
	fmt.Fprintf(out, "mean distance: %.5f, expected %.5f\n", np.Mean(np.Sqrt(squared)).Item(), expected())
	quarter := np.Add(np.Square(x), np.Square(y)).Mean(axis(0)).Get(ivy.Slice(steps/4-1, nil, steps/4))
	fmt.Fprintln(out, "mean squared distance after each quarter:", quarter)
	home := np.BitwiseAnd(np.Equal(x, 0), np.Equal(y, 0)).Any(axis(1))
	fmt.Fprintln(out, "back at the start at some time:", home.Sum())
	var within []any
	for _, r := range []int{10, 20, 30} {
		within = append(within, np.LessEqual(squared, r*r).Sum().Item())
	}
	fmt.Fprintln(out, "within 10, 20 and 30 of it at the end:", example.List(within))
	order := np.Argsort(squared, numpy.Kw("kind", "stable"))
	fmt.Fprintln(out, "the nearest and the farthest ends:", ends.Get(order.Get(0)), ends.Get(order.Get(-1)))
	return nil
}
