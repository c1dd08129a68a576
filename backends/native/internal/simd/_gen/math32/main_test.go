package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFresh fails when the checked-in file is not what this program writes; the first line, which has the path, may differ.
func TestFresh(t *testing.T) {
	out := filepath.Join(t.TempDir(), "math32.s")
	if b, err := exec.Command("go", "run", ".", "-out", out).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	var body [2][]byte
	for i, name := range []string{out, "../../zmath32_amd64.s"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, body[i], _ = bytes.Cut(b, []byte("\n"))
	}
	if !bytes.Equal(body[0], body[1]) {
		t.Error("zmath32_amd64.s is stale: run go generate in package simd")
	}
}
