//go:build !linux

package gemm

// allowAMX reports whether the process may use the tiles: only on Linux is it known how to ask.
func allowAMX() bool { return false }
