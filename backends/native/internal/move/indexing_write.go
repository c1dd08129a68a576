package move

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Writes at integer arrays: SetIndex and AddIndex.

func setIndex(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
	b := x.(*array.Buffer)
	from, err := apart(a.Stop, v.(*array.Buffer), b)
	if err != nil {
		return nil, err
	}
	to, behind := b, len(idx)
	if r := len(from.Shape) - (len(b.Shape) - behind); r >= 0 {
		if wide, blocks := inBlocks(b, behind), inBlocks(from, r); wide != nil && blocks != nil && slices.Equal(b.Shape[behind:], from.Shape[r:]) {
			to, from = wide, blocks
		}
	}
	if err := setters[to.Dtype.Size()].write(a.Stop, to, from, idx); err != nil {
		return nil, err
	}
	return b, nil
}

// addedIn are the dtypes of which values are added in another: floats of 16 bits so that a sum
// is rounded once, bools because their sum is whether it is zero.
var addedIn = [dtype.Count]dtype.Dtype{dtype.Float16: dtype.Float32, dtype.BFloat16: dtype.Float32, dtype.Bool: dtype.Int64}

func addIndex(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (z backend.Buffer, err error) {
	defer array.CatchShortage(&z, &err)
	b := x.(*array.Buffer)
	from, err := apart(a.Stop, v.(*array.Buffer), b)
	if err == nil {
		if wide := addedIn[b.Dtype]; wide != dtype.Invalid {
			err = addWide(a.Stop, b, from, idx, wide)
		} else {
			err = adders[b.Dtype].write(a.Stop, b, from, idx)
		}
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// addWide adds v to the elements of x at idx in another dtype: to a copy of each block that is
// named, which is brought back when everything is added.
func addWide(stop *backend.Stop, x, v *array.Buffer, idx []backend.Buffer, wide dtype.Dtype) error {
	offsets, err := offsetsOf(stop, x, idx, 0)
	behind := len(idx)
	width := shape.Size(x.Shape[behind:])
	if err != nil || offsets.Len() == 0 || width == 0 {
		return err
	}
	named := distinct(array.Flat[int64](offsets))
	for i, k := range array.Flat[int64](offsets) {
		array.Flat[int64](offsets)[i] = k * int64(width)
	}
	out := backend.Spec{Dtype: x.Dtype, Shape: append([]int{len(named)}, x.Shape[behind:]...), Stop: stop}
	blocks, err := array.NewBuffer(out)
	if err != nil {
		return err
	}
	if x.Dtype.Size() == 1 {
		gatherBlocks[uint8](stop, blocks, x, named, 0, behind, false)
	} else {
		gatherBlocks[uint16](stop, blocks, x, named, 0, behind, false)
	}
	sums, err := elementwise.Cast(backend.Spec{Dtype: wide, Shape: out.Shape, Stop: stop}, blocks)
	if err != nil {
		return err
	}
	values, err := elementwise.Cast(backend.Spec{Dtype: wide, Shape: v.Shape, Stop: stop}, v)
	if err != nil {
		return err
	}
	adders[wide].blocks(stop, sums.(*array.Buffer), values.(*array.Buffer), offsets, 1)
	rounded, err := elementwise.Cast(out, sums)
	if err != nil {
		return err
	}
	at, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int64, Shape: out.Shape[:1]})
	if err != nil {
		return err
	}
	copy(array.Flat[int64](at), named)
	setters[x.Dtype.Size()].blocks(stop, x, rounded.(*array.Buffer), at, behind)
	return nil
}

// distinct returns the numbers of list, which is not empty, each once, and puts in the place of
// each number its position among them.
func distinct(list []int64) []int64 {
	lo, hi := slices.Min(list), slices.Max(list)
	if uint64(hi-lo) < 2*uint64(len(list)) {
		var found []int64
		after := array.Temporary[int64](int(hi-lo) + 1) // 1 more than the position of a number; 0 until it occurs
		for i, v := range list {
			k := after[v-lo]
			if k == 0 {
				found = array.AppendOne(found, v)
				k = int64(len(found))
				after[v-lo] = k
			}
			list[i] = k - 1
		}
		return found
	}
	found := array.Temporary[int64](len(list))
	copy(found, list)
	slices.Sort(found)
	found = slices.Compact(found)
	for i, v := range list {
		k, _ := slices.BinarySearch(found, v)
		list[i] = int64(k)
	}
	return found
}

// A writer has the functions that write elements of a type: set them, or add to them.
type writer struct {
	// runs writes v, broadcast to the shape of idx, to the elements of x, which has one axis and
	// all of these indices, in order.
	runs func(stop *backend.Stop, x, v, idx *array.Buffer)
	// blocks writes v, broadcast, to x's elements along the axes from behind on, at each of
	// offsets in order.
	blocks func(stop *backend.Stop, x, v, offsets *array.Buffer, behind int)
}

func writerOf[T array.Number](add bool) writer {
	return writer{
		func(stop *backend.Stop, x, v, idx *array.Buffer) { scatterValid[T](stop, x, v, idx, add) },
		func(stop *backend.Stop, x, v, offsets *array.Buffer, behind int) {
			scatterBlocks[T](stop, x, v, offsets, behind, add)
		},
	}
}

// setters are the writers that set elements of so many bytes.
var setters = [17]writer{
	1: writerOf[uint8](false), 2: writerOf[uint16](false), 4: writerOf[uint32](false), 8: writerOf[uint64](false), 16: writerOf[complex128](false),
}

// adders are the writers that add to elements of a dtype: integers wrap, so those of one size
// share one. They lack the dtypes of addedIn.
var adders = [dtype.Count]writer{
	dtype.Int8: writerOf[uint8](true), dtype.Int16: writerOf[uint16](true), dtype.Int32: writerOf[uint32](true), dtype.Int64: writerOf[uint64](true),
	dtype.Uint8: writerOf[uint8](true), dtype.Uint16: writerOf[uint16](true), dtype.Uint32: writerOf[uint32](true), dtype.Uint64: writerOf[uint64](true),
	dtype.Float32: writerOf[float32](true), dtype.Float64: writerOf[float64](true),
	dtype.Complex64: writerOf[complex64](true), dtype.Complex128: writerOf[complex128](true),
}

// write writes v, broadcast, to x[idx…].
func (w writer) write(stop *backend.Stop, x, v *array.Buffer, idx []backend.Buffer) error {
	if len(idx) == 1 && len(x.Shape) == 1 {
		if at := idx[0].(*array.Buffer); at.Contiguous() && at.Mem != x.Mem {
			indices := array.Flat[int64](at)
			if i := firstBad(indices, x.Shape[0]); i >= 0 {
				return &backend.IndexError{Index: int(indices[i]), Axis: 0, Len: x.Shape[0]}
			}
			w.runs(stop, x, v, at)
			return nil
		}
	}
	offsets, err := offsetsOf(stop, x, idx, 0)
	if err == nil {
		w.blocks(stop, x, v, offsets, len(idx))
	}
	return err
}

// scatterValid is the runs of a writer.
func scatterValid[T array.Number](stop *backend.Stop, x, v, idx *array.Buffer, add bool) {
	xs, vs, is := array.Elems[T](x), array.Elems[T](v), array.Elems[int64](idx)
	n, step := int64(x.Shape[0]), int64(x.Strides[0])
	w := array.NewIterator(idx.Shape, idx, v)
	sv := w.InnerStride(1)
	w.Stoppable(stop, array.BetweenStops, func(at [array.MaxOperands]int, m int) {
		j := at[1]
		indices := is[at[0] : at[0]+m]
		if add {
			for _, o := range indices {
				o += n & (o >> 63)
				xs[x.Offset+int(o*step)] += vs[j]
				j += sv
			}
			return
		}
		for _, o := range indices {
			o += n & (o >> 63)
			xs[x.Offset+int(o*step)] = vs[j]
			j += sv
		}
	})
}

// A scatterer writes blocks of elements of v to x.
type scatterer[T array.Number] struct {
	x, v   *array.Buffer
	xs, vs []T
	os     []int64 // how far from x's first element each block begins

	block  *array.Iterator // over a block of x, and of v
	sx, sv int             // the strides of a block's innermost axis

	add  bool
	loop *elementwise.Loop // adds
}

// scatterBlocks is the blocks of a writer.
func scatterBlocks[T array.Number](stop *backend.Stop, x, v, offsets *array.Buffer, behind int, add bool) {
	block := array.AxesOf(x, behind, len(x.Shape))
	block.Offset = 0
	whole := v.View(append(append([]int{}, offsets.Shape...), block.Shape...), v.Offset)
	for i := range whole.Strides {
		whole.Strides[i] = array.BroadcastStride(v, len(whole.Shape), i)
	}
	if shape.Size(whole.Shape) == 0 {
		return
	}
	front := array.AxesOf(whole, 0, len(offsets.Shape))
	part := array.AxesOf(whole, len(offsets.Shape), len(whole.Shape))
	part.Offset = 0

	outer, w := array.NewIterator(front.Shape, offsets, front), array.NewIterator(block.Shape, block, part)
	so, sv := outer.InnerStride(0), outer.InnerStride(1)
	s := &scatterer[T]{x: x, v: v, xs: array.Elems[T](x), vs: array.Elems[T](v), os: array.Elems[int64](offsets),
		block: w, sx: w.InnerStride(0), sv: w.InnerStride(1), add: add}
	if w.Size == 1 {
		outer.Stoppable(stop, array.BetweenStops, func(at [array.MaxOperands]int, n int) { s.singles(at[0], so, at[1], sv, n) })
		return
	}
	if add {
		s.loop = &elementwise.Loops[ops.Add.Op][x.Dtype]
	}
	// Each thread writes its own part of every block, rather than some of the blocks: blocks
	// that overlap are then written in order.
	scatter := func(lo, hi int) {
		outer.Stoppable(stop, max(1, array.BetweenStops/w.Size), func(at [array.MaxOperands]int, n int) {
			if s.sx == 1 && s.sv == 1 && w.Rows() == 1 {
				for k := range n {
					s.run(x.Offset+int(s.os[at[0]+k*so])+lo, at[1]+k*sv+lo, hi-lo)
				}
				return
			}
			for k := range n {
				s.rows(x.Offset+int(s.os[at[0]+k*so]), at[1]+k*sv, lo, hi)
			}
		})
	}
	if s.sx == 0 {
		scatter(0, w.RowLen()) // all elements of such a block are one
		return
	}
	array.Split(stop, w.RowLen(), array.CostOfElement*float64(outer.Size*w.Rows()), scatter)
}

// singles writes n blocks of one element, of which offsets lie so apart from position k on and
// values sv apart from position j on.
func (s *scatterer[T]) singles(k, so, j, sv, n int) {
	xs, vs, os, first := s.xs, s.vs, s.os, s.x.Offset
	if s.add {
		for range n {
			xs[first+int(os[k])] += vs[j]
			k, j = k+so, j+sv
		}
		return
	}
	for range n {
		xs[first+int(os[k])] = vs[j]
		k, j = k+so, j+sv
	}
}

// rows writes the elements lo to hi of the innermost axis of the block whose first element is at
// position xAt and whose first value is at vAt.
func (s *scatterer[T]) rows(xAt, vAt, lo, hi int) {
	sx, sv := s.sx, s.sv
	s.block.Each(func(at [array.MaxOperands]int, _ int) {
		i, j := xAt+at[0]+lo*sx, vAt+at[1]+lo*sv
		if sx == 1 && sv == 1 {
			s.run(i, j, hi-lo)
			return
		}
		xs, vs := s.xs, s.vs
		if s.add {
			for range hi - lo {
				xs[i] += vs[j]
				i, j = i+sx, j+sv
			}
			return
		}
		for range hi - lo {
			xs[i] = vs[j]
			i, j = i+sx, j+sv
		}
	})
}

// longAddition is from how many elements on a loop in assembly adds them sooner than one in Go.
const longAddition = 16

// run writes n contiguous values, from position j on, to as many elements from position i on.
func (s *scatterer[T]) run(i, j, n int) {
	switch {
	case !s.add:
		copy(s.xs[i:i+n], s.vs[j:j+n])
	case n >= longAddition:
		z := elementwise.Span{Buffer: s.x, At: i, N: n}
		s.loop.Run(z, elementwise.Spans{z, {Buffer: s.v, At: j, N: n}})
	default:
		dst, src := s.xs[i:i+n], s.vs[j:j+n]
		for k := range dst {
			dst[k] += src[k]
		}
	}
}
