package main

import (
	"fmt"
	"maps"
	"math"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What the function now written works in.
var (
	wide   bool // AVX-512, otherwise AVX2 and FMA
	double bool // float64, otherwise float32
	unroll int  // how many registers a vector is
)

// A vec is a vector of one register or more; every operation works on all of them.
type vec []VecVirtual

// A mask is a register of bits of AVX-512 or a vector of all ones or zeros, for each register of a vector.
type mask []Op

// bits are the bits of a constant; constants that are float64 are rounded where float32 is meant.
type bits uint64

func newReg() VecVirtual {
	if wide {
		return ZMM()
	}
	return YMM()
}

func newVec() vec {
	v := make(vec, unroll)
	for i := range v {
		v[i] = newReg()
	}
	return v
}

var data = map[string]Mem{}

// constant returns memory with a constant: one, or for AVX2 a whole register.
func constant(c any) Op {
	var b uint64
	switch c := c.(type) {
	case bits:
		b = uint64(c)
	case float64:
		b = math.Float64bits(c)
		if !double {
			b = uint64(math.Float32bits(float32(c)))
		}
	default:
		panic(fmt.Sprintf("constant of %T", c))
	}
	size := 4
	if double {
		size = 8
	}
	count := 32 / size
	if wide {
		count = 1
	}
	name := fmt.Sprintf("math%dx%d_%0*x", size*8, count, size*2, b)
	m, ok := data[name]
	if !ok {
		m = GLOBL(name, 24) // NOPTR, RODATA
		for i := range count {
			if double {
				DATA(i*size, U64(b))
			} else {
				DATA(i*size, U32(uint32(b)))
			}
		}
		data[name] = m
	}
	return m
}

// Constants that the function now written has in registers, for AVX-512: as many of the first that it uses as hold says.
var (
	hold int
	held []heldConstant
)

type heldConstant struct {
	mem Mem
	reg VecVirtual
}

// heldIn returns the register that holds a constant, if one does.
func heldIn(c any) (r VecVirtual, ok bool) {
	if _, ok := c.(vec); ok || !wide || hold == 0 {
		return nil, false
	}
	m := constant(c).(Mem)
	for _, h := range held {
		if h.mem.Symbol.Name == m.Symbol.Name {
			return h.reg, true
		}
	}
	if len(held) == hold {
		return nil, false
	}
	r = ZMM()
	held = append(held, heldConstant{m, r})
	return r, true
}

// operand returns the j-th register of a vector, or the register or the memory that has a constant.
func operand(b any, j int) (o Op, inMemory bool) {
	if v, ok := b.(vec); ok {
		return v[j], false
	}
	if r, ok := heldIn(b); ok {
		return r, false
	}
	return constant(b), true
}

// An op is an instruction in the forms for float32 and float64, with a register and with a constant in memory.
type op struct{ s, sc, d, dc func(...Op) }

func (i op) pick(isConstant bool) func(...Op) {
	switch {
	case double && isConstant && wide:
		return i.dc
	case double:
		return i.d
	case isConstant && wide:
		return i.sc
	}
	return i.s
}

var (
	opAdd  = op{VADDPS, VADDPS_BCST, VADDPD, VADDPD_BCST}
	opSub  = op{VSUBPS, VSUBPS_BCST, VSUBPD, VSUBPD_BCST}
	opMul  = op{VMULPS, VMULPS_BCST, VMULPD, VMULPD_BCST}
	opDiv  = op{VDIVPS, VDIVPS_BCST, VDIVPD, VDIVPD_BCST}
	opMin  = op{VMINPS, VMINPS_BCST, VMINPD, VMINPD_BCST}
	opMax  = op{VMAXPS, VMAXPS_BCST, VMAXPD, VMAXPD_BCST}
	opFma  = op{VFMADD213PS, VFMADD213PS_BCST, VFMADD213PD, VFMADD213PD_BCST}
	opFms  = op{VFMSUB213PS, VFMSUB213PS_BCST, VFMSUB213PD, VFMSUB213PD_BCST}
	opFnma = op{VFNMADD213PS, VFNMADD213PS_BCST, VFNMADD213PD, VFNMADD213PD_BCST}
	opAcc  = op{VFMADD231PS, VFMADD231PS_BCST, VFMADD231PD, VFMADD231PD_BCST}
	opNacc = op{VFNMADD231PS, VFNMADD231PS_BCST, VFNMADD231PD, VFNMADD231PD_BCST}
	opAndW = op{VPANDD, VPANDD_BCST, VPANDQ, VPANDQ_BCST}
	opOrW  = op{VPORD, VPORD_BCST, VPORQ, VPORQ_BCST}
	opXorW = op{VPXORD, VPXORD_BCST, VPXORQ, VPXORQ_BCST}
	opAnd  = three(VPAND)
	opOr   = three(VPOR)
	opXor  = three(VPXOR)
	opAddI = op{VPADDD, VPADDD_BCST, VPADDQ, VPADDQ_BCST}
	opSubI = op{VPSUBD, VPSUBD_BCST, VPSUBQ, VPSUBQ_BCST}
	opMaxI = op{VPMAXSD, VPMAXSD_BCST, VPMAXSQ, VPMAXSQ_BCST}
	opTern = op{VPTERNLOGD, VPTERNLOGD_BCST, VPTERNLOGQ, VPTERNLOGQ_BCST}
)

func three(f func(a, b, c Op)) op {
	g := func(o ...Op) { f(o[0], o[1], o[2]) }
	return op{s: g, d: g}
}

func binary(i op, a vec, b any) vec {
	z := newVec()
	for j := range z {
		o, c := operand(b, j)
		i.pick(c)(o, a[j], z[j])
	}
	return z
}

func add(a vec, b any) vec  { return binary(opAdd, a, b) }
func sub(a vec, b any) vec  { return binary(opSub, a, b) }
func mul(a vec, b any) vec  { return binary(opMul, a, b) }
func div(a vec, b any) vec  { return binary(opDiv, a, b) }
func addI(a vec, b any) vec { return binary(opAddI, a, b) }
func subI(a vec, b any) vec { return binary(opSubI, a, b) }

// least and greatest return x where one of both is NaN.
func least(c any, x vec) vec    { return binary(opMin, shared(c), x) }
func greatest(c any, x vec) vec { return binary(opMax, shared(c), x) }

// least2 and greatest2 return b where one of both is NaN.
func least2(a, b vec) vec    { return binary(opMin, a, b) }
func greatest2(a, b vec) vec { return binary(opMax, a, b) }

func and(a vec, b any) vec { return binary(either(opAndW, opAnd), a, b) }
func or(a vec, b any) vec  { return binary(either(opOrW, opOr), a, b) }
func xor(a vec, b any) vec { return binary(either(opXorW, opXor), a, b) }

func either(w, n op) op {
	if wide {
		return w
	}
	return n
}

// shared returns a vector of a constant that must not be overwritten.
func shared(c any) vec {
	r, ok := heldIn(c)
	if !ok {
		return value(c)
	}
	z := make(vec, unroll)
	for j := range z {
		z[j] = r
	}
	return z
}

// value returns a vector of a constant, or a itself.
func value(a any) vec {
	if v, ok := a.(vec); ok {
		return v
	}
	z := newVec()
	if r, ok := heldIn(a); ok {
		for j := range z {
			VMOVAPS(r, z[j])
		}
		return z
	}
	for j := range z {
		m := constant(a)
		switch {
		case !wide:
			VMOVUPS(m, z[j])
		case double:
			VBROADCASTSD(m, z[j])
		default:
			VBROADCASTSS(m, z[j])
		}
	}
	return z
}

func copyOf(a vec) vec {
	z := newVec()
	for j := range z {
		VMOVAPS(a[j], z[j])
	}
	return z
}

// ternary works on its first operand, which it returns: i(c, b, a).
func ternary(i op, a, b vec, c any) vec {
	for j := range a {
		o, k := operand(c, j)
		i.pick(k)(o, b[j], a[j])
	}
	return a
}

// fma, fms and fnma overwrite a with a*b + c, a*b - c and c - a*b; acc and nacc overwrite c with c + a*b and c - a*b.
func fma(a, b vec, c any) vec  { return ternary(opFma, a, b, c) }
func fms(a, b vec, c any) vec  { return ternary(opFms, a, b, c) }
func fnma(a, b vec, c any) vec { return ternary(opFnma, a, b, c) }
func acc(c, a vec, b any) vec  { return ternary(opAcc, c, a, b) }
func nacc(c, a vec, b any) vec { return ternary(opNacc, c, a, b) }

const signBit = 1 << 63

// size-dependent constants
func signMask() bits {
	if double {
		return signBit
	}
	return 1 << 31
}

func abs(a vec) vec { return and(a, signMask()-1) }

// withSign returns a with the sign bit of b set where b has it; a's must be clear there, or as b's.
func withSign(a, b vec) vec {
	if !wide {
		return or(and(b, signMask()), a)
	}
	z := copyOf(a)
	for j := range z {
		o, c := operand(signMask(), j)
		opTern.pick(c)(Imm(0xf8), o, b[j], z[j]) // z | b&sign
	}
	return z
}

// flip changes the sign of a where bit at of b is set.
func flip(a, b vec, at int) vec {
	size := 32
	if double {
		size = 64
	}
	s := left(b, size-1-at)
	if !wide {
		return xor(a, and(s, signMask()))
	}
	z := copyOf(a)
	for j := range z {
		o, c := operand(signMask(), j)
		opTern.pick(c)(Imm(0x78), o, s[j], z[j]) // z ^ s&sign
	}
	return z
}

func shift(i32, i64 func(...Op), by int, a vec) vec {
	z := newVec()
	for j := range z {
		if double {
			i64(Imm(uint64(by)), a[j], z[j])
		} else {
			i32(Imm(uint64(by)), a[j], z[j])
		}
	}
	return z
}

func left(a vec, by int) vec  { return shift(VPSLLD, VPSLLQ, by, a) }
func right(a vec, by int) vec { return shift(VPSRLD, VPSRLQ, by, a) }

func sqrt(a vec) vec {
	z := newVec()
	for j := range z {
		if double {
			VSQRTPD(a[j], z[j])
		} else {
			VSQRTPS(a[j], z[j])
		}
	}
	return z
}

// Predicates of comparisons: ordered and quiet, and the negations that hold for NaN.
const (
	equal        = 0
	less         = 0x11
	lessEqual    = 0x12
	unordered    = 3
	notEqual     = 4    // or NaN
	notLess      = 0x15 // or NaN
	notLE        = 0x16 // or NaN
	greaterEq    = 0x1d
	greater      = 0x1e
	notGreaterEq = 0x19 // or NaN
	notGreater   = 0x1a // or NaN
)

func compare(a vec, p uint64, b any) mask {
	m := make(mask, unroll)
	i := op{VCMPPS, VCMPPS_BCST, VCMPPD, VCMPPD_BCST}
	for j := range m {
		if wide {
			m[j] = K()
		} else {
			m[j] = YMM()
		}
		o, c := operand(b, j)
		i.pick(c)(Imm(p), o, a[j], m[j])
	}
	return m
}

// compareIf is compare where m holds; m is overwritten.
func compareIf(m mask, a vec, p uint64, b any) mask {
	if !wide {
		return both(m, compare(a, p, b))
	}
	i := op{VCMPPS, VCMPPS_BCST, VCMPPD, VCMPPD_BCST}
	for j := range m {
		o, c := operand(b, j)
		i.pick(c)(Imm(p), o, a[j], m[j], m[j])
	}
	return m
}

func any2(a, b mask) mask {
	m := make(mask, unroll)
	for j := range m {
		if wide {
			m[j] = K()
			KORW(a[j], b[j], m[j])
		} else {
			m[j] = YMM()
			VPOR(a[j], b[j], m[j])
		}
	}
	return m
}

func both(a, b mask) mask {
	m := make(mask, unroll)
	for j := range m {
		if wide {
			m[j] = K()
			KANDW(a[j], b[j], m[j])
		} else {
			m[j] = YMM()
			VPAND(a[j], b[j], m[j])
		}
	}
	return m
}

// choose returns yes where m holds, no elsewhere.
func choose(m mask, yes any, no vec) vec {
	z := newVec()
	for j := range z {
		o, c := operand(yes, j)
		if wide {
			op{VBLENDMPS, VBLENDMPS_BCST, VBLENDMPD, VBLENDMPD_BCST}.pick(c)(o, no[j], m[j], z[j])
		} else {
			VBLENDVPD(m[j], o, no[j], z[j])
		}
	}
	return z
}

// A table has 8, 16 or 32 numbers, of which lookup takes those at the low bits of indexes.
//
// The linker aligns data to 32 bytes at most. Whether a load of 64 bytes crosses a cache line would depend on what else is in
// the program, and loops that look up in memory are up to 1.7 times slower where it does. So all tables are one block, which
// package simd copies to an address that is a multiple of 64; AVX-512 addresses that copy. Every table is of whole cache lines.
type table struct {
	name   string
	offset int // in the block, in bytes
	size   int
	regs   []VecVirtual // with AVX-512, where it was loaded before the loop
}

// A tableData is what the block has of a table.
type tableData struct {
	offset int
	double bool
	values []uint64
}

var (
	tables     = map[string]tableData{}
	tablesSize int
	loaded     map[string][]VecVirtual // what the function now written has in registers
	aligned    Register                // the address of the aligned copy, once the function now written has it
)

// tablesSymbol is the block in the file that is written; AVX2, which loads single numbers, addresses it.
var tablesSymbol = Symbol{Name: "tables", Static: true}

// tablesVariable is Go's variable with the address of the aligned copy.
var tablesVariable = "mathTables"

func newTable(name string, values []float64) *table {
	b := make([]uint64, len(values))
	for i, v := range values {
		b[i] = math.Float64bits(v)
		if !double {
			b[i] = uint64(math.Float32bits(float32(v)))
		}
	}
	return bitTable(name, b)
}

func bitTable(name string, values []uint64) *table {
	d, ok := tables[name]
	if !ok {
		d = tableData{tablesSize, double, values}
		tables[name] = d
		size := 4 * len(values)
		if double {
			size *= 2
		}
		tablesSize += (size + 63) &^ 63
	}
	return &table{name: name, offset: d.offset, size: len(values), regs: loaded[name]}
}

// writeTables writes the block, and the function that tells Go where it is: see simd.aligned.
func writeTables() {
	TEXT(tablesVariable+"Data", NOSPLIT, "func() (data *byte, size int)")
	Doc(tablesVariable + "Data returns where the linker has put the tables, and how many bytes they are.")
	address := GP64()
	LEAQ(NewDataAddr(tablesSymbol, 0), address)
	Store(address, ReturnIndex(0))
	size := GP64()
	MOVQ(U32(tablesSize), size)
	Store(size, ReturnIndex(1))
	RET()
	GLOBL(tablesSymbol.Name, 24)
	for _, d := range slices.SortedFunc(maps.Values(tables), func(a, b tableData) int { return a.offset - b.offset }) {
		for i, v := range d.values {
			if d.double {
				DATA(d.offset+8*i, U64(v))
			} else {
				DATA(d.offset+4*i, U32(uint32(v)))
			}
		}
	}
}

// locateTables brings the address of the aligned tables into a register, ahead of a loop that looks up in memory; for AVX-512.
func locateTables() {
	if wide && aligned == nil {
		aligned = GP64()
		MOVQ(NewDataAddr(Symbol{Name: "·" + tablesVariable}, 0), aligned)
	}
}

// part returns the i-th register of the table, or where it lies.
func (t *table) part(i int) Op {
	if t.regs != nil {
		return t.regs[i]
	}
	if aligned == nil {
		panic("the form looks up " + t.name + " in memory: it has to locate tables before the loop")
	}
	return Mem{Base: aligned, Disp: t.offset + 64*i}
}

// lanes is the number of elements of a register.
func lanes() int {
	n := 4
	if wide {
		n *= 2
	}
	if !double {
		n *= 2
	}
	return n
}

// load brings a table into registers, for AVX-512.
func (t *table) load() *table {
	if wide {
		locateTables()
		regs := make([]VecVirtual, t.size/lanes())
		for i := range regs {
			regs[i] = ZMM()
			VMOVUPS(t.part(i), regs[i])
		}
		t.regs, loaded[t.name] = regs, regs
	}
	return t
}

func (t *table) lookup(index vec) vec {
	z := newVec()
	if !wide {
		if !double {
			panic("lookup of float32 with AVX2")
		}
		index = and(index, bits(t.size-1))
		base := GP64()
		LEAQ(NewDataAddr(tablesSymbol, t.offset), base)
		for j := range z {
			m := YMM()
			VPCMPEQD(m, m, m)
			VPXOR(z[j], z[j], z[j])
			VGATHERQPD(m, Mem{Base: base, Index: index[j], Scale: 8}, z[j])
		}
		return z
	}
	for j := range z {
		switch {
		case t.size == lanes() && double:
			VPERMPD(t.part(0), index[j], z[j])
		case t.size == lanes():
			VPERMPS(t.part(0), index[j], z[j])
		case t.size == 2*lanes():
			if t.regs != nil {
				VMOVAPS(index[j], z[j])
				if double {
					VPERMI2PD(t.part(1), t.part(0), z[j])
				} else {
					VPERMI2PS(t.part(1), t.part(0), z[j])
				}
				continue
			}
			VMOVUPS(t.part(0), z[j])
			if double {
				VPERMT2PD(t.part(1), index[j], z[j])
			} else {
				VPERMT2PS(t.part(1), index[j], z[j])
			}
		default:
			panic("size of table")
		}
	}
	return z
}

// poly returns c[0] + c[1]*x + …, by pairs: x2 is x*x.
func poly(x, x2 vec, c []float64) vec {
	var terms []vec
	for i := 0; i < len(c); i += 2 {
		if i+1 == len(c) {
			terms = append(terms, value(c[i]))
		} else {
			terms = append(terms, fma(value(c[i+1]), x, c[i]))
		}
	}
	if len(terms) > 4 { // by fours
		var next []vec
		for i := 0; i < len(terms); i += 2 {
			if i+1 == len(terms) {
				next = append(next, terms[i])
			} else {
				next = append(next, fma(terms[i+1], x2, terms[i]))
			}
		}
		terms, x2 = next, mul(x2, x2)
	}
	z := terms[len(terms)-1]
	for i := len(terms) - 2; i >= 0; i-- {
		z = fma(z, x2, terms[i])
	}
	return z
}

// horner returns c[0] + c[1]*x + …, one after the other: fewer registers.
func horner(x vec, c []float64) vec {
	z := value(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		z = fma(z, x, c[i])
	}
	return z
}

// signs returns the mask of the elements whose sign bit is set.
func signs(a vec) mask {
	m := make(mask, unroll)
	for j := range m {
		switch {
		case !wide:
			m[j] = a[j]
		case double:
			k := K()
			VPMOVQ2M(a[j], k)
			m[j] = k
		default:
			k := K()
			VPMOVD2M(a[j], k)
			m[j] = k
		}
	}
	return m
}

// round rounds to integers: to the nearest even, or towards zero.
func round(a vec, towardsZero bool) vec {
	imm := uint64(8)
	if towardsZero {
		imm = 0xb
	}
	z := newVec()
	for j := range z {
		if wide {
			VRNDSCALEPD(Imm(imm), a[j], z[j])
		} else {
			VROUNDPD(Imm(imm), a[j], z[j])
		}
	}
	return z
}

func one(f func(Op, Op), a vec) vec {
	z := newVec()
	for j := range z {
		f(a[j], z[j])
	}
	return z
}
