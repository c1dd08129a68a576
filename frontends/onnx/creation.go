package onnx

import (
	"math"

	"github.com/goivy/goivy/ivy"
)

var inf = math.Inf(1)

// creationRows make arrays of no others, or of their shapes.
var creationRows = []row{
	{op: "Constant", since: []int{1, 9, 11, 12, 13, 19, 21, 23, 24, 25}, run: func(c *call) {
		for _, name := range []string{"value", "sparse_value"} {
			if a := c.n.attrs[name]; a != nil && a.tensor != nil {
				c.outs = append(c.outs, value{c: a.tensor, elem: a.tensor.elem, known: true, fixed: true})
				return
			}
		}
		switch n := c.n; {
		case n.attrs["value_int"] != nil:
			c.setInts([]int{}, c.attrInt("value_int", 0))
		case n.attrs["value_ints"] != nil:
			zs := c.attrInts("value_ints")
			c.setInts([]int{len(zs)}, zs...)
		case n.attrs["value_float"] != nil:
			c.set(c.e.Asarray(float32(c.attrFloat("value_float", 0)), ivy.Float32))
		case n.attrs["value_floats"] != nil:
			zs := c.attrFloats("value_floats")
			c.set(c.e.Reshape(c.e.Asarray(zs, ivy.Float32), []int{len(zs)}))
		default:
			c.failf(ivy.ErrValue, "no value")
		}
	}, check: func(n *node) string {
		if n.attrs["value_string"] != nil || n.attrs["value_strings"] != nil || n.attrs["value"] != nil && n.attrs["value"].tensor == nil && n.attrs["value"].proto.t != nil {
			return "constants of strings"
		}
		return ""
	}},
	{op: "ConstantOfShape", since: []int{9, 20, 21, 23, 24, 25}, in: "i", host: []int{0}, run: func(c *call) {
		shape := c.ints(0)
		c.checkShape(shape)
		if a := c.n.attrs["value"]; a != nil && a.tensor != nil {
			x := c.r.b.array(a.tensor)
			if x.Size() != 1 {
				c.failf(ivy.ErrShape, "a value of shape %v", x.Shape())
			}
			c.setAs(c.e.Full(shape, c.e.Reshape(x, []int{}), x.Dtype()), a.tensor.elem)
			return
		}
		c.setAs(c.e.Zeros(shape, ivy.Float32), elemFloat)
	}},
	{op: "EyeLike", since: []int{9, 22}, in: "a", run: func(c *call) {
		shape := c.shape(0)
		if len(shape) != 2 {
			c.failf(ivy.ErrShape, "shape %v, want two axes", shape)
		}
		t := c.attrElem("dtype", c.elem(0))
		k := c.attrInt("k", 0)
		if k <= -shape[0] || k >= shape[1] {
			c.setAs(c.e.Zeros(shape, t.dtype()), t)
			return
		}
		c.setAs(c.e.Eye(shape[0], ivy.NCols(shape[1]), ivy.K(k), t.dtype()), t)
	}},
	{op: "Range", since: []int{11, 27}, in: "n==", host: []int{0, 1, 2}, run: func(c *call) {
		d := c.elem(0).dtype()
		for i := range 3 {
			if product(c.shape(i)) != 1 {
				c.failf(ivy.ErrShape, "input %d of shape %v, want a number", i, c.shape(i))
			}
		}
		if d.IsInteger() {
			start, limit, delta := c.int(0), c.int(1), c.int(2)
			if delta == 0 {
				c.failf(ivy.ErrValue, "a delta of 0")
			}
			n := max(0, int(math.Ceil((float64(limit)-float64(start))/float64(delta))))
			if err := c.e.CheckSize(n, d.Size()); err != nil {
				c.failf(ivy.ErrValue, "%v", err)
			}
			z := c.e.Add(c.e.Multiply(c.e.Arange(n, ivy.Int64), delta), start)
			c.setAs(c.e.Astype(z, d), c.elem(0))
			return
		}
		start, limit, delta := c.number(0), c.number(1), c.number(2)
		n := math.Ceil((limit - start) / delta)
		if delta == 0 || !(n < 1<<40) {
			c.failf(ivy.ErrValue, "numbers from %v to %v by %v", start, limit, delta)
		}
		count := int(max(0, n))
		if err := c.e.CheckSize(count, d.Size()); err != nil {
			c.failf(ivy.ErrValue, "%v", err)
		}
		wide := ivy.Float32
		if d == ivy.Float64 {
			wide = d
		}
		steps := c.e.Arange(count, wide)
		z := c.e.Add(c.e.Multiply(steps, delta), start)
		c.setAs(c.e.Astype(z, d), c.elem(0))
	}},
	{op: "RandomNormal", since: []int{1, 22}, random: true, run: func(c *call) { c.draw(c.attrInts("shape"), elemFloat, true) }},
	{op: "RandomNormalLike", since: []int{1, 22}, in: "a", random: true, run: func(c *call) { c.draw(c.shape(0), c.elem(0), true) }},
	{op: "RandomUniform", since: []int{1, 22}, random: true, run: func(c *call) { c.draw(c.attrInts("shape"), elemFloat, false) }},
	{op: "RandomUniformLike", since: []int{1, 22}, in: "a", random: true, run: func(c *call) { c.draw(c.shape(0), c.elem(0), false) }},
	{op: "Bernoulli", since: []int{15, 22}, in: "f", random: true, run: func(c *call) {
		t := c.attrElem("dtype", c.elem(0))
		p := c.x(0)
		u := c.e.RandomUniform(0.0, 1.0, append(c.seed(), ivy.Shape(p.Shape()))...)
		c.setAs(c.e.Astype(c.e.Less(u, c.e.Astype(p, u.Dtype())), t.dtype()), t)
	}},
	{op: "Multinomial", since: []int{7, 22}, in: "f", random: true, run: func(c *call) {
		t := c.attrElem("dtype", elemInt32)
		n := c.attrInt("sample_size", 1)
		p := c.e.Softmax(c.x(0), ivy.Axis(-1))
		if p.Ndim() != 2 || n < 0 {
			c.failf(ivy.ErrShape, "%d samples of shape %v", n, p.Shape())
		}
		u := c.e.RandomUniform(0.0, 1.0, append(c.seed(), ivy.Shape{p.Dim(0), n, 1})...)
		ends := c.e.ExpandDims(c.e.CumulativeSum(c.e.Astype(p, u.Dtype()), ivy.Axis(1)), ivy.Axis(1))
		z := c.e.Sum(c.e.GreaterEqual(u, ends), ivy.Axis(-1), ivy.Int64)
		c.setAs(c.e.Astype(c.e.Minimum(z, p.Dim(1)-1), t.dtype()), t)
	}},
}

// seed returns the options of a drawing function: the operator's seed, if it has one.
func (c *call) seed() []ivy.Option {
	if c.n.attrs["seed"] == nil {
		return nil
	}
	return []ivy.Option{ivy.FromSeed(math.Float64bits(c.attrFloat("seed", 0)))}
}

// draw draws numbers: package ivy's, as the standard does not say which.
func (c *call) draw(shape []int, like elem, normal bool) {
	t := c.attrElem("dtype", like)
	if !t.isFloat() {
		c.failf(ivy.ErrDtype, "random numbers of type %v", t)
	}
	c.checkShape(shape)
	opts := append(c.seed(), ivy.Shape(shape))
	var z *ivy.Array
	if normal {
		z = c.e.RandomNormal(c.attrFloat("mean", 0), c.attrFloat("scale", 1), opts...)
	} else {
		z = c.e.RandomUniform(c.attrFloat("low", 0), c.attrFloat("high", 1), opts...)
	}
	c.setAs(c.e.Astype(z, t.dtype()), t)
}
