package reduce

import (
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A scanner accumulates along the middle axis of z's elements, which are o matrices of n
// rows and k columns; from the end if reverse. It does so in place, or from x, if that
// is not nil, whose lanes are one after the other as z's are; then k is 1. x may have
// another dtype.
type scanner func(stop *backend.Stop, z, x *array.Buffer, l Layout, reverse bool)

type scanners [dtype.Count]scanner

var (
	cumulativeSums = scanners{dtype.Bool: accumulate(orRow()),
		dtype.Uint8: accumulate(accumulateRow[uint8]()), dtype.Uint16: accumulate(accumulateRow[uint16]()), dtype.Uint32: accumulate(accumulateRow[uint32]()), dtype.Uint64: accumulate(accumulateRow[uint64]()),
		dtype.Int8: accumulate(accumulateRow[int8]()), dtype.Int16: accumulate(accumulateRow[int16]()), dtype.Int32: accumulate(accumulateRow[int32]()), dtype.Int64: accumulate(accumulateRow[int64]()),
		dtype.BFloat16: accumulateNarrow(accumulateRow[float32]()), dtype.Float16: accumulateNarrow(accumulateRow[float32]()),
		dtype.Float32: accumulate(accumulateRow[float32]()), dtype.Float64: accumulate(accumulateRow[float64]()),
		dtype.Complex64: accumulate(accumulateRow[complex64]()), dtype.Complex128: accumulate(accumulateRow[complex128]())}

	cumulativeProds = scanners{dtype.Bool: accumulate(andRow()),
		dtype.Uint8: accumulate(multiplyRow[uint8]()), dtype.Uint16: accumulate(multiplyRow[uint16]()), dtype.Uint32: accumulate(multiplyRow[uint32]()), dtype.Uint64: accumulate(multiplyRow[uint64]()),
		dtype.Int8: accumulate(multiplyRow[int8]()), dtype.Int16: accumulate(multiplyRow[int16]()), dtype.Int32: accumulate(multiplyRow[int32]()), dtype.Int64: accumulate(multiplyRow[int64]()),
		dtype.BFloat16: accumulateNarrow(multiplyRow[float32]()), dtype.Float16: accumulateNarrow(multiplyRow[float32]()),
		dtype.Float32: accumulate(multiplyRow[float32]()), dtype.Float64: accumulate(multiplyRow[float64]()),
		dtype.Complex64: accumulate(multiplyRow[complex64]()), dtype.Complex128: accumulate(multiplyRow[complex128]())}
)

// Layout is a contiguous array seen along an axis: o matrices of n rows and k columns.
type Layout struct{ O, N, K int }

// LayoutOf returns how an array of shape s is seen along an axis.
func LayoutOf(s []int, axis int) Layout {
	l := Layout{1, s[axis], 1}
	for _, n := range s[:axis] {
		l.O *= n
	}
	for _, n := range s[axis+1:] {
		l.K *= n
	}
	return l
}

// scanning puts x where its accumulation belongs and accumulates in place: after a
// row of neutral elements for Initial, or Exclusive, which leaves x's last row out.
func scanning(table *scanners) backend.ScanKernel {
	var neutral float64
	if table == &cumulativeProds {
		neutral = 1
	}
	return func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
		z, err := array.NewResult(out)
		if err != nil || z.Len() == 0 {
			return z, err
		}
		b := x.(*array.Buffer)
		lead := a.Initial || a.Exclusive
		mixed := b.Dtype != z.Dtype
		if mixed && (lead || a.Reverse || dtype.Narrow.Has(z.Dtype)) {
			c, err := elementwise.Cast(backend.Spec{Dtype: z.Dtype, Shape: b.Shape, Stop: out.Stop}, b)
			if err != nil {
				return nil, err
			}
			defer array.Release(c.(*array.Buffer))
			b, mixed = c.(*array.Buffer), false
		}
		to, from, first := scannedParts(z, b, a)
		rows := to.Shape[a.Axis]
		all := LayoutOf(z.Shape, a.Axis)
		straight := rows > 1 && all.K == 1 && rows == b.Shape[a.Axis] && b.Contiguous()
		switch {
		case straight || to.Len() == 0:
		case mixed: // all of z gets all of x
			if _, err := elementwise.Cast(backend.Spec{Dtype: z.Dtype, Shape: z.Shape, Into: z, Stop: out.Stop}, b); err != nil {
				return nil, err
			}
		default:
			array.CopyInto(out.Stop, to, from)
		}
		if lead {
			if err := setRow(z, a.Axis, first, neutral); err != nil {
				return nil, err
			}
		}
		switch {
		case straight:
			table[z.Dtype](out.Stop, to, b, Layout{all.O, rows, all.K}, a.Reverse)
		case rows > 1:
			table[z.Dtype](out.Stop, to, nil, Layout{all.O, rows, all.K}, a.Reverse)
		}
		return z, nil
	}
}

// scannedParts returns the part of z that gets x, the part of x that goes there, and
// which row of z the neutral elements are for Initial or Exclusive.
func scannedParts(z, x *array.Buffer, a backend.ScanAttrs) (to, from *array.Buffer, first int) {
	rows := x.Shape[a.Axis]
	if a.Exclusive && !a.Initial {
		rows--
	}
	s := append(make([]int, 0, len(x.Shape)), x.Shape...)
	s[a.Axis] = rows
	to, from = z.View(s, z.Offset), x.View(s, x.Offset)
	copy(to.Strides, z.Strides)
	copy(from.Strides, x.Strides)
	switch {
	case !a.Initial && !a.Exclusive:
	case a.Reverse:
		first = rows
		from.Offset += (x.Shape[a.Axis] - rows) * x.Strides[a.Axis]
	default:
		to.Offset += z.Strides[a.Axis]
	}
	return to, from, first
}

// setRow sets z's elements at one index of an axis to v, 0 or 1.
func setRow(z *array.Buffer, axis, index int, v float64) error {
	s := append(make([]int, 0, len(z.Shape)), z.Shape...)
	s[axis] = 1
	row := z.View(s, z.Offset+index*z.Strides[axis])
	copy(row.Strides, z.Strides)
	one, err := array.NewBuffer(backend.Spec{Dtype: z.Dtype})
	if err != nil {
		return err
	}
	storeNumber(one, v)
	array.CopyInto(nil, row, one)
	return nil
}

// storeNumber stores 0 or 1 in the one element of z.
func storeNumber(z *array.Buffer, v float64) {
	switch z.Dtype {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		array.Flat[uint8](z)[0] = uint8(v)
	case dtype.Uint16, dtype.Int16:
		array.Flat[uint16](z)[0] = uint16(v)
	case dtype.Uint32, dtype.Int32:
		array.Flat[uint32](z)[0] = uint32(v)
	case dtype.Uint64, dtype.Int64:
		array.Flat[uint64](z)[0] = uint64(v)
	case dtype.BFloat16, dtype.Float16:
		storeNarrow(z, 0, []float32{float32(v)})
	case dtype.Float32:
		array.Flat[float32](z)[0] = float32(v)
	case dtype.Float64:
		array.Flat[float64](z)[0] = v
	case dtype.Complex64:
		array.Flat[complex64](z)[0] = complex(float32(v), 0)
	case dtype.Complex128:
		array.Flat[complex128](z)[0] = complex(v, 0)
	}
}

// An accumulator accumulates.
type accumulator[T array.Element] struct {
	row func(row, before []T) // row[i] with before[i]
	// next sets z to the accumulation of x, which has its length and may be the same, from
	// carry on, and carry to the last of it.
	next func(z, x []T, carry *T)
	// four is next for four lanes at once, each from its first element on; it may be nil.
	four    func(z, x *[4][]T)
	neutral T       // the carry before the first element
	keep    bool    // the first element is its own result: complex 1 changes infinities
	cost    float64 // of an element, in nanoseconds, about
}

// column accumulates n elements of x from from on into z's from at on, step apart: 1 or −1.
func (j *accumulator[T]) column(stop *backend.Stop, z, x []T, at, from, step, n int) {
	carry := j.neutral
	if j.keep && n > 0 {
		carry = x[from]
		z[at] = carry
		at, from, n = at+step, from+step, n-1
	}
	if step == 1 {
		for n > array.BetweenStops && stop != nil { // a multiple of a group
			j.next(z[at:at+array.BetweenStops], x[from:from+array.BetweenStops], &carry)
			at, from, n = at+array.BetweenStops, from+array.BetweenStops, n-array.BetweenStops
			stop.Check()
		}
		j.next(z[at:at+n], x[from:from+n], &carry)
		return
	}
	var buf [512]T // a multiple of a group
	for n > 0 {
		stop.Check()
		block := buf[:min(n, len(buf))]
		for i := range block {
			block[i] = x[from-i]
		}
		j.next(block, block, &carry)
		for i, v := range block {
			z[at-i] = v
		}
		k := len(block)
		at, from, n = at-k, from-k, n-k
	}
}

// castColumn is column for n elements of x, of another dtype, from the from-th on.
func (j *accumulator[T]) castColumn(stop *backend.Stop, z, x *array.Buffer, at, from, n int) {
	l, zs := &elementwise.CastLoops[x.Dtype][z.Dtype], array.Elems[T](z)
	carry := j.neutral
	for first := true; n > 0; first = false {
		stop.Check()
		const few = 1 << 11 // that are in the cache when they are accumulated; a multiple of a group
		k := min(n, few)
		l.Run(elementwise.Span{Buffer: z, At: at, N: k}, elementwise.Spans{{Buffer: x, At: from, N: k}})
		block := zs[at : at+k]
		if first && j.keep {
			carry, block = block[0], block[1:]
		}
		j.next(block, block, &carry)
		at, from, n = at+k, from+k, n-k
	}
}

// rowsBetweenStops is how many rows of a tile are accumulated before the next look.
const rowsBetweenStops = array.BetweenStops / TileLen

// eachPiece calls f for pieces of work on l, columns lo to hi of matrix o, on the
// threads there are.
func eachPiece(stop *backend.Stop, l Layout, cost float64, f func(o, lo, hi int)) {
	tiles := array.CeilDiv(l.K, TileLen)
	array.Split(stop, l.O*tiles, cost*float64(l.N*min(l.K, TileLen)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			left := i % tiles * TileLen
			f(i/tiles, left, min(left+TileLen, l.K))
		}
	})
}

// accumulate returns the scanner for values of type T that are combined by j.
// z views the rows to accumulate, in an array whose matrices may be longer.
func accumulate[T array.Element](j accumulator[T]) scanner {
	return func(stop *backend.Stop, z, x *array.Buffer, l Layout, reverse bool) {
		zs, xs, m := array.Elems[T](z), array.Elems[T](z), matrixStep(z, l)
		mixed, cost := false, j.cost
		switch {
		case x == nil:
		case x.Dtype != z.Dtype:
			mixed, cost = true, cost+elementwise.CastLoops[x.Dtype][z.Dtype].Cost
		default:
			xs = array.Elems[T](x)
		}
		fours := 0 // lanes that go by fours
		if j.four != nil && l.K == 1 && !reverse && !mixed && (stop == nil || l.N <= array.BetweenStops) {
			fours = l.O &^ 3
			array.Split(stop, fours/4, 2*cost*float64(l.N), func(lo, hi int) {
				var to, from [4][]T
				for o := 4 * lo; o < 4*hi; o += 4 {
					for i := range to {
						at := z.Offset + (o+i)*m
						to[i] = zs[at : at+l.N]
						if from[i] = to[i]; x != nil {
							at = x.Offset + (o+i)*l.N
							from[i] = xs[at : at+l.N]
						}
					}
					j.four(&to, &from)
				}
			})
			if fours == l.O {
				return
			}
		}
		rest := l
		rest.O -= fours
		eachPiece(stop, rest, cost, func(o, lo, hi int) {
			o += fours
			at, step := z.Offset+o*m, l.K
			from := at
			if x != nil {
				from = x.Offset + o*l.N
			}
			if mixed {
				j.castColumn(stop, z, x, at, from, l.N)
				return
			}
			if reverse {
				at, from, step = at+(l.N-1)*l.K, from+(l.N-1)*l.K, -l.K
			}
			if l.K == 1 {
				j.column(stop, zs, xs, at, from, step, l.N)
				return
			}
			for i := range l.N - 1 {
				if i%rowsBetweenStops == 0 {
					stop.Check()
				}
				j.row(zs[at+step+lo:at+step+hi], zs[at+lo:at+hi])
				at += step
			}
		})
	}
}

// accumulateNarrow is accumulate in float32 for the 16-bit floats; each result is rounded once.
func accumulateNarrow(j accumulator[float32]) scanner {
	return func(stop *backend.Stop, z, x *array.Buffer, l Layout, reverse bool) {
		zs, widen := array.Elems[uint16](z), widening(z.Dtype)
		xs := zs
		if x != nil {
			xs = array.Elems[uint16](x)
		}
		whole := array.Buffer{Dtype: z.Dtype, Mem: z.Mem, Size: z.Size, Shape: []int{z.Size}}
		m := matrixStep(z, l)
		eachPiece(stop, l, 3, func(o, lo, hi int) {
			at, step := z.Offset+o*m+lo, l.K
			from := at
			if x != nil {
				from = x.Offset + o*l.N
			}
			if reverse {
				at, from, step = at+(l.N-1)*l.K, from+(l.N-1)*l.K, -l.K
			}
			if l.K == 1 {
				narrowColumn(stop, j, &whole, xs, widen, at, from, step, l.N)
				return
			}
			w := hi - lo
			both := make([]float32, 2*w)
			row, next := both[:w], both[w:]
			widen(row, zs, at, 1)
			for i := range l.N - 1 {
				if i%rowsBetweenStops == 0 {
					stop.Check()
				}
				at += step
				widen(next, zs, at, 1)
				j.row(next, row)
				storeNarrow(&whole, at, next)
				row, next = next, row
			}
		})
	}
}

// narrowColumn is column for 16-bit floats.
func narrowColumn(stop *backend.Stop, j accumulator[float32], z *array.Buffer, xs []uint16, widen func(dst []float32, xs []uint16, at, step int), at, from, step, n int) {
	const blockLen = 1024 // a multiple of a group
	var x [blockLen]float32
	carry := j.neutral
	for n > 0 {
		stop.Check()
		k := min(n, blockLen)
		block := x[:k]
		widen(block, xs, from, step)
		j.next(block, block, &carry)
		if step < 0 {
			slices.Reverse(block)
			storeNarrow(z, at+(k-1)*step, block)
		} else {
			storeNarrow(z, at, block)
		}
		at, from, n = at+k*step, from+k*step, n-k
	}
}

// matrixStep returns how far apart the matrices of z are.
func matrixStep(z *array.Buffer, l Layout) int {
	return l.K * (z.Size / max(l.O*l.K, 1))
}

// accumulateRow adds. Along one column floats and the wider integers go by groups, in the
// order of simd.Scan: an error of n additions is at most that of n/16, or n/8, and four.
func accumulateRow[T array.Number]() accumulator[T] {
	var zero T
	f := Sum[T]()
	j := accumulator[T]{
		row: func(row, before []T) { f.rowsInto(row, before, 0, 1, 0) },
		next: func(z, x []T, carry *T) {
			z = z[:len(x)]
			v := *carry
			for i, w := range x {
				v += w
				z[i] = v
			}
			*carry = v
		},
		neutral: -zero,
		cost:    1,
	}
	switch j := any(&j).(type) {
	case *accumulator[float32]:
		inGroups(j, &simd.SumFloat32Scan)
	case *accumulator[float64]:
		inGroups(j, &simd.SumFloat64Scan)
	case *accumulator[int32]:
		inGroups(j, &simd.SumInt32Scan)
	case *accumulator[int64]:
		inGroups(j, &simd.SumInt64Scan)
	case *accumulator[uint32]:
		inGroups(j, (*simd.Scan[uint32])(unsafe.Pointer(&simd.SumInt32Scan)))
	case *accumulator[uint64]:
		inGroups(j, (*simd.Scan[uint64])(unsafe.Pointer(&simd.SumInt64Scan)))
	}
	return j
}

// inGroups has j add by groups, with loops of package simd where the machine has them.
func inGroups[T array.Number](j *accumulator[T], wide *simd.Scan[T]) {
	j.next = addGroups[T]
	if wide.OK() {
		j.cost = 0.2
		j.next = func(z, x []T, carry *T) {
			done := wide.Groups(z, x, carry)
			addGroups(z[done:], x[done:], carry)
		}
	}
}

// addGroups is next in the order of simd.Scan.
func addGroups[T array.Number](z, x []T, carry *T) {
	var group [16]T
	most := 64 / int(unsafe.Sizeof(group[0]))
	c := *carry
	for len(x) > 0 {
		n := min(most, len(x))
		g := group[:n]
		copy(g, x)
		for h := 1; h < n; h *= 2 {
			for upper := h; upper < n; upper += 2 * h {
				last := g[upper-1]
				for i := upper; i < min(upper+h, n); i++ {
					g[i] += last
				}
			}
		}
		for i, v := range g {
			z[i] = c + v
		}
		c += g[n-1]
		z, x = z[n:], x[n:]
	}
	*carry = c
}

// multiplyRow multiplies, one after the other: the product of a group might overflow, or
// vanish, where what is before it makes up for that.
func multiplyRow[T array.Number]() accumulator[T] {
	f := Prod[T]()
	return accumulator[T]{
		row: func(row, before []T) { f.rowsInto(row, before, 0, 1, 0) },
		next: func(z, x []T, carry *T) {
			z = z[:len(x)]
			v := *carry
			for i, w := range x {
				v *= w
				z[i] = v
			}
			*carry = v
		},
		four:    multiplyFour[T],
		neutral: 1,
		keep:    true,
		cost:    1,
	}
}

// multiplyFour multiplies in four lanes side by side, which do not wait for one another.
func multiplyFour[T array.Number](z, x *[4][]T) {
	n := len(x[0])
	if n == 0 {
		return
	}
	z0, z1, z2, z3 := z[0][:n], z[1][:n], z[2][:n], z[3][:n]
	x0, x1, x2, x3 := x[0][:n], x[1][:n], x[2][:n], x[3][:n]
	a, b, c, d := x0[0], x1[0], x2[0], x3[0]
	z0[0], z1[0], z2[0], z3[0] = a, b, c, d
	for i := 1; i < n; i++ {
		a, b, c, d = a*x0[i], b*x1[i], c*x2[i], d*x3[i]
		z0[i], z1[i], z2[i], z3[i] = a, b, c, d
	}
}

// orRow and andRow accumulate bools: sums are or, products and.
func orRow() accumulator[uint8]  { return logicalScan(0, func(x, y uint8) uint8 { return x | y }) }
func andRow() accumulator[uint8] { return logicalScan(1, func(x, y uint8) uint8 { return x & y }) }

func logicalScan(neutral uint8, op func(x, y uint8) uint8) accumulator[uint8] {
	f := Logical(neutral)
	return accumulator[uint8]{
		row: func(row, before []uint8) { f.rowsInto(row, before, 0, 1, 0) },
		next: func(z, x []uint8, carry *uint8) {
			v := *carry
			for i, w := range x {
				v = op(v, w)
				z[i] = v
			}
			*carry = v
		},
		neutral: neutral,
		cost:    1,
	}
}
