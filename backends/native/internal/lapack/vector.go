package lapack

import (
	"math"
	"math/cmplx"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// dot returns Σ x·y.
func dot[T Scalar](x, y []T) (s T) {
	switch p := any(&s).(type) {
	case *float32:
		*p = simd.Dot(any(x).([]float32), any(y).([]float32))
		return s
	case *float64:
		*p = simd.Dot(any(x).([]float64), any(y).([]float64))
		return s
	}
	y = y[:len(x)]
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// addTimes4 adds to z the four lines that begin at x and are stride apart, each times its f.
func addTimes4[T Scalar](z []T, f *[4]T, x []T, stride int) {
	switch z := any(z).(type) {
	case []float32:
		simd.AddTimes4(z, any(f).(*[4]float32), any(x).([]float32), stride)
		return
	case []float64:
		simd.AddTimes4(z, any(f).(*[4]float64), any(x).([]float64), stride)
		return
	}
	x0, x1, x2, x3 := x[:len(z)], x[stride:][:len(z)], x[2*stride:][:len(z)], x[3*stride:][:len(z)]
	for i := range z {
		z[i] += f[0]*x0[i] + f[1]*x1[i] + (f[2]*x2[i] + f[3]*x3[i])
	}
}

// dot4 returns Σ x·y for four lines x that are stride apart.
func dot4[T Scalar](x []T, stride int, y []T) (s [4]T) {
	switch p := any(&s).(type) {
	case *[4]float32:
		*p = simd.Dot4(any(x).([]float32), stride, any(y).([]float32))
		return s
	case *[4]float64:
		*p = simd.Dot4(any(x).([]float64), stride, any(y).([]float64))
		return s
	}
	for i := range s {
		s[i] = dot(x[i*stride:i*stride+len(y)], y)
	}
	return s
}

// dotAddTimes4 is addTimes4 and dot4 of the same lines.
func dotAddTimes4[T Scalar](z []T, f *[4]T, x []T, stride int, y []T) (s [4]T) {
	switch p := any(&s).(type) {
	case *[4]float32:
		*p = simd.DotAddTimes4(any(z).([]float32), any(f).(*[4]float32), any(x).([]float32), stride, any(y).([]float32))
		return s
	case *[4]float64:
		*p = simd.DotAddTimes4(any(z).([]float64), any(f).(*[4]float64), any(x).([]float64), stride, any(y).([]float64))
		return s
	}
	s = dot4(x, stride, y)
	addTimes4(z, f, x, stride)
	return s
}

// scale multiplies x by f.
func scale[T Scalar](x []T, f T) {
	switch x := any(x).(type) {
	case []float32:
		simd.Scale(x, any(f).(float32))
		return
	case []float64:
		simd.Scale(x, any(f).(float64))
		return
	}
	for i := range x {
		x[i] *= f
	}
}

// divide divides x by d.
func divide[T Scalar](x []T, d T) {
	switch x := any(x).(type) {
	case []float32:
		simd.Divide(x, any(d).(float32))
		return
	case []float64:
		simd.Divide(x, any(d).(float64))
		return
	}
	for i := range x {
		x[i] /= d
	}
}

// greatest returns the index of the first element of the greatest size.
func greatest[T Scalar](x []T) int {
	switch x := any(x).(type) {
	case []float32:
		return greatestOf(x)
	case []float64:
		return greatestOf(x)
	}
	p, most := 0, sizeOf(x[0])
	for i, v := range x {
		if s := sizeOf(v); s > most {
			p, most = i, s
		}
	}
	return p
}

func greatestOf[F Real](x []F) int {
	most := simd.MaxAbs(x)
	for i, v := range x {
		if v == most || v == -most {
			return i
		}
	}
	return 0 // all are NaN
}

// TransposeTo copies a to z, turned.
func (a Matrix[T]) TransposeTo(z Matrix[T]) {
	i := 0
	for ; i+8 <= a.Rows; i += 8 {
		r0, r1, r2, r3 := a.Row(i), a.Row(i+1), a.Row(i+2), a.Row(i+3)
		r4, r5, r6, r7 := a.Row(i+4), a.Row(i+5), a.Row(i+6), a.Row(i+7)
		n := len(r0)
		r1, r2, r3, r4, r5, r6, r7 = r1[:n], r2[:n], r3[:n], r4[:n], r5[:n], r6[:n], r7[:n]
		at := i
		for j, v := range r0 {
			to := (*[8]T)(z.Data[at:])
			to[0], to[1], to[2], to[3] = v, r1[j], r2[j], r3[j]
			to[4], to[5], to[6], to[7] = r4[j], r5[j], r6[j], r7[j]
			at += z.Stride
		}
	}
	for ; i < a.Rows; i++ {
		for j, v := range a.Row(i) {
			z.Data[j*z.Stride+i] = v
		}
	}
}

// conjugate conjugates x.
func conjugate[T Scalar](x []T) {
	switch x := any(x).(type) {
	case []complex64:
		for i, v := range x {
			x[i] = complex(real(v), -imag(v))
		}
	case []complex128:
		for i, v := range x {
			x[i] = complex(real(v), -imag(v))
		}
	}
}

// conj returns the conjugate of x.
func conj[T Scalar](x T) T {
	switch p := any(&x).(type) {
	case *complex64:
		*p = complex(real(*p), -imag(*p))
	case *complex128:
		*p = complex(real(*p), -imag(*p))
	}
	return x
}

// Wide returns x as a complex128.
func Wide[T Scalar](x T) complex128 {
	switch x := any(x).(type) {
	case float32:
		return complex(float64(x), 0)
	case float64:
		return complex(x, 0)
	case complex64:
		return complex128(x)
	case complex128:
		return x
	}
	panic("lapack: no such scalar")
}

// Narrow returns x as a T: its real part alone if T is real.
func Narrow[T Scalar](x complex128) (z T) {
	switch p := any(&z).(type) {
	case *float32:
		*p = float32(real(x))
	case *float64:
		*p = real(x)
	case *complex64:
		*p = complex64(x)
	case *complex128:
		*p = x
	}
	return z
}

func fromReal[T Scalar](x float64) T { return Narrow[T](complex(x, 0)) }

func realOf[T Scalar](x T) float64 { return real(Wide(x)) }

// sizeOf returns |Re x| + |Im x|.
func sizeOf[T Scalar](x T) float64 {
	v := Wide(x)
	return math.Abs(real(v)) + math.Abs(imag(v))
}

// scaleWide multiplies x by f, as numbers of twice the precision if T is single.
func scaleWide[T Scalar](x []T, f complex128) {
	switch x := any(x).(type) {
	case []float32:
		if g := float32(real(f)); math.Abs(real(f)) > 0x1p-90 && math.Abs(real(f)) < 0x1p90 {
			simd.Scale(x, g)
			return
		}
		for i, v := range x {
			x[i] = float32(float64(v) * real(f))
		}
	case []float64:
		simd.Scale(x, real(f))
	case []complex64:
		for i, v := range x {
			x[i] = complex64(complex128(v) * f)
		}
	case []complex128:
		for i := range x {
			x[i] *= f
		}
	}
}

// largest returns the greatest |Re| or |Im| of x, and whether all are finite.
func largest[T Scalar](x []T) (m float64, finite bool) {
	sum := 0.0 // NaN if one of x is not finite
	add := func(v float64) {
		m = max(m, math.Abs(v))
		sum += 0 * v
	}
	switch x := any(x).(type) {
	case []float32:
		for _, v := range x {
			add(float64(v))
		}
	case []float64:
		for _, v := range x {
			add(v)
		}
	case []complex64:
		for _, v := range x {
			add(float64(real(v)))
			add(float64(imag(v)))
		}
	case []complex128:
		for _, v := range x {
			add(real(v))
			add(imag(v))
		}
	}
	return m, sum == 0
}

// largestOf is largest of a matrix.
func largestOf[T Scalar](a Matrix[T]) (m float64, finite bool) {
	finite = true
	for i := range a.Rows {
		v, ok := largest(a.Row(i))
		m, finite = max(m, v), finite && ok
	}
	return m, finite
}

// norm returns the Euclidean norm of x, which does not overflow or underflow unless the result does.
func norm[T Scalar](x []T) float64 {
	switch x := any(x).(type) { // what neither overflows nor loses anything
	case []float32:
		if s := simd.Dot(x, x); s > 0x1p-90 && s < 0x1p120 {
			return math.Sqrt(float64(s))
		}
	case []float64:
		if s := simd.Dot(x, x); s > 0x1p-900 && s < 0x1p1000 {
			return math.Sqrt(s)
		}
	}
	f := 1.0
	if !single[T]() {
		m, finite := largest(x)
		if m == 0 || !finite {
			return m
		}
		if m < 0x1p-400 || m > 0x1p400 {
			_, e := math.Frexp(m)
			e = max(min(-e, 1000), -1000)
			f = math.Ldexp(1, e)
		}
	}
	s := 0.0
	switch x := any(x).(type) {
	case []float32:
		for _, v := range x {
			s += float64(v) * float64(v)
		}
	case []float64:
		for _, v := range x {
			v *= f
			s += v * v
		}
	case []complex64:
		for _, v := range x {
			re, im := float64(real(v)), float64(imag(v))
			s += re*re + im*im
		}
	case []complex128:
		for _, v := range x {
			re, im := real(v)*f, imag(v)*f
			s += re*re + im*im
		}
	}
	return math.Sqrt(s) / f
}

// reflector makes H = I − tau·v·vᴴ with Hᴴ·(alpha, x) = (beta, 0) and v = (1, x): it overwrites x with
// the rest of v and returns beta, which is real, and tau. tau is 0 if there is nothing to do.
func reflector[T Scalar](alpha T, x []T) (beta, tau T) {
	a := Wide(alpha)
	xn := norm(x)
	if xn == 0 && imag(a) == 0 {
		return alpha, 0
	}
	size := max(xn, math.Abs(real(a)), math.Abs(imag(a)))
	f := 1.0
	if !single[T]() && (size < 0x1p-960 || size > 0x1p1000) {
		f = 0x1p100
		if size > 1 {
			f = 0x1p-100
		}
		scaleWide(x, complex(f, 0))
		a *= complex(f, 0)
		xn = norm(x)
	}
	b := -math.Copysign(math.Hypot(cmplx.Abs(a), xn), real(a))
	t := complex((b-real(a))/b, -imag(a)/b)
	scaleWide(x, 1/(a-complex(b, 0)))
	return fromReal[T](b / f), Narrow[T](t)
}

// rotate sets x to c·x + s·y and y to c·y − s·x.
func rotate[F Real](x, y []F, c, s F) { simd.Rotate(x, y, c, s) }
