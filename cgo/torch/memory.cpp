//go:build libtorch

#include "../memory/ask.h"
#include "common.hpp"

#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>

#include <atomic>
#include <bit>
#include <mutex>
#include <string>

#ifdef __APPLE__
#include <malloc/malloc.h>
#define malloc_usable_size malloc_size
#else
#include <malloc.h>
#endif

namespace {

// What is smaller is not counted: the object in Go is of its size.
constexpr size_t counted = 512;

// Blocks of these sizes are kept when they are free: a new one costs a page fault every
// 4 KiB, which is more than most loops over it take.
constexpr int least = 16, most = 27; // powers of two

// live is the memory of all tensors, views' counted once; kept that of free blocks. The
// two together stay below limit, and a quarter, as far as it is this allocator's to say.
std::atomic<int64_t> live{0}, kept{0}, limit{int64_t(1) << 26};

// What is asked before new blocks of GOIVY_ASKED bytes and more are allocated.
std::atomic<int (*)(size_t)> ask{nullptr};

struct Shelf {
	std::mutex mutex;
	void *first = nullptr; // each block's first word is the next
	int count = 0, idle = 0; // blocks, and the least there were since the last trim
};

// Eight sizes between a power of two and the next.
Shelf shelves[8 * (most - least)];

size_t size_of(int i) { return (size_t(8 + i % 8) << (least - 3)) << (i / 8); }

// below is the shelf of the largest size up to n, which is 2^least or more.
int below(size_t n)
{
	int e = std::bit_width(n) - 1;
	return 8 * (e - least) + static_cast<int>(n >> (e - 3) & 7);
}

void release(void *p)
{
	if (!p)
		return;
	size_t n = malloc_usable_size(p);
	if (n < counted)
		return c10::free_cpu(p);
	int64_t rest = live.fetch_sub(n, std::memory_order_relaxed) - n;
	// A quarter more, or nothing would be kept, and used again, when a collection is near.
	int64_t room = limit.load(std::memory_order_relaxed) / 4 * 5 - rest - kept.load(std::memory_order_relaxed);
	if (n >= size_t(1) << least && n < size_t(1) << most && int64_t(n) <= room) {
		Shelf &s = shelves[below(n)];
		kept.fetch_add(n, std::memory_order_relaxed);
		std::lock_guard lock(s.mutex);
		*static_cast<void **>(p) = s.first;
		s.first = p;
		s.count++;
		return;
	}
	c10::free_cpu(p);
}

void *take(size_t n)
{
	if (n >= size_t(1) << least && n <= size_of(8 * (most - least) - 1)) {
		int i = below(n);
		if (size_of(i) < n)
			i++;
		Shelf &s = shelves[i];
		{
			std::lock_guard lock(s.mutex);
			if (void *p = s.first) {
				s.first = *static_cast<void **>(p);
				s.count--;
				s.idle = std::min(s.idle, s.count);
				kept.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
				return p;
			}
		}
		n = size_of(i);
	}
	if (auto may = ask.load(std::memory_order_relaxed); n >= GOIVY_ASKED && may && !may(n))
		C10_THROW_ERROR(Error, "goivy tried to allocate " + std::to_string(n) + " bytes");
	return c10::alloc_cpu(n);
}

// The library's memory, counted.
struct Memory final : c10::Allocator {
	c10::DataPtr allocate(size_t n) override
	{
		void *p = take(n);
		if (size_t size = malloc_usable_size(p); size >= counted) // as release will find it
			live.fetch_add(size, std::memory_order_relaxed);
		return {p, p, &release, c10::Device(c10::DeviceType::CPU)};
	}
	c10::DeleterFnPtr raw_deleter() const override { return &release; }
	void copy_data(void *dst, const void *src, size_t n) const override { default_copy_data(dst, src, n); }
};

// Never destroyed: tensors may outlive what the end of the process destroys.
const bool installed = (c10::SetCPUAllocator(new Memory, 1), true);

} // namespace

extern "C" int64_t *gt_live(void) { return reinterpret_cast<int64_t *>(&live); }
extern "C" void gt_ask(int (*may)(size_t)) { ask.store(may); }
extern "C" int64_t *gt_limit(void) { return reinterpret_cast<int64_t *>(&limit); }

// give_back frees blocks that are kept: those that were not wanted since the last call, or all.
static void give_back(bool all)
{
	for (Shelf &s : shelves) {
		void *list = nullptr;
		{
			std::lock_guard lock(s.mutex);
			if (all)
				s.idle = s.count;
			for (int n = s.idle; n > 0; n--) {
				void *p = s.first;
				s.first = *static_cast<void **>(p);
				*static_cast<void **>(p) = list;
				list = p;
			}
			s.count -= s.idle;
			s.idle = s.count;
		}
		while (void *p = list) {
			list = *static_cast<void **>(p);
			kept.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
			c10::free_cpu(p);
		}
	}
}

extern "C" void gt_trim(void) { give_back(false); }

extern "C" void gt_empty(void)
{
	give_back(true);
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
