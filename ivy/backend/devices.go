package backend

import (
	"bytes"
	"runtime/debug"
	"strconv"
	"strings"
)

// A Monitor is a Backend that knows how much memory its devices have and how busy they are.
// It is not asked about the host's processors, which [HostMemory] and [HostBusy] are of. A device that it knows
// nothing about is an error.
type Monitor interface {
	// DeviceMemory returns the bytes of memory of a device, which is one of Devices.
	DeviceMemory(device string) (Memory, error)
	// DeviceBusy returns which share of the time a device has worked lately, from 0 to 1.
	DeviceBusy(device string) (float64, error)
	// FreeDevice gives back the memory of a device that is kept for later.
	FreeDevice(device string) error
}

// Memory is how much memory there is, in bytes.
type Memory struct {
	Total   uint64
	Used    uint64 // by all processes
	Process uint64 // by this process
}

// HostMemory returns the machine's memory, of which what the system can take back from files is not used. ok is false where the
// system does not say, as other systems than Linux.
func HostMemory() (m Memory, ok bool) { return thisSystem.memory() }

func (s *system) memory() (m Memory, ok bool) {
	info := s.read("/proc/meminfo")
	total, ok1 := field(info, "MemTotal:", 1<<10)
	available, ok2 := field(info, "MemAvailable:", 1<<10)
	resident, ok3 := s.field("/proc/self/status", "VmRSS:", 1<<10)
	return Memory{total, less(total, available), resident}, ok1 && ok2 && ok3
}

// Ticks are units of time that the machine's processors have been busy, and all.
type Ticks struct{ Busy, All uint64 }

// HostBusy returns the ticks since the system began. ok is false where it does not say.
func HostBusy() (t Ticks, ok bool) { return thisSystem.ticks() }

// ticks reads the first line of /proc/stat: "cpu", and the ticks in user, nice, system, idle,
// iowait, irq, softirq and steal; guests' are among the user's (proc_stat(5)).
func (s *system) ticks() (t Ticks, ok bool) {
	line, _, _ := bytes.Cut(s.read("/proc/stat"), []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) < 5 || words[0] != "cpu" {
		return t, false
	}
	for i, w := range words[1:min(len(words), 9)] {
		n, err := strconv.ParseUint(w, 10, 64)
		if err != nil {
			return t, false
		}
		if t.All += n; i != 3 && i != 4 { // idle and waiting for a disk
			t.Busy += n
		}
	}
	return t, true
}

// HostCores returns how many cores the machine's processors have, whatever threads each of them runs. ok is false
// where the system does not say.
func HostCores() (n int, ok bool) { return thisSystem.cores() }

// cores counts the pairs of "physical id" and "core id" in /proc/cpuinfo.
func (s *system) cores() (n int, ok bool) {
	seen := map[[2]string]bool{}
	var at [2]string
	for line := range bytes.Lines(s.read("/proc/cpuinfo")) {
		name, value, _ := strings.Cut(string(line), ":")
		switch value = strings.TrimSpace(value); strings.TrimSpace(name) {
		case "physical id":
			at[0] = value
		case "core id":
			at[1] = value
			seen[at] = true
		}
	}
	return len(seen), len(seen) > 0
}

// FreeHost gives back the memory that Go's runtime and the pools keep for later.
func FreeHost() {
	eachPool(func(p Pool) {
		if p.Free != nil {
			p.Free()
		}
	})
	debug.FreeOSMemory()
}
