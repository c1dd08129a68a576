package main

import (
	"testing"

	"github.com/goivy/goivy/internal/readme"
)

func Example() {
	main()
	// Output:
	// float64
	// [[1. 3.]
	//  [3. 5.]]
	// [[0.11920292 0.880797  ]
	//  [0.11920292 0.880797  ]]
	// [2. 3. 4.] [4. 6.]
	// [[  1. 100.]
	//  [  3.   4.]]
	// ivy: MatMul on native: matmul of shapes (2, 2) and (3, 2): 2 columns meet 3 rows
}

// The README shows this program and its output.
func TestReadme(t *testing.T) {
	readme.ShowsProgram(t, "../../../README.md")
	readme.ShowsOutput(t, "../../../README.md")
}
