package ivy_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/goivy/goivy/ivy"
)

func ExampleEnv_Context() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	e := ivy.Standard().Context(ctx)
	err := ivy.Try(func() {
		x := e.Ones([]int{2, 2})
		for { // goes on until ctx is done
			x = e.MatMul(x, x)
		}
	})
	fmt.Println(errors.Is(err, ivy.ErrCanceled), errors.Is(err, context.DeadlineExceeded))
	// Output: true true
}

func ExampleCompiled_CallContext() {
	f := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Square(x)) })
	fmt.Println(f.CallContext(context.Background(), ivy.Asarray([]float64{1, 2, 3}))[0])
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(ivy.Try(func() { f.CallContext(ctx, ivy.Asarray([]float64{1, 2, 3})) }))
	// Output:
	// 14.0
	// ivy: Compile on native: the call was stopped: context canceled
}

func ExampleCompiled_CallIntoContext() {
	f := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Square(x) })
	x := ivy.Asarray([]float64{1, 2, 3})
	ctx, cancel := context.WithCancel(context.Background())
	f.CallIntoContext(ctx, []*ivy.Array{x}, x)
	cancel()
	err := ivy.Try(func() { f.CallIntoContext(ctx, []*ivy.Array{x}, x) })
	fmt.Println(x, errors.Is(err, ivy.ErrCanceled))
	// Output: [1. 4. 9.] true
}
