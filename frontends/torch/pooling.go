package torch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/sliding"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// poolings are the functions of one to three spatial dimensions.
func poolings() (rows []frontend.Func) {
	add := func(path, sig string, out frontend.Out, run func(c *frontend.Call) any) {
		rows = append(rows, frontend.Func{Path: path, Sig: sig, Out: out, Run: run})
	}
	const F = "nn.functional."
	for r := 1; r <= 3; r++ {
		name := func(format string) string { return fmt.Sprintf(format, r) }
		rows = append(rows,
			frontend.Func{Path: F + name("max_pool%dd"), Sig: "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False", Out: frontend.Value,
				Run: func(c *frontend.Call) any { return maxPool(c, r, boolean(c, "return_indices")) }},
			frontend.Func{Path: F + name("max_pool%dd_with_indices"), Sig: "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False", Out: frontend.List,
				Run: func(c *frontend.Call) any { return maxPool(c, r, true) }},
			frontend.Func{Path: F + name("adaptive_max_pool%dd"), Sig: "input, output_size, return_indices=False", Out: frontend.Value,
				Run: func(c *frontend.Call) any { return adaptiveMaxPool(c, r, boolean(c, "return_indices")) }},
			frontend.Func{Path: F + name("adaptive_max_pool%dd_with_indices"), Sig: "input, output_size, return_indices=False", Out: frontend.List,
				Run: func(c *frontend.Call) any { return adaptiveMaxPool(c, r, true) }})
		add(name("max_pool%dd"), "input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False", frontend.One, func(c *frontend.Call) any { return maxPool(c, r, false) })
		adaptive := func(c *frontend.Call) any { return adaptiveAvgPool(c, r) }
		add(F+name("adaptive_avg_pool%dd"), "input, output_size", frontend.One, adaptive)
		pool := func(c *frontend.Call) any { return avgPool(c, r) }
		if r == 1 {
			const sig = "input, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True"
			add("avg_pool1d", sig, frontend.One, pool)
			add(F+"avg_pool1d", sig, frontend.One, pool)
			add("adaptive_avg_pool1d", "input, output_size", frontend.One, adaptive)
			add("max_pool1d_with_indices", "input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False", frontend.List, func(c *frontend.Call) any { return maxPool(c, r, true) })
			add("adaptive_max_pool1d", "input, output_size", frontend.List, func(c *frontend.Call) any { return adaptiveMaxPool(c, r, true) })
		} else {
			add(F+name("avg_pool%dd"), "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None", frontend.One, pool)
		}
		add(F+name("lp_pool%dd"), "input, norm_type, kernel_size, stride=None, ceil_mode=False", frontend.One, func(c *frontend.Call) any { return lpPool(c, r) })
	}
	return rows
}

// A pool is an operand of a pooling over its last r dimensions.
type pool struct {
	*sliding.Window
	c       *frontend.Call
	a       *frontend.Array
	first   int // of the spatial dimensions
	spatial []int
	pads    []int
	outer   []int // lengths of the result
}

// pooled returns the operand of a pooling over r dimensions.
func pooled(c *frontend.Call, r int) *pool {
	a := tensor(c, "input")
	s := a.V.Shape()
	if len(s) < r && strings.HasSuffix(c.Func.Path, ".avg_pool2d") {
		c.Raise("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -len(s), len(s)-1, -r)
	}
	if len(s) != r+1 && len(s) != r+2 {
		c.Raise("RuntimeError", "%s() Expected %dD or %dD input tensor, but got %v", c.Func.Path, r+1, r+2, s)
	}
	from := len(s) - r - 1
	if strings.Contains(c.Func.Path, "adaptive_avg_pool") && r < 3 { // channels there need not be
		from++
	}
	if slices.Contains(s[from:], 0) {
		c.Raise("RuntimeError", "%s(): Expected input to have non-zero size for non-batch dimensions, but got input of size %v", c.Func.Path, s)
	}
	return &pool{c: c, a: a, first: len(s) - r, spatial: s[len(s)-r:]}
}

// windowed is pooled with what a window is told by.
func windowed(c *frontend.Call, r int, dilated bool) *pool {
	p := pooled(c, r)
	p.Window = &sliding.Window{Sizes: each(c, "kernel_size", r, 1)}
	p.Strides, p.Dilations = p.Sizes, sliding.Ones(r)
	if list, isOne, ok := c.Ints("stride"); ok && (isOne || len(list) > 0) {
		p.Strides = each(c, "stride", r, 1)
	}
	if dilated {
		p.Dilations = each(c, "dilation", r, 1)
	}
	p.pads = make([]int, r)
	if slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool { return p.Name == "padding" }) {
		p.pads = each(c, "padding", r, 0)
	}
	more := boolean(c, "ceil_mode")
	p.outer = make([]int, r)
	for i, n := range p.spatial {
		span, pad, stride := p.Span(i), p.pads[i], p.Strides[i]
		if pad > span/2 || r == 1 && pad > p.Sizes[i]/2 {
			c.Raise("RuntimeError", "pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d and dilation=%d", pad, p.Sizes[i], p.Dilations[i])
		}
		left := n + 2*pad - span
		if left < 0 && (!more || left+stride <= 0) {
			c.Raise("RuntimeError", "Given input size: %v. Calculated output size is too small", p.a.V.Shape())
		}
		if more {
			left += stride - 1
		}
		p.outer[i] = left/stride + 1
		if more && (p.outer[i]-1)*stride >= n+pad { // the last place must begin inside
			p.outer[i]--
		}
		if p.outer[i] < 1 {
			c.Raise("RuntimeError", "Given input size: %v. Calculated output size is too small", p.a.V.Shape())
		}
	}
	room(slices.Concat(p.a.V.Shape()[:p.first], p.reached()), p.a.V.Dtype().Size())
	return p
}

// reached returns the lengths that the window reaches over.
func (p *pool) reached() []int {
	n := make([]int, len(p.outer))
	for i := range n {
		n[i] = (p.outer[i]-1)*p.Strides[i] + p.Span(i)
	}
	return n
}

// padding returns what there must be before and after the elements.
func (p *pool) padding() [][2]int {
	pairs := make([][2]int, len(p.outer))
	for i, n := range p.reached() {
		pairs[i] = [2]int{p.pads[i], n - p.pads[i] - p.spatial[i]}
	}
	return pairs
}

// lowest returns the least element of a dtype.
func lowest(e *ivy.Env, d dtype.Dtype) *ivy.Array {
	if d.IsFloat() {
		return e.Full(nil, math.Inf(-1), d)
	}
	info, err := dtype.Iinfo(d)
	frontend.Check(err)
	return e.Full(nil, backend.IntScalar(info.Min), d)
}

func maxPool(c *frontend.Call, r int, withIndices bool) any {
	p := windowed(c, r, true)
	k := kernelsOf("N . N . . . N N")
	if r == 1 && !withIndices {
		k = floatsOnly
	}
	_, result := k.need(c, typeOf(p.a))
	e, x := c.Env(), p.a.V
	if withIndices || hasNegativeZero(e, x) {
		v, at := p.Greatest(e, x, p.first, p.padding(), lowest(e, x.Dtype()))
		if !withIndices {
			return c.Result(v, result)
		}
		return []*frontend.Array{c.Result(v, result), c.Wrap(at)}
	}
	x = sliding.Surround(e, x, p.first, p.padding(), nil, lowest(e, x.Dtype()))
	return c.Result(p.Reduce(e, x, p.first, sliding.Max), result)
}

// hasNegativeZero reports whether −0 is among the elements: of it and +0, which are equal,
// PyTorch takes the one that it meets first.
func hasNegativeZero(e *ivy.Env, x *ivy.Array) bool {
	return x.Dtype().IsFloat() && e.Any(e.LogicalAnd(e.Equal(x, zeroOf(e, x)), e.SignBit(x))).Bool()
}

func avgPool(c *frontend.Call, r int) any {
	p := windowed(c, r, false)
	for i, n := range p.Sizes {
		if r == 3 && n > p.spatial[i] {
			c.Raise("RuntimeError", "input image of %v smaller than kernel size of %v", p.spatial, p.Sizes)
		}
	}
	d := p.a.V.Dtype()
	k := floatsOnly
	switch {
	case d == dtype.Int64:
		k = everything
	case r == 3:
		k = kernelsOf("N N N N N . N N")
	}
	_, result := k.need(c, typeOf(p.a))
	e := c.Env()
	x := sliding.Surround(e, e.Astype(p.a.V, wideOf(d)), p.first, p.padding(), nil, e.Zeros(nil, wideOf(d)))
	z := p.Reduce(e, x, p.first, sliding.Sum)
	if r > 1 && c.Has("divisor_override") {
		n := integer(c, "divisor_override")
		if n == 0 {
			c.Raise("RuntimeError", "divisor must be not zero")
		}
		return c.Result(quotient(e, z, e.Full(nil, n, dtype.Int64)), result)
	}
	whole := boolean(c, "count_include_pad")
	counts := e.Ones(nil, dtype.Int64)
	for i, n := range p.outer {
		room([]int{n}, 8)
		of := make([]int64, n)
		for o := range of {
			start := o*p.Strides[i] - p.pads[i]
			end := min(start+p.Sizes[i], p.spatial[i]+p.pads[i])
			if !whole {
				start, end = max(start, 0), min(end, p.spatial[i])
			}
			of[o] = int64(end - start)
		}
		counts = e.Multiply(e.ExpandDims(counts, ivy.Axis(-1)), e.Asarray(of))
	}
	return c.Result(quotient(e, z, counts), result)
}

// quotient divides by int64 numbers, of integers truncated.
func quotient(e *ivy.Env, x, n *ivy.Array) *ivy.Array {
	d := x.Dtype()
	if d.IsFloat() {
		return e.Divide(x, e.Astype(n, d))
	}
	q, zero := e.FloorDivide(x, n), e.Zeros(nil, d)
	below := e.LogicalAnd(e.NotEqual(e.Remainder(x, n), zero), e.NotEqual(e.Less(x, zero), e.Less(n, zero)))
	return e.Where(below, e.Add(q, e.Ones(nil, d)), q)
}

// lpPool is the p-norm of what a window takes.
func lpPool(c *frontend.Call, r int) any {
	a := tensor(c, "input")
	call := func(path string, args ...any) *frontend.Array {
		return c.Namespace.Call(c.Functions.Must(path), args...).(*frontend.Array)
	}
	p := realArg(c, "norm_type")
	if math.IsInf(p, 0) {
		x := call("abs", a)
		if p < 0 {
			x = call("neg", x)
		}
		z := call(fmt.Sprintf("nn.functional.max_pool%dd", r), x, c.Arg("kernel_size"), c.Arg("stride"), 0, 1, c.Arg("ceil_mode"))
		if p < 0 {
			z = call("neg", z)
		}
		return z
	}
	lengths, isOne, _ := c.Ints("kernel_size")
	switch {
	case isOne:
		lengths = slices.Repeat(lengths, r)
	case len(lengths) != r:
		c.Raise("ValueError", "%s(): kernel_size %s, want %d numbers", c.Func.Path, c.Shown(c.Arg("kernel_size")), r)
	}
	size := 1
	for _, n := range lengths {
		size *= n
	}
	args := []any{call("pow", a, c.Arg("norm_type")), c.Arg("kernel_size"), Kw("ceil_mode", c.Arg("ceil_mode"))}
	if c.Has("stride") {
		args = append(args, Kw("stride", c.Arg("stride")))
	}
	z := call(fmt.Sprintf("nn.functional.avg_pool%dd", r), args...)
	if r == 1 && !isOne {
		c.Raise("TypeError", "lp_pool1d(): kernel_size %s, want an integer", c.Shown(c.Arg("kernel_size")))
	}
	z = call("mul", call("sign", z), call("nn.functional.relu", call("abs", z)))
	if p == 0 {
		c.Raise("ZeroDivisionError", "float division by zero")
	}
	return call("pow", call("mul", z, size), 1/p)
}

// adaptive is pooled with the lengths of the result, and for each place along each spatial
// dimension where its elements start and end.
func adaptive(c *frontend.Call, r int) (p *pool, starts, ends [][]int) {
	p = pooled(c, r)
	p.outer = outputSize(c, r, p.spatial)
	if !slices.Contains(p.outer, 0) { // else no place is looked at
		room(slices.Concat(p.a.V.Shape()[:p.first], p.outer), p.a.V.Dtype().Size())
	}
	for i, n := range p.outer {
		room([]int{n}, 16)
		from, to := make([]int, n), make([]int, n)
		for o := range n {
			from[o] = o * p.spatial[i] / n
			to[o] = ((o+1)*p.spatial[i] + n - 1) / n
		}
		starts, ends = append(starts, from), append(ends, to)
	}
	return p, starts, ends
}

// outputSize returns the lengths that an argument asks for; None is the operand's own.
func outputSize(c *frontend.Call, r int, spatial []int) []int {
	list, isList := frontend.Sequence(c.Arg("output_size"))
	if !isList {
		list = slices.Repeat([]any{c.Arg("output_size")}, r)
	}
	if len(list) != r {
		c.Raise("RuntimeError", "%s(): output_size must be %d numbers, not %s", c.Func.Path, r, c.Shown(c.Arg("output_size")))
	}
	sizes := make([]int, r)
	for i, v := range list {
		switch v := v.(type) {
		case nil:
			if r == 1 || !isList {
				c.Raise("TypeError", "%s(): argument 'output_size' must be tuple of ints, not None", c.Func.Path)
			}
			sizes[i] = spatial[i]
		case int:
			sizes[i] = v
		default:
			c.Raise("TypeError", "%s(): argument 'output_size' must be tuple of ints, but found element of type %s", c.Func.Path, c.TypeName(v))
		}
	}
	if slices.Min(sizes) < 0 || slices.Max(sizes) > sliding.Most/(1+slices.Max(spatial)) {
		c.Raise("RuntimeError", "%s(): elements of output_size must be greater than or equal to 0, and not too large, but received %v", c.Func.Path, sizes)
	}
	return sizes
}

func adaptiveAvgPool(c *frontend.Call, r int) any {
	p, starts, ends := adaptive(c, r)
	k := floatsOnly
	if slices.Max(p.outer) == 1 && slices.Min(p.outer) == 1 { // which PyTorch leaves to mean
		k = averaged
	}
	_, result := k.need(c, typeOf(p.a))
	e := c.Env()
	z := e.Astype(p.a.V, wideOf(result.Dtype))
	dims := slices.Concat(z.Shape()[:p.first], p.outer)
	room(dims, z.Dtype().Size())
	if slices.Contains(p.outer, 0) {
		return c.Result(e.Zeros(dims, z.Dtype()), result)
	}
	if slices.Max(p.outer) == 1 {
		axes := make(ivy.Axes, r)
		for i := range axes {
			axes[i] = p.first + i
		}
		return c.Result(e.Mean(z, axes, ivy.KeepDims(true)), result)
	}
	for i := range r {
		z = reduced(e, z, p.first+i, starts[i], ends[i], sliding.Sum)
	}
	for i := range r { // by one length after the other, as PyTorch does
		room([]int{p.outer[i]}, 8)
		n := make([]int64, p.outer[i])
		for o := range n {
			n[o] = int64(ends[i][o] - starts[i][o])
		}
		z = quotient(e, z, e.Reshape(e.Asarray(n), append([]int{len(n)}, sliding.Ones(r-1-i)...)))
	}
	return c.Result(z, result)
}

// reduced is a window's reduction where all positions take as many elements, side by side.
func reduced(e *ivy.Env, x *ivy.Array, axis int, starts, ends []int, r *sliding.Reducer) *ivy.Array {
	if n := x.Shape()[axis]; n%len(starts) == 0 {
		return sliding.New([]int{n / len(starts)}).Reduce(e, x, axis, r)
	}
	return sliding.Between(e, x, axis, starts, ends, r)
}

func adaptiveMaxPool(c *frontend.Call, r int, withIndices bool) any {
	p, starts, ends := adaptive(c, r)
	_, result := floatsOnly.need(c, typeOf(p.a))
	e, z := c.Env(), p.a.V
	dims := slices.Concat(z.Shape()[:p.first], p.outer)
	room(dims, 8)
	switch {
	case slices.Contains(p.outer, 0) && withIndices:
		return []*frontend.Array{c.Result(e.Zeros(dims, z.Dtype()), result), c.Wrap(e.Zeros(dims, dtype.Int64))}
	case slices.Contains(p.outer, 0):
		return c.Result(e.Zeros(dims, z.Dtype()), result)
	case withIndices:
		v, at := sliding.GreatestBetween(e, z, p.first, starts, ends)
		return []*frontend.Array{c.Result(v, result), c.Wrap(at)}
	case hasNegativeZero(e, z):
		v, _ := sliding.GreatestBetween(e, z, p.first, starts, ends)
		return c.Result(v, result)
	}
	for i := range r {
		z = reduced(e, z, p.first+i, starts[i], ends[i], sliding.Max)
	}
	return c.Result(z, result)
}
