package torch

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/sliding"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// What convolutions and their transposes are implemented for; these of int64 too.
var (
	convolved   = kernelsOf("N . N . . . R .")
	deconvolved = kernelsOf("N N N . . . R .")
)

// convolutions are the functions of one to three spatial dimensions.
func convolutions() (rows []frontend.Func) {
	const (
		sig        = "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1"
		transposed = "input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1"
	)
	for r := 1; r <= 3; r++ {
		for _, module := range []string{"", "nn.functional."} {
			rows = append(rows,
				frontend.Func{Path: fmt.Sprintf("%sconv%dd", module, r), Sig: sig, Run: func(c *frontend.Call) any { return convolve(c, r) }},
				frontend.Func{Path: fmt.Sprintf("%sconv_transpose%dd", module, r), Sig: transposed, Run: func(c *frontend.Call) any { return convTranspose(c, r) }})
		}
	}
	return rows
}

// each returns an argument that is an integer for each of r spatial dimensions, or one for
// all of them, at least least.
func each(c *frontend.Call, name string, r, least int) []int {
	v, one, ok := c.Ints(name)
	if !ok {
		c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not None", c.Func.Path, name)
	}
	if one || len(v) == 1 {
		v = slices.Repeat(v, r)
	}
	if len(v) != r {
		c.Raise("RuntimeError", "expected %s to be a single integer value or a list of %d values to match the convolution dimensions, but got %s=%v", name, r, name, v)
	}
	for _, n := range v {
		if n < least {
			c.Raise("RuntimeError", "%s(): %s %v, want %d or more", c.Func.Path, name, v, least)
		}
		if n > sliding.Most {
			c.Raise("RuntimeError", "%s(): %s %v is too large", c.Func.Path, name, v)
		}
	}
	return v
}

// A conv is a convolution's operands and what all of its kind check.
type conv struct {
	c        *frontend.Call
	x, w     *ivy.Array
	a        *frontend.Array // the input as it was given
	weight   *frontend.Array
	bias     *frontend.Array
	r        promote.Result
	groups   int
	single   bool // x is one input, without the dimension of the batch
	channels int  // that the result has
}

// convOf checks the operands of a convolution over r dimensions, whose weight has its
// input channels in dimension in.
func convOf(c *frontend.Call, r, in int) *conv {
	a, w, bias := tensor(c, "input"), tensor(c, "weight"), optional(c, "bias")
	v := &conv{c: c, x: a.V, w: w.V, bias: bias, groups: integer(c, "groups")}
	s, k := a.V.Shape(), w.V.Shape()
	switch len(s) {
	case r + 1:
		v.single = true
		v.x = c.Env().ExpandDims(v.x, ivy.Axis(0))
	case r + 2:
	default:
		c.Raise("RuntimeError", "Expected %dD (unbatched) or %dD (batched) input to conv%dd, but got input of size: %v", r+1, r+2, r, s)
	}
	s = v.x.Shape()
	switch {
	case len(k) != r+2:
		c.Raise("RuntimeError", "weight should have at least three dimensions: expected %d-dimensional weight, but got one of size %v", r+2, k)
	case v.groups <= 0:
		c.Raise("RuntimeError", "non-positive groups is not supported")
	case slices.Contains(k, 0):
		c.Raise("RuntimeError", "a weight of size %v, want no dimension without elements", k)
	case k[0]%v.groups != 0 || k[0] < v.groups:
		c.Raise("RuntimeError", "Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size %v instead", v.groups, v.groups, k)
	case in == 1 && s[1] != k[1]*v.groups:
		c.Raise("RuntimeError", "Given groups=%d, weight of size %v, expected input%v to have %d channels, but got %d channels instead", v.groups, k, s, k[1]*v.groups, s[1])
	case in == 0 && s[1] != k[0]:
		c.Raise("RuntimeError", "Given transposed=1, weight of size %v, expected input%v to have %d channels, but got %d channels instead", k, s, k[0], s[1])
	}
	v.channels = k[0]
	if in == 0 {
		v.channels = k[1] * v.groups
	}
	if bias != nil && (bias.V.Ndim() != 1 || bias.V.Size() != v.channels) {
		c.Raise("RuntimeError", "Given weight of size %v, expected bias to be 1-dimensional with %d elements, but got bias of size %v instead", k, v.channels, bias.V.Shape())
	}
	v.a, v.weight = a, w
	return v
}

// typed checks the dtypes, after the shapes: of what a convolution is implemented for, one
// that is dilated or transposed for fewer dtypes.
func (v *conv) typed(few, transposed bool) {
	c, r := v.c, typeOf(v.a)
	kernels := convolved
	bias := func() {
		if v.bias != nil && r != typeOf(v.bias) {
			c.Raise("RuntimeError", "Input type (%s) and bias type (%s) should be the same", v.a.Type(), v.bias.Type())
		}
	}
	if !transposed {
		bias()
	}
	if few && r.Dtype != dtype.Int64 {
		kernels = deconvolved
	}
	if v.x.Size() > 0 {
		kernels.need(c, r)
	}
	if r != typeOf(v.weight) {
		c.Raise("RuntimeError", "Input type (%s) and weight type (%s) should be the same", v.a.Type(), v.weight.Type())
	}
	bias()
	v.r = r
}

// finish runs f on x and the weight, in float32 where they are of narrower floats, and adds
// the bias.
func (v *conv) finish(f func(e *ivy.Env, x, w *ivy.Array) *ivy.Array) *frontend.Array {
	e, d := v.c.Env(), wideOf(v.r.Dtype)
	z := f(e, e.Astype(v.x, d), e.Astype(v.w, d))
	if v.bias != nil {
		z = e.Add(z, e.Reshape(e.Astype(v.bias.V, d), append([]int{v.channels}, sliding.Ones(z.Ndim()-2)...)))
	}
	if v.single {
		z = e.Squeeze(z, ivy.Axis(0))
	}
	return v.c.Result(z, v.r)
}

// convolve is the convolution over r dimensions, as neural networks have it.
func convolve(c *frontend.Call, r int) any {
	stride, dilation := each(c, "stride", r, math.MinInt), each(c, "dilation", r, math.MinInt)
	how, named := c.Arg("padding").(string)
	pads := make([]int, r)
	switch {
	case !named:
		pads = each(c, "padding", r, math.MinInt)
	case how == "same" && slices.Max(stride) != 1:
		c.Raise("RuntimeError", "padding='same' is not supported for strided convolutions")
	case how != "same" && how != "valid":
		c.Raise("RuntimeError", "Invalid padding string: '%s'", how)
	}
	v := convOf(c, r, 1)
	positive(c, "stride", stride, 1)
	positive(c, "padding", pads, 0)
	positive(c, "dilation", dilation, 1)
	w := &sliding.Window{Sizes: v.w.Shape()[2:], Strides: stride, Dilations: dilation}
	z := &sliding.Convolution{First: 2, Strides: stride, Dilations: dilation, Groups: v.groups}
	s := v.x.Shape()
	padded := slices.Clone(s)
	for i := range r {
		if s[2+i] == 0 {
			c.Raise("RuntimeError", "an input of size %v, want spatial dimensions with elements", s)
		}
		p := [2]int{pads[i], pads[i]}
		if how == "same" {
			p = w.Same(i, s[2+i])
		}
		z.Padding = append(z.Padding, p)
		padded[2+i] += p[0] + p[1]
		if w.Span(i) > padded[2+i] {
			c.Raise("RuntimeError", "Calculated padded input size per channel: %v. Kernel size: %v. Kernel size can't be greater than actual input size", padded[2:], w.Sizes)
		}
	}
	v.typed(slices.Max(dilation) > 1, false)
	room(padded, v.x.Dtype().Size())
	return v.finish(func(e *ivy.Env, x, w *ivy.Array) *ivy.Array { return z.Of(e, x, w) })
}

// positive refuses integers below least.
func positive(c *frontend.Call, name string, v []int, least int) {
	if slices.Min(v) < least {
		c.Raise("RuntimeError", "%s(): %s %v is not supported, want %d or more", c.Func.Path, name, v, least)
	}
}

// convTranspose is the transpose of the convolution over r dimensions.
func convTranspose(c *frontend.Call, r int) any {
	stride, pads, more, dilation := each(c, "stride", r, math.MinInt), each(c, "padding", r, math.MinInt), each(c, "output_padding", r, math.MinInt), each(c, "dilation", r, math.MinInt)
	v := convOf(c, r, 0)
	positive(c, "stride", stride, 1)
	positive(c, "padding", pads, 0)
	positive(c, "output_padding", more, 0)
	positive(c, "dilation", dilation, 1)
	w := &sliding.Window{Sizes: v.w.Shape()[2:], Strides: stride, Dilations: dilation}
	z := &sliding.Convolution{First: 2, Strides: stride, Dilations: dilation, Groups: v.groups}
	s := v.x.Shape()
	lens := make([]int, r)
	for i := range r {
		if more[i] >= max(stride[i], dilation[i]) {
			c.Raise("RuntimeError", "output padding must be smaller than either stride or dilation, but got output_padding %v, stride %v and dilation %v", more, stride, dilation)
		}
		lens[i] = (s[2+i]-1)*stride[i] + w.Span(i) - 2*pads[i] + more[i]
		if lens[i] < 1 || lens[i] > sliding.Most {
			c.Raise("RuntimeError", "Given input size per channel: %v. Calculated output size per channel: %v. Output size is too small, or too large", s[2:], lens[:i+1])
		}
		z.Padding = append(z.Padding, [2]int{pads[i], pads[i]})
	}
	v.typed(true, true)
	room(slices.Concat(s[:2], lens), v.x.Dtype().Size())
	return v.finish(func(e *ivy.Env, x, w *ivy.Array) *ivy.Array { return z.Transposed(e, x, w, lens) })
}
