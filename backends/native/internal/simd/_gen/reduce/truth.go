package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// truthLoops writes what asks which elements are not zero: bits outside a mask do not
// count, such as the sign of −0. Elements have 8 to 128 bits.
func truthLoops(l level) {
	anyLines(l)
	for _, bits := range []int{8, 16, 32, 64, 128} {
		allLines(l, bits, false)
		allLines(l, bits, true)
	}
	for _, bits := range []int{8, 16, 32, 64} {
		if l.wide() || bits < 64 {
			truths(l, bits)
		}
	}
	for _, k := range []kind{float32s, float64s, int8s, int16s, int32s, int64s} {
		find(l, k, false)
		if k.float {
			find(l, k, true)
		}
	}
	for _, k := range []kind{float32s, float64s, int32s, int64s, uint32s, uint64s} {
		places(l, k, true)
		places(l, k, false)
	}
}

// anyLines has one form for all elements.
func anyLines(l level) {
	name := "anyLines" + l.name
	TEXT(name, NOSPLIT, "func(z *uint8, x *uint8, lines, n, step int, mask uint64)")
	Pragma("noescape")
	Doc(name + " sets z[i] to 1 if of the n bytes from x[i*step] on, 0 < n, one is not zero under mask, else to 0.")
	z, x, left, n, step, mask := param("z"), param("x"), param("lines"), param("n"), param("step"), param("mask")
	m := l.vec()
	VMOVQ(mask, m.AsX())
	VPBROADCASTQ(m.AsX(), m)
	group := 4 * l.bytes
	p, c, result := GP64(), GP64(), GP32()

	Label("line")
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
	test := func(v VecVirtual) {
		if l.wide() {
			k := K()
			VPTESTMQ(m, v, k)
			KORTESTW(k, k)
		} else {
			VPTEST(m, v)
		}
		JNZ(LabelRef("found"))
	}
	test(v)
	ADDQ(U32(group), p)
	SUBQ(U32(group), c)
	JGE(LabelRef("group"))
	Label("rest")
	ADDQ(U32(group), c)
	if l.wide() {
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
		test(w)
		ADDQ(U32(64), p)
		SUBQ(U32(64), c)
		JMP(LabelRef("one"))
	} else {
		Label("one")
		SUBQ(U32(32), c)
		JL(LabelRef("words"))
		w := YMM()
		load(l, Mem{Base: p}, w)
		test(w)
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
	Label("none")
	XORL(result, result)
	Label("found")
	MOVB(result.As8(), Mem{Base: z})
	INCQ(z)
	ADDQ(step, x)
	DECQ(left)
	JNZ(LabelRef("line"))
	VZEROUPPER()
	RET()
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

// allLines asks whether all elements are not zero, or counts them.
func allLines(l level, bits int, count bool) {
	name, result, doc := "all", "uint8", "to 1 if of n elements all are not zero under mask, else to 0"
	if count {
		name, result, doc = "count", "int64", "to the number of n elements that are not zero under mask"
	}
	name = fmt.Sprintf("%s%dLines%s", name, bits, l.name)
	TEXT(name, NOSPLIT, "func(z *"+result+", x *uint8, lines, n, step int, mask uint64)")
	Pragma("noescape")
	Doc(name + " sets z[i] " + doc + ", from x[i*step] on, 0 < n; step is in bytes.")
	z, x, left, n, step, mask := param("z"), param("x"), param("lines"), param("n"), param("step"), param("mask")
	m := l.vec()
	VMOVQ(mask, m.AsX())
	VPBROADCASTQ(m.AsX(), m)
	size := bits / 8
	lanes := l.bytes / size
	p, c, sum := GP64(), GP64(), GP64()

	// get returns a register whose lanes are zero where elements are; those of 128 bits
	// have two equal lanes.
	get := func(mem Op) VecVirtual {
		v := l.vec()
		load(l, mem, v)
		if bits == 128 {
			t := l.vec()
			VPSHUFD(Imm(0x4e), v, t)
			if l.wide() {
				VPORQ(t, v, v)
			} else {
				VPOR(t, v, v)
			}
		}
		return v
	}
	var zero VecVirtual
	if !l.wide() {
		zero = YMM()
		VPXOR(zero, zero, zero)
	}
	// of counts, or finds, the zeros of registers.
	of := func(vs []VecVirtual, if_ OpmaskVirtual) {
		if l.wide() {
			var all OpmaskVirtual
			for _, v := range vs {
				k := K()
				zeros(bits, m, v, k, if_)
				switch {
				case count:
					g := GP64()
					KMOVQ(k, g)
					POPCNTQ(g, g)
					ADDQ(g, sum)
				case all == nil:
					all = k
				default:
					KORQ(k, all, all)
				}
			}
			if !count {
				KORTESTQ(all, all)
				JNZ(LabelRef("found"))
			}
			return
		}
		var all VecVirtual
		for _, v := range vs {
			zeros2(bits, m, zero, v, v)
			switch {
			case count:
				g := GP32()
				VPMOVMSKB(v, g)
				POPCNTL(g, g)
				ADDQ(g.As64(), sum)
			case all == nil:
				all = v
			default:
				VPOR(v, all, all)
			}
		}
		if !count {
			VPTEST(all, all)
			JNZ(LabelRef("found"))
		}
	}
	var tail func()
	rest := GP64()
	MOVQ(n, rest)
	ANDQ(U32(lanes-1), rest)
	if l.wide() {
		k, ones := K(), GP64()
		MOVQ(I64(-1), ones)
		inLanes := GP64()
		MOVQ(rest, inLanes)
		if bits == 128 {
			ADDQ(inLanes, inLanes)
		}
		BZHIQ(inLanes, ones, ones)
		KMOVQ(ones, k)
		tail = func() {
			v := ZMM()
			switch bits {
			case 8:
				VMOVDQU8_Z(Mem{Base: p}, k, v)
			case 16:
				VMOVDQU16_Z(Mem{Base: p}, k, v)
			case 32:
				VMOVDQU32_Z(Mem{Base: p}, k, v)
			default:
				VMOVDQU64_Z(Mem{Base: p}, k, v)
			}
			if bits == 128 {
				t := ZMM()
				VPSHUFD(Imm(0x4e), v, t)
				VPORQ(t, v, v)
			}
			of([]VecVirtual{v}, k)
		}
	} else {
		local, full := GP64(), YMM()
		LEAQ(AllocLocal(32), local)
		VPCMPEQB(full, full, full)
		VMOVDQU(full, Mem{Base: local}) // what is not zero, where there are no elements
		tail = func() {
			i, word := GP64(), GP64()
			MOVQ(rest, i)
			unit := min(size, 8)
			if bits == 128 {
				ADDQ(i, i)
			}
			Label("copy")
			SUBQ(Imm(1), i)
			JL(LabelRef("copied"))
			from, to := Mem{Base: p, Index: i, Scale: uint8(unit)}, Mem{Base: local, Index: i, Scale: uint8(unit)}
			switch unit {
			case 1:
				MOVBLZX(from, word.As32())
				MOVB(word.As8(), to)
			case 2:
				MOVWLZX(from, word.As32())
				MOVW(word.As16(), to)
			case 4:
				MOVL(from, word.As32())
				MOVL(word.As32(), to)
			default:
				MOVQ(from, word)
				MOVQ(word, to)
			}
			JMP(LabelRef("copy"))
			Label("copied")
			of([]VecVirtual{get(Mem{Base: local})}, nil)
		}
	}

	Label("line")
	MOVQ(x, p)
	MOVQ(n, c)
	XORQ(sum, sum)
	SUBQ(U32(4*lanes), c)
	JL(LabelRef("ones"))
	Label("group")
	var vs []VecVirtual
	for i := range 4 {
		vs = append(vs, get(Mem{Base: p, Disp: i * l.bytes}))
	}
	of(vs, nil)
	ADDQ(U32(4*l.bytes), p)
	SUBQ(U32(4*lanes), c)
	JGE(LabelRef("group"))
	Label("ones")
	ADDQ(U32(4*lanes), c)
	Label("one")
	SUBQ(U32(lanes), c)
	JL(LabelRef("rest"))
	of([]VecVirtual{get(Mem{Base: p})}, nil)
	ADDQ(U32(l.bytes), p)
	JMP(LabelRef("one"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("end"))
	tail()
	Label("end")
	if count {
		// Zeros were counted by lanes, and by bytes.
		per := 1
		if !l.wide() {
			per = size
		} else if bits == 128 {
			per = 2
		}
		if per > 1 {
			SHRQ(Imm(shift(per)), sum)
		}
		NEGQ(sum)
		ADDQ(n, sum)
		MOVQ(sum, Mem{Base: z})
		ADDQ(Imm(8), z)
	} else {
		INCQ(sum)
		Label("found")
		MOVB(sum.As8(), Mem{Base: z})
		INCQ(z)
	}
	ADDQ(step, x)
	DECQ(left)
	JNZ(LabelRef("line"))
	VZEROUPPER()
	RET()
}

// truths writes 1 where elements are not zero, else 0.
func truths(l level, bits int) {
	name := fmt.Sprintf("truths%d%s", bits, l.name)
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
		switch bits {
		case 8:
			VMOVDQU8_Z(Mem{Base: x}, tail, v)
		case 16:
			VMOVDQU16_Z(Mem{Base: x}, tail, v)
		case 32:
			VMOVDQU32_Z(Mem{Base: x}, tail, v)
		default:
			VMOVDQU64_Z(Mem{Base: x}, tail, v)
		}
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
		switch k.size {
		case 1:
			g := GP32()
			Load(Param("v"), g.As8())
			VMOVD(g, v.AsX())
			VPBROADCASTB(v.AsX(), v)
		case 2:
			g := GP32()
			Load(Param("v"), g.As16())
			VMOVD(g, v.AsX())
			VPBROADCASTW(v.AsX(), v)
		case 4:
			a, _ := Param("v").Resolve()
			VBROADCASTSS(a.Addr, v)
		default:
			a, _ := Param("v").Resolve()
			VPBROADCASTQ(a.Addr, v)
		}
	}
	p, end, i := GP64(), GP64(), GP64()
	MOVQ(x, p)
	MOVQ(n, end)
	bytesOf(end, k.size)
	ADDQ(x, end)
	// match compares a register at p, into a mask or one.
	match := func(disp int) (m OpmaskVirtual, w VecVirtual) {
		w = l.vec()
		load(l, Mem{Base: p, Disp: disp}, w)
		other := v
		imm := Imm(0) // equal
		if nan {
			other, imm = w, Imm(unordered)
		}
		if l.wide() {
			m = K()
			switch {
			case k.float && k.size == 4:
				VCMPPS(imm, other, w, m)
			case k.float:
				VCMPPD(imm, other, w, m)
			case k.size == 1:
				VPCMPEQB(other, w, m)
			case k.size == 2:
				VPCMPEQW(other, w, m)
			case k.size == 4:
				VPCMPEQD(other, w, m)
			default:
				VPCMPEQQ(other, w, m)
			}
			return m, w
		}
		switch {
		case k.float && k.size == 4:
			VCMPPS(imm, other, w, w)
		case k.float:
			VCMPPD(imm, other, w, w)
		case k.size == 1:
			VPCMPEQB(other, w, w)
		case k.size == 2:
			VPCMPEQW(other, w, w)
		case k.size == 4:
			VPCMPEQD(other, w, w)
		default:
			VPCMPEQQ(other, w, w)
		}
		return nil, w
	}
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

// places folds rows into the greatest, or least, values and the numbers of their rows.
func places(l level, k kind, most bool) {
	name := "least"
	if most {
		name = "greatest"
	}
	name += k.name + "Places" + l.name
	place := map[int]string{4: "int32", 8: "int64"}[k.size]
	TEXT(name, NOSPLIT, "func(top *"+k.a+", best *"+place+", x *"+k.a+", w, rows, step int, first int)")
	Pragma("noescape")
	Doc(name + " lets the element of row x[i*step], w elements long, take the place of top's, and first+i that of best's, where it is more extreme, or the first NaN; 0 < w.")
	top, best, x, w, left, step := param("top"), param("best"), param("x"), param("w"), param("rows"), param("step")
	bytesOf(step, k.size)
	index, ones := l.vec(), l.vec()
	first := GP64()
	Load(Param("first"), first)
	VMOVQ(first, index.AsX())
	if k.size == 4 {
		VPBROADCASTD(index.AsX(), index)
	} else {
		VPBROADCASTQ(index.AsX(), index)
	}
	spread(l, k.size, 1, ones)
	var bias VecVirtual
	if !k.float && !k.sign && !l.wide() {
		bias = YMM()
		spread(l, k.size, 1<<(8*k.size-1), bias)
	}
	lanes := k.lanes(l)
	rest := GP64()
	MOVQ(w, rest)
	ANDQ(U32(lanes-1), rest)
	var kmask OpmaskVirtual
	var vmask VecVirtual
	if l.wide() {
		kmask = K()
		all := GP64()
		MOVQ(I64(-1), all)
		BZHIQ(rest, all, all)
		KMOVQ(all, kmask)
	} else {
		vmask = YMM()
		laneMask(k.size, rest, vmask)
	}
	plain := kind{size: k.size, xsize: k.size}
	get := func(mem Mem, some bool) VecVirtual {
		v := l.vec()
		switch {
		case !some:
			plain.load(l, mem, nil, v)
		case l.wide():
			plain.load(l, mem, kmask, v)
		case k.size == 4:
			VMASKMOVPS(mem, vmask, v)
		default:
			VMASKMOVPD(mem, vmask, v)
		}
		return v
	}
	put := func(v VecVirtual, mem Mem, some bool) {
		switch {
		case !some && l.wide():
			VMOVDQU64(v, mem)
		case !some:
			VMOVDQU(v, mem)
		case l.wide() && k.size == 4:
			VMOVDQU32(v, kmask, mem)
		case l.wide():
			VMOVDQU64(v, kmask, mem)
		case k.size == 4:
			VMASKMOVPS(v, vmask, mem)
		default:
			VMASKMOVPD(v, vmask, mem)
		}
	}
	const ordered = 0x07
	beats := Imm(0x16) // not at most, or unordered
	if !most {
		beats = Imm(0x19) // not at least, or unordered
	}
	take := func(t, b, v, i VecVirtual) {
		if l.wide() {
			c := K()
			switch {
			case k.float && k.size == 4:
				real := K()
				VCMPPS(Imm(ordered), t, t, real)
				VCMPPS(beats, t, v, real, c)
			case k.float:
				real := K()
				VCMPPD(Imm(ordered), t, t, real)
				VCMPPD(beats, t, v, real, c)
			default:
				imm := Imm(6) // greater
				if !most {
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
			}
			if k.size == 4 {
				VMOVDQA32(v, c, t)
				VMOVDQA32(i, c, b)
			} else {
				VMOVDQA64(v, c, t)
				VMOVDQA64(i, c, b)
			}
			return
		}
		c := YMM()
		switch {
		case k.float:
			real := YMM()
			if k.size == 4 {
				VCMPPS(Imm(ordered), t, t, real)
				VCMPPS(beats, t, v, c)
			} else {
				VCMPPD(Imm(ordered), t, t, real)
				VCMPPD(beats, t, v, c)
			}
			VPAND(real, c, c)
		default:
			a, b := t, v
			if bias != nil {
				a, b = YMM(), YMM()
				VPXOR(bias, t, a)
				VPXOR(bias, v, b)
			}
			if !most {
				a, b = b, a
			}
			if k.size == 4 {
				VPCMPGTD(a, b, c)
			} else {
				VPCMPGTQ(a, b, c)
			}
		}
		VBLENDVPS(c, v, t, t)
		VBLENDVPS(c, i, b, b)
	}
	next := func(i VecVirtual) VecVirtual {
		z := l.vec()
		if k.size == 4 {
			VPADDD(ones, i, z)
		} else {
			VPADDQ(ones, i, z)
		}
		return z
	}
	step3 := GP64()
	LEAQ(Mem{Base: step, Index: step, Scale: 2}, step3)
	columns := func(label string, group int) {
		p, a, b, c := GP64(), GP64(), GP64(), GP64()
		MOVQ(x, p)
		MOVQ(top, a)
		MOVQ(best, b)
		MOVQ(w, c)
		body := func(some bool) {
			t, u := get(Mem{Base: a}, some), get(Mem{Base: b}, some)
			i := index
			for r := range group {
				mem := Mem{Base: p}
				switch r {
				case 1:
					mem = Mem{Base: p, Index: step, Scale: 1}
				case 2:
					mem = Mem{Base: p, Index: step, Scale: 2}
				case 3:
					mem = Mem{Base: p, Index: step3, Scale: 1}
				}
				take(t, u, get(mem, some), i)
				if r < group-1 {
					i = next(i)
				}
			}
			put(t, Mem{Base: a}, some)
			put(u, Mem{Base: b}, some)
		}
		SUBQ(U32(lanes), c)
		JL(LabelRef(label + "tail"))
		Label(label + "wide")
		body(false)
		ADDQ(U32(l.bytes), p)
		ADDQ(U32(l.bytes), a)
		ADDQ(U32(l.bytes), b)
		SUBQ(U32(lanes), c)
		JGE(LabelRef(label + "wide"))
		Label(label + "tail")
		ADDQ(U32(lanes), c)
		JZ(LabelRef(label + "done"))
		body(true)
		Label(label + "done")
		for range group {
			if k.size == 4 {
				VPADDD(ones, index, index)
			} else {
				VPADDQ(ones, index, index)
			}
		}
	}
	Label("four")
	CMPQ(left, U32(4))
	JL(LabelRef("singles"))
	columns("f", 4)
	LEAQ(Mem{Base: x, Index: step, Scale: 4}, x)
	SUBQ(U32(4), left)
	JMP(LabelRef("four"))
	Label("singles")
	TESTQ(left, left)
	JZ(LabelRef("done"))
	columns("s", 1)
	ADDQ(step, x)
	DECQ(left)
	JMP(LabelRef("singles"))
	Label("done")
	VZEROUPPER()
	RET()
}
