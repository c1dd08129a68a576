package tensorflow

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A kernel is what an operation of TensorFlow's takes.
type kernel struct {
	takes    dtype.Set
	absent   dtype.Set // the operation is defined for these too, without a kernel: a NotFoundError
	class    string    // of the error for other dtypes, InvalidArgumentError if it is ""
	mismatch string    // of the error for two dtypes, InvalidArgumentError if it is ""
}

func (k *kernel) check(path string, d dtype.Dtype) {
	if k.takes.Has(d) {
		return
	}
	class := k.class
	switch {
	case k.absent.Has(d):
		class = notFound
	case class == "":
		class = invalidArgument
	}
	frontend.Raise("tensorflow", class, "%s has no kernel for %v (it takes %v)", path, d, k.takes)
}

// An input is a tensor, a Python scalar, or a Python list, which converts as scalars
// of its kind do.
type input struct {
	promote.Arg
	a    *frontend.Array
	v    backend.Scalar
	list any
	text bool // a string, which is a tensor of a dtype that no kernel takes
	// flexible says of a string that the namespace promotes with weak dtypes.
	flexible bool
}

func (o *input) scalar() bool { return o.Scalar != dtype.NoKind }

// inputOf returns x as an operand. It refuses Python's integers that a weak dtype does not hold.
func inputOf(n *frontend.Namespace, x any) input { return anyInput(n, x, true) }

// anyInput is inputOf; narrow says whether it refuses integers that a weak dtype does not hold.
func anyInput(n *frontend.Namespace, x any, narrow bool) input {
	if _, isText := x.(string); isText {
		return input{text: true, flexible: flexible(n)}
	}
	if kind, ok := listKind(n, x); ok {
		if list, isList := x.([]any); isList && !rectangular(list) {
			frontend.Raise("tensorflow", valueError, "the nested lists have rows of different lengths: they are no tensor")
		}
		o := input{Arg: promote.Arg{Scalar: kind, Rank: 1}, list: x}
		if narrow {
			o.checkWeak(n)
		}
		return o
	}
	op, err := n.Operand(x)
	frontend.Check(err)
	o := input{Arg: op.Arg, a: op.A, v: op.Value}
	if narrow {
		o.checkWeak(n)
	}
	return o
}

// checkWeak refuses Python's integers that int32 does not hold where they would be of a
// weak dtype, whatever dtype is asked for.
func (o *input) checkWeak(n *frontend.Namespace) {
	if (o.Scalar == dtype.KindInt || o.Scalar == dtype.KindUint) && flexible(n) && (o.Scalar == dtype.KindUint || o.wide()) {
		frontend.Raise("tensorflow", overflowError, "int32 does not hold one of the integers")
	}
}

func get(c *frontend.Call, name string) input {
	return anyInput(c.Namespace, c.Arg(name), !unpatched[c.Func.Path])
}

// unpatched are the functions that the modes all and safe leave as they are: they make tensors of numbers as plain
// TensorFlow does, of integers that int32 does not hold too.
var unpatched = func(paths string) map[string]bool {
	of := map[string]bool{}
	for path := range strings.FieldsSeq(paths) {
		of[path] = true
	}
	return of
}(`argmax argmin math.argmax math.argmin gather gather_nd linalg.band_part linalg.cholesky linalg.det linalg.inv linalg.tensor_diag math.top_k nn.l2_loss
	nn.avg_pool nn.avg_pool2d nn.avg_pool3d nn.max_pool nn.max_pool2d nn.max_pool3d nn.bias_add nn.conv2d nn.conv3d nn.elu nn.relu nn.selu nn.softsign
	bitwise.invert linalg.cross linalg.solve math.is_finite math.is_inf math.is_nan logical_not math.logical_not searchsorted where one_hot reverse roll shape split
	tensor_scatter_nd_update unique unique_with_counts experimental.numpy.size reduce_any reduce_all math.reduce_any math.reduce_all`)

// rectangular reports whether all the lists in a list are of one shape.
func rectangular(list []any) bool {
	var shape []int
	for i, e := range list {
		inner, isList := e.([]any)
		if isList && !rectangular(inner) {
			return false
		}
		if of := nesting(e); i == 0 {
			shape = of
		} else if !slices.Equal(of, shape) {
			return false
		}
	}
	return true
}

// nesting returns the lengths of a rectangular list and of those in it, nil of what is no
// list.
func nesting(x any) []int {
	if list, isList := x.([]any); isList {
		if len(list) == 0 {
			return []int{0}
		}
		return append([]int{len(list)}, nesting(list[0])...)
	}
	if r := reflect.ValueOf(x); r.IsValid() && r.Kind() == reflect.Slice {
		return []int{r.Len()}
	}
	return nil
}

// vacant reports whether an operand is a list without a number in it, which becomes any
// dtype.
func (o *input) vacant() bool {
	if o.list == nil || o.Scalar != dtype.KindFloat {
		return false
	}
	list, isList := o.list.([]any)
	for isList && len(list) > 0 {
		list, isList = list[0].([]any)
	}
	return isList
}

// listKind returns the kind of a list of Python scalars; ok is false for anything else.
// Integers among which is one that int64 does not hold are of the kind of unsigned ones.
func listKind(n *frontend.Namespace, x any) (kind dtype.Kind, ok bool) {
	switch x := x.(type) {
	case []int, [][]int, [][][]int:
		return dtype.KindInt, true
	case []float64, [][]float64, [][][]float64:
		return dtype.KindFloat, true
	case []bool, [][]bool, [][][]bool:
		return dtype.KindBool, true
	case []complex128, [][]complex128:
		return dtype.KindComplex, true
	case []any:
		if len(x) == 0 {
			return dtype.KindFloat, true
		}
		for _, e := range x {
			k, ok := listKind(n, e)
			if !ok {
				switch e := e.(type) {
				case bool:
					k = dtype.KindBool
				case int:
					k = dtype.KindInt
				case float64:
					k = dtype.KindFloat
				case complex128:
					k = dtype.KindComplex
				case backend.Scalar:
					k = e.Kind
				default:
					return 0, false
				}
			}
			if beyond := dtype.KindUint; max(kind, k) == dtype.KindInt && (kind == beyond || k == beyond) {
				kind, k = beyond, beyond
			}
			kind = max(kind, k)
		}
		return kind, true
	}
	return 0, false
}

// stacked makes one array of a list with tensors among its elements, of the first
// tensor's dtype, or of d.
func stacked(n *frontend.Namespace, x any, d dtype.Dtype) *ivy.Array {
	list, ok := frontend.Sequence(x)
	if !ok {
		if r := reflect.ValueOf(x); r.Kind() == reflect.Slice && r.Len() > 0 || r.Kind() == reflect.Array {
			return n.Env().Asarray(x)
		}
		frontend.Raise("tensorflow", valueError, "%s (of type %s) is no tensor", n.Shown(x), n.TypeName(x))
	}
	os := make([]input, len(list))
	for i, e := range list {
		os[i] = inputOf(n, e)
		if d == dtype.Invalid && os[i].a != nil {
			d = os[i].a.V.Dtype()
		}
	}
	xs := make([]*ivy.Array, len(list))
	for i := range os {
		if os[i].a != nil && os[i].a.V.Dtype() != d {
			frontend.Raise("tensorflow", invalidArgument, "a list of %v and %v", d, os[i].a.V.Dtype())
		}
		xs[i] = os[i].as(n, d)
	}
	return n.Env().Stack(xs)
}

// def returns the dtype that a scalar or list has on its own: tf.constant's.
func (o *input) def(*frontend.Namespace) dtype.Dtype {
	if !o.scalar() {
		return o.Dtype
	}
	if o.Scalar == dtype.KindBool {
		return dtype.Bool
	}
	if o.Scalar == dtype.KindUint {
		o.tooLarge()
	}
	if o.wide() {
		return dtype.Int64
	}
	return plainDefaults.Of(o.Scalar)
}

// tooLarge ends the call of an operand with an integer that int64 does not hold.
func (o *input) tooLarge() {
	frontend.Raise("tensorflow", valueError, "an integer is beyond int64, and the tensor is not to be of uint64 or of floats")
}

// wide reports whether int32 does not hold one of the operand's Python integers.
func (o *input) wide() bool {
	if o.list == nil {
		return wide(o.v)
	}
	return o.Scalar == dtype.KindInt && wideList(o.list)
}

func wideList(x any) bool {
	list, ok := frontend.Sequence(x)
	if !ok {
		if r := reflect.ValueOf(x); r.Kind() == reflect.Slice {
			for i := range r.Len() {
				if wideList(r.Index(i).Interface()) {
					return true
				}
			}
		}
		i, ok := x.(int)
		return ok && wide(backend.IntScalar(int64(i)))
	}
	for _, e := range list {
		if wideList(e) {
			return true
		}
	}
	return false
}

// as returns the operand's elements as dtype d.
func (o *input) as(n *frontend.Namespace, d dtype.Dtype) *ivy.Array {
	switch {
	case o.text:
		frontend.Raise("tensorflow", invalidArgument, "there is no kernel for a string")
	case o.a != nil && o.a.V.Dtype() == d:
		return o.a.V
	case o.a != nil:
		return cast(n, o.a.V, d)
	case o.Scalar == dtype.KindUint && d != dtype.Uint64 && d.IsInteger():
		o.tooLarge()
	case o.list == nil:
		return put(n, o.v, d)
	}
	of := map[dtype.Kind]dtype.Dtype{dtype.KindBool: dtype.Bool, dtype.KindUint: dtype.Uint64, dtype.KindInt: dtype.Int64, dtype.KindFloat: dtype.Float64, dtype.KindComplex: dtype.Complex128}[o.Scalar]
	if l, ok := o.list.([]any); ok && len(l) == 0 {
		return n.Env().Zeros([]int{0}, d)
	}
	if _, ok := lengths(o.list); !ok {
		frontend.Raise("tensorflow", valueError, "the list is not rectangular: its elements have several shapes")
	}
	return cast(n, n.Env().Asarray(o.list, of), d)
}

// lengths returns the shape of a list of lists; ok is false if there is none that all have.
func lengths(x any) (shape []int, ok bool) {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Slice {
		return nil, true
	}
	if k := v.Type().Elem().Kind(); k != reflect.Slice && k != reflect.Interface {
		return []int{v.Len()}, true
	}
	for i := range v.Len() {
		inner, ok := lengths(v.Index(i).Interface())
		if !ok || i > 0 && !slices.Equal(inner, shape) {
			return nil, false
		}
		shape = inner
	}
	return append([]int{v.Len()}, shape...), true
}

func noConversion(o input, d dtype.Dtype) {
	frontend.Raise("tensorflow", typeError, "cannot convert %v to a tensor of dtype %v", o.Arg, d)
}

// A way is how an operation of two operands comes to one dtype in plain TensorFlow.
type way uint8

const (
	inferred way = iota // a scalar becomes the tensor's dtype, of two scalars the second the first's
	hinted              // the second operand becomes the first's dtype if it can
	firsts              // the second operand becomes the first's dtype
	logical             // both are bools
)

// fits reports whether TensorFlow makes a scalar a tensor of dtype d.
func fits(o *input, d dtype.Dtype) bool { return takes[o.Scalar].Has(d) || o.vacant() }

// plainly returns the one dtype of two operands in plain TensorFlow. def is that of two
// scalars, Invalid for their own.
func plainly(path string, k *kernel, w way, def dtype.Dtype, x, y *input) dtype.Dtype {
	if w == logical {
		return logically(path, x, y)
	}
	notWithText(path, x, y)
	var dx, dy dtype.Dtype
	switch {
	case !x.scalar():
		dx = x.Dtype
	case !y.scalar() && w == inferred:
		if dx = y.Dtype; !fits(x, dx) {
			noConversion(*x, dx)
		}
	case y.scalar() && def != dtype.Invalid && fits(x, def):
		dx = def
	default:
		dx = x.def(nil)
	}
	switch {
	case !y.scalar():
		dy = y.Dtype
	case fits(y, dx):
		dy = dx
	case w == hinted:
		dy = y.def(nil)
	default:
		noConversion(*y, dx)
	}
	class := k.mismatch
	if class == "" {
		class = invalidArgument
	}
	if w != firsts {
		k.check(path, dx)
	}
	if dx != dy {
		frontend.Raise("tensorflow", class, "%s of %v and %v: TensorFlow does not promote (cast one with tf.cast)", path, dx, dy)
	}
	k.check(path, dx)
	return dx
}

// notWithText refuses a string as one of two operands. The addition, which has a kernel for two
// strings, refuses it itself.
func notWithText(path string, x, y *input) {
	if x.text != y.text && path == ".__or__" && (y.text || x.flexible) { // Python looks for the string's own operator
		frontend.Raise("tensorflow", "AttributeError", "a string has no operator |, nor a dtype")
	}
	if x.text != y.text && !strings.HasSuffix(strings.TrimSuffix(path, "__"), "add") {
		frontend.Raise("tensorflow", typeError, "%s of a string and of numbers", path)
	}
}

// slow reports whether an operand is one that TensorFlow converts in Python.
func slow(o *input) bool { return o.list != nil || o.text || o.Weak }

func logically(path string, x, y *input) dtype.Dtype {
	for i, o := range []*input{x, y} {
		switch {
		case o.text:
			frontend.Raise("tensorflow", typeError, "%s: cannot convert a string to a bool", path)
		case o.list != nil && (o.vacant() || o.Scalar == dtype.KindBool) && i == 0 && !y.scalar() && y.Dtype != dtype.Bool && !y.text:
			frontend.Raise("tensorflow", valueError, "%s: cannot convert a tensor of %v to a bool", path, y.Dtype)
		case o.Scalar == dtype.KindBool, !o.scalar() && o.Dtype == dtype.Bool, o.vacant():
		case !o.scalar() && i == 0 && y.scalar() && y.Scalar != dtype.KindBool:
			if y.Scalar == dtype.KindComplex || y.list != nil {
				frontend.Raise("tensorflow", valueError, "%s: cannot convert %v to a bool", path, y.Arg)
			}
			noConversion(*y, dtype.Bool)
		case !o.scalar() && (slow(x) || slow(y)): // which TensorFlow finds when it converts the operands
			frontend.Raise("tensorflow", valueError, "%s: a tensor of %v does not become a bool", path, o.Dtype)
		case !o.scalar():
			frontend.Raise("tensorflow", invalidArgument, "%s takes bools, not %v", path, o.Dtype)
		default:
			noConversion(*o, dtype.Bool)
		}
	}
	return dtype.Bool
}

// flexibly promotes operands by the rule of the modes all and safe.
func flexibly(n *frontend.Namespace, os ...*input) promote.Result {
	os = withElements(os)
	if some, all := textsAmong(os); all {
		return promote.Result{}
	} else if some {
		frontend.Raise("tensorflow", "NotImplementedError", "a string and a number have no common dtype")
	}
	args := make([]promote.Arg, len(os))
	for i, o := range os {
		args[i] = o.Arg
		if o.scalar() && o.wide() {
			frontend.Raise("tensorflow", overflowError, "int32 does not hold the integer %v", o.v)
		}
	}
	r, err := promote.Fold(n.Rule().Rule(), args...)
	frontend.Check(err)
	return r
}

// withElements returns the operands without lists of no elements, which have no part in
// promotion unless there is nothing else.
func withElements(os []*input) []*input {
	if some := slices.DeleteFunc(slices.Clone(os), (*input).vacant); len(some) > 0 {
		return some
	}
	return os
}

// textsAmong reports whether there are strings among the operands, and whether there is nothing else.
func textsAmong(os []*input) (some, all bool) {
	all = true
	for _, o := range os {
		some, all = some || o.text, all && o.text
	}
	return some, some && all
}

// converted checks that TensorFlow makes every scalar among the operands a tensor of
// dtype d.
func converted(d dtype.Dtype, os ...*input) {
	for _, o := range os {
		if o.scalar() && !fits(o, d) {
			noConversion(*o, d)
		}
	}
}

// likeNumPy promotes operands as tf.experimental.numpy does in every mode where it asks
// NumPy. Weak tensors are like others.
func likeNumPy(os ...*input) dtype.Dtype {
	os = withElements(os)
	if some, all := textsAmong(os); all {
		return dtype.Invalid
	} else if some {
		noTextWith(os)
	}
	args := make([]promote.Arg, len(os))
	for i, o := range os {
		args[i] = o.Arg
		args[i].Weak = false
		if o.Scalar == dtype.KindUint && len(os) == 1 {
			if o.list != nil {
				o.tooLarge()
			}
			frontend.Raise("tensorflow", overflowError, "int64 does not hold the integer %v", o.v)
		}
	}
	if len(args) > 2 && slices.ContainsFunc(args, isBFloat16) {
		return sequence(args)
	}
	r, err := promote.Fold(Legacy, args...)
	frontend.Check(err)
	return r.Dtype
}

func isBFloat16(a promote.Arg) bool { return a.Scalar == dtype.NoKind && a.Dtype == dtype.BFloat16 }

// sequence promotes several operands as NumPy does where their order counts: with bfloat16, a dtype of another
// package. NumPy asks a dtype, or the kind of a number, which it has in common with another; its own dtypes know
// nothing of bfloat16, and bfloat16 nothing of numbers. Python's numbers come after tensors.
func sequence(args []promote.Arg) dtype.Dtype {
	refuse := func(a, b promote.Arg) {
		frontend.Raise("tensorflow", "DTypePromotionError", "%v and %v have no common dtype in NumPy among several operands", a, b)
	}
	var of, numbers []promote.Arg // nothing in place of one that others stand for
	for _, a := range args {
		switch a.Scalar {
		case dtype.NoKind:
			of = append(of, promote.Arg{Dtype: a.Dtype})
		case dtype.KindBool:
			numbers = append(numbers, promote.Arg{Dtype: dtype.Bool})
		case dtype.KindUint:
			numbers = append(numbers, promote.Arg{Scalar: dtype.KindInt})
		default:
			numbers = append(numbers, promote.Arg{Scalar: a.Scalar})
		}
	}
	of = append(of, numbers...)
	z := knowing(of)
	first := 2
	if z == nothing {
		first = 1
	}
	for _, d := range of[first:] {
		if d == nothing {
			continue
		}
		c := asked(of[0], d)
		switch {
		case c == nothing:
			refuse(of[0], d)
		case z == nothing:
			z = c
		default:
			common := asked(z, c)
			if common == nothing {
				common = asked(c, z)
			}
			if common == nothing {
				refuse(z, c)
			}
			z = common
		}
	}
	return z.Dtype
}

// numbered are dtypes in the order of NumPy's numbers for them: the one with the greater number is to know of both.
var numbered = []dtype.Dtype{dtype.Bool, dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Int32, dtype.Uint32, dtype.Int64, dtype.Uint64,
	dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128, dtype.Float16, dtype.BFloat16}

// nothing is no operand, and what two have in common that have nothing.
var nothing promote.Arg

// knowing puts the operand that knows most others first, as NumPy guesses it from pairs of the first and the last, and
// returns what it has in common with the second.
func knowing(of []promote.Arg) (z promote.Arg) {
	for low := range len(of) / 2 {
		high := len(of) - 1 - low
		if z = of[low]; of[high] != of[low] {
			z = asked(of[low], of[high])
		}
		switch z {
		case nothing:
			of[low], of[high] = of[high], of[low]
		case of[low]:
			of[high] = nothing
		}
	}
	if len(of) == 2 {
		return z
	}
	return knowing(of[:len(of)-len(of)/2])
}

// asked returns what a has in common with b in NumPy if a is asked.
func asked(a, b promote.Arg) promote.Arg {
	if b == nothing {
		return nothing
	}
	if a.Scalar != dtype.NoKind {
		return askedNumber(a, b)
	}
	switch d := a.Dtype; b.Scalar {
	case dtype.NoKind:
		if slices.Index(numbered, d) < slices.Index(numbered, b.Dtype) {
			return nothing
		}
		r, err := Legacy.Promote(promote.Array(d), promote.Array(b.Dtype))
		if err != nil {
			return nothing
		}
		return promote.Arg{Dtype: r.Dtype}
	case dtype.KindComplex:
		if dtype.Inexact.Has(d) && d != dtype.BFloat16 {
			return promote.Arg{Dtype: d.WithComplex()}
		}
	case dtype.KindFloat:
		if dtype.Inexact.Has(d) && d != dtype.BFloat16 {
			return promote.Arg{Dtype: d}
		}
	case dtype.KindInt:
		if dtype.Numeric.Has(d) && d != dtype.BFloat16 {
			return promote.Arg{Dtype: d}
		}
	}
	return nothing
}

// askedNumber is asked of a number: it has its default dtype with dtypes of a lesser kind, with bfloat16 what NumPy finds by trying its own dtypes.
func askedNumber(a, b promote.Arg) promote.Arg {
	if b.Scalar != dtype.NoKind {
		if b.Scalar <= a.Scalar {
			return a
		}
		return nothing
	}
	d := dtype.Invalid
	switch lesser := b.Dtype == dtype.Bool || a.Scalar > dtype.KindInt && dtype.Integer.Has(b.Dtype); {
	case b.Dtype == dtype.BFloat16:
		d = map[dtype.Kind]dtype.Dtype{dtype.KindInt: dtype.BFloat16, dtype.KindFloat: dtype.Float64, dtype.KindComplex: dtype.Complex64}[a.Scalar]
	case lesser:
		d = map[dtype.Kind]dtype.Dtype{dtype.KindInt: dtype.Int64, dtype.KindFloat: dtype.Float64, dtype.KindComplex: dtype.Complex128}[a.Scalar]
	}
	return promote.Arg{Dtype: d}
}

// noTextWith refuses strings together with other operands. In NumPy they promote to a string, but with Python's numbers and
// with bfloat16, of which it knows nothing; a cast to a string TensorFlow does not have.
func noTextWith(os []*input) {
	first := len(os) > 2 && !os[0].text && !os[0].scalar() // a tensor promotes with the string before a number does
	for _, o := range os {
		if !first && o.scalar() && o.Scalar != dtype.KindBool || !o.scalar() && o.Dtype == dtype.BFloat16 {
			frontend.Raise("tensorflow", "DTypePromotionError", "a string and %v have no common dtype", o.Arg)
		}
	}
	frontend.Raise("tensorflow", unimplemented, "there is no cast of a number to a string")
}

// byPair promotes two operands as tf.experimental.numpy's functions of two do: NumPy is asked in every mode, but not of
// a list, which it is not given.
func byPair(n *frontend.Namespace, x, y *input) dtype.Dtype {
	if x.list != nil || y.list != nil {
		return byMode(n, x, y)
	}
	return likeNumPy(x, y)
}

// promoteRagged refuses a string together with nested lists of several lengths by their dtypes, which these functions of
// two operands look at before they make a tensor of the lists. NumPy promotes bools with strings.
func promoteRagged(c *frontend.Call, names ...string) {
	ragged, os := false, make([]input, 2)
	for i, name := range names {
		v := c.Arg(name)
		if _, isText := v.(string); isText {
			os[i] = input{text: true, flexible: flexible(c.Namespace)}
			continue
		}
		list, isList := v.([]any)
		kind, ok := listKind(c.Namespace, leaves(list))
		if !ok || !isList || rectangular(list) || kind == dtype.KindBool && !flexible(c.Namespace) {
			return
		}
		ragged, os[i] = true, input{Arg: promote.Arg{Scalar: kind, Rank: 1}, list: v}
	}
	if ragged && (os[0].text || os[1].text) {
		byPair(c.Namespace, &os[0], &os[1])
	}
}

// leaves returns what nested lists have in them that is no list.
func leaves(list []any) []any {
	out := []any{}
	for _, e := range list {
		if inner, isList := e.([]any); isList {
			out = append(out, leaves(inner)...)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// byMode promotes operands as tf.experimental.numpy.result_type does.
func byMode(n *frontend.Namespace, os ...*input) dtype.Dtype {
	if flexible(n) {
		return flexibly(n, os...).Dtype
	}
	return likeNumPy(os...)
}

// result returns x as a tensor.
func result(c *frontend.Call, x *ivy.Array, weak bool) *frontend.Array {
	return &frontend.Array{V: x, Weak: weak, NS: c.Namespace}
}

// A binary is an operation of two operands.
type binary struct {
	kernel
	way
	def     dtype.Dtype                 // of two scalars
	patched bool                        // promotes in the modes all and safe
	strong  bool                        // its result is never weak
	truth   bool                        // its result is of bools
	legacy  bool                        // an operator: NumPy's promotion in the mode legacy
	numpy   bool                        // tf.experimental.numpy's: NumPy's promotion always
	bymode  bool                        // tf.experimental.numpy's: the mode's promotion
	to      map[dtype.Dtype]dtype.Dtype // what it computes in instead
	f       binaryFunc
}

type (
	unaryFunc  = func(*ivy.Env, any, ...ivy.Option) *ivy.Array
	binaryFunc = func(*ivy.Env, any, any, ...ivy.Option) *ivy.Array
)

// typed returns the dtype that two operands become, and whether the result is weak.
func (b *binary) typed(n *frontend.Namespace, path string, x, y *input) (d dtype.Dtype, weak bool) {
	switch {
	case b.numpy:
		d = byPair(n, x, y)
	case b.bymode:
		d = byMode(n, x, y)
	case b.patched && flexible(n):
		notWithText(path, x, y)
		r := flexibly(n, x, y)
		d, weak = r.Dtype, r.Weak && !b.strong
		converted(d, x, y)
	case b.legacy && modeOf(n) == "legacy":
		d = likeNumPy(x, y)
		converted(d, x, y)
	case x.Weak || y.Weak:
		d = b.unweak(path, x, y)
	default:
		return plainly(path, &b.kernel, b.way, b.def, x, y), false
	}
	b.check(path, d)
	return d, weak
}

// unweak is plainly with weak tensors, which do not convert to another dtype.
func (b *binary) unweak(path string, x, y *input) dtype.Dtype {
	if !x.scalar() && !y.scalar() && x.Dtype != y.Dtype {
		class := invalidArgument // of the operation
		if x.Dtype == dtype.Bool {
			if path == ".__and__" || path == ".__or__" || path == ".__xor__" { // of the conversion to bools
				class = valueError
			}
		}
		frontend.Raise("tensorflow", class, "%s: a WeakTensor of %v does not become %v", path, x.Dtype, y.Dtype)
	}
	return plainly(path, &b.kernel, b.way, b.def, x, y)
}

func (b *binary) run(c *frontend.Call, xName, yName string) any {
	if b.numpy || b.bymode {
		promoteRagged(c, xName, yName)
	}
	x, y := b.operand(c, xName), b.operand(c, yName)
	return b.apply(c, &x, &y)
}

// operand returns an argument as an operand. Integers that a weak dtype does not hold are refused where the operation
// promotes with weak dtypes.
func (b *binary) operand(c *frontend.Call, name string) input {
	return anyInput(c.Namespace, c.Arg(name), b.patched || b.numpy || b.bymode)
}

func (b *binary) apply(c *frontend.Call, x, y *input) *frontend.Array {
	d, weak := b.typed(c.Namespace, c.Func.Path, x, y)
	in := d
	if t, ok := b.to[d]; ok {
		in = t
	}
	p, q := x.as(c.Namespace, d), y.as(c.Namespace, d)
	if in != d {
		p, q = cast(c.Namespace, p, in), cast(c.Namespace, q, in)
	}
	return result(c, b.f(c.Env(), p, q), weak)
}

// A unary is an operation of one operand.
type unary struct {
	kernel
	patched bool // keeps weak dtypes in the modes all and safe
	f       unaryFunc
	numpy   bool // tf.experimental.numpy's: a scalar's dtype is NumPy's
	float   bool // tf.experimental.numpy's: what NumPy has not as a float becomes one
}

// typed returns the dtype of an operand, and whether the result is weak.
func (u *unary) typed(n *frontend.Namespace, x *input) (d dtype.Dtype, weak bool) {
	flex := flexible(n)
	switch {
	case !x.scalar():
		d, weak = x.Dtype, x.Weak && u.patched
	case flex && (u.patched || u.numpy):
		r := flexibly(n, x)
		d, weak = r.Dtype, r.Weak
	case u.numpy:
		d = likeNumPy(x)
	default:
		d = x.def(n)
	}
	if u.float && !numpyInexact.Has(d) {
		noAstype(n)
		if x.text {
			frontend.Raise("tensorflow", unimplemented, "there is no cast of a string to a number")
		}
		d = numpyFloat(n)
	}
	return d, weak
}

// noAstype: tensors have the method astype with NumPy's behaviour only, and
// tf.experimental.numpy calls it where it makes floats.
func noAstype(n *frontend.Namespace) {
	likeArrays(n, "astype")
}

// numpyInexact are NumPy's own inexact dtypes, without ml_dtypes' bfloat16.
const numpyInexact = 1<<dtype.Float16 | 1<<dtype.Float32 | 1<<dtype.Float64 | dtype.Complex

// numpyFloat is the dtype of Python's float in tf.experimental.numpy.
func numpyFloat(n *frontend.Namespace) dtype.Dtype {
	if flexible(n) {
		return dtype.Float32
	}
	return dtype.Float64
}

func (u *unary) run(c *frontend.Call, name string) any {
	x := get(c, name)
	d, weak := u.typed(c.Namespace, &x)
	u.check(c.Func.Path, d)
	return result(c, u.f(c.Env(), x.as(c.Namespace, d)), weak)
}

// tensor returns an argument as a tensor, a scalar or list of its default dtype. In
// the modes all and safe scalars are weak.
func tensor(c *frontend.Call, name string) *frontend.Array { return toTensor(c, get(c, name)) }

func toTensor(c *frontend.Call, o input) *frontend.Array {
	return asTensor(c, o, func(o *input) dtype.Dtype { return o.def(c.Namespace) })
}

// asTensor returns an input as a tensor. strict is its dtype in the modes that are not
// all and safe.
func asTensor(c *frontend.Call, o input, strict func(o *input) dtype.Dtype) *frontend.Array {
	if o.a != nil {
		return o.a
	}
	if flexible(c.Namespace) && !(unpatched[c.Func.Path] && o.scalar() && o.wide()) {
		r := flexibly(c.Namespace, &o)
		return result(c, o.as(c.Namespace, r.Dtype), r.Weak)
	}
	return result(c, o.as(c.Namespace, strict(&o)), false)
}

// array is tensor for tf.experimental.numpy: asarray.
func array(c *frontend.Call, name string) *frontend.Array { return arrayOf(c, c.Arg(name)) }

// arrayOf is array of a value.
func arrayOf(c *frontend.Call, x any) *frontend.Array {
	if xs, ok := promoted(c, x); ok {
		return c.Wrap(c.Env().Stack(xs))
	}
	return toArray(c, anyInput(c.Namespace, x, !unpatched[c.Func.Path]))
}

// promoted returns tensors of several dtypes in a list as tensors of the one that the mode
// says; ok is false of anything else.
func promoted(c *frontend.Call, x any) (xs []*ivy.Array, ok bool) {
	list, isList := frontend.Sequence(x)
	if !isList || len(list) < 2 {
		return nil, false
	}
	os, refs := make([]input, len(list)), make([]*input, len(list))
	for i, e := range list {
		a := c.Own(e)
		if a == nil {
			a, _ = e.(*frontend.Array)
		}
		if a == nil {
			return nil, false
		}
		os[i] = inputOf(c.Namespace, a)
		refs[i], ok = &os[i], ok || os[i].Dtype != os[0].Dtype
	}
	if !ok {
		return nil, false
	}
	d := byMode(c.Namespace, refs...)
	for i := range os {
		xs = append(xs, os[i].as(c.Namespace, d))
	}
	return xs, true
}

func toArray(c *frontend.Call, o input) *frontend.Array {
	return asTensor(c, o, func(o *input) dtype.Dtype { return likeNumPy(o) })
}

// call calls another function of the table.
func call(c *frontend.Call, path string, args ...any) *frontend.Array {
	return c.Namespace.Call(c.Functions.Must(path), args...).(*frontend.Array)
}

// named is called by functions that take a name for the operation: there are no graphs, where it
// would be of use, and TensorFlow's own eager operations do not look at it.
func named(*frontend.Call) {}

// noLayout refuses the layouts of distributed tensors, which are not here.
func noLayout(c *frontend.Call) {
	if c.Has("layout") {
		c.Raise("NotImplementedError", "%s(): layouts are not supported", c.Func.Path)
	}
}

// only refuses a value of a parameter that is not its default.
func only(c *frontend.Call, name string, want any) {
	if v := c.Arg(name); fmt.Sprint(v) != fmt.Sprint(want) {
		c.Raise(valueError, "%s(): %s is %v; only %v is there", c.Func.Path, name, v, want)
	}
}
