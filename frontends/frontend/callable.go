package frontend

// A Callable is a function of a program's that is an argument: of arrays of the framework,
// as *Array, and of what else functions return. What it returns is what functions take. It
// panics with the error that a call ends with.
type Callable func(args ...any) any
