// What the shim keeps for each thread.
#pragma once

#include <memory>

// per_thread returns the calling thread's T, which is made when the thread first asks for
// it and destroyed when the thread ends. It is on the heap, and only a pointer to it is
// thread_local: the thread-local storage of a Go library is in the static block, of which
// programs leave few bytes to libraries that they load while they run (dlopen).
template <class T> T &per_thread()
{
	static thread_local std::unique_ptr<T> mine;
	if (!mine) [[unlikely]]
		mine = std::make_unique<T>();
	return *mine;
}
