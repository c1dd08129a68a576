// What the sources of the shim have in common.
#pragma once

#include <tensorflow/c/c_api.h>
#include <tensorflow/c/eager/c_api.h>
#include <tensorflow/c/eager/c_api_experimental.h>
#include <tensorflow/c/tf_tstring.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>

#include "shim.h"

namespace ge {

struct Free {
	void operator()(TF_Status *s) const { TF_DeleteStatus(s); }
	void operator()(TF_Tensor *t) const { TF_DeleteTensor(t); }
	void operator()(TFE_TensorHandle *h) const { TFE_DeleteTensorHandle(h); }
	void operator()(TFE_ContextOptions *o) const { TFE_DeleteContextOptions(o); }
	void operator()(TF_DeviceList *l) const { TF_DeleteDeviceList(l); }
};
template <class T> using Ptr = std::unique_ptr<T, Free>;

// An Error is a status that is not OK.
struct Error {
	int code;
	const char *text; // a constant, or NULL: status has it
	const TF_Status *status;
};

[[noreturn]] inline void fail(int code, const char *text) { throw Error{code, text, nullptr}; }

inline void check(const TF_Status *s)
{
	if (TF_GetCode(s) != TF_OK) [[unlikely]]
		throw Error{TF_GetCode(s), nullptr, s};
}

// succeed drops an error that has been told: not all functions set a status to OK.
inline void succeed(TF_Status *s)
{
	if (TF_GetCode(s) != TF_OK) [[unlikely]]
		TF_SetStatus(s, TF_OK, "");
}

char *text(const char *s);

// guarded calls f, and returns what it throws.
template <class F> ge_result guarded(F f) noexcept
{
	ge_result r = {nullptr, 0, {nullptr, nullptr}};
	try {
		f(r);
	} catch (const Error &e) {
		r = {text(e.text ? e.text : TF_Message(e.status)), e.code, {nullptr, nullptr}};
	} catch (const std::bad_alloc &) {
		r = {text("out of memory"), TF_RESOURCE_EXHAUSTED, {nullptr, nullptr}};
	} catch (const std::exception &e) {
		r = {text(e.what()), TF_INTERNAL, {nullptr, nullptr}};
	} catch (...) {
		r = {text("an exception of unknown type"), TF_INTERNAL, {nullptr, nullptr}};
	}
	return r;
}

// A context and its number, which grows with each that is made current.
struct Context {
	TFE_Context *context;
	int64_t number;
};
Context current();

// join makes a context current whose devices are those of a cluster too.
void join(int within, int among, const void *def, size_t bytes, int64_t timeout_ms);

// rejoin has that context connect anew to the cluster's tasks that have started anew.
void rejoin(const void *def, size_t bytes, int64_t timeout_ms);

TF_Status *status(); // this thread's, for one call after the other

inline TFE_TensorHandle *borrow(ge_tensor t)
{
	if (!t) [[unlikely]]
		fail(TF_INVALID_ARGUMENT, "the array's memory has been given back with Free");
	return reinterpret_cast<TFE_TensorHandle *>(t);
}

// own counts a handle's memory.
ge_owned own(TFE_TensorHandle *h);

// A Room is n values of a type, on the stack if they are few.
template <class T, int few> class Room {
	T here[few];
	std::unique_ptr<T[]> there;
	T *p = here;

public:
	explicit Room(int64_t n)
	{
		if (n > few) [[unlikely]] {
			there = std::make_unique<T[]>(n);
			p = there.get();
		}
	}
	T *get() { return p; }
	T &operator[](int64_t i) { return p[i]; }
};

} // namespace ge
