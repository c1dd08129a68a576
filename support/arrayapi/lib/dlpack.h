// The structures of the DLPack protocol, version 1 (dmlc/dlpack, dlpack.h), and what this
// library does with them.
#ifndef GOIVY_DLPACK_H
#define GOIVY_DLPACK_H

#include <stdint.h>

typedef struct {
	int32_t device_type;
	int32_t device_id;
} DLDevice;

typedef struct {
	uint8_t code;
	uint8_t bits;
	uint16_t lanes;
} DLDataType;

typedef struct {
	void *data;
	DLDevice device;
	int32_t ndim;
	DLDataType dtype;
	int64_t *shape;
	int64_t *strides; // in elements; NULL is row-major
	uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
	DLTensor dl_tensor;
	void *manager_ctx;
	void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

typedef struct {
	uint32_t major;
	uint32_t minor;
} DLPackVersion;

#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)

typedef struct DLManagedTensorVersioned {
	DLPackVersion version;
	void *manager_ctx;
	void (*deleter)(struct DLManagedTensorVersioned *self);
	uint64_t flags;
	DLTensor dl_tensor;
} DLManagedTensorVersioned;

// A managed tensor is a DLManagedTensor, or where versioned is not 0 the other.

// goivy_new_managed returns a managed tensor with room for a shape and strides; its
// deleter gives back the context.
void *goivy_new_managed(int versioned, int copied, int32_t ndim, uintptr_t context);
DLTensor *goivy_tensor(void *managed, int versioned);
// goivy_major returns the version of the protocol, 0 for the managed tensor without one.
uint32_t goivy_major(void *managed, int versioned);
// goivy_delete calls the deleter, if there is one.
void goivy_delete(void *managed, int versioned);

#endif
