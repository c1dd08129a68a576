// Package tfeager runs operations of TensorFlow's eager C API: thin, without opinions. A
// [Program] is one operation or a short composition of them; it runs in one call of C,
// in which the library's objects for operations are reused. Statuses and exceptions come
// back as errors with TensorFlow's message.
//
// It is built with the tag tensorflow, with flags for the compiler and the linker that
// "make env" prints.
package tfeager
