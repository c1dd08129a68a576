package script

import (
	"math"
	"math/cmplx"
	"regexp"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// A tolerance says how far a float of a function may be from the framework's, in units in
// the last place. Integers and bools are compared exactly, and so are the floats of a
// function that has no tolerance, the sign of zero too; any NaN equals any other.
type tolerance struct {
	units   float64
	of      scale
	complex bool // real numbers are compared exactly
}

// A scale is the number whose last place a tolerance counts.
type scale int

const (
	element  scale = iota // the element itself
	one                   // the element, but at least 1: the function has zeros that are no floats
	greatest              // the greatest element of the result, but at least 1: terms cancel
)

var (
	rounded   = tolerance{4, element, false}
	complexs  = tolerance{4, element, true} // exact for real numbers, by IEEE 754
	powers    = tolerance{16, element, false}
	turned    = tolerance{512, element, true} // powers with an angle, whose error grows with the exponent
	zeros     = tolerance{16, one, false}
	logarithm = tolerance{16, one, true} // of a quotient of length 1 or so, where a logarithm is near 0
	summed    = tolerance{16, greatest, false}
	solved    = tolerance{128, greatest, false}
	halves    = tolerance{1, greatest, true}     // of a number and a root, which cancel
	products  = tolerance{16, greatest, true}    // of quotients of distances and elements, whose sum cancels
	normed    = tolerance{2048, greatest, false} // divided by a deviation, which may be as small as the square root of 1e-5
)

// tolerances are by the last part of a function's name without underscores.
var tolerances = func(rows map[tolerance]string) map[string][]tolerance {
	out := map[string][]tolerance{}
	for t, names := range rows {
		for name := range strings.FieldsSeq(names) {
			out[name] = append(out[name], t)
		}
	}
	return out
}(map[tolerance]string{
	complexs: `abs absolute add sub subtract neg negative multiply mul divide true_divide truediv div square squared_difference hard_sigmoid hard_silu hard_swish reciprocal sgn sign`,
	rounded: `
		angle sqrt exp expm1 log log2 log10 log1p logaddexp logaddexp2
		sin cos tan tanh asin acos atan asinh acosh atanh arcsin arccos arctan arcsinh arccosh arctanh atan2 arctan2
		sinc hypot cbrt rsqrt polar deg2rad rad2deg degrees radians divide_no_nan multiply_no_nan xdivy xlogy xlog1py
		sigmoid log_sigmoid logsigmoid logistic expit silu swish mish softplus squareplus softsign soft_sign glu elu celu selu
		entr rel_entr erf erfc ndtr i0 blackman hamming hanning bartlett interp gradient`,
	powers:    `sinh cosh exp2 pow power float_power integer_pow logspace geomspace`,
	logarithm: `atan2 arctan2`,
	products:  `gradient`,
	halves:    `squareplus`,
	turned:    `exp2 pow power float_power integer_pow ldexp`,
	zeros:     `digamma psi lgamma gammaln erfinv erf_inv logit tanhshrink`,
	summed: `
		sum nansum mean nanmean prod nanprod cumsum nancumsum cumprod nancumprod cumulative_sum cumulative_prod average trace
		reduce_sum reduce_prod reduce_mean reduce_window logsumexp reduce_logsumexp logmeanexp logcumsumexp
		std var nanstd nanvar std_mean var_mean reduce_std reduce_variance median nanmedian quantile nanquantile percentile nanpercentile
		dot vdot vecdot matvec inner outer ger matmul mm mv bmm tensordot einsum kron multi_dot chain_matmul matrix_power cross
		addmm addmv addr addbmm baddbmm addcdiv addcmul lerp linear bilinear scaled_dot_product_attention batch_matmul dot_general
		conv conv1d conv2d conv3d convolution conv_transpose conv_transpose1d conv_transpose2d conv_transpose3d
		conv1d_transpose conv2d_transpose conv3d_transpose depthwise_conv2d separable_conv2d conv_general_dilated conv_with_general_padding
		convolve correlate cov corrcoef linspace trapezoid trapz cumulative_trapezoid vander unwrap
		avg_pool avg_pool1d avg_pool2d avg_pool3d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d lp_pool1d lp_pool2d lp_pool3d pool
		norm vector_norm matrix_norm reduce_euclidean_norm l2_normalize normalize l2_loss dist cdist pairwise_distance cosine_similarity
		softmax log_softmax softmin gelu
		cross_entropy nll_loss mse_loss l1_loss smooth_l1_loss huber_loss kl_div poisson_nll_loss soft_margin_loss hinge_embedding_loss
		binary_cross_entropy binary_cross_entropy_with_logits sigmoid_cross_entropy_with_logits
		histogram bincount index_add scatter_add scatter_reduce
		fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft hfft2 ihfft2 hfftn ihfftn stft istft dct idct dctn idctn
		hamming_window hann_window blackman_window bartlett_window kaiser_window kaiser`,
	normed: `standardize batch_norm group_norm instance_norm layer_norm rms_norm`,
	solved: `cholesky cond det slogdet eig eigh eigvals eigvalsh inv lstsq pinv qr solve svd svdvals`,
})

var (
	called       = regexp.MustCompile(`(\w+)\(`)
	thenCancels  = regexp.MustCompile(`(?m)^\(.*\) [-+] [^\n]*\z`)
	thenOperates = regexp.MustCompile(`(?m)^\(.*\) \S+ [^\n]*\z`)
	lastArgument = regexp.MustCompile(`, ([a-z])(, \w+=[^,()]+)*\)\z`)
	nanSpread    = regexp.MustCompile(`numpy\.nan(std|var)\(.*dtype=`)
	alongAxis    = regexp.MustCompile(`apply_along_axis\(numpy\.(\w+),`)
	padsMeans    = regexp.MustCompile(`\bpad\(.*'mean'`)
	logsOfNumPy  = regexp.MustCompile(`numpy\.log(2|10)\(`)
	smallInts    = regexp.MustCompile(`\bu?int(8|16)\b|bool`)
	thenCompares = regexp.MustCompile(`(?m)^\(.*\) [<=]=? [^\n]*\z`)
	ofComplex    = regexp.MustCompile(`complex|\dj`)
	operatorsOf  = map[string]*regexp.Regexp{
		"pow": regexp.MustCompile(`\*\*`), "matmul": regexp.MustCompile(`@`), "mul": regexp.MustCompile(`\*`), "div": regexp.MustCompile(`/`), "neg": regexp.MustCompile(`(?m)^-[a-z]`),
	}
)

// eps are the distances from 1 to the next float.
var eps = map[dtype.Dtype]float64{
	dtype.BFloat16: 0x1p-7, dtype.Float16: 0x1p-10, dtype.Float32: 0x1p-23, dtype.Complex64: 0x1p-23, dtype.Float64: 0x1p-52, dtype.Complex128: 0x1p-52,
}

// A closeness says how far floats may be apart that a program computes: as far as the
// functions that it calls allow.
type closeness struct {
	of      []tolerance
	complex bool // the program computes with complex numbers
	// unit is that of the dtype in which the result may be computed, whatever its own is.
	unit float64
	// flushes says that the framework gives 0 for subnormal numbers: JAX leaves it to the device whether it does.
	flushes bool
	// intermediate says that it does so of intermediate results too.
	intermediate bool
	// terms is the greatest sum of magnitudes of which an element is the sum, 0 where it is not known.
	terms float64
	// undecided says that the result compares numbers that round.
	undecided bool
}

func closenessOf(framework, text string) closeness {
	c := closeness{complex: ofComplex.MatchString(text), flushes: framework == "tensorflow" || framework == "jax"}
	if strings.Contains(text, "out=") || framework == "numpy" && positionalOut(text) {
		c.unit = eps[dtype.Float32]
	}
	if roundsBetween(framework, text, c.complex) {
		c.unit = max(c.unit, narrowest(framework, text))
	}
	if m := alongAxis.FindStringSubmatch(text); m != nil {
		c.of = append(c.of, tolerances[m[1]]...)
	}
	if padsMeans.MatchString(text) {
		c.of = append(c.of, tolerances["mean"]...)
	}
	switch framework {
	case "torch":
		if strings.Contains(text, "ldexp") { // which multiplies by a power of 2, of whatever exponent
			c.of = append(c.of, powers)
			c.unit = max(c.unit, narrowest(framework, text)) // in the exponent's dtype
		}
	case "tensorflow":
		c.intermediate = true
		if strings.Contains(text, "reciprocal(") { // which Eigen's vectors approximate: 1/1 is 0.99999994
			c.of = append(c.of, rounded)
		}
	}
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		name := m[1]
		if strings.HasPrefix(name, "__") {
			name = strings.TrimPrefix(strings.Trim(name, "_"), "i")
		}
		c.of = append(c.of, tolerances[strings.TrimSuffix(name, "_")]...)
	}
	c.undecided = len(c.of) > 0 && thenCompares.MatchString(text)
	for name, operator := range operatorsOf {
		if operator.MatchString(text) {
			c.of = append(c.of, tolerances[name]...)
		}
	}
	if thenCancels.MatchString(text) {
		for i := range c.of {
			c.of[i].of = greatest
		}
	}
	return c
}

// roundsBetween reports whether a framework rounds to a narrower dtype than the result's on the way to it.
func roundsBetween(framework, text string, complex bool) bool {
	switch framework {
	case "numpy":
		return thenOperates.MatchString(text) ||
			complex && strings.Contains(text, "gradient(") || // distances are divided in their own dtype
			nanSpread.MatchString(text) || // distances from the mean are squared in the elements' dtype
			strings.Contains(text, "multi_dot(") // of any two in the dtype that they have in common
	case "tensorflow":
		return thenOperates.MatchString(text) || logsOfNumPy.MatchString(text) // a float32, divided by a float64
	}
	return thenOperates.MatchString(text) // a result of one dtype with an operand of a wider one
}

// positionalOut reports whether the last argument without a name of a call of NumPy's is an array of zeros, which a result of a
// narrower dtype may be written into.
func positionalOut(text string) bool {
	m := lastArgument.FindStringSubmatch(text)
	return m != nil && strings.Contains(text, m[1]+" = numpy.zeros(")
}

// narrowest returns the unit of the narrowest dtype of floats of which a program speaks. A
// list of numbers, and integers, count as float32: in NumPy small integers and bools alone.
func narrowest(framework, text string) float64 {
	unit := 0.0
	for name, d := range map[string]dtype.Dtype{"bfloat16": dtype.BFloat16, ".float16": dtype.Float16, "float32": dtype.Float32, "complex64": dtype.Float32} {
		if strings.Contains(text, name) {
			unit = max(unit, eps[d])
		}
	}
	if framework != "numpy" || smallInts.MatchString(text) {
		unit = max(unit, eps[dtype.Float32])
	}
	return unit
}

// bound returns the greatest distance from a float of a dtype, x, in a result whose
// greatest finite magnitude is most.
func (c closeness) bound(d dtype.Dtype, x, most float64) float64 {
	unit, out := eps[d], 0.0
	unit = max(unit, c.unit)
	for _, t := range c.of {
		if t.complex && !c.complex {
			continue
		}
		size := max(x, leastNormal(d))
		switch t.of {
		case one:
			size = max(x, 1)
		case greatest:
			size = max(most, 1)
		}
		out = max(out, t.units*unit*size)
	}
	if math.IsNaN(out) || math.IsInf(out, 0) {
		return 0
	}
	return out
}

// leastNormal returns the least positive normal float of a dtype.
func leastNormal(d dtype.Dtype) float64 {
	switch d {
	case dtype.Float16:
		return 0x1p-14
	case dtype.Float64, dtype.Complex128:
		return 0x1p-1022
	}
	return 0x1p-126
}

// near reports whether a float of ours, or a complex number, is as near to the framework's
// as the program's functions allow.
func (c closeness) near(d dtype.Dtype, theirs, ours complex128, most float64) bool {
	bound := c.bound(d, cmplx.Abs(theirs), most)
	flushed := 0.0
	if c.flushes {
		flushed = leastNormal(d)
		if bound > 0 && c.intermediate {
			flushed *= 256 // of an intermediate result
		}
	}
	part := func(x, y float64) bool {
		switch {
		case x != x || y != y:
			return x != x && y != y
		case bound == 0 && x == y:
			return math.Signbit(x) == math.Signbit(y)
		}
		return x == y || math.Abs(x-y) <= bound || x == 0 && math.Abs(y) < flushed
	}
	return part(real(theirs), real(ours)) && part(imag(theirs), imag(ours))
}
