package main

import (
	"math"
	"strings"

	. "github.com/mmcloughlin/avo/operand"
)

// kernels returns the loops of g's level. Where AVX-512 has no better than AVX2's form,
// or groups compare and round have it, there is none.
func kernels(g *gen) []kernel {
	l := &list{}
	arithmetic(g, l)
	extremes(g, l)
	intQuotients(g, l)
	floatQuotients(l)
	bitwise(l)
	unary(g, l)
	floatUnary(l)
	comparisons(g, l)
	for i := range l.kernels { // what memory holds up, not the body
		switch k := &l.kernels[i]; k.op {
		case "OpAdd", "OpSubtract", "OpMultiply", "OpDivide":
			k.nonTemporal = k.out >= 4 && k.lane == 0 && k.per == 0
		}
	}
	parts(g, l)
	casts(g, l)
	choices(l)
	return l.kernels
}

// A list collects loops.
type list struct{ kernels []kernel }

func (l *list) add(k kernel) { l.kernels = append(l.kernels, k) }

func loopName(op string, d kind) string { return "arith" + strings.TrimPrefix(op, "Op") + string(d) }

// same1 adds a loop of an operand and a result of one dtype.
func (l *list) same1(op string, d kind, f func(g *gen, a vec) vec) {
	l.add(kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{d.size()}, out: d.size(),
		body: func(g *gen, in []vec) result { return result{v: f(g, in[0])} }})
}

// same2 adds a loop of two operands and a result of one dtype, which serves the dtypes also too.
func (l *list) same2(op string, d kind, also []kind, f func(g *gen, a, b vec) vec) {
	l.add(kernel{op: op, kinds: append([]kind{d}, also...), name: loopName(op, d), in: []int{d.size(), d.size()}, out: d.size(),
		body: func(g *gen, in []vec) result { return result{v: f(g, in[0], in[1])} }})
}

// through1 adds loops of one 16-bit float by way of float32.
func (l *list) through1(op string, f func(g *gen, a vec) vec) {
	for _, d := range narrowKinds {
		l.add(kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{2}, out: 2, lane: 4, group: narrowGroup(d),
			body: func(g *gen, in []vec) result { return g.narrow(d, f(g, g.widen(d, in[0]))) }})
	}
}

// through2 adds loops of two 16-bit floats by way of float32.
func (l *list) through2(op string, f func(g *gen, a, b vec) vec) {
	for _, d := range narrowKinds {
		l.add(kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{2, 2}, out: 2, lane: 4, group: narrowGroup(d),
			body: func(g *gen, in []vec) result { return g.narrow(d, f(g, g.widen(d, in[0]), g.widen(d, in[1]))) }})
	}
}

// arithmetic adds the loops of sums, differences, products and quotients.
func arithmetic(g *gen, l *list) {
	for _, row := range []struct {
		op  string
		int func(g *gen, size int, m Op, a vec) vec
		of  func(f float) func(...Op)
	}{
		{"OpAdd", (*gen).plus, func(f float) func(...Op) { return f.add }},
		{"OpSubtract", (*gen).minus, func(f float) func(...Op) { return f.sub }},
		{"OpMultiply", (*gen).times, func(f float) func(...Op) { return f.mul }},
		{"OpDivide", nil, func(f float) func(...Op) { return f.div }},
	} {
		if row.int != nil {
			for i, d := range signedKinds {
				l.same2(row.op, d, unsignedKinds[i:i+1], func(g *gen, a, b vec) vec { return row.int(g, d.size(), b, a) })
			}
		}
		for _, d := range realKinds {
			also := map[kind][]kind{f32: {c64}, f64: {c128}}[d]
			if row.op != "OpAdd" && row.op != "OpSubtract" {
				also = nil
			}
			l.same2(row.op, d, also, func(g *gen, a, b vec) vec { return g.to(row.of(g.float(d.size())), b, a) })
		}
		l.through2(row.op, func(g *gen, a, b vec) vec { return g.to(row.of(g.float(4)), b, a) })
	}
	l.add(kernel{op: "OpMultiply", kinds: []kind{c64}, name: "arithMultiplyComplex64", in: []int{4, 4}, out: 4, lane: 8, per: 2, body: complexProduct64})
	l.add(kernel{op: "OpMultiply", kinds: []kind{c128}, name: "arithMultiplyComplex128", in: []int{8, 8}, out: 8, per: 2, body: complexProduct128})
}

// extremes adds the loops of the greater and the less of two.
func extremes(g *gen, l *list) {
	for _, row := range []struct {
		op, number string
		greatest   bool
	}{{"OpMaximum", "OpFmax", true}, {"OpMinimum", "OpFmin", false}} {
		for _, d := range wholeKinds {
			l.same2(row.op, d, nil, func(g *gen, a, b vec) vec { return g.extremeInt(d, row.greatest, a, b) })
		}
		for _, d := range realKinds {
			if !g.avx512 {
				l.same2(row.op, d, nil, func(g *gen, a, b vec) vec { return g.extreme(d.size(), row.greatest, a, b) })
			}
			l.same2(row.number, d, nil, func(g *gen, a, b vec) vec { return g.number(d.size(), row.greatest, a, b) })
		}
		l.through2(row.op, func(g *gen, a, b vec) vec { return g.extreme(4, row.greatest, a, b) })
		l.through2(row.number, func(g *gen, a, b vec) vec { return g.number(4, row.greatest, a, b) })
	}
}

// intQuotients adds the loops of floor division and remainders of integers: of those up to 32 bits floats twice
// as wide or wider are near enough.
func intQuotients(g *gen, l *list) {
	for _, d := range []kind{i8, u8, i16, u16, i32, u32} {
		for _, remainder := range []bool{false, true} {
			op := "OpFloorDivide"
			if remainder {
				op = "OpRemainder"
			}
			k := kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{d.size(), d.size()}, out: d.size(), lane: 4, unroll: 1,
				body: func(g *gen, in []vec) result { return g.quotient(d, remainder, in[0], in[1]) }}
			if d.size() == 4 {
				k.lane = 8
			}
			l.add(k)
		}
	}

	for _, d := range []kind{i64, u64} {
		if !g.avx512 {
			break // AVX2 has neither the conversions nor the product, and gains nothing
		}
		for _, remainder := range []bool{false, true} {
			op := "OpFloorDivide"
			if remainder {
				op = "OpRemainder"
			}
			l.add(kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{8, 8}, out: 8, unroll: 1,
				body: func(g *gen, in []vec) result { return result{v: g.quotient64(d, remainder, in[0], in[1])} }})
		}
	}
}

// floatQuotients adds the loops of floor division and remainders of floats.
func floatQuotients(l *list) {
	for _, d := range realKinds {
		for _, remainder := range []bool{false, true} {
			op := "OpFloorDivideMost"
			if remainder {
				op = "OpRemainderMost"
			}
			l.add(kernel{op: op, kinds: []kind{d}, name: loopName(op, d), in: []int{d.size(), d.size()}, out: d.size(), unroll: 1,
				body: func(g *gen, in []vec) result {
					return result{v: g.quotientFloat(d.size(), remainder, in[0], in[1])}
				}})
		}
	}
}

// bitwise adds the loops of bitwise operations, shifts and signs.
func bitwise(l *list) {
	all := []kind{boolean, u8, u16, u32, u64, i8, i16, i32, i64, b16, f16, f32, f64, c64, c128}
	for _, row := range []struct {
		op string
		f  func(g *gen, m Op, a vec) vec
	}{{"OpAnd", (*gen).and}, {"OpOr", (*gen).or}, {"OpXor", (*gen).xor}} {
		l.add(kernel{op: row.op, kinds: all, name: "arith" + row.op[2:], in: []int{1, 1}, out: 1,
			body: func(g *gen, in []vec) result { return result{v: row.f(g, in[1], in[0])} }})
	}
	for i, d := range signedKinds {
		u := unsignedKinds[i]
		l.same2("OpShiftLeft", d, []kind{u}, func(g *gen, a, b vec) vec { return g.shiftLeft(d.size(), b, a) })
		l.same2("OpShiftRight", d, nil, func(g *gen, a, b vec) vec { return g.shiftRight(d, b, a) })
		l.same2("OpShiftRight", u, nil, func(g *gen, a, b vec) vec { return g.shiftRight(u, b, a) })
	}
	for _, d := range []kind{f16, f32, f64} {
		also := map[kind][]kind{f16: {b16}}[d]
		l.same2("OpCopySign", d, also, func(g *gen, a, b vec) vec {
			sign := top(d.size())
			return g.or(g.and(g.all(d.size(), sign), b), g.and(g.all(d.size(), sign-1), a))
		})
	}
}

// unary adds the loops of functions of one operand.
func unary(g *gen, l *list) {
	for _, d := range signedKinds {
		l.same1("OpAbs", d, func(g *gen, a vec) vec { return g.abs(d.size(), a) })
		l.same1("OpSign", d, func(g *gen, a vec) vec { return g.sign(d, a) })
	}
	for _, row := range []struct {
		op   string
		mode uint64
	}{{"OpRound", nearest}, {"OpFloor", down}, {"OpCeil", up}, {"OpTrunc", inwards}} {
		if !g.avx512 {
			for _, d := range realKinds {
				l.same1(row.op, d, func(g *gen, a vec) vec { return g.round(d.size(), row.mode, a) })
			}
		}
		l.through1(row.op, func(g *gen, a vec) vec { return g.round(4, row.mode, a) })
	}
	if !g.avx512 {
		for _, d := range realKinds {
			l.same1("OpSqrt", d, func(g *gen, a vec) vec { return g.sqrt(d.size(), a) })
		}
	}
	l.through1("OpSqrt", func(g *gen, a vec) vec { return g.sqrt(4, a) })
}

// floatUnary adds the loops of functions of floats that read their bits.
func floatUnary(l *list) {
	floats := []struct {
		d        kind
		bits     kind // the integer of its size
		inf, one uint64
	}{
		{f16, i16, 0x7c00, 0x3c00},
		{b16, i16, 0x7f80, 0x3f80},
		{f32, i32, 0x7f800000, uint64(math.Float32bits(1))},
		{f64, i64, 0x7ff0000000000000, math.Float64bits(1)},
	}
	for _, f := range floats {
		size := f.d.size()
		rest := top(size) - 1
		l.same1("OpSign", f.d, func(g *gen, a vec) vec {
			magnitude := g.and(g.all(size, rest), a)
			one := g.or(g.all(size, f.one), g.and(g.all(size, rest+1), a))
			z := g.keep(g.compare(notEqual, f.bits, g.zero(), magnitude), size, one)
			return g.choose(g.compare(greater, f.bits, g.all(size, f.inf), magnitude), size, a, z)
		})
		l.same1("OpRelu", f.d, func(g *gen, a vec) vec {
			if size >= 4 {
				return g.keep(g.compareFloats(floatNotLessEqual, size, g.zero(), a), size, a)
			}
			// Negative numbers are 0 up to infinity when their sign is taken off.
			u := map[int]kind{2: u16}[size]
			return g.keep(g.compare(greater, u, g.all(size, f.inf), g.xor(g.all(size, rest+1), a)), size, a)
		})
		for _, row := range []struct {
			op string
			r  relation
		}{{"OpIsNan", greater}, {"OpIsInf", equal}, {"OpIsFinite", less}} {
			l.add(kernel{op: row.op, kinds: []kind{f.d}, name: loopName(row.op, f.d), in: []int{size}, out: 1,
				body: func(g *gen, in []vec) result {
					return result{m: g.compare(row.r, f.bits, g.all(size, f.inf), g.and(g.all(size, rest), in[0]))}
				}})
		}
	}
}

// comparisons adds the loops of comparisons.
func comparisons(g *gen, l *list) {
	for _, row := range []struct {
		op    string
		r     relation
		float uint64
	}{{"OpEqual", equal, floatEqual}, {"OpNotEqual", notEqual, floatNotEqual}, {"OpLess", less, floatLess}, {"OpLessEqual", lessEqual, floatLessEqual}} {
		compare := func(d kind, also []kind, size, lane int, f func(g *gen, a, b vec) *mask) {
			l.add(kernel{op: row.op, kinds: append([]kind{d}, also...), name: loopName(row.op, d), in: []int{size, size}, out: 1, lane: lane,
				body: func(g *gen, in []vec) result { return result{m: f(g, in[0], in[1])} }})
		}
		for i, d := range signedKinds {
			u := unsignedKinds[i]
			also := []kind{u}
			if d == i8 {
				also = append(also, boolean)
			}
			if row.r == less || row.r == lessEqual {
				compare(u, also[1:], u.size(), 0, func(g *gen, a, b vec) *mask { return g.compare(row.r, u, b, a) })
				also = nil
			}
			compare(d, also, d.size(), 0, func(g *gen, a, b vec) *mask { return g.compare(row.r, d, b, a) })
		}
		if !g.avx512 {
			for _, d := range realKinds {
				compare(d, nil, d.size(), 0, func(g *gen, a, b vec) *mask { return g.compareFloats(row.float, d.size(), b, a) })
			}
		}
		for _, d := range narrowKinds {
			compare(d, nil, 2, 4, func(g *gen, a, b vec) *mask {
				return g.compareFloats(row.float, 4, g.widen(d, b), g.widen(d, a))
			})
		}
	}
}

// narrowGroup is how many registers of float32 fill one of d with AVX2: float16's
// instruction fills half of one.
func narrowGroup(d kind) int {
	if d == f16 {
		return 1
	}
	return 2
}

// times is the low half of products.
func (g *gen) times(size int, m Op, a vec) vec {
	switch {
	case size == 1:
		b := g.register(m)
		low := g.and(g.all(2, 0xff), g.to(g.VPMULLW, b, a))
		high := g.to(g.VPMULLW, g.right(2, 8, b), g.right(2, 8, a))
		return g.or(low, g.left(2, 8, high))
	case size == 2:
		return g.to(g.VPMULLW, m, a)
	case size == 4:
		return g.to(g.VPMULLD, m, a)
	case g.avx512:
		return g.to(g.VPMULLQ, m, a)
	}
	b := g.register(m)
	cross := g.to(g.VPMULLD, g.to(g.VPSHUFD, Imm(0xb1), b), a) // low·high and high·low
	cross = g.plus(4, g.left(8, 32, cross), cross)
	cross = g.and(g.all(8, 0xffffffff00000000), cross)
	return g.plus(8, cross, g.to(g.VPMULUDQ, b, a))
}

func (g *gen) extremeInt(d kind, greatest bool, a, b vec) vec {
	size := d.size()
	if size == 8 && !g.avx512 {
		m := g.compare(greater, d, b, a)
		if greatest {
			return g.choose(m, size, a, b)
		}
		return g.choose(m, size, b, a)
	}
	fs := [2][2]func(...Op){
		{bySize(size, g.VPMINSB, g.VPMINSW, g.VPMINSD, g.VPMINSQ), bySize(size, g.VPMINUB, g.VPMINUW, g.VPMINUD, g.VPMINUQ)},
		{bySize(size, g.VPMAXSB, g.VPMAXSW, g.VPMAXSD, g.VPMAXSQ), bySize(size, g.VPMAXUB, g.VPMAXUW, g.VPMAXUD, g.VPMAXUQ)},
	}
	which, unsigned := 0, 0
	if greatest {
		which = 1
	}
	if d.unsigned() {
		unsigned = 1
	}
	return g.to(fs[which][unsigned], b, a)
}

// quotient is the floor of quotients of integers, or what it leaves; 0 of a division by
// 0. A quotient of numbers below 2**n that is no integer stays clear of the next by more
// than 2**-n, which is more than the rounding of a float with twice as many digits; and a
// product of the two is exact in it.
func (g *gen) quotient(d kind, remainder bool, x, y vec) result {
	size := 4
	var a, b vec
	if d.size() == 4 {
		size = 8
		a, b = g.double(d, x), g.double(d, y)
	} else {
		a, b = g.to(g.VCVTDQ2PS, g.extend(d, 4, x)), g.to(g.VCVTDQ2PS, g.extend(d, 4, y))
	}
	f := g.float(size)
	z := g.round(size, down, g.to(f.div, b, a))
	if remainder {
		z = g.to(f.sub, g.to(f.mul, b, z), a)
	}
	z = g.keep(g.compareFloats(floatNotEqual, size, g.zero(), b), size, z)
	if size == 4 {
		return result{v: g.to(g.VCVTTPS2DQ, z)}
	}
	return result{v: g.lowInt(z)}
}

// quotient64 is quotient of 64 bits, with AVX-512: of the magnitudes, an estimate from below with about
// 50 digits, one more of what it leaves, which is then less than twice the divisor.
func (g *gen) quotient64(d kind, remainder bool, x, y vec) vec {
	a, b := x, y
	var differ, negative vec // all bits set where signs differ, and where the divisor is negative
	if d == i64 {
		negative = g.signs(8, y)
		dividend := g.signs(8, x)
		a = g.minus(8, dividend, g.xor(dividend, x))
		b = g.minus(8, negative, g.xor(negative, y))
		differ = g.xor(dividend, negative)
	}
	// Of four roundings none is more than 2**-53: less 2**-50 it is less than 1/b.
	inverse := g.to(g.VDIVPD, g.double(u64, b), g.allIn(8, math.Float64bits(1-0x1p-50)))
	q := g.to(g.VCVTTPD2UQQ, g.to(g.VMULPD, inverse, g.double(u64, a)))
	r := g.minus(8, g.times(8, b, q), a)
	more := g.to(g.VCVTTPD2UQQ, g.to(g.VMULPD, inverse, g.double(u64, r)))
	q = g.plus(8, more, q)
	r = g.minus(8, g.times(8, b, more), r)
	last := g.compare(lessEqual, u64, r, b) // b <= r
	one := g.keep(last, 8, g.allIn(8, 1))
	q = g.plus(8, one, q)
	r = g.minus(8, g.keep(last, 8, b), r)
	divides := g.compare(notEqual, i64, g.zero(), y)
	if d == i64 {
		rest := g.keep(g.compare(notEqual, i64, g.zero(), r), 8, differ) // where the floor is one less
		if remainder {
			r = g.choose(g.compare(notEqual, i64, g.zero(), rest), 8, g.minus(8, r, b), r)
			r = g.minus(8, negative, g.xor(negative, r))
		} else {
			q = g.plus(8, rest, g.minus(8, differ, g.xor(differ, q)))
		}
	}
	if remainder {
		return g.keep(divides, 8, r)
	}
	return g.keep(divides, 8, q)
}

// halves64 returns whole float64 as the integers of 64 bits that they are, or without
// sign: the two halves, each as the low bits of a float64.
func (g *gen) halves64(t vec) vec {
	upper := g.round(8, down, g.to(g.VMULPD, g.all(8, math.Float64bits(0x1p-32)), t))
	lower := g.to(g.VSUBPD, g.to(g.VMULPD, g.all(8, math.Float64bits(0x1p32)), upper), t)
	return g.to(four(g.VPBLENDD), Imm(0xaa), g.left(8, 32, g.lowInt(upper)), g.lowInt(lower))
}

// quotientFloat is the floor of quotients of floats, or what it leaves, where the rounded
// quotient q is less than the quarter of an integer off: below 2**22 of float32, 2**50 of
// float64. x − n·y for the integer n nearest to q is then no more than 3/4 of y, a multiple
// of its last digit or x's own, and exact. For the other elements the result is the
// NaN that package simd calls a marker, but where x/y itself is the floor.
func (g *gen) quotientFloat(size int, remainder bool, x, y vec) vec {
	f := g.float(size)
	sign := top(size)
	limit, inf, marker := uint64(math.Float32bits(0x1p22)), uint64(0x7f800000), uint64(0x7fc0f100)
	fused := g.VFNMADD213PS
	if size == 8 {
		limit, inf, marker = math.Float64bits(0x1p50), 0x7ff0000000000000, 0x7ff8f10000000000
		fused = g.VFNMADD213PD
	}
	q := g.to(f.div, y, x)
	n := g.round(size, nearest, q)
	r := g.or(g.zero(), n)
	fused(x, y, r)
	signY := g.and(g.all(size, sign), y)
	below := g.compareFloats(floatLess, size, g.zero(), g.xor(signY, r))
	magnitude := g.and(g.all(size, sign-1), q)
	near := g.compareFloats(floatLess, size, g.all(size, limit), magnitude)
	endless := g.compareFloats(floatEqual, size, g.all(size, inf), g.and(g.all(size, sign-1), y))
	if remainder {
		z := g.choose(below, size, g.to(f.add, y, r), r)
		z = g.choose(g.compareFloats(floatEqual, size, g.zero(), r), size, signY, z)
		z = g.choose(near, size, z, g.allIn(size, marker))
		return g.choose(endless, size, g.all(size, marker), z)
	}
	one := uint64(math.Float32bits(1))
	if size == 8 {
		one = math.Float64bits(1)
	}
	z := g.choose(below, size, g.to(f.sub, g.all(size, one), n), n)
	z = g.choose(near, size, z, g.allIn(size, marker))
	z = g.choose(endless, size, q, z)
	z = g.choose(g.compareFloats(floatUnordered, size, q, q), size, q, z)
	return g.choose(g.compareFloats(floatEqual, size, g.zero(), x), size, q, z)
}

// lowInt returns 64 bits of which the low 32 are those of the integers z, -2**51 < z < 2**51.
func (g *gen) lowInt(z vec) vec { return g.to(g.VADDPD, g.all(8, math.Float64bits(3<<51)), z) }

// double returns integers as float64, rounded where they are of 64 bits.
func (g *gen) double(d kind, a vec) vec {
	switch {
	case d.size() < 4:
		return g.to(g.VCVTDQ2PD, g.extend(d, 4, a))
	case d == i32:
		return g.to(g.VCVTDQ2PD, a)
	case d == u32 && g.avx512:
		return g.to(g.VCVTUDQ2PD, a)
	case d == u32:
		// As the low bits of 2**52.
		z := g.or(g.all(8, math.Float64bits(1<<52)), g.to(g.VPMOVZXDQ, a))
		return g.to(g.VSUBPD, g.all(8, math.Float64bits(1<<52)), z)
	case g.avx512 && d == i64:
		return g.to(g.VCVTQQ2PD, a)
	case g.avx512:
		return g.to(g.VCVTUQQ2PD, a)
	}
	// The high half, as the low bits of 2**84, less 2**84 and 2**52, is exact; the low
	// half is so as those of 2**52. A negative high half is one of 2**31 more, less that.
	low := g.to(four(g.VPBLENDD), Imm(0xaa), g.all(8, math.Float64bits(1<<52)), a)
	high := g.right(8, 32, a)
	offset := 0x1p84 + 0x1p52
	if d == i64 {
		high = g.xor(g.all(8, 1<<31), high)
		offset = 0x1p84 + 0x1p63 + 0x1p52
	}
	high = g.or(g.all(8, math.Float64bits(0x1p84)), high)
	return g.to(g.VADDPD, low, g.to(g.VSUBPD, g.all(8, math.Float64bits(offset)), high))
}

// shiftLeft shifts by as many bits as b says; counts are without sign, and those past
// the width leave nothing.
func (g *gen) shiftLeft(size int, b, a vec) vec {
	switch {
	case size == 8:
		return g.to(g.VPSLLVQ, b, a)
	case size == 4:
		return g.to(g.VPSLLVD, b, a)
	case size == 2 && g.avx512:
		return g.to(g.VPSLLVW, b, a)
	}
	return g.shiftParts(size, b, func(wide int, n vec, at, last uint64, shift func(n, v vec) vec) vec {
		// What stands below would come up.
		v := shift(n, g.and(g.all(wide, (1<<(8*size)-1)<<at), a))
		if last == 0 {
			return v
		}
		return g.and(g.all(wide, (1<<(8*size)-1)<<at), v)
	}, func(n, v vec) vec { return g.to(g.VPSLLVW, n, v) }, func(n, v vec) vec { return g.to(g.VPSLLVD, n, v) })
}

// shiftRight is shiftLeft the other way, with the sign of signed integers.
func (g *gen) shiftRight(d kind, b, a vec) vec {
	size := d.size()
	switch {
	case d == u64:
		return g.to(g.VPSRLVQ, b, a)
	case d == u32:
		return g.to(g.VPSRLVD, b, a)
	case d == i32:
		return g.to(g.VPSRAVD, b, a)
	case d == i64 && g.avx512:
		return g.to(g.VPSRAVQ, b, a)
	case d == u16 && g.avx512:
		return g.to(g.VPSRLVW, b, a)
	case d == i16 && g.avx512:
		return g.to(g.VPSRAVW, b, a)
	case d == i64:
		sign := g.signs(8, a)
		return g.xor(sign, g.to(g.VPSRLVQ, b, g.xor(sign, a)))
	}
	word, double := g.VPSRAVW, g.VPSRAVD
	if d.unsigned() {
		word, double = g.VPSRLVW, g.VPSRLVD
	}
	return g.shiftParts(size, b, func(wide int, n vec, at, last uint64, shift func(n, v vec) vec) vec {
		v := a
		if last != 0 { // to the top, where the sign is
			v = g.left(wide, last, v)
		}
		v = shift(n, v)
		if at == 0 {
			return g.right(wide, uint64(8*(wide-size)), v)
		}
		v = g.and(g.all(wide, (1<<(8*size)-1)<<(8*(wide-size))), v)
		if last != 0 {
			v = g.right(wide, last, v)
		}
		return v
	}, func(n, v vec) vec { return g.to(word, n, v) }, func(n, v vec) vec { return g.to(double, n, v) })
}

// shiftParts shifts elements for which there is no instruction as parts of wider ones:
// part returns the one at bit at, last bits below the top, with n bits to go.
func (g *gen) shiftParts(size int, b vec, part func(wide int, n vec, at, last uint64, shift func(n, v vec) vec) vec, word, double func(n, v vec) vec) vec {
	wide, shift := 4, double
	if g.avx512 {
		wide, shift = 2, word
	}
	var z vec
	for at := 0; at < 8*wide; at += 8 * size {
		n := b
		if at > 0 {
			n = g.right(wide, uint64(at), n)
		}
		if at < 8*(wide-size) {
			n = g.and(g.all(wide, 1<<(8*size)-1), n)
		}
		v := part(wide, n, uint64(at), uint64(8*(wide-size)-at), shift)
		if z == nil {
			z = v
		} else {
			z = g.or(v, z)
		}
	}
	return z
}

func (g *gen) abs(size int, a vec) vec {
	if size == 8 && !g.avx512 {
		sign := g.signs(8, a)
		return g.minus(8, sign, g.xor(sign, a))
	}
	return g.to(bySize(size, g.VPABSB, g.VPABSW, g.VPABSD, g.VPABSQ), a)
}

func (g *gen) sign(d kind, a vec) vec {
	size := d.size()
	if size == 8 && !g.avx512 {
		zero := g.zero()
		return g.minus(8, g.to(g.VPCMPGTQ, zero, a), g.to(g.VPCMPGTQ, a, zero))
	}
	z := g.extremeInt(d, true, a, g.allIn(size, math.MaxUint64))
	return g.extremeInt(d, false, z, g.allIn(size, 1))
}

// complexProduct64 multiplies in float64, in which products are exact: a fused one is
// no other.
func complexProduct64(g *gen, in []vec) result {
	x, y := g.to(g.VCVTPS2PD, in[0]), g.to(g.VCVTPS2PD, in[1])
	re, im, turned := g.complexFactors(x, y)
	cross := g.to(g.VMULPD, turned, im)
	g.VFMADDSUB213PD(cross, y, re)
	z := g.reg(g.wide() / 2)
	if g.avx512 {
		g.VCVTPD2PS(re, z)
	} else {
		g.VCVTPD2PSY(re, z)
	}
	return result{v: z}
}

func complexProduct128(g *gen, in []vec) result {
	x, y := in[0], in[1]
	re, im, turned := g.complexFactors(x, y)
	straight, cross := g.to(g.VMULPD, y, re), g.to(g.VMULPD, turned, im)
	if !g.avx512 {
		return result{v: g.to(three(g.VADDSUBPD), cross, straight)}
	}
	g.VFMADDSUB213PD(cross, g.allIn(8, math.Float64bits(1)), straight) // AVX-512 has no such sum but this
	return result{v: straight}
}

// complexFactors returns x's real parts twice, its imaginary parts twice, and y's two turned.
func (g *gen) complexFactors(x, y vec) (re, im, turned vec) {
	return g.to(g.VMOVDDUP, x), g.to(g.VPERMILPD, Imm(0xff>>(64/g.wide()*4-4)), x), g.to(g.VPERMILPD, Imm(0x55>>(64/g.wide()*4-4)), y)
}

// parts are the loops that take complex numbers apart and put them together.
func parts(g *gen, l *list) {
	l.add(kernel{op: "OpReal", kinds: []kind{c64}, name: "arithRealComplex64", in: []int{8}, out: 4,
		body: func(g *gen, in []vec) result { return result{v: in[0]} }})
	l.add(kernel{op: "OpImag", kinds: []kind{c64}, name: "arithImagComplex64", in: []int{8}, out: 4,
		body: func(g *gen, in []vec) result { return result{v: g.right(8, 32, in[0])} }})
	l.add(kernel{op: "OpJoin", kinds: []kind{f32}, name: "arithJoinFloat32", in: []int{4, 4}, out: 8,
		body: func(g *gen, in []vec) result {
			re, im := g.to(g.VPMOVZXDQ, in[0]), g.to(g.VPMOVZXDQ, in[1])
			return result{v: g.or(g.left(8, 32, im), re)}
		}})
	if g.avx512 {
		return
	}
	for _, row := range []struct {
		op, name string
		imag     bool
	}{{"OpReal", "arithRealComplex128", false}, {"OpImag", "arithImagComplex128", true}} {
		l.add(kernel{op: row.op, kinds: []kind{c128}, name: row.name, in: []int{16}, out: 8,
			body: func(g *gen, in []vec) result {
				if row.imag {
					return result{v: g.to(g.VPERMILPD, Imm(5), in[0])}
				}
				return result{v: in[0]}
			}})
	}
	l.add(kernel{op: "OpJoin", kinds: []kind{f64}, name: "arithJoinFloat64", in: []int{8, 8}, out: 16,
		body: func(g *gen, in []vec) result {
			twice := func(a vec) vec { return g.to(g.VPERMQ, Imm(0x50), cut(a, 32)) }
			return result{v: g.to(four(g.VPBLENDD), Imm(0xcc), twice(in[1]), twice(in[0]))}
		}})
}

// asKinds adds bool to uint8, whose conversions are bool's.
func asKinds(d kind) []kind {
	if d == u8 {
		return []kind{u8, boolean}
	}
	return []kind{d}
}

// casts are the loops of conversions, but those that need none or are made of others.
func casts(g *gen, l *list) {
	cast := func(from, to kind, lane int, body func(g *gen, a vec) result) {
		k := kernel{op: "cast", name: "cast" + string(from) + "To" + string(to), in: []int{from.size()}, out: to.size(), lane: lane, unroll: 2,
			body: func(g *gen, in []vec) result { return body(g, in[0]) }}
		for _, d := range asKinds(from) {
			k.kinds = append(k.kinds, d, to)
		}
		l.add(k)
	}
	for _, from := range wholeKinds {
		for _, to := range wholeKinds {
			switch {
			case from.size() < to.size():
				if to.unsigned() {
					continue // as those to the signed one, below
				}
				k := kernel{op: "cast", name: "cast" + string(from) + "To" + string(to), in: []int{from.size()}, out: to.size(), unroll: 2,
					body: func(g *gen, in []vec) result { return result{v: g.extend(from, to.size(), in[0])} }}
				for _, d := range asKinds(from) {
					k.kinds = append(k.kinds, d, to, d, "U"+kind(strings.ToLower(string(to[:1])))+to[1:])
				}
				l.add(k)
			case from.size() > to.size():
				if to.unsigned() || from.unsigned() {
					continue
				}
				un := func(d kind) kind { return "U" + kind(strings.ToLower(string(d[:1]))) + d[1:] }
				l.add(kernel{op: "cast", name: "cast" + string(from) + "To" + string(to), in: []int{from.size()}, out: to.size(), unroll: 2,
					kinds: []kind{from, to, from, un(to), un(from), to, un(from), un(to)},
					body:  func(g *gen, in []vec) result { return result{v: in[0]} }})
			}
		}
		// To floats, in one rounding.
		switch {
		case from.size() < 4 || from == i32:
			cast(from, f32, 4, func(g *gen, a vec) result { return result{v: g.to(g.VCVTDQ2PS, g.extend(from, 4, a))} })
		case from == i64 && !g.avx512: // one by one it is as fast
		default:
			cast(from, f32, 8, func(g *gen, a vec) result { return result{v: g.single(from, a)} })
		}
		cast(from, f64, 8, func(g *gen, a vec) result { return result{v: g.double(from, a)} })
		// From floats, by saturation.
		cast(f32, from, 0, func(g *gen, a vec) result { return g.saturate(f32, from, a) })
		cast(f64, from, 0, func(g *gen, a vec) result { return g.saturate(f64, from, a) })
	}
	// A cast to 64 bits is of as wide lanes.
	cast(f32, f64, 0, func(g *gen, a vec) result { return result{v: g.to(g.VCVTPS2PD, a)} })
	cast(f64, f32, 0, func(g *gen, a vec) result { return result{v: g.toSingle(a)} })
	for _, d := range narrowKinds {
		k := kernel{op: "cast", kinds: []kind{d, f32}, name: "cast" + string(d) + "ToFloat32", in: []int{2}, out: 4,
			body: func(g *gen, in []vec) result { return result{v: g.widen(d, in[0])} }}
		l.add(k)
		k = kernel{op: "cast", kinds: []kind{f32, d}, name: "castFloat32To" + string(d), in: []int{4}, out: 2, group: narrowGroup(d),
			body: func(g *gen, in []vec) result { return g.narrow(d, in[0]) }}
		l.add(k)
	}
	l.add(kernel{op: "OpOdd", kinds: []kind{f64}, name: "arithOddFloat64", in: []int{8}, out: 4, body: odd})
	for _, d := range []kind{i64, u64} {
		l.add(kernel{op: "OpOdd", kinds: []kind{d}, name: "arithOdd" + string(d), in: []int{8}, out: 8,
			body: func(g *gen, in []vec) result { return result{v: g.double(d, g.sticky(d, in[0]))} }})
	}
}

// toSingle rounds float64 to float32.
func (g *gen) toSingle(a vec) vec {
	z := g.reg(g.wide() / 2)
	if g.avx512 {
		g.VCVTPD2PS(a, z)
	} else {
		g.VCVTPD2PSY(a, z)
	}
	return z
}

// single returns integers of 32 bits without sign, or of 64, as float32 in half a register.
func (g *gen) single(d kind, a vec) vec {
	switch z := g.reg(g.wide() / 2); {
	case g.avx512 && d == u32:
		return g.into(z, g.VCVTUDQ2PS, a)
	case g.avx512 && d == i64:
		return g.into(z, g.VCVTQQ2PS, a)
	case g.avx512:
		return g.into(z, g.VCVTUQQ2PS, a)
	case d == u32:
		return g.toSingle(g.double(d, a))
	}
	return g.toSingle(g.double(d, g.sticky(d, a)))
}

// sticky rounds integers of more than 53 digits to odd ones of no more than that, which
// float64 holds: a rounding to fewer digits after it is one rounding of them.
func (g *gen) sticky(d kind, a vec) vec {
	drop := uint64(1)<<10 - 1
	if d == u64 {
		drop = 1<<11 - 1
	}
	rest := g.and(g.all(8, drop), a)
	// The sum carries into the last digit that stays where any below it is set.
	z := g.or(g.plus(8, g.all(8, drop), rest), a)
	z = g.and(g.all(8, ^drop), z)
	// Smaller ones stay: those whose upper digits are all as the sign.
	m := a
	if d == i64 {
		m = g.xor(g.signs(8, a), a)
	}
	small := g.compare(equal, i64, g.zero(), g.right(8, 53, m))
	return g.choose(small, 8, a, z)
}

// odd rounds float64 to float32 by rounding to odd, as dtype.BrainFromFloat64 does: an
// inexact result takes the neighbour whose last bit is 1, for a second rounding.
func odd(g *gen, in []vec) result {
	x := in[0]
	half := g.reg(g.wide() / 2)
	if g.avx512 {
		g.VCVTPD2PS_RZ_SAE(x, half)                                     // towards zero
		inexact := g.compareFloats(0x0c, 8, g.to(g.VCVTPS2PD, half), x) // not equal, and ordered
		z := g.reg(g.wide() / 2)
		g.VMOVDQA32(half, z)
		g.VPORD(g.allOf(g.wide()/2, 4, 1), half, inexact.k, z)
		return result{v: z}
	}
	g.VCVTPD2PSY(x, half)
	back := g.to(g.VCVTPS2PD, half)
	inexact := g.compareFloats(0x0c, 8, back, x)
	rest := g.all(8, top(8)-1)
	above := g.compareFloats(floatLess, 8, g.and(rest, back), g.and(rest, x))
	z := g.plus(8, above.v, g.to(g.VPMOVZXDQ, half))
	z = g.or(g.and(g.all(8, 1), inexact.v), z)
	return result{v: z}
}

// saturate truncates floats to integers, those beyond to the nearest end, and NaN to 0.
func (g *gen) saturate(from, to kind, a vec) result {
	size := from.size()
	f := g.float(size)
	bits := func(v float64) uint64 {
		if size == 4 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(v)
	}
	low, high := 0.0, math.Ldexp(1, 8*to.size())-1
	if !to.unsigned() {
		low, high = -math.Ldexp(1, 8*to.size()-1), math.Ldexp(1, 8*to.size()-1)-1
	}
	end := high + 1 // the first beyond, where high is no float
	within := int(a.Size())
	// Below low is low; NaN, of which the instruction takes its second operand, too.
	atLeast := func(a vec) vec { return g.into(g.reg(within), f.max, g.allOf(within, size, bits(low)), a) }
	numbers := func(a vec, z vec) vec { // 0 for NaN, which is low, and 0, of integers without sign
		if to.unsigned() {
			return z
		}
		return g.keep(g.compareFloats(floatOrdered, size, a, a), size, z)
	}
	switch {
	case to.size() <= 2 && size == 4:
		z := g.to(f.min, g.all(size, bits(high)), atLeast(a))
		return result{v: g.to(g.VCVTTPS2DQ, numbers(a, z))}
	case to.size() <= 4 && size == 8:
		z := g.to(f.min, g.all(size, bits(high)), atLeast(a))
		return result{v: g.lowInt(g.round(8, inwards, numbers(a, z)))}
	case to == i32:
		z := g.to(g.VCVTTPS2DQ, numbers(a, a)) // beyond: the smallest number
		m := g.compareFloats(floatGreaterEqual, 4, g.all(4, bits(end)), a)
		return result{v: g.choose(m, 4, g.all(4, math.MaxInt32), z)}
	case to == u32:
		a = atLeast(a)
		if g.avx512 {
			return result{v: g.to(g.VCVTTPS2UDQ, a)} // beyond: all ones
		}
		half := g.all(4, bits(0x1p31))
		upper := g.compareFloats(floatGreaterEqual, 4, half, a)
		z := g.xor(g.all(4, top(4)), g.to(g.VCVTTPS2DQ, g.to(g.VSUBPS, half, a)))
		z = g.choose(upper, 4, z, g.to(g.VCVTTPS2DQ, a))
		return result{v: g.or(g.compareFloats(floatGreaterEqual, 4, g.all(4, bits(end)), a).v, z)}
	case g.avx512 && to == i64:
		number := g.compareFloats(floatOrdered, size, a, a)
		beyond := g.compareFloats(floatGreaterEqual, size, g.allOf(within, size, bits(end)), a)
		z := g.full()
		if size == 4 {
			g.VCVTTPS2QQ_Z(a, number.k, z)
		} else {
			g.VCVTTPD2QQ_Z(a, number.k, z)
		}
		return result{v: g.choose(beyond, 8, g.all(8, math.MaxInt64), z)}
	case g.avx512:
		if size == 4 {
			return result{v: g.to(g.VCVTTPS2UQQ, atLeast(a))}
		}
		return result{v: g.to(g.VCVTTPD2UQQ, atLeast(a))}
	}
	// 64 bits with AVX2.
	if size == 4 {
		a = g.to(g.VCVTPS2PD, a)
		within, size = g.wide(), 8
		f = g.float(8)
	}
	t := g.round(8, inwards, numbers(a, atLeast(a)))
	z := g.halves64(t)
	beyond := g.compareFloats(floatGreaterEqual, 8, g.all(8, math.Float64bits(end)), a)
	last := uint64(math.MaxInt64)
	if to.unsigned() {
		last = math.MaxUint64
	}
	return result{v: g.choose(beyond, 8, g.all(8, last), z)}
}

// choices are the loops of where: c says which of x and y.
func choices(l *list) {
	for _, size := range []int{1, 2, 4, 8} {
		d := map[int]kind{1: i8, 2: i16, 4: i32, 8: i64}[size]
		l.add(kernel{op: "choose", name: "choose" + string('0'+rune(size)), in: []int{1, size, size}, out: size, unroll: 2,
			body: func(g *gen, in []vec) result {
				c, x, y := in[0], in[1], in[2]
				if g.avx512 {
					k := g.K()
					g.VPTESTMB(c, c, k)
					return result{v: g.choose(&mask{k: k}, size, x, y)}
				}
				u := kind("U" + strings.ToLower(string(i8[:1])) + string(i8[1:]))
				m := g.compare(notEqual, d, g.zero(), g.extend(u, size, c))
				return result{v: g.choose(m, size, x, y)}
			}})
	}
	l.add(kernel{op: "choose", name: "choose16", in: []int{1, 16, 16}, out: 16, unroll: 2, whole: true,
		body: func(g *gen, in []vec) result {
			c, x, y := in[0], in[1], in[2]
			if g.avx512 {
				k, twice := g.K(), g.XMM()
				g.VPUNPCKLBW(c, c, twice)
				g.VPTESTMB(twice, twice, k)
				return result{v: g.choose(&mask{k: k}, 8, x, y)}
			}
			m := g.to(g.VPERMQ, Imm(0x50), g.to(g.VPMOVZXBQ, c))
			return result{v: g.choose(g.compare(notEqual, i64, g.zero(), m), 8, x, y)}
		}})
}
