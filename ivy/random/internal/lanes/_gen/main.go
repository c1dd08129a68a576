// Command gen writes the loops of package lanes for AVX2 with FMA: zlanes_amd64.s. Run go generate in package lanes.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	threeFry("threeFry", false)
	threeFry("threeFryPairs", true)
	unit23()
	jaxNormal()
	unit24()
	torchNormal()
	twist()
	temper()
	Generate()
}

var constants = map[uint32]Mem{}

// word is a number in memory, once.
func word(v uint32) Mem {
	m, ok := constants[v]
	if !ok {
		m = ConstData("c"+hex(v), U32(v))
		constants[v] = m
	}
	return m
}

func hex(v uint32) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 8)
	for i := range out {
		out[7-i] = digits[v>>(4*i)&15]
	}
	return string(out)
}

// all is a register with the number in each lane.
func all(v uint32) VecVirtual {
	r := YMM()
	VPBROADCASTD(word(v), r)
	return r
}

func float(v float64) VecVirtual { return all(math.Float32bits(float32(v))) }

// horner is the polynomial of x, coefficients highest first.
func horner(x Op, coefficients []uint32) VecVirtual {
	r := all(coefficients[0])
	for _, c := range coefficients[1:] {
		VFMADD213PS(all(c), x, r) // r = r·x + c
	}
	return r
}

func bits(coefficients ...float64) []uint32 {
	out := make([]uint32, len(coefficients))
	for i, c := range coefficients {
		out[i] = math.Float32bits(float32(c))
	}
	return out
}

// loop does body for each 32 bytes times vectors from a pointer on, n elements of 4 bytes.
func loop(vectors int, body func(), pointers ...Register) {
	n := Load(Param("n"), GP64())
	Label("loop")
	body()
	for _, p := range pointers {
		ADDQ(U32(32*vectors), p)
	}
	SUBQ(U32(8*vectors), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func at(p Register, vector int) Mem { return Mem{Base: p.(GPVirtual), Disp: 32 * vector} }

// threeFry is Threefry-2x32-20 of n consecutive counters, a multiple of 16. keys are the three words of the schedule.
func threeFry(name string, pairs bool) {
	const vectors = 2
	kind := "uint32"
	if pairs {
		kind = "uint64"
	}
	TEXT(name, NOSPLIT, "func(dst *"+kind+", n int, keys *[3]uint32, hi, lo uint32)")
	Pragma("noescape")
	Doc(name + " sets n elements, a multiple of 16 and more than 0, to the blocks of consecutive counters, of which the lower words do not wrap.")
	dst, n, keys := Load(Param("dst"), GP64()), Load(Param("n"), GP64()), Load(Param("keys"), GP64())
	var k [3]VecVirtual
	for i := range k {
		k[i] = YMM()
		VPBROADCASTD(Mem{Base: keys.(GPVirtual), Disp: 4 * i}, k[i])
	}
	first, counter, step := YMM(), YMM(), YMM()
	spread := func(param string, to VecVirtual) {
		x := XMM()
		VMOVD(Load(Param(param), GP32()), x)
		VPBROADCASTD(x, to)
	}
	spread("hi", first)
	VPADDD(k[0], first, first)
	spread("lo", counter)
	VPADDD(eight("iota8", func(i int) uint32 { return uint32(i) }), counter, counter)
	VPADDD(k[1], counter, counter) // the counters with the first key added
	VPBROADCASTD(word(8), step)
	Label("loop")
	var x, y [vectors]VecVirtual
	for v := range vectors {
		x[v], y[v] = YMM(), YMM()
		VMOVDQA(first, x[v])
		VMOVDQA(counter, y[v])
		VPADDD(step, counter, counter)
	}
	rotations := [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}
	t := YMM()
	for group := range 5 {
		for _, r := range rotations[group%2] {
			for v := range vectors {
				VPADDD(y[v], x[v], x[v])
				VPSLLD(U8(r), y[v], t)
				VPSRLD(U8(32-r), y[v], y[v])
				VPOR(t, y[v], y[v])
				VPXOR(x[v], y[v], y[v])
			}
		}
		more := YMM()
		VPBROADCASTD(word(uint32(group+1)), more)
		VPADDD(k[(group+2)%3], more, more)
		for v := range vectors {
			VPADDD(k[(group+1)%3], x[v], x[v])
			VPADDD(more, y[v], y[v])
		}
	}
	for v := range vectors {
		if !pairs {
			VPXOR(x[v], y[v], y[v])
			VMOVDQU(y[v], at(dst, v))
			continue
		}
		low, up := YMM(), YMM()
		VPUNPCKLDQ(x[v], y[v], low) // y0 x0 y1 x1 | y4 x4 y5 x5
		VPUNPCKHDQ(x[v], y[v], up)  // y2 x2 y3 x3 | y6 x6 y7 x7
		a, b := YMM(), YMM()
		VPERM2I128(U8(0x20), up, low, a)
		VPERM2I128(U8(0x31), up, low, b)
		VMOVDQU(a, at(dst, 2*v))
		VMOVDQU(b, at(dst, 2*v+1))
	}
	size := 32
	if pairs {
		size = 64
	}
	ADDQ(U32(size*vectors), dst)
	SUBQ(U32(8*vectors), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// eight is the 32 bytes of 8 numbers in memory, once.
func eight(name string, number func(i int) uint32) Mem {
	m, ok := tables[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i := range 8 {
			DATA(4*i, U32(number(i)))
		}
		tables[name] = m
	}
	return m
}

var tables = map[string]Mem{}

// unit23 makes words numbers uniform between low and low + width, of 23 bits.
func unit23() {
	TEXT("unit23", NOSPLIT, "func(dst *float32, n int, width, low float32)")
	Pragma("noescape")
	Doc("unit23 makes n words, a multiple of 8 and more than 0, numbers of the upper 23 bits, u·width + low rounded once, and not below low.")
	dst := Load(Param("dst"), GP64())
	width, low := broadcast("width"), broadcast("low")
	one := float(1)
	loop(1, func() {
		x := YMM()
		VMOVDQU(at(dst, 0), x)
		VPSRLD(U8(9), x, x)
		VPOR(one, x, x)
		VSUBPS(one, x, x)
		VFMADD213PS(low, width, x)
		VMAXPS(x, low, x)
		VMOVUPS(x, at(dst, 0))
	}, dst)
}

func broadcast(param string) VecVirtual {
	p, err := Param(param).Resolve()
	check(err)
	r := YMM()
	VBROADCASTSS(p.Addr, r)
	return r
}

// frame returns the exponent and the fraction less 1, from the root of 1/2 to the root of 2, of positive normal numbers.
func frame(x VecVirtual) (e, t VecVirtual) {
	e, t = YMM(), YMM()
	m, below, one := YMM(), YMM(), float(1)
	VPSRLD(U8(23), x, e)
	VPSUBD(all(126), e, e)
	VCVTDQ2PS(e, e)
	VPAND(all(0x7fffff), x, m)
	VPOR(all(0x3f000000), m, m)
	VCMPPS(U8(1), all(0x3f3504f3), m, below) // less than the root of 1/2
	VSUBPS(one, m, t)
	VANDPS(below, m, m)
	VADDPS(m, t, t)
	VANDPS(below, one, below)
	VSUBPS(below, e, e)
	return e, t
}

// jaxNormal makes numbers uniform in (−1, 1) normal ones, as functions.go of package jaxrandom has it.
func jaxNormal() {
	TEXT("jaxNormal", NOSPLIT, "func(dst *float32, n int)")
	Pragma("noescape")
	Doc("jaxNormal makes n numbers, a multiple of 8 and more than 0, in (−1, 1) the inverse of the error function of them, times the root of 2.")
	dst := Load(Param("dst"), GP64())
	loop(1, func() {
		u, x := YMM(), YMM()
		VMOVUPS(at(dst, 0), u)
		VMULPS(u, u, x)
		VXORPS(float(math.Copysign(0, -1)), x, x) // −u²
		// log(1 + x) of a small x
		num := horner(x, []uint32{0x383de04b, 0x3eff40c5, 0x40d284fa, 0x41ef4b9c, 0x4273cc76, 0x426473ad, 0x41a05101})
		den := horner(x, []uint32{0x3f800000, 0x417101ad, 0x42a6185b, 0x435dc32d, 0x439a8ca3, 0x43586d8a, 0x42707982})
		VDIVPS(den, num, num)
		x2, x3, small := YMM(), YMM(), YMM()
		VMULPS(x, x, x2)
		VMULPS(x2, x, x3)
		VMULPS(num, x3, num)
		VFMADD231PS(float(-0.5), x2, num) // num = x2·−0.5 + num
		VADDPS(num, x, small)
		// and of another
		y := YMM()
		VADDPS(float(1), x, y)
		e, t := frame(y)
		t2, t3 := YMM(), YMM()
		VMULPS(t, t, t2)
		VMULPS(t, t2, t3)
		a := horner(t, []uint32{0x3d9021bb, 0xbdebd1b8, 0x3def251a})
		b := horner(t, []uint32{0xbdfe5d4f, 0x3e11e9bf, 0xbe2aae50})
		c := horner(t, []uint32{0x3e4cceac, 0xbe7ffffc, 0x3eaaaaaa})
		VFMADD213PS(b, t3, a)
		VFMADD213PS(c, t3, a)
		scaled := YMM()
		VMULPS(all(0xb95e8083), e, scaled)
		VFMADD213PS(scaled, t3, a)
		VFMADD231PS(float(-0.5), t2, t)
		VADDPS(a, t, t)
		VFMADD231PS(all(0x3f318000), e, t)
		// The one or the other: x is not above 0, so that its bits without the sign are those of |x|.
		mask, w := YMM(), YMM()
		VCMPPS(U8(0x0e), all(0xbed413cd), x, mask) // greater, −|x| > −0.414
		VBLENDVPS(mask, small, t, w)
		VXORPS(float(math.Copysign(0, -1)), w, w)
		// erfinv
		far := YMM()
		VCMPPS(U8(0x0d), float(5), w, far) // greater or equal
		some := GP32()
		VMOVMSKPS(far, some)
		near := YMM()
		VSUBPS(float(2.5), w, near)
		r := horner(near, []uint32{0x32f16588, 0x34b84b36, 0xb66c7357, 0xb6935ac1, 0x396532db, 0xbaa45408, 0xbb88e4ef, 0x3e7c8f63, 0x3fc02e2f})
		TESTL(some, some)
		JZ(LabelRef("near"))
		VSQRTPS(w, w)
		VSUBPS(float(3), w, w)
		ends := horner(w, []uint32{0xb951f09b, 0x38d3b56b, 0x3ab0dc72, 0xbb70bde7, 0x3bbc127b, 0xbbf9c5d7, 0x3c1aa57e, 0x3f8036db, 0x40354f7e})
		VBLENDVPS(far, ends, r, r)
		Label("near")
		VMULPS(u, r, r)
		VMULPS(float(math.Sqrt2), r, r)
		VMOVUPS(r, at(dst, 0))
	}, dst)
}

// unit24 makes words numbers uniform between low and high, of 24 bits.
func unit24() {
	TEXT("unit24", NOSPLIT, "func(dst *float32, n int, width, low, high float32)")
	Pragma("noescape")
	Doc("unit24 makes n words, a multiple of 8 and more than 0, numbers of the lower 24 bits, u·width + low rounded once; low of a result that is high.")
	dst := Load(Param("dst"), GP64())
	width, low, high := broadcast("width"), broadcast("low"), broadcast("high")
	mask, scale := all(1<<24-1), float(0x1p-24)
	loop(1, func() {
		x, same := YMM(), YMM()
		VPAND(at(dst, 0), mask, x)
		VCVTDQ2PS(x, x)
		VMULPS(scale, x, x)
		VFMADD213PS(low, width, x)
		VCMPPS(U8(0), high, x, same)
		VBLENDVPS(same, low, x, x)
		VMOVUPS(x, at(dst, 0))
	}, dst)
}

// torchNormal makes blocks of 16 uniform numbers normal ones, as functions.go of package torchrandom has it.
func torchNormal() {
	TEXT("torchNormal", NOSPLIT, "func(dst *float32, n int, mean, std float32)")
	Pragma("noescape")
	Doc("torchNormal makes n numbers, a multiple of 16 and more than 0, in [0, 1) normal ones by the method of Box and Muller, each of 8 with the one 8 further.")
	dst := Load(Param("dst"), GP64())
	mean, std := broadcast("mean"), broadcast("std")
	loop(2, func() {
		x := YMM()
		VSUBPS(at(dst, 0), float(1), x)
		e, t := frame(x)
		z, scaled := YMM(), YMM()
		VMULPS(t, t, z)
		y := horner(t, bits(7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1))
		VMULPS(t, y, y)
		VMULPS(float(-2.12194440e-4), e, scaled)
		VFMADD213PS(scaled, z, y)
		VFMADD231PS(float(-0.5), z, y)
		VADDPS(y, t, t)
		VFMADD231PS(float(0.693359375), e, t)
		VMULPS(float(-2), t, t)
		VSQRTPS(t, t) // the radius
		// The angle
		theta, j, jf := YMM(), YMM(), YMM()
		VMOVUPS(at(dst, 1), theta)
		VMULPS(float(float64(float32(2*math.Pi))), theta, theta)
		VMULPS(float(1.27323954473516), theta, j)
		VCVTTPS2DQ(j, j)
		VPADDD(all(1), j, j)
		VPAND(all(0xfffffffe), j, j)
		VCVTDQ2PS(j, jf)
		VFMADD231PS(float(-0.78515625), jf, theta)
		VFMADD231PS(float(-2.4187564849853515625e-4), jf, theta)
		VFMADD231PS(float(-3.77489497744594108e-8), jf, theta)
		q, half := YMM(), YMM()
		VMULPS(theta, theta, q)
		c := horner(q, bits(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2))
		VMULPS(q, c, c)
		VMULPS(float(0.5), q, half)
		VFMSUB213PS(half, q, c)
		VADDPS(float(1), c, c)
		s := horner(q, bits(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1))
		VMULPS(q, s, s)
		VFMADD213PS(theta, theta, s)
		// The quadrant
		swap, sin, cos, sign := YMM(), YMM(), YMM(), YMM()
		VPSLLD(U8(30), j, swap) // bit 1 is the sign
		VBLENDVPS(swap, c, s, sin)
		VBLENDVPS(swap, s, c, cos)
		VPAND(all(4), j, sign)
		VPSLLD(U8(29), sign, sign)
		VPXOR(sign, sin, sin)
		VPSUBD(all(2), j, j)
		VPANDN(all(4), j, j)
		VPSLLD(U8(29), j, j)
		VPXOR(j, cos, cos)
		VMULPS(t, cos, cos)
		VMULPS(t, sin, sin)
		VFMADD213PS(mean, std, cos)
		VFMADD213PS(mean, std, sin)
		VMOVUPS(cos, at(dst, 0))
		VMOVUPS(sin, at(dst, 1))
	}, dst)
}

// twist does the recurrence of MT19937.
func twist() {
	TEXT("twist", NOSPLIT, "func(state, middle *uint32, n int)")
	Pragma("noescape")
	Doc("twist replaces n words of the state of MT19937, a multiple of 8 and more than 0, 8 at once.")
	state, middle := Load(Param("state"), GP64()), Load(Param("middle"), GP64())
	upper, lower, matrix, zero := all(0x80000000), all(0x7fffffff), all(0x9908b0df), YMM()
	VPXOR(zero, zero, zero)
	loop(1, func() {
		x, y, odd := YMM(), YMM(), YMM()
		VPAND(at(state, 0), upper, x)
		VPAND(Mem{Base: state.(GPVirtual), Disp: 4}, lower, y)
		VPOR(x, y, y)
		VPSLLD(U8(31), y, odd)
		VPSRAD(U8(31), odd, odd)
		VPAND(matrix, odd, odd)
		VPSRLD(U8(1), y, y)
		VPXOR(at(middle, 0), y, y)
		VPXOR(odd, y, y)
		VMOVDQU(y, at(state, 0))
	}, state, middle)
}

// temper is the output function of MT19937.
func temper() {
	TEXT("temper", NOSPLIT, "func(dst, src *uint32, n int)")
	Pragma("noescape")
	Doc("temper sets n words, a multiple of 8 and more than 0, to what MT19937 makes of those of its state.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	a, b := all(0x9d2c5680), all(0xefc60000)
	loop(1, func() {
		x, t := YMM(), YMM()
		VMOVDQU(at(src, 0), x)
		VPSRLD(U8(11), x, t)
		VPXOR(t, x, x)
		VPSLLD(U8(7), x, t)
		VPAND(a, t, t)
		VPXOR(t, x, x)
		VPSLLD(U8(15), x, t)
		VPAND(b, t, t)
		VPXOR(t, x, x)
		VPSRLD(U8(18), x, t)
		VPXOR(t, x, x)
		VMOVDQU(x, at(dst, 0))
	}, dst, src)
}
