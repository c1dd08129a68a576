package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/ivy"
)

func withTensorFlow(backend string, out io.Writer) error {
	tf, err := tensorflow.New(tensorflow.Config{Backend: backend})
	if err != nil {
		return err
	}
	generator := tf.Random().Generator().FromSeed(2026)
	z := generator.Normal([]int{paths, months})
	fmt.Fprintln(out, "first draws:", numpy.Asarray(z.Get(0, ivy.Slice(nil, 4))))
	growth := tf.Add(tf.Multiply(z, scale), drift)
	prices := tf.Multiply(tf.Exp(tf.Cumsum(growth, tensorflow.Kw("axis", 1))), spot)
	last := prices.Get(ivy.Colon, -1)

	price := func(name string, payoff *tensorflow.Tensor) {
		values := tf.Multiply(payoff, discount)
		mean := tf.ReduceMean(values)
		variance := tf.Divide(tf.ReduceSum(tf.Square(values.Sub(mean))), paths-1)
		report(out, name, 3, mean.Ivy().Float(), tf.Sqrt(variance).Ivy().Float())
	}
	price("European call", tf.NN().Relu(last.Sub(strike)))
	price("Asian call", tf.NN().Relu(tf.ReduceMean(prices, tensorflow.Kw("axis", 1)).Sub(strike)))

	gains := tf.Where(tf.Greater(last, strike), tf.Divide(last, spot), 0.0)
	fmt.Fprintf(out, "delta of the European call: %.4f\n", tf.Multiply(tf.ReduceMean(gains), discount).Ivy().Float())
	formula(out, 3, 4)
	return nil
}
