package optim

import (
	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// ClipByValue returns a tree with every element brought into [−limit, limit]. NaN stays. A limit
// that is no positive number is an error of kind ErrValue.
func ClipByValue(grads ivy.Tree, limit float64) ivy.Tree {
	defer blame.Named("optim.ClipByValue")
	checkLimit(limit)
	checkParams(grads)
	return ivy.MapTree(func(x ...*ivy.Array) *ivy.Array {
		low := x[0].Maximum(-limit)
		defer low.Free()
		return low.Minimum(limit)
	}, grads)
}

func checkLimit(limit float64) {
	if !(limit > 0) {
		panic(blame.Errorf(ivy.ErrValue, "a limit of %v, want a positive number", limit))
	}
}

// GlobalNorm returns the root of the sum of the squares of all elements of a tree, an array
// without axes: float64 if an array of the tree is, else float32.
func GlobalNorm(t ivy.Tree) *ivy.Array {
	defer blame.Named("optim.GlobalNorm")
	return globalNorm(checkParams(t))
}

func globalNorm(arrays []*ivy.Array) *ivy.Array {
	w := &work{cast: map[castKey]*ivy.Array{}}
	defer w.free(0)
	d := ivy.Float32
	for _, a := range arrays {
		if a.Dtype() == ivy.Float64 {
			d = ivy.Float64
		}
	}
	var sum *ivy.Array
	for _, a := range arrays {
		if a.Dtype() != d {
			a = w.temp(a.Astype(d))
		}
		s := w.temp(w.temp(a.Multiply(a)).Sum())
		if sum != nil {
			s = w.temp(sum.Add(s))
		}
		sum = s
	}
	return sum.Sqrt()
}

// ClipByGlobalNorm returns a tree whose [GlobalNorm] is at most limit, and the norm before:
// where it is more, all elements are multiplied by limit/(norm + 1e-6), as PyTorch's
// clip_grad_norm_ does. A limit that is no positive number is an error of kind ErrValue.
func ClipByGlobalNorm(grads ivy.Tree, limit float64) (ivy.Tree, *ivy.Array) {
	defer blame.Named("optim.ClipByGlobalNorm")
	checkLimit(limit)
	norm := globalNorm(checkParams(grads))
	w := &work{cast: map[castKey]*ivy.Array{}}
	defer w.free(0)
	top := w.temp(norm.FullLike(limit))
	by := w.temp(w.temp(top.Divide(w.temp(norm.Add(1e-6)))).Minimum(1.0))
	clipped := ivy.MapTree(func(x ...*ivy.Array) *ivy.Array {
		if !narrow(x[0].Dtype()) {
			return x[0].Multiply(w.temp(by.Astype(x[0].Dtype())))
		}
		z := w.temp(w.temp(x[0].Astype(by.Dtype())).Multiply(by))
		return z.Astype(x[0].Dtype())
	}, grads)
	return clipped, norm
}
