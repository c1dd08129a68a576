package simd

//go:generate go run -C _gen/math32 . -out ../../zmath32_amd64.s

import (
	"os"

	"golang.org/x/sys/cpu"
)

// AVX512 says whether this machine has the instructions that the loops in assembly
// need (AVX-512 F, DQ, BW and VL, and BMI2) and the environment variable IVY_SIMD is
// not "off". Where it is false the functions of this package must not be called.
var AVX512 = os.Getenv("IVY_SIMD") != "off" &&
	cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2
