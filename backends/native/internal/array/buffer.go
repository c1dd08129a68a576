package array

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A Buffer is an array in Go's memory: a block of elements and a strided view of it.
// Several Buffers may view one block.
type Buffer backend.Strided

// Elems returns the whole block that b views. T must be the Go type of b's dtype,
// or one of its size.
func Elems[T Element](b *Buffer) []T { return unsafe.Slice((*T)(b.Base()), b.Size) }

// Base returns where b's block begins. It panics if that has been freed.
func (b *Buffer) Base() unsafe.Pointer {
	if b.Mem == nil {
		panic(errFreed)
	}
	return b.Mem
}

var errFreed = errors.New("the array has been freed")

// Flat returns b's elements in order, if it is contiguous.
func Flat[T Element](b *Buffer) []T {
	return unsafe.Slice((*T)(b.Base()), b.Size)[b.Offset : b.Offset+b.Len()]
}

// BytesOf returns the memory of b, which must be contiguous.
func BytesOf(b *Buffer) []byte {
	item := b.Dtype.Size()
	return unsafe.Slice((*byte)(b.Base()), b.Size*item)[b.Offset*item : (b.Offset+b.Len())*item]
}

// Len returns the number of elements of the view.
func (b *Buffer) Len() int { return shape.Size(b.Shape) }

// Contiguous reports whether the view's elements lie in row-major order without gaps,
// as those of an empty one do.
func (b *Buffer) Contiguous() bool {
	n, gaps := 1, false
	for i := len(b.Shape) - 1; i >= 0; i-- {
		switch {
		case b.Shape[i] == 0:
			return true
		case b.Shape[i] != 1:
			gaps = gaps || b.Strides[i] != n
			n *= b.Shape[i]
		}
	}
	return !gaps
}

// setShape gives b a shape and room for its strides.
func (b *Buffer) setShape(s []int) {
	if r := len(s); 2*r <= len(b.Dims) {
		b.Shape, b.Strides = b.Dims[:r:r], b.Dims[r:2*r:2*r]
	} else {
		both := make([]int, 2*r)
		b.Shape, b.Strides = both[:r:r], both[r:]
	}
	copy(b.Shape, s)
}

// NewBuffer returns a Buffer for out whose elements are zero, for the caller to fill.
// It is out.Into, whatever that holds, if that has out's dtype and shape and is contiguous.
func NewBuffer(out backend.Spec) (*Buffer, error) {
	b, was, err := makeBuffer(out)
	if err == nil && was >= warm {
		clear(BytesOf(b))
	}
	return b, err
}

// NewResult is NewBuffer for callers that fill every element: the elements are not defined
// before.
func NewResult(out backend.Spec) (*Buffer, error) {
	b, _, err := NewStreamed(out)
	return b, err
}

// NewStreamed is NewResult for callers that can write by non-temporal stores. stream says
// whether they should: if the result's memory is not in the caches, ordinary stores would
// read it first.
func NewStreamed(out backend.Spec) (b *Buffer, stream bool, err error) {
	b, was, err := makeBuffer(out)
	if Poison && err == nil && out.Into == nil {
		poison(BytesOf(b))
	}
	stream = was == cold || was == given && b.Size*b.Dtype.Size() >= StreamFrom
	return b, stream && simd.Streams, err
}

// StreamFrom is the size in bytes from which on an array given as result is taken not to be
// in the caches. Tests make it smaller.
var StreamFrom = 8 << 20

// Poison is set by tests: results, Scratch, and memory that was given back are then garbage, which shows what is not
// filled, or is used too late.
var Poison bool

func poison(p []byte) {
	for i := range p {
		p[i] = 0x5a
	}
}

// Header returns a Buffer with out's dtype and shape, in out.Inline if that is free.
func Header(out backend.Spec) *Buffer {
	b := (*Buffer)(out.Inline)
	if b == nil || b.Mem != nil {
		b = new(Buffer)
	}
	b.Dtype = out.Dtype
	b.setShape(out.Shape)
	return b
}

func makeBuffer(out backend.Spec) (b *Buffer, was history, err error) {
	if into, ok := out.Into.(*Buffer); ok && into.Dtype == out.Dtype && slices.Equal(into.Shape, out.Shape) && into.Contiguous() {
		return into, given, nil
	}
	b = Header(out)
	n := 1
	for i := len(b.Shape) - 1; i >= 0; i-- {
		b.Strides[i] = n
		n *= max(b.Shape[i], 1)
	}
	b.Size = b.Len()
	size := out.Dtype.Size()
	if b.Size > math.MaxInt/16 && b.Size > math.MaxInt/size { // of a broadcast view, in a wider dtype
		return nil, blank, backend.CheckElements(b.Size, size)
	}
	bytes := b.Size * size
	if bytes <= len(b.Data)*8 {
		b.Mem = unsafe.Pointer(&b.Data)
		return b, blank, nil
	}
	b.Mem, was, err = allocate(bytes)
	return b, was, err
}

// View returns a Buffer over b's block; its shape is s, its strides are for the
// caller to fill.
func (b *Buffer) View(s []int, offset int) *Buffer {
	return b.ViewFor(backend.Spec{Dtype: b.Dtype, Shape: s}, offset)
}

// ViewFor is View for a result: with the dtype and shape of out, in the header it provides.
func (b *Buffer) ViewFor(out backend.Spec, offset int) *Buffer {
	v := Header(out)
	v.Mem, v.Size, v.Offset, v.Borrows = b.Base(), b.Size, offset, true
	return v
}

// Compact returns b if it is contiguous, else a contiguous copy.
func Compact(stop *backend.Stop, b *Buffer) (*Buffer, error) {
	if b.Contiguous() {
		return b, nil
	}
	return Clone(stop, b)
}

// CompactAll is Compact of all operands.
func CompactAll(stop *backend.Stop, xs []backend.Buffer) ([]*Buffer, error) {
	bs := make([]*Buffer, len(xs))
	for i, x := range xs {
		var err error
		if bs[i], err = Compact(stop, x.(*Buffer)); err != nil {
			return nil, err
		}
	}
	return bs, nil
}

// Clone returns a contiguous copy of b.
func Clone(stop *backend.Stop, b *Buffer) (*Buffer, error) {
	z, err := NewResult(backend.Spec{Dtype: b.Dtype, Shape: b.Shape})
	if err != nil {
		return nil, err
	}
	CopyInto(stop, z, b)
	return z, nil
}

// CopyInto copies the elements of x, broadcast to z's shape, into z. Elements of both have
// one size, and their memory does not overlap.
func CopyInto(stop *backend.Stop, z, x *Buffer) {
	switch z.Dtype.Size() {
	case 1:
		copyElems[uint8](stop, z, x)
	case 2:
		copyElems[uint16](stop, z, x)
	case 4:
		copyElems[uint32](stop, z, x)
	case 8:
		copyElems[uint64](stop, z, x)
	case 16:
		copyElems[complex128](stop, z, x)
	}
}

func copyElems[T Element](stop *backend.Stop, z, x *Buffer) {
	zs, xs := Elems[T](z), Elems[T](x)
	w := NewIterator(z.Shape, z, x)
	if w.Size == 0 {
		return
	}
	sz, sx := w.InnerStride(0), w.InnerStride(1)
	down, over := w.outerStride(0), w.outerStride(1)
	runs := func(at [MaxOperands]int, rows, n int) {
		i, j := at[0], at[1]
		if sz == 1 && (down == n || rows == 1) {
			CopyRows(zs[i:i+rows*n], xs, j, rows, n, sx, over)
			return
		}
		for range rows {
			if sz == 1 {
				copyRow(zs[i:i+n], xs, j, sx)
			} else {
				CopyApart(zs, xs, i, j, sz, sx, n)
			}
			i, j = i+down, j+over
		}
	}
	if slices.Contains(w.strides[0], 0) {
		w.eachRows(0, w.Rows(), runs) // several elements go to one position: the last stays
		return
	}
	if sz == 1 && down == w.RowLen() && (sx == 0 || over == 0) { // CopyRows copies many of these rows at a time
		w.parallelRows(stop, CostOfElement, runs)
		return
	}
	if across, ok := crossing(w); ok {
		copyTiles(stop, zs, xs, w, across)
		return
	}
	if across, ok := lengthened(w); ok {
		copyTiles(stop, zs, xs, w, across)
		return
	}
	w.parallelRows(stop, CostOfElement, runs)
}

// copyRow fills dst with the elements of xs from j on, sx apart.
func copyRow[T Element](dst, xs []T, j, sx int) {
	switch n := len(dst); sx {
	case 1:
		copy(dst, xs[j:j+n])
	case 0:
		Repeat(dst, xs[j])
	case -1:
		simd.Reverse(dst, xs[j-n+1:j+1])
	default:
		CopyApart(dst, xs, 0, j, 1, sx, n)
	}
}

// CopyRows fills dst, row by row, with rows of n elements of xs that lie sx apart. The first row
// begins at position j of xs, each other one over elements after the one before.
func CopyRows[T Element](dst, xs []T, j, rows, n, sx, over int) {
	switch {
	case rows > 1 && over == 0: // all are the first
		copyRow(dst[:n], xs, j, sx)
		const most = 1 << 11 // of elements copied at a time, which stay in the L1 cache
		for done, part := n, n; done < len(dst); done += part {
			if part < most {
				part = done
			}
			copy(dst[done:], dst[:part])
		}
	case rows > 1 && sx == 0 && over > 0 && n < 1<<11:
		simd.BroadcastBlocks(dst, xs[j:], over, n)
	default:
		for ; len(dst) > 0; dst = dst[n:] {
			copyRow(dst[:n], xs, j, sx)
			j += over
		}
	}
}

// CopyApart copies n elements of xs from j on, sx apart, to zs from i on, sz apart.
func CopyApart[T Element](zs, xs []T, i, j, sz, sx, n int) {
	if n <= 0 {
		return
	}
	_, _ = zs[i+(n-1)*sz], xs[j+(n-1)*sx]
	size := int(unsafe.Sizeof(zs[0]))
	z, x := unsafe.Pointer(&zs[i]), unsafe.Pointer(&xs[j])
	sz, sx = sz*size, sx*size
	to, from := 0, 0
	for ; n >= 4; n -= 4 {
		a, b := *(*T)(unsafe.Add(x, from)), *(*T)(unsafe.Add(x, from+sx))
		c, d := *(*T)(unsafe.Add(x, from+2*sx)), *(*T)(unsafe.Add(x, from+3*sx))
		*(*T)(unsafe.Add(z, to)) = a
		*(*T)(unsafe.Add(z, to+sz)) = b
		*(*T)(unsafe.Add(z, to+2*sz)) = c
		*(*T)(unsafe.Add(z, to+3*sz)) = d
		to, from = to+4*sz, from+4*sx
	}
	for range n {
		*(*T)(unsafe.Add(z, to)) = *(*T)(unsafe.Add(x, from))
		to, from = to+sz, from+sx
	}
}

// Repeat sets all of dst to v.
func Repeat[T Element](dst []T, v T) {
	if len(dst) > 32 {
		if dst[0] = v; FillWide(dst) {
			return
		}
	}
	for i := range dst[:min(len(dst), 32)] {
		dst[i] = v
	}
	for n := 32; n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}

// lengthened makes a long axis the innermost in the place of a short one, so that runs are long, and reports whether it did, and which axis then is the
// short one: that is the next, where elements are close in memory, unless it has fewer than longRun elements and another has more. z's elements must be
// distinct.
func lengthened(w *Iterator) (across int, ok bool) {
	const longRun = 64
	last := len(w.dims) - 1
	for i := last - 1; i >= 0; i-- {
		if n := w.dims[i]; i == last-1 || n > w.dims[across] && w.dims[across] < longRun {
			across = i
		}
	}
	if w.dims[last] >= 8 || w.dims[across] < 4*w.dims[last] || slices.Contains(w.strides[0], 0) {
		return 0, false
	}
	w.dims[across], w.dims[last] = w.dims[last], w.dims[across]
	for _, st := range w.strides {
		st[across], st[last] = st[last], st[across]
	}
	return across, true
}

// Copying across memory goes in tiles, so that every cache line of x is used up while
// it is at hand: four times as fast for a matrix of 2048×2048 float32. Larger tiles
// gain nothing: rows a power of two apart share few sets of a cache.
const (
	tileRows = 16
	tileCols = 16
)

// crossing reports whether the runs of z's elements, which are distinct, lie apart in x,
// and which other axis is the one along which x's elements are neighbours.
func crossing(w *Iterator) (across int, ok bool) {
	last := len(w.dims) - 1
	if st := w.strides[1][last]; st >= -1 && st <= 1 || w.dims[last] < tileCols || slices.Contains(w.strides[0], 0) {
		return 0, false
	}
	for i, st := range w.strides[1][:last] {
		if (st == 1 || st == -1) && w.dims[i] >= tileRows {
			return i, true
		}
	}
	return 0, false
}

// copyTiles copies what w iterates over, along its innermost axis and axis across together.
func copyTiles[T Element](stop *backend.Stop, zs, xs []T, w *Iterator, across int) {
	sz, sx, rows := w.InnerStride(0), w.InnerStride(1), w.dims[across]
	wide := tileCols
	if rows < tileRows {
		wide = 1 << 10
	}
	za, xa := w.strides[0][across], w.strides[1][across]
	rest := *w
	rest.Size /= max(rows, 1)
	rest.dims = slices.Delete(slices.Clone(w.dims), across, across+1)
	rest.strides = make([][]int, len(w.strides))
	for k, st := range w.strides {
		rest.strides[k] = slices.Delete(slices.Clone(st), across, across+1)
	}
	rest.Parallel(stop, CostOfElement*float64(rows), func(at [MaxOperands]int, n int) {
		if sz == 1 && xa == 1 && sx > 0 && za > 0 { // from there on
			transpose(zs[at[0]:], xs[at[1]:], za, sx, rows, n)
			return
		}
		if rows == 3 && za == 1 && sz == 3 && sx == 1 && xa > 0 { // as planes of images of three channels
			x := xs[at[1]:]
			simd.Interleave3(zs[at[0]:][:3*n], x[:n], x[xa:][:n], x[2*xa:][:n])
			return
		}
		for row := 0; row < rows; row += tileRows {
			for col := 0; col < n; col += wide {
				cols := min(wide, n-col)
				for r := row; r < min(row+tileRows, rows); r++ {
					CopyApart(zs, xs, at[0]+r*za+col*sz, at[1]+r*xa+col*sx, sz, sx, cols)
				}
			}
		}
	})
}

// transpose sets rows of z, cols elements each, to the columns of x, block by block; whole tiles of a block in registers,
// where package simd has loops for it.
func transpose[T Element](z, x []T, zstep, xstep, rows, cols int) {
	const side = simd.TransposeSide
	for row := 0; row < rows; row += side {
		high := min(side, rows-row)
		for col := 0; col < cols; col += side {
			wide := min(side, cols-col)
			i, j := row*zstep+col, row+col*xstep
			across, down := simd.Transpose(z[i:], x[j:], zstep, xstep, wide, high)
			for r := range high {
				from := across
				if r >= down {
					from = 0
				}
				k := j + r + from*xstep
				for c := from; c < wide; c++ {
					z[i+r*zstep+c] = x[k]
					k += xstep
				}
			}
		}
	}
}

// FromHost returns a Buffer with a copy of data.
func FromHost(out backend.Spec, data []byte) (backend.Buffer, error) {
	b, err := NewResult(out)
	if err != nil {
		return nil, err
	}
	if len(data) != b.Size*out.Dtype.Size() {
		return nil, fmt.Errorf("%d bytes for an array of %d", len(data), b.Size*out.Dtype.Size())
	}
	dst := BytesOf(b)
	copy(dst, data)
	if b.Dtype == dtype.Bool {
		for i, v := range dst {
			if v > 1 {
				dst[i] = 1
			}
		}
	}
	return b, nil
}

// ToHost copies the elements of b into dst.
func ToHost(b backend.Buffer, dst []byte) error {
	x, err := Compact(nil, b.(*Buffer))
	if err != nil {
		return err
	}
	src := BytesOf(x)
	if len(src) != len(dst) {
		return fmt.Errorf("%d bytes for an array of %d", len(dst), len(src))
	}
	copy(dst, src)
	return nil
}

// Expose returns the memory of b's block, the position of its first element, and its strides.
func Expose(b backend.Buffer) ([]byte, int, []int, bool) {
	x := b.(*Buffer)
	whole := Buffer{Dtype: x.Dtype, Mem: x.Mem, Size: x.Size, Shape: []int{x.Size}, Strides: []int{1}}
	return BytesOf(&whole), x.Offset, slices.Clone(x.Strides), true
}

// Adopt returns a Buffer whose elements are in data, offset elements from its beginning.
func Adopt(out backend.Spec, data []byte, offset int, strides []int) *Buffer {
	b := Header(out)
	b.Mem, b.Size, b.Offset = unsafe.Pointer(unsafe.SliceData(data)), len(data)/out.Dtype.Size(), offset
	copy(b.Strides, strides)
	return b
}

// Uniform reports whether all elements of b are one in memory.
func (b *Buffer) Uniform() bool {
	for i, n := range b.Shape {
		if n != 1 && b.Strides[i] != 0 {
			return false
		}
	}
	return true
}
