// Command winograd writes the loops of package simd that transform tiles of convolutions: zwinograd_amd64.s. Run go generate in package simd.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	mask := GLOBL("winogradMask", RODATA|NOPTR)
	for i := range 16 {
		v := uint32(0)
		if i < 8 {
			v = 0xffffffff
		}
		DATA(4*i, U32(v))
	}
	half := GLOBL("winogradHalf", RODATA|NOPTR)
	DATA(0, F32(0.5))
	table := func(name string, at func(i int) int) Mem {
		t := GLOBL(name, RODATA|NOPTR)
		for i := range 16 {
			DATA(4*i, U32(uint32(at(i)))) //nolint:gosec // below 32
		}
		return t
	}
	evens := table("winogradEvens", func(i int) int { return 2 * i })
	odds := table("winogradOdds", func(i int) int { return 2*i + 1 })
	low := table("winogradLow", func(i int) int { return i/2 + i%2*16 })
	high := table("winogradHigh", func(i int) int { return 8 + i/2 + i%2*16 })
	for _, wide := range []bool{false, true} {
		k := &kind{wide: wide, mask: mask, half: half, evens: evens, odds: odds, low: low, high: high}
		k.inputPlane()
		k.outputPlane()
		k.inputChannels()
		k.outputChannels()
		k.filter()
	}
	taps()
	Generate()
}

// A kind is loops of one width of registers.
type kind struct {
	wide                   bool // AVX-512, else AVX2
	mask                   Mem  // 8 words of ones, 8 of zeros
	half                   Mem  // ½
	evens, odds, low, high Mem  // of VPERMT2PS
}

func (k *kind) begin(what, signature string, doc ...string) {
	name := "winograd" + what + "AVX2"
	if k.wide {
		name = "winograd" + what + "AVX512"
	}
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	doc[0] = name + " " + doc[0]
	Doc(doc...)
}

func (k *kind) register() VecVirtual {
	if k.wide {
		return ZMM()
	}
	return YMM()
}

func (k *kind) bytes() int {
	if k.wide {
		return 64
	}
	return 32
}

func (k *kind) lanes() int { return k.bytes() / 4 }

func (k *kind) zero() VecVirtual {
	z := k.register()
	if k.wide {
		VPXORQ(z, z, z)
	} else {
		VPXOR(z, z, z)
	}
	return z
}

func (k *kind) load(m Mem) VecVirtual {
	r := k.register()
	VMOVUPS(m, r)
	return r
}

// plus returns x + y, minus x − y.
func (k *kind) plus(x VecVirtual, y Op) VecVirtual {
	r := k.register()
	VADDPS(y, x, r)
	return r
}

func (k *kind) minus(x VecVirtual, y Op) VecVirtual {
	r := k.register()
	VSUBPS(y, x, r)
	return r
}

// A square is places in memory in rows and columns.
type square struct {
	rows          []Register
	column, three Register // bytes from one column to the next, and to that three on
}

// newSquare returns a square of so many rows. step is how many bytes columns are apart, pitch rows.
func newSquare(at, pitch, step Register, rows int) *square {
	s := &square{column: step, three: GP64()}
	LEAQ(Mem{Base: step, Index: step, Scale: 2}, s.three)
	s.rows = append(s.rows, at)
	for i := 1; i < rows; i++ {
		next := GP64()
		LEAQ(Mem{Base: s.rows[i-1], Index: pitch, Scale: 1}, next)
		s.rows = append(s.rows, next)
	}
	return s
}

// matrices returns the places of one element in each of 16 matrices, step bytes apart.
func matrices(at, step Register) *square {
	pitch := GP64()
	MOVQ(step, pitch)
	SHLQ(U8(2), pitch)
	return newSquare(at, pitch, step, 4)
}

func (s *square) at(i, j int) Mem {
	m := Mem{Base: s.rows[i]}
	switch j {
	case 0:
	case 3:
		m.Index, m.Scale = s.three, 1
	default:
		m.Index, m.Scale = s.column, uint8(j) //nolint:gosec // 1 or 2
	}
	return m
}

func (s *square) advance(bytes int) {
	for _, r := range s.rows {
		ADDQ(U32(uint32(bytes)), r) //nolint:gosec // small
	}
}

// columnDown writes column j of a transformed tile, of what the columns' transform made of its four rows.
func (k *kind) columnDown(c []VecVirtual, to *square, j int) {
	VMOVUPS(k.minus(c[0], c[2]), to.at(0, j))
	VMOVUPS(k.plus(c[1], c[2]), to.at(1, j))
	VMOVUPS(k.minus(c[2], c[1]), to.at(2, j))
	VMOVUPS(k.minus(c[1], c[3]), to.at(3, j))
}

// inputPlane writes the loop over tiles side by side: every register has one element of several tiles.
func (k *kind) inputPlane() {
	k.begin("InputPlane", "func(dst *byte, step int, src *byte, pitch, n int)",
		"transforms n tiles of 4·4 elements, or more up to a multiple of a register's, each two elements behind the one before it, of a plane whose",
		"lines are pitch bytes apart. Elements of a transformed tile go to places that are step bytes apart.")
	dst, step := Load(Param("dst"), GP64()), Load(Param("step"), GP64())
	src, pitch, n := Load(Param("src"), GP64()), Load(Param("pitch"), GP64()), Load(Param("n"), GP64())
	to := matrices(dst, step)
	pitch3 := GP64()
	LEAQ(Mem{Base: pitch, Index: pitch, Scale: 2}, pitch3)
	from := func(i, bytes int) Mem {
		m := Mem{Base: src, Disp: bytes}
		switch i {
		case 0:
		case 3:
			m.Index, m.Scale = pitch3, 1
		default:
			m.Index, m.Scale = pitch, uint8(i) //nolint:gosec // 1 or 2
		}
		return m
	}
	var evens, odds VecVirtual
	if k.wide {
		evens, odds = k.load(k.evens), k.load(k.odds)
	}
	// column returns elements 0 … 3 of row i of the tiles.
	column := func(i, j int) VecVirtual {
		at := j / 2 * 8
		r := k.load(from(i, at))
		switch {
		case k.wide && j%2 == 0:
			VPERMT2PS(from(i, at+64), evens, r)
		case k.wide:
			VPERMT2PS(from(i, at+64), odds, r)
		default:
			VSHUFPS(Imm(uint64(0x88+j%2*0x55)), from(i, at+32), r, r) //nolint:gosec // small
			VPERMPD(Imm(0xd8), r, r)
		}
		return r
	}
	Label("loop")
	if k.wide {
		var c [4][]VecVirtual
		for i := range 4 {
			d := []VecVirtual{column(i, 0), column(i, 1), column(i, 2), column(i, 3)}
			for j, v := range []VecVirtual{k.minus(d[0], d[2]), k.plus(d[1], d[2]), k.minus(d[2], d[1]), k.minus(d[1], d[3])} {
				c[j] = append(c[j], v)
			}
		}
		for j := range 4 {
			k.columnDown(c[j], to, j)
		}
	} else {
		k.columnByColumn(to, column, func(i, j int) Op { return column(i, j) })
	}
	to.advance(k.bytes())
	ADDQ(U32(uint32(2*k.bytes())), src) //nolint:gosec // small
	k.repeat(n)
}

// columnByColumn writes a transformed tile where there are fewer registers than it has elements, from elements i, j of the tile: as registers, and as operands
// of what is done to these.
func (k *kind) columnByColumn(to *square, load func(i, j int) VecVirtual, operand func(i, j int) Op) {
	var first, second, third, last []VecVirtual
	for i := range 4 {
		first = append(first, k.minus(load(i, 0), operand(i, 2)))
	}
	k.columnDown(first, to, 0)
	for i := range 4 {
		d1, d2 := load(i, 1), load(i, 2)
		second, third = append(second, k.plus(d1, d2)), append(third, k.minus(d2, d1))
	}
	k.columnDown(second, to, 1)
	k.columnDown(third, to, 2)
	for i := range 4 {
		last = append(last, k.minus(load(i, 1), operand(i, 3)))
	}
	k.columnDown(last, to, 3)
}

// repeat goes back to the loop if there are elements left after those of a register, and ends the function.
func (k *kind) repeat(n Register) {
	SUBQ(U32(uint32(k.lanes())), n) //nolint:gosec // small
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// rowsUp returns the four columns of the two rows that the first half of the output's transform makes of the element at the places of from.
func (k *kind) rowsUp(from *square) (rows [2][]VecVirtual) {
	for j := range 4 {
		m1, m2 := k.load(from.at(1, j)), k.load(from.at(2, j))
		rows[0] = append(rows[0], k.plus(k.plus(m1, m2), from.at(0, j)))
		rows[1] = append(rows[1], k.minus(k.minus(m1, m2), from.at(3, j)))
	}
	return rows
}

// across returns the two elements of a row that the second half makes of its four.
func (k *kind) across(r []VecVirtual) (y0, y1 VecVirtual) {
	return k.plus(k.plus(r[1], r[2]), r[0]), k.minus(k.minus(r[1], r[2]), r[3])
}

const docOfFlags = "flags, a register's elements, gets a NaN if an element is not finite."

// outputPlane writes the loop over tiles side by side.
func (k *kind) outputPlane() {
	k.begin("OutputPlane", "func(dst0, dst1, src *byte, step, n int, flags *float32)",
		"makes n elements of two lines of a plane, two of each of every tile, from products that are step bytes apart; the second line is written",
		"first. "+docOfFlags)
	dst := []Register{Load(Param("dst0"), GP64()), Load(Param("dst1"), GP64())}
	from := matrices(Load(Param("src"), GP64()), Load(Param("step"), GP64()))
	n, flags := Load(Param("n"), GP64()), Load(Param("flags"), GP64())
	acc, zero := k.load(Mem{Base: flags}), k.zero()
	var low, high VecVirtual
	if k.wide {
		low, high = k.load(k.low), k.load(k.high)
	}
	body := func(store func(r VecVirtual, to Mem, part int)) {
		rows := k.rowsUp(from)
		for i := 1; i >= 0; i-- {
			y0, y1 := k.across(rows[i])
			first, second := k.register(), k.register()
			if k.wide {
				VMOVAPS(y0, first)
				VPERMT2PS(y1, low, first)
				VMOVAPS(y0, second)
				VPERMT2PS(y1, high, second)
			} else {
				l, h := k.register(), k.register()
				VUNPCKLPS(y1, y0, l)
				VUNPCKHPS(y1, y0, h)
				VPERM2F128(Imm(0x20), h, l, first)
				VPERM2F128(Imm(0x31), h, l, second)
			}
			store(first, Mem{Base: dst[i]}, 0)
			store(second, Mem{Base: dst[i], Disp: k.bytes()}, 1)
		}
	}
	step := uint32(2 * k.lanes()) //nolint:gosec // small
	SUBQ(U32(step), n)
	JL(LabelRef("rest"))
	Label("loop")
	body(func(r VecVirtual, to Mem, _ int) {
		VFMADD231PS(r, zero, acc)
		VMOVUPS(r, to)
	})
	from.advance(k.bytes())
	for _, r := range dst {
		ADDQ(U32(4*step), r)
	}
	SUBQ(U32(step), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(U32(step), n)
	JZ(LabelRef("done"))
	if k.wide {
		bits := GP64()
		MOVQ(I32(-1), bits)
		BZHIQ(n, bits, bits)
		first, second := K(), K()
		KMOVW(bits.As32(), first)
		SHRQ(U8(16), bits)
		KMOVW(bits.As32(), second)
		body(func(r VecVirtual, to Mem, part int) {
			m := []OpmaskVirtual{first, second}[part]
			VFMADD231PS(r, zero, m, acc)
			VMOVUPS(r, m, to)
		})
	} else {
		table, at := GP64(), GP64()
		LEAQ(k.mask, table)
		var masks []VecVirtual
		for part := range 2 { // of min(n, 8) elements, and of those beyond
			MOVQ(n, at)
			limit := GP64()
			if part == 0 {
				MOVQ(U32(8), limit)
				CMPQ(at, limit)
				CMOVQGT(limit, at)
			} else {
				XORQ(limit, limit)
				SUBQ(U8(8), at)
				CMOVQLT(limit, at)
			}
			NEGQ(at)
			masks = append(masks, k.load(Mem{Base: table, Index: at, Scale: 4, Disp: 32}))
		}
		body(func(r VecVirtual, to Mem, part int) {
			there := k.register()
			VANDPS(masks[part], r, there)
			VFMADD231PS(there, zero, acc)
			VMASKMOVPS(r, masks[part], to)
		})
	}
	Label("done")
	VMOVUPS(acc, Mem{Base: flags})
	VZEROUPPER()
	RET()
}

// inputChannels writes the loop over the channels of one tile.
func (k *kind) inputChannels() {
	k.begin("InputChannels", "func(dst *byte, step int, src *byte, pitch, pixel, n int)",
		"transforms the tiles of n channels, a multiple of a register's elements, that lie together in an image whose lines are pitch bytes apart and",
		"their elements pixel. Elements of a transformed tile go to places that are step bytes apart.")
	to := matrices(Load(Param("dst"), GP64()), Load(Param("step"), GP64()))
	from := newSquare(Load(Param("src"), GP64()), Load(Param("pitch"), GP64()), Load(Param("pixel"), GP64()), 4)
	n := Load(Param("n"), GP64())
	Label("loop")
	k.columnByColumn(to, func(i, j int) VecVirtual { return k.load(from.at(i, j)) }, func(i, j int) Op { return from.at(i, j) })
	to.advance(k.bytes())
	from.advance(k.bytes())
	k.repeat(n)
}

// outputChannels writes the loop over the channels of one tile.
func (k *kind) outputChannels() {
	k.begin("OutputChannels", "func(dst00, dst01, dst10, dst11, src *byte, step, n int, flags *float32)",
		"makes the 2·2 elements of a tile, of n channels that lie together, a multiple of a register's elements, from products that are step bytes",
		"apart. The last are written first. "+docOfFlags)
	var dst []Register
	for _, name := range []string{"dst00", "dst01", "dst10", "dst11"} {
		dst = append(dst, Load(Param(name), GP64()))
	}
	from := matrices(Load(Param("src"), GP64()), Load(Param("step"), GP64()))
	n, at := Load(Param("n"), GP64()), GP64()
	Load(Param("flags"), at)
	acc, zero := k.load(Mem{Base: at}), k.zero()
	XORQ(at, at)
	Label("loop")
	rows := k.rowsUp(from)
	for i := 1; i >= 0; i-- {
		y0, y1 := k.across(rows[i])
		VFMADD231PS(y0, zero, acc)
		VFMADD231PS(y1, zero, acc)
		VMOVUPS(y1, Mem{Base: dst[2*i+1], Index: at, Scale: 1})
		VMOVUPS(y0, Mem{Base: dst[2*i], Index: at, Scale: 1})
	}
	from.advance(k.bytes())
	ADDQ(U32(uint32(k.bytes())), at) //nolint:gosec // small
	SUBQ(U32(uint32(k.lanes())), n)  //nolint:gosec // small
	JG(LabelRef("loop"))
	Load(Param("flags"), at)
	VMOVUPS(acc, Mem{Base: at})
	VZEROUPPER()
	RET()
}

// filter writes the loop over filters that lie side by side.
func (k *kind) filter() {
	k.begin("Filter", "func(dst *byte, step int, src *byte, tap, n int)",
		"transforms n filters of 3·3 elements, a multiple of a register's, whose elements are tap bytes apart. Elements of a transformed filter go to",
		"places that are step bytes apart.")
	to := matrices(Load(Param("dst"), GP64()), Load(Param("step"), GP64()))
	tap, pitch := Load(Param("tap"), GP64()), GP64()
	LEAQ(Mem{Base: tap, Index: tap, Scale: 2}, pitch)
	from := newSquare(Load(Param("src"), GP64()), pitch, tap, 3)
	n, half := Load(Param("n"), GP64()), k.register()
	VBROADCASTSS(k.half, half)
	// spread returns the four elements that the transform of three makes.
	spread := func(g0, g1, g2 VecVirtual) []VecVirtual {
		ends := k.plus(g0, g2)
		sum, difference := k.plus(ends, g1), k.minus(ends, g1)
		VMULPS(half, sum, sum)
		VMULPS(half, difference, difference)
		return []VecVirtual{g0, sum, difference, g2}
	}
	Label("loop")
	for i := range 4 {
		var row []VecVirtual // i of the columns' transforms
		for j := range 3 {
			switch i {
			case 0:
				row = append(row, k.load(from.at(0, j)))
			case 3:
				row = append(row, k.load(from.at(2, j)))
			default:
				row = append(row, spread(k.load(from.at(0, j)), k.load(from.at(1, j)), k.load(from.at(2, j)))[i])
			}
		}
		for j, u := range spread(row[0], row[1], row[2]) {
			VMOVUPS(u, to.at(i, j))
		}
	}
	to.advance(k.bytes())
	from.advance(k.bytes())
	k.repeat(n)
}

// taps writes the loop that copies filters of nine elements, eight at a time, to lines of each element.
func taps() {
	TEXT("winogradTaps", NOSPLIT, "func(dst *byte, line int, src *byte, n int)")
	Pragma("noescape")
	Doc("winogradTaps transposes n filters, a multiple of 8, of 3·3 elements: in src the nine elements of a filter are contiguous, in dst there are",
		"nine lines, line bytes apart, the first with the first element of each filter, and so on. With AVX2.")
	at, line := Load(Param("dst"), GP64()), Load(Param("line"), GP64())
	src, n := Load(Param("src"), GP64()), Load(Param("n"), GP64())
	pitch := GP64()
	LEAQ(Mem{Base: line, Index: line, Scale: 2}, pitch)
	to := newSquare(at, pitch, line, 3)
	from := func(filter, element int) Mem { return Mem{Base: src, Disp: 4 * (9*filter + element)} }
	Label("loop")
	for first := 0; first < 8; first += 4 { // four elements
		var a []VecVirtual // of filters i and i + 4, in the halves of a register
		for i := range 4 {
			r := YMM()
			VMOVUPS(from(i, first), r.AsX())
			VINSERTF128(Imm(1), from(i+4, first), r, r)
			a = append(a, r)
		}
		t := []VecVirtual{YMM(), YMM(), YMM(), YMM()}
		VUNPCKLPS(a[1], a[0], t[0])
		VUNPCKHPS(a[1], a[0], t[1])
		VUNPCKLPS(a[3], a[2], t[2])
		VUNPCKHPS(a[3], a[2], t[3])
		for i := range 4 {
			r := YMM()
			if i%2 == 0 {
				VUNPCKLPD(t[2+i/2], t[i/2], r)
			} else {
				VUNPCKHPD(t[2+i/2], t[i/2], r)
			}
			VMOVUPS(r, to.at((first+i)/3, (first+i)%3))
		}
	}
	low, high := XMM(), XMM()
	for i, r := range []VecVirtual{low, high} { // the ninth element
		VMOVSS(from(4*i, 8), r)
		for k := 1; k < 4; k++ {
			VINSERTPS(Imm(uint64(k<<4)), from(4*i+k, 8), r, r) //nolint:gosec // small
		}
	}
	last := YMM()
	VINSERTF128(Imm(1), high, low.AsY(), last)
	VMOVUPS(last, to.at(2, 2))
	to.advance(32)
	ADDQ(U32(4*9*8), src)
	SUBQ(U32(8), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
