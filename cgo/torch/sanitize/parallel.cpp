// Uses every part of OpenMP that ../parallel.cpp has, in the way that a compiler does, from
// one thread and from many, and checks what each part promises.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <omp.h>

#include "../shim.h"

#define CHECK(c)                                                      \
	do {                                                          \
		if (!(c)) {                                           \
			fprintf(stderr, "line %d: %s\n", __LINE__, #c); \
			exit(1);                                      \
		}                                                     \
	} while (0)

static void loops(int n)
{
	std::vector<int> hits(n);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		hits[i]++;
	for (int h : hits)
		CHECK(h == 1);
	long sum = 0, want = 0;
#pragma omp parallel num_threads(3)
	{
#pragma omp for schedule(monotonic : dynamic, 7) nowait
		for (int i = 0; i < n; i++)
			hits[i]++;
#pragma omp barrier
#pragma omp for schedule(monotonic : dynamic) reduction(+ : sum)
		for (int i = n - 1; i >= 0; i -= 3)
			sum += i;
#pragma omp for schedule(monotonic : dynamic, 3)
		for (int i = 0; i < n; i++)
			hits[i]++;
	}
	for (int i = n - 1; i >= 0; i -= 3)
		want += i;
	CHECK(sum == want);
	for (int h : hits)
		CHECK(h == 3);
	std::vector<int> order;
#pragma omp parallel
#pragma omp for ordered schedule(dynamic, 2)
	for (int i = 0; i < n; i++) {
#pragma omp ordered
		order.push_back(i);
	}
	for (int i = 0; i < n; i++)
		CHECK(order[i] == i);
}

static void parts()
{
	int singles = 0, one = 0, other = 0;
	std::atomic<int> members{0}, sections{0};
#pragma omp parallel num_threads(3)
	{
		members++;
		CHECK(omp_get_thread_num() < omp_get_num_threads());
#pragma omp single
		singles++;
#pragma omp critical
		one++;
#pragma omp critical(a)
		{
#pragma omp critical(b)
			other++;
		}
#pragma omp single nowait
		singles++;
#pragma omp sections nowait
		{
#pragma omp section
			sections += 1;
#pragma omp section
			sections += 10;
#pragma omp section
			sections += 100;
		}
	}
	CHECK(singles == 2 && one == members && other == members && sections == 111);
	int inner = 0;
#pragma omp parallel num_threads(2)
	{
		int id = omp_get_thread_num();
#pragma omp parallel
		{
			CHECK(omp_get_thread_num() == 0 && omp_get_num_threads() == 1);
#pragma omp atomic
			inner++;
		}
		CHECK(omp_get_thread_num() == id);
	}
	CHECK(inner == 1 || inner == 2);
}

int main()
{
	CHECK(!omp_in_parallel() && omp_get_num_threads() == 1 && omp_get_max_threads() == omp_get_num_procs());
	auto all = [](int n) {
		for (int k = 0; k < n; k++) {
			loops(k % 61);
			parts();
		}
	};
	all(500);
	CHECK(gt_teams() > 500);
	std::vector<std::thread> threads;
	for (int i = 0; i < 6; i++)
		threads.emplace_back([&] { all(300); });
	for (std::thread &t : threads)
		t.join();
	omp_set_num_threads(1);
	int n = 0;
#pragma omp parallel
	{
#pragma omp atomic
		n++;
	}
	CHECK(n == 1);
	printf("parallel     %8lld teams\n", static_cast<long long>(gt_teams()));
}
