//go:build !amd64

package array

// FillWide reports that this machine has no registers for it.
func FillWide[T Element]([]T) bool { return false }
