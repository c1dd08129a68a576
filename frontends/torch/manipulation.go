package torch

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

type viewFunc = func(c *frontend.Call, a *frontend.Array) *frontend.Array

var manipulation = slices.Concat([]frontend.Func{
	{Path: "cat", Sig: "tensors, dim=0, *, out=None", Run: concatenate},
	{Path: "concat", Sig: "tensors, dim=0, *, out=None", Run: concatenate},
	{Path: "concatenate", Sig: "tensors, dim=0, *, out=None", Run: concatenate},
	{Path: "stack", Sig: "tensors, dim=0, *, out=None", Run: func(c *frontend.Call) any {
		as := tensors(c, "tensors")
		if len(as) == 0 {
			c.Raise("RuntimeError", "stack expects a non-empty TensorList")
		}
		n := as[0].V.Ndim() + 1
		axis := wrapped(c, integer(c, "dim"), n)
		for i, a := range as {
			if !slices.Equal(a.V.Shape(), as[0].V.Shape()) {
				c.Raise("RuntimeError", "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d", shape.Text(as[0].V.Shape()), shape.Text(a.V.Shape()), i)
			}
		}
		return out(c, joinedAlong(c, as, axis, func(x *ivy.Array) *ivy.Array { return c.Env().ExpandDims(x, ivy.Axis(axis)) }))
	}},
	{Path: "hstack", Sig: "tensors, *, out=None", Run: stackAtLeast(1, 1)},
	{Path: "vstack", Sig: "tensors, *, out=None", Run: stackAtLeast(2, 0)},
	{Path: "row_stack", Sig: "tensors, *, out=None", Run: stackAtLeast(2, 0)},
	{Path: "dstack", Sig: "tensors, *, out=None", Run: stackAtLeast(3, 2)},
	{Path: "column_stack", Sig: "tensors, *, out=None", Run: func(c *frontend.Call) any {
		as := tensors(c, "tensors")
		if len(as) == 0 {
			c.Raise("RuntimeError", "column_stack expects a non-empty TensorList")
		}
		for i, a := range as {
			if a.V.Ndim() < 2 {
				as[i] = &frontend.Array{V: c.Env().Reshape(a.V, []int{a.V.Size(), 1}), Half: a.Half, NS: a.NS}
			}
		}
		return out(c, concatenated(c, as, 1))
	}},
	{Path: "split", Sig: "tensor, split_size_or_sections, dim=0", Method: true, Out: frontend.List, Run: split},
	{Path: "split_with_sizes", Sig: "input, split_sizes, dim=0", Method: true, Out: frontend.List, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		return pieces(c, a, dim(c, "dim", a), sizes(c, "split_sizes"))
	}},
	{Path: "chunk", Sig: "input, chunks, dim=0", Method: true, Out: frontend.List, Run: func(c *frontend.Call) any {
		a, n := tensor(c, "input"), integer(c, "chunks")
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "chunk expects at least a 1-dimensional tensor")
		}
		if n <= 0 {
			c.Raise("RuntimeError", "chunk expects `chunks` to be greater than 0, got: %d", n)
		}
		axis := dim(c, "dim", a)
		length := a.V.Shape()[axis]
		size := (length + n - 1) / n
		if size == 0 {
			room([]int{n}, 64)
			return pieces(c, a, axis, make([]int, n))
		}
		return pieces(c, a, axis, equalSizes(length, size))
	}},
	{Path: "tensor_split", Sig: "input, indices_or_sections, dim=0", Method: true, Out: frontend.List, Run: func(c *frontend.Call) any {
		a, by := tensor(c, "input"), c.Arg("indices_or_sections")
		if t := ours(c.Namespace, by); t == nil && isFraction(c.Namespace, by) {
			c.Raise("TypeError", "tensor_split(): argument 'indices_or_sections' must be tuple of ints, not %s", c.TypeName(by))
		}
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
		}
		if t := ours(c.Namespace, by); t != nil && (t.V.Dtype() != dtype.Int64 || t.V.Ndim() > 1) {
			c.Raise("RuntimeError", "tensor_split expected tensor_indices_or_sections to be a long tensor of at most one dimension, but got %s of %d", t.Type(), t.V.Ndim())
		}
		return tensorSplit(c, a, dim(c, "dim", a), by)
	}},
	{Path: "hsplit", Sig: "input, indices_or_sections", Out: frontend.List, Run: splitAt(1, func(n int) int { return min(n-1, 1) })},
	{Path: ".hsplit", Sig: "input, *indices_or_sections", Out: frontend.List, Run: splitAt(1, func(n int) int { return min(n-1, 1) })},
	{Path: "vsplit", Sig: "input, indices_or_sections", Out: frontend.List, Run: splitAt(2, func(int) int { return 0 })},
	{Path: ".vsplit", Sig: "input, *indices_or_sections", Out: frontend.List, Run: splitAt(2, func(int) int { return 0 })},
	{Path: "dsplit", Sig: "input, indices_or_sections", Out: frontend.List, Run: splitAt(3, func(int) int { return 2 })},
	{Path: ".dsplit", Sig: "input, *indices_or_sections", Out: frontend.List, Run: splitAt(3, func(int) int { return 2 })},
	{Path: "unbind", Sig: "input, dim=0", Method: true, Out: frontend.List, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		axis := dim(c, "dim", a)
		if a.V.Ndim() == 0 {
			c.Raise("IndexError", "Dimension specified as 0 but tensor has no dimensions")
		}
		room([]int{a.V.Shape()[axis]}, 512)
		zs := make([]*frontend.Array, a.V.Shape()[axis])
		for i := range zs {
			zs[i] = selected(c.Namespace, a, axis, i)
		}
		return zs
	}},
	{Path: "broadcast_tensors", Sig: "*tensors", Out: frontend.List, Run: func(c *frontend.Call) any {
		as := oneByOne(c)
		shapes := make([][]int, len(as))
		for i, a := range as {
			shapes[i] = a.V.Shape()
		}
		dims := broadcast(c, shapes...)
		for i, a := range as {
			as[i] = expanded(c.Namespace, a, dims)
		}
		return as
	}},
	{Path: "broadcast_shapes", Sig: "*shapes", Out: frontend.Value, Run: func(c *frontend.Call) any {
		list, _ := c.Arg("shapes").([]any)
		shapes := make([][]int, len(list))
		for i, s := range list {
			one := []any{s}
			if inner, ok := frontend.Sequence(s); ok {
				one = inner
			}
			for _, v := range one {
				n, ok := v.(int)
				if !ok {
					c.Raise("TypeError", "broadcast_shapes() wants tuples of ints, not %s", c.Shown(v))
				}
				if n < 0 {
					c.Raise("RuntimeError", "trying to create tensor with negative dimension %d", n)
				}
				shapes[i] = append(shapes[i], n)
			}
		}
		return broadcast(c, shapes...)
	}},
	{Path: "atleast_1d", Sig: "*tensors", Out: frontend.Value, Run: atLeast(1)},
	{Path: "atleast_2d", Sig: "*tensors", Out: frontend.Value, Run: atLeast(2)},
	{Path: "atleast_3d", Sig: "*tensors", Out: frontend.Value, Run: atLeast(3)},
	{Path: "block_diag", Sig: "*tensors", Run: blockDiag},
	{Path: "cartesian_prod", Sig: "*tensors", Run: cartesian},
	{Path: "combinations", Sig: "input, r=2, with_replacement=False", Run: combinations},
	{Path: "repeat_interleave", Sig: "input, repeats, dim=None, *, output_size=None", Method: true, Run: repeatInterleave},
	{Path: "is_same_size", Sig: "input, other", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
		return slices.Equal(tensor(c, "input").V.Shape(), tensor(c, "other").V.Shape())
	}},
},
	ofSizes("reshape", "shape", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return reshapeTo(c, a, inferred(c, a, sizes(c, "shape")))
	}),
	with(".view", "self, *shape, dtype=None", view, 0),
	with(".view_as", "self, other", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return mustView(c, a, inferred(c, a, tensor(c, "other").V.Shape()))
	}, 0),
	with(".reshape_as", "self, other", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return reshapeTo(c, a, inferred(c, a, tensor(c, "other").V.Shape()))
	}, 0),
	with("flatten", "input, start_dim=0, end_dim=-1", flatten, isMethod),
	with("ravel", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array { return reshapeTo(c, a, []int{a.V.Size()}) }, isMethod),
	with("unflatten", "input, dim, sizes", unflatten, isMethod),
	with("squeeze", "input, dim=None", squeeze, isMethod),
	with("unsqueeze", "input, dim", unsqueeze, isMethod),
	ofSizes("permute", "dims", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		perm := sizes(c, "dims")
		n := a.V.Ndim()
		if len(perm) != n {
			c.Raise("RuntimeError", "permute(): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions: %d is not %d", n, len(perm))
		}
		for i, p := range perm {
			if perm[i] = wrapped(c, p, n); slices.Contains(perm[:i], perm[i]) {
				c.Raise("RuntimeError", "permute(): duplicate dims are not allowed")
			}
		}
		return permuted(c.Namespace, a, perm)
	}),
	with("transpose swapdims", "input, dim0, dim1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return transposeOf(c.Namespace, a, dim(c, "dim0", a), dim(c, "dim1", a))
	}, isMethod),
	with("swapaxes", "input, axis0, axis1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return transposeOf(c.Namespace, a, dim(c, "axis0", a), dim(c, "axis1", a))
	}, isMethod),
	with("t", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Ndim() > 2 {
			c.Raise("RuntimeError", "t() expects a tensor with <= 2 dimensions, but self is %dD", a.V.Ndim())
		}
		return transposed(c.Namespace, a)
	}, isMethod),
	with("adjoint", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		n := a.V.Ndim()
		if n == 0 {
			return conjOf(c.Namespace, alias(c.Namespace, a))
		}
		if n < 2 {
			c.Raise("RuntimeError", "tensor.adjoint() is only supported on matrices or batches of matrices, not on tensors of %d dimensions", n)
		}
		return conjOf(c.Namespace, transposeOf(c.Namespace, a, n-2, n-1))
	}, isMethod),
	with("movedim moveaxis", "input, source, destination", moveDim, isMethod),
	with(".expand", "self, *size, implicit=False", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		boolean(c, "implicit")
		return expandTo(c, a, sizes(c, "size"))
	}, 0),
	with(".expand_as", "self, other", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return expandTo(c, a, tensor(c, "other").V.Shape())
	}, 0),
	ofSizes("broadcast_to", "size", func(c *frontend.Call, a *frontend.Array) *frontend.Array { return expandTo(c, a, sizes(c, "size")) }),
	with("narrow", "input, dim, start, length", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "narrow() cannot be applied to a 0-dim tensor.")
		}
		axis, start, length := dim(c, "dim", a), integer(c, "start"), integer(c, "length")
		n := a.V.Shape()[axis]
		if start < -n || start > n {
			c.Raise("IndexError", "start out of range (expected to be in range of [%d, %d], but got %d)", -n, n, start)
		}
		if start < 0 {
			start += n
		}
		if length < 0 || start > n-length {
			c.Raise("RuntimeError", "start (%d) + length (%d) exceeds dimension size (%d)", start, length, n)
		}
		return narrowed(c.Namespace, a, axis, start, length, 1)
	}, isMethod),
	with("select", "input, dim, index", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Ndim() == 0 {
			c.Raise("IndexError", "select() cannot be applied to a 0-dim tensor.")
		}
		axis, i := dim(c, "dim", a), integer(c, "index")
		return selected(c.Namespace, a, axis, position(c, i, axis, a.V.Shape()[axis]))
	}, isMethod),
	with("diagonal", "input, offset=0, dim1=0, dim2=1", diagonal("dim1", "dim2"), isMethod),
	with("linalg.diagonal", "A, *, offset=0, dim1=-2, dim2=-1", diagonal("dim1", "dim2"), 0),
	with("view_as_real", "input", viewAsReal, 0),
	with("view_as_complex", "input", viewAsComplex, 0),
	with("as_strided", "input, size, stride, storage_offset=None", asStrided, isMethod),
	with(".unfold", "self, dimension, size, step", unfold, 0),
	ofSizes("flip", "dims", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		axes := sizes(c, "dims")
		for i, d := range axes {
			if axes[i] = wrapped(c, d, a.V.Ndim()); slices.Contains(axes[:i], axes[i]) {
				c.Raise("RuntimeError", "dim %d appears multiple times in the list of dims", axes[i])
			}
		}
		r := flippable(c, a, axes...)
		if len(axes) == 0 || a.V.Ndim() == 0 {
			return c.Result(a.V, r)
		}
		return c.Result(c.Env().Flip(a.V, ivy.Axes(axes)), r)
	}),
	with("fliplr", "input", flipped(1), isMethod),
	with("flipud", "input", flipped(0), isMethod),
	with("roll", "input, shifts, dims=None", roll, isMethod),
	with("rot90", "input, k=1, dims=None", rot90, isMethod),
	ofSizes("tile", "dims", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return repeated(c, a, sizes(c, "dims"), true)
	}),
	with(".repeat", "self, *repeats", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return repeated(c, a, sizes(c, "repeats"), false)
	}, 0),
	with("clone", "input, *, memory_format=None", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		only(c, "memory_format", nil)
		return arranged(c.Namespace, c.Result(a.V, typeOf(a)), a)
	}, isMethod),
	with(".contiguous", "self, memory_format=None", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		only(c, "memory_format", nil)
		if contiguous(a) {
			return a
		}
		return c.Result(a.V, typeOf(a))
	}, 0),
	with("detach", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array { return alias(c.Namespace, a) }, isMethod),
	with("diag", "input, diagonal=0", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		k := integer(c, "diagonal")
		switch a.V.Ndim() {
		case 1:
			return c.Result(embedded(c.Env(), a.V, k), typeOf(a))
		case 2:
			v := diagonalView(c, a, k, 0, 1)
			return c.Result(v.V, typeOf(a))
		}
		c.Raise("RuntimeError", "diag(): Supports 1D or 2D tensors. Got %dD", a.V.Ndim())
		return nil
	}, isMethod|hasOut),
	with("diagflat", "input, offset=0", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return c.Result(embedded(c.Env(), c.Env().Reshape(a.V, []int{a.V.Size()}), integer(c, "offset")), typeOf(a))
	}, isMethod),
	with("diag_embed", "input, offset=0, dim1=-2, dim2=-1", diagEmbed, isMethod),
	placeRows())

// ofSizes returns the rows of a function of a tensor and a list of integers, and of the
// method, whose integers may also be arguments of their own.
func ofSizes(name, list string, f viewFunc) []frontend.Func {
	return append(with(name, "input, "+list, func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		isListed(c, list)
		return f(c, a)
	}, 0), with("."+name, "self, *"+list, f, 0)...)
}

// placeRows are methods that change a tensor's own shape, elements or both.
func placeRows() (rows []frontend.Func) {
	for name, row := range map[string]struct {
		sig string
		f   viewFunc
	}{
		"t": {"self", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
			return transposed(c.Namespace, a)
		}},
		"squeeze":   {"self, dim=None", squeeze},
		"unsqueeze": {"self, dim", unsqueeze},
		"transpose": {"self, dim0, dim1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
			return transposeOf(c.Namespace, a, dim(c, "dim0", a), dim(c, "dim1", a))
		}},
	} {
		rows = append(rows, frontend.Func{Path: "." + name + "_", Sig: row.sig, Run: func(c *frontend.Call) any {
			a := tensor(c, "self")
			if name == "t" && a.V.Ndim() > 2 {
				c.Raise("RuntimeError", "t_() expects a tensor with <= 2 dimensions, but self is %dD", a.V.Ndim())
			}
			if !views.Become(a, func(a *frontend.Array) *frontend.Array { return row.f(c, a) }) {
				c.Raise("RuntimeError", "%s(): a tensor of which there are views keeps its shape (clone() it first)", name+"_")
			}
			return a
		}})
	}
	slices.SortFunc(rows, func(a, b frontend.Func) int { return strings.Compare(a.Path, b.Path) })
	return append(rows,
		frontend.Func{Path: ".copy_", Sig: "self, other, non_blocking=False", Run: func(c *frontend.Call) any {
			a, o := tensor(c, "self"), number(c, "other")
			writesTo(c, a)
			if o.A == nil {
				return write(c, a, c.Env().BroadcastTo(put(c.Namespace, o.Value, a.V.Dtype()), a.V.Shape()))
			}
			src := o.A
			return write(c, a, c.Env().BroadcastTo(c.Result(broadcastable(c, src, a), typeOf(a)).V, a.V.Shape()))
		}},
		frontend.Func{Path: ".fill_", Sig: "self, value", Run: func(c *frontend.Call) any {
			a := tensor(c, "self")
			v := c.Arg("value")
			if t := ours(c.Namespace, v); t != nil {
				if t.V.Ndim() != 0 {
					c.Raise("RuntimeError", "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions", t.V.Ndim())
				}
				return write(c, a, c.Env().BroadcastTo(c.Result(t.V, typeOf(a)).V, a.V.Shape()))
			}
			return write(c, a, c.Env().BroadcastTo(filling(c, scalarOf(c, "value"), typeOf(a), a.V.Shape()), a.V.Shape()))
		}},
		frontend.Func{Path: ".zero_", Sig: "self", Run: func(c *frontend.Call) any {
			a := tensor(c, "self")
			return write(c, a, c.Env().ZerosLike(a.V))
		}},
		frontend.Func{Path: ".resize_", Sig: "self, *sizes, memory_format=None", Run: func(c *frontend.Call) any {
			only(c, "memory_format", nil)
			a, dims := tensor(c, "self"), lengths(c, "sizes")
			room(dims, a.V.Dtype().Size())
			if !slices.Equal(dims, a.V.Shape()) {
				views.Resize(c.Namespace, a, dims)
			}
			return a
		}})
}

// broadcastable returns the elements of src if they broadcast to a's shape.
func broadcastable(c *frontend.Call, src, a *frontend.Array) *ivy.Array {
	if shape.BroadcastTo(src.V.Shape(), a.V.Shape()) != nil {
		c.Raise("RuntimeError", "the shape %s does not broadcast to %s", shape.Text(src.V.Shape()), shape.Text(a.V.Shape()))
	}
	return src.V
}

func broadcast(c *frontend.Call, shapes ...[]int) []int {
	dims, err := shape.Broadcast(shapes...)
	if err != nil {
		c.Raise("RuntimeError", "%v", err)
	}
	return dims
}

// inferred returns a shape for a's elements, in which one length may be −1.
func inferred(c *frontend.Call, a *frontend.Array, dims []int) []int {
	out, n, free := slices.Clone(dims), 1, -1
	for i, d := range dims {
		switch {
		case d == -1 && free >= 0:
			c.Raise("RuntimeError", "only one dimension can be inferred")
		case d == -1:
			free = i
		case d < 0:
			c.Raise("RuntimeError", "invalid shape dimension %d", d)
		default:
			n *= d
		}
	}
	size := a.V.Size()
	switch {
	case free >= 0 && n == 0:
		c.Raise("RuntimeError", "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 can be any value and is ambiguous", shape.Text(dims))
	case free >= 0 && size%n == 0:
		out[free] = size / n
	case free >= 0 || n != size || shape.Size(out) != size:
		c.Raise("RuntimeError", "shape '%s' is invalid for input of size %d", shape.Text(dims), size)
	}
	if len(out) > shape.MaxRank {
		c.Raise("RuntimeError", "%d dimensions (at most %d)", len(out), shape.MaxRank)
	}
	return out
}

// reshapeTo is a view if the elements can stay where they are, else a copy.
func reshapeTo(c *frontend.Call, a *frontend.Array, dims []int) *frontend.Array {
	strides, _ := layout(a)
	if to, ok := viewStrides(a.V.Shape(), strides, dims); ok {
		return reshaped(c.Namespace, a, dims, to)
	}
	return c.Result(c.Env().Reshape(a.V, dims), typeOf(a))
}

func mustView(c *frontend.Call, a *frontend.Array, dims []int) *frontend.Array {
	strides, _ := layout(a)
	to, ok := viewStrides(a.V.Shape(), strides, dims)
	if !ok {
		c.Raise("RuntimeError", "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.")
	}
	return reshaped(c.Namespace, a, dims, to)
}

// view is of a shape, or of a dtype: elements of another width are more or fewer along the
// last axis.
func view(c *frontend.Call, a *frontend.Array) *frontend.Array {
	list, _ := c.Arg("shape").([]any)
	if c.Has("dtype") {
		if len(list) > 0 {
			c.Raise("TypeError", "view() received an invalid combination of arguments - got a shape and dtype")
		}
		list = []any{c.Arg("dtype")}
	}
	if len(list) == 1 {
		r, ok := promote.Result{}, true
		switch d := list[0].(type) {
		case dtype.Dtype:
			r.Dtype = d
		case frontend.PythonType:
			r.Dtype = d.Dtype()
		case half:
			r = promote.Result{Dtype: dtype.Complex64, Half: true}
		default:
			ok = false
		}
		if ok {
			return viewDtype(c, a, r)
		}
	}
	return mustView(c, a, inferred(c, a, sizes(c, "shape")))
}

func viewDtype(c *frontend.Call, a *frontend.Array, r promote.Result) *frontend.Array {
	from := typeOf(a)
	if from == r {
		return alias(c.Namespace, a)
	}
	if !r.Dtype.IsValid() {
		c.Raise("TypeError", "view() wants a dtype or a shape")
	}
	if from.Half || r.Half {
		c.Raise("NotImplementedError", "view of %s as %s is not there in this package", from, r)
	}
	strides, offset := layout(a)
	s := a.V.Shape()
	room(s, 2*a.V.Dtype().Size())
	dims, m, n := slices.Clone(s), from.Dtype.Size(), r.Dtype.Size()
	last := len(s) - 1
	if m != n {
		switch {
		case last < 0:
			c.Raise("RuntimeError", "self.dim() cannot be 0 to view %s as %s (different element sizes)", from, r)
		case strides[last] != 1:
			c.Raise("RuntimeError", "self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %d", from, r, strides[last])
		}
	}
	if n > m { // several elements become one
		by := n / m
		if s[last]%by != 0 || offset%by != 0 {
			c.Raise("RuntimeError", "self.size(-1) and self.storage_offset() must be divisible by %d to view %s as %s, but got %d and %d", by, from, r, s[last], offset)
		}
		for i, stride := range strides[:last] {
			if stride%by != 0 {
				c.Raise("RuntimeError", "self.stride(%d) must be divisible by %d to view %s as %s, but got %d", i, by, from, r, stride)
			}
			strides[i] /= by
		}
		dims[last] /= by
		offset /= by
	} else if n < m {
		by := m / n
		for i := range strides[:last] {
			strides[i] *= by
		}
		dims[last] *= by
		offset *= by
	}
	return viewOf(c.Namespace, a, lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.FromBytes(r.Dtype, dims, reading.Bytes(x)) },
		Put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.FromBytes(from.Dtype, s, reading.Bytes(v)) },
		Strides: strides, Offset: offset,
	})
}

func flatten(c *frontend.Call, a *frontend.Array) *frontend.Array {
	from, to := dim(c, "start_dim", a), dim(c, "end_dim", a)
	if from > to {
		c.Raise("RuntimeError", "flatten() has invalid args: start_dim cannot come after end_dim")
	}
	s := a.V.Shape()
	if len(s) == 0 {
		return reshapeTo(c, a, []int{1})
	}
	if from == to {
		return a
	}
	return reshapeTo(c, a, slices.Concat(s[:from], []int{shape.Size(s[from : to+1])}, s[to+1:]))
}

func unflatten(c *frontend.Call, a *frontend.Array) *frontend.Array {
	axis := dim(c, "dim", a)
	into := sizes(c, "sizes")
	if len(into) == 0 {
		c.Raise("RuntimeError", "unflatten: sizes must be non-empty")
	}
	s := a.V.Shape()
	if len(s) == 0 {
		c.Raise("RuntimeError", "unflatten of a 0-d tensor")
	}
	part := inferredLength(c, s[axis], into)
	return mustView(c, a, slices.Concat(s[:axis], part, s[axis+1:]))
}

func inferredLength(c *frontend.Call, n int, dims []int) []int {
	out, rest, free := slices.Clone(dims), 1, -1
	for i, d := range dims {
		if d == -1 && free < 0 {
			free = i
		} else {
			rest *= d
		}
	}
	if free >= 0 && rest > 0 && n%rest == 0 {
		out[free], rest = n/rest, n
	}
	if rest != n || slices.Min(out) < 0 {
		c.Raise("RuntimeError", "unflatten: provided sizes %s don't multiply up to the size of the dim (%d)", shape.Text(dims), n)
	}
	return out
}

func squeeze(c *frontend.Call, a *frontend.Array) *frontend.Array {
	s := a.V.Shape()
	strides, _ := layout(a)
	drop := make([]bool, len(s))
	noNone(c, "dim")
	if c.Has("dim") {
		axes, _ := dims(c, "dim", a)
		if list, one, _ := c.Ints("dim"); !one && len(list) == 0 {
			axes = nil
		}
		for _, i := range axes {
			drop[i] = s[i] == 1
		}
	} else {
		for i, n := range s {
			drop[i] = n == 1
		}
	}
	var to, toStrides []int
	for i := range s {
		if !drop[i] {
			to, toStrides = append(to, s[i]), append(toStrides, strides[i])
		}
	}
	return reshaped(c.Namespace, a, to, toStrides)
}

func unsqueeze(c *frontend.Call, a *frontend.Array) *frontend.Array {
	s := a.V.Shape()
	i := wrapped(c, integer(c, "dim"), len(s)+1)
	strides, _ := layout(a)
	stride := 1
	if i < len(s) {
		stride = s[i] * strides[i]
	}
	return reshaped(c.Namespace, a, slices.Insert(s, i, 1), slices.Insert(strides, i, stride))
}

func moveDim(c *frontend.Call, a *frontend.Array) *frontend.Array {
	n := a.V.Ndim()
	c.Ints("destination") // whose kind is looked at before the values of both
	read := func(name string) []int {
		axes, _, ok := c.Ints(name)
		if !ok {
			c.Raise("TypeError", "movedim(): argument %q must be an int or a tuple of ints", name)
		}
		axes = slices.Clone(axes)
		for i, d := range axes {
			if axes[i] = wrapped(c, d, n); slices.Contains(axes[:i], axes[i]) {
				c.Raise("RuntimeError", "movedim: repeated dim in `%s` (%v)", name, axes)
			}
		}
		return axes
	}
	from, to := read("source"), read("destination")
	if len(from) != len(to) {
		c.Raise("RuntimeError", "movedim: Invalid source or destination dims: source (%v dims) should contain the same number of dims as destination (%v dims)", from, to)
	}
	if n == 0 {
		return alias(c.Namespace, a)
	}
	perm, err := shape.Move(from, to, n)
	frontend.Check(err)
	return permuted(c.Namespace, a, perm)
}

// expandTo broadcasts a; −1 leaves an axis as it is.
func expandTo(c *frontend.Call, a *frontend.Array, dims []int) *frontend.Array {
	s, to := a.V.Shape(), slices.Clone(dims)
	if len(to) < len(s) {
		c.Raise("RuntimeError", "expand: the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)", len(to), len(s))
	}
	for i := range to {
		j := i - (len(to) - len(s))
		switch {
		case j < 0 && to[i] < 0:
			c.Raise("RuntimeError", "The expanded size of the tensor (%d) isn't allowed in a leading, non-existing dimension %d", to[i], i)
		case j >= 0 && to[i] == -1:
			to[i] = s[j]
		case to[i] < 0 || j >= 0 && s[j] != 1 && s[j] != to[i]:
			c.Raise("RuntimeError", "The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d", to[i], s[max(j, 0)], i)
		}
	}
	return expanded(c.Namespace, a, to)
}

// position returns an index counted from the start.
func position(c *frontend.Call, i, axis, n int) int {
	if i < -n || i >= n {
		c.Raise("IndexError", "index %d is out of bounds for dimension %d with size %d", i, axis, n)
	}
	return (i + n) % n
}

func diagonal(first, second string) viewFunc {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		integer(c, second) // whose kind is looked at before the values of both
		i, j := dim(c, first, a), dim(c, second, a)
		if i == j {
			c.Raise("RuntimeError", "diagonal dimensions cannot be identical %d, %d", i, j)
		}
		return diagonalView(c, a, integer(c, "offset"), i, j)
	}
}

// diagonalView is the diagonal of two axes, which is the last of the view.
func diagonalView(c *frontend.Call, a *frontend.Array, k, i, j int) *frontend.Array {
	s := a.V.Shape()
	strides, offset := layout(a)
	row, col := max(-k, 0), max(k, 0)
	n := max(min(s[i]-row, s[j]-col), 0)
	if n > 0 {
		offset += row*strides[i] + col*strides[j]
	}
	var dims, steps, at []int
	positions := shape.Strides(s)
	for x := range s {
		if x != i && x != j {
			dims, steps, at = append(dims, s[x]), append(steps, strides[x]), append(at, positions[x])
		}
	}
	dims, steps, at = append(dims, n), append(steps, strides[i]+strides[j]), append(at, positions[i]+positions[j])
	return placed(c.Namespace, a, strided(dims, at, row*positions[i]+col*positions[j]), dims, steps, offset)
}

// strided lists the positions of elements in row-major order.
func strided(dims, strides []int, offset int) []int64 {
	room(dims, 16)
	if shape.Size(dims) == 0 {
		return []int64{}
	}
	positions := []int64{int64(offset)}
	for i, n := range dims {
		next := make([]int64, 0, len(positions)*n)
		for _, p := range positions {
			for j := range n {
				next = append(next, p+int64(j*strides[i]))
			}
		}
		positions = next
	}
	return positions
}

func viewAsReal(c *frontend.Call, a *frontend.Array) *frontend.Array {
	if !a.V.Dtype().IsComplex() {
		c.Raise("RuntimeError", "view_as_real is only supported for complex tensors")
	}
	room(a.V.Shape(), 32)
	strides, offset := layout(a)
	for i := range strides {
		strides[i] *= 2
	}
	d, isHalf := a.V.Dtype(), a.Half
	v := viewOf(c.Namespace, a, lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			z := compose.Parts(e, x)
			if isHalf {
				return e.Astype(z, dtype.Float16)
			}
			return z
		},
		Put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			return compose.FromParts(e, e.Astype(v, d.Component()))
		},
		Strides: append(strides, 1), Offset: 2 * offset,
	})
	v.Half = false
	return v
}

func viewAsComplex(c *frontend.Call, a *frontend.Array) *frontend.Array {
	s := a.V.Shape()
	_, r := kernelsOf("R R R R c c R R").need(c, typeOf(a))
	if len(s) == 0 || s[len(s)-1] != 2 {
		c.Raise("RuntimeError", "Tensor must have a last dimension of size 2")
	}
	strides, offset := layout(a)
	if strides[len(s)-1] != 1 {
		c.Raise("RuntimeError", "Tensor must have a last dimension with stride 1")
	}
	for i := range strides {
		strides[i] /= 2
	}
	d := r.Dtype
	room(s, 32)
	v := viewOf(c.Namespace, a, lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			return compose.FromParts(e, e.Astype(x, d.Component()))
		},
		Put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			return e.Astype(compose.Parts(e, v), base.Dtype())
		},
		Strides: strides[:len(s)-1], Offset: offset / 2,
	})
	v.Half = r.Half
	return v
}

// asStrided is a view of the memory that a tensor's elements are in.
func asStrided(c *frontend.Call, a *frontend.Array) *frontend.Array {
	dims, strides := lengths(c, "size"), sizes(c, "stride")
	if len(dims) != len(strides) {
		c.Raise("RuntimeError", "mismatch in length of strides and shape")
	}
	_, offset := layout(a)
	if c.Has("storage_offset") {
		offset = integer(c, "storage_offset")
	}
	base := a
	for b := views.Base(base); b != nil && b.V.Dtype() == a.V.Dtype() && b.Half == a.Half; b = views.Base(base) {
		base = b
	}
	last := offset
	for i, s := range strides {
		if s < 0 {
			c.Raise("RuntimeError", "as_strided: Negative strides are not supported at the moment, got strides: %v", strides)
		}
		last += max(dims[i]-1, 0) * s
	}
	if shape.Size(dims) > 0 && last >= base.V.Size() || offset < 0 {
		c.Raise("RuntimeError", "setStorage: sizes %s, strides %v, storage offset %d are out of bounds for storage of %d elements", shape.Text(dims), strides, offset, base.V.Size())
	}
	room(dims, 8)
	return placed(c.Namespace, base, strided(dims, strides, offset), dims, strides, offset)
}

func unfold(c *frontend.Call, a *frontend.Array) *frontend.Array {
	axis, size, step := dim(c, "dimension", a), integer(c, "size"), integer(c, "step")
	s := a.V.Shape()
	n := 1
	if len(s) > 0 {
		n = s[axis]
	}
	switch {
	case size < 0 || size > n:
		c.Raise("RuntimeError", "maximum size for tensor at dimension %d is %d but size is %d", axis, n, size)
	case step <= 0:
		c.Raise("RuntimeError", "step is %d but must be > 0", step)
	}
	strides, offset := layout(a)
	positions := shape.Strides(s)
	if len(s) == 0 {
		return placed(c.Namespace, a, strided([]int{size}, []int{1}, 0), []int{size}, []int{1}, offset)
	}
	dims := append(slices.Clone(s), size)
	dims[axis] = (n-size)/step + 1
	to, at := append(slices.Clone(strides), strides[axis]), append(slices.Clone(positions), positions[axis])
	to[axis] *= step
	at[axis] *= step
	room(dims, 8)
	return placed(c.Namespace, a, strided(dims, at, 0), dims, to, offset)
}

// concatenate ignores empty tensors of one dimension, as PyTorch does.
func concatenate(c *frontend.Call) any {
	as := tensors(c, "tensors")
	if len(as) == 0 {
		c.Raise("ValueError", "torch.cat(): expected a non-empty list of Tensors")
	}
	return out(c, concatenated(c, as, integer(c, "dim")))
}

func concatenated(c *frontend.Call, as []*frontend.Array, axis int) *frontend.Array {
	legacy := func(a *frontend.Array) bool { return a.V.Ndim() == 1 && a.V.Size() == 0 }
	var first *frontend.Array
	for i, a := range as {
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "zero-dimensional tensor (at position %d) cannot be concatenated", i)
		}
		if first == nil || legacy(first) {
			first = a
		}
	}
	axis = wrapped(c, axis, first.V.Ndim())
	castableAll(c, as)
	args := make([]promote.Arg, 0, len(as))
	var vs []*frontend.Array
	for _, a := range as {
		args = append(args, a.Arg())
		if legacy(a) && !legacy(first) {
			continue
		}
		s, want := a.V.Shape(), first.V.Shape()
		if len(s) != len(want) {
			c.Raise("RuntimeError", "Tensors must have same number of dimensions: got %d and %d", len(want), len(s))
		}
		for i := range s {
			if i != axis && s[i] != want[i] {
				c.Raise("RuntimeError", "Sizes of tensors must match except in dimension %d. Expected size %d but got size %d", axis, want[i], s[i])
			}
		}
		vs = append(vs, a)
	}
	r, err := promote.Fold(c.Rule().Rule(), args...)
	frontend.Check(err)
	xs := make([]*ivy.Array, len(vs))
	for i, a := range vs {
		xs[i] = c.Result(a.V, r).V
	}
	return c.Result(c.Env().Concat(xs, ivy.Axis(axis)), r)
}

// castableAll refuses an out= that tensors to be joined are not cast to.
func castableAll(c *frontend.Call, as []*frontend.Array) {
	target := targetOf(c)
	if target == nil || c.Func.Path == "diff" {
		return
	}
	args := make([]promote.Arg, len(as))
	for i, a := range as {
		args[i] = a.Arg()
	}
	if r, err := promote.Fold(c.Rule().Rule(), args...); err == nil && !CanCast(r.Dtype, target.V.Dtype()) {
		c.Raise("TypeError", "torch.cat(): input types can't be cast to the desired output type %s", target.Type())
	}
}

// joinedAlong joins what f makes of tensors.
func joinedAlong(c *frontend.Call, as []*frontend.Array, axis int, f func(x *ivy.Array) *ivy.Array) *frontend.Array {
	castableAll(c, as)
	args := make([]promote.Arg, len(as))
	for i, a := range as {
		args[i] = promote.Arg{Dtype: a.V.Dtype(), Half: a.Half, Rank: a.V.Ndim()}
	}
	r, err := promote.Fold(c.Rule().Rule(), args...)
	frontend.Check(err)
	xs := make([]*ivy.Array, len(as))
	for i, a := range as {
		xs[i] = f(c.Result(a.V, r).V)
	}
	return c.Result(c.Env().Concat(xs, ivy.Axis(axis)), r)
}

// least returns a with at least n dimensions, as atleast_1d and its like do: a view.
func least(c *frontend.Call, a *frontend.Array, n int) *frontend.Array {
	s := a.V.Shape()
	if len(s) >= n {
		return a
	}
	dims := map[int][]int{1: {1}, 2: {1, 1}, 3: {1, 1, 1}}[n]
	if len(s) > 0 {
		dims = slices.Clone(dims)
		switch {
		case n == 2:
			dims[1] = s[0]
		case len(s) == 1:
			dims[1] = s[0]
		default:
			dims[0], dims[1] = s[0], s[1]
		}
	}
	return reshapeTo(c, a, dims)
}

func atLeast(n int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		list, _ := c.Arg("tensors").([]any)
		if len(list) == 1 {
			if a := ours(c.Namespace, list[0]); a != nil {
				return least(c, a, n)
			}
		}
		as := ofList(c, "tensors", c.Rest("tensors"))
		for i, a := range as {
			as[i] = least(c, a, n)
		}
		return as
	}
}

func stackAtLeast(n, axis int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		as := tensors(c, "tensors")
		if len(as) == 0 {
			c.Raise("RuntimeError", "%s expects a non-empty TensorList", c.Func.Path)
		}
		for i, a := range as {
			as[i] = least(c, a, n)
		}
		if n == 1 && as[0].V.Ndim() == 1 {
			return out(c, concatenated(c, as, 0))
		}
		return out(c, concatenated(c, as, axis))
	}
}

func equalSizes(n, size int) (list []int) {
	room([]int{n / size}, 512)
	for ; n > size; n -= size {
		list = append(list, size)
	}
	return append(list, n)
}

func pieces(c *frontend.Call, a *frontend.Array, axis int, lens []int) []*frontend.Array {
	total := 0
	for _, n := range lens {
		if n < 0 {
			c.Raise("RuntimeError", "split_with_sizes expects split_sizes have only non-negative entries, but got %v", lens)
		}
		total += n
	}
	if a.V.Ndim() == 0 {
		c.Raise("RuntimeError", "%s expects at least a 1-dimensional tensor", c.Func.Path)
	}
	if total != a.V.Shape()[axis] {
		c.Raise("RuntimeError", "split_with_sizes expects split_sizes to sum exactly to %d, but got %v", a.V.Shape()[axis], lens)
	}
	zs, start := make([]*frontend.Array, len(lens)), 0
	for i, n := range lens {
		zs[i] = narrowed(c.Namespace, a, axis, start, n, 1)
		start += n
	}
	return zs
}

func split(c *frontend.Call) any {
	a := tensor(c, "tensor")
	axis := dim(c, "dim", a)
	if _, isList := frontend.Sequence(c.Arg("split_size_or_sections")); isList {
		return pieces(c, a, axis, sizes(c, "split_size_or_sections"))
	}
	size := integer(c, "split_size_or_sections")
	if a.V.Ndim() == 0 {
		c.Raise("RuntimeError", "split expects at least a 1-dimensional tensor")
	}
	n := a.V.Shape()[axis]
	switch {
	case size < 0:
		c.Raise("RuntimeError", "split expects split_size be non-negative, but got split_size=%d", size)
	case size == 0 && n > 0:
		c.Raise("RuntimeError", "split_size can only be 0 if dimension size is 0, but got dimension size of %d", n)
	case size == 0:
		return pieces(c, a, axis, []int{0})
	}
	return pieces(c, a, axis, equalSizes(n, size))
}

// tensorSplit splits at indices, or into as many sections.
func tensorSplit(c *frontend.Call, a *frontend.Array, axis int, v any) []*frontend.Array {
	const name = "indices_or_sections"
	n := a.V.Shape()[axis]
	if t := ours(c.Namespace, v); t != nil && t.V.Ndim() == 1 && t.V.Dtype() == dtype.Int64 {
		at := ivy.Values[int64](t.V)
		list := make([]int, len(at))
		for i, x := range at {
			list[i] = int(x)
		}
		v = list
	}
	list, isList := frontend.Sequence(v)
	if !isList {
		if !isNumber(c.Namespace, v) {
			c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not %s", c.Func.Path, name, c.TypeName(v))
		}
		parts, ok := c.IntOf(v)
		if !ok {
			c.Raise("TypeError", "%s(): argument %q must be int, not %s", c.Func.Path, name, c.TypeName(v))
		}
		if parts <= 0 {
			c.Raise("RuntimeError", "number of sections must be larger than 0, got %d", parts)
		}
		room([]int{parts}, 64)
		lens := make([]int, parts)
		for i := range lens {
			lens[i] = n / parts
			if i < n%parts {
				lens[i]++
			}
		}
		return pieces(c, a, axis, lens)
	}
	zs, start := []*frontend.Array{}, 0
	for i := 0; i <= len(list); i++ {
		stop := n
		if i < len(list) {
			s, ok := list[i].(int)
			if !ok {
				c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not %s", c.Func.Path, name, c.TypeName(list[i]))
			}
			if stop = s; stop < 0 {
				stop += n
			}
			stop = min(max(stop, 0), n)
		}
		from := min(start, n)
		zs = append(zs, narrowed(c.Namespace, a, axis, from, max(stop-from, 0), 1))
		start = stop
	}
	return zs
}

func splitAt(least int, axis func(n int) int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := tensor(c, "input")
		if a.V.Ndim() < least {
			c.Raise("RuntimeError", "torch.%s requires a tensor with at least %d dimension, but got a tensor with %d dimensions!", c.Func.Path, least, a.V.Ndim())
		}
		at, v := axis(a.V.Ndim()), c.Arg("indices_or_sections")
		if rest, _ := v.([]any); len(rest) == 1 && isRest(c, "indices_or_sections") {
			v = rest[0]
		}
		if n, ok := v.(int); ok && (n <= 0 || a.V.Shape()[at]%n != 0) {
			c.Raise("RuntimeError", "torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!", c.Func.Path, at, a.V.Shape()[at], n)
		}
		return tensorSplit(c, a, at, v)
	}
}

func blockDiag(c *frontend.Call) any {
	as := oneByOne(c)
	e := c.Env()
	if len(as) == 0 {
		return c.Wrap(e.Zeros([]int{1, 0}, defaultFloat(c.Namespace)))
	}
	args := make([]promote.Arg, len(as))
	for i, a := range as {
		args[i] = promote.Arg{Dtype: a.V.Dtype(), Half: a.Half, Rank: 1}
		if a.V.Ndim() > 2 {
			c.Raise("RuntimeError", "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input %d has %d dimensions", i, a.V.Ndim())
		}
		as[i] = least(c, a, 2)
	}
	r, err := promote.Fold(c.Rule().Rule(), args...)
	frontend.Check(err)
	blocks := make([]*ivy.Array, len(as))
	for i, a := range as {
		blocks[i] = c.Result(a.V, r).V
	}
	return c.Result(e.BlockDiag(blocks), r)
}

func cartesian(c *frontend.Call) any {
	as := oneByOne(c)
	e := c.Env()
	for _, a := range as {
		if a.V.Ndim() != 1 {
			c.Raise("RuntimeError", "Expect a 1D vector, but got shape %s", shape.Text(a.V.Shape()))
		}
		if typeOf(a) != typeOf(as[0]) {
			c.Raise("RuntimeError", "meshgrid expects all tensors to have the same dtype")
		}
	}
	switch len(as) {
	case 0:
		c.Raise("RuntimeError", "cartesian_prod expects a non-empty TensorList")
	case 1:
		return as[0]
	}
	grids := e.Meshgrid(values(as), ivy.Indexing("ij"))
	for i, g := range grids {
		grids[i] = e.Reshape(g, []int{g.Size()})
	}
	return c.Result(e.Stack(grids, ivy.Axis(1)), typeOf(as[0]))
}

func combinations(c *frontend.Call) any {
	a, r, again := tensor(c, "input"), integer(c, "r"), boolean(c, "with_replacement")
	if a.V.Ndim() != 1 {
		c.Raise("RuntimeError", "Expect a 1D vector, but got shape %s", shape.Text(a.V.Shape()))
	}
	if r < 0 || r > 1<<16 {
		c.Raise("RuntimeError", "Expect a non-negative number of at most %d, but got %d", 1<<16, r)
	}
	_, t := bitsAll.need(c, typeOf(a))
	e := c.Env()
	if r == 0 {
		return c.Result(e.Zeros([]int{0}, t.Dtype), t)
	}
	n := a.V.Size()
	count := 1.0
	for i := range r {
		if again {
			count *= float64(n+i) / float64(i+1)
		} else {
			count *= float64(max(n-i, 0)) / float64(i+1)
		}
		if count*float64(r)*16 > 1<<34 {
			c.Raise("RuntimeError", "not enough memory: combinations of %d from %d", r, n)
		}
		if count == 0 {
			break
		}
	}
	room([]int{int(count) + 1, r}, 16)
	at, pick := []int64{}, make([]int, r)
	var next func(i, from int)
	next = func(i, from int) {
		if i == r {
			for _, p := range pick {
				at = append(at, int64(p))
			}
			return
		}
		for p := from; p < n; p++ {
			pick[i] = p
			if again {
				next(i+1, p)
			} else {
				next(i+1, p+1)
			}
		}
	}
	if r <= n || again {
		next(0, 0)
	}
	return c.Result(e.Take(a.V, e.Reshape(e.Asarray(at), []int{len(at) / r, r}), ivy.Axis(0)), t)
}

// flippable refuses dtypes that PyTorch does not flip along the last axis.
func flippable(c *frontend.Call, a *frontend.Array, axes ...int) promote.Result {
	k := gathers
	if !slices.Contains(axes, max(a.V.Ndim()-1, 0)) {
		k = everything
	}
	_, r := k.need(c, typeOf(a))
	return r
}

func flipped(axis int) viewFunc {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Ndim() <= axis {
			c.Raise("RuntimeError", "Input must be >= %d-d.", axis+1)
		}
		r := flippable(c, a, axis)
		return c.Result(c.Env().Flip(a.V, ivy.Axis(axis)), r)
	}
}

func roll(c *frontend.Call, a *frontend.Array) *frontend.Array {
	shifts, _, ok := c.Ints("shifts")
	if !ok {
		c.Raise("TypeError", "roll(): argument 'shifts' must be tuple of ints, not NoneType")
	}
	if len(shifts) == 0 {
		c.Raise("RuntimeError", "`shifts` required")
	}
	axes, _, _ := c.Ints("dims")
	if len(axes) == 0 {
		if len(shifts) != 1 {
			c.Raise("RuntimeError", "shifts and dimensions must align. shifts: %d, dims:0", len(shifts))
		}
		return c.Result(c.Env().Roll(a.V, shifts), typeOf(a))
	}
	if len(axes) != len(shifts) {
		c.Raise("RuntimeError", "shifts and dimensions must align. shifts: %d, dims:%d", len(shifts), len(axes))
	}
	to := make([]int, len(axes))
	for i, d := range axes {
		to[i] = wrapped(c, d, a.V.Ndim())
	}
	if a.V.Ndim() == 0 {
		return c.Result(a.V, typeOf(a))
	}
	return c.Result(c.Env().Roll(a.V, shifts, ivy.Axes(to)), typeOf(a))
}

// repeated repeats along each axis; tile lets the counts be fewer than the axes.
func repeated(c *frontend.Call, a *frontend.Array, counts []int, few bool) *frontend.Array {
	if len(counts) < a.V.Ndim() && !few {
		c.Raise("RuntimeError", "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
	}
	for _, n := range counts {
		if n < 0 {
			c.Raise("RuntimeError", "Trying to create tensor with negative dimension %d", n)
		}
	}
	return c.Result(c.Env().Tile(a.V, counts), typeOf(a))
}

func repeatInterleave(c *frontend.Call) any {
	e := c.Env()
	if !c.Given("input") { // of repeats alone: of the positions of them
		n := tensor(c, "repeats").V
		if d := n.Dtype(); d != dtype.Int32 && d != dtype.Int64 {
			c.Raise("NotImplementedError", "repeat_interleave is not implemented for %v", d)
		}
		if n.Ndim() != 1 {
			c.Raise("RuntimeError", "repeat_interleave only accept 1D vector as repeat")
		}
		return repeatedBy(c, c.Wrap(e.Arange(n.Size(), dtype.Int64)))
	}
	return repeatedBy(c, tensor(c, "input"))
}

func repeatedBy(c *frontend.Call, a *frontend.Array) *frontend.Array {
	e, x := c.Env(), a.V
	axis := 0
	if c.Has("dim") {
		axis = dim(c, "dim", a)
	}
	if !c.Has("dim") || x.Ndim() == 0 {
		x = e.Reshape(x, []int{x.Size()})
	}
	n := x.Shape()[axis]
	o := number(c, "repeats")
	var counts *ivy.Array
	if o.A == nil {
		if !o.Value.IsInteger() {
			c.Raise("TypeError", "repeat_interleave(): argument 'repeats' must be Tensor or int, not %v", o.Value)
		}
		counts = e.Full([]int{n}, o.Value, dtype.Int64)
	} else {
		if d := o.A.V.Dtype(); d != dtype.Int32 && d != dtype.Int64 {
			c.Raise("RuntimeError", "repeats has to be Long or Int tensor")
		}
		if o.Rank > 1 {
			c.Raise("RuntimeError", "repeats must be 0-dim or 1-dim tensor")
		}
		if s := o.A.V.Size(); o.Rank == 1 && s != 1 && s != n {
			c.Raise("RuntimeError", "repeats must have the same size as input along dim, but got repeats.size(0) = %d and input.size(%d) = %d", s, axis, n)
		}
		counts = e.BroadcastTo(e.Astype(o.A.V, dtype.Int64), []int{n})
	}
	if n > 0 && e.Any(e.Less(counts, e.Zeros(nil, dtype.Int64))).Bool() {
		c.Raise("RuntimeError", "repeats can not be negative")
	}
	if c.Has("output_size") {
		if o := ours(c.Namespace, c.Arg("output_size")); o != nil && o.V.Dtype() == dtype.Bool && o.V.Size() == 1 {
			c.Raise("RuntimeError", "scalar.isIntegral( false) INTERNAL ASSERT FAILED: output_size is a bool")
		}
		if want := countOf(c, "output_size"); int64(want) != ivy.Item[int64](e.Sum(counts, dtype.Int64)) {
			c.Raise("RuntimeError", "allocated size does not match required size")
		}
	}
	return c.Result(e.Repeat(x, counts, ivy.Axis(axis)), typeOf(a))
}

// embedded is a matrix with a line on a diagonal.
func embedded(e *ivy.Env, x *ivy.Array, k int) *ivy.Array {
	m := x.Size() + max(k, -k)
	room([]int{m, m}, x.Dtype().Size())
	return e.Diag(x, ivy.K(k))
}

func diagEmbed(c *frontend.Call, a *frontend.Array) *frontend.Array {
	e, x := c.Env(), a.V
	k, n := integer(c, "offset"), x.Ndim()
	integer(c, "dim2") // whose kind is looked at before the values of both
	i, j := wrapped(c, integer(c, "dim1"), n+1), wrapped(c, integer(c, "dim2"), n+1)
	if i == j {
		c.Raise("RuntimeError", "diagonal dimensions cannot be identical %d, %d", i, j)
	}
	if n == 0 {
		c.Raise("IndexError", "Dimension out of range: diag_embed of a 0-d tensor")
	}
	s := x.Shape()
	length := s[n-1]
	m := length + max(k, -k)
	dims := append(slices.Clone(s[:n-1]), m, m)
	room(dims, x.Dtype().Size())
	rows := shape.Size(s[:n-1])
	z := compose.Zeros(e, []int{rows, m * m}, x.Dtype(), x)
	if length > 0 && rows > 0 {
		at := strided([]int{length}, []int{m + 1}, max(k, 0)+max(-k, 0)*m)
		e.SetItem(z, e.Reshape(x, []int{rows, length}), ivy.Colon, e.Asarray(at))
	}
	return c.Result(e.MoveAxis(e.Reshape(z, dims), []int{n - 1, n}, []int{i, j}), typeOf(a))
}

// rot90 turns the plane of two axes, the first two by default.
func rot90(c *frontend.Call, a *frontend.Array) *frontend.Array {
	axes := []int{0, 1}
	if c.Has("dims") {
		axes = slices.Clone(sizes(c, "dims"))
	}
	n := a.V.Ndim()
	if len(axes) != 2 || n < 2 {
		c.Raise("RuntimeError", "expected total rotation dims == 2 and total dims >= 2, but got %d and %d", len(axes), n)
	}
	for i, d := range axes {
		if d < -n || d >= n {
			c.Raise("RuntimeError", "Rotation dim%d out of range, dim%d = %d", i, i, d)
		}
		axes[i] = (d + n) % n
	}
	if axes[0] == axes[1] {
		c.Raise("RuntimeError", "expected rotation dims to be different, but got dim0 = %d and dim1 = %d", axes[0], axes[1])
	}
	k := (integer(c, "k")%4 + 4) % 4
	if k == 0 {
		return c.Result(a.V, typeOf(a))
	}
	turned := map[int][]int{1: axes[1:], 2: axes, 3: axes[:1]}[k]
	r := flippable(c, a, turned...)
	return c.Result(c.Env().Rot90(a.V, ivy.K(k), ivy.Axes(axes)), r)
}
