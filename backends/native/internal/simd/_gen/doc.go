// Package gen holds the programs that write the assembly of the native backend, a folder
// each. It is a module of its own: nobody who uses the library needs avo.
package gen
