//go:build libtorch

#include "small.hpp"
#include "thread.hpp"

#include <ATen/ops/empty.h>

namespace gt {

size_t Outline::bytes() const
{
	size_t n = c10::elementSize(type());
	for (int64_t d : sizes())
		n *= d;
	return n;
}

Tensor &Scratch::shaped(Outline o)
{
	if (!t.defined()) {
		c10::InferenceMode mode;
		t = at::empty({GT_SMALL / static_cast<int64_t>(c10::elementSize(o.type()))}, at::TensorOptions().dtype(o.type()));
		elements = t.mutable_data_ptr();
	}
	if (t.sizes() != o.sizes()) {
		TORCH_CHECK(o.sizes().size() <= 4, "a small tensor of ", o.sizes().size(), " axes");
		size_t n = c10::elementSize(o.type());
		for (int64_t d : o.sizes())
			TORCH_CHECK(d >= 0 && d <= GT_SMALL && (n *= d) <= GT_SMALL, "a small tensor of shape ", o.sizes());
		t.unsafeGetTensorImpl()->set_sizes_contiguous(o.sizes());
	}
	return t;
}

Scratch &scratch(int place, Outline o)
{
	constexpr int codes = static_cast<int>(at::kUInt64) + 1;
	struct All {
		Scratch of[3][codes];
	};
	All &all = per_thread<All>();
	int code = o.kind & 0xff;
	TORCH_CHECK(code < codes, "no dtype ", code);
	return all.of[place][code];
}

void deliver(const Tensor &z, Outline o, uint8_t *data)
{
	Tensor t = plain(z).contiguous();
	TORCH_CHECK(t.scalar_type() == o.type() && t.sizes() == o.sizes(), "a result of ", t.scalar_type(), " ", t.sizes(), " in place of ", o.type(), " ", o.sizes());
	if (size_t n = t.nbytes())
		memcpy(data, t.const_data_ptr(), n);
}

} // namespace gt

extern "C" char *gt_move(gt_tensor t, int kind, const int64_t *dims, uint8_t *data)
{
	char *error = gt::message([&] { gt::deliver(gt::borrow(t), {kind, dims}, data); });
	if (t)
		gt_free(t);
	return error;
}
