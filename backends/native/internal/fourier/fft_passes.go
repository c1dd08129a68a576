package fourier

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
)

// run does the pass for all of the elements in xr and xi, s of which lie next to each other with one
// twiddle factor, and writes into yr and yi.
func (p *pass[F]) run(yr, yi, xr, xi []F, s int) {
	if p.radix <= 5 && simd.FourierPass(p.radix, yr, yi, xr, xi, s, p.m, p.re, p.im) {
		return
	}
	switch p.radix {
	case 2:
		p.two(yr, yi, xr, xi, s)
	case 3:
		p.three(yr, yi, xr, xi, s)
	case 4:
		p.four(yr, yi, xr, xi, s)
	case 5:
		p.five(yr, yi, xr, xi, s)
	default:
		p.odd(yr, yi, xr, xi, s)
	}
}

func (p *pass[F]) two(yr, yi, xr, xi []F, s int) {
	for j := range p.m {
		wr, wi := p.re[j], p.im[j]
		at, end := j*s, (j+1)*s
		ar, ai := xr[at:end], xi[at:end]
		br, bi := xr[at+p.m*s:][:s], xi[at+p.m*s:][:s]
		ur, ui := yr[2*at:][:s], yi[2*at:][:s]
		vr, vi := yr[2*at+s:][:s], yi[2*at+s:][:s]
		for q := range ar {
			a, b, c, d := ar[q], ai[q], br[q], bi[q]
			ur[q], ui[q] = a+c, b+d
			dr, di := a-c, b-d
			vr[q], vi[q] = F(dr*wr)-F(di*wi), F(dr*wi)+F(di*wr)
		}
	}
}

func (p *pass[F]) three(yr, yi, xr, xi []F, s int) {
	const half = 0.5
	sin := F(math.Sqrt(3) / 2)
	step := p.m * s
	for j := range p.m {
		w1r, w1i, w2r, w2i := p.re[2*j], p.im[2*j], p.re[2*j+1], p.im[2*j+1]
		at := j * s
		ar, ai := xr[at:][:s], xi[at:][:s]
		br, bi := xr[at+step:][:s], xi[at+step:][:s]
		cr, ci := xr[at+2*step:][:s], xi[at+2*step:][:s]
		ur, ui := yr[3*at:][:s], yi[3*at:][:s]
		vr, vi := yr[3*at+s:][:s], yi[3*at+s:][:s]
		zr, zi := yr[3*at+2*s:][:s], yi[3*at+2*s:][:s]
		for q := range ar {
			sr, si := br[q]+cr[q], bi[q]+ci[q]
			dr, di := F(sin*(br[q]-cr[q])), F(sin*(bi[q]-ci[q]))
			mr, mi := ar[q]-F(half*sr), ai[q]-F(half*si)
			ur[q], ui[q] = ar[q]+sr, ai[q]+si
			r, i := mr+di, mi-dr
			vr[q], vi[q] = F(r*w1r)-F(i*w1i), F(r*w1i)+F(i*w1r)
			r, i = mr-di, mi+dr
			zr[q], zi[q] = F(r*w2r)-F(i*w2i), F(r*w2i)+F(i*w2r)
		}
	}
}

func (p *pass[F]) four(yr, yi, xr, xi []F, s int) {
	step := p.m * s
	for j := range p.m {
		wr, wi := p.re[3*j:][:3], p.im[3*j:][:3]
		w1r, w1i, w2r, w2i, w3r, w3i := wr[0], wi[0], wr[1], wi[1], wr[2], wi[2]
		at := j * s
		ar, ai := xr[at:][:s], xi[at:][:s]
		br, bi := xr[at+step:][:s], xi[at+step:][:s]
		cr, ci := xr[at+2*step:][:s], xi[at+2*step:][:s]
		dr, di := xr[at+3*step:][:s], xi[at+3*step:][:s]
		tr, ti := yr[4*at:][:s], yi[4*at:][:s]
		ur, ui := yr[4*at+s:][:s], yi[4*at+s:][:s]
		vr, vi := yr[4*at+2*s:][:s], yi[4*at+2*s:][:s]
		zr, zi := yr[4*at+3*s:][:s], yi[4*at+3*s:][:s]
		for q := range ar {
			pr, pi := ar[q]+cr[q], ai[q]+ci[q]
			mr, mi := ar[q]-cr[q], ai[q]-ci[q]
			sr, si := br[q]+dr[q], bi[q]+di[q]
			nr, ni := br[q]-dr[q], bi[q]-di[q]
			tr[q], ti[q] = pr+sr, pi+si
			r, i := mr+ni, mi-nr
			ur[q], ui[q] = F(r*w1r)-F(i*w1i), F(r*w1i)+F(i*w1r)
			r, i = pr-sr, pi-si
			vr[q], vi[q] = F(r*w2r)-F(i*w2i), F(r*w2i)+F(i*w2r)
			r, i = mr-ni, mi+nr
			zr[q], zi[q] = F(r*w3r)-F(i*w3i), F(r*w3i)+F(i*w3r)
		}
	}
}

// cos and sin of 2π/5 and 4π/5.
const (
	cos1, sin1 = 0.30901699437494742410229341718281906, 0.95105651629515357211643933337938214
	cos2, sin2 = -0.80901699437494742410229341718281906, 0.58778525229247312916870595463907277
)

func (p *pass[F]) five(yr, yi, xr, xi []F, s int) {
	step := p.m * s
	for j := range p.m {
		wr, wi := p.re[4*j:][:4], p.im[4*j:][:4]
		at := j * s
		ar, ai := xr[at:][:s], xi[at:][:s]
		br, bi := xr[at+step:][:s], xi[at+step:][:s]
		cr, ci := xr[at+2*step:][:s], xi[at+2*step:][:s]
		dr, di := xr[at+3*step:][:s], xi[at+3*step:][:s]
		er, ei := xr[at+4*step:][:s], xi[at+4*step:][:s]
		yr, yi := yr[5*at:][:5*s], yi[5*at:][:5*s]
		for q := range ar {
			s1r, s1i, d1r, d1i := br[q]+er[q], bi[q]+ei[q], br[q]-er[q], bi[q]-ei[q]
			s2r, s2i, d2r, d2i := cr[q]+dr[q], ci[q]+di[q], cr[q]-dr[q], ci[q]-di[q]
			yr[q], yi[q] = ar[q]+(s1r+s2r), ai[q]+(s1i+s2i)
			m1r, m1i := ar[q]+(F(cos1*s1r)+F(cos2*s2r)), ai[q]+(F(cos1*s1i)+F(cos2*s2i))
			m2r, m2i := ar[q]+(F(cos2*s1r)+F(cos1*s2r)), ai[q]+(F(cos2*s1i)+F(cos1*s2i))
			n1r, n1i := F(sin1*d1r)+F(sin2*d2r), F(sin1*d1i)+F(sin2*d2i)
			n2r, n2i := F(sin2*d1r)-F(sin1*d2r), F(sin2*d1i)-F(sin1*d2i)
			r, i := m1r+n1i, m1i-n1r
			yr[q+s], yi[q+s] = F(r*wr[0])-F(i*wi[0]), F(r*wi[0])+F(i*wr[0])
			r, i = m2r+n2i, m2i-n2r
			yr[q+2*s], yi[q+2*s] = F(r*wr[1])-F(i*wi[1]), F(r*wi[1])+F(i*wr[1])
			r, i = m2r-n2i, m2i+n2r
			yr[q+3*s], yi[q+3*s] = F(r*wr[2])-F(i*wi[2]), F(r*wi[2])+F(i*wr[2])
			r, i = m1r-n1i, m1i+n1r
			yr[q+4*s], yi[q+4*s] = F(r*wr[3])-F(i*wi[3]), F(r*wi[3])+F(i*wr[3])
		}
	}
}

// odd is a pass of any odd radix up to mostRadix, by sums and differences of the elements at k and
// radix−k.
func (p *pass[F]) odd(yr, yi, xr, xi []F, s int) {
	const most = mostRadix / 2
	r, half := p.radix, p.radix/2
	step := p.m * s
	for j := range p.m {
		wr, wi := p.re[(r-1)*j:][:r-1], p.im[(r-1)*j:][:r-1]
		at := j * s
		for q := range s {
			var sr, si, dr, di [most]F
			ar, ai := xr[at+q], xi[at+q]
			tr, ti := ar, ai
			for k := range half {
				lo, hi := at+q+(k+1)*step, at+q+(r-1-k)*step
				sr[k], si[k] = xr[lo]+xr[hi], xi[lo]+xi[hi]
				dr[k], di[k] = xr[lo]-xr[hi], xi[lo]-xi[hi]
				tr, ti = tr+sr[k], ti+si[k]
			}
			to := r*at + q
			yr[to], yi[to] = tr, ti
			for k := 1; k <= half; k++ {
				var mr, mi, nr, ni F
				turn := 0
				for l := range half {
					if turn += k; turn >= r {
						turn -= r
					}
					c, sin := p.cos[turn], p.sin[turn]
					mr, mi = mr+F(c*sr[l]), mi+F(c*si[l])
					nr, ni = nr+F(sin*dr[l]), ni+F(sin*di[l])
				}
				mr, mi = ar+mr, ai+mi
				u, v := mr+ni, mi-nr
				yr[to+k*s], yi[to+k*s] = F(u*wr[k-1])-F(v*wi[k-1]), F(u*wi[k-1])+F(v*wr[k-1])
				u, v = mr-ni, mi+nr
				k := r - k
				yr[to+k*s], yi[to+k*s] = F(u*wr[k-1])-F(v*wi[k-1]), F(u*wi[k-1])+F(v*wr[k-1])
			}
		}
	}
}

// run is plan.run in place.
func (c *chirp[F]) run(stop *backend.Stop, re, im []F, lanes int) {
	m := c.inner.n
	work, done := array.Scratch[F](4 * m * lanes)
	defer done()
	size := m * lanes
	ar, ai, br, bi := work[:size], work[size:2*size], work[2*size:3*size], work[3*size:4*size]
	turned(ar, ai, re, im, c.re, c.im, lanes)
	clear(ar[c.n*lanes:])
	clear(ai[c.n*lanes:])
	xr, xi := c.inner.run(stop, ar, ai, br, bi, lanes)
	turned(xr, xi, xr, xi, c.fre, c.fim, lanes)
	yr, yi := br, bi
	if &xr[0] == &br[0] {
		yr, yi = ar, ai
	}
	// The inverse is the transform with the parts exchanged.
	zi, zr := c.inner.run(stop, xi, xr, yi, yr, lanes)
	turned(re, im, zr, zi, c.re, c.im, lanes)
}

// turned multiplies the elements of each line by the factors wr + i·wi.
func turned[F Float](yr, yi, xr, xi, wr, wi []F, lanes int) {
	if simd.FourierPass(1, yr, yi, xr, xi, lanes, len(wr), wr, wi) || lanes == 1 && simd.MultiplyParts(yr, yi, xr, xi, wr, wi) {
		return
	}
	for k, r := range wr {
		i := wi[k]
		at := k * lanes
		ar, ai := xr[at:][:lanes], xi[at:][:lanes]
		br, bi := yr[at:][:lanes], yi[at:][:lanes]
		for q := range ar {
			a, b := ar[q], ai[q]
			br[q], bi[q] = F(a*r)-F(b*i), F(a*i)+F(b*r)
		}
	}
}
