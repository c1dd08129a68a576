package move

import (
	"sync/atomic"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var indexingKernels = []backend.Entry{
	backend.Gather(ops.Index, index),
	backend.Gather(ops.Take, take),
	backend.Gather(ops.TakeAlongAxis, takeAlongAxis),
	backend.Assign(ops.SetIndex, setIndex),
	backend.Assign(ops.AddIndex, addIndex),
	backend.Assign(ops.SetSlice, setSlice),
}

// costOfBlock is what going from one block of elements to the next costs in nanoseconds, about.
const costOfBlock = 3

// addOffsets adds to dst, for each element of idx in row-major order, how far in x's
// block the element at that index along axis is from the first.
func addOffsets(stop *backend.Stop, dst []int64, x, idx *array.Buffer, axis int) error {
	is := array.Elems[int64](idx)
	n, st := int64(x.Shape[axis]), int64(x.Strides[axis])
	w := array.NewIterator(idx.Shape, idx)
	si, to := w.InnerStride(0), 0
	var err error
	w.Stoppable(stop, array.BetweenStops, func(at [array.MaxOperands]int, run int) {
		if err != nil {
			return
		}
		j, part := at[0], dst[to:to+run]
		to += run
		for k := range part {
			i := is[j]
			j += si
			if i < -n || i >= n {
				err = &backend.IndexError{Index: int(i), Axis: axis, Len: int(n)}
				return
			}
			if i < 0 {
				i += n
			}
			part[k] += i * st
		}
	})
	return err
}

// offsetsOf returns the sums of addOffsets for index arrays of one shape over the
// axes of x from axis on, in a Buffer of that shape. No index array names all of x.
func offsetsOf(stop *backend.Stop, x *array.Buffer, idx []backend.Buffer, axis int) (*array.Buffer, error) {
	out := backend.Spec{Dtype: dtype.Int64}
	if len(idx) > 0 {
		out.Shape = idx[0].(*array.Buffer).Shape
	}
	offsets, err := array.NewBuffer(out)
	if err != nil {
		return nil, err
	}
	for k, b := range idx {
		if err := addOffsets(stop, array.Flat[int64](offsets), x, b.(*array.Buffer), axis+k); err != nil {
			return nil, err
		}
	}
	return offsets, nil
}

func take(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
	return gatherAxes(out, x.(*array.Buffer), idx, a.Axis)
}

func index(out backend.Spec, x backend.Buffer, idx []backend.Buffer, _ backend.GatherAttrs) (backend.Buffer, error) {
	return gatherAxes(out, x.(*array.Buffer), idx, 0)
}

// gatherAxes returns x with the axes that idx indexes, from axis on, replaced by those
// of the index arrays.
func gatherAxes(out backend.Spec, x *array.Buffer, idx []backend.Buffer, axis int) (backend.Buffer, error) {
	if len(idx) == 1 && idx[0].(*array.Buffer).Contiguous() {
		return gatherOne(out, x, idx[0].(*array.Buffer), axis)
	}
	offsets, err := offsetsOf(out.Stop, x, idx, axis)
	if err != nil {
		return nil, err
	}
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Into: out.Into})
	if err != nil || z.Len() == 0 {
		return z, err
	}
	behind := axis + len(idx)
	switch z.Dtype.Size() {
	case 1:
		gatherBlocks[uint8](out.Stop, z, x, array.Flat[int64](offsets), axis, behind, false)
	case 2:
		gatherBlocks[uint16](out.Stop, z, x, array.Flat[int64](offsets), axis, behind, false)
	case 4:
		gatherBlocks[uint32](out.Stop, z, x, array.Flat[int64](offsets), axis, behind, false)
	case 8:
		gatherBlocks[uint64](out.Stop, z, x, array.Flat[int64](offsets), axis, behind, false)
	case 16:
		gatherBlocks[complex128](out.Stop, z, x, array.Flat[int64](offsets), axis, behind, false)
	}
	return z, nil
}

// gatherOne is gatherAxes for one index array, whose indices are looked at when they are used.
func gatherOne(out backend.Spec, x, idx *array.Buffer, axis int) (backend.Buffer, error) {
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Into: out.Into})
	if err != nil {
		return nil, err
	}
	indices, ok := array.Flat[int64](idx), true
	to, from := z, x
	if v, w := inBlocks(z, axis+len(idx.Shape)), inBlocks(x, axis+1); v != nil && w != nil {
		to, from = v, w
	}
	switch {
	case z.Len() == 0 || x.Shape[axis] == 0:
		ok = firstBad(indices, x.Shape[axis]) < 0
	case to.Dtype.Size() == 1:
		ok = gatherBlocks[uint8](out.Stop, to, from, indices, axis, axis+1, true)
	case to.Dtype.Size() == 2:
		ok = gatherBlocks[uint16](out.Stop, to, from, indices, axis, axis+1, true)
	case to.Dtype.Size() == 4:
		ok = gatherBlocks[uint32](out.Stop, to, from, indices, axis, axis+1, true)
	case to.Dtype.Size() == 8:
		ok = gatherBlocks[uint64](out.Stop, to, from, indices, axis, axis+1, true)
	default:
		ok = gatherBlocks[complex128](out.Stop, to, from, indices, axis, axis+1, true)
	}
	if !ok {
		i := firstBad(indices, x.Shape[axis])
		return nil, &backend.IndexError{Index: int(indices[i]), Axis: axis, Len: x.Shape[axis]}
	}
	return z, nil
}

// blockDtypes are the dtypes of which blocks of so many bytes are taken as single elements.
var blockDtypes = map[int]dtype.Dtype{2: dtype.Uint16, 4: dtype.Uint32, 8: dtype.Uint64, 16: dtype.Complex128}

// inBlocks returns a view of b's axes before the given one, whose elements are what b has along the others: if that lies
// in memory as one element of a dtype does. Else it returns nil.
func inBlocks(b *array.Buffer, axis int) *array.Buffer {
	n := 1
	for i := len(b.Shape) - 1; i >= axis; i-- {
		if b.Shape[i] != 1 && b.Strides[i] != n {
			return nil
		}
		if n *= b.Shape[i]; n*b.Dtype.Size() > 16 {
			return nil
		}
	}
	d, ok := blockDtypes[n*b.Dtype.Size()]
	if !ok || n < 2 || b.Offset%n != 0 || uintptr(b.Base())%uintptr(min(d.Size(), 8)) != 0 {
		return nil
	}
	v := b.ViewFor(backend.Spec{Dtype: d, Shape: b.Shape[:axis]}, b.Offset/n)
	v.Size = b.Size / n
	for i := range v.Strides {
		if v.Shape[i] != 1 && b.Strides[i]%n != 0 {
			return nil
		}
		v.Strides[i] = b.Strides[i] / n
	}
	return v
}

// firstBad returns the position of the first index that is out of range for n elements, or −1.
func firstBad(indices []int64, n int) int {
	for i, at := range indices {
		if at < -int64(n) || at >= int64(n) {
			return i
		}
	}
	return -1
}

// gatherBlocks fills z, which is not empty: for each position along x's axes before
// axis, and each of offsets, with x's elements along the axes from behind on. If raw is
// set, offsets are indices along axis, and it reports whether x has them all.
func gatherBlocks[T array.Element](stop *backend.Stop, z, x *array.Buffer, offsets []int64, axis, behind int, raw bool) bool {
	block := array.AxesOf(x, behind, len(x.Shape))
	block.Offset = 0
	w := array.NewIterator(block.Shape, block)
	g := &gatherer[T]{zs: array.Elems[T](z), xs: array.Elems[T](x), block: w, size: w.Size, inner: w.RowLen(), stride: w.InnerStride(0)}
	fill := g.blocks
	if raw {
		g.len, g.step = uint64(x.Shape[axis]), x.Strides[axis]
		fill = g.indexed
	}
	front, to := array.AxesOf(x, 0, axis), array.AxesOf(z, 0, axis)
	outer := array.NewIterator(front.Shape, to, front)
	sz, sx := outer.InnerStride(0), outer.InnerStride(1)
	cost := costOfBlock + array.CostOfElement*float64(g.size)
	if outer.Size >= 2*array.ThreadCount() {
		outer.Parallel(stop, cost*float64(len(offsets)), func(at [array.MaxOperands]int, n int) {
			for i := range n {
				fill(at[0]+i*sz, at[1]+i*sx, offsets)
			}
		})
		return !g.bad.Load()
	}
	outer.Each(func(at [array.MaxOperands]int, n int) {
		for i := range n {
			array.Split(stop, len(offsets), cost, func(lo, hi int) {
				fill(at[0]+i*sz+lo*g.size, at[1]+i*sx, offsets[lo:hi])
			})
		}
	})
	return !g.bad.Load()
}

// A gatherer copies blocks of xs, all of one shape and strides, to zs, one after the other.
type gatherer[T array.Element] struct {
	zs, xs        []T
	block         *array.Iterator // over a block
	size          int             // elements of a block
	inner, stride int             // length and stride of its innermost axis
	len           uint64          // how many indices there are
	step          int             // between the blocks of neighbouring indices
	bad           atomic.Bool     // an index is out of range
}

// blocks copies, to position zAt of zs and after it, the blocks of xs that lie offsets
// behind position xAt.
func (g *gatherer[T]) blocks(zAt, xAt int, offsets []int64) {
	switch {
	case g.size == 1:
		dst, xs := g.zs[zAt:zAt+len(offsets)], g.xs
		for i, o := range offsets {
			dst[i] = xs[xAt+int(o)]
		}
	case g.size == g.inner && g.stride == 1:
		simd.CopyBlocks(g.zs[zAt:zAt+len(offsets)*g.inner], g.xs, xAt, offsets, g.inner)
	default:
		for _, o := range offsets {
			from := xAt + int(o)
			g.block.Each(func(at [array.MaxOperands]int, n int) {
				dst, xs, j, stride := g.zs[zAt:zAt+n], g.xs, from+at[0], g.stride
				for i := range dst {
					dst[i] = xs[j]
					j += stride
				}
				zAt += n
			})
		}
	}
}

// indexed is blocks for indices in place of offsets, of which negative ones count from
// the end. It stops at one that is out of range.
func (g *gatherer[T]) indexed(zAt, xAt int, indices []int64) {
	n, step := g.len, g.step
	if g.size == 1 {
		dst := g.zs[zAt : zAt+len(indices)]
		if step == 1 {
			if !takeBlock(dst, g.xs[xAt:xAt+int(n)], indices) {
				g.bad.Store(true)
			}
			return
		}
		xs := g.xs
		for i, o := range indices {
			if uint64(o) >= n {
				if o += int64(n); uint64(o) >= n {
					g.bad.Store(true)
					return
				}
			}
			dst[i] = xs[xAt+int(o)*step]
		}
		return
	}
	const part = 1 << 9
	var offsets [part]int64
	for ; len(indices) > 0; indices = indices[min(part, len(indices)):] {
		some := indices[:min(part, len(indices))]
		for i, o := range some {
			if uint64(o) >= n {
				if o += int64(n); uint64(o) >= n {
					g.bad.Store(true)
					return
				}
			}
			offsets[i] = o * int64(step)
		}
		g.blocks(zAt, xAt, offsets[:len(some)])
		zAt += len(some) * g.size
	}
}

func takeAlongAxis(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
	b, i := x.(*array.Buffer), idx[0].(*array.Buffer)
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape})
	if err != nil {
		return nil, err
	}
	if z.Len() == 0 {
		// Each index must be in range, though they broadcast to a shape without elements.
		return z, checkIndices(out.Stop, i, b, a.Axis)
	}
	if b.Shape[a.Axis] == 0 { // no index is one, and there is no element to look at
		return nil, checkIndices(out.Stop, i, b, a.Axis)
	}
	lanes := array.AxesOf(b, 0, len(b.Shape))
	lanes.Shape[a.Axis] = 1
	n, step, ok := b.Shape[a.Axis], b.Strides[a.Axis], false
	switch z.Dtype.Size() {
	case 1:
		ok = takeAlong[uint8](out.Stop, z, lanes, i, n, step)
	case 2:
		ok = takeAlong[uint16](out.Stop, z, lanes, i, n, step)
	case 4:
		ok = takeAlong[uint32](out.Stop, z, lanes, i, n, step)
	case 8:
		ok = takeAlong[uint64](out.Stop, z, lanes, i, n, step)
	case 16:
		ok = takeAlong[complex128](out.Stop, z, lanes, i, n, step)
	}
	if !ok {
		return nil, checkIndices(out.Stop, i, b, a.Axis)
	}
	return z, nil
}

// checkIndices returns an error for the first index in row-major order that x does not have.
func checkIndices(stop *backend.Stop, idx, x *array.Buffer, axis int) error {
	room, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int64, Shape: idx.Shape})
	if err != nil {
		return err
	}
	return addOffsets(stop, array.Flat[int64](room), x, idx, axis)
}

// takeBlock sets dst to the elements of src at as many indices, of which negative ones count from the
// end, and reports whether src has them all.
func takeBlock[T array.Element](dst, src []T, indices []int64) bool {
	dst = dst[:len(indices)]
	for i, o := range indices {
		if uint64(o) >= uint64(len(src)) {
			if o += int64(len(src)); uint64(o) >= uint64(len(src)) {
				return false
			}
		}
		dst[i] = src[o]
	}
	return true
}

// takeAlong fills z with the elements of x, broadcast to z's shape, that lie indices steps after its own, and reports whether
// there are that many: n.
func takeAlong[T array.Element](stop *backend.Stop, z, x, indices *array.Buffer, n, step int) bool {
	zs, xs, is := array.Elems[T](z), array.Elems[T](x), array.Elems[int64](indices)
	w := array.NewIterator(z.Shape, z, x, indices)
	sz, sx, si := w.InnerStride(0), w.InnerStride(1), w.InnerStride(2)
	var bad atomic.Bool
	w.Parallel(stop, costOfBlock, func(at [array.MaxOperands]int, m int) {
		i, j, k := at[0], at[1], at[2]
		if sz == 1 && sx == 0 && si == 1 && step == 1 {
			if !takeBlock(zs[i:i+m], xs[j:j+n], is[k:k+m]) {
				bad.Store(true)
			}
			return
		}
		for range m {
			o := is[k]
			if uint64(o) >= uint64(n) {
				if o += int64(n); uint64(o) >= uint64(n) {
					bad.Store(true)
					return
				}
			}
			zs[i] = xs[j+int(o)*step]
			i, j, k = i+sz, j+sx, k+si
		}
	})
	return !bad.Load()
}

// apart returns v, or a copy of it if it may share memory with x.
func apart(stop *backend.Stop, v, x *array.Buffer) (*array.Buffer, error) {
	if v.Mem != x.Mem {
		return v, nil
	}
	return array.Clone(stop, v)
}

func setSlice(x, v backend.Buffer, _ []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
	b := x.(*array.Buffer)
	lengths := shape.Lens(a.Ranges)
	target, err := array.Slice(backend.Spec{Dtype: b.Dtype, Shape: lengths}, b, backend.ViewAttrs{Ranges: a.Ranges})
	if err != nil {
		return nil, err
	}
	from, err := apart(a.Stop, v.(*array.Buffer), b)
	if err != nil {
		return nil, err
	}
	array.CopyInto(a.Stop, target.(*array.Buffer), from)
	return b, nil
}
