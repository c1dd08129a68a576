package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A vectorKind is a kind whose elements are widened as they are loaded.
type vectorKind struct {
	kind
	from int // bytes of an element, or of a part of a complex one, in memory
	load func(mem Mem, y VecPhysical)
}

func vectorKinds() []vectorKind {
	whole := func(mem Mem, y VecPhysical) { VMOVUPS(mem, y) }
	var ks []vectorKind
	for _, k := range kinds2 {
		ks = append(ks, vectorKind{k, k.size, whole})
	}
	narrow := func(name string, of kind, from int, load func(mem Mem, y VecPhysical)) {
		of.name = name
		ks = append(ks, vectorKind{of, from, load})
	}
	narrow("float16", float32s, 2, func(mem Mem, y VecPhysical) { VCVTPH2PS(mem, y) })
	narrow("bfloat16", float32s, 2, func(mem Mem, y VecPhysical) { VPMOVZXWD(mem, y); VPSLLD(Imm(16), y, y) })
	narrow("int8", int16s, 1, func(mem Mem, y VecPhysical) { VPMOVZXBW(mem, y) })
	return ks
}

// swap exchanges the real and imaginary parts.
func (t kind) swap(x, z Op) {
	if t.size == 4 {
		VPERMILPS(Imm(0xb1), x, z)
	} else {
		VPERMILPD(Imm(0x55), x, z) // a bit for each of a register's lanes, of which there may be fewer
	}
}

// dots writes the loop of products of rows with one vector.
func dots(t vectorKind, rows, unroll int) {
	name := fmt.Sprintf("%sDot%d", t.name, rows)
	TEXT(name, NOSPLIT, "func(sums, a *byte, pitch int, v *byte, n int)")
	parts := 1
	what := "the products of v's"
	if t.complex {
		parts = 2
		what = "the products of v's, real by real and imaginary by imaginary, and those of v's turned round,"
	}
	Doc(fmt.Sprintf("%s adds to the sums of each of %d rows, a register of 32 bytes, or two, %s", name, rows, what),
		"n registers with the row's elements. With AVX2.")
	Pragma("noescape")
	sums := Load(Param("sums"), GP64())
	a := loadRows("a", "pitch", rows)
	v, n := Load(Param("v"), GP64()), Load(Param("n"), GP64())
	scratch := VecPhysical(Y15)
	sum := func(r, p, u int) VecPhysical { return ys[(u*rows+r)*parts+p] }
	for i := range rows * parts * unroll {
		VPXOR(ys[i], ys[i], ys[i])
	}
	bytes := 32 / t.size * t.from
	step := func(u int) {
		VMOVUPS(Mem{Base: v, Disp: 32 * u}, Y14)
		if t.complex {
			t.swap(Y14, Y13)
		}
		for r := range rows {
			m := a.at(r)
			m.Disp = bytes * u
			t.load(m, Y12)
			t.multiply(Y12, Y14, sum(r, 0, u), scratch)
			if t.complex {
				t.multiply(Y12, Y13, sum(r, 1, u), scratch)
			}
		}
	}
	SUBQ(Imm(uint64(unroll)), n)
	JL(LabelRef("rest"))
	Label("loop")
	for u := range unroll {
		step(u)
	}
	a.advance(Imm(uint64(bytes * unroll)))
	ADDQ(Imm(uint64(32*unroll)), v)
	SUBQ(Imm(uint64(unroll)), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(uint64(unroll)), n)
	JZ(LabelRef("done"))
	Label("one")
	step(0)
	a.advance(Imm(uint64(bytes)))
	ADDQ(Imm(32), v)
	DECQ(n)
	JNZ(LabelRef("one"))
	Label("done")
	for r := range rows {
		for p := range parts {
			for u := 1; u < unroll; u++ {
				t.add(sum(r, p, u), sum(r, p, 0), sum(r, p, 0))
			}
			at := Mem{Base: sums, Disp: 32 * (r*parts + p)}
			t.add(at, sum(r, p, 0), sum(r, p, 0))
			VMOVUPS(sum(r, p, 0), at)
		}
	}
	VZEROUPPER()
	RET()
}

// multiples writes the loop that adds multiples of lines to one.
func multiples(t vectorKind, lines int) {
	name := fmt.Sprintf("%sAdd%d", t.name, lines)
	TEXT(name, NOSPLIT, "func(z, a *byte, pitch int, v *byte, n int)")
	Doc(fmt.Sprintf("%s adds to n registers of z those of %d lines of a, each times its element of v. With AVX2.", name, lines))
	Pragma("noescape")
	z := Load(Param("z"), GP64())
	a := loadRows("a", "pitch", lines)
	v, n := Load(Param("v"), GP64()), Load(Param("n"), GP64())
	parts := 1
	if t.complex {
		parts = 2
	}
	for i := range lines * parts {
		t.broadcast(Mem{Base: v, Disp: i * t.size}, ys[i])
	}
	bytes := 32 / t.size * t.from
	Label("loop")
	VMOVUPS(Mem{Base: z}, Y8)
	if t.complex {
		VPXOR(Y9, Y9, Y9)
	}
	for i := range lines { // one after the other, as tiles add
		t.load(a.at(i), Y12)
		if t.complex {
			t.multiply(ys[2*i], Y12, Y8, Y15)
			t.multiply(ys[2*i+1], Y12, Y9, Y15)
		} else {
			t.multiply(ys[i], Y12, Y8, Y15)
		}
	}
	if t.complex {
		t.swap(Y9, Y9)
		if t.size == 4 {
			VADDSUBPS(Y9, Y8, Y8)
		} else {
			VADDSUBPD(Y9, Y8, Y8)
		}
	}
	VMOVUPS(Y8, Mem{Base: z})
	a.advance(Imm(uint64(bytes)))
	ADDQ(Imm(32), z)
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// vectors writes the loops of products with a vector.
func vectors() {
	for _, t := range vectorKinds() {
		if t.complex {
			dots(t, 4, 1)
			multiples(t, 4)
		} else {
			dots(t, 4, 2)
			multiples(t, 8)
		}
		dots(t, 1, 4)
		multiples(t, 1)
	}
}
