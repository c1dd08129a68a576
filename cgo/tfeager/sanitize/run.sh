#!/bin/sh
# Usage: run.sh TENSORFLOW [DIRECTORY]
#
# Compiles the shim with AddressSanitizer (leaks included) and UBSan, and runs the driver,
# which calls every function of shim.h. TENSORFLOW is the folder that has include and lib;
# objects are kept in DIRECTORY, where there is one, for the next time. It fails on any
# report, and where a mistake made on purpose is not reported.
set -eu

tensorflow=${1:?usage: run.sh TENSORFLOW [DIRECTORY]}
here=$(cd "$(dirname "$0")" && pwd)
work=${2:-}
include=$tensorflow/include
flags="-std=c++20 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined"
. "$here/../../sanitize.sh"

compile
$CXX $flags "$work"/*.o -L"$tensorflow/lib" -Wl,-rpath,"$tensorflow/lib" -ltensorflow -ltensorflow_framework -ldl -o "$work/driver"

must leak-tensor 'LeakSanitizer: detected memory leaks'
must leak-text 'LeakSanitizer: detected memory leaks'
must overflow-read 'AddressSanitizer: heap-buffer-overflow'
must overflow-write 'AddressSanitizer: heap-buffer-overflow'
must overflow-dims 'AddressSanitizer: heap-buffer-overflow'
must overflow-small 'AddressSanitizer: heap-buffer-overflow'
must overflow-program 'AddressSanitizer: heap-buffer-overflow'
must free-twice 'AddressSanitizer: heap-use-after-free'
must undefined 'runtime error: null pointer'

run
