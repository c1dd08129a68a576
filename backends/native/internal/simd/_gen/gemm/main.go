// Command gemm writes the assembly of package gemm: the innermost loops of matrix
// products. Run go generate in package gemm.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64")
	for _, k := range kinds512 {
		tile512(k, 2).write()
		tile512(k, 1).write()
	}
	tile512(brains, 2).write()
	tile512(byteGroups, 2).write()
	byteRow()
	for _, k := range kinds2 {
		tile2(k).write()
	}
	for _, k := range []kind{float32s, float64s, int16s, int32s, int64s} {
		for _, bytes := range []int{64, 32} {
			addRows(k, bytes, false)
			if k.subtract != nil {
				addRows(k, bytes, true)
			}
		}
	}
	amx()
	for _, l := range lineKinds {
		lines(l)
	}
	transpose(4)
	transpose(8)
	ends(32)
	ends(64)
	ends(128)
	evens(4)
	evens(8)
	pairs(1)
	pairs(2)
	brainRows()
	subnormal()
	vectors()
	cpuid()
	Generate()
}

// cpuid writes the function that asks the processor.
func cpuid() {
	TEXT("cpuid", NOSPLIT, "func(leaf, sub uint32) (a, b, c, d uint32)")
	Doc("cpuid returns what CPUID answers in AX, BX, CX and DX.")
	Load(Param("leaf"), EAX)
	Load(Param("sub"), ECX)
	CPUID()
	for i, r := range []Register{EAX, EBX, ECX, EDX} {
		Store(r, ReturnIndex(i))
	}
	RET()
}
