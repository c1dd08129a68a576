//go:build !amd64

package native

func fillWide[T element]([]T) bool { return false }
