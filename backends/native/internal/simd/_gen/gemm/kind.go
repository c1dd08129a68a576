package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A kind is what the elements of a product are, and the instructions for them.
type kind struct {
	name    string
	size    int // bytes of an element, or of a part of a complex one
	complex bool
	integer bool

	broadcast func(mem, z Op)
	multiply  func(x, y, sum, scratch VecPhysical) // sum += x*y
	add       func(x, y, z Op)
	subtract  func(x, y, z Op) // y − x
	addMasked func(ops ...Op)  // VADDPS and its like with a mask: x, y, k, z

	// broadcastMultiply is broadcast and multiply with AVX-512, without a register for the
	// element; nil if that takes as many instructions.
	broadcastMultiply func(mem, y, sum, scratch Op)
}

var (
	zs = []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
		Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}
	ys = []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}
)

func fuse32(x, y, sum, _ VecPhysical) { VFMADD231PS(x, y, sum) }
func fuse64(x, y, sum, _ VecPhysical) { VFMADD231PD(x, y, sum) }

func fuseBroadcast32(mem, y, sum, _ Op) { VFMADD231PS_BCST(mem, y, sum) }
func fuseBroadcast64(mem, y, sum, _ Op) { VFMADD231PD_BCST(mem, y, sum) }

func broadcast32(mem, z Op) { VBROADCASTSS(mem, z) }
func broadcast64(mem, z Op) { VBROADCASTSD(mem, z) }

func addFloat32(x, y, z Op) { VADDPS(x, y, z) }
func addFloat64(x, y, z Op) { VADDPD(x, y, z) }

func subtractFloat32(x, y, z Op) { VSUBPS(x, y, z) }
func subtractFloat64(x, y, z Op) { VSUBPD(x, y, z) }

var (
	float32s    = kind{name: "float32", size: 4, broadcast: broadcast32, multiply: fuse32, add: addFloat32, subtract: subtractFloat32, addMasked: VADDPS, broadcastMultiply: fuseBroadcast32}
	float64s    = kind{name: "float64", size: 8, broadcast: broadcast64, multiply: fuse64, add: addFloat64, subtract: subtractFloat64, addMasked: VADDPD, broadcastMultiply: fuseBroadcast64}
	complex64s  = kind{name: "complex64", size: 4, complex: true, broadcast: broadcast32, multiply: fuse32, add: addFloat32, subtract: subtractFloat32, addMasked: VADDPS, broadcastMultiply: fuseBroadcast32}
	complex128s = kind{name: "complex128", size: 8, complex: true, broadcast: broadcast64, multiply: fuse64, add: addFloat64, subtract: subtractFloat64, addMasked: VADDPD, broadcastMultiply: fuseBroadcast64}
	int16s      = kind{name: "int16", size: 2, integer: true, broadcast: func(mem, z Op) { VPBROADCASTW(mem, z) },
		multiply: func(x, y, sum, p VecPhysical) { VPMULLW(x, y, p); VPADDW(p, sum, sum) },
		add:      func(x, y, z Op) { VPADDW(x, y, z) }, addMasked: VPADDW}
	int32s = kind{name: "int32", size: 4, integer: true, broadcast: func(mem, z Op) { VPBROADCASTD(mem, z) },
		multiply: func(x, y, sum, p VecPhysical) { VPMULLD(x, y, p); VPADDD(p, sum, sum) },
		add:      func(x, y, z Op) { VPADDD(x, y, z) }, addMasked: VPADDD,
		broadcastMultiply: func(mem, y, sum, p Op) { VPMULLD_BCST(mem, y, p); VPADDD(p, sum, sum) }}
	int64s = kind{name: "int64", size: 8, integer: true, broadcast: func(mem, z Op) { VPBROADCASTQ(mem, z) },
		multiply: func(x, y, sum, p VecPhysical) { VPMULLQ(x, y, p); VPADDQ(p, sum, sum) },
		add:      func(x, y, z Op) { VPADDQ(x, y, z) }, addMasked: VPADDQ,
		broadcastMultiply: func(mem, y, sum, p Op) { VPMULLQ_BCST(mem, y, p); VPADDQ(p, sum, sum) }}
	// Pairs of bfloat16, summed in float32.
	brains = kind{name: "brain", size: 4, broadcast: broadcast32, add: addFloat32, addMasked: VADDPS,
		multiply: func(x, y, sum, _ VecPhysical) { dotBrain(x, y, sum) }}
	// Groups of four uint8 times four int8, summed in int32.
	byteGroups = kind{name: "byte", size: 4, broadcast: func(mem, z Op) { VPBROADCASTD(mem, z) }, add: func(x, y, z Op) { VPADDD(x, y, z) }, addMasked: VPADDD,
		multiply: func(x, y, sum, _ VecPhysical) { VPDPBUSD(y, x, sum) }}
)

// kinds512 are the kinds of AVX-512, without those of AVX-512 BF16 and VNNI; kinds2 are those of AVX2.
var (
	kinds512 = []kind{float32s, float64s, complex64s, complex128s, int16s, int32s, int64s}
	kinds2   = []kind{float32s, float64s, complex64s, complex128s, int16s, int32s, halvesAVX2(int64s)}
)

// halvesAVX2 is the kind k of 64-bit integers for AVX2, which can only multiply their halves:
// low·low + (low·high + high·low)·2³².
func halvesAVX2(k kind) kind {
	k.multiply = func(x, y, sum, p VecPhysical) {
		VPSHUFD(Imm(0xb1), y, Y10)
		VPMULLD(x, Y10, Y10)
		VPSHUFD(Imm(0xb1), Y10, Y11)
		VPADDD(Y10, Y11, Y10)
		VPSLLQ(Imm(32), Y10, Y10)
		VPMULUDQ(x, y, p)
		VPADDQ(p, sum, sum)
		VPADDQ(Y10, sum, sum)
	}
	return k
}

func (t kind) loadMasked(mem, k, z Op) {
	switch t.size {
	case 2:
		VMOVDQU16_Z(mem, k, z)
	case 4:
		VMOVUPS_Z(mem, k, z)
	default:
		VMOVUPD_Z(mem, k, z)
	}
}

func (t kind) storeMasked(z, k, mem Op) {
	switch t.size {
	case 2:
		VMOVDQU16(z, k, mem)
	case 4:
		VMOVUPS(z, k, mem)
	default:
		VMOVUPD(z, k, mem)
	}
}

// packed reports whether operands are always packed: loops need not mask what they read.
func (t kind) packed() bool { return t.name == brains.name || t.name == byteGroups.name }
