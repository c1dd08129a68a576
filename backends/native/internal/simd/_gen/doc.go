// Package gen holds the programs that write the assembly of the native backend, a folder
// each. It is a module of its own: nobody who uses the library needs avo.
//
// A loop loads 64 bytes of constant data only from memory that Go has aligned to a cache line
// (see locateTables in math): the linker aligns symbols to 32 bytes at most. From a symbol it
// broadcasts one element, or what it needs is in a register before it starts.
package gen
