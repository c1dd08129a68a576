package jax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// byName returns a table whose rows are for several functions as one by their names, which stand for the methods too.
func byName[T any](rows map[string]T) map[string]T {
	out := map[string]T{}
	for names, row := range rows {
		for name := range strings.FieldsSeq(names) {
			out[name] = row
		}
	}
	return out
}

// jitted are the functions that JAX wraps with jax.jit, and the parameters that it hands to it as static arguments.
// jax.jit makes abstract arrays of all other arguments, and hashes the static ones, before it binds them to parameters.
var jitted = byName(map[string]string{
	`positive sign abs absolute fabs floor ceil trunc square sqrt cbrt reciprocal exp exp2 expm1 log log1p log2 log10 sin cos tan
	asin arcsin acos arccos atan arctan sinh cosh tanh asinh arcsinh acosh arccosh atanh arctanh deg2rad radians rad2deg degrees
	isnan isfinite isinf conj conjugate real imag bitwise_invert bitwise_not invert logical_not true_divide divide remainder mod
	arctan2 atan2 nextafter float_power left_shift bitwise_left_shift right_shift bitwise_right_shift equal not_equal less
	less_equal greater greater_equal signbit isreal iscomplex rint copysign floor_divide divmod fmod modf frexp ldexp heaviside
	hypot gcd lcm fmax fmin sinc i0 bitwise_count clip nan_to_num outer kron linalg.det atleast_1d atleast_2d atleast_3d nn.identity
	nn.sigmoid nn.silu nn.swish nn.softplus nn.log_sigmoid nn.soft_sign nn.squareplus nn.sparse_plus nn.sparse_sigmoid nn.tanh
	nn.mish nn.elu nn.selu nn.celu nn.leaky_relu nn.hard_tanh nn.hard_sigmoid nn.hard_silu nn.hard_swish sort_complex ediff1d`: "",
	"tril triu": "k", "vander": "N increasing", "round around": "decimals", "angle": "deg", "isclose allclose": "equal_nan",
	"take_along_axis": "axis mode fill_value wrap_negative_indices",
	"diagonal":        "offset axis1 axis2", "trace": "axis1 axis2 dtype",
	"matmul dot": "precision preferred_element_type out_sharding", "vdot inner": "precision preferred_element_type",
	"cross": "axisa axisb axisc axis", "linalg.norm": "ord axis keepdims", "linalg.matrix_power": "n",
	"linalg.cholesky": "upper symmetrize_input", "linalg.cond": "p", "linalg.eigh linalg.eigvalsh": "UPLO symmetrize_input", "linalg.eigvals linalg.inv linalg.solve": "",
	"linalg.matrix_rank": "hermitian", "linalg.qr": "mode", "linalg.slogdet": "method", "linalg.svd": "full_matrices compute_uv hermitian subset_by_index",
	"scipy.linalg.block_diag": "", "scipy.linalg.convolution_matrix": "n mode", "scipy.linalg.dft": "n scale dtype", "scipy.linalg.hadamard": "n dtype", "scipy.linalg.helmert": "n full",
	"scipy.linalg.hilbert scipy.linalg.invhilbert": "n", "scipy.linalg.pascal scipy.linalg.invpascal": "n kind", "scipy.linalg.hessenberg": "calc_q overwrite_a check_finite",
	"scipy.linalg.eigh_tridiagonal": "eigvals_only select select_range", "scipy.linalg.expm": "upper_triangular max_squarings", "scipy.linalg.expm_frechet": "method compute_expm",
	"scipy.linalg.lu": "permute_l overwrite_a check_finite", "scipy.linalg.lu_factor": "overwrite_a check_finite", "scipy.linalg.lu_solve": "trans overwrite_b check_finite",
	"lax.linalg.qdwh": "is_hermitian max_iterations eps", "scipy.linalg.polar": "side method", "scipy.linalg.rsf2csf": "check_finite", "scipy.linalg.solve_sylvester": "method",
	"ravel flatten": "order out_sharding", "swapaxes": "axis1 axis2", "rollaxis": "axis start", "rot90": "k axes", "resize": "new_shape",
	"unstack append nn.glu nn.log_softmax lexsort trapezoid": "axis",
	"nn.logmeanexp count_nonzero nanmax nanmin":              "axis keepdims", "nn.standardize": "axis algorithm",
	"searchsorted": "side method", "digitize": "right method",
	"sort": "axis kind order stable descending", "argsort": "axis kind order stable descending dtype",
	"median nanmedian": "axis overwrite_input keepdims", "quantile nanquantile nanpercentile": "axis overwrite_input method keepdims",
	"percentile":                           "axis overwrite_input method keepdims out_sharding",
	"nansum nanprod nanmean nanvar nanstd": "axis dtype keepdims", "cumsum cumprod nancumsum nancumprod": "axis dtype",
	"diff": "n axis", "cov": "rowvar bias ddof dtype", "corrcoef": "rowvar dtype",
})

// A jitInside is what a function hands to another one that JAX wraps with jax.jit: static arguments, and those of which
// it makes abstract arrays, in that order. First says what the function itself looks at before.
type jitInside struct {
	static, traced string
	first          func(c call)
}

var inside = byName(map[string]jitInside{
	"sum":                              {"dtype keepdims promote_integers", "a self initial out where", call.axesAreIndices},
	"prod":                             {"dtype keepdims promote_integers", "a initial out where", call.axesAreIndices},
	"max min amax amin":                {"keepdims", "a initial out where", call.axesAreIndices},
	"all any":                          {"keepdims", "a out where", call.axesAreIndices},
	"mean":                             {"dtype keepdims", "a out where", call.axesAreIndices},
	"var std":                          {"dtype keepdims", "mean correction ddof out where", call.varianceFirst},
	"ptp":                              {"keepdims", "out", call.firstIsArray},
	"average":                          {"returned keepdims", "a weights", nil},
	"linspace":                         {"endpoint retstep dtype device", "start stop", call.spacingFirst},
	"logspace":                         {"endpoint dtype", "start stop base", call.spacingFirst},
	"geomspace":                        {"endpoint dtype", "start stop", call.spacingFirst},
	"take":                             {"mode unique_indices indices_are_sorted fill_value", "a self indices out", call.axisIsIndex},
	"nn.relu nn.relu6":                 {"", "x", nil},
	"nn.softmax scipy.special.softmax": {"", "x where", nil},
	"scipy.special.logit":              {"", "x", nil},
	"scipy.special.xlogy":              {"", "x y", nil},
	"scipy.special.xlog1py":            {"", "x y", nil},
	"unique":                           {"equal_nan", "", nil},
	"linalg.diagonal":                  {"offset", "", nil},
	"vecdot linalg.vecdot":             {"precision preferred_element_type", "", nil},
	"linalg.matmul":                    {"precision preferred_element_type", "", nil},
	"linalg.trace":                     {"dtype", "", nil},
	"linalg.vector_norm":               {"keepdims", "", nil},
	"linalg.matrix_norm":               {"keepdims ord", "", nil},
	"linalg.multi_dot":                 {"precision", "", nil},
	"scipy.special.logsumexp":          {"keepdims", "", nil},
	"scipy.special.log_softmax":        {"axis", "", nil},
	"nn.logsumexp":                     {"keepdims", "", nil},
	"scipy.linalg.cholesky":            {"lower", "a", nil},
	"scipy.linalg.cho_factor":          {"lower", "a", nil},
	"scipy.linalg.svd":                 {"full_matrices compute_uv", "a", nil},
	"scipy.linalg.eigh":                {"lower eigvals_only eigvals type", "a b", nil},
	"scipy.linalg.schur":               {"output", "a", nil},
	"scipy.linalg.qr":                  {"mode pivoting", "a", nil},
	"scipy.linalg.solve":               {"assume_a lower", "a b", nil},
	"scipy.linalg.solve_triangular":    {"trans lower unit_diagonal", "a b", nil},
	"isin":                             {"assume_unique invert method", "", nil},
	"setdiff1d":                        {"assume_unique", "", nil},
	"setxor1d":                         {"size", "", nil},
	"intersect1d":                      {"return_indices size", "", nil},
})

// jitting makes the functions refuse what jax.jit refuses.
func jitting(lists ...[]frontend.Func) [][]frontend.Func {
	for _, list := range lists {
		for i := range list {
			f := &list[i]
			name := strings.TrimPrefix(strings.TrimPrefix(f.Path, "numpy."), ".")
			if static, ok := jitted[name]; ok {
				f.Before = jit(strings.Fields(static))
			} else if row, ok := inside[name]; ok {
				f.Run = row.run(f.Run)
			}
		}
	}
	return lists
}

// jit refuses arguments of a function as jax.jit does that has static ones of these names.
func jit(static []string) func(n *frontend.Namespace, f *frontend.Func, args []any) {
	return func(n *frontend.Namespace, f *frontend.Func, args []any) {
		k, refused := calcOf(n), false
		forEachArgument(f, args, func(name string, v any, _ bool) {
			if slices.Contains(static, name) {
				refused = refused || !hashable(v)
			} else {
				refused = refused || k.leaf(v) != fine
			}
		})
		if !refused {
			return
		}
		var traced []any
		var named, statics []frontend.Named
		forEachArgument(f, args, func(name string, v any, isNamed bool) {
			switch {
			case slices.Contains(static, name):
				statics = append(statics, frontend.Named{Name: name, Value: v})
			case isNamed:
				named = append(named, frontend.Named{Name: name, Value: v})
			default:
				traced = append(traced, v)
			}
		})
		slices.SortStableFunc(named, func(a, b frontend.Named) int { return cmp.Compare(a.Name, b.Name) })
		for _, arg := range named {
			traced = append(traced, arg.Value)
		}
		k.refuseJit(f, traced, statics)
	}
}

// forEachArgument calls do with the arguments of a call that are not bound to parameters yet: with each one's name, ""
// where there are more than parameters, and whether it is given by name.
func forEachArgument(f *frontend.Func, args []any, do func(name string, v any, named bool)) {
	params, at := f.Signature().Params, 0
	for _, v := range args {
		if arg, named := v.(frontend.Named); named {
			do(arg.Name, arg.Value, true)
			continue
		}
		name := ""
		if at < len(params) {
			if name = params[at].Name; !params[at].Rest {
				at++
			}
		}
		do(name, v, false)
	}
}

// run returns f with the checks of what it calls in front.
func (r jitInside) run(f func(c *frontend.Call) any) func(c *frontend.Call) any {
	static, traced := strings.Fields(r.static), strings.Fields(r.traced)
	return run(func(c call) any {
		if r.first != nil {
			r.first(c)
		}
		var statics []frontend.Named
		for _, name := range static {
			if c.Given(name) && !hashable(c.Arg(name)) {
				statics = append(statics, frontend.Named{Name: name, Value: c.Arg(name)})
			}
		}
		if len(traced) == 0 {
			c.refuseStatics(statics)
		}
		var values []any
		for _, name := range traced {
			if c.Given(name) && c.leaf(c.Arg(name)) != fine {
				values = append(values, c.Arg(name))
			}
		}
		if statics != nil || values != nil {
			c.refuseJit(c.Func, values, statics)
		}
		return f(c.Call)
	})
}

// refuseJit raises the error that jax.jit has for the first of the arguments of which it can make no abstract array, for
// static ones that have no hash, or for the first integer that its dtype does not hold, in the order in which it finds them.
func (k calc) refuseJit(f *frontend.Func, traced []any, statics []frontend.Named) {
	if slices.ContainsFunc(traced, func(v any) bool { return k.leaf(v) == noArray }) {
		k.refuseLeaves(traced)
	}
	k.refuseUnhashable(f, statics)
	k.refuseLeaves(traced)
}

func (k calc) refuseUnhashable(f *frontend.Func, statics []frontend.Named) {
	for _, arg := range statics {
		if !hashable(arg.Value) {
			k.raise("ValueError", "%s(): the argument %s has no hash, as jax.jit wants it: %s", f.Path, arg.Name, k.Shown(arg.Value))
		}
	}
}

// refuseStatics raises the error of static arguments that have no hash, but before it that of an operand which is no array,
// and of a text that is given for another parameter.
func (c call) refuseStatics(statics []frontend.Named) {
	if statics == nil {
		return
	}
	static := inside[strings.TrimPrefix(c.Func.Path, "numpy.")].static
	for _, p := range c.Func.Signature().Params {
		if p.Required && !p.Rest {
			c.arr(p.Name)
		} else if !slices.Contains(strings.Fields(static), p.Name) && holdsText(c.Arg(p.Name)) {
			c.Raise("TypeError", "%s(): %s is %s, want an array", c.Func.Path, p.Name, c.Shown(c.Arg(p.Name)))
		}
	}
	c.refuseUnhashable(c.Func, statics)
}

// What jax.jit finds of an argument that is not static.
type leaf uint8

const (
	fine     leaf = iota
	tooLarge      // an integer that its dtype does not hold, or the first fault of a list is one
	noArray       // neither an array nor a number, or there is such a one in a list
)

// leaf returns what jax.jit finds of an argument: of a list of them the worst.
func (k calc) leaf(v any) leaf {
	switch v := v.(type) {
	case nil, *Array, *ivy.Array, bool, float64, complex128:
		return fine
	case int:
		return k.number(backend.IntScalar(int64(v)))
	case string, dtype.Dtype, frontend.PythonType:
		return noArray
	case frontend.Dict:
		worst := fine
		for _, e := range v {
			worst = max(worst, k.leaf(e.Value))
		}
		return worst
	case *frontend.Array:
		if v.Number == dtype.NoKind {
			return fine
		}
	}
	if list, isList := frontend.Sequence(v); isList {
		worst := fine
		for _, e := range list {
			worst = max(worst, k.leaf(e))
		}
		return worst
	}
	o, err := k.Namespace.Operand(v)
	switch {
	case err != nil:
		return noArray
	case o.A == nil:
		return k.number(o.Value)
	}
	return fine
}

func (k calc) number(v backend.Scalar) leaf {
	if v.Fits(k.defaults().Int) {
		return fine
	}
	return tooLarge
}

// refuseLeaves raises the error of the first argument, or element of one, of which jax.jit makes no abstract array.
func (k calc) refuseLeaves(vs []any) {
	for _, v := range vs {
		if k.leaf(v) == fine {
			continue
		}
		if dict, isDict := v.(frontend.Dict); isDict {
			for _, e := range dict {
				k.refuseLeaves([]any{e.Value})
			}
		} else if list, isList := frontend.Sequence(v); isList {
			k.refuseLeaves(list)
		} else {
			k.array(v)
		}
	}
}

// axesAreIndices refuses an axis that is neither an integer nor a list of them, or of texts, of which the functions make
// no integers yet.
func (c call) axesAreIndices() {
	v := c.Arg("axis")
	if _, isText := v.(string); isText {
		return
	}
	if list, isList := frontend.Sequence(v); isList && slices.ContainsFunc(list, func(e any) bool { _, isText := e.(string); return isText }) {
		return
	}
	c.Ints("axis")
}

// axisIsIndex refuses an axis that is no integer.
func (c call) axisIsIndex() {
	if c.Has("axis") {
		c.Int("axis")
	}
}

// firstIsArray refuses a first argument that is no array, and then what axesAreIndices does.
func (c call) firstIsArray() {
	c.arr(c.Func.Signature().Params[0].Name)
	c.axesAreIndices()
}

// varianceFirst refuses what var and std do at first.
func (c call) varianceFirst() {
	if c.Has("correction") && c.Arg("ddof") != 0 {
		c.Raise("ValueError", "%s(): ddof and correction together", c.Func.Path)
	}
	c.firstIsArray()
}

// spacingFirst refuses a number of elements and an axis that are no integers.
func (c call) spacingFirst() {
	c.Int("num")
	c.Int("axis")
}

// holdsText reports whether a value is a text, or has one in its lists.
func holdsText(v any) bool {
	if _, isText := v.(string); isText {
		return true
	}
	list, _ := frontend.Sequence(v)
	return slices.ContainsFunc(list, holdsText)
}

// hashable reports whether Python hashes a value: no list, dict or array with elements to change, nor a tuple
// with one in it.
func hashable(v any) bool {
	switch v := v.(type) {
	case []any, frontend.Dict, *Array:
		return false
	case *frontend.Array:
		return v.Scalar // NumPy's
	case frontend.Tuple:
		for _, e := range v {
			if !hashable(e) {
				return false
			}
		}
	}
	return true
}
