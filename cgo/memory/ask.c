//go:build libtorch || tensorflow

// Allocators of C libraries ask Go for room here. They cannot call it: most calls of the
// shims are declared not to call back, which keeps their arguments on Go's stack. So the
// thread that asks waits for another one, that Go keeps for the answers.

#include "ask.h"

#include <pthread.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER; // of those that ask
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static enum { closed, idle, asked, answered } state;
static size_t bytes;
static int yes;

int goivy_may_allocate(size_t n)
{
	int r = 1;
	pthread_mutex_lock(&turn);
	pthread_mutex_lock(&mutex);
	if (state == idle) { // Go listens
		bytes = n;
		state = asked;
		pthread_cond_broadcast(&changed);
		while (state != answered)
			pthread_cond_wait(&changed, &mutex);
		r = yes;
		state = idle;
	}
	pthread_mutex_unlock(&mutex);
	pthread_mutex_unlock(&turn);
	return r;
}

size_t goivy_next_question(int answer)
{
	pthread_mutex_lock(&mutex);
	if (state == asked) {
		yes = answer;
		state = answered;
		pthread_cond_broadcast(&changed);
	} else if (state == closed) {
		state = idle;
	}
	while (state != asked)
		pthread_cond_wait(&changed, &mutex);
	size_t n = bytes;
	pthread_mutex_unlock(&mutex);
	return n;
}
