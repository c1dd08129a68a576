package main

import (
	"encoding/binary"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// emit writes an instruction that the assembler does not know.
func emit(code ...byte) {
	for len(code) > 0 {
		opcode, n := "BYTE", 1
		switch {
		case len(code) >= 4:
			opcode, n = "LONG", 4
		case len(code) >= 2:
			opcode, n = "WORD", 2
		}
		var bits [4]byte
		copy(bits[:], code[:n])
		var v Op = U32(binary.LittleEndian.Uint32(bits[:]))
		switch n {
		case 1:
			v = U8(bits[0])
		case 2:
			v = U16(binary.LittleEndian.Uint16(bits[:]))
		}
		Instruction(&ir.Instruction{Opcode: opcode, Operands: []Op{v}})
		code = code[n:]
	}
}

// dotBrain writes VDPBF16PS x, y, sum (Intel, Software Developer's Manual, volume 2):
// EVEX.512.F3.0F38.W0 52 /r.
func dotBrain(x, y, sum VecPhysical) {
	m, v, r := number(x), number(y), number(sum)
	not := func(b, shift byte) byte { return (^b >> shift & 1) }
	emit(0x62,
		not(r, 3)<<7|not(m, 4)<<6|not(m, 3)<<5|not(r, 4)<<4|2,
		(^v&15)<<3|1<<2|2,
		2<<5|not(v, 4)<<3,
		0x52, 3<<6|r&7<<3|m&7)
}

// number returns the number that encodes r.
func number(r VecPhysical) byte { return byte(r.(Physical).PhysicalIndex()) }

// brainRows writes the loop that rounds the sums of a tile.
func brainRows() {
	TEXT("brainRows", NOSPLIT, "func(dst *byte, to int, src *byte, from int, rows int, mask uint64)")
	Doc("brainRows rounds rows of 32 float32, or as many as mask says, to bfloat16, where no sum is subnormal;",
		"rows of dst are to bytes apart, of src from. With AVX-512 BF16.")
	Pragma("noescape")
	dst, to := Load(Param("dst"), GP64()), Load(Param("to"), GP64())
	src, from := Load(Param("src"), GP64()), Load(Param("from"), GP64())
	rows := Load(Param("rows"), GP64())
	m := Load(Param("mask"), GP64())
	KMOVQ(m, K1)
	Label("loop")
	VMOVUPS(Mem{Base: src}, Z0)
	VMOVUPS(Mem{Base: src, Disp: 64}, Z1)
	Comment("VCVTNE2PS2BF16 Z0, Z1, Z0")
	emit(0x62, 0xf2, 0x77, 0x48, 0x72, 0xc0)
	VMOVDQU16(Z0, K1, Mem{Base: dst})
	ADDQ(from, src)
	ADDQ(to, dst)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// subnormal writes the loop that looks for subnormal bfloat16.
func subnormal() {
	TEXT("hasSubnormal", NOSPLIT, "func(x *byte, n int) uint64")
	Doc("hasSubnormal returns not 0 if one of n bfloat16 is subnormal. With AVX-512.")
	Pragma("noescape")
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	// Twice a bfloat16, less one: subnormals become 1 … 0xfd, zeros 0xffff, all others more.
	VPTERNLOGD(Imm(255), Z0, Z0, Z0)
	VMOVDQU64(Z0, Z1)
	least := func() {
		VPADDW(Z2, Z2, Z2)
		VPADDW(Z0, Z2, Z2)
		VPMINUW(Z2, Z1, Z1)
	}
	SUBQ(Imm(32), n)
	JL(LabelRef("rest"))
	Label("loop")
	VMOVDQU64(Mem{Base: x}, Z2)
	least()
	ADDQ(Imm(64), x)
	SUBQ(Imm(32), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(32), n)
	m := GP64()
	MOVQ(I64(-1), m)
	BZHIQ(n, m, m)
	KMOVD(m.As32(), K1)
	VMOVDQU16_Z(Mem{Base: x}, K1, Z2)
	least()
	MOVQ(U32(0xfe), m)
	VPBROADCASTW(m.As32(), Z2)
	VPCMPUW(Imm(1), Z2, Z1, K1)
	KMOVD(K1, m.As32())
	Store(m, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
