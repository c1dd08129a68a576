package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// foldRegisters is how many registers of a line are combined at a time.
const foldRegisters = 4

// fold writes the loop that combines the elements at several places behind each: op sets acc to what acc and v come to.
func (k *kind) fold(what, text string, op func(v, acc VecPhysical)) {
	k.begin(what, "func(z, x *byte, n, lines, zPitch, xPitch int, at *int, taps int)",
		"stores in each line of z "+text+" of the n elements at each of the taps",
		"places from at on behind x. The next line's are zPitch bytes behind in z, and xPitch in x. There are taps, lines and elements.")
	z, x, lines := Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("lines"), GP64())
	at, end := Load(Param("at"), GP64()), Load(Param("taps"), GP64())
	LEAQ(Mem{Base: at, Index: end, Scale: 8}, end)
	to, from, left, tap, offset := GP64(), GP64(), GP64(), GP64(), GP64()
	acc, v := k.registers(foldRegisters), k.register()
	group := func(name string, n int) {
		MOVQ(at, tap)
		MOVQ(Mem{Base: tap}, offset)
		for i, r := range acc[:n] {
			k.load(Mem{Base: from, Index: offset, Scale: 1, Disp: i * k.bytes()}, r)
		}
		JMP(LabelRef(name + "Next"))
		Label(name)
		MOVQ(Mem{Base: tap}, offset)
		for i, r := range acc[:n] {
			k.load(Mem{Base: from, Index: offset, Scale: 1, Disp: i * k.bytes()}, v)
			op(v, r)
		}
		Label(name + "Next")
		ADDQ(U32(8), tap)
		CMPQ(tap, end)
		JNE(LabelRef(name))
		for i, r := range acc[:n] {
			k.store(r, Mem{Base: to, Disp: i * k.bytes()})
		}
	}
	advance := func(n int) {
		ADDQ(U32(uint32(n*k.bytes())), to)
		ADDQ(U32(uint32(n*k.bytes())), from)
	}
	Label("line")
	MOVQ(z, to)
	MOVQ(x, from)
	Load(Param("n"), left)
	SUBQ(U32(uint32(foldRegisters*k.lanes())), left)
	JL(LabelRef("fewer"))
	Label("several")
	group("ofSeveral", foldRegisters)
	advance(foldRegisters)
	SUBQ(U32(uint32(foldRegisters*k.lanes())), left)
	JGE(LabelRef("several"))
	Label("fewer")
	ADDQ(U32(uint32((foldRegisters-1)*k.lanes())), left)
	JL(LabelRef("rest"))
	Label("one")
	group("ofOne", 1)
	advance(1)
	SUBQ(U32(uint32(k.lanes())), left)
	JGE(LabelRef("one"))
	Label("rest")
	ADDQ(U32(uint32(k.lanes())), left)
	JZ(LabelRef("nextLine"))
	k.tailOf(left)
	k.tail = true
	group("ofRest", 1)
	k.tail = false
	Label("nextLine")
	ADDQ(Load(Param("zPitch"), GP64()), z)
	ADDQ(Load(Param("xPitch"), GP64()), x)
	DECQ(lines)
	JNZ(LabelRef("line"))
	VZEROUPPER()
	RET()
}

// folds writes the loops of sums and of the greatest.
func (k *kind) folds() {
	k.fold("FoldSum", "the sum", func(v, acc VecPhysical) { k.plus(v, acc, acc) })
	k.fold("FoldMax", "the greatest", k.greatest)
}

// greatest sets acc to the greater of acc and v as maximum of IEEE 754-2019 has it: NaN of NaN, and +0 is greater than −0.
func (k *kind) greatest(v, acc VecPhysical) {
	const unordered = 3
	if k.wide {
		z := zs[len(zs)-1]
		pick(k, func() { VCMPPS(Imm(unordered), v, acc, K2) }, func() { VCMPPD(Imm(unordered), v, acc, K2) })()
		pick(k, func() { VRANGEPS(Imm(5), v, acc, z) }, func() { VRANGEPD(Imm(5), v, acc, z) })()
		pick(k, func() { VADDPS(v, acc, K2, z) }, func() { VADDPD(v, acc, K2, z) })()
		VMOVAPS(z, acc)
		return
	}
	nan, one := ys[13], ys[14]
	pick(k, VCMPPS, VCMPPD)(Imm(unordered), v, acc, nan)
	pick(k, VMAXPS, VMAXPD)(v, acc, one) // of two zeros the second: both orders together have both
	pick(k, VMAXPS, VMAXPD)(acc, v, acc)
	VANDPS(one, acc, acc)
	VORPS(nan, acc, acc)
}
