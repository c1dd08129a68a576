package main

import (
	"os"
	"testing"

	"github.com/goivy/goivy/internal/readme"
)

const forest = "../../../frontends/onnx/testdata/models/sklearn_forest.onnx"

func Example() {
	defer func(args []string) { os.Args = args }(os.Args)
	os.Args = []string{"onnx", forest}
	main()
	// Output:
	// [X: float (?, 4)] [label: int64 (?) probabilities: float (?, 3)]
	// [0 2] [[1.   0.   0.  ]
	//  [0.   0.32 0.68]]
}

func TestReadme(t *testing.T) {
	readme.ShowsProgram(t, "../../../frontends/onnx/README.md")
	readme.ShowsOutput(t, "../../../frontends/onnx/README.md")
}
