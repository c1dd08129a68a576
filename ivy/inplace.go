package ivy

import (
	"errors"

	"github.com/goivy/goivy/ivy/shape"
)

// IAdd writes a + y over the elements of a, and of every view that shares them: Python's a += y.
// So do the other methods whose names begin with I, for the function that their names end in:
//
//   - The result has to be of a's dtype and shape. It is an error of kind ErrDtype to add 0.5
//     to integers, and one of kind ErrShape if y has more axes than a, or makes one longer. What
//     y may be, and the dtype in which it meets a, are as in [Add].
//   - y may be a, a view of it, or overlap it in any other way: it counts as it was before.
//   - After an error a is as it was.
//
// Where a is being differentiated, what was written is too.
func (a *Array) IAdd(y any) { a.inPlace("IAdd", (*Env).Add, y) }

// ISubtract subtracts y from a, as [Subtract] does, in place: a -= y. See [Array.IAdd].
func (a *Array) ISubtract(y any) { a.inPlace("ISubtract", (*Env).Subtract, y) }

// IMultiply multiplies a by y, as [Multiply] does, in place: a *= y. See [Array.IAdd].
func (a *Array) IMultiply(y any) { a.inPlace("IMultiply", (*Env).Multiply, y) }

// IDivide divides a, of a float or a complex dtype, by y, as [Divide] does, in place: a /= y. See [Array.IAdd].
func (a *Array) IDivide(y any) { a.inPlace("IDivide", (*Env).Divide, y) }

// IFloorDivide divides a by y and rounds down, as [FloorDivide] does, in place: a //= y. See [Array.IAdd].
func (a *Array) IFloorDivide(y any) { a.inPlace("IFloorDivide", (*Env).FloorDivide, y) }

// IRemainder leaves the remainder of a divided by y, as [Remainder] does, in place: a %= y. See [Array.IAdd].
func (a *Array) IRemainder(y any) { a.inPlace("IRemainder", (*Env).Remainder, y) }

// IPow raises a to the power y, as [Pow] does, in place: a **= y. See [Array.IAdd].
func (a *Array) IPow(y any) { a.inPlace("IPow", (*Env).Pow, y) }

// IMatMul multiplies a by the matrix y, as [MatMul] does, in place: a @= y. y is square, so that
// the result has a's shape. See [Array.IAdd].
func (a *Array) IMatMul(y any) { a.inPlace("IMatMul", (*Env).MatMul, y) }

// IBitwiseAnd leaves the bits that y has too, as [BitwiseAnd] does, in place: a &= y. See [Array.IAdd].
func (a *Array) IBitwiseAnd(y any) { a.inPlace("IBitwiseAnd", (*Env).BitwiseAnd, y) }

// IBitwiseOr adds the bits of y, as [BitwiseOr] does, in place: a |= y. See [Array.IAdd].
func (a *Array) IBitwiseOr(y any) { a.inPlace("IBitwiseOr", (*Env).BitwiseOr, y) }

// IBitwiseXor flips the bits of y, as [BitwiseXor] does, in place: a ^= y. See [Array.IAdd].
func (a *Array) IBitwiseXor(y any) { a.inPlace("IBitwiseXor", (*Env).BitwiseXor, y) }

// IBitwiseLeftShift shifts the bits of a left by y, as [BitwiseLeftShift] does, in place: a <<= y. See [Array.IAdd].
func (a *Array) IBitwiseLeftShift(y any) { a.inPlace("IBitwiseLeftShift", (*Env).BitwiseLeftShift, y) }

// IBitwiseRightShift shifts the bits of a right by y, as [BitwiseRightShift] does, in place: a >>= y. See [Array.IAdd].
func (a *Array) IBitwiseRightShift(y any) {
	a.inPlace("IBitwiseRightShift", (*Env).BitwiseRightShift, y)
}

// inPlace writes f(a, y) into a.
func (a *Array) inPlace(op string, f func(e *Env, x1, x2 any, opts ...Option) *Array, y any) {
	defer blame(op)
	check(a.usable())
	err := Try(func() { f(a.home(), a, y, Out(a)) })
	if out := (*outError)(nil); errors.As(err, &out) {
		err = errorf(out.kind, "the array has %s, the result %s%s", out.has, out.wants, out.cure)
	}
	if err != nil {
		panic(wrap(op, a.be, err))
	}
}

// An outError is an Out of another dtype or shape than the result.
type outError struct {
	kind             error
	has, wants, cure string
}

func (e *outError) Error() string { return "Out has " + e.has + ", the result " + e.wants + e.cure }

// outShape is the error of an Out of another shape.
func outShape(has, wants []int) error {
	return &outError{ErrShape, "shape " + shape.Text(has), shape.Text(wants), ""}
}

// outDtype is the error of an Out of another dtype.
func outDtype(has, wants Dtype) error {
	return &outError{ErrDtype, "dtype " + has.String(), wants.String(), " (cast with Astype)"}
}
