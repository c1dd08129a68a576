package bench

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"
)

// A Machine is what the figures were measured on.
type Machine struct {
	Processor  string   `json:"processor"`
	Flags      []string `json:"flags"` // of the processor: vector instructions
	Processors int      `json:"processors"`
	System     string   `json:"system"`
	Go         string   `json:"go"`
	SIMD       string   `json:"simd,omitempty"` // the environment variable IVY_SIMD
	Load       float64  `json:"load,omitempty"` // how many processes wanted a processor in the last minute, where the system tells it
}

// ThisMachine returns the machine that runs this.
func ThisMachine() Machine {
	return Machine{Processor: processor(), Flags: flags(), Processors: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), SIMD: os.Getenv("IVY_SIMD"), Load: load()}
}

func load() float64 {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	minute, _, _ := strings.Cut(string(data), " ")
	n, _ := strconv.ParseFloat(minute, 64) // 0 if it says something else
	return n
}

// processor returns the processor's name, as far as the system tells it.
func processor() string {
	switch runtime.GOOS {
	case "linux":
		data, _ := os.ReadFile("/proc/cpuinfo") // without it there is no name
		for line := range strings.Lines(string(data)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	case "darwin":
		name, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output()
		if err == nil {
			return strings.TrimSpace(string(name))
		}
	}
	return runtime.GOARCH
}

func flags() []string {
	list := []string{}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F}, {"avx512dq", cpu.X86.HasAVX512DQ},
		{"avx512bw", cpu.X86.HasAVX512BW}, {"avx512vl", cpu.X86.HasAVX512VL}, {"avx512_bf16", cpu.X86.HasAVX512BF16},
		{"avx512_vnni", cpu.X86.HasAVX512VNNI}, {"amx_tile", cpu.X86.HasAMXTile}, {"amx_bf16", cpu.X86.HasAMXBF16}, {"amx_int8", cpu.X86.HasAMXInt8},
		{"asimd", cpu.ARM64.HasASIMD}, {"sve", cpu.ARM64.HasSVE}, {"sve2", cpu.ARM64.HasSVE2},
	} {
		if f.has {
			list = append(list, f.name)
		}
	}
	return list
}
