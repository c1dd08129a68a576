// Package fuse compiles functions of arrays: neighbouring elementwise operations and
// reductions over the last axes become one fused kernel, which goes through memory once.
// See [Compile].
package fuse
