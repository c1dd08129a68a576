// Package inline stores the elements of small arrays in Go, in the object of the array, for
// backends on C libraries: a tensor of the library takes hundreds of bytes and a finalizer,
// which cost as much as an operation. A tensor is made once the library needs one.
package inline

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Most is how many bytes the elements of an array may have that are stored inline.
const Most = 512

// MostAxes is how many axes such an array may have.
const MostAxes = len(backend.Strided{}.Dims)

// New returns a Strided that stores the elements of a small result inline, or nil if the
// result is not small. Up to 16 bytes lie in Data, more in Strides; Size is how many bytes
// they are. Mem is the address of Data, which tells that the elements lie in Go.
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
	b := Storage(out.Inline)
	copy(b.Dims[:], out.Shape)
	b.Dtype, b.Size, b.Shape = out.Dtype, bytes, b.Dims[:n:n]
	if bytes > int(unsafe.Sizeof(b.Data)) {
		b.Strides = make([]int, (bytes+7)/8)
	}
	b.Mem = unsafe.Pointer(&b.Data)
	return b
}

// Storage returns b, a result's inline storage, if it is still free, else new storage.
func Storage(b *backend.Strided) *backend.Strided {
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

// Of returns the tensor of b. If the elements are still in Go, make makes a tensor of them,
// which b keeps. If make fails for want of memory, the result is a freed tensor. make is the
// function of the library's package that copies data into a tensor.
func Of[T any, P interface {
	*T
	Free()
}](b *backend.Strided, make func(d dtype.Dtype, dims []int, data []byte) (P, error)) P {
	if t := Tensor[T](b); t != nil {
		return t
	}
	data, ok := Host(b)
	if !ok { // it has become a tensor
		return Tensor[T](b)
	}
	t, err := make(b.Dtype, b.Shape, data)
	if err != nil {
		return new(T)
	}
	if !atomic.CompareAndSwapPointer(&b.Mem, unsafe.Pointer(&b.Data), unsafe.Pointer((*T)(t))) {
		t.Free()
	}
	return Tensor[T](b)
}

// FromHost returns data as the elements of an array of out: bools are 0 or 1. It refuses
// data of another length, and more than memory holds. If out is small, b has a copy.
func FromHost(out backend.Spec, data []byte) (b *backend.Strided, elements []byte, err error) {
	if want := shape.Product(append([]int{out.Dtype.Size()}, out.Shape...)...); len(data) != want {
		return nil, nil, fmt.Errorf("%d bytes for an array of %d", len(data), want)
	}
	if err := Limit(out); err != nil {
		return nil, nil, err
	}
	if out.Dtype == dtype.Bool {
		data = bools(data)
	}
	if b = New(out); b != nil {
		to, _ := Host(b)
		copy(to, data)
	}
	return b, data, nil
}

// bools returns data with each byte that is not 0 made 1.
func bools(data []byte) []byte {
	for i, v := range data {
		if v > 1 {
			clean := append([]byte(nil), data...)
			for ; i < len(clean); i++ {
				clean[i] = min(clean[i], 1)
			}
			return clean
		}
	}
	return data
}

// Limit refuses what memory does not hold before the library tries.
func Limit(out backend.Spec) error {
	return backend.CheckElements(shape.Product(out.Shape...), out.Dtype.Size())
}

// Release replaces the tensor of b by freed, a freed tensor, and returns the former one for
// the caller to free. It returns nil if the elements were in Go, or b was released before.
func Release[T any](b *backend.Strided, freed *T) *T {
	p := atomic.SwapPointer(&b.Mem, unsafe.Pointer(freed))
	if p == unsafe.Pointer(&b.Data) || p == unsafe.Pointer(freed) {
		return nil
	}
	return (*T)(p)
}
