package files_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/files"
)

func Example() {
	dir, err := os.MkdirTemp("", "files")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "weights.safetensors")

	// 1, 2 and 3 as bfloat16, the upper half of float32.
	entries := []files.Entry{{
		Header: files.Header{Name: "w", Dtype: dtype.BFloat16, Shape: []int{3}},
		Data:   bytes.NewReader([]byte{0x80, 0x3f, 0x00, 0x40, 0x40, 0x40}),
	}}
	if err := files.Write(path, entries, &files.Options{Metadata: map[string]string{"step": "7"}}); err != nil {
		log.Fatal(err)
	}

	f, err := files.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for _, h := range f.Entries() {
		size, err := h.Size()
		if err != nil {
			log.Fatal(err)
		}
		data := make([]byte, size)
		if err := f.ReadInto(h.Name, data); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %v %v % x %v\n", h.Name, h.Dtype, h.Shape, data, f.Metadata())
	}
	// Output:
	// w bfloat16 [3] 80 3f 00 40 40 40 map[step:7]
}

// A format that has no name for a dtype says which one has.
func ExampleWrite_unsupported() {
	err := files.Write("w.npy", []files.Entry{{
		Header: files.Header{Dtype: dtype.BFloat16, Shape: []int{1}},
		Data:   bytes.NewReader([]byte{0x80, 0x3f}),
	}}, nil)
	fmt.Println(errors.Is(err, files.ErrUnsupported))
	fmt.Println(err)
	// Output:
	// true
	// files: w.npy: .npy has no dtype bfloat16 (write .safetensors, or cast to float32)
}
