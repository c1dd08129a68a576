// Command gemm writes the assembly of package gemm: the innermost loops of matrix
// products. Run go generate in package gemm.
package main

import (
	"flag"
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64")
	for _, t := range kinds512 {
		if t.name != "brain" { // whose operands are always packed
			tile512(t, 2, true)
			tile512(t, 1, true)
		}
		tile512(t, 2, false)
	}
	for _, t := range kinds2 {
		tile2(t)
	}
	amx()
	for _, l := range lineKinds {
		lines(l)
	}
	transpose(4)
	transpose(8)
	copies(1)
	copies(2)
	pairs(1)
	pairs(2)
	brainRows()
	subnormal()
	vectors()
	cpuid()
	Generate()
}

// A kind is what the elements of a product are, and the instructions for them.
type kind struct {
	name    string
	size    int // bytes of an element, or of a part of a complex one
	complex bool
	rows    int // of the largest tile, in parts

	spread   func(mem, z Op)
	multiply func(x, y, sum, scratch VecPhysical) // sum += x*y
	add      func(x, y, z Op)
}

var (
	zs = []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
		Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}
	ys = []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}
)

func fuse32(x, y, sum, _ VecPhysical) { VFMADD231PS(x, y, sum) }
func fuse64(x, y, sum, _ VecPhysical) { VFMADD231PD(x, y, sum) }

func spread32(mem, z Op) { VBROADCASTSS(mem, z) }
func spread64(mem, z Op) { VBROADCASTSD(mem, z) }

func addFloat32(x, y, z Op) { VADDPS(x, y, z) }
func addFloat64(x, y, z Op) { VADDPD(x, y, z) }

func integer16(x, y, sum, p VecPhysical) { VPMULLW(x, y, p); VPADDW(p, sum, sum) }
func integer32(x, y, sum, p VecPhysical) { VPMULLD(x, y, p); VPADDD(p, sum, sum) }

var kinds512 = []kind{
	{name: "float32", size: 4, rows: 14, spread: spread32, multiply: fuse32, add: addFloat32},
	{name: "float64", size: 8, rows: 14, spread: spread64, multiply: fuse64, add: addFloat64},
	{name: "complex64", size: 4, complex: true, rows: 14, spread: spread32, multiply: fuse32, add: addFloat32},
	{name: "complex128", size: 8, complex: true, rows: 14, spread: spread64, multiply: fuse64, add: addFloat64},
	{name: "int16", size: 2, rows: 14, spread: func(mem, z Op) { VPBROADCASTW(mem, z) }, multiply: integer16,
		add: func(x, y, z Op) { VPADDW(x, y, z) }},
	{name: "int32", size: 4, rows: 14, spread: func(mem, z Op) { VPBROADCASTD(mem, z) }, multiply: integer32,
		add: func(x, y, z Op) { VPADDD(x, y, z) }},
	{name: "int64", size: 8, rows: 14, spread: func(mem, z Op) { VPBROADCASTQ(mem, z) },
		multiply: func(x, y, sum, p VecPhysical) { VPMULLQ(x, y, p); VPADDQ(p, sum, sum) },
		add:      func(x, y, z Op) { VPADDQ(x, y, z) }},
	// Pairs of bfloat16, summed in float32.
	{name: "brain", size: 4, rows: 14, spread: spread32, multiply: func(x, y, sum, _ VecPhysical) { dotBrain(x, y, sum) }, add: addFloat32},
}

var kinds2 = []kind{
	{name: "float32", size: 4, rows: 6, spread: spread32, multiply: fuse32, add: addFloat32},
	{name: "float64", size: 8, rows: 6, spread: spread64, multiply: fuse64, add: addFloat64},
	{name: "complex64", size: 4, complex: true, rows: 6, spread: spread32, multiply: fuse32, add: addFloat32},
	{name: "complex128", size: 8, complex: true, rows: 6, spread: spread64, multiply: fuse64, add: addFloat64},
	{name: "int16", size: 2, rows: 6, spread: func(mem, z Op) { VPBROADCASTW(mem, z) }, multiply: integer16,
		add: func(x, y, z Op) { VPADDW(x, y, z) }},
	{name: "int32", size: 4, rows: 6, spread: func(mem, z Op) { VPBROADCASTD(mem, z) }, multiply: integer32,
		add: func(x, y, z Op) { VPADDD(x, y, z) }},
	{name: "int64", size: 8, rows: 4, spread: func(mem, z Op) { VPBROADCASTQ(mem, z) },
		// AVX2 multiplies halves: low·low + (low·high + high·low)·2³².
		multiply: func(x, y, sum, p VecPhysical) {
			VPSHUFD(Imm(0xb1), y, Y10)
			VPMULLD(x, Y10, Y10)
			VPSHUFD(Imm(0xb1), Y10, Y11)
			VPADDD(Y10, Y11, Y10)
			VPSLLQ(Imm(32), Y10, Y10)
			VPMULUDQ(x, y, p)
			VPADDQ(p, sum, sum)
			VPADDQ(Y10, sum, sum)
		},
		add: func(x, y, z Op) { VPADDQ(x, y, z) }},
}

// emit writes an instruction that the assembler does not know.
func emit(code ...byte) {
	for _, b := range code {
		Instruction(&ir.Instruction{Opcode: "BYTE", Operands: []Op{U8(b)}})
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

const tileArgs = "(c *byte, ldc int, a *byte, ars, acs int, b *byte, bks, k, rows int, m0, m1 uint64, add uint64)"

// An operand A is addressed by its strides: of the rows 0 … 8 from one register, of the
// others from a second one, nine rows on.
type rowsOf struct{ p0, p1, s, s3, s5, s7 Register }

func loadRows(name, stride string, rows int) *rowsOf {
	r := &rowsOf{p0: Load(Param(name), GP64()), s: Load(Param(stride), GP64())}
	if rows > 3 {
		r.s3 = GP64()
		LEAQ(Mem{Base: r.s, Index: r.s, Scale: 2}, r.s3.(GPVirtual))
	}
	if rows > 5 {
		r.s5 = GP64()
		LEAQ(Mem{Base: r.s, Index: r.s, Scale: 4}, r.s5.(GPVirtual))
	}
	if rows > 7 {
		r.s7 = GP64()
		LEAQ(Mem{Base: r.s3, Index: r.s, Scale: 4}, r.s7.(GPVirtual))
	}
	if rows > 9 {
		r.p1 = GP64()
		LEAQ(Mem{Base: r.p0, Index: r.s, Scale: 8}, r.p1.(GPVirtual))
		ADDQ(r.s, r.p1)
	}
	return r
}

// at returns the address of row i.
func (r *rowsOf) at(i int) Mem {
	p := r.p0
	if i > 8 {
		p, i = r.p1, i-9
	}
	switch i {
	case 0:
		return Mem{Base: p}
	case 1, 2, 4, 8:
		return Mem{Base: p, Index: r.s, Scale: uint8(i)}
	case 3, 6:
		return Mem{Base: p, Index: r.s3, Scale: uint8(i / 3)}
	case 5:
		return Mem{Base: p, Index: r.s5, Scale: 1}
	default:
		return Mem{Base: p, Index: r.s7, Scale: 1}
	}
}

func (r *rowsOf) advance(by Op) {
	ADDQ(by, r.p0)
	if r.p1 != nil {
		ADDQ(by, r.p1)
	}
}

// choose writes body for each number of rows from lo to hi, and the jumps to them.
func choose(n Register, lo, hi int, body func(rows int)) {
	if lo == hi {
		body(lo)
		return
	}
	mid := (lo + hi) / 2
	more := fmt.Sprintf("above%d", mid)
	CMPQ(n, Imm(uint64(mid)))
	JG(LabelRef(more))
	choose(n, lo, mid, body)
	Label(more)
	choose(n, mid+1, hi, body)
}

func (t kind) loadMasked(mem, k, z Op) {
	switch t.size {
	case 2:
		VMOVDQU16_Z(mem, k, z)
	case 4:
		VMOVUPS_Z(mem, k, z)
	default:
		VMOVUPD_Z(mem, k, z)
	}
}

func (t kind) storeMasked(z, k, mem Op) {
	switch t.size {
	case 2:
		VMOVDQU16(z, k, mem)
	case 4:
		VMOVUPS(z, k, mem)
	default:
		VMOVUPD(z, k, mem)
	}
}

// addMasked adds mem to z in the lanes of mask k.
func (t kind) addMasked(mem, k, z Op) {
	switch t.name {
	case "int16":
		VPADDW(mem, z, k, z)
	case "int32":
		VPADDD(mem, z, k, z)
	case "int64":
		VPADDQ(mem, z, k, z)
	default:
		if t.size == 4 {
			VADDPS(mem, z, k, z)
		} else {
			VADDPD(mem, z, k, z)
		}
	}
}

// prefetch asks for what the loop reads eight rounds later: a line of b, and of a's
// elements if they lie in lines.
func (t kind) prefetch(a *rowsOf, acs Register, b, bks Register, bytes int) {
	for at := 0; at < bytes; at += 64 {
		PREFETCHT0(Mem{Base: b, Index: bks, Scale: 8, Disp: at})
	}
	PREFETCHT0(Mem{Base: a.p0, Index: acs, Scale: 8})
}

// A rounds asks for one row of c after the other, so that they are there when the loop ends.
type rounds struct{ at, end, first, pitch Register }

func nextRow(c, ldc Register, rows int) *rounds {
	r := &rounds{GP64(), GP64(), c, ldc}
	MOVQ(c, r.at)
	MOVQ(U32(uint32(rows)), r.end)
	IMULQ(ldc, r.end)
	ADDQ(c, r.end)
	return r
}

func (r *rounds) row(bytes int) {
	for at := 0; at < bytes; at += 64 {
		PREFETCHT0(Mem{Base: r.at, Disp: at})
	}
	ADDQ(r.pitch, r.at)
	CMPQ(r.at, r.end)
	CMOVQGE(r.first, r.at)
}

// tile512 writes the loop of a tile of vecs registers' columns with AVX-512.
func tile512(t kind, vecs int, masked bool) {
	name := fmt.Sprintf("%sTile%d", t.name, vecs)
	if masked {
		name += "Masked"
	}
	TEXT(name, NOSPLIT, "func"+tileArgs)
	what := "reads registers of b whole"
	if masked {
		what = "reads of b what the masks say"
	}
	Doc(fmt.Sprintf("%s computes rows × %d registers of c = a·b, or c += a·b; %s (see [tile]).", name, vecs, what))
	Pragma("noescape")
	step := 1 // rows of sums for one row of c
	if t.complex {
		step = 2
	}
	top := t.rows / step
	m0 := Load(Param("m0"), GP64())
	KMOVQ(m0, K1)
	masks := []Op{K1, K2}
	if vecs == 2 {
		Load(Param("m1"), m0)
		KMOVQ(m0, K2)
	}
	a := loadRows("a", "ars", top)
	acs := Load(Param("acs"), GP64())
	b, bks := Load(Param("b"), GP64()), Load(Param("bks"), GP64())
	c, ldc := Load(Param("c"), GP64()), Load(Param("ldc"), GP64())
	k := Load(Param("k"), GP64())
	n := Load(Param("rows"), GP64())
	choose(n, 1, top, func(rows int) {
		label := func(s string) string { return fmt.Sprintf("%s%d", s, rows) }
		sums := rows * step
		sum := func(i, v int) VecPhysical { return zs[i*vecs+v] }
		for i := range sums * vecs {
			VPXORD(zs[i], zs[i], zs[i])
		}
		bv := []VecPhysical{Z28, Z29}
		var next *rounds
		if !masked && rows > 4/step {
			next = nextRow(c, ldc, rows)
		}
		Label(label("loop"))
		for v := range vecs {
			m := Mem{Base: b, Disp: 64 * v}
			switch {
			case masked:
				t.loadMasked(m, masks[v], bv[v])
			default:
				VMOVUPS(m, bv[v])
			}
		}
		if next != nil {
			t.prefetch(a, acs, b, bks, 64*vecs)
			next.row(64 * vecs)
		}
		for i := range sums {
			m := a.at(i / step)
			m.Disp = i % step * t.size
			t.spread(m, Z30)
			for v := range vecs {
				t.multiply(Z30, bv[v], sum(i, v), Z31)
			}
		}
		a.advance(acs)
		ADDQ(bks, b)
		DECQ(k)
		JNZ(LabelRef(label("loop")))
		if t.complex {
			// The sums of the real parts' products and those of the imaginary parts'.
			one := GP64()
			if t.size == 4 {
				MOVQ(U32(0x3f800000), one)
				VPBROADCASTD(one.As32(), Z30)
			} else {
				MOVQ(U64(0x3ff0000000000000), one)
				VPBROADCASTQ(one, Z30)
			}
			for i := range rows {
				for v := range vecs {
					re, im := sum(2*i, v), sum(2*i+1, v)
					if t.size == 4 {
						VPERMILPS(Imm(0xb1), im, im)
						VFMADDSUB213PS(im, Z30, re)
					} else {
						VPERMILPD(Imm(0x55), im, im)
						VFMADDSUB213PD(im, Z30, re)
					}
				}
			}
		}
		add := Load(Param("add"), GP64())
		TESTQ(add, add)
		JZ(LabelRef(label("store")))
		p := GP64()
		MOVQ(c, p)
		for i := range rows {
			for v := range vecs {
				t.addMasked(Mem{Base: p, Disp: 64 * v}, masks[v], sum(i*step, v))
			}
			ADDQ(ldc, p)
		}
		Label(label("store"))
		for i := range rows {
			for v := range vecs {
				t.storeMasked(sum(i*step, v), masks[v], Mem{Base: c, Disp: 64 * v})
			}
			ADDQ(ldc, c)
		}
		VZEROUPPER()
		RET()
	})
}

// tile2 writes the loop of a tile of two registers' columns with AVX2.
func tile2(t kind) {
	name := t.name + "TileAVX2"
	TEXT(name, NOSPLIT, "func"+tileArgs)
	Doc(name + " computes rows × 2 registers of 32 bytes of c = a·b, or c += a·b; it reads and writes whole registers (see [tile]).")
	Pragma("noescape")
	step := 1
	if t.complex {
		step = 2
	}
	top := t.rows / step
	a := loadRows("a", "ars", top)
	acs := Load(Param("acs"), GP64())
	b, bks := Load(Param("b"), GP64()), Load(Param("bks"), GP64())
	c, ldc := Load(Param("c"), GP64()), Load(Param("ldc"), GP64())
	k := Load(Param("k"), GP64())
	n := Load(Param("rows"), GP64())
	choose(n, 1, top, func(rows int) {
		label := func(s string) string { return fmt.Sprintf("%s%d", s, rows) }
		sums := rows * step
		sum := func(i, v int) VecPhysical { return ys[i*2+v] }
		for i := range sums * 2 {
			VPXOR(ys[i], ys[i], ys[i])
		}
		var next *rounds
		if rows > 2/step {
			next = nextRow(c, ldc, rows)
		}
		Label(label("loop"))
		VMOVUPS(Mem{Base: b}, Y12)
		VMOVUPS(Mem{Base: b, Disp: 32}, Y13)
		if next != nil {
			t.prefetch(a, acs, b, bks, 64)
			next.row(64)
		}
		for i := range sums {
			m := a.at(i / step)
			m.Disp = i % step * t.size
			t.spread(m, Y14)
			t.multiply(Y14, Y12, sum(i, 0), Y15)
			t.multiply(Y14, Y13, sum(i, 1), Y15)
		}
		a.advance(acs)
		ADDQ(bks, b)
		DECQ(k)
		JNZ(LabelRef(label("loop")))
		if t.complex {
			for i := range rows {
				for v := range 2 {
					re, im := sum(2*i, v), sum(2*i+1, v)
					if t.size == 4 {
						VPERMILPS(Imm(0xb1), im, im)
						VADDSUBPS(im, re, re)
					} else {
						VPERMILPD(Imm(0x5), im, im)
						VADDSUBPD(im, re, re)
					}
				}
			}
		}
		add := Load(Param("add"), GP64())
		TESTQ(add, add)
		JZ(LabelRef(label("store")))
		p := GP64()
		MOVQ(c, p)
		for i := range rows {
			for v := range 2 {
				t.add(Mem{Base: p, Disp: 32 * v}, sum(i*step, v), sum(i*step, v))
			}
			ADDQ(ldc, p)
		}
		Label(label("store"))
		for i := range rows {
			for v := range 2 {
				VMOVUPS(sum(i*step, v), Mem{Base: c, Disp: 32 * v})
			}
			ADDQ(ldc, c)
		}
		VZEROUPPER()
		RET()
	})
}

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

// copies writes the loop that copies lines of some cache lines' length.
func copies(length int) {
	name := fmt.Sprintf("lines%d", 64*length)
	TEXT(name, NOSPLIT, "func(dst *byte, to int, src *byte, from int, n int)")
	Doc(fmt.Sprintf("%s copies n lines of %d bytes, which are from bytes apart, to where they are to. With AVX2.", name, 64*length))
	Pragma("noescape")
	dst, to := Load(Param("dst"), GP64()), Load(Param("to"), GP64())
	src, from := Load(Param("src"), GP64()), Load(Param("from"), GP64())
	n := Load(Param("n"), GP64())
	TESTQ(n, n)
	JZ(LabelRef("done"))
	Label("loop")
	for i := range 2 * length {
		VMOVUPS(Mem{Base: src, Disp: 32 * i}, ys[i])
	}
	for i := range length {
		PREFETCHT0(Mem{Base: src, Index: from, Scale: 8, Disp: 64 * i})
	}
	for i := range 2 * length {
		VMOVUPS(ys[i], Mem{Base: dst, Disp: 32 * i})
	}
	ADDQ(from, src)
	ADDQ(to, dst)
	DECQ(n)
	JNZ(LabelRef("loop"))
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

// cpuid writes the function that asks the processor.
func cpuid() {
	TEXT("cpuid", NOSPLIT, "func(leaf, sub uint32) (a, b, c, d uint32)")
	Doc("cpuid returns what CPUID answers in AX, BX, CX and DX.")
	Load(Param("leaf"), EAX)
	Load(Param("sub"), ECX)
	CPUID()
	for i, r := range []Register{EAX, EBX, ECX, EDX} {
		Store(r, ReturnIndex(i))
	}
	RET()
}

// number returns the number that encodes r.
func number(r VecPhysical) byte { return byte(r.(Physical).PhysicalIndex()) }
