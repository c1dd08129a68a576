package gen

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFresh fails when a checked-in file is not what its program writes. First lines,
// which have the program's arguments, may differ.
func TestFresh(t *testing.T) {
	body := func(file string) []byte {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, b, _ = bytes.Cut(b, []byte("\n"))
		return b
	}
	sources, err := filepath.Glob("../../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			_, args, ok := strings.Cut(line, "//go:generate go run -C ")
			if !ok {
				continue
			}
			found++
			fields := strings.Fields(args)
			here := filepath.Join(filepath.Dir(source), fields[0]) // where the paths start from
			var checked, written []string
			for i, f := range fields {
				if i > 0 && (fields[i-1] == "-out" || fields[i-1] == "-stubs" || fields[i-1] == "-others") {
					checked = append(checked, filepath.Join(here, f))
					fields[i] = filepath.Join(t.TempDir(), filepath.Base(f))
					written = append(written, fields[i])
				}
			}
			if b, err := exec.Command("go", append([]string{"run", "-C"}, append([]string{here}, fields[1:]...)...)...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", args, err, b)
			}
			for i := range checked {
				if !bytes.Equal(body(checked[i]), body(written[i])) {
					t.Errorf("%s is stale: go generate ./backends/native/internal/...", checked[i])
				}
			}
		}
	}
	if found == 0 {
		t.Error("no //go:generate line found")
	}
}
