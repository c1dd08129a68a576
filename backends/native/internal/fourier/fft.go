package fourier

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A transform computes the lines of z from those of x.
type transform func(stop *backend.Stop, z, x *array.Buffer, a backend.FourierAttrs)

// kernelOf returns the kernel of a transform, in the type that is computed in.
func kernelOf(single, double transform) backend.FourierKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.FourierAttrs) (result backend.Buffer, err error) {
		defer array.CatchShortage(&result, &err)
		z, err := array.NewResult(out)
		if err != nil || z.Len() == 0 {
			return z, err
		}
		if out.Dtype.Component() == dtype.Float32 {
			single(out.Stop, z, x.(*array.Buffer), a)
		} else {
			double(out.Stop, z, x.(*array.Buffer), a)
		}
		return z, nil
	}
}

func complexLines[F Float](stop *backend.Stop, z, x *array.Buffer, a backend.FourierAttrs) {
	n := x.Shape[a.Axis]
	p := planFor[F](stop, n)
	from, to := linesOf[F](x, a.Axis), linesOf[F](z, a.Axis)
	each(stop, &to, &from, n, func(g *group[F]) {
		from.loadComplex(g.re, g.im, g.sr, g.si, g.from, n)
		var re, im []F
		if a.Inverse { // with the real and the imaginary parts exchanged
			im, re = p.run(stop, g.im, g.re, g.si, g.sr, len(g.from))
		} else {
			re, im = p.run(stop, g.re, g.im, g.sr, g.si, len(g.from))
		}
		sr, si := g.free(re)
		to.storeComplex(re, im, sr, si, g.to, n, F(a.Scale))
	})
}

// realLines transforms lines of even length as complex ones of half of it: the even elements are
// the real parts, the odd ones the imaginary parts.
func realLines[F Float](stop *backend.Stop, z, x *array.Buffer, a backend.FourierAttrs) {
	n := x.Shape[a.Axis]
	from, to := linesOf[F](x, a.Axis), linesOf[F](z, a.Axis)
	scale := F(a.Scale)
	if n%2 == 1 {
		p := planFor[F](stop, n)
		each(stop, &to, &from, n, func(g *group[F]) {
			from.loadReal(g.re, g.from, n)
			clear(g.im)
			re, im := p.run(stop, g.re, g.im, g.sr, g.si, len(g.from))
			clear(im[:len(g.from)]) // which Bluestein's algorithm rounds
			sr, si := g.free(re)
			to.storeComplex(re, im, sr, si, g.to, n/2+1, scale)
		})
		return
	}
	h := n / 2
	half := halfFor[F](stop, n)
	p, wr, wi := half.plan, half.re, half.im
	// One element more: the result has it.
	each(stop, &to, &from, h+1, func(g *group[F]) {
		lanes := len(g.from)
		end := h * lanes
		from.loadHalves(g.re, g.im, g.sr, g.si, g.from, h)
		re, im := p.run(stop, g.re[:end], g.im[:end], g.sr[:end], g.si[:end], lanes)
		unpack(re[:end+lanes], im[:end+lanes], wr, wi, h, lanes)
		sr, si := g.free(re)
		to.storeComplex(re[:end+lanes], im[:end+lanes], sr, si, g.to, h+1, scale)
	})
}

// unpack makes the transforms Z of h numbers x₂ⱼ + i·x₂ⱼ₊₁ the first h+1 elements of those of the 2h
// real ones: E + w**k·O, with E = (Zₖ + conj Zₕ₋ₖ)/2 and O = −i·(Zₖ − conj Zₕ₋ₖ)/2 those of the even
// and of the odd ones.
func unpack[F Float](re, im, wr, wi []F, h, lanes int) {
	last := h * lanes
	for q := range lanes {
		a, b := re[q], im[q]
		re[q], im[q] = a+b, 0
		re[last+q], im[last+q] = a-b, 0
	}
	done := 0
	if lanes == 1 {
		done = simd.UnpackHalves(re[:h+1], im, wr, wi)
	}
	for k := done + 1; k <= h-k; k++ {
		c, s := wr[k], wi[k]
		i, j := k*lanes, (h-k)*lanes
		ar, ai, br, bi := re[i:][:lanes], im[i:][:lanes], re[j:][:lanes], im[j:][:lanes]
		for q := range ar {
			er, ei := (ar[q]+br[q])/2, (ai[q]-bi[q])/2
			or, oi := (ai[q]+bi[q])/2, (br[q]-ar[q])/2
			tr, ti := F(c*or)-F(s*oi), F(c*oi)+F(s*or)
			br[q], bi[q] = er-tr, ti-ei
			ar[q], ai[q] = er+tr, ei+ti
		}
	}
}

// hermitianLines is realLines backwards.
func hermitianLines[F Float](stop *backend.Stop, z, x *array.Buffer, a backend.FourierAttrs) {
	n := z.Shape[a.Axis]
	from, to := linesOf[F](x, a.Axis), linesOf[F](z, a.Axis)
	scale := F(a.Scale)
	if n%2 == 1 {
		p := planFor[F](stop, n)
		each(stop, &to, &from, n, func(g *group[F]) {
			lanes := len(g.from)
			from.loadComplex(g.re, g.im, g.sr, g.si, g.from, n/2+1)
			clear(g.im[:lanes])
			for k := 1; k <= n/2; k++ {
				i, j := k*lanes, (n-k)*lanes
				copy(g.re[j:j+lanes], g.re[i:i+lanes])
				for q := range lanes {
					g.im[j+q] = -g.im[i+q]
				}
			}
			_, re := p.run(stop, g.im, g.re, g.si, g.sr, lanes)
			to.storeReal(re, g.to, n, scale)
		})
		return
	}
	h := n / 2
	half := halfFor[F](stop, n)
	p, wr, wi := half.plan, half.re, half.im
	each(stop, &to, &from, h+1, func(g *group[F]) {
		lanes := len(g.from)
		end := h * lanes
		from.loadComplex(g.re, g.im, g.sr, g.si, g.from, h+1)
		pack(g.re, g.im, wr, wi, h, lanes)
		im, re := p.run(stop, g.im[:end], g.re[:end], g.si[:end], g.sr[:end], lanes)
		sr, si := g.free(re)
		to.storeHalves(re, im, sr, si, g.to, h, scale)
	})
}

// pack is the inverse of unpack, times 2: Zₖ = (Xₖ + conj Xₕ₋ₖ) + i·w**−k·(Xₖ − conj Xₕ₋ₖ). The
// imaginary parts of the first and the last element are ignored.
func pack[F Float](re, im, wr, wi []F, h, lanes int) {
	last := h * lanes
	for q := range lanes {
		a, b := re[q], re[last+q]
		re[q], im[q] = a+b, a-b
	}
	for k := 1; k <= h-k; k++ {
		c, s := wr[k], wi[k]
		i, j := k*lanes, (h-k)*lanes
		ar, ai, br, bi := re[i:][:lanes], im[i:][:lanes], re[j:][:lanes], im[j:][:lanes]
		for q := range ar {
			er, ei := ar[q]+br[q], ai[q]-bi[q]
			or, oi := ar[q]-br[q], ai[q]+bi[q]
			tr, ti := F(c*or)+F(s*oi), F(c*oi)-F(s*or)
			br[q], bi[q] = er+ti, tr-ei
			ar[q], ai[q] = er-ti, ei+tr
		}
	}
}
