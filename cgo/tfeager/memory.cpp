//go:build tensorflow

#include "common.hpp"

#include <atomic>
#include <map>
#include <mutex>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

// What is smaller is not counted: package memory does it by estimate.
constexpr size_t counted = 512;

std::atomic<int64_t> live{0}, limit{int64_t(1) << 26};

// The library's results often share an operand's memory, or a part of it. So memory is
// counted by where it lies, as long as a handle is there which was given out.
struct Block {
	uintptr_t start;
	size_t bytes;
	int handles;
};

std::mutex mutex;
std::map<uintptr_t, Block> &blocks = *new std::map<uintptr_t, Block>; // never destroyed: finalizers may outlive it

Block *acquire(uintptr_t start, size_t bytes)
{
	std::lock_guard lock(mutex);
	auto next = blocks.upper_bound(start);
	if (next != blocks.begin()) {
		Block &b = std::prev(next)->second;
		if (start < b.start + b.bytes) {
			b.handles++;
			if (start + bytes > b.start + b.bytes) { // its part was here first
				size_t more = start + bytes - (b.start + b.bytes);
				b.bytes += more;
				live.fetch_add(more, std::memory_order_relaxed);
			}
			return &b;
		}
	}
	Block &b = blocks.emplace_hint(next, start, Block{start, bytes, 1})->second;
	live.fetch_add(bytes, std::memory_order_relaxed);
	return &b;
}

void release(Block *b)
{
	std::lock_guard lock(mutex);
	if (--b->handles == 0) {
		live.fetch_sub(b->bytes, std::memory_order_relaxed);
		blocks.erase(b->start);
	}
}

} // namespace

namespace ge {

ge_owned own(TFE_TensorHandle *h)
{
	ge_owned o = {reinterpret_cast<ge_tensor>(h), nullptr};
	TF_Status *s = status();
	size_t n = TFE_TensorHandleDeviceMemorySize(h, s);
	if (TF_GetCode(s) == TF_OK && n > counted) {
		void *p = TFE_TensorHandleDevicePointer(h, s); // of a remote device there is none
		if (TF_GetCode(s) == TF_OK && p)
			o.memory = reinterpret_cast<ge_memory>(acquire(reinterpret_cast<uintptr_t>(p), n));
	}
	succeed(s);
	return o;
}

} // namespace ge

extern "C" void ge_empty(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

extern "C" int64_t *ge_live(void) { return reinterpret_cast<int64_t *>(&live); }
extern "C" int64_t *ge_limit(void) { return reinterpret_cast<int64_t *>(&limit); }

extern "C" void ge_free(ge_owned x)
{
	if (x.memory) // first: the address is another's as soon as it is free
		release(reinterpret_cast<Block *>(x.memory));
	if (x.t)
		TFE_DeleteTensorHandle(reinterpret_cast<TFE_TensorHandle *>(x.t));
}

extern "C" void ge_free_all(ge_owned *xs, int n)
{
	for (int i = 0; i < n; i++)
		ge_free(xs[i]);
}
