package libm

import "math"

// What both reductions of angles are by.
const (
	halfPi, halfPiRest = 1.5707963267948966, 6.123233995736766e-17
	// π/2 in four parts, of which the first two have few bits
	halfPi1 = 0x1.921fb58p0
	halfPi2 = -0x1.dde973cp-27
	halfPi3 = -0x1.cb3b398p-55
	halfPi4 = -0x1.d747f23e32ed7p-83
)

// The upper words of arguments between which they are reduced in different ways.
const (
	cosineIs1  = 0x3e400000 // 2**-27
	notReduced = 0x3feb6000 // 0.855
	lessThanPi = 0x400368fd // 2.43
)

// Sincos returns the sine and the cosine of x, which is in [0, 7], as the C library's sincos does. Which way an angle is reduced, its
// quadrant and signs are chosen by masks: branches on random angles would be mispredicted.
func Sincos(x float64) (sin, cos float64) {
	top := int64(math.Float64bits(x) >> 32)
	if top < cosineIs1 {
		return x, 1
	}
	n, a, rest := reduced(x)
	y := halfPi - x
	b := y + halfPiRest
	below := uint64((top - lessThanPi) >> 63) // all bits where x is reduced as π/2 − x, or not at all
	small := uint64((top - notReduced) >> 63)
	a = chosen(small, x, chosen(below, b, a))
	rest = chosen(below, y-b+halfPiRest, rest)
	rest = math.Float64frombits(math.Float64bits(rest) &^ small)

	quadrant := uint64(n) &^ below
	turned := -((quadrant | below&^small) & 1) // where the sine of x is the cosine of a
	s, c := sincosAt(a, rest)
	sin, cos = chosen(turned, c, s), chosen(turned, s, c)
	negative := (quadrant + 1) &^ below & 2
	return math.Float64frombits(math.Float64bits(sin) ^ quadrant&2<<62), math.Float64frombits(math.Float64bits(cos) ^ negative<<62)
}

// Cos returns the cosine of x, which is in [0, 7], as the C library's cos does: that of its sincos.
func Cos(x float64) float64 {
	_, cos := Sincos(x)
	return cos
}

// chosen returns x where the mask has all bits, and y where it has none.
func chosen(mask uint64, x, y float64) float64 {
	return math.Float64frombits(math.Float64bits(x)&mask | math.Float64bits(y)&^mask)
}

// reduced returns n, and x − n·π/2, which is close to 0, as a sum.
func reduced(x float64) (n int, a, rest float64) {
	turned := math.FMA(x, 2/math.Pi, 0x1.8p52)
	quarters := turned - 0x1.8p52
	y := math.FMA(-quarters, halfPi2, math.FMA(-quarters, halfPi1, x))
	b := math.FMA(-quarters, halfPi3, y)
	rest = math.FMA(-quarters, halfPi3, y-b)
	a = math.FMA(-quarters, halfPi4, b)
	rest += math.FMA(-quarters, halfPi4, b-a)
	return int(quarters), a, rest
}

// nearRow returns the row of sineRows that |x| is nearest to, and how far it is from it.
func nearRow(x float64) (row *[4]float64, from float64) {
	const shift = 0x1.8p45 // of which the last bit is 1/128
	near := math.Abs(x) + shift
	return &sineRows[uint32(math.Float64bits(near))], math.Abs(x) - (near - shift)
}

// sineRest returns what the sine of a number close to 0 is less than it, over its cube.
func sineRest(square float64) float64 {
	return math.FMA(square, 8.33333214285722277379541354343671e-03, -1.66666666666664880952546298448555e-01)
}

// cosineRest returns what the cosine of a number close to 0 is less than 1, over its square.
func cosineRest(square float64) float64 {
	const c2, c4, c6 = 4.99999999999999999999950396842453e-01, -4.16666666666664434524222570944589e-02, 1.38888874007937613028114285595617e-03
	return math.FMA(square, math.FMA(square, c6, c4), c2)
}

// sincosAt returns the sine and the cosine of x + rest, |x| < 0.8555.
func sincosAt(x, rest float64) (sin, cos float64) {
	row, from := nearRow(x)
	signed := math.Float64frombits(math.Float64bits(rest) ^ math.Float64bits(x)&(1<<63)) // turned where x is negative
	far := from + signed
	square := float64(far * far)
	s := math.FMA(float64(square*far), sineRest(square), far)
	c := float64(square * cosineRest(square))
	cos = row[2] + math.FMA(-row[0], s, math.FMA(-row[2], c, math.FMA(-s, row[1], row[3])))
	if math.Abs(x) < 0.126 {
		return smallSine(x, rest), cos
	}
	square = float64(from * from)
	s = from + math.FMA(float64(square*from), sineRest(square), signed)
	c = math.FMA(from, signed, float64(square*cosineRest(square)))
	return math.Copysign(row[0]+math.FMA(row[2], s, math.FMA(-row[0], c, math.FMA(s, row[3], row[1]))), x), cos
}

// smallSine returns the sine of x + rest, |x| < 0.126.
func smallSine(x, rest float64) float64 {
	const (
		s1, s2, s3 = -0x1.5555555555555p-3, 0x1.1111111110ecep-7, -0x1.a01a019db08b8p-13
		s4, s5     = 0x1.71de27b9a7ed9p-19, -0x1.addffc2fcdf59p-26
	)
	square := float64(x * x)
	p := math.FMA(math.FMA(math.FMA(math.FMA(s5, square, s4), square, s3), square, s2), square, s1)
	return x + math.FMA(math.FMA(p, x, float64(-0.5*rest)), square, rest)
}

// Acos returns the arc cosine of x, rounded correctly but for results that are within some 2**-40 units in the last place of the
// middle between two float64. The GNU C library rounds some results differently, so these are not its bits.
func Acos(x float64) float64 {
	if !(x > -1 && x < 1) {
		return math.Acos(x)
	}
	// One step of Newton's from a value that has all bits but the last.
	y := math.Acos(x)
	s, c := sincos(y)
	d := c.add(double{-x, 0})
	return y + (d.hi+d.lo)/s.hi
}
