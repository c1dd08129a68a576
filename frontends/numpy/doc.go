// Package numpy emulates NumPy 2.0, with ml_dtypes' bfloat16, on ivy's arrays: its
// promotion (NEP 50: Python's scalars are weak, 0-d arrays are like any others), its
// functions with their own signatures, and its errors.
//
// Functions take arrays, nested Go slices as Python's lists, and numbers: Go's bool, int,
// float64 and complex128 are Python's scalars, every other number is one of its dtype.
// Arguments that have a default are given by position or by name:
//
//	numpy.Sum(x, 0)
//	numpy.Sum(x, numpy.Kw("axis", 0), numpy.Kw("keepdims", true))
//	numpy.Add(x, y, numpy.Kw("out", z), numpy.Kw("casting", "unsafe"))
//
// What NumPy raises, functions panic with, as an *ivy.Error that holds a
// [github.com/goivy/goivy/frontends/frontend.Error] with the exception's class. [ivy.Try]
// makes it an error.
//
// A function is a row of a table: in ufuncs, for one that works element by element, with
// the dtypes that NumPy has loops of and what computes them,
//
//	{path: "hypot", in: floats, binary: (*ivy.Env).Hypot, same: floats},
//
// else in its group's list. What NumPy returns as a scalar is an array without axes that is
// marked as one: it has no items to assign, and its operators are the scalars'. Views share
// their elements wherever NumPy's do, though results of functions that are no views lie in
// row-major order, and a write through a view that is no slice copies what its base has.
// Empty arrays, and results where a ufunc's mask is false, hold zeros. Random numbers, text,
// dates, objects and structured dtypes are not there, nor are einsum's lists of subscripts
// and histogram's rules for bins.
package numpy
