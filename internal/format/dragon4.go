package format

import (
	"math"
	"math/big"
)

// dragon4 returns the digits of v, which is finite and positive, and the power of
// ten of the first: digit by digit with exact integers until they tell v from its
// neighbours in the dtype, but at least least and at most most digits (0 for no
// limit), the last one rounded. Zeros at the end are left out.
//
// It is the free-format algorithm of Steele and White ("How to print
// floating-point numbers accurately") as Burger and Dybvig put it ("Printing
// floating-point numbers quickly and accurately"). The limits are NumPy's.
func (f form) dragon4(dst []byte, v float64, least, most int) ([]byte, int) {
	fraction, e := math.Frexp(v)
	// The power of ten of the first digit, or one less: v is at least 2**(e-1). Not
	// from math.Log10, which on amd64 is wrong for subnormal numbers.
	exp := int(math.Floor(float64(e-1)*math.Log10(2) - 1e-9))
	mantissa, e := int64(fraction*(1<<53)), e-53
	subnormal := e+52 < f.minExp
	shift := 53 - f.bits
	if subnormal {
		shift = f.minExp - (f.bits - 1) - e
	}
	mantissa, e = mantissa>>shift, e+shift
	even := mantissa&1 == 0

	// value/scale is what remains of v, low/scale and high/scale are half the
	// distances to the neighbours, all of them powers of ten too large at first.
	value, scale := big.NewInt(mantissa<<2), big.NewInt(4)
	low, high := big.NewInt(2), big.NewInt(2)
	if fraction == 0.5 && !subnormal && e > f.minExp-(f.bits-1) {
		low.SetInt64(1)
	}
	if e > 0 {
		for _, x := range []*big.Int{value, low, high} {
			x.Lsh(x, uint(e))
		}
	} else {
		scale.Lsh(scale, uint(-e))
	}
	ten := big.NewInt(10)
	times := func(power int) {
		by := new(big.Int).Exp(ten, big.NewInt(int64(power)), nil)
		for _, x := range []*big.Int{value, low, high} {
			x.Mul(x, by)
		}
	}
	if exp < 0 {
		times(-exp)
	} else {
		scale.Mul(scale, new(big.Int).Exp(ten, big.NewInt(int64(exp)), nil))
	}
	if up := new(big.Int).Mul(scale, ten); value.Cmp(up) >= 0 {
		scale = up
		exp++
	}

	ds := dst[:0]
	digit, sum := new(big.Int), new(big.Int)
	for {
		digit.QuoRem(value, scale, value)
		d := byte('0' + digit.Int64())
		atLow, atHigh := value.Cmp(low), sum.Add(value, high).Cmp(scale)
		nearLow := atLow < 0 || even && atLow == 0
		nearHigh := atHigh > 0 || even && atHigh == 0
		ds = append(ds, d)
		if n := len(ds); n == most || n >= least && (nearLow || nearHigh) {
			up := nearHigh
			if nearLow == nearHigh {
				half := sum.Lsh(value, 1).Cmp(scale)
				up = half > 0 || half == 0 && d&1 == 1
			}
			if up {
				ds, exp = increment(ds, exp)
			}
			for len(ds) > 1 && ds[len(ds)-1] == '0' {
				ds = ds[:len(ds)-1]
			}
			return ds, exp
		}
		times(1)
	}
}

// increment adds one to the last digit.
func increment(ds []byte, exp int) ([]byte, int) {
	for len(ds) > 0 && ds[len(ds)-1] == '9' {
		ds = ds[:len(ds)-1]
	}
	if len(ds) == 0 {
		return append(ds, '1'), exp + 1
	}
	ds[len(ds)-1]++
	return ds, exp
}
