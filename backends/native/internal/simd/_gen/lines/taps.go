package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tapping is what the loops of sums of products share.
type tapping struct {
	*kind
	z, x, left Register // where a strip begins, and how many elements lines have from there on
	last       Register // bytes from there to the strip's last register
	atEnd      Register
	fEnd       Register
	xPitch     Register
	xPitch3    Register
}

// stripRegisters is how many registers of each line a strip has, at most.
const stripRegisters = 4

// taps writes the loop of sums that stay in registers until they have all products. Lines are cut into strips of a few registers, and the
// sums of a strip are computed for several lines at a time, so that there are as many as the processor adds at once. The last register
// of a line may overlap the one before it, and the last lines those before them: what is computed again is the same.
func (k *kind) taps() {
	k.begin("Taps", "func(z, x *byte, n, lines, zPitch, xPitch int, at *int, f *byte, taps int)",
		"stores n sums of products in each line of z: of each f and the elements from at on behind x, as many as there are",
		"taps. The next line's are zPitch bytes behind in z, and xPitch in x. There are taps and lines, and more than 4 elements.")
	t := &tapping{kind: k}
	t.z, t.x, t.left = Load(Param("z"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	t.atEnd, t.fEnd, t.xPitch = Load(Param("at"), GP64()), Load(Param("f"), GP64()), Load(Param("xPitch"), GP64())
	t.last, t.xPitch3 = GP64(), GP64()
	LEAQ(Mem{Base: t.xPitch, Index: t.xPitch, Scale: 2}, t.xPitch3)
	taps := Load(Param("taps"), GP64())
	LEAQ(Mem{Base: t.atEnd, Index: taps, Scale: 8}, t.atEnd)
	LEAQ(Mem{Base: t.fEnd, Index: taps, Scale: uint8(k.size)}, t.fEnd)
	lanes := k.lanes()
	switch {
	case k.wide: // a part of a register
		CMPQ(t.left, U32(uint32(lanes)))
		JGE(LabelRef("strips"))
		bits := GP64()
		MOVQ(I32(-1), bits)
		BZHIQ(t.left, bits, bits)
		KMOVW(bits.As32(), K1)
		if k.size == 4 {
			CMPQ(t.left, U32(8))
			JA(LabelRef("moreThanHalf"))
			t.strip("half", "end", 1, 32, true)
			Label("moreThanHalf")
		}
		t.strip("part", "end", 1, 64, true)
	case k.size == 4: // two registers of half the size
		CMPQ(t.left, U32(uint32(lanes)))
		JGE(LabelRef("strips"))
		LEAQ(Mem{Base: t.left, Disp: -4}, t.last)
		SHLQ(U8(2), t.last)
		t.strip("half", "end", 2, 16, false)
	}
	Label("strips")
	MOVQ(U32(uint32(stripRegisters*lanes)), t.last)
	CMPQ(t.left, t.last)
	CMOVQLT(t.left, t.last)
	LEAQ(Mem{Base: t.last, Disp: -lanes}, t.last)
	SHLQ(U8(map[int]uint8{4: 2, 8: 3}[k.size]), t.last)
	for w := 1; w <= stripRegisters; w++ {
		name, more := fmt.Sprint("strip", w), fmt.Sprint("moreThan", w)
		if w < stripRegisters {
			CMPQ(t.last, U32(uint32((w-1)*k.bytes())))
			JG(LabelRef(more))
		}
		if w == 1 {
			ADDQ(t.last, t.z)
			ADDQ(t.last, t.x)
		}
		t.strip(name, "next", w, k.bytes(), false)
		if w < stripRegisters {
			Label(more)
		}
	}
	Label("next")
	SUBQ(U32(uint32(stripRegisters*lanes)), t.left)
	JLE(LabelRef("end"))
	ADDQ(U32(uint32(stripRegisters*k.bytes())), t.z)
	ADDQ(U32(uint32(stripRegisters*k.bytes())), t.x)
	JMP(LabelRef("strips"))
	Label("end")
	VZEROUPPER()
	RET()
}

// strip writes the loops over the lines of a strip of w registers of so many bytes, and then goes to label end.
func (t *tapping) strip(name, end string, w, bytes int, masked bool) {
	for lines := map[int]int{1: 8, 2: 4, 3: 2, 4: 2}[w]; lines > 0; lines /= 2 {
		t.group(fmt.Sprintf("%sOf%d", name, lines), end, w, lines, bytes, masked)
	}
}

// group writes the loop over groups of so many lines, of which it goes to end, unless there are fewer lines.
func (t *tapping) group(name, end string, w, lines, bytes int, masked bool) {
	fewer := name + "Not"
	todo, z, x := Load(Param("lines"), GP64()), GP64(), GP64()
	if lines > 1 {
		CMPQ(todo, U32(uint32(lines)))
		JL(LabelRef(fewer))
	}
	MOVQ(t.z, z)
	MOVQ(t.x, x)
	Label(name)
	sized := func(r VecPhysical) VecPhysical {
		switch bytes {
		case 16:
			return r.AsX().(VecPhysical)
		case 32:
			return r.AsY().(VecPhysical)
		}
		return r
	}
	t.used = 0
	factor, acc := sized(t.register()), t.registers(lines*w)
	for i, r := range acc {
		t.zero(r)
		acc[i] = sized(r)
	}
	// at returns the memory of register u of line i, for a pointer to the first line, and one to its last register, or to the fifth line.
	at := func(from, second, pitch, pitch3 Register, i, u int) Mem {
		m := Mem{Base: from, Disp: u * bytes}
		switch {
		case u > 0 && u == w-1:
			m = Mem{Base: second}
		case i >= 4:
			m = Mem{Base: second}
			i -= 4
		}
		switch i {
		case 0:
		case 3:
			m.Index, m.Scale = pitch3, 1
		default:
			m.Index, m.Scale = pitch, uint8(i)
		}
		return m
	}
	behind := func(from, second, pitch Register) {
		switch {
		case w > 1:
			LEAQ(Mem{Base: from, Index: t.last, Scale: 1}, second)
		case lines > 4:
			LEAQ(Mem{Base: from, Index: pitch, Scale: 4}, second)
		}
	}
	next, from, second := GP64(), GP64(), GP64()
	Load(Param("taps"), next)
	NEGQ(next)
	Label(name + "Taps")
	MOVQ(Mem{Base: t.atEnd, Index: next, Scale: 8}, from)
	LEAQ(Mem{Base: x, Index: from, Scale: uint8(t.size)}, from)
	behind(from, second, t.xPitch)
	t.broadcast(Mem{Base: t.fEnd, Index: next, Scale: uint8(t.size)}, factor)
	for i := range lines {
		for u := range w {
			m, r := at(from, second, t.xPitch, t.xPitch3, i, u), acc[i*w+u]
			if masked {
				pick(t.kind, VFMADD231PS, VFMADD231PD)(m, factor, K1, r)
			} else {
				pick(t.kind, VFMADD231PS, VFMADD231PD)(m, factor, r)
			}
		}
	}
	INCQ(next)
	JNZ(LabelRef(name + "Taps"))
	zPitch, zPitch3 := from, next
	Load(Param("zPitch"), zPitch)
	LEAQ(Mem{Base: zPitch, Index: zPitch, Scale: 2}, zPitch3)
	behind(z, second, zPitch)
	for i := range lines {
		for u := range w {
			m, r := at(z, second, zPitch, zPitch3, i, u), acc[i*w+u]
			if masked {
				pick(t.kind, VMOVUPS, VMOVUPD)(r, K1, m)
			} else {
				pick(t.kind, VMOVUPS, VMOVUPD)(r, m)
			}
		}
	}
	if lines == 1 {
		ADDQ(zPitch, z)
		ADDQ(t.xPitch, x)
		DECQ(todo)
		JNZ(LabelRef(name))
		JMP(LabelRef(end))
		return
	}
	t.nextLines(name, end, lines, todo, z, x, zPitch, t.xPitch)
	Label(fewer)
}
