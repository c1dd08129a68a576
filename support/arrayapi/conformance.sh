#!/bin/sh
# Runs the official test suite of the Python array API standard on goivy. It is called
# from the module's root by "make conformance".
#
#   conformance.sh SUITE BACKEND EXAMPLES VERSION…
#
# SUITE is a checkout of data-apis/array-api-tests with its submodule (the standard's
# stubs, data-apis/array-api) in SUITE/array-api.
set -eu
suite=${1:?the path of a checkout of data-apis/array-api-tests: make conformance ARRAY_API_TESTS=/path}
backend=$2 examples=$3
shift 3
root=$PWD
package=$root/support/arrayapi/python

[ -d "$suite/array_api_tests" ] || { echo "$suite is no checkout of data-apis/array-api-tests" >&2; exit 2; }
[ -d "$suite/array-api/src" ] || { echo "$suite/array-api is empty: run git submodule update --init there" >&2; exit 2; }

# What the suite needs, once for each list of versions.
requirements=$package/requirements_conformance.txt
venv=${XDG_CACHE_HOME:-$HOME/.cache}/goivy/conformance-$(sha256sum "$requirements" | cut -c1-12)
if [ ! -f "$venv/done" ]; then
	rm -rf "$venv"
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
	touch "$venv/done"
fi

failed=0
for version; do
	case $version in
	2025.12) module=goivy_array_api.$backend ;;
	*) module=goivy_array_api.${backend}_$(echo "$version" | tr . _) ;;
	esac
	echo "== $module, version $version, $examples examples"
	(cd "$suite" && PYTHONPATH=$package ARRAY_API_TESTS_MODULE=$module ARRAY_API_TESTS_VERSION=$version \
		"$venv/bin/python" -B -m pytest --quiet --tb=short --no-header -W ignore -p no:cacheprovider -n auto -rfE \
		--max-examples "$examples" --disable-deadline \
		array_api_tests) || failed=1
done
exit $failed
