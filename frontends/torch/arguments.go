package torch

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// ours returns x as a tensor, nil if it is none: lists and numbers are none, a Go slice
// of sized numbers and an array of another package are.
func ours(n *frontend.Namespace, x any) *frontend.Array {
	switch x := x.(type) {
	case *Tensor:
		return (*frontend.Array)(x)
	case nil, bool, int, float64, complex128, string, dtype.Dtype, half, frontend.PythonType, backend.Scalar:
		return nil
	}
	if _, isList := frontend.Sequence(x); isList {
		return nil
	}
	o, err := n.Operand(x)
	if err != nil {
		return nil
	}
	return o.A
}

// tensor returns an argument that is a tensor.
func tensor(c *frontend.Call, name string) *frontend.Array {
	a := ours(c.Namespace, c.Arg(name))
	if a == nil {
		class := "TypeError"
		if asksAttribute(c, name) {
			class = "AttributeError"
		}
		c.Raise(class, "%s(): argument %q must be Tensor, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
	}
	return a
}

// attributesOf are the functions that PyTorch has in Python and that call methods of their
// input at once, and those that do so of their target as well.
var attributesOf = map[string][]string{
	"input": strings.Fields(`norm nn.functional.lp_pool1d nn.functional.lp_pool2d nn.functional.lp_pool3d nn.functional.adaptive_avg_pool2d nn.functional.adaptive_avg_pool3d
		nn.functional.adaptive_max_pool2d nn.functional.adaptive_max_pool2d_with_indices nn.functional.adaptive_max_pool3d nn.functional.adaptive_max_pool3d_with_indices
		nn.functional.dropout1d nn.functional.dropout2d nn.functional.dropout3d nn.functional.max_pool3d_with_indices nn.functional.softmax nn.functional.log_softmax nn.functional.softmin nn.functional.softsign nn.functional.tanh nn.functional.tanhshrink
		nn.functional.sigmoid nn.functional.glu nn.functional.normalize nn.functional.group_norm nn.functional.instance_norm
		nn.functional.mse_loss nn.functional.l1_loss nn.functional.smooth_l1_loss nn.functional.huber_loss nn.functional.binary_cross_entropy nn.functional.binary_cross_entropy_with_logits`),
	"target": strings.Fields(`nn.functional.mse_loss nn.functional.l1_loss nn.functional.smooth_l1_loss nn.functional.huber_loss
		nn.functional.binary_cross_entropy nn.functional.binary_cross_entropy_with_logits`),
}

// asksAttribute reports whether Python finds that an argument is no tensor by an attribute
// that it lacks.
func asksAttribute(c *frontend.Call, name string) bool {
	switch c.Func.Path {
	case "split":
		_, isText := c.Arg(name).(string) // which has a method split
		return !isText
	case "nn.functional.softmin": // which negates it first if it has a dimension
		return !c.Has("dim") || isNumber(c.Namespace, c.Arg(name))
	case "tensordot":
		_, isNumber := c.Arg("dims").(int)
		return isNumber
	case "stft":
		return isTrue(c, "center")
	}
	if strings.HasPrefix(c.Func.Path, "nn.init.") { // which call methods of it
		return true
	}
	return slices.Contains(attributesOf[name], c.Func.Path)
}

// optional is tensor, or nil for None.
func optional(c *frontend.Call, name string) *frontend.Array {
	if !c.Has(name) {
		return nil
	}
	return tensor(c, name)
}

// number returns an argument that is a tensor or a Python number as an operand.
func number(c *frontend.Call, name string) frontend.Operand {
	x := c.Arg(name)
	if a := ours(c.Namespace, x); a != nil {
		return frontend.Operand{Arg: a.Arg(), A: a}
	}
	if _, isList := frontend.Sequence(x); !isList && x != nil {
		if o, err := c.Namespace.Operand(x); err == nil {
			return o
		}
	}
	c.Raise("TypeError", "%s(): argument %q must be Tensor or Number, not %s", c.Func.Path, name, c.TypeName(x))
	return frontend.Operand{}
}

// scalarOf returns an argument that is a Python number, or a 0-d tensor.
func scalarOf(c *frontend.Call, name string) backend.Scalar {
	o := number(c, name)
	if o.A == nil {
		return o.Value
	}
	if o.Rank != 0 {
		c.Raise("TypeError", "%s(): argument %q must be a number, not a tensor of shape %s", c.Func.Path, name, shape.Text(o.A.V.Shape()))
	}
	return frontend.Number(o.A)
}

// tensors returns an argument that is a list of tensors.
func tensors(c *frontend.Call, name string) []*frontend.Array {
	list, ok := frontend.Sequence(c.Arg(name))
	if !ok {
		c.Raise("TypeError", "%s(): argument %q must be tuple of Tensors, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
	}
	return ofList(c, name, list)
}

// oneByOne returns the tensors that a function takes one by one, not in a list.
func oneByOne(c *frontend.Call) []*frontend.Array {
	list, _ := c.Arg("tensors").([]any)
	return ofList(c, "tensors", list)
}

func ofList(c *frontend.Call, name string, list []any) []*frontend.Array {
	as := make([]*frontend.Array, len(list))
	for i, x := range list {
		if as[i] = ours(c.Namespace, x); as[i] == nil {
			c.Raise("TypeError", "%s(): argument %q must be tuple of Tensors, but found element of type %s at pos %d", c.Func.Path, name, c.TypeName(x), i)
		}
	}
	return as
}

// values returns the arrays of tensors.
func values(as []*frontend.Array) []*ivy.Array {
	vs := make([]*ivy.Array, len(as))
	for i, a := range as {
		vs[i] = a.V
	}
	return vs
}

// only refuses an argument that is not what it must be.
func only(c *frontend.Call, name string, want any) {
	if got := c.Arg(name); got != want {
		c.Raise("RuntimeError", "%s(): %s=%s is not there in this package (leave it out)", c.Func.Path, name, c.Shown(got))
	}
}

// device refuses an argument that names another device than there is.
func device(c *frontend.Call, name string) {
	switch d := c.Arg(name).(type) {
	case nil:
	case string:
		onCPU(c, d)
	case Device:
		onCPU(c, d.Type)
	default:
		c.Raise("TypeError", "%s(): argument %q must be torch.device, not %s", c.Func.Path, name, c.TypeName(d))
	}
}

func onCPU(c *frontend.Call, name string) {
	if name != "cpu" {
		c.Raise("RuntimeError", "%s(): no device %q (there is cpu)", c.Func.Path, name)
	}
}

// made checks what all functions that make tensors take: options of storage.
func made(c *frontend.Call) {
	device(c, "device")
	for name, want := range map[string]any{"layout": nil, "requires_grad": false, "pin_memory": false} {
		if slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool { return p.Name == name }) {
			only(c, name, want)
		}
	}
}

// boolean returns an argument that is True or False.
func boolean(c *frontend.Call, name string) bool {
	b, ok := c.Arg(name).(bool)
	if !ok {
		c.Raise("TypeError", "%s(): argument %q must be bool, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
	}
	return b
}

// integer returns an argument that is an integer, or a tensor of one without dimensions;
// True, False and lists are none.
func integer(c *frontend.Call, name string) int {
	if _, isList := frontend.Sequence(c.Arg(name)); isList {
		c.Raise("TypeError", "%s(): argument %q must be int, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
	}
	if a := ours(c.Namespace, c.Arg(name)); a != nil && a.V.Ndim() > 0 {
		c.Raise("TypeError", "%s(): argument %q must be int, not Tensor of shape %s", c.Func.Path, name, shape.Text(a.V.Shape()))
	}
	return c.Int(name)
}

// countOf is integer for a parameter of sizes: a tensor of one integer may have dimensions there.
func countOf(c *frontend.Call, name string) int {
	a := ours(c.Namespace, c.Arg(name))
	if a == nil || a.V.Size() != 1 {
		return integer(c, name)
	}
	switch d := a.V.Dtype(); {
	case d.IsBool():
		c.Raise("RuntimeError", "%s(): argument %q is a tensor of a bool, want an integer", c.Func.Path, name)
	case !d.IsInteger():
		c.Raise("TypeError", "%s(): argument %q must be int, not Tensor", c.Func.Path, name)
	}
	return c.Size(onlyElement(c, a))
}

// onlyElement returns the element of a tensor that has one, as item() does.
func onlyElement(c *frontend.Call, a *frontend.Array) backend.Scalar {
	return frontend.Peek(c.Wrap(c.Env().Reshape(a.V, nil)))
}

// compares refuses arguments that are tensors of several elements, or of none: Python compares these arguments, and asks whether
// the comparison is true.
func compares(c *frontend.Call, names ...string) {
	for _, name := range names {
		if a := ours(c.Namespace, c.Arg(name)); a != nil {
			hasTruth(c, a)
		}
	}
}

// isTrue reports whether an argument is true to Python.
func isTrue(c *frontend.Call, name string) bool {
	v := c.Arg(name)
	if a := ours(c.Namespace, v); a != nil {
		return truthValue(c, a)
	}
	if list, isList := frontend.Sequence(v); isList {
		return len(list) > 0
	}
	switch v := v.(type) {
	case nil:
		return false
	case string:
		return v != ""
	}
	o, err := c.Namespace.Operand(v)
	return err != nil || o.Value.Complex128() != 0
}

// realArg returns an argument that is a real number.
func realArg(c *frontend.Call, name string) float64 {
	v := scalarOf(c, name)
	if v.Kind == dtype.KindComplex {
		c.Raise("TypeError", "%s(): argument %q must be a real number, not %v", c.Func.Path, name, v)
	}
	return v.Float64()
}

// wrapped returns dimension d of a tensor of so many, a 0-d one having one as well.
func wrapped(c *frontend.Call, d, ndim int) int {
	n := max(ndim, 1)
	if d < -n || d >= n {
		c.Raise("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, d)
	}
	return (d + n) % n
}

// dim returns an argument that names one dimension of a.
func dim(c *frontend.Call, name string, a *frontend.Array) int {
	return wrapped(c, integer(c, name), a.V.Ndim())
}

// noNone refuses None for a parameter that the call may leave out.
func noNone(c *frontend.Call, name string) {
	if c.Given(name) && !c.Has(name) {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - got %s=NoneType", c.Func.Path, name)
	}
}

// keepdimWithDim refuses a keepdim without a dim, of functions that take both or none.
func keepdimWithDim(c *frontend.Call) {
	if c.Given("keepdim") && !c.Given("dim") {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - got keepdim without dim", c.Func.Path)
	}
}

// outWithDim refuses an out= without a dim, of functions that take both or none.
func outWithDim(c *frontend.Call) {
	if c.Given("out") && !c.Given("dim") {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - got out without dim", c.Func.Path)
	}
}

// dims returns an argument that names dimensions of a: all for None, and, as reductions
// have it, for none.
func dims(c *frontend.Call, name string, a *frontend.Array) (axes []int, all bool) {
	list, _, ok := c.Ints(name)
	if !ok || len(list) == 0 {
		return shape.All(a.V.Ndim()), true
	}
	axes = make([]int, len(list))
	for i, d := range list {
		axes[i] = wrapped(c, d, a.V.Ndim())
		if slices.Contains(axes[:i], axes[i]) {
			c.Raise("RuntimeError", "dim %d appears multiple times in the list of dims", axes[i])
		}
	}
	if a.V.Ndim() == 0 {
		axes = nil
	}
	return axes, false
}

// sizes returns the lengths that "*name" stands for: integers, or one list of them.
func sizes(c *frontend.Call, name string) []int {
	var list []any
	switch v := c.Arg(name).(type) {
	case nil:
		c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not NoneType", c.Func.Path, name)
	case []any:
		list = v
		if len(v) == 1 && isRest(c, name) {
			if inner, ok := frontend.Sequence(v[0]); ok {
				list = inner
			}
		}
	default:
		if s, ok := frontend.Sequence(v); ok {
			list = s
			break
		}
		if a := ours(c.Namespace, v); a != nil && a.V.Size() == 1 && a.V.Dtype().IsBool() { // one that stands for a list is an integer
			v = map[bool]int{true: 1}[onlyElement(c, a).Bool()]
		}
		list = []any{v}
	}
	out := make([]int, len(list))
	for i, v := range list {
		if _, isList := frontend.Sequence(v); isList {
			c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not %s", c.Func.Path, name, c.TypeName(v))
		}
		o, err := c.Namespace.Operand(v)
		switch {
		case err == nil && o.A == nil && o.Value.IsInteger():
			out[i] = c.Size(o.Value)
		case err == nil && o.A != nil && o.A.V.Size() == 1 && o.Dtype.IsInteger():
			out[i] = c.Size(onlyElement(c, o.A))
		case err == nil && o.A != nil && o.A.V.Size() == 1 && o.Dtype.IsBool():
			c.Raise("RuntimeError", "%s(): argument %q has a tensor of a bool in it, want integers", c.Func.Path, name)
		default:
			c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not %s", c.Func.Path, name, c.TypeName(v))
		}
	}
	return out
}

// isRest reports whether a parameter takes the arguments that are left.
func isRest(c *frontend.Call, name string) bool {
	return slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool { return p.Name == name && p.Rest })
}

// isListed refuses an argument that is no list.
func isListed(c *frontend.Call, name string) {
	if _, isList := frontend.Sequence(c.Arg(name)); !isList {
		c.Raise("TypeError", "%s(): argument %q must be tuple of ints, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
	}
}

// lengths is sizes of a tensor to be made: none may be negative.
func lengths(c *frontend.Call, name string) []int {
	s := sizes(c, name)
	for _, n := range s {
		if n < 0 {
			c.Raise("RuntimeError", "%s: Dimension size must be non-negative, not %d", c.Func.Path, n)
		}
	}
	if len(s) > shape.MaxRank {
		c.Raise("RuntimeError", "%s: %d dimensions (at most %d)", c.Func.Path, len(s), shape.MaxRank)
	}
	return s
}

// filler returns v as an element that fill_ and its like write: an integer out of range
// and a complex number for a real dtype are RuntimeErrors.
func filler(c *frontend.Call, v backend.Scalar, r promote.Result) *ivy.Array {
	v, ok := realFor(v, r.Dtype)
	if !ok || !fitsDtype(v, r.Dtype) {
		c.Raise("RuntimeError", "the value %v cannot be converted to %v without overflow", v, r)
	}
	return put(c.Namespace, v, r.Dtype)
}

// filling is filler for what fill_ writes into a tensor: PyTorch does not check a single 16-bit float.
func filling(c *frontend.Call, v backend.Scalar, r promote.Result, dims []int) *ivy.Array {
	if shape.Size(dims) == 1 && dtype.Narrow.Has(r.Dtype) && v.Kind != dtype.KindComplex {
		return put(c.Namespace, v, r.Dtype)
	}
	return filler(c, v, r)
}

// indexed is filler for what an index names: a float that is too large is infinite.
func indexed(c *frontend.Call, v backend.Scalar, r promote.Result) *ivy.Array {
	if v.Kind != dtype.KindComplex && r.Dtype.IsFloat() {
		return put(c.Namespace, v, r.Dtype)
	}
	return filler(c, v, r)
}

// realFor returns a complex number for a real dtype as its real part; ok is false if it has
// an imaginary one.
func realFor(v backend.Scalar, d dtype.Dtype) (real backend.Scalar, ok bool) {
	if v.Kind != dtype.KindComplex || d.IsBool() || d.IsComplex() {
		return v, true
	}
	return backend.FloatScalar(v.Float64()), v.Complex128() == complex(v.Float64(), 0)
}

// fitsDtype reports whether PyTorch converts a number to a dtype without an overflow.
func fitsDtype(v backend.Scalar, d dtype.Dtype) bool {
	switch {
	case v.Kind == dtype.KindUint:
		return !d.IsInteger() || d == dtype.Uint64
	case v.IsInteger() && d.IsInteger():
		i := v.Int64()
		if d.IsUnsigned() && i < 0 { // negative numbers of the width pass
			return d.Bits() == 64 || -i <= int64(1)<<d.Bits()-1
		}
		return dtype.HoldsInt(d, i)
	case v.Kind == dtype.KindFloat && d.IsInteger(): // which is compared as it is
		f := v.Float64()
		lo, hi := -math.Ldexp(1, d.Bits()-1), math.Ldexp(1, d.Bits()-1)
		if d.IsUnsigned() {
			lo, hi = 0, math.Ldexp(1, d.Bits())
		}
		return f >= lo && f < hi && (d.Bits() > 32 || f <= hi-1)
	case d.IsFloat() && d != dtype.Float64:
		f := math.Abs(v.Float64())
		info, err := dtype.Finfo(d)
		return err != nil || !(f > info.Max) || math.IsInf(f, 0)
	}
	return true
}

// room refuses arrays that this package would make itself and that memory does not hold:
// Go cannot recover from running out of it.
func room(dims []int, itemSize int) {
	if err := shape.Check(dims, itemSize); err != nil {
		frontend.Raise("torch", "RuntimeError", "Storage size calculation overflowed: %v", err)
	}
	if err := backend.CheckElements(shape.Size(dims), itemSize); err != nil {
		frontend.Raise("torch", "RuntimeError", "not enough memory: %v", err)
	}
}
