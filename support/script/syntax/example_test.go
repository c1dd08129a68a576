package syntax

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// A chained comparison ends at its first false part: the last operand is not
// evaluated.
func ExamplePredeclared() {
	file, err := Parse("demo.star", []byte("x = 3\nx **= 2\nx, 0 < x < 5 < 1 // 0"))
	if err != nil {
		fmt.Println(err)
		return
	}
	Result(file)
	var log []string
	globals := Predeclared(plain{log: &log})
	err = starlark.ExecREPLChunk(file, &starlark.Thread{}, globals)
	fmt.Println(globals[ResultName], err)
	// Output: (9, False) <nil>
}

func ExampleParse() {
	_, err := Parse("demo.star", []byte("x = [1, 2]\ny = x[0 1]"))
	fmt.Println(err)

	var e *Error
	fmt.Println(errors.As(err, &e), e.Line, e.Col)
	// Output:
	// demo.star:2:9: unexpected number, want "]"
	// true 2 9
}
