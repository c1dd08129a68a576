// Package scalar holds the elementary functions of one or two numbers on which the native backend's kernels stand: for
// float64 and float32, for complex128 (names that begin with C; complex64 is computed in complex128 and rounded) and for
// integers of every width. Special cases are those of the Array API standard 2025.12, which for complex numbers are those
// of C99, Annex G: signs of zeros select the side of a branch cut.
//
// Results are the same on every platform and at every place of an array: nothing is left to fused operations that a
// compiler may or may not choose, to assembly of package math or to the position in a loop; the assembly of package simd
// gives the bits of the loops in Go. The loops over slices (ExpSlice, ExpSlice32, …) are the functions of one number,
// faster. They allow dst and x to be the same slice, and panic if dst is shorter than x.
//
// # Accuracy
//
// The greatest error seen against mpmath, in units in the last place (ULP; 0.5 is correct rounding), over edge cases and
// 8,000 arguments per function that cover its whole range, subnormal, huge and nearly singular ones included:
//
//	Exp 0.51       Asin 0.51      Sinh 0.51      Sigmoid 0.51    Atan2 0.51
//	Expm1 0.92     Acos 0.51      Cosh 0.51      Softplus 0.51   Hypot 0.51
//	Log 0.62       Atan 0.51      Tanh 0.52      Silu 0.69       Pow 0.51
//	Log1p 0.65     Sin 0.53       Asinh 0.51     Gelu 0.55       LogAddExp 0.51
//	Log2 0.51      Cos 0.52       Acosh 0.51     GeluTanh 0.51   Remainder 0.5
//	Log10 0.51     Tan 0.51       Atanh 0.51     Erf 0.73        Sqrt 0.5
//
// FloorDivide and Round are exact (FloorDivide rounds down where the quotient has more than 53 bits).
//
// Every float32 function is within 0.5007 ULP on 5 million arguments (1 million pairs), compared with the float64
// functions: it is the float32 nearest to the exact result but for some 60 arguments in a million at worst (Sin, Cos, Tan)
// and less than one in a million elsewhere (Pow: 600 in a million, where integer results are halfway cases).
//
// Of complex functions the error of both parts is below 0.51 ULP of the larger part; each part is also accurate by itself,
// to 0.71 ULP (CLog2 and CLog10 1.4), unless it is subnormal. CMul, CSquare, CReciprocal and CDiv use the formulas of C, scaled where parts
// would over- or underflow, and reach 1.5, 1.6, 2.3 and 3.1 ULP of the larger part.
//
// # Speed
//
// Nanoseconds per element of loops over a million numbers in [-10, 10] or the function's domain within it, on one core of a
// Xeon with 2.6 GHz (model 167), the least times of 8,192 elements each, as the machine was shared:
//
//	            Exp  Expm1  Log  Log1p  Sin  Cos  Tan   Tanh  Erf  Sigmoid  Silu  Softplus  Gelu  Sqrt
//	float32     2.8  3.2    3.2  3.8    3.7  4.1  8.4   3.7   3.7  3.4      3.7   8.7       10    0.8
//	float64     3.7  7.0    5.0  7.0    6.5  6.3  51    4.3   4.5  10       11    65        38    1.7
//
// On the same machine loops in AVX-512, which do the same operations for eight elements at a time, take for float32: Exp 0.6,
// Log 0.8, Sin 0.6, Cos 0.7, Tanh 1.2. The other figures are of the loops in Go.
//
// The other float32 functions take 1.6 to 12.5 ns (LogAddExp32 14), the other float64 functions 7 to 95 ns, complex ones 4
// (arithmetic) to 330 ns (arc functions).
package scalar
