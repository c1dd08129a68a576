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
include=$torch/include
# Vptr checks need the library's type information, which is hidden.
flags="-std=c++20 -g -O1 -fno-omit-frame-pointer -fopenmp -fsanitize=address,undefined -fno-sanitize=vptr -Wno-attributes"
. "$here/../../sanitize.sh"

compile
$CXX $flags "$work"/*.o -L"$torch/lib" -Wl,-rpath,"$torch/lib" -ltorch_cpu -lc10 -o "$work/driver"
$CXX $flags "$here"/../parallel.cpp "$here"/parallel.cpp -o "$work/parallel"
"$work/parallel"

must leak-tensor 'LeakSanitizer: detected memory leaks'
must leak-text 'LeakSanitizer: detected memory leaks'
must overflow-read 'AddressSanitizer: heap-buffer-overflow'
must overflow-write 'AddressSanitizer: heap-buffer-overflow'
must overflow-dims 'AddressSanitizer: heap-buffer-overflow'
must free-twice 'AddressSanitizer: heap-use-after-free'
must undefined 'runtime error: signed integer overflow'

run
