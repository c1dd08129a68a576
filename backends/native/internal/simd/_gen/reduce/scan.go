package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func scanLoops(l level) {
	for _, k := range []kind{float32s, float64s, int32s, int64s} {
		scan(l, k, adding(l, k))
	}
}

// indices are constants that permute lanes.
var indices = map[string]Mem{}

func indexOf(size, n int, lane func(i int) int) Mem {
	name := "scanLanes"
	for i := range n {
		name += fmt.Sprint("_", lane(i))
	}
	name += fmt.Sprint("_", size)
	if m, ok := indices[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := range n {
		if size == 4 {
			DATA(4*i, U32(uint32(lane(i))))
		} else {
			DATA(8*i, U64(uint64(lane(i))))
		}
	}
	indices[name] = m
	return m
}

// scan accumulates groups of 64 bytes: in a group, by powers of two, the upper half of
// each part takes in the last of its lower half; and then the group what was before it.
func scan(l level, k kind, o *operation) {
	name := "sum" + k.name + "Scan" + l.name
	TEXT(name, NOSPLIT, "func(z, x *"+k.a+", n int, carry *"+k.a+")")
	Pragma("noescape")
	lanes := 64 / k.size
	Doc(fmt.Sprintf("%s accumulates n elements, a multiple of %d, from carry on, and stores the last result there.", name, lanes))
	z, x, n, at := param("z"), param("x"), param("n"), param("carry")
	c := l.vec()
	if k.size == 4 {
		VBROADCASTSS(Mem{Base: at}, c)
	} else {
		VBROADCASTSD(Mem{Base: at}, c)
	}
	if l.wide() {
		wideScan(k, o, z, x, n, c)
	} else {
		narrowScan(l, k, o, z, x, n, c)
	}
	ADDQ(U32(64), x)
	ADDQ(U32(64), z)
	SUBQ(U32(lanes), n)
	JMP(LabelRef("group"))
	Label("done")
	if k.size == 4 {
		VMOVD(c.AsX(), Mem{Base: at})
	} else {
		VMOVQ(c.AsX(), Mem{Base: at})
	}
	VZEROUPPER()
	RET()
}

// masked adds t to the lanes of v that the mask has.
func masked(k kind, t, v VecVirtual, mask OpmaskVirtual) {
	switch {
	case k.float && k.size == 4:
		VADDPS(t, v, mask, v)
	case k.float:
		VADDPD(t, v, mask, v)
	case k.size == 4:
		VPADDD(t, v, mask, v)
	default:
		VPADDQ(t, v, mask, v)
	}
}

// A scanStep adds to the lanes of the mask the lanes that index names, the last of the halves of parts.
type scanStep struct {
	mask  OpmaskVirtual
	index VecVirtual // nil if there is an instruction for it
	half  int
}

// scanSteps loads what the steps need.
func scanSteps(k kind, lanes int) []scanStep {
	var steps []scanStep
	for half := 1; half < lanes; half *= 2 {
		bits := uint64(0)
		for i := range lanes {
			if i&half != 0 {
				bits |= 1 << i
			}
		}
		m, g := K(), GP64()
		MOVQ(U64(bits), g)
		KMOVQ(g, m)
		s := scanStep{mask: m, half: half}
		if half >= 4 || k.size == 8 && half >= 2 {
			s.index = ZMM()
			VMOVDQU64(indexOf(k.size, lanes, func(i int) int {
				if i&half == 0 {
					return i
				}
				return i&^(2*half-1) + half - 1
			}), s.index)
		}
		steps = append(steps, s)
	}
	return steps
}

// wideScan begins the loop, and accumulates a group in one register.
func wideScan(k kind, o *operation, z, x, n GPVirtual, c VecVirtual) {
	lanes := 64 / k.size
	steps := scanSteps(k, lanes)
	last := ZMM()
	VMOVDQU64(indexOf(k.size, lanes, func(int) int { return lanes - 1 }), last)
	permute := func(index, v, t VecVirtual) {
		if k.size == 4 {
			VPERMPS(v, index, t)
		} else {
			VPERMPD(v, index, t)
		}
	}
	Label("group")
	CMPQ(n, U32(lanes))
	JL(LabelRef("done"))
	v := ZMM()
	VMOVDQU64(Mem{Base: x}, v)
	for _, s := range steps {
		t := ZMM()
		switch {
		case s.index != nil:
			permute(s.index, v, t)
		case k.size == 4 && s.half == 1:
			VMOVSLDUP(v, t)
		case k.size == 4:
			VPERMILPS(Imm(0x55), v, t)
		default:
			VMOVDDUP(v, t)
		}
		masked(k, t, v, s.mask)
	}
	t, r := ZMM(), ZMM()
	permute(last, v, t)
	o.whole(c, v, r)
	VMOVDQU64(r, Mem{Base: z})
	o.whole(c, t, c)
}

// narrowScan begins the loop, and accumulates a group in two registers.
func narrowScan(l level, k kind, o *operation, z, x, n GPVirtual, c VecVirtual) {
	lanes := 64 / k.size
	neutral := YMM()
	spread(l, k.size, o.neutral, neutral)
	var fourth, last VecVirtual
	if k.size == 4 {
		fourth, last = YMM(), YMM()
		VMOVDQU(indexOf(4, 8, func(int) int { return 3 }), fourth)
		VMOVDQU(indexOf(4, 8, func(int) int { return 7 }), last)
	}
	spreadLast := func(v, t VecVirtual) {
		if k.size == 4 {
			VPERMPS(v, last, t)
		} else {
			VPERMPD(Imm(0xff), v, t)
		}
	}
	Label("group")
	CMPQ(n, U32(lanes))
	JL(LabelRef("done"))
	var vs [2]VecVirtual
	for i := range vs {
		v, t := YMM(), YMM()
		vs[i] = v
		VMOVDQU(Mem{Base: x, Disp: 32 * i}, v)
		step := func(blend uint64) {
			if k.size == 4 {
				VBLENDPS(Imm(blend), t, neutral, t)
			} else {
				VBLENDPD(Imm(blend), t, neutral, t)
			}
			o.whole(v, t, v)
		}
		if k.size == 4 {
			VMOVSLDUP(v, t)
			step(0xaa)
			VPERMILPS(Imm(0x55), v, t)
			step(0xcc)
			VPERMPS(v, fourth, t)
			step(0xf0)
		} else {
			VMOVDDUP(v, t)
			step(0xa)
			VPERMPD(Imm(0x55), v, t)
			step(0xc)
		}
	}
	t := YMM()
	spreadLast(vs[0], t)
	o.whole(vs[1], t, vs[1])
	spreadLast(vs[1], t)
	for i, v := range vs {
		o.whole(c, v, v)
		VMOVDQU(v, Mem{Base: z, Disp: 32 * i})
	}
	o.whole(c, t, c)
}
