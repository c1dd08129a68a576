package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// logicalLoops writes what asks which elements are not zero: bits outside a mask do not
// count, such as the sign of −0. Elements have 8 to 128 bits.
func logicalLoops(l level) {
	anyRows(l)
	for _, bits := range []int{8, 16, 32, 64, 128} {
		allRows(l, bits, false)
		allRows(l, bits, true)
	}
	for _, bits := range []int{8, 16, 32, 64} {
		if l.wide() || bits < 64 {
			nonzero(l, bits)
		}
	}
	for _, k := range []kind{float32s, float64s, int8s, int16s, int32s, int64s} {
		find(l, k, false)
		if k.float {
			find(l, k, true)
		}
	}
	for _, k := range []kind{float32s, float64s, int32s, int64s, uint32s, uint64s} {
		extremeIndices(l, k, true)
		extremeIndices(l, k, false)
	}
}

// anyRows has one form for all elements.
func anyRows(l level) {
	name := "anyRows" + l.name
	TEXT(name, NOSPLIT, "func(z *uint8, x *uint8, rows, n, step int, mask uint64)")
	Pragma("noescape")
	Doc(name + " sets z[i] to 1 if of the n bytes from x[i*step] on, 0 < n, one is not zero under mask, else to 0.")
	z, x, left, n, step, mask := param("z"), param("x"), param("rows"), param("n"), param("step"), param("mask")
	m := l.vec()
	VMOVQ(mask, m.AsX())
	VPBROADCASTQ(m.AsX(), m)
	group := 4 * l.bytes
	p, c, result := GP64(), GP64(), GP32()

	Label("row")
	MOVQ(x, p)
	MOVQ(n, c)
	MOVL(U32(1), result)
	SUBQ(U32(group), c)
	JL(LabelRef("rest"))
	Label("group")
	v := l.vec()
	load(l, Mem{Base: p}, v)
	for i := 1; i < 4; i++ {
		if l.wide() {
			VPORQ(Mem{Base: p, Disp: i * l.bytes}, v, v)
		} else {
			VPOR(Mem{Base: p, Disp: i * l.bytes}, v, v)
		}
	}
	anyIn(l, m, v)
	ADDQ(U32(group), p)
	SUBQ(U32(group), c)
	JGE(LabelRef("group"))
	Label("rest")
	ADDQ(U32(group), c)
	if l.wide() {
		wideAnyTail(l, m, p, c)
	} else {
		narrowAnyTail(l, m, p, c, mask)
	}
	Label("none")
	XORL(result, result)
	Label("found")
	MOVB(result.As8(), Mem{Base: z})
	INCQ(z)
	ADDQ(step, x)
	DECQ(left)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// anyIn jumps to found if an element of v is not zero under m.
func anyIn(l level, m, v VecVirtual) {
	if l.wide() {
		k := K()
		VPTESTMQ(m, v, k)
		KORTESTW(k, k)
	} else {
		VPTEST(m, v)
	}
	JNZ(LabelRef("found"))
}

// wideAnyTail asks the last c bytes, from p on, a register at a time.
func wideAnyTail(l level, m VecVirtual, p, c GPVirtual) {
	ones := GP64()
	MOVQ(I64(-1), ones)
	Label("one")
	TESTQ(c, c)
	JLE(LabelRef("none"))
	count, k, w := GP64(), K(), ZMM()
	MOVQ(c, count)
	BZHIQ(count, ones, count)
	KMOVQ(count, k)
	VMOVDQU8_Z(Mem{Base: p}, k, w)
	anyIn(l, m, w)
	ADDQ(U32(64), p)
	SUBQ(U32(64), c)
	JMP(LabelRef("one"))
}

// narrowAnyTail asks the last c bytes, from p on: registers, words of eight, and then one by one.
func narrowAnyTail(l level, m VecVirtual, p, c, mask GPVirtual) {
	Label("one")
	SUBQ(U32(32), c)
	JL(LabelRef("words"))
	w := YMM()
	load(l, Mem{Base: p}, w)
	anyIn(l, m, w)
	ADDQ(U32(32), p)
	JMP(LabelRef("one"))
	Label("words")
	ADDQ(U32(32), c)
	Label("word")
	SUBQ(U32(8), c)
	JL(LabelRef("bytes"))
	TESTQ(mask, Mem{Base: p})
	JNZ(LabelRef("found"))
	ADDQ(U32(8), p)
	JMP(LabelRef("word"))
	Label("bytes")
	rest, b := GP64(), GP32()
	MOVQ(mask, rest)
	ADDQ(U32(8), c)
	Label("byte")
	SUBQ(U32(1), c)
	JL(LabelRef("none"))
	MOVBLZX(Mem{Base: p}, b)
	TESTL(rest.As32(), b)
	JNZ(LabelRef("found"))
	SHRQ(Imm(8), rest)
	ADDQ(U32(1), p)
	// Above the lowest byte b is zero.
	JMP(LabelRef("byte"))
}

func load(l level, mem Op, v VecVirtual) {
	if l.wide() {
		VMOVDQU64(mem, v)
	} else {
		VMOVDQU(mem, v)
	}
}

// zeros sets bits of k where elements of v are zero under m; zeros2 sets those of z's
// lanes, with AVX2.
func zeros(bits int, m, v VecVirtual, k, if_ OpmaskVirtual) {
	ops := []Op{m, v, k}
	if if_ != nil {
		ops = []Op{m, v, if_, k}
	}
	switch bits {
	case 8:
		VPTESTNMB(ops...)
	case 16:
		VPTESTNMW(ops...)
	case 32:
		VPTESTNMD(ops...)
	default:
		VPTESTNMQ(ops...)
	}
}

func zeros2(bits int, m, zero, v, z VecVirtual) {
	VPAND(m, v, z)
	switch bits {
	case 8:
		VPCMPEQB(zero, z, z)
	case 16:
		VPCMPEQW(zero, z, z)
	case 32:
		VPCMPEQD(zero, z, z)
	default:
		VPCMPEQQ(zero, z, z)
	}
}

// every is a function that asks of rows whether all elements are not zero, or counts those
// that are not, while it is written.
type every struct {
	l     level
	bits  int // of an element
	count bool

	z, x, left, n, step, mask GPVirtual
	m, zero                   VecVirtual
	p, c, sum, rest           GPVirtual
	tail                      func() // takes in the last elements of a row
}

func (f *every) size() int  { return f.bits / 8 }
func (f *every) lanes() int { return f.l.bytes / f.size() }

// allRows writes the function: for each row groups of four registers, single ones, and the rest.
func allRows(l level, bits int, count bool) {
	f := &every{l: l, bits: bits, count: count}
	f.prologue()
	if l.wide() {
		f.wideTail()
	} else {
		f.narrowTail()
	}

	c := f.c
	Label("row")
	MOVQ(f.x, f.p)
	MOVQ(f.n, c)
	XORQ(f.sum, f.sum)
	SUBQ(U32(4*f.lanes()), c)
	JL(LabelRef("ones"))
	Label("group")
	var vs []VecVirtual
	for i := range 4 {
		vs = append(vs, f.get(Mem{Base: f.p, Disp: i * l.bytes}))
	}
	f.of(vs, nil)
	ADDQ(U32(4*l.bytes), f.p)
	SUBQ(U32(4*f.lanes()), c)
	JGE(LabelRef("group"))
	Label("ones")
	ADDQ(U32(4*f.lanes()), c)
	Label("one")
	SUBQ(U32(f.lanes()), c)
	JL(LabelRef("rest"))
	f.of([]VecVirtual{f.get(Mem{Base: f.p})}, nil)
	ADDQ(U32(l.bytes), f.p)
	JMP(LabelRef("one"))
	Label("rest")
	TESTQ(f.rest, f.rest)
	JZ(LabelRef("end"))
	f.tail()
	Label("end")
	f.finish()
	ADDQ(f.step, f.x)
	DECQ(f.left)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// prologue begins the function, with its parameters in registers.
func (f *every) prologue() {
	name, result, doc := "all", "uint8", "to 1 if of n elements all are not zero under mask, else to 0"
	if f.count {
		name, result, doc = "count", "int64", "to the number of n elements that are not zero under mask"
	}
	name = fmt.Sprintf("%s%dRows%s", name, f.bits, f.l.name)
	TEXT(name, NOSPLIT, "func(z *"+result+", x *uint8, rows, n, step int, mask uint64)")
	Pragma("noescape")
	Doc(name + " sets z[i] " + doc + ", from x[i*step] on, 0 < n; step is in bytes.")
	f.z, f.x, f.left, f.n, f.step, f.mask = param("z"), param("x"), param("rows"), param("n"), param("step"), param("mask")
	f.m = f.l.vec()
	VMOVQ(f.mask, f.m.AsX())
	VPBROADCASTQ(f.m.AsX(), f.m)
	f.p, f.c, f.sum = GP64(), GP64(), GP64()
	if !f.l.wide() {
		f.zero = YMM()
		VPXOR(f.zero, f.zero, f.zero)
	}
	f.rest = GP64()
	MOVQ(f.n, f.rest)
	ANDQ(U32(f.lanes()-1), f.rest)
}

// get returns a register whose lanes are zero where elements are; those of 128 bits have
// two equal lanes.
func (f *every) get(mem Op) VecVirtual {
	v := f.l.vec()
	load(f.l, mem, v)
	if f.bits == 128 {
		t := f.l.vec()
		VPSHUFD(Imm(0x4e), v, t)
		if f.l.wide() {
			VPORQ(t, v, v)
		} else {
			VPOR(t, v, v)
		}
	}
	return v
}

// of counts the zeros of registers, in the lanes of mask if that is not nil, or jumps to
// found if there is one.
func (f *every) of(vs []VecVirtual, mask OpmaskVirtual) {
	if f.l.wide() {
		f.wideOf(vs, mask)
	} else {
		f.narrowOf(vs)
	}
}

func (f *every) wideOf(vs []VecVirtual, mask OpmaskVirtual) {
	var all OpmaskVirtual
	for _, v := range vs {
		k := K()
		zeros(f.bits, f.m, v, k, mask)
		switch {
		case f.count:
			g := GP64()
			KMOVQ(k, g)
			POPCNTQ(g, g)
			ADDQ(g, f.sum)
		case all == nil:
			all = k
		default:
			KORQ(k, all, all)
		}
	}
	if !f.count {
		KORTESTQ(all, all)
		JNZ(LabelRef("found"))
	}
}

func (f *every) narrowOf(vs []VecVirtual) {
	var all VecVirtual
	for _, v := range vs {
		zeros2(f.bits, f.m, f.zero, v, v)
		switch {
		case f.count:
			g := GP32()
			VPMOVMSKB(v, g)
			POPCNTL(g, g)
			ADDQ(g.As64(), f.sum)
		case all == nil:
			all = v
		default:
			VPOR(v, all, all)
		}
	}
	if !f.count {
		VPTEST(all, all)
		JNZ(LabelRef("found"))
	}
}

// wideTail prepares a mask for the last elements of a row.
func (f *every) wideTail() {
	k, ones := K(), GP64()
	MOVQ(I64(-1), ones)
	inLanes := GP64()
	MOVQ(f.rest, inLanes)
	if f.bits == 128 {
		ADDQ(inLanes, inLanes)
	}
	BZHIQ(inLanes, ones, ones)
	KMOVQ(ones, k)
	f.tail = func() {
		v := ZMM()
		loadMasked(f.bits, Mem{Base: f.p}, k, v)
		if f.bits == 128 {
			t := ZMM()
			VPSHUFD(Imm(0x4e), v, t)
			VPORQ(t, v, v)
		}
		f.of([]VecVirtual{v}, k)
	}
}

// loadMasked loads the lanes of k, of up to 64 bits, with zeros elsewhere.
func loadMasked(bits int, mem Mem, k OpmaskVirtual, v VecVirtual) {
	switch bits {
	case 8:
		VMOVDQU8_Z(mem, k, v)
	case 16:
		VMOVDQU16_Z(mem, k, v)
	case 32:
		VMOVDQU32_Z(mem, k, v)
	default:
		VMOVDQU64_Z(mem, k, v)
	}
}

// narrowTail prepares memory to which the last elements of a row are copied.
func (f *every) narrowTail() {
	local, full := GP64(), YMM()
	LEAQ(AllocLocal(32), local)
	VPCMPEQB(full, full, full)
	VMOVDQU(full, Mem{Base: local}) // what is not zero, where there are no elements
	f.tail = func() {
		i, word := GP64(), GP64()
		MOVQ(f.rest, i)
		if f.bits == 128 {
			ADDQ(i, i)
		}
		Label("copy")
		SUBQ(Imm(1), i)
		JL(LabelRef("copied"))
		copyElement(min(f.size(), 8), f.p, local, i, word)
		JMP(LabelRef("copy"))
		Label("copied")
		f.of([]VecVirtual{f.get(Mem{Base: local})}, nil)
	}
}

// finish stores what a row comes to.
func (f *every) finish() {
	if !f.count {
		INCQ(f.sum)
		Label("found")
		MOVB(f.sum.As8(), Mem{Base: f.z})
		INCQ(f.z)
		return
	}
	// Zeros were counted by lanes, and by bytes.
	per := 1
	if !f.l.wide() {
		per = f.size()
	} else if f.bits == 128 {
		per = 2
	}
	if per > 1 {
		SHRQ(Imm(shift(per)), f.sum)
	}
	NEGQ(f.sum)
	ADDQ(f.n, f.sum)
	MOVQ(f.sum, Mem{Base: f.z})
	ADDQ(Imm(8), f.z)
}

// nonzero writes 1 where elements are not zero, else 0.
func nonzero(l level, bits int) {
	name := fmt.Sprintf("nonzero%d%s", bits, l.name)
	size := bits / 8
	lanes := 64 / size // of a step with AVX-512
	if !l.wide() {
		lanes = 32
	}
	TEXT(name, NOSPLIT, "func(z *uint8, x *uint8, n int, mask uint64)")
	Pragma("noescape")
	if l.wide() {
		Doc(name + " sets z[i] to 1 if element i of n is not zero under mask, else to 0.")
	} else {
		Doc(name + " sets z[i] to 1 if element i of n, a multiple of 32, is not zero under mask, else to 0.")
	}
	z, x, n, mask := param("z"), param("x"), param("n"), param("mask")
	m, ones := l.vec(), l.vec()
	VMOVQ(mask, m.AsX())
	VPBROADCASTQ(m.AsX(), m)
	spread(l, 1, 1, ones)
	SUBQ(U32(lanes), n)
	JL(LabelRef("rest"))
	Label("wide")
	if l.wide() {
		v, k, b := ZMM(), K(), ZMM()
		load(l, Mem{Base: x}, v)
		nonzeros(bits, m, v, k)
		VMOVDQU8_Z(ones, k, b)
		switch bits {
		case 8:
			VMOVDQU64(b, Mem{Base: z})
		case 16:
			VMOVDQU(b.AsY(), Mem{Base: z})
		case 32:
			VMOVDQU(b.AsX(), Mem{Base: z})
		default:
			VMOVQ(b.AsX(), Mem{Base: z})
		}
	} else {
		zero := YMM()
		VPXOR(zero, zero, zero)
		var vs []VecVirtual
		for i := range size {
			v := YMM()
			load(l, Mem{Base: x, Disp: 32 * i}, v)
			zeros2(bits, m, zero, v, v)
			vs = append(vs, v)
		}
		// Packing takes 128 bits of each in turn.
		switch bits {
		case 16:
			VPACKSSWB(vs[1], vs[0], vs[0])
			VPERMQ(Imm(0xd8), vs[0], vs[0])
		case 32:
			VPACKSSDW(vs[1], vs[0], vs[0])
			VPACKSSDW(vs[3], vs[2], vs[2])
			VPERMQ(Imm(0xd8), vs[0], vs[0])
			VPERMQ(Imm(0xd8), vs[2], vs[2])
			VPACKSSWB(vs[2], vs[0], vs[0])
			VPERMQ(Imm(0xd8), vs[0], vs[0])
		}
		VPANDN(ones, vs[0], vs[0])
		VMOVDQU(vs[0], Mem{Base: z})
	}
	ADDQ(U32(lanes), z)
	ADDQ(U32(lanes*size), x)
	SUBQ(U32(lanes), n)
	JGE(LabelRef("wide"))
	Label("rest")
	if l.wide() {
		ADDQ(U32(lanes), n)
		JZ(LabelRef("done"))
		all, tail, v, k, b := GP64(), K(), ZMM(), K(), ZMM()
		MOVQ(I64(-1), all)
		BZHIQ(n, all, all)
		KMOVQ(all, tail)
		loadMasked(bits, Mem{Base: x}, tail, v)
		nonzeros(bits, m, v, k)
		VMOVDQU8_Z(ones, k, b)
		VMOVDQU8(b, tail, Mem{Base: z})
		Label("done")
	}
	VZEROUPPER()
	RET()
}

func nonzeros(bits int, m, v VecVirtual, k OpmaskVirtual) {
	switch bits {
	case 8:
		VPTESTMB(m, v, k)
	case 16:
		VPTESTMW(m, v, k)
	case 32:
		VPTESTMD(m, v, k)
	default:
		VPTESTMQ(m, v, k)
	}
}

// find looks for the first element that equals v, or is NaN.
func find(l level, k kind, nan bool) {
	name, signature, doc := "find"+k.name+l.name, "func(x *"+k.a+", n int, v "+k.a+") int", "that equals v"
	if nan {
		name, signature, doc = "findNaN"+k.name+l.name, "func(x *"+k.a+", n int) int", "that is NaN"
	}
	lanes := k.lanes(l)
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s returns the index of the first of n elements %s, or n if there is none. n is a multiple of %d.", name, doc, lanes))
	x, n := param("x"), param("n")
	v := l.vec()
	if !nan {
		spreadParam(k.size, "v", v)
	}
	p, end, i := GP64(), GP64(), GP64()
	MOVQ(x, p)
	MOVQ(n, end)
	bytesOf(end, k.size)
	ADDQ(x, end)
	match := func(disp int) (m OpmaskVirtual, w VecVirtual) { return matches(l, k, nan, Mem{Base: p, Disp: disp}, v) }
	// Four at a time, until one of them has it.
	last := GP64()
	LEAQ(Mem{Base: end, Disp: -4 * l.bytes}, last)
	JMP(LabelRef("more"))
	Label("four")
	var masks []OpmaskVirtual
	var marked []VecVirtual
	for i := range 4 {
		m, w := match(i * l.bytes)
		masks, marked = append(masks, m), append(marked, w)
	}
	if l.wide() {
		KORQ(masks[0], masks[1], masks[1])
		KORQ(masks[2], masks[3], masks[3])
		KORTESTQ(masks[1], masks[3])
	} else {
		VPOR(marked[0], marked[1], marked[1])
		VPOR(marked[2], marked[3], marked[3])
		VPOR(marked[1], marked[3], marked[3])
		VPTEST(marked[3], marked[3])
	}
	JNZ(LabelRef("next"))
	ADDQ(U32(4*l.bytes), p)
	Label("more")
	CMPQ(p, last)
	JLE(LabelRef("four"))
	Label("next")
	CMPQ(p, end)
	JGE(LabelRef("none"))
	m, w := match(0)
	if l.wide() {
		KMOVQ(m, i)
	} else {
		VPMOVMSKB(w, i.As32())
	}
	TESTQ(i, i)
	JNZ(LabelRef("found"))
	ADDQ(U32(l.bytes), p)
	JMP(LabelRef("next"))
	Label("found")
	BSFQ(i, i)
	if !l.wide() && k.size > 1 {
		SHRQ(Imm(shift(k.size)), i) // bytes were marked
	}
	SUBQ(x, p)
	if k.size > 1 {
		SHRQ(Imm(shift(k.size)), p)
	}
	ADDQ(p, i)
	Store(i, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Label("none")
	Store(n, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// spreadParam puts a parameter into all lanes of v.
func spreadParam(size int, name string, v VecVirtual) {
	switch size {
	case 1:
		g := GP32()
		Load(Param(name), g.As8())
		VMOVD(g, v.AsX())
		VPBROADCASTB(v.AsX(), v)
	case 2:
		g := GP32()
		Load(Param(name), g.As16())
		VMOVD(g, v.AsX())
		VPBROADCASTW(v.AsX(), v)
	case 4:
		a, _ := Param(name).Resolve()
		VBROADCASTSS(a.Addr, v)
	default:
		a, _ := Param(name).Resolve()
		VPBROADCASTQ(a.Addr, v)
	}
}

// matches compares a register in memory with v, or looks for NaN in it, into a mask or one.
func matches(l level, k kind, nan bool, mem Mem, v VecVirtual) (m OpmaskVirtual, w VecVirtual) {
	w = l.vec()
	load(l, mem, w)
	other := v
	imm := Imm(0) // equal
	if nan {
		other, imm = w, Imm(unordered)
	}
	var z Op = w
	if l.wide() {
		m = K()
		z = m
	}
	switch {
	case k.float && k.size == 4:
		VCMPPS(imm, other, w, z)
	case k.float:
		VCMPPD(imm, other, w, z)
	case k.size == 1:
		VPCMPEQB(other, w, z)
	case k.size == 2:
		VPCMPEQW(other, w, z)
	case k.size == 4:
		VPCMPEQD(other, w, z)
	default:
		VPCMPEQQ(other, w, z)
	}
	return m, w
}

// indexed is a function that reduces the outer axis to extremes and their positions, while it is
// written: rows into the greatest, or least, values and the numbers of their rows.
type indexed struct {
	l    level
	k    kind
	most bool

	top, best, x, w, left, step, step3 GPVirtual
	index, ones                        VecVirtual // the number of the row, and 1
	bias                               VecVirtual // makes integers without sign signed ones, for AVX2
	rest                               lanes
}

// extremeIndices writes the function.
func extremeIndices(l level, k kind, most bool) {
	f := &indexed{l: l, k: k, most: most}
	f.prologue()
	Label("four")
	CMPQ(f.left, U32(4))
	JL(LabelRef("singles"))
	f.columns("f", 4)
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 4}, f.x)
	SUBQ(U32(4), f.left)
	JMP(LabelRef("four"))
	Label("singles")
	TESTQ(f.left, f.left)
	JZ(LabelRef("done"))
	f.columns("s", 1)
	ADDQ(f.step, f.x)
	DECQ(f.left)
	JMP(LabelRef("singles"))
	Label("done")
	VZEROUPPER()
	RET()
}

// prologue begins the function, with its parameters in registers.
func (f *indexed) prologue() {
	l, k := f.l, f.k
	name := "least"
	if f.most {
		name = "greatest"
	}
	name += k.name + "Indices" + l.name
	position := map[int]string{4: "int32", 8: "int64"}[k.size]
	TEXT(name, NOSPLIT, "func(top *"+k.a+", best *"+position+", x *"+k.a+", w, rows, step int, first int)")
	Pragma("noescape")
	Doc(name + " replaces top's element by that of row x[i*step], w elements long, and best's by first+i, where it is more extreme, or the first NaN; 0 < w.")
	f.top, f.best, f.x, f.w, f.left, f.step = param("top"), param("best"), param("x"), param("w"), param("rows"), param("step")
	bytesOf(f.step, k.size)
	f.index, f.ones = l.vec(), l.vec()
	first := GP64()
	Load(Param("first"), first)
	VMOVQ(first, f.index.AsX())
	if k.size == 4 {
		VPBROADCASTD(f.index.AsX(), f.index)
	} else {
		VPBROADCASTQ(f.index.AsX(), f.index)
	}
	spread(l, k.size, 1, f.ones)
	if !k.float && !k.sign && !l.wide() {
		f.bias = YMM()
		spread(l, k.size, 1<<(8*k.size-1), f.bias)
	}
	rest := GP64()
	MOVQ(f.w, rest)
	ANDQ(U32(k.lanes(l)-1), rest)
	f.rest = firstLanes(l, k.size, rest)
	f.step3 = GP64()
	LEAQ(Mem{Base: f.step, Index: f.step, Scale: 2}, f.step3)
}

// numbers is the predicate of VCMPPS for two that are not NaN.
const numbers = 0x07

// beats is the predicate of VCMPPS for what replaces another value, or is NaN.
func (f *indexed) beats() Op {
	if f.most {
		return Imm(0x16) // not at most, or unordered
	}
	return Imm(0x19) // not at least, or unordered
}

// take replaces t and b by v and its number i.
func (f *indexed) take(t, b, v, i VecVirtual) {
	if !f.l.wide() {
		c := f.narrowBeats(t, v)
		VBLENDVPS(c, v, t, t)
		VBLENDVPS(c, i, b, b)
		return
	}
	c := f.wideBeats(t, v)
	if f.k.size == 4 {
		VMOVDQA32(v, c, t)
		VMOVDQA32(i, c, b)
	} else {
		VMOVDQA64(v, c, t)
		VMOVDQA64(i, c, b)
	}
}

// wideBeats returns the mask of the lanes in which v replaces t.
func (f *indexed) wideBeats(t, v VecVirtual) OpmaskVirtual {
	k, c := f.k, K()
	if k.float {
		real := K()
		if k.size == 4 {
			VCMPPS(Imm(numbers), t, t, real)
			VCMPPS(f.beats(), t, v, real, c)
		} else {
			VCMPPD(Imm(numbers), t, t, real)
			VCMPPD(f.beats(), t, v, real, c)
		}
		return c
	}
	imm := Imm(6) // greater
	if !f.most {
		imm = Imm(1) // less
	}
	switch {
	case k.size == 4 && k.sign:
		VPCMPD(imm, t, v, c)
	case k.size == 4:
		VPCMPUD(imm, t, v, c)
	case k.sign:
		VPCMPQ(imm, t, v, c)
	default:
		VPCMPUQ(imm, t, v, c)
	}
	return c
}

// narrowBeats is wideBeats with AVX2.
func (f *indexed) narrowBeats(t, v VecVirtual) VecVirtual {
	k, c := f.k, YMM()
	if k.float {
		real := YMM()
		if k.size == 4 {
			VCMPPS(Imm(numbers), t, t, real)
			VCMPPS(f.beats(), t, v, c)
		} else {
			VCMPPD(Imm(numbers), t, t, real)
			VCMPPD(f.beats(), t, v, c)
		}
		VPAND(real, c, c)
		return c
	}
	a, b := t, v
	if f.bias != nil {
		a, b = YMM(), YMM()
		VPXOR(f.bias, t, a)
		VPXOR(f.bias, v, b)
	}
	if !f.most {
		a, b = b, a
	}
	if k.size == 4 {
		VPCMPGTD(a, b, c)
	} else {
		VPCMPGTQ(a, b, c)
	}
	return c
}

// plus1 sets z to i + 1.
func (f *indexed) plus1(i, z VecVirtual) {
	if f.k.size == 4 {
		VPADDD(f.ones, i, z)
	} else {
		VPADDQ(f.ones, i, z)
	}
}

// row returns the address of row r of four, from p on.
func (f *indexed) row(p GPVirtual, r int) Mem {
	switch r {
	case 1, 2:
		return Mem{Base: p, Index: f.step, Scale: uint8(r)}
	case 3:
		return Mem{Base: p, Index: f.step3, Scale: 1}
	}
	return Mem{Base: p}
}

// columns writes the loop over the columns of a group of rows.
func (f *indexed) columns(label string, group int) {
	l, k := f.l, f.k
	plain := kind{size: k.size, xsize: k.size}
	p, a, b, c := GP64(), GP64(), GP64(), GP64()
	MOVQ(f.x, p)
	MOVQ(f.top, a)
	MOVQ(f.best, b)
	MOVQ(f.w, c)
	body := func(some bool) {
		get := func(mem Mem) VecVirtual { return f.rest.load(l, plain, mem, some) }
		t, u := get(Mem{Base: a}), get(Mem{Base: b})
		i := f.index
		for r := range group {
			f.take(t, u, get(f.row(p, r)), i)
			if r < group-1 {
				next := l.vec()
				f.plus1(i, next)
				i = next
			}
		}
		f.rest.store(l, t, Mem{Base: a}, some)
		f.rest.store(l, u, Mem{Base: b}, some)
	}
	SUBQ(U32(k.lanes(l)), c)
	JL(LabelRef(label + "tail"))
	Label(label + "wide")
	body(false)
	ADDQ(U32(l.bytes), p)
	ADDQ(U32(l.bytes), a)
	ADDQ(U32(l.bytes), b)
	SUBQ(U32(k.lanes(l)), c)
	JGE(LabelRef(label + "wide"))
	Label(label + "tail")
	ADDQ(U32(k.lanes(l)), c)
	JZ(LabelRef(label + "done"))
	body(true)
	Label(label + "done")
	for range group {
		f.plus1(f.index, f.index)
	}
}
