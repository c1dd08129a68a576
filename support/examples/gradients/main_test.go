package main

import (
	"testing"

	"github.com/goivy/goivy/internal/readme"
)

func Example() {
	main()
	// Output:
	// {-1.0204082 -1.0}
	// 3.00 -1.00
}

// The README shows the body of this program and its output.
func TestReadme(t *testing.T) {
	readme.ShowsBody(t, "../../../README.md")
	readme.ShowsOutput(t, "../../../README.md")
}
