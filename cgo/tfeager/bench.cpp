//go:build tensorflow

#include "common.hpp"

using namespace ge;

extern "C" ge_result ge_loop(ge_tensor x, ge_tensor y, int64_t n)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		TFE_Op *op = TFE_NewOp(current().context, "AddV2", s);
		check(s);
		std::unique_ptr<TFE_Op, void (*)(TFE_Op *)> owner(op, TFE_DeleteOp);
		for (int64_t i = 0; i < n; i++) {
			TFE_OpReset(op, "AddV2", nullptr, s);
			check(s);
			TFE_OpAddInput(op, borrow(x), s);
			check(s);
			TFE_OpAddInput(op, borrow(y), s);
			check(s);
			TFE_TensorHandle *z;
			int m = 1;
			TFE_Execute(op, &z, &m, s);
			check(s);
			TFE_DeleteTensorHandle(z);
		}
	});
}
