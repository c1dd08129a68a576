// Package elementary has the elementary functions of one or two numbers on which the native backend's kernels stand, one row each in
// the table [Functions]: for float64 and float32, for complex128 (names that begin with C; complex64 is computed in complex128 and
// rounded), and the arithmetic of integers of every width. Special cases are those of the Array API standard 2025.12, which for
// complex numbers are those of C99, Annex G: signs of zeros select the side of a branch cut.
//
// A new function is its row in table.go, its algorithm in the file of its family, and its vector form in simd/_gen/math.
//
// Results of the functions of one number are the same on every platform: nothing is left to fused operations that a compiler may
// or may not choose, or to assembly of package math. The functions of slices (Kernel.Slice) are the same ones, faster: where the
// machine has AVX-512, or AVX2 and FMA, they are those of package simd, whose results differ from those of the loops in Go by a
// unit in the last place where either is not the nearest float. The result of an element does not depend on its index, or on how
// many elements there are. dst and x may be the same slice; a dst that is shorter than x panics.
//
// # Algorithms
//
// The functions of float32 compute in float64, to some 40 bits, and round: results are those of correct rounding but for arguments
// whose exact result is within 2**-14 or so units in the last place of the middle between two float32. The loops of float64 have
// the arithmetic of the usual arguments; the rest goes to the functions named Slow. The functions of one number run the loop over
// one element. The complex functions compute finite arguments in double-double arithmetic throughout.
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
// The loops in Go of the special functions, over some 4,000 arguments each; of those with zeros that are no exact arguments in units of |x·f'(x)| where
// that is more than the result:
//
//	Erfcx 1.68     Erfinv 1.92    Lgamma 1.82    I0 0.52     I1 0.51
//	Ndtri 1.83     Zeta 1.86      Digamma 0.50   I0e 0.52    I1e 0.53
//	Igamma 0.97    Igammac 1.31
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
// # Functions of package simd
//
// The column ULP of the table has bounds of the error of slices with AVX-512, AVX2 and in Go. TestVectorULP32 holds those of
// float32 over every 1,021st float32, or over all 2**32 of them (ELEMENTARY_EXHAUSTIVE=1), TestVectorULP64 those of float64 over a
// million arguments, TestVectorPairs32 and TestVectorPairs64 those of pairs, and TestGoldenSlices all of float64 against mpmath.
//
// Nanoseconds per element of 100,000 numbers with AVX-512, on a Zen 4 with 3.7 GHz, the least of some runs:
//
//	            Exp  Expm1  Log  Log2  Log10  Log1p  Sin  Cos  Tan  Tanh  Erf  Sigmoid  Sinh  Cosh  Asin  Acos  Atan
//	float32     0.2  0.3    0.2  0.2   0.2    0.3    0.5  0.5  0.6  0.3   0.4  0.4      0.3   0.3   0.4   0.4   0.3
//	float64     0.6  1.0    0.8  0.9   0.9    1.0    1.3  1.3  1.4  1.5   1.6  1.1      1.7   1.1   1.2   1.2   1.4
//
//	            Asinh  Acosh  Atanh  Silu  Softplus  Gelu  GeluTanh  Atan2  Hypot  Pow  LogAddExp
//	float32     0.6    0.6    0.5    0.4   0.4       0.4   0.4       0.6    0.5    0.9  1.6
//	float64     1.7    1.6    1.5    1.2   2.1             1.6       1.6    0.6
//
//	            Erfc  Erfinv  Lgamma  I0e
//	float32     1.3   1.5     2.3     0.9
//	float64     2.6   3.1     5.3     1.8
//
// The results of Erfinv, Lgamma and I0e are the same with AVX2 (TestLevels), where they take three to five times as long. Lgamma leaves numbers up to -15 to Go.
//
// Where all numbers are below -18.5, the activations of float32 take 1.2 (Silu) to 2.0; Sinh and Cosh from 88 on, and Asinh and
// Acosh from 2**60 on, what they take in float64. With AVX2 they take 1.0 to 3.5, and the
// functions of float64 from Silu to Hypot 1.0 to 6.2.
//
// The other float32 functions take 1.6 to 12.5 ns, the other float64 functions 7 to 95 ns, complex ones 4 (arithmetic) to 330 ns
// (arc functions).
package elementary
