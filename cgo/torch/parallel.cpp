//go:build libtorch

// OpenMP's runtime, in the place of libgomp: as much as libtorch calls. The dynamic linker
// binds the library's calls to the first definition there is, which is this program's.
//
// libgomp has a team of threads for each thread that calls it. Go calls from many, whose
// teams are then more than the processors: libgomp has such threads sleep as soon as they
// have nothing to do, and to wake one takes longer than to add a megabyte. Here there is
// one team for all, which they take in turn. It always has as many threads as are asked
// for: the library counts elements in one region and writes them in the next, and trusts
// that both divide them alike.

#include "shim.h"
#include "thread.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#endif

namespace {

int processors()
{
	static const int n = [] {
#ifdef __linux__
		cpu_set_t set;
		if (!sched_getaffinity(0, sizeof set, &set))
			return std::max(1, CPU_COUNT(&set));
#endif
		return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
	}();
	return n;
}

void pause()
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

// A Flag is a number that others wait for: a while without giving up their processor, as
// the next operation comes soon as a rule, and asleep then.
class Flag {
	static constexpr int spins = 4000; // some 100 µs
	std::atomic<uint32_t> value{0}, sleepers{0};

public:
	uint32_t get() const { return value.load(std::memory_order_acquire); }
	void set(uint32_t v)
	{
		value.store(v, std::memory_order_seq_cst);
		if (sleepers.load(std::memory_order_seq_cst)) {
#ifdef __linux__
			syscall(SYS_futex, &value, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
#else
			value.notify_all();
#endif
		}
	}
	// wait returns when the number is not v any more.
	void wait(uint32_t v)
	{
		for (int i = 0; i < spins; i++) {
			if (get() != v)
				return;
			pause();
		}
		sleepers.fetch_add(1, std::memory_order_seq_cst);
		while (value.load(std::memory_order_seq_cst) == v) {
#ifdef __linux__
			syscall(SYS_futex, &value, FUTEX_WAIT_PRIVATE, v, nullptr, nullptr, 0);
#else
			value.wait(v);
#endif
		}
		sleepers.fetch_sub(1, std::memory_order_relaxed);
	}
};

// A Share is work that a team divides: a loop, sections, or what one of them does.
struct Share {
	long next = 0, end = 0, step = 1, chunk = 1;
	uint64_t issued = 0, turn = 0; // chunks of an ordered loop
	int left = 0;                  // threads that have not left it
};

struct Team {
	void (*work)(void *) = nullptr;
	void *data = nullptr;
	int size = 1;
	std::atomic<int> running{0}, arrived{0};
	Flag done, barrier;
	std::mutex mutex;
	std::map<uint64_t, Share> shares; // by how many there were before
};

// A Member is what a thread is in its team.
struct Member {
	Team *team = nullptr;
	int id = 0;
	uint64_t shares = 0; // that it has come to
	uint64_t share = 0;  // the one that it is in
	uint64_t ticket = 0; // of its chunk
	bool chunk = false;
};

struct Thread {
	Member now;
	int threads = 0; // that it asks for; 0 is all
	Team alone;

	Thread() { now.team = &alone; }
};

Thread &self() { return per_thread<Thread>(); }

Member &me() { return self().now; }

int wanted() { return self().threads > 0 ? self().threads : processors(); }

// run does a thread's part of a team's work.
void run(Team &team, int id)
{
	Thread &t = self();
	Member before = t.now;
	t.now = Member{&team, id};
	team.work(team.data);
	t.now = before;
}

// The threads of the one team, in addition to the calling thread.
class Pool {
	struct Worker {
		Flag start;
		Team *team = nullptr;
		int id = 0;
	};
	std::mutex turn;
	std::vector<Worker *> workers;
	Team team;

	static void live(Worker *w)
	{
		for (uint32_t seen = 0;;) {
			w->start.wait(seen);
			seen = w->start.get();
			Team &t = *w->team;
			::run(t, w->id);
			if (t.running.fetch_sub(1, std::memory_order_acq_rel) == 1)
				t.done.set(t.done.get() + 1);
		}
	}
	// grow makes threads until there are n. Where there are no more to be had the process
	// ends, as it does with libgomp.
	void grow(int n)
	{
		while (static_cast<int>(workers.size()) < n) {
			workers.push_back(new Worker);
			std::thread(live, workers.back()).detach();
		}
	}

public:
	// run runs work on n threads.
	void run(void (*work)(void *), void *data, int n) noexcept
	{
		std::lock_guard lock(turn);
		int helpers = n - 1;
		grow(helpers);
		team.work = work;
		team.data = data;
		team.size = n;
		team.shares.clear();
		team.running.store(helpers, std::memory_order_relaxed);
		uint32_t before = team.done.get();
		for (int i = 0; i < helpers; i++) {
			Worker &w = *workers[i];
			w.team = &team;
			w.id = i + 1;
			w.start.set(w.start.get() + 1);
		}
		::run(team, 0);
		team.done.wait(before);
	}
};

Pool &pool = *new Pool; // never destroyed: its threads go on to the end

// Shares, of which a thread is in one at a time.
bool enter(Team &t, Member &m, const Share &as)
{
	m.share = m.shares++;
	m.chunk = false;
	auto [place, first] = t.shares.try_emplace(m.share, as);
	if (first)
		place->second.left = t.size;
	return first;
}

void leave(Team &t, Member &m)
{
	auto place = t.shares.find(m.share);
	if (place != t.shares.end() && --place->second.left == 0)
		t.shares.erase(place);
}

bool chunk(Share &s, long *start, long *end)
{
	if (s.step > 0 ? s.next >= s.end : s.next <= s.end)
		return false;
	long n = s.step * s.chunk;
	*start = s.next;
	*end = s.next + n;
	if (s.step > 0 ? *end > s.end : *end < s.end)
		*end = s.end;
	s.next = *end;
	return true;
}

bool take(long *start, long *end)
{
	Member &m = me();
	std::lock_guard lock(m.team->mutex);
	return chunk(m.team->shares[m.share], start, end);
}

// ordered ends a chunk of an ordered loop, in its turn, and takes the next.
bool ordered(long *start, long *end)
{
	Member &m = me();
	for (;; std::this_thread::yield()) {
		std::lock_guard lock(m.team->mutex);
		Share &s = m.team->shares[m.share];
		if (m.chunk && s.turn != m.ticket)
			continue;
		if (m.chunk)
			s.turn++;
		m.chunk = chunk(s, start, end);
		if (m.chunk)
			m.ticket = s.issued++;
		return m.chunk;
	}
}

void begin(const Share &as)
{
	Member &m = me();
	std::lock_guard lock(m.team->mutex);
	enter(*m.team, m, as);
}

std::mutex &critical = *new std::mutex, &atomically = *new std::mutex;

std::mutex &named(void **name)
{
	auto &place = *reinterpret_cast<std::atomic<std::mutex *> *>(name);
	std::mutex *m = place.load(std::memory_order_acquire);
	if (!m) {
		auto made = new std::mutex;
		if (place.compare_exchange_strong(m, made, std::memory_order_acq_rel))
			return *made;
		delete made;
	}
	return *m;
}

std::atomic<int64_t> teams{0};

} // namespace

#define HERE __attribute__((visibility("default")))

extern "C" {

int64_t gt_teams(void) { return teams.load(std::memory_order_relaxed); }

HERE void GOMP_parallel(void (*work)(void *), void *data, unsigned n, unsigned)
{
	Thread &t = self();
	if (t.now.team == &t.alone && (n = n ? n : wanted()) > 1) {
		teams.fetch_add(1, std::memory_order_relaxed);
		return pool.run(work, data, static_cast<int>(n));
	}
	Team solo;
	solo.work = work;
	solo.data = data;
	run(solo, 0);
}

HERE void GOMP_barrier(void)
{
	Team &t = *me().team;
	if (t.size == 1)
		return;
	uint32_t phase = t.barrier.get();
	if (t.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == t.size) {
		t.arrived.store(0, std::memory_order_relaxed);
		t.barrier.set(phase + 1);
	} else {
		t.barrier.wait(phase);
	}
}

HERE void GOMP_critical_start(void) { critical.lock(); }
HERE void GOMP_critical_end(void) { critical.unlock(); }
HERE void GOMP_critical_name_start(void **name) { named(name).lock(); }
HERE void GOMP_critical_name_end(void **name) { named(name).unlock(); }
HERE void GOMP_atomic_start(void) { atomically.lock(); }
HERE void GOMP_atomic_end(void) { atomically.unlock(); }

HERE bool GOMP_loop_dynamic_start(long start, long end, long step, long size, long *from, long *to)
{
	begin({start, end, step, std::max(1L, size)});
	return take(from, to);
}
HERE bool GOMP_loop_dynamic_next(long *from, long *to) { return take(from, to); }
HERE bool GOMP_loop_ordered_dynamic_start(long start, long end, long step, long size, long *from, long *to)
{
	begin({start, end, step, std::max(1L, size)});
	return ordered(from, to);
}
HERE bool GOMP_loop_ordered_dynamic_next(long *from, long *to) { return ordered(from, to); }
HERE void GOMP_ordered_start(void)
{
	Member &m = me();
	for (;; std::this_thread::yield()) {
		std::lock_guard lock(m.team->mutex);
		if (m.team->shares[m.share].turn == m.ticket)
			return;
	}
}
HERE void GOMP_ordered_end(void) {}
HERE void GOMP_loop_end_nowait(void)
{
	Member &m = me();
	std::lock_guard lock(m.team->mutex);
	leave(*m.team, m);
}
HERE void GOMP_loop_end(void)
{
	GOMP_loop_end_nowait();
	GOMP_barrier();
}

HERE unsigned GOMP_sections_next(void)
{
	long from, to;
	return take(&from, &to) ? static_cast<unsigned>(from) : 0;
}
HERE unsigned GOMP_sections_start(unsigned n)
{
	begin({1, static_cast<long>(n) + 1});
	return GOMP_sections_next();
}
HERE void GOMP_sections_end_nowait(void) { GOMP_loop_end_nowait(); }

HERE bool GOMP_single_start(void)
{
	Member &m = me();
	std::lock_guard lock(m.team->mutex);
	bool first = enter(*m.team, m, {});
	leave(*m.team, m);
	return first;
}

HERE int omp_get_max_threads(void) { return wanted(); }
HERE int omp_get_num_procs(void) { return processors(); }
HERE int omp_get_num_threads(void) { return me().team->size; }
HERE int omp_get_thread_num(void) { return me().id; }
HERE int omp_in_parallel(void) { return me().team->size > 1; }
HERE void omp_set_num_threads(int n) { self().threads = std::max(1, n); }

} // extern "C"
