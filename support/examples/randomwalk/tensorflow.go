package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

func withTensorFlow(backend string, out io.Writer) error {
	tf, err := tensorflow.New(tensorflow.Config{Backend: backend})
	if err != nil {
		return err
	}
	axis := func(i int) any { return tensorflow.Kw("axis", i) }
	mean := func(x *tensorflow.Tensor, args ...any) *tensorflow.Tensor {
		return tf.ReduceMean(tf.Cast(x, "float64"), args...)
	}
	count := func(x *tensorflow.Tensor) int { return tf.Math().CountNonzero(x).Ivy().Int() }

	generator := tf.Random().Generator().FromSeed(2026)
	direction := generator.Uniform([]int{paths, steps}, tensorflow.Kw("maxval", 4), tensorflow.Kw("dtype", "int32"))
	fmt.Fprintln(out, "first directions:", direction.Get(0, ivy.Slice(nil, 12)))
	x := tf.Cumsum(tf.Gather(eastward, direction), axis(1))
	y := tf.Cumsum(tf.Gather(northward, direction), axis(1))

	ends := tf.Stack([]any{x.Get(ivy.Colon, -1), y.Get(ivy.Colon, -1)}, axis(1))
	fmt.Fprintln(out, "first ends:", example.List(numpy.Asarray(ends.Get(ivy.Slice(nil, 3))).Tolist()))
	squared := tf.ReduceSum(tf.Square(ends), axis(1))
	middle := mean(ends, axis(0)).Ivy()
	fmt.Fprintf(out, "mean end: %.4f %.4f\n", middle.Get(0).Float(), middle.Get(1).Float())
	fmt.Fprintf(out, "mean squared distance: %.4f after %d steps\n", mean(squared).Ivy().Float(), steps)
	distance := tf.Sqrt(tf.Cast(squared, "float64"))
	fmt.Fprintf(out, "mean distance: %.5f, expected %.5f\n", mean(distance).Ivy().Float(), expected())
	quarter := mean(tf.Add(tf.Square(x), tf.Square(y)), axis(0)).Get(ivy.Slice(steps/4-1, nil, steps/4))
	fmt.Fprintln(out, "mean squared distance after each quarter:", numpy.Asarray(quarter))
	home := tf.ReduceAny(tf.Math().LogicalAnd(tf.Equal(x, 0), tf.Equal(y, 0)), axis(1))
	fmt.Fprintln(out, "back at the start at some time:", count(home))
	var within []any
	for _, r := range []int{10, 20, 30} {
		within = append(within, count(tf.LessEqual(squared, r*r)))
	}
	fmt.Fprintln(out, "within 10, 20 and 30 of it at the end:", example.List(within))
	order := tf.Argsort(squared, tensorflow.Kw("stable", true))
	fmt.Fprintln(out, "the nearest and the farthest ends:", numpy.Asarray(ends.Get(order.Get(0))), numpy.Asarray(ends.Get(order.Get(-1))))
	return nil
}
