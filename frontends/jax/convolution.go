package jax

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/sliding"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

var convolutions = []frontend.Func{
	{Path: "lax.conv_general_dilated", Sig: "lhs, rhs, window_strides, padding, lhs_dilation=None, rhs_dilation=None, dimension_numbers=None, feature_group_count=1, batch_group_count=1, precision=None, preferred_element_type=None, out_sharding=None",
		Doc: "dimension_numbers are None or three strings, such as \"NHWC\", \"HWIO\" and \"NHWC\".",
		Run: run(func(c call) any {
			return c.convGeneral(c.operand("lhs"), c.operand("rhs"), c.Arg("window_strides"), c.Arg("padding"), c.Arg("lhs_dilation"), c.Arg("rhs_dilation"),
				c.dimensionNumbers(nil), c.Int("feature_group_count"), c.Int("batch_group_count"))
		})},
	{Path: "lax.conv", Sig: "lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None", Run: run(func(c call) any {
		return c.convGeneral(c.operand("lhs"), c.operand("rhs"), c.Arg("window_strides"), c.Arg("padding"), nil, nil, c.plainNumbers(), 1, 1)
	})},
	{Path: "lax.conv_with_general_padding", Sig: "lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision=None, preferred_element_type=None", Run: run(func(c call) any {
		return c.convGeneral(c.operand("lhs"), c.operand("rhs"), c.Arg("window_strides"), c.Arg("padding"), c.Arg("lhs_dilation"), c.Arg("rhs_dilation"), c.plainNumbers(), 1, 1)
	})},
	{Path: "lax.conv_transpose", Sig: "lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None, transpose_kernel=False, precision=None, preferred_element_type=None, use_consistent_padding=False",
		Run: run(convTranspose)},
	{Path: "lax.reduce_window", Sig: "operand, init_value, computation, window_dimensions, window_strides=None, padding='VALID', base_dilation=None, window_dilation=None",
		Doc:   "computation is a Go function of two arrays, as lax's and jax.numpy's are: jax.Lax.Max.",
		Calls: true, Run: run(reduceWindow)},
}

// convNumbers are where arrays have the dimensions of a convolution: the batch, the
// features and the spatial ones; of the filters the features that they give, those that
// they take and the spatial ones.
type convNumbers [3][]int

// operand returns an argument that must be an array: JAX asks it for its shape.
func (c call) operand(name string) value {
	switch v := c.Arg(name).(type) {
	case nil, bool, int, float64, complex128, string:
		c.Raise("AttributeError", "%s(): %s is %v, which has no shape", c.Func.Path, name, v)
	}
	if _, isList := frontend.Sequence(c.Arg(name)); isList {
		c.Raise("AttributeError", "%s(): %s is a list, which has no shape", c.Func.Path, name)
	}
	return c.arr(name)
}

// plainNumbers are those of dimensions in that order.
func (c call) plainNumbers() convNumbers {
	lhs, rhs := c.operand("lhs").V.Ndim(), c.operand("rhs").V.Ndim()
	if lhs != rhs {
		c.Raise("TypeError", "convolution requires lhs and rhs ndim to be equal, got %d and %d.", lhs, rhs)
	}
	if lhs < 2 {
		c.Raise("IndexError", "convolution of %d dimensions, want two or more", lhs)
	}
	order := make([]int, lhs)
	for i := range order {
		order[i] = i
	}
	return convNumbers{order, order, order}
}

// dimensionNumbers reads the argument; otherwise are the strings that None stands for, nil
// if dimensions are in order then.
func (c call) dimensionNumbers(otherwise []any) (n convNumbers) {
	plain := c.plainNumbers()
	rank := len(plain[0])
	list, isList := frontend.Sequence(c.Arg("dimension_numbers"))
	switch {
	case c.Has("dimension_numbers"):
	case otherwise == nil:
		return plain
	default:
		list, isList = otherwise, true
	}
	if !isList || len(list) != 3 {
		c.Raise("TypeError", "convolution dimension_numbers must be three strings or None, got %v.", c.Arg("dimension_numbers"))
	}
	var specs [3]string
	for i, v := range list {
		s, isText := v.(string)
		if !isText {
			c.Raise("TypeError", "convolution dimension_numbers elements must be strings, got %v.", list)
		}
		specs[i] = s
		if len(s) != rank {
			c.Raise("TypeError", "convolution dimension_numbers[%d] must have len equal to the ndim of lhs and rhs, got %q for %d.", i, s, rank)
		}
	}
	chars := [3]string{"NC", "OI", "NC"}
	var spatial [3]string
	for i, s := range specs {
		for _, char := range chars[i] {
			if strings.Count(s, string(char)) != 1 {
				c.Raise("TypeError", "convolution dimension_numbers[%d] must contain the characters %q exactly once, got %q.", i, chars[i], s)
			}
			n[i] = append(n[i], strings.IndexRune(s, char))
		}
		for _, char := range s {
			if strings.Count(s, string(char)) > 1 {
				c.Raise("TypeError", "convolution dimension_numbers[%d] cannot have duplicate characters, got %q.", i, s)
			}
			if !strings.ContainsRune(chars[i], char) {
				spatial[i] += string(char)
			}
		}
	}
	for i, s := range specs {
		for _, char := range spatial[1] { // in the filters' order
			if !strings.ContainsRune(spatial[i], char) || len(spatial[i]) != len(spatial[1]) {
				c.Raise("TypeError", "convolution dimension_numbers elements must each have the same set of spatial characters, got %v.", specs)
			}
			n[i] = append(n[i], strings.IndexRune(s, char))
		}
	}
	return n
}

// integers reads a sequence; ok is false for None. What is no sequence of integers is refused.
func (c call) integers(name string, v any) (is []int, ok bool) {
	if v == nil {
		return nil, false
	}
	list, isList := frontend.Sequence(v)
	if !isList {
		c.Raise("TypeError", "%s(): %s is %v, want a sequence of integers", c.Func.Path, name, v)
	}
	is = make([]int, len(list))
	for i, e := range list {
		n, isInt := c.index(e)
		if !isInt {
			c.Raise("TypeError", "%s(): %s is %v, want a sequence of integers", c.Func.Path, name, v)
		}
		is[i] = n
	}
	return is, true
}

// counts is integers that are 1 or more, as many as there are axes: ones for None.
func (c call) counts(name string, v any, axes int, class string) []int {
	is, ok := c.integers(name, v)
	if !ok {
		return sliding.Ones(axes)
	}
	if len(is) != axes {
		c.Raise(class, "%s(): %s has %d numbers for %d dimensions", c.Func.Path, name, len(is), axes)
	}
	for _, n := range is {
		if n < 1 || n > sliding.Most {
			if name == "window_strides" {
				c.Raise(class, "%s(): %s %v, want positive numbers", c.Func.Path, name, is)
			}
			c.Raise("TypeError", "%s(): %s %v, want positive numbers", c.Func.Path, name, is)
		}
	}
	return is
}

// lowHigh reads pairs of integers.
func (c call) lowHigh(name string, v any) [][2]int {
	list, isList := frontend.Sequence(v)
	if !isList {
		c.Raise("ValueError", "%s(): %s should be a string or a sequence of (low, high) pairs, got %v", c.Func.Path, name, v)
	}
	out := make([][2]int, len(list))
	for i, e := range list {
		pair, isList := frontend.Sequence(e)
		if !isList || len(pair) != 2 {
			c.Raise("ValueError", "%s(): %s should be a string or a sequence of (low, high) pairs, got %v", c.Func.Path, name, v)
		}
		for k, e := range pair {
			n, isInt := c.index(e)
			if !isInt || n < -sliding.Most || n > sliding.Most {
				c.Raise("ValueError", "%s(): %s should be a string or a sequence of (low, high) pairs, got %v", c.Func.Path, name, v)
			}
			out[i][k] = n
		}
	}
	return out
}

// pads returns the padding that a name stands for of a window over axes of these lengths.
func (c call) pads(name string, w *sliding.Window, lens []int) [][2]int {
	out := make([][2]int, len(lens))
	switch strings.ToUpper(name) {
	case "VALID":
	case "SAME":
		for i, n := range lens {
			out[i] = w.Same(i, n)
		}
	case "SAME_LOWER":
		for i, n := range lens {
			p := w.Same(i, n)
			out[i] = [2]int{p[1], p[0]}
		}
	default:
		c.Raise("RuntimeError", "Unrecognized padding type: expected 'VALID', 'SAME', or 'SAME_LOWER', got %s.", name)
	}
	return out
}

// permuted returns x with its dimensions in the order of perm.
func (c call) permuted(x *ivy.Array, perm []int) *ivy.Array {
	if slices.IsSorted(perm) {
		return x
	}
	return c.e.PermuteDims(x, perm)
}

// accumulates refuses a preferred_element_type that sums of products of d may not have.
func (c call) accumulates(d, preferred dtype.Dtype) {
	switch {
	case d.IsInteger() && preferred.IsFloat():
	case d.IsInteger() && !preferred.IsInteger(), d.IsFloat() && !preferred.IsFloat(), d.IsComplex() && !preferred.IsComplex():
		c.Raise("TypeError", "Input type is incompatible with `preferred_element_type`: %v for %v", preferred, d)
	case d.IsInteger() && d.IsSigned() && !preferred.IsSigned():
		c.Raise("TypeError", "`preferred_element_type` must have the same signedness as the original type: %v for %v", preferred, d)
	}
	if preferred.Size() < d.Size() {
		c.Raise("TypeError", "`preferred_element_type` must not be narrower than the original type: %v for %v", preferred, d)
	}
}

// convGeneral is lax.conv_general_dilated.
func (c call) convGeneral(lhs, rhs value, strides, padding, lhsDilation, rhsDilation any, numbers convNumbers, featureGroups, batchGroups int) value {
	c.precision()
	r := lhs.V.Ndim() - 2
	x, w := c.permuted(lhs.V, numbers[0]), c.permuted(rhs.V, numbers[1])
	s, k := x.Shape(), w.Shape()
	conv := c.geometry(s, k, strides, padding, lhsDilation, rhsDilation)
	conv.Groups = featureGroups
	preferred := c.dtype("preferred_element_type", dtype.Invalid)
	c.checkGroups(s, k, featureGroups, batchGroups)
	switch {
	case len(conv.Padding) != r:
		c.Raise("TypeError", "Wrong number of explicit pads for convolution: expected %d, got %d.", r, len(conv.Padding))
	case r > 3:
		c.Raise("NotImplementedError", "convolutions of %d spatial dimensions are not supported, only of three", r)
	case slices.Contains(k[2:], 0):
		c.Raise("NotImplementedError", "convolutions with filters of shape %v are not supported", rhs.V.Shape())
	}
	c.checkPadding(lhs, s[2:], conv)
	d := lhs.V.Dtype()
	if e := rhs.V.Dtype(); d != e {
		c.Raise("TypeError", "lax.conv_general_dilated requires arguments to have the same dtypes, got %v, %v. (Tip: jnp.promote_types can help)", d, e)
	}
	in := d
	if preferred != dtype.Invalid {
		c.accumulates(d, preferred)
		in = preferred
	}
	if batchGroups > 1 { // the groups of the batch become groups of features
		n := s[0] / batchGroups
		x = c.e.Reshape(x, slices.Concat([]int{batchGroups, n}, s[1:]))
		x = c.e.Reshape(c.e.MoveAxis(x, []int{0}, []int{1}), slices.Concat([]int{n, batchGroups * s[1]}, s[2:]))
		conv.Groups = batchGroups
	}
	if r == 0 { // along an axis of one element
		x, w = c.e.ExpandDims(x, ivy.Axis(2)), c.e.ExpandDims(w, ivy.Axis(2))
		conv.Apart, conv.Dilations, conv.Strides, conv.Padding = sliding.Ones(1), sliding.Ones(1), sliding.Ones(1), make([][2]int, 1)
	}
	of := wide(in)
	if in == dtype.Bool { // whether any product is true
		of = dtype.Int32
	}
	z := conv.Of(c.e, cast(c.Namespace, x, of), cast(c.Namespace, w, of))
	if r == 0 {
		z = c.e.Squeeze(z, ivy.Axis(2))
	}
	back := make([]int, r+2)
	for i, at := range numbers[2] {
		back[at] = i
	}
	return c.wrap(cast(c.Namespace, c.permuted(z, back), in), lhs.Weak && rhs.Weak)
}

// geometry returns the strides, dilations and padding of a convolution of an operand of
// shape s (batch, features, spatial axes) with a filter of shape k.
func (c call) geometry(s, k []int, strides, padding, lhsDilation, rhsDilation any) *sliding.Convolution {
	r := len(s) - 2
	conv := &sliding.Convolution{First: 2}
	how, isText := padding.(string)
	if is, ok := c.integers("lhs_dilation", lhsDilation); ok && isText && slices.ContainsFunc(is, func(n int) bool { return n != 1 }) {
		c.Raise("ValueError", "String padding is not implemented for transposed convolution using this op. Please either exactly specify the required padding or use conv_transpose.")
	}
	conv.Apart = c.counts("lhs_dilation", lhsDilation, r, "ValueError")
	conv.Dilations = c.counts("rhs_dilation", rhsDilation, r, "ValueError")
	if strides == nil {
		c.Raise("TypeError", "%s(): window_strides are None", c.Func.Path)
	}
	conv.Strides = c.counts("window_strides", strides, r, "ValueError")
	if isText {
		conv.Padding = c.pads(how, &sliding.Window{Sizes: k[2:], Strides: conv.Strides, Dilations: conv.Dilations}, dilated(s[2:], conv.Apart))
	} else {
		conv.Padding = c.lowHigh("padding", padding)
	}
	return conv
}

// dilated returns the lengths of axes with apart−1 zeros between each two elements.
func dilated(lens, apart []int) []int {
	out := make([]int, len(lens))
	for i, n := range lens {
		out[i] = max(0, (n-1)*apart[i]+1)
	}
	return out
}

// checkGroups refuses groups that do not divide the features or the batch.
func (c call) checkGroups(s, k []int, featureGroups, batchGroups int) {
	switch {
	case featureGroups < 1:
		c.Raise("ValueError", "conv_general_dilated feature_group_count must be a positive integer, got %d.", featureGroups)
	case s[1]%featureGroups != 0:
		c.Raise("ValueError", "conv_general_dilated feature_group_count must divide lhs feature dimension size, but %d does not divide %d.", featureGroups, s[1])
	case s[1]/featureGroups != k[1]:
		c.Raise("ValueError", "conv_general_dilated lhs feature dimension size divided by feature_group_count must equal the rhs input feature dimension size, but %d // %d != %d.", s[1], featureGroups, k[1])
	case k[0]%featureGroups != 0:
		c.Raise("ValueError", "conv_general_dilated rhs output feature dimension size must be a multiple of feature_group_count, but %d is not a multiple of %d.", k[0], featureGroups)
	case batchGroups < 1:
		c.Raise("ValueError", "conv_general_dilated batch_group_count must be a positive integer, got %d.", batchGroups)
	case s[0]%batchGroups != 0:
		c.Raise("ValueError", "conv_general_dilated batch_group_count must divide lhs batch dimension size, but %d does not divide %d.", batchGroups, s[0])
	case k[0]%batchGroups != 0:
		c.Raise("ValueError", "conv_general_dilated rhs output feature dimension size must be a multiple of batch_group_count, but %d is not a multiple of %d.", k[0], batchGroups)
	case batchGroups > 1 && featureGroups > 1:
		c.Raise("ValueError", "At most one of batch_group_count and feature_group_count may be > 1, got batch_group_count=%d and feature_group_count=%d", batchGroups, featureGroups)
	}
}

// checkPadding refuses padding that takes away more than there is, and results that are too large.
func (c call) checkPadding(lhs value, spatial []int, conv *sliding.Convolution) {
	lens := dilated(spatial, conv.Apart)
	for i, p := range conv.Padding {
		n := lens[i] + p[0] + p[1]
		if n < 0 {
			c.Raise("ValueError", "Negative padding is larger than the size of the corresponding dimension: %v of %v", conv.Padding, lens)
		}
		c.grown(lhs, n)
	}
}

// transposeLayouts are the dimension numbers that conv_transpose takes by default, for each
// number of spatial dimensions.
var transposeLayouts = [][]any{{"NC", "IO", "NC"}, {"NHC", "HIO", "NHC"}, {"NHWC", "HWIO", "NHWC"}, {"NHWDC", "HWDIO", "NHWDC"}}

func convTranspose(c call) any {
	lhs, rhs := c.operand("lhs"), c.operand("rhs")
	rank := lhs.V.Ndim()
	if rank != rhs.V.Ndim() || rank < 2 {
		c.Raise("AssertionError", "conv_transpose of shapes %v and %v", lhs.V.Shape(), rhs.V.Shape())
	}
	r := rank - 2
	var otherwise []any
	if r < len(transposeLayouts) {
		otherwise = transposeLayouts[r]
	} else if !c.Has("dimension_numbers") {
		c.Raise("ValueError", "No 4+ dimensional dimension_number defaults.")
	}
	numbers := c.dimensionNumbers(otherwise)
	apart := c.counts("rhs_dilation", c.Arg("rhs_dilation"), r, "ValueError")
	padding := c.Arg("padding")
	how, _ := padding.(string)
	byKernel := c.Bool("use_consistent_padding") || how == "SAME" || how == "VALID"
	strides, ok := c.integers("strides", c.Arg("strides"))
	if !ok || len(strides) != r && byKernel {
		c.Raise("TypeError", "conv_transpose(): strides are %v, want %d numbers", c.Arg("strides"), r)
	}
	if byKernel {
		kernel := make([]int, r)
		for i := range kernel {
			kernel[i] = rhs.V.Shape()[numbers[1][2+i]]
		}
		padding = c.transposePads(padding, dilated(kernel, apart), strides)
	}
	if c.Bool("transpose_kernel") {
		z := rhs.V
		if r > 0 {
			z = c.e.Flip(z, ivy.Axes(numbers[1][2:]))
		}
		order := make([]int, rank)
		for i := range order {
			order[i] = i
		}
		o, i := numbers[1][0], numbers[1][1]
		order[o], order[i] = i, o
		rhs = c.wrap(c.e.PermuteDims(z, order), rhs.Weak)
	}
	return c.convGeneral(lhs, rhs, sliding.Ones(r), padding, strides, apart, numbers, 1, 1)
}

// transposePads returns the padding of the convolution that is the transpose of one with
// the padding given, a kernel of these lengths and strides: pairs, as lax takes them.
func (c call) transposePads(padding any, kernel, strides []int) any {
	how, isText := padding.(string)
	var given [][2]int
	if !isText {
		given = c.lowHigh("padding", padding)
	} else if how != "SAME" && how != "VALID" {
		c.Raise("ValueError", "Invalid padding mode: %s", how)
	}
	pads := []any{}
	for i, stride := range strides {
		k := kernel[i]
		var lo, total int
		switch {
		case how == "SAME":
			total = k + stride - 2
			lo = int(math.Ceil(float64(total) / 2))
			if stride > k-1 {
				lo = k - 1
			}
		case how == "VALID":
			total, lo = k+stride-2+max(k-stride, 0), k-1
		case i < len(given):
			lo = k - given[i][0] - 1
			total = lo + k - given[i][1] - 1
		default:
			continue
		}
		pads = append(pads, []any{lo, total - lo})
	}
	return pads
}

// A computation is a function of two arrays, and that of the table if it is one of these.
type computation struct {
	f    func(x, y value) value
	path string
}

func (c call) computation(name string) computation {
	switch f := c.Arg(name).(type) {
	case func(x, y any) *Array:
		if f != nil {
			return computation{f: func(x, y value) value { return value(f((*Array)(x), (*Array)(y))) }}
		}
	case func(x, y *Array) *Array:
		if f != nil {
			return computation{f: func(x, y value) value { return value(f((*Array)(x), (*Array)(y))) }}
		}
	case *frontend.Func:
		if f != nil {
			return computation{func(x, y value) value { return c.Namespace.Call2(f, x, y, nil) }, f.Path}
		}
	case frontend.Callable:
		return computation{f: func(x, y value) value { return c.array(f(x, y)) }}
	}
	c.Raise("TypeError", "%s(): %s is no function of two arrays", c.Func.Path, name)
	return computation{}
}

// neutral reports whether init is the value with which JAX takes lax.add, lax.max and
// lax.min for sums and extremes, of the operand's dtype whatever that of init is.
func (c call) neutral(f computation, init value) bool {
	if init.V.Ndim() != 0 {
		return false
	}
	of := c.wrap(c.extremeOf(f.path, init.V.Dtype()), false)
	return of.V != nil && c.do("numpy.equal", init, of).V.Bool()
}

// extremeOf returns the neutral element of lax.add, lax.max or lax.min, nil of others.
func (c call) extremeOf(path string, d dtype.Dtype) *ivy.Array {
	switch path {
	case "lax.add":
		return c.e.Zeros(nil, d)
	case "lax.max", "lax.min":
		sign := map[string]int{"lax.max": -1, "lax.min": 1}[path]
		switch {
		case d == dtype.Bool:
			return c.e.Asarray(sign > 0, d)
		case d.IsInteger():
			info, err := dtype.Iinfo(d)
			frontend.Check(err)
			if sign < 0 {
				return c.e.Asarray(backend.IntScalar(info.Min), d)
			}
			return c.e.Asarray(backend.UintScalar(info.Max), d)
		case d.IsFloat():
			return c.e.Astype(c.e.Asarray(math.Inf(sign), dtype.Float64), d)
		}
	}
	return nil
}

// reduceWindow takes the elements under a window together with the initial value, axis by
// axis: the computation must be associative, and the same whichever way round.
func reduceWindow(c call) any {
	if _, isList := frontend.Sequence(c.Arg("operand")); isList {
		c.Raise("ValueError", "reduce_window(): a list of operands is not supported")
	}
	if _, isText := c.Arg("padding").(string); isText {
		c.operand("operand")
	}
	x, init, f := c.arr("operand"), c.arr("init_value"), c.computation("computation")
	r := x.V.Ndim()
	w := &sliding.Window{
		Sizes:   c.counts("window_dimensions", c.Arg("window_dimensions"), r, "TypeError"),
		Strides: c.counts("window_strides", c.Arg("window_strides"), r, "TypeError"),
	}
	apart := c.counts("base_dilation", c.Arg("base_dilation"), r, "TypeError")
	w.Dilations = c.counts("window_dilation", c.Arg("window_dilation"), r, "TypeError")
	lens := x.V.Shape()
	for i := range lens {
		lens[i] = max(0, (lens[i]-1)*apart[i]+1)
	}
	var padding [][2]int
	if how, isText := c.Arg("padding").(string); isText {
		padding = c.pads(how, w, x.V.Shape()) // whatever base_dilation is
	} else if _, isList := frontend.Sequence(c.Arg("padding")); !isList {
		c.Raise("TypeError", "reduce_window(): padding %v, want a string or pairs", c.Arg("padding"))
	} else {
		padding = c.lowHigh("padding", c.Arg("padding"))
	}
	if len(padding) != r {
		c.Raise("ValueError", "reduce_window(): %d pairs of padding for %d dimensions", len(padding), r)
	}
	d, weak := x.V.Dtype(), false
	switch e := init.V.Dtype(); {
	case c.neutral(f, init):
		init, weak = c.wrap(c.extremeOf(f.path, d), false), x.Weak
		if init.V == nil || f.path == "lax.add" && d == dtype.Bool {
			c.Raise("TypeError", "reduce_window(): %s of %v", f.path, d)
		}
	case init.V.Ndim() != 0:
		c.Raise("TypeError", "reduce_window expected init_values to be scalars but init_values have shapes %v.", init.V.Shape())
	case e != d:
		c.Raise("TypeError", "reduce_window got inconsistent dtypes for operands and init_values: got operand dtypes %v and init_value dtypes %v.", d, e)
	}
	out := make([]int, r)
	for i, p := range padding {
		n := lens[i] + p[0] + p[1]
		c.grown(x, max(n, 0))
		out[i] = w.Positions(i, n)
	}
	if slices.Contains(out, 0) {
		return c.wrap(c.e.Zeros(out, d), weak)
	}
	two := func(p, q *ivy.Array) *ivy.Array {
		z := f.f(c.wrap(p, false), c.wrap(q, false))
		if z == nil || z.V.Dtype() != d {
			c.Raise("TypeError", "reduce_window(): the computation does not give a %v of two", d)
		}
		return z.V
	}
	z := sliding.Surround(c.e, x.V, 0, padding, apart, init.V)
	there := sliding.Surround(c.e, c.e.Ones(x.V.Shape(), dtype.Bool), 0, padding, apart, c.e.Asarray(false))
	z, some := w.ReduceWhere(c.e, z, there, 0, two)
	if z = two(init.V, z); !slices.Equal(z.Shape(), out) {
		c.Raise("TypeError", "reduce_window(): the computation does not go element by element")
	}
	return c.wrap(c.e.Where(some, z, init.V), weak)
}
