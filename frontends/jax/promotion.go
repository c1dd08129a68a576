package jax

import (
	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// lattice is the promotion lattice of JAX's documentation ("Type promotion
// semantics"): each type and the types directly above it. A star marks a weak type,
// that of a Python scalar.
func lattice() map[string][]string {
	return map[string][]string{
		"bool":       {"int*"},
		"int*":       {"uint8", "int8"},
		"uint8":      {"int16", "uint16"},
		"uint16":     {"int32", "uint32"},
		"uint32":     {"int64", "uint64"},
		"uint64":     {"float*"},
		"int8":       {"int16"},
		"int16":      {"int32"},
		"int32":      {"int64"},
		"int64":      {"float*"},
		"float*":     {"bfloat16", "float16", "complex*"},
		"bfloat16":   {"float32"},
		"float16":    {"float32"},
		"float32":    {"float64", "complex64"},
		"float64":    {"complex128"},
		"complex*":   {"complex64"},
		"complex64":  {"complex128"},
		"complex128": {},
	}
}

// lattice32 is the lattice with 32 bits, in which uint32 and a signed integer have
// int32 in common, not int64: the only pair of 32 bits that 64 come of (jax 0.10.2,
// jax/_src/dtypes.py).
func lattice32() map[string][]string {
	l := lattice()
	l["uint32"] = []string{"int32", "uint64"}
	return l
}

// strictLattice is that of strict promotion (jax 0.10.2, jax/_src/dtypes.py): only
// weak types promote, to what is of their kind or a greater one.
func strictLattice() map[string][]string {
	l := map[string][]string{"bool": {}, "int*": {"float*"}, "float*": {"complex*"}}
	for weak, set := range map[string]dtype.Set{"int*": dtype.Integer, "float*": dtype.Float, "complex*": dtype.Complex} {
		for _, d := range set.Dtypes() {
			l[d.String()] = nil
			l[weak] = append(l[weak], d.String())
		}
	}
	return l
}

// The default dtypes of scalars with 64 bits and without.
var (
	defaults64 = dtype.Defaults{Int: dtype.Int64, Uint: dtype.Uint64, Float: dtype.Float64, Complex: dtype.Complex128}
	defaults32 = dtype.Defaults{Int: dtype.Int32, Uint: dtype.Uint32, Float: dtype.Float32, Complex: dtype.Complex64}
)

// JAX's promotion rules by configuration. A JAX program starts with X32. Where nothing
// promotes two operands the error is a TypePromotionError.
var (
	X64       = newRule("jax", lattice(), defaults64, false)                 // jax_enable_x64
	X32       = newRule("jax-x32", lattice32(), defaults32, false)           // the default
	Strict    = newRule("jax-strict", strictLattice(), defaults64, true)     // jax_enable_x64, jax_numpy_dtype_promotion="strict"
	StrictX32 = newRule("jax-strict-x32", strictLattice(), defaults32, true) // jax_numpy_dtype_promotion="strict"
)

// newRule runs while the package is initialised, where a panic is a mistake in a lattice.
func newRule(name string, above map[string][]string, def dtype.Defaults, strict bool) *promote.Lattice {
	why := ""
	if strict {
		why = "strict promotion has no way: cast one to the other's dtype"
	}
	l, err := promote.NewLattice(name, above, def, why)
	if err != nil {
		panic(err)
	}
	l.ErrorClass, l.WeakByKind = "TypePromotionError", strict
	return l
}

// Canonical returns the dtype that JAX makes of d under a rule: without 64 bits the one
// of half the width.
func Canonical(r *promote.Lattice, d dtype.Dtype) dtype.Dtype {
	if r == X64 || r == Strict {
		return d
	}
	switch d {
	case dtype.Int64:
		return dtype.Int32
	case dtype.Uint64:
		return dtype.Uint32
	case dtype.Float64:
		return dtype.Float32
	case dtype.Complex128:
		return dtype.Complex64
	}
	return d
}

// PromoteTypes returns the dtype that two dtypes have in common under a rule, as
// jax.numpy.promote_types does, without a weak type: int8 and uint64 have float64.
func PromoteTypes(r *promote.Lattice, a, b dtype.Dtype) (dtype.Dtype, error) {
	res, err := r.Promote(promote.Array(a), promote.Array(b))
	return res.Dtype, err
}

// PromoteTypesOfInputs returns the dtype in which a function of two operands computes
// under a rule, and whether its result is weak. Operands are arrays, dtypes, Go's
// bool, int, float64 and complex128 as Python's scalars, or a [promote.Arg].
func PromoteTypesOfInputs(r *promote.Lattice, x, y any) (promote.Result, error) {
	return operand.Promote(r, "TypeError", []any{x, y})
}

// ResultType returns the dtype that operands, one or more, have in common, as
// jax.numpy.result_type does: of operands that are all weak the default dtype of
// their kind.
func ResultType(r *promote.Lattice, arraysAndDtypes ...any) (promote.Result, error) {
	if len(arraysAndDtypes) == 0 {
		return promote.Result{}, &promote.Error{Rule: r.Name(), Class: "ValueError", Why: "no operands"}
	}
	res, err := operand.Promote(r, "TypeError", arraysAndDtypes)
	if err == nil && res.Weak {
		def := defaults64
		if r == X32 || r == StrictX32 {
			def = defaults32
		}
		res.Dtype = def.Of(res.Dtype.Kind())
	}
	return res, err
}
