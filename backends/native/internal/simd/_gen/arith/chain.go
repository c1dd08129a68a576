package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"math"
	"regexp"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// The steps of chains: threaded code. A step is a function that does one operation on the
// accumulator, some registers of elements of 32 bits, and jumps to the next step of the program. Nothing
// is on the stack, and the last step goes back to the first or returns.
//
// Of each step there are two functions: that of a whole block of elements, and that of half a block under masks.

// The registers that steps share. The accumulator is in the first vector registers, and the
// second operand of a choice in those after it.
var (
	chainPC    = reg.R8  // this step
	chainCol   = reg.R9  // the block's first element in its row
	chainRow   = reg.R10 // the row
	chainRows  = reg.R11
	chainCols  = reg.R12
	chainFirst = reg.R13 // the first step

	chainMasks = []reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4} // of half a block
)

const (
	chainRegisters = 8  // of a whole block
	chainLanes     = 16 // of a register
	chainBlock     = chainRegisters * chainLanes
	chainStep      = 40 // bytes of a step: both functions, operand, bytes to the next row, mask of chainCol
)

func chainVec(i int) vec {
	return []reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
		reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15}[i]
}

// The forms of a step: how its operand comes, and on which side of the accumulator it is.
const (
	chainMany      = iota // elements in memory; or there is none
	chainOne              // one element for all of a row
	chainManyFirst        // as many, but on the left
	chainOneFirst
	chainForms
)

// A chainOp is an operation of a step.
type chainOp struct {
	name   string // in package simd, after Chain
	forms  []int
	size   int  // bytes of an element of the operand; 0 is 4
	signed bool // of one smaller than 4: whether it has one

	body  func(g *gen, acc, operand, other vec) vec // the new accumulator
	store bool                                      // instead: it stores the accumulator as elements of size
	other bool                                      // instead: it loads the second operand
}

// chainOps are the operations. The bodies are those of the loops.
func chainOps(g *gen) []chainOp {
	both, one, many := []int{chainMany, chainOne, chainManyFirst, chainOneFirst}, []int{chainMany, chainOne}, []int{chainMany}
	body := map[string]func(g *gen, in []vec) result{}
	for _, k := range kernels(g) {
		for _, d := range k.kinds {
			body[k.op+string(d)] = k.body
		}
		if k.op == "cast" {
			body[k.name] = k.body
		}
	}
	lanes := func(g *gen, r result) vec {
		if r.m != nil {
			return g.keep(r.m, 4, g.allIn(4, 1))
		}
		return r.v
	}
	var z []chainOp
	binary := func(name string, forms []int, f func(g *gen, a, b vec) result) {
		z = append(z, chainOp{name: name, forms: forms, body: func(g *gen, acc, operand, _ vec) vec { return lanes(g, f(g, acc, operand)) }})
	}
	unary := func(name string, f func(g *gen, a vec) result) {
		z = append(z, chainOp{name: name, body: func(g *gen, acc, _, _ vec) vec { return lanes(g, f(g, acc)) }})
	}
	of := func(f func(g *gen, a vec) vec) func(g *gen, a vec) result {
		return func(g *gen, a vec) result { return result{v: f(g, a)} }
	}

	for _, l := range []struct {
		name string
		size int
		sign bool
	}{{"Load", 4, false}, {"LoadUint8", 1, false}, {"LoadInt8", 1, true}, {"LoadUint16", 2, false}, {"LoadInt16", 2, true}} {
		z = append(z, chainOp{name: l.name, forms: one, size: l.size, signed: l.sign, body: func(_ *gen, _, operand, _ vec) vec { return operand }})
	}
	z = append(z, chainOp{name: "LoadOther", forms: one, other: true})
	for _, size := range []int{4, 2, 1} {
		z = append(z, chainOp{name: fmt.Sprint("Store", 8*size), forms: many, size: size, store: true})
	}

	for _, op := range []string{"Add", "Subtract", "Multiply", "Divide"} {
		binary(op, both, func(g *gen, a, b vec) result { return body["Op"+op+"Float32"](g, []vec{a, b}) })
	}
	for _, op := range []string{"Add", "Subtract", "Multiply", "Maximum", "Minimum"} {
		forms := one
		if op == "Subtract" {
			forms = both
		}
		binary(op+"Int", forms, func(g *gen, a, b vec) result { return body["Op"+op+"Int32"](g, []vec{a, b}) })
	}
	binary("Maximum", both, func(g *gen, a, b vec) result { return result{v: g.extreme(4, true, a, b)} })
	binary("Minimum", both, func(g *gen, a, b vec) result { return result{v: g.extreme(4, false, a, b)} })
	for _, op := range []string{"And", "Or", "Xor"} {
		binary(op, one, func(g *gen, a, b vec) result { return body["Op"+op+"Float32"](g, []vec{a, b}) })
	}
	for _, c := range []struct {
		name  string
		forms []int
		r     relation
		float uint64
	}{{"Equal", one, equal, floatEqual}, {"NotEqual", one, notEqual, floatNotEqual}, {"Less", both, less, floatLess}, {"LessEqual", both, lessEqual, floatLessEqual}} {
		binary(c.name, c.forms, func(g *gen, a, b vec) result { return result{m: g.compareFloats(c.float, 4, b, a)} })
		binary(c.name+"Int", c.forms, func(g *gen, a, b vec) result { return result{m: g.compare(c.r, i32, b, a)} })
	}
	chosen := func(g *gen, c, yes, no vec) vec {
		k := g.K()
		g.VPTESTMD(c, c, k)
		return g.choose(&mask{k: k}, 4, yes, no)
	}
	z = append(z,
		chainOp{name: "Choose", forms: one, body: func(g *gen, acc, operand, other vec) vec { return chosen(g, acc, other, operand) }},
		chainOp{name: "ReplaceWhere", forms: many, body: func(g *gen, acc, operand, other vec) vec { return chosen(g, operand, other, acc) }},
		chainOp{name: "KeepWhere", forms: many, body: func(g *gen, acc, operand, other vec) vec { return chosen(g, operand, acc, other) }})

	unary("Negative", of(func(g *gen, a vec) vec { return g.xor(g.all(4, top(4)), a) }))
	unary("Abs", of(func(g *gen, a vec) vec { return g.and(g.all(4, top(4)-1), a) }))
	unary("Square", of(func(g *gen, a vec) vec { return g.to(g.VMULPS, a, a) }))
	unary("Sqrt", of(func(g *gen, a vec) vec { return g.sqrt(4, a) }))
	unary("Reciprocal", of(func(g *gen, a vec) vec { return g.to(g.VDIVPS, a, g.allIn(4, uint64(math.Float32bits(1)))) }))
	for _, r := range []struct {
		name string
		mode uint64
	}{{"Round", nearest}, {"Floor", down}, {"Ceil", up}, {"Trunc", inwards}} {
		unary(r.name, of(func(g *gen, a vec) vec { return g.round(4, r.mode, a) }))
	}
	for _, op := range []string{"Sign", "Relu", "IsNan", "IsInf", "IsFinite"} {
		unary(op, func(g *gen, a vec) result { return body["Op"+op+"Float32"](g, []vec{a}) })
	}
	unary("NegativeInt", of(func(g *gen, a vec) vec { return g.minus(4, a, g.zero()) }))
	unary("AbsInt", of(func(g *gen, a vec) vec { return g.abs(4, a) }))
	unary("SquareInt", of(func(g *gen, a vec) vec { return g.times(4, a, a) }))
	unary("Not", of(func(g *gen, a vec) vec { return g.xor(g.all(4, 1), a) }))
	// Conversions. Integers of fewer bits are as those of 32.
	unary("FloatOfInt", of(func(g *gen, a vec) vec { return g.to(g.VCVTDQ2PS, a) }))
	unary("FloatOfUint", of(func(g *gen, a vec) vec { return g.to(g.VCVTUDQ2PS, a) }))
	for _, to := range []kind{i8, u8, i16, u16, i32, u32} {
		unary(string(to)+"OfFloat", func(g *gen, a vec) result { return g.saturate(f32, to, a) })
	}
	for _, to := range []kind{i8, i16} {
		unary(string(to)+"OfInt", of(func(g *gen, a vec) vec {
			n := Imm(uint64(32 - 8*to.size()))
			return g.to(g.VPSRAD, n, g.to(g.VPSLLD, n, a))
		}))
	}
	for _, to := range []kind{u8, u16} {
		unary(string(to)+"OfInt", of(func(g *gen, a vec) vec { return g.and(g.all(4, 1<<(8*to.size())-1), a) }))
	}
	unary("BoolOfInt", func(g *gen, a vec) result { return result{m: g.compare(notEqual, i32, g.zero(), a)} })
	unary("BoolOfFloat", func(g *gen, a vec) result { return result{m: g.compareFloats(floatNotEqual, 4, g.zero(), a)} })
	for i := range z {
		if z[i].size == 0 {
			z[i].size = 4
		}
	}
	return z
}

// A chainFunction is a step's function while it is written.
type chainFunction struct {
	*gen
	chainOp
	form  int
	whole bool // it is for a whole block, else for half of one under masks
}

func (f *chainFunction) functionName() string {
	name := fmt.Sprintf("chain%s%d", f.name, f.form)
	if f.whole {
		return name + "Whole"
	}
	return name + "Half"
}

func (f *chainFunction) registers() int {
	if f.whole {
		return chainRegisters
	}
	return chainRegisters / 2
}

// write writes the function.
func (f *chainFunction) write() {
	f.Function(f.functionName())
	f.Attributes(attr.NOSPLIT)
	f.held = nil
	f.hold(func(t *gen) {
		if f.body != nil {
			f.body(t, chainVec(0), chainVec(1), chainVec(2))
		}
	})
	var at Mem
	var one vec
	if f.forms != nil {
		at = f.address()
		if f.form == chainOne || f.form == chainOneFirst {
			one = f.broadcast(at)
		}
	}
	for i := range f.registers() {
		acc, other := chainVec(i), chainVec(i+chainRegisters)
		if f.store {
			f.storeLanes(acc, at, i)
			continue
		}
		operand := one
		if operand == nil && f.forms != nil {
			operand = f.loadLanes(at, i)
		}
		switch {
		case f.other:
			f.VMOVAPS(operand, other)
		case f.form == chainManyFirst || f.form == chainOneFirst:
			f.VMOVAPS(f.body(f.gen, operand, acc, other), acc)
		default:
			f.VMOVAPS(f.body(f.gen, acc, operand, other), acc)
		}
	}
	if f.whole {
		f.next(0)
	} else {
		f.next(8)
	}
}

// address returns where the step's operand is: of many elements those of this block's first column.
func (f *chainFunction) address() Mem {
	p := f.GP64()
	f.MOVQ(Mem{Base: chainPC, Disp: 24}, p)
	f.IMULQ(chainRow, p)
	f.ADDQ(Mem{Base: chainPC, Disp: 16}, p)
	if f.form == chainOne || f.form == chainOneFirst {
		return Mem{Base: p}
	}
	col := f.GP64()
	f.MOVQ(Mem{Base: chainPC, Disp: 32}, col)
	f.ANDQ(chainCol, col)
	return Mem{Base: p, Index: col, Scale: uint8(f.size)}
}

// broadcast loads an element into all lanes.
func (f *chainFunction) broadcast(at Mem) vec {
	if f.size == 4 {
		return f.to(f.VBROADCASTSS, at)
	}
	r := f.GP32()
	switch {
	case f.size == 1 && f.signed:
		f.MOVBLSX(at, r)
	case f.size == 1:
		f.MOVBLZX(at, r)
	case f.signed:
		f.MOVWLSX(at, r)
	default:
		f.MOVWLZX(at, r)
	}
	return f.to(f.VPBROADCASTD, r)
}

// loadLanes loads the operand's elements of a register.
func (f *chainFunction) loadLanes(at Mem, i int) vec {
	at.Disp = i * chainLanes * f.size
	z := f.full()
	if f.whole {
		switch {
		case f.size == 4:
			f.VMOVUPS(at, z)
		case f.size == 1 && f.signed:
			f.VPMOVSXBD(at, z)
		case f.size == 1:
			f.VPMOVZXBD(at, z)
		case f.signed:
			f.VPMOVSXWD(at, z)
		default:
			f.VPMOVZXWD(at, z)
		}
		return z
	}
	k := chainMasks[i]
	switch {
	case f.size == 4:
		f.VMOVUPS_Z(at, k, z)
	case f.size == 1 && f.signed:
		f.VPMOVSXBD_Z(at, k, z)
	case f.size == 1:
		f.VPMOVZXBD_Z(at, k, z)
	case f.signed:
		f.VPMOVSXWD_Z(at, k, z)
	default:
		f.VPMOVZXWD_Z(at, k, z)
	}
	return z
}

// storeLanes stores the low bytes of a register's elements.
func (f *chainFunction) storeLanes(v vec, at Mem, i int) {
	at.Disp = i * chainLanes * f.size
	store := map[int]func(...Op){4: f.VMOVUPS, 2: f.VPMOVDW, 1: f.VPMOVDB}[f.size]
	if f.whole {
		store(v, at)
	} else {
		store(v, chainMasks[i], at)
	}
}

// next goes to the next step, to its function that is so many bytes into it.
func (f *chainFunction) next(function int) {
	p := f.GP64()
	f.MOVQ(Mem{Base: chainPC, Disp: chainStep + function}, p)
	f.ADDQ(Imm(chainStep), chainPC)
	f.jump(p)
}

// jump goes to another function. What steps share is live there.
func (g *gen) jump(p Op) {
	in := []Op{p, chainPC, chainCol, chainRow, chainRows, chainCols, chainFirst}
	for i := range 2 * chainRegisters {
		in = append(in, chainVec(i))
	}
	for _, k := range chainMasks {
		in = append(in, k)
	}
	g.Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{p}, Inputs: in, IsTerminal: true})
}

// chainBlocks goes to the first step for the block at chainCol, or that at the begin of the next row; or it returns.
func (g *gen) chainBlocks() {
	left, p, ones := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(chainFirst, chainPC)
	g.Label("block")
	g.MOVQ(chainCols, left)
	g.SUBQ(chainCol, left)
	g.CMPQ(left, U32(chainBlock))
	g.JL(LabelRef("half"))
	g.MOVQ(Mem{Base: chainPC}, p)
	g.jump(p)
	g.Label("half")
	g.TESTQ(left, left)
	g.JLE(LabelRef("row"))
	g.MOVQ(I64(-1), ones)
	g.BZHIQ(left, ones, ones) // it takes its index from the lowest byte
	for i, k := range chainMasks {
		g.KMOVW(ones.As32(), k)
		if i+1 < len(chainMasks) {
			g.SHRQ(Imm(chainLanes), ones)
		}
	}
	g.MOVQ(Mem{Base: chainPC, Disp: 8}, p)
	g.jump(p)
	g.Label("row")
	g.INCQ(chainRow)
	g.XORQ(chainCol, chainCol)
	g.CMPQ(chainRow, chainRows)
	g.JL(LabelRef("block"))
	g.VZEROUPPER()
	g.RET()
}

// chains writes the steps, and the table of them in Go.
func (g *gen) chains() {
	g.lanes, g.broadcasts = chainLanes, true
	g.Function("chainRun")
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(first *byte, rows, cols int)")
	g.Load(g.Param("first"), chainFirst)
	g.Load(g.Param("rows"), chainRows)
	g.Load(g.Param("cols"), chainCols)
	g.XORQ(chainRow, chainRow)
	g.XORQ(chainCol, chainCol)
	g.chainBlocks()

	var names []string
	var rows bytes.Buffer
	for _, whole := range []bool{true, false} {
		name, n := "chainEndWhole", chainBlock
		if !whole {
			name, n = "chainEndHalf", chainBlock/2
		}
		names = append(names, name)
		g.Function(name)
		g.Attributes(attr.NOSPLIT)
		g.ADDQ(U32(n), chainCol)
		g.chainBlocks()
	}
	rows.WriteString("{ChainEnd, 0},\n")
	for _, op := range chainOps(g) {
		forms := op.forms
		if forms == nil {
			forms = []int{chainMany}
		}
		for _, form := range forms {
			for _, whole := range []bool{true, false} {
				f := &chainFunction{g, op, form, whole}
				f.write()
				names = append(names, f.functionName())
			}
			fmt.Fprintf(&rows, "{Chain%s, %d},\n", op.name, form)
		}
	}

	g.Function("chainAddresses")
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(z *uintptr)")
	z, p := g.GP64(), g.GP64()
	g.Load(g.Param("z"), z)
	for i, name := range names {
		g.LEAQ(NewDataAddr(NewStaticSymbol(name), 0), p)
		g.MOVQ(p, Mem{Base: z, Disp: 8 * i})
	}
	g.RET()
	g.chainRows = rows.Bytes()
}

// chainText makes the steps' functions local to the file.
func chainText(text []byte) []byte {
	return regexp.MustCompile(`·(chain\w+(?:Whole|Half))\(SB\)`).ReplaceAll(text, []byte("$1<>(SB)"))
}

// chainTable returns the file in Go.
func (g *gen) chainTable(pc printer.Config) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\n//go:build amd64\n\npackage simd\n\n", pc.GeneratedWarning())
	b.WriteString("// chainSteps are the steps in the order of chainAddresses.\nvar chainSteps = [...]struct {\nop ChainOp\nform chainForm\n}{\n")
	b.Write(g.chainRows)
	b.WriteString("}\n\n//go:noescape\nfunc chainRun(first *byte, rows, cols int)\n\n//go:noescape\nfunc chainAddresses(z *uintptr)\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	return text
}

// renameResults lets instructions put what they compute where it is moved next, if nothing between needs what was there: only in
// these functions is it fixed which registers results are in.
func renameResults(fn *ir.Function) {
	is := fn.Instructions()
	dropped := map[ir.Node]bool{}
	for j, m := range is {
		if m.Opcode != "VMOVAPS" || len(m.Operands) != 2 {
			continue
		}
		from, ok := m.Operands[0].(reg.Register)
		to, fixed := m.Operands[1].(reg.Register)
		if !ok || !fixed || !from.ID().IsVirtual() || to.ID().IsVirtual() {
			continue
		}
		if first := firstOf(is, j, from, to); first >= 0 {
			for _, s := range is[first:j] {
				rename(s, from, to)
			}
			dropped[m] = true
		}
	}
	fn.Nodes = slices.DeleteFunc(fn.Nodes, func(n ir.Node) bool { return dropped[n] })
}

// firstOf returns the first instruction that writes from, which instruction j moves to another register, or −1 if it
// cannot be that one from there on.
func firstOf(is []*ir.Instruction, j int, from, to reg.Register) int {
	first := -1
	for i, s := range is {
		uses, needs := names(s, from), names(s, to)
		switch {
		case i == j:
		case uses && i > j:
			return -1
		case uses && first < 0:
			first = i // avo has no instruction that reads a register nothing has written
		case first >= 0 && i < j && needs:
			return -1
		}
	}
	return first
}

// names reports whether an instruction has an operand in register r.
func names(s *ir.Instruction, r reg.Register) bool {
	return slices.ContainsFunc(s.Operands, func(op Op) bool {
		return slices.ContainsFunc(Registers(op), func(o reg.Register) bool { return o.ID() == r.ID() })
	})
}

// rename puts one register in the place of another in an instruction.
func rename(s *ir.Instruction, from, to reg.Register) {
	for _, ops := range [][]Op{s.Operands, s.Inputs, s.Outputs} {
		for i, op := range ops {
			if r, ok := op.(reg.Register); ok && r.ID() == from.ID() {
				if r.Size() != to.Size() {
					log.Fatal("a result of fewer lanes")
				}
				ops[i] = to
			}
		}
	}
}
