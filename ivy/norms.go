package ivy

import (
	"fmt"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func (e *Env) layerNorm(x any, axes []int, opts []Option) *Array {
	a, o, _ := e.use(ops.LayerNorm, x, opts)
	over, err := shape.Axes(axes, len(a.shape))
	check(err)
	eps, rescaled, std := float64(get(opts, Eps(1e-5))), o.has(ops.NewStd), float64(get(opts, NewStd(1)))
	scale, offset := valueOf(opts, ops.ScaleOpt), valueOf(opts, ops.OffsetOpt)
	steps := func(e *Env, a *Array, scale, offset any) *Array {
		result, given := a.dtype, []any{a}
		for _, v := range []any{scale, offset} {
			if v != nil {
				given = append(given, v)
				result = e.ResultType(given...) // all at once: the tables are not associative
			}
		}
		var wide *Array
		if in := result.Component(); in.Bits() > max(a.dtype.Bits(), Float32.Bits()) { // a scale or an offset asks for more
			wide = e.Astype(a, in)
		} else {
			wide = e.wider(a)
		}
		mean := e.Mean(wide, Axes(over), KeepDims(true))
		centred := e.Subtract(wide, mean)
		deviation := e.Sqrt(e.Add(e.Mean(e.Square(centred), Axes(over), KeepDims(true)), eps))
		z := e.Divide(centred, deviation)
		if rescaled {
			z = e.Multiply(z, std)
		}
		for i, v := range []any{scale, offset} {
			if v == nil {
				continue
			}
			p, err := e.operand(e.now.Load(), a.be, v)
			check(err)
			w := v
			if p.arr != nil {
				check(shape.BroadcastTo(p.arr.shape, a.shape))
				w = p.arr
				if p.arr.dtype == a.dtype { // widened as x was
					w = e.wider(p.arr)
				}
			}
			if i == 0 {
				z = e.Multiply(z, w)
			} else {
				z = e.Add(z, w)
			}
		}
		return e.Astype(z, result)
	}
	how := normalization{over, eps, std, scale != nil, offset != nil}
	if z, ok := e.ruledNorm(&how, a, scale, offset); ok {
		return e.toOut(z, &o)
	}
	args := []*Array{a}
	for _, v := range []any{scale, offset} {
		p, ok := v.(*Array)
		if v != nil && (!ok || p == nil) || a.Size() < wholeFrom { // a number, or what is an error, or little
			return e.toOut(steps(e, a, scale, offset), &o)
		}
		if ok {
			args = append(args, p)
		}
	}
	key := fmt.Sprint(over, eps, rescaled, std, scale != nil, offset != nil)
	return e.toOut(e.composed(ops.LayerNorm, key, func(e *Env, x []*Array) *Array {
		var w [2]any
		rest := x[1:]
		for i, given := range []bool{scale != nil, offset != nil} {
			if given {
				w[i], rest = rest[0], rest[1:]
			}
		}
		return steps(e, x[0], w[0], w[1])
	}, args...), &o)
}
