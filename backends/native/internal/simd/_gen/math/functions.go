package main

// A form is how a function is computed.
type form struct {
	md     mode
	unroll int
	before func()
	body   func(x, y vec) (vec, mask)
	hold   int             // how many constants are kept in registers; for AVX-512
	rest   func(x vec) vec // in float64's registers, what body leaves; for AVX-512
}

// A function is one of package simd.
type function struct {
	name         string // in package simd
	pair         bool   // it has two operands
	bounded      bool   // there are operands that are left to Go
	avx512, avx2 form
	fast         form // or none: for AVX-512, where it is quicker than avx512, which computes what it leaves
}

func (f function) operands() int {
	if f.pair {
		return 2
	}
	return 1
}

// of is the body of a function of one operand.
func of(f func(x vec) vec) func(x, y vec) (vec, mask) {
	return func(x, _ vec) (vec, mask) { return f(x), nil }
}

// some is the body of a function of one operand that leaves the elements of the mask.
func some(f func(x vec) (vec, mask)) func(x, y vec) (vec, mask) {
	return func(x, _ vec) (vec, mask) { return f(x) }
}

// float64Form is a form of a function of float64, unroll registers at once.
func float64Form(unroll int, body func(x, y vec) (vec, mask)) form {
	return form{md: float64s, unroll: unroll, body: body}
}

// widenedForm is a form of a function of float32 in float64's registers.
func widenedForm(unroll int, body func(x, y vec) (vec, mask)) form {
	return form{md: widened, unroll: unroll, body: body}
}

// widenedPairs is widenedForm for functions of two operands.
func widenedPairs(body func(x, y vec) (vec, mask)) form {
	return form{md: widened, unroll: 1, hold: 14, body: body}
}

// after is f where before comes ahead of the loop: it brings tables into registers, or their address with locateTables.
func (f form) after(before func()) form {
	f.before = before
	return f
}

// functions are the elementary functions of package simd, each with its forms.
func functions() []function {
	return []function{
		{name: "Exp32", avx512: exp32(), avx2: widenedForm(1, of(expWidened))},
		{name: "Expm132", avx512: expm132(), avx2: widenedForm(1, of(expm1Widened))},
		{name: "Sigmoid32", avx512: widenedForm(2, of(sigmoidWidened)).after(locateTables), fast: sigmoid32(), avx2: widenedForm(1, of(sigmoidWidened))},
		{name: "Silu32", avx512: silu32(), avx2: widenedForm(1, of(quickSilu))},
		{name: "Softplus32", avx512: softplus32(), avx2: widenedForm(1, of(quickSoftplus))},
		{name: "Gelu32", avx512: gelu32(), avx2: widenedForm(1, of(quickGelu))},
		{name: "GeluTanh32", avx512: geluTanh32(), avx2: widenedForm(1, of(quickGeluTanh))},
		{name: "Tanh32", avx512: tanh32(), avx2: widenedForm(1, of(tanhWidened))},
		{name: "Sinh32", avx512: hyperbolic32(false), avx2: widenedForm(1, of(quickSinh))},
		{name: "Cosh32", avx512: hyperbolic32(true), avx2: widenedForm(1, of(quickCosh))},
		{name: "Log32", avx512: log32("", n(1)), avx2: widenedForm(1, of(logWidened("E", n(1))))},
		{name: "Log232", avx512: log32("2", bigLn2), avx2: widenedForm(1, of(logWidened("2", bigLn2)))},
		{name: "Log1032", avx512: log32("10", bigLog(n(10))), avx2: widenedForm(1, of(logWidened("10", bigLog(n(10)))))},
		{name: "Log1p32", avx512: log1p32(), avx2: widenedForm(1, of(log1pWidened))},
		{name: "Sin32", bounded: true, avx512: widenedForm(2, some(quickSine(false))), fast: sine32(false), avx2: widenedForm(1, some(quickSine(false)))},
		{name: "Cos32", bounded: true, avx512: widenedForm(2, some(quickSine(true))), fast: sine32(true), avx2: widenedForm(1, some(quickSine(true)))},
		{name: "Tan32", bounded: true, avx512: widenedForm(2, some(quickTan)), fast: tan32(), avx2: widenedForm(1, some(quickTan))},
		{name: "Erf32", avx512: erf32(), avx2: widenedForm(1, of(erfWidened))},
		{name: "Erfc32", avx512: widenedForm(2, of(erfcWidened)).after(locateTables), avx2: widenedForm(1, of(erfcWidened))},
		{name: "Erfinv32", bounded: true, avx512: widenedForm(2, some(erfinvWidened)).after(locateTables), avx2: widenedForm(1, some(erfinvWidened))},
		{name: "Lgamma32", bounded: true, avx512: widenedForm(2, some(lgammaWidened)).after(locateTables), avx2: widenedForm(1, some(lgammaWidened))},
		{name: "I0e32", avx512: widenedForm(2, of(i0eWidened)).after(locateTables), avx2: widenedForm(1, of(i0eWidened))},
		{name: "Atan32", avx512: atan32(), avx2: widenedForm(1, of(atanWidened))},
		{name: "Asin32", avx512: asin32(false), avx2: widenedForm(1, of(asinWidened))},
		{name: "Acos32", avx512: asin32(true), avx2: widenedForm(1, of(acosWidened))},
		{name: "Asinh32", avx512: asinh32(), avx2: widenedForm(1, of(quickAsinh))},
		{name: "Acosh32", avx512: acosh32(), avx2: widenedForm(1, of(quickAcosh))},
		{name: "Atanh32", avx512: atanh32(), avx2: widenedForm(1, of(atanhWidened))},
		{name: "Atan232", pair: true, bounded: true, avx512: atan232(), avx2: widenedPairs(atan2Widened)},
		{name: "Hypot32", pair: true, bounded: true, avx512: widenedPairs(hypotWidened), avx2: widenedPairs(hypotWidened)},
		{name: "Pow32", pair: true, bounded: true, avx512: pow32(), avx2: widenedPairs(powWidened)},
		{name: "LogAddExp32", pair: true, bounded: true, avx512: widenedPairs(logAddExpWidened).after(locateTables), avx2: widenedPairs(logAddExpWidened)},
		{name: "Exp64", bounded: true, avx512: float64Form(3, some(exp64)).after(expTables64), avx2: float64Form(1, some(exp64))},
		{name: "Expm164", bounded: true, avx512: float64Form(2, some(expm164)).after(expTables), avx2: float64Form(1, some(expm164))},
		{name: "Log64", bounded: true, avx512: float64Form(2, some(logarithm64("E", n(1)))).after(logTables64("E", n(1))), avx2: float64Form(1, some(logarithm64("E", n(1))))},
		{name: "Log264", bounded: true, avx512: float64Form(2, some(logarithm64("2", bigLn2))).after(logTables64("2", bigLn2)), avx2: float64Form(1, some(logarithm64("2", bigLn2)))},
		{name: "Log1064", bounded: true, avx512: float64Form(2, some(logarithm64("10", bigLog(n(10))))).after(logTables64("10", bigLog(n(10)))), avx2: float64Form(1, some(logarithm64("10", bigLog(n(10)))))},
		{name: "Log1p64", bounded: true, avx512: float64Form(2, some(log1p64)).after(logTables64("E", n(1))), avx2: float64Form(1, some(log1p64))},
		{name: "Sigmoid64", bounded: true, avx512: float64Form(2, some(sigmoid64)).after(expTables), avx2: float64Form(1, some(sigmoid64))},
		{name: "Tanh64", avx512: float64Form(2, of(tanh64)).after(expTables), avx2: float64Form(1, of(tanh64))},
		{name: "Sinh64", bounded: true, avx512: float64Form(1, some(sinh64)).after(expTables), avx2: float64Form(1, some(sinh64))},
		{name: "Cosh64", bounded: true, avx512: float64Form(1, some(cosh64)).after(expTables), avx2: float64Form(1, some(cosh64))},
		{name: "Sin64", bounded: true, avx512: float64Form(2, some(sine64(false))).after(sineTables), avx2: float64Form(1, some(sine64(false)))},
		{name: "Cos64", bounded: true, avx512: float64Form(2, some(sine64(true))).after(sineTables), avx2: float64Form(1, some(sine64(true)))},
		{name: "Erf64", avx512: float64Form(2, of(erf64)).after(locateTables), avx2: float64Form(1, of(erf64))},
		{name: "Silu64", bounded: true, avx512: float64Form(2, some(silu64)).after(locateTables), avx2: float64Form(1, some(silu64))},
		{name: "Softplus64", bounded: true, avx512: float64Form(2, some(softplus64)).after(locateTables), avx2: float64Form(1, some(softplus64))},
		{name: "GeluTanh64", bounded: true, avx512: float64Form(2, some(geluTanh64)).after(locateTables), avx2: float64Form(1, some(geluTanh64))},
		{name: "Tan64", bounded: true, avx512: float64Form(2, some(tan64)).after(locateTables), avx2: float64Form(1, some(tan64))},
		{name: "Atan64", avx512: float64Form(2, of(atan64)).after(locateTables), avx2: float64Form(1, of(atan64))},
		{name: "Asin64", avx512: float64Form(2, of(asin64(false))), avx2: float64Form(1, of(asin64(false)))},
		{name: "Acos64", avx512: float64Form(2, of(asin64(true))), avx2: float64Form(1, of(asin64(true)))},
		{name: "Asinh64", bounded: true, avx512: float64Form(2, some(asinh64)).after(locateTables), avx2: float64Form(1, some(asinh64))},
		{name: "Acosh64", bounded: true, avx512: float64Form(2, some(acosh64)).after(locateTables), avx2: float64Form(1, some(acosh64))},
		{name: "Atanh64", bounded: true, avx512: float64Form(2, some(atanh64)).after(locateTables), avx2: float64Form(1, some(atanh64))},
		{name: "Erfc64", bounded: true, avx512: float64Form(2, some(erfc64)).after(locateTables), avx2: float64Form(1, some(erfc64))},
		{name: "Erfinv64", bounded: true, avx512: float64Form(2, some(erfinv64)).after(locateTables), avx2: float64Form(1, some(erfinv64))},
		{name: "Lgamma64", bounded: true, avx512: float64Form(1, some(lgamma64)).after(locateTables), avx2: float64Form(1, some(lgamma64))},
		{name: "I0e64", bounded: true, avx512: float64Form(2, some(i0e64)).after(locateTables), avx2: float64Form(1, some(i0e64))},
		{name: "Atan264", pair: true, bounded: true, avx512: float64Form(1, atan264).after(locateTables), avx2: float64Form(1, atan264)},
		{name: "Hypot64", pair: true, bounded: true, avx512: float64Form(2, hypot64), avx2: float64Form(1, hypot64)},
	}
}
