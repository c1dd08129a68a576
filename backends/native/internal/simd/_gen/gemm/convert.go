package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A lineKind is a conversion of a line of elements, eight or sixteen at a time, with AVX2.
type lineKind struct {
	name, doc string
	lanes     int
	from, to  int // bytes of an element
	setup     func()
	body      func(src, dst Mem)
}

var lineKinds = []lineKind{
	{name: "widenHalf", doc: "converts n float16, a multiple of 8, to float32", lanes: 8, from: 2, to: 4,
		body: func(src, dst Mem) { VCVTPH2PS(src, Y0); VMOVUPS(Y0, dst) }},
	{name: "widenBrain", doc: "converts n bfloat16, a multiple of 8, to float32", lanes: 8, from: 2, to: 4,
		body: func(src, dst Mem) { VPMOVZXWD(src, Y0); VPSLLD(Imm(16), Y0, Y0); VMOVUPS(Y0, dst) }},
	{name: "widenByte", doc: "converts n uint8, a multiple of 16, to uint16", lanes: 16, from: 1, to: 2,
		body: func(src, dst Mem) { VPMOVZXBW(src, Y0); VMOVDQU(Y0, dst) }},
	{name: "narrowHalf", doc: "rounds n float32, a multiple of 8, to float16", lanes: 8, from: 4, to: 2,
		body: func(src, dst Mem) { VMOVUPS(src, Y0); VCVTPS2PH(Imm(0), Y0, dst) }},
	{name: "narrowBrain", doc: "rounds n float32, a multiple of 8, to bfloat16, as dtype.BrainFromFloat32 does", lanes: 8, from: 4, to: 2,
		setup: func() {
			VPCMPEQD(Y7, Y7, Y7)
			VPSRLD(Imm(31), Y7, Y6) // 1
			VPSRLD(Imm(17), Y7, Y5) // 0x7fff
			VPSLLD(Imm(6), Y6, Y4)  // 0x40
		},
		body: func(src, dst Mem) {
			VMOVUPS(src, Y0)
			VPSRLD(Imm(16), Y0, Y1)
			VPAND(Y6, Y1, Y2)
			VPADDD(Y5, Y2, Y2)
			VPADDD(Y0, Y2, Y2)
			VPSRLD(Imm(16), Y2, Y2)
			VPOR(Y4, Y1, Y1)
			VCMPPS(Imm(3), Y0, Y0, Y0) // NaN
			VBLENDVPS(Y0, Y1, Y2, Y2)
			VPACKUSDW(Y2, Y2, Y2)
			VPERMQ(Imm(8), Y2, Y2)
			VMOVDQU(X2, dst)
		}},
	{name: "narrowByte", doc: "takes the low bytes of n uint16, a multiple of 16", lanes: 16, from: 2, to: 1,
		setup: func() { VPCMPEQD(Y7, Y7, Y7); VPSRLW(Imm(8), Y7, Y7) },
		body: func(src, dst Mem) {
			VPAND(src, Y7, Y0)
			VPACKUSWB(Y0, Y0, Y0)
			VPERMQ(Imm(8), Y0, Y0)
			VMOVDQU(X0, dst)
		}},
}

func lines(l lineKind) {
	TEXT(l.name, NOSPLIT, "func(dst, src *byte, n int)")
	Doc(l.name + " " + l.doc + ", with AVX2.")
	Pragma("noescape")
	dst, src, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("n"), GP64())
	if l.setup != nil {
		l.setup()
	}
	SUBQ(Imm(uint64(l.lanes)), n)
	JL(LabelRef("done"))
	Label("loop")
	l.body(Mem{Base: src}, Mem{Base: dst})
	ADDQ(Imm(uint64(l.lanes*l.from)), src)
	ADDQ(Imm(uint64(l.lanes*l.to)), dst)
	SUBQ(Imm(uint64(l.lanes)), n)
	JGE(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}
