// Package simd has loops over contiguous floats in instructions that work on whole
// registers of them. Which there are depends on the machine; callers have loops in
// Go that give the same results elsewhere.
package simd

//go:generate go run -C _gen/compare . -group compare -out ../../zcompare_amd64.s -stubs ../../zcompare_amd64.go -pkg simd
//go:generate go run -C _gen/compare . -group round -out ../../zround_amd64.s -stubs ../../zround_amd64.go -pkg simd
