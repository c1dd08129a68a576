package gemm

import (
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// A tile is a loop of assembly. It computes rows × columns of c = a·b. Rows of c are ldc
// bytes apart, rows of a ars, a's elements along the summed axis acs, lines of b bks; k, at
// least 1, is the number of lines. m0 and m1 are the lanes of c's two registers that exist.
// Rows ahead, pitch bytes apart, are prefetched, since they are used next; if ahead is nil,
// nothing is, and only the lanes of b that m0 and m1 name may be read. So many more runs of a's
// rows and b's lines follow the first, of k lines, each where its run says.
type tile = func(c *byte, ldc int, a *byte, ars, acs int, b *byte, bks, k, rows int, m0, m1 uint64, ahead *byte, pitch int, early uintptr, step int, runs *int, more int)

// A run is where rows and lines of windows go on, and for how many lines.
type run struct {
	jump  int // bytes of the rows from behind the run before
	lines int // at least 1
	jumpB int // bytes of b's lines
}

// A tilesAMX is brainTileAMX.
type tilesAMX = func(c0, c1 *byte, ldc int, a0, a1 *byte, lda int, b *byte, k int, config *byte, add uint64)

// A kernel is how products of one dtype are computed.
type kernel struct {
	size  int // bytes of an operand's element, and of a result's
	wide  int // bytes of an operand's element as the loops read it
	sum   int // bytes of a sum
	out   int // bytes of a result's element
	parts int // lanes of registers that an element takes: 2 if it is complex
	group int // elements of the summed axis that lie together in a line of a strip
	rows  int // of a tile
	cols  int // of a tile: a strip
	line  int // bytes of a line of a strip
	depth int // elements of the summed axis in a block

	full  tile
	half  tile     // of the first register's columns; nil if full reads and writes whole lines
	tiles tilesAMX // instead of both

	// row computes one row of n times rowStrips strips, plus a bias; or nil.
	row func(c, a *byte, acs int, b *byte, strip, n, lines int, bias *byte)

	// add adds rows of a tile, pitch bytes apart, to rows of c; whole ones if half is nil. subtract subtracts
	// them; it is nil if products of the dtype are not subtracted.
	add, subtract func(c *byte, ldc int, sums *byte, pitch, rows int, m0, m1 uint64)

	widen, narrow func(dst, src *byte, n int) // between elements, wide ones and sums; or nil
	lanes         int                         // of which they do a multiple at once

	vectorKernels *vectorKernels // of products with a vector

	rate float64 // multiplications and additions in a nanosecond, about
	safe *kernel // what computes products with subnormal bfloat16, which this one takes for 0
}

// rowStrips is how many strips byteRow computes at once.
const rowStrips = 4

// A machine is what its processor has, or is allowed to use.
type machine struct {
	avx2, avx512, bf16, amx bool
	vnni                    bool
	askAMX                  func() bool // whether the process may use the tiles
	once                    sync.Once
	kernels                 [dtype.Count]*kernel
	bytes                   *kernel // of uint8 by int8, with results of int32; or nil
}

var here = &machine{avx2: simd.AVX2, avx512: simd.AVX512, bf16: simd.BF16, amx: simd.AMX, vnni: simd.VNNI, askAMX: allowAMX}

// Has reports whether [Multiply] knows d on this machine.
func Has(d dtype.Dtype) bool { return here.kernel(d) != nil }

// Multiply sets the n×m elements at z, in row-major order, to the product of x, n×k, and
// y, k×m, all of dtype d and none of them z's. It calls split for what may run at once; nil says that all of it runs on this thread, and that rows
// are few enough to be read again from a cache for each strip of y.
func Multiply(d dtype.Dtype, z unsafe.Pointer, x, y Matrix, n, k, m int, split Split) {
	here.kernel(d).multiply(z, m, x, y, n, k, m, split)
}

// Accumulate adds the product of [Multiply] to the elements of z, or subtracts it. d is float32, float64, complex64 or
// complex128.
func Accumulate(d dtype.Dtype, z Target, x, y Matrix, n, k, m int, split Split) {
	here.kernel(d).accumulate(z, x, y, n, k, m, split)
}

// MultiplyWindows is [Multiply] for more than one row and one column of matrices that are
// nowhere written out, with the same result. The last axis of x's columns has step 1, or that of
// its rows, or y's columns are several axes, if d is Scattered. The columns of y are one axis, and so
// are its rows, unless d is Scattered.
func MultiplyWindows(d dtype.Dtype, z unsafe.Pointer, x, y *Windows, n, k, m int, split Split) {
	here.kernel(d).multiplyWindows(z, m, x, y, n, k, m, split)
}

// MultiplyInto is [Multiply] into rows of z that are pitch elements apart, and MultiplyWindowsInto [MultiplyWindows]. m is not 1.
func MultiplyInto(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y Matrix, n, k, m int, split Split) {
	here.kernel(d).multiply(z, pitch, x, y, n, k, m, split)
}

// AddsBias reports whether [MultiplyBiased] adds biases of d on this machine.
func AddsBias(d dtype.Dtype) bool {
	e := here.kernel(d)
	return e != nil && e.half != nil && e.narrow == nil && e.parts == 1
}

// MultiplyBiased is [MultiplyInto], and adds the m numbers of a bias, if that is not nil, to each row, as if they were added to the rounded products. There is
// one only for a dtype that [AddsBias] reports.
func MultiplyBiased(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y Matrix, bias unsafe.Pointer, n, k, m int, split Split) {
	here.kernel(d).multiplyBiased(z, pitch, x, y, bias, n, k, m, split)
}

// MultiplyWindowsInto is [MultiplyInto] for windows.
func MultiplyWindowsInto(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y *Windows, n, k, m int, split Split) {
	here.kernel(d).multiplyWindows(z, pitch, x, y, n, k, m, split)
}

// Scattered reports whether the loops for d take the elements along the summed axis one by one,
// so that they may lie anywhere.
func Scattered(d dtype.Dtype) bool {
	e := here.kernel(d)
	return e.group == 1 && e.tiles == nil
}

// Depth returns how many products are summed one after the other, in float32 and float64: those behind make sums of their own, which are added to the first.
func Depth(d dtype.Dtype) int { return here.kernel(d).depth }

// Rows returns of how many rows the loops for d compute products at once.
func Rows(d dtype.Dtype) int { return here.kernel(d).rows }

// Columns returns of how many columns they do.
func Columns(d dtype.Dtype) int { return here.kernel(d).cols }

// Cost returns how many nanoseconds such a product takes on one thread, about.
func Cost(d dtype.Dtype, n, k, m int) float64 {
	return 50 + float64(n)*float64(k)*float64(m)/here.kernel(d).rate
}

func (c *machine) kernel(d dtype.Dtype) *kernel {
	c.once.Do(c.choose)
	return c.kernels[d]
}

func (c *machine) choose() {
	if !c.avx2 {
		return
	}
	set := func(e kernel, ds ...dtype.Dtype) {
		if e.wide == 0 {
			e.wide = e.size
		}
		e.sum, e.out = e.wide, e.size
		e.group, e.parts = max(e.group, 1), 1
		for _, d := range ds {
			if d.IsComplex() {
				e.parts = 2
			}
			e.vectorKernels = vectorKernelsOf[d]
			own := e
			c.kernels[d] = &own
		}
	}
	if c.avx512 {
		float := kernel{size: 4, rows: 14, cols: 32, line: 128, depth: 640, rate: 60, full: float32Tile2, half: float32Tile1, add: float32AddRows, subtract: float32SubtractRows}
		set(float, dtype.Float32)
		float.size, float.wide, float.lanes = 2, 4, 8
		float.widen, float.narrow = widenHalf, narrowHalf
		set(float, dtype.Float16)
		float.widen, float.narrow = widenBrain, narrowBrain
		set(float, dtype.BFloat16)
		set(kernel{size: 8, rows: 14, cols: 16, line: 128, depth: 256, rate: 30, full: float64Tile2, half: float64Tile1, add: float64AddRows, subtract: float64SubtractRows}, dtype.Float64)
		set(kernel{size: 8, rows: 7, cols: 16, line: 128, depth: 256, rate: 15, full: complex64Tile2, half: complex64Tile1, add: float32AddRows, subtract: float32SubtractRows}, dtype.Complex64)
		set(kernel{size: 16, rows: 7, cols: 8, line: 128, depth: 256, rate: 7, full: complex128Tile2, half: complex128Tile1, add: float64AddRows, subtract: float64SubtractRows}, dtype.Complex128)
		short := kernel{size: 2, rows: 14, cols: 64, line: 128, depth: 512, rate: 60, full: int16Tile2, half: int16Tile1, add: int16AddRows}
		set(short, dtype.Int16, dtype.Uint16)
		short.size, short.wide, short.widen, short.narrow, short.lanes = 1, 2, widenByte, narrowByte, 16
		set(short, dtype.Int8, dtype.Uint8)
		set(kernel{size: 4, rows: 14, cols: 32, line: 128, depth: 384, rate: 20, full: int32Tile2, half: int32Tile1, add: int32AddRows}, dtype.Int32, dtype.Uint32)
		set(kernel{size: 8, rows: 14, cols: 16, line: 128, depth: 256, rate: 7, full: int64Tile2, half: int64Tile1, add: int64AddRows}, dtype.Int64, dtype.Uint64)
		if c.vnni {
			c.bytes = &kernel{size: 1, wide: 1, sum: 4, out: 4, group: 4, parts: 1, rows: 14, cols: 32, line: 128, depth: 2048, rate: 220, full: byteTile2, half: byteTile2, row: byteRow, add: int32AddRows}
		}
		safe := c.kernels[dtype.BFloat16]
		brain := kernel{size: 2, group: 2, safe: safe, narrow: narrowBrain, lanes: 8}
		switch {
		case c.amx && c.askAMX():
			brain.tiles, brain.rows, brain.cols, brain.line, brain.depth, brain.rate = brainTileAMX, 32, 32, 128, 2048, 500
		case c.bf16:
			brain.full, brain.add, brain.rows, brain.cols, brain.line, brain.depth, brain.rate = brainTile2, float32AddRows, 14, 32, 128, 1024, 120
		default:
			return
		}
		set(brain, dtype.BFloat16)
		c.kernels[dtype.BFloat16].sum = 4
		return
	}
	float := kernel{size: 4, rows: 6, cols: 16, line: 64, depth: 384, rate: 30, full: float32TileAVX2, add: float32AddRowsAVX2, subtract: float32SubtractRowsAVX2}
	set(float, dtype.Float32)
	float.size, float.wide, float.lanes = 2, 4, 8
	float.widen, float.narrow = widenHalf, narrowHalf
	set(float, dtype.Float16)
	float.widen, float.narrow = widenBrain, narrowBrain
	set(float, dtype.BFloat16)
	set(kernel{size: 8, rows: 6, cols: 8, line: 64, depth: 256, rate: 15, full: float64TileAVX2, add: float64AddRowsAVX2, subtract: float64SubtractRowsAVX2}, dtype.Float64)
	set(kernel{size: 8, rows: 3, cols: 8, line: 64, depth: 256, rate: 7, full: complex64TileAVX2, add: float32AddRowsAVX2, subtract: float32SubtractRowsAVX2}, dtype.Complex64)
	set(kernel{size: 16, rows: 3, cols: 4, line: 64, depth: 256, rate: 3.5, full: complex128TileAVX2, add: float64AddRowsAVX2, subtract: float64SubtractRowsAVX2}, dtype.Complex128)
	short := kernel{size: 2, rows: 6, cols: 32, line: 64, depth: 512, rate: 40, full: int16TileAVX2, add: int16AddRowsAVX2}
	set(short, dtype.Int16, dtype.Uint16)
	short.size, short.wide, short.widen, short.narrow, short.lanes = 1, 2, widenByte, narrowByte, 16
	set(short, dtype.Int8, dtype.Uint8)
	set(kernel{size: 4, rows: 6, cols: 16, line: 64, depth: 384, rate: 10, full: int32TileAVX2, add: int32AddRowsAVX2}, dtype.Int32, dtype.Uint32)
	set(kernel{size: 8, rows: 4, cols: 8, line: 64, depth: 256, rate: 2, full: int64TileAVX2, add: int64AddRowsAVX2}, dtype.Int64, dtype.Uint64)
}

var vectorKernelsOf = map[dtype.Dtype]*vectorKernels{
	dtype.Float32: &float32Vector, dtype.Float64: &float64Vector, dtype.Float16: &float16Vector, dtype.BFloat16: &bfloat16Vector,
	dtype.Complex64: &complex64Vector, dtype.Complex128: &complex128Vector,
	dtype.Int8: &int8Vector, dtype.Uint8: &int8Vector, dtype.Int16: &int16Vector, dtype.Uint16: &int16Vector,
	dtype.Int32: &int32Vector, dtype.Uint32: &int32Vector, dtype.Int64: &int64Vector, dtype.Uint64: &int64Vector,
}
