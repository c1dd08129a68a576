//go:build libtorch || tensorflow

package memory

// #cgo LDFLAGS: -lpthread
// #include "ask.h"
import "C"

import (
	"sync"
	"unsafe"
)

var listening sync.Once

// Ask returns a function of C's, of a size_t, which the allocators of libraries call for
// GOIVY_ASKED bytes and more, from any thread: it returns 0 if check returns an error for as
// many. The first check counts.
func Ask(check func(bytes uint64) error) unsafe.Pointer {
	listening.Do(func() {
		go func() {
			answer := C.int(1)
			for {
				n := C.goivy_next_question(answer)
				answer = 1
				if check(uint64(n)) != nil {
					answer = 0
				}
			}
		}()
	})
	return C.goivy_may_allocate
}
