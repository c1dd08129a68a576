//go:build tensorflow

// Functions of TensorFlow's that this program has in place of the library's: the dynamic
// linker binds the library's own calls to the first definition there is, which is the
// program's. Where calls are bound within a library (-Bsymbolic, hidden symbols), its own
// stay.

#include "../memory/ask.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#define HERE __attribute__((visibility("default")))

extern "C" {

// The library has the processor take subnormal numbers for zeros while kernels run, on
// every thread of its own too, and no option to say otherwise. The constructor of what
// does it saves the state and changes it; here it only saves it. The library's destructor
// restores it.
void goivy_save_denormal_state(void *) __asm__("_ZN3tsl4port31ScopedRestoreFlushDenormalStateC1Ev") __attribute__((weak));
HERE void goivy_scoped_flush_denormal(void *self) __asm__("_ZN3tsl4port19ScopedFlushDenormalC1Ev");

void goivy_scoped_flush_denormal(void *self)
{
	if (goivy_save_denormal_state)
		goivy_save_denormal_state(self);
}

// What tensors' memory comes from: nullptr is RESOURCE_EXHAUSTED for who asks for it.
HERE void *goivy_aligned_malloc(size_t n, int alignment) __asm__("_ZN3tsl4port13AlignedMallocEmi");

static std::atomic<int (*)(size_t)> ask{nullptr};

void ge_ask(int (*may)(size_t)) { ask.store(may); }

void *goivy_aligned_malloc(size_t n, int alignment)
{
	if (auto may = ask.load(std::memory_order_relaxed); n >= GOIVY_ASKED && may && !may(n))
		return nullptr;
	void *p = nullptr;
	size_t least = sizeof(void *); // of posix_memalign
	return posix_memalign(&p, std::max(static_cast<size_t>(alignment), least), n) ? nullptr : p;
}

// The least severity of the messages that go to standard error: 3 is none but fatal ones.
// The library asks while it is loaded, before this program could set the variable.
HERE int goivy_min_log_level(void) __asm__("_ZN3tsl8internal18MinLogLevelFromEnvEv");

int goivy_min_log_level(void)
{
	const char *level = getenv("TF_CPP_MIN_LOG_LEVEL");
	return level ? atoi(level) : 3;
}

// The pass over a session's first graph which says, whatever the level, that it is not
// enabled. So it does nothing here, and says nothing. A status that is good is a word of 0.
struct goivy_status {
	size_t word;
	~goivy_status() {}
};
HERE goivy_status goivy_mlir_pass(void *, const void *) __asm__("_ZN10tensorflow33MlirV1CompatGraphOptimizationPass3RunERKNS_28GraphOptimizationPassOptionsE");

goivy_status goivy_mlir_pass(void *, const void *) { return {0}; }

// One of the library's two loggers keeps its least severity to itself. It writes lines like
// "I0000 …" by this function of libc's.
HERE size_t goivy_fwrite(const void *data, size_t size, size_t n, FILE *file) __asm__("fwrite");

static bool unwanted(const char *line, size_t n, const void *caller)
{
	static const char preface[] = "WARNING: All log messages before absl::InitializeLog()";
	int severity = 0;
	if (n < sizeof preface || strncmp(line, preface, sizeof preface - 1)) {
		const char *letter = n > 5 ? strchr("IWEF", line[0]) : nullptr;
		if (!letter || !isdigit(line[1]) || !isdigit(line[2]) || !isdigit(line[3]) || !isdigit(line[4]))
			return false;
		severity = static_cast<int>(letter - "IWEF");
	}
	Dl_info info;
	return severity < goivy_min_log_level() && dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "tensorflow");
}

// gRPC, which is within the library, writes a line for each error by this function of
// libc's, unless its variable says otherwise; which has no value for none.
HERE int goivy_fprintf(FILE *file, const char *format, ...) __asm__("fprintf");

int goivy_fprintf(FILE *file, const char *format, ...)
{
	Dl_info info;
	if (file == stderr && !strcmp(format, "%-60s %s\n") && !getenv("GRPC_VERBOSITY") &&
	    dladdr(__builtin_return_address(0), &info) && info.dli_fname && strstr(info.dli_fname, "tensorflow"))
		return 0;
	va_list list;
	va_start(list, format);
	int n = vfprintf(file, format, list);
	va_end(list);
	return n;
}

size_t goivy_fwrite(const void *data, size_t size, size_t n, FILE *file)
{
	static const auto next = reinterpret_cast<size_t (*)(const void *, size_t, size_t, FILE *)>(dlsym(RTLD_NEXT, "fwrite"));
	if (file == stderr && unwanted(static_cast<const char *>(data), size * n, __builtin_return_address(0)))
		return n;
	return next(data, size, n, file);
}

}
