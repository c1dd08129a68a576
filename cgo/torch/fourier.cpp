//go:build libtorch

#include "common.hpp"

#include <ATen/ops/fft_fft.h>
#include <ATen/ops/fft_ifft.h>
#include <ATen/ops/fft_irfft.h>
#include <ATen/ops/fft_rfft.h>
#include <ATen/ops/mul.h>
#include <optional>

namespace gt {

// The library has a factor for one direction: the transform without one is asked for, so that
// every norm is one factor.
static Tensor transformed(int kind, const Tensor &x, int64_t axis, int64_t n, bool inverse)
{
	switch (kind) {
	case GT_FOURIER_REAL:
		return at::fft_rfft(x, std::nullopt, axis, "backward");
	case GT_FOURIER_HERMITIAN:
		return at::fft_irfft(x, n, axis, "forward");
	}
	return inverse ? at::fft_ifft(x, std::nullopt, axis, "forward") : at::fft_fft(x, std::nullopt, axis, "backward");
}

} // namespace gt

using namespace gt;

extern "C" gt_result gt_fourier(int kind, gt_tensor x, int64_t axis, int64_t n, int inverse, double scale)
{
	return result([&] {
		Tensor z = transformed(kind, borrow(x), axis, n, inverse != 0);
		if (scale != 1)
			z = at::mul(z, Scalar(scale));
		return z.contiguous();
	});
}
