package main

import (
	"testing"

	"github.com/goivy/goivy/internal/readme"
)

func Example() {
	main()
	// Output:
	// float32 float64
	// tensor([0.0900, 0.2447, 0.6652])
	// ivy: numpy.add: OverflowError: Python integer 300 out of bounds for int8, under the rule "numpy"
}

// The frontends' README shows what the program does.
func TestReadme(t *testing.T) {
	readme.ShowsBody(t, "../../../frontends/README.md")
}
