package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vectorTapping is what the loops of sums of products of vectors share.
type vectorTapping struct {
	*kind
	at, left Register // bytes before a strip, and how many elements lines have from there on
	atEnd    Register
	xPitch   Register
	xPitch3  Register
}

// vectorTaps writes the loop of taps for lines whose elements have a factor each. Lines are cut into strips of a few registers, and the sums
// of a strip are computed for several lines at a time, so that there are as many as the processor adds at once and a factor is loaded once for all of
// them. The last lines may overlap those before them: what is computed again is the same.
func (k *kind) vectorTaps() {
	k.begin("VectorTaps", "func(z, x *byte, n, lines, zPitch, xPitch int, at *int, f *byte, fPitch, taps int)",
		"stores n sums of products in each line of z: of the elements from at on behind x and those of f, as many as there",
		"are taps. The next line's are zPitch bytes behind in z, and xPitch in x, and the next tap's fPitch in f. There are taps, lines and elements.")
	t := &vectorTapping{kind: k}
	t.left, t.atEnd, t.xPitch = Load(Param("n"), GP64()), Load(Param("at"), GP64()), Load(Param("xPitch"), GP64())
	t.at, t.xPitch3 = GP64(), GP64()
	XORQ(t.at, t.at)
	LEAQ(Mem{Base: t.xPitch, Index: t.xPitch, Scale: 2}, t.xPitch3)
	taps := Load(Param("taps"), GP64())
	LEAQ(Mem{Base: t.atEnd, Index: taps, Scale: 8}, t.atEnd)
	widths, lines := []int{2, 1}, map[int]int{1: 8, 2: 6}
	if k.wide {
		widths, lines = []int{3, 2, 1}, map[int]int{1: 12, 2: 8, 3: 8}
	}
	Label("strips")
	if k.wide { // three registers, not two and one
		CMPQ(t.left, U32(uint32(4*k.lanes())))
		JGE(LabelRef("strip2"))
	}
	for _, w := range widths {
		CMPQ(t.left, U32(uint32(w*k.lanes())))
		JGE(LabelRef(fmt.Sprint("strip", w)))
	}
	TESTQ(t.left, t.left)
	JZ(LabelRef("end"))
	n := GP64()
	MOVQ(t.left, n)
	k.tailOf(n)
	t.tail = true
	t.strip("part", "end", 1, lines[1])
	t.tail = false
	for _, w := range widths {
		name := fmt.Sprint("strip", w)
		Label(name)
		t.strip(name, name+"End", w, lines[w])
		Label(name + "End")
		ADDQ(U32(uint32(w*k.bytes())), t.at)
		SUBQ(U32(uint32(w*k.lanes())), t.left)
		JMP(LabelRef("strips"))
	}
	Label("end")
	VZEROUPPER()
	RET()
}

// strip writes the loops over the lines of a strip of w registers, in groups of so many at first, and then goes to label end.
func (t *vectorTapping) strip(name, end string, w, most int) {
	todo, z, x := Load(Param("lines"), GP64()), Load(Param("z"), GP64()), Load(Param("x"), GP64())
	ADDQ(t.at, z)
	ADDQ(t.at, x)
	for lines := most; lines > 1; lines /= 2 {
		CMPQ(todo, U32(uint32(lines)))
		JGE(LabelRef(fmt.Sprint(name, "Of", lines)))
	}
	JMP(LabelRef(name + "Of1"))
	for lines := most; lines > 0; lines /= 2 {
		group := fmt.Sprint(name, "Of", lines)
		Label(group)
		t.group(group, z, x, w, lines)
		SUBQ(U32(uint32(lines)), todo)
		JZ(LabelRef(end))
		step := GP64()
		MOVQ(I32(int32(lines)), step)
		t.move(z, x, step)
		CMPQ(todo, U32(uint32(lines)))
		JGE(LabelRef(group))
		if lines == 1 {
			break
		}
		Label(group + "Rest") // fewer lines than a group has
		less := fmt.Sprint(name, "Of", lines/2)
		CMPQ(todo, U32(uint32(lines/2)))
		JE(LabelRef(less))
		if lines/2 > 1 {
			JL(LabelRef(less + "Rest"))
		}
		back := GP64()
		MOVQ(todo, back)
		SUBQ(U32(uint32(lines)), back)
		t.move(z, x, back)
		MOVQ(U32(uint32(lines)), todo)
		JMP(LabelRef(group))
	}
}

// move moves z and x by so many lines, which change.
func (t *vectorTapping) move(z, x, lines Register) {
	by := Load(Param("zPitch"), GP64())
	IMULQ(lines, by)
	ADDQ(by, z)
	IMULQ(t.xPitch, lines)
	ADDQ(lines, x)
}

// group writes the sums of so many lines.
func (t *vectorTapping) group(name string, z, x Register, w, lines int) {
	t.used = 0
	factors, acc := t.registers(w), t.registers(lines*w)
	for _, r := range acc {
		t.zero(r)
	}
	// at returns the memory of register u of line i, for pointers to every fourth line.
	at := func(fourths []Register, pitch, pitch3 Register, i, u int) Mem {
		m := Mem{Base: fourths[i/4], Disp: u * t.bytes()}
		switch i % 4 {
		case 0:
		case 3:
			m.Index, m.Scale = pitch3, 1
		default:
			m.Index, m.Scale = pitch, uint8(i%4)
		}
		return m
	}
	next, f, from := GP64(), Load(Param("f"), GP64()), []Register{GP64()}
	for i := 4; i < lines; i += 4 {
		from = append(from, GP64())
	}
	fourths := func(first, pitch Register) {
		for i := 1; i < len(from); i++ {
			LEAQ(Mem{Base: from[i-1], Index: pitch, Scale: 4}, from[i])
		}
	}
	Load(Param("taps"), next)
	NEGQ(next)
	ADDQ(t.at, f)
	Label(name + "Taps")
	MOVQ(Mem{Base: t.atEnd, Index: next, Scale: 8}, from[0])
	LEAQ(Mem{Base: x, Index: from[0], Scale: uint8(t.size)}, from[0])
	fourths(from[0], t.xPitch)
	for u, r := range factors {
		t.load(base(f, u*t.bytes()), r)
	}
	for i := range lines {
		for u := range w {
			m, r := at(from, t.xPitch, t.xPitch3, i, u), acc[i*w+u]
			switch {
			case !t.tail:
				pick(t.kind, VFMADD231PS, VFMADD231PD)(m, factors[u], r)
			case t.wide:
				pick(t.kind, VFMADD231PS, VFMADD231PD)(m, factors[u], K1, r)
			default:
				line := ys[14]
				t.load(m, line)
				t.multiplyAdd(line, factors[u], r)
			}
		}
	}
	ADDQ(param("fPitch"), f)
	INCQ(next)
	JNZ(LabelRef(name + "Taps"))
	zPitch, zPitch3 := f, next
	Load(Param("zPitch"), zPitch)
	LEAQ(Mem{Base: zPitch, Index: zPitch, Scale: 2}, zPitch3)
	MOVQ(z, from[0])
	fourths(from[0], zPitch)
	for i := range lines {
		for u := range w {
			t.store(acc[i*w+u], at(from, zPitch, zPitch3, i, u))
		}
	}
}

// param returns where a parameter is in memory.
func param(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}
