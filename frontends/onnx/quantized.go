package onnx

import (
	"slices"

	"github.com/goivy/goivy/ivy"
)

// quantizedRows compute with integers that stand for numbers: (q − zero point)·scale.
var quantizedRows = []row{
	{op: "QuantizeLinear", since: []int{10, 13, 19, 21, 23, 24, 25, 28}, in: "nn?n", run: quantizeLinear},
	{op: "DequantizeLinear", since: []int{10, 13, 19, 21, 23, 24, 25, 28}, in: "nf?=", run: dequantizeLinear},
	{op: "DynamicQuantizeLinear", since: []int{11}, in: "f", run: dynamicQuantize},
	{op: "MatMulInteger", since: []int{10}, in: "ii?ii", run: func(c *call) {
		a, b := c.centred(0, 2, false), c.centred(1, 3, true)
		c.setAs(c.e.MatMul(a, b), elemInt32)
	}},
	{op: "ConvInteger", since: []int{10}, in: "ii?ii", run: func(c *call) {
		x, w := c.centred(0, 2, true), c.filters(1, 3)
		c.setAs(convolve(c, x, w, nil), elemInt32)
	}},
	{op: "QLinearMatMul", since: []int{10, 21}, in: "nfnnfnfn", run: func(c *call) {
		e := c.e
		a, b := c.centred(0, 2, false), c.centred(3, 5, true)
		z := e.Astype(e.MatMul(a, b), ivy.Float32)
		scale := e.Divide(e.Multiply(c.scaleOf(1, c.x(0), false), c.scaleOf(4, c.x(3), true)), e.Astype(c.x(6), ivy.Float32))
		c.setAs(quantized(c, e.Multiply(z, scale), e.Astype(c.x(7), ivy.Float32), c.elem(7)), c.elem(7))
	}},
	{op: "QLinearConv", since: []int{10}, in: "nfnnfnfn?i", run: func(c *call) {
		e := c.e
		x, w := c.centred(0, 2, true), c.filters(3, 5)
		z := e.Astype(convolve(c, x, w, c.opt(8)), ivy.Float32)
		by := perIndex(e, e.Astype(c.x(4), ivy.Float32), 1, x.Ndim())
		scale := e.Divide(e.Multiply(e.Astype(c.x(1), ivy.Float32), by), e.Astype(c.x(6), ivy.Float32))
		c.setAs(quantized(c, e.Multiply(z, scale), e.Astype(c.x(7), ivy.Float32), c.elem(7)), c.elem(7))
	}},
}

// centred returns integers less their zero point as int32: a number, or one for each row, or column, of matrices.
func (c *call) centred(i, zero int, columns bool) *ivy.Array {
	e := c.e
	x := e.Astype(c.x(i), ivy.Int32)
	if !c.has(zero) {
		return x
	}
	z := e.Astype(c.x(zero), ivy.Int32)
	switch {
	case z.Size() == 1:
		z = e.Reshape(z, []int{})
	case z.Ndim() == 1 && !columns:
		z = e.ExpandDims(z, ivy.Axis(1))
	}
	return e.Subtract(x, z)
}

// scaleOf returns a scale as it multiplies products of matrices.
func (c *call) scaleOf(i int, x *ivy.Array, columns bool) *ivy.Array {
	s := c.e.Astype(c.x(i), ivy.Float32)
	switch {
	case s.Size() == 1:
		return c.e.Reshape(s, []int{})
	case s.Ndim() == 1 && !columns:
		return c.e.ExpandDims(s, ivy.Axis(1))
	}
	return s
}

// perIndex returns a scale or a zero point as it broadcasts with arrays of so many axes: one number, or one for each index of an axis.
func perIndex(e *ivy.Env, y *ivy.Array, axis, axes int) *ivy.Array {
	if y.Size() == 1 {
		return e.Reshape(y, []int{})
	}
	return onAxis(e, y, axis, axes)
}

// filters returns filters less their zero point, a number or one for each.
func (c *call) filters(i, zero int) *ivy.Array {
	e := c.e
	w := e.Astype(c.x(i), ivy.Int32)
	if !c.has(zero) {
		return w
	}
	return e.Subtract(w, perIndex(e, e.Astype(c.x(zero), ivy.Int32), 0, w.Ndim()))
}

// along returns a scale or a zero point as it broadcasts with x: a number, one for each index of an axis, or one for each block of it.
func (c *call) along(y, x *ivy.Array) *ivy.Array {
	e := c.e
	if y.Size() == 1 && y.Ndim() <= 1 {
		return e.Reshape(y, []int{})
	}
	axis := c.axis(c.attrInt("axis", 1), x.Ndim())
	if y.Ndim() == 1 {
		return onAxis(e, y, axis, x.Ndim())
	}
	block := c.attrInt("block_size", 0)
	if block < 1 || y.Ndim() != x.Ndim() || (x.Dim(axis)+block-1)/block != y.Dim(axis) {
		c.failf(ivy.ErrShape, "a scale of shape %v in blocks of %d for shape %v", y.Shape(), block, x.Shape())
	}
	return part(e, e.Repeat(y, block, ivy.Axis(axis)), axis, 0, x.Dim(axis), 1)
}

// quantized returns numbers as integers, or small floats, of a type: rounded, halves to even, and held in its interval.
func quantized(c *call, z, zero *ivy.Array, t elem) *ivy.Array {
	e := c.e
	if s := elems[t].small; s != nil {
		if zero != nil {
			z = e.Add(z, zero)
		}
		return s.round(e, z, c.attrInt("saturate", 1) != 0, "nearest")
	}
	least, greatest := t.interval()
	z = e.Round(z)
	if zero != nil {
		z = e.Add(z, zero)
	}
	z = e.Where(e.IsNan(z), 0.0, e.Clip(z, least, greatest))
	return e.Astype(z, t.dtype())
}

func quantizeLinear(c *call) {
	e, x := c.e, c.x(0)
	t := elemUint8
	var zero *ivy.Array
	if c.has(2) {
		t = c.elem(2)
		zero = c.along(e.Astype(c.x(2), ivy.Float32), x)
	} else {
		t = c.attrElem("output_dtype", t)
		if c.attrInt("output_dtype", 0) == 0 {
			t = elemUint8
		}
	}
	scale := c.along(e.Astype(c.x(1), ivy.Float32), x)
	wide := e.Astype(x, ivy.Float32)
	c.setAs(quantized(c, e.Divide(wide, scale), zero, t), t)
}

func dequantizeLinear(c *call) {
	e, x := c.e, c.x(0)
	t := c.elem(1)
	if c.attrInt("output_dtype", 0) != 0 {
		t = c.attrElem("output_dtype", t)
	}
	scale := c.along(c.x(1), x)
	if c.has(2) && !x.Dtype().IsFloat() {
		x = e.Subtract(e.Astype(x, ivy.Int32), c.along(e.Astype(c.x(2), ivy.Int32), x))
	}
	z := e.Multiply(e.Astype(x, ivy.Float32), e.Astype(scale, ivy.Float32))
	c.setAs(e.Astype(z, t.dtype()), t)
}

// dynamicQuantize takes the scale from the elements: from the least to the greatest of them and 0.
func dynamicQuantize(c *call) {
	e, x := c.e, c.x(0)
	q, scale, zero := dynamic(e, x)
	c.setAs(q, elemUint8)
	c.setAs(scale, elemFloat)
	c.setAs(zero, elemUint8)
}

func dynamic(e *ivy.Env, x *ivy.Array) (q, scale, zero *ivy.Array) {
	least, greatest := e.Minimum(e.Min(x), 0.0), e.Maximum(e.Max(x), 0.0)
	scale = e.Divide(e.Subtract(greatest, least), 255.0)
	scale = e.Where(e.Equal(scale, 0.0), 1.0, scale)
	z := e.Round(e.Clip(e.Divide(e.Negative(least), scale), 0.0, 255.0))
	q = e.Astype(e.Clip(e.Add(e.Round(e.Divide(x, scale)), z), 0.0, 255.0), ivy.Uint8)
	return q, scale, e.Astype(z, ivy.Uint8)
}

// microsoftRows are those of ONNX Runtime's own operators that its quantizer writes.
var microsoftRows = []row{
	{op: "DynamicQuantizeLSTM", since: []int{1}, in: "fii?fi===fifi", run: dynamicLSTM},
}

// dynamicLSTM is LSTM with weights of 8 bits: each product is that of integers, for which x and the states are quantized anew.
func dynamicLSTM(c *call) {
	e := c.e
	// inputs: X, W, R, B, sequence_lens, initial_h, initial_c, P, W_scale, W_zero_point, R_scale, R_zero_point
	x, back := sequences(c)
	dirs, size, batch := len(back), c.x(2).Dim(1), x.Dim(1)
	if !slices.Equal(c.shape(1), []int{dirs, x.Dim(2), 4 * size}) || !slices.Equal(c.shape(2), []int{dirs, size, 4 * size}) {
		c.failf(ivy.ErrShape, "weights of shapes %v and %v for inputs of %d", c.shape(1), c.shape(2), x.Dim(2))
	}
	var ys, hs, cs []*ivy.Array
	for d := range dirs {
		l := &layer{c: c, e: e, x: x, size: size, back: back[d], clip: c.attrFloat("clip", 0)}
		pick := func(i int) *ivy.Array {
			if !c.has(i) {
				return nil
			}
			return e.GetItem(c.x(i), d)
		}
		zeros := e.Zeros([]int{batch, size}, x.Dtype())
		if l.h = pick(5); l.h == nil {
			l.h = zeros
		}
		if l.cell = pick(6); l.cell == nil {
			l.cell = zeros
		}
		l.peep = pick(7)
		if b := pick(3); b != nil {
			l.bw, l.br = part(e, b, 0, 0, 4*size, 1), part(e, b, 0, 4*size, 8*size, 1)
		}
		if c.has(4) {
			l.lengths = e.Astype(c.x(4), ivy.Int64)
		}
		l.activate(lstm, d)
		// of integers that are a weight less its zero point, computed once
		integers := func(w, zero *ivy.Array) *ivy.Array {
			return e.Subtract(e.Astype(w, ivy.Int32), e.Astype(zero, ivy.Int32))
		}
		product := func(x, w, scale *ivy.Array) *ivy.Array {
			q, s, z := dynamic(e, x)
			a := e.Subtract(e.Astype(q, ivy.Int32), e.Astype(z, ivy.Int32))
			return e.Multiply(e.Astype(e.MatMul(a, w), ivy.Float32), e.Multiply(s, scale))
		}
		w, r := integers(pick(1), pick(9)), integers(pick(2), pick(11))
		ws, rs := pick(8), pick(10)
		if l.plain() && l.clip == 0 && x.Dim(0) > 0 {
			l.w, l.r = e.MatrixTranspose(w), e.MatrixTranspose(r)
			y, h, cell := l.ivyLSTM(l.ordered(x), ivy.WeightScales(l.scales(ws, rs)))
			ys, hs, cs = append(ys, l.ordered(y)), append(hs, h), append(cs, cell)
			continue
		}
		// the input's products are quantized together, as they are one product
		flat := e.Reshape(l.ordered(x), []int{-1, x.Dim(2)})
		ofX := e.Reshape(product(flat, w, ws), []int{x.Dim(0), batch, 4 * size})
		var bias *ivy.Array
		if l.bw != nil {
			bias = e.Add(l.bw, l.br)
		}
		y, h, cell := l.steps(func(t int, h, cell *ivy.Array) (newH, newC *ivy.Array) {
			all := e.Add(e.GetItem(ofX, t), product(h, r, rs))
			if bias != nil {
				all = e.Add(all, bias)
			}
			return l.gated(all, cell)
		})
		ys, hs, cs = append(ys, l.ordered(y)), append(hs, h), append(cs, cell)
	}
	c.set(e.Stack(ys, ivy.Axis(1)))
	c.set(e.Stack(hs))
	c.set(e.Stack(cs))
}
