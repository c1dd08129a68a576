package reduce

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Sum is the reduction of sums. Its neutral element is −0, which changes no float, so
// that the sum of −0 alone is −0.
func Sum[A array.Number]() Reduction[A] {
	var zero A
	run, few := AddBlock[A], (func([]A) A)(nil)
	switch any(zero).(type) {
	case float32, float64, complex64, complex128:
		run, few = addLanes[A], AddBlock[A]
	}
	return wideSum(Reduction[A]{
		block: run,
		few:   few,
		merge: func(x, y A) A { return x + y },
		rows: func(acc []A, rows *[8][]A) {
			n := len(acc)
			a, b, c, d := rows[0][:n], rows[1][:n], rows[2][:n], rows[3][:n]
			e, f, g, h := rows[4][:n], rows[5][:n], rows[6][:n], rows[7][:n]
			for i := range acc {
				acc[i] += ((a[i] + b[i]) + (c[i] + d[i])) + ((e[i] + f[i]) + (g[i] + h[i]))
			}
		},
		row: func(acc, row []A) {
			row = row[:len(acc)]
			for i := range acc {
				acc[i] += row[i]
			}
		},
		neutral: -zero,
		Cost:    0.3,
	})
}

// lanesOf returns how many values of type A a block is combined in, independently: see
// simd.Reduction.
func lanesOf[A array.Element]() int {
	var one A
	return 256 / int(unsafe.Sizeof(one))
}

// addLanes adds in the order of simd.Reduction.
func addLanes[A array.Number](x []A) A {
	switch len(x) {
	case 1:
		return x[0]
	case 2:
		return x[0] + x[1]
	case 3:
		return (x[0] + x[2]) + x[1]
	case 4:
		return (x[0] + x[2]) + (x[1] + x[3])
	}
	var lanes [64]A
	var zero A
	n := lanesOf[A]()
	for len(x) <= n/2 { // lanes without elements change nothing
		n /= 2
	}
	whole := x[:len(x)-len(x)%n]
	for i := 0; i < n; i += 8 {
		a := -zero
		b, c, d, e, f, g, h := a, a, a, a, a, a, a
		for at := i; at < len(whole); at += n {
			y := (*[8]A)(whole[at:])
			a += y[0]
			b += y[1]
			c += y[2]
			d += y[3]
			e += y[4]
			f += y[5]
			g += y[6]
			h += y[7]
		}
		lanes[i], lanes[i+1], lanes[i+2], lanes[i+3], lanes[i+4], lanes[i+5], lanes[i+6], lanes[i+7] = a, b, c, d, e, f, g, h
	}
	for i, v := range x[len(whole):] {
		lanes[i] += v
	}
	for h := n / 2; h > 0; h /= 2 {
		for i := range h {
			lanes[i] += lanes[i+h]
		}
	}
	return lanes[0]
}

// AddBlock adds one after the other, or from eight elements on in eight sums side by side,
// which do not wait for one another.
func AddBlock[A array.Number](x []A) A {
	var zero A
	a := -zero
	if len(x) >= 8 {
		b, c, d, e, f, g, h := a, a, a, a, a, a, a
		for len(x) >= 16 {
			y := (*[16]A)(x)
			a += y[0]
			b += y[1]
			c += y[2]
			d += y[3]
			e += y[4]
			f += y[5]
			g += y[6]
			h += y[7]
			a += y[8]
			b += y[9]
			c += y[10]
			d += y[11]
			e += y[12]
			f += y[13]
			g += y[14]
			h += y[15]
			x = x[16:]
		}
		if len(x) >= 8 {
			y := (*[8]A)(x)
			a += y[0]
			b += y[1]
			c += y[2]
			d += y[3]
			e += y[4]
			f += y[5]
			g += y[6]
			h += y[7]
			x = x[8:]
		}
		a = ((a + b) + (c + d)) + ((e + f) + (g + h))
	}
	for _, v := range x {
		a += v
	}
	return a
}

// Prod is the reduction of products.
func Prod[A array.Number]() Reduction[A] {
	var zero A
	run, few := multiplyBlock[A], (func([]A) A)(nil)
	switch any(zero).(type) {
	case float32, float64:
		run, few = multiplyLanes[A], multiplyBlock[A]
	}
	return wideProd(Reduction[A]{
		block: run,
		few:   few,
		merge: func(x, y A) A { return x * y },
		rows: func(acc []A, rows *[8][]A) {
			n := len(acc)
			a, b, c, d := rows[0][:n], rows[1][:n], rows[2][:n], rows[3][:n]
			e, f, g, h := rows[4][:n], rows[5][:n], rows[6][:n], rows[7][:n]
			for i := range acc {
				acc[i] *= ((a[i] * b[i]) * (c[i] * d[i])) * ((e[i] * f[i]) * (g[i] * h[i]))
			}
		},
		row: func(acc, row []A) {
			row = row[:len(acc)]
			for i := range acc {
				acc[i] *= row[i]
			}
		},
		neutral: 1,
		none:    1,
		Cost:    1,
	})
}

// multiplyLanes multiplies in the order of simd.Reduction.
func multiplyLanes[A array.Number](x []A) A {
	var lanes [64]A
	n := lanesOf[A]()
	for len(x) <= n/2 && n > 1 { // lanes without elements change nothing
		n /= 2
	}
	for i := range n {
		lanes[i] = 1
	}
	for len(x) >= n {
		for i, v := range x[:n] {
			lanes[i] *= v
		}
		x = x[n:]
	}
	for i, v := range x {
		lanes[i] *= v
	}
	for h := n / 2; h > 0; h /= 2 {
		for i := range h {
			lanes[i] *= lanes[i+h]
		}
	}
	return lanes[0]
}

func multiplyBlock[A array.Number](x []A) A {
	var a A = 1
	if len(x) >= 4 {
		b, c, d := a, a, a
		for len(x) >= 4 {
			y := (*[4]A)(x)
			a *= y[0]
			b *= y[1]
			c *= y[2]
			d *= y[3]
			x = x[4:]
		}
		a = (a * b) * (c * d)
	}
	for _, v := range x {
		a *= v
	}
	return a
}

// Max is the reduction of maxima of integers.
func Max[A array.Integer]() Reduction[A] {
	return WideMax(Reduction[A]{
		block: greatestInts[A],
		merge: func(x, y A) A { return max(x, y) },
		rows: func(acc []A, rows *[8][]A) {
			for _, r := range rows {
				r = r[:len(acc)]
				for i := range acc {
					acc[i] = max(acc[i], r[i])
				}
			}
		},
		row: func(acc, row []A) {
			row = row[:len(acc)]
			for i := range acc {
				acc[i] = max(acc[i], row[i])
			}
		},
		neutral: lowest[A](),
		Cost:    0.5,
	})
}

// Min is the reduction of minima of integers.
func Min[A array.Integer]() Reduction[A] {
	return WideMin(Reduction[A]{
		block: leastInts[A],
		merge: func(x, y A) A { return min(x, y) },
		rows: func(acc []A, rows *[8][]A) {
			for _, r := range rows {
				r = r[:len(acc)]
				for i := range acc {
					acc[i] = min(acc[i], r[i])
				}
			}
		},
		row: func(acc, row []A) {
			row = row[:len(acc)]
			for i := range acc {
				acc[i] = min(acc[i], row[i])
			}
		},
		neutral: ^lowest[A](),
		Cost:    0.5,
	})
}

// lowest returns the least value of an integer type; its complement is the greatest.
func lowest[A array.Integer]() A {
	top := A(1)
	for top<<1 != 0 {
		top <<= 1
	}
	if top < 0 {
		return top
	}
	return 0
}

// MaxFloat is the reduction of maxima of floats: NaN if there is one.
func MaxFloat[A array.Float]() Reduction[A] {
	return WideMax(Reduction[A]{
		block: greatestBlock[A],
		merge: func(x, y A) A { return max(x, y) },
		rows: func(acc []A, rows *[8][]A) {
			for _, r := range rows {
				greatestRow(acc, r)
			}
		},
		row:     greatestRow[A],
		neutral: A(math.Inf(-1)),
		Cost:    0.7,
	})
}

// greatestBlock compares with "not less", which is true of NaN and of zeros as well: the
// maximum of IEEE 754-2019, which Go's is, decides.
func greatestBlock[A array.Float](x []A) A {
	a := x[0]
	b, c, d := a, a, a
	for len(x) >= 4 {
		y := (*[4]A)(x)
		if !(y[0] < a) {
			a = max(a, y[0])
		}
		if !(y[1] < b) {
			b = max(b, y[1])
		}
		if !(y[2] < c) {
			c = max(c, y[2])
		}
		if !(y[3] < d) {
			d = max(d, y[3])
		}
		x = x[4:]
	}
	a = max(a, b, c, d)
	for _, v := range x {
		a = max(a, v)
	}
	return a
}

func greatestRow[A array.Float](acc, row []A) {
	row = row[:len(acc)]
	for i, v := range row {
		if !(v < acc[i]) {
			acc[i] = max(acc[i], v)
		}
	}
}

// MinFloat is the reduction of minima of floats: NaN if there is one.
func MinFloat[A array.Float]() Reduction[A] {
	return WideMin(Reduction[A]{
		block: leastBlock[A],
		merge: func(x, y A) A { return min(x, y) },
		rows: func(acc []A, rows *[8][]A) {
			for _, r := range rows {
				leastRow(acc, r)
			}
		},
		row:     leastRow[A],
		neutral: A(math.Inf(1)),
		Cost:    0.7,
	})
}

func leastBlock[A array.Float](x []A) A {
	a := x[0]
	b, c, d := a, a, a
	for len(x) >= 4 {
		y := (*[4]A)(x)
		if !(y[0] > a) {
			a = min(a, y[0])
		}
		if !(y[1] > b) {
			b = min(b, y[1])
		}
		if !(y[2] > c) {
			c = min(c, y[2])
		}
		if !(y[3] > d) {
			d = min(d, y[3])
		}
		x = x[4:]
	}
	a = min(a, b, c, d)
	for _, v := range x {
		a = min(a, v)
	}
	return a
}

func leastRow[A array.Float](acc, row []A) {
	row = row[:len(acc)]
	for i, v := range row {
		if !(v > acc[i]) {
			acc[i] = min(acc[i], v)
		}
	}
}

// Logical combines booleans, 0 or 1, of which one that is not idle decides.
func Logical(idle uint8) Reduction[uint8] {
	wide := simd.MaxUint8 // of 0 and 1 the maximum is or, the minimum and
	if idle == 1 {
		wide = simd.MinUint8
	}
	return Reduction[uint8]{
		Wide: wide,
		block: func(x []uint8) uint8 {
			for _, v := range x {
				if v != idle {
					return v
				}
			}
			return idle
		},
		merge: func(x, y uint8) uint8 {
			if x != idle {
				return x
			}
			return y
		},
		rows: func(acc []uint8, rows *[8][]uint8) {
			for _, r := range rows {
				logicalRow(acc, r, idle)
			}
		},
		row:     func(acc, row []uint8) { logicalRow(acc, row, idle) },
		neutral: idle,
		none:    idle,
		Cost:    1,
	}
}

func logicalRow(acc, row []uint8, idle uint8) {
	row = row[:len(acc)]
	for i, v := range row {
		if v != idle {
			acc[i] = v
		}
	}
}

func greatestInts[A array.Integer](x []A) A {
	a := x[0]
	b, c, d := a, a, a
	for len(x) >= 4 {
		y := (*[4]A)(x)
		a, b, c, d = max(a, y[0]), max(b, y[1]), max(c, y[2]), max(d, y[3])
		x = x[4:]
	}
	a = max(a, b, c, d)
	for _, v := range x {
		a = max(a, v)
	}
	return a
}

func leastInts[A array.Integer](x []A) A {
	a := x[0]
	b, c, d := a, a, a
	for len(x) >= 4 {
		y := (*[4]A)(x)
		a, b, c, d = min(a, y[0]), min(b, y[1]), min(c, y[2]), min(d, y[3])
		x = x[4:]
	}
	a = min(a, b, c, d)
	for _, v := range x {
		a = min(a, v)
	}
	return a
}
