package script

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/ops"
)

// evalJSON runs a program in a Session of its own.
func evalJSON(t *testing.T, src string) (string, error) {
	t.Helper()
	s, err := New(Options{})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte(src))
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	require.NoError(t, v.WriteJSON(&b))
	return b.String(), nil
}

// evalText runs a program and returns the repr of its value.
func evalText(t *testing.T, src string) (string, error) {
	t.Helper()
	s, err := New(Options{})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte(src))
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

// rowCalls calls every row of the table, with the value that comes of it.
var rowCalls = map[string][2]string{
	"abs":                          {"ivy.abs(ivy.asarray([-1, 2]))", "ivy.array([1, 2])"},
	"acos":                         {"ivy.acos(1.0)", "ivy.array(0.)"},
	"acosh":                        {"ivy.acosh(1.0)", "ivy.array(0.)"},
	"add":                          {"ivy.add(ivy.asarray([1, 2]), 3)", "ivy.array([4, 5])"},
	"all":                          {"ivy.all(ivy.asarray([[True, False], [True, True]]), axis=1)", "ivy.array([False,  True])"},
	"allclose":                     {"ivy.allclose([1.0], [1.1], 0.2, 0.0)", "ivy.array(True)"},
	"any":                          {"ivy.any(ivy.asarray([0, 3]))", "ivy.array(True)"},
	"arange":                       {"ivy.arange(1, 7, 2)", "ivy.array([1, 3, 5])"},
	"argmax":                       {"ivy.argmax([1, 3, 2])", "ivy.array(1, dtype=int64)"},
	"argmin":                       {"ivy.argmin([[1, 0], [2, 5]], axis=1, keepdims=True)", "ivy.array([[1],\n           [0]], dtype=int64)"},
	"argsort":                      {"ivy.argsort([3, 1, 2], descending=True)", "ivy.array([0, 2, 1], dtype=int64)"},
	"asarray":                      {"ivy.asarray([1, 2], dtype='int8')", "ivy.array([1, 2], dtype=int8)"},
	"asin":                         {"ivy.asin(0.0)", "ivy.array(0.)"},
	"asinh":                        {"ivy.asinh(0.0)", "ivy.array(0.)"},
	"astype":                       {"ivy.astype(ivy.asarray([1.7, -1.7]), ivy.int32)", "ivy.array([ 1, -1])"},
	"atan":                         {"ivy.atan(0.0)", "ivy.array(0.)"},
	"atan2":                        {"ivy.atan2(0.0, 1.0)", "ivy.array(0.)"},
	"adaptive_avg_pool":            {"ivy.adaptive_avg_pool(ivy.reshape(ivy.arange(4.0), (1, 4, 1)), [2])", "ivy.array([[[0.5],\n            [2.5]]])"},
	"adaptive_max_pool":            {"ivy.adaptive_max_pool(ivy.reshape(ivy.arange(4.0), (1, 1, 4)), [2], data_format=\"channel_first\")", "ivy.array([[[1., 3.]]])"},
	"avg_pool":                     {"ivy.avg_pool(ivy.ones((1, 3, 1)), [2], [2], \"SAME\", count_include_pad=True)", "ivy.array([[[1. ],\n            [0.5]]])"},
	"max_pool":                     {"ivy.max_pool(ivy.reshape(ivy.arange(5), (1, 5, 1)), [2], [2], \"VALID\", ceil_mode=True)", "ivy.array([[[1],\n            [3],\n            [4]]])"},
	"max_pool_with_indices":        {"[a.shape for a in ivy.max_pool_with_indices(ivy.ones((1, 4, 4, 1)), [2], [2], 1)]", "[(1, 3, 3, 1), (1, 3, 3, 1)]"},
	"unfold":                       {"ivy.unfold(ivy.reshape(ivy.arange(3), (1, 3, 1)), [2], [1], \"VALID\")", "ivy.array([[[0, 1],\n            [1, 2]]])"},
	"fold":                         {"ivy.fold(ivy.ones((1, 2, 2)), [3], [2], [1], \"VALID\")", "ivy.array([[[1.],\n            [2.],\n            [1.]]])"},
	"conv_general_transpose":       {"ivy.conv_general_transpose(ivy.ones((1, 2, 1)), ivy.ones((2, 1, 1)), [2], 0, bias=ivy.ones(1)).shape", "(1, 4, 1)"},
	"depthwise_conv":               {"ivy.depthwise_conv(ivy.ones((1, 2, 2)), ivy.ones((2, 2)), [1], \"VALID\")", "ivy.array([[[2., 2.]]])"},
	"embedding":                    {"ivy.embedding(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]), [1, 0], max_norm=10.0)", "ivy.array([[3., 4.],\n           [1., 2.]])"},
	"interpolate":                  {"ivy.interpolate(ivy.reshape(ivy.arange(2.0), (1, 2, 1)), [3], mode=\"linear\", align_corners=True)", "ivy.array([[[0. ],\n            [0.5],\n            [1. ]]])"},
	"multi_head_attention":         {"ivy.multi_head_attention(ivy.ones((2, 4)), ivy.ones((3, 4)), ivy.ones((3, 4)), 2).shape", "(2, 4)"},
	"scaled_dot_product_attention": {"ivy.scaled_dot_product_attention(ivy.ones((1, 2)), ivy.ones((3, 2)), ivy.ones((3, 1)), is_causal=True)", "ivy.array([[1.]])"},
	"batch_norm":                   {"ivy.batch_norm(ivy.ones((2, 3)), ivy.ones(3), ivy.ones(3), training=False)[0].shape", "(2, 3)"},
	"group_norm":                   {"ivy.group_norm(ivy.ones((2, 4)), 2, offset=ivy.ones(4))", "ivy.array([[1., 1., 1., 1.],\n           [1., 1., 1., 1.]])"},
	"instance_norm":                {"ivy.instance_norm(ivy.ones((1, 3, 1)), offset=2.0)", "ivy.array([[[2.],\n            [2.],\n            [2.]]])"},
	"rms_norm":                     {"ivy.rms_norm(ivy.asarray([3.0, 3.0]), [-1], eps=0.0)", "ivy.array([1., 1.])"},
	"atanh":                        {"ivy.atanh(0.0)", "ivy.array(0.)"},
	"bitwise_and":                  {"ivy.bitwise_and(6, ivy.asarray(3))", "ivy.array(2)"},
	"bitwise_invert":               {"ivy.bitwise_invert(ivy.asarray(5))", "ivy.array(-6)"},
	"bitwise_left_shift":           {"ivy.bitwise_left_shift(ivy.asarray(1), 3)", "ivy.array(8)"},
	"bitwise_or":                   {"ivy.bitwise_or(ivy.asarray(1), 4)", "ivy.array(5)"},
	"bitwise_right_shift":          {"ivy.bitwise_right_shift(ivy.asarray(8), 3)", "ivy.array(1)"},
	"bitwise_xor":                  {"ivy.bitwise_xor(ivy.asarray(1), 3)", "ivy.array(2)"},
	"broadcast_arrays":             {"[a.shape for a in ivy.broadcast_arrays(ivy.ones((2, 1)), ivy.ones(3))]", "[(2, 3), (2, 3)]"},
	"broadcast_to":                 {"ivy.broadcast_to(ivy.asarray(1), (2,))", "ivy.array([1, 1])"},
	"ceil":                         {"ivy.ceil(1.2)", "ivy.array(2.)"},
	"clip":                         {"ivy.clip(ivy.arange(5), 1, max=3)", "ivy.array([1, 1, 2, 3, 3])"},
	"concat":                       {"ivy.concat([ivy.ones((1, 2)), ivy.zeros((1, 2))], axis=None)", "ivy.array([1., 1., 0., 0.])"},
	"conj":                         {"ivy.conj(1 + 2j)", "ivy.array(1.-2.j)"},
	"conv_general_dilated":         {"ivy.conv_general_dilated(ivy.ones((1, 3, 1)), ivy.ones((2, 1, 1)), [1], \"SAME\", dilations=1, bias=ivy.ones(1))", "ivy.array([[[3.],\n            [3.],\n            [2.]]])"},
	"copy_array":                   {"ivy.copy_array(ivy.asarray([1]))", "ivy.array([1])"},
	"copysign":                     {"ivy.copysign(1.0, -2.0)", "ivy.array(-1.)"},
	"cos":                          {"ivy.cos(0)", "ivy.array(1.)"},
	"cosh":                         {"ivy.cosh(0.0)", "ivy.array(1.)"},
	"count_nonzero":                {"ivy.count_nonzero([0, 1, 2])", "ivy.array(2, dtype=int64)"},
	"cumulative_prod":              {"ivy.cumulative_prod([1, 2, 3], exclusive=True)", "ivy.array([1, 1, 2])"},
	"cumulative_sum":               {"ivy.cumulative_sum([1, 2, 3], include_initial=True)", "ivy.array([0, 1, 3, 6])"},
	"diff":                         {"ivy.diff([1, 4, 9], prepend=[0])", "ivy.array([1, 3, 5])"},
	"divide":                       {"ivy.divide(ivy.asarray(1), 2)", "ivy.array(0.5)"},
	"einops_rearrange":             {"ivy.einops_rearrange(ivy.arange(6), '(a b) -> b a', a=2)", "ivy.array([[0, 3],\n           [1, 4],\n           [2, 5]])"},
	"einops_reduce":                {"ivy.einops_reduce(ivy.arange(8).reshape(1, 4, 2), 'b (h h1) w -> b h w', 'max', h1=2)", "ivy.array([[[2, 3],\n            [6, 7]]])"},
	"einops_repeat":                {"ivy.einops_repeat([1, 2], 'a -> (a n)', n=2)", "ivy.array([1, 1, 2, 2])"},
	"einsum":                       {"ivy.einsum('ij,j->i', ivy.ones((2, 3)), ivy.ones(3))", "ivy.array([3., 3.])"},
	"empty":                        {"ivy.empty((2, 0)).shape", "(2, 0)"},
	"empty_like":                   {"ivy.empty_like(ivy.ones(3)).shape", "(3,)"},
	"equal":                        {"ivy.equal(ivy.asarray([1, 2]), 2)", "ivy.array([False,  True])"},
	"erf":                          {"ivy.erf(0.0)", "ivy.array(0.)"},
	"erfc":                         {"ivy.erfc(0.0)", "ivy.array(1.)"},
	"digamma":                      {"ivy.digamma(1.0)", "ivy.array(-0.5772157)"},
	"erfcx":                        {"ivy.erfcx(0.0)", "ivy.array(1.)"},
	"erfinv":                       {"ivy.erfinv([-1.0, 0.5])", "ivy.array([      -inf, 0.47693628])"},
	"i0":                           {"ivy.i0(0.0)", "ivy.array(1.)"},
	"betaln":                       {"ivy.betaln(2.0, 3.0)", "ivy.array(-2.4849067)"},
	"entr":                         {"ivy.entr(1.0)", "ivy.array(0.)"},
	"exp2":                         {"ivy.exp2(3.0)", "ivy.array(8.)"},
	"igamma":                       {"ivy.igamma(1.0, 0.0)", "ivy.array(0.)"},
	"igammac":                      {"ivy.igammac(1.0, 0.0)", "ivy.array(1.)"},
	"log_ndtr":                     {"ivy.log_ndtr(0.0)", "ivy.array(-0.6931472)"},
	"logit":                        {"ivy.logit(0.5)", "ivy.array(0.)"},
	"ndtr":                         {"ivy.ndtr(0.0)", "ivy.array(0.5)"},
	"sinc":                         {"ivy.sinc(1.0)", "ivy.array(0.)"},
	"xlog1py":                      {"ivy.xlog1py(0.0, -1.0)", "ivy.array(0.)"},
	"xlogy":                        {"ivy.xlogy(0.0, 0.0)", "ivy.array(0.)"},
	"i0e":                          {"ivy.i0e(0.0)", "ivy.array(1.)"},
	"i1":                           {"ivy.i1(1.0)", "ivy.array(0.5651591)"},
	"i1e":                          {"ivy.i1e(0.0)", "ivy.array(0.)"},
	"lgamma":                       {"ivy.lgamma(4.0)", "ivy.array(1.7917595)"},
	"ndtri":                        {"ivy.ndtri(0.5)", "ivy.array(0.)"},
	"polygamma":                    {"ivy.polygamma(1, 1.0)", "ivy.array(1.644934)"},
	"zeta":                         {"ivy.zeta(2.0, 1.0)", "ivy.array(1.644934)"},
	"exp":                          {"ivy.exp(0)", "ivy.array(1.)"},
	"expand_dims":                  {"ivy.expand_dims(ivy.ones(3), 1).shape", "(3, 1)"},
	"expit":                        {"ivy.expit(0.0)", "ivy.array(0.5)"},
	"expm1":                        {"ivy.expm1(0.0)", "ivy.array(0.)"},
	"eye":                          {"ivy.eye(2, 3, k=1, dtype='int8')", "ivy.array([[0, 1, 0],\n           [0, 0, 1]], dtype=int8)"},
	"fft":                          {"ivy.fft.fft([1.0, 2.0, 3.0, 4.0])", "ivy.array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])"},
	"bartlett_window":              {"ivy.bartlett_window(4, periodic=True)", "ivy.array([0. , 0.5, 1. , 0.5])"},
	"blackman_window":              {"ivy.blackman_window(1)", "ivy.array([1.])"},
	"hamming_window":               {"ivy.hamming_window(2, alpha=0.5, beta=0.25)", "ivy.array([0.25, 0.75])"},
	"hann_window":                  {"ivy.hann_window(3, periodic=False, dtype='float64')", "ivy.array([0., 1., 0.], dtype=float64)"},
	"kaiser_window":                {"ivy.kaiser_window(2, beta=0.0)", "ivy.array([1., 1.])"},
	"kaiser_bessel_derived_window": {"ivy.kaiser_bessel_derived_window(0, beta=4.0)", "ivy.array([], dtype=float32)"},
	"vorbis_window":                {"ivy.vorbis_window(1)", "ivy.array([1.])"},
	"dct":                          {"ivy.round(ivy.dct([1.0, 2.0], type=3))", "ivy.array([ 4., -2.])"},
	"fft_convolve":                 {"ivy.fft_convolve([[1.0, 2.0]], [[3.0, 4.0]], mode='same', axes=-1)", "ivy.array([[ 3., 10.]])"},
	"idct":                         {"ivy.idct([2.0, 0.0], n=2, axis=-1, norm='backward')", "ivy.array([0.5, 0.5])"},
	"stft":                         {"ivy.stft([1.0, 2.0, 3.0], 2, 1, fft_length=2, window=[1, 1], pad_end=True)", "ivy.array([[ 3.+0.j, -1.+0.j],\n           [ 5.+0.j, -1.+0.j],\n           [ 3.+0.j,  3.+0.j]])"},
	"istft":                        {"ivy.istft([[3.0, -1.0], [7.0, -1.0]], 2, 2, window=[1, 1], n=5)", "ivy.array([1., 2., 3., 4., 0.])"},
	"fftfreq":                      {"ivy.fft.fftfreq(4, d=0.5)", "ivy.array([ 0. ,  0.5, -1. , -0.5])"},
	"fftn":                         {"ivy.fft.fftn(ivy.ones((2, 2)), norm='forward')", "ivy.array([[1.+0.j, 0.+0.j],\n           [0.+0.j, 0.+0.j]])"},
	"fftshift":                     {"ivy.fft.fftshift([0, 1, 2, 3, 4])", "ivy.array([3, 4, 0, 1, 2])"},
	"flip":                         {"ivy.flip([1, 2, 3])", "ivy.array([3, 2, 1])"},
	"floor":                        {"ivy.floor(1.8)", "ivy.array(1.)"},
	"floor_divide":                 {"ivy.floor_divide(ivy.asarray(-7), 2)", "ivy.array(-4)"},
	"fmax":                         {"ivy.fmax(ivy.nan, 1.0)", "ivy.array(1.)"},
	"fmin":                         {"ivy.fmin(ivy.nan, 1.0)", "ivy.array(1.)"},
	"from_dlpack":                  {"ivy.from_dlpack(ivy.asarray([1]))", "ivy.array([1])"},
	"full":                         {"ivy.full((2,), 7)", "ivy.array([7, 7])"},
	"full_like":                    {"ivy.full_like(ivy.ones(2), 7)", "ivy.array([7., 7.])"},
	"gcd":                          {"ivy.gcd(ivy.asarray(12), 18)", "ivy.array(6)"},
	"gelu":                         {"ivy.gelu(0.0, approximate=True)", "ivy.array(0.)"},
	"greater":                      {"ivy.greater(ivy.asarray(2), 1)", "ivy.array(True)"},
	"greater_equal":                {"ivy.greater_equal(ivy.asarray(2), 2)", "ivy.array(True)"},
	"hfft":                         {"ivy.fft.hfft([1.0, 2.0, 3.0])", "ivy.array([ 8., -2.,  0., -2.])"},
	"hypot":                        {"ivy.hypot(3.0, 4.0)", "ivy.array(5.)"},
	"ifft":                         {"ivy.fft.ifft([2, 0, 0, 0], n=2)", "ivy.array([1.+0.j, 1.+0.j])"},
	"ifftn":                        {"ivy.fft.ifftn(ivy.ones((2, 2)), s=[2], axes=[0])", "ivy.array([[1.+0.j, 1.+0.j],\n           [0.+0.j, 0.+0.j]])"},
	"ifftshift":                    {"ivy.fft.ifftshift([[3, 4, 0, 1, 2]], axes=1)", "ivy.array([[0, 1, 2, 3, 4]])"},
	"ihfft":                        {"ivy.fft.ihfft([8.0, -2.0, 0.0, -2.0])", "ivy.array([1.-0.j, 2.-0.j, 3.-0.j])"},
	"imag":                         {"ivy.imag(1 + 2j)", "ivy.array(2.)"},
	"irfft":                        {"ivy.fft.irfft([10.0, -2.0, -2.0])", "ivy.array([1., 3., 3., 3.])"},
	"irfftn":                       {"ivy.fft.irfftn(ivy.ones((2, 2)), s=(2, 3))", "ivy.array([[1., 0., 0.],\n           [0., 0., 0.]])"},
	"isclose":                      {"ivy.isclose([1.0, ivy.nan], [1.0, ivy.nan], equal_nan=True)", "ivy.array([ True,  True])"},
	"isfinite":                     {"ivy.isfinite([1.0, ivy.inf])", "ivy.array([ True, False])"},
	"isin":                         {"ivy.isin([1, 2], [2], invert=True)", "ivy.array([ True, False])"},
	"isinf":                        {"ivy.isinf([1.0, ivy.inf])", "ivy.array([False,  True])"},
	"isnan":                        {"ivy.isnan([1.0, ivy.nan])", "ivy.array([False,  True])"},
	"layer_norm":                   {"ivy.layer_norm(ivy.asarray([1.0, 1.0]), [-1], scale=ivy.ones(2), offset=ivy.ones(2))", "ivy.array([1., 1.])"},
	"lcm":                          {"ivy.lcm(ivy.asarray(4), 6)", "ivy.array(12)"},
	"less":                         {"ivy.less(ivy.asarray(2), 1)", "ivy.array(False)"},
	"less_equal":                   {"ivy.less_equal(ivy.asarray(2), 2)", "ivy.array(True)"},
	"linear":                       {"ivy.linear(ivy.ones((1, 2)), ivy.ones((3, 2)), bias=ivy.ones(3))", "ivy.array([[3., 3., 3.]])"},
	"linspace":                     {"ivy.linspace(0, 1, 5, endpoint=False)", "ivy.array([0. , 0.2, 0.4, 0.6, 0.8])"},
	"log":                          {"ivy.log(1.0)", "ivy.array(0.)"},
	"log1p":                        {"ivy.log1p(0.0)", "ivy.array(0.)"},
	"log2":                         {"ivy.log2(8.0)", "ivy.array(3.)"},
	"log10":                        {"ivy.log10(100.0)", "ivy.array(2.)"},
	"log_softmax":                  {"ivy.log_softmax([0.0])", "ivy.array([0.])"},
	"logaddexp":                    {"ivy.logaddexp(-ivy.inf, 1.0)", "ivy.array(1.)"},
	"logical_and":                  {"ivy.logical_and(ivy.asarray(1), 2)", "ivy.array(True)"},
	"logical_not":                  {"ivy.logical_not(ivy.asarray(1))", "ivy.array(False)"},
	"logical_or":                   {"ivy.logical_or(ivy.asarray(0), 2)", "ivy.array(True)"},
	"logical_xor":                  {"ivy.logical_xor(ivy.asarray(1), 2)", "ivy.array(False)"},
	"matmul":                       {"ivy.matmul(ivy.ones((2, 2)), ivy.ones(2))", "ivy.array([2., 2.])"},
	"matrix_transpose":             {"ivy.matrix_transpose(ivy.asarray([[1, 2]]))", "ivy.array([[1],\n           [2]])"},
	"max":                          {"ivy.max([[1, 5], [7, 2]], axis=(0, 1))", "ivy.array(7)"},
	"maximum":                      {"ivy.maximum(ivy.asarray([1, 5]), 3)", "ivy.array([3, 5])"},
	"mean":                         {"ivy.mean([1, 2])", "ivy.array(1.5)"},
	"meshgrid":                     {"ivy.meshgrid(ivy.arange(2), ivy.arange(3), indexing='ij')[1]", "ivy.array([[0, 1, 2],\n           [0, 1, 2]])"},
	"min":                          {"ivy.min([[1, 5], [7, 2]], axis=-1)", "ivy.array([1, 2])"},
	"minimum":                      {"ivy.minimum(ivy.asarray([1, 5]), 3)", "ivy.array([1, 3])"},
	"moveaxis":                     {"ivy.moveaxis(ivy.ones((2, 3, 4)), 0, -1).shape", "(3, 4, 2)"},
	"multiply":                     {"ivy.multiply(ivy.asarray(2), 3)", "ivy.array(6)"},
	"nan_to_num":                   {"ivy.nan_to_num([ivy.nan, 1.0], nan=5.0)", "ivy.array([5., 1.])"},
	"negative":                     {"ivy.negative(ivy.asarray(2))", "ivy.array(-2)"},
	"nextafter":                    {"ivy.nextafter(1.0, 1.0)", "ivy.array(1.)"},
	"nonzero":                      {"ivy.nonzero(ivy.asarray([0, 3]))", "(ivy.array([1], dtype=int64),)"},
	"not_equal":                    {"ivy.not_equal(ivy.asarray([1, 2]), 2)", "ivy.array([ True, False])"},
	"one_hot":                      {"ivy.one_hot(ivy.asarray([1]), 3, dtype=ivy.int32)", "ivy.array([[0, 1, 0]])"},
	"ones":                         {"ivy.ones(2)", "ivy.array([1., 1.])"},
	"ones_like":                    {"ivy.ones_like(ivy.asarray([5]))", "ivy.array([1])"},
	"pad":                          {"ivy.pad([1, 2], (1, 2), constant_values=9)", "ivy.array([9, 1, 2, 9, 9])"},
	"permute_dims":                 {"ivy.permute_dims(ivy.ones((2, 3)), (1, 0)).shape", "(3, 2)"},
	"positive":                     {"ivy.positive(ivy.asarray(2))", "ivy.array(2)"},
	"pow":                          {"ivy.pow(ivy.asarray(2), 10)", "ivy.array(1024)"},
	"prod":                         {"ivy.prod([2, 3], dtype='int64')", "ivy.array(6, dtype=int64)"},
	"real":                         {"ivy.real(1 + 2j)", "ivy.array(1.)"},
	"reciprocal":                   {"ivy.reciprocal(2.0)", "ivy.array(0.5)"},
	"relu":                         {"ivy.relu([-1.0, 2.0])", "ivy.array([0., 2.])"},
	"remainder":                    {"ivy.remainder(ivy.asarray(-7), 3)", "ivy.array(2)"},
	"repeat":                       {"ivy.repeat([1, 2], [2, 1])", "ivy.array([1, 1, 2])"},
	"reshape":                      {"ivy.reshape(ivy.arange(4), (2, -1))", "ivy.array([[0, 1],\n           [2, 3]])"},
	"rfft":                         {"ivy.fft.rfft([1.0, 2.0, 3.0, 4.0])", "ivy.array([10.+0.j, -2.+2.j, -2.+0.j])"},
	"rfftfreq":                     {"ivy.fft.rfftfreq(4)", "ivy.array([0.  , 0.25, 0.5 ])"},
	"rfftn":                        {"ivy.fft.rfftn(ivy.ones((2, 2)), axes=None)", "ivy.array([[4.+0.j, 0.+0.j],\n           [0.+0.j, 0.+0.j]])"},
	"roll":                         {"ivy.roll([1, 2, 3], 1)", "ivy.array([3, 1, 2])"},
	"round":                        {"ivy.round(2.5)", "ivy.array(2.)"},
	"searchsorted":                 {"ivy.searchsorted([1, 2, 2, 3], [2], side='right')", "ivy.array([3], dtype=int64)"},
	"sigmoid":                      {"ivy.sigmoid(0.0)", "ivy.array(0.5)"},
	"sign":                         {"ivy.sign(ivy.asarray([-3, 0]))", "ivy.array([-1,  0])"},
	"signbit":                      {"ivy.signbit(-0.0)", "ivy.array(True)"},
	"silu":                         {"ivy.silu(0.0)", "ivy.array(0.)"},
	"sin":                          {"ivy.sin(0)", "ivy.array(0.)"},
	"sinh":                         {"ivy.sinh(0.0)", "ivy.array(0.)"},
	"softmax":                      {"ivy.softmax([0.0, 0.0], axis=0)", "ivy.array([0.5, 0.5])"},
	"softplus":                     {"ivy.softplus(50.0, beta=1, threshold=20)", "ivy.array(50.)"},
	"sort":                         {"ivy.sort([3, 1, 2], descending=True, stable=False)", "ivy.array([3, 2, 1])"},
	"sqrt":                         {"ivy.sqrt(4)", "ivy.array(2.)"},
	"square":                       {"ivy.square(ivy.asarray(3))", "ivy.array(9)"},
	"squeeze":                      {"ivy.squeeze(ivy.ones((1, 2)), 0).shape", "(2,)"},
	"stack":                        {"ivy.stack([ivy.asarray([1]), ivy.asarray([2])], axis=1)", "ivy.array([[1, 2]])"},
	"std":                          {"ivy.std([1.0, 3.0], correction=0)", "ivy.array(1.)"},
	"subtract":                     {"ivy.subtract(ivy.asarray(1), 2)", "ivy.array(-1)"},
	"sum":                          {"ivy.sum([[1, 2], [3, 4]], axis=0, keepdims=True)", "ivy.array([[4, 6]])"},
	"take":                         {"ivy.take([5, 6, 7], [2, 0])", "ivy.array([7, 5])"},
	"take_along_axis":              {"ivy.take_along_axis(ivy.asarray([[5, 6]]), ivy.asarray([[1, 0]]), axis=1)", "ivy.array([[6, 5]])"},
	"tan":                          {"ivy.tan(0)", "ivy.array(0.)"},
	"tanh":                         {"ivy.tanh(0.0)", "ivy.array(0.)"},
	"tensordot":                    {"ivy.tensordot(ivy.ones((2, 3)), ivy.ones((3, 2)), axes=[[1], [0]]).shape", "(2, 2)"},
	"tile":                         {"ivy.tile([1, 2], 2)", "ivy.array([1, 2, 1, 2])"},
	"tril":                         {"ivy.tril([[1, 2], [3, 4]], k=-1)", "ivy.array([[0, 0],\n           [3, 0]])"},
	"triu":                         {"ivy.triu([[1, 2], [3, 4]])", "ivy.array([[1, 2],\n           [0, 4]])"},
	"trunc":                        {"ivy.trunc(-1.5)", "ivy.array(-1.)"},
	"unique_all":                   {"ivy.unique_all([2, 1, 2]).counts", "ivy.array([1, 2], dtype=int64)"},
	"unique_counts":                {"ivy.unique_counts([2, 1, 2])[1]", "ivy.array([1, 2], dtype=int64)"},
	"unique_inverse":               {"ivy.unique_inverse([2, 1, 2]).inverse_indices", "ivy.array([1, 0, 1], dtype=int64)"},
	"unique_values":                {"ivy.unique_values([2, 1, 2])", "ivy.array([1, 2])"},
	"unstack":                      {"ivy.unstack(ivy.asarray([1, 2]))", "(ivy.array(1), ivy.array(2))"},
	"var":                          {"ivy.var([1.0, 3.0])", "ivy.array(1.)"},
	"vecdot":                       {"ivy.vecdot([1, 2], [3, 4])", "ivy.array(11)"},
	"where":                        {"ivy.where([True, False], 1, 2)", "ivy.array([1, 2])"},
	"zeros":                        {"ivy.zeros((1, 2), dtype=ivy.bool)", "ivy.array([[False, False]])"},
	"zeros_like":                   {"ivy.zeros_like(ivy.ones(2))", "ivy.array([0., 0.])"},
	"adjoint":                      {"ivy.linalg.adjoint([[1 + 1j], [2]])", "ivy.array([[1.-1.j, 2.-0.j]])"},
	"block_diag":                   {"ivy.linalg.block_diag([ivy.ones((1, 2)), ivy.ones((1, 1))])", "ivy.array([[1., 1., 0.],\n           [0., 0., 1.]])"},
	"cholesky":                     {"ivy.linalg.cholesky([[4.0, 2.0], [2.0, 10.0]], upper=True)", "ivy.array([[2., 1.],\n           [0., 3.]])"},
	"cond":                         {"ivy.linalg.cond([[2.0, 0.0], [0.0, 4.0]], ord='fro')", "ivy.array(2.5)"},
	"cross":                        {"ivy.linalg.cross([1, 0, 0], [0, 1, 0])", "ivy.array([0, 0, 1])"},
	"det":                          {"ivy.linalg.det([[2.0, 0.0], [0.0, 4.0]])", "ivy.array(8.)"},
	"diag":                         {"ivy.linalg.diag([1, 2], k=1)", "ivy.array([[0, 1, 0],\n           [0, 0, 2],\n           [0, 0, 0]])"},
	"diagonal":                     {"ivy.linalg.diagonal([[1, 2], [3, 4]], offset=-1)", "ivy.array([3])"},
	"eig":                          {"ivy.linalg.eig([[2.0, 0.0], [0.0, 4.0]]).eigenvalues", "ivy.array([2.+0.j, 4.+0.j])"},
	"eigh":                         {"ivy.linalg.eigh([[2.0, 0.0], [0.0, 4.0]]).eigenvectors", "ivy.array([[1., 0.],\n           [0., 1.]])"},
	"eigvals":                      {"ivy.linalg.eigvals([[2.0, 0.0], [0.0, 4.0]])", "ivy.array([2.+0.j, 4.+0.j])"},
	"eigvalsh":                     {"ivy.linalg.eigvalsh([[2.0, 0.0], [0.0, 4.0]], upper=True)", "ivy.array([2., 4.])"},
	"inv":                          {"ivy.linalg.inv([[2.0, 0.0], [0.0, 4.0]])", "ivy.array([[0.5 , 0.  ],\n           [0.  , 0.25]])"},
	"kron":                         {"ivy.linalg.kron([1, 2], [3, 4])", "ivy.array([3, 4, 6, 8])"},
	"lstsq":                        {"ivy.linalg.lstsq([[2.0], [0.0]], [1.0, 3.0], rtol=0.1).solution", "ivy.array([0.5])"},
	"lu":                           {"ivy.linalg.lu([[2.0, 0.0], [0.0, 4.0]]).u", "ivy.array([[2., 0.],\n           [0., 4.]])"},
	"lu_factor":                    {"ivy.linalg.lu_factor([[2.0, 0.0], [0.0, 4.0]]).p", "ivy.array([0, 1], dtype=int64)"},
	"lu_solve":                     {"ivy.linalg.lu_solve([[2.0, 0.0], [0.0, 4.0]], [0, 1], [2.0, 4.0])", "ivy.array([1., 1.])"},
	"schur":                        {"ivy.linalg.schur([[2.0, 1.0], [0.0, 1.0]])[0]", "ivy.array([[2., 1.],\n           [0., 1.]])"},
	"hessenberg":                   {"ivy.linalg.hessenberg([[2.0, 1.0], [3.0, 1.0]])[0]", "ivy.array([[2., 1.],\n           [3., 1.]])"},
	"sqrtm":                        {"ivy.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]])", "ivy.array([[2., 0.],\n           [0., 3.]])"},
	"logm":                         {"ivy.linalg.logm([[1.0, 1.0], [0.0, 1.0]])", "ivy.array([[0., 1.],\n           [0., 0.]])"},
	"matrix_exp":                   {"ivy.linalg.matrix_exp([[0.0, 1.0], [0.0, 0.0]])", "ivy.array([[1., 1.],\n           [0., 1.]])"},
	"matrix_norm":                  {"ivy.linalg.matrix_norm([[2.0, 0.0], [0.0, 4.0]], ord=-ivy.inf, keepdims=True)", "ivy.array([[2.]])"},
	"matrix_power":                 {"ivy.linalg.matrix_power([[1, 1], [0, 1]], 5)", "ivy.array([[1, 5],\n           [0, 1]])"},
	"matrix_rank":                  {"ivy.linalg.matrix_rank([[1.0, 1.0], [1.0, 1.0]], rtol=0.01)", "ivy.array(1, dtype=int64)"},
	"multi_dot":                    {"ivy.linalg.multi_dot([ivy.ones((1, 2)), ivy.ones((2, 3)), ivy.ones((3, 1))])", "ivy.array([[6.]])"},
	"outer":                        {"ivy.linalg.outer([1, 2], [3, 4])", "ivy.array([[3, 4],\n           [6, 8]])"},
	"pinv":                         {"ivy.linalg.pinv([[2.0], [0.0]], rtol=0.5)", "ivy.array([[0.5, 0. ]])"},
	"qr":                           {"ivy.linalg.qr([[-2.0, 1.0], [0.0, 1.0]], mode='complete').r", "ivy.array([[-2.,  1.],\n           [ 0.,  1.]])"},
	"slogdet":                      {"ivy.linalg.slogdet([[-1.0]])", "slogdet(sign=ivy.array(-1.), logabsdet=ivy.array(0.))"},
	"solve":                        {"ivy.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0])", "ivy.array([1., 1.])"},
	"solve_triangular":             {"ivy.linalg.solve_triangular([[2.0, 1.0], [5.0, 1.0]], [[2.0], [1.0]], upper=True, unit_diagonal=True, adjoint=False)", "ivy.array([[1.],\n           [1.]])"},
	"svd":                          {"ivy.linalg.svd([[2.0, 0.0], [0.0, 4.0]], full_matrices=False).s", "ivy.array([4., 2.])"},
	"svdvals":                      {"ivy.linalg.svdvals([[2.0, 0.0], [0.0, 4.0]])", "ivy.array([4., 2.])"},
	"trace":                        {"ivy.linalg.trace([[1, 2], [3, 4]], dtype='float32')", "ivy.array(5.)"},
	"vander":                       {"ivy.linalg.vander([2, 3], N=3, increasing=True)", "ivy.array([[1, 2, 4],\n           [1, 3, 9]])"},
	"vector_norm":                  {"ivy.linalg.vector_norm([[3.0, 4.0]], axis=None, ord=2)", "ivy.array(5.)"},
}

func TestEveryRow(t *testing.T) {
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		t.Run(op.Snake, func(t *testing.T) {
			c, ok := rowCalls[op.Snake]
			require.True(t, ok, "no call of ivy.%s in this test", op.Snake)
			require.Contains(t, c[0], "ivy."+pathOf(op)+"(")
			got, err := evalText(t, c[0])
			require.NoError(t, err, c[0])
			assert.Equal(t, c[1], got, c[0])
		})
	}
}

func TestEveryMethod(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte("dir(ivy.ones(1))"))
	require.NoError(t, err)
	for _, op := range ops.All() {
		assert.Equal(t, op.HasMethod(), strings.Contains(v.String(), "'"+op.Snake+"'"), op.Snake)
	}
}

func TestByHand(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"ivy.finfo('float32').eps == 2.0 ** -23, ivy.finfo(ivy.complex64).dtype", "(True, float32)"},
		{"ivy.iinfo(ivy.uint64).max, ivy.iinfo('int8').min", "(18446744073709551615, -128)"},
		{"ivy.can_cast(ivy.int8, ivy.int16), ivy.can_cast('int16', 'int8')", "(True, False)"},
		{"ivy.result_type(ivy.int8, 1.5, ivy.ones(2)), ivy.result_type(ivy.int8, 1.5)", "(float32, float64)"},
		{"ivy.result_type('int8', 3)", "int8"},
		{"ivy.isdtype(ivy.int8, ('real floating', 'integral')), ivy.isdtype('bool', ivy.int8)", "(True, False)"},
		{"ivy.promote_types(ivy.int32, 'float32')", "float64"},
		{"ivy.broadcast_shapes((2, 1), (3,))", "(2, 3)"},
		{"ivy.get_item(ivy.arange(4), (2,)), ivy.get_item([5, 6], 1)", "(ivy.array(2), 6)"},
		{"x = ivy.arange(3)\nivy.set_item(x, 0, 9)\nx", "ivy.array([9, 1, 2])"},
		{"ivy.to_device(ivy.ones(1), 'cpu').device, ivy.ones(1).to_device('cpu')", "('cpu', ivy.array([1.]))"},
		{"ivy.shape([[1, 2]]), ivy.dtype(1.5), ivy.ndim(3), ivy.size([1, 2])", "((1, 2), float32, 0, 2)"},
		{"ivy.set_precise_mode(False)\na = ivy.precise_mode(), ivy.promote_types('int32', 'float32')\nivy.unset_precise_mode()\na, ivy.precise_mode()", "((False, float32), True)"},
		{"ivy.set_default_dtype('float64')\na = ivy.ones(1).dtype, ivy.default_dtype()\nivy.unset_default_dtype()\na, ivy.ones(1).dtype", "((float64, float64), float32)"},
		{"ivy.set_default_int_dtype(ivy.int64)\nivy.asarray(1).dtype, ivy.default_int_dtype()", "(int64, int64)"},
		{"ivy.default_dtype(item=ivy.ones(1, dtype='float16')), ivy.default_dtype(dtype='int8'), ivy.default_float_dtype(input=1)", "(float16, int8, float32)"},
		{"ivy.valid_dtypes == ivy.all_dtypes, ivy.invalid_dtypes, ivy.valid_uint_dtypes", "(True, (), (uint8, uint16, uint32, uint64))"},
		{"ivy.is_float_dtype('int8'), ivy.is_int_dtype(ivy.ones(1, dtype='uint8')), ivy.dtype_bits('bool'), ivy.valid_dtype('int8')", "(False, True, 1, True)"},
		{"ivy.pi, ivy.e, ivy.inf, ivy.nan, ivy.newaxis", "(3.141592653589793, 2.718281828459045, inf, nan, None)"},
		{"ivy.current_backend(), ivy.is_array(3), ivy.to_list(ivy.asarray([1 + 2j]))", "('', False, [(1+2j)])"},
		{"ivy.float32.name, ivy.float32 == 'float32', 'int8' != ivy.int8, {ivy.int8: 1}['int8' == 'x' or ivy.int8], str(ivy.bool)", "('float32', True, False, 1, 'bool')"},
		{"ivy.astype(ivy.ones(1), float).dtype, ivy.ones(1, dtype=int).dtype", "(float32, int32)"},
		{"'add' in dir(ivy), hasattr(ivy, 'cast'), getattr(ivy, 'nope', 3)", "(True, False, 3)"},
		{"ivy.array([[1.0, 2.5]])", "ivy.array([[1. , 2.5]])"},
		{"ivy.einops_rearrange(ivy.arange(4), '(x pattern) -> pattern x', x=2, pattern=2).tolist()", "[[0, 2], [1, 3]]"},
		{"ivy.einops_reduce(ivy.arange(4), reduction='sum', pattern='(a reduction) -> a', a=2)", "ivy.array([1, 5])"},
		{"n = {'b': 2}\nz = ivy.zeros((2, 1), dtype=int)\nivy.asarray([1, 2]).einops_rearrange('(a b) -> b a', out=z, **n), z", "(ivy.array([[1],\n           [2]]), ivy.array([[1],\n           [2]]))"},
		{"ivy.arange(stop=3, start=1), ivy.arange(6, step=2), ivy.arange(0.0, 1, 0.5)", "(ivy.array([1, 2]), ivy.array([0, 2, 4]), ivy.array([0. , 0.5]))"},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalText(t, c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
