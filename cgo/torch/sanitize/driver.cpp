// Calls every function of shim.h, with every operation and dtype, many shapes and bad
// arguments, and gives back everything: a program for the sanitizers. An error is as good
// as a result, but one of the two there must be.
//
// With an argument it makes the mistake of that name, which a sanitizer has to see.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../shim.h"

namespace {

// c10::ScalarType's numbers.
enum { U8 = 0, I8 = 1, I16 = 2, I32 = 3, I64 = 4, F16 = 5, F32 = 6, F64 = 7, C64 = 9, C128 = 10, BOOL = 11, BF16 = 15, U16 = 27, U32 = 28, U64 = 29 };
const int all[] = {BOOL, U8, U16, U32, U64, I8, I16, I32, I64, BF16, F16, F32, F64, C64, C128};

typedef std::vector<int64_t> dims;

struct tally {
	long results = 0, errors = 0;
};
std::map<std::string, tally> tallies;
tally *now;
int faults;

void family(const char *name) { now = &tallies[name]; }

void fault(const char *what)
{
	fprintf(stderr, "driver: %s\n", what);
	faults++;
}

// A tensor that is given back.
struct tensor {
	gt_tensor t = nullptr;
	tensor() = default;
	explicit tensor(gt_tensor t) : t(t) {}
	tensor(tensor &&o) noexcept : t(o.t) { o.t = nullptr; }
	tensor &operator=(tensor &&o) noexcept
	{
		std::swap(t, o.t);
		return *this;
	}
	gt_tensor release()
	{
		gt_tensor x = t;
		t = nullptr;
		return x;
	}
	~tensor()
	{
		if (t)
			gt_free(t);
	}
};

void refused(char *text)
{
	now->errors++;
	if (!*text)
		fault("an error without a text");
	gt_free_text(text);
}

// kept is a result that is looked at: all its elements are copied out.
tensor kept(gt_result r)
{
	if (r.error) {
		if (r.t)
			fault("a tensor and an error");
		refused(r.error);
		return tensor();
	}
	if (!r.t) {
		fault("neither a tensor nor an error");
		return tensor();
	}
	now->results++;
	return tensor(r.t);
}

size_t size_of(int dtype)
{
	switch (dtype) {
	case BOOL: case U8: case I8: return 1;
	case U16: case I16: case F16: case BF16: return 2;
	case U32: case I32: case F32: return 4;
	case C128: return 16;
	default: return 8;
	}
}

dims shape(gt_tensor t)
{
	dims d(gt_shape(t, nullptr, 0));
	gt_shape(t, d.data(), static_cast<int>(d.size()));
	return d;
}

size_t count(const dims &d)
{
	size_t n = 1;
	for (int64_t v : d)
		n *= static_cast<size_t>(v);
	return n;
}

// line returns the memory of a tensor whose elements lie in row-major order without gaps.
void *line(gt_tensor t)
{
	int64_t strides[80] = {};
	dims d = shape(t);
	void *p = gt_expose(t, strides);
	int64_t n = 1;
	for (int i = static_cast<int>(d.size()) - 1; i >= 0; i--) {
		if (d[i] != 1 && strides[i] != n)
			return nullptr;
		n *= d[i];
	}
	return p;
}

// read copies the elements out; the result's own dtype is found by trying.
void read(const tensor &x)
{
	if (!x.t)
		return;
	size_t n = count(shape(x.t));
	for (size_t size : {1, 2, 4, 8, 16}) {
		std::unique_ptr<uint8_t[]> memory(new uint8_t[n * size]);
		char *error = gt_to_host(x.t, memory.get(), n * size);
		if (!error) {
			volatile char last = n ? memory[n * size - 1] : 0;
			(void)last;
			break;
		}
		gt_free_text(error);
		if (size == 16)
			fault("a result that cannot be read");
	}
	if (void *p = line(x.t)) {
		volatile char first = n && gt_bytes(x.t) ? *static_cast<char *>(p) : 0;
		(void)first;
	}
}

void look(gt_result r) { read(kept(r)); }

void done(char *error)
{
	if (error)
		refused(error);
	else
		now->results++;
}

// What operands hold: zeros, ones, what overflows, ends of ranges, specials.
const double values[] = {0, 1, -1, 2, 5, -INFINITY, 3, INFINITY, 0.5, NAN, -7, 300, -0.0, 1e-40, 65504, 4294967296.0, 1e300, -2.5, 64, 8};

tensor from(int dtype, const dims &d, const void *data, size_t bytes)
{
	return kept(gt_from_host(dtype, d.data(), static_cast<int>(d.size()), static_cast<const uint8_t *>(data), bytes));
}

// made is a contiguous tensor; from is where in values it begins.
tensor made(int dtype, const dims &d, size_t first = 0)
{
	size_t n = count(d);
	std::vector<double> v(n);
	for (size_t i = 0; i < n; i++)
		v[i] = values[(first + i) % (sizeof values / sizeof *values)];
	tensor x = from(F64, d, v.data(), n * sizeof(double));
	return dtype == F64 ? std::move(x) : kept(gt_unary(GT_CAST, dtype, x.t));
}

tensor longs(const dims &d, const std::vector<int64_t> &v) { return from(I64, d, v.data(), v.size() * sizeof(int64_t)); }

dims back(size_t rank)
{
	dims p;
	for (size_t i = rank; i > 0; i--)
		p.push_back(static_cast<int64_t>(i - 1));
	return p;
}

// operands returns tensors of a dtype in every shape and layout.
std::vector<tensor> operands(int dtype)
{
	std::vector<tensor> xs;
	size_t first = 0;
	for (const dims &d : {dims{}, dims{0}, dims{1}, dims{7}, dims{20}, dims{3, 4}, dims{0, 3}, dims{3, 0, 2}, dims{2, 1, 3, 1, 2, 1}, dims{2, 3, 4, 5}})
		xs.push_back(made(dtype, d, first++));
	tensor x = made(dtype, {4, 3}, 3);
	int64_t perm[] = {1, 0}, wide[] = {5, 4, 3}, turned[] = {3, -1, 4, 2, -2, 2}, odd[] = {0, 2, 2, 1, 1, 2};
	xs.push_back(kept(gt_permute(x.t, perm, 2)));
	xs.push_back(kept(gt_broadcast(x.t, wide, 3)));
	xs.push_back(kept(gt_slice(x.t, turned, 2)));
	xs.push_back(kept(gt_slice(x.t, odd, 2)));
	return xs;
}

std::vector<tensor> large(int dtype)
{
	std::vector<tensor> xs;
	xs.push_back(made(dtype, {40000}));
	tensor x = made(dtype, {300, 100}, 5);
	int64_t perm[] = {1, 0};
	xs.push_back(kept(gt_permute(x.t, perm, 2)));
	xs.push_back(made(dtype, dims(64, 1)));
	xs.push_back(made(dtype, dims(65, 1)));
	return xs;
}

void unary()
{
	family("unary");
	for (int d : all)
		for (auto make : {operands, large})
			for (const tensor &x : make(d))
				for (int op = 0; op < GT_UNARY_COUNT; op++) {
					if (op != GT_CAST)
						look(gt_unary(op, d, x.t));
					else
						for (int to : all)
							look(gt_unary(op, to, x.t));
				}
	tensor x = made(F32, {3});
	for (int code : {8, 12, 16, 44}) // no dtype of arrays: complex32, a quantised one, and what is none
		look(gt_unary(GT_CAST, code, x.t));
}

void binary()
{
	family("binary");
	for (int d : all) {
		std::vector<tensor> xs = operands(d), big = large(d);
		tensor shifted = made(d, {40000}, 11), none = made(d, {2}), row = made(d, {3}, 7), column = made(d, {4, 1}, 9);
		for (int op = 0; op < GT_BINARY_COUNT; op++) {
			for (const tensor &x : xs)
				for (const tensor *y : std::vector<const tensor *>{&x, &xs[0], &row, &column, &none, &xs[8]}) {
					look(gt_binary(op, d, x.t, y->t));
					look(gt_binary(op, d, y->t, x.t));
				}
			look(gt_binary(op, d, big[0].t, shifted.t));
			for (const tensor &x : big) {
				look(gt_binary(op, d, x.t, x.t));
				look(gt_binary(op, d, xs[0].t, x.t));
			}
		}
	}
	for (int d : all) // which the caller never mixes
		for (int e : all) {
			tensor x = made(d, {20}, 2), y = made(e, {20}, 6), one = made(e, {}, 4);
			for (int op = 0; op < GT_BINARY_COUNT && d != e; op++) {
				look(gt_binary(op, d, x.t, y.t));
				look(gt_binary(op, d, x.t, one.t));
			}
		}
	// Every pair of what a division can go wrong with.
	for (int d : all) {
		size_t n = sizeof values / sizeof *values;
		tensor x = made(d, {static_cast<int64_t>(n), 1}), y = made(d, {static_cast<int64_t>(n)});
		for (int op = 0; op < GT_BINARY_COUNT; op++)
			look(gt_binary(op, d, x.t, y.t));
	}
}

// A small tensor and the same as the caller's elements, in memory of just that size.
struct both_ways {
	tensor t;
	dims d;
	int kind;
	std::unique_ptr<uint8_t[]> data;

	both_ways(int dtype, const dims &d, size_t first) : t(made(dtype, d, first)), d(d), kind(dtype | static_cast<int>(d.size()) << 8), data(new uint8_t[bytes()])
	{
		if (t.t)
			done(gt_to_host(t.t, data.get(), bytes()));
	}
	size_t bytes() const { return count(d) * size_of(kind & 0xff); }
};

// same holds a result in the caller's memory against the tensor: both, or both errors.
// Functions of floats give float32 for integers.
template <class F> void same(gt_result want, int dtype, F f)
{
	tensor z = kept(want);
	dims d = z.t ? shape(z.t) : dims{1};
	for (int out : {dtype, static_cast<int>(F32)}) {
		size_t n = count(d) * size_of(out);
		if (n > GT_SMALL || d.size() > 4)
			return;
		std::unique_ptr<uint8_t[]> got(new uint8_t[n]), expected(new uint8_t[n]);
		char *error = f(out | static_cast<int>(d.size()) << 8, d.data(), got.get());
		if (!error && !z.t)
			fault("a small result in place of an error");
		if (error && z.t && out == F32)
			fault(error);
		done(error);
		if (error)
			continue;
		if (z.t) {
			done(gt_to_host(z.t, expected.get(), n));
			if (memcmp(got.get(), expected.get(), n))
				fault("a small result is another");
		}
		return;
	}
}

bool truth(int binary)
{
	switch (binary) {
	case GT_EQUAL: case GT_NOT_EQUAL: case GT_LESS: case GT_LESS_EQUAL: case GT_GREATER: case GT_GREATER_EQUAL: case GT_LOGICAL_AND: case GT_LOGICAL_OR: case GT_LOGICAL_XOR:
		return true;
	default:
		return false;
	}
}

void small()
{
	family("small");
	for (int d : all) {
		int half = d == C64 ? F32 : d == C128 ? F64 : d;
		std::vector<both_ways> xs;
		for (const dims &s : {dims{}, dims{0}, dims{1}, dims{3}, dims{4, 1}, dims{2, 1, 3, 1}, dims{32}})
			xs.emplace_back(d, s, xs.size());
		for (const both_ways &x : xs)
			for (int op = 0; op < GT_UNARY_COUNT; op++)
				for (int to : all) {
					if (op != GT_CAST && to != d)
						continue;
					bool is = op == GT_ISFINITE || op == GT_ISINF || op == GT_ISNAN || op == GT_SIGNBIT || op == GT_LOGICAL_NOT;
					int out = is ? BOOL : op == GT_ABS || op == GT_REAL || op == GT_IMAG ? half : to;
					same(gt_unary(op, to, x.t.t), out, [&](int kind, const int64_t *dims, uint8_t *z) { return gt_unary_small(op, nullptr, x.kind, x.d.data(), x.data.get(), kind, dims, z); });
					same(gt_unary(op, to, x.t.t), out, [&](int kind, const int64_t *dims, uint8_t *z) { return gt_unary_small(op, x.t.t, 0, nullptr, nullptr, kind, dims, z); });
				}
		for (const both_ways &x : xs)
			for (const both_ways &y : xs)
				for (int op = 0; op < GT_BINARY_COUNT; op++) {
					if (op == GT_JOIN_COMPLEX && d == F16) // no dtype of arrays
						continue;
					int out = truth(op) ? BOOL : op == GT_JOIN_COMPLEX ? (d == F32 ? C64 : C128) : d;
					auto call = [&](gt_tensor a, gt_tensor b) {
						same(gt_binary(op, out, x.t.t, y.t.t), out, [&](int kind, const int64_t *dims, uint8_t *z) {
							return gt_binary_small(op, a, x.kind, x.d.data(), x.data.get(), b, y.kind, y.d.data(), y.data.get(), kind, dims, z);
						});
					};
					call(nullptr, nullptr);
					call(x.t.t, nullptr);
					call(nullptr, y.t.t);
					call(x.t.t, y.t.t);
				}
		// Results that are not of the outline asked for.
		uint8_t z[GT_SMALL];
		for (const both_ways &x : xs)
			for (int to : {d, half, static_cast<int>(BOOL), static_cast<int>(I16), static_cast<int>(F64), 8, 44, 255})
				for (const dims &s : {dims{5}, dims{1, 1, 1, 1, 1}, dims{-1}, dims{int64_t(1) << 62, 4}, dims{513}, dims{0, int64_t(1) << 40}}) {
					int kind = to | static_cast<int>(s.size()) << 8;
					for (int op : {GT_ADD, GT_LESS, GT_POW}) {
						done(gt_binary_small(op, nullptr, x.kind, x.d.data(), x.data.get(), nullptr, xs[3].kind, xs[3].d.data(), xs[3].data.get(), kind, s.data(), z));
						done(gt_binary_small(op, nullptr, kind, s.data(), z, x.t.t, 0, nullptr, nullptr, x.kind, x.d.data(), z));
					}
					done(gt_unary_small(GT_ABS, nullptr, x.kind, x.d.data(), x.data.get(), kind, s.data(), z));
					done(gt_move(made(d, {3}).release(), kind, s.data(), z));
				}
		int64_t three[] = {3};
		done(gt_move(made(d, {3}).release(), d | 1 << 8, three, z));
	}
	done(gt_move(nullptr, F32, nullptr, nullptr));
	done(gt_unary_small(GT_ABS, nullptr, 0, nullptr, nullptr, 0, nullptr, nullptr)); // freed
}

void where()
{
	family("where");
	for (int d : all) {
		std::vector<tensor> xs = operands(d);
		for (const tensor &x : xs)
			for (int c : {BOOL, U8, F32}) {
				tensor one = made(c, {}), row = made(c, {3}), two = made(c, {2});
				look(gt_where(one.t, x.t, xs[0].t));
				look(gt_where(row.t, x.t, x.t));
				look(gt_where(two.t, xs[0].t, x.t));
			}
	}
}

const std::vector<dims> axes = {{}, {0}, {1}, {0, 1}, {0, 2}, {0, 1, 2}, {0, 1, 2, 3}, {3}, {-1}, {-9}, {7}, {0, 0}, {1, 0}, {63}, {64}};

void reduce()
{
	family("reduce");
	for (int d : all) {
		int half = d == C64 ? F32 : d == C128 ? F64 : d;
		for (auto make : {operands, large})
			for (const tensor &x : make(d))
				for (int op = 0; op < GT_REDUCE_COUNT; op++)
					for (const dims &a : axes)
						for (int keep = 0; keep < 2; keep++)
							look(gt_reduce(op, half, x.t, a.data(), static_cast<int>(a.size()), keep, keep ? 5 : 0));
		for (int to : all) {
			tensor x = made(d, {3, 4});
			for (int op : {GT_STD, GT_VAR})
				look(gt_reduce(op, to, x.t, axes[1].data(), 1, 0, 1));
		}
	}
}

void scan()
{
	family("scan");
	for (int d : all)
		for (auto make : {operands, large})
			for (const tensor &x : make(d))
				for (int op = 0; op < GT_SCAN_COUNT; op++)
					for (int64_t axis : {0, 1, 3, -1, -7, 64, 1 << 20})
						for (int bits = 0; bits < 8; bits++)
							look(gt_scan(op, d, x.t, axis, bits & 1, bits & 2, bits & 4));
}

void sort()
{
	family("sort");
	for (int d : all) {
		std::vector<double> v(40000);
		for (size_t i = 0; i < v.size(); i++)
			v[i] = static_cast<double>(i);
		tensor doubles = from(F64, {40000}, v.data(), v.size() * sizeof(double)), ascending = kept(gt_unary(GT_CAST, d, doubles.t));
		for (int bits = 0; bits < 4; bits++) {
			look(gt_sort(ascending.t, 0, bits & 1, bits & 2));
			for (auto make : {operands, large})
				for (const tensor &x : make(d))
					for (int64_t axis : {0, 1, -1, 3, 64, -70})
						look(gt_sort(x.t, axis, bits & 1, bits & 2));
		}
	}
}

gt_scalar truth(bool v) { return {0, 0, v, -1, 0}; }
gt_scalar integer(int64_t v) { return {0, 0, static_cast<uint64_t>(v), -1, 1}; }
gt_scalar natural(uint64_t v) { return {0, 0, v, 1, 1}; }
gt_scalar real(double v) { return {v, 0, 0, -1, 2}; }
gt_scalar complex(double re, double im) { return {re, im, 0, -1, 3}; }

void creation()
{
	family("creation");
	const int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
	const gt_scalar numbers[] = {truth(false), truth(true), integer(0), integer(1), integer(-3), integer(least), integer(most), natural(0), natural(~uint64_t(0)),
		real(0), real(-0.5), real(NAN), real(INFINITY), real(1e300), complex(1, -2), complex(NAN, INFINITY)};
	const std::vector<dims> shapes = {{}, {0}, {5}, {2, 3}, {0, 4}, {2, 0, int64_t(1) << 61}, dims(65, 1), {-1}, {int64_t(1) << 62, 4}, {int64_t(1) << 55}, {most, most}};
	for (int d : all) {
		for (const gt_scalar &v : numbers) {
			for (const dims &s : shapes)
				look(gt_full(d, s.data(), static_cast<int>(s.size()), v));
			for (const gt_scalar &w : numbers)
				for (int64_t n : {0, 1, 2, 7}) {
					look(gt_arange(d, n, v, w, n / 3, n / 2, 1, -1));
					look(gt_linspace(d, n, v, w, 0));
					look(gt_linspace(d, n, v, w, 1));
				}
		}
		for (int64_t n : {int64_t(-1), least, int64_t(1) << 55, most}) {
			look(gt_arange(d, n, integer(0), integer(1), 0, n, 0, 0));
			look(gt_linspace(d, n, real(0), real(1), 1));
			look(gt_eye(d, n, 2, 0));
		}
		for (int64_t k : {int64_t(0), int64_t(1), int64_t(-2), int64_t(3), int64_t(-3), int64_t(100), most, least, least + 1}) {
			look(gt_eye(d, 3, 4, k));
			look(gt_eye(d, 0, 4, k));
			look(gt_eye(d, 3, 0, k));
		}
	}
}

void host()
{
	family("host");
	for (int d : all) {
		std::vector<uint8_t> memory(64, 1);
		int64_t two[] = {2, 2}, bad[] = {-2, 3}, huge[] = {int64_t(1) << 62, 8};
		size_t bytes = 4 * size_of(d);
		look(gt_from_host(d, two, 2, memory.data(), bytes));
		look(gt_from_host(d, two, 2, memory.data(), bytes - 1));
		look(gt_from_host(d, two, 2, memory.data(), 0));
		look(gt_from_host(d, bad, 2, memory.data(), 0));
		look(gt_from_host(d, huge, 2, memory.data(), 0));
		look(gt_from_host(d, nullptr, 0, memory.data(), size_of(d)));
		int64_t none[] = {0};
		look(gt_from_host(d, none, 1, nullptr, 0));
		for (const tensor &x : operands(d)) {
			std::vector<uint8_t> out(count(shape(x.t)) * size_of(d));
			done(gt_to_host(x.t, out.data(), out.size()));
			done(gt_to_host(x.t, out.data(), out.size() + 1));
			int64_t few[1];
			gt_shape(x.t, few, 1);
			if (gt_bytes(x.t) && !line(x.t) && shape(x.t).size() < 2)
				fault("no memory of a line");
		}
	}
	if (!*gt_version())
		fault("no version");
	gt_set_threads(0); // an error that is dropped
	gt_set_threads(2);
	if (gt_threads() != 2)
		fault("not 2 threads");
	gt_free_text(nullptr);
	gt_trim();
}

void views()
{
	family("views");
	const std::vector<dims> shapes = {{}, {1}, {0}, {12}, {3, 4}, {4, 3}, {2, 3, 4}, {5, 3, 4}, {-1}, {-1, -1}, {3, -1}, {7}, {-5}, {int64_t(1) << 62, 4}, dims(65, 1)};
	const std::vector<dims> perms = {{}, {0}, {1, 0}, {0, 1}, {0, 0}, {2, 1, 0}, {3, 2, 1, 0}, {-1, 0}, {1, 2}, {5}};
	const std::vector<dims> ranges = {{}, {0, 1, 1}, {0, 1, 0}, {2, -1, 3}, {2, -2, 2}, {0, 5, 1}, {1, 1, 2, 0, 1, 0}, {1, -1, 2, 2, -1, 2}, {0, 1, 9}, {-1, 1, 1},
		{9, -3, 3}, {0, 0, 2}, {0, 0, 0}, {5, -1, 9}, {0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1}, {0, 1, -2}};
	for (int d : all) {
		std::vector<tensor> xs = operands(d);
		xs.push_back(made(d, dims(65, 1)));
		for (const tensor &x : xs) {
			for (const dims &s : shapes) {
				look(gt_broadcast(x.t, s.data(), static_cast<int>(s.size())));
				look(gt_reshape(x.t, s.data(), static_cast<int>(s.size())));
			}
			for (const dims &p : perms)
				look(gt_permute(x.t, p.data(), static_cast<int>(p.size())));
			for (size_t r : {0, 1, 2, 3, 4, 65}) {
				dims p = back(r);
				look(gt_permute(x.t, p.data(), static_cast<int>(r)));
			}
			for (const dims &r : ranges)
				look(gt_slice(x.t, r.data(), static_cast<int>(r.size() / 3)));
			for (const tensor &y : xs)
				for (int64_t axis : {0, 1, -1, 3, 70}) {
					gt_tensor both[] = {x.t, y.t, x.t};
					look(gt_concat(both, 1, axis));
					look(gt_concat(both, 2, axis));
					look(gt_concat(both, 3, axis));
				}
			// Writes, into a copy; of x itself shifted too.
			for (const dims &r : ranges)
				for (const tensor *v : std::vector<const tensor *>{&xs[0], &xs[1], &xs[3], &x}) {
					tensor z = kept(gt_unary(GT_COPY_ARRAY, d, x.t));
					if (z.t)
						done(gt_set_slice(z.t, v->t, r.data(), static_cast<int>(r.size() / 3)));
					read(z);
				}
		}
		tensor x = made(d, {20});
		int64_t but_first[] = {1, 1, 19}, but_last[] = {0, 1, 19}, reversed[] = {19, -1, 20}, whole[] = {0, 1, 20};
		tensor v = kept(gt_slice(x.t, but_last, 1));
		done(gt_set_slice(x.t, v.t, but_first, 1));
		done(gt_set_slice(x.t, x.t, reversed, 1));
		done(gt_set_slice(x.t, x.t, whole, 1));
		look(gt_concat(nullptr, 0, 0));
		tensor y = made(d == F32 ? F64 : F32, {20});
		gt_tensor mixed[] = {x.t, y.t};
		look(gt_concat(mixed, 2, 0));
		done(gt_set_slice(x.t, y.t, whole, 1));
		// Into one element that stands for several.
		int64_t five[] = {5};
		tensor one = made(d, {}), broadcast = kept(gt_broadcast(one.t, five, 1));
		done(gt_set_slice(broadcast.t, one.t, whole, 1));
	}
}

void gather()
{
	family("gather");
	std::vector<tensor> indices;
	indices.push_back(longs({}, {1}));
	indices.push_back(longs({}, {-1}));
	indices.push_back(longs({0}, {}));
	indices.push_back(longs({3}, {0, -1, 1}));
	indices.push_back(longs({2, 2}, {0, 1, 1, 0}));
	indices.push_back(longs({1, 3}, {0, 0, -2}));
	indices.push_back(longs({3, 1}, {0, 99, 1}));
	indices.push_back(longs({1}, {-99}));
	indices.push_back(longs({1}, {std::numeric_limits<int64_t>::min()}));
	indices.push_back(longs({1}, {std::numeric_limits<int64_t>::max()}));
	indices.push_back(made(BOOL, {3}));
	indices.push_back(made(U8, {3}));
	indices.push_back(made(I32, {3}));
	indices.push_back(made(U64, {3}));
	indices.push_back(made(F64, {3}));
	indices.push_back(longs(dims(64, 1), {0}));
	for (int d : all)
		for (const tensor &x : operands(d)) {
			for (const tensor &i : indices) {
				for (int64_t axis : {0, 1, 2, -1, -3, 9, -9}) {
					look(gt_take(x.t, i.t, axis));
					look(gt_take_along(x.t, i.t, axis));
				}
				for (const tensor &j : indices) {
					gt_tensor list[] = {i.t, j.t, i.t, j.t, i.t};
					for (int n : {0, 1, 2, 5}) {
						if (&i != &indices[3] && &j != &indices[3] && n != 1)
							continue;
						look(gt_index(x.t, list, n));
						tensor z = kept(gt_unary(GT_COPY_ARRAY, d, x.t)), v = made(d, {}), row = made(d, {3});
						if (!z.t)
							continue;
						done(gt_set_index(z.t, v.t, list, n));
						done(gt_set_index(z.t, row.t, list, n));
						done(gt_set_index(z.t, x.t, list, n));
						done(gt_add_index(z.t, v.t, list, n));
						done(gt_add_index(z.t, row.t, list, n));
						done(gt_add_index(z.t, x.t, list, n));
						read(z);
					}
				}
			}
		}
	for (int d : all)
		for (int e : {BOOL, F32, U16}) {
			tensor x = made(d, {3}), v = made(e, {});
			gt_tensor list[] = {indices[3].t};
			done(gt_set_index(x.t, v.t, list, 1));
			done(gt_add_index(x.t, v.t, list, 1));
		}
}

void products()
{
	family("matmul");
	for (int d : all) {
		std::vector<tensor> xs = operands(d);
		xs.push_back(made(d, {3, 4}));
		xs.push_back(made(d, {40, 50}));
		xs.push_back(made(d, {50, 40}));
		xs.push_back(made(d, {2, 2, 4, 3}));
		for (const tensor &x : xs)
			for (const tensor &y : xs)
				look(gt_matmul(x.t, y.t));
		tensor other = made(d == I8 ? I16 : I8, {4, 3});
		look(gt_matmul(xs[5].t, other.t));
	}
}

void matrices()
{
	family("matrices");
	for (int d : {F32, F64, C64, C128, I32}) {
		std::vector<tensor> xs = operands(d);
		for (const dims &s : {dims{1, 1}, dims{2, 2}, dims{5, 5}, dims{3, 2, 2}, dims{2, 0, 3, 3}, dims{2, 0, 0}, dims{40, 40}})
			xs.push_back(made(d, s));
		xs.push_back(kept(gt_eye(d, 3, 3, 0)));
		xs.push_back(kept(gt_eye(d, 40, 30, 1)));
		tensor column = made(d, {3, 1}, 3), other = made(d, {3, 2, 1}, 3);
		for (int op = GT_MATRIX_LU - 1; op <= GT_MATRIX_SVDVALS + 1; op++)
			for (int bits = 0; bits < 8; bits++)
				for (const tensor &x : xs) {
					bool solution = op == GT_MATRIX_SOLVE || op == GT_MATRIX_TRIANGLE;
					look(gt_matrix(op, x.t, solution ? x.t : nullptr, bits & 1, bits & 2, bits & 4));
					look(gt_matrix(op, x.t, column.t, bits & 1, bits & 2, bits & 4));
					look(gt_matrix(op, x.t, other.t, bits & 1, bits & 2, bits & 4));
				}
	}
}

void layers()
{
	family("layers");
	const int64_t ones[] = {1, 1, 1}, twos[] = {2, 2, 2}, zeros[6] = {}, uneven[] = {1, 0, 2, 1, 0, 1}, kernel[] = {2, 2, 2};
	for (int d : {F32, F64, C64, I32}) {
		std::vector<tensor> xs;
		for (const dims &s : {dims{}, dims{3}, dims{2, 4}, dims{2, 5, 4}, dims{2, 5, 6, 4}, dims{1, 3, 4, 5, 4}, dims{2, 0, 4}, dims{2, 4, 4}, dims{2, 2, 1, 4}, dims{2, 2, 2, 4, 4}})
			xs.push_back(made(d, s));
		for (int r = 1; r <= 3; r++)
			for (const int64_t *strides : {ones, twos})
				for (const int64_t *apart : {ones, twos})
					for (const int64_t *padding : {(const int64_t *)zeros, uneven})
						for (int64_t groups : {0, 1, 4}) {
							gt_window w = {r, strides, ones, apart, padding, groups};
							for (const tensor &x : xs)
								for (const tensor &y : xs) {
									look(gt_convolve(x.t, y.t, w));
									look(gt_convolve_filters(x.t, y.t, w, kernel));
								}
						}
		for (const tensor &x : xs)
			for (int axis = -3; axis < 5; axis++) {
				look(gt_softmax(x.t, axis, 0));
				look(gt_softmax(x.t, axis, 1));
				for (const tensor &v : {made(d, {4}, 3), made(d, {3}, 3)}) {
					look(gt_batch_norm(x.t, axis, v.t, v.t, nullptr, nullptr, 1e-5));
					look(gt_batch_norm(x.t, axis, v.t, v.t, v.t, v.t, 1e-5));
					for (int groups = -1; groups < 4; groups++) {
						look(gt_group_norm(x.t, axis, groups, nullptr, nullptr, 1e-5));
						look(gt_group_norm(x.t, axis, groups, v.t, v.t, 1e-5));
					}
					look(gt_layer_norm(x.t, axis, nullptr, nullptr, 1e-5));
					look(gt_layer_norm(x.t, axis, v.t, v.t, 1e-5));
				}
			}
		for (const tensor &x : xs)
			for (const tensor &y : xs)
				for (int causal = 0; causal < 2; causal++)
					look(gt_attend(x.t, y.t, y.t, 0.5, causal));
		for (int cell = GT_RECURRENT_LSTM - 1; cell <= GT_RECURRENT_RELU + 1; cell++)
			for (int rows : {3, 9, 12}) {
				tensor x = made(d, {4, 2, 5}), w = made(d, {rows, 5}), v = made(d, {rows, 3}), b = made(d, {rows}), h = made(d, {2, 3});
				gt_tensor weights[] = {w.t, v.t, b.t, b.t};
				for (int n : {0, 2, 3, 4}) {
					look(gt_recurrent(cell, x.t, weights, n, h.t, h.t));
					look(gt_recurrent(cell, x.t, weights, n, h.t, nullptr));
					look(gt_recurrent(cell, h.t, weights, n, x.t, x.t));
				}
			}
	}
}

void searching()
{
	family("searching");
	for (int d : all)
		for (auto make : {operands, large})
			for (const tensor &x : make(d)) {
				look(gt_nonzero(x.t));
				gt_results r = gt_unique(x.t);
				if (r.error) {
					for (gt_tensor t : r.t)
						if (t)
							fault("a tensor and an error");
					refused(r.error);
				} else {
					for (gt_tensor t : r.t)
						look({t, nullptr});
				}
				for (const tensor &y : operands(d))
					for (int flag = 0; flag < 2; flag++) {
						look(gt_searchsorted(x.t, y.t, flag));
						look(gt_isin(x.t, y.t, flag));
					}
			}
	for (int d : all)
		for (int e : all) {
			tensor x = made(d, {20}), y = made(e, {20}, 4);
			look(gt_searchsorted(x.t, y.t, 0));
			look(gt_isin(x.t, y.t, 0));
		}
}

// mistake does what the sanitizers are there for.
int mistake(const std::string &name)
{
	now = &tallies[name];
	int64_t three[] = {3}, wrong[] = {4};
	float data[] = {1, 2, 3};
	gt_result r = gt_from_host(F32, three, 1, reinterpret_cast<uint8_t *>(data), sizeof data);
	if (name == "leak-tensor") { // a result that is not given back
		r = gt_binary(GT_ADD, F32, r.t, r.t);
	} else if (name == "leak-text") { // an error's text that is not
		gt_result bad = gt_reshape(r.t, wrong, 1);
		if (!bad.error)
			return 0;
		bad.error = nullptr;
		gt_free(r.t);
	} else if (name == "overflow-read") { // less memory than said
		std::unique_ptr<float[]> few(new float[2]());
		gt_free(r.t);
		r = gt_from_host(F32, three, 1, reinterpret_cast<uint8_t *>(few.get()), sizeof data);
		gt_free(r.t);
	} else if (name == "overflow-write") {
		std::unique_ptr<float[]> few(new float[2]());
		gt_free_text(gt_to_host(r.t, reinterpret_cast<uint8_t *>(few.get()), sizeof data));
		gt_free(r.t);
	} else if (name == "overflow-dims") {
		std::unique_ptr<int64_t[]> few(new int64_t[0]);
		gt_shape(r.t, few.get(), 1);
		gt_free(r.t);
	} else if (name == "free-twice") {
		gt_free(r.t);
		gt_free(r.t);
	} else if (name == "undefined") { // a range that ends beyond the integers
		int64_t beyond[] = {std::numeric_limits<int64_t>::max(), 1, 5};
		gt_result none = gt_slice(r.t, beyond, 1);
		gt_free_text(none.error);
		if (none.t)
			gt_free(none.t);
		gt_free(r.t);
	} else {
		fprintf(stderr, "driver: no mistake %s\n", name.c_str());
		return 2;
	}
	r.t = nullptr;
	return 0;
}

} // namespace

int main(int argc, char **argv)
{
	*gt_limit() = 0; // no free block is kept: each is the sanitizer's to watch
	if (argc > 1)
		return mistake(argv[1]);
	gt_set_threads(2);
	for (auto part : {host, unary, binary, small, where, reduce, scan, sort, creation, views, gather, products, matrices, searching})
		part();
	for (const auto &[name, t] : tallies)
		printf("%-9s %8ld results %8ld errors\n", name.c_str(), t.results, t.errors);
	for (const auto &[name, t] : tallies)
		if (!t.results || !t.errors)
			fault((name + ": not both results and errors").c_str());
	return faults != 0;
}
