// Command compare writes the AVX-512 loops of package simd that compare, round and
// choose floats. Run go generate in package simd.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	group := flag.String("group", "compare", "the loops to write: compare or round")
	flag.Parse()
	ConstraintExpr("amd64")
	switch *group {
	case "compare":
		for _, t := range []float{single, double} {
			for _, p := range predicates {
				if p.pairs {
					compare(p, t, false)
				}
				compare(p, t, true)
			}
		}
	case "round":
		for _, t := range []float{single, double} {
			for _, r := range rounds {
				unary(r.name, t, func(x, z VecVirtual) { t.round(Imm(r.imm), x, z) })
			}
			unary("sqrt", t, func(x, z VecVirtual) { t.sqrt(x, z) })
			unary("abs", t, func(x, z VecVirtual) { t.abs(x, z) })
			for _, e := range extremes {
				elementwise(e, t, false)
				elementwise(e, t, true)
			}
		}
	default:
		log.Fatalf("no group %q", *group)
	}
	Generate()
}

// A float is a type, and what the instructions for it are.
type float struct {
	name, typ string
	size      int // bytes
	lanes     int // of a register

	load      func(mem, z Op)
	loadMask  func(mem, k, z Op) // zeros elsewhere
	storeMask func(z, k, mem Op)
	spread    func(mem, z Op)
	compare   func(imm, y, x, k Op)
	compareIf func(imm, y, x, if_, k Op)
	within    func(imm, y, x, z Op) // VRANGE: the greater or the less
	addIf     func(y, x, k, z Op)
	round     func(imm, x, z Op)
	sqrt      func(x, z Op)
	abs       func(x, z Op)
	storeLow  func(x, mem Op) // as many bytes as a register has lanes
}

var single = float{
	name: "32", typ: "float32", size: 4, lanes: 16,
	load:      func(mem, z Op) { VMOVUPS(mem, z) },
	loadMask:  func(mem, k, z Op) { VMOVUPS_Z(mem, k, z) },
	storeMask: func(z, k, mem Op) { VMOVUPS(z, k, mem) },
	spread:    func(mem, z Op) { VBROADCASTSS(mem, z) },
	compare:   func(imm, y, x, k Op) { VCMPPS(imm, y, x, k) },
	compareIf: func(imm, y, x, if_, k Op) { VCMPPS(imm, y, x, if_, k) },
	within:    func(imm, y, x, z Op) { VRANGEPS(imm, y, x, z) },
	addIf:     func(y, x, k, z Op) { VADDPS(y, x, k, z) },
	round:     func(imm, x, z Op) { VRNDSCALEPS(imm, x, z) },
	sqrt:      func(x, z Op) { VSQRTPS(x, z) },
	abs: func(x, z Op) {
		VPSLLD(Imm(1), x, z)
		VPSRLD(Imm(1), z, z)
	},
	storeLow: func(x, mem Op) { VMOVDQU(x, mem) },
}

var double = float{
	name: "64", typ: "float64", size: 8, lanes: 8,
	load:      func(mem, z Op) { VMOVUPD(mem, z) },
	loadMask:  func(mem, k, z Op) { VMOVUPD_Z(mem, k, z) },
	storeMask: func(z, k, mem Op) { VMOVUPD(z, k, mem) },
	spread:    func(mem, z Op) { VBROADCASTSD(mem, z) },
	compare:   func(imm, y, x, k Op) { VCMPPD(imm, y, x, k) },
	compareIf: func(imm, y, x, if_, k Op) { VCMPPD(imm, y, x, if_, k) },
	within:    func(imm, y, x, z Op) { VRANGEPD(imm, y, x, z) },
	addIf:     func(y, x, k, z Op) { VADDPD(y, x, k, z) },
	round:     func(imm, x, z Op) { VRNDSCALEPD(imm, x, z) },
	sqrt:      func(x, z Op) { VSQRTPD(x, z) },
	abs: func(x, z Op) {
		VPSLLQ(Imm(1), x, z)
		VPSRLQ(Imm(1), z, z)
	},
	storeLow: func(x, mem Op) { VMOVQ(x, mem) },
}

// Predicates of VCMPPS and VCMPPD that raise no flag for NaN (Intel, Software
// Developer's Manual, volume 2, table of VCMPPD's comparisons).
const (
	equalOrdered      = 0x00
	unordered         = 0x03
	notEqualUnordered = 0x04
	lessOrdered       = 0x11
	lessEqualOrdered  = 0x12
	greaterEqual      = 0x1d
	greater           = 0x1e
)

type predicate struct {
	name  string
	imm   uint64
	pairs bool // else its pairs are those of another, turned round
}

var predicates = []predicate{
	{"less", lessOrdered, true},
	{"lessEqual", lessEqualOrdered, true},
	{"greater", greater, false},
	{"greaterEqual", greaterEqual, false},
	{"equal", equalOrdered, true},
	{"notEqual", notEqualUnordered, true},
}

// The modes of VRNDSCALE, without the flag of an inexact result.
var rounds = []struct {
	name string
	imm  uint64
}{{"round", 8}, {"floor", 9}, {"ceil", 10}, {"trunc", 11}}

// An extreme is the greater or the less of two.
type extreme struct {
	name   string
	within uint64 // VRANGE's mode, with the result's own sign
}

var extremes = []extreme{
	{"maximum", 5},
	{"minimum", 4},
}

// loop counts n down: wide registers at a time, then one, then what is left under a
// mask of its lanes. body is given the number of the register in its group.
func loop(t float, wide int, n GPVirtual, ptrs map[GPVirtual]int, body func(i int), tail func(k OpmaskVirtual), whole func()) {
	advance := func(registers int) {
		for _, p := range order {
			if size, ok := ptrs[p]; ok {
				ADDQ(U32(registers*t.lanes*size), p)
			}
		}
		SUBQ(U32(registers*t.lanes), n)
	}
	Label("wide")
	CMPQ(n, U32(wide*t.lanes))
	JL(LabelRef("one"))
	whole()
	advance(wide)
	JMP(LabelRef("wide"))

	Label("one")
	CMPQ(n, U32(t.lanes))
	JL(LabelRef("tail"))
	body(0)
	advance(1)
	JMP(LabelRef("one"))

	Label("tail")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	bits := GP64()
	MOVQ(I64(-1), bits)
	BZHIQ(n, bits, bits)
	k := K()
	KMOVW(bits.As32(), k)
	tail(k)
	Label("done")
}

// order is that of the pointers of the function being written.
var order []GPVirtual

func pointer(name string) GPVirtual {
	p := GP64()
	Load(Param(name), p)
	order = append(order, p)
	return p
}

func text(name, signature, doc string) {
	order = nil
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(doc)
}

func repeat(n int, body func(i int)) func() {
	return func() {
		for i := range n {
			body(i)
		}
	}
}

func compare(p predicate, t float, one bool) {
	name, what := p.name+"Pairs"+t.name, "y's"
	if one {
		name, what = p.name+"One"+t.name, "the one of y"
	}
	text(name, "func(z *bool, x, y *"+t.typ+", n int)", name+" compares n elements of x with "+what+".")
	z, x, y := pointer("z"), pointer("x"), pointer("y")
	n := GP64()
	Load(Param("n"), n)
	ptrs := map[GPVirtual]int{z: 1, x: t.size}

	ones, truth := XMM(), GP32()
	MOVL(U32(0x01010101), truth)
	VPBROADCASTD(truth, ones)
	w := ZMM()
	if one {
		t.spread(Mem{Base: y}, w)
	} else {
		ptrs[y] = t.size
	}
	step := t.lanes * t.size
	body := func(i int) {
		k, v, b := K(), ZMM(), XMM()
		t.load(Mem{Base: x, Disp: i * step}, v)
		if one {
			t.compare(Imm(p.imm), w, v, k)
		} else {
			t.compare(Imm(p.imm), Mem{Base: y, Disp: i * step}, v, k)
		}
		VMOVDQU8_Z(ones, k, b)
		t.storeLow(b, Mem{Base: z, Disp: i * t.lanes})
	}
	loop(t, 4, n, ptrs, body, func(lanes OpmaskVirtual) {
		k, v, b := K(), ZMM(), XMM()
		t.loadMask(Mem{Base: x}, lanes, v)
		if !one {
			t.loadMask(Mem{Base: y}, lanes, w)
		}
		t.compare(Imm(p.imm), w, v, k)
		VMOVDQU8_Z(ones, k, b)
		VMOVDQU8(b, lanes, Mem{Base: z})
	}, repeat(4, body))
	VZEROUPPER()
	RET()
}

func unary(op string, t float, f func(x, z VecVirtual)) {
	name := op + "Block" + t.name
	text(name, "func(z, x *"+t.typ+", n int)", name+" sets n elements of z.")
	z, x := pointer("z"), pointer("x")
	n := GP64()
	Load(Param("n"), n)
	step := t.lanes * t.size
	body := func(i int) {
		v := ZMM()
		t.load(Mem{Base: x, Disp: i * step}, v)
		f(v, v)
		t.load(v, Mem{Base: z, Disp: i * step})
	}
	loop(t, 4, n, map[GPVirtual]int{z: t.size, x: t.size}, body, func(lanes OpmaskVirtual) {
		v := ZMM()
		t.loadMask(Mem{Base: x}, lanes, v)
		f(v, v)
		t.storeMask(v, lanes, Mem{Base: z})
	}, repeat(4, body))
	VZEROUPPER()
	RET()
}

// elementwise chooses of two; where one is NaN their sum, which is NaN, is the result.
func elementwise(e extreme, t float, one bool) {
	name, what := e.name+"Pairs"+t.name, "y's"
	if one {
		name, what = e.name+"One"+t.name, "the one of y"
	}
	text(name, "func(z, x, y *"+t.typ+", n int)", name+" chooses between n elements of x and "+what+".")
	z, x, y := pointer("z"), pointer("x"), pointer("y")
	n := GP64()
	Load(Param("n"), n)
	ptrs := map[GPVirtual]int{z: t.size, x: t.size}
	w := ZMM()
	if one {
		t.spread(Mem{Base: y}, w)
	} else {
		ptrs[y] = t.size
	}
	step := t.lanes * t.size
	choose := func(a, b, c VecVirtual) {
		k := K()
		t.compare(Imm(unordered), b, a, k)
		t.within(Imm(e.within), b, a, c)
		t.addIf(b, a, k, c)
	}
	body := func(i int) {
		a, b, c := ZMM(), w, ZMM()
		t.load(Mem{Base: x, Disp: i * step}, a)
		if !one {
			b = ZMM()
			t.load(Mem{Base: y, Disp: i * step}, b)
		}
		choose(a, b, c)
		t.load(c, Mem{Base: z, Disp: i * step})
	}
	loop(t, 4, n, ptrs, body, func(lanes OpmaskVirtual) {
		a, c := ZMM(), ZMM()
		t.loadMask(Mem{Base: x}, lanes, a)
		if !one {
			t.loadMask(Mem{Base: y}, lanes, w)
		}
		choose(a, w, c)
		t.storeMask(c, lanes, Mem{Base: z})
	}, repeat(4, body))
	VZEROUPPER()
	RET()
}
