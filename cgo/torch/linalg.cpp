//go:build libtorch

#include "common.hpp"

#include <ATen/Dispatch.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linalg_cholesky_ex.h>
#include <ATen/ops/linalg_det.h>
#include <ATen/ops/linalg_eig.h>
#include <ATen/ops/linalg_eigh.h>
#include <ATen/ops/linalg_eigvals.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/linalg_inv_ex.h>
#include <ATen/ops/linalg_lu_factor_ex.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/linalg_slogdet.h>
#include <ATen/ops/linalg_solve_ex.h>
#include <ATen/ops/linalg_solve_triangular.h>
#include <ATen/ops/linalg_svd.h>
#include <ATen/ops/linalg_svdvals.h>
#include <algorithm>
#include <numeric>
#include <regex>
#include <string>
#include <vector>

namespace gt {

namespace {

using Dims = std::vector<int64_t>;

// A Reading is which elements of a matrix are read.
struct Reading {
	bool above, below;             // the diagonal
	enum { none, real, all } diagonal; // what of the diagonal
};

Reading reading(int op, bool upper, bool unit)
{
	switch (op) {
	case GT_MATRIX_TRIANGLE:
		return {upper, !upper, unit ? Reading::none : Reading::all};
	case GT_MATRIX_CHOLESKY: case GT_MATRIX_EIGH: case GT_MATRIX_EIGVALSH:
		return {false, true, Reading::real};
	}
	return {true, true, Reading::all};
}

// finite reports whether n numbers are: by their exponents, so that the loop is one of vectors.
template <class R> bool finite(const R *p, int64_t n)
{
	using U = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;
	constexpr U exponent = sizeof(R) == 4 ? U(0x7f800000) : U(0x7ff0000000000000);
	U bad = 0;
#pragma omp simd reduction(| : bad)
	for (int64_t i = 0; i < n; i++) {
		U u;
		memcpy(&u, p + i, sizeof u);
		bad |= (u & exponent) == exponent;
	}
	return !bad;
}

// finite reports whether all that is read of an m×n matrix is; numbers have c components.
template <class R> bool finite(const R *p, int64_t m, int64_t n, int c, Reading r)
{
	if (r.above && r.below)
		return finite(p, m * n * c);
	for (int64_t i = 0; i < m; i++, p += n * c) {
		int64_t d = std::min(i, n); // of the diagonal
		if (r.below && !finite(p, d * c))
			return false;
		if (i < n && r.diagonal != Reading::none && !finite(p + i * c, r.diagonal == Reading::real ? 1 : c))
			return false;
		if (r.above && i + 1 < n && !finite(p + (i + 1) * c, (n - i - 1) * c))
			return false;
	}
	return true;
}

// Matrices are the operand: the last two axes of x, which has no gaps. Those that are lost have
// something that is not finite among what is read. In their place is the identity: the library
// may fail with them, or die.
struct Matrices {
	Tensor x;
	Dims batch;
	int64_t count = 1, m, n, k;
	std::vector<char> lost; // empty if none is

	Matrices(const Tensor &operand, Reading r) : x(operand.contiguous())
	{
		auto s = x.sizes();
		TORCH_CHECK(s.size() >= 2, "matrices of ", s.size(), " axes");
		batch.assign(s.begin(), s.end() - 2);
		for (int64_t d : batch)
			count *= d;
		m = s[s.size() - 2], n = s[s.size() - 1], k = std::min(m, n);
		if (x.numel() == 0)
			return;
		AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(x.scalar_type(), "gt_matrix", [&] { check<scalar_t>(r); });
	}

	template <class T> void check(Reading r)
	{
		using R = typename c10::scalar_value_type<T>::type;
		constexpr int c = sizeof(T) / sizeof(R);
		const R *p = reinterpret_cast<const R *>(x.const_data_ptr<T>());
		std::vector<char> found(count);
		at::parallel_for(0, count, std::max<int64_t>(1, 32768 / (m * n)), [&](int64_t lo, int64_t hi) {
			for (int64_t i = lo; i < hi; i++)
				found[i] = !finite(p + i * m * n * c, m, n, c, r);
		});
		if (std::find(found.begin(), found.end(), 1) == found.end())
			return;
		lost = std::move(found);
		x = x.clone();
		each_lost<T>(x, m * n, [&](T *q) {
			std::fill_n(q, m * n, T(0));
			for (int64_t i = 0; i < k; i++)
				q[i * n + i] = T(1);
		});
	}

	// each_lost calls f with the elements of z, so many for each matrix, of those that are lost.
	template <class T, class F> void each_lost(Tensor &z, int64_t size, F f) const
	{
		T *q = z.mutable_data_ptr<T>();
		for (size_t i = 0; i < lost.size(); i++)
			if (lost[i])
				f(q + static_cast<int64_t>(i) * size);
	}

	// shape returns the axes before matrices, and these.
	Dims shape(std::initializer_list<int64_t> rest) const
	{
		Dims s = batch;
		s.insert(s.end(), rest);
		return s;
	}

	// packed returns parts one after the other along one axis, in the dtype of a result.
	Tensor packed(ScalarType t, const std::vector<Tensor> &parts) const
	{
		auto length = [&](const Tensor &p) {
			return std::accumulate(p.sizes().begin() + static_cast<int64_t>(batch.size()), p.sizes().end(), int64_t(1), std::multiplies<>());
		};
		int64_t total = 0, at = 0;
		for (const Tensor &p : parts)
			total += length(p);
		Tensor z;
		if (parts.size() == 1 && parts[0].scalar_type() == t) {
			z = parts[0].contiguous().view(shape({total}));
		} else {
			z = at::empty(shape({total}), x.options().dtype(t));
			for (const Tensor &p : parts) {
				int64_t n = length(p);
				z.narrow(-1, at, n).view(p.sizes()).copy_(p);
				at += n;
			}
		}
		if (!lost.empty() && z.numel() > 0)
			AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(t, "gt_matrix", [&] {
				using R = typename c10::scalar_value_type<scalar_t>::type;
				constexpr int64_t c = sizeof(scalar_t) / sizeof(R);
				each_lost<scalar_t>(z, total, [&](scalar_t *q) {
					std::fill_n(reinterpret_cast<R *>(q), total * c, std::numeric_limits<R>::quiet_NaN());
				});
			});
		return z;
	}
};

[[noreturn]] void fail(int64_t index, const char *reason)
{
	TORCH_CHECK(false, "goivy matrix ", index, " is ", reason);
}

// check fails with the first matrix for which the library's information is not 0.
void check(const Tensor &info, const char *reason)
{
	Tensor t = info.contiguous();
	const int *p = t.const_data_ptr<int>();
	for (int64_t i = 0; i < t.numel(); i++)
		if (p[i] > 0)
			fail(i, reason);
}

// check_diagonal fails with the first matrix that has a zero there.
void check_diagonal(const Matrices &a)
{
	AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(a.x.scalar_type(), "gt_matrix", [&] {
		const scalar_t *p = a.x.const_data_ptr<scalar_t>();
		for (int64_t i = 0; i < a.count; i++, p += a.m * a.n)
			for (int64_t j = 0; j < a.k; j++)
				if (p[j * a.n + j] == scalar_t(0))
					fail(i, "singular");
	});
}

// order returns which row of x each row of l·u is, from the rows that were exchanged.
Tensor order(const Matrices &a, const Tensor &pivots)
{
	Tensor t = pivots.contiguous(), z = at::empty(a.shape({a.m}), t.options().dtype(at::kLong));
	const int *p = t.const_data_ptr<int>();
	int64_t *q = z.mutable_data_ptr<int64_t>();
	for (int64_t i = 0; i < a.count; i++, p += a.k, q += a.m) {
		std::iota(q, q + a.m, int64_t(0));
		for (int64_t j = 0; j < a.k; j++)
			std::swap(q[j], q[p[j] - 1]);
	}
	return z;
}

// unsigned_zeros makes zeros +0.
Tensor unsigned_zeros(Tensor z)
{
	AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(z.scalar_type(), "gt_matrix", [&] {
		scalar_t *p = z.mutable_data_ptr<scalar_t>();
		for (int64_t i = 0; i < z.numel(); i++)
			if (p[i] == scalar_t(0))
				p[i] = scalar_t(0);
	});
	return z;
}

Tensor computed(int op, const Matrices &a, const Tensor &y, bool upper, bool unit, bool full)
{
	const Tensor &x = a.x;
	ScalarType t = x.scalar_type();
	switch (op) {
	case GT_MATRIX_LU: {
		auto [lu, pivots, info] = at::linalg_lu_factor_ex(x, /*pivot=*/true, /*check_errors=*/false);
		return a.packed(t, {lu, order(a, pivots)});
	}
	case GT_MATRIX_SOLVE: {
		auto [z, info] = at::linalg_solve_ex(x, y);
		check(info, "singular");
		return a.packed(t, {z});
	}
	case GT_MATRIX_TRIANGLE:
		if (!unit)
			check_diagonal(a);
		return a.packed(t, {at::linalg_solve_triangular(x, y, upper, /*left=*/true, unit)});
	case GT_MATRIX_INVERSE: {
		auto [z, info] = at::linalg_inv_ex(x);
		check(info, "singular");
		return a.packed(t, {z});
	}
	case GT_MATRIX_DET:
		return unsigned_zeros(a.packed(t, {at::linalg_det(x).unsqueeze(-1)}));
	case GT_MATRIX_LOGDET: {
		auto [sign, log] = at::linalg_slogdet(x);
		return unsigned_zeros(a.packed(t, {sign.unsqueeze(-1), log.unsqueeze(-1)}));
	}
	case GT_MATRIX_CHOLESKY: {
		auto [l, info] = at::linalg_cholesky_ex(x);
		check(info, "indefinite");
		return a.packed(t, {l});
	}
	case GT_MATRIX_QR: {
		auto [q, r] = at::linalg_qr(x, full ? "complete" : "reduced");
		return a.packed(t, {q, r});
	}
	case GT_MATRIX_EIGH: {
		auto [l, v] = at::linalg_eigh(x, "L");
		return a.packed(t, {l, v});
	}
	case GT_MATRIX_EIGVALSH:
		return a.packed(c10::toRealValueType(t), {at::linalg_eigvalsh(x, "L")});
	case GT_MATRIX_EIG: {
		auto [l, v] = at::linalg_eig(x);
		return a.packed(c10::toComplexType(t), {l, v});
	}
	case GT_MATRIX_EIGVALS:
		return a.packed(c10::toComplexType(t), {at::linalg_eigvals(x)});
	case GT_MATRIX_SVD: {
		auto [u, s, vh] = at::linalg_svd(x, full);
		return a.packed(t, {u, s, vh});
	}
	case GT_MATRIX_SVDVALS:
		return a.packed(c10::toRealValueType(t), {at::linalg_svdvals(x)});
	}
	TORCH_CHECK(false, "no operation ", op, " of matrices");
}

} // namespace

} // namespace gt

using namespace gt;

extern "C" gt_result gt_matrix(int op, gt_tensor x, gt_tensor y, int upper, int unit, int full)
{
	return result([&] {
		Matrices a(borrow(x), reading(op, upper != 0, unit != 0));
		Tensor b;
		if (y)
			b = borrow(y);
		TORCH_CHECK(b.defined() == (op == GT_MATRIX_SOLVE || op == GT_MATRIX_TRIANGLE), "a right-hand side too many, or none");
		try {
			return computed(op, a, b, upper != 0, unit != 0, full != 0);
		} catch (const c10::LinAlgError &e) { // an iteration that does not converge
			std::string text = e.what_without_backtrace();
			static const std::regex element("\\(Batch element ([0-9]+)\\)");
			std::smatch found;
			fail(std::regex_search(text, found, element) ? std::stoll(found[1]) : 0, "unconverged");
		}
	});
}
