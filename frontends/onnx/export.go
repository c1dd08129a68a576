package onnx

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// The versions that Export writes.
const (
	exportOpset = 21
	exportIR    = 10
)

// Export writes a compiled function as a model, for inputs of the dtypes and shapes of the examples, which are fixed: "input_0" and so on, with results
// "output_0" and so on. It is traced on the native backend; arrays that the function captures become weights. ONNX Runtime runs the model with the same results but for
// rounding, where it has the operators for these dtypes.
//
// A function that cannot be traced, and one that needs what no operator of opset 21 does, are errors of kind [ivy.ErrUnsupported]; the latter is an
// [Unsupported], which names all of it.
func Export(w io.Writer, c *ivy.Compiled, examples ...*ivy.Array) error {
	fail := func(kind, err error) error { return &ivy.Error{Op: "onnx.Export", Kind: kind, Err: err} }
	specs := make([]backend.Spec, len(examples))
	for i, x := range examples {
		if x == nil {
			return fail(ivy.ErrValue, fmt.Errorf("example %d is nil", i))
		}
		specs[i] = backend.Spec{Dtype: x.Dtype(), Shape: x.Shape()}
	}
	p, err := c.Program("native", specs...)
	if err != nil {
		return fail(ivy.ErrUnsupported, err)
	}
	native, err := backend.Lookup("native")
	if err != nil {
		return fail(ivy.ErrBackend, err)
	}
	g := &exporter{p: p, native: native, known: map[string]string{}, several: map[string][]string{}}
	if err := ivy.Try(g.program); err != nil {
		return fail(ivy.ErrUnsupported, err)
	}
	if len(g.refused) > 0 {
		return fail(ivy.ErrUnsupported, &Unsupported{g.refused})
	}
	if _, err := w.Write(g.model()); err != nil {
		return fail(ivy.ErrValue, err)
	}
	return nil
}

// An exporter writes a program's nodes as ONNX's.
type exporter struct {
	p       *backend.Program
	native  backend.Backend
	names   []string            // of the program's values
	several map[string][]string // the results of a branch or a loop, by the name of its value
	nodes   [][]byte
	tensors [][]byte
	known   map[string]string // initializers of lists of integers
	next    int
	refused []string
	outputs []string
}

func (g *exporter) refuse(format string, args ...any) string {
	if what := fmt.Sprintf(format, args...); !slices.Contains(g.refused, what) {
		g.refused = append(g.refused, what)
	}
	return "refused"
}

func (g *exporter) name() string {
	g.next++
	return fmt.Sprintf("t%d", g.next)
}

// Fields of messages.

func bytesField(b []byte, num protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), v)
}

func textField(b []byte, num protowire.Number, v string) []byte { return bytesField(b, num, []byte(v)) }

func intField(b []byte, num protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), uint64(int64(v)))
}

// attribute returns an attribute of a node: an int, a float64, a string, []int or []string.
func attribute(name string, v any) []byte {
	b := textField(nil, 1, name)
	kind := 0
	switch v := v.(type) {
	case int:
		b, kind = intField(b, 3, v), attrInt
	case bool:
		n := 0
		if v {
			n = 1
		}
		b, kind = intField(b, 3, n), attrInt
	case float64:
		b = protowire.AppendFixed32(protowire.AppendTag(b, 2, protowire.Fixed32Type), math.Float32bits(float32(v)))
		kind = attrFloat
	case string:
		b, kind = textField(b, 4, v), attrString
	case graphMessage:
		b, kind = bytesField(b, 6, v), attrGraph
	case []int:
		for _, n := range v {
			b = intField(b, 8, n)
		}
		kind = attrInts
	case []string:
		for _, text := range v {
			b = textField(b, 9, text)
		}
		kind = attrStrings
	}
	return intField(b, 20, kind)
}

// attrs are attributes by name.
type attrs map[string]any

// op adds a node and returns its first output.
func (g *exporter) op(op string, a attrs, ins ...string) string { return g.many(op, a, 1, ins...)[0] }

func (g *exporter) many(op string, a attrs, outs int, ins ...string) []string {
	var b []byte
	for _, in := range ins {
		b = textField(b, 1, in)
	}
	names := make([]string, outs)
	for i := range names {
		names[i] = g.name()
		b = textField(b, 2, names[i])
	}
	b = textField(b, 3, fmt.Sprintf("%s_%s", op, names[0]))
	b = textField(b, 4, op)
	keys := make([]string, 0, len(a))
	for k := range a {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		b = bytesField(b, 5, attribute(k, a[k]))
	}
	g.nodes = append(g.nodes, b)
	return names
}

// tensor adds an initializer of bytes as this machine has elements, and returns its name.
func (g *exporter) tensor(d dtype.Dtype, shape []int, data []byte) string {
	t := elemOf(d)
	if t == 0 {
		return g.refuse("elements of dtype %v", d)
	}
	raw, err := fromRaw(t, data, product(shape)) // the order is turned where it is another one
	if err != nil {
		return g.refuse("%v", err)
	}
	var b []byte
	for _, n := range shape {
		b = intField(b, 1, n)
	}
	name := g.name()
	b = textField(intField(b, 2, int(t)), 8, name)
	g.tensors = append(g.tensors, bytesField(b, 9, raw))
	return name
}

// ints returns an initializer of int64 numbers.
func (g *exporter) ints(zs ...int) string {
	key := fmt.Sprint(zs)
	name, ok := g.known[key]
	if !ok {
		name = g.tensor(dtype.Int64, []int{len(zs)}, int64Bytes(zs...))
		g.known[key] = name
	}
	return name
}

// number returns an initializer without axes.
func (g *exporter) number(d dtype.Dtype, v float64) string {
	key := fmt.Sprint(d, v)
	name, ok := g.known[key]
	if !ok {
		var x *ivy.Array
		e, err := ivy.NewEnv("native")
		if err == nil {
			err = ivy.Try(func() { x = e.Astype(e.Asarray(v, ivy.Float64), d) })
		}
		if err != nil {
			return g.refuse("%v", err)
		}
		name = g.tensor(d, []int{}, x.Bytes())
		g.known[key] = name
	}
	return name
}

// buffer returns an initializer with the elements of a buffer.
func (g *exporter) buffer(b backend.Buffer, s backend.Spec) string {
	data := make([]byte, product(s.Shape)*s.Dtype.Size())
	if err := g.native.ToHost(b, data); err != nil {
		return g.refuse("%v", err)
	}
	return g.tensor(s.Dtype, s.Shape, data)
}

func (g *exporter) cast(x string, from, to dtype.Dtype) string {
	if from == to {
		return x
	}
	return g.op("Cast", attrs{"to": int(elemOf(to))}, x)
}

func (g *exporter) reshape(x string, shape []int) string {
	return g.op("Reshape", attrs{"allowzero": 1}, x, g.ints(shape...))
}

// flat returns x with one axis.
func (g *exporter) flat(x string) string { return g.op("Reshape", nil, x, g.ints(-1)) }

// program writes all nodes.
func (g *exporter) program() {
	for i := range g.p.Inputs {
		g.names = append(g.names, fmt.Sprintf("input_%d", i))
	}
	g.values()
	for _, v := range g.p.Results {
		g.outputs = append(g.outputs, g.op("Identity", nil, g.names[v]))
	}
}

// values writes the program's constants and nodes, behind its inputs.
func (g *exporter) values() {
	for i, c := range g.p.Constants {
		g.names = append(g.names, g.buffer(c, g.p.Specs[i]))
	}
	for i := range g.p.Nodes {
		g.names = append(g.names, g.node(&g.p.Nodes[i]))
	}
}

// valueInfo returns the message that says of which dtype and shape a tensor is.
func valueInfo(name string, s backend.Spec) []byte {
	var dims []byte
	for _, n := range s.Shape {
		dims = bytesField(dims, 1, intField(nil, 1, n))
	}
	tensor := bytesField(intField(nil, 1, int(elemOf(s.Dtype))), 2, dims)
	return bytesField(textField(nil, 1, name), 2, bytesField(nil, 1, tensor))
}

// model returns the file.
func (g *exporter) model() []byte {
	var b []byte
	for _, n := range g.nodes {
		b = bytesField(b, 1, n)
	}
	for i, name := range g.outputs { // under their own names
		n := textField(textField(nil, 1, name), 2, fmt.Sprintf("output_%d", i))
		b = bytesField(b, 1, textField(textField(n, 3, fmt.Sprintf("result_%d", i)), 4, "Identity"))
	}
	b = textField(b, 2, "goivy")
	for _, t := range g.tensors {
		b = bytesField(b, 5, t)
	}
	for i, s := range g.p.Inputs {
		b = bytesField(b, 11, valueInfo(fmt.Sprintf("input_%d", i), s))
	}
	for i, v := range g.p.Results {
		b = bytesField(b, 12, valueInfo(fmt.Sprintf("output_%d", i), g.p.Spec(v)))
	}
	m := textField(intField(nil, 1, exportIR), 2, "goivy")
	m = bytesField(m, 7, b)
	return bytesField(m, 8, intField(textField(nil, 1, ""), 2, exportOpset))
}

// An operand is an argument of a node.
type operand struct {
	name string
	backend.Spec
}

// node writes a node of the program, and returns the name of its result.
func (g *exporter) node(n *backend.Node) string {
	switch n.Op {
	case backend.Control:
		zs := g.control(n)
		name := g.name()
		g.several[name] = zs
		return name
	case backend.Pick:
		if zs := g.several[g.names[n.Args[0]]]; n.Attrs.(int) < len(zs) {
			return zs[n.Attrs.(int)]
		}
		return g.refuse("a branch or a loop")
	}
	xs := make([]operand, len(n.Args))
	for i, v := range n.Args {
		xs[i] = operand{g.names[v], g.p.Spec(v)}
		if in := n.Out.In; in != dtype.Invalid && n.Op != ops.Cast.Op {
			xs[i].name, xs[i].Dtype = g.cast(xs[i].name, xs[i].Dtype, in), in
		}
		if elemOf(xs[i].Dtype) == 0 || xs[i].Dtype.IsComplex() {
			return g.refuse("elements of dtype %v", xs[i].Dtype)
		}
	}
	z := ""
	switch n.Op.Family {
	case ops.FamilyFill:
		z = g.fill(n)
	case ops.FamilyUnary:
		z = g.unary(n, xs[0])
	case ops.FamilyBinary:
		z = g.binary(n, xs[0], xs[1])
	case ops.FamilyTernary:
		z = g.op("Where", nil, xs[0].name, xs[1].name, xs[2].name)
	case ops.FamilyReduce:
		z = g.reduce(n, xs[0])
	case ops.FamilyScan:
		z = g.scan(n, xs[0])
	case ops.FamilySort:
		z = g.sort(n, xs[0])
	case ops.FamilyView:
		z = g.view(n, xs[0])
	case ops.FamilyJoin:
		var names []string
		for _, x := range xs {
			names = append(names, g.cast(x.name, x.Dtype, n.Out.Dtype))
		}
		z = g.op("Concat", attrs{"axis": n.Attrs.(backend.JoinAttrs).Axis}, names...)
	case ops.FamilyGather:
		z = g.gather(n, xs)
	case ops.FamilyProduct:
		z = g.op("MatMul", nil, g.cast(xs[0].name, xs[0].Dtype, n.Out.Dtype), g.cast(xs[1].name, xs[1].Dtype, n.Out.Dtype))
	case ops.FamilyLayer:
		z = g.layer(n, xs)
	}
	if z == "" {
		return g.refuse("function %s of dtype %v", n.Op.Name, n.Out.Dtype)
	}
	return z
}

// fill lets the kernel make what is the same in every call.
func (g *exporter) fill(n *backend.Node) string {
	if err := backend.CheckMemory(uint64(product(n.Out.Shape) * n.Out.Dtype.Size())); err != nil {
		return g.refuse("%v", err)
	}
	s := n.Out
	s.In = dtype.Invalid
	z, err := g.native.Kernels().Entry(n.Op).Fill(s, n.Attrs.(backend.FillAttrs))
	if err != nil {
		return g.refuse("%v", err)
	}
	return g.buffer(z, s)
}

// plain are functions of one array that one operator is; for integers too, those of the second list.
var plain = map[*ops.Op]string{
	ops.Abs.Op: "Abs", ops.Acos.Op: "Acos", ops.Acosh.Op: "Acosh", ops.Asin.Op: "Asin", ops.Asinh.Op: "Asinh", ops.Atan.Op: "Atan", ops.Atanh.Op: "Atanh", ops.Ceil.Op: "Ceil",
	ops.Cos.Op: "Cos", ops.Cosh.Op: "Cosh", ops.Exp.Op: "Exp", ops.Floor.Op: "Floor", ops.Erf.Op: "Erf", ops.IsNan.Op: "IsNaN", ops.IsInf.Op: "IsInf", ops.Log.Op: "Log", ops.Negative.Op: "Neg",
	ops.Reciprocal.Op: "Reciprocal", ops.Relu.Op: "Relu", ops.Round.Op: "Round", ops.Sigmoid.Op: "Sigmoid", ops.Expit.Op: "Sigmoid", ops.Sign.Op: "Sign", ops.Sin.Op: "Sin", ops.Sinh.Op: "Sinh",
	ops.Sqrt.Op: "Sqrt", ops.Tan.Op: "Tan", ops.Tanh.Op: "Tanh", ops.BitwiseInvert.Op: "BitwiseNot", ops.CopyArray.Op: "Identity", ops.Positive.Op: "Identity", ops.SoftplusOne.Op: "Softplus",
}

func (g *exporter) unary(n *backend.Node, x operand) string {
	d, out := x.Dtype, n.Out.Dtype
	num := func(v float64) string { return g.number(d, v) }
	switch n.Op {
	case ops.Cast.Op:
		return g.cast(x.name, d, out)
	case ops.LogicalNot.Op:
		return g.op("Not", nil, g.cast(x.name, d, dtype.Bool))
	case ops.Ceil.Op, ops.Floor.Op, ops.Round.Op, ops.Trunc.Op:
		if !d.IsFloat() {
			return g.op("Identity", nil, x.name)
		}
		if n.Op == ops.Trunc.Op {
			return g.op("Mul", nil, g.op("Sign", nil, x.name), g.op("Floor", nil, g.op("Abs", nil, x.name)))
		}
	case ops.BitwiseInvert.Op:
		if d.IsBool() {
			return g.op("Not", nil, x.name)
		}
	case ops.IsNan.Op, ops.IsInf.Op, ops.IsFinite.Op:
		if !d.IsFloat() {
			x.name, d = g.cast(x.name, d, dtype.Float32), dtype.Float32
		}
		if n.Op == ops.IsFinite.Op {
			return g.op("Not", nil, g.op("Or", nil, g.op("IsNaN", nil, x.name), g.op("IsInf", nil, x.name)))
		}
	case ops.Square.Op:
		return g.op("Mul", nil, x.name, x.name)
	case ops.Silu.Op:
		return g.op("Mul", nil, x.name, g.op("Sigmoid", nil, x.name))
	case ops.GeluErf.Op:
		return g.op("Gelu", attrs{"approximate": "none"}, x.name)
	case ops.GeluTanh.Op:
		return g.op("Gelu", attrs{"approximate": "tanh"}, x.name)
	case ops.Expm1.Op: // tanh(x/2)·(eˣ + 1), which loses nothing near 0; without x/2 where that is infinite
		half := g.op("Tanh", nil, g.op("Mul", nil, x.name, num(0.5)))
		e := g.op("Exp", nil, x.name)
		return g.op("Where", nil, g.op("Greater", nil, x.name, num(1)), g.op("Sub", nil, e, num(1)), g.op("Mul", nil, half, g.op("Add", nil, e, num(1))))
	case ops.Log1p.Op: // log u·x/(u − 1) with u = 1 + x as it is rounded
		u := g.op("Add", nil, x.name, num(1))
		off := g.op("Sub", nil, u, num(1))
		none := g.op("Or", nil, g.op("Equal", nil, off, num(0)), g.op("IsInf", nil, x.name))
		safe := g.op("Where", nil, none, num(1), off)
		logs := g.op("Log", nil, u)
		z := g.op("Div", nil, g.op("Mul", nil, logs, x.name), safe)
		return g.op("Where", nil, g.op("IsInf", nil, x.name), logs, g.op("Where", nil, g.op("Equal", nil, off, num(0)), x.name, z))
	case ops.Log2.Op:
		return g.op("Mul", nil, g.op("Log", nil, x.name), num(1/math.Ln2))
	case ops.Log10.Op:
		return g.op("Mul", nil, g.op("Log", nil, x.name), num(1/math.Ln10))
	}
	if op, ok := plain[n.Op]; ok {
		return g.op(op, nil, x.name)
	}
	return ""
}

func (g *exporter) binary(n *backend.Node, x, y operand) string {
	d := x.Dtype
	if y.Dtype != d {
		return g.refuse("operands of dtypes %v and %v", d, y.Dtype)
	}
	bool2 := func(op string) string {
		return g.op(op, nil, g.cast(x.name, d, dtype.Bool), g.cast(y.name, d, dtype.Bool))
	}
	bits := func(op, ofBools string) string {
		if d.IsBool() {
			return g.op(ofBools, nil, x.name, y.name)
		}
		return g.op(op, nil, x.name, y.name)
	}
	switch n.Op {
	case ops.Add.Op, ops.Subtract.Op, ops.Multiply.Op, ops.Pow.Op, ops.Maximum.Op, ops.Minimum.Op:
		name := map[*ops.Op]string{ops.Add.Op: "Add", ops.Subtract.Op: "Sub", ops.Multiply.Op: "Mul", ops.Pow.Op: "Pow", ops.Maximum.Op: "Max", ops.Minimum.Op: "Min"}[n.Op]
		if d.IsBool() {
			return ""
		}
		return g.op(name, nil, x.name, y.name)
	case ops.Divide.Op:
		if d.IsFloat() {
			return g.op("Div", nil, x.name, y.name)
		}
	case ops.Equal.Op:
		return g.op("Equal", nil, x.name, y.name)
	case ops.NotEqual.Op:
		return g.op("Not", nil, g.op("Equal", nil, x.name, y.name))
	case ops.Greater.Op, ops.GreaterEqual.Op, ops.Less.Op, ops.LessEqual.Op:
		name := map[*ops.Op]string{ops.Greater.Op: "Greater", ops.GreaterEqual.Op: "GreaterOrEqual", ops.Less.Op: "Less", ops.LessEqual.Op: "LessOrEqual"}[n.Op]
		a, b := x.name, y.name
		if d.IsBool() {
			a, b = g.cast(a, d, dtype.Int32), g.cast(b, d, dtype.Int32)
		}
		return g.op(name, nil, a, b)
	case ops.LogicalAnd.Op:
		return bool2("And")
	case ops.LogicalOr.Op:
		return bool2("Or")
	case ops.LogicalXor.Op:
		return bool2("Xor")
	case ops.BitwiseAnd.Op:
		return bits("BitwiseAnd", "And")
	case ops.BitwiseOr.Op:
		return bits("BitwiseOr", "Or")
	case ops.BitwiseXor.Op:
		return bits("BitwiseXor", "Xor")
	case ops.BitwiseLeftShift.Op, ops.BitwiseRightShift.Op:
		if d.IsUnsigned() {
			return g.op("BitShift", attrs{"direction": map[bool]string{true: "LEFT", false: "RIGHT"}[n.Op == ops.BitwiseLeftShift.Op]}, x.name, y.name)
		}
	case ops.Remainder.Op:
		if d.IsInteger() {
			return g.op("Mod", nil, x.name, y.name)
		}
		r := g.op("Mod", attrs{"fmod": 1}, x.name, y.name)
		other := g.op("Less", nil, g.op("Mul", nil, r, y.name), g.number(d, 0))
		return g.op("Where", nil, other, g.op("Add", nil, r, y.name), r)
	case ops.FloorDivide.Op:
		if d.IsFloat() {
			return g.op("Floor", nil, g.op("Div", nil, x.name, y.name))
		}
		return g.op("Div", nil, g.op("Sub", nil, x.name, g.op("Mod", nil, x.name, y.name)), y.name)
	}
	return ""
}

func (g *exporter) reduce(n *backend.Node, x operand) string {
	a, d, out := n.Attrs.(backend.ReduceAttrs), x.Dtype, n.Out.Dtype
	axes := a.Axes
	end := func(z string) string { return g.reshape(z, n.Out.Shape) }
	over := func(op, x string) string { return g.op(op, attrs{"keepdims": 1}, x, g.ints(axes...)) }
	if len(axes) == 0 {
		return ""
	}
	switch n.Op {
	case ops.Sum.Op, ops.Prod.Op:
		return end(over(map[bool]string{true: "ReduceSum", false: "ReduceProd"}[n.Op == ops.Sum.Op], g.cast(x.name, d, out)))
	case ops.Mean.Op:
		return end(over("ReduceMean", g.cast(x.name, d, out)))
	case ops.Max.Op, ops.Min.Op:
		if !d.IsBool() {
			return end(over(map[bool]string{true: "ReduceMax", false: "ReduceMin"}[n.Op == ops.Max.Op], x.name))
		}
		return end(g.cast(over(map[bool]string{true: "ReduceMax", false: "ReduceMin"}[n.Op == ops.Max.Op], g.cast(x.name, d, dtype.Int32)), dtype.Int32, d))
	case ops.Any.Op, ops.AllOp.Op:
		z := g.cast(g.cast(x.name, d, dtype.Bool), dtype.Bool, dtype.Int32)
		return end(g.cast(over(map[bool]string{true: "ReduceMax", false: "ReduceMin"}[n.Op == ops.Any.Op], z), dtype.Int32, dtype.Bool))
	case ops.CountNonzero.Op:
		return end(g.cast(over("ReduceSum", g.cast(g.cast(x.name, d, dtype.Bool), dtype.Bool, dtype.Int64)), dtype.Int64, out))
	case ops.ArgMax.Op, ops.ArgMin.Op:
		name, axis := x.name, axes[0]
		if d.IsBool() {
			name = g.cast(name, d, dtype.Int32)
		}
		if len(axes) > 1 {
			if len(axes) != len(x.Shape) {
				return ""
			}
			name, axis = g.reshape(name, []int{product(x.Shape)}), 0
		}
		return end(g.cast(g.op(n.Op.Name, attrs{"axis": axis, "keepdims": 1}, name), dtype.Int64, out))
	case ops.Var.Op, ops.Std.Op:
		count := 1
		for _, axis := range axes {
			count *= x.Shape[axis]
		}
		v := g.cast(x.name, d, out)
		off := g.op("Sub", nil, v, over("ReduceMean", v))
		z := g.op("Div", nil, over("ReduceSum", g.op("Mul", nil, off, off)), g.number(out, float64(count)-a.Correction))
		if n.Op == ops.Std.Op {
			z = g.op("Sqrt", nil, z)
		}
		return end(z)
	}
	return ""
}

func (g *exporter) scan(n *backend.Node, x operand) string {
	a := n.Attrs.(backend.ScanAttrs)
	if n.Op != ops.CumulativeSum.Op || a.Initial {
		return ""
	}
	axis := g.tensor(dtype.Int64, []int{}, int64Bytes(a.Axis))
	return g.op("CumSum", attrs{"exclusive": a.Exclusive, "reverse": a.Reverse}, g.cast(x.name, x.Dtype, n.Out.Dtype), axis)
}

func (g *exporter) sort(n *backend.Node, x operand) string {
	a := n.Attrs.(backend.SortAttrs)
	if x.Dtype.IsBool() {
		return ""
	}
	zs := g.many("TopK", attrs{"axis": a.Axis, "largest": a.Descending}, 2, x.name, g.ints(x.Shape[a.Axis]))
	if n.Op == ops.ArgSort.Op {
		return g.cast(zs[1], dtype.Int64, n.Out.Dtype)
	}
	return zs[0]
}

func (g *exporter) view(n *backend.Node, x operand) string {
	a, _ := n.Attrs.(backend.ViewAttrs)
	switch n.Op {
	case ops.Reshape.Op:
		return g.reshape(x.name, n.Out.Shape)
	case ops.BroadcastTo.Op:
		return g.op("Expand", nil, x.name, g.ints(n.Out.Shape...))
	case ops.PermuteDims.Op:
		if len(a.Perm) == 0 {
			return g.op("Identity", nil, x.name)
		}
		return g.op("Transpose", attrs{"perm": a.Perm}, x.name)
	case ops.Slice.Op:
		var starts, ends, axes, steps []int
		for i, r := range a.Ranges {
			if r.Start == 0 && r.Step == 1 && r.Len == x.Shape[i] {
				continue
			}
			step, end := r.Step, r.Start+r.Step*r.Len
			if r.Len == 0 || step == 0 {
				step, end = 1, r.Start+r.Len
			}
			if end < 0 {
				end = math.MinInt32
			}
			starts, ends, axes, steps = append(starts, r.Start), append(ends, end), append(axes, i), append(steps, step)
		}
		z := x.name
		if len(axes) > 0 {
			z = g.op("Slice", nil, z, g.ints(starts...), g.ints(ends...), g.ints(axes...), g.ints(steps...))
		}
		return g.reshape(z, n.Out.Shape)
	}
	return ""
}

func (g *exporter) gather(n *backend.Node, xs []operand) string {
	a := n.Attrs.(backend.GatherAttrs)
	if len(xs) != 2 {
		return ""
	}
	index := xs[1].name
	if d := xs[1].Dtype; d != dtype.Int32 && d != dtype.Int64 {
		index = g.cast(index, d, dtype.Int64)
	}
	switch n.Op {
	case ops.Take.Op:
		return g.op("Gather", attrs{"axis": a.Axis}, xs[0].name, index)
	case ops.TakeAlongAxis.Op:
		x, to := slices.Clone(n.Out.Shape), slices.Clone(n.Out.Shape)
		x[a.Axis] = xs[0].Shape[a.Axis]
		return g.op("GatherElements", attrs{"axis": a.Axis}, g.expanded(xs[0], x), g.expanded(operand{index, xs[1].Spec}, to))
	}
	return ""
}

func (g *exporter) expanded(x operand, shape []int) string {
	if slices.Equal(x.Shape, shape) {
		return x.name
	}
	return g.op("Expand", nil, x.name, g.ints(shape...))
}

func (g *exporter) layer(n *backend.Node, xs []operand) string {
	switch a := n.Attrs.(type) {
	case backend.SoftmaxAttrs:
		return g.op(map[bool]string{true: "LogSoftmax", false: "Softmax"}[a.Log], attrs{"axis": a.Axis}, xs[0].name)
	case backend.ConvolutionAttrs:
		if n.Op == ops.Convolve.Op && !a.Turned { // backends that compile take no such filters
			return g.convolve(n, a, xs[0], xs[1])
		}
	case backend.AttentionAttrs:
		return g.attend(n, a, xs)
	case backend.NormalizationAttrs:
		return g.normalize(a, xs)
	case backend.GroupNormalizationAttrs:
		return g.normalizeGroups(a, xs)
	case backend.RecurrentAttrs:
		if a.Quantized {
			return g.quantizedSteps(a, xs)
		}
		return g.recur(a, xs)
	case backend.WindowAttrs:
		return g.pool(n, a, xs[0])
	}
	return ""
}

// pool has the channels before the axes of the windows in the file, whatever axes there are; of sums it has means times the number of elements.
func (g *exporter) pool(n *backend.Node, a backend.WindowAttrs, x operand) string {
	r := len(a.Kernel)
	lead, behind, rank := a.First, len(x.Shape)-a.First-r, len(x.Shape)
	order := slices.Concat(shape.All(rank)[:lead], shape.All(rank)[lead+r:], shape.All(rank)[lead:lead+r])
	z, count := x.name, 1
	if behind > 0 {
		z = g.op("Transpose", attrs{"perm": order}, z)
	}
	z = g.reshape(z, append([]int{1, shape.Size(x.Shape[:lead]) * shape.Size(x.Shape[lead+r:])}, x.Shape[lead:lead+r]...))
	pads := make([]int, 2*r)
	for i, k := range a.Kernel {
		pads[i] = a.Before[i]
		pads[r+i] = max(0, (n.Out.Shape[lead+i]-1)*a.Strides[i]+(k-1)*a.Dilations[i]+1-a.Before[i]-x.Shape[lead+i])
		count *= k
	}
	as := attrs{"kernel_shape": a.Kernel, "strides": a.Strides, "dilations": a.Dilations, "pads": pads}
	if a.Sum {
		as["count_include_pad"] = 1
		z = g.op("Mul", nil, g.op("AveragePool", as, z), g.number(x.Dtype, float64(count)))
	} else {
		z = g.op("MaxPool", as, z)
	}
	z = g.reshape(z, slices.Concat(n.Out.Shape[:lead], n.Out.Shape[lead+r:], n.Out.Shape[lead:lead+r]))
	if behind == 0 {
		return z
	}
	return g.op("Transpose", attrs{"perm": shape.Inverse(order)}, z)
}

// recurrentOps are the operators of recurrent layers, and in which order they have the gates of these.
var recurrentOps = map[string]struct {
	op    string
	gates []int
	attrs attrs
}{
	"lstm": {"LSTM", []int{0, 3, 1, 2}, attrs{}},
	"gru":  {"GRU", []int{1, 0, 2}, attrs{"linear_before_reset": 1}},
	"tanh": {"RNN", []int{0}, attrs{"activations": []string{"Tanh"}}},
	"relu": {"RNN", []int{0}, attrs{"activations": []string{"Relu"}}},
}

// recur is a layer in one direction: the states after all steps in one row, and of an LSTM the cell after the last behind them.
func (g *exporter) recur(a backend.RecurrentAttrs, xs []operand) string {
	to := recurrentOps[a.Cell]
	hidden, states := xs[2].Shape[1], 1
	if a.Cell == "lstm" {
		states = 2
	}
	initial := xs[len(xs)-states:]
	ordered := func(x operand) string {
		if len(to.gates) == 1 {
			return x.name
		}
		parts := g.many("Split", attrs{"axis": 0, "num_outputs": len(to.gates)}, len(to.gates), x.name)
		var names []string
		for _, k := range to.gates {
			names = append(names, parts[k])
		}
		return g.op("Concat", attrs{"axis": 0}, names...)
	}
	first := func(name string) string { return g.op("Unsqueeze", nil, name, g.ints(0)) }
	biases := ""
	if len(xs) == 5+states {
		biases = first(g.op("Concat", attrs{"axis": 0}, ordered(xs[3]), ordered(xs[4])))
	}
	ins := []string{xs[0].name, first(ordered(xs[1])), first(ordered(xs[2])), biases, ""}
	for _, x := range initial {
		ins = append(ins, first(x.name))
	}
	more := attrs{"hidden_size": hidden}
	maps.Copy(more, to.attrs)
	z := g.many(to.op, more, 1+states, ins...) // all states, those after the last step
	if states == 1 {
		return g.flat(z[0])
	}
	return g.op("Concat", attrs{"axis": 0}, g.flat(z[0]), g.flat(z[2]))
}

// quantizedSteps is what a layer whose weights are integers does of what the inputs come to, xs[0], step by step: ONNX has no operator of that alone.
func (g *exporter) quantizedSteps(a backend.RecurrentAttrs, xs []operand) string {
	steps, batch, rows := xs[0].Shape[0], xs[0].Shape[1], xs[0].Shape[2]
	hidden := xs[1].Shape[0]
	gates := rows / hidden
	op := func(name string, ins ...string) string { return g.op(name, nil, ins...) }
	parts := func(x string) []string {
		if gates == 1 {
			return []string{x}
		}
		return g.many("Split", attrs{"axis": 1, "num_outputs": gates}, gates, x)
	}
	ins := []string{xs[0].name}
	if steps > 1 {
		ins = g.many("Split", attrs{"axis": 0, "num_outputs": steps}, steps, xs[0].name)
	}
	states, summands := xs[3:], ""
	if a.Cell == "gru" && len(states) > 1 {
		summands, states = states[0].name, states[1:]
	}
	h, cell := states[0].name, ""
	if len(states) > 1 {
		cell = states[1].name
	}
	var all []string
	for _, in := range ins {
		quantized := g.many("DynamicQuantizeLinear", nil, 3, h) // and its scale and zero point
		whole := func(x string) string { return g.cast(x, dtype.Uint8, dtype.Int32) }
		y := op("MatMul", op("Sub", whole(quantized[0]), whole(quantized[2])), xs[1].name)
		y = op("Mul", g.cast(y, dtype.Int32, xs[0].Dtype), op("Mul", quantized[1], xs[2].name))
		x := g.reshape(in, []int{batch, rows})
		switch a.Cell {
		case "lstm":
			p := parts(op("Add", x, y))
			cell = op("Add", op("Mul", op("Sigmoid", p[1]), cell), op("Mul", op("Sigmoid", p[0]), op("Tanh", p[2])))
			h = op("Mul", op("Sigmoid", p[3]), op("Tanh", cell))
		case "gru":
			if summands != "" {
				y = op("Add", y, summands)
			}
			p, q := parts(x), parts(y)
			reset, update := op("Sigmoid", op("Add", p[0], q[0])), op("Sigmoid", op("Add", p[1], q[1]))
			fresh := op("Tanh", op("Add", p[2], op("Mul", reset, q[2])))
			h = op("Add", fresh, op("Mul", update, op("Sub", h, fresh)))
		default:
			h = op(map[string]string{"tanh": "Tanh", "relu": "Relu"}[a.Cell], op("Add", x, y))
		}
		all = append(all, g.flat(h))
	}
	if cell != "" {
		all = append(all, g.flat(cell))
	}
	return g.op("Concat", attrs{"axis": 0}, all...)
}

// convolve has the channels last in the program, and first in the file.
func (g *exporter) convolve(n *backend.Node, a backend.ConvolutionAttrs, x, w operand) string {
	r := len(x.Shape) - 2
	toFirst, toLast, filters := []int{0, r + 1}, []int{0}, []int{r + 1, r}
	pads := make([]int, 2*r)
	for i := range r {
		toFirst, filters, toLast = append(toFirst, i+1), append(filters, i), append(toLast, i+2)
		if pads[i], pads[r+i] = a.Padding[i][0], a.Padding[i][1]; pads[i] < 0 || pads[r+i] < 0 {
			return g.refuse("a convolution with negative padding")
		}
	}
	toLast = append(toLast, 1)
	z := g.op("Transpose", attrs{"perm": toFirst}, x.name)
	if a.MovesApart() { // zeros between elements
		shape := []int{x.Shape[0], x.Shape[r+1]}
		for i := range r {
			shape = append(shape, x.Shape[1+i], 1)
		}
		z = g.reshape(z, shape)
		before := make([]int, len(shape))
		after := make([]int, len(shape))
		wide, ends, axes := slices.Clone(shape[:2]), []int{}, []int{}
		for i := range r {
			after[3+2*i] = a.Apart[i] - 1
			wide = append(wide, shape[2+2*i]*a.Apart[i])
			ends, axes = append(ends, (shape[2+2*i]-1)*a.Apart[i]+1), append(axes, 2+i)
		}
		z = g.reshape(g.op("Pad", nil, z, g.ints(append(before, after...)...), g.number(x.Dtype, 0)), wide)
		z = g.op("Slice", nil, z, g.ints(make([]int, r)...), g.ints(ends...), g.ints(axes...))
	}
	z = g.op("Conv", attrs{"strides": a.Strides, "dilations": a.Dilations, "pads": pads, "group": a.Groups}, z, g.op("Transpose", attrs{"perm": filters}, w.name))
	return g.op("Transpose", attrs{"perm": toLast}, z)
}

// normalize is x less a mean, by the root of a variance, for each index along an axis.
func (g *exporter) normalize(a backend.NormalizationAttrs, xs []operand) string {
	d := xs[0].Dtype
	dims := slices.Repeat([]int{1}, len(xs[0].Shape))
	dims[a.Axis] = xs[0].Shape[a.Axis]
	each := make([]string, len(xs))
	for i, x := range xs[1:] {
		each[i] = g.reshape(g.cast(x.name, x.Dtype, d), dims)
	}
	root := g.op("Sqrt", nil, g.op("Add", nil, each[1], g.number(d, a.Eps)))
	z, rest := g.op("Div", nil, g.op("Sub", nil, xs[0].name, each[0]), root), each[2:]
	if a.Scale {
		z, rest = g.op("Mul", nil, z, rest[0]), rest[1:]
	}
	if a.Offset {
		z = g.op("Add", nil, z, rest[0])
	}
	return z
}

// normalizeGroups has each group as a channel of InstanceNormalization; what lies behind it are scale and offset.
func (g *exporter) normalizeGroups(a backend.GroupNormalizationAttrs, xs []operand) string {
	d, s := xs[0].Dtype, xs[0].Shape
	rank, z := len(s), xs[0].name
	turned := a.Axis > 1
	order := slices.Concat([]int{0, a.Axis}, shape.All(rank)[1:a.Axis], shape.All(rank)[a.Axis+1:])
	if turned {
		z = g.op("Transpose", attrs{"perm": order}, z)
	}
	ones := g.op("Expand", nil, g.number(d, 1), g.ints(a.Groups))
	zeros := g.op("Expand", nil, g.number(d, 0), g.ints(a.Groups))
	z = g.op("InstanceNormalization", attrs{"epsilon": a.Eps}, g.reshape(z, []int{s[0], a.Groups, shape.Size(s[1:]) / a.Groups}), ones, zeros)
	dims := make([]int, rank)
	for i, axis := range order {
		dims[i] = s[axis]
	}
	z = g.reshape(z, dims)
	rest := xs[1:]
	for _, step := range []struct {
		op  string
		has bool
	}{{"Mul", a.Scale}, {"Add", a.Offset}} {
		if step.has {
			z = g.op(step.op, nil, z, g.reshape(rest[0].name, append([]int{s[a.Axis]}, slices.Repeat([]int{1}, rank-2)...)))
			rest = rest[1:]
		}
	}
	if !turned {
		return z
	}
	return g.op("Transpose", attrs{"perm": shape.Inverse(order)}, z)
}

// attend is attention of arrays with any axes before the last two, written out.
func (g *exporter) attend(n *backend.Node, a backend.AttentionAttrs, xs []operand) string {
	q, k, v := xs[0], xs[1], xs[2]
	d := q.Dtype
	perm := make([]int, len(k.Shape))
	for i := range perm {
		perm[i] = i
	}
	perm[len(perm)-1], perm[len(perm)-2] = perm[len(perm)-2], perm[len(perm)-1]
	s := g.op("Mul", nil, g.op("MatMul", nil, q.name, g.op("Transpose", attrs{"perm": perm}, k.name)), g.number(d, a.Scale))
	hidden := g.number(d, math.Inf(-1))
	if len(xs) > 3 {
		if m := xs[3]; m.Dtype.IsBool() {
			s = g.op("Where", nil, m.name, s, hidden)
		} else {
			s = g.op("Add", nil, s, g.cast(m.name, m.Dtype, d))
		}
	}
	if a.Causal {
		l, m := q.Shape[len(q.Shape)-2], k.Shape[len(k.Shape)-2]
		mask := make([]byte, l*m)
		for i := range l {
			for j := range min(m, i+1) {
				mask[i*m+j] = 1
			}
		}
		s = g.op("Where", nil, g.tensor(dtype.Bool, []int{l, m}, mask), s, hidden)
	}
	weights := g.op("Softmax", attrs{"axis": -1}, s)
	if len(xs) > 3 || a.Causal { // a query without any key
		most := g.op("ReduceMax", attrs{"keepdims": 1}, s, g.ints(-1))
		weights = g.op("Where", nil, g.op("Equal", nil, most, hidden), g.number(d, 0), weights)
	}
	return g.op("MatMul", nil, weights, v.name)
}
