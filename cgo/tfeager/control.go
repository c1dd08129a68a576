//go:build tensorflow

package tfeager

// #include "shim.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// A GraphFunction is a graph made a function, which other graphs have by its name.
type GraphFunction struct {
	c    unsafe.Pointer
	Name string
}

// NewGraphFunction makes a graph (TF_Graph) a function of this name.
func NewGraphFunction(graph unsafe.Pointer, name string, in, out []Output) (*GraphFunction, error) {
	text := C.CString(name)
	defer C.ge_free_text(text)
	cin, cout := outputs(in), outputs(out)
	var made unsafe.Pointer
	if err := status(C.ge_graph_function(graph, text, &cin[0], C.int(len(in)), &cout[0], C.int(len(out)), &made)); err != nil {
		return nil, err
	}
	f := &GraphFunction{made, name}
	runtime.SetFinalizer(f, func(f *GraphFunction) { C.ge_delete_function(f.c) })
	return f, nil
}

// CopyTo adds the function to those of a graph (TF_Graph).
func (f *GraphFunction) CopyTo(graph unsafe.Pointer) error {
	defer runtime.KeepAlive(f)
	return status(C.ge_copy_function(graph, f.c))
}

// While adds an operation of this name that runs body as long as cond is true to a graph that has both functions,
// and returns it. dtypes are those of in, and of its results.
func While(graph unsafe.Pointer, name string, in []Output, dtypes []int, cond, body *GraphFunction) (op unsafe.Pointer, err error) {
	text, test, step := C.CString(name), C.CString(cond.Name), C.CString(body.Name)
	defer C.ge_free_text(text)
	defer C.ge_free_text(test)
	defer C.ge_free_text(step)
	cin, types := outputs(in), codes(dtypes)
	err = status(C.ge_while(graph, text, &cin[0], &types[0], C.int(len(in)), test, step, &op))
	return op, err
}

// If adds an operation of this name that runs one of two functions to a graph that has both, and returns it. dtypes are those of
// in, results those of its results.
func If(graph unsafe.Pointer, name string, cond Output, in []Output, dtypes []int, then, otherwise *GraphFunction, results []int) (op unsafe.Pointer, err error) {
	text, first, second := C.CString(name), C.CString(then.Name), C.CString(otherwise.Name)
	defer C.ge_free_text(text)
	defer C.ge_free_text(first)
	defer C.ge_free_text(second)
	c := outputs([]Output{cond})
	cin, types, made := outputs(in), codes(dtypes), codes(results)
	err = status(C.ge_if(graph, text, c[0], &cin[0], &types[0], C.int(len(in)), first, second, &made[0], C.int(len(results)), &op))
	return op, err
}

func codes(dtypes []int) []C.int {
	c := make([]C.int, len(dtypes)+1) // which is not empty
	for i, d := range dtypes {
		c[i] = C.int(d)
	}
	return c
}

func outputs(list []Output) []C.ge_output {
	c := make([]C.ge_output, len(list)+1) // which is not empty
	for i, o := range list {
		c[i] = C.ge_output{op: o.Op, index: C.int(o.Index)}
	}
	return c
}
