// Command stream writes the loops of package simd with non-temporal stores: zstream_amd64.s. Run go generate in package simd.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	stream("streamAVX512", func() VecVirtual { return ZMM() }, 64)
	stream("streamAVX2", func() VecVirtual { return YMM() }, 32)

	TEXT("fence", NOSPLIT, "func()")
	Doc("fence is over when what was streamed before it can be seen by everyone.")
	SFENCE()
	RET()
	Generate()
}

// stream copies 128 bytes at a time.
func stream(name string, register func() VecVirtual, size int) {
	const line = 128
	TEXT(name, NOSPLIT, "func(dst, src *byte, n int)")
	Pragma("noescape")
	Doc(name + " copies n bytes, a multiple of 128 and more than 0, to dst, which begins where a cache line does.")
	dst, src, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("n"), GP64())
	Label("loop")
	var rs []VecVirtual
	for at := 0; at < line; at += size {
		r := register()
		VMOVUPS(Mem{Base: src.(GPVirtual), Disp: at}, r)
		rs = append(rs, r)
	}
	for i, r := range rs {
		VMOVNTPS(r, Mem{Base: dst.(GPVirtual), Disp: i * size})
	}
	ADDQ(U32(line), src)
	ADDQ(U32(line), dst)
	SUBQ(U32(line), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
