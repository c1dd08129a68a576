package torch

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/chain"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

var linalgFuncs = slices.Concat([]frontend.Func{
	{Path: "matmul", Sig: "input, other, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		return out(c, matmul(c, tensor(c, "input"), tensor(c, "other")))
	}},
	{Path: "linalg.matmul", Sig: "input, other, *, out=None", Run: func(c *frontend.Call) any {
		return out(c, matmul(c, tensor(c, "input"), tensor(c, "other")))
	}},
	{Path: "mm", Sig: "input, mat2, out_dtype=None, *, out=None", Method: true, Run: product("mat2", 2, 2)},
	{Path: "bmm", Sig: "input, mat2, out_dtype=None, *, out=None", Method: true, Run: product("mat2", 3, 3)},
	{Path: "mv", Sig: "input, vec, *, out=None", Method: true, Run: product("vec", 2, 1)},
	{Path: "dot", Sig: "input, tensor, *, out=None", Method: true, Run: product("tensor", 1, 1)},
	{Path: "vdot", Sig: "input, other, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, b := tensor(c, "input"), tensor(c, "other")
		sameDims(c, a, b, 1, 1)
		return out(c, multiplied(c, c.Result(c.Env().Conj(numeric(c.Env(), a.V)), typeOf(a)), b))
	}},
	{Path: "inner", Sig: "input, other, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, b := tensor(c, "input"), tensor(c, "other")
		if a.V.Ndim() == 0 || b.V.Ndim() == 0 {
			return out(c, two["mul"].run(c, operandOf(a), operandOf(b)))
		}
		s, t := a.V.Shape(), b.V.Shape()
		n := s[len(s)-1]
		if n != t[len(t)-1] {
			c.Raise("RuntimeError", "inner() the last dimension must match on both input tensors but got shapes %s and %s", shape.Text(s), shape.Text(t))
		}
		if len(s) == 1 && len(t) == 1 {
			return out(c, multiplied(c, a, b))
		}
		dims := slices.Concat(s[:len(s)-1], t[:len(t)-1])
		r := contracted(c, a, b, dims, n)
		e := c.Env()
		if n == 0 || shape.Size(dims) == 0 {
			return out(c, c.Result(e.Zeros(dims, r.Dtype), r))
		}
		x, y := e.Reshape(a.V, []int{shape.Size(s[:len(s)-1]), n}), e.Reshape(b.V, []int{shape.Size(t[:len(t)-1]), n})
		return out(c, c.Result(e.Reshape(e.MatMul(x, e.MatrixTranspose(y)), dims), r))
	}},
	{Path: "outer", Sig: "input, vec2, *, out=None", Method: true, Run: outer},
	{Path: "ger", Sig: "input, vec2, *, out=None", Method: true, Run: outer},
	{Path: "kron", Sig: "input, other, *, out=None", Method: true, Run: kron},
	{Path: "einsum", Sig: "equation, *operands", Run: func(c *frontend.Call) any {
		equation, as := einsumOf(c)
		if len(as) == 0 {
			c.Raise("ValueError", "einsum(): must provide at least one operand")
		}
		if len(as) > 1 && !sumsAny(equation, as) { // products of elements, whose dtypes are promoted
			r, err := common(c.Namespace, as[0].Arg(), as[1].Arg())
			for _, a := range as[2:] {
				frontend.Check(err)
				r, err = common(c.Namespace, promote.Arg{Dtype: r.Dtype, Half: r.Half, Rank: 1}, a.Arg())
			}
			frontend.Check(err)
			vs := make([]*ivy.Array, len(as))
			for i, a := range as {
				vs[i] = numeric(c.Env(), c.Result(a.V, r).V)
			}
			return c.Result(c.Env().Einsum(equation, vs...), r)
		}
		if last := as[len(as)-1]; len(as) > 1 && slices.ContainsFunc(as, func(a *frontend.Array) bool { return a.V.Size() == 0 }) {
			r := typeOf(last) // of a sum of nothing, whatever the others are
			vs := make([]*ivy.Array, len(as))
			for i, a := range as {
				vs[i] = numeric(c.Env(), c.Result(a.V, r).V)
			}
			return c.Result(c.Env().Einsum(equation, vs...), r)
		}
		for _, a := range as[1:] {
			kernelThenSame(c, as[0], a)
		}
		_, r, err := powerful.of(c.Namespace, typeOf(as[0]))
		if len(as) == 1 {
			r, err = typeOf(as[0]), nil
			if sumsOut(equation) {
				_, r, err = summed.of(c.Namespace, r)
			}
			frontend.Check(err)
			as[0] = c.Wrap(numeric(c.Env(), c.Result(as[0].V, r).V))
		}
		frontend.Check(err)
		return c.Result(c.Env().Einsum(equation, values(as)...), r)
	}},
	{Path: "tensordot", Sig: "a, b, dims=2, out=None", Run: tensorDot},
	{Path: "trace", Sig: "input", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r := kernelsOf("N l N . . . N .").need(c, typeOf(a))
		if a.V.Ndim() != 2 {
			c.Raise("RuntimeError", "trace: expected a matrix, but got tensor with dim %d", a.V.Ndim())
		}
		return c.Result(c.Env().Sum(c.Result(c.Env().Diagonal(a.V), r).V, r.Dtype), r)
	}},
	{Path: "cross", Sig: "input, other, dim=None, *, out=None", Method: true, Run: cross("input")},
	{Path: "linalg.cross", Sig: "input, other, *, dim=-1, out=None", Run: cross("input")},
	{Path: "linalg.vecdot", Sig: "x, y, *, dim=-1, out=None", Run: func(c *frontend.Call) any {
		a, b := tensor(c, "x"), tensor(c, "y")
		averaged.need(c, typeOf(a))
		r := agreed(c, a, b)
		dims := broadcast(c, a.V.Shape(), b.V.Shape())
		e := c.Env()
		axis := wrapped(c, integer(c, "dim"), len(dims))
		p := e.Multiply(e.Conj(e.BroadcastTo(a.V, dims)), e.BroadcastTo(b.V, dims))
		if len(dims) == 0 {
			return out(c, c.Result(p, r))
		}
		return out(c, c.Result(e.Sum(p, ivy.Axis(axis), r.Dtype), r))
	}},
	{Path: "linalg.multi_dot", Sig: "tensors, *, out=None", Run: func(c *frontend.Call) any {
		as := tensors(c, "tensors")
		if len(as) < 2 {
			c.Raise("RuntimeError", "multi_dot(): expected at least 2 tensors but got %d", len(as))
		}
		for i, a := range as {
			if n := a.V.Ndim(); n != 2 && (i != 0 && i != len(as)-1 || n != 1) {
				c.Raise("RuntimeError", "multi_dot(): tensor %d must be 2D but got %dD", i, n)
			}
		}
		return out(c, multiplyChain(c, as))
	}},
	{Path: "chain_matmul", Sig: "*matrices, out=None", Run: func(c *frontend.Call) any {
		as := ofList(c, "matrices", c.Rest("matrices"))
		if len(as) == 0 {
			c.Raise("RuntimeError", "chain_matmul(): Expected one or more matrices")
		}
		for _, a := range as {
			sameDims(c, a, a, 2, 2)
		}
		return out(c, multiplyChain(c, as))
	}},
	{Path: "matrix_power", Sig: "input, n, *, out=None", Method: true, Run: matrixPower},
	{Path: "linalg.matrix_power", Sig: "input, n, *, out=None", Run: matrixPower},
	{Path: "linalg.vector_norm", Sig: "input, ord=2, dim=None, keepdim=False, *, dtype=None, out=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		noNone(c, "ord")
		number(c, "ord")
		inNormType(c, a)
		axes, all := dims(c, "dim", a)
		return out(c, vectorNorm(c, a, orderArg(c, "ord"), axes, all))
	}},
	{Path: "linalg.matrix_norm", Sig: "input, ord='fro', dim=(), keepdim=False, *, dtype=None, out=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		axes := []int{-2, -1}
		isListed(c, "dim")
		if list, _, _ := c.Ints("dim"); len(list) > 0 {
			axes = list
		}
		return out(c, matrixNorm(c, a, c.Arg("ord"), axes))
	}},
	{Path: "linalg.norm", Sig: "input, ord=None, dim=None, keepdim=False, *, dtype=None, out=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		list, _, given := c.Ints("dim")
		if !c.Has("ord") {
			inNormType(c, a)
			axes, all := dims(c, "dim", a)
			return out(c, vectorNorm(c, a, 2, axes, all))
		}
		n := len(list)
		if !given {
			n = a.V.Ndim()
		}
		_, isText := c.Arg("ord").(string)
		switch {
		case n == 1 && isText: // a norm of matrices, which refuses it
			return out(c, matrixNorm(c, a, c.Arg("ord"), list))
		case n == 1:
			axes, all := dims(c, "dim", a)
			return out(c, vectorNorm(c, a, realArg(c, "ord"), axes, all))
		case n == 2:
			if !given {
				list = []int{0, 1}
			}
			return out(c, matrixNorm(c, a, c.Arg("ord"), list))
		}
		c.Raise("RuntimeError", "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got %dD.", a.V.Ndim())
		return nil
	}},
	{Path: "norm", Sig: "input, p='fro', dim=None, keepdim=False, out=None, dtype=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if ours(c.Namespace, c.Arg("dim")) != nil {
			c.Raise("TypeError", "norm(): argument 'dim' must be tuple of ints, not Tensor")
		}
		if c.Arg("p") == "nuc" {
			list, _, given := c.Ints("dim")
			if !given {
				list = shape.All(a.V.Ndim())
			}
			return out(c, matrixNorm(c, a, "nuc", list))
		}
		c.Ints("dim") // whose kind is looked at before the dtype
		inNormType(c, a)
		axes, all := dims(c, "dim", a)
		p := 2.0
		switch text := c.Arg("p").(type) {
		case nil:
		case string:
			if text != "fro" {
				c.Raise("RuntimeError", "norm(): p=%q is no order of a norm", text)
			}
		default:
			p = orderArg(c, "p")
		}
		return out(c, vectorNorm(c, a, p, axes, all))
	}},
	{Path: "dist", Sig: "input, other, p=2", Method: true, Run: func(c *frontend.Call) any {
		d := two["sub"].run(c, operandOf(tensor(c, "input")), operandOf(tensor(c, "other")))
		return normOf(c, d, realArg(c, "p"), nil, true, false)
	}},
	{Path: "cdist", Sig: "x1, x2, p=2.0, compute_mode=None", Run: func(c *frontend.Call) any {
		a, b := tensor(c, "x1"), tensor(c, "x2")
		only(c, "compute_mode", nil)
		p := realArg(c, "p")
		if p < 0 || p != p {
			c.Raise("RuntimeError", "cdist only supports non-negative p values")
		}
		for _, t := range []*frontend.Array{a, b} {
			if t.V.Ndim() < 2 {
				c.Raise("RuntimeError", "cdist only supports at least 2D tensors, got %dD", t.V.Ndim())
			}
		}
		s, t := a.V.Shape(), b.V.Shape()
		if s[len(s)-1] != t[len(t)-1] {
			c.Raise("RuntimeError", "X1 and X2 must have the same number of columns. X1: %d X2: %d", s[len(s)-1], t[len(t)-1])
		}
		broadcast(c, s[:len(s)-2], t[:len(t)-2])
		for _, narrow := range []bool{false, true} { // what is no float first
			for _, t := range []*frontend.Array{a, b} {
				if k := kernelsOf("R R R N N . R R"); !narrow && !t.V.Dtype().IsFloat() || narrow && a.V.Size() > 0 && b.V.Size() > 0 {
					k.need(c, typeOf(t))
				}
			}
		}
		if a.V.Size() > 0 && b.V.Size() > 0 && typeOf(a) != typeOf(b) {
			c.Raise("RuntimeError", "expected scalar type %s but found %s", a.Type(), b.Type())
		}
		e := c.Env()
		x, y := c.Result(e.ExpandDims(a.V, ivy.Axis(-2)), typeOf(a)), c.Result(e.ExpandDims(b.V, ivy.Axis(-3)), typeOf(a))
		d := two["sub"].run(c, operandOf(x), operandOf(y))
		return normOf(c, d, p, []int{d.V.Ndim() - 1}, false, false)
	}},
	{Path: "vander", Sig: "x, N=None, increasing=False", Run: func(c *frontend.Call) any {
		a := tensor(c, "x")
		if a.V.Ndim() != 1 {
			c.Raise("RuntimeError", "x must be a one-dimensional tensor.")
		}
		n := a.V.Size()
		if c.Has("N") {
			n = integer(c, "N")
		}
		if n < 0 {
			c.Raise("RuntimeError", "N must be non-negative.")
		}
		z := vander(c, a, n, kernelsOf("l l R . . . N ."))
		if boolean(c, "increasing") || n == 0 {
			return z
		}
		return c.Result(c.Env().Flip(z.V, ivy.Axis(1)), typeOf(z))
	}},
	{Path: "linalg.vander", Sig: "x, *, N=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "x")
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "linalg.vander: input must have at least 1 dimension")
		}
		n := a.V.Shape()[a.V.Ndim()-1]
		if c.Has("N") {
			n = integer(c, "N")
		}
		if n <= 1 {
			c.Raise("RuntimeError", "N must be greater than 1.")
		}
		return vander(c, a, n, kernelsOf("R l l R R . R ."))
	}},
},
	with("addmm", "input, mat1, mat2, out_dtype=None, *, beta=1, alpha=1", plusProduct("mat1", "mat2", 2, 2, 2), isMethod|hasOut|hasInPlace),
	with("addmv", "input, mat, vec, *, beta=1, alpha=1", plusProduct("mat", "vec", 1, 2, 1), isMethod|hasOut|hasInPlace),
	with("baddbmm", "input, batch1, batch2, out_dtype=None, *, beta=1, alpha=1", plusProduct("batch1", "batch2", 3, 3, 3), isMethod|hasOut|hasInPlace),
	with("addbmm", "input, batch1, batch2, *, beta=1, alpha=1", plusProduct("batch1", "batch2", 2, 3, 3), isMethod|hasOut|hasInPlace),
	with("addr", "input, vec1, vec2, *, beta=1, alpha=1", plusProduct("vec1", "vec2", 2, 1, 1), isMethod|hasOut|hasInPlace))

// einsumOf returns an equation and its operands. Subscripts given as lists of numbers
// become letters: 0 to 25 capitals, as PyTorch has them, then small ones.
func einsumOf(c *frontend.Call) (equation string, as []*frontend.Array) {
	if _, isText := c.Arg("equation").(string); isText {
		return c.Text("equation"), ofList(c, "operands", c.Rest("operands"))
	}
	rest, _ := c.Arg("operands").([]any)
	list := append([]any{c.Arg("equation")}, rest...)
	if len(list) < 2 {
		c.Raise("ValueError", "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list")
	}
	var terms []string
	for i := 0; i+1 < len(list); i += 2 {
		as = append(as, ofList(c, "operands", list[i:i+1])...)
		terms = append(terms, subscripts(c, list[i+1]))
	}
	equation = strings.Join(terms, ",")
	if len(list)%2 == 1 {
		equation += "->" + subscripts(c, list[len(list)-1])
	}
	return equation, as
}

func subscripts(c *frontend.Call, v any) string {
	list, ok := frontend.Sequence(v)
	if !ok {
		c.Raise("RuntimeError", "einsum(): expected a list of subscripts, not %s", c.TypeName(v))
	}
	var b strings.Builder
	for _, s := range list {
		if s == ivy.Ellipsis {
			b.WriteString("...")
			continue
		}
		i, isInt := s.(int)
		switch {
		case !isInt:
			c.Raise("TypeError", "einsum(): subscripts must be ints or Ellipsis, not %s", c.TypeName(s))
		case i < 0 || i >= 52:
			c.Raise("ValueError", "einsum(): subscript %d is not within the valid range [0, 52)", i)
		case i < 26:
			b.WriteByte('A' + byte(i))
		default:
			b.WriteByte('a' + byte(i-26))
		}
	}
	return b.String()
}

// sumsOut reports whether a letter of an equation's one operand is not in its result.
func sumsOut(equation string) bool {
	in, result, explicit := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	for _, letter := range in {
		if letter != '.' && (explicit && !strings.ContainsRune(result, letter) || !explicit && strings.Count(in, string(letter)) > 1) {
			return true
		}
	}
	return false
}

// sumsAny reports whether an equation of several operands sums over a dimension of more
// than one element, or may: of an ellipsis it does not know.
func sumsAny(equation string, as []*frontend.Array) bool {
	in, result, explicit := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	terms := strings.Split(in, ",")
	dots := strings.Contains(in, "...") && explicit && !strings.Contains(result, "...")
	if dots || len(terms) != len(as) {
		return true
	}
	for i, term := range terms {
		s := as[i].V.Shape()
		first, last, spread := strings.Cut(term, "...")
		letters := first + last
		if len(letters) > len(s) || !spread && len(letters) != len(s) {
			return true
		}
		for j, letter := range letters {
			n := s[j]
			if j >= len(first) {
				n = s[len(s)-len(letters)+j]
			}
			kept := strings.ContainsRune(result, letter)
			if !explicit {
				kept = strings.Count(in, string(letter)) == 1
			}
			if !kept && n != 1 || strings.Count(term, string(letter)) > 1 {
				return true
			}
		}
	}
	return false
}

// sameDtype refuses tensors of different dtypes.
func sameDtype(c *frontend.Call, a, b *frontend.Array) {
	if typeOf(a) != typeOf(b) {
		c.Raise("RuntimeError", "%s: expected both tensors to have the same dtype, but got: %s != %s", c.Func.Path, a.Type(), b.Type())
	}
}

// agreed refuses tensors of different dtypes, and returns what products are implemented for.
func agreed(c *frontend.Call, a, b *frontend.Array) promote.Result {
	sameDtype(c, a, b)
	_, r := powerful.need(c, typeOf(a))
	return r
}

// kernelThenSame is agreed of functions that look for the first tensor's kernel before
// they look at the second.
func kernelThenSame(c *frontend.Call, a, b *frontend.Array) promote.Result {
	powerful.need(c, typeOf(a))
	return agreed(c, a, b)
}

// contracted is agreed of a matrix product of shape dims that sums n products in each
// element. PyTorch looks for a kernel only if there is something to multiply.
func contracted(c *frontend.Call, a, b *frontend.Array, dims []int, n int) promote.Result {
	if n == 0 || shape.Size(dims) == 0 {
		sameDtype(c, a, b)
		return typeOf(a)
	}
	return agreed(c, a, b)
}

// contractedBatch is contracted of a batch of products, whose result is of b's dtype. Those
// of nothing may be of different dtypes.
func contractedBatch(c *frontend.Call, a, b *frontend.Array, dims []int, n int) promote.Result {
	if target := targetOf(c); target != nil {
		fitting(c, typeOf(b), target)
	}
	if n == 0 || shape.Size(dims) == 0 {
		return typeOf(b)
	}
	_, r, err := powerful.of(c.Namespace, typeOf(a))
	frontend.Check(err)
	sameDtype(c, a, b)
	return r
}

func sameDims(c *frontend.Call, a, b *frontend.Array, m, n int) {
	if a.V.Ndim() != m || b.V.Ndim() != n {
		c.Raise("RuntimeError", "%s: tensors of %d and %d dimensions, want %d and %d", c.Func.Path, a.V.Ndim(), b.V.Ndim(), m, n)
	}
}

func matmul(c *frontend.Call, a, b *frontend.Array) *frontend.Array {
	if a.V.Ndim() == 0 || b.V.Ndim() == 0 {
		c.Raise("RuntimeError", "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a.V.Ndim(), b.V.Ndim())
	}
	return multiplied(c, a, b)
}

func multiplied(c *frontend.Call, a, b *frontend.Array) *frontend.Array {
	dims, err := shape.MatMul(a.V.Shape(), b.V.Shape())
	if err != nil {
		c.Raise("RuntimeError", "%v", err)
	}
	rank, n := a.V.Ndim(), a.V.Shape()[a.V.Ndim()-1]
	var r promote.Result
	switch {
	case rank == 1 && b.V.Ndim() == 1:
		r = agreed(c, a, b)
	case b.V.Ndim() > 2 && (rank > 1 || b.V.Size() > 0):
		r = contractedBatch(c, a, b, dims, n)
	default: // a batch of matrices before one is one product
		r = contracted(c, a, b, dims, n)
	}
	if n == 0 || shape.Size(dims) == 0 {
		return c.Result(c.Env().Zeros(dims, r.Dtype), r)
	}
	return c.Result(c.Env().MatMul(a.V, b.V), r)
}

// multiplyChain returns the product of matrices, of which the first and the last may be vectors, in the order that
// takes the fewest multiplications. Of two orders that take equally many PyTorch takes the one that splits
// farther to the left, but of three matrices it multiplies the first two first.
func multiplyChain(c *frontend.Call, as []*frontend.Array) *frontend.Array {
	ties := chain.FirstSplit
	if len(as) == 3 {
		ties = chain.LastSplit
	}
	if len(as) > 2 {
		for i := range as[1:] {
			x, y := as[i], as[i+1]
			sameDtype(c, x, y)
			if s, next := x.V.Shape(), y.V.Shape(); s[len(s)-1] != next[0] {
				c.Raise("RuntimeError", "multi_dot(): tensors %d and %d of shapes %s and %s cannot be multiplied", i, i+1, shape.Text(s), shape.Text(next))
			}
		}
	}
	return chain.Product(as, func(x *frontend.Array) []int { return x.V.Shape() },
		func(x, y *frontend.Array) *frontend.Array { return multiplied(c, x, y) }, ties)
}

// noOutDtype refuses an out_dtype, which PyTorch has products with on GPUs alone.
func noOutDtype(c *frontend.Call) {
	if c.Given("out_dtype") && c.Has("out_dtype") {
		dtypeArg(c, "out_dtype")
		c.Raise("NotImplementedError", "%s() with out_dtype is not implemented for the CPU", c.Func.Path)
	}
}

func product(second string, m, n int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a, b := tensor(c, "input"), tensor(c, second)
		noOutDtype(c)
		sameDims(c, a, b, m, n)
		if m == 3 && a.V.Shape()[0] != b.V.Shape()[0] {
			c.Raise("RuntimeError", "batch1 and batch2 must have same number of batches, got %d and %d", a.V.Shape()[0], b.V.Shape()[0])
		}
		return out(c, multiplied(c, a, b))
	}
}

func outer(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "vec2")
	sameDims(c, a, b, 1, 1)
	x := c.Result(c.Env().Reshape(a.V, []int{a.V.Size(), 1}), typeOf(a))
	return out(c, two["mul"].run(c, operandOf(x), operandOf(b)))
}

func kron(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "other")
	n := max(a.V.Ndim(), b.V.Ndim())
	if 2*n > shape.MaxRank {
		c.Raise("RuntimeError", "kron of %d dimensions (at most %d)", n, shape.MaxRank/2)
	}
	spread := func(t *frontend.Array, at int) (*frontend.Array, []int) {
		s := append(slices.Repeat([]int{1}, n-t.V.Ndim()), t.V.Shape()...)
		wide := slices.Repeat([]int{1}, 2*n)
		for i, d := range s {
			wide[2*i+at] = d
		}
		return mustView(c, t, wide), s
	}
	x, s := spread(a, 0)
	y, t := spread(b, 1)
	z := two["mul"].run(c, operandOf(x), operandOf(y))
	for i := range s {
		s[i] *= t[i]
	}
	if contiguous(z) || c.Has("out") { // whose elements are written as the product has them
		return out(c, c.Result(c.Env().Reshape(z.V, s), typeOf(z)))
	}
	return out(c, mustView(c, z, s))
}

func tensorDot(c *frontend.Call) any {
	a, b := tensor(c, "a"), tensor(c, "b")
	axes := tensorDotAxes(c, a.V.Ndim(), b.V.Ndim())
	if len(axes[0]) != len(axes[1]) {
		c.Raise("RuntimeError", "both dimension lists should have same length")
	}
	sameDtype(c, a, b)
	n := 1
	for i := range axes[0] {
		x, y := &axes[0][i], &axes[1][i]
		*x, *y = wrapped(c, *x, a.V.Ndim()), wrapped(c, *y, b.V.Ndim())
		switch s, t := a.V.Shape()[*x], b.V.Shape()[*y]; {
		case t == 1: // which broadcasts: the other's elements are added first
			a = summedLength(c, a, *x)
		case s == 1:
			b = summedLength(c, b, *y)
		case s != t:
			c.Raise("RuntimeError", "contracted dimensions need to match, but first has size %d in dim %d and second has size %d in dim %d", s, *x, t, *y)
		default:
			n *= s
		}
	}
	var dims []int
	for i, t := range []*frontend.Array{a, b} {
		seen := map[int]bool{}
		for _, d := range axes[i] {
			if seen[d] {
				c.Raise("RuntimeError", "dim %d appears multiple times in the list of dims", d)
			}
			seen[d] = true
		}
		for d, length := range t.V.Shape() {
			if !seen[d] {
				dims = append(dims, length)
			}
		}
	}
	if len(dims) == 0 {
		if !inOrder(a, axes[0]) || !inOrder(b, axes[1]) { // the sum of a product, element by element
			return out(c, productSum(c, a, b, axes))
		}
		agreed(c, a, b) // a product of vectors, which has its own kernel
	}
	r := contracted(c, a, b, dims, n)
	if n == 0 || shape.Size(dims) == 0 {
		return out(c, c.Result(c.Env().Zeros(dims, r.Dtype), r))
	}
	return out(c, c.Result(c.Env().TensorDot(a.V, b.V, ivy.ContractAxes(axes)), r))
}

// inOrder reports whether the elements of a tensor follow each other in memory if its axes are taken in an order.
func inOrder(a *frontend.Array, axes []int) bool {
	strides, _ := layout(a)
	dims, to := make([]int, len(axes)), make([]int, len(axes))
	for i, axis := range axes {
		dims[i], to[i] = a.V.Shape()[axis], strides[axis]
	}
	return views.IsRowMajor(dims, to)
}

// productSum is the sum of the products of all elements of two tensors of one dtype, whose axes are paired.
func productSum(c *frontend.Call, a, b *frontend.Array, axes [2][]int) *frontend.Array {
	e := c.Env()
	x, y := c.Result(e.PermuteDims(a.V, axes[0]), typeOf(a)), c.Result(e.PermuteDims(b.V, axes[1]), typeOf(b))
	return sumAs(c, two["mul"].run(c, operandOf(x), operandOf(y)))
}

// summedLength is the sum over one dimension, which stays, in the tensor's dtype. It is another tensor even if the
// dimension is of length 1.
func summedLength(c *frontend.Call, a *frontend.Array, axis int) *frontend.Array {
	return sumAs(c, a, ivy.Axis(axis), ivy.KeepDims(true))
}

// sumAs is the sum of a tensor in its own dtype: of bools whether there is a true one.
func sumAs(c *frontend.Call, a *frontend.Array, opts ...ivy.Option) *frontend.Array {
	e := c.Env()
	if a.V.Dtype().IsBool() {
		return c.Wrap(e.Any(a.V, opts...))
	}
	_, r := kernelsOf(". . N . . . N .").need(c, typeOf(a))
	return c.Result(e.Sum(a.V, append(opts, r.Dtype)...), r)
}

// tensorDotAxes returns the dimensions of tensors of m and n that dims= names: so many of the
// last and of the first, or two lists.
func tensorDotAxes(c *frontend.Call, m, n int) (axes [2][]int) {
	list, isList := frontend.Sequence(c.Arg("dims"))
	if !isList {
		k := integer(c, "dims")
		if k < 0 || k > min(m, n) {
			c.Raise("RuntimeError", "tensordot expects dims >= 0 and no more than the tensors have, but got dims=%d", k)
		}
		for i := range k {
			axes[0], axes[1] = append(axes[0], i-k), append(axes[1], i)
		}
		return axes
	}
	if len(list) != 2 {
		c.Raise("RuntimeError", "tensordot expects dims to be int or two lists of ints")
	}
	for i, l := range list {
		one, isList := frontend.Sequence(l)
		if !isList {
			one = []any{l}
		}
		for _, v := range one {
			k, isInt := v.(int)
			if !isInt {
				c.Raise("TypeError", "tensordot expects dims to be int or two lists of ints, not %s", c.Shown(v))
			}
			axes[i] = append(axes[i], k)
		}
	}
	return axes
}

func cross(first string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a, b := tensor(c, first), tensor(c, "other")
		if c.Func.Path == "cross" || a.V.Ndim() != b.V.Ndim() {
			if a.V.Ndim() != b.V.Ndim() {
				c.Raise("RuntimeError", "linalg.cross: inputs must have the same number of dimensions.")
			}
		}
		s, t := a.V.Shape(), b.V.Shape()
		axis := -1
		if c.Has("dim") {
			axis = dim(c, "dim", a)
		} else {
			for i, n := range s {
				if n == 3 && t[i] == 3 && axis < 0 {
					axis = i
				}
			}
			if axis < 0 {
				c.Raise("RuntimeError", "no dimension of size 3 in input")
			}
		}
		if len(s) == 0 || s[axis] != 3 || t[axis] != 3 {
			c.Raise("RuntimeError", "linalg.cross: inputs dimension %d must have length 3. Got %s and %s", axis, shape.Text(s), shape.Text(t))
		}
		dims := broadcast(c, s, t)
		r := kernelThenSame(c, a, b)
		e := c.Env()
		x, y := e.BroadcastTo(c.Result(a.V, r).V, dims), e.BroadcastTo(c.Result(b.V, r).V, dims)
		turn := func(x *ivy.Array, by int) *ivy.Array { return e.Roll(x, []int{-by}, ivy.Axis(axis)) }
		return out(c, c.Result(e.Subtract(e.Multiply(turn(x, 1), turn(y, 2)), e.Multiply(turn(x, 2), turn(y, 1))), r))
	}
}

// square refuses what is no matrix of as many rows as columns, nor a batch of them.
func square(c *frontend.Call, a *frontend.Array) int {
	s := a.V.Shape()
	if len(s) < 2 {
		c.Raise("RuntimeError", "%s: The input tensor must have at least 2 dimensions.", c.Func.Path)
	}
	n := s[len(s)-1]
	if s[len(s)-2] != n {
		c.Raise("RuntimeError", "%s: A must be batches of square matrices, but they are %d by %d matrices", c.Func.Path, s[len(s)-2], n)
	}
	return n
}

// regular calls f, and raises that a matrix has no result.
func regular(c *frontend.Call, name string, f func()) {
	err := ivy.Try(f)
	switch {
	case err == nil:
	case errors.Is(err, ivy.ErrLinAlg):
		c.Raise(linAlgError, "%s: %v", name, err)
	default:
		panic(err)
	}
}

// inverseOf returns the inverses of matrices of floats or complex numbers.
func inverseOf(c *frontend.Call, a *frontend.Array) *frontend.Array {
	_, r := kernelsOf("R R R N N . N .").need(c, typeOf(a))
	wide := dtype.Float64
	if r.Dtype.IsComplex() {
		wide = dtype.Complex128
	}
	var z *ivy.Array
	regular(c, "linalg.inv", func() { z = c.Env().Inv(c.Env().Astype(a.V, wide)) })
	return c.Result(z, r)
}

func matrixPower(c *frontend.Call) any {
	a, k := tensor(c, "input"), integer(c, "n")
	n := square(c, a)
	e := c.Env()
	if k < 0 {
		a = inverseOf(c, a)
	}
	if k == 0 {
		_, r := bitsAll.need(c, typeOf(a))
		return out(c, c.Result(e.BroadcastTo(e.Eye(n, r.Dtype), a.V.Shape()), r))
	}
	if k == 1 || k == -1 {
		return out(c, c.Result(a.V, typeOf(a)))
	}
	r := agreed(c, a, a)
	return out(c, c.Result(compose.Power(a.V, k, func(x, y *ivy.Array) *ivy.Array { return e.MatMul(x, y) }), r))
}

// orderArg returns the order of a vector norm, which is a real number.
func orderArg(c *frontend.Call, name string) float64 {
	v := scalarOf(c, name)
	if v.Kind == dtype.KindComplex {
		c.Raise("RuntimeError", "linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
	}
	return v.Float64()
}

func vectorNorm(c *frontend.Call, a *frontend.Array, p float64, axes []int, all bool) *frontend.Array {
	keep := boolean(c, "keepdim")
	return normOf(c, inNormType(c, a), p, axes, all, keep)
}

// normOf is the p-norm over axes.
func normOf(c *frontend.Call, a *frontend.Array, p float64, axes []int, all, keep bool) *frontend.Array {
	_, r := spread.need(c, typeOf(a))
	e := c.Env()
	opts := []ivy.Option{ivy.NoAxis{}, ivy.KeepDims(keep)}
	if !all && len(axes) > 0 {
		opts[0] = ivy.Axes(axes)
	}
	x := e.Abs(a.V)
	narrow := dtype.Narrow.Has(x.Dtype())
	if narrow {
		x = e.Astype(x, dtype.Float32)
	}
	d := x.Dtype()
	none, single := false, c.Func.Path != "cdist" && p != 0
	for i, n := range a.V.Shape() {
		if all || slices.Contains(axes, i) {
			none, single = none || n == 0, single && n == 1
		}
	}
	if none && (math.IsInf(p, 0) || p < 0) {
		c.Raise("RuntimeError", "%s cannot compute the %v norm of a tensor without elements, because the operation does not have an identity", c.Func.Path, p)
	}
	var z *ivy.Array
	switch {
	case single: // whose power, which may overflow, PyTorch does not take
		z = e.Max(x, opts...)
	case p == 2:
		z = e.Sqrt(e.Sum(e.Multiply(x, x), append(opts, d)...))
	case p == 1:
		z = e.Sum(x, append(opts, d)...)
	case p == 0:
		z = e.Sum(e.Astype(e.NotEqual(x, e.Zeros(nil, d)), d), append(opts, d)...)
	case math.IsInf(p, 1):
		z = e.Max(x, opts...)
	case math.IsInf(p, -1):
		z = e.Min(x, opts...)
	default:
		z = e.Pow(e.Sum(e.Pow(x, e.Full(nil, p, d)), append(opts, d)...), e.Full(nil, 1/p, d))
	}
	return c.Result(z, r)
}

// inNormType returns the tensor of which a norm is computed: the input in the dtype of dtype=,
// which is of its kind and not narrower.
func inNormType(c *frontend.Call, a *frontend.Array) *frontend.Array {
	spread.need(c, typeOf(a))
	r, asked := dtypeArg(c, "dtype")
	if !asked {
		return a
	}
	both, err := common(c.Namespace, promote.Arg{Dtype: a.V.Dtype(), Half: a.Half, Rank: 1}, promote.Arg{Dtype: r.Dtype, Half: r.Half, Rank: 1})
	frontend.Check(err)
	if r.Dtype.IsComplex() != a.V.Dtype().IsComplex() || both != r {
		c.Raise("RuntimeError", "%s: the input (%s) does not convert to %s without narrowing, or is complex where that is not", c.Func.Path, a.Type(), r)
	}
	return c.Result(a.V, r)
}

func matrixNorm(c *frontend.Call, a *frontend.Array, ord any, list []int) *frontend.Array {
	if a.V.Ndim() < 2 {
		c.Raise("RuntimeError", "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
	}
	if len(list) != 2 {
		c.Raise("RuntimeError", "linalg.matrix_norm: dim must be a 2-tuple. Got %v", list)
	}
	i, j := wrapped(c, list[0], a.V.Ndim()), wrapped(c, list[1], a.V.Ndim())
	if i == j {
		c.Raise("RuntimeError", "linalg.matrix_norm: dims must be different. Got (%d, %d)", i, j)
	}
	keep := boolean(c, "keepdim")
	text, isText := ord.(string)
	switch {
	case isText && text != "fro" && text != "nuc":
		c.Raise("RuntimeError", "linalg.matrix_norm: Order %s not supported.", text)
	case text == "fro":
		return normOf(c, inNormType(c, a), 2, []int{i, j}, false, keep)
	}
	p := math.NaN() // of the nuclear norm
	if !isText {
		v := scalarOf(c, "ord")
		p = v.Float64()
		if m := math.Abs(p); m != 1 && m != 2 && !math.IsInf(p, 0) {
			c.Raise("RuntimeError", "linalg.matrix_norm: Order %v not supported.", v)
		}
	}
	if (isText || math.Abs(p) == 2) && dtype.Narrow.Has(a.V.Dtype()) {
		c.Raise("RuntimeError", "linalg.matrix_norm: Low precision dtypes not supported. Got %s", a.Type())
	}
	a = inNormType(c, a)
	if isText || math.Abs(p) == 2 {
		return singularNorm(c, a, p, i, j, keep)
	}
	if math.IsInf(p, 0) {
		i, j = j, i
	}
	return chosen(c, normOf(c, a, 1, []int{i}, false, true), p, j, shape.Reduce(a.V.Shape(), []int{i, j}, keep))
}

// chosen is the greatest of a norm's sums along an axis, the least for p below 0, in a shape.
// Of no sums the greatest is 0.
func chosen(c *frontend.Call, sums *frontend.Array, p float64, axis int, dims []int) *frontend.Array {
	e, n := c.Env(), sums.V.Shape()[axis]
	switch {
	case n == 0 && p < 0:
		c.Raise("IndexError", "amin(): Expected reduction dim %d to have non-zero size.", axis)
	case n == 0:
		return c.Result(e.Zeros(dims, sums.V.Dtype()), typeOf(sums))
	}
	f := (*ivy.Env).Max
	if p < 0 {
		f = (*ivy.Env).Min
	}
	return c.Result(e.Reshape(f(e, sums.V, ivy.Axis(axis)), dims), typeOf(sums))
}

// singularNorm is a norm of matrices along two axes by their singular values: the greatest for
// p 2, the least for −2, the sum for NaN.
func singularNorm(c *frontend.Call, a *frontend.Array, p float64, i, j int, keep bool) *frontend.Array {
	e := c.Env()
	finite(c, a.V) // which comes before out, and lets infinities pass, whose norms are NaN
	_, r := spread.need(c, typeOf(a))
	dims := shape.Reduce(a.V.Shape(), []int{i, j}, keep)
	x := e.MoveAxis(a.V, []int{i, j}, []int{-2, -1})
	if x.Size() == 0 {
		if p < 0 {
			c.Raise("IndexError", "amin(): Expected reduction dim -1 to have non-zero size.")
		}
		return c.Result(e.Zeros(dims, r.Dtype), r)
	}
	if e.All(e.IsFinite(x)).Bool() {
		wide := dtype.Float64
		if x.Dtype().IsComplex() {
			wide = dtype.Complex128
		}
		s := c.Result(e.Svdvals(e.Astype(x, wide)), r)
		if p != p {
			return c.Result(e.Reshape(e.Sum(s.V, ivy.Axis(-1), r.Dtype), dims), r)
		}
		return chosen(c, s, p, s.V.Ndim()-1, dims)
	}
	known := e.All(e.IsFinite(x), ivy.Axes([]int{-2, -1}))
	clean := c.Result(e.Where(e.IsFinite(a.V), a.V, zeroOf(e, a.V)), typeOf(a))
	z := singularNorm(c, clean, p, i, j, keep)
	return c.Result(e.Where(e.Reshape(known, dims), z.V, e.Full(nil, math.NaN(), r.Dtype)), r)
}

func vander(c *frontend.Call, a *frontend.Array, n int, k *kernels) *frontend.Array {
	_, r := k.need(c, typeOf(a))
	e := c.Env()
	x := c.Result(a.V, r).V
	dims := append(x.Shape(), n)
	room(dims, 16)
	if n == 0 {
		return c.Result(e.Zeros(dims, r.Dtype), r)
	}
	columns := []*ivy.Array{e.Ones(x.Shape(), r.Dtype)}
	for range n - 1 {
		columns = append(columns, e.Multiply(columns[len(columns)-1], x))
	}
	return c.Result(e.Stack(columns, ivy.Axis(-1)), r)
}

// productShape returns the shape of a product of matrices x and y, which is added to a
// tensor of rank dimensions.
func productShape(x, y []int, rank int) []int {
	if len(y) == 1 {
		return slices.Clone(x[:len(x)-1])
	}
	return append(slices.Clone(x[len(x)-rank:len(x)-1]), y[len(y)-1])
}

// plusProduct is beta·input + alpha·(first @ second); of several matrices where input is
// one, their sum.
func plusProduct(first, second string, rank, m, n int) viewFunc {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		x, y := tensor(c, first), tensor(c, second)
		noOutDtype(c)
		if m == 3 && (x.V.Ndim() < 2 || y.V.Ndim() < 3) { // the result's shape comes before all
			k := min(x.V.Ndim(), y.V.Ndim())
			c.Raise("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -max(k, 1), max(k, 1)-1, max(k, 1))
		}
		sameDims(c, x, y, m, n)
		if m == 1 {
			p, r := outerProduct(c, a, x, y)
			return weightedSum(c, a, p, r, true)
		}
		p, r := matrixProduct(c, a, x, y, rank)
		if p == nil {
			return withoutProduct(c, a, r, productShape(x.V.Shape(), y.V.Shape(), rank), rank == 1)
		}
		return weightedSum(c, a, p, r, false)
	}
}

// outerProduct is that of two vectors, which is added to a: their dtypes are promoted.
func outerProduct(c *frontend.Call, a, x, y *frontend.Array) (*ivy.Array, promote.Result) {
	r, err := promote.Fold(c.Rule().Rule(), a.Arg(), x.Arg(), y.Arg())
	frontend.Check(err)
	_, r = kernelsOf(". . N . . . N .").need(c, r)
	e := c.Env()
	p := e.Multiply(e.Reshape(c.Result(x.V, r).V, []int{x.V.Size(), 1}), c.Result(y.V, r).V)
	addable(c, a, p.Shape())
	return p, r
}

// matrixProduct is x @ y, which is added to a tensor a of rank dimensions: the sum of
// several matrices where a is one. Narrow floats give float32. It is nil if there is nothing
// to multiply.
func matrixProduct(c *frontend.Call, a, x, y *frontend.Array, rank int) (*ivy.Array, promote.Result) {
	e := c.Env()
	s := productShape(x.V.Shape(), y.V.Shape(), rank)
	if inPlace(c) && shape.BroadcastTo(s, a.V.Shape()) != nil {
		c.Raise("RuntimeError", "%s: output with shape %s doesn't match the broadcast shape %s", c.Func.Path, shape.Text(a.V.Shape()), shape.Text(s))
	}
	addable(c, a, s)
	several := x.V.Ndim() == 3
	if several && x.V.Shape()[0] != y.V.Shape()[0] {
		c.Raise("RuntimeError", "%s: %d and %d matrices", c.Func.Path, x.V.Shape()[0], y.V.Shape()[0])
	}
	if n := len(y.V.Shape()) - min(len(y.V.Shape()), 2); x.V.Shape()[x.V.Ndim()-1] != y.V.Shape()[n] {
		c.Raise("RuntimeError", "%s: %s and %s cannot be multiplied", c.Func.Path, shape.Text(x.V.Shape()), shape.Text(y.V.Shape()))
	}
	n := x.V.Shape()[x.V.Ndim()-1]
	if target := targetOf(c); several && rank == 2 && target != nil { // into which the input is copied
		a = target
	}
	var r promote.Result
	switch {
	case rank == 3:
		sameDtype(c, a, x)
		if inPlace(c) {
			sameDtype(c, a, y)
		}
		r = contractedBatch(c, x, y, s, n)
	case several && x.V.Shape()[0] == 0: // no product is looked at
		return nil, typeOf(a)
	default:
		sameDtype(c, a, x)
		r = contracted(c, x, y, s, n)
	}
	if n == 0 || shape.Size(s) == 0 {
		return nil, r
	}
	via := r.Dtype
	if dtype.Narrow.Has(via) {
		via = dtype.Float32
	}
	p := e.MatMul(e.Astype(x.V, via), e.Astype(y.V, via))
	if several && rank == 2 {
		p = e.Sum(p, ivy.Axis(0), via)
	}
	return p, r
}

// withoutProduct is beta·a in the shape of a product that has no terms. PyTorch multiplies as
// torch.mul does, vectors aside, which keep a's shape and whose beta is of the result's dtype.
func withoutProduct(c *frontend.Call, a *frontend.Array, r promote.Result, dims []int, ofVector bool) *frontend.Array {
	e := c.Env()
	beta := scalarOf(c, "beta")
	x := c.Result(a.V, r)
	if !ofVector || beta.Complex128() == 0 {
		x = c.Result(e.BroadcastTo(x.V, dims), r)
	}
	if ofVector {
		factor := filler(c, beta, r)
		if r.Dtype.IsBool() {
			return c.Result(e.LogicalAnd(x.V, factor), r)
		}
		return c.Result(e.Multiply(x.V, factor), r)
	}
	switch {
	case x.V.Size() == 0:
		return x
	case beta.Complex128() == 0:
		return c.Result(e.Zeros(dims, r.Dtype), r)
	}
	z := two["mul"].run(c, operandOf(x), frontend.Operand{Arg: promote.Scalar(beta.Kind), Value: beta})
	castable(c, typeOf(z), x)
	return c.Result(z.V, r)
}

// addable refuses an input that does not broadcast to a product's shape.
func addable(c *frontend.Call, a *frontend.Array, product []int) {
	if shape.BroadcastTo(a.V.Shape(), product) != nil {
		c.Raise("RuntimeError", "%s: the input of shape %s does not broadcast to %s", c.Func.Path, shape.Text(a.V.Shape()), shape.Text(product))
	}
}

// weightedSum is beta·a + alpha·p; p may be wider than the result.
func weightedSum(c *frontend.Call, a *frontend.Array, p *ivy.Array, r promote.Result, vectors bool) *frontend.Array {
	e, d := c.Env(), p.Dtype()
	factor := func(name string) *ivy.Array {
		v := scalarOf(c, name)
		if vectors && (v.Kind == dtype.KindFloat || v.Kind == dtype.KindComplex) && !dtype.Inexact.Has(d) {
			c.Raise("RuntimeError", "For integral input tensors, argument %s must not be a floating point number.", name)
		}
		if vectors && v.Kind == dtype.KindBool && !d.IsBool() {
			c.Raise("RuntimeError", "Boolean %s only supported for Boolean results.", name)
		}
		if vectors && (v.Kind != dtype.KindComplex || d.IsComplex()) {
			return put(c.Namespace, v, d)
		}
		return filler(c, v, promote.Result{Dtype: d})
	}
	alpha, beta := factor("alpha"), factor("beta")
	if d.IsBool() {
		return c.Result(e.LogicalOr(e.LogicalAnd(beta, a.V), e.LogicalAnd(alpha, p)), r)
	}
	z := p
	if c.Given("alpha") {
		z = e.Multiply(alpha, z)
	}
	if e.Equal(beta, zeroOf(e, beta)).Bool() { // NaN in the input does not count
		return c.Result(z, r)
	}
	in := cast(c.Namespace, c.Result(a.V, r).V, d)
	if c.Given("beta") {
		in = e.Multiply(beta, in)
	}
	return c.Result(e.Add(in, z), r)
}
