package torch

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// targetOf returns the tensor of out=, nil if the call has none or the function takes none.
func targetOf(c *frontend.Call) *frontend.Array {
	if !takes(c, "out") {
		return nil
	}
	return optional(c, "out")
}

// takes reports whether a function has a parameter.
func takes(c *frontend.Call, name string) bool {
	return slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool { return p.Name == name })
}

// out ends a call of a function that takes out=: what it writes to must be castable to,
// gets z's shape, and is the result.
func out(c *frontend.Call, z *frontend.Array) *frontend.Array {
	if !c.Has("out") {
		return z
	}
	target := tensor(c, "out")
	fitting(c, typeOf(z), target)
	writesTo(c, target)
	return deliver(c, target, z)
}

// countedOut is out of a function that counts: a tensor of as many elements keeps its shape.
func countedOut(c *frontend.Call, z *frontend.Array) *frontend.Array {
	if target := targetOf(c); target != nil && target.V.Size() == z.V.Size() {
		z = c.Result(c.Env().Reshape(z.V, target.V.Shape()), typeOf(z))
	}
	return out(c, z)
}

// outs is out of a function that returns several tensors: out= is a tuple of as many, of
// their dtypes.
func outs(run func(c *frontend.Call) any) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if along := takes(c, "dim") && c.Has("dim") && ours(c.Namespace, c.Arg("dim")) == nil; c.Has("out") && (c.Func.Out == frontend.List || along) {
			tensors(c, "out")
		}
		z := run(c)
		zs, several := z.([]*frontend.Array)
		if !several || !c.Has("out") {
			return z
		}
		targets := tensors(c, "out")
		if len(targets) != len(zs) {
			c.Raise("TypeError", "%s(): expected tuple of %d elements but got %d", c.Func.Path, len(zs), len(targets))
		}
		for i, target := range targets {
			if c.Func.Path == "geqrf" { // which casts
				castable(c, typeOf(zs[i]), target)
			} else if typeOf(target) != typeOf(zs[i]) {
				c.Raise("RuntimeError", "Expected out tensor to have dtype %s, but got %s instead", zs[i].Type(), target.Type())
			}
			writesTo(c, target)
		}
		for i, target := range targets {
			zs[i] = deliver(c, target, zs[i])
		}
		return zs
	}
}

// ownDtype are the functions that write to a tensor of their result's own dtype alone.
var ownDtype = strings.Fields(`isin scatter scatter_add scatter_reduce index_add index_copy slice_scatter cumsum cumprod softmax log_softmax argmax argmin argsort nonzero
	matmul linalg.matmul mm bmm mv dot vdot addmm addmv baddbmm addbmm inner tensordot chain_matmul linalg.multi_dot linalg.matrix_power matrix_power linalg.vecdot cross linalg.cross
	linalg.vector_norm linalg.matrix_norm linalg.norm norm nuclear_norm frobenius_norm linalg.svdvals linalg.eigvalsh ormqr linalg.ldl_solve tril triu diag gather take take_along_dim index_select masked_select where msort amax amin quantile nanquantile
	bucketize searchsorted histc logcumsumexp complex polar heaviside nn.functional.hardshrink
	multinomial abs absolute floor ceil trunc fix frac round neg negative sgn sign bitwise_not conj_physical nan_to_num`)

// kernelFirst are the functions that look for the kernel of a dtype before the dtype of out=.
var kernelFirst = strings.Fields("clamp clip clamp_min clamp_max nansum nanmean addcmul addcdiv inner tensordot linalg.matrix_power matrix_power cumsum cumprod")

// need returns what [kernels.of] does, and raises its error. Most functions refuse an out=
// of another dtype before.
func (k *kernels) need(c *frontend.Call, r promote.Result) (in, out promote.Result) {
	in, out, err := k.of(c.Namespace, r)
	if err == nil {
		return in, out
	}
	deferred := slices.Contains(kernelFirst, c.Func.Path) || r.Dtype.IsComplex() && (k == rounding || k == orderedN || k == realBoolN)
	if !deferred && k[dtype.Float32].out != 'b' && slices.Contains(parameters(c.Func.Signature().Text), "out") {
		if target := ours(c.Namespace, c.Arg("out")); target != nil {
			fitting(c, r, target)
		}
	}
	frontend.Check(err)
	return in, out
}

// fittingOut is fitting of the argument out, if there is one, before anything is computed.
func fittingOut(c *frontend.Call, r promote.Result) {
	if target := optional(c, "out"); target != nil {
		fitting(c, r, target)
	}
}

// fitting refuses a tensor of out= that a result of type r does not go into.
func fitting(c *frontend.Call, r promote.Result, target *frontend.Array) {
	name := c.Func.Path
	exact := slices.Contains(ownDtype, name)
	switch {
	case name == "abs" || name == "absolute":
		if a := tensor(c, "input"); a.V.Dtype().IsComplex() { // the magnitudes are real, and go into complex numbers of the input's dtype
			exact = target.V.Dtype().IsComplex()
			if exact {
				r = typeOf(a)
			}
		}
	case name == "inner": // without dimensions a product of elements
		exact = tensor(c, "input").V.Ndim() > 0 && tensor(c, "other").V.Ndim() > 0
	case strings.HasPrefix(name, "clamp") || name == "clip": // by numbers
		exact = !slices.ContainsFunc([]string{"min", "max"}, func(bound string) bool {
			return slices.Contains(parameters(c.Func.Signature().Text), bound) && ours(c.Namespace, c.Arg(bound)) != nil
		})
	case strings.HasSuffix(name, "matrix_power"):
		n, _ := c.IntOf(c.Arg("n"))
		exact = exact && n != 0 && n != 1
	}
	if exact && typeOf(target) != r {
		c.Raise("RuntimeError", "Expected out tensor to have dtype %s, but got %s instead", r, target.Type())
	}
	castable(c, r, target)
}

// deliver writes z into target, cast as CanCast allows; target gets its shape.
func deliver(c *frontend.Call, target, z *frontend.Array) *frontend.Array {
	castable(c, typeOf(z), target)
	v := c.Result(z.V, typeOf(target)).V
	if !slices.Equal(v.Shape(), target.V.Shape()) {
		return resized(c, target, v)
	}
	return write(c, target, v)
}
