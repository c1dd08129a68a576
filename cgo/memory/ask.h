#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// GOIVY_ASKED is the size in bytes from which on the allocators of C libraries ask before
// they allocate. Asking takes no time compared with filling the memory.
#define GOIVY_ASKED ((size_t)32 << 20)

// goivy_may_allocate reports whether there is room for n bytes: yes as long as nobody
// listens.
int goivy_may_allocate(size_t n);

// goivy_next_question answers the question that it returned before, if there was one, and
// returns the next: for how many bytes there is to be room.
size_t goivy_next_question(int answer);

#ifdef __cplusplus
}
#endif
