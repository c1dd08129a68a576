package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A kind is the name of a dtype in package dtype.
type kind string

const (
	boolean kind = "Bool"
	u8      kind = "Uint8"
	u16     kind = "Uint16"
	u32     kind = "Uint32"
	u64     kind = "Uint64"
	i8      kind = "Int8"
	i16     kind = "Int16"
	i32     kind = "Int32"
	i64     kind = "Int64"
	b16     kind = "BFloat16"
	f16     kind = "Float16"
	f32     kind = "Float32"
	f64     kind = "Float64"
	c64     kind = "Complex64"
	c128    kind = "Complex128"
)

func (d kind) size() int {
	return map[kind]int{boolean: 1, u8: 1, u16: 2, u32: 4, u64: 8, i8: 1, i16: 2, i32: 4, i64: 8,
		b16: 2, f16: 2, f32: 4, f64: 8, c64: 8, c128: 16}[d]
}

func (d kind) unsigned() bool { return d == u8 || d == u16 || d == u32 || d == u64 }

var (
	signedKinds   = []kind{i8, i16, i32, i64}
	unsignedKinds = []kind{u8, u16, u32, u64}
	wholeKinds    = []kind{i8, u8, i16, u16, i32, u32, i64, u64}
	narrowKinds   = []kind{f16, b16}
	realKinds     = []kind{f32, f64}
)

// bySize returns the one of the instructions for elements of 1, 2, 4 or 8 bytes.
func bySize(size int, b, w, d, q func(...Op)) func(...Op) {
	return map[int]func(...Op){1: b, 2: w, 4: d, 8: q}[size]
}

// Instructions of bits. m may lie in memory.

func (g *gen) and(m Op, a vec) vec {
	if g.avx512 {
		return g.to(g.VPANDD, m, a)
	}
	return g.to(three(g.VPAND), m, a)
}

func (g *gen) or(m Op, a vec) vec {
	if g.avx512 {
		return g.to(g.VPORD, m, a)
	}
	return g.to(three(g.VPOR), m, a)
}

func (g *gen) xor(m Op, a vec) vec {
	if g.avx512 {
		return g.to(g.VPXORD, m, a)
	}
	return g.to(three(g.VPXOR), m, a)
}

// andNot is m without a's bits.
func (g *gen) andNot(m Op, a vec) vec {
	if g.avx512 {
		return g.to(g.VPANDND, m, a)
	}
	return g.to(three(g.VPANDN), m, a)
}

// Instructions of integers; of two operands the first may lie in memory, and of a
// difference it is what is taken away.

func (g *gen) plus(size int, m Op, a vec) vec {
	return g.to(bySize(size, g.VPADDB, g.VPADDW, g.VPADDD, g.VPADDQ), m, a)
}

func (g *gen) minus(size int, m Op, a vec) vec {
	return g.to(bySize(size, g.VPSUBB, g.VPSUBW, g.VPSUBD, g.VPSUBQ), m, a)
}

func (g *gen) left(size int, n uint64, a vec) vec {
	return g.to(bySize(size, nil, g.VPSLLW, g.VPSLLD, g.VPSLLQ), Imm(n), a)
}

func (g *gen) right(size int, n uint64, a vec) vec {
	return g.to(bySize(size, nil, g.VPSRLW, g.VPSRLD, g.VPSRLQ), Imm(n), a)
}

// signs is all the bits that an integer's sign is.
func (g *gen) signs(size int, a vec) vec {
	if size == 8 && !g.avx512 {
		return g.to(g.VPCMPGTQ, a, g.zero())
	}
	return g.to(bySize(size, nil, g.VPSRAW, g.VPSRAD, g.VPSRAQ), Imm(uint64(8*size-1)), a)
}

func (g *gen) zero() vec {
	z := g.full()
	if g.avx512 {
		g.VPXORD(z, z, z)
	} else {
		g.VPXOR(z, z, z)
	}
	return z
}

// top is the sign bit of elements of a size.
func top(size int) uint64 { return 1 << (8*size - 1) }

// A mask has a bit of each element: in a register for it, or as all bits of elements.
type mask struct {
	k   reg.OpmaskVirtual
	v   vec
	not bool // of v: where it is 0
}

// A relation of two elements, a and b.
type relation int

const (
	equal relation = iota
	notEqual
	less
	lessEqual
	greater
)

// compare compares integers.
func (g *gen) compare(r relation, d kind, m Op, a vec) *mask {
	size := d.size()
	if g.avx512 {
		f := bySize(size, g.VPCMPB, g.VPCMPW, g.VPCMPD, g.VPCMPQ)
		if d.unsigned() {
			f = bySize(size, g.VPCMPUB, g.VPCMPUW, g.VPCMPUD, g.VPCMPUQ)
		}
		k := g.K()
		f(Imm([]uint64{equal: 0, notEqual: 4, less: 1, lessEqual: 2, greater: 6}[r]), m, a, k)
		return &mask{k: k}
	}
	if r == equal || r == notEqual {
		return &mask{v: g.to(bySize(size, g.VPCMPEQB, g.VPCMPEQW, g.VPCMPEQD, g.VPCMPEQQ), m, a), not: r == notEqual}
	}
	if d.unsigned() {
		a = g.xor(g.all(size, top(size)), a)
		m = g.xor(g.all(size, top(size)), g.register(m))
	}
	f := bySize(size, g.VPCMPGTB, g.VPCMPGTW, g.VPCMPGTD, g.VPCMPGTQ)
	if r == less {
		return &mask{v: g.to(f, a, g.register(m))}
	}
	return &mask{v: g.to(f, m, a), not: r == lessEqual}
}

// register returns m in a register.
func (g *gen) register(m Op) vec {
	if v, ok := m.(vec); ok {
		return v
	}
	if g.avx512 {
		return g.to(g.VMOVDQU64, m)
	}
	return g.to(two(g.VMOVDQU), m)
}

// The predicates of VCMPPS and VCMPPD (Intel, Software Developer's Manual, volume 2,
// table of VCMPPD's comparisons); none raises a flag for a quiet NaN but the orders.
const (
	floatEqual        = 0x00
	floatUnordered    = 0x03
	floatNotEqual     = 0x04 // or unordered
	floatOrdered      = 0x07
	floatNotLessEqual = 0x16 // or unordered
	floatLess         = 0x11
	floatLessEqual    = 0x12
	floatGreaterEqual = 0x1d
)

// compareFloats compares floats of a size.
func (g *gen) compareFloats(p uint64, size int, m Op, a vec) *mask {
	f := g.VCMPPS
	if size == 8 {
		f = g.VCMPPD
	}
	if g.avx512 {
		k := g.K()
		f(Imm(p), m, a, k)
		return &mask{k: k}
	}
	z := g.reg(int(a.Size()))
	f(Imm(p), m, a, z)
	return &mask{v: z}
}

// choose takes yes, which may lie in memory, where the mask is set, and no elsewhere.
func (g *gen) choose(m *mask, size int, yes Op, no vec) vec {
	switch {
	case g.avx512:
		return g.to(bySize(size, g.VPBLENDMB, g.VPBLENDMW, g.VPBLENDMD, g.VPBLENDMQ), yes, no, m.k)
	case m.not:
		return g.to(four(g.VPBLENDVB), m.v, no, g.register(yes))
	}
	return g.to(four(g.VPBLENDVB), m.v, yes, no)
}

// keep is a where the mask is set, and 0 elsewhere.
func (g *gen) keep(m *mask, size int, a vec) vec {
	switch {
	case g.avx512:
		f := bySize(size, three(g.VMOVDQU8_Z), three(g.VMOVDQU16_Z), three(g.VMOVDQA32_Z), three(g.VMOVDQA64_Z))
		return g.to(f, a, m.k)
	case m.not:
		return g.andNot(a, m.v)
	}
	return g.and(m.v, a)
}

// A float has the instructions of one of the two sizes of floats.
type float struct {
	size                                 int
	add, sub, mul, div, max, min, within func(...Op)
}

func (g *gen) float(size int) float {
	if size == 4 {
		return float{4, g.VADDPS, g.VSUBPS, g.VMULPS, g.VDIVPS, g.VMAXPS, g.VMINPS, g.VRANGEPS}
	}
	return float{8, g.VADDPD, g.VSUBPD, g.VMULPD, g.VDIVPD, g.VMAXPD, g.VMINPD, g.VRANGEPD}
}

func (g *gen) sqrt(size int, a vec) vec {
	if size == 4 {
		return g.to(g.VSQRTPS, a)
	}
	return g.to(g.VSQRTPD, a)
}

// The modes of VROUND and VRNDSCALE, without the flag of an inexact result.
const (
	nearest = 8
	down    = 9
	up      = 10
	inwards = 11
)

func (g *gen) round(size int, mode uint64, a vec) vec {
	switch {
	case g.avx512 && size == 4:
		return g.to(g.VRNDSCALEPS, Imm(mode), a)
	case g.avx512:
		return g.to(g.VRNDSCALEPD, Imm(mode), a)
	case size == 4:
		return g.to(three(g.VROUNDPS), Imm(mode), a)
	}
	return g.to(three(g.VROUNDPD), Imm(mode), a)
}

// extreme is Go's max or min: NaN of NaN, and +0 is greater than −0.
func (g *gen) extreme(size int, greatest bool, a, b vec) vec {
	f := g.float(size)
	nan := g.compareFloats(floatUnordered, size, b, a)
	if g.avx512 {
		mode := uint64(4)
		if greatest {
			mode = 5
		}
		z := g.to(f.within, Imm(mode), b, a)
		f.add(b, a, nan.k, z)
		return z
	}
	op, join := f.min, g.or
	if greatest {
		op, join = f.max, g.and
	}
	// Of two zeros either instruction takes its second operand: together they have both.
	z := join(g.to(op, b, a), g.to(op, a, b))
	return g.or(nan.v, z)
}

// number is extreme, but where one element is NaN it is the other.
func (g *gen) number(size int, greatest bool, a, b vec) vec {
	z := g.extreme(size, greatest, a, b)
	z = g.choose(g.compareFloats(floatUnordered, size, b, b), size, a, z)
	return g.choose(g.compareFloats(floatUnordered, size, a, a), size, b, z)
}

// Floats of 16 bits as float32, and back.

func (g *gen) widen(d kind, a vec) vec {
	if d == f16 {
		return g.to(g.VCVTPH2PS, a)
	}
	return g.left(4, 16, g.to(g.VPMOVZXWD, a))
}

func (g *gen) narrow(d kind, a vec) result {
	if d == f16 {
		z := g.reg(g.wide() / 2)
		g.VCVTPS2PH(Imm(0), a, z) // to nearest, ties to even
		return result{v: z}
	}
	// bfloat16 has the upper half, rounded by a carry; NaN is made quiet.
	high := g.right(4, 16, a)
	z := g.and(g.all(4, 1), high)
	z = g.plus(4, g.all(4, 0x7fff), z)
	z = g.right(4, 16, g.plus(4, z, a))
	nan := g.compareFloats(floatUnordered, 4, a, a)
	return result{v: g.choose(nan, 4, g.or(g.all(4, 0x40), high), z)}
}

// extend returns integers as wide as lanes of a size.
func (g *gen) extend(d kind, size int, a vec) vec {
	z := g.reg(g.lanes * size)
	if d.size() == size {
		return a
	}
	fs := map[[2]int]func(...Op){
		{1, 2}: g.VPMOVSXBW, {1, 4}: g.VPMOVSXBD, {1, 8}: g.VPMOVSXBQ, {2, 4}: g.VPMOVSXWD, {2, 8}: g.VPMOVSXWQ, {4, 8}: g.VPMOVSXDQ,
	}
	if d.unsigned() {
		fs = map[[2]int]func(...Op){
			{1, 2}: g.VPMOVZXBW, {1, 4}: g.VPMOVZXBD, {1, 8}: g.VPMOVZXBQ, {2, 4}: g.VPMOVZXWD, {2, 8}: g.VPMOVZXWQ, {4, 8}: g.VPMOVZXDQ,
		}
	}
	return g.into(z, fs[[2]int{d.size(), size}], a)
}
