package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// How a function's elements lie in memory and in registers.
type mode int

const (
	float32s mode = iota // 32 bits in both
	float64s             // 64 bits in both
	widened              // float32 in memory, float64 in registers
)

// A loop is a function of package simd while it is written: a loop over n elements of one operand or two.
//
// With AVX-512 the last iteration loads and stores under masks; with AVX2 n is a multiple of the group.
type loop struct {
	form
	bounded bool // it reports the elements that it leaves to Go
	size    int  // of an element in memory, in bytes
	group   int  // how many elements an iteration computes

	src       []Register // the address of each operand
	dst       Register   // the address of the result
	count     Register   // how many elements are left
	done, bad Register   // of a bounded function: where the masks of the elements left to Go go, and all masks by or
	full      []OpmaskVirtual

	in   [2]vec // the operands of an iteration
	out  vec    // its results
	left mask   // the results that the body does not compute, or nil
}

// define writes a function and returns how many elements an iteration of it computes.
// The form's body returns the results, and where some are left to Go or to the form's rest, those.
func define(name string, f form, operands int, bounded bool) (group int) {
	l := &loop{form: f, bounded: bounded}
	l.declare(name, operands)
	l.prologue()
	l.load()
	l.out, l.left = f.body(l.in[0], l.in[1])
	if wide {
		l.storeWide()
	} else {
		l.storeNarrow()
	}
	l.advance()
	JG(LabelRef("loop"))
	l.epilogue()
	if wide {
		l.rare()
		l.partial()
		l.constants()
	}
	hold = 0
	return l.group
}

// declare writes the function's signature, and loads its parameters.
func (l *loop) declare(name string, operands int) {
	double = l.md != float32s
	l.size = 4
	if l.md == float64s {
		l.size = 8
	}
	l.group = unroll * lanes()
	typ := fmt.Sprintf("float%d", 8*l.size)
	signature := "func(dst, x *" + typ + ", n int"
	if operands == 2 {
		signature = "func(dst, x, y *" + typ + ", n int"
	}
	if l.bounded {
		signature += ", done *uint16) uint32"
	} else {
		signature += ")"
	}
	TEXT(name, NOSPLIT, signature)
	l.dst = Load(Param("dst"), GP64())
	l.src = []Register{Load(Param("x"), GP64())}
	if operands == 2 {
		l.src = append(l.src, Load(Param("y"), GP64()))
	}
	l.count = Load(Param("n"), GP64())
	bad := GP32()
	if l.bounded {
		l.done = Load(Param("done"), GP64())
		XORL(bad, bad)
	}
	l.bad = bad
}

// rested reports whether the form's rest is written. It needs the registers of tables and
// constants, which are loaded again after it.
func (l *loop) rested() bool { return wide && l.rest != nil }

// prologue loads tables and constants into registers, and begins the loop.
func (l *loop) prologue() {
	loaded, aligned, held, hold = map[string][]VecVirtual{}, nil, nil, l.hold
	if l.rested() {
		Label("tables")
	}
	if l.before != nil {
		l.before()
	}
	l.full = make([]OpmaskVirtual, unroll)
	if wide {
		for j := range l.full {
			l.full[j] = K()
			KXNORW(l.full[j], l.full[j], l.full[j])
		}
	}
	if wide && hold > 0 {
		JMP(LabelRef("constants"))
	}
	Label("loop")
	if wide {
		CMPQ(l.count, Imm(uint64(l.group)))
		JL(LabelRef("partial"))
		Label("body")
	}
}

// memory is that of the j-th register of an iteration.
func (l *loop) memory(base Register, j int) Mem { return Mem{Base: base, Disp: j * lanes() * l.size} }

// load loads the operands of an iteration.
func (l *loop) load() {
	for k, base := range l.src {
		l.in[k] = newVec()
		for j, r := range l.in[k] {
			m := l.memory(base, j)
			switch {
			case wide && l.md == widened:
				VCVTPS2PD_Z(m, l.full[j], r)
			case l.md == widened:
				VCVTPS2PD(m, r)
			case wide && l.md == float32s:
				VMOVUPS_Z(m, l.full[j], r)
			case wide:
				VMOVUPD_Z(m, l.full[j], r)
			default:
				VMOVUPS(m, r)
			}
		}
	}
}

// storeWide stores the results of an iteration, for AVX-512. An iteration that leaves elements goes by rare.
func (l *loop) storeWide() {
	if l.left != nil {
		some := l.left[0]
		for _, k := range l.left[1:] {
			s := K()
			KORW(some, k, s)
			some = s
		}
		KORTESTW(some, some)
		JNZ(LabelRef("rare"))
	}
	if l.bounded {
		for j := range l.out {
			MOVW(U16(0), l.doneMask(j))
		}
	}
	for j := range l.out {
		l.storeMasked(j, l.full[j])
	}
	Label("stored")
}

// doneMask is the memory of the mask of the elements that the j-th register leaves to Go.
func (l *loop) doneMask(j int) Mem { return Mem{Base: l.done, Disp: 2 * j} }

// storeMasked stores the j-th register of the results under a mask, for AVX-512.
func (l *loop) storeMasked(j int, k OpmaskVirtual) {
	m, r := l.memory(l.dst, j), l.out[j]
	switch l.md {
	case widened:
		h := YMM()
		VCVTPD2PS(r, h)
		VMOVUPS(h, k, m)
	case float32s:
		VMOVUPS(r, k, m)
	default:
		VMOVUPD(r, k, m)
	}
}

// report stores the mask of the elements that the j-th register leaves to Go, which is in g.
func (l *loop) report(j int, g GPVirtual) {
	MOVW(g.As16(), l.doneMask(j))
	ORL(g, l.bad)
}

// storeNarrow stores the results of an iteration, for AVX2.
func (l *loop) storeNarrow() {
	for j, r := range l.out {
		m := l.memory(l.dst, j)
		if l.left != nil {
			g := GP32()
			VMOVMSKPD(l.left[j], g)
			l.report(j, g)
			if l.md != widened {
				o := YMM()
				VMOVUPS(m, o)
				VBLENDVPD(l.left[j], o, r, r)
			}
		}
		if l.md != widened {
			VMOVUPS(r, m)
			continue
		}
		h := XMM()
		VCVTPD2PSY(r, h)
		if l.left != nil {
			// the mask of four float64 as one of four float32
			lo, hi, o := XMM(), XMM(), XMM()
			VMOVAPS(l.left[j].(VecVirtual).AsX(), lo)
			VEXTRACTF128(Imm(1), l.left[j], hi)
			VSHUFPS(Imm(0x88), hi, lo, lo)
			VMOVUPS(m, o)
			VBLENDVPS(lo, o, h, h)
		}
		VMOVUPS(h, m)
	}
}

// advance moves addresses and the count to the next iteration, and sets the flags by what is left.
func (l *loop) advance() {
	for _, base := range append(l.src, l.dst) {
		ADDQ(Imm(uint64(l.group*l.size)), base)
	}
	if l.bounded {
		ADDQ(Imm(uint64(2*unroll)), l.done)
	}
	SUBQ(Imm(uint64(l.group)), l.count)
}

// epilogue returns from the function.
func (l *loop) epilogue() {
	if l.rested() {
		Label("end")
	}
	VZEROUPPER()
	if l.bounded {
		Store(l.bad, ReturnIndex(0))
	}
	RET()
}

// rare stores the results of an iteration that leaves elements, for AVX-512: a bounded function
// reports them, another computes them by the form's rest.
func (l *loop) rare() {
	if l.left == nil {
		return
	}
	Label("rare")
	if l.bounded {
		for j := range l.out {
			k := l.full[j]
			KANDW(l.left[j], k, l.left[j].(OpmaskVirtual))
			g := GP32()
			KMOVW(l.left[j], g)
			l.report(j, g)
			k = K()
			KANDNW(l.full[j], l.left[j], k)
			l.storeMasked(j, k)
		}
		JMP(LabelRef("stored"))
		return
	}
	for j := range l.out {
		mendHalves(fmt.Sprintf("done%d", j), l.out[j], l.in[0][j], l.left[j], l.rest)
	}
	for j := range l.out {
		l.storeMasked(j, l.full[j])
	}
	l.advance()
	JG(LabelRef("tables"))
	JMP(LabelRef("end"))
}

// partial sets the masks of the last iteration, for AVX-512.
func (l *loop) partial() {
	Label("partial")
	ones := GP64()
	MOVQ(I64(-1), ones)
	BZHIQ(l.count, ones, ones)
	for j := range l.full {
		KMOVW(ones.As32(), l.full[j])
		if j+1 < len(l.full) {
			SHRQ(Imm(uint64(lanes())), ones)
		}
	}
	JMP(LabelRef("body"))
}

// constants loads the constants that registers hold, for AVX-512. It is written last: they are
// known once the body is.
func (l *loop) constants() {
	if hold == 0 {
		return
	}
	Label("constants")
	for _, h := range held {
		if double {
			VBROADCASTSD(h.mem, h.reg)
		} else {
			VBROADCASTSS(h.mem, h.reg)
		}
	}
	JMP(LabelRef("loop"))
}

// mendHalves computes in float64's registers what a register of float32 lacks.
func mendHalves(label string, y, x VecVirtual, left Op, f func(x vec) vec) {
	KTESTW(left, left)
	JZ(LabelRef(label))
	count, holding := unroll, hold
	double, unroll, hold = true, 1, 0
	var halves [2]VecVirtual
	for i := range halves {
		half := x.AsY()
		if i == 1 {
			upper := YMM()
			VEXTRACTF64X4(Imm(1), x, upper)
			half = upper
		}
		in := newVec()
		VCVTPS2PD(half, in[0])
		halves[i] = YMM()
		VCVTPD2PS(f(in)[0], halves[i])
	}
	both := ZMM()
	VINSERTF64X4(Imm(1), halves[1], halves[0].AsZ(), both)
	VMOVAPS(both, left, y)
	double, unroll, hold = false, count, holding
	Label(label)
}
