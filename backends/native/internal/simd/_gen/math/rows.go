package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Loops over the rows of a matrix, which take a number or two per row. Sums add elements in
// the order that package simd states for its reductions.

// rowLoops writes zrows_amd64.s.
func rowLoops() {
	ConstraintExpr("amd64")
	expSums()
	for _, w := range []bool{false, true} {
		for _, d := range []bool{false, true} {
			for _, c := range rowChains {
				wide, double, unroll = w, d, 4
				rowChain(c.name, c.ops)
			}
		}
	}
}

// An arith is an operation in its forms for registers of float32 and float64, and for one
// of either.
type arith struct{ ps, pd, ss, sd func(...Op) }

func (a arith) packed() func(...Op) {
	if double {
		return a.pd
	}
	return a.ps
}

func (a arith) single() func(...Op) {
	if double {
		return a.sd
	}
	return a.ss
}

var (
	rowAdd = arith{VADDPS, VADDPD, VADDSS, VADDSD}
	rowSub = arith{VSUBPS, VSUBPD, VSUBSS, VSUBSD}
	rowMul = arith{VMULPS, VMULPD, VMULSS, VMULSD}
	rowDiv = arith{VDIVPS, VDIVPD, VDIVSS, VDIVSD}
)

// rowChains are what rows go through: each operation has a number of the row on its right.
var rowChains = []struct {
	name string
	ops  []arith
}{
	{"Add", []arith{rowAdd}},
	{"Subtract", []arith{rowSub}},
	{"Multiply", []arith{rowMul}},
	{"Divide", []arith{rowDiv}},
	{"SubtractSubtract", []arith{rowSub, rowSub}},
	{"SubtractMultiply", []arith{rowSub, rowMul}},
	{"SubtractDivide", []arith{rowSub, rowDiv}},
}

func levelName() string {
	if wide {
		return "AVX512"
	}
	return "AVX2"
}

// scaled returns a parameter that counts elements in bytes.
func scaled(name string) GPVirtual {
	p := GP64()
	Load(Param(name), p)
	by := uint64(2)
	if double {
		by = 3
	}
	SHLQ(Imm(by), p)
	return p
}

func loaded64(name string) GPVirtual {
	p := GP64()
	Load(Param(name), p)
	return p
}

// A chain is a function that takes rows through operations, while it is written.
type chain struct {
	ops        []arith
	size       int // of an element, in bytes
	bytes      int // of a register
	lanes      int // elements of a register
	z, x       GPVirtual
	rows, n, c GPVirtual    // rows that are left, elements of a row, elements of this row that are left
	at, step   []GPVirtual  // where the numbers of the next row are, and how far those of the row after it
	numbers    []VecVirtual // this row's number for each operation, in every lane
	ones       GPVirtual    // all bits, with AVX-512
}

// rowChain writes a loop that takes rows through operations.
func rowChain(name string, ops []arith) {
	r := &chain{ops: ops, size: 4, bytes: 32}
	if double {
		r.size = 8
	}
	if wide {
		r.bytes = 64
	}
	r.lanes = r.bytes / r.size
	r.declare(name)
	Label("row")
	r.broadcastNumbers()
	r.groups()
	if wide {
		r.maskedRest()
	} else {
		r.narrowRest()
	}
	Label("next")
	DECQ(r.rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// declare writes the function's signature, and loads its parameters.
func (r *chain) declare(name string) {
	name = "rows" + name + map[bool]string{false: "32", true: "64"}[double] + levelName()
	TEXT(name, NOSPLIT, "func(z, x *byte, rows, n int, a *byte, astep int, b *byte, bstep int)")
	Pragma("noescape")
	doc := name + " takes rows of n elements, 0 < n, 0 < rows, through operations with a number of each row: that of row i is a[i*astep]"
	if len(r.ops) == 2 {
		doc += ", then b[i*bstep]"
	}
	Doc(doc + ".")
	r.z, r.x, r.rows, r.n = loaded64("z"), loaded64("x"), loaded64("rows"), loaded64("n")
	for _, p := range []string{"a", "b"}[:len(r.ops)] {
		r.at, r.step = append(r.at, loaded64(p)), append(r.step, scaled(p+"step"))
		r.numbers = append(r.numbers, newReg())
	}
	r.c, r.ones = GP64(), GP64()
	if wide {
		MOVQ(I64(-1), r.ones)
	}
}

// broadcastNumbers loads the numbers of the row, and moves on to those of the next one.
func (r *chain) broadcastNumbers() {
	for i, v := range r.numbers {
		if double {
			VBROADCASTSD(Mem{Base: r.at[i]}, v)
		} else {
			VBROADCASTSS(Mem{Base: r.at[i]}, v)
		}
		ADDQ(r.step[i], r.at[i])
	}
}

// operate takes a register through the operations.
func (r *chain) operate(v ...VecVirtual) {
	for i, o := range r.ops {
		for j := range v {
			o.packed()(r.numbers[i], v[j], v[j])
		}
	}
}

// move moves the addresses of operand and result by so many bytes.
func (r *chain) move(bytes int) {
	ADDQ(U32(bytes), r.x)
	ADDQ(U32(bytes), r.z)
}

// groups computes the row's elements by as many registers as unroll says, while there are so many.
func (r *chain) groups() {
	MOVQ(r.n, r.c)
	SUBQ(U32(unroll*r.lanes), r.c)
	JL(LabelRef("rest"))
	Label("group")
	v := newVec()
	for j := range v {
		VMOVUPS(Mem{Base: r.x, Disp: j * r.bytes}, v[j])
	}
	r.operate(v...)
	for j := range v {
		VMOVUPS(v[j], Mem{Base: r.z, Disp: j * r.bytes})
	}
	r.move(unroll * r.bytes)
	SUBQ(U32(unroll*r.lanes), r.c)
	JGE(LabelRef("group"))
	Label("rest")
	ADDQ(U32(unroll*r.lanes), r.c)
	JZ(LabelRef("next"))
}

// maskedRest computes the rest of a row by single registers, the last of them under a mask.
func (r *chain) maskedRest() {
	v := newReg()
	k, bits := K(), GP64()
	Label("some")
	BZHIQ(r.c, r.ones, bits)
	KMOVW(bits.As32(), k)
	if double {
		VMOVUPD_Z(Mem{Base: r.x}, k, v)
	} else {
		VMOVUPS_Z(Mem{Base: r.x}, k, v)
	}
	r.operate(v)
	if double {
		VMOVUPD(v, k, Mem{Base: r.z})
	} else {
		VMOVUPS(v, k, Mem{Base: r.z})
	}
	r.move(r.bytes)
	SUBQ(U32(r.lanes), r.c)
	JG(LabelRef("some"))
	// The last register was whole or not: back to the row's end.
	SHLQ(Imm(map[bool]uint64{false: 2, true: 3}[double]), r.c)
	ADDQ(r.c, r.x)
	ADDQ(r.c, r.z)
}

// narrowRest computes the rest of a row by single registers, then by single elements.
func (r *chain) narrowRest() {
	v := newReg()
	SUBQ(U32(r.lanes), r.c)
	JL(LabelRef("few"))
	Label("some")
	VMOVUPS(Mem{Base: r.x}, v)
	r.operate(v)
	VMOVUPS(v, Mem{Base: r.z})
	r.move(r.bytes)
	SUBQ(U32(r.lanes), r.c)
	JGE(LabelRef("some"))
	Label("few")
	ADDQ(U32(r.lanes), r.c)
	JZ(LabelRef("next"))
	Label("one")
	if double {
		VMOVSD(Mem{Base: r.x}, v.AsX())
	} else {
		VMOVSS(Mem{Base: r.x}, v.AsX())
	}
	for i, o := range r.ops {
		o.single()(r.numbers[i].AsX(), v.AsX(), v.AsX())
	}
	if double {
		VMOVSD(v.AsX(), Mem{Base: r.z})
	} else {
		VMOVSS(v.AsX(), Mem{Base: r.z})
	}
	r.move(r.size)
	DECQ(r.c)
	JNZ(LabelRef("one"))
}

// sumRegisters is how many registers add up a row of expSums: 256 bytes of sums next to each other.
const sumRegisters = 4

// An expSum is the loop of exponentials and their sums, while it is written.
type expSum struct {
	exp            form
	z, x, rest     GPVirtual       // rest: the elements of a row after its groups of registers
	neutral, shift VecVirtual      // −0, and the number that is taken from this row
	ends           []OpmaskVirtual // the elements of rest, in each register
	acc            vec             // sums of the row, in every lane
}

// expSums writes the loop that takes the exponential of rows less a number of each, and
// adds it up.
func expSums() {
	wide, double = true, false
	TEXT("expSums32AVX512", NOSPLIT, "func(z, x *float32, rows, n int, m *float32, mstep int, s *float32)")
	Pragma("noescape")
	Doc("expSums32AVX512 sets the rows of n elements at z, 0 < n, 0 < rows, to the exponentials of those at x less m[i*mstep], and s[i] to their sum.")
	e := &expSum{}
	var rows, n GPVirtual
	e.z, e.x, rows, n = loaded64("z"), loaded64("x"), loaded64("rows"), loaded64("n")
	m, s, mstep := loaded64("m"), loaded64("s"), scaled("mstep")
	e.prologue(n)
	groups := GP64()
	SHRQ(Imm(6), n)

	Label("row")
	VBROADCASTSS(Mem{Base: m}, e.shift)
	ADDQ(mstep, m)
	e.acc = make(vec, sumRegisters)
	for i := range e.acc {
		e.acc[i] = ZMM()
		VMOVAPS(e.neutral, e.acc[i])
	}
	MOVQ(n, groups)
	TESTQ(groups, groups)
	JZ(LabelRef("rest"))
	Label("group")
	e.group()
	DECQ(groups)
	JNZ(LabelRef("group"))
	Label("rest")
	e.end()
	Label("join")
	e.join()
	VMOVD(e.acc[0].AsX(), Mem{Base: s})
	ADDQ(Imm(4), s)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// prologue loads constants, and the masks of the registers that the end of a row of n elements is in.
func (e *expSum) prologue(n GPVirtual) {
	loaded, aligned = map[string][]VecVirtual{}, nil
	e.exp = exp32()
	e.exp.before()
	e.neutral, e.shift = ZMM(), ZMM()
	VBROADCASTSS(constant(bits(1<<31)), e.neutral)
	e.ends = make([]OpmaskVirtual, sumRegisters)
	rest, count, zero, ones := GP64(), GP64(), GP64(), GP64()
	e.rest = rest
	MOVQ(n, rest)
	ANDQ(U32(16*sumRegisters-1), rest)
	MOVQ(rest, count)
	XORQ(zero, zero)
	MOVQ(I64(-1), ones)
	for r := range e.ends {
		e.ends[r] = K()
		bits := GP64()
		BZHIQ(count, ones, bits)
		KMOVW(bits.As32(), e.ends[r])
		if r < sumRegisters-1 {
			SUBQ(U32(16), count)
			CMOVQLT(zero, count)
		}
	}
}

// group computes as many whole registers as there are sums, two at a time.
func (e *expSum) group() {
	unroll = 2
	for r := 0; r < sumRegisters; r += unroll {
		v := newVec()
		for j := range v {
			VMOVUPS(Mem{Base: e.x, Disp: 64 * (r + j)}, v[j])
			VSUBPS(e.shift, v[j], v[j])
		}
		y, _ := e.exp.body(v, nil)
		for j := range y {
			VMOVUPS(y[j], Mem{Base: e.z, Disp: 64 * (r + j)})
			VADDPS(y[j], e.acc[r+j], e.acc[r+j])
		}
	}
	ADDQ(U32(64*sumRegisters), e.x)
	ADDQ(U32(64*sumRegisters), e.z)
}

// end computes the end of a row under masks.
func (e *expSum) end() {
	TESTQ(e.rest, e.rest)
	JZ(LabelRef("join"))
	unroll = 1
	for r, k := range e.ends {
		v := newVec()
		VMOVUPS_Z(Mem{Base: e.x, Disp: 64 * r}, k, v[0])
		VSUBPS(e.shift, v[0], v[0])
		y, _ := e.exp.body(v, nil)
		VMOVUPS(y[0], k, Mem{Base: e.z, Disp: 64 * r})
		VADDPS(y[0], e.acc[r], k, e.acc[r])
		if r < sumRegisters-1 {
			CMPQ(e.rest, U32(16*(r+1)))
			JLE(LabelRef("ended"))
		}
	}
	Label("ended")
	LEAQ(Mem{Base: e.x, Index: e.rest, Scale: 4}, e.x)
	LEAQ(Mem{Base: e.z, Index: e.rest, Scale: 4}, e.z)
}

// join adds the registers, then the lanes of the first, into its lane 0.
func (e *expSum) join() {
	for h := sumRegisters / 2; h > 0; h /= 2 {
		for i := range h {
			VADDPS(e.acc[i+h], e.acc[i], e.acc[i])
		}
	}
	a, h := e.acc[0], ZMM()
	VEXTRACTI64X4(Imm(1), a.AsZ(), h.AsY())
	VADDPS(h.AsY(), a.AsY(), a.AsY())
	VEXTRACTI128(Imm(1), a.AsY(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
	VPSRLDQ(Imm(8), a.AsX(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
	VPSRLDQ(Imm(4), a.AsX(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
}
