package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// amx writes the loop of 32×32 sums in tiles. The encodings are those of GNU as.
func amx() {
	TEXT("brainTileAMX", NOSPLIT, "func(c0, c1 *byte, ldc int, a0, a1 *byte, lda int, b *byte, k int, config *byte, add uint64)")
	Doc("brainTileAMX computes 32 columns of c = a·b, or c += a·b, of float32: rows of c0 from a0's",
		"and of c1 from a1's, as many as config says; k times 32 bfloat16 of each row, and 16 lines of",
		"32 pairs of b.")
	Pragma("noescape")
	Load(Param("config"), RAX)
	Load(Param("c0"), RBX)
	Load(Param("c1"), R10)
	Load(Param("ldc"), R11)
	Load(Param("a0"), RSI)
	Load(Param("a1"), RDI)
	Load(Param("lda"), R8)
	Load(Param("b"), RDX)
	MOVQ(U32(128), R9)
	Load(Param("k"), RCX)
	Load(Param("add"), R12)
	Comment("LDTILECFG (AX)")
	emit(0xc4, 0xe2, 0x78, 0x49, 0x00)
	TESTQ(R12, R12)
	JNZ(LabelRef("sums"))
	Comment("TILEZERO t0 … t3")
	for _, r := range []byte{0xc0, 0xc8, 0xd0, 0xd8} {
		emit(0xc4, 0xe2, 0x7b, 0x49, r)
	}
	JMP(LabelRef("loop"))
	Label("sums")
	Comment("TILELOADD t0 … t3: (BX)(R11), 64(BX)(R11), (R10)(R11), 64(R10)(R11)")
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x04, 0x1b)
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x4c, 0x1b, 0x40)
	emit(0xc4, 0x82, 0x7b, 0x4b, 0x14, 0x1a)
	emit(0xc4, 0x82, 0x7b, 0x4b, 0x5c, 0x1a, 0x40)
	Label("loop")
	for i := range 32 {
		PREFETCHT0(Mem{Base: RDX, Disp: 2048 + 64*i})
	}
	Comment("TILELOADD t4 (SI)(R8), t6 (DX)(R9), t5 (DI)(R8), t7 64(DX)(R9)")
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x24, 0x06)
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x34, 0x0a)
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x2c, 0x07)
	emit(0xc4, 0xa2, 0x7b, 0x4b, 0x7c, 0x0a, 0x40)
	Comment("TDPBF16PS t0 t4 t6, t2 t5 t6, t1 t4 t7, t3 t5 t7")
	emit(0xc4, 0xe2, 0x4a, 0x5c, 0xc4)
	emit(0xc4, 0xe2, 0x4a, 0x5c, 0xd5)
	emit(0xc4, 0xe2, 0x42, 0x5c, 0xcc)
	emit(0xc4, 0xe2, 0x42, 0x5c, 0xdd)
	ADDQ(Imm(64), RSI)
	ADDQ(Imm(64), RDI)
	ADDQ(U32(2048), RDX)
	DECQ(RCX)
	JNZ(LabelRef("loop"))
	Comment("TILESTORED t0 … t3")
	emit(0xc4, 0xa2, 0x7a, 0x4b, 0x04, 0x1b)
	emit(0xc4, 0xa2, 0x7a, 0x4b, 0x4c, 0x1b, 0x40)
	emit(0xc4, 0x82, 0x7a, 0x4b, 0x14, 0x1a)
	emit(0xc4, 0x82, 0x7a, 0x4b, 0x5c, 0x1a, 0x40)
	Comment("TILERELEASE")
	emit(0xc4, 0xe2, 0x78, 0x49, 0xc0)
	RET()
}
