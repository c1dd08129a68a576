//go:build tensorflow

#include "common.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ge {

char *text(const char *s)
{
	char *copy = strdup(s);
	return copy ? copy : strdup("");
}

static std::mutex making;
static std::map<std::pair<int, int>, TFE_Context *> &contexts = *new std::map<std::pair<int, int>, TFE_Context *>;
static std::atomic<TFE_Context *> context{nullptr};
static std::atomic<int64_t> number{0};

// A ConfigProto (tensorflow/core/protobuf/config.proto): intra_op_parallelism_threads is
// its field 2, inter_op_parallelism_threads 5.
static std::string config(int within, int among)
{
	std::string proto;
	auto field = [&](int tag, unsigned n) {
		if (!n)
			return;
		proto += char(tag << 3);
		for (; n >= 0x80; n >>= 7)
			proto += char(n | 0x80);
		proto += char(n);
	};
	field(2, within);
	field(5, among);
	return proto;
}

// make returns a context with threads of its own: as a rule all have one pool in common,
// of as many as the first one asks for.
static TFE_Context *make(int within, int among)
{
	TF_Status *s = status();
	Ptr<TFE_ContextOptions> options(TFE_NewContextOptions());
	std::string proto = config(within, among);
	TFE_ContextOptionsSetConfig(options.get(), proto.data(), proto.size(), s);
	check(s);
	auto *common = static_cast<bool *>(dlsym(RTLD_DEFAULT, "_ZN10tensorflow11LocalDevice22use_global_threadpool_E"));
	bool before = common && *common;
	if (common)
		*common = false;
	TFE_Context *c = TFE_NewContext(options.get(), s);
	if (common)
		*common = before;
	check(s);
	return c;
}

// How long a task keeps what a client has there that it does not hear of.
constexpr int keep_alive_secs = 600;

// Whether a cluster has been joined.
static std::atomic<bool> joined{false};

void join(int within, int among, const void *def, size_t bytes, int64_t timeout_ms)
{
	std::lock_guard lock(making);
	if (joined)
		fail(TF_FAILED_PRECONDITION, "this process has joined a cluster");
	TFE_Context *c = make(within, among);
	TF_Status *s = status();
	TFE_ContextSetServerDefWithTimeout(c, keep_alive_secs, def, bytes, timeout_ms, s, true);
	check(s);
	context = c;
	joined = true;
	number++;
}

void rejoin(const void *def, size_t bytes, int64_t timeout_ms)
{
	std::lock_guard lock(making);
	if (!joined)
		fail(TF_FAILED_PRECONDITION, "this process has joined no cluster");
	TF_Status *s = status();
	TFE_ContextUpdateServerDefWithTimeout(context, keep_alive_secs, def, bytes, timeout_ms, s);
	check(s);
	number++; // so that threads forget constants which have copies on a task that is gone
}

static void use(int within, int among)
{
	std::lock_guard lock(making);
	if (joined)
		fail(TF_FAILED_PRECONDITION, "the number of threads stays once a cluster has been joined");
	TFE_Context *&c = contexts[{within, among}];
	if (!c)
		c = make(within, among);
	if (context.load() != c) {
		context = c;
		number++;
	}
}

Context current()
{
	if (!context.load(std::memory_order_acquire)) [[unlikely]]
		use(0, 0);
	return {context.load(std::memory_order_acquire), number.load(std::memory_order_acquire)};
}

static char names[GE_NAMES][48];

// An Operand is the caller's tensor, or a small one whose elements the caller has.
struct Operand {
	ge_tensor t;
	int kind;
	const int64_t *dims;
	const uint8_t *data;

	TF_DataType type() const { return static_cast<TF_DataType>(kind & 0xff); }
	int rank() const { return kind >> 8; }
};

static Ptr<TFE_TensorHandle> tensor(TF_Status *s, TF_DataType type, const int64_t *dims, int rank, const void *data, size_t bytes);

// Scratch are tensors for the elements of operands, which a thread uses again and again:
// to make one takes longer than to compute with it.
class Scratch {
	static constexpr int places = 3, shapes = 16, most_axes = 4;
	struct Entry {
		Ptr<TFE_TensorHandle> h;
		void *elements = nullptr;
		int kind = -1;
		int64_t dims[most_axes];
		size_t bytes;
	} entries[places][shapes];

public:
	// holding returns a tensor of x's elements. One for each place is good at a time.
	TFE_TensorHandle *holding(int place, const Operand &x, TF_Status *s)
	{
		int rank = x.rank();
		unsigned hash = static_cast<unsigned>(x.kind);
		if (place >= places || rank > most_axes)
			fail(TF_INTERNAL, "a small tensor of many axes");
		for (int i = 0; i < rank; i++)
			hash = hash * 31 + static_cast<unsigned>(x.dims[i]);
		Entry &e = entries[place][(hash ^ hash >> 4) % shapes];
		bool same = e.kind == x.kind;
		for (int i = 0; same && i < rank; i++)
			same = e.dims[i] == x.dims[i];
		if (!same) [[unlikely]] {
			e.kind = -1;
			size_t bytes = TF_DataTypeSize(x.type());
			for (int i = 0; i < rank; i++) {
				if (x.dims[i] < 0 || x.dims[i] > GE_SMALL || (bytes *= x.dims[i]) > GE_SMALL)
					fail(TF_INTERNAL, "a small tensor that is not small");
				e.dims[i] = x.dims[i];
			}
			e.h = tensor(s, x.type(), x.dims, rank, x.data, bytes);
			e.elements = bytes ? TFE_TensorHandleDevicePointer(e.h.get(), s) : nullptr;
			check(s);
			e.bytes = bytes;
			e.kind = x.kind;
		}
		if (e.bytes)
			memcpy(e.elements, x.data, e.bytes);
		return e.h.get();
	}
};

static size_t words(size_t bytes) { return (bytes + 7) / 8; }

// A Constant is an instruction's, GE_CONST.
struct Constant {
	TF_DataType type;
	int rank;
	const int64_t *dims;
	size_t bytes;
	const int64_t *data, *end;

	explicit Constant(const int64_t *p) : type(static_cast<TF_DataType>(p[0])), rank(static_cast<int>(p[1])), dims(p + 2), bytes(static_cast<size_t>(dims[rank])), data(dims + rank + 1), end(data + words(bytes)) {}
	Ptr<TFE_TensorHandle> made(TF_Status *s) const { return tensor(s, type, dims, rank, data, bytes); }
};

// Constants are those that a thread's programs had last: axes, shapes and numbers, of
// which there are few.
class Constants {
	static constexpr int entries = 128, most_words = 24;
	struct Entry {
		Ptr<TFE_TensorHandle> h;
		size_t n = 0;
		int64_t words[most_words];
	} all[entries];
	std::vector<Ptr<TFE_TensorHandle>> replaced; // which a program that runs may yet use

public:
	// settle ends the run of a program.
	void settle() { replaced.clear(); }

	// of returns the tensor of a constant at p, which is good until settle; NULL if it is large.
	TFE_TensorHandle *of(const int64_t *p, const Constant &c, TF_Status *s)
	{
		size_t n = static_cast<size_t>(c.end - p);
		if (n > most_words)
			return nullptr;
		uint64_t hash = n;
		for (size_t i = 0; i < n; i++)
			hash = (hash ^ static_cast<uint64_t>(p[i])) * 0x9e3779b97f4a7c15u;
		Entry &e = all[hash >> 57];
		if (e.n != n || memcmp(e.words, p, n * sizeof *p)) [[unlikely]] {
			Ptr<TFE_TensorHandle> h = c.made(s);
			if (e.n)
				replaced.push_back(std::move(e.h));
			e.h = std::move(h);
			memcpy(e.words, p, n * sizeof *p);
			e.n = n;
		}
		return e.h.get();
	}
};

// Ready are operations whose attributes are set, for operands of some dtypes: they lose
// their operands when they run, but what was found out about them stays, which is a third
// of the work.
class Ready {
	static constexpr int entries = 64, most_words = 32;

public:
	static constexpr int most_operands = 3;
	struct Entry {
		TFE_Op *op = nullptr;
		int64_t n = 0;
		TF_DataType types[most_operands] = {};
		int64_t words[most_words];

		void drop()
		{
			if (op)
				TFE_DeleteOp(op);
			op = nullptr;
		}
	};
	// of returns where the operation of a program of n words is, or is to be; NULL for a long
	// one. There it is if the entry is found.
	Entry *of(const int64_t *program, int64_t n, const TF_DataType *types, bool &found)
	{
		if (n > most_words)
			return nullptr;
		uint64_t hash = static_cast<uint64_t>(program[2]);
		for (int i = 0; i < most_operands; i++)
			hash = hash << 6 ^ types[i];
		Entry &e = all[hash * 0x9e3779b97f4a7c15u >> 58];
		found = e.op && e.n == n && !memcmp(e.types, types, sizeof e.types) && !memcmp(e.words, program, n * sizeof *program);
		return &e;
	}
	// keep fills an entry.
	void keep(Entry &e, TFE_Op *op, const int64_t *program, int64_t n, const TF_DataType *types)
	{
		e.drop();
		e.op = op;
		e.n = n;
		memcpy(e.types, types, sizeof e.types);
		memcpy(e.words, program, n * sizeof *program);
	}
	~Ready()
	{
		for (Entry &e : all)
			e.drop();
	}

private:
	Entry all[entries];
};

// A Worker is what a thread keeps: an operation's object for each name, without operands
// when it is not in use.
struct Worker {
	TF_Status *status = TF_NewStatus();
	TFE_Op *ops[GE_NAMES] = {};
	Context context = {nullptr, -1};
	bool elsewhere = false; // an executor other than the context's is in use
	std::unique_ptr<Scratch> scratch;
	std::unique_ptr<Constants> constants;
	std::unique_ptr<Ready> ready;

	void clear()
	{
		ready.reset();
		constants.reset();
		for (TFE_Op *&op : ops)
			if (op) {
				TFE_DeleteOp(op);
				op = nullptr;
			}
	}
	~Worker()
	{
		clear();
		TF_DeleteStatus(status);
	}
	void enter()
	{
		succeed(status);
		Context now = current();
		if (now.number != context.number) [[unlikely]] {
			clear();
			context = now;
		}
	}
	TFE_Op *op(int64_t name)
	{
		TFE_Op *&op = ops[name];
		if (!op) [[unlikely]] {
			op = TFE_NewOp(context.context, names[name], status);
			check(status);
		}
		return op;
	}
};

static Worker &worker()
{
	// A Go library that is loaded later has little room for what is a thread's own.
	thread_local std::unique_ptr<Worker> w;
	if (!w) [[unlikely]]
		w = std::make_unique<Worker>();
	return *w;
}

TF_Status *status()
{
	TF_Status *s = worker().status;
	succeed(s);
	return s;
}

// A Used operation's object is left as it was found; it is a new one where it belongs to
// another executor than the thread's own.
struct Used {
	Worker &w;
	int64_t name;
	TFE_Op *op;
	Used(Worker &w, int64_t name) : w(w), name(name), op(w.elsewhere ? TFE_NewOp(w.context.context, names[name], w.status) : w.op(name)) { check(w.status); }
	~Used()
	{
		if (w.elsewhere) {
			TFE_DeleteOp(op);
			return;
		}
		TF_Status *s = w.status;
		if (TF_GetCode(s) != TF_OK) [[unlikely]] { // an error is on its way, and s is its text
			TFE_DeleteOp(op);
			w.ops[name] = nullptr;
			return;
		}
		TFE_OpReset(op, names[name], nullptr, s);
		if (TF_GetCode(s) != TF_OK) [[unlikely]] {
			TFE_DeleteOp(op);
			w.ops[name] = nullptr;
			TF_SetStatus(s, TF_OK, "");
		}
	}
};

// The library ends the process where a shape is none: a negative length, more bytes than
// are counted, more axes than it has room for.
static void check_size(TF_DataType type, const int64_t *dims, int rank, size_t bytes)
{
	constexpr int most = 254;
	size_t n = TF_DataTypeSize(type);
	bool good = n && rank >= 0 && rank <= most;
	for (int i = 0; good && i < rank; i++)
		good = dims[i] >= 0 && !__builtin_mul_overflow(n, static_cast<size_t>(dims[i]), &n) && n <= INT64_MAX;
	if (!good || n != bytes)
		fail(TF_INVALID_ARGUMENT, "elements that do not make such a tensor");
}

static Ptr<TF_Tensor> allocated(TF_DataType type, const int64_t *dims, int rank, const void *data, size_t bytes)
{
	check_size(type, dims, rank, bytes);
	Ptr<TF_Tensor> t(TF_AllocateTensor(type, dims, rank, bytes));
	if (!t || (bytes && !TF_TensorData(t.get())))
		fail(TF_RESOURCE_EXHAUSTED, "out of memory");
	if (bytes)
		memcpy(TF_TensorData(t.get()), data, bytes);
	return t;
}

static void read(const TF_Tensor *t, uint8_t *data, size_t bytes)
{
	if (TF_TensorByteSize(t) != bytes)
		fail(TF_INVALID_ARGUMENT, "a tensor of another size");
	if (bytes)
		memcpy(data, TF_TensorData(t), bytes);
}

static Ptr<TFE_TensorHandle> tensor(TF_Status *s, TF_DataType type, const int64_t *dims, int rank, const void *data, size_t bytes)
{
	Ptr<TF_Tensor> t = allocated(type, dims, rank, data, bytes);
	Ptr<TFE_TensorHandle> h(TFE_NewTensorHandle(t.get(), s));
	check(s);
	return h;
}

static Ptr<TF_Tensor> resolved(TFE_TensorHandle *h, TF_Status *s)
{
	Ptr<TF_Tensor> t(TFE_TensorHandleResolve(h, s));
	check(s);
	return t;
}

// A Machine runs a program.
class Machine {
	Worker &w = worker();
	Room<TFE_TensorHandle *, 64> values;
	const int operands;
	int made = 0; // values there are

	const char *device = nullptr; // not this process's own, if there is one

	// Copies of the callers' elements that go to other devices, by and by: not scratch.
	Ptr<TFE_TensorHandle> copies[3];
	int scratched = 0; // operands that are in scratch: results may share their memory

	TFE_TensorHandle *operand(int i, const Operand &x)
	{
		if (x.t || !x.data)
			return borrow(x.t);
		if (joined.load(std::memory_order_relaxed)) [[unlikely]] {
			size_t bytes = TF_DataTypeSize(x.type());
			for (int j = 0; j < x.rank(); j++)
				bytes *= x.dims[j];
			copies[i] = tensor(w.status, x.type(), x.dims, x.rank(), x.data, bytes);
			return copies[i].get();
		}
		scratched++;
		if (!w.scratch) [[unlikely]]
			w.scratch = std::make_unique<Scratch>();
		return w.scratch->holding(i, x, w.status);
	}

	// deliver copies the elements of a tensor of this process to the caller's.
	bool deliver(TFE_TensorHandle *h, int kind, uint8_t *out, size_t bytes)
	{
		TF_Status *s = w.status;
		if (joined.load(std::memory_order_relaxed)) [[unlikely]] {
			bool here = local(TFE_TensorHandleBackingDeviceName(h, s));
			check(s);
			if (!here)
				return false;
		}
		size_t n = TFE_TensorHandleDeviceMemorySize(h, s);
		check(s);
		if (n != bytes || TFE_TensorHandleDataType(h) != kind)
			fail(TF_INTERNAL, "a result of another dtype or size");
		if (n) {
			const void *elements = TFE_TensorHandleDevicePointer(h, s);
			check(s);
			memcpy(out, elements, n);
		}
		return true;
	}

	// local reports whether a device is this process's: of the context before it joined too.
	static bool local(const char *name) { return !strncmp(name, "/job:localhost/", 15) || !strncmp(name, "/job:client/", 12); }

	// place finds the device of the operands.
	void place(int n)
	{
		for (int i = 0; i < n; i++) {
			const char *name = TFE_TensorHandleBackingDeviceName(value(i), w.status);
			check(w.status);
			if (local(name))
				continue;
			if (device && strcmp(device, name)) {
				char message[512];
				snprintf(message, sizeof message, "goivy device %s device %s", device, name);
				TF_SetStatus(w.status, TF_INVALID_ARGUMENT, message);
				check(w.status);
			}
			device = name;
		}
	}

	// A value that stays another's is marked.
	static TFE_TensorHandle *borrowed(TFE_TensorHandle *h) { return reinterpret_cast<TFE_TensorHandle *>(reinterpret_cast<uintptr_t>(h) | 1); }
	static bool is_borrowed(TFE_TensorHandle *h) { return reinterpret_cast<uintptr_t>(h) & 1; }
	static TFE_TensorHandle *unmarked(TFE_TensorHandle *h) { return reinterpret_cast<TFE_TensorHandle *>(reinterpret_cast<uintptr_t>(h) & ~uintptr_t(1)); }

	TFE_TensorHandle *value(int64_t word) { return unmarked(values[word < 0 ? ~word : word]); }

	void mentioned(int64_t word)
	{
		if (word >= 0)
			return;
		if (TFE_TensorHandle *&h = values[~word]; h && !is_borrowed(h)) {
			TFE_DeleteTensorHandle(h);
			h = nullptr;
		}
	}

	const int64_t *attribute(TFE_Op *op, const int64_t *p)
	{
		const char *name = names[p[0]];
		int64_t kind = p[1];
		p += 2;
		switch (kind) {
		case GE_TYPE: TFE_OpSetAttrType(op, name, static_cast<TF_DataType>(*p)); return p + 1;
		case GE_INT: TFE_OpSetAttrInt(op, name, *p); return p + 1;
		case GE_BOOL: TFE_OpSetAttrBool(op, name, *p != 0); return p + 1;
		case GE_FLOAT: {
			double d;
			memcpy(&d, p, sizeof d);
			TFE_OpSetAttrFloat(op, name, static_cast<float>(d));
			return p + 1;
		}
		case GE_STRING: TFE_OpSetAttrString(op, name, p + 1, *p); return p + 1 + words(*p);
		}
		int n = static_cast<int>(*p++);
		switch (kind) {
		case GE_SHAPE:
			TFE_OpSetAttrShape(op, name, p, n, w.status);
			check(w.status);
			break;
		case GE_INTS: TFE_OpSetAttrIntList(op, name, p, n); break;
		case GE_TYPES: {
			Room<TF_DataType, 16> types(n);
			for (int i = 0; i < n; i++)
				types[i] = static_cast<TF_DataType>(p[i]);
			TFE_OpSetAttrTypeList(op, name, types.get(), n);
			break;
		}
		default: fail(TF_INTERNAL, "an attribute of no kind");
		}
		return p + n;
	}

	// feed gives an operation its operands.
	const int64_t *feed(TFE_Op *op, const int64_t *p)
	{
		TF_Status *s = w.status;
		int n = static_cast<int>(p[2]);
		p += 4;
		for (int i = 0; i < n; i++) {
			if (*p != GE_LIST) {
				TFE_OpAddInput(op, value(*p++), s);
				check(s);
				continue;
			}
			int length = static_cast<int>(p[1]);
			p += 2;
			Room<TFE_TensorHandle *, 16> list(length);
			for (int j = 0; j < length; j++)
				list[j] = value(*p++);
			TFE_OpAddInputList(op, list.get(), length, s);
			check(s);
		}
		return p;
	}

	// prepare gives an operation its operands and attributes.
	const int64_t *prepare(TFE_Op *op, const int64_t *p)
	{
		int attributes = static_cast<int>(p[3]);
		p = feed(op, p);
		if (device) [[unlikely]] {
			TFE_OpSetDevice(op, device, w.status);
			check(w.status);
		}
		for (int i = 0; i < attributes; i++)
			p = attribute(op, p);
		return p;
	}

	// execute runs an operation, whose results are the next values.
	void execute(TFE_Op *op, int results)
	{
		int m = results;
		TFE_Execute(op, values.get() + made, &m, w.status);
		check(w.status);
		made += m;
		if (m != results)
			fail(TF_INTERNAL, "an operation with another number of results");
	}

	const int64_t *run_op(const int64_t *p)
	{
		int n = static_cast<int>(p[2]);
		const int64_t *first = p + 4;
		{
			Used used(w, p[0]);
			int results = static_cast<int>(p[1]);
			p = prepare(used.op, p);
			execute(used.op, results);
		}
		for (int i = 0; i < n; i++) {
			if (*first != GE_LIST) {
				mentioned(*first++);
				continue;
			}
			int64_t length = first[1];
			for (first += 2; length > 0; length--)
				mentioned(*first++);
		}
		return p;
	}

	const int64_t *run_const(const int64_t *p)
	{
		Constant c(p);
		if (!w.constants) [[unlikely]]
			w.constants = std::make_unique<Constants>();
		TFE_TensorHandle *h = w.constants->of(p, c, w.status);
		values[made++] = h ? borrowed(h) : c.made(w.status).release();
		return c.end;
	}

	const int64_t *run_indices(const int64_t *p)
	{
		TFE_TensorHandle *h = value(p[0]);
		int64_t axis = p[1], length = p[2];
		Ptr<TF_Tensor> x = resolved(h, w.status);
		if (TF_TensorType(x.get()) != TF_INT64)
			fail(TF_INTERNAL, "indices that are not int64");
		int64_t n = TF_TensorElementCount(x.get());
		auto *from = static_cast<const int64_t *>(TF_TensorData(x.get()));
		bool negative = false;
		for (int64_t i = 0; i < n; i++) {
			if (from[i] < -length || from[i] >= length) {
				char message[96];
				snprintf(message, sizeof message, "goivy index %lld axis %lld length %lld", (long long)from[i], (long long)axis, (long long)length);
				TF_SetStatus(w.status, TF_OUT_OF_RANGE, message);
				check(w.status);
			}
			negative |= from[i] < 0;
		}
		if (!negative) {
			values[made++] = TFE_TensorHandleCopySharingTensor(h, w.status);
			check(w.status);
		} else {
			int rank = TF_NumDims(x.get());
			Room<int64_t, 16> dims(rank);
			for (int i = 0; i < rank; i++)
				dims[i] = TF_Dim(x.get(), i);
			size_t bytes = TF_TensorByteSize(x.get());
			Ptr<TF_Tensor> z(TF_AllocateTensor(TF_INT64, dims.get(), rank, bytes));
			if (!z || !TF_TensorData(z.get()))
				fail(TF_RESOURCE_EXHAUSTED, "out of memory");
			auto *to = static_cast<int64_t *>(TF_TensorData(z.get()));
			for (int64_t i = 0; i < n; i++)
				to[i] = from[i] < 0 ? from[i] + length : from[i];
			values[made++] = TFE_NewTensorHandle(z.get(), w.status);
			check(w.status);
		}
		mentioned(p[0]);
		return p + 3;
	}

public:
	// The first word of a program is how many values it has, operands included.
	Machine(int64_t most, const ge_tensor *xs, int n) : values(most), operands(n)
	{
		w.enter();
		for (; made < n; made++)
			values[made] = borrowed(borrow(xs[made]));
		if (joined.load(std::memory_order_relaxed)) [[unlikely]]
			place(n);
	}
	~Machine()
	{
		for (int i = 0; i < made; i++)
			if (values[i] && !is_borrowed(values[i]))
				TFE_DeleteTensorHandle(values[i]);
		if (w.constants)
			w.constants->settle();
	}
	Machine(int64_t most, std::initializer_list<Operand> xs) : values(most), operands(static_cast<int>(xs.size()))
	{
		w.enter();
		for (const Operand &x : xs) {
			values[made] = borrowed(operand(made, x));
			made++;
		}
		if (joined.load(std::memory_order_relaxed)) [[unlikely]]
			place(operands);
	}
	// run_for_one runs a program for one result, whose elements go to out unless that is NULL.
	// single is how many words it has if it is one operation.
	ge_owned run_for_one(const int64_t *p, int64_t single, int kind, uint8_t *out, size_t bytes)
	{
		const int64_t *end = p + single - 1;
		if (!single || joined.load(std::memory_order_relaxed) || !again(p, single)) {
			end = steps(p + 1);
			if (*end++ != 1)
				fail(TF_INTERNAL, "a program with another number of results");
		}
		if (out && deliver(value(*end), kind, out, bytes))
			return {nullptr, nullptr};
		ge_owned o;
		results(end, &o, 1);
		return o;
	}
	void run(const int64_t *p, ge_owned *out, int m)
	{
		p = steps(p);
		if (*p++ != m)
			fail(TF_INTERNAL, "a program with another number of results");
		results(p, out, m);
	}

private:
	// again runs a program of one operation, of n words, as it ran before; false if it is not
	// one to keep.
	bool again(const int64_t *program, int64_t n)
	{
		if (operands > Ready::most_operands || program[1] != GE_OP || program[3] != 1)
			return false;
		if (!w.ready) [[unlikely]]
			w.ready = std::make_unique<Ready>();
		TF_DataType types[Ready::most_operands] = {};
		for (int i = 0; i < operands; i++)
			types[i] = TFE_TensorHandleDataType(value(i));
		bool found;
		Ready::Entry *e = w.ready->of(program, n, types, found);
		if (!e)
			return false;
		try {
			if (found) [[likely]] {
				feed(e->op, program + 2);
			} else {
				std::unique_ptr<TFE_Op, void (*)(TFE_Op *)> op(TFE_NewOp(w.context.context, names[program[2]], w.status), TFE_DeleteOp);
				check(w.status);
				const int64_t *end = prepare(op.get(), program + 2);
				if (end[0] != GE_END || end[1] != 1 || end[2] != operands)
					return false;
				w.ready->keep(*e, op.release(), program, n, types);
			}
			execute(e->op, 1);
		} catch (...) {
			e->drop();
			throw;
		}
		return true;
	}

	// steps runs the instructions, and returns where the results' numbers are.
	const int64_t *steps(const int64_t *p)
	{
		for (;;) {
			switch (*p++) {
			case GE_OP: p = run_op(p); break;
			case GE_CONST: p = run_const(p); break;
			case GE_INDICES: p = run_indices(p); break;
			case GE_END: return p;
			default: fail(TF_INTERNAL, "a program with a word that is no instruction");
			}
		}
	}

	// copied returns a tensor of this process with memory of its own.
	Ptr<TFE_TensorHandle> copied(TFE_TensorHandle *h)
	{
		Ptr<TF_Tensor> t = resolved(h, w.status);
		int rank = TF_NumDims(t.get());
		Room<int64_t, 16> dims(rank);
		for (int i = 0; i < rank; i++)
			dims[i] = TF_Dim(t.get(), i);
		return tensor(w.status, TF_TensorType(t.get()), dims.get(), rank, TF_TensorData(t.get()), TF_TensorByteSize(t.get()));
	}

	// results makes m values the caller's, each a handle of its own.
	void results(const int64_t *p, ge_owned *out, int m)
	{
		int given = 0;
		try {
			for (; given < m; given++) {
				TFE_TensorHandle *h = value(p[given]);
				bool shared = is_borrowed(values[p[given]]);
				for (int j = given + 1; j < m; j++)
					shared |= p[j] == p[given];
				Ptr<TFE_TensorHandle> z;
				if (scratched && TFE_TensorHandleDeviceMemorySize(h, w.status) <= GE_SMALL) {
					z = copied(h);
				} else if (shared) {
					z.reset(TFE_TensorHandleCopySharingTensor(h, w.status));
					check(w.status);
				} else {
					z.reset(h);
					values[p[given]] = nullptr;
				}
				out[given] = own(z.release());
			}
		} catch (...) {
			ge_free_all(out, given);
			throw;
		}
	}
};

static ge_result run(const int64_t *program, const ge_tensor *xs, int n, ge_owned *out, int m)
{
	return guarded([&](ge_result &) { Machine(program[0], xs, n).run(program + 1, out, m); });
}

static ge_result run_for_one(const int64_t *program, int64_t single, std::initializer_list<Operand> xs, int kind, uint8_t *out, size_t bytes)
{
	return guarded([&](ge_result &r) { r.owned = Machine(program[0], xs).run_for_one(program, single, kind, out, bytes); });
}

} // namespace ge

using namespace ge;

extern "C" {

const char *ge_version(void) { return TF_Version(); }
void ge_free_text(char *s) { free(s); }
void ge_name(int number, const char *name) { snprintf(names[number], sizeof names[number], "%s", name); }

char *ge_context(int within, int among)
{
	return guarded([&](ge_result &) { use(within, among); }).error;
}

char *ge_devices(char **error)
{
	std::string lines;
	ge_result r = guarded([&](ge_result &) {
		TF_Status *s = status();
		Ptr<TF_DeviceList> list(TFE_ContextListDevices(current().context, s));
		check(s);
		for (int i = 0, n = TF_DeviceListCount(list.get()); i < n; i++) {
			lines += TF_DeviceListName(list.get(), i, s);
			check(s);
			lines += '\n';
		}
	});
	*error = r.error;
	return r.error ? nullptr : text(lines.c_str());
}

ge_executor ge_use_executor(ge_executor e)
{
	ge_executor before = nullptr;
	ge_free_text(guarded([&](ge_result &) {
		TFE_Context *c = current().context;
		before = reinterpret_cast<ge_executor>(TFE_ContextGetExecutorForThread(c));
		TFE_ContextSetExecutorForThread(c, reinterpret_cast<TFE_Executor *>(e));
		worker().elsewhere = true;
	}).error);
	return before;
}

void ge_reuse_executor(ge_executor before)
{
	if (!before)
		return;
	worker().elsewhere = false;
	auto *e = reinterpret_cast<TFE_Executor *>(before);
	TFE_ContextSetExecutorForThread(current().context, e);
	TFE_DeleteExecutor(e); // which is only a reference
}

ge_result ge_from_host(int type, const int64_t *dims, int rank, const uint8_t *data, size_t bytes)
{
	return guarded([&](ge_result &r) {
		r.owned = own(tensor(status(), static_cast<TF_DataType>(type), dims, rank, data, bytes).release());
	});
}

ge_result ge_to_host(ge_tensor x, uint8_t *data, size_t bytes)
{
	return guarded([&](ge_result &) {
		Ptr<TF_Tensor> t = resolved(borrow(x), status());
		read(t.get(), data, bytes);
	});
}

void *ge_tensor_of(ge_tensor x, ge_result *r)
{
	void *t = nullptr;
	*r = guarded([&](ge_result &) { t = resolved(borrow(x), status()).release(); });
	return t;
}

uint8_t *ge_tensor_memory(const void *t, size_t *bytes)
{
	auto *x = static_cast<const TF_Tensor *>(t);
	*bytes = TF_TensorByteSize(x);
	return static_cast<uint8_t *>(TF_TensorData(x));
}

ge_result ge_from_tensor(const void *t)
{
	return guarded([&](ge_result &r) {
		TF_Status *s = status();
		Ptr<TFE_TensorHandle> h(TFE_NewTensorHandle(static_cast<const TF_Tensor *>(t), s));
		check(s);
		r.owned = own(h.release());
	});
}

void *ge_new_tensor(int type, const int64_t *dims, int rank, const uint8_t *data, size_t bytes, ge_result *r)
{
	void *t = nullptr;
	*r = guarded([&](ge_result &) { t = allocated(static_cast<TF_DataType>(type), dims, rank, data, bytes).release(); });
	return t;
}

ge_result ge_read_tensor(const void *tensor, uint8_t *data, size_t bytes)
{
	return guarded([&](ge_result &) {
		read(static_cast<const TF_Tensor *>(tensor), data, bytes);
	});
}

size_t ge_tensor_bytes(const void *t) { return TF_TensorByteSize(static_cast<const TF_Tensor *>(t)); }

void *ge_new_strings(const int64_t *dims, int rank, const uint8_t *data, const int64_t *lengths, int64_t n, ge_result *r)
{
	void *t = nullptr;
	*r = guarded([&](ge_result &) {
		check_size(TF_INT8, dims, rank, static_cast<size_t>(n));
		size_t bytes = static_cast<size_t>(n) * sizeof(TF_TString);
		if (n > INT64_MAX / static_cast<int64_t>(sizeof(TF_TString)))
			fail(TF_RESOURCE_EXHAUSTED, "out of memory");
		constexpr size_t alignment = 64; // as the library's own
		auto *strings = static_cast<TF_TString *>(aligned_alloc(alignment, (bytes / alignment + 1) * alignment));
		if (!strings)
			fail(TF_RESOURCE_EXHAUSTED, "out of memory");
		for (int64_t i = 0; i < n; i++) {
			TF_StringInit(&strings[i]);
			TF_StringCopy(&strings[i], reinterpret_cast<const char *>(data), static_cast<size_t>(lengths[i]));
			data += lengths[i];
		}
		auto drop = [](void *memory, size_t bytes, void *) {
			auto *strings = static_cast<TF_TString *>(memory);
			for (size_t i = 0; i < bytes / sizeof *strings; i++)
				TF_StringDealloc(&strings[i]);
			free(memory);
		};
		t = TF_NewTensor(TF_STRING, dims, rank, strings, bytes, drop, nullptr);
		if (!t)
			fail(TF_INVALID_ARGUMENT, "strings that do not make such a tensor");
	});
	return t;
}

static const TF_TString *strings_of(const void *tensor, int64_t &n)
{
	auto *t = static_cast<const TF_Tensor *>(tensor);
	if (TF_TensorType(t) != TF_STRING)
		fail(TF_INVALID_ARGUMENT, "a tensor that is not of strings");
	n = TF_TensorElementCount(t);
	return static_cast<const TF_TString *>(TF_TensorData(t));
}

ge_result ge_string_lengths(const void *t, int64_t *lengths, int64_t n)
{
	return guarded([&](ge_result &) {
		int64_t m;
		const TF_TString *strings = strings_of(t, m);
		if (m != n)
			fail(TF_INVALID_ARGUMENT, "a tensor of another size");
		for (int64_t i = 0; i < n; i++)
			lengths[i] = static_cast<int64_t>(TF_StringGetSize(&strings[i]));
	});
}

ge_result ge_read_strings(const void *t, uint8_t *data, size_t bytes)
{
	return guarded([&](ge_result &) {
		int64_t n;
		const TF_TString *strings = strings_of(t, n);
		for (int64_t i = 0; i < n; i++) {
			size_t length = TF_StringGetSize(&strings[i]);
			if (length > bytes)
				fail(TF_INVALID_ARGUMENT, "a tensor of another size");
			if (length)
				memcpy(data, TF_StringGetDataPointer(&strings[i]), length);
			data += length;
			bytes -= length;
		}
	});
}

void ge_delete_tensor(void *t) { TF_DeleteTensor(static_cast<TF_Tensor *>(t)); }

ge_result ge_shape(ge_tensor x, int64_t *dims, int room, int *rank)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		TFE_TensorHandle *h = borrow(x);
		int n = TFE_TensorHandleNumDims(h, s);
		check(s);
		for (int i = 0; i < n && i < room; i++) {
			dims[i] = TFE_TensorHandleDim(h, i, s);
			check(s);
		}
		*rank = n;
	});
}

ge_result ge_share(ge_tensor x, ge_tensor *shared)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		TFE_TensorHandle *h = TFE_TensorHandleCopySharingTensor(borrow(x), s);
		check(s);
		*shared = reinterpret_cast<ge_tensor>(h);
	});
}

ge_result ge_run1(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata, int kind, uint8_t *out, size_t bytes)
{
	return run_for_one(program, single, {{x, xkind, xdims, xdata}}, kind, out, bytes);
}

ge_result ge_run2(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
                  ge_tensor y, int ykind, const int64_t *ydims, const uint8_t *ydata, int kind, uint8_t *out, size_t bytes)
{
	return run_for_one(program, single, {{x, xkind, xdims, xdata}, {y, ykind, ydims, ydata}}, kind, out, bytes);
}

ge_result ge_run3(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
                  ge_tensor y, int ykind, const int64_t *ydims, const uint8_t *ydata,
                  ge_tensor z, int zkind, const int64_t *zdims, const uint8_t *zdata, int kind, uint8_t *out, size_t bytes)
{
	return run_for_one(program, single, {{x, xkind, xdims, xdata}, {y, ykind, ydims, ydata}, {z, zkind, zdims, zdata}}, kind, out, bytes);
}

ge_result ge_run(const int64_t *program, const ge_tensor *xs, int n, ge_owned *out, int m) { return run(program, xs, n, out, m); }
}
