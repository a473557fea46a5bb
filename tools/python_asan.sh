#!/usr/bin/env bash
# Runs the tests of strange arguments with a module that was built with the address sanitizer.
# Usage: python_asan.sh BUILD_FOLDER [EXAMPLES]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -r "$root/python/graze" "$place/graze"
cp "$build"/python/_core*.so "$place/graze/"
cp -r "$root/python/tests" "$place/tests"
cd "$place"
# The interpreter is not built with the sanitizer, and keeps memory to its end: leaks are another test's
# matter.
# Sizes that no memory holds are refused, as without the sanitizer.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:abort_on_error=1
LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)" PYTHONPATH=$place \
    PYTHONDONTWRITEBYTECODE=1 GRAZE_PYTHON_EXAMPLES=${2:-100000} \
    /usr/bin/python3 -X faulthandler -m pytest -q -p no:cacheprovider \
    tests/test_arguments.py tests/test_errors.py
