package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A tile is a function that computes some rows and a strip of columns of a product, with
// the sums in registers.
type tile struct {
	kind
	name, doc string
	bytes     int    // of a register: 64 with AVX-512, 32 with AVX2
	vecs      int    // registers of a row's columns
	top       int    // the most rows
	forms     []form // of its loops
	most      []int  // the most rows of each loop, ascending; it is for no fewer than the one before

	form
	a        *rowsOf
	acs      Register // bytes from one element of a's rows to the next
	b, bks   Register // where the line of b is, and bytes from there to the next
	k        Register // lines of b that are left
	rows     Register
	prefetch *prefetch
	c, ldc   Register // where the row of c is that is stored next, and bytes from one to the next
}

// A form is how loops read b: registers of it whole, or the lanes that the masks say.
type form string

const whole, masked form = "whole", "masked"

const (
	tileSignature = "func(c *byte, ldc int, a *byte, ars, acs int, b *byte, bks, k, rows int, m0, m1 uint64, ahead *byte, pitch int, early uintptr, step int, runs *int, more int)"

	// registersOfSums is how many registers a tile has for sums: the others are the line of
	// b, the element of a, and one for the kind's multiplication.
	registersOfSums512, registersOfSums2 = 28, 12
)

// tile512 is the tile of vecs registers' columns with AVX-512.
func tile512(t kind, vecs int) *tile {
	z := &tile{kind: t, name: fmt.Sprintf("%sTile%d", t.name, vecs), bytes: 64, vecs: vecs, top: 14 / t.parts()}
	what := "it reads of b what the masks say"
	switch {
	case vecs == 1:
		z.forms = []form{masked}
	case t.packed():
		z.forms, what = []form{whole}, "it reads registers of b whole"
	default:
		z.forms, what = []form{whole, masked}, "it reads registers of b whole, or what the masks say if ahead is nil"
	}
	z.doc = fmt.Sprintf("%s computes rows × %d registers of c = a·b; %s (see [tile]).", z.name, vecs, what)
	// Loops of few rows are short, and jumps in them cost the most; many rows of two registers
	// have much to do in a round.
	switch {
	case t.complex || t.packed() || vecs == 1 && t.broadcastMultiply != nil:
		z.most = upTo(z.top)
	case t.integer:
		z.most = append(upTo(6), 13, 14)
	default:
		z.most = append(upTo(7), 13, 14)
	}
	return z
}

// tile2 is the tile of two registers' columns with AVX2.
func tile2(t kind) *tile {
	z := &tile{kind: t, name: t.name + "TileAVX2", bytes: 32, vecs: 2, top: 6 / t.parts(), forms: []form{whole}}
	z.doc = z.name + " computes rows × 2 registers of 32 bytes of c = a·b; it reads and writes whole registers (see [tile])."
	if t.name == "int64" {
		z.top = 4 // whose multiplication needs registers
	}
	z.most = upTo(z.top)
	return z
}

// upTo returns 1, 2, …, n.
func upTo(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

// parts returns the registers of sums of a row's register: two for complex numbers, the
// products of real parts and those of imaginary ones.
func (t kind) parts() int {
	if t.complex {
		return 2
	}
	return 1
}

// write writes the function: the loops leave the sums in registers, and what follows them
// begins with any row.
func (t *tile) write() {
	t.prologue()
	t.c, t.ldc = GP64(), GP64()
	shared := t.needed(0, len(t.most))
	t.zero(0, shared)
	for i, f := range t.forms {
		last := i == len(t.forms)-1
		if !last {
			ahead := Load(Param("ahead"), GP64())
			TESTQ(ahead, ahead)
			JZ(LabelRef(string(t.forms[i+1])))
		}
		t.form = f
		t.loops(shared, last)
	}
	t.store()
}

// loops writes the loops of one form, for which the sums of the first zeroed rows are empty;
// last says that no other follows.
func (t *tile) loops(zeroed int, last bool) {
	Label(string(t.form))
	t.prefetch = nil
	t.choose(0, len(t.most), zeroed, last)
}

// needed returns how many rows' sums choose empties ahead of the loops of most from lo to hi:
// those of the lower half.
func (t *tile) needed(lo, hi int) int { return t.most[max(lo, (lo+hi)/2-1)] }

// choose writes the loops of most from lo to hi, and the jumps to them; last says that no
// other follows. The sums of the first zeroed rows are empty. What only loops of many rows
// need is on the way to these: the shortest products take some 20 ns.
func (t *tile) choose(lo, hi, zeroed int, last bool) {
	needed := max(zeroed, t.needed(lo, hi))
	t.zero(zeroed, needed)
	if t.form == whole && t.prefetch == nil && t.most[lo] > t.few() {
		t.prefetch = prefetchRows(t.rows)
	}
	if lo+1 == hi {
		least, most := t.most[lo], t.most[lo]
		if lo > 0 {
			least = t.most[lo-1] + 1
		}
		t.loop(least, most)
		t.leave(least, most, last)
		return
	}
	mid := (lo + hi) / 2
	above := fmt.Sprintf("%sAbove%d", t.form, t.most[mid-1])
	CMPQ(t.rows, Imm(uint64(t.most[mid-1])))
	JG(LabelRef(above))
	before := t.prefetch
	t.choose(lo, mid, needed, false)
	t.prefetch = before // what the lower half sets up, the upper one jumps over
	Label(above)
	t.choose(mid, hi, needed, last)
}

// leave writes what follows the loop of least to most rows: the jump to the last row's store,
// without a comparison where the loop is for one number of rows.
func (t *tile) leave(least, most int, last bool) {
	Load(Param("ldc"), t.ldc)
	switch {
	case least < most:
		MOVQ(t.rows, t.c)
		DECQ(t.c)
		IMULQ(t.ldc, t.c)
		ADDQ(param("c"), t.c)
		next := 0
		if last {
			next = t.top
		}
		t.jumpToRow(string(t.form), least, most, next)
		return
	case most == 1:
		Load(Param("c"), t.c)
	default:
		IMUL3Q(Imm(uint64(most-1)), t.ldc, t.c)
		ADDQ(param("c"), t.c)
	}
	if !last || most != t.top {
		JMP(storeRow(most))
	}
}

// wide reports whether the registers are those of AVX-512.
func (t *tile) wide() bool { return t.bytes == 64 }

// sum returns the register of part of row i's sums.
func (t *tile) sum(i, part, vec int) VecPhysical {
	at := (i*t.parts()+part)*t.vecs + vec
	if t.wide() {
		return zs[at]
	}
	return ys[at]
}

// line returns a register of the line of b.
func (t *tile) line(vec int) VecPhysical {
	if t.wide() {
		return zs[registersOfSums512+vec]
	}
	return ys[registersOfSums2+vec]
}

// factor returns the register of an element of a, and one that is free.
func (t *tile) factor() (element, scratch VecPhysical) {
	if t.wide() {
		return Z30, Z31
	}
	return Y14, Y15
}

// masks are those of the columns' registers.
func (t *tile) masks(vec int) Op { return []Op{K1, K2}[vec] }

// prologue loads what the loops need.
func (t *tile) prologue() {
	TEXT(t.name, NOSPLIT, tileSignature)
	Doc(t.doc)
	Pragma("noescape")
	if t.wide() {
		m := GP64()
		for v, name := range []string{"m0", "m1"}[:t.vecs] {
			Load(Param(name), m)
			KMOVQ(m, t.masks(v))
		}
	}
	t.a = loadRows("a", "ars", t.top)
	t.acs = Load(Param("acs"), GP64())
	t.b, t.bks = Load(Param("b"), GP64()), Load(Param("bks"), GP64())
	t.k = Load(Param("k"), GP64())
	t.rows = Load(Param("rows"), GP64())
	if t.complex && t.wide() {
		t.loadOnes()
	}
}

// zero empties the sums of the rows from lo to hi.
func (t *tile) zero(lo, hi int) {
	for i := lo; i < hi; i++ {
		for p := range t.parts() {
			for v := range t.vecs {
				if z := t.sum(i, p, v); t.wide() {
					VPXORD(z, z, z)
				} else {
					VPXOR(z, z, z)
				}
			}
		}
	}
}

// loop writes the loop of any number of rows from least to most: each round leaves off after
// the last of the rows.
func (t *tile) loop(least, most int) {
	loop, next := fmt.Sprintf("%s%d", t.form, most), fmt.Sprintf("%sNext%d", t.form, most)
	Label(loop)
	t.loadLine(most)
	for i := range most {
		if i >= least {
			CMPQ(t.rows, Imm(uint64(i)))
			JE(LabelRef(next))
		}
		t.multiplyRow(i)
	}
	if least < most {
		Label(next)
	}
	t.a.advance(t.acs)
	ADDQ(t.bks, t.b)
	DECQ(t.k)
	JNZ(LabelRef(loop))
	t.nextRun(loop, fmt.Sprintf("%sEnd%d", t.form, most))
}

// nextRun goes on with the loop at the next run, if there is one: it says where a's rows and b's lines go on.
func (t *tile) nextRun(loop, end string) {
	SUBQ(Imm(1), param("more"))
	JCS(LabelRef(end))
	MOVQ(param("runs"), t.k)
	ADDQ(Imm(24), param("runs"))
	t.a.advance(Mem{Base: t.k})
	ADDQ(Mem{Base: t.k, Disp: 16}, t.b)
	MOVQ(Mem{Base: t.k, Disp: 8}, t.k)
	JMP(LabelRef(loop))
	Label(end)
}

// loadLine loads a line of b, for up to rows rows.
func (t *tile) loadLine(rows int) {
	for v := range t.vecs {
		m := Mem{Base: t.b, Disp: t.bytes * v}
		if t.form == masked {
			t.loadMasked(m, t.masks(v), t.line(v))
		} else {
			VMOVUPS(m, t.line(v))
		}
	}
	if t.prefetch != nil && rows > t.few() {
		t.prefetch.round(t)
	}
}

// few is the number of rows up to which a round leaves no time to prefetch.
func (t *tile) few() int {
	if t.wide() {
		return 4 / t.parts()
	}
	return 2 / t.parts()
}

// multiplyRow adds the products of row i's element and the line of b to the row's sums.
func (t *tile) multiplyRow(i int) {
	element, scratch := t.factor()
	for p := range t.parts() {
		m := t.a.at(i)
		m.Disp = p * t.size
		if t.vecs == 1 && t.broadcastMultiply != nil {
			t.broadcastMultiply(m, t.line(0), t.sum(i, p, 0), scratch)
			continue
		}
		t.broadcast(m, element)
		for v := range t.vecs {
			t.multiply(element, t.line(v), t.sum(i, p, v), scratch)
		}
	}
}

// ones returns a register of ones, which interleave needs; the loops of complex numbers leave it alone.
func (t *tile) ones() VecPhysical {
	_, scratch := t.factor()
	return scratch
}

// loadOnes fills the register of ones.
func (t *tile) loadOnes() {
	one := GP64()
	if t.size == 4 {
		MOVQ(U32(0x3f800000), one)
		VPBROADCASTD(one.As32(), t.ones())
	} else {
		MOVQ(U64(0x3ff0000000000000), one)
		VPBROADCASTQ(one, t.ones())
	}
}

// interleave makes complex sums of those of the real and the imaginary parts' products of row i.
func (t *tile) interleave(i int) {
	for v := range t.vecs {
		re, im := t.sum(i, 0, v), t.sum(i, 1, v)
		t.swap(im, im)
		switch {
		case t.wide() && t.size == 4: // AVX-512 has no VADDSUBPS
			VFMADDSUB213PS(im, t.ones(), re)
		case t.wide():
			VFMADDSUB213PD(im, t.ones(), re)
		case t.size == 4:
			VADDSUBPS(im, re, re)
		default:
			VADDSUBPD(im, re, re)
		}
	}
}

// store sets the elements of c to the sums, the last row's first.
func (t *tile) store() {
	for i := t.top - 1; i >= 0; i-- {
		Label(string(storeRow(i + 1)))
		if t.complex {
			t.interleave(i)
		}
		for v := range t.vecs {
			m, z := Mem{Base: t.c, Disp: t.bytes * v}, t.sum(i, 0, v)
			if t.wide() {
				t.storeMasked(z, t.masks(v), m)
			} else {
				VMOVUPS(z, m)
			}
		}
		if i > 0 {
			SUBQ(t.ldc, t.c)
		}
	}
	VZEROUPPER()
	RET()
}

// storeRow is the label of the store of so many rows.
func storeRow(rows int) LabelRef { return LabelRef(fmt.Sprintf("store%d", rows)) }

// jumpToRow writes jumps to the store of all rows, which are least to most; that of next rows
// follows them. The labels of the jumps among themselves begin with name.
func (t *tile) jumpToRow(name string, least, most, next int) {
	mid := (least + most) / 2
	switch {
	case least == most && least == next:
	case least == most:
		JMP(storeRow(least))
	case least+1 == most && most == next:
		CMPQ(t.rows, Imm(uint64(least)))
		JE(storeRow(least))
	case least+1 == most:
		CMPQ(t.rows, Imm(uint64(least)))
		JNE(storeRow(most))
		JMP(storeRow(least))
	default:
		above := fmt.Sprintf("%sStoreAbove%d", name, mid)
		CMPQ(t.rows, Imm(uint64(mid)))
		JG(LabelRef(above))
		t.jumpToRow(name, least, mid, next)
		Label(above)
		t.jumpToRow(name, mid+1, most, next)
	}
}

// addRows writes the loop that adds a tile's sums to rows of c, or subtracts them.
func addRows(t kind, bytes int, subtract bool) {
	name, does, to := t.name+"AddRows", "adds", "to"
	if subtract {
		name, does, to = t.name+"SubtractRows", "subtracts", "from"
	}
	what := "as many of them as the masks say. With AVX-512."
	if bytes == 32 {
		name, what = name+"AVX2", "all of them. With AVX2."
	}
	TEXT(name, NOSPLIT, "func(c *byte, ldc int, sums *byte, pitch, rows int, m0, m1 uint64)")
	Doc(fmt.Sprintf("%s %s rows of two registers of sums, pitch bytes apart, %s rows of c: %s", name, does, to, what))
	Pragma("noescape")
	c, ldc := Load(Param("c"), GP64()), Load(Param("ldc"), GP64())
	sums, pitch := Load(Param("sums"), GP64()), Load(Param("pitch"), GP64())
	rows := Load(Param("rows"), GP64())
	registers := ys
	if bytes == 64 {
		registers = zs
		m := GP64()
		for i, k := range []Op{K1, K2} {
			Load(Param([]string{"m0", "m1"}[i]), m)
			KMOVQ(m, k)
		}
	}
	Label("loop")
	for v, z := range registers[:2] {
		at, k := Mem{Base: c, Disp: v * bytes}, []Op{K1, K2}[v]
		from := Mem{Base: sums, Disp: v * bytes}
		switch {
		case bytes == 64 && subtract:
			t.loadMasked(at, k, z)
			t.subtract(from, z, z)
			t.storeMasked(z, k, at)
		case bytes == 64:
			VMOVUPS(from, z)
			t.addMasked(at, z, k, z)
			t.storeMasked(z, k, at)
		case subtract:
			VMOVUPS(at, z)
			t.subtract(from, z, z)
			VMOVUPS(z, at)
		default:
			VMOVUPS(from, z)
			t.add(at, z, z)
			VMOVUPS(z, at)
		}
	}
	ADDQ(pitch, sums)
	ADDQ(ldc, c)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// A prefetch asks in each round of a loop for what a later one reads, and for a row of those
// ahead.
type prefetch struct{ at, end, pitch, early Register }

// prefetchRows begins with the first of the rows.
func prefetchRows(rows Register) *prefetch {
	p := &prefetch{Load(Param("ahead"), GP64()), GP64(), Load(Param("pitch"), GP64()), GP64()}
	MOVQ(rows, p.end)
	IMULQ(p.pitch, p.end)
	ADDQ(p.at, p.end)
	return p
}

// round asks for what the loop reads eight rounds later, a line of b; for elements of a that are read later, or by the next call: those at early, which
// then is step bytes further; and for the next row ahead, so that all are there when the loop ends.
func (p *prefetch) round(t *tile) {
	for v := 0; v < t.vecs*t.bytes; v += 64 {
		PREFETCHT0(Mem{Base: t.b, Index: t.bks, Scale: 8, Disp: v})
	}
	MOVQ(param("early"), p.early)
	PREFETCHT0(Mem{Base: p.early})
	ADDQ(param("step"), p.early)
	MOVQ(p.early, param("early"))
	for v := 0; v < t.vecs*t.bytes; v += 64 {
		PREFETCHT0(Mem{Base: p.at, Disp: v})
	}
	ADDQ(p.pitch, p.at)
	CMPQ(p.at, p.end)
	CMOVQGE(param("ahead"), p.at)
}

// param returns where a parameter lies.
func param(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// A rowsOf addresses an operand by its strides: the rows 0 … 8 from one register, the others
// from a second one, nine rows on.
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

// rowStrips is how many strips byteRow goes along at once: with fewer it would wait for its sums.
const rowStrips = 4

// byteRow writes the loop of a row of bytes and many strips.
func byteRow() {
	TEXT("byteRow", NOSPLIT, "func(c, a *byte, acs int, b *byte, strip, n, lines int, bias *byte)")
	Doc("byteRow sets c to the product of a row of uint8 at a, fours of them acs bytes apart, and n times four strips of int8 at b, which are strip bytes apart and have so many",
		"lines, at least 1, of four bytes for each column, plus the numbers at bias. With AVX-512 VNNI.")
	Pragma("noescape")
	c, a, acs, b := Load(Param("c"), GP64()), Load(Param("a"), GP64()), Load(Param("acs"), GP64()), Load(Param("b"), GP64())
	strip, n, lines := Load(Param("strip"), GP64()), Load(Param("n"), GP64()), Load(Param("lines"), GP64())
	bias := Load(Param("bias"), GP64())
	at, last, x, left := GP64(), GP64(), GP64(), GP64()
	strips := [rowStrips]Mem{{Base: at}, {Base: at, Index: strip, Scale: 1}, {Base: at, Index: strip, Scale: 2}, {Base: last}}
	Label("strips")
	for i := range 2 * rowStrips {
		VMOVUPS(Mem{Base: bias, Disp: 64 * i}, zs[i])
	}
	MOVQ(b, at)
	LEAQ(Mem{Base: strip, Index: strip, Scale: 2}, last)
	ADDQ(b, last)
	MOVQ(a, x)
	MOVQ(lines, left)
	Label("line")
	VPBROADCASTD(Mem{Base: x}, Z16)
	for i, m := range strips {
		VPDPBUSD(m, Z16, zs[2*i])
		m.Disp = 64
		VPDPBUSD(m, Z16, zs[2*i+1])
	}
	ADDQ(acs, x)
	ADDQ(U32(128), at)
	ADDQ(U32(128), last)
	DECQ(left)
	JNZ(LabelRef("line"))
	for i := range 2 * rowStrips {
		VMOVUPS(zs[i], Mem{Base: c, Disp: 64 * i})
	}
	ADDQ(U32(128*rowStrips), c)
	ADDQ(U32(128*rowStrips), bias)
	LEAQ(Mem{Base: b, Index: strip, Scale: 4}, b)
	DECQ(n)
	JNZ(LabelRef("strips"))
	VZEROUPPER()
	RET()
}
