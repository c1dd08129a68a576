package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gridding is what the loops of a grid of taps share.
type gridding struct {
	*kind
	side    int // taps along each axis
	z, x    Register
	xPitch  Register
	xPitch3 Register
	factors []VecPhysical
}

// grid writes the loop of taps for a square of neighbouring elements of neighbouring lines. The factors are in registers, and what is loaded of
// an operand's line is used for all lines of the result that it belongs to.
func (k *kind) grid(side int) {
	doc := []string{fmt.Sprintf("is Taps for %d·%d of them, of the elements from x on and those behind, in lines xPitch bytes apart. There are", side, side)}
	if k.wide {
		doc = append(doc, "2 lines or more, and elements.")
	} else {
		doc = append(doc, "2 lines or more, and elements for a register.")
	}
	k.begin(fmt.Sprint("Grid", side), "func(z, x *byte, n, lines, zPitch, xPitch int, f *byte)", doc...)
	g := &gridding{kind: k, side: side, xPitch3: GP64()}
	g.z, g.x, g.xPitch = Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("xPitch"), GP64())
	LEAQ(Mem{Base: g.xPitch, Index: g.xPitch, Scale: 2}, g.xPitch3)
	f := Load(Param("f"), GP64())
	g.factors = k.registers(side * side)
	for i, r := range g.factors {
		k.broadcast(base(f, i*k.size), r)
	}
	n := Load(Param("n"), GP64())
	if k.wide {
		CMPQ(n, U32(uint32(k.lanes())))
		JGE(LabelRef("whole"))
		bits := GP64()
		MOVQ(I32(-1), bits)
		BZHIQ(n, bits, bits)
		KMOVW(bits.As32(), K1)
		if k.size == 4 {
			CMPQ(n, U32(8))
			JA(LabelRef("moreThanHalf"))
			g.lines("half", 32, true)
			Label("moreThanHalf")
		}
		g.lines("part", 64, true)
		Label("whole")
	}
	g.lines("whole", k.bytes(), false)
	Label("end")
	VZEROUPPER()
	RET()
}

// lines writes the loops over the lines, with registers of so many bytes.
func (g *gridding) lines(name string, bytes int, masked bool) {
	for _, lines := range []int{4, 2} {
		g.group(fmt.Sprintf("%sOf%d", name, lines), lines, bytes, masked)
	}
}

// group writes the loop over groups of so many lines, unless there are fewer.
func (g *gridding) group(name string, lines, bytes int, masked bool) {
	sized := func(r VecPhysical) VecPhysical {
		if bytes == 32 {
			return r.AsY().(VecPhysical)
		}
		return r
	}
	todo := Load(Param("lines"), GP64())
	if lines > 2 {
		CMPQ(todo, U32(uint32(lines)))
		JL(LabelRef(name + "Not"))
	}
	Label(name)
	at, last := GP64(), GP64()
	XORQ(at, at)
	if !masked {
		Load(Param("n"), last)
		SUBQ(U32(uint32(g.lanes())), last)
		SHLQ(U8(map[int]uint8{4: 2, 8: 3}[g.size]), last)
	}
	used := g.used
	acc, line := g.registers(lines), sized(g.register())
	Label(name + "Columns")
	if !masked { // the last register may overlap the one before it
		CMPQ(at, last)
		CMOVQGT(last, at)
	}
	for i, r := range acc {
		g.zero(r)
		acc[i] = sized(r)
	}
	from, to, zPitch := GP64(), GP64(), GP64()
	LEAQ(Mem{Base: g.x, Index: at, Scale: 1}, from)
	LEAQ(Mem{Base: g.z, Index: at, Scale: 1}, to)
	Load(Param("zPitch"), zPitch)
	for i := range lines + g.side - 1 {
		if i == 4 {
			LEAQ(Mem{Base: from, Index: g.xPitch, Scale: 4}, from)
		}
		for j := range g.side {
			m := Mem{Base: from, Disp: j * g.size}
			switch i % 4 {
			case 0:
			case 3:
				m.Index, m.Scale = g.xPitch3, 1
			default:
				m.Index, m.Scale = g.xPitch, uint8(i%4)
			}
			if masked {
				pick(g.kind, VMOVUPS_Z, VMOVUPD_Z)(m, K1, line)
			} else {
				g.load(m, line)
			}
			for u := max(0, i-g.side+1); u <= min(i, lines-1); u++ {
				g.multiplyAdd(line, sized(g.factors[(i-u)*g.side+j]), acc[u])
			}
		}
		if u := i - g.side + 1; u >= 0 {
			if masked {
				pick(g.kind, VMOVUPS, VMOVUPD)(acc[u], K1, base(to, 0))
			} else {
				g.store(acc[u], base(to, 0))
			}
			if u < lines-1 {
				ADDQ(zPitch, to)
			}
		}
	}
	g.used = used
	if !masked {
		ADDQ(U32(uint32(bytes)), at)
		LEAQ(Mem{Base: last, Disp: bytes}, from)
		CMPQ(at, from)
		JLT(LabelRef(name + "Columns"))
	}
	g.nextLines(name, "end", lines, todo, g.z, g.x, zPitch, g.xPitch)
	if lines > 2 {
		Label(name + "Not")
	}
}

// nextLines goes on with the next lines, or so many that the last group ends with the last line; or to end. zPitch changes.
func (k *kind) nextLines(name, end string, lines int, todo, z, x, zPitch, xPitch Register) {
	all, step := GP64(), GP64()
	SUBQ(U32(uint32(lines)), todo)
	JZ(LabelRef(end))
	MOVQ(U32(uint32(lines)), all)
	MOVQ(all, step)
	CMPQ(todo, all)
	CMOVQLT(todo, step)
	CMOVQLT(all, todo)
	IMULQ(step, zPitch)
	ADDQ(zPitch, z)
	IMULQ(xPitch, step)
	ADDQ(step, x)
	JMP(LabelRef(name))
}
