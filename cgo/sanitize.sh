# What the sanitize/run.sh of the shims have in common. They set here, their folder, and
# work, where objects are kept, and read this.

: "${CXX:=g++}" "${JOBS:=2}"

# Allocations of any size are asked for, and must fail as they do without the sanitizer.
ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=8192:strict_string_checks=1:quarantine_size_mb=64:malloc_context_size=30
LSAN_OPTIONS=suppressions=$here/leaks.supp:print_suppressions=1
UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# Those of $here, and what they are compiled to in $work, unless it is newer already.
compile() {
	for source in "$here"/../*.cpp "$here"/driver.cpp; do
		object=$work/$(basename "$source" .cpp).o
		newest=$(ls -t "$source" "$here"/../*.h "$here"/../*.hpp "$object" 2>/dev/null | head -1)
		[ "$newest" = "$object" ] || echo "$source"
	done | xargs -r -P "$JOBS" -I{} sh -c '$CXX $flags -isystem "$include" -c "{}" -o "$work/$(basename "{}" .cpp).o"'
}

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

# run runs the driver, which must make no mistake, and shows what it did.
run() {
	if ! "$work/driver" >"$work/driver.log" 2>"$work/driver.err"; then
		cat "$work/driver.log"
		grep -v 'WARNING: AddressSanitizer failed to allocate' "$work/driver.err" >&2
		exit 1
	fi
	cat "$work/driver.log"
}

work=${work:-}
if [ -z "$work" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
export CXX flags include work ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS
