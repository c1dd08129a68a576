package random

import (
	"math/bits"
	"sync"
)

// Jump changes the state as NumPy's jumped does, once for each of the jumps, so that what follows does not overlap
// with what would have followed. The first jump of a program takes some tens of milliseconds, each other one some
// milliseconds.
//
// NumPy jumps 2**128 words on, but takes the state for a ring that begins at the next word, which it is not within a
// block of 624 words. So the result is not the state that 2**128 calls of Uint32 lead to; it is NumPy's.
//
// A step of the state is a linear map T of bits, so T to the power n is a polynomial of T: the remainder of x**n by the
// characteristic polynomial (H. Haramoto and others, "Efficient jump ahead for F2-linear random number
// generators", 2008).
func (m *MT19937) Jump(jumps int) {
	for range jumps {
		m.jump(jumpPolynomial())
	}
}

// jump applies the polynomial of T to the state as a ring that begins at the next word.
func (m *MT19937) jump(poly polynomial) {
	begin := m.used % mtSize
	var sum [mtSize]uint32 // a ring that begins at first
	first := begin
	step := func() {
		at := func(i int) uint32 {
			if i += first; i >= mtSize {
				i -= mtSize
			}
			return sum[i]
		}
		sum[first] = twist(sum[first], at(1), at(mtMiddle))
		if first++; first == mtSize {
			first = 0
		}
	}
	add := func() {
		i, j := first, begin
		for range mtSize {
			sum[i] ^= m.state[j]
			if i++; i == mtSize {
				i = 0
			}
			if j++; j == mtSize {
				j = 0
			}
		}
	}
	add()
	for i := poly.degree() - 1; i >= 0; i-- {
		step()
		if poly.bit(i) {
			add()
		}
	}
	m.state, m.used = sum, first
}

// A polynomial over the field of two elements; bit i of the words is the coefficient of x**i.
type polynomial []uint64

func (p polynomial) bit(i int) bool { return p[i/64]>>(i%64)&1 != 0 }

func (p polynomial) degree() int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] != 0 {
			return 64*i + bits.Len64(p[i]) - 1
		}
	}
	return -1
}

// addShifted adds q·x**n.
func (p polynomial) addShifted(q polynomial, n int) {
	words, shift := n/64, n%64
	for i, w := range q {
		if i+words < len(p) {
			p[i+words] ^= w << shift
		}
		if shift > 0 && i+words+1 < len(p) {
			p[i+words+1] ^= w >> (64 - shift)
		}
	}
}

const mtDegree = 19937

// jumpPolynomial is x**(2**128) modulo the characteristic polynomial.
var jumpPolynomial = sync.OnceValue(func() polynomial {
	modulus := characteristic()
	var terms []int // but the highest
	for i := range mtDegree {
		if modulus.bit(i) {
			terms = append(terms, i)
		}
	}
	power := make(polynomial, mtDegree/64+1)
	power[0] = 2
	for range 128 {
		power = reduce(square(power), terms)
	}
	return power
})

// square returns p**2, which has the coefficients of p at the even exponents.
func square(p polynomial) polynomial {
	out := make(polynomial, 2*len(p))
	for i := range p {
		for half := range 2 {
			w := p[i] >> (32 * half) & 0xffffffff
			for _, s := range []struct {
				by   int
				mask uint64
			}{{16, 0x0000ffff0000ffff}, {8, 0x00ff00ff00ff00ff}, {4, 0x0f0f0f0f0f0f0f0f}, {2, 0x3333333333333333}, {1, 0x5555555555555555}} {
				w = (w | w<<s.by) & s.mask
			}
			out[2*i+half] = w
		}
	}
	return out
}

// reduce returns p modulo x**19937 plus the terms, of which none is so high that the bits of one word meet.
func reduce(p polynomial, terms []int) polynomial {
	for i := p.degree() / 64; i >= mtDegree/64; i-- {
		low := max(64*i, mtDegree)
		w := p[i] >> (low - 64*i)
		if w == 0 {
			continue
		}
		p[i] ^= w << (low - 64*i)
		for _, t := range terms {
			p.addShifted(polynomial{w}, low-mtDegree+t)
		}
	}
	return p[:mtDegree/64+1]
}

// characteristic returns the characteristic polynomial of a step, which is irreducible, so that it is also the shortest
// recurrence of any bit of the words (J. Massey, "Shift-register synthesis and BCH decoding", 1969).
func characteristic() polynomial {
	const size = mtDegree/64 + 2
	connection, before := make(polynomial, size), make(polynomial, size)
	recent := make(polynomial, size) // bit i is the i-th last of the sequence
	connection[0], before[0] = 1, 1
	length, since := 0, 1
	m := NewMT19937(1)
	for n := range 2 * mtDegree {
		if m.used == mtSize {
			m.renew()
		}
		carry := uint64(m.state[m.used] & 1)
		m.used++
		for i, w := range recent {
			recent[i], carry = w<<1|carry, w>>63
		}
		var sum uint64
		for i, w := range connection {
			sum ^= w & recent[i]
		}
		if bits.OnesCount64(sum)%2 == 0 {
			since++
			continue
		}
		old := append(polynomial(nil), connection...)
		connection.addShifted(before, since)
		if 2*length <= n {
			length, before, since = n+1-length, old, 1
		} else {
			since++
		}
	}
	out := make(polynomial, size)
	for i := range mtDegree + 1 { // the recurrence's coefficients count backwards
		if connection.bit(i) {
			out[(mtDegree-i)/64] |= 1 << ((mtDegree - i) % 64)
		}
	}
	return out
}
