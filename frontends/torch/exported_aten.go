package torch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// atenRun computes a node of an exported program.
type atenRun = func(r *exportedRun, args []any, kw map[string]any) any

// dropped are keywords that say nothing here: where memory is, and how it lies.
var dropped = []string{"layout", "device", "pin_memory", "memory_format", "non_blocking", "implicit"}

// atenFunction returns what computes a target, "torch.ops.aten.add.Tensor": a row of atenRows, or the function of this package that has
// ATen's name and order of arguments. nil if there is none.
func atenFunction(target string) atenRun {
	if f, ok := pythonRows[target]; ok {
		return f
	}
	full, ok := strings.CutPrefix(target, "torch.ops.aten.")
	if !ok {
		return nil
	}
	name, overload, _ := strings.Cut(full, ".")
	if f, ok := atenRows[name+"."+overload]; ok {
		return f
	}
	if f, ok := atenRows[name]; ok {
		return f
	}
	paths := []string{name, "nn.functional." + name, "." + name}
	for _, group := range []string{"special", "linalg", "fft"} {
		if rest, ok := strings.CutPrefix(name, group+"_"); ok {
			paths = append(paths, group+"."+rest)
		}
	}
	for _, path := range paths {
		if f := atenLookup(path); f != nil {
			return func(r *exportedRun, args []any, kw map[string]any) any { return r.call(f, args, kw) }
		}
	}
	return nil
}

// atenLookup returns the function of a path, or the method of one that begins with a dot, which other paths may give too.
func atenLookup(path string) *frontend.Func {
	if f := functions.Lookup(path); f != nil {
		return f
	}
	if name, ok := strings.CutPrefix(path, "."); ok {
		return functions.Method(name)
	}
	return nil
}

// atenNamed is atenLookup of one that is there.
func atenNamed(path string) *frontend.Func {
	f := atenLookup(path)
	if f == nil {
		panic("torch: no function " + path)
	}
	return f
}

// call calls a function of this package.
func (r *exportedRun) call(f *frontend.Func, args []any, kw map[string]any) any {
	if strings.HasSuffix(f.Path, "_") && len(args) > 0 {
		r.mayWrite(args[0])
	}
	args = slices.Clone(args)
	for name, v := range kw {
		if !slices.Contains(dropped, name) && !(name == "dtype" && v == nil) {
			args = append(args, frontend.Named{Name: name, Value: v})
		}
	}
	return r.ns.CallValue(f, args)
}

// mayWrite refuses a write to a weight, which further calls read.
func (r *exportedRun) mayWrite(x any) {
	for name := range r.p.weights {
		if r.values[name] == x {
			panic(blame.Errorf(ivy.ErrUnsupported, "a write to the weight %q", r.p.names[name]))
		}
	}
}

// to calls the function of a path.
func (r *exportedRun) to(path string, args ...any) any {
	f := atenLookup(path)
	if f == nil {
		panic(blame.Errorf(ivy.ErrUnsupported, "there is no function %s", path))
	}
	return r.call(f, args, nil)
}

// firstOf returns the n first arguments, or as many as there are.
func firstOf(args []any, n int) []any { return args[:min(n, len(args))] }

// argAt returns argument i, or what it is by default.
func argAt(args []any, i int, otherwise any) any {
	if i < len(args) && args[i] != nil {
		return args[i]
	}
	return otherwise
}

// atenFirst is a function of this package that takes the first n of ATen's arguments.
func atenFirst(path string, n int) atenRun {
	f := atenNamed(path)
	return func(r *exportedRun, args []any, kw map[string]any) any { return r.call(f, firstOf(args, n), kw) }
}

// atenOrder is a function of this package that takes ATen's arguments in another order; what is left out ends the list.
func atenOrder(path string, order ...int) atenRun {
	f := atenNamed(path)
	return func(r *exportedRun, args []any, kw map[string]any) any {
		zs := make([]any, 0, len(order))
		for _, i := range order {
			if i < len(args) {
				zs = append(zs, args[i])
			} else {
				zs = append(zs, nil)
			}
		}
		return r.call(f, zs, kw)
	}
}

// same is a function whose result is its argument.
func same(_ *exportedRun, args []any, _ map[string]any) any { return argAt(args, 0, nil) }

// nothing is a check that PyTorch made when it exported.
func nothing(*exportedRun, []any, map[string]any) any { return nil }

func tensorArg(args []any, i int) *Tensor {
	t, ok := argAt(args, i, nil).(*Tensor)
	if !ok {
		panic(blame.Errorf(ivy.ErrValue, "argument %d is no tensor", i))
	}
	return t
}

func intArg(args []any, i, otherwise int) int {
	n, ok := argAt(args, i, otherwise).(int)
	if !ok {
		panic(blame.Errorf(ivy.ErrValue, "argument %d is no integer", i))
	}
	return n
}

// atenRows are functions whose names, orders or results are not those of this package, by name or by name and overload.
var atenRows map[string]atenRun

// pythonRows are functions on sizes.
var pythonRows map[string]atenRun

func init() {
	atenRows = map[string]atenRun{
		"batch_norm": atenOrder("nn.functional.batch_norm", 0, 3, 4, 1, 2, 5, 6, 7),
		"_native_batch_norm_legit_no_training": func(r *exportedRun, a []any, _ map[string]any) any {
			return []any{r.to("nn.functional.batch_norm", a[0], a[3], a[4], a[1], a[2], false, a[5], a[6])}
		},
		"layer_norm": atenFirst("nn.functional.layer_norm", 5),
		"group_norm": atenFirst("nn.functional.group_norm", 5),
		"instance_norm": func(r *exportedRun, a []any, kw map[string]any) any {
			return r.call(atenNamed("nn.functional.instance_norm"), []any{a[0], a[3], a[4], a[1], a[2], a[5], a[6], a[7]}, kw)
		},
		"native_layer_norm": func(r *exportedRun, a []any, _ map[string]any) any {
			return []any{r.to("nn.functional.layer_norm", a[0], a[1], a[2], a[3], a[4])}
		},
		"native_group_norm": func(r *exportedRun, a []any, _ map[string]any) any {
			return []any{r.to("nn.functional.group_norm", a[0], a[6], a[1], a[2], a[7])}
		},
		"embedding":       atenOrder("nn.functional.embedding", 1, 0),
		"convolution":     convolutionOf,
		"_softmax":        func(r *exportedRun, a []any, _ map[string]any) any { return r.to("softmax", a[0], a[1]) },
		"_log_softmax":    func(r *exportedRun, a []any, _ map[string]any) any { return r.to("log_softmax", a[0], a[1]) },
		"slice":           sliceOf,
		"index":           indexOf,
		"_unsafe_index":   indexOf,
		"view":            atenView,
		"_unsafe_view":    atenView,
		"max_pool1d":      maxPoolOf,
		"max_pool2d":      maxPoolOf,
		"max_pool3d":      maxPoolOf,
		"_reshape_alias":  atenFirst("reshape", 2),
		"expand":          atenFirst(".expand", 2),
		"to":              toOf,
		"_to_copy":        func(r *exportedRun, a []any, kw map[string]any) any { return r.converted(a[0], kw["dtype"]) },
		"clone":           atenFirst("clone", 1),
		"contiguous":      atenFirst(".contiguous", 1),
		"alias":           same,
		"detach":          same,
		"detach_":         same,
		"lift_fresh_copy": same,
		"lift_fresh":      same,
		"dropout":         atenFirst("nn.functional.dropout", 3),
		"feature_dropout": atenFirst("nn.functional.dropout", 3),
		"constant_pad_nd": func(r *exportedRun, a []any, _ map[string]any) any {
			return r.to("nn.functional.pad", a[0], a[1], "constant", argAt(a, 2, 0))
		},
		"scalar_tensor": func(r *exportedRun, a []any, kw map[string]any) any {
			return r.call(atenNamed("full"), []any{[]int{}, a[0]}, kw)
		},
		"full_like": atenFirst("full_like", 2),
		"rsub": func(r *exportedRun, a []any, kw map[string]any) any {
			return r.call(atenNamed("sub"), []any{a[1], a[0]}, kw)
		},
		"einsum": func(r *exportedRun, a []any, _ map[string]any) any {
			return r.call(atenNamed("einsum"), append([]any{a[0]}, a[1].([]any)...), nil)
		},
		"lstm.input": lstmOf,
		"gru.input":  gruOf,
		"max_pool2d_with_indices": func(r *exportedRun, a []any, _ map[string]any) any {
			return r.to("nn.functional.max_pool2d", a[0], a[1], argAt(a, 2, []int{}), argAt(a, 3, 0), argAt(a, 4, 1), argAt(a, 5, false), true)
		},
		"_adaptive_avg_pool2d": atenFirst("nn.functional.adaptive_avg_pool2d", 2),
		"_scaled_dot_product_flash_attention_for_cpu": func(r *exportedRun, a []any, kw map[string]any) any {
			args := []any{a[0], a[1], a[2], kw["attn_mask"], 0.0, argAt(a, 4, false)}
			return []any{r.call(atenNamed("nn.functional.scaled_dot_product_attention"), args, map[string]any{"scale": kw["scale"]})}
		},
		"upsample_nearest2d.vec":  upsampled("nearest"),
		"upsample_bilinear2d.vec": upsampled("linear"),
		"upsample_nearest1d.vec":  upsampled("nearest"),
		"upsample_linear1d.vec":   upsampled("linear"),
		"upsample_bicubic2d.vec":  upsampled("cubic"),
		"sym_size.int": func(_ *exportedRun, a []any, _ map[string]any) any {
			t := tensorArg(a, 0)
			return t.V.Dim(axisIn(intArg(a, 1, 0), t.V.Ndim()))
		},
		"sym_numel":        func(_ *exportedRun, a []any, _ map[string]any) any { return tensorArg(a, 0).V.Size() },
		"split.Tensor":     atenFirst("split", 3),
		"split_with_sizes": atenFirst("split", 3),
		"unbind":           atenFirst("unbind", 2),
		"ones_like":        atenFirst("ones_like", 1),
		"zeros_like":       atenFirst("zeros_like", 1),
		"empty":            atenFirst("zeros", 1),
		"empty_like":       atenFirst("zeros_like", 1),
		"type_as": func(r *exportedRun, a []any, _ map[string]any) any {
			return r.converted(a[0], tensorArg(a, 1).V.Dtype())
		},
		"masked_fill":                  atenFirst(".masked_fill", 3),
		"repeat":                       atenFirst(".repeat", 2),
		"sym_constrain_range":          nothing,
		"sym_constrain_range_for_size": nothing,
		"_assert_tensor_metadata":      nothing,
		"_assert_scalar":               nothing,
		"_assert_async":                nothing,
	}
	pythonRows = map[string]atenRun{}
	for name, f := range map[string]func(x, y float64) float64{
		"add": func(x, y float64) float64 { return x + y }, "sub": func(x, y float64) float64 { return x - y }, "mul": func(x, y float64) float64 { return x * y },
		"floordiv": func(x, y float64) float64 { return math.Floor(x / y) }, "mod": func(x, y float64) float64 { return x - y*math.Floor(x/y) },
		"pow": math.Pow, "truediv": func(x, y float64) float64 { return x / y },
	} {
		pythonRows["_operator."+name] = sizeFunc(f, name == "truediv")
	}
	for name, f := range map[string]func(x, y float64) bool{
		"eq": func(x, y float64) bool { return x == y }, "ne": func(x, y float64) bool { return x != y }, "lt": func(x, y float64) bool { return x < y },
		"le": func(x, y float64) bool { return x <= y }, "gt": func(x, y float64) bool { return x > y }, "ge": func(x, y float64) bool { return x >= y },
	} {
		pythonRows["_operator."+name] = func(_ *exportedRun, a []any, _ map[string]any) any { return f(sizeNumber(a, 0), sizeNumber(a, 1)) }
	}
	pythonRows["_operator.neg"] = func(_ *exportedRun, a []any, _ map[string]any) any { return -intArg(a, 0, 0) }
	pythonRows["math.trunc"] = func(_ *exportedRun, a []any, _ map[string]any) any { return int(sizeNumber(a, 0)) }
	pythonRows["torch.sym_float"] = func(_ *exportedRun, a []any, _ map[string]any) any { return sizeNumber(a, 0) }
	pythonRows["torch.sym_int"] = pythonRows["math.trunc"]
	pythonRows["torch.sym_max"] = sizeFunc(math.Max, false)
	pythonRows["torch.sym_min"] = sizeFunc(math.Min, false)
	pythonRows["torch.sym_not"] = func(_ *exportedRun, a []any, _ map[string]any) any { b, _ := argAt(a, 0, false).(bool); return !b }
}

// sizeFunc is a function of two sizes, an integer unless it is a quotient or one of them is none.
func sizeFunc(f func(x, y float64) float64, float bool) atenRun {
	return func(_ *exportedRun, a []any, _ map[string]any) any {
		z := f(sizeNumber(a, 0), sizeNumber(a, 1))
		_, x := argAt(a, 0, nil).(int)
		_, y := argAt(a, 1, nil).(int)
		if x && y && !float {
			return int(z)
		}
		return z
	}
}

func sizeNumber(args []any, i int) float64 {
	switch v := argAt(args, i, nil).(type) {
	case int:
		return float64(v)
	case float64:
		return v
	case bool:
		if v {
			return 1
		}
		return 0
	}
	panic(blame.Errorf(ivy.ErrValue, "argument %d is no size", i))
}

func axisIn(axis, rank int) int {
	z, err := shape.Axis(axis, rank)
	if err != nil {
		panic(blame.Errorf(ivy.ErrIndex, "dimension %d of %d", axis, rank))
	}
	return z
}

// converted returns a tensor in another dtype.
func (r *exportedRun) converted(x, d any) any {
	if d == nil {
		return x
	}
	return r.to(".to", x, d)
}

// toOf is any of ATen's to: the dtype is where its overload has it.
func toOf(r *exportedRun, args []any, kw map[string]any) any {
	for _, v := range args[1:] {
		if d, ok := v.(dtype.Dtype); ok {
			return r.converted(args[0], d)
		}
	}
	return r.converted(args[0], kw["dtype"])
}

// atenView is view, or a copy where this package's kernels left a tensor in another layout than PyTorch's.
func atenView(r *exportedRun, args []any, kw map[string]any) (z any) {
	if _, ok := argAt(args, 1, nil).([]int); !ok { // of a dtype
		return r.to(".view", args...)
	}
	if err := ivy.Try(func() { z = r.to(".view", args[0], args[1]) }); err != nil {
		z = r.to("reshape", args[0], args[1])
	}
	return z
}

// maxPoolOf is max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode) and its like.
func maxPoolOf(r *exportedRun, a []any, _ map[string]any) any {
	x := tensorArg(a, 0).V
	list := func(i int, otherwise []int) []int {
		switch v := argAt(a, i, nil).(type) {
		case int:
			return []int{v}
		case []int:
			if len(v) > 0 {
				return v
			}
		}
		return otherwise
	}
	kernel := list(1, nil)
	n := len(kernel)
	pads := list(3, []int{0})
	width := make([][2]int, len(pads))
	for i, w := range pads {
		width[i] = [2]int{w, w}
	}
	ceil, _ := argAt(a, 5, false).(bool)
	e := r.ns.Env()
	single := n > 0 && x.Ndim() == n+1
	if single {
		x = e.ExpandDims(x, ivy.Axis(0))
	}
	z := e.MaxPool(x, kernel, list(2, kernel), width, ivy.Dilations(list(4, []int{1})), ivy.CeilMode(ceil), ivy.DataFormat("channel_first"))
	if single {
		z = e.Squeeze(z, ivy.Axis(0))
	}
	return r.ns.Published(r.ns.Wrap(z))
}

func sliceOf(r *exportedRun, args []any, _ map[string]any) any {
	x := tensorArg(args, 0)
	axis := axisIn(intArg(args, 1, 0), x.V.Ndim())
	key := make([]any, axis, axis+1)
	for i := range key {
		key[i] = ivy.Colon
	}
	bound := func(i int) any {
		v := argAt(args, i, nil)
		if n, ok := v.(int); ok && n == math.MaxInt {
			return nil
		}
		return v
	}
	return r.to(".__getitem__", x, append(key, ivy.Slice(bound(2), bound(3), intArg(args, 4, 1))))
}

func indexOf(r *exportedRun, args []any, _ map[string]any) any {
	list, ok := argAt(args, 1, nil).([]any)
	if !ok {
		panic(blame.Errorf(ivy.ErrValue, "indices that are no list"))
	}
	key := make([]any, len(list))
	for i, v := range list {
		if key[i] = v; v == nil {
			key[i] = ivy.Colon
		}
	}
	return r.to(".__getitem__", args[0], key)
}

// convolutionOf is convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups).
func convolutionOf(r *exportedRun, a []any, _ map[string]any) any {
	n := tensorArg(a, 0).V.Ndim() - 2
	if n < 1 || n > 3 || len(a) < 9 {
		panic(blame.Errorf(ivy.ErrShape, "a convolution of %d axes with %d arguments", n, len(a)))
	}
	if a[6] == true {
		return r.to(fmt.Sprintf("nn.functional.conv_transpose%dd", n), a[0], a[1], a[2], a[3], a[4], a[7], a[8], a[5])
	}
	return r.to(fmt.Sprintf("nn.functional.conv%dd", n), a[0], a[1], a[2], a[3], a[4], a[5], a[8])
}

// upsampled is ATen's upsample_MODE.vec(input, output_size, [align_corners,] scale_factors).
func upsampled(mode string) atenRun {
	return func(r *exportedRun, a []any, _ map[string]any) any {
		x := tensorArg(a, 0).V
		opts, scales := []ivy.Option{ivy.Mode(mode), ivy.DataFormat("channel_first")}, 2
		if mode != "nearest" {
			align, _ := argAt(a, 2, false).(bool)
			opts, scales = append(opts, ivy.AlignCorners(align)), 3
		}
		size, _ := argAt(a, 1, nil).([]int)
		if factors, ok := argAt(a, scales, nil).([]any); ok {
			size = nil
			for i, s := range factors {
				n := sizeNumber([]any{s}, 0) * float64(x.Dim(2+i))
				if n != math.Trunc(n) || n < 1 || n > 1<<30 {
					panic(blame.Errorf(ivy.ErrUnsupported, "a scale factor of %v for an axis of length %d", s, x.Dim(2+i)))
				}
				size = append(size, int(n))
			}
		}
		if len(size) != x.Ndim()-2 {
			panic(blame.Errorf(ivy.ErrShape, "a size of %v for shape %v", size, x.Shape()))
		}
		return r.ns.Published(r.ns.Wrap(r.ns.Env().Interpolate(x, size, opts...)))
	}
}

// recurrentOf reads lstm.input and gru.input: (input, states, params, has_biases, num_layers, dropout, train, bidirectional, batch_first).
func recurrentOf(r *exportedRun, a []any) (x *ivy.Array, states, params []*ivy.Array, opts []ivy.Option) {
	if len(a) < 9 {
		panic(blame.Errorf(ivy.ErrValue, "%d arguments, want 9", len(a)))
	}
	if a[6] == true && sizeNumber(a, 5) != 0 {
		panic(blame.Errorf(ivy.ErrUnsupported, "dropout between layers in training"))
	}
	arrays := func(v any) []*ivy.Array {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		zs := make([]*ivy.Array, len(list))
		for i := range list {
			zs[i] = tensorArg(list, i).V
		}
		return zs
	}
	states, params = arrays(a[1]), arrays(a[2])
	bidirectional, _ := a[7].(bool)
	batchFirst, _ := a[8].(bool)
	return tensorArg(a, 0).V, states, params, []ivy.Option{ivy.InitialState(states[0]), ivy.Bidirectional(bidirectional), ivy.BatchFirst(batchFirst)}
}

func lstmOf(r *exportedRun, a []any, _ map[string]any) any {
	x, states, params, opts := recurrentOf(r, a)
	if len(states) != 2 {
		panic(blame.Errorf(ivy.ErrValue, "%d states of an LSTM", len(states)))
	}
	y, h, c := r.ns.Env().LSTM(x, params, append(opts, ivy.InitialCell(states[1]))...)
	return r.published(y, h, c)
}

func gruOf(r *exportedRun, a []any, _ map[string]any) any {
	x, _, params, opts := recurrentOf(r, a)
	y, h := r.ns.Env().GRU(x, params, opts...)
	return r.published(y, h)
}

func (r *exportedRun) published(xs ...*ivy.Array) any {
	zs := make([]any, len(xs))
	for i, x := range xs {
		zs[i] = r.ns.Published(r.ns.Wrap(x))
	}
	return zs
}
