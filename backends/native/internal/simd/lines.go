package simd

import (
	"slices"
	"unsafe"
)

// Loops over lines: contiguous rows or columns of a matrix. A line that is shorter than it should be is a panic, as
// in Go. Products are fused with the additions behind them, and sums are added in an order that depends on the
// length and the machine alone: results differ by rounding from those of the loops in Go.

// A lineFloat is an element of a line.
type lineFloat interface{ float32 | float64 }

// A Number is an element of lines that products are added to. Signed integers are unsigned ones here: what wraps has
// the same bits.
type Number interface {
	uint8 | uint16 | uint32 | uint64 | float32 | float64 | complex64 | complex128
}

// linePiece is how many elements one call of assembly works on, at most.
const linePiece = 1 << 15

// Functions call assembly themselves where one call is all there is: where they begin the scheduler and the
// collector can stop the goroutine. Between several calls they can in a function that is not inlined.

// shortLine is the length up to which a loop in Go is as fast as a call.
const shortLine = 4

func first[T lineFloat](x []T) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(x))) }

func sizeOf[T lineFloat]() int {
	var one T
	return int(unsafe.Sizeof(one))
}

// pitchOf returns the bytes between lines that are stride elements apart.
func pitchOf[T lineFloat](stride int) int { return stride * sizeOf[T]() }

// Dot returns the sum of x·y.
func Dot[T lineFloat](x, y []T) T {
	y = y[:len(x)]
	if !haveLines || len(x) <= shortLine {
		return dotLoop(x, y)
	}
	var sum T
	if len(x) <= linePiece {
		lineDot1(sizeOf[T](), first(x), first(y), len(x), (*byte)(unsafe.Pointer(&sum)))
		return sum
	}
	for len(x) > linePiece {
		sum += callDot1(x[:linePiece], y)
		x, y = x[linePiece:], y[linePiece:]
	}
	return sum + callDot1(x, y)
}

//go:noinline
func callDot1[T lineFloat](x, y []T) (sum T) {
	lineDot1(sizeOf[T](), first(x), first(y), len(x), (*byte)(unsafe.Pointer(&sum)))
	return sum
}

func dotLoop[T lineFloat](x, y []T) T {
	var s0, s1, s2, s3 T
	i := 0
	for ; i+4 <= len(x); i += 4 {
		a, b := x[i:i+4:i+4], y[i:i+4:i+4]
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return s0 + s1 + (s2 + s3)
}

// Dot4 returns the sums of x·y for the four lines of len(y) elements that begin at x and are stride apart.
func Dot4[T lineFloat](x []T, stride int, y []T) (sums [4]T) {
	n := len(y)
	x = x[:3*stride+n]
	if !haveLines || n == 0 {
		for i := range sums {
			sums[i] = dotLoop(x[i*stride:i*stride+n], y)
		}
		return sums
	}
	if n <= linePiece {
		lineDot4(sizeOf[T](), first(x), pitchOf[T](stride), first(y), n, (*byte)(unsafe.Pointer(&sums)))
		return sums
	}
	for lo := 0; lo < n; lo += linePiece {
		hi := min(lo+linePiece, n)
		part := callDot4(x[lo:], stride, y[lo:hi])
		if lo == 0 {
			sums = part
			continue
		}
		for i, v := range part {
			sums[i] += v
		}
	}
	return sums
}

//go:noinline
func callDot4[T lineFloat](x []T, stride int, y []T) (sums [4]T) {
	lineDot4(sizeOf[T](), first(x), pitchOf[T](stride), first(y), len(y), (*byte)(unsafe.Pointer(&sums)))
	return sums
}

// AddTimes adds f·x to z.
func AddTimes[T Number](z []T, f T, x []T) {
	switch z := any(z).(type) {
	case []float32:
		addTimes(z, any(f).(float32), any(x).([]float32))
		return
	case []float64:
		addTimes(z, any(f).(float64), any(x).([]float64))
		return
	}
	x = x[:len(z)]
	for i, v := range x {
		z[i] += f * v
	}
}

func addTimes[T lineFloat](z []T, f T, x []T) {
	x = x[:len(z)]
	if !haveLines || len(z) <= shortLine {
		addLoop(z, f, x)
		return
	}
	if len(z) <= linePiece {
		lineAdd1(sizeOf[T](), first(z), first(x), len(z), (*byte)(unsafe.Pointer(&f)))
		return
	}
	for len(z) > linePiece {
		callAdd1(z[:linePiece], f, x)
		z, x = z[linePiece:], x[linePiece:]
	}
	callAdd1(z, f, x)
}

//go:noinline
func callAdd1[T lineFloat](z []T, f T, x []T) {
	lineAdd1(sizeOf[T](), first(z), first(x), len(z), (*byte)(unsafe.Pointer(&f)))
}

func addLoop[T lineFloat](z []T, f T, x []T) {
	i := 0
	for ; i+4 <= len(z); i += 4 {
		a, b := z[i:i+4:i+4], x[i:i+4:i+4]
		a[0] += f * b[0]
		a[1] += f * b[1]
		a[2] += f * b[2]
		a[3] += f * b[3]
	}
	for ; i < len(z); i++ {
		z[i] += f * x[i]
	}
}

// Lines are so many lines of N elements each, which begin ZPitch elements apart in a result and XPitch in an operand.
type Lines struct{ N, Count, ZPitch, XPitch int }

// check panics unless z elements hold the lines of a result, whose pitch is positive as the operand's is, and x elements those of an operand, of n elements each.
func (l Lines) check(z, x, n int) {
	if l.ZPitch < 0 || l.XPitch < 0 || (l.Count-1)*l.ZPitch+l.N > z || (l.Count-1)*l.XPitch+n > x {
		panic("simd: lines out of range")
	}
}

// Taps are the places of the elements that each sum of products has, behind the first of its line.
type Taps struct {
	at          []int
	least, most int
	side, pitch int // they are a square of neighbouring elements, of lines pitch apart, whose side is 3 or 5; 0 if not
}

// NewTaps returns taps at some places.
func NewTaps(at []int) *Taps {
	if len(at) == 0 {
		return &Taps{}
	}
	t := &Taps{at: at, least: slices.Min(at), most: slices.Max(at)}
	switch len(at) {
	case 9:
		t.side = 3
	case 25:
		t.side = 5
	default:
		return t
	}
	t.pitch = at[t.side] - at[0]
	for i, from := range at {
		if from != at[0]+i/t.side*t.pitch+i%t.side {
			t.side = 0
			break
		}
	}
	return t
}

// SumTaps stores in the lines of z the sums of the elements of x at the taps of its lines, each times its f. No lines of z overlap.
func SumTaps[T Number](z, x []T, l Lines, taps *Taps, f []T) {
	if l.N <= 0 || l.Count <= 0 {
		return
	}
	at := taps.at
	f = f[:len(at)]
	l.check(len(z), len(x), taps.most+l.N)
	if taps.least < 0 {
		panic("simd: taps before the lines")
	}
	if haveLines && len(at) > 0 && l.N > shortLine {
		switch z := any(z).(type) {
		case []float32:
			sumTaps(z, any(x).([]float32), l, taps, any(f).([]float32))
			return
		case []float64:
			sumTaps(z, any(x).([]float64), l, taps, any(f).([]float64))
			return
		}
	}
	for i := range l.Count {
		line := z[i*l.ZPitch:][:l.N]
		clear(line)
		for k, from := range at {
			AddTimes(line, f[k], x[i*l.XPitch+from:][:l.N])
		}
	}
}

// FusesTaps reports whether the products that [SumTaps] adds up in lines of n elements are fused with the additions, as those of [SumVectorTaps] are
// wherever it does so for some n.
func FusesTaps(n int) bool { return haveLines && n > shortLine }

// SumVectorTaps stores in the lines of z the sums of the elements at the taps of x's lines, at places behind the first of each, each times the factor that f has
// for the tap and the place in the line: f has a line of l.N factors for each tap. Each sum has the bits that [SumTaps] gives it where that [FusesTaps].
// No lines of z overlap one another, or x or f.
func SumVectorTaps[T lineFloat](z, x []T, l Lines, at []int, f []T) {
	if l.N <= 0 || l.Count <= 0 {
		return
	}
	f = f[:len(at)*l.N]
	least, most := 0, 0
	if len(at) > 0 {
		least, most = slices.Min(at), slices.Max(at)
	}
	l.check(len(z), len(x), most+l.N)
	if least < 0 {
		panic("simd: taps before the lines")
	}
	if !haveLines || len(at) == 0 {
		vectorLoop(z, x, l, at, f)
		return
	}
	n := l.N
	inPieces(l, len(at), func(first, lo int, l Lines) {
		callVectorTaps(z[first*l.ZPitch+lo:], x[first*l.XPitch+lo:], l, at, f[lo:], n)
	})
}

//go:noinline
func callVectorTaps[T lineFloat](z, x []T, l Lines, at []int, f []T, fPitch int) {
	lineVectorTaps(sizeOf[T](), first(z), first(x), l.N, l.Count, pitchOf[T](l.ZPitch), pitchOf[T](l.XPitch),
		unsafe.SliceData(at), first(f), pitchOf[T](fPitch), len(at))
}

func vectorLoop[T lineFloat](z, x []T, l Lines, at []int, f []T) {
	for i := range l.Count {
		line := z[i*l.ZPitch:][:l.N]
		clear(line)
		for k, from := range at {
			factors, values := f[k*l.N:][:l.N], x[i*l.XPitch+from:][:l.N]
			for j, v := range values {
				line[j] += factors[j] * v
			}
		}
	}
}

// CanFold reports whether FoldTaps is faster than loops over the lines at each tap.
func CanFold() bool { return haveLines }

// FoldTaps stores in the lines of z the greatest of the elements at the taps of x's lines, at places behind the first of each, or if sum says
// so their sum, from the first tap to the last. The greatest is NaN where one is, and +0 is greater than −0. No lines of z overlap one another, or x.
func FoldTaps[T lineFloat](z, x []T, l Lines, at []int, sum bool) {
	if l.N <= 0 || l.Count <= 0 {
		return
	}
	if slices.Min(at) < 0 {
		panic("simd: taps before the lines")
	}
	l.check(len(z), len(x), slices.Max(at)+l.N)
	bytes := make([]int, 0, 16)
	for _, from := range at {
		bytes = append(bytes, from*sizeOf[T]())
	}
	inPieces(l, len(at), func(first, lo int, l Lines) {
		callFold(z[first*l.ZPitch+lo:], x[first*l.XPitch+lo:], l, bytes, sum)
	})
}

//go:noinline
func callFold[T lineFloat](z, x []T, l Lines, at []int, sum bool) {
	if !haveLines {
		foldLoop(z, x, l, at, sum)
		return
	}
	lineFold(sizeOf[T](), sum, first(z), first(x), l.N, l.Count, pitchOf[T](l.ZPitch), pitchOf[T](l.XPitch), unsafe.SliceData(at), len(at))
}

func foldLoop[T lineFloat](z, x []T, l Lines, at []int, sum bool) {
	for i := range l.Count {
		for j := range l.N {
			from := x[i*l.XPitch+j:]
			v := from[at[0]/sizeOf[T]()]
			for _, b := range at[1:] {
				if w := from[b/sizeOf[T]()]; sum {
					v += w
				} else {
					v = max(v, w)
				}
			}
			z[i*l.ZPitch+j] = v
		}
	}
}

// inPieces calls f with parts of lines which take so many steps for each element that none takes long: the first of its lines, and the element of these.
// Parts are of about one length: none has no more than shortLine elements, unless the line has.
func inPieces(l Lines, steps int, f func(first, lo int, l Lines)) {
	piece := max(tapPiece/steps, 64)
	if pieces := (l.N + piece - 1) / piece; pieces > 1 {
		for i := range l.Count {
			for k := range pieces {
				lo, hi := k*l.N/pieces, (k+1)*l.N/pieces
				f(i, lo, Lines{hi - lo, 1, l.ZPitch, l.XPitch})
			}
		}
		return
	}
	most := max(piece/l.N, 1)
	for i := 0; i < l.Count; i += most {
		f(i, 0, Lines{l.N, min(most, l.Count-i), l.ZPitch, l.XPitch})
	}
}

// tapPiece is how many products one call of assembly makes, at most, but for one register of a line's sums.
const tapPiece = 1 << 18

func sumTaps[T lineFloat](z, x []T, l Lines, taps *Taps, f []T) {
	inPieces(l, len(taps.at), func(first, lo int, l Lines) {
		callTaps(z[first*l.ZPitch+lo:], x[first*l.XPitch+lo:], l, taps, f)
	})
}

//go:noinline
func callTaps[T lineFloat](z, x []T, l Lines, taps *Taps, f []T) {
	size, zPitch, xPitch := sizeOf[T](), pitchOf[T](l.ZPitch), pitchOf[T](l.XPitch)
	if l.Count > 1 && taps.side > 0 && taps.pitch == l.XPitch && hasGrid(taps.side, size, l.N) {
		lineGrid(taps.side, size, first(z), first(x[taps.at[0]:]), l.N, l.Count, zPitch, xPitch, first(f))
		return
	}
	lineTaps(size, first(z), first(x), l.N, l.Count, zPitch, xPitch, unsafe.SliceData(taps.at), first(f), len(taps.at))
}

// AddTimes4 adds to z the four lines that begin at x and are stride apart, each times its f.
func AddTimes4[T lineFloat](z []T, f *[4]T, x []T, stride int) {
	n := len(z)
	x = x[:3*stride+n]
	if !haveLines || n == 0 {
		for i, v := range f {
			addLoop(z, v, x[i*stride:i*stride+n])
		}
		return
	}
	if n <= linePiece {
		lineAdd4(sizeOf[T](), first(z), first(x), pitchOf[T](stride), n, (*byte)(unsafe.Pointer(f)))
		return
	}
	for lo := 0; lo < n; lo += linePiece {
		callAdd4(z[lo:min(lo+linePiece, n)], f, x[lo:], stride)
	}
}

//go:noinline
func callAdd4[T lineFloat](z []T, f *[4]T, x []T, stride int) {
	lineAdd4(sizeOf[T](), first(z), first(x), pitchOf[T](stride), len(z), (*byte)(unsafe.Pointer(f)))
}

// DotAddTimes4 is [AddTimes4] and [Dot4] of the same lines, which are read once. z is as long as y, and nowhere
// in x or y.
func DotAddTimes4[T lineFloat](z []T, f *[4]T, x []T, stride int, y []T) (sums [4]T) {
	n := len(y)
	z, x = z[:n], x[:3*stride+n]
	if !haveLines || n == 0 {
		sums = Dot4(x, stride, y)
		AddTimes4(z, f, x, stride)
		return sums
	}
	for lo := 0; lo < n; lo += linePiece {
		hi := min(lo+linePiece, n)
		part := callDotAdd4(z[lo:hi], f, x[lo:], stride, y[lo:hi])
		for i, v := range part {
			sums[i] += v
		}
	}
	return sums
}

//go:noinline
func callDotAdd4[T lineFloat](z []T, f *[4]T, x []T, stride int, y []T) (sums [4]T) {
	lineDotAdd4(sizeOf[T](), first(z), first(x), pitchOf[T](stride), first(y), len(y), (*byte)(unsafe.Pointer(f)), (*byte)(unsafe.Pointer(&sums)))
	return sums
}

// Rotate sets x to c·x + s·y and y to c·y − s·x.
func Rotate[T lineFloat](x, y []T, c, s T) {
	y = y[:len(x)]
	if !haveLines || len(x) <= shortLine {
		for i, a := range x {
			b := y[i]
			x[i], y[i] = c*a+s*b, c*b-s*a
		}
		return
	}
	f := [2]T{c, s}
	for len(x) > linePiece {
		callRotate(x[:linePiece], y, &f)
		x, y = x[linePiece:], y[linePiece:]
	}
	callRotate(x, y, &f)
}

//go:noinline
func callRotate[T lineFloat](x, y []T, f *[2]T) {
	lineRotate(sizeOf[T](), first(x), first(y), len(x), (*byte)(unsafe.Pointer(f)))
}

// Scale multiplies z by f.
func Scale[T lineFloat](z []T, f T) {
	if !haveLines || len(z) <= shortLine {
		for i := range z {
			z[i] *= f
		}
		return
	}
	for len(z) > linePiece {
		callScale(z[:linePiece], f)
		z = z[linePiece:]
	}
	callScale(z, f)
}

//go:noinline
func callScale[T lineFloat](z []T, f T) {
	lineScale(sizeOf[T](), first(z), len(z), (*byte)(unsafe.Pointer(&f)))
}

// Normalize stores (x − mean)·factor + offset of each element in z, which is as long as x, each step rounded.
func Normalize[T lineFloat](z, x []T, mean, factor, offset T) {
	x = x[:len(z)]
	if !haveLines || len(z) <= shortLine {
		for i, v := range x {
			z[i] = T(T(v-mean)*factor) + offset
		}
		return
	}
	f := [3]T{mean, factor, offset}
	for len(z) > linePiece {
		callNormalize(z[:linePiece], x, &f)
		z, x = z[linePiece:], x[linePiece:]
	}
	callNormalize(z, x, &f)
}

//go:noinline
func callNormalize[T lineFloat](z, x []T, f *[3]T) {
	lineNormalize(sizeOf[T](), first(z), first(x), len(z), (*byte)(unsafe.Pointer(f)))
}

// Divide divides z by f.
func Divide[T lineFloat](z []T, f T) {
	if !haveLines || len(z) <= shortLine {
		for i := range z {
			z[i] /= f
		}
		return
	}
	for len(z) > linePiece {
		callDivideBy(z[:linePiece], f)
		z = z[linePiece:]
	}
	callDivideBy(z, f)
}

//go:noinline
func callDivideBy[T lineFloat](z []T, f T) {
	lineDivide(sizeOf[T](), first(z), len(z), (*byte)(unsafe.Pointer(&f)))
}

// MaxAbs returns the greatest magnitude of x, or 0. What is NaN is left out.
func MaxAbs[T lineFloat](x []T) (most T) {
	if !haveLines || len(x) <= shortLine {
		for _, v := range x {
			if v < 0 {
				v = -v
			}
			if v > most {
				most = v
			}
		}
		return most
	}
	for len(x) > linePiece {
		most = max(most, callMaxAbs(x[:linePiece]))
		x = x[linePiece:]
	}
	return max(most, callMaxAbs(x))
}

//go:noinline
func callMaxAbs[T lineFloat](x []T) (most T) {
	lineMaxAbs(sizeOf[T](), first(x), len(x), (*byte)(unsafe.Pointer(&most)))
	return most
}

// RationalSums returns the sums of u·u/(x − t) and of the squares of u/(x − t).
func RationalSums(x, u []float64, t float64) (sum, squares float64) {
	u = u[:len(x)]
	if !haveLines || len(x) <= shortLine {
		for i, v := range x {
			q := u[i] / (v - t)
			sum += u[i] * q
			squares += q * q
		}
		return sum, squares
	}
	for len(x) > linePiece {
		s := callRationalSums(x[:linePiece], u, t)
		sum, squares = sum+s[0], squares+s[1]
		x, u = x[linePiece:], u[linePiece:]
	}
	s := callRationalSums(x, u, t)
	return sum + s[0], squares + s[1]
}

//go:noinline
func callRationalSums(x, u []float64, t float64) (sums [2]float64) {
	lineRationalSums(first(x), first(u), len(x), (*byte)(unsafe.Pointer(&t)), (*byte)(unsafe.Pointer(&sums)))
	return sums
}

// Quotients sets z to x/z.
func Quotients(z, x []float64) {
	x = x[:len(z)]
	if !haveLines || len(z) <= shortLine {
		for i, v := range x {
			z[i] = v / z[i]
		}
		return
	}
	for len(z) > linePiece {
		callQuotients(z[:linePiece], x)
		z, x = z[linePiece:], x[linePiece:]
	}
	callQuotients(z, x)
}

//go:noinline
func callQuotients(z, x []float64) { lineQuotients(first(z), first(x), len(z)) }

// MultiplyQuotients multiplies z by x/y.
func MultiplyQuotients(z, x, y []float64) {
	x, y = x[:len(z)], y[:len(z)]
	if !haveLines || len(z) <= shortLine {
		for i, v := range x {
			z[i] *= v / y[i]
		}
		return
	}
	for len(z) > linePiece {
		callMultiplyQuotients(z[:linePiece], x, y)
		z, x, y = z[linePiece:], x[linePiece:], y[linePiece:]
	}
	callMultiplyQuotients(z, x, y)
}

//go:noinline
func callMultiplyQuotients(z, x, y []float64) {
	lineMultiplyQuotients(first(z), first(x), first(y), len(z))
}
