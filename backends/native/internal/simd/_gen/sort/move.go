package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// move writes the loops that move elements in memory.
func move() {
	for _, s := range []shape{{4, 16, true}, {8, 8, true}, {4, 8, false}, {8, 4, false}} {
		transposing(s, s.lanes, s.lanes, func(src, dst *rows) { squares(s, src, dst) })
	}
	transposing(shape{2, 16, false}, 16, 8, pairsOfBytes)
	transposing(shape{1, 32, false}, 16, 16, singleBytes)
	trueIndices()
	countTrue()
	reverse()
	for _, size := range []int{1, 2, 4, 8, 16} {
		repeat(size)
	}
	copyBlocks()
	copyLines()
	splitLines(4)
	splitLines(8)
	interleave3()
}

// interleave3 writes a function that takes elements of 32 bits of three arrays in turns, a register of each at a time. Of a register of the result the
// places of elements of the first two arrays are in one table, those of the third one, which a mask says, in another.
func interleave3() {
	text("interleave3AVX512", "func(dst, a, b, c *byte, n int, places *uint32)",
		"interleave3AVX512 sets 3·n elements of 32 bits at dst to those of a, b and c in turns, n a multiple of 16. places has for each of three registers the places in a and b, those in b from 16 on, and then the places in c.")
	dst, n, places := param("dst"), param("n"), param("places")
	from := []Register{param("a"), param("b"), param("c")}
	masks := []struct {
		k    Register
		bits uint32
	}{{K1, 0x4924}, {K2, 0x2492}, {K3, 0x9249}}
	for _, m := range masks {
		bits := GP32()
		MOVL(U32(m.bits), bits)
		KMOVW(bits, m.k)
	}
	tables := []VecPhysical{Z10, Z11, Z12, Z13, Z14, Z15}
	for i, z := range tables {
		VMOVDQU32(Mem{Base: places, Disp: 64 * i}, z)
	}
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	for i, z := range []VecPhysical{Z0, Z1, Z2} {
		VMOVUPS(Mem{Base: from[i]}, z)
		ADDQ(U32(64), from[i])
	}
	for i, m := range masks {
		z := []VecPhysical{Z3, Z4, Z5}[i]
		VMOVDQA32(tables[2*i], z)
		VPERMI2PS(Z1, Z0, z)
		VPERMPS(Z2, tables[2*i+1], m.k, z)
		VMOVUPS(z, Mem{Base: dst, Disp: 64 * i})
	}
	ADDQ(U32(192), dst)
	SUBQ(U32(16), n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// copyBlocks writes a function that copies blocks to contiguous memory, 32 bytes at a time. The last 32 bytes of a block
// may overlap those before.
func copyBlocks() {
	text("copyBlocksAVX2", "func(dst, src *byte, offsets *int64, n, run, size int)",
		"copyBlocksAVX2 sets n runs of run bytes at dst, at least 32 each, to those that lie offsets behind src, in elements of size bytes.")
	dst, src, offsets, n, run, size := param("dst"), param("src"), param("offsets"), param("n"), param("run"), param("size")
	from, done, whole := GP64(), GP64(), GP64()
	LEAQ(Mem{Base: run, Disp: -32}, whole)
	Label("runs")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	MOVQ(Mem{Base: offsets}, from)
	IMULQ(size, from)
	ADDQ(src, from)
	XORQ(done, done)
	JMP(LabelRef("more"))
	Label("run")
	VMOVDQU(Mem{Base: from, Index: done, Scale: 1}, Y0)
	VMOVDQU(Y0, Mem{Base: dst, Index: done, Scale: 1})
	ADDQ(U32(32), done)
	Label("more")
	CMPQ(done, whole)
	JLT(LabelRef("run"))
	VMOVDQU(Mem{Base: from, Index: whole, Scale: 1}, Y0)
	VMOVDQU(Y0, Mem{Base: dst, Index: whole, Scale: 1})
	ADDQ(run, dst)
	ADDQ(U32(8), offsets)
	DECQ(n)
	JMP(LabelRef("runs"))
	Label("done")
	VZEROUPPER()
	RET()
}

// copyLines writes a function that copies lines of at least 4 bytes. The last bytes of a line may overlap those before.
func copyLines() {
	text("copyLinesAVX2", "func(dst, src *byte, n, lines, dstPitch, srcPitch int)",
		"copyLinesAVX2 sets lines of n bytes, at least 4, that are dstPitch bytes apart at dst to those that are srcPitch bytes apart at src.")
	dst, src, n, lines := param("dst"), param("src"), param("n"), param("lines")
	dstPitch, srcPitch := param("dstPitch"), param("srcPitch")
	whole, done := GP64(), GP64()
	next := func(label string) {
		ADDQ(dstPitch, dst)
		ADDQ(srcPitch, src)
		DECQ(lines)
		JNZ(LabelRef(label))
	}
	for _, size := range []int{4, 8, 16} { // lines of up to twice as many bytes
		more := fmt.Sprint("moreThan", 2*size)
		CMPQ(n, U32(uint32(2*size)))
		JA(LabelRef(more))
		LEAQ(Mem{Base: n, Disp: -size}, whole)
		label := fmt.Sprint("lines", 2*size)
		Label(label)
		for _, from := range []Mem{{Base: src}, {Base: src, Index: whole, Scale: 1}} {
			to := from
			to.Base = dst
			switch size {
			case 4:
				MOVL(from, done.As32())
				MOVL(done.As32(), to)
			case 8:
				MOVQ(from, done)
				MOVQ(done, to)
			case 16:
				VMOVDQU(from, X0)
				VMOVDQU(X0, to)
			}
		}
		next(label)
		JMP(LabelRef("done"))
		Label(more)
	}
	LEAQ(Mem{Base: n, Disp: -32}, whole)
	Label("lines")
	XORQ(done, done)
	Label("line")
	VMOVDQU(Mem{Base: src, Index: done, Scale: 1}, Y0)
	VMOVDQU(Y0, Mem{Base: dst, Index: done, Scale: 1})
	ADDQ(U32(32), done)
	CMPQ(done, whole)
	JLT(LabelRef("line"))
	VMOVDQU(Mem{Base: src, Index: whole, Scale: 1}, Y0)
	VMOVDQU(Y0, Mem{Base: dst, Index: whole, Scale: 1})
	next("lines")
	Label("done")
	VZEROUPPER()
	RET()
}

// splitLines writes a function that brings every second element of lines together, a register of pairs at a time. The last register may
// overlap the one before it.
func splitLines(size int) {
	name := fmt.Sprintf("splitLines%dAVX2", 8*size)
	text(name, "func(even, odd, src *byte, n, lines, dstPitch, srcPitch int)",
		name+" stores the elements of pairs, the first at even and the second at odd, n bytes of each, n > 0, in lines dstPitch bytes apart, from those srcPitch bytes apart at src.")
	even, odd, src, n, lines := param("even"), param("odd"), param("src"), param("n"), param("lines")
	dstPitch, srcPitch := param("dstPitch"), param("srcPitch")
	at, whole := GP64(), GP64()
	// pairs splits two registers of so many bytes.
	pairs := func(from Register, a, b, c, d Op, bytes int) {
		VMOVUPS(Mem{Base: src, Index: from, Scale: 2}, a)
		VMOVUPS(Mem{Base: src, Index: from, Scale: 2, Disp: bytes}, b)
		if size == 4 {
			VSHUFPS(Imm(0x88), b, a, c)
			VSHUFPS(Imm(0xdd), b, a, d)
		} else {
			VUNPCKLPD(b, a, c)
			VUNPCKHPD(b, a, d)
		}
		if bytes == 32 { // each half has those of half of a and half of b
			VPERMPD(Imm(0xd8), c, c)
			VPERMPD(Imm(0xd8), d, d)
		}
		VMOVUPS(c, Mem{Base: even, Index: from, Scale: 1})
		VMOVUPS(d, Mem{Base: odd, Index: from, Scale: 1})
	}
	next := func(label string) {
		ADDQ(dstPitch, even)
		ADDQ(dstPitch, odd)
		ADDQ(srcPitch, src)
		DECQ(lines)
		JNZ(LabelRef(label))
	}
	CMPQ(n, U32(32))
	JL(LabelRef("half"))
	LEAQ(Mem{Base: n, Disp: -32}, whole)
	Label("lines")
	XORQ(at, at)
	JMP(LabelRef("more"))
	Label("line")
	pairs(at, Y0, Y1, Y2, Y3, 32)
	ADDQ(U32(32), at)
	Label("more")
	CMPQ(at, whole)
	JLT(LabelRef("line"))
	pairs(whole, Y0, Y1, Y2, Y3, 32)
	next("lines")
	JMP(LabelRef("done"))
	Label("half")
	CMPQ(n, U32(16))
	JL(LabelRef("few"))
	LEAQ(Mem{Base: n, Disp: -16}, whole)
	XORQ(at, at)
	Label("halfLines")
	pairs(at, X0, X1, X2, X3, 16)
	pairs(whole, X0, X1, X2, X3, 16)
	next("halfLines")
	JMP(LabelRef("done"))
	Label("few")
	XORQ(at, at)
	Label("pair")
	for i, to := range []Register{even, odd} {
		from := Mem{Base: src, Index: at, Scale: 2, Disp: i * size}
		if size == 4 {
			VMOVSS(from, X0)
			VMOVSS(X0, Mem{Base: to, Index: at, Scale: 1})
		} else {
			VMOVSD(from, X0)
			VMOVSD(X0, Mem{Base: to, Index: at, Scale: 1})
		}
	}
	ADDQ(U32(uint32(size)), at)
	CMPQ(at, n)
	JLT(LabelRef("pair"))
	next("few")
	Label("done")
	VZEROUPPER()
	RET()
}

// repeat writes a function that fills a block with each element it reads. It stores whole registers: the bytes after a
// block are overwritten by the next one.
func repeat(size int) {
	name := fmt.Sprintf("repeat%dAVX2", 8*size)
	text(name, "func(dst, src *byte, n, step, run int)",
		fmt.Sprintf("%s sets n runs of run bytes, one behind the other, to one element of %d bytes each, of which the next is step bytes behind the one before. It may write 31 bytes more.", name, size))
	dst, src, n, step, run := param("dst"), param("src"), param("n"), param("step"), param("run")
	at, end := GP64(), GP64()
	Label("runs")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	switch from := (Mem{Base: src}); size {
	case 1:
		VPBROADCASTB(from, Y0)
	case 2:
		VPBROADCASTW(from, Y0)
	case 4:
		VPBROADCASTD(from, Y0)
	case 8:
		VPBROADCASTQ(from, Y0)
	case 16:
		VBROADCASTI128(from, Y0)
	}
	MOVQ(dst, at)
	LEAQ(Mem{Base: dst, Index: run, Scale: 1}, end)
	Label("run")
	VMOVDQU(Y0, Mem{Base: at})
	ADDQ(U32(32), at)
	CMPQ(at, end)
	JCS(LabelRef("run"))
	MOVQ(end, dst)
	ADDQ(step, src)
	DECQ(n)
	JMP(LabelRef("runs"))
	Label("done")
	VZEROUPPER()
	RET()
}

// reverse writes a function that reverses elements, 32 bytes at a time: a shuffle for the element's size reverses each
// half, then the halves change sides.
func reverse() {
	text("reverseAVX2", "func(dst, src *byte, n, size int, order *byte)",
		"reverseAVX2 sets n bytes at dst, a multiple of 64, to elements of size bytes in the opposite order, of which src is the last; order has the places of the bytes of 16 that are turned round.")
	dst, src, n, order := param("dst"), param("src"), param("n"), param("order")
	ADDQ(param("size"), src) // the end of src
	VBROADCASTI128(Mem{Base: order}, Y0)
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	for i, y := range []VecPhysical{Y1, Y2} {
		VMOVDQU(Mem{Base: src, Disp: -32 * (i + 1)}, y)
		VPSHUFB(Y0, y, y)
		VPERMQ(Imm(0x4e), y, y)
		VMOVDQU(y, Mem{Base: dst, Disp: 32 * i})
	}
	SUBQ(U32(64), src)
	ADDQ(U32(64), dst)
	SUBQ(U32(64), n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// trueIndices writes a function that reads 8 bytes at a time; a table has the indices of the bits that are set.
func trueIndices() {
	text("trueIndicesAVX2", "func(dst *int64, src *byte, n, first int) int",
		"trueIndicesAVX2 sets dst to first+i for those of n bytes, a multiple of 8, that are not 0, and returns how many there are. It may write n numbers.")
	dst, src, n := param("dst"), param("src"), param("n")
	base, step := Y0, Y1
	s := shape{8, 4, false}
	s.spreadOf(param("first"), base)
	s.constant(8, step)
	VPXOR(X2, X2, X2)
	table, begin := GP64(), GP64()
	LEAQ(fronts(shape{4, 8, false}), table)
	MOVQ(dst, begin)
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	VMOVQ(Mem{Base: src}, X3)
	VPCMPEQB(X2, X3, X3)
	set, count := GP32(), GP32()
	VPMOVMSKB(X3, set)
	XORL(U32(0xffff), set) // clears also the bits of the upper 8 bytes, which are 0
	POPCNTL(set, count)
	VPMOVZXBQ(Mem{Base: table, Index: set.As64(), Scale: 8}, Y4)
	VPMOVZXBQ(Mem{Base: table, Index: set.As64(), Scale: 8, Disp: 4}, Y5)
	VPADDQ(base, Y4, Y4)
	VPADDQ(base, Y5, Y5)
	VMOVDQU(Y4, Mem{Base: dst})
	VMOVDQU(Y5, Mem{Base: dst, Disp: 32})
	LEAQ(Mem{Base: dst, Index: count.As64(), Scale: 8}, dst)
	VPADDQ(step, base, base)
	ADDQ(U32(8), src)
	SUBQ(U32(8), n)
	JMP(LabelRef("loop"))
	Label("done")
	SUBQ(begin, dst)
	SHRQ(Imm(3), dst)
	Store(dst, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func countTrue() {
	text("countTrueAVX2", "func(src *byte, n int) int",
		"countTrueAVX2 returns how many of n bytes, a multiple of 32, are not 0.")
	src, n := param("src"), param("n")
	sum := GP64()
	MOVQ(n, sum)
	VPXOR(Y0, Y0, Y0)
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	VPCMPEQB(Mem{Base: src}, Y0, Y1)
	set := GP32()
	VPMOVMSKB(Y1, set)
	POPCNTL(set, set)
	SUBQ(set.As64(), sum)
	ADDQ(U32(32), src)
	SUBQ(U32(32), n)
	JMP(LabelRef("loop"))
	Label("done")
	Store(sum, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// rows are rows of memory with equal strides.
type rows struct {
	base, step, three GPVirtual // the address of row 0, the stride, three times the stride
	at                GPVirtual // the address of row
	row               int
}

// mem returns the memory of row i. Rows are asked for in ascending order.
func (r *rows) mem(i int) Mem {
	if i == 0 {
		r.at, r.row = GP64(), 0
		MOVQ(r.base, r.at)
	}
	for i >= r.row+4 {
		LEAQ(Mem{Base: r.at, Index: r.step, Scale: 4}, r.at)
		r.row += 4
	}
	switch i - r.row {
	case 1:
		return Mem{Base: r.at, Index: r.step, Scale: 1}
	case 2:
		return Mem{Base: r.at, Index: r.step, Scale: 2}
	case 3:
		return Mem{Base: r.at, Index: r.three, Scale: 1}
	}
	return Mem{Base: r.at}
}

// transposing writes a function that transposes a block tile by tile. A tile has m rows of src and k rows of dst.
func transposing(s shape, m, k int, tile func(src, dst *rows)) {
	name := fmt.Sprintf("transpose%d", 8*s.size)
	if !s.wide {
		name += "AVX2"
	}
	text(name, "func(dst, src *byte, dstStep, srcStep, n, cols int)",
		fmt.Sprintf("%s sets the columns of dst to the n rows of src, a multiple of %d, each of cols elements, a multiple of %d. The steps are bytes between rows.", name, m, k))
	dst, src, dstStep, srcStep, n, cols := param("dst"), param("src"), param("dstStep"), param("srcStep"), param("n"), param("cols")
	three := func(step GPVirtual) GPVirtual {
		r := GP64()
		LEAQ(Mem{Base: step, Index: step, Scale: 2}, r)
		return r
	}
	from, to := &rows{step: srcStep, three: three(srcStep)}, &rows{step: dstStep, three: three(dstStep)}
	down, across := GP64(), GP64() // bytes from one tile to the next: in src down a column, in dst along a row
	IMUL3Q(U8(m), srcStep, down)
	IMUL3Q(U8(k), dstStep, across)

	Label("rows")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	left := GP64()
	from.base, to.base = GP64(), GP64()
	MOVQ(src, from.base)
	MOVQ(dst, to.base)
	MOVQ(cols, left)
	Label("tiles")
	TESTQ(left, left)
	JLE(LabelRef("next"))
	tile(from, to)
	ADDQ(U32(k*s.size), from.base)
	ADDQ(across, to.base)
	SUBQ(U32(k), left)
	JMP(LabelRef("tiles"))
	Label("next")
	ADDQ(down, src)
	ADDQ(U32(m*s.size), dst)
	SUBQ(U32(m), n)
	JMP(LabelRef("rows"))
	Label("done")
	VZEROUPPER()
	RET()
}

// squares transposes square tiles as sorting networks do.
func squares(s shape, src, dst *rows) {
	t := &state{network: network{s, s.lanes}}
	registers := 16
	if s.wide {
		registers = 32
	}
	for i := range registers {
		if i < s.lanes {
			t.row = append(t.row, s.reg(i))
			s.load(src.mem(i), s.reg(i))
		} else {
			t.free = append(t.free, s.reg(i))
		}
	}
	t.transpose(0)
	for i, r := range t.row {
		s.load(r, dst.mem(i))
	}
}

// halves loads 16 rows of 16 bytes: rows 0 … 7 into the lower halves of registers, the others into the upper halves.
func halves(src *rows) (regs, free []VecPhysical) {
	for i := range 16 {
		r := []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7}[i%8]
		if i < 8 {
			VMOVDQU(src.mem(i), r.AsX())
			regs = append(regs, r)
		} else {
			VINSERTI128(Imm(1), src.mem(i), r, r)
		}
	}
	return regs, []VecPhysical{Y8, Y9}
}

// interleave unpacks pairs of eight registers. The two results of a pair are adjacent.
func interleave(regs, free []VecPhysical, low, high func(ops ...Op)) (_, _ []VecPhysical) {
	out := make([]VecPhysical, 8)
	for i := range 4 {
		a, b := regs[i], regs[i+4]
		l, h := free[0], free[1]
		low(b, a, l)
		high(b, a, h)
		out[2*i], out[2*i+1] = l, h
		free = []VecPhysical{a, b}
	}
	return out, free
}

// pairsOfBytes transposes 16 rows of 8 elements of 2 bytes: row i is interleaved with row i+4, three times. Then each
// half of a register holds one column.
func pairsOfBytes(src, dst *rows) {
	regs, free := halves(src)
	for range 3 {
		regs, free = interleave(regs, free, VPUNPCKLWD, VPUNPCKHWD)
	}
	for i, r := range regs {
		VMOVDQU(r, dst.mem(i))
	}
}

// singleBytes transposes 16 rows of 16 bytes: after three times of interleaving, each half of a register holds eight rows of two columns.
func singleBytes(src, dst *rows) {
	regs, free := halves(src)
	for range 3 {
		regs, free = interleave(regs, free, VPUNPCKLBW, VPUNPCKHBW)
	}
	for i, r := range regs {
		VPERMQ(Imm(0xd8), r, r)
		VMOVDQU(r.AsX(), dst.mem(2*i))
		VEXTRACTI128(Imm(1), r, dst.mem(2*i+1))
	}
}
