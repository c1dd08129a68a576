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
// Empty arrays, and results where a ufunc's mask is false, hold zeros. Text, dates, objects and
// structured dtypes are not there, nor are einsum's lists of subscripts and histogram's rules
// for bins.
//
// # Random numbers
//
// numpy.random draws on the host, by package [github.com/goivy/goivy/ivy/random], and so the
// same on every backend: bit for bit what NumPy 2.0.2 draws on x86-64 with FMA and the GNU C
// library 2.36. A [Generator], a [RandomState] or a bit generator may be used by several
// goroutines. The functions of the module share a RandomState, each namespace its own. Two
// laws are not exact: of 10,000 angles of vonmises some two differ in the last bit, and
// multivariate_normal is what NumPy has to rounding, up to 25 dimensions, beyond
// which singular vectors may have other signs. These are not there:
//
//   - SFC64, and numpy.random.BitGenerator, the class that a program would derive from;
//   - RandomState over another bit generator than MT19937, which hardly any program makes;
//   - pickling, and the attributes ctypes, cffi and lock, which are for extensions in C;
//   - what NumPy takes very long for, or never ends with: zipf with an exponent below 1.000001,
//     vonmises of a RandomState with a concentration above 1e15, over 65536 jumps of MT19937;
//   - whole parameters above 2⁵³ of binomial, multinomial and hypergeometric, and dirichlet whose
//     parameters are all below 0.1 with some of them 0;
//   - derivatives of draws by their parameters: arrays that are differentiated are refused.
package numpy
