// Package small keeps the elements of small arrays in Go, for backends on C libraries: a
// tensor of the library takes hundreds of bytes and a finalizer, which cost as much as an
// operation.
package small

import (
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
)

// Most is how many bytes the elements of a small array may have.
const Most = 512

// MostAxes is how many axes it may have.
const MostAxes = len(backend.Strided{}.Dims)

// New returns a Strided with its elements in Go for a small result, or nil if it is not
// small. Its Mem is the address of its Data, which has the elements, or its Strides have;
// its Size is how many bytes they take.
func New(out backend.Spec) *backend.Strided {
	n := len(out.Shape)
	if n > MostAxes {
		return nil
	}
	bytes := out.Dtype.Size()
	for _, d := range out.Shape {
		if d > Most {
			return nil
		}
		if bytes *= d; bytes > Most {
			return nil
		}
	}
	b := Room(out.Room)
	copy(b.Dims[:], out.Shape)
	b.Dtype, b.Size, b.Shape = out.Dtype, bytes, b.Dims[:n:n]
	if bytes > int(unsafe.Sizeof(b.Data)) {
		b.Strides = make([]int, (bytes+7)/8)
	}
	b.Mem = unsafe.Pointer(&b.Data)
	return b
}

// Room returns the room for a buffer, or a new one if that is taken.
func Room(b *backend.Strided) *backend.Strided {
	if b == nil || b.Mem != nil {
		return new(backend.Strided)
	}
	return b
}

// Elements returns where the elements are, of one whose elements are in Go.
func Elements(b *backend.Strided) unsafe.Pointer {
	if b.Strides != nil {
		return unsafe.Pointer(unsafe.SliceData(b.Strides))
	}
	return unsafe.Pointer(&b.Data)
}

// Tensor returns the library's tensor of b, or nil if its elements are in Go.
func Tensor[T any](b *backend.Strided) *T {
	if p := atomic.LoadPointer(&b.Mem); p != unsafe.Pointer(&b.Data) {
		return (*T)(p)
	}
	return nil
}

// Host returns the elements of b if they are in Go.
func Host(b *backend.Strided) (data []byte, ok bool) {
	if atomic.LoadPointer(&b.Mem) != unsafe.Pointer(&b.Data) {
		return nil, false
	}
	return unsafe.Slice((*byte)(Elements(b)), b.Size), true
}

// Settle makes b, whose elements are in Go, one with tensor t, unless it has got another
// meanwhile. It returns b's tensor, and whether that is t.
func Settle[T any](b *backend.Strided, t *T) (*T, bool) {
	ok := atomic.CompareAndSwapPointer(&b.Mem, unsafe.Pointer(&b.Data), unsafe.Pointer(t))
	return (*T)(atomic.LoadPointer(&b.Mem)), ok
}

// Release puts freed, a tensor that has been given back, in the place of b's, which it
// returns; nil if there is none to give back.
func Release[T any](b *backend.Strided, freed *T) *T {
	p := atomic.SwapPointer(&b.Mem, unsafe.Pointer(freed))
	if p == unsafe.Pointer(&b.Data) || p == unsafe.Pointer(freed) {
		return nil
	}
	return (*T)(p)
}
