package tensorflow

import (
	"math"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A refusal says of a class of errors which parameters raise it: "path:parameter", with @
// and a mode where it holds in that alone ("flexible" for all and safe, "plain" for the
// others, of which "off" is TensorFlow without NumPy's behaviour and "legacy" that with its
// promotion), and with ? where it takes a dtype that is given, with ! where none is.
type refusal struct{ class, params string }

// stringRefusals are the errors of a string as an argument, where they are not the one of
// an operation without a kernel for strings, an InvalidArgumentError: TensorFlow's Python
// looks at strings in many ways before it calls an operation.
var stringRefusals = []refusal{
	{invalidArgument, `.__add__:x@flexible .__add__:y@flexible add:x@flexible add:y@flexible linalg.matmul:a@flexible linalg.matmul:b@flexible linalg.matvec:a@flexible math.add:x@flexible math.add:y@flexible matmul:a@flexible matmul:b@flexible
		.__matmul__:x@flexible .__matmul__:y@flexible experimental.numpy.var:a! experimental.numpy.var:a@plain`},
	{valueError, `boolean_mask:mask boolean_mask:tensor experimental.numpy.compress:a experimental.numpy.tril:m experimental.numpy.triu:m
		linalg.adjoint:matrix linalg.matrix_transpose:a math.multiply_no_nan:x nn.depthwise_conv2d:input nn.gelu:features nn.pool:input nn.separable_conv2d:input nn.separable_conv2d:pointwise_filter`},
	{unimplemented, `cast:x experimental.numpy.around:a@flexible experimental.numpy.round:a@flexible experimental.numpy.around:a@legacy experimental.numpy.round:a@legacy
		experimental.numpy.append:arr@plain experimental.numpy.append:values@plain divide:y@legacy math.divide:y@legacy experimental.numpy.mean:a?
		experimental.numpy.array:val? experimental.numpy.asarray:a? experimental.numpy.asanyarray:a? experimental.numpy.ascontiguousarray:a?
		experimental.numpy.cumsum:a? experimental.numpy.cumprod:a? experimental.numpy.sum:a? experimental.numpy.prod:a? experimental.numpy.trace:a?
		experimental.numpy.nonzero:a nn.silu:features nn.swish:features`},
	{typeError, `clip_by_value:t complex:imag complex:real experimental.numpy.iscomplex:x experimental.numpy.isreal:x experimental.numpy.signbit:x linalg.cross:a linalg.cross:b
		.__add__:x@off divide:x math.divide:x linalg.solve:matrix linalg.solve:rhs linalg.trace:x nn.bias_add:bias nn.bias_add:value nn.conv2d:filters nn.conv2d_transpose:filters
		nn.conv2d_transpose:input nn.conv3d:filters nn.conv3d_transpose:filters nn.conv3d_transpose:input tensor_scatter_nd_update:tensor tensor_scatter_nd_update:updates experimental.numpy.ones_like:a!`},
	{"NotImplementedError", `experimental.numpy.append:arr@flexible experimental.numpy.append:values@flexible experimental.numpy.var:a@flexible`},
	{notFound, `linalg.band_part:input`},
	{"AttributeError", `experimental.numpy.around:a@off experimental.numpy.round:a@off nn.avg_pool:input nn.conv2d:input nn.conv3d:input nn.max_pool:input`},
}

// countedTexts are the parameters whose strings count as scalars: of functions that look at no element, or only
// whether it is the empty string.
var countedTexts = refusedOf([]refusal{{"", `rank:input size:input shape:input experimental.numpy.shape:a experimental.numpy.size:x experimental.numpy.ndim:a experimental.numpy.isscalar:num
	math.count_nonzero:input experimental.numpy.count_nonzero:a experimental.numpy.argsort:a zeros_like:input? ones_like:input? experimental.numpy.zeros_like:a? experimental.numpy.ones_like:a?
	experimental.numpy.empty_like:a? experimental.numpy.full_like:a?`}})

// shapedTexts are the parameters whose strings are scalars of which the function would return others: it has the
// errors of a scalar, and else there are no tensors of strings here.
var shapedTexts = refusedOf([]refusal{{"", `experimental.numpy.diff:a experimental.numpy.split:ary experimental.numpy.repeat:a experimental.numpy.moveaxis:a experimental.numpy.swapaxes:a unstack:value linalg.norm:tensor norm:tensor tensordot:a tensordot:b`}})

// floatRefusals are the errors of a float as an axis, where they are no TypeErrors or come
// before other errors.
var floatRefusals = []refusal{
	{invalidArgument, `experimental.numpy.diagonal:axis1 experimental.numpy.diagonal:axis2 experimental.numpy.swapaxes:axis1 experimental.numpy.swapaxes:axis2
		experimental.numpy.take_along_axis:axis experimental.numpy.trace:axis1 experimental.numpy.trace:axis2 experimental.numpy.transpose:axes nn.log_softmax:axis nn.softmax:axis`},
	{typeError, `experimental.numpy.expand_dims:axis cumsum:axis math.cumsum:axis math.cumprod:axis experimental.numpy.cumsum:axis experimental.numpy.cumprod:axis experimental.numpy.tensordot:axes tensordot:axes`},
	{valueError, `linalg.norm:axis norm:axis linalg.normalize:axis`},
}

// truncated are the axes of which a float is truncated: attributes of operations, which are no tensors.
var truncated = refusedOf([]refusal{{"", `one_hot:axis sort:axis argsort:axis experimental.numpy.sort:axis experimental.numpy.argsort:axis experimental.numpy.stack:axis`}})

// listRefusals are the functions that convert a list and a float as an axis in another way than a tensor and a float.
var listRefusals = refusedOf([]refusal{{invalidArgument, `argmax:input argmin:input math.argmax:input math.argmin:input expand_dims:input@plain reverse:tensor
	reduce_sum:input_tensor@plain reduce_prod:input_tensor@plain reduce_mean:input_tensor@plain reduce_max:input_tensor@plain reduce_min:input_tensor@plain
	math.reduce_sum:input_tensor@plain math.reduce_prod:input_tensor@plain math.reduce_mean:input_tensor@plain math.reduce_max:input_tensor@plain math.reduce_min:input_tensor@plain
	reduce_logsumexp:input_tensor@plain math.reduce_logsumexp:input_tensor@plain math.reduce_euclidean_norm:input_tensor@plain
	experimental.numpy.argmax:a@flexible experimental.numpy.argmin:a@flexible reduce_any:input_tensor reduce_all:input_tensor math.reduce_any:input_tensor math.reduce_all:input_tensor`}})

// A refused is a parameter of a function that does not take a kind of values.
type refused struct{ param, class, mode string }

// refusedOf returns the refusals of functions by their paths.
func refusedOf(list []refusal) map[string][]refused {
	of := map[string][]refused{}
	for _, r := range list {
		for row := range strings.FieldsSeq(r.params) {
			path, param, _ := strings.Cut(row, ":")
			param, mode, _ := strings.Cut(param, "@")
			if p, cast := strings.CutSuffix(param, "?"); cast {
				param, mode = p, "cast"
			}
			if p, bare := strings.CutSuffix(param, "!"); bare {
				param, mode = p, "bare"
			}
			of[path] = append(of[path], refused{param, r.class, mode})
		}
	}
	return of
}

// holds reports whether the refusal is one of a call's mode.
func (r refused) holds(c *frontend.Call) bool {
	switch r.mode {
	case "flexible":
		return flexible(c.Namespace)
	case "plain":
		return !flexible(c.Namespace)
	case "off":
		return modeOf(c.Namespace) == ""
	case "legacy":
		return modeOf(c.Namespace) == "legacy"
	case "cast":
		return c.Has("dtype")
	case "bare":
		return !c.Has("dtype")
	}
	return true
}

// refusing makes the functions of lists refuse strings, and floats as axes, with the errors
// of the tables before they do anything else.
func refusing(lists ...[]frontend.Func) []frontend.Func {
	texts, floats := refusedOf(stringRefusals), refusedOf(floatRefusals)
	var all []frontend.Func
	for _, list := range lists {
		for _, f := range list {
			if counted := countedTexts[f.Path]; counted != nil {
				f = countingTexts(f, counted, true)
			}
			if shaped := shapedTexts[f.Path]; shaped != nil {
				f = countingTexts(f, shaped, false)
			}
			if axes := truncated[f.Path]; axes != nil {
				f = truncating(f, axes[0].param)
			}
			if lists := listRefusals[f.Path]; lists != nil {
				f = fractional(f, lists[0])
			}
			if t, x := texts[f.Path], floats[f.Path]; t != nil || x != nil {
				f = refusingIn(f, t, x)
			}
			all = append(all, f)
		}
	}
	return all
}

// truncating makes a function truncate a float as an axis.
func truncating(f frontend.Func, axis string) frontend.Func {
	run := f.Run
	f.Run = func(c *frontend.Call) any {
		truncate(c, axis)
		return run(c)
	}
	return f
}

// truncate truncates an argument if it is a float.
func truncate(c *frontend.Call, name string) {
	c.Substitute(func(p *frontend.Param, v any) (any, bool) {
		at, isFloat := v.(float64)
		return frontend.Integer(int64(at)), p.Name == name && isFloat && math.Abs(at) < 1<<31
	})
}

// fractional refuses a float as an axis: with a list by the class of a refusal, with a weak tensor too where that
// holds in every mode, and else by a TypeError.
func fractional(f frontend.Func, r refused) frontend.Func {
	run := f.Run
	f.Run = func(c *frontend.Call) any {
		if _, isFloat := c.Arg("axis").(float64); isFloat {
			x := inputOf(c.Namespace, c.Arg(r.param))
			ofBools, ofNumPy := strings.Contains(c.Func.Path, "reduce_a"), strings.HasPrefix(c.Func.Path, tnp)
			if r.holds(c) && (x.list != nil && (!ofBools || x.vacant() || x.Scalar == dtype.KindBool) || x.text || x.Weak && r.mode != "plain" || x.scalar() && ofNumPy) {
				c.Raise(r.class, "%s(): axis is %v, want an integer", c.Func.Path, c.Arg("axis"))
			}
			c.Raise(typeError, "%s(): axis is %v, want an integer", c.Func.Path, c.Arg("axis"))
		}
		return run(c)
	}
	return f
}

// countingTexts makes a function count strings as scalars. If the result is not of strings itself it is returned.
func countingTexts(f frontend.Func, counted []refused, returned bool) frontend.Func {
	run := f.Run
	f.Run = func(c *frontend.Call) any {
		some := false
		for _, r := range counted {
			if text, isText := c.Arg(r.param).(string); isText && r.holds(c) {
				c.Substitute(func(p *frontend.Param, v any) (any, bool) { return text != "", p.Name == r.param })
				some = true
			}
		}
		z := run(c)
		if some && !returned {
			c.Raise(invalidArgument, "%s(): there are no tensors of strings here", c.Func.Path)
		}
		return z
	}
	return f
}

func refusingIn(f frontend.Func, texts, floats []refused) frontend.Func {
	look := func(c *frontend.Call) {
		for _, r := range texts {
			if _, isText := c.Arg(r.param).(string); isText && r.holds(c) {
				c.Raise(r.class, "%s(): %s is a string", c.Func.Path, r.param)
			}
		}
		for _, r := range floats {
			if v, isFloat := c.Arg(r.param).(float64); isFloat && r.holds(c) {
				inputOf(c.Namespace, c.Arg(c.Func.Signature().Params[0].Name)) // is a tensor
				c.Raise(r.class, "%s(): %s is %v, want an integer", c.Func.Path, r.param, v)
			}
		}
	}
	if run := f.Run; run != nil {
		f.Run = func(c *frontend.Call) any {
			look(c)
			return run(c)
		}
		return f
	}
	check := f.Check
	f.Check = func(c *frontend.Call) {
		look(c)
		if check != nil {
			check(c)
		}
	}
	return f
}
