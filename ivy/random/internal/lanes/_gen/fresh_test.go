package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFresh fails when a checked-in file is not what the program writes. First lines, which have its arguments, may differ.
func TestFresh(t *testing.T) {
	folder := t.TempDir()
	assembly, stubs := "zlanes_amd64.s", "zlanes_amd64.go"
	cmd := exec.Command("go", "run", ".", "-out", filepath.Join(folder, assembly), "-stubs", filepath.Join(folder, stubs), "-pkg", "lanes")
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	for _, name := range []string{assembly, stubs} {
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		_, want, _ = bytes.Cut(want, []byte("\n"))
		_, got, _ = bytes.Cut(got, []byte("\n"))
		if !bytes.Equal(want, got) {
			t.Errorf("%s is stale: go generate ./ivy/random/internal/lanes", name)
		}
	}
}
