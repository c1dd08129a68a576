package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// transpose writes the loop that turns lines into columns, of elements of 4 or 8 bytes.
func transpose(size int) {
	lanes := 32 / size
	name := fmt.Sprintf("transpose%d", lanes)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst *byte, stride int, lanes *[%d]*byte, n int)", lanes))
	Doc(fmt.Sprintf("%s writes n elements, a multiple of %d, of each of the %d lines at lanes side by side:", name, lanes, lanes),
		fmt.Sprintf("%d elements of %d bytes, and the next ones stride bytes on. With AVX2.", lanes, size))
	Pragma("noescape")
	dst, stride := Load(Param("dst"), GP64()), Load(Param("stride"), GP64())
	tab, n := Load(Param("lanes"), GP64()), Load(Param("n"), GP64())
	p := make([]Register, lanes)
	q := p
	if lanes == 8 {
		for i := range p {
			p[i] = GP64()
			MOVQ(Mem{Base: tab, Disp: 8 * i}, p[i])
		}
		q = p
	} else {
		for i := range q {
			q[i] = GP64()
			MOVQ(Mem{Base: tab, Disp: 8 * i}, q[i])
		}
	}
	x := []VecPhysical{X0, X1, X2, X3, X4, X5, X6, X7}
	SUBQ(Imm(uint64(lanes)), n)
	JL(LabelRef("done"))
	Label("loop")
	if lanes == 8 {
		for i := range 4 { // Yi: elements 0…3 of lines i and i+4; Yi+4: elements 4…7
			for h := range 2 {
				VMOVUPS(Mem{Base: q[i], Disp: 16 * h}, x[i+4*h])
				VINSERTF128(Imm(1), Mem{Base: q[i+4], Disp: 16 * h}, ys[i+4*h], ys[i+4*h])
			}
		}
		for h := range 2 {
			o := 4 * h
			VUNPCKLPS(ys[o+1], ys[o], Y8)
			VUNPCKHPS(ys[o+1], ys[o], Y9)
			VUNPCKLPS(ys[o+3], ys[o+2], Y10)
			VUNPCKHPS(ys[o+3], ys[o+2], Y11)
			VSHUFPS(Imm(0x44), Y10, Y8, Y12)
			VSHUFPS(Imm(0xee), Y10, Y8, Y13)
			VSHUFPS(Imm(0x44), Y11, Y9, Y14)
			VSHUFPS(Imm(0xee), Y11, Y9, Y15)
			for _, y := range []VecPhysical{Y12, Y13, Y14, Y15} {
				VMOVUPS(y, Mem{Base: dst})
				ADDQ(stride, dst)
			}
		}
	} else {
		for i := range 2 { // Yi: elements 0, 1 of lines i and i+2; Yi+2: elements 2, 3
			for h := range 2 {
				VMOVUPD(Mem{Base: q[i], Disp: 16 * h}, x[i+2*h])
				VINSERTF128(Imm(1), Mem{Base: q[i+2], Disp: 16 * h}, ys[i+2*h], ys[i+2*h])
			}
		}
		for h := range 2 {
			VUNPCKLPD(ys[2*h+1], ys[2*h], Y8)
			VUNPCKHPD(ys[2*h+1], ys[2*h], Y9)
			for _, y := range []VecPhysical{Y8, Y9} {
				VMOVUPD(y, Mem{Base: dst})
				ADDQ(stride, dst)
			}
		}
	}
	for i := range q {
		ADDQ(Imm(32), q[i])
	}
	SUBQ(Imm(uint64(lanes)), n)
	JGE(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// ends writes the loop that copies lines of half as many to as many bytes: by vectors from their
// beginning and by others that end where they end.
func ends(bytes int) {
	name := fmt.Sprintf("ends%d", bytes)
	TEXT(name, NOSPLIT, "func(dst *byte, to int, src *byte, from int, bytes, n int)")
	Doc(fmt.Sprintf("%s copies n lines of bytes bytes, %d to %d, which are from bytes apart, to where they are to. With AVX2.", name, bytes/2, bytes))
	Pragma("noescape")
	dst, to := Load(Param("dst"), GP64()), Load(Param("to"), GP64())
	src, from := Load(Param("src"), GP64()), Load(Param("from"), GP64())
	length := Load(Param("bytes"), GP64())
	n := Load(Param("n"), GP64())
	vectors, size := ys, 32
	if bytes == 32 {
		vectors, size = []VecPhysical{X0, X1}, 16
	}
	half := bytes / 2 / size // vectors
	TESTQ(n, n)
	JZ(LabelRef("done"))
	Label("loop")
	for i := range half {
		VMOVUPS(Mem{Base: src, Disp: size * i}, vectors[i])
		VMOVUPS(Mem{Base: src, Index: length, Scale: 1, Disp: size*i - bytes/2}, vectors[half+i])
	}
	for i := range half {
		VMOVUPS(vectors[i], Mem{Base: dst, Disp: size * i})
		VMOVUPS(vectors[half+i], Mem{Base: dst, Index: length, Scale: 1, Disp: size*i - bytes/2})
	}
	ADDQ(from, src)
	ADDQ(to, dst)
	DECQ(n)
	JNZ(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// evens writes the loop that copies every other element of lines, of 4 or 8 bytes: by vectors from their beginning and one that ends where they end. The
// second of the two vectors that such are in begins an element earlier, so that none behind the last is read.
func evens(size int) {
	lanes := 32 / size
	name := fmt.Sprintf("evens%d", lanes)
	TEXT(name, NOSPLIT, "func(dst *byte, to int, src *byte, from int, lanes, n int)")
	Doc(fmt.Sprintf("%s copies every other element, of %d bytes, of n lines that are from bytes apart, lanes of each, at least %d, to lines that are to bytes apart.", name, size, lanes),
		"With AVX2.")
	Pragma("noescape")
	dst, to := Load(Param("dst"), GP64()), Load(Param("to"), GP64())
	src, from := Load(Param("src"), GP64()), Load(Param("from"), GP64())
	end, n := Load(Param("lanes"), GP64()), Load(Param("n"), GP64())
	last, at := GP64(), GP64() // in bytes of dst, as end is
	SHLQ(Imm(uint64(bits.TrailingZeros(uint(size)))), end)
	LEAQ(Mem{Base: end, Disp: -32}, last)
	TESTQ(n, n)
	JZ(LabelRef("done"))
	Label("line")
	XORQ(at, at)
	Label("loop")
	CMPQ(at, last)
	CMOVQGT(last, at)
	VMOVUPS(Mem{Base: src, Index: at, Scale: 2}, Y0)
	VMOVUPS(Mem{Base: src, Index: at, Scale: 2, Disp: 32 - size}, Y1)
	if size == 4 { // of each half: 0, 2 and 1, 3
		VSHUFPS(Imm(0xd8), Y1, Y0, Y0)
	} else {
		VSHUFPD(Imm(0xa), Y1, Y0, Y0)
	}
	VPERMQ(Imm(0xd8), Y0, Y0)
	VMOVUPS(Y0, Mem{Base: dst, Index: at, Scale: 1})
	ADDQ(Imm(32), at)
	CMPQ(at, end)
	JLT(LabelRef("loop"))
	ADDQ(from, src)
	ADDQ(to, dst)
	DECQ(n)
	JNZ(LabelRef("line"))
	Label("done")
	VZEROUPPER()
	RET()
}

// pairs writes the loop that puts two lines of 16-bit elements together, of vecs times
// sixteen lanes.
func pairs(vecs int) {
	name := fmt.Sprintf("pairLines%d", 16*vecs)
	TEXT(name, NOSPLIT, "func(dst *byte, stride int, src *byte, line int, n int, m0, m1 uint64)")
	Doc(fmt.Sprintf("%s writes n times the pairs of elements of two lines of 16-bit elements, %d or as many", name, 16*vecs),
		"as the masks of sixteen say and zeros; lines are line bytes apart, pairs of them stride. With AVX-512.")
	Pragma("noescape")
	dst, stride := Load(Param("dst"), GP64()), Load(Param("stride"), GP64())
	src, line := Load(Param("src"), GP64()), Load(Param("line"), GP64())
	n := Load(Param("n"), GP64())
	m := Load(Param("m0"), GP64())
	KMOVQ(m, K1)
	if vecs == 2 {
		Load(Param("m1"), m)
		KMOVQ(m, K2)
	}
	far := GP64()
	MOVQ(line, far)
	SHLQ(Imm(4), far)
	Label("loop")
	for v, k := range []Op{K1, K2}[:vecs] {
		VPMOVZXWD_Z(Mem{Base: src, Disp: 32 * v}, k, Z0)
		VPMOVZXWD_Z(Mem{Base: src, Disp: 32 * v, Index: line, Scale: 1}, k, Z1)
		VPSLLD(Imm(16), Z1, Z1)
		VPORD(Z1, Z0, Z0)
		VMOVDQU32(Z0, Mem{Base: dst, Disp: 64 * v})
	}
	PREFETCHT0(Mem{Base: src, Index: far, Scale: 1})
	ADDQ(stride, dst)
	ADDQ(line, src)
	PREFETCHT0(Mem{Base: src, Index: far, Scale: 1})
	ADDQ(line, src)
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
