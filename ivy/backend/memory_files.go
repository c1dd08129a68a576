package backend

import (
	"bytes"
	"math"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// A system is where a kernel says how much memory there is: Linux's files in /proc and of
// its control groups, as proc(5) and Documentation/admin-guide/cgroup-v2.rst of the kernel
// describe them. On another one the files are not there, and nothing is known.
type system struct {
	root  string                            // before every path: a test's own folder
	whole func() (uint64, bool)             // the machine's memory, where there is no /proc
	space func() (limit uint64, known bool) // of addresses
	tight bool                              // addresses are so few that none of what is between mappings may hold an array

	mu     sync.Mutex
	said   []byte  // /proc/self/cgroup, when groups were looked up
	groups []group // the process's groups, and those around them
}

// A group is the folder of a control group, and what its files are called.
type group struct {
	limit, used string   // the bytes that it may have, or "max", and those that it has
	stat        string   // what they are
	files       []string // of these, pages of files, which can be dropped
}

var thisSystem = system{whole: PhysicalMemory, space: addressSpace, tight: bits.UintSize == 32}

// unknown is the memory of a machine that does not say: more than any array that succeeds.
const unknown = 1 << 40

// mostBytes is the largest array that Go has: its length is an int.
const mostBytes = math.MaxInt

// total returns how many bytes the process could have if it had none and nobody else any.
func (s *system) total() uint64 {
	most := uint64(unknown)
	if n, ok := s.field("/proc/meminfo", "MemTotal:", 1<<10); ok {
		most = n
	} else if n, ok := s.whole(); ok {
		most = n
	}
	most = min(most, mostBytes)
	if n, ok := s.space(); ok {
		most = min(most, n)
	}
	for _, g := range s.around() {
		if n, ok := s.number(g.limit); ok {
			most = min(most, n)
		}
	}
	return most
}

// available returns how many bytes the process can have in addition to what it has: of which ready
// are its own by its own account, and released only addresses.
func (s *system) available(ready, released uint64) uint64 {
	status := s.read("/proc/self/status")
	// What was asked for and not yet written to is not there, but promised.
	promised := uint64(0)
	if there, ok := field(status, "RssAnon:", 1<<10); ok {
		swapped, _ := field(status, "VmSwap:", 1<<10)
		promised = less(ready, there+swapped)
	}
	most := uint64(unknown)
	if n, ok := s.field("/proc/meminfo", "MemAvailable:", 1<<10); ok {
		most = less(n, promised)
	} else if n, ok := s.whole(); ok {
		most = less(n, ready)
	}
	for _, g := range s.around() {
		if n, ok := s.left(g); ok {
			most = min(most, less(n, promised))
		}
	}
	most -= most / 64 // page tables, and what else comes with memory
	if limit, ok := s.space(); ok {
		if used, ok := field(status, "VmSize:", 1<<10); ok {
			// The runtime takes addresses in blocks, and more for its own.
			free := less(limit, less(used, released))
			most = min(most, less(free-free/32, addressBlock))
		}
	}
	if s.tight {
		if gap, ok := s.gap(); ok {
			// What the runtime gave back is free too, but may be in pieces that are shorter: it is
			// not counted.
			most = min(most, less(gap, 2*addressBlock))
		}
	}
	return min(most, mostBytes)
}

// gap returns the longest range of addresses between two mappings of the process. What is behind
// the last one is the kernel's.
func (s *system) gap() (longest uint64, known bool) {
	last := uint64(0)
	for line := range bytes.Lines(s.read("/proc/self/maps")) {
		// 08048000-080f6000 r-xp 00000000 fe:00 10854696 /a/file
		addresses, _, _ := strings.Cut(string(line), " ")
		from, to, _ := strings.Cut(addresses, "-")
		begin, err1 := strconv.ParseUint(from, 16, 64)
		end, err2 := strconv.ParseUint(to, 16, 64)
		if err1 != nil || err2 != nil {
			continue
		}
		longest, last, known = max(longest, less(begin, last)), max(last, end), true
	}
	return longest, known
}

// left returns how many bytes a control group may take in addition to what it has; none is known
// of one without a limit.
func (s *system) left(g group) (uint64, bool) {
	most, ok := s.number(g.limit)
	if !ok || most >= unlimited {
		return 0, false
	}
	used, ok := s.number(g.used)
	stat := s.read(g.stat)
	for _, name := range g.files {
		n, _ := field(stat, name, 1)
		used = less(used, n)
	}
	return less(most, used), ok
}

// unlimited is a limit that stands for none: version 1 says 1<<63 less a page.
const unlimited = 1 << 60

// around returns the control groups that say how much memory the process may have: its
// own, and those around it that can be seen.
func (s *system) around() []group {
	said := s.read("/proc/self/cgroup")
	if said == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.said == nil || !bytes.Equal(said, s.said) { // a process can be moved
		s.said, s.groups = said, s.lookUp(string(said))
	}
	return s.groups
}

// lookUp returns the groups for what /proc/self/cgroup says.
func (s *system) lookUp(said string) []group {
	type place struct{ kind, within string } // a kind of mount, and the group's path in its hierarchy
	var places []place
	for line := range strings.Lines(said) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		switch {
		case len(parts) != 3:
		case parts[1] == "" && parts[0] == "0":
			places = append(places, place{"cgroup2", parts[2]})
		case hasWord(parts[1], "memory"):
			places = append(places, place{"cgroup", parts[2]})
		}
	}
	var groups []group
	for line := range strings.Lines(string(s.read("/proc/self/mountinfo"))) {
		// 36 35 98:0 /root /point rw,noatime master:1 - type source options
		before, after, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " - ")
		mount, kind := strings.Fields(before), strings.Fields(after)
		if len(mount) < 5 || len(kind) < 3 || kind[0] == "cgroup" && !hasWord(kind[2], "memory") {
			continue
		}
		for _, p := range places {
			if p.kind != kind[0] {
				continue
			}
			root, point := unescaped(mount[3]), unescaped(mount[4])
			// Of a path that is not below what is mounted only the mount can be seen.
			within, ok := strings.CutPrefix(path.Clean(p.within), strings.TrimSuffix(root, "/"))
			if !ok || within != "" && within[0] != '/' || strings.HasPrefix(within, "/..") {
				within = ""
			}
			for at := path.Join(point, within); ; at = path.Dir(at) {
				g := group{at + "/memory.max", at + "/memory.current", at + "/memory.stat", []string{"active_file", "inactive_file", "slab_reclaimable"}}
				if p.kind == "cgroup" { // version 1
					g = group{at + "/memory.limit_in_bytes", at + "/memory.usage_in_bytes", at + "/memory.stat", []string{"total_active_file", "total_inactive_file"}}
				}
				groups = append(groups, g)
				if len(at) <= len(point) {
					break
				}
			}
		}
	}
	return groups
}

// hasWord reports whether word is in list, which has commas.
func hasWord(list, word string) bool { return strings.Contains(","+list+",", ","+word+",") }

// unescaped returns a path as it is, of mountinfo, where spaces are \040.
func unescaped(s string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

// read returns what a file says, nil if it is not there.
func (s *system) read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		return nil
	}
	return data
}

// number returns the number that is all of a file: not one that says "max".
func (s *system) number(name string) (uint64, bool) {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(s.read(name))), 10, 64)
	return n, err == nil
}

func (s *system) field(name, of string, unit uint64) (uint64, bool) {
	return field(s.read(name), of, unit)
}

// field returns the number behind a name, at the beginning of a line of data, as bytes.
func field(data []byte, name string, unit uint64) (uint64, bool) {
	for line := range bytes.Lines(data) {
		words := bytes.Fields(line)
		if len(words) < 2 || string(words[0]) != name {
			continue
		}
		n, err := strconv.ParseUint(string(words[1]), 10, 64)
		return n * unit, err == nil && n <= math.MaxUint64/unit
	}
	return 0, false
}
