// Package libtorch is the backend "torch": the unified API on libtorch, PyTorch's C++
// library, through package cgo/torch. To have it in a program, import it and build with
// the tag libtorch and the flags that "make env" prints:
//
//	import _ "github.com/goivy/goivy/backends/libtorch"
//
// Without the tag the package is empty, and SetBackend("torch") says how to get it.
package libtorch
