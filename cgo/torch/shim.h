// The C interface to libtorch: a function for each family of operations. A tensor is a
// reference that its holder gives back with gt_free; operands are borrowed. No function
// throws: what ATen throws comes back as text, for gt_free_text.
#ifndef GOIVY_TORCH_H
#define GOIVY_TORCH_H

#include <stddef.h>
#include <stdint.h>

#include "zops.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gt_reference {
	char opaque; // a type without pointers: cgo has nothing to check
} *gt_tensor;

typedef struct {
	gt_tensor t; // NULL where there is an error
	char *error;
	size_t bytes; // of the memory that t is a view of
} gt_result;

typedef struct {
	gt_tensor t[4];
	char *error;
} gt_results;

// A number: real, imaginary part, or where whole says so an integer (with sign −1: int64,
// 1: uint64).
typedef struct {
	double re, im;
	uint64_t bits;
	int32_t whole;
	int32_t kind; // 0 bool, 1 integer, 2 float, 3 complex
} gt_scalar;

// Dtypes are c10::ScalarType's numbers.

const char *gt_version(void);
// gt_teams is how many times work was divided among threads, by this program's OpenMP.
int64_t gt_teams(void);
void gt_set_threads(int n);
int gt_threads(void);
void gt_free(gt_tensor t);
// gt_live is where the bytes of all tensors' memory are counted, views' once; they and
// those of free blocks that are kept stay below what is at gt_limit, if tensors are
// freed in time.
int64_t *gt_live(void);
int64_t *gt_limit(void);
// gt_trim gives the system back the free blocks that were not wanted since the last call.
void gt_trim(void);

// gt_empty gives the system back all free blocks.
void gt_empty(void);

// gt_ask sets what is asked before 32 MiB and more are allocated; if it returns 0 the
// allocation is an error that says "tried to allocate N bytes".
void gt_ask(int (*may)(size_t));
void gt_free_text(char *text);

gt_result gt_from_host(int dtype, const int64_t *dims, int rank, const uint8_t *data, size_t bytes);
char *gt_to_host(gt_tensor t, uint8_t *data, size_t bytes);
// gt_expose returns a tensor's first element, and its strides in elements: room for as
// many as it has axes. NULL if there is an error or there are no elements.
void *gt_expose(gt_tensor t, int64_t *strides);

// The operations of each family, GT_ADD and so on, are in zops.h.
gt_result gt_unary(int op, int out, gt_tensor x);

gt_result gt_binary(int op, int out, gt_tensor x, gt_tensor y);

// The same of operands and results of a few hundred bytes, whose elements are the caller's,
// in row-major order: no tensor is made for them that lasts. An operand is x, or where that
// is NULL these elements. A kind is the dtype and 256 times the rank, of four at most.
enum { GT_SMALL = 512 }; // bytes
char *gt_unary_small(int op, gt_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
	int zkind, const int64_t *zdims, uint8_t *zdata);
char *gt_binary_small(int op, gt_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
	gt_tensor y, int ykind, const int64_t *ydims, const uint8_t *ydata, int zkind, const int64_t *zdims, uint8_t *zdata);
// gt_move copies a tensor's elements so, and frees it.
char *gt_move(gt_tensor t, int kind, const int64_t *dims, uint8_t *data);

gt_result gt_where(gt_tensor c, gt_tensor x, gt_tensor y);

gt_result gt_reduce(int op, int out, gt_tensor x, const int64_t *axes, int n, int keepdims, double correction);

gt_result gt_scan(int op, int out, gt_tensor x, int64_t axis, int initial, int exclusive, int reverse);

gt_result gt_sort(gt_tensor x, int64_t axis, int descending, int indices);

// gt_fourier transforms along an axis, on which the result has n elements; there is no other factor
// than scale. GT_FOURIER_REAL is from real numbers to the first half of their transform,
// GT_FOURIER_HERMITIAN the way back.
enum { GT_FOURIER_COMPLEX, GT_FOURIER_REAL, GT_FOURIER_HERMITIAN };
gt_result gt_fourier(int kind, gt_tensor x, int64_t axis, int64_t n, int inverse, double scale);

// gt_matrix computes a step of linear algebra for each matrix, the last two axes of x: parts of the
// result lie one after the other along the last axis. Its errors that are for the caller to tell are
// "goivy matrix N is R", N the number of the matrix, R singular, indefinite or unconverged.
enum {
	GT_MATRIX_LU, GT_MATRIX_SOLVE, GT_MATRIX_TRIANGLE, GT_MATRIX_INVERSE, GT_MATRIX_DET, GT_MATRIX_LOGDET, GT_MATRIX_CHOLESKY,
	GT_MATRIX_QR, GT_MATRIX_EIGH, GT_MATRIX_EIGVALSH, GT_MATRIX_EIG, GT_MATRIX_EIGVALS, GT_MATRIX_SVD, GT_MATRIX_SVDVALS
};
gt_result gt_matrix(int op, gt_tensor x, gt_tensor y, int upper, int unit, int full);

// Layers of neural networks, channels last. A gt_window is of r axes: the steps of a convolution's window, the distances between
// the elements under it and those between x's elements, the zeros before and after these, the groups, and whether the filters are those of the
// convolution whose gradient this one is. Where they are, or x's elements are moved apart, the window's steps are 1, no more zeros are before than the window reaches over,
// and none to as many more as the distance are after them.
typedef struct {
	int r;
	const int64_t *strides, *dilations, *apart, *padding;
	int64_t groups;
	int turned;
} gt_window;
gt_result gt_convolve(gt_tensor x, gt_tensor filters, gt_window window);
// gt_convolve_filters is the gradient of filters of r lengths; nothing is moved apart.
gt_result gt_convolve_filters(gt_tensor x, gt_tensor g, gt_window window, const int64_t *kernel);
gt_result gt_attend(gt_tensor q, gt_tensor k, gt_tensor v, double scale, int causal);
gt_result gt_softmax(gt_tensor x, int64_t axis, int log);
// scale and offset may be NULL.
gt_result gt_batch_norm(gt_tensor x, int64_t axis, gt_tensor mean, gt_tensor variance, gt_tensor scale, gt_tensor offset, double eps);
gt_result gt_group_norm(gt_tensor x, int64_t axis, int64_t groups, gt_tensor scale, gt_tensor offset, double eps);
gt_result gt_layer_norm(gt_tensor x, int64_t first, gt_tensor scale, gt_tensor offset, double eps);
// gt_recurrent returns the results of a layer of all steps in one row and, of an LSTM, after them the cell. There are
// 2 or 4 weights; c is NULL but for an LSTM.
enum { GT_RECURRENT_LSTM, GT_RECURRENT_GRU, GT_RECURRENT_TANH, GT_RECURRENT_RELU };
gt_result gt_recurrent(int cell, gt_tensor x, const gt_tensor *weights, int n, gt_tensor h, gt_tensor c);

gt_result gt_full(int dtype, const int64_t *dims, int rank, gt_scalar value);
gt_result gt_arange(int dtype, int64_t n, gt_scalar start, gt_scalar step, int64_t lo, int64_t hi, int64_t first, int64_t last);
gt_result gt_linspace(int dtype, int64_t n, gt_scalar start, gt_scalar stop, int endpoint);
gt_result gt_eye(int dtype, int64_t rows, int64_t cols, int64_t k);

gt_result gt_broadcast(gt_tensor x, const int64_t *dims, int rank);
gt_result gt_permute(gt_tensor x, const int64_t *perm, int n);
gt_result gt_reshape(gt_tensor x, const int64_t *dims, int rank);
// ranges are start, step and length for each axis.
gt_result gt_slice(gt_tensor x, const int64_t *ranges, int n);
gt_result gt_concat(const gt_tensor *xs, int n, int64_t axis);
gt_result gt_take(gt_tensor x, gt_tensor indices, int64_t axis);
gt_result gt_take_along(gt_tensor x, gt_tensor indices, int64_t axis);
gt_result gt_index(gt_tensor x, const gt_tensor *indices, int n);
// Writes of v, into x's own memory.
char *gt_set_slice(gt_tensor x, gt_tensor v, const int64_t *ranges, int n);
char *gt_set_index(gt_tensor x, gt_tensor v, const gt_tensor *indices, int n);
char *gt_add_index(gt_tensor x, gt_tensor v, const gt_tensor *indices, int n);
gt_result gt_matmul(gt_tensor x, gt_tensor y);
gt_result gt_searchsorted(gt_tensor x, gt_tensor y, int right);
gt_result gt_isin(gt_tensor x, gt_tensor y, int invert);
// All indices in one tensor, of as many columns as x has axes.
gt_result gt_nonzero(gt_tensor x);
// Values, indices of the first of each, inverse indices, counts.
gt_results gt_unique(gt_tensor x);
// The rank, and up to room of the dimensions.
int gt_shape(gt_tensor x, int64_t *dims, int room);
// The bytes of the memory that x is a view of.
size_t gt_bytes(gt_tensor x);

// gt_loop calls one of the library's functions n times, for benchmarks.
enum { GT_LOOP_ADD, GT_LOOP_MATMUL, GT_LOOP_EXP };
char *gt_loop(int op, gt_tensor x, gt_tensor y, int64_t n);

#ifdef __cplusplus
}
#endif
#endif
