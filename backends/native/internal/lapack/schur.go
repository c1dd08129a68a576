package lapack

import (
	"math"
	"math/cmplx"
)

// Schur makes a square matrix Z·T·Zᴴ. T, in a, is upper triangular; for a real matrix quasi-triangular: a conjugate pair of
// eigenvalues is a 2×2 block, whose two diagonal elements are equal and whose other two have opposite signs.
// values are its eigenvalues in the order of the diagonal, that with the positive imaginary part first. z.Data
// may be nil. It reports whether the iteration converged.
func Schur[T Scalar](w *Work, a, z Matrix[T], values []complex128) (converged bool) {
	most, finite := largestOf(a)
	if !finite {
		nan := Narrow[T](complex(math.NaN(), 0))
		a.fill(nan)
		if z.Data != nil {
			z.fill(nan)
		}
		fillComplexNaN(values)
		return true
	}
	f := scaleFor[T](most)
	scaleMatrix(a, f)
	converged = schur(w, a, z, values, true)
	scaleMatrix(a, 1/f)
	scaleWide(values, complex(1/f, 0))
	return converged
}

// scaleMatrix multiplies a by a power of two.
func scaleMatrix[T Scalar](a Matrix[T], f float64) {
	if f == 1 {
		return
	}
	for i := range a.Rows {
		scaleWide(a.Row(i), complex(f, 0))
	}
}

func fillComplexNaN(x []complex128) {
	for i := range x {
		x[i] = complex(math.NaN(), math.NaN())
	}
}

// schur is Schur of finite numbers; without whole, only the values are computed.
func schur[T Scalar](w *Work, a, z Matrix[T], values []complex128, whole bool) bool {
	defer w.release(w.mark())
	n := a.Rows
	if n == 0 {
		return true
	}
	tau := takeLine[T](w, n-1)
	Hessenberg(w, a, tau)
	if z.Data != nil {
		HessenbergQ(w, z, a, tau)
	} else {
		clearBelow(a)
	}
	switch h := any(a).(type) {
	case Matrix[float32]:
		return (&realQR[float32]{w: w, h: h, z: any(z).(Matrix[float32]), values: values, whole: whole}).run()
	case Matrix[float64]:
		return (&realQR[float64]{w: w, h: h, z: any(z).(Matrix[float64]), values: values, whole: whole}).run()
	case Matrix[complex64]:
		return (&complexQR[complex64]{w: w, h: h, z: any(z).(Matrix[complex64]), values: values, whole: whole}).run()
	case Matrix[complex128]:
		return (&complexQR[complex128]{w: w, h: h, z: any(z).(Matrix[complex128]), values: values, whole: whole}).run()
	}
	return false
}

// stepsPerValue is how many steps one eigenvalue may take.
const stepsPerValue = 300

// manySteps is more than eigenvalues take that can be told apart.
const manySteps = 40

// subdiagonal returns the least l such that no subdiagonal element of rows l+1 … i is negligible
// (Ahues and Tisseur, LAPACK Working Note 122), and sets the one of row l to 0. After many steps what is small relative to its
// neighbours is negligible: eigenvalues that differ by less than rounding keep their places for ever.
func subdiagonal[T Scalar](h Matrix[T], i, step int) int {
	at := func(i, j int) complex128 { return Wide(h.At(i, j)) }
	n := h.Rows
	eps := Epsilon[T]()
	small := tiny[T]() * float64(n) / eps
	l := i
	for ; l > 0; l-- {
		sub := sizeOf(at(l, l-1))
		if sub <= small {
			break
		}
		here, above := sizeOf(at(l, l)), sizeOf(at(l-1, l-1))
		sum := here + above
		if sum == 0 {
			if l >= 2 {
				sum += sizeOf(at(l-1, l-2))
			}
			if l+1 < n {
				sum += sizeOf(at(l+1, l))
			}
		}
		if sub > eps*sum {
			continue
		}
		if step >= manySteps {
			break
		}
		sup, diff := sizeOf(at(l-1, l)), sizeOf(at(l-1, l-1)-at(l, l))
		ab, ba := max(sub, sup), min(sub, sup)
		aa, bb := max(here, diff), min(here, diff)
		s := aa + ab
		if ba*(ab/s) <= max(small, eps*(bb*(aa/s))) {
			break
		}
	}
	if l > 0 {
		h.Set(l, l-1, 0)
	}
	return l
}

// A realQR is the double-shift QR algorithm (Francis) on an upper Hessenberg matrix.
type realQR[F Real] struct {
	w      *Work
	h, z   Matrix[F]
	values []complex128
	whole  bool
}

func (q *realQR[F]) at(i, j int) float64 { return float64(q.h.At(i, j)) }

func (q *realQR[F]) run() bool {
	if q.h.Rows <= multishiftFrom {
		return q.doubleShift(q.h.Rows - 1)
	}
	return q.multishift()
}

// doubleShift is run for rows 0 … i.
func (q *realQR[F]) doubleShift(i int) bool {
	for i >= 0 {
		l := 0
		found := false
		for step := range stepsPerValue {
			q.w.check()
			if l = subdiagonal(q.h, i, step); l >= i-1 {
				found = true
				break
			}
			q.step(l, i, step)
		}
		switch {
		case !found:
			return false
		case l == i:
			q.values[i] = complex(q.at(i, i), 0)
		default:
			q.block(i)
		}
		i = l - 1
	}
	return true
}

// shifts returns two shifts, which are real or conjugates.
func (q *realQR[F]) shifts(l, i, step int) (r1, i1, r2, i2 float64) {
	a, b, c, d := q.at(i-1, i-1), q.at(i-1, i), q.at(i, i-1), q.at(i, i)
	switch {
	case step%20 == 10: // what has not converged for long may go round in circles
		s := math.Abs(q.at(l+1, l)) + math.Abs(q.at(l+2, l+1))
		a = 0.75*s + q.at(l, l)
		b, c, d = -0.4375*s, s, a
	case step%20 == 0 && step > 0:
		s := math.Abs(q.at(i, i-1)) + math.Abs(q.at(i-1, i-2))
		a = 0.75*s + q.at(i, i)
		b, c, d = -0.4375*s, s, a
	}
	s := math.Abs(a) + math.Abs(b) + math.Abs(c) + math.Abs(d)
	if s == 0 {
		return 0, 0, 0, 0
	}
	a, b, c, d = a/s, b/s, c/s, d/s
	half := (a + d) / 2
	det := (a-half)*(d-half) - b*c
	root := math.Sqrt(math.Abs(det))
	if det >= 0 {
		return half * s, root * s, half * s, -root * s
	}
	r1, r2 = half+root, half-root
	if math.Abs(r1-d) > math.Abs(r2-d) {
		r1 = r2
	}
	return r1 * s, 0, r1 * s, 0
}

// start returns the first column of the shifted product for rows m … m+2, scaled.
func (q *realQR[F]) start(m int, r1, i1, r2, i2 float64) [3]float64 {
	a, sub := q.at(m, m), q.at(m+1, m)
	s := math.Abs(a-r2) + math.Abs(i2) + math.Abs(sub)
	if s == 0 {
		return [3]float64{1, 0, 0}
	}
	t := sub / s
	v := [3]float64{
		t*q.at(m, m+1) + (a-r1)*((a-r2)/s) - i1*(i2/s),
		t * (a + q.at(m+1, m+1) - r1 - r2),
		t * q.at(m+2, m+1),
	}
	if s = math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2]); s == 0 {
		return [3]float64{1, 0, 0}
	}
	return [3]float64{v[0] / s, v[1] / s, v[2] / s}
}

// step does a double step on rows l … i.
func (q *realQR[F]) step(l, i, step int) {
	n := q.h.Rows
	from, to := l, i+1
	if q.whole {
		from, to = 0, n
	}
	r1, i1, r2, i2 := q.shifts(l, i, step)
	m := i - 2
	v := q.start(m, r1, i1, r2, i2)
	for ; m > l; m-- {
		around := math.Abs(q.at(m-1, m-1)) + math.Abs(q.at(m, m)) + math.Abs(q.at(m+1, m+1))
		if math.Abs(q.at(m, m-1))*(math.Abs(v[1])+math.Abs(v[2])) <= Epsilon[F]()*math.Abs(v[0])*around {
			break
		}
		v = q.start(m-1, r1, i1, r2, i2)
	}
	for k := m; k < i; k++ {
		count := min(3, i-k+1)
		if k > m {
			v = [3]float64{q.at(k, k-1), q.at(k+1, k-1), 0}
			if count == 3 {
				v[2] = q.at(k+2, k-1)
			}
		}
		beta, tau := shortReflector(v[0], v[1:count])
		switch {
		case k > m:
			q.h.Set(k, k-1, F(beta))
			for j := 1; j < count; j++ {
				q.h.Set(k+j, k-1, 0)
			}
		case m > l:
			q.h.Set(k, k-1, F(q.at(k, k-1)*(1-tau)))
		}
		if count < 3 {
			v[2] = 0
		}
		q.reflect(k, count, F(tau), F(v[1]), F(v[2]), from, min(k+4, i+1), to)
	}
}

// reflect applies I − tau·v·vᵀ, v = (1, v1, v2), to rows k … up to column to, to the columns k … of rows from … below,
// and to those of z.
func (q *realQR[F]) reflect(k, count int, tau, v1, v2 F, from, below, to int) {
	t1 := tau * v1
	x, y := q.h.Row(k)[k:to], q.h.Row(k + 1)[k:to]
	if count == 2 {
		reflectRows2(x, y, tau, v1)
		reflectTwo(q.h.Part(from, below, k, k+2), tau, v1, t1)
		if q.z.Data != nil {
			reflectTwo(q.z.Part(0, q.z.Rows, k, k+2), tau, v1, t1)
		}
		return
	}
	u := q.h.Row(k + 2)[k:to]
	reflectRows3(x, y, u, tau, v1, v2)
	reflectThree(q.h.Part(from, below, k, k+3), tau, v1, v2)
	if q.z.Data != nil {
		reflectThree(q.z.Part(0, q.z.Rows, k, k+3), tau, v1, v2)
	}
}

func reflectTwo[F Real](a Matrix[F], tau, v1, t1 F) {
	for d := a.Data; len(d) >= 2; d = d[min(a.Stride, len(d)):] {
		r := d[:2:2]
		s := r[0] + v1*r[1]
		r[0] -= s * tau
		r[1] -= s * t1
	}
}

func reflectThree[F Real](a Matrix[F], tau, v1, v2 F) {
	t1, t2 := tau*v1, tau*v2
	for d := a.Data; len(d) >= 3; d = d[min(a.Stride, len(d)):] {
		r := d[:3:3]
		s := r[0] + v1*r[1] + v2*r[2]
		r[0] -= s * tau
		r[1] -= s * t1
		r[2] -= s * t2
	}
}

// block makes the 2×2 block that ends in row i what Schur says, and sets its values.
func (q *realQR[F]) block(i int) {
	n := q.h.Rows
	from, to := i-1, i+1
	if q.whole {
		from, to = 0, n
	}
	b := standardBlock(q.at(i-1, i-1), q.at(i-1, i), q.at(i, i-1), q.at(i, i), Epsilon[F]())
	q.values[i-1], q.values[i] = complex(float64(F(b.a)), b.im), complex(float64(F(b.d)), -b.im)
	rotate(q.h.Row(i - 1)[i+1:to], q.h.Row(i)[i+1:to], F(b.cos), F(b.sin))
	turnColumnsOf(q.h.Part(from, i-1, i-1, i+1), F(b.cos), F(b.sin))
	if q.z.Data != nil {
		turnColumnsOf(q.z.Part(0, n, i-1, i+1), F(b.cos), F(b.sin))
	}
	q.h.Set(i-1, i-1, F(b.a))
	q.h.Set(i-1, i, F(b.b))
	q.h.Set(i, i-1, F(b.c))
	q.h.Set(i, i, F(b.d))
}

func turnColumnsOf[F Real](a Matrix[F], c, s F) {
	for d := a.Data; len(d) >= 2; d = d[min(a.Stride, len(d)):] {
		r := d[:2:2]
		r[0], r[1] = c*r[0]+s*r[1], c*r[1]-s*r[0]
	}
}

// A block2 is a 2×2 matrix with rows (a, b) and (c, d), the rotation that made it, and the imaginary part of its values.
type block2 struct{ a, b, c, d, cos, sin, im float64 }

// standardBlock turns a 2×2 matrix into a triangle, or, if its values are not real, into one with a = d and b·c < 0.
func standardBlock(a, b, c, d, eps float64) block2 {
	sign := func(x float64) float64 { return math.Copysign(1, x) }
	switch {
	case c == 0:
		return block2{a, b, 0, d, 1, 0, 0}
	case b == 0:
		return block2{d, -c, 0, a, 0, 1, 0}
	case a == d && sign(b) != sign(c):
		return block2{a, b, c, d, 1, 0, math.Sqrt(math.Abs(b)) * math.Sqrt(math.Abs(c))}
	}
	diff := a - d
	p := diff / 2
	most, least := max(math.Abs(b), math.Abs(c)), min(math.Abs(b), math.Abs(c))*sign(b)*sign(c)
	size := max(math.Abs(p), most)
	z := p/size*p + most/size*least
	if z >= 4*eps {
		z = p + math.Copysign(math.Sqrt(size)*math.Sqrt(z), p)
		tau := math.Hypot(c, z)
		return block2{d + z, b - c, 0, d - most/z*least, z / tau, c / tau, 0}
	}
	sigma := b + c
	tau := math.Hypot(sigma, diff)
	cs := math.Sqrt((1 + math.Abs(sigma)/tau) / 2)
	sn := -(p / (tau * cs)) * sign(sigma)
	a1, b1, c1, d1 := a*cs+b*sn, b*cs-a*sn, c*cs+d*sn, d*cs-c*sn
	a, b, c, d = a1*cs+c1*sn, b1*cs+d1*sn, c1*cs-a1*sn, d1*cs-b1*sn
	a = (a + d) / 2
	r := block2{a, b, c, a, cs, sn, 0}
	switch {
	case c == 0:
	case b == 0:
		r.b, r.c, r.cos, r.sin = -c, 0, -sn, cs
	case sign(b) == sign(c):
		rb, rc := math.Sqrt(math.Abs(b)), math.Sqrt(math.Abs(c))
		p = math.Copysign(rb*rc, c)
		t := 1 / math.Sqrt(math.Abs(b+c))
		r.a, r.d, r.b, r.c = a+p, a-p, b-c, 0
		r.cos, r.sin = cs*rb*t-sn*rc*t, cs*rc*t+sn*rb*t
	default:
		r.im = math.Sqrt(math.Abs(b)) * math.Sqrt(math.Abs(c))
	}
	return r
}

// A complexQR is the single-shift QR algorithm on an upper Hessenberg matrix.
type complexQR[C Complex] struct {
	w      *Work
	h, z   Matrix[C]
	values []complex128
	whole  bool
}

func (q *complexQR[C]) at(i, j int) complex128 { return complex128(q.h.At(i, j)) }

func (q *complexQR[C]) run() bool {
	for i := q.h.Rows - 1; i >= 0; i-- {
		found := false
		for step := range stepsPerValue {
			q.w.check()
			l := subdiagonal(q.h, i, step)
			if l == i {
				found = true
				break
			}
			q.step(l, i, step)
		}
		if !found {
			return false
		}
		q.values[i] = q.at(i, i)
	}
	return true
}

// shift returns that value of the last 2×2 block of rows l … i which is closer to the last element (Wilkinson).
func (q *complexQR[C]) shift(l, i, step int) complex128 {
	switch {
	case step%20 == 10:
		return complex(0.75*sizeOf(q.at(l+1, l)), 0) + q.at(l, l)
	case step%20 == 0 && step > 0:
		return complex(0.75*sizeOf(q.at(i, i-1)), 0) + q.at(i, i)
	}
	t := q.at(i, i)
	u := cmplx.Sqrt(q.at(i-1, i)) * cmplx.Sqrt(q.at(i, i-1))
	s := sizeOf(u)
	if s == 0 {
		return t
	}
	x := (q.at(i-1, i-1) - t) / 2
	sx := sizeOf(x)
	s = max(s, sx)
	r := complex(s, 0)
	y := r * cmplx.Sqrt(x/r*(x/r)+u/r*(u/r))
	if sx > 0 && real(x/complex(sx, 0))*real(y)+imag(x/complex(sx, 0))*imag(y) < 0 {
		y = -y
	}
	return t - u*(u/(x+y))
}

// step does a step on rows l … i with plane rotations.
func (q *complexQR[C]) step(l, i, step int) {
	n := q.h.Rows
	from, to := l, i+1
	if q.whole {
		from, to = 0, n
	}
	t := q.shift(l, i, step)
	m := i - 1
	for ; m > l; m-- { // where two small elements follow one another, the step can begin
		d, sub := sizeOf(q.at(m, m)-t), sizeOf(q.at(m+1, m))
		if s := d + sub; s == 0 || sizeOf(q.at(m, m-1))*(sub/s) <= Epsilon[C]()*(d/s*(sizeOf(q.at(m, m))+sizeOf(q.at(m+1, m+1)))) {
			break
		}
	}
	x, y := q.at(m, m)-t, q.at(m+1, m)
	for k := m; k < i; k++ {
		if k > m {
			x, y = q.at(k, k-1), q.at(k+1, k-1)
		}
		c, s, r := complexRotation(x, y)
		switch {
		case k > m:
			q.h.Set(k, k-1, C(r))
			q.h.Set(k+1, k-1, 0)
		case m > l:
			q.h.Set(k, k-1, C(complex(c, 0))*q.h.At(k, k-1))
		}
		cc, sc, sd := C(complex(c, 0)), C(s), C(cmplx.Conj(s))
		a, b := q.h.Row(k)[k:to], q.h.Row(k + 1)[k:to]
		for j, u := range a {
			v := b[j]
			a[j], b[j] = cc*u+sc*v, cc*v-sd*u
		}
		turnComplexColumns(q.h.Part(from, min(k+3, i+1), k, k+2), cc, sc, sd)
		if q.z.Data != nil {
			turnComplexColumns(q.z.Part(0, n, k, k+2), cc, sc, sd)
		}
	}
}

// complexRotation returns c, real, s and r with c·x + s·y = r and c·y − conj(s)·x = 0.
func complexRotation(x, y complex128) (c float64, s, r complex128) {
	ax, ay := cmplx.Abs(x), cmplx.Abs(y)
	if ay == 0 {
		return 1, 0, x
	}
	if ax == 0 {
		return 0, cmplx.Conj(y) / complex(ay, 0), complex(ay, 0)
	}
	h := math.Hypot(ax, ay)
	phase := x / complex(ax, 0)
	return ax / h, phase * cmplx.Conj(y/complex(h, 0)), phase * complex(h, 0)
}

// turnComplexColumns multiplies the two columns of a from the right by the conjugate transpose of the rotation.
func turnComplexColumns[C Complex](a Matrix[C], c, s, sd C) {
	for i := range a.Rows {
		r := a.Row(i)
		u, v := r[0], r[1]
		r[0], r[1] = c*u+sd*v, c*v-s*u
	}
}
