package tensorflow

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// TensorFlow's promotion rules. A program starts with Plain; what
// experimental_enable_numpy_behavior takes as dtype_conversion_mode are All, Safe and Legacy.
var (
	// Plain has two dtypes in common only if they are one. A Python scalar takes the
	// dtype of an array before it, if that takes scalars of its kind; the first operand
	// is never converted to the second's dtype, and is its default dtype if a scalar.
	// (Python's operators put the tensor first.) Errors are InvalidArgumentErrors.
	Plain = &NoPromotion{name: "tensorflow", dtypes: dtype.All}
	// AddRule is Plain for tf.add, which does not take bools.
	AddRule = &NoPromotion{name: "tensorflow", dtypes: dtype.Numeric}
	// All promotes any two dtypes; results may be weak. Safe has a TypeError where bits
	// or the sign may be lost.
	All  = newFlexible("tf-all", false)
	Safe = newFlexible("tf-safe", true)
	// Legacy is NumPy's rule, whose errors are DTypePromotionErrors.
	Legacy = numpy.NewRule("tf-legacy")
)

// NoPromotion is the rule of plain TensorFlow.
type NoPromotion struct {
	name   string
	dtypes dtype.Set // of results
}

// plainDefaults are the dtypes of Python's scalars on their own.
var plainDefaults = dtype.Defaults{Int: dtype.Int32, Uint: dtype.Int32, Float: dtype.Float32, Complex: dtype.Complex128}

// takes has the dtypes that a Python scalar of a kind can become (TensorFlow 2.18.1).
var takes = map[dtype.Kind]dtype.Set{
	dtype.KindBool:    dtype.Of(dtype.Bool, dtype.Int32, dtype.Int64, dtype.Uint64, dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex128),
	dtype.KindInt:     dtype.Numeric,
	dtype.KindUint:    dtype.Numeric,
	dtype.KindFloat:   dtype.Inexact,
	dtype.KindComplex: dtype.Complex,
}

// Name returns the rule's name.
func (n *NoPromotion) Name() string { return n.name }

// Promote returns the dtype of a, the first operand, if b is of it or becomes it.
func (n *NoPromotion) Promote(a, b promote.Arg) (promote.Result, error) {
	return n.PromoteAll(a, b)
}

// PromoteAll returns the dtype of the first operand, if all others are of it or become it.
func (n *NoPromotion) PromoteAll(args ...promote.Arg) (promote.Result, error) {
	if len(args) == 0 {
		return promote.Result{}, &promote.Error{Rule: n.name, Class: "InvalidArgumentError", Why: "no operands"}
	}
	first := args[0]
	d := first.Dtype
	if first.Scalar != dtype.NoKind {
		d = plainDefaults.Of(first.Scalar)
	}
	for _, a := range args {
		ok := a.Dtype == d
		if a.Scalar != dtype.NoKind {
			ok = takes[a.Scalar].Has(d)
		}
		why := "TensorFlow does not promote: cast one with tf.cast"
		if !n.dtypes.Has(d) || a.Half {
			ok, why = false, fmt.Sprintf("no kernel for %v", d)
		}
		if !d.IsValid() || !ok {
			b := a
			if len(args) == 2 {
				b = args[1]
			}
			return promote.Result{}, &promote.Error{Rule: n.name, Class: "InvalidArgumentError", A: first, B: b, Why: why}
		}
	}
	return promote.Result{Dtype: d}, nil
}

// flexibleTable is TensorFlow's table (_BINARY_DTYPE_RES_HALF of
// tensorflow/python/framework/flexible_dtypes.py, 2.18). A star marks a weak dtype:
// i4*, f4* and c16* are Python's scalars. Under Safe a cell with ~ is an error.
const flexibleTable = `
	     b1    u1    u2    u4    u8    i1    i2    i4    i8    bf    f2    f4    f8    c8    c16   i4*   i8*   f4*   f8*   c16*
	b1   b1    u1    u2    u4    u8    i1    i2    i4    i8    bf    f2    f4    f8    c8    c16   i4*   i8*   f4*   f8*   c16*
	u1   u1    u1    u2    u4    u8    i2~   i2    i4    i8    bf    f2    f4    f8    c8    c16   u1    u1    f8*~  f8*   c16*
	u2   u2    u2    u2    u4    u8    i4~   i4~   i4    i8    bf~   f2~   f4    f8    c8    c16   u2    u2    f8*~  f8*   c16*
	u4   u4    u4    u4    u4    u8    i8~   i8~   i8~   i8    bf~   f2~   f4~   f8    c8~   c16   u4    u4    f8*~  f8*   c16*
	u8   u8    u8    u8    u8    u8    f8*~  f8*~  f8*~  f8*~  bf~   f2~   f4~   f8~   c8~   c16~  u8    u8    f8*~  f8*~  c16*~
	i1   i1    i2~   i4~   i8~   f8*~  i1    i2    i4    i8    bf    f2    f4    f8    c8    c16   i1    i1    f8*~  f8*   c16*
	i2   i2    i2    i4~   i8~   f8*~  i2    i2    i4    i8    bf~   f2~   f4    f8    c8    c16   i2    i2    f8*~  f8*   c16*
	i4   i4    i4    i4    i8~   f8*~  i4    i4    i4    i8    bf~   f2~   f4~   f8    c8~   c16   i4    i4    f8*~  f8*   c16*
	i8   i8    i8    i8    i8    f8*~  i8    i8    i8    i8    bf~   f2~   f4~   f8~   c8~   c16~  i8    i8    f8*~  f8*~  c16*~
	bf   bf    bf    bf~   bf~   bf~   bf    bf~   bf~   bf~   bf    f4~   f4    f8    c8    c16   bf    bf    bf    bf    c8~
	f2   f2    f2    f2~   f2~   f2~   f2    f2~   f2~   f2~   f4~   f2    f4    f8    c8    c16   f2    f2    f2    f2    c8~
	f4   f4    f4    f4    f4~   f4~   f4    f4    f4~   f4~   f4    f4    f4    f8    c8    c16   f4    f4    f4    f4    c8~
	f8   f8    f8    f8    f8    f8~   f8    f8    f8    f8~   f8    f8    f8    f8    c16~  c16   f8    f8    f8    f8    c16
	c8   c8    c8    c8    c8~   c8~   c8    c8    c8~   c8~   c8    c8    c8    c16~  c8    c16   c8    c8    c8    c8    c8
	c16  c16   c16   c16   c16   c16~  c16   c16   c16   c16~  c16   c16   c16   c16   c16   c16   c16   c16   c16   c16   c16
	i4*  i4*   u1    u2    u4    u8    i1    i2    i4    i8    bf    f2    f4    f8    c8    c16   i4*   i8*   f4*   f8*   c16*
	i8*  i8*   u1    u2    u4    u8    i1    i2    i4    i8    bf    f2    f4    f8    c8    c16   i8*   i8*   f4*   f8*   c16*
	f4*  f4*   f8*~  f8*~  f8*~  f8*~  f8*~  f8*~  f8*~  f8*~  bf    f2    f4    f8    c8    c16   f4*   f4*   f4*   f8*   c16*
	f8*  f8*   f8*   f8*   f8*   f8*~  f8*   f8*   f8*   f8*~  bf    f2    f4    f8    c8    c16   f8*   f8*   f8*   f8*   c16*
	c16* c16*  c16*  c16*  c16*  c16*~ c16*  c16*  c16*  c16*~ c8~   c8~   c8~   c16   c8    c16   c16*  c16*  c16*  c16*  c16*`

// Flexible is the rule of the modes all and safe: a table of dtypes and weak dtypes.
// Dimensions do not count.
type Flexible struct {
	name  string
	cells [2 * dtype.Count][2 * dtype.Count]promote.Result // indexed by dtype, a weak one dtype.Count further on
}

// newFlexible runs while the package is initialised, where a panic is a mistake in the table.
func newFlexible(name string, safe bool) *Flexible {
	f := &Flexible{name: name}
	parse := func(text string) (promote.Result, error) {
		abbreviation, weak := strings.CutSuffix(text, "*")
		d, err := promote.ParseDtype(abbreviation)
		return promote.Result{Dtype: d, Weak: weak}, err
	}
	err := promote.ParseCells(flexibleTable, func(row, column, text string) error {
		text, unsafe := strings.CutSuffix(text, "~")
		a, err := parse(row)
		if err != nil {
			return err
		}
		b, err := parse(column)
		if err != nil || safe && unsafe {
			return err
		}
		f.cells[at(a)][at(b)], err = parse(text)
		return err
	})
	if err != nil {
		panic(err)
	}
	return f
}

func at(r promote.Result) dtype.Dtype {
	if r.Weak {
		return dtype.Count + r.Dtype
	}
	return r.Dtype
}

// Name returns the rule's name.
func (f *Flexible) Name() string { return f.name }

// Promote returns the table's dtype for a and b.
func (f *Flexible) Promote(a, b promote.Arg) (promote.Result, error) { return f.PromoteAll(a, b) }

// PromoteAll returns what all args have in common, taken from left to right as
// TensorFlow does. Of none it is a weak float32.
func (f *Flexible) PromoteAll(args ...promote.Arg) (promote.Result, error) {
	if len(args) == 0 {
		return promote.Result{Dtype: dtype.Float32, Weak: true}, nil
	}
	res := f.of(args[0])
	for i, b := range args {
		if d := f.of(b); d.Dtype == dtype.Invalid {
			return promote.Result{}, &promote.Error{Rule: f.name, Class: "TypeError", A: args[0], B: b, Why: fmt.Sprintf("TensorFlow has no %v here", b)}
		} else if i > 0 {
			res = f.cells[at(res)][at(d)]
		}
		if res.Dtype == dtype.Invalid {
			return promote.Result{}, &promote.Error{Rule: f.name, Class: "TypeError", A: args[0], B: b, Why: "not safe: cast one with tf.cast, or use the mode all"}
		}
	}
	return res, nil
}

// of returns the dtype of an operand, Invalid if the table has no such one: a weak
// dtype is one that scalars give rise to.
func (f *Flexible) of(a promote.Arg) promote.Result {
	r := promote.Result{Dtype: a.Dtype, Weak: a.Weak}
	switch {
	case a.Scalar == dtype.KindBool, a.Weak && a.Dtype == dtype.Bool:
		r = promote.Result{Dtype: dtype.Bool}
	case a.Scalar != dtype.NoKind:
		r = promote.Result{Dtype: plainDefaults.Of(a.Scalar), Weak: true}
	}
	if a.Half || !r.Dtype.IsValid() || f.cells[at(r)][at(r)].Dtype == dtype.Invalid {
		return promote.Result{}
	}
	return r
}

// PromoteTypes returns the dtype that two dtypes have in common. Under Plain and AddRule
// they must be one, else it is a TypeError. Under the others it is
// tf.experimental.numpy.promote_types, which is NumPy's whatever the mode.
func PromoteTypes(r promote.Rule, a, b dtype.Dtype) (dtype.Dtype, error) {
	if _, ok := r.(*NoPromotion); !ok {
		res, err := Legacy.Promote(promote.Array(a), promote.Array(b))
		return res.Dtype, err
	}
	if !a.IsValid() || a != b {
		return dtype.Invalid, &promote.Error{Rule: r.Name(), Class: "TypeError", A: promote.Array(a), B: promote.Array(b), Why: "TensorFlow does not promote"}
	}
	return a, nil
}

// PromoteTypesOfInputs returns the dtype in which a function of two operands computes
// under a rule, and whether its result is weak. Operands are arrays, dtypes, Go's
// bool, int, float64 and complex128 as Python's scalars, or a [promote.Arg].
func PromoteTypesOfInputs(r promote.Rule, x, y any) (promote.Result, error) {
	return ResultType(r, x, y)
}

// ResultType returns the dtype that operands have in common under a rule, as
// tf.experimental.numpy.result_type does, and whether it is weak. Under All and Safe an
// integer scalar that int32 does not hold is an OverflowError.
func ResultType(r promote.Rule, arraysAndDtypes ...any) (promote.Result, error) {
	operands, args, err := operand.All(arraysAndDtypes, r.Name(), "TypeError")
	if err != nil {
		return promote.Result{}, err
	}
	if _, ok := r.(*Flexible); ok {
		if err := operand.Overflow(r.Name(), dtype.Int32, operands...); err != nil {
			return promote.Result{}, err
		}
	}
	return promote.Fold(r, args...)
}
