package anvil

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// knownTable is that of anvil's document "Type Promotion Rules", for two known dtypes
// and for two ambiguous ones.
const knownTable = `
	    b1  i1  i2  i4  i8  u1  u2  u4  u8  f4  f8
	b1  b1  i1  i2  i4  i8  u1  u2  u4  u8  f4  f8
	i1  i1  i1  i2  i4  i8  i2  i4  i8  i8  f4  f8
	i2  i2  i2  i2  i4  i8  i2  i4  i8  i8  f4  f8
	i4  i4  i4  i4  i4  i8  i4  i4  i8  i8  f4  f8
	i8  i8  i8  i8  i8  i8  i8  i8  i8  i8  f4  f8
	u1  u1  i2  i2  i4  i8  u1  u2  u4  u8  f4  f8
	u2  u2  i4  i4  i4  i8  u2  u2  u4  u8  f4  f8
	u4  u4  i8  i8  i8  i8  u4  u4  u4  u8  f4  f8
	u8  u8  i8  i8  i8  i8  u8  u8  u8  u8  f4  f8
	f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f8
	f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8`

// Dtypes are those that anvil has.
const Dtypes = dtype.Boolean | dtype.Integer | 1<<dtype.Float32 | 1<<dtype.Float64

// defaults are the dtypes of R's literals, which are ambiguous.
var defaults = dtype.Defaults{Int: dtype.Int32, Uint: dtype.Int32, Float: dtype.Float32}

// Rule is anvil's promotion rule. A [promote.Arg] or [promote.Result] that is Weak is
// ambiguous. anvil has no float16, bfloat16 or complex dtypes: they are an error.
var Rule = newRule()

// Ambiguity is a rule of known and ambiguous dtypes. Two of one sort promote by a
// table, to one of that sort. Of two sorts it is the known dtype, unless the ambiguous
// one is a float and the known one is not, or the known one alone is a bool.
// Dimensions do not count.
type Ambiguity struct {
	name string
	of   [promote.Complex32 + 1][promote.Complex32 + 1]dtype.Dtype
}

func newRule() *Ambiguity {
	of, err := promote.ParseTable(knownTable)
	if err != nil {
		panic(err) // a mistake in the table, which the package's initialisation finds
	}
	return &Ambiguity{name: "anvil", of: of}
}

// Name returns the rule's name.
func (r *Ambiguity) Name() string { return r.name }

// Promote returns the common dtype of a and b, as common_dtype does.
func (r *Ambiguity) Promote(a, b promote.Arg) (promote.Result, error) { return r.PromoteAll(a, b) }

// PromoteAll returns the common dtype of all args, one or more, from left to right as
// anvil takes them.
func (r *Ambiguity) PromoteAll(args ...promote.Arg) (promote.Result, error) {
	if len(args) == 0 {
		return promote.Result{}, &promote.Error{Rule: r.name, Class: "rlang_error", Why: "no operands"}
	}
	var res promote.Result
	for i, arg := range args {
		b := promote.Result{Dtype: arg.Dtype, Weak: arg.Weak}
		if arg.Scalar != dtype.NoKind {
			b = promote.Result{Dtype: defaults.Of(arg.Scalar), Weak: true}
		}
		if !Dtypes.Has(b.Dtype) {
			other := args[0]
			if i == 0 {
				other = args[min(1, len(args)-1)]
			}
			return promote.Result{}, &promote.Error{Rule: r.name, Class: "rlang_error", A: arg, B: other, Why: fmt.Sprintf("anvil has no %v", arg)}
		}
		if i == 0 {
			res = b
			continue
		}
		res = r.common(res, b)
	}
	return res, nil
}

func (r *Ambiguity) common(a, b promote.Result) promote.Result {
	if a.Weak == b.Weak {
		return promote.Result{Dtype: r.of[a.Dtype][b.Dtype], Weak: a.Weak}
	}
	if b.Weak {
		a, b = b, a
	}
	if a.Dtype.IsFloat() && !b.Dtype.IsFloat() || !a.Dtype.IsBool() && b.Dtype.IsBool() {
		return a
	}
	return b
}

// CommonDtype returns the common dtype of two, as anvil's common_dtype does, and
// whether it is ambiguous; each may be.
func CommonDtype(a, b dtype.Dtype, aAmbiguous, bAmbiguous bool) (d dtype.Dtype, ambiguous bool, err error) {
	x, y := promote.Array(a), promote.Array(b)
	x.Weak, y.Weak = aAmbiguous, bAmbiguous
	res, err := Rule.Promote(x, y)
	return res.Dtype, res.Weak, err
}

// PromoteTypes returns the common dtype of two known ones.
func PromoteTypes(a, b dtype.Dtype) (dtype.Dtype, error) {
	d, _, err := CommonDtype(a, b, false, false)
	return d, err
}

// PromoteTypesOfInputs returns the dtype in which a function of two operands computes,
// and whether its result is ambiguous. Operands are arrays, dtypes, Go's bool, int and
// float64 as R's literals, or a [promote.Arg].
func PromoteTypesOfInputs(x, y any) (promote.Result, error) { return ResultType(x, y) }

// ResultType returns the common dtype of operands, one or more, and whether it is
// ambiguous.
func ResultType(tensors ...any) (promote.Result, error) {
	return operand.Promote(Rule, "rlang_error", tensors)
}

// Name returns anvil's name of a dtype: "f32", "ui8", "i1" for bool; "" for a dtype
// that anvil does not have.
func Name(d dtype.Dtype) string {
	switch {
	case !Dtypes.Has(d):
		return ""
	case d.IsBool():
		return "i1"
	case d.IsUnsigned():
		return fmt.Sprintf("ui%d", d.Bits())
	case d.IsSigned():
		return fmt.Sprintf("i%d", d.Bits())
	}
	return fmt.Sprintf("f%d", d.Bits())
}

// Text writes a Result in anvil's names, an ambiguous one with a question mark: "f32?".
func Text(r promote.Result) string {
	if r.Weak {
		return Name(r.Dtype) + "?"
	}
	return Name(r.Dtype)
}

// Parse reads an operand in anvil's names: "f32" is known, "f32?" ambiguous.
func Parse(text string) (promote.Arg, error) {
	name, ambiguous := strings.CutSuffix(text, "?")
	for _, d := range Dtypes.Dtypes() {
		if Name(d) == name {
			a := promote.Array(d)
			a.Weak = ambiguous
			return a, nil
		}
	}
	return promote.Arg{}, fmt.Errorf("anvil: %q is no dtype (want one of i1, i8, …, i64, ui8, …, ui64, f32, f64)", text)
}
