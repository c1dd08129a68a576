// Calls every function of shim.h, with programs of every instruction and attribute, every
// dtype, many shapes and bad arguments, and gives back everything: a program for the
// sanitizers. An error is as good as a result, but one of the two there must be.
//
// With an argument it makes the mistake of that name, which a sanitizer has to see.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../shim.h"

namespace {

// TF_DataType's numbers.
enum { F32 = 1, F64 = 2, I32 = 3, U8 = 4, I16 = 5, I8 = 6, TEXT = 7, C64 = 8, I64 = 9, BOOL = 10, BF16 = 14, U16 = 17, C128 = 18, F16 = 19, U32 = 22, U64 = 23 };
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
	ge_owned o = {nullptr, nullptr};
	tensor() = default;
	explicit tensor(ge_owned o) : o(o) {}
	tensor(tensor &&x) noexcept : o(x.o) { x.o = {nullptr, nullptr}; }
	tensor &operator=(tensor &&x) noexcept
	{
		std::swap(o, x.o);
		return *this;
	}
	~tensor() { ge_free(o); }
};

void refused(const ge_result &r)
{
	now->errors++;
	if (!*r.error)
		fault("an error without a text");
	if (!r.code)
		fault("an error without a code");
	ge_free_text(r.error);
}

// kept is a result.
tensor kept(ge_result r)
{
	if (r.error) {
		if (r.owned.t)
			fault("a tensor and an error");
		refused(r);
		return tensor();
	}
	if (!r.owned.t) {
		fault("neither a tensor nor an error");
		return tensor();
	}
	now->results++;
	return tensor(r.owned);
}

void done(ge_result r)
{
	if (r.error)
		refused(r);
	else
		now->results++;
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

// rank is ge_shape's, or -1 where that fails.
int rank(ge_tensor t, int64_t *d, int room)
{
	int n = -1;
	ge_free_text(ge_shape(t, d, room, &n).error);
	return n;
}

dims shape(ge_tensor t)
{
	int n = rank(t, nullptr, 0);
	dims d(n < 0 ? 0 : n);
	rank(t, d.data(), static_cast<int>(d.size()));
	return d;
}

size_t count(const dims &d)
{
	size_t n = 1;
	for (int64_t v : d)
		n *= static_cast<size_t>(v);
	return n;
}

// look copies the elements out; the result's own dtype is found by trying.
void look(const tensor &x)
{
	if (!x.o.t)
		return;
	size_t n = count(shape(x.o.t));
	for (size_t size : {1, 2, 4, 8, 16}) {
		std::unique_ptr<uint8_t[]> memory(new uint8_t[n * size]);
		ge_result r = ge_to_host(x.o.t, memory.get(), n * size);
		if (!r.error) {
			volatile char last = n ? memory[n * size - 1] : 0;
			(void)last;
			return;
		}
		ge_free_text(r.error);
	}
	fault("a result that cannot be read");
}

tensor from(int dtype, const dims &d, const void *data, size_t bytes)
{
	return kept(ge_from_host(dtype, d.data(), static_cast<int>(d.size()), static_cast<const uint8_t *>(data), bytes));
}

int64_t name(const char *text)
{
	static std::map<std::string, int> numbers;
	auto [place, made] = numbers.emplace(text, static_cast<int>(numbers.size()));
	if (made)
		ge_name(place->second, text);
	return place->second;
}

// The runs of a program on tensors, for a tensor.
ge_result run1(const dims &words, ge_tensor x) { return ge_run1(words.data(), 0, x, 0, nullptr, nullptr, 0, nullptr, 0); }
ge_result run2(const dims &words, ge_tensor x, ge_tensor y)
{
	return ge_run2(words.data(), 0, x, 0, nullptr, nullptr, y, 0, nullptr, nullptr, 0, nullptr, 0);
}
ge_result run3(const dims &words, ge_tensor x, ge_tensor y, ge_tensor z)
{
	return ge_run3(words.data(), 0, x, 0, nullptr, nullptr, y, 0, nullptr, nullptr, z, 0, nullptr, nullptr, 0, nullptr, 0);
}

// A program, as package tfeager writes them.
struct program {
	dims words{0};
	dims mentions;
	int operands;
	size_t attributes = 0;

	explicit program(int operands) : mentions(operands, 0), operands(operands) {}

	int64_t made()
	{
		mentions.push_back(0);
		return static_cast<int64_t>(mentions.size()) - 1;
	}
	void mention(int64_t x)
	{
		mentions[x] = static_cast<int64_t>(words.size());
		words.push_back(x);
	}
	int64_t op(const char *o, const dims &xs, int results = 1)
	{
		words.insert(words.end(), {GE_OP, name(o), results, static_cast<int64_t>(xs.size()), 0});
		attributes = words.size() - 1;
		for (int64_t x : xs)
			mention(x);
		int64_t first = made();
		for (int i = 1; i < results; i++)
			made();
		return first;
	}
	// list is op with its first operand a list.
	int64_t list(const char *o, const dims &xs, const dims &others)
	{
		words.insert(words.end(), {GE_OP, name(o), 1, 1 + static_cast<int64_t>(others.size()), 0});
		attributes = words.size() - 1;
		words.insert(words.end(), {GE_LIST, static_cast<int64_t>(xs.size())});
		for (int64_t x : xs)
			mention(x);
		for (int64_t x : others)
			mention(x);
		return made();
	}
	void attribute(const char *a, int64_t kind, const dims &rest)
	{
		words[attributes]++;
		words.insert(words.end(), {name(a), kind});
		words.insert(words.end(), rest.begin(), rest.end());
	}
	void bytes(const void *data, size_t n)
	{
		size_t at = words.size();
		words.resize(at + (n + 7) / 8);
		if (n)
			memcpy(&words[at], data, n);
	}
	int64_t constant(int dtype, const dims &d, const void *data, size_t n)
	{
		words.insert(words.end(), {GE_CONST, dtype, static_cast<int64_t>(d.size())});
		words.insert(words.end(), d.begin(), d.end());
		words.push_back(static_cast<int64_t>(n));
		bytes(data, n);
		return made();
	}
	int64_t longs(const dims &v) { return constant(I64, {static_cast<int64_t>(v.size())}, v.data(), 8 * v.size()); }
	int64_t indices(int64_t x, int64_t axis, int64_t length)
	{
		words.push_back(GE_INDICES);
		mention(x);
		words.insert(words.end(), {axis, length});
		return made();
	}
	program &give(const dims &xs)
	{
		for (int64_t x : xs)
			mentions[x] = 0;
		for (size_t x = operands; x < mentions.size(); x++)
			if (mentions[x])
				words[mentions[x]] = ~static_cast<int64_t>(x);
		words.insert(words.end(), {GE_END, static_cast<int64_t>(xs.size())});
		words.insert(words.end(), xs.begin(), xs.end());
		words[0] = static_cast<int64_t>(mentions.size());
		return *this;
	}
	tensor run(const std::vector<ge_tensor> &xs) const
	{
		switch (xs.size()) {
		case 1: return kept(run1(words, xs[0]));
		case 2: return kept(run2(words, xs[0], xs[1]));
		case 3: return kept(run3(words, xs[0], xs[1], xs[2]));
		}
		return std::move(run_all(xs, 1)[0]);
	}
	std::vector<tensor> run_all(const std::vector<ge_tensor> &xs, int results) const
	{
		std::vector<ge_owned> out(results, {nullptr, nullptr});
		ge_result r = ge_run(words.data(), xs.data(), static_cast<int>(xs.size()), out.data(), results);
		done(r);
		std::vector<tensor> zs;
		for (ge_owned o : out)
			zs.emplace_back(r.error ? ge_owned{nullptr, nullptr} : o);
		return zs;
	}
};

program one(const char *o, int operands, const std::vector<std::pair<const char *, int>> &types = {})
{
	program p(operands);
	dims xs;
	for (int i = 0; i < operands; i++)
		xs.push_back(i);
	int64_t z = p.op(o, xs);
	for (auto [a, t] : types)
		p.attribute(a, GE_TYPE, {t});
	p.give({z});
	return p;
}

// What operands hold: zeros, ones, ends of ranges, specials.
const double values[] = {0, 1, -1, 2, 5, -INFINITY, 3, INFINITY, 0.5, NAN, -7, 120, -0.0, 1e-40, 64, 8};

// made is a tensor of values, cast by the library; first is where in values it begins.
tensor made(int dtype, const dims &d, size_t first = 0)
{
	size_t n = count(d);
	std::vector<double> v(n);
	for (size_t i = 0; i < n; i++)
		v[i] = values[(first + i) % (sizeof values / sizeof *values)];
	tensor x = from(F64, d, v.data(), n * sizeof(double));
	if (dtype == F64)
		return x;
	return one("Cast", 1, {{"DstT", dtype}}).run({x.o.t});
}

std::vector<tensor> operands(int dtype)
{
	std::vector<tensor> xs;
	size_t first = 0;
	for (const dims &d : {dims{}, dims{0}, dims{1}, dims{7}, dims{3, 4}, dims{0, 3}, dims{2, 1, 3, 1, 2, 1}, dims{600}, dims{64, 64}, dims(64, 1)})
		xs.push_back(made(dtype, d, first++));
	return xs;
}

void host()
{
	family("host");
	for (int d : all) {
		std::vector<uint8_t> memory(64, 1);
		size_t bytes = 4 * size_of(d);
		look(from(d, {2, 2}, memory.data(), bytes));
		look(from(d, {}, memory.data(), size_of(d)));
		look(from(d, {0}, nullptr, 0));
		for (const tensor &x : operands(d)) {
			std::vector<uint8_t> out(count(shape(x.o.t)) * size_of(d) + 1);
			done(ge_to_host(x.o.t, out.data(), out.size() - 1));
			done(ge_to_host(x.o.t, out.data(), out.size()));
			ge_result r;
			void *t = ge_tensor_of(x.o.t, &r);
			done(r);
			look(kept(ge_from_tensor(t)));
			ge_delete_tensor(t);
		}
	}
	std::vector<uint8_t> data(1 << 20);
	look(from(F32, {1 << 18}, data.data(), data.size()));
	for (const dims &d : {dims{int64_t(1) << 44}, dims{-1}, dims{int64_t(1) << 62, 4, 0}, dims{-1, -1}, dims(255, 1), dims(300, 0)}) {
		look(from(F32, d, data.data(), 0));
		look(from(F32, d, data.data(), 4));
	}
	look(from(TEXT, {1}, data.data(), 8)); // no dtype of arrays
	look(from(99, {1}, data.data(), 8));
	if (!*ge_version())
		fault("no version");
	char *error = nullptr, *devices = ge_devices(&error);
	if (error || !devices || !strstr(devices, "CPU:0"))
		fault("no device");
	ge_free_text(devices);
	ge_free_text(nullptr);
	done(ge_to_host(nullptr, data.data(), 1)); // given back
	ge_result r;
	if (ge_tensor_of(nullptr, &r))
		fault("a tensor of none");
	done(r);
	const int64_t dims[] = {3}, lengths[] = {0, 2, 30};
	int64_t seen[3];
	uint8_t letters[32] = "ab and what does not fit within";
	void *strings = ge_new_strings(dims, 1, letters, lengths, 3, &r);
	done(r);
	if (!strings)
		fault("no strings");
	done(ge_string_lengths(strings, seen, 3));
	done(ge_string_lengths(strings, seen, 2)); // of another size
	done(ge_read_strings(strings, letters, sizeof letters));
	done(ge_read_strings(strings, letters, 1));
	ge_delete_tensor(strings);
	if (ge_new_strings(dims, 1, letters, lengths, 2, &r))
		fault("strings of another size");
	done(r);
	done(ge_rejoin(letters, 0, 1)); // there is no cluster
	static ge_executor executor = ge_new_executor(); // which is kept as long as the process lives
	ge_reuse_executor(ge_use_executor(executor));
	if (rank(nullptr, nullptr, 0) != -1)
		fault("a shape of none");
	tensor x = made(F32, {2, 2}), y = made(F32, {300});
	int64_t few[1];
	if (rank(x.o.t, few, 1) != 2 || few[0] != 2)
		fault("a shape with little room");
	ge_tensor again = nullptr;
	done(ge_share(nullptr, &again)); // of none
	done(ge_share(x.o.t, &again));
	ge_free({again, nullptr});
	ge_owned both[3] = {x.o, {nullptr, nullptr}, y.o};
	x.o = y.o = {nullptr, nullptr};
	ge_free_all(both, 3);
	if (*ge_limit() <= 0)
		fault("no limit");
}

// The operations that rows have, by how many operands they have.
const char *const unary_ops[] = {"Abs", "Neg", "Exp", "Sqrt", "Square", "Floor", "Invert", "LogicalNot", "IsNan", "Identity", "Real", "ComplexAbs", "NoSuchOperation"};
const char *const binary_ops[] = {"AddV2", "Sub", "Mul", "RealDiv", "FloorDiv", "FloorMod", "Equal", "Less", "Maximum", "BitwiseAnd", "LeftShift", "LogicalAnd", "MatMul", "BatchMatMulV2", "Pow"};

void elementwise()
{
	family("elementwise");
	for (int d : all) {
		std::vector<tensor> xs = operands(d);
		for (const tensor &x : xs) {
			for (const char *o : unary_ops)
				look(one(o, 1).run({x.o.t}));
			for (int to : all) {
				look(one("Cast", 1, {{"DstT", to}}).run({x.o.t}));
				look(one("Bitcast", 1, {{"type", to}}).run({x.o.t}));
			}
			for (const char *o : binary_ops)
				for (const tensor *y : std::vector<const tensor *>{&x, &xs[0], &xs[1], &xs[4]})
					look(one(o, 2).run({x.o.t, y->o.t}));
		}
		tensor other = made(d == F32 ? F64 : F32, {3, 4});
		look(one("AddV2", 2).run({xs[4].o.t, other.o.t}));
		look(one("AddV2", 2).run({xs[4].o.t, nullptr}));
		tensor c = made(BOOL, {4});
		look(one("SelectV2", 3).run({c.o.t, xs[4].o.t, xs[0].o.t}));
		look(one("SelectV2", 3).run({xs[4].o.t, xs[4].o.t, xs[0].o.t}));
		done(ge_loop(xs[4].o.t, xs[4].o.t, 5));
	}
}

// Programs of several operations: values that are freed on the way, used twice, returned
// twice, operands that are returned, results in the middle, lists.
void programs()
{
	family("programs");
	for (int d : all)
		for (const tensor &x : operands(d)) {
			program twice(1);
			int64_t a = twice.op("AddV2", {0, 0}), b = twice.op("Mul", {a, 0}), c = twice.op("Sub", {b, a});
			twice.op("Identity", {b}); // of no use
			twice.give({c, b, c, 0, 0});
			for (const tensor &z : twice.run_all({x.o.t}, 5))
				look(z);
			twice.run_all({x.o.t}, 4); // another number of results

			program none(1);
			none.give({});
			none.run_all({x.o.t}, 0);

			program joined(4);
			int64_t at = joined.longs({0});
			int64_t flat = joined.list("ConcatV2", {joined.op("Reshape", {0, joined.longs({-1})}), joined.op("Reshape", {1, joined.longs({-1})})}, {joined.op("Reshape", {at, joined.longs({})})});
			joined.give({flat});
			look(joined.run({x.o.t, x.o.t, x.o.t, x.o.t}));

			program top(1);
			int64_t rows = top.op("Reshape", {0, top.longs({1, -1})}), best = top.op("TopKV2", {rows, top.constant(I64, {}, "\1\0\0\0\0\0\0", 8)}, 2);
			top.attribute("sorted", GE_BOOL, {1});
			top.attribute("index_type", GE_TYPE, {I64});
			top.give({best + 1, best});
			for (const tensor &z : top.run_all({x.o.t}, 2))
				look(z);

			program wrong(1); // another number of results than an operation has
			wrong.give({wrong.op("TopKV2", {0, wrong.longs({})}, 3)});
			look(wrong.run({x.o.t}));
		}
	tensor x = made(F32, {1, 5, 5, 2}), k = made(F32, {2, 2, 2, 3}, 3);
	for (const char *padding : {"SAME", "VALID", "NONE", ""}) { // strings and lists of integers
		program p(2);
		int64_t z = p.op("Conv2D", {0, 1});
		size_t n = strlen(padding);
		p.attribute("padding", GE_STRING, {static_cast<int64_t>(n)});
		p.bytes(padding, n);
		p.attribute("strides", GE_INTS, {4, 1, 1, 1, 1});
		p.give({z});
		look(p.run({x.o.t, k.o.t}));
	}
	program shapes(1);
	int64_t held = shapes.op("EnsureShape", {0});
	shapes.attribute("shape", GE_SHAPE, {4, 1, 5, 5, 2});
	shapes.give({held});
	look(shapes.run({x.o.t}));
	look(shapes.run({k.o.t}));
	program floats(1);
	int64_t leaky = floats.op("LeakyRelu", {0});
	double alpha = 0.25;
	floats.words[floats.attributes]++;
	floats.words.insert(floats.words.end(), {name("alpha"), GE_FLOAT});
	floats.bytes(&alpha, sizeof alpha);
	floats.give({leaky});
	look(floats.run({x.o.t}));
	program many(1);
	int64_t named = many.list("IdentityN", {0, 0}, {});
	many.attribute("T", GE_TYPES, {2, F32, F32});
	many.give({named});
	look(many.run({x.o.t})); // it has two results
	program integers(1);
	int64_t part = integers.op("GatherV2", {0, integers.longs({0}), integers.constant(I64, {}, "\1\0\0\0\0\0\0", 8)});
	integers.attribute("batch_dims", GE_INT, {0});
	integers.give({part});
	look(integers.run({x.o.t}));
	program unknown(1);
	int64_t u = unknown.op("Identity", {0});
	unknown.attribute("no_such_attribute", GE_INT, {1});
	unknown.give({u});
	look(unknown.run({x.o.t}));
	program odd(1), kind(1);
	odd.words.push_back(99); // no instruction
	odd.words[0] = 1;
	look(odd.run({x.o.t}));
	int64_t w = kind.op("Identity", {0});
	kind.attribute("T", 77, {0}); // no kind
	kind.give({w});
	look(kind.run({x.o.t}));
	program deep(1); // more values than there is room for on the stack
	int64_t v = 0;
	for (int i = 0; i < 200; i++)
		v = deep.op("Identity", {v});
	deep.give({v});
	look(deep.run({x.o.t}));
	program wide(1); // a long list, one value in it for each of many operands
	dims list(40, 0);
	wide.give({wide.list("AddN", list, {})});
	look(wide.run({x.o.t}));
	std::string large(100000, 'x');
	program huge(1);
	huge.give({huge.constant(U8, {100000}, large.data(), large.size())});
	look(huge.run({x.o.t}));
	program lying(1); // fewer bytes than the shape takes
	lying.give({lying.constant(U8, {-1}, "", 0)});
	look(lying.run({x.o.t}));
}

void indices()
{
	family("indices");
	const int64_t least = INT64_MIN, most = INT64_MAX;
	for (const dims &v : {dims{}, dims{0}, dims{0, 2, 1}, dims{-1, 0, -3}, dims{3}, dims{-4}, dims{least}, dims{most}, dims{0, 0, 99}, dims(1000, -2)}) {
		tensor i = from(I64, {static_cast<int64_t>(v.size())}, v.data(), 8 * v.size());
		for (int64_t length : {int64_t(0), int64_t(1), int64_t(3), most})
			for (int twice = 0; twice < 2; twice++) {
				program p(1);
				int64_t z = p.indices(0, 2, length);
				if (twice)
					z = p.indices(z, 1, length); // frees a value of its own
				p.give({z});
				look(p.run({i.o.t}));
			}
	}
	tensor i = made(I32, {3}), deep = made(I64, dims(40, 1), 2);
	program p(1);
	p.give({p.indices(0, 0, 3)});
	look(p.run({i.o.t})); // not int64
	look(p.run({deep.o.t}));
}

// Elements with the caller. A place for each operand is used again, in other shapes too.
void small()
{
	family("small");
	const program add = one("AddV2", 2), same = one("Identity", 1), choose = one("SelectV2", 3);
	program five(1);
	five.give({five.op("Reshape", {0, five.longs({-1, 1, 1, 1, 1})})});
	for (int d : all)
		for (const dims &shape : {dims{}, dims{0}, dims{1}, dims{5}, dims{2, 3}, dims{1, 2, 1, 2}, dims{3, 2}, dims{5}, dims{1, 1, 1, 1, 1}, dims{1000}}) {
			size_t bytes = count(shape) * size_of(d);
			int rank = static_cast<int>(shape.size()), kind = d | rank << 8;
			std::unique_ptr<uint8_t[]> x(new uint8_t[bytes]), y(new uint8_t[bytes]), z(new uint8_t[bytes]);
			memset(x.get(), d == BOOL, bytes);
			memset(y.get(), 0, bytes);
			done(ge_run2(add.words.data(), add.words.size(), nullptr, kind, shape.data(), x.get(), nullptr, kind, shape.data(), y.get(), d, z.get(), bytes));
			ge_result r = ge_run1(same.words.data(), same.words.size(), nullptr, kind, shape.data(), x.get(), d, z.get(), bytes);
			if (!r.error && memcmp(x.get(), z.get(), bytes))
				fault("small elements that change");
			done(r);
			done(ge_run1(same.words.data(), same.words.size(), nullptr, kind, shape.data(), x.get(), d == F32 ? F64 : F32, z.get(), bytes)); // of another dtype
			done(ge_run1(same.words.data(), same.words.size(), nullptr, kind, shape.data(), x.get(), d, z.get(), bytes + 1));
			tensor t = made(d, shape), other = made(d, {700});
			done(ge_run2(add.words.data(), 0, t.o.t, 0, nullptr, nullptr, nullptr, kind, shape.data(), x.get(), d, z.get(), bytes));
			r = ge_run2(add.words.data(), 0, other.o.t, 0, nullptr, nullptr, nullptr, kind, shape.data(), x.get(), 0, nullptr, 0);
			if (r.error)
				refused(r);
			else
				look(tensor(r.owned));
			// A result that would share the place's memory has its own.
			r = ge_run1(five.words.data(), 0, nullptr, kind, shape.data(), x.get(), 0, nullptr, 0);
			if (r.error) {
				refused(r);
				continue;
			}
			tensor kept(r.owned);
			std::unique_ptr<uint8_t[]> before(new uint8_t[bytes]), after(new uint8_t[bytes]);
			done(ge_to_host(kept.o.t, before.get(), bytes));
			memset(y.get(), d != BOOL, bytes);
			done(ge_run1(same.words.data(), same.words.size(), nullptr, kind, shape.data(), y.get(), d, z.get(), bytes));
			done(ge_to_host(kept.o.t, after.get(), bytes));
			if (memcmp(before.get(), after.get(), bytes))
				fault("a tensor that changes");
			bool yes = true;
			done(ge_run3(choose.words.data(), choose.words.size(), nullptr, BOOL, nullptr, reinterpret_cast<uint8_t *>(&yes), nullptr, kind, shape.data(), x.get(),
			             nullptr, kind, shape.data(), y.get(), d, z.get(), bytes));
		}
	ge_result r;
	int64_t two[] = {2};
	float data[2] = {1, 2}, out[2];
	void *t = ge_new_tensor(F32, two, 1, reinterpret_cast<uint8_t *>(data), sizeof data, &r);
	done(r);
	done(ge_read_tensor(t, reinterpret_cast<uint8_t *>(out), sizeof out));
	done(ge_read_tensor(t, reinterpret_cast<uint8_t *>(out), 1));
	ge_delete_tensor(t);
	if (ge_new_tensor(F32, two, 1, reinterpret_cast<uint8_t *>(data), 1, &r))
		fault("a tensor of a byte");
	done(r);
}

// Contexts that come and go under threads that run programs.
void contexts()
{
	family("contexts");
	char *error = ge_context(2, 2);
	done({error, error ? 3 : 0, {nullptr, nullptr}});
	program bad(1);
	bad.give({bad.op("NoSuchOperation", {0})});
	const program add = one("AddV2", 2);
	std::vector<std::thread> threads;
	std::vector<long> wrong(4);
	for (int i = 0; i < 4; i++)
		threads.emplace_back([&, i] {
			float data[300] = {1};
			int64_t d[] = {300};
			ge_result x = ge_from_host(F32, d, 1, reinterpret_cast<uint8_t *>(data), sizeof data);
			for (int k = 0; k < 50; k++) {
				ge_result z = run2(add.words, x.owned.t, x.owned.t), none = run1(bad.words, x.owned.t);
				float sum[300] = {};
				ge_result r = ge_to_host(z.owned.t, reinterpret_cast<uint8_t *>(sum), sizeof sum);
				wrong[i] += z.error || r.error || !none.error || sum[0] != 2;
				for (ge_result *p : {&z, &none, &r}) {
					ge_free(p->owned);
					ge_free_text(p->error);
				}
			}
			ge_free(x.owned);
		});
	for (int k = 0; k < 6; k++) {
		error = ge_context(1 + k % 3, 2);
		done({error, error ? 3 : 0, {nullptr, nullptr}});
		tensor x = made(F32, {3, 4});
		look(one("AddV2", 2).run({x.o.t, x.o.t}));
		look(bad.run({x.o.t}));
	}
	for (std::thread &t : threads)
		t.join();
	for (long w : wrong)
		if (w)
			fault("a thread's call fails");
}

// mistake does what the sanitizers are there for.
int mistake(const std::string &what)
{
	now = &tallies[what];
	int64_t three[] = {3};
	float data[] = {1, 2, 3};
	auto make = [&] { return ge_from_host(F32, three, 1, reinterpret_cast<uint8_t *>(data), sizeof data); };
	ge_result r = make();
	program add = one("AddV2", 2);
	if (what == "leak-tensor") { // a result that is not given back
		ge_result z = run2(add.words, r.owned.t, r.owned.t);
		z.owned = {nullptr, nullptr};
		ge_free(r.owned);
	} else if (what == "leak-text") { // an error's text that is not
		ge_result bad = run2(add.words, r.owned.t, nullptr);
		if (!bad.error)
			return 0;
		bad.error = nullptr;
		ge_free(r.owned);
	} else if (what == "overflow-read") { // less memory than said
		std::unique_ptr<float[]> few(new float[2]());
		ge_free(r.owned);
		r = ge_from_host(F32, three, 1, reinterpret_cast<uint8_t *>(few.get()), sizeof data);
		ge_free(r.owned);
	} else if (what == "overflow-write") {
		std::unique_ptr<float[]> few(new float[2]());
		ge_free_text(ge_to_host(r.owned.t, reinterpret_cast<uint8_t *>(few.get()), sizeof data).error);
		ge_free(r.owned);
	} else if (what == "overflow-small") {
		std::unique_ptr<float[]> few(new float[2]());
		ge_free_text(ge_run2(add.words.data(), 0, r.owned.t, 0, nullptr, nullptr, r.owned.t, 0, nullptr, nullptr, F32, reinterpret_cast<uint8_t *>(few.get()), sizeof data).error);
		ge_free(r.owned);
	} else if (what == "overflow-dims") {
		std::unique_ptr<int64_t[]> few(new int64_t[0]);
		rank(r.owned.t, few.get(), 1);
		ge_free(r.owned);
	} else if (what == "overflow-program") { // a program without an end
		add.words.resize(add.words.size() - 3);
		add.words.shrink_to_fit();
		r = run2(add.words, r.owned.t, r.owned.t);
		ge_free_text(r.error);
	} else if (what == "free-twice") {
		ge_free(r.owned);
		std::vector<uint8_t> many(1 << 12); // what is counted: the library's own part is not instrumented
		int64_t d[] = {1 << 10};
		r = ge_from_host(F32, d, 1, many.data(), many.size());
		ge_free(r.owned);
		ge_free(r.owned);
	} else if (what == "undefined") { // data that is not there
		ge_free(r.owned);
		r = ge_from_host(F32, three, 1, nullptr, sizeof data);
		ge_free_text(r.error);
		ge_free(r.owned);
	} else {
		fprintf(stderr, "driver: no mistake %s\n", what.c_str());
		return 2;
	}
	r.owned = {nullptr, nullptr};
	return 0;
}

} // namespace

int main(int argc, char **argv)
{
	if (argc > 1)
		return mistake(argv[1]);
	for (auto part : {host, elementwise, programs, indices, small, contexts})
		part();
	for (const auto &[what, t] : tallies)
		printf("%-12s %8ld results %8ld errors\n", what.c_str(), t.results, t.errors);
	for (const auto &[what, t] : tallies)
		if (!t.results || !t.errors)
			fault((what + ": not both results and errors").c_str());
	if (*ge_live())
		fault("memory that is counted and was given back");
	return faults != 0;
}
