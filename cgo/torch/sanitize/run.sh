#!/bin/sh
# Usage: run.sh LIBTORCH [DIRECTORY]
#
# Compiles the shim with AddressSanitizer (leaks included) and UBSan, and runs the driver,
# which calls every function of shim.h. LIBTORCH is the folder that has include and lib;
# objects are kept in DIRECTORY, where there is one, for the next time. It fails on any
# report, and where a mistake made on purpose is not reported.
set -eu

torch=${1:?usage: run.sh LIBTORCH [DIRECTORY]}
here=$(cd "$(dirname "$0")" && pwd)
work=${2:-}
if [ -z "$work" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"

: "${CXX:=g++}" "${JOBS:=2}"
# Vptr checks need the library's type information, which is hidden.
flags="-std=c++20 -g -O1 -fno-omit-frame-pointer -fopenmp -fsanitize=address,undefined -fno-sanitize=vptr -Wno-attributes"
export CXX flags torch work here

compile() {
	for source in "$here"/../*.cpp "$here"/driver.cpp; do
		object=$work/$(basename "$source" .cpp).o
		newest=$(ls -t "$source" "$here"/../*.h "$here"/../*.hpp "$object" 2>/dev/null | head -1)
		[ "$newest" = "$object" ] || echo "$source"
	done
}
compile | xargs -r -P "$JOBS" -I{} sh -c '$CXX $flags -isystem "$torch/include" -c "{}" -o "$work/$(basename "{}" .cpp).o"'
$CXX $flags "$work"/*.o -L"$torch/lib" -Wl,-rpath,"$torch/lib" -ltorch_cpu -lc10 -o "$work/driver"

$CXX $flags "$here"/../parallel.cpp "$here"/parallel.cpp -o "$work/parallel"
"$work/parallel"

# Allocations of any size are asked for, and must fail as they do without the sanitizer.
ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=8192:strict_string_checks=1:quarantine_size_mb=64:malloc_context_size=30
LSAN_OPTIONS=suppressions=$here/leaks.supp:print_suppressions=1
UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS

# must NAME REPORT: the mistake ends with that report and an exit status that is not 0.
must() {
	if "$work/driver" "$1" >"$work/$1.log" 2>&1; then
		echo "the mistake $1 passes" >&2
		exit 1
	fi
	if ! grep -q "$2" "$work/$1.log"; then
		echo "the mistake $1 is not reported as $2:" >&2
		cat "$work/$1.log" >&2
		exit 1
	fi
}
must leak-tensor 'LeakSanitizer: detected memory leaks'
must leak-text 'LeakSanitizer: detected memory leaks'
must overflow-read 'AddressSanitizer: heap-buffer-overflow'
must overflow-write 'AddressSanitizer: heap-buffer-overflow'
must overflow-dims 'AddressSanitizer: heap-buffer-overflow'
must free-twice 'AddressSanitizer: heap-use-after-free'
must undefined 'runtime error: signed integer overflow'

if ! "$work/driver" >"$work/driver.log" 2>"$work/driver.err"; then
	cat "$work/driver.log"
	grep -v 'WARNING: AddressSanitizer failed to allocate' "$work/driver.err" >&2
	exit 1
fi
cat "$work/driver.log"
