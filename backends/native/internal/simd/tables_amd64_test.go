package simd

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"
)

// TestTablesAligned fails when a table of the loops in AVX-512 may cross a cache line, or is not what the assembly has.
func TestTablesAligned(t *testing.T) {
	for _, c := range []struct {
		name    string
		aligned *byte
		tables  func() (*byte, int)
	}{
		{"mathTables", mathTables, mathTablesData},
		{"rowTables", rowTables, rowTablesData},
	} {
		if off := uintptr(unsafe.Pointer(c.aligned)) % cacheLine; off != 0 {
			t.Errorf("%s lies %d bytes behind the beginning of a cache line", c.name, off)
		}
		data, size := c.tables()
		if size == 0 || !bytes.Equal(unsafe.Slice(c.aligned, size), unsafe.Slice(data, size)) {
			t.Errorf("%s is not a copy of the %d bytes in the assembly", c.name, size)
		}
	}
}

var (
	functionStart = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	jumpTo        = regexp.MustCompile(`^\tJ\w+ +(\w+)$`)
	wideStatic    = regexp.MustCompile(`^\t(\S+) .*<>\+\d+\(SB\).*\bZ\d+`)
)

// loopLines returns the lines that lie between a label and a jump back to it.
func loopLines(lines []string) []string {
	labels, inLoop := map[string]int{}, make([]bool, len(lines))
	for i, line := range lines {
		if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "\t") {
			labels[name] = i
		}
		if m := jumpTo.FindStringSubmatch(line); m != nil {
			if start, ok := labels[m[1]]; ok {
				for j := start; j < i; j++ {
					inLoop[j] = true
				}
			}
		}
	}
	var in []string
	for i, line := range lines {
		if inLoop[i] {
			in = append(in, line)
		}
	}
	return in
}

// TestLoopsLoadAlignedData fails when a loop loads 64 bytes of a symbol, which the linker aligns to 32 bytes at most: whether the load crosses
// a cache line would be different in each program. Broadcasts load one element.
func TestLoopsLoadAlignedData(t *testing.T) {
	files, err := filepath.Glob("../*/z*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("no assembly: %v", err)
	}
	broadcasts := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for i := 0; i < len(lines); {
			m := functionStart.FindStringSubmatch(lines[i])
			i++
			end := i
			for end < len(lines) && functionStart.FindString(lines[end]) == "" {
				end++
			}
			if m == nil {
				continue
			}
			for _, line := range loopLines(lines[i:end]) {
				switch op := wideStatic.FindStringSubmatch(line); {
				case op == nil:
				case strings.Contains(op[1], "BROADCAST") || strings.Contains(op[1], ".BCST"):
					broadcasts++
				default:
					t.Errorf("%s: the loop of %s has %s", filepath.Base(file), m[1], strings.TrimSpace(line))
				}
			}
			i = end
		}
	}
	if broadcasts == 0 {
		t.Error("no loop that broadcasts a constant was found: the test reads the assembly wrongly")
	}
}
