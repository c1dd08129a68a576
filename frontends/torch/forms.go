package torch

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
)

// numpyNames are the keywords in NumPy's words that functions take whose arguments
// PyTorch parses in C++.
var numpyNames = map[string][]string{"input": {"x", "a", "x1"}, "other": {"x2"}, "dim": {"axis"}, "keepdim": {"keepdims"}}

// inPython are the functions that PyTorch writes in Python, which take their own keywords
// alone, in addition to those of nn.functional that are not in inCpp.
var inPython = strings.Fields(`stft set_default_dtype is_tensor meshgrid einsum tensordot chain_matmul norm cdist split broadcast_tensors broadcast_shapes
	atleast_1d atleast_2d atleast_3d block_diag cartesian_prod lu .lu svd_lowrank pca_lowrank lobpcg unique unique_consecutive .unique_consecutive unravel_index`)

// inCpp are the functions of nn.functional that PyTorch parses in C++.
var inCpp = strings.Fields(`relu_ elu_ selu_ celu_ leaky_relu_ hardtanh_ threshold_ gelu softplus logsigmoid hardshrink softshrink prelu linear bilinear one_hot
	scaled_dot_product_attention cosine_similarity pairwise_distance pixel_shuffle pixel_unshuffle conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d
	adaptive_avg_pool1d avg_pool1d avg_pool2d avg_pool3d channel_shuffle native_channel_shuffle pdist`)

// furtherNames are other keywords of parameters, as "keyword:parameter". A parameter
// "*name" takes its list by the keyword.
var furtherNames = map[string]string{
	"result_type":   "scalar:other scalar1:tensor scalar2:other",
	"tensor_split":  "indices:indices_or_sections sections:indices_or_sections tensor_indices_or_sections:indices_or_sections",
	"where":         "self:input",
	"searchsorted":  "self:input",
	".hsplit":       "indices:indices_or_sections sections:indices_or_sections",
	".vsplit":       "indices:indices_or_sections sections:indices_or_sections",
	".dsplit":       "indices:indices_or_sections sections:indices_or_sections",
	"hsplit":        "indices:indices_or_sections sections:indices_or_sections",
	"vsplit":        "indices:indices_or_sections sections:indices_or_sections",
	"dsplit":        "indices:indices_or_sections sections:indices_or_sections",
	"split":         "split_size:split_size_or_sections",
	"isin":          "element:elements test_element:test_elements",
	"zeros":         "size:size",
	"ones":          "size:size",
	"empty":         "size:size",
	"rand":          "size:size",
	"randn":         "size:size",
	".new_zeros":    "size:size",
	".new_ones":     "size:size",
	".new_empty":    "size:size",
	".reshape":      "shape:shape",
	".permute":      "dims:dims",
	".flip":         "dims:dims",
	".tile":         "dims:dims",
	".broadcast_to": "size:size",
	".view":         "size:shape",
	".expand":       "size:size",
	".repeat":       "repeats:repeats",
	".resize_":      "size:sizes",
	".__getitem__":  "indices:key",
	".__setitem__":  "indices:key",
}

// forms are the further ways in which functions take their arguments. Those with a number
// before a tensor are deprecated in PyTorch. A form has an out= if the function has.
var forms = map[string][]frontend.Form{
	"add": alphaBefore("input"), ".add_": alphaBefore("self"), "sub": alphaBefore("input"), ".sub_": alphaBefore("self"),
	"subtract": alphaAfter("input"), ".subtract_": alphaAfter("self"), "rsub": alphaAfter("input"),
	"addcmul": valueBefore("input"), ".addcmul_": valueBefore("input"), "addcdiv": valueBefore("input"), ".addcdiv_": valueBefore("input"),
	"addmm": betaBefore("mat1, mat2"), ".addmm_": betaBefore("mat1, mat2"),
	"addmv": betaBefore("mat, vec"), ".addmv_": betaBefore("mat, vec"),
	"addr": betaBefore("vec1, vec2"), ".addr_": betaBefore("vec1, vec2"),
	"baddbmm": betaBefore("batch1, batch2"), ".baddbmm_": betaBefore("batch1, batch2"),
	"addbmm": betaBefore("batch1, batch2"), ".addbmm_": betaBefore("batch1, batch2"),
	"nuclear_norm": {{Sig: "input, keepdim", Takes: func(_ *frontend.Namespace, args []any) bool {
		_, is := args[1].(bool)
		return is
	}}},
	"repeat_interleave": {form("repeats, *, output_size=None", "T")},
	".to": {
		form("self, dtype, non_blocking=False, copy=False, *, memory_format=None", "TD"),
		form("self, tensor, non_blocking=False, copy=False, *, memory_format=None", "TT"),
	},
}

// alphaBefore is of add and sub.
func alphaBefore(first string) []frontend.Form {
	return []frontend.Form{form(first+", alpha, other", "TN*")}
}

func alphaAfter(first string) []frontend.Form {
	return []frontend.Form{form(first+", other, alpha", "TNN")}
}

func valueBefore(first string) []frontend.Form {
	return []frontend.Form{form(first+", value, tensor1, tensor2", "TNTT")}
}

// betaBefore are of the sums with products: of functions, whose first argument is beta,
// and of methods.
func betaBefore(factors string) []frontend.Form {
	return []frontend.Form{
		form("beta, input, alpha, "+factors, "NTNTT"), form("beta, input, "+factors, "NTTT"),
		form("input, beta, alpha, "+factors, "TNNTT"), form("input, beta, "+factors, "TNTT"),
	}
}

// form returns a form that takes arguments of these kinds: T a tensor, N a number, which
// a tensor without dimensions is too, D a dtype, * any.
func form(sig, kinds string) frontend.Form {
	return frontend.Form{Sig: sig, Takes: func(n *frontend.Namespace, args []any) bool {
		for i, kind := range []byte(kinds) {
			if !ofKind(n, kind, args[i]) {
				return false
			}
		}
		return true
	}}
}

func ofKind(n *frontend.Namespace, kind byte, x any) bool {
	switch kind {
	case 'T':
		return ours(n, x) != nil
	case 'N':
		return isNumber(n, x)
	case 'D':
		return isDtype(x)
	}
	return true
}

func isDtype(x any) bool {
	switch x.(type) {
	case dtype.Dtype, half, frontend.PythonType:
		return true
	}
	return false
}

// isNumber reports whether x is a Python number, or a tensor without dimensions.
func isNumber(n *frontend.Namespace, x any) bool {
	if a := ours(n, x); a != nil {
		return a.V.Ndim() == 0
	}
	switch x.(type) {
	case nil, string, dtype.Dtype, half, frontend.PythonType:
		return false
	}
	if _, isList := frontend.Sequence(x); isList {
		return false
	}
	o, err := n.Operand(x)
	return err == nil && o.A == nil
}

// known adds to rows of the table the keywords and forms that PyTorch knows them by.
func known(rows []frontend.Func) []frontend.Func {
	for i := range rows {
		f := &rows[i]
		also := map[string]string{}
		for _, pair := range strings.Fields(furtherNames[f.Path]) {
			keyword, name, _ := strings.Cut(pair, ":")
			also[keyword] = name
		}
		if !isPython(f.Path) {
			kindsFirst(f)
			params := parameters(f.Sig)
			for name, keywords := range numpyNames {
				if !slices.Contains(params, name) {
					continue
				}
				for _, k := range keywords {
					if !slices.Contains(params, k) {
						also[k] = name
					}
				}
			}
		}
		if len(also) > 0 {
			maps.Copy(also, f.Also)
			f.Also = also
		}
		for _, o := range forms[f.Path] {
			if slices.Contains(parameters(f.Sig), "out") && !strings.Contains(o.Sig, "*") {
				o.Sig += ", *, out=None"
			}
			f.Forms = append(f.Forms, o)
		}
	}
	return rows
}

// integers are parameters that take integers, or lists of them, in every function of C++.
var integers = strings.Fields(`dim dim0 dim1 dim2 axis0 axis1 diagonal offset k start_dim end_dim chunks minlength bins decimals output_size`)

// tensorsOf are the parameters, of functions of several tensors, that take nothing else.
var tensorsOf = map[string]string{
	"linalg.solve": "A B", "linalg.solve_ex": "A B", "linalg.tensorsolve": "A B", "linalg.solve_triangular": "A B", "triangular_solve": "b A",
	"cholesky_solve": "input input2", "linalg.lu_solve": "LU pivots B", "lu_solve": "b LU_data LU_pivots", "linalg.lstsq": "A B", "lu_unpack": "LU_data LU_pivots",
	"linalg.householder_product": "A tau", "orgqr": "input input2", "ormqr": "input input2 input3", "linalg.ldl_solve": "LD pivots B",
	"nuclear_norm": "input", "frobenius_norm": "input", "multinomial": "input", "poisson": "input", "binomial": "count prob", "bernoulli": "input",
}

// kindsFirst lets a function refuse, before it looks at anything else, an argument whose kind
// no value makes right: PyTorch's parser of C++ does so.
func kindsFirst(f *frontend.Func) {
	var ints, alone, bools []string
	tensors := strings.Fields(tensorsOf[f.Path])
	takesGenerator := false
	for _, part := range strings.Split(f.Sig, ",") {
		name, byDefault, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch {
		case name == "generator" && !strings.HasPrefix(f.Path, "nn.init."):
			takesGenerator = true
		case name == "out" && len(tensors) > 0 && f.Out != frontend.List:
			tensors = append(tensors, name)
		case slices.Contains(integers, name) && (f.Path != "max" && f.Path != "min"): // where the tensor other may be in its position
			ints = append(ints, name)
			if _, err := strconv.Atoi(byDefault); err == nil {
				alone = append(alone, name)
			}
		case byDefault == "True" || byDefault == "False":
			bools = append(bools, name)
		}
	}
	run := f.Run
	if run == nil || len(ints)+len(bools)+len(tensors) == 0 && !takesGenerator {
		return
	}
	f.Run = func(c *frontend.Call) any {
		if takesGenerator {
			generatorOf(c)
		}
		for _, name := range tensors {
			if name != "out" || c.Has("out") {
				tensor(c, name)
			}
		}
		for _, name := range ints {
			if v := c.Arg(name); c.Given(name) && isFraction(c.Namespace, v) {
				c.Raise("TypeError", "%s(): argument %q must be int, not %s", c.Func.Path, name, c.TypeName(v))
			}
		}
		if v := sizeArg(c); v != nil {
			countOf(c, "output_size")
		}
		for _, name := range alone {
			_, isList := frontend.Sequence(c.Arg(name))
			_, isBool := c.Arg(name).(bool)
			if c.Given(name) && (isList || isBool || c.Arg(name) == nil) {
				c.Raise("TypeError", "%s(): argument %q must be int, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
			}
		}
		for _, name := range bools {
			if _, isBool := c.Arg(name).(bool); c.Given(name) && !isBool {
				c.Raise("TypeError", "%s(): argument %q must be bool, not %s", c.Func.Path, name, c.TypeName(c.Arg(name)))
			}
		}
		return run(c)
	}
}

// sizeArg returns the argument output_size of repeat_interleave, nil for other functions.
func sizeArg(c *frontend.Call) any {
	if c.Func.Path != "repeat_interleave" && c.Func.Path != ".repeat_interleave" {
		return nil
	}
	return c.Arg("output_size")
}

// isFraction reports whether x is a number, or a list of numbers, some of which are no integers.
func isFraction(n *frontend.Namespace, x any) bool {
	switch x.(type) {
	case float64, complex128:
		return true
	}
	if t := ours(n, x); t != nil {
		return !t.V.Dtype().IsInteger() && !t.V.Dtype().IsBool()
	}
	if list, isList := frontend.Sequence(x); isList {
		return slices.ContainsFunc(list, func(v any) bool { return isFraction(n, v) })
	}
	return false
}

// isPython reports whether PyTorch has a function in Python.
func isPython(path string) bool {
	name, inFunctional := strings.CutPrefix(path, "nn.functional.")
	return slices.Contains(inPython, path) || inFunctional && !slices.Contains(inCpp, name)
}

// parameters returns the names of a signature's parameters.
func parameters(sig string) (names []string) {
	for _, part := range strings.Split(sig, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), "=")
		names = append(names, strings.TrimLeft(name, "*"))
	}
	return names
}
