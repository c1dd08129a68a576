//go:build !amd64

package array

func FillWide[T Element]([]T) bool { return false }
