package simd

import (
	"unsafe"

	"github.com/goivy/goivy/ivy/dtype"
)

//go:generate go run -C _gen ./arith -level avx512 -out ../zarith512_amd64.s -stubs ../zarith512_amd64.go
//go:generate go run -C _gen ./arith -level avx2 -out ../zarith256_amd64.s -stubs ../zarith256_amd64.go

// An Op is what a [Loop] does with elements of its operands, x and y.
type Op uint8

// Operations. Those on numbers wrap integers, and give the nearest float. A bool is a
// byte, 0 or 1.
const (
	OpAdd             Op = iota
	OpSubtract           // x - y
	OpMultiply           // of complex numbers by the plain formula, of complex64 in float64
	OpDivide             // x / y of floats
	OpFloorDivide        // the greatest integer not above x/y, of integers; 0 if y is 0
	OpRemainder          // x - y·floor(x/y), of integers; 0 if y is 0
	OpMaximum            // the greater; of floats NaN if either is, and +0 is greater than −0
	OpMinimum            // the less, likewise
	OpFmax               // the greater of floats; the other where one is NaN
	OpFmin               // the less, likewise
	OpAnd                // bits, of any dtype
	OpOr                 // bits, of any dtype
	OpXor                // bits, of any dtype
	OpShiftLeft          // x << y; 0 if y is negative or at least the width
	OpShiftRight         // x >> y; 0 or -1, as x's sign is, if y is negative or at least the width
	OpCopySign           // x with y's sign
	OpAbs                // |x| of signed integers
	OpSign               // -1, 0 or 1 of signed integers; of floats +0 of zeros, and NaN of NaN
	OpRelu               // x where it is positive or NaN, else +0; of floats
	OpSqrt               // the square root of floats
	OpRound              // the nearest whole number, of two the even one
	OpFloor              // the greatest whole number not above x
	OpCeil               // the least whole number not below x
	OpTrunc              // x without its fraction
	OpIsNan              // a bool of each float
	OpIsInf              // likewise
	OpIsFinite           // likewise
	OpEqual              // x == y, a bool
	OpNotEqual           // x != y
	OpLess               // x < y
	OpLessEqual          // x <= y
	OpReal               // of complex numbers, floats
	OpImag               // likewise
	OpJoin               // complex numbers of floats
	OpOdd                // float64 to float32, and 64-bit integers to float64, rounded to odd: a second rounding is then the only one
	OpFloorDivideMost    // the greatest integer not above x/y, of floats; [Marker32] or [Marker64] where that takes longer
	OpRemainderMost      // x - y·floor(x/y) with y's sign, likewise
	opCount
)

// Markers are the bits of a NaN that stands for a result left open.
const (
	Marker32 = 0x7fc0f100
	Marker64 = 0x7ff8f10000000000
)

// A Loop sets elements of a result from those of one or two operands, in AVX-512 or
// AVX2, whichever this machine has; the results are those of the loops in Go, but which
// NaN it is. The zero Loop is none.
type Loop struct {
	id      uint16 // of the function
	stream  uint16 // of the one with non-temporal stores, if there is one
	avx512  bool
	z, x, y uint8 // bytes of the elements; y is 0 where x is all there is
	per     uint8 // how many of these one of the dtype's is
	chunk   uint8 // the least number of elements the function works on, and what it takes multiples of
}

// For returns the loop of op for operands of dtype d, or none.
func For(op Op, d dtype.Dtype) Loop {
	var l Loop
	if AVX512 {
		l = arithAVX512[op][d]
	}
	if l.id == 0 && AVX2 {
		l = arithAVX2[op][d]
	}
	return l
}

// Cast returns the loop that converts from one dtype to the other: integers wrap, floats
// are rounded to nearest, or truncated to integers, those beyond to the nearest end, and
// NaN to 0. There is none where bits stay as they are, and to bool.
func Cast(from, to dtype.Dtype) Loop {
	var l Loop
	if AVX512 {
		l = castsAVX512[from][to]
	}
	if l.id == 0 && AVX2 {
		l = castsAVX2[from][to]
	}
	return l
}

// Ok reports whether l is a loop.
func (l Loop) Ok() bool { return l.id != 0 }

// Times returns l for elements that are each n of l's.
func (l Loop) Times(n int) Loop {
	l.per *= uint8(n)
	return l
}

// A Repeated is one element of 1, 2, 4, 8 or 16 bytes, again and again, as loops read
// one that stands for all.
type Repeated [repeated]byte

const repeated = 256

// Repeat returns an element of so many bytes repeated.
func Repeat(p unsafe.Pointer, size int) *Repeated {
	r := new(Repeated)
	r.Fill(p, size)
	return r
}

// Fill sets r to an element of so many bytes, repeated.
func (r *Repeated) Fill(p unsafe.Pointer, size int) {
	if AVX2 { // in few stores, which loads of whole registers wait for
		callRepeat(size, unsafe.Pointer(r), p, 1, 0, repeated)
		return
	}
	var lo, hi uint64
	switch size {
	case 1:
		lo = uint64(*(*uint8)(p)) * 0x0101010101010101
		hi = lo
	case 2:
		lo = uint64(*(*uint16)(p)) * 0x0001000100010001
		hi = lo
	case 4:
		lo = uint64(*(*uint32)(p)) * 0x0000000100000001
		hi = lo
	case 8:
		lo = *(*uint64)(p)
		hi = lo
	case 16:
		lo, hi = (*[2]uint64)(p)[0], (*[2]uint64)(p)[1]
	default:
		panic("simd: no element of this size")
	}
	q := (*[repeated / 8]uint64)(unsafe.Pointer(r))
	for i := 0; i < len(q); i += 2 {
		q[i], q[i+1] = lo, hi
	}
}

// Unary sets n elements at z from those at x. z may be x if their sizes are the same.
func (l Loop) Unary(z, x unsafe.Pointer, n int) {
	l.run(z, x, x, int(l.x), 0, n*int(l.per))
}

// Binary sets n elements at z from those at x and y, of which one is a single element if
// that stands for all. z may be x or y if their sizes are the same.
func (l Loop) Binary(z, x, y unsafe.Pointer, oneX, oneY bool, n int) {
	dx, dy := int(l.x), int(l.y)
	if oneX || oneY {
		l.broadcast(z, x, y, oneX, n)
		return
	}
	l.run(z, x, y, dx, dy, n*int(l.per))
}

func (l Loop) broadcast(z, x, y unsafe.Pointer, oneX bool, n int) {
	var r Repeated
	if oneX {
		r.Fill(x, int(l.x)*int(l.per))
		l.WithX(z, &r, y, n)
	} else {
		r.Fill(y, int(l.y)*int(l.per))
		l.WithY(z, x, &r, n)
	}
}

// WithX is Binary with one element for x.
func (l Loop) WithX(z unsafe.Pointer, x *Repeated, y unsafe.Pointer, n int) {
	l.run(z, unsafe.Pointer(x), y, 0, int(l.y), n*int(l.per))
}

// WithY is Binary with one element for y.
func (l Loop) WithY(z, x unsafe.Pointer, y *Repeated, n int) {
	l.run(z, x, unsafe.Pointer(y), int(l.x), 0, n*int(l.per))
}

// Same is Binary with one element for x and y both: it fills n elements at z.
func (l Loop) Same(z unsafe.Pointer, v *Repeated, n int) {
	l.run(z, unsafe.Pointer(v), unsafe.Pointer(v), 0, 0, n*int(l.per))
}

// run works block by block, dx and dy bytes from one element to the next.
func (l Loop) run(z, x, y unsafe.Pointer, dx, dy, n int) {
	for {
		m := n
		if m > arithBlock {
			m = arithBlock
		} else if rest := m % int(l.chunk); rest != 0 {
			if m -= rest; m == 0 {
				l.rest(z, x, y, dx, dy, n)
				return
			}
		}
		l.call(z, x, y, dx, dy, m)
		if n -= m; n == 0 {
			return
		}
		z, x, y = unsafe.Add(z, m*int(l.z)), unsafe.Add(x, m*dx), unsafe.Add(y, m*dy)
	}
}

// A StreamingLoop does what a [Loop] of two operands does, with non-temporal stores for all but the
// elements before the first whole line and after the last round of the assembly's loop.
type StreamingLoop struct{ through, stream Loop }

// streamRound is how many bytes the assembly makes at a time, at most.
const streamRound = 256

// Streaming returns l as a loop with non-temporal stores, which others see after a [Fence].
// There is none of most loops.
func (l Loop) Streaming() (p StreamingLoop, ok bool) {
	p = StreamingLoop{l, l}
	p.stream.id = l.stream
	return p, l.stream != 0
}

// Binary is Binary of the loop.
func (p StreamingLoop) Binary(z, x, y unsafe.Pointer, oneX, oneY bool, n int) {
	l := p.through
	size := int(l.z) * int(l.per)
	head := min(int(-uintptr(z)&63)/size, n)
	whole := (n - head) &^ (streamRound/size - 1)
	part := func(l Loop, m int) {
		if m == 0 {
			return
		}
		l.Binary(z, x, y, oneX, oneY, m)
		if n -= m; n == 0 {
			return
		}
		z = unsafe.Add(z, m*size)
		if !oneX {
			x = unsafe.Add(x, m*int(l.x)*int(l.per))
		}
		if !oneY {
			y = unsafe.Add(y, m*int(l.y)*int(l.per))
		}
	}
	part(l, head)
	part(p.stream, whole)
	part(l, n)
}

// arithBlock is how many elements one call of assembly works on: a few microseconds,
// divisions ten or twenty.
const arithBlock = 4096

// call calls the assembly from a function that is not inlined: before each call the
// scheduler has its turn.
func (l Loop) call(z, x, y unsafe.Pointer, dx, dy, n int) {
	if l.avx512 {
		arithZ(l.id, z, x, y, dx, dy, n)
	} else {
		arithY(l.id, z, x, y, dx, dy, n)
	}
}

// rest works on less than a chunk, in buffers where there is one.
//
//go:noinline
func (l Loop) rest(z, x, y unsafe.Pointer, dx, dy, n int) {
	var buffers [3]Repeated
	bring := func(i int, p unsafe.Pointer, step int) unsafe.Pointer {
		if step == 0 {
			return p // which is a Repeated, or not read
		}
		copy(buffers[i][:], unsafe.Slice((*byte)(p), n*step))
		return unsafe.Pointer(&buffers[i])
	}
	l.call(unsafe.Pointer(&buffers[0]), bring(1, x, dx), bring(2, y, dy), dx, dy, int(l.chunk))
	copy(unsafe.Slice((*byte)(z), n*int(l.z)), buffers[0][:])
}

// A Choice sets elements of a result from those of one operand where a bool is true, and
// of another elsewhere. The zero Choice is none.
type Choice struct {
	id     uint16
	avx512 bool
	size   uint8
	chunk  uint8
}

// Choose returns the choice between elements of so many bytes, or none.
func Choose(size int) Choice {
	var c Choice
	if AVX512 {
		c = choicesAVX512[size]
	}
	if c.id == 0 && AVX2 {
		c = choicesAVX2[size]
	}
	return c
}

// Ok reports whether h is a choice.
func (h Choice) Ok() bool { return h.id != 0 }

// Run sets n elements at z: where the bools at c are true to those at x, elsewhere to
// those at y, of which either may be a single element that stands for all. z may be x or y.
func (h Choice) Run(z, c, x, y unsafe.Pointer, oneX, oneY bool, n int) {
	var rx, ry Repeated
	dx, dy := int(h.size), int(h.size)
	if oneX {
		rx.Fill(x, dx)
		x, dx = unsafe.Pointer(&rx), 0
	}
	if oneY {
		ry.Fill(y, dy)
		y, dy = unsafe.Pointer(&ry), 0
	}
	for {
		m := n
		if m > arithBlock {
			m = arithBlock
		} else if rest := m % int(h.chunk); rest != 0 {
			if m -= rest; m == 0 {
				h.rest(z, c, x, y, dx, dy, n)
				return
			}
		}
		h.call(z, c, x, y, dx, dy, m)
		if n -= m; n == 0 {
			return
		}
		z, c = unsafe.Add(z, m*int(h.size)), unsafe.Add(c, m)
		x, y = unsafe.Add(x, m*dx), unsafe.Add(y, m*dy)
	}
}

func (h Choice) call(z, c, x, y unsafe.Pointer, dx, dy, n int) {
	if h.avx512 {
		chooseZ(h.id, z, c, x, y, dx, dy, n)
	} else {
		chooseY(h.id, z, c, x, y, dx, dy, n)
	}
}

//go:noinline
func (h Choice) rest(z, c, x, y unsafe.Pointer, dx, dy, n int) {
	var buffers [4]Repeated
	bring := func(i int, p unsafe.Pointer, step int) unsafe.Pointer {
		if step == 0 {
			return p
		}
		copy(buffers[i][:], unsafe.Slice((*byte)(p), n*step))
		return unsafe.Pointer(&buffers[i])
	}
	h.call(unsafe.Pointer(&buffers[0]), bring(1, c, 1), bring(2, x, dx), bring(3, y, dy), dx, dy, int(h.chunk))
	copy(unsafe.Slice((*byte)(z), n*int(h.size)), buffers[0][:])
}
