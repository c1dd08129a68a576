// The C interface to TensorFlow's eager runtime. A tensor is a handle that its holder
// gives back with ge_free; operands are borrowed. No function throws: what TensorFlow
// reports comes back as text, for ge_free_text.
#ifndef GOIVY_TFEAGER_H
#define GOIVY_TFEAGER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Types without pointers: cgo has nothing to check.
typedef struct ge_handle {
	char opaque;
} *ge_tensor;
typedef struct ge_block {
	char opaque;
} *ge_memory;

// An owner's own tensor: its handle, and the memory that is counted with it, if it is
// large enough to be counted.
typedef struct {
	ge_tensor t;
	ge_memory memory;
} ge_owned;

typedef struct {
	char *error;
	int code; // TF_Code of the error
	ge_owned owned;
} ge_result;

// A small tensor may have its elements with the caller, up to GE_SMALL bytes: kind is its
// dtype and, times 256, its rank.
enum { GE_SMALL = 512 };

// Dtypes are TF_DataType's numbers.

const char *ge_version(void);
// ge_context makes the context in which operations run from now on, with so many threads
// within one and among several; one that has been made is used again. At the first
// operation it is made with those that the library chooses, 0.
char *ge_context(int within, int among);
// ge_devices returns the names of the devices, a line each, for ge_free_text.
char *ge_devices(char **error);

void ge_free(ge_owned x);
// ge_free_all frees those of n that are not NULL.
void ge_free_all(ge_owned *xs, int n);
void ge_free_text(char *text);

// ge_live is where the bytes of all counted tensors' memory are counted, what several
// share once; ge_limit is at the disposal of who frees them.
int64_t *ge_live(void);
int64_t *ge_limit(void);

// ge_ask sets what is asked before the library allocates 32 MiB and more for tensors; if it
// returns 0 the allocation fails.
void ge_ask(int (*may)(size_t));

// ge_empty gives the system back what is free.
void ge_empty(void);

ge_result ge_from_host(int dtype, const int64_t *dims, int rank, const uint8_t *data, size_t bytes);
ge_result ge_to_host(ge_tensor x, uint8_t *data, size_t bytes);
// The TF_Tensor of a tensor, which shares its memory and is the caller's to delete; and
// the way back, which borrows.
void *ge_tensor_of(ge_tensor x, ge_result *r);
// The memory of a TF_Tensor, and its size.
uint8_t *ge_tensor_memory(const void *t, size_t *bytes);
ge_result ge_from_tensor(const void *t);
void ge_delete_tensor(void *t);
// A TF_Tensor with a copy of elements, and the elements of one.
void *ge_new_tensor(int dtype, const int64_t *dims, int rank, const uint8_t *data, size_t bytes, ge_result *r);
ge_result ge_read_tensor(const void *t, uint8_t *data, size_t bytes);
size_t ge_tensor_bytes(const void *t);
// A TF_Tensor of strings, which lie one after the other in data; lengths has one for each.
// And the lengths of the strings of one, of which there must be n, and the strings.
void *ge_new_strings(const int64_t *dims, int rank, const uint8_t *data, const int64_t *lengths, int64_t n, ge_result *r);
ge_result ge_string_lengths(const void *t, int64_t *lengths, int64_t n);
ge_result ge_read_strings(const void *t, uint8_t *data, size_t bytes);
// The rank, and up to room of the dimensions.
ge_result ge_shape(ge_tensor x, int64_t *dims, int room, int *rank);
// ge_share writes another reference to a tensor, for ge_free.
ge_result ge_share(ge_tensor x, ge_tensor *shared);

// ge_name gives a number, from 0 up, to a name of an operation or an attribute: each to
// its own, below GE_NAMES.
enum { GE_NAMES = 1024 };
void ge_name(int number, const char *name);

// A program is words of 64 bits, the first of which is how many values it has. They have
// numbers: the operands first, then the results of the instructions in their order. A value's last mention is the number's
// complement: it is freed then, if it is no operand. The instructions:
//
//	GE_OP       name, n results, n operands, n attributes, operands…, attributes…
//	            an operand: a value, or GE_LIST, n, values…
//	            an attribute: name, kind, and by kind one word, or n and n words; of a
//	            string n bytes, in as many words as they take
//	GE_CONST    dtype, rank, dims…, n bytes, the bytes in as many words as they take
//	GE_INDICES  value, axis, length: the indices, int64, counted from the front; the
//	            error for one out of range is "goivy index I axis A length L"
//	GE_END      n, values…: the results
enum { GE_OP, GE_CONST, GE_INDICES, GE_END };
enum { GE_TYPE, GE_INT, GE_BOOL, GE_FLOAT, GE_STRING, GE_SHAPE, GE_INTS, GE_TYPES };
#define GE_LIST INT64_MAX

// Runs of a program on one, two or three operands for one result. single is how many words
// the program has if it is one operation and nothing else, or 0. An operand without a
// tensor has its elements with the caller. So has the result if out is not NULL: then no
// tensor is returned, unless it lies on a device that is not this process's.
ge_result ge_run1(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata, int kind, uint8_t *out, size_t bytes);
ge_result ge_run2(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
                  ge_tensor y, int ykind, const int64_t *ydims, const uint8_t *ydata, int kind, uint8_t *out, size_t bytes);
ge_result ge_run3(const int64_t *program, int64_t single, ge_tensor x, int xkind, const int64_t *xdims, const uint8_t *xdata,
                  ge_tensor y, int ykind, const int64_t *ydims, const uint8_t *ydata,
                  ge_tensor z, int zkind, const int64_t *zdims, const uint8_t *zdata, int kind, uint8_t *out, size_t bytes);
// On n operands, for m results, which go to out; the result returned has none.
ge_result ge_run(const int64_t *program, const ge_tensor *xs, int n, ge_owned *out, int m);

// A server of a cluster, from a serialised ServerDef, and its end.
ge_result ge_serve(const uint8_t *def, size_t bytes, void **server);
void ge_stop(void *server);
// ge_connect joins the cluster of a ServerDef, as its job client. From then on operations
// run on the device of their operands, if it is not of this process; operands on two such
// are the error "goivy device A device B".
ge_result ge_connect(int within, int among, const uint8_t *def, size_t bytes, int64_t timeout_ms);
// ge_rejoin joins the same cluster again, some of whose tasks have started anew: their
// memory is lost.
ge_result ge_rejoin(const uint8_t *def, size_t bytes, int64_t timeout_ms);
// An executor is a queue of operations, which a thread uses for all that it runs:
// ge_use_executor returns what it used before, for ge_reuse_executor.
typedef struct ge_queue {
	char opaque;
} *ge_executor;
ge_executor ge_new_executor(void);
ge_executor ge_use_executor(ge_executor e);
void ge_reuse_executor(ge_executor before);
// ge_device writes the full name of the device that a tensor lies on, ge_place copies it
// to one.
ge_result ge_device(ge_tensor x, char *name, size_t room);
ge_result ge_place(ge_tensor x, const char *device);

// ge_function makes a TF_Graph a function of this name, which programs call as an operation;
// its operands and results are outputs of the graph's TF_Operations.
typedef struct {
	void *op;
	int index;
} ge_output;
ge_result ge_function(void *graph, const char *name, const ge_output *in, int n, const ge_output *out, int m);

// ge_graph_function makes a TF_Graph a TF_Function of this name, for ge_delete_function; ge_copy_function adds it to the
// functions of another graph.
ge_result ge_graph_function(void *graph, const char *name, const ge_output *in, int n, const ge_output *out, int m, void **function);
ge_result ge_copy_function(void *graph, void *function);
void ge_delete_function(void *function);
// ge_while and ge_if add such operations to a graph, of functions that it has by their names; dtypes are
// those of what goes in or comes out.
ge_result ge_while(void *graph, const char *name, const ge_output *in, const int *dtypes, int n, const char *cond, const char *body, void **op);
ge_result ge_if(void *graph, const char *name, ge_output cond, const ge_output *in, const int *dtypes, int n, const char *then, const char *otherwise,
                const int *results, int m, void **op);

// ge_loop adds two tensors n times by TFE_Execute alone, for benchmarks.
ge_result ge_loop(ge_tensor x, ge_tensor y, int64_t n);

#ifdef __cplusplus
}
#endif
#endif
