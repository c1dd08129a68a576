package ivy

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func (e *Env) layerNorm(x any, axes []int, opts []Option) *Array {
	a, o, _ := e.use(ops.LayerNorm, x, opts)
	over, err := shape.Axes(axes, len(a.shape))
	check(err)
	eps, std := float64(get(opts, Eps(1e-5))), float64(get(opts, NewStd(1)))
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
		z := e.normal(wide, over, eps)
		if std != 1 {
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
	if std == 1 {
		if z := e.normalizedLast(a, over, eps, scale, offset); z != nil {
			return e.toOut(z, &o)
		}
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
	key := fmt.Sprint(over, eps, std, scale != nil, offset != nil)
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

// channelAxis returns that of the channels of x, which has an axis before it.
func channelAxis(a *Array, opts []Option) int {
	if len(a.shape) < 2 {
		check(errorf(ErrShape, "x of shape %s, want two axes or more", shape.Text(a.shape)))
	}
	if channelFirst("data_format", string(get(opts, DataFormat("channel_last")))) {
		return 1
	}
	return len(a.shape) - 1
}

// perChannel returns numbers of each channel, of shape (c) or one for all, as an array that broadcasts with x along that axis.
func (e *Env) perChannel(name string, v, x *Array, axis int) *Array {
	c := x.shape[axis]
	if len(v.shape) > 1 || len(v.shape) == 1 && v.shape[0] != 1 && v.shape[0] != c {
		check(errorf(ErrShape, "%s of shape %s for %d channels", name, shape.Text(v.shape), c))
	}
	if len(v.shape) == 0 {
		return v
	}
	return e.Reshape(v, append([]int{v.shape[0]}, ones(len(x.shape)-1-axis)...))
}

func (e *Env) batchNorm(x, mean, variance any, opts []Option) (z, newMean, newVariance *Array) {
	xs, _, _ := e.together(ops.BatchNorm, opts, 3, x, mean, variance, valueOf(opts, ops.ScaleOpt), valueOf(opts, ops.OffsetOpt))
	a, m, v := xs[0], xs[1], xs[2]
	axis := channelAxis(a, opts)
	for i, name := range []string{"mean", "variance"} {
		if s := xs[i+1].shape; len(s) != 1 || s[0] != a.shape[axis] {
			check(errorf(ErrShape, "%s of shape %s for %d channels", name, shape.Text(s), a.shape[axis]))
		}
	}
	for i, name := range []string{"scale", "offset"} {
		if v := xs[i+3]; v != nil {
			xs[i+3] = e.perChannel(name, v, a, axis)
		}
	}
	e.room(a, a.dtype, a.shape...)
	eps, momentum := float64(get(opts, Eps(1e-5))), float64(get(opts, Momentum(0.1)))
	newMean, newVariance = m, v
	if get(opts, Training(false)) {
		over := slices.Delete(shape.All(len(a.shape)), axis, axis+1)
		n := 1
		for _, i := range over {
			n *= a.shape[i]
		}
		if n < 2 {
			check(errorf(ErrValue, "x of shape %s has %d elements in a channel, want two or more to learn their variance", shape.Text(a.shape), n))
		}
		wide := e.wider(a)
		m = e.Mean(wide, Axes(over))
		v = e.Var(wide, Axes(over))
		moved := func(old, now *Array, factor float64) *Array {
			return e.Astype(e.Add(e.Multiply(e.wider(old), 1-momentum), e.Multiply(now, momentum*factor)), a.dtype)
		}
		newMean, newVariance = moved(newMean, m, 1), moved(newVariance, v, float64(n)/float64(n-1))
	} else {
		newMean, newVariance = e.CopyArray(m), e.CopyArray(v)
		if z := e.normalizedChannels(a, m, v, xs[3], xs[4], backend.NormalizationAttrs{Axis: axis, Eps: eps}); z != nil {
			return z, newMean, newVariance
		}
		m, v = e.wider(m), e.wider(v)
	}
	factor := e.perChannel("variance", e.Divide(1.0, e.Sqrt(e.Add(v, eps))), a, axis)
	if xs[3] != nil {
		factor = e.Multiply(factor, e.wider(xs[3]))
	}
	args := []*Array{a, e.perChannel("mean", m, a, axis), factor}
	if xs[4] != nil {
		args = append(args, e.wider(xs[4]))
	}
	if a.be.inPlace && !a.be.abstract && axis == 1 && len(a.shape) > 2 && a.Size() > 0 { // a number for each row, which fused kernels take as it is
		rows := slices.Concat(a.shape[:2], ones(len(a.shape)-2))
		for i, x := range args[1:] {
			args[i+1] = e.CopyArray(e.BroadcastTo(x, rows))
		}
	}
	z = e.composed(ops.BatchNorm, len(args), func(e *Env, x []*Array) *Array {
		z := e.Multiply(e.Subtract(e.wider(x[0]), x[1]), x[2])
		if len(x) > 3 {
			z = e.Add(z, x[3])
		}
		return e.Astype(z, x[0].dtype)
	}, args...)
	return z, newMean, newVariance
}

// normalizedChannels returns BatchNorm by the backend's kernel, nil if it has none for that, or fuses the steps in traces with what is before and after them.
func (e *Env) normalizedChannels(x, mean, variance, scale, offset *Array, how backend.NormalizationAttrs) *Array {
	if !x.be.table.Has(ops.NormalizeChannels.Op) || x.be.inPlace && x.be.order > 0 {
		return nil
	}
	how.Scale, how.Offset = scale != nil, offset != nil
	args := []*Array{x, mean, variance}
	for _, v := range []*Array{scale, offset} {
		if v != nil {
			args = append(args, e.vectorOf(v, x.shape[how.Axis]))
		}
	}
	return e.layerOf(ops.NormalizeChannels, x.shape, how, args...)
}

// vectorOf returns what perChannel returned as an array of shape (c).
func (e *Env) vectorOf(v *Array, c int) *Array {
	return e.BroadcastTo(e.Reshape(v, []int{v.Size()}), []int{c})
}

// normalizedGroups returns GroupNorm by the backend's kernel, nil if it has none for that.
func (e *Env) normalizedGroups(how backend.GroupNormalizationAttrs, xs []*Array) *Array {
	x := xs[0]
	if !x.be.table.Has(ops.NormalizeGroups.Op) {
		return nil
	}
	args := []*Array{x}
	for _, v := range xs[1:] {
		args = append(args, e.vectorOf(v, x.shape[how.Axis]))
	}
	return e.layerOf(ops.NormalizeGroups, x.shape, how, args...)
}

// normalizedLast returns LayerNorm by the backend's kernel, nil if it has none for that: axes that are not the last, or numbers and arrays that have another
// dtype or shape.
func (e *Env) normalizedLast(x *Array, over []int, eps float64, scale, offset any) *Array {
	first := len(x.shape) - len(over)
	if !x.be.table.Has(ops.NormalizeLast.Op) || len(over) == 0 || slices.Min(over) != first {
		return nil
	}
	args := []*Array{x}
	for _, v := range []any{scale, offset} {
		if v == nil {
			continue
		}
		p, ok := v.(*Array)
		if !ok || p.usable() != nil || p.be != x.be || p.dtype != x.dtype || !slices.Equal(p.shape, x.shape[first:]) {
			return nil
		}
		args = append(args, p)
	}
	return e.layerOf(ops.NormalizeLast, x.shape, backend.LayerNormalizationAttrs{First: first, Eps: eps, Scale: scale != nil, Offset: offset != nil}, args...)
}

func (e *Env) groupNorm(x any, groups int, opts []Option) *Array {
	return e.inGroups(ops.GroupNorm, x, func(int) int { return groups }, opts)
}

func (e *Env) instanceNorm(x any, opts []Option) *Array {
	return e.inGroups(ops.InstanceNorm, x, func(channels int) int { return channels }, opts)
}

// inGroups normalizes groups of channels, as many as count says of all.
func (e *Env) inGroups(op *ops.Op, x any, count func(channels int) int, opts []Option) *Array {
	xs, o, _ := e.together(op, opts, 1, x, valueOf(opts, ops.ScaleOpt), valueOf(opts, ops.OffsetOpt))
	a := xs[0]
	axis := channelAxis(a, opts)
	c := a.shape[axis]
	groups := count(c)
	if groups < 1 && c > 0 || groups > 0 && c%groups != 0 || groups < 0 {
		check(errorf(ErrValue, "num_groups %d for %d channels", groups, c))
	}
	e.room(a, a.dtype, a.shape...)
	if a.Size() == 0 {
		return e.toOut(e.CopyArray(a), &o)
	}
	eps := float64(get(opts, Eps(1e-5)))
	args := []*Array{a}
	for i, name := range []string{"scale", "offset"} {
		if xs[i+1] != nil {
			args = append(args, e.perChannel(name, xs[i+1], a, axis))
		}
	}
	scaled := xs[1] != nil
	how := backend.GroupNormalizationAttrs{Axis: axis, Groups: groups, Eps: eps, Scale: scaled, Offset: xs[2] != nil}
	if z := e.normalizedGroups(how, args); z != nil {
		return e.toOut(z, &o)
	}
	z := e.composed(op, fmt.Sprint(groups, axis, eps, scaled), func(e *Env, x []*Array) *Array {
		a, rest := x[0], x[1:]
		apart, over := slices.Insert(slices.Clone(a.shape), axis+1, c/groups), []int{axis + 1}
		apart[axis] = groups
		for i := 1; i < len(apart); i++ {
			if i != axis && i != axis+1 {
				over = append(over, i)
			}
		}
		z := e.Reshape(e.normal(e.Reshape(e.wider(a), apart), over, eps), a.shape)
		if scaled {
			z, rest = e.Multiply(z, e.wider(rest[0])), rest[1:]
		}
		if len(rest) > 0 {
			z = e.Add(z, e.wider(rest[0]))
		}
		return e.Astype(z, a.dtype)
	}, args...)
	return e.toOut(z, &o)
}

// normal returns x with mean 0 and variance 1 over axes.
func (e *Env) normal(x *Array, axes []int, eps float64) *Array {
	centred := e.Subtract(x, e.Mean(x, Axes(axes), KeepDims(true)))
	return e.Divide(centred, e.Sqrt(e.Add(e.Mean(e.Square(centred), Axes(axes), KeepDims(true)), eps)))
}

func (e *Env) rmsNorm(x any, axes []int, opts []Option) *Array {
	xs, o, _ := e.together(ops.RMSNorm, opts, 1, x, valueOf(opts, ops.ScaleOpt))
	a := xs[0]
	over, err := shape.Axes(axes, len(a.shape))
	check(err)
	e.room(a, a.dtype, a.shape...)
	args := []*Array{a}
	if xs[1] != nil {
		check(shape.BroadcastTo(xs[1].shape, a.shape))
		args = append(args, xs[1])
	}
	eps := float64(get(opts, Eps(1e-5)))
	z := e.composed(ops.RMSNorm, fmt.Sprint(over, eps), func(e *Env, x []*Array) *Array {
		wide := e.wider(x[0])
		z := e.Divide(wide, e.Sqrt(e.Add(e.Mean(e.Square(wide), Axes(over), KeepDims(true)), eps)))
		if len(x) > 1 {
			z = e.Multiply(z, e.wider(x[1]))
		}
		return e.Astype(z, x[0].dtype)
	}, args...)
	return e.toOut(z, &o)
}

func (e *Env) localResponseNorm(x any, size int, opts []Option) *Array {
	a, o, _ := e.use(ops.LocalResponseNorm, x, opts)
	axis := channelAxis(a, opts)
	if size < 1 {
		check(errorf(ErrValue, "size %d, want 1 or more", size))
	}
	alpha, beta, bias := float64(get(opts, Alpha(1e-4))), float64(get(opts, Beta(0.75))), 1.0
	if o.has(ops.Bias) {
		bias = realNumber("bias", valueOf(opts, ops.Bias))
	}
	e.room(a, a.dtype, a.shape...)
	if a.Size() == 0 {
		return e.toOut(e.CopyArray(a), &o)
	}
	c := a.shape[axis]
	dims := []int{shape.Size(a.shape[:axis]), c, shape.Size(a.shape[axis+1:])}
	before, after := min(size/2, c-1), min((size-1)/2, c-1) // beyond which there are no channels
	p := newPool(dims, []int{before + 1 + after}, []int{1}, [][2]int{{before, after}}, nil)
	z := e.composedOf(p.steps(), ops.LocalResponseNorm, fmt.Sprint(axis, dims, size, alpha, beta, bias), func(e *Env, x []*Array) *Array {
		wide := e.Reshape(e.wider(x[0]), dims)
		sum := p.reduce(e, e.Square(wide), 0, func(e *Env, x, y *Array) *Array { return e.Add(x, y) }, func(e *Env, x *Array, axis int) *Array { return e.Sum(x, Axis(axis)) })
		z := e.Divide(wide, e.Pow(e.Add(e.Multiply(sum, alpha/float64(size)), bias), beta))
		return e.Astype(e.Reshape(z, x[0].shape), x[0].dtype)
	}, a)
	return e.toOut(z, &o)
}
