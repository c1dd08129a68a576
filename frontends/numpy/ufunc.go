package numpy

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A ufunc is a function of NumPy's element by element: loops for some dtypes, and a way
// to find the loop for operands. NumPy's dispatch is a search over the loops; what it
// comes to is written here as a resolver.
type ufunc struct {
	path string
	in   dtype.Set                 // the dtypes that there are loops of, all operands of one
	out  func(dtype.Dtype) outputs // the results' dtypes; nil: one, the operands'
	by   resolver                  // how the loop is found; search if nil
	same dtype.Set                 // the dtypes for which the unified API's function is the loop as it is
	doc  string

	// The loop: operands are of one dtype of in. One of the three.
	unary  func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	binary func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
	loop   func(e *ivy.Env, x []*ivy.Array) []*ivy.Array

	nin, nout int // of loop; 0 are 1
	alias     []string
}

// outputs are the dtypes of a loop's results.
type outputs [2]dtype.Dtype

// A choice is a loop found: what each operand is cast to.
type choice [3]dtype.Dtype

// A resolver finds the loop for operands, of which Python's scalars have no dtype. want,
// if valid, is the result's dtype that the caller asks for.
type resolver func(u *ufunc, args []promote.Arg, want dtype.Dtype) choice

// order is the order in which NumPy has its loops.
var order = []dtype.Dtype{dtype.Bool, dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Int32, dtype.Uint32, dtype.Int64, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}

const (
	ints     = dtype.Integer
	bits     = dtype.Boolean | ints
	floats   = dtype.Float
	realSet  = ints | floats
	complexs = dtype.Complex
	inexact  = floats | complexs
	brain    = dtype.Set(1) << dtype.BFloat16
)

func noLoop(u *ufunc, class string, args []promote.Arg) choice {
	frontend.Raise("numpy", class, "ufunc '%s' has no loop for %v, nor for what they may be cast to safely", u.path, args)
	return choice{}
}

// both returns the loop in which all operands are of dtype d.
func both(d dtype.Dtype) choice { return choice{d, d, d} }

// known replaces Python's scalars by the dtypes that they have next to the arrays; where
// there are none, by their own.
func known(args []promote.Arg) []dtype.Dtype {
	ds := make([]dtype.Dtype, len(args))
	array := promote.Arg{}
	for i, a := range args {
		if ds[i] = a.Dtype; a.Dtype.IsValid() {
			array = a
		}
	}
	for i, a := range args {
		switch {
		case a.Dtype.IsValid():
		case !array.Dtype.IsValid() || a.Scalar == dtype.KindBool: // Python's bool is NumPy's own
			ds[i] = defaults.Of(a.Scalar)
		default:
			ds[i], _ = withArray(a.Scalar, array.Dtype)
		}
	}
	return ds
}

// first returns the first loop to which all operands can be cast safely.
func (u *ufunc) first(ds []dtype.Dtype, want dtype.Dtype) (dtype.Dtype, bool) {
	for _, d := range order {
		if u.in.Has(d) && (want == dtype.Invalid || u.outputs(d)[0] == want) && !slices.ContainsFunc(ds, func(from dtype.Dtype) bool { return !safe.holds(from, d) }) {
			return d, true
		}
	}
	return dtype.Invalid, false
}

// brained finds the loop where bfloat16 is among the operands, a dtype that NumPy itself
// does not know: its own loop, if the others are cast to it safely; else one of NumPy's.
func (u *ufunc) brained(args []promote.Arg) (dtype.Dtype, bool) {
	own := u.in.Has(dtype.BFloat16)
	ds := make([]dtype.Dtype, 0, len(args))
	for _, a := range args {
		switch a.Scalar {
		case dtype.NoKind:
			ds = append(ds, a.Dtype)
		case dtype.KindBool:
			ds = append(ds, dtype.Bool)
		case dtype.KindComplex:
			own, ds = false, append(ds, dtype.Complex64)
		default: // Python's numbers are cast to NumPy's own floats alone
			own = false
		}
	}
	if own && !slices.ContainsFunc(ds, func(d dtype.Dtype) bool { return !safe.holds(d, dtype.BFloat16) }) {
		return dtype.BFloat16, true
	}
	return u.first(ds, dtype.Invalid)
}

func hasBrain(args []promote.Arg) bool {
	return slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype == dtype.BFloat16 })
}

// search takes the first loop to which all operands can be cast safely: that of the
// operands' dtype if there is one.
func search(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid {
		return asked(u, args, want, "TypeError")
	}
	if hasBrain(args) && len(args) > 1 {
		if d, ok := u.brained(args); ok {
			return both(d)
		}
		return noLoop(u, "TypeError", args)
	}
	ds := known(args)
	if d := ds[0]; u.in.Has(d) && !slices.ContainsFunc(ds, func(other dtype.Dtype) bool { return other != d }) {
		return both(d)
	}
	if d, ok := u.first(ds, dtype.Invalid); ok {
		return both(d)
	}
	return noLoop(u, "TypeError", args)
}

// uniform takes the loop of the operands' common dtype.
func uniform(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid {
		return asked(u, args, want, "UFuncTypeError")
	}
	if hasBrain(args) && !(len(args) == 1 && u.in.Has(dtype.BFloat16)) {
		if d, ok := u.brained(args); ok {
			return both(d)
		}
		return noLoop(u, "TypeError", args)
	}
	r, err := promote.Fold(Rule, args...)
	if err != nil || !u.in.Has(r.Dtype) {
		return noLoop(u, "UFuncTypeError", args)
	}
	return both(r.Dtype)
}

// notBool is uniform for functions whose refusal of bools has a message of its own.
func notBool(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	all := !slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype != dtype.Bool && a.Scalar != dtype.KindBool })
	if want == dtype.Bool || all && want == dtype.Invalid {
		frontend.Raise("numpy", "TypeError", "numpy boolean %s, the `-` operator, is not supported (use bitwise_xor, logical_xor or logical_not)", u.path)
	}
	return uniform(u, args, want)
}

// asked takes the first loop that has the result's dtype want, whatever the operands are;
// that they may be cast to it is looked at later.
func asked(u *ufunc, args []promote.Arg, want dtype.Dtype, class string) choice {
	if want == dtype.BFloat16 && (class == "TypeError" || len(args) > 1 && hasBrain(args)) { // a search for bfloat16's own loop
		for _, a := range args {
			if !hasBrain(args) || a.Scalar > dtype.KindBool || a.Dtype.IsValid() && !safe.holds(a.Dtype, want) {
				return noLoop(u, "TypeError", args)
			}
		}
	}
	if u.in.Has(want) && u.outputs(want)[0] == want {
		return both(want)
	}
	if hasBrain(args) {
		class = "TypeError"
	}
	return noLoop(u, class, args)
}

// exactly takes the first loop to which all operands can be cast safely, of those that
// have the result's dtype.
func exactly(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want == dtype.Invalid {
		return search(u, args, want)
	}
	ds := known(args)
	if d := ds[0]; u.in.Has(d) && u.outputs(d)[0] == want {
		return both(d)
	}
	if d, ok := u.first(ds, want); ok {
		return both(d)
	}
	return asked(u, args, want, "TypeError")
}

// magnitude is abs's: of complex numbers the loop that gives their parts' dtype.
func magnitude(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if ds := known(args); want != dtype.Invalid && ds[0].IsComplex() {
		if d, ok := u.first(ds, want); ok {
			return both(d)
		}
		if want.IsComplex() || want == dtype.BFloat16 {
			return noLoop(u, "TypeError", args)
		}
	}
	return uniform(u, args, want)
}

// predicate is for functions whose result is bool whatever the operands.
func predicate(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid && want != dtype.Bool {
		return noLoop(u, "TypeError", args)
	}
	return both(known(args)[0])
}

// truth is the logical functions': each operand is true or not by itself.
func truth(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid && want != dtype.Bool {
		return noLoop(u, "TypeError", args)
	}
	ch := both(dtype.Bool)
	for i, a := range args {
		if a.Dtype.IsValid() {
			ch[i] = a.Dtype
		}
	}
	return ch
}

// comparison compares in the common dtype, but unsigned 64-bit integers with signed ones
// as what they are.
func comparison(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid && want != dtype.Bool {
		return noLoop(u, "TypeError", args)
	}
	if x, y := args[0].Dtype, args[1].Dtype; x == dtype.Uint64 && y.IsSigned() || x.IsSigned() && y == dtype.Uint64 {
		ch := both(dtype.Int64)
		for i, a := range args {
			if a.Dtype == dtype.Uint64 {
				ch[i] = dtype.Uint64
			}
		}
		return ch
	}
	if want == dtype.Bool && hasBrain(args) { // with a signature, only what is cast to bfloat16 safely
		for _, a := range args {
			if a.Scalar > dtype.KindBool || a.Dtype.IsValid() && !safe.holds(a.Dtype, dtype.BFloat16) {
				return noLoop(u, "TypeError", args)
			}
		}
	}
	return uniform(u, args, dtype.Invalid)
}

// untyped takes no dtype for its results, which differ.
func untyped(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want != dtype.Invalid {
		return noLoop(u, "TypeError", args)
	}
	return search(u, args, want)
}

// quotient is search, but that integers are divided in float64.
func quotient(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	if want == dtype.Invalid && !hasBrain(args) {
		if ds := known(args); !slices.ContainsFunc(ds, func(d dtype.Dtype) bool { return d.Kind() > dtype.KindInt }) {
			return both(dtype.Float64)
		}
	}
	return search(u, args, want)
}

// scaled is ldexp's: a float and an int32 or int64, whichever the exponent is cast to
// safely.
func scaled(u *ufunc, args []promote.Arg, want dtype.Dtype) choice {
	ds := []dtype.Dtype{args[0].Dtype, args[1].Dtype}
	for i, a := range args {
		switch {
		case a.Dtype.IsValid():
		case a.Scalar == dtype.KindInt && (i == 1 || args[1].Dtype.IsInteger()):
			ds[i] = dtype.Int8 // goes everywhere
		default:
			ds[i] = defaults.Of(a.Scalar)
		}
	}
	for _, exponent := range []dtype.Dtype{dtype.Int32, dtype.Int64} {
		if !safe.holds(ds[1], exponent) {
			continue
		}
		if ds[0] == dtype.BFloat16 && exponent == dtype.Int32 && (want == dtype.Invalid || want == dtype.BFloat16) {
			return choice{dtype.BFloat16, exponent}
		}
		for _, d := range []dtype.Dtype{dtype.Float16, dtype.Float32, dtype.Float64} {
			if safe.holds(ds[0], d) && (want == dtype.Invalid || want == d) {
				return choice{d, exponent}
			}
		}
	}
	return noLoop(u, "TypeError", args)
}

func (u *ufunc) outputs(d dtype.Dtype) outputs {
	if u.out == nil {
		return outputs{d, d}
	}
	return u.out(d)
}

func toBool(dtype.Dtype) outputs        { return outputs{dtype.Bool} }
func toUint8(dtype.Dtype) outputs       { return outputs{dtype.Uint8} }
func toComponent(d dtype.Dtype) outputs { return outputs{d.Component()} }
func toParts(d dtype.Dtype) outputs     { return outputs{d, dtype.Int32} }

var operandNames = [3][]string{1: {"x"}, 2: {"x1", "x2"}}

// rows returns the rows of the table that ufuncs are, their aliases too.
func rows(us []ufunc) []frontend.Func {
	var fs []frontend.Func
	for i := range us {
		u := &us[i]
		switch {
		case u.unary != nil:
			u.nin = 1
		case u.binary != nil:
			u.nin = 2
		}
		u.nin, u.nout = max(u.nin, 1), max(u.nout, 1)
		if u.by == nil {
			u.by = search
		}
		out := frontend.One
		sig := "x1, x2, /, out=None"
		if u.nin == 1 {
			sig = "x, /, out=None"
		}
		if u.nout == 2 {
			out = frontend.List
			sig = sig[:len(sig)-len("/, out=None")] + "out1=None, out2=None, /, *, out=None, "
		} else {
			sig += ", *, "
		}
		sig += "where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None"
		f := frontend.Func{Path: u.path, Sig: sig, Doc: u.doc, Out: out, Run: u.run}
		if u.same != 0 {
			f.Unary, f.Binary, f.Same, f.Typing = u.unary, u.binary, u.same, u.typing
		}
		fs = append(fs, f)
		for _, name := range u.alias {
			g := f
			g.Path = name
			fs = append(fs, g)
		}
	}
	return fs
}

// typing is what compute comes to without a dtype asked for, if all operands are of one
// in the loop, and a scalar's value makes no difference; it panics with errors.
func (u *ufunc) typing(_ *frontend.Namespace, args ...promote.Arg) (in dtype.Dtype, out promote.Result, err error) {
	args = slices.Clone(args)
	for i, a := range args {
		if a.Scalar != dtype.NoKind {
			args[i] = u.asOperand(a)
		}
	}
	ch := u.by(u, args, dtype.Invalid)
	if u.nin == 2 && ch[0] != ch[1] {
		return in, out, nil
	}
	return ch[0], promote.Result{Dtype: u.outputs(ch[0])[0]}, nil
}

// asOperand returns a Python scalar as loops are looked for with it: alone, and a bool
// always, it is an array of its own dtype.
func (u *ufunc) asOperand(a promote.Arg) promote.Arg {
	if u.nin == 1 || a.Scalar == dtype.KindBool {
		return promote.ZeroDim(defaults.Of(a.Scalar))
	}
	return a
}

// run is a call: operands, loop, results into out where where is true.
func (u *ufunc) run(c *frontend.Call) any {
	fixed(c, "subok", true, "signature", nil)
	l := castingOf(c)
	order := ufuncOrder(c, operandNames[u.nin]...)
	outs := u.outs(c)
	where := c.Arg("where")
	var mask *ivy.Array
	if where != true {
		mask = maskOf(c, "where")
	}
	operands := make([]frontend.Operand, u.nin)
	for i, name := range operandNames[u.nin] {
		switch c.Arg(name).(type) {
		case string:
			operands[i] = u.ofText(c, name, l)
		case nil:
			operands[i] = u.ofNone(c, l)
		default:
			operands[i] = c.Operand(name)
		}
	}
	if isNone := u.noneOperands(c, l); isNone != nil {
		operands = isNone
	}
	if u.path == "power" && where != true { // only powers that are computed may be wrong
		operands[1] = u.whereComputed(c, operands[1])
	}
	zs := u.compute(c.Namespace, operands, c.Dtype("dtype"), l, outs...)
	for i, z := range zs {
		if outs[i] == nil && u.nout > 1 { // as wide as the other result
			z = c.Wrap(c.Env().BroadcastTo(z.V, widest(z.V.Shape(), outs)))
		}
		if zs[i] = deliver(c, u.path, z, outs[i], mask, l); outs[i] == nil {
			laid(zs[i], order, nil)
		}
	}
	if u.nout == 1 {
		return zs[0]
	}
	return zs
}

// widest returns the shape of the arrays for results if there are any, else s.
func widest(s []int, outs []*frontend.Array) []int {
	for _, out := range outs {
		if out != nil && fits(s, out.V.Shape()) {
			s = out.V.Shape()
		}
	}
	return s
}

// whereComputed returns an operand of integers with zeros where the argument "where" is false.
func (u *ufunc) whereComputed(c *frontend.Call, o frontend.Operand) frontend.Operand {
	if o.A == nil || !o.Dtype.IsInteger() {
		return o
	}
	a := c.Wrap(c.Env().Where(maskOf(c, "where"), o.A.V, zeroD(c.Env(), 0, o.Dtype)))
	return frontend.Operand{Arg: a.Arg(), A: a}
}

// ufuncOrder returns the argument "order" of a ufunc, of which names are the operands: A
// is F if all that are arrays are of that order, else C.
func ufuncOrder(c *frontend.Call, names ...string) string {
	if !c.Given("order") {
		return "K"
	}
	if text, isText := c.Arg("order").(string); !isText || strings.ToUpper(text) != "A" {
		return orderOf(c, "K", nil)
	}
	for _, name := range names {
		if a := arrayValue(c.Arg(name)); a != nil && !hasOrder(a, "F") {
			return "C"
		}
	}
	return "F"
}

// castingOf returns the argument "casting".
func castingOf(c *frontend.Call) level {
	l, ok := levels[c.Text("casting")]
	if !ok {
		c.Raise("ValueError", "casting is %q, want \"no\", \"equiv\", \"safe\", \"same_kind\" or \"unsafe\"", c.Text("casting"))
	}
	return l
}

// outs returns the arrays that results go into, nil where there is none.
func (u *ufunc) outs(c *frontend.Call) []*frontend.Array {
	outs := make([]*frontend.Array, u.nout)
	given := []any{c.Arg("out")}
	if u.nout == 2 {
		if list, ok := frontend.Sequence(given[0]); ok {
			given = list
		} else if given[0] != nil {
			c.Raise("TypeError", "'out' must be a tuple of arrays")
		} else {
			given = []any{c.Arg("out1"), c.Arg("out2")}
		}
	} else if list, ok := frontend.Sequence(given[0]); ok {
		given = list
	}
	if len(given) != u.nout {
		c.Raise("ValueError", "the 'out' tuple must have %d entries", u.nout)
	}
	for i, v := range given {
		outs[i] = outArray(c, v)
	}
	return outs
}

// outArray returns an argument "out" as the array that it must be; nil for None.
func outArray(c *frontend.Call, v any) *frontend.Array {
	if v == nil {
		return nil
	}
	if !isGo(v) {
		if o, err := c.Namespace.Operand(v); err == nil && o.A != nil && !o.A.Scalar {
			return o.A
		}
	}
	c.Raise("TypeError", "return arrays must be of ArrayType")
	return nil
}

// isGo reports whether v is no array yet.
func isGo(v any) bool {
	switch v.(type) {
	case *NDArray, *frontend.Array, *ivy.Array:
		return false
	}
	return true
}

// maskOf returns an argument "where" as bools.
func maskOf(c *frontend.Call, name string) *ivy.Array {
	o := c.Operand(name)
	if o.A != nil && o.Dtype != dtype.Bool && !isGo(c.Arg(name)) {
		c.Raise("TypeError", "Cannot cast array data from %v to bool according to the rule 'safe'", o.Dtype)
	}
	return c.As(o, dtype.Bool)
}

// deliver returns a result: cast into out, if there is one, and where mask is false what
// out had there, else zero.
func deliver(c *frontend.Call, path string, z *frontend.Array, out *frontend.Array, mask *ivy.Array, l level) *frontend.Array {
	e := c.Env()
	if out == nil && mask == nil {
		return z
	}
	if out != nil {
		castable(path, z.V.Dtype(), out, l)
	}
	v := z.V
	if mask != nil {
		old := e.Zeros(nil, v.Dtype())
		if out != nil {
			v, old = c.Cast(c.Namespace, v, out.V.Dtype()), out.V
		}
		v = e.Where(mask, v, old)
	}
	if out == nil {
		return c.Wrap(v)
	}
	assign(c.Namespace, out, v)
	return out
}

// assign writes v, cast as C does, into the whole of out, to whose shape it must broadcast.
func assign(n *frontend.Namespace, out *frontend.Array, v *ivy.Array) {
	e := n.Env()
	if !fits(v.Shape(), out.V.Shape()) {
		frontend.Raise(n.Name, "ValueError", "non-broadcastable output operand with shape %v doesn't match the broadcast shape %v", out.V.Shape(), v.Shape())
	}
	v = e.BroadcastTo(n.Cast(n, v, out.V.Dtype()), out.V.Shape())
	writable(n, out, "output array")
	views.Update(n, out, func(x *ivy.Array) { e.SetItem(x, v, ivy.Ellipsis) })
}

// fits reports whether shape s broadcasts to want.
func fits(s, want []int) bool {
	d := len(want) - len(s)
	if d < 0 {
		return false
	}
	for i, n := range s {
		if n != want[d+i] && n != 1 {
			return false
		}
	}
	return true
}

// compute finds the loop and runs it.
// outs are the arrays that results go into, nil where there is none: that they can is
// looked at before the operands' shapes.
func (u *ufunc) compute(n *frontend.Namespace, operands []frontend.Operand, want dtype.Dtype, l level, outs ...*frontend.Array) []*frontend.Array {
	args := make([]promote.Arg, len(operands))
	for i, o := range operands {
		args[i] = o.Arg
		if o.A == nil {
			args[i] = u.asOperand(o.Arg)
		}
		if o.Scalar == dtype.KindUint { // an integer that is too large for most
			args[i].Scalar = dtype.KindInt
			if u.nin > 1 && slices.ContainsFunc(operands, func(o frontend.Operand) bool { return o.A != nil }) {
				continue
			}
			args[i] = promote.ZeroDim(dtype.Uint64)
		}
	}
	ch := u.by(u, args, want)
	xs := make([]*ivy.Array, len(operands))
	for i, o := range operands {
		d := ch[i]
		if o.A != nil || args[i].Dtype.IsValid() {
			continue
		}
		if holds, compares := beyond[u.path]; compares && o.A == nil && d.IsInteger() && !o.Value.Fits(d) && args[1-i].Dtype != dtype.Bool {
			return []*frontend.Array{n.Wrap(outOfRange(n, operands, i, holds))}
		}
		xs[i] = n.As(o, d)
	}
	for i, o := range operands {
		if xs[i] != nil {
			continue
		}
		if from, d := args[i].Dtype, ch[i]; !l.holds(from, d) {
			frontend.Raise(n.Name, "UFuncTypeError", "Cannot cast ufunc '%s' input %d from %v to %v with this casting rule (choose casting='unsafe')", u.path, i, from, d)
		}
		if o.A == nil {
			o = frontend.Operand{Arg: args[i], A: n.Wrap(n.As(o, args[i].Dtype))}
		}
		xs[i] = n.As(o, ch[i])
	}
	for i, out := range outs {
		if out != nil {
			castable(u.path, u.outputs(ch[0])[i], out, l)
		}
	}
	e := n.Env()
	switch {
	case u.unary != nil:
		return []*frontend.Array{n.Wrap(u.unary(e, xs[0]))}
	case u.binary != nil:
		return []*frontend.Array{n.Wrap(u.binary(e, xs[0], xs[1]))}
	}
	zs := u.loop(e, xs)
	out := u.outputs(ch[0])
	arrays := make([]*frontend.Array, len(zs))
	for i, z := range zs {
		if z.Dtype() != out[i] {
			z = n.Cast(n, z, out[i])
		}
		arrays[i] = n.Wrap(z)
	}
	return arrays
}

// castable raises an error unless a result of dtype d can be cast into out.
func castable(path string, d dtype.Dtype, out *frontend.Array, l level) {
	if to := out.V.Dtype(); !l.holds(d, to) {
		frontend.Raise("numpy", "UFuncTypeError", "Cannot cast ufunc '%s' output from %v to %v with this casting rule (choose casting='unsafe')", path, d, to)
	}
}

// beyond tells of the comparisons whether they hold of an array and an integer that is
// greater than all of its dtype, and of one that is less.
var beyond = map[string][2]bool{"equal": {false, false}, "not_equal": {true, true},
	"less": {true, false}, "less_equal": {true, false}, "greater": {false, true}, "greater_equal": {false, true}}

// outOfRange compares with a Python integer, operand i, that the dtype does not hold.
func outOfRange(n *frontend.Namespace, operands []frontend.Operand, i int, holds [2]bool) *ivy.Array {
	less := operands[i].Value.Float64() < 0
	if i == 0 && holds[0] != holds[1] { // it stands on the left: turn it round
		less = !less
	}
	z := holds[0]
	if less {
		z = holds[1]
	}
	var dims []int
	if a := operands[1-i].A; a != nil {
		dims = a.V.Shape()
	}
	return n.Env().Full(dims, z, dtype.Bool)
}

// fixed raises an error if a parameter that makes no difference here is given with another
// value than its one.
func fixed(c *frontend.Call, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		if name := pairs[i].(string); c.Arg(name) != pairs[i+1] {
			c.Raise("NotImplementedError", "%s(): %s is %v; it can only be %v here", c.Func.Path, name, c.Arg(name), pairs[i+1])
		}
	}
}
