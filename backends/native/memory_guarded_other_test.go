//go:build !linux

package native

import "testing"

// guarded returns n elements of memory.
func guarded[T any](_ *testing.T, n int) []T { return make([]T, n) }
