package tensorflow

import (
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
)

// A refusal says of a class of errors which parameters raise it: "path:parameter", with @
// and a mode where it holds in that alone ("flexible" for all and safe, "plain" for the
// others), and with ? where it takes a dtype that is given.
type refusal struct{ class, params string }

// stringRefusals are the errors of a string as an argument, where they are not the one of
// an operation without a kernel for strings, an InvalidArgumentError: TensorFlow's Python
// looks at strings in many ways before it calls an operation.
var stringRefusals = []refusal{
	{invalidArgument, `.__add__:x@flexible .__add__:y@flexible add:x@flexible add:y@flexible linalg.matmul:a@flexible linalg.matmul:b@flexible linalg.matvec:a@flexible math.add:x@flexible math.add:y@flexible matmul:a@flexible`},
	{valueError, `boolean_mask:mask boolean_mask:tensor experimental.numpy.compress:a experimental.numpy.split:ary@flexible experimental.numpy.tril:m experimental.numpy.triu:m
		linalg.adjoint:matrix linalg.matrix_transpose:a math.multiply_no_nan:x nn.depthwise_conv2d:input nn.gelu:features nn.pool:input nn.separable_conv2d:input nn.separable_conv2d:pointwise_filter`},
	{unimplemented, `cast:x experimental.numpy.around:a@flexible experimental.numpy.round:a@flexible
		experimental.numpy.array:val? experimental.numpy.asarray:a? experimental.numpy.asanyarray:a? experimental.numpy.ascontiguousarray:a?
		experimental.numpy.cumsum:a? experimental.numpy.cumprod:a? experimental.numpy.sum:a? experimental.numpy.prod:a? experimental.numpy.trace:a?
		experimental.numpy.nonzero:a nn.silu:features nn.swish:features`},
	{typeError, `clip_by_value:t complex:imag complex:real experimental.numpy.iscomplex:x experimental.numpy.isreal:x experimental.numpy.signbit:x linalg.cross:a linalg.cross:b
		linalg.norm:tensor norm:tensor linalg.solve:matrix linalg.solve:rhs linalg.trace:x nn.bias_add:bias nn.bias_add:value nn.conv2d:filters nn.conv2d_transpose:filters
		nn.conv2d_transpose:input nn.conv3d:filters nn.conv3d_transpose:filters nn.conv3d_transpose:input tensor_scatter_nd_update:tensor tensor_scatter_nd_update:updates where:condition
		experimental.numpy.ones_like:a@plain`},
	{"IndexError", `experimental.numpy.diff:a experimental.numpy.swapaxes:a tensordot:a@flexible tensordot:b@flexible`},
	{notFound, `linalg.band_part:input`},
	{"AttributeError", `nn.avg_pool:input nn.conv2d:input nn.conv3d:input nn.max_pool:input`},
}

// floatRefusals are the errors of a float as an axis, where they are no TypeErrors or come
// before other errors.
var floatRefusals = []refusal{
	{invalidArgument, `argsort:axis experimental.numpy.diagonal:axis1 experimental.numpy.diagonal:axis2 experimental.numpy.swapaxes:axis1 experimental.numpy.swapaxes:axis2
		experimental.numpy.take_along_axis:axis experimental.numpy.trace:axis1 experimental.numpy.trace:axis2 experimental.numpy.transpose:axes nn.log_softmax:axis nn.softmax:axis
		reduce_logsumexp:axis@plain reduce_max:axis@plain`},
	{typeError, `cumsum:axis math.cumsum:axis math.cumprod:axis experimental.numpy.tensordot:axes reverse:axis tensordot:axes`},
	{valueError, `linalg.norm:axis norm:axis`},
}

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
	case "cast":
		return c.Has("dtype")
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
			if t, x := texts[f.Path], floats[f.Path]; t != nil || x != nil {
				f = refusingIn(f, t, x)
			}
			all = append(all, f)
		}
	}
	return all
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
