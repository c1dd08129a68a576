//go:build libtorch

#include "common.hpp"

#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_softmax.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/convolution.h>
#include <ATen/ops/convolution_backward.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/gru.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/lstm.h>
#include <ATen/ops/rnn_relu.h>
#include <ATen/ops/rnn_tanh.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/zeros.h>
#include <algorithm>
#include <optional>
#include <vector>

namespace gt {

namespace {

using Ints = std::vector<int64_t>;

// A Window is how a convolution's filters move, and whether its operand is moved apart.
struct Window {
	int r;
	Ints strides, dilations, apart, before, after;
	int64_t groups;
	bool turned;

	explicit Window(const gt_window &w)
		: r(w.r), strides(w.strides, w.strides + r), dilations(w.dilations, w.dilations + r), apart(w.apart, w.apart + r), groups(w.groups), turned(w.turned)
	{
		TORCH_CHECK(groups > 0, "no groups");
		for (int i = 0; i < r; i++) {
			before.push_back(w.padding[2 * i]);
			after.push_back(w.padding[2 * i + 1]);
		}
	}

	bool moved() const
	{
		return std::any_of(apart.begin(), apart.end(), [](int64_t d) { return d != 1; });
	}
};

// first returns x, whose channels are last, with its channels after the first axis.
Tensor first(const Tensor &x) { return x.movedim(-1, 1); }

Tensor last(const Tensor &x) { return x.movedim(1, -1); }

// filters returns filters (k1, …, kr, c, m) in the library's order, (m, c, k1, …, kr).
Tensor filters(const Tensor &w) { return w.movedim({-1, -2}, {0, 1}); }

// surrounded returns x with what the library's own padding, which is the same on both sides, does not add, and sets
// padding to what it does.
Tensor surrounded(const Tensor &x, const Window &w, Ints &padding)
{
	Ints more;
	bool any = false;
	padding.resize(w.r);
	for (int i = 0; i < w.r; i++)
		padding[i] = std::min(w.before[i], w.after[i]);
	for (int i = w.r - 1; i >= 0; i--) {
		more.push_back(w.before[i] - padding[i]);
		more.push_back(w.after[i] - padding[i]);
		any |= w.before[i] != w.after[i];
	}
	return any ? at::constant_pad_nd(x, more, 0) : x;
}

Tensor convolution(const Tensor &x, const Tensor &y, const Window &w)
{
	Tensor a = first(x), f = filters(y);
	if (a.is_contiguous())
		f = f.contiguous(); // else the library may take both for ones with their channels last
	Ints padding, none(w.r, 0);
	if (!w.moved() && !w.turned) {
		a = surrounded(a, w, padding);
		return last(at::convolution(a, f, std::nullopt, w.strides, padding, w.dilations, false, none, w.groups));
	}
	// A convolution of what is moved apart is the gradient of one with these distances as strides, with the
	// filters turned around, unless they are that one's, and from the channels that they give to those that they take.
	Ints axes, more(w.r);
	padding.resize(w.r);
	for (int i = 0; i < w.r; i++) {
		axes.push_back(i + 2);
		int64_t span = (f.size(i + 2) - 1) * w.dilations[i];
		padding[i] = span - w.before[i];
		more[i] = w.after[i] - w.before[i];
	}
	if (!w.turned) {
		int64_t m = f.size(0) / w.groups;
		f = f.flip(axes);
		Ints dims = f.sizes().vec();
		Ints apart = dims, back = dims;
		apart.erase(apart.begin());
		apart.insert(apart.begin(), {w.groups, m});
		back[0] = w.groups * dims[1];
		back[1] = m;
		f = f.reshape(apart).transpose(1, 2).reshape(back);
	}
	return last(at::convolution(a, f, std::nullopt, w.apart, padding, w.dilations, true, more, w.groups));
}

// gradient returns that of filters of these lengths k, from x and the gradient of the result.
Tensor gradient(const Tensor &x, const Tensor &g, const Window &w, const int64_t *k)
{
	Ints padding, none(w.r, 0), dims = {g.size(-1), x.size(-1) / w.groups};
	Tensor a = surrounded(first(x), w, padding);
	dims.insert(dims.end(), k, k + w.r);
	Tensor like = at::zeros({1}, x.options()).expand(dims);
	Tensor z = std::get<1>(at::convolution_backward(first(g), a, like, std::nullopt, w.strides, padding, w.dilations, false, none, w.groups, {false, true, false}));
	return z.movedim({0, 1}, {-1, -2});
}

// given returns a tensor whose elements lie side by side, none where there is none.
std::optional<Tensor> given(gt_tensor x) { return x ? std::optional<Tensor>(borrow(x).contiguous()) : std::nullopt; }

// recurrent returns the results of all steps, and after them, of an LSTM, the cell.
Tensor recurrent(int cell, const Tensor &x, const Tensor *w, int n, const Tensor &h, const Tensor &c)
{
	std::vector<Tensor> weights(w, w + n);
	bool biases = n == 4;
	Tensor before = h.unsqueeze(0);
	switch (cell) {
	case GT_RECURRENT_GRU:
		return std::get<0>(at::gru(x, before, weights, biases, 1, 0, false, false, false)).reshape({-1});
	case GT_RECURRENT_TANH:
		return std::get<0>(at::rnn_tanh(x, before, weights, biases, 1, 0, false, false, false)).reshape({-1});
	case GT_RECURRENT_RELU:
		return std::get<0>(at::rnn_relu(x, before, weights, biases, 1, 0, false, false, false)).reshape({-1});
	}
	auto z = at::lstm(x, {before, c.unsqueeze(0)}, weights, biases, 1, 0, false, false, false);
	return at::cat({std::get<0>(z).reshape({-1}), std::get<2>(z).reshape({-1})});
}

} // namespace

} // namespace gt

using namespace gt;

extern "C" gt_result gt_convolve(gt_tensor x, gt_tensor filters, gt_window window)
{
	return result([&] { return convolution(borrow(x), borrow(filters), Window(window)); });
}

extern "C" gt_result gt_convolve_filters(gt_tensor x, gt_tensor g, gt_window window, const int64_t *kernel)
{
	return result([&] { return gradient(borrow(x), borrow(g), Window(window), kernel); });
}

extern "C" gt_result gt_attend(gt_tensor q, gt_tensor k, gt_tensor v, double scale, int causal)
{
	return result([&] {
		const Borrowed a = borrow(q), b = borrow(k), c = borrow(v);
		auto four = [](const Tensor &x) {
			Ints dims = {1, 1, x.size(-2), x.size(-1)};
			if (x.dim() == 3)
				dims[1] = x.size(0);
			if (x.dim() > 3) {
				dims[0] = x.size(0);
				dims[1] = x.numel() / std::max<int64_t>(1, dims[0] * dims[2] * dims[3]);
			}
			return x.reshape(dims);
		};
		Ints dims = a.sizes().vec();
		dims.back() = c.size(-1);
		return at::scaled_dot_product_attention(four(a), four(b), four(c), std::nullopt, 0, causal != 0, scale).reshape(dims);
	});
}

extern "C" gt_result gt_softmax(gt_tensor x, int64_t axis, int log)
{
	return result([&] { return log ? at::_log_softmax(borrow(x), axis, false) : at::_softmax(borrow(x), axis, false); });
}

extern "C" gt_result gt_batch_norm(gt_tensor x, int64_t axis, gt_tensor mean, gt_tensor variance, gt_tensor scale, gt_tensor offset, double eps)
{
	return result([&] {
		Tensor z = at::batch_norm(borrow(x).movedim(axis, 1), given(scale), given(offset), borrow(mean).contiguous(), borrow(variance).contiguous(), false, 0, eps, false);
		return z.movedim(1, axis);
	});
}

extern "C" gt_result gt_group_norm(gt_tensor x, int64_t axis, int64_t groups, gt_tensor scale, gt_tensor offset, double eps)
{
	return result([&] {
		TORCH_CHECK(groups > 0, "no groups");
		return at::group_norm(borrow(x).movedim(axis, 1), groups, given(scale), given(offset), eps, false).movedim(1, axis);
	});
}

extern "C" gt_result gt_layer_norm(gt_tensor x, int64_t first, gt_tensor scale, gt_tensor offset, double eps)
{
	return result([&] {
		TORCH_CHECK(first >= 0 && first < borrow(x).dim(), "no such axis");
		return at::layer_norm(borrow(x), borrow(x).sizes().slice(first), given(scale), given(offset), eps, false);
	});
}

extern "C" gt_result gt_recurrent(int cell, gt_tensor x, const gt_tensor *weights, int n, gt_tensor h, gt_tensor c)
{
	return result([&] {
		std::vector<Tensor> w;
		for (int i = 0; i < n; i++)
			w.push_back(borrow(weights[i]).contiguous());
		return recurrent(cell, borrow(x), w.data(), n, borrow(h), c ? Tensor(borrow(c)) : Tensor());
	});
}
