package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Loops over the rows of a matrix, of which each has numbers of its own. Elements meet in
// the order that package simd states for its folds.

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

// rowChain writes a loop that takes rows through operations.
func rowChain(chain string, ops []arith) {
	size := 4
	if double {
		size = 8
	}
	name := "rows" + chain + map[bool]string{false: "32", true: "64"}[double] + levelName()
	names := []string{"a", "b"}[:len(ops)]
	TEXT(name, NOSPLIT, "func(z, x *byte, rows, n int, a *byte, astep int, b *byte, bstep int)")
	Pragma("noescape")
	doc := name + " takes rows of n elements, 0 < n, 0 < rows, through operations with a number of each row: that of row i is a[i*astep]"
	if len(ops) == 2 {
		doc += ", then b[i*bstep]"
	}
	Doc(doc + ".")
	z, x, rows, n := loaded64("z"), loaded64("x"), loaded64("rows"), loaded64("n")
	var at, step []GPVirtual
	var numbers []VecVirtual
	for _, p := range names {
		at, step = append(at, loaded64(p)), append(step, scaled(p+"step"))
		numbers = append(numbers, newReg())
	}
	bytes := 32
	if wide {
		bytes = 64
	}
	lanes := bytes / size
	c := GP64()
	ones := GP64()
	if wide {
		MOVQ(I64(-1), ones)
	}
	Label("row")
	for i, v := range numbers {
		if double {
			VBROADCASTSD(Mem{Base: at[i]}, v)
		} else {
			VBROADCASTSS(Mem{Base: at[i]}, v)
		}
		ADDQ(step[i], at[i])
	}
	MOVQ(n, c)
	SUBQ(U32(unroll*lanes), c)
	JL(LabelRef("rest"))
	Label("group")
	v := newVec()
	for j := range v {
		VMOVUPS(Mem{Base: x, Disp: j * bytes}, v[j])
	}
	for i, o := range ops {
		for j := range v {
			o.packed()(numbers[i], v[j], v[j])
		}
	}
	for j := range v {
		VMOVUPS(v[j], Mem{Base: z, Disp: j * bytes})
	}
	ADDQ(U32(unroll*bytes), x)
	ADDQ(U32(unroll*bytes), z)
	SUBQ(U32(unroll*lanes), c)
	JGE(LabelRef("group"))
	Label("rest")
	ADDQ(U32(unroll*lanes), c)
	JZ(LabelRef("next"))
	r := newReg()
	if wide {
		k, bits := K(), GP64()
		Label("some")
		BZHIQ(c, ones, bits)
		KMOVW(bits.As32(), k)
		if double {
			VMOVUPD_Z(Mem{Base: x}, k, r)
		} else {
			VMOVUPS_Z(Mem{Base: x}, k, r)
		}
		for i, o := range ops {
			o.packed()(numbers[i], r, r)
		}
		if double {
			VMOVUPD(r, k, Mem{Base: z})
		} else {
			VMOVUPS(r, k, Mem{Base: z})
		}
		ADDQ(U32(bytes), x)
		ADDQ(U32(bytes), z)
		SUBQ(U32(lanes), c)
		JG(LabelRef("some"))
		// The last register was whole or not: back to the row's end.
		SHLQ(Imm(map[bool]uint64{false: 2, true: 3}[double]), c)
		ADDQ(c, x)
		ADDQ(c, z)
	} else {
		SUBQ(U32(lanes), c)
		JL(LabelRef("few"))
		Label("some")
		VMOVUPS(Mem{Base: x}, r)
		for i, o := range ops {
			o.packed()(numbers[i], r, r)
		}
		VMOVUPS(r, Mem{Base: z})
		ADDQ(U32(bytes), x)
		ADDQ(U32(bytes), z)
		SUBQ(U32(lanes), c)
		JGE(LabelRef("some"))
		Label("few")
		ADDQ(U32(lanes), c)
		JZ(LabelRef("next"))
		Label("one")
		if double {
			VMOVSD(Mem{Base: x}, r.AsX())
		} else {
			VMOVSS(Mem{Base: x}, r.AsX())
		}
		for i, o := range ops {
			o.single()(numbers[i].AsX(), r.AsX(), r.AsX())
		}
		if double {
			VMOVSD(r.AsX(), Mem{Base: z})
		} else {
			VMOVSS(r.AsX(), Mem{Base: z})
		}
		ADDQ(U32(size), x)
		ADDQ(U32(size), z)
		DECQ(c)
		JNZ(LabelRef("one"))
	}
	Label("next")
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// expSums writes the loop that takes the exponential of rows less a number of each, and
// adds it up.
func expSums() {
	const accs = 4 // 256 bytes of sums side by side
	wide, double = true, false
	TEXT("expSums32AVX512", NOSPLIT, "func(z, x *float32, rows, n int, m *float32, mstep int, s *float32)")
	Pragma("noescape")
	Doc("expSums32AVX512 sets the rows of n elements at z, 0 < n, 0 < rows, to the exponentials of those at x less m[i*mstep], and s[i] to their sum.")
	z, x, rows, n := loaded64("z"), loaded64("x"), loaded64("rows"), loaded64("n")
	m, s, mstep := loaded64("m"), loaded64("s"), scaled("mstep")
	loaded, aligned = map[string][]VecVirtual{}, nil
	exp := exp32()
	exp.before()
	neutral, shift := ZMM(), ZMM()
	VBROADCASTSS(constant(bits(1<<31)), neutral)
	// The masks of the registers that a row's end is in.
	ks := make([]OpmaskVirtual, accs)
	rest, count, zero, ones := GP64(), GP64(), GP64(), GP64()
	MOVQ(n, rest)
	ANDQ(U32(16*accs-1), rest)
	MOVQ(rest, count)
	XORQ(zero, zero)
	MOVQ(I64(-1), ones)
	for r := range ks {
		ks[r] = K()
		bits := GP64()
		BZHIQ(count, ones, bits)
		KMOVW(bits.As32(), ks[r])
		if r < accs-1 {
			SUBQ(U32(16), count)
			CMOVQLT(zero, count)
		}
	}
	groups := GP64()
	SHRQ(Imm(6), n)

	Label("row")
	VBROADCASTSS(Mem{Base: m}, shift)
	ADDQ(mstep, m)
	acc := make(vec, accs)
	for i := range acc {
		acc[i] = ZMM()
		VMOVAPS(neutral, acc[i])
	}
	MOVQ(n, groups)
	TESTQ(groups, groups)
	JZ(LabelRef("rest"))
	Label("group")
	unroll = 2
	for r := 0; r < accs; r += unroll {
		v := newVec()
		for j := range v {
			VMOVUPS(Mem{Base: x, Disp: 64 * (r + j)}, v[j])
			VSUBPS(shift, v[j], v[j])
		}
		e, _ := exp.body(v, nil)
		for j := range e {
			VMOVUPS(e[j], Mem{Base: z, Disp: 64 * (r + j)})
			VADDPS(e[j], acc[r+j], acc[r+j])
		}
	}
	ADDQ(U32(64*accs), x)
	ADDQ(U32(64*accs), z)
	DECQ(groups)
	JNZ(LabelRef("group"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("join"))
	unroll = 1
	for r := range accs {
		v := newVec()
		VMOVUPS_Z(Mem{Base: x, Disp: 64 * r}, ks[r], v[0])
		VSUBPS(shift, v[0], v[0])
		e, _ := exp.body(v, nil)
		VMOVUPS(e[0], ks[r], Mem{Base: z, Disp: 64 * r})
		VADDPS(e[0], acc[r], ks[r], acc[r])
		if r < accs-1 {
			CMPQ(rest, U32(16*(r+1)))
			JLE(LabelRef("ended"))
		}
	}
	Label("ended")
	LEAQ(Mem{Base: x, Index: rest, Scale: 4}, x)
	LEAQ(Mem{Base: z, Index: rest, Scale: 4}, z)
	Label("join")
	for h := accs / 2; h > 0; h /= 2 {
		for i := range h {
			VADDPS(acc[i+h], acc[i], acc[i])
		}
	}
	a, h := acc[0], ZMM()
	VEXTRACTI64X4(Imm(1), a.AsZ(), h.AsY())
	VADDPS(h.AsY(), a.AsY(), a.AsY())
	VEXTRACTI128(Imm(1), a.AsY(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
	VPSRLDQ(Imm(8), a.AsX(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
	VPSRLDQ(Imm(4), a.AsX(), h.AsX())
	VADDPS(h.AsX(), a.AsX(), a.AsX())
	VMOVD(a.AsX(), Mem{Base: s})
	ADDQ(Imm(4), s)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
