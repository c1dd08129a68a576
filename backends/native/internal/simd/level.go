package simd

import (
	"os"
	"runtime"

	"golang.org/x/sys/cpu"
)

// level is the environment variable IVY_SIMD: "off" leaves all work to loops in Go, "avx2"
// allows AVX2 and FMA, "avx512" and everything else what the machine has.
var level = os.Getenv("IVY_SIMD")

// What this machine has and IVY_SIMD allows. Where one is false the functions that need
// it must not be called.
var (
	// AVX2 is AVX2 with FMA, F16C and BMI2. It is false in programs for 386, which may run on
	// the same processors: the assembly is amd64's alone.
	AVX2 = runtime.GOARCH == "amd64" && level != "off" && cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 && cpu.X86.HasF16C
	// AVX512 is AVX-512 F, DQ, BW and VL in addition to AVX2.
	AVX512 = AVX2 && level != "avx2" &&
		cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL
	// BF16 is AVX-512's dot product of bfloat16.
	BF16 = AVX512 && cpu.X86.HasAVX512BF16
	// VNNI is AVX-512's dot product of bytes.
	VNNI = AVX512 && cpu.X86.HasAVX512VNNI
	// AMX is the tile unit with its products of bfloat16, on a processor whose kernel lets
	// this process have it: that is for gemm to ask.
	AMX = BF16 && cpu.X86.HasAMXTile && cpu.X86.HasAMXBF16
)
