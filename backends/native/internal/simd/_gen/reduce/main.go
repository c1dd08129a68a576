// Command reduce writes the loops of package simd that reduce elements to one, and that
// accumulate them. Run go generate in package simd.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	group := flag.String("group", "reduction", "the loops to write: reduction, logical or scan")
	flag.Parse()
	ConstraintExpr("amd64")
	for _, l := range []level{{name: "AVX2", bytes: 32, accs: 8}, {name: "AVX512", bytes: 64, accs: 4}} {
		switch *group {
		case "reduction":
			for _, f := range reductions {
				for _, k := range f.kinds {
					innerAxis(l, f.name, k, func() *operation { return f.make(l, k) })
					rows(l, f.name, k, f.make(l, k))
				}
			}
		case "logical":
			logicalLoops(l)
		case "scan":
			scanLoops(l)
		default:
			log.Fatalf("no group %q", *group)
		}
	}
	Generate()
}

// A level is a set of instructions.
type level struct {
	name  string
	bytes int // of a register
	accs  int // how many registers take in elements side by side: 256 bytes
}

func (l level) wide() bool { return l.bytes == 64 }

func (l level) vec() VecVirtual {
	if l.wide() {
		return ZMM()
	}
	return YMM()
}

// at returns the part of v that holds the given number of bytes, at least 16.
func at(v VecVirtual, bytes int) Op {
	switch {
	case bytes >= 64:
		return v.AsZ()
	case bytes == 32:
		return v.AsY()
	}
	return v.AsX()
}

// A kind is what is reduced: lanes of size bytes, made from xsize bytes in memory.
type kind struct {
	name  string
	a, x  string // Go's types of result and element
	size  int
	xsize int
	parts int // lanes of one element: 2 for the parts of complex numbers
	float bool
	sign  bool // of integers
	conv  func(l level, mem Op, k Op, v VecVirtual)
	less  bool // squared distances to a mean are reduced
}

func (k kind) lanes(l level) int  { return l.bytes / k.size }
func (k kind) stride(l level) int { return l.bytes / k.size * k.xsize }
func (k kind) result() int        { return k.size * k.parts }

var (
	float32s   = kind{name: "Float32", a: "float32", x: "float32", size: 4, xsize: 4, parts: 1, float: true}
	float64s   = kind{name: "Float64", a: "float64", x: "float64", size: 8, xsize: 8, parts: 1, float: true}
	complex64s = kind{name: "Complex64", a: "complex64", x: "complex64", size: 4, xsize: 4, parts: 2, float: true}
	complex128 = kind{name: "Complex128", a: "complex128", x: "complex128", size: 8, xsize: 8, parts: 2, float: true}
	brains     = kind{name: "BFloat16", a: "float32", x: "uint16", size: 4, xsize: 2, parts: 1, float: true, conv: brain}
	halves     = kind{name: "Float16", a: "float32", x: "uint16", size: 4, xsize: 2, parts: 1, float: true, conv: half}
	int8s      = integer("Int8", "int8", 1, true)
	int16s     = integer("Int16", "int16", 2, true)
	int32s     = integer("Int32", "int32", 4, true)
	int64s     = integer("Int64", "int64", 8, true)
	uint8s     = integer("Uint8", "uint8", 1, false)
	uint16s    = integer("Uint16", "uint16", 2, false)
	uint32s    = integer("Uint32", "uint32", 4, false)
	uint64s    = integer("Uint64", "uint64", 8, false)
	ordered    = []kind{float32s, float64s, brains, halves, int8s, int16s, int32s, int64s, uint8s, uint16s, uint32s, uint64s}
)

func integer(name, typ string, size int, sign bool) kind {
	return kind{name: name, a: typ, x: typ, size: size, xsize: size, parts: 1, sign: sign}
}

// widened is k with elements that become integers of 8 bytes.
func widened(k kind, convert func(ops ...Op), masked func(m, k, v Op)) kind {
	k.name, k.a, k.size = k.name+"Wide", "int64", 8
	k.conv = func(_ level, mem, mask Op, v VecVirtual) {
		if mask != nil {
			masked(mem, mask, v)
		} else {
			convert(mem, v)
		}
	}
	return k
}

var wideInts = []kind{
	widened(int8s, VPMOVSXBQ, VPMOVSXBQ_Z), widened(int16s, VPMOVSXWQ, VPMOVSXWQ_Z), widened(int32s, VPMOVSXDQ, VPMOVSXDQ_Z),
	widened(uint8s, VPMOVZXBQ, VPMOVZXBQ_Z), widened(uint16s, VPMOVZXWQ, VPMOVZXWQ_Z), widened(uint32s, VPMOVZXDQ, VPMOVZXDQ_Z),
}

func brain(_ level, mem, k Op, v VecVirtual) {
	if k != nil {
		VPMOVZXWD_Z(mem, k, v)
	} else {
		VPMOVZXWD(mem, v)
	}
	VPSLLD(Imm(16), v, v)
}

func half(_ level, mem, k Op, v VecVirtual) {
	if k != nil {
		VCVTPH2PS_Z(mem, k, v)
	} else {
		VCVTPH2PS(mem, v)
	}
}

// An operation reduces registers. Its state is what a function keeps in addition to its sums.
type operation struct {
	neutral uint64
	// join lets a take in b, which hold nothing but numbers, in registers of that many bytes.
	join func(bytes int, a, b VecVirtual)
	// whole is join of any two, z = a with b; z may be a or b.
	whole func(a, b, z VecVirtual)
	// begin makes the state, reset empties it for a row, look takes in what is loaded,
	// finish mends the result in the lowest lane; all may be nil.
	begin, reset func()
	look         func(vs ...VecVirtual)
	finish       func(a VecVirtual)
}

var reductions = []struct {
	name  string
	kinds []kind
	make  func(l level, k kind) *operation
}{
	{"sum", []kind{float32s, float64s, complex64s, complex128, brains, halves, int8s, int16s, int32s, int64s}, adding},
	{"sum", wideInts, adding},
	{"prod", []kind{float32s, float64s, brains, halves, int16s, int32s, int64s}, multiplying},
	{"squares", []kind{squared(float32s), squared(float64s), squared(brains), squared(halves)}, adding},
	{"max", ordered, func(l level, k kind) *operation { return extreme(l, k, true) }},
	{"min", ordered, func(l level, k kind) *operation { return extreme(l, k, false) }},
}

func squared(k kind) kind {
	k.less = true
	return k
}

// both makes the two forms of an operation of one instruction.
func both(neutral uint64, f func(b, a, z Op)) *operation {
	return &operation{
		neutral: neutral,
		join:    func(bytes int, a, b VecVirtual) { f(at(b, bytes), at(a, bytes), at(a, bytes)) },
		whole:   func(a, b, z VecVirtual) { f(b, a, z) },
	}
}

func adding(l level, k kind) *operation {
	switch {
	case k.float && k.size == 4: // −0 changes nothing, +0 changes −0
		return both(1<<31, func(b, a, z Op) { VADDPS(b, a, z) })
	case k.float:
		return both(1<<63, func(b, a, z Op) { VADDPD(b, a, z) })
	}
	switch k.size {
	case 1:
		return both(0, func(b, a, z Op) { VPADDB(b, a, z) })
	case 2:
		return both(0, func(b, a, z Op) { VPADDW(b, a, z) })
	case 4:
		return both(0, func(b, a, z Op) { VPADDD(b, a, z) })
	}
	return both(0, func(b, a, z Op) { VPADDQ(b, a, z) })
}

func multiplying(l level, k kind) *operation {
	switch {
	case k.float && k.size == 4:
		return both(0x3f800000, func(b, a, z Op) { VMULPS(b, a, z) })
	case k.float:
		return both(0x3ff0000000000000, func(b, a, z Op) { VMULPD(b, a, z) })
	}
	switch k.size {
	case 2:
		return both(1, func(b, a, z Op) { VPMULLW(b, a, z) })
	case 4:
		return both(1, func(b, a, z Op) { VPMULLD(b, a, z) })
	}
	if l.wide() {
		return both(1, func(b, a, z Op) { VPMULLQ(b, a, z) })
	}
	// The product of halves (a₁2³² + a₀)(b₁2³² + b₀) without what is beyond 64 bits.
	mul := func(bytes int, a, b, z VecVirtual) {
		hi, lo := YMM(), YMM()
		VPSRLQ(Imm(32), at(a, bytes), at(hi, bytes))
		VPMULUDQ(at(b, bytes), at(hi, bytes), at(hi, bytes))
		VPSRLQ(Imm(32), at(b, bytes), at(lo, bytes))
		VPMULUDQ(at(a, bytes), at(lo, bytes), at(lo, bytes))
		VPADDQ(at(lo, bytes), at(hi, bytes), at(hi, bytes))
		VPSLLQ(Imm(32), at(hi, bytes), at(hi, bytes))
		VPMULUDQ(at(b, bytes), at(a, bytes), at(z, bytes))
		VPADDQ(at(hi, bytes), at(z, bytes), at(z, bytes))
	}
	return &operation{
		neutral: 1,
		join:    func(bytes int, a, b VecVirtual) { mul(bytes, a, b, a) },
		whole:   func(a, b, z VecVirtual) { mul(l.bytes, a, b, z) },
	}
}

func extreme(l level, k kind, most bool) *operation {
	if k.float {
		return floatExtreme(l, k, most)
	}
	bits := uint(8 * k.size)
	var neutral uint64
	switch {
	case k.sign && most:
		neutral = 1 << (bits - 1)
	case k.sign:
		neutral = 1<<(bits-1) - 1
	case !most:
		neutral = 1<<bits - 1
	}
	type ops = [4]func(b, a, z Op)
	pick := func(o ops) *operation {
		return both(neutral, o[map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[k.size]])
	}
	if k.size == 8 && !l.wide() {
		return longExtreme(k, most, neutral)
	}
	switch {
	case most && k.sign:
		return pick(ops{func(b, a, z Op) { VPMAXSB(b, a, z) }, func(b, a, z Op) { VPMAXSW(b, a, z) }, func(b, a, z Op) { VPMAXSD(b, a, z) }, func(b, a, z Op) { VPMAXSQ(b, a, z) }})
	case most:
		return pick(ops{func(b, a, z Op) { VPMAXUB(b, a, z) }, func(b, a, z Op) { VPMAXUW(b, a, z) }, func(b, a, z Op) { VPMAXUD(b, a, z) }, func(b, a, z Op) { VPMAXUQ(b, a, z) }})
	case k.sign:
		return pick(ops{func(b, a, z Op) { VPMINSB(b, a, z) }, func(b, a, z Op) { VPMINSW(b, a, z) }, func(b, a, z Op) { VPMINSD(b, a, z) }, func(b, a, z Op) { VPMINSQ(b, a, z) }})
	}
	return pick(ops{func(b, a, z Op) { VPMINUB(b, a, z) }, func(b, a, z Op) { VPMINUW(b, a, z) }, func(b, a, z Op) { VPMINUD(b, a, z) }, func(b, a, z Op) { VPMINUQ(b, a, z) }})
}

// longExtreme is of 64-bit integers, which AVX2 can only compare, as signed ones.
func longExtreme(k kind, most bool, neutral uint64) *operation {
	var bias VecVirtual
	choose := func(bytes int, a, b, z VecVirtual) {
		c, d, take := at(a, bytes), at(b, bytes), YMM()
		t := at(take, bytes)
		if !k.sign {
			u, v := YMM(), YMM()
			VPXOR(at(bias, bytes), c, at(u, bytes))
			VPXOR(at(bias, bytes), d, at(v, bytes))
			if most {
				VPCMPGTQ(at(u, bytes), at(v, bytes), t)
			} else {
				VPCMPGTQ(at(v, bytes), at(u, bytes), t)
			}
		} else if most {
			VPCMPGTQ(c, d, t) // d > c
		} else {
			VPCMPGTQ(d, c, t)
		}
		VBLENDVPD(t, d, c, at(z, bytes))
	}
	return &operation{
		neutral: neutral,
		begin: func() {
			if !k.sign {
				bias = YMM()
				spread(level{bytes: 32}, 8, 1<<63, bias)
			}
		},
		join:  func(bytes int, a, b VecVirtual) { choose(bytes, a, b, a) },
		whole: func(a, b, z VecVirtual) { choose(32, a, b, z) },
	}
}

// Predicates of VCMPPS and VCMPPD (Intel, Software Developer's Manual, volume 2, table
// of VCMPPD's comparisons).
const unordered = 0x03

// floatExtreme is maximum or minimum of IEEE 754-2019: NaN if there is one, and −0 is
// less than +0.
func floatExtreme(l level, k kind, most bool) *operation {
	neutral := uint64(0x7ff0000000000000)
	if k.size == 4 {
		neutral = 0x7f800000
	}
	if most {
		neutral |= 1 << (8*k.size - 1)
	}
	o := &operation{neutral: neutral}
	if l.wide() {
		o.rangeExtreme(k, most)
	} else {
		o.narrowExtreme(k, most)
	}
	return o
}

// pick returns the instruction for the size of k.
func pick(k kind, single, double func(x, y, z Op)) func(x, y, z Op) {
	if k.size == 4 {
		return single
	}
	return double
}

// rangeExtreme makes o a float's extreme with VRANGE of AVX-512, which knows the order of zeros, but
// passes over NaN.
func (o *operation) rangeExtreme(k kind, most bool) {
	single := k.size == 4
	mode := Imm(4)
	if most {
		mode = Imm(5)
	}
	within := pick(k, func(b, a, z Op) { VRANGEPS(mode, b, a, z) }, func(b, a, z Op) { VRANGEPD(mode, b, a, z) })
	compare := pick(k, func(b, a, k Op) { VCMPPS(Imm(unordered), b, a, k) }, func(b, a, k Op) { VCMPPD(Imm(unordered), b, a, k) })
	var nan OpmaskVirtual
	o.begin = func() { nan = K() }
	o.reset = func() { KXORW(nan, nan, nan) }
	o.look = func(vs ...VecVirtual) {
		for i := 0; i < len(vs); i += 2 {
			k := K()
			compare(vs[min(i+1, len(vs)-1)], vs[i], k)
			KORW(k, nan, nan)
		}
	}
	o.join = func(bytes int, a, b VecVirtual) { within(at(b, bytes), at(a, bytes), at(a, bytes)) }
	o.whole = func(a, b, z VecVirtual) {
		k, c := K(), ZMM()
		compare(b, a, k)
		within(b, a, c)
		if single {
			VADDPS(b, a, k, c)
		} else {
			VADDPD(b, a, k, c)
		}
		VMOVAPS(c, z)
	}
	o.finish = func(a VecVirtual) {
		real := unique("real")
		KTESTW(nan, nan)
		JZ(LabelRef(real))
		VPTERNLOGD(Imm(0xff), a.AsX(), a.AsX(), a.AsX()) // all ones is NaN
		Label(real)
	}
}

// narrowExtreme makes o a float's extreme with AVX2.
func (o *operation) narrowExtreme(k kind, most bool) {
	single := k.size == 4
	choose := pick(k, func(b, a, z Op) { VMAXPS(b, a, z) }, func(b, a, z Op) { VMAXPD(b, a, z) })
	signs := func(b, a, z Op) { VANDPS(b, a, z) } // of the zeros +0 if one is
	if !most {
		choose = pick(k, func(b, a, z Op) { VMINPS(b, a, z) }, func(b, a, z Op) { VMINPD(b, a, z) })
		signs = func(b, a, z Op) { VORPS(b, a, z) }
	}
	compare := pick(k, func(b, a, z Op) { VCMPPS(Imm(unordered), b, a, z) }, func(b, a, z Op) { VCMPPD(Imm(unordered), b, a, z) })
	// Where the result is 0, the signs of all elements, joined, are its sign: no element
	// lies on the result's other side.
	var nan, sign VecVirtual
	o.begin = func() { nan, sign = YMM(), YMM() }
	o.reset = func() {
		VPXOR(nan, nan, nan)
		if most {
			VPCMPEQD(sign, sign, sign)
		} else {
			VPXOR(sign, sign, sign)
		}
	}
	o.look = func(vs ...VecVirtual) {
		for i := 0; i < len(vs); i += 2 {
			c := YMM()
			compare(vs[min(i+1, len(vs)-1)], vs[i], c)
			VORPS(c, nan, nan)
		}
		for _, v := range vs {
			signs(v, sign, sign)
		}
	}
	o.join = func(bytes int, a, b VecVirtual) { choose(at(b, bytes), at(a, bytes), at(a, bytes)) }
	o.whole = func(a, b, z VecVirtual) {
		// Of two zeros, or a NaN and another, the instruction has the second: both orders
		// joined are the right zero.
		c, d := YMM(), YMM()
		choose(b, a, c)
		choose(a, b, d)
		signs(c, d, d)
		compare(b, a, c)
		VORPS(c, d, z)
	}
	o.finish = func(a VecVirtual) { mendExtreme(single, most, a, nan, sign) }
}

// mendExtreme gives an extreme, in the lowest lane of a, the sign of a zero, and makes it NaN if there was one.
func mendExtreme(single, most bool, a, nan, sign VecVirtual) {
	other, real := unique("other"), unique("real")
	zero, bits := XMM(), GP32()
	VXORPS(zero, zero, zero)
	all := uint32(0xff)
	if single {
		VUCOMISS(zero, a.AsX())
		JNE(LabelRef(other))
		VMOVMSKPS(sign, bits)
	} else {
		VUCOMISD(zero, a.AsX())
		JNE(LabelRef(other))
		VMOVMSKPD(sign, bits)
		all = 0xf
	}
	VMOVAPS(zero, a.AsX())
	if most {
		CMPL(bits, U32(all))
		JNE(LabelRef(other))
	} else {
		TESTL(bits, bits)
		JZ(LabelRef(other))
	}
	VPCMPEQD(a.AsX(), a.AsX(), a.AsX())
	if single {
		VPSLLD(Imm(31), a.AsX(), a.AsX())
	} else {
		VPSLLQ(Imm(63), a.AsX(), a.AsX())
	}
	Label(other)
	VPTEST(nan, nan)
	JZ(LabelRef(real))
	VPCMPEQD(a.AsX(), a.AsX(), a.AsX()) // all ones is NaN
	Label(real)
}

var labels int

// unique returns a label's name that no other has in a function.
func unique(name string) string {
	labels++
	return name + string(rune('a'+labels/26%26)) + string(rune('a'+labels%26))
}

// spread fills v with lanes of the given bits.
func spread(l level, size int, bits uint64, v VecVirtual) {
	g := GP64()
	MOVQ(U64(bits), g)
	x := v.AsX()
	VMOVQ(g, x)
	switch size {
	case 1:
		VPBROADCASTB(x, at(v, l.bytes))
	case 2:
		VPBROADCASTW(x, at(v, l.bytes))
	case 4:
		VPBROADCASTD(x, at(v, l.bytes))
	default:
		VPBROADCASTQ(x, at(v, l.bytes))
	}
}

// load loads a register, plain, or the lanes of k with zeros elsewhere.
func (k kind) load(l level, mem Op, mask Op, v VecVirtual) {
	switch {
	case k.conv != nil:
		k.conv(l, mem, mask, v)
	case mask == nil && l.wide():
		VMOVDQU64(mem, v)
	case mask == nil:
		VMOVDQU(mem, v)
	default:
		switch k.size {
		case 1:
			VMOVDQU8_Z(mem, mask, v)
		case 2:
			VMOVDQU16_Z(mem, mask, v)
		case 4:
			VMOVDQU32_Z(mem, mask, v)
		default:
			VMOVDQU64_Z(mem, mask, v)
		}
	}
}

// blend sets v's lanes outside the mask to those of w.
func (k kind) blend(mask Op, v, w VecVirtual) {
	switch k.size {
	case 1:
		VPBLENDMB(v, w, mask, v)
	case 2:
		VPBLENDMW(v, w, mask, v)
	case 4:
		VPBLENDMD(v, w, mask, v)
	default:
		VPBLENDMQ(v, w, mask, v)
	}
}

// distance makes v its squared distance to m.
func (k kind) distance(v VecVirtual, m Op) {
	if k.size == 4 {
		VSUBPS(m, v, v)
		VMULPS(v, v, v)
	} else {
		VSUBPD(m, v, v)
		VMULPD(v, v, v)
	}
}

func shift(n int) uint64 {
	s := uint64(0)
	for 1<<s < n {
		s++
	}
	return s
}

// laneMasks has 8 times −1 and 8 times 0, of 32 bits: VMASKMOV's masks lie in it.
func laneMasks() Mem {
	if masks.Symbol.Name == "" {
		masks = GLOBL("reduceMasks", RODATA|NOPTR)
		for i := range 16 {
			v := U32(0)
			if i < 8 {
				v = U32(0xffffffff)
			}
			DATA(4*i, v)
		}
	}
	return masks
}

var masks Mem

// laneMask loads AVX2's mask of the first n of its lanes.
func laneMask(size int, n Register, v VecVirtual) {
	table, i := GP64(), GP64()
	LEAQ(laneMasks(), table)
	MOVQ(n, i)
	if size == 8 {
		ADDQ(i, i)
	}
	NEGQ(i)
	VMOVDQU(Mem{Base: table, Index: i, Scale: 4, Disp: 32}, v)
}

func param(name string) GPVirtual {
	p := GP64()
	Load(Param(name), p)
	return p
}

// bytesOf scales a register that counts elements.
func bytesOf(n GPVirtual, size int) {
	if size > 1 {
		SHLQ(Imm(shift(size)), n)
	}
}

// narrow reports whether AVX2 cannot load some lanes of a register under a mask.
func (k kind) narrow(l level) bool { return !l.wide() && (k.xsize < 4 || k.xsize < k.size) }

// inner is a function that reduces the inner axis, while it is written: each of several
// rows of n elements to one. The order is the same at each level: 256 bytes of lanes each
// take in the elements that meet them, one after the other, and then the lanes are reduced
// by halves. Lanes without an element hold the neutral one.
type inner struct {
	l level
	k kind
	o *operation

	z, x, left, n, step GPVirtual
	m, mstep            GPVirtual // means, if squared distances are reduced
	rem                 GPVirtual // elements of a row that do not fill all accumulators
	mean, neutral       VecVirtual

	// tail returns the last elements of a row, fewer than a register of them: of the r-th
	// register from p on with AVX-512, at p with AVX2.
	tail      func(p GPVirtual, r int) VecVirtual
	tailLanes GPVirtual // AVX2: how many those are
}

// innerAxis writes the reduction of the inner axis.
func innerAxis(l level, op string, k kind, fresh func() *operation) {
	f := &inner{l: l, k: k, o: fresh()}
	f.prologue(op)
	if l.wide() {
		distantRows(l, k, fresh, f.neutral, far{f.z, f.x, f.left, f.n, f.step, f.rem, f.m, f.mstep})
		Label("each")
		f.wideTail()
	} else {
		f.narrowTail()
	}
	CMPQ(f.n, U32(k.lanes(l)))
	JL(LabelRef("short"))
	f.row()
	f.short()
}

// prologue begins the function, with its parameters in registers.
func (f *inner) prologue(op string) {
	l, k := f.l, f.k
	name := op + k.name + "Inner" + l.name
	signature := "func(z *" + k.a + ", x *" + k.x + ", rows, n, step int"
	if k.less {
		signature += ", m *" + k.a + ", mstep int"
	}
	TEXT(name, NOSPLIT, signature+")")
	Pragma("noescape")
	Doc(name + " sets z[i] to the reduction of n elements from x[i*step] on, 0 < n, 0 < rows.")
	f.z, f.x, f.left, f.n, f.step = param("z"), param("x"), param("rows"), param("n"), param("step")
	bytesOf(f.step, k.xsize*k.parts)
	if k.parts == 2 {
		ADDQ(f.n, f.n)
	}
	if k.less {
		f.m, f.mstep = param("m"), param("mstep")
		bytesOf(f.mstep, k.size)
		f.mean = l.vec()
	}
	f.neutral = l.vec()
	spread(l, k.size, f.o.neutral, f.neutral)
	if f.o.begin != nil {
		f.o.begin()
	}
	f.rem = GP64()
	MOVQ(f.n, f.rem)
	ANDQ(U32(k.lanes(l)*l.accs-1), f.rem)
}

// load returns a register of elements.
func (f *inner) load(mem Op) VecVirtual {
	v := f.l.vec()
	f.k.load(f.l, mem, nil, v)
	if f.k.less {
		f.k.distance(v, f.mean)
	}
	return v
}

// take lets accumulators take in registers of elements.
func (f *inner) take(acc []VecVirtual, vs []VecVirtual) {
	if f.o.look != nil {
		f.o.look(vs...)
	}
	for i, v := range vs {
		f.o.join(f.l.bytes, acc[i], v)
	}
}

// begin prepares for a row.
func (f *inner) begin() {
	if f.o.reset != nil {
		f.o.reset()
	}
	if !f.k.less {
		return
	}
	if f.k.size == 4 {
		VBROADCASTSS(Mem{Base: f.m}, f.mean)
	} else {
		VBROADCASTSD(Mem{Base: f.m}, f.mean)
	}
}

// finish stores the result of a row and goes on to the next one.
func (f *inner) finish(a VecVirtual) {
	settle(f.l, f.k, f.o, a, Mem{Base: f.z})
	ADDQ(U32(f.k.result()), f.z)
	ADDQ(f.step, f.x)
	if f.k.less {
		ADDQ(f.mstep, f.m)
	}
	DECQ(f.left)
}

// wideTail prepares masks for what is left at the end of a row.
func (f *inner) wideTail() {
	l, k := f.l, f.k
	ks := make([]OpmaskVirtual, l.accs)
	zero, ones := GP64(), GP64()
	XORQ(zero, zero)
	MOVQ(I64(-1), ones)
	count := GP64()
	MOVQ(f.rem, count)
	for r := range ks {
		ks[r] = K()
		bits := GP64()
		BZHIQ(count, ones, bits)
		KMOVQ(bits, ks[r])
		if r < l.accs-1 {
			SUBQ(U32(k.lanes(l)), count)
			CMOVQLT(zero, count)
		}
	}
	f.tail = func(p GPVirtual, r int) VecVirtual {
		v := ZMM()
		k.load(l, Mem{Base: p, Disp: r * k.stride(l)}, ks[r], v)
		if k.less {
			k.distance(v, f.mean)
		}
		k.blend(ks[r], v, f.neutral)
		return v
	}
}

// narrowTail prepares a mask for what is left at the end of a row, and where AVX2 has none for
// such elements, memory in which they are copied over neutral ones.
func (f *inner) narrowTail() {
	l, k := f.l, f.k
	f.tailLanes = GP64()
	MOVQ(f.n, f.tailLanes)
	ANDQ(U32(k.lanes(l)-1), f.tailLanes)
	var mask VecVirtual
	if k.size >= 4 {
		mask = YMM()
		laneMask(k.size, f.tailLanes, mask)
	}
	var local GPVirtual
	if k.narrow(l) {
		local = GP64()
		LEAQ(AllocLocal(32), local)
		VMOVDQU(f.neutral, Mem{Base: local})
	}
	f.tail = func(p GPVirtual, _ int) VecVirtual {
		v := YMM()
		switch {
		case k.narrow(l):
			f.copyTail(p, local)
			k.load(l, Mem{Base: local}, nil, v)
		case k.size == 4:
			VMASKMOVPS(Mem{Base: p}, mask, v)
		default:
			VMASKMOVPD(Mem{Base: p}, mask, v)
		}
		if k.less {
			k.distance(v, f.mean)
		}
		if k.size >= 4 {
			VBLENDVPS(mask, v, f.neutral, v)
		}
		return v
	}
}

// copyTail copies the last elements of a row, one by one.
func (f *inner) copyTail(p, local GPVirtual) {
	copied, i, word := unique("copied"), GP64(), GP64()
	MOVQ(f.tailLanes, i)
	more := unique("copy")
	Label(more)
	SUBQ(Imm(1), i)
	JL(LabelRef(copied))
	copyElement(f.k.xsize, p, local, i, word)
	JMP(LabelRef(more))
	Label(copied)
}

// copyElement copies element i, of up to eight bytes.
func copyElement(size int, p, to, i, word GPVirtual) {
	from, at := Mem{Base: p, Index: i, Scale: uint8(size)}, Mem{Base: to, Index: i, Scale: uint8(size)}
	switch size {
	case 1:
		MOVBLZX(from, word.As32())
		MOVB(word.As8(), at)
	case 2:
		MOVWLZX(from, word.As32())
		MOVW(word.As16(), at)
	case 4:
		MOVL(from, word.As32())
		MOVL(word.As32(), at)
	default:
		MOVQ(from, word)
		MOVQ(word, at)
	}
}

// row writes the loop over rows of a register or more.
func (f *inner) row() {
	l, k := f.l, f.k
	Label("row")
	f.begin()
	acc := make([]VecVirtual, l.accs)
	for i := range acc {
		acc[i] = l.vec()
		VMOVAPS(f.neutral, acc[i])
	}
	p, c := GP64(), GP64()
	MOVQ(f.x, p)
	MOVQ(f.n, c)
	SHRQ(Imm(shift(k.lanes(l)*l.accs)), c)
	JZ(LabelRef("rest"))
	f.groups(acc, p, c)

	Label("rest")
	TESTQ(f.rem, f.rem)
	JZ(LabelRef("join"))
	if l.wide() {
		f.wideRest(acc, p)
	} else {
		f.narrowRest(acc, p)
	}
	Label("join")
	for h := l.accs / 2; h > 0; h /= 2 {
		for i := range h {
			f.o.join(l.bytes, acc[i], acc[i+h])
		}
	}
	f.finish(acc[0])
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// groups writes the loop over what fills all accumulators, c times from p on.
func (f *inner) groups(acc []VecVirtual, p, c GPVirtual) {
	l, k := f.l, f.k
	Label("group")
	few := 4 // loaded at a time: AVX2 has no registers for more than two
	if !l.wide() {
		few = 2
	}
	for first := 0; first < l.accs; first += few {
		vs := make([]VecVirtual, few)
		for i := range vs {
			vs[i] = f.load(Mem{Base: p, Disp: (first + i) * k.stride(l)})
		}
		f.take(acc[first:first+few], vs)
	}
	ADDQ(U32(l.accs*k.stride(l)), p)
	DECQ(c)
	JNZ(LabelRef("group"))
}

// wideRest takes in what is left of a row, each register under its mask.
func (f *inner) wideRest(acc []VecVirtual, p GPVirtual) {
	for r := range f.l.accs {
		f.take(acc[r:r+1], []VecVirtual{f.tail(p, r)})
		if r < f.l.accs-1 {
			CMPQ(f.rem, U32((r+1)*f.k.lanes(f.l)))
			JLE(LabelRef("join"))
		}
	}
}

// narrowRest takes in what is left of a row: whole registers, and then the tail.
func (f *inner) narrowRest(acc []VecVirtual, p GPVirtual) {
	l, k := f.l, f.k
	end := GP64()
	MOVQ(f.rem, end)
	SUBQ(f.tailLanes, end)
	bytesOf(end, k.xsize)
	ADDQ(p, end)
	last := f.tail(end, 0)
	for r := range l.accs {
		next := unique("next")
		CMPQ(f.rem, U32((r+1)*k.lanes(l)))
		JGE(LabelRef(next))
		f.take(acc[r:r+1], []VecVirtual{last})
		JMP(LabelRef("join"))
		Label(next)
		if r < l.accs-1 {
			f.take(acc[r:r+1], []VecVirtual{f.load(Mem{Base: p, Disp: r * k.stride(l)})})
		}
	}
}

// short writes the loop over rows of less than a register.
func (f *inner) short() {
	Label("short")
	f.begin()
	one := f.l.vec()
	VMOVAPS(f.neutral, one)
	f.take([]VecVirtual{one}, []VecVirtual{f.tail(f.x, 0)})
	f.finish(one)
	JNZ(LabelRef("short"))
	VZEROUPPER()
	RET()
}

// settle reduces the lanes of a by halves and stores the result.
func settle(l level, k kind, o *operation, a VecVirtual, z Mem) {
	for bytes := l.bytes; bytes > k.result(); bytes /= 2 {
		h := l.vec()
		switch bytes {
		case 64:
			VEXTRACTI64X4(Imm(1), a.AsZ(), h.AsY())
		case 32:
			if l.wide() {
				VEXTRACTI64X2(Imm(1), a.AsY(), h.AsX())
				break
			}
			VEXTRACTI128(Imm(1), a.AsY(), h.AsX())
		default:
			VPSRLDQ(Imm(uint64(bytes/2)), a.AsX(), h.AsX())
		}
		o.join(max(bytes/2, 16), a, h)
	}
	if o.finish != nil {
		o.finish(a)
	}
	switch k.result() {
	case 1, 2:
		g := GP32()
		VMOVD(a.AsX(), g)
		if k.size == 1 {
			MOVB(g.As8(), z)
		} else {
			MOVW(g.As16(), z)
		}
	case 4:
		VMOVD(a.AsX(), z)
	case 8:
		VMOVQ(a.AsX(), z)
	default:
		VMOVUPS(a.AsX(), z)
	}
}

// far has the parameters of a function that reduces rows; rem are the elements of a row
// that do not fill all accumulators.
type far struct{ z, x, left, n, step, rem, m, mstep GPVirtual }

// distant is from how many bytes on rows are far apart: the processor reads ahead from
// several addresses at once, and is done sooner where elements come from memory.
const distant = 1 << 15

// distantRows reduces rows that are far apart, and fill all accumulators, four side by side,
// while there are so many, each in its own order.
func distantRows(l level, k kind, fresh func() *operation, neutral VecVirtual, f far) {
	const count = 4
	TESTQ(f.rem, f.rem)
	JNZ(LabelRef("each"))
	CMPQ(f.step, U32(distant))
	JL(LabelRef("each"))
	Label("far")
	CMPQ(f.left, U32(count))
	JL(LabelRef("each"))
	var o [count]*operation
	var acc [count][]VecVirtual
	var means [count]VecVirtual
	for q := range o {
		o[q] = fresh()
		if o[q].begin != nil {
			o[q].begin()
		}
		if o[q].reset != nil {
			o[q].reset()
		}
		for range l.accs {
			a := l.vec()
			VMOVAPS(neutral, a)
			acc[q] = append(acc[q], a)
		}
		if k.less {
			means[q] = l.vec()
			if k.size == 4 {
				VBROADCASTSS(Mem{Base: f.m}, means[q])
			} else {
				VBROADCASTSD(Mem{Base: f.m}, means[q])
			}
			ADDQ(f.mstep, f.m)
		}
	}
	p, third, c := GP64(), GP64(), GP64()
	MOVQ(f.x, p)
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 2}, third)
	MOVQ(f.n, c)
	SHRQ(Imm(shift(k.lanes(l)*l.accs)), c)
	Label("fargroup")
	const few = 2 // registers of a row loaded at a time
	for r := 0; r < l.accs; r += few {
		var vs [count][]VecVirtual
		for i := range few {
			for q := range o {
				v := l.vec()
				mem := Mem{Base: p, Disp: (r + i) * k.stride(l)}
				if q >= 2 {
					mem.Base = third
				}
				if q%2 == 1 {
					mem.Index, mem.Scale = f.step, 1
				}
				k.load(l, mem, nil, v)
				if k.less {
					k.distance(v, means[q])
				}
				vs[q] = append(vs[q], v)
			}
		}
		for q, o := range o {
			if o.look != nil {
				o.look(vs[q]...)
			}
			for i, v := range vs[q] {
				o.join(l.bytes, acc[q][r+i], v)
			}
		}
	}
	ADDQ(U32(l.accs*k.stride(l)), p)
	ADDQ(U32(l.accs*k.stride(l)), third)
	DECQ(c)
	JNZ(LabelRef("fargroup"))
	for h := l.accs / 2; h > 0; h /= 2 {
		for i := range h {
			for q, o := range o {
				o.join(l.bytes, acc[q][i], acc[q][i+h])
			}
		}
	}
	for q, o := range o {
		settle(l, k, o, acc[q][0], Mem{Base: f.z, Disp: q * k.result()})
	}
	ADDQ(U32(count*k.result()), f.z)
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 4}, f.x)
	SUBQ(U32(count), f.left)
	JNZ(LabelRef("far"))
	VZEROUPPER()
	RET()
}

// outer is a function that reduces the outer axis, while it is written: rows of w elements
// into acc, eight at a time, which are reduced in pairs before, then one by one.
type outer struct {
	l level
	k kind
	o *operation

	acc, x, w, left, step GPVirtual
	m                     GPVirtual // means, if squared distances are reduced
	step3                 GPVirtual
	masked                bool // AVX2 can load some lanes of a register
	some                  lanes
}

// rows writes the reduction of the outer axis.
func rows(l level, op string, k kind, o *operation) {
	if k.parts == 2 {
		return // as rows of their parts
	}
	f := &outer{l: l, k: k, o: o, masked: !k.narrow(l)}
	f.prologue(op)
	if f.masked {
		f.few()
	}
	Label("eight")
	CMPQ(f.left, U32(8))
	JL(LabelRef("singles"))
	f.columns("e", 8)
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 8}, f.x)
	SUBQ(U32(8), f.left)
	JMP(LabelRef("eight"))
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
func (f *outer) prologue(op string) {
	l, k := f.l, f.k
	name := op + k.name + "Rows" + l.name
	signature := "func(acc *" + k.a + ", x *" + k.x + ", w, rows, step int"
	doc := name + " reduces w elements of each of the rows from x[i*step] on into acc, 0 < w"
	if k.less {
		signature += ", m *" + k.a
	}
	if !f.masked {
		doc += ", a multiple of " + map[int]string{8: "4", 4: "8", 2: "16", 1: "32"}[k.size]
	}
	TEXT(name, NOSPLIT, signature+")")
	Pragma("noescape")
	Doc(doc + ".")
	f.acc, f.x, f.w, f.left, f.step = param("acc"), param("x"), param("w"), param("rows"), param("step")
	bytesOf(f.step, k.xsize)
	if k.less {
		f.m = param("m")
	}
	if f.o.begin != nil {
		f.o.begin()
	}
	if f.masked { // of one register all columns, else those that are left over
		rest, few := GP64(), GP64()
		MOVQ(f.w, rest)
		MOVQ(f.w, few)
		ANDQ(U32(k.lanes(l)-1), rest)
		CMPQ(f.w, U32(k.lanes(l)))
		CMOVQLE(few, rest)
		f.some = firstLanes(l, k.size, rest)
	}
	f.step3 = GP64()
	LEAQ(Mem{Base: f.step, Index: f.step, Scale: 2}, f.step3)
}

// lanes is a mask of the first lanes of a register: AVX-512's or AVX2's.
type lanes struct {
	size int
	k    OpmaskVirtual
	v    VecVirtual
}

func firstLanes(l level, size int, n GPVirtual) lanes {
	s := lanes{size: size}
	if l.wide() {
		s.k = K()
		ones := GP64()
		MOVQ(I64(-1), ones)
		BZHIQ(n, ones, ones)
		KMOVQ(ones, s.k)
	} else {
		s.v = YMM()
		laneMask(size, n, s.v)
	}
	return s
}

// load returns a register of elements of k, or some lanes of it.
func (s lanes) load(l level, k kind, mem Mem, some bool) VecVirtual {
	v := l.vec()
	switch {
	case !some:
		k.load(l, mem, nil, v)
	case l.wide():
		k.load(l, mem, s.k, v)
	case s.size == 4:
		VMASKMOVPS(mem, s.v, v)
	default:
		VMASKMOVPD(mem, s.v, v)
	}
	return v
}

// store stores a register, or some lanes of it.
func (s lanes) store(l level, v VecVirtual, mem Mem, some bool) {
	switch {
	case !some && l.wide():
		VMOVDQU64(v, mem)
	case !some:
		VMOVDQU(v, mem)
	case !l.wide() && s.size == 4:
		VMASKMOVPS(v, s.v, mem)
	case !l.wide():
		VMASKMOVPD(v, s.v, mem)
	case s.size == 1:
		VMOVDQU8(v, s.k, mem)
	case s.size == 2:
		VMOVDQU16(v, s.k, mem)
	case s.size == 4:
		VMOVDQU32(v, s.k, mem)
	default:
		VMOVDQU64(v, s.k, mem)
	}
}

// own loads from acc or the means.
func (f *outer) own(mem Mem, some bool) VecVirtual {
	return f.some.load(f.l, kind{size: f.k.size, xsize: f.k.size}, mem, some)
}

// row returns a row's elements.
func (f *outer) row(mem Mem, some bool, mean VecVirtual) VecVirtual {
	v := f.some.load(f.l, f.k, mem, some)
	if f.k.less {
		f.k.distance(v, mean)
	}
	return v
}

// eight returns the elements of eight rows reduced: from p on, and from q, the fourth.
func (f *outer) eight(p, q GPVirtual, some bool, mean VecVirtual) VecVirtual {
	pair := func(a, b Mem) VecVirtual {
		v, w := f.row(a, some, mean), f.row(b, some, mean)
		f.o.whole(v, w, v)
		return v
	}
	four := func(b GPVirtual) VecVirtual {
		v, w := pair(Mem{Base: b}, Mem{Base: b, Index: f.step, Scale: 1}),
			pair(Mem{Base: b, Index: f.step, Scale: 2}, Mem{Base: b, Index: f.step3, Scale: 1})
		f.o.whole(v, w, v)
		return v
	}
	sum := four(p)
	f.o.whole(sum, four(q), sum)
	return sum
}

// few writes the loop over rows of no more than a register, whose sums stay in one.
func (f *outer) few() {
	CMPQ(f.w, U32(f.k.lanes(f.l)))
	JG(LabelRef("eight"))
	var mean VecVirtual
	if f.k.less {
		mean = f.own(Mem{Base: f.m}, true)
	}
	r, q := f.own(Mem{Base: f.acc}, true), GP64()
	SUBQ(U32(8), f.left)
	JL(LabelRef("fewrest"))
	Label("feweight")
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 4}, q)
	f.o.whole(r, f.eight(f.x, q, true, mean), r)
	LEAQ(Mem{Base: f.x, Index: f.step, Scale: 8}, f.x)
	SUBQ(U32(8), f.left)
	JGE(LabelRef("feweight"))
	Label("fewrest")
	ADDQ(U32(8), f.left)
	JZ(LabelRef("fewdone"))
	Label("fewone")
	f.o.whole(r, f.row(Mem{Base: f.x}, true, mean), r)
	ADDQ(f.step, f.x)
	DECQ(f.left)
	JNZ(LabelRef("fewone"))
	Label("fewdone")
	f.some.store(f.l, r, Mem{Base: f.acc}, true)
	VZEROUPPER()
	RET()
}

// columns writes the loop over the columns of a group of eight rows or of one.
func (f *outer) columns(label string, group int) {
	l, k := f.l, f.k
	p, q, a, mm, c := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(f.x, p)
	if group == 8 {
		LEAQ(Mem{Base: f.x, Index: f.step, Scale: 4}, q)
	}
	MOVQ(f.acc, a)
	if k.less {
		MOVQ(f.m, mm)
	}
	MOVQ(f.w, c)
	body := func(some bool) {
		var mean, sum VecVirtual
		if k.less {
			mean = f.own(Mem{Base: mm}, some)
		}
		if group == 8 {
			sum = f.eight(p, q, some, mean)
		} else {
			sum = f.row(Mem{Base: p}, some, mean)
		}
		r := f.own(Mem{Base: a}, some)
		f.o.whole(r, sum, r)
		f.some.store(l, r, Mem{Base: a}, some)
	}
	SUBQ(U32(k.lanes(l)), c)
	JL(LabelRef(label + "tail"))
	Label(label + "wide")
	body(false)
	ADDQ(U32(k.stride(l)), p)
	if group == 8 {
		ADDQ(U32(k.stride(l)), q)
	}
	ADDQ(U32(l.bytes), a)
	if k.less {
		ADDQ(U32(l.bytes), mm)
	}
	SUBQ(U32(k.lanes(l)), c)
	JGE(LabelRef(label + "wide"))
	Label(label + "tail")
	if f.masked {
		ADDQ(U32(k.lanes(l)), c)
		JZ(LabelRef(label + "done"))
		body(true)
		Label(label + "done")
	}
}
