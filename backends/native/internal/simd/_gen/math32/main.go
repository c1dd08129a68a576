// Command math32 writes the AVX-512 loops of elementary functions of float32: zmath32_amd64.s of package simd.
// Run go generate there.
//
// A loop takes 8 float32 at a time, widens them to float64 and does what the loop of the same name in fast32.go of package
// scalar does, operation by operation and without fused ones, so that the results are the same bits. The declarations in
// math32_amd64.go say what the functions take and return.
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	round1 = 0x1.8p52
	ln2    = 0x1.62e42fefa39efp-1
	logOff = 0x3fe6000000000000
	piA    = 0x1.921fb54400000p+1 // pi in 33 bits
	piB    = 0x1.0b4611a626331p-33

	absMask   = 0x7fffffff
	signMask  = 1 << 31
	inf       = 0x7f800000
	maxFinite = 0x7f7fffff
	bits700   = 0x442f0000
	bits1e6   = 0x49742400

	firstRow = 122<<4 - 1 // the upper 13 bits of the float32 to which the first row of tanhTab32 belongs
)

func main() {
	ConstraintExpr("amd64")
	exp()
	log()
	tanh()
	sine("sin32", false)
	sine("cos32", true)
	Generate()
}

var constants = map[string]Mem{}

func constant(name string, v Constant) Mem {
	m, ok := constants[name]
	if !ok {
		m = ConstData(name, v)
		constants[name] = m
	}
	return m
}

// f64 returns eight copies of a float64.
func f64(v float64) VecVirtual { return u64(math.Float64bits(v)) }

// u64 returns eight copies of 64 bits.
func u64(v uint64) VecVirtual {
	z := ZMM()
	VBROADCASTSD(constant(fmt.Sprintf("q%016x", v), U64(v)), z)
	return z
}

// u32 returns eight copies of 32 bits.
func u32(v uint32) VecVirtual {
	y := YMM()
	VPBROADCASTD(constant(fmt.Sprintf("d%08x", v), U32(v)), y)
	return y
}

// binary returns an instruction of two operands as a function of them: a op b.
func binary(op func(ops ...Op)) func(a, b VecVirtual) VecVirtual {
	return func(a, b VecVirtual) VecVirtual {
		z := ZMM()
		op(b, a, z)
		return z
	}
}

var (
	add = binary(VADDPD)
	sub = binary(VSUBPD)
	mul = binary(VMULPD)
)

// widen returns the float64 of eight float32.
func widen(x VecVirtual) VecVirtual {
	z := ZMM()
	VCVTPS2PD(x, z)
	return z
}

// narrow rounds eight float64 to float32.
func narrow(d VecVirtual) VecVirtual {
	y := YMM()
	VCVTPD2PS(d, y)
	return y
}

func and32(a, b VecVirtual) VecVirtual {
	y := YMM()
	VPANDD(a, b, y)
	return y
}

// below returns the mask of the a that are less than b, as unsigned numbers.
func below(a, b VecVirtual) OpmaskVirtual {
	k := K()
	VPCMPUD(Imm(1), b, a, k)
	return k
}

// function begins a function, and returns its parameters.
func function(name, table string) (dst, src, n, tab, done Register) {
	t := ""
	if table != "" {
		t = " tab *" + table + ","
	}
	TEXT(name, NOSPLIT, "func(dst, x *float32, n int,"+t+" done *[256]uint8) uint8")
	dst, src, n = Load(Param("dst"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	if table != "" {
		tab = Load(Param("tab"), GP64())
	}
	return dst, src, n, tab, Load(Param("done"), GP64())
}

// loop writes what follows the setting of constants: body computes the results of the eight numbers of x and the mask of
// those for which they hold; the others are left to Go.
func loop(dst, src, n, done Register, body func(x VecVirtual) (y VecVirtual, good OpmaskVirtual)) {
	every := ones()
	Label("eight")
	CMPQ(n, Imm(8))
	JL(LabelRef("rest"))
	x := YMM()
	VMOVUPS(Mem{Base: src}, x)
	y, good := body(x)
	KMOVB(good, Mem{Base: done})
	KANDB(good, every, every)
	VMOVUPS(y, good, Mem{Base: dst})
	ADDQ(Imm(32), src)
	ADDQ(Imm(32), dst)
	INCQ(done)
	SUBQ(Imm(8), n)
	JMP(LabelRef("eight"))

	Label("rest")
	TESTQ(n, n)
	JZ(LabelRef("end"))
	bits := GP64()
	MOVQ(U32(0xff), bits)
	BZHIQ(n, bits, bits)
	tail := K()
	KMOVB(bits.As32(), tail)
	x = YMM()
	VMOVUPS_Z(Mem{Base: src}, tail, x)
	y, good = body(x)
	KANDB(tail, good, good)
	VMOVUPS(y, good, Mem{Base: dst})
	KXNORB(tail, good, good) // beyond the end nothing is left to do
	KMOVB(good, Mem{Base: done})
	KANDB(good, every, every)

	Label("end")
	ret := GP32()
	KMOVB(every, ret)
	VZEROUPPER()
	Store(ret.As8(), ReturnIndex(0))
	RET()
}

func exp() {
	dst, src, n, tab, done := function("exp32", "[32]float64")
	var t [4]VecVirtual
	for i := range t {
		t[i] = ZMM()
		VMOVUPD(Mem{Base: tab, Disp: 64 * i}, t[i])
	}
	inv, round, step := f64(0x1.71547652b82fep+5), f64(round1), f64(ln2/32)
	half, sixth, c24 := f64(0.5), f64(1./6), f64(1./24)
	upper, bit4 := u64(^uint64(31)), u64(16)
	abs, limit := u32(absMask), u32(bits700)
	loop(dst, src, n, done, func(x VecVirtual) (VecVirtual, OpmaskVirtual) {
		good := below(and32(x, abs), limit)
		d := widen(x)
		z := add(mul(d, inv), round)
		r := sub(d, mul(sub(z, round), step))
		// the table of 32 as two of 16, of which bit 4 chooses
		s, hi, k := ZMM(), ZMM(), K()
		VMOVDQA64(z, s)
		VPERMI2PD(t[1], t[0], s)
		VMOVDQA64(z, hi)
		VPERMI2PD(t[3], t[2], hi)
		VPTESTMQ(z, bit4, k)
		VMOVAPD(hi, k, s)
		e := ZMM()
		VPANDQ(z, upper, e)
		VPSLLQ(Imm(47), e, e)
		VPADDQ(e, s, s)
		r2 := mul(r, r)
		p := add(r, mul(r2, add(add(half, mul(r, sixth)), mul(r2, c24))))
		return narrow(add(s, mul(s, p))), good
	})
}

// ones returns a mask of 8 bits set.
func ones() OpmaskVirtual {
	k := K()
	KXNORB(k, k, k)
	return k
}

// gather returns the float64 at base+disp+8*index of eight indexes.
// The mask all has 8 bits set.
func gather(base Register, disp int, index VecVirtual, all OpmaskVirtual) VecVirtual {
	z, k := ZMM(), K()
	KMOVB(all, k)
	VPXORQ(z, z, z) // otherwise the gather waits for the old content
	VGATHERQPD(Mem{Base: base, Disp: disp, Index: index, Scale: 8}, k, z)
	return z
}

func log() {
	dst, src, n, tab, done := function("log32", "[128][4]float64")
	off, expMask, row := u64(logOff), u64(0xfff<<52), u64(127<<2)
	one, half, third, quarter, fifth, ln := f64(1), f64(-1./2), f64(1./3), f64(-1./4), f64(1./5), f64(ln2)
	minus1, limit := u32(1<<32-1), u32(maxFinite)
	all := ones()
	loop(dst, src, n, done, func(x VecVirtual) (VecVirtual, OpmaskVirtual) {
		b := YMM()
		VPADDD(x, minus1, b)
		good := below(b, limit)
		d := widen(x)
		tmp, index, e, m := ZMM(), ZMM(), ZMM(), ZMM()
		VPSUBQ(off, d, tmp)
		VPSRLQ(Imm(43), tmp, index)
		VPANDQ(row, index, index)
		VPANDQ(tmp, expMask, m)
		VPSUBQ(m, d, m)
		VPSRAQ(Imm(52), tmp, e)
		k := ZMM()
		VCVTQQ2PD(e, k)
		r := sub(mul(m, gather(tab, 0, index, all)), one)
		r2 := mul(r, r)
		p := add(add(half, mul(r, third)), mul(r2, add(quarter, mul(r, fifth))))
		return narrow(add(add(mul(k, ln), gather(tab, 24, index, all)), add(r, mul(r2, p)))), good
	})
}

// columns returns the four float64 at base+disp+offset of eight offsets, transposed, which is
// faster than four gathers.
func columns(base Register, offsets Mem, disp int) (c0, c1, c2, c3 VecVirtual) {
	// two rows in one register, so that the order is right in the end
	rows := func(i int) VecVirtual {
		z := ZMM()
		at := func(i int) Mem {
			offset := GP64()
			MOVL(offsets.Offset(4*i), offset.As32())
			return Mem{Base: base, Disp: disp, Index: offset, Scale: 1}
		}
		VMOVUPD(at(i), z.AsY())
		VINSERTF64X4(Imm(1), at(i+2), z, z)
		return z
	}
	pair := func(a, b VecVirtual) (even, odd VecVirtual) {
		even, odd = ZMM(), ZMM()
		VUNPCKLPD(b, a, even)
		VUNPCKHPD(b, a, odd)
		return even, odd
	}
	join := func(a, b VecVirtual) (first, second VecVirtual) {
		first, second = ZMM(), ZMM()
		VSHUFF64X2(Imm(0x88), b, a, first)
		VSHUFF64X2(Imm(0xdd), b, a, second)
		return first, second
	}
	even, odd := pair(rows(0), rows(1))
	even2, odd2 := pair(rows(4), rows(5))
	c0, c2 = join(even, even2)
	c1, c3 = join(odd, odd2)
	return c0, c1, c2, c3
}

func tanh() {
	dst, src, n, tab, done := function("tanh32", "[256][8]float64")
	abs, sign, limit := u32(absMask), u32(signMask), u32(inf)
	first, last := u32(firstRow), u32(firstRow+145)
	offsets := AllocLocal(32)
	loop(dst, src, n, done, func(x VecVirtual) (VecVirtual, OpmaskVirtual) {
		a := and32(x, abs)
		good := below(a, limit)
		j := YMM()
		VPSRLD(Imm(19), a, j)
		VPMAXUD(first, j, j)
		VPMINUD(last, j, j)
		VPSLLD(Imm(6), j, j)
		VMOVDQU(j, offsets)
		c0, c1, c2, c3 := columns(tab, offsets, -64*firstRow)
		t := sub(widen(a), c0)
		t2 := mul(t, t)
		p0 := add(c1, mul(t, c2))
		c4, c5, c6, c7 := columns(tab, offsets, 32-64*firstRow)
		p := add(add(c5, mul(t, c6)), mul(t2, c7))
		p = add(add(c3, mul(t, c4)), mul(t2, p))
		y := narrow(add(p0, mul(t2, p)))
		VPTERNLOGD(Imm(0xf8), x, sign, y) // y | sign&x
		return y, good
	})
}

// sine writes the sine or the cosine.
func sine(name string, cosine bool) {
	dst, src, n, _, done := function(name, "")
	inv, round, a, b := f64(1/math.Pi), f64(round1), f64(piA), f64(piB)
	var c [6]VecVirtual
	for i, v := range [6]float64{
		0x1.ffffffffda705p-1, -0x1.5555554434626p-3, 0x1.11110c001fa24p-7,
		-0x1.a017cff6f5dd9p-13, 0x1.71701b5f7f403p-19, -0x1.9a69e410cffd6p-26,
	} {
		c[i] = f64(v)
	}
	abs, limit := u32(absMask), u32(bits1e6)
	var half, odd VecVirtual
	if cosine {
		half, odd = f64(0.5), u64(1<<63)
	}
	loop(dst, src, n, done, func(x VecVirtual) (VecVirtual, OpmaskVirtual) {
		good := below(and32(x, abs), limit)
		d := widen(x)
		z := mul(d, inv)
		if cosine {
			z = sub(z, half)
		}
		z = add(z, round)
		k := sub(z, round)
		if cosine {
			k = add(k, half)
		}
		r := sub(sub(d, mul(k, a)), mul(k, b))
		u := mul(r, r)
		u2 := mul(u, u)
		p := add(add(c[0], mul(u, c[1])), mul(u2, add(add(c[2], mul(u, c[3])), mul(u2, add(c[4], mul(u, c[5]))))))
		s := ZMM()
		VPSLLQ(Imm(63), z, s)
		if cosine {
			VPXORQ(odd, s, s)
		}
		y := mul(r, p)
		VPXORQ(s, y, y)
		return narrow(y), good
	})
}
