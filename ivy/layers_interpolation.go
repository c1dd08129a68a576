package ivy

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A resampling makes each element along an axis of several others: element o of the sum of
// weights[t][o] times element indices[t][o], over t.
type resampling struct {
	indices [][]int64
	weights [][]float64 // nil: there is one element, as it is
}

func (e *Env) interpolate(x any, size []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Interpolate, x, opts)
	r, first := spatial(a.shape, opts)
	size = eachAxis("size", size, r, 1)
	mode := string(get(opts, Mode("nearest")))
	corners, smooth := bool(get(opts, AlignCorners(false))), bool(get(opts, Antialias(false)))
	switch mode {
	case "linear", "cubic":
	case "nearest", "nearest-exact", "area":
		if corners || smooth {
			check(errorf(ErrValue, "mode %q takes neither align_corners nor antialias", mode))
		}
	default:
		check(errorf(ErrValue, "mode %q, want \"nearest\", \"nearest-exact\", \"linear\", \"cubic\" or \"area\"", mode))
	}
	lens := a.shape[first : first+r]
	if slices.Contains(lens, 0) {
		check(errorf(ErrShape, "x of shape %s has an axis of no elements", shape.Text(a.shape)))
	}
	dims := slices.Concat(a.shape[:first], size, a.shape[first+r:])
	e.room(a, a.dtype, dims...)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	if mode == "area" {
		p := newAdaptive(a.shape, size, opts)
		return e.toOut(e.meansOfParts(ops.Interpolate, p, a), &o)
	}
	steps := 0
	for i, n := range lens {
		steps += tapsOf(mode, n, size[i], smooth)
	}
	z := e.composedOf(steps, ops.Interpolate, fmt.Sprint(first, size, lens, mode, corners, smooth), func(e *Env, x []*Array) *Array {
		z := e.wider(x[0])
		for i, n := range lens {
			z = newResampling(mode, n, size[i], corners, smooth).apply(e, z, first+i)
		}
		return e.Astype(z, x[0].dtype, Copy(true))
	}, a)
	return e.toOut(z, &o)
}

// tapsOf returns of how many of n elements each of size is made, at most: with smooth about as many.
func tapsOf(mode string, n, size int, smooth bool) int {
	taps := 1
	switch mode {
	case "linear":
		taps = 2
	case "cubic":
		taps = 4
	}
	if smooth && n > size {
		taps *= n/size + 1
	}
	return taps
}

// newResampling returns how n elements become size.
func newResampling(mode string, n, size int, corners, smooth bool) *resampling {
	ratio := float64(n) / float64(size) // elements of x for one of the result
	if corners {
		ratio = 0
		if size > 1 {
			ratio = float64(n-1) / float64(size-1)
		}
	}
	switch {
	case mode == "nearest" || mode == "nearest-exact":
		idx := make([]int64, size)
		for o := range idx {
			if idx[o] = int64(o) * int64(n) / int64(size); mode == "nearest-exact" {
				idx[o] = (2*int64(o) + 1) * int64(n) / (2 * int64(size))
			}
		}
		return &resampling{indices: [][]int64{idx}}
	case smooth:
		return smoothResampling(mode, n, size, ratio)
	}
	z := newTaps(tapsOf(mode, n, size, false), size)
	for o := range size {
		at := ratio * float64(o)
		if !corners {
			if at = ratio*(float64(o)+0.5) - 0.5; mode == "linear" {
				at = max(at, 0)
			}
		}
		left := math.Floor(at)
		f := at - left
		w := []float64{1 - f, f}
		from := int64(left)
		if mode == "cubic" {
			const a = -0.75
			w = []float64{keys(f+1, a), keys(f, a), keys(1-f, a), keys(2-f, a)}
			from--
		}
		for t, v := range w {
			z.indices[t][o] = min(max(from+int64(t), 0), int64(n-1))
			z.weights[t][o] = v
		}
	}
	return z
}

func newTaps(taps, size int) *resampling {
	z := &resampling{make([][]int64, taps), make([][]float64, taps)}
	for t := range taps {
		z.indices[t], z.weights[t] = make([]int64, size), make([]float64, size)
	}
	return z
}

// keys is the cubic convolution of Keys (1981) with the parameter a.
func keys(x, a float64) float64 {
	x = math.Abs(x)
	switch {
	case x <= 1:
		return ((a+2)*x-(a+3))*x*x + 1
	case x < 2:
		return ((a*x-5*a)*x+8*a)*x - 4*a
	}
	return 0
}

// smoothResampling takes means with a filter that is as wide as an element of the result, if that is more than one of x.
func smoothResampling(mode string, n, size int, ratio float64) *resampling {
	filter, reach := func(x float64) float64 { return max(0, 1-math.Abs(x)) }, 1.0
	if mode == "cubic" {
		filter, reach = func(x float64) float64 { return keys(x, -0.5) }, 2
	}
	wide := max(ratio, 1)
	z := &resampling{}
	for o := range size {
		centre := ratio * (float64(o) + 0.5)
		from := max(int(centre-reach*wide+0.5), 0)
		to := min(int(centre+reach*wide+0.5), n)
		sum, w := 0.0, make([]float64, max(to-from, 0))
		for j := range w {
			w[j] = filter((float64(from+j) - centre + 0.5) / wide)
			sum += w[j]
		}
		for len(z.indices) < len(w) {
			more := newTaps(1, size)
			z.indices, z.weights = append(z.indices, more.indices[0]), append(z.weights, more.weights[0])
		}
		for j, v := range w {
			z.indices[j][o], z.weights[j][o] = int64(from+j), v/sum
		}
	}
	return z
}

// apply resamples an axis of x.
func (r *resampling) apply(e *Env, x *Array, axis int) *Array {
	s := e.now.Load()
	var z *Array
	for t, idx := range r.indices {
		at, err := e.fromGo(s, x.be, idx, Int64)
		check(err)
		part := e.Take(x, at, Axis(axis))
		if r.weights != nil {
			w, err := e.fromGo(s, x.be, r.weights[t], x.dtype)
			check(err)
			part = e.Multiply(part, e.Reshape(w, append([]int{len(idx)}, ones(len(x.shape)-axis-1)...)))
		}
		if z == nil {
			z = part
		} else {
			z = e.Add(z, part)
		}
	}
	return z
}
