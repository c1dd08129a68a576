package torch

import (
	"github.com/stretchr/testify/require"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestValues compares every function with PyTorch's own results.
func TestValues(t *testing.T) {
	tested := map[string]bool{}
	for file, atLeast := range map[string]int{"values": 20000, "values-convolutions": 2000, "values-factorizations": 1000, "values-decompositions": 3000, "values-forms": 10000, "values-shared": 2000, "values-complex": 1000} {
		v := golden.ReadValues(t, file, atLeast)
		for i := range v.Cases {
			tested[v.Cases[i].Path] = true
			if v.Cases[i].Result == "s:done" { // the elements are not compared
				v.Cases[i].Path = "done:" + v.Cases[i].Path
			}
		}
		for _, n := range spaces(t)[Float32] {
			t.Run(file+"/"+n.Env().Ones(nil, dtype.Float32).Backend(), func(t *testing.T) {
				check := golden.Check{ULPOf: ulpOf, Near: near, Undefined: undefined, Function: func(path string) golden.Caller { return caller(n.Namespace, path) }}
				if file == "values-complex" { // bit by bit, NaNs and the signs of zeros too
					check.ULPOf = func(c *golden.Case, _ dtype.Dtype) (float64, bool) {
						return 1, c.Path == "pow" && c.Args[1] == "f:0x1.0000000000000p-1" // a square root
					}
					check.Near, check.Undefined = nil, nil
				}
				v.Run(t, n.Namespace, check)
			})
		}

	}
	for _, c := range golden.ReadValues(t, "values-fft", 1500).Cases { // TestFourier
		tested[c.Path] = true
	}
	for _, f := range functions.All() {
		if drawers()[f.Path] { // TestDraws of support/script
			continue
		}
		if !tested[f.Path] && untested[f.Path] == "" {
			t.Errorf("%s has no case", f.Path)
		}
		if tested[f.Path] && untested[f.Path] != "" {
			t.Errorf("%s is listed as untested", f.Path)
		}
	}
}

// untested are functions without a case, and why.
var untested = map[string]string{
	".__setitem__": "it returns nothing: the cases are of \"setitem\", which returns the tensor",
	"from_numpy":   "it takes arrays of another package: TestTensor",
	"device":       "it returns no array: TestDevice",

	"set_printoptions": "it returns nothing: TestPrintOptions",
}

// caller calls what is no function of the table, or returns what cases do not hold.
func caller(n *frontend.Namespace, path string) golden.Caller {
	if path == "setitem" {
		return func(args ...any) any {
			n.Call(n.Functions.Must(".__setitem__"), args...)
			return args[0]
		}
	}
	if of, ok := strings.CutPrefix(path, "done:"); ok {
		f := caller(n, of)
		return func(args ...any) any { f(args...); return "done" }
	}
	if of, ok := strings.CutPrefix(path, "seeded:"); ok {
		f := caller(n, of)
		return func(args ...any) any {
			n.Call(n.Functions.Must("manual_seed"), 5)
			return f(args...)
		}
	}
	if kind, name, ok := strings.Cut(path, ":"); ok && kind != "half" {
		return onShared(n, kind, name)
	}
	if name, ok := strings.CutSuffix(path, "()"); ok {
		return unsigned(n, name)
	}
	half := false
	if name, ok := strings.CutPrefix(path, "half:"); ok {
		path, half = name, true
	}
	f := n.Functions.Lookup(path)
	if f == nil {
		return nil
	}
	return func(args ...any) any {
		for i, a := range args {
			if t, ok := a.(*frontend.Array); ok && half && t.V.Dtype().IsComplex() {
				args[i] = n.Call(n.Functions.Must(".chalf"), a)
			}
		}
		switch z := n.Call(f, args...).(type) {
		case dtype.Dtype:
			return z.String()
		case interface{ Ivy() dtype.Dtype }:
			return "complex32"
		case []int:
			list := make([]any, len(z))
			for i, v := range z {
				list[i] = v
			}
			return list
		default:
			return z
		}
	}
}

// unsigned returns of functions whose results depend on the signs of vectors what does not: the singular values, the product of the factors and their shapes.
func unsigned(n *frontend.Namespace, name string) golden.Caller {
	e, f := n.Env(), n.Functions.Must(name)
	return func(args ...any) any {
		zs := n.Call(f, args...).([]*frontend.Array)
		if len(zs) == 2 { // eigenvalues and vectors
			w, v := zs[0].V, zs[1].V
			return []any{zs[0], n.Wrap(e.MatMul(e.Multiply(v, e.ExpandDims(w, ivy.Axis(-2))), e.MatrixTranspose(v)))}
		}
		u, s, v := zs[0].V, zs[1].V, zs[2].V
		k := s.Shape()[s.Ndim()-1]
		first := func(x *ivy.Array) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, ivy.Slice(0, k)) }
		scaled := e.Multiply(first(u), e.Astype(e.ExpandDims(s, ivy.Axis(-2)), u.Dtype()))
		lengths := func(x *ivy.Array) *frontend.Array { return n.Wrap(e.Asarray(x.Shape(), dtype.Int64)) }
		return []any{zs[1], n.Wrap(e.MatMul(scaled, e.Adjoint(first(v)))), lengths(u), lengths(v)}
	}
}

// onShared calls a function on views of a memory, as the cases of values-shared have it,
// and returns the memory.
func onShared(n *frontend.Namespace, kind, name string) golden.Caller {
	view := n.Functions.Must("as_strided")
	return func(args ...any) any {
		memory := args[0]
		if kind == "trained" { // the result and the statistics afterwards
			return []any{n.Call(n.Functions.Must(name), args...), args[1], args[2]}
		}
		if kind == ".view" {
			return viewedAs(n, name, memory, args[1])
		}
		var views []any
		for _, v := range args[1].([]any) {
			of := v.([]any)
			views = append(views, n.Call(view, append([]any{memory}, of...)...))
		}
		args = args[2:]
		switch kind {
		case "shared":
			out := args[0].(int)
			args = args[1:]
			if out >= 0 {
				args = append(args, Kw("out", views[out]))
				views = slices.Delete(views, out, out+1)
			}
			n.Call(n.Functions.Must(name), append(views, args...)...)
		case "written":
			n.Call(n.Functions.Must(name), views[0], 0, args[0], views[1])
		case "selected":
			n.Call(n.Functions.Must(args[1].(string)), views[1], 0, args[0], Kw("out", views[0]))
		case "setitem":
			n.Call(n.Functions.Must(".__setitem__"), views[0], args[0], views[1])
		case "setslice":
			n.Call(n.Functions.Must(".__setitem__"), views[0], ivy.Slice(nil, 2), views[1])
		}
		return memory
	}
}

// viewedAs returns the view of a part of a matrix as another dtype; "write" returns the
// matrix after zeros were written through the view.
func viewedAs(n *frontend.Namespace, part string, x, d any) any {
	call := func(path string, args ...any) any { return n.Call(n.Functions.Must(path), args...) }
	columns := map[string]ivy.Span{"part": ivy.Slice(2, 6), "odd": ivy.Slice(1, 5), "write": ivy.Slice(4, nil)}
	if part == "t" {
		return call(".view", call("t", x), d)
	}
	v := call(".view", call(".__getitem__", x, []any{ivy.Colon, columns[part]}), d)
	if part == "write" {
		call(".__setitem__", v, 0, 0)
		return x
	}
	return v
}

// ulps are functions whose results are not exact, by the units in the last place that
// they may differ by. PyTorch's own differ by as much between the vector body of an
// array and its tail. Names are without namespaces, and without the mark of in place.
var ulps = map[string]float64{}

func init() {
	for ulp, names := range map[float64]string{
		0.5: "avg_pool2d avg_pool3d trapezoid trapz cumulative_trapezoid", // a zero's sign
		1:   "angle sqrt rsqrt reciprocal deg2rad rad2deg lerp addcmul addcdiv linspace arange range square hypot sgn polar addmm addmv addr baddbmm addbmm",
		2:   "exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh arcsin arccos arctan arcsinh arccosh arctanh pow float_power",
		4:   "logspace mean nanmean std var sigmoid expit sinc erf erfc logit ndtr entr atan2 arctan2 logaddexp logaddexp2 xlogy xlog1py i0 i0e ndtri multigammaln zeta softmax softmin logsumexp logcumsumexp sum prod matrix_norm frobenius_norm dist cdist cov adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d lp_pool1d lp_pool2d lp_pool3d",
		6:   "norm vector_norm", // of order ½ a squared sum
		16:  "nuclear_norm corrcoef log_softmax elu selu celu silu mish gelu softplus logsigmoid hardsigmoid hardswish softsign tanhshrink glu normalize  cosine_similarity pairwise_distance mse_loss l1_loss smooth_l1_loss huber_loss hinge_embedding_loss soft_margin_loss poisson_nll_loss kl_div binary_cross_entropy binary_cross_entropy_with_logits nll_loss cross_entropy linear bilinear erfinv erfcx i1 i1e",
		32:  "lgamma gammaln log_ndtr std_mean var_mean", // near a root, or a mean near 0
		64:  "layer_norm rms_norm instance_norm batch_norm scaled_dot_product_attention digamma psi polygamma",
		128: "gammainc gammaincc group_norm det slogdet logdet inv inverse inv_ex svdvals qr lu_factor lu pinv pinverse matrix_rank matrix_exp cond cholesky cholesky_ex eigvalsh eigvals eig eigh svd tensorinv solve solve_ex lstsq solve_triangular tensorsolve cholesky_inverse cholesky_solve lu_solve triangular_solve lu_factor_ex lu_unpack geqrf householder_product orgqr ormqr ldl_factor ldl_factor_ex ldl_solve svd() svd_lowrank() pca_lowrank() lobpcg()",
	} {
		for _, name := range strings.Fields(names) {
			ulps[name] = ulp
		}
	}
}

// ulpOf is how far apart results may be, in units in the last place: nothing for what
// IEEE defines.
func ulpOf(c *golden.Case, d dtype.Dtype) (float64, bool) {
	name := c.Path[strings.LastIndexAny(c.Path, ".:")+1:]
	u, ok := ulps[strings.TrimSuffix(name, "_")]
	if d.IsComplex() && (slices.Contains([]string{"mul", "multiply", "div", "divide", "true_divide", "__truediv__", "sqrt", "ldexp"}, name)) {
		return 4, true
	}
	if d.IsComplex() {
		return 4 * u, ok
	}
	return u, ok
}

// near is how far sums of products of normal numbers, and means of them, may be off
// besides: they are added in another order, or narrow ones each rounded.
func near(_ *golden.Values, c *golden.Case, d dtype.Dtype, _ int) float64 {
	name := c.Path[strings.LastIndexAny(c.Path, ".:")+1:]
	operand, _ := c.Args[0].(string)
	if ulps[name] == 128 && name != "group_norm" { // factors of matrices of about 1, which errors spread in
		if info, err := dtype.Finfo(d.Component()); err == nil {
			if name == "lobpcg()" { // which ends when residuals are √ε of the matrix
				return 64 * math.Sqrt(info.Eps)
			}
			if name == "matrix_exp" { // about exp(5)
				return 256 * 150 * info.Eps
			}
			return 256 * info.Eps
		}
	}
	if !strings.Contains(operand, ".normal") || !strings.Contains(name, "conv") && !strings.Contains(name, "_pool") {
		return 0
	}
	info, err := dtype.Finfo(d.Component())
	if err != nil {
		return 0
	}
	if dtype.Narrow.Has(d) {
		return 8 * info.Eps
	}
	return 64 * info.Eps
}

// element returns element i of an argument of a case as a number, as float64 has it.
func element(v *golden.Values, c *golden.Case, arg, i int) (z complex128, ok bool) {
	if arg >= len(c.Args) {
		return 0, false
	}
	name, ok := c.Args[arg].(string)
	if !ok {
		return 0, false
	}
	if text, isFloat := strings.CutPrefix(name, "f:"); isFloat {
		f, err := strconv.ParseFloat(text, 64)
		return complex(f, 0), err == nil
	}
	all, ok := operands[name]
	if !ok {
		if strings.HasPrefix(name, "@") {
			x := v.Argument(nil, std.Namespace, name).(*frontend.Array).V
			if x.Dtype() == dtype.Uint64 || x.Dtype() == dtype.Int64 {
				x = std.Env().Astype(x, dtype.Float64)
			}
			all = ivy.Values[complex128](x)
		}
		operands[name] = all
	}
	switch {
	case len(all) == 1:
		return all[0], true
	case i >= 0 && i < len(all):
		return all[i], true
	}
	return 0, false
}

var operands = map[string][]complex128{}

// An openResult says for which operands of some functions PyTorch leaves the result open; y counts
// where there are two.
type openResult[T float64 | complex128] struct {
	names string
	when  func(x, y T, two bool) bool
	why   string
}

var openReals = []openResult[float64]{
	{"to long int", func(x, _ float64, _ bool) bool { return x != x || math.Abs(x) >= 0x1p31 || x < 0 },
		"a float that an integer dtype does not hold: C leaves the cast undefined"},
	{"fmod remainder", func(x, y float64, two bool) bool { return two && math.Abs(x/y) > math.MaxFloat32 },
		"a remainder whose quotient overflows: NaN in the vector body of an array, a number in its tail"},
	{"maximum minimum fmax fmin", func(x, y float64, two bool) bool { return two && x == 0 && y == 0 },
		"the extreme of zeros of both signs: which it is depends on the place in the array"},
	{"erf gelu", func(x, _ float64, _ bool) bool { return x != 0 && math.Abs(x) < 1e-4 },
		"erf of tiny narrow floats: lost in the vector body of an array"},
	{"digamma psi", func(x, _ float64, _ bool) bool {
		return x < 0 && x != math.Round(x) && math.Abs(x-math.Round(x)) < 1e-6*math.Abs(x)
	}, "digamma next to a pole: PyTorch's tangent has lost the distance to it"},
	{"softshrink", func(x, _ float64, _ bool) bool { return math.Abs(x) <= 1.5 },
		"softshrink's zeros: their sign depends on the place in the array"},
	{"xlog1py", func(_, y float64, two bool) bool { return two && y != 0 && math.Abs(y) < 1e-30 },
		"log1p of subnormal numbers: the vector body of an array loses them"},
	{"gammainc gammaincc", func(x, _ float64, _ bool) bool { return !(x >= 1 && x < 20) },
		"incomplete gamma functions: PyTorch's have few digits for small and for large first operands, or none"},
	{"zeta", func(x, y float64, two bool) bool { return two && !(math.Abs(x) < 1e4 && y >= 0 && y < 1e15) },
		"zeta of NaN, and of large and negative operands: PyTorch's powers are 0 · ∞ there, and it tests for poles first"},
	{"i1", func(x, _ float64, _ bool) bool { return math.IsInf(x, 0) }, "i1 of infinities: PyTorch's is ∞ · 0"},
	{"polygamma", func(x, _ float64, _ bool) bool { return x < 0 || math.IsInf(x, 0) },
		"polygamma of negative and infinite numbers: PyTorch's sine of a multiple of π is not 0, and its powers are 0 · ∞"},
	{"mish", func(x, _ float64, _ bool) bool { return x < -80 },
		"log1p of subnormal numbers: the vector body of an array loses them"},
	{"logaddexp2", func(x, y float64, _ bool) bool { return x == y },
		"logaddexp2 where it cancels: fused multiply and add in the vector body of an array"},
	{"gelu", func(x, _ float64, _ bool) bool { return math.Abs(x) > 1e4 || x < -2 },
		"gelu near the ends of the range: it overflows in the vector body of an array, and cancels below −2"},
}

// openComplexes are of cases with complex numbers.
var openComplexes = []openResult[complex128]{
	{"neg negative", func(x, y complex128, _ bool) bool { return cancels(x, y) },
		"zero parts of complex sums and negations: their sign depends on the place in the array"},
	{"add sub", func(x, y complex128, two bool) bool { return two && cancels(x, y) },
		"zero parts of complex sums and negations: their sign depends on the place in the array"},
}

// undefined returns why an element is not compared.
func undefined(v *golden.Values, c *golden.Case, i int) string {
	if i < 0 {
		return ""
	}
	first := 0
	if strings.HasSuffix(c.Path, "polygamma") { // of n before it
		first = 1
	}
	a, ok := element(v, c, first, i)
	if !ok {
		return ""
	}
	b, two := element(v, c, first+1, i)
	name := c.Path[strings.LastIndexAny(c.Path, ".:")+1:]
	for _, o := range openReals {
		if slices.Contains(strings.Fields(o.names), name) && o.when(real(a), real(b), two) {
			return o.why
		}
	}
	if (strings.Contains(name, "pow") || name == "reciprocal") && a == 0 {
		return "complex powers of 0, which C++ leaves open"
	}
	if !isComplexCase(c) {
		return ""
	}
	for _, o := range openComplexes {
		if slices.Contains(strings.Fields(o.names), name) && o.when(a, b, two) {
			return o.why
		}
	}
	if edgy(a) || two && edgy(b) {
		return "a complex function of parts that are not finite, or near the ends of the range: PyTorch's formulas differ between the vector body of an array and its tail"
	}
	return ""
}

// cancels reports whether a part of x is zero, or as large as that of y.
func cancels(x, y complex128) bool {
	return real(x) == 0 || imag(x) == 0 || math.Abs(real(x)) == math.Abs(real(y)) || math.Abs(imag(x)) == math.Abs(imag(y))
}

// isComplexCase reports whether a case has complex numbers in it.
func isComplexCase(c *golden.Case) bool {
	return strings.Contains(c.String(), "complex") || strings.Contains(c.String(), "c:")
}

// edgy reports whether a complex number has a part that is not finite, large or tiny.
func edgy(z complex128) bool {
	for _, p := range []float64{math.Abs(real(z)), math.Abs(imag(z))} {
		if p != p || p > 80 || p != 0 && p < 1e-4 {
			return true
		}
	}
	return imag(z) != imag(z)
}

// TestHugeNumbers finds functions that a huge argument makes run without end, or out of memory.
func TestHugeNumbers(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	golden.CheckHuge(t, n.Namespace, "niter")
}
