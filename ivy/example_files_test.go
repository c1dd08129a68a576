package ivy_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/goivy/goivy/ivy"
)

func ExampleSave() {
	dir, err := os.MkdirTemp("", "ivy")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "x.npy")
	if err := ivy.Save(path, ivy.Asarray([][]float32{{1, 2}, {3, 4}})); err != nil {
		log.Fatal(err)
	}
	x, err := ivy.Load(path)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Dtype(), x.Shape())
	_, err = ivy.Load(filepath.Join(dir, "y.npy"))
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// float32 [2 2]
	// true
}

func ExampleSaveAll() {
	dir, err := os.MkdirTemp("", "ivy")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "model.safetensors")
	model := map[string]*ivy.Array{"weight": ivy.Ones([]int{2, 3}, ivy.BFloat16), "bias": ivy.Zeros([]int{3})}
	if err := ivy.SaveAll(path, model, ivy.Metadata{"step": "7"}); err != nil {
		log.Fatal(err)
	}
	model, err = ivy.LoadAll(path)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model["weight"].Dtype(), model["weight"].Shape(), model["bias"].Dtype())
	// Output: bfloat16 [2 3] float32
}

func ExampleMapped() {
	dir, err := os.MkdirTemp("", "ivy")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "x.safetensors")
	if err := ivy.Save(path, ivy.Arange(1_000_000, ivy.Float32)); err != nil {
		log.Fatal(err)
	}
	x, err := ivy.Load(path, ivy.Mapped(true)) // reads nothing yet, where files can be mapped
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.At(123_456)) // reads one page of the file
	x.SetAt(5, 0)              // copies the array first: the file stays what it is
	fmt.Println(x.At(0))
	// Output:
	// 123456
	// 5
}

func ExampleWrite() {
	var b bytes.Buffer // a network connection, say
	if err := ivy.Write(&b, ivy.NPY, ivy.Arange(3)); err != nil {
		log.Fatal(err)
	}
	x, err := ivy.Read(&b)
	fmt.Println(x, err)
	// Output: [0 1 2] <nil>
}

func ExampleReadCSV() {
	t, err := ivy.ReadCSV(strings.NewReader("id,height,tall\n1,1.5,false\n2,,true\n"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for i, x := range t.Columns {
		fmt.Println(t.Names[i], x.Dtype(), x)
	}
	x := ivy.NanToNum(t.Array())
	fmt.Println(x.Shape(), x.Dtype())

	_, err = ivy.ReadCSV(strings.NewReader("id,height\n1,1.5\n2,tall\n"), nil)
	fmt.Println(err)
	// Output:
	// id int32 [1 2]
	// height float32 [1.5 nan]
	// tall bool [False  True]
	// [2 3] float64
	// ivy: ReadCSV on native: files: line 3: column 2 ("height"): "tall" is no number (read other columns with Columns)
}

func ExampleWriteCSV() {
	x := ivy.Asarray([][]float64{{0.1, 2}, {3, 1e-9}})
	if err := ivy.WriteCSV(os.Stdout, ivy.NewTable(x, "a", "b"), nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// a,b
	// 0.1,2.0
	// 3.0,1e-9
}

func ExampleWriteImage() {
	grey := ivy.Asarray([][]uint8{{0, 128}, {255, 64}})
	var b bytes.Buffer
	if err := ivy.WriteImage(&b, grey, &ivy.ImageOptions{Format: "png"}); err != nil {
		log.Fatal(err)
	}
	x, err := ivy.ReadImage(&b)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Dtype(), x.Shape(), x.Get(ivy.Ellipsis, 0))
	// Output:
	// uint8 [2 2 1] [[  0 128]
	//  [255  64]]
}

func ExampleArray_IAdd() {
	x := ivy.New([]int{2, 3}, 1, 2, 3, 4, 5, 6)
	x.IAdd(10)
	x.Row(0).IMultiply(2) // through a view
	x.ISubtract(x.Get(1)) // the row as it was
	fmt.Println(x)
	fmt.Println(ivy.Try(func() { x.IAdd(0.5) }))
	// Output:
	// [[ 8  9 10]
	//  [ 0  0  0]]
	// ivy: IAdd on native: the array has dtype int32, the result float64 (cast with Astype)
}

func ExampleArray_At() {
	x := ivy.New([]int{2, 2}, 1.5, 2.5, 3.5, 4.5)
	x.SetAt(7, 0, -1)
	fmt.Println(x.At(0, 1), ivy.At[float64](x, 1, 0)+1)
	// Output: 7 4.5
}

func ExampleArray_Rows() {
	x := ivy.New([]int{2, 2}, 1, 2, 3, 4)
	for i, row := range x.Rows() {
		fmt.Println(i, row)
		row.Set(0, 1) // a view: the write goes through
	}
	for j, column := range x.Along(1) {
		fmt.Println(j, column)
	}
	// Output:
	// 0 [1 2]
	// 1 [3 4]
	// 0 [1 3]
	// 1 [0 0]
}

func ExampleElements() {
	sum := 0.0
	for v := range ivy.Elements[float64](ivy.New([]int{2, 2}, float32(1), 2, 3, 4)) {
		sum += v
	}
	fmt.Println(sum)
	// Output: 10
}

func ExampleNew() {
	fmt.Println(ivy.New([]int{2, 2}, int8(1), 2, 3, 4))
	fmt.Println(ivy.New[bool]([]int{2}))
	// Output:
	// [[1 2]
	//  [3 4]]
	// [False False]
}
