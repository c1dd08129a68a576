//go:build !amd64

package simd

// There are no chains on this machine.
var chainCode [chainOps][chainForms][2]uintptr

func chainRun(*byte, int, int) { panic("simd: no chains") }
