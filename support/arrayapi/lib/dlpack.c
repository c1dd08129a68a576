#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "dlpack.h"

extern void goivy_unpin(uintptr_t context);

static void delete_old(DLManagedTensor *m)
{
	goivy_unpin((uintptr_t)m->manager_ctx);
	free(m->dl_tensor.shape);
	free(m);
}

static void delete_versioned(DLManagedTensorVersioned *m)
{
	goivy_unpin((uintptr_t)m->manager_ctx);
	free(m->dl_tensor.shape);
	free(m);
}

static void *must(void *p)
{
	if (!p)
		abort(); // a hundred bytes are not there
	return p;
}

void *goivy_new_managed(int versioned, int copied, int32_t ndim, uintptr_t context)
{
	void *managed;
	if (versioned) {
		DLManagedTensorVersioned *m = must(calloc(1, sizeof *m));
		m->version.major = 1;
		m->manager_ctx = (void *)context;
		m->deleter = delete_versioned;
		m->flags = copied ? DLPACK_FLAG_BITMASK_IS_COPIED : 0;
		managed = m;
	} else {
		DLManagedTensor *m = must(calloc(1, sizeof *m));
		m->manager_ctx = (void *)context;
		m->deleter = delete_old;
		managed = m;
	}
	DLTensor *t = goivy_tensor(managed, versioned);
	t->ndim = ndim;
	t->shape = must(calloc(2 * (size_t)ndim + 1, sizeof(int64_t)));
	t->strides = t->shape + ndim;
	return managed;
}

DLTensor *goivy_tensor(void *managed, int versioned)
{
	return versioned ? &((DLManagedTensorVersioned *)managed)->dl_tensor : &((DLManagedTensor *)managed)->dl_tensor;
}

uint32_t goivy_major(void *managed, int versioned)
{
	return versioned ? ((DLManagedTensorVersioned *)managed)->version.major : 0;
}

void goivy_delete(void *managed, int versioned)
{
	if (versioned) {
		DLManagedTensorVersioned *m = managed;
		if (m->deleter)
			m->deleter(m);
	} else {
		DLManagedTensor *m = managed;
		if (m->deleter)
			m->deleter(m);
	}
}

// What Python's capsules need: found in the process that has loaded this library, if that
// is Python.
typedef int (*is_valid_fn)(void *, const char *);
typedef void *(*get_pointer_fn)(void *, const char *);

// goivy_capsule_destructor is the destructor of a capsule that nobody has consumed: who
// consumes one gives it another name.
void goivy_capsule_destructor(void *capsule)
{
	static const char *const names[] = {"dltensor", "dltensor_versioned"};
	is_valid_fn is_valid = (is_valid_fn)dlsym(RTLD_DEFAULT, "PyCapsule_IsValid");
	get_pointer_fn get_pointer = (get_pointer_fn)dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer");
	if (!is_valid || !get_pointer)
		return;
	for (int versioned = 0; versioned < 2; versioned++)
		if (is_valid(capsule, names[versioned]))
			goivy_delete(get_pointer(capsule, names[versioned]), versioned);
}
