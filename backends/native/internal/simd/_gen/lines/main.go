// Command lines writes the loops of package simd over lines of a matrix: zlines_amd64.s. Run go generate in
// package simd.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	magnitude := map[int]Mem{}
	for _, size := range []int{4, 8} {
		magnitude[size] = GLOBL(fmt.Sprint("magnitude", 8*size), RODATA|NOPTR)
		if size == 4 {
			DATA(0, U32(0x7fffffff))
		} else {
			DATA(0, U64(0x7fffffffffffffff))
		}
	}
	mask := GLOBL("tailMask", RODATA|NOPTR)
	for i := range 16 {
		v := uint32(0)
		if i < 8 {
			v = 0xffffffff
		}
		DATA(4*i, U32(v))
	}
	for _, wide := range []bool{false, true} {
		for _, size := range []int{4, 8} {
			k := &kind{size: size, wide: wide, table: mask, magnitude: magnitude[size]}
			k.dot(1, 4)
			k.add(1, 4)
			k.taps()
			k.vectorTaps()
			k.grid(3)
			if wide { // 25 factors need more than 16 registers
				k.grid(5)
			}
			k.folds()
			k.rotate()
			k.scale("Scale", "multiplies n elements of z by f.", k.multiply)
			k.scale("Divide", "divides n elements of z by f.", func(x, y, z VecPhysical) { pick(k, VDIVPS, VDIVPD)(y, x, z) })
			k.normalize()
			k.maxAbs()
			k.small()
			unroll := 1
			if wide {
				unroll = 2
			}
			k.dot(4, unroll)
			k.add(4, unroll)
			k.both(unroll)
		}
		k := &kind{size: 8, wide: wide, table: mask}
		k.rationalSums()
		k.quotients()
	}
	constants, indices := fourierTables()
	constants["tailMask"] = mask
	fourier(constants, indices)
	Generate()
}

// A kind is loops of one element type and one width of registers.
type kind struct {
	size  int  // bytes of an element
	wide  bool // AVX-512, else AVX2
	table Mem  // 8 words of ones, 8 of zeros

	magnitude Mem // the bits of a number without its sign

	used int
	mask VecPhysical // of a tail, with AVX2
	tail bool        // elements behind the last whole register are worked on
}

func (k *kind) name(what string) string {
	level := "AVX2"
	if k.wide {
		level = "AVX512"
	}
	return fmt.Sprintf("line%s%d%s", what, 8*k.size, level)
}

func (k *kind) begin(what, signature string, doc ...string) {
	k.used, k.tail = 0, false
	name := k.name(what)
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	doc[0] = name + " " + doc[0]
	Doc(doc...)
}

// register returns the next vector register.
func (k *kind) register() VecPhysical {
	k.used++
	if k.wide {
		return zs[k.used-1]
	}
	return ys[k.used-1]
}

func (k *kind) registers(n int) []VecPhysical {
	list := make([]VecPhysical, n)
	for i := range list {
		list[i] = k.register()
	}
	return list
}

var (
	ys = []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}
	zs = []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
		Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}
)

// bytes is the size of a register.
func (k *kind) bytes() int {
	if k.wide {
		return 64
	}
	return 32
}

func (k *kind) lanes() int { return k.bytes() / k.size }

// pick returns the instruction of single or of double precision.
func pick[F any](k *kind, single, double F) F {
	if k.size == 4 {
		return single
	}
	return double
}

func (k *kind) load(m Mem, r VecPhysical) {
	switch {
	case !k.tail:
		pick(k, VMOVUPS, VMOVUPD)(m, r)
	case k.wide:
		pick(k, VMOVUPS_Z, VMOVUPD_Z)(m, K1, r)
	default:
		pick(k, VMASKMOVPS, VMASKMOVPD)(m, k.mask, r)
	}
}

func (k *kind) store(r VecPhysical, m Mem) {
	switch {
	case !k.tail:
		pick(k, VMOVUPS, VMOVUPD)(r, m)
	case k.wide:
		pick(k, VMOVUPS, VMOVUPD)(r, K1, m)
	default:
		pick(k, VMASKMOVPS, VMASKMOVPD)(r, k.mask, m)
	}
}

// multiplyAdd adds x·y to z.
func (k *kind) multiplyAdd(x, y, z VecPhysical) { pick(k, VFMADD231PS, VFMADD231PD)(x, y, z) }

func (k *kind) multiply(x, y, z VecPhysical) { pick(k, VMULPS, VMULPD)(x, y, z) }

func (k *kind) plus(x, y, z Op) { pick(k, VADDPS, VADDPD)(x, y, z) }

func (k *kind) zero(r VecPhysical) {
	if k.wide {
		VPXORQ(r, r, r)
	} else {
		VPXOR(r, r, r)
	}
}

func (k *kind) broadcast(m Mem, r VecPhysical) { pick(k, VBROADCASTSS, VBROADCASTSD)(m, r) }

// loop does step for each group of unroll registers, then for single ones, then for what is left of n elements. step
// gets the number of the register in its group, and does its loads and stores with the displacement
// at. What pointers point to advances.
func (k *kind) loop(n Register, unroll int, pointers []Register, step func(u, at int)) {
	advance := func(bytes int) {
		for _, p := range pointers {
			ADDQ(U32(uint32(bytes)), p)
		}
	}
	group := unroll * k.lanes()
	if unroll > 1 {
		SUBQ(U32(uint32(group)), n)
		JL(LabelRef("single"))
		Label("group")
		for u := range unroll {
			step(u, u*k.bytes())
		}
		advance(unroll * k.bytes())
		SUBQ(U32(uint32(group)), n)
		JGE(LabelRef("group"))
		Label("single")
		ADDQ(U32(uint32(group)), n)
	}
	SUBQ(U32(uint32(k.lanes())), n)
	JL(LabelRef("rest"))
	Label("one")
	step(0, 0)
	advance(k.bytes())
	SUBQ(U32(uint32(k.lanes())), n)
	JGE(LabelRef("one"))
	Label("rest")
	ADDQ(U32(uint32(k.lanes())), n)
	JZ(LabelRef("done"))
	k.tailOf(n)
	k.tail = true
	step(0, 0)
	k.tail = false
	Label("done")
}

// tailOf makes the mask of n elements, fewer than a register has.
func (k *kind) tailOf(n Register) {
	t := GP64()
	if k.wide {
		MOVQ(U64(0xffff), t)
		BZHIQ(n, t, t)
		KMOVW(t.As32(), K1)
		return
	}
	k.mask = Y15 // no loop has as many others
	SHLQ(U8(uint8(map[int]int{4: 2, 8: 3}[k.size])), n)
	NEGQ(n)
	LEAQ(k.table, t)
	VMOVUPS(Mem{Base: t, Index: n, Scale: 1, Disp: 32}, k.mask)
}

// half returns the lower half of a register.
func half(r VecPhysical) VecPhysical {
	if r.Size() == 64 {
		return r.AsY().(VecPhysical)
	}
	return r.AsX().(VecPhysical)
}

// sum stores the sum of a register's elements, which changes.
func (k *kind) sum(r, spare VecPhysical, to Mem) {
	if k.wide {
		VEXTRACTF64X4(Imm(1), r, half(spare))
		r, spare = half(r), half(spare)
		k.plus(r, spare, r)
	}
	VEXTRACTF128(Imm(1), r, half(spare))
	r, spare = half(r), half(spare)
	k.plus(r, spare, r)
	k.ofFour(r, spare, to, k.plus)
}

// ofFour stores what f makes of the elements of a register of 16 bytes, which changes.
func (k *kind) ofFour(r, spare VecPhysical, to Mem, f func(x, y, z Op)) {
	if k.size == 4 {
		VMOVHLPS(r, r, spare)
		f(r, spare, r)
		VMOVSHDUP(r, spare)
		f(r, spare, r)
		VMOVSS(r, to)
		return
	}
	VPERMILPD(Imm(1), r, spare)
	f(r, spare, r)
	VMOVSD(r, to)
}

// rows are pointers to so many lines, pitch bytes apart.
func rows(n int) (list []Register) {
	first := Load(Param("x"), GP64())
	list = append(list, first)
	if n == 1 {
		return list
	}
	pitch := Load(Param("pitch"), GP64())
	for i := 1; i < n; i++ {
		next := GP64()
		MOVQ(list[i-1], next)
		ADDQ(pitch, next)
		list = append(list, next)
	}
	return list
}

func base(r Register, at int) Mem { return Mem{Base: r, Disp: at} }

func (k *kind) dot(n, unroll int) {
	if n == 1 {
		k.begin("Dot1", "func(x, y *byte, n int, sums *byte)", "stores the sum of the products of n elements of x and y.")
	} else {
		k.begin(fmt.Sprint("Dot", n), "func(x *byte, pitch int, y *byte, n int, sums *byte)",
			fmt.Sprintf("stores the sums of the products of n elements of %d lines, pitch bytes apart, and of y.", n))
	}
	x, y, count, sums := rows(n), Load(Param("y"), GP64()), Load(Param("n"), GP64()), Load(Param("sums"), GP64())
	acc := k.registers(n * unroll)
	for _, r := range acc {
		k.zero(r)
	}
	v, line := k.register(), k.register()
	k.loop(count, unroll, append([]Register{y}, x...), func(u, at int) {
		k.load(base(y, at), v)
		for i := range n {
			k.load(base(x[i], at), line)
			k.multiplyAdd(line, v, acc[u*n+i])
		}
	})
	for i := range n {
		for u := 1; u < unroll; u++ {
			k.plus(acc[u*n+i], acc[i], acc[i])
		}
		k.sum(acc[i], v, base(sums, i*k.size))
	}
	VZEROUPPER()
	RET()
}

func (k *kind) add(n, unroll int) {
	if n == 1 {
		k.begin("Add1", "func(z, x *byte, n int, f *byte)", "adds to n elements of z those of x times f.")
	} else {
		k.begin(fmt.Sprint("Add", n), "func(z, x *byte, pitch int, n int, f *byte)",
			fmt.Sprintf("adds to n elements of z those of %d lines, pitch bytes apart, each times its f.", n))
	}
	z, x, count, f := Load(Param("z"), GP64()), rows(n), Load(Param("n"), GP64()), Load(Param("f"), GP64())
	factors := k.registers(n)
	for i, r := range factors {
		k.broadcast(base(f, i*k.size), r)
	}
	acc, line := k.registers(unroll), k.registers(2)
	k.loop(count, unroll, append([]Register{z}, x...), func(u, at int) {
		k.load(base(z, at), acc[u])
		for i := range n {
			k.load(base(x[i], at), line[i%2])
			k.multiplyAdd(line[i%2], factors[i], acc[u])
		}
		k.store(acc[u], base(z, at))
	})
	VZEROUPPER()
	RET()
}

// both writes dot and add of the same lines, of which each element is read once.
func (k *kind) both(unroll int) {
	const n = 4
	k.begin("DotAdd4", "func(z, x *byte, pitch int, y *byte, n int, f, sums *byte)",
		"adds to n elements of z those of 4 lines, pitch bytes apart, each times its f, and stores the sums of", "the products of the lines and y.")
	z, x, y, count := Load(Param("z"), GP64()), rows(n), Load(Param("y"), GP64()), Load(Param("n"), GP64())
	f, sums := Load(Param("f"), GP64()), Load(Param("sums"), GP64())
	factors, acc := k.registers(n), k.registers(n*unroll)
	for i, r := range factors {
		k.broadcast(base(f, i*k.size), r)
	}
	for _, r := range acc {
		k.zero(r)
	}
	v, to, line := k.register(), k.register(), k.register()
	k.loop(count, unroll, append([]Register{z, y}, x...), func(u, at int) {
		k.load(base(y, at), v)
		k.load(base(z, at), to)
		for i := range n {
			k.load(base(x[i], at), line)
			k.multiplyAdd(line, v, acc[u*n+i])
			k.multiplyAdd(line, factors[i], to)
		}
		k.store(to, base(z, at))
	})
	for i := range n {
		for u := 1; u < unroll; u++ {
			k.plus(acc[u*n+i], acc[i], acc[i])
		}
		k.sum(acc[i], v, base(sums, i*k.size))
	}
	VZEROUPPER()
	RET()
}

func (k *kind) rotate() {
	k.begin("Rotate", "func(x, y *byte, n int, f *byte)", "sets n elements of x to c·x + s·y and those of y to c·y − s·x, where f is c, s.")
	x, y, count, f := Load(Param("x"), GP64()), Load(Param("y"), GP64()), Load(Param("n"), GP64()), Load(Param("f"), GP64())
	c, s := k.register(), k.register()
	k.broadcast(base(f, 0), c)
	k.broadcast(base(f, k.size), s)
	a, b, p, q := k.register(), k.register(), k.register(), k.register()
	k.loop(count, 1, []Register{x, y}, func(_, at int) {
		k.load(base(x, at), a)
		k.load(base(y, at), b)
		k.multiply(b, s, p)
		k.multiply(a, s, q)
		k.multiplyAdd(a, c, p)
		pick(k, VFMSUB231PS, VFMSUB231PD)(b, c, q)
		k.store(p, base(x, at))
		k.store(q, base(y, at))
	})
	VZEROUPPER()
	RET()
}

// rationalSums writes the loop of what a rational function and its derivative sum.
func (k *kind) rationalSums() {
	k.begin("RationalSums", "func(x, u *byte, n int, f, sums *byte)",
		"stores the sums of u·u/(x − f) and of the squares of u/(x − f), for n elements of u and x.")
	x, u, count := Load(Param("x"), GP64()), Load(Param("u"), GP64()), Load(Param("n"), GP64())
	f, sums := Load(Param("f"), GP64()), Load(Param("sums"), GP64())
	const unroll = 2
	acc, squares := k.registers(unroll), k.registers(unroll)
	for i := range unroll {
		k.zero(acc[i])
		k.zero(squares[i])
	}
	t, a, b := k.register(), k.register(), k.register()
	k.broadcast(base(f, 0), t)
	k.loop(count, unroll, []Register{x, u}, func(i, at int) {
		k.load(base(x, at), b)
		k.load(base(u, at), a)
		VSUBPD(t, b, b)
		k.quotient(a, b, b)
		k.multiplyAdd(a, b, acc[i])
		k.multiplyAdd(b, b, squares[i])
	})
	for i, list := range [][]VecPhysical{acc, squares} {
		k.plus(list[1], list[0], list[0])
		k.sum(list[0], list[1], base(sums, i*k.size))
	}
	VZEROUPPER()
	RET()
}

// quotient divides x by y, and gives 0 where a tail has no elements.
func (k *kind) quotient(x, y, z VecPhysical) {
	switch {
	case !k.tail:
		VDIVPD(y, x, z)
	case k.wide:
		VDIVPD_Z(y, x, K1, z)
	default:
		VDIVPD(y, x, z)
		VANDPD(k.mask, z, z)
	}
}

func (k *kind) quotients() {
	k.begin("Quotients", "func(z, x *byte, n int)", "sets n elements of z to those of x divided by them.")
	z, x, count := Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	a, b := k.register(), k.register()
	k.loop(count, 1, []Register{z, x}, func(_, at int) {
		k.load(base(z, at), a)
		k.load(base(x, at), b)
		k.quotient(b, a, a)
		k.store(a, base(z, at))
	})
	VZEROUPPER()
	RET()
	k.begin("MultiplyQuotients", "func(z, x, y *byte, n int)", "multiplies n elements of z by those of x divided by those of y.")
	z, x, count = Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	y, c := Load(Param("y"), GP64()), k.register()
	a, b = k.register(), k.register()
	k.loop(count, 1, []Register{z, x, y}, func(_, at int) {
		k.load(base(z, at), a)
		k.load(base(x, at), b)
		k.load(base(y, at), c)
		k.quotient(b, c, b)
		k.multiply(a, b, a)
		k.store(a, base(z, at))
	})
	VZEROUPPER()
	RET()
}

// scale writes the loop of what is done to each element and one number.
func (k *kind) scale(name, doc string, f func(x, y, z VecPhysical)) {
	k.begin(name, "func(z *byte, n int, f *byte)", doc)
	z, count, by := Load(Param("z"), GP64()), Load(Param("n"), GP64()), Load(Param("f"), GP64())
	c, a := k.register(), k.register()
	k.broadcast(base(by, 0), c)
	k.loop(count, 1, []Register{z}, func(_, at int) {
		k.load(base(z, at), a)
		f(a, c, a)
		k.store(a, base(z, at))
	})
	VZEROUPPER()
	RET()
}

// normalize writes the loop of elements less a number, times a second, and a third: each step is rounded, as one after the other.
func (k *kind) normalize() {
	k.begin("Normalize", "func(z, x *byte, n int, f *byte)", "stores (x − f₀)·f₁ + f₂ of n elements in z.")
	z, x := Load(Param("z"), GP64()), Load(Param("x"), GP64())
	count, by := Load(Param("n"), GP64()), Load(Param("f"), GP64())
	less, times, more := k.register(), k.register(), k.register()
	for i, r := range []VecPhysical{less, times, more} {
		k.broadcast(base(by, i*k.size), r)
	}
	const unroll = 2
	as := k.registers(unroll)
	k.loop(count, unroll, []Register{z, x}, func(u, at int) {
		a := as[u]
		k.load(base(x, at), a)
		pick(k, VSUBPS, VSUBPD)(less, a, a)
		k.multiply(a, times, a)
		pick(k, VADDPS, VADDPD)(more, a, a)
		k.store(a, base(z, at))
	})
	VZEROUPPER()
	RET()
}

// maxAbs goes through all elements: what is no number is never the greater one.
func (k *kind) maxAbs() {
	k.begin("MaxAbs", "func(x *byte, n int, most *byte)", "stores the greatest magnitude of n elements of x, or 0: NaN are left out.")
	x, count, most := Load(Param("x"), GP64()), Load(Param("n"), GP64()), Load(Param("most"), GP64())
	const unroll = 2
	acc := k.registers(unroll)
	for _, r := range acc {
		k.zero(r)
	}
	bits, a := k.register(), k.register()
	k.broadcast(k.magnitude, bits)
	// If one of them is NaN, the instruction's result is its first operand here, the sum so far.
	greater := func(x, y, z Op) { pick(k, VMAXPS, VMAXPD)(x, y, z) }
	k.loop(count, unroll, []Register{x}, func(u, at int) {
		k.load(base(x, at), a)
		pick(k, VANDPS, VANDPD)(bits, a, a)
		greater(acc[u], a, acc[u])
	})
	greater(acc[0], acc[1], acc[0])
	r, spare := acc[0], acc[1]
	if k.wide {
		VEXTRACTF64X4(Imm(1), r, half(spare))
		r, spare = half(r), half(spare)
		greater(r, spare, r)
	}
	VEXTRACTF128(Imm(1), r, half(spare))
	r, spare = half(r), half(spare)
	greater(r, spare, r)
	k.ofFour(r, spare, base(most, 0), greater)
	VZEROUPPER()
	RET()
}

// small writes loops for algorithms on many small matrices: each line has one element of all of them.
func (k *kind) small() {
	k.elementwise("MultiplyAdd", "func(z, x, y *byte, n int)", "adds to n elements of z the products of those of x and y.", func(z, x, y VecPhysical) {
		pick(k, VFMADD231PS, VFMADD231PD)(x, y, z)
	})
	k.elementwise("MultiplySubtract", "func(z, x, y *byte, n int)", "subtracts from n elements of z the products of those of x and y.", func(z, x, y VecPhysical) {
		pick(k, VFNMADD231PS, VFNMADD231PD)(x, y, z)
	})
	k.divideLanes()
	k.pickMax()
	k.swapWhere()
}

func (k *kind) elementwise(name, signature, doc string, f func(z, x, y VecPhysical)) {
	k.begin(name, signature, doc)
	z, x, y, count := Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("y"), GP64()), Load(Param("n"), GP64())
	a, b, c := k.register(), k.register(), k.register()
	k.loop(count, 1, []Register{z, x, y}, func(_, at int) {
		k.load(base(x, at), b)
		k.load(base(y, at), c)
		k.load(base(z, at), a)
		f(a, b, c)
		k.store(a, base(z, at))
	})
	VZEROUPPER()
	RET()
}

// Predicates of comparisons that are false for NaN (Intel, Software Developer's Manual, CMPPD).
const (
	equal   = 0x00 // EQ_OQ
	greater = 0x1e // GT_OQ
)

// where makes a mask of the lanes in which p holds for x and y, and returns what chooses y where it is set, else x.
func (k *kind) where(p uint64, x, y VecPhysical) func(x, y, z VecPhysical) {
	if k.wide {
		pick(k, VCMPPS, VCMPPD)(Imm(p), y, x, K2)
		return func(x, y, z VecPhysical) { pick(k, VBLENDMPS, VBLENDMPD)(y, x, K2, z) }
	}
	mask := k.register()
	pick(k, VCMPPS, VCMPPD)(Imm(p), y, x, mask)
	return func(x, y, z VecPhysical) { pick(k, VBLENDVPS, VBLENDVPD)(mask, y, x, z) }
}

func (k *kind) divideLanes() {
	k.begin("DivideLanes", "func(z, x *byte, n int)", "divides n elements of z by those of x, but where these are 0.")
	z, x, count := Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	a, b, zero, q := k.register(), k.register(), k.register(), k.register()
	k.zero(zero)
	k.loop(count, 1, []Register{z, x}, func(_, at int) {
		k.load(base(z, at), a)
		k.load(base(x, at), b)
		pick(k, VDIVPS, VDIVPD)(b, a, q)
		used := k.used
		k.where(equal, b, zero)(q, a, q)
		k.used = used
		k.store(q, base(z, at))
	})
	VZEROUPPER()
	RET()
}

func (k *kind) pickMax() {
	k.begin("PickMax", "func(best, index, x *byte, n int, k *byte)", "sets elements of best to the magnitudes of those of x that are greater, and those of index to k there.")
	best, index, x := Load(Param("best"), GP64()), Load(Param("index"), GP64()), Load(Param("x"), GP64())
	count, number := Load(Param("n"), GP64()), Load(Param("k"), GP64())
	bits, this, a, b, i := k.register(), k.register(), k.register(), k.register(), k.register()
	k.broadcast(k.magnitude, bits)
	k.broadcast(base(number, 0), this)
	k.loop(count, 1, []Register{best, index, x}, func(_, at int) {
		k.load(base(x, at), a)
		pick(k, VANDPS, VANDPD)(bits, a, a)
		k.load(base(best, at), b)
		k.load(base(index, at), i)
		used := k.used
		choose := k.where(greater, a, b)
		choose(b, a, b)
		choose(i, this, i)
		k.used = used
		k.store(b, base(best, at))
		k.store(i, base(index, at))
	})
	VZEROUPPER()
	RET()
}

func (k *kind) swapWhere() {
	k.begin("SwapWhere", "func(x, y, index *byte, n int, k *byte)", "swaps elements of x and y where that of index is k.")
	x, y, index := Load(Param("x"), GP64()), Load(Param("y"), GP64()), Load(Param("index"), GP64())
	count, number := Load(Param("n"), GP64()), Load(Param("k"), GP64())
	this, a, b, i, c := k.register(), k.register(), k.register(), k.register(), k.register()
	k.broadcast(base(number, 0), this)
	k.loop(count, 1, []Register{x, y, index}, func(_, at int) {
		k.load(base(x, at), a)
		k.load(base(y, at), b)
		k.load(base(index, at), i)
		used := k.used
		choose := k.where(equal, i, this)
		choose(a, b, c)
		choose(b, a, b)
		k.used = used
		k.store(c, base(x, at))
		k.store(b, base(y, at))
	})
	VZEROUPPER()
	RET()
}
