//go:build libtorch

#include "common.hpp"

#include <ATen/ops/add.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/matmul.h>

using namespace gt;

extern "C" char *gt_loop(int op, gt_tensor a, gt_tensor b, int64_t n)
{
	return message([&] {
		const Borrowed x = borrow(a), y = borrow(b);
		switch (op) {
		case GT_LOOP_ADD:
			for (int64_t i = 0; i < n; i++)
				at::add(x, y);
			break;
		case GT_LOOP_MATMUL:
			for (int64_t i = 0; i < n; i++)
				at::matmul(x, y);
			break;
		case GT_LOOP_EXP:
			for (int64_t i = 0; i < n; i++)
				at::exp(x);
			break;
		default:
			TORCH_CHECK(false, "no loop ", op);
		}
	});
}
