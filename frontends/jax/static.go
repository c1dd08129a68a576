package jax

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
)

// static are the parameters that JAX's functions hand to jax.jit as static arguments, which it hashes before it
// looks at anything else: by the functions' names, which stand for the methods too.
var static = func(rows map[string]string) map[string][]string {
	out := map[string][]string{}
	for names, params := range rows {
		for name := range strings.FieldsSeq(names) {
			out[name] = strings.Fields(params)
		}
	}
	return out
}(map[string]string{
	"tril triu": "k",
	"linspace":  "endpoint retstep dtype device", "logspace geomspace": "endpoint dtype",
	"vander":       "N increasing",
	"round around": "decimals",
	"angle":        "deg", "isclose allclose unique": "equal_nan",
	"take": "mode unique_indices indices_are_sorted fill_value", "take_along_axis": "axis mode fill_value wrap_negative_indices",
	"diagonal": "offset axis1 axis2", "linalg.diagonal": "offset",
	"matmul dot": "precision preferred_element_type out_sharding", "linalg.matmul vdot vecdot linalg.vecdot inner": "precision preferred_element_type",
	"cross": "axisa axisb axisc axis",
	"trace": "axis1 axis2 dtype", "linalg.trace": "dtype",
	"linalg.norm": "ord axis keepdims", "linalg.vector_norm": "keepdims", "linalg.matrix_norm": "keepdims ord", "linalg.matrix_power": "n", "linalg.multi_dot": "precision",
	"max min amax amin all any ptp": "keepdims",
	"ravel flatten":                 "order out_sharding",
	"swapaxes":                      "axis1 axis2", "rollaxis": "axis start", "rot90": "k axes", "resize": "new_shape",
	"unstack append nn.glu nn.log_softmax scipy.special.log_softmax lexsort trapezoid": "axis",
	"nn.logsumexp scipy.special.logsumexp":                                             "keepdims", "nn.logmeanexp count_nonzero nanmax nanmin": "axis keepdims", "nn.standardize": "axis algorithm",
	"searchsorted": "side method", "digitize": "right method",
	"isin": "assume_unique invert method", "setdiff1d": "assume_unique", "setxor1d": "size", "intersect1d": "return_indices size",
	"sort": "axis kind order stable descending", "argsort": "axis kind order stable descending dtype",
	"sum prod": "dtype keepdims promote_integers", "mean var std": "dtype keepdims", "average": "returned keepdims",
	"median nanmedian": "axis overwrite_input keepdims", "quantile nanquantile nanpercentile": "axis overwrite_input method keepdims",
	"percentile":                           "axis overwrite_input method keepdims out_sharding",
	"nansum nanprod nanmean nanvar nanstd": "axis dtype keepdims", "cumsum cumprod nancumsum nancumprod": "axis dtype",
	"diff": "n axis", "cov": "rowvar bias ddof dtype", "corrcoef": "rowvar dtype",
})

// staticArguments makes the functions refuse static arguments that have no hash.
func staticArguments(lists ...[]frontend.Func) [][]frontend.Func {
	for _, list := range lists {
		for i := range list {
			params := static[strings.TrimPrefix(strings.TrimPrefix(list[i].Path, "numpy."), ".")]
			f := list[i].Run
			if f == nil || params == nil {
				continue
			}
			list[i].Run = func(c *frontend.Call) any {
				checkStatic(c, params)
				return f(c)
			}
		}
	}
	return lists
}

// checkStatic raises the error of static arguments, of these names, that have no hash. What is no array among
// the others comes first.
func checkStatic(c *frontend.Call, static []string) {
	params := c.Func.Signature().Params
	at := slices.IndexFunc(params, func(p frontend.Param) bool { return slices.Contains(static, p.Name) && !hashable(c.Arg(p.Name)) })
	if at < 0 {
		return
	}
	for _, p := range params {
		if !slices.Contains(static, p.Name) && holdsText(c.Arg(p.Name)) {
			c.Raise("TypeError", "%s(): %s is %s, want an array", c.Func.Path, p.Name, c.Shown(c.Arg(p.Name)))
		}
	}
	c.Raise("ValueError", "%s(): the argument %s has no hash, as jax.jit wants it: %s", c.Func.Path, params[at].Name, c.Shown(c.Arg(params[at].Name)))
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
