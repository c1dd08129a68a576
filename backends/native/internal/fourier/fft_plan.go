package fourier

import (
	"container/list"
	"math"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
)

// Float is what transforms are computed in.
type Float interface{ float32 | float64 }

// A plan is what is known of transforms of one length: it is never changed, and used by many
// goroutines at once.
type plan[F Float] struct {
	n      int
	passes []pass[F]
	halves *halves[F] // of lengths that are computed in two steps; there are no passes then
	chirp  *chirp[F]  // of lengths with a prime factor above mostRadix; there are no passes then
	bytes  int
}

// A halves is a transform of length r·m in two steps, so that each pass has at least r or m elements next to each other: m
// transforms of length r of elements that are m apart, products with e**(−2πi·j·k/(r·m)), and r transforms of length m.
type halves[F Float] struct {
	first, second *plan[F] // of lengths r and m
	re, im        []F      // the factors, at k·m + j
}

// leastHalf is the least r and m.
const leastHalf = 16

// A pass is one step of Stockham's algorithm by decimation in frequency, which leaves the
// elements in order: it splits transforms of length radix·m into radix ones of length m.
type pass[F Float] struct {
	radix, m int
	// re and im are e**(−2πi·p·k/(radix·m)) at p·(radix−1) + k − 1, for p below m and k from 1
	// to radix−1.
	re, im []F
	// cos and sin of 2πk/radix, of the radices that have no code of their own.
	cos, sin []F
}

// mostRadix is the greatest prime factor that has passes: above it Bluestein's algorithm is less work.
const mostRadix = 13

// nsUnit is how many nanoseconds unit takes, about.
const nsUnit = 25

// unit returns e**(−2πi·k/n), correctly rounded but for the last bit: the angle is brought to the
// first octant in integers.
func unit(k, n int) (re, im float64) {
	k %= n
	// In eighths of n: k/n of the circle is octant/8 and part/(8n) of it.
	hi, lo := bits.Mul64(uint64(k), 8)
	octant, part := bits.Div64(hi, lo, uint64(n))
	if octant&1 == 1 { // counted back from the octant's end
		part = uint64(n) - part
	}
	sin, cos := math.Sincos(float64(part) / float64(n) * (math.Pi / 4))
	if (octant+1)&2 != 0 {
		sin, cos = cos, sin
	}
	switch {
	case octant >= 6:
		return cos, sin
	case octant >= 4:
		return -cos, sin
	case octant >= 2:
		return -cos, -sin
	}
	return cos, -sin
}

// factors returns the radices of the passes of length n, and what is left of n.
func factors(n int) (radices []int, rest int) {
	for n%4 == 0 {
		radices, n = append(radices, 4), n/4
	}
	for _, p := range []int{2, 3, 5, 7, 11, 13} {
		for n%p == 0 {
			radices, n = append(radices, p), n/p
		}
	}
	return radices, n
}

func newPlan[F Float](stop *backend.Stop, n int) *plan[F] {
	radices, rest := factors(n)
	if rest > 1 {
		p := &plan[F]{n: n, chirp: newChirp[F](stop, n)}
		p.bytes = p.chirp.bytes()
		return p
	}
	r := 1
	for i, f := range radices {
		if r >= leastHalf && n/r >= leastHalf {
			return planOfHalves[F](stop, r, radices[:i], radices[i:])
		}
		r *= f
	}
	return planOfPasses[F](radices)
}

// planOfHalves returns a plan of two steps, of length r by the first radices and of the rest by the others.
func planOfHalves[F Float](stop *backend.Stop, r int, first, second []int) *plan[F] {
	h := &halves[F]{first: planOfPasses[F](first), second: planOfPasses[F](second)}
	m := h.second.n
	h.re, h.im = make([]F, r*m), make([]F, r*m)
	array.Split(stop, r, nsUnit*float64(m), func(lo, hi int) {
		for k := lo; k < hi; k++ {
			for j := range m {
				re, im := unit(j*k, r*m)
				h.re[k*m+j], h.im[k*m+j] = F(re), F(im)
			}
		}
	})
	return &plan[F]{n: r * m, halves: h, bytes: h.first.bytes + h.second.bytes + 2*r*m*int(unsafe.Sizeof(F(0)))}
}

// run transforms lines as plan.run does.
func (h *halves[F]) run(stop *backend.Stop, re, im, to, toIm []F, lanes int) (outRe, outIm []F) {
	r, m := h.first.n, h.second.n
	xr, xi := h.first.run(stop, re, im, to, toIm, m*lanes)
	if &xr[0] == &to[0] {
		to, toIm = re, im
	}
	turned(xr, xi, xr, xi, h.re, h.im, lanes)
	if lanes == 1 {
		transpose(to, xr, r, m)
		transpose(toIm, xi, r, m)
	} else {
		for k := range r {
			for j := range m {
				from, at := (k*m+j)*lanes, (j*r+k)*lanes
				copy(to[at:at+lanes], xr[from:])
				copy(toIm[at:at+lanes], xi[from:])
			}
		}
	}
	return h.second.run(stop, to, toIm, xr, xi, r*lanes)
}

// planOfPasses returns a plan of passes of these radices.
func planOfPasses[F Float](radices []int) *plan[F] {
	n := 1
	for _, r := range radices {
		n *= r
	}
	p := &plan[F]{n: n}
	left := n
	for _, r := range radices {
		m := left / r
		s := pass[F]{radix: r, m: m, re: make([]F, m*(r-1)), im: make([]F, m*(r-1))}
		for j := range m {
			for k := 1; k < r; k++ {
				re, im := unit(j*k, left)
				s.re[j*(r-1)+k-1], s.im[j*(r-1)+k-1] = F(re), F(im)
			}
		}
		if r > 5 {
			s.cos, s.sin = make([]F, r), make([]F, r)
			for k := range r {
				re, im := unit(k, r)
				s.cos[k], s.sin[k] = F(re), F(-im)
			}
		}
		p.passes = append(p.passes, s)
		p.bytes += 2 * m * (r - 1) * int(unsafe.Sizeof(F(0)))
		left = m
	}
	return p
}

// run transforms the lines in re and im, of n·lanes elements each. The result is in the slices
// that it returns: those given, or to and toIm, which are as long. All are written to.
func (p *plan[F]) run(stop *backend.Stop, re, im, to, toIm []F, lanes int) (outRe, outIm []F) {
	if p.chirp != nil {
		p.chirp.run(stop, re, im, lanes)
		return re, im
	}
	if p.halves != nil {
		return p.halves.run(stop, re, im, to, toIm, lanes)
	}
	s := lanes
	for i := range p.passes {
		if stop != nil {
			stop.Check()
		}
		p.passes[i].run(to, toIm, re, im, s)
		re, im, to, toIm = to, toIm, re, im
		s *= p.passes[i].radix
	}
	return re, im
}

// A chirp is what Bluestein's algorithm needs: a transform of length n as a convolution of length
// m, which has small factors alone.
type chirp[F Float] struct {
	n      int
	inner  *plan[F] // of length m
	re, im []F      // e**(−πi·k²/n)
	// fre and fim are the transform of the conjugate chirp, over m.
	fre, fim []F
}

// smooth returns the least number of the form 2ᵃ·3ᵇ·5ᶜ that is not below n.
func smooth(n int) int {
	best := math.MaxInt
	for five := 1; five < best; five *= 5 {
		for three := five; three < best; three *= 3 {
			m := three
			for m < n {
				m *= 2
			}
			best = min(best, m)
			if three >= n {
				break
			}
		}
		if five >= n {
			break
		}
	}
	return best
}

func newChirp[F Float](stop *backend.Stop, n int) *chirp[F] {
	m := smooth(2*n - 1)
	c := &chirp[F]{n: n, inner: newPlan[F](stop, m), re: make([]F, n), im: make([]F, n)}
	// The filter is transformed in float64: its error is in every result.
	exact := newPlan[float64](stop, m)
	fre, fim := make([]float64, m), make([]float64, m)
	array.Split(stop, n, nsUnit, func(first, end int) {
		for k := first; k < end; k++ {
			hi, lo := bits.Mul64(uint64(k), uint64(k))
			_, r := bits.Div64(hi, lo, uint64(2*n)) // k < 2n, so that hi < 2n
			re, im := unit(int(r), 2*n)
			c.re[k], c.im[k] = F(re), F(im)
			fre[k], fim[k] = re/float64(m), -im/float64(m)
			if k > 0 {
				fre[m-k], fim[m-k] = fre[k], fim[k]
			}
		}
	})
	fre, fim = exact.run(stop, fre, fim, make([]float64, m), make([]float64, m), 1)
	c.fre, c.fim = make([]F, m), make([]F, m)
	for k := range m {
		c.fre[k], c.fim[k] = F(fre[k]), F(fim[k])
	}
	return c
}

func (c *chirp[F]) bytes() int {
	return c.inner.bytes + 2*(c.n+c.inner.n)*int(unsafe.Sizeof(F(0)))
}

// maxPlans and maxPlanBytes bound what is kept of plans. A plan that is larger than the bound is
// made for one call.
const (
	maxPlans     = 128
	maxPlanBytes = 128 << 20
)

// plans are those that were used last, of both types.
var plans = planCache{used: list.New(), at: map[planKey]*list.Element{}}

// A planKey is a length, the size of the components in bytes, and whether the plan is of real numbers.
type planKey struct {
	n, size int
	real    bool
}

type planCache struct {
	mu    sync.Mutex
	used  *list.List // of *keptPlan, the last one used in front
	at    map[planKey]*list.Element
	bytes int
}

type keptPlan struct {
	key   planKey
	plan  any
	bytes int
}

// planFor returns the plan of length n, which is at least 1.
func planFor[F Float](stop *backend.Stop, n int) *plan[F] {
	key := planKey{n, int(unsafe.Sizeof(F(0))), false}
	if p := plans.get(key); p != nil {
		return p.(*plan[F])
	}
	p := newPlan[F](stop, n) // two goroutines may make the same one
	plans.put(&keptPlan{key, p, p.bytes})
	return p
}

// A halfPlan is that of real transforms of an even length n.
type halfPlan[F Float] struct {
	plan   *plan[F] // of length n/2
	re, im []F      // e**(−2πi·k/n) for k up to n/4
}

// halfFor returns the plan of real transforms of length n, which is even and not 0.
func halfFor[F Float](stop *backend.Stop, n int) *halfPlan[F] {
	size := int(unsafe.Sizeof(F(0)))
	key := planKey{n, size, true}
	if p := plans.get(key); p != nil {
		return p.(*halfPlan[F])
	}
	p := &halfPlan[F]{plan: newPlan[F](stop, n/2), re: make([]F, n/4+1), im: make([]F, n/4+1)}
	array.Split(stop, len(p.re), nsUnit, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			re, im := unit(k, n)
			p.re[k], p.im[k] = F(re), F(im)
		}
	})
	plans.put(&keptPlan{key, p, p.plan.bytes + 2*size*len(p.re)})
	return p
}

func (c *planCache) get(key planKey) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.at[key]
	if e == nil {
		return nil
	}
	c.used.MoveToFront(e)
	return e.Value.(*keptPlan).plan
}

func (c *planCache) put(p *keptPlan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at[p.key] != nil || p.bytes > maxPlanBytes {
		return
	}
	c.at[p.key] = c.used.PushFront(p)
	c.bytes += p.bytes
	for c.used.Len() > maxPlans || c.bytes > maxPlanBytes {
		last := c.used.Back()
		old := c.used.Remove(last).(*keptPlan)
		delete(c.at, old.key)
		c.bytes -= old.bytes
	}
}
