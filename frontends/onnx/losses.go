package onnx

import (
	"slices"

	"github.com/goivy/goivy/ivy"
)

// lossRows are losses of classes.
var lossRows = []row{
	{op: "NegativeLogLikelihoodLoss", since: []int{12, 13, 22}, in: "fi?=", run: func(c *call) { c.set(likelihood(c, c.x(0))) }},
	{op: "SoftmaxCrossEntropyLoss", since: []int{12, 13}, in: "fi?=", run: func(c *call) {
		logs := c.e.LogSoftmax(c.x(0), ivy.Axis(1))
		c.set(likelihood(c, logs))
		c.set(logs)
	}},
}

// likelihood returns the negative logarithms of the probabilities of classes, weighted and reduced as the standard says.
func likelihood(c *call, logs *ivy.Array) *ivy.Array {
	e := c.e
	target := e.Astype(c.x(1), ivy.Int64)
	shape := logs.Shape()
	if len(shape) < 2 || !slices.Equal(target.Shape(), append([]int{shape[0]}, shape[2:]...)) {
		c.failf(ivy.ErrShape, "a target of shape %v for shape %v", target.Shape(), shape)
	}
	var ignored *ivy.Array
	if c.n.attrs["ignore_index"] != nil {
		ignored = e.Equal(target, c.attrInt("ignore_index", 0))
		target = e.Where(ignored, 0, target)
	}
	z := e.Negative(e.Squeeze(e.TakeAlongAxis(logs, e.ExpandDims(target, ivy.Axis(1)), ivy.Axis(1)), ivy.Axis(1)))
	share := e.OnesLike(z)
	if c.has(2) {
		share = e.Take(c.x(2), target, ivy.Axis(0))
	}
	if ignored != nil {
		share = e.Where(ignored, 0.0, share)
	}
	z = e.Multiply(z, share)
	if ignored != nil {
		z = e.Where(ignored, 0.0, z)
	}
	switch c.oneOf("reduction", "mean", "sum", "none") {
	case "mean":
		return e.Divide(e.Sum(z), e.Sum(share))
	case "sum":
		return e.Sum(z)
	}
	return z
}
