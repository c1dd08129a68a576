package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// classes returns the mask of the elements of some classes, as VFPCLASSPS names them.
func classes(a vec, which uint64) mask {
	m := make(mask, unroll)
	for j := range m {
		k := K()
		VFPCLASSPSZ(Imm(which), a[j], k)
		m[j] = k
	}
	return m
}

const (
	notANumber = 0x81
	zeros      = 0x06
	infinities = 0x18
)

// pow32 is 2**(y*log2(|x|)) in float32's own arithmetic, for AVX-512: the logarithm is a sum of two to some 2**-33 of itself.
func pow32() form {
	l := &logarithm32{unit: bigLn2}
	var hi, lo *table
	return form{md: float32s, unroll: 1, hold: 14, before: func() {
		l.load("2")
		hi, lo = hilo("math32Exp", powers(16))
		preload(hi, lo)
	}, body: func(x, y vec) (vec, mask) {
		integer := func(a vec) vec {
			return one(func(a, z Op) { VRNDSCALEPS(Imm(8), a, z) }, a)
		}
		negative := signs(x)
		half := mul(y, 0.5)
		odd := both(negative, compare(integer(half), notEqual, half)) // or a fraction
		bad := any2(any2(classes(x, notANumber|zeros|infinities), classes(y, notANumber|infinities)),
			both(negative, compare(integer(y), notEqual, y)))

		a := abs(x)
		m := one(func(a, z Op) { VGETMANTPS(Imm(8), a, z) }, a)
		k := one(func(a, z Op) { VGETEXPPS(a, z) }, a)
		index := right(m, 18)
		r := fms(l.inv.lookup(index), m, 1.0)
		h := add(l.hi.lookup(index), k)
		// log2(1+r) is r/log(2) - r*r/(2*log(2)) + r**3*w, the first two terms in two parts
		u := parts(quo(n(1), bigLn2), 2, true)
		v := parts(quo(n(-0.5), bigLn2), 2, true)
		w := horner(r, floats(fit(func(r num) num {
			s := minus(bigLog(plus(n(1), r)), minus(r, quo(times(r, r), n(2))))
			return quo(s, times(times(times(r, r), r), bigLn2))
		}, -0.0313, 1./31.5, 3)))
		r2 := mul(r, r)
		low := fma(w, mul(r2, r), l.lo.lookup(index))
		low = acc(low, r2, v[1])
		low = acc(low, fms(copyOf(r), r, r2), v[0])
		first := mul(r, u[0])
		low = add(low, fms(value(u[0]), r, first))
		low = acc(low, r, u[1])
		second := mul(r2, v[0])
		low = add(low, fms(r2, shared(v[0]), second))
		s := add(h, first)
		low = add(low, add(sub(h, s), first))
		t := add(s, second)
		low = add(low, add(sub(s, t), second))
		// times y, 2 to that
		p := mul(t, y)
		f := fma(low, y, fms(t, y, p))
		p = least(160.0, greatest(-160.0, p))
		z := add(p, magic32/16)
		k = sub(z, magic32/16)
		f = add(sub(p, k), f)
		// where p is far beyond the range, f is anything
		f = binary(opMax, binary(opMin, f, shared(1./16)), shared(-1./16))
		q := floats(fit(func(f num) num { return quo(minus(bigExp(times(f, bigLn2)), n(1)), f) }, -1./32, 1./32, 2))
		e := hi.lookup(z)
		f = mul(fma(fma(value(q[2]), f, q[1]), f, q[0]), f)
		g := scale(add(e, fma(f, e, lo.lookup(z))), k)
		return choose(odd, negated(g), g), bad
	}}
}
