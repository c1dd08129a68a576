package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fourier writes the passes of Fourier transforms: real and imaginary parts lie apart. Products are rounded before they are
// added, as in Go's loops: results are the same bits.
func fourier(constants, indices map[string]Mem) {
	for _, wide := range []bool{false, true} {
		for _, size := range []int{4, 8} {
			f := &transform{kind: &kind{size: size, wide: wide, table: constants["tailMask"]}, constants: constants, indices: indices}
			f.pass(1, f.one)
			f.pass(2, f.two)
			f.pass(3, f.three)
			f.pass(4, f.four)
			if wide { // it takes more than 16 registers
				f.pass(5, f.five)
			}
			f.product()
			f.unpack()
			f.split()
			f.join()
		}
	}
}

// A transform is the loops of one element type and one width of registers. Registers are virtual.
type transform struct {
	*kind
	constants, indices map[string]Mem
}

func (f *transform) vector() VecVirtual {
	if f.wide {
		return ZMM()
	}
	return YMM()
}

func (f *transform) get(m Mem) VecVirtual {
	r := f.vector()
	switch {
	case !f.tail:
		pick(f.kind, VMOVUPS, VMOVUPD)(m, r)
	case f.wide:
		pick(f.kind, VMOVUPS_Z, VMOVUPD_Z)(m, K1, r)
	default:
		pick(f.kind, VMASKMOVPS, VMASKMOVPD)(m, Y15, r)
	}
	return r
}

func (f *transform) put(r Op, m Mem) {
	switch {
	case !f.tail:
		pick(f.kind, VMOVUPS, VMOVUPD)(r, m)
	case f.wide:
		pick(f.kind, VMOVUPS, VMOVUPD)(r, K1, m)
	default:
		pick(f.kind, VMASKMOVPS, VMASKMOVPD)(r, Y15, m)
	}
}

func (f *transform) spread(m Mem) VecVirtual {
	r := f.vector()
	pick(f.kind, VBROADCASTSS, VBROADCASTSD)(m, r)
	return r
}

func (f *transform) constant(name string) VecVirtual {
	return f.spread(f.constants[fmt.Sprint(name, 8*f.size)])
}

func (f *transform) plus(x, y Op) VecVirtual {
	r := f.vector()
	pick(f.kind, VADDPS, VADDPD)(y, x, r)
	return r
}

// minus returns x − y.
func (f *transform) minus(x, y Op) VecVirtual {
	r := f.vector()
	pick(f.kind, VSUBPS, VSUBPD)(y, x, r)
	return r
}

func (f *transform) times(x, y Op) VecVirtual {
	r := f.vector()
	pick(f.kind, VMULPS, VMULPD)(y, x, r)
	return r
}

// A number is complex.
type number struct{ re, im Op }

func (f *transform) sum(x, y number) number { return number{f.plus(x.re, y.re), f.plus(x.im, y.im)} }
func (f *transform) difference(x, y number) number {
	return number{f.minus(x.re, y.re), f.minus(x.im, y.im)}
}

func (f *transform) scaled(x number, by Op) number {
	return number{f.times(x.re, by), f.times(x.im, by)}
}

// minusI returns x − i·y, plusI x + i·y.
func (f *transform) minusI(x, y number) number {
	return number{f.plus(x.re, y.im), f.minus(x.im, y.re)}
}
func (f *transform) plusI(x, y number) number { return number{f.minus(x.re, y.im), f.plus(x.im, y.re)} }

// A passLoop is what the body of a pass reads and writes.
type passLoop struct {
	f              *transform
	xr, xi, yr, yi Register
	step, step3    Register // bytes from one operand to the next
	out, out3      Register // from one result to the next
	wr, wi         Register
	at             int
	kept           []number // twiddle factors in registers
}

func scaledBy(base, by, by3 Register, k, disp int) Mem {
	switch k {
	case 0:
		return Mem{Base: base, Disp: disp}
	case 3:
		return Mem{Base: base, Index: by3, Scale: 1, Disp: disp}
	}
	return Mem{Base: base, Index: by, Scale: uint8(k), Disp: disp}
}

func (l *passLoop) operand(k int) number {
	return number{l.f.get(scaledBy(l.xr, l.step, l.step3, k, l.at)), l.f.get(scaledBy(l.xi, l.step, l.step3, k, l.at))}
}

func (l *passLoop) result(k int, x number) {
	l.f.put(x.re, scaledBy(l.yr, l.out, l.out3, k, l.at))
	l.f.put(x.im, scaledBy(l.yi, l.out, l.out3, k, l.at))
}

// factor returns twiddle factor k.
func (l *passLoop) factor(k int) number {
	if l.kept != nil {
		return l.kept[k]
	}
	return number{l.f.spread(Mem{Base: l.wr, Disp: k * l.f.size}), l.f.spread(Mem{Base: l.wi, Disp: k * l.f.size})}
}

// turned returns x times twiddle factor k.
func (l *passLoop) turned(x number, k int) number {
	f, w := l.f, l.factor(k)
	return number{f.minus(f.times(x.re, w.re), f.times(x.im, w.im)), f.plus(f.times(x.re, w.im), f.times(x.im, w.re))}
}

// pass writes the pass of one radix. For each of m numbers j it has s elements of each operand and one set of twiddle factors.
func (f *transform) pass(radix int, body func(l *passLoop)) {
	f.begin(fmt.Sprint("Fourier", radix), "func(yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte)",
		fmt.Sprintf("does a pass of radix %d on m groups of s elements: operands are step bytes apart, results", radix),
		"out, groups as results are; each group has the next twiddle factors.")
	l := &passLoop{f: f}
	l.yr, l.yi = Load(Param("yr"), GP64()), Load(Param("yi"), GP64())
	l.xr, l.xi = Load(Param("xr"), GP64()), Load(Param("xi"), GP64())
	l.step, l.out = Load(Param("step"), GP64()), Load(Param("out"), GP64())
	if radix > 3 {
		l.step3, l.out3 = GP64(), GP64()
		LEAQ(Mem{Base: l.step, Index: l.step, Scale: 2}, l.step3)
		LEAQ(Mem{Base: l.out, Index: l.out, Scale: 2}, l.out3)
	}
	m := Load(Param("m"), GP64())
	l.wr, l.wi = Load(Param("wr"), GP64()), Load(Param("wi"), GP64())
	factors := max(radix-1, 1)
	Label("next")
	n := GP64()
	Load(Param("s"), n)
	if f.wide && radix <= 4 {
		l.kept = nil
		var kept []number
		for k := range factors {
			kept = append(kept, l.factor(k))
		}
		l.kept = kept
	}
	f.loop(n, 1, []Register{l.xr, l.xi, l.yr, l.yi}, func(_, at int) {
		l.at = at
		body(l)
	})
	// The pointers have advanced by the whole registers.
	back := GP64()
	Load(Param("s"), back)
	ANDQ(I32(int32(-f.lanes())), back)
	SHLQ(U8(uint8(map[int]int{4: 2, 8: 3}[f.size])), back)
	for i, p := range []Register{l.xr, l.xi, l.yr, l.yi} {
		SUBQ(back, p)
		if i < 2 {
			ADDQ(l.out, p)
			continue
		}
		switch radix {
		case 1:
			ADDQ(l.out, p)
		case 3:
			LEAQ(Mem{Base: p, Index: l.out, Scale: 2}, p)
			ADDQ(l.out, p)
		case 5:
			LEAQ(Mem{Base: p, Index: l.out, Scale: 4}, p)
			ADDQ(l.out, p)
		default:
			LEAQ(Mem{Base: p, Index: l.out, Scale: uint8(radix)}, p)
		}
	}
	ADDQ(U32(uint32(factors*f.size)), l.wr)
	ADDQ(U32(uint32(factors*f.size)), l.wi)
	DECQ(m)
	JNZ(LabelRef("next"))
	VZEROUPPER()
	RET()
}

// one only multiplies by the factors.
func (f *transform) one(l *passLoop) { l.result(0, l.turned(l.operand(0), 0)) }

func (f *transform) two(l *passLoop) {
	a, b := l.operand(0), l.operand(1)
	l.result(0, f.sum(a, b))
	l.result(1, l.turned(f.difference(a, b), 0))
}

func (f *transform) three(l *passLoop) {
	a, b, c := l.operand(0), l.operand(1), l.operand(2)
	s := f.sum(b, c)
	d := f.scaled(f.difference(b, c), f.constant("sin3"))
	m := f.difference(a, f.scaled(s, f.constant("half")))
	l.result(0, f.sum(a, s))
	l.result(1, l.turned(f.minusI(m, d), 0))
	l.result(2, l.turned(f.plusI(m, d), 1))
}

func (f *transform) four(l *passLoop) {
	a, b, c, d := l.operand(0), l.operand(1), l.operand(2), l.operand(3)
	p, m := f.sum(a, c), f.difference(a, c)
	s, n := f.sum(b, d), f.difference(b, d)
	l.result(0, f.sum(p, s))
	l.result(1, l.turned(f.minusI(m, n), 0))
	l.result(2, l.turned(f.difference(p, s), 1))
	l.result(3, l.turned(f.plusI(m, n), 2))
}

func (f *transform) five(l *passLoop) {
	a, b, c, d, e := l.operand(0), l.operand(1), l.operand(2), l.operand(3), l.operand(4)
	s1, d1 := f.sum(b, e), f.difference(b, e)
	s2, d2 := f.sum(c, d), f.difference(c, d)
	l.result(0, f.sum(a, f.sum(s1, s2)))
	m := f.sum(a, f.sum(f.scaled(s1, f.constant("cos51")), f.scaled(s2, f.constant("cos52"))))
	n := f.sum(f.scaled(d1, f.constant("sin51")), f.scaled(d2, f.constant("sin52")))
	l.result(1, l.turned(f.minusI(m, n), 0))
	l.result(4, l.turned(f.plusI(m, n), 3))
	m = f.sum(a, f.sum(f.scaled(s1, f.constant("cos52")), f.scaled(s2, f.constant("cos51"))))
	n = f.difference(f.scaled(d1, f.constant("sin52")), f.scaled(d2, f.constant("sin51")))
	l.result(2, l.turned(f.minusI(m, n), 1))
	l.result(3, l.turned(f.plusI(m, n), 2))
}

// product writes the loop of complex products.
func (f *transform) product() {
	f.begin("Product", "func(zr, zi, xr, xi, wr, wi *byte, n int)", "stores n products of complex numbers, of which the parts lie apart. z may be x.")
	zr, zi := Load(Param("zr"), GP64()), Load(Param("zi"), GP64())
	xr, xi := Load(Param("xr"), GP64()), Load(Param("xi"), GP64())
	wr, wi := Load(Param("wr"), GP64()), Load(Param("wi"), GP64())
	n := Load(Param("n"), GP64())
	f.loop(n, 1, []Register{zr, zi, xr, xi, wr, wi}, func(_, at int) {
		x := number{f.get(Mem{Base: xr, Disp: at}), f.get(Mem{Base: xi, Disp: at})}
		w := number{f.get(Mem{Base: wr, Disp: at}), f.get(Mem{Base: wi, Disp: at})}
		z := number{f.minus(f.times(x.re, w.re), f.times(x.im, w.im)), f.plus(f.times(x.re, w.im), f.times(x.im, w.re))}
		f.put(z.re, Mem{Base: zr, Disp: at})
		f.put(z.im, Mem{Base: zi, Disp: at})
	})
	VZEROUPPER()
	RET()
}

// unpack writes the loop over a line that makes transforms of pairs those of real numbers: elements from the front and
// from the back meet.
func (f *transform) unpack() {
	f.begin("Unpack", "func(re, im, backRe, backIm, wr, wi *byte, n int)",
		"makes of the n elements a from re and im on, and of those b up to and with backRe and backIm, counted back,",
		"e + w·o and the conjugate of e − w·o, where 2e = a + conj b and 2o = −i·(a − conj b). n is a multiple of a register's lanes.")
	re, im := Load(Param("re"), GP64()), Load(Param("im"), GP64())
	br, bi := Load(Param("backRe"), GP64()), Load(Param("backIm"), GP64())
	wr, wi := Load(Param("wr"), GP64()), Load(Param("wi"), GP64())
	n := Load(Param("n"), GP64())
	start := f.size - f.bytes() // the register that ends with the last element
	half := f.constant("half")
	var order VecVirtual
	if f.wide || f.size == 4 {
		order = f.vector()
		VMOVUPD(f.indices[fmt.Sprint("back", f.bytes(), "x", 8*f.size)], order)
	}
	turn := func(x Op) VecVirtual {
		z := f.vector()
		switch {
		case order == nil:
			VPERMPD(Imm(0x1b), x, z)
		case f.size == 4:
			VPERMPS(x, order, z)
		default:
			VPERMPD(x, order, z)
		}
		return z
	}
	Label("loop")
	a := number{f.get(Mem{Base: re}), f.get(Mem{Base: im})}
	b := number{turn(f.get(Mem{Base: br, Disp: start})), turn(f.get(Mem{Base: bi, Disp: start}))}
	e := number{f.times(f.plus(a.re, b.re), half), f.times(f.minus(a.im, b.im), half)}
	o := number{f.times(f.plus(a.im, b.im), half), f.times(f.minus(b.re, a.re), half)}
	c, s := f.get(Mem{Base: wr}), f.get(Mem{Base: wi})
	t := number{f.minus(f.times(c, o.re), f.times(s, o.im)), f.plus(f.times(c, o.im), f.times(s, o.re))}
	f.put(turn(f.minus(e.re, t.re)), Mem{Base: br, Disp: start})
	f.put(turn(f.minus(t.im, e.im)), Mem{Base: bi, Disp: start})
	f.put(f.plus(e.re, t.re), Mem{Base: re})
	f.put(f.plus(e.im, t.im), Mem{Base: im})
	for _, p := range []Register{re, im, wr, wi} {
		ADDQ(U32(uint32(f.bytes())), p)
	}
	SUBQ(U32(uint32(f.bytes())), br)
	SUBQ(U32(uint32(f.bytes())), bi)
	SUBQ(U32(uint32(f.lanes())), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// split writes the loop that parts complex numbers.
func (f *transform) split() {
	f.begin("Split", "func(re, im, x *byte, n int)", "stores the real and the imaginary parts of n numbers, a multiple of a register's lanes, apart.")
	re, im := Load(Param("re"), GP64()), Load(Param("im"), GP64())
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	var even, odd VecVirtual
	if f.wide {
		even, odd = ZMM(), ZMM()
		VMOVUPD(f.indices[fmt.Sprint("even", 8*f.size)], even)
		VMOVUPD(f.indices[fmt.Sprint("odd", 8*f.size)], odd)
	}
	Label("loop")
	a, b := f.get(Mem{Base: x}), f.get(Mem{Base: x, Disp: f.bytes()})
	p, q := f.vector(), f.vector()
	switch {
	case f.wide:
		VMOVAPD(even, p)
		pick(f.kind, VPERMI2PS, VPERMI2PD)(b, a, p)
		VMOVAPD(odd, q)
		pick(f.kind, VPERMI2PS, VPERMI2PD)(b, a, q)
	case f.size == 4:
		VSHUFPS(Imm(0x88), b, a, p)
		VSHUFPS(Imm(0xdd), b, a, q)
		VPERMPD(Imm(0xd8), p, p)
		VPERMPD(Imm(0xd8), q, q)
	default:
		VUNPCKLPD(b, a, p)
		VUNPCKHPD(b, a, q)
		VPERMPD(Imm(0xd8), p, p)
		VPERMPD(Imm(0xd8), q, q)
	}
	f.put(p, Mem{Base: re})
	f.put(q, Mem{Base: im})
	ADDQ(U32(uint32(2*f.bytes())), x)
	ADDQ(U32(uint32(f.bytes())), re)
	ADDQ(U32(uint32(f.bytes())), im)
	SUBQ(U32(uint32(f.lanes())), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// join writes the reverse.
func (f *transform) join() {
	f.begin("Join", "func(x, re, im *byte, n int, scale *byte)", "stores n numbers, a multiple of a register's lanes, of which the parts lie apart, times scale.")
	x, re, im := Load(Param("x"), GP64()), Load(Param("re"), GP64()), Load(Param("im"), GP64())
	n, scale := Load(Param("n"), GP64()), Load(Param("scale"), GP64())
	by := f.spread(Mem{Base: scale})
	var low, high VecVirtual
	if f.wide {
		low, high = ZMM(), ZMM()
		VMOVUPD(f.indices[fmt.Sprint("low", 8*f.size)], low)
		VMOVUPD(f.indices[fmt.Sprint("high", 8*f.size)], high)
	}
	Label("loop")
	a, b := f.times(f.get(Mem{Base: re}), by), f.times(f.get(Mem{Base: im}), by)
	p, q := f.vector(), f.vector()
	if f.wide {
		VMOVAPD(low, p)
		pick(f.kind, VPERMI2PS, VPERMI2PD)(b, a, p)
		VMOVAPD(high, q)
		pick(f.kind, VPERMI2PS, VPERMI2PD)(b, a, q)
	} else {
		l, h := YMM(), YMM()
		pick(f.kind, VUNPCKLPS, VUNPCKLPD)(b, a, l)
		pick(f.kind, VUNPCKHPS, VUNPCKHPD)(b, a, h)
		VPERM2F128(Imm(0x20), h, l, p)
		VPERM2F128(Imm(0x31), h, l, q)
	}
	f.put(p, Mem{Base: x})
	f.put(q, Mem{Base: x, Disp: f.bytes()})
	ADDQ(U32(uint32(2*f.bytes())), x)
	ADDQ(U32(uint32(f.bytes())), re)
	ADDQ(U32(uint32(f.bytes())), im)
	SUBQ(U32(uint32(f.lanes())), n)
	JG(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// fourierTables writes the constants of passes and the indices of permutations.
func fourierTables() (constants, indices map[string]Mem) {
	constants, indices = map[string]Mem{}, map[string]Mem{}
	for _, c := range []struct {
		name  string
		value float64
	}{
		{"half", 0.5}, {"sin3", 0.86602540378443864676372317075293618},
		{"cos51", 0.30901699437494742410229341718281906}, {"sin51", 0.95105651629515357211643933337938214},
		{"cos52", -0.80901699437494742410229341718281906}, {"sin52", 0.58778525229247312916870595463907277},
	} {
		constants[c.name+"32"] = GLOBL(c.name+"32", RODATA|NOPTR)
		DATA(0, F32(float32(c.value)))
		constants[c.name+"64"] = GLOBL(c.name+"64", RODATA|NOPTR)
		DATA(0, F64(c.value))
	}
	for _, size := range []int{4, 8} {
		lanes := 64 / size
		index := map[string]func(i int) int{
			"even": func(i int) int { return 2 * i },
			"odd":  func(i int) int { return 2*i + 1 },
			"low":  func(i int) int { return i/2 + i%2*lanes },
			"high": func(i int) int { return lanes/2 + i/2 + i%2*lanes },
		}
		for _, name := range []string{"even", "odd", "low", "high"} {
			key := fmt.Sprint(name, 8*size)
			indices[key] = GLOBL(key, RODATA|NOPTR)
			for i := range lanes {
				if size == 4 {
					DATA(4*i, U32(uint32(index[name](i))))
				} else {
					DATA(8*i, U64(uint64(index[name](i))))
				}
			}
		}
	}
	for _, bytes := range []int{32, 64} {
		for _, size := range []int{4, 8} {
			key := fmt.Sprint("back", bytes, "x", 8*size)
			indices[key] = GLOBL(key, RODATA|NOPTR)
			for i := range bytes / size {
				if size == 4 {
					DATA(4*i, U32(uint32(bytes/size-1-i)))
				} else {
					DATA(8*i, U64(uint64(bytes/size-1-i)))
				}
			}
		}
	}
	return constants, indices
}
