package order

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var setKernels = []backend.Entry{
	backend.Search(ops.IsIn, isIn),
	backend.Find(ops.UniqueAll, uniqueAll),
}

func isIn(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	b, set := x.(*array.Buffer), y.(*array.Buffer)
	if set.Len() <= fewWanted && b.Dtype != dtype.Bool && b.Len() <= b.Size { // of bools any byte but 0 is true; a broadcast view is not to be copied
		return z, isInFew(out.Stop, z, b, set, a.Invert)
	}
	switch b.Dtype {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		isInTable[uint8](out.Stop, z, b, set, a.Invert)
	case dtype.Uint16, dtype.Int16, dtype.BFloat16, dtype.Float16:
		isInTable[uint16](out.Stop, z, b, set, a.Invert)
	case dtype.Uint32, dtype.Int32:
		if !isInRange[uint32](out.Stop, z, b, set, a.Invert) {
			isInMap[uint32](out.Stop, z, b, set, a.Invert)
		}
	case dtype.Uint64, dtype.Int64:
		if !isInRange[uint64](out.Stop, z, b, set, a.Invert) {
			isInMap[uint64](out.Stop, z, b, set, a.Invert)
		}
	case dtype.Float32:
		isInMap[float32](out.Stop, z, b, set, a.Invert)
	case dtype.Float64:
		isInMap[float64](out.Stop, z, b, set, a.Invert)
	case dtype.Complex64:
		isInMap[complex64](out.Stop, z, b, set, a.Invert)
	case dtype.Complex128:
		isInMap[complex128](out.Stop, z, b, set, a.Invert)
	}
	return z, nil
}

// fewWanted is how many values are compared with one by one.
const fewWanted = 16

// isInFew compares x with each of the values of y, block by block.
func isInFew(stop *backend.Stop, z, x, y *array.Buffer, invert bool) error {
	x, err := array.Compact(stop, x)
	if err == nil {
		y, err = array.Compact(stop, y)
	}
	if err != nil {
		return err
	}
	equal, or, not := &elementwise.Loops[ops.Equal.Op][x.Dtype], &elementwise.Loops[ops.LogicalOr.Op][dtype.Bool], &elementwise.Loops[ops.LogicalNot.Op][dtype.Bool]
	array.Split(stop, x.Len(), float64(y.Len())*(equal.Cost+or.Cost)+0.1, func(lo, hi int) {
		block := elementwise.BlockPool.Get().(*array.Buffer)
		block.Dtype, block.Size = dtype.Bool, elementwise.LargestBlock
		for ; lo < hi; lo += elementwise.LargestBlock {
			to := elementwise.Span{Buffer: z, At: z.Offset + lo, N: min(elementwise.LargestBlock, hi-lo)}
			clear(elementwise.SpanOf[uint8](to))
			for i := range y.Len() {
				same := to
				if i > 0 {
					same = elementwise.Span{Buffer: block, At: 0, N: to.N}
				}
				equal.Run(same, elementwise.Spans{{Buffer: x, At: x.Offset + lo, N: to.N}, {Buffer: y, At: y.Offset + i, N: 1}})
				if i > 0 {
					or.Run(to, elementwise.Spans{to, same})
				}
			}
			if invert {
				not.Run(to, elementwise.Spans{to})
			}
		}
		block.Size = elementwise.BlockLen
		elementwise.BlockPool.Put(block)
	})
	return nil
}

// isInRange marks the integers there are in a table from the least to the greatest, and reports whether that is short
// enough to be worth it.
func isInRange[U uint32 | uint64](stop *backend.Stop, z, x, y *array.Buffer, invert bool) bool {
	flip := U(0) // which brings integers in the order of unsigned ones
	if !x.Dtype.IsUnsigned() {
		flip = ^(^U(0) >> 1)
	}
	least, most := ^U(0), U(0)
	eachElem(stop, y, func(v U) { least, most = min(least, v^flip), max(most, v^flip) })
	if uint64(most-least) >= uint64(1<<16+8*min(x.Len()+y.Len(), 1<<24)) {
		return false
	}
	table := array.Temporary[bool](int(most-least) + 1)
	eachElem(stop, y, func(v U) { table[v^flip-least] = true })
	mapElems(stop, z, x, 2, func(v U) bool {
		at := v ^ flip - least
		return (at <= most-least && table[at]) != invert
	})
	return true
}

// isInTable marks the values there are in a table of all keys. NaN is never marked.
func isInTable[U uint8 | uint16](stop *backend.Stop, z, x, y *array.Buffer, invert bool) {
	k := keyingOf[U](x.Dtype, false)
	if x.Dtype == dtype.Bool {
		// Any byte but 0 is true.
		z0, z1 := false, false
		eachElem(stop, y, func(v U) { z0, z1 = z0 || v == 0, z1 || v != 0 })
		mapElems(stop, z, x, 1, func(v U) bool { return (v == 0 && z0 || v != 0 && z1) != invert })
		return
	}
	table := make([]bool, 1<<keyBits[U]())
	eachElem(stop, y, func(v U) {
		if !k.isNaN(v) {
			table[k.key(v)] = true
		}
	})
	mapElems(stop, z, x, 2, func(v U) bool { return table[k.key(v)] != invert })
}

// isInMap uses Go's equality, in which −0 is 0 and NaN is not itself.
func isInMap[T mapped](stop *backend.Stop, z, x, y *array.Buffer, invert bool) {
	var one T
	if err := backend.CheckElements(min(y.Len(), y.Size), 3*int(unsafe.Sizeof(one))); err != nil { // what a map takes, about
		panic(err)
	}
	set := make(map[T]struct{}, min(y.Len(), 1<<16))
	eachElem(stop, y, func(v T) {
		if v == v {
			set[v] = struct{}{}
		}
	})
	mapElems(stop, z, x, 20, func(v T) bool {
		_, in := set[v]
		return in != invert
	})
}

// mapped is what is looked up in a map.
type mapped interface {
	uint32 | uint64 | float32 | float64 | complex64 | complex128
}

// eachElem calls f for every element of x.
func eachElem[T array.Element](stop *backend.Stop, x *array.Buffer, f func(v T)) {
	xs := array.Elems[T](x)
	w := array.NewIterator(x.Shape, x)
	step := w.InnerStride(0)
	w.Stoppable(stop, 1<<16, // f may put v into a map
		func(at [array.MaxOperands]int, n int) {
			i := at[0]
			for range n {
				f(xs[i])
				i += step
			}
		})
}

// mapElems fills z with f of the elements of x, whose shape it has.
func mapElems[T array.Element](stop *backend.Stop, z, x *array.Buffer, cost float64, f func(v T) bool) {
	zs, xs := array.Elems[uint8](z), array.Elems[T](x)
	w := array.NewIterator(z.Shape, z, x)
	zstep, xstep := w.InnerStride(0), w.InnerStride(1)
	w.Parallel(stop, cost, func(at [array.MaxOperands]int, n int) {
		i, j := at[0], at[1]
		for range n {
			zs[i] = 0
			if f(xs[j]) {
				zs[i] = 1
			}
			i, j = i+zstep, j+xstep
		}
	})
}

func uniqueAll(x backend.Buffer, stop *backend.Stop) (found []backend.Buffer, of []backend.Spec, err error) {
	defer array.CatchShortage(new(backend.Buffer), &err)
	b, err := array.Compact(stop, x.(*array.Buffer))
	if err != nil {
		return nil, nil, err
	}
	var g groups
	switch b.Dtype {
	case dtype.Bool:
		keys := array.Temporary[uint8](b.Len())
		reduce.Booleans[uint8, uint8](b)(keys, b.Offset, 1, 0, 0)
		g = groupsOf(stop, keys, b.Dtype)
	case dtype.Complex64:
		g = complexGroups(stop, b, array.Flat[complex64](b))
	case dtype.Complex128:
		g = complexGroups(stop, b, array.Flat[complex128](b))
	default:
		switch b.Dtype.Size() {
		case 1:
			g = groupsOf(stop, array.Flat[uint8](b), b.Dtype)
		case 2:
			g = groupsOf(stop, array.Flat[uint16](b), b.Dtype)
		case 4:
			g = groupsOf(stop, array.Flat[uint32](b), b.Dtype)
		case 8:
			g = groupsOf(stop, array.Flat[uint64](b), b.Dtype)
		}
	}
	return g.results(stop, b)
}

// look is called in long loops with what they have done, and looks at stop now and then.
func look(stop *backend.Stop, i int) {
	if i&(1<<16-1) == 0 {
		stop.Check()
	}
}

// groups are the equal elements of an array: order sorts them, stable, and a new
// group begins at every index of starts.
type groups struct {
	order  []int64
	starts []int
}

func groupsOf[U array.Unsigned](stop *backend.Stop, bits []U, d dtype.Dtype) groups {
	g := groups{order: array.Temporary[int64](len(bits))}
	k := keyingOf[U](d, false)
	stableOrder(stop, g.order, bits, k, d)
	var before U
	for i, at := range g.order {
		look(stop, i)
		v := bits[at]
		key := k.key(v)
		if i == 0 || key != before || k.isNaN(v) {
			g.starts = array.AppendOne(g.starts, i)
		}
		before = key
	}
	return g
}

// stableOrder sets order to the indices that sort the values of the bits, equal ones in their order.
func stableOrder[U array.Unsigned](stop *backend.Stop, order []int64, bits []U, k keying[U], d dtype.Dtype) {
	if n := len(bits); n > 0 {
		first := unsafe.Pointer(&bits[0])
		switch {
		case keyBits[U]() == 32 && simd.Sorting32 != nil && uint64(n) <= 1<<32:
			wideKeyingOf(simd.Sorting32, d, false).order(stop, order, unsafe.Slice((*int32)(first), n))
			return
		case keyBits[U]() == 64 && simd.Sorting64 != nil:
			wideKeyingOf(simd.Sorting64, d, false).order(stop, order, unsafe.Slice((*int64)(first), n))
			return
		}
	}
	s := newSorter[U](stop, len(bits))
	k.stoppable(stop, s.keys, bits, 0, 1)
	s.sort(order)
}

// complexGroups sorts by the imaginary, then by the real part; what has a NaN part
// is left out and put at the end.
func complexGroups[C complex64 | complex128](stop *backend.Stop, b *array.Buffer, xs []C) groups {
	k := keyingOf[uint64](dtype.Float64, false)
	g := groups{order: array.Temporary[int64](len(xs))[:0]}
	var nans []int64
	pairs := array.Temporary[pair](len(xs))[:0]
	part := func(v float64) uint64 { return k.key(math.Float64bits(v)) }
	for i, v := range xs {
		look(stop, i)
		re, im := real(complex128(v)), imag(complex128(v))
		if math.IsNaN(re) || math.IsNaN(im) {
			nans = array.AppendOne(nans, int64(i))
			continue
		}
		pairs = append(pairs, pair{part(im), uint64(i)})
	}
	scratch := array.Temporary[pair](len(pairs))
	sorted := sortPairs(stop, pairs, scratch)
	for i := range sorted {
		sorted[i].key = part(real(complex128(xs[sorted[i].index])))
	}
	if len(sorted) > 0 && &sorted[0] == &scratch[0] {
		scratch = pairs
	}
	for _, p := range sortPairs(stop, sorted, scratch) {
		g.order = append(g.order, int64(p.index))
	}
	g.order = append(g.order, nans...) // it has room
	for i, at := range g.order {
		look(stop, i)
		if i == 0 || xs[at] != xs[g.order[i-1]] {
			g.starts = array.AppendOne(g.starts, i)
		}
	}
	return g
}

// results returns UniqueAll's four results for x, which is contiguous.
func (g groups) results(stop *backend.Stop, x *array.Buffer) ([]backend.Buffer, []backend.Spec, error) {
	n := len(g.starts)
	each := []int{n}
	specs := []backend.Spec{{Dtype: x.Dtype, Shape: each}, {Dtype: dtype.Int64, Shape: each},
		{Dtype: dtype.Int64, Shape: append([]int{}, x.Shape...)}, {Dtype: dtype.Int64, Shape: each}}
	results := make([]backend.Buffer, len(specs))
	zs := make([]*array.Buffer, len(specs))
	for i, spec := range specs {
		z, err := array.NewResult(spec)
		if err != nil {
			return nil, nil, err
		}
		zs[i], results[i] = z, z
	}
	indices, inverse, counts := array.Flat[int64](zs[1]), array.Flat[int64](zs[2]), array.Flat[int64](zs[3])
	for i, start := range g.starts {
		look(stop, i)
		end := len(g.order)
		if i+1 < n {
			end = g.starts[i+1]
		}
		indices[i], counts[i] = g.order[start], int64(end-start)
		for j, at := range g.order[start:end] {
			look(stop, j+1)
			inverse[at] = int64(i)
		}
	}
	switch x.Dtype.Size() {
	case 1:
		pick[uint8](stop, zs[0], x, indices)
	case 2:
		pick[uint16](stop, zs[0], x, indices)
	case 4:
		pick[uint32](stop, zs[0], x, indices)
	case 8:
		pick[uint64](stop, zs[0], x, indices)
	case 16:
		pick[complex128](stop, zs[0], x, indices)
	}
	return results, specs, nil
}

func pick[T array.Element](stop *backend.Stop, z, x *array.Buffer, indices []int64) {
	zs, xs := array.Flat[T](z), array.Flat[T](x)
	for i, at := range indices {
		look(stop, i)
		zs[i] = xs[at]
	}
}
