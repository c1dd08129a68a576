// Package simd has loops over contiguous elements in instructions that work on whole
// registers of them. Which there are depends on the machine ([AVX2], [AVX512]); callers
// have loops in Go that give the same results elsewhere, but for rounding in lines.go.
//
// The assembly is written by the programs in _gen, with avo, and checked in. One call of
// it does bounded work, and lies in a function of Go that is not inlined: inside assembly
// the scheduler and the collector can stop no goroutine.
package simd

//go:generate go run -C _gen ./compare -group compare -out ../zcompare_amd64.s -stubs ../zcompare_amd64.go -pkg simd
//go:generate go run -C _gen ./compare -group round -out ../zround_amd64.s -stubs ../zround_amd64.go -pkg simd
